"""The DBAix battle as one record: figures, table, bound, song, potion, tokens, points and the numbers of the rules."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

from sandtable.games.common.switches import options_record
from sandtable.games.common.worth import read_features
from sandtable.kernel.records import record
from sandtable.kernel.terrain import terrain_record

MAX_FIGURES = 64
MAX_FEATURES = 48
MAX_VERTICES = 224
MAX_TOKENS = 4
MAX_GATES = 4
N_SIDES = 3
CALLED = 3
"""Gauls who must bind and gag the bard (MUSIC)."""


class Side(IntEnum):
    """The three sides, in the order in which the rulebook lists their commanders."""

    ROMANS = 0
    GAULS = 1
    PIRATES = 2


class Where(IntEnum):
    """Where a figure is."""

    TABLE = 0
    CAMP_BOX = 1  # a Roman returned to camp
    CAPTIVE = 2  # a Gaul under guard, carried by figure.guard
    REMOVED = 3  # a Gaul out of the game
    FLED = 4  # a Pirate off the table for good


class Phase(IntEnum):
    """The steps of a bound (BND-7). Those marked * may ask somebody to decide."""

    BOUND_START = 0  # PIP die and music check
    FLIGHT = 1  # * music: enemies flee, farthest first; ties are the Gaulish player's choice
    CALL = 2  # * music: who must gag the bard; ties are the Gaulish player's choice
    MOVEMENT = 3  # *
    FACING = 4  # figures turn to face
    DRINKING = 5  # * potion, Gauls only
    COMBAT = 6  # * which pair fights next
    SPOILS = 7  # * a victor may take what the beaten figure dropped
    TOKENS = 8  # * picking up tokens
    BOUND_END = 9  # deliveries, ship, clocks, end test
    OVER = 10


class Verb(IntEnum):
    """What a side can decide to do. Text forms: the names in lower case with spaces."""

    MOVE = 0  # actors (leader first) end with the leader at x, y facing fx, fy; path, via
    MUSTER = 1  # actors in order, front rank first from left to right; target: gate; amount: files; x: offset
    HAND_OVER = 2  # actors: the guard; target: the friend; item: the captive's figure index
    DRINK = 3  # actors drink the potion
    FIGHT = 4  # actors: one of ours and its opponent
    TAKE = 5  # actors: the figure; item: the token
    CHOOSE = 6  # target: the figure that flees next, or that is called
    END = 7  # end the step that asks


class Song(IntEnum):
    """The bard's state."""

    SILENT = 0
    SINGING = 1
    GAGGED = 2


class TokenState(IntEnum):
    """Where a token is."""

    ABSENT = 0  # the scenario has no such token
    GROUND = 1
    CARRIED = 2
    DELIVERED = 3


class Token(IntEnum):
    """What a token is: it decides who scores for it and where it is delivered (SCN-12)."""

    CAULDRON = 0
    PAY_CHEST = 1


class Going(IntEnum):
    """Kinds of terrain feature, and of lines (TER)."""

    OPEN = 0  # drawn, no effect: beach
    ROAD = 1
    WOOD = 2
    BUILDING = 3  # huts and shops
    TREE = 4
    SHIP = 5
    SEA = 6
    RAMPART = 7  # a line


class Award(IntEnum):
    """The lines of the points table (VIC-3), in its order."""

    ROMANS_TO_CAMP = 0
    COMMANDER_TO_CAMP = 1
    PIRATES_LOST = 2
    CAPTAIN_LOST = 3
    GAULS_REMOVED = 4
    DRUID_CAPTIVE = 5
    CHIEF_CAPTIVE = 6
    HERO_CAPTIVE = 7
    WOMEN_CAPTIVE = 8
    DRUID_CARRIED_OFF = 9
    NOTABLES_CARRIED_OFF = 10
    WOMEN_CARRIED_OFF = 11
    HUT_HELD = 12
    CAULDRON_DELIVERED = 13
    CAULDRON_KEPT = 14
    PAY_CHEST_DELIVERED = 15
    PAY_CHEST_KEPT = 16
    SHIP_SUNK = 17
    SHIP_AFLOAT = 18
    CAPTAIN_ON_TABLE = 19
    NO_GAUL_CAPTIVE = 20


N_AWARDS = 21

