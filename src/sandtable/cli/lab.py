"""``sandtable lab``: studies of many battles, and what came of them."""

from __future__ import annotations

import gc
import os
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from sandtable.errors import InputError
from sandtable.files import expected
from sandtable.translation import ENGLISH, gettext, gettext_word, spoken


def main(
    what: Annotated[
        str, typer.Argument(metavar="WHAT", help="run, show, report, summary, clauses, options, armies or balance.")
    ],
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="A study's file or results (run), a folder of results (show, report, summary, clauses), or a game.",
        ),
    ],
    out: Annotated[
        str, typer.Option(metavar="PATH", help="The folder of the results, or the file of the report.")
    ] = "",
    pictures: Annotated[str, typer.Option(metavar="FOLDER", help="report: every figure as SVG and PNG, too.")] = "",
    battles: Annotated[
        int, typer.Option(help="Battles of each variant in each scenario; 0: as the study says, or 400.")
    ] = 0,
    scenario: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="options, armies, balance: where; may be repeated.")
    ] = None,
    generals: Annotated[str, typer.Option(metavar="NAMES", help="options, armies, balance: who leads.")] = "quick",
    vary: Annotated[
        list[str] | None, typer.Option(metavar="NUMBER=LOW:HIGH", help="balance: a number to vary; may be repeated.")
    ] = None,
    target: Annotated[str, typer.Option(metavar="WORDS", help="balance: what is wanted.")] = "each side 45..55 %",
    trials: Annotated[int, typer.Option(help="balance: values tried.")] = 24,
    seed: Annotated[int, typer.Option(help="options, armies, balance: same seed, same result.")] = 0,
    workers: Annotated[int, typer.Option(help="Processes; 0 for all cores.")] = 0,
    ray: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Fight on a Ray cluster: auto, local, or the address of its head.")
    ] = "",
) -> None:
    """Run a study, or go on with one, and say what it found; say again what results hold; write their report.

    Ready studies: what every switch of a game changes, army against army, and numbers that bring a target about.

    Ctrl-C loses at most the battles in hand: the same command goes on where it was.

    Examples:

      sandtable lab run docs/studies/dba-overlaps.toml

      sandtable lab report docs/studies/dba-overlaps.results --pictures figures

      sandtable lab clauses docs/studies/dba-overlaps.results

      sandtable lab options pursuit --battles 400

      sandtable lab balance dba --scenario first-lesson --vary rules.overlapped=-3:0
    """
    for option, number in (("--battles", battles), ("--workers", workers)):
        if number < 0:
            raise InputError(f"{option}: {expected(gettext('a number of at least {ge}', ge=0), str(number))}")
    gc.set_threshold(100_000)  # what a study makes is seldom garbage, and looking for it took a tenth of its start
    make = _executor(workers, ray)
    if what == "run":
        _run(name, out, battles, make)
    elif what == "show":
        from sandtable.lab.results import Results

        _print(Results.read(name))
    elif what == "report":
        _report(name, out, pictures)
    elif what in ("summary", "clauses"):
        _told(what, name, out)
    elif what in ("options", "armies"):
        _survey(what, name, out, (scenario or [], battles or 400, generals.split(","), seed), make)
    elif what == "balance":
        _balance(
            name,
            out,
            (scenario or [], battles or 400, generals.split(","), seed),
            (vary or [], target, trials),
            make,
        )
    else:
        known = "run, show, report, summary, clauses, options, armies, balance"
        raise InputError(gettext("sandtable lab knows {names}, not {what!r}", names=known, what=what))


SHOWN = 6
"""Variants that are printed; the others are in the results."""

Asked = tuple[list[str], int, list[str], int]
"""Scenarios, battles, generals and the seed."""


def _executor(workers: int, ray: str) -> Any:
    """Who makes shards, and where."""
    if ray:
        from sandtable.lab.ray_cluster import Ray

        return Ray(ray)
    from sandtable.lab.running import Processes

    return Processes(workers or os.cpu_count() or 1)


def _ready(game: str, what: str) -> Path:
    """Where a ready study lies if nothing else is said: the same command goes on there."""
    return Path(f"{game}-{what}.results")


