"""Whole chases at random: invariants after every action, the same bytes twice, and an end by the rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from conftest import REDUCED
from pursuit.invariants import breaches
from sandtable.games.pursuit.laying import scenario
from sandtable.games.pursuit.listing.offers import legal_actions, sample_action
from sandtable.games.pursuit.record import ACTION, End
from sandtable.games.pursuit.rules.objectives import returns
from sandtable.games.pursuit.rules.sequence import apply, current_side, judge, setup
from sandtable.games.scenarios import scenario_data
from sandtable.kernel.dice import forget, new_dice
from sandtable.kernel.log import new_log
from sandtable.kernel.records import MAX_SIDES, NOBODY, new_actions
from sandtable.kernel.verbs import MAX_LEGAL

MOST = 2000
"""Decisions of a chase: far more than any has."""

SEEDS = range(3 if REDUCED else 60)
NAMES = ("chase", "veteran", "rough-riders")


def laid(name: str, **options: str) -> Any:
    data, where = scenario_data(scenario.SCENARIOS, name)
    return scenario.lay(data, options, where).record[0]


def play(name: str, seed: int, *, check: bool, **options: str) -> Any:
    """A chase at random to its end; with ``check`` every position is looked at."""
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
    raise AssertionError("the chase has no end")


@pytest.mark.parametrize("name", NAMES)
def test_nobody_overlaps_and_nobody_stands_in_a_wall(name: str) -> None:
    for seed in SEEDS:
        b = play(name, seed, check=True)
        assert b.end != End.NOT_YET
        out = np.zeros(MAX_SIDES)
        returns(b, out)
        assert out[:2].sum() == 1.0


@pytest.mark.parametrize(
    "options",
    [
        {"edition": "5", "mine_blast": "stacked", "within_terrain": "any_part_of_base", "recycle_time": "at_once"},
        {"keep_lane": "6", "multi_contact": "attacks_once_per_phase", "after_failed_test": "finish_move"},
        {
            "sergeant_fires_both": "yes",
            "scout_reroll": "yes",
            "recycle_alternation": "through_game",
            "arc_to": "any_part",
        },
    ],
)
def test_house_rules_hold_the_invariants_too(options: dict[str, str]) -> None:
    for seed in SEEDS[:40]:
        play("veteran", seed, check=True, **options)


def test_the_same_seed_gives_the_same_bytes() -> None:
    assert play("chase", 5, check=False).tobytes() == play("chase", 5, check=False).tobytes()


def test_every_listed_action_is_legal_and_there_always_is_one() -> None:
    b, dice, log = laid("veteran"), new_dice(3), new_log(False)
    choices = new_dice(4)
    setup(b, dice, log)
    out, action = new_actions(MAX_LEGAL, ACTION), new_actions(1, ACTION)[0]
    for _ in range(12 if REDUCED else 200):
        if current_side(b) == NOBODY:
            break
        n = int(legal_actions(b, out))
        assert 0 < n < MAX_LEGAL
        assert all(judge(b, out[k], log).legal == 1 for k in range(n))
        sample_action(b, choices, action)
        forget(dice)
        apply(b, action, dice, log)
