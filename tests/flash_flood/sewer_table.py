"""A sewer with figures for the flood's tests: places as ``S35:4:0``, scripted dice, and what became of everybody."""

from __future__ import annotations

from typing import Any

import numpy as np

from sandtable.games.common.options import values_of
from sandtable.games.flash_flood.clauses import Clause, Code, Purpose
from sandtable.games.flash_flood.laying.sewer import lay_sewer, let_water_in
from sandtable.games.flash_flood.laying.sewer_file import SewerFile, check_sewer, read_sewer
from sandtable.games.flash_flood.laying.tables import fill_rules, options
from sandtable.games.flash_flood.laying.walls import lay_bends, lay_walls
from sandtable.games.flash_flood.record import BATTLE, Level
from sandtable.games.flash_flood.rules.flood import flood
from sandtable.games.flash_flood.rules.sewer import Place, place_in, point_of
from sandtable.games.skirmish40k.laying.data_files import read_profiles, read_weapons
from sandtable.games.skirmish40k.laying.numbers import fill_tables
from sandtable.kernel.dice import scripted_dice
from sandtable.kernel.log import Kind, new_log
from sandtable.kernel.records import NONE
from tabletop import Reader, odd_dice

PROFILES = ("line_guard", "armoured_trooper", "gun_swarmer", "brood_warrior", "scout_trooper")
SEWER = read_sewer("hive-sewer")
READER = Reader(Code, Clause)


def a_map(**changes: Any) -> SewerFile:
    """A map of one straight corridor from west to east, 4 wide and 30 long, or as ``changes`` have it."""
    data: dict[str, Any] = {
        "title": "A drain",
        "width": 40,
        "height": 20,
        "origin": "W",
        "nodes": {"W": [4, 10], "E": [34, 10]},
        "corridors": {"A": {"nodes": ["W", "E"]}},
    }
    return check_sewer({**data, **changes}, "map.toml")


def man(
    profile: str, at: str | tuple[float, float], side: int = 0, unit: int | None = None, **fields: Any
) -> dict[str, Any]:
    """One figure at ``corridor:along:lane``, or at a point; each in a unit of its own unless one is named."""
    return {"profile": profile, "at": at, "side": side, "unit": unit, **fields}


def sewer(*men: dict[str, Any], sewer_map: SewerFile = SEWER, node: str = "", **switches: str) -> Any:
    """A battle in this sewer with these figures; those of a unit follow one another."""
    b = np.zeros(1, BATTLE)[0]
    values = values_of(options(), switches)
    profiles = read_profiles()
    places = fill_tables(b, {key: profiles[key] for key in PROFILES}, read_weapons(), values)
    fill_rules(b, values)
    lay_sewer(b, sewer_map)
    let_water_in(b, sewer_map, values, node)
    for u in range(len(b.units)):
        b.squads[u].main = b.squads[u].of = b.squads[u].rounds = b.squads[u].met = NONE
        b.units[u].shot_at = NONE
    units: dict[int, int] = {}
    for i, entry in enumerate(men):
        figure = b.figures[i]
        figure.profile = places[entry["profile"]]
        profile = b.profiles[figure.profile]
        figure.side, figure.wounds = entry["side"], profile.wounds
        figure.fy = 1.0
        figure.width = figure.depth = 2.0 * profile.radius
        figure.x, figure.y = point(b, entry["at"], sewer_map) if isinstance(entry["at"], str) else entry["at"]
        named = entry["unit"] if entry["unit"] is not None else -1 - i
        if named not in units:
            units[named] = len(units)
            b.units[units[named]].first, b.units[units[named]].side = i, entry["side"]
        figure.unit = figure.squad = units[named]
        figure.through = figure.from_flood = NONE
        unit = b.units[figure.unit]
        unit["count"] += 1
        unit.at_start = unit.at_phase = unit["count"]
        for key in entry.keys() - {"profile", "at", "side", "unit"}:
            figure[key] = entry[key]
    b.n_figures, b.n_units, b.n_squads = len(men), len(units), len(units)
    for u in range(len(units)):
        b.squads[u].of = u
    b.active = b.chamber_squad = NONE
    lay_walls(b, sewer_map)
    lay_bends(b, sewer_map, tuple(float(b.figures[i].width) / 2 for i in range(len(men))) or (0.5,))
    for charge in b.charges:
        charge.bearer = NONE
    return b


