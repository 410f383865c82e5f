"""``sandtable regret``: what planning gains over quick in single positions, by horizon and number of playouts."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from sandtable.translation import gettext


def main(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game, as dba.")],
    scenario: Annotated[
        str, typer.Option(metavar="NAME", help="Scenario name or file; the game's first one when left out.")
    ] = "",
    positions: Annotated[int, typer.Option(help="How many positions, each of a battle of its own.")] = 40,
    plans: Annotated[int, typer.Option(help="Plans told apart in each.")] = 6,
    playouts: Annotated[int, typer.Option(help="Whole battles played on from each plan.")] = 96,
    seed: Annotated[int, typer.Option(help="Same seed, same result.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Measure what choosing among plans gains over quick, in win probability, by horizon and number of playouts.

    Examples:

      sandtable regret dba --scenario first-lesson

      sandtable regret batalist --positions 20 --playouts 48 --json
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from sandtable.cli._compiling import see_compiled
    from sandtable.generals import regret as tool

    plan = tool.Plan(game, scenario, positions, plans, playouts, seed=seed)
    tool.check(plan)
    see_compiled(game)
    columns = (TextColumn(gettext("positions")), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(gettext("positions"), total=positions)
        result = tool.run_regret(plan, lambda done: bar.update(task, completed=done))
    if as_json:
        print(json.dumps(_as_json(result), indent=2))
    else:
        _print(result)


def _as_json(result: Any) -> dict[str, Any]:
    plan = result.plan
    return {
        "game": plan.game,
        "scenario": plan.scenario,
        "positions": len(result.values),
        "plans": plan.plans,
        "playouts": plan.playouts,
        "seed": plan.seed,
        "quick": result.quick._asdict(),
        "spread_of_plans": result.spread,
        "spread_of_one_playout": result.noise,
        "gains": [
            {"horizon": row.horizon or None, "playouts_of_a_plan": row.budget, **row.gain._asdict()}
            for row in result.rows()
        ],
    }


def _print(result: Any) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    table = Table()
    table.add_column(gettext("bounds played on"))
    budgets = sorted({row.budget for row in result.rows()})
    for budget in budgets:
        table.add_column(gettext("{playouts} playouts", playouts=budget), justify="right")
    for horizon in (*result.plan.horizons, 0):
        cells = [_gain(row.gain) for row in result.rows() if row.horizon == horizon]
        table.add_row(str(horizon or gettext("to the end")), *cells)
    console.print(table)
    quick = result.quick
    console.print(
        gettext(
            "What the chosen plan wins more often than quick's own, in points of 100, with 95 % intervals, in "
            "{positions} positions of {plans} plans. By quick's plan whoever decides wins {rate:.0%} "
            "({low:.0%} to {high:.0%}).",
            positions=len(result.values), plans=result.plan.plans, rate=quick.rate, low=quick.low, high=quick.high,
        )
    )  # fmt: skip
    console.print(
        gettext(
            "Plans of one position differ by a standard deviation of {spread:.3f}; one playout of two of them by "
            "{noise:.2f}.",
            spread=result.spread, noise=result.noise,
        )
    )  # fmt: skip


def _gain(gain: Any) -> str:
    return f"{100 * gain.rate:+.1f} ({100 * gain.low:+.1f} {gettext('to')} {100 * gain.high:+.1f})"
