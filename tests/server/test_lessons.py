"""Scenarios that teach a game: each game has one, in five steps that are done in a battle as computers fight it."""

from __future__ import annotations

import numpy as np
import pytest
import yaml

import sandtable
from sandtable.errors import InputError
from sandtable.games import get_game
from sandtable.games.language import said_in
from sandtable.games.rulebook import read_rulebook
from sandtable.generals import Kind
from sandtable.generals.choosing import choose_action
from sandtable.generals.desk import look, new_desk
from sandtable.kernel.dice import new_dice
from sandtable.server.views import battle_messages
from sandtable.table.scenarios import find_scenario, lay

BY_THE_BOARD = {"choose", "read"}
"""What the board itself sees a player do; all else is a verb."""

GAMES = ("dba", "dbaix", "pursuit", "flash-flood", "inter-arma", "batalist")
LONG = 400
"""Decisions of all sides within which the learner comes by every step."""


def the_lesson(key):
    """The one scenario of a game that is a lesson."""
    [found] = [scenario for scenario in battle_messages.game_facts(key).scenarios if scenario.lesson]
    return found


def quick_action(battle, desk):
    """What ``quick`` does for the side to decide."""
    side = int(battle.game.verbs.current_side(battle.record))
    look(battle.record, side, desk)
    choose_action(desk.seen[0], side, Kind.QUICK.value, new_dice("lesson"), desk)
    return battle.action(np.copy(desk.action[0]))


@pytest.mark.parametrize("key", GAMES)
def test_a_game_has_one_lesson_of_five_steps_each_of_which_comes(key):
    scenario, game = the_lesson(key), get_game(key)
    verbs = {verb.name.lower() for verb in game.verb} | {"move"}
    waited = [set(step.until.removeprefix("all ").split(" or ")) for step in scenario.lesson]
    assert len(waited) == 5
    assert {step.clause for step in scenario.lesson} <= {clause.id for clause in read_rulebook(game.folder)}
    assert all(until <= BY_THE_BOARD or until <= verbs for until in waited)
    learner = scenario.learner or scenario.sides[0].key
    assert learner in {side.key for side in scenario.sides}
    battle, desk = sandtable.new(key, scenario.key, seed=7), new_desk(game)
    left = [until for until in waited if not until <= BY_THE_BOARD]
    for _ in range(LONG):
        if not left or battle.over:
            break
        action, side = quick_action(battle, desk), battle.decision.side
        verb = game.verb(int(action.record["verb"])).name.lower()
        battle.play(action)
        if side == learner:  # whoever does a later step's thing goes on behind that step, as on the board
            left = left[max((k + 1 for k, until in enumerate(left) if verb in until), default=0) :]
    assert left == []


@pytest.mark.parametrize("key", GAMES)
def test_a_lesson_is_said_in_russian_too(key):
    """Title and words of the scenario, and every step, stand in the game's own folder."""
    game = get_game(key)
    content = yaml.safe_load((game.folder / "scenarios" / f"{the_lesson(key).key}.yaml").read_text("utf-8"))
    steps = [step[part] for step in content["lesson"] for part in ("title", "text")]
    words = [content["title"], content["description"], *content["goals"].values(), *steps]
    assert [english for english in words if english not in said_in(game.folder, "ru", "words")] == []


def test_a_lesson_is_checked_like_all_of_a_scenario():
    game = get_game("dba")
    content = dict(find_scenario(game, "first-lesson").content)
    content["lesson"] = [{"title": "Go", "text": "Go on.", "until": "Fight!"}]
    with pytest.raises(InputError, match=r"lesson.*until.*expected choose"):
        lay(game, find_scenario(game, content), {})
