"""Cases: what the rules say to a file with a position, dice and actions; and every kind of bad file."""

from __future__ import annotations

import json

import pytest

from sandtable.cli import run
from sandtable.games import register
from sandtable.table.cases import adjudicate
from table.case_files import case, check_refused, with_mistake
from table.duel_game import GAME

register(GAME)

FACE_TO_FACE = """\
game: duel
question: Who wins, Anna or Cora?
answer: Cora, this time.
clause: DUEL-FGT-1
options: {brave: yes}
table: {width: 12, height: 8}
side: red
pips: 1
figures:
  - {id: A, name: Anna, side: red, at: [4, 2], facing: E, factor: 2, lives: 2}
  - {id: C, name: Cora, side: blue, at: [5, 2], facing: 270, factor: 3, lives: 3}
  - {id: B, name: Ben, side: red, at: [1, 1], facing: N}
dice:
  - {for: fight, figure: C, value: 6}
  - {for: fight, figure: A, value: 5}
actions:
  - {move: [B], by: [4, 0]}
  - {move: [B], ahead: 2.5, facing: E}
  - {end: movement}
  - {fight: [A, C]}
expect:
  - {legal: false, cost: 1, reasons: [DUEL-MOV-1]}
  - {legal: true, cost: 1, pips: 0, figures: {B: {at: [1, 3.5], facing: E, moved: 1}}}
  -
  - legal: true
    clauses: [DUEL-FGT-1, DUEL-FGT-2]
    not_clauses: [DUEL-MOV-1]
    events: ["Anna (A) loses 1 life", DUEL-FGT-2, WOUNDED]
    not_events: [out of the game]
    scores: {A: 8, C: 9}
    figures: {A: {lives: 1, where: table}}
    odds: {"cora (c) loses": 15/36, nobody: 6/36}
final: {side: blue, points: {red: 2, blue: 3}, over: false, phase: movement}
"""


def test_a_case_is_answered_action_by_action(tmp_path):
    answer = adjudicate(case(tmp_path, FACE_TO_FACE))
    # Anna 5 + 2 + 1 friend = 8; Cora 6 + 3 = 9, no friend: Anna loses one life.
    # Odds: Anna a + 3 against Cora c + 3: higher 15 of 36, equal 6.
    assert answer.differences == [] and answer.as_expected and answer.checked == 28
    data = answer.to_json()
    json.dumps(data, allow_nan=False)
    wide, move, end, fight = data["actions"]
    assert wide["action"] == "move B to 5,1 facing 0" and wide["legal"] is False and wide["events"] == []
    assert wide["reasons"] == [
        {
            "kind": "reason",
            "code": "TOO_FAR",
            "clause": "DUEL-MOV-1",
            "text": "Ben (B) would go 4 inches; a move is up to 3 inches long.",
            "actor": "B",
            "amount": 3,
            "value": 4.0,
            "geometry": (1.0, 1.0, 5.0, 1.0),
        }
    ]
    assert move["legal"] and move["prices"] == [{"amount": 1, "clause": "DUEL-MOV-1", "text": "a move"}]
    assert end["cost"] is None
    dice = [event["dice"] for event in fight["events"] if event["kind"] == "die"]
    assert [(die["purpose"], die["figure"], die["value"]) for die in dice] == [("fight", "A", 5), ("fight", "C", 6)]
    assert [(t["figure"], t["score"], [line["amount"] for line in t["lines"]]) for t in fight["tallies"]] == [
        ("A", 8, [5, 2, 1]),
        ("C", 9, [6, 3]),
    ]
    final = data["final"]
    assert final["pips"] is None and final["side"] == "blue"  # whose PIP die nobody has scripted or thrown
    assert final["asked"] == "the die that opens the bound is not thrown yet"
    assert {f["id"]: f["at"] for f in final["figures"]} == {"A": [4.0, 2.0], "B": [1.0, 3.5], "C": [5.0, 2.0]}
    assert data["options"] == {"brave": "yes"} and data["unused_dice"] == []


