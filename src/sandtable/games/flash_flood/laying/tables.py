"""Flash Flood's data files as Python: house-rule switches, and the numbers of the flood."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from sandtable.games.common.options import read_options
from sandtable.games.flash_flood.clauses import FOLDER
from sandtable.games.flash_flood.record import OPTIONS
from sandtable.games.game import Option
from sandtable.games.skirmish40k.laying.numbers import core_options


def options() -> tuple[Option, ...]:
    """The house-rule switches: the edition, the core's, then those of the flood."""
    own = read_options(FOLDER)
    return (*own[:1], *core_options(), *own[1:])


@cache
def _numbers() -> Mapping[str, Any]:
    return tomllib.loads((FOLDER / "data" / "rules.toml").read_text("utf-8"))


def fill_rules(b: Any, values: Mapping[str, str]) -> None:
    """The numbers of the flood and its switches, from the value of every option."""
    for name, number in _numbers().items():
        b.rules[name] = number
    b.flood.from_turn = b.rules.first_turn
    for option in read_options(FOLDER):
        if option.key in (OPTIONS.names or ()):
            b.options[option.key] = option.values.index(values[option.key])
