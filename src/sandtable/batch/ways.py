"""The fixed action space of a game: a code for each actor and way, worked out from its verbs, and what a code means.

Codes of actions of nobody come first (``end``), then for each slot (the row of who acts, or who leads) its ways. What
no way is left for takes one of a few codes kept for that, so that no two actions of a list ever have the same code.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

import numpy as np

from sandtable.games.common.observing import Apart, Observing, Tell, Ways
from sandtable.games.game import Game
from sandtable.kernel.records import Path

OTHERS = 32
"""Codes of each slot, and as many of nobody, for actions that no way is left for."""

NUMBERS = 16
"""Values of a number of an action, of verbs of which a game says nothing."""

ACROSS, UP = 12, 8
"""Squares that tell places apart, where a game does not say."""

DIRECTIONS = ("on the spot", "ahead", "ahead right", "right", "back right", "back", "back left", "left", "ahead left")
TURNS = ("as it faced", "wheeling right", "turned right", "turned about", "turned left", "wheeling left")
LESS_TURNS = ("as it faced", "to the right", "to the left")
FACINGS = ("up", "up right", "right", "down right", "down", "down left", "left", "up left")

TELLS = 5
"""Things that tell the actions of one verb apart, at most."""

TOLD = 3
"""Numbers of one row of ``Coding.table`` before those of what tells apart: first way, spare, 1 where nobody's."""

WIDTH = TOLD + 3 * TELLS
"""All of them; of each thing its kind, size and least."""


@dataclass(frozen=True)
class Region:
    """The ways of one verb: of nobody, of one or of several."""

    verb: str
    by: str  # "", "one" or "several"
    first: int
    spare: int
    tells: tuple[Apart, ...]  # with their sizes

    @property
    def size(self) -> int:
        """How many ways it has."""
        return self.spare * prod(one.size for one in self.tells)


@dataclass(frozen=True)
class Coding:
    """The fixed action space of a game."""

    slots: int
    foes: int
    of_nobody: tuple[Region, ...]
    of_slots: tuple[Region, ...]
    table: Any  # i8[verbs, 3, WIDTH]: of nobody, one, several; the first way is -1 where there is none

    @cached_property
    def n_nobody(self) -> int:
        """Codes of nobody; the last of them are for others."""
        return sum(region.size for region in self.of_nobody) + OTHERS

    @cached_property
    def n_ways(self) -> int:
        """Codes of each slot (``N_WAYS``); the last of them are for others."""
        return sum(region.size for region in self.of_slots) + OTHERS

    @property
    def n(self) -> int:
        """All codes."""
        return self.n_nobody + self.slots * self.n_ways

    def slot_of(self, code: int) -> tuple[int, int]:
        """The row of who acts (-1: nobody) and the way of a code."""
        if code < self.n_nobody:
            return -1, code
        row, way = divmod(code - self.n_nobody, self.n_ways)
        return row, way

    def words(self, code: int) -> str:
        """What a code means: ``row 3, move: ahead, as it faced``."""
        row, way = self.slot_of(code)
        who = "" if row < 0 else f"row {row}, "
        return who + self.way_words(row >= 0, way)

    def way_words(self, of_slots: bool, way: int) -> str:
        """What a way means, of a slot or of nobody."""
        for region in self.of_slots if of_slots else self.of_nobody:
            if way < region.first + region.size:
                return _said(region, way - region.first, self.foes)
        return f"what no other code is left for, {way - (self.n_ways if of_slots else self.n_nobody) + OTHERS + 1}"


def coding_of(game: Game, rows: int) -> Coding:
    """The fixed action space of a game whose figures have so many rows."""
    listed: Observing | None = game.observing
    slots = (listed.slots if listed else 0) or rows
    foes = (listed.foes if listed else 0) or rows
    own = {ways.verb: ways for ways in (listed.ways if listed else ())}
    verbs = sorted(game.verb, key=lambda verb: verb.value)
    table = np.full((verbs[-1].value + 1, 3, WIDTH), -1, np.int64)
    nobody: list[Region] = []
    of_slots: list[Region] = []
    for verb in verbs:
        ways = own.get(verb.name) or _plain(game, verb.name)
        phrase = game.phrases.get(verb.name)
        acts = phrase is None or phrase.actors
        name = verb.name.lower().replace("_", " ")
        whose = nobody if not acts or ways.whoever else of_slots
        one = several = _region(whose, name, "one" if acts else "", ways.alone, ways, foes, rows)
        if acts and ways.several is not None:
            several = _region(whose, name, "several", ways.several, ways, foes, rows)
        for by, region in ((1, one), (2, several)) if acts else ((0, one),):
            _write(table[verb.value, by], region, whose is nobody)
    return Coding(slots, foes, tuple(nobody), tuple(of_slots), table)


