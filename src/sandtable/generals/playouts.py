"""Whole battles between generals, many in one compiled call, and what came of each."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sandtable.compiler.decorators import kernel
from sandtable.generals.choosing import choose_action, forget_plan, look
from sandtable.kernel.copying import copy_record
from sandtable.kernel.dice import forget, generator_key
from sandtable.kernel.records import MAX_SIDES, NOBODY, record
from sandtable.kernel.verbs import GAUGES, Gauge, apply, current_side, gauge, hides, returns, setup

PLAYED = record(
    # how one battle went
    ("returns", "f8", (MAX_SIDES,)),  # 1 for a win, shared by those who draw; all share one that was cut off
    ("decisions", "i4"),
    ("is_cut_off", "i4"),  # 1: it did not end within the limit of decisions
    ("bounds", "i4"),  # begun
    ("quiet", "i4"),  # of those, bounds in which no enemies were in contact
    ("unused", "i4"),  # orders (PIPs) left when their side ended its movement
)


def keys_of(names: Any) -> Any:
    """The generators' keys for dice of these names, ``i4[n, 2]``: those that ``new_dice(name)`` has."""
    return np.array([generator_key(name) for name in names], np.int32)


@kernel
def take_key(dice, key):
    """Make these generator's dice begin anew under a key."""
    dice.key_low = key[0]
    dice.key_high = key[1]
    dice.counter = 0
    forget(dice)


@kernel
def play_battle(b, kinds, dice, planner, desk, limit, gauges, played):
    """Fight ``b``, already set up, to its end between generals of ``kinds`` (one a side); fill ``played``."""
    played.decisions = 0
    played.is_cut_off = 0
    played.bounds = 0
    played.quiet = 0
    played.unused = 0
    bound = -1.0
    is_quiet = False
    while True:
        side = current_side(b)
        if side == NOBODY or played.decisions >= limit:
            break
        gauge(b, gauges)
        if gauges[Gauge.BOUND.value] != bound:
            bound = gauges[Gauge.BOUND.value]
            played.bounds += 1
            played.quiet += 1
            is_quiet = True
        if is_quiet and gauges[Gauge.CONTACT.value] != 0.0:
            played.quiet -= 1
            is_quiet = False
        orders = gauges[Gauge.ORDERS.value]
        if desk.guesses == 0 or not hides(b):
            choose_action(b, side, kinds[side], planner, desk)
        else:
            look(b, side, desk)
            choose_action(desk.seen[0], side, kinds[side], planner, desk)
        if desk.action[0].n_actors == 0:  # nobody is ordered: the side ends what it could do
            played.unused += orders
        apply(b, desk.action[0], dice, desk.log[0])
        forget(dice)
        played.decisions += 1
    played.returns[:] = 0.0
    if side == NOBODY:
        returns(b, played.returns)
    else:
        played.is_cut_off = 1
        played.returns[: len(kinds)] = 1.0 / len(kinds)


class Fixtures(NamedTuple):
    """The battles to be fought, a row of each array for every battle."""

    which: Any  # i8[n]: the laid table that it begins with
    keys: Any  # i4[n, 2]: of its dice
    planner_keys: Any  # i4[n, 2]: of its generals' own
    kinds: Any  # i4[n, sides]: its generals


@kernel
def play_battles(tables, fixtures, b, dice, planner, desk, limit, played):
    """Fight every battle of ``fixtures`` on its table of ``tables``, in ``b``, a ``[1]`` array; fill ``played[n]``."""
    gauges = np.zeros(GAUGES)
    for k in range(len(fixtures.keys)):
        copy_record(b[0], tables[fixtures.which[k]])
        take_key(dice, fixtures.keys[k])
        take_key(planner, fixtures.planner_keys[k])
        setup(b[0], dice, desk.log[0])
        forget(dice)
        forget_plan(desk)
        play_battle(b[0], fixtures.kinds[k], dice, planner, desk, limit, gauges, played[k])
