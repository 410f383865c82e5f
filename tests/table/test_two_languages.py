"""One battle read in two languages at once reads as if each had been alone; what is stored is in neither."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import sandtable
from sandtable.table.battle import Battle
from sandtable.translation import ENGLISH, VARIABLE, speak, speaking

GAMES = ("dba", "dbaix", "pursuit", "flash-flood", "inter-arma", "batalist")
DECISIONS = 12


@pytest.fixture(autouse=True)
def _english_again(monkeypatch):
    monkeypatch.setenv(VARIABLE, ENGLISH)


def played(game: str, decisions: int = DECISIONS) -> Battle:
    """A battle after some decisions, the same each time."""
    battle, rng = sandtable.new(game, seed=7), random.Random(7)
    for _ in range(decisions):
        battle.play(battle.sample(rng))
    return battle


def read(battle: Battle, listed: list[str]) -> list[Any]:
    """All that somebody reads of it: sides, what is asked, what may be done and why not, the table, the log."""
    actions = [battle.action(text) for text in listed]
    nowhere = [battle.action({"verb": "move", "figures": [one.id], "to": [0, 0]}) for one in battle.names.figures[:3]]
    return [
        [side.name for side in battle.sides],
        battle.decision,
        [action.label for action in actions],
        [(finding.text, finding.turned) for one in (*actions[:9], *nowhere) for finding in battle.judge(one).findings],
        battle.scene(plain=True).model_dump_json(),
        [(step.action and step.action.label, step.events, step.dice) for step in battle.history],
    ]


@pytest.mark.parametrize("game", GAMES)
def test_each_reads_as_if_nobody_read_in_another_language(game):
    """The oracle is a battle of its own in a program that speaks one language from beginning to end."""
    both = played(game)
    listed = [action.text for action in both.legal()]
    with speaking("ru"):
        russian = read(both, listed)
    english = read(both, listed)
    assert english == read(played(game), listed), "the Russian reading has left nothing behind"
    speak("ru")
    alone = played(game)
    assert russian == read(alone, listed)
    assert both.to_json(True)["actions"] == alone.to_json(True)["actions"], "notation has no language"
    speak(ENGLISH)
    assert read(alone, listed) == english, "a battle begun in Russian is read in English, too"


TOLD = {
    "dba": ("end", "Поздние карфагеняне: пропадает 3 PIP."),
    "dbaix": ("end", "Римляне: пропадает 3 PIP."),
    "pursuit": ("keep G9", "Горгулья (G9) держит темп."),
    "flash-flood": ("take up M1", "Тактическое отделение: следующим действует этот отряд."),
    "inter-arma": ("move GA1 to 58.504,17.855 facing 349.22", "Вождь (GA1): шагом."),
    "batalist": ("deploy A10 to 7.5,9.45 facing 0", "Бомбарды (A10): выставлены на поле."),
}
"""What is done first in a battle of each game, with the dice of seed 3, and the first that the log says of it."""


@pytest.mark.parametrize("game", GAMES)
def test_every_game_tells_its_log_in_russian(game):
    battle = sandtable.new(game, seed=3)
    done, told = TOLD[game]
    english = battle.play(done)[0].text
    with speaking("ru"):
        assert battle.last.events[0].text == told
    assert english == battle.last.events[0].text and english.isascii()


WHOLE = ("batalist",)
"""Games that say everything in Russian."""


@pytest.mark.parametrize("game", WHOLE)
def test_nothing_that_a_russian_reads_is_left_in_english(game):
    battle = played(game, 60)
    said = set()
    with speaking("ru"):
        said |= {side.name for side in battle.sides} | {battle.decision.text, battle.decision.side_name}
        said |= {action.label for action in battle.legal()}
        for step in battle.history[1:]:
            said |= {step.action.label} | {event.text for event in step.events} | {die.name for die in step.dice}
        for figure in battle.names.figures[:6]:
            verdict = battle.judge({"verb": "move", "figures": [figure.id], "to": [1, 1]})
            said |= {finding.text for finding in verdict.findings} | {figure.name}
    assert {one for one in said if re.search("[A-Za-z]{2,}", one)} == set()
    assert len(said) > 60


def test_the_table_is_worded_for_its_reader_and_stands_the_same():
    """Pursuit, with its first turn before it: words differ, places do not."""
    battle = sandtable.new("pursuit", seed=3)
    english = battle.scene(plain=True)
    with speaking("ru"):
        russian = battle.scene(plain=True)
    assert [box.title for box in english.boxes] == ["Lost", "Lost"]
    assert [box.title for box in russian.boxes] == ["Потери", "Потери"]
    assert (english.facts[0], russian.facts[0]) == (("Turn", "1 of 30"), ("Ход", "1 из 30"))
    assert {one.name for one in russian.figures} == {"Горгулья", "Разведчик на мотоцикле", "Сержант разведчиков"}
    poses = [[(one.id, one.x, one.y, one.facing) for one in scene.figures] for scene in (english, russian)]
    assert poses[0] == poses[1] and english.features != () and len(english.features) == len(russian.features)
