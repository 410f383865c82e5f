"""CLOSE COMBAT: attacks, the order of blows by Initiative, to hit, to wound, bio-plasma, rending, fists (CC, SPEC)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.skirmish40k.clauses import Clause, Code, Purpose
from sandtable.games.skirmish40k.record import Edition
from sandtable.games.skirmish40k.rules.casualties import suffer
from sandtable.games.skirmish40k.rules.measuring import is_near, is_of, is_on_table, touch
from sandtable.games.skirmish40k.rules.saves import is_saved, saves_in_combat
from sandtable.games.skirmish40k.rules.shooting import is_locked, touches_enemy
from sandtable.games.skirmish40k.rules.testing import at_least, d6
from sandtable.games.skirmish40k.rules.wounds import IMPOSSIBLE, capped, throw_to_wound, to_wound
from sandtable.kernel.log import event, outcome
from sandtable.kernel.records import NONE

RENDING_AP = 2
"""What a rending to-wound die of 6 counts as in the 5th edition (CC-7)."""

HIGHEST_STEP = 10
"""Blows are struck from this Initiative down to 1."""

MISSED = 0
WOUNDED = 1  # armour saves allowed
PIERCED = 2  # no armour save


@clause("C40-CC-3", "C40-CC-6", "C40-SPEC-1")
@kernel
def attacks_of(profile, charging, edition):
    """Attacks of a model: its own, one for charging, one for two close combat weapons, one for each pair of talons."""
    attacks = profile.attacks + charging + profile.talons
    pairs = profile.close_weapons >= 2
    if profile.fists > 0 and edition == Edition.FIFTH:
        pairs = profile.fists >= 2
    return attacks + int(pairs)


@clause("C40-CC-2", "C40-CC-6", "C40-CHG-4")
@kernel
def step_of(profile, slowed, edition):
    """The Initiative at which a model's blows fall.

    A power fist strikes at 1; so does, in the 5th edition, who charged through Difficult terrain without grenades.
    """
    if profile.fists > 0 or (slowed != 0 and edition == Edition.FIFTH and profile.grenades == 0):
        return 1
    return profile.initiative


@clause("C40-SPEC-3")
@kernel
def plasma_step(profile):
    """The Initiative at which a model's bio-plasma is spat: twice its own."""
    return min(2 * profile.initiative, HIGHEST_STEP)


@clause("C40-CC-4")
@kernel
def to_hit_in_combat(attacker, defender):
    """What a die must show to hit, by Weapon Skills; IMPOSSIBLE without any."""
    if attacker <= 0:
        return IMPOSSIBLE
    if attacker > defender:
        return 3
    return 5 if defender > 2 * attacker else 4


@clause("C40-CC-5", "C40-CC-6")
@kernel
def strength_of_blow(profile):
    """The Strength of a model's blows: its own, twice that with a power fist, never more than 10."""
    return capped(2 * profile.strength) if profile.fists > 0 else profile.strength


@clause("C40-CC-2", "C40-CC-4", "C40-CC-5", "C40-CC-6", "C40-CC-7")
@kernel
def strike(b, i, j, skill, toughness, dice, log):
    """One blow of figure ``i`` at ``j``, whose side has this Weapon Skill and Toughness: MISSED, WOUNDED or PIERCED."""
    profile = b.profiles[b.figures[i].profile]
    needed = to_hit_in_combat(profile.weapon_skill, skill)
    if needed == IMPOSSIBLE:
        return MISSED
    denies = profile.power != 0 or profile.fists > 0
    die = d6(b, i, Purpose.TO_HIT, dice, log)
    if profile.rending != 0 and b.core.edition == Edition.FOURTH and die == 6:
        event(log, Code.RENDS, Clause.CC_7, i, j, 0)
        return PIERCED
    if die < needed:
        return MISSED
    strength = strength_of_blow(profile)
    if profile.rending != 0 and b.core.edition == Edition.FIFTH:
        return _rend(b, i, j, to_wound(strength, toughness), denies, dice, log)
    if not throw_to_wound(b, i, j, strength, toughness, 0, dice, log):
        return MISSED
    return PIERCED if denies else WOUNDED


@clause("C40-CC-7")
@kernel
def _rend(b, i, j, needed, denies, dice, log):
    """A rending to-wound die in the 5th edition: a 6 wounds whatever the Toughness and counts as AP 2."""
    die = d6(b, i, Purpose.TO_WOUND, dice, log)
    if die == 6:
        event(log, Code.RENDS, Clause.CC_7, i, j, 0)
        return PIERCED
    if die < needed:
        return MISSED
    return PIERCED if denies else WOUNDED


