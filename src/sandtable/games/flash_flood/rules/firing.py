"""SHOOTING PHASE: units shoot or run, stragglers may run back, then who is among enemies dies, and Morale (MIS-13)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.verdicts import refused
from sandtable.games.flash_flood.clauses import Clause, Code
from sandtable.games.flash_flood.record import MAX_MODELS, Fire
from sandtable.games.flash_flood.rules.charges import pass_on_all
from sandtable.games.flash_flood.rules.coherency import acts_normally, note_standing
from sandtable.games.flash_flood.rules.movement_phase import (
    WHATEVER_THE_GROUND,
    judge_acting,
    judge_movers,
    judge_moves,
    judge_steady,
    judge_unit,
    turn_to,
)
from sandtable.games.flash_flood.rules.sewer import FAR
from sandtable.games.skirmish40k.record import SHOT, WeaponKind
from sandtable.games.skirmish40k.rules.blasts import is_burnt, who_forbids_marker, who_forbids_template
from sandtable.games.skirmish40k.rules.measuring import SLACK, gap_between, is_of, is_on_table
from sandtable.games.skirmish40k.rules.movement import may_run, throw_run, who_is_slow
from sandtable.games.skirmish40k.rules.reasons import reason_between
from sandtable.games.skirmish40k.rules.shooting import forbids_charge, is_locked
from sandtable.games.skirmish40k.rules.sight import is_in_sight
from sandtable.games.skirmish40k.rules.volleys import volley
from sandtable.games.skirmish40k.rules.weapon_choice import way_to, weapon_for
from sandtable.kernel.geometry import facing_of_degrees
from sandtable.kernel.limits import is_more_than
from sandtable.kernel.log import event, locate, reason
from sandtable.kernel.records import NONE
from sandtable.kernel.scratch import keep_until_here
from sandtable.kernel.verbs import Verdict

CIRCLE = 360
"""Degrees in which a template can be laid; 360 is north."""


class Shot(NamedTuple):
    """What a model fires: see ``SHOT``."""

    weapon: int
    aim: int
    towards: int


@clause("FLOOD-COH-15", "FLOOD-COH-17", "C40-SHOOT-13", "C40-SHOOT-16")
@kernel
def target_of(b, action):
    """The enemy unit that a shot is aimed at, or NONE: that of the target figure, if it is one on the table."""
    j = action.target
    if j < 0 or j >= b.n_figures or not is_on_table(b.figures[j]) or b.figures[j].side == b.side:
        return NONE
    return b.figures[j].unit


@clause("C40-SHOOT-2", "C40-SHOOT-13", "C40-SHOOT-16", "C40-MOR-8", "FLOOD-COH-4", "FLOOD-COH-8", "FLOOD-COH-15")
@kernel
def judge_shoot(b, action, log):
    """The actors of one unit, all that can fire at it, shoot at an enemy unit that is not locked."""
    if judge_shooter(b, action, log) == 0 or judge_target(b, action, log) == 0:
        return Verdict(0, 0)
    i = action.actors[0]
    target = target_of(b, action)
    if action.mode < 0 or action.mode > Fire.LIGHT:
        return refused(log, Code.ALL_OR_LIGHT, Clause.C40_SHOOT_16, i, NONE, 0)
    for k in range(action.n_actors):
        if judge_firer(b, action.actors[k], b.figures[i].unit, log) == 0:
            return Verdict(0, 0)
        if _is_bound(b, action.actors[k], target, action.mode, log):
            return Verdict(0, 0)
    for k in range(action.n_actors):
        if shot_of(b, action.actors[k], target, action.mode).weapon != NONE:
            return Verdict(1, 0)
    say_why_silent(b, action, target, log)
    return Verdict(0, 0)


@clause("C40-SHOOT-13", "C40-SHOOT-16")
@kernel
def judge_target(b, action, log):
    """The target is an enemy on the table whose unit is not locked: 1 or 0."""
    i, j = action.actors[0], action.target
    if j < 0 or j >= b.n_figures:
        reason(log, Code.NO_TARGET, Clause.C40_SHOOT_16, i, NONE, 0)
    elif b.figures[j].side == b.side:
        reason_between(b, log, Code.IS_A_FRIEND, Clause.C40_SHOOT_16, i, j, 0)
    elif not is_on_table(b.figures[j]):
        reason(log, Code.IS_GONE, Clause.C40_SHOOT_16, j, NONE, 0)
    elif is_locked(b, b.figures[j].unit):
        reason_between(b, log, Code.TARGET_LOCKED, Clause.C40_SHOOT_13, i, j, 0)
    else:
        return 1
    return 0


@clause("C40-SHOOT-16", "FLOOD-COH-4")
@kernel
def judge_firer(b, i, u, log):
    """Figure ``i`` is of the unit that shoots and no straggler: 1 or 0."""
    if not is_of(b, i, u):
        reason(log, Code.OF_ANOTHER_UNIT, Clause.C40_SHOOT_16, i, b.units[u].first, 0)
    elif not can_fire(b, i):
        reason(log, Code.STRAGGLER_NO_SHOT, Clause.FLOOD_COH_4, i, NONE, 0)
    else:
        return 1
    return 0


@clause("C40-SHOOT-16", "C40-CHG-2")
@kernel
def _is_bound(b, i, target, mode, log):
    """What was named for figure ``i`` does not fit a shot at this unit, or one that leaves its unit free to charge."""
    figure = b.figures[i]
    if figure.fires == NONE:
        return False
    if b.figures[figure.aim].unit != target:
        reason_between(b, log, Code.AIMS_ELSEWHERE, Clause.C40_SHOOT_16, i, figure.aim, 0)
        return True
    if mode == Fire.LIGHT and forbids_charge(b.weapons[figure.fires], b.profiles[figure.profile], b.core.edition):
        reason(log, Code.NAMED_IS_HEAVY, Clause.C40_CHG_2, i, NONE, 0)
        return True
    return False


@clause("C40-SHOOT-11", "C40-SHOOT-16")
@kernel
def shot_of(b, i, target, mode):
    """What figure ``i`` fires at a unit: what its owner has named, else what suits best. Weapon NONE: nothing."""
    figure = b.figures[i]
    if figure.fires != NONE:
        fits = b.figures[figure.aim].unit == target
        if mode == Fire.LIGHT and forbids_charge(b.weapons[figure.fires], b.profiles[figure.profile], b.core.edition):
            fits = False
        return Shot(figure.fires if fits else NONE, figure.aim, figure.towards)
    return Shot(weapon_for(b, i, target, mode == Fire.LIGHT), NONE, 0)


# ---------------------------------------------------------------- why nobody can


@clause("C40-PROF-1", "C40-SHOOT-6", "C40-SHOOT-10", "C40-SHOOT-16", "C40-CHG-2")
@kernel
def say_why_silent(b, action, target, log):
    """Say why none of the actors can fire at a unit: of the nearest of them who sees it, else of the nearest."""
    nearest, mark, seen = _nearest_pair(b, action, target)
    if not has_weapon(b, nearest):
        reason(log, Code.HAS_NO_WEAPON, Clause.C40_PROF_1, nearest, NONE, 0)
    elif not seen:
        reason_between(b, log, Code.OUT_OF_SIGHT, Clause.C40_SHOOT_14, nearest, mark, 0)
    elif action.mode == Fire.LIGHT and reach_of(b, nearest, Fire.LIGHT, 0) == 0.0:
        reason(log, Code.HAS_NO_LIGHT_WEAPON, Clause.C40_CHG_2, nearest, NONE, 0)
    else:
        say_why_not(b, nearest, mark, action.mode, log)


@kernel
def _nearest_pair(b, action, target):
    """The actor and the model of a unit that are nearest to each other, and whether they see each other.

    Such as do come first, and those who have a weapon to shoot with.
    """
    best, mark, seen, armed = action.actors[0], NONE, False, False
    least = FAR
    one = b.units[target]
    for k in range(action.n_actors):
        i = action.actors[k]
        for j in range(one.first, one.first + one.count):
            if not is_of(b, j, target):
                continue
            a, c = b.figures[i], b.figures[j]
            sees = is_in_sight(b, a.x, a.y, c.x, c.y)
            can = has_weapon(b, i)
            gap = gap_between(b, i, j)
            better = (can and not armed) or (can == armed and ((sees and not seen) or (sees == seen and gap < least)))
            if better:
                best, mark, seen, armed, least = i, j, sees, can, gap
    return best, mark, seen


@kernel
def has_weapon(b, i):
    """Figure ``i`` carries a weapon to shoot with."""
    return b.profiles[b.figures[i].profile].weapons[0] != NONE


@clause("C40-SHOOT-6", "C40-SHOOT-10", "C40-SHOOT-12")
@kernel
def reach_of(b, i, mode, moved):
    """Inches to which figure ``i`` can shoot, its unit having ``moved`` or not; 0: not at all."""
    profile = b.profiles[b.figures[i].profile]
    reach = 0.0
    for slot in range(len(profile.weapons)):
        w = profile.weapons[slot]
        if w != NONE and not (mode == Fire.LIGHT and forbids_charge(b.weapons[w], profile, b.core.edition)):
            reach = max(reach, reach_now(b, i, w, moved))
    return reach


@clause("C40-SHOOT-6", "C40-SHOOT-7", "C40-SHOOT-10")
@kernel
def reach_now(b, i, w, moved):
    """Inches to which a weapon of figure ``i`` shoots, its unit having ``moved`` or not; 0: not at all."""
    weapon = b.weapons[w]
    profile = b.profiles[b.figures[i].profile]
    if moved != 0 and profile.steady == 0:
        if weapon.kind == WeaponKind.HEAVY:
            return 0.0
        if weapon.kind == WeaponKind.RAPID_FIRE:
            return float(weapon.half)
    return b.core.template_length if weapon.kind == WeaponKind.TEMPLATE else weapon.reach


@kernel
def say_why_not(b, i, j, mode, log):
    """Say why figure ``i``, who sees figure ``j`` and has a weapon, cannot fire at it."""
    reach = reach_of(b, i, mode, b.units[b.figures[i].unit].moved)
    if reach == 0.0:
        reason_between(b, log, Code.MOVED_WITH_HEAVY, Clause.C40_SHOOT_10, i, j, 0)
    elif is_more_than(gap_between(b, i, j), reach, SLACK):
        _say_too_far(b, i, j, reach, reach_of(b, i, mode, 0), log)
    else:
        reason_between(b, log, Code.TEMPLATE_MISSES, Clause.C40_SHOOT_17, i, j, 0)


@clause("C40-MOR-8", "C40-RUN-5", "C40-SHOOT-13")
@kernel
def judge_shooter(b, action, log):
    """The first actor's unit may shoot: as units may act, or falling back; it has neither shot nor run. 1 or 0."""
    if judge_unit(b, action, log) == 0 or judge_steady(b, action, log) == 0:
        return 0
    u = b.figures[action.actors[0]].unit
    if b.squads[u].shot != 0:
        reason(log, Code.HAS_SHOT, Clause.C40_SHOOT_16, action.actors[0], NONE, 0)
        return 0
    if b.units[u].run_roll != 0:
        reason(log, Code.RUNS_ALREADY, Clause.C40_RUN_5, action.actors[0], NONE, b.units[u].run_roll)
        return 0
    return 1


