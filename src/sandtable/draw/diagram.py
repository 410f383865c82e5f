"""The picture of a case as a small standalone SVG: the table cropped to what matters, with ways, outcomes, measures.

Lengths in the file are hundredths of a base, so that line widths suit a table in inches and one in paces alike.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from xml.sax.saxutils import escape

import shapely
import shapely.ops

from sandtable.draw.art import art_of
from sandtable.draw.grounds import kinds
from sandtable.draw.plan import (
    GOLD,
    INK,
    PAPER,
    REFUSED,
    UNTOLD,
    Frame,
    corners,
    draw_figure,
    draw_overlays,
    ground,
    in_base,
    is_seen,
    mixed,
    name_of,
    names_of,
    num,
    outline_of,
    overlay_style,
    plain_symbol,
    trail,
)  # fmt: skip
from sandtable.draw.units import span_of
from sandtable.games.common.amounts import length_words
from sandtable.games.scene import Point, SceneFeature, SceneFigure
from sandtable.table.case_diagram import Change, Diagram, Measure, Slide, Way

MARGIN, LEAST_WIDTH, LEAST_HEIGHT, BEYOND = 75.0, 420.0, 260.0, 30.0
"""Around what matters; the least that a picture shows; how far it looks beyond the table's edge."""

MOST_PIXELS, FINEST = 800, 0.9
"""A picture is at most so wide and so high; a hundredth of a base is at most so many pixels."""

LARGEST_OVERLAY = 420.0
"""A zone or an arc no larger than this is shown whole."""

CLEAR = 30.0
"""Between the middles of two texts, so that both can be read."""

STAYED = 4.0
"""Who moves less than that stands where they stood, for the eye."""

NEAR = 300.0
"""Figures that the case lays and nothing is said of are shown where they stand so close to what it is about."""

READABLE = 0.6
"""Where a hundredth of a base is fewer pixels than this, numbers and words beside the bases are drawn larger."""

STYLE = (
    ".i{font-style:italic;font-weight:400;fill:#5b4a30}"
    ".h{paint-order:stroke;stroke:#fffaf0;stroke-width:5;stroke-linejoin:round}"
    ".f{stroke:#3b2c1c;stroke-width:2.5}.n{fill:none}.d{stroke-dasharray:9 6}.o{stroke-dasharray:3 5}"
)


WRITING = (
    'font-family="Arial,Helvetica,sans-serif" font-weight="700" font-size="20" text-anchor="middle" fill="#2b1c0c"'
)
"""What all text has in common, inherited from the root."""


def question_picture(diagram: Diagram, title: str = "") -> str:
    """The same part of the table before anything has come of it: where the ways lead, and not whether they may."""
    ways = tuple(replace(way, legal=True, length="") for way in diagram.ways)
    asked = replace(diagram, ways=ways, changes=(), slides=(), measures=(), overlays=(), edges=())
    return case_picture(asked, title, diagram)


def case_picture(diagram: Diagram, title: str = "", framed: Diagram | None = None) -> str:
    """The picture as SVG text; ``title`` is its name for those who cannot see it.

    ``framed``: the diagram whose part of the table is shown; left out, its own.
    """
    frame = _frame(framed or diagram)
    width, height = frame.size
    pixels = min(FINEST, MOST_PIXELS / width, MOST_PIXELS / height)
    frame = frame._replace(writing=min(max(READABLE / pixels, 1.0), 3.0))
    body = "\n".join(_layers(diagram, frame))
    size = f'viewBox="0 0 {num(width)} {num(height)}" width="{round(width * pixels)}" height="{round(height * pixels)}"'
    used = "".join(plain_symbol(name, frame.art) for name in sorted(set(re.findall(r'href="#([^"]+)"', body))))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" {WRITING}>\n<title>{escape(title)}</title>\n'
        f"<style>{STYLE}{overlay_style(diagram.overlays, frame.art)}</style>\n<defs>{used}</defs>\n{body}\n</svg>\n"
    )


