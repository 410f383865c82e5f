"""DBAix's data files as Python: kinds of figures, house-rule switches, and the numbers of the rules."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sandtable.compiler.decorators import clause
from sandtable.files import did_you_mean
from sandtable.games.common.data import as_changed, kept
from sandtable.games.common.options import read_options
from sandtable.games.dbaix.clauses import FOLDER
from sandtable.games.game import Option
from sandtable.translation import gettext

DATA = FOLDER / "data"

ROLES = ("commander", "distance_exempt", "woman", "capturable", "bard", "druid", "hero", "giant")
"""Role words of figures.toml; each is a field of the figure record."""


@dataclass(frozen=True)
class Kind:
    """One kind of figure from figures.toml, which explains the fields."""

    key: str
    name: str
    side: str
    emblem: str
    letter: str
    factor: int
    rank: str = ""
    roles: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    removal_points: int = 1
    husband: str = ""


def _toml(name: str) -> dict[str, Any]:
    data: dict[str, Any] = as_changed(DATA / name, tomllib.loads((DATA / name).read_text("utf-8")))
    return data


@clause(
    "DBAIX-FIG-5", "DBAIX-FAC-1", "DBAIX-FAC-2", "DBAIX-FAC-3", "DBAIX-FAC-4", "DBAIX-FAC-5", "DBAIX-FAC-6"
)  # fmt: skip
@kept
def kinds() -> Mapping[str, Kind]:
    """Every kind of figure by its key."""
    found: dict[str, Kind] = {}
    for key, fields in _toml("figures.toml")["kinds"].items():
        entry: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in fields.items()}
        found[key] = Kind(key, **entry)
    return found


@kept
def _words() -> Mapping[str, Kind]:
    words = dict(kinds())
    for kind in kinds().values():
        words.update(dict.fromkeys(kind.aliases, kind))
    return words


@clause("DBAIX-GEN-11")
def kind_of(word: str) -> Kind:
    """The kind that a file names by its key or an alias; ``ValueError`` with the nearest word otherwise."""
    kind = _words().get(word.lower())
    if kind is None:
        hint = did_you_mean(word, _words(), offer=False) or did_you_mean(word, kinds())
        raise ValueError(f"{gettext('there is no figure {name!r}', name=word)}{hint}")
    return kind


def options() -> tuple[Option, ...]:
    """The house-rule switches of section 18, in its order."""
    return read_options(FOLDER)


@kept
def rule_defaults() -> Mapping[str, Any]:
    """Every number of the rules by its name in RULES; ``points`` maps an award to one number a side."""
    flat: dict[str, Any] = {}
    for section, numbers in _toml("rules.toml").items():
        flat.update({"points": numbers} if section == "points" else numbers)
    return flat


@kept
def weight_defaults() -> Mapping[str, Any]:
    """What generals think things are worth, by name in WEIGHTS: one number for all sides, or one a side."""
    return {name: number for numbers in _toml("evaluate.toml").values() for name, number in numbers.items()}


@kept
def officer_ranks() -> Mapping[str, tuple[str, ...]]:
    """The ranks that are officers for each value of the officers option (CMD-7)."""
    return {value: tuple(ranks) for value, ranks in _toml("figures.toml")["officers"].items()}
