"""Numbers, lengths and facings as people write them, and the error for what cannot be read."""

from __future__ import annotations

import math
from typing import Any

from sandtable.games.common.amounts import as_given
from sandtable.translation import gettext

FARTHEST = 10_000.0
"""No length in an action is larger, in any game's unit."""


class Unreadable(ValueError):
    """What was written is no action; ``word`` is the part of it that is wrong."""

    def __init__(self, message: str, word: str = "") -> None:
        super().__init__(message)
        self.word = word


def length_text(value: float) -> str:
    """A length with at most four decimals, which name a point of the lattice exactly: ``23.5``."""
    text = f"{as_given(value):.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def degrees_text(value: float) -> str:
    """A facing with at most two decimals: ``90``, ``12.25``."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "360") else text


def number(value: Any, what: str) -> float:
    """A finite number that is not absurd; raises ``Unreadable``."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        raise Unreadable(gettext("{what} is a number, not {value!r}", what=what, value=value), str(value))
    try:
        result = float(value)
    except ValueError:
        raise Unreadable(gettext("{what} is a number, not {value!r}", what=what, value=value), str(value)) from None
    if not math.isfinite(result) or abs(result) > FARTHEST:
        said = gettext(
            "{what} is a number from -{most:.0f} to {most:.0f}, not {value}", what=what, most=FARTHEST, value=value
        )
        raise Unreadable(said, str(value))
    return result


def whole(value: Any, what: str) -> int:
    """A whole number; raises ``Unreadable``."""
    result = number(value, what)
    if result != int(result):
        raise Unreadable(gettext("{what} is a whole number, not {value}", what=what, value=value), str(value))
    return int(result)
