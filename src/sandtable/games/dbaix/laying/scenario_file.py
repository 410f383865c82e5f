"""What a DBAix scenario file, and the table part of a case file, may say: the models of their fields (SCN)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from sandtable.files import FileModel, describe
from sandtable.games.common.scenario_files import CaseStart, Facing, Number, ScenarioWords, Whole
from sandtable.games.dbaix.record import Going, Side
from sandtable.translation import all_of, gettext

Point = Annotated[tuple[Number, Number], Field(description="[x, y] in inches")]
Rectangle = Annotated[tuple[Number, Number, Number, Number], Field(description="[west, south, east, north] in inches")]
Id = Annotated[str, Field(max_length=24)]

SIDE_KEYS = {"romans": Side.ROMANS, "gauls": Side.GAULS, "pirates": Side.PIRATES}
"""Sides as files name them."""

USUAL_FACING = {Side.ROMANS: 0.0, Side.GAULS: 180.0, Side.PIRATES: 270.0}
"""Where a figure of a side faces when its entry does not say (SCN-6 to SCN-8)."""

GOING_OF = {
    "beach": Going.OPEN,
    "field": Going.OPEN,
    "road": Going.ROAD,
    "wood": Going.WOOD,
    "hut": Going.BUILDING,
    "shop": Going.BUILDING,
    "tree": Going.TREE,
    "ship": Going.SHIP,
    "sea": Going.SEA,
    "rampart": Going.RAMPART,
}
"""Kinds of terrain as files name them, and what each is to the rules (TER)."""

CLAUSE_OF = {
    "beach": "DBAIX-TER-1",
    "field": "DBAIX-TER-1",
    "road": "DBAIX-TER-2",
    "wood": "DBAIX-TER-3",
    "hut": "DBAIX-TER-4",
    "shop": "DBAIX-TER-4",
    "tree": "DBAIX-TER-4",
    "ship": "DBAIX-TER-4",
    "sea": "DBAIX-TER-5",
    "rampart": "DBAIX-TER-6",
    "camp": "DBAIX-TER-8",
    "gate": "DBAIX-TER-7",
}
"""The clause that says what a kind of terrain does."""


class TableSize(FileModel):
    """The table, in inches."""

    width: Number = Field(default=48.0, ge=4.0, le=200.0)
    height: Number = Field(default=48.0, ge=4.0, le=200.0)


class Strip(FileModel):
    """A road: its middle line and its width."""

    points: list[Point] = Field(min_length=2, max_length=12)
    width: Number = Field(gt=0.0, le=20.0)


class TerrainPiece(FileModel):
    """One piece of terrain: a kind and one shape."""

    id: Id
    kind: str
    label: str = Field(default="", max_length=60)
    rectangle: Rectangle | None = None
    polygon: list[Point] | None = Field(default=None, min_length=3, max_length=40)
    disc: tuple[Number, Number, Number] | None = Field(default=None, description="[x, y, radius] in inches")
    strip: Strip | None = None
    line: list[Point] | None = Field(default=None, min_length=2, max_length=40)

    @model_validator(mode="after")
    def _one_shape(self) -> TerrainPiece:
        shapes = [name for name in ("rectangle", "polygon", "disc", "strip", "line") if getattr(self, name) is not None]
        if len(shapes) != 1:
            found = all_of(shapes) or gettext("none")
            raise ValueError(
                gettext("expected one of rectangle, polygon, disc, strip or line, found {found}", found=found)
            )
        if (self.kind == "rampart") != (shapes[0] == "line"):
            raise ValueError(
                gettext("expected a line for a rampart and an area for other terrain, found {shape}", shape=shapes[0])
            )
        if self.rectangle is not None:
            check_rectangle(self.rectangle)
        if self.disc is not None and not 0.0 < self.disc[2] <= 50.0:
            raise ValueError(
                gettext("expected a radius of more than 0 and at most 50 inches, found {found}", found=self.disc[2])
            )
        return self


def check_rectangle(sides: tuple[float, float, float, float]) -> None:
    """West before east, south before north."""
    if not (sides[0] < sides[2] and sides[1] < sides[3]):
        raise ValueError(gettext("expected [west, south, east, north], found {found}", found=describe(sides)))


class GatePiece(FileModel):
    """A gate in the camp's rampart: the middle of its opening, and the direction that leads out."""

    id: Id
    at: Point
    facing: Facing
    width: Number = Field(gt=0.0, le=50.0)


class CampPiece(FileModel):
    """The Roman camp: a rectangle with a rampart around it, open at its gates."""

    rectangle: Rectangle
    gates: list[GatePiece] = Field(default=[], max_length=4)
    label: str = Field(default="Roman camp", max_length=60)

    @model_validator(mode="after")
    def _gates_on_the_rampart(self) -> CampPiece:
        check_rectangle(self.rectangle)
        west, south, east, north = self.rectangle
        for gate in self.gates:
            x, y = gate.at
            on = {0.0: y == north, 90.0: x == east, 180.0: y == south, 270.0: x == west}.get(gate.facing)
            along, low, high = (x, west, east) if gate.facing in (0.0, 180.0) else (y, south, north)
            if not on or along - gate.width / 2 < low or along + gate.width / 2 > high:
                raise ValueError(gettext("expected gate {id!r} on the side of the camp to which it faces", id=gate.id))
        return self


class ShipPiece(FileModel):
    """Which piece of terrain is the Pirates' ship, and the edge where loot is brought aboard."""

    terrain: Id
    landing: tuple[Point, Point] = Field(description="the two ends of the landing edge")


class TokenPieces(FileModel):
    """Where the tokens lie (SCN-9); one left out is not in play."""

    cauldron: Point | None = None
    pay_chest: Point | None = None


class FigurePiece(FileModel):
    """One figure. In a case file that starts from a scenario, an id of that scenario changes what is given."""

    id: str = Field(
        pattern=r"^[A-Za-z][A-Za-z0-9_]{0,11}$", description="a letter, then letters and digits, 12 at most"
    )
    kind: str | None = Field(default=None, alias="is", description="a kind of figure")
    name: str | None = Field(default=None, max_length=40)
    at: Point | None = None
    facing: Facing | None = None
    husband: str | None = None
    guard: str | None = Field(default=None, description="the id of the figure that holds it captive")
    where: Literal["table", "camp box", "removed", "fled"] = "table"
    potion: bool = False
    token: Literal["cauldron", "pay_chest"] | None = None
    moves: Whole = Field(default=0, ge=0, le=9)


class Start(FileModel):
    """What has already happened when the battle begins."""

    sixes: Whole = Field(default=0, ge=0, le=99, description="how often the Gauls' PIP die has shown 6 (MUS-1)")
    song: Literal["silent", "singing", "gagged"] = "silent"
    potion_until: Whole = Field(default=0, ge=0, le=99, description="the Gaulish bound that ends the potion (POT-4)")


class TableFile(FileModel):
    """What both a scenario and a case may say about the table."""

    game: Literal["dbaix"] = "dbaix"
    table: TableSize = TableSize()
    terrain: list[TerrainPiece] = []
    camp: CampPiece | None = None
    hut: str | None = Field(default=None, description="the id of the chief's hut among the terrain")
    ship: ShipPiece | None = None
    tokens: TokenPieces = TokenPieces()
    figures: list[FigurePiece] = []
    start: Start = Start()
    rules: dict[str, Any] = {}


class ScenarioFile(TableFile, ScenarioWords):
    """A whole scenario."""

    goals: dict[Literal["romans", "gauls", "pirates"], str] = {}


class CaseFile(TableFile, CaseStart):
    """The table part of a case file."""
