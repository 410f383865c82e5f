"""The case books: every case of every game is answered as it expects, and says what it asks and which clause."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from case_book import answer_of, cases_of, check_answer, check_index, check_page, check_words
from sandtable.cli import run
from sandtable.games import built_in
from sandtable.table.case_files import case_clauses

LEAST = {"batalist": 70, "dba": 60, "dbaix": 30, "flash-flood": 50, "inter-arma": 60, "pursuit": 50}
"""So many cases each game's book has at least."""

CASES = [path for game in LEAST for path in cases_of(game)]


def called(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", CASES, ids=called)
def test_the_rules_say_what_the_case_expects_and_the_page_what_they_say(path: Path) -> None:
    check_answer(path)
    check_page(path)


@pytest.mark.parametrize("game", LEAST)
def test_every_case_has_a_question_an_answer_clauses_and_expectations(game: str) -> None:
    for path in cases_of(game):
        check_words(path)


@pytest.mark.parametrize("game", LEAST)
def test_there_are_enough_cases_and_the_index_names_each(game: str) -> None:
    check_index(game, LEAST[game])


def test_every_game_has_its_book() -> None:
    assert set(LEAST) == set(built_in())


def test_every_picture_of_the_conventions_has_its_case() -> None:
    shown = {clause for path in cases_of("dba") for clause in case_clauses(answer_of(path).head)}
    assert {f"WAD-FIG-{number}" for number in range(1, 8)} <= shown


def test_a_case_that_expects_something_else_is_found_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # The rolling pin costs 3; a case that expects 4 is told so, with exit 1.
    (pin,) = (path for path in cases_of("dbaix") if path.stem == "05-rolling-pin")
    text = pin.read_text("utf-8")
    assert "cost: 3" in text
    (tmp_path / "wrong.yaml").write_text(text.replace("cost: 3", "cost: 4"), "utf-8")
    assert run(["adjudicate", str(tmp_path / "wrong.yaml")]) == 1
    assert "expected cost 4, found 3" in capsys.readouterr().out


def test_several_cases_as_json_are_a_list_in_their_order(capsys: pytest.CaptureFixture[str]) -> None:
    chosen = cases_of("dbaix")[:3]
    assert run(["adjudicate", "--json", *map(str, chosen)]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [entry["case"] for entry in data] == [str(path) for path in chosen]
    for entry, path in zip(data, chosen, strict=True):
        assert entry["clauses"] == case_clauses(answer_of(path).head)
        assert entry["expect"]["checked"] > 0 and entry["expect"]["differences"] == []
        assert all({"legal", "cost", "reasons", "events"} <= set(action) for action in entry["actions"])
