"""The one decorator that compiles rule functions, its source-keyed cache, and the clause register."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

from sandtable.compiler.cache import root
from sandtable.compiler.plain_numbers import in_numbers, make_known_to_numpy

if not numba.config.DISABLE_JIT:
    from sandtable.compiler import written_values  # noqa: F401
    from sandtable.compiler.linking import USABLE, Kernel
    from sandtable.compiler.releasing import ReleasedKernel
    from sandtable.compiler.whole_numbers import PACKAGES

F = TypeVar("F", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parent.parent

COMPILED = not numba.config.DISABLE_JIT
"""False when ``NUMBA_DISABLE_JIT=1``: the same source then runs as plain Python."""

CLAUSES: dict[str, list[str]] = {}
"""Clause id -> the functions (``module.function``) that carry it out, in order of import."""


@cache
def source_key(*places: Path) -> str:
    """Digest of the sources and data among these files and folders, for what numba itself keeps on disk.

    Numba keys a cached function by its own file: not by the files of the functions it calls, nor by
    the bounds-check and optimisation settings.
    """
    options = (numba.__version__, numba.config.BOUNDSCHECK, numba.config.OPT)
    digest = hashlib.sha256(repr(options).encode())
    for source in sorted(file for place in places for file in _files(place)):
        digest.update(str(source).encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _files(place: Path) -> set[Path]:
    """The sources under a folder, and the data files that enums come from; or the one file."""
    return {file for pattern in ("*.py", "*.toml") for file in place.rglob(pattern)} if place.is_dir() else {place}


def folder_of(function: Any) -> Path:
    """Where numba itself keeps a function: by all rules there are, and by the function's own distribution."""
    file = Path(function.__code__.co_filename).resolve()
    places = [PACKAGE / floor for floor in ("kernel", "games", "generals", "lab")]
    if PACKAGE not in file.parents and file.exists():
        depth = function.__module__.count(".")
        places.append(file.parents[depth - 1] if depth else file)
    return root() / source_key(*places)


def kernel(function: F) -> F:
    """Compile ``function`` on first use, cached on disk in the folder of the present sources.

    The same function runs as plain Python under ``NUMBA_DISABLE_JIT=1``. Kernels take records, named
    tuples and numbers, never raise, and write what they find into the log they are handed.
    """
    make_known_to_numpy(function)
    if not COMPILED:
        return cast(F, in_numbers(function))
    PACKAGES.add(function.__module__.partition(".")[0])
    if USABLE and "<locals>" not in function.__qualname__:
        return cast(F, Kernel(function))
    others = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder_of(function))  # numba reads it once, while decorating
    try:
        return cast(F, numba.njit(cache=True, error_model="numpy")(function))
    finally:
        numba.config.CACHE_DIR = others


def released_kernel(function: F) -> F:
    """A kernel that lets go of Python's lock while it runs: handed what no other thread has meanwhile."""
    make_known_to_numpy(function)
    if not COMPILED:
        return cast(F, in_numbers(function))
    if USABLE:
        return cast(F, ReleasedKernel(function))
    return cast(F, numba.njit(nogil=True, error_model="numpy")(function))


def inlined(function: F) -> F:
    """Mark a function, before ``kernel`` compiles it, to be copied into its callers however large it is.

    For a large one in the midst of what lists of moves do, which few others call.
    """
    vars(function)["is_inlined"] = True
    return function


def clause(*ids: str) -> Callable[[F], F]:
    """Register the decorated function as carrying out the named clauses of its rulebook."""

    def register(function: F) -> F:
        plain = getattr(function, "py_func", function)
        name = f"{plain.__module__}.{plain.__qualname__}"
        for clause_id in ids:
            CLAUSES.setdefault(clause_id, []).append(name)
        return function

    return register
