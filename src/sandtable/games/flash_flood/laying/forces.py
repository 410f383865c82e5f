"""Forces for a Combat Patrol: squads, the ready forces, and the limits of the format (MIS-2, MIS-3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from sandtable.compiler.decorators import clause
from sandtable.errors import InputError
from sandtable.files import FileModel, check, did_you_mean, load_toml, place
from sandtable.games.common.data import as_changed, kept
from sandtable.games.common.scenario_files import Whole
from sandtable.games.flash_flood.clauses import FOLDER
from sandtable.games.language import translated
from sandtable.games.skirmish40k.laying.data_files import ProfileFile, read_profiles
from sandtable.translation import gettext

POINTS = 400
MOST_WOUNDS = 2
BEST_SAVE = 3
LETTERS = {"imperials": "ABCDEF", "tyranids": "TUVWXY"}
"""What the squads of a side are called that no scenario names."""


class SquadFile(FileModel):
    """One squad of forces.toml, which explains the fields."""

    name: str = Field(min_length=1, max_length=40)
    side: Literal["imperials", "tyranids"]
    role: Literal["hq", "troops", "elites", "fast_attack", "heavy_support"]
    models: list[tuple[str, Annotated[Whole, Field(ge=1, le=30)]]] = Field(min_length=1, max_length=8)

    def profiles(self) -> list[str]:
        """The profile of every model, leader first."""
        return [profile for profile, count in self.models for _ in range(count)]


class ForcesFile(FileModel):
    """Squads, and forces made of them."""

    squads: dict[str, SquadFile] = {}
    forces: dict[str, list[str]] = {}


@clause("FLOOD-MIS-3")
@kept
def read_forces(*files: Path) -> ForcesFile:
    """The squads and forces that come with the game, and a user's files over them; InputError names file and field."""
    profiles = read_profiles()
    squads: dict[str, SquadFile] = {}
    forces: dict[str, list[str]] = {}
    for file in (FOLDER / "data" / "forces.toml", *files):
        data = as_changed(file, load_toml(file))
        found = check(data, ForcesFile, file.name)
        squads |= found.squads
        for key, squad in found.squads.items():
            for profile, _ in squad.models:
                if profile not in profiles:
                    hint = did_you_mean(profile, profiles)
                    at = place(data, file.name, "squads", key, "models")
                    raise InputError(f"{at}: {gettext('there is no profile {name!r}', name=profile)}{hint}")
        for key, names in found.forces.items():
            for name in names:
                if name not in squads:
                    hint = did_you_mean(name, squads)
                    wrong = gettext("there is no squad {name!r}", name=name)
                    raise InputError(f"{place(data, file.name, 'forces', key)}: {wrong}{hint}")
        forces |= found.forces
    return ForcesFile(squads=squads, forces=forces)


def points_of(squads: Sequence[SquadFile]) -> int:
    """What squads cost together."""
    profiles = read_profiles()
    return sum(profiles[profile].points for squad in squads for profile in squad.profiles())


@clause("FLOOD-MIS-2")
def faults_of(squads: Sequence[SquadFile], edition: int, values: Mapping[str, str]) -> Iterator[str]:
    """What a Combat Patrol may not have, a sentence each; nothing for a force that fits.

    No profile of the core is a special character and no weapon of it is ordnance.
    """
    points = points_of(squads)
    if points > POINTS:
        yield gettext("it costs {points} points, and a Combat Patrol has {most} at most", points=points, most=POINTS)
    if not any(squad.role == "troops" for squad in squads):
        yield gettext("it has no Troops, and a Combat Patrol has one squad of them at least")
    hq = sum(squad.role == "hq" for squad in squads)
    if hq > 1:
        yield gettext("it has {number} HQ squads, and a Combat Patrol has one at most", number=hq)
    if len({squad.side for squad in squads}) > 1:
        yield gettext("its squads are of both sides")
    profiles = read_profiles()
    for key in dict.fromkeys(profile for squad in squads for profile in squad.profiles()):
        yield from _faults_of_model(profiles[key], edition, values)


@clause("FLOOD-MIS-2")
def _faults_of_model(profile: ProfileFile, edition: int, values: Mapping[str, str]) -> Iterator[str]:
    """What is wrong with one model."""
    line: Any = profile.line_in(edition)
    save = int(values[profile.save_by]) if profile.save_by else line[8]
    if line[4] > MOST_WOUNDS:
        yield gettext(
            "{name} has {number} Wounds, and in a Combat Patrol nobody has more than {most}",
            name=translated(FOLDER, profile.name),
            number=line[4],
            most=MOST_WOUNDS,
        )
    if save < BEST_SAVE:
        yield gettext(
            "{name} saves on {save} or more, and in a Combat Patrol nobody does better than {best}",
            name=translated(FOLDER, profile.name),
            save=save,
            best=BEST_SAVE,
        )


@clause("FLOOD-SET-9")
def is_too_many(models: int) -> bool:
    """More models on both sides than the rules are meant for: each is handled alone."""
    return models > 60
