"""What the numbers of the record mean: orders, phases, verbs, skills, formations, kinds of ground, rows of tables."""

from __future__ import annotations

from enum import IntEnum


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
    BASE = 3  # on whose base the hero b.quarry gets, if anybody's (HER-9)
    NEAREST = 4  # from which of several nearest enemies b.quarry falls back (MOR-19)
    FALSE_MARKER = 5  # which false marker of the set b.element goes (AMB-10)
    # in FOUND: where the battalion stands that is found
    IN_ZONE = 6  # its deployment zone (REC-3)
    NEAR_SCOUT = 7  # within 5 steps of the scout (REC-4)
    SURROUNDED = 8  # the same, as the scout's player wants it (REC-5, REC-9)
    AT_MARKER = 9  # its true marker, where the facing is free (AMB-11, REC-8)
    IN_WOOD = 10  # the wood or ravine b.element (ARE-4)
    SHOT_AT = 11  # its true marker, before it is shot at (AMB-15)
    IN_CONTACT = 12  # in contact with who attacks it (AMB-16)


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


class Flat(IntEnum):
    """What a flat modifier comes from (OPT-3)."""

    HOUR = 0
    SUN = 1
    WEATHER = 2
    WIND = 3
    REACHED = 4  # warriors of the target whom a jet, a template or a spell reaches
    BETWEEN = 5  # fighters between a sniper and the target
    CROSSED = 6  # ranks or files that an assassin must cross
    MERCY = 7
    RETREAT = 8


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
