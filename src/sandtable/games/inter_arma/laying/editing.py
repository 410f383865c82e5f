"""How scenarios of Inter Arma are put together on a table: what their files name by its key."""

from __future__ import annotations

from sandtable.files import load_toml
from sandtable.games.editing import Choices, Editing
from sandtable.games.inter_arma.clauses import FOLDER
from sandtable.games.inter_arma.laying.armies import lists
from sandtable.games.inter_arma.laying.scenario_file import CaseFile, ScenarioFile


def choices() -> Choices:
    """What figures may have, and the lists of bands."""
    things = {key: key for key in load_toml(FOLDER / "data" / "equipment.toml")}
    bands = {entry.key: entry.name for entry in lists()}
    return {"sides.*.figures.*.equipment.*": things, "sides.*.band": bands}


EDITING = Editing(FOLDER, ScenarioFile, CaseFile, choices)
