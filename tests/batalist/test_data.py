"""The tables of the army book against the book's own lists, written out here, and the coverage that it promises."""

from __future__ import annotations

import re

import numpy as np
import pytest

from sandtable.games.batalist.clauses import FOLDER, Clause
from sandtable.games.batalist.enums import Burst, Class, Skill
from sandtable.games.batalist.laying.muster import ROLES, muster_faults, printed_number, standard_muster
from sandtable.games.batalist.laying.profiles import fill_profile, has_skill, read_units
from sandtable.games.batalist.laying.tables import fill_tables, options, read_data
from sandtable.games.batalist.record import BATTLE, PROFILE
from sandtable.games.rulebook import read_rulebook
from sandtable.kernel.records import NONE

ARMIES = ("league", "horde", "host")


def profile(key: str):
    found = np.zeros(1, PROFILE)[0]
    fill_profile(found, key)
    return found


def units_with(skill: Skill) -> set[str]:
    return {unit["id"] for key, unit in read_units().items() if has_skill(profile(key), skill)}


def units_called(number: str) -> set[str]:
    return {unit["id"] for key, unit in read_units().items() if profile(key)[number]}


class TestRulebook:
    def test_every_clause_is_there_once(self):
        assert len(read_rulebook(FOLDER)) == len(Clause) == 469
        assert Clause.SKL_18a.name == "SKL_18a"

    def test_switches_and_clauses_name_one_another(self):
        named = {entry.option for entry in read_rulebook(FOLDER) if entry.option}
        assert named == {option.key for option in options()}
        ids = {entry.id: entry.option for entry in read_rulebook(FOLDER)}
        assert all(ids[option.clause] == option.key for option in options())

    def test_no_sentence_is_left_in_pieces(self):
        for entry in read_rulebook(FOLDER):
            assert re.search(r"[.)\"]$", entry.text), entry.id
            assert "RULING" not in entry.text + entry.ruling and "Seed" not in entry.text + entry.ruling, entry.id
            assert entry.source.startswith("silent") or "§" in entry.source or "optional" in entry.source or (
                entry.source in ("preamble", "Самое Главное Правило", "Движение")
            ), entry.id  # fmt: skip


@pytest.mark.clause("BAT-ARM-6", "BAT-ARM-8", "BAT-ARM-10", "BAT-PRO-4", "BAT-PRO-5", "BAT-PRO-6", "BAT-PRO-2")
def test_profiles_of_warriors():
    assert [len([u for u in read_data("units").values() if u["army"] == army]) for army in ARMIES] == [10, 10, 9]
    crossbow = profile("crossbowmen")
    assert (crossbow.speed, crossbow.armour, crossbow.protection) == (6, Class.CUT, 3)
    assert (crossbow.melee, crossbow.melee_class) == (1, Class.CUT)
    assert (crossbow.shooting, crossbow.shooting_class, crossbow.radius, crossbow.burst) == (3, Class.PIERCE, 18, 0)
    slinger = profile("levy_slingers")
    assert (slinger.armour, slinger.melee, slinger.melee_class) == (NONE, 0, NONE)
    assert (slinger.coward, slinger.undisciplined, slinger.weak) == (2, 2, 0)
    naphtha = profile("naphtha_throwers")
    assert (naphtha.burst, naphtha.shooting_fire, naphtha.melee_fire) == (Burst.JET, 1, 0)
    assert profile("bombards").burst == Burst.AREA
    drake = profile("bile_drakes")
    assert (drake.shooting_fire, drake.shooting_class, drake.armour) == (0, Class.ELEMENT, Class.ELEMENT)
    colossus = profile("bone_colossi")
    assert has_skill(colossus, Skill.BIG) and (colossus.protection, colossus.melee) == (8, 12)


@pytest.mark.clause("BAT-ARM-12", "BAT-PRO-13", "BAT-PRO-16")
def test_profiles_of_heroes():
    lines = {
        hero["id"]: (hero["army"], hero["speed"], hero["reserve"], hero["armour"], hero["protection"])
        for hero in read_data("heroes").values()
    }
    assert lines == {
        "H1": ("league", 10, 14, "pierce", 5),
        "H2": ("league", 6, 16, "none", 3),
        "H3": ("horde", 11, 13, "cut", 4),
        "H4": ("horde", 6, 16, "crush", 3),
        "H5": ("host", 5, 15, "cut", 6),
        "H6": ("host", 8, 12, "none", 3),
    }
    assert [profile(key).magic for key in read_data("heroes")] == [0, 3, 0, 3, 1, 0]


