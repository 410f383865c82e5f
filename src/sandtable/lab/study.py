"""Studies: what is to be found out, as a file says it or as a mapping; checked, and laid out as arms and tables."""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field, Strict, StringConstraints, model_validator

from sandtable.batch.battles import Tables
from sandtable.errors import InputError, UnknownGame
from sandtable.files import FileModel, check, place, taking_down
from sandtable.games import get_game
from sandtable.games.common.amounts import counted
from sandtable.games.game import Game, Laid, SideFacts
from sandtable.games.language import switch_words
from sandtable.generals import general_of
from sandtable.generals.playouts import LIMIT
from sandtable.lab.factors import (
    Factor,
    Setting,
    Sort,
    Start,
    factor_named,
    is_same_table,
    lay_start,
    start_named,
)
from sandtable.lab.kept import check_kept
from sandtable.lab.numbers import nearest
from sandtable.lab.versions import PACKAGE, rules_digest
from sandtable.translation import ENGLISH, gettext, spoken

SHARD = 200
"""Battles of a shard: the last one of an arm may have fewer; where seats rotate, whole blocks."""

MOST_ARMS = 1000

Whole = Annotated[int, Strict()]
Words = Annotated[list[str], Field(min_length=1)]
ONE, AB, GRID, SINGLY, LATIN = "one variant", "A/B", "grid", "one at a time", "Latin hypercube"
LISTED = "listed"


class Range(FileModel):
    """Values of a number from one to another: so many in a grid, anywhere between in a hypercube."""

    least: float = Field(alias="from")
    most: float = Field(alias="to")
    steps: Annotated[Whole, Field(ge=2, le=1000)] = 5


class SequentialEntry(FileModel):
    """When a study ends that looks at its results as they come; see ``statistics.Sequential``."""

    # of a measure that is no share, ``least`` and ``precision`` are in what it is measured in
    least: float = Field(default=0.0, ge=0, description="a difference in points of a hundred, as 2.0")
    normalised: float = Field(default=0.0, ge=0, description="a difference in normalised Elo, as 10")
    precision: float = Field(default=0.0, ge=0, description="half an interval in points of a hundred, as 1.0")
    alpha: float = Field(default=0.05, gt=0, lt=0.5)
    beta: float = Field(default=0.05, gt=0, lt=0.5)


class StudyFile(FileModel):
    """A study as its file says it; docs/laboratory.md explains the fields."""

    game: str = Field(description="the key of a game, as dbaix")
    title: str = ""
    question: str = ""
    scenarios: Words = Field(default=[""], description="a list of scenarios, case files or saves")
    generals: Words = Field(default=["quick"], description="a list of generals, one a side, or one for all")
    rotate: bool = True
    seed: Whole | str = 0
    dice: Literal["in order", "by purpose"] = "in order"
    battles: Annotated[Whole, Field(ge=1, le=10**9)] = Field(
        default=1000, description="a whole number of battles of each variant in each scenario"
    )
    design: Literal["one variant", "A/B", "grid", "one at a time", "Latin hypercube", "listed"] = "one variant"
    points: Annotated[Whole, Field(ge=2, le=MOST_ARMS)] = 20
    factors: dict[str, list[Any] | Range] = {}
    variants: Annotated[list[dict[str, Any]], Field(max_length=MOST_ARMS)] = []
    measure: str = ""
    measures: list[str] = []
    sequential: SequentialEntry | None = None
    files: dict[str, Annotated[str, StringConstraints(strip_whitespace=False)]] = Field(
        default={}, description="a table of names of files and their texts, as results keep them"
    )

    @model_validator(mode="before")
    @classmethod
    def _with_design(cls, given: Any) -> Any:
        """A study that names no design sets each value of its factors beside the game as it is."""
        if not isinstance(given, dict) or "design" in given:
            return given
        return given | {"design": LISTED if given.get("variants") else SINGLY if given.get("factors") else ONE}


