"""What a scenario or case file of Flash Flood may say, checked field by field."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from sandtable.files import FileModel
from sandtable.games.common.scenario_files import CaseStart, Number, ScenarioWords, Whole
from sandtable.games.flash_flood.laying.sewer_file import SewerFile
from sandtable.games.flash_flood.record import MAX_MODELS
from sandtable.translation import gettext

Id = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9]{0,5}$", description="a letter, then letters or digits")]
Spot = tuple[Number, Number] | Annotated[str, Field(pattern=r"^[^:]+:-?[0-9.]+:[+-]?[0-9.]+$")]
"""A point in inches, or a place as the water sees it (NET-7): S35:4:0."""


class Squad(FileModel):
    """One squad of a side: of data/forces.toml, or of these models; without places its owner sets it up."""

    id: Annotated[str, Field(pattern=r"^[A-Z][A-Za-z]{0,2}$", description="one to three letters")]
    squad: str = ""
    name: str = Field(default="", max_length=40)
    models: list[str] = Field(default=[], max_length=MAX_MODELS)
    at: list[Spot] = Field(default=[], max_length=MAX_MODELS)

    @model_validator(mode="after")
    def _one_of_both(self) -> Squad:
        if bool(self.squad) == bool(self.models):
            raise ValueError(gettext("expected squad, the name of one, or models, a list of profiles"))
        return self


class Party(FileModel):
    """One side: a ready force, or squads."""

    name: str = Field(default="", max_length=40)
    force: str = ""
    squads: list[Squad] = Field(default=[], max_length=6)


class TableFile(FileModel):
    """What scenarios and cases have in common."""

    map: str | SewerFile | None = None
    origin: str = ""
    imperials: Party = Party()
    tyranids: Party = Party()
    charges: list[Id] | None = Field(default=None, max_length=3)
    rules: dict[str, Any] = {}


class ScenarioFile(ScenarioWords, TableFile):
    """A scenario."""

    goals: dict[Literal["imperials", "tyranids"], str] = {}


class ModelChange(FileModel):
    """How a model of a case differs: where it stands, on what, with what left."""

    at: Spot | None = None
    gantry: bool | None = None
    wounds: Annotated[Whole, Field(ge=0, le=10)] | None = None


class UnitChange(FileModel):
    """What a unit of a case has done already."""

    falling_back: bool = False
    moved: bool = False
    shot_at: Id | None = None
    run: Annotated[Whole, Field(ge=0, le=6)] = 0


class ChargePiece(FileModel):
    """A charge of a case: who carries it, where it lies, or that it is planted."""

    bearer: Id | None = None
    at: Spot | None = None
    planted: bool = False


class CaseFile(CaseStart, TableFile):
    """The table part of a case."""

    phase: Literal["start", "turn", "rallying", "movement", "shooting", "charging", "turn_end"] = "movement"
    turn: Annotated[Whole, Field(ge=1, le=9)] = 2
    side: Literal["imperials", "tyranids"] = "imperials"
    first: Literal["imperials", "tyranids"] = "imperials"
    flooded: bool = False
    models: dict[Id, ModelChange] = {}
    units: dict[str, UnitChange] = {}
    loads: list[ChargePiece] = Field(default=[], max_length=3)
