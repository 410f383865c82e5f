"""How strong a general is in every ready battle, against others who do anything: the tables of docs/generals.md.

    .venv/bin/python benchmarks/strength.py dba dbaix
    .venv/bin/python benchmarks/strength.py dba --general greedy --against quick --battles 200
    .venv/bin/python benchmarks/strength.py dba --general quick --against quick --scenario granicus

``--against yardstick`` is greedy as it was before it had first impressions: it carries out every listed action. Between
the same generals the wins say nothing; the battles that did not end, their length and what else was counted do.
Against ``random`` a lower bound is wanted above 90 % of the wins in DBAix and DBA, above 85 % in every other game, in
every battle; another share by ``--wanted``. Between other generals it is an even share.

One core; seats rotated, seed 0; speed by processor time, the first battle, which loads or compiles the rules, apart.
"""

from __future__ import annotations

import argparse
import time

from sandtable.games import get_game
from sandtable.games.common.intervals import Interval, wilson
from sandtable.generals import GENERALS, General, Kind
from sandtable.lab.duel import Duel, Report, fight_some, sides_of
from sandtable.table.scenarios import scenario_names

WANTED = {"dbaix": 0.9, "dba": 0.9}
"""Where the interval of the wins against those who do anything should begin, or beyond, by game."""

WANTED_OF_OTHERS = 0.85
"""The same of games that are not named there. Against anybody but ``random``: at an even share."""

YARDSTICK = General("yardstick", Kind.YARDSTICK, "tries out everything that is listed")
"""Nobody's player: others are measured by it."""


def percent(share: Interval) -> str:
    """An interval in words."""
    return f"{share.rate:.1%} ({share.low:.1%} to {share.high:.1%})"


def as_side(report: Report, side: int) -> str:
    """Per cent of the battles won in which the general had this side."""
    won = [fought.returns[side] for fought in report.fought if fought.seating[side] == 0]
    return f"{100 * sum(won) / len(won):.0f}" if won else "-"


def verdict(wins: Interval, wanted: float) -> str:
    """The wins in words, and whether they are what was wanted."""
    return f"{percent(wins)}: {'met' if wins.low > wanted else 'not met'}"


def row(game: str, scenario: str, general: str, against: str, battles: int, wanted: float) -> tuple[str, float, float]:
    """One line of the table: wins, against how many others, as each side, battles/s of processor time.

    Beside it how many battles were won, and how many would be an even share.
    """
    sides = len(sides_of(game, scenario))
    duel = Duel(game, (general,) + (against,) * (sides - 1), battles, 0, scenario)
    fight_some(duel, [0])
    begun = time.process_time()
    report = Report(duel, fight_some(duel, range(battles)))
    took = time.process_time() - begun
    wins = report.wins_of(0)
    seats = ", ".join(as_side(report, side) for side in range(sides))
    told = verdict(wins, wanted if against == "random" else 1 / sides)
    counted = f"{report.bounds / battles:.1f} | {report.quiet:.0%} | {report.unused:.2f} | {report.cut_off}"
    line = f"| {game} `{scenario}` | {sides - 1} | {told} | {seats} | {battles / took:.0f} | {counted} |"
    return line, wins.rate * battles, battles / sides


def main() -> None:
    """Print the table."""
    GENERALS[YARDSTICK.key] = YARDSTICK
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--general", choices=sorted(GENERALS), default="quick")
    parser.add_argument("--against", choices=sorted(GENERALS), default="random")
    parser.add_argument("--battles", type=int, default=400)
    parser.add_argument("--scenario", help="this one alone, not all that are ready")
    parser.add_argument("--wanted", type=float, help="share of the wins, as 0.85, at which the interval should begin")
    given = parser.parse_args()
    print(
        "| battle | others | wins | as each side | battles/s | bounds | without contact | unused a bound | not ended |"
        "\n|---|---|---|---|---:|---:|---:|---:|---:|"
    )
    for game in given.games:
        won = even = 0.0
        share_wanted = given.wanted or WANTED.get(game, WANTED_OF_OTHERS)
        names = [given.scenario] if given.scenario else scenario_names(get_game(game))
        for scenario in names:
            line, wins, share = row(game, scenario, given.general, given.against, given.battles, share_wanted)
            print(line, flush=True)
            won, even = won + wins, even + share
        fought = given.battles * len(names)
        wanted = share_wanted if given.against == "random" else even / fought
        print(
            f"| {game}, all of these; wanted {wanted:.0%} | | {verdict(wilson(won, fought), wanted)} | | | | | | |",
            flush=True,
        )


if __name__ == "__main__":
    main()
