"""EDGES, CAMPS, DEPLOYMENT: the attacker's edge, both camps, the troops, and the defender's swaps (DBA-DEPLOY)."""

from __future__ import annotations

import math

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.verdicts import refused
from sandtable.games.dba.clauses import Clause, Code, Purpose
from sandtable.games.dba.record import BATTLE, N_EDGES, N_SIDES, BoardEdge, Camping, Ground, Topography, Type, Where
from sandtable.games.dba.rules.ground import is_barred_from, touches_ground
from sandtable.games.dba.rules.placing import defender_of, in_from, opposite, runs_east
from sandtable.games.dba.rules.positions import SLACK, base_as, camp_base, is_in_open, put
from sandtable.games.dba.switches import Board
from sandtable.kernel.copying import copy_record
from sandtable.kernel.dice import throw_die
from sandtable.kernel.geometry import (
    TOUCH,
    Base,
    base_of,
    corner,
    overlap,
    placed,
    quarter_turned,
    snap,
    snap_facing,
    snapped,
)
from sandtable.kernel.limits import is_less_than, is_more_than
from sandtable.kernel.log import event, reason, side_event, side_outcome
from sandtable.kernel.records import NONE
from sandtable.kernel.scratch import keep_until_here
from sandtable.kernel.terrain import is_on_table as is_base_on_board
from sandtable.kernel.terrain import overlaps_feature
from sandtable.kernel.verbs import Verdict

IN_CAMP = 1
"""The item of a DEPLOY that puts an element into its camp."""

# Edges


@clause("DBA-DEPLOY-1")
@kernel
def judge_edge(b, action, log):
    """The attacker gives one edge the numbers 4, 5 and 6; the others get 1, 2, 3 clockwise from there."""
    if action.amount < BoardEdge.NORTH or action.amount > BoardEdge.WEST:
        return refused(log, Code.NO_SUCH_BASE_EDGE, Clause.DBA_DEPLOY_1, NONE, NONE, action.amount)
    return Verdict(1, 0)


@clause("DBA-DEPLOY-1")
@kernel
def throw_edge(b, action, dice, log):
    """One die: the edge that has its number is the attacker's base edge, and the defender takes the opposite one."""
    die = throw_die(dice, log, Purpose.EDGE, b.attacker, NONE, 6)
    edge = action.amount if die >= 4 else (action.amount + die) % N_EDGES
    b.edge[b.attacker] = edge
    b.edge[1 - b.attacker] = opposite(edge)
    code = Code.BASE_EDGE_WEST
    if edge == BoardEdge.NORTH:
        code = Code.BASE_EDGE_NORTH
    elif edge == BoardEdge.EAST:
        code = Code.BASE_EDGE_EAST
    elif edge == BoardEdge.SOUTH:
        code = Code.BASE_EDGE_SOUTH
    side_outcome(log, code, Clause.DBA_DEPLOY_1, b.attacker, edge)


@kernel
def in_from_edge(b, side, x, y):
    """How far the point is in from the side's base edge, in paces."""
    return in_from(b, b.edge[side], x, y)


@kernel
def along_edge(b, side, x, y):
    """How far the point is along the side's base edge, from the end at its left hand as it faces the enemy."""
    edge = b.edge[side]
    if edge == BoardEdge.NORTH:
        return b.table_width - x
    if edge == BoardEdge.EAST:
        return y
    if edge == BoardEdge.SOUTH:
        return x
    return b.table_height - y


@kernel
def place_from_edge(b, edge, along, inward, half_width, half_depth):
    """The base with its middle so far along and in from an edge of the board, facing away from it."""
    facing = quarter_turned(0.0, -1.0, edge)
    if edge == BoardEdge.NORTH:
        return Base(b.table_width - along, b.table_height - inward, facing.x, facing.y, half_width, half_depth)
    if edge == BoardEdge.EAST:
        return Base(b.table_width - inward, along, facing.x, facing.y, half_width, half_depth)
    if edge == BoardEdge.SOUTH:
        return Base(along, inward, facing.x, facing.y, half_width, half_depth)
    return Base(inward, b.table_height - along, facing.x, facing.y, half_width, half_depth)


@kernel
def edge_length(b, side):
    """The length of the side's base edge."""
    return b.table_width if runs_east(b.edge[side]) else b.table_height


