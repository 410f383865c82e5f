"""What is drawn over a DBA table to explain its rules: contacts, zones and where they stop, arcs, shots, blockers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import shapely

from sandtable.compiler.decorators import clause
from sandtable.games.common.amounts import length_words
from sandtable.games.dba.record import MAX_FIGURES, Phase, Type
from sandtable.games.dba.rules.arcs import shooting_edges, standing_base
from sandtable.games.dba.rules.contact import front_enemy_at
from sandtable.games.dba.rules.deployment import edge_length, place_from_edge, shore_of
from sandtable.games.dba.rules.positions import is_in_open, is_on_table
from sandtable.games.dba.rules.shooting import blocker, targets_of
from sandtable.games.dba.rules.straight_lines import edge_of
from sandtable.games.dba.showing.naming import called, say
from sandtable.games.dba.showing.zones import zones
from sandtable.games.dba.switches import Board, WarWagons
from sandtable.games.game import Names
from sandtable.games.scene import Point, SceneOverlay
from sandtable.kernel.geometry import Base, Corner, base_of, corner
from sandtable.kernel.records import NONE
from sandtable.translation import all_of

Zones = Sequence[Mapping[str, Any]]
"""Zones of control as ``zones`` tells them."""


def zones_in_play(b: Any) -> Zones:
    """In movement the zones of the side that does not move; else none."""
    return zones(b, 1 - int(b.turn)) if b.phase == Phase.MOVEMENT else []


def overlays(b: Any, names: Names, in_play: Zones) -> Iterable[SceneOverlay]:
    """Contacts always; before the battle where the side that decides may stand.

    In movement the zones ``in_play``; in shooting who can shoot at whom.
    """
    yield from _contacts(b)
    if b.phase == Phase.CAMPS and b.pending_side != NONE:
        yield _camp_line(b, names, int(b.pending_side))
    elif b.phase in (Phase.DEPLOYMENT, Phase.SWAPS) and b.pending_side != NONE:
        yield from _deployment_area(b, names, int(b.pending_side))
    elif b.phase == Phase.MOVEMENT:
        yield from _zones(b, names, in_play)
    elif b.phase == Phase.SHOOTING:
        for i in range(int(b.n_figures)):
            if b.figures[i].to_shoot:
                yield from _shots(b, names, i)
    elif b.phase == Phase.AIM and b.pending != NONE:
        yield from draw_arc(b, names, int(b.pending))
        yield from _shots(b, names, int(b.pending))
        yield from _blocked(b, names, int(b.pending))


@clause("DBA-CONTACT-2", "WAD-WCC-3")
def _contacts(b: Any) -> Iterable[SceneOverlay]:
    """The common edge of every two elements in full front contact, and of every attacker of a War Wagon."""
    for i in range(int(b.n_figures)):
        if not is_in_open(b.figures[i]):
            continue
        base = base_of(b.figures[i])
        other = int(front_enemy_at(b, int(i), base))
        if other == NONE or (other < i and b.figures[other].type != Type.WWG):
            continue
        yield SceneOverlay(kind="contact", points=_front(base), label="in contact", clause="DBA-CONTACT-2")


def _front(base: Base) -> tuple[Point, Point]:
    left, right = corner(base, Corner.FRONT_LEFT), corner(base, Corner.FRONT_RIGHT)
    return (float(left.x), float(left.y)), (float(right.x), float(right.y))


# ---------------------------------------------------------------- before the battle


@clause("DBA-DEPLOY-2")
def _camp_line(b: Any, names: Names, side: int) -> SceneOverlay:
    """The base edge, or the shore of the waterway along it: the side's camp touches it."""
    half, shore = 0.5 * edge_length(b, side), shore_of(b, side)
    line = _front(place_from_edge(b, b.edge[side], half, shore, half, 0.0))
    words = "the camp of the {side} touches the shore" if shore > 0.0 else "the camp of the {side} touches this edge"
    return SceneOverlay(kind="deploy", points=line, label=say(words, side=names.sides[side]), clause="DBA-DEPLOY-2")


