"""A game's data files as Python, and its numbers and switches on their way into a battle's record."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from pathlib import Path
from typing import Any, NamedTuple, ParamSpec, TypeVar

import numpy as np

from sandtable.games.game import Option
from sandtable.kernel.records import record

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


class Change(NamedTuple):
    """A number of a data file that is another one while a table is laid: for those who study what it does."""

    file: Path
    way: tuple[str | int, ...]  # keys, and places in lists
    number: Any


_CHANGES: ContextVar[tuple[Change, ...]] = ContextVar("changed numbers", default=())


def changes() -> tuple[Change, ...]:
    """The numbers that are changed at the moment."""
    return _CHANGES.get()


@contextmanager
def changed_numbers(wanted: Iterable[Change]) -> Iterator[None]:
    """Have the games read these numbers instead of those in their data files: in this thread, until the end."""
    token = _CHANGES.set(tuple(wanted))
    try:
        yield
    finally:
        _CHANGES.reset(token)


def as_changed(file: Path, data: Any) -> Any:
    """What was read from a data file, with its numbers as they are changed at the moment."""
    for change in changes():
        if change.file == file:
            inner = data
            for part in change.way[:-1]:
                inner = inner[part]
            inner[change.way[-1]] = change.number
    return data


def kept(read: Callable[Asked, Answer]) -> Callable[Asked, Answer]:
    """``read`` with its answers kept, for each set of changed numbers its own: what is made of data files."""
    answers: Any = lru_cache(maxsize=256)(lambda _, *args, **named: read(*args, **named))

    @wraps(read)
    def answer(*args: Asked.args, **named: Asked.kwargs) -> Answer:
        found: Answer = answers(changes(), *args, **named)
        return found

    answer.cache_clear = answers.cache_clear  # type: ignore[attr-defined]
    return answer


@kept
def read_data(folder: Path, name: str) -> Mapping[str, Any]:
    """What ``data/<name>.toml`` of a game's folder holds."""
    file = folder / "data" / f"{name}.toml"
    data: Mapping[str, Any] = as_changed(file, tomllib.loads(file.read_text("utf-8")))
    return data


def rules_record(folder: Path) -> np.dtype[Any]:
    """The numbers of ``data/rules.toml`` as a record: first those with a point (f8), then whole ones (i4)."""
    numbers = read_data(folder, "rules").items()
    lengths = [(name, "f8") for name, number in numbers if isinstance(number, float)]
    return record(*lengths, *((name, "i4") for name, number in numbers if isinstance(number, int)))


def fill_numbers(rules: Any, folder: Path) -> None:
    """Every number of ``data/rules.toml`` into the field of its name."""
    for name, number in read_data(folder, "rules").items():
        rules[name] = number


def fill_switches(chosen: Any, options: Iterable[Option], values: Mapping[str, str]) -> None:
    """Every switch that has a field, as the place of its value in its list: what its enum calls it (``switches``)."""
    for option in options:
        if option.key in (chosen.dtype.names or ()):
            chosen[option.key] = option.values.index(values[option.key])
