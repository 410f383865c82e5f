"""Flash Flood's data files as Python: house-rule switches, and the numbers of the flood."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.common.data import fill_numbers, fill_switches
from sandtable.games.common.options import read_options
from sandtable.games.flash_flood.clauses import FOLDER
from sandtable.games.game import Option
from sandtable.games.skirmish40k.laying.numbers import core_options


def options() -> tuple[Option, ...]:
    """The house-rule switches: the edition, the core's, then those of the flood."""
    own = read_options(FOLDER)
    return (*own[:1], *core_options(), *own[1:])


def fill_rules(b: Any, values: Mapping[str, str]) -> None:
    """The numbers of the flood and its switches, from the value of every option."""
    fill_numbers(b.rules, FOLDER)
    fill_switches(b.options, read_options(FOLDER), values)
    b.flood.from_turn = b.rules.first_turn
