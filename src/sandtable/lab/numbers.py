"""The numbers of a game's data files by their addresses, as ``rules.cover_save`` or ``figures.obelix.factor``."""

from __future__ import annotations

import difflib
import math
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from sandtable.errors import InputError
from sandtable.files import describe, expected
from sandtable.games.common.data import Change
from sandtable.games.game import Game
from sandtable.games.language import cores_of
from sandtable.translation import gettext

NO_RULES = frozenset({"knowledge", "options", "worth", "evaluate", "looks", "measures", "editor", "puzzles", "asked"})
"""Data files whose numbers are none of the rules'."""

LARGEST = 10**9
"""No number of a rulebook is further from 0; the record of a battle holds no whole one that is far larger."""

NEAR = 3
"""Addresses that are named to somebody who mistook one."""


@dataclass(frozen=True)
class Number:
    """One number of a data file."""

    address: str
    file: Path
    way: tuple[str | int, ...]
    value: int | float

    @property
    def words(self) -> tuple[str, ...]:
        """The parts of its address."""
        return tuple(self.address.split("."))

    def change(self, value: Any, origin: str) -> Change:
        """The change that makes it ``value``; InputError that opens with ``origin`` for what it cannot be."""
        whole = isinstance(self.value, int)
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            wanted = gettext("a whole number") if whole else gettext("a number")
            raise InputError(f"{origin}: {expected(wanted, describe(value))}")
        if whole and value != int(value):
            raise InputError(f"{origin}: {expected(gettext('a whole number'), describe(value))}")
        if abs(value) > LARGEST:
            far = (
                gettext("a number of at most {le}", le=LARGEST)
                if value > 0
                else gettext("a number of at least {ge}", ge=-LARGEST)
            )
            raise InputError(f"{origin}: {expected(far, describe(value))}")
        return Change(self.file, self.way, int(value) if whole else float(value))


def numbers_of(game: Game) -> Mapping[str, Number]:
    """Every number of a game's data files, and of those of the cores that it stands on, by its whole address."""
    return _numbers_in(game.folder)


@cache
def _numbers_in(own: Path) -> Mapping[str, Number]:
    found: dict[str, Number] = {}
    for folder in (*cores_of(own), own):
        for file in sorted((folder / "data").glob("*.toml")):
            if file.stem not in NO_RULES:
                data = tomllib.loads(file.read_text("utf-8"))
                for words, way, value in _leaves(data, (file.stem,), ()):
                    address = ".".join(words)
                    found[address] = Number(address, file, way, value)
    return found


def _leaves(
    data: Any, words: tuple[str, ...], way: tuple[str | int, ...]
) -> Iterator[tuple[tuple[str, ...], tuple[str | int, ...], int | float]]:
    """Words, way and value of every number in data; the items of a list are called by their id or name, or counted."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield from _leaves(value, (*words, str(key)), (*way, str(key)))
    elif isinstance(data, list):
        for place, value in enumerate(data):
            called = (value.get("id") or value.get("name")) if isinstance(value, Mapping) else None
            word = str(place + 1) if called is None else str(called).replace(" ", "_").replace(".", "_")
            yield from _leaves(value, (*words, word), (*way, place))
    elif isinstance(data, int | float) and not isinstance(data, bool):
        yield words, way, data


def numbers_named(game: Game, address: str) -> list[Number]:
    """The numbers that an address means: the whole one, or file and end, or the end alone, where one fits."""
    known = numbers_of(game)
    if address in known:
        return [known[address]]
    asked = tuple(address.split("."))
    by_file = [n for n in known.values() if n.words[0] == asked[0] and _ends(n.words[1:], asked[1:]) and asked[1:]]
    return by_file or [n for n in known.values() if _ends(n.words[1:], asked)]


def _ends(words: tuple[str, ...], asked: tuple[str, ...]) -> bool:
    return len(words) >= len(asked) and words[len(words) - len(asked) :] == asked


def short_address(game: Game, number: Number) -> str:
    """The shortest address with its file that means this number alone."""
    for first in range(len(number.words) - 1, 0, -1):
        address = ".".join((number.words[0], *number.words[first:]))
        if numbers_named(game, address) == [number]:
            return address
    return number.address


def nearest(word: str, known: Mapping[str, Any] | list[str]) -> str:
    """'; the nearest are a, b and c', or nothing."""
    names = {name.lower(): name for name in known}
    near = difflib.get_close_matches(word[:100].lower(), names, n=NEAR, cutoff=0.5)
    if not near:
        return ""
    return "; " + gettext("the nearest there are: {names}", names=", ".join(names[name] for name in near))
