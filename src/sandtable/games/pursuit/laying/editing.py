"""How scenarios of Pursuit are put together on a table: what their files name by its key."""

from __future__ import annotations

from sandtable.games.editing import Choices, Editing, called
from sandtable.games.pursuit.clauses import FOLDER
from sandtable.games.pursuit.laying.scenario_file import CaseFile, ScenarioFile
from sandtable.games.skirmish40k.laying.data_files import read_profiles, read_weapons

SIDES = ("quarry", "hunters")


def choices() -> Choices:
    """Profiles of figures, and weapons that are bought for them."""
    profiles, weapons = called(read_profiles()), called(read_weapons())
    return {
        **{f"{side}.{when}.*.profile": profiles for side in SIDES for when in ("figures", "reinforcements")},
        **{f"{side}.{when}.*.weapon": weapons for side in SIDES for when in ("figures", "reinforcements")},
        "mines.profile": profiles,
        "mines.weapon": weapons,
    }


EDITING = Editing(FOLDER, ScenarioFile, CaseFile, choices)
