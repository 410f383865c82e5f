"""The table as an environment renders it: text, SVG, or pixels of bases and ground in plain colours."""

from __future__ import annotations

from typing import Any

import numpy as np

from sandtable.draw.svg import picture as svg_picture
from sandtable.games.game import Game, Names
from sandtable.games.scene import Scene, SceneFigure
from sandtable.table.picture import picture as text_picture

PIXELS = 480
"""The longer side of a picture."""

TABLE = (122, 142, 92)
GROUND = (96, 118, 74)
EDGE = (38, 34, 28)


def draw(game: Game, b: Any, names: Names, mode: str) -> Any:
    """A picture of the battle in one of the render modes."""
    scene = game.shown(b, names, plain=mode != "svg")
    if mode == "svg":
        return svg_picture(scene)
    return pixels(scene) if mode == "rgb_array" else text_picture(scene)


def pixels(scene: Scene) -> Any:
    """u1[height, width, 3]: ground that has an outline, and every base in its side's colour with its front marked."""
    scale = PIXELS / max(scene.width, scene.height)
    width, height = max(1, round(scene.width * scale)), max(1, round(scene.height * scale))
    image = np.full((height, width, 3), TABLE, np.uint8)
    x = (np.arange(width) + 0.5) / scale
    y = (height - np.arange(height) - 0.5) / scale
    across, up = np.meshgrid(x, y)
    for feature in scene.features:
        if feature.shape == "polygon" and len(feature.points) > 2:
            image[_inside(feature.points, across, up)] = GROUND
        elif feature.shape == "disc":
            (cx, cy), *_ = feature.points
            image[(across - cx) ** 2 + (up - cy) ** 2 <= feature.radius**2] = GROUND
    colours = {side.key: _rgb(side.look.colour) for side in scene.sides}
    for figure in scene.figures:
        _paint(image, figure, across, up, colours.get(figure.side, EDGE))
    return image


def _paint(image: Any, figure: SceneFigure, across: Any, up: Any, colour: tuple[int, int, int]) -> None:
    """One base: its colour, darker along its front."""
    turn = np.radians(figure.facing)
    dx, dy = across - figure.x, up - figure.y
    ahead, aside = dx * np.sin(turn) + dy * np.cos(turn), dx * np.cos(turn) - dy * np.sin(turn)
    if figure.shape == "disc":
        base = dx**2 + dy**2 <= (figure.width / 2) ** 2
    else:
        base = (np.abs(ahead) <= figure.depth / 2) & (np.abs(aside) <= figure.width / 2)
    image[base] = colour
    image[base & (ahead > figure.depth * 0.3)] = EDGE


def _inside(points: Any, across: Any, up: Any) -> Any:
    """Whether each place is within an outline, by how many of its edges lie to one hand."""
    inside = np.zeros(across.shape, bool)
    for (x0, y0), (x1, y1) in zip(points, (*points[1:], points[0]), strict=True):
        if y0 != y1:
            inside ^= ((y0 > up) != (y1 > up)) & (across < (x1 - x0) * (up - y0) / (y1 - y0) + x0)
    return inside


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
