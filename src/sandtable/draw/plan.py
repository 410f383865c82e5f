"""What stands on a table, drawn small for the pictures of cases: ground, overlays and bases in hundredths of a base."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple
from xml.sax.saxutils import escape

import shapely
from shapely.affinity import translate

from sandtable.draw.art import Art, look, look_of
from sandtable.draw.grounds import kinds
from sandtable.draw.svg import strip_outline
from sandtable.games.scene import Point, SceneFeature, SceneFigure, SceneOverlay, SceneSide

UNTOLD = frozenset({"contact"})
"""Overlays that are left out: two bases that touch show it themselves."""

UNMARKED = frozenset({"commander", "engaged", "to_shoot", "restricted"})
"""States without a badge: the first is a star, the others show themselves."""

REFUSED, INK, GOLD, PAPER = "#e8380d", "#3b2c1c", "#e3b23c", "#fffaf0"


class Frame(NamedTuple):
    """The part of the table that is shown, in the game's unit, and how many hundredths of a base a unit has."""

    x0: float
    y0: float
    x1: float
    y1: float
    scale: float
    art: Art
    sides: tuple[SceneSide, ...]
    writing: float = 1.0
    """By how much numbers and words beside the bases are drawn larger."""

    def colour_of(self, side: str) -> str:
        """The colour of a side."""
        return look_of(self.sides, side).colour

    def use(self, name: str, x: float, y: float, size: float, colour: str) -> str:
        """A symbol about a place; nothing where there is none of that name."""
        if name not in self.art.ids:
            return ""
        place = f'x="{num(x - size / 2)}" y="{num(y - size / 2)}"'
        return f'<use href="#{name}" {place} width="{num(size)}" height="{num(size)}" color="{colour}"/>'

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


ROOM_OF_NAME = 1500.0
"""Square hundredths of a base that a piece of terrain must show to be named."""

ROUND = 32
"""Corners of the polygon that stands for a round base where a picture asks what it covers."""


def corners(figure: SceneFigure) -> list[Point]:
    """Clockwise from the left front corner; of a round base, round about from its front."""
    turn = math.radians(figure.facing)
    fx, fy = math.sin(turn), math.cos(turn)
    w, d = figure.width / 2, figure.depth / 2
    if figure.shape == "disc":
        steps = [turn + 2 * math.pi * k / ROUND for k in range(ROUND)]
        return [(figure.x + w * math.sin(angle), figure.y + w * math.cos(angle)) for angle in steps]
    sides = ((d, -w), (d, w), (-d, w), (-d, -w))
    return [(figure.x + fx * a + fy * r, figure.y + fy * a - fx * r) for a, r in sides]


# ------------------------------------------------------------------------------------------------ ground


def ground(feature: SceneFeature, frame: Frame) -> Iterable[str]:
    """One piece of terrain in its flat colour; what does not show is left out."""
    shape = _shape(feature, frame)
    width, height = frame.size
    near = shapely.box(-60.0, -60.0, width + 60.0, height + 60.0)
    if not shape.intersects(near):
        return
    if feature.shape == "line":
        line = kinds().of(feature.kind).line
        dashed = f' stroke-dasharray="{line.dots}" stroke-linecap="round"' if line.dots else ""
        way = trail(frame.line(feature.points))
        yield f'<path class="n" stroke="{line.colour}" stroke-width="{line.width}"{dashed} d="{way}"/>'
        return
    if _fill_of(feature.kind, frame.art) == "none":
        return
    part = shape.intersection(near)
    for piece in getattr(part, "geoms", (part,)):
        if piece.geom_type == "Polygon":
            outline = [(float(x), float(y)) for x, y in piece.exterior.coords[:-1]]
            fill = _fill_of(feature.kind, frame.art)
            yield f'<path fill="{fill}" stroke="#7a6748" stroke-width="3" d="{trail(outline)}Z"/>'


@cache
def _fill_of(kind: str, art: Art) -> str:
    """The flat colour of a kind of terrain; of one that only its game knows, the colour that the game gives it.

    A game that fills a kind with a pattern says under ``.plan`` what stands for it here; ``none``: it is not drawn.
    """
    own = re.search(rf"\.feature-{re.escape(kind)} \{{ fill: (#[0-9a-f]+|none)", art.styles)
    return kinds().of(kind).plan or (own[1] if own else "#c8bd9c")


def _shape(feature: SceneFeature, frame: Frame) -> shapely.Geometry:
    points = frame.line(feature.points)
    if feature.shape == "disc":
        return shapely.Point(points[0]).buffer(feature.radius * frame.scale, quad_segs=6)
    if feature.shape == "strip":
        return shapely.Polygon(frame.line(strip_outline(feature.points, feature.width))).buffer(0)
    if feature.shape == "line":
        return shapely.LineString(points)
    return shapely.Polygon(points).buffer(0)


