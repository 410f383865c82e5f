"""DBA's data files as Python: troops, outcome tables, ground and topographies, numbers and house-rule switches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from sandtable.compiler.decorators import clause
from sandtable.files import FileModel, Model, check, did_you_mean, parse_toml
from sandtable.games.common.data import as_changed, kept
from sandtable.games.common.options import read_options, values_of
from sandtable.games.dba.clauses import FOLDER
from sandtable.games.dba.record import N_PIECES, Ground, Topography, Type
from sandtable.games.game import Option
from sandtable.translation import gettext

DATA = FOLDER / "data"

TYPE_WORDS = {
    "El": Type.EL, "Kn": Type.KN, "Cv": Type.CV, "LH": Type.LH, "SCh": Type.SCH, "Cm": Type.CM, "Sp": Type.SP,
    "Pk": Type.PK, "Bd": Type.BD, "Ax": Type.AX, "Bw": Type.BW, "Ps": Type.PS, "Wb": Type.WB, "Hd": Type.HD,
    "Art": Type.ART, "WWg": Type.WWG, "CF": Type.CF,
}  # fmt: skip
"""The codes of the troop types, as players write them."""

TYPE_CODES = {kind: word for word, kind in TYPE_WORDS.items()}

GROUND_WORDS = {ground.name.lower(): ground for ground in Ground}
TOPOGRAPHY_WORDS = {topography.name.lower(): topography for topography in Topography}


def _type(word: Any) -> Any:
    if word not in TYPE_WORDS:
        raise ValueError(
            f"{gettext('there is no troop type {name!r}', name=word)}{did_you_mean(str(word), TYPE_WORDS)}"
        )
    return TYPE_WORDS[word]


def _ground(word: Any) -> Any:
    if word not in GROUND_WORDS:
        raise ValueError(f"{gettext('there is no ground {name!r}', name=word)}{did_you_mean(str(word), GROUND_WORDS)}")
    return GROUND_WORDS[word]


TypeWord = Annotated[Type, BeforeValidator(_type)]
GroundWord = Annotated[Ground, BeforeValidator(_ground)]
ScaleWord = Literal["15mm", "25mm"]
Role = Literal["impetuous", "difficult", "steady_in_bad_going", "avoids_contact"]
When = dict[str, str]  # options and the values that they must have


class Moves(FileModel):
    """Paces by going; no ``bad`` where the troops may not enter it off-road."""

    good: float = Field(ge=0)
    bad: float = Field(default=-1.0)
    road: float = Field(ge=0)


class Factor(FileModel):
    """Combat factor against foot and against mounted."""

    foot: int
    mounted: int


class Troop(FileModel):
    """One troop type of troops.toml, which explains the fields."""

    name: str
    troop_class: Literal["mounted", "foot"] = Field(alias="class")
    emblem: str
    move: Moves
    factor: Factor
    shooting: Factor | None = None
    range: float = Field(default=0.0, ge=0)
    roles: list[Role] = []


class SubTypeEntry(FileModel):
    """One sub-type of troops.toml: the depth is in millimetres."""

    type: TypeWord
    depth: dict[ScaleWord, float]
    name: str = ""
    emblem: str = ""
    light_camelry: bool = False


class TroopsFile(FileModel):
    """troops.toml."""

    types: dict[TypeWord, Troop]
    sub_types: dict[str, SubTypeEntry]


class Scale(FileModel):
    """The size of figures: millimetres of 100 paces, of a base width, and of a side of the regulation board."""

    millimetres: float = Field(gt=0)
    base_width: float = Field(gt=0)
    regulation_board: float = Field(gt=0)

    @property
    def paces_a_millimetre(self) -> float:
        """Paces on the ground for a millimetre on the table."""
        return 100.0 / self.millimetres


class Support(FileModel):
    """What rear support adds to these troops, against whom."""

    troops: list[TypeWord]
    adds: int
    against: list[TypeWord]
    when: When = {}


class Passage(FileModel):
    """Which friends these troops go through: these, or all but some."""

    troops: list[TypeWord]
    these: list[TypeWord] | None = None
    all_but: list[TypeWord] | None = None

    @property
    def friends(self) -> list[Type]:
        """The types that they go through."""
        return [kind for kind in Type if kind not in (self.all_but or ())] if self.these is None else list(self.these)


class RulesFile(FileModel):
    """rules.toml."""

    scales: dict[ScaleWord, Scale]
    base_widths: dict[str, float]
    paces: dict[str, float]
    counts: dict[str, int]
    costs: dict[str, int]
    factors: dict[str, int]
    rear_support: list[Support]
    psiloi_support: list[Support]
    recoils_through: list[Passage]
    passes_through: list[Passage]
    options: dict[str, dict[str, dict[str, float]]]


class OutcomeCase(FileModel):
    """One case of an outcome cell; what it does not say does not matter."""

    by: list[TypeWord] | None = None
    how: Literal["close combat", "shooting"] | None = None
    going: Literal["good", "bad"] | None = None
    when: When = {}


OutcomeWord = Literal["no effect", "recoils", "flees", "destroyed"]


class OutcomeRow(FileModel):
    """One loser's row of an outcome table."""

    destroyed: list[OutcomeCase] = []
    flees: list[OutcomeCase] = []
    recoils: list[OutcomeCase] = []
    otherwise: OutcomeWord


class EqualRow(FileModel):
    """Who is destroyed by an equal score."""

    destroyed: list[TypeWord]


