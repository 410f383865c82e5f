"""What a scenario or case file of Pursuit may say, checked field by field."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from sandtable.files import FileModel, describe
from sandtable.games.common.scenario_files import CaseStart, Facing, Number, ScenarioWords, Whole
from sandtable.translation import gettext

Id = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9]{0,5}$", description="a letter, then letters or digits")]
Point = tuple[Number, Number]
Box = Annotated[tuple[Number, Number, Number, Number], Field(description="[x0, y0, x1, y1] in inches")]


class Pieces(FileModel):
    """One piece of the city."""

    id: Id | None = None
    size: Annotated[Whole, Field(ge=1, le=3)] = 3
    intact: bool = False
    box: Box

    @model_validator(mode="after")
    def _has_sides(self) -> Pieces:
        x0, y0, x1, y1 = self.box
        if not (x0 < x1 and y0 < y1):
            raise ValueError(
                gettext(
                    "expected [x0, y0, x1, y1] with x0 < x1 and y0 < y1, found {found}", found=describe(list(self.box))
                )
            )
        return self


class FigurePiece(FileModel):
    """One figure; without a place its owner sets it up."""

    id: Id
    profile: str = ""
    name: str = Field(default="", max_length=40)
    at: Point | None = None
    facing: Facing = 90.0
    weapon: str = ""  # bought for it (LIST-5)
    gear: list[str] = Field(default=[], max_length=4)
    stopped: str = ""  # case files: the piece in which it is stopped
    accelerated: bool = False


class Party(FileModel):
    """One side's figures."""

    name: str = Field(default="", max_length=40)
    figures: list[FigurePiece] = Field(default=[], max_length=30)
    reinforcements: list[FigurePiece] = Field(default=[], max_length=10)  # LIST-4


class Mines(FileModel):
    """What lies in wait: a profile and a weapon, and how many clusters there are."""

    profile: str = "float_mine_cluster"
    weapon: str = "frag_mine"


class TableSize(FileModel):
    """Inches along and across."""

    length: Number = Field(ge=60, le=96)  # TAB-1
    breadth: Number = Field(ge=24, le=60)


class TableFile(FileModel):
    """What scenarios and cases have in common."""

    table: TableSize | None = None
    city: Literal["default", "random"] | list[Pieces] | None = None
    quarry: Party = Party()
    hunters: Party = Party()
    mines: Mines | None = None
    rules: dict[str, Any] = {}


class ScenarioFile(ScenarioWords, TableFile):
    """A scenario."""

    goals: dict[Literal["quarry", "hunters"], str] = {}


class ClusterPiece(FileModel):
    """A cluster of mines that lies on the table."""

    at: Point
    piece: str = ""


class CaseFile(CaseStart, TableFile):
    """The table part of a case."""

    phase: Literal["start", "pursuit", "movement", "shooting"] = "movement"
    turn: Annotated[Whole, Field(ge=1, le=99)] = 1
    clusters: list[ClusterPiece] = Field(default=[], max_length=4)
