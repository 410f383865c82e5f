"""The one decorator that compiles rule functions, its source-keyed cache, and the clause register."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

if not numba.config.DISABLE_JIT:
    from sandtable.kernel.linking import USABLE, Kernel

F = TypeVar("F", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parent.parent

COMPILED = not numba.config.DISABLE_JIT
"""False when ``NUMBA_DISABLE_JIT=1``: the same source then runs as plain Python."""

CLAUSES: dict[str, list[str]] = {}
"""Clause id -> the functions (``module.function``) that carry it out, in order of import."""


def _frozen_into_kernels() -> list[Path]:
    """Every file whose text ends up in compiled code: rule sources and the data files enums come from."""
    files: list[Path] = []
    for folder in ("kernel", "games", "generals"):
        for pattern in ("*.py", "*.toml"):
            files += (PACKAGE / folder).rglob(pattern)
    return sorted(files)


def source_key() -> str:
    """Digest of all that a cached kernel depends on and numba's own key leaves out.

    Numba keys a cached function by its own file: not by the files of the functions it calls, nor by
    the bounds-check and optimisation settings.
    """
    options = (numba.__version__, numba.config.BOUNDSCHECK, numba.config.OPT)
    digest = hashlib.sha256(repr(options).encode())
    for source in _frozen_into_kernels():
        digest.update(source.relative_to(PACKAGE).as_posix().encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Where compiled rules are kept: ``$SANDTABLE_CACHE``, else numba's setting, else ``~/.cache``."""
    chosen = os.environ.get("SANDTABLE_CACHE") or numba.config.CACHE_DIR
    return Path(chosen) if chosen else Path.home() / ".cache" / "sandtable"


CACHE = cache_root() / source_key() if COMPILED else cache_root()


def kernel(function: F) -> F:
    """Compile ``function`` on first use, cached on disk in the folder of the present sources.

    The same function runs as plain Python under ``NUMBA_DISABLE_JIT=1``. Kernels take records, named
    tuples and numbers, never raise, and write what they find into the log they are handed.
    """
    if not COMPILED:
        return function
    if USABLE and "<locals>" not in function.__qualname__:
        return cast(F, Kernel(function, lambda _args: CACHE))
    others = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(CACHE)  # numba reads it once, while decorating
    try:
        return cast(F, numba.njit(cache=True, error_model="numpy")(function))
    finally:
        numba.config.CACHE_DIR = others


def clause(*ids: str) -> Callable[[F], F]:
    """Register the decorated function as carrying out the named clauses of its rulebook."""

    def register(function: F) -> F:
        plain = getattr(function, "py_func", function)
        name = f"{plain.__module__}.{plain.__qualname__}"
        for clause_id in ids:
            CLAUSES.setdefault(clause_id, []).append(name)
        return function

    return register
