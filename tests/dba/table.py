"""Small DBA tables for tests: elements at stated places in paces, default rules and switches, no scenario file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sandtable.games.common.options import read_options
from sandtable.games.dba.clauses import FOLDER, Clause, Code
from sandtable.games.dba.laying import numbers
from sandtable.games.dba.record import (
    BATTLE,
    RULES,
    Ground,
    Phase,
    Side,
    Type,
    Where,
)
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import add_line, add_polygon, add_strip
from tabletop import Judged, Reader, act, entries, facing_of, fresh_log, place_of

__all__ = [
    "ALIASES",
    "BLUE",
    "DEPTHS",
    "READER",
    "RED",
    "START",
    "VALUES",
    "Judged",
    "act",
    "clauses",
    "codes",
    "entries",
    "facing_of",
    "fresh_log",
    "front_at",
    "is_lost",
    "judged",
    "lay",
    "type_of",
    "where",
]

RED = Side.RED.value
BLUE = Side.BLUE.value

START = {
    "phase": Phase.MOVEMENT.value,
    "resume": Phase.MOVEMENT.value,
    "edge": (2, 0),
    "turn": RED,
    "bound": 3,
    "own_bounds": (2, 1),
    "pips": 6,
}
"""A battle under way: Red, from the south, is in the movement step of its second bound."""

VALUES = {option.key: option.values for option in read_options(FOLDER)}
"""Every switch and its values; the first is the default."""

DEPTHS = {
    **dict.fromkeys(("4Sp", "4Pk", "4Bd", "4Wb"), 60.0),
    **dict.fromkeys(("3Sp", "3Pk", "3Bd", "3Wb", "3Ax", "4Ax", "3Bw", "4Bw", "4Lb", "3Cb", "4Cb", "2Ps", "CF"), 80.0),
    **dict.fromkeys(("3Kn", "4Kn", "3Cv", "2LH", "3Cm", "2Cm", "5Wb", "7Hd", "6Bd"), 120.0),
    **dict.fromkeys(("El", "HCh", "LCh", "SCh", "Art", "8Bw"), 160.0),
    **dict.fromkeys(("6Kn", "6Cv"), 240.0),
    "WWg": 320.0,
}
"""Base depths in paces in the 15 mm scale (DBA-TROOP-7)."""

ALIASES = {"HCh": "Kn", "LCh": "Cv", "Lb": "Bw", "Cb": "Bw"}


def type_of(code: str) -> int:
    """The Type of a printed code: 4Bd is BD, HCh is KN."""
    letters = code.lstrip("0123456789")
    return Type[ALIASES.get(letters, letters).upper()].value


def lay(
    *elements: tuple[Any, ...],
    terrain: Iterable[tuple[Any, ...]] = (),
    camps: Mapping[int, tuple[Any, ...]] | None = None,
    **options: Any,
) -> Any:
    """A battle record with these elements, numbered in the order given.

    An element is ``(name, "4Bd", side, x, y, facing)``: the middle of its base in paces, facing N, E, S, W or degrees
    clockwise; a seventh item may set further fields (``{"general": 1}``). Terrain: ``(Ground, points)`` for an area
    or a crest, ``(Ground, points, width)`` for a road or river. Camps: side -> ``(x, y, facing, width, depth)``; an
    element with ``{"camp": side}`` is in it. ``options`` set switches by the names of their values, and fields of the
    rules or of the battle by numbers.
    """
    b = numbers.blank()[0]
    numbers.fill_rules(b, {key: value for key, value in options.items() if key in VALUES and isinstance(value, str)})
    for key, value in (START | {key: value for key, value in options.items() if not isinstance(value, str)}).items():
        if key in (RULES.names or ()):
            b.rules[key] = value
        elif key in (BATTLE.names or ()):
            b[key] = value
        else:
            raise KeyError(key)
    for ground, points, *width in terrain:
        if width:
            add_strip(b.terrain, Ground(ground).value, points, *width)
        elif ground == Ground.CREST:
            add_line(b.terrain, Ground(ground).value, points)
        else:
            add_polygon(b.terrain, Ground(ground).value, points)
    for side, (x, y, facing, width, depth) in (camps or {}).items():
        camp = b.camps[side]
        camp.present = 1
        camp.x, camp.y, camp.width, camp.depth = x, y, width, depth
        camp.fx, camp.fy = facing_of(facing)
    for index, element in enumerate(elements):
        _lay_element(b, index, *element)
    b.n_figures = len(elements)
    return b


def _lay_element(
    b: Any, index: int, name: str, code: str, side: int, x: float, y: float, facing: Any, fields: Any = None
) -> None:
    """One element into the record; ``name`` is for the reader."""
    figure = b.figures[index]
    figure.side = side
    figure.type = type_of(code)
    figure.width = b.rules.base_width
    figure.depth = DEPTHS[code]
    figure.foot_depth = DEPTHS["4Bd"]
    figure.where = Where.TABLE.value
    figure.x, figure.y = x, y
    figure.fx, figure.fy = facing_of(facing)
    for key, value in (fields or {}).items():
        figure[key] = value
    if figure.camp != NONE:
        camp = b.camps[figure.camp]
        camp.occupant = index
        camp.holder = side
        figure.x, figure.y, figure.fx, figure.fy = camp.x, camp.y, camp.fx, camp.fy


def front_at(code: str, x: float, y: float, facing: str | float) -> tuple[float, float, Any]:
    """Place and facing of an element from the middle of its front edge: ``("A", "4Bd", RED, *front_at(...))``."""
    fx, fy = facing_of(facing)
    half = 0.5 * DEPTHS[code]
    return x - half * fx, y - half * fy, facing


def where(b: Any, i: int) -> tuple[float, float, float, float]:
    """Place and facing of an element, rounded to three decimals."""
    return place_of(b, i, 3)


def is_lost(b: Any, i: int) -> bool:
    """The element has been destroyed or has left the board."""
    return bool(b.figures[i]["where"] == Where.LOST)


READER = Reader(Code, Clause)
codes, clauses, judged = READER.codes, READER.clauses, READER.judged
