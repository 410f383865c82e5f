"""The record of a battle of Marbles, its enums and its words. Room for 12 figures of 8 sides."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

from sandtable.games.rulebook import clause_enum, code_enum
from sandtable.kernel.records import MAX_SIDES, action_record, record
from sandtable.kernel.terrain import terrain_record

FOLDER = Path(__file__).parent
Clause = clause_enum(FOLDER, __name__)
Code = code_enum(FOLDER, __name__)

MAX_MARBLES = 12


class Purpose(IntEnum):
    """What a die is thrown for."""

    FIRST = 0
    KNOCK = 1


class Phase(IntEnum):
    """The steps of a battle."""

    START = 0
    ORDERS = 1
    OVER = 2


class Verb(IntEnum):
    """What a side can decide to do."""

    MOVE = 0
    SPREAD = 1
    PASS = 2


class Mode(IntEnum):
    """How a figure moves."""

    ROLL = 0
    RUN = 1


class Piece(IntEnum):
    """What lies on the tray; its number is the first feature of the terrain that it is made of."""

    ROCK = 0
    RAFT = 1


FIGURE = record(
    ("x", "f8"), ("y", "f8"), ("fx", "f8"), ("fy", "f8"), ("width", "f8"), ("depth", "f8"),
    ("side", "i4"), ("form", "i4"), ("out", "i4"), ("breathless", "i4"),
)  # fmt: skip
BATTLE = record(
    ("figures", FIGURE, (MAX_MARBLES,)), ("terrain", terrain_record(4, 16)),
    ("tray_width", "f8"), ("tray_height", "f8"), ("n_figures", "i4"), ("n_sides", "i4"), ("phase", "i4"),
    ("round", "i4"), ("turn", "i4"),
    ("order", "i4", (MAX_SIDES,)),
)  # fmt: skip
ACTION = action_record(actors=MAX_MARBLES, via=1, poses=MAX_MARBLES, modes=True)
