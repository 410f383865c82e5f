"""Which functions a game reaches from what it hands to the house: only these can carry out a clause of its rulebook."""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterator
from types import CodeType, FunctionType, MappingProxyType, MethodType, ModuleType
from typing import Any

from sandtable.games.game import Game


def reached_functions(*games: Game) -> frozenset[str]:
    """``module.function`` of all that the games' verbs, layouts, lists and scenes call, at any depth."""
    packages = {game.lay.__module__.partition(".")[0] for game in games} | {"sandtable"}
    found: dict[int, Any] = {}
    waiting: list[Any] = list(games)
    while waiting:
        value = waiting.pop()
        if id(value) not in found:
            found[id(value)] = value
            waiting += _named_by(value, packages)
    return frozenset(_name(value) for value in found.values() if isinstance(value, FunctionType))


def _name(function: FunctionType) -> str:
    return f"{function.__module__}.{function.__qualname__}"


def _named_by(value: Any, packages: set[str]) -> Iterator[Any]:
    """What a value holds that may be called, of these packages."""
    if isinstance(value, FunctionType):
        yield from _named_in(value, packages)
    elif isinstance(value, type):
        if value.__module__.partition(".")[0] in packages:
            yield from vars(value).values()
    elif isinstance(value, property):
        yield from (value.fget, value.fset)
    elif isinstance(value, classmethod | staticmethod | MethodType):
        yield value.__func__
    elif isinstance(value, functools.partial):
        yield from (value.func, *value.args, *value.keywords.values())
    elif isinstance(value, dict | MappingProxyType):
        yield from (*value.keys(), *value.values())
    elif isinstance(value, tuple | list | set | frozenset):
        yield from value
    elif hasattr(value, "py_func") or hasattr(value, "__wrapped__"):
        yield getattr(value, "py_func", None) or value.__wrapped__
    elif type(value).__module__.partition(".")[0] in packages and not isinstance(value, ModuleType):
        yield type(value)
        yield from getattr(value, "__dict__", {}).values()


def _named_in(function: FunctionType, packages: set[str]) -> Iterator[Any]:
    """What a function names: globals, what it takes from modules, what it closes over, its defaults."""
    names = _names(function.__code__)
    for name in names & function.__globals__.keys():
        value = function.__globals__[name]
        if isinstance(value, ModuleType):
            if value.__name__.partition(".")[0] in packages:
                yield from (vars(value)[each] for each in names & vars(value).keys())
        else:
            yield value
    yield from _taken_within(names, packages)
    yield from (cell.cell_contents for cell in function.__closure__ or () if _is_filled(cell))
    yield from (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values())
    if hasattr(function, "__wrapped__"):
        yield function.__wrapped__


def _taken_within(names: frozenset[str], packages: set[str]) -> Iterator[Any]:
    """What a function imports itself, to be loaded late."""
    for name in names:
        module = sys.modules.get(name)
        if module is not None and "." in name and name.partition(".")[0] in packages:
            yield from (vars(module)[each] for each in names & vars(module).keys())


def _is_filled(cell: Any) -> bool:
    try:
        return cell.cell_contents is not None
    except ValueError:
        return False


def _names(code: CodeType) -> frozenset[str]:
    inner = (const for const in code.co_consts if isinstance(const, CodeType))
    return frozenset(code.co_names).union(*map(_names, inner))
