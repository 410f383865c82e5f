"""Scenarios and cases: from a file, checked field by field, to a record of Marbles and its names."""

from typing import Any

import numpy as np
from pydantic import Field

from marbles.record import BATTLE, FOLDER, MAX_MARBLES
from sandtable.errors import InputError
from sandtable.files import FileModel, check, only, place
from sandtable.games.common.data import fill_numbers
from sandtable.games.common.scenario_files import Number, ScenarioWords
from sandtable.games.game import FigureName, Laid, Names, SideFacts
from sandtable.games.scene import SideLook
from sandtable.kernel.discs import Form
from sandtable.kernel.records import MAX_SIDES
from sandtable.kernel.terrain import add_polygon

SIDES = (
    SideFacts("ivory", "Ivory", look=SideLook(colour="#b9a77c", dark="#6f6140", shield="marble")),
    SideFacts("onyx", "Onyx", look=SideLook(colour="#3a3f4a", dark="#15171c", shield="plain", device=0.9)),
)
ROCK = ((7.0, 4.0), (9.0, 4.0), (9.5, 6.0), (7.5, 6.5))


class MarbleFile(FileModel):
    id: str
    name: str
    side: str
    at: tuple[Number, Number]
    width: Number = Field(default=1.0, gt=0.0, le=3.0)


class TrayFile(ScenarioWords):
    tray: tuple[Number, Number]
    sides: dict[str, str] = Field(default={}, max_length=MAX_SIDES)  # key: name; left out, Ivory and Onyx
    figures: list[MarbleFile] = Field(min_length=2, max_length=MAX_MARBLES)


def lay(data: Any, options: Any, where: str) -> Laid:
    """The tray that a scenario describes; of what is wrong with it an error in one sentence."""
    tray, sides, names = check(data, TrayFile, where), parties(data), []
    keys = [side.key for side in sides]
    laid = np.zeros(1, BATTLE)
    b = laid[0]
    fill_numbers(b.rules, FOLDER)
    add_polygon(b.terrain, 0, ROCK)
    b.width, b.height = tray.tray
    b.n_figures, b.n_sides, b.round = len(tray.figures), len(sides), 1
    for marble, entry in zip(b.figures, tray.figures, strict=False):
        if entry.side not in keys:
            raise InputError(f"{place(data, where, 'figures', len(names))}: there is no side {entry.side!r}")
        marble.x, marble.y, marble.fy = *entry.at, 1.0
        marble.width, marble.depth, marble.form = entry.width, entry.width, Form.DISC
        marble.side = keys.index(entry.side)
        names.append(FigureName(entry.id, entry.name, "marble", "swirl", entry.id[:1]))
    return Laid(laid, Names(tuple(names), ("rock",), title=tray.title, parties=sides))


def lay_case(data: Any, where: str) -> Laid:
    """The tray of a case."""
    return lay(only(data, TrayFile.model_fields), {}, where)


def parties(data: Any) -> tuple[SideFacts, ...]:
    """The sides that a scenario names, else Ivory and Onyx."""
    return tuple(SideFacts(*each) for each in data.get("sides", {}).items()) or SIDES
