"""What the pages of the laboratory take and give under /api/laboratory, as pydantic models."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from sandtable.server.messages.base import FromBoard, FromServer, Name, Whole
from sandtable.server.messages.facts import SideFact
from sandtable.server.messages.pages import GeneralFact

Number = Annotated[float, Field(ge=-1e9, le=1e9, allow_inf_nan=False)]
Value = Number | Name
Design = Literal["one variant", "A/B", "grid", "one at a time"]
State = Literal["waiting", "compiling", "running", "reporting", "stopped", "done", "failed"]


class StudyFrom(FromBoard):
    """A battle of this server as one of its links sees it, and after which action; null: as it stands."""

    token: Name
    step: Annotated[int, Field(ge=0, le=1_000_000)] | None = None


class AskStudy(FromBoard):
    """POST /api/laboratory/studies: what is to be found out. The fields are those of a study's file."""

    game: Name
    scenario: Name | None = None  # null: the game's first
    battle: StudyFrom | None = None  # begin with the table of this battle instead
    title: Annotated[str, Field(max_length=200)] = ""
    generals: Annotated[list[Name], Field(max_length=8)] = ["quick"]  # one for all sides, or one a side
    rotate: bool = True
    factors: Annotated[dict[Name, Annotated[list[Value], Field(max_length=100)]], Field(max_length=20)] = {}
    design: Design = "one variant"
    measure: Name = ""
    dice: Literal["in order", "by purpose"] = "in order"  # how far variants throw alike
    battles: Annotated[int, Field(ge=1, le=10**9)] = 1000  # of each variant
    least: Annotated[float, Field(ge=0.0, le=100.0)] = 0.0  # A/B ends once a difference of so many points is clear
    precision: Annotated[float, Field(ge=0.0, le=100.0)] = 0.0  # it ends once all is known to within so many
    seed: Whole = 0


class GoOn(FromBoard):
    """POST /api/laboratory/studies/{id}/run: go on, with more battles of each variant where a number is named."""

    battles: Annotated[int, Field(ge=1, le=10**9)] | None = None


class LaboratoryFact(FromServer):
    """GET /api/laboratory: whether studies are run here."""

    open: bool
    text: str  # why not; empty where they are
    battles: int  # of a study at most, all variants together
    variants: int  # at most
    generals: tuple[GeneralFact, ...]  # who may lead: those of the program


class NumberFact(FromServer):
    """A number of the rules that a study may vary."""

    name: str
    value: float
    whole: bool


class MeasureFact(FromServer):
    """What a study can tell, and compare variants by."""

    name: str
    called: str  # the name in words
    text: str
    share: bool  # it is told in points of a hundred, others in what they count


class ArmyFact(FromServer):
    """An army list that a side may bring."""

    key: str
    name: str


class LaboratoryGame(FromServer):
    """What can be varied and measured in a scenario, or from the table of a battle.

    GET /api/laboratory/games/{game}/scenarios/{scenario}, GET /api/laboratory/battles/{token}.
    """

    numbers: tuple[NumberFact, ...]
    measures: tuple[MeasureFact, ...]
    by_general: tuple[MeasureFact, ...]  # measures beside them where generals that differ change seats
    armies: dict[str, tuple[ArmyFact, ...]]  # side -> lists; empty where the scenario says who fights
    sides: tuple[SideFact, ...]  # that fight there


class CurvePoint(FromServer):
    """The main measure after so many battles of a variant, with its interval."""

    battles: int
    value: float
    low: float
    high: float


class ArmTold(FromServer):
    """One variant of a study so far."""

    label: str
    curve: tuple[CurvePoint, ...]


class StudyLine(FromServer):
    """One line of GET /api/laboratory/studies."""

    id: str
    title: str
    game: str
    game_title: str
    state: State
    done: int  # battles
    wanted: int  # at most


class StudyTold(StudyLine):
    """GET /api/laboratory/studies/{id}: how far a study is, and what it has found."""

    place: str  # the scenario
    generals: tuple[str, ...]
    measure: str
    measure_text: str
    share: bool  # it is a share: said in percent
    battles: int  # of each variant
    rate: float  # battles a second
    left: float  # seconds
    arms: tuple[ArmTold, ...]
    sentences: tuple[str, ...]
    trouble: str  # why it failed
    report: bool  # there is one