@kernel
def judge_take_up(b, action, log):
    """A unit is the next to shoot or run; one that falls back may shoot."""
    legal = judge_shooter(b, action, log)
    if legal == 1 and b.active == b.figures[action.actors[0]].unit:
        reason(log, Code.IS_TAKEN_UP, Clause.C40_GEN_7, action.actors[0], NONE, 0)
        legal = 0
    return Verdict(legal, 0)


@kernel
def can_fire(b, i):
    """Figure ``i`` is no straggler; one that falls back counts as none."""
    return acts_normally(b, i) or b.units[b.figures[i].squad].falling_back != 0


@clause("C40-SHOOT-1", "C40-SHOOT-16", "FLOOD-COH-12", "FLOOD-MIS-6")
@kernel
def make_shoot(b, action, dice, log):
    """They do; casualties, charges of the fallen, and what losses have torn apart."""
    u = b.figures[action.actors[0]].unit
    turn_to(b, u)
    shots = np.empty(MAX_MODELS, SHOT)
    for k in range(MAX_MODELS):
        shots[k].weapon = NONE
    target = target_of(b, action)
    for k in range(action.n_actors):
        named = shot_of(b, action.actors[k], target, action.mode)
        shot = shots[action.actors[k] - b.units[u].first]
        shot.weapon, shot.aim, shot.towards = named.weapon, named.aim, named.towards
    volley(b, u, target, shots, dice, log)
    keep_until_here(shots)
    b.squads[u].shot = 1
    for k in range(action.n_actors):
        b.figures[action.actors[k]].busy = 1
    after_losses(b, log)
    b.units[u].done = 1
    b.active = NONE


