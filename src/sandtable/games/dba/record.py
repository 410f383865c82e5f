"""The DBA battle as one record: elements, camps, table, bound, choices pending, losses and the numbers of the rules.

Lengths are paces (DBA-SCALE-4): 100 of them are 25 mm in the 15 mm scale and 40 mm in the 25 mm scale.
"""

from __future__ import annotations

import tomllib
from enum import IntEnum
from pathlib import Path

from sandtable.games.common.switches import options_record
from sandtable.games.common.worth import read_features
from sandtable.kernel.records import record
from sandtable.kernel.terrain import terrain_record

WEIGHTS_FILE = Path(__file__).parent / "data" / "evaluate.toml"

MAX_FIGURES = 32
MAX_FEATURES = 40
MAX_VERTICES = 240
N_SIDES = 2


class Side(IntEnum):
    """The two players; which army each has is in the battle's names."""

    RED = 0
    BLUE = 1


class Type(IntEnum):
    """The troop types (DBA-TROOP-1, DBA-TROOP-2), mounted first."""

    EL = 0
    KN = 1
    CV = 2
    LH = 3
    SCH = 4
    CM = 5
    SP = 6
    PK = 7
    BD = 8
    AX = 9
    BW = 10
    PS = 11
    WB = 12
    HD = 13
    ART = 14
    WWG = 15
    CF = 16


N_TYPES = 17


class Where(IntEnum):
    """Where an element is."""

    TABLE = 0
    UNDEPLOYED = 1  # to be deployed (DBA-DEPLOY-7)
    HELD_BACK = 2  # reserved for a landing (DBA-DEPLOY-9)
    LOST = 3  # destroyed, or off the board (DBA-WIN-5)
    NEVER_LANDED = 4  # out of the game, not lost (DBA-LIT-1)


class Phase(IntEnum):
    """The steps before the battle and of a bound (DBA-SEQ-2). Those marked * may ask somebody to decide."""

    AGGRESSION = 0  # dice: who is the defender (DBA-SETUP-1)
    TERRAIN = 1  # * the defender places terrain
    EDGES = 2  # * the attacker numbers the edges
    CAMPS = 3  # * defender's camp, then attacker's
    DEPLOYMENT = 4  # * defender's troops, then attacker's
    SWAPS = 5  # * the defender exchanges pairs
    BOUND_START = 6  # PIP die
    MOVEMENT = 7  # *
    TURNING = 8  # * turning to face; who is faced is the attacker's choice if two came at once
    SHOOTING = 9  # * the active side says which element shoots next
    AIM = 10  # * the owner of that element says at whom, and who aids
    COMBAT = 11  # * the active side says which pair fights next
    MAIN_ATTACKER = 12  # * a War Wagon's enemy names its main attacker
    RECOILS = 13  # * in which order a War Wagon's other attackers recoil
    BOUND_END = 14  # victory check
    OVER = 15


class Verb(IntEnum):
    """What a side can decide to do. Text forms: the names in lower case with spaces."""

    MOVE = 0  # actors (leader first) end with the leader at x, y facing fx, fy; path, via
    DISMOUNT = 1  # actors: one element
    LAND = 2  # actors in order from left to right; the first ends at x, y facing fx, fy
    SHOOT = 3  # actors: the main shooter, then those who aid; target: the element shot at
    FIGHT = 4  # actors: one of ours and its opponent
    CHOOSE = 5  # target: the element that shoots, is faced, attacks as main attacker or recoils next
    END = 6  # end the step that asks
    PLACE = 7  # item: a Ground; target: a PlacedAs; an oval: its middle at x, y, its length along fx, fy,
    # amount its size; a road or river: via, from edge to edge; a waterway: x, y on its shore, the water behind fx, fy
    EDGE = 8  # amount: the BoardEdge that gets 4, 5 and 6; the others clockwise from there 1, 2, 3
    PITCH = 9  # the camp's middle at x, y, its front facing fx, fy; amount: a Camping
    DEPLOY = 10  # actors in order from left to right, the first at x, y facing fx, fy; item IN_CAMP: one, in its camp
    HOLD_BACK = 11  # actors wait for a landing
    SWAP = 12  # actors: two elements of the defender
    CLEAR = 13  # the defender takes all their terrain off again


class BoardEdge(IntEnum):
    """The edges of the board, clockwise: the one opposite is two on."""

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3


N_EDGES = len(BoardEdge)


