"""Text that people write, read with care: its size, its encoding, pipes; JSON of a sane size."""

from __future__ import annotations

import json
import math
import os
import stat
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

from sandtable.errors import InputError
from sandtable.files.sentences import MAX_DIGITS

MAX_BYTES = 1_000_000
MAX_DEPTH = 32


def read_text(path: str | os.PathLike[str]) -> str:
    """The text of a file of at most ``MAX_BYTES`` bytes in UTF-8; InputError names what is wrong with it."""
    path = Path(path)
    try:
        with open(path, "rb", opener=_without_waiting) as file:
            kind = _KINDS.get(stat.S_IFMT(os.fstat(file.fileno()).st_mode), "something else")
            data = file.read(MAX_BYTES + 1) if kind == "file" else b""
    except IsADirectoryError:
        kind, data = "directory", b""
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(f"{path}: cannot be read ({reason})") from None
    if kind != "file":
        raise InputError(f"{path}: expected a file, found a {kind}")
    if len(data) > MAX_BYTES:
        raise InputError(f"{path}: is larger than {MAX_BYTES // 1_000_000} MB, the most that is read")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"{path}, line {line}: expected text in UTF-8, found other bytes") from None
    if "\0" in text:
        raise InputError(f"{path}: expected text, found binary data")
    return text


_KINDS = {stat.S_IFREG: "file", stat.S_IFIFO: "pipe", stat.S_IFCHR: "device", stat.S_IFBLK: "device"}


def _without_waiting(path: str, flags: int) -> int:
    """Open a file, but do not wait for somebody to write into it where it is a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def parse_json(text: str, where: str, kind: str = "JSON") -> Any:
    """What JSON text holds; ``where`` opens the error sentence, ``kind`` says what it should have been."""
    number = partial(finite, where)
    try:
        data = json.loads(text, parse_constant=number, parse_float=number, parse_int=partial(_whole, where))
    except json.JSONDecodeError as error:
        raise InputError(f"{where}, line {error.lineno}: is no {kind}: {error.msg}") from None
    except RecursionError:
        raise InputError(f"{where}: is no {kind}: it is nested deeper than {MAX_DEPTH} levels") from None
    check_nesting(data, where)
    return data


def finite(where: str, word: str) -> float:
    """The number that a word means; InputError for one that is infinite, none, or longer than anybody writes."""
    if len(word) > MAX_DIGITS:
        raise InputError(f"{where}: expected numbers of at most {MAX_DIGITS} characters, found one of {len(word)}")
    if not math.isfinite(float(word)):
        raise InputError(f"{where}: expected finite numbers, found {word}")
    return float(word)


def _whole(where: str, word: str) -> int:
    if len(word) > MAX_DIGITS:
        raise InputError(f"{where}: expected numbers of at most {MAX_DIGITS} digits, found one of {len(word)}")
    return int(word)


def check_nesting(data: Any, where: str) -> None:
    """InputError where lists and fields are nested deeper than ``MAX_DEPTH``."""
    level = [data]
    for _ in range(MAX_DEPTH + 1):
        held = (value.values() if isinstance(value, dict) else value for value in level)
        level = [item for items in held if not isinstance(items, str) and isinstance(items, Iterable) for item in items]
        if not level:
            return
    raise InputError(f"{where}: is nested deeper than {MAX_DEPTH} levels")