@clause("C40-CC-5")
@kernel
def saves_after(blow):
    """The saves that a blow which wounded leaves."""
    return saves_in_combat(0 if blow == PIERCED else 1)


@clause("C40-CC-2", "C40-CC-5", "C40-CC-9")
@kernel
def strike_at(b, i, attacks, j, dice, log):
    """Figure ``i`` strikes so many blows at the single figure ``j``; unsaved wounds are noted on it, not taken off.

    Who is killed in an earlier step does not strike: the caller asks. Returns the unsaved wounds.
    """
    target = b.profiles[b.figures[j].profile]
    wounds = 0
    for _ in range(attacks):
        blow = strike(b, i, j, target.weapon_skill, target.toughness, dice, log)
        if blow == MISSED:
            continue
        if not is_saved(b, j, saves_after(blow), dice, log):
            suffer(b, j, strength_of_blow(b.profiles[b.figures[i].profile]), log)
            wounds += 1
    event(log, Code.STRIKES, Clause.CC_5, i, j, wounds)
    return wounds


@clause("C40-SPEC-3")
@kernel
def spit(b, i, j, dice, log):
    """Figure ``i`` spits bio-plasma at ``j``: 4+ to hit, its own Strength and one, armour saves allowed.

    Returns 1 for an unsaved wound, else 0.
    """
    event(log, Code.SPITS, Clause.SPEC_3, i, j, 0)
    if not at_least(b, i, b.core.plasma_hits, 0, Purpose.TO_HIT, dice, log):
        return 0
    strength = capped(b.profiles[b.figures[i].profile].strength + 1)
    toughness = b.profiles[b.figures[j].profile].toughness
    if not throw_to_wound(b, i, j, strength, toughness, 0, dice, log):
        return 0
    if is_saved(b, j, saves_in_combat(1), dice, log):
        return 0
    suffer(b, j, strength, log)
    outcome(log, Code.IS_BURNT, Clause.SPEC_3, j, i, 0)
    return 1


@clause("C40-SPEC-3")
@kernel
def reaches_with_plasma(b, i, j):
    """Figure ``i`` can spit at ``j``: in contact or within 2 inches, and bio-plasma is on."""
    return (
        b.core.bioplasma != 0 and b.profiles[b.figures[i].profile].plasma != 0 and is_near(b, i, j, b.core.plasma_reach)
    )


# ---------------------------------------------------------------- units


@clause("C40-CC-1", "C40-CC-11")
@kernel
def is_engaged(b, i):
    """Figure ``i`` touches an enemy, or is within 2 inches of a squad mate who does."""
    if not is_on_table(b.figures[i]):
        return False
    for j in range(b.n_figures):
        other = b.figures[j]
        if not is_on_table(other) or j == i:
            continue
        if other.side != b.figures[i].side and touch(b, i, j):
            return True
        if other.unit == b.figures[i].unit and is_near(b, i, j, b.core.mate) and touches_enemy(b, j):
            return True
    return False


@clause("C40-CC-11")
@kernel
def may_strike(b, i, unit):
    """Figure ``i`` may strike an enemy unit: it touches a model of it, or a mate within 2 inches of it does."""
    for j in range(b.n_figures):
        mate = b.figures[j]
        if not is_on_table(mate) or mate.unit != b.figures[i].unit:
            continue
        if j != i and not is_near(b, i, j, b.core.mate):
            continue
        enemy = b.units[unit]
        for k in range(enemy.first, enemy.first + enemy.count):
            if is_of(b, k, unit) and touch(b, j, k):
                return True
    return False


@clause("C40-CC-10")
@kernel
def mark_combats(b, n_units, combats):
    """Number the combats: units linked by contacts with enemies share a number, others have NONE. Returns how many."""
    for u in range(n_units):
        combats[u] = NONE
    count = 0
    for u in range(n_units):
        if combats[u] != NONE or not is_locked(b, u):
            continue
        combats[u] = count
        changed = True
        while changed:
            changed = False
            for v in range(n_units):
                if combats[v] != NONE:
                    continue
                for w in range(n_units):
                    if combats[w] == count and units_touch(b, v, w):
                        combats[v] = count
                        changed = True
                        break
        count += 1
    return count


@clause("C40-CC-10")
@kernel
def units_touch(b, u, v):
    """Two units are enemies and a model of the one touches a model of the other."""
    one, other = b.units[u], b.units[v]
    if one.side == other.side:
        return False
    for i in range(one.first, one.first + one.count):
        if not is_of(b, i, u):
            continue
        for j in range(other.first, other.first + other.count):
            if is_of(b, j, v) and touch(b, i, j):
                return True
    return False
