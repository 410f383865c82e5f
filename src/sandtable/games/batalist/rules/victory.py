"""PRE-3, EXE-8, ARM-22: when the battle is over, and who has won."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import End, Goal, Ground, Role, State
from sandtable.games.batalist.record import SIDES
from sandtable.games.batalist.rules.ambush import in_element
from sandtable.games.batalist.rules.ways import is_base
from sandtable.kernel.geometry import TOUCH, Corner, Edge, base_of, corner, edge_middle
from sandtable.kernel.log import side_event
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import gap_to_feature

GONE_TO_WIN = 3
"""Battalions that must leave by the enemy's edge (ARM-22, C4)."""

FORD_FROM = 3
"""The turn from which the ends of the ford count (ARM-22, C3)."""


@clause("BAT-PRE-3", "BAT-ARM-22")
@kernel
def is_present(u):
    """The battalion counts as not destroyed: on the field, in ambush or reserve, or gone by the enemy's edge."""
    if u.state == State.FIELD:
        return u.healthy > 0 or u.wounded > 0
    return (
        u.state == State.AMBUSH or u.state == State.RESERVE or u.state == State.LEFT
        or u.state == State.ON_BASE or u.state == State.WAITING or u.state == State.UNSEEN
    )  # fmt: skip


@clause("BAT-PRE-3")
@kernel
def has_anybody(b, side):
    """A side has a battalion that counts."""
    for i in range(b.n_figures):
        if b.figures[i].side == side and is_present(b.figures[i]):
            return True
    return False


@clause("BAT-ARM-22")
@kernel
def warriors_of(b, side):
    """Warriors left: healthy and wounded on the field, in ambush, gone by the enemy's edge, or in the hospital."""
    total = b.sides[side].in_hospital
    for i in range(b.n_figures):
        u = b.figures[i]
        if u.side == side and is_present(u):
            total += u.healthy + u.wounded
    return total


@clause("BAT-ARM-22", "BAT-ARM-17")
@kernel
def has_lost_general(b, side):
    """The general of a side has died or fled."""
    for c in range(b.n_characters):
        who = b.characters[c]
        if who.side == side and who.role == Role.GENERAL:
            return who.alive == 0 or b.figures[who.battalion].state == State.FLED
    return False


@clause("BAT-ARM-22")
@kernel
def woods_held(b, side):
    """Woods in which a side alone has a battalion with the middle of its front edge."""
    held = 0
    for k in range(b.terrain.n_features):
        feature = b.terrain.features[k]
        if feature.kind != Ground.WOOD or feature.part_of != k:
            continue
        found = 0
        for i in range(b.n_figures):
            u = b.figures[i]
            if is_base(u):
                middle = edge_middle(base_of(u), Edge.FRONT)
                if in_element(b, k, middle.x, middle.y):
                    found |= 1 << u.side
        held += int(found == 1 << side)
    return held


@clause("BAT-ARM-22")
@kernel
def holds_fords(b, side):
    """A battalion of a side at both ends of the ford, and no enemy at either; the ends are the last two features."""
    for end in range(2):
        k = b.terrain.n_features - 1 - end
        found = 0
        for i in range(b.n_figures):
            if is_base(b.figures[i]) and gap_to_feature(base_of(b.figures[i]), b.terrain, k) <= TOUCH:
                found |= 1 << b.figures[i].side
        if found != 1 << side:
            return False
    return True


@clause("BAT-ARM-22")
@kernel
def is_inside_wall(b, side):
    """A battalion with healthy warriors stands wholly beyond the wall, whose far side is b.wall."""
    for i in range(b.n_figures):
        u = b.figures[i]
        if u.side == side and is_base(u) and u.healthy > 0:
            inside = True
            for which in range(4):
                tip = corner(base_of(u), Corner.FRONT_LEFT + which)
                inside = inside and tip.y >= b.wall - TOUCH
            if inside:
                return True
    return False


@clause("BAT-ARM-22", "BAT-ARM-17", "BAT-PRE-3")
@kernel
def has_won(b, side):
    """A side has fulfilled a condition that ends the battle at once."""
    if not has_anybody(b, 1 - side):
        return True
    if b.goal == Goal.GENERAL:
        return has_lost_general(b, 1 - side)
    return b.goal == Goal.EXIT and b.sides[side].left >= GONE_TO_WIN


@clause("BAT-EXE-8")
@kernel
def finish(b, winner, end, log):
    """The battle is over; without a winner it is a draw."""
    b.end = end
    b.winner = winner
    code = Code.ENDS_LAST_TURN
    if winner == NONE:
        code = Code.ENDS_DRAW
    elif end == End.DESTROYED:
        code = Code.ENDS_DESTROYED
    elif end == End.GOAL:
        code = Code.ENDS_GOAL
    side_event(log, code, Clause.EXE_8, winner, 0)


@clause("BAT-EXE-8", "BAT-PRE-3", "BAT-ARM-22")
@kernel
def check_end(b, log):
    """After every go: has somebody won? Both at once is a draw."""
    first, second = has_won(b, 0), has_won(b, 1)
    if not first and not second:
        return False
    gone = not has_anybody(b, 0) or not has_anybody(b, 1)
    end = End.DESTROYED if gone else End.GOAL
    finish(b, NONE if first and second else (0 if first else 1), end, log)
    return True


@clause("BAT-ARM-22", "BAT-ARM-17")
@kernel
def check_turn(b, log):
    """At the end of a turn: the ford; after the last one woods, the wall, or the part of the warriors that is left."""
    if b.goal == Goal.FORD and b.turn >= FORD_FROM:
        for side in range(SIDES):
            if holds_fords(b, side):
                finish(b, side, End.GOAL, log)
                return True
    if b.turn < b.turns:
        return False
    if b.goal == Goal.WALL:
        finish(b, 0 if is_inside_wall(b, 0) else 1, End.GOAL, log)
        return True
    if b.goal == Goal.WOODS and woods_held(b, 0) != woods_held(b, 1):
        finish(b, 0 if woods_held(b, 0) > woods_held(b, 1) else 1, End.GOAL, log)
        return True
    first = warriors_of(b, 0) * b.sides[1].start
    second = warriors_of(b, 1) * b.sides[0].start
    finish(b, NONE if first == second else (0 if first > second else 1), End.LAST_TURN, log)
    return True


@clause("BAT-EXE-8")
@kernel
def returns(b, out):
    """Each side's result, once over: 1 for the winner, or equal shares of a draw."""
    out[:] = 0.0
    if b.end == End.NOT_YET:
        return
    for side in range(SIDES):
        if b.winner == NONE:
            out[side] = 0.5
        elif b.winner == side:
            out[side] = 1.0
