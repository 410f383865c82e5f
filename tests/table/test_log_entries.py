"""How numbers stand in sentences: zero, one and many, and lengths as fine as anybody measures."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.games import built_in, get_game, language
from sandtable.games.common.amounts import Count, count_words, length_words
from sandtable.table.cases import adjudicate, happened
from sandtable.table.log_entries import Length, die_words


@pytest.mark.parametrize(
    ("number", "pips", "sixes"), [(0, "no PIPs", "no sixes"), (1, "1 PIP", "1 six"), (3, "3 PIPs", "3 sixes")]
)
def test_what_is_counted_is_one_or_several(number, pips, sixes):
    assert f"{Count(number):PIP}, {Count(number):six}, {Count(number)}" == f"{pips}, {sixes}, {number}"
    assert count_words(number, "PIP") == pips
    assert f"{Count(number):unused PIP}" == pips.replace("PIP", "unused PIP")


@pytest.mark.parametrize(
    ("length", "inches", "paces"),
    [
        (0.0, "0 inches", "0 paces"),
        (0.5, "0.5 inches", "0 paces"),
        (0.96, "1 inch", "1 pace"),
        (1.0, "1 inch", "1 pace"),
        (1.04, "1 inch", "1 pace"),
        (2.5, "2.5 inches", "2 paces"),
        (2.8284, "2.8 inches", "3 paces"),
        (148.49, "148.5 inches", "148 paces"),
    ],
)
def test_a_length_is_as_fine_as_anybody_measures(length, inches, paces):
    assert f"{Length(length):inch}" == length_words(length, "inch") == inches
    assert f"{Length(length):pace}" == length_words(length, "pace") == paces
    assert f"{Length(length)} {Length(length):.0f}" == f"{length:g} {length:.0f}"


def test_centimetres_have_no_plural():
    assert [length_words(length, "cm") for length in (0, 1, 2.54)] == ["0 cm", "1 cm", "2.5 cm"]


@pytest.mark.parametrize(
    ("length", "inches", "paces"),
    [
        (4.0012, "4.1 inches", "4 paces"),
        (4.06, "4.1 inches", "4 paces"),
        (8.0, "8 inches", "8 paces"),
        (13.3405, "13.3 inches", "13 paces"),
        (0.02, "0.1 inches", "1 pace"),
        (0.9, "0.9 inches", "1 pace"),
        (200.3, "200.3 inches", "201 paces"),
        (2.5012, "2.6 inches", "3 paces"),
    ],
)
def test_what_is_more_than_a_limit_never_reads_as_the_limit(length, inches, paces):
    """Limits are halves of an inch, and fives of paces."""
    assert f"{Length(length):over inch}, {Length(length):over pace}" == f"{inches}, {paces}"


def test_what_falls_short_of_a_limit_never_reads_as_the_limit():
    assert [f"{Length(length):under pace}" for length in (199.7, 200.0, 123.6)] == [
        "199 paces",
        "200 paces",
        "124 paces",
    ]
    assert [f"{Length(length):under inch}" for length in (3.97, 3.87)] == ["3.9 inches", "3.9 inches"]


def test_a_limit_that_the_sentence_names_may_be_any_number():
    length = Length(4.24)
    assert f"{length:over inch}" == "4.2 inches"
    length.limits = (420, 4.2)
    assert f"{length:over inch}" == "4.3 inches"


@pytest.mark.parametrize("key", built_in())
def test_no_rulebook_is_read_again_to_say_what_a_die_is_for(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy server says so hundreds of times a second, and a rulebook takes a hundredth of one to read."""
    folder = get_game(key).folder
    said = die_words(folder, "morale")
    monkeypatch.setattr(language.tomllib, "loads", lambda _: pytest.fail("a file was read again"))
    assert die_words(folder, "morale") == said


def test_what_befalls_one_figure_twice_is_said_twice_and_a_tie_once():
    """Saved from two blows the commander is unhurt twice; that two are equal is logged for each and read once."""
    book = Path(__file__).resolve().parents[2] / "casebook"
    case = adjudicate(book / "inter-arma" / "77-a-spear-out-of-reach.yaml")
    said = [event.text for event in happened(case.rulings[0].events) if event.code == "IS_SAVED"]
    assert said == ["Regular (F) is unhurt.", *["Commander (B) is unhurt."] * 2]
    case = adjudicate(book / "dba" / "121-knights-against-the-rough.yaml")
    said = [event.code for event in happened(case.rulings[0].events) if event.kind == "outcome"]
    assert said == ["EQUAL_TOTALS"]
