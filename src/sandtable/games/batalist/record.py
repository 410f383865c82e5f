"""The battle of Batalist as one record: battalions of many figures, characters, markers, tables, and an attack.

A battalion is what other games call a figure: ``b.figures``. Steps, x east, y north (DEF-25). Skills and rows of a
table are the bits of an i8.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

from sandtable.games.common.data import rules_record
from sandtable.games.common.switches import options_record
from sandtable.games.common.worth import read_features
from sandtable.kernel.records import MAX_SIDES, action_record, record
from sandtable.kernel.terrain import terrain_record

SIDES = 2
MAX_BATTALIONS = 56
"""Twelve a side, two heroes a side, and the wounded of each on their way to the doctor."""

MAX_CHARACTERS = 20
MAX_MARKERS = 48
MAX_BOATS = 6
MAX_FEATURES = 48
MAX_CORNERS = 200
MAX_MISTS = 8
MAX_LADDERS = 8
N_PROFILES = 40
N_KINDS = 13
N_ROWS = 16
N_SKILL_ROWS = 7
N_SPELLS = 10
N_ARTEFACTS = 6
N_TRAPS = 3
N_ABILITIES = 4
N_WEATHERS = 6
CARDS = 2
"""Orders of a battalion in a turn (ORD-9)."""


class Class(IntEnum):
    """Classes of weapons and armour (ARM-2); NONE is no class at all."""

    CUT = 0
    PIERCE = 1
    CRUSH = 2
    ELEMENT = 3


class Skill(IntEnum):
    """Skills without a number, as bits (SKL)."""

    MELEE = 0
    SHOOTER = 1
    FLYING = 2
    MAGE = 3
    BLOODTHIRSTY = 4
    WIDE = 5
    LONG = 6
    FAST = 7
    BIG = 8
    RIDER = 9
    SWIMMER = 10
    HEAVY_ARMOUR = 11
    FOREST_WALKER = 12
    SWAMP_WALKER = 13
    SCOUT = 14
    CAMOUFLAGE = 15
    NOISY = 16
    COMMANDER = 17
    LONG_WEAPON = 18
    LARGE_SHIELD = 19
    INDEPENDENT = 20
    TWILIGHT_VISION = 21
    NIGHT_CREATURE = 22
    SNOW_WALKER = 23
    COLD_INSENSITIVE = 24
    SNIPER = 25
    ASSASSIN = 26
    GIANT = 27


class Burst(IntEnum):
    """Kinds of shooters (SKL-2 to SKL-4)."""

    PLAIN = 0
    JET = 1
    AREA = 2


class Formation(IntEnum):
    """FRM."""

    COLUMN = 0
    HEDGEHOG = 1
    WEDGE = 2
    LOOSE = 3


class Order(IntEnum):
    """What a card says (ACT)."""

    REFORM = 0
    TURN = 1
    MOVE = 2
    SHOOTING_ATTACK = 3
    MELEE_ATTACK = 4
    RECOVERY = 5
    TO_THE_DOCTOR = 6
    MERCY = 7
    RECONNAISSANCE = 8
    HIDDEN = 9  # a card that lies face down to the side that looks


class State(IntEnum):
    """Where a battalion is. Only the first is on the field."""

    FIELD = 0
    AMBUSH = 1
    RESERVE = 2
    FLED = 3
    DESTROYED = 4
    LEFT = 5  # by the enemy's edge
    ON_BASE = 6  # a hero on another battalion's base
    HOSPITAL = 7
    UNSEEN = 8  # in what a side may see of the battle: it is somewhere
    WAITING = 9  # to be deployed


class Phase(IntEnum):
    """What is asked, and what runs by itself (PRE-2, TRN-2)."""

    START = 0  # dice of the preparation
    DEPLOYMENT = 1  # one battalion
    PLACING = 2  # hospitals, then markers
    TURN = 3  # start of a turn
    RETURNS = 4  # battalions that fled
    ORDERS = 5  # both at once
    INITIATIVE = 6
    FIRST = 7  # to go first or to let the other begin
    EXECUTION = 8
    DISPEL = 9  # whether to dispel the spell of b.spell
    TOUCHED = 10  # whether a battalion that is touched replaces an order (ACT-9)
    AT_ONCE = 11  # b.striker may attack b.quarry without an order (REC-5, REC-6, ARE-3)
    GO_ENDS = 12
    TURN_ENDS = 13
    OVER = 14
    COMPASS = 15  # which edge of the table is north (OPT-2)
    PASSED_BY = 16  # whether b.striker, whom a search passed by, comes out at b.quarry (REC-6)
    DISPUTE = 17  # whether the other side agrees to leave a disputed case to a die (TOP-2)
    NAMING = 18  # which of several; b.question says for what, b.quarry for whom
    THAW = 19  # the tests after the frost at the start of a turn (WEA-10)
    STATING = 20  # which battalions lie in ambush (AMB-1)
    FOUND = 21  # where b.striker stands, who was found by b.quarry; b.question says how (REC-3 to REC-5)


class Question(IntEnum):
    """What is asked in NAMING, and in FOUND."""

    SEARCHED = 0  # which hidden battalion the scout b.quarry tests (REC-2)
    REVEALED = 1  # which is revealed by the fire of b.quarry at the wood b.element (ARE-3)
    HIT = 2  # or hit by it in hiding (ARE-4)
    BASE = 3  # on whose base the hero b.quarry gets, if he does (HER-9)
    NEAREST = 4  # from which of several nearest enemies b.quarry falls back (MOR-19)
    FALSE_MARKER = 5  # which false marker of the set b.element goes (AMB-10)
    # in FOUND: where he stands who is found
    IN_ZONE = 6  # his deployment zone (REC-3)
    NEAR_SCOUT = 7  # within 5 steps of the scout (REC-4)
    SURROUNDED = 8  # the same, as the scout's player wants it (REC-5, REC-9)
    AT_MARKER = 9  # his true marker, where the facing is free (AMB-11, REC-8)
    IN_WOOD = 10  # the wood or ravine b.element (ARE-4)
    SHOT_AT = 11  # his true marker, before he is shot at (AMB-15)
    IN_CONTACT = 12  # in contact with who attacks him (AMB-16)


class Verb(IntEnum):
    """What a side may do."""

    DEPLOY = 0
    GIVE = 1  # target: the leader's battalion; amount: an Order
    SET_ASIDE = 2  # amount: reserve as mana
    SHARD = 3  # the artefact that gives mana
    CALL_OFF = 4  # To the Doctor no longer
    READY = 5
    GO_FIRST = 6
    DECLINE = 7
    REFORM = 8  # amount: a Formation; item: files
    TURN = 9
    MOVE = 10  # item: the ladder that it climbs at its end
    SHOOT = 11  # target; x, y: middle of the template of an area shooter; item 0: at its character
    CHARGE = 12  # target; amount: hundredths of a degree of the wheel; item 0: at its character
    RECOVER = 13
    DOCTOR = 14
    MERCY = 15
    SCOUT = 16  # item: the wood or ravine; amount: 1 and the letter of the markers there that are searched
    CAST = 17  # item: the spell; target or x, y
    CANCEL = 18  # amount: the Order cancelled before another is carried out
    DISCARD = 19  # amount: the Order that cannot be carried out
    PASS = 20
    PASS_OVER = 21  # a character to the battalion target
    DISPEL = 22
    LET = 23  # do not: neither dispel, nor replace, nor attack
    REPLACE = 24  # amount: the Order that becomes Melee Attack
    RETURN = 25
    FIRE_AT_AREA = 26  # item: the wood or ravine
    PLACE = 27  # a hospital or a marker
    SAVE_UP = 28  # half of the price of a battalion's return
    DONE = 29  # nobody else comes back or hides, nothing more is placed
    AMBUSH = 30  # item, amount: where markers are laid, and which is true; x, y: the true one's way; or target
    LAY_TRAP = 31  # one marker; item: the kind of trap; amount 1: the real one
    TURN_OVER = 32  # an attack on a marker; item: the marker; amount: the Order
    BATTER = 33  # item: the building; amount: the Order
    BOARD = 34  # item: the boat
    LAND = 35
    CHANGE_OWN = 36  # target: the leader's battalion; item: which of its own orders; amount: the new Order
    COME_OUT = 37
    DISPUTE = 38
    AGREE = 39
    SET_NORTH = 40  # amount: quarter turns clockwise
    ENTER = 41  # a reserve, by its own edge
    NAME = 42  # one of several battalions that a question is about
    TAKE_AWAY = 43  # item: a false marker of one's own
    HIDE = 44  # a battalion lies in ambush
    STRIKE_WOUNDED = 45  # an attack on the wounded of the battalion target; amount: the Order


class Mode(IntEnum):
    """How a Move or charge is made."""

    ORDERED = 0  # by its card
    INSTEAD = 1  # in place of another order, the first of two (CBT-17)
    FREE = 2  # the Fast move (SKL-17), or a right to attack at once
    INSTEAD_OF_SECOND = 3


class Cause(IntEnum):
    """Why a battalion must test its morale, as bits (MOR-1 to MOR-3)."""

    HALF_LOST = 0
    LEADER_DEAD = 1
    OWN_CHARACTER_DEAD = 2
    DREAD = 3


class Goal(IntEnum):
    """The further victory condition of a scenario (ARM-17, ARM-22)."""

    GENERAL = 0
    WOODS = 1
    FORD = 2
    EXIT = 3
    WALL = 4
    NO_OTHER = 5


class End(IntEnum):
    """How the battle ended."""

    NOT_YET = 0
    DESTROYED = 1  # PRE-3
    GOAL = 2  # ARM-22
    LAST_TURN = 3


class Zone(IntEnum):
    """Where a point lies, as a battalion sees it (DEF-17 to DEF-20)."""

    FRONT = 0
    RIGHT = 1
    LEFT = 2
    REAR = 3


class Role(IntEnum):
    """Characters, the standard bearer, and heroes (DEF-5)."""

    GENERAL = 0
    CAPTAIN = 1
    MAGE = 2
    STANDARD_BEARER = 3
    HERO = 4


class Ground(IntEnum):
    """Kinds of terrain, as data/terrain.toml lists them."""

    HILL = 0
    WOOD = 1
    WATER = 2
    SWAMP = 3
    RAVINE = 4
    BUILDING = 5
    DIFFICULT = 6
    MARSHY = 7
    FORD = 8
    MIST = 9
    STEEP = 10
    SHEER = 11  # a line: the outline of a hill or ravine
    OPEN = 12  # what a spot is whose die brings nothing


class Roll(IntEnum):
    """The shapes that a spot of rolled ground may take (ARM-19, C6)."""

    NONE = 0
    DISC = 1
    TRENCH = 2
    HOUSE = 3


class Row(IntEnum):
    """Rows of the table of modifiers as bits; row 0 is MOD-1."""

    MELEE_ORDER = 0
    ATTACKER_LOOSE = 1
    ATTACKER_WEDGE = 2
    ATTACKER_MOVED = 3
    TARGET_LOOSE = 4
    TARGET_HEDGEHOG = 5
    TARGET_COLUMN = 6
    TARGET_IN_COVER = 7
    TARGET_IN_WATER = 8
    TARGET_MOVED = 9
    FLANK_ATTACK = 10
    REAR_ATTACK = 11
    DOWNWARD = 12
    UPWARD = 13
    CLASS_OF_ARMOUR = 14
    NO_MELEE_SKILL = 15


class SkillRow(IntEnum):
    """Dice of skills as bits, in ascending order of their clauses (CBT-14)."""

    BIG_AGAINST_ORDINARY = 0
    TARGET_BIG = 1
    RIDER_AGAINST_ORDINARY = 2
    TARGET_RIDER = 3
    TARGET_IN_HEAVY_ARMOUR = 4
    LONG_WEAPON_AGAINST_RIDER = 5
    TARGET_WITH_LARGE_SHIELD = 6


class Target(IntEnum):
    """What a spell is aimed at (ARM-13)."""

    ENEMY = 0
    ENEMY_FIGURE = 1
    FRIEND = 2
    POINT = 3
    FIELD = 4


class Spell(IntEnum):
    """The spells in the order of data/spells.toml (ARM-13)."""

    FIREBOLT = 0
    STORM_OF_SHARDS = 1
    MIND_SPEAR = 2
    STONE_SKIN = 3
    SWIFT_FEET = 4
    IRON_VOICE = 5
    DREAD = 6
    CONFUSION = 7
    VEIL_OF_MIST = 8
    FALSE_DAWN = 9


class Thing(IntEnum):
    """What a marker belongs to."""

    AMBUSH = 0
    TRAP = 1


PROFILE = record(
    ("speed", "f8"),
    ("radius", "f8"),  # SR
    ("cell_width", "f8"),  # of one figure (DEF-16)
    ("cell_depth", "f8"),
    ("armour", "i4"),  # a Class, or NONE
    ("protection", "i4"),
    ("melee", "i4"),  # Bm; 0 without the skill
    ("melee_class", "i4"),
    ("melee_fire", "i4"),  # 1: of fire
    ("shooting", "i4"),  # Bs
    ("shooting_class", "i4"),
    ("shooting_fire", "i4"),
    ("burst", "i4"),  # a Burst
    ("coward", "i4"),  # N, 0: no such skill
    ("undisciplined", "i4"),
    ("weak", "i4"),
    ("magic", "i4"),  # MS of a hero
    ("unit", "i4"),  # its place in data/units.toml, heroes behind: for names alone
    ("skills", "i8"),  # Skills as bits
)

BATTALION = record(
    ("x", "f8"),  # middle of the footprint (DEF-15)
    ("y", "f8"),
    ("fx", "f8"),
    ("fy", "f8"),
    ("width", "f8"),
    ("depth", "f8"),
    # who it is
    ("side", "i4"),
    ("profile", "i4"),
    ("start", "i4"),  # figures at the start
    ("hero", "i4"),  # the character who is this battalion of one, or NONE
    ("wounded_of", "i4"),  # the battalion whose wounded these are, on their way to the doctor; or NONE
    # how it is
    ("state", "i4"),  # a State
    ("healthy", "i4"),
    ("wounded", "i4"),  # behind the base; of those on their way: they themselves
    ("formation", "i4"),
    ("files", "i4"),  # as it was formed; fewer figures than that stand in one rank
    ("character", "i4"),  # attached, or NONE
    ("boat", "i4"),  # aboard, or NONE
    ("storey", "i4"),  # of the roof it stands on; 0: on the ground
    ("half_lost", "i4"),  # 1: has tested morale for half its number (MOR-1)
    ("fixed", "i4", (2,)),  # orders of Independent warriors, or NONE
    # in this turn
    ("cards", "i4", (CARDS,)),  # Orders given and not yet turned up, or NONE
    ("givers", "i4", (CARDS,)),  # characters who gave them; NONE: automatic
    ("given", "i4"),  # orders received
    ("carried_out", "i4"),  # cards turned up, carried out or failed
    ("moved", "i4"),  # 1: has moved (EXE-9)
    ("reformed", "i4"),  # 1: has changed its formation
    ("attacked", "i4"),  # attacks suffered for which it has replaced no order yet (CBT-17)
    ("fast", "i4"),  # 1: has made its Fast move
    ("owes_fight", "i4"),  # the battalion that it must fight in its owner's next go (EXE-12), or NONE
    ("tests", "i4"),  # Causes for which it must test its morale yet
    ("to_doctor", "i4"),  # 1: its order To the Doctor stands (ACT-16)
    ("protection_plus", "i4"),  # by a spell
    ("speed_plus", "f8"),
)

CHARACTER = record(
    ("x", "f8"),  # of the figure, from its place on the base
    ("y", "f8"),
    ("radius", "f8"),  # CR
    ("side", "i4"),
    ("role", "i4"),  # a Role
    ("alive", "i4"),
    ("mourned", "i4"),  # 1: tests for his death have been made
    ("battalion", "i4"),  # where it stands; of a lone hero he himself
    ("own", "i4"),  # a hero's battalion of one, else NONE
    ("rank", "i4"),  # place on the base, from 0
    ("file", "i4"),
    ("command", "i4"),  # CS
    ("magic", "i4"),  # MS
    ("mana", "i4"),  # MP; of a hero what he has set aside this turn
    ("reserve", "i4"),  # RS left
    ("reserve_shown", "i4"),  # RS as the other side knows it: at the start of the turn (ORD-15)
    ("reserve_full", "i4"),  # RS at the start of the battle
    ("artefact", "i4"),  # or NONE
    ("spent", "i4"),  # command skill used this turn
    ("orders_one", "i4"),  # the battalion that a hero orders this turn, or NONE
    ("passed", "i4"),  # 1: has passed to another battalion this turn
    ("used", "i4"),  # 1: its artefact is spent
    ("rallying", "i4"),  # the turn in which he paid half of a return, which counts in the next (MOR-16); 0: never
)

SIDE = record(
    ("zone_from", "f8"),  # y of the deployment zone
    ("zone_to", "f8"),
    ("hospital_x", "f8"),
    ("hospital_y", "f8"),
    ("hospital", "i4"),  # 1: there is one; NONE: there will be none
    ("in_hospital", "i4"),
    ("ammunition", "i4"),
    ("ammunition_shown", "i4"),  # as the other side knows it (ORD-15)
    ("start", "i4"),  # warriors
    ("ready", "i4"),  # 1: its cards are laid; in STATING: it has said who lies in ambush
    ("left", "i4"),  # battalions gone by the enemy's edge (ARM-22)
    ("holds", "i4"),  # the side's further condition is fulfilled
    ("traps", "i4"),  # that it may lay
    ("disputed", "i4"),  # the last turn in which it has called a case disputed
)

MARKER = record(
    ("x", "f8"),
    ("y", "f8"),
    ("thing", "i4"),
    ("side", "i4"),
    ("owner", "i4"),  # battalion, or number of the trap
    ("kind", "i4"),  # of a trap
    ("group", "i4"),  # the letter on its upper side: three of a side share one
    ("true", "i4"),  # 1: the real one; NONE where a side does not know
    ("lies", "i4"),  # 1: on the field
)

BOAT = record(
    ("x", "f8"), ("y", "f8"), ("fx", "f8"), ("fy", "f8"), ("width", "f8"), ("depth", "f8"), ("speed", "f8"),
    ("places", "i4"), ("battalion", "i4"),
)  # fmt: skip

MIST = record(("x", "f8"), ("y", "f8"), ("radius", "f8"), ("until", "i4"))

SITE = record(  # what a feature is besides its outline; the flow is a direction of length 1, or none
    ("flow_x", "f8"), ("flow_y", "f8"), ("strength", "i4"), ("damage", "i4"), ("storeys", "i4"), ("current", "i4"),
    ("is_goal", "i4"), ("spot", "i4"), ("roll", "i4"),
)  # fmt: skip

LADDER = record(  # where it stands in plan, foot and top, the way out from the wall, and what it leans on
    ("x", "f8"), ("y", "f8"), ("out_x", "f8"), ("out_y", "f8"), ("feature", "i4"),
)  # fmt: skip

KIND = record(  # of terrain
    ("slow", "i4"), ("blocks", "i4"), ("cover", "i4"), ("water", "i4"), ("level", "i4"),
)  # fmt: skip

ROW = record(
    ("melee", "i4"),  # dice added to the bracket
    ("shooting", "i4"),
    ("melee_over", "i4"),  # divides the fighters; 1: does not
    ("shooting_over", "i4"),
    ("shooting_ranks", "i4"),  # ranks that shoot
    ("protection", "i4"),  # dice added to the target's protection
    ("damage_over", "i4"),
    ("reply", "i4"),  # 1: counts for a reply too (CBT-16)
)
SKILL_ROW = record(("melee", "i4"), ("shooting", "i4"))
FORMATION = record(("spacing", "i4"), ("slow", "i4"), ("flanks", "i4"), ("rear", "i4"))
LEADER = record(("upto", "i4"), ("command", "i4"), ("radius", "f8"))
MAGE = record(("upto", "i4"), ("magic", "i4"), ("mana_plus", "i4"))
SPELL = record(
    ("range", "f8"), ("radius", "f8"), ("speed", "f8"), ("difficulty", "i4"), ("target", "i4"), ("sight", "i4"),
    ("power", "i4"), ("weapon", "i4"), ("fire", "i4"), ("per_warrior", "i4"), ("protection", "i4"), ("lasts", "i4"),
)  # fmt: skip
ARTEFACT = record(
    ("radius", "f8"), ("mana_dice", "i4"), ("wards", "i4"), ("dispel", "i4"), ("morale", "i4"), ("scouting", "i4"),
)  # fmt: skip
TRAP = record(("power", "i4"), ("weapon", "i4"), ("fire", "i4"))
HOUR = record(("night", "i4"), ("sun_x", "i4"))
WEATHER = record(
    ("sight", "i4"), ("shooting", "i4"), ("veils_night", "i4"), ("hides_sun", "i4"), ("swollen", "i4"),
    ("fire_over", "i4"), ("changing_wind", "i4"), ("full_wind", "i4"), ("snow", "i4"), ("frost", "i4"), ("again", "i4"),
)  # fmt: skip

RULES = rules_record(Path(__file__).parent)
"""data/rules.toml explains each."""

OPTIONS = options_record(Path(__file__).parent)
"""Positions in the lists of data/options.toml, 0 the default."""

ATTACK = record(  # everything that the formula of damage asks, of one who deals damage to one who suffers it
    ("dealer", "i4"),
    ("target", "i4"),  # or NONE
    ("shooting", "i4"),  # 1: a shot; 0: melee
    ("reply", "i4"),  # 1: strikes back
    ("rows", "i4"),  # Rows that hold, as bits
    ("skill_rows", "i4"),  # SkillRows that hold, as bits
    ("strength", "i4"),  # B
    ("fighters", "i4"),
    ("extra", "i4"),  # B of a hero on the base
    ("flat", "i4"),  # flat modifiers
    ("flat_dice", "i4"),  # dice besides those of the tables (WOU-10)
    ("protection", "i4"),  # of the target, before cover
    ("halvings", "i4"),  # further halvings of the damage
)

N_FEATURES = len(read_features(Path(__file__).parent))

MAX_LEGS = 6
"""Legs of a Move: straight, aside, and a wheel each."""

ACTION = action_record(actors=1, via=MAX_LEGS, modes=True, side_steps=True)

BATTLE = record(
    ("figures", BATTALION, (MAX_BATTALIONS,)),
    ("characters", CHARACTER, (MAX_CHARACTERS,)),
    ("sides", SIDE, (SIDES,)),
    ("markers", MARKER, (MAX_MARKERS,)),
    ("boats", BOAT, (MAX_BOATS,)),
    ("mists", MIST, (MAX_MISTS,)),
    ("ladders", LADDER, (MAX_LADDERS,)),
    ("terrain", terrain_record(MAX_FEATURES, MAX_CORNERS)),
    ("sites", SITE, (MAX_FEATURES,)),
    ("profiles", PROFILE, (N_PROFILES,)),
    ("kinds", KIND, (N_KINDS,)),
    ("rows", ROW, (N_ROWS,)),
    ("skill_rows", SKILL_ROW, (N_SKILL_ROWS,)),
    ("formations", FORMATION, (len(Formation),)),
    ("leaders", LEADER, (N_ABILITIES,)),
    ("mages", MAGE, (N_ABILITIES,)),
    ("spells", SPELL, (N_SPELLS,)),
    ("artefacts", ARTEFACT, (N_ARTEFACTS,)),
    ("traps", TRAP, (N_TRAPS,)),
    ("hours", HOUR, (6,)),
    ("summer", WEATHER, (N_WEATHERS,)),
    ("winter", WEATHER, (N_WEATHERS,)),
    ("rules", RULES),
    ("options", OPTIONS),
    ("attack", ATTACK),
    ("width", "f8"),
    ("height", "f8"),
    ("n_figures", "i4"),
    ("n_characters", "i4"),
    ("n_markers", "i4"),
    ("n_boats", "i4"),
    ("n_mists", "i4"),
    ("n_ladders", "i4"),
    ("hour", "i4"),  # die of the time of day less 1, or NONE
    ("sky", "i4"),  # die of the weather less 1, or NONE
    ("north", "i4"),  # which way the players chose as north, quarter turns clockwise
    ("false_dawn", "i4"),  # 1: day and night are exchanged for this turn
    ("wind", "i4"),  # strength
    ("wind_to", "i4"),  # in sixths of a turn clockwise from north
    ("turn", "i4"),
    ("turns", "i4"),  # of the scenario
    ("compass", "i4"),  # 1: who wins a throw says which edge is north; 0: the scenario does
    ("reserves_from", "i4"),  # the turn from which reserves may come; 0: there are none
    ("wall", "f8"),  # y of the far side of the wall (ARM-22)
    ("goal", "i4"),  # a Goal
    ("phase", "i4"),
    ("mover", "i4"),  # who decides
    ("first", "i4"),  # who has initiative; in DEPLOYMENT: who places first
    ("must_act", "i4"),  # 1: the mover may not pass the go (INI-4)
    ("declined", "i4"),  # 1: who has initiative has let the other begin
    ("cancelled", "i4"),  # 1: an order was cancelled in this go (EXE-3)
    ("caster", "i4"),  # character whose spell may be dispelled
    ("spell", "i4"),
    ("spell_at", "i4"),  # battalion
    ("spell_x", "f8"),
    ("spell_y", "f8"),
    ("striker", "i4"),  # battalion that may attack at once, or is touched, or NONE
    ("quarry", "i4"),
    ("question", "i4"),  # a Question
    ("element", "i4"),  # the wood or ravine that it is about, or the set of markers
    ("resumes", "i4"),  # the Phase that goes on once the nearest enemy is named
    ("executor", "i4"),  # side whose go it is
    ("end", "i4"),  # an End
    ("winner", "i4"),  # side, or NONE
    ("worths", "f8", (MAX_SIDES, N_FEATURES)),  # first impressions of the generals; no part of the battle
)
