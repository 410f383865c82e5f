"""What a save file holds, field by field, and the reading of it as far as nothing has to be played.

A save is JSON, one action a line.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from sandtable.errors import InputError
from sandtable.files import FileModel, check, describe, expected, parse_json, read_text
from sandtable.translation import gettext, gettext_word

VERSION = 1
"""Of the save format: changes when an older program would misread a new save."""

MAX_SAVE = 16_000_000
"""Bytes of the largest save file that is read: longer than any battle has come to, so that what is written is read."""

MOST_ACTIONS = 100_000
"""Actions of a save: many times more than any battle has."""

MOST_DRAWN = 1_000_000_000
"""Throws of a generator, half of what it counts up to."""


class DieEntry(FileModel):
    """One die that was thrown."""

    purpose: str = Field(alias="for")
    side: str | None = None
    figure: str | None = None
    sides: int = Field(ge=1, le=1000)
    value: int = Field(ge=1, le=1000)


class ScriptEntry(FileModel):
    """One scripted die not yet thrown."""

    purpose: str | None = Field(default=None, alias="for")
    side: str | None = None
    figure: str | None = None
    value: int = Field(ge=1, le=1000)


class ScenarioEntry(FileModel):
    """What the battle was laid from."""

    name: str = ""
    case: bool = False
    content: dict[str, Any]
    position: str = ""


class DiceEntry(FileModel):
    """Where the dice came from."""

    commitment: str | None = None  # see commitments.py
    seed: str | None = None
    nonce: str | None = None
    chosen: bool = False  # somebody chose the seed: it was drawn by nobody
    since: int = Field(default=0, ge=0)  # number of the first action thrown with this seed, where another went before
    scripted: bool = False  # some dice were written down beforehand
    drawn: int = Field(default=0, ge=0, le=MOST_DRAWN)  # throws taken from the generator so far
    script: list[ScriptEntry] = []


class StartEntry(FileModel):
    """The laying of the table."""

    dice: list[DieEntry] = []
    at: int | None = Field(default=None, ge=0, le=MOST_DRAWN)  # as of an action
    hash: str


class ActionEntry(FileModel):
    """One action with all that is needed to play it again."""

    side: str
    do: str = Field(max_length=4000)
    dice: list[DieEntry] = []
    at: int | None = Field(default=None, ge=0, le=MOST_DRAWN)  # throws given before, where some were taken back
    hash: str


class EndEntry(FileModel):
    """How its players ended the battle."""

    how: Literal["resigned", "agreed", "time"]
    side: str = Field(default="", max_length=80)


class SaveFile(FileModel):
    """A whole save."""

    format: Literal["sandtable save"]
    version: int = Field(ge=1)
    game: str
    rules: str
    title: str = ""
    scenario: ScenarioEntry
    options: dict[str, str] = {}
    dice: DiceEntry
    start: StartEntry
    actions: list[ActionEntry] = Field(default=[], max_length=MOST_ACTIONS)
    ended: EndEntry | None = None
    result: str | None = None


def parse_save(text: str, where: str) -> SaveFile:
    """A save's text as checked data; raises ``InputError`` in one sentence."""
    return check_save(parse_json(text, where, gettext_word("save")), where)


def read_save(path: str | Path) -> SaveFile:
    """A save file as checked data; raises ``InputError`` in one sentence."""
    return parse_save(read_text(path, MAX_SAVE), str(path))


def check_save(data: Any, where: str) -> SaveFile:
    """A save's data, checked; raises ``InputError`` in one sentence."""
    if not isinstance(data, Mapping) or data.get("format") != "sandtable save":
        raise InputError(
            f"{where}: {gettext('is no save of Sandtable (it has no field format: {field!r})', field='sandtable save')}"
        )
    if isinstance(data.get("version"), int) and data["version"] > VERSION:
        raise InputError(
            f"{where}: "
            + gettext(
                "is a save of format {found}; this program reads up to {most}",
                found=describe(data["version"]), most=VERSION,
            )
        )  # fmt: skip
    save = check(data, SaveFile, where)
    if save.dice.since > len(save.actions) + 1:
        most = gettext("a number of at most {le}", le=len(save.actions) + 1)
        raise refused_field(where, "dice.since", expected(most, str(save.dice.since)))
    return save


def refused_field(where: str, field: str, why: str) -> InputError:
    """That a field of a save cannot be taken, and why."""
    return InputError(f"{where}, {gettext('field {name}', name=field)}: {why}")