@pytest.mark.clause("BAT-DEF-16")
def test_cells_of_figures():
    cells = {
        key: (profile(key).cell_width, profile(key).cell_depth)
        for key in ("halberdiers", "knights", "bile_drakes", "river_trolls", "wyverns", "bombards", "ysolde_the_grey")
    }
    assert list(cells.values()) == [(1, 1), (1, 2), (1, 2), (2, 2), (2, 2), (2, 2), (1, 1)]


@pytest.mark.clause("BAT-ARM-7", "BAT-ARM-9", "BAT-ARM-11", "BAT-ARM-3", "BAT-PRE-4", "BAT-ARM-5")
@pytest.mark.parametrize(
    ("army", "battalions", "attached", "heroes"),
    [
        ("league", "L1 L1 L2 L3 L4 L4 L5 L6 L7 L8", "L3 L1 L4 L2 L1", "H1 H2"),
        ("horde", "O1 O1 O2 O3 O4 O5 O6 O7 O8 O9", "O1 O1 O5 O3 O2", "H3 H4"),
        ("host", "U1 U1 U2 U3 U3 U4 U6 U7 U8 U9", "U2 U1 U6 U4 U1", "H5 H6"),
    ],
)
def test_standard_musters(army, battalions, attached, heroes):
    muster = standard_muster(army)
    ids = [read_units()[entry["unit"]]["id"] for entry in muster["battalions"]]
    assert ids == battalions.split()
    by_role = [
        ident for role in ROLES for ident, entry in zip(ids, muster["battalions"], strict=True)
        if entry.get("character") == role
    ]  # fmt: skip
    assert by_role == attached.split()
    assert [read_units()[hero["hero"]]["id"] for hero in muster["heroes"]] == heroes.split()
    assert muster_faults(army, muster) == []


@pytest.mark.clause("BAT-ARM-3", "BAT-DEF-3", "BAT-ARM-4", "BAT-AMB-1", "BAT-ART-1")
@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda m: m["battalions"].pop(3), "An army has 1 general, not 0."),
        (lambda m: m["battalions"][1].update(character="general"), "An army has 1 general, not 2."),
        (lambda m: m["battalions"].extend([{"unit": "pikemen"}] * 3), "at most 3 battalions of Pikemen, not 4"),
        (lambda m: m["battalions"].extend([{"unit": "knights"}] * 3), "An army has 5 to 12 battalions, not 13."),
        (lambda m: m["battalions"][0].update(figures=9), "half to one and a half times 20 figures, not 9"),
        (lambda m: m["battalions"][0].update(figures=31), "half to one and a half times 20 figures, not 31"),
        (lambda m: m["battalions"][0].update(unit="ghouls"), "Ghouls do not fight for the League"),
        (lambda m: m["heroes"].append("gashrak"), "Gashrak does not fight for the League"),
        (lambda m: [e.update(ambush=True) for e in m["battalions"][:4]], "may lie in ambush, not 4"),
        (lambda m: m["battalions"][0].update(artefact="mana_shard"), "Mana Shard is in the army 2 times"),
        (lambda m: m["battalions"][5].update(character="cook"), "no character called 'cook'"),
    ],
)
def test_faults_of_a_muster(change, fault):
    muster = {
        "battalions": [dict(entry) for entry in standard_muster("league")["battalions"]],
        "heroes": list(standard_muster("league")["heroes"]),
    }
    change(muster)
    assert any(fault in said for said in muster_faults("league", muster)), muster_faults("league", muster)


@pytest.mark.clause("BAT-ARM-3")
def test_half_and_one_and_a_half_are_allowed():
    for figures in (10, 30):
        muster = {"battalions": [dict(entry) for entry in standard_muster("league")["battalions"]]}
        muster["battalions"][0]["figures"] = figures
        assert muster_faults("league", muster) == []
    assert printed_number("halberdiers") == 20


