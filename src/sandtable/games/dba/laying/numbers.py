"""Fills a blank battle record from the data files: options, numbers, tables, the size of the board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from sandtable.compiler.decorators import clause
from sandtable.games.common.data import fill_switches, kept
from sandtable.games.common.worth import fill_weights
from sandtable.games.dba.clauses import FOLDER
from sandtable.games.dba.laying.tables import (
    TOPOGRAPHY_WORDS,
    TYPE_CODES,
    OutcomeCase,
    OutcomeRow,
    Passage,
    Support,
    When,
    chosen_values,
    options,
    outcomes_file,
    rules_file,
    terrain_file,
    troops_file,
    weights,
)
from sandtable.games.dba.record import BATTLE, By, Degree, Ground, Outcome, Type
from sandtable.kernel.records import NONE

OUTCOMES = {
    "no effect": Outcome.NO_EFFECT,
    "recoils": Outcome.RECOIL,
    "flees": Outcome.FLEE,
    "destroyed": Outcome.DESTROYED,
}
IMPASSABLE = (Ground.WATERWAY,)
"""Where nobody pursues or flees to (DBA-TERR-7)."""

GROUND_FIELDS = (
    "bad_going", "hides_command", "hides_shooting", "shuts_general_in", "one_only", "long_and_thin",
)  # fmt: skip


def blank() -> Any:
    """Array ``[1]`` of an empty battle: nobody on it, every reference NONE, no rules yet."""
    record = np.zeros(1, BATTLE)
    b = record[0]
    for field in ("foot_type", "camp", "charged", "opponent"):
        b.figures[field] = NONE
    b.camps["occupant"] = NONE
    b.camps["holder"] = (0, 1)
    b.edge[:] = NONE
    b.pending = NONE
    b.pending_side = NONE
    b.bound = 1
    for name, weight in weights().items():
        b.weights[name] = weight
    fill_weights(b, FOLDER)
    return record


@clause("WAD-GEN-1", "WAD-GEN-2", "WAD-AREA-1", "WAD-AREA-2", "WAD-AREA-3", "DBA-SCALE-7")
def fill_rules(b: Any, chosen: Mapping[str, str]) -> None:
    """Fill ``b.options``, ``b.rules`` and the table's size from the data files, under the switches ``chosen``.

    These switches are carried out here and nowhere else, as numbers and tables: scale, board, large_board, camp_size,
    multi_distance, river_move, river_margin, retire_least, hordes_shot_at, doubled_chariots, light_horse_and_spears,
    flight_into_cover, pursuit_into_cover, last_bound, river_dice and warband_support_against_bows.
    """
    filled = _filled(tuple(chosen_values(chosen).items()))
    for field in ("options", "rules", "table_width", "table_height"):
        b[field] = filled[field]


@kept
def _filled(chosen: tuple[tuple[str, str], ...]) -> Any:
    """A blank battle under these switches, as an example: to fill it from the tables takes 10 ms."""
    values = dict(chosen)
    b = np.zeros(1, BATTLE)[0]
    fill_switches(b.options, options(), values)
    _fill_numbers(b, values)
    _fill_troops(b.rules)
    _fill_support(b.rules, values)
    _fill_outcomes(b.rules, values)
    _fill_ground(b.rules, values)
    _fill_homes(b.rules)
    return b


@clause("DBA-SCALE-1", "DBA-SCALE-2", "DBA-SCALE-3", "DBA-SCALE-4", "WAD-GEN-4", "WAD-AREA-1", "WAD-AREA-2")
def _fill_numbers(b: Any, values: Mapping[str, str]) -> None:
    file = rules_file()
    scale = file.scales[values["scale"]]  # type: ignore[index]
    width = scale.base_width * scale.paces_a_millimetre
    numbers: dict[str, float] = {**file.base_widths, **file.paces, **file.counts, **file.costs, **file.factors}
    for key, changes in file.options.items():
        numbers.update(changes.get(values[key], {}))
    for key in [key for key in numbers if key.endswith("_widths")]:
        numbers[key.removesuffix("_widths")] = numbers.pop(key) * width
    table = numbers.pop("table")
    if values["board"] == "regulation" and values["large_board"] == "measured":
        table = scale.regulation_board * scale.paces_a_millimetre
    for key in file.base_widths:
        numbers[key] = numbers.pop(f"{key}_paces", numbers[key] * width)
    b.rules.base_width = width
    b.table_width = b.table_height = table
    for key, number in numbers.items():
        b.rules[key] = number


@clause(
    "DBA-MOVE-1", "DBA-MOVE-2", "DBA-SHOOT-1", "DBA-SHOOT-2", "DBA-CC-2", "DBA-SHOOT-14", "DBA-TROOP-9", "WAD-WWG-10"
)
def _fill_troops(rules: Any) -> None:
    for kind, troop in troops_file().types.items():
        rules.move[kind] = (troop.move.good, troop.move.bad, troop.move.road)
        rules.range[kind] = troop.range
        shooting = troop.shooting or troop.factor
        rules.factor[kind] = (troop.factor.foot, troop.factor.mounted)
        rules.factor_shooting[kind] = (shooting.foot, shooting.mounted)
        rules.mounted[kind] = troop.troop_class == "mounted"
        rules.contacts[kind] = "avoids_contact" not in troop.roles
        for role in ("impetuous", "difficult", "steady_in_bad_going"):
            rules[role][kind] = role in troop.roles


def _fits(when: When, values: Mapping[str, str]) -> bool:
    return all(values[key] == value for key, value in when.items())


@clause("DBA-SUP-2", "DBA-SUP-3", "DBA-SUP-4", "DBA-SUP-5", "DBA-SUP-7", "DBA-RECOIL-2", "DBA-PASS-1")
def _fill_support(rules: Any, values: Mapping[str, str]) -> None:
    file = rules_file()
    for table, lines in ((rules.own_support, file.rear_support), (rules.psiloi_support, file.psiloi_support)):
        _fill_bonus(table, lines, values)
    for table, ways in ((rules.recoils_through, file.recoils_through), (rules.passes_through, file.passes_through)):
        _fill_passage(table, ways)


def _fill_bonus(table: Any, lines: Iterable[Support], values: Mapping[str, str]) -> None:
    table[:] = 0
    for line in lines:
        if _fits(line.when, values):
            for kind in line.troops:
                table[kind, line.against] = line.adds


def _fill_passage(table: Any, ways: Iterable[Passage]) -> None:
    table[:] = 0
    for way in ways:
        for kind in way.troops:
            table[kind, way.friends] = 1


@clause("DBA-OUT-2", "DBA-OUT-3", "DBA-OUT-5", "DBA-OUT-7", "DBA-OUT-11", "WAD-OUT-1", "WAD-OUT-2", "WAD-OUT-3")
def _fill_outcomes(rules: Any, values: Mapping[str, str]) -> None:
    file = outcomes_file()
    doubled = {kind: file.doubled.get(TYPE_CODES[kind], file.doubled["others"]) for kind in Type}
    for degree, rows in ((Degree.BEATEN, file.beaten), (Degree.DOUBLED, doubled)):
        for loser in Type:
            for winner in Type:
                for by in By:
                    for bad in (0, 1):
                        word = _outcome(rows[loser], winner, by, bad, values)
                        rules.outcome[degree - 1, by, bad, loser, winner] = OUTCOMES[word].value


def _outcome(row: OutcomeRow, winner: Type, by: By, bad: int, values: Mapping[str, str]) -> str:
    def applies(case: OutcomeCase) -> bool:
        return (
            (case.by is None or winner in case.by)
            and (case.how is None or (case.how == "shooting") == (by == By.SHOOTING))
            and (case.going is None or (case.going == "bad") == (bad == 1))
            and _fits(case.when, values)
        )

    for word, cases in (("destroyed", row.destroyed), ("flees", row.flees), ("recoils", row.recoils)):
        if any(applies(case) for case in cases):
            return word
    return row.otherwise


@clause(
    "DBA-TERR-3", "DBA-TERR-5", "DBA-TERR-6", "DBA-TERR-9", "DBA-PIP-6", "DBA-PURSUE-5", "DBA-FLEE-3", "DBA-RIVER-4"
)
def _fill_ground(rules: Any, values: Mapping[str, str]) -> None:
    file = terrain_file()
    rules.pursues_into[:] = 1
    rules.flees_into[:] = 1
    for ground in Ground:
        entry = file.ground[ground]
        for field in GROUND_FIELDS:
            rules[field][ground] = getattr(entry, field)
        if values["pursuit_into_cover"] == "mounted_stop":
            rules.pursues_into[entry.pursuers_stop, ground] = 0
        if values["flight_into_cover"] == "avoided":
            rules.flees_into[entry.flight_avoids, ground] = 0
        if ground in IMPASSABLE:
            rules.pursues_into[:, ground] = 0
            rules.flees_into[:, ground] = 0


@clause("DBA-TERR-2", "DBA-SETUP-3", "DBA-SETUP-4", "DBA-SETUP-7", "DBA-SETUP-8", "DBA-SETUP-12", "DBA-SETUP-13")
def _fill_homes(rules: Any) -> None:
    file = terrain_file()
    for word, topography in TOPOGRAPHY_WORDS.items():
        home = file.topographies[word]
        rules.compulsory[topography] = [ground in home.compulsory for ground in Ground]
        rules.optional[topography] = [ground in home.optional for ground in Ground]
        rules.either_or[topography] = 0
        for group, pair in enumerate(home.not_both, start=1):
            rules.either_or[topography, list(pair)] = group
    rules.pieces[:] = 0.0
    for index, size in enumerate(file.pieces.sizes):
        rules.pieces[index] = size
