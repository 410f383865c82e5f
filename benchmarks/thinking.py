"""Where the time of a quick general goes, and how long the odds of a fight take: ``python benchmarks/thinking.py``.

``python benchmarks/thinking.py batalist C1`` says instead how long a computer of each level takes to decide on the
board, on average and at most.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import sandtable
from sandtable.compiler import patience
from sandtable.games import get_game
from sandtable.generals import GENERALS, Kind
from sandtable.generals.choosing import choose_action
from sandtable.generals.desk import new_desk
from sandtable.kernel.dice import forget, new_dice
from sandtable.kernel.records import NOBODY
from sandtable.kernel.verbs import MAX_LEGAL
from sandtable.server.session import computer
from sandtable.table.scenarios import lay_table

BATTLES = (("dba", "rome-and-carthage"), ("dbaix", "village"))
NUMBER = 8
"""Battles whose positions are looked at; a quick general leads one side, the others do anything."""

TIMES = 400
"""How often the odds of one fight are asked."""


def timed(act: Callable[[], Any]) -> tuple[float, Any]:
    """Microseconds of processor time, and what came of it."""
    begun = time.process_time_ns()
    result = act()
    return (time.process_time_ns() - begun) / 1000, result


def decisions(key: str, scenario: str) -> None:
    """Print what listing, looking at what is listed, and carrying out take at each decision of the quick general."""
    game = get_game(key)
    desk, verbs = new_desk(game), game.verbs
    listing: list[float] = []
    looking: list[float] = []
    doing: list[float] = []
    listed: list[int] = []
    sides = len(game.sides_of(lay_table(key, scenario).names))
    for number in range(-1, NUMBER):
        if number == 0:  # the one before it brought everything into memory
            for each in (listing, looking, doing, listed):
                each.clear()
        battle = np.array([lay_table(key, scenario).record[0]])
        dice, planner = new_dice(f"thinking {number}"), new_dice(f"planner {number}")
        verbs.setup(battle[0], dice, desk.log[0])
        while (side := verbs.current_side(battle[0])) != NOBODY:
            quick = side == number % sides
            if quick:
                spent, n = timed(lambda: verbs.legal_actions(battle[0], desk.actions))  # noqa: B023
                listing.append(spent)
                listed.append(min(n, MAX_LEGAL))
                looking.append(
                    timed(lambda: verbs.worth(battle[0], desk.actions, listed[-1], desk.features, desk.worths))[0]  # noqa: B023
                )
            choose_action(battle[0], side, Kind.QUICK.value if quick else Kind.RANDOM.value, planner, desk)
            doing.append(timed(lambda: verbs.apply(battle[0], desk.action[0], dice, desk.log[0]))[0])  # noqa: B023
            forget(dice)
    print(
        f"{key} {scenario}: {len(listing) / NUMBER:.0f} decisions a battle, {statistics.mean(listed):.1f} actions; "
        f"on average listing {statistics.mean(listing):.0f} us, looking {statistics.mean(looking):.0f} us, "
        f"carrying out {statistics.mean(doing):.0f} us"
    )


def odds(key: str, scenario: str) -> None:
    """Print how long the odds of one fight take, from Python to words and fractions."""
    battle = sandtable.new(key, scenario, seed=0)
    chance = np.random.default_rng(1)
    while not (fights := [action for action in battle.legal() if str(action).startswith("fight")]):
        actions = battle.legal()
        battle.play(actions[int(chance.integers(len(actions)))])
    battle.odds(fights[0])
    took = statistics.median(timed(lambda: battle.odds(fights[0]))[0] for _ in range(TIMES))
    print(f"{key} {scenario}: odds of {fights[0]} {took / 1000:.3f} ms")


def answers(key: str, scenario: str) -> None:
    """Print how long a computer of each level takes to decide, as the server asks it, in two battles with itself."""
    for level in GENERALS:
        spent = []
        for seed in range(-1, 2):
            battle = sandtable.new(key, scenario, seed=max(seed, 0))
            while not battle.over:
                took, choice = timed(lambda: computer.choose(level, battle))  # noqa: B023
                battle.play(choice.action)
                if seed >= 0:  # the one before them brought everything into memory
                    spent.append(took / 1000)
        spent.sort()
        print(
            f"{key} {scenario}, {level}: {len(spent)} decisions, {statistics.mean(spent):.1f} ms on average, "
            f"99 of 100 within {spent[len(spent) * 99 // 100]:.1f} ms, {spent[-1]:.1f} ms at most",
            flush=True,
        )


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("battle", nargs="*", metavar="GAME SCENARIO", help="left out: where the time of a quick goes")
    asked = parser.parse_args().battle
    if len(asked) not in (0, 2):
        parser.error("a game and its scenario, or neither")
    patience.be_patient(False)  # what is not compiled is compiled, not measured interpreted
    try:
        if asked:
            lay_table(*asked)
    except sandtable.SandtableError as mistake:
        parser.error(str(mistake))
    if asked:
        answers(*asked)
        return
    for named in BATTLES:
        decisions(*named)
        odds(*named)


if __name__ == "__main__":
    main()
