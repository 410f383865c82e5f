"""ARM-18, the table of what is used where: each of its lines, looked up in the six scenarios as they are laid."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from sandtable.games.batalist.enums import Burst, Formation, Ground, Order, Role, Skill, Target
from sandtable.games.batalist.laying.profiles import read_units
from sandtable.games.batalist.laying.scenario import SCENARIOS, lay
from sandtable.games.batalist.rules.command import can_ever
from sandtable.games.batalist.rules.formations import may_take
from sandtable.games.scenarios import scenario_data

ALL = "C1 C2 C3 C4 C5 C6"


@cache
def table(key: str) -> Any:
    data, where = scenario_data(SCENARIOS, key)
    return lay(data, {}, where).record[0]


def profiles(b: Any) -> list[Any]:
    return [b.profiles[u.profile] for u in b.figures[: b.n_figures]]


def skilled(*skills: Skill) -> Callable[[Any], bool]:
    """Warriors or heroes with each of these skills are there."""
    return lambda b: all(any(int(p.skills) >> skill & 1 for p in profiles(b)) for skill in skills)


def counted(*words: str) -> Callable[[Any], bool]:
    """Each of these skills with a number is there."""
    return lambda b: all(any(p[word] > 0 for p in profiles(b)) for word in words)


def units(*idents: str) -> Callable[[Any], bool]:
    """These warriors or heroes of the army book are there."""
    book = [unit["id"] for unit in read_units().values()]
    return lambda b: set(idents) <= {book[int(p.unit)] for p in profiles(b)}


def switched(*words: str) -> Callable[[Any], bool]:
    return lambda b: all(b.options[word] > 0 for word in words)


def ordered(*orders: Order) -> Callable[[Any], bool]:
    """On both sides somebody can be given each of these orders."""
    return lambda b: all(
        {int(b.figures[i].side) for i in range(b.n_figures) if can_ever(b, i, order.value)} == {0, 1}
        for order in orders
    )


def formed(*formations: Formation) -> Callable[[Any], bool]:
    return lambda b: all(
        any(may_take(b, i, f.value, int(b.figures[i].files)) for i in range(b.n_figures)) for f in formations
    )


def borne(*artefacts: str) -> Callable[[Any], bool]:
    wanted = {int(key[1]) - 1 for key in artefacts}
    return lambda b: wanted <= {int(who.artefact) for who in b.characters[: b.n_characters]}


def mages(b: Any) -> bool:
    """Each side has a mage, who knows all spells, of every kind of target (ARM-4)."""
    sides = {int(who.side) for who in b.characters[: b.n_characters] if who.role == Role.MAGE}
    return sides == {0, 1} and {int(spell.target) for spell in b.spells} == set(Target)


def default(*words: str) -> Callable[[Any], bool]:
    """On by default: the first value of the switch."""
    return lambda b: all(b.options[word] == 0 for word in words)


def bears_standard(b: Any) -> bool:
    return {int(who.side) for who in b.characters[: b.n_characters] if who.role == Role.STANDARD_BEARER} == {0, 1}


LINES = [
    ("melee and shooters", ALL, ordered(Order.MELEE_ATTACK, Order.SHOOTING_ATTACK)),
    ("a jet", "C5", lambda b: any(p.burst == Burst.JET for p in profiles(b))),
    ("an area shooter", ALL, lambda b: any(p.burst == Burst.AREA for p in profiles(b))),
    ("L9, O10", "C5", units("L9", "O10")),
    ("flying, Bloodthirsty, Mage, Commander", "C1 C2 C4 C5 C6",
     skilled(Skill.FLYING, Skill.BLOODTHIRSTY, Skill.MAGE, Skill.COMMANDER)),
    ("heroes of the League", "C1 C2 C3 C5", units("H1", "H2")),
    ("heroes of the Horde", "C1 C2 C4 C5 C6", units("H3", "H4")),
    ("heroes of the Host", "C3 C4 C6", units("H5", "H6")),
    ("Coward, Undisciplined, Weak", "C1 C2 C4 C5 C6", counted("coward", "undisciplined", "weak")),
    ("Wide, Long, Fast", "C1 C2 C4 C5 C6", skilled(Skill.WIDE, Skill.LONG, Skill.FAST)),
    ("Big, Rider", ALL, skilled(Skill.BIG, Skill.RIDER)),
    ("Giant", "C3 C4 C6", units("U8")),
    ("Swimmer, Heavy Armour, Forest and Swamp walkers", ALL,
     skilled(Skill.SWIMMER, Skill.HEAVY_ARMOUR, Skill.FOREST_WALKER, Skill.SWAMP_WALKER)),
    ("L10, U5", "C3", units("L10", "U5")),
    ("Scout, Camouflage, Noisy", ALL, skilled(Skill.SCOUT, Skill.CAMOUFLAGE, Skill.NOISY)),
    ("Long Weapon, Large Shield", ALL, skilled(Skill.LONG_WEAPON, Skill.LARGE_SHIELD)),
    ("Independent", "C4 C6", lambda b: switched("independents")(b) and units("O6", "U9")(b)),
    ("Twilight Vision, Night Creature", "C3 C6",
     lambda b: switched("time_of_day")(b) and skilled(Skill.TWILIGHT_VISION, Skill.NIGHT_CREATURE)(b)),
    ("Snow-walker, Cold-insensitive", "C4", lambda b: b.options.weather == 2 and units("O6", "U6", "U1")(b)),
    ("Sniper and Assassin", "C6", lambda b: switched("snipers")(b) and units("H6", "U9")(b)),
    ("Snipers in the wood", "C2", lambda b: switched("snipers")(b) and units("L7")(b)),
    ("no Melee skill", ALL, lambda b: any(p.melee == 0 for p in profiles(b))),
    ("Reform, Turn, Move", ALL, ordered(Order.REFORM, Order.TURN, Order.MOVE)),
    ("Recovery, To the Doctor, Mercy", "C3 C5 C6", switched("wounded")),
    ("Reconnaissance, area fire, ambush, traps", "C2 C6", switched("reconnaissance", "area_fire", "ambush", "traps")),
    ("traps to lay", "C2 C6", lambda b: all(side.traps > 0 for side in b.sides)),
    ("Column, Hedgehog, Wedge", ALL, formed(Formation.COLUMN, Formation.HEDGEHOG, Formation.WEDGE)),
    ("Loose", "C1 C2 C3 C4 C5 C6", formed(Formation.LOOSE)),
    ("ammunition, standard bearer, artefacts, morale", ALL,
     default("ammunition", "standard_bearer", "artefacts", "morale")),
    ("standard bearers", ALL, bears_standard),
    ("boats", "C3", lambda b: switched("boats")(b) and b.n_boats == 6),
    ("ladders", "C5", lambda b: switched("ladders")(b) and b.n_ladders == 4),
    ("building strength", "C5", lambda b: switched("building_strength")(b) and any(s.strength > 0 for s in b.sites)),
    ("time of day, sun, current", "C3 C6", switched("time_of_day", "sun", "current")),
    ("weather", "C4 C6", switched("weather")),
    ("wind", "C3 C4 C6", switched("wind")),
    ("spells", ALL, mages),
    ("S10 needs a time of day", "C3 C6", switched("time_of_day")),
    ("A1 to A5", ALL, borne("A1", "A2", "A3", "A4", "A5")),
    ("A6 where somebody searches", "C6", lambda b: switched("reconnaissance")(b) and borne("A6")(b)),
]  # fmt: skip


@pytest.mark.clause("BAT-ARM-18", "BAT-ARM-14", "BAT-ARM-13")
@pytest.mark.parametrize(("item", "where", "is_there"), LINES, ids=[line[0] for line in LINES])
def test_a_line_of_the_table(item, where, is_there):
    assert [key for key in where.split() if not is_there(table(key))] == []


@pytest.mark.clause("BAT-ARM-18")
def test_all_ground_and_all_warriors_are_in_some_scenario():
    """Kinds of ground in C1 to C5 but for mist, which a spell brings; of warriors all, and heroes too."""
    records = [table(key) for key in ALL.split()]
    grounds = {int(feature.kind) for b in records[:5] for feature in b.terrain.features[: int(b.terrain.n_features)]}
    assert grounds >= set(Ground) - {Ground.MIST, Ground.OPEN}
    book = [unit["id"] for unit in read_units().values()]
    assert {book[int(p.unit)] for b in records for p in profiles(b)} == set(book)
