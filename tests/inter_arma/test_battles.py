"""Whole battles at random: invariants after every action, the same bytes twice, and an end by the rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from conftest import REDUCED
from inter_arma.invariants import breaches
from sandtable.games.inter_arma.laying import scenario
from sandtable.games.inter_arma.listing.offers import legal_actions, sample_action
from sandtable.games.inter_arma.record import ACTION, End
from sandtable.games.inter_arma.rules.sequence import apply, current_side, judge, setup
from sandtable.games.inter_arma.rules.victory import returns
from sandtable.games.scenarios import scenario_data
from sandtable.kernel.dice import forget, new_dice
from sandtable.kernel.log import new_log
from sandtable.kernel.records import MAX_SIDES, NOBODY, new_actions
from sandtable.kernel.verbs import MAX_LEGAL

MOST = 6000
"""Decisions of a battle: far more than any has."""

SEEDS = range(1 if REDUCED else 8)
HOUSE = {
    "initiative": "rolled_each_turn", "morale_tests": "every_turn", "shooting": "initiative_order",
    "cavalry_fatigue": "as_infantry", "fatigue_per": "group", "no_crawling_means": "unreduced",
    "shot_slowdown": "target", "crawl_test_per": "observer", "direction_die": "1d12", "disorder_when": "always",
    "save_table": "exact", "shot_horse": "falls", "wounded_two": "left", "natural_six_hits": "yes",
    "height_adds": "last_band", "quality": "cumulative", "one_and_half": "half_lower", "surplus_dice": "ignored",
    "over_six": "split_in_sixes", "rear_attack": "as_ambush", "morale_die": "1d12", "morale_count": "since_last_test",
}  # fmt: skip


def laid(name: str, **options: str) -> Any:
    data, where = scenario_data(scenario.SCENARIOS, name)
    return scenario.lay(data, options, where).record[0]


def play(name: str, seed: int, *, check: bool, **options: str) -> Any:
    """A battle at random to its end; with ``check`` every position is looked at, and now and then every list."""
    b, dice, choices, log = laid(name, **options), new_dice(seed), new_dice(f"choices {seed}"), new_log(False)
    setup(b, dice, log)
    action, out = new_actions(1, ACTION)[0], new_actions(MAX_LEGAL, ACTION)
    for number in range(MOST):
        if current_side(b) == NOBODY:
            return b
        sample_action(b, choices, action)
        if check:
            assert judge(b, action, log).legal == 1
            if number % 9 == 0:
                n = int(legal_actions(b, out))
                assert 0 < n < MAX_LEGAL and all(judge(b, out[k], log).legal == 1 for k in range(n))
        forget(dice)
        apply(b, action, dice, log)
        assert dice.lost == 0
        if check:
            assert breaches(b) == []
    raise AssertionError("the battle has no end")


@pytest.mark.volume
@pytest.mark.parametrize("name", ["ford", "chase", "night"] + ([] if REDUCED else ["camp", "raid", "raid-in-fog"]))
def test_every_position_is_sound_and_every_listed_action_legal(name: str) -> None:
    for seed in SEEDS:
        b = play(name, seed, check=True)
        assert b.end != End.NOT_YET
        out = np.zeros(MAX_SIDES)
        returns(b, out)
        assert out.sum() == pytest.approx(1.0)


@pytest.mark.parametrize("name", ["ford", "chase"])
def test_house_rules_hold_the_invariants_too(name: str) -> None:
    for seed in SEEDS:
        play(name, seed, check=True, **HOUSE)


def test_the_same_seed_gives_the_same_bytes() -> None:
    assert play("chase", 5, check=False).tobytes() == play("chase", 5, check=False).tobytes()
