"""What a player reads on the buttons: every action of DBAix in words, with no notation in it."""

from __future__ import annotations

import pytest

import sandtable
from dbaix.case_table import CASEBOOK, begun
from sandtable.table.cases import adjudicate

BACK = "come back from the camp through the north gate"


@pytest.mark.parametrize(
    ("line", "label"),
    [
        ("muster C L1 L2 L3 at north_gate files 2",
         f"Centurion (C) and 3 more: {BACK} in 2 files"),
        ("muster C L1 L2 at north_gate files 3",
         f"Centurion (C) and 2 more: {BACK} side by side"),
        ("muster C L1 at north_gate files 1 offset 0.5",
         f"Centurion (C) and Legionary (L1): {BACK} one behind the other, 0.5 inches to the right of its middle"),
        ("muster C at north_gate files 1", f"Centurion (C): {BACK}"),
        ("move D ahead 2.5", "Dubius Status (D): move 2.5 inches ahead"),
        ("move D by 1,-1 facing S", "Dubius Status (D): move 1 inch back, 1 inch to the right, turning about"),
        ("move D facing NW", "Dubius Status (D): move turning 45° left"),
        ("wheel D about left by 30", "Dubius Status (D): move by a wheel of 30° left"),
        ("end", "End movement"),
    ],
)  # fmt: skip
def test_actions_are_said_in_words(line, label):
    assert begun("07-back-from-camp").action(line).label == label


def test_a_move_says_how_far_it_goes_and_what_is_no_move_says_nothing():
    battle = begun("07-back-from-camp")
    assert battle.action("move D by 1,-1 facing S").way == "1 inch back, 1 inch to the right, turning about"
    assert battle.action("muster C at north_gate files 1").way == ""
    assert battle.action("end").way == ""


@pytest.mark.clause("DBAIX-MUS-5")
def test_a_choice_says_what_becomes_of_the_chosen():
    battle = begun("40-equally-far-from-the-bard")
    labels = {action.label for action in battle.legal()}
    assert labels and all(label.endswith(" flees next") for label in labels)


def test_no_listed_action_of_the_case_book_shows_its_notation():
    for path in sorted(CASEBOOK.glob("*.yaml"))[::4]:
        for action in begun(path.stem).legal():
            assert "_" not in action.label and "facing" not in action.label and "offset" not in action.label, (
                action.label
            )


def test_a_tie_is_said_once():
    """Two figures of equal score: each takes its outcome, and the players read it once."""
    ties = list(CASEBOOK.glob("*tie*.yaml"))
    assert ties
    ruling = adjudicate(ties[0]).rulings[-1]
    assert [event.code for event in ruling.events].count("TIE") == 2
    battle = sandtable.new("dbaix", scenario=LINES, seed=1)
    battle.play("end")
    texts = [outcome.text for outcome in battle.odds("fight R1 G1").outcomes]
    assert "Legionary (R1) and Villager (G1) are equal: nothing happens." in texts


def test_lengths_that_are_no_whole_inches_are_printed_as_they_are():
    battle = sandtable.new("dbaix", scenario=LINES | {"rules": {"move": 2.5}}, seed=1)
    reasons = battle.judge("move R4 ahead 3").reasons
    assert [reason.text for reason in reasons if reason.code == "TOO_FAR"] == [
        "Legionary (R4) would go 3 inches; a move is up to 2.5 inches long."
    ]


LINES = {
    "game": "dbaix",
    "title": "Man against man",
    "table": {"width": 24, "height": 24},
    "figures": [
        {"id": "D", "is": "dubius_status", "at": [2.5, 2.5], "facing": "N"},
        {"id": "R1", "is": "legionary", "at": [10.5, 10.5], "facing": "N"},
        {"id": "R4", "is": "legionary", "at": [4.5, 4.5], "facing": "N"},
        {"id": "G1", "is": "villager", "at": [10.5, 11.5], "facing": "S"},
        {"id": "G2", "is": "vitalstatistix", "at": [10.5, 20.5], "facing": "S"},
        {"id": "P1", "is": "captain", "at": [20.5, 2.5], "facing": "W"},
    ],
}
