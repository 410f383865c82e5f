"""How scenarios of Flash Flood are put together on a table: what their files name by its key."""

from __future__ import annotations

from sandtable.games.editing import Choices, Editing, called
from sandtable.games.flash_flood.clauses import FOLDER
from sandtable.games.flash_flood.laying.forces import read_forces
from sandtable.games.flash_flood.laying.scenario_file import CaseFile, ScenarioFile
from sandtable.games.flash_flood.laying.sewer_file import maps, read_sewer
from sandtable.games.language import translated
from sandtable.games.skirmish40k.laying.data_files import read_profiles

SIDES = ("imperials", "tyranids")


def choices() -> Choices:
    """Maps, ready forces, squads, and the profiles of models."""
    known = read_forces()
    titles = {name: translated(FOLDER, read_sewer(name).title) for name in maps()}
    found: dict[str, dict[str, str]] = {"map": titles}
    for side in SIDES:
        squads = {key: entry for key, entry in known.squads.items() if entry.side == side}
        forces = {key: key for key, held in known.forces.items() if set(held) <= squads.keys()}
        found |= {f"{side}.force": forces, f"{side}.squads.*.squad": called(squads)}
        found[f"{side}.squads.*.models.*"] = called(read_profiles())
    return found


EDITING = Editing(FOLDER, ScenarioFile, CaseFile, choices)
