"""The record of a Pursuit: the core's tables, figures with their heading and what happened to them, pieces, mines.

x runs from the rear edge (0) to the Arrival (``length``), y across the street. What happens in the midst of a move, a
slide, a fight or an explosion and needs a decision is kept here too, so that play goes on where it stopped.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

from sandtable.games.common.switches import options_record
from sandtable.games.common.worth import read_features
from sandtable.games.skirmish40k.record import CORE, FIGURE_FIELDS, GROUND, MAX_PROFILES, MAX_WEAPONS, PROFILE, WEAPON
from sandtable.kernel.records import action_record, record
from sandtable.kernel.terrain import terrain_record

MAX_FIGURES = 30
"""Sets of figures are bits of an i4."""

MAX_PIECES = 26
MAX_MINES = 4
MARKERS = 3
MAX_LEGS = 4
"""Straight stretches of one move: three turns at most (MOV-5, MOV-9)."""

PIECE = 100
"""In an order, an entry below this is a figure, else a piece and this more."""


class Side(IntEnum):
    """Who flees, and who pursues."""

    QUARRY = 0  # who is to get away
    HUNTERS = 1


class Where(IntEnum):
    """Where a figure is. The first is the core's TABLE."""

    TABLE = 0
    BOX = 1  # not yet set up
    DEAD = 2
    AWAY = 3  # over the Arrival


class Phase(IntEnum):
    """The steps of a game turn. Those marked * ask somebody."""

    START = 0
    DEPLOYMENT = 1  # *
    PURSUIT = 2  # * a figure's pace
    RECYCLING = 3  # * where a piece is put back
    MINING = 4  # * where a cluster enters
    MOVEMENT = 5  # * a figure's move
    SHOOTING = 6  # * a figure's target
    HEADING = 7  # * which way a figure faces after a collision
    BLOWS = 8  # * whom a figure strikes
    BLAST = 9  # * where a marker of an explosion goes
    OVER = 10


class Verb(IntEnum):
    """What a side can decide to do."""

    DEPLOY = 0  # the actor stands at x, y facing fx, fy
    KEEP = 1  # the actor keeps its pace, alone or with all of its side (mode: a Pace)
    SLOW = 2  # the actor slows down: amount of dice
    MOVE = 3  # the actor goes through the waypoints to x, y, facing fx, fy there
    STAY = 4  # the actor does not move
    RESTART = 5  # the stopped actor tests to get on
    SHOOT = 6  # the actor at target, with weapon item
    SHOOT_MINES = 7  # the actor at cluster target, with weapon item
    HOLD = 8  # the actor does not shoot (any more)
    TURN = 9  # the actor faces fx, fy
    STRIKE = 10  # the actor strikes target with amount of its attacks (0: all)
    PLACE = 11  # the piece (target) has its centre at x, y; facing north as it was, facing east turned
    MINE = 12  # a cluster at x, y
    PASS = 13  # no cluster
    MARK = 14  # a marker at x, y


class Mode(IntEnum):
    """How a figure moves."""

    RIDE = 0
    ACCELERATE = 1


class Pace(IntEnum):
    """For whom its pace is kept."""

    ALONE = 0
    ALL = 1  # for all of its side who are still to come in this phase


class State(IntEnum):
    """What stands on a piece of terrain."""

    RUIN = 0
    INTACT = 1


class Motion(IntEnum):
    """What moves just now."""

    NONE = 0
    BACK = 1  # a figure, in the Pursuit Phase
    SLIDE = 2  # a piece
    MOVE = 3  # a figure, in the Movement Phase


class Coming(IntEnum):
    """How a figure comes into contact with an enemy."""

    CARRIED = 0  # back, or by the city: it did not choose to attack (PUR-14)
    CHARGING = 1  # of its own move in the Movement Phase (CC-2)