@clause("DBA-DEPLOY-4", "DBA-DEPLOY-5", "DBA-DEPLOY-6", "WAD-AREA-4", "WAD-AREA-5")
def _deployment_area(b: Any, names: Names, side: int) -> Iterable[SceneOverlay]:
    """Where the side's troops may stand: so deep from its base edge or shore, and clear of both side edges."""
    half, shore = 0.5 * edge_length(b, side), shore_of(b, side)
    depth, margin = float(b.rules.deploy_depth), float(b.rules.deploy_side_margin)
    if half <= margin:
        return
    area = place_from_edge(b, b.edge[side], half, shore + 0.5 * depth, half - margin, 0.5 * depth)
    corners = (corner(area, which.value) for which in Corner)
    words = "{side} deploy up to {depth} from their edge, {margin:.0f} from each side"
    if shore > 0.0:
        words = "{side} deploy up to {depth} from the shore, {margin:.0f} from each side"
    yield SceneOverlay(
        kind="deploy",
        points=_points((point.x, point.y) for point in corners),
        closed=True,
        label=say(words, side=names.sides[side], depth=length_words(depth, "pace"), margin=margin),
        clause="DBA-DEPLOY-4" if b.options.board == Board.REGULATION else "WAD-AREA-4",
    )


# ---------------------------------------------------------------- zones


@clause("WAD-FIG-5", "WAD-FIG-6", "WAD-FIG-7")
def _zones(b: Any, names: Names, in_play: Zones) -> Iterable[SceneOverlay]:
    """Zones, each with the line at which its carpet stops and what stops it."""
    for zone in in_play:
        yield from draw_zone(b, names, zone, "zone")


def draw_zone(b: Any, names: Names, zone: Mapping[str, Any], kind: str) -> Iterable[SceneOverlay]:
    """One zone as an overlay of this kind, and the line at which its carpet stops; nothing if none is on the board."""
    points = _on_board(b, zone["polygon"]) if zone["depth"] > 0.0 else ()
    if not points:
        return
    is_camp = zone["camp"] is not None
    yield SceneOverlay(
        kind=kind,
        points=points,
        closed=True,
        label=_zone_words(names, zone),
        clause="WAD-ZOC-6" if is_camp else "WAD-ZOC-2",
    )
    if zone["stop_line"] is not None:
        yield SceneOverlay(
            kind="stop", points=_points(zone["stop_line"]), label=stop_words(names, zone), clause="WAD-ZOC-9"
        )


def _on_board(b: Any, outline: Any) -> tuple[Point, ...]:
    """The part of a convex outline that lies on the board (WAD-ZOC-12: its edge cuts a zone off); empty: none does.

    What only touches the edge of the board, along a line or at a point, has no part on it.
    """
    board = shapely.box(0.0, 0.0, float(b.table_width), float(b.table_height))
    whole = shapely.Polygon(outline)
    if board.covers(whole):
        return _points(outline)
    inside = whole.intersection(board)
    return _points(inside.exterior.coords[:-1]) if inside.geom_type == "Polygon" else ()


def _points(of: Any) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in of)


def _zone_words(names: Names, zone: Mapping[str, Any]) -> str:
    camp = zone["camp"]
    who = called(names, zone["owner"]) if camp is None else say("camp of the {side}", side=names.sides[camp])
    held = ", ".join(called(names, j) for j in zone["restricts"])
    return say("zone of {who}; restricts {held}" if held else "zone of {who}", who=who, held=held)


def stop_words(names: Names, zone: Mapping[str, Any]) -> str:
    """What stops this zone's carpet: ``stopped by Blades (R3)``."""
    if zone["stopped_by"] is not None:
        return say("stopped by {who}", who=called(names, zone["stopped_by"]))
    return say("stopped by the camp of the {side}", side=names.sides[zone["stopped_by_camp"]])