def _survey(what: str, game: str, out: str, asked: Asked, make: Any) -> None:
    """A ready study: what every switch changes, or army against army."""
    from rich.console import Console
    from rich.table import Table

    from sandtable.cli._compiling import see_compiled
    from sandtable.lab import surveys
    from sandtable.lab.measures import measures_of
    from sandtable.lab.results import Results, change, changes
    from sandtable.lab.study import check_study

    see_compiled(game)
    scenarios, battles, generals, seed = asked
    idle: list[str] = []
    if what == "options":
        told, idle = surveys.options_study(game, scenarios, battles, generals, seed)
    else:
        told = surveys.armies_study(game, scenarios[0] if scenarios else "", battles, generals, seed)
    folder = Path(out) if out else _ready(game, what)
    run_shown(check_study(told, what), folder, make)
    results = Results.read(folder)
    table, known = Table(title=results.study.file.title), measures_of(results.study)
    if what == "armies":
        _armies_table(results, table)
    else:
        names = [*(f"wins.{side}" for side in results.study.side_keys), "bounds"]
        for column in ("", *(known[name].called for name in names), "p"):
            table.add_column(column, justify="left" if not column else "right")
        changed = surveys.changes_of(results)
        for one in changed:
            cells = [
                f"{change(known[n], by.mean)} ({changes(known[n], by.low, by.high)})" if (by := one.by.get(n)) else ""
                for n in names
            ]
            table.add_row(one.label, *cells, f"{one.least_p:.2g}")
    Console().print(table)
    if what == "options":
        together = gettext(
            "Each value beside the game as it is. With 95 % confidence all intervals of the table hold at once, and p "
            "is the least of the row for the whole table ({number} comparisons, Šidák).",
            number=max((by.family for one in changed for by in one.by.values()), default=0),
        )
        print(together)
    if idle:
        print(gettext("Without effect on these tables: {values}.", values=", ".join(idle)))
    _report(str(folder), "", "")


def _armies_table(results: Any, table: Any) -> None:
    """Who wins against whom, rows against columns; columns by the numbers of their rows, for a narrow terminal."""
    from rich.box import SIMPLE_HEAD

    one, two = results.study.factors
    sides = {f"army.{key}": facts.name for key, facts in zip(results.study.side_keys, results.study.sides, strict=True)}
    columns = list(dict.fromkeys(dict(arm.setting)[two] for arm in results.study.arms))
    tells = spoken() != ENGLISH and sides[one] != sides[two]
    rows_and_columns = f"{sides[one]} \\ {sides[two]}" if tells else f"{one} \\ {two}"
    table.box, table.padding = SIMPLE_HEAD, 0
    table.add_column(f"{results.main.called}: {rows_and_columns}", no_wrap=True)
    for number in range(1, len(columns) + 1):
        table.add_column(str(number), justify="right")
    rows: dict[str, list[str]] = {}
    far = 0.0
    for arm in results.study.arms:
        interval = results.interval(results.main, arm.number)
        rows.setdefault(dict(arm.setting)[one], []).append("" if interval is None else f"{100.0 * interval.rate:.0f}")
        if interval is not None:
            far = max(far, interval.high - interval.rate, interval.rate - interval.low)
    for army, cells in rows.items():
        table.add_row(f"{columns.index(army) + 1} {army}", *cells)
    table.caption = gettext("In hundred; with 95 % confidence none is wrong by more than {far:.0f}.", far=100.0 * far)


