"""Data read from a file that knows on which line each of its parts stands."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any


class MarkedDict(dict[str, Any]):
    """A mapping that remembers the line of each of its keys."""

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line
        self.lines: dict[str, int] = {}


def only(data: Mapping[str, Any], keys: Collection[str]) -> MarkedDict:
    """Those fields of a mapping that are among ``keys``, with their lines."""
    own = MarkedDict(getattr(data, "line", 1))
    own.update({key: value for key, value in data.items() if key in keys})
    own.lines = {key: line for key, line in getattr(data, "lines", {}).items() if key in own}
    return own


class MarkedList(list[Any]):
    """A list that remembers the line of each of its items."""

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line
        self.lines: list[int] = []


def line_at(data: Any, loc: Sequence[int | str]) -> int | None:
    """The line of the field at ``loc``, or of the nearest part of the way to it; None for unmarked data."""
    line = getattr(data, "line", None)
    for part in loc:
        if isinstance(data, MarkedDict) and part in data.lines:
            line = data.lines[str(part)]
        elif isinstance(data, MarkedList) and isinstance(part, int) and part < len(data.lines):
            line = data.lines[part]
        else:
            break
        data = data[part]
        line = getattr(data, "line", line) if isinstance(data, MarkedDict) and not data else line
    return line
