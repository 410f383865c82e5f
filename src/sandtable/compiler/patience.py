"""Kernels that answer interpreted until their compiled form is here, so that nobody waits for a compiler.

A patient process compiles nothing when Python calls a kernel: the kernel runs as the plain function that it is, to the
same bits, unless its compiled form is in the process already. Meanwhile forms are compiled elsewhere (``sandtable
compile``), and a thread that is ``compiling`` loads them; calls find them from then on, also in the midst of a battle.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from sandtable.compiler.plain_numbers import in_numbers


class _Thread(threading.local):
    """What one thread is about."""

    compiles = False
    interprets = False


_THREAD = _Thread()

_LOADED: set[Any] = set()
"""Record dtypes of the games whose compiled forms are loaded: what else these need is compiled as it is called."""

_patient: list[bool | None] = [None]
"""Whether this process is patient; None: nobody has said yet, and it is not."""

_unless: list[Callable[[Any], bool]] = []

_many: list[Callable[[Any], None]] = []


def be_patient(
    patient: bool = True,
    *,
    unless: Callable[[Any], bool] | None = None,
    many: Callable[[Any], None] | None = None,
) -> None:
    """From now on this process interprets what is not compiled (or, with False, compiles it as it is called).

    ``unless``: of a record dtype, whether its game is compiled on disk and may be loaded as it is called. It is asked
    whenever Python calls a rule with such a record, until it says yes. ``many``: told of a record dtype of which many
    battles are wanted; they are worth compiling for, as it is called. Left out: they are interpreted, too.
    """
    _patient[0] = patient
    _unless[:] = [unless] if unless is not None else []
    _many[:] = [many] if many is not None else []
    _LOADED.clear()


def is_decided() -> bool:
    """Somebody has said whether this process is patient."""
    return _patient[0] is not None


def want_many(dtype: Any) -> None:
    """Many battles with this record are wanted: in a process that was told so they do not run interpreted."""
    if _many and is_interpreted(dtype):
        _many[0](dtype)
        loaded(dtype)


def loaded(dtype: Any) -> None:
    """The compiled forms of the game with this record are in this process: nothing of it is interpreted any more."""
    _LOADED.add(dtype)


def is_interpreted(dtype: Any) -> bool:
    """Battles with this record run interpreted in this process for now."""
    return bool(_patient[0]) and dtype not in _LOADED


@contextmanager
def compiling() -> Iterator[None]:
    """This thread compiles or loads what it calls, however patient the process is."""
    _THREAD.compiles = True
    try:
        yield
    finally:
        _THREAD.compiles = False


def interpreted(function: Callable[..., Any], args: Iterable[Any]) -> Callable[..., Any] | None:
    """What to call instead of the compiled form of a kernel, of which ``function`` is the source; None: compile it.

    Of a call that runs interpreted all that it calls runs interpreted as well, but for what is compiled already.
    """
    if _THREAD.interprets:
        return in_numbers(function)
    if not _patient[0] or _THREAD.compiles or any(_is_loaded(getattr(value, "dtype", None)) for value in args):
        return None
    function = in_numbers(function)

    def run(*values: Any, **named: Any) -> Any:
        _THREAD.interprets = True
        try:
            return function(*values, **named)
        finally:
            _THREAD.interprets = False

    return run


def _is_loaded(dtype: Any) -> bool:
    if dtype in _LOADED:
        return True
    if _unless and dtype is not None and dtype.names and _unless[0](dtype):
        _LOADED.add(dtype)
    return dtype in _LOADED
