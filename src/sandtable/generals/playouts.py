"""Battles of a batch played on by generals, many in one compiled call, and what came of each."""

from __future__ import annotations

import threading
from typing import Any, NamedTuple

import numpy as np

from sandtable.batch import Batch
from sandtable.batch.battles import PIECES
from sandtable.batch.stepping import carry_out
from sandtable.batch.streams import put_back, take_up
from sandtable.compiler.decorators import kernel, released_kernel
from sandtable.errors import InputError
from sandtable.files import expected
from sandtable.generals import GENERALS, Kind
from sandtable.generals.choosing import choose_action
from sandtable.generals.desk import Desk, first_sight, forget_plan, look, new_desk
from sandtable.kernel.copying import copy_record
from sandtable.kernel.dice import DICE, forget
from sandtable.kernel.records import MAX_SIDES, NOBODY, record
from sandtable.kernel.verbs import Gauge, apply, bound, current_side, gauge, hides, redact, returns
from sandtable.translation import either

PLAYED = record(
    # how one battle went
    ("returns", "f8", (MAX_SIDES,)),  # 1 for a win, shared by those who draw; all share one that was cut off
    ("decisions", "i4"),
    ("is_cut_off", "i4"),  # 1: it did not end within its limits
    ("bounds", "i4"),  # begun
    ("quiet", "i4"),  # of those, bounds in which no enemies were in contact
    ("unused", "i4"),  # orders (PIPs) left when their side ended its movement
)

LIMIT = 10_000
"""Decisions after which a battle counts as endless, and as a draw: in some games nobody is forced to come to blows."""


class Limits(NamedTuple):
    """How far a battle is played, where it does not end before."""

    decisions: int
    bounds: int = 0  # that are begun from here on; 0: however many


@kernel
def play_battle(b, kinds, dice, planner, desk, limits, gauges, played):
    """Fight ``b`` on from where it stands, to its end or its limits, between generals of ``kinds``; fill ``played``.

    ``kinds`` has one a side. The first bound that is begun is the one that runs.
    """
    played.decisions = 0
    played.is_cut_off = 0
    played.bounds = 0
    played.quiet = 0
    played.unused = 0
    last = -1.0
    is_quiet = False
    while True:
        side = current_side(b)
        if side == NOBODY or played.decisions >= limits.decisions:
            break
        if bound(b) != last:
            if limits.bounds > 0 and played.bounds == limits.bounds:
                break
            last = bound(b)
            played.bounds += 1
            played.quiet += 1
            is_quiet = True
        if is_quiet:
            gauge(b, gauges)
            if gauges[Gauge.CONTACT] != 0.0:
                played.quiet -= 1
                is_quiet = False
        is_hidden = desk.guesses > 0 and hides(b) != 0
        if is_hidden:
            copy_record(desk.seen[0], b)
            redact(desk.seen[0], side)
        seen = desk.seen[0] if is_hidden else b
        if kinds[side] == Kind.QUICK and not (is_hidden and desk.weighs_guesses != 0):
            chosen = first_sight(seen, planner, desk.actions, desk.features, desk.worths, desk.log[0])
            copy_record(desk.action[0], desk.actions[chosen])
        else:
            choose_action(seen, side, kinds[side], planner, desk)
        if desk.action[0].n_actors == 0:  # nobody is ordered: the side ends what it could do
            gauge(b, gauges)
            played.unused += gauges[Gauge.ORDERS]
        apply(b, desk.action[0], dice, desk.log[0])
        forget(dice)
        played.decisions += 1
    played.returns[:] = 0.0
    if side == NOBODY:
        returns(b, played.returns)
    else:
        played.is_cut_off = 1
        played.returns[: len(kinds)] = 1.0 / len(kinds)


class Seats(NamedTuple):
    """Who plays battles of a batch, a row of each array for every battle."""

    kinds: Any  # i4[n, sides]: its generals
    planners: Any  # [n] STREAM: their own dice


@released_kernel
def play_all(many, seats, limits, chooser, desk, played, room):
    """Have generals play every battle on from where it stands; fill ``played[n]``."""
    for k in range(len(played)):
        take_up(room.dice[0], many.streams[k])
        take_up(chooser[0], seats.planners[k])
        forget_plan(desk)
        play_battle(many.battles[k], seats.kinds[k], room.dice[0], chooser[0], desk, limits, room.gauges, played[k])
        put_back(many.streams[k], room.dice[0], desk.log[0])
        put_back(seats.planners[k], chooser[0], desk.log[0])
        many.sides[k] = current_side(many.battles[k])


def check_kinds(kinds: Any) -> None:
    """Raise ``InputError`` for a number that is no general's: a kernel would play at random in its place."""
    unknown = set(np.unique(kinds).tolist()) - {kind.value for kind in Kind}
    if unknown:
        known = either(
            f"{number} ({key})" for number, key in sorted((g.kind.value, key) for key, g in GENERALS.items())
        )
        raise InputError(f"kinds: {expected(known, str(min(unknown)))}")


def play_out(batch: Batch, kinds: Any, planners: Any, limits: Limits) -> Any:
    """Have generals of ``kinds`` (i4[n, sides]) play every battle of a batch on; returns PLAYED[n].

    ``planners`` (STREAM[n], see ``new_streams``) are the generals' own dice, which only break ties and guess.
    """
    played = np.zeros(batch.n, PLAYED)
    kinds = np.ascontiguousarray(kinds, np.int32)
    if kinds.shape != (batch.n, batch.n_sides):
        raise InputError(f"kinds: expected shape {(batch.n, batch.n_sides)}, found {kinds.shape}")
    check_kinds(kinds)
    if len(planners) != batch.n:
        raise InputError(f"planners: expected length {batch.n}, found {len(planners)}")

    desks = _desks(batch)

    def arguments(worker: int, part: slice) -> tuple[Any, ...]:
        return Seats(kinds[part], planners[part]), limits, *desks[worker], played[part]

    batch.each(play_all, arguments, PIECES)
    return played


def _desks(batch: Batch) -> list[tuple[Any, Desk]]:
    """For each thread of a batch dice that choose, and a desk: made once by each thread that has battles played out."""
    kept: dict[Any, list[tuple[Any, Desk]]] = vars(_KEPT).setdefault("desks", {})
    mine = kept.setdefault(batch.game.dtype, [])
    while len(mine) < batch.threads:
        mine.append((np.zeros(1, DICE), new_desk(batch.game)))
    return mine


_KEPT = threading.local()


@released_kernel
def play_others(many, mine, kind, planners, chooser, desk, room):
    """Have generals of one kind play each battle on until its side of ``mine`` is to decide, or it is over."""
    for k in range(len(mine)):
        b = many.battles[k]
        take_up(chooser[0], planners[k])
        forget_plan(desk)
        while many.sides[k] != NOBODY and many.sides[k] != mine[k]:
            side = many.sides[k]
            if desk.guesses == 0 or not hides(b):
                choose_action(b, side, kind, chooser[0], desk)
            else:
                look(b, side, desk)
                choose_action(desk.seen[0], side, kind, chooser[0], desk)
            carry_out(many, k, desk.action[0], room)
        put_back(planners[k], chooser[0], desk.log[0])


def play_to(batch: Batch, mine: Any, kind: int, planners: Any) -> None:
    """Have generals play every battle on until its side of ``mine`` (i8[n]) is to decide, or it is over."""
    check_kinds(kind)
    desks = _desks(batch)
    batch.each(play_others, lambda worker, part: (mine[part], kind, planners[part], *desks[worker]), PIECES)
