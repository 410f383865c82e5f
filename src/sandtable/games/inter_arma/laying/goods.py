"""Things of worth from a file into the record: loot, standards, checkpoints, herds, javelins, and lines of points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.compiler.decorators import clause
from sandtable.errors import CapacityError, InputError
from sandtable.files import did_you_mean, place
from sandtable.games.inter_arma.laying.ground import side_index
from sandtable.games.inter_arma.record import (
    MAX_CHECKPOINTS,
    MAX_HERDS,
    MAX_MARKERS,
    N_POINTS,
    Lies,
    Scoring,
    Thing,
)
from sandtable.kernel.geometry import snap
from sandtable.kernel.records import NONE
from sandtable.translation import gettext


def _index(name: str, known: tuple[str, ...], what: str, origin: str) -> int:
    if name not in known:
        missing = {
            "figure": gettext("there is no figure {name!r}", name=name),
            "marker": gettext("there is no marker {name!r}", name=name),
            "herd": gettext("there is no herd {name!r}", name=name),
        }
        raise InputError(f"{origin}: {missing[what]}{did_you_mean(name, known)}")
    return known.index(name)


@clause(
    "IA-GOAL-1", "IA-GOAL-4", "IA-GOAL-6", "IA-RANGED-20", "IA-SC1-5", "IA-SC2-5", "IA-SC3-6", "IA-SC3-7", "IA-SC3-8"
)
def lay_goods(
    b: Any, parts: Mapping[str, Any], keys: tuple[str, ...], ids: tuple[str, ...], where: str
) -> tuple[str, ...]:
    """All things of worth into the record; answers what the markers are called."""
    names: list[str] = []
    pieces, data, origin = parts.get("markers", ([], None, where))
    for at, piece in enumerate(pieces):
        there = place(data, origin, "markers", at)
        marker = b.markers[at]
        marker.thing = Thing[piece.thing.upper()].value
        marker.owner = side_index(piece.owner, keys, there)
        marker.carrier = marker.taker = marker.former = NONE
        marker.lies = Lies.TABLE.value
        if piece.carrier:
            marker.carrier = _index(piece.carrier, ids, "figure", there)
            marker.lies = Lies.CARRIED.value
            side = int(b.figures[marker.carrier].side)
            is_a_friends = marker.owner == NONE or b.sides[marker.owner].team == b.sides[side].team
            marker.taker = NONE if is_a_friends else side
        elif piece.at is not None:
            marker.x, marker.y = map(snap, piece.at)
        else:
            raise InputError(f"{there}: {gettext('expected at or carrier')}")
        names.append(piece.name or piece.thing)
    b.n_markers = len(pieces)
    _lay_javelins(b, where)
    herds = _lay_points_on_table(b, parts, keys, where)
    _lay_scoring(b, parts, keys, tuple(names), herds, where)
    return (*names, *("javelin" for _ in range(int(b.n_markers) - len(names))))


def _lay_javelins(b: Any, where: str) -> None:
    """Room for every javelin that can lie about."""
    count = sum(int(figure.javelins) for figure in b.figures[: int(b.n_figures)] if not figure.pilum)
    if b.n_markers + count > MAX_MARKERS:
        raise CapacityError(
            f"{where}: {gettext('a battle has room for {most} javelins and things of worth', most=MAX_MARKERS)}"
        )
    for m in range(int(b.n_markers), int(b.n_markers) + count):
        marker = b.markers[m]
        marker.thing, marker.lies = Thing.JAVELIN.value, Lies.NOWHERE.value
        marker.owner = marker.carrier = marker.taker = marker.former = NONE
    b.n_markers += count


def _lay_points_on_table(b: Any, parts: Mapping[str, Any], keys: tuple[str, ...], where: str) -> tuple[str, ...]:
    pieces, data, origin = parts.get("checkpoints", ([], None, where))
    if len(pieces) > MAX_CHECKPOINTS:
        raise CapacityError(f"{origin}: {gettext('a battle has room for {most} checkpoints', most=MAX_CHECKPOINTS)}")
    for at, piece in enumerate(pieces):
        point = b.checkpoints[at]
        point.x, point.y = map(snap, piece.at)
        point.holder = side_index(piece.holder, keys, place(data, origin, "checkpoints", at))
    b.n_checkpoints = len(pieces)
    pieces, data, origin = parts.get("herds", ([], None, where))
    if len(pieces) > MAX_HERDS:
        raise CapacityError(f"{origin}: {gettext('a battle has room for {most} herds', most=MAX_HERDS)}")
    for at, piece in enumerate(pieces):
        herd = b.herds[at]
        herd.x, herd.y = map(snap, piece.at)
        herd.owner = side_index(piece.owner, keys, place(data, origin, "herds", at))
        herd.taker = NONE
    b.n_herds = len(pieces)
    return tuple(piece.name or "herd" for piece in pieces)


@clause("IA-SC1-10", "IA-SC2-9", "IA-SC3-12")
def _lay_scoring(
    b: Any,
    parts: Mapping[str, Any],
    keys: tuple[str, ...],
    markers: tuple[str, ...],
    herds: tuple[str, ...],
    where: str,
) -> None:
    pieces, data, origin = parts.get("points", ([], None, where))
    if len(pieces) > N_POINTS:
        raise CapacityError(f"{origin}: {gettext('a battle has room for {most} lines of points', most=N_POINTS)}")
    for at, piece in enumerate(pieces):
        there = place(data, origin, "points", at)
        line = b.scoring[at]
        line.side = side_index(piece.side, keys, there)
        line.rule = Scoring[piece.count.upper()].value
        line.amount = piece.points
        line.item = piece.turn
        if piece.count.startswith("marker"):
            line.item = _index(piece.of, markers, "marker", there)
        elif piece.count.startswith("herd"):
            line.item = _index(piece.of, herds, "herd", there)
    b.n_points = len(pieces)
