"""``sandtable compile``: compile rules ahead, so that nobody waits for them later."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sandtable.translation import gettext


def main(
    games: Annotated[list[str] | None, typer.Argument(metavar="GAME", help="Games; all of them if none.")] = None,
    anew: Annotated[
        bool, typer.Option("--anew", help="Into a folder that is thrown away, to measure what it costs.")
    ] = False,
    export: Annotated[str, typer.Option(metavar="FOLDER", help="Into a folder for others, who only read it.")] = "",
) -> None:
    """Compile the rules of games, on all cores, as far as they are not compiled already.

    With --anew: how many kernels they have, how much room they take and how long they take to compile, and exit
    status 1 where that is more than a game may cost (docs/performance.md).

    With --export: for processors of this kind from 2013 on. Who sets SANDTABLE_PREBUILT=FOLDER loads them from
    there: several users of a machine, or a container.

    Examples:

      sandtable compile

      sandtable compile dba dbaix
    """
    from sandtable.compiler.decorators import COMPILED
    from sandtable.errors import InputError
    from sandtable.games import game_keys, get_game

    keys = [get_game(key).key for key in games or game_keys()]
    if not COMPILED:
        raise InputError(
            gettext("NUMBA_DISABLE_JIT=1 is set: rules run as plain Python, and there is nothing to compile.")
        )
    from sandtable.compiler.linking import USABLE

    if not USABLE:
        raise InputError(
            gettext("here numba alone compiles the rules, each as it is needed: they cannot be compiled ahead.")
        )
    if export:
        done = [export_all(keys, Path(export))]
    else:
        done = [measure(key) for key in keys] if anew else [compile_all(keys)]
    raise typer.Exit(0 if all(done) else 1)


def compile_all(keys: list[str]) -> bool:
    """Compile these games, with a bar for each; False when one of them could not be finished."""
    from rich.console import Console

    from sandtable.cli._compiling import compile_ahead
    from sandtable.compiler.linking import folder
    from sandtable.games import get_game

    failed = compile_ahead(keys, Console(stderr=True))
    done = [get_game(key).title for key in keys if key not in failed]
    if done:
        print(gettext("Compiled: {games} (kept in {folder}).", games=", ".join(done), folder=folder()))
    return not failed


def export_all(keys: list[str], place: Path) -> bool:
    """Compile these games into a folder for others; False when one of them could not be finished."""
    from sandtable.compiler.exporting import COMPILE, export, is_free
    from sandtable.errors import InputError

    if not is_free(place):
        raise InputError(gettext("{folder}: expected an empty folder, or an earlier export.", folder=place))
    done = export(place, [*COMPILE, *keys])
    print(gettext("Written to {file}.", file=place))
    return done


def measure(key: str) -> bool:
    """Say what compiling a game costs; False when that is more than it may."""
    from sandtable.games import get_game
    from sandtable.games.common.amounts import counted
    from sandtable.server.warmup import budget
    from sandtable.server.warmup.warmup import cores

    cost = budget.measure(key)
    told = gettext(
        "{game}: {kernels} (at most {most_kernels:,}), {mib:.1f} MiB (at most {most_mib:g}), {cpu:.0f} s of processor "
        "time (at most {most_cpu:g}), {seconds:.0f} s, {cores}.",
        game=get_game(key).title, kernels=counted(cost.weight.kernels, "kernel", ","), most_kernels=budget.KERNELS,
        mib=cost.weight.mib, most_mib=budget.MIB, cpu=cost.cpu_seconds, most_cpu=budget.CPU_SECONDS,
        seconds=cost.seconds, cores=counted(cores(), "core"),
    )  # fmt: skip
    print(told)
    return cost.is_within
