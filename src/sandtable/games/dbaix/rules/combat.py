"""COMBAT, COMBAT FACTORS, TACTICAL FACTORS: turning to face, who fights whom, the combat score (CBT, FAC, TAC)."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.verdicts import refused
from sandtable.games.dbaix.clauses import Clause, Code, Purpose
from sandtable.games.dbaix.record import MAX_FIGURES, Phase, Side
from sandtable.games.dbaix.rules.contacts import (
    fill_close,
    front_edge_on,
    has_enemy_on_front,
    is_fighting_contact,
    may_meet,
)
from sandtable.games.dbaix.rules.positions import REACH, is_on_table, side_of_bound
from sandtable.games.dbaix.rules.results import settle
from sandtable.games.dbaix.switches import CombatScope, EngagedCornerOverlap
from sandtable.kernel.contact import front_on, is_level_beside, overlap_by_corner, side_on_side
from sandtable.kernel.dice import throw_die
from sandtable.kernel.geometry import Edge, base_of, quarter_turned
from sandtable.kernel.log import event, reason, tally, total
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict

FACTOR_CLAUSES = (
    Clause.FAC_1,
    Clause.FAC_2,
    Clause.FAC_3,
    Clause.FAC_4,
    Clause.FAC_5,
    Clause.FAC_6,
)
"""The clause of each combat factor, +0 to +5."""

# ---------------------------------------------------------------- turning to face, step (d)


@clause("DBAIX-CBT-3", "DBAIX-CBT-4", "DBAIX-CBT-5")
@kernel
def enemy_to_face(b, i):
    """The enemy to whom figure ``i`` must turn on the spot, or NONE.

    One whose front edge touches its side or rear, while no enemy touches its own front edge. Of several, the
    one that made contact first, which is the one that came to its place first.
    RULING: of those that have stood there from the beginning, the first clockwise from its front.
    """
    if has_enemy_on_front(b, i):
        return NONE
    first = NONE
    for j in range(b.n_figures):
        if front_edge_on(b, j, i) == NONE:
            continue
        if first == NONE or _came_before(b, i, j, first):
            first = j
    return first


@kernel
def _came_before(b, i, j, other):
    """Enemy ``j``, on side or rear of figure ``i``, came there before the other, or stands before it clockwise."""
    if b.figures[j].arrived != b.figures[other].arrived:
        return b.figures[j].arrived < b.figures[other].arrived
    edge = front_edge_on(b, j, i)
    if edge != front_edge_on(b, other, i):
        return edge < front_edge_on(b, other, i)
    along = quarter_turned(b.figures[i].fx, b.figures[i].fy, edge + 1)
    east = b.figures[other].x - b.figures[j].x
    north = b.figures[other].y - b.figures[j].y
    return east * along.x + north * along.y > 0.0


@clause("DBAIX-CBT-3", "DBAIX-CBT-6")
@kernel
def turn_to_face(b, log):
    """Step (d): figures of all sides that are touched in side or rear, with no enemy in front, turn to face.

    RULING: all who must turn do so at the same time; a turn that lays a front edge on the side of one more
    enemy makes that one turn after them, and so on until nobody must turn.
    """
    turns_to = np.empty(MAX_FIGURES, np.int64)
    edges = np.empty(MAX_FIGURES, np.int64)
    close = np.empty(MAX_FIGURES, np.int64)
    fill_close(b, close)
    for _ in range(b.n_figures):
        somebody = False
        for i in range(b.n_figures):
            turns_to[i] = NONE
            if close[i] != 0 and is_on_table(b.figures[i]):
                turns_to[i] = enemy_to_face(b, i)
            if turns_to[i] != NONE:
                edges[i] = front_edge_on(b, turns_to[i], i)
                somebody = True
        if not somebody:
            return
        for i in range(b.n_figures):
            if turns_to[i] != NONE:
                figure = b.figures[i]
                facing = quarter_turned(figure.fx, figure.fy, edges[i])
                figure.fx = facing.x
                figure.fy = facing.y
                event(log, Code.TURNS_TO_FACE, Clause.CBT_3, i, turns_to[i], 0)


# ---------------------------------------------------------------- who fights, step (f)


@clause("DBAIX-CBT-7")
@kernel
def pair_off(b):
    """At the start of step (f): every front-contact pair with a figure of the active side is to fight.

    With ``combat_scope = all_pairs`` every front-contact pair. The opponent of each stands in
    ``figure.opponent``; it is NONE for those who do not fight, or have fought (CBT-9).
    """
    active = side_of_bound(b)
    close = np.empty(MAX_FIGURES, np.int64)
    fill_close(b, close)
    for i in range(b.n_figures):
        b.figures[i].opponent = NONE
    for i in range(b.n_figures):
        figure = b.figures[i]
        waits = figure.side != active and b.options.combat_scope == CombatScope.ACTIVE_SIDE
        if close[i] == 0 or figure.fought != 0 or waits:
            continue
        for j in range(b.n_figures):
            other = b.figures[j]
            if figure.opponent == NONE and other.opponent == NONE and other.fought == 0:
                if is_fighting_contact(b, i, j):
                    figure.opponent = j
                    other.opponent = i


@clause("DBAIX-CBT-9")
@kernel
def is_still_to_fight(b, i):
    """Figure ``i`` was paired off at the start of this step, and its fight has neither been fought nor dropped."""
    return b.figures[i].opponent != NONE


@kernel
def fights_remain(b):
    """Some pair is still to fight in this step."""
    for i in range(b.n_figures):
        if is_still_to_fight(b, i):
            return True
    return False


@clause("DBAIX-CBT-9")
@kernel
def drop_broken_pairs(b, log):
    """Pairs whose contact an outcome move broke do not fight in this bound; new contacts wait for a later one."""
    for i in range(b.n_figures):
        j = b.figures[i].opponent
        if j != NONE and not is_fighting_contact(b, i, j):
            b.figures[i].opponent = NONE
            b.figures[j].opponent = NONE
            event(log, Code.FIGHT_DROPPED, Clause.CBT_9, i, j, 0)


@clause("DBAIX-CBT-7", "DBAIX-CBT-8", "DBAIX-CBT-9")
@kernel
def judge_fight(b, action, log):
    """May this pair fight next? The two may be named in either order; it costs nothing."""
    if action.n_actors != 2:
        return refused(log, Code.FIGHT_NAMES_TWO, Clause.CBT_2, NONE, NONE, 0)
    i = action.actors[0]
    j = action.actors[1]
    figure = b.figures[i]
    other = b.figures[j]
    if figure.opponent == j and other.opponent == i:
        return Verdict(1, 0)
    active = side_of_bound(b)
    if figure.fought != 0:
        reason(log, Code.HAS_FOUGHT, Clause.CBT_9, i, NONE, 0)
    if other.fought != 0:
        reason(log, Code.HAS_FOUGHT, Clause.CBT_9, j, NONE, 0)
    if not is_fighting_contact(b, i, j):
        reason(log, Code.NOT_FRONT_TO_FRONT, Clause.CBT_2, i, j, 0)
    elif b.options.combat_scope == CombatScope.ACTIVE_SIDE and figure.side != active and other.side != active:
        reason(log, Code.NOT_THEIR_BOUND, Clause.CBT_7, i, j, 0)
    elif figure.fought == 0 and other.fought == 0:
        reason(log, Code.CONTACT_TOO_LATE, Clause.CBT_9, i, j, 0)
    return Verdict(0, 0)


@clause("DBAIX-CBT-8", "DBAIX-CBT-9", "DBAIX-CBT-10")
@kernel
def fight(b, action, dice, log):
    """Both throw, their scores are told line by line, and each side takes its result, outcome moves included.

    The figure of the active side throws first (of two others, the first named). A token that may be taken at
    once leaves the battle in ``Phase.SPOILS``, to go on in this step.
    """
    i = action.actors[0]
    j = action.actors[1]
    if b.figures[j].side == side_of_bound(b):
        i, j = j, i
    die_i = throw_die(dice, log, Purpose.COMBAT, b.figures[i].side, i, 6)
    die_j = throw_die(dice, log, Purpose.COMBAT, b.figures[j].side, j, 6)
    score_i = combat_score(b, i, j, die_i, log)
    score_j = combat_score(b, j, i, die_j, log)
    b.figures[i].fought = 1
    b.figures[j].fought = 1
    b.figures[i].opponent = NONE
    b.figures[j].opponent = NONE
    settle(b, i, score_i, j, score_j, log)
    drop_broken_pairs(b, log)
    if b.spoils_taker != NONE:
        b.resume = Phase.COMBAT
        b.phase = Phase.SPOILS


# ---------------------------------------------------------------- the score


@clause("DBAIX-FAC-1", "DBAIX-FAC-2", "DBAIX-FAC-3", "DBAIX-FAC-4", "DBAIX-FAC-5", "DBAIX-FAC-6")
@kernel
def combat_factor(b, i, opponent, log):
    """The figure's own combat factor, from the table of figures."""
    factor = b.figures[i].factor
    line = min(max(factor, 0), len(FACTOR_CLAUSES) - 1)
    return tally(log, Code.COMBAT_FACTOR, FACTOR_CLAUSES[line], i, opponent, factor)


