"""The case book: every case is answered as it expects, and says what it asks, what the answer is, and which clause."""

from __future__ import annotations

import json

import pytest

from case_book import answer_of, cases_of, check_answer, check_dice, check_index, check_words
from sandtable.cli import run
from sandtable.table.cases import case_clauses

pytestmark = pytest.mark.volume

CASES = cases_of("dbaix")
CASEBOOK = CASES[0].parent


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_rules_say_what_the_case_expects(path):
    check_answer(path)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_case_has_a_question_an_answer_clauses_and_expectations(path):
    check_words(path)


def test_every_scripted_die_of_a_case_is_thrown():
    check_dice(CASES)


def test_there_are_at_least_thirty_cases_and_the_index_names_each():
    check_index("dbaix", 30)


def test_a_case_that_expects_something_else_is_found_out(tmp_path, capsys):
    # The rolling pin costs 3; a case that expects 4 is told so, with exit 1.
    text = (CASEBOOK / "05-rolling-pin.yaml").read_text("utf-8")
    assert "cost: 3" in text
    (tmp_path / "wrong.yaml").write_text(text.replace("cost: 3", "cost: 4"), "utf-8")
    assert run(["adjudicate", str(tmp_path / "wrong.yaml")]) == 1
    assert "expected cost 4, found 3" in capsys.readouterr().out


def test_several_cases_as_json_are_a_list_in_their_order(capsys):
    chosen = CASES[:3]
    assert run(["adjudicate", "--json", *map(str, chosen)]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [entry["case"] for entry in data] == [str(path) for path in chosen]
    for entry, path in zip(data, chosen, strict=True):
        assert entry["clauses"] == case_clauses(answer_of(path).head)
        assert entry["expect"]["checked"] > 0 and entry["expect"]["differences"] == []
        assert all({"legal", "cost", "reasons", "events"} <= set(action) for action in entry["actions"])