# ------------------------------------------------------------------------------------------------ the frame


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
        points += [p for _, feature in way.grounds for p in outline_of(feature)]
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
    for slide in diagram.slides:
        both = [*slide.start.points, *slide.end.points]
        if core is None or shapely.MultiPoint(both).convex_hull.distance(core) * scale <= NEAR:
            points += both
    if not points:
        points = [(0.0, 0.0), (scene.width, scene.height)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    x0, x1 = _widened(min(xs), max(xs), scene.width, LEAST_WIDTH, scale)
    y0, y1 = _widened(min(ys), max(ys), scene.height, LEAST_HEIGHT, scale)
    return Frame(x0, y0, x1, y1, scale, art_of(scene.game), scene.sides)


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
    yield f'<path fill="#8f7a55" d="M0,0H{num(width)}V{num(height)}H0Z"/>'
    table = frame.line([(0.0, scene.height), (scene.width, scene.height), (scene.width, 0.0), (0.0, 0.0)])
    cut = [(min(max(x, -20.0), width + 20.0), min(max(y, -20.0), height + 20.0)) for x, y in table]
    yield f'<path fill="#e6dbb8" stroke="{INK}" stroke-width="4" d="{trail(cut)}Z"/>'
    features = sorted(scene.features, key=kinds().place)
    for feature in features:
        yield from ground(feature, frame)
    ghosts = [ghost for way in diagram.ways for ghost in way.ghosts]
    ghosts += [change.end for change in diagram.changes if change.end is not None]
    bases = [shapely.Polygon(frame.line(corners(figure))) for figure in (*scene.figures, *ghosts)]
    full = shapely.union_all([*(base.buffer(16.0) for base in bases), *_lines(diagram, frame)])
    yield from names_of(features, frame, full, shapely.union_all(bases))
    yield from draw_overlays(diagram.overlays, frame)
    for marker in scene.markers:
        x, y = frame.at(marker.x, marker.y)
        if 0 < x < width and 0 < y < height:
            yield f'<circle cx="{num(x)}" cy="{num(y)}" r="30" fill="{GOLD}" class="f"/>'
            yield frame.use(f"emblem-{marker.emblem}", x, y, 40, INK)
    for measure in diagram.measures:
        if not measure.forbids:
            yield from _measure(measure, frame)
    shown = [figure for figure in scene.figures if is_seen(figure, frame)]
    for figure in shown:
        yield from draw_figure(figure, frame)
    for figure, edge in diagram.edges:
        yield _edge_line(figure, edge, frame)
    for measure in diagram.measures:
        if measure.forbids:
            yield from _measure(measure, frame)
    taken = [frame.at(figure.x, figure.y) for figure in shown]
    taken += [_place_of_id(figure, frame) for figure in shown]
    for slide in diagram.slides:
        yield from _slide(slide, frame)
    for change in diagram.changes:
        yield from _change(change, frame, taken)
    drawn = [part for way in diagram.ways for part in _way(way, frame, taken)]
    yield from sorted(drawn, key=lambda part: ("<text" in part) + ("<circle" in part))  # numbers above all lines
    yield from _ruler(scene.unit, frame)


def _lines(diagram: Diagram, frame: Frame) -> Iterable[shapely.Geometry]:
    """Where arrows, open overlays and the ruler are drawn, as wide as a line of writing."""
    ways = [way.track for way in diagram.ways if len(way.track) > 1]
    ways += [((actor.x, actor.y), (target.x, target.y)) for way in diagram.ways for actor, target in way.aims]
    ways += [((one.start.x, one.start.y), (one.end.x, one.end.y)) for one in diagram.changes if one.end is not None]
    for actor, feature in (pair for way in diagram.ways for pair in way.grounds):
        middle = shapely.MultiPoint(outline_of(feature)).centroid
        ways.append(((actor.x, actor.y), (middle.x, middle.y)))
    yield from (shapely.LineString(frame.line(way)).buffer(20.0) for way in ways)
    for overlay in diagram.overlays:
        if overlay.kind not in UNTOLD and not overlay.closed and len(overlay.points) > 1:
            yield shapely.LineString(frame.line(overlay.points)).buffer(12.0)
    yield shapely.box(0.0, frame.size[1] - 40.0 * frame.writing, 150.0, frame.size[1])
    for slide in diagram.slides:
        ends = [shapely.Polygon(frame.line(feature.points)).centroid for feature in (slide.start, slide.end)]
        yield shapely.LineString(ends).buffer(20.0)


# ------------------------------------------------------------------------------------- ways and outcomes


def _way(way: Way, frame: Frame, taken: list[Point]) -> Iterable[str]:
    """An action: ghosts and arrow, or at whom it is aimed, with its number; red and dashed where it is refused."""
    colour = frame.colour_of(way.side) if way.legal else REFUSED
    dashed = "" if way.legal else " d"
    number = _number(way, colour)
    yield from (_ghost(ghost, frame, colour, dashed, 0.3) for ghost in way.ghosts)
    for feature in way.laid:
        yield from ground(feature, frame)
        yield from name_of(feature, frame, 34.0 * frame.writing)
    if len(way.track) > 1:
        line = _trimmed(frame.line(way.track), way.ghosts[0], way.start, frame)
        if line.length >= STAYED:  # else the name stands on the base itself
            taken.append(line.coords[-1])
            yield from (_ghost_name(ghost, frame, colour, taken) for ghost in way.ghosts)
        yield from _arrow(line, frame, colour, dashed, number, taken, way.length)
        if way.start is not None and line.length < STAYED:
            yield from _turn(way.start, way.ghosts[0], frame, colour, dashed)
    else:
        yield from (_ghost_name(ghost, frame, colour, taken) for ghost in way.ghosts)
        spots = [in_base(way.ghosts[0], frame, 0.0, back) for back in (-20.0, -50.0, -80.0)] if way.ghosts else []
        yield _disc(_free(spots, taken), number, frame) if spots else ""
    for actor, target in way.aims:
        yield from _aim(actor, target, way, frame, taken)
    for actor, feature in way.grounds:
        yield from _aim_at_ground(actor, feature, way, frame, taken)
    for figure in way.chosen:
        yield f'<path class="n{dashed}" stroke="{colour}" stroke-width="6" d="{trail(frame.line(corners(figure)))}Z"/>'
        yield _disc(_free(_corners_within(figure, frame), taken), number, frame) if number else ""
    if way.places:
        points = frame.line(way.places)
        yield (
            f'<path class="n{dashed}" stroke="{colour}" stroke-width="4" d="{trail(points)}"/>' if points[1:] else ""
        )
        yield _disc(points[-1], number or ("•", "#fff", colour), frame)


def _number(way: Way, colour: str) -> tuple[str, str, str] | None:
    """What a disc says, its colour and its ground: white on the side's colour, or red on white where it is refused."""
    if not way.number:
        return None
    return (str(way.number), "#fff", colour) if way.legal else (str(way.number), REFUSED, "#fff")


def _ghost(ghost: SceneFigure, frame: Frame, colour: str, dashed: str, fill: float) -> str:
    outline = frame.line(corners(ghost))
    return (
        f'<path class="{dashed.strip()}" fill="{mixed(colour, PAPER, 0.3)}" fill-opacity="{fill}" stroke="{colour}" '
        f'stroke-width="3" d="{trail(outline)}Z"/>'
        f'<path stroke="{colour}" stroke-width="8" d="{trail(outline[:2])}"/>'
    )


def _ghost_name(ghost: SceneFigure, frame: Frame, colour: str, taken: list[Point]) -> str:
    """Its id in its middle or beside that, where it is free."""
    aside, middle = 0.28 * ghost.width * frame.scale, ghost.depth * frame.scale / 2
    for right, back in ((0.0, middle), (aside, middle), (-aside, middle), (0.0, 1.5 * middle)):
        place = in_base(ghost, frame, right, back)
        if all(math.dist(place, other) >= CLEAR for other in taken):
            taken.append(place)
            at = f'x="{num(place[0])}" y="{num(place[1] + 7)}"'
            return f'<text class="h" {at} fill="{colour}">{escape(ghost.id)}</text>'
    return ""


def _trimmed(points: list[Point], end: SceneFigure, start: SceneFigure | None, frame: Frame) -> shapely.LineString:
    """The part of a way that lies in neither base; where that is too num to be seen, the way of a point beside it."""
    line = shapely.LineString(points)
    free = line.difference(shapely.Polygon(frame.line(corners(end))))
    if start is not None:
        free = free.difference(shapely.Polygon(frame.line(corners(start))))
    free = max(getattr(free, "geoms", (free,)), key=lambda part: part.length, default=line)
    if free.length >= CLEAR or start is None or line.length < STAYED:
        return free if free.length >= CLEAR else line
    turn = math.radians(start.facing)
    dx, dy = (end.x - start.x) * frame.scale, (end.y - start.y) * frame.scale
    forward, aside = dx * math.sin(turn) + dy * math.cos(turn), abs(dx * math.cos(turn) - dy * math.sin(turn))
    off = 14.0 if aside > abs(forward) else 0.0
    beside = [in_base(f, frame, 0.0, f.depth * frame.scale + off if forward < -1.0 else -off) for f in (start, end)]
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
    if line.length < STAYED:
        if number:
            x, y = line.coords[-1]
            spots = [(x + a, y + b) for k in (28, 40) for a, b in ((0, -k), (0, k), (k, 0), (-k, 0))]
            yield _disc(_free(spots, taken), number, frame)
        return
    tip = line.interpolate(line.length)
    back = line.interpolate(max(line.length - 16.0, 0.0))
    angle = math.atan2(tip.y - back.y, tip.x - back.x)
    wings = [(tip.x - 18 * math.cos(angle + s), tip.y - 18 * math.sin(angle + s)) for s in (0.42, -0.42)]
    path = trail([(float(x), float(y)) for x, y in line.coords])
    yield f'<path class="n{dashed}" stroke="{colour}" stroke-width="4" d="{path}"/>'
    yield f'<path fill="{colour}" d="{trail([(tip.x, tip.y), *wings])}Z"/>'
    along = [line.interpolate(share, normalized=True) for share in (0.5, 0.35, 0.65, 0.2, 0.8, 0.05)]
    if number:
        yield _disc(_free([(p.x, p.y) for p in along], taken), number, frame)
    if words:
        half = 5.0 * frame.writing * len(words)
        wide = half * abs(math.sin(angle)) + 16.0
        aside = 26.0 * frame.writing
        spots = [
            (p.x - hand * wide * math.sin(angle), p.y + hand * aside * math.cos(angle))
            for p in along
            for hand in (1, -1)
        ]
        x, y = _free(spots, taken, half)
        size = num(18 * frame.writing)
        yield f'<text class="h" x="{num(x)}" y="{num(y + 6)}" font-size="{size}" fill="{colour}">{escape(words)}</text>'


def _turn(start: SceneFigure, end: SceneFigure, frame: Frame, colour: str, dashed: str) -> Iterable[str]:
    """A turn on the spot, as an arrow round the base."""
    turn = (end.facing - start.facing + 180.0) % 360.0 - 180.0
    x, y = frame.at(start.x, start.y)
    radius = math.hypot(start.width, start.depth) * frame.scale / 2 + 12.0
    steps = max(2, math.ceil(abs(turn) / 10.0))
    angles = [math.radians(start.facing + turn * k / steps) for k in range(steps + 1)]
    points = [(x + radius * math.sin(angle), y - radius * math.cos(angle)) for angle in angles]
    if abs(turn) >= 1.0:
        yield from _arrow(shapely.LineString(points), frame, colour, dashed, None, [])


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
    colour = frame.colour_of(way.side) if way.legal else REFUSED
    a, b = (shapely.Polygon(frame.line(corners(figure))) for figure in (actor, target))
    if a.distance(b) < 4.0 and actor.side != target.side:
        near = a.buffer(3.0).intersection(b.buffer(3.0)).centroid
        yield _burst((near.x, near.y), colour, str(way.number or ""))
        taken.append((near.x, near.y))
        return
    whole = shapely.LineString(frame.line([(actor.x, actor.y), (target.x, target.y)]))
    free = whole.difference(a).difference(b) if a.distance(b) >= CLEAR else whole
    free = max(getattr(free, "geoms", (free,)), key=lambda part: part.length)
    yield from _arrow(free, frame, colour, "" if way.legal else " d", _number(way, colour), taken)


def _aim_at_ground(
    actor: SceneFigure, feature: SceneFeature, way: Way, frame: Frame, taken: list[Point]
) -> Iterable[str]:
    """An arrow to the edge of a piece of ground; who stands in it or at it is marked by the number alone."""
    colour = frame.colour_of(way.side) if way.legal else REFUSED
    base, piece = shapely.Polygon(frame.line(corners(actor))), shapely.MultiPoint(frame.line(outline_of(feature)))
    piece = piece.convex_hull
    if base.distance(piece) < CLEAR:
        number = _number(way, colour)
        yield _disc(_free(_corners_within(actor, frame), taken), number, frame) if number else ""
        return
    middle = piece.centroid
    free = shapely.LineString([frame.at(actor.x, actor.y), (middle.x, middle.y)]).difference(base).difference(piece)
    yield from _arrow(free, frame, colour, "" if way.legal else " d", _number(way, colour), taken)


def _burst(place: Point, colour: str, words: str) -> str:
    """A star of eight rays: they fight."""
    x, y = place
    rays = [
        (x + r * math.sin(k * math.pi / 8), y - r * math.cos(k * math.pi / 8)) for k, r in enumerate((17.0, 10.0) * 8)
    ]
    text = f'<text x="{num(x)}" y="{num(y + 5)}" font-size="15">{words}</text>' if words else ""
    return f'<path fill="{GOLD}" stroke="{colour}" stroke-width="3" d="{trail(rays)}Z"/>{text}'


def _corners_within(figure: SceneFigure, frame: Frame) -> list[Point]:
    """Where numbers stand on a base, the best first: its corners, the left rear one before all."""
    w, d = figure.width * frame.scale, figure.depth * frame.scale
    return [in_base(figure, frame, right, back) for back in (d - 13, 13.0) for right in (13 - w / 2, w / 2 - 13)]


def _place_of_id(figure: SceneFigure, frame: Frame) -> Point:
    """Where ``draw_figure`` writes the id of a base, so that nothing else is written there."""
    return in_base(figure, frame, 0.25 * figure.width * frame.scale, figure.depth * frame.scale / 2)


def _disc(place: Point, number: tuple[str, str, str] | None, frame: Frame) -> str:
    if number is None:
        return ""
    words, ink, ground = number
    x, y, k = num(place[0]), num(place[1]), frame.writing
    rim = "#fff" if ink == "#fff" else ink
    return (
        f'<circle cx="{x}" cy="{y}" r="{num(13 * k)}" fill="{ground}" stroke="{rim}" stroke-width="{num(2.5 * k)}"/>'
        f'<text x="{x}" y="{num(place[1] + 6 * k)}" font-size="{num(17 * k)}" fill="{ink}">{words}</text>'
    )


def _change(change: Change, frame: Frame, taken: list[Point]) -> Iterable[str]:
    """What became of a figure: a dotted ghost where it ends, or a cross where it was."""
    start, end = change.start, change.end
    if end is None:
        outline = frame.line(corners(start))  # of a disc many points
        a, b, c, d = outline[:: len(outline) // 4][:4]
        cross = trail([a, c]) + trail([b, d])
        yield f'<path class="n" stroke="{REFUSED}" stroke-opacity=".6" stroke-width="6" d="{cross}"/>'
        return
    yield _ghost(end, frame, INK, " o", 0.25)
    line = _trimmed(frame.line([(start.x, start.y), (end.x, end.y)]), end, start, frame)
    yield from _arrow(line, frame, INK, " o", None, taken)
    yield _ghost_name(end, frame, INK, taken)


def _slide(slide: Slide, frame: Frame) -> Iterable[str]:
    """Where a piece of ground lies in the end: its dotted outline, and an arrow to it."""
    start, end = (shapely.Polygon(frame.line(feature.points)) for feature in (slide.start, slide.end))
    outline = trail([(float(x), float(y)) for x, y in end.exterior.coords[:-1]])
    yield f'<path class="n o" stroke="{INK}" stroke-width="3" d="{outline}Z"/>'
    way = shapely.LineString([start.centroid, end.centroid])
    yield from _arrow(way, frame, INK, " o", None, [])


def _measure(measure: Measure, frame: Frame) -> Iterable[str]:
    """A thin line with its length, or a ring."""
    colour = REFUSED if measure.forbids else INK
    points = frame.line(measure.points)
    if len(points) == 1:
        x, y = points[0]
        yield f'<circle class="n" cx="{num(x)}" cy="{num(y)}" r="12" stroke="{colour}" stroke-width="4"/>'
        return
    (x0, y0), (x1, y1) = points
    yield f'<path class="n" stroke="{colour}" stroke-width="2.5" d="{trail(points)}"/>'
    for x, y in points:
        yield f'<circle cx="{num(x)}" cy="{num(y)}" r="5" fill="{colour}"/>'
    if measure.text:
        at = f'x="{num((x0 + x1) / 2)}" y="{num((y0 + y1) / 2 - 6)}"'
        yield f'<text class="h" {at} font-size="{num(18 * frame.writing)}">{escape(measure.text)}</text>'


def _edge_line(figure: SceneFigure, edge: int, frame: Frame) -> str:
    """The line of one edge of a base, drawn on to both sides."""
    outline = frame.line(corners(figure))
    (x0, y0), (x1, y1) = outline[edge], outline[(edge + 1) % 4]
    length = math.dist((x0, y0), (x1, y1))
    dx, dy = (x1 - x0) / length * 2000.0, (y1 - y0) / length * 2000.0
    near = shapely.box(0.0, 0.0, *frame.size)
    line = shapely.LineString([(x0 - dx, y0 - dy), (x1 + dx, y1 + dy)]).intersection(near)
    path = trail([(float(x), float(y)) for x, y in line.coords])
    return f'<path class="n d" stroke="{INK}" stroke-width="2.5" d="{path}"/>'


def _ruler(unit: str, frame: Frame) -> Iterable[str]:
    """A round length in the lower left corner."""
    step = 10.0 ** math.floor(math.log10(110.0 / frame.scale))
    length = max(n * step for n in (1, 2, 5) if n * step * frame.scale <= 130.0)
    height = frame.size[1]
    right = num(14.0 + length * frame.scale)
    y = height - 14.0
    yield (
        f'<path class="n" stroke="{INK}" stroke-width="3" d="M14,{num(y - 7)}V{num(y)}H{right}V{num(y - 7)}"/>'
        f'<text class="h" x="20" y="{num(y - 8)}" font-size="{num(16 * frame.writing)}" text-anchor="start">'
        f"{escape(length_words(length, unit))}</text>"
    )
