"""Fills the core's records from its data: the numbers of the rules, weapons and profiles, by edition and switches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.compiler.decorators import clause
from sandtable.errors import CapacityError
from sandtable.games.common.data import fill_numbers
from sandtable.games.common.options import read_options
from sandtable.games.game import Option
from sandtable.games.skirmish40k.clauses import FOLDER
from sandtable.games.skirmish40k.laying.data_files import Bearer, PerAttack, ProfileFile, WeaponChange, WeaponFile
from sandtable.games.skirmish40k.record import DIRECTIONS, MAX_PROFILES, MAX_WEAPONS, Edition, Mount, WeaponKind
from sandtable.kernel.geometry import facing_of_degrees
from sandtable.kernel.records import NONE
from sandtable.translation import gettext

MOST = 10
"""No characteristic is larger (PROF-3)."""

NO_SAVE = 7

MOVES = {"foot": 6.0, "bike": 12.0, "wings": 12.0}
"""Inches of a move, by mount (MOV-1)."""

COUNTED = {"talons": "talons", "power_fist": "fists"}
"""Gear that is counted, and its field."""

MARKED = {
    "power_weapon": "power",
    "rending": "rending",
    "bioplasma": "plasma",
    "grenades": "grenades",
    "fleet": "fleet",
    "leap": "leaps",
    "steady": "steady",
    "flies": "flies",
    "synapse": "synapse",
    "no_fear": "no_fear",
    "fearless": "fearless",
}
"""Gear that one has or has not, and its field."""

RANKS = {"special": 1, "leader": 2}


def core_options() -> tuple[Option, ...]:
    """The core's switches; the edition is the game's own."""
    return read_options(FOLDER)


@clause("C40-GEN-1")
def fill_core(core: Any, values: Mapping[str, str]) -> None:
    """The numbers and switches of the core, from rules.toml and the value of every option (``edition`` among them)."""
    fill_numbers(core, FOLDER)
    core.around[:] = [facing_of_degrees(360.0 / DIRECTIONS * k) for k in range(DIRECTIONS)]
    core.edition = int(values["edition"])
    core.bioplasma = int(values["bioplasma"] == "on")
    core.instinctive = int(values["instinctive"] != "off")
    core.combat_result = int(values["combat_result"])


def _changes(weapon: WeaponFile, values: Mapping[str, str]) -> list[WeaponChange]:
    """What the edition and the switches change of a weapon, in this order."""
    of_edition = weapon.for_4 if values["edition"] == "4" else weapon.for_5
    found = [] if of_edition is None else [of_edition]
    for key, by_value in weapon.options.items():
        found += [change for value, change in by_value.items() if values.get(key) == value]
    return found


@clause(
    "C40-WPN-1", "C40-WPN-2", "C40-WPN-3", "C40-WPN-4", "C40-WPN-5", "C40-WPN-6", "C40-WPN-7", "C40-WPN-8",
    "C40-WPN-9", "C40-WPN-10", "C40-BLAST-1", "C40-SHOOT-9",
)  # fmt: skip
def fill_weapon(record: Any, weapon: WeaponFile, values: Mapping[str, str], core: Any) -> None:
    """One weapon's record, as the edition and the switches have it."""
    known = weapon.model_dump(include={"reach", "strength", "ap", "marks"})
    strength: Any = weapon.strength
    for change in _changes(weapon, values):
        known.update(change.model_dump(exclude_none=True))
        strength = change.strength if change.strength is not None else strength
    marks = known["marks"]
    record.reach = known["reach"]
    record.half = core.half_range
    record.strength = strength.bearer if isinstance(strength, Bearer) else strength
    record.of_bearer = int(isinstance(strength, Bearer))
    record.ap = known["ap"]
    record.kind = WeaponKind[weapon.kind.upper()].value
    record.shots = weapon.shots.attacks if isinstance(weapon.shots, PerAttack) else weapon.shots
    record.by_attacks = int(isinstance(weapon.shots, PerAttack))
    record.blast = core.marker if "blast" in marks else core.large_marker if "large_blast" in marks else 0.0
    for mark in ("twin", "hot", "living"):
        record[mark] = int(mark in marks)


