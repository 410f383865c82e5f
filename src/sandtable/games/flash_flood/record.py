"""The battle of Flash Flood as one record: the sewer as a graph, what stands in it, and the flood."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Any

from sandtable.games.common.switches import options_record
from sandtable.games.common.worth import read_features
from sandtable.games.skirmish40k.record import (
    CORE,
    FIGURE_FIELDS,
    GROUND,
    MAX_PROFILES,
    MAX_WEAPONS,
    PROFILE,
    UNIT,
    WEAPON,
)
from sandtable.kernel.records import MAX_FIGURES, action_record, record
from sandtable.kernel.terrain import terrain_record

MAX_LEADS = 5
"""Corridors that meet at one node: one that feeds it and four ways on, which one die can tell apart (CARRY-6)."""

MAX_CHARGES = 3
FLOOD_TURNS = 4


MAX_MODELS = 20
"""Models of one squad: so many places an action can name."""

MAX_BENDS = 40
"""Corners of walls that a way may go round."""

MAX_WALLS = 110
MAX_CORNERS = 240


class Side(IntEnum):
    """Who carries the charges, and whose nest it is."""

    IMPERIALS = 0
    TYRANIDS = 1


class Where(IntEnum):
    """Where a figure is. The first is the core's TABLE."""

    TABLE = 0
    BOX = 1  # not yet set up
    HOME = 2  # has left the board by its own edge


class Phase(IntEnum):
    """The steps of a battle. Those marked * ask somebody."""

    START = 0
    DEPLOYMENT = 1  # * where a unit is set up
    NAMING = 2  # * who carries a charge
    TURN = 3  # a game turn begins: the flood
    RALLYING = 4  # * a unit that falls back: tests or falls back
    MOVEMENT = 5  # *
    SHOOTING = 6  # *
    CHARGING = 7  # *
    FIGHTING = 8  # * which combat is fought next
    CONSOLIDATION = 9  # * the winner of a combat
    TURN_END = 10
    OVER = 11


class Verb(IntEnum):
    """What a side can decide to do. The first actor's unit is meant where a unit is."""

    DEPLOY = 0  # the actors, a whole unit, are set up at their places
    GIVE = 1  # the actor carries a charge
    TAKE_UP = 2  # the actor's unit is the next
    MOVE = 3  # the actors go to their places, or one of them through waypoints
    WADE = 4  # the actor's unit throws for Difficult ground
    TAKE_BACK = 5  # the actor's unit takes its moves of this phase back
    REJOIN = 6  # the actors, stragglers, go back to their unit one after another
    PICK_UP = 7  # the actor picks up charge item
    BREAK_OFF = 8  # the actor leaves an enemy that stood in its way
    SHOOT = 9  # the actors shoot at the unit of target
    RUN = 10  # the actor's unit runs
    CHARGE = 11  # the actor's unit charges the group of target
    FIGHT = 12  # the combat of the actor is fought
    REGROUP = 13  # the actor's unit tests to regroup
    FALL_BACK = 14  # the actor's unit goes on falling back
    DONE = 15  # the unit taken up has finished
    END = 16  # the phase is finished
    AIM = 17  # the actor will fire weapon item at target, a template towards so many degrees (amount)


class Step(IntEnum):
    """Ways to move: on the level where one stands, or off it."""

    LEVEL = 0
    CLIMB = 1  # onto a gantry, or down from it


class Fire(IntEnum):
    """Which weapons a unit fires."""

    ALL = 0  # of each model the one that hits most
    LIGHT = 1  # only such as leave it free to charge


