"""END: when the battle is over, the points of both sides, and who has won."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.inter_arma.clauses import Clause, Code
from sandtable.games.inter_arma.record import End, Ended, Ground, Lies, Scoring, State
from sandtable.games.inter_arma.rules.morale import is_out
from sandtable.games.inter_arma.rules.positions import is_able, is_commander
from sandtable.kernel.log import points, side_event
from sandtable.kernel.records import NONE


@kernel
def in_camp(b, x, y):
    """The place is in the camp."""
    return b.camp_x0 <= x <= b.camp_x1 and b.camp_y0 <= y <= b.camp_y1 and b.camp_x0 < b.camp_x1


@clause("IA-END-3")
@kernel
def general_points(b, side):
    """1 for each enemy soldier killed, wounded or captured, 3 for a commander or hero, 1 for one that fled."""
    sum_ = 0
    for i in range(b.n_figures):
        figure = b.figures[i]
        if b.sides[figure.side].team == b.sides[side].team or figure.civilian != 0:
            continue
        if is_out(figure):
            sum_ += b.rules.commander_points if is_commander(figure) else 1
        elif figure.state == State.FLED:
            sum_ += 1
    return sum_


@kernel
def holder_of(b, m):
    """The side that has marker ``m`` in hand or off the table, or NONE."""
    marker = b.markers[m]
    if marker.lies == Lies.CARRIED:
        return b.figures[marker.carrier].side
    if marker.lies == Lies.OFF:
        return marker.taker if marker.taker != NONE else marker.owner
    return NONE


@kernel
def has_carried_off(b, side):
    """The side has got something off the table that was not its own."""
    for m in range(b.n_markers):
        if b.markers[m].lies == Lies.OFF and b.markers[m].owner != side and holder_of(b, m) == side:
            return True
    return False


@clause("IA-SC1-10", "IA-SC2-9", "IA-SC3-12")
@kernel
def _counts_marker(b, team, rule, m):
    """A line about marker ``m`` counts for a team now."""
    marker = b.markers[m]
    holder = holder_of(b, m)
    is_ours = holder != NONE and b.sides[holder].team == team
    if rule == Scoring.MARKER_TAKEN:
        return is_ours
    lies = marker.lies == Lies.TABLE
    if rule == Scoring.MARKER_KEPT:
        return lies or is_ours
    if rule == Scoring.MARKER_SAFE:
        return (lies and marker.taker == NONE) or is_ours
    x, y = marker.x, marker.y
    if marker.lies == Lies.CARRIED:
        x, y = b.figures[marker.carrier].x, b.figures[marker.carrier].y
    return (lies or (marker.lies == Lies.CARRIED and is_ours)) and in_camp(b, x, y)


@clause("IA-SC1-10", "IA-SC2-9", "IA-SC3-12")
@kernel
def times(b, side, rule, item):
    """How often a line of the scenario's points counts for a side now."""
    team = b.sides[side].team
    if (
        rule == Scoring.MARKER_TAKEN
        or rule == Scoring.MARKER_KEPT
        or rule == Scoring.MARKER_SAFE
        or rule == Scoring.MARKER_WITHIN
    ):
        return int(_counts_marker(b, team, rule, item))
    if rule == Scoring.HERD_OFF or rule == Scoring.HERD_TAKEN or rule == Scoring.HERD_KEPT:
        herd = b.herds[item]
        is_taken = herd.taker == side
        if rule == Scoring.HERD_KEPT:
            return int(herd.taker == NONE)
        return int(is_taken and (herd.off != 0) == (rule == Scoring.HERD_OFF))
    if rule == Scoring.SILENCED:
        count = 0
        for other in range(b.n_sides):
            if b.sides[other].team != team:
                count += b.sides[other].silenced
        return count
    if rule == Scoring.ALARM_BY:
        return int(b.sides[side].alarm != NONE and b.sides[side].alarm <= item)
    return _times_on_the_ground(b, side, rule)