def _plain(game: Game, verb: str) -> Ways:
    """What tells the actions of a verb apart as far as its phrase says."""
    phrase = game.phrases.get(verb)
    if phrase is None:
        return Ways(verb)
    found = [Apart(Tell.MODE, len(phrase.modes))] if phrase.modes else []
    for part in phrase.parts:
        if part.field == "target" and part.names == "figures":
            found.append(Apart(Tell.FOE))
        elif part.field in ("target", "item", "amount"):
            found.append(Apart(Tell[part.field.upper()], NUMBERS))
    if phrase.pose:
        found.append(Apart(Tell.GOES))
    return Ways(verb, tuple(found), spare=2 if phrase.pose else 1)


def _region(
    among: list[Region], verb: str, by: str, tells: tuple[Apart, ...], ways: Ways, foes: int, rows: int
) -> Region:
    """The next region among those of nobody or of slots."""
    sizes = {
        Tell.GOES: len(DIRECTIONS) * len(TURNS) + 2 * foes,
        Tell.HEADS: len(DIRECTIONS) * len(LESS_TURNS) + foes,
        Tell.FACING: len(FACINGS),
        Tell.CELL: ACROSS * UP,
        Tell.MODE: 1,
        Tell.ROW: 1 + rows,
        Tell.SECOND: 1 + rows,
        Tell.FOE: 1 + foes,
        Tell.PATH: len(Path),
    }
    told = tuple(
        Apart(one.tell, one.size or sizes[one.tell], one.least or (ACROSS if one.tell is Tell.CELL else 0))
        for one in tells
    )
    first = among[-1].first + among[-1].size if among else 0
    made = Region(verb, by, first, ways.spare, told)
    among.append(made)
    return made


def _write(row: Any, region: Region, is_nobodys: bool) -> None:
    row[:TOLD] = region.first, region.spare, is_nobodys
    for k, one in enumerate(region.tells):
        row[TOLD + 3 * k : TOLD + 3 + 3 * k] = int(one.tell), one.size, one.least


def _said(region: Region, way: int, foes: int) -> str:
    """What a way within its region means."""
    way, again = divmod(way, region.spare)
    values = []
    for one in reversed(region.tells):
        way, value = divmod(way, one.size)
        values.append((one, value))
    said = [words for one, value in reversed(values) for words in _value(one, value, foes)]
    by = " several" if region.by == "several" else ""
    told = f"{region.verb}{by}: {', '.join(said)}" if said else region.verb + by
    return told if again == 0 else f"{told}, {again + 1} of the kind"


def _value(one: Apart, value: int, foes: int) -> Iterator[str]:
    """One thing that tells apart, in words."""
    tell = one.tell
    if tell is Tell.COUNT:
        yield f"{one.least + value}{' or more' if value == one.size - 1 else ''}"
    elif tell in (Tell.GOES, Tell.HEADS):
        turns = TURNS if tell is Tell.GOES else LESS_TURNS
        free = len(DIRECTIONS) * len(turns)
        if value < free:
            yield DIRECTIONS[value // len(turns)]
            yield turns[value % len(turns)]
        else:
            foe, elsewhere = divmod(value - free, 2) if tell is Tell.GOES else (value - free, 0)
            where = (" at its front", " at its side or rear")[elsewhere] if tell is Tell.GOES else ""
            yield f"into contact with foe {foe}{where}"
    elif tell is Tell.FACING:
        yield f"facing {FACINGS[value]}"
    elif tell is Tell.CELL:
        yield f"in square {value % one.least} across, {value // one.least} up"
    elif tell in (Tell.ROW, Tell.FOE):
        kind = "row" if tell is Tell.ROW else "foe"
        yield f"at {kind} {value - 1}" if value else "at nobody"
    elif tell is Tell.SECOND:
        yield f"with row {value - 1}" if value else "with nobody"
    elif tell is Tell.PATH:
        yield Path(value).name.lower()
    else:
        yield f"{tell.name.lower()} {one.least + value}"
