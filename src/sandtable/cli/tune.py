"""``sandtable tune``: finds the weights of a game's first impressions by self-play."""

from __future__ import annotations

import os
import time
from typing import Annotated, Any

import typer

from sandtable.translation import gettext


def main(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game, as dba.")],
    rounds: Annotated[int, typer.Option(help="Rounds; the weights move once in each.")] = 20,
    pairs: Annotated[int, typer.Option(help="Pairs of candidates in a round.")] = 6,
    battles: Annotated[int, typer.Option(help="Battles of a candidate for each opponent and scenario.")] = 12,
    seed: Annotated[int, typer.Option(help="Same seed, same weights, for any number of workers.")] = 0,
    workers: Annotated[int, typer.Option(help="Processes; 0 for all cores.")] = 0,
    scenario: Annotated[str, typer.Option(help="Tune in this one alone: a name, or a file. Else in every one.")] = "",
    side: Annotated[
        str, typer.Option(help="Find leanings for this side of --scenario, instead of weights for all.")
    ] = "",
    write: Annotated[bool, typer.Option("--write", help="Write the weights into the game's data/worth.toml.")] = False,
) -> None:
    """Find by self-play what a game's generals should think of an action at first sight; print the weights.

    Ctrl-C ends it after the last whole round, with the weights found so far.

    Examples:

      sandtable tune dba --rounds 5

      sandtable tune dbaix --rounds 40 --write

      sandtable tune inter-arma --scenario camp --side gauls
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from sandtable.cli._compiling import see_compiled
    from sandtable.errors import InputError
    from sandtable.files import atomic_write
    from sandtable.games import get_game
    from sandtable.games.common.worth import FILE, read_features
    from sandtable.lab import tune as lab
    from sandtable.table.scenarios import scenario_names

    known = get_game(game)
    scenarios = (scenario,) if scenario else scenario_names(known)
    plan = lab.Plan(game, scenarios, rounds, pairs, battles, seed=seed, side=side)
    if side and write:
        raise InputError("--write: " + gettext("leanings belong in a scenario's file; put there what is printed"))
    lab.check_plan(plan)
    see_compiled(known.key)
    columns = (TextColumn(gettext("rounds")), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    started = time.perf_counter()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(gettext("rounds"), total=rounds)
        tuned = lab.tune(plan, workers or os.cpu_count() or 1, lambda _: bar.advance(task, 1))
    _print(known, tuned, time.perf_counter() - started, side)
    if write:
        file = known.folder / FILE
        atomic_write(file, lab.rewritten(file.read_text("utf-8"), read_features(known.folder), tuned.weights))
        print(gettext("Written to {file}.", file=file))


def _print(game: Any, tuned: Any, seconds: float, side: str) -> None:
    from rich.console import Console
    from rich.table import Table

    from sandtable.games.common.amounts import counted
    from sandtable.games.common.worth import read_features
    from sandtable.lab.tune import leanings

    table = Table()
    table.add_column(gettext("feature"))
    table.add_column(gettext("before"), justify="right")
    table.add_column(gettext("tuned"), justify="right")
    for column, feature in enumerate(read_features(game.folder)):
        before, after = (", ".join(f"{w:.3g}" for w in rows[:, column]) for rows in (tuned.start, tuned.weights))
        table.add_row(feature.key, before, after)
    console = Console()
    console.print(table)
    fought = f"{counted(tuned.rounds, 'round')}, {counted(tuned.battles, 'battle', ',')}"
    console.print(gettext("{fought} in {seconds:.0f} s.", fought=fought, seconds=seconds))
    if tuned.against_start:
        console.print(
            gettext(
                "Against those before, the tuned weights win {share}; an even share would be {even:.1%}.",
                share=_share(tuned.against_start),
                even=tuned.even_share,
            )
        )
    elif tuned.as_side:
        for share in tuned.as_side:
            console.print(
                gettext(
                    "As {side} against {general}: {before} before, {after} tuned.",
                    side=side,
                    general=share.against,
                    before=_share(share.before),
                    after=_share(share.after),
                )
            )
    else:
        console.print(gettext("Interrupted: not compared with the weights before."))
    if side:
        features = read_features(game.folder)
        text = leanings(side, features, tuned.start[0], tuned.weights[0])
        # Printed plainly, as it is to be copied: a console breaks lines where its window ends.
        print(text or gettext("No weight moved: nothing to put in the scenario.") + "\n", end="")


def _share(interval: Any) -> str:
    """A share with its interval."""
    return f"{interval.rate:.1%} ({interval.low:.1%} {gettext('to')} {interval.high:.1%})"
