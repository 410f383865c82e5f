"""A game's data files as Python, and its numbers and switches on their way into a battle's record."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from sandtable.games.game import Option
from sandtable.kernel.records import record


@cache
def read_data(folder: Path, name: str) -> Mapping[str, Any]:
    """What ``data/<name>.toml`` of a game's folder holds."""
    return tomllib.loads((folder / "data" / f"{name}.toml").read_text("utf-8"))


def rules_record(folder: Path) -> np.dtype[Any]:
    """The numbers of ``data/rules.toml`` as a record: first those with a point (f8), then whole ones (i4)."""
    numbers = read_data(folder, "rules").items()
    lengths = [(name, "f8") for name, number in numbers if isinstance(number, float)]
    return record(*lengths, *((name, "i4") for name, number in numbers if isinstance(number, int)))


def fill_numbers(rules: Any, folder: Path) -> None:
    """Every number of ``data/rules.toml`` into the field of its name."""
    for name, number in read_data(folder, "rules").items():
        rules[name] = number


def fill_switches(chosen: Any, options: Iterable[Option], values: Mapping[str, str]) -> None:
    """Every switch that has a field, as the place of its value in its list: what its enum calls it (``switches``)."""
    for option in options:
        if option.key in (chosen.dtype.names or ()):
            chosen[option.key] = option.values.index(values[option.key])
