"""The rules of Marbles, and its verbs bound to its record."""

from __future__ import annotations

import numpy as np

from marbles.record import ACTION, BATTLE, Clause, Code, Mode, Phase, Piece, Purpose, Verb
from sandtable.compiler.decorators import clause, kernel
from sandtable.kernel.action_drafts import add, blank
from sandtable.kernel.changing_terrain import bring_back, carry_piece, take_away
from sandtable.kernel.dice import choose
from sandtable.kernel.discs import (
    Form,
    base_hits_disc,
    disc_gap,
    disc_gap_to_base,
    disc_hits_base,
    disc_hits_disc,
    disc_hits_feature,
    disc_is_on_table,
    disc_of,
    disc_placed,
)
from sandtable.kernel.geometry import base_of, facing_of_degrees, gap, placed, snap
from sandtable.kernel.log import LOG, event, locate, outcome, points, reason, side_event
from sandtable.kernel.opposed_rolls import CONTESTANT, Again, contest, enter
from sandtable.kernel.records import MAX_SIDES, NOBODY, NONE
from sandtable.kernel.scratch import keep_until_here
from sandtable.kernel.sweep import Rigid, sweep_hits
from sandtable.kernel.terrain import is_on_table, sweep_hits_feature
from sandtable.kernel.verbs import Verbs, Verdict, bind, redact_nothing, resample_nothing

HEADINGS = 8


@kernel
def touches(a, c):
    """Two figures touch, whatever their forms."""
    if a.form == Form.DISC:
        if c.form == Form.DISC:
            return disc_gap(disc_of(a), disc_of(c)) == 0.0
        return disc_gap_to_base(disc_of(a), base_of(c)) == 0.0
    if c.form == Form.DISC:
        return disc_gap_to_base(disc_of(c), base_of(a)) == 0.0
    return gap(base_of(a), base_of(c)) == 0.0


@kernel
def runs_into(a, dx, dy, c):
    """Figure ``a``, going straight by (dx, dy), overlaps ``c`` on its way."""
    if a.form == Form.DISC:
        if c.form == Form.DISC:
            return disc_hits_disc(disc_of(a), dx, dy, disc_of(c))
        return disc_hits_base(disc_of(a), dx, dy, base_of(c))
    if c.form == Form.DISC:
        return base_hits_disc(base_of(a), dx, dy, disc_of(c))
    return sweep_hits(base_of(a), dx, dy, base_of(c))


@clause("MARB-MOV-2")
@kernel
def judge_way(b, i, x, y, log):
    """The figure may go straight to (x, y): 1 or 0."""
    figure = b.figures[i]
    dx = x - figure.x
    dy = y - figure.y
    legal = 1
    for j in range(b.n_figures):
        if j != i and b.figures[j].out == 0 and runs_into(figure, dx, dy, b.figures[j]):
            reason(log, Code.ON_SOMEBODY.value, Clause.MOV_2.value, i, j, 0)
            legal = 0
    for k in range(b.terrain.n_features):
        if figure.form == Form.DISC:
            hits = disc_hits_feature(disc_of(figure), dx, dy, b.terrain, k)
        else:
            hits = sweep_hits_feature(base_of(figure), dx, dy, b.terrain, k)
        if hits:
            reason(log, Code.INTO_TERRAIN.value, Clause.MOV_2.value, i, NONE, 0)
            legal = 0
    if figure.form == Form.DISC:
        stays = disc_is_on_table(disc_placed(disc_of(figure), x, y, 0.0, 1.0), b.tray_width, b.tray_height)
    else:
        stays = is_on_table(placed(base_of(figure), x, y, figure.fx, figure.fy), b.tray_width, b.tray_height)
    if not stays:
        reason(log, Code.OFF_TRAY.value, Clause.MOV_2.value, i, NONE, 0)
        legal = 0
    return legal


@clause("MARB-MOV-1", "MARB-MOV-3")
@kernel
def judge_length(b, i, x, y, most, log):
    """The figure is one of the side's own and may go so far: 1 or 0."""
    if i < 0 or i >= b.n_figures or b.figures[i].out != 0 or b.figures[i].side != side_now(b):
        reason(log, Code.NOT_YOURS.value, Clause.BND_1.value, i, NONE, 0)
        return 0
    figure = b.figures[i]
    length = np.sqrt((x - figure.x) ** 2 + (y - figure.y) ** 2)
    if length > most + 1e-6:
        at = reason(log, Code.TOO_FAR.value, Clause.MOV_1.value, i, NONE, most)
        locate(log, at, figure.x, figure.y, x, y, length)
        return 0
    return judge_way(b, i, x, y, log)


