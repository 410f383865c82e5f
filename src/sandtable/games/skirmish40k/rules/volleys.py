"""VOLLEYS: a unit shoots at a unit: who fires what, all shots together, wounds, saves, casualties (SHOOT, REM)."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.skirmish40k.clauses import Clause, Code
from sandtable.games.skirmish40k.record import Edition, WeaponKind
from sandtable.games.skirmish40k.rules.blasts import is_burnt, is_hit_by_blast, place_shot
from sandtable.games.skirmish40k.rules.casualties import gather, share_out, suffer, take_off_wounds
from sandtable.games.skirmish40k.rules.measuring import SLACK, gap_between, is_of, is_on_table
from sandtable.games.skirmish40k.rules.morale import first_model
from sandtable.games.skirmish40k.rules.saves import NO_SAVE, is_saved, saves_from_fire
from sandtable.games.skirmish40k.rules.shooting import forbids_charge, shots_at_unit, strength_of, throw_to_hit
from sandtable.games.skirmish40k.rules.sight import cover_between, is_in_sight
from sandtable.games.skirmish40k.rules.weapon_choice import best_blast, best_template, count_burnt, way_to
from sandtable.games.skirmish40k.rules.wounds import throw_to_wound, toughness_of_unit
from sandtable.kernel.geometry import Point, facing_of_degrees
from sandtable.kernel.limits import is_within
from sandtable.kernel.log import event, no_room
from sandtable.kernel.records import NONE, record
from sandtable.kernel.scratch import keep_until_here

MAX_HITS = 320
"""Hits, or wounds, of one volley; more than two squads of twenty can make. More of them are an error that is said."""

MAX_SQUAD = 64

HIT = record(("unit", "i4"), ("firer", "i4"), ("weapon", "i4"))


@clause("C40-SHOOT-12", "C40-SHOOT-17")
@kernel
def way_of_template(b, i, shot, target):
    """The way in which figure ``i`` lays its template: as named, else straight at its aim, else where it burns most."""
    if shot.towards != 0:
        return facing_of_degrees(float(shot.towards))
    if shot.aim == NONE:
        return facing_of_degrees(float(best_template(b, i, target)[0]))
    return way_to(b, i, shot.aim)


@clause("C40-SHOOT-12")
@kernel
def _burn(b, i, shot, target, hits, n, log):
    """Figure ``i`` lays its template: a hit on the unit of everybody under it."""
    way = way_of_template(b, i, shot, target)
    count = count_burnt(b, i, way.x, way.y, target)
    event(log, Code.HITS, Clause.SHOOT_12, i, b.units[target].first, count)
    for j in range(b.n_figures):
        if is_burnt(b, i, way.x, way.y, j):
            n = _note(hits, n, b.figures[j].unit, i, shot.weapon, log)
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
def _blast(b, i, shot, target, hits, n, dice, log):
    """Figure ``i`` puts a marker over its aim, else where most are hit; whoever lies under it is hit, friends too."""
    weapon = b.weapons[shot.weapon]
    aim = best_blast(b, i, shot.weapon, target)[0] if shot.aim == NONE else shot.aim
    if aim == NONE:
        return n
    skill = b.profiles[b.figures[i].profile].ballistic_skill
    marker = place_shot(b, i, Point(b.figures[aim].x, b.figures[aim].y), weapon, skill, dice, log)
    if marker.found == 0:
        event(log, Code.MISSES, Clause.BLAST_3, i, aim, 0)
        return n
    count = 0
    for j in range(b.n_figures):
        if is_on_table(b.figures[j]) and is_hit_by_blast(b, marker.x, marker.y, weapon.blast, j, dice, log):
            n = _note(hits, n, b.figures[j].unit, i, shot.weapon, log)
            count += 1
    event(log, Code.COVERS, Clause.BLAST_2, i, aim, count)
    return n


@clause("C40-SHOOT-1", "C40-SHOOT-11", "C40-SHOOT-16", "C40-SHOOT-3", "C40-CHG-2")
@kernel
def volley(b, unit, target, shots, dice, log):
    """A unit shoots at a unit: ``shots[k]`` says what its k-th model fires. To hit one by one, then the rest at once.

    Notes on the unit what it shot at, and what forbids a charge. Returns the wounds that were not saved.
    """
    one = b.units[unit]
    made = np.empty(MAX_HITS, HIT)
    n = 0
    one.shot_at = target
    for k in range(one.count):
        i = one.first + k
        w = shots[k].weapon
        if w == NONE or not is_of(b, i, unit):
            continue
        profile = b.profiles[b.figures[i].profile]
        if forbids_charge(b.weapons[w], profile, b.core.edition):
            one.shot_kind = b.weapons[w].kind
        if b.weapons[w].kind == WeaponKind.TEMPLATE:
            n = _burn(b, i, shots[k], target, made, n, log)
        elif b.weapons[w].blast > 0.0:
            n = _blast(b, i, shots[k], target, made, n, dice, log)
        else:
            hits = 0
            for _ in range(shots_at_unit(b, i, w, target)):
                if throw_to_hit(b, i, b.weapons[w], profile.ballistic_skill, dice, log):
                    n = _note(made, n, target, i, w, log)
                    hits += 1
            code = Code.HITS if hits > 0 else Code.MISSES
            event(log, code, Clause.SHOOT_3, i, b.units[target].first, hits)
    reached = np.ones(len(b.figures), np.int64)
    if b.core.edition == Edition.FOURTH:
        _mark_reached(b, unit, shots, reached)
    unsaved = 0
    for u in range(b.n_units):
        unsaved += _resolve(b, u, made, n, reached, dice, log)
    for i in range(one.first, one.first + one.count):
        take_off_wounds(b, i, log)  # weapons that got hot
    keep_until_here(made)
    return unsaved


@clause("C40-SHOOT-1", "C40-WOUND-2", "C40-REM-1", "C40-REM-2", "C40-REM-3")
@kernel
def _resolve(b, u, hits, n, reached, dice, log):
    """To wound, shares, saves and casualties of one unit, among those ``reached``; returns the unsaved wounds."""
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
        if throw_to_wound(b, hits[k].firer, first_model(b, u), strength, toughness, weapon.living, dice, log):
            wounds[count] = k
            count += 1
    if count == 0:
        return 0
    shares = np.zeros(MAX_SQUAD, np.int64)
    may_fall = reached[one.first : one.first + one.count]
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
        cover = cover_between(b, firer.x, firer.y, b.figures[j].x, b.figures[j].y, 0.0)
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


@clause("C40-REM-2")
@kernel
def _mark_reached(b, unit, shots, reached):
    """In the 4th edition casualties are in sight and range of a model that fires."""
    one = b.units[unit]
    for j in range(b.n_figures):
        reached[j] = 0
        for k in range(one.count):
            i, w = one.first + k, shots[k].weapon
            if w == NONE or not is_of(b, i, unit) or not is_on_table(b.figures[j]):
                continue
            firer, at = b.figures[i], b.figures[j]
            reach = b.weapons[w].reach if b.weapons[w].kind != WeaponKind.TEMPLATE else b.core.template_length
            if is_within(gap_between(b, i, j), reach, SLACK) and is_in_sight(b, firer.x, firer.y, at.x, at.y):
                reached[j] = 1
                break
