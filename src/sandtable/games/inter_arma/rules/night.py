"""NIGHT: direction dice of groups that move in the dark, the commander's one, moves along the heading, and disorder."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.verdicts import refused
from sandtable.games.inter_arma.clauses import Clause, Code, Purpose
from sandtable.games.inter_arma.record import N_DIRECTIONS, Phase
from sandtable.games.inter_arma.rules.arriving import stand_still
from sandtable.games.inter_arma.rules.concealment import hush
from sandtable.games.inter_arma.rules.orders import may_be_ordered
from sandtable.games.inter_arma.rules.positions import (
    ANGLE_SLACK,
    SLACK,
    are_enemies,
    gap,
    is_able,
    is_commander,
)
from sandtable.games.inter_arma.rules.visibility import is_night
from sandtable.games.inter_arma.switches import DirectionDie, DisorderWhen
from sandtable.kernel.dice import throw_die
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.geometry import angle_between, degrees_of_facing, snap_facing, turned
from sandtable.kernel.limits import is_within
from sandtable.kernel.log import locate, outcome, reason, speak_up
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict

TWO_DICE = DirectionDie["2D6"].value


@clause("IA-NIGHT-6", "IA-NIGHT-17", "IA-SC2-8")
@kernel
def must_head(b, i):
    """Figure ``i`` may move in the dark along its group's heading only: not when it breaks or retreats from contact."""
    return is_night(b) and b.figures[i].broke == 0


@clause("IA-NIGHT-6", "IA-NIGHT-17")
@kernel
def may_set_out(b, i, log):
    """The direction dice of the figure's group have fallen, where they are due; else says so."""
    if not must_head(b, i):
        return True
    if b.squads[b.figures[i].squad].headed != 0:
        return True
    reason(log, Code.HEAD_FIRST, Clause.NIGHT_17, i, NONE, 0)
    return False


@clause("IA-NIGHT-14")
@kernel
def is_on_heading(b, action, i, log):
    """The order's way leads straight along the heading of the figure's group; a change of posture needs none."""
    lead = b.figures[action.actors[0]]
    length = distance_of_points(lead.x, lead.y, action.x, action.y)
    if not must_head(b, i) or (length < SLACK and action.n_via == 0):
        return True
    if not may_set_out(b, i, log):
        return False
    if action.n_via > 0:
        reason(log, Code.NO_TURNS_IN_THE_DARK, Clause.NIGHT_14, i, NONE, 0)
        return False
    squad = b.squads[b.figures[i].squad]
    way = degrees_of_facing(action.x - lead.x, action.y - lead.y)
    off = angle_between(way, degrees_of_facing(squad.hx, squad.hy))
    if not is_within(off, 0.0, ANGLE_SLACK + 0.1 / max(length, 0.05)):
        at = reason(log, Code.OFF_HEADING, Clause.NIGHT_14, i, NONE, 0)
        locate(log, at, lead.x, lead.y, lead.x + length * squad.hx, lead.y + length * squad.hy, off)
        return False
    return True


@clause("IA-NIGHT-7", "IA-NIGHT-8", "IA-NIGHT-9", "IA-NIGHT-10", "IA-NIGHT-11", "IA-NIGHT-12")
@kernel
def direction_row(b, total):
    """The row of the direction table for a sum; beyond the table the nearest row."""
    for row in range(N_DIRECTIONS):
        if total >= b.directions[row].least:
            return row
    return N_DIRECTIONS - 1


@kernel
def _set_heading(b, g, fx, fy):
    """The group goes along this heading."""
    b.squads[g].hx = fx
    b.squads[g].hy = fy


@clause("IA-NIGHT-13")
@kernel
def has_commander(b, g):
    """A commander or hero is with the group."""
    for i in range(b.n_figures):
        if b.figures[i].squad == g and is_able(b.figures[i]) and is_commander(b.figures[i]):
            return True
    return False


@clause("IA-NIGHT-6", "IA-MOVE-33")
@kernel
def judge_head(b, action, log):
    """Verdict: may the group of the first actor set out on a heading. By night, once a turn, before any of it moves."""
    if not is_night(b):
        return refused(log, Code.NO_HEADING, Clause.NIGHT_6, NONE, NONE, 0)
    if action.n_actors != 1:
        return refused(log, Code.ONE_NAMES_THE_GROUP, Clause.NIGHT_6, NONE, NONE, 0)
    i = action.actors[0]
    if may_be_ordered(b, i, log) == 0:
        return Verdict(0, 0)
    if b.squads[b.figures[i].squad].headed != 0:
        return refused(log, Code.HAS_HEADING, Clause.NIGHT_6, i, NONE, 0)
    return Verdict(1, 0)


