"""MOVE: who may move, modes and fatigue dice, moves of one figure or a group, standing still."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.verdicts import refused
from sandtable.games.inter_arma.clauses import Clause, Code, Purpose
from sandtable.games.inter_arma.record import MAX_VIA, Mode, Troop
from sandtable.games.inter_arma.rules.arriving import arrive, stand_still
from sandtable.games.inter_arma.rules.concealment import (
    give_away,
    hush,
    hush_all,
    hush_crawler,
    is_asleep,
    is_held_unaware,
)
from sandtable.games.inter_arma.rules.goals import carries, what_it_carries
from sandtable.games.inter_arma.rules.night import is_on_heading, may_set_out
from sandtable.games.inter_arma.rules.orders import (
    hundredths,
    may_be_ordered,
    mover,
    refuse,
    refuse_beyond,
    refuse_touching,
)
from sandtable.games.inter_arma.rules.positions import (
    ASKED,
    SLACK,
    UNAWARE,
    face,
    foes_at,
    foes_of,
    go_to,
    in_contact,
    is_mounted,
    westernmost,
)
from sandtable.games.inter_arma.rules.ways import (
    fill_points,
    reductions_from_the_start,
    start_of_last_leg,
    table_move,
    tires,
    travel,
    what_is_left,
    who_stands_there,
)
from sandtable.games.inter_arma.switches import CavalryFatigue, CrawlFatigue, FatiguePer
from sandtable.kernel.action_checks import is_finite
from sandtable.kernel.bitsets import bit, count_of, is_in, lowest, without
from sandtable.kernel.dice import throw_die
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.limits import is_less_than, is_more_than
from sandtable.kernel.log import about, event, locate, measured, outcome, reason, side_outcome, speak_up, with_value
from sandtable.kernel.records import NONE
from sandtable.kernel.scratch import keep_until_here
from sandtable.kernel.verbs import Verdict


@clause("IA-MOVE-10", "IA-MOVE-13", "IA-MOVE-14", "IA-MOVE-15", "IA-SEQ-2")
@kernel
def throws_fatigue(b, i, mode):
    """Figure ``i`` must throw the fatigue die for this mode: from turn 2 on, unless it walks; cavalry never does."""
    if b.turn <= 1 or mode == Mode.WALK:
        return False
    if mode == Mode.CRAWL and b.options.crawl_fatigue == CrawlFatigue.NO:
        return False
    if is_mounted(b.figures[i]):
        return b.options.cavalry_fatigue == CavalryFatigue.AS_INFANTRY
    return tires(b, i, mode)


@clause("IA-MOVE-7", "IA-MOVE-8", "IA-MOVE-9")
@kernel
def _has_mode(b, i, mode, log):
    """1 if there is such a way of moving, and the troop of figure ``i`` has it; else why not."""
    if mode < 0 or mode > Mode.CRAWL:
        return refuse(log, Code.NO_SUCH_MODE, Clause.MOVE_9, i, NONE)
    if table_move(b, i, mode) <= 0.0:
        cited = Clause.MOVE_8 if b.figures[i].troop == Troop.ARMORED_CAVALRY else Clause.MOVE_7
        return refuse(log, Code.RIDERS_RUN, cited, i, NONE)
    return 1


@clause("IA-MOVE-7", "IA-MOVE-8", "IA-MOVE-9", "IA-MOVE-31", "IA-MOVE-34", "IA-SENTRY-6", "IA-GOAL-1", "IA-MORALE-25")
@kernel
def may_go(b, i, mode, log):
    """1 if figure ``i`` may go by this mode; else why not."""
    if may_be_ordered(b, i, log) == 0 or _has_mode(b, i, mode, log) == 0:
        return 0
    figure = b.figures[i]
    if is_asleep(b, figure.side) and mode != Mode.WALK:
        return refuse(log, Code.SENTRIES_WALK, Clause.SENTRY_6, i, NONE)
    if figure.tired != 0:
        skirmishes = figure.troop == Troop.SKIRMISHER
        cited = Clause.MOVE_12 if skirmishes else Clause.MOVE_11
        return refuse(log, Code.IS_TIRED, cited, i, NONE)
    if figure.declared != 0 and figure.mode != mode:
        code = Code.HAS_DECLARED_RUN if figure.mode == Mode.RUN else Code.HAS_DECLARED_CRAWL
        return refuse(log, code, Clause.MOVE_16, i, NONE)
    if figure.broke == 0 and in_contact(b, i):
        return refuse_touching(b, log, Code.IS_IN_CONTACT, Clause.MOVE_31, i, foes_of(b, i))
    if mode == Mode.CRAWL and figure.broke != 0 and figure.stays & ASKED != 0:
        return refuse(log, Code.RETREATS_ON_FOOT, Clause.MORALE_25, i, NONE)
    if mode == Mode.RUN and not is_mounted(figure) and carries(b, i):
        about(log, reason(log, Code.CARRIERS_WALK, Clause.GOAL_1, i, NONE, 0), what_it_carries(b, i))
        return 0
    return 1


@clause("IA-MOVE-10", "IA-MOVE-12", "IA-MOVE-13", "IA-MOVE-14", "IA-MOVE-15", "IA-MOVE-16", "IA-SEQ-2")
@kernel
def _need_not_throw(b, i, mode, log):
    """Why no fatigue die is due for figure ``i`` and a mode; 0."""
    if b.figures[i].declared != 0:
        return refuse(log, Code.HAS_THROWN, Clause.MOVE_16, i, NONE)
    if b.turn <= 1:
        return refuse(log, Code.FRESH_IN_TURN_1, Clause.MOVE_10, i, NONE)
    if mode == Mode.WALK:
        return refuse(log, Code.WALKING_IS_EASY, Clause.MOVE_13, i, NONE)
    if is_mounted(b.figures[i]):
        return refuse(log, Code.RIDERS_DO_NOT_TIRE, Clause.MOVE_14, i, NONE)
    return refuse(log, Code.CRAWLING_IS_EASY, Clause.MOVE_15, i, NONE)


@clause("IA-MOVE-10", "IA-MOVE-16", "IA-MOVE-34")
@kernel
def judge_throwing(b, i, mode, log):
    """1 if figure ``i`` may go by a mode and must throw for fatigue first; else why not."""
    if may_go(b, i, mode, log) == 0:
        return 0
    if b.figures[i].declared != 0 or not throws_fatigue(b, i, mode):
        return _need_not_throw(b, i, mode, log)
    return 1


@clause("IA-MOVE-33", "IA-MOVE-16")
@kernel
def those_who_throw(b, action, log):
    """Of those who declare a mode together: who may go so and must throw first, as bits. The others are left out."""
    found = bit(0) & 0
    keep = log.keep
    log.keep = 0
    for k in range(action.n_actors):
        if judge_throwing(b, action.actors[k], action.mode, log) == 1:
            found |= bit(action.actors[k])
    log.keep = keep
    return found


@clause("IA-MOVE-10", "IA-MOVE-16", "IA-MOVE-33", "IA-MOVE-34", "IA-NIGHT-17")
@kernel
def judge_declare(b, action, log):
    """Verdict: may these, or some of them, declare a mode for which dice are due. By night their group heads first."""
    throwing = those_who_throw(b, action, log)
    if action.n_actors > 0 and throwing == 0:
        return Verdict(judge_throwing(b, action.actors[0], action.mode, log), 0)
    for k in range(action.n_actors):
        i = action.actors[k]
        if b.figures[i].side != mover(b):
            return refused(log, Code.NOT_YOURS, Clause.SEQ_10, i, NONE, 0)
        if is_in(throwing, i) and not may_set_out(b, i, log):
            return Verdict(0, 0)
    return Verdict(int(action.n_actors > 0), 0)


@clause("IA-MOVE-11")
@kernel
def _tell_fatigue(figure, i, together, log):
    """Say what the fatigue die did. Of who throws alone the odds tell it apart; of a group they tell how many tire."""
    code = Code.KEEPS_ITS_PACE
    if figure.tired != 0:
        code = Code.TIRES
    elif figure.half != 0:
        code = Code.IS_SLOWED
    if together == 1:
        outcome(log, code, Clause.MOVE_11, i, NONE, 0)
    elif code != Code.KEEPS_ITS_PACE:
        event(log, code, Clause.MOVE_11, i, NONE, 0)


@clause("IA-MOVE-11")
@kernel
def _tell_fatigue_of_all(b, action, throwing, log):
    """Say of those who threw together how many may not move, and how many may go half as far."""
    tired = slowed = 0
    while throwing != 0:
        i = lowest(throwing)
        throwing = without(throwing, i)
        tired += int(b.figures[i].tired)
        slowed += int(b.figures[i].half)
    hush_all(b, action, log)
    side = b.figures[action.actors[0]].side
    with_value(log, side_outcome(log, Code.TIRE, Clause.MOVE_11, side, tired), float(slowed))
    speak_up(log)


@clause("IA-MOVE-11", "IA-MOVE-12", "IA-MOVE-16", "IA-MOVE-34", "IA-INTRO-4")
@kernel
def make_declare(b, action, dice, log):
    """They throw for fatigue: some go on at half their move, some are too tired to move at all."""
    throwing = those_who_throw(b, action, log)
    for k in range(action.n_actors):
        i = action.actors[k]
        if not is_in(throwing, i):
            continue
        figure = b.figures[i]
        squad = b.squads[figure.squad]
        hush(b, i, log)
        if b.options.fatigue_per == FatiguePer.GROUP and squad.die != 0:
            die = squad.die
        else:
            die = throw_die(dice, log, Purpose.FATIGUE, figure.side, i, 6)
            squad.die = die
        troop = b.troops[figure.troop]
        figure.declared = 1
        figure.mode = action.mode
        figure.half = int(die == troop.half)
        figure.tired = int(die == troop.tired)
        if figure.tired != 0:
            figure.mode = Mode.STAND
        _tell_fatigue(figure, i, count_of(throwing), log)
        speak_up(log)
    if count_of(throwing) > 1:
        _tell_fatigue_of_all(b, action, throwing, log)


@kernel
def lies_after(b, i, mode, amount):
    """Figure ``i`` lies at the end of such a move."""
    return mode == Mode.CRAWL or (amount == 1 and not is_mounted(b.figures[i]))


@clause("IA-MOVE-31", "IA-BREAK-11", "IA-MORALE-25")
@kernel
def those_left(b, i):
    """Enemies whom figure ``i`` touches as it sets out: none, unless it breaks contact or retreats from it."""
    return foes_of(b, i) if b.figures[i].broke != 0 else bit(0) & 0


@kernel
def trip_of(b, i, action):
    """How figure ``i`` gets along the order's way."""
    points = np.empty((MAX_VIA + 1, 2))
    lead = b.figures[action.actors[0]]
    n = fill_points(b, action, lead.x, lead.y, i, points)
    lies = lies_after(b, i, action.mode, action.amount)
    lost = reductions_from_the_start(b, i, action.mode, lies)
    trip = travel(b, i, action.mode, lost, points, n, those_left(b, i))
    keep_until_here(points)
    return trip


