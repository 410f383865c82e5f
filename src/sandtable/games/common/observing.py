"""How a game says which of its record's fields a learner reads: columns as data, with names, units and ranges.

A game's ``observing/columns.py`` lists them. What all games have is added to them (``sandtable.batch.columns``): whose
a figure is, where it stands and faces, the size of its base, and what ``Game.enums`` says of it. Places and facings are
told from the side's own view, and sides by how far they come after it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum


class Way(IntEnum):
    """What is told of a field."""

    NUMBER = 0  # its value
    EACH = 1  # of an enum or a number: a column for each value, 1 in that one
    NAMED = 2  # of an index: 1 unless it is NONE
    SIDE = 3  # of a side: a column for each side, the own first
    BY_SIDE = 4  # of an array with a number for each side: these, the own first


@dataclass(frozen=True)
class Column:
    """One field of a record as one column or several."""

    field: str
    way: Way
    least: float = 0.0
    most: float = 1.0
    unit: str = ""
    values: tuple[tuple[str, int], ...] = ()  # of EACH: names and values


@dataclass(frozen=True)
class Rows:
    """A table of things: an array of records in the battle, a row for each."""

    key: str
    field: str  # of the battle
    columns: tuple[Column, ...]
    count: str = ""  # field of the battle that says how many; empty: as many as there is room for
    present: tuple[str, tuple[int, ...]] = ("", ())
    """A field of the row, and its values with which the thing is on the table; empty: always. Else its place is 0."""
    by_side: bool = False  # a row for each side: the own first


@dataclass(frozen=True)
class Observing:
    """What a learner reads of a battle."""

    width: str  # fields of the battle: the size of its table
    height: str
    whole: tuple[Column, ...] = ()  # of the battle
    figures: tuple[Column, ...] = ()
    others: tuple[Rows, ...] = ()
    turned: tuple[int, ...] = ()  # of each side: quarters of a turn by which its view of the table is turned
    edge: str = ""  # instead: the field of the battle (an array by side, or ``rows.field``) that holds its edge ...
    edges: tuple[tuple[int, int], ...] = ()  # ... and quarters by edge


def number(field: str, least: float, most: float, unit: str = "") -> Column:
    """The value of a field, from ``least`` to ``most``."""
    return Column(field, Way.NUMBER, least, most, unit)


def flag(field: str) -> Column:
    """A field that is 0 or 1."""
    return Column(field, Way.NUMBER, 0.0, 1.0, "yes or no")


def each(field: str, kinds: type[Enum]) -> Column:
    """A field that holds a member of an enum: a column for each."""
    return Column(field, Way.EACH, unit="yes or no", values=tuple((m.name.lower(), int(m.value)) for m in kinds))


def named(field: str) -> Column:
    """Whether a field names anything at all."""
    return Column(field, Way.NAMED, unit="yes or no")


def side(field: str) -> Column:
    """A field that holds a side."""
    return Column(field, Way.SIDE, unit="yes or no")


def by_side(field: str, least: float, most: float, unit: str = "") -> Column:
    """An array of the battle with a number for each side."""
    return Column(field, Way.BY_SIDE, least, most, unit)
