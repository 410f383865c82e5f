"""A scene as one standalone SVG file: symbols and style inside, no script, nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from sandtable.draw.art import Art, art_of, side_styles
from sandtable.draw.figures import Painter, n
from sandtable.draw.grounds import kinds
from sandtable.draw.units import in_bases
from sandtable.games.scene import (
    Point,
    Scene,
    SceneBox,
    SceneFeature,
    SceneFigure,
    SceneMarker,
    SceneOverlay,
    SceneScore,
)
from sandtable.translation import gettext

FRAME = 0.6
"""Width of the wooden frame around the table, in bases."""


class Label(NamedTuple):
    """A name on the ground, and between what x and y it is written."""

    words: str
    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def kind(self) -> str:
        """Of ``wall section 3`` that it is a wall section."""
        return self.words.rstrip("0123456789 ")

    def moved(self, north: float) -> Label:
        """The same name so far north."""
        return self._replace(y0=self.y0 + north, y1=self.y1 + north)

    def overlaps(self, other: Label) -> bool:
        """Some of it is written over the other."""
        return self.x0 < other.x1 and other.x0 < self.x1 and self.y0 < other.y1 and other.y0 < self.y1


PANEL, PANEL_HEIGHT = 13.5, 49.2
"""Width of the panel beside a table of this height with its frame; both grow and shrink together."""

LABELLED = 48.0
"""Bases across a table on which names are written at their full size; on smaller ones they are smaller."""


def picture(scene: Scene, *, panel: bool = True, pixels: int = 960, theme: str = "light", ground: bool = True) -> str:
    """The whole scene as SVG text, ``pixels`` wide for the table itself.

    ``panel``: with the score board, the facts and the boxes beside the table. ``theme``: ``light``, ``dark``,
    or ``auto`` for what the reader's system prefers. ``ground``: with the frame and the bare ground under all.
    """
    scene = in_bases(scene)
    table_width, height = scene.width + 2 * FRAME, scene.height + 2 * FRAME
    writing = height / PANEL_HEIGHT
    width = table_width + (PANEL * writing if panel else 0.0)
    scale = pixels / table_width
    mode = f" {theme}" if theme in ("light", "dark") else ""
    size = f'viewBox="0 0 {n(width)} {n(height)}" width="{round(width * scale)}" height="{round(height * scale)}"'
    name = f'role="img" aria-label={quoteattr(scene.title or scene.game)}'
    art = art_of(scene.game)
    painter = Painter(art, scene.sides, _emblems(scene), scale)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="sandtable{mode}" {size} {name}>',
        f"<style>{art.styles}{side_styles(scene)}</style>",
        f"<defs>{art.definitions}</defs>",
        f'<g transform="translate({FRAME},{FRAME})">',
        '<g class="table">',
        *(_ground(scene, painter) if ground else ()),
        *_table(scene, painter),
        "</g></g>",
    ]
    if panel:
        parts += [
            f'<g transform="translate({n(table_width)},0) scale({n(writing)})">',
            *_panel(scene, painter),
            "</g>",
        ]
    parts.append("</svg>")
    return "\n".join(parts)


# ---------------------------------------------------------------- the table


def _ground(scene: Scene, painter: Painter) -> Iterable[str]:
    """The frame, and the ground within it."""
    width, height = scene.width, scene.height
    yield (
        f'<rect class="frame" x="{-FRAME}" y="{-FRAME}" width="{n(width + 2 * FRAME)}" '
        f'height="{n(height + 2 * FRAME)}" rx=".25"/>'
        f'<rect class="frame-edge" x="{-FRAME / 2}" y="{-FRAME / 2}" width="{n(width + FRAME)}" '
        f'height="{n(height + FRAME)}" rx=".15"/>'
        f'<rect width="{n(width)}" height="{n(height)}" '
        f'fill="url(#{painter.art.known("ground", "table", "ground-plain")})"/>'
    )


def _table(scene: Scene, painter: Painter) -> Iterable[str]:
    """Layers in paint order: terrain, labels, tokens, figures, overlays."""
    width, height = scene.width, scene.height
    size = min(1.0, (height / LABELLED) ** 0.5)
    yield f'<clipPath id="table-edge"><rect width="{n(width)}" height="{n(height)}"/></clipPath>'
    features = sorted(scene.features, key=kinds().place)
    for feature in features:
        drawn = _feature(feature, height, painter.art)
        yield drawn if _is_within(feature, width, height) else f'<g clip-path="url(#table-edge)">{drawn}</g>'
    taken: list[Label] = []
    for feature in features:
        yield _label(feature, height, size, painter.art, scene.figures, taken)
    for marker in scene.markers:
        yield _marker(marker, height, painter.art)
    for figure in scene.figures:
        yield painter.figure(figure, figure.x, height - figure.y)
    for overlay in scene.overlays:
        yield _overlay(overlay, height)


def _is_within(feature: SceneFeature, width: float, height: float) -> bool:
    """It keeps away from the table's edges, so that nothing of it must be cut off, which takes long to draw."""
    x0, y0, x1, y1 = _box(feature)
    return min(x0, y0, width - x1, height - y1) > 0.5


