"""Who may know which field of a game's record, and when: ``data/knowledge.toml`` of its folder, read and asked.

Every field stands there once, under the record that it is part of: under ``public``, or in a ``[[secret]]``. A secret
says to whom it is known (``to``), until when (``until``, in words), when it is hidden (``hidden``), and what shows in
its place (``shown``; nothing where left out). ``hidden`` and ``shown`` are Python over ``b``, the battle; ``row``, the
record that holds the field, and ``i``, its place; ``value``, of the field; ``side``, which looks; and the game's enums.
No rule asks this file and no kernel is made of it: it is what ``redact`` is held against.
"""

from __future__ import annotations

import importlib
import tomllib
from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

import numpy as np

from sandtable.kernel.records import NONE

BATTLE = "battle"
"""The section of the fields of the battle itself."""

GENERATED = ("rules", "options", "worths")
"""Records whose fields are data themselves, and open: numbers and switches of a battle, and what generals think."""

WHO = ("owner", "nobody")
"""To whom a secret may be known while it is hidden."""


class Secret(NamedTuple):
    """Fields of one record that somebody may not know at some time."""

    of: str
    fields: tuple[str, ...]
    to: str
    until: str
    hidden: CodeType
    shown: CodeType | None


class Knowledge(NamedTuple):
    """What a game's file says: fields that everybody knows, by their record, secrets, and names for expressions.

    ``rules``: those of the names that are rules of the game, each called with the battle first.
    """

    public: dict[str, tuple[str, ...]]
    secrets: tuple[Secret, ...]
    names: dict[str, Any]
    rules: dict[str, Callable[..., Any]]

    def declared(self) -> list[str]:
        """Every declaration, as the path of its field."""
        said = [path_of(of, name) for of, names in self.public.items() for name in names]
        return said + [path_of(secret.of, name) for secret in self.secrets for name in secret.fields]


def path_of(of: str, name: str) -> str:
    """How a field of a record is called: ``figures.x``, or ``phase`` of the battle itself."""
    return name if of == BATTLE else f"{of}.{name}"


def read_knowledge(folder: Path) -> Knowledge:
    """What a game's folder declares. ``ValueError`` says what cannot be used."""
    data = tomllib.loads((folder / "data" / "knowledge.toml").read_text("utf-8"))
    parts = [part for part in ("enums", "record") if (folder / f"{part}.py").exists()]
    modules = (importlib.import_module(f"sandtable.games.{folder.name}.{part}") for part in parts)
    found = {name: each for module in modules for name, each in vars(module).items()}
    enums = {name: each for name, each in found.items() if isinstance(each, type) and issubclass(each, IntEnum)}
    names = enums | {"NONE": NONE, "any": any, "sum": sum, "range": range, "len": len, "int": int}
    called = data.pop("names", {})
    for name, place in called.items():
        where, _, function = place.partition(":")
        names[name] = getattr(importlib.import_module(f"sandtable.games.{folder.name}.{where}"), function)
    secrets = tuple(_secret(entry) for entry in data.pop("secret", ()))
    rules = {name: names[name] for name in called if callable(names[name])}
    return Knowledge({of: tuple(section["public"]) for of, section in data.items()}, secrets, names, rules)


def _secret(entry: dict[str, Any]) -> Secret:
    """One ``[[secret]]``."""
    if entry["to"] not in WHO:
        raise ValueError(f"knowledge.toml: {entry['fields']}: to: expected one of {WHO}, found {entry['to']!r}")
    shown = entry.get("shown")
    return Secret(
        entry["of"],
        tuple(entry["fields"]),
        entry["to"],
        entry["until"],
        compile(entry["hidden"], "hidden", "eval"),
        None if shown is None else compile(shown, "shown", "eval"),
    )


def fields_of(dtype: np.dtype[Any], of: str = "") -> Iterator[str]:
    """The path of every field of a record and of the records in it."""
    for name in dtype.names or ():
        part, path = dtype[name], f"{of}{name}"
        inner = part.base
        if path in GENERATED or inner.names is None:
            yield path
        else:
            yield from fields_of(inner, f"{path}.")


class Hidden(NamedTuple):
    """A field that a side may not know now: its path, its place, and the record that holds it."""

    path: str
    i: int
    row: Any
    name: str
    shown: Any


def hidden_from(knowledge: Knowledge, b: Any, side: int) -> Iterator[Hidden]:
    """Every value of a battle that a side may not know now, and what shows in its place."""
    known = knowledge.names | {name: _remembering(rule) for name, rule in knowledge.rules.items()}
    for secret in knowledge.secrets:
        part = b if secret.of == BATTLE else b[secret.of]
        many = secret.of != BATTLE and part.shape
        for i, row in enumerate(part[: _in_use(b, secret.of)]) if many else [(0, part)]:
            space = {"b": b, "row": row, "i": i, "side": side}
            names = known | space
            if not eval(secret.hidden, names):
                continue
            for name in secret.fields:
                names["value"] = row[name]
                shown = None if secret.shown is None else eval(secret.shown, names)
                yield Hidden(path_of(secret.of, name), i, row, name, shown)


def _remembering(rule: Callable[..., Any]) -> Callable[..., Any]:
    """The rule for one battle as it stands: what it has answered once it answers again."""
    answers: dict[tuple[Any, ...], Any] = {}

    def ask(b: Any, *rest: Any) -> Any:
        if rest not in answers:
            answers[rest] = rule(b, *rest)
        return answers[rest]

    return ask


def _in_use(b: Any, of: str) -> int | None:
    """How many of the records of an array are in use; None: all."""
    return int(b[f"n_{of}"]) if f"n_{of}" in b.dtype.names else None


def known_to(knowledge: Knowledge, b: Any, sides: Iterable[int], size: int) -> tuple[Any, ...]:
    """What all of these sides may know of a battle by the declaration, to compare: its bytes without the hidden ones.

    ``size``: of the record without what generals think.
    """
    found = [each for side in sides for each in hidden_from(knowledge, b, side)]
    seen = b.copy()
    for each in found:
        _same_row(seen, each)[each.name] = 0
    return bytes(seen.tobytes())[:size], tuple((each.path, each.i, _plain(each.shown)) for each in found)


def _same_row(seen: Any, each: Hidden) -> Any:
    """The record in a copy of the battle that holds the same field."""
    of, _, _ = each.path.rpartition(".")
    part = seen[of] if of else seen
    return part[each.i] if part.shape else part


def _plain(shown: Any) -> Any:
    """A value to compare by ``==``."""
    return shown.tolist() if hasattr(shown, "tolist") else shown
