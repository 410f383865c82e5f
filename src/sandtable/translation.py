"""What the program itself says, beside any game, in the language spoken: English, or one of assets/languages.

It stands below all that speaks, so that a file with a mistake in it and the command line say it alike.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, wraps
from pathlib import Path
from typing import Any, Generic, TypeVar

ENGLISH = "en"
VARIABLE = "SANDTABLE_LANGUAGE"
"""Where the language stands for this process and those that it starts."""

OF_HOUSE = Path(__file__).parent / "assets" / "languages"

PLURALS = 3

_MEANWHILE: ContextVar[str] = ContextVar("language", default="")
"""The language of what is being made now, where it is not that of the process."""


def spoken() -> str:
    """The language spoken: that of this process, but for what somebody reads in another."""
    return _MEANWHILE.get() or native()


def native() -> str:
    """The language of this process, whatever somebody reads meanwhile."""
    return os.environ.get(VARIABLE, ENGLISH)


def speak(language: str) -> None:
    """Speak this language from here on."""
    os.environ[VARIABLE] = language


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak this language here and now, for one reader; empty: as the process does.

    Threads and tasks begun meanwhile speak it too. What is kept is made outside, or in ``speaking("")``.
    """
    was = _MEANWHILE.set(language or native())  # to ask the environment for each word is a tenth of a state
    try:
        yield
    finally:
        _MEANWHILE.reset(was)


T = TypeVar("T")


class ByLanguage(Generic[T]):
    """Something that people read, made once in each language in which somebody does."""

    def __init__(self) -> None:
        self._made: dict[str, T] = {}

    def get(self, make: Callable[[], T]) -> T:
        """What ``make`` returns in the language spoken; it is kept here, and ``make`` is not."""
        language = spoken()
        if language not in self._made:
            self._made[language] = make()
        return self._made[language]


def by_language(make: Callable[[], T]) -> Callable[[], T]:
    """``make`` with its answer kept, in each language in which somebody asks."""
    answers = cache(lambda _language: make())
    answer = wraps(make)(lambda: answers(spoken()))
    answer.cache_clear = answers.cache_clear  # type: ignore[attr-defined]
    return answer


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """What the program says in a language, by the English words; nothing where it has only English."""
    path = OF_HOUSE / f"{language}.toml"
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}


def gettext(english: str, **fields: Any) -> str:
    """A sentence of the program in the language spoken, filled in."""
    return catalogue(spoken()).get(english, english).format(**fields)


def gettext_word(english: str) -> str:
    """The same for words that name no fields and may hold braces: what a file's field should be."""
    return catalogue(spoken()).get(english, english)


def either(words: Iterable[str]) -> str:
    """``x or y``, in the language spoken."""
    return f" {gettext('or')} ".join(words)


def all_of(words: Iterable[str]) -> str:
    """``x, y and z``, in the language spoken."""
    said = list(words)
    return f"{', '.join(said[:-1])} {gettext('and')} {said[-1]}" if len(said) > 1 else "".join(said)


def capitalized(words: str) -> str:
    """Words with a large first letter, as a sentence begins."""
    return words[:1].upper() + words[1:]


def percent_of(share: float) -> str:
    """A share in whole percents, with the mark of the language spoken: 68%, in Russian 68 %."""
    return gettext("{number}%", number=f"{100 * share:.0f}")


def count_in_forms(number: int, forms: str) -> str:
    """``5 фигур`` of ``фигура|фигуры|фигур``: with one, two to four, and more; a fourth form is said of none at all."""
    words = forms.split("|")
    if number == 0 and len(words) > PLURALS:
        return words[PLURALS]
    last, teen = abs(number) % 10, abs(number) % 100 // 10 == 1
    place = 2 if teen or last == 0 or last > 4 else 0 if last == 1 else 1
    return f"{number} {words[place]}"