class PlacedAs(IntEnum):
    """As which of their home's features the defender places one (DBA-SETUP-3)."""

    COMPULSORY = 0
    OPTIONAL = 1


N_SHARES = len(PlacedAs)


class Camping(IntEnum):
    """Whether anybody is in a camp that is pitched (DBA-DEPLOY-3)."""

    OCCUPIED = 0
    UNOCCUPIED = 1


class Degree(IntEnum):
    """How badly the lower score lost (DBA-CC-3)."""

    EQUAL = 0
    BEATEN = 1
    DOUBLED = 2


class By(IntEnum):
    """What beat it: the tables differ (DBA-OUT)."""

    CLOSE_COMBAT = 0
    SHOOTING = 1


class Outcome(IntEnum):
    """What a combat does to the loser."""

    NO_EFFECT = 0
    RECOIL = 1
    FLEE = 2
    DESTROYED = 3


class Ground(IntEnum):
    """Kinds of terrain feature (DBA-TERR). A hill's crest is a line feature of its own."""

    WOOD = 0
    STEEP_HILL = 1
    GENTLE_HILL = 2
    MARSH = 3
    ROUGH = 4
    DUNES = 5
    OASIS = 6
    RIVER = 7
    WATERWAY = 8
    ROAD = 9
    CREST = 10


N_GROUNDS = 11

N_PIECES = 12
"""Sizes of ovals that a defender can place."""


class River(IntEnum):
    """What is known of the river (DBA-RIVER-1)."""

    UNKNOWN = 0
    PALTRY = 1
    ORDINARY = 2


class Topography(IntEnum):
    """Home topographies (DBA-TERR-2)."""

    ARABLE = 0
    FOREST = 1
    HILLY = 2
    STEPPE = 3
    DRY = 4
    TROPICAL = 5
    LITTORAL = 6


N_TOPOGRAPHIES = 7

FIGURE = record(
    ("x", "f8"),  # centre of the base, paces; kept, but without meaning, while off the table
    ("y", "f8"),
    ("fx", "f8"),  # facing, a unit vector
    ("fy", "f8"),
    ("width", "f8"),  # of the base, along its front edge
    ("depth", "f8"),
    ("foot_depth", "f8"),  # of its base once dismounted
    ("side", "i4"),
    ("type", "i4"),  # a Type
    ("foot_type", "i4"),  # the Type as which it may dismount, or NONE
    ("general", "i4"),  # 1: holds the general (DBA-TROOP-6)
    ("light_camelry", "i4"),  # 1: Light Horse on camels, for whom dunes and oasis are good going (DBA-TERR-4)
    ("where", "i4"),  # a Where
    ("camp", "i4"),  # the camp that it occupies (its index), or NONE
    ("moves", "i4"),  # tactical moves made in the present bound
    ("charged", "i4"),  # element into whose front it moved in this bound (DBA-OUT-6), or NONE
    ("arrived", "i4"),  # contact clock when it last changed place (DBA-CONTACT-12)
    ("opponent", "i4"),  # paired with it at the start of close combat and still to fight, or NONE (DBA-SEQ-4)
    ("to_shoot", "i4"),  # 1: has still to shoot in this bound
    ("shot", "i4"),  # 1: has shot in this bound
    ("shot_at", "i4"),  # 1: has been shot at in this bound
    ("to_recoil", "i4"),  # 1: recoils because a War Wagon's main attacker fell back (WAD-WCC-10)
)

CAMP = record(
    ("x", "f8"),  # middle of its rectangle
    ("y", "f8"),
    ("fx", "f8"),  # facing, a unit vector
    ("fy", "f8"),
    ("width", "f8"),  # along its front
    ("depth", "f8"),
    ("present", "i4"),  # 0: this side has no camp, or not yet
    ("occupant", "i4"),  # figure index, or NONE: unoccupied
    ("holder", "i4"),  # the side that held it last: its enemy once captured
    ("looted", "i4"),  # 1: its captor has thrown the 5 or 6 that lets it leave (DBA-CAMP-7, option looting)
)

