"""Whole battles at random: invariants after every action, listed actions legal, equal bytes, an end by the rules."""

from __future__ import annotations

import numpy as np
import pytest

from inter_arma.invariants import FAULTS, fault
from sandtable.compiler.decorators import COMPILED
from sandtable.games import get_game
from sandtable.games.inter_arma.record import End
from sandtable.games.inter_arma.rules.victory import returns
from sandtable.kernel.records import MAX_SIDES
from sandtable.table.scenarios import scenario_names
from whole_battles import Whole

pytestmark = [pytest.mark.volume, pytest.mark.bounds]

BATTLES = 20 if COMPILED else 1
LISTED_DECISIONS = 600 if COMPILED else 2
LIMIT = 6000 if COMPILED else 40
"""Decisions of a battle: far more than any has; interpreted it is cut short."""

SCENARIOS = scenario_names(get_game("inter-arma"))
HOUSE = {
    "initiative": "rolled_each_turn", "morale_tests": "every_turn", "shooting": "initiative_order",
    "cavalry_fatigue": "as_infantry", "fatigue_per": "group", "no_crawling_means": "unreduced", "uphill": "whole_legs",
    "spears_await": "those_touched",
    "shot_slowdown": "target", "crawl_test_per": "observer", "direction_die": "1d12", "disorder_when": "always",
    "save_table": "exact", "shot_horse": "falls", "wounded_two": "left", "natural_six_hits": "yes",
    "height_adds": "last_band", "quality": "cumulative", "one_and_half": "half_lower", "surplus_dice": "ignored",
    "over_six": "split_in_sixes", "rear_attack": "as_ambush", "morale_die": "1d12", "morale_count": "since_last_test",
}  # fmt: skip


@pytest.mark.parametrize("name", SCENARIOS if COMPILED else ["ford", "night"])
def test_every_position_is_sound_and_the_battle_ends(name: str) -> None:
    whole = Whole("inter-arma", name, fault, FAULTS)
    for battle in range(BATTLES):
        b = whole.play(battle, LIMIT)
        if b is not None:
            out = np.zeros(MAX_SIDES)
            returns(b, out)
            assert b.end != End.NOT_YET and out.sum() == pytest.approx(1.0)


@pytest.mark.parametrize("name", SCENARIOS if COMPILED else ["chase"])
def test_every_listed_action_is_legal(name: str) -> None:
    Whole("inter-arma", name, fault, FAULTS).list_all(LISTED_DECISIONS)


@pytest.mark.parametrize("name", ["ford", "chase"])
def test_house_rules_hold_the_invariants_too(name: str) -> None:
    whole = Whole("inter-arma", name, fault, FAULTS, HOUSE)
    for battle in range(BATTLES):
        whole.play(battle, LIMIT)


@pytest.mark.full
def test_the_same_seed_gives_the_same_bytes() -> None:
    whole = Whole("inter-arma", "chase", fault, FAULTS)
    first, again = (whole.play(5, LIMIT) for _ in range(2))
    assert first is None or first.tobytes() == again.tobytes()
