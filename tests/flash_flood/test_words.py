"""What Flash Flood asks and lists, in words: only what can be done, and what tells two answers apart."""

from __future__ import annotations

import pytest
import yaml

from sandtable.table.battle import Battle
from sandtable.table.cases import answer
from sandtable.translation import speaking

CASE = """
game: flash-flood
phase: %s
options: {edition: %s}
imperials:
  squads:
  - {id: A, name: Guard squad, models: [line_guard, line_guard, line_guard], at: [[20, 3], [21, 3], [22, 3]]}
  - {id: B, name: %s, models: [line_guard], at: [[26, 3]]}
tyranids: {squads: [{id: T, models: [gun_swarmer], at: [[31, 3]]}]}
loads: %s
"""


def battle(phase: str, edition: str = "5", other: str = "Command squad", loads: str = "[]") -> Battle:
    return answer(yaml.safe_load(CASE % (phase, edition, other, loads)), "case").battle


@pytest.mark.parametrize(
    ("edition", "english", "russian"),
    [
        ("5", "which unit shoots or runs next?", "какой отряд стреляет или бежит следующим?"),
        ("4", "which unit shoots next?", "какой отряд стреляет следующим?"),
    ],
)
def test_nobody_is_asked_to_run_who_may_not(edition: str, english: str, russian: str) -> None:
    """Guardsmen are not fleet: in the 4th edition none of them runs."""
    asked = battle("shooting", edition)
    for language, side, said in (("en", "Imperials", english), ("ru", "Имперцы", russian)):
        with speaking(language):
            assert asked.decision is not None and asked.decision.text == f"{side}: {said}"


def test_two_squads_of_one_name_are_told_apart() -> None:
    for other, called in (
        ("Command squad", {"Move Guard squad", "Move Command squad"}),
        ("Guard squad", {"Move Guard squad 1", "Move Guard squad 2"}),
    ):
        labels = {action.label for action in battle("movement", other=other).legal() if action.verb == "TAKE_UP"}
        assert labels == called


@pytest.mark.parametrize(
    ("action", "english", "russian"),
    [
        ("move A1 to 23.5,3 facing 0", "go 3.5 inches to the east, towards the enemy",
         "пройти 3,5 дюйма на восток, к врагу"),
        ("move A1 to 21,3 facing 0", "go 1 inch to the east, towards the enemy", "пройти 1 дюйм на восток, к врагу"),
        ("move A1 A2 each 18,3,0 19,3,0", "go together, up to 2 inches to the west, away from the enemy",
         "идти вместе, до 2 дюймов на запад, прочь от врага"),
        ("deploy A1 A2 A3 each 20,3,0 21,3,0 20,4.5,0", "be set up there, at most 1.8 inches apart",
         "встать там, не дальше 1,8 дюйма друг от друга"),
        ("deploy A1 A2 A3 each 20,3,0 21,3,0 22,3,0", "be set up there, at most 2 inches apart",
         "встать там, не дальше 2 дюймов друг от друга"),
        ("pick up A1 c2", "pick up charge no. 2", "подобрать заряд № 2"),
    ],
)  # fmt: skip
def test_how_actions_are_said(action: str, english: str, russian: str) -> None:
    """From 21,3 to 20,4.5 it is the root of 1 + 2.25: 1.8 inches."""
    asked = battle("movement", loads="[{at: [19, 3]}, {at: [23, 3]}]")
    for language, said in (("en", english), ("ru", russian)):
        with speaking(language):
            assert asked.action(action).label.partition(": ")[2] == said


@pytest.mark.parametrize(
    ("other", "english", "russian"),
    [
        ("Scout squad", "Scout squad is next.", "Отделение разведчиков: следующим действует этот отряд."),
        ("Termagants", "Termagants are next.", "Термаганты: следующим действует этот отряд."),
        ("Guard squad", "Guard squad 2 is next.", "Отделение гвардии 2: следующим действует этот отряд."),
    ],
)
def test_the_log_and_refusals_call_a_squad_as_the_table_does(other: str, english: str, russian: str) -> None:
    for language, said in (("en", english), ("ru", russian)):
        with speaking(language):
            fought = battle("movement", other=other)
            [event] = fought.play("take up B1")
            shown = next(figure.unit for figure in fought.scene().figures if figure.id == "B1")
            assert event.text == said and said.startswith(shown)
            again = [reason.text for reason in fought.judge("take up B1").reasons]
            assert again and all(text.startswith(shown) for text in again)
