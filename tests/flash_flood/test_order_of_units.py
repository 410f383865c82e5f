"""Where nobody is asked for an order, units farther west come first, however a file orders them (C40-GEN-9)."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
import yaml

from sandtable.games.skirmish40k.rules.charging import place_of_pile_in
from sandtable.games.skirmish40k.rules.measuring import sort_from_west
from sandtable.table.cases import answer

SQUADS = {
    "T": "{id: T, models: [gun_swarmer], at: [[24, 3]]}",
    "U": "{id: U, models: [gun_swarmer], at: [[26, 3]]}",
    "V": "{id: V, models: [gun_swarmer, gun_swarmer], at: [[33, 3], [34.5, 3]]}",
}


def battle(order: tuple[str, ...], more: str = "") -> Any:
    """A Guardsman at 25 between Termagants at 24 and 26, whom it touches; others have something left to do."""
    case = f"""
game: flash-flood
flooded: true
imperials: {{squads: [{{id: A, models: [line_guard], at: [[25, 3]]}}, {{id: B, models: [line_guard], at: [[33, 12]]}}]}}
tyranids: {{squads: [{", ".join(SQUADS[name] for name in order)}]}}
{more}
"""
    return answer(yaml.safe_load(case), "case").battle


ORDERS = list(itertools.permutations("TUV"))


@pytest.mark.clause("C40-CC-11", "C40-GEN-9")
@pytest.mark.parametrize("order", ORDERS, ids="".join)
def test_of_two_units_that_a_model_touches_it_strikes_that_farther_west(order: tuple[str, ...]) -> None:
    """They strike first, with Initiative 4 against 3, and miss. It hits on a 4, wounds on a 4, and the save fails."""
    dice = """
side: tyranids
phase: charging
dice:
  - {for: to_hit, figure: T1, value: 1}
  - {for: to_hit, figure: U1, value: 1}
  - {for: to_hit, figure: A1, value: 4}
  - {for: to_wound, figure: A1, value: 4}
  - {for: save, value: 1}
  - {for: leadership, value: 1}
  - {for: leadership, value: 1}
"""
    standing = {figure.id for figure in battle(order, dice).scene().figures}
    assert standing == {"A1", "B1", "U1", "V1", "V2"}


@pytest.mark.clause("FLOOD-WAY-7", "C40-GEN-9")
@pytest.mark.parametrize("order", ORDERS, ids="".join)
def test_units_are_taken_from_the_west(order: tuple[str, ...]) -> None:
    """So are fights in passing: T at 24, A at 25, U at 26, V and B at 33, of whom V is farther south."""
    b = battle(order, "phase: shooting").record
    first = np.full(b.n_squads, -1)
    sort_from_west(b, int(b.n_squads), first)
    xs = [float(b.figures[b.units[u].first].x) for u in first]
    assert float(b.figures[b.units[first[3]].first].y) == 3
    assert xs == [24, 25, 26, 33, 33]


@pytest.mark.clause("C40-CC-12", "C40-GEN-9")
@pytest.mark.parametrize("order", ["TU", "UT"])
def test_who_piles_in_between_two_units_as_near_goes_to_that_farther_west(order: str) -> None:
    """It stands at 26, an inch from each, and comes into contact at 25 or at 27."""
    squads = {
        "T": "{id: T, models: [gun_swarmer], at: [[24, 3]]}",
        "U": "{id: U, models: [gun_swarmer], at: [[28, 3]]}",
    }
    case = f"""
game: flash-flood
imperials: {{squads: [{{id: A, models: [line_guard], at: [[26, 3]]}}]}}
tyranids: {{squads: [{", ".join(squads[name] for name in order)}]}}
"""
    b = answer(yaml.safe_load(case), "case").battle.record
    guard = next(i for i in range(b.n_figures) if b.figures[i].x == 26)
    place = place_of_pile_in(b, guard, np.zeros(len(b.units), np.int64), 0)
    assert (place.found, place.x, place.y) == (1, 25, 3)
