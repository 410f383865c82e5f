"""The core's data: every weapon and profile as the clauses have them, user files, and the rulebook itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest import mark

from sandtable.compiler.decorators import CLAUSES
from sandtable.errors import InputError
from sandtable.games import get_game
from sandtable.games.rulebook import read_rulebook
from sandtable.games.skirmish40k.clauses import FOLDER
from sandtable.games.skirmish40k.laying.data_files import read_profiles, read_weapons
from sandtable.games.skirmish40k.laying.numbers import core_options, fill_tables
from sandtable.games.skirmish40k.record import Mount, WeaponKind
from sandtable.table.rulebook import case_places, test_places
from skirmish40k.core_table import PROFILES, WEAPONS, profile, table, values, weapon

FIELDS = (
    "weapon_skill", "ballistic_skill", "strength", "bare_toughness", "toughness", "wounds", "initiative", "attacks",
    "leadership", "save",
)  # fmt: skip


def line(key: str, edition: int = 4, **switches: str) -> tuple[int, ...]:
    """WS BS S T (T for wounds) W I A Ld Sv."""
    return tuple(int(profile(key, edition, **switches)[field]) for field in FIELDS)


@mark.parametrize(
    ("key", "fourth", "fifth"),
    [
        pytest.param("scout_rider", (4, 4, 4, 4, 5, 1, 4, 1, 8, 4), (3, 3, 4, 4, 5, 1, 4, 1, 8, 4),
                     marks=mark.clause("C40-UNIT-1", "C40-PROF-1", "C40-PROF-2", "C40-GEN-1")),
        pytest.param("scout_rider_leader", (4, 4, 4, 4, 5, 1, 4, 1, 8, 4), (4, 4, 4, 4, 5, 1, 4, 2, 9, 4),
                     marks=mark.clause("C40-UNIT-2")),
        pytest.param("scout_rider_veteran", *[(4, 4, 4, 4, 5, 1, 4, 2, 9, 4)] * 2, marks=mark.clause("C40-UNIT-2")),
        pytest.param("winged_swarmer", *[(3, 3, 3, 3, 3, 1, 4, 1, 10, 6)] * 2, marks=mark.clause("C40-UNIT-3")),
        pytest.param("float_mine_cluster", *[(0, 0, 1, 4, 4, 1, 1, 0, 0, 7)] * 2, marks=mark.clause("C40-UNIT-4")),
        pytest.param("line_guard", *[(3, 3, 3, 3, 3, 1, 3, 1, 7, 5)] * 2, marks=mark.clause("C40-UNIT-5")),
        pytest.param("line_guard_leader", *[(3, 3, 3, 3, 3, 1, 3, 1, 8, 5)] * 2, marks=mark.clause("C40-UNIT-5")),
        pytest.param("line_officer", (3, 3, 3, 3, 3, 1, 3, 2, 8, 5), (4, 4, 3, 3, 3, 1, 3, 2, 8, 5),
                     marks=mark.clause("C40-UNIT-6")),
        pytest.param("armoured_trooper", *[(4, 4, 4, 4, 4, 1, 4, 1, 8, 3)] * 2, marks=mark.clause("C40-UNIT-7")),
        pytest.param("armoured_trooper_leader", (4, 4, 4, 4, 4, 1, 4, 1, 8, 3), (4, 4, 4, 4, 4, 1, 4, 2, 9, 3),
                     marks=mark.clause("C40-UNIT-8")),
        pytest.param("scout_trooper", (4, 4, 4, 4, 4, 1, 4, 1, 8, 4), (3, 3, 4, 4, 4, 1, 4, 1, 8, 4),
                     marks=mark.clause("C40-UNIT-9")),
        pytest.param("gun_swarmer", *[(3, 3, 3, 3, 3, 1, 4, 1, 5, 6)] * 2, marks=mark.clause("C40-UNIT-10")),
        pytest.param("blade_swarmer", *[(4, 3, 3, 3, 3, 1, 4, 1, 5, 6)] * 2, marks=mark.clause("C40-UNIT-11")),
        pytest.param("clawed_stalker", *[(6, 0, 4, 4, 4, 1, 6, 2, 10, 5)] * 2, marks=mark.clause("C40-UNIT-12")),
        pytest.param("brood_warrior", *[(4, 3, 4, 4, 4, 2, 4, 2, 10, 5)] * 2, marks=mark.clause("C40-UNIT-13")),
    ],
)  # fmt: skip
def test_lines(key: str, fourth: tuple[int, ...], fifth: tuple[int, ...]) -> None:
    assert (line(key, 4), line(key, 5)) == (fourth, fifth)


@mark.clause("C40-UNIT-12")
def test_the_stealers_save_is_a_switch() -> None:
    assert line("clawed_stalker", stealer_save="6")[-1] == 6


@mark.clause("C40-UNIT-14")
def test_bases() -> None:
    radii = {key: float(profile(key).radius) for key in PROFILES}
    bikes = {"scout_rider", "scout_rider_leader", "scout_rider_veteran", "float_mine_cluster", "lance_rider",
             "lance_rider_leader"}  # fmt: skip
    assert {key for key, r in radii.items() if r == 0.75} == bikes
    assert {key for key, r in radii.items() if r == 0.8} == {"brood_warrior"}
    assert set(radii.values()) == {0.5, 0.75, 0.8}


@mark.clause("C40-UNIT-15")
def test_points() -> None:
    keys = ("scout_rider", "winged_swarmer", "armoured_trooper", "scout_trooper", "blade_swarmer", "clawed_stalker")
    assert [int(profile(key).points) for key in keys] == [30, 12, 15, 13, 10, 16]
    assert profile("brood_warrior").points == 32  # 22 + devourer 8 + talons 2


@mark.clause("C40-MOV-1", "C40-SPEC-2", "C40-SPEC-4", "C40-SPEC-5", "C40-SPEC-6", "C40-SPEC-1")
def test_what_they_can_do() -> None:
    having = {field: {key for key in PROFILES if profile(key)[field]} for field in
              ("flies", "leaps", "synapse", "talons", "rending", "plasma")}  # fmt: skip
    assert having == {
        "flies": {"winged_swarmer", "hover_drone"},
        "leaps": {"blade_swarmer"},
        "synapse": {"brood_warrior"},
        "talons": {"blade_swarmer", "brood_warrior"},
        "rending": {"clawed_stalker"},
        "plasma": {"winged_swarmer"},
    }
    assert {key for key in PROFILES if profile(key).fleet} == {"gun_swarmer", "blade_swarmer", "clawed_stalker"}
    assert {key for key in PROFILES if profile(key).mount == Mount.WINGS} == having["flies"]
    assert profile("armoured_trooper").no_fear and not profile("line_guard").no_fear


KINDS = WeaponKind


@mark.parametrize(
    ("key", "expected"),
    [
        pytest.param("twin_bolters", (24, 4, 5, KINDS.RAPID_FIRE, 1, "twin"), marks=mark.clause("C40-WPN-1")),
        pytest.param("bolt_rifle", (24, 4, 5, KINDS.RAPID_FIRE, 1, ""), marks=mark.clause("C40-WPN-2")),
        pytest.param("bolt_pistol", (12, 4, 5, KINDS.PISTOL, 1, ""), marks=mark.clause("C40-WPN-2", "C40-SHOOT-9")),
        pytest.param("storm_rifle", (24, 4, 5, KINDS.ASSAULT, 2, ""), marks=mark.clause("C40-WPN-2")),
        pytest.param("hot_pistol", (12, 7, 2, KINDS.PISTOL, 1, "hot"), marks=mark.clause("C40-WPN-3")),
        pytest.param("las_rifle", (24, 3, 0, KINDS.RAPID_FIRE, 1, ""), marks=mark.clause("C40-WPN-4")),
        pytest.param("las_pistol", (12, 3, 0, KINDS.PISTOL, 1, ""), marks=mark.clause("C40-WPN-4")),
        pytest.param("scatter_gun", (12, 3, 0, KINDS.ASSAULT, 2, ""), marks=mark.clause("C40-WPN-5")),
        pytest.param("flame_thrower", (0, 4, 5, KINDS.TEMPLATE, 1, ""), marks=mark.clause("C40-WPN-8")),
        pytest.param("grenade_tube_frag", (24, 3, 6, KINDS.ASSAULT, 1, "blast"), marks=mark.clause("C40-WPN-9")),
        pytest.param("grenade_tube_krak", (24, 6, 4, KINDS.ASSAULT, 1, ""), marks=mark.clause("C40-WPN-9")),
        pytest.param("heavy_bolt_rifle", (36, 5, 4, KINDS.HEAVY, 3, ""), marks=mark.clause("C40-WPN-10")),
        pytest.param("missile_tube_frag", (48, 4, 6, KINDS.HEAVY, 1, "blast"), marks=mark.clause("C40-WPN-10")),
        pytest.param("missile_tube_krak", (48, 8, 3, KINDS.HEAVY, 1, ""), marks=mark.clause("C40-WPN-10")),
    ],
)  # fmt: skip
def test_weapons(key: str, expected: tuple[float, int, int, WeaponKind, int, str]) -> None:
    found = weapon(key)
    reach, strength, ap, kind, shots, mark = expected
    assert (found.reach, found.strength, found.ap, found.kind, found.shots) == (reach, strength, ap, kind, shots)
    assert (found.twin, found.hot, found.blast) == (mark == "twin", mark == "hot", 1.5 if mark == "blast" else 0)


@mark.clause("C40-WPN-5")
def test_marine_scouts_shotguns_in_the_fifth_edition() -> None:
    assert weapon("scatter_gun", 5).strength == 4


@mark.clause("C40-UNIT-4")
def test_the_mines_armour_piercing_is_a_switch() -> None:
    assert (weapon("frag_mine").strength, weapon("frag_mine").ap, weapon("frag_mine", mine_ap="4").ap) == (4, 5, 4)


@mark.clause("C40-WPN-12")
def test_gear_that_nobody_knows_does_nothing(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text('[tin_man]\nname = "Tin man"\nline = [3, 3, 3, 3, 1, 3, 1, 7, 5]\nweapons = ["ray_gun"]\n')
    found = read_profiles(own)
    assert found["tin_man"].name == "Tin man" and "line_guard" in found
    b = table()
    places = fill_tables(b, {"tin_man": found["tin_man"]}, WEAPONS, values())
    assert places == {"tin_man": 0} and b.profiles[0].weapons.tolist() == [-1, -1, -1, -1]


@mark.parametrize(
    ("text", "said"),
    [
        ("[a]\nname = 'A'\nline = [3, 3, 3, '4[5]', 1, 3, 1, 7, 5]\n", "expected a Toughness"),
        ("[a]\nname = 'A'\nline = [3, 3, 3, 3, 1, 3, 1, 7, 1]\n", "a"),
        ("[a]\nname = 'A'\n", "expected a line for both editions"),
        ("a = 3\n", "expected a table"),
    ],
)
def test_a_mistake_in_a_users_file_is_one_sentence(tmp_path: Path, text: str, said: str) -> None:
    own = tmp_path / "mine.toml"
    own.write_text(text)
    with pytest.raises(InputError, match=said) as caught:
        read_profiles(own)
    assert "\n" not in str(caught.value)


def test_weapons_of_a_users_file_stand_over_the_cores(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text("[bolt_rifle]\nname = 'Long rifle'\nreach = 30\nstrength = 4\nkind = 'rapid_fire'\n")
    assert read_weapons(own)["bolt_rifle"].reach == 30 and read_weapons()["bolt_rifle"].reach == 24


def test_switches_and_clauses_name_one_another() -> None:
    by_clause = {clause.option: clause.id for clause in read_rulebook(FOLDER) if clause.option}
    assert {option.key: option.clause for option in core_options()} == by_clause


def test_the_book_is_whole() -> None:
    book = read_rulebook(FOLDER)
    assert len(book) == 149
    assert [clause.id for clause in book if not (clause.title and clause.text and clause.source)] == []


def test_every_clause_has_code_and_a_test() -> None:
    """A core's clause counts as covered when code and a test or a case, of the core or a game on it, show it."""
    project = Path(__file__).resolve().parents[2]
    shown = {clause_id for clause_id, _ in test_places(project / "tests", project)}
    for game in ("pursuit", "flash-flood"):
        get_game(game)
        shown |= {clause_id for clause_id, _ in case_places(project / "casebook" / game, project)}
    wanted = [clause.id for clause in read_rulebook(FOLDER) if not clause.narrative]
    assert [clause_id for clause_id in wanted if clause_id not in CLAUSES or clause_id not in shown] == []
