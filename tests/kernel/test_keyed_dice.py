"""Keyed dice: a die follows from bound, purpose, side, figure and count, whatever was thrown before it."""

from __future__ import annotations

from typing import Any

import numpy as np

from sandtable.kernel.dice import begin_bound, new_dice, throw_die
from sandtable.kernel.log import LOG

Throw = tuple[int, int, int]
"""Purpose, side and figure."""

ONE, OTHER, NOBODYS = (3, 0, 5), (3, 1, 5), (4, -1, -1)


def thrown(bound: int, *throws: Throw, seed: str = "keyed", sides: int = 1000) -> list[int]:
    dice: Any = new_dice(seed)
    begin_bound(dice, bound)
    log = np.zeros(1, LOG)[0]
    return [int(throw_die(dice, log, *throw, sides)) for throw in throws]


def test_a_die_shows_the_same_whatever_was_thrown_before():
    one, other, nobodys = thrown(2, ONE, OTHER, NOBODYS)
    assert thrown(2, NOBODYS, ONE, OTHER) == [nobodys, one, other]
    assert len({one, other, nobodys}) == 3


def test_the_second_die_of_a_kind_is_another_and_the_next_bound_begins_anew():
    twice = thrown(2, ONE, ONE)
    assert thrown(2, ONE, OTHER, ONE)[::2] == twice and twice[0] != twice[1]
    assert thrown(3, ONE) != thrown(2, ONE) != thrown(2, ONE, seed="another")


def test_every_face_comes_as_often():
    # 600 dice: each face 100 times, with a standard deviation of sqrt(600 * 1/6 * 5/6) = 9.1.
    faces = [face for bound in range(1, 31) for face in thrown(bound, *[(1, 0, k) for k in range(20)], sides=6)]
    assert all(abs(count - 100) < 5 * 9.1 for count in np.bincount(faces, minlength=7)[1:])
