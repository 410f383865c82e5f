"""``sandtable ladder``: how strong the computer generals are, in Elo points with intervals."""

from __future__ import annotations

import json
import os
from typing import Annotated, Any

import typer

from sandtable.translation import gettext, gettext_word


def main(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game, as dba.")],
    scenario: Annotated[
        str, typer.Option(metavar="NAME", help="Scenario name or file; the game's first one when left out.")
    ] = "",
    generals: Annotated[
        str, typer.Option(metavar="NAMES", help="Who climbs, comma-separated; left out: all up to captain.")
    ] = "",
    games: Annotated[int, typer.Option(help="Battles of each pair at most.")] = 60,
    seed: Annotated[int, typer.Option(help="Same seed, same result, for any number of workers.")] = 0,
    workers: Annotated[int, typer.Option(help="Processes; 0 for all cores.")] = 0,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print a table for docs/generals.md.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Let all pairs of generals fight, seats rotated, and print how strong each is beside quick.

    A pair stops as soon as it is known who is better. Ctrl-C ends it with the battles fought so far.

    Examples:

      sandtable ladder dba --scenario first-lesson --games 100

      sandtable ladder dbaix --generals quick,sergeant,captain --markdown
    """
    from rich.console import Console

    from sandtable.cli._compiling import see_compiled
    from sandtable.generals import ladder as climbing

    named = tuple(name.strip() for name in generals.split(",")) if generals else climbing.USUAL
    plan = climbing.Plan(game, scenario, named, games, seed)
    climbing.check(plan)
    see_compiled(game)
    with Console(stderr=True).status(gettext("battles")) as status:

        def tell(pair: str, battles: int) -> None:
            status.update(f"{pair}: {battles}")

        found = climbing.climb(plan, workers or os.cpu_count() or 1, tell)
    if as_json:
        print(json.dumps(_as_json(found), indent=2))
    else:
        _print(found, markdown)


def _as_json(found: Any) -> dict[str, Any]:
    plan = found.plan
    return {
        "game": plan.game,
        "scenario": plan.scenario,
        "seed": plan.seed,
        "sides": found.sides,
        "generals": [{"general": r.name, "elo": r.elo._asdict(), "battles": r.battles} for r in found.rungs()],
        "pairs": [
            {"one": p.one, "other": p.other, "share": p.share._asdict(), "battles": p.battles, "outcome": p.outcome}
            for p in found.pairs
        ],
        "faults": found.faults,
    }


def _print(found: Any, markdown: bool) -> None:
    from datetime import date

    from sandtable.cli._faults import fault_lines
    from sandtable.games import get_game

    rungs: list[tuple[str, ...]] = [
        (r.name, f"{r.elo.rate:+.0f}", f"{r.elo.low:+.0f} {gettext('to')} {r.elo.high:+.0f}", str(r.battles))
        for r in found.rungs()
    ]
    heads: tuple[str, ...] = (gettext("general"), "Elo", gettext("95 % interval"), gettext("battles"))
    _table(heads, rungs, markdown)
    print()
    pairs: list[tuple[str, ...]] = [
        (
            f"{p.one} - {p.other}",
            f"{p.share.rate:.0%}",
            f"{max(p.share.low, 0.0):.0%} {gettext('to')} {min(p.share.high, 1.0):.0%}",
            f"{p.battles}",
            gettext_word(WORDS[p.outcome]),
        )
        for p in found.pairs
    ]
    heads = (gettext("pair"), gettext("wins"), gettext("95 % interval"), gettext("battles"), gettext("test"))
    _table(heads, pairs, markdown)
    adjusted = gettext(
        "Intervals of pairs are adjusted for looks: they hold wherever a pair stopped. Those of Elo points are not."
    )
    print(f"\n{adjusted}")
    for line in fault_lines(found.faults):
        print(f"\n{line}")
    game = get_game(found.plan.game)
    where = found.plan.scenario or game.scenario
    print(f"\n{game.title} {game.version}, {where}, {gettext('seed {seed}', seed=found.plan.seed)}, {date.today()}")


WORDS = {"more": "better", "less": "worse", "same": "about even", "open": "not decided"}
"""What the sequential test found, in words."""


def _table(heads: tuple[str, ...], rows: list[tuple[str, ...]], markdown: bool) -> None:
    if markdown:
        print(f"| {' | '.join(heads)} |\n|---{'|---:' * (len(heads) - 1)}|")
        for row in rows:
            print(f"| {' | '.join(row)} |")
        return
    widths = [max(len(row[k]) for row in (heads, *rows)) for k in range(len(heads))]
    for row in (heads, *rows):
        print("  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip())
