"""Finds positions for puzzles in battles of generals, and writes each into its game's `data/tutor` as it is found.

    .venv/bin/python tools/find_puzzles.py dba dbaix --find 30

Games take turns by the time that they have taken, a battle each, until each has so many. The battles of a game go on
from the last that gave a puzzle, or from --first; the same battles give the same puzzles, however long they take.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

from sandtable.files import as_yaml, atomic_write, load_yaml
from sandtable.games import built_in, get_game
from sandtable.games.game import Game
from sandtable.generals.tutor import SEATED, Found, find
from sandtable.table.case_writer import case_text
from sandtable.table.tutor_positions import folder_of

ALIKE = 3
"""Puzzles of a game with one verb, at most, whose best answer ``quick`` would give, too: they teach little; and of one
scenario with one verb for one figure, at most."""

FIGURES = 3
"""Digits behind the point that shares of battles are written with."""


def text_of(found: Found) -> str:
    """A puzzle as its file: the case of its position, and what was measured."""
    battle = found.battle
    facts = {
        "version": battle.game.version,
        "found": found.name,
        "generals": list(SEATED),
        "playouts": found.playouts,
        "listed": found.listed,
        "quick": found.quicks + 1,
        "answers": [
            {
                "action": one.action.text,
                "wins": [round(float(share), FIGURES) for share in one.wins],
                "behind": [round(float(share), FIGURES) for share in one.behind[:3]],
            }
            for one in found.answers
        ],
    }
    return case_text(battle) + as_yaml({"tutor": facts})


def main() -> None:
    """Find, write, and tell how it goes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", default=built_in())
    parser.add_argument("--find", type=int, default=30, help="puzzles that each game is to have")
    parser.add_argument("--first", type=int, default=None, help="number of the first battle of each game")
    parser.add_argument("--scenarios", nargs="*", default=(), help="battles of these alone, where a game has them")
    parser.add_argument("--minutes", type=float, default=1e9, help="after which no other battle is begun")
    args = parser.parse_args()
    games = [get_game(key) for key in args.games]
    began, searches = time.monotonic(), {}
    for game in games:
        numbers = [int(file.stem.partition("-")[0]) for file in folder_of(game).glob("*.yaml")]
        first = max(numbers, default=-1) + 1 if args.first is None else args.first
        searches[game.key] = find(game.key, first=first, scenarios=args.scenarios)
    spent = dict.fromkeys(searches, 0.0)
    while searches and time.monotonic() - began < 60.0 * args.minutes:
        key = min(searches, key=lambda key: spent[key])
        now = time.process_time()
        if not _search_on(get_game(key), searches[key], args.find):
            searches.pop(key)
        spent[key] += time.process_time() - now


def _search_on(game: Game, search: Iterator[Found | int], wanted: int) -> bool:
    """Search one more battle; False where the game has all that are wanted."""
    folder, began = folder_of(game), time.process_time()
    for found in search:
        if isinstance(found, int):
            print(f"{game.key}: battle {found} over after {time.process_time() - began:.0f} s", flush=True)
            break
        number, _, at = found.name.partition(" at ")
        path = folder / f"{int(number.split()[-1]):04}-{at.replace(' die ', '-')}.yaml"
        if path.exists() or _is_one_more_alike(game, found):
            continue
        folder.mkdir(exist_ok=True)
        atomic_write(path, text_of(found))
        told = [f"{one.wins.rate:.2f} {one.action.label}" for one in found.answers]
        print(f"{game.key}: {path.name}: {'; '.join(told)}", flush=True)
    return len(list(folder.glob("*.yaml"))) < wanted


def _is_one_more_alike(game: Game, found: Found) -> bool:
    """The game has enough of these: by one verb, as ``quick`` would do; or by one figure of one scenario."""
    best, quicks, figures = found.answers[0].action, 0, 0
    scenario = found.battle.engine.origin.name
    for path in folder_of(game).glob("*.yaml"):
        data = load_yaml(path)
        verb, *others = str(data["tutor"]["answers"][0]["action"]).split()
        quicks += data["tutor"]["quick"] == 1 and verb == best.text.split()[0]
        figures += data["battle"] == scenario and [verb, *others[:1]] == best.text.split()[:2]
    return figures >= ALIKE or (found.quicks == 0 and quicks >= ALIKE)


if __name__ == "__main__":
    main()
