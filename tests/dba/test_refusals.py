"""Cheap refusals decide nothing: moves at random are judged alike with all of them open, in battles of every ground."""

from __future__ import annotations

import random

import pytest

from conftest import REDUCED
from dba.orders import ask
from dba.scenes import any_move, any_scene
from refusals import INTERPRETED, swapped
from sandtable.games.dba.rules import (
    contact,
    gaps,
    groups,
    legal_contacts,
    move_context,
    movement,
    places_of_contact,
)

OPEN = {
    move_context.extent_of: lambda b, action, leader: 1e5,
    move_context._is_near_zone: lambda around, k, x, y, dx, dy, far: True,
    move_context._is_near_box: lambda around, k, ex, ey, dx, dy, deep, wide: True,
    contact.may_touch: lambda figure, other: True,
    contact._may_meet_at: lambda b, base, j: is_in_open(b.figures[j]),  # noqa: F821
    places_of_contact._may_be_within: lambda front, start, other, edge, reach: True,
    legal_contacts.bases_may_touch: lambda base, other: True,
    gaps._is_near_line: lambda base, way, far: True,
    gaps._is_near_feature: lambda feature, way, far: True,
    gaps._is_near_board_edge: lambda b, base, gap: True,
    groups._may_be_linked: lambda figure, other: True,
    movement._may_touch_enemy: lambda b, action, around: True,
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
