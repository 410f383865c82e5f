"""How much a battle asks of people, `waits.py batalist C1 --battles 20`: their decisions, and how long they wait.

Fights it between ``quick`` generals and counts the decisions of each side, and between two of its own those of the
others. Where both decide at the same time nobody waits.
"""

from __future__ import annotations

import argparse

import numpy as np

import sandtable
from sandtable.kernel.records import NOBODY
from sandtable.kernel.verbs import current_side
from sandtable.server.session import computer
from sandtable.table.visibility import at_once


def fight(game: str, scenario: str, seed: int) -> tuple[np.ndarray, np.ndarray, list[int]]:
    """One battle: decisions of each side, those that were made at the same time as others', and every wait."""
    battle = sandtable.new(game, scenario=scenario, seed=seed)
    sides = len(battle.game.sides)
    made, together = np.zeros(sides, int), np.zeros(sides, int)
    waiting = np.zeros(sides, int)
    waits: list[int] = []
    while not battle.over:
        b = battle.array[0]
        side = int(current_side(b))
        if side == NOBODY:
            break
        made[side] += 1
        if at_once(battle.game, b).asked != 0:
            together[side] += 1
        else:
            waits.append(int(waiting[side]))
            waiting += 1
            waiting[side] = 0
        battle.play(computer.choose("quick", battle).action)
    return made, together, waits


def main() -> None:
    """Fight and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("scenario")
    parser.add_argument("--battles", type=int, default=20)
    asked = parser.parse_args()
    fought = [fight(asked.game, asked.scenario, seed) for seed in range(asked.battles)]
    made = np.array([one[0] for one in fought])
    together = np.array([one[1] for one in fought])
    waits = [wait for one in fought for wait in one[2]]
    print(f"{asked.battles} battles of {asked.game} {asked.scenario} between quick generals")
    print(f"decisions of one side: {made.mean():.0f} on average, {made.min()} to {made.max()}")
    print(f"of these made while the others make theirs: {together.mean():.0f} on average")
    print(f"decisions of others before one's own: {np.mean(waits):.2f} on average, {max(waits)} at most")


if __name__ == "__main__":
    main()
