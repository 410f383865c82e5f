"""CHOICE OF WEAPONS: what each may be expected to do to a unit, and so what a model fires whose owner names nothing."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.skirmish40k.record import Edition, WeaponKind
from sandtable.games.skirmish40k.rules.blasts import (
    is_burnt,
    lies_under,
    may_lay_template,
    needs_no_die,
    who_forbids_marker,
)
from sandtable.games.skirmish40k.rules.measuring import SLACK, gap_between, is_of, is_on_table
from sandtable.games.skirmish40k.rules.morale import first_model
from sandtable.games.skirmish40k.rules.saves import NO_SAVE, best_save, saves_from_fire
from sandtable.games.skirmish40k.rules.shooting import forbids_charge, gap_in_sight, shots_of, strength_of, to_hit
from sandtable.games.skirmish40k.rules.sight import is_in_sight
from sandtable.games.skirmish40k.rules.wounds import models_of, to_wound
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.geometry import Point, facing_of_degrees
from sandtable.kernel.limits import is_within
from sandtable.kernel.records import NONE

DIRECTIONS = 24
"""Ways in which a template is tried: one every fifteen degrees."""

ON_THE_SPOT = (1.0 / 3.0, 2.0 / 3.0)
"""Chances that the scatter die shows a hit symbol, and an arrow."""


@kernel
def chance_of(needed):
    """The chance that a die shows so much or more: never more than 5 of 6."""
    return min(max(7.0 - needed, 0.0), 5.0) / 6.0


@kernel
def two_dice_at_most(most):
    """The chance that two dice show no more than so much in all."""
    ways = 0
    for first in range(1, 7):
        ways += min(max(most - first, 0), 6)
    return ways / 36.0


@clause("C40-SHOOT-16")
@kernel
def weapon_for(b, i, target, light):
    """The weapon that suits figure ``i`` best against a unit; NONE: it cannot fire at it.

    ``light``: only such as leave its unit free to charge.
    """
    figure = b.figures[i]
    profile = b.profiles[figure.profile]
    if profile.weapons[0] == NONE:
        return NONE
    longest = 0.0
    for slot in range(len(profile.weapons)):
        if profile.weapons[slot] != NONE:
            longest = max(longest, b.weapons[profile.weapons[slot]].reach)
    gap = gap_in_sight(b, i, target, longest)
    best = NONE
    most = 0.0
    for slot in range(len(profile.weapons)):
        w = profile.weapons[slot]
        if w == NONE or (light and forbids_charge(b.weapons[w], profile, b.core.edition)):
            continue
        if profile.weapons[1] == NONE and b.weapons[w].kind != WeaponKind.TEMPLATE and b.weapons[w].blast == 0.0:
            return w if shots_of(b.weapons[w], profile, gap, b.units[figure.unit].moved) > 0 else NONE
        value = wounds_expected(b, i, w, target, gap)
        if value > most:
            most = value
            best = w
    return best


LEAST = 0.001
"""What a weapon is worth that can fire and does nothing: more than one that cannot."""


@clause("C40-SHOOT-16")
@kernel
def wounds_expected(b, i, w, target, gap):
    """Wounds that a weapon of figure ``i`` may be expected to do to a unit, as a gunner would guess; 0: it cannot fire.

    ``gap``: that to the nearest model of the unit in sight. The unit's first model stands for all.
    """
    figure, weapon = b.figures[i], b.weapons[w]
    profile = b.profiles[figure.profile]
    hits = 0.0
    if weapon.kind == WeaponKind.TEMPLATE:
        hits = float(best_template(b, i, target)[1])
    elif shots_of(weapon, profile, gap, b.units[figure.unit].moved) > 0:
        hits = _hits_expected(b, i, w, target, gap)
    else:
        return 0.0
    if hits == 0.0:
        return 0.0
    mark = b.profiles[b.figures[first_model(b, target)].profile]
    wounds = hits * chance_of(to_wound(strength_of(weapon, profile), mark.toughness))
    wounds *= 1.0 - chance_of(best_save(mark, saves_from_fire(weapon.ap, NO_SAVE)))
    return max(min(wounds, 1.0 * models_of(b, target) * mark.wounds), LEAST)


@kernel
def _hits_expected(b, i, w, target, gap):
    """Hits of a weapon that is no template and can fire: of shots, or of a marker that may go astray."""
    figure, weapon = b.figures[i], b.weapons[w]
    profile = b.profiles[figure.profile]
    skill = profile.ballistic_skill
    if weapon.blast == 0.0:
        return shots_of(weapon, profile, gap, b.units[figure.unit].moved) * chance_of(to_hit(skill))
    aim, covered = best_blast(b, i, w, target)
    if aim == NONE:
        return 0.0
    if b.core.edition == Edition.FOURTH:
        return max(covered * chance_of(to_hit(skill)), LEAST)
    near = ON_THE_SPOT[0] + ON_THE_SPOT[1] * two_dice_at_most(skill + 1)
    return max(covered * near, LEAST)


# ---------------------------------------------------------------- blasts


@clause("C40-SHOOT-16", "C40-SHOOT-17", "C40-BLAST-3", "C40-BLAST-4")
@kernel
def may_aim_at(b, i, w, j):
    """Figure ``i`` may aim a weapon at ``j``: it is in sight and in range, and a marker over it covers no friend."""
    figure, other = b.figures[i], b.figures[j]
    if not is_on_table(other) or not is_within(gap_between(b, i, j), b.weapons[w].reach, SLACK):
        return False
    if not is_in_sight(b, figure.x, figure.y, other.x, other.y):
        return False
    blast = b.weapons[w].blast
    return blast == 0.0 or who_forbids_marker(b, i, other.x, other.y, blast) == NONE


@clause("C40-BLAST-2", "C40-BLAST-8")
@kernel
def covered_by(b, i, w, j):
    """Enemies whom a marker of figure ``i`` would hit that came down over figure ``j``; it covers no friends there.

    In the 4th edition who is only partly under it counts a half, as a die of 4 decides.
    """
    x, y, radius = b.figures[j].x, b.figures[j].y, b.weapons[w].blast
    covered = 0.0
    for k in range(b.n_figures):
        if is_on_table(b.figures[k]) and lies_under(b, x, y, radius, k):
            covered += 1.0 if needs_no_die(b, x, y, radius, k) else 0.5
    return covered


@clause("C40-BLAST-3", "C40-BLAST-4", "C40-SHOOT-16")
@kernel
def best_blast(b, i, w, target):
    """The model of a unit over whom a marker of figure ``i`` would hit most, and how many; or NONE."""
    one = b.units[target]
    best = NONE
    most = 0.0
    for j in range(one.first, one.first + one.count):
        if not is_of(b, j, target) or not may_aim_at(b, i, w, j):
            continue
        covered = covered_by(b, i, w, j)
        if best == NONE or covered > most:
            best = j
            most = covered
    return best, most


# ---------------------------------------------------------------- templates


@clause("C40-SHOOT-12", "C40-SHOOT-17")
@kernel
def best_template(b, i, target):
    """The direction (degrees) of figure ``i``'s template that covers most of a unit, and how many; without friends."""
    best = 0
    most = 0
    near = False
    one = b.units[target]
    for j in range(one.first, one.first + one.count):
        if is_of(b, j, target):
            apart = distance_of_points(b.figures[i].x, b.figures[i].y, b.figures[j].x, b.figures[j].y)
            near = near or apart < b.core.template_length + b.figures[i].width + b.figures[j].width
    if not near:
        return best, most
    for k in range(DIRECTIONS):
        degrees = 360 // DIRECTIONS * k
        way = facing_of_degrees(float(degrees))
        count = count_burnt(b, i, way.x, way.y, target)
        if count > most and may_lay_template(b, i, way.x, way.y):
            best = degrees
            most = count
    return best, most


@kernel
def way_to(b, i, j):
    """The way, a unit vector, from the centre of figure ``i`` straight to that of ``j``."""
    dx, dy = b.figures[j].x - b.figures[i].x, b.figures[j].y - b.figures[i].y
    apart = distance_of_points(0.0, 0.0, dx, dy)
    return Point(dx / apart, dy / apart)


@kernel
def count_burnt(b, i, fx, fy, target):
    """Models of a unit under figure ``i``'s template towards (fx, fy)."""
    one = b.units[target]
    count = 0
    for j in range(one.first, one.first + one.count):
        count += int(is_of(b, j, target) and is_burnt(b, i, fx, fy, j))
    return count
