"""Measures: each has one sentence in the docs as in the report, and none that is promised is missing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sandtable import lab
from sandtable.games import built_in
from sandtable.lab.measures import BY_SIDE, FORCED, OF_ALL, measures_of

DOCS = (Path(__file__).parents[2] / "docs" / "laboratory.md").read_text("utf-8")
ROWS = dict(re.findall(r"^\| (.+?) \| (.+) \|$", DOCS.partition("## Measures")[2].partition("\n## ")[0], re.M))

LISTED = (
    "wins.SIDE", "general.N", "points.SIDE", "bounds", "decisions", "casualties by figure", "lead_changes", "decided",
    "luck.SIDE", "clauses", "options", "dead clauses", "quiet", "unused", "forced",
)  # fmt: skip
"""What is promised to everybody who makes a study."""


def test_the_docs_define_every_measure_that_is_promised_and_no_other():
    defined = {name.strip("`") for row in ROWS for name in row.split("`, `")}
    assert set(LISTED) <= defined
    own = {f"{name}.SIDE" for name, *_ in BY_SIDE} | {name for name, *_ in OF_ALL} | {FORCED, "general.N"}
    apart = {"casualties by figure", "clauses", "options", "dead clauses", "name", "---"}
    assert defined - apart == own


@pytest.mark.parametrize("game", built_in())
def test_each_is_one_sentence(game):
    known = measures_of(lab.new_study({"game": game}))
    assert known
    for measure in known.values():
        assert re.fullmatch(r"[A-Z][^.]*(\.\d[^.]*)*\.", measure.text), measure.text
