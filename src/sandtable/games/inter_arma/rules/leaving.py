"""Moves with an end of their own: off the table (MOVE-32), up and down a tower (TABLE-13), driving a herd (GOAL-6)."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.inter_arma.clauses import Clause, Code
from sandtable.games.inter_arma.record import MAX_VIA, Edge, Ground, Mode, State
from sandtable.games.inter_arma.rules.arriving import arrive, stand_still
from sandtable.games.inter_arma.rules.concealment import event_of, give_away, hides, is_held_unaware
from sandtable.games.inter_arma.rules.goals import carry_off, taker_of, touches_herd
from sandtable.games.inter_arma.rules.ground import is_impassable, middle_of
from sandtable.games.inter_arma.rules.movement import (
    judge_one,
    judge_setting_out,
    lies_after,
    make_move,
    may_go,
    refuse_place,
    refuse_trip,
    throws_fatigue,
    trip_of,
)
from sandtable.games.inter_arma.rules.orders import refuse, refuse_beyond, refuse_ground
from sandtable.games.inter_arma.rules.positions import (
    SLACK,
    are_enemies,
    foes_of,
    go_to,
    is_able,
    is_mounted,
    is_on_board,
)
from sandtable.games.inter_arma.rules.ways import (
    fill_points,
    reductions_from_the_start,
    table_move,
    travel,
    who_stands_there,
)
from sandtable.kernel.discs import (
    Disc,
    disc_gap_to_feature,
    disc_hits_feature,
    disc_overlaps_feature,
    distance_of_points,
)
from sandtable.kernel.geometry import snap
from sandtable.kernel.limits import is_less_than, is_more_than, is_within
from sandtable.kernel.log import event, side_event
from sandtable.kernel.records import NONE
from sandtable.kernel.scratch import keep_until_here
from sandtable.kernel.verbs import Verdict


@clause("IA-MOVE-32", "IA-MORALE-37")
@kernel
def from_edge(b, side, x, y):
    """How far a place is from the side's own edge; the nearest one where any is."""
    edge = b.sides[side].edge
    if edge == Edge.SOUTH:
        return float(y)
    if edge == Edge.NORTH:
        return b.height - y
    if edge == Edge.WEST:
        return float(x)
    if edge == Edge.EAST:
        return b.width - x
    return min(min(x, b.width - x), min(y, b.height - y))


@clause("IA-MOVE-32")
@kernel
def judge_leave(b, action, log):
    """Verdict: may the figure go to its own edge and off the table."""
    if action.n_actors != 1:
        return Verdict(refuse(log, Code.GOES_ALONE, Clause.MOVE_32, NONE, NONE), 0)
    i = action.actors[0]
    short = from_edge(b, b.figures[i].side, action.x, action.y) - 0.5 * b.figures[i].width
    if not is_within(short, b.rules.contact, SLACK):
        return Verdict(refuse_beyond(log, Code.NOT_THE_EDGE, Clause.MOVE_32, i, short, b.rules.contact), 0)
    if judge_setting_out(b, action, i, log) == 0:
        return Verdict(0, 0)
    trip = trip_of(b, i, action)
    if is_more_than(trip.length, trip.gone, SLACK):
        return Verdict(refuse_trip(b, i, trip, log), 0)
    return Verdict(1, 0)


@clause("IA-SEQ-11", "IA-MOVE-31", "IA-AMBUSH-11")
@kernel
def is_stopped_on_its_way(b, action, i):
    """Figure ``i`` does not get where the order says, for an enemy whom its side has not seen."""
    if not hides(b):
        return False
    trip = trip_of(b, i, action)
    return is_held_unaware(b, i) or trip.gone < trip.length - SLACK


@clause("IA-MOVE-32", "IA-GOAL-6")
@kernel
def make_leave(b, action, dice, log):
    """It leaves the table with what it carries: neither killed nor able. Whom it had not seen on its way stops it."""
    i = action.actors[0]
    figure = b.figures[i]
    if is_stopped_on_its_way(b, action, i):
        make_move(b, action, dice, log)
        return
    figure.state = State.WITHDRAWN
    figure.moved = 1
    figure.declared = 0
    carry_off(b, i)
    event(log, Code.WITHDRAWS, Clause.MOVE_32, i, NONE, 0)


