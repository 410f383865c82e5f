"""Touches every rule of a game once, so that none has to be compiled or loaded while somebody waits.

As a program, ``python -m sandtable.server.warmup.tasks GAME FOLDER PLACE``, it is a helper. It compiles the rules
together with the other helpers that are given the same folder, and ends when all of them are on disk. By its place
among them, 0 for the first, each begins elsewhere.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np

from sandtable.compiler import sharing
from sandtable.games import get_game
from sandtable.games.game import Game
from sandtable.generals.reasons import why
from sandtable.kernel.dice import new_dice
from sandtable.kernel.log import new_log
from sandtable.kernel.records import MAX_SIDES, new_actions
from sandtable.server.messages.protocol import Explain, Foresee, Judge
from sandtable.server.session import computer
from sandtable.server.views.view import Sight
from sandtable.server.warmup.warmup import PLAYABLE
from sandtable.table.battle import Battle
from sandtable.table.new_battle import new


class Task(NamedTuple):
    """One thing to touch."""

    text: str
    run: Callable[[], None]


class Work(NamedTuple):
    """Everything to touch, in the order in which somebody waits for it."""

    battle: list[Task]  # what people need who fight one; the laying of a table is first: all others play on it
    generals: list[Task]  # what computers think with, on top of that


def work_of(game: Game) -> Work:
    """What has to be touched of a game."""
    table: dict[str, Battle] = {}

    def lay() -> None:
        table["battle"] = new(game, seed=1)

    def touch(work: Callable[[Battle], object]) -> Callable[[], None]:
        return lambda: None if table["battle"].over else _ignore(work(table["battle"]))

    battle = [
        Task("laying the table", lay),
        Task("listing actions", touch(lambda battle: battle.legal())),
        Task("judging", touch(lambda battle: battle.judge(battle.legal()[0]))),
        Task("carrying out", touch(lambda battle: battle.copy().play(battle.legal()[0]))),
        Task("odds", touch(lambda battle: battle.odds(battle.legal()[-1]))),
        Task("dragging", touch(_drag)),
        Task("seeing", touch(_see)),
    ]
    generals = [Task("choosing", touch(lambda battle: battle.sample(1))), Task("evaluating", touch(_evaluate))]
    for kind, player in computer.computers().items():
        generals.append(Task(f"the general {player.name}", touch(partial(_choose, kind))))
    return Work(battle, generals)


def _ignore(_value: object) -> None:
    return None


def _drag(battle: Battle) -> None:
    """Judge a dragged pose, magnet and all, ask what it leads to, and see the table as a watcher does."""
    sight = Sight(battle.as_seen([side.key for side in battle.sides]))
    _ignore(sight.scene)
    for action in battle.legal():
        if action.to is not None:
            form = sight.form(action)
            sight.judgement(Judge(type="judge", n=0, action=form), 0)
            sight.foreseen(Foresee(type="foresee", n=0, action=form), 0)
            sight.foreseen(Foresee(type="foresee", n=0, figure=action.figures[0]), 0)
            sight.legal_together(action.figures[:1])
            sight.explained(Explain(type="explain", n=0, figure=action.figures[0]), 0)
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
    action = computer.choose(kind, battle)
    why(battle.game, battle.record, battle.side_to_decide, action.record, kind)


# ---------------------------------------------------------------- helpers


def ways_in(game: Game, place: int) -> list[Task]:
    """Where the helper with this place begins: two that follow one another would both look at all that is called."""
    verbs, actions = game.verbs, new_actions(1, game.action)
    listing = np.zeros(1, game.dtype)[0], actions
    applying = np.zeros(1, game.dtype)[0], actions[0], new_dice("helper"), new_log(keep=False)
    ways = [
        Task("laying the table", lambda: _ignore(new(game, seed=1))),
        Task("carrying out", lambda: _compile(verbs.apply, applying)),
        Task("listing actions", lambda: _compile(verbs.legal_actions, listing)),
    ]
    first = place // 2 % len(ways)
    return [*ways[first:], *ways[:first]][:: -1 if place % 2 else 1]


def _compile(rule: Any, arguments: Sequence[Any]) -> None:
    """Compile a rule for such arguments; it is not called."""
    rule.compile(tuple(map(numba.typeof, arguments)))


def touch_with_others(work: Work, folder: Path, first: Sequence[Task] = ()) -> None:
    """Carry out all of it beside other processes that do the same, each kernel compiled by one of them.

    ``first``: what this one begins with, as far as it comes without the others.
    """
    sharing.share(folder)
    for task in first:
        _is_done(task)
    _carry_out(work.battle[:1])
    _carry_out(work.battle[1:])
    (folder / PLAYABLE).touch()
    _carry_out(work.generals)


def _carry_out(part: Sequence[Task]) -> None:
    """Try these tasks until all are done."""
    rest = list(part)
    while rest:
        claimed = sharing.claimed
        rest = [task for task in rest if not _is_done(task)]
        sharing.finish()
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
    key, folder, place = sys.argv[1:]
    threading.Thread(target=_end_with_the_starter, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(5)  # whoever plays meanwhile comes first
    game = get_game(key)
    touch_with_others(work_of(game), Path(folder), ways_in(game, int(place)))


if __name__ == "__main__":
    main()
