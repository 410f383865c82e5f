"""Ways kept from one listing of legal actions to the next, because most of a table stays as it was between two.

Nothing here is a rule. What a mover could do at the last listing he can do now if nothing has changed that any of
his ways looks at: himself, who and what is within a move of him, the enemy and the commander he may go towards,
his surcharges, and what holds for the whole table. The price is compared with the PIPs when the ways are taken.
Whatever is not kept, or has changed, is drafted and judged anew by the same functions. The battle of the last
listing is kept beside the ways and compared by value, so it does not matter which battle comes next, nor how it
came about: another branch of a search, an action undone, another table.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from sandtable.games.dbaix.groups import actor, is_in
from sandtable.games.dbaix.positions import are_enemies, is_on_table
from sandtable.games.dbaix.record import BATTLE, MAX_FIGURES, MAX_TOKENS, TokenState
from sandtable.kernel.compiling import kernel
from sandtable.kernel.copying import copy_record, is_same_record
from sandtable.kernel.records import ACTION, NONE

GROUPS = 64
"""Places for groups, found by a hash of who is in them; a group that comes to another's place takes it."""

SLOTS = MAX_FIGURES + GROUPS

MAX_WAYS = 12 + 4 * MAX_FIGURES
"""Ways that one mover can have at most (see candidates.py)."""

POOL = 2048
"""Ways kept for all movers together; when they are full, everything is forgotten and begun again."""


class Kept(NamedTuple):
    """What is kept; all arrays. Of each slot: who moves, what his ways depend on, and where they are."""

    battle: Any  # [0 or 1] the battle as it stood at the last listing; none: nothing is ever kept
    masks: Any  # i8[SLOTS] who moves, as bits; 0: nothing is kept here
    leaders: Any  # i8[SLOTS]
    surcharges: Any  # i8[SLOTS] those of his Order
    foes: Any  # i8[SLOTS] the enemy nearest to the leader
    chiefs: Any  # i8[SLOTS] the commander that a single figure may go towards
    firsts: Any  # i8[SLOTS] his first way in ``ways``
    counts: Any  # i8[SLOTS] how many there are
    boxes: Any  # f8[SLOTS, 4] x0, y0, x1, y1: who and what is in there is near him
    ways: Any  # ACTION[POOL]
    costs: Any  # i8[POOL]
    used: Any  # i8[1] how many of ``ways`` are in use


def new_kept() -> Kept:
    """Room to keep ways in, empty."""
    numbers = [np.zeros(SLOTS, np.int64) for _ in range(7)]
    ways = np.zeros(POOL, ACTION), np.zeros(POOL, np.int64), np.zeros(1, np.int64)
    return Kept(np.zeros(1, BATTLE), *numbers, np.zeros((SLOTS, 4)), *ways)


@kernel
def nothing_kept():
    """Room for the ways of one mover, and for keeping nothing."""
    none = np.empty(0, np.int64)
    ways = np.empty(MAX_WAYS, ACTION)
    costs = np.empty(MAX_WAYS, np.int64)
    used = np.zeros(1, np.int64)
    boxes = np.empty((0, 4), np.float64)
    return Kept(np.empty(0, BATTLE), none, none, none, none, none, none, none, boxes, ways, costs, used)


@kernel
def _forget_all(kept):
    """Nothing is kept any more."""
    kept.masks[:] = 0
    kept.used[0] = 0


# What has changed


@kernel
def _are_equal(a, b):
    """Two numbers are equal, or both are none."""
    return a == b or (math.isnan(a) and math.isnan(b))


@kernel
def _is_same_table(was, b):
    """Everything but the figures stands as it did, as far as a move can tell; PIPs and clocks do not matter."""
    if was.n_figures != b.n_figures or was.table_width != b.table_width or was.table_height != b.table_height:
        return False
    if was.hut != b.hut or was.ship != b.ship or was.ship_sunk != b.ship_sunk or was.song != b.song:
        return False
    for k in range(4):
        if not _are_equal(was.camp[k], b.camp[k]) or not _are_equal(was.landing[k], b.landing[k]):
            return False
    for index in range(MAX_TOKENS):
        old = was.tokens[index]
        token = b.tokens[index]
        if old.state != token.state:
            return False
        if token.state == TokenState.GROUND and (old.x != token.x or old.y != token.y):
            return False
    return (
        is_same_record(was.terrain, b.terrain)
        and is_same_record(was.rules, b.rules)
        and is_same_record(was.options, b.options)
    )