class End(IntEnum):
    """How the chase ended."""

    NOT_YET = 0
    ESCAPED = 1  # OBJ-1
    HUNTERS_DEAD = 2  # OBJ-2
    QUARRY_DEAD = 3  # OBJ-3
    BOTH_DEAD = 4  # OBJ-5
    TOO_LONG = 5  # OBJ-10


FIGURE = record(
    *FIGURE_FIELDS,
    # who it is
    ("extra", "i4"),  # weapon bought for it (SHO-4), or NONE
    ("ready", "i4"),  # 1: the scenario says where it starts
    # in this turn
    ("accelerated", "i4"),
    ("stopped", "i4"),  # piece in which it is stopped (DIF-6), or NONE
    ("acted", "i4"),  # 1: its activation of this phase is over, or it may make no move of its own
    ("held", "i4"),  # 1: locked when this Pursuit Phase began (CC-6)
    ("overlaps", "i4"),  # pieces its base overlapped when the Pursuit Phase began, as bits (PUR-19)
    ("struck", "i4"),  # pieces that have struck it in this phase, as bits (PCO-13)
    ("fought", "i4"),  # enemies with whom it has fought in this phase, as bits (CC-20)
    ("spent", "i4"),  # 1: has struck in a fight of this phase, 2: strikes in the present one (CC-13)
    ("freed", "i4"),  # 1: may face any way before it moves (CC-10)
    ("keeps", "i4"),  # 1: its owner has said before its moment that it keeps its pace (PUR-8)
    ("start_x", "f8"),  # where it stood when the Pursuit Phase began
    ("back", "f8"),  # inches it has moved back of itself in it
    # while a piece slides
    ("carrier", "i4"),  # CARRIED_BY_PIECE, the figure that pushes it, or NONE
    ("next_test", "f8"),  # inches of the slide at which its next test is due; BEYOND: none
    ("last_test", "f8"),  # and where its way through the piece ends
    # while it fights
    ("attacks", "i4"),  # left in this step
    ("spits", "i4"),  # 1: bio-plasma still to be spat
)

CARRIED_BY_PIECE = -2
BEYOND = 1000.0
"""No slide and no move is so long."""

PIECE_RECORD = record(
    ("size", "i4"),  # 1, 2, 3; an intact building counts as 3 (TAB-4)
    ("state", "i4"),  # a State
    ("off", "i4"),  # 0 on the table, else in which order it came off (REC-6)
    ("fresh", "i4"),  # 1: put back in this phase
    ("tried", "i4"),  # 1: it fitted nowhere in this phase (REC-4)
)

CLUSTER = record(
    ("x", "f8"),
    ("y", "f8"),
    ("on", "i4"),  # 1: on the table
    ("piece", "i4"),  # to which it is attached
    ("waiting", "i4"),  # 1: has been set off and explodes after the present one (SPO-17)
)

RULES = record(
    ("slide", "f8"),
    ("start_distance", "f8"),
    ("chase_distance", "f8"),
    ("move", "f8"),
    ("acceleration", "f8"),
    ("turn_after", "f8"),
    ("fast_turn_after", "f8"),
    ("turn", "f8"),
    ("free_turn", "f8"),
    ("step", "f8"),
    ("piece_gap", "f8"),
    ("mine_gap", "f8"),
    ("arc", "f8"),
    ("keep_lane", "f8"),
    ("column", "f8"),
    ("lane", "f8"),
    ("least_swing", "f8"),
    ("most_swing", "f8"),
    ("slowing_dice", "i4"),
    ("restarts", "i4"),
    ("crash", "i4"),
    ("mines_on_table", "i4"),
    ("shoulder_skill", "i4"),
    ("max_turns", "i4"),
)

OPTIONS = options_record(Path(__file__).parent)

