"""The scene: plain data that says what stands on a table, for every renderer. Each game derives it from its record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator


class _Plain(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


Point = tuple[float, float]
Colour = Annotated[str, Field(pattern="^#[0-9a-f]{6}$")]


class SideLook(_Plain):
    """How the bases of one side look."""

    colour: Colour  # of the shield on its bases
    dark: Colour  # of their front edge
    trim: Colour = "#fbf3df"  # of the device on the shield, and of its rim
    shield: str = "plain"  # its shape, which tells the side without colour: the symbol field-NAME
    device: float = 1.0  # how large the device on it is: less on a lozenge, whose corners are narrow


LOOKS = (
    SideLook(colour="#a8261f", dark="#6d120e", shield="heater"),
    SideLook(colour="#1d5f91", dark="#0d3554", shield="round"),
    SideLook(colour="#4a7a3a", dark="#284a1d", shield="plain"),
    SideLook(colour="#7a4f96", dark="#432758", shield="lozenge", device=0.82),
    SideLook(colour="#a5641a", dark="#633a0b", shield="hexagon"),
    SideLook(colour="#25221f", dark="#0b0a09", trim="#e3b23c", shield="oval"),
    SideLook(colour="#1f7a74", dark="#0c4541", shield="kite"),
    SideLook(colour="#8a8478", dark="#4d493f", shield="oblong"),
)
"""What sides look like whose game does not say, in their order."""


class SceneSide(_Plain):
    """One side of the battle."""

    key: Annotated[str, Field(pattern="^[a-z][a-z0-9_-]*$")]
    name: str
    look: SideLook


class SceneFeature(_Plain):
    """A piece of terrain, a building or a line. Lengths in the game's unit, y to the north.

    Its id stays the same as long as the battle lasts: what moves is drawn moving, what is not there any more fades.
    """

    id: str
    kind: str  # names the symbol and style: wood, road, sea, hut, tree, ship, rampart, gate, beach, camp ...
    label: str = ""
    shape: Literal["polygon", "disc", "strip", "line"]
    points: tuple[Point, ...]  # outline, centre (disc), or centre line (strip, line)
    radius: float = 0.0  # disc
    width: float = 0.0  # strip
    clause: str = ""  # the clause that says what it does
    level: int | None = None  # painted from the lowest up; None: where its kind belongs


class SceneGrid(_Plain):
    """The men that one base stands for, drawn in files and ranks: the last rank may not be full."""

    files: int  # side by side in the front rank
    ranks: int
    men: int
    wounded: int = 0  # of these, drawn as such, in the rearmost ranks
    formation: str = ""  # its name; loose, skirmish and open are drawn shifted rank by rank
    man: str = "foot"  # names the symbol of one of them, seen from above


class SceneRider(_Plain):
    """Somebody who stands with others on their base: a hero, a wagon's crew, who sits on a beast."""

    id: str
    name: str
    emblem: str
    letter: str = ""


class SceneFigure(_Plain):
    """One base. ``facing`` is degrees clockwise from north. A disc has its diameter as width and as depth."""

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
    shape: Literal["rectangle", "disc"] = "rectangle"
    grid: SceneGrid | None = None  # of a base that stands for many
    riders: tuple[SceneRider, ...] = ()
    cards: tuple[str, ...] = ()  # lying with it, from the bottom up: what each says, or nothing if it lies face down
    signs: tuple[str, ...] = ()  # what each of these shows: the symbol card-SIGN; left out, its first letter
    unseen_by: tuple[str, ...] = ()  # sides of which nobody sees it, though it stands on their table
    unit: str = ""  # what those are called with whom it goes as one; empty where bases that touch do


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
    words: str = ""  # that stand above it on the table, where the label alone would be overlooked
    clause: str = ""


class ScenePlace(_Plain):
    """A place that a figure could take, drawn as a ghost of its base. ``is_open``: a move there is legal now."""

    x: float
    y: float
    facing: float
    width: float
    depth: float
    label: str  # what it would be there: "front of Warband (B2)"
    shape: Literal["rectangle", "disc"] = "rectangle"
    is_open: bool | None = None  # None: not for it to move now
    kind: str = ""  # of the game's own overlays, for its style and the legend; empty: a place of contact
    listed: int | None = None  # which of the listed actions goes there; None: any way that the rules allow


class SceneNote(_Plain):
    """One sentence about a figure, with the clause that says so."""

    text: str
    clause: str = ""


class Explanation(_Plain):
    """What the rules have to say about one figure where it stands: drawn when it is chosen, and in words."""

    overlays: tuple[SceneOverlay, ...] = ()
    places: tuple[ScenePlace, ...] = ()
    notes: tuple[SceneNote, ...] = ()


class SceneAct(_Plain):
    """One line of an account: what befell one figure, and the way that it went."""

    figure: str
    cells: tuple[SceneNote, ...]  # one for each column; an empty one says nothing
    text: str  # the same in a sentence or two, for whoever watches
    way: tuple[Point, ...]  # of its centre, with its turns; one point: it went nowhere
    off: bool = False  # at its end it is taken from the table


class SceneAccount(_Plain):
    """A long event told figure after figure in its order: read as a table, and watched on the board."""

    title: str
    summary: str
    columns: tuple[str, ...]  # besides the figure itself
    acts: tuple[SceneAct, ...]
    notes: tuple[SceneNote, ...] = ()  # what is about nobody alone


class SceneSight(_Plain):
    """What one figure sees of the ground; a board dims what lies in none of its own side's."""

    side: str
    points: tuple[Point, ...]


class SceneTurn(_Plain):
    """One place in the order in which figures, or pieces of the table, have their turn."""

    id: str  # of the figure or the feature
    name: str
    side: str = ""  # whose it is; nobody's is a piece of the table
    state: Literal["done", "now", "to come"] = "to come"
    tie: str = ""  # why it stands before the next one, where both come at once: "equally far, by die"


class SceneScore(_Plain):
    """One side's line on the score board."""

    side: str
    name: str
    points: int
    figures: int  # on the table
    broken: bool
    stand: str = ""  # how those on the table are, where not all of them count alike: 4 able, 2 wounded
    lines: tuple[tuple[str, int], ...] = ()  # what the points are for; one that counts nothing is left out

    @field_validator("lines")
    @classmethod
    def _that_count(cls, lines: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
        return tuple(line for line in lines if line[1])


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
    sights: tuple[SceneSight, ...] = ()  # of a game in which it counts who sees what
    scores: tuple[SceneScore, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()  # label and value for the top bar: round, bound, PIPs left ...
    order: tuple[SceneTurn, ...] = ()  # who acts after whom in the step that is played, where the game fixes that
    over: bool = False
    sides: tuple[SceneSide, ...] = ()  # of this battle, in their order


READ = frozenset(("label", "name", "title", "text", "words", "tie", "facts", "summary", "columns"))
"""Fields that people read."""


def reworded(shown: Any, say: Callable[[str], str]) -> Any:
    """The same scene, or part of one, with what people read of it as ``say`` says it."""
    if isinstance(shown, tuple) and shown and isinstance(shown[0], BaseModel):
        return tuple(reworded(part, say) for part in shown)
    if not isinstance(shown, BaseModel):
        return shown
    changed = {}
    for field in type(shown).model_fields:
        value = getattr(shown, field)
        said = _said(value, say) if field in READ else reworded(value, say)
        if said != value:
            changed[field] = said
    return shown.model_copy(update=changed) if changed else shown


def _said(words: Any, say: Callable[[str], str]) -> Any:
    return tuple(_said(part, say) for part in words) if isinstance(words, tuple) else say(words)
