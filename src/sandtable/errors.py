"""The family of exceptions that Sandtable raises: each is one clear sentence for a person.

SandtableError
├─ InputError          a file, field or option that cannot be used; names it and says what was expected
├─ NotationError       a one-line action or position that cannot be read; shows where
├─ IllegalAction       readable, but the rules forbid it; carries the reasons with their clauses
├─ DiceNeeded          a scripted battle asks for a die that the script does not hold
├─ UnknownGame         lists the games there are
├─ SaveMismatch        a save that does not replay to the state it recorded; names the first action that differs
└─ CapacityError       a battle larger than its record; names the capacity
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

LONGEST = 300
"""Characters of a sentence about what somebody wrote, whatever they wrote."""


def short_sentence(text: str) -> str:
    """The text on one line, without letters that cannot be printed, and with its middle left out where it is long."""
    line = " ".join(text.split())
    line = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in line[: 10 * LONGEST])
    if len(line) <= LONGEST:
        return line
    return f"{line[: LONGEST * 2 // 3 - 3]} ... {line[-LONGEST // 3 :]}"


class SandtableError(Exception):
    """Root of every exception raised on purpose by this package: one sentence, whatever is quoted in it."""

    def __init__(self, message: str) -> None:
        super().__init__(short_sentence(message))


class InputError(SandtableError, ValueError):
    """A file, field or option that cannot be used.

    The message names the place (file, line, field) and says what was expected and what was found.
    """


class NotationError(SandtableError, ValueError):
    """A one-line action or position that cannot be read; the message shows where."""


class IllegalAction(SandtableError, ValueError):
    """A readable action that the rules forbid.

    ``reasons`` holds the findings (clause, text, geometry) in the order in which the rules met them.
    """

    def __init__(self, message: str, reasons: Sequence[Any] = ()) -> None:
        Exception.__init__(self, message)  # the rules' own words, however many reasons they have
        self.reasons = tuple(reasons)


class DiceNeeded(SandtableError, LookupError):
    """A scripted battle asks for a die that its script does not hold; names purpose and figure."""


class UnknownGame(SandtableError, LookupError):
    """No game of that key is installed; the message lists those that are."""


class SaveMismatch(SandtableError, ValueError):
    """A save does not replay to what it recorded; the message names the first action that differs."""


class CapacityError(SandtableError, ValueError):
    """A battle needs more figures, features or log entries than its record holds."""
