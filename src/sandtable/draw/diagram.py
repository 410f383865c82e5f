"""The picture of a case as a small standalone SVG: the table cropped to what matters, with ways, outcomes, measures.

Lengths in the file are hundredths of a base, so that line widths suit a table in inches and one in paces alike.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple
from xml.sax.saxutils import escape

import shapely
import shapely.ops

from sandtable.draw.svg import PAINT_ORDER, look, strip_outline, symbols
from sandtable.draw.units import span_of
from sandtable.games.scene import Point, SceneFeature, SceneFigure, SceneOverlay
from sandtable.table.actions import lengths
from sandtable.table.diagram import Change, Diagram, Measure, Way

MARGIN, LEAST_WIDTH, LEAST_HEIGHT, BEYOND = 50.0, 420.0, 260.0, 30.0
"""Around what matters; the least that a picture shows; how far it looks beyond the table's edge."""

MOST_PIXELS, FINEST = 720, 0.9
"""A picture is at most so wide and so high; a hundredth of a base is at most so many pixels."""

LARGEST_OVERLAY = 420.0
"""A zone or an arc no larger than this is shown whole."""

UNTOLD = frozenset({"contact"})
"""Overlays that are left out: two bases that touch show it themselves."""

UNMARKED = frozenset({"commander", "engaged", "to_shoot", "restricted"})
"""States without a badge: the first is a star, the others show themselves."""

CLEAR = 30.0
"""Between the middles of two texts, so that both can be read."""

NEAR = 300.0
"""Figures that the case lays and nothing is said of are shown where they stand so close to what it is about."""

READABLE = 0.6
"""Where a hundredth of a base is fewer pixels than this, numbers and words beside the bases are drawn larger."""

REFUSED, INK, GOLD, PAPER = "#e8380d", "#3b2c1c", "#e3b23c", "#fffaf0"

GROUND = {
    "wood": "#9fb37c", "road": "#d2c6b0", "sea": "#9bbecb", "waterway": "#9bbecb", "river": "#a9cad4",
    "beach": "#ecdcae", "field": "#d8c48e", "camp": "#d9c493", "steep_hill": "#c9ad7c", "gentle_hill": "#dac99c",
    "marsh": "#b7bb8a", "rough": "#cfc0a0", "dunes": "#e6d29a", "oasis": "#b4c98f", "hut": "#c9a25a",
    "shop": "#c9a25a", "tree": "#7d9a55", "ship": "#9a7446", "wreck": "#b7a586",
}  # fmt: skip
"""Flat colours of the kinds of terrain, which patterns would make unreadable at this size."""

STYLE = (
    ".i{font-style:italic;font-weight:400;fill:#5b4a30}"
    ".h{paint-order:stroke;stroke:#fffaf0;stroke-width:5;stroke-linejoin:round}"
    ".f{stroke:#3b2c1c;stroke-width:2.5}.n{fill:none}.d{stroke-dasharray:9 6}.o{stroke-dasharray:3 5}"
)


WRITING = 'font-family="Arial,Helvetica,sans-serif" font-weight="700" font-size="20" text-anchor="middle" fill="#2b1c0c"'
"""What all text has in common, inherited from the root."""


class Frame(NamedTuple):
    """The part of the table that is shown, in the game's unit, and how many hundredths of a base a unit has."""

    x0: float
    y0: float
    x1: float
    y1: float
    scale: float
    writing: float = 1.0
    """By how much numbers and words beside the bases are drawn larger."""

    def at(self, x: float, y: float) -> Point:
        """A place in the file: right of the left edge, down from the top."""
        return (x - self.x0) * self.scale, (self.y1 - y) * self.scale

    def line(self, points: Iterable[Point]) -> list[Point]:
        """Several places in the file."""
        return [self.at(x, y) for x, y in points]

    @property
    def size(self) -> Point:
        """Width and height in the file."""
        return (self.x1 - self.x0) * self.scale, (self.y1 - self.y0) * self.scale


