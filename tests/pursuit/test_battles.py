"""Whole chases at random: invariants after every action, listed actions legal, equal bytes, and an end by the rules."""

from __future__ import annotations

import numpy as np
import pytest

from pursuit.invariants import FAULTS, fault
from sandtable.compiler.decorators import COMPILED
from sandtable.games.pursuit.record import End
from sandtable.games.pursuit.rules.objectives import returns
from sandtable.kernel.records import MAX_SIDES
from whole_battles import Whole

pytestmark = [pytest.mark.volume, pytest.mark.bounds]

CHASES = 60 if COMPILED else 1
LISTED_DECISIONS = 400 if COMPILED else 2
LIMIT = 2000 if COMPILED else 25
"""Decisions of a chase: far more than any has; interpreted it is cut short."""

HOUSE = (
    {"edition": "5", "mine_blast": "stacked", "within_terrain": "any_part_of_base", "recycle_time": "at_once"},
    {"keep_lane": "6", "multi_contact": "attacks_once_per_phase", "after_failed_test": "finish_move"},
    {"sergeant_fires_both": "yes", "scout_reroll": "yes", "recycle_alternation": "through_game", "arc_to": "any_part"},
)


@pytest.mark.parametrize("name", ["chase", "veteran", "rough-riders"])
def test_nobody_overlaps_and_nobody_stands_in_a_wall(name: str) -> None:
    whole = Whole("pursuit", name, fault, FAULTS)
    for chase in range(CHASES):
        b = whole.play(chase, LIMIT)
        if b is not None:
            out = np.zeros(MAX_SIDES)
            returns(b, out)
            assert b.end != End.NOT_YET and out[:2].sum() == 1.0


@pytest.mark.parametrize("options", HOUSE)
def test_house_rules_hold_the_invariants_too(options: dict[str, str]) -> None:
    whole = Whole("pursuit", "veteran", fault, FAULTS, options)
    for chase in range(CHASES):
        whole.play(chase, LIMIT)


@pytest.mark.full
def test_the_same_seed_gives_the_same_bytes() -> None:
    whole = Whole("pursuit", "chase", fault, FAULTS)
    first, again = (whole.play(5, LIMIT) for _ in range(2))
    assert first is None or first.tobytes() == again.tobytes()


@pytest.mark.parametrize("name", ["veteran", "random-city"])
def test_every_listed_action_is_legal_and_there_always_is_one(name: str) -> None:
    Whole("pursuit", name, fault, FAULTS).list_all(LISTED_DECISIONS)
