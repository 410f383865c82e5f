"""The DBA case book: every case is answered as it expects, and says what it asks, what the answer is, which clause."""

from __future__ import annotations

import pytest

from case_book import answer_of, cases_of, check_answer, check_dice, check_index, check_words
from sandtable.table.cases import case_clauses

pytestmark = pytest.mark.volume

CASES = cases_of("dba")


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_rules_say_what_the_case_expects(path):
    check_answer(path)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_case_has_a_question_an_answer_clauses_and_expectations(path):
    check_words(path)


def test_every_scripted_die_of_a_case_is_thrown():
    check_dice(CASES)


def test_there_are_at_least_sixty_cases_and_the_index_names_each():
    check_index("dba", 60)


def test_every_picture_of_the_conventions_has_its_case():
    shown = {clause for path in CASES for clause in case_clauses(answer_of(path).head)}
    assert {f"WAD-FIG-{number}" for number in range(1, 8)} <= shown
