"""The regret test: what choosing gains where it is known beforehand, and plans that are played on as they should be."""

from __future__ import annotations

import numpy as np
import pytest

import sandtable
from sandtable.cli import run
from sandtable.compiler.decorators import COMPILED
from sandtable.generals.planning import play_plan
from sandtable.generals.regret import Plan, Regret, by_horizon, gain, run_regret
from sandtable.generals.weighing import Plans


def test_a_plan_that_always_wins_gains_all_that_quicks_loses() -> None:
    values = np.zeros((5, 3, 8, 2))
    values[:, 2, :, :] = 1.0
    assert gain(values, 0, 4, 0) == (1.0, 1.0, 1.0)


def test_a_horizon_that_misleads_loses() -> None:
    """At the horizon plan 1 looks best in every playout; in the end quick's wins always and plan 1 half."""
    values = np.zeros((4, 2, 8, 2))
    values[:, 1, :, 0] = 1.0
    values[:, 0, :, 1] = 1.0
    values[:, 1, ::2, 1] = 1.0
    assert gain(values, 0, 2, 0).rate == pytest.approx(-0.5, abs=0.05)
    assert gain(values, 1, 4, 0).rate == 0.0, "by results it keeps quick's"


def test_by_a_horizon_the_later_bound_counts_more() -> None:
    """Of 0.6, 0 and 0.3: (1 * 0.6 + 2 * 0) / 3, and with the third (0.6 + 3 * 0.3) / 6."""
    played = np.array([[0.6, 0.0, 0.3, 9.0]])
    assert by_horizon(played, 1) == [0.6]
    assert by_horizon(played, 2) == pytest.approx([0.2])
    assert by_horizon(played, 3) == pytest.approx([0.25])


@pytest.mark.skipif(not COMPILED, reason="interpreted whole battles take minutes")
def test_a_horizon_is_what_the_planner_makes_of_a_playout() -> None:
    battle = sandtable.new("dba", "first-lesson", seed=1)
    plans = Plans(battle.game, battle.array[0], 2, "regret")
    marked = plans.play(1, range(4), 2, (1, 2, 3))
    for number in range(4):
        value = play_plan(plans.side, 1, number, (plans.bound, 3), plans.desk)
        assert value == pytest.approx(by_horizon(marked[number], 3))


def test_the_spread_of_plans_leaves_out_the_noise() -> None:
    """Plans that are worth the same, by results that are thrown, differ by nothing; 0.3 and 0.7 by 0.2 around 0.5."""
    chance = np.random.Generator(np.random.PCG64(1))
    alike = (chance.random((400, 4, 100, 1)) < 0.5).astype(float)
    assert Regret(Plan("dba"), alike).spread < 0.012
    apart = (chance.random((400, 2, 100, 1)) < np.array([0.3, 0.7]).reshape(1, 2, 1, 1)).astype(float)
    assert Regret(Plan("dba"), apart).spread == pytest.approx(0.2 * np.sqrt(2.0), abs=0.01)


@pytest.mark.skipif(not COMPILED, reason="interpreted whole battles take minutes")
def test_positions_are_those_of_the_seed_and_every_playout_ends() -> None:
    plan = Plan("dba", "first-lesson", positions=3, plans=3, playouts=6, horizons=(1, 2), budgets=(3,))
    told: list[int] = []
    found = run_regret(plan, told.append)
    assert told == [1, 2, 3] and found.values.shape == (3, 3, 6, 3)
    assert set(np.unique(found.values[..., -1])) <= {0.0, 1.0}, "DBA knows no draw"
    assert np.abs(found.values[..., :-1]).max() <= 1.0
    assert (run_regret(plan).values == found.values).all()


@pytest.mark.parametrize("option", ["--positions", "--plans", "--playouts"])
def test_too_little_is_refused_in_one_sentence(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["regret", "dba", option, "1"]) == 2
    assert capsys.readouterr().err == f"sandtable: {option}: at least 2, not 1\n"
