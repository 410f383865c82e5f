"""Words for the error sentences about a file: what was found, what was meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import Any

from sandtable.translation import ENGLISH, gettext, spoken

MAX_DIGITS = 40
"""Characters of a number: a figure with more is a mistake, and takes long to read."""

MAX_WORD = 40
"""Characters of a name that somebody made up; a longer one is no word at all, and cut short."""


def short(word: str) -> str:
    """A word that somebody made up, for a sentence: cut short where it is no word at all."""
    return word if len(word) <= MAX_WORD else word[: MAX_WORD - 3] + "..."


def describe(value: Any) -> str:
    """A value for the end of an error sentence, cut short."""
    if value is None:
        return gettext("nothing")
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        keys = ", ".join(short(str(key)) for key in list(value)[:4])
        return gettext("fields {keys}", keys=keys) if value else gettext("no fields")
    if isinstance(value, list | tuple):
        text = "[" + ", ".join(describe(item) for item in value[:4]) + (", ...]" if len(value) > 4 else "]")
        return text if len(text) <= 60 else gettext("a list of {number}", number=len(value))
    if isinstance(value, int) and abs(value) >= 10**MAX_DIGITS:
        return gettext("a number of more than {number} digits", number=MAX_DIGITS)
    text = repr(value[:100]) if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else text[:57] + "..."


def expected(what: str, found: str) -> str:
    """'expected WHAT, found FOUND', the usual end of an error sentence."""
    return gettext("expected {what}, found {found}", what=what, found=found)


def did_you_mean(word: str, known: Iterable[str], offer: bool = True) -> str:
    """'; did you mean x?' for a near miss; else, with ``offer``, what there is if that is short; else nothing."""
    known = list(known)
    near = difflib.get_close_matches(word[:100].lower(), [name.lower() for name in known], n=1, cutoff=0.6)
    if near:
        return "; " + gettext("did you mean {name!r}?", name=next(name for name in known if name.lower() == near[0]))
    listed = "; " + gettext("there are {names}", names=", ".join(known))
    return listed if offer and known and len(listed) <= 280 else ""


def because(told: str, why: str, column: int | None = None) -> str:
    """What a parser refuses, with its own words to whoever reads English, else with the column where it stopped."""
    if spoken() == ENGLISH:
        return f"{told}: {one_sentence(why)}"
    return told if column is None else f"{told}, {gettext('column {column}', column=column)}"


def one_sentence(text: str) -> str:
    """The text on one line."""
    return " ".join(text.split())
