"""House-rule switches: what a game's data/options.toml lists, and the values that a file or a caller chose."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from sandtable.errors import InputError
from sandtable.files import describe, did_you_mean, expected, place
from sandtable.games.game import Option
from sandtable.translation import either, gettext

FIELDS = ("key", "values", "clause", "text")


@cache
def read_options(folder: Path) -> tuple[Option, ...]:
    """The switches of a game in the order of its file, the first value of each the default.

    An entry may have further fields, each named as a value of a switch before it (the first that has such a value): the
    default where that one is set so, as ``plain = "no"`` of a switch that is off where ``conventions`` are plain.
    They are worded in English: whoever shows one says it in the language spoken, see ``translated``.
    """
    found: list[Option] = []
    for entry in tomllib.loads((folder / "data" / "options.toml").read_text("utf-8"))["option"]:
        defaults = []
        for word in entry.keys() - set(FIELDS):
            other = next(option.key for option in found if word in option.values)
            defaults.append((other, word, entry[word]))
        found.append(Option(entry["key"], tuple(entry["values"]), entry["clause"], entry["text"], tuple(defaults)))
    return tuple(found)


def read_choices(
    options: Iterable[Option], chosen: Mapping[str, Any], data: Any, where: str, field: str = "options"
) -> dict[str, str]:
    """The switches that somebody set, in a field of ``data``, each to a word of its list of values."""
    known = {option.key: option for option in options}
    found: dict[str, str] = {}
    for key, value in chosen.items():
        origin = place(data, where, field, key)
        if key not in known:
            raise InputError(f"{origin}: {gettext('there is no option {key!r}', key=key)}{did_you_mean(key, known)}")
        found[key] = _choice(known[key].values, value, origin)
    return found


def _choice(values: tuple[str, ...], value: Any, origin: str) -> str:
    """The value that is meant: 1, 1.0 and '1' are one, true is yes."""
    word = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
    for known in values:
        if word == known or _is_same_number(word, known):
            return known
    raise InputError(f"{origin}: {expected(either(values), describe(value))}")


def _is_same_number(word: str, known: str) -> bool:
    try:
        return float(word) == float(known)
    except ValueError:
        return False


def values_of(options: Iterable[Option], chosen: Mapping[str, str]) -> dict[str, str]:
    """The value of every switch: the one chosen, else its default under those that stand before it."""
    values: dict[str, str] = {}
    for option in options:
        defaults = [default for other, value, default in option.defaults if values[other] == value]
        values[option.key] = chosen.get(option.key) or (defaults or option.values)[0]
    return values
