"""Musters: which battalions, characters and heroes an army brings, and what is wrong with a list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.games.batalist.laying.profiles import read_units
from sandtable.games.batalist.laying.tables import read_data
from sandtable.games.batalist.rules.stating import PART
from sandtable.kernel.compiling import clause

ROLES = ("general", "captain", "mage", "standard_bearer")
WORDS = {role: role.replace("_", " ") for role in ROLES}


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
        faults.append(f"An army has {least} to {most} battalions, not {len(battalions)}.")
    for unit, number in Counter(entry["unit"] for entry in battalions).items():
        if number > limits["of_one_profile"]:
            faults.append(f"An army has at most {limits['of_one_profile']} battalions of {_name(unit)}, not {number}.")
    roles = Counter(entry["character"] for entry in battalions if "character" in entry)
    for role in ROLES:
        least, most = limits[role]
        if not least <= roles[role] <= most:
            some = f"{least}" if least == most else f"{least} to {most}"
            faults.append(f"An army has {some} {WORDS[role]}{'' if most == 1 else 's'}, not {roles[role]}.")
    faults += [f"There is no character called {role!r}." for role in roles if role not in ROLES]
    faults += _faults_of_heroes(army, muster, limits)
    for entry in battalions:
        faults += _faults_of_battalion(army, entry, limits)
    hidden = sum(bool(entry.get("ambush")) for entry in battalions)
    if hidden * PART > len(battalions):
        faults.append(f"At most a third of {len(battalions)} battalions may lie in ambush, not {hidden}.")
    artefacts = Counter(entry["artefact"] for entry in (*battalions, *_bearers(muster)) if entry.get("artefact"))
    for artefact, number in artefacts.items():
        if artefact not in read_data("artefacts"):
            faults.append(f"There is no artefact called {artefact!r}.")
        elif number > 1:
            faults.append(f"{read_data('artefacts')[artefact]['name']} is in the army {number} times; there is one.")
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
        faults.append(f"An army has at most {most} heroes, not {len(names)}.")
    for name in dict.fromkeys(names):
        if name not in read_data("heroes"):
            faults.append(f"There is no hero called {name!r}.")
        elif read_data("heroes")[name]["army"] != army:
            faults.append(f"{_name(name)} does not fight for the {read_data('armies')[army]['name']}.")
        if names.count(name) > 1:
            faults.append(f"{_name(name) if name in read_units() else name} is there once only.")
    return faults


def _faults_of_battalion(army: str, entry: Mapping[str, Any], limits: Mapping[str, Any]) -> list[str]:
    """A stranger, or one that is too small or too large."""
    unit = entry["unit"]
    if unit not in read_data("units"):
        return [f"There are no warriors called {unit!r}."]
    if read_data("units")[unit]["army"] != army:
        return [f"{_name(unit)} do not fight for the {read_data('armies')[army]['name']}."]
    printed = printed_number(unit)
    number = entry.get("figures", printed)
    if limits["least_part"] * printed <= number <= limits["most_part"] * printed:
        return []
    return [f"{_name(unit)} are half to one and a half times {printed} figures, not {number}."]


def _name(unit: str) -> str:
    """The name of warriors or of a hero."""
    return str(read_units()[unit]["name"]) if unit in read_units() else repr(unit)
