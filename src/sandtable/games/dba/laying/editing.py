"""How scenarios of DBA are put together on a table: what their files name by its key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.dba.clauses import FOLDER
from sandtable.games.dba.laying.armies import army_lists
from sandtable.games.dba.laying.scenario import drawn_on
from sandtable.games.dba.laying.scenario_file import CaseFile, ScenarioFile
from sandtable.games.editing import Choices, Editing


def choices() -> Choices:
    """The army lists."""
    lists = {key: entry.army for key, entry in army_lists().items()}
    return {"armies.*.list": lists}


def offset(record: Any, scenario: Mapping[str, Any]) -> tuple[float, float]:
    """What is drawn on another board shares its middle with the one that is fought on."""
    drawn = drawn_on(str(scenario.get("board", "expanded")))
    return 0.5 * (float(record.table_width) - drawn), 0.5 * (float(record.table_height) - drawn)


EDITING = Editing(FOLDER, ScenarioFile, CaseFile, choices, offset)