FIGURE = record(
    ("x", "f8"),  # centre of the base, inches; kept, but without meaning, while off the table
    ("y", "f8"),
    ("fx", "f8"),  # facing, a unit vector
    ("fy", "f8"),
    ("width", "f8"),  # of the base, along its front edge
    ("depth", "f8"),
    # who it is: filled from data/figures.toml, never changed in play
    ("side", "i4"),
    ("factor", "i4"),  # COMBAT FACTORS
    ("commander", "i4"),  # 1: its side's commander
    ("officer", "i4"),  # 1: a Roman officer (CMD-7)
    ("distance_exempt", "i4"),  # 1: never pays the commander-distance surcharge (PIP-14, PIP-16)
    ("woman", "i4"),
    ("husband", "i4"),  # figure index, or NONE
    ("capturable", "i4"),  # RES-10
    ("removal_points", "i4"),  # VIC-3 "each Gaul removed": 1, but 0 and 4 for two of them
    ("bard", "i4"),
    ("druid", "i4"),  # serves the potion
    ("hero", "i4"),  # carries a gourd (POT-7) and need not come to the repeat
    ("giant", "i4"),  # never drinks, crosses ramparts, doubles its victims' defeat (RES-6)
    # how it stands
    ("where", "i4"),  # a Where
    ("guard", "i4"),  # of a captive: the figure that holds it, or NONE
    ("moves", "i4"),  # moves made in the present bound (MOV-7)
    ("potion", "i4"),  # 1: has drunk in the present effect
    ("token", "i4"),  # index of the token it carries, or NONE
    ("arrived", "i4"),  # contact clock when it last changed place, or was captured: who was first (CBT-4, CAP-7)
    ("opponent", "i4"),  # paired with it at the start of the combat step and still to fight, or NONE
    ("fought", "i4"),  # 1: has fought in the present bound (CBT-9)
    ("boxed", "i4"),  # bound number in which it was sent to the camp box (CAMP-9)
    ("in_camp_at_start", "i4"),  # 1: stood wholly inside the camp when the present bound began (CAMP-4)
    ("freed", "i4"),  # bound number in which it was rescued: may move from its side's next bound (CAP-9), or NONE
    ("called", "i4"),  # 1: must move to the bard in this bound (MUS-7)
    ("fleeing", "i4"),  # 1: has still to flee from the music in this bound
    ("handed", "i4"),  # of a captive: 1 once handed over in this bound, so that it ends
)

TOKEN = record(
    ("x", "f8"),  # its point on the table, kept at the carrier's centre while carried
    ("y", "f8"),
    ("state", "i4"),  # a TokenState
    ("carrier", "i4"),  # figure index, or NONE
    ("delivered_by", "i4"),  # a Side, or NONE
)

GATE = record(
    ("x", "f8"),  # middle of the gate on the rampart line
    ("y", "f8"),
    ("fx", "f8"),  # outward
    ("fy", "f8"),
    ("width", "f8"),
)

RULES = record(
    # every number a study may vary, from data/rules.toml
    ("move", "f8"),  # MOV-1, inches
    ("wood_move", "f8"),  # TER-3
    ("roman_distance", "f8"),  # PIP-13
    ("gaul_distance", "f8"),  # PIP-15
    ("husband_distance", "f8"),  # PIP-17
    ("pirate_distance", "f8"),  # PIP-20
    ("align_slide", "f8"),  # MOV-10
    ("music_range", "f8"),  # MUS-3
    ("flee_stop_short", "f8"),  # OUT-6
    ("flee_least", "f8"),  # OUT-8
    ("hut_range", "f8"),  # SCN-13
    ("delivery_range", "f8"),  # SCN-12, Gauls at the chief's hut
    ("ship_guard_range", "f8"),  # SCN-14
    ("roman_group_cost", "i4"),  # PIP-1
    ("roman_single_cost", "i4"),  # PIP-2
    ("gaul_straight_cost", "i4"),  # PIP-3
    ("gaul_turn_cost", "i4"),  # PIP-4
    ("gaul_single_cost", "i4"),  # PIP-5
    ("pirate_single_cost", "i4"),  # PIP-6
    ("pirate_group_cost", "i4"),  # PIP-7
    ("no_officer_cost", "i4"),  # PIP-11
    ("distance_cost", "i4"),  # PIP-13, 15, 20
    ("husband_cost", "i4"),  # PIP-17
    ("second_move_cost", "i4"),  # PIP-21
    ("flank_contact_cost", "i4"),  # PIP-23
    ("return_cost", "i4"),  # PIP-26
    ("moves_a_bound", "i4"),  # MOV-7
    ("sixes_for_song", "i4"),  # MUS-1
    ("called", "i4"),  # MUS-7
    ("potion_bounds", "i4"),  # POT-4
    ("potion_factor", "i4"),  # TAC-9
    ("flank_factor", "i4"),  # TAC-1
    ("overlap_factor", "i4"),  # TAC-2, TAC-3
    ("line_factor", "i4"),  # TAC-7
    ("muster_depth", "f8"),  # CAMP-6: no part farther than this from the gate
    ("ship_sinkers", "i4"),  # SCN-14
    ("pirates_broken", "i4"),  # VIC-1
    ("gauls_broken", "i4"),
    ("romans_broken", "i4"),
    ("early_end_round", "i4"),  # VIC-2
    ("early_end_lead", "i4"),
    ("last_round", "i4"),
    ("points", "i4", (N_AWARDS, N_SIDES)),  # VIC-3
)

