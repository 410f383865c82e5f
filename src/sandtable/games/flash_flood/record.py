"""The battle of Flash Flood as one record: the sewer as a graph, what stands in it, and the flood."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from sandtable.games.skirmish40k.record import CORE, FIGURE_FIELDS, MAX_PROFILES, MAX_WEAPONS, PROFILE, UNIT, WEAPON
from sandtable.kernel.records import record

MAX_LEADS = 5
"""Corridors that meet at one node: one that feeds it and four ways on, which one die can tell apart (CARRY-6)."""

MAX_CHARGES = 3
FLOOD_TURNS = 4


class Level(IntEnum):
    """Where a model stands, where a gantry leads over the floor (CARRY-19)."""

    FLOOR = 0
    GANTRY = 1


class Standing(IntEnum):
    """What a model is to its unit (COH-2)."""

    IN_COHERENCY = 0
    STRAGGLER = 1


class Load(IntEnum):
    """Where a charge is (MIS-6 to MIS-8)."""

    CARRIED = 0
    LYING = 1
    PLANTED = 2
    REMOVED = 3


NODE = record(
    ("x", "f8"),
    ("y", "f8"),
    ("distance", "f8"),  # along the corridors from the origin (NET-6)
    ("reach", "f8"),  # from the node to the wall that closes it: half of its widest corridor (NET-13)
    ("n_leads", "i4"),
    ("leads", "i4", (MAX_LEADS,)),  # corridors that meet here, in the order of the file; the rest NONE
)

CORRIDOR = record(
    ("x", "f8"),  # upstream end of its centre line; of slack water the end that the file names first
    ("y", "f8"),
    ("ux", "f8"),  # along the flow, a unit vector
    ("uy", "f8"),
    ("length", "f8"),
    ("width", "f8"),
    ("first", "i4"),  # nodes as the file names them
    ("second", "i4"),
    ("up", "i4"),  # nodes by the flow
    ("down", "i4"),
    ("flows", "i4"),  # 0: slack water (NET-5)
    ("closed", "i4"),  # 1: nothing flows on from its downstream node (CARRY-9)
    ("first_barrier", "i4"),  # its barriers follow one another
    ("n_barriers", "i4"),
)

BARRIER = record(
    ("start", "f8"),  # from the corridor's first node
    ("end", "f8"),  # the same where it is a line
    ("near", "f8"),  # from its upstream end, near < far
    ("far", "f8"),
    ("corridor", "i4"),
    ("impassable", "i4"),  # 1: at all times (SET-6)
)

BOX = record(("x0", "f8"), ("y0", "f8"), ("x1", "f8"), ("y1", "f8"))

FIGURE = record(
    *FIGURE_FIELDS,
    ("level", "i4"),  # a Level
    ("standing", "i4"),  # a Standing, fixed for the phase (COH-12, COH-20)
)

SQUAD = record(
    ("scattered", "i4"),  # 1: fewer than half of its living members are in coherency (COH-7)
    ("main", "i4"),  # which of equally large groups the owner chose: a figure of it, or NONE (COH-1)
)

CHARGE = record(
    ("x", "f8"),  # where it lies
    ("y", "f8"),
    ("bearer", "i4"),  # figure, or NONE
    ("state", "i4"),  # a Load
)

FLOOD = record(
    ("origin", "i4"),  # node
    ("central", "i4"),  # 1: resolved in two halves (SET-3)
    ("from_turn", "i4"),  # the next cannot come before it
    ("over", "i4"),  # floods that have been
    ("due", "i4"),  # 0: none under way; else 1 + the phase of the turn at whose end it comes, 0 at once
)

RULES = record(
    # data/rules.toml explains each
    ("tie", "f8"),
    ("inches_a_strength", "f8"),
    ("half", "f8"),
    ("within", "f8"),
    ("first_turn", "i4"),
    ("needed", "i4", (FLOOD_TURNS,)),
    ("again_after", "i4"),
    ("bump", "i4"),
    ("strength", "i4"),
    ("impact", "i4"),
)

OPTIONS = record(
    # the values are the position in the list of data/options.toml, 0 being the default
    ("edition", "i4"),
    ("origin", "i4"),
    ("repeat_floods", "i4"),
    ("flood_moment", "i4"),
    ("distance_metric", "i4"),
    ("lose_load", "i4"),
    ("failed_bump", "i4"),
    ("inv_vs_flood", "i4"),
    ("impact_save", "i4"),
    ("flood_morale", "i4"),
    ("in_coherency", "i4"),
)


def battle_record(figures: int, units: int, nodes: int, corridors: int, barriers: int) -> Any:
    """Record dtype of a battle with room for so many; rules run on any of them."""
    return record(
        ("core", CORE),
        ("rules", RULES),
        ("options", OPTIONS),
        ("weapons", WEAPON, (MAX_WEAPONS,)),
        ("profiles", PROFILE, (MAX_PROFILES,)),
        ("figures", FIGURE, (figures,)),
        ("units", UNIT, (units,)),
        ("squads", SQUAD, (units,)),  # of the same units, what the core knows nothing of
        ("nodes", NODE, (nodes,)),
        ("corridors", CORRIDOR, (corridors,)),
        ("barriers", BARRIER, (barriers,)),
        ("dry", BOX, (MAX_DRY,)),
        ("chambers", BOX, (MAX_CHAMBERS,)),
        ("charges", CHARGE, (MAX_CHARGES,)),
        ("flood", FLOOD),
        ("width", "f8"),  # of the table
        ("height", "f8"),
        ("nest_x", "f8"),
        ("nest_y", "f8"),
        ("nest_radius", "f8"),  # 0: no nest
        ("n_figures", "i4"),
        ("n_units", "i4"),
        ("n_nodes", "i4"),
        ("n_corridors", "i4"),
        ("n_barriers", "i4"),
        ("n_dry", "i4"),
        ("n_chambers", "i4"),
        ("n_charges", "i4"),
    )


MAX_DRY = 12
MAX_CHAMBERS = 4
MAX_FIGURES = 72
MAX_UNITS = 12

BATTLE = battle_record(MAX_FIGURES, MAX_UNITS, nodes=40, corridors=64, barriers=24)
"""A battle that is played. The largest ready forces are 55 models; beyond 60 the engine warns (SET-9)."""
