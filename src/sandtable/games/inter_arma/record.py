"""The battle of Inter Arma as one record: figures, groups, sides, things on the table, tables, and the fight going on.

Sets of figures are the bits of an i8. Centimetres, x east, y north (TABLE-2).
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

from sandtable.games.common.data import rules_record
from sandtable.games.common.switches import options_record
from sandtable.games.common.worth import read_features
from sandtable.kernel.records import MAX_SIDES, action_record, record
from sandtable.kernel.terrain import terrain_record

MAX_FIGURES = 62
"""Sets of figures are bits of an i8."""

MAX_SQUADS = 24
MAX_FEATURES = 64
MAX_CORNERS = 240
MAX_MARKERS = 70
"""Loot, standards, heirlooms, and every javelin that can lie about."""

MAX_CHECKPOINTS = 8
MAX_HERDS = 4
MAX_GROUP = 24
"""Figures of one order."""

MAX_VIA = 6
MAX_BLOWS = 72
"""Initiatives of one massed combat: a die for every figure."""

N_CLASSES = 4
N_TROOPS = 5
N_ROWS = 8
N_WEAPONS = 4
N_DIRECTIONS = 5
N_POINTS = 16


class Quality(IntEnum):
    """Classes by their quality (CLASS-1, MELEE-6)."""

    CONSCRIPT = -1
    REGULAR = 0
    ELITE = 1
    COMMANDER = 2


class Troop(IntEnum):
    """Troop types (CLASS-6)."""

    INFANTRY = 0
    ARMORED_INFANTRY = 1
    SKIRMISHER = 2
    CAVALRY = 3
    ARMORED_CAVALRY = 4


class Row(IntEnum):
    """Rows of the saving table."""

    INFANTRY = 0
    SHIELD = 1
    ARMORED = 2
    SKIRMISHER = 3
    CAVALRY = 4
    ARMORED_CAVALRY = 5
    HORSE = 6
    BARDED_HORSE = 7


class Weapon(IntEnum):
    """Weapons with a range."""

    BOW = 0
    SLING = 1
    CROSSBOW = 2
    JAVELIN = 3


class State(IntEnum):
    """What has become of a figure. The first two stand on the table."""

    ABLE = 0
    WOUNDED = 1
    DEAD = 2
    CAPTURED = 3
    WITHDRAWN = 4
    FLED = 5
    UNSEEN = 6  # in what a side may see of the battle: it is somewhere


class Mode(IntEnum):
    """How a figure moves in this turn (MOVE-9)."""

    WALK = 0
    RUN = 1
    CRAWL = 2
    STAND = 3
    NONE = 4  # it has not yet had its movement


class Ground(IntEnum):
    """Kinds of terrain (TABLE-4 to TABLE-12)."""

    WOOD = 0
    HEAVY_WOOD = 1
    WHEAT = 2
    HILL = 3
    LOW = 4  # fence, rampart, hedge
    BUILDING = 5
    ROCK = 6  # or a wall higher than figures
    TOWER = 7
    STREAM = 8  # river, a lake's edge
    OPEN = 9  # a clearing, track or bridge: what lies below it does not count
    FIRE = 10
    SHIP = 11


class Thing(IntEnum):
    """What a marker is."""

    JAVELIN = 0
    LOOT = 1
    STANDARD = 2
    HEIRLOOM = 3


class Lies(IntEnum):
    """Where a marker is."""

    NOWHERE = 0
    TABLE = 1
    CARRIED = 2
    OFF = 3  # taken off the table by its carrier


class Edge(IntEnum):
    """A side's own edge of the table (MOVE-32, MORALE-37)."""

    SOUTH = 0
    NORTH = 1
    WEST = 2
    EAST = 3
    ANY = 4


