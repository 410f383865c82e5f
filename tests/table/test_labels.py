"""Two answers never read alike: battles of all games at random, and by hand what tells those of Batalist apart."""

from __future__ import annotations

import random
from collections import Counter

import pytest
import yaml

import sandtable
from sandtable.games import built_in, get_game
from sandtable.table.actions import _alike, labels_of
from sandtable.table.battle import Battle
from sandtable.table.cases import answer
from sandtable.table.scenarios import scenario_names
from sandtable.translation import speaking

DECISIONS = 12
"""Of a battle of each scenario."""


def alike(battle: Battle) -> list[list[str]]:
    """The listed actions that read alike and end at one place, in notation."""
    actions = battle.legal()
    return [[actions[k].text for k in group] for group in _alike(actions, labels_of(actions))]


@pytest.mark.parametrize("key", built_in())
def test_no_two_answers_of_battles_at_random_read_alike(key: str) -> None:
    rng = random.Random(f"labels {key}")
    for name in scenario_names(get_game(key)):
        battle = sandtable.new(key, name, seed=7)
        for _ in range(DECISIONS):
            if battle.over:
                break
            assert alike(battle) == [], (name, len(battle.actions))
            battle.play(battle.sample(rng))


CASE = """
game: batalist
house_rules: {ambush: yes, boats: yes}
ground: [{kind: wood, name: wood, box: [30, 25, 50, 35]}, {kind: water, name: river, box: [0, 40, 90, 48]}]
boats: [{kind: skiff, at: [28, 42], facing: E}, {kind: barge, at: [22, 42], facing: E}]
south:
  battalions:
    - {id: A1, unit: pikemen, at: [10, 20], facing: N, cards: [move], character: mage, magic: 3, mana: 9}
    - {id: A2, unit: bone_archers, ambush: true, cards: [move]}
north:
  battalions: [{id: B1, unit: orc_warriors, at: [80, 50], facing: S}, {id: B2, unit: orc_warriors, ambush: true}]
  markers: [{at: [40, 10], of: B2}, {at: [50, 10.5], of: B2, real: true}, {at: [60, 10], of: B2}]
"""

SAID = [
    ("turn A1 to 10,20 facing 180", "turn about", "развернуться кругом"),
    ("turn A1 to 10,20 facing 90", "turn 90 degrees to the right", "развернуться на 90 градусов вправо"),
    ("turn A1 to 10,20 facing 21", "turn 21 degrees to the right", "развернуться на 21 градус вправо"),
    ("turn A1 to 10,20 facing 359", "turn 1 degree to the left", "развернуться на 1 градус влево"),
    ("turn A1 to 10,20 facing 338", "turn 22 degrees to the left", "развернуться на 22 градуса влево"),
    ("turn A1 to 10,20 facing 0", "face as now", "смотреть туда же"),
    ("move A1 march 2 mode free", "move 2 steps ahead, without an order", "двигаться на 2 шага вперёд, без приказа"),
    (
        "move A1 march 1 mode instead", "move 1 step ahead, in place of another order",
        "двигаться на 1 шаг вперёд, вместо другого приказа",
    ),
    (
        "charge A1 at B1 wheel 5", "attack Orc warriors (B1), wheeling 5 degrees to the right",
        "атаковать в рукопашную; цель — Орки-воины (B1), с захождением на 5 градусов вправо",
    ),
    (
        "cast A1 spell iron_voice on A1 card move", "cast Iron Voice on Pikemen (A1): Move",
        "наколдовать: Железный голос, приказ «Движение»; цель — Пикинёры (A1)",
    ),
    (
        "cast A1 to 20,30 facing 0 spell veil_of_mist", "cast Veil of Mist 14.1 steps ahead to the right",
        "наколдовать: Завеса тумана; 14,1 шага вперёд и вправо",
    ),
    ("board A1 boat 1", "go aboard boat 1", "погрузиться в лодку № 1"),
    (
        "turn over A1 marker 1 order melee_attack", "attack marker A at 50.0, 10.5",
        "атаковать маркер A в точке 50,0; 10,5",
    ),
    (
        "ambush A2 to 40,34 in wood true 2",
        "lay its ambush markers, in wood, the true marker no. 2",
        "выложить маркеры засады; место — лес, настоящий маркер — № 2",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("action", "english", "russian"), SAID)
def test_what_tells_answers_of_batalist_apart(action: str, english: str, russian: str) -> None:
    for language, said in (("en", english), ("ru", russian)):
        with speaking(language):
            battle = answer(yaml.safe_load(CASE), "case").battle
            assert battle.action(action).label.partition(": ")[2] == said


def test_ground_that_a_die_chose_is_called_what_it_is() -> None:
    battle = sandtable.new("batalist", "C6", seed=4)
    shown = {feature.label for feature in battle.scene().features}
    words = battle.action("fire at area A1 at spot_1_disc").label
    assert "wood 1" in shown and words == "Skeleton spears (A1): fire at wood 1 as a whole"
    with speaking("ru"):
        assert battle.action("fire at area A1 at spot_1_disc").label.endswith("вести огонь по площади: лес 1")


def test_what_is_left_alike_is_told_by_facing_then_by_place_then_by_number() -> None:
    battle = sandtable.new("pursuit", "chase", seed=1)
    texts = [
        "stay S1 to 10,10 facing 90", "stay S1 to 10,10 facing 80", "stay S1 to 20,10.01 facing 90",
        "stay S1 to 20,10.02 facing 90", "keep S1", "keep S1",
    ]  # fmt: skip
    labels = labels_of([battle.action(text) for text in texts])
    assert max(Counter(labels).values()) == 1
    assert [label.rpartition(", ")[2] for label in labels[:2]] == ["facing 90°", "facing 80°"]
    assert [label.rpartition(", ")[2] for label in labels[2:4]] == ["to 20,10.01", "to 20,10.02"]
    assert [label[-3:] for label in labels[4:]] == ["(1)", "(2)"]
