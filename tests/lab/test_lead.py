"""Who leads in a battle, how often that changes, and since when the winner did: told again from its states."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pytest

from sandtable.batch import Batch
from sandtable.batch.streams import new_streams
from sandtable.compiler.decorators import COMPILED
from sandtable.generals import GENERALS
from sandtable.generals.choosing import choose_action
from sandtable.generals.desk import forget_plan, new_desk
from sandtable.kernel.dice import forget, new_dice
from sandtable.kernel.log import Kind, new_log
from sandtable.kernel.records import NOBODY
from sandtable.kernel.verbs import GAUGES, Gauge, apply, current_side, evaluate, gauge
from sandtable.lab.playing import play_measured

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(not COMPILED, reason="whole battles take minutes interpreted; the compiled stage fights them"),
]


class State(NamedTuple):
    """A battle in which somebody decides: its bound, who stands on the table, how each side stands, points so far."""

    bound: float
    standing: tuple[bool, ...]
    values: tuple[float, ...]
    points: int


def states(batch: Batch, k: int) -> Iterator[State]:
    """Every state in which somebody decided in a battle of a fresh batch, played step by step."""
    game, battle, dice, planner = batch.game, batch.battles[k], new_dice(f"lead battle {k}"), new_dice(f"planner {k}")
    dice.counter = batch.streams["counter"][k]
    log = new_log()
    desk, gauges, points = new_desk(game), np.zeros(GAUGES), 0
    rows, _, field = game.standing[0].partition(".")
    here = [game.enums[game.standing[0]][name].value for name in game.standing[1]]
    forget_plan(desk)
    while (side := current_side(battle)) != NOBODY:
        gauge(battle, gauges)
        standing = tuple(int(where) in here for where in battle[rows][field])
        values = tuple(evaluate(battle, one) for one in range(batch.n_sides))
        yield State(gauges[Gauge.BOUND], standing, values, points)
        choose_action(battle, side, GENERALS["quick"].kind.value, planner, desk)
        log.n = 0
        apply(battle, desk.action[0], dice, log)
        points += sum(entry.kind == Kind.POINTS for entry in log.entries[: log.n])
        forget(dice)


def looks(told: list[State]) -> Iterator[tuple[int, int | None]]:
    """After each bound in which somebody left or came, or points were gained: its number from 1, and who leads then."""
    firsts = [told[0], *(after for before, after in pairwise(told) if after.bound != before.bound)]
    for number, (before, after) in enumerate(pairwise(firsts), 1):
        if (before.standing, before.points) != (after.standing, after.points):
            ranked = sorted(after.values)
            yield number, after.values.index(ranked[-1]) if ranked[-1] - ranked[-2] > 1e-6 else None


@pytest.mark.parametrize(("key", "scenario"), [("dba", "first-lesson"), ("dbaix", "village")])
def test_lead_changes_and_the_bound_of_the_decision_follow_from_the_states_of_a_battle(key: str, scenario: str):
    """Of 40 battles the three in which the lead changed most often."""
    batch = Batch.new(key, 40, scenario, seed="lead")
    fresh = batch.copy()
    kinds = np.full((40, batch.n_sides), GENERALS["quick"].kind.value, np.int32)
    every = play_measured(batch, kinds, new_streams(f"planner {k}" for k in range(40)), 10_000).measured
    for k in np.argsort(-every["lead_changes"], kind="stable")[:3]:
        measured, told = every[k], list(states(fresh, k))
        looked = list(looks(told))
        leaders = [leader for _, leader in looked if leader is not None]
        assert measured["lead_changes"] == sum(one != other for one, other in pairwise(leaders)) >= 2
        assert measured["bounds"] == 1 + sum(after.bound != before.bound for before, after in pairwise(told))
        winners = np.flatnonzero(measured["returns"] > 0.999)
        if len(winners):
            behind = [number for number, leader in looked if leader != winners[0]]
            assert measured["decided"] == min(max(behind, default=0) + 1, measured["bounds"])
