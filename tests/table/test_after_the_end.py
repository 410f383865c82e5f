"""What every game says to an action once the battle is over: that it is over, with the clause that says so."""

from __future__ import annotations

import random

import pytest

import sandtable
from sandtable.games import built_in

SHORT = {"dba": "first-lesson", "dbaix": "feast", "inter-arma": "ford"}


@pytest.mark.full
@pytest.mark.parametrize("key", sorted(built_in()))
def test_nothing_is_legal_after_the_end_and_the_reason_is_that(key: str) -> None:
    battle = sandtable.new(key, scenario=SHORT.get(key), seed=1)
    chooser = random.Random(1)
    while not battle.over:
        battle.play(battle.sample(chooser))
    verdict = battle.judge(battle.actions[-1])
    assert not verdict.legal
    (reason,) = verdict.reasons
    assert "over" in reason.text and reason.clause
    assert len(battle.legal()) == 0