def _is_thing(feature: SceneFeature, art: Art) -> bool:
    """Of a kind that is drawn as one thing in the rectangle around its shape."""
    return f"thing-{feature.kind}" in art.ids


def _feature(feature: SceneFeature, height: float, art: Art) -> str:
    tip = f"<title>{escape(feature.label or feature.id)}</title>"
    style = f"feature feature-{feature.kind}"
    if _is_thing(feature, art) and (feature.shape == "disc" or _is_upright(feature.points)):
        x0, y0, x1, y1 = _box(feature)
        return (
            f'<use class="{style}" href="#thing-{feature.kind}" x="{n(x0)}" y="{n(height - y1)}" '
            f'width="{n(x1 - x0)}" height="{n(y1 - y0)}">{tip}</use>'
        )
    filling = f"url(#ground-{feature.kind})" if f"ground-{feature.kind}" in art.ids else "var(--stone)"
    fill = f' fill="{filling}"'
    if feature.shape == "disc":
        x, y = feature.points[0]
        return f'<circle class="{style}"{fill} cx="{n(x)}" cy="{n(height - y)}" r="{n(feature.radius)}">{tip}</circle>'
    if feature.shape == "polygon":
        return f'<polygon class="{style}"{fill} points="{_points(feature.points, height)}">{tip}</polygon>'
    if feature.shape == "strip":
        outline = strip_outline(feature.points, feature.width)
        return f'<polygon class="{style}"{fill} points="{_points(outline, height)}">{tip}</polygon>'
    line = f'points="{_points(feature.points, height)}"'
    edging = kinds().of(feature.kind).edging
    if edging == "posts":
        posts = "".join(
            f'<circle class="{style} posts" cx="{n(x)}" cy="{n(height - y)}" r=".16"/>' for x, y in feature.points
        )
        return f'<polyline class="{style}" {line}>{tip}</polyline>{posts}'
    stakes = f'<polyline class="{style} stakes" {line}/>' if edging == "stakes" else ""
    return f'<polyline class="{style}" {line}>{tip}</polyline>{stakes}'


def _label(
    feature: SceneFeature, height: float, scale: float, art: Art, figures: Sequence[SceneFigure], taken: list[Label]
) -> str:
    """A name on the ground: within an area; above a thing, or below it where somebody stands above.

    Where it would be written over one of those in ``taken``, to which it is added, it gives way by a line or two; not
    so the name of the next of several alike, which is left out, and told to who points there.
    """
    where = kinds().of(feature.kind).label
    if not feature.label or where == "none":
        return ""
    x0, y0, x1, y1 = _box(feature)
    x, y, size = (x0 + x1) / 2, (y0 + y1) / 2, 0.7 * scale
    if _is_thing(feature, art):
        y, size = y1 + 0.3, 0.5 * scale
        half = 0.25 * size * len(feature.label)
        if any(_covers(figure, x - half, x + half, y) for figure in figures):
            y = y0 - 0.3 - 0.3 * size
    elif where == "foot":
        y = y0 + 0.6 * scale
    turn = " rotate(-90)" if (y1 - y0) > 2.5 * (x1 - x0) else ""
    wide = len(feature.label) * 0.5 * size > x1 - x0  # then what it does stands below what it is
    lines = feature.label.split(": ") if wide and not turn else [feature.label]
    along, across = 0.25 * size * max(map(len, lines)), 0.4 * size * len(lines)
    half_x, half_y = (across, along) if turn else (along, across)
    label = Label(feature.label, x - half_x, y - half_y, x + half_x, y + half_y)
    aside = _aside(label, size, taken)
    if aside is None:
        return ""
    taken.append(label.moved(aside))
    top = height - (y + aside) + size * (0.3 - (len(lines) - 1) / 2)
    return "".join(_text(line, x, top + size * row, size, "label", turn) for row, line in enumerate(lines))


def _aside(label: Label, size: float, taken: Sequence[Label]) -> float | None:
    """How far north a name is moved so that it covers no other; None: it is left out, as one like it stands there."""
    if any(label.overlaps(other) and label.kind == other.kind for other in taken):
        return None
    lines = (0.0, -0.9 * size, 0.9 * size, -1.8 * size, 1.8 * size)
    return next((far for far in lines if not any(label.moved(far).overlaps(other) for other in taken)), 0.0)


def _covers(figure: SceneFigure, left: float, right: float, y: float) -> bool:
    """A base hides something of a line of words."""
    reach = 0.5 * max(figure.width, figure.depth)
    return left - reach < figure.x < right + reach and abs(figure.y - y) < reach + 0.2


def _marker(marker: SceneMarker, height: float, art: Art) -> str:
    return (
        f'<g class="marker" data-id={quoteattr(marker.id)} '
        f'transform="translate({n(marker.x)},{n(height - marker.y)})">'
        f'<title>{escape(marker.name)}</title><circle class="disc" r=".42"/>'
        f'<use class="emblem" href="#{art.known("emblem", marker.emblem, "mark-commander")}" '
        f'x="-.28" y="-.28" width=".56" height=".56"/></g>'
    )


