"""The battle of Batalist as one record: battalions of many figures, characters, markers, tables, and an attack.

A battalion is what other games call a figure: ``b.figures``. Steps, x east, y north (DEF-25). Skills and rows of a
table are the bits of an i8.
"""

from __future__ import annotations

from pathlib import Path

from sandtable.games.batalist.enums import Flat, Formation
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
    ("mourned", "i4"),  # 1: tests for that death have been made
    ("battalion", "i4"),  # where it stands; of a lone hero the hero's own
    ("own", "i4"),  # a hero's battalion of one, else NONE
    ("rank", "i4"),  # place on the base, from 0
    ("file", "i4"),
    ("command", "i4"),  # CS
    ("magic", "i4"),  # MS
    ("mana", "i4"),  # MP; of a hero what it has set aside this turn
    ("reserve", "i4"),  # RS left
    ("reserve_shown", "i4"),  # RS as the other side knows it: at the start of the turn (ORD-15)
    ("reserve_full", "i4"),  # RS at the start of the battle
    ("artefact", "i4"),  # or NONE
    ("spent", "i4"),  # command skill used this turn
    ("orders_one", "i4"),  # the battalion that a hero orders this turn, or NONE
    ("passed", "i4"),  # 1: has passed to another battalion this turn
    ("used", "i4"),  # 1: its artefact is spent
    ("rallying", "i4"),  # the turn in which it paid half of a return, which counts in the next (MOR-16); 0: never
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
    ("flats", "i4", (len(Flat),)),  # flat modifiers, by what they come from
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