@clause("IA-MOVE-26", "IA-MOVE-31")
@kernel
def measure(i, trip, length, log):
    """Say how far the order takes figure ``i``, and how far it may go at most: to where it is stopped, if it is.

    The limit is said in hundredths, and never farther than it is.
    """
    limit = trip.gone if trip.code != NONE and length > trip.gone else trip.most
    measured(log, Clause.MOVE_26, i, length, hundredths(limit) / 100.0)


@clause("IA-MOVE-26", "IA-MOVE-30", "IA-MOVE-31")
@kernel
def refuse_trip(b, i, trip, log):
    """Why figure ``i`` does not get to the end of its way: what stopped it, and after how many centimetres; 0."""
    if trip.code == Code.GROUND_IN_THE_WAY:
        at = reason(log, trip.code, trip.cited, i, NONE, 1 + trip.other)
        locate(log, at, b.figures[i].x, b.figures[i].y, trip.x, trip.y, trip.gone)
        return 0
    far = trip.length if trip.code == Code.MOVES_TOO_FAR else trip.gone
    at = reason(log, trip.code, trip.cited, i, trip.other, hundredths(trip.gone))
    locate(log, at, b.figures[i].x, b.figures[i].y, trip.x, trip.y, far)
    return 0


@clause("IA-MOVE-30")
@kernel
def refuse_place(b, log, i, other, x, y):
    """Figure ``other`` stands where figure ``i`` would end: the place is drawn; 0."""
    at = reason(log, Code.STANDS_THERE, Clause.MOVE_30, i, other, 0)
    there = b.figures[other]
    locate(log, at, x, y, there.x, there.y, distance_of_points(x, y, there.x, there.y))
    return 0


