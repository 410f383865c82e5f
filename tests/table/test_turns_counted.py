"""The number of the turn, by the game's own word for one."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.games import built_in, get_game


@pytest.mark.parametrize("key", built_in())
def test_every_game_counts_its_turns_and_begins_before_the_second(key):
    """What is counted is no side and no kind of turn: nobody has had a second one yet."""
    battle = sandtable.new(key, seed=5)
    assert get_game(key).counts in battle.record.dtype.names
    assert battle.turn in (0, 1)
