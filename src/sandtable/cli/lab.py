"""``sandtable lab``: studies of many battles, and what came of them."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from sandtable.errors import InputError
from sandtable.translation import gettext


def main(
    what: Annotated[str, typer.Argument(metavar="WHAT", help="run, show or report.")],
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="run: the file of a study. show, report: a folder of results.")
    ],
    out: Annotated[
        str, typer.Option(metavar="PATH", help="The folder of the results, or the file of the report.")
    ] = "",
    pictures: Annotated[str, typer.Option(metavar="FOLDER", help="report: every figure as SVG and PNG, too.")] = "",
    battles: Annotated[int, typer.Option(help="Battles a variant and scenario, instead of the study's number.")] = 0,
    workers: Annotated[int, typer.Option(help="Processes; 0 for all cores.")] = 0,
) -> None:
    """Run a study, or go on with one, and say what it found; say again what results hold; write their report.

    Ctrl-C loses at most the battles in hand: the same command goes on where it was.

    Examples:

      sandtable lab run docs/studies/dba-overlaps.toml

      sandtable lab report docs/studies/dba-overlaps.results --pictures figures
    """
    if what == "run":
        _run(name, out, battles, workers)
    elif what == "show":
        from sandtable.lab.results import Results

        _print(Results.read(name))
    elif what == "report":
        _report(name, out, pictures)
    else:
        raise InputError(gettext("sandtable lab knows 'run', 'show' and 'report', not {what!r}", what=what))


def _report(name: str, out: str, pictures: str) -> None:
    from sandtable.lab.report import write_report
    from sandtable.lab.results import Results

    target = Path(out) if out else Path(name) / "report.html"
    write_report(Results.read(name), target, Path(pictures) if pictures else None)
    print(gettext("Written to {file}.", file=target))


def _run(name: str, out: str, battles: int, workers: int) -> None:
    from sandtable.cli._compiling import see_compiled
    from sandtable.files import load_toml
    from sandtable.lab.results import Results
    from sandtable.lab.study import check_study

    data = load_toml(name)
    if battles:
        data["battles"] = battles
    study = check_study(data, name)
    see_compiled(study.game.key)
    folder = Path(out) if out else Path(name).with_suffix(".results")
    progress, seconds = run_shown(study, folder, workers)
    _print(Results.read(folder))
    told = f"{progress.fought:,}"
    fought = gettext("{number} battles in {seconds:.1f} s; {folder}", number=told, seconds=seconds, folder=folder)
    print(f"\n{fought}.")


def run_shown(study: Any, folder: Path, workers: int) -> tuple[Any, float]:
    """Run a study with a bar that shows rate, time left and the main measure so far."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    from sandtable.lab.running import Here, Processes, run_study

    count = workers or os.cpu_count() or 1
    started = time.perf_counter()
    columns = (BarColumn(), TextColumn("{task.completed:,.0f}/{task.total:,.0f}"), TextColumn("{task.description}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=study.battles * len(study.cells))

        def told(progress: Any) -> None:
            bar.update(task, completed=progress.done, description=_so_far(progress))

        progress = run_study(study, folder, Processes(count) if count > 1 else Here(), told)
    return progress, time.perf_counter() - started


def _so_far(progress: Any) -> str:
    from sandtable.lab.measures import main_measure
    from sandtable.lab.results import amount, between

    main = main_measure(progress.study)
    parts = [f"{progress.rate:,.0f}/s, {progress.left:,.0f} s"] if progress.fought else []
    found = [progress.interval(arm.number) for arm in progress.study.arms[:2]]
    parts += [f"{amount(main, one.rate)} ({between(main, one)})" for one in found if one is not None]
    return "  ".join(parts)


def _print(results: Any) -> None:
    from rich.console import Console
    from rich.table import Table

    from sandtable.lab.results import amount, between

    study = results.study
    console = Console()
    table = Table(title=study.file.title or None)
    table.add_column("")
    shown = study.arms[:6]
    for arm in shown:
        table.add_column(arm.label, justify="right")
    for measure in results.told():
        cells = []
        for arm in shown:
            interval = results.interval(measure, arm.number)
            cells.append("" if interval is None else f"{amount(measure, interval.rate)} ({between(measure, interval)})")
        if any(cells):
            table.add_row(measure.name, *cells)
    console.print(table)
    for sentence in results.sentences():
        print(sentence)
