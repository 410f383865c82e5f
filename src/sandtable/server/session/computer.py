"""Who may play a side, and what a computer general does: the one place that calls the generals."""

from __future__ import annotations

import threading
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from sandtable.compiler import patience
from sandtable.errors import InputError
from sandtable.files import expected
from sandtable.games import get_game
from sandtable.generals import GENERALS, Kind
from sandtable.generals.own import Seat, own_names
from sandtable.kernel.dice import new_dice
from sandtable.kernel.verbs import current_side
from sandtable.server.storage.database import HUMAN
from sandtable.translation import either, gettext, gettext_word

if TYPE_CHECKING:
    from sandtable.games.game import Game
    from sandtable.table.battle import Battle

__all__ = ["HUMAN", "Choice", "Player", "check_kind", "choose", "computers", "kind_now", "player_name", "warmed_up"]


class Player(NamedTuple):
    """Somebody who can hold a seat."""

    key: str
    name: str
    text: str


class Choice(NamedTuple):
    """What a computer general does."""

    action: Any
    by: str  # the general that decided
    fault: str = ""  # what one of this machine's own did wrong, so that ``quick`` decided in its place; empty: nothing
    for_good: bool = False  # and does for the rest of the battle

    def complaint(self, name: str) -> str:
        """Both in a sentence, of the general that is called so; with no fault empty."""
        fault = gettext_word(self.fault)
        if self.for_good:
            return gettext(
                "{name} gave no answer that counts ({fault}): quick decides in its place for the rest of this battle.",
                name=name,
                fault=fault,
            )
        return self.fault and gettext(
            "{name} gave no answer that counts ({fault}): quick decided in its place.", name=name, fault=fault
        )


def computers() -> dict[str, Player]:
    """Every computer general by key: those of the house, and before them this machine's own."""
    own = {name: Player(name, name, gettext("a general of this machine's own")) for name in own_names()}
    house = GENERALS.items()
    return own | {key: Player(key, gettext_word(key.capitalize()), gettext_word(each.text)) for key, each in house}


def warmed_up() -> tuple[str, ...]:
    """The computer generals that between them ask for every rule: of the planners that plan, the one of least time."""
    return tuple(key for key, general in GENERALS.items() if general.kind <= Kind.SERGEANT)


def player_name(kind: str) -> str:
    """What people call this kind of player."""
    if kind == HUMAN:
        return gettext("Human")
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


def choose(kind: str, battle: Battle, secret: str = "", asked: float | None = None) -> Choice:
    """What the computer general ``kind`` does for the side to decide, of a battle as that side sees it.

    It is handed dice of its own, keyed by the state and a ``secret`` of the server: it cannot know the next real die,
    and nobody who knows the state can throw its dice beforehand. What follows from the table alone is decided so, and
    a battle resumed after a crash goes on as it would have; a planner has so much time from when it was ``asked``
    (``time.monotonic``; left out: now), however many others think, and carries out what it planned.
    """
    from sandtable.generals.desk import forget_plan
    from sandtable.generals.thinking import clock, decide, plays_on_time

    fault, for_good = "", False
    if kind not in GENERALS:
        seat = _seat(kind, secret) if secret else Seat(kind)
        action = seat.decide(battle, battle.decision.side if battle.decision is not None else "")
        if action is not None:
            return Choice(action, kind)
        kind, fault, for_good = "quick", seat.last, bool(seat.last) and seat.gave_up
    general = GENERALS[kind]
    is_late = clock(general.level.milliseconds / 1000 if general.level is not None else 0.0, asked)
    record = battle.array[0]  # its own: others look at the battle meanwhile
    planner = new_dice(f"general:{kind}:{secret}:{battle.state_hash()}")
    room = _desk(battle.game.key, kind if plays_on_time(general) else "")
    with room.lock:
        if not plays_on_time(general):
            forget_plan(room.desk)
        decide(general, battle.game, (record, int(current_side(record))), planner, room.desk, is_late)
        return Choice(battle.action(room.desk.action[0]), kind, fault, for_good)


@lru_cache(maxsize=1024)
def _seat(name: str, secret: str) -> Seat:
    """Where a general of one's own sits in one battle: what it does wrong there is counted as long as it lasts."""
    return Seat(name)


class _Room(NamedTuple):
    """A desk, and who thinks at it: one at a time."""

    desk: Any
    lock: threading.Lock


@cache
def _desk(game: str, kind: str) -> _Room:
    """Room to think in for battles of one game: each level of planners has its own, where it keeps its plan."""
    from sandtable.generals.desk import new_desk

    return _Room(new_desk(get_game(game)), threading.Lock())
