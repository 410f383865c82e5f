"""The regret test: what choosing among plans gains over ``quick``, by how far and how often each is played on.

It tells in minutes what battles tell in hours. In each position some plans are played on to the end of the battle
many times, all with the same dice. Some of these playouts choose a plan, as a planner would; the others judge it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from sandtable.batch import Batch
from sandtable.batch.streams import new_streams
from sandtable.errors import InputError
from sandtable.games import get_game
from sandtable.games.common.intervals import Interval
from sandtable.generals import Kind
from sandtable.generals.desk import new_desk
from sandtable.generals.playouts import Limits, play_out
from sandtable.generals.weighing import Plans
from sandtable.lab.statistics import mean_interval
from sandtable.translation import gettext

SPLITS = 60
"""Ways in which the playouts of a position are split into those that choose and those that tell."""

BATTLE = 4000
"""Decisions after which a battle that only leads to a position is broken off."""

IN_VAIN = 30
"""Battles that may lead to no position with enough plans, for each position wanted."""


@dataclass(frozen=True)
class Plan:
    """What is to be tested."""

    game: str
    scenario: str = ""
    positions: int = 40
    plans: int = 6
    playouts: int = 96
    horizons: tuple[int, ...] = (1, 2, 3, 6)
    budgets: tuple[int, ...] = (3, 6, 12, 24, 48)  # playouts of each plan
    seed: int = 0


class Row(NamedTuple):
    """What choosing in one way gains, in win probability of the side that chooses."""

    horizon: int  # bounds played on; 0: to the end
    budget: int  # playouts of each plan
    gain: Interval  # over quick's own plan


@dataclass(frozen=True)
class Regret:
    """The test of one scenario."""

    plan: Plan
    values: Any  # f4[positions, plans, playouts, horizons and 1]: what each horizon finds, and the result last

    @property
    def quick(self) -> Interval:
        """How often whoever decides wins by quick's plan."""
        return mean_interval(self.values[:, 0, :, -1].mean(axis=1))

    @property
    def spread(self) -> float:
        """Standard deviation of what the plans of a position are truly worth: that of their means, less the noise."""
        results = self.values[..., -1] - self.values[..., -1].mean(axis=1, keepdims=True)
        plans, playouts = results.shape[1:]
        among = results.mean(axis=2).var(axis=1) * plans / (plans - 1)
        noise = results.var(axis=2).mean(axis=1) / playouts * plans / (plans - 1)
        return float(np.sqrt(max(float((among - noise).mean()), 0.0)))

    @property
    def noise(self) -> float:
        """Standard deviation of the difference between two plans in one playout."""
        return float((self.values[:, 1:, :, -1] - self.values[:, :1, :, -1]).std(axis=2).mean())

    def rows(self) -> list[Row]:
        """What each horizon gains with each budget; the end of the battle last."""
        places = [*enumerate(self.plan.horizons), (len(self.plan.horizons), 0)]
        return [
            Row(horizon, budget, gain(self.values, place, budget, self.plan.seed))
            for place, horizon in places
            for budget in self.plan.budgets
            if budget < self.plan.playouts
        ]


def gain(values: Any, place: int, budget: int, seed: int) -> Interval:
    """What choosing by ``budget`` playouts of the value at ``place`` gains, judged by the other playouts' results."""
    chance = np.random.Generator(np.random.PCG64(seed))
    positions, _, playouts, _ = values.shape
    total = np.zeros(positions)
    for _ in range(SPLITS):
        order = chance.permutation(playouts)
        chosen = values[:, :, order[:budget], place].mean(axis=2).argmax(axis=1)
        worth = values[:, :, order[budget:], -1].mean(axis=2)
        total += worth[np.arange(positions), chosen] - worth[:, 0]
    return mean_interval(total / SPLITS)


def check(plan: Plan) -> None:
    """Raise ``InputError`` for a test that tells nothing."""
    for name, value, least in (
        ("--positions", plan.positions, 2),
        ("--plans", plan.plans, 2),
        ("--playouts", plan.playouts, 2),
    ):
        if value < least:
            raise InputError(f"{name}: {gettext('at least {least}, not {value}', least=least, value=value)}")


def run_regret(plan: Plan, progress: Callable[[int], None] | None = None) -> Regret:
    """Test in positions of battles of ``quick``. ``progress`` is told how many positions are done.

    An interrupt (``KeyboardInterrupt``) ends it with the positions done so far, if there are two.
    """
    check(plan)
    game = get_game(plan.game)
    desk, chance = new_desk(game), np.random.Generator(np.random.PCG64(plan.seed))
    found: list[Any] = []
    try:
        for number in range(IN_VAIN * plan.positions):
            if len(found) == plan.positions:
                break
            values = _in_one_position(plan, number, chance, desk)
            if values is not None:
                found.append(values)
                if progress is not None:
                    progress(len(found))
    except KeyboardInterrupt:
        if len(found) < 2:
            raise
    if len(found) < 2:
        raise InputError(
            f"--plans: {gettext('in too few positions there are {plans} plans that differ', plans=plan.plans)}"
        )
    return Regret(plan, np.array(found, np.float32))


def _in_one_position(plan: Plan, number: int, chance: Any, desk: Any) -> Any:
    """The values of all playouts in a position of one battle; None where it has too few plans."""
    game = get_game(plan.game)
    batch = Batch.new(game, 1, plan.scenario, seed=f"regret {plan.seed} {number}")
    kinds = np.full((1, batch.n_sides), Kind.QUICK.value)
    whole = batch.copy()
    planners = new_streams([f"regret {plan.seed} planner {number}"])
    decisions = int(play_out(whole, kinds, planners.copy(), Limits(BATTLE))["decisions"][0])
    at = int(chance.integers(0, max(decisions, 1)))
    if at:
        play_out(batch, kinds, planners, Limits(at))
    if batch.over[0]:
        return None
    plans = Plans(game, batch.battles[0], plan.plans, f"regret {plan.seed} {number}", desk)
    if plans.made < plan.plans:
        return None
    marks, sides = range(1, max(plan.horizons) + 1), batch.n_sides
    played = np.array([plans.play(k, range(plan.playouts), sides, marks) for k in range(plan.plans)])
    found = [by_horizon(played, horizon) for horizon in plan.horizons]
    return np.stack([*found, played[..., len(marks) + plans.side]], axis=2)


def by_horizon(played: Any, horizon: int) -> Any:
    """What a planner makes of a playout by this horizon: as each bound is over ``evaluate``, the m-th counted m times.

    ``played`` has in its last axis what ``evaluate`` finds as the first, the second and so on of them is over.
    """
    return np.average(played[..., :horizon], axis=-1, weights=np.arange(1, horizon + 1))
