"""CBT: the formula of damage, from what `b.attack` notes of an attack, and attacks in melee and by shooting."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code, Purpose
from sandtable.games.batalist.enums import Burst, Flat, Row, Skill, Zone
from sandtable.games.batalist.rules.fighters import fighters, fighters_of_first_rank
from sandtable.games.batalist.rules.formations import has
from sandtable.games.batalist.rules.ground import aim, seeing_from
from sandtable.games.batalist.rules.modifiers import (
    rows_of_attack,
    rows_of_formations,
    rows_of_ground,
    rows_of_reply,
    rows_of_skills,
)
from sandtable.games.batalist.rules.sky import clause_of_hour, clause_of_weather, modifier_of_wind, note_sky, weather_of
from sandtable.games.batalist.rules.wounded import lie_as_battalion, stand_again, strike_wounded, suffer
from sandtable.games.batalist.rules.zones import attacked_from
from sandtable.games.batalist.switches import FlyerAttacks, ModifiersStand
from sandtable.kernel.dice import throw_die
from sandtable.kernel.geometry import LATTICE, Edge, base_of, edge_middle
from sandtable.kernel.limits import is_within
from sandtable.kernel.log import outcome, tally
from sandtable.kernel.records import NONE

SKILLS = (
    Clause.SKL_19, Clause.SKL_20, Clause.SKL_21b, Clause.SKL_21c, Clause.SKL_23c,
    Clause.SKL_29, Clause.SKL_30,
)  # fmt: skip
"""The clauses of the dice of skills, in the order of data/skill_dice.toml."""

FLAT_CODES = (
    Code.FROM_HOUR, Code.FROM_SUN, Code.FROM_WEATHER, Code.FROM_WIND, Code.FROM_REACHED,
    Code.FROM_BETWEEN, Code.FROM_CROSSED, Code.FROM_MERCY, Code.FROM_RETREAT,
)  # fmt: skip
"""What is said of flat modifiers, in the order of ``Flat``."""

FLAT_CLAUSES = (
    Clause.TOD_9, Clause.SUN_2, Clause.WEA_1, Clause.WIN_4, Clause.SKL_4,
    Clause.SNI_3, Clause.SNI_5, Clause.ACT_17, Clause.MOR_13,
)  # fmt: skip
"""Where they come from; hour, sun, weather and those reached are looked at more closely (see ``clause_of_flat``)."""


@kernel
def new_attack(b, i, target, shooting):
    """Note an attack of battalion ``i`` that nothing modifies yet, and return it."""
    a = b.attack
    a.dealer = i
    a.target = target
    a.shooting = 1 if shooting else 0
    a.reply = 0
    a.rows = 0
    a.skill_rows = 0
    a.strength = 0
    a.fighters = 0
    a.extra = 0
    a.flats[:] = 0
    a.flat_dice = 0
    a.protection = 1
    a.halvings = 0
    return a


@clause("BAT-CBT-14")
@kernel
def throw_some(a, side, number, purpose, dice, log):
    """The sum of so many dice; taken away where their number is below 0."""
    total = 0
    for _ in range(abs(number)):
        total += throw_die(dice, log, purpose, side, a.dealer, 6)
    return total if number >= 0 else -total


@clause("BAT-CBT-7", "BAT-CBT-14", "BAT-DEF-26")
@kernel
def throw_modifiers(b, a, dice, log):
    """Throw the dice of rows, then of skills; returns what they add, and what cover adds to protection."""
    side = b.figures[a.dealer].side
    total = 0
    cover = 0
    for place in range(len(b.rows)):
        if (a.rows >> place) & 1 == 0:
            continue
        row = b.rows[place]
        number = row.shooting if a.shooting != 0 else row.melee
        if number != 0:
            thrown = throw_some(a, side, number, Purpose.MODIFIER, dice, log)
            total += tally(log, Code.ROW, Clause.MOD_1 + place, a.dealer, a.target, thrown)
        if row.protection != 0:
            cover += throw_some(a, side, row.protection, Purpose.PROTECTION, dice, log)
            tally(log, Code.COVER, Clause.MOD_8, a.dealer, a.target, cover)
    for place in range(len(b.skill_rows)):
        if (a.skill_rows >> place) & 1 != 0:
            number = b.skill_rows[place].shooting if a.shooting != 0 else b.skill_rows[place].melee
            thrown = throw_some(a, side, number, Purpose.MODIFIER, dice, log)
            total += tally(log, Code.SKILL_DIE, SKILLS[place], a.dealer, a.target, thrown)
    if a.flat_dice != 0:
        thrown = throw_some(a, side, a.flat_dice, Purpose.MODIFIER, dice, log)
        total += tally(log, Code.FROM_WOUNDED, Clause.WOU_10, a.dealer, a.target, thrown)
    return total, cover


@clause("BAT-CBT-5", "BAT-CBT-7", "BAT-CBT-12", "BAT-CBT-13", "BAT-MOD-15", "BAT-OPT-3")
@kernel
def damage_of(b, a, modifiers, cover, outer):
    """The formula of damage from everything that was thrown: never below 0, halved after the outer die."""
    base = a.strength * a.fighters + a.extra
    protection = a.protection + cover
    if b.options.modifiers_stand == ModifiersStand.INSIDE:
        damage = (modifiers + base) // protection + outer
    else:
        damage = base // protection + modifiers + outer
    damage = max(damage, 0)
    if (a.rows >> Row.CLASS_OF_ARMOUR) & 1 != 0:
        damage = damage // b.rows[Row.CLASS_OF_ARMOUR].damage_over
    for _ in range(a.halvings):
        damage = damage // 2
    return damage


@clause("BAT-OPT-3")
@kernel
def flat_of(a):
    """The sum of the flat modifiers of an attack: they add up."""
    total = 0
    for source in range(len(a.flats)):
        total += a.flats[source]
    return total


@clause("BAT-OPT-3", "BAT-SKL-3", "BAT-SKL-4", "BAT-MAG-12")
@kernel
def clause_of_flat(b, a, source):
    """The clause that a flat modifier of the attack comes from."""
    if source == Flat.HOUR:
        return clause_of_hour(b)
    if source == Flat.WEATHER:
        return clause_of_weather(b)
    if source == Flat.SUN:
        return Clause.SUN_3 if a.shooting != 0 else Clause.SUN_2
    if source == Flat.REACHED:
        if a.shooting == 0:
            return Clause.MAG_12
        is_jet = b.profiles[b.figures[a.dealer].profile].burst == Burst.JET
        return Clause.SKL_3 if is_jet else Clause.SKL_4
    return FLAT_CLAUSES[source]


@clause("BAT-CBT-4", "BAT-CBT-5", "BAT-CBT-14", "BAT-OPT-3")
@kernel
def deal_damage(b, dice, log):
    """Throw for the attack that ``b.attack`` notes; returns the damage. Every line of it is in the log."""
    a = b.attack
    tally(log, Code.STRIKES, Clause.CBT_5, a.dealer, a.target, a.strength * a.fighters + a.extra)
    for source in range(len(a.flats)):
        if a.flats[source] != 0:
            tally(log, FLAT_CODES[source], clause_of_flat(b, a, source), a.dealer, a.target, a.flats[source])
    thrown, cover = throw_modifiers(b, a, dice, log)
    outer = throw_die(dice, log, Purpose.DAMAGE, b.figures[a.dealer].side, a.dealer, 6)
    damage = damage_of(b, a, thrown + flat_of(a), cover, outer)
    tally(log, Code.OUTER_DIE, Clause.CBT_4, a.dealer, a.target, outer)
    outcome(log, Code.DEALS, Clause.CBT_5, a.dealer, a.target, damage)
    return damage


@clause("BAT-HER-8")
@kernel
def strength_of_hero(b, i, shooting, length):
    """What a hero on the base of battalion ``i`` adds: its own strength, once, if it can shoot so many steps."""
    c = b.figures[i].character
    if c == NONE or b.characters[c].own == NONE or b.characters[c].own == i:
        return 0
    profile = b.profiles[b.figures[b.characters[c].own].profile]
    if shooting and not is_within(length, profile.radius, LATTICE):
        return 0
    return profile.shooting if shooting else profile.melee


@clause("BAT-PRO-5", "BAT-ARM-13", "BAT-CBT-5")
@kernel
def protection_of(b, i):
    """Protection of battalion ``i``, with a spell that is on it."""
    u = b.figures[i]
    return b.profiles[u.profile].protection + u.protection_plus


@clause("BAT-CBT-2", "BAT-CBT-6", "BAT-CBT-8", "BAT-CBT-16", "BAT-MOD-17", "BAT-ACT-13", "BAT-CBT-10", "BAT-CBT-9")
@kernel
def prepare_melee(b, i, target, ordered, reply):
    """Note a melee attack of battalion ``i``, or its reply: a reply fights towards whence it was attacked."""
    a = new_attack(b, i, target, shooting=False)
    a.reply = 1 if reply else 0
    u = b.figures[i]
    own_zone = attacked_from(b, i, target) if reply else Zone.FRONT
    zone = attacked_from(b, target, i)
    middle = edge_middle(base_of(b.figures[target]), Edge.FRONT)
    rows = (
        rows_of_formations(b, i, target, zone)
        | rows_of_ground(b, i, target, middle.x, middle.y)
        | rows_of_attack(b, i, target, zone, shooting=False, ordered=ordered)
    )
    a.rows = rows_of_reply(b, rows) if reply else rows
    a.skill_rows = rows_of_skills(b, i, target, shooting=False)
    a.strength = b.profiles[u.profile].melee
    a.fighters = fighters(b, i, target, own_zone, shooting=False)
    a.extra = strength_of_hero(b, i, shooting=False, length=0.0)
    a.protection = protection_of(b, target)
    other = b.figures[target]
    note_sky(b, a, other.x - u.x, other.y - u.y)
    halves_fire(b, a, b.profiles[u.profile].melee_fire)
    return a


@clause("BAT-WEA-5d")
@kernel
def halves_fire(b, a, is_fire):
    """Heavy rain halves the damage of fire once more."""
    if is_fire != 0 and weather_of(b).fire_over > 1:
        a.halvings += 1


@clause(
    "BAT-CBT-3", "BAT-CBT-6", "BAT-CBT-8", "BAT-ACT-12", "BAT-SKL-2", "BAT-SKL-3", "BAT-SKL-4",
    "BAT-WIN-4",
)  # fmt: skip
@kernel
def prepare_shot(b, i, target, warriors):
    """Note a shot of battalion ``i``; ``warriors``: those of the target whom a jet or template reaches, else 0."""
    a = new_attack(b, i, target, shooting=True)
    u = b.figures[i]
    zone = attacked_from(b, target, i)
    x, y, length = aim(b, i, target)
    a.rows = (
        rows_of_formations(b, i, target, zone)
        | rows_of_ground(b, i, target, x, y)
        | rows_of_attack(b, i, target, zone, shooting=True, ordered=False)
    )
    a.skill_rows = rows_of_skills(b, i, target, shooting=True)
    a.strength = b.profiles[u.profile].shooting
    a.fighters = fighters(b, i, target, Zone.FRONT, shooting=True)
    a.extra = strength_of_hero(b, i, shooting=True, length=length)
    a.protection = protection_of(b, target)
    other = b.figures[target]
    a.flats[Flat.REACHED] = warriors
    note_sky(b, a, other.x - u.x, other.y - u.y)
    eye = seeing_from(b, i, base_of(u), other.x, other.y)
    a.flats[Flat.WIND] = modifier_of_wind(b, x - eye.x, y - eye.y)
    halves_fire(b, a, b.profiles[u.profile].shooting_fire)
    return a


@clause("BAT-CBT-1", "BAT-CBT-2", "BAT-CBT-14", "BAT-CBT-15", "BAT-SKL-8", "BAT-CBT-21")
@kernel
def fight(b, i, target, dice, log):
    """A Melee Attack of battalion ``i``: both damages from the strengths before the clash. Returns both."""
    if b.figures[target].wounded_of != NONE:
        return fight_wounded(b, i, target, dice, log)
    prepare_melee(b, i, target, ordered=True, reply=False)
    dealt = deal_damage(b, dice, log)
    back = 0
    if not has(b, i, Skill.FLYING) or b.options.flyer_attacks == FlyerAttacks.IS_STRUCK_BACK:
        prepare_melee(b, target, i, ordered=False, reply=True)
        back = deal_damage(b, dice, log)
    b.figures[target].attacked += 1
    suffer(b, target, dealt, log)
    suffer(b, i, back, log)
    return dealt, back


@clause("BAT-CBT-19", "BAT-MAG-12", "BAT-TRP-4")
@kernel
def prepare_power(b, i, target, power, weapon, covered):
    """Note an attack of fixed power and class; of the table cover and the class of armour alone count."""
    a = new_attack(b, i, target, shooting=False)
    a.strength = power
    a.fighters = 1
    a.protection = protection_of(b, target)
    armour = b.profiles[b.figures[target].profile].armour
    if covered:
        a.rows |= 1 << Row.TARGET_IN_COVER
    if weapon != NONE and weapon == armour:
        a.rows |= 1 << Row.CLASS_OF_ARMOUR
    return a


@clause("BAT-CBT-20", "BAT-PRO-17")
@kernel
def kills_figure(b, damage):
    """An attack on a chosen figure kills it with this damage."""
    return damage >= b.rules.kill


@clause("BAT-WOU-10")
@kernel
def prepare_reply_of_wounded(b, i, target):
    """Note how wounded who lie as battalion ``i`` strike back: with the strength of their profile, two dice less."""
    a = prepare_melee(b, i, target, ordered=False, reply=True)
    a.extra = 0
    a.flat_dice = -b.rules.wounded_melee
    return a


@clause("BAT-WOU-9", "BAT-WOU-10", "BAT-WOU-11", "BAT-WOU-14")
@kernel
def fight_wounded(b, i, target, dice, log):
    """A Melee Attack of battalion ``i`` on the wounded of ``target``: a separate battalion, of which so many die."""
    stood = lie_as_battalion(b, target)
    prepare_melee(b, i, target, ordered=True, reply=False)
    dealt = deal_damage(b, dice, log)
    back = 0
    if not has(b, i, Skill.FLYING) or b.options.flyer_attacks == FlyerAttacks.IS_STRUCK_BACK:
        prepare_reply_of_wounded(b, target, i)
        back = deal_damage(b, dice, log)
    stand_again(b, target, stood)
    strike_wounded(b, target, dealt, log)
    suffer(b, i, back, log)
    return dealt, back


@clause("BAT-ACT-17")
@kernel
def prepare_mercy(b, i, shooting):
    """Note Mercy: battalion ``i`` strikes its own wounded, +2, no other modifiers, no reply."""
    a = new_attack(b, i, i, shooting)
    profile = b.profiles[b.figures[i].profile]
    a.strength = profile.shooting if shooting else profile.melee
    a.fighters = fighters_of_first_rank(b, i, shooting)
    a.flats[Flat.MERCY] = b.rules.mercy
    a.protection = profile.protection
    return a