@clause("DBA-DEPLOY-6")
@kernel
def shore_of(b, side):
    """How far in the shore of a waterway lies that covers the side's base edge; 0 where there is none."""
    for i in range(b.terrain.n_features):
        feature = b.terrain.features[i]
        if feature.kind == Ground.WATERWAY:
            low = min(
                in_from_edge(b, side, feature.x0, feature.y0),
                in_from_edge(b, side, feature.x1, feature.y1),
            )
            high = max(
                in_from_edge(b, side, feature.x0, feature.y0),
                in_from_edge(b, side, feature.x1, feature.y1),
            )
            if low == 0.0 and high < 0.5 * b.table_height:
                return high
    return 0.0


# Camps


@kernel
def _corner_in_from_edge(b, side, base, which):
    """How far a corner of the base is in from the side's base edge."""
    point = corner(base, which)
    return in_from_edge(b, side, point.x, point.y)


@kernel
def _least_in(b, side, base):
    """How far the base's nearest corner is in from the side's base edge."""
    least = math.inf
    for which in range(4):
        least = min(least, _corner_in_from_edge(b, side, base, which))
    return least


@kernel
def _most_in(b, side, base):
    """How far the base's farthest corner is in from the side's base edge."""
    most = -math.inf
    for which in range(4):
        most = max(most, _corner_in_from_edge(b, side, base, which))
    return most


@kernel
def _side_room(b, side, base):
    """How far the base keeps from the nearer of the two side edges."""
    least = math.inf
    for which in range(4):
        point = corner(base, which)
        along = along_edge(b, side, point.x, point.y)
        least = min(least, along, edge_length(b, side) - along)
    return least


@kernel
def camp_place(b, side, action):
    """Where the action pitches the side's camp: a base on the lattice."""
    facing = snap_facing(action.fx, action.fy)
    return placed(camp_base(b, side), snap(action.x), snap(action.y), facing.x, facing.y)


@clause("DBA-DEPLOY-2", "DBA-DEPLOY-3", "DBA-ARMY-5", "WAD-CAMP-5")
@kernel
def judge_pitch(b, action, log):
    """A camp stands on good going and touches its side's base edge, or the shore of the waterway along it.

    Its size was held against the limit when the army was laid.
    """
    side = b.pending_side
    if b.camps[side].width <= 0.0:
        return refused(log, Code.NO_CAMP_TO_PITCH, Clause.DBA_DEPLOY_2, NONE, NONE, 0)
    if not (math.isfinite(action.x) and math.isfinite(action.y) and math.isfinite(action.fx + action.fy)):
        return refused(log, Code.CAMP_OFF_BOARD, Clause.DBA_DEPLOY_2, NONE, NONE, 0)
    base = camp_place(b, side, action)
    fits = True
    if not is_base_on_board(base, b.table_width, b.table_height):
        reason(log, Code.CAMP_OFF_BOARD, Clause.DBA_DEPLOY_2, NONE, NONE, 0)
        fits = False
    if abs(_least_in(b, side, base) - shore_of(b, side)) > TOUCH:
        reason(log, Code.CAMP_NOT_AT_EDGE, Clause.DBA_DEPLOY_2, NONE, NONE, 0)
        fits = False
    for i in range(b.terrain.n_features):
        kind = b.terrain.features[i].kind
        bad = b.rules.bad_going[kind] == 1 or kind == Ground.RIVER or kind == Ground.WATERWAY
        if bad and overlaps_feature(base, b.terrain, i):
            reason(log, Code.CAMP_NOT_ON_GOOD_GOING, Clause.DBA_DEPLOY_2, NONE, NONE, i)
            fits = False
            break
    other = 1 - side
    if b.camps[other].present == 1 and overlap(base, camp_base(b, other)):
        reason(log, Code.CAMP_ON_CAMP, Clause.DBA_DEPLOY_2, NONE, NONE, 0)
        fits = False
    return Verdict(1 if fits else 0, 0)


@kernel
def followers_of(b, side):
    """The side's camp followers, or NONE."""
    for i in range(b.n_figures):
        if b.figures[i].side == side and b.figures[i].type == Type.CF and b.figures[i].where != Where.LOST:
            return i
    return NONE


