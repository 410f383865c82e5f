"""Factors of a study: what it varies, by name, and the table that is laid when they have these values."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

import numpy as np

from sandtable.errors import InputError
from sandtable.files import describe, expected, is_there, load_yaml
from sandtable.games.army import ArmyDraft
from sandtable.games.common.data import Change, changed_numbers
from sandtable.games.game import Game, Laid
from sandtable.generals import general_of
from sandtable.lab.numbers import nearest, numbers_named, numbers_of, short_address
from sandtable.table.case_files import game_part
from sandtable.table.name_index import options_of
from sandtable.table.new_battle import with_armies
from sandtable.table.saves import load
from sandtable.table.scenarios import Origin, find_scenario, house_rules, lay, plain_data
from sandtable.translation import gettext


class Sort(Enum):
    """What a factor varies."""

    OPTION = "option"  # a house-rule switch
    NUMBER = "number"  # of a data file
    FIELD = "scenario"  # of the scenario's own file
    ARMY = "army"  # the army of a side: a list, or the file of one
    GENERAL = "general"  # of one side
    GENERALS = "generals"  # of all sides together


@dataclass(frozen=True)
class Factor:
    """One thing that a study varies."""

    name: str
    sort: Sort
    word: str  # which option, number, field or side

    def checked(self, game: Game, value: Any, origin: str) -> Any:
        """The value as this factor takes it; InputError that opens with ``origin`` for one that it cannot have."""
        if self.sort is Sort.OPTION:
            return options_of(game, {self.word: value}, origin)[self.word]
        if self.sort is Sort.NUMBER:
            return numbers_of(game)[self.word].change(value, origin).number
        if self.sort in (Sort.GENERAL, Sort.GENERALS):
            names = value if isinstance(value, list) else [value]
            for name in names:
                general_of(str(name), origin)
            return tuple(names) if self.sort is Sort.GENERALS else names[0]
        if self.sort is Sort.ARMY:
            assert game.armies is not None
            if not isinstance(value, str):
                wanted = gettext("an army list, or the file of an army")
                raise InputError(f"{origin}: {expected(wanted, describe(value))}")
            known = [entry.key for entry in game.armies.lists()]
            if value not in known and not is_there(value):
                missing = gettext("there is no army list and no file {name!r}", name=value)
                raise InputError(f"{origin}: {missing}{nearest(value, known)}")
        return plain_data(value)


def factor_named(game: Game, name: str, origin: str) -> Factor:
    """The factor of this name; InputError with the nearest ones that there are."""
    first, _, rest = name.partition(".")
    if name == "generals":
        return Factor(name, Sort.GENERALS, "")
    if first == "general" and rest:
        return Factor(name, Sort.GENERAL, rest)
    if first == "scenario" and rest:
        return Factor(name, Sort.FIELD, rest)
    if first == "army" and rest and game.armies is not None:
        return Factor(name, Sort.ARMY, rest)
    options = [option.key for option in game.options]
    word = rest if first == "option" else name
    if word in options:
        return Factor(name, Sort.OPTION, word)
    found = numbers_named(game, name)
    if len(found) == 1:
        return Factor(name, Sort.NUMBER, found[0].address)
    if found:
        some = ", ".join(short_address(game, number) for number in found[:4])
        many = gettext("{name!r} may be any of {number} numbers", name=name, number=len(found))
        raise InputError(f"{origin}: {many}; {gettext('say which: {names}', names=some)}")
    known = [*options, *(short for number in numbers_of(game).values() for short in _ways_to_say(number.words))]
    missing = gettext("{game} has no option and no number {name!r}", game=game.title, name=name)
    raise InputError(f"{origin}: {missing}{nearest(name, known)}")


def _ways_to_say(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((".".join(words), f"{words[0]}.{words[-1]}", ".".join((words[0], *words[-2:])))))


@dataclass(frozen=True)
class Start:
    """Where the battles of a study begin: a scenario, a case, or a battle that was saved."""

    word: str  # as the study says it
    origin: Origin
    saved: Any = None  # record [1] of a battle that has begun, or None
    names: Any = None  # its names

    @property
    def label(self) -> str:
        """What it is called in results."""
        return self.origin.name or Path(self.word).stem


def start_named(game: Game, word: str, origin: str) -> Start:
    """The scenario, case file or save of this name; InputError that opens with ``origin``."""
    try:
        return _start(game, word, origin)
    except InputError as error:
        raise error if str(error).startswith(origin) else InputError(f"{origin}: {error}") from None


def _start(game: Game, word: str, origin: str) -> Start:
    if word.endswith(".json"):
        battle = load(word)
        if battle.game.key != game.key:
            raise InputError(f"{origin}: {gettext('{file} is a battle of {game}', file=word, game=battle.game.title)}")
        if battle.over:
            raise InputError(f"{origin}: {gettext('the battle of {file} is over', file=word)}")
        return Start(word, battle.engine.origin, battle.array, battle.names)
    if word.endswith((".yaml", ".yml")) and is_there(word):
        data = load_yaml(word)
        if "actions" in data or "question" in data or "scenario" in data:
            if "battle" in data or "position" in data:
                unfit = gettext("{file} is laid by a position; save the battle and name the save", file=word)
                raise InputError(f"{origin}: {unfit}")
            return Start(word, Origin(game_part(data, game), "", word, case=True))
    return Start(word, find_scenario(game, word))


Setting = tuple[tuple[str, Any], ...]
"""Names of factors and their values."""


def lay_start(game: Game, start: Start, factors: Mapping[str, Factor], setting: Setting) -> Laid:
    """The table of a start where the factors have these values."""
    chosen = {factors[name].word: value for name, value in setting if factors[name].sort is Sort.OPTION}
    changed = [_change(game, factors[name], value) for name, value in setting if factors[name].sort is Sort.NUMBER]
    fields = [(factors[name].word, value) for name, value in setting if factors[name].sort is Sort.FIELD]
    armies = {factors[name].word: value for name, value in setting if factors[name].sort is Sort.ARMY}
    if start.saved is not None:
        if chosen or changed or fields or armies:
            kept = gettext("{file} is a saved battle, which keeps its rules: vary generals alone", file=start.word)
            raise InputError(kept)
        return Laid(start.saved.copy(), start.names)
    origin = start.origin
    content: Any = plain_data(origin.content) if fields or (origin.case and chosen) else origin.content
    for way, value in fields:
        _put(content, way.split("."), value, f"{origin.where}, scenario.{way}")
    if origin.case and chosen:
        content["options"] = {**(content.get("options") or {}), **chosen}
    if content is not origin.content:
        origin = Origin(content, "" if fields else origin.name, origin.where, origin.case)
    with changed_numbers(changed):
        values = options_of(game, chosen, usual=house_rules(game, origin))
        origin = with_armies(game, origin, {side: _army(game, word) for side, word in armies.items()}, values)
        return lay(game, origin, values)


def _change(game: Game, factor: Factor, value: Any) -> Change:
    return numbers_of(game)[factor.word].change(value, factor.name)


def _army(game: Game, word: str) -> ArmyDraft | Path:
    assert game.armies is not None
    return next((entry.ready for entry in game.armies.lists() if entry.key == word), Path(word))


def _put(content: Any, way: Sequence[str], value: Any, origin: str) -> None:
    """Put a value into a scenario's content: keys, ids of entries, and places in lists counted from 1."""
    inner = content
    for part in way[:-1]:
        inner = inner.setdefault(part, {}) if isinstance(inner, dict) else inner[_place(inner, part, origin)]
    if isinstance(inner, dict):
        inner[way[-1]] = copy.deepcopy(value)
    elif isinstance(inner, list):
        inner[_place(inner, way[-1], origin)] = copy.deepcopy(value)
    else:
        raise InputError(f"{origin}: {gettext('there is no such field')}")


def _place(entries: Any, word: str, origin: str) -> int:
    if isinstance(entries, list):
        for place, entry in enumerate(entries):
            if isinstance(entry, dict) and word in {str(entry.get(key)) for key in ("id", "key", "name")}:
                return place
        if word.isdigit() and 1 <= int(word) <= len(entries):
            return int(word) - 1
    raise InputError(f"{origin}: {gettext('there is no entry {word!r}', word=word)}")


def is_same_table(one: Laid, other: Laid) -> bool:
    """Whether two tables are laid alike, to the byte."""
    return bool(np.array_equal(one.record.view(np.uint8), other.record.view(np.uint8)))
