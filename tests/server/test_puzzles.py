"""Puzzles: each has one answer that the rules give, is told in every language, and is served without that answer."""

from __future__ import annotations

import pytest

from sandtable.compiler import patience
from sandtable.errors import InputError
from sandtable.games import built_in, get_game
from sandtable.games.language import said_in
from sandtable.server.views import puzzles as views
from sandtable.table.puzzles import PuzzleFile, puzzle_of, puzzles_of, solve

GAMES = sorted(built_in())


@pytest.mark.parametrize("game", GAMES)
def test_of_every_puzzle_the_rules_give_one_answer(game):
    """``solve`` raises where they give none of the answers, or two; no two answers read alike."""
    found = puzzles_of(game)
    assert len(found) >= 8 and len({one.case for one in found}) == len(found)
    for one in found:
        solved = solve(game, one)
        texts = [choice.text for choice in solved.choices]
        assert len(texts) >= 3 and len(set(texts)) == len(texts), one.case


@pytest.mark.parametrize(
    ("game", "case", "right"),
    [
        # Two Auxilia side by side: a group enters bad going as a column one element wide alone.
        ("dba", "29-a-line-in-the-wood", "DBA-GROUP-6"),
        # Knights 3 and their general 1 against Longbows 4 against mounted: even, so they win 15 of 36 throws.
        ("dba", "36-knights-into-bows", "42% (5/12)"),
        # A Roman group 1, no officer in it 1, one of them beyond 12 inches 1.
        ("dbaix", "02-no-officer-too-far", "3 PIPs"),
        # One turn of up to 45 degrees after each 2 inches: 90 at once is too much, after however many inches.
        ("pursuit", "10b-saved-up", "PURS-MOV-5"),
        # It falls back over the edge with two dice of 9 or more: 4 + 3 + 2 + 1 of 36.
        ("pursuit", "03-giving-up", "28% (5/18)"),
        # A hit on 4, a wound on 4, and no save on 6: 1/2 x 1/2 x 5/6.
        ("flash-flood", "41-one-shot", "21% (5/24)"),
        # Short range hits on 3, and a man without shield dies on 1 and 2: 2/3 x 1/3.
        ("inter-arma", "32-short-range", "22% (2/9)"),
        # (3 x 5 - 3 for their move + 5 for the Column - 2 for the target's move) / 3 = 5, and 6: 11 of 24 fall.
        ("batalist", "04-both-have-moved", "13"),
    ],
)
def test_an_answer_worked_out_by_hand(game, case, right):
    solved = solve(game, puzzle_of(game, case))
    choice = solved.choices[solved.right]
    assert right in (choice.text, choice.clause)


def test_chances_to_choose_from_are_written_as_the_language_does():
    assert [one.text for one in views.puzzle("dba", "36-knights-into-bows", "ru").choices][1] == "42\u00a0% (5/12)"


def test_odds_cite_the_clauses_that_say_what_comes():
    """Knights beaten by Bows that they charged fall; Bows beaten by Knights fall, and those must pursue."""
    odds = views.puzzle_answer("dba", "36-knights-into-bows").odds
    assert odds is not None
    assert [outcome.clauses for outcome in odds.outcomes] == [
        ("DBA-OUT-6",),
        ("DBA-OUT-2", "DBA-PURSUE-1"),
        ("DBA-OUT-1",),
    ]
    assert [one.clause for one in odds.singly] == ["DBA-OUT-6", "DBA-OUT-2", "DBA-PURSUE-1", "DBA-OUT-1"]


def test_answers_that_the_rules_do_not_give_are_refused():
    case = "36-knights-into-bows"
    for wrong in ({"befalls": "PURSUES", "chances": ["1/2", "1/3"]}, {"costs": [1, 2]}, {"forbids": ["DBA-MOVE-1"]}):
        if "forbids" in wrong:
            assert solve("dba", PuzzleFile(case=case, question="?", **wrong)).right == 0, "nothing forbids the fight"
            continue
        with pytest.raises(InputError, match="expected one right answer"):
            solve("dba", PuzzleFile(case=case, question="?", **wrong))
    for kinds in ({}, {"costs": [1], "forbids": ["DBA-MOVE-1"]}, {"befalls": "PURSUES"}, {"chances": ["1/2"]}):
        with pytest.raises(ValueError, match="one of"):
            PuzzleFile(case=case, question="?", **kinds)


@pytest.mark.parametrize("game", GAMES)
def test_every_question_and_answer_is_said_in_russian(game):
    said = said_in(get_game(game).folder, "ru", "words")
    asked = [one.question for one in puzzles_of(game)]
    asked += [answer.says for one in puzzles_of(game) for answer in one.answers]
    assert [text for text in asked if text not in said] == []