@kernel
def occupy(b, i, owner):
    """Element ``i`` is in the camp of ``owner`` from now on, in its middle and facing as it does."""
    figure = b.figures[i]
    camp = b.camps[owner]
    figure.where = Where.TABLE
    figure.camp = owner
    figure.x = camp.x
    figure.y = camp.y
    figure.fx = camp.fx
    figure.fy = camp.fy
    camp.occupant = i
    camp.holder = figure.side


@clause("DBA-ARMY-6", "WAD-CAMP-1", "WAD-CAMP-2", "WAD-CAMP-3", "WAD-CAMP-4", "DBA-DEPLOY-3")
@kernel
def pitch(b, action, log):
    """Pitch the camp, with its followers in it unless it is declared unoccupied: then they are out of the game."""
    side = b.pending_side
    base = camp_place(b, side, action)
    camp = b.camps[side]
    camp.x = base.x
    camp.y = base.y
    camp.fx = base.fx
    camp.fy = base.fy
    camp.present = 1
    camp.occupant = NONE
    camp.holder = side
    followers = followers_of(b, side)
    if followers != NONE:
        if action.amount == Camping.UNOCCUPIED:
            b.figures[followers].where = Where.NEVER_LANDED
        else:
            occupy(b, followers, side)
    told = Code.CAMP_UNOCCUPIED if action.amount == Camping.UNOCCUPIED else Code.CAMP_PITCHED
    side_event(log, told, Clause.DBA_DEPLOY_3, side, 0)


# Troops


@kernel
def row_place(b, action, k):
    """Where the ``k``-th actor of a row stands: beside the one before, to its right, front edges in line."""
    facing = snap_facing(action.fx, action.fy)
    first = b.figures[action.actors[0]]
    base = snapped(placed(base_of(first), snap(action.x), snap(action.y), facing.x, facing.y))
    right = 0.0
    for m in range(k):
        right += 0.5 * (b.figures[action.actors[m]].width + b.figures[action.actors[m + 1]].width)
    figure = b.figures[action.actors[k]]
    forward = 0.5 * (first.depth - figure.depth)
    x = base.x + facing.y * right + facing.x * forward
    y = base.y - facing.x * right + facing.y * forward
    return snapped(Base(x, y, facing.x, facing.y, 0.5 * figure.width, 0.5 * figure.depth))


@clause("DBA-DEPLOY-4", "DBA-DEPLOY-5", "DBA-DEPLOY-6", "WAD-AREA-4", "WAD-AREA-5", "WAD-AREA-6", "WAD-AREA-7")
@kernel
def is_in_deployment_zone(b, i, base, log):
    """The whole base is within the allowed depth from its base edge or shore, and clear of the side edges."""
    side = b.figures[i].side
    if not is_base_on_board(base, b.table_width, b.table_height):
        reason(log, Code.DEPLOYED_OFF_BOARD, Clause.DBA_DEPLOY_4, i, NONE, 0)
        return False
    shore = shore_of(b, side)
    as_printed = b.options.board == Board.REGULATION
    if _least_in(b, side, base) < shore - TOUCH:
        reason(log, Code.DEPLOYED_IN_WATER, Clause.DBA_DEPLOY_6, i, NONE, 0)
        return False
    if is_more_than(_most_in(b, side, base), shore + b.rules.deploy_depth, SLACK):
        cited = Clause.DBA_DEPLOY_4 if as_printed else Clause.WAD_AREA_4
        reason(log, Code.DEPLOYED_TOO_FAR_FORWARD, cited, i, NONE, int(b.rules.deploy_depth))
        return False
    if is_less_than(_side_room(b, side, base), b.rules.deploy_side_margin, SLACK):
        cited = Clause.DBA_DEPLOY_5 if as_printed else Clause.WAD_AREA_5
        reason(log, Code.DEPLOYED_NEAR_SIDE_EDGE, cited, i, NONE, int(b.rules.deploy_side_margin))
        return False
    return True


