"""Armies that players put together: a game's army lists as plain data, and an army on its way from choice to table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from sandtable.games.scene import SceneFigure


class _Plain(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


Word = Annotated[str, Field(max_length=80)]
MOST = 64
"""Lines of a list, elements of a line, and other choices, at most."""


class ArmyElement(_Plain):
    """One kind of element that lists offer."""

    word: str  # as army files write it
    name: str  # for people
    text: str  # what it can do, in a few words
    figure: SceneFigure  # as it is drawn on the table; its side is empty


class ArmyLine(_Plain):
    """So many elements of a list, each of one of these kinds."""

    words: str  # as players say it: 4 of 4Sp or 3Ax
    count: int
    of: tuple[str, ...]
    alike: bool = False  # all of them of the same kind
    general: bool = False  # one of them holds the general


class ArmyChoice(_Plain):
    """One value that something else about an army can have."""

    value: str
    label: str


class ArmyField(_Plain):
    """What is to be said about an army besides its elements: one of some choices, or a number."""

    key: str
    label: str
    clause: str
    choices: tuple[ArmyChoice, ...] = ()  # empty: a number
    least: float = 0.0
    most: float = 0.0
    step: float = 0.0
    unless: tuple[str, str] | None = None  # not asked where that other field has that value


class ArmyDraft(_Plain):
    """An army while it is put together; nothing says yet that it is allowed."""

    list: Annotated[str, Field(max_length=10_000)]  # key of its army list; of a list of the player's own its text
    name: Annotated[str, Field(max_length=80)]  # empty: as the list calls it
    picks: Annotated[tuple[Annotated[tuple[Word, ...], Field(max_length=MOST)], ...], Field(max_length=MOST)]
    """The kinds of the elements chosen from each line of the list."""
    strays: Annotated[tuple[Word, ...], Field(max_length=MOST)]  # elements that have no place in any line
    values: Annotated[dict[Word, Word], Field(max_length=MOST)]  # of the list's fields


class ArmyList(_Plain):
    """One army list."""

    key: str
    title: str
    name: str  # what the side is called
    text: str  # its home and temper, in a sentence
    lines: tuple[ArmyLine, ...]
    fields: tuple[ArmyField, ...]
    ready: ArmyDraft  # an army ready to play
    ready_words: str
    side: str = ""  # the key of the only side that may take it; empty: any may


class ArmyFault(_Plain):
    """Something that is wrong with an army, in one sentence."""

    text: str
    clause: str


class ArmyCheck(_Plain):
    """What the rules say to an army."""

    army: ArmyDraft | None  # None where a text cannot be read at all
    count: int  # elements it has
    size: int  # elements it must have
    faults: tuple[ArmyFault, ...]  # none: it may fight
    words: tuple[str, ...]  # what it is, line by line
    text: str  # the army as a file
    list: ArmyList | None = None  # its list, where that is the player's own and not one of the game's
    elements: tuple[ArmyElement, ...] = ()  # the kinds of element that such a list offers


@dataclass(frozen=True)
class Armies:
    """How a game's armies are listed, checked and brought to a table."""

    lists: Callable[[], tuple[ArmyList, ...]]
    elements: Callable[[], tuple[ArmyElement, ...]]
    """Every kind of element that a list offers."""
    check: Callable[[ArmyDraft | str, Mapping[str, str]], ArmyCheck]
    """``check(army, options)``: an army under these house rules. It opens no files.

    A text is that of an army file, or of a list of one's own, whose ready army is meant.
    """
    load: Callable[[Path], ArmyCheck]
    """The army of a file, whose list may be a file beside it; InputError names file, line and field."""
    of_scenario: Callable[[Mapping[str, Any]], Mapping[str, ArmyDraft]]
    """Side -> the army that a scenario gives it, where players may bring others instead; else nothing."""
    bring: Callable[[Mapping[str, Any], Mapping[str, ArmyDraft | str | Path], Mapping[str, str]], Mapping[str, Any]]
    """``bring(scenario, armies, options)``: the scenario with these armies; InputError where one may not fight."""
    files: Callable[[Mapping[str, Any]], tuple[str, ...]]
    """Files of army lists that a scenario names, which laying it opens: not to be done for strangers."""
