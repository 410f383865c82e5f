"""The case book of Batalist: every case is answered as it expects, and says what it asks and which clause."""

from __future__ import annotations

from pathlib import Path

import pytest

from case_book import cases_of, check_answer, check_dice, check_index, check_words

CASES = cases_of("batalist")


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_rules_say_what_the_case_expects(path: Path) -> None:
    check_answer(path)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_case_has_a_question_an_answer_clauses_and_expectations(path: Path) -> None:
    check_words(path)


def test_every_scripted_die_of_a_case_is_thrown() -> None:
    check_dice(CASES)


def test_there_are_at_least_seventy_cases_and_the_index_names_each() -> None:
    check_index("batalist", 70)