@clause("C40-SHOOT-6", "C40-SHOOT-16")
@kernel
def _say_too_far(b, i, j, reach, whole, log):
    """Figure ``j`` is beyond the reach of ``i``'s weapon, or beyond what a move has left of the ``whole`` of it."""
    if reach < whole:
        reason_between(b, log, Code.MOVED_OUT_OF_REACH, Clause.C40_SHOOT_6, i, j, int(reach))
    else:
        reason_between(b, log, Code.OUT_OF_REACH, Clause.C40_SHOOT_16, i, j, int(reach))


# ---------------------------------------------------------------- naming a weapon and an aim


@clause("C40-SHOOT-11", "C40-SHOOT-16", "C40-SHOOT-17", "C40-BLAST-3", "C40-BLAST-4", "FLOOD-MIS-11")
@kernel
def judge_aim(b, action, log):
    """A model of a unit that may shoot is told which of its weapons to fire at which enemy, and a template where to."""
    if judge_shooter(b, action, log) == 0 or judge_target(b, action, log) == 0:
        return Verdict(0, 0)
    i, j, w = action.actors[0], action.target, action.item
    if action.n_actors != 1:
        return refused(log, Code.AIM_ONE_BY_ONE, Clause.C40_SHOOT_16, i, NONE, action.n_actors)
    if judge_firer(b, i, b.figures[i].unit, log) == 0:
        return Verdict(0, 0)
    if not carries_weapon(b, i, w):
        return refused(log, Code.CARRIES_NO_SUCH_WEAPON, Clause.C40_SHOOT_11, i, NONE, 0)
    if b.figures[i].fires == w and b.figures[i].aim == j and b.figures[i].towards == action.amount:
        return refused(log, Code.IS_AIMED_SO, Clause.C40_SHOOT_16, i, j, 0)
    is_template = b.weapons[w].kind == WeaponKind.TEMPLATE
    if action.amount < 0 or action.amount > CIRCLE or (action.amount > 0 and not is_template):
        return refused(log, Code.NO_SUCH_WAY, Clause.C40_SHOOT_17, i, NONE, CIRCLE)
    if is_template:
        return Verdict(_judge_template(b, i, j, action.amount, log), 0)
    if _judge_line_of_fire(b, i, j, w, log) == 0:
        return Verdict(0, 0)
    return Verdict(_judge_marker(b, i, j, w, log), 0)


