"""What a position is worth: nobody leads by who deploys first."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.games.batalist.enums import Phase


@pytest.mark.parametrize("scenario", ["C1", "C2"])
def test_deploying_changes_nothing(scenario: str) -> None:
    """All are there from the start: a general who waits to be deployed counts as one who stands on the field."""
    battle = sandtable.new("batalist", scenario, seed=7)
    evaluate = battle.game.verbs.evaluate
    found = set()
    while battle.array[0]["phase"] == Phase.DEPLOYMENT:
        found.add(tuple(round(float(evaluate(battle.array[0], side)), 9) for side in range(2)))
        assert len(battle.actions) < 200
        battle.play(battle.legal()[0])
    assert len(battle.actions) > 10 and len(found) == 1
