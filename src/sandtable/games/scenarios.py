"""What every game's scenarios share: finding the file of one, lessons, and laying a case over what it starts from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from pydantic import BaseModel, Field

from sandtable.errors import InputError
from sandtable.files import FileModel, MarkedDict, check, did_you_mean, load_yaml, only, place
from sandtable.games.game import Laid
from sandtable.translation import gettext


class LessonStep(FileModel):
    """One step of a scenario that is a lesson: what the player is told, and what they do to get on."""

    title: str = Field(min_length=1, max_length=40)
    text: str = Field(
        min_length=1,
        max_length=280,
        description="what to do; {keys|, or press n} stands only where there are keys to press",
    )
    until: str = Field(
        pattern=r"^(all )?[a-z_]{1,30}( or [a-z_]{1,30}){0,9}$",
        description="choose (a figure), move (anybody), read (a rule), or a verb of the game; or between two: either; "
        "all before it: until that is asked no more",
    )
    clause: str = Field(default="", max_length=40, description="the clause that says what the step is about")


class Table(Protocol):
    """A battle record while it is being laid."""

    def add_scenario(self, data: Mapping[str, Any], where: str) -> None:
        """Everything that a scenario says."""

    def add_case(self, model: Any, data: Mapping[str, Any], where: str) -> None:
        """What a case says, over the scenario that it may start from."""

    def laid(self) -> Laid:
        """The record and its names."""


def scenario_data(folder: Path, name: str) -> tuple[MarkedDict, str]:
    """The data of a scenario named by its key in ``folder``, or by the path of a file, and its name for errors."""
    path = folder / f"{name}.yaml"
    if not any(mark in name for mark in "/\\.") and path.is_file():
        return load_yaml(path), path.name
    if name.endswith((".yaml", ".yml")):
        return load_yaml(Path(name)), name
    known = sorted(entry.stem for entry in folder.glob("*.yaml"))
    raise InputError(gettext("there is no scenario {name!r}", name=name) + did_you_mean(name, known))


def lay(
    data: Mapping[str, Any],
    chosen: Mapping[str, Any],
    where: str,
    new_table: Callable[[Mapping[str, Any], str, Any], Table],
) -> Laid:
    """The table of a scenario's data, laid by ``new_table(options, where, None)`` under the house rules chosen."""
    table = new_table(chosen, where, None)
    table.add_scenario(data, where)
    return table.laid()


def lay_case(
    data: Mapping[str, Any],
    where: str,
    folder: Path,
    model: type[BaseModel],
    new_table: Callable[[Mapping[str, Any], str, Any], Table],
) -> Laid:
    """The table part of a case file, read by ``model``, laid by ``new_table(options, where, data)``.

    The model has ``scenario``, the one that it starts from or ``none``, and ``options``, the house rules chosen.
    """
    own = only(data, model.model_fields)
    case: Any = check(own, model, where)
    table = new_table(case.options, where, own)
    if case.scenario != "none":
        try:
            base, base_where = scenario_data(folder, case.scenario)
        except InputError as error:
            raise InputError(f"{place(own, where, 'scenario')}: {error}") from None
        table.add_scenario(base, base_where)
    table.add_case(case, own, where)
    return table.laid()
