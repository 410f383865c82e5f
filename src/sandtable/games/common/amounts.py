"""Numbers and lengths as players say them: no PIPs, 1 PIP; whole paces, and inches to a tenth."""

from __future__ import annotations

import math
from collections.abc import Collection
from enum import IntEnum

from sandtable.kernel.geometry import LATTICE
from sandtable.translation import catalogue, count_in_forms, gettext, spoken

DECIMALS = {"pace": 0}
"""How finely a unit is measured at the table, by its English word; any other to a tenth."""

IRREGULAR = {"die": "dice", "enemy": "enemies"}
"""Words that take no s where there are several."""

SLACK = 2.0 * LATTICE
"""A length that is off by no more is what it rounds to; no game takes one for longer or shorter than its limit."""


class Agreement(IntEnum):
    """What a name asks of the words that speak of it."""

    ONE = 0  # one; in Russian a man or whatever is masculine
    SHE = 1  # in Russian a woman or whatever is feminine; in English one person, of whom "they" is said
    MANY = 2


def as_given(value: float) -> float:
    """The shortest number of at most four decimals for the same point of the lattice: what somebody gave."""
    if not math.isfinite(value / LATTICE):
        return value
    point = round(value / LATTICE)
    for decimals in range(4):
        short = round(value, decimals)
        if round(short / LATTICE) == point:
            return short + 0.0  # no -0
    return round(value, 4)


def agreeing(forms: str, agrees: int) -> str:
    """The form for a name: of ``loses|lose``, for one and for many, or of ``its|their|their``, ``убит|убита|убиты``."""
    words = forms.split("|")
    if agrees == Agreement.MANY:
        return words[-1]
    return words[1] if agrees == Agreement.SHE and len(words) > 2 else words[0]


def agreement_of(name: str) -> int:
    """What a Russian name agrees with: its first word tells. Рыцари, Речная стража, Сэр Алдвин."""
    last = name.split("-")[0].split()[0][-1]
    return (Agreement.MANY if last in "ыие" else Agreement.SHE if last in "ая" else Agreement.ONE).value


def unit_agreement(name: str) -> int:
    """What an English name of a unit agrees with: Termagants and Tyranid Warriors 2 are many, Tactical squad is one."""
    word = name.rstrip(" 0123456789")
    return (Agreement.MANY if word.endswith("s") and not word.endswith("ss") else Agreement.ONE).value


def several(word: str) -> str:
    """More than one, or none, of what the word names: PIPs, inches, sixes; ``cm`` stays as it is."""
    if len(word) <= 2:
        return word
    if word in IRREGULAR:
        return IRREGULAR[word]
    return f"{word}es" if word.endswith(("s", "x", "ch", "sh")) else f"{word}s"


class Count(int):
    """A number in a sentence, alone or with what it counts: ``{amount}``, ``{amount:PIP}`` for no PIPs or 1 PIP."""

    def __format__(self, spec: str) -> str:
        if "|" in spec:
            return count_in_forms(self, spec)
        if len(spec) > 1 and spec[0].isalpha():
            return count_words(self, spec)
        return format(int(self), spec)


def count_words(number: int, what: str) -> str:
    """``no PIPs``, ``1 PIP``, ``2 PIPs``; in the language spoken, where the house has its forms of the word."""
    forms = catalogue(spoken()).get(f"1 {what}")
    return count_in_forms(number, forms) if forms else f"{number or 'no'} {what if number == 1 else several(what)}"


def number_words(number: int, what: str, spec: str = "") -> str:
    """``0 battles``, ``1 battle``, with ``,`` for ``spec`` also ``1,200 battles``: zero is a figure like any other."""
    return f"{number:{spec}} {what if number == 1 else several(what)}"


def counted(number: int, what: str, spec: str = "") -> str:
    """The same in the language spoken, in a sentence of the house: ``2 действия`` for 2 actions."""
    forms = catalogue(spoken()).get(f"1 {what}")
    return count_in_forms(number, forms) if forms else number_words(number, what, spec)


def measured(length: float, unit: str) -> float:
    """The length as a player measures it: to the nearest pace, or tenth of an inch."""
    return round(float(length), _decimals(unit)) + 0.0


def _decimals(unit: str) -> int:
    word = unit.split("|")[0]
    said = (digits for each, digits in DECIMALS.items() if word in (each, *_forms(each)))
    return next(said, 1)


def _forms(word: str) -> Collection[str]:
    """The forms of a word that is counted, in the language spoken."""
    return catalogue(spoken()).get(f"1 {word}", "").split("|")


def length_words(length: float, unit: str) -> str:
    """``1 inch``, ``2.5 inches``, ``148 paces``."""
    return _said(measured(length, unit), unit)


def beyond_words(length: float, unit: str, more: bool, limits: Collection[float] = ()) -> str:
    """The same of a length that is beyond a limit (``more``) or falls short of one: it never reads as the limit.

    8.04 inches read 8.1, and 12.34 read 12.3: besides those given, what is a multiple of half an inch or of 5 paces
    may be a limit.
    """
    step = 10.0 ** -_decimals(unit)
    near = measured(length, unit)
    falls = near < length - SLACK if more else near > length + SLACK
    if falls and (_is_whole(near / (5.0 * step)) or any(abs(near - limit) <= SLACK for limit in limits)):
        near += step if more else -step
    return _said(near, unit)


def _said(number: float, unit: str) -> str:
    unit = catalogue(spoken()).get(f"1 {unit}", unit)
    text = f"{number:.2f}".rstrip("0").rstrip(".")
    if "|" in unit:  # the forms of a word, as ``count_in_forms`` takes them
        return count_in_forms(int(number), unit) if "." not in text else f"{with_its_mark(text)} {_of_a_part(unit)}"
    return f"{with_its_mark(text)} {unit if text == '1' else several(unit)}"


def with_its_mark(number: str) -> str:
    """The number with the mark before its parts that the language spoken has: 2.5, in Russian 2,5."""
    return number.replace(".", gettext("."))


def _of_a_part(forms: str) -> str:
    """The form that is said of a part, the genitive of one: 2,5 дюйма, and after a bound not more than 2,5 дюйма."""
    one, few, many = forms.split("|")[:3]
    return one if few == many else few


def _is_whole(number: float) -> bool:
    return abs(number - round(number)) <= SLACK


class Length(float):
    """A length in a sentence: ``{value:inch}`` for 1 inch or 2.5 inches, ``{value:pace}``.

    ``{value:over inch}`` and ``{value:under inch}`` are lengths beyond a limit and short of it, which never read as it.
    ``{value:dice}`` is two dice against each other and no length: 65 reads "6 5", and 0 is no die.
    """

    limits: tuple[float, ...] = ()  # those of the sentence

    def __format__(self, spec: str) -> str:
        if spec == "dice":
            return " ".join("–" if digit == "0" else digit for digit in f"{int(self):02d}")
        how, _, unit = spec.rpartition(" ")
        if how:
            return beyond_words(self, unit, how == "over", self.limits)
        if len(unit) > 1 and unit[0].isalpha():
            return length_words(self, unit)
        return with_its_mark(format(float(self), spec or "g"))
