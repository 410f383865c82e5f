"""TURNS: the phases of a game turn of two player turns, and units taken up one after another (GEN)."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from sandtable.compiler.decorators import clause, kernel


class Part(IntEnum):
    """The phases of a player turn."""

    MOVEMENT = 0
    SHOOTING = 1
    ASSAULT = 2


class Moment(NamedTuple):
    """Which phase of whose player turn of which game turn it is."""

    turn: int  # from 1
    player: int  # 0: the first player's turn, 1: the second's
    part: int  # a Part


@clause("C40-GEN-5")
@kernel
def next_moment(moment):
    """The phase after this one."""
    if moment.part < Part.ASSAULT:
        return Moment(moment.turn, moment.player, moment.part + 1)
    if moment.player == 0:
        return Moment(moment.turn, 1, 0)
    return Moment(moment.turn + 1, 0, 0)


@clause("C40-GEN-7")
@kernel
def begin_phase(b, n_units):
    """A phase begins: nobody is taken up or finished, and no model has moved."""
    for u in range(n_units):
        unit = b.units[u]
        unit.begun = 0
        unit.done = 0
        unit.ground_roll = 0
        for i in range(unit.first, unit.first + unit.count):
            b.figures[i].moved = 0
