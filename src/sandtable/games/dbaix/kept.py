"""Ways kept from one listing of legal actions to the next, because most of a table stays as it was between two.

Nothing here is a rule. What a mover could do at the last listing he can do now if nothing has changed that decides
it: himself, his surcharges, any enemy within a move of him, the enemy and the commander he may go towards, a friend
on the ground that the way needs free, and what holds for the whole table. The price is held against the PIPs when
the ways are listed. Whatever is not kept, or has changed, is drafted and judged anew by the same functions. The
battle of the last listing is kept beside the ways and compared by value, so it does not matter which battle comes
next, nor how it came about: another branch of a search, an action undone, another table.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from sandtable.games.dbaix.candidates import KINDS, TO_CHIEF
from sandtable.games.dbaix.groups import actor, is_in
from sandtable.games.dbaix.positions import are_enemies, is_on_table
from sandtable.games.dbaix.record import BATTLE, MAX_FIGURES, MAX_TOKENS, TokenState
from sandtable.kernel.compiling import kernel
from sandtable.kernel.copying import copy_record, is_same_record
from sandtable.kernel.records import ACTION, NONE

GROUPS = 64
"""Places for groups, found by a hash of who is in them; a group that comes to another's place takes it."""

SLOTS = MAX_FIGURES + GROUPS

MAX_CONTACTS = 4 * MAX_FIGURES
"""Ways to meet an enemy that one mover can have at most: one to each edge."""

POOL = 1024
"""Ways to meet enemies kept for all movers together; when they are full, everything is forgotten and begun again."""

ALL_KINDS = (1 << (KINDS + 1)) - 1
"""Every kind of way as bits; bit KINDS stands for all ways to meet an enemy together."""


class Kept(NamedTuple):
    """What is kept; all arrays. Of each slot: who moves, what his ways depend on, and what they are."""

    battle: Any  # [0 or 1] the battle as it stood at the last listing; none: nothing is ever kept
    masks: Any  # i8[SLOTS] who moves, as bits; 0: nothing is kept here
    leaders: Any  # i8[SLOTS]
    surcharges: Any  # i8[SLOTS] those of his Order
    foes: Any  # i8[SLOTS] the enemy nearest to the leader
    chiefs: Any  # i8[SLOTS] the commander that a single figure may go towards
    stale: Any  # i8[SLOTS] the kinds of ways to draft anew, as bits
    legal: Any  # i8[SLOTS] the kinds of ways that are legal, as bits
    firsts: Any  # i8[SLOTS] his first way in ``contacts``
    counts: Any  # i8[SLOTS] how many there are
    boxes: Any  # f8[SLOTS, 4] x0, y0, x1, y1: who and what is in there is near him
    grounds: Any  # f8[SLOTS, KINDS + 1, 4] the ground that each kind of way needs free of friends
    ways: Any  # ACTION[SLOTS * KINDS]: one of each kind
    costs: Any  # i8[SLOTS * KINDS]
    contacts: Any  # ACTION[POOL]: ways to meet an enemy
    contact_costs: Any  # i8[POOL]
    used: Any  # i8[1] how many of ``contacts`` are in use


def new_kept() -> Kept:
    """Room to keep ways in, empty."""
    numbers = [np.zeros(SLOTS, np.int64) for _ in range(9)]
    return Kept(
        np.zeros(1, BATTLE),
        numbers[0],
        numbers[1],
        numbers[2],
        numbers[3],
        numbers[4],
        numbers[5],
        numbers[6],
        numbers[7],
        numbers[8],
        np.zeros((SLOTS, 4)),
        np.zeros((SLOTS, KINDS + 1, 4)),
        np.zeros(SLOTS * KINDS, ACTION),
        np.zeros(SLOTS * KINDS, np.int64),
        np.zeros(POOL, ACTION),
        np.zeros(POOL, np.int64),
        np.zeros(1, np.int64),
    )


@kernel
def nothing_kept():
    """Room for the ways of one mover, and for keeping nothing."""
    numbers = np.zeros((9, 1), np.int64)
    return Kept(
        np.empty(0, BATTLE),
        numbers[0],
        numbers[1],
        numbers[2],
        numbers[3],
        numbers[4],
        numbers[5],
        numbers[6],
        numbers[7],
        numbers[8],
        np.empty((1, 4), np.float64),
        np.empty((1, KINDS + 1, 4), np.float64),
        np.empty(KINDS, ACTION),
        np.empty(KINDS, np.int64),
        np.empty(MAX_CONTACTS, ACTION),
        np.empty(MAX_CONTACTS, np.int64),
        np.zeros(1, np.int64),
    )


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
def _needs_ground(figure, ground):
    """The figure stands on the table and, whatever way it faces, perhaps on the ground."""
    around = 0.5 * (figure.width + figure.depth)
    return (
        is_on_table(figure)
        and figure.x + around >= ground[0]
        and figure.y + around >= ground[1]
        and figure.x - around <= ground[2]
        and figure.y - around <= ground[3]
    )