@kernel
def _is_same_one(old, figure):
    """It is the same figure, whatever became of it."""
    return (
        old.side == figure.side
        and old.width == figure.width
        and old.depth == figure.depth
        and old.commander == figure.commander
        and old.officer == figure.officer
        and old.distance_exempt == figure.distance_exempt
        and old.woman == figure.woman
        and old.husband == figure.husband
        and old.bard == figure.bard
        and old.giant == figure.giant
    )


@kernel
def _is_in_place(old, figure):
    """The figure stands where it did, or is off the table as it was."""
    if is_on_table(old) != is_on_table(figure):
        return False
    return not is_on_table(figure) or (
        old.x == figure.x and old.y == figure.y and old.fx == figure.fx and old.fy == figure.fy
    )


@kernel
def _is_in_box(figure, box):
    """The figure stands on the table with its centre in the box."""
    return (
        is_on_table(figure) and figure.x >= box[0] and figure.y >= box[1] and figure.x <= box[2] and figure.y <= box[3]
    )


@kernel
def _is_new_foe(b, i, leader, foe):
    """Figure ``i`` is an enemy on the table no farther from the leader than the one that was nearest."""
    figure = b.figures[i]
    first = b.figures[leader]
    if not is_on_table(figure) or not are_enemies(figure, first):
        return False
    if foe == NONE:
        return True
    other = b.figures[foe]
    away = (figure.x - first.x) ** 2 + (figure.y - first.y) ** 2
    return away <= (other.x - first.x) ** 2 + (other.y - first.y) ** 2


@kernel
def _forget_around(kept, was, b, i):
    """Forget the ways of all whom the change of figure ``i`` concerns."""
    old = was.figures[i]
    figure = b.figures[i]
    moved = not _is_in_place(old, figure)
    for slot in range(SLOTS):
        mask = kept.masks[slot]
        if mask == 0:
            continue
        forget = is_in(mask, i)
        if moved and not forget:
            forget = (
                kept.foes[slot] == i
                or kept.chiefs[slot] == i
                or _is_in_box(old, kept.boxes[slot])
                or _is_in_box(figure, kept.boxes[slot])
                or _is_new_foe(b, i, kept.leaders[slot], kept.foes[slot])
            )
        if forget:
            kept.masks[slot] = 0


@kernel
def renew(b, kept):
    """Forget all that has changed since the last listing, and note the battle as it stands."""
    if len(kept.battle) == 0:
        return
    was = kept.battle[0]
    if not _is_same_table(was, b):
        _forget_all(kept)
    else:
        for i in range(b.n_figures):
            old = was.figures[i]
            figure = b.figures[i]
            if not _is_same_one(old, figure):
                _forget_all(kept)
            elif old.moves != figure.moves or old.token != figure.token or not _is_in_place(old, figure):
                _forget_around(kept, was, b, i)
    copy_record(was, b)


# Finding and keeping


@kernel
def _slot_of(action, mask):
    """Where the ways of these actors are kept: a single figure has a slot of its own."""
    if action.n_actors == 1:
        return actor(action, 0)
    mixed = mask ^ (mask >> np.int64(13)) ^ (mask >> np.int64(27)) ^ (mask >> np.int64(41))
    return np.int64(MAX_FIGURES) + (mixed & np.int64(GROUPS - 1))


@kernel
def find(kept, action, mask, order):
    """The slot in which the ways of these actors are kept, or NONE."""
    if len(kept.masks) == 0:
        return np.int64(NONE)
    slot = _slot_of(action, mask)
    if kept.masks[slot] == mask and kept.surcharges[slot] == order.surcharge and not order.breaks_off:
        return slot
    return np.int64(NONE)


@kernel
def room_for_ways(kept):
    """Where in ``kept.ways`` the ways of one more mover find room."""
    if len(kept.masks) == 0:
        return np.int64(0)
    if kept.used[0] + MAX_WAYS > len(kept.ways):
        _forget_all(kept)
    return kept.used[0]


@kernel
def keep_ways(kept, action, mover, chief, first, count):
    """Keep the ways just written from ``first`` on, with what they depend on."""
    if len(kept.masks) == 0 or mover.order.breaks_off:
        return
    slot = _slot_of(action, mover.mask)
    kept.masks[slot] = mover.mask
    kept.leaders[slot] = mover.leader
    kept.surcharges[slot] = mover.order.surcharge
    kept.foes[slot] = mover.foe
    kept.chiefs[slot] = chief
    kept.firsts[slot] = first
    kept.counts[slot] = count
    kept.boxes[slot, 0] = mover.box.x0
    kept.boxes[slot, 1] = mover.box.y0
    kept.boxes[slot, 2] = mover.box.x1
    kept.boxes[slot, 3] = mover.box.y1
    kept.used[0] = first + count
