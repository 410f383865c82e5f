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


class Tell(IntEnum):
    """What tells the actions of one verb apart, where each has a fixed code."""

    COUNT = 0  # how many act: least, one more ..., so many or more
    GOES = 1  # into contact with which foe, on its front or elsewhere; or which way, and how it turns
    HEADS = 2  # the same in less detail
    FACING = 3  # which way it faces in the end, in eighths of a turn of the own view
    CELL = 4  # in which square of the table it ends, in the own view: of ``size``, ``least`` in each row
    ROW = 5  # the row of its target among the figures; none
    FOE = 6  # the row of its target among those of other sides; none
    TARGET = 7  # numbers of the action: least, one more ...
    ITEM = 8
    AMOUNT = 9
    MODE = 10
    PATH = 11
    SECOND = 12  # the row of the second of those who act; none


@dataclass(frozen=True)
class Apart:
    """One thing that tells actions apart, how many values it has, and the least of them."""

    tell: Tell
    size: int = 0  # 0: as many as follow from the game
    least: int = 0


@dataclass(frozen=True)
class Ways:
    """The ways of one verb: every combination of what tells its actions apart, each so many times (``spare``)."""

    verb: str
    alone: tuple[Apart, ...] = ()  # of one figure, or of nobody
    several: tuple[Apart, ...] | None = None  # of several; None: as of one
    spare: int = 1  # actions that nothing of it tells apart have codes one after the other, in the order of the list
    whoever: bool = False  # the codes do not tell who acts: only one who might is asked at a time


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
    grounds: tuple[str, ...] = ()  # what its kinds of ground are called, by number
    slots: int = 0  # figures of one side that have codes of their own; 0: as many as there is room for
    foes: int = 0  # figures of other sides that are told apart as targets; 0: the same
    ways: tuple[Ways, ...] = ()  # of verbs for which what follows from their phrase will not do


def names_of(kinds: type[Enum]) -> tuple[str, ...]:
    """The names of an enum whose values count from 0."""
    return tuple(kind.name.lower().replace("_", " ") for kind in kinds)


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
