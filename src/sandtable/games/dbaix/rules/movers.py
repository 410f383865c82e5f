"""Who can move at all now, alone or in a group, as far as the figure itself and the PIPs tell (MOV-3, PIP-27)."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.groups import block_around
from sandtable.games.dbaix.rules.groups import link_all
from sandtable.games.dbaix.rules.movement import judge_order
from sandtable.games.dbaix.rules.pips import least_price
from sandtable.games.dbaix.rules.positions import side_of_bound
from sandtable.games.dbaix.rules.song_orders import halts
from sandtable.kernel.bitsets import bit, is_in, lowest, without
from sandtable.kernel.log import LOG
from sandtable.kernel.records import ACTION, MAX_ACTORS, NONE
from sandtable.kernel.scratch import keep_until_here


class Movers(NamedTuple):
    """Sets of figures, as the bits of a number."""

    alone: Any  # each of these can make a move by itself
    grouped: Any  # each of these can make one in some group


@kernel
def _name(action, mask):
    """Make the figures of the mask the actors."""
    action.n_actors = 0
    while mask != 0 and action.n_actors < MAX_ACTORS:
        action.actors[action.n_actors] = lowest(mask)
        action.n_actors += 1
        mask = without(mask, lowest(mask))


@kernel
def _can_go(b, mask, action, log):
    """These figures may make a move together, and the PIPs left cover the least that it can cost."""
    _name(action, mask)
    order = judge_order(b, action, log)
    if not order.is_fit:
        return False
    return least_price(b, action, order.surcharge) <= b.pips


@clause("DBAIX-MOV-3", "DBAIX-PIP-27")
@kernel
def movers(b):
    """Who can move now, alone and in groups. Where they could go, and what stands in the way, is not looked at.

    Of the groups, pairs and whole blocks are tried; what only another part of a block could pay for goes unmentioned.
    """
    logs = np.empty(1, LOG)
    logs[0].keep = 0
    drafts = np.zeros(1, ACTION)
    able = 0
    alone = 0
    for i in range(b.n_figures):
        one = bit(i)
        _name(drafts[0], one)
        if b.figures[i].side != side_of_bound(b) or halts(b, i) != NONE:
            continue
        order = judge_order(b, drafts[0], logs[0])
        if not order.is_fit:
            continue
        if not order.breaks_off:
            able |= one
        if least_price(b, drafts[0], order.surcharge) <= b.pips:
            alone |= one
    grouped = _grouped(b, able, drafts[0], logs[0])
    keep_until_here(logs)
    keep_until_here(drafts)
    return Movers(alone, grouped)


@kernel
def _grouped(b, able, draft, log):
    """Those of the able figures who can move in a group."""
    links = np.empty(b.n_figures, np.int64)
    link_all(b, able, links)
    grouped = 0
    left = able
    while left != 0:
        i = lowest(left)
        block = block_around(links, i, left)
        left &= ~block
        if links[i] == 0:
            continue
        if _can_go(b, block, draft, log):
            grouped |= block
            continue
        for first in range(b.n_figures):
            if not is_in(block, first):
                continue
            for second in range(first):
                pair = bit(first) | bit(second)
                if is_in(links[first], second) and _can_go(b, pair, draft, log):
                    grouped |= pair
    return grouped