def case_picture(diagram: Diagram, title: str = "") -> str:
    """The picture as SVG text; ``title`` is its name for those who cannot see it."""
    frame = _frame(diagram)
    width, height = frame.size
    pixels = min(FINEST, MOST_PIXELS / width, MOST_PIXELS / height)
    frame = frame._replace(writing=min(max(READABLE / pixels, 1.0), 3.0))
    body = "\n".join(_layers(diagram, frame))
    size = f'viewBox="0 0 {_n(width)} {_n(height)}" width="{round(width * pixels)}" height="{round(height * pixels)}"'
    used = "".join(_symbol(name) for name in sorted(set(re.findall(r'href="#([^"]+)"', body))))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" {WRITING}>\n<title>{escape(title)}</title>\n'
        f"<style>{STYLE}{_overlay_style(diagram.overlays)}</style>\n<defs>{used}</defs>\n{body}\n</svg>\n"
    )


# ------------------------------------------------------------------------------------------------ the frame


def corners(figure: SceneFigure) -> list[Point]:
    """Clockwise from the left front corner."""
    turn = math.radians(figure.facing)
    fx, fy = math.sin(turn), math.cos(turn)
    w, d = figure.width / 2, figure.depth / 2
    sides = ((d, -w), (d, w), (-d, w), (-d, -w))
    return [(figure.x + fx * a + fy * r, figure.y + fy * a - fx * r) for a, r in sides]


