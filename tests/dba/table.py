"""Small DBA tables for tests: elements at stated places in paces, default rules and switches, no scenario file."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from sandtable.games.dba import laying
from sandtable.games.dba.record import (
    BATTLE,
    OPTIONS_FILE,
    RULES,
    Ground,
    Phase,
    Side,
    Type,
    Where,
)
from sandtable.kernel.geometry import facing_of_degrees
from sandtable.kernel.log import Kind, new_log
from sandtable.kernel.records import NONE, new_actions
from sandtable.kernel.terrain import add_line, add_polygon, add_strip

RED = Side.RED.value
BLUE = Side.BLUE.value

FACINGS = {"N": (0.0, 1.0), "E": (1.0, 0.0), "S": (0.0, -1.0), "W": (-1.0, 0.0)}

START = {
    "phase": Phase.MOVEMENT.value,
    "resume": Phase.MOVEMENT.value,
    "edge": (2, 0),
    "turn": RED,
    "bound": 3,
    "own_bounds": (2, 1),
    "pips": 6,
}
"""A battle under way: Red, from the south, is in the movement step of his second bound."""

VALUES = {option["key"]: option["values"] for option in tomllib.loads(OPTIONS_FILE.read_text("utf-8"))["option"]}
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


def facing_of(facing: str | float) -> tuple[float, float]:
    """Unit vector of N, E, S, W or degrees clockwise from north."""
    if isinstance(facing, str):
        return FACINGS[facing]
    point = facing_of_degrees(float(facing))
    return point.x, point.y


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
    b = laying.blank()[0]
    laying.fill_rules(b, {key: value for key, value in options.items() if key in VALUES and isinstance(value, str)})
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


def act(verb: Any, *actors: int, **fields: Any) -> Any:
    """An action of these elements; ``fields`` set the rest of the record."""
    action = new_actions()[0]
    action.verb = verb.value
    action.n_actors = len(actors)
    action.actors[: len(actors)] = actors
    for key, value in fields.items():
        action[key] = value
    return action


def where(b: Any, i: int) -> tuple[float, float, float, float]:
    """Place and facing of an element, rounded to three decimals."""
    f = b.figures[i]
    return tuple(round(float(v), 3) + 0.0 for v in (f.x, f.y, f.fx, f.fy))  # type: ignore[return-value]


def is_lost(b: Any, i: int) -> bool:
    """The element has been destroyed or has left the board."""
    return bool(b.figures[i]["where"] == Where.LOST)


# ---------------------------------------------------------------- reading the log


def fresh_log() -> Any:
    """A log that keeps everything."""
    return new_log()


def entries(log: Any, kind: Kind) -> list[Any]:
    """The log's entries of one kind, in order."""
    return [log.entries[i] for i in range(log.n) if log.entries[i].kind == kind]


def codes(log: Any, kind: Kind) -> list[str]:
    """Names of the sentences of one kind in the log, in order."""
    from sandtable.games.dba.clauses import Code

    return [Code(int(entry.code)).name for entry in entries(log, kind)]


def clauses(log: Any, kind: Kind) -> list[str]:
    """Ids of the clauses of one kind of entry in the log, in order."""
    from sandtable.games.dba.clauses import Clause

    return [Clause(int(entry.clause)).name.replace("_", "-") for entry in entries(log, kind)]


class Judged(NamedTuple):
    """What a judge says of an action, by clause ids."""

    legal: bool
    cost: int
    reasons: list[str]
    prices: list[tuple[str, int]]
    notes: list[str]


def judged(judge: Any, b: Any, action: Any) -> Judged:
    """Ask a judge kernel, with a log that keeps and with one that does not.

    Both must agree on legality, and on the cost of a legal action; judging changes nothing.
    """
    log = new_log()
    before = b.tobytes()
    verdict = judge(b, action, log)
    silent = judge(b, action, new_log(keep=False))
    assert b.tobytes() == before, "judging changed the battle"
    assert verdict.legal == silent.legal
    assert not verdict.legal or verdict.cost == silent.cost
    assert bool(verdict.legal) == (not entries(log, Kind.REASON))
    prices = [
        (name, int(entry.amount))
        for name, entry in zip(clauses(log, Kind.PRICE), entries(log, Kind.PRICE), strict=True)
    ]
    assert not prices or sum(amount for _, amount in prices) == verdict.cost
    return Judged(bool(verdict.legal), int(verdict.cost), clauses(log, Kind.REASON), prices, clauses(log, Kind.NOTE))
