"""Touches every rule once, so that none has to be compiled or loaded while somebody waits."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

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