RULES = record(
    # every number a study may vary, from data/troops.toml, data/rules.toml and data/outcomes.toml
    ("base_width", "f8"),  # DBA-SCALE-1
    ("move", "f8", (N_TYPES, 3)),  # DBA-MOVE-1: good going, bad going (-1: may not enter), road
    ("range", "f8", (N_TYPES,)),  # DBA-SHOOT-2; 0: does not shoot
    ("deploy_depth", "f8"),  # DBA-DEPLOY-4, WAD-AREA-4
    ("deploy_side_margin", "f8"),  # DBA-DEPLOY-5
    ("command_far", "f8"),  # DBA-PIP-5, 1200
    ("command_near", "f8"),  # DBA-PIP-5, 600 without sight
    ("zone", "f8"),  # WAD-ZOC-2
    ("slide", "f8"),  # DBA-GROUP-8 (iv)
    ("slide_reach", "f8"),  # DBA-GROUP-8 (iv): the enemy is no more than this in front
    ("break_off", "f8"),  # DBA-BREAK-2
    ("river_move", "f8"),  # DBA-MOVE-5
    ("bank", "f8"),  # DBA-CC-10
    ("recoil_most", "f8"),  # DBA-RECOIL-1
    ("second_chariot_move", "f8"),  # DBA-MULTI-6
    ("multi_distance", "f8"),  # DBA-MULTI-3
    ("camp_size", "f8"),  # DBA-ARMY-5, WAD-CAMP-5: length + width at most
    ("feature_size", "f8"),  # DBA-SETUP-7: length + width at most
    ("factor", "i4", (N_TYPES, 2)),  # DBA-CC-2: against foot, against mounted
    ("factor_shooting", "i4", (N_TYPES, 2)),  # the same in distant shooting (DBA-SHOOT-14)
    ("mounted", "i4", (N_TYPES,)),  # DBA-TROOP-1
    ("impetuous", "i4", (N_TYPES,)),  # DBA-TROOP-9
    ("difficult", "i4", (N_TYPES,)),  # DBA-PIP-4
    ("steady_in_bad_going", "i4", (N_TYPES,)),  # DBA-CC-8: no minus 2
    ("contacts", "i4", (N_TYPES,)),  # 1: may move into contact (DBA-CONTACT-1)
    ("pursues_into", "i4", (N_TYPES, N_GROUNDS)),  # DBA-PURSUE-5
    ("flees_into", "i4", (N_TYPES, N_GROUNDS)),  # DBA-FLEE-3
    ("bad_going", "i4", (N_GROUNDS,)),  # DBA-TERR-3
    ("hides_command", "i4", (N_GROUNDS,)),  # DBA-TERR-9
    ("hides_shooting", "i4", (N_GROUNDS,)),  # DBA-SHOOT-10
    ("shuts_general_in", "i4", (N_GROUNDS,)),  # DBA-PIP-6
    ("own_support", "i4", (N_TYPES, N_TYPES)),  # DBA-SUP-2 to 4: bonus of a type with its own kind behind, by opponent
    ("psiloi_support", "i4", (N_TYPES, N_TYPES)),  # DBA-SUP-5: bonus of a type with Psiloi behind, by opponent
    ("recoils_through", "i4", (N_TYPES, N_TYPES)),  # DBA-RECOIL-2
    ("passes_through", "i4", (N_TYPES, N_TYPES)),  # DBA-PASS-1
    ("outcome", "i4", (2, 2, 2, N_TYPES, N_TYPES)),
    # DBA-OUT-2, 3: an Outcome by degree (0 beaten, 1 doubled), By, the loser's going (0 good, 1 bad), loser, winner
    ("move_cost", "i4"),  # DBA-PIP-2: PIPs of any move; so are the next ones, which come on top of it
    ("difficult_cost", "i4"),  # DBA-PIP-4
    ("dismount_cost", "i4"),  # WAD-DISM-3
    ("command_cost", "i4"),  # DBA-PIP-5
    ("shut_in_cost", "i4"),  # DBA-PIP-6
    ("general_fights", "i4"),  # DBA-CC-5: what it adds to a score; so do the next ones
    ("defends_camp", "i4"),  # DBA-CC-6
    ("enemy_on_flank", "i4"),  # DBA-CC-7, or on the rear
    ("overlapped", "i4"),  # DBA-CC-12, DBA-CC-13, WAD-WCC-16: each overlap
    ("wagon_beset", "i4"),  # WAD-WCC-7: each other enemy at a War Wagon
    ("in_bad_going", "i4"),  # DBA-CC-8
    ("into_bad_going", "i4"),  # DBA-CC-11
    ("uphill", "i4"),  # DBA-CC-9
    ("defends_bank", "i4"),  # DBA-CC-10
    ("general_shot_at", "i4"),  # DBA-SHOOT-15
    ("shot_at_in_camp", "i4"),  # DBA-SHOOT-15
    ("aiding_shooter", "i4"),  # DBA-SHOOT-15: each that aids
    ("war_wagon_overlaps", "i4"),  # WAD-WCC-8
    ("aiding_shooters", "i4"),  # DBA-SHOOT-13
    ("holds_back", "i4"),  # DBA-DEPLOY-9
    ("swaps", "i4"),  # DBA-DEPLOY-8
    ("paltry_to", "i4"),  # DBA-RIVER-1: a die up to this means a paltry river
    ("lost_elements", "i4"),  # DBA-WIN-1
    ("camp_counts", "i4"),  # DBA-WIN-3
    ("last_bound", "i4"),  # DBA-WIN-6: the battle is drawn after it; 0: no limit
    ("compulsory", "i4", (N_TOPOGRAPHIES, N_GROUNDS)),  # DBA-TERR-2
    ("optional", "i4", (N_TOPOGRAPHIES, N_GROUNDS)),
    ("either_or", "i4", (N_TOPOGRAPHIES, N_GROUNDS)),  # kinds with the same number above 0 exclude one another
    ("pieces", "f8", (N_PIECES, 2)),  # DBA-SETUP-7: length and width of the ovals there are, in base widths
    ("compulsory_least", "i4"),  # DBA-SETUP-3
    ("compulsory_most", "i4"),
    ("optional_least", "i4"),
    ("optional_most", "i4"),
    ("same_most", "i4"),  # DBA-SETUP-4
    ("one_only", "i4", (N_GROUNDS,)),  # DBA-SETUP-4: at most one of the kind
    ("long_and_thin", "i4", (N_GROUNDS,)),  # DBA-SETUP-8: may be longer than twice its width
    ("river_margin", "f8"),  # DBA-SETUP-12
    ("shore_least", "f8"),  # DBA-SETUP-13
    ("shore_most", "f8"),
    ("retire_least", "f8"),  # DBA-ZOC-9
)

