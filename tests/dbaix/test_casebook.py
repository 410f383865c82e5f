"""The case book: every case is answered as it expects, and says what it asks, what the answer is, and which clause."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from sandtable.cli import run
from sandtable.files import load_yaml
from sandtable.table.cases import adjudicate, case_clauses, unused_dice

CASEBOOK = Path(__file__).parents[2] / "casebook" / "dbaix"
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
    assert data.get("expect") or data.get("final")
    assert len(data.get("expect", [])) == len(data.get("actions", [])), "an action is expected nothing of"


def test_every_scripted_die_of_a_case_is_thrown():
    for path in CASES:
        assert unused_dice(answer_of(path).battle) == [], path.name


def test_there_are_at_least_thirty_cases_and_the_index_names_each():
    index = (CASEBOOK.parents[1] / "docs" / "casebook.md").read_text("utf-8")
    assert len(CASES) >= 30
    for path in CASES:
        assert f"(../casebook/dbaix/{path.name})" in index, path.name


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