def _overlay(overlay: SceneOverlay, height: float) -> str:
    shape = "polygon" if overlay.closed else "polyline"
    tip = f"<title>{escape(overlay.label)}</title>" if overlay.label else ""
    return f'<{shape} class="overlay overlay-{overlay.kind}" points="{_points(overlay.points, height)}">{tip}</{shape}>'


# ---------------------------------------------------------------- the panel


def _panel(scene: Scene, painter: Painter) -> Iterable[str]:
    """Title, facts, scores and boxes beside the table, from the top down."""
    yield f'<rect class="panel" x=".2" y=".05" width="{n(PANEL - 0.25)}" height="{n(PANEL_HEIGHT - 0.1)}" rx=".3"/>'
    x, right, y = 0.9, PANEL - 0.7, 1.7
    for line in _wrapped(scene.title or scene.game, 27):
        yield _text(line, x, y, 0.95, "heading")
        y += 1.15
    y += 0.2
    for label, value in scene.facts:
        yield _text(label, x, y, 0.72, "fact")
        yield _text(value, right, y, 0.72, "value", anchor="end")
        y += 1.0
    for score in scene.scores:
        y += 0.55
        swatch = f'<rect class="swatch" x="{n(x)}" y="{n(y - 0.62)}" width=".7" height=".7" rx=".12"/>'
        yield f'<g class="side-{score.side}">{swatch}</g>'
        yield _text(score.name, x + 1.0, y, 0.85, "heading")
        yield _text(str(score.points), right, y, 0.95, "value", anchor="end")
        y += 0.85
        yield _text(standing(score), x + 1.0, y, 0.6, "small")
        for label, amount in score.lines:
            y += 0.75
            yield _text(label, x + 1.0, y, 0.58, "small")
            yield _text(str(amount), right, y, 0.58, "small", anchor="end")
        y += 0.6
    for box in scene.boxes:
        if box.figures:
            lines, y = _box_of_figures(box, x, right, y + 0.8, painter)
            yield from lines


def standing(score: SceneScore) -> str:
    """How many of a side stand on the table, and whether it is broken."""
    state = f", {gettext('broken')}" if score.broken else ""
    return gettext("{number} on the table", number=score.stand or score.figures) + state


def _emblems(scene: Scene) -> dict[str, str]:
    """The emblem of every captive by its id; a token's emblem has the token's own id."""
    return {figure.id: figure.emblem for box in scene.boxes for figure in box.figures}


def _box_of_figures(box: SceneBox, x: float, right: float, y: float, painter: Painter) -> tuple[list[str], float]:
    out = [_text(box.title, x, y, 0.7, "heading")]
    step, y = 1.12, y + 0.9
    across = max(1, int((right - x + 0.1) / step))
    for place, figure in enumerate(box.figures):
        row, column = divmod(place, across)
        upright = figure.model_copy(update={"facing": 0.0, "width": 1.0, "depth": 1.0})
        out.append(replace(painter, emblems={}).figure(upright, x + 0.5 + step * column, y + step * row))
    return out, y + step * ((len(box.figures) - 1) // across) + 0.6


# ---------------------------------------------------------------- small things


def _text(words: str, x: float, y: float, size: float, style: str, turn: str = "", anchor: str = "") -> str:
    """Text of ``size`` units; drawn a hundred times larger and scaled down, since fonts below 1 draw badly."""
    where = f'transform="translate({n(x)},{n(y)}) scale(.01){turn}"'
    ends = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text class="{style}" {where} font-size="{n(size * 100)}"{ends}>{escape(words)}</text>'


def _wrapped(words: str, most: int) -> list[str]:
    lines = [""]
    for word in words.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > most:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _points(points: Sequence[Point], height: float) -> str:
    return " ".join(f"{n(x)},{n(height - y)}" for x, y in points)


def _box(feature: SceneFeature) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in feature.points], [y for _, y in feature.points]
    r = feature.radius if feature.shape == "disc" else feature.width / 2 if feature.shape == "strip" else 0.0
    return min(xs) - r, min(ys) - r, max(xs) + r, max(ys) + r


def _is_upright(points: Sequence[Point]) -> bool:
    """The four corners of a rectangle along the axes."""
    return len(points) == 4 and len({x for x, _ in points}) == 2 and len({y for _, y in points}) == 2


def strip_outline(points: Sequence[Point], width: float) -> list[Point]:
    """The outline of a strip of ``width`` along its middle line, ends square, corners mitred."""
    left, right = [], []
    for index, (x, y) in enumerate(points):
        before = _direction(points[index - 1], (x, y)) if index > 0 else None
        after = _direction((x, y), points[index + 1]) if index + 1 < len(points) else None
        ux, uy = before or after or (1.0, 0.0)
        vx, vy = after or before or (1.0, 0.0)
        mx, my = -(uy + vy), ux + vx
        reach = width / max(mx * -uy + my * ux, 0.2) / 2 if (mx, my) != (0.0, 0.0) else 0.0
        left.append((x + mx * reach, y + my * reach))
        right.append((x - mx * reach, y - my * reach))
    return left + right[::-1]


def _direction(start: Point, end: Point) -> Point:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    return dx / length, dy / length
