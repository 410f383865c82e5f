"""Ways of blocks beside those that random play draws from, for generals who weigh every way that they are offered.

A block that stands before a building or a friend finds a way past it: to either side, or obliquely back, as far as
there is room. Nothing here is a rule: every way has passed the judge, like those of actions.py.
"""

from __future__ import annotations

import math

import numpy as np

from sandtable.games.dbaix import movement
from sandtable.games.dbaix.actions import CELL, least_cost
from sandtable.games.dbaix.approach import is_gagging_bound
from sandtable.games.dbaix.blocks import MAX_GROUPS, fill_actors, groups_of_block
from sandtable.games.dbaix.candidates import LEAST, blank_move, mover_of, room
from sandtable.games.dbaix.groups import actor, block_of, fill_links, is_in
from sandtable.games.dbaix.pips import least_basic_cost
from sandtable.games.dbaix.positions import side_of_bound
from sandtable.games.dbaix.record import MAX_FIGURES, Phase
from sandtable.games.dbaix.ways import NEARBY, way_facing
from sandtable.kernel.compiling import kernel
from sandtable.kernel.copying import copy_record
from sandtable.kernel.geometry import base_of, snap
from sandtable.kernel.log import LOG
from sandtable.kernel.near import make_grid
from sandtable.kernel.records import ACTION
from sandtable.kernel.scratch import keep_until_here

HALF = math.sqrt(0.5)
SLIDES = ((0.0, 1.0), (0.0, -1.0), (-HALF, HALF), (-HALF, -HALF))
"""Forward and to the right, in parts of a move: to either side, and obliquely back."""


@kernel
def more_actions(b, out, n):
    """List after the first ``n`` actions in ``out`` the further ways of every block; return how many there are then."""
    if b.phase != Phase.MOVEMENT or is_gagging_bound(b) or least_basic_cost(b, side_of_bound(b), True) > b.pips:
        return n
    logs = np.empty(1, LOG)
    logs[0].keep = 0
    drafts = np.empty(1, ACTION)
    rooms = np.empty(1, NEARBY)
    found = np.empty(MAX_FIGURES, np.int64)
    groups = np.empty(MAX_GROUPS, np.int64)
    links = np.empty(b.n_figures, np.int64)
    grid = make_grid(b.figures, b.n_figures, CELL, b.table_width, b.table_height)
    able = movement.able_figures(b, logs[0])
    fill_links(b, able, links)
    left = able
    for i in range(b.n_figures):
        if not is_in(left, i) or links[i] == 0:
            continue
        block = block_of(links, i, left)
        left &= ~block
        for g in range(groups_of_block(b, links, block, groups)):
            blank_move(drafts[0])
            fill_actors(b, groups[g], drafts[0])
            order = movement.order_of_able(b, drafts[0], logs[0])
            if order.is_fit and least_cost(b, drafts[0], order) <= b.pips:
                mover = mover_of(b, drafts[0], order, grid, found, rooms[0])
                n = _list_slides(b, mover, rooms[0], drafts[0], out, n, logs[0])
    keep_until_here(rooms)
    keep_until_here(drafts)
    keep_until_here(logs)
    return n


@kernel
def _list_slides(b, mover, nearby, draft, out, n, log):
    """List the legal slides of one block."""
    leader = b.figures[mover.leader]
    for k in range(len(SLIDES)):
        ahead, aside = SLIDES[k]
        ux = ahead * leader.fx + aside * leader.fy
        uy = ahead * leader.fy - aside * leader.fx
        go = mover.limit
        for member in range(draft.n_actors):
            i = actor(draft, member)
            go = room(b, i, base_of(b.figures[i]), ux, uy, go, nearby)
        if go < LEAST or n >= len(out):
            continue
        draft.x = snap(leader.x + ux * go)
        draft.y = snap(leader.y + uy * go)
        draft.fx = leader.fx
        draft.fy = leader.fy
        way = way_facing(b, draft, draft.fx, draft.fy)
        if movement.judge_way(b, draft, way, mover.order, nearby, log).legal != 0:
            copy_record(out[n], draft)
            n += 1
    return n
