"""Dice that somebody says instead of throwing: a script, read from what people write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.errors import InputError
from sandtable.kernel.records import NONE
from sandtable.table.log_entries import die_words
from sandtable.table.name_index import NameIndex, did_you_mean, plain
from sandtable.translation import ENGLISH, gettext, spoken

Throw = tuple[int, int, int, int]
"""A scripted die: purpose, side, figure, value; NONE fits any."""

DieLike = int | Mapping[str, object]
"""What says a die: what it shows, or ``{for: combat, figure: G4, value: 6}``, figure or side left out if you like."""


def script_of(dice: Sequence[DieLike], lexicon: NameIndex, where: str) -> tuple[Throw, ...]:
    """Scripted dice as throws; raises ``InputError`` that names the entry."""
    throws = []
    for number, entry in enumerate(dice, 1):
        place = f"{where}, {gettext('entry {number}', number=number)}"
        if isinstance(entry, int) and not isinstance(entry, bool):
            entry = {"value": entry}
        if not isinstance(entry, Mapping):
            form = "{for: ..., figure: ..., value: 1}"
            raise InputError(f"{place}: {gettext('a die is {form}, not {found!r}', form=form, found=entry)}")
        unknown = [str(key) for key in entry if key not in ("for", "figure", "side", "value", "sides")]
        if unknown:
            wrong = gettext("a die has for, figure, side and value, not {key!r}", key=unknown[0])
            raise InputError(f"{place}: {wrong}")
        throws.append(throw_of(entry, lexicon, place))
    return tuple(throws)


def throw_of(entry: Mapping[str, Any], lexicon: NameIndex, where: str) -> Throw:
    """One scripted die; raises ``InputError`` that begins with ``where``."""
    purpose, figure, side = NONE, NONE, NONE
    if entry.get("for") is not None:
        word = plain(str(entry["for"]))
        known = {member.name.lower(): member.value for member in lexicon.game.purpose}
        if word not in known:
            hint = did_you_mean(word, known)
            wrong = gettext("a die is for one of {names}, not {word!r}", names=", ".join(known), word=entry["for"])
            raise InputError(f"{where}: {wrong}{hint}")
        purpose = known[word]
    if entry.get("figure") is not None:
        figure = lexicon.index("figures", str(entry["figure"]))
        if figure == NONE:
            hint = did_you_mean(str(entry["figure"]), lexicon.lists["figures"])
            raise InputError(f"{where}: {gettext('there is no figure {name!r}', name=entry['figure'])}{hint}")
    if entry.get("side") is not None:
        side = lexicon.side_index(str(entry["side"]))
        if side == NONE:
            keys = ", ".join(facts.key for facts in lexicon.sides)
            wrong = gettext("side is one of {keys}, not {side!r}", keys=keys, side=entry["side"])
            raise InputError(f"{where}: {wrong}")
    value = entry.get("value")
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= 1000:
        wrong = gettext("value is what the die shows, a whole number from 1, not {value!r}", value=value)
        raise InputError(f"{where}: {wrong}")
    return purpose, side, figure, value


def die_missing(lexicon: NameIndex, throw: Any) -> str:
    """Which die the rules ask for, and how a script would say it."""
    figure, side = int(throw["figure"]), int(throw["side"])
    key = f"figure: {lexicon.figure_id(figure)}" if figure != NONE else f"side: {lexicon.side_key(side)}"
    purpose, die = _die(lexicon, int(throw["purpose"]))
    article = ("an " if die[0] in "aeio" else "a ") if spoken() == ENGLISH else ""
    return gettext(
        "the rules ask for {die} for {who}, and the script holds none: add {entry}, or give a seed",
        die=article + die,
        who=_whose(lexicon, figure, side),
        entry=f"{{for: {purpose}, {key}, value: 1 {gettext('to')} {int(throw['sides'])}}}",
    )


def no_such_face(lexicon: NameIndex, purpose: int, figure: int, side: int, sides: int, value: int) -> str:
    """That a scripted die shows what it cannot."""
    _, die = _die(lexicon, purpose)
    who = _whose(lexicon, figure, side)
    return gettext("the {die} for {who} shows 1 to {sides}, not {value}", die=die, who=who, sides=sides, value=value)


def _die(lexicon: NameIndex, purpose: int) -> tuple[str, str]:
    """What a die is thrown for, as scripts write it and as players say it."""
    known = {member.value: member.name.lower() for member in lexicon.game.purpose}
    word = known.get(purpose, "?")
    return word, die_words(lexicon.game.folder, word)


def _whose(lexicon: NameIndex, figure: int, side: int) -> str:
    return lexicon.figure_name(figure) if figure != NONE else lexicon.side_name(side)
