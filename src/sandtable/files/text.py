"""Text that people write, read with care: its size, its encoding, pipes; JSON of a sane size."""

from __future__ import annotations

import json
import math
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from sandtable.errors import InputError
from sandtable.files.sentences import MAX_DIGITS, expected
from sandtable.files.writing import reason_of
from sandtable.translation import gettext, gettext_word

MAX_BYTES = 1_000_000
MAX_DEPTH = 32


_FOLDERS: ContextVar[tuple[Path, ...] | None] = ContextVar("folders that may be read", default=None)


@contextmanager
def own_files_only(*folders: Path) -> Iterator[None]:
    """Meanwhile files are read from these folders alone: what others have written may name any of the machine."""
    token = _FOLDERS.set(tuple(folder.resolve() for folder in folders))
    try:
        yield
    finally:
        _FOLDERS.reset(token)


class _Taking(NamedTuple):
    texts: dict[str, str]
    own: tuple[Path, ...]


_TAKING: ContextVar[_Taking | None] = ContextVar("texts that are taken down", default=None)


@contextmanager
def taking_down(texts: dict[str, str], *own: Path) -> Iterator[None]:
    """Meanwhile the texts of files outside the folders ``own`` come into ``texts``, by the path by which each is asked.

    One that is there is not read again, and need not be on this machine.
    """
    token = _TAKING.set(_Taking(texts, tuple(folder.resolve() for folder in own)))
    try:
        yield
    finally:
        _TAKING.reset(token)


def taken_down() -> frozenset[tuple[str, str]]:
    """The texts that were taken down until now."""
    taking = _TAKING.get()
    return frozenset(taking.texts.items()) if taking else frozenset()


def is_there(path: str | os.PathLike[str]) -> bool:
    """Whether there is such a file that may be read, or its text was taken down."""
    taking = _TAKING.get()
    return (taking is not None and str(path) in taking.texts) or (_may_read(Path(path)) and os.path.isfile(path))


def _may_read(path: Path) -> bool:
    folders = _FOLDERS.get()
    return folders is None or any(path.resolve().is_relative_to(folder) for folder in folders)


def read_text(path: str | os.PathLike[str], most: int = MAX_BYTES) -> str:
    """The text of a file of at most so many bytes in UTF-8; InputError names what is wrong with it."""
    taking = _TAKING.get()
    if taking is None:
        return _read_text(Path(path), most)
    text = taking.texts.get(str(path))
    if text is None:
        text = _read_text(Path(path), most)
        if not any(Path(path).resolve().is_relative_to(folder) for folder in taking.own):
            taking.texts[str(path)] = text
    return text


def _read_text(path: Path, most: int) -> str:
    if not _may_read(path):
        raise InputError(f"{path}: {gettext('no file of this machine is opened for others')}")
    try:
        with open(path, "rb", opener=_without_waiting) as file:
            kind = KINDS.get(stat.S_IFMT(os.fstat(file.fileno()).st_mode), OTHER)
            data = file.read(most + 1) if kind == FILE else b""
    except IsADirectoryError:
        kind, data = DIRECTORY, b""
    except FileNotFoundError:
        raise InputError(f"{path}: {gettext('there is no such file')}") from None
    except (OSError, ValueError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else str(error)
        raise InputError(f"{path}: {gettext('cannot be read')} ({reason})") from None
    if kind != FILE:
        raise InputError(f"{path}: {expected(gettext('a file'), gettext_word(kind))}")
    if len(data) > most:
        raise InputError(
            f"{path}: {gettext('is larger than {number} MB, the most that is read', number=most // 1_000_000)}"
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        what = expected(gettext("text in UTF-8"), gettext("other bytes"))
        raise InputError(f"{path}, {gettext('line {line}', line=line)}: {what}") from None
    if "\0" in text:
        raise InputError(f"{path}: {expected(gettext('text'), gettext('binary data'))}")
    return text


FILE, DIRECTORY, OTHER = "a file", "a directory", "something else"
KINDS = {stat.S_IFREG: FILE, stat.S_IFIFO: "a pipe", stat.S_IFCHR: "a device", stat.S_IFBLK: "a device"}


def _without_waiting(path: str, flags: int) -> int:
    """Open a file, but do not wait for somebody to write into it where it is a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def parse_json(text: str, where: str, kind: str = "JSON") -> Any:
    """What JSON text holds; ``where`` opens the error sentence; ``kind``: what it should be, in the language spoken."""
    number = partial(finite, where)
    try:
        data = json.loads(text, parse_constant=number, parse_float=number, parse_int=partial(_whole, where))
    except json.JSONDecodeError as error:
        line = gettext("line {line}", line=error.lineno)
        raise InputError(f"{where}, {line}: {gettext('is no {kind}', kind=kind)}: {error.msg}") from None
    except RecursionError:
        deep = gettext("is nested deeper than {number} levels", number=MAX_DEPTH)
        raise InputError(f"{where}: {gettext('is no {kind}', kind=kind)}: {deep}") from None
    check_nesting(data, where)
    return data


def finite(where: str, word: str) -> float:
    """The number that a word means; InputError for one that is infinite, none, or longer than anybody writes."""
    if len(word) > MAX_DIGITS:
        wanted = gettext("a number of at most {number} characters", number=MAX_DIGITS)
        raise InputError(f"{where}: {expected(wanted, gettext('one of {number}', number=len(word)))}")
    if not math.isfinite(float(word)):
        raise InputError(f"{where}: {expected(gettext_word('a finite number'), word)}")
    return float(word)


def _whole(where: str, word: str) -> int:
    if len(word) > MAX_DIGITS:
        wanted = gettext("a number of at most {number} digits", number=MAX_DIGITS)
        raise InputError(f"{where}: {expected(wanted, gettext('one of {number}', number=len(word)))}")
    return int(word)


def check_nesting(data: Any, where: str) -> None:
    """InputError where lists and fields are nested deeper than ``MAX_DEPTH``."""
    level = [data]
    for _ in range(MAX_DEPTH + 1):
        held = (value.values() if isinstance(value, dict) else value for value in level)
        level = [item for items in held if not isinstance(items, str) and isinstance(items, Iterable) for item in items]
        if not level:
            return
    raise InputError(f"{where}: {gettext('is nested deeper than {number} levels', number=MAX_DEPTH)}")