@dataclass(frozen=True)
class Arm:
    """One variant: the values of the factors."""

    number: int
    setting: Setting
    game: Game = field(compare=False)

    @property
    def label(self) -> str:
        """It in words, by which it is known."""
        return ", ".join(f"{name} = {_said(value)}" for name, value in self.setting) or "as it is"

    @property
    def words(self) -> str:
        """The same in the language spoken; results are known by the label."""
        switches = {option.key for option in self.game.options}
        words = (
            switch_said(self.game, name.removeprefix("option."), str(value))
            if name.removeprefix("option.") in switches and spoken() != ENGLISH
            else f"{name} = {_said(value)}"
            for name, value in self.setting
        )
        return ", ".join(words) or gettext("as it is")


def switch_said(game: Game, key: str, value: str = "") -> str:
    """A switch, or one with its value: in English as a study's file names it, in other languages in words."""
    if spoken() == ENGLISH:
        return f"{key} = {value}" if value else key
    name = switch_words(game.folder, key)
    return f"{name} = {switch_words(game.folder, key, value)}" if value else name


def _said(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:g}"
    return ", ".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


@dataclass(frozen=True)
class Cell:
    """An arm in one scenario: whose battles are fought and counted together."""

    number: int
    arm: Arm
    start: int


@dataclass(frozen=True)
class Study:
    """A study that was checked."""

    file: StudyFile
    where: str
    game: Game
    starts: tuple[Start, ...]
    factors: Mapping[str, Factor]
    arms: tuple[Arm, ...]

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Every arm in every scenario."""
        pairs = itertools.product(self.arms, range(len(self.starts)))
        return tuple(Cell(number, arm, start) for number, (arm, start) in enumerate(pairs))

    @cached_property
    def laid(self) -> tuple[Laid, ...]:
        """The table of every cell."""
        return tuple(map(self._lay, self.cells))

    def _lay(self, cell: Cell) -> Laid:
        try:
            return lay_start(self.game, self.starts[cell.start], self.factors, cell.arm.setting)
        except InputError as error:
            if not cell.arm.setting:
                raise
            variant = gettext("variant {label}", label=cell.arm.words)
            raise InputError(f"{self.where}, {variant}: {error}") from None

    @cached_property
    def tables(self) -> Tables:
        """The tables of all cells together."""
        return Tables.of(self.game, self.laid)

    @cached_property
    def sides(self) -> tuple[SideFacts, ...]:
        """The sides, called as in the first scenario; as "side 1" where scenarios call them otherwise."""
        return self.game.sides_of(self.laid[0].names)

    @cached_property
    def side_keys(self) -> tuple[str, ...]:
        """The keys of the sides in names of measures."""
        keys = {tuple(side.key for side in self.game.sides_of(laid.names)) for laid in self.laid}
        return next(iter(keys)) if len(keys) == 1 else tuple(f"side{k + 1}" for k in range(len(self.sides)))

    def generals_of(self, arm: Arm) -> tuple[str, ...]:
        """The general of each side in an arm, before seats rotate."""
        names = self.file.generals
        values = {}
        for name, value in arm.setting:
            if self.factors[name].sort is Sort.GENERALS:
                names = list(value)
            elif self.factors[name].sort is Sort.GENERAL:
                values[self.factors[name].word] = value
        every = names * len(self.sides) if len(names) == 1 else names
        return tuple(values.get(side.key, general) for side, general in zip(self.sides, every, strict=True))

    @cached_property
    def seats(self) -> int:
        """Battles of a block: every arm fights as many with the same dice, its generals changing seats.

        One where all generals of an arm are the same, or a factor says who leads which side.
        """
        if not self.file.rotate or any(factor.sort is Sort.GENERAL for factor in self.factors.values()):
            return 1
        return 1 if all(len(set(self.generals_of(arm))) == 1 for arm in self.arms) else len(self.sides)

    @property
    def keys_dice(self) -> bool:
        """Whether dice are keyed by what they are thrown for."""
        return self.file.dice == "by purpose"

    @property
    def counts_forced(self) -> bool:
        """Whether battles count their forced decisions."""
        from sandtable.lab.measures import FORCED

        return FORCED in (*self.file.measures, self.file.measure)

    @property
    def shard_size(self) -> int:
        """Battles of a whole shard."""
        return -(-SHARD // self.seats) * self.seats

    @property
    def battles(self) -> int:
        """Battles of each cell: whole blocks."""
        return -(-self.file.battles // self.seats) * self.seats

    @property
    def shards(self) -> int:
        """Shards of each cell."""
        return -(-self.battles // self.shard_size)

    def range_of(self, shard: int) -> range:
        """The battles of a shard."""
        return range(shard * self.shard_size, min((shard + 1) * self.shard_size, self.battles))

    @cached_property
    def identity(self) -> Mapping[str, Any]:
        """All that battles of this study depend on but how many there are."""
        return {
            "game": self.game.key,
            "version": self.game.version,
            "rules": rules_digest(self.game),
            "tables": hashlib.sha256(self.tables.laid.tobytes()).hexdigest()[:16],
            "arms": [arm.label for arm in self.arms],
            "generals": [list(self.generals_of(arm)) for arm in self.arms],
            "scenarios": [start.label for start in self.starts],
            "seats": self.seats,
            "seed": self.file.seed,
            "dice": self.file.dice,
            "forced": self.counts_forced,
            "limit": LIMIT,
        }

    @cached_property
    def key(self) -> str:
        """The identity in sixteen letters."""
        return hashlib.sha256(json.dumps(self.identity, sort_keys=True).encode()).hexdigest()[:16]


def check_study(data: Mapping[str, Any], where: str = "study") -> Study:
    """The study that a mapping holds; InputError with the field where it does not fit.

    What it opens is kept in it, for its results; what a mapping has kept is not opened again.
    """
    file = check(data, StudyFile, where)
    try:
        game = get_game(file.game)
    except UnknownGame as error:
        raise InputError(f"{place(data, where, 'game')}: {error}") from None
    texts = dict(file.files)
    with taking_down(texts, PACKAGE, game.folder):
        study = _checked(game, file.model_copy(update={"files": texts}), data, where)
    check_kept(texts, where)
    return study


def _checked(game: Game, file: StudyFile, data: Mapping[str, Any], where: str) -> Study:
    starts = tuple(start_named(game, word, place(data, where, "scenarios", k)) for k, word in enumerate(file.scenarios))
    _check_names(starts, data, where)
    factors = {name: factor_named(game, name, place(data, where, "factors", name)) for name in file.factors}
    values = {name: _values(game, file, factors[name], data, where) for name in file.factors}
    if file.design == LISTED:
        settings = _listed(game, file, factors, data, where)
        values = {name: [dict(one)[name] for one in settings if name in dict(one)] for name in factors}
    else:
        settings = list(_design(file, values, data, where))
    arms = tuple(Arm(k, setting, game) for k, setting in enumerate(settings))
    study = Study(file, where, game, starts, factors, arms)
    _check_generals(study, data)
    _check_effects(study, values, data)
    _check_measures(study, data)
    return study


def _values(game: Game, file: StudyFile, factor: Factor, data: Mapping[str, Any], where: str) -> list[Any]:
    """The values of a factor: those listed, or those of its range."""
    given = file.factors[factor.name]
    if isinstance(given, Range):
        origin = place(data, where, "factors", factor.name)
        if factor.sort is not Sort.NUMBER:
            raise InputError(f"{origin}: {gettext('expected a list of values: a range is for a number')}")
        if given.most <= given.least:
            raise InputError(f"{origin}: {gettext('expected a range that ends above its beginning')}")
        points = file.points if file.design == LATIN else given.steps
        if file.design == LATIN:
            chance = _chance(file, factor.name)
            shares = (chance.permutation(points) + chance.random(points)) / points
        else:
            shares = np.linspace(0.0, 1.0, points)
        whole = isinstance(_default(game, factor), int)
        found = [given.least + (given.most - given.least) * float(share) for share in shares]
        values = [factor.checked(game, round(value) if whole else value, origin) for value in found]
        return values if file.design in (LATIN, AB) else list(dict.fromkeys(values))
    if not given:
        origin = place(data, where, "factors", factor.name)
        raise InputError(f"{origin}: {gettext('expected at least one value')}")
    places = [place(data, where, "factors", factor.name, k) for k in range(len(given))]
    values = [factor.checked(game, value, origin) for value, origin in zip(given, places, strict=True)]
    if file.design in (GRID, SINGLY):
        _check_unlike(values, places)
    return values


def _check_unlike(values: Sequence[Any], places: Sequence[str]) -> None:
    """Refuse what is listed twice: its battles would be the same, and their results said of one name."""
    for k, origin in enumerate(places):
        if values[k] in values[:k]:
            raise InputError(f"{origin}: {gettext('the same stands there already')}")


def _check_names(starts: Sequence[Start], data: Mapping[str, Any], where: str) -> None:
    """Refuse scenarios that results could not tell apart, as saves of one name in two folders."""
    _check_unlike([start.label for start in starts], [place(data, where, "scenarios", k) for k in range(len(starts))])


def _listed(
    game: Game, file: StudyFile, factors: dict[str, Factor], data: Mapping[str, Any], where: str
) -> list[Setting]:
    """The settings that a study lists; their factors come to ``factors``."""
    if not file.variants or file.factors:
        raise InputError(f"{place(data, where, 'design')}: {gettext('a listed design has variants and no factors')}")
    settings: list[Setting] = []
    for k, variant in enumerate(file.variants):
        found = []
        for name, value in variant.items():
            origin = place(data, where, "variants", k, name)
            factor = factors.setdefault(name, factor_named(game, name, origin))
            found.append((name, factor.checked(game, value, origin)))
        settings.append(tuple(found))
    _check_unlike(list(map(dict, settings)), [place(data, where, "variants", k) for k in range(len(settings))])
    return settings


def _default(game: Game, factor: Factor) -> Any:
    from sandtable.lab.numbers import numbers_of

    return numbers_of(game)[factor.word].value


def _chance(file: StudyFile, factor: str) -> Any:
    """What mixes the values of a factor in a hypercube."""
    seed = int.from_bytes(hashlib.sha256(f"{file.seed} {factor}".encode()).digest()[:8], "little")
    return np.random.Generator(np.random.PCG64([seed, file.points]))


def _mixed(file: StudyFile, name: str, values: list[Any]) -> list[Any]:
    """The values of a factor in a hypercube: those of a range are mixed already, those listed come equally often."""
    if isinstance(file.factors[name], Range):
        return values
    return [values[place % len(values)] for place in _chance(file, name).permutation(file.points)]


def _design(file: StudyFile, values: Mapping[str, list[Any]], data: Mapping[str, Any], where: str) -> Iterator[Setting]:
    """The settings of the arms."""
    if file.design == ONE:
        if any(len(each) != 1 for each in values.values()):
            designs = f"{AB}, {GRID}, {SINGLY}, {LATIN}"
            several = gettext("one variant has one value of each factor; designs of several: {names}", names=designs)
            raise InputError(f"{place(data, where, 'design')}: {several}")
        yield tuple((name, each[0]) for name, each in values.items())
        return
    if not values:
        raise InputError(f"{place(data, where, 'factors')}: {gettext('{design} needs factors', design=file.design)}")
    if file.design == AB:
        wrong = next((name for name, each in values.items() if len(each) > 2), None)
        if wrong is not None:
            two = gettext("expected two values, A and B, or B alone, found {number}", number=len(values[wrong]))
            raise InputError(f"{place(data, where, 'factors', wrong)}: {two}")
        one = tuple((name, each[0]) for name, each in values.items() if len(each) == 2)
        other = tuple((name, each[-1]) for name, each in values.items())
        _check_unlike([one, other], [place(data, where, "factors", next(iter(values)), k) for k in range(2)])
        yield from (one, other)
    elif file.design == SINGLY:
        yield ()
        yield from (((name, value),) for name, each in values.items() for value in each)
    elif file.design == LATIN:
        rows = [_mixed(file, name, each) for name, each in values.items()]
        found: list[Setting] = []
        for row in zip(*rows, strict=True):
            setting = tuple(zip(values, row, strict=True))
            if setting not in found:  # whole numbers, and values of lists, fall together
                found.append(setting)
        yield from found
    else:
        number = int(np.prod([len(each) for each in values.values()]))
        if number > MOST_ARMS:
            many = gettext("a grid of {number} variants is more than {most}", number=number, most=MOST_ARMS)
            raise InputError(f"{place(data, where, 'factors')}: {many}")
        yield from (tuple(zip(values, row, strict=True)) for row in itertools.product(*values.values()))


def _check_generals(study: Study, data: Mapping[str, Any]) -> None:
    for k, name in enumerate(study.file.generals):
        general_of(name, place(data, study.where, "generals", k))
    sides = {len(study.game.sides_of(laid.names)) for laid in study.laid}
    if len(sides) > 1:
        raise InputError(f"{place(data, study.where, 'scenarios')}: {gettext('expected scenarios with as many sides')}")
    lists: list[tuple[tuple[str, ...], list[str]]] = [(("generals",), study.file.generals)]
    for arm in study.arms:
        for name, value in arm.setting:
            if study.factors[name].sort is Sort.GENERALS:
                lists.append((("factors", name), list(value)))
    keys = [side.key for side in study.sides]
    for way, names in lists:
        if len(names) not in (1, len(study.sides)):
            wanted = gettext(
                "expected one general for all, or {generals}, one a side ({keys}), found {number}",
                generals=counted(len(study.sides), "general"), keys=", ".join(keys), number=len(names),
            )  # fmt: skip
            raise InputError(f"{place(data, study.where, *way)}: {wanted}")
    for name, factor in study.factors.items():
        if factor.sort in (Sort.GENERAL, Sort.ARMY) and factor.word not in keys:
            missing = gettext("there is no side {side!r}; there are {names}", side=factor.word, names=", ".join(keys))
            raise InputError(f"{place(data, study.where, 'factors', name)}: {missing}")


def _check_effects(study: Study, values: Mapping[str, list[Any]], data: Mapping[str, Any]) -> None:
    """Refuse a factor that changes nothing on any table: whoever studies it would read noise.

    Of a listed design whole variants are laid: what one of their factors asks for may need another.
    """
    for name, factor in study.factors.items():
        if factor.sort in (Sort.GENERAL, Sort.GENERALS):
            continue
        settings: list[Setting] = [((name, value),) for value in values[name]]
        if study.file.design == LISTED:
            if factor.sort is Sort.NUMBER and all(value == _default(study.game, factor) for value in values[name]):
                continue  # the game as it is
            settings = [arm.setting for arm in study.arms if name in dict(arm.setting)]
        for start in study.starts:
            base = lay_start(study.game, start, study.factors, ())
            tables = (lay_start(study.game, start, study.factors, setting) for setting in settings)
            if any(not is_same_table(base, table) for table in tables):
                break
        else:
            nothing = gettext("these values change nothing on the tables of this study")
            raise InputError(f"{place(data, study.where, 'factors', name)}: {nothing}")


def _check_measures(study: Study, data: Mapping[str, Any]) -> None:
    from sandtable.lab.measures import PARTIAL, main_measure, measures_of

    known = measures_of(study)
    asked_for: list[tuple[tuple[str | int, ...], str]] = [(("measure",), study.file.measure)]
    asked_for += [(("measures", k), name) for k, name in enumerate(study.file.measures)]
    for way, name in asked_for:
        if name and name not in known:
            missing = gettext("there is no measure {name!r}", name=name)
            raise InputError(f"{place(data, study.where, *way)}: {missing}{nearest(name, list(known))}")
    asked = study.file.sequential
    if asked is not None:
        origin = place(data, study.where, "sequential")
        kinds = [kind for kind in (asked.least, asked.normalised, asked.precision) if kind]
        if len(kinds) != 1:
            raise InputError(f"{origin}: {gettext('expected one of least, normalised and precision')}")
        if not asked.precision and len(study.arms) != 2:
            two = gettext("expected two variants for a sequential test, found {number}", number=len(study.arms))
            raise InputError(f"{origin}: {two}")
        name = main_measure(study).name
        if name in PARTIAL:
            some = gettext("{name} is not told of every battle: no test ends by it", name=name)
            raise InputError(f"{place(data, study.where, 'measure')}: {some}")
