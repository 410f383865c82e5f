"""Touches every rule of a game once, so that all of them are compiled and loaded.

As a program, ``python -m sandtable.server.warmup.tasks GAME``, it is a helper: it compiles the rules of a game, and
ends when all of them are on disk.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from functools import partial

import numpy as np

from sandtable.games import get_game
from sandtable.games.game import Game
from sandtable.generals.reasons import why
from sandtable.kernel.dice import new_dice
from sandtable.kernel.records import MAX_SIDES
from sandtable.server.messages.protocol import Explain, Foresee, Judge
from sandtable.server.session import computer
from sandtable.server.views.view import View
from sandtable.table.battle import Battle
from sandtable.table.new_battle import new


def tasks_of(game: Game) -> list[Callable[[], None]]:
    """What has to be touched of a game, in the order in which somebody wants it; all play on the table laid first."""
    table: dict[str, Battle] = {}

    def lay() -> None:
        table["battle"] = new(game, seed=1)

    def touch(work: Callable[[Battle], object]) -> Callable[[], None]:
        return lambda: None if table["battle"].over else _ignore(work(table["battle"]))

    choosing = [touch(partial(_choose, kind)) for kind in computer.warmed_up()]
    return [
        lay,
        touch(lambda battle: battle.legal()),
        touch(lambda battle: battle.judge(battle.legal()[0])),
        touch(lambda battle: battle.copy().play(battle.legal()[0])),
        touch(lambda battle: battle.odds(battle.legal()[-1])),
        touch(_drag),
        touch(_see),
        touch(lambda battle: battle.sample(1)),
        touch(_evaluate),
        *choosing,
    ]


def _ignore(_value: object) -> None:
    return None


def _drag(battle: Battle) -> None:
    """Judge a dragged pose, magnet and all, ask what it leads to, and see the table as a watcher does."""
    view = View(battle.as_seen([side.key for side in battle.sides]))
    _ignore(view.scene)
    for action in battle.legal():
        if action.to is not None:
            form = view.form(action)
            view.judgement(Judge(type="judge", n=0, action=form), 0)
            view.foreseen(Foresee(type="foresee", n=0, action=form), 0, ())
            view.foreseen(Foresee(type="foresee", n=0, figure=action.figures[0]), 0, ())
            view.legal_together(action.figures[:1])
            view.explained(Explain(type="explain", n=0, figure=action.figures[0]), 0)
            return


def _see(battle: Battle) -> None:
    """What a side may see of the table, and what it guesses of the rest; and the score."""
    twin = battle.copy()
    verbs = battle.game.verbs
    verbs.returns(twin.record, np.zeros(MAX_SIDES))
    verbs.redact(twin.record, 0)
    verbs.hides(twin.record)
    verbs.resample(twin.record, 0, new_dice("guess"))


def _evaluate(battle: Battle) -> None:
    battle.game.verbs.evaluate(battle.copy().record, 0)


def _choose(kind: str, battle: Battle) -> None:
    """Have a general choose, and say why."""
    action = computer.choose(kind, battle).action
    why(battle.game, battle.record, battle.engine.side_to_decide, action.record, kind)


# ---------------------------------------------------------------- a helper


def _end_with_the_starter() -> None:
    """Nothing is ever written to a helper, so that its input ends when whoever holds the other end does."""
    sys.stdin.read()
    os._exit(1)


def main() -> None:
    """Be a helper, as long as whoever started it lives."""
    threading.Thread(target=_end_with_the_starter, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(5)  # whoever plays meanwhile comes first
    for task in tasks_of(get_game(sys.argv[1])):
        task()


if __name__ == "__main__":
    main()
