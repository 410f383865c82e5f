"""Battles in which a general of one's own fights: decision by decision, where others fight in one compiled call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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

Faults = Mapping[str, Mapping[str, int]]
"""By name of a general of one's own, what it did wrong how often."""


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
    quiet: int  # of those, bounds in which no enemies were in contact
    unused: int  # orders (PIPs) left when their side ended its movement
    faults: Faults


def faults_together(of: Iterable[Faults]) -> dict[str, dict[str, int]]:
    """What generals of one's own did wrong, how often in all battles."""
    told: dict[str, dict[str, int]] = {}
    for each in of:
        for name, faults in each.items():
            own = told.setdefault(name, {})
            for fault, times in faults.items():
                own[fault] = own.get(fault, 0) + times
    return told


def fight(battle: Battle, names: Sequence[str], planner: Any, desk: Desk, limit: int, seconds: float) -> Result:
    """Fight a new battle to its end, or for ``limit`` decisions; ``names`` has a general for each side."""
    own = {side: Seat(name, seconds) for side, name in enumerate(names) if name in own_names()}
    decisions = unused = 0
    met: list[bool] = []  # of each bound begun, whether enemies were in contact in it
    bound, gauges = -1.0, np.zeros(GAUGES)
    while not battle.over and decisions < limit:
        battle.game.verbs.gauge(battle.array[0], gauges)
        if gauges[Gauge.BOUND.value] != bound:
            bound = gauges[Gauge.BOUND.value]
            met.append(False)
        met[-1] = met[-1] or gauges[Gauge.CONTACT.value] != 0.0
        action = _decided(battle, names, own, planner, desk)
        if action.record.n_actors == 0:  # nobody is ordered: the side ends what it could do
            unused += int(gauges[Gauge.ORDERS.value])
        battle.play(action)
        decisions += 1
    returns = np.full(MAX_SIDES, 1.0 / len(names))
    if battle.over:
        battle.game.verbs.returns(battle.array[0], returns)
    faults = faults_together({seat.name: seat.faults} for seat in own.values())
    return Result(
        tuple(returns[: len(names)].tolist()), decisions, not battle.over, len(met), met.count(False), unused, faults
    )


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
