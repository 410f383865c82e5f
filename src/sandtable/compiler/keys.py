"""What the compiled form of a kernel holds something of, as a digest: the key by which the form is kept on disk.

numba keys a cached function by its own file. It asks neither for the functions that this one calls nor for the
constants and enums that it reads from elsewhere, though it freezes all of them into the code. Here the key is made of
just these: a function's bytecode, the values of the names that it uses, and the same of every kernel that it calls, at
any depth. So a changed rule compiles itself and what calls it; a remark, a sentence of a text file or a drawing
compiles nothing.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum, EnumMeta
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

import llvmlite
import numba
import numpy as np

GAMES: dict[Any, Mapping[str, Any]] = {}
"""numba record type of a battle -> its game's kernels by verb. ``verbs.bind`` fills it."""

STUBS: dict[Any, str] = {}
"""The plain functions in whose place compiled code calls a game's kernel, and the verb that each stands for."""

_VERSIONED = frozenset({*sys.stdlib_module_names, "numba", "llvmlite", "numpy"})
"""Packages that are known by their versions: what is taken from them goes into a key by its name alone."""


class Part(NamedTuple):
    """What one function brings into the key of every kernel that reaches it."""

    digest: str
    calls: tuple[FunctionType, ...]  # the plain functions of the kernels that it names
    verbs: frozenset[str]  # the verbs that it names


@cache
def toolchain() -> str:
    """Digest of what every compiled form depends on: the compiler, its settings, and how kernels are linked."""
    versions = (sys.implementation.cache_tag, numba.__version__, llvmlite.__version__, np.__version__)
    settings = (numba.config.BOUNDSCHECK, numba.config.OPT)
    own = b"".join(
        Path(__file__).with_name(name).read_bytes() for name in ("linking.py", "forms.py", "whole_numbers.py")
    )
    return hashlib.sha256(repr((versions, settings)).encode() + own).hexdigest()[:16]


def key_of(function: Any, kinds: Iterable[Any]) -> str:
    """Digest of all that a kernel holds something of when it is compiled for arguments of these numba types."""
    parts = sorted(part_of(each).digest for each in reached(function, kinds))
    return hashlib.sha256("\n".join((toolchain(), *parts)).encode()).hexdigest()


def reached(function: Any, kinds: Iterable[Any]) -> set[FunctionType]:
    """The function and every kernel that it calls, at any depth, with the rules of the games of these numba types."""
    games = games_in(kinds)
    found: set[FunctionType] = set()
    waiting = [plain(function)]
    while waiting:
        called, verbs = _called(waiting.pop())
        found |= called
        for game in (games or GAMES.values()) if verbs else ():  # a battle that is no argument may be any game's
            waiting += {plain(game[verb]) for verb in verbs} - found
    return found


@cache
def _called(function: FunctionType) -> tuple[frozenset[FunctionType], frozenset[str]]:
    """The function and the kernels that it calls by name, at any depth, and the verbs that these name."""
    found: set[FunctionType] = {function}
    waiting, verbs = [function], set[str]()
    while waiting:
        part = part_of(waiting.pop())
        verbs |= part.verbs
        waiting += (new := set(part.calls) - found)
        found |= new
    return frozenset(found), frozenset(verbs)


def games_in(kinds: Iterable[Any]) -> list[Mapping[str, Any]]:
    """The verbs of the games whose battles are among values of these numba types, or within them."""
    return [GAMES[kind] for kind in dict.fromkeys(_within(kinds)) if kind in GAMES]


def _within(kinds: Iterable[Any]) -> Iterator[Any]:
    for kind in kinds:
        if isinstance(kind, numba.types.BaseTuple):
            yield from _within(kind)
        elif isinstance(kind, numba.types.Buffer):
            yield from _within((kind.dtype,))
        elif isinstance(kind, numba.types.Record):
            yield from _records_of(kind)


@cache
def _records_of(kind: Any) -> tuple[Any, ...]:
    """A record type and those of its fields."""
    inner = {getattr(field.type, "dtype", field.type) for field in kind.fields.values()}
    records = [each for each in inner if isinstance(each, numba.types.Record)]
    return (kind, *(found for each in records for found in _records_of(each)))


