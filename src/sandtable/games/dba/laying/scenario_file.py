"""What a DBA scenario file, and the table part of a case file, may say: the models of their fields."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from sandtable.files import FileModel
from sandtable.games.common.scenario_files import CaseStart, Facing, Number, ScenarioWords, Whole
from sandtable.games.dba.laying.armies import ArmyCamp, TopographyWord
from sandtable.games.dba.record import Ground, River, Side, Where
from sandtable.translation import all_of, either, gettext

Point = Annotated[tuple[Number, Number], Field(description="[x, y] in paces")]
Id = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_]{0,11}$", description="a letter, then letters and digits")]
SideWord = Literal["red", "blue"]
EdgeWord = Literal["north", "east", "south", "west"]

SIDE_KEYS = {"red": Side.RED, "blue": Side.BLUE}
"""Sides as files name them."""

EDGES: tuple[EdgeWord, ...] = ("north", "east", "south", "west")

FACING_FROM = {"north": 180.0, "east": 270.0, "south": 0.0, "west": 90.0}
"""Where troops face who have their base edge there."""

USUAL_EDGE: dict[SideWord, EdgeWord] = {"red": "south", "blue": "north"}

AREAS = ("wood", "steep_hill", "gentle_hill", "marsh", "rough", "dunes", "oasis")
HILLS = ("steep_hill", "gentle_hill")

WHERE_OF = {
    "table": Where.TABLE,
    "undeployed": Where.UNDEPLOYED,
    "held back": Where.HELD_BACK,
    "lost": Where.LOST,
    "never landed": Where.NEVER_LANDED,
}
"""Words of the files for where an element is."""

RIVER_OF = {river.name.lower(): river for river in River}

CLAUSE_OF = {
    Ground.WOOD: "DBA-TERR-3",
    Ground.STEEP_HILL: "DBA-TERR-3",
    Ground.GENTLE_HILL: "DBA-TERR-5",
    Ground.MARSH: "DBA-TERR-3",
    Ground.ROUGH: "DBA-TERR-6",
    Ground.DUNES: "DBA-TERR-3",
    Ground.OASIS: "DBA-TERR-3",
    Ground.RIVER: "DBA-RIVER-2",
    Ground.WATERWAY: "DBA-TERR-7",
    Ground.ROAD: "DBA-TERR-10",
    Ground.CREST: "DBA-TERR-8",
}
"""The clause that says what a kind of ground does."""

# ---------------------------------------------------------------- terrain


class Oval(FileModel):
    """An oval: its middle, its length and width in paces, and the way its length lies."""

    at: Point
    length: Number = Field(gt=0.0, le=3000.0)
    width: Number = Field(gt=0.0, le=3000.0)
    facing: Facing = 0.0


class Strip(FileModel):
    """A road or river: its middle line and its width, at most one base width."""

    points: list[Point] = Field(min_length=2, max_length=8)
    width: Number = Field(default=80.0, gt=0.0, le=160.0)


class TerrainPiece(FileModel):
    """One feature: a kind and one shape. A hill may give its crest; else it runs along the middle of the long axis."""

    kind: Literal["wood", "steep_hill", "gentle_hill", "marsh", "rough", "dunes", "oasis", "river", "waterway", "road"]
    label: str = Field(default="", max_length=60)
    oval: Oval | None = None
    polygon: list[Point] | None = Field(default=None, min_length=3, max_length=24)
    strip: Strip | None = None
    edge: EdgeWord | None = None
    depth: Number = Field(default=200.0, ge=80.0, le=480.0)
    crest: list[Point] | None = Field(default=None, min_length=2, max_length=4)

    @model_validator(mode="after")
    def _one_shape(self) -> TerrainPiece:
        shapes = [name for name in ("oval", "polygon", "strip", "edge") if getattr(self, name) is not None]
        wanted = ("oval", "polygon") if self.kind in AREAS else ("edge",) if self.kind == "waterway" else ("strip",)
        if len(shapes) != 1 or shapes[0] not in wanted:
            expected, found = either(wanted), all_of(shapes) or gettext("none")
            raise ValueError(
                gettext(
                    "expected one shape for a {kind}, {expected}, found {found}",
                    kind=self.kind,
                    expected=expected,
                    found=found,
                )
            )
        if self.crest is not None and self.kind not in HILLS:
            raise ValueError(gettext("expected a crest on hills only, found one on a {kind}", kind=self.kind))
        return self


# ---------------------------------------------------------------- armies


class CampPiece(ArmyCamp):
    """A camp on the table: ``along`` its base edge, or anywhere ``at`` a place with a facing; sizes in base widths."""

    along: Number | None = None
    at: Point | None = None
    facing: Facing | None = None
    held_by: SideWord | None = None

    @model_validator(mode="after")
    def _one_place(self) -> CampPiece:
        if self.along is not None and self.at is not None:
            raise ValueError(gettext("expected along or at, found both"))
        return self


def _read_camp(value: Any) -> Any:
    return None if value == "none" else value


class SideArmy(FileModel):
    """One side's army: the list that it is of (or none), what it is called, and its camp."""

    list: str = ""
    name: str = Field(default="", max_length=40)
    troops: str = Field(default="", description="troops like 3Cv (Gen), 6x4Bd")
    aggression: Whole | None = Field(default=None, ge=0, le=4)
    topography: TopographyWord | None = None
    edge: EdgeWord | None = None
    camp: Annotated[CampPiece | None, BeforeValidator(_read_camp)] = None


