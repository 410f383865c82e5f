"""Pursuit's enums that come from its data, the core's members first: Clause, Code, and who throws for what."""

from __future__ import annotations

from pathlib import Path

from sandtable.games.rulebook import clause_enum, code_enum, purpose_enum
from sandtable.games.skirmish40k.clauses import Purpose as CorePurpose

FOLDER = Path(__file__).parent

Clause = clause_enum(FOLDER, __name__)
"""``Clause.PURS_MOV_1`` is PURS-MOV-1 of rulebook.toml, ``Clause.C40_SAVE_2`` a clause of the core."""

Code = code_enum(FOLDER, __name__)
"""Every sentence of data/texts/*.toml, of the core's and of its own, by its key."""

Purpose = purpose_enum(CorePurpose, ("ORDER", "SLOWING", "FIRST_TO_LEAVE", "CITY"), __name__)
"""What a die is thrown for: the core's purposes, then who is first in an order (PUR-5), slowing (PUR-9), which side of
a knot moves first (CC-9), and where pieces of a random city lie (TAB-10)."""
