"""Batalist's data files as Python, and how the tables go into the record."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from sandtable.compiler.decorators import clause
from sandtable.games.batalist.clauses import FOLDER
from sandtable.games.batalist.enums import Class, Ground, Row, SkillRow, Target
from sandtable.games.common import data
from sandtable.games.common.options import read_options, values_of
from sandtable.games.game import Option
from sandtable.kernel.records import NONE

SUN = {"east": 1, "west": -1}


def read_data(name: str) -> Mapping[str, Any]:
    """What ``data/<name>.toml`` holds."""
    return data.read_data(FOLDER, name)


@cache
def options() -> tuple[Option, ...]:
    """The house-rule switches."""
    return read_options(FOLDER)


def _fill(entry: Any, line: Mapping[str, Any], *without: str) -> None:
    """The fields of one line of a table, yes and no as 1 and 0."""
    for field, value in line.items():
        if field not in ("id", "name", *without):
            entry["weapon" if field == "class" else field] = (
                Class[value.upper()].value if field == "class" else int(value) if isinstance(value, bool) else value
            )


@clause(
    "BAT-MOD-1", "BAT-MOD-2", "BAT-MOD-3", "BAT-MOD-4", "BAT-MOD-5", "BAT-MOD-6", "BAT-MOD-7", "BAT-MOD-8",
    "BAT-MOD-9", "BAT-MOD-10", "BAT-MOD-11", "BAT-MOD-12", "BAT-MOD-13", "BAT-MOD-14", "BAT-MOD-15", "BAT-MOD-16",
    "BAT-MOD-18", "BAT-MOD-24", "BAT-CBT-16",
)  # fmt: skip
def fill_modifiers(b: Any) -> None:
    """The table of modifiers and the dice of skills."""
    for place, row, line in zip(Row, b.rows, read_data("modifiers")["row"], strict=True):
        assert place.name.lower() == line["name"]
        row.melee_over = row.shooting_over = row.damage_over = row.shooting_ranks = 1
        _fill(row, line)
    for skill, row, line in zip(SkillRow, b.skill_rows, read_data("skill_dice")["row"], strict=True):
        assert skill.name.lower() == line["name"]
        _fill(row, line)


@clause(
    "BAT-CAP-2", "BAT-CAP-3", "BAT-CAP-4", "BAT-CAP-5", "BAT-CAP-6", "BAT-MGA-2", "BAT-MGA-3", "BAT-MGA-4", "BAT-MGA-5",
    "BAT-MGA-6", "BAT-ARM-13", "BAT-ARM-14", "BAT-ARM-15", "BAT-TOD-2", "BAT-TOD-3", "BAT-TOD-4", "BAT-TOD-5",
    "BAT-TOD-6", "BAT-TOD-7", "BAT-WEA-7", "BAT-WEA-13", "BAT-TER-12", "BAT-TER-17", "BAT-TER-18", "BAT-TER-10",
)  # fmt: skip
def fill_tables(b: Any, chosen: Mapping[str, str]) -> None:
    """Numbers, tables and switches into a record; ``chosen``: the switches that are not at their default."""
    data.fill_numbers(b.rules, FOLDER)
    fill_modifiers(b)
    for ground, line in zip(Ground, read_data("terrain").values(), strict=True):
        _fill(b.kinds[ground], line)
    for entry, line in zip(b.formations, read_data("formations").values(), strict=True):
        _fill(entry, line)
    for table, lines in (("leaders", "leader"), ("mages", "mage")):
        for entry, line in zip(b[table], read_data("abilities")[lines], strict=True):
            _fill(entry, line)
    for entry, line in zip(b.spells, read_data("spells").values(), strict=True):
        entry.weapon = NONE
        entry.target = Target[line["target"].upper()].value
        _fill(entry, line, "target")
    for entry, line in zip(b.artefacts, read_data("artefacts").values(), strict=True):
        _fill(entry, line, "bearers")
    for entry, line in zip(b.traps, read_data("traps").values(), strict=True):
        _fill(entry, line)
    _fill_sky(b)
    data.fill_switches(b.options, options(), values_of(options(), chosen))


def _fill_sky(b: Any) -> None:
    """Hours and weathers; nothing is rolled yet."""
    for entry, line in zip(b.hours, read_data("sky")["hour"], strict=True):
        _fill(entry, line, "sun")
        entry.sun_x = SUN.get(line.get("sun"), 0)
    for season in ("summer", "winter"):
        for entry, line in zip(b[season], read_data("sky")[season], strict=True):
            entry.sight = entry.fire_over = entry.snow = 1
            _fill(entry, line)
    b.hour = b.sky = NONE
    b.striker = b.quarry = b.caster = b.spell = b.spell_at = b.winner = NONE