class FigurePiece(FileModel):
    """One element: at its middle, or with the middle of its front edge, or its left front corner, at a place."""

    id: Id
    kind: str | None = Field(default=None, alias="is", description="troops like 4Bd or 3Kn//4Bd")
    side: SideWord | None = None
    name: str | None = Field(default=None, max_length=40)
    at: Point | None = None
    front: Point | None = None
    left: Point | None = None
    facing: Facing | None = None
    general: bool = False
    camp: SideWord | None = Field(default=None, description="the side in whose camp it is")
    where: Literal["table", "undeployed", "held back", "lost", "never landed"] = "table"
    moves: Whole = Field(default=0, ge=0, le=9)
    charged: str | None = Field(default=None, description="the id of the element into whose front it moved")

    @model_validator(mode="after")
    def _one_place(self) -> FigurePiece:
        found = [name for name in ("at", "front", "left") if getattr(self, name) is not None]
        if len(found) > 1:
            raise ValueError(gettext("expected one of at, front or left, found {names}", names=all_of(found)))
        return self


class Row(FileModel):
    """Elements side by side, from left to right, front edges in line; further ranks stand close behind the first.

    ``front`` is the middle of the first rank's front. A dash leaves a place empty: ``-, 2x2Ps``.
    """

    side: SideWord
    front: Point
    facing: Facing | None = None
    ranks: list[str] = Field(default=[], max_length=6)
    troops: str = Field(default="", description="troops like 3Cv (Gen), 6x4Bd")

    @model_validator(mode="after")
    def _some_troops(self) -> Row:
        if bool(self.troops) == bool(self.ranks):
            raise ValueError(gettext("expected troops for one rank, or ranks for more"))
        return self

    @property
    def lines(self) -> list[str]:
        """Every rank's troops, the front one first."""
        return self.ranks or [self.troops]


class Armies(FileModel):
    """Both sides' armies."""

    red: SideArmy = SideArmy()
    blue: SideArmy = SideArmy()

    def of(self, side: Side) -> SideArmy:
        """The army of one side."""
        return self.red if side == Side.RED else self.blue


# ---------------------------------------------------------------- files


class TableFile(FileModel):
    """What both a scenario and a case may say about the table."""

    game: Literal["dba"] = "dba"
    armies: Armies = Armies()
    attacker: SideWord | None = None
    terrain: list[TerrainPiece] = []
    river: Literal["unknown", "paltry", "ordinary"] = "unknown"
    rows: list[Row] = []
    figures: list[FigurePiece] = []
    rules: dict[str, Any] = {}


class ScenarioFile(TableFile, ScenarioWords):
    """A whole scenario. Its places are on the ``board`` that it names; on the other board they are moved inwards."""

    goals: dict[SideWord, str] = {}
    board: Literal["expanded", "regulation"] = "expanded"
    deployment: Literal["as placed", "by hand"] = "as placed"


class CaseFile(TableFile, CaseStart):
    """The table part of a case file."""
