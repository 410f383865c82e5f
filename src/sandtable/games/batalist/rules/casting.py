"""MAG, ARM-13: casting in a go, whether it may be dispelled, and what each spell does."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code, Purpose
from sandtable.games.batalist.enums import Cause, Flat, Order, Spell, State, Target
from sandtable.games.batalist.record import MAX_MISTS
from sandtable.games.batalist.rules.cards import has_card
from sandtable.games.batalist.rules.charging import sees
from sandtable.games.batalist.rules.chosen_targets import aim_at_character, character_on, strike_character
from sandtable.games.batalist.rules.command import can_ever
from sandtable.games.batalist.rules.damage import deal_damage, halves_fire, prepare_power
from sandtable.games.batalist.rules.distances import cell_of_character, distance_to_cells, is_farther_than
from sandtable.games.batalist.rules.ground import aim, is_covered
from sandtable.games.batalist.rules.magic import can_be_dispelled, can_pay, cast, knows_magic
from sandtable.games.batalist.rules.reasons import (
    allowed,
    because,
    because_far,
    because_of,
    because_there,
    drawn_along,
    forbids,
    not_yours,
    verdict,
    with_value,
)
from sandtable.games.batalist.rules.shooting import warriors_within
from sandtable.games.batalist.rules.sky import sight_of
from sandtable.games.batalist.rules.ways import is_base
from sandtable.games.batalist.rules.wounded import suffer
from sandtable.games.batalist.switches import TimeOfDay
from sandtable.kernel.dice import throw_die
from sandtable.kernel.geometry import LATTICE, distance_between, distance_to_point
from sandtable.kernel.limits import is_more_than
from sandtable.kernel.log import event
from sandtable.kernel.records import NONE


@clause("BAT-MAG-10", "BAT-MAG-13", "BAT-MAG-2")
@kernel
def is_near_enough(b, c, spell, j):
    """Battalion ``j`` is in range of a spell of character ``c`` and, where that matters, in sight of its battalion."""
    line = b.spells[spell]
    if is_farther_than(b, cell_of_character(b, c), j, line.range):
        return False
    if line.target == Target.ENEMY_FIGURE and is_more_than(distance_of_spell(b, c, spell, j), line.range, LATTICE):
        return False
    return line.sight == 0 or sees(b, b.characters[c].battalion, j)


@clause("BAT-MAG-13")
@kernel
def distance_of_spell(b, c, spell, j):
    """Steps from character ``c`` to the nearest warrior of battalion ``j``, or to the figure there that is chosen."""
    cell = cell_of_character(b, c)
    chosen = character_on(b, j)
    if b.spells[spell].target == Target.ENEMY_FIGURE and chosen != NONE:
        return distance_between(cell, cell_of_character(b, chosen))
    return distance_to_cells(b, cell, j)


@clause("BAT-ARM-13", "BAT-MAG-5", "BAT-MAG-10", "BAT-MAG-11", "BAT-MAG-13")
@kernel
def fits_target(b, c, spell, j, x, y, order):
    """The spell may be aimed so: at this battalion, at this point, or at the whole field."""
    line = b.spells[spell]
    if line.target == Target.FIELD:
        return b.options.time_of_day == TimeOfDay.YES and b.hour != NONE and b.false_dawn == 0
    if line.target == Target.POINT:
        if not (0.0 <= x <= b.width and 0.0 <= y <= b.height) or b.n_mists >= MAX_MISTS:
            return False
        return not is_more_than(distance_to_point(cell_of_character(b, c), x, y), line.range, LATTICE)
    if j < 0 or j >= b.n_figures or not is_base(b.figures[j]) or b.figures[j].healthy <= 0:
        return False
    is_friend = b.figures[j].side == b.characters[c].side
    if is_friend != (line.target == Target.FRIEND) or not has_use_for(b, spell, j, order):
        return False
    return is_near_enough(b, c, spell, j)  # last: it takes longest


@clause("BAT-ARM-13", "BAT-MAG-11")
@kernel
def has_use_for(b, spell, j, order):
    """A spell of this kind would change something for battalion ``j``, wherever that stands."""
    line = b.spells[spell]
    u = b.figures[j]
    if line.target == Target.ENEMY_FIGURE:
        return character_on(b, j) != NONE
    if spell == Spell.STONE_SKIN:
        return u.protection_plus < line.protection
    if spell == Spell.SWIFT_FEET:
        return u.speed_plus < line.speed
    if spell == Spell.IRON_VOICE:
        if order != Order.MOVE and order != Order.MELEE_ATTACK:
            return False
        return u.given < b.rules.orders and can_ever(b, j, order)
    if spell == Spell.CONFUSION:
        return has_card(u)
    return True


@clause("BAT-INI-3", "BAT-INI-4", "BAT-MAG-4", "BAT-MAG-10")
@kernel
def can_cast(b, side):
    """Somebody of a side can pay for a spell, and there is something that it may be aimed at."""
    for c in range(b.n_characters):
        who = b.characters[c]
        if who.side != side or who.alive == 0 or b.figures[who.battalion].state != State.FIELD:
            continue
        u = b.figures[who.battalion]
        for spell in range(len(b.spells)):
            if can_pay(b, c, spell):
                for j in range(b.n_figures):
                    for order in (Order.MOVE, Order.MELEE_ATTACK):
                        if fits_target(b, c, spell, j, u.x, u.y, order):
                            return True
    return False


@clause("BAT-MAG-1", "BAT-MAG-2", "BAT-MAG-3", "BAT-MAG-4", "BAT-EXE-2", "BAT-EXE-3", "BAT-MAG-10")
@kernel
def judge_cast(b, action, log):
    """A spell instead of an order: who casts stands on the battalion that acts; item: which."""
    i = action.actors[0]
    c = character_on(b, i)
    why = not_yours(b, i)
    if not forbids(why) and b.cancelled != 0:
        why = because(Code.HAS_CANCELLED, Clause.EXE_3)
    if not forbids(why):
        why = why_no_caster(b, i, c, action.item, Clause.MAG_1)
    if forbids(why):
        return verdict(log, i, why)
    return verdict(log, i, why_no_spell(b, c, action.item, action.target, action.x, action.y, action.amount))


@clause("BAT-MAG-1", "BAT-MAG-4", "BAT-MAG-6", "BAT-MAG-10", "BAT-SKL-10")
@kernel
def why_no_caster(b, i, c, spell, cited):
    """What keeps character ``c`` on battalion ``i`` from casting or dispelling this spell."""
    if c == NONE or not knows_magic(b, c):
        return because(Code.NO_MAGE, cited)
    if b.figures[i].state != State.FIELD:
        return because(Code.OFF_FIELD, Clause.MAG_10)
    if spell < 0 or spell >= len(b.spells):
        return because(Code.NO_SUCH_SPELL, Clause.ARM_13)
    if can_pay(b, c, spell):
        return allowed()
    return with_value(
        because_of(Code.MANA_TOO_LOW, Clause.MAG_4, NONE, b.characters[c].mana), float(b.spells[spell].difficulty)
    )


@clause("BAT-ARM-13", "BAT-MAG-10", "BAT-MAG-13", "BAT-ORD-9", "BAT-DEF-28")
@kernel
def why_no_spell(b, c, spell, j, x, y, order):
    """What keeps a spell of character ``c`` from this target: whom it may be aimed at, how far, and what it does."""
    if fits_target(b, c, spell, j, x, y, order):
        return allowed()
    line = b.spells[spell]
    cell = cell_of_character(b, c)
    if line.target == Target.FIELD:
        return because(Code.DAWN_IS_FALSE, Clause.ARM_13)
    if line.target == Target.POINT:
        if not (0.0 <= x <= b.width and 0.0 <= y <= b.height):
            return because_there(Code.BEYOND_EDGE, Clause.ARM_13, NONE, x, y)
        if b.n_mists >= MAX_MISTS:
            return because_of(Code.TOO_MANY_MISTS, Clause.ARM_13, NONE, MAX_MISTS)
        why = because_far(Code.POINT_OUT_OF_REACH, Clause.MAG_13, NONE, distance_to_point(cell, x, y), line.range)
        return drawn_along(why, cell.x, cell.y, x, y)
    if j < 0 or j >= b.n_figures or not is_base(b.figures[j]) or b.figures[j].healthy <= 0:
        return because(Code.NO_TARGET, Clause.MAG_13)
    u = b.figures[j]
    if (u.side == b.characters[c].side) != (line.target == Target.FRIEND):
        wanted = Code.ONLY_ON_FRIENDS if line.target == Target.FRIEND else Code.ONLY_ON_ENEMIES
        return because_of(wanted, Clause.ARM_13, j, 0)
    if line.target == Target.ENEMY_FIGURE and character_on(b, j) == NONE:
        return because_of(Code.NO_CHARACTER, Clause.ARM_13, j, 0)
    far = distance_of_spell(b, c, spell, j)
    if is_more_than(far, line.range, LATTICE):
        code = Code.FIGURE_OUT_OF_REACH if line.target == Target.ENEMY_FIGURE else Code.SPELL_OUT_OF_REACH
        why = because_far(code, Clause.MAG_13, j, far, line.range)
        return drawn_along(why, cell.x, cell.y, u.x, u.y)
    if not is_near_enough(b, c, spell, j):
        _, _, seen = aim(b, b.characters[c].battalion, j)
        sight = sight_of(b, b.characters[c].battalion)
        why = because_far(Code.BEYOND_SIGHT, Clause.OPT_4, j, seen, sight)
        if math.isinf(seen):
            why = because_of(Code.OUT_OF_SIGHT, Clause.MAG_10, j, 0)
        return drawn_along(why, cell.x, cell.y, u.x, u.y)
    if spell == Spell.CONFUSION:
        return because_of(Code.NOTHING_TO_CONFUSE, Clause.ARM_13, j, 0)
    if spell != Spell.IRON_VOICE:
        return because_of(Code.SPELL_HOLDS_ALREADY, Clause.MAG_11, j, 0)
    if order != Order.MOVE and order != Order.MELEE_ATTACK:
        return because(Code.VOICE_ORDERS, Clause.ARM_13)
    if u.given >= b.rules.orders:
        return because_of(Code.TARGET_ORDERS_FULL, Clause.ORD_9, j, b.rules.orders)
    return because_of(Code.TARGET_CANNOT_MELEE, Clause.ORD_11, j, 0)


@clause("BAT-MAG-5", "BAT-MAG-6")
@kernel
def dispellers_of(b, side, spell):
    """How many characters of a side could dispel this spell."""
    count = 0
    for c in range(b.n_characters):
        if b.characters[c].side == side and can_pay(b, c, spell):
            count += 1
    return count


@clause("BAT-MAG-2", "BAT-MAG-5", "BAT-EXE-11")
@kernel
def make_cast(b, action, dice, log):
    """Name caster, spell and target; it works at once unless the other side may dispel it."""
    i = action.actors[0]
    b.caster = character_on(b, i)
    b.spell = action.item
    b.spell_at = action.target
    b.spell_x = action.x
    b.spell_y = action.y
    b.quarry = action.amount
    event(log, Code.CASTS, Clause.MAG_2, i, action.target, action.item)
    other = 1 - b.figures[i].side
    if not can_be_dispelled(b, b.spell) or dispellers_of(b, other, b.spell) == 0:
        finish_spell(b, NONE, dice, log)


@clause("BAT-MAG-5", "BAT-EXE-11")
@kernel
def asks_dispeller(b):
    """The side against which the spell is cast."""
    return 1 - b.characters[b.caster].side


@clause("BAT-MAG-6", "BAT-MAG-10")
@kernel
def judge_dispel(b, action, log):
    """A mage or hero with mana enough tries to dispel: the character on the battalion that acts."""
    i = action.actors[0]
    c = character_on(b, i)
    if b.figures[i].side != asks_dispeller(b):
        return verdict(log, i, because(Code.NOT_YOURS, Clause.MAG_6))
    return verdict(log, i, why_no_caster(b, i, c, b.spell, Clause.MAG_6))


@clause("BAT-MAG-6", "BAT-MAG-7", "BAT-MAG-8")
@kernel
def make_dispel(b, action, dice, log):
    """Both throw."""
    finish_spell(b, character_on(b, action.actors[0]), dice, log)


@clause("BAT-MAG-5")
@kernel
def make_no_dispel(b, dice, log):
    """Nobody dispels it."""
    finish_spell(b, NONE, dice, log)


@clause("BAT-MAG-3", "BAT-MAG-7", "BAT-MAG-8")
@kernel
def finish_spell(b, dispeller, dice, log):
    """Both pay, and the spell takes effect unless it is dispelled."""
    c, spell, j, order = b.caster, b.spell, b.spell_at, b.quarry
    b.caster = NONE
    b.quarry = NONE
    if cast(b, c, spell, dispeller, dice, log):
        if spell == Spell.FIREBOLT or spell == Spell.STORM_OF_SHARDS or spell == Spell.MIND_SPEAR:
            strike_by_spell(b, c, spell, j, dice, log)
        else:
            take_effect(b, spell, j, order, dice, log)
    b.spell = NONE
    b.spell_at = NONE


@clause("BAT-ARM-13", "BAT-MAG-12", "BAT-CBT-19", "BAT-CBT-20", "BAT-WEA-5d")
@kernel
def strike_by_spell(b, c, spell, j, dice, log):
    """A spell that is an attack of fixed power, on a battalion or on a chosen figure."""
    line = b.spells[spell]
    i = b.characters[c].battalion
    x, y, _ = aim(b, i, j)
    target = b.figures[j]
    a = prepare_power(b, i, j, line.power, line.weapon, is_covered(b, i, j, x, y))
    a.strength = line.power
    if line.per_warrior != 0:
        a.flats[Flat.REACHED] = line.per_warrior * warriors_within(b, j, target.x, target.y, line.radius, NONE)
    halves_fire(b, a, line.fire)
    if line.target == Target.ENEMY_FIGURE:
        victim = character_on(b, j)
        aim_at_character(b, victim)
        strike_character(b, victim, deal_damage(b, dice, log), log)
        return
    dealt = deal_damage(b, dice, log)
    suffer(b, j, dealt, log)


@clause("BAT-ARM-13", "BAT-MAG-11")
@kernel
def take_effect(b, spell, j, order, dice, log):
    """The spells that are no attack."""
    line = b.spells[spell]
    if spell == Spell.STONE_SKIN:
        b.figures[j].protection_plus = line.protection
    elif spell == Spell.SWIFT_FEET:
        b.figures[j].speed_plus = line.speed
    elif spell == Spell.IRON_VOICE:
        u = b.figures[j]
        u.cards[u.given] = order
        u.givers[u.given] = NONE
        u.given += 1
    elif spell == Spell.DREAD:
        b.figures[j].tests |= 1 << Cause.DREAD
    elif spell == Spell.CONFUSION:
        discard_one(b, j, dice, log)
    elif spell == Spell.VEIL_OF_MIST:
        mist = b.mists[b.n_mists]
        mist.x = b.spell_x
        mist.y = b.spell_y
        mist.radius = line.radius
        mist.until = b.turn + line.lasts
        b.n_mists += 1
    elif spell == Spell.FALSE_DAWN:
        b.false_dawn = 1


@clause("BAT-ARM-13")
@kernel
def discard_one(b, j, dice, log):
    """One of the unexecuted cards of battalion ``j``, drawn at random, is discarded."""
    u = b.figures[j]
    number = 0
    for card in range(len(u.cards)):
        number += int(u.cards[card] != NONE)
    if number == 0:
        return
    pick = 0
    if number > 1:
        pick = (throw_die(dice, log, Purpose.CARD, u.side, j, 6) - 1) * number // 6
    for card in range(len(u.cards)):
        if u.cards[card] != NONE:
            if pick == 0:
                u.cards[card] = NONE
                event(log, Code.IS_CONFUSED, Clause.ARM_13, j, NONE, 0)
                return
            pick -= 1
