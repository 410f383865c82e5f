"""Batalist's enums that come from its data: Clause from the rulebook, Code from the texts, and what dice are for."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

from sandtable.games.rulebook import clause_enum, code_enum

FOLDER = Path(__file__).parent

Clause = clause_enum(FOLDER, __name__)
"""``Clause.ACT_10`` is BAT-ACT-10 of rulebook.toml."""

Code = code_enum(FOLDER, __name__)
"""Every sentence of data/texts/*.toml by its key."""


class Purpose(IntEnum):
    """What a die is thrown for."""

    ABILITY = 0  # of a captain, the general or a mage
    MANA = 1
    AMMUNITION = 2
    INITIATIVE = 3
    MODIFIER = 4  # a die of the table of modifiers, or of a skill
    PROTECTION = 5  # what cover adds
    DAMAGE = 6  # the outer die
    DISPEL = 7
    MORALE = 8
    COURAGE = 9  # Coward, Undisciplined, Weak
    RECOVERY = 10
    SCOUTING = 11
    AREA_FIRE = 12
    AMBUSH = 13
    TRAP = 14
    HOUR = 15
    WEATHER = 16
    WIND = 17
    CURRENT = 18
    FROST = 19
    SHARD = 20  # mana of an artefact
    DISPUTE = 21
    CARD = 22  # which of two cards a spell takes
    NORTH = 23  # who says where north is
    PLACING = 24  # who deploys first
    GROUND = 25  # of a spot whose ground is rolled
