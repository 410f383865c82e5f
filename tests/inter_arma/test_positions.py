"""A position on one line is read back whole: sets of figures are as long as there are figures."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.errors import NotationError


def test_contact_with_the_last_of_many_figures_is_read_back() -> None:
    """Sets of figures are bits: that of figure 43, counted from 0, is 2 to the 43rd, 8796093022208."""
    battle = sandtable.new("inter-arma", "camp", seed=1)
    record = battle.array[0]
    record.figures[0].met = 1 << 43
    battle.engine.stand(record)
    assert ".met=8796093022208" in battle.position()
    assert sandtable.from_position(battle.position()).state_hash() == battle.state_hash()


def test_what_no_field_holds_is_refused() -> None:
    line = sandtable.new("inter-arma", "camp", seed=1).position()
    for word in ("turn=2147483648", "squads[0].held_once=9223372036854775808"):
        with pytest.raises(NotationError, match="too large"):
            sandtable.from_position(f"{line} {word}")
