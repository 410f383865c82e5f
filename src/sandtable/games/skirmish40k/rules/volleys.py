"""VOLLEYS: a unit shoots at a unit: who fires what, all shots together, wounds, saves, casualties (SHOOT, REM)."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.skirmish40k.clauses import Clause, Code
from sandtable.games.skirmish40k.record import Edition, WeaponKind
from sandtable.games.skirmish40k.rules.blasts import (
    is_burnt,
    is_hit_by_blast,
    is_partly_under,
    may_lay_template,
    place_shot,
)
from sandtable.games.skirmish40k.rules.casualties import gather, share_out, suffer, take_off_wounds
from sandtable.games.skirmish40k.rules.measuring import is_of, is_on_table
from sandtable.games.skirmish40k.rules.saves import NO_SAVE, is_saved, saves_from_fire
from sandtable.games.skirmish40k.rules.shooting import (
    forbids_charge,
    gap_in_sight,
    shots_at_unit,
    shots_of,
    strength_of,
    throw_to_hit,
    to_hit,
)
from sandtable.games.skirmish40k.rules.sight import cover_between, is_in_sight
from sandtable.games.skirmish40k.rules.wounds import throw_to_wound, toughness_of_unit
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.geometry import facing_of_degrees
from sandtable.kernel.log import event, no_room
from sandtable.kernel.records import NONE, record
from sandtable.kernel.scratch import keep_until_here

MAX_HITS = 320
"""Hits, or wounds, of one volley; more than two squads of twenty can make. More of them are an error that is said."""

MAX_SQUAD = 64
DIRECTIONS = 24
"""Ways in which a template is tried: one every fifteen degrees."""

HIT = record(("unit", "i4"), ("firer", "i4"), ("weapon", "i4"))


@clause("C40-SHOOT-11", "C40-SHOOT-16", "C40-CHG-2")
@kernel
def weapon_for(b, i, target, light):
    """The weapon that figure ``i`` fires at a unit: the one that hits most often, then hardest; NONE: it cannot.

    ``light``: only such as leave its unit free to charge.
    """
    profile = b.profiles[b.figures[i].profile]
    moved = b.units[b.figures[i].unit].moved
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
        if b.weapons[w].kind == WeaponKind.TEMPLATE:
            way = best_template(b, i, target)
            value = 1.5 * way[1]
        else:
            value = shots_of(b.weapons[w], profile, gap, moved) * max(7.0 - to_hit(profile.ballistic_skill), 0.0) / 6.0
        value *= 1.0 + 0.1 * strength_of(b.weapons[w], profile)
        if value > most:
            most = value
            best = 0 + w
    return best


@clause("C40-SHOOT-12", "C40-SHOOT-17")
@kernel
def best_template(b, i, target):
    """The direction (degrees) of figure ``i``'s template that covers most of a unit, and how many; without friends."""
    best = 0.0
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
        degrees = 360.0 / DIRECTIONS * k
        way = facing_of_degrees(degrees)
        count = 0
        for j in range(one.first, one.first + one.count):
            if is_of(b, j, target) and is_burnt(b, i, way.x, way.y, j):
                count += 1
        if count > most and may_lay_template(b, i, way.x, way.y):
            best = degrees
            most = count
    return best, most


@clause("C40-SHOOT-12")
@kernel
def _burn(b, i, w, target, hits, n, log):
    """Figure ``i`` lays its template: a hit on the unit of everybody under it."""
    degrees, count = best_template(b, i, target)
    way = facing_of_degrees(degrees)
    event(log, Code.HITS.value, Clause.SHOOT_12.value, i, b.units[target].first, count)
    for j in range(b.n_figures):
        if is_burnt(b, i, way.x, way.y, j):
            n = _note(hits, n, b.figures[j].unit, i, w, log)
    return n


@kernel
def _note(hits, n, unit, firer, weapon, log):
    """Note a hit; returns how many there are then."""
    if n >= len(hits):
        no_room(log)
        return n
    hits[n].unit = unit
    hits[n].firer = firer
    hits[n].weapon = weapon
    return n + 1


@clause("C40-BLAST-2", "C40-BLAST-3", "C40-BLAST-4")
@kernel
def _blast(b, i, w, target, hits, n, dice, log):
    """Figure ``i`` puts a marker where it covers most of the target, and whoever lies under it is hit, friends too."""
    one = b.units[target]
    weapon = b.weapons[w]
    best = NONE
    most = 0
    for j in range(one.first, one.first + one.count):
        at = b.figures[j]
        if not is_of(b, j, target) or not is_in_sight(b, b.figures[i].x, b.figures[i].y, at.x, at.y):
            continue
        count = 0
        for k in range(one.first, one.first + one.count):
            if is_of(b, k, target):
                apart = distance_of_points(at.x, at.y, b.figures[k].x, b.figures[k].y)
                count += int(is_partly_under(apart, 0.5 * b.figures[k].width, weapon.blast))
        if count > most:
            most = count
            best = j
    if best == NONE:
        return n
    skill = b.profiles[b.figures[i].profile].ballistic_skill
    marker = place_shot(b, i, b.figures[best].x, b.figures[best].y, weapon, skill, dice, log)
    if marker.found == 0:
        return n
    for j in range(b.n_figures):
        if is_on_table(b.figures[j]) and is_hit_by_blast(b, marker.x, marker.y, weapon.blast, j, dice, log):
            n = _note(hits, n, b.figures[j].unit, i, w, log)
    return n