@kernel
def _concerns_friend(kept, slot, old, figure, i, threat_zone):
    """Which of the slot's ways the friend ``i`` who has changed place concerns, as bits."""
    concerned = np.int64(0)
    if kept.chiefs[slot] == i:
        concerned |= np.int64(TO_CHIEF)
    if not _is_in_box(old, kept.boxes[slot]) and not _is_in_box(figure, kept.boxes[slot]):
        return concerned
    if threat_zone != 0:  # a base cuts off the zones of enemies
        return np.int64(ALL_KINDS)
    for kind in range(KINDS + 1):
        ground = kept.grounds[slot, kind]
        if _needs_ground(old, ground) or _needs_ground(figure, ground):
            concerned |= np.int64(1) << np.int64(kind)
    return concerned


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
        if is_in(mask, i):
            kept.masks[slot] = 0
        elif moved and are_enemies(figure, b.figures[kept.leaders[slot]]):
            if (
                kept.foes[slot] == i
                or _is_in_box(old, kept.boxes[slot])
                or _is_in_box(figure, kept.boxes[slot])
                or _is_new_foe(b, i, kept.leaders[slot], kept.foes[slot])
            ):
                kept.masks[slot] = 0
        elif moved:
            kept.stale[slot] |= _concerns_friend(kept, slot, old, figure, i, b.options.threat_zone)


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
def slot_of(kept, action, mask, order):
    """The slot of these actors, in which at least the stale ways must be drafted anew: a single figure has its own."""
    slot = np.int64(0)
    if len(kept.battle) > 0:
        if action.n_actors == 1:
            slot = actor(action, 0)
        else:
            mixed = mask ^ (mask >> np.int64(13)) ^ (mask >> np.int64(27)) ^ (mask >> np.int64(41))
            slot = np.int64(MAX_FIGURES) + (mixed & np.int64(GROUPS - 1))
    if kept.used[0] + MAX_CONTACTS > len(kept.contacts):
        _forget_all(kept)
    is_kept = len(kept.battle) > 0 and kept.masks[slot] == mask and kept.surcharges[slot] == order.surcharge
    if not is_kept or order.breaks_off:
        kept.masks[slot] = 0
        kept.stale[slot] = ALL_KINDS
        kept.legal[slot] = 0
    return slot


@kernel
def keep_mover(kept, slot, mover, chief):
    """Note whose ways the slot keeps, and what they depend on. Who breaks off is drafted anew every time."""
    kept.masks[slot] = np.int64(0) if mover.order.breaks_off else mover.mask
    kept.leaders[slot] = mover.leader
    kept.surcharges[slot] = mover.order.surcharge
    kept.foes[slot] = mover.foe
    kept.chiefs[slot] = chief
    kept.stale[slot] = 0
    kept.boxes[slot, 0] = mover.box.x0
    kept.boxes[slot, 1] = mover.box.y0
    kept.boxes[slot, 2] = mover.box.x1
    kept.boxes[slot, 3] = mover.box.y1


@kernel
def keep_ground(kept, slot, kind, nearby):
    """Note the ground that a kind of way needs free: what has been looked at."""
    kept.grounds[slot, kind, 0] = nearby.x0
    kept.grounds[slot, kind, 1] = nearby.y0
    kept.grounds[slot, kind, 2] = nearby.x1
    kept.grounds[slot, kind, 3] = nearby.y1


@kernel
def keep_kind(kept, slot, kind, action, verdict, nearby):
    """Keep the way of a kind just judged: it is legal at this cost, or it is not."""
    bit = np.int64(1) << np.int64(kind)
    kept.legal[slot] &= ~bit
    if verdict.legal != 0:
        kept.legal[slot] |= bit
        copy_record(kept.ways[slot * KINDS + kind], action)
        kept.costs[slot * KINDS + kind] = verdict.cost
    keep_ground(kept, slot, kind, nearby)


@kernel
def keep_contacts(kept, slot, first, end, nearby):
    """Keep the ways to meet enemies just written into ``contacts`` from ``first`` to ``end``."""
    kept.firsts[slot] = first
    kept.counts[slot] = end - first
    if len(kept.battle) > 0:
        kept.used[0] = end
    keep_ground(kept, slot, KINDS, nearby)
