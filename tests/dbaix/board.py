"""Small DBAix tables for tests: a few figures at stated places, default rules, no scenario file."""

from __future__ import annotations

from typing import Any

import numpy as np

from sandtable.games.dbaix.clauses import Clause, Code
from sandtable.games.dbaix.laying.tables import rule_defaults
from sandtable.games.dbaix.record import BATTLE, N_SIDES, OPTIONS, RULES, Award, Phase, Side, Verb, Where
from sandtable.kernel.records import NONE, Path
from tabletop import Judged, Reader, act, entries, facing_of, fresh_log, place_of

__all__ = [
    "READER",
    "Judged",
    "act",
    "asterix",
    "board",
    "cacofonix",
    "caligula",
    "captain",
    "centurion",
    "clauses",
    "codes",
    "dubius",
    "entries",
    "facing_of",
    "figure",
    "fresh_log",
    "getafix",
    "judged",
    "move",
    "new_battle",
    "obelix",
    "off_table",
    "pirate",
    "roman",
    "villager",
    "vitalstatistix",
    "where",
    "woman",
]

READER = Reader(Code, Clause)
codes, clauses, judged = READER.codes, READER.clauses, READER.judged


def figure(side: Side, x: float, y: float, facing: str | float = "N", factor: int = 2, **fields: Any) -> dict[str, Any]:
    """One figure as keyword fields of the record; ``fields`` set any other field, roles included."""
    fx, fy = facing_of(facing)
    return {"side": side.value, "x": x, "y": y, "fx": fx, "fy": fy, "factor": factor, **fields}


def roman(x: float, y: float, facing: str | float = "N", factor: int = 2, **fields: Any) -> dict[str, Any]:
    """A legionary."""
    return figure(Side.ROMANS, x, y, facing, factor, **fields)


def centurion(x: float, y: float, facing: str | float = "N", **fields: Any) -> dict[str, Any]:
    """A Roman officer."""
    return figure(Side.ROMANS, x, y, facing, 2, officer=1, **fields)


def dubius(x: float, y: float, facing: str | float = "N", **fields: Any) -> dict[str, Any]:
    """The Roman commander, an officer."""
    return figure(Side.ROMANS, x, y, facing, 1, commander=1, officer=1, **fields)


def caligula(x: float, y: float, facing: str | float = "N", **fields: Any) -> dict[str, Any]:
    """The spy: exempt from the distance surcharge."""
    return figure(Side.ROMANS, x, y, facing, 1, distance_exempt=1, **fields)


def villager(x: float, y: float, facing: str | float = "S", factor: int = 3, **fields: Any) -> dict[str, Any]:
    """An ordinary Gaul."""
    return figure(Side.GAULS, x, y, facing, factor, **fields)


def vitalstatistix(x: float, y: float, facing: str | float = "S", **fields: Any) -> dict[str, Any]:
    """The Gaulish commander."""
    return figure(Side.GAULS, x, y, facing, 3, commander=1, capturable=1, **fields)


def asterix(x: float, y: float, facing: str | float = "S", **fields: Any) -> dict[str, Any]:
    """The hero: exempt from the distance surcharge, carries a gourd."""
    return figure(Side.GAULS, x, y, facing, 4, hero=1, distance_exempt=1, capturable=1, **fields)


def obelix(x: float, y: float, facing: str | float = "S", **fields: Any) -> dict[str, Any]:
    """The giant: exempt from the distance surcharge, crosses ramparts, never drinks."""
    return figure(Side.GAULS, x, y, facing, 5, giant=1, distance_exempt=1, removal_points=4, **fields)


def getafix(x: float, y: float, facing: str | float = "S", **fields: Any) -> dict[str, Any]:
    """The druid: exempt from the distance surcharge, serves the potion."""
    return figure(Side.GAULS, x, y, facing, 0, druid=1, distance_exempt=1, capturable=1, **fields)


def cacofonix(x: float, y: float, facing: str | float = "S", **fields: Any) -> dict[str, Any]:
    """The bard: exempt from the distance surcharge."""
    return figure(Side.GAULS, x, y, facing, 0, bard=1, distance_exempt=1, removal_points=0, **fields)


