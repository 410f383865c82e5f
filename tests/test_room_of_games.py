"""Room in every game there is: no action comes near what dice and log hold, and no list of the rules is cut short."""

from __future__ import annotations

import random

import numpy as np
import pytest

from nonsense import nonsense
from sandtable.compiler.decorators import COMPILED
from sandtable.games import game_keys, get_game
from sandtable.kernel.dice import MAX_THROWN, new_dice
from sandtable.kernel.log import CAPACITY, clear, new_log
from sandtable.kernel.records import MAX_FIGURES, NOBODY, new_actions
from sandtable.kernel.verbs import redact_nothing
from sandtable.table.scenarios import lay_table, scenario_names

SPARE = 3
"""The room is at least so many times what any action has taken."""


@pytest.mark.full
@pytest.mark.parametrize("key", game_keys())
def test_no_action_takes_more_than_a_part_of_the_room(key: str) -> None:
    game, rng, log = get_game(key), random.Random(11), new_log()
    taken = {"dice": 0, "told": 0, "judged": 0}
    for name in scenario_names(game)[: None if COMPILED else 1]:
        laid = lay_table(key, name).record
        for seed in range(4 if COMPILED else 1):
            b, dice, planner = laid.copy(), new_dice(seed), new_dice(f"planner {seed}")
            action = new_actions(1, game.action)[0]
            clear(log)
            game.verbs.setup(b[0], dice, log)
            for _ in range(400 if COMPILED else 40):
                taken["told"], taken["dice"] = max(taken["told"], int(log.n)), max(taken["dice"], int(dice.n_thrown))
                assert log.lost == dice.lost == 0
                if game.verbs.current_side(b[0]) == NOBODY:
                    break
                clear(log)
                game.verbs.judge(b[0], nonsense(game, b[0], rng), log)
                taken["judged"] = max(taken["judged"], int(log.n))
                assert log.lost == 0
                clear(log)
                dice.n_thrown = 0
                game.verbs.sample_action(b[0], planner, action)
                game.verbs.apply(b[0], action, dice, log)
                if game.verbs.redact is redact_nothing:
                    assert (log["entries"]["seen_by"][: log["n"]] == -1).all()  # nothing is secret here
    assert 0 < taken["dice"] * SPARE <= MAX_THROWN
    assert 0 < taken["told"] * SPARE <= CAPACITY and 0 < taken["judged"] * SPARE <= CAPACITY


@pytest.mark.parametrize("key", game_keys())
def test_no_record_promises_more_figures_than_the_house_has_room_for(key: str) -> None:
    fields = get_game(key).dtype.fields
    shape = fields["figures"][0].shape
    assert np.prod(shape) <= MAX_FIGURES