class Phase(IntEnum):
    """The steps of a turn. Those marked * ask somebody."""

    START = 0
    TURN = 1  # a turn begins: initiative
    MOVEMENT = 2  # *
    NUDGE = 3  # * whether a commander turns the direction dice by one
    SIGHTING = 4
    SHOOTING = 5  # *
    CLOSING = 6  # *
    AMBUSHES = 7
    MELEE = 8  # * which melee is next
    BLOWS = 9  # * who strikes whom
    WOUNDED = 10  # * what is done to wounded men, and to civilians
    GOALS = 11
    MORALE = 12
    RALLY = 13  # * which commander holds a group
    PRAISE = 14  # * which commander strikes harder
    END_OF_TURN = 15
    OVER = 16


class Verb(IntEnum):
    """What a side can decide to do."""

    DECLARE = 0  # the actors will go by this mode; fatigue dice fall
    MOVE = 1  # the actors go by this mode; amount 1: they lie down at the end
    STAND = 2  # the actors stand still, facing fx, fy
    LEAVE = 3  # the actor goes to its own edge and off the table
    CLIMB = 4  # the actor goes up tower target, or comes down
    DRIVE = 5  # the actor drives herd target along
    BREAK = 6  # the actor breaks contact
    RETREAT = 7  # the actors, of one group, retreat from contact
    HEAD = 8  # the actors' group heads fx, fy in the dark
    FORM = 9  # the actors make a closed formation
    NUDGE = 10  # add amount to the direction dice
    SHOOT = 11  # the actor at target; item 1: with the javelin
    CLOSE = 12  # the actor closes up to x, y
    FIGHT = 13  # the melee of the actor and target is next
    STRIKE = 14  # the actor strikes target
    DISPATCH = 15  # the actor deals with wounded target; amount: a Fate
    SLAY = 16  # the actor attacks civilian target
    RALLY = 17  # the actor holds the group
    PRAISE = 18  # the actor strikes harder
    DONE = 19  # no more of this


class Fate(IntEnum):
    """What is done to a wounded man (WOUND-2, WOUND-3)."""

    ROLL = 0
    KILL = 1
    CAPTURE = 2


class Kind(IntEnum):
    """Kinds of melee (MELEE-24)."""

    ONE = 0
    MANY = 1  # two or more on one
    MASSED = 2
    UNIT = 3


class Stage(IntEnum):
    """How far a melee has come."""

    MANY_STRIKE = 0  # the many strike the one, one after another
    ONE_BACK = 1  # the one strikes back, once
    ONE_FIRST = 2  # the one strikes first
    MANY_BACK = 3  # the others strike the one
    MASSED = 4  # initiatives are spent
    UNIT_STRIKES = 5  # of more than six, those who won say whom they strike
    UNIT_BACK = 6  # the others do
    UNIT_OVER = 7


class End(IntEnum):
    """How the battle ended."""

    NOT_YET = 0
    LAST_TURN = 1
    ONE_LEFT = 2
    NOBODY_LEFT = 3


class Ended(IntEnum):
    """Who won (END-2)."""

    NOT_YET = -2
    DRAW = -1


