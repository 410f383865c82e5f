"""What the program writes it reads: battles of every scenario, at random, by a general, and by actions seldom taken.

``SANDTABLE_ROUND_TRIPS=50 python -m pytest -q -n 2 tests/table/test_round_trip.py`` plays fifty battles of each kind to
their ends, all that is listed read again at every decision; the check plays one of each kind for a while.
"""

from __future__ import annotations

import os

import pytest

from sandtable.compiler.decorators import COMPILED
from sandtable.games import built_in, get_game
from sandtable.table.scenarios import scenario_names
from table.round_trips import PLAYERS, fought

BATTLES = int(os.environ.get("SANDTABLE_ROUND_TRIPS", "0"))
WITHOUT_END = 100_000
DECISIONS = {"random": 30, "quick": 30, "seldom": 45}
"""So far a battle goes in the check."""

WHOLE_LIST = 6
"""In the check all that is listed is read again at the first decisions and once in so many; else one of each verb."""

SCENARIOS = [(game, name) for game in built_in() for name in scenario_names(get_game(game))]

pytestmark = [pytest.mark.volume, pytest.mark.skipif(not COMPILED, reason="the compiled run plays these battles")]


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize(("game", "scenario"), SCENARIOS, ids=[f"{game} {name}" for game, name in SCENARIOS])
def test_what_is_listed_and_done_is_read_as_it_was_written_and_the_save_opens(
    game: str, scenario: str, player: str
) -> None:
    for seed in range(max(1, BATTLES)):
        most = WITHOUT_END if BATTLES else DECISIONS[player]
        battle = fought(
            game, scenario, PLAYERS[player], seed, most, lambda n: bool(BATTLES) or n < 5 or n % WHOLE_LIST == 0
        )
        assert battle.actions and (battle.over or not BATTLES)
