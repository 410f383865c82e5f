"""Pursuit's data files as Python: house-rule switches, and the numbers of the chase."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from sandtable.games.common.data import fill_numbers, fill_switches
from sandtable.games.common.options import read_options
from sandtable.games.game import Option
from sandtable.games.pursuit.clauses import FOLDER
from sandtable.games.skirmish40k.laying.numbers import core_options


@cache
def options() -> tuple[Option, ...]:
    """Pursuit's switches, then the core's."""
    return (*read_options(FOLDER), *core_options())


def fill_rules(b: Any, values: Mapping[str, str]) -> None:
    """The numbers of the chase and its switches, from the value of every option."""
    fill_numbers(b.rules, FOLDER)
    fill_switches(b.options, read_options(FOLDER), values)
    b.rules.max_turns = int(values["max_turns"])
    b.rules.keep_lane = float(values["keep_lane"])