def name_of(feature: SceneFeature, frame: Frame, drop: float) -> Iterable[str]:
    """The name of terrain ``drop`` below the middle of what shows of it."""
    part = _shown(feature, frame)
    if part.area >= ROOM_OF_NAME:
        spot = part.representative_point()
        yield _name_at(feature, frame, (spot.x, spot.y + drop))


def outline_of(feature: SceneFeature) -> tuple[Point, ...]:
    """Points that span a piece of ground, in table units."""
    if feature.shape != "disc":
        return tuple(feature.points)
    (x, y), far = feature.points[0], feature.radius
    return ((x - far, y), (x, y + far), (x + far, y), (x, y - far))


def names_of(
    features: Sequence[SceneFeature], frame: Frame, full: shapely.Geometry, bases: shapely.Geometry
) -> Iterable[str]:
    """The names of several, each outside what is ``full`` and where nothing else lies over it, if there is room.

    None stands over another, nor over the ``bases`` that hide a piece wholly: where too little is left, it has no name.
    """
    named = [(feature, _shown(feature, frame)) for feature in features]
    named = [(feature, part) for feature, part in named if part.difference(bases).area >= ROOM_OF_NAME]
    taken: list[tuple[Point, float]] = []
    high = 24.0 * frame.writing
    for place, (feature, part) in enumerate(named):
        half = _half_of_name(feature, frame)
        others = [shapely.box(x - half - far, y - high, x + half + far, y + high) for (x, y), far in taken]
        free = part.difference(shapely.union_all(others))
        above = [other for _, other in (*named[:place], *named[place + 1 :])]
        within = free.intersection(shapely.box(half, 0.0, frame.size[0] - half, frame.size[1]))
        wide = shapely.union_all([full, *(translate(full, aside) for aside in (-0.8 * half, 0.8 * half))])
        open_part = within.difference(wide)
        choices = (open_part.difference(shapely.union_all(above)), open_part, free.difference(full), free)
        room = next((choice for choice in choices if choice.area >= ROOM_OF_NAME), None)
        if room is not None:
            spot = room.representative_point()
            x = min(max(spot.x, half), frame.size[0] - half)
            taken.append(((x, spot.y), half))
            yield _name_at(feature, frame, (x, spot.y + 6.0))


def _shown(feature: SceneFeature, frame: Frame) -> shapely.Geometry:
    """What the picture shows of a piece that has a name; nothing of one that has none, or is a line."""
    if not feature.label or feature.shape == "line":
        return shapely.Point()
    width, height = frame.size
    return _shape(feature, frame).intersection(shapely.box(12.0, 12.0, width - 12.0, height - 12.0))


def _half_of_name(feature: SceneFeature, frame: Frame) -> float:
    return 5.0 * frame.writing * len(feature.label) + 8.0


def _name_at(feature: SceneFeature, frame: Frame, spot: Point) -> str:
    at = f'x="{num(spot[0])}" y="{num(spot[1])}" font-size="{num(20 * frame.writing)}"'
    return f'<text class="i h" {at}>{escape(feature.label)}</text>'


# ------------------------------------------------------------------------------------------------ overlays


@cache
def _colours() -> dict[str, str]:
    """The colours of look.css by their names, as on a light page."""
    found: dict[str, str] = {}
    for name, colour in re.findall(r"--([\w-]+):\s*(#[0-9a-fA-F]+)", look()):
        found.setdefault(name, colour)
    return found


def overlay_style(overlays: Sequence[SceneOverlay], art: Art) -> str:
    """What look.css and the game's own styles say of the kinds that are drawn, with the colours put in."""
    rules = [".overlay{fill:none;stroke-width:.03!important}"] if {o.kind for o in overlays} - UNTOLD else []
    for kind in sorted({overlay.kind for overlay in overlays} - UNTOLD):
        for body in re.findall(rf"\.overlay-{re.escape(kind)}(?:, [^{{]*)? \{{([^}}]*)\}}", art.styles):
            plain = re.sub(r"var\(--([\w-]+)\)", lambda name: _colours().get(name[1], INK), body)
            rules.append(f".overlay-{kind}{{{plain.strip()}}}")
    return "".join(rules)


def draw_overlays(overlays: Sequence[SceneOverlay], frame: Frame) -> Iterable[str]:
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
            path = trail([(x / 100.0, y / 100.0) for x, y in points], 3) + ("Z" if overlay.closed else "")
            drawn.append(f'<path class="overlay overlay-{overlay.kind}" d="{path}"/>')
    if drawn:
        yield f'<g transform="scale(100)">{"".join(drawn)}</g>'


