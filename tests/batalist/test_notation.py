"""Actions of Batalist on one line: what is listed is written, read again as the same, and as legal as it was."""

from __future__ import annotations

import random

import pytest

import sandtable

EVERY = 9
"""Decisions from one list that is read again to the next."""


@pytest.mark.volume
@pytest.mark.full
@pytest.mark.parametrize("scenario", ["C1", "C2", "C3", "C4", "C5", "C6"])
def test_what_is_listed_is_read_again_as_it_was(scenario):
    battle = sandtable.new("batalist", scenario=scenario, seed=5, options={"deployment": "ready_made"})
    chooser = random.Random(5)
    for decision in range(60):
        for action in battle.legal() if decision % EVERY == 0 else ():
            again = battle.action(action.text)
            assert again.record.tobytes() == action.record.tobytes(), action.text
            assert battle.judge(again).legal, action.text
        battle.play(battle.sample(chooser))