@kernel
def judge(b, action, log):
    """Full legality of any action."""
    if b.phase != Phase.ORDERS:
        reason(log, Code.IS_OVER.value, Clause.END_1.value, NONE, NONE, 0)
        return Verdict(0, 0)
    if action.verb == Verb.PASS:
        return Verdict(1, 0)
    if action.n_actors < 1:
        reason(log, Code.NO_FIGURES.value, Clause.BND_1.value, NONE, NONE, 0)
        return Verdict(0, 0)
    if action.verb == Verb.MOVE:
        most = 4 if action.mode == Mode.RUN else 2
        return Verdict(judge_length(b, action.actors[0], action.x, action.y, most, log), 0)
    legal = 1
    for k in range(action.n_actors):
        legal &= judge_length(b, action.actors[k], action.poses[k].x, action.poses[k].y, 1, log)
    return Verdict(legal, 0)


@kernel
def side_now(b):
    """Whose bound it is."""
    return b.order[b.turn]


@kernel
def go(b, i, x, y, log):
    """Stand the figure at its new place."""
    b.figures[i].x = snap(x)
    b.figures[i].y = snap(y)
    at = event(log, Code.MOVES.value, Clause.MOV_1.value, i, NONE, 0)
    locate(log, at, b.figures[i].x, b.figures[i].y, b.figures[i].x, b.figures[i].y, 0.0)


@clause("MARB-FGT-1")
@kernel
def knock(b, i, dice, log):
    """Fight the first enemy whom figure ``i`` touches, if it touches any."""
    for j in range(b.n_figures):
        if b.figures[j].out != 0 or b.figures[j].side == b.figures[i].side or not touches(b.figures[i], b.figures[j]):
            continue
        both = np.empty(2, CONTESTANT)
        for k in range(2):
            one = i if k == 0 else j
            bonus = int(b.figures[one].form == Form.RECTANGLE) - b.figures[one].breathless
            enter(both[k], b.figures[one].side, one, bonus)
        loser = j if contest(both, 2, Again.ALL.value, dice, log, Purpose.KNOCK.value) == 0 else i
        b.figures[loser].out = 1
        outcome(log, Code.OUT.value, Clause.FGT_1.value, loser, i + j - loser, 0)
        return


@kernel
def apply(b, action, dice, log):
    """Carry out a legal action and run on to the next bound."""
    if action.verb == Verb.PASS:
        side_event(log, Code.PASSES.value, Clause.BND_1.value, side_now(b), 0)
    elif action.verb == Verb.MOVE:
        i = action.actors[0]
        go(b, i, action.x, action.y, log)
        b.figures[i].fx = action.fx
        b.figures[i].fy = action.fy
        b.figures[i].breathless = int(action.mode == Mode.RUN)
        knock(b, i, dice, log)
    else:
        for k in range(action.n_actors):
            go(b, action.actors[k], action.poses[k].x, action.poses[k].y, log)
        for k in range(action.n_actors):
            if b.figures[action.actors[k]].out == 0:
                knock(b, action.actors[k], dice, log)
    next_bound(b, log)


@kernel
def figures_of(b, side):
    """Figures that a side has left."""
    left = 0
    for i in range(b.n_figures):
        left += int(b.figures[i].side == side and b.figures[i].out == 0)
    return left


@clause("MARB-BND-1", "MARB-END-1")
@kernel
def next_bound(b, log):
    """Go on to the next side that has figures, or end the battle."""
    left = 0
    for side in range(b.n_sides):
        left += int(figures_of(b, side) > 0)
    while left > 1:
        b.turn += 1
        if b.turn == b.n_sides:
            b.turn = 0
            b.round += 1
            drift(b, log)
        if b.round > 6 or figures_of(b, side_now(b)) > 0:
            break
    if left < 2 or b.round > 6:
        b.phase = Phase.OVER.value
        for side in range(b.n_sides):
            points(log, Code.FIGURES_LEFT.value, Clause.END_1.value, side, figures_of(b, side))
            if has_won(b, side):
                side_event(log, Code.WINS.value, Clause.END_1.value, side, 0)


@kernel
def has_won(b, side):
    """No side has more figures."""
    most = 0
    for other in range(b.n_sides):
        most = max(most, figures_of(b, other))
    return figures_of(b, side) == most


