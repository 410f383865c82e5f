"""Generals of one's own: an entry point of a distribution, or a process that speaks JSON lines. What it may do wrong.

An entry point of the group ``sandtable.generals`` names a function that is handed a ``Position`` and returns the
place of the action that it takes, from 0. A process is named in the variable ``SANDTABLE_GENERALS``: ``NAME=COMMAND``,
several with ``;`` between them; docs/generals.md says what it reads and writes.

Whoever is late, answers what is not listed, ends, or talks without end, loses that decision: ``quick`` takes it, and
what was wrong is counted. After so many faults in one battle ``quick`` takes the rest of it.
"""

from __future__ import annotations

import atexit
import os
import queue
import shlex
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, NamedTuple, Protocol

from sandtable.errors import InputError
from sandtable.files import expected
from sandtable.generals import GENERALS, general_of
from sandtable.table.actions import Action
from sandtable.table.battle import Battle
from sandtable.translation import gettext

GROUP = "sandtable.generals"
"""The group of entry points."""

VARIABLE = "SANDTABLE_GENERALS"
"""Where processes are named."""

SECONDS = 5.0
"""For one decision."""

MOST_FAULTS = 3
"""In one battle, before ``quick`` takes the rest of it."""


class Position(NamedTuple):
    """What a general of one's own is asked: the battle as its side sees it, and what may be done."""

    battle: Battle  # as seen; it has no dice to come
    side: str  # key of the side that decides
    legal: tuple[Action, ...]
    seconds: float


class Fault(Exception):
    """Why an answer does not count; its text is one of ``FAULTS``."""


FAULTS = ("late", "not listed", "ended", "endless")

TAKEN = (*GENERALS, "human", "guest")
"""Names that stand for others where a seat is given: no general of one's own bears them."""


class Own(Protocol):
    """Somebody's own general, for the battles of one process."""

    lock: threading.Lock  # held while it is asked: other battles wait until it has answered

    def ask(self, position: Position) -> int:
        """The place of the action that it takes; ``Fault`` where it does not say one."""

    def close(self) -> None:
        """Nobody asks it any more."""


class InPython:
    """A function of an entry point, in a thread of its own: one that does not answer is left behind."""

    def __init__(self, function: Callable[[Position], Any]) -> None:
        self._function = function
        self.lock = threading.Lock()

    def ask(self, position: Position) -> int:
        """The place of the action that it takes; ``Fault`` where it does not say one."""
        answers: queue.Queue[Any] = queue.Queue()

        def work() -> None:
            try:
                answers.put(self._function(position))
            except BaseException as error:  # sys.exit, too, ends no more than this thread
                answers.put(error)

        threading.Thread(target=work, daemon=True).start()
        try:
            answer = answers.get(timeout=position.seconds)
        except queue.Empty:
            raise Fault("late") from None
        if isinstance(answer, BaseException):
            raise Fault("ended") from answer
        return place_of(answer, position)

    def close(self) -> None:
        """There is nothing to end."""


def place_of(answer: Any, position: Position) -> int:
    """An answer as a place of the list: a whole number, or the action in the one-line notation."""
    if isinstance(answer, str):
        answer = next((k for k, action in enumerate(position.legal) if action.text == answer), None)
    try:
        place = int(answer)
        is_place = not isinstance(answer, bool) and place == answer and 0 <= place < len(position.legal)
    except Exception as error:  # what an object of somebody's own may raise, infinity among it
        raise Fault("not listed") from error
    if not is_place:
        raise Fault("not listed")
    return place


# ------------------------------------------------------------------------------------------------- names


@cache
def entries() -> Mapping[str, EntryPoint]:
    """Every entry point by name; one whose name is taken is none."""
    return {entry.name: entry for entry in entry_points(group=GROUP) if entry.name not in TAKEN}


def commands(said: str | None = None) -> dict[str, str]:
    """Every process that is named, by name. ``InputError`` for what is no ``NAME=COMMAND``."""
    found = {}
    for part in (os.environ.get(VARIABLE, "") if said is None else said).split(";"):
        if not part.strip():
            continue
        name, equals, command = (word.strip() for word in part.partition("="))
        if not equals or not name or not command or "," in name or not _is_whole(command):
            raise InputError(f"{VARIABLE}: {expected(gettext('NAME=COMMAND'), repr(part.strip()))}")
        if name in TAKEN or name in found:
            raise InputError(f"{VARIABLE}: {gettext('the name {name!r} is taken', name=name)}")
        found[name] = command
    return found


def _is_whole(command: str) -> bool:
    """Every quotation mark of a command has its other one."""
    try:
        return bool(shlex.split(command))
    except ValueError:
        return False


def own_names() -> tuple[str, ...]:
    """Names of all generals of one's own."""
    return (*commands(), *(name for name in entries() if name not in commands()))


def check_name(name: str, where: str) -> None:
    """Raise ``InputError`` that begins with ``where`` unless there is such a general, of the house or one's own.

    A function is loaded meanwhile, so that one that cannot be is refused before any battle.
    """
    if name in own_names():
        own_general(name)
    else:
        general_of(name, where)


_MADE: dict[str, Own] = {}
_MAKING = threading.Lock()


def own_general(name: str) -> Own:
    """One's own general of this name, made once in this process; ``InputError`` where that cannot be done."""
    with _MAKING:
        if name not in _MADE:
            _MADE[name] = _new(name)
        return _MADE[name]


def _new(name: str) -> Own:
    if name in commands():
        from sandtable.generals.own_process import Process

        return Process(commands()[name])
    try:
        return InPython(entries()[name].load())
    except (Exception, SystemExit) as error:  # whatever a module of somebody's own raises as it is imported
        said = f"{type(error).__name__}: {error}"
        raise InputError(f"{gettext('general {name!r} cannot be loaded', name=name)}: {said}") from error


@atexit.register
def close_all() -> None:
    """End every process that was started."""
    while _MADE:
        _MADE.popitem()[1].close()


# ------------------------------------------------------------------------------------------------- deciding


@dataclass
class Seat:
    """One's own general in one battle: what it does, and what it did wrong."""

    name: str
    seconds: float = SECONDS
    faults: dict[str, int] = field(default_factory=dict)
    last: str = ""  # what it did wrong when it was asked last; empty: nothing

    @property
    def gave_up(self) -> bool:
        """``quick`` takes the rest of this battle."""
        return sum(self.faults.values()) >= MOST_FAULTS

    def decide(self, seen: Battle, side: str) -> Action | None:
        """What it does in a battle as its side sees it; None: nothing that counts, so that ``quick`` is asked."""
        self.last = ""
        if self.gave_up:
            return None
        legal = tuple(seen.legal())
        try:
            own = own_general(self.name)
            with own.lock:
                return legal[own.ask(Position(seen, side, legal, self.seconds))]
        except Fault as fault:
            self.last = str(fault)
        except InputError:  # it cannot be loaded, or is not named any more
            self.last = "ended"
        self.faults[self.last] = self.faults.get(self.last, 0) + 1
        return None
