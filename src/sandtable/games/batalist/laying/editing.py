"""How scenarios of Batalist are put together on a table: what their files name by its key."""

from __future__ import annotations

from sandtable.games.batalist.clauses import FOLDER
from sandtable.games.batalist.laying.muster import army_name, name_of
from sandtable.games.batalist.laying.profiles import read_units
from sandtable.games.batalist.laying.scenario_file import CaseFile, ScenarioFile
from sandtable.games.batalist.laying.tables import read_data
from sandtable.games.editing import Choices, Editing
from sandtable.games.language import translated


def choices() -> Choices:
    """Armies, units and heroes."""
    units = {key: name_of(key) for key in read_units()}
    heroes = {key: translated(FOLDER, str(hero["name"])) for key, hero in read_data("heroes").items()}
    found: dict[str, dict[str, str]] = {}
    for side in ("south", "north"):
        found[f"{side}.army"] = {army: army_name(army) for army in ("league", "horde", "host")}
        found[f"{side}.battalions.*.unit"] = units
        found[f"{side}.heroes.*.hero"] = heroes
    return found


EDITING = Editing(FOLDER, ScenarioFile, CaseFile, choices)