FIGURE = record(
    ("x", "f8"),
    ("y", "f8"),
    ("fx", "f8"),
    ("fy", "f8"),
    ("width", "f8"),  # diameter of the base
    ("depth", "f8"),
    # who it is
    ("side", "i4"),
    ("squad", "i4"),
    ("quality", "i4"),  # a Quality
    ("troop", "i4"),  # a Troop
    ("armored", "i4"),  # 1: armour for saves, spotting and ambush
    ("shield", "i4"),
    ("barded", "i4"),  # 1: an armored horse
    ("leads", "i4"),  # 1: rallies, decides on wounded, gives command range
    ("civilian", "i4"),
    ("sentry", "i4"),
    ("torch", "i4"),
    ("long_arm", "i4"),  # 1: spear, pike, polearm, lance
    ("gun", "i4"),  # bow, sling or crossbow, or NONE
    ("javelins", "i4"),  # in hand
    ("pilum", "i4"),  # 1: those in hand serve for a single throw
    # how it is
    ("state", "i4"),  # a State
    ("tower", "i4"),  # feature on top of which it stands, or NONE
    ("lying", "i4"),
    ("spotted", "i4"),  # sides that have seen it crawl, as bits
    ("noted", "i4"),  # sides, asleep before their alarm, against which it has acted, as bits (SEQ-11)
    ("hidden", "i4"),  # 1: hidden in water this turn
    ("routing", "i4"),
    ("harder", "i4"),  # what the save against its next blow is reduced by (MORALE-33)
    ("formed", "i4"),  # number of its closed formation, or 0
    ("first_over", "i8"),  # enemies over whom it has the first blow in this turn (AMBUSH-5)
    ("first_next", "i8"),  # and over whom in the next
    ("left", "i8"),  # wounded whom it has left behind
    ("shot_last", "i4"),  # 1: shot in the turn before
    ("target_last", "i4"),  # 1: was shot at in the turn before
    # in this turn
    ("mode", "i4"),  # a Mode
    ("moved", "i4"),  # 1: its movement is over
    ("declared", "i4"),  # 1: has thrown for fatigue and goes now
    ("half", "i4"),  # 1: its move is halved
    ("tired", "i4"),
    ("broke", "i4"),  # 1: breaks contact or retreats from it
    ("stays", "i4"),  # 1: may not ask to retreat again, or does not know its enemy
    ("shot", "i4"),  # 1: threw a javelin; 2: shot with bow, sling or crossbow
    ("target", "i4"),  # 1: was shot at
    ("attacked", "i4"),  # 1: was attacked in melee
    ("ready", "i4"),  # 1: may shoot in this step
    ("closed", "i4"),  # 1: has closed up
    ("crawled", "i4"),  # 1: crawled
    ("ambushes", "i8"),  # enemies on whom it has crawled unseen
    ("met", "i8"),  # enemies whom it touches since this turn
    ("met_foe", "i8"),  # of these, those who came to it, not it to them
    ("fought", "i4"),  # 1: has had its clash
    ("struck", "i4"),  # 1: has struck in this melee
    ("foes", "i8"),  # enemies in contact when the melees were fixed
    ("behind", "i8"),  # enemies whom it reaches from the second rank then
    ("dealt", "i4"),  # 1: has dealt with a wounded man, or was dealt with
)

SQUAD = record(
    ("side", "i4"),
    ("hx", "f8"),  # heading in the dark
    ("hy", "f8"),
    ("headed", "i4"),  # 1: direction dice have fallen this turn
    ("sum", "i4"),  # of the direction dice
    ("die", "i4"),  # fatigue die of the group (fatigue_per = group), or 0
    ("asked", "i4"),  # 1: has asked to retreat from contact this turn
    ("idle", "i4"),  # turns in a row without combat
    ("combat", "i4"),  # 1: in combat this turn
    ("disordered", "i4"),
    ("tried", "i4"),  # 1: a commander has tried to hold it in this step
    ("held_once", "i8"),  # commanders who have held it once
    ("held_twice", "i8"),  # and twice
)

N_COUNTS = 16


class Count(IntEnum):
    """What morale counts (MORALE-7 to MORALE-21)."""

    ENEMIES = 0
    OWN = 1
    ALLIES = 2
    ENEMY_COMMANDERS = 3
    OWN_COMMANDERS = 4
    ENEMY_CIVILIANS = 5
    OWN_CIVILIANS = 6
    FOUND = 7
    CHECKPOINTS = 8
    CHECKPOINTS_LOST = 9
    ENEMY_BUILDINGS = 10
    OWN_BUILDINGS = 11
    CAPTURED = 12
    LOST = 13
    HERDS = 14


