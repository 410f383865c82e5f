"""COMBAT: after shooting, figures that nearly touch an enemy may be moved into contact, and nobody moves otherwise."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.inter_arma.clauses import Clause, Code
from sandtable.games.inter_arma.record import Ground, Phase
from sandtable.games.inter_arma.rules.arriving import note_contacts
from sandtable.games.inter_arma.rules.concealment import (
    give_away,
    is_asleep,
    is_concealed,
    is_held_unaware,
    known_foes,
)
from sandtable.games.inter_arma.rules.formation import leave_rank
from sandtable.games.inter_arma.rules.ground import is_impassable
from sandtable.games.inter_arma.rules.movement import refuse_place
from sandtable.games.inter_arma.rules.orders import (
    hundredths,
    mover,
    must_act_now,
    refuse,
    refuse_apart,
    refuse_ground,
    refuse_touching,
)
from sandtable.games.inter_arma.rules.positions import (
    SLACK,
    are_enemies,
    foes_at,
    foes_of,
    gap,
    is_able,
    is_enemy_of,
    is_fighter,
    is_on_board,
    may_strike_past,
    put,
    touch,
)
from sandtable.games.inter_arma.rules.ways import free_to_figure, who_stands_there
from sandtable.games.inter_arma.switches import SpearsAwait
from sandtable.kernel.action_checks import is_finite
from sandtable.kernel.bitsets import bit, is_in
from sandtable.kernel.discs import disc_hits_feature, disc_of, distance_of_points, is_off
from sandtable.kernel.limits import is_less_than, is_within
from sandtable.kernel.log import event, locate, reason
from sandtable.kernel.records import NONE
from sandtable.kernel.sweep import Box, is_outside
from sandtable.kernel.terrain import segment_crosses_feature
from sandtable.kernel.verbs import Verdict


@clause("IA-COMBAT-4", "IA-SENTRY-9")
@kernel
def may_close(b, i):
    """Figure ``i`` may close up to somebody: able, standing, not routing, in no contact, and has not got away from one.

    Few are near an enemy, which is asked before whom they touch.
    """
    figure = b.figures[i]
    if figure.side != mover(b) or not is_able(figure):
        return False
    return what_keeps_back(b, i) == NONE and nearly_touches(b, i) != NONE and known_foes(b, i) == 0


@clause("IA-COMBAT-4", "IA-SENTRY-9", "IA-GOAL-8", "IA-TABLE-13")
@kernel
def what_keeps_back(b, i):
    """The Code of what keeps figure ``i`` from closing up, whomever to, or NONE."""
    figure = b.figures[i]
    if figure.civilian != 0:
        return Code.CIVILIANS_DO_NOT_FIGHT
    if figure.tower != NONE:
        return Code.IS_ON_TOWER
    if figure.lying != 0:
        return Code.LIES_DOWN
    if figure.routing != 0:
        return Code.IS_ROUTING
    if figure.broke != 0:
        return Code.HAS_GOT_AWAY
    if figure.closed != 0:
        return Code.HAS_CLOSED
    if is_asleep(b, figure.side) and figure.sentry == 0:
        return Code.IS_ASLEEP
    return NONE


@clause("IA-COMBAT-4", "IA-SENTRY-9")
@kernel
def _must_be_free_to_close(b, i, log):
    """1 if figure ``i`` may close up; else why not."""
    if must_act_now(b, i, log) == 0:
        return 0
    code = what_keeps_back(b, i)
    if code != NONE:
        cited = Clause.SENTRY_9 if code == Code.IS_ASLEEP else Clause.COMBAT_4
        return refuse(log, code, cited, i, NONE)
    if known_foes(b, i) != 0:
        return refuse_touching(b, log, Code.HAS_AN_ENEMY, Clause.COMBAT_4, i, known_foes(b, i))
    return 1


@clause("IA-COMBAT-2", "IA-MASS-8", "IA-MASS-9", "IA-MASS-10")
@kernel
def who_awaits(b, i, foes):
    """Who strikes figure ``i`` with a spear or polearm if it touches ``foes``: one of them, or one behind; or NONE.

    It awaits nobody who has one too.
    """
    if b.figures[i].long_arm != 0:
        return NONE
    for j in range(b.n_figures):
        if is_in(foes, j) and b.figures[j].long_arm != 0:
            return j
    if b.options.spears_await == SpearsAwait.THOSE_TOUCHED:
        return NONE
    for k in range(b.n_figures):
        if not may_strike_past(b, k) or not are_enemies(b, i, k) or is_concealed(b, k, b.figures[i].side):
            continue
        if foes_of(b, k) != 0:  # else nobody whom it touches is its enemy
            continue
        for j in range(b.n_figures):
            if is_in(foes, j) and j != k and touch(b, j, k):
                return k
    return NONE


@kernel
def nearly_touches(b, i):
    """Figure ``i`` is within closing distance of an enemy to whom it may close up; that enemy, or NONE."""
    figure = b.figures[i]
    near = b.rules.closing + 0.5 * (figure.width + b.rules.mounted_base) + SLACK  # no base is larger than a horse's
    for j in range(b.n_figures):
        foe = b.figures[j]
        if is_off(foe, figure.x, figure.y, near):
            continue
        if not is_able(foe) or is_concealed(b, j, figure.side):
            continue
        if is_fighter(foe) and foe.tower == NONE and are_enemies(b, i, j):
            if is_within(gap(b, i, j), b.rules.closing, SLACK) and who_awaits(b, i, bit(j)) == NONE:
                return j
    return NONE


@clause("IA-COMBAT-2", "IA-COMBAT-4")
@kernel
def judge_close(b, action, log):
    """Verdict: may the figure go straight to there, at most 2 cm, into contact, and not over a low obstacle."""
    if action.n_actors != 1:
        return Verdict(refuse(log, Code.GOES_ALONE, Clause.COMBAT_4, NONE, NONE), 0)
    if not is_finite(action):
        return Verdict(refuse(log, Code.NO_PLACE, Clause.COMBAT_4, NONE, NONE), 0)
    i = action.actors[0]
    if _must_be_free_to_close(b, i, log) == 0:
        return Verdict(0, 0)
    figure = b.figures[i]
    x, y, dx, dy = figure.x, figure.y, action.x - figure.x, action.y - figure.y
    length = distance_of_points(0.0, 0.0, dx, dy)
    if not is_within(length, b.rules.closing, SLACK):
        at = reason(log, Code.TOO_FAR_TO_CLOSE, Clause.COMBAT_2, i, NONE, hundredths(b.rules.closing))
        locate(log, at, x, y, action.x, action.y, length)
        return Verdict(0, 0)
    disc = disc_of(figure)
    if not is_on_board(b, action.x, action.y, disc.radius):
        return Verdict(refuse_ground(log, Code.GROUND_AT_END, Clause.COMBAT_4, i, NONE, 0.0), 0)
    for k in range(b.terrain.n_features):
        kind = b.terrain.features[k].kind
        if (is_impassable(kind) and disc_hits_feature(disc, dx, dy, b.terrain, k)) or (
            kind == Ground.LOW and segment_crosses_feature(x, y, x + dx, y + dy, b.terrain, k)
        ):
            return Verdict(refuse_ground(log, Code.GROUND_ON_WAY, Clause.COMBAT_4, i, k, 0.0), 0)
    for j in range(b.n_figures):
        foe = b.figures[j]
        if length > SLACK and is_able(foe) and foe.tower == NONE and are_enemies(b, i, j):
            free = free_to_figure(b, i, j, disc, dx / length, dy / length, length, bit(0) & 0)
            if is_less_than(free, length, SLACK):
                code = Code.CONTACT_ENDS if foe.civilian == 0 else Code.FIGURE_IN_THE_WAY
                cited = Clause.MOVE_31 if foe.civilian == 0 else Clause.MOVE_30
                at = reason(log, code, cited, i, j, hundredths(free))
                locate(log, at, x, y, x + dx * free / length, y + dy * free / length, free)
                return Verdict(0, 0)
    other = who_stands_there(b, i, action.x, action.y)
    if other != NONE:
        return Verdict(refuse_place(b, log, i, other, action.x, action.y), 0)
    return Verdict(_judge_contact(b, i, action.x, action.y, log), 0)


@clause("IA-COMBAT-2")
@kernel
def _judge_contact(b, i, x, y, log):
    """1 if figure ``i`` would be in contact there, with nobody who has a spear unless it has one too."""
    foes = foes_at(b, i, x, y)
    if foes == 0:
        return refuse(log, Code.NOT_TO_CONTACT, Clause.COMBAT_2, i, NONE)
    other = who_awaits(b, i, foes)
    if other != NONE:
        return refuse_apart(b, log, Code.SPEARS_AWAIT, Clause.COMBAT_2, i, other, b.rules.contact)
    return 1


@clause("IA-COMBAT-2", "IA-COMBAT-4", "IA-SAVE-14", "IA-MOVE-36")
@kernel
def make_close(b, action, log):
    """It closes up: no fatigue die, no reductions. Whom nobody had seen there stops it."""
    i = action.actors[0]
    b.figures[i].closed = 1
    other = who_stands_there(b, i, action.x, action.y)
    if other != NONE:
        give_away(b, other, b.figures[i].side)
    if other != NONE or is_held_unaware(b, i):
        event(log, Code.IS_HELD, Clause.COMBAT_4, i, NONE, 0)
        return
    put(b, i, action.x, action.y)
    event(log, Code.CLOSES_UP, Clause.COMBAT_2, i, NONE, 0)
    leave_rank(b, i, log)
    note_contacts(b, i, bit(0) & 0, log)


@kernel
def box_to_close_in(b, side):
    """The upright Box in which able enemies of a side stand, and whoever is near enough to close up to one.

    To ask everybody about everybody took a twentieth of random play, and this a thirtieth.
    """
    x0 = y0 = math.inf
    x1 = y1 = -math.inf
    for j in range(b.n_figures):
        foe = b.figures[j]
        if is_able(foe) and is_enemy_of(b, j, side):
            x0, y0 = min(x0, foe.x), min(y0, foe.y)
            x1, y1 = max(x1, foe.x), max(y1, foe.y)
    near = b.rules.closing + b.rules.mounted_base + SLACK
    return Box(x0 - near, y0 - near, x1 + near, y1 + near)


@clause("IA-COMBAT-1", "IA-COMBAT-2", "IA-SEQ-10", "IA-MELEE-26")
@kernel
def run_closing(b, dice, log):
    """Sides close up in order of initiative; True where one may."""
    while b.place < b.n_sides:
        around = box_to_close_in(b, mover(b))
        for i in range(b.n_figures):
            if not is_outside(around, b.figures[i]) and may_close(b, i):
                return True
        b.place += 1
    b.phase = Phase.AMBUSHES
    b.place = 0
    return False
