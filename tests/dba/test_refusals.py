"""Cheap refusals decide nothing: moves at random are judged alike with all of them open, in battles of every ground."""

from __future__ import annotations

import random

import pytest

from conftest import REDUCED
from dba.orders import ask
from dba.scenes import any_move, any_scene
from refusals import INTERPRETED, swapped
from sandtable.games.dba.rules import (
    around,
    contact,
    entering,
    gaps,
    groups,
    movement,
    places_of_contact,
    restriction,
    touching,
)

OPEN = {
    around.extent_of: lambda b, action, leader: 1e5,
    around._is_near_zone: lambda around, k, x, y, dx, dy, far: True,
    around._is_near_box: lambda around, k, ex, ey, dx, dy, deep, wide: True,
    contact.may_touch: lambda figure, other: True,
    contact._may_meet_at: lambda b, base, j: is_in_open(b.figures[j]),  # noqa: F821
    places_of_contact._may_be_within: lambda front, start, other, edge, reach: True,
    touching.bases_may_touch: lambda base, other: True,
    entering.comes_near: lambda middle, radius, zone_owner, depth: True,
    entering.enemies_near: lambda b, side, middle, radius: sum(
        1 << j
        for j in range(b.n_figures)
        if b.figures[j].side != side and has_zone(b, j)  # noqa: F821
    ),
    gaps._is_near_line: lambda base, x, y, dx, dy, far: True,
    gaps._is_near_feature: lambda feature, x, y, dx, dy, far: True,
    gaps._is_near_board_edge: lambda b, base, gap: True,
    groups._may_be_linked: lambda figure, other: True,
    movement._may_touch_enemy: lambda b, action, around: True,
    restriction._is_near_camp: lambda b, owner, middle, radius: True,
}
"""Every cheap refusal, and what says perhaps to all that it is asked."""


@INTERPRETED
@pytest.mark.parametrize("seed", range(12 if REDUCED else 60))
def test_with_every_cheap_refusal_open_all_moves_are_judged_alike(seed):
    rng = random.Random(seed)
    for _ in range(3):
        b = any_scene(rng).laid()
        for _ in range(12):
            action = any_move(rng, b)
            usual = ask(b, action)
            with swapped(OPEN):
                thorough = ask(b, action)
            assert usual.legal == thorough.legal, (usual, thorough, action)
            if usual.legal:  # of a move that is too long, what lies beyond its reach is not told
                assert usual == thorough, action