class End(IntEnum):
    """How the mission ended (MIS-9)."""

    NOT_YET = 0
    PLANTED = 1  # two or three charges
    ONE_PLANTED = 2  # a minor victory
    HELD = 3  # none
    IMPERIALS_GONE = 4
    TYRANIDS_GONE = 5


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
    ("to_nest", "f8"),  # on foot along the corridors, as generals reckon it; no part of the battle
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
    *FIGURE_FIELDS,  # ``unit``: whom it fights with, which is its squad or a band of it (COH-18)
    ("level", "i4"),  # a Level
    ("standing", "i4"),  # a Standing, fixed for the phase (COH-12, COH-20)
    ("squad", "i4"),  # the unit it belongs to
    ("start_x", "f8"),  # where it stood when the phase began
    ("start_y", "f8"),
    ("start_level", "i4"),
    ("went", "i4"),  # 1: has moved in this player turn
    ("busy", "i4"),  # 1: has shot, run, charged or fought in this player turn (MIS-7, MIS-15)
    ("through", "i4"),  # unit of the scattered enemy through which it went in this player turn (WAY-4), or NONE
    ("fires", "i4"),  # weapon that its owner has named for it in this phase, or NONE: the one that suits best
    ("aim", "i4"),  # and the enemy at whom, or NONE
    ("towards", "i4"),  # and the direction of its template in degrees, 0: straight at ``aim``
    ("from_flood", "i4"),  # what the last flood did: inches in hundredths, -1: nothing
)

SQUAD = record(
    ("of", "i4"),  # a squad's own number; of a band its squad; NONE: a free place for a band
    ("rounds", "i4"),  # rounds fought with an enemy in its way, counted from its going into contact; -1: none (WAY-13)
    ("met", "i4"),  # that enemy: a unit, or NONE
    ("was_struck", "i4"),  # 1: that enemy counts as charging in this turn (WAY-11)
    ("shot", "i4"),  # 1: has shot in this phase
    ("retreat", "i4"),  # 1: has tested to regroup, or fallen back, in this phase
    ("consolidates", "i4"),  # inches, 0: not
    ("fought", "i4"),  # 1: its combat has been fought in this phase
    ("locked", "i4"),  # 1: was locked when it was charged (CHG-8)
    ("ready", "i4"),  # 1: the scenario says where it starts
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
    ("zone", "f8"),
    ("home", "f8"),
    ("detour", "f8"),
    ("search", "f8"),
    ("turns", "i4"),
    ("enough", "i4"),
    ("remove", "i4"),
    ("bump", "i4"),
    ("strength", "i4"),
    ("rounds", "i4"),
    ("impact", "i4"),
)

OPTIONS = options_record(Path(__file__).parent)

BENDS = record(
    # corners that ways go round, for bases up to a radius
    ("radius", "f8"),
    ("n", "i4"),
    ("x", "f8", (MAX_BENDS,)),
    ("y", "f8", (MAX_BENDS,)),
    ("ways", "i4", (MAX_BENDS, MAX_BENDS)),  # shortest ways between them in steps of the lattice; NONE: there is none
)

N_FEATURES = len(read_features(Path(__file__).parent))

ACTION = action_record(actors=MAX_MODELS, poses=MAX_MODELS, modes=True)


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
        ("terrain", terrain_record(MAX_WALLS, MAX_CORNERS)),
        ("ground", GROUND, (MAX_WALLS,)),
        ("bends", BENDS, (2,)),  # for small bases and for the largest
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
        ("n_spare", "i4"),  # units, while those who went through an enemy fight it
        ("n_squads", "i4"),  # the first so many units; bands follow them
        ("homes", "i4", (2,)),  # node of each side's deployment, to which it falls back
        ("chamber_squad", "i4"),  # set up in the chamber (MIS-4), or NONE
        ("phase", "i4"),
        ("turn", "i4"),  # game turn, from 1
        ("player", "i4"),  # 0: the first player's turn, 1: the second's
        ("first_side", "i4"),
        ("side", "i4"),  # whose player turn it is, or who is asked before the first
        ("active", "i4"),  # unit taken up, or NONE
        ("begun", "i4"),  # 1: this Movement phase has begun
        ("case_begins", "i4"),  # 1: a case begins in the midst of a player turn, whose phase has still to begin
        ("end", "i4"),
        ("removed", "i4"),  # charges that Tyranids removed
        ("worths", "f8", (2, N_FEATURES)),  # first impressions of the generals; no part of the battle
    )


MAX_DRY = 12
MAX_CHAMBERS = 4
MAX_UNITS = 36

MAX_SQUADS = 12
"""The units after them are bands: groups that fight apart from their squad (COH-18)."""

BATTLE = battle_record(MAX_FIGURES, MAX_UNITS, nodes=40, corridors=64, barriers=24)
"""A battle that is played. The largest ready forces are 55 models; beyond 60 the engine warns (SET-9)."""
