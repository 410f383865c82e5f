"""The one decorator that compiles rule functions, its source-keyed cache, and the clause register."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable
from functools import cache, partial
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


GAMES: dict[Any, Callable[..., Any]] = {}
"""Record type of a battle -> a kernel of its game; the verbs fill it when a game is bound."""


def _files(places: Iterable[Path]) -> list[Path]:
    """The sources among these files and under these folders, and the data files that enums come from."""
    files: set[Path] = set()
    for place in places:
        files |= (
            {file for pattern in ("*.py", "*.toml") for file in place.rglob(pattern)} if place.is_dir() else {place}
        )
    return sorted(files)


def _shared() -> tuple[Path, ...]:
    """What every kernel may hold something of."""
    return (PACKAGE / "kernel", *(PACKAGE / "games").glob("*.py"))


def sources_of(function: Any) -> tuple[Path, ...]:
    """The files and folders, beside the shared ones, that the compiled form of a kernel may hold something of."""
    plain = getattr(function, "py_func", function)
    file = Path(plain.__code__.co_filename).resolve()
    if PACKAGE not in file.parents:  # a game of another distribution, or a test: it may call anything, and its own
        depth = plain.__module__.count(".")
        return (PACKAGE / "games", PACKAGE / "generals", file.parents[depth - 1] if depth else file)
    floor, *rest = file.relative_to(PACKAGE).parts
    if floor == "kernel":
        return ()
    if floor == "games" and len(rest) > 1:  # games know nothing of one another
        return (PACKAGE / "games" / rest[0],)
    return (PACKAGE / "generals", file)


def games_in(kinds: Iterable[Any]) -> set[Callable[..., Any]]:
    """The games whose battles are among arguments of these numba types: generic kernels hold their verbs."""
    found: set[Callable[..., Any]] = set()
    for kind in kinds:
        if isinstance(kind, numba.types.BaseTuple):
            found |= games_in(kind)
        kind = getattr(kind, "dtype", kind)
        if kind in GAMES:
            found.add(GAMES[kind])
    return found


@cache
def source_key(*places: Path) -> str:
    """Digest of all that a cached kernel of these sources depends on and numba's own key leaves out.

    Numba keys a cached function by its own file: not by the files of the functions it calls, nor by
    the bounds-check and optimisation settings.
    """
    options = (numba.__version__, numba.config.BOUNDSCHECK, numba.config.OPT)
    digest = hashlib.sha256(repr(options).encode())
    for source in _files((*_shared(), *places)):
        digest.update(
            source.relative_to(PACKAGE).as_posix().encode() if PACKAGE in source.parents else str(source).encode()
        )
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Where compiled rules are kept: ``$SANDTABLE_CACHE``, else numba's setting, else ``~/.cache``."""
    chosen = os.environ.get("SANDTABLE_CACHE") or numba.config.CACHE_DIR
    return Path(chosen) if chosen else Path.home() / ".cache" / "sandtable"


CACHE = cache_root()


def folder_for(function: Any, kinds: Iterable[Any]) -> Path:
    """Where the form of a kernel that is compiled for these types is kept: an edit of another game leaves it there."""
    places = set(sources_of(function)).union(*map(sources_of, games_in(kinds)))
    return CACHE / source_key(*sorted(places))


def kernel(function: F) -> F:
    """Compile ``function`` on first use, cached on disk in the folder of the present sources.

    The same function runs as plain Python under ``NUMBA_DISABLE_JIT=1``. Kernels take records, named
    tuples and numbers, never raise, and write what they find into the log they are handed.
    """
    if not COMPILED:
        return function
    if USABLE and "<locals>" not in function.__qualname__:
        return cast(F, Kernel(function, partial(folder_for, function)))
    others = numba.config.CACHE_DIR
    everything = (PACKAGE / "games", PACKAGE / "generals")
    numba.config.CACHE_DIR = str(CACHE / source_key(*everything))  # numba reads it once, while decorating
    try:
        return cast(F, numba.njit(cache=True, error_model="numpy")(function))
    finally:
        numba.config.CACHE_DIR = others


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
