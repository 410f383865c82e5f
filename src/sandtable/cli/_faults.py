"""What generals of somebody's own did wrong in battles, in lines for commands that have them fight."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.translation import gettext, gettext_word


def fault_lines(faults: Mapping[str, Mapping[str, int]]) -> list[str]:
    """A line for each general that did anything wrong."""
    return [
        gettext(
            "{name} gave no answer that counts ({faults}): quick decided in its place, after three in one battle for "
            "the rest of it.",
            name=name, faults=", ".join(f"{gettext_word(fault)}: {times}" for fault, times in each.items()),
        )
        for name, each in faults.items()
        if each
    ]  # fmt: skip
