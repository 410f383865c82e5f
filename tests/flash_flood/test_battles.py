"""Whole battles at random: invariants after every action, an end by the rules, listed actions legal, equal bytes."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from conftest import REDUCED
from sandtable.games.flash_flood.laying import scenario
from sandtable.games.flash_flood.listing.offers import legal_actions, sample_action
from sandtable.games.flash_flood.record import ACTION, End, Load
from sandtable.games.flash_flood.rules.mission import returns
from sandtable.games.flash_flood.rules.sequence import apply, current_side, judge, setup
from sandtable.games.flash_flood.rules.walking import is_in_sewer
from sandtable.games.scenarios import scenario_data
from sandtable.kernel.dice import forget, new_dice
from sandtable.kernel.geometry import TOUCH
from sandtable.kernel.log import new_log
from sandtable.kernel.records import MAX_SIDES, NOBODY, NONE, new_actions
from sandtable.kernel.verbs import MAX_LEGAL

pytestmark = pytest.mark.volume

MOST = 2000
"""Decisions of a battle: far more than any has."""

SEEDS = range(1 if REDUCED else 25)
NAMES = ("charges-in-the-nest", "guard-in-the-drain", "old-cisterns")


def laid(name: str, **options: str) -> Any:
    data, where = scenario_data(scenario.SCENARIOS, name)
    return scenario.lay(data, options, where).record[0]


def breaches(b: Any) -> list[str]:
    """What must never be: bases on one another, bases in a wall, negative Wounds, charges that are nowhere."""
    found = []
    standing = [i for i in range(int(b.n_figures)) if b.figures[i].wounds > 0 and b.figures[i]["where"] == 0]
    x, y = b.figures["x"][standing], b.figures["y"][standing]
    radius, level = 0.5 * b.figures["width"][standing], b.figures["level"][standing]
    for p, q in combinations(range(len(standing)), 2):
        gap = np.hypot(x[p] - x[q], y[p] - y[q]) - radius[p] - radius[q]
        if gap < -TOUCH - 0.002 and level[p] == level[q]:
            found.append(f"{standing[p]} on {standing[q]} by {-gap:.3f}")
    for p, i in enumerate(standing):
        if not is_in_sewer(b, float(x[p]), float(y[p]), float(radius[p]) - 0.01):
            found.append(f"{i} in a wall at {x[p]:.2f}, {y[p]:.2f}")
    if (b.figures["wounds"] < 0).any():
        found.append("negative Wounds")
    for charge in b.charges[: int(b.n_charges)]:
        if charge.state == Load.CARRIED and charge.bearer != NONE and charge.bearer not in standing and b.turn > 0:
            found.append("a charge of the dead")
    units = [int(u) for u in b.figures["unit"][standing]]
    if any(b.squads[u].of != s for u, s in zip(units, b.figures["squad"][standing], strict=True)):
        found.append("a model in a band of another squad")
    return found


def play(name: str, seed: int, *, check: bool, **options: str) -> Any:
    """A battle at random to its end; with ``check`` every position is looked at."""
    b, dice, choices, log = laid(name, **options), new_dice(seed), new_dice(f"choices {seed}"), new_log(False)
    setup(b, dice, log)
    action = new_actions(1, ACTION)[0]
    for _ in range(MOST):
        if current_side(b) == NOBODY:
            return b
        sample_action(b, choices, action)
        if check:
            assert judge(b, action, log).legal == 1
        forget(dice)
        apply(b, action, dice, log)
        if check:
            assert breaches(b) == []
    raise AssertionError("the battle has no end")


@pytest.mark.full
@pytest.mark.parametrize("name", NAMES)
def test_nobody_overlaps_and_nobody_stands_in_a_wall(name: str) -> None:
    for seed in SEEDS:
        b = play(name, seed, check=True)
        assert b.end != End.NOT_YET
        out = np.zeros(MAX_SIDES)
        returns(b, out)
        assert out[:2].sum() == 1.0


@pytest.mark.full
@pytest.mark.parametrize(
    "options",
    [
        {"edition": "4", "flood_moment": "random_phase", "repeat_floods": "yes", "straggler_must_run": "yes"},
        {"origin": "central", "failed_bump": "flows_past", "way_status": "model", "flood_morale": "core_25_percent"},
        {"in_coherency": "any_mate_within_2", "lose_load": "on_1", "instinctive": "test_or_fall_back"},
    ],
)
def test_house_rules_hold_the_invariants_too(options: dict[str, str]) -> None:
    for seed in SEEDS:
        play("charges-in-the-nest", seed, check=True, **options)


@pytest.mark.full
def test_the_same_seed_gives_the_same_bytes() -> None:
    first, again = (play("charges-in-the-nest", 5, check=False) for _ in range(2))
    assert first.tobytes() == again.tobytes()


@pytest.mark.full
def test_every_listed_action_is_legal_and_there_always_is_one() -> None:
    b, dice, log = laid("guard-in-the-drain"), new_dice(3), new_log(False)
    choices = new_dice(4)
    setup(b, dice, log)
    out, action = new_actions(MAX_LEGAL, ACTION), new_actions(1, ACTION)[0]
    for _ in range(12 if REDUCED else 400):
        if current_side(b) == NOBODY:
            break
        n = int(legal_actions(b, out))
        assert 0 < n < MAX_LEGAL
        assert all(judge(b, out[k], log).legal == 1 for k in range(n))
        sample_action(b, choices, action)
        forget(dice)
        apply(b, action, dice, log)
