"""What is refused at once, as it is too far away or beside a wheel, would be refused by the whole question, too."""

from __future__ import annotations

import math

import numpy as np
import pytest

from batalist.field import add, field
from sandtable.games.batalist.rules import ways
from sandtable.kernel.geometry import TOUCH, Base, base_of, distance_between, facing_of_degrees
from sandtable.kernel.sweep import wheel_about
from sandtable.kernel.wheeling import wheel_meets


def bases(count, spread):
    """Bases of some sizes that face anywhere, about (40, 30)."""
    rng = np.random.default_rng(30)
    for _ in range(count):
        x, y = 40.0 + spread * rng.uniform(-1.0, 1.0, 2)
        facing = facing_of_degrees(90.0 * rng.integers(4) + rng.choice([0.0, rng.uniform(0.0, 90.0)]))
        wide, deep = rng.choice([0.5, 1.0, 2.5, 4.0], 2)
        yield Base(float(x), float(y), facing.x, facing.y, float(wide), float(deep))


@pytest.mark.clause("BAT-ACT-10")
@pytest.mark.parametrize("degrees", [-90.0, -25.0, 7.0, 50.0, 90.0])
def test_who_lies_past_a_wheel_is_not_met_by_it(degrees):
    """Halberdiers wheel among others of all sizes: of those past it none is met, and they are many."""
    base, hand = Base(40.0, 30.0, 0.0, 1.0, 2.5, 2.0), 1 if degrees > 0.0 else -1
    pivot = ways.pivot_of(base, degrees)
    turn = wheel_about(pivot.x, pivot.y, degrees)
    past = [other for other in bases(300, 8.0) if ways.wheels_past(base, pivot, turn, hand, other)]
    assert len(past) > 50
    assert not any(wheel_meets(base, pivot.x, pivot.y, turn.c, turn.s, hand, other) for other in past)


@pytest.mark.clause("BAT-ACT-9")
def test_bases_touch_where_nothing_is_between_them():
    base = Base(40.0, 30.0, 0.0, 1.0, 2.5, 2.0)
    assert ways.touches(base, Base(40.0, 34.0, 0.0, -1.0, 2.5, 2.0))
    assert ways.touches(base, Base(45.0, 34.0, 0.0, -1.0, 2.5, 2.0)), "by a corner"
    for other in bases(300, 8.0):
        assert ways.touches(base, other) == (distance_between(base, other) <= TOUCH)


@pytest.mark.clause("BAT-ACT-9", "BAT-ACT-20")
def test_a_way_ends_at_whoever_is_touched_first():
    """Of enemies all about the nearest that is grazed counts, whichever way one goes."""
    b = field()
    i = add(b, "L1", 0, 40, 30)
    for other in bases(9, 14.0):
        b.figures[add(b, "L1", 1, other.x, other.y)].fx, b.figures[b.n_figures - 1].fy = other.fx, other.fy
    base = base_of(b.figures[i])
    enemies = [base_of(b.figures[j]) for j in range(1, b.n_figures)]
    enemies = [enemy for enemy in enemies if distance_between(base, enemy) > TOUCH]
    for degrees in range(0, 360, 15):
        way = facing_of_degrees(float(degrees))
        first = min([6.0, *(ways.way_to_graze(base, way.x, way.y, 6.0, enemy) for enemy in enemies)])
        assert ways.way_to_touch(b, i, base, way.x, way.y, 6.0) == first
    assert math.isfinite(first)