def test_a_puzzle_is_served_without_its_answer_and_then_with_it(server):
    listed = server.http.get("/api/puzzles/dba").json()
    assert [one["key"] for one in listed["puzzles"]] == [one.case for one in puzzles_of("dba")]
    told = {game["key"]: game["puzzles"] for game in server.http.get("/api/games").json()}
    assert told["dba"] == len(listed["puzzles"]) and told["duel"] == 0
    asked = server.http.get("/api/puzzles/dba/29-a-line-in-the-wood").json()
    assert asked["action"] == "Auxilia (A) and Auxilia (B): move 200 paces ahead"
    assert [choice["clause"] for choice in asked["choices"]] == [None, "DBA-GROUP-6", "DBA-MOVE-3", "DBA-GROUP-2"]
    russian = server.http.get("/api/puzzles/dba/29-a-line-in-the-wood?language=ru").json()
    assert russian["choices"][0]["text"] == "Да." and russian["question"].startswith("Два элемента ауксилий")
    answer = server.http.get("/api/puzzles/dba/29-a-line-in-the-wood/answer").json()
    assert (
        answer["right"] == 1
        and not answer["allowed"]
        and {line["clause"] for line in answer["said"]} == {"DBA-GROUP-6"}
    )
    assert "stroke-dasharray" in answer["picture"] and ' class="n d"' in answer["picture"]
    assert ' class="n d"' not in asked["picture"], "a way is not drawn as refused before it is asked"
    assert server.http.get("/api/puzzles/dba/nothing").status_code == 422
    assert server.http.get("/api/puzzles/chess").status_code == 404


def test_the_chances_of_a_fight_are_told_by_the_rules():
    answer = views.puzzle_answer("dba", "36-knights-into-bows")
    assert answer.chance and answer.odds is not None
    assert [(one.numerator, one.denominator) for one in answer.odds.outcomes] == [(15, 36), (15, 36), (6, 36)]
    assert [tally.total for tally in answer.tallies] == [7, 8]  # 3 + 3 + 1 against 4 + 4, as the case throws


def test_the_rules_are_asked_once_for_a_question_and_its_answer(monkeypatch):
    asked = []
    monkeypatch.setattr(views, "solve", lambda *about: asked.append(about) or solve(*about))
    views._solved.cache_clear()
    fact = views.puzzle("batalist", "04-both-have-moved", "ru")
    answer = views.puzzle_answer("batalist", "04-both-have-moved", "ru")
    assert len(asked) == 1
    assert fact.choices[answer.right].text == "13" and fact.action.startswith("Арбалетчики (A1): стрелять")
    assert answer.said[-1].text == "Орки-воины (B1): потери — 11 фигурок."  # 24 less 13


def test_a_position_from_a_battle_is_set_without_its_answer_and_then_told_with_what_was_measured(server, monkeypatch):
    """As long as its rules run interpreted nobody waits for 4,000 samples of five shots: 100 are told as such."""
    monkeypatch.setattr(patience, "is_interpreted", lambda _: True)
    key, name = "flash-flood", "generals-0006-94"
    assert name in server.http.get(f"/api/puzzles/{key}").json()["positions"]
    asked = server.http.get(f"/api/puzzles/{key}/{name}").json()
    assert asked["question"] == "Tyranids: what would you do?" and "<svg" in asked["picture"]
    assert asked["action"] == (
        "Charges in the nest. Turn 5 of 6. Score: Imperials 0, Tyranids 0. Tyranids: which unit shoots or runs next?"
    )
    texts = [choice["text"] for choice in asked["choices"]]
    assert texts == [
        "End the phase",
        "Run with Termagants",
        "Termagant (T3) and 4 more: shoot at Tactical squad",
        "Termagant (T3) and 4 more: shoot at Scout squad",
    ]
    answer = server.http.get(f"/api/puzzles/{key}/{name}/answer").json()
    weighed = answer["weighed"]
    assert (answer["right"], weighed["quick"], weighed["playouts"]) == (3, 2, 200)
    assert [one["mean"] for one in weighed["wins"]] == [0.033, 0.03, 0.117, 0.58]
    assert weighed["why"] == "It wins 46 of 100 battles more than the next (38 to 55)."
    assert answer["said"][-1]["clause"] == "FLOOD-MIS-13"
    assert not answer["odds"]["exact"] and answer["odds"]["leaves"] == 100
    assert answer["odds"]["outcomes"][1]["clauses"] == ["C40-REM-1"]
    assert all(one["low"] <= one["percent"] <= one["high"] for one in answer["odds"]["outcomes"])
    assert answer["picture"] != asked["picture"], "at whom the best is aimed is drawn"
    russian = server.http.get(f"/api/puzzles/{key}/{name}?language=ru").json()
    assert russian["question"] == "Тираниды: что бы вы сделали?"
    assert server.http.get(f"/api/editor/puzzles/{key}/{name}").json()["game"] == key
    assert server.http.get(f"/api/puzzles/{key}/generals-nothing").status_code == 422