@clause("DBAIX-TAC-2", "DBAIX-TAC-4")
@kernel
def overlaps_corner_of(b, j, i):
    """Enemy ``j`` overlaps figure ``i`` front corner to front corner, right on right or left on left.

    Only while its own front edge touches no figure hostile to it, unless ``engaged_corner_overlap`` is on.
    """
    if not overlap_by_corner(base_of(b.figures[j]), base_of(b.figures[i])):
        return False
    return b.options.engaged_corner_overlap == EngagedCornerOverlap.YES or not has_enemy_on_front(b, j)


@clause("DBAIX-TAC-1", "DBAIX-TAC-3", "DBAIX-TAC-5", "DBAIX-TAC-6")
@kernel
def weight_of_enemies(b, i, opponent, log):
    """What enemies beside the present opponent take off the score of figure ``i``, one line for each.

    Each figure of any other side counts once: its front edge on a side or the rear, or its front corner, or
    its side edge on a side edge.
    """
    total = 0
    base = base_of(b.figures[i])
    for j in range(b.n_figures):
        if j == opponent or not may_meet(b, i, j):
            continue
        other = base_of(b.figures[j])
        edge = front_on(other, base)
        if edge != NONE and edge != Edge.FRONT:
            total += tally(log, Code.FLANKED, Clause.TAC_1, i, j, b.rules.flank_factor)
        elif overlaps_corner_of(b, j, i):
            total += tally(log, Code.OVERLAPPED_AT_CORNER, Clause.TAC_2, i, j, b.rules.overlap_factor)
        elif side_on_side(other, base):
            total += tally(log, Code.OVERLAPPED_AT_SIDE, Clause.TAC_3, i, j, b.rules.overlap_factor)
    return total


