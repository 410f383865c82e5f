"""Several processes compile the kernels of one game together: each leaves alone what another has begun.

All of them find out, from the top, what each kernel calls. Once all of that is there, whoever comes first claims the
kernel by a file in the folder that they share, and compiles it. Who meets a kernel that is claimed does not wait: the
kernel that calls it cannot be finished now, so whatever else that one calls is looked at, and it is left. ``finish``
goes on with what was left, the innermost first, each as soon as all that it lacked is there: from the top again, all
that leads to it would be looked at once more. So all cores are busy although nobody knows what a game consists of.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from numba.core import dispatcher
from numba.core.errors import TypingError

from sandtable.compiler.hastening import hasten

_FOLDER: list[Path] = []

claimed = 0
"""How many forms this process has claimed."""

put_off = 0
"""How often it has left one to another."""


@dataclass
class _Turn:
    """One kernel that is being compiled, and those that it calls."""

    path: Path = Path()  # where its form lies in the cache
    again: Callable[[], object] | None = None  # tries it once more
    held: list[Path] = field(default_factory=list)  # marks that this process has set
    lacks: set[str] = field(default_factory=set)  # forms that it waits for


class _Left(NamedTuple):
    """A form that could not be finished."""

    path: Path
    again: Callable[[], object]
    lacks: frozenset[str]  # forms that others were at, or that are left themselves


_TURNS: list[_Turn] = [_Turn()]

_LEFT: dict[str, _Left] = {}
"""What was left, by the name of its form, each after those that it calls."""

_OWN: set[Path] = set()
"""Marks of forms that this process is about to finish."""


_FINISHED: set[str] = set()
"""Forms that others had finished when this process was about to compile them: it has had its chance to load them."""


class Elsewhere(TypingError):  # after an error of this kind numba goes on with what else is called
    """Another process compiles this kernel just now."""


def share(folder: Path) -> None:
    """From now on this process compiles together with those who share this folder, and does nothing else."""
    _FOLDER[:] = [folder]
    dispatcher._FunctionCompiler._compile_cached = _compile_as_if_first  # type: ignore[attr-defined]
    hasten()


def _compile_as_if_first(self: Any, args: Any, return_type: Any) -> Any:
    """Numba's own remembers for ever that a function could not be compiled."""
    from sandtable.compiler.linking import is_named, kernel_at

    written = self.py_func
    if _TURNS[-1].again is None and is_named(written):
        _TURNS[-1].again = lambda: kernel_at(written.__module__, written.__qualname__).compile(args)
    try:
        return True, self._compile_core(args, return_type)
    except TypingError as error:
        return False, error


def look(path: Path) -> None:
    """Raise ``Elsewhere`` when another process is at this form, or something that it lacks is not there yet."""
    if not _FOLDER:
        return
    _TURNS[-1].path = path
    if _is_elsewhere(path.name) or _lacks_something(path.name):
        _put_off(path, {path.name})


def _is_elsewhere(form: str) -> bool:
    """Another process is at this form."""
    mark = _FOLDER[0] / form
    return mark not in _OWN and mark.exists()


def _lacks_something(form: str) -> bool:
    """It was left, and what it lacked is not there yet."""
    left = _LEFT.get(form)
    return left is not None and any(each in _LEFT or _is_elsewhere(each) for each in left.lacks - {form})


def claim(path: Path) -> None:
    """Claim a form, by the file that it will lie in; ``Elsewhere`` when another process has it, or just finished it."""
    global claimed
    if not _FOLDER:
        return
    mark = _FOLDER[0] / path.name
    if mark not in _OWN:
        if not _set(mark):
            _put_off(path, {path.name})
        _TURNS[-1].held.append(mark)
    if path.exists() and path.name not in _FINISHED:
        _FINISHED.add(path.name)
        _put_off(path, ())
    claimed += 1


def _set(mark: Path) -> bool:
    """Set a mark; False: somebody else has."""
    try:
        mark.open("x").close()
    except FileExistsError:
        return False
    return True


def _put_off(path: Path, lacks: Iterable[str]) -> NoReturn:
    global put_off
    put_off += 1
    _TURNS[-1].lacks.update(lacks)
    raise Elsewhere(f"{path.stem} is compiled by another process")


@contextmanager
def turn() -> Iterator[None]:
    """The compiling of one kernel, with whatever it calls. What was claimed is given up at the end: done, or failed."""
    own, before = _Turn(), put_off
    _TURNS.append(own)
    try:
        yield
    except TypingError:
        if own.again is not None and put_off > before:  # else the rule itself is wrong
            _LEFT[own.path.name] = _Left(own.path, own.again, frozenset(own.lacks))
            own.lacks = {own.path.name}
        raise
    else:
        _LEFT.pop(own.path.name, None)
    finally:
        _TURNS.pop()
        _TURNS[-1].lacks |= own.lacks
        for mark in own.held:
            mark.unlink(missing_ok=True)


def finish() -> None:
    """Finish all that was left, whatever of it others do not; returns when nothing is left."""
    while _LEFT:
        ready = next((form for form in _LEFT if not _is_elsewhere(form) and not _lacks_something(form)), None)
        if ready is None:
            time.sleep(0.02)  # nothing can be done but what others are doing
        else:
            _finish(_LEFT.pop(ready))


def _finish(left: _Left) -> None:
    """Compile a form, claimed from the start, if nobody else has meanwhile."""
    mark = _FOLDER[0] / left.path.name
    if left.path.exists() or not _set(mark):
        return
    _OWN.add(mark)
    try:
        with suppress(TypingError):  # something new is lacking: it is left again
            left.again()
    finally:
        _OWN.discard(mark)
        mark.unlink(missing_ok=True)
