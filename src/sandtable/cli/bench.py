"""``sandtable bench``: how fast the rules run on this machine, and what was wanted."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from sandtable.translation import gettext, gettext_word


def main(
    game: Annotated[str, typer.Argument(help="The game, as dbaix.")] = "dbaix",
    cold: Annotated[bool, typer.Option(help="Also compile everything anew, as sandtable compile --anew does.")] = True,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print a table for docs/performance.md.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Measure the rules, the face and the server on this machine, one core; and the compiler, on all.

    Examples:

      sandtable bench

      sandtable bench dbaix --no-cold --markdown
    """
    from rich.console import Console

    from sandtable.cli._compiling import see_compiled
    from sandtable.lab import bench

    see_compiled(game)
    say = Console(stderr=True)
    figures: list[bench.Figure] = []
    with say.status(gettext("measuring")) as status:
        steps: list[tuple[str, Callable[[], list[Any]]]] = [
            (gettext("play"), lambda: bench.measure_play(game)),
            (gettext("replay"), lambda: [_replay(game)]),
            (gettext("server"), lambda: _server(game)),
            (gettext("start"), lambda: [bench.measure_start(game)]),
        ]
        if cold:
            steps.append((gettext("compiler (minutes)"), lambda: _compiler(game)))
        for name, step in steps:
            status.update(f"{gettext('measuring')}: {name}")
            figures += step()
    machine = bench.machine()
    if as_json:
        rows = [{"name": f.name, "value": f.value, "unit": f.unit, "goal": f.goal, "met": f.met} for f in figures]
        print(json.dumps({"machine": machine, "figures": rows}, indent=2))
    else:
        _print(figures, machine, markdown)


def _print(figures: list[Any], machine: dict[str, str], markdown: bool) -> None:
    rows = [(gettext_word(f.name), _number(f.value), gettext_word(f.unit), _goal(f)) for f in figures]
    if markdown:
        heads = (gettext("figure"), gettext("measured"), gettext("unit"), gettext("wanted"))
        print(f"| {' | '.join(heads)} |\n|---|---:|---|---|")
        for row in rows:
            print("| " + " | ".join(row) + " |")
        print("\n" + ", ".join(f"{gettext_word(key)} {value}" for key, value in machine.items()))
        return
    widths = [max(len(row[k]) for row in rows) for k in range(4)]
    for name, value, unit, goal in rows:
        print(f"{name:<{widths[0]}}  {value:>{widths[1]}} {unit:<{widths[2]}}  {goal}")
    print("\n" + ", ".join(f"{gettext_word(key)} {value}" for key, value in machine.items()))


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def _goal(figure: Any) -> str:
    if figure.goal is None:
        return ""
    sign = gettext("at most") if figure.smaller_is_better else gettext("at least")
    return f"{sign} {figure.goal:,g}: {gettext('met') if figure.met else gettext('not met')}"


def _replay(game: str) -> Any:
    """Milliseconds to replay 300 actions with every state checked: the longest of ten random battles, scaled."""
    import sandtable
    from sandtable.lab.bench import Figure

    battles = [sandtable.new(game, seed=seed) for seed in range(10)]
    for battle in battles:
        while not battle.over and len(battle.actions) < 300:
            battle.play(battle.sample())
    longest = max(battles, key=lambda battle: len(battle.actions))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "battle.json"
        longest.save(path)
        times = []
        for _ in range(5):
            start = time.perf_counter()
            sandtable.load(path)  # plays every action again and checks every state
            times.append((time.perf_counter() - start) * 1000)
    actions = len(longest.actions)
    return Figure(
        gettext("replay of 300 actions (measured on {actions})", actions=actions),
        min(times) * 300 / actions,
        "ms",
        50.0,
        True,
    )


def _server(game: str) -> list[Any]:
    from sandtable.lab.bench import Figure
    from sandtable.server.drag_benchmark import GOAL_MS, bench_judge

    times = bench_judge(game)
    return [
        Figure("judge answer while dragging, median", times.median, "ms"),
        Figure("judge answer while dragging, 99 of 100 within", times.high, "ms", GOAL_MS, True),
    ]


def _compiler(game: str) -> list[Any]:
    """What compiling the game anew costs, by the budget that ``sandtable compile --anew`` holds it to."""
    from sandtable.lab.bench import Figure
    from sandtable.server.warmup import budget

    cost = budget.measure(game)
    return [
        Figure("cold compile of everything, processor time", cost.cpu_seconds, "s", budget.CPU_SECONDS, True),
        Figure("cold compile of everything, on the clock", cost.seconds, "s"),
        Figure("compiled kernels", cost.weight.kernels, "kernels", budget.KERNELS, True),
        Figure("compiled code on disk", cost.weight.mib, "MiB", budget.MIB, True),
    ]