# ------------------------------------------------------------------------------------------------ figures


def is_seen(figure: SceneFigure, frame: Frame) -> bool:
    """Some corner of the base lies in the picture."""
    width, height = frame.size
    return any(0 < x < width and 0 < y < height for x, y in frame.line(corners(figure)))


def draw_figure(figure: SceneFigure, frame: Frame) -> Iterable[str]:
    """A base to scale: its front edge in the side's colour; emblem, id and letters in it stand upright."""
    colour = frame.colour_of(figure.side)
    outline = frame.line(corners(figure))
    yield f'<path class="f" fill="{mixed(colour, PAPER, 0.24)}" d="{trail(outline)}Z"/>'
    w, d = figure.width * frame.scale, figure.depth * frame.scale
    band = min(0.2 * d, 13.0)
    edge = [(-w / 2, 0.0), (w / 2, 0.0), (w / 2, band), (-w / 2, band)]
    if figure.shape == "disc":
        edge = list(_front_of_disc(w / 2, band))
    front = [in_base(figure, frame, x, y) for x, y in edge]
    arrow = [in_base(figure, frame, x, y) for x, y in ((0, 1), (band, band), (-band, band))]
    yield f'<path fill="{colour}" d="{trail(front)}Z"/><path fill="#fff" d="{trail(arrow)}Z"/>'
    size = min(w / 100.0, (d - band) / 38.0, 1.35)
    middle = band + (d - band) / 2
    x, y = in_base(figure, frame, -0.28 * w, middle)
    yield frame.use(f"emblem-{figure.emblem}", x, y, 33 * size, colour)
    x, y = in_base(figure, frame, 0.25 * w, middle)
    long = 1.0 if len(figure.id) < 3 else 0.8 if len(figure.id) == 3 else 0.62
    star = "★" if "commander" in figure.marks else ""
    yield f'<text x="{num(x)}" y="{num(y + 2 * size)}" font-size="{num(23 * size * long)}">{escape(figure.id)}</text>'
    yield (
        f'<text x="{num(x)}" y="{num(y + 17 * size)}" font-size="{num(14 * size)}" font-weight="400">'
        f"{escape(figure.letter)}{star}</text>"
    )
    yield from _badges(figure, frame, w, d)


def _front_of_disc(r: float, band: float) -> Iterable[Point]:
    """The segment of a disc that is ``band`` high: to the right of its middle, and back from its front."""
    half = math.acos(1.0 - band / r)
    for k in range(9):
        angle = half * (k - 4) / 4
        yield r * math.sin(angle), r - r * math.cos(angle)


def _badges(figure: SceneFigure, frame: Frame, w: float, d: float) -> Iterable[str]:
    """What it carries and its states along its rear edge, from the left."""
    signs = [(f"emblem-{item}", GOLD) for item in figure.carries]
    signs += [(f"mark-{mark}", PAPER) for mark in figure.marks if mark not in UNMARKED]
    ids = frame.art.ids
    known = [(name if name in ids else "mark-captive", fill) for name, fill in signs if name in ids or fill == GOLD]
    for place, (name, fill) in enumerate(known[:3]):
        x, y = in_base(figure, frame, 11 - w / 2 + 22 * place, d - 8)
        yield f'<circle cx="{num(x)}" cy="{num(y)}" r="10" fill="{fill}" class="f"/>{frame.use(name, x, y, 14, INK)}'


def in_base(figure: SceneFigure, frame: Frame, right: float, back: float) -> Point:
    """A place in the file ``right`` of the middle of a base and ``back`` from its front edge, in hundredths."""
    turn = math.radians(figure.facing)
    sx, sy = math.sin(turn), math.cos(turn)
    x, y = frame.at(figure.x, figure.y)
    ahead = figure.depth * frame.scale / 2 - back
    return x + sx * ahead + sy * right, y - sy * ahead + sx * right


def plain_symbol(name: str, art: Art) -> str:
    """A symbol as it stands in a picture without the stylesheet."""
    return re.sub(r">\s+<", "><", art.symbol(name)).replace(' class="sym-pip"', ' fill="#fff"')


# ------------------------------------------------------------------------------------------------ small things


def mixed(colour: str, other: str, share: float) -> str:
    """``share`` of the first colour in the second."""
    parts = [[int(text[k : k + 2], 16) for k in (1, 3, 5)] for text in (colour, other)]
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in zip(*parts, strict=True))


def num(value: float, places: int = 1) -> str:
    """A number as short as it can be."""
    text = f"{value:.{places}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def trail(points: Sequence[Point], places: int = 1) -> str:
    """The way through these points, for a path element."""
    return "M" + "L".join(f"{num(x, places)},{num(y, places)}" for x, y in points)
