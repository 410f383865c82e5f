"""What is done to many battles in one compiled call; each kernel runs without Python's lock on battles of its own."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sandtable.batch.reading import describe_battle, new_actors, new_changed, read_battle, view_of
from sandtable.batch.streams import put_back, take_up
from sandtable.compiler.decorators import kernel, released_kernel
from sandtable.kernel.copying import copy_record
from sandtable.kernel.dice import DICE
from sandtable.kernel.log import LOG
from sandtable.kernel.records import NOBODY
from sandtable.kernel.verbs import (
    GAUGES,
    MAX_LEGAL,
    Gauge,
    apply,
    current_side,
    gauge,
    hides,
    judge,
    legal_actions,
    redact,
    returns,
    sample_action,
    setup,
    worth,
)


class Many(NamedTuple):
    """Battles, a row of each array for every one."""

    battles: Any  # [n] records
    streams: Any  # [n] STREAM: their dice
    choosers: Any  # [n] STREAM: what chooses at random in them
    sides: Any  # i8[n] who is to decide; NOBODY: it is over


class Room(NamedTuple):
    """Room for one thread to work in. All arrays."""

    dice: Any  # [1]
    chooser: Any  # [1] dice that choose
    log: Any  # [1] log that keeps nothing
    seen: Any  # [1] battle as the side to decide sees it
    action: Any  # [1] action chosen
    gauges: Any  # f8[GAUGES]
    hiding: Any  # 1 in a game that may hide something


def new_room(dtype: Any, action: Any, hiding: bool) -> Room:
    """Room for battles and actions of these dtypes."""
    return Room(
        np.zeros(1, DICE),
        np.zeros(1, DICE),
        np.zeros(1, LOG),
        np.zeros(1, dtype),
        np.zeros(1, action),
        np.zeros(GAUGES),
        int(hiding),
    )


@released_kernel
def begin(many, tables, which, chosen, room):
    """Lay each battle that is ``chosen`` (not 0) on its table, and run it to its first decision."""
    for k in range(len(which)):
        if chosen[k] == 0:
            continue
        copy_record(many.battles[k], tables[which[k]])
        take_up(room.dice[0], many.streams[k])
        setup(many.battles[k], room.dice[0], room.log[0])
        put_back(many.streams[k], room.dice[0], room.log[0])
        many.sides[k] = current_side(many.battles[k])


@kernel
def is_partly_hidden(b, room):
    """Whether who decides in this battle sees less than all of it."""
    return room.hiding != 0 and hides(b) != 0


@kernel
def see(b, side, room):
    """Put the battle into ``room.seen`` as ``side`` sees it."""
    copy_record(room.seen[0], b)
    redact(room.seen[0], side)


@released_kernel
def list_all(many, lists, counts, room):
    """Fill a row of ``lists`` with the legal actions of each battle, as its side to decide sees it, and ``counts``."""
    for k in range(len(counts)):
        b = many.battles[k]
        side = many.sides[k]
        if side == NOBODY:
            counts[k] = 0
        elif is_partly_hidden(b, room):
            see(b, side, room)
            counts[k] = min(legal_actions(room.seen[0], lists[k]), MAX_LEGAL)
        else:
            counts[k] = min(legal_actions(b, lists[k]), MAX_LEGAL)


@released_kernel
def weigh_all(many, lists, counts, features, worths, prices, room):
    """Fill a row of ``features`` and ``worths``, and the price, for each action of ``lists``, as its side sees them.

    ``features`` is f8[n, MAX_LEGAL, MAX_FEATURES], ``worths`` and ``prices`` f8[n, MAX_LEGAL].
    """
    for k in range(len(counts)):
        n = counts[k]
        if n == 0:
            continue
        see(many.battles[k], many.sides[k], room)
        b = room.seen[0]
        worth(b, lists[k], n, features[k], worths[k])
        for i in range(n):
            prices[k, i] = judge(b, lists[k, i], room.log[0]).cost


@kernel
def carry_out(many, k, action, room):
    """Carry out a legal action in battle ``k``, with its own dice."""
    take_up(room.dice[0], many.streams[k])
    apply(many.battles[k], action, room.dice[0], room.log[0])
    put_back(many.streams[k], room.dice[0], room.log[0])
    many.sides[k] = current_side(many.battles[k])


@released_kernel
def step_listed(many, lists, picks, room):
    """Carry out in each battle the action of its list that is picked; NONE, or a battle that is over: nothing."""
    for k in range(len(picks)):
        if picks[k] >= 0 and many.sides[k] != NOBODY:
            carry_out(many, k, lists[k, picks[k]], room)


@released_kernel
def step_given(many, actions, chosen, room):
    """Carry out an action of one's own in each battle that is ``chosen`` (not 0) and goes on."""
    for k in range(len(chosen)):
        if chosen[k] != 0 and many.sides[k] != NOBODY:
            carry_out(many, k, actions[k], room)


