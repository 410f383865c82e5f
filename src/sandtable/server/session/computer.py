"""Who may play a side, and what a computer general does: the one place that calls the generals."""

from __future__ import annotations

import threading
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from sandtable.compiler import patience
from sandtable.errors import InputError
from sandtable.files import expected
from sandtable.games import get_game
from sandtable.generals import GENERALS
from sandtable.kernel.dice import new_dice
from sandtable.kernel.verbs import current_side
from sandtable.server.storage.database import HUMAN
from sandtable.translation import either

if TYPE_CHECKING:
    from sandtable.games.game import Game
    from sandtable.table.battle import Battle

__all__ = ["HUMAN", "Player", "check_kind", "choose", "computers", "kind_now", "player_name"]


class Player(NamedTuple):
    """Somebody who can hold a seat."""

    key: str
    name: str
    text: str


def computers() -> dict[str, Player]:
    """Every computer general by key, as ``sandtable.generals`` lists them."""
    return {key: Player(key, key.replace("_", " ").capitalize(), general.text) for key, general in GENERALS.items()}


def player_name(kind: str) -> str:
    """What people call this kind of player."""
    if kind == HUMAN:
        return "Human"
    player = computers().get(kind)
    return player.name if player else kind


def check_kind(kind: str, where: str, *others: str) -> str:
    """``kind`` when it can hold a seat; InputError naming ``where``, and ``others`` that could, otherwise."""
    known = [HUMAN, *others, *computers()]
    if kind not in known:
        raise InputError(f"{where}: {expected(either(known), repr(kind))}")
    return kind


def kind_now(kind: str, game: Game) -> str:
    """The general that decides for ``kind`` now: while the game's rules run interpreted, ``quick`` for a slower one."""
    return "quick" if kind not in ("random", "quick") and patience.is_interpreted(game.dtype) else kind


def choose(kind: str, battle: Battle, secret: str = "") -> Any:
    """The action that the computer general ``kind`` takes for the side to decide, of a battle as that side sees it.

    It is handed dice of its own, keyed by the state and a ``secret`` of the server: it cannot know the next real die,
    nobody who knows the state can throw its dice beforehand, and a battle resumed after
    a crash goes on as it would have.
    """
    from sandtable.generals.choosing import choose_action, forget_plan

    record = battle.array[0]  # its own: others look at the battle meanwhile
    planner = new_dice(f"general:{kind}:{secret}:{battle.state_hash()}")
    with _ONE_AT_A_TIME:
        desk = _desk(battle.game.key)
        forget_plan(desk)
        choose_action(record, int(current_side(record)), GENERALS[kind].kind.value, planner, desk)
        return battle.action(desk.action[0])


_ONE_AT_A_TIME = threading.Lock()
"""Computers of several battles share one desk."""


@cache
def _desk(game: str) -> Any:
    """Room to think in for battles of one game."""
    from sandtable.generals.choosing import new_desk

    return new_desk(get_game(game))