@clause("C40-SHOOT-1", "C40-SHOOT-11", "C40-SHOOT-16", "C40-SHOOT-3")
@kernel
def volley(b, unit, target, light, fires, dice, log):
    """A unit's models for which ``fires[k]`` is 1 shoot at a unit: to hit weapon by weapon, then all the rest at once.

    Notes on the unit what it shot at, and what forbids a charge. Returns the wounds that were not saved.
    """
    one = b.units[unit]
    made = np.empty(MAX_HITS, HIT)
    n = 0
    one.shot_at = target
    for k in range(one.count):
        i = one.first + k
        if fires[k] == 0 or not is_of(b, i, unit):
            continue
        w = weapon_for(b, i, target, light)
        if w == NONE:
            continue
        profile = b.profiles[b.figures[i].profile]
        if forbids_charge(b.weapons[w], profile, b.core.edition):
            one.shot_kind = b.weapons[w].kind
        if b.weapons[w].kind == WeaponKind.TEMPLATE:
            n = _burn(b, i, w, target, made, n, log)
        elif b.weapons[w].blast > 0.0:
            n = _blast(b, i, w, target, made, n, dice, log)
        else:
            hits = 0
            for _ in range(shots_at_unit(b, i, w, target)):
                if throw_to_hit(b, i, b.weapons[w], profile.ballistic_skill, dice, log):
                    n = _note(made, n, target, i, w, log)
                    hits += 1
            code = Code.HITS.value if hits > 0 else Code.MISSES.value
            event(log, code, Clause.SHOOT_3.value, i, b.units[target].first, hits)
    unsaved = 0
    for u in range(b.n_units):
        unsaved += _resolve(b, u, made, n, dice, log)
    for i in range(one.first, one.first + one.count):
        take_off_wounds(b, i, log)  # weapons that got hot
    keep_until_here(made)
    return unsaved


@clause("C40-SHOOT-1", "C40-WOUND-2", "C40-REM-1", "C40-REM-2", "C40-REM-3")
@kernel
def _resolve(b, u, hits, n, dice, log):
    """To wound, shares, saves and casualties of one unit; returns the unsaved wounds."""
    one = b.units[u]
    toughness = 0
    wounds = np.empty(MAX_HITS, np.int64)
    count = 0
    for k in range(n):
        if hits[k].unit != u:
            continue
        if toughness == 0:
            toughness = toughness_of_unit(b, u)
        weapon = b.weapons[hits[k].weapon]
        strength = strength_of(weapon, b.profiles[b.figures[hits[k].firer].profile])
        if throw_to_wound(b, hits[k].firer, _first(b, u), strength, toughness, weapon.living, dice, log):
            wounds[count] = k
            count += 1
    if count == 0:
        return 0
    shares = np.zeros(MAX_SQUAD, np.int64)
    may_fall = np.ones(MAX_SQUAD, np.int64)
    if b.core.edition == Edition.FOURTH:
        _mark_reached(b, u, hits, n, may_fall)
    share_out(b, u, count, may_fall, shares)
    unsaved = 0
    k = 0
    for w in range(count):
        while shares[k] == 0:
            k = (k + 1) % one.count
        shares[k] -= 1
        hit = hits[wounds[w]]
        weapon = b.weapons[hit.weapon]
        firer = b.figures[hit.firer]
        j = one.first + k
        cover = cover_between(b, firer.x, firer.y, b.figures[j].x, b.figures[j].y)
        if weapon.kind == WeaponKind.TEMPLATE:
            cover = NO_SAVE
        if not is_saved(b, j, saves_from_fire(weapon.ap, cover), dice, log):
            suffer(b, j, strength_of(weapon, b.profiles[firer.profile]), log)
            unsaved += 1
        k = (k + 1) % one.count
        if _all_spent(shares, one.count):
            break
    gather(b, u, may_fall)
    for j in range(one.first, one.first + one.count):
        if is_of(b, j, u):
            take_off_wounds(b, j, log)
    return unsaved


@kernel
def _all_spent(shares, n):
    """Every share has been given."""
    for k in range(n):
        if shares[k] > 0:
            return False
    return True


@kernel
def _first(b, u):
    """The first model of a unit on the table."""
    one = b.units[u]
    for i in range(one.first, one.first + one.count):
        if is_of(b, i, u):
            return i
    return 0 + one.first


@clause("C40-REM-2")
@kernel
def _mark_reached(b, u, hits, n, may_fall):
    """In the 4th edition casualties are in sight and range of one who hit."""
    one = b.units[u]
    for k in range(one.count):
        may_fall[k] = 0
        j = one.first + k
        if not is_of(b, j, u):
            continue
        for m in range(n):
            if hits[m].unit == u:
                firer = b.figures[hits[m].firer]
                at = b.figures[j]
                apart = distance_of_points(firer.x, firer.y, at.x, at.y) - 0.5 * (firer.width + at.width)
                weapon = b.weapons[hits[m].weapon]
                reach = weapon.reach if weapon.kind != WeaponKind.TEMPLATE else b.core.template_length
                if apart <= reach and is_in_sight(b, firer.x, firer.y, at.x, at.y):
                    may_fall[k] = 1
                    break