@kernel
def choose_at_random(many, k, room):
    """Put an action at random into ``room.action``."""
    b = many.battles[k]
    take_up(room.chooser[0], many.choosers[k])
    if is_partly_hidden(b, room):
        see(b, many.sides[k], room)
        sample_action(room.seen[0], room.chooser[0], room.action[0])
    else:
        sample_action(b, room.chooser[0], room.action[0])
    put_back(many.choosers[k], room.chooser[0], room.log[0])


@kernel
def bound_of(b, room):
    """The number of the bound (turn) that runs."""
    gauge(b, room.gauges)
    return room.gauges[Gauge.BOUND]


@released_kernel
def play_at_random(many, limit, bounds, decisions, room):
    """Play each battle by sampled actions: to its end, for ``limit`` decisions, or until ``bounds`` more have begun.

    ``bounds`` 0: however many. ``decisions`` counts those made in each battle.
    """
    for k in range(len(decisions)):
        b = many.battles[k]
        decisions[k] = 0
        last = bound_of(b, room) + bounds
        while many.sides[k] != NOBODY and decisions[k] < limit:
            choose_at_random(many, k, room)
            carry_out(many, k, room.action[0], room)
            decisions[k] += 1
            if bounds > 0 and bound_of(b, room) >= last:
                break


@released_kernel
def tell_results(many, results, room):
    """Fill a row of ``results`` with the returns of each battle that is over; zeros of one that goes on."""
    for k in range(len(results)):
        results[k, :] = 0.0
        if many.sides[k] == NOBODY:
            returns(many.battles[k], results[k])


@kernel
def see_one(b, looking, seen):
    """Put into ``seen`` a battle as the side that looks at it sees it; NOBODY sees what side 0 does."""
    copy_record(seen, b)
    if hides(seen) != 0:
        redact(seen, max(looking, 0))


@released_kernel
def see_all(many, looking, seen, room):
    """Put into ``seen`` each battle as the side that looks at it sees it; NOBODY sees what side 0 does."""
    for k in range(len(looking)):
        see_one(many.battles[k], looking[k], seen[k])


class Looks(NamedTuple):
    """What is told of battles: the numbers of each, and of its actions. A row of each array for every battle."""

    words: Any  # Words of the battles as they are seen
    seen: Any  # [n] battles, as they are seen; not used where nothing is hidden
    plan: Any  # Plan
    kept: Any  # Kept
    numbers: Any  # f4[n, ...]
    listed: Any  # Listed
    described: Any  # i8[n]
    columns: Any  # of an action
    rows: Any  # f4[n, room * columns]
    masks: Any  # i1[n, room]


@kernel
def list_for(many, k, looking, looks, lists, counts, room):
    """List what who looks at battle ``k`` may do, if it is to decide; what it sees is in ``looks.seen`` already."""
    side = many.sides[k]
    if side == NOBODY or side != looking:
        counts[k] = 0
    elif is_partly_hidden(many.battles[k], room):
        counts[k] = min(legal_actions(looks.seen[k], lists[k]), MAX_LEGAL)
    else:
        counts[k] = min(legal_actions(many.battles[k], lists[k]), MAX_LEGAL)


@released_kernel
def look_all(many, looks, lists, counts, picks, room):
    """List, read and describe every battle for who looks at it, one battle after another while it is at hand.

    Before that the action of its list that is picked is carried out, as by ``step_listed``. Where those to decide look,
    ``looks.words.sides`` and ``many.sides`` are the same memory. Returns how many battles are not to be trusted.
    """
    untrusted = 0
    streams, masks, described = many.streams, looks.masks, looks.described
    words, listed = looks.words, looks.listed
    actors = new_actors(listed.figures[3])
    changed = new_changed(looks.kept.orders.shape[2])
    for k in range(len(counts)):
        if picks[k] >= 0 and many.sides[k] != NOBODY:
            carry_out(many, k, lists[k, picks[k]], room)
        untrusted += int(streams[k].lost != 0)
        looking = words.sides[k]
        if room.hiding != 0:
            see_one(many.battles[k], looking, looks.seen[k])
        list_for(many, k, looking, looks, lists, counts, room)
        b, view = words.battles[k], view_of(words, k)
        read_battle(b, view, looks.plan, k, looks.kept, changed, looks.numbers[k])
        describe_battle(b, view, listed, k, actors, looks.described, looks.columns, looks.rows[k])
        mask = masks[k]
        for a in range(len(mask)):  # from 0 on: at once, not one by one
            mask[a] = 0
        for a in range(described[k]):
            mask[a] = 1
    return untrusted
