"""The warriors and heroes of the army book as profiles of the record (PRO-3 to PRO-6, PRO-13, ARM-1, ARM-12)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sandtable.compiler.decorators import clause
from sandtable.errors import InputError
from sandtable.games.batalist.enums import Burst, Class, Skill
from sandtable.games.batalist.laying.tables import read_data
from sandtable.games.common.data import kept
from sandtable.kernel.records import NONE

_WEAPON = re.compile(r"(Melee|Shooter) (\w+)(\(\w+\))?/(\d+)(?:/(\d+))?(?: (jet|area))?")
_NUMBERED = re.compile(r"(Coward|Undisciplined|Weak|Mage) (\d)")


@kept
def read_units() -> Mapping[str, Any]:
    """Warriors and, behind them, heroes by their keys."""
    return {**read_data("units"), **read_data("heroes")}


@clause("BAT-PRO-5", "BAT-ARM-2")
def class_of(word: str) -> int:
    """The class of this name; NONE for "none"."""
    return NONE if word == "none" else Class[word.upper()].value


@clause("BAT-DEF-16")
def cell_of(unit: Mapping[str, Any]) -> tuple[float, float]:
    """Width and depth of one figure of a unit, in steps."""
    skills = unit["skills"]
    if "Big" in skills or unit.get("gun"):
        return 2.0, 2.0
    return (1.0, 2.0) if "Rider" in skills or "Long" in skills else (1.0, 1.0)


@clause(
    "BAT-PRO-3", "BAT-PRO-4", "BAT-PRO-5", "BAT-PRO-6", "BAT-PRO-13", "BAT-PRO-16", "BAT-SKL-1", "BAT-SKL-2",
    "BAT-SKL-12", "BAT-SKL-13", "BAT-SKL-14", "BAT-SKL-32", "BAT-ARM-6", "BAT-ARM-8", "BAT-ARM-10", "BAT-ARM-12",
)  # fmt: skip
def fill_profile(profile: Any, key: str, hero_magic: int = 2) -> None:
    """One unit or hero of the army book into its record. Raises ``InputError`` for a skill that there is not."""
    unit = read_units()[key]
    profile.unit = list(read_units()).index(key)
    profile.speed = unit["speed"]
    profile.armour = class_of(unit["armour"])
    profile.protection = unit["protection"]
    profile.cell_width, profile.cell_depth = cell_of(unit)
    profile.melee_class = profile.shooting_class = NONE
    for word in unit["skills"]:
        _add_skill(profile, word, f"{key}: {word!r} is no skill")
    if has_skill(profile, Skill.GIANT):
        profile.skills |= 1 << Skill.BIG
    if has_skill(profile, Skill.MAGE) and profile.magic == 0:
        profile.magic = hero_magic


def has_skill(profile: Any, skill: Skill) -> bool:
    """Whether a profile has a skill."""
    return bool(int(profile.skills) >> skill & 1)


def _add_skill(profile: Any, word: str, trouble: str) -> None:
    """One skill in the words of the army book."""
    if weapon := _WEAPON.fullmatch(word):
        kind, klass, element, strength, radius, burst = weapon.groups()
        name = "melee" if kind == "Melee" else "shooting"
        profile[name] = int(strength)
        profile[f"{name}_class"] = class_of(klass.lower())
        profile[f"{name}_fire"] = int(element == "(fire)")
        profile.skills |= 1 << Skill[kind.upper()]
        if radius:
            profile.radius = float(radius)
        if burst:
            profile.burst = Burst[burst.upper()].value
        return
    if numbered := _NUMBERED.fullmatch(word):
        if numbered[1] == "Mage":
            profile.skills |= 1 << Skill.MAGE
            profile.magic = int(numbered[2])
        else:
            profile[numbered[1].lower()] = int(numbered[2])
        return
    name = re.sub(r"\W", "_", word).upper()
    if name not in Skill.__members__:
        raise InputError(trouble)
    profile.skills |= 1 << Skill[name]
