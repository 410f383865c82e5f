"""Scenes measured in bases, so that line widths and symbols suit a table in inches and one in paces alike."""

from __future__ import annotations

from collections import Counter

from sandtable.games.scene import Point, Scene, SceneFeature, SceneFigure

EMPTY_TABLE = 24
"""Bases that a table without figures is taken to be wide."""

BASES = "bases"
"""The unit of a scene that is measured in bases already."""


def span_of(scene: Scene) -> float:
    """The usual width of a base, in the game's unit: the commonest among all figures, off the table too."""
    beside = [figure for box in scene.boxes for figure in box.figures]
    widths = Counter(figure.width for figure in (*scene.figures, *beside))
    if not widths:
        return max(scene.width, scene.height) / EMPTY_TABLE
    return min(widths, key=lambda width: (-widths[width], width))


def in_bases(scene: Scene) -> Scene:
    """The same scene with every length divided by the usual width of a base; itself when that is 1."""
    span = 1.0 if scene.unit == BASES else span_of(scene)
    if span == 1.0 or span <= 0.0:
        return scene

    def points(given: tuple[Point, ...]) -> tuple[Point, ...]:
        return tuple((x / span, y / span) for x, y in given)

    def figure(of: SceneFigure) -> SceneFigure:
        lengths = {name: getattr(of, name) / span for name in ("x", "y", "width", "depth")}
        return of.model_copy(update=lengths)

    def feature(of: SceneFeature) -> SceneFeature:
        return of.model_copy(update={"points": points(of.points), "radius": of.radius / span, "width": of.width / span})

    return scene.model_copy(
        update={
            "unit": BASES,
            "width": scene.width / span,
            "height": scene.height / span,
            "features": tuple(map(feature, scene.features)),
            "figures": tuple(map(figure, scene.figures)),
            "markers": tuple(of.model_copy(update={"x": of.x / span, "y": of.y / span}) for of in scene.markers),
            "boxes": tuple(of.model_copy(update={"figures": tuple(map(figure, of.figures))}) for of in scene.boxes),
            "overlays": tuple(of.model_copy(update={"points": points(of.points)}) for of in scene.overlays),
        }
    )