@kernel
def carries_weapon(b, i, w):
    """Figure ``i`` carries this weapon."""
    weapons = b.profiles[b.figures[i].profile].weapons
    for slot in range(len(weapons)):
        if w != NONE and weapons[slot] == w:
            return True
    return False


@clause("C40-SHOOT-6", "C40-SHOOT-10", "C40-SHOOT-14", "C40-SHOOT-16")
@kernel
def _judge_line_of_fire(b, i, j, w, log):
    """Figure ``i`` sees ``j``, and its weapon reaches that far: 1 or 0."""
    a, c = b.figures[i], b.figures[j]
    reach = reach_now(b, i, w, b.units[a.unit].moved)
    if not is_in_sight(b, a.x, a.y, c.x, c.y):
        reason_between(b, log, Code.OUT_OF_SIGHT, Clause.C40_SHOOT_14, i, j, 0)
    elif reach == 0.0:
        reason_between(b, log, Code.MOVED_WITH_HEAVY, Clause.C40_SHOOT_10, i, j, 0)
    elif is_more_than(gap_between(b, i, j), reach, SLACK):
        _say_too_far(b, i, j, reach, b.weapons[w].reach, log)
    else:
        return 1
    return 0


@clause("C40-SHOOT-12", "C40-SHOOT-17")
@kernel
def _judge_template(b, i, j, degrees, log):
    """Figure ``i``'s template, laid so, covers figure ``j``, no friend and nobody of a locked unit: 1 or 0."""
    way = facing_of_degrees(float(degrees)) if degrees > 0 else way_to(b, i, j)
    if not is_burnt(b, i, way.x, way.y, j):
        reason_between(b, log, Code.TEMPLATE_SHORT, Clause.C40_SHOOT_12, i, j, int(b.core.template_length))
        return 0
    other = who_forbids_template(b, i, way.x, way.y)
    return _judge_covered(b, i, other, Code.TEMPLATE_ON_FRIEND, Code.TEMPLATE_ON_FIGHT, log)


