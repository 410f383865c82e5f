"""Musters: which battalions, characters and heroes an army brings, and what is wrong with a list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.compiler.decorators import clause
from sandtable.games.batalist.clauses import FOLDER
from sandtable.games.batalist.laying.profiles import read_units
from sandtable.games.batalist.laying.tables import read_data
from sandtable.games.batalist.rules.stating import PART
from sandtable.games.common.amounts import Count
from sandtable.games.language import board_words, translated

ROLES = ("general", "captain", "mage", "standard_bearer")


def say(key: str, **fields: Any) -> str:
    """A sentence about musters in the language spoken, filled in; whole numbers may be counted in it."""
    counted = {name: Count(value) if isinstance(value, int) else value for name, value in fields.items()}
    return board_words(FOLDER)[key].format(**counted)


def army_name(army: str) -> str:
    """What an army is called."""
    return translated(FOLDER, read_data("armies")[army]["name"])


@clause("BAT-ARM-7", "BAT-ARM-9", "BAT-ARM-11", "BAT-PRE-4")
def standard_muster(army: str) -> Mapping[str, Any]:
    """The muster that the army book gives an army: its battalions in order and its heroes."""
    muster: Mapping[str, Any] = read_data("armies")[army]
    return muster


@clause("BAT-ARM-3")
def printed_number(unit: str) -> int:
    """Figures of a battalion as the army book prints it."""
    entry = read_units()[unit]
    return int(entry["files"] * entry["ranks"])


@clause("BAT-ARM-3", "BAT-ARM-4", "BAT-DEF-3", "BAT-DEP-1", "BAT-DEP-2", "BAT-AMB-1", "BAT-ART-1", "BAT-DEF-7")
def muster_faults(army: str, muster: Mapping[str, Any]) -> list[str]:
    """What is wrong with a muster, a sentence each; none: it may be played."""
    limits = read_data("armies")["limits"]
    battalions: Sequence[Mapping[str, Any]] = muster["battalions"]
    faults = []
    least, most = limits["battalions"]
    if not least <= len(battalions) <= most:
        faults.append(say("MUSTER_SIZE", least=least, most=most, number=len(battalions)))
    for unit, number in Counter(entry["unit"] for entry in battalions).items():
        if number > limits["of_one_profile"]:
            faults.append(say("MUSTER_ALIKE", most=limits["of_one_profile"], what=name_of(unit), number=number))
    roles = Counter(entry["character"] for entry in battalions if "character" in entry)
    for role in ROLES:
        least, most = limits[role]
        if not least <= roles[role] <= most:
            key = "MUSTER_ROLE" if least == most == 1 else "MUSTER_ROLES"
            what = translated(FOLDER, role.replace("_", " "))
            faults.append(say(key, least=least, most=most, what=what, number=roles[role]))
    faults += [say("MUSTER_NO_ROLE", word=role) for role in roles if role not in ROLES]
    faults += _faults_of_heroes(army, muster, limits)
    for entry in battalions:
        faults += _faults_of_battalion(army, entry, limits)
    hidden = sum(bool(entry.get("ambush")) for entry in battalions)
    if hidden * PART > len(battalions):
        faults.append(say("MUSTER_HIDDEN", most=len(battalions), number=hidden))
    artefacts = Counter(entry["artefact"] for entry in (*battalions, *_bearers(muster)) if entry.get("artefact"))
    for artefact, number in artefacts.items():
        if artefact not in read_data("artefacts"):
            faults.append(say("MUSTER_NO_ARTEFACT", word=artefact))
        elif number > 1:
            faults.append(say("MUSTER_ARTEFACTS", what=artefact_name(artefact), number=number))
    return faults


def _bearers(muster: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The heroes of a muster as entries: a name alone carries nothing."""
    return [hero if isinstance(hero, Mapping) else {"hero": hero} for hero in muster.get("heroes", ())]


def _faults_of_heroes(army: str, muster: Mapping[str, Any], limits: Mapping[str, Any]) -> list[str]:
    """Too many heroes, strangers, and one who comes twice."""
    names = [entry["hero"] for entry in _bearers(muster)]
    least, most = limits["heroes"]
    faults = []
    if not least <= len(names) <= most:
        faults.append(say("MUSTER_HEROES", most=most, number=len(names)))
    for name in dict.fromkeys(names):
        if name not in read_data("heroes"):
            faults.append(say("MUSTER_NO_HERO", word=name))
        elif read_data("heroes")[name]["army"] != army:
            faults.append(say("MUSTER_OTHER_HERO", what=name_of(name), army=army_name(army)))
        if names.count(name) > 1:
            faults.append(say("MUSTER_HERO_TWICE", what=name_of(name) if name in read_units() else name))
    return faults


def _faults_of_battalion(army: str, entry: Mapping[str, Any], limits: Mapping[str, Any]) -> list[str]:
    """A stranger, or one that is too small or too large."""
    unit = entry["unit"]
    if unit not in read_data("units"):
        return [say("MUSTER_NO_WARRIORS", word=unit)]
    if read_data("units")[unit]["army"] != army:
        return [say("MUSTER_OTHER_WARRIORS", what=name_of(unit), army=army_name(army))]
    printed = printed_number(unit)
    number = entry.get("figures", printed)
    if limits["least_part"] * printed <= number <= limits["most_part"] * printed:
        return []
    return [say("MUSTER_FIGURES", what=name_of(unit), most=printed, number=number)]


def name_of(unit: str) -> str:
    """The name of warriors or of a hero."""
    return translated(FOLDER, str(read_units()[unit]["name"])) if unit in read_units() else repr(unit)


def artefact_name(artefact: str) -> str:
    """What an artefact is called."""
    return translated(FOLDER, read_data("artefacts")[artefact]["name"])
