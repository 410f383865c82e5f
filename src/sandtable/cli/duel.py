"""``sandtable duel``: battles between computer generals, with win rates and their intervals."""

from __future__ import annotations

import json
import math
import os
import time
from typing import Annotated, Any

import typer

from sandtable.errors import InputError
from sandtable.files import expected
from sandtable.translation import gettext


def main(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game, as dbaix.")],
    generals: Annotated[
        str, typer.Option(metavar="NAMES", help="One general a side, comma-separated; they rotate seats.")
    ] = "",
    battles: Annotated[int, typer.Option(help="How many battles.")] = 200,
    seed: Annotated[int, typer.Option(help="Same seed, same result, for any number of workers.")] = 0,
    scenario: Annotated[
        str, typer.Option(metavar="NAME", help="Scenario name or file; the game's first one when left out.")
    ] = "",
    option: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="A house rule; may be repeated.")
    ] = None,
    weight: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="What generals think something is worth; may be repeated."),
    ] = None,
    workers: Annotated[int, typer.Option(help="Processes; 0 for all cores.")] = 0,
    fixed_seats: Annotated[bool, typer.Option("--fixed-seats", help="Do not rotate seats.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
    record: Annotated[
        str, typer.Option(metavar="FILE", help="Write each decision into a Parquet file, for learners.")
    ] = "",
) -> None:
    """Fight many battles between computer generals and print win rates with 95 % Wilson intervals.

    Examples:

      sandtable duel dbaix --generals greedy,random,random --battles 200

      sandtable duel dbaix --battles 1000 --option gaul_straight_cost=1 --json

      sandtable duel dba --generals quick,quick --battles 100 --record battles.parquet
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from sandtable.cli._compiling import see_compiled
    from sandtable.lab import duel as lab

    see_compiled(game)
    sides = len(lab.sides_of(game, scenario))
    names = tuple(generals.split(",")) if generals else ("greedy",) + ("random",) * (sides - 1)
    plan = lab.Duel(
        game, names, battles, seed, scenario, _options(option or []), not fixed_seats, _weights(weight or [])
    )
    lab.check_duel(plan)
    columns = (TextColumn(gettext("battles")), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    started = time.perf_counter()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(gettext("battles"), total=battles)
        if record:
            from sandtable.games.common.amounts import counted
            from sandtable.lab.dataset import record_duel

            rows = record_duel(plan, record, lambda done: bar.advance(task, done))
            print(f"{record}: {counted(rows, 'decision', ',')}")
            return
        report = lab.run_duel(plan, workers or os.cpu_count() or 1, lambda done: bar.advance(task, done))
    seconds = time.perf_counter() - started
    if as_json:
        print(json.dumps(lab.as_json(report), indent=2))
        return
    _print(report, seconds)


def _options(said: list[str]) -> tuple[tuple[str, str], ...]:
    """House rules as they were said: key=value."""
    options = []
    for text in said:
        key, equals, value = text.partition("=")
        if not equals:
            raise InputError(f"--option: {expected(gettext('key=value'), repr(text))}")
        options.append((key, value))
    return tuple(options)


def _weights(said: list[str]) -> tuple[tuple[str, float], ...]:
    """What generals are to think something worth, as it was said: name=number."""
    weights = []
    for text in said:
        key, _, value = text.partition("=")
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            raise InputError(f"--weight: {expected(gettext('name=number'), repr(text))}")
        weights.append((key, number))
    return tuple(weights)


def _print(report: Any, seconds: float) -> None:
    from rich.console import Console
    from rich.table import Table

    from sandtable.cli._faults import fault_lines
    from sandtable.games.common.amounts import counted
    from sandtable.lab.duel import sides_of

    console = Console()
    plan = report.duel
    for title, rows in (
        (gettext("general"), [(name, report.wins_of(k)) for k, name in enumerate(plan.generals)]),
        (gettext("side"), [(s.name, report.wins_of_side(k)) for k, s in enumerate(sides_of(plan.game, plan.scenario))]),
    ):
        table = Table(title=None)
        table.add_column(title)
        table.add_column(gettext("wins"), justify="right")
        table.add_column(gettext("95 % interval"), justify="right")
        for name, interval in rows:
            table.add_row(name, f"{interval.rate:.1%}", f"{interval.low:.1%} {gettext('to')} {interval.high:.1%}")
        console.print(table)
    decisions = sum(f.decisions for f in report.fought)
    fought = len(report.fought)
    cut_off = gettext("{number} did not end and count as draws", number=report.cut_off)
    endless = f"; {cut_off}" if report.cut_off else ""
    seats = gettext("seats rotated") if plan.rotate else gettext("seats fixed")
    shared = gettext("a draw counts as a shared win")
    seeded = gettext("seed {seed}", seed=plan.seed)
    console.print(f"{counted(fought, 'battle')}, {seeded}, {seats}; {shared}{endless}.")
    for line in fault_lines(report.faults):
        console.print(line, markup=False)
    took = gettext(
        "A battle took {bounds:.1f} bounds and {decisions:.0f} decisions on average; nobody was in contact in "
        "{quiet:.0%} of the bounds; {unused:.2f} PIPs a bound were left unused.",
        bounds=report.bounds / fought, decisions=decisions / fought, quiet=report.quiet, unused=report.unused,
    )  # fmt: skip
    console.print(took)
    console.print(
        gettext("{decisions} in {seconds:.1f} s.", decisions=counted(decisions, "decision", ","), seconds=seconds)
    )
