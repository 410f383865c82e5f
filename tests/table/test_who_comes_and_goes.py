"""Every verb by which figures come onto the table or leave it: odds, drawing, saving, undo, cases, notation after it.

The positions are those of the case book, and of battles of every scenario: the check plays one of each a little, and
``SANDTABLE_ROUND_TRIPS=20 python -m pytest -q -n 2 tests/table/test_who_comes_and_goes.py`` twenty to their ends.
"""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from pathlib import Path

import pytest

import sandtable
from sandtable.compiler.decorators import COMPILED
from sandtable.draw import picture
from sandtable.files import load_yaml, parse_yaml
from sandtable.games import built_in, get_game
from sandtable.table.actions import Action
from sandtable.table.battle import Battle
from sandtable.table.case_writer import case_text
from sandtable.table.cases import answer
from sandtable.table.save_writer import entry_of
from sandtable.table.scenarios import scenario_names
from table.round_trips import is_a_case, of_each_verb, opens, quick, read_again, seldom, step

BATTLES = int(os.environ.get("SANDTABLE_ROUND_TRIPS", "0"))
DECISIONS = 100_000 if BATTLES else 30
LOOKED_AT = 5
"""At every so many decisions one action of each verb is tried on a copy."""

OFTEN = 2
"""So often each verb of a game is put through everything."""

pytestmark = [pytest.mark.volume, pytest.mark.skipif(not COMPILED, reason="the compiled run plays these battles")]


def standing(battle: Battle) -> list[str]:
    """Who stands on the table."""
    return sorted(figure.id for figure in battle.scene(plain=True).figures)


def through_everything(before: Battle, action: Action) -> None:
    """All that is done with an action and with the table after it, though somebody came or went by it."""
    odds = before.odds(action, max_leaves=60, samples=20)
    assert odds.outcomes and abs(sum(float(outcome.probability) for outcome in odds.outcomes) - 1.0) < 1e-6
    after = before.copy()
    step(after, action)
    assert after.picture() and picture(after.scene())
    for listed in after.legal()[:60]:
        read_again(after, listed)
    opens(after)
    is_a_case(after)
    as_asked(before, after)
    again = after.copy()
    again.undo(past_dice=True)
    assert (
        again.state_hash() == before.state_hash()
        and again.names == before.names
        and standing(again) == standing(before)
    )
    again.play(action)
    assert again.state_hash() == after.state_hash() and again.scene() == after.scene()


def as_asked(before: Battle, after: Battle) -> None:
    """The action as somebody asks for it in a case file, with the dice that fell: it leads to the same table."""
    data = dict(parse_yaml(case_text(before, "As it stands", "What comes of it?"), "case"))
    line = entry_of(after.last)
    data["actions"] = [line["do"]]
    known = set(before.engine.lexicon.lists["figures"])
    data["dice"] = [
        {key: value for key, value in die.items() if key != "sides" and (key != "figure" or value in known)}
        for die in json.loads(json.dumps(line["dice"]))
    ]
    found = answer(data, "case")
    assert found.rulings[0].judgement.legal and found.battle.state_hash() == after.state_hash()


CASEBOOK = Path(__file__).resolve().parents[2] / "casebook"


def tried_by_hand(game: str, tried: Counter[str]) -> None:
    """Carry out the actions of the case book, and put those that change who stands there through everything."""
    for file in sorted((CASEBOOK / game).glob("*.yaml")):
        data = load_yaml(file)
        asked = [action for action in data.get("actions", []) if action]
        case = {key: value for key, value in data.items() if key not in ("actions", "expect", "final")}
        battle = answer(case, file.name, 1).battle
        for what in asked:
            action = battle.action(what)
            if battle.over or not battle.engine.may(action):
                continue
            try_one(battle, action, tried)
            battle.play(action)


def try_one(battle: Battle, action: Action, tried: Counter[str]) -> None:
    """Put an action through everything if somebody comes or goes by it, and that verb has not been tried enough."""
    if tried[action.verb] >= OFTEN * max(1, BATTLES):
        return
    after = battle.copy()
    after.play(action)
    if standing(after) != standing(battle) or after.names != battle.names:
        through_everything(battle, action)
        tried[action.verb] += 1


def tried_in(game: str, tried: Counter[str]) -> None:
    """Play battles of a game's scenarios, and put what changes who stands there through everything."""
    for scenario in scenario_names(get_game(game)):
        for seed in range(max(1, BATTLES)):
            battle, chance = sandtable.new(game, scenario=scenario, seed=seed), random.Random(seed)
            for number in range(DECISIONS):
                if battle.over:
                    break
                listed = battle.legal()
                for action in of_each_verb(listed, chance) if number % LOOKED_AT == 0 else ():
                    try_one(battle, action, tried)
                battle.play(seldom(battle, listed, chance))


COME_AND_GO = {
    "batalist": {"CHARGE", "SHOOT", "SCOUT", "FIRE_AT_AREA", "AMBUSH", "TURN_OVER", "ENTER", "DEPLOY"},
    "dba": {"SHOOT", "FIGHT", "DEPLOY", "DISMOUNT", "LAND"},
    "dbaix": {"MUSTER", "FIGHT"},
    "flash-flood": {"SHOOT", "CHARGE", "DEPLOY"},
    "inter-arma": {"LEAVE", "SHOOT", "STRIKE", "DISPATCH"},
    "pursuit": {"SLOW", "MOVE", "SHOOT", "STRIKE", "DEPLOY"},
}
"""Verbs by which figures come or go in these positions, so that none of them is lost from sight."""


@pytest.mark.parametrize("game", built_in())
def test_whoever_comes_or_goes_all_that_is_done_with_the_table_goes_on(game: str) -> None:
    tried: Counter[str] = Counter()
    tried_by_hand(game, tried)
    tried_in(game, tried)
    assert tried.keys() >= COME_AND_GO[game], sorted(tried)


@pytest.mark.parametrize("scenario", ["C3", "C5", "C6"])
def test_all_that_is_done_goes_on_though_wounded_set_out_for_the_doctor(scenario: str) -> None:
    """Batalist: they are a base of their own, which the scenario did not name; then another battalion's wounded too."""
    for seed in range(6):
        battle = sandtable.new("batalist", scenario=scenario, options={"wounded": "yes"}, seed=seed)
        chance = random.Random(seed)
        laid = len(battle.names.figures)
        while not battle.over and len(battle.actions) < 400 and len(battle.names.figures) < laid + 1:
            listed = battle.legal()
            doctor = [action for action in listed if action.verb == "DOCTOR"]
            if doctor:
                through_everything(battle, doctor[0])
            ordered = [action for action in listed if "doctor" in action.text]
            battle.play(chance.choice(doctor or ordered) if ordered else quick(battle, listed, chance))
        if len(battle.names.figures) > laid:
            break
    patient = battle.names.figures[laid]
    assert patient.id.removesuffix("w") in {figure.id for figure in battle.names.figures[:laid]}
    for _ in range(20):
        if not battle.over:
            listed = battle.legal()
            own = [action for action in listed if patient.id in action.text.split()]
            read_again(battle, chance.choice(own or listed))
            step(battle, chance.choice(own or listed))
    opens(battle)
    is_a_case(battle)
