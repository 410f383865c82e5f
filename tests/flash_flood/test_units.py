"""Squads as players meet them: told apart by name, and moved as one."""

from __future__ import annotations

import pytest

import sandtable


@pytest.mark.clause("C40-MOV-6")
def test_a_squad_goes_as_it_stands_to_where_its_first_ends() -> None:
    """Scouts at 27,3 and 28.5 or 30 by 2.25 or 3.75: each goes as far, and who is in front first, out of the way."""
    battle = sandtable.new("flash-flood", scenario="charges-in-the-nest", seed=1)
    battle.play("take up S1")
    order = {"verb": "move", "figures": ["S1", "S2", "S3", "S4", "S5"], "to": [27, 2.5], "facing": 0}
    action = battle.action(order)
    assert action.text == "move S2 S4 S1 S3 S5 each 28.5,1.75,0 30,1.75,0 27,2.5,0 28.5,3.25,0 30,3.25,0"
    assert battle.judge(action).legal
    squads = {figure.unit for figure in battle.scene().figures if figure.side == "imperials"}
    assert squads == {"Tactical squad", "Scout squad"}


def test_squads_of_one_name_are_told_apart() -> None:
    battle = sandtable.new("flash-flood", scenario="guard-in-the-drain", seed=1)
    units = {figure.unit for box in battle.scene().boxes for figure in box.figures if figure.side == "imperials"}
    assert units == {"Guard command squad", "Guard infantry squad 1", "Guard infantry squad 2"}
