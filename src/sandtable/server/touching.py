"""Touches every rule of a game once, so that none has to be compiled or loaded while somebody waits.

As a program, ``python -m sandtable.server.touching GAME FOLDER``, it is a helper: it compiles the game's rules together
with the other helpers that are given the same folder, and ends when all of them are on disk.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sandtable.games import get_game
from sandtable.games.game import Game
from sandtable.kernel import sharing
from sandtable.kernel.records import MAX_SIDES
from sandtable.server import computer
from sandtable.server.messages import Judge
from sandtable.server.sight import Sight
from sandtable.table.battle import Battle
from sandtable.table.beginning import new


class Task(NamedTuple):
    """One thing to touch."""

    text: str
    run: Callable[[], None]


def tasks(game: Game) -> list[Task]:
    """What has to be touched, the laying of a table first: the others play on it."""
    table: dict[str, Battle] = {}

    def lay() -> None:
        table["battle"] = new(game, seed=1)

    def touch(work: Callable[[Battle], object]) -> Callable[[], None]:
        return lambda: None if table["battle"].over else _ignore(work(table["battle"]))

    steps: list[tuple[str, Callable[[], None]]] = [
        ("laying the table", lay),
        ("listing actions", touch(lambda battle: battle.legal())),
        ("judging", touch(lambda battle: battle.judge(battle.legal()[0]))),
        ("choosing", touch(lambda battle: battle.sample(1))),
        ("carrying out", touch(lambda battle: battle.copy().play(battle.sample(1)))),
        ("odds", touch(lambda battle: battle.odds(battle.legal()[-1]))),
        ("dragging", touch(_drag)),
        ("scoring", touch(_score)),
    ]
    for kind, player in computer.computers().items():
        steps.append((f"the general {player.name}", touch(partial(computer.choose, kind))))
    return [Task(text, run) for text, run in steps]


def _ignore(_value: object) -> None:
    return None


def _drag(battle: Battle) -> None:
    """Judge a dragged pose, magnet and all, and see the table as a watcher does."""
    sight = Sight(battle.as_seen([side.key for side in battle.sides]))
    _ignore(sight.scene)
    for action in battle.legal():
        if action.to is not None:
            sight.judgement(Judge(type="judge", n=0, action=sight.form(action)), 0)
            return


def _score(battle: Battle) -> None:
    """Every verb that nothing above has called."""
    twin = battle.copy()
    game = battle.game
    game.verbs.returns(twin.record, np.zeros(MAX_SIDES))
    game.verbs.evaluate(twin.record, 0)
    game.verbs.redact(twin.record, 0)
    game.verbs.hides(twin.record)


# ---------------------------------------------------------------- helpers


def touch_with_others(work: Sequence[Task], folder: Path) -> None:
    """Carry out all of it beside other processes that do the same, each kernel compiled by one of them."""
    sharing.share(folder)
    first, *others = work
    for part in ([first], others):
        rest = list(part)
        while rest:
            claimed = sharing.claimed
            rest = [task for task in rest if not _is_done(task)]
            if rest and sharing.claimed == claimed:
                time.sleep(0.02)  # nothing was left to do but what others are doing


def _is_done(task: Task) -> bool:
    """Try a task: False when some of it was left to another process, whoever may have caught that on its way."""
    before = sharing.put_off
    try:
        task.run()
    except Exception:
        if sharing.put_off == before:
            raise
    return sharing.put_off == before


def _end_with_the_starter() -> None:
    """Nothing is ever written to a helper, so that its input ends when whoever holds the other end does."""
    sys.stdin.read()
    os._exit(1)


def main() -> None:
    """Be a helper, as long as whoever started it lives."""
    key, folder = sys.argv[1:]
    threading.Thread(target=_end_with_the_starter, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(5)  # whoever plays meanwhile comes first
    touch_with_others(tasks(get_game(key)), Path(folder))


if __name__ == "__main__":
    main()