def _frame(diagram: Diagram) -> Frame:
    """What matters with a margin, not much beyond the table."""
    scene = diagram.scene
    scale = 100.0 / span_of(scene)
    points = [p for figure in scene.figures if figure.id in diagram.about for p in corners(figure)]
    for way in diagram.ways:
        points += [p for ghost in way.ghosts for p in corners(ghost)]
        points += [*way.track, *way.places]
        points += [p for feature in way.laid for p in feature.points]
        points += [p for pair in way.aims for figure in pair for p in corners(figure)]
        if way.ghosts and way.start is None:  # it comes on to the table: how far from the edges may matter
            points += [p for ghost in way.ghosts for p in _edges_near(ghost, scene.width, scene.height, NEAR / scale)]
    points += [p for change in diagram.changes if change.end is not None for p in corners(change.end)]
    points += [p for measure in diagram.measures for p in measure.points]
    for overlay in diagram.overlays:
        if overlay.closed and max(_spread(overlay.points)) * scale <= LARGEST_OVERLAY:
            points += overlay.points
    listed = [corners(figure) for figure in scene.figures if figure.id in diagram.listed]
    core = shapely.MultiPoint(points).envelope if points else None
    for outline in listed:
        if core is None or shapely.Polygon(outline).distance(core) * scale <= NEAR:
            points += outline
    if not points:
        points = [(0.0, 0.0), (scene.width, scene.height)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    x0, x1 = _widened(min(xs), max(xs), scene.width, LEAST_WIDTH, scale)
    y0, y1 = _widened(min(ys), max(ys), scene.height, LEAST_HEIGHT, scale)
    return Frame(x0, y0, x1, y1, scale)


def _edges_near(figure: SceneFigure, width: float, height: float, near: float) -> Iterable[Point]:
    """The places on the table's edges straight beside a figure that are no farther from it than ``near``."""
    x, y = figure.x, figure.y
    places = ((0.0, y), (width, y), (x, 0.0), (x, height))
    return (place for place in places if math.dist(place, (x, y)) <= near)


def _spread(points: Sequence[Point]) -> Point:
    """Width and height of what they span."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return max(xs) - min(xs), max(ys) - min(ys)


def _widened(low: float, high: float, most: float, least: float, scale: float) -> Point:
    margin = max(MARGIN, (least - (high - low) * scale) / 2) / scale
    beyond = BEYOND / scale
    return max(low - margin, -beyond), min(high + margin, most + beyond)


# ------------------------------------------------------------------------------------------------ the layers


def _layers(diagram: Diagram, frame: Frame) -> Iterable[str]:
    """From the ground up."""
    scene = diagram.scene
    width, height = frame.size
    yield f'<path fill="#8f7a55" d="M0,0H{_n(width)}V{_n(height)}H0Z"/>'
    table = frame.line([(0.0, scene.height), (scene.width, scene.height), (scene.width, 0.0), (0.0, 0.0)])
    cut = [(min(max(x, -20.0), width + 20.0), min(max(y, -20.0), height + 20.0)) for x, y in table]
    yield f'<path fill="#e6dbb8" stroke="{INK}" stroke-width="4" d="{_path(cut)}Z"/>'
    features = sorted(scene.features, key=lambda f: PAINT_ORDER.index(f.kind) if f.kind in PAINT_ORDER else 99)
    for feature in features:
        yield from _ground(feature, frame)
    for feature in features:
        yield from _name_of(feature, frame)
    yield from _overlays(diagram.overlays, frame)
    for marker in scene.markers:
        x, y = frame.at(marker.x, marker.y)
        if 0 < x < width and 0 < y < height:
            yield f'<circle cx="{_n(x)}" cy="{_n(y)}" r="30" fill="{GOLD}" class="f"/>'
            yield _use(f"emblem-{marker.emblem}", x, y, 40, INK)
    shown = [figure for figure in scene.figures if _is_seen(figure, frame)]
    for figure in shown:
        yield from _figure(figure, frame)
    for figure, edge in diagram.edges:
        yield _edge_line(figure, edge, frame)
    for measure in diagram.measures:
        yield from _measure(measure, frame)
    taken = [frame.at(figure.x, figure.y) for figure in shown]
    for change in diagram.changes:
        yield from _change(change, frame, taken)
    drawn = [part for way in diagram.ways for part in _way(way, frame, taken)]
    yield from sorted(drawn, key=lambda part: ("<text" in part) + ("<circle" in part))  # numbers above all lines
    yield from _ruler(scene.unit, frame)


def _is_seen(figure: SceneFigure, frame: Frame) -> bool:
    width, height = frame.size
    return any(0 < x < width and 0 < y < height for x, y in frame.line(corners(figure)))


def _ground(feature: SceneFeature, frame: Frame) -> Iterable[str]:
    """One piece of terrain in its flat colour; what does not show is left out."""
    shape = _shape(feature, frame)
    width, height = frame.size
    near = shapely.box(-60.0, -60.0, width + 60.0, height + 60.0)
    if not shape.intersects(near):
        return
    if feature.shape == "line":
        line = _path(frame.line(feature.points))
        colour, thick, dashes = ("#6b4526", 34, "") if feature.kind == "rampart" else ("#86683c", 9, "3 20")
        if feature.kind == "gate":
            colour, thick = "#d9c493", 44
        dashed = f' stroke-dasharray="{dashes}" stroke-linecap="round"' if feature.kind == "crest" else ""
        yield f'<path class="n" stroke="{colour}" stroke-width="{thick}"{dashed} d="{line}"/>'
        return
    part = shape.intersection(near)
    for piece in getattr(part, "geoms", (part,)):
        if piece.geom_type == "Polygon":
            outline = [(float(x), float(y)) for x, y in piece.exterior.coords[:-1]]
            fill = GROUND.get(feature.kind, "#c8bd9c")
            yield f'<path fill="{fill}" stroke="#7a6748" stroke-width="3" d="{_path(outline)}Z"/>'


def _shape(feature: SceneFeature, frame: Frame) -> shapely.Geometry:
    points = frame.line(feature.points)
    if feature.shape == "disc":
        return shapely.Point(points[0]).buffer(feature.radius * frame.scale, quad_segs=6)
    if feature.shape == "strip":
        return shapely.Polygon(frame.line(strip_outline(feature.points, feature.width))).buffer(0)
    if feature.shape == "line":
        return shapely.LineString(points)
    return shapely.Polygon(points).buffer(0)


def _name_of(feature: SceneFeature, frame: Frame, drop: float = 6.0) -> Iterable[str]:
    """The name of terrain in the middle of what shows of it, or ``drop`` below that."""
    if not feature.label or feature.shape == "line":
        return
    width, height = frame.size
    part = _shape(feature, frame).intersection(shapely.box(12.0, 12.0, width - 12.0, height - 12.0))
    if part.area < 1500.0:
        return
    place = part.representative_point()
    half = 5.0 * frame.writing * len(feature.label) + 8.0
    x = min(max(place.x, half), width - half)
    size = _n(20 * frame.writing)
    yield f'<text class="i h" x="{_n(x)}" y="{_n(place.y + drop)}" font-size="{size}">{escape(feature.label)}</text>'


# ------------------------------------------------------------------------------------------------ overlays


@cache
def _colours() -> dict[str, str]:
    """The colours of look.css by their names, as on a light page."""
    found: dict[str, str] = {}
    for name, colour in re.findall(r"--([\w-]+):\s*(#[0-9a-fA-F]+)", look()):
        found.setdefault(name, colour)
    return found


@cache
def side_colour(side: str) -> str:
    """The colour of a side in look.css; grey for a side that it does not know."""
    found = re.search(rf"\.side-{re.escape(side)} \{{ --side: var\(--([\w-]+)\)", look())
    return _colours().get(found[1] if found else "plain", "#6a6a6a")


def _overlay_style(overlays: Sequence[SceneOverlay]) -> str:
    """What look.css says of the kinds that are drawn, with its colours put in."""
    rules = [".overlay{fill:none;stroke-width:.03!important}"] if {o.kind for o in overlays} - UNTOLD else []
    for kind in sorted({overlay.kind for overlay in overlays} - UNTOLD):
        for body in re.findall(rf"\.overlay-{re.escape(kind)}(?:, [^{{]*)? \{{([^}}]*)\}}", look()):
            plain = re.sub(r"var\(--([\w-]+)\)", lambda name: _colours().get(name[1], INK), body)
            rules.append(f".overlay-{kind}{{{plain.strip()}}}")
    return "".join(rules)


def _overlays(overlays: Sequence[SceneOverlay], frame: Frame) -> Iterable[str]:
    """In bases, as the widths of look.css are."""
    width, height = frame.size
    near = shapely.box(-40.0, -40.0, width + 40.0, height + 40.0)
    drawn = []
    for overlay in overlays:
        if overlay.kind in UNTOLD:
            continue
        points = frame.line(overlay.points)
        shape = shapely.Polygon(points) if overlay.closed and len(points) > 2 else shapely.LineString(points)
        if len(points) > 1 and shape.intersects(near):
            path = _path([(x / 100.0, y / 100.0) for x, y in points], 3) + ("Z" if overlay.closed else "")
            drawn.append(f'<path class="overlay overlay-{overlay.kind}" d="{path}"/>')
    if drawn:
        yield f'<g transform="scale(100)">{"".join(drawn)}</g>'


# ------------------------------------------------------------------------------------------------ figures


def _figure(figure: SceneFigure, frame: Frame) -> Iterable[str]:
    """A base to scale: its front edge in the side's colour, emblem, id and letters; what lies in the base is upright."""
    colour = side_colour(figure.side)
    outline = frame.line(corners(figure))
    yield f'<path class="f" fill="{_mixed(colour, PAPER, 0.24)}" d="{_path(outline)}Z"/>'
    w, d = figure.width * frame.scale, figure.depth * frame.scale
    band = min(0.2 * d, 13.0)
    front = [_in_base(figure, frame, x, y) for x, y in ((-w / 2, 0), (w / 2, 0), (w / 2, band), (-w / 2, band))]
    arrow = [_in_base(figure, frame, x, y) for x, y in ((0, 1), (band, band), (-band, band))]
    yield f'<path fill="{colour}" d="{_path(front)}Z"/><path fill="#fff" d="{_path(arrow)}Z"/>'
    size = min(w / 100.0, (d - band) / 38.0, 1.35)
    middle = band + (d - band) / 2
    x, y = _in_base(figure, frame, -0.25 * w, middle)
    yield _use(f"emblem-{figure.emblem}", x, y, 33 * size, colour)
    x, y = _in_base(figure, frame, 0.2 * w, middle)
    long = 1.0 if len(figure.id) < 3 else 0.8 if len(figure.id) == 3 else 0.62
    star = "★" if "commander" in figure.marks else ""
    yield f'<text x="{_n(x)}" y="{_n(y + 2 * size)}" font-size="{_n(23 * size * long)}">{escape(figure.id)}</text>'
    yield (
        f'<text x="{_n(x)}" y="{_n(y + 17 * size)}" font-size="{_n(14 * size)}" font-weight="400">'
        f"{escape(figure.letter)}{star}</text>"
    )
    yield from _badges(figure, frame, w, d)


def _badges(figure: SceneFigure, frame: Frame, w: float, d: float) -> Iterable[str]:
    """What it carries and its states along its rear edge, from the left."""
    signs = [(f"emblem-{item}", GOLD) for item in figure.carries]
    signs += [(f"mark-{mark}", PAPER) for mark in figure.marks if mark not in UNMARKED]
    known = [(name if _symbol(name) else "mark-captive", fill) for name, fill in signs if _symbol(name) or fill == GOLD]
    for place, (name, fill) in enumerate(known[:3]):
        x, y = _in_base(figure, frame, 11 - w / 2 + 22 * place, d - 8)
        yield f'<circle cx="{_n(x)}" cy="{_n(y)}" r="10" fill="{fill}" class="f"/>{_use(name, x, y, 14, INK)}'


def _in_base(figure: SceneFigure, frame: Frame, right: float, back: float) -> Point:
    """A place in the file ``right`` of the middle of a base and ``back`` from its front edge, in hundredths."""
    turn = math.radians(figure.facing)
    sx, sy = math.sin(turn), math.cos(turn)
    x, y = frame.at(figure.x, figure.y)
    ahead = figure.depth * frame.scale / 2 - back
    return x + sx * ahead + sy * right, y - sy * ahead + sx * right


@cache
def _symbol(name: str) -> str:
    found = re.search(rf'<symbol id="{re.escape(name)}".*?</symbol>', symbols(), re.DOTALL)
    body = re.sub(r">\s+<", "><", found[0]) if found else ""
    return body.replace(' class="sym-pip"', ' fill="#fff"')


def _use(name: str, x: float, y: float, size: float, colour: str) -> str:
    if not _symbol(name):
        return ""
    return (
        f'<use href="#{name}" x="{_n(x - size / 2)}" y="{_n(y - size / 2)}" width="{_n(size)}" height="{_n(size)}" '
        f'color="{colour}"/>'
    )


# ------------------------------------------------------------------------------------- ways and outcomes


def _way(way: Way, frame: Frame, taken: list[Point]) -> Iterable[str]:
    """An action: ghosts and arrow, or at whom it is aimed, with its number; red and dashed where it is refused."""
    colour = side_colour(way.side) if way.legal else REFUSED
    dashed = "" if way.legal else " d"
    number = _number(way, colour)
    yield from (_ghost(ghost, frame, colour, dashed, 0.3) for ghost in way.ghosts)
    for feature in way.laid:
        yield from _ground(feature, frame)
        yield from _name_of(feature, frame, 34.0 * frame.writing)
    if len(way.track) > 1:
        line = _trimmed(frame.line(way.track), way.ghosts[0], way.start, frame)
        taken.append(line.coords[-1])
        yield from (_ghost_name(ghost, frame, colour, taken) for ghost in way.ghosts)
        yield from _arrow(line, frame, colour, dashed, number, taken, way.length)
    else:
        yield from (_ghost_name(ghost, frame, colour, taken) for ghost in way.ghosts)
        spots = [_in_base(way.ghosts[0], frame, 0.0, back) for back in (-20.0, -50.0, -80.0)] if way.ghosts else []
        yield _disc(_free(spots, taken), number, frame) if spots else ""
    for actor, target in way.aims:
        yield from _aim(actor, target, way, frame, taken)
    for figure in way.chosen:
        yield f'<path class="n{dashed}" stroke="{colour}" stroke-width="6" d="{_path(frame.line(corners(figure)))}Z"/>'
        yield _disc(_in_base(figure, frame, 13 - figure.width * frame.scale / 2, figure.depth * frame.scale - 13), number, frame)
    if way.places:
        points = frame.line(way.places)
        yield f'<path class="n{dashed}" stroke="{colour}" stroke-width="4" d="{_path(points)}"/>' if points[1:] else ""
        yield _disc(points[-1], number or ("•", "#fff", colour), frame)


def _number(way: Way, colour: str) -> tuple[str, str, str] | None:
    """What a disc says, its colour and its ground: white on the side's colour, or red on white where it is refused."""
    if not way.number:
        return None
    return (str(way.number), "#fff", colour) if way.legal else (str(way.number), REFUSED, "#fff")


def _ghost(ghost: SceneFigure, frame: Frame, colour: str, dashed: str, fill: float) -> str:
    outline = frame.line(corners(ghost))
    return (
        f'<path class="{dashed.strip()}" fill="{_mixed(colour, PAPER, 0.3)}" fill-opacity="{fill}" stroke="{colour}" '
        f'stroke-width="3" d="{_path(outline)}Z"/>'
        f'<path stroke="{colour}" stroke-width="8" d="{_path(outline[:2])}"/>'
    )


def _ghost_name(ghost: SceneFigure, frame: Frame, colour: str, taken: list[Point]) -> str:
    """Its id in its middle or beside that, where it is free."""
    aside, middle = 0.28 * ghost.width * frame.scale, ghost.depth * frame.scale / 2
    for right, back in ((0.0, middle), (aside, middle), (-aside, middle), (0.0, 1.5 * middle)):
        place = _in_base(ghost, frame, right, back)
        if all(math.dist(place, other) >= CLEAR for other in taken):
            taken.append(place)
            at = f'x="{_n(place[0])}" y="{_n(place[1] + 7)}"'
            return f'<text class="h" {at} fill="{colour}">{escape(ghost.id)}</text>'
    return ""


def _trimmed(points: list[Point], end: SceneFigure, start: SceneFigure | None, frame: Frame) -> shapely.LineString:
    """The part of a way that lies in neither base; where that is too short to be seen, the way of a point beside it."""
    line = shapely.LineString(points)
    free = line.difference(shapely.Polygon(frame.line(corners(end))))
    if start is not None:
        free = free.difference(shapely.Polygon(frame.line(corners(start))))
    free = max(getattr(free, "geoms", (free,)), key=lambda part: part.length, default=line)
    if free.length >= CLEAR or start is None or line.length < 4.0:
        return free if free.length >= CLEAR else line
    turn = math.radians(start.facing)
    is_back = (end.x - start.x) * math.sin(turn) + (end.y - start.y) * math.cos(turn) < -0.01 / frame.scale
    beside = [_in_base(f, frame, 0.0, f.depth * frame.scale + 14.0 if is_back else -14.0) for f in (start, end)]
    return shapely.LineString(beside) if math.dist(*beside) >= 4.0 else line


def _arrow(
    line: shapely.LineString,
    frame: Frame,
    colour: str,
    dashed: str,
    number: tuple[str, str, str] | None,
    taken: list[Point],
    words: str = "",
) -> Iterable[str]:
    """A way with its head, its number on it and its length beside it."""
    if line.length < 4.0:
        if number:
            x, y = line.coords[-1]
            spots = [(x + a, y + b) for a, b in ((0, -28), (0, 28), (28, 0), (-28, 0))]
            yield _disc(_free(spots, taken), number, frame)
        return
    tip = line.interpolate(line.length)
    back = line.interpolate(max(line.length - 16.0, 0.0))
    angle = math.atan2(tip.y - back.y, tip.x - back.x)
    wings = [(tip.x - 18 * math.cos(angle + s), tip.y - 18 * math.sin(angle + s)) for s in (0.42, -0.42)]
    path = _path([(float(x), float(y)) for x, y in line.coords])
    yield f'<path class="n{dashed}" stroke="{colour}" stroke-width="4" d="{path}"/>'
    yield f'<path fill="{colour}" d="{_path([(tip.x, tip.y), *wings])}Z"/>'
    along = [line.interpolate(share, normalized=True) for share in (0.5, 0.35, 0.65, 0.2, 0.8, 0.05)]
    if number:
        yield _disc(_free([(p.x, p.y) for p in along], taken), number, frame)
    if words:
        half = 5.0 * frame.writing * len(words)
        wide = half * abs(math.sin(angle)) + 16.0
        aside = 26.0 * frame.writing
        spots = [
            (p.x - hand * wide * math.sin(angle), p.y + hand * aside * math.cos(angle)) for p in along for hand in (1, -1)
        ]
        x, y = _free(spots, taken, half)
        size = _n(18 * frame.writing)
        yield f'<text class="h" x="{_n(x)}" y="{_n(y + 6)}" font-size="{size}" fill="{colour}">{escape(words)}</text>'


def _free(spots: Sequence[Point], taken: list[Point], half: float = 0.0) -> Point:
    """The first spot that is clear of all text so far, or the one that is farthest from it; taken from now on."""

    def room(spot: Point) -> float:
        reach = [(spot[0] + aside, spot[1]) for aside in (-half, 0.0, half)]
        return min((math.dist(p, q) for p in reach for q in taken), default=CLEAR)

    best = next((spot for spot in spots if room(spot) >= CLEAR), None) or max(spots, key=room)
    taken.append(best)
    return best


def _aim(actor: SceneFigure, target: SceneFigure, way: Way, frame: Frame, taken: list[Point]) -> Iterable[str]:
    """Crossed with the other where they touch; an arrow from one to the other where they do not."""
    colour = side_colour(way.side) if way.legal else REFUSED
    a, b = (shapely.Polygon(frame.line(corners(figure))) for figure in (actor, target))
    if a.distance(b) < 4.0:
        near = a.buffer(3.0).intersection(b.buffer(3.0)).centroid
        yield _burst((near.x, near.y), colour, str(way.number or ""))
        taken.append((near.x, near.y))
        return
    whole = shapely.LineString(frame.line([(actor.x, actor.y), (target.x, target.y)]))
    free = whole.difference(a).difference(b)
    free = max(getattr(free, "geoms", (free,)), key=lambda part: part.length)
    yield from _arrow(free, frame, colour, "" if way.legal else " d", _number(way, colour), taken)


def _burst(place: Point, colour: str, words: str) -> str:
    """A star of eight rays: they fight."""
    x, y = place
    rays = [
        (x + r * math.sin(k * math.pi / 8), y - r * math.cos(k * math.pi / 8))
        for k, r in enumerate((19.0, 11.0) * 8)
    ]
    text = f'<text x="{_n(x)}" y="{_n(y + 6)}" font-size="17">{words}</text>' if words else ""
    return f'<path fill="{GOLD}" stroke="{colour}" stroke-width="3" d="{_path(rays)}Z"/>{text}'


def _disc(place: Point, number: tuple[str, str, str] | None, frame: Frame) -> str:
    if number is None:
        return ""
    words, ink, ground = number
    x, y, k = _n(place[0]), _n(place[1]), frame.writing
    rim = "#fff" if ink == "#fff" else ink
    return (
        f'<circle cx="{x}" cy="{y}" r="{_n(13 * k)}" fill="{ground}" stroke="{rim}" stroke-width="{_n(2.5 * k)}"/>'
        f'<text x="{x}" y="{_n(place[1] + 6 * k)}" font-size="{_n(17 * k)}" fill="{ink}">{words}</text>'
    )


def _change(change: Change, frame: Frame, taken: list[Point]) -> Iterable[str]:
    """What became of a figure: a dotted ghost where it ends, or a cross where it was."""
    start, end = change.start, change.end
    if end is None:
        a, b, c, d = frame.line(corners(start))
        cross = _path([a, c]) + _path([b, d])
        yield f'<path class="n" stroke="{REFUSED}" stroke-opacity=".6" stroke-width="6" d="{cross}"/>'
        return
    yield _ghost(end, frame, INK, " o", 0.25)
    line = _trimmed(frame.line([(start.x, start.y), (end.x, end.y)]), end, start, frame)
    yield from _arrow(line, frame, INK, " o", None, taken)
    yield _ghost_name(end, frame, INK, taken)


def _measure(measure: Measure, frame: Frame) -> Iterable[str]:
    """A thin line with its length, or a ring."""
    colour = REFUSED if measure.forbids else INK
    points = frame.line(measure.points)
    if len(points) == 1:
        x, y = points[0]
        yield f'<circle class="n" cx="{_n(x)}" cy="{_n(y)}" r="12" stroke="{colour}" stroke-width="4"/>'
        return
    (x0, y0), (x1, y1) = points
    yield f'<path class="n" stroke="{colour}" stroke-width="2.5" d="{_path(points)}"/>'
    for x, y in points:
        yield f'<circle cx="{_n(x)}" cy="{_n(y)}" r="5" fill="{colour}"/>'
    if measure.text:
        x, y = _n((x0 + x1) / 2), _n((y0 + y1) / 2 - 6)
        yield f'<text class="h" x="{x}" y="{y}" font-size="{_n(18 * frame.writing)}">{escape(measure.text)}</text>'


def _edge_line(figure: SceneFigure, edge: int, frame: Frame) -> str:
    """The line of one edge of a base, drawn on to both sides."""
    outline = frame.line(corners(figure))
    (x0, y0), (x1, y1) = outline[edge], outline[(edge + 1) % 4]
    length = math.dist((x0, y0), (x1, y1))
    dx, dy = (x1 - x0) / length * 2000.0, (y1 - y0) / length * 2000.0
    near = shapely.box(0.0, 0.0, *frame.size)
    line = shapely.LineString([(x0 - dx, y0 - dy), (x1 + dx, y1 + dy)]).intersection(near)
    path = _path([(float(x), float(y)) for x, y in line.coords])
    return f'<path class="n d" stroke="{INK}" stroke-width="2.5" d="{path}"/>'


def _ruler(unit: str, frame: Frame) -> Iterable[str]:
    """A round length in the lower left corner."""
    step = 10.0 ** math.floor(math.log10(110.0 / frame.scale))
    length = max(n * step for n in (1, 2, 5) if n * step * frame.scale <= 130.0)
    width, height = frame.size
    right = _n(14.0 + length * frame.scale)
    y = height - 14.0
    yield (
        f'<path class="n" stroke="{INK}" stroke-width="3" d="M14,{_n(y - 7)}V{_n(y)}H{right}V{_n(y - 7)}"/>'
        f'<text class="h" x="20" y="{_n(y - 8)}" font-size="{_n(16 * frame.writing)}" text-anchor="start">'
        f"{escape(lengths(length, unit))}</text>"
    )


# ------------------------------------------------------------------------------------------------ small things


def _mixed(colour: str, other: str, share: float) -> str:
    """``share`` of the first colour in the second."""
    parts = [[int(text[k : k + 2], 16) for k in (1, 3, 5)] for text in (colour, other)]
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in zip(*parts, strict=True))


def _n(value: float, places: int = 1) -> str:
    text = f"{value:.{places}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _path(points: Sequence[Point], places: int = 1) -> str:
    return "M" + "L".join(f"{_n(x, places)},{_n(y, places)}" for x, y in points)