@clause("IA-MOVE-10", "IA-MOVE-34", "IA-NIGHT-14")
@kernel
def _judge_dice_and_heading(b, action, i, log):
    """1 if figure ``i`` has thrown for fatigue where that is due, and the order leads along its group's heading."""
    if throws_fatigue(b, i, action.mode) and b.figures[i].declared == 0:
        return refuse(log, Code.DECLARE_FIRST, Clause.MOVE_34, i, NONE)
    if not is_on_heading(b, action, i, log):
        return 0
    return 1


@clause("IA-MOVE-4", "IA-MOVE-10", "IA-MOVE-34", "IA-NIGHT-14", "IA-TABLE-13")
@kernel
def judge_setting_out(b, action, i, log):
    """1 if figure ``i`` may go by the order's mode now: declared where dice are due, and along the group's heading."""
    if may_go(b, i, action.mode, log) == 0:
        return 0
    if b.figures[i].tower != NONE:
        return refuse(log, Code.IS_ON_TOWER, Clause.TABLE_13, i, NONE)
    return _judge_dice_and_heading(b, action, i, log)


@clause(
    "IA-MOVE-1", "IA-MOVE-20", "IA-MOVE-26", "IA-MOVE-29", "IA-MOVE-30", "IA-MOVE-31", "IA-BREAK-11", "IA-MORALE-25",
)  # fmt: skip
@kernel
def judge_one(b, action, i, log):
    """1 if figure ``i`` may go just where the order says; else why not."""
    if judge_setting_out(b, action, i, log) == 0:
        return 0
    return judge_way(b, action, i, log)


