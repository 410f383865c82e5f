"""A bare table of the core for its tests: figures of any profile in units, ground, and the core's own log."""

from __future__ import annotations

from typing import Any

import numpy as np

from sandtable.games.common.options import values_of
from sandtable.games.skirmish40k.clauses import Clause, Code, Purpose
from sandtable.games.skirmish40k.laying.data_files import ProfileFile, WeaponFile, read_profiles, read_weapons
from sandtable.games.skirmish40k.laying.numbers import core_options, fill_core, fill_profile, fill_weapon
from sandtable.games.skirmish40k.record import (
    CORE,
    FIGURE_FIELDS,
    GROUND,
    MAX_WEAPONS,
    PROFILE,
    UNIT,
    WEAPON,
    Cover,
    Going,
    Height,
)
from sandtable.kernel.dice import scripted_dice
from sandtable.kernel.records import NONE, record
from sandtable.kernel.terrain import add_line, add_polygon, terrain_record
from tabletop import Reader, odd_dice

FIGURES, UNITS, FEATURES = 40, 6, 8

TABLE = record(
    ("core", CORE),
    ("weapons", WEAPON, (MAX_WEAPONS,)),
    ("profiles", PROFILE, (FIGURES,)),
    ("figures", record(*FIGURE_FIELDS), (FIGURES,)),
    ("units", UNIT, (UNITS,)),
    ("ground", GROUND, (FEATURES,)),
    ("terrain", terrain_record(FEATURES, 40)),
    ("n_figures", "i4"),
)

PROFILES, WEAPONS = read_profiles(), read_weapons()
PLACES = {key: place for place, key in enumerate(WEAPONS)}
READER = Reader(Code, Clause)


def values(edition: int = 4, **switches: str) -> dict[str, str]:
    """The value of every switch of the core."""
    return {**values_of(core_options(), switches), "edition": str(edition)}


def profile(key: str, edition: int = 4, **switches: str) -> Any:
    """A profile's record; a figure's own: nobody shares it."""
    found = np.zeros(1, PROFILE)[0]
    fill_profile(found, PROFILES[key], values(edition, **switches), PLACES)
    return found


def made_up(**fields: Any) -> Any:
    """The record of a profile written here, in the words of profiles.toml."""
    found = np.zeros(1, PROFILE)[0]
    fill_profile(found, ProfileFile(name="Somebody", **fields), values(), PLACES)
    return found


def weapon(key: str, edition: int = 4, **switches: str) -> Any:
    """A weapon's record."""
    found, core = np.zeros(1, WEAPON)[0], np.zeros(1, CORE)[0]
    fill_core(core, values(edition))
    fill_weapon(found, WEAPONS[key], values(edition, **switches), core)
    return found


def gun(**fields: Any) -> Any:
    """The record of a weapon written here, in the words of weapons.toml."""
    found, core = np.zeros(1, WEAPON)[0], np.zeros(1, CORE)[0]
    fill_core(core, values())
    fill_weapon(found, WeaponFile(name="Something", **fields), values(), core)
    return found


def man(key: str, x: float = 0.0, y: float = 0.0, side: int = 0, unit: int = 0, **fields: Any) -> dict[str, Any]:
    """One figure, facing along x; ``fields`` change its record."""
    return {"key": key, "x": x, "y": y, "side": side, "unit": unit, **fields}


def table(*men: dict[str, Any], edition: int = 4, **switches: str) -> Any:
    """A table with these figures; those of a unit follow one another."""
    b = np.zeros(1, TABLE)[0]
    fill_core(b.core, values(edition, **switches))
    for key, place in PLACES.items():
        fill_weapon(b.weapons[place], WEAPONS[key], values(edition, **switches), b.core)
    for u in range(UNITS):
        b.units[u].shot_at = NONE
    for i, entry in enumerate(men):
        fields = {key: value for key, value in entry.items() if key != "key"}
        fill_profile(b.profiles[i], PROFILES[entry["key"]], values(edition, **switches), PLACES)
        figure = b.figures[i]
        figure.fx, figure.profile, figure.wounds = 1.0, i, b.profiles[i].wounds
        figure.width = figure.depth = 2.0 * b.profiles[i].radius
        for key, value in fields.items():
            figure[key] = value
        unit = b.units[figure.unit]
        if unit["count"] == 0:
            unit["first"], unit.side = i, figure.side
        unit["count"] += 1
        unit.at_start = unit.at_phase = unit["count"]
    b.n_figures = len(men)
    return b


def squad(key: str, *places: tuple[float, float], side: int = 0, unit: int = 0, **fields: Any) -> list[dict[str, Any]]:
    """Figures of one profile in one unit."""
    return [man(key, x, y, side, unit, **fields) for x, y in places]


def share_profile(b: Any, *figures: int) -> None:
    """Let these figures be of one and the same profile."""
    for i in figures:
        b.figures[i].profile = b.figures[figures[0]].profile


def ground(
    b: Any, box: tuple[float, float, float, float], size: int = 0, going: Going = Going.CLEAR,
    height: Height = Height.OPEN, cover: Cover = Cover.NONE,
) -> int:  # fmt: skip
    """A rectangle of ground, and what it does; its index."""
    x0, y0, x1, y1 = box
    place = int(add_polygon(b.terrain, 0, [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]))
    entry = b.ground[place]
    entry.size, entry.going, entry.height, entry.cover = size, going.value, height.value, cover.value
    return place


def ruin(b: Any, box: tuple[float, float, float, float], size: int) -> int:
    """A ruin of this size: Difficult below 3, Impassable at 3, hard cover."""
    going = Going.IMPASSABLE if size == 3 else Going.DIFFICULT
    return ground(b, box, size, going, Height.AREA, Cover.HARD)


def wall(b: Any, x0: float, y0: float, x1: float, y1: float) -> int:
    """A wall without thickness that nobody passes or sees through."""
    place = int(add_line(b.terrain, 0, [(x0, y0), (x1, y1)]))
    b.ground[place].going, b.ground[place].height = Going.IMPASSABLE.value, Height.SOLID.value
    b.ground[place].wall = 1
    return place


def dice(*throws: tuple[Purpose, int]) -> Any:
    """Dice with these faces in this order, each for its purpose."""
    return scripted_dice([(purpose.value, NONE, NONE, value) for purpose, value in throws])


def used_up(thrown: Any) -> bool:
    """Every scripted die was thrown, and no other was asked for; but for that of a way each is six-sided."""
    assert odd_dice(thrown, (Purpose.SCATTER_WAY.value, 360)) == []
    return thrown.missing == 0 and all(thrown.script[k].used for k in range(thrown.n_script))
