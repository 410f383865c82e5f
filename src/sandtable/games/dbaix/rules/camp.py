"""CAMP: how Romans come back from the camp box through a gate (CAMP)."""

from __future__ import annotations

import math

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.verdicts import refused
from sandtable.games.dbaix.clauses import Clause, Code
from sandtable.games.dbaix.record import Side, Verb, Where
from sandtable.games.dbaix.rules.commanders import has_officer
from sandtable.games.dbaix.rules.contacts import is_engaged
from sandtable.games.dbaix.rules.groups import set_down_place
from sandtable.games.dbaix.rules.pips import (
    basic_cost,
    can_pay,
    commander_distance_surcharge,
    second_move_surcharge,
)
from sandtable.games.dbaix.rules.positions import SLACK, are_enemies, is_on_table, put, side_of_bound
from sandtable.games.dbaix.rules.terrain import bars, is_inside_camp
from sandtable.games.dbaix.switches import OfficersAlone
from sandtable.kernel.action_checks import actor
from sandtable.kernel.geometry import base_of, gap, overlap
from sandtable.kernel.limits import is_more_than
from sandtable.kernel.log import LOG, event, locate, price, reason
from sandtable.kernel.records import ACTION, NONE
from sandtable.kernel.scratch import keep_until_here
from sandtable.kernel.terrain import is_on_table as is_base_on_table
from sandtable.kernel.terrain import overlaps_feature
from sandtable.kernel.verbs import Verdict


@clause("DBAIX-CAMP-4")
@kernel
def note_who_is_in_camp(b):
    """At the start of a bound: mark the figures that stand wholly inside the camp."""
    for i in range(b.n_figures):
        figure = b.figures[i]
        figure.in_camp_at_start = 1 if is_inside_camp(b, figure) else 0


@clause("DBAIX-CAMP-1", "DBAIX-CAMP-2", "DBAIX-CAMP-9")
@kernel
def may_come_back(b, figure):
    """The figure is a Roman in the camp box, put there in an earlier bound than this."""
    return figure.side == Side.ROMANS and figure.where == Where.CAMP_BOX and figure.boxed != b.bound


@clause("DBAIX-CAMP-4")
@kernel
def may_fetch(b, i):
    """An officer on the table who may lead men out of the box.

    It stood wholly inside the camp when the bound began. Ruling: it walks out with them as one of the block,
    so it must still be inside, have a move left, and not be engaged.
    """
    figure = b.figures[i]
    if figure.officer == 0 or figure.in_camp_at_start == 0 or not is_inside_camp(b, figure):
        return False
    if figure.moves >= b.rules.moves_a_bound or (figure.token != NONE and figure.moves >= 1):
        return False
    return not is_engaged(b, i)


@clause("DBAIX-CAMP-10")
@kernel
def is_camp_overrun(b):
    """An enemy figure is inside the camp and no Roman on the table is."""
    enemy = False
    for i in range(b.n_figures):
        figure = b.figures[i]
        if is_inside_camp(b, figure):
            if figure.side == Side.ROMANS:
                return False
            enemy = True
    return enemy


@clause("DBAIX-CAMP-3", "DBAIX-CAMP-4", "DBAIX-CAMP-8", "DBAIX-CAMP-9", "DBAIX-CAMP-10")
@kernel
def _judge_company(b, action, log):
    """They come from the box, an officer among them; whoever is not named stays there.

    RULING: an officer may come alone; with ``officers_alone = no`` nobody does.
    """
    keep = log.keep != 0
    fit = True
    from_box = 0
    for k in range(action.n_actors):
        i = actor(action, k)
        figure = b.figures[i]
        if figure.where == Where.CAMP_BOX:
            from_box += 1
            if not may_come_back(b, figure):
                reason(log, Code.BACK_NEXT_BOUND, Clause.CAMP_9, i, NONE, 0)
                fit = False
        elif not may_fetch(b, i):
            reason(log, Code.NOT_IN_CAMP, Clause.CAMP_4, i, NONE, 0)
            fit = False
        if not fit and not keep:
            return False
    if from_box == 0:
        reason(log, Code.NOBODY_FROM_BOX, Clause.CAMP_3, NONE, NONE, 0)
        fit = False
    elif not has_officer(b, action):
        reason(log, Code.NO_OFFICER_LEADS, Clause.CAMP_3, actor(action, 0), NONE, 0)
        fit = False
    elif action.n_actors == 1 and b.options.officers_alone == OfficersAlone.NO:
        reason(log, Code.COMES_BACK_ALONE, Clause.CAMP_3, actor(action, 0), NONE, 0)
        fit = False
    if is_camp_overrun(b):
        reason(log, Code.CAMP_OVERRUN, Clause.CAMP_10, NONE, NONE, 0)
        fit = False
    return fit


@clause("DBAIX-CAMP-6")
@kernel
def _fits_gate(b, action, log):
    """The block is no wider than the gate, within it, and no part of it is too far from it."""
    gate = b.gates[action.target]
    first = b.figures[actor(action, 0)]
    files = min(action.amount, action.n_actors)
    ranks = (action.n_actors + action.amount - 1) // action.amount
    half = action.x
    if half < 0.0:
        half = -half
    half += 0.5 * files * first.width
    fit = True
    if is_more_than(half, 0.5 * gate.width, SLACK):
        line = reason(log, Code.WIDER_THAN_GATE, Clause.CAMP_6, actor(action, 0), NONE, files)
        locate(log, line, gate.x, gate.y, gate.x, gate.y, gate.width)
        fit = False
    if is_more_than(ranks * first.depth, b.rules.muster_depth, SLACK):
        line = reason(log, Code.TOO_DEEP, Clause.CAMP_6, actor(action, 0), NONE, ranks)
        locate(log, line, gate.x, gate.y, gate.x, gate.y, b.rules.muster_depth)
        fit = False
    return fit


