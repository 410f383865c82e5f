"""Small DBAix tables for tests: a few figures at stated places, default rules, no scenario file."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sandtable.games.dbaix.catalogue import rule_defaults
from sandtable.games.dbaix.record import BATTLE, N_SIDES, OPTIONS, RULES, Award, Phase, Side, Verb, Where
from sandtable.kernel.geometry import facing_of_degrees
from sandtable.kernel.log import Kind, new_log
from sandtable.kernel.records import NONE, Path, new_actions

FACINGS = {"N": (0.0, 1.0), "E": (1.0, 0.0), "S": (0.0, -1.0), "W": (-1.0, 0.0)}


def facing_of(facing: str | float) -> tuple[float, float]:
    """Unit vector of N, E, S, W or degrees clockwise from north."""
    if isinstance(facing, str):
        return FACINGS[facing]
    point = facing_of_degrees(float(facing))
    return point.x, point.y


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
    """A Gallic woman; ``husband`` is his place in the list of figures."""
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


def act(verb: Verb, *actors: int, **fields: Any) -> Any:
    """An action of the named actors; ``fields`` set the rest of the record."""
    action = new_actions()[0]
    action.verb = verb.value
    action.n_actors = len(actors)
    action.actors[: len(actors)] = actors
    for key, value in fields.items():
        action[key] = value
    return action


def move(
    b: Any,
    *actors: int,
    to: tuple[float, float] | None = None,
    facing: str | float | None = None,
    ahead: float | None = None,
    via: tuple[tuple[float, float], ...] = (),
    pivot: tuple[float, float] | None = None,
) -> Any:
    """A MOVE of the actors, the leader first: ``to`` a place (default: where he stands) or ``ahead`` inches."""
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


def entries(log: Any, kind: Kind) -> list[Any]:
    """The log's entries of one kind, in order."""
    return [log.entries[i] for i in range(log.n) if log.entries[i].kind == kind]


def codes(log: Any, kind: Kind) -> list[str]:
    """Names of the sentences of one kind in the log, in order."""
    from sandtable.games.dbaix.clauses import Code

    return [Code(int(entry.code)).name for entry in entries(log, kind)]


def clauses(log: Any, kind: Kind) -> list[str]:
    """Ids (without the game's name) of the clauses of one kind of entry in the log, in order."""
    from sandtable.games.dbaix.clauses import Clause

    return [Clause(int(entry.clause)).name.replace("_", "-") for entry in entries(log, kind)]


def fresh_log() -> Any:
    """A log that keeps everything."""
    return new_log()


class Judged(NamedTuple):
    """What a judge says of an action, by clause ids without the game's name."""

    legal: bool
    cost: int
    reasons: list[str]
    prices: list[tuple[str, int]]
    notes: list[str]


def judged(judge: Any, b: Any, action: Any) -> Judged:
    """Ask a judge kernel (``judge_move``, ``judge_muster``), with a log that keeps and with one that does not.

    Both must agree on legality, and on the cost of a legal action.
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


def where(b: Any, i: int) -> tuple[float, float, float, float]:
    """Place and facing of a figure, rounded to four decimals."""
    f = b.figures[i]
    return tuple(round(float(v), 4) + 0.0 for v in (f.x, f.y, f.fx, f.fy))  # type: ignore[return-value]


def off_table(b: Any, i: int, state: Where) -> None:
    """Take a figure off the table into ``state``."""
    b.figures[i]["where"] = state.value