@clause("DBA-MOVE-2", "DBA-TERR-7")
@kernel
def may_stand(b, i, base, log):
    """No water under the base, no bad going under Artillery and War Wagons except on a road, no camp, no element."""
    if touches_ground(b, base, Ground.WATERWAY):
        reason(log, Code.DEPLOYED_IN_WATER, Clause.DBA_TERR_7, i, NONE, 0)
        return False
    if touches_ground(b, base, Ground.RIVER):
        reason(log, Code.DEPLOYED_IN_RIVER, Clause.DBA_DEPLOY_4, i, NONE, 0)
        return False
    if is_barred_from(b, b.figures[i], base):
        reason(log, Code.CANNOT_STAND_HERE, Clause.DBA_MOVE_2, i, NONE, 0)
        return False
    for owner in range(N_SIDES):
        if b.camps[owner].present == 1 and overlap(base, camp_base(b, owner)):
            reason(log, Code.DEPLOYED_ON_CAMP, Clause.DBA_ARMY_7, i, NONE, 0)
            return False
    for other in range(b.n_figures):
        if other != i and is_in_open(b.figures[other]) and overlap(base, base_of(b.figures[other])):
            reason(log, Code.DEPLOYED_ON_ELEMENT, Clause.DBA_DEPLOY_4, i, other, 0)
            return False
    return True


@kernel
def _are_to_deploy(b, action, log):
    """Every actor waits to be deployed by the side that deploys now."""
    if action.n_actors < 1:
        reason(log, Code.NOBODY_DEPLOYED, Clause.DBA_DEPLOY_7, NONE, NONE, 0)
        return False
    for k in range(action.n_actors):
        i = action.actors[k]
        if b.figures[i].side != b.pending_side:
            reason(log, Code.OTHERS_DEPLOY, Clause.DBA_DEPLOY_7, i, NONE, 0)
            return False
        if b.figures[i].type == Type.CF:
            reason(log, Code.FOLLOWERS_COME_WITH_CAMP, Clause.DBA_ARMY_7, i, NONE, 0)
            return False
        if b.figures[i].where != Where.UNDEPLOYED:
            reason(log, Code.NOT_TO_DEPLOY, Clause.DBA_DEPLOY_7, i, NONE, 0)
            return False
    return True


@clause("DBA-DEPLOY-7", "DBA-DEPLOY-10", "WAD-DISM-4", "DBA-ARMY-7")
@kernel
def judge_deploy(b, action, log):
    """May these elements be deployed there, in a row from left to right? With item IN_CAMP: one in its own camp.

    Elements that may dismount are mounted while they wait, and so are deployed mounted.
    """
    if not _are_to_deploy(b, action, log):
        return Verdict(0, 0)
    if action.item == IN_CAMP:
        camp = b.camps[b.pending_side]
        if action.n_actors > 1:
            return refused(log, Code.CAMP_HOLDS_ONE, Clause.DBA_ARMY_7, action.actors[0], NONE, action.n_actors)
        if camp.present == 0:
            return refused(log, Code.NO_CAMP_YET, Clause.DBA_ARMY_7, action.actors[0], NONE, 0)
        if camp.occupant != NONE:
            return refused(log, Code.CAMP_TAKEN, Clause.DBA_ARMY_7, action.actors[0], camp.occupant, 0)
        return Verdict(1, 0)
    if not (math.isfinite(action.x) and math.isfinite(action.y) and math.isfinite(action.fx + action.fy)):
        return refused(log, Code.DEPLOYED_OFF_BOARD, Clause.DBA_DEPLOY_4, action.actors[0], NONE, 0)
    for k in range(action.n_actors):
        base = row_place(b, action, k)
        i = action.actors[k]
        if not is_in_deployment_zone(b, i, base, log) or not may_stand(b, i, base, log):
            return Verdict(0, 0)
    return Verdict(1, 0)


@clause("DBA-ARMY-7", "DBA-DEPLOY-7")
@kernel
def deploy(b, action, log):
    """Stand the elements where the action says."""
    if action.item == IN_CAMP:
        occupy(b, action.actors[0], b.pending_side)
        event(log, Code.DEPLOYED_IN_CAMP, Clause.DBA_ARMY_7, action.actors[0], NONE, 0)
        return
    for k in range(action.n_actors):
        i = action.actors[k]
        put(b, i, row_place(b, action, k))
        b.figures[i].where = Where.TABLE
        event(log, Code.DEPLOYED, Clause.DBA_DEPLOY_7, i, NONE, 0)


