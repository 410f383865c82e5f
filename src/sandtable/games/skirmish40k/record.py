"""What a game's record holds of the core: weapons, profiles, figures, units, and the numbers of its rules.

A battle that stands on the core has ``core``, ``weapons``, ``profiles``, ``figures``, ``n_figures`` and ``terrain``
with ``ground``, one entry for each feature; a game of units has ``units`` too. The core's rules ask for nothing else.
"""

from __future__ import annotations

from enum import IntEnum

from sandtable.kernel.records import record

MAX_WEAPONS = 24
MAX_PROFILES = 24
CARRIED = 4
"""Shooting weapons of one figure."""

TABLE = 0
"""``where`` of a figure on the table; a game numbers its other places from 1."""


class WeaponKind(IntEnum):
    """How a weapon is used."""

    CLOSE = 0  # in close combat only
    RAPID_FIRE = 1
    ASSAULT = 2
    PISTOL = 3
    HEAVY = 4
    TEMPLATE = 5


class Mount(IntEnum):
    """How a figure goes about."""

    FOOT = 0
    BIKE = 1
    WINGS = 2  # jump infantry


class Edition(IntEnum):
    """Of which books the core follows the rules."""

    FOURTH = 4
    FIFTH = 5


class Going(IntEnum):
    """What ground is like to those who enter it (TERR-1)."""

    CLEAR = 0
    DIFFICULT = 1
    DANGEROUS = 2
    IMPASSABLE = 3


class Height(IntEnum):
    """What ground is to a line of sight (SHOOT-14)."""

    OPEN = 0
    AREA = 1  # ruins: they block by their size, in the 4th edition
    SOLID = 2  # walls and whole buildings


class Cover(IntEnum):
    """What stands before a target (SAVE-4)."""

    NONE = 0
    WIRE = 1
    SOFT = 2  # bushes, fences
    WOOD = 3
    UNITS = 4  # other units in the way
    HARD = 5  # ruins, walls, wrecks
    FORTIFIED = 6


WEAPON = record(
    ("reach", "f8"),  # inches
    ("half", "f8"),  # inches up to which rapid fire shoots twice
    ("blast", "f8"),  # radius of its marker, 0 for none
    ("strength", "i4"),
    ("of_bearer", "i4"),  # 1: strength is added to the bearer's
    ("ap", "i4"),  # 0: none
    ("kind", "i4"),  # a WeaponKind
    ("shots", "i4"),
    ("by_attacks", "i4"),  # 1: shots are multiplied by the bearer's Attacks
    ("twin", "i4"),
    ("hot", "i4"),
    ("living", "i4"),  # failed to-wound dice may be thrown again
)

PROFILE = record(
    ("radius", "f8"),  # of the base, inches
    ("move", "f8"),
    ("weapon_skill", "i4"),
    ("ballistic_skill", "i4"),
    ("strength", "i4"),
    ("toughness", "i4"),  # for to-wound dice
    ("bare_toughness", "i4"),  # for instant death: 4 of 4(5)
    ("wounds", "i4"),
    ("initiative", "i4"),
    ("attacks", "i4"),
    ("leadership", "i4"),
    ("save", "i4"),  # armour; 7: none
    ("invulnerable", "i4"),  # 7: none
    ("mount", "i4"),  # a Mount
    ("steady", "i4"),  # 1: counts as stationary when it shoots
    ("fleet", "i4"),
    ("flies", "i4"),  # 1: goes over ground of size 1
    ("leaps", "i4"),
    ("talons", "i4"),  # pairs of scything talons
    ("close_weapons", "i4"),  # single close combat weapons, pistols among them
    ("power", "i4"),  # 1: with a power weapon
    ("fists", "i4"),  # power fists
    ("rending", "i4"),
    ("plasma", "i4"),  # bio-plasma
    ("synapse", "i4"),
    ("no_fear", "i4"),
    ("fearless", "i4"),
    ("grenades", "i4"),
    ("rank", "i4"),  # 0 plain, 1 with a special weapon, 2 leader: who is taken off last
    ("points", "i4"),
    ("weapons", "i4", (CARRIED,)),  # indices, the rest NONE
)

