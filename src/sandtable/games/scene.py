"""The scene: plain data that says what stands on a table, for every renderer. Each game derives it from its record."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict


class _Plain(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


Point = tuple[float, float]


class SceneFeature(_Plain):
    """A piece of terrain, a building or a line. Lengths in the game's unit, y to the north."""

    id: str
    kind: str  # names the symbol and style: wood, road, sea, hut, tree, ship, rampart, gate, beach, camp ...
    label: str = ""
    shape: Literal["polygon", "disc", "strip", "line"]
    points: tuple[Point, ...]  # outline, centre (disc), or centre line (strip, line)
    radius: float = 0.0  # disc
    width: float = 0.0  # strip
    clause: str = ""  # the clause that says what it does


class SceneFigure(_Plain):
    """One base. ``facing`` is degrees clockwise from north."""

    id: str
    name: str
    side: str
    emblem: str  # names the symbol: legionary, centurion, standard, chief, druid, bard ...
    letter: str  # one or two letters that tell it apart without colour
    x: float
    y: float
    facing: float
    width: float
    depth: float
    marks: tuple[str, ...] = ()  # states to show: engaged, potion, moved, moved_twice, singing, gagged, called ...
    carries: tuple[str, ...] = ()  # ids of tokens and captives it carries
    facts: tuple[tuple[str, str], ...] = ()  # label and value, for its card: combat factor, moves left ...
    may_act: bool = False  # the side to decide may do something with it now


class SceneMarker(_Plain):
    """A token on the table."""

    id: str
    name: str
    emblem: str
    x: float
    y: float


class SceneBox(_Plain):
    """A place beside the table with figures in it: camp box, captives, lost."""

    id: str
    title: str
    side: str
    figures: tuple[SceneFigure, ...]


class SceneOverlay(_Plain):
    """Something drawn over the table to explain a rule: a zone, an arc, a measured line."""

    kind: str
    points: tuple[Point, ...]
    closed: bool = False
    label: str = ""
    clause: str = ""


class ScenePlace(_Plain):
    """A place that a figure could take, drawn as a ghost of its base. ``is_open``: a move there is legal now."""

    x: float
    y: float
    facing: float
    width: float
    depth: float
    label: str  # what it would be there: "front of Warband (B2)"
    is_open: bool | None = None  # None: not for it to move now


class SceneNote(_Plain):
    """One sentence about a figure, with the clause that says so."""

    text: str
    clause: str = ""


class Explanation(_Plain):
    """What the rules have to say about one figure where it stands: drawn when it is chosen, and in words."""

    overlays: tuple[SceneOverlay, ...] = ()
    places: tuple[ScenePlace, ...] = ()
    notes: tuple[SceneNote, ...] = ()


class SceneScore(_Plain):
    """One side's line on the score board."""

    side: str
    name: str
    points: int
    figures: int  # on the table
    broken: bool
    lines: tuple[tuple[str, int], ...] = ()  # what the points are for


class Scene(_Plain):
    """Everything a renderer needs; it knows no rule."""

    game: str
    title: str
    unit: str
    width: float
    height: float
    features: tuple[SceneFeature, ...]
    figures: tuple[SceneFigure, ...]
    markers: tuple[SceneMarker, ...] = ()
    boxes: tuple[SceneBox, ...] = ()
    overlays: tuple[SceneOverlay, ...] = ()
    scores: tuple[SceneScore, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()  # label and value for the top bar: round, bound, PIPs left ...
    over: bool = False
