"""Flash Flood's enums that come from its data: Clause from the rulebook, Code from the texts, and who throws for what.

The core's members stand first in each, with the core's values: ``Clause.C40_SAVE_2``, then ``Clause.FLOOD_SET_1``.
"""

from __future__ import annotations

from pathlib import Path

from sandtable.games.rulebook import clause_enum, code_enum, purpose_enum
from sandtable.games.skirmish40k import clauses as core

FOLDER = Path(__file__).parent

Clause = clause_enum(FOLDER, __name__)
"""``Clause.FLOOD_BUMP_1`` is FLOOD-BUMP-1 of rulebook.toml."""

Code = code_enum(FOLDER, __name__)
"""Every sentence of the core's and the game's texts by its key: ``Code.IS_CARRIED``."""

Purpose = purpose_enum(
    core.Purpose,
    (
        "FLOOD",  # does it come in this turn
        "FLOOD_PHASE",  # in which phase of the turn: house rule flood_moment
        "FIRST_HALF",  # which half of the table: 1 to 3 the western (southern), 4 to 6 the other
        "ORDER",  # who of several equally far ones is tested first
        "CARRY",  # inches
        "BRANCH",
        "BUMP",
        "LOAD",  # house rule lose_load
        "REMOVE",  # a planted charge
    ),
    __name__,
)
"""What a die is thrown for: the core's purposes, then the flood's own."""