@clause("IA-TABLE-11", "IA-TABLE-13")
@kernel
def on_top(b, k):
    """How many figures are on top of tower ``k``."""
    count = 0
    for j in range(b.n_figures):
        if b.figures[j].tower == k and (b.figures[j].state == State.ABLE or b.figures[j].state == State.WOUNDED):
            count += 1
    return count


@kernel
def _enemy_on_top(b, i, k):
    """An able enemy of figure ``i`` on top of tower ``k``, or NONE."""
    for j in range(b.n_figures):
        if b.figures[j].tower == k and is_able(b.figures[j]) and are_enemies(b, i, j):
            return j
    return NONE


@kernel
def touches_tower(b, disc, k):
    """The base touches the tower from outside."""
    if disc_overlaps_feature(disc, b.terrain, k):
        return False
    return is_within(disc_gap_to_feature(disc, b.terrain, k), b.rules.contact, SLACK)


@clause("IA-TABLE-11", "IA-TABLE-13", "IA-MOVE-22")
@kernel
def judge_climb(b, action, log):
    """Verdict: may the figure go up a tower that it touches or reaches, or come down, for 5 cm of its move."""
    if action.n_actors != 1 or action.target < 0 or action.target >= b.terrain.n_features:
        return Verdict(refuse(log, Code.NO_SUCH_TOWER, Clause.TABLE_13, NONE, NONE), 0)
    i = action.actors[0]
    k = action.target
    figure = b.figures[i]
    if judge_tower(b, action, i, k, log) == 0:
        return Verdict(0, 0)
    lost = reductions_from_the_start(b, i, action.mode, lies_down=False) + b.rules.obstacle
    if figure.tower != NONE:
        return Verdict(_judge_down(b, action, i, k, lost, log), 0)
    if judge_setting_out(b, action, i, log) == 0:
        return Verdict(0, 0)
    enemy = _enemy_on_top(b, i, k)
    if enemy != NONE:
        return Verdict(refuse(log, Code.ENEMY_ON_TOP, Clause.TABLE_13, i, enemy), 0)
    if on_top(b, k) >= 2:
        return Verdict(refuse(log, Code.NO_ROOM_ON_TOP, Clause.TABLE_11, i, NONE), 0)
    if is_less_than(table_move(b, i, action.mode), lost, SLACK):
        left = table_move(b, i, action.mode)
        return Verdict(refuse_beyond(log, Code.LOSES_ALL, Clause.TABLE_13, i, lost, left), 0)
    points = np.empty((MAX_VIA + 1, 2))
    n = fill_points(b, action, figure.x, figure.y, i, points)
    trip = travel(b, i, action.mode, lost, points, n, foes_of(b, i))
    keep_until_here(points)
    if is_more_than(trip.length, trip.gone, SLACK):
        return Verdict(refuse_trip(b, i, trip, log), 0)
    return Verdict(1, 0)


@clause("IA-TABLE-11", "IA-TABLE-13", "IA-MOVE-22")
@kernel
def judge_tower(b, action, i, k, log):
    """1 if feature ``k`` is a tower that figure ``i`` may climb at all from the order's place; else why not."""
    figure = b.figures[i]
    if b.terrain.features[k].kind != Ground.TOWER:
        return refuse(log, Code.NO_SUCH_TOWER, Clause.TABLE_13, i, NONE)
    if is_mounted(figure):
        return refuse(log, Code.RIDERS_DO_NOT_CLIMB, Clause.TABLE_13, i, NONE)
    if action.mode == Mode.CRAWL:
        return refuse(log, Code.NOBODY_CLIMBS_CRAWLING, Clause.MOVE_22, i, NONE)
    there = Disc(action.x, action.y, 0.0, 1.0, 0.5 * figure.width)
    if not touches_tower(b, there, k):
        far = disc_gap_to_feature(there, b.terrain, k)
        return refuse_ground(log, Code.NOT_AT_TOWER, Clause.TABLE_13, i, k, far)
    return 1