SIDE = record(
    ("team", "i4"),  # sides of one team are allies
    ("edge", "i4"),  # an Edge
    ("may_form", "i4"),  # 1: closed formation is open to it
    ("alarm_rules", "i4"),  # 1: sleeps until its alarm
    ("alarm", "i4"),  # the turn at whose end the alarm was raised, or NONE
    ("called", "i4"),  # 1: a sentry has sighted an enemy this turn
    ("no_sentry", "i4"),  # the turn at whose end no sentry was able, or NONE
    ("sighted", "i4"),  # groups that its sentries have sighted, as bits
    ("silenced", "i4"),  # sentries put out before the alarm
    ("soldiers", "i4"),  # at the start
    ("quarters", "i4"),  # quarters of its soldiers that have been lost before
    ("grave", "i4"),  # 1: a commander killed, a standard, checkpoint or building lost this turn
    ("back", "i4"),  # 1: goes behind the others next turn
    ("test", "i4"),  # 1: must test in this step
    ("counted", "i4", (N_COUNTS,)),  # what had been counted at its last test
    ("points", "i4"),
    ("worst", "i4"),  # its last morale total, for the scene
)

MARKER = record(
    ("x", "f8"),
    ("y", "f8"),
    ("thing", "i4"),  # a Thing
    ("lies", "i4"),  # a Lies
    ("owner", "i4"),  # side, or NONE
    ("carrier", "i4"),  # figure, or NONE
    ("taker", "i4"),  # side that took it last, or NONE; its owner again: NONE
    ("former", "i4"),  # of what nobody owns: the side from which it was taken, or NONE
)

CHECKPOINT = record(("x", "f8"), ("y", "f8"), ("holder", "i4"), ("last", "i4"))
"""``last``: bits of the sides that have held it before its holder."""

HERD = record(("x", "f8"), ("y", "f8"), ("owner", "i4"), ("taker", "i4"), ("off", "i4"), ("driven", "i4"))

SITE = record(  # what a feature is besides its outline
    ("owner", "i4"),  # side, or NONE
    ("burnable", "i4"),  # 1: a building that a torch destroys
    ("destroyed", "i4"),
    ("burner", "i4"),  # side that has held a torch to it
    ("burning", "i4"),  # ends of turns running
    ("tent", "i4"),  # 1: counts for points by itself
)

CLASS = record(("quality", "i4"), ("save", "i4"), ("shot", "i4"), ("wounded", "i4"))
TROOP = record(
    ("walk", "f8"), ("run", "f8"), ("crawl", "f8"), ("half", "i4"), ("tired", "i4"), ("row", "i4")
)  # fmt: skip
SAVES = record(("wounded", "i4"), ("dead", "i4"))
WEAPON = record(("short", "f8"), ("medium", "f8"), ("long", "f8"), ("rises", "i4"), ("thrown", "i4"))
DIRECTION = record(("turn", "f8"), ("least", "i4"))

RULES = rules_record(Path(__file__).parent)
"""data/rules.toml explains each."""

OPTIONS = options_record(Path(__file__).parent)
"""Positions in the lists of data/options.toml, 0 the default."""

FIGHT = record(
    ("kind", "i4"),  # a Kind
    ("stage", "i4"),  # a Stage
    ("side", "i4"),  # that must say who strikes
    ("sides", "i4", (2,)),  # teams' sides in it: the one with the first member, and the other
    ("members", "i8", (2,)),  # figures of both teams
    ("one", "i4"),  # the one against many, or NONE
    ("to_strike", "i8"),  # those of the many who have not struck
    ("first", "i4"),  # whom the one struck first, or NONE
    ("n_blows", "i4"),  # initiatives of a massed combat
    ("blow", "i4"),  # how many of them are spent
    ("winners", "i4", (MAX_BLOWS,)),  # 0 or 1: whose initiative each is; of more than six the first: who strikes first
    ("aims", "i4", (MAX_FIGURES,)),  # of more than six: whom each strikes, or NONE
)

POINT = record(("side", "i4"), ("rule", "i4"), ("item", "i4"), ("amount", "i4"))
"""One line of a scenario's points: what ``item`` is, ``rule`` (a Scoring) says."""