def _balance(game: str, out: str, asked: Asked, wanted: tuple[list[str], str, int], make: Any) -> None:
    """Search numbers for a target, and print what was found and the patch."""
    from sandtable.cli._compiling import see_compiled
    from sandtable.games import get_game
    from sandtable.games.common.amounts import counted
    from sandtable.lab import balance as lab
    from sandtable.lab.results import amount, between

    scenarios, battles, generals, seed = asked
    said, target, trials = wanted
    if not said:
        raise InputError("--vary: " + gettext("name a number to vary, as rules.overlapped=-3:0"))
    if trials < 1:
        raise InputError(f"--trials: {expected(gettext('a number of at least {ge}', ge=1), str(trials))}")
    facts = get_game(game)
    vary = tuple(lab.vary_of(facts, one) for one in said)
    plan = lab.Balance(facts, vary, target, tuple(scenarios or [""]), tuple(generals), trials, battles, seed)
    ends = [{one.number.address: one.value(share) for one in vary} for share in (0.0, 1.0)]
    goals, known = lab.goals_of(plan.study(ends, 1, "0"), target)
    see_compiled(game)

    def told(tried: Any) -> None:
        values = ", ".join(f"{name} = {value}" for name, value in tried.setting.items())
        found = ", ".join(
            f"{known[n].called} {amount(known[n], one.rate)} ({between(known[n], one)})"
            for n, one in tried.found.items()
        )
        print(f"{gettext('again') + ': ' if tried.is_confirmed else ''}{values}: {found}")

    found = lab.search(plan, Path(out) if out else _ready(game, "balance"), make, told)
    best = found[0]
    cost = counted(sum(one.battles for one in found), "battle", ",")
    unlike = {tuple(one.setting.items()) for one in found}  # whole numbers fall together
    fought = {"values": counted(len(unlike), "value"), "battles": cost, "target": target}
    beyond = [goal.measure for goal in goals if goal.measure in best.found and goal.reach(best.found[goal.measure])]
    intervals = ", ".join(f"{known[name].called} ({between(known[name], best.found[name])})" for name in beyond)
    if best.miss > 0.0:
        met = gettext("Of {values} tried, {battles}, this comes nearest to, and does not meet, {target!r}:", **fought)
    elif beyond:
        met = gettext(
            "Of {values} tried, {battles}, this meets {target!r} by estimate, but not with the whole interval of "
            "{intervals}:",
            **fought, intervals=intervals,
        )  # fmt: skip
    else:
        met = gettext("Of {values} tried, {battles}, this meets {target!r} with all of its intervals:", **fought)
    print(f"\n{met}")
    told(best)
    print(
        "\n"
        + (lab.patch_of(game, best.setting) or gettext("The data are as they are: there is nothing to change.") + "\n"),
        end="",
    )


def _report(name: str, out: str, pictures: str) -> None:
    from sandtable.lab.report import write_report
    from sandtable.lab.results import Results

    target = Path(out) if out else Path(name) / "report.html"
    write_report(Results.read(name), target, Path(pictures) if pictures else None)
    print(gettext("Written to {file}.", file=target))


def _told(what: str, name: str, out: str) -> None:
    """Means and deviations of every measure, or which clauses fired and why others did not, as Parquet."""
    from sandtable.lab.results import Results
    from sandtable.lab.unfired import Why

    results = Results.read(name)
    frame = results.summary() if what == "summary" else results.fired()
    if what == "clauses":
        dead = frame.filter(frame["why"] != "").group_by("why").agg("clause")
        by = dict(dead.iter_rows())
        for why in Why:
            if why.value in by:
                print(f"{gettext_word(why.value)} ({len(by[why.value])}): {', '.join(by[why.value])}\n")
    target = Path(out) if out else Path(name).with_suffix(f".{what}.parquet")
    results.write(frame, target)
    print(gettext("Written to {file}.", file=target))


def _run(name: str, out: str, battles: int, make: Any) -> None:
    from sandtable.cli._compiling import see_compiled
    from sandtable.lab.results import Results
    from sandtable.lab.running import load_study
    from sandtable.lab.study import check_study

    data = load_study(name)
    if battles:
        data["battles"] = battles
    study = check_study(data, name)
    folder = _results_of(name, out)
    _see_same(study, name)
    see_compiled(study.game.key)
    progress, seconds = run_shown(study, folder, make)
    _print(Results.read(folder))
    told = f"{progress.fought:,}"
    fought = (
        gettext("one battle in {seconds:.1f} s; {folder}", seconds=seconds, folder=folder)
        if progress.fought == 1
        else gettext("{number} battles in {seconds:.1f} s; {folder}", number=told, seconds=seconds, folder=folder)
    )
    print(f"\n{fought}.")


def _results_of(name: str, out: str) -> Path:
    """The folder for a study's results: that named, or one beside it; results that are named go on where they are."""
    from sandtable.lab.running import HEAD

    path = Path(name)
    if out or path.is_dir():
        return Path(out or path)
    if (path.parent / HEAD).is_file():
        raise InputError("--out: " + gettext("name a folder for what comes of {file}", file=path))
    return path.with_suffix(".results")


