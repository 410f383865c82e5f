"""What dice may bring, told before they fall: starting again, rubble, and mines; every chance worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest
import yaml

from sandtable.table.cases import answer

TABLE = """
game: pursuit
options: {mine_blast: single}
city: [{id: A, size: 2, box: [20, 15, 26, 21]}, {id: B, size: 1, box: [33.75, 15, 40, 21]}]
hunters: {figures: [{id: G9, profile: winged_swarmer, at: [3, 33]}]}
clusters: [{at: [33, 18], piece: B}]
"""


def odds(phase: str, action: str, x: float, **fields: str) -> dict[str, Fraction]:
    """The sentences of an action of the Scout who is at ``x``, heading for the Arrival, each with its chance."""
    scout = {"id": "S1", "profile": "scout_rider", "at": [x, 18], "facing": 90, **fields}
    table = {**yaml.safe_load(TABLE), "phase": phase, "quarry": {"figures": [scout]}}
    told = answer(table, "case").battle.odds(action)
    assert told.exact
    return {outcome.text: outcome.probability for outcome in told.outcomes}


@pytest.mark.clause("PURS-DIF-8", "PURS-DIF-9")
def test_how_far_a_stopped_figure_may_get() -> None:
    words = "Scout biker (S1) gets out of the rubble and may move {} inches."
    assert odds("movement", "restart S1", 22, stopped="A") == {
        words.format(6): Fraction(5, 6),
        words.format(4): Fraction(5, 36),
        words.format(2): Fraction(5, 216),
        "Scout biker (S1) does not get out of the rubble.": Fraction(1, 216),
    }


@pytest.mark.clause("PURS-DIF-2", "PURS-DIF-4", "PURS-DIF-6")
def test_what_rubble_may_do() -> None:
    """Two tests in 4 inches of it; half of those who fail die."""
    ends = Fraction(1, 12) + Fraction(5, 6) * Fraction(1, 12)
    assert odds("movement", "move S1 to 24,18 facing 90", 18) == {
        "Nothing comes of it.": Fraction(25, 36),
        "Scout biker (S1) is unhurt. Scout biker (S1) is stopped in the rubble.": ends,
        "Scout biker (S1) is killed.": ends,
    }


@pytest.mark.clause("PURS-SPO-18", "PURS-SHO-13")
def test_whether_mines_shot_at_go_off() -> None:
    """Two twin-linked shots, each hits in 8 of 9 and wounds a Toughness of 4 in half of those."""
    assert odds("shooting", "shoot mines S1 number 0 with gun1", 22) == {
        "A cluster of mines goes off.": 1 - Fraction(5, 9) ** 2,
        "Nothing comes of it.": Fraction(5, 9) ** 2,
    }
