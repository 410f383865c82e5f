"""Battles in which a general of one's own fights: decision by decision, where others fight in one compiled call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from sandtable.generals import GENERALS
from sandtable.generals.choosing import choose_action
from sandtable.generals.desk import Desk, look, new_desk
from sandtable.generals.own import SECONDS, Seat, own_names
from sandtable.kernel.dice import new_dice
from sandtable.kernel.records import MAX_SIDES
from sandtable.kernel.verbs import GAUGES, Gauge
from sandtable.table.battle import Battle
from sandtable.table.new_battle import new


class Asked(NamedTuple):
    """What is to be fought, and how long."""

    game: str
    scenario: str
    options: Mapping[str, str]
    limit: int  # of decisions
    seconds: float = SECONDS  # for one decision of a general of one's own


class Result(NamedTuple):
    """How a battle went."""

    returns: tuple[float, ...]  # of each side; all share one that was cut off
    decisions: int
    is_cut_off: bool
    bounds: int
    faults: Mapping[str, Mapping[str, int]]  # by name of a general of one's own, what it did wrong how often


def fight(battle: Battle, names: Sequence[str], planner: Any, desk: Desk, limit: int, seconds: float) -> Result:
    """Fight a new battle to its end, or for ``limit`` decisions; ``names`` has a general for each side."""
    own = {side: Seat(name, seconds) for side, name in enumerate(names) if name in own_names()}
    decisions = bounds = 0
    bound, gauges = -1.0, np.zeros(GAUGES)
    while not battle.over and decisions < limit:
        battle.game.verbs.gauge(battle.array[0], gauges)
        if gauges[Gauge.BOUND.value] != bound:
            bound, bounds = gauges[Gauge.BOUND.value], bounds + 1
        battle.play(_decided(battle, names, own, planner, desk))
        decisions += 1
    returns = np.full(MAX_SIDES, 1.0 / len(names))
    if battle.over:
        battle.game.verbs.returns(battle.array[0], returns)
    faults: dict[str, dict[str, int]] = {}
    for seat in own.values():
        of = faults.setdefault(seat.name, {})
        for fault, times in seat.faults.items():
            of[fault] = of.get(fault, 0) + times
    return Result(tuple(returns[: len(names)].tolist()), decisions, not battle.over, bounds, faults)


def _decided(battle: Battle, names: Sequence[str], own: Mapping[int, Seat], planner: Any, desk: Desk) -> Any:
    """What the side to decide does, by what it sees."""
    side = battle.engine.side_to_decide
    kind = names[side]
    if side in own:
        key = battle.sides[side].key
        action = own[side].decide(battle.as_seen([key]), key)
        if action is not None:
            return action
        kind = "quick"
    look(battle.array[0], side, desk)
    choose_action(desk.seen[0], side, GENERALS[kind].kind.value, planner, desk)
    return battle.action(desk.action[0])


def fight_named(plan: Asked, names: Sequence[str], dice: tuple[str, str]) -> Result:
    """A battle with dice of these seeds: the battle's, and those of the generals of the house."""
    battle = new(plan.game, plan.scenario or None, plan.options, seed=dice[0])
    return fight(battle, names, new_dice(dice[1]), new_desk(battle.game), plan.limit, plan.seconds)