SHOT = record(
    # what one model fires when its unit shoots
    ("weapon", "i4"),  # NONE: nothing
    ("aim", "i4"),  # the enemy over whom its marker is laid, or at whom its template points; NONE: where most are hit
    ("towards", "i4"),  # of its template: degrees clockwise from north; 0: straight at ``aim``
)

FIGURE_FIELDS = (
    ("x", "f8"),  # centre of the base, inches
    ("y", "f8"),
    ("fx", "f8"),  # heading, a unit vector
    ("fy", "f8"),
    ("width", "f8"),  # of the base: its diameter
    ("depth", "f8"),  # the same
    ("side", "i4"),
    ("unit", "i4"),
    ("profile", "i4"),
    ("where", "i4"),  # TABLE, or a place of the game's own
    ("wounds", "i4"),  # left
    ("hurt", "i4"),  # unsaved wounds not yet taken off: blows of one step fall together
    ("doomed", "i4"),  # 1: one of these is instant death
    ("moved", "i4"),  # 1: has moved in this phase
)
"""Fields that every game's figure begins with; it adds its own."""

UNIT = record(
    ("side", "i4"),
    ("first", "i4"),  # its figures stand together in ``figures``
    ("count", "i4"),
    ("at_start", "i4"),  # models when the battle began
    ("at_phase", "i4"),  # models when this phase began
    ("begun", "i4"),  # 1: taken up in this phase
    ("done", "i4"),  # 1: finished in this phase
    ("moved", "i4"),  # 1: a model of it has moved in this turn
    ("linked", "i4"),  # 1: began its move in coherency
    ("ground_roll", "i4"),  # most inches through Difficult ground, 0: not thrown in this phase
    ("run_roll", "i4"),  # inches of its run, 0: it does not run
    ("shot_at", "i4"),  # unit, or NONE
    ("shot_kind", "i4"),  # the WeaponKind that forbids a charge, else 0
    ("charges", "i4"),  # 1: charges in this phase
    ("slowed", "i4"),  # 1: charged through Difficult ground
    ("falling_back", "i4"),
    ("regrouped", "i4"),  # 1: in this turn
)

GROUND = record(
    # what a feature of the terrain does, by its index: three separate things, so that sizes can be dropped
    ("size", "i4"),  # 1 to 3; 0 for none
    ("going", "i4"),  # a Going
    ("height", "i4"),  # a Height
    ("cover", "i4"),  # a Cover
    ("wall", "i4"),  # 1: blasts and templates do not reach round it (BLAST-9)
)

DIRECTIONS = 72
"""Ways out from a base that are tried: one every five degrees."""

CORE = record(
    # switches and numbers of the core's rules, from data/rules.toml and the battle's options
    ("one_inch", "f8"),  # MOV-2
    ("coherency", "f8"),  # COH-1
    ("area_depth", "f8"),  # SHOOT-14: so far one sees into area terrain
    ("marker", "f8"),  # BLAST-1: radius of a blast marker
    ("large_marker", "f8"),
    ("charge", "f8"),  # CHG-1
    ("leap", "f8"),  # SPEC-2
    ("pile_in", "f8"),  # CC-8
    ("consolidate", "f8"),  # RES-4, 4th edition
    ("synapse", "f8"),  # MOR-5
    ("regroup", "f8"),  # MOR-3
    ("half_range", "f8"),  # SHOOT-6
    ("template_length", "f8"),  # SHOOT-12
    ("template_width", "f8"),
    ("mate", "f8"),  # CHG-7, CC-1
    ("plasma_reach", "f8"),  # SPEC-3
    ("plasma_hits", "i4"),
    ("partly_under", "i4"),  # BLAST-8
    ("hit_symbols", "i4"),  # BLAST-5
    ("danger", "i4"),  # TERR-4
    ("covers", "i4", (2, len(Cover))),  # SAVE-4: of the 4th edition, and of the 5th
    ("around", "f8", (DIRECTIONS, 2)),  # unit vectors, clockwise from north
    ("edition", "i4"),  # an Edition
    ("bioplasma", "i4"),  # SPEC-3: 1 on
    ("instinctive", "i4"),  # MOR-6: 1 they test or fall back
    ("combat_result", "i4"),  # RES-1: an Edition
)
