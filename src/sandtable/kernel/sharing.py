"""Several processes compile the kernels of one game together: each leaves alone what another has begun.

All of them find out, from the top, what each kernel calls. Once all of that is there, whoever comes first claims the
kernel by a file in the folder that they share, and compiles it. Who meets a kernel that is claimed does not wait: the
kernel that calls it cannot be finished now, so whatever else that one calls is looked at, and the rest is tried again
later. So all cores are busy although nobody knows beforehand what a game consists of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from numba.core import dispatcher
from numba.core.errors import TypingError

_FOLDER: list[Path] = []

claimed = 0
"""How many forms this process has claimed."""

put_off = 0
"""How often it has left one to another."""


@dataclass
class _Turn:
    """One kernel that is being compiled, and those that it calls."""

    form: str = ""  # what it is called in the cache
    held: list[Path] = field(default_factory=list)  # marks that this process has set
    others: set[Path] = field(default_factory=set)  # marks of other processes that were met


_TURNS: list[_Turn] = [_Turn()]

_STUCK: dict[str, frozenset[Path]] = {}
"""Form -> the marks of others that it met when it was tried last: while all of them stand, nothing has changed."""


_FINISHED: set[str] = set()
"""Forms that others had finished when this process was about to compile them: it has had its chance to load them."""


class Elsewhere(TypingError):  # after an error of this kind numba goes on with what else is called
    """Another process compiles this kernel just now."""


def share(folder: Path) -> None:
    """From now on this process compiles together with those who share this folder, until it ends."""
    _FOLDER[:] = [folder]
    dispatcher._FunctionCompiler._compile_cached = _compile_as_if_first  # type: ignore[attr-defined]


def _compile_as_if_first(self: Any, args: Any, return_type: Any) -> Any:
    """Numba's own remembers for ever that a function could not be compiled."""
    try:
        return True, self._compile_core(args, return_type)
    except TypingError as error:
        return False, error


def look(path: Path) -> None:
    """Raise ``Elsewhere`` when another process is at this form, or was at all that it lacked and still is."""
    if not _FOLDER:
        return
    mark = _FOLDER[0] / path.name
    _TURNS[-1].form = path.name
    met = {mark} if mark.exists() else _STUCK.get(path.name, frozenset())
    if met and all(each.exists() for each in met):
        _put_off(path, met)


def claim(path: Path) -> None:
    """Claim a form, by the file that it will lie in; ``Elsewhere`` when another process has it, or just finished it."""
    global claimed
    if not _FOLDER:
        return
    mark = _FOLDER[0] / path.name
    try:
        mark.open("x").close()
    except FileExistsError:
        _put_off(path, {mark})
    _TURNS[-1].held.append(mark)
    if path.exists() and path.name not in _FINISHED:
        _FINISHED.add(path.name)
        _put_off(path, ())
    claimed += 1


def _put_off(path: Path, met: Iterable[Path]) -> NoReturn:
    global put_off
    put_off += 1
    _TURNS[-1].others.update(met)
    raise Elsewhere(f"{path.stem} is compiled by another process")


@contextmanager
def turn() -> Iterator[None]:
    """The compiling of one kernel, with whatever it calls. What was claimed is given up at the end: done, or failed."""
    own = _Turn()
    _TURNS.append(own)
    try:
        yield
    except TypingError:
        _STUCK[own.form] = frozenset(own.others)
        raise
    finally:
        _TURNS.pop()
        _TURNS[-1].others |= own.others
        for mark in own.held:
            mark.unlink(missing_ok=True)
