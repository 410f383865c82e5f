"""SENTRY: what sentries see, and how the alarm is raised."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.inter_arma.clauses import Clause, Code, Purpose
from sandtable.games.inter_arma.record import Phase
from sandtable.games.inter_arma.rules.concealment import hush, waits_for_alarm
from sandtable.games.inter_arma.rules.ground import in_wood
from sandtable.games.inter_arma.rules.positions import SLACK, are_enemies, is_able, range_between, westernmost
from sandtable.games.inter_arma.rules.visibility import is_in_view, is_lit, is_night, is_sight_free
from sandtable.kernel.bitsets import bit, is_in, without
from sandtable.kernel.dice import throw_die
from sandtable.kernel.limits import is_as_near, is_within
from sandtable.kernel.log import outcome, side_event, speak_up
from sandtable.kernel.records import NONE


@clause("IA-SENTRY-1", "IA-NIGHT-5", "IA-SC2-10", "IA-RAIN-5")
@kernel
def sentry_range(b, j):
    """How far a sentry watches for figure ``j``: 30 cm, by night 20 unless it is in the light; rain changes nothing."""
    if is_night(b) and not is_lit(b, j):
        return b.rules.sentry_range - b.rules.sentry_night
    return b.rules.sentry_range


@clause("IA-SENTRY-4", "IA-SENTRY-9")
@kernel
def watched_by(b, i):
    """The nearest enemy who does not crawl, in sentry ``i``'s range and line of sight, all-round; or NONE.

    Of several as near it is the one farthest west.
    """
    seen = bit(0) & 0
    least = math.inf
    for j in range(b.n_figures):
        foe = b.figures[j]
        if not is_able(foe) or foe.lying != 0 or not are_enemies(b, i, j):
            continue
        apart = range_between(b, i, j)
        if not is_as_near(apart, least, SLACK) or not is_within(apart, sentry_range(b, j), SLACK):
            continue
        if is_sight_free(b, i, j):
            seen |= bit(j)
            least = min(least, apart)
    nearest = bit(0) & 0
    for j in range(b.n_figures):
        if is_in(seen, j) and is_as_near(range_between(b, i, j), least, SLACK):
            nearest |= bit(j)
    return westernmost(b, nearest)


@clause("IA-SENTRY-1", "IA-SENTRY-2", "IA-SENTRY-3", "IA-SENTRY-4", "IA-SENTRY-5", "IA-SENTRY-9", "IA-SEQ-10")
@kernel
def run_sighting(b, dice, log):
    """After all movement each able sentry throws once, for the nearest enemy group that it may sight."""
    for place in range(b.n_sides):
        side = b.order[place]
        if not waits_for_alarm(b, side):
            continue
        watching = bit(0) & 0
        for i in range(b.n_figures):
            if b.figures[i].side == side and b.figures[i].sentry != 0 and is_able(b.figures[i]):
                watching |= bit(i)
        while watching != 0:
            i = westernmost(b, watching)
            watching = without(watching, i)
            j = watched_by(b, i)
            if j == NONE:
                continue
            foe = b.figures[j]
            least = b.rules.sentry_wood if in_wood(b, foe.x, foe.y) else b.rules.sentry_open
            hush(b, j, log)
            is_sighted = throw_die(dice, log, Purpose.SENTRY, side, i, 6) >= least
            speak_up(log)
            if is_sighted:
                b.sides[side].called = 1
                b.sides[side].sighted |= 1 << foe.squad
                outcome(log, Code.SIGHTS, Clause.SENTRY_5, i, j, 0)
    b.phase = Phase.SHOOTING
    b.place = 0
    b.begun = 0
    return False


@clause("IA-SENTRY-7")
@kernel
def _sees_fight(b, i):
    """Sentry ``i`` has one who is in a melee of this turn, whoever strikes, in its visibility and line of sight."""
    for j in range(b.n_figures):
        fights = b.figures[j].attacked != 0 or b.figures[j].fought != 0
        if fights and j != i and is_in_view(b, i, j):
            return True
    return False


@clause("IA-SENTRY-5", "IA-SENTRY-7", "IA-SENTRY-8", "IA-CRAWL-7")
@kernel
def settle_alarms(b, log):
    """At the end of a turn: the alarm is raised if a sentry sighted, or an able figure was shot at or attacked.

    A sentry that saw a fight raises it too. Without an able sentry it is raised at the end of the next turn.
    """
    for side in range(b.n_sides):
        one = b.sides[side]
        if not waits_for_alarm(b, side):
            continue
        raised = one.called != 0 or (one.no_sentry != NONE and b.turn > one.no_sentry)
        has_sentry = False
        for i in range(b.n_figures):
            figure = b.figures[i]
            if figure.side != side or not is_able(figure):
                continue
            raised = raised or figure.target != 0 or figure.attacked != 0
            if figure.sentry != 0:
                has_sentry = True
                raised = raised or _sees_fight(b, i)
        if not has_sentry and one.no_sentry == NONE:
            one.no_sentry = b.turn
        if raised:
            one.alarm = b.turn
            side_event(log, Code.ALARM, Clause.SENTRY_5, side, b.turn)
