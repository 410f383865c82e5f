"""MORALE: when a side tests, what its test counts, and what comes of it."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.inter_arma.clauses import Clause, Code, Purpose
from sandtable.games.inter_arma.record import N_COUNTS, Count, Phase, State
from sandtable.games.inter_arma.rules.concealment import event_of
from sandtable.games.inter_arma.rules.positions import is_able, is_commander, westernmost
from sandtable.games.inter_arma.rules.routing import rout
from sandtable.games.inter_arma.switches import MoraleCount, MoraleDie, MoraleTests
from sandtable.kernel.bitsets import bit, without
from sandtable.kernel.dice import throw_die
from sandtable.kernel.log import side_event, side_tally, total
from sandtable.kernel.records import NONE
from sandtable.kernel.scratch import keep_until_here

TWO_DICE = MoraleDie["2D6"].value

RETREAT = 0
LOSE_INITIATIVE = 1
STEADY = 2
INSPIRED = 3


@clause("IA-MORALE-7", "IA-CAV-15", "IA-WOUND-11")
@kernel
def is_out(figure):
    """A soldier that is killed, wounded or captured; no civilian, and no horse."""
    if figure.civilian != 0:
        return False
    return figure.state == State.DEAD or figure.state == State.WOUNDED or figure.state == State.CAPTURED


@clause(
    "IA-MORALE-7", "IA-MORALE-8", "IA-MORALE-9", "IA-MORALE-10", "IA-MORALE-11", "IA-MORALE-12", "IA-MORALE-13",
    "IA-GOAL-7", "IA-CLASS-4",
)  # fmt: skip
@kernel
def _count_figures(b, side, counts):
    """Casualties of all sides as one side sees them."""
    for i in range(b.n_figures):
        figure = b.figures[i]
        is_enemy = b.sides[figure.side].team != b.sides[side].team
        is_dead = figure.state == State.DEAD
        if figure.civilian != 0:
            counts[Count.ENEMY_CIVILIANS if is_enemy else Count.OWN_CIVILIANS] += int(is_dead)
            continue
        if is_enemy:
            counts[Count.ENEMIES] += int(is_out(figure))
        elif figure.side == side:
            counts[Count.OWN] += int(is_out(figure))
        else:
            counts[Count.ALLIES] += int(is_out(figure))
        if is_dead and is_commander(figure):
            counts[Count.ENEMY_COMMANDERS if is_enemy else Count.OWN_COMMANDERS] += 1


@clause(
    "IA-MORALE-14", "IA-MORALE-15", "IA-MORALE-16", "IA-MORALE-17", "IA-MORALE-18", "IA-MORALE-19", "IA-MORALE-20",
    "IA-MORALE-21", "IA-GOAL-2", "IA-GOAL-9", "IA-SC3-13",
)  # fmt: skip
@kernel
def _count_goals(b, side, counts):
    """Loot, checkpoints, buildings and herds as they are now."""
    team = b.sides[side].team
    for m in range(b.n_markers):
        marker = b.markers[m]
        if marker.thing == 0:
            continue
        is_nobodys = marker.owner == NONE
        if marker.taker == side:
            counts[Count.FOUND if is_nobodys and marker.former == NONE else Count.CAPTURED] += 1
        elif marker.taker != NONE and b.sides[marker.taker].team != team:
            if marker.owner == side or (is_nobodys and marker.former == side):
                counts[Count.LOST] += 1
    for c in range(b.n_checkpoints):
        point = b.checkpoints[c]
        if point.holder == side:
            counts[Count.CHECKPOINTS] += 1
        elif point.holder != NONE and b.sides[point.holder].team != team and (point.last >> side) & 1 != 0:
            counts[Count.CHECKPOINTS_LOST] += 1
    for k in range(b.terrain.n_features):
        site = b.sites[k]
        if site.destroyed != 0 and site.owner != NONE:
            is_enemys = b.sides[site.owner].team != team
            counts[Count.ENEMY_BUILDINGS if is_enemys else Count.OWN_BUILDINGS] += 1
    for h in range(b.n_herds):
        counts[Count.HERDS] += int(b.herds[h].taker == side)


@kernel
def count_all(b, side, counts):
    """Fill ``counts`` (i8[N_COUNTS], by Count) with what a side's morale counts, over the whole battle."""
    counts[:] = 0
    _count_figures(b, side, counts)
    _count_goals(b, side, counts)