@clause("IA-MOVE-1", "IA-MOVE-20", "IA-MOVE-26", "IA-MOVE-29", "IA-MOVE-30", "IA-BREAK-11")
@kernel
def judge_way(b, action, i, log):
    """1 if figure ``i``, who may set out, gets just where the order says; else what stops it."""
    lies = lies_after(b, i, action.mode, action.amount)
    posture = int(lies) != int(b.figures[i].lying != 0)
    trip = trip_of(b, i, action)
    if trip.length < SLACK and not posture:
        return refuse(log, Code.GOES_NOWHERE, Clause.MOVE_9, i, NONE)
    measure(i, trip, trip.length, log)
    lost = reductions_from_the_start(b, i, action.mode, lies)
    if is_less_than(table_move(b, i, action.mode), lost, SLACK):
        return refuse_beyond(log, Code.LOSES_ALL, Clause.MOVE_26, i, lost, table_move(b, i, action.mode))
    if is_more_than(trip.length, trip.gone, SLACK):
        return refuse_trip(b, i, trip, log)
    other = who_stands_there(b, i, trip.x, trip.y)
    if other != NONE:
        return refuse_place(b, log, i, other, trip.x, trip.y)
    if b.figures[i].broke != 0:
        foes = foes_at(b, i, trip.x, trip.y)
        if foes != 0:
            return refuse(log, Code.STILL_IN_CONTACT, Clause.BREAK_11, i, westernmost(b, foes))
    return 1


