"""Battles played so that much happens in them, and what the program writes of them held against what it reads."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import sandtable
from sandtable.files import parse_yaml
from sandtable.server.session.computer import choose
from sandtable.table.actions import Action
from sandtable.table.battle import Battle
from sandtable.table.case_writer import case_text
from sandtable.table.cases import answer
from sandtable.table.save_writer import entry_of, save_text
from sandtable.table.saves import battle_of, check_line

Chooser = Callable[[Battle, list[Action], random.Random], Action]
"""Who plays: takes one of the actions listed, or any other."""


def of_each_verb(actions: list[Action], chance: random.Random) -> list[Action]:
    """One action of each verb, so that what random play seldom takes is tried as often."""
    verbs: dict[int, list[Action]] = defaultdict(list)
    for action in actions:
        verbs[int(action.record["verb"])].append(action)
    return [chance.choice(verbs[verb]) for verb in sorted(verbs)]


def at_random(battle: Battle, listed: list[Action], chance: random.Random) -> Action:
    """Any legal action."""
    return battle.sample(chance)


def quick(battle: Battle, listed: list[Action], chance: random.Random) -> Action:
    """What the general so called takes."""
    return choose("quick", battle, str(chance.random())).action


def seldom(battle: Battle, listed: list[Action], chance: random.Random) -> Action:
    """Every verb that is listed as often as any other, though one ends the turn."""
    return chance.choice(of_each_verb(listed, chance))


PLAYERS: dict[str, Chooser] = {"random": at_random, "quick": quick, "seldom": seldom}


def read_again(battle: Battle, action: Action) -> None:
    """The action in notation and in JSON is read as the same action."""
    assert battle.action(action.text) == action, action.text
    assert battle.action(json.loads(json.dumps(action.to_json()))) == action, action.to_json()


def step(battle: Battle, action: Action) -> None:
    """Play an action: its line of a save, with its dice, is played again as it was, and all that is shown is shown."""
    before = battle.copy()
    battle.play(action)
    if battle.game.verbs.at_once is not None:
        before.engine.turn_to(battle.last.side)
    check_line(before, json.loads(json.dumps(entry_of(battle.last))), battle)
    shown(battle)


def shown(battle: Battle) -> None:
    """The table is drawn and what happened is told; figures have as many names as there are."""
    scene = battle.scene()
    assert len({figure.id for figure in scene.figures}) == len(scene.figures)
    assert all(event.text for event in battle.last.events)
    assert len(battle.names.figures) >= int(battle.record["n_figures"])


def opens(battle: Battle) -> Battle:
    """The battle that its save holds: the same, position and all that is shown of it among it."""
    again = battle_of(json.loads(save_text(battle.to_json(with_seed=True))))
    assert again.state_hash() == battle.state_hash() and again.position() == battle.position()
    assert again.scene() == battle.scene()
    assert again.engine.drawn == battle.engine.drawn and again.result == battle.result
    assert [each.hash for each in again.history] == [each.hash for each in battle.history]
    return again


def is_a_case(battle: Battle) -> Battle:
    """The battle as a case file of its position, read and laid: the same table."""
    again = answer(parse_yaml(case_text(battle, "As it stands", "What now?"), "case"), "case").battle
    assert again.state_hash() == battle.state_hash()
    return again


def play(battle: Battle, player: Chooser, chance: random.Random, most: int, whole: Callable[[int], bool]) -> None:
    """Play up to ``most`` decisions; where ``whole`` says so of its number all that is listed is read again."""
    for number in range(most):
        if battle.over:
            return
        listed = battle.legal()
        for action in listed if whole(number) else of_each_verb(listed, chance):
            read_again(battle, action)
        step(battle, player(battle, listed, chance))


def fought(game: Any, scenario: str, player: Chooser, seed: int, most: int, whole: Callable[[int], bool]) -> Battle:
    """A battle played, and opened from its save."""
    battle = sandtable.new(game, scenario=scenario, seed=seed)
    play(battle, player, random.Random(seed), most, whole)
    opens(battle)
    return battle