@pytest.mark.clause("BAT-ARM-18")
class TestCoverage:
    """Each skill of the rulebook is in the army book, where the book says (ARM-18)."""

    @pytest.mark.parametrize(
        ("skill", "where"),
        [
            (Skill.FLYING, "O8 U7"), (Skill.BLOODTHIRSTY, "O2 U3"), (Skill.MAGE, "H2 H4 H5"),
            (Skill.COMMANDER, "H1 H3 H5"), (Skill.WIDE, "L5 O4"), (Skill.FAST, "O5 O6 H3"), (Skill.BIG, "O7 O8 U8"),
            (Skill.GIANT, "U8"), (Skill.RIDER, "L6 O5 U6 H1 H3"), (Skill.SWIMMER, "L10 O7 U5"),
            (Skill.HEAVY_ARMOUR, "L3 L6 U2 H5"), (Skill.FOREST_WALKER, "L7 O4 H4"),
            (Skill.SWAMP_WALKER, "L10 O7 U5 H4"), (Skill.SCOUT, "L7 O4 H6"), (Skill.CAMOUFLAGE, "L7 O4 U9 H6"),
            (Skill.NOISY, "L8 O1 O2"), (Skill.LONG_WEAPON, "L1 L2 O3 U1"), (Skill.LARGE_SHIELD, "L3 L4 U1"),
            (Skill.INDEPENDENT, "O6 U9"), (Skill.SNIPER, "L7 H6"), (Skill.ASSASSIN, "U9"),
            (Skill.SNOW_WALKER, "O6 U6"), (Skill.LONG, "L6 O5 O6 O8 O10 U6 H1 H3"),
            (Skill.TWILIGHT_VISION, "O3 O6 U1 U2 U4 H2 H5"), (Skill.NIGHT_CREATURE, "U3 U6 U7 U9 H6"),
        ],
    )  # fmt: skip
    def test_skills(self, skill, where):
        assert units_with(skill) == set(where.split())

    def test_skills_with_numbers(self):
        assert units_called("coward") == {"L5", "O3", "O4"}
        assert units_called("undisciplined") == {"L5", "O1", "O2"}
        assert units_called("weak") == {"L2", "O3", "U5"}

    def test_every_skill_is_used(self):
        assert all(units_with(skill) for skill in Skill)
        cold = {ident for ident in units_with(Skill.COLD_INSENSITIVE) if ident[0] == "U"}
        assert cold == {f"U{number}" for number in range(1, 10)}

    def test_kinds_of_shooters_and_those_without_melee(self):
        bursts = {
            burst: {u["id"] for k, u in read_units().items() if profile(k).shooting and profile(k).burst == burst}
            for burst in Burst
        }
        assert bursts[Burst.JET] == {"L9", "O10"} and bursts[Burst.AREA] == {"L8", "O9"}
        without = {unit["id"] for key, unit in read_units().items() if not has_skill(profile(key), Skill.MELEE)}
        assert without == {"L5", "L8", "O9", "U4", "H4", "H6"}


@pytest.mark.clause("BAT-ARM-13", "BAT-ARM-14", "BAT-ARM-15", "BAT-ARM-16")
def test_spells_artefacts_traps_and_boats():
    spells = {s["id"]: (s["difficulty"], s.get("range", 0), s.get("power", 0)) for s in read_data("spells").values()}
    assert spells == {
        "S1": (2, 16, 10), "S2": (3, 20, 6), "S3": (2, 12, 5), "S4": (1, 12, 0), "S5": (1, 12, 0),
        "S6": (2, 12, 0), "S7": (2, 15, 0), "S8": (2, 15, 0), "S9": (1, 15, 0), "S10": (3, 0, 0),
    }  # fmt: skip
    assert [a["id"] for a in read_data("artefacts").values()] == ["A1", "A2", "A3", "A4", "A5", "A6"]
    assert [(t["power"], t["class"]) for t in read_data("traps").values()] == [
        (10, "pierce"), (12, "crush"), (8, "element"),
    ]  # fmt: skip
    boats = [(x["places"], x["speed"], x["width"], x["depth"]) for x in read_data("boats").values()]
    assert boats == [(6, 8, 2, 4), (16, 5, 4, 6)]


def test_the_tables_fill_a_record():
    b = np.zeros(1, BATTLE)[0]
    fill_tables(b, {"wounded": "yes"})
    assert b.options.wounded == 1 and b.options.morale == 0
    assert [int(row.melee) for row in b.rows] == [1, 0, 1, 0, 0, -1, 0, 0, 0, 0, 1, 2, 1, -1, 0, -2]
    assert [int(row.shooting) for row in b.rows] == [0, 0, 0, -1, 0, 1, 1, 0, 1, -1, 1, 2, 1, -1, 0, 0]