MOTION = record(
    ("kind", "i4"),  # a Motion
    ("who", "i4"),  # the figure or piece
    ("length", "f8"),  # inches to go in all
    ("gone", "f8"),  # inches gone
    ("x0", "f8"),  # where the piece's west side stood; where the present leg began
    ("y0", "f8"),
    ("ways", "f8", (MAX_LEGS, 2)),  # ends of the legs
    ("fx", "f8"),  # facing at the end
    ("fy", "f8"),
    ("n_legs", "i4"),
    ("leg", "i4"),  # the present one
    ("inside", "i4"),  # the Difficult piece that it has tested in last, or NONE
    ("steps", "f8", (MAX_PIECES,)),  # inches inside each piece that have been tested for
    ("within", "f8", (MAX_PIECES,)),  # inches inside each piece gone
    ("failed", "i4", (MAX_PIECES,)),  # its test that failed last, by its number in the move (finish_move), or 0
    ("tests", "i4"),  # taken in this move
    ("began", "i4"),  # 1: has gone any way
    ("exempt", "i4"),  # piece in which no test is due (restart_free_exit), or NONE
)

FIGHT = record(
    ("on", "i4"),  # 1: a fight is going on
    ("members", "i4"),  # bits
    ("newcomer", "i4"),  # who came into contact, or NONE in a knot's round
    ("charging", "i4"),  # how the newcomer came, a Coming
    ("step", "i4"),  # Initiative
    ("prepared", "i4"),  # 1: attacks of this step have been counted
)

EXPLOSION = record(
    ("on", "i4"),
    ("n_markers", "i4"),
    ("markers", "f8", (MARKERS, 2)),
    ("wanted", "i4"),  # markers in all
    ("hits", "i4"),  # hits of each marker
    ("choosing", "i4"),  # 1: the hunters say where the next marker lies
)

N_FEATURES = len(read_features(Path(__file__).parent))

ACTION = action_record(actors=1, via=MAX_LEGS, modes=True)

BATTLE = record(
    ("core", CORE),
    ("weapons", WEAPON, (MAX_WEAPONS,)),
    ("profiles", PROFILE, (MAX_PROFILES,)),
    ("figures", FIGURE, (MAX_FIGURES,)),
    ("ground", GROUND, (MAX_PIECES,)),
    ("terrain", terrain_record(MAX_PIECES, 4 * MAX_PIECES)),
    ("pieces", PIECE_RECORD, (MAX_PIECES,)),
    ("mines", CLUSTER, (MAX_MINES,)),
    ("rules", RULES),
    ("options", OPTIONS),
    ("motion", MOTION),
    ("fight", FIGHT),
    ("explosion", EXPLOSION),
    ("length", "f8"),  # of the table, to the Arrival
    ("breadth", "f8"),
    ("mine_radius", "f8"),
    ("n_figures", "i4"),
    ("n_pieces", "i4"),
    ("random_city", "i4"),  # 1: pieces are laid by dice (TAB-10)
    ("mine_profile", "i4"),  # NONE: no mines
    ("mine_weapon", "i4"),
    ("phase", "i4"),
    ("resume", "i4"),  # the phase to go back to after HEADING, BLOWS or BLAST
    ("turn", "i4"),  # from 1
    ("order", "i4", (MAX_FIGURES + MAX_PIECES,)),  # who acts in this phase, in order
    ("n_order", "i4"),
    ("place", "i4"),  # how far the order has come; -1: it has not been made
    ("active", "i4"),  # figure that is asked, or NONE
    ("allowance", "f8"),  # of a stopped figure that started again, else 0
    ("turning", "i4"),  # figures whose owners may turn them, as bits
    ("off_count", "i4"),  # pieces that have come off so far
    ("placer", "i4"),  # side that places the next piece
    ("mined", "i4"),  # 1: a cluster has entered in this turn
    ("last_piece", "i4"),  # put back just now, or NONE
    ("knot", "i4"),  # figures of the knot that is breaking off, as bits (CC-9)
    ("knot_side", "i4"),  # side whose turn it is in it
    ("knot_turns", "i4"),  # sides that have had theirs
    ("fired", "i4"),  # weapons that the active figure has fired in this phase, as bits of their places
    ("end", "i4"),  # an End
    ("worths", "f8", (2, N_FEATURES)),  # first impressions of the generals; no part of the battle
)
