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


class SandtableError(Exception):
    """Root of every exception raised on purpose by this package."""


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
        super().__init__(message)
        self.reasons = tuple(reasons)


class DiceNeeded(SandtableError, LookupError):
    """A scripted battle asks for a die that its script does not hold; names purpose and figure."""


class UnknownGame(SandtableError, LookupError):
    """No game of that key is installed; the message lists those that are."""


class SaveMismatch(SandtableError, ValueError):
    """A save does not replay to what it recorded; the message names the first action that differs."""


class CapacityError(SandtableError, ValueError):
    """A battle needs more figures, features or log entries than its record holds."""
