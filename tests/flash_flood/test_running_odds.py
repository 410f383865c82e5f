"""What a die for a run may bring, told before it falls."""

from __future__ import annotations

from fractions import Fraction

import pytest
import yaml

from sandtable.table.cases import answer

TABLE = """
game: flash-flood
imperials: {squads: [{id: A, models: [line_guard], at: [[10, 3]]}]}
tyranids: {squads: [{id: T, models: [gun_swarmer], at: [[17, 3]]}]}
phase: shooting
"""


@pytest.mark.clause("C40-RUN-4")
def test_how_far_a_unit_may_run() -> None:
    """1 to 6 inches, each in one way of six."""
    odds = answer(yaml.safe_load(TABLE), "case").battle.odds("run A1")
    assert {outcome.probability for outcome in odds.outcomes} == {Fraction(1, 6)}
    assert sorted(outcome.text.split(" runs ")[1][0] for outcome in odds.outcomes) == list("123456")
