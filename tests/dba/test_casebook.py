"""The DBA case book: every case is answered as it expects, and says what it asks, what the answer is, which clause."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from sandtable.files import load_yaml
from sandtable.table.cases import adjudicate, case_clauses, unused_dice

CASEBOOK = Path(__file__).parents[2] / "casebook" / "dba"
CASES = sorted(CASEBOOK.glob("*.yaml"))


@cache
def answer_of(path):
    """What the rules say to the case; once for all tests."""
    return adjudicate(path)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_rules_say_what_the_case_expects(path):
    answer = answer_of(path)
    assert answer.differences == []
    assert answer.checked > 0


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_case_has_a_question_an_answer_clauses_and_expectations(path):
    data = load_yaml(path)
    assert data["question"].rstrip().endswith("?") and data["answer"].strip()
    assert isinstance(data["clause"], list) and data["clause"]
    assert len(data["expect"]) == len(data["actions"]), "an action is expected nothing of"


def test_every_scripted_die_of_a_case_is_thrown():
    for path in CASES:
        assert unused_dice(answer_of(path).battle) == [], path.name


def test_there_are_at_least_sixty_cases_and_the_index_names_each():
    index = (CASEBOOK.parents[1] / "docs" / "casebook.md").read_text("utf-8")
    assert len(CASES) >= 60
    for path in CASES:
        assert f"(../casebook/dba/{path.name})" in index, path.name


def test_every_picture_of_the_conventions_has_its_case():
    shown = {clause for path in CASES for clause in case_clauses(answer_of(path).head)}
    assert {f"WAD-FIG-{number}" for number in range(1, 8)} <= shown
