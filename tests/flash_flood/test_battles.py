"""Whole battles at random: invariants after every action, an end by the rules, listed actions legal, equal bytes."""

from __future__ import annotations

import numpy as np
import pytest

from flash_flood.invariants import FAULTS, fault
from sandtable.compiler.decorators import COMPILED
from sandtable.games.flash_flood.record import End
from sandtable.games.flash_flood.rules.mission import returns
from sandtable.kernel.records import MAX_SIDES
from whole_battles import Whole

pytestmark = [pytest.mark.volume, pytest.mark.full, pytest.mark.bounds]

BATTLES = 40 if COMPILED else 1
LISTED_DECISIONS = 800 if COMPILED else 3
LIMIT = 2000 if COMPILED else 10
"""Decisions of a battle: far more than any has; interpreted it is cut short."""

HOUSE = (
    {"edition": "4", "flood_moment": "random_phase", "repeat_floods": "yes", "straggler_must_run": "yes"},
    {"origin": "central", "failed_bump": "flows_past", "way_status": "model", "flood_morale": "core_25_percent"},
    {
        "in_coherency": "any_mate_within_2",
        "lose_load": "on_1",
        "instinctive": "test_or_fall_back",
        "combat_result": "4",
    },
)


@pytest.mark.parametrize("name", ["charges-in-the-nest", "guard-in-the-drain", "old-cisterns"])
def test_nobody_overlaps_and_nobody_stands_in_a_wall(name: str) -> None:
    whole = Whole("flash-flood", name, fault, FAULTS)
    for battle in range(BATTLES):
        b = whole.play(battle, LIMIT)
        if b is not None:
            out = np.zeros(MAX_SIDES)
            returns(b, out)
            assert b.end != End.NOT_YET and out[:2].sum() == 1.0


@pytest.mark.parametrize("options", HOUSE)
def test_house_rules_hold_the_invariants_too(options: dict[str, str]) -> None:
    whole = Whole("flash-flood", "charges-in-the-nest", fault, FAULTS, options)
    for battle in range(BATTLES):
        whole.play(battle, LIMIT)


def test_the_same_seed_gives_the_same_bytes() -> None:
    whole = Whole("flash-flood", "charges-in-the-nest", fault, FAULTS)
    first, again = (whole.play(5, LIMIT) for _ in range(2))
    assert first is None or first.tobytes() == again.tobytes()


def test_every_listed_action_is_legal_and_there_always_is_one() -> None:
    Whole("flash-flood", "guard-in-the-drain", fault, FAULTS).list_all(LISTED_DECISIONS)
