"""How strong the generals are, by battles: few here, so that the check stays short; docs/generals.md has many."""

from __future__ import annotations

import pytest

from sandtable import generals
from sandtable.generals import General, Kind
from sandtable.kernel.compiling import COMPILED
from sandtable.lab.duel import Duel, Report, run_duel

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(not COMPILED, reason="whole battles take minutes interpreted; the compiled stage fights them"),
]


@pytest.fixture
def yardstick(monkeypatch: pytest.MonkeyPatch) -> str:
    """Greedy as it was before it had first impressions: it tries every listed action."""
    monkeypatch.setitem(generals.GENERALS, "yardstick", General("yardstick", Kind.YARDSTICK, "tries everything"))
    return "yardstick"


def fought(game: str, scenario: str, *names: str, battles: int = 60, **options: str) -> Report:
    return run_duel(Duel(game, names, battles, 11, scenario, tuple(options.items())))


def test_quick_beats_random_in_dba():
    report = fought("dba", "rome-and-carthage", "quick", "random")
    assert report.wins_of(0).low > 0.6
    assert report.cut_off == 0


def test_quick_beats_two_who_do_anything_in_dbaix():
    assert fought("dbaix", "village", "quick", "random", "random").wins_of(0).low > 0.5


def test_greedy_as_it_was_does_not_beat_quick(yardstick: str):
    assert fought("dba", "rome-and-carthage", yardstick, "quick", battles=40).wins_of(0).low < 0.5


def test_mirrors_end_by_the_rules():
    report = fought("dba", "rome-and-carthage", "quick", "quick")
    assert report.cut_off <= 1
    assert report.unused < 1.0  # of 3.5 PIPs that a die brings
