"""JSON that comes from outside, read in one go by compiled code: 2 MB take a few milliseconds, nonsense less."""

from __future__ import annotations

from typing import Any

from pydantic_core import from_json

from sandtable.server.workers.gc_policy import no_collecting

HALVES = ("hex escape", "surrogate", "code point")
"""Words of the reader's where a text ends in half a character."""


def read_json(text: str | bytes | bytearray) -> Any:
    """The value of JSON ``text``; ``ValueError`` also for NaN, Infinity, half characters and nesting without end."""
    try:
        with no_collecting():
            return from_json(text, allow_inf_nan=False)
    except UnicodeError:
        raise ValueError("a text in it ends in half a character") from None
    except ValueError as error:
        if any(word in str(error) for word in HALVES):
            raise ValueError("a text in it ends in half a character") from None
        raise
