"""Useful actions before the battle: features to place, camps to pitch, places to deploy at, pairs to exchange.

Nothing here is a rule. Every draft goes through the judges of placing.py and deployment.py before anybody sees it.
"""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.games.dba.record import N_EDGES, N_PIECES, N_SHARES, Ground, Phase, Type, Verb, Where
from sandtable.games.dba.rules import deployment, placing
from sandtable.games.dba.rules.positions import is_in_open, is_mounted
from sandtable.kernel.action_drafts import add, blank, pose
from sandtable.kernel.geometry import snap
from sandtable.kernel.records import MAX_ACTORS

GRID = 4
"""Places tried along each side of the board for the middle of an oval."""

SLOTS = 18
"""Places tried along the base edge."""

RANKS = 3
"""Depths tried for a row of troops: at the front of the zone, and each a base width farther back."""

CENTRE = 0
WINGS = 1
"""The two parts of an army that are deployed as rows."""

PAIRS = 48
"""Exchanges offered at most."""


# Terrain


@kernel
def _list_ovals(b, draft, ground, as_what, out, n, log):
    """Ovals of every second size, lying along or across the board, on a grid."""
    for size in range(0, N_PIECES, 2):
        for place in range(GRID * GRID):
            for lies in range(2):
                blank(draft, Verb.PLACE)
                draft.item = ground
                draft.target = as_what
                draft.amount = size
                draft.x = snap(b.table_width * (0.5 + place % GRID) / GRID)
                draft.y = snap(b.table_height * (0.5 + place // GRID) / GRID)
                draft.fx = 1.0 - lies
                draft.fy = float(lies)
                if (place + size // 2) % 2 == lies and placing.judge_place(b, draft, log).legal == 1:
                    n = add(draft, out, n)
    return n


@kernel
def _list_strips(b, draft, ground, as_what, out, n, log):
    """Roads and rivers straight across the board, at a third, the half and two thirds of it."""
    for k in range(6):
        blank(draft, Verb.PLACE)
        draft.item = ground
        draft.target = as_what
        draft.n_via = 2
        share = (2.0 + k % 3) / 6.0
        if k < 3:
            draft.via[0, 0] = snap(b.table_width * share)
            draft.via[1, 0] = draft.via[0, 0]
            draft.via[1, 1] = b.table_height
        else:
            draft.via[0, 1] = snap(b.table_height * share)
            draft.via[1, 1] = draft.via[0, 1]
            draft.via[1, 0] = b.table_width
        if placing.judge_place(b, draft, log).legal == 1:
            n = add(draft, out, n)
    return n


@kernel
def _list_waterways(b, draft, as_what, out, n, log):
    """A narrow and a wide waterway along every edge."""
    for k in range(8):
        blank(draft, Verb.PLACE)
        draft.item = Ground.WATERWAY
        draft.target = as_what
        depth = b.rules.shore_least if k < 4 else b.rules.shore_most
        shore = deployment.place_from_edge(b, k % 4, 0.5 * b.table_width, depth, 0.0, 0.0)
        pose(draft, shore.x, shore.y, shore.fx, shore.fy)
        if placing.judge_place(b, draft, log).legal == 1:
            n = add(draft, out, n)
    return n


@kernel
def _list_features(b, draft, out, log):
    """Features that the defender may place, and the end of placing once they may."""
    n = 0
    if placing.may_end_placing(b, log):
        blank(draft, Verb.END)
        n = add(draft, out, n)
    for as_what in range(N_SHARES):
        for ground in range(Ground.CREST):
            if not placing.may_have(b, ground, as_what, log):
                continue
            if ground == Ground.ROAD or ground == Ground.RIVER:
                n = _list_strips(b, draft, ground, as_what, out, n, log)
            elif ground == Ground.WATERWAY:
                n = _list_waterways(b, draft, as_what, out, n, log)
            else:
                n = _list_ovals(b, draft, ground, as_what, out, n, log)
    if n == 0:  # they have placed themselves into a corner: nothing more fits, and it is not enough
        blank(draft, Verb.CLEAR)
        n = add(draft, out, n)
    return n


@kernel
def _list_edges(draft, out):
    """Which edge gets the numbers 4 to 6."""
    n = 0
    for edge in range(N_EDGES):
        blank(draft, Verb.EDGE)
        draft.amount = edge
        n = add(draft, out, n)
    return n


# Camps and troops


@kernel
def _stand(b, draft, side, along, inward, depth):
    """Let the draft's base of this depth stand there, facing the enemy; ``inward`` is where its rear edge is."""
    base = deployment.place_from_edge(b, b.edge[side], along, inward + 0.5 * depth, 0.0, 0.0)
    draft.x = snap(base.x)
    draft.y = snap(base.y)
    draft.fx = base.fx
    draft.fy = base.fy


@kernel
def _list_camps(b, draft, out, log):
    """The camp, with its followers in it, at places along the base edge or shore."""
    n = 0
    side = b.pending_side
    length = deployment.edge_length(b, side)
    for slot in range(SLOTS):
        blank(draft, Verb.PITCH)
        along = length * (slot + 0.5) / SLOTS
        _stand(b, draft, side, along, deployment.shore_of(b, side), b.camps[side].depth)
        if deployment.judge_pitch(b, draft, log).legal == 1:
            n = add(draft, out, n)
    return n


@kernel
def _is_wing(b, i):
    """Troops that are at home on the wings: mounted, but no elephants, and Psiloi."""
    kind = b.figures[i].type
    return (is_mounted(b, i) and kind != Type.EL) or kind == Type.PS


@kernel
def _gather_row(b, draft, part):
    """Let all who wait, of the wings or of the centre, be the draft's actors, troops of a kind together."""
    draft.n_actors = 0
    for kind in range(Type.CF):
        for i in range(b.n_figures):
            figure = b.figures[i]
            if figure.side == b.pending_side and figure.where == Where.UNDEPLOYED and figure.type == kind:
                if _is_wing(b, i) == (part == WINGS) and draft.n_actors < MAX_ACTORS:
                    draft.actors[draft.n_actors] = i
                    draft.n_actors += 1


@kernel
def _row_width(b, draft):
    """The width of the draft's actors side by side."""
    width = 0.0
    for k in range(draft.n_actors):
        width += b.figures[draft.actors[k]].width
    return width


@kernel
def _list_rows(b, draft, part, out, n, log):
    """All troops of the wings, or of the centre, in one row, in the middle or towards either side, at three depths."""
    side = b.pending_side
    blank(draft, Verb.DEPLOY)
    _gather_row(b, draft, part)
    if draft.n_actors < 2:
        return n
    length = deployment.edge_length(b, side)
    room = length - 2.0 * b.rules.deploy_side_margin
    width = _row_width(b, draft)
    first = b.figures[draft.actors[0]]
    for k in range(3 * RANKS):
        left = b.rules.deploy_side_margin + 0.5 * (room - width) * (k % 3)
        front = deployment.shore_of(b, side) + b.rules.deploy_depth - b.rules.base_width * (k // 3)
        _stand(b, draft, side, left + 0.5 * first.width, front - first.depth, first.depth)
        if deployment.judge_deploy(b, draft, log).legal == 1:
            n = add(draft, out, n)
    return n


@kernel
def _list_singles(b, draft, out, n, log):
    """The next element that waits, alone, at every slot of three depths."""
    side = b.pending_side
    chosen = -1
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.side == side and figure.where == Where.UNDEPLOYED and figure.type != Type.CF:
            chosen = i
            break
    if chosen < 0:
        return n
    depth = b.figures[chosen].depth
    length = deployment.edge_length(b, side)
    for rank in range(RANKS):
        front = deployment.shore_of(b, side) + b.rules.deploy_depth - b.rules.base_width * rank
        slot = b.rules.deploy_side_margin + 0.5 * b.rules.base_width
        while slot < length - b.rules.deploy_side_margin:
            blank(draft, Verb.DEPLOY)
            draft.actors[0] = chosen
            draft.n_actors = 1
            _stand(b, draft, side, slot, front - depth, depth)
            if deployment.judge_deploy(b, draft, log).legal == 1:
                n = add(draft, out, n)
            slot += b.rules.base_width
    return n


@kernel
def _list_deployments(b, draft, out, log):
    """Whole rows first, then the next element alone, or held back for a landing."""
    n = _list_rows(b, draft, CENTRE, out, 0, log)
    n = _list_rows(b, draft, WINGS, out, n, log)
    n = _list_singles(b, draft, out, n, log)
    blank(draft, Verb.HOLD_BACK)
    for i in range(b.n_figures):
        if b.figures[i].side == b.pending_side and b.figures[i].where == Where.UNDEPLOYED:
            draft.actors[0] = i
            draft.n_actors = 1
            if deployment.judge_hold_back(b, draft, log).legal == 1:
                n = add(draft, out, n)
                break
    return n


@kernel
def _list_swaps(b, draft, out, log):
    """Exchanges of two elements of different kinds, and the end of exchanging."""
    blank(draft, Verb.END)
    n = add(draft, out, 0)
    for i in range(b.n_figures):
        for j in range(i + 1, b.n_figures):
            one = b.figures[i]
            other = b.figures[j]
            if n > PAIRS or one.side != other.side or one.type == other.type or not is_in_open(one):
                continue
            blank(draft, Verb.SWAP)
            draft.actors[0] = i
            draft.actors[1] = j
            draft.n_actors = 2
            if deployment.judge_swap(b, draft, log).legal == 1:
                n = add(draft, out, n)
    return n


@kernel
def list_preparations(b, draft, out, log):
    """Fill ``out`` with useful legal actions of the step before the battle that asks; returns how many."""
    if b.phase == Phase.TERRAIN:
        return _list_features(b, draft, out, log)
    if b.phase == Phase.EDGES:
        return _list_edges(draft, out)
    if b.phase == Phase.CAMPS:
        return _list_camps(b, draft, out, log)
    if b.phase == Phase.DEPLOYMENT:
        return _list_deployments(b, draft, out, log)
    return _list_swaps(b, draft, out, log)