WEIGHTS = record(*((key, "f8") for key in tomllib.loads(WEIGHTS_FILE.read_text("utf-8"))["weights"]))
"""What a computer general looks at (data/evaluate.toml)."""

N_FEATURES = len(read_features(Path(__file__).parent))

TERRAIN = terrain_record(MAX_FEATURES, MAX_VERTICES)


OPTIONS = options_record(Path(__file__).parent)
"""Every house-rule switch by its key; the value is its place in that option's list of values, 0 being the default."""

BATTLE = record(
    ("figures", FIGURE, (MAX_FIGURES,)),
    ("camps", CAMP, (N_SIDES,)),  # indexed by the side whose camp it is
    ("terrain", TERRAIN),
    ("rules", RULES),
    ("options", OPTIONS),
    ("table_width", "f8"),
    ("table_height", "f8"),
    ("n_figures", "i4"),
    ("phase", "i4"),  # a Phase
    ("resume", "i4"),  # AIM, MAIN_ATTACKER, RECOILS: the Phase to go back to
    ("attacker", "i4"),  # the invader's Side
    ("edge", "i4", (N_SIDES,)),  # every side's base edge, a BoardEdge; NONE before there is one
    ("turn", "i4"),  # the Side whose bound it is
    ("bound", "i4"),  # from 1, counting both sides' bounds
    ("own_bounds", "i4", (N_SIDES,)),  # bounds that each side has begun
    ("pips", "i4"),  # left in this bound
    ("clock", "i4"),  # contact clock: one tick for every change of place
    ("river", "i4"),  # a River
    ("aggression", "i4", (N_SIDES,)),  # DBA-ARMY-2
    ("topography", "i4", (N_SIDES,)),
    ("landing", "i4"),  # 1: this side's reserve may still land in this bound
    ("pending", "i4"),  # AIM: the shooter; MAIN_ATTACKER, RECOILS: the War Wagon; TURNING: who turns; else NONE
    ("pending_side", "i4"),  # the side that is asked in those steps
    ("swaps_left", "i4"),
    ("placed", "i4", (N_GROUNDS, N_SHARES)),  # pieces placed, by PlacedAs (DBA-SETUP-3)
    ("lost", "i4", (N_SIDES,)),  # elements lost that count (DBA-WIN-2)
    ("general_lost", "i4", (N_SIDES,)),
    ("winner", "i4", (N_SIDES,)),  # 1: won, or shares the draw; filled when over
    ("weights", WEIGHTS, (N_SIDES,)),  # of the general of each side; from here on, no part of the battle
    ("worths", "f8", (N_SIDES, N_FEATURES)),  # the same for first impressions: data/worth.toml, in its order
)