@clause("C40-SHOOT-17")
@kernel
def _judge_marker(b, i, j, w, log):
    """The marker of a weapon, if it has one, covers no friend and nobody of a locked unit over figure ``j``: 1 or 0."""
    if b.weapons[w].blast == 0.0:
        return 1
    other = who_forbids_marker(b, i, b.figures[j].x, b.figures[j].y, b.weapons[w].blast)
    if other == i:
        reason_between(b, log, Code.MARKER_ON_ITSELF, Clause.C40_SHOOT_17, i, j, 0)
        return 0
    return _judge_covered(b, i, other, Code.MARKER_ON_FRIEND, Code.MARKER_ON_FIGHT, log)


@kernel
def _judge_covered(b, i, other, on_friend, on_fight, log):
    """Nobody (NONE) forbids what figure ``i`` would lay, else who it is is said, a friend or one who fights: 1 or 0."""
    if other == NONE:
        return 1
    own = b.figures[other].side == b.figures[i].side
    reason_between(b, log, on_friend if own else on_fight, Clause.C40_SHOOT_17, i, other, 0)
    return 0


@clause("C40-SHOOT-16")
@kernel
def make_aim(b, action, log):
    """It will, if its unit shoots at that enemy's unit in this phase."""
    i = action.actors[0]
    turn_to(b, b.figures[i].unit)
    figure = b.figures[i]
    figure.fires, figure.aim, figure.towards = action.item, action.target, action.amount
    a, c = b.figures[i], b.figures[action.target]
    at = event(log, Code.IS_AIMED, Clause.C40_SHOOT_16, i, action.target, action.item)
    locate(log, at, a.x, a.y, c.x, c.y, gap_between(b, i, action.target))


@clause("FLOOD-COH-12", "FLOOD-MIS-6")
@kernel
def after_losses(b, log):
    """Charges of the fallen go to mates, and every squad's state is looked at again."""
    pass_on_all(b, log)
    for u in range(b.n_squads):
        note_standing(b, u, log)


@clause("C40-RUN-1", "C40-RUN-2", "C40-RUN-5")
@kernel
def judge_run(b, action, log):
    """A unit may run instead of shooting."""
    if judge_acting(b, action, log) == 0:
        return Verdict(0, 0)
    i = action.actors[0]
    u = b.figures[i].unit
    if b.squads[u].shot != 0:
        return refused(log, Code.HAS_SHOT, Clause.C40_RUN_2, i, NONE, 0)
    if b.units[u].run_roll != 0:
        return refused(log, Code.RUNS_ALREADY, Clause.C40_RUN_4, i, NONE, b.units[u].run_roll)
    if not may_run(b, u):
        return refused(log, Code.IS_NOT_FLEET, Clause.C40_RUN_1, who_is_slow(b, u), NONE, 0)
    return Verdict(1, 0)


@clause("C40-RUN-4", "C40-RUN-5")
@kernel
def make_run(b, action, dice, log):
    """It throws; its models may then go so far, or less."""
    u = b.figures[action.actors[0]].unit
    turn_to(b, u)
    throw_run(b, u, dice, log)
    one = b.units[u]
    for i in range(one.first, one.first + one.count):
        if is_of(b, i, u):
            b.figures[i].busy = 1


@clause("C40-RUN-3", "C40-RUN-4", "C40-RUN-5", "C40-MOV-6")
@kernel
def judge_run_move(b, action, log):
    """Models of a unit that runs go each to a place; Difficult ground does not slow them."""
    if judge_acting(b, action, log) == 0 or judge_movers(b, action, log) == 0:
        return Verdict(0, 0)
    if b.units[b.figures[action.actors[0]].unit].run_roll == 0:
        return refused(log, Code.DOES_NOT_RUN, Clause.C40_RUN_5, action.actors[0], NONE, 0)
    return Verdict(judge_moves(b, action, WHATEVER_THE_GROUND, log), 0)
