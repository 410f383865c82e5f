"""A battle's record while it is being laid: what a scenario says, what a case says over it, and numbers they change."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from sandtable.errors import InputError
from sandtable.files import check, did_you_mean, place
from sandtable.games.common.amounts import as_given
from sandtable.games.common.scenario_files import ScenarioWords, read_number
from sandtable.translation import gettext


class Laying:
    """An empty record, and the files that fill it one over the other; ``_add`` of a game reads what both may say."""

    file: type[ScenarioWords]
    """What a scenario's file holds."""

    def __init__(self, battle: np.dtype[Any], where: str) -> None:
        self.record = np.zeros(1, battle)
        self.b = self.record[0]
        self.where = where
        self.title = ""
        self.rules: dict[str, Any] = {}
        self.case: Any = None

    def add_scenario(self, data: Mapping[str, Any], where: str) -> None:
        """Everything that a scenario says."""
        model = check(data, self.file, where)
        self.title = model.title
        self._add(model, data, where)

    def add_case(self, model: Any, data: Mapping[str, Any], where: str) -> None:
        """What a case says, over the scenario that it may start from."""
        self.case = model
        self._add(model, data, where)

    def _add(self, model: Any, data: Any, where: str) -> None:
        raise NotImplementedError


def read_numbers(
    changes: Mapping[str, Any], rules: np.dtype[Any], data: Any, where: str, *, most: float, least: float | None = None
) -> dict[str, Any]:
    """The numbers of the record ``rules`` that a file changes under ``rules``, each as its field takes it.

    From ``least`` (left out: minus ``most``) to ``most``; InputError names the place of what is none, or no number
    that a file may change: tables are none.
    """
    names = [name for name in rules.names or () if rules[name].subdtype is None]
    found = {}
    for key, number in changes.items():
        origin = place(data, where, "rules", key)
        if key not in names:
            raise InputError(f"{origin}: {gettext('there is no number {key!r}', key=key)}{did_you_mean(key, names)}")
        found[key] = read_number(number, origin, whole=rules[key].kind == "i", most=most, least=least)
    return found


class Stood(NamedTuple):
    """Where a file stands a figure, and where it says so."""

    place: int  # among the figures of the record
    id: str
    origin: str  # opens a sentence about it: file, line, field


def on_base_of(b: Any, spot: Stood, other: Stood) -> InputError:
    """What is wrong where a file stands a figure on the base of another."""
    figure, there = b.figures[spot.place], b.figures[other.place]
    wrong = gettext(
        "{id} at ({x:g}, {y:g}) stands on the base of {other} at ({there_x:g}, {there_y:g})",
        id=spot.id,
        x=as_given(figure.x),
        y=as_given(figure.y),
        other=other.id,
        there_x=as_given(there.x),
        there_y=as_given(there.y),
    )
    return InputError(f"{spot.origin}: {wrong}")


def check_bases(b: Any, spots: Sequence[Stood], overlap: Callable[[Any, Any], bool]) -> None:
    """Figures that a file stands on the table touch at most; InputError names the first two whose bases overlap."""
    for one, other in combinations(spots, 2):
        first, second = b.figures[one.place], b.figures[other.place]
        reach = first.width + first.depth + second.width + second.depth
        if abs(first.x - second.x) > reach or abs(first.y - second.y) > reach:
            continue
        if overlap(first, second):
            raise on_base_of(b, other, one)
