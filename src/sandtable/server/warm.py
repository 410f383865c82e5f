"""Touches every rule once, so that none has to be compiled or loaded while somebody waits."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numba.core import event
from numba.core.dispatcher import Dispatcher

from sandtable.games import game_keys, get_game
from sandtable.games.game import Game
from sandtable.kernel.records import MAX_SIDES
from sandtable.server import computer
from sandtable.server.messages import Judge
from sandtable.server.sight import Sight
from sandtable.server.views import redact_for
from sandtable.table.battle import Battle
from sandtable.table.beginning import new

log = logging.getLogger("sandtable.server")


class Task(NamedTuple):
    """One thing to touch."""

    text: str
    run: Callable[[], None]


class _Ear(event.Listener):  # type: ignore[misc]  # numba has no types
    """Hears of every function that the compiler begins; what lies in the cache is not compiled and not heard of."""

    def __init__(self, heard: Callable[[str, int], None]) -> None:
        self.heard = heard
        self.seen: set[int] = set()

    def on_start(self, event: Any) -> None:
        """The compiler begins a function."""
        function = event.data["dispatcher"].py_func
        self.seen.add(id(function))
        self.heard(function.__name__.strip("_").replace("_", " "), len(self.seen))

    def on_end(self, event: Any) -> None:
        """It is done."""


@contextmanager
def compiler_heard(heard: Callable[[str, int], None]) -> Iterator[None]:
    """Tell ``heard`` of every function that is compiled meanwhile: its name in words, and how many there were."""
    ear = _Ear(heard)
    with event.install_listener("numba:compile", ear):
        yield


def functions_known() -> int:
    """Rule functions that have been imported: about as many as a first start compiles."""
    modules = [module for name, module in list(sys.modules.items()) if name.startswith("sandtable.")]
    return len({id(thing) for module in modules for thing in vars(module).values() if isinstance(thing, Dispatcher)})


def tasks() -> list[Task]:
    """What has to be touched, game by game, in an order in which each step needs little more than the last."""
    found: list[Task] = []
    for key in game_keys():
        try:
            game = get_game(key)
        except Exception:
            log.exception("the game %s cannot be loaded", key)
            continue
        found += _of_game(game)
    return found


def _of_game(game: Game) -> list[Task]:
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
    return [Task(f"{game.title}, {text}", run) for text, run in steps]


def _ignore(_value: object) -> None:
    return None


def _drag(battle: Battle) -> None:
    """Judge a dragged pose, magnet and all, and see the table as a watcher does."""
    sight = Sight(battle)
    sides = tuple(side.key for side in battle.game.sides)
    sight.scene(sides)
    for action in battle.legal():
        if action.to is not None:
            sight.judgement(Judge(type="judge", n=0, action=sight.form(action)), 0, sides)
            return


def _score(battle: Battle) -> None:
    """Every verb that nothing above has called."""
    twin = battle.copy()
    game = battle.game
    game.verbs.returns(twin.record, np.zeros(MAX_SIDES))
    game.verbs.evaluate(twin.record, 0)
    redact_for(battle, twin.record, ())
