"""SHOOTING: range, number of shots, to-hit dice, and what a unit may fire at (SHOOT)."""

from __future__ import annotations

import math
from typing import NamedTuple

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.skirmish40k.clauses import Clause, Code, Purpose
from sandtable.games.skirmish40k.record import Edition, WeaponKind
from sandtable.games.skirmish40k.rules.casualties import hit, suffer
from sandtable.games.skirmish40k.rules.measuring import SLACK, gap_between, is_of, is_on_table, touch
from sandtable.games.skirmish40k.rules.saves import NO_SAVE, is_saved, saves_from_fire
from sandtable.games.skirmish40k.rules.sight import what_blocks_sight
from sandtable.games.skirmish40k.rules.testing import d6
from sandtable.games.skirmish40k.rules.wounds import IMPOSSIBLE, capped
from sandtable.kernel.limits import is_within
from sandtable.kernel.log import event
from sandtable.kernel.records import NONE

OUT_OF_SIGHT = 1e9
"""A gap that is in reach of nothing."""


@clause("C40-SHOOT-3", "C40-SHOOT-4", "C40-PROF-1")
@kernel
def to_hit(ballistic_skill):
    """What a die must show to hit: 7 less Ballistic Skill, 2 at least; IMPOSSIBLE without any skill."""
    if ballistic_skill <= 0:
        return IMPOSSIBLE
    return max(7 - ballistic_skill, 2)


@clause("C40-SHOOT-6", "C40-SHOOT-7", "C40-SHOOT-8", "C40-SHOOT-9", "C40-SHOOT-10")
@kernel
def shots_of(weapon, profile, gap, moved):
    """Shots with a weapon at a target so far away, ``moved`` or not; 0 out of range. A template has none."""
    if weapon.kind == WeaponKind.CLOSE or weapon.kind == WeaponKind.TEMPLATE:
        return 0
    if not is_within(gap, weapon.reach, SLACK):
        return 0
    has_stood = moved == 0 or profile.steady != 0
    if weapon.kind == WeaponKind.RAPID_FIRE:
        if is_within(gap, weapon.half, SLACK):
            return 2
        return 1 if has_stood else 0
    if weapon.kind == WeaponKind.HEAVY and not has_stood:
        return 0
    return weapon.shots * profile.attacks if weapon.by_attacks != 0 else weapon.shots


@clause("C40-WPN-6", "C40-WPN-7")
@kernel
def strength_of(weapon, profile):
    """The Strength of a shot: the weapon's, or the bearer's and so much more."""
    return capped(profile.strength + weapon.strength) if weapon.of_bearer != 0 else weapon.strength


@clause("C40-SHOOT-6", "C40-SHOOT-7", "C40-SHOOT-8", "C40-SHOOT-10", "C40-CHG-2")
@kernel
def forbids_charge(weapon, profile, edition):
    """A unit that fired this weapon may not charge: rapid fire and heavy ones, except from a steady mount."""
    if profile.steady != 0 and (weapon.kind == WeaponKind.RAPID_FIRE or edition == Edition.FIFTH):
        return False
    return weapon.kind == WeaponKind.RAPID_FIRE or weapon.kind == WeaponKind.HEAVY


@clause("C40-SHOOT-3", "C40-SHOOT-4", "C40-SHOOT-5", "C40-SHOOT-15")
@kernel
def throw_to_hit(b, i, weapon, skill, dice, log):
    """One to-hit die of figure ``i`` hits; a missed one of a twin-linked weapon is thrown again.

    A 1 that stands with a weapon that gets hot wounds the firer, if it is not saved.
    """
    needed = to_hit(skill)
    if needed == IMPOSSIBLE:
        return False
    die = d6(b, i, Purpose.TO_HIT, dice, log)
    if die < needed and weapon.twin != 0:
        event(log, Code.THROWS_AGAIN, Clause.SHOOT_5, i, NONE, die)
        die = d6(b, i, Purpose.TO_HIT, dice, log)
    if die == 1 and weapon.hot != 0:
        overheat(b, i, dice, log)
    return die >= needed


@clause("C40-SHOOT-15")
@kernel
def overheat(b, i, dice, log):
    """A weapon that gets hot wounds its firer, whose armour may save it."""
    event(log, Code.GETS_HOT, Clause.SHOOT_15, i, NONE, 0)
    if not is_saved(b, i, saves_from_fire(0, NO_SAVE), dice, log):
        suffer(b, i, 1, log)


class Volley(NamedTuple):
    """So many shots at one figure, with this Ballistic Skill, and the cover save that it has against them."""

    shots: int
    skill: int
    cover: int