@clause(
    "C40-UNIT-1", "C40-UNIT-2", "C40-UNIT-3", "C40-UNIT-4", "C40-UNIT-5", "C40-UNIT-6", "C40-UNIT-7", "C40-UNIT-8",
    "C40-UNIT-9", "C40-UNIT-10", "C40-UNIT-11", "C40-UNIT-12", "C40-UNIT-13", "C40-UNIT-14", "C40-UNIT-15",
    "C40-PROF-1", "C40-PROF-2", "C40-PROF-3", "C40-MOV-1", "C40-SPEC-1", "C40-SPEC-2", "C40-SPEC-4", "C40-SPEC-5",
    "C40-SPEC-6", "C40-WPN-11", "C40-WPN-12",
)  # fmt: skip
def fill_profile(record: Any, profile: ProfileFile, values: Mapping[str, str], weapons: Mapping[str, int]) -> None:
    """One profile's record. ``weapons``: the index of every weapon that has one; others do nothing (WPN-12)."""
    edition = int(values["edition"])
    line = profile.line_in(edition)
    assert line is not None
    skill, aim, strength, toughness, wounds, initiative, attacks, leadership, save = line
    record.weapon_skill, record.ballistic_skill, record.strength = skill, aim, strength
    record.toughness, record.bare_toughness = toughness
    record.wounds, record.initiative, record.attacks, record.leadership = wounds, initiative, attacks, leadership
    record.save = int(values[profile.save_by]) if profile.save_by else save
    record.invulnerable = NO_SAVE
    record.radius = profile.base
    record.move = MOVES[profile.mount]
    record.mount = Mount[profile.mount.upper()].value
    record.points = profile.points
    carried = profile.weapons + (profile.weapons_5 if edition == Edition.FIFTH else [])
    record.weapons = NONE
    for place, index in enumerate(weapons[key] for key in carried if key in weapons):
        record.weapons[place] = index
    _fill_gear(record, profile.gear + (profile.gear_5 if edition == Edition.FIFTH else []), carried)


def _fill_gear(record: Any, gear: list[str], carried: list[str]) -> None:
    """What a figure has besides its characteristics."""
    for field in (*MARKED.values(), *COUNTED.values(), "rank"):
        record[field] = 0
    record.close_weapons = sum(key.endswith("pistol") for key in carried)
    for key in gear:
        if key in MARKED:
            record[MARKED[key]] = 1
        if key in COUNTED:
            record[COUNTED[key]] += 1
        if key in RANKS:
            record.rank = max(int(record.rank), RANKS[key])
        if key in ("close_weapon", "power_weapon", "power_fist"):
            record.close_weapons += 1


def weapons_of(profiles: Mapping[str, ProfileFile], weapons: Mapping[str, WeaponFile]) -> dict[str, int]:
    """The weapons that these profiles carry, each with its place in a battle's record."""
    wanted = [key for profile in profiles.values() for key in (*profile.weapons, *profile.weapons_5)]
    return {key: place for place, key in enumerate(dict.fromkeys(key for key in wanted if key in weapons))}


def fill_tables(b: Any, profiles: Mapping[str, ProfileFile], weapons: Mapping[str, WeaponFile],
                values: Mapping[str, str]) -> dict[str, int]:  # fmt: skip
    """The battle's numbers, and the records of these profiles and of the weapons they carry; where each profile is.

    Raises CapacityError when there are more than the record holds.
    """
    fill_core(b.core, values)
    places = weapons_of(profiles, weapons)
    if len(places) > MAX_WEAPONS or len(profiles) > MAX_PROFILES:
        raise CapacityError(
            gettext(
                "a battle has room for {max_profiles} profiles and {max_weapons} weapons and needs more",
                max_profiles=MAX_PROFILES,
                max_weapons=MAX_WEAPONS,
            )
        )
    for key, place in places.items():
        fill_weapon(b.weapons[place], weapons[key], values, b.core)
    for place, profile in enumerate(profiles.values()):
        fill_profile(b.profiles[place], profile, values, places)
    return {key: place for place, key in enumerate(profiles)}