@clause("IA-MOVE-33", "IA-MOVE-30")
@kernel
def goes_with_others(b, action, i, log):
    """Figure ``i``, one of a group that is ordered at once, would get anywhere."""
    if judge_setting_out(b, action, i, log) == 0:
        return 0
    return gets_somewhere(b, action, i, log)


@clause("IA-MOVE-33", "IA-MOVE-30")
@kernel
def gets_somewhere(b, action, i, log):
    """1 if figure ``i``, who may set out, would get anywhere along the order's way; else why not."""
    trip = trip_of(b, i, action)
    if trip.gone > SLACK:
        return 1
    if trip.code != NONE:
        return refuse_trip(b, i, trip, log)
    return refuse(log, Code.GOES_NOWHERE, Clause.MOVE_9, i, NONE)


@clause("IA-MOVE-33", "IA-MOVE-31")
@kernel
def _may_join(b, action, i, log):
    """Figure ``i`` may go with the others of a group by the order's mode; who may not stays behind."""
    keep = log.keep
    log.keep = 0
    may = may_go(b, i, action.mode, log) == 1 and b.figures[i].tower == NONE
    log.keep = keep
    return may


@clause("IA-MOVE-33", "IA-MOVE-30", "IA-MOVE-34", "IA-BREAK-11")
@kernel
def _judge_group(b, action, log):
    """1 if some of a group get anywhere: who may not go so, or gets nowhere, stays. Dice that are due come first."""
    going = 0
    for k in range(action.n_actors):
        i = action.actors[k]
        if b.figures[i].side != mover(b):
            return refuse(log, Code.NOT_YOURS, Clause.SEQ_10, i, NONE)
        if b.figures[i].broke != 0:
            return refuse(log, Code.BREAKS_ALONE, Clause.BREAK_11, i, NONE)
        if not _may_join(b, action, i, log):
            continue
        if _judge_dice_and_heading(b, action, i, log) == 0:
            return 0
        trip = trip_of(b, i, action)
        if trip.gone <= SLACK:
            continue
        if going == 0:
            measure(i, trip, trip.gone, log)
        going += 1
    if going == 0:
        return goes_with_others(b, action, action.actors[0], log)
    return 1


@clause("IA-MOVE-33")
@kernel
def judge_move(b, action, log):
    """Verdict: may one figure go there, or a group together, each of it stopped alone where it must be."""
    if action.n_via < 0 or action.n_via > MAX_VIA:
        return refused(log, Code.TOO_MANY_LEGS, Clause.MOVE_29, NONE, NONE, MAX_VIA)
    if action.n_actors < 1 or not is_finite(action):
        return refused(log, Code.NO_PLACE, Clause.MOVE_9, NONE, NONE, 0)
    if action.n_actors == 1:
        return Verdict(judge_one(b, action, action.actors[0], log), 0)
    return Verdict(_judge_group(b, action, log), 0)


@clause("IA-MOVE-33", "IA-MOVE-30", "IA-MOVE-31", "IA-WOUND-12")
@kernel
def make_move(b, action, dice, log):
    """They go, those farthest along first; of a group each gets as far as it can, short of whom it would overlap.

    Who may not go so, or gets nowhere, has not moved yet.
    """
    lead = b.figures[action.actors[0]]
    x, y = lead.x, lead.y
    points = np.empty((MAX_VIA + 1, 2))
    done = 0
    if action.n_actors > 1:
        for k in range(action.n_actors):
            if not is_held_unaware(b, action.actors[k]) and not _may_join(b, action, action.actors[k], log):
                done |= bit(action.actors[k])
    for _ in range(action.n_actors):
        best = NONE
        farthest = -1e18
        for k in range(action.n_actors):
            i = action.actors[k]
            along = b.figures[i].x * (action.x - x) + b.figures[i].y * (action.y - y)
            if not is_in(done, i) and along > farthest:
                farthest = along
                best = i
        if best == NONE:
            break
        done |= bit(best)
        n = fill_points(b, action, x, y, best, points)
        _go(b, action, best, points, n, dice, log)
    keep_until_here(points)