def test_the_command_prints_the_answer_for_people_and_leaves_with_0(tmp_path, capsys):
    assert run(["adjudicate", str(case(tmp_path, FACE_TO_FACE))]) == 0
    said = capsys.readouterr().out
    for line in (
        "Who wins, Anna or Cora?",
        "  1. move B to 5,1 facing 0: NOT LEGAL, costs 1 of 1 PIP",
        "       Ben (B) would go 4 inches; a move is up to 3 inches long. [DUEL-MOV-1]",
        "         at 1.00, 1.00 to 5.00, 1.00",
        "  2. move B to 1,3.5 facing 90: legal, costs 1 of 1 PIP",
        "       A against C: +5 die [DUEL-FGT-1]; +2 factor [DUEL-FGT-1]; +1 friends left [DUEL-FGT-1] = 8",
        "    A    Anna: 4, 2 facing 90",
        "    points: Reds 2, Blues 3",
        "    Blues to decide: ",
        "  Answer: Cora, this time.",
        "  As expected (28 checks).",
    ):
        assert line in said


@pytest.mark.parametrize(
    "old, new, difference",
    [
        (
            "legal: false, cost: 1",
            "legal: true",
            "action 1 (move B to 5,1 facing 0): expected legal, found not legal: Ben (B) would go",
        ),
        (
            "legal: true, cost: 1",
            "cost: 2",
            "action 2 (move B to 1,3.5 facing 90): expected cost 2, found 1 (1 a move)",
        ),
        ("reasons: [DUEL-MOV-1]", "reasons: [DUEL-MOV-2]", "expected reasons DUEL-MOV-2, found DUEL-MOV-1"),
        ("at: [1, 3.5]", "at: [1, 3.25]", "expected B at 1,3.25, found 1,3.5"),
        ("facing: E, moved", "facing: 91, moved", "expected B facing 91, found 90"),
        ("moved: 1", "moved: 0", "expected moved of B to be 0, found 1"),
        ("where: table", "where: out", "expected where of A to be 'out', found table"),
        ("pips: 0", "pips: 1", "expected 1 PIP left, found 0"),
        ("scores: {A: 8", "scores: {A: 9", "expected A to score 9, found 8"),
        ("loses 1 life", "loses 2 life", "expected an event 'Anna (A) loses 2 life', found"),
        ("not_clauses: [DUEL-MOV-1]", "not_clauses: [DUEL-FGT-2]", "expected DUEL-FGT-2 not to be cited, and it is"),
        ("[out of the game]", "[loses]", "expected no event 'loses', and there is one"),
        ("nobody: 6/36", "nobody: 5/36", "expected odds 5/36 of 'nobody', found 6/36"),
        ("red: 2, blue", "red: 3, blue", "the final table: expected 3 points for Reds, found 2"),
        ("{side: blue", "{side: red", "the final table: expected Reds to decide, found Blues"),
        ("over: false", "over: true", "the final table: expected an ended battle, found a battle that goes on"),
        ("phase: movement}", "phase: fighting}", "the final table: expected the step fighting, found movement"),
    ],
)
def test_what_differs_from_what_was_expected_is_said_and_the_status_is_1(tmp_path, capsys, old, new, difference):
    file = with_mistake(tmp_path, FACE_TO_FACE, old, new)
    answer = adjudicate(file)
    assert len(answer.differences) == 1 and difference in answer.differences[0]
    assert run(["adjudicate", str(file), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["expect"]["differences"] == answer.differences


def test_several_cases_are_counted_and_a_bad_one_does_not_stop_the_rest(tmp_path, capsys):
    good = case(tmp_path, FACE_TO_FACE, "good.yaml")
    wrong = case(tmp_path, FACE_TO_FACE.replace("pips: 0", "pips: 1"), "wrong.yaml")
    bad = case(tmp_path, "game: duel\nfigurs: []\n", "bad.yaml")
    assert run(["adjudicate", str(good), str(wrong), "--quiet"]) == 1
    out = capsys.readouterr().out
    assert "good.yaml" not in out and "NOT AS EXPECTED: action 2" in out
    assert out.endswith("2 cases: 1 as expected, 1 not, 0 that cannot be used\n")
    assert run(["adjudicate", str(bad), str(good)]) == 2
    both = capsys.readouterr()
    assert both.err.startswith("sandtable: ") and "bad.yaml, line 2" in both.err
    assert both.out.endswith("2 cases: 1 as expected, 0 not, 1 that cannot be used\n")
    assert run(["adjudicate", str(good), str(wrong), "--json"]) == 1
    assert len(json.loads(capsys.readouterr().out)) == 2


NO_PIPS = FACE_TO_FACE.replace("pips: 1\n", "").partition("expect:")[0]


def test_without_pips_their_die_is_thrown_first(tmp_path):
    answer = adjudicate(case(tmp_path, NO_PIPS.replace("dice:\n", "dice:\n  - {for: pips, value: 4}\n")))
    assert answer.to_json()["start"][0]["dice"]["text"] == "IV"
    assert answer.rulings[0].before["pips"] == 4


def test_a_seed_supplies_what_is_not_scripted(tmp_path, capsys):
    file = case(tmp_path, NO_PIPS)
    assert run(["adjudicate", str(file)]) == 2
    refused = capsys.readouterr().err
    assert "before the first action: the rules ask for a PIP die for Reds" in refused
    assert "add {for: pips, side: red, value: 1 to 6}, or give a seed" in refused
    assert run(["adjudicate", str(file), "--seed", "3", "--json"]) == 0
    first = capsys.readouterr().out
    assert run(["adjudicate", str(case(tmp_path, NO_PIPS + "seed: 3\n")), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(first)


def test_dice_that_nobody_threw_are_mentioned(tmp_path, capsys):
    text = FACE_TO_FACE.replace("dice:\n", "dice:\n  - {for: fight, figure: B, value: 3}\n")
    assert run(["adjudicate", str(case(tmp_path, text))]) == 0
    assert "Dice not thrown: [{'for': 'fight', 'figure': 'B', 'value': 3}]" in capsys.readouterr().out


# ------------------------------------------------------------------------------------------------ bad input

BAD = [
    ("game: duel", "game: checkers", "There is no game 'checkers'; the games are: "),
    ("game: duel\n", "", "case.yaml: expected a field game, as 'game: dbaix', found nothing"),
    ("question:", "qestion:", "case.yaml, line 2, field qestion: there is no such field; did you mean question?"),
    ("figures:", "figurs:", "case.yaml, line 9, field figurs: there is no such field; did you mean figures?"),
    (
        "DUEL-FGT-1\n",
        "DUEL-FGT-9\n",
        "case.yaml, line 4, field clause: Duel has no clause 'DUEL-FGT-9'; did you mean DUEL-FGT-",
    ),
    (
        "{brave: yes}",
        "{barve: yes}",
        "case.yaml, line 5, field options: Duel has no option 'barve'. Its options: reach, brave; did you mean brave?",
    ),
    ("{brave: yes}", "{brave: 3}", "case.yaml, line 5, field options: brave: expected no or yes, found '3'"),
    (
        "value: 6}",
        "value: six}",
        "case.yaml, line 14, field dice[1].value: expected what the die shows, a whole number, found 'six'",
    ),
    ("value: 6}", "value: .nan}", "case.yaml, line 14: expected a finite number, found .nan"),
    ("value: 6}", "valeu: 6}", "case.yaml, line 14, field dice[1]"),
    (
        "{for: fight, figure: C",
        "{for: shooting, figure: C",
        "case.yaml, line 14, field dice[1]: a die is for one of pips, fight, not 'shooting'",
    ),
    ("{for: fight, figure: C", "{for: fight, figure: Q", "case.yaml, line 14, field dice[1]: there is no figure 'Q'"),
    (
        "value: 6}",
        "value: 7}",
        "case.yaml, line 20, field actions[4]: the fight die for Cora (C) shows 1 to 6, not 7",
    ),
    (
        "  - {for: fight, figure: C, value: 6}\n",
        "",
        "case.yaml, line 19, field actions[4]: the rules ask for a fight die for Cora (C)",
    ),
    (
        "{move: [B], by: [4, 0]}",
        "{move: [Z], by: [4, 0]}",
        "case.yaml, line 17, field actions[1]: there is no figure 'Z'",
    ),
    (
        "{move: [B], by: [4, 0]}",
        "{mvoe: [B], by: [4, 0]}",
        "case.yaml, line 17, field actions[1]: an action names one thing to do",
    ),
    ("{move: [B], by: [4, 0]}", "{move: [B], buy: [4, 0]}", "case.yaml, line 17, field actions[1]: move takes"),
    (
        "{move: [B], by: [4, 0]}",
        "{move: [B], by: [4, up]}",
        "case.yaml, line 17, field actions[1]: by is a number, not 'up'",
    ),
    (
        "{move: [B], by: [4, 0]}",
        "{move: [B], by: [4, .inf]}",
        "case.yaml, line 17: expected a finite number, found .inf",
    ),
    ("{move: [B], by: [4, 0]}", "17", "case.yaml, line 17, field actions[1]"),
    (
        "{end: movement}",
        "{end: fighting}",
        "case.yaml, line 19, field actions[3]: the step now is movement, not fighting",
    ),
    (
        "{end: movement}",
        "march B forward",
        "case.yaml, line 19, field actions[3]: >>march<< B forward: a line begins with one of",
    ),
    ("scores: {A: 8, C: 9}", "scores: {X: 8}", "case.yaml, line 30, field expect[4].scores: there is no figure 'X'"),
    ("figures: {B: {at", "figures: {X: {at", "there is no figure 'X'"),
    ("moved: 1", "mooved: 1", "figures have no field 'mooved'; did you mean moved?"),
    ("points: {red: 2", "points: {reed: 2", "there is no side 'reed'"),
    ("15/36", "often", "expect: odds are fractions like 15/36, not 'often'"),
    (
        "legal: false, cost: 1",
        "leagl: false, cost: 1",
        "case.yaml, line 22, field expect[1].leagl: there is no such field; did you mean 'legal'?",
    ),
    ("final: {side", "final: {legal: true, side", "legal, cost and odds are of an action, not of the final table"),
    ("at: [1, 1], facing: N", "at: [12.1, 1], facing: N", "case.yaml: B at (12.1, 1) stands off the table"),
    ("  -\n", "  -\n  -\n", "expected at most one entry for each of 4 actions, found 5"),
    ("  - {end: movement}\n", "  - {end: movement\n", "case.yaml, line 20: is not YAML"),
    ("side: red\npips", "side: [red\npips", "case.yaml"),
    ("table: {width", "pips: 2\ntable: {width", "field 'pips' stands twice"),
]


@pytest.mark.parametrize("old, new, sentence", BAD)
def test_bad_input_is_one_sentence_with_line_and_field_and_status_2(tmp_path, capsys, monkeypatch, old, new, sentence):
    check_refused(with_mistake(tmp_path, FACE_TO_FACE, old, new), sentence, monkeypatch, capsys)


@pytest.mark.parametrize(
    "content, sentence",
    [
        (b"", "case.yaml: is empty"),
        (b"just words", "case.yaml, line 1: expected fields like"),
        (b"game: [1, 2]", "case.yaml, line 1, field game: expected the key of a game, as dbaix, found [1, 2]"),
        (b"\xff\xfe\x00\x00", "case.yaml, line 1: expected text in UTF-8"),
        (b"game: duel\n" + b"x" * 100_000_000, "case.yaml: is larger than 1 MB"),
        (b"a: " + b"[" * 5000, "case.yaml"),
        (b"a: &a [*a, *a]", "anchors (&) and aliases (*) are not read"),
    ],
)
def test_a_file_that_is_no_case_gets_one_sentence(tmp_path, capsys, monkeypatch, content, sentence):
    file = tmp_path / "case.yaml"
    file.write_bytes(content)
    check_refused(file, sentence, monkeypatch, capsys)


def test_a_missing_file_and_a_missing_argument(capsys):
    assert run(["adjudicate", "nowhere.yaml"]) == 2
    assert capsys.readouterr().err == "sandtable: nowhere.yaml: there is no such file\n"
    assert run(["adjudicate", "nowhere.yaml", "--json"]) == 2
    assert capsys.readouterr().out == ""
    assert run(["adjudicate"]) == 2
