"""The core's data files, checked: weapons and profiles as they are written down, the core's and a user's own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from sandtable.compiler.decorators import clause
from sandtable.errors import InputError
from sandtable.files import FileModel, check, describe, did_you_mean, load_toml, place
from sandtable.games.common.data import as_changed, kept
from sandtable.games.common.scenario_files import Number, Whole
from sandtable.games.skirmish40k.clauses import FOLDER
from sandtable.games.skirmish40k.record import CARRIED, Edition
from sandtable.translation import gettext

DATA = FOLDER / "data"

Skill = Annotated[int, Field(ge=0, le=10)]
Save = Annotated[int, Field(ge=2, le=7)]
Mark = Literal["twin", "hot", "living", "blast", "large_blast"]


class Bearer(FileModel):
    """A Strength that is the bearer's own and so much more."""

    bearer: Annotated[Whole, Field(ge=-9, le=9)]


class PerAttack(FileModel):
    """So many shots for each of the bearer's Attacks."""

    attacks: Annotated[Whole, Field(ge=1, le=10)]


class WeaponChange(FileModel):
    """What an edition or a switch changes of a weapon."""

    reach: Number | None = Field(default=None, gt=0, le=96)
    strength: Annotated[Whole, Field(ge=1, le=10)] | Bearer | None = None
    ap: Annotated[Whole, Field(ge=0, le=6)] | None = None
    marks: list[Mark] | None = None


class WeaponFile(FileModel):
    """One weapon of weapons.toml, which explains the fields."""

    name: str = Field(min_length=1, max_length=40)
    reach: Number = Field(default=0.0, ge=0, le=96)
    strength: Annotated[Whole, Field(ge=1, le=10)] | Bearer = 1
    ap: Annotated[Whole, Field(ge=0, le=6)] = 0
    kind: Literal["close", "rapid_fire", "assault", "pistol", "heavy", "template"] = "close"
    shots: Annotated[Whole, Field(ge=1, le=20)] | PerAttack = 1
    marks: list[Mark] = []
    for_4: WeaponChange | None = None
    for_5: WeaponChange | None = None
    options: dict[str, dict[str, WeaponChange]] = {}


def _read_toughness(value: Any) -> Any:
    """Toughness for to-wound dice and for instant death, from 3 or "4(5)" (PROF-2)."""
    if isinstance(value, str) and len(value) == 4 and value[1] == "(" and value[3] == ")":
        bare, whole = value[0], value[2]
        if bare.isdigit() and whole.isdigit():
            return int(whole), int(bare)
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 10:
        return value, value
    raise ValueError(gettext('expected a Toughness from 1 to 10 or as "4(5)", found {found}', found=describe(value)))


Toughness = Annotated[tuple[int, int], BeforeValidator(_read_toughness)]
Line = tuple[Skill, Skill, Skill, Toughness, Skill, Skill, Skill, Skill, Save]
"""WS BS S T W I A Ld Sv (PROF-1)."""


class ProfileFile(FileModel):
    """One profile of profiles.toml, which explains the fields."""

    name: str = Field(min_length=1, max_length=40)
    line: Line | None = None
    line_4: Line | None = None
    line_5: Line | None = None
    mount: Literal["foot", "bike", "wings"] = "foot"
    base: Number = Field(default=0.5, gt=0.2, le=1.5)
    weapons: list[str] = Field(default=[], max_length=CARRIED)
    weapons_5: list[str] = Field(default=[], max_length=CARRIED)
    gear: list[str] = Field(default=[], max_length=12)
    gear_5: list[str] = Field(default=[], max_length=12)
    save_by: str = ""
    emblem: str = Field(default="", max_length=20)
    points: Annotated[Whole, Field(ge=0, le=1000)] = 0

    def line_in(self, edition: int) -> Line | None:
        """The characteristics in an edition."""
        return (self.line_4 if edition == Edition.FOURTH else self.line_5) or self.line


@clause("C40-WPN-12")
def read_weapons(*files: Path) -> Mapping[str, WeaponFile]:
    """Every weapon of the core, and of a user's files over them, by id; InputError names file, line and field."""
    return _read(WeaponFile, (DATA / "weapons.toml", *files))


def read_profiles(*files: Path) -> Mapping[str, ProfileFile]:
    """Every profile of the core, and of a user's files over them, by id; InputError names file, line and field."""
    found = _read(ProfileFile, (DATA / "profiles.toml", *files))
    for key, profile in found.items():
        if profile.line_in(4) is None or profile.line_in(5) is None:
            raise InputError(
                f"profile {key!r}: {gettext('expected a line for both editions, found one for one of them')}"
            )
    return found


@kept
def _read(model: Any, files: tuple[Path, ...]) -> Mapping[str, Any]:
    found: dict[str, Any] = {}
    for file in files:
        data = as_changed(file, load_toml(file))
        for key, entry in data.items():
            if not isinstance(entry, Mapping):
                wrong = gettext("expected a table, found {found}", found=describe(entry))
                raise InputError(f"{place(data, file.name, key)}: {wrong}")
            found[key] = check(entry, model, f"{file.name}: {key}")
    return found


def profile_named(profiles: Mapping[str, ProfileFile], word: str, origin: str) -> ProfileFile:
    """The profile with this id or name; InputError with the nearest word otherwise."""
    if word in profiles:
        return profiles[word]
    for profile in profiles.values():
        if profile.name.lower() == word.lower():
            return profile
    raise InputError(f"{origin}: {gettext('there is no profile {name!r}', name=word)}{did_you_mean(word, profiles)}")