def _see_same(study: Any, name: str) -> None:
    """Say where results, of which a study is run again, were made otherwise."""
    import json
    import sys

    from sandtable.lab.running import head_at

    head = head_at(name)
    if head is None:
        return
    ours = json.loads(json.dumps(study.identity))
    other = [key for key, value in ours.items() if head.identity.get(key) != value]
    if other:
        made = gettext(
            "{file} was made otherwise ({what}; commit {commit}): its battles would be others now.",
            file=name, what=", ".join(other), commit=head.told.get("sandtable.commit") or gettext("unknown"),
        )  # fmt: skip
        print(made, file=sys.stderr)


def run_shown(study: Any, folder: Path, make: Any) -> tuple[Any, float]:
    """Run a study with a bar that shows rate, time left and the main measure so far; an interrupt says what is kept."""
    import sys

    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    from sandtable.lab.running import run_study

    started = time.perf_counter()
    columns = (BarColumn(), TextColumn("{task.completed:,.0f}/{task.total:,.0f}"), TextColumn("{task.description}"))
    wanted, done = study.battles * len(study.cells), 0
    try:
        with Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False) as bar:
            task = bar.add_task("", total=wanted)

            def told(progress: Any) -> None:
                nonlocal done
                done = progress.done
                bar.update(task, completed=done, description=_so_far(progress), refresh=True)

            progress = run_study(study, folder, make, told)
    except KeyboardInterrupt:
        kept = gettext(
            "Interrupted: {done} of {wanted} battles are kept in {folder}, and the same command goes on with them.",
            done=f"{done:,}", wanted=f"{wanted:,}", folder=folder,
        )  # fmt: skip
        print(kept, file=sys.stderr)
        raise
    return progress, time.perf_counter() - started


def _by_scenario(results: Any) -> Any:
    """Wins of each side and length in every scenario, a row a variant."""
    from rich.table import Table

    from sandtable.lab.results import amount, between

    study, known = results.study, {measure.name: measure for measure in results.told()}
    names = [*(f"wins.{side}" for side in study.side_keys), "draws", "bounds"]
    table = Table()
    headings = (known[name].called for name in names)
    for column in ("", *([gettext("variant")] if len(study.arms) > 1 else []), *headings):
        table.add_column(column)
    for cell in study.cells[: SHOWN * len(study.starts)]:
        label = study.starts[cell.start].label
        facts = study.game.sides_of(study.laid[cell.number].names)
        sides = [side.key if spoken() == ENGLISH else side.name for side in facts]
        found = [results.interval(known[name], cell.arm.number, label) for name in names]
        cells = [
            "" if one is None else f"{amount(known[name], one.rate)} ({between(known[name], one)})"
            for name, one in zip(names, found, strict=True)
        ]
        said = [f"{side} {cell}" for side, cell in zip(sides, cells, strict=False)] + cells[len(sides) :]
        table.add_row(label, *([cell.arm.words] if len(study.arms) > 1 else []), *said)
    return table


def _so_far(progress: Any) -> str:
    from sandtable.lab.measures import main_measure
    from sandtable.lab.results import amount, between

    main = main_measure(progress.study)
    each, unit = gettext("battles/s"), gettext("s")
    parts = [f"{progress.rate:,.0f} {each}, {progress.left:,.0f} {unit}"] if progress.fought else []
    found = [progress.interval(arm.number) for arm in progress.study.arms[:2]]
    parts += [f"{amount(main, one.rate)} ({between(main, one)})" for one in found if one is not None]
    return "  ".join(parts)


def _print(results: Any) -> None:
    from rich.console import Console
    from rich.table import Table

    from sandtable.lab.results import amount, between

    study = results.study
    console = Console()
    table = Table(title=study.file.title or None, caption=results.intervals_said, caption_justify="left")
    table.add_column("")
    shown = study.arms[:SHOWN]
    for arm in shown:
        table.add_column(arm.words, justify="right")
    for measure in results.told():
        cells = []
        for arm in shown:
            interval = results.interval(measure, arm.number)
            cells.append("" if interval is None else f"{amount(measure, interval.rate)} ({between(measure, interval)})")
        if any(cells):
            table.add_row(measure.called, *cells)
    console.print(table)
    if len(study.starts) > 1:
        console.print(_by_scenario(results))
    for sentence in results.sentences():
        print(sentence)
