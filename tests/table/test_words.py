"""How numbers stand in sentences: zero, one and many, and lengths just over a limit."""

from __future__ import annotations

import pytest

from sandtable.table.words import Count, Length


@pytest.mark.parametrize(
    ("number", "pips", "sixes"), [(0, "0 PIPs", "0 sixes"), (1, "1 PIP", "1 six"), (3, "3 PIPs", "3 sixes")]
)
def test_what_is_counted_is_one_or_several(number, pips, sixes):
    assert f"{Count(number):PIP}, {Count(number):six}, {Count(number)}" == f"{pips}, {sixes}, {number}"
    assert f"{Count(number):unused PIP}" == pips.replace("PIP", "unused PIP")


@pytest.mark.parametrize(
    ("length", "words"),
    [(0.0, "0 inches"), (0.5, "0.5 inches"), (1.0, "1 inch"), (2.5, "2.5 inches"), (4.0, "4 inches")],
)
def test_a_length_is_one_inch_or_several(length, words):
    assert f"{Length(length):inch}" == words
    assert f"{Length(length)}" == words.split()[0]
    assert f"{Length(length):.2f} {Length(length):.0f}" == f"{length:.2f} {length:.0f}"


@pytest.mark.parametrize(
    ("length", "words"), [(4.0012, "4.01"), (4.01, "4.01"), (8.0, "8.00"), (13.3405, "13.35"), (13.34, "13.34")]
)
def test_what_is_more_than_a_limit_never_reads_as_the_limit(length, words):
    assert f"{Length(length):over}" == words


@pytest.mark.parametrize(("length", "words"), [(1.004, "1 inch"), (0.996, "1 inch"), (2.8284, "2.83 inches")])
def test_a_length_with_its_unit_is_as_fine_as_anybody_measures(length, words):
    assert f"{Length(length):inch}" == words
