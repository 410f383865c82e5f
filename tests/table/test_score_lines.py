"""The score board: what each side's points are for, whose lines add up to them in every game."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.games import built_in, get_game
from sandtable.table.scenarios import scenario_names
from sandtable.translation import ENGLISH, speaking


@pytest.mark.full  # no kernel of this is compiled otherwise
@pytest.mark.parametrize("game", built_in())
def test_lines_add_up_to_the_points_at_the_beginning_of_every_scenario(game: str) -> None:
    for scenario in scenario_names(get_game(game)):
        battle = sandtable.new(game, scenario, seed=1)
        for language in (ENGLISH, "ru"):
            with speaking(language):
                for score in battle.scene().scores:
                    assert sum(points for _, points in score.lines) == score.points, (scenario, score)
