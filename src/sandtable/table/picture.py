"""The table as text for terminals: terrain as shades, figures as their letter and an arrow that shows their front."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

from sandtable.games.common.amounts import counted
from sandtable.games.scene import Scene, SceneFeature, SceneFigure
from sandtable.translation import gettext

draw_svg: Callable[[Scene], str] | None = None
"""Draws a scene as SVG. The package root sets it: this floor may not import the one that draws."""

SHADES = {
    "sea": "≈", "river": "≈", "waterway": "≈", "marsh": "~", "dunes": ":", "beach": "·", "field": "·", "rough": "·",
    "wheat": "'", "wood": "♣", "tree": "♠", "gentle_hill": "∩", "steep_hill": "^", "crest": "^", "road": "░",
    "hut": "▓", "shop": "▓", "building": "▓", "tower": "▓", "ship": "▒", "rampart": "#", "gate": "=", "camp": "",
    "sewer": " ", "gantry": "=", "grate": "#", "cave_in": "#", "sluice": "#", "nest": "*", "fire": "*",
    "checkpoint": "+",
}  # fmt: skip
"""What stands for each kind of terrain; with nothing for it, what lies below is seen."""

OTHER_SHADE = "▒"

ARROWS = ("↑↗→↘↓↙←↖", "⇑⇗⇒⇘⇓⇙⇐⇖", "▲◥▶◢▼◣◀◤", "△◹▷◿▽◺◁◸")
"""For each side in turn: its fronts to the N, NE, E, SE, S, SW, W, NW."""

COLORS = ("31", "34", "35", "32")
MARGIN = 0.25
"""A line or a marker counts for cells whose middle is no farther from it than this part of a cell's diagonal."""


def svg(scene: Scene) -> str | None:
    """The scene as SVG, or None while nothing that draws is installed."""
    return draw_svg(scene) if draw_svg is not None else None


def picture(scene: Scene, width: int = 96, color: bool = False) -> str:
    """The scene as text: title, facts, the table in a frame, boxes beside it, scores and a legend.

    ``width`` is that of the table in characters, two to each line's height; ``color`` adds terminal colours.
    """
    width = max(20, min(width, 400))
    height = max(5, round(width / 2 * scene.height / scene.width))
    across, up = scene.width / width, scene.height / height
    cells = [[" "] * width for _ in range(height)]
    for feature in sorted(scene.features, key=lambda each: each.level or 0):
        _shade(cells, feature, across, up)
    for marker in scene.markers:
        row, column = _cell(marker.x, marker.y, across, up, width, height)
        cells[row][column] = "◆"
    known = tuple(side.key for side in scene.sides) or tuple(score.side for score in scene.scores)
    sides = known or tuple(sorted({f.side for f in scene.figures}))
    for figure in scene.figures:
        _stand(cells, figure, sides, across, up, color)
    lines = [scene.title] if scene.title else []
    facts = " · ".join(f"{label} {value}" for label, value in scene.facts if value)
    lines += [facts] if facts else []
    lines += ["┌" + "─" * width + "┐", *("│" + "".join(row) + "│" for row in cells), "└" + "─" * width + "┘"]
    for box in scene.boxes:
        if box.figures:
            lines.append(f"{box.title}: {', '.join(f'{figure.name} ({figure.id})' for figure in box.figures)}")
    for score in scene.scores:
        broken = f", {gettext('broken')}" if score.broken else ""
        lines.append(f"{score.name}: {counted(score.points, 'point')}{broken}")
    shown = [(score.name, score.side) for score in scene.scores] or [(side, side) for side in sides]
    lines.append("  ".join(f"{_arrows(sides, side)[0]} {name}" for name, side in shown))
    return "\n".join(lines)


def _arrows(sides: Sequence[str], side: str) -> str:
    return ARROWS[sides.index(side) % len(ARROWS)] if side in sides else ARROWS[0]


def _cell(x: float, y: float, across: float, up: float, width: int, height: int) -> tuple[int, int]:
    row = height - 1 - int(y / up)
    return min(max(row, 0), height - 1), min(max(int(x / across), 0), width - 1)


def _stand(
    cells: list[list[str]], figure: SceneFigure, sides: Sequence[str], across: float, up: float, color: bool
) -> None:
    """Letter and arrow of a figure, two cells about its centre."""
    row, column = _cell(figure.x - across / 2, figure.y, across, up, len(cells[0]) - 1, len(cells))
    arrow = _arrows(sides, figure.side)[round(figure.facing / 45.0) % 8]
    signs = [(figure.letter or figure.id)[:1].upper(), arrow]
    if color:
        code = COLORS[sides.index(figure.side) % len(COLORS)] if figure.side in sides else "0"
        signs = [f"\x1b[1;{code}m{sign}\x1b[0m" for sign in signs]
    cells[row][column], cells[row][column + 1] = signs


def _shade(cells: list[list[str]], feature: SceneFeature, across: float, up: float) -> None:
    """Fill the cells whose middle lies in or on the feature."""
    shade = SHADES.get(feature.kind, OTHER_SHADE)
    near = MARGIN * (across**2 + up**2) ** 0.5 * 2
    for row, line in enumerate(cells):
        y = (len(cells) - row - 0.5) * up
        for column in range(len(line)):
            x = (column + 0.5) * across
            if shade and _covers(feature, x, y, near):
                line[column] = shade


def _covers(feature: SceneFeature, x: float, y: float, near: float) -> bool:
    points = feature.points
    if feature.shape == "disc":
        return (x - points[0][0]) ** 2 + (y - points[0][1]) ** 2 <= max(feature.radius, near) ** 2
    if feature.shape == "polygon":
        return _inside(points, x, y)
    reach = feature.width / 2 if feature.shape == "strip" else near
    return any(_distance(a, b, x, y) <= max(reach, near) for a, b in itertools.pairwise(points))


def _inside(points: Sequence[tuple[float, float]], x: float, y: float) -> bool:
    """The point lies within the polygon, by the number of edges to its east."""
    inside = False
    for (x0, y0), (x1, y1) in zip(points, [*points[1:], points[0]], strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
            inside = not inside
    return inside


def _distance(a: tuple[float, float], b: tuple[float, float], x: float, y: float) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = 0.0 if square == 0 else min(max(((x - a[0]) * dx + (y - a[1]) * dy) / square, 0.0), 1.0)
    return float(((x - a[0] - t * dx) ** 2 + (y - a[1] - t * dy) ** 2) ** 0.5)
