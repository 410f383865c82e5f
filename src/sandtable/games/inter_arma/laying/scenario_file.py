"""What a scenario or case file of Inter Arma may say, checked field by field."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from sandtable.files import FileModel
from sandtable.games.common.scenario_files import CaseStart, Facing, Number, ScenarioWords, Whole
from sandtable.translation import gettext

Id = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9]{0,5}$", description="a letter, then letters or digits")]
Key = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]{0,19}$", description="small letters, digits, - and _")]
Point = tuple[Number, Number]
Box = Annotated[tuple[Number, Number, Number, Number], Field(description="[x0, y0, x1, y1] in centimetres")]
Gap = tuple[Number, Number, Number, Number]

KINDS = ("wood", "heavy_wood", "wheat", "hill", "low", "building", "rock", "tower", "stream", "open", "fire", "ship")
CLASSES = ("conscript", "regular", "elite", "commander", "hero", "civilian")
TYPES = ("infantry", "armored infantry", "skirmisher", "cavalry", "armored cavalry")


class GroundPiece(FileModel):
    """One piece of ground: a box, a disc, a line or an outline."""

    kind: Literal["wood", "heavy_wood", "wheat", "hill", "low", "building", "rock", "tower", "stream", "open", "fire",
                  "ship"]  # fmt: skip
    id: str = Field(default="", max_length=30)
    box: Box | None = None
    disc: tuple[Number, Number, Number] | None = None
    line: list[Point] | None = None
    outline: list[Point] | None = None
    gaps: list[Gap] = []
    owner: str = ""
    burns: bool = False
    tent: bool = False

    @model_validator(mode="after")
    def _has_one_form(self) -> GroundPiece:
        forms = [form for form in (self.box, self.disc, self.line, self.outline) if form is not None]
        if len(forms) != 1:
            raise ValueError(gettext("expected one of box, disc, line and outline"))
        if (self.line is not None) != (self.kind == "low") and self.kind not in ("low", "rock"):
            raise ValueError(gettext("only low obstacles and walls are lines"))
        return self


class Soldier(FileModel):
    """One figure of a roster: who it is, and what it has."""

    id: Id
    name: str = Field(default="", max_length=40)
    squad: str = Field(default="", max_length=30)
    klass: Literal["conscript", "regular", "elite", "commander", "hero", "civilian"] = Field("regular", alias="class")
    type: Literal["infantry", "armored infantry", "skirmisher", "cavalry", "armored cavalry"] = "infantry"
    equipment: list[str] = Field(default=[], max_length=8)
    sentry: bool = False
    leads: bool | None = None  # None: every commander and hero does


class FigurePiece(Soldier):
    """One figure on the table."""

    at: Point = (0.0, 0.0)
    facing: Facing = 0.0
    tower: str = ""  # the tower on top of which it stands
    lying: bool = False
    # for cases
    wounded: bool = False
    routing: bool = False
    moved: bool = False
    shot_last: bool = False
    seen_by: list[str] = []
    reached_by: list[str] = []  # enemies who have come to it this turn
    mode: Literal["none", "stand", "walk", "run", "crawl"] = "none"


class SidePiece(FileModel):
    """One side: how it behaves, and its figures."""

    key: Key
    name: str = Field(default="", max_length=40)
    band: str = Field(default="", max_length=30)  # the list (data/bands.toml) of bands that may come instead of its own
    team: Key | None = None  # sides of one team are allies; left out: one of its own
    edge: Literal["south", "north", "west", "east", "any"] = "south"
    alarm: bool = False  # alarm rules (SENTRY-5, 6) apply to it
    formation: bool | None = None  # closed formation is open to it; left out: it is, unless the scenario names others
    figures: list[FigurePiece] = Field(default=[], max_length=62)


class MarkerPiece(FileModel):
    """A thing of worth, or a javelin that lies about."""

    thing: Literal["javelin", "loot", "standard", "heirloom"]
    name: str = Field(default="", max_length=40)
    at: Point | None = None
    owner: str = ""
    carrier: str = ""


class CheckpointPiece(FileModel):
    """A checkpoint, by its centre."""

    name: str = Field(default="", max_length=40)
    at: Point
    holder: str = ""


class HerdPiece(FileModel):
    """A herd, by its centre."""

    name: str = Field(default="", max_length=40)
    at: Point
    owner: str = ""


class PointsPiece(FileModel):
    """One line of the points of a side."""

    side: str
    count: Literal["marker_taken", "marker_kept", "tents", "buildings", "standing", "no_enemy_within", "herd_off",
                   "herd_taken", "herd_kept", "checkpoints", "civilians", "silenced", "alarm_by", "marker_within",
                   "marker_safe",
                   ]  # fmt: skip
    of: str = ""  # marker or herd by its name
    turn: Annotated[Whole, Field(ge=0, le=99)] = 0
    points: Annotated[Whole, Field(ge=-20, le=20)]


class TableSize(FileModel):
    """Centimetres."""

    width: Number = Field(ge=20, le=300)
    height: Number = Field(ge=20, le=300)


class TableFile(FileModel):
    """What scenarios and cases have in common."""

    extends: str = ""  # a scenario of this folder that this one changes
    table: TableSize | None = None
    turns: Annotated[Whole, Field(ge=1, le=99)] | None = None
    night_until: Annotated[Whole, Field(ge=0, le=99)] | None = None
    rain: bool | None = None  # or fog
    initiative: Literal["dice"] | list[str] | None = None
    camp: Box | None = None
    house_rules: dict[str, Any] = {}
    ground: list[GroundPiece] | None = None
    sides: list[SidePiece] = Field(default=[], max_length=8)
    markers: list[MarkerPiece] | None = None
    checkpoints: list[CheckpointPiece] | None = None
    herds: list[HerdPiece] | None = None
    points: list[PointsPiece] | None = None
    rules: dict[str, Any] = {}


class ScenarioFile(ScenarioWords, TableFile):
    """A scenario."""

    goals: dict[str, str] = {}


class CaseFile(CaseStart, TableFile):
    """The table part of a case."""

    phase: Literal["start", "turn", "movement", "sighting", "shooting", "closing", "melee", "wounded", "end"] = (
        "movement"
    )
    turn: Annotated[Whole, Field(ge=1, le=99)] = 1