@clause("IA-SC1-10", "IA-SC3-12")
@kernel
def _times_on_the_ground(b, side, rule):
    """The same of buildings, checkpoints, civilians and the camp."""
    team = b.sides[side].team
    count = 0
    if rule == Scoring.TENTS or rule == Scoring.BUILDINGS or rule == Scoring.STANDING:
        for k in range(b.terrain.n_features):
            site = b.sites[k]
            if site.burnable == 0 or site.owner == NONE or b.terrain.features[k].kind == Ground.OPEN:
                continue
            if rule == Scoring.STANDING:
                count += int(site.owner == side and site.destroyed == 0)
            elif b.sides[site.owner].team != team and site.destroyed != 0:
                count += int(rule == Scoring.BUILDINGS or site.tent != 0)
    elif rule == Scoring.CHECKPOINTS:
        for c in range(b.n_checkpoints):
            count += int(b.checkpoints[c].holder == side)
    elif rule == Scoring.CIVILIANS:
        for i in range(b.n_figures):
            figure = b.figures[i]
            if figure.civilian != 0 and figure.state == State.DEAD and b.sides[figure.side].team != team:
                count += 1
    elif rule == Scoring.NO_ENEMY_WITHIN:
        count = 1
        for i in range(b.n_figures):
            figure = b.figures[i]
            if is_able(figure) and b.sides[figure.side].team != team and in_camp(b, figure.x, figure.y):
                count = 0
    return count


@clause("IA-END-2", "IA-END-3")
@kernel
def points_of(b, side):
    """All points of a side as things stand."""
    sum_ = general_points(b, side)
    for k in range(b.n_points):
        line = b.scoring[k]
        if line.side == side:
            sum_ += line.amount * times(b, side, line.rule, line.item)
    return sum_


@clause("IA-END-1", "IA-GOAL-7")
@kernel
def teams_that_fight(b):
    """Teams with able soldiers that do not rout, as bits."""
    found = 0
    for i in range(b.n_figures):
        figure = b.figures[i]
        if is_able(figure) and figure.civilian == 0 and figure.routing == 0:
            found |= 1 << b.sides[figure.side].team
    return found


@clause("IA-END-1")
@kernel
def is_over(b):
    """How the battle ends at the end of this turn, or NOT_YET."""
    teams = teams_that_fight(b)
    if teams == 0:
        return End.NOBODY_LEFT
    if teams & (teams - 1) == 0:
        return End.ONE_LEFT
    return End.LAST_TURN if b.turn >= b.turns else End.NOT_YET


@clause("IA-END-2", "IA-SC1-11", "IA-COMMENT-3")
@kernel
def end_battle(b, end, log):
    """The battle is over: points decide, a lead of fewer than 3 is a draw; how many are left of each side is told."""
    b.end = end
    best = NONE
    for side in range(b.n_sides):
        b.sides[side].points = points_of(b, side)
        points(log, Code.HAS_POINTS, Clause.END_2, side, b.sides[side].points)
        left = 0
        for i in range(b.n_figures):
            left += int(b.figures[i].side == side and is_able(b.figures[i]) and b.figures[i].civilian == 0)
        side_event(log, Code.ARE_LEFT, Clause.SC1_11, side, left)
        if best == NONE or b.sides[side].points > b.sides[best].points:
            best = side
    b.winner = best
    for side in range(b.n_sides):
        if b.sides[side].team != b.sides[best].team:
            if b.sides[best].points - b.sides[side].points < b.rules.lead:
                b.winner = Ended.DRAW
    code = Code.ENDS_LAST_TURN
    if b.winner < 0:
        code = Code.ENDS_DRAW
    elif end == End.ONE_LEFT:
        code = Code.ENDS_ONE_LEFT
    elif end == End.NOBODY_LEFT:
        code = Code.ENDS_NOBODY_LEFT
    side_event(log, code, Clause.END_2, b.winner if b.winner >= 0 else NONE, b.sides[best].points)


@clause("IA-END-2")
@kernel
def returns(b, out):
    """Each side's result, once over: 1 for the winner, or equal shares of a draw."""
    out[:] = 0.0
    if b.end == End.NOT_YET:
        return
    if b.winner < 0:
        for side in range(b.n_sides):
            out[side] = 1.0 / b.n_sides
        return
    allies = 0
    for side in range(b.n_sides):
        allies += int(b.sides[side].team == b.sides[b.winner].team)
    for side in range(b.n_sides):
        if b.sides[side].team == b.sides[b.winner].team:
            out[side] = 1.0 / allies
