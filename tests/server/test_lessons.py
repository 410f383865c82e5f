"""Scenarios that teach a game: each game has one, in five steps that can be done."""

from __future__ import annotations

import pytest

from sandtable.errors import InputError
from sandtable.games import get_game
from sandtable.server.views import battle_messages
from sandtable.table.scenarios import find_scenario, lay

BY_THE_BOARD = {"choose", "move", "read"}
"""What the board itself sees a player do; all else is a verb."""


@pytest.mark.parametrize(
    ("key", "until"),
    [
        ("dba", ["choose", "move", "end", "fight", "read"]),
        ("dbaix", ["choose", "move", "end", "fight", "read"]),
        ("inter-arma", ["choose", "move", "done", "shoot", "read"]),
    ],
)
def test_a_game_has_one_lesson_of_five_steps_that_can_be_done(key, until):
    lessons = [scenario.lesson for scenario in battle_messages.game_facts(key).scenarios if scenario.lesson]
    assert len(lessons) == 1
    [lesson] = lessons
    verbs = {verb.name.lower() for verb in get_game(key).verb}
    assert [step.until for step in lesson] == until
    assert all(step.until in BY_THE_BOARD or step.until in verbs for step in lesson)


def test_a_lesson_is_checked_like_all_of_a_scenario():
    game = get_game("dba")
    content = dict(find_scenario(game, "first-lesson").content)
    content["lesson"] = [{"title": "Go", "text": "Go on.", "until": "Fight!"}]
    with pytest.raises(InputError, match=r"lesson.*until.*expected choose"):
        lay(game, find_scenario(game, content), {})