@clause("IA-MORALE-6", "IA-MORALE-7", "IA-MORALE-8", "IA-MORALE-9", "IA-MORALE-12", "IA-MORALE-13")
@kernel
def modifier_of(b, side, log):
    """All modifiers of a side's morale together, line by line in the log; "every n" means whole n's."""
    counts = np.zeros(N_COUNTS, np.int64)
    count_all(b, side, counts)
    if b.options.morale_count == MoraleCount.SINCE_LAST_TEST:
        for k in range(N_COUNTS):
            counts[k] -= b.sides[side].counted[k]
    rules = b.rules
    sum_ = 0
    sum_ += _line(log, side, Code.ENEMIES_OUT, Clause.MORALE_7, counts[0] // rules.per_enemies)
    sum_ += _line(log, side, Code.OWN_LOSSES, Clause.MORALE_8, -(counts[1] // rules.per_own))
    sum_ += _line(log, side, Code.ALLIED_LOSSES, Clause.MORALE_9, -(counts[2] // rules.per_allies))
    sum_ += _line(log, side, Code.ENEMY_LEADERS, Clause.MORALE_10, counts[3])
    sum_ += _line(log, side, Code.OWN_LEADERS, Clause.MORALE_11, -counts[4])
    sum_ += _line(log, side, Code.THEIR_CIVILIANS, Clause.MORALE_12, counts[5] // rules.per_civilians)
    sum_ += _line(log, side, Code.OUR_CIVILIANS, Clause.MORALE_13, -(counts[6] // rules.per_civilians))
    sum_ += _line(log, side, Code.LOOT_FOUND, Clause.MORALE_14, counts[7])
    sum_ += _line(log, side, Code.CHECKPOINTS_HELD, Clause.MORALE_15, counts[8])
    sum_ += _line(log, side, Code.CHECKPOINTS_LOST, Clause.MORALE_16, -counts[9])
    sum_ += _line(log, side, Code.THEIR_BUILDINGS, Clause.MORALE_17, counts[10])
    sum_ += _line(log, side, Code.OUR_BUILDINGS, Clause.MORALE_18, -counts[11])
    sum_ += _line(log, side, Code.THINGS_CAPTURED, Clause.MORALE_19, counts[12])
    sum_ += _line(log, side, Code.THINGS_LOST, Clause.MORALE_20, -counts[13])
    sum_ += _line(log, side, Code.HERDS_TAKEN, Clause.MORALE_21, counts[14])
    keep_until_here(counts)
    return sum_


@kernel
def _line(log, side, code, cited, amount):
    """One line of a side's total, told where it is not 0."""
    return side_tally(log, code, cited, side, int(amount)) if amount != 0 else 0


@clause("IA-MORALE-5")
@kernel
def _throw(log, side, faces, dice):
    """One die of the test, as a line of its total."""
    value = throw_die(dice, log, Purpose.MORALE, side, NONE, faces)
    return _line(log, side, Code.MORALE_DIE, Clause.MORALE_5, value)


@clause("IA-MORALE-4", "IA-MORALE-5", "IA-MORALE-6")
@kernel
def throw_morale(b, side, dice, log):
    """The test of a whole side: two dice and its modifiers, from 0 to 12."""
    sum_ = modifier_of(b, side, log)
    if b.options.morale_die == TWO_DICE:
        sum_ += _throw(log, side, 6, dice)
        sum_ += _throw(log, side, 6, dice)
    else:
        sum_ += _throw(log, side, 12, dice)
    sum_ += _line(log, side, Code.MORALE_LIMITS, Clause.MORALE_5, min(max(sum_, 0), 12) - sum_)
    total(log, Code.MORALE_IS, Clause.MORALE_5, side, NONE, NONE, sum_)
    return sum_


@clause("IA-MORALE-26", "IA-MORALE-30", "IA-MORALE-32", "IA-MORALE-33")
@kernel
def result_of(b, sum_):
    """What a morale total means."""
    if sum_ <= b.rules.retreat_to:
        return RETREAT
    if sum_ <= b.rules.lose_to:
        return LOSE_INITIATIVE
    return STEADY if sum_ <= b.rules.steady_to else INSPIRED


@clause("IA-MORALE-1", "IA-MORALE-2", "IA-MORALE-3", "IA-SEQ-6", "IA-COMMENT-7")
@kernel
def must_test(b, side):
    """The side tests now: a quarter of it more is lost, or something grave happened; by house rule every turn."""
    one = b.sides[side]
    lost = 0
    able = 0
    for i in range(b.n_figures):
        if b.figures[i].side == side and b.figures[i].civilian == 0:
            lost += int(is_out(b.figures[i]))
            able += int(is_able(b.figures[i]))
    quarters = min(4 * lost // max(one.soldiers, 1), 3)
    is_new = quarters > one.quarters
    one.quarters = max(quarters, one.quarters)
    if able == 0:
        return False
    return is_new or one.grave != 0 or b.options.morale_tests == MoraleTests.EVERY_TURN


@clause("IA-MORALE-4", "IA-MORALE-26", "IA-MORALE-30", "IA-MORALE-32", "IA-MORALE-33", "IA-SEQ-6")
@kernel
def test_side(b, side, dice, log):
    """A side tests: it runs, loses initiative, is steady, or its commander strikes harder."""
    result = result_of(b, throw_morale(b, side, dice, log))
    counts = np.zeros(N_COUNTS, np.int64)
    count_all(b, side, counts)
    for k in range(N_COUNTS):
        b.sides[side].counted[k] = counts[k]
    keep_until_here(counts)
    if result == RETREAT:
        side_event(log, Code.SIDE_RUNS, Clause.MORALE_26, side, 0)
        for i in range(b.n_figures):
            if b.figures[i].side == side:
                rout(b, i, log)
    elif result == LOSE_INITIATIVE:
        b.sides[side].back = 1
        side_event(log, Code.LOSES_INITIATIVE, Clause.MORALE_30, side, 0)
    elif result == STEADY:
        side_event(log, Code.SIDE_IS_STEADY, Clause.MORALE_32, side, 0)
    else:
        b.sides[side].test = 2
        side_event(log, Code.SIDE_IS_INSPIRED, Clause.MORALE_33, side, 0)


@clause("IA-NIGHT-15", "IA-NIGHT-18", "IA-SEQ-10")
@kernel
def test_disordered(b, side, dice, log):
    """A side's groups that have been out of combat for five turns are disordered and test, farther west first."""
    due = bit(0) & 0
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.side == side and figure.squad != NONE and b.squads[figure.squad].idle >= b.rules.disorder_turns:
            if is_able(figure) and figure.routing == 0 and figure.civilian == 0:
                due |= bit(i)
    for g in range(b.n_squads):
        if b.squads[g].side == side and b.squads[g].idle >= b.rules.disorder_turns:
            b.squads[g].idle = 0
    while due != 0:
        lead = westernmost(b, due)
        g = b.figures[lead].squad
        for i in range(b.n_figures):
            if b.figures[i].squad == g:
                due = without(due, i)
        b.squads[g].disordered = 1
        event_of(b, log, Code.IN_DISORDER, Clause.NIGHT_15, lead, 0)
        if result_of(b, throw_morale(b, side, dice, log)) == RETREAT:
            for i in range(b.n_figures):
                if b.figures[i].squad == g:
                    rout(b, i, log)


@clause("IA-SEQ-6", "IA-SEQ-10", "IA-MORALE-3", "IA-MORALE-36")
@kernel
def run_tests(b, dice, log):
    """The morale step: sides test in order of movement, each at most once; then commanders hold those who run."""
    for place in range(b.n_sides):
        side = b.order[place]
        b.sides[side].test = 0
        if must_test(b, side):
            test_side(b, side, dice, log)
        test_disordered(b, side, dice, log)
    for g in range(b.n_squads):
        b.squads[g].tried = 0
    b.group = NONE
    b.resume = Phase.PRAISE
    b.phase = Phase.RALLY
    return False