@clause("IA-AMBUSH-11", "IA-MOVE-31", "IA-SEQ-11")
@kernel
def hold(b, i, dice, log):
    """Figure ``i``, ordered away from an enemy whom its side does not know of, does not get away and stands still."""
    stand_still(b, i, dice, log)
    for j in range(b.n_figures):
        if is_in(b.figures[j].ambushes, i):
            give_away(b, j, b.figures[i].side)
    event(log, Code.IS_HELD, Clause.AMBUSH_11, i, NONE, 0)


@clause("IA-MOVE-9", "IA-MOVE-31", "IA-CRAWL-11")
@kernel
def _go(b, action, i, points, n, dice, log):
    """Figure ``i`` goes along these points as far as it gets and as there is room for it."""
    figure = b.figures[i]
    if is_held_unaware(b, i):
        hold(b, i, dice, log)
        return
    lies = lies_after(b, i, action.mode, action.amount)
    before = foes_of(b, i)
    lost = reductions_from_the_start(b, i, action.mode, lies)
    trip = travel(b, i, action.mode, lost, points, n, before)
    if action.n_actors > 1 and trip.gone <= SLACK:
        return
    x, y = trip.x, trip.y
    ax, ay = start_of_last_leg(b, i, points, n, trip.gone)
    for part in range(16, -1, -1):
        x = ax + (trip.x - ax) * part / 16.0
        y = ay + (trip.y - ay) * part / 16.0
        if who_stands_there(b, i, x, y) == NONE:
            break
        if part == 0:
            x, y = float(figure.x), float(figure.y)
    figure.mode = action.mode
    code = Code.WALKS if action.mode == Mode.WALK else Code.RUNS
    if action.mode == Mode.CRAWL:
        code = Code.CRAWLS
    if lies:
        hush_crawler(b, i, log)
    else:
        hush(b, i, log)
    at = event(log, code, Clause.MOVE_9, i, NONE, 0)
    locate(log, at, figure.x, figure.y, x, y, trip.gone)
    speak_up(log)
    go_to(b, i, x, y, action)
    arrive(b, i, lies, before, dice, log)


@clause("IA-MOVE-34", "IA-MOVE-35", "IA-AMBUSH-11")
@kernel
def judge_stand(b, action, log):
    """Verdict: may these figures stand still, turning on the spot. One that does not know of its enemy may not turn."""
    if action.n_actors > 0:
        lead = b.figures[action.actors[0]]
        if not (abs(action.x - lead.x) <= SLACK and abs(action.y - lead.y) <= SLACK):
            at = reason(log, Code.STAYS, Clause.MOVE_35, action.actors[0], NONE, 0)
            far = distance_of_points(lead.x, lead.y, action.x, action.y)
            locate(log, at, lead.x, lead.y, action.x, action.y, far)
            return Verdict(0, 0)
    for k in range(action.n_actors):
        i = action.actors[k]
        if may_be_ordered(b, i, log) == 0:
            return Verdict(0, 0)
        turns = abs(action.fx - b.figures[i].fx) > 1e-6 or abs(action.fy - b.figures[i].fy) > 1e-6
        if b.figures[i].stays & UNAWARE != 0 and turns:
            return refused(log, Code.IS_UNAWARE, Clause.AMBUSH_11, i, NONE, 0)
    return Verdict(int(action.n_actors > 0), 0)


@clause("IA-MOVE-9", "IA-MOVE-35")
@kernel
def make_stand(b, action, dice, log):
    """They stand still, facing so."""
    for k in range(action.n_actors):
        i = action.actors[k]
        if not is_held_unaware(b, i):
            face(b, i, action.fx, action.fy)
        stand_still(b, i, dice, log)
    hush(b, action.actors[0], log)
    event(log, Code.STANDS, Clause.MOVE_35, action.actors[0], NONE, action.n_actors)
    speak_up(log)


@kernel
def room_left(b, i, mode):
    """Centimetres that figure ``i`` may go at most by a mode as it stands, wherever it goes."""
    return what_is_left(b, i, mode, reductions_from_the_start(b, i, mode, lies_down=False))
