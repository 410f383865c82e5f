"""JSON that comes from outside, read in one go by compiled code: 2 MB take a few milliseconds, nonsense less."""

from __future__ import annotations

import re
from typing import Any

from pydantic_core import from_json

from sandtable.server.workers.gc_policy import no_collecting
from sandtable.translation import gettext

HALVES = ("hex escape", "surrogate", "code point")
"""Words of the reader's where a text ends in half a character."""
HALF = "a text in it ends in half a character"


def not_json(error: Exception) -> str:
    """That a text is no JSON, and where that shows."""
    found = re.search(r"at line (\d+) column (\d+)", str(error))
    if str(error) == HALF:
        return gettext("This is not JSON: a text in it ends in half a character.")
    if found is None:
        return gettext("This is not JSON.")
    return gettext("This is not JSON: line {line}, column {column}.", line=found[1], column=found[2])


def read_json(text: str | bytes | bytearray) -> Any:
    """The value of JSON ``text``; ``ValueError`` also for NaN, Infinity, half characters and nesting without end."""
    try:
        with no_collecting():
            return from_json(text, allow_inf_nan=False)
    except UnicodeError:
        raise ValueError(HALF) from None
    except ValueError as error:
        if any(word in str(error) for word in HALVES):
            raise ValueError(HALF) from None
        raise
