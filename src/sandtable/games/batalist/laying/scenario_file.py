"""What a scenario or case file of Batalist may say, checked field by field."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from sandtable.files import FileModel
from sandtable.games.common.scenario_files import CaseStart, Facing, Number, ScenarioWords, Whole
from sandtable.translation import gettext

Id = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9]{0,5}$", description="a letter, then letters or digits")]
Point = Annotated[tuple[Number, Number], Field(description="[x, y] in steps")]
Box = Annotated[tuple[Number, Number, Number, Number], Field(description="[x0, y0, x1, y1] in steps")]
ArmyKey = Literal["league", "horde", "host"]
OrderWord = Literal["reform", "turn", "move", "shooting_attack", "melee_attack", "reconnaissance"]
RoleWord = Literal["general", "captain", "mage", "standard_bearer"]
Unit = Annotated[str, Field(max_length=40)]
Which = Annotated[str, Field(max_length=44, description="a unit, with a number behind it for the second: ghouls 2")]


class GroundPiece(FileModel):
    """One piece of ground: a box, a disc or a line."""

    kind: Literal[
        "hill", "wood", "water", "swamp", "ravine", "building", "difficult", "marshy", "ford", "steep", "sheer", "open"
    ]  # fmt: skip
    name: str = Field(default="", max_length=30)
    box: Box | None = None
    disc: tuple[Number, Number, Number] | None = None
    line: list[Point] | None = None
    strength: Annotated[Whole, Field(ge=0, le=6)] = 0  # of a building
    storeys: Annotated[Whole, Field(ge=0, le=3)] = 0
    flow: Literal["", "N", "E", "S", "W"] = ""  # where the water runs
    is_goal: bool = False  # an end of the ford, a wood that counts, the gate of the wall

    @model_validator(mode="after")
    def _has_one_form(self) -> GroundPiece:
        if len([form for form in (self.box, self.disc, self.line) if form is not None]) != 1:
            raise ValueError(gettext("expected one of box, disc and line"))
        if (self.line is not None) != (self.kind == "sheer"):
            raise ValueError(gettext("sheer slopes are lines, and nothing else is"))
        return self


class LadderPiece(FileModel):
    """A ladder: where it stands, and on which side of the wall."""

    at: Point
    side: Literal["N", "E", "S", "W"]


class BoatPiece(FileModel):
    """A boat, empty in the water."""

    kind: Literal["skiff", "barge"]
    at: Point
    facing: Facing = 0.0


class HeroPiece(FileModel):
    """A hero of a muster."""

    hero: Unit
    artefact: str = Field(default="", max_length=40)
    # for cases
    id: Id | None = None
    at: Point | None = None
    facing: Facing = 0.0
    on: Id | None = None  # the battalion on whose base the hero stands
    cards: list[str] = Field(default=[], max_length=2)
    mana: Annotated[Whole, Field(ge=0, le=30)] = 0  # set aside
    reserve: Annotated[Whole, Field(ge=0, le=30)] | None = None


class BattalionPiece(FileModel):
    """One battalion of a muster; in a case with its place."""

    id: Id | None = None
    unit: Unit
    figures: Annotated[Whole, Field(ge=1, le=60)] | None = None
    character: RoleWord | None = None
    artefact: str = Field(default="", max_length=40)
    ambush: bool = False
    reserve: bool = False
    orders: list[OrderWord] = Field(default=[], max_length=2)
    # for cases
    at: Point | None = None
    facing: Facing = 0.0
    formation: Literal["column", "hedgehog", "wedge", "loose"] | None = None
    files: Annotated[Whole, Field(ge=1, le=60)] | None = None
    start: Annotated[Whole, Field(ge=1, le=60)] | None = None
    wounded: Annotated[Whole, Field(ge=0, le=60)] = 0
    moved: bool = False
    cards: list[str] = Field(default=[], max_length=2)
    command: Annotated[Whole, Field(ge=0, le=9)] = 2  # of who is attached
    radius: Annotated[Number, Field(ge=0, le=40)] = 6.0
    magic: Annotated[Whole, Field(ge=0, le=9)] = 2
    mana: Annotated[Whole, Field(ge=0, le=30)] = 0
    rank: Annotated[Whole, Field(ge=1, le=20)] = 1  # in which the character stands
    storey: Annotated[Whole, Field(ge=0, le=3)] = 0  # of the roof on which the battalion stands


class ChangePiece(FileModel):
    """What a scenario changes in the standard muster of an army."""

    replace: dict[Which, Unit] = {}
    ambush: list[Which] = []
    attach: dict[Which, Which] = {}  # the character of one battalion stands with another


class MarkerPiece(FileModel):
    """A marker that lies on the field when a case begins."""

    at: Point
    of: Id | None = None  # the battalion in ambush; a trap has none
    trap: Literal["spike_pit", "deadfall", "fire_pot"] | None = None
    real: bool = False


class SidePiece(FileModel):
    """One side: a standard muster, or battalions one by one."""

    army: ArmyKey | None = None
    name: str = Field(default="", max_length=40)
    battalions: list[BattalionPiece] | None = Field(default=None, max_length=12)
    heroes: list[HeroPiece | Unit] | None = Field(default=None, max_length=2)
    hospital: Point | None = None
    ammunition: Annotated[Whole, Field(ge=0, le=99)] | None = None
    markers: list[MarkerPiece] = Field(default=[], max_length=12)  # for cases
    traps: Annotated[Whole, Field(ge=0, le=4)] = 0  # of kinds that the player chooses on laying them


class TableFile(FileModel):
    """What scenarios and cases have in common; the first side is the one in the south."""

    turns: Annotated[Whole, Field(ge=1, le=99)] | None = None
    goal: Literal["general", "woods", "ford", "exit", "wall", "no_other"] | None = None
    zones: tuple[tuple[Number, Number], tuple[Number, Number]] | None = Field(
        default=None, description="[[y0, y1], [y0, y1]] of both deployment zones, in steps"
    )
    house_rules: dict[str, Any] = {}
    compass: Literal["given", "rolled"] | None = None  # rolled: who wins a throw says where north is
    reserves_from: Annotated[Whole, Field(ge=1, le=99)] | None = None  # the turn
    ground: list[GroundPiece] | None = Field(default=None, max_length=40)
    rolled: list[Point] = Field(default=[], max_length=6)  # middles of spots whose ground is rolled
    ladders: list[LadderPiece] = Field(default=[], max_length=8)
    boats: list[BoatPiece] = Field(default=[], max_length=6)
    changes: dict[ArmyKey, ChangePiece] = {}
    south: SidePiece = SidePiece()
    north: SidePiece = SidePiece()
    rules: dict[str, Any] = {}


class ScenarioFile(ScenarioWords, TableFile):
    """A scenario."""

    goals: dict[str, str] = {}


class CaseFile(CaseStart, TableFile):
    """The table part of a case."""

    phase: Literal["start", "placing", "orders", "execution"] = "execution"
    side: Literal["south", "north"] = "south"
    turn: Annotated[Whole, Field(ge=1, le=99)] = 1
    hour: Annotated[Whole, Field(ge=1, le=6)] | None = None
    weather: Annotated[Whole, Field(ge=1, le=6)] | None = None
    wind: tuple[Annotated[Whole, Field(ge=0, le=6)], Annotated[Whole, Field(ge=0, le=6)]] | None = None