@clause("WAD-ZOC-16", "WAD-RES-1", "WAD-WWG-3")
def restrictions(b: Any, names: Names, in_play: Zones) -> dict[int, str]:
    """For every element of the side that moves that is in an enemy zone: in whose, and what it may do."""
    within: dict[int, list[str]] = {}
    for zone in in_play:
        of = say("the camp") if zone["camp"] is not None else called(names, zone["owner"])
        for j in zone["restricts"]:
            within.setdefault(j, []).append(of)
    return {
        j: say("of {owners}: {what}", owners=all_of(owners), what=say(_may_do(b, j))) for j, owners in within.items()
    }


def _may_do(b: Any, i: int) -> str:
    if b.figures[i].type == Type.WWG and b.options.war_wagons == WarWagons.WADBAG:
        return "it may not move"
    if front_enemy_at(b, int(i), base_of(b.figures[i])) != NONE:
        return "in contact, it may only break off"
    return "into contact with it, closer, or straight back"


# ---------------------------------------------------------------- shooting


@clause("DBA-SHOOT-5", "WAD-WSH-3")
def draw_arc(b: Any, names: Names, i: int) -> Iterable[SceneOverlay]:
    """Where the element can shoot: straight out from each shooting edge, a base width wider at both ends."""
    base = standing_base(b, int(i))
    reach, aside = float(b.rules["range"][int(b.figures[i].type)]), float(b.rules.base_width)
    for edge in range(int(shooting_edges(b, int(i)))):
        own = edge_of(base, edge)
        dx, dy = float(own.x1 - own.x0), float(own.y1 - own.y0)
        length = (dx * dx + dy * dy) ** 0.5
        rx, ry = dx / length, dy / length  # to the right, looking out; out is (-ry, rx)
        left = (own.x0 - rx * aside, own.y0 - ry * aside)
        right = (own.x1 + rx * aside, own.y1 + ry * aside)
        far = ((x - ry * reach, y + rx * reach) for x, y in (right, left))
        yield SceneOverlay(
            kind="range",
            points=_points((left, right, *far)),
            closed=True,
            label=say("arc of {who}, {far}", who=called(names, i), far=length_words(reach, "pace")),
            clause="DBA-SHOOT-5",
        )


def line_between(b: Any, i: int, j: int) -> tuple[Point, ...]:
    """From the middle of one element, or of the camp that it is in, to that of the other."""
    bases = (standing_base(b, int(i)), standing_base(b, int(j)))
    return tuple((float(base.x), float(base.y)) for base in bases)


def _targets(b: Any, i: int) -> list[int]:
    out = np.full(MAX_FIGURES, NONE, np.int64)
    return [int(j) for j in out[: int(targets_of(b, int(i), out))]]


@clause("DBA-SHOOT-12")
def _shots(b: Any, names: Names, i: int) -> Iterable[SceneOverlay]:
    """A line to every enemy at whom the element may shoot now."""
    for j in _targets(b, i):
        label = say("{who} may shoot at {whom}", who=called(names, i), whom=called(names, j))
        yield SceneOverlay(kind="shot", points=line_between(b, i, j), label=label, clause="DBA-SHOOT-12")


@clause("DBA-SHOOT-10")
def _blocked(b: Any, names: Names, i: int) -> Iterable[SceneOverlay]:
    """A line to every enemy in reach whom something in between hides, up to what it is."""
    for j in range(int(b.n_figures)):
        if b.figures[j].side == b.figures[i].side or not is_on_table(b.figures[j]):
            continue
        between = int(blocker(b, int(i), int(j)))
        if between != NONE:
            who, whom = called(names, i), called(names, j)
            label = say(
                "no shot of {who} at {whom}: {between} between them", between=called(names, between), who=who, whom=whom
            )
            yield SceneOverlay(kind="blocked", points=line_between(b, i, j), label=label, clause="DBA-SHOOT-10")
