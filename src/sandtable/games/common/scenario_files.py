"""What the scenario and case files of every game say alike: numbers, facings, a scenario's words, a case's start."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, Field, Strict

from sandtable.errors import InputError
from sandtable.files import FileModel, describe, expected
from sandtable.games.scenarios import LessonStep
from sandtable.translation import gettext_word

Number = Annotated[float, Strict()]
Whole = Annotated[int, Strict()]

COMPASS = {"N": 0.0, "NE": 45.0, "E": 90.0, "SE": 135.0, "S": 180.0, "SW": 225.0, "W": 270.0, "NW": 315.0}


def read_facing(value: Any) -> Any:
    """Degrees clockwise from north, from a number or a letter of the compass."""
    if isinstance(value, str) and value.upper() in COMPASS:
        return COMPASS[value.upper()]
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= 3600.0:
        raise ValueError(expected(gettext_word("N, E, S, W or degrees clockwise from north"), describe(value)))
    return float(value) % 360.0


Facing = Annotated[float, BeforeValidator(read_facing)]


class ScenarioWords(FileModel):
    """What a scenario says about itself; a game adds the goals of its sides."""

    title: str = Field(min_length=1, max_length=80)
    description: str = Field(default="", max_length=2000)
    minutes: Whole | None = Field(default=None, ge=1, le=600)
    lesson: list[LessonStep] = Field(default=[], max_length=12)
    house_rules: dict[str, Any] = {}
    """The switches of the game that it sets for whoever chooses no other."""
    learner: str = Field(default="", max_length=40)
    """The side that a lesson is for; the first where it is left out."""
    leanings: dict[str, dict[str, Number]] = {}
    """Side -> feature of data/worth.toml -> its weight for a computer that leads the side."""


class CaseStart(FileModel):
    """What the table part of a case starts from."""

    scenario: str = "none"
    options: dict[str, Any] = {}


def read_number(value: Any, origin: str, *, whole: bool, most: float, least: float | None = None) -> Any:
    """A number of the rules as a file sets it, from ``least`` (left out: minus ``most``) to ``most``."""
    if isinstance(value, bool) or not isinstance(value, int if whole else int | float) or not abs(value) <= most:
        wanted = gettext_word("a whole number" if whole else "a number")
        raise InputError(f"{origin}: {expected(wanted, describe(value))}")
    if least is not None and value < least:
        wanted = gettext_word("a number of at least {ge}").format(ge=least)
        raise InputError(f"{origin}: {expected(wanted, describe(value))}")
    return value