WEIGHTS = record(
    # what a computer general thinks things are worth; data/evaluate.toml explains each, no rule reads them
    ("man", "f8"),
    ("third", "f8"),
    ("danger", "f8"),
    ("half", "f8"),
    ("lead", "f8"),
    ("fight", "f8"),
    ("shaken", "f8"),
    ("recoil", "f8"),
    ("hunt", "f8"),
    ("second", "f8"),
    ("march", "f8"),
    ("close", "f8"),
    ("reach", "f8"),
    ("win", "f8"),
    ("deny", "f8"),
    ("loot", "f8"),
    ("song", "f8"),
    ("deaf", "f8"),
    ("din", "f8"),
    ("wary", "f8"),
    ("fetch", "f8"),
    ("carry", "f8"),
    ("carry_off", "f8"),
    ("home", "f8"),
    ("hut", "f8"),
    ("loose", "f8"),
    ("evict", "f8"),
    ("ship", "f8"),
    ("command", "f8"),
    ("flask", "f8"),
)

OPTIONS = options_record(Path(__file__).parent)
"""Every house-rule switch by its key; the value is its place in that option's list of values, 0 being the default."""

N_FEATURES = len(read_features(Path(__file__).parent))

TERRAIN = terrain_record(MAX_FEATURES, MAX_VERTICES)

BATTLE = record(
    ("figures", FIGURE, (MAX_FIGURES,)),
    ("terrain", TERRAIN),
    ("rules", RULES),
    ("options", OPTIONS),
    ("tokens", TOKEN, (MAX_TOKENS,)),  # indexed by Token
    ("gates", GATE, (MAX_GATES,)),
    ("table_width", "f8"),
    ("table_height", "f8"),
    ("camp", "f8", (4,)),  # x0, y0, x1, y1 of the camp rectangle; NaN when there is none
    ("landing", "f8", (4,)),  # the ship's landing edge x0, y0, x1, y1; NaN when there is none
    ("n_figures", "i4"),
    ("n_gates", "i4"),
    ("hut", "i4"),  # index of the chief's hut among the terrain features, or NONE
    ("ship", "i4"),  # index of the ship among the terrain features, or NONE
    ("ship_sunk", "i4"),
    ("phase", "i4"),  # a Phase
    ("round", "i4"),  # from 1
    ("bound", "i4"),  # from 1, counting every side's bounds
    ("order", "i4", (N_SIDES,)),  # sides in the order of their bounds
    ("turn", "i4"),  # index into order: whose bound it is
    ("pips", "i4"),  # left in this bound
    ("clock", "i4"),  # contact clock: one tick for every change of place and every capture
    ("gaul_bounds", "i4"),  # Gaulish bounds begun
    ("sixes", "i4"),  # shown by the Gaulish PIP die (MUS-1)
    ("song", "i4"),  # a Song
    ("song_release", "i4"),  # Gaulish bound at whose end a gagged bard is released (song_restart), or NONE
    ("potion_until", "i4"),  # the effect ends with this Gaulish bound; 0 when none runs
    ("potion_served", "i4"),  # effects begun so far
    ("spoils_taker", "i4"),  # SPOILS: the figure that may take, or NONE
    ("spoils_token", "i4"),
    ("resume", "i4"),  # SPOILS: the Phase to go back to
    ("commander_boxed", "i4"),  # 1 once the Roman commander has been sent to camp (VIC-3)
    ("sent_to_camp", "i4", (N_SIDES,)),  # Romans sent to camp by each side
    ("scored", "i4", (N_SIDES, N_AWARDS)),  # points won so far, as the game runs (VIC-3)
    ("winner", "i4", (N_SIDES,)),  # 1: won, or shares the draw; filled when over
    ("weights", WEIGHTS, (N_SIDES,)),  # of the general of each side; from here on, no part of the battle
    ("worths", "f8", (N_SIDES, N_FEATURES)),  # the same for first impressions: data/worth.toml, in its order
)