@clause("IA-TABLE-13", "IA-MOVE-30")
@kernel
def is_free_below(b, i, there):
    """Nothing and nobody is where figure ``i`` would come down, and the table goes on so far."""
    if not is_on_board(b, there.x, there.y, there.radius):
        return False
    for f in range(b.terrain.n_features):
        if is_impassable(b.terrain.features[f].kind) and disc_overlaps_feature(there, b.terrain, f):
            return False
    return who_stands_there(b, i, there.x, there.y) == NONE


@clause("IA-TABLE-13")
@kernel
def _judge_down(b, action, i, k, lost, log):
    """1 if figure ``i`` may come down from tower ``k`` to where the order says."""
    figure = b.figures[i]
    if may_go(b, i, action.mode, log) == 0:
        return 0
    if figure.tower != k:
        return refuse_ground(log, Code.ON_ANOTHER_TOWER, Clause.TABLE_13, i, figure.tower, 0.0)
    if throws_fatigue(b, i, action.mode) and figure.declared == 0:
        return refuse(log, Code.DECLARE_FIRST, Clause.MOVE_34, i, NONE)
    if is_less_than(table_move(b, i, action.mode), lost, SLACK):
        left = table_move(b, i, action.mode)
        return refuse_beyond(log, Code.LOSES_ALL, Clause.TABLE_13, i, lost, left)
    there = Disc(action.x, action.y, 0.0, 1.0, 0.5 * figure.width)
    if not is_on_board(b, there.x, there.y, there.radius):
        return refuse_ground(log, Code.GROUND_AT_END, Clause.MOVE_30, i, NONE, 0.0)
    for f in range(b.terrain.n_features):
        if is_impassable(b.terrain.features[f].kind) and disc_overlaps_feature(there, b.terrain, f):
            return refuse_ground(log, Code.GROUND_AT_END, Clause.MOVE_30, i, f, 0.0)
    other = who_stands_there(b, i, action.x, action.y)
    if other != NONE:
        return refuse_place(b, log, i, other, action.x, action.y)
    return 1


@clause("IA-TABLE-13", "IA-TABLE-11", "IA-MOVE-30")
@kernel
def make_climb(b, action, dice, log):
    """It goes up, to a free half of the top, or comes down."""
    i = action.actors[0]
    k = action.target
    figure = b.figures[i]
    figure.mode = action.mode
    before = foes_of(b, i)
    if figure.tower != NONE:
        other = who_stands_there(b, i, action.x, action.y)
        if other != NONE:
            give_away(b, other, figure.side)
            stand_still(b, i, dice, log)
            event(log, Code.STANDS_THERE, Clause.MOVE_30, i, other, 0)
            return
        figure.tower = NONE
        event_of(b, log, Code.COMES_DOWN, Clause.TABLE_13, i, 0)
        go_to(b, i, action.x, action.y, action)
        arrive(b, i, lies=False, before=before, dice=dice, log=log)
        return
    if is_stopped_on_its_way(b, action, i):
        make_move(b, action, dice, log)
        return
    middle = middle_of(b.terrain, k)
    x = middle.x - 1.0
    for j in range(b.n_figures):
        if b.figures[j].tower == k and b.figures[j].x < middle.x:
            x = middle.x + 1.0
    event_of(b, log, Code.GOES_UP, Clause.TABLE_13, i, 0)
    figure.tower = k
    go_to(b, i, x, middle.y, action)
    arrive(b, i, lies=False, before=before, dice=dice, log=log)