class OutcomesFile(FileModel):
    """outcomes.toml; the row ``others`` of ``doubled`` is for the types that have none."""

    equal: EqualRow
    beaten: dict[TypeWord, OutcomeRow]
    doubled: dict[str, OutcomeRow]


class GroundEntry(FileModel):
    """One kind of ground of terrain.toml, which explains the fields."""

    bad_going: bool = False
    hides_command: bool = False
    hides_shooting: bool = False
    shuts_general_in: bool = False
    pursuers_stop: list[TypeWord] = []
    flight_avoids: list[TypeWord] = []
    one_only: bool = False
    long_and_thin: bool = False


class TopographyEntry(FileModel):
    """The features of one home topography."""

    compulsory: list[GroundWord]
    optional: list[GroundWord]
    not_both: list[tuple[GroundWord, GroundWord]] = []


class Pieces(FileModel):
    """Length and width of the ovals that a defender can place, in base widths."""

    sizes: list[tuple[float, float]] = Field(max_length=N_PIECES)


class TerrainFile(FileModel):
    """terrain.toml."""

    ground: dict[GroundWord, GroundEntry]
    topographies: dict[str, TopographyEntry]
    pieces: Pieces


class WeightsFile(FileModel):
    """evaluate.toml."""

    weights: dict[str, float]


def _read(name: str, model: type[Model]) -> Model:
    text = (DATA / name).read_text("utf-8")
    return check(as_changed(DATA / name, parse_toml(text, name)), model, name)


@clause("DBA-TROOP-1", "DBA-TROOP-2", "DBA-TROOP-3", "DBA-TROOP-4", "DBA-TROOP-5", "DBA-TROOP-7", "DBA-TROOP-8")
@kept
def troops_file() -> TroopsFile:
    """Every troop type and sub-type."""
    return _read("troops.toml", TroopsFile)


@kept
def rules_file() -> RulesFile:
    """The numbers of the rules, support and passage."""
    return _read("rules.toml", RulesFile)


@kept
def outcomes_file() -> OutcomesFile:
    """The outcome tables."""
    return _read("outcomes.toml", OutcomesFile)


@clause("DBA-TERR-2", "WAD-BUA-1", "WAD-BUA-2", "WAD-BUA-3")
@kept
def terrain_file() -> TerrainFile:
    """Kinds of ground, and the features of the home topographies."""
    return _read("terrain.toml", TerrainFile)


@kept
def weights() -> Mapping[str, float]:
    """What a computer general looks at, and how much: evaluate.toml."""
    return _read("evaluate.toml", WeightsFile).weights


# ---------------------------------------------------------------- troops


@dataclass(frozen=True)
class SubType:
    """What stands on a base: ``4Bd``."""

    key: str
    type: Type
    name: str
    emblem: str
    light_camelry: bool
    depths: Mapping[str, float]  # scale -> millimetres

    @property
    def code(self) -> str:
        """The code of its troop type."""
        return TYPE_CODES[self.type]

    def depth(self, scale: str, wagons: str = "two_widths") -> float:
        """Depth of its base in paces; ``wagons``: the value of the switch wagon_model."""
        sizes = rules_file().scales[scale]  # type: ignore[index]
        if self.type == Type.WWG and wagons == "one_width":
            return sizes.base_width * sizes.paces_a_millimetre
        return self.depths[scale] * sizes.paces_a_millimetre


@kept
def sub_types() -> Mapping[str, SubType]:
    """Every sub-type by its key."""
    file = troops_file()
    return {
        key: SubType(
            key,
            entry.type,
            entry.name or file.types[entry.type].name,
            entry.emblem or file.types[entry.type].emblem,
            entry.light_camelry,
            {str(scale): depth for scale, depth in entry.depth.items()},
        )
        for key, entry in file.sub_types.items()
    }


@kept
def _sub_type_words() -> Mapping[str, SubType]:
    return {key.lower(): entry for key, entry in sub_types().items()}


def sub_type_of(word: str) -> SubType:
    """The sub-type that a file names, in any case of letters; ValueError with the nearest word otherwise."""
    found = _sub_type_words().get(word.strip().lower())
    if found is None:
        raise ValueError(f"{gettext('there are no troops {word!r}', word=word)}{did_you_mean(word, sub_types())}")
    return found


@clause("DBA-ARMY-3")
def troops_of(word: str) -> tuple[SubType, SubType | None]:
    """What ``4Bd`` or ``3Kn//4Bd`` names: the troops, and as what they may dismount, or None."""
    mounted, slashes, foot = word.partition("//")
    first = sub_type_of(mounted)
    if not slashes:
        return first, None
    second = sub_type_of(foot)
    kinds = troops_file().types
    if kinds[first.type].troop_class != "mounted" or kinds[second.type].troop_class != "foot":
        raise ValueError(
            gettext("expected mounted troops that dismount as foot, as 3Kn//4Bd, found {word!r}", word=word)
        )
    return first, second


# ---------------------------------------------------------------- options


def options() -> tuple[Option, ...]:
    """The house-rule switches, the first value of each the default but for those that plain conventions turn."""
    return read_options(FOLDER)


@clause("WAD-GEN-1", "WAD-GEN-2")
def chosen_values(chosen: Mapping[str, str]) -> dict[str, str]:
    """The value of every switch: the one chosen, else its default under the conventions chosen."""
    return values_of(options(), chosen)
