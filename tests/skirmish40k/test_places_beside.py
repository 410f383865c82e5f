"""The nearest place to touch an enemy is that of a plain search of all directions, at angles and tenths (C40-CHG-3)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from sandtable.games.skirmish40k.record import DIRECTIONS
from sandtable.games.skirmish40k.rules import charging
from sandtable.games.skirmish40k.rules.measuring import SLACK
from sandtable.kernel.geometry import snap
from skirmish40k.core_table import man, table, wall

KINDS = ("gun_swarmer", "line_guard", "winged_swarmer")


def plain_search(b: Any, i: int, j: int, most: float, allowed: int) -> tuple[float, ...]:
    """Straight at it if that way is free, else the first of the nearest directions about it, asking every one."""
    figure, other = b.figures[i], b.figures[j]
    reach = 0.5 * (figure.width + other.width)
    apart = math.hypot(figure.x - other.x, figure.y - other.y)
    straight = ((figure.x - other.x) / apart, (figure.y - other.y) / apart)
    best: tuple[float, ...] = ()
    for ux, uy in (straight, *(b.core.around[k % DIRECTIONS] for k in range(1, DIRECTIONS + 1))):
        x, y = snap(other.x + ux * reach), snap(other.y + uy * reach)
        length = math.sqrt((x - figure.x) * (x - figure.x) + (y - figure.y) * (y - figure.y))
        if length <= most + SLACK and (not best or length < best[2]) and charging._is_way_free(b, i, x, y, allowed):
            best = (x, y, length)
            if (ux, uy) == straight:
                break
    return best


def crowd(dice: np.random.Generator) -> tuple[Any, float, int]:
    """A charger, an enemy at any angle, in tenths of an inch, mates before it who touch it, another enemy, a wall."""
    way, far = dice.uniform(0, 2 * math.pi), dice.integers(14, 60) / 10
    x, y = far * math.cos(way), far * math.sin(way)
    men = [man(str(dice.choice(KINDS))), man(str(dice.choice(KINDS)), round(x, 1), round(y, 1), side=1, unit=1)]
    for turn in dice.normal(0, 0.5, 2):
        near_x, near_y = x - 1.1 * math.cos(way + turn), y - 1.1 * math.sin(way + turn)
        men.append(man(str(dice.choice(KINDS)), round(near_x, 1), round(near_y, 1)))
    aside = dice.uniform(-3, 3, 2)
    unit = int(dice.integers(1, 3))
    men.append(man(str(dice.choice(KINDS)), round(x + aside[0], 1), round(y + aside[1], 1), side=1, unit=unit))
    b = table(*men)
    if dice.random() < 0.2:
        wall(b, x / 2, y / 2 - 0.3, x / 2, y / 2 + 0.3)
    return b, float(dice.integers(20, 130) / 10), 1 if dice.random() < 0.8 else -1


@pytest.mark.clause("C40-CHG-3", "C40-CHG-7", "C40-CC-12")
def test_the_nearest_place_beside_an_enemy_is_that_of_a_plain_search() -> None:
    """Places too far and places behind the enemy are passed over unasked: none of them is ever the one."""
    dice = np.random.default_rng(40)
    aside = blocked = 0
    for _ in range(160):
        b, most, allowed = crowd(dice)
        place = charging.place_beside(b, 0, 1, most, allowed)
        found = (place.x, place.y, place.length) if place.found else ()
        plain = plain_search(b, 0, 1, most, allowed)
        assert found == plain
        straight = math.hypot(b.figures[1].x, b.figures[1].y) - 0.5 * (b.figures[0].width + b.figures[1].width)
        aside += bool(plain and plain[2] > straight + 0.05)
        blocked += not plain
    assert aside > 20 and blocked > 20