@clause("IA-NIGHT-6", "IA-NIGHT-13", "IA-MOVE-33")
@kernel
def make_head(b, action, dice, log):
    """The direction dice fall; whoever is left of the group before stands still. A commander may change them by one."""
    i = action.actors[0]
    g = b.figures[i].squad
    if b.group != NONE and b.group != g:
        for j in range(b.n_figures):
            other = b.figures[j]
            if other.squad == b.group and is_able(other) and other.moved == 0 and other.routing == 0:
                stand_still(b, j, dice, log)
    b.group = g
    squad = b.squads[g]
    way = snap_facing(action.fx, action.fy)
    _set_heading(b, g, way.x, way.y)
    squad.headed = 1
    hush(b, i, log)
    if b.options.direction_die == TWO_DICE:
        squad.sum = throw_die(dice, log, Purpose.DIRECTION, b.figures[i].side, i, 6)
        squad.sum += throw_die(dice, log, Purpose.DIRECTION, b.figures[i].side, i, 6)
    else:
        squad.sum = throw_die(dice, log, Purpose.DIRECTION, b.figures[i].side, i, 12)
    speak_up(log)
    row = direction_row(b, squad.sum)
    if has_commander(b, g) and (direction_row(b, squad.sum + 1) != row or direction_row(b, squad.sum - 1) != row):
        b.phase = Phase.NUDGE
        hush(b, i, log)
        outcome(log, Code.MAY_BE_NUDGED, Clause.NIGHT_13, i, NONE, squad.sum)
        speak_up(log)
        return
    turn_heading(b, g, i, log)


@clause("IA-NIGHT-7", "IA-NIGHT-8", "IA-NIGHT-9", "IA-NIGHT-10", "IA-NIGHT-11", "IA-NIGHT-6")
@kernel
def turn_heading(b, g, i, log):
    """The heading is off by what the dice say."""
    squad = b.squads[g]
    turn = b.directions[direction_row(b, squad.sum)].turn
    way = turned(squad.hx, squad.hy, turn)
    _set_heading(b, g, way.x, way.y)
    hush(b, i, log)
    code = Code.HEADS
    if turn != 0.0:
        code = Code.HEADS_LEFT if turn < 0.0 else Code.HEADS_RIGHT
    outcome(log, code, Clause.NIGHT_6, i, NONE, int(abs(turn)))
    speak_up(log)


@clause("IA-NIGHT-13")
@kernel
def judge_nudge(b, action, log):
    """A commander may add or take off 1 where that changes the row, or leave the dice as they are."""
    total = b.squads[b.group].sum
    changes = direction_row(b, total + action.amount) != direction_row(b, total)
    if abs(action.amount) > 1:
        return refused(log, Code.NUDGES_BY_ONE, Clause.NIGHT_13, NONE, NONE, 0)
    if action.amount == 0 or changes:
        return Verdict(1, 0)
    return refused(log, Code.NO_DIFFERENCE, Clause.NIGHT_13, NONE, NONE, total + action.amount)


@clause("IA-NIGHT-13")
@kernel
def make_nudge(b, action, log):
    """The dice are changed by one, or not."""
    b.squads[b.group].sum += action.amount
    b.phase = Phase.MOVEMENT
    for i in range(b.n_figures):
        if b.figures[i].squad == b.group and is_able(b.figures[i]):
            turn_heading(b, b.group, i, log)
            return


@clause("IA-NIGHT-15", "IA-NIGHT-16")
@kernel
def count_idle_turns(b, log):
    """At the end of a turn: groups out of combat count their turns; disorder ends by combat or a commander near."""
    counts = is_night(b) or b.options.disorder_when == DisorderWhen.ALWAYS
    for g in range(b.n_squads):
        squad = b.squads[g]
        if squad.combat != 0 or not counts:
            squad.idle = 0
        else:
            squad.idle += 1
        if squad.disordered != 0 and (squad.combat != 0 or _is_commander_near(b, g)):
            squad.disordered = 0


@clause("IA-NIGHT-16")
@kernel
def _is_commander_near(b, g):
    """A friendly commander or hero is within 6 cm of one of the group's figures."""
    for c in range(b.n_figures):
        leader = b.figures[c]
        if not is_able(leader) or not is_commander(leader):
            continue
        for i in range(b.n_figures):
            if b.figures[i].squad == g and is_able(b.figures[i]) and not are_enemies(b, c, i):
                if is_within(gap(b, c, i), b.rules.disorder_near, SLACK):
                    return True
    return False
