"""The record of a battle of Marbles and its enums: 12 marbles at most, of 8 sides; lengths in cm."""

from enum import IntEnum
from pathlib import Path

from sandtable.games.common.data import rules_record
from sandtable.games.rulebook import clause_enum, code_enum
from sandtable.kernel.records import action_record, record
from sandtable.kernel.terrain import terrain_record

FOLDER = Path(__file__).parent
MAX_MARBLES = 12

Clause = clause_enum(FOLDER, __name__)  # Clause.MOV_1 is MARB-MOV-1 of rulebook.toml
Code = code_enum(FOLDER, __name__)  # the sentences of data/texts/ by their keys
Phase = IntEnum("Phase", ["BOUND", "NEXT", "OVER"], start=0)  # the steps of a battle
Verb = IntEnum("Verb", ["ROLL", "PASS"], start=0)  # what a side can decide to do
Purpose = IntEnum("Purpose", ["KNOCK"], start=0)  # what a die is thrown for

MARBLE = record(
    ("x", "f8"), ("y", "f8"), ("fx", "f8"), ("fy", "f8"), ("width", "f8"), ("depth", "f8"),
    ("form", "i4"), ("side", "i4"), ("out", "i4"),
)  # fmt: skip
BATTLE = record(
    ("figures", MARBLE, (MAX_MARBLES,)), ("terrain", terrain_record(1, 4)), ("rules", rules_record(FOLDER)),
    ("width", "f8"), ("height", "f8"), ("n_figures", "i4"), ("n_sides", "i4"),
    ("phase", "i4"), ("round", "i4"), ("turn", "i4"),
)  # fmt: skip
ACTION = action_record(actors=MAX_MARBLES, via=1)
