"""Generals know what their side sees, and guess the rest: nothing that is hidden from them changes what they do."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import sandtable
from sandtable.games import built_in, get_game, register
from sandtable.generals import GENERALS
from sandtable.generals.choosing import choose_action
from sandtable.generals.desk import GUESSES, guess, look, new_desk
from sandtable.generals.playouts import PLAYED, Limits, play_battle
from sandtable.kernel.dice import forget, new_dice
from sandtable.kernel.records import NOBODY
from sandtable.kernel.verbs import GAUGES, MAX_LEGAL, redact_nothing
from sandtable.server.session import computer
from sandtable.table.scenarios import lay_table, scenario_names
from table.ambush_game import GAME as AMBUSH
from table.duel_game import GAME as DUEL

register(AMBUSH)
register(DUEL)

interpreted = pytest.mark.by_hand  # to compile all generals for a game of the tests' own would take 20 s


def in_mid_battle(seed: int) -> Any:
    """An ambush whose orders are written, in which one of Blue's figures lurks."""
    battle, rng = sandtable.new("ambush", seed=seed), random.Random(seed)
    for side, actions in (("red", ["write 3", "seal"]), ("blue", ["write 5", "lurk C", "seal"])):
        for action in actions:
            battle.engine.turn_to(side)
            battle.play(action)
    for _ in range(rng.randrange(3)):
        battle.play(rng.choice(battle.legal()))
    return battle


def test_a_desk_guesses_only_where_something_is_hidden():
    assert new_desk(AMBUSH).guesses == GUESSES
    assert new_desk(get_game("dbaix")).guesses == 0


LONG = {"legend": "thinks as a marshal does, only longer: 12 s a battle"}


@interpreted
@pytest.mark.parametrize("kind", [kind for kind in GENERALS if kind not in LONG])
@pytest.mark.parametrize("seed", range(6))
def test_a_general_does_the_same_wherever_the_lurker_is(kind: str, seed: int):
    """Red decides; Cora, who lurks, stands elsewhere, and Blue has written another order: Red cannot know."""
    battle = in_mid_battle(seed)
    while battle.over or battle.decision.side != "red":
        battle.play("end")
    assert battle.record.lurks[2], "Cora has not been found out"
    chosen = set()
    for x, plan in ((8.5, 5), (9.5, 1), (10.5, 6)):
        twin = battle.copy()
        record = twin.array[0]
        record.figures[2].x = x
        record.plan[1] = plan
        twin.engine.stand(record)
        seen = twin.as_seen(["red"])
        chosen.add(computer.choose(kind, seen).action.text)
        desk, planner = new_desk(AMBUSH), new_dice("planner")
        look(record, 0, desk)
        choose_action(desk.seen[0], 0, GENERALS[kind].kind.value, planner, desk)
        assert int(desk.seen[0].plan[1]) == 0 and int(desk.seen[0].figures[2].where) == 1
    assert len(chosen) == 1


@interpreted
def test_guesses_are_different_and_keep_what_is_seen():
    battle = in_mid_battle(1)
    desk, planner = new_desk(AMBUSH), new_dice("planner")
    look(battle.array[0], 0, desk)
    guess(desk.seen[0], 0, planner, desk)
    assert len({(float(g.figures[2].x), float(g.figures[2].y)) for g in desk.guessed}) > 1
    for guessed in desk.guessed:
        assert guessed.figures[:2].tobytes() == battle.record.figures[:2].tobytes()
        assert int(guessed.plan[0]) == 3


@interpreted
def test_whole_battles_are_fought_by_what_each_side_sees():
    """In the laboratory every choice is made on a battle without the other side's order."""
    battle = in_mid_battle(2)
    desk = new_desk(AMBUSH)
    played = np.zeros(1, PLAYED)
    kinds = np.array([GENERALS["greedy"].kind.value, GENERALS["quick"].kind.value], np.int32)
    array = battle.array
    play_battle(array[0], kinds, new_dice("dice"), new_dice("planner"), desk, Limits(500), np.zeros(GAUGES), played[0])
    assert played[0]["decisions"] > 0 and not played[0]["is_cut_off"]
    assert sorted(desk.seen[0].plan.tolist()) in ([0, 3], [0, 5]), "who chose last did not see the other's order"


SURE = [
    (key, scenario)
    for key in built_in()
    if get_game(key).verbs.redact is not redact_nothing and not get_game(key).weighs_guesses
    for scenario in scenario_names(get_game(key))
]
"""The battles of games that say that no guess changes what an action looks worth."""


@pytest.mark.full
@pytest.mark.parametrize(("key", "scenario"), SURE)
def test_what_an_action_looks_worth_is_the_same_whatever_is_guessed(key: str, scenario: str):
    """To the last bit, in positions of a battle of ``quick``: that guesses differ there is part of the test."""
    game, differed = get_game(key), 0
    verbs, desk, b = game.verbs, new_desk(game), lay_table(key, scenario).record[0]
    dice, planner = new_dice(f"worth {scenario}"), new_dice("planner")
    verbs.setup(b, dice, desk.log[0])
    for _ in range(1500):
        side = verbs.current_side(b)
        if side == NOBODY:
            break
        look(b, side, desk)
        seen = desk.seen[0]
        guess(seen, side, planner, desk)
        n = min(verbs.legal_actions(seen, desk.actions), MAX_LEGAL)
        verbs.worth(seen, desk.actions, n, desk.features, desk.worths)
        for guessed in desk.guessed:
            verbs.worth(guessed, desk.actions, n, desk.later_features, desk.later_worths)
            assert desk.later_worths[:n].tolist() == desk.worths[:n].tolist()
            differed += guessed.tobytes() != seen.tobytes()
        choose_action(seen, side, GENERALS["quick"].kind.value, planner, desk)
        verbs.apply(b, desk.action[0], dice, desk.log[0])
        forget(dice)
    assert differed > 0