# ---------------------------------------------------------------- one function


def plain(function: Any) -> FunctionType:
    """The function as it was written, of a kernel or of itself."""
    written: FunctionType = getattr(function, "py_func", function)
    return written


@cache
def part_of(function: FunctionType) -> Part:
    """What this one function brings along: its code, the values of the names in it, and whom it calls."""
    reader = _Reader(_names(function.__code__))
    reader.note(function.__module__, function.__qualname__)
    reader.code(function.__code__, function.__doc__)
    for default in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
        reader.value(default)
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        reader.note(name)
        reader.value(cell.cell_contents)
    for name in sorted(reader.names & function.__globals__.keys()):
        reader.note(name)
        reader.value(function.__globals__[name])
    reader.note("inlined" if vars(function).get("is_inlined") else "")
    return Part(reader.digest.hexdigest(), tuple(dict.fromkeys(reader.calls)), frozenset(reader.verbs))


def _names(code: CodeType) -> frozenset[str]:
    """Every name of a global or an attribute in the code."""
    inner = (const for const in code.co_consts if isinstance(const, CodeType))
    return frozenset(code.co_names).union(*map(_names, inner))


class _Reader:
    """Takes in what a function holds, piece by piece."""

    def __init__(self, names: frozenset[str]) -> None:
        self.names = names
        self.digest = hashlib.sha256()
        self.calls: list[FunctionType] = []
        self.verbs: set[str] = set()

    def note(self, *words: object) -> None:
        """Take in some words."""
        self.digest.update(repr(words).encode())

    def code(self, code: CodeType, doc: str | None = None) -> None:
        """Take in bytecode and its constants, without remarks and places in the file."""
        self.note(code.co_name, code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
        self.note(code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
        for const in code.co_consts:
            if isinstance(const, CodeType):
                self.code(const)
            elif doc is None or const != doc:
                self.value(const)

    def value(self, value: Any) -> None:
        """Take in what numba freezes into the code where it meets this value."""
        if isinstance(value, Enum):
            self.note(type(value).__qualname__, value.name, value.value)
        elif value is None or isinstance(value, bool | int | float | complex | str | bytes | np.generic):
            self.note(type(value).__name__, value)
        elif isinstance(value, tuple | frozenset):
            self.note(type(value).__qualname__, len(value))
            for item in value if isinstance(value, tuple) else sorted(value, key=repr):
                self.value(item)
        elif isinstance(value, np.ndarray):
            self.note("array", repr(value.dtype), value.shape, value.tobytes())
        elif isinstance(value, np.dtype | numba.types.Type):
            self.note("type", repr(value))
        else:
            self._named(value)

    def _named(self, value: Any) -> None:
        """Take in a function, a class, a module or anything else that has its name from elsewhere."""
        name = getattr(value, "__qualname__", getattr(value, "__name__", type(value).__qualname__))
        self.note(type(value).__qualname__, getattr(value, "__module__", ""), name)
        if hasattr(value, "py_func"):
            self.calls.append(plain(value))
        elif isinstance(value, FunctionType) and value in STUBS:
            self.verbs.add(STUBS[value])
        elif isinstance(value, EnumMeta):
            members: Mapping[str, Enum] = value.__members__
            self.note([(key, member.value) for key, member in members.items() if key in self.names])
        elif isinstance(value, type) and issubclass(value, tuple):
            self.note(getattr(value, "_fields", ()), repr(getattr(value, "_field_defaults", {})))
        elif isinstance(value, ModuleType):
            if not _is_versioned(value.__name__):
                for key in sorted(self.names & vars(value).keys()):
                    self.note(key)
                    self.value(vars(value)[key])
        elif not _is_versioned(str(getattr(value, "__module__", None) or type(value).__module__)):
            self.note(_text_of(value))  # numba may be taught anything about it, in its own file


def _is_versioned(module: str) -> bool:
    return module.partition(".")[0] in _VERSIONED


def _text_of(value: Any) -> bytes:
    """The source file in which a function or class stands."""
    module = sys.modules.get(getattr(value, "__module__", None) or type(value).__module__)
    file = getattr(module, "__file__", None)
    return Path(file).read_bytes() if file else b""