class Scoring(IntEnum):
    """What a line of a scenario's points counts (SC1-10, SC2-9, SC3-12)."""

    MARKER_TAKEN = 0  # marker ``item`` in hand, or taken off the table
    MARKER_KEPT = 1  # marker ``item`` not in enemy hands, and on the table
    TENTS = 2  # each destroyed building of an enemy that is a tent
    BUILDINGS = 3  # each destroyed building of an enemy
    STANDING = 4  # each own building that stands
    NO_ENEMY_WITHIN = 5  # no able enemy in the camp
    HERD_OFF = 6  # herd captured and off the table
    HERD_TAKEN = 7  # herd captured and still on it
    HERD_KEPT = 8
    CHECKPOINTS = 9  # each checkpoint it occupies
    CIVILIANS = 10  # each enemy civilian killed
    SILENCED = 11  # each enemy sentry put out before the alarm
    ALARM_BY = 12  # the alarm was raised by turn ``item``
    MARKER_WITHIN = 13  # marker ``item`` lies or is carried in the camp, not by an enemy
    MARKER_SAFE = 14  # marker ``item`` in own hands, or where no enemy has touched it since


N_FEATURES = len(read_features(Path(__file__).parent))

ACTION = action_record(actors=MAX_GROUP, via=MAX_VIA, modes=True)

BATTLE = record(
    ("figures", FIGURE, (MAX_FIGURES,)),
    ("squads", SQUAD, (MAX_SQUADS,)),
    ("sides", SIDE, (MAX_SIDES,)),
    ("markers", MARKER, (MAX_MARKERS,)),
    ("checkpoints", CHECKPOINT, (MAX_CHECKPOINTS,)),
    ("herds", HERD, (MAX_HERDS,)),
    ("terrain", terrain_record(MAX_FEATURES, MAX_CORNERS)),
    ("sites", SITE, (MAX_FEATURES,)),
    ("classes", CLASS, (N_CLASSES,)),
    ("troops", TROOP, (N_TROOPS,)),
    ("saves", SAVES, (N_ROWS,)),
    ("weapons", WEAPON, (N_WEAPONS,)),
    ("directions", DIRECTION, (N_DIRECTIONS,)),
    ("rules", RULES),
    ("options", OPTIONS),
    ("fight", FIGHT),
    ("scoring", POINT, (N_POINTS,)),
    ("width", "f8"),
    ("height", "f8"),
    ("camp_x0", "f8"),  # the camp, for points; no width: none
    ("camp_y0", "f8"),
    ("camp_x1", "f8"),
    ("camp_y1", "f8"),
    ("n_figures", "i4"),
    ("n_squads", "i4"),
    ("n_sides", "i4"),
    ("n_markers", "i4"),
    ("n_checkpoints", "i4"),
    ("n_herds", "i4"),
    ("n_points", "i4"),
    ("woods", "i4"),  # 1: there is wood, wheat or heavy wood on the table
    ("night_until", "i4"),  # last turn of the night; 0: none
    ("rain", "i4"),  # 1: rain or fog
    ("turns", "i4"),  # of the scenario
    ("by_dice", "i4"),  # 1: initiative by dice (INIT-2)
    ("phase", "i4"),
    ("turn", "i4"),
    ("order", "i4", (MAX_SIDES,)),  # sides in their order of movement
    ("place", "i4"),  # how far the order has come in this step
    ("begun", "i4"),  # 1: this side's part of the step has begun
    ("group", "i4"),  # group that moves at night, or that must be held; NONE
    ("resume", "i4"),  # phase to go back to after RALLY
    ("formations", "i4"),  # closed formations declared so far
    ("end", "i4"),  # an End
    ("winner", "i4"),  # side, or Ended
    ("worths", "f8", (MAX_SIDES, N_FEATURES)),  # first impressions of the generals; no part of the battle
)