def woman(x: float, y: float, facing: str | float = "S", husband: int = NONE, **fields: Any) -> dict[str, Any]:
    """A Gallic woman; ``husband`` is the husband's place in the list of figures."""
    return figure(Side.GAULS, x, y, facing, 1, woman=1, husband=husband, capturable=1, **fields)


def pirate(x: float, y: float, facing: str | float = "W", factor: int = 3, **fields: Any) -> dict[str, Any]:
    """A pirate."""
    return figure(Side.PIRATES, x, y, facing, factor, **fields)


def captain(x: float, y: float, facing: str | float = "W", **fields: Any) -> dict[str, Any]:
    """The Pirates' commander."""
    return figure(Side.PIRATES, x, y, facing, 4, commander=1, **fields)


def new_battle(n: int = 1) -> Any:
    """Array ``[n]`` of empty battles: default rules and options, a 48 x 48 table, nobody on it."""
    battles = np.zeros(n, BATTLE)
    for b in battles:
        for key, value in rule_defaults().items():
            if key != "points":
                b.rules[key] = value
        for award, amounts in rule_defaults()["points"].items():
            b.rules.points[Award[award.upper()]] = amounts
        b.table_width = b.table_height = 48.0
        b.camp[:] = np.nan
        b.landing[:] = np.nan
        for field in ("hut", "ship", "song_release", "spoils_taker", "spoils_token"):
            b[field] = NONE
        for field in ("husband", "guard", "token", "opponent", "freed"):
            b.figures[field] = NONE
        b.figures["width"] = b.figures["depth"] = 1.0
        b.tokens["carrier"] = NONE
        b.tokens["delivered_by"] = NONE
        b.order[:] = range(N_SIDES)
        b.round = 1
        b.bound = 1
        b.phase = Phase.MOVEMENT.value
    return battles


def board(*figures: dict[str, Any], side: Side = Side.ROMANS, pips: int = 6, **changes: Any) -> Any:
    """A battle record in the movement step of ``side`` with ``pips`` left.

    ``changes`` set rules, options or fields of the battle by name (``move=3.0``, ``break_off=1``).
    A name that stands in both RULES and OPTIONS (``gaul_straight_cost``) sets the rule's number.
    """
    b = new_battle()[0]
    b.n_figures = len(figures)
    for index, fields in enumerate(figures):
        for key, value in fields.items():
            b.figures[index][key] = value
    b.turn = side.value
    b.bound = side.value + 1
    b.gaul_bounds = 1 if side >= Side.GAULS else 0
    b.pips = pips
    for key, value in changes.items():
        if key in (RULES.names or ()):
            b.rules[key] = value
        elif key in (OPTIONS.names or ()):
            b.options[key] = value
        elif key in (BATTLE.names or ()):
            b[key] = value
        else:
            raise KeyError(key)
    return b


def move(
    b: Any,
    *actors: int,
    to: tuple[float, float] | None = None,
    facing: str | float | None = None,
    ahead: float | None = None,
    via: tuple[tuple[float, float], ...] = (),
    pivot: tuple[float, float] | None = None,
) -> Any:
    """A MOVE of the actors, the leader first: ``to`` a place (default: where it stands) or ``ahead`` inches."""
    leader = b.figures[actors[0]]
    fx, fy = (leader.fx, leader.fy) if facing is None else facing_of(facing)
    x, y = (leader.x, leader.y) if to is None else to
    if ahead is not None:
        x, y = leader.x + ahead * leader.fx, leader.y + ahead * leader.fy
    action = act(Verb.MOVE, *actors, x=x, y=y, fx=fx, fy=fy)
    for index, point in enumerate(via):
        action.via[index] = point
        action.path = Path.VIA.value
        action.n_via = index + 1
    if pivot is not None:
        action.via[0] = pivot
        action.path = Path.WHEEL.value
        action.n_via = 1
    return action


def where(b: Any, i: int) -> tuple[float, float, float, float]:
    """Place and facing of a figure, rounded to four decimals."""
    return place_of(b, i, 4)


def off_table(b: Any, i: int, state: Where) -> None:
    """Take a figure off the table into ``state``."""
    b.figures[i]["where"] = state.value