@clause("DBAIX-CAMP-6", "DBAIX-CAMP-10")
@kernel
def _has_room(b, action, log):
    """Every place of the block is free, on the table, and touches no enemy.

    Ruling: the way from the box, or from inside the camp, to the gate is not looked at.
    """
    keep = log.keep != 0
    fit = True
    for k in range(action.n_actors):
        i = actor(action, k)
        base = set_down_place(b, action, k)
        room = is_base_on_table(base, b.table_width, b.table_height)
        other = NONE
        for j in range(b.n_figures):
            if not is_on_table(b.figures[j]) or _is_actor(action, j):
                continue
            there = base_of(b.figures[j])
            if overlap(base, there) or (are_enemies(b.figures[i], b.figures[j]) and gap(base, there) == 0.0):
                other = j
        for t in range(b.terrain.n_features):
            if bars(b, b.figures[i], b.terrain.features[t]) and overlaps_feature(base, b.terrain, t):
                room = False
        if other != NONE or not room:
            code = Code.PLACE_TAKEN if other != NONE else Code.NO_PLACE
            line = reason(log, code, Clause.CAMP_6, i, other, 0)
            locate(log, line, base.x, base.y, base.x, base.y, 0.0)
            fit = False
            if not keep:
                return False
    return fit


@kernel
def _is_actor(action, i):
    """Figure ``i`` is one of the action's actors."""
    for k in range(action.n_actors):
        if actor(action, k) == i:
            return True
    return False


@clause("DBAIX-PIP-26", "DBAIX-CAMP-5", "DBAIX-CAMP-7")
@kernel
def price_of_muster(b, action, log):
    """The price of coming back: a group's (or a single officer's) move, the return, and distance.

    Setting down is a move, so an officer on the table who has already moved pays for a second one.
    """
    cost = basic_cost(b, action, is_straight=False, log=log)
    price(log, Code.RETURN, Clause.PIP_26, actor(action, 0), NONE, b.rules.return_cost)
    cost += b.rules.return_cost
    cost += commander_distance_surcharge(b, action, log)
    return cost + second_move_surcharge(b, action, is_on_road=False, log=log)


@kernel
def _is_muster_described(b, action):
    """The action names a gate, files and an offset from the gate's middle."""
    if action.n_actors < 1 or action.target < 0 or action.target >= b.n_gates:
        return False
    return action.amount >= 1 and math.isfinite(action.x)


@clause("DBAIX-CAMP-3", "DBAIX-CAMP-5", "DBAIX-CAMP-6")
@kernel
def judge_muster(b, action, log):
    """May these Romans come back through this gate, and what does it cost? Returns a Verdict."""
    if side_of_bound(b) != Side.ROMANS or not _are_romans(b, action):
        return refused(log, Code.ONLY_ROMANS_MUSTER, Clause.CAMP_3, NONE, NONE, 0)
    if not _is_muster_described(b, action):
        return refused(log, Code.NO_MUSTER, Clause.CAMP_6, NONE, NONE, 0)
    keep = log.keep != 0
    cost = price_of_muster(b, action, log)
    fit = can_pay(b, cost, actor(action, 0), log)
    if fit or keep:
        fit = _judge_company(b, action, log) and fit
    if fit or keep:
        fit = _fits_gate(b, action, log) and fit
    if fit or keep:
        fit = _has_room(b, action, log) and fit
    return Verdict(1 if fit else 0, cost)


@kernel
def _are_romans(b, action):
    """All actors are Romans."""
    for k in range(action.n_actors):
        if b.figures[actor(action, k)].side != Side.ROMANS:
            return False
    return True


@clause("DBAIX-CAMP-3")
@kernel
def anyone_can_come_back(b):
    """Somebody can come back now: an officer alone, or with one man of the box, in the middle of some gate."""
    if side_of_bound(b) != Side.ROMANS or b.pips < b.rules.return_cost:
        return False
    logs = np.empty(1, LOG)
    logs[0].keep = 0
    drafts = np.zeros(1, ACTION)
    found = False
    for officer in range(b.n_figures):
        if b.figures[officer].officer == 0 or found:
            continue
        for other in range(b.n_figures):  # the officer again stands for nobody else
            if other == officer or may_come_back(b, b.figures[other]):
                found = found or _can_pair_come_back(b, officer, other, drafts[0], logs[0])
    keep_until_here(logs)
    keep_until_here(drafts)
    return found


@kernel
def _can_pair_come_back(b, officer, other, draft, log):
    """The officer and one other (or alone, given twice) can come back in the middle of some gate, in one file."""
    draft.verb = Verb.MUSTER
    draft.actors[0] = officer
    draft.actors[1] = other
    draft.n_actors = 1 if other == officer else 2
    draft.amount = 1
    for gate in range(b.n_gates):
        draft.target = gate
        if judge_muster(b, draft, log).legal != 0:
            return True
    return False


@clause("DBAIX-CAMP-6", "DBAIX-CAMP-7")
@kernel
def make_muster(b, action, log):
    """Pay for a legal muster and set the block down before the gate; that was one move of each of them."""
    cost = price_of_muster(b, action, log)
    b.pips -= cost
    code = Code.MUSTERED if action.n_actors > 1 else Code.MUSTERED_ALONE
    line = event(log, code, Clause.CAMP_6, actor(action, 0), NONE, cost)
    gate = b.gates[action.target]
    locate(log, line, gate.x, gate.y, gate.x, gate.y, action.n_actors - 1.0)
    for k in range(action.n_actors):
        i = actor(action, k)
        base = set_down_place(b, action, k)
        b.figures[i].where = Where.TABLE
        put(b, i, base)
        b.figures[i].moves += 1
