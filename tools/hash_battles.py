"""A digest of how 1,000 seeded battles of each game end, at random play: what no change of words or form may change.

    .venv/bin/python tools/hash_battles.py                   every game
    .venv/bin/python tools/hash_battles.py dba --battles 50

Battle ``n`` is fought in the game's n-th scenario, beginning again after the last, with dice and choices of its number.
"""

from __future__ import annotations

import argparse
import hashlib

import numpy as np

from sandtable.games import built_in, get_game
from sandtable.generals.desk import new_desk
from sandtable.kernel.dice import new_dice
from sandtable.lab.bench import random_play_sampling
from sandtable.table.scenarios import lay_table, scenario_names


def ends_of(key: str, battles: int) -> tuple[int, str]:
    """How many decisions so many battles of a game take, and the digest of the records in which they end."""
    game = get_game(key)
    laid = [lay_table(key, scenario, {}).record for scenario in scenario_names(game)]
    desk, b, decisions, found = new_desk(game), np.zeros(1, game.dtype), 0, hashlib.sha256()
    for n in range(battles):
        dice, planner = new_dice(f"dice {n}"), new_dice(f"choices {n}")
        decisions += int(random_play_sampling(laid[n % len(laid)], b, dice, planner, desk, 1))
        found.update(b.tobytes())
    return decisions, found.hexdigest()[:16]


def main() -> None:
    """Print a line a game."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", default=built_in())
    parser.add_argument("--battles", type=int, default=1000)
    args = parser.parse_args()
    for key in args.games:
        decisions, digest = ends_of(key, args.battles)
        print(f"{key}: {digest} after {args.battles:,} battles, {decisions:,} decisions", flush=True)


if __name__ == "__main__":
    main()