@clause("DBAIX-TAC-7", "DBAIX-TAC-8")
@kernel
def romans_in_line(b, i, opponent, log):
    """What a Roman gains by Romans level beside it: one line for each of its two sides, no more."""
    figure = b.figures[i]
    if figure.side != Side.ROMANS:
        return 0
    total = 0
    left = False
    right = False
    base = base_of(figure)
    for j in range(b.n_figures):
        friend = b.figures[j]
        if j == i or friend.side != figure.side or not is_on_table(friend):
            continue
        if abs(figure.x - friend.x) > REACH or abs(figure.y - friend.y) > REACH:
            continue
        if not is_level_beside(base, base_of(friend)):
            continue
        on_right = (friend.x - figure.x) * figure.fy - (friend.y - figure.y) * figure.fx > 0.0
        if (on_right and right) or (not on_right and left):
            continue
        right = right or on_right
        left = left or not on_right
        total += tally(log, Code.ROMAN_IN_LINE, Clause.TAC_7, i, j, b.rules.line_factor)
    return total


@clause("DBAIX-TAC-9", "DBAIX-POT-1", "DBAIX-POT-6", "DBAIX-POT-8", "DBAIX-POT-13")
@kernel
def strength_of_potion(b, i, opponent, log):
    """What a Gaul who has drunk in the present effect gains; never the giant, never Romans or Pirates."""
    figure = b.figures[i]
    if figure.side == Side.GAULS and figure.potion != 0 and b.potion_until != 0 and figure.giant == 0:
        return tally(log, Code.DRANK_POTION, Clause.TAC_9, i, opponent, b.rules.potion_factor)
    return 0


@clause("DBAIX-CBT-10", "DBAIX-CBT-11", "DBAIX-TAC-10")
@kernel
def combat_score(b, i, opponent, die, log):
    """The score of figure ``i``: die, combat factor and every tactical factor that applies now; it may be negative.

    Each line goes to the log with its clause and the figure that causes it; the score is their sum.
    """
    score = tally(log, Code.DIE_SHOWS, Clause.CBT_10, i, opponent, die)
    score += combat_factor(b, i, opponent, log)
    score += weight_of_enemies(b, i, opponent, log)
    score += romans_in_line(b, i, opponent, log)
    score += strength_of_potion(b, i, opponent, log)
    side = b.figures[i].side
    total(log, Code.SCORES_IN_COMBAT, Clause.CBT_10, side, i, opponent, score)
    return score
