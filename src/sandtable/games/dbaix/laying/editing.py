"""How scenarios of DBAix are put together on a table: what their files name by its key."""

from __future__ import annotations

from sandtable.games.dbaix.clauses import FOLDER
from sandtable.games.dbaix.laying.scenario_file import GOING_OF, CaseFile, ScenarioFile
from sandtable.games.dbaix.laying.tables import kinds
from sandtable.games.editing import Choices, Editing, called


def choices() -> Choices:
    """Kinds of figures and of terrain."""
    return {"figures.*.is": called(kinds()), "terrain.*.kind": {kind: kind for kind in GOING_OF}}


EDITING = Editing(FOLDER, ScenarioFile, CaseFile, choices)