@clause("IA-GOAL-6")
@kernel
def judge_drive(b, action, log):
    """Verdict: may the figure, in contact with the herd, drive it straight along, at most 8 cm, through nothing."""
    if action.n_actors != 1 or action.target < 0 or action.target >= b.n_herds:
        return Verdict(refuse(log, Code.NO_SUCH_HERD, Clause.GOAL_6, NONE, NONE), 0)
    i = action.actors[0]
    if _may_drive(b, i, action.target, log) == 0:
        return Verdict(0, 0)
    if action.n_via > 0:
        return Verdict(refuse(log, Code.HERD_GOES_STRAIGHT, Clause.GOAL_6, i, NONE), 0)
    herd = b.herds[action.target]
    dx = action.x - b.figures[i].x
    dy = action.y - b.figures[i].y
    far = distance_of_points(0.0, 0.0, dx, dy)
    if not is_within(far, b.rules.herd_move, SLACK):
        return Verdict(refuse_beyond(log, Code.HERD_IS_SLOW, Clause.GOAL_6, i, far, b.rules.herd_move), 0)
    drove = Disc(herd.x, herd.y, 0.0, 1.0, 0.5 * b.rules.herd_base)
    if not is_on_board(b, drove.x + dx, drove.y + dy, drove.radius):
        return Verdict(refuse_ground(log, Code.HERD_WILL_NOT, Clause.GOAL_6, i, NONE, 0.0), 0)
    for f in range(b.terrain.n_features):
        if is_impassable(b.terrain.features[f].kind) and disc_hits_feature(drove, dx, dy, b.terrain, f):
            return Verdict(refuse_ground(log, Code.HERD_WILL_NOT, Clause.GOAL_6, i, f, 0.0), 0)
    return Verdict(judge_one(b, action, i, log), 0)


@clause("IA-GOAL-6", "IA-GOAL-8")
@kernel
def _may_drive(b, i, h, log):
    """1 if figure ``i`` may drive herd ``h``: it touches it, and nobody has driven it in this turn; else why not."""
    herd = b.herds[h]
    if b.figures[i].civilian != 0:
        return refuse(log, Code.CIVILIANS_TAKE_NOTHING, Clause.GOAL_8, i, NONE)
    if herd.off != 0:
        return refuse(log, Code.HERD_IS_GONE, Clause.GOAL_6, i, NONE)
    if herd.driven != 0:
        return refuse(log, Code.HERD_HAS_GONE, Clause.GOAL_6, i, NONE)
    if not touches_herd(b, i, h):
        figure = b.figures[i]
        apart = distance_of_points(figure.x, figure.y, herd.x, herd.y) - 0.5 * (figure.width + b.rules.herd_base)
        return refuse_beyond(log, Code.NOT_AT_HERD, Clause.GOAL_6, i, apart, b.rules.contact)
    return 1


@clause("IA-GOAL-6", "IA-MOVE-20", "IA-SC3-12", "IA-SEQ-11")
@kernel
def make_drive(b, action, dice, log):
    """Driver and herd go the same way; at the driver's own edge the herd is off the table. Its side sees who drives."""
    i = action.actors[0]
    figure, herd = b.figures[i], b.herds[action.target]
    if is_stopped_on_its_way(b, action, i):
        make_move(b, action, dice, log)
        return
    lies = lies_after(b, i, action.mode, action.amount)
    holder = herd.taker if herd.taker != NONE else herd.owner
    if holder != NONE:
        give_away(b, i, holder)
    herd.x = snap(herd.x + action.x - figure.x)
    herd.y = snap(herd.y + action.y - figure.y)
    herd.driven = 1
    if is_within(from_edge(b, figure.side, herd.x, herd.y) - 0.5 * b.rules.herd_base, b.rules.contact, SLACK):
        herd.off = 1
        herd.taker = taker_of(b, herd.owner, herd.taker, figure.side)
        side_event(log, Code.HERD_IS_OFF, Clause.GOAL_6, figure.side, 0)
    figure.mode = action.mode
    event_of(b, log, Code.DRIVES, Clause.GOAL_6, i, 0)
    before = foes_of(b, i)
    go_to(b, i, action.x, action.y, action)
    arrive(b, i, lies, before, dice, log)