@clause("C40-SHOOT-1", "C40-SHOOT-11", "C40-SHOOT-3")
@kernel
def fire(b, i, weapon, volley, j, dice, log):
    """Figure ``i`` fires a volley of one weapon at the single figure ``j``: to hit, to wound, save.

    Wounds are noted on both and not yet taken off (see ``take_off_wounds``). Returns the hits.
    """
    allowed = saves_from_fire(weapon.ap, volley.cover)
    strength = strength_of(weapon, b.profiles[b.figures[i].profile])
    hits = 0
    for _ in range(volley.shots):
        hits += int(throw_to_hit(b, i, weapon, volley.skill, dice, log))
    event(log, Code.HITS if hits > 0 else Code.MISSES, Clause.SHOOT_3, i, j, hits)
    for _ in range(hits):
        hit(b, i, j, strength, allowed, weapon.living, dice, log)
    return hits


# ---------------------------------------------------------------- units


class Box(NamedTuple):
    """Where the centres of a unit's models are, and the width of its widest base."""

    west: float
    east: float
    south: float
    north: float
    widest: float


@kernel
def box_of_unit(b, unit):
    """The box about a unit's models on the table; of a unit without any it is near nobody."""
    one = b.units[unit]
    west, east, south, north, widest = math.inf, -math.inf, math.inf, -math.inf, 0.0
    for i in range(one.first, one.first + one.count):
        if is_of(b, i, unit):
            figure = b.figures[i]
            west, east = min(west, figure.x), max(east, figure.x)
            south, north = min(south, figure.y), max(north, figure.y)
            widest = max(widest, figure.width)
    return Box(west, east, south, north, widest)


@kernel
def boxes_are_apart(one, other, gap):
    """No model of the one unit is within ``gap`` inches of one of the other: by the boxes about them alone."""
    far = gap + one.widest + other.widest
    if other.west - one.east > far or one.west - other.east > far:
        return True
    return other.south - one.north > far or one.south - other.north > far


@clause("C40-SHOOT-13", "C40-CC-10", "C40-MOV-5")
@kernel
def is_locked(b, unit):
    """A model of the unit is in contact with an enemy: it neither moves, shoots nor is shot at."""
    one = b.units[unit]
    box = box_of_unit(b, unit)
    for j in range(b.n_figures):
        other = b.figures[j]
        if other.side == one.side:
            continue
        far = box.widest + other.width
        if other.x < box.west - far or other.x > box.east + far:
            continue  # nowhere near any of them
        if other.y < box.south - far or other.y > box.north + far or not is_on_table(other):
            continue
        for i in range(one.first, one.first + one.count):
            if is_of(b, i, unit) and touch(b, i, j):
                return True
    return False


@kernel
def touches_enemy(b, i):
    """Figure ``i`` touches an enemy on the table."""
    figure = b.figures[i]
    for j in range(b.n_figures):
        other = b.figures[j]
        if other.side == figure.side or abs(other.x - figure.x) + abs(other.y - figure.y) > figure.width + other.width:
            continue  # a friend, or nowhere near
        if is_on_table(other) and touch(b, i, j):
            return True
    return False


@clause("C40-SHOOT-16")
@kernel
def gap_in_sight(b, i, target, reach):
    """The smallest gap, up to ``reach``, of figure ``i`` and a model of a unit in its sight; OUT_OF_SIGHT: none."""
    figure = b.figures[i]
    best = OUT_OF_SIGHT
    if not is_on_table(figure):
        return best
    enemy = b.units[target]
    wall = NONE  # what hides one of a unit mostly hides its mate, too
    for j in range(enemy.first, enemy.first + enemy.count):
        other = b.figures[j]
        if not is_of(b, j, target):
            continue
        gap = gap_between(b, i, j)
        if gap < best and is_within(gap, reach, SLACK):
            blocker = what_blocks_sight(b, figure.x, figure.y, other.x, other.y, wall)
            if blocker == NONE:
                best = gap
            else:
                wall = blocker
    return best


@clause("C40-SHOOT-10", "C40-SHOOT-16")
@kernel
def shots_at_unit(b, i, weapon, target):
    """Shots of figure ``i`` with a weapon at a unit: it needs sight to, and range of, one model. The unit counts.

    No weapon has fewer shots at one nearer, so the nearest in sight decides.
    """
    gap = gap_in_sight(b, i, target, b.weapons[weapon].reach)
    figure = b.figures[i]
    return shots_of(b.weapons[weapon], b.profiles[figure.profile], gap, b.units[figure.unit].moved)
