"""Inter Arma's data files as Python, and how the tables go into the record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.compiler.decorators import clause
from sandtable.games.common.data import fill_numbers, fill_switches, read_data
from sandtable.games.common.options import read_options
from sandtable.games.game import Option
from sandtable.games.inter_arma.clauses import FOLDER
from sandtable.games.inter_arma.record import Quality, Row, Troop, Weapon


def options() -> tuple[Option, ...]:
    """The house-rule switches."""
    return read_options(FOLDER)


@clause(
    "IA-CLASS-1", "IA-CLASS-2", "IA-CLASS-6", "IA-MOVE-4", "IA-MOVE-5", "IA-MOVE-6", "IA-MOVE-7", "IA-MOVE-8",
    "IA-MOVE-12", "IA-RANGED-7", "IA-RANGED-8", "IA-RANGED-9", "IA-RANGED-10", "IA-SAVE-6", "IA-SAVE-7", "IA-SAVE-8",
    "IA-SAVE-9", "IA-CAV-12", "IA-CAV-13", "IA-CAV-6",
)  # fmt: skip
def fill_tables(b: Any, values: Mapping[str, str]) -> None:
    """Numbers, tables and switches into a record, from the value of every option."""
    fill_numbers(b.rules, FOLDER)
    for quality, row in zip(Quality, read_data(FOLDER, "classes").values(), strict=True):
        for field, number in row.items():
            b.classes[quality + 1][field] = number
    for troop, row in zip(Troop, read_data(FOLDER, "troops").values(), strict=True):
        for field, number in row.items():
            b.troops[troop][field] = Row[number.upper()].value if field == "row" else number
    for at, row in zip(Row, read_data(FOLDER, "saves").values(), strict=True):
        b.saves[at].wounded, b.saves[at].dead = row["wounded"], row["dead"]
    for weapon, row in zip(Weapon, read_data(FOLDER, "weapons").values(), strict=True):
        for field, number in row.items():
            b.weapons[weapon][field] = number
    for place, (least, turn) in enumerate(read_data(FOLDER, "directions")["rows"]):
        b.directions[place].least, b.directions[place].turn = least, turn
    fill_switches(b.options, options(), values)
    if values["cavalry_fatigue"] == "as_infantry":
        for troop in (Troop.CAVALRY, Troop.ARMORED_CAVALRY):
            b.troops[troop].half = b.troops[Troop.INFANTRY].half
            b.troops[troop].tired = b.troops[Troop.INFANTRY].tired
