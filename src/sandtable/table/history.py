"""What a battle waits for, what the rules say to an action, and one step of its history."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sandtable.games.game import Game
from sandtable.table.actions import Action
from sandtable.table.log_entries import Die, Event, Finding, Line, Words
from sandtable.table.name_index import NameIndex
from sandtable.table.scripted_dice import Throw
from sandtable.translation import gettext


def turn_words(game: Game, number: int) -> str:
    """A turn by the game's own word for one: ``bound 3``."""
    words = {"turn": gettext("turn"), "bound": gettext("bound"), "round": gettext("round")}
    return f"{words[game.counts]} {number}"


@dataclass(frozen=True, slots=True)
class Decision:
    """What the battle waits for."""

    side: str  # key of the side that must decide
    side_name: str
    text: str  # what is asked, in words
    phase: str  # the step of the bound, in lower case; empty where the game has none
    clause: str | None = None  # that says what may be decided


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the rules say about an action that has not been made."""

    legal: bool
    cost: int | None  # in the game's currency; None for what costs nothing by its nature
    findings: tuple[Finding, ...]
    way: float | None = None  # how far it goes, as the rules measure it; None for what goes nowhere
    limit: float | None = None  # how far it may go at most there; None where no rule limits it

    @property
    def reasons(self) -> tuple[Finding, ...]:
        """Why it is not legal."""
        return tuple(finding for finding in self.findings if finding.kind == "reason")

    @property
    def prices(self) -> tuple[Line, ...]:
        """The lines of its price."""
        return tuple(Line(f.text, f.amount, f.clause) for f in self.findings if f.kind == "price")

    @property
    def notes(self) -> tuple[Finding, ...]:
        """What neither forbids nor costs."""
        return tuple(finding for finding in self.findings if finding.kind == "note")

    def __bool__(self) -> bool:
        return self.legal


class Played:
    """One action of a battle's history, or (number 0, without action) the laying of the table.

    It is told in the language spoken when it is read, not in that of its time.
    """

    __slots__ = (
        "_lexicon",
        "action",
        "counter",
        "entries",
        "hash",
        "script",
        "side",
        "state",
        "stood",
        "throws",
        "turn",
    )

    def __init__(
        self,
        lexicon: NameIndex,
        action: Action | None,
        side: str,
        turn: int,
        entries: Any,
        throws: Any,
        state_hash: str,
        before: tuple[bytearray, bytearray, int, tuple[Throw, ...]],
    ) -> None:
        self._lexicon = lexicon
        self.action = action
        self.side = side  # key of the side that decided; empty for the laying
        self.turn = turn  # in which it was decided, as ``Battle.turn`` counts
        self.entries = entries  # log entries, array of ENTRY
        self.throws = throws  # array of THROW
        self.hash = state_hash  # of the record afterwards
        # Bytes of the record when it was decided, and before its side was turned to; generator and script before it.
        self.state, self.stood, self.counter, self.script = before

    @property
    def array(self) -> Any:
        """The table before it: a shape ``[1]`` array of the game's record, made anew and yours to write to."""
        return np.frombuffer(bytearray(self.state), self._lexicon.game.dtype)

    @property
    def events(self) -> tuple[Event, ...]:
        """What came of it, in words."""
        return Words(self._lexicon).read(self.entries)

    @property
    def dice(self) -> tuple[Die, ...]:
        """The dice thrown for it."""
        words = Words(self._lexicon)
        return tuple(
            words.die(purpose, side, figure, sides, value)
            for purpose, side, figure, sides, value, *_ in self.throws.tolist()
        )
