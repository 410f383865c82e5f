"""What a scenario of a game may hold, for those who put one together on a table: its model, and how things lie there.

The model alone says what a file may say. ``data/editor.toml`` says what has a place on the table, and what may be put
there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from sandtable.files import load_checked

FILE = "editor.toml"


class _Plain(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


Form = Literal["point", "points", "pose", "box", "disc", "round", "oval", "polygon", "line", "along", "link", "bands"]
"""How a thing lies.

point: [x, y]; points: a list of such, each by itself; pose: a mapping with ``at`` and ``facing``; box: [west, south,
east, north]; disc: [x, y, radius]; round: a mapping with ``at`` and ``radius``; oval: one with ``at``, ``length``,
``width`` and ``facing``; polygon, line: a list of points; link: a mapping whose ``nodes`` are keys of two nodes of the
network; along: one whose ``corridor`` is the key of a link, with ``at``, or ``start`` and ``end``, on it; bands: a list
of [south, north].
"""


class Shape(_Plain):
    """A field by which a thing lies on the table."""

    field: str = ""  # the way to it from the thing; empty: the thing itself
    form: Form
    at: tuple[str, ...] = ("at",)  # of a pose: the fields that may hold its place


class Thing(_Plain):
    """A kind of things of a scenario: the way to each of them, ``*`` for any number or name, and how it lies."""

    path: str
    name: str  # what they are called together
    title: tuple[str, ...] = ()  # the fields that tell one from another
    shapes: tuple[Shape, ...] = ()


class Piece(_Plain):
    """Something that may be put into a scenario, as it is when it lies about the middle of the world."""

    group: str
    name: str
    to: str  # the way to the list or mapping that it joins; ``*``: any that there is, the maker chooses
    field: str = ""  # the one field of that mapping that it is
    key: str = ""  # how its name in that mapping begins, or its id
    letters: bool = False  # names and ids go on with letters, not numbers
    value: Any
    tool: Literal["put", "link", "along"] = "put"


class Network(_Plain):
    """The ways to the nodes and links of a network."""

    nodes: str
    links: str
    node: str = Field(description="how the name of a new node begins")


class EditorTable(_Plain):
    """``data/editor.toml``."""

    blank: str = Field(description="the text of a new scenario")
    grid: float = Field(gt=0.0, description="lengths are laid to multiples of it")
    network: Network | None = None
    things: tuple[Thing, ...]
    pieces: tuple[Piece, ...] = ()


Choices = Mapping[str, Mapping[str, str]]
"""The way to a field -> what it may say -> what that is called."""


def no_choices() -> Choices:
    """Of a game whose model names all that may be chosen."""
    return {}


def no_offset(_record: Any, _scenario: Mapping[str, Any]) -> tuple[float, float]:
    """Of a game whose places in a file are those on the table."""
    return 0.0, 0.0


@dataclass(frozen=True)
class Editing:
    """How scenarios of a game are put together."""

    folder: Path
    scenario: type[BaseModel]
    case: type[BaseModel]
    choices: Callable[[], Choices] = no_choices
    offset: Callable[[Any, Mapping[str, Any]], tuple[float, float]] = no_offset
    """``offset(record, scenario)``: what is added to a place in the file for its place on the table as laid."""

    @cached_property
    def table(self) -> EditorTable:
        """What is laid, and how."""
        return load_checked(self.folder / "data" / FILE, EditorTable)


def called(entries: Mapping[str, Any]) -> dict[str, str]:
    """What entries of a table of data are called, by their keys."""
    return {key: str(getattr(entry, "name", "") or key).replace("_", " ") for key, entry in entries.items()}
