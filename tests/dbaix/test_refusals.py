"""Cheap refusals decide nothing: moves and fights at random are judged alike with all of them open."""

from __future__ import annotations

import random

import pytest

from conftest import REDUCED
from dbaix.board import judged
from dbaix.scenes import any_move, any_scene
from refusals import INTERPRETED, swapped
from sandtable.games.dbaix.record import Going
from sandtable.games.dbaix.rules import combat, contacts, marches, positions, terrain, wheels
from sandtable.games.dbaix.rules.movement import judge_move

OPEN = {
    positions.are_close: lambda figure, other: (
        are_enemies(figure, other) and is_on_table(figure) and is_on_table(other)  # noqa: F821
    ),
    contacts.fill_close: lambda b, close: close.fill(1),
    marches.around: lambda b, action, way, nearby: everything(b, action.actors[0], way.mask, nearby),  # noqa: F821
    terrain.matters: lambda b, t, x0, y0, x1, y1: (
        b.terrain.features[t].kind != Going.OPEN and b.terrain.features[t].kind != Going.ROAD
    ),
    wheels._may_meet_in_arc: lambda arc, base, end, other: True,
}
"""Every cheap refusal, and what says perhaps to all that it is asked."""


@INTERPRETED
@pytest.mark.clause("DBAIX-MOV-11")
@pytest.mark.parametrize("seed", range(12 if REDUCED else 60))
def test_with_every_cheap_refusal_open_all_moves_are_judged_alike(seed):
    rng = random.Random(seed)
    for _ in range(3):
        b = any_scene(rng).laid()
        for _ in range(15):
            action = any_move(rng, b)
            usual = judged(judge_move, b, action)
            with swapped(OPEN):
                assert judged(judge_move, b, action) == usual, action


@INTERPRETED
@pytest.mark.clause("DBAIX-CBT-7")
def test_with_every_cheap_refusal_open_the_same_pairs_fight():
    rng = random.Random(3)
    fights = 0
    for _ in range(20 if REDUCED else 100):
        b = any_scene(rng).laid()
        combat.pair_off(b)
        usual = list(b.figures["opponent"])
        fights += sum(other >= 0 for other in usual)
        with swapped(OPEN):
            combat.pair_off(b)
        assert list(b.figures["opponent"]) == usual
    assert fights > 2
