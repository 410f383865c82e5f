"""Ways that bend by themselves: a drag that cannot go straight is led ahead first and then aside, or round a corner.

Nothing here knows a rule: ways are tried, the shortest first, and the real judge is asked about each.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from sandtable.compiler import patience
from sandtable.games.scene import Scene, SceneFeature
from sandtable.kernel.geometry import Base, base_of, placed, snap_facing, snapped
from sandtable.kernel.log import new_log
from sandtable.kernel.records import Path
from sandtable.table.actions import Action
from sandtable.table.battle import Battle

AHEAD = (1 / 6, 1 / 4, 1 / 3, 5 / 12, 1 / 2, 2 / 3)
"""Where along the longest way ahead a way may bend once."""

TWICE = (1 / 3, 1 / 2)
"""The same of a way that bends twice, and how long its second leg may be."""

TURNS = (15.0, 30.0, 45.0)
"""Degrees of the first of two bends."""

CORNERS = 6
"""Corners that a way may lead round: those nearest to the straight way."""

CLEAR = 0.02
"""Widths of a base that a way keeps clear of a corner."""

NEAREST = 24
"""Ways to somewhere else that are tried: those that end nearest to where the drag does."""

LAST = tuple(part / 12 for part in range(2, 9))
"""How long the last leg of a way to somewhere else may be, in parts of the longest way."""

OFF = 2.5
"""Widths of a base that such a way may end beside where the drag does; else the refusal says more."""

LONGEST = 2.0
"""How much longer than straight a way may be where no rule limits it."""

Place = tuple[float, float]


class Way(NamedTuple):
    """Where a way bends and ends, and how long it is."""

    length: float
    bends: tuple[Place, ...]
    end: Place


def bent(seen: Battle, action: Action, scene: Scene) -> Action | None:
    """The move of one figure to the same place on a way with one or two bends; None: none of those tried is legal."""
    return next((found for way in _ways(seen, action, scene) if (found := _tried(seen, action, way)) is not None), None)


def bent_near(seen: Battle, action: Action, scene: Scene) -> Action | None:
    """The same to where such a way comes nearest to the place, or as far towards it as it may be long.

    None: nothing is legal that comes near, or whoever goes so goes any way, and need not go ahead first.
    """
    limit = seen.engine.measure(action)[1]
    if limit is None or not _may_bend(action) or not seen.engine.lexicon.phrase(action.record["verb"]).ahead:
        return None
    start = _start(seen, action)
    wanted = (float(action.record["x"]), float(action.record["y"]))
    cut = [_cut(way, start, limit) for way in _ways(seen, action, scene, beyond=True)]
    off = 2.0 * OFF * float(start.half_width)
    fan = [way for way in _fan(start, wanted, limit) if math.dist(way.end, wanted) <= off and way.length <= limit]
    found = sorted((*cut, *fan), key=lambda way: math.dist(way.end, wanted))
    return next((one for way in found[:NEAREST] if (one := _tried(seen, action, way)) is not None), None)


def _fan(start: Base, wanted: Place, limit: float) -> Iterator[Way]:
    """Ways with one bend or two that end wherever their last leg does, on the side of the place that is wanted."""
    for first in TWICE:
        x, y = start.x + first * limit * start.fx, start.y + first * limit * start.fy
        for degrees in TURNS:
            once = _aside(start, wanted, degrees)
            for last in LAST:
                yield _way(start, ((x, y),), (x + last * limit * once[0], y + last * limit * once[1]))
            for further in TURNS:
                twice = _aside(start, wanted, degrees + further)
                bend = (x + first * limit * once[0], y + first * limit * once[1])
                for last in LAST:
                    yield _way(
                        start, ((x, y), bend), (bend[0] + last * limit * twice[0], bend[1] + last * limit * twice[1])
                    )


def _aside(start: Base, wanted: Place, degrees: float) -> Place:
    """The way ahead turned by so much to the side on which a place lies."""
    side = math.copysign(1.0, (wanted[0] - start.x) * start.fy - (wanted[1] - start.y) * start.fx)
    turn = side * math.radians(degrees)
    return (
        start.fx * math.cos(turn) + start.fy * math.sin(turn),
        start.fy * math.cos(turn) - start.fx * math.sin(turn),
    )


def _may_bend(action: Action) -> bool:
    """One figure goes, and whoever drags it has not bent its way themselves."""
    record = action.record
    apart = "poses" in record.dtype.names and record["n_poses"] > 0
    return bool(record["n_actors"] == 1 and record["path"] == Path.STRAIGHT and not apart)


def _start(seen: Battle, action: Action) -> Base:
    start: Base = base_of(seen.record.figures[action.record["actors"][0]])
    return start


def _ways(seen: Battle, action: Action, scene: Scene, *, beyond: bool = False) -> Sequence[Way]:
    """Ways to where a move ends, the shortest first; ``beyond``: those longer than they may be, too."""
    record = action.record
    if not _may_bend(action):
        return ()
    leads_ahead = seen.engine.lexicon.phrase(record["verb"]).ahead
    is_slow = patience.is_interpreted(seen.game.dtype)
    if is_slow and not leads_ahead:
        return ()  # who drags waits for no compiler
    start, end = _start(seen, action), (float(record["x"]), float(record["y"]))
    straight = math.dist((start.x, start.y), end)
    limit = seen.engine.measure(action)[1] or LONGEST * straight
    tried = [(one,) for one in (*_ahead(start, limit), *(() if is_slow else _round(start, end, scene)))]
    found = [_way(start, bends, end) for bends in (*tried, *_twice(start, end, limit))]
    return sorted(way for way in found if beyond or way.length <= limit * 1.0001)


def _way(start: Base, bends: tuple[Place, ...], end: Place) -> Way:
    places = ((float(start.x), float(start.y)), *bends, end)
    return Way(sum(map(math.dist, places[:-1], places[1:])), bends, end)


def _cut(way: Way, start: Base, limit: float) -> Way:
    """The way as far as its last leg goes within the limit."""
    last = way.bends[-1]
    before = _way(start, way.bends[:-1], last).length
    leg = math.dist(last, way.end)
    share = min(1.0, max(0.0, (limit - before) / leg)) if leg else 0.0
    end = (last[0] + share * (way.end[0] - last[0]), last[1] + share * (way.end[1] - last[1]))
    return _way(start, way.bends, end)


def _ahead(start: Base, limit: float) -> Iterator[Place]:
    """Places straight ahead."""
    for share in AHEAD:
        yield start.x + share * limit * start.fx, start.y + share * limit * start.fy


def _twice(start: Base, end: Place, limit: float) -> Iterator[tuple[Place, Place]]:
    """Two bends: straight ahead, then turned towards the side on which the move ends."""
    for first in TWICE:
        x, y = start.x + first * limit * start.fx, start.y + first * limit * start.fy
        for degrees in TURNS:
            dx, dy = _aside(start, end, degrees)
            for second in TWICE:
                yield (x, y), (x + second * limit * dx, y + second * limit * dy)


def _round(start: Base, end: Place, scene: Scene) -> Iterable[Place]:
    """Places just clear of corners of the ground near the straight way."""
    clear = (1.0 + 2.0 * CLEAR) * max(start.half_width, start.half_depth)
    begin = (float(start.x), float(start.y))
    corners = [corner for feature in scene.features for corner in _corners(feature)]
    found = [
        (x + a * clear, y + b * clear)
        for x, y in corners
        for a, b in ((1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0))
    ]
    found.sort(key=lambda place: math.dist(begin, place) + math.dist(place, end))
    return found[:CORNERS]


def _corners(feature: SceneFeature) -> Iterable[Place]:
    return feature.points if feature.shape in ("polygon", "line") else ()


def _tried(seen: Battle, action: Action, way: Way) -> Action | None:
    """The move on this way if it is legal, facing as it was drawn or, where its kind faces as it goes, so."""
    record, start, silent = action.record, _start(seen, action), new_log(keep=False)
    trial = np.asarray([record], record.dtype)[0]
    if len(way.bends) > len(trial["via"]):
        return None
    trial["path"], trial["n_via"] = Path.VIA.value, len(way.bends)
    for number, place in enumerate(way.bends):
        trial["via"][number] = place
    for fx, fy in _facings(seen, record, way):
        end = snapped(placed(start, way.end[0], way.end[1], fx, fy))
        trial["x"], trial["y"], trial["fx"], trial["fy"] = end.x, end.y, end.fx, end.fy
        if seen.game.verbs.judge(seen.record, trial, silent).legal:
            return seen.action(trial)
    return None


def _facings(seen: Battle, record: Any, way: Way) -> Iterator[Place]:
    yield float(record["fx"]), float(record["fy"])
    if seen.engine.lexicon.phrase(record["verb"]).ahead:
        along = snap_facing(way.end[0] - way.bends[-1][0], way.end[1] - way.bends[-1][1])
        yield float(along.x), float(along.y)