def point(b: Any, code: str, sewer_map: SewerFile = SEWER) -> tuple[float, float]:
    """The table coordinates of a position code."""
    corridor, along, lane = code.split(":")
    return point_of(b, Place(list(sewer_map.corridors).index(corridor), float(along), float(lane)))


def where(b: Any, i: int, corridor: str, sewer_map: SewerFile = SEWER) -> tuple[float, float]:
    """How far along a corridor, and in which lane, a figure stands."""
    place = place_in(b, list(sewer_map.corridors).index(corridor), b.figures[i].x, b.figures[i].y)
    return float(place.along), float(place.lane)


def dice(*throws: tuple[str, int, int]) -> Any:
    """Dice with these faces in this order: purpose, figure (NONE: any), value."""
    return scripted_dice([(Purpose[purpose].value, NONE, figure, value) for purpose, figure, value in throws])


def used_up(thrown: Any) -> bool:
    """Every scripted die was thrown, and no other was asked for."""
    assert_fair(thrown)
    return thrown.missing == 0 and all(thrown.script[k].used for k in range(thrown.n_script))


def assert_fair(thrown: Any) -> None:
    """All dice are six-sided but that of the way in which a blast scatters."""
    assert odd_dice(thrown, (Purpose.SCATTER_WAY.value, 360)) == []


def run(b: Any, *throws: tuple[str, int, int], turn: int = 2) -> Any:
    """Let the flood come with these dice, no more and no fewer; returns the log."""
    thrown, log = dice(*throws), new_log()
    flood(b, turn, thrown, log)
    left = [throws[k] for k in range(thrown.n_script) if not thrown.script[k].used]
    missing = thrown.missing_throw
    assert thrown.missing == 0, f"asked for {Purpose(int(missing.purpose)).name} of {missing.figure}"
    assert not left, f"never thrown: {left}"
    assert_fair(thrown)
    return log


def events(log: Any, i: int | None = None) -> list[str]:
    """What happened, in order, to one figure or to all."""
    found = [log.entries[k] for k in range(log.n)]
    return [
        Code(int(entry.code)).name
        for entry in found
        if entry.kind in (Kind.EVENT, Kind.OUTCOME) and (i is None or entry.actor == i)
    ]


def strengths(log: Any, i: int) -> list[int]:
    """The Strengths of the flood's hits on a figure, in order."""
    hits = (Code.WATER_HITS, Code.IMPACT_HITS)
    return [
        int(log.entries[k].amount)
        for k in range(log.n)
        if log.entries[k].actor == i and log.entries[k].kind == Kind.EVENT and log.entries[k].code in hits
    ]


def swept(log: Any, i: int) -> list[float]:
    """How far a figure was swept, each time."""
    return [
        float(log.entries[k].value)
        for k in range(log.n)
        if log.entries[k].actor == i and log.entries[k].kind == Kind.EVENT and log.entries[k].code == Code.IS_CARRIED
    ]


def lives(b: Any, i: int) -> bool:
    """The figure is alive."""
    return bool(b.figures[i].wounds > 0)


ON_GANTRY = Level.GANTRY.value


GUARD, MARINE, GAUNT, WARRIOR = "line_guard", "armoured_trooper", "gun_swarmer", "brood_warrior"
UNHURT = ("TO_WOUND", NONE, 1)
DRAIN = a_map()


def stands(i: int) -> tuple[str, int, int]:
    """Figure ``i`` keeps its feet."""
    return ("TEST", i, 1)


def falls(i: int) -> tuple[str, int, int]:
    """Figure ``i`` does not, whoever it is."""
    return ("TEST", i, 6)