@clause("MARB-RFT-1")
@kernel
def drift(b, log):
    """The raft drifts, is away in round 3, and is back after it."""
    if b.round == 3:
        take_away(b.terrain, Piece.RAFT.value)
    elif b.round == 4:
        bring_back(b.terrain, Piece.RAFT.value)
    elif b.round < 3:
        carry_piece(b.terrain, Piece.RAFT.value, Rigid(1.0, 0.0, 0.0, 0.0, 1.0, 0.0))
        side_event(log, Code.DRIFTS.value, Clause.RFT_1.value, NONE, 0)


@clause("MARB-SET-1")
@kernel
def setup(b, dice, log):
    """Throw for the order of the sides; a case that stands in the middle of a battle goes on where it is."""
    if b.phase != Phase.START:
        return
    sides = np.empty(MAX_SIDES, CONTESTANT)
    for side in range(b.n_sides):
        enter(sides[side], side, NONE, 0)
    contest(sides, b.n_sides, Again.TIED.value, dice, log, Purpose.FIRST.value)
    for side in range(b.n_sides):
        b.order[sides[side].place] = side
    b.phase = Phase.ORDERS.value
    b.round = 1
    b.turn = 0
    side_event(log, Code.BEGINS.value, Clause.SET_1.value, b.order[0], 0)


@kernel
def current_side(b):
    """Whose bound it is."""
    return NOBODY if b.phase == Phase.OVER else np.int64(side_now(b))


@kernel
def draft_move(b, draft, i, heading, mode):
    """A move of figure ``i`` as far as it may go in one of eight directions."""
    way = facing_of_degrees(360.0 / HEADINGS * heading)
    length = 4.0 if mode == Mode.RUN else 2.0
    blank(draft, Verb.MOVE.value)
    draft.n_actors = 1
    draft.actors[0] = i
    draft.mode = mode
    draft.x = b.figures[i].x + way.x * length
    draft.y = b.figures[i].y + way.y * length
    draft.fx = way.x
    draft.fy = way.y


@kernel
def draft_spread(b, draft):
    """All figures of the side one step ahead, each on its own."""
    blank(draft, Verb.SPREAD.value)
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.side == side_now(b) and figure.out == 0:
            pose = draft.poses[draft.n_actors]
            pose.x = figure.x + figure.fx
            pose.y = figure.y + figure.fy
            pose.fx = figure.fx
            pose.fy = figure.fy
            draft.actors[draft.n_actors] = i
            draft.n_actors += 1
    draft.n_poses = draft.n_actors
    draft.x = draft.poses[0].x
    draft.y = draft.poses[0].y
    draft.fx = draft.poses[0].fx
    draft.fy = draft.poses[0].fy


@kernel
def legal_actions(b, out):
    """Rolls and runs in eight directions, one spread, and the pass."""
    drafts = np.empty(1, ACTION)
    logs = np.empty(1, LOG)
    draft = drafts[0]
    log = logs[0]
    log.keep = 0
    n = 0
    for i in range(b.n_figures):
        if b.figures[i].side == side_now(b) and b.figures[i].out == 0:
            for heading in range(HEADINGS):
                for mode in range(2):
                    draft_move(b, draft, i, heading, mode)
                    if judge(b, draft, log).legal == 1:
                        n = add(draft, out, n)
    draft_spread(b, draft)
    if judge(b, draft, log).legal == 1:
        n = add(draft, out, n)
    blank(draft, Verb.PASS.value)
    n = add(draft, out, n)
    keep_until_here(drafts)
    keep_until_here(logs)
    return n


@kernel
def sample_action(b, dice, action):
    """A move at random; the pass if it is not legal."""
    logs = np.empty(1, LOG)
    log = logs[0]
    log.keep = 0
    i = choose(dice, np.int64(b.n_figures))
    draft_move(b, action, i, choose(dice, np.int64(HEADINGS)), choose(dice, np.int64(2)))
    if judge(b, action, log).legal == 0:
        blank(action, Verb.PASS.value)
    keep_until_here(logs)


@kernel
def returns(b, out):
    """1 for the winner, shared by those who are equal."""
    winners = 0.0
    for side in range(b.n_sides):
        winners += 1.0 if has_won(b, side) else 0.0
    for side in range(b.n_sides):
        out[side] = 1.0 / winners if has_won(b, side) else 0.0


@kernel
def evaluate(b, side):
    """The share of figures, from -1 to 1."""
    mine = figures_of(b, side)
    total = 0
    for other in range(b.n_sides):
        total += figures_of(b, other)
    return (2.0 * mine - total) / max(total, 1)


VERBS = Verbs(
    setup, current_side, legal_actions, sample_action, judge, apply, returns, evaluate, redact_nothing, resample_nothing
)
bind(BATTLE, VERBS)
