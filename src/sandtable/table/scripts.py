"""Dice that somebody says instead of throwing: a script, read from what people write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.errors import InputError
from sandtable.kernel.records import NONE
from sandtable.table.lexicon import Lexicon, did_you_mean, plain

Throw = tuple[int, int, int, int]
"""A scripted die: purpose, side, figure, value; NONE fits any."""


def script_of(dice: Sequence[Any], lexicon: Lexicon, where: str) -> tuple[Throw, ...]:
    """Scripted dice as throws; raises ``InputError`` that names the entry."""
    throws = []
    for number, entry in enumerate(dice, 1):
        place = f"{where}, entry {number}"
        if isinstance(entry, int) and not isinstance(entry, bool):
            entry = {"value": entry}
        if not isinstance(entry, Mapping):
            raise InputError(f"{place}: a die is {{for: ..., figure: ..., value: 1}}, not {entry!r}")
        unknown = [str(key) for key in entry if key not in ("for", "figure", "side", "value", "sides")]
        if unknown:
            raise InputError(f"{place}: a die has for, figure, side and value, not {unknown[0]!r}")
        throws.append(throw_of(entry, lexicon, place))
    return tuple(throws)


def throw_of(entry: Mapping[str, Any], lexicon: Lexicon, where: str) -> Throw:
    """One scripted die; raises ``InputError`` that begins with ``where``."""
    purpose, figure, side = NONE, NONE, NONE
    if entry.get("for") is not None:
        word = plain(str(entry["for"]))
        known = {member.name.lower(): member.value for member in lexicon.game.purpose}
        if word not in known:
            hint = did_you_mean(word, known)
            raise InputError(f"{where}: a die is for one of {', '.join(known)}, not {entry['for']!r}{hint}")
        purpose = known[word]
    if entry.get("figure") is not None:
        figure = lexicon.index("figures", str(entry["figure"]))
        if figure == NONE:
            hint = did_you_mean(str(entry["figure"]), lexicon.lists["figures"])
            raise InputError(f"{where}: there is no figure {entry['figure']!r}{hint}")
    if entry.get("side") is not None:
        side = lexicon.side_index(str(entry["side"]))
        if side == NONE:
            keys = ", ".join(facts.key for facts in lexicon.sides)
            raise InputError(f"{where}: side is one of {keys}, not {entry['side']!r}")
    value = entry.get("value")
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= 1000:
        raise InputError(f"{where}: value is what the die shows, a whole number from 1, not {value!r}")
    return purpose, side, figure, value
