"""A battle's record while it is being laid: what a scenario says, what a case says over it, and numbers they change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sandtable.errors import InputError
from sandtable.files import check, did_you_mean, place
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