@kernel
def has_waterway(b):
    """There is a waterway on the board."""
    for i in range(b.terrain.n_features):
        if b.terrain.features[i].kind == Ground.WATERWAY:
            return True
    return False


@clause("DBA-DEPLOY-9")
@kernel
def judge_hold_back(b, action, log):
    """An army of littoral home may hold back up to four elements for a landing, where there is a waterway."""
    if not _are_to_deploy(b, action, log):
        return Verdict(0, 0)
    if b.topography[b.pending_side] != Topography.LITTORAL or not has_waterway(b):
        return refused(log, Code.NO_LANDING, Clause.DBA_DEPLOY_9, NONE, NONE, 0)
    waiting = action.n_actors
    for i in range(b.n_figures):
        if b.figures[i].side == b.pending_side and b.figures[i].where == Where.HELD_BACK:
            waiting += 1
    if waiting > b.rules.holds_back:
        return refused(log, Code.TOO_MANY_HELD_BACK, Clause.DBA_DEPLOY_9, NONE, NONE, b.rules.holds_back)
    return Verdict(1, 0)


@clause("DBA-DEPLOY-9")
@kernel
def hold_back(b, action, log):
    """These elements wait for a landing."""
    for k in range(action.n_actors):
        b.figures[action.actors[k]].where = Where.HELD_BACK
        event(log, Code.HELD_BACK, Clause.DBA_DEPLOY_9, action.actors[k], NONE, 0)


@kernel
def still_to_deploy(b, side):
    """Elements of the side that wait to be deployed."""
    n = 0
    for i in range(b.n_figures):
        if b.figures[i].side == side and b.figures[i].where == Where.UNDEPLOYED and b.figures[i].type != Type.CF:
            n += 1
    return n


# Swaps


@kernel
def _swapped(b, i, j):
    """The base of ``i`` once it stands in the place of ``j``: the middles of their front edges coincide."""
    there = base_of(b.figures[j])
    return snapped(base_as(there, b.figures[i].width, b.figures[i].depth))


@clause("DBA-DEPLOY-8")
@kernel
def judge_swap(b, action, log):
    """After the attacker has deployed the defender may exchange the places of up to two pairs of their elements."""
    if b.swaps_left < 1:
        return refused(log, Code.NO_SWAPS_LEFT, Clause.DBA_DEPLOY_8, NONE, NONE, 0)
    if action.n_actors != 2:
        return refused(log, Code.SWAP_TWO, Clause.DBA_DEPLOY_8, NONE, NONE, 0)
    i = action.actors[0]
    j = action.actors[1]
    for k in range(2):
        figure = b.figures[action.actors[k]]
        if figure.side != defender_of(b):
            return refused(log, Code.ONLY_DEFENDER_SWAPS, Clause.DBA_DEPLOY_8, action.actors[k], NONE, 0)
        if not is_in_open(figure):
            return refused(log, Code.CANNOT_SWAP, Clause.DBA_DEPLOY_8, action.actors[k], NONE, 0)
    first = _swapped(b, i, j)
    second = _swapped(b, j, i)
    fits = not overlap(first, second)
    fits = fits and is_in_deployment_zone(b, i, first, log) and is_in_deployment_zone(b, j, second, log)
    trial = np.empty(1, BATTLE)  # in which they are out of each other's way
    copy_record(trial[0], b)
    trial[0].figures[i].where = Where.UNDEPLOYED
    trial[0].figures[j].where = Where.UNDEPLOYED
    fits = fits and may_stand(trial[0], i, first, log) and may_stand(trial[0], j, second, log)
    keep_until_here(trial)
    if not fits:
        reason(log, Code.NO_ROOM_TO_SWAP, Clause.DBA_DEPLOY_8, i, j, 0)
    return Verdict(1 if fits else 0, 0)


@clause("DBA-DEPLOY-8")
@kernel
def swap(b, action, log):
    """Exchange the two elements."""
    i = action.actors[0]
    j = action.actors[1]
    first = _swapped(b, i, j)
    second = _swapped(b, j, i)
    put(b, i, first)
    put(b, j, second)
    b.swaps_left -= 1
    event(log, Code.SWAPPED, Clause.DBA_DEPLOY_8, i, j, 0)
