"""Forces of one's own in the sewer: lists, the limits of a Combat Patrol, files, and battles set up with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.cli import run
from sandtable.errors import CapacityError, InputError
from sandtable.games.common.rosters import words_of
from sandtable.games.flash_flood.laying import armies, forces, scenario
from sandtable.games.flash_flood.laying.armies import ARMIES
from sandtable.games.flash_flood.record import Side, Where
from sandtable.games.scenarios import scenario_data
from sandtable.games.skirmish40k.laying.data_files import read_profiles

LISTS = {entry.key: entry for entry in ARMIES.lists()}
READY = {key: entry.ready for key, entry in LISTS.items()}


def of(name: str) -> Any:
    return scenario_data(scenario.SCENARIOS, name)[0]


def force(*squads: str, of: str = "I-1") -> str:
    """A force's file."""
    return f'list = "{of}"\nsquads = [{", ".join(map(repr, squads))}]\n'


def faults(*squads: str, of: str = "I-1", **options: str) -> list[tuple[str, str]]:
    return [(fault.text, fault.clause) for fault in ARMIES.check(force(*squads, of=of), options).faults]


# ---------------------------------------------------------------- lists


@pytest.mark.clause("FLOOD-MIS-3")
def test_the_six_ready_forces_are_lists() -> None:
    assert list(LISTS) == ["I-1", "I-2", "I-3", "T-1", "T-2", "T-3"]
    said = {key: (entry.title, entry.text.split(".")[0]) for key, entry in LISTS.items()}
    # points as in test_forces: 46 + 66 + 66, 150 + 65, and so on
    assert said["I-1"] == ("Imperials: Guard command squad, 2x Guard infantry squad", "178 points of 400")
    assert said["T-3"] == ("Tyranids: Tyranid Warriors, Termagants, Genestealers, Hormagaunts", "320 points of 400")
    assert [line.count for line in LISTS["I-3"].lines] == [1, 3]  # the command squad; two Guard squads and Marines
    assert [line.count for line in LISTS["I-2"].lines] == [2]  # no HQ
    assert LISTS["T-1"].lines[0].words == "HQ: 1 of Tyranid Warriors (3 models, 96 points)"
    assert "Termagants (8 models, 48 points) or Termagants (10 models, 60 points)" in LISTS["T-1"].lines[1].words
    assert LISTS["I-1"].ready_words == (
        "Guard command squad (5 models, 46 points), 2x Guard infantry squad (10 models, 66 points)"
    )


def test_a_list_is_for_its_own_side_alone() -> None:
    assert {key: entry.side for key, entry in LISTS.items()} == {
        "I-1": "imperials", "I-2": "imperials", "I-3": "imperials",
        "T-1": "tyranids", "T-2": "tyranids", "T-3": "tyranids",
    }  # fmt: skip


@pytest.mark.clause("FLOOD-MIS-2", "FLOOD-MIS-3")
@pytest.mark.parametrize("key", sorted(READY))
@pytest.mark.parametrize("edition", ["4", "5"])
def test_every_ready_force_is_right_and_its_file_says_the_same(key: str, edition: str) -> None:
    found = ARMIES.check(READY[key], {"edition": edition})
    assert found.faults == () and found.count == found.size == len(forces.read_forces().forces[key])
    assert words_of(READY[key]) == forces.read_forces().forces[key] and READY[key].strays == ()
    again = ARMIES.check(found.text, {})
    assert again.army == READY[key] and again.text == found.text


def test_squads_are_pictured_by_their_leaders() -> None:
    elements = {element.word: element for element in ARMIES.elements()}
    assert set(elements) == {word for entry in LISTS.values() for line in entry.lines for word in line.of}
    guard, warriors = elements["guard_squad"], elements["warriors"]
    assert guard.text == "Guard sergeant, Guardsman with flamer, 8x Guardsman: 66 points"
    assert (guard.figure.name, guard.figure.width, warriors.figure.width) == ("Guard sergeant", 1.0, 1.6)  # NET-11


# ---------------------------------------------------------------- limits


@pytest.mark.clause("FLOOD-MIS-2")
def test_four_hundred_points_fit_and_more_do_not() -> None:
    # eight Hormagaunts cost 80, eight Termagants 48, six Genestealers 96, three Warriors 96
    assert faults(*["hormagaunts"] * 5, of="T-1") == []  # 400
    assert (
        faults("warriors", "genestealers", "genestealers", "termagants_eight", "termagants_ten", of="T-1") == []
    )  # 396
    assert faults(*["hormagaunts"] * 4, "genestealers", of="T-1") == [
        ("It costs 416 points, and a Combat Patrol has 400 at most.", "FLOOD-MIS-2")
    ]
    # ten Marines 150, five Scouts 65, five Marines 75, command squad 46: 150 + 150 + 65 = 365, and 411 with the officer
    assert faults("tactical_ten", "tactical_ten", "scouts") == []
    assert faults("guard_command", "tactical_ten", "tactical_ten", "scouts") == [
        ("It costs 411 points, and a Combat Patrol has 400 at most.", "FLOOD-MIS-2")
    ]


@pytest.mark.clause("FLOOD-MIS-2")
def test_one_troops_squad_and_one_hq_are_the_limits() -> None:
    assert faults("guard_command", "guard_squad") == []
    assert faults("guard_squad") == []
    assert faults("guard_command") == [
        ("It has no Troops, and a Combat Patrol has one squad of them at least.", "FLOOD-MIS-2")
    ]
    assert faults("guard_command", "guard_command", "guard_squad") == [
        ("It has 2 HQ squads, and a Combat Patrol has one at most.", "FLOOD-MIS-2")
    ]
    # everything that is wrong is said: five command squads of Warriors cost 480
    assert [text.split(",")[0] for text, _ in faults(*["warriors"] * 5, of="T-1")] == [
        "It costs 480 points", "It has no Troops", "It has 5 HQ squads",
    ]  # fmt: skip


@pytest.mark.clause("FLOOD-MIS-2")
@pytest.mark.parametrize(
    ("wounds", "save", "said"),
    [
        (2, 3, None),
        (3, 3, "Giant has 3 Wounds, and in a Combat Patrol nobody has more than 2."),
        (2, 2, "Giant saves on 2 or more, and in a Combat Patrol nobody does better than 3."),
    ],
)
def test_nobody_has_three_wounds_or_saves_on_two(
    monkeypatch: pytest.MonkeyPatch, wounds: int, save: int, said: str | None
) -> None:
    giant = read_profiles()["scout_trooper"].model_copy(
        update={"name": "Giant", "line_5": (4, 4, 4, (4, 4), wounds, 4, 1, 8, save)}
    )
    monkeypatch.setattr(forces, "read_profiles", lambda: {**read_profiles(), "scout_trooper": giant})
    assert faults("scouts") == ([] if said is None else [(said, "FLOOD-MIS-2")])
    assert faults("scouts", edition="4") == []  # its line of that edition has one Wound and saves on 4


@pytest.mark.clause("FLOOD-MIS-3")
def test_a_side_brings_its_own_squads_and_six_at_most() -> None:
    assert faults("guard_squad", "hormagaunts") == [("Its squads are of both sides.", "FLOOD-MIS-2")]
    assert faults("hormagaunts") == [
        ("Its squads are of the Tyranids, and its list is of the Imperials.", "FLOOD-MIS-3")
    ]
    assert faults(*["termagants_eight"] * 6, of="T-1") == []  # 288 points
    assert faults(*["termagants_eight"] * 7, of="T-1") == [  # 336
        ("It has 7 squads, and there is room for 6 of a side.", "")
    ]


@pytest.mark.clause("FLOOD-MIS-2", "FLOOD-MIS-3")
def test_squads_beyond_those_of_the_list_may_fight_too() -> None:
    found = ARMIES.check(force("hormagaunts", "warriors", *["hormagaunts"] * 3, of="T-1"), {}).army
    assert found is not None and found.picks == (("warriors",), ("hormagaunts",) * 2)
    assert found.strays == ("hormagaunts",) * 2
    assert faults("hormagaunts", "warriors", *["hormagaunts"] * 2, of="T-1") == []  # 336 points


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (force("guard_sqaud"), "There is no squad 'guard_sqaud'; did you mean 'guard_squad'?"),
        (force("scouts", of="I-9"), "field list: there is no list 'I-9'"),
        (force("scouts", of="x" * 1000), "xx...; there are I-1, I-2, I-3, T-1, T-2, T-3"),
        (force("x" * 41), "field squads[1]"),
        ('list = "I-1"\n', "squads"),
        ('list = "I-1"\nsquads = ["scouts"]\nhorses = 3\n', "there is no such field"),
        ('game = "pursuit"\nlist = "I-1"\nsquads = ["scouts"]\n', "field game"),
        ('list = "I-1', "TOML"),
    ],
)
def test_what_is_no_force_is_refused_in_one_sentence(text: str, said: str) -> None:
    (fault,) = ARMIES.check(text, {}).faults
    assert said in fault.text and "\n" not in fault.text and fault.text.endswith((".", "?"))


# ---------------------------------------------------------------- files and battles


def test_a_force_is_checked_from_a_file_and_lists_are_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "swarm.toml"
    file.write_text('name = "The swarm"\n' + force(*["hormagaunts"] * 5, of="T-2"), "utf-8")
    assert run(["army", "check", str(file), "--game", "flash-flood"]) == 0
    said = capsys.readouterr().out
    assert "The swarm: a Combat Patrol of 40 models and 400 points." in said
    assert "5x Hormagaunts (8 models, 80 points)." in said
    file.write_text(force("warriors", of="T-2"), "utf-8")
    assert run(["army", "check", str(file), "--game", "flash-flood"]) == 2
    assert f"{file}: It has no Troops, and" in (err := capsys.readouterr().err)
    assert "(FLOOD-MIS-2)" in err and "Traceback" not in err
    assert run(["army", "lists", "I-2", "--game", "flash-flood"]) == 0
    assert "215 points of 400" in capsys.readouterr().out
    assert run(["army", "lists", "I-7", "--game", "flash-flood"]) == 2


@pytest.mark.clause("FLOOD-MIS-3", "FLOOD-MIS-12")
def test_others_come_only_where_both_sides_are_still_to_be_set_up() -> None:
    assert ARMIES.of_scenario(of("guard-in-the-drain")) == {"imperials": READY["I-1"], "tyranids": READY["T-2"]}
    assert ARMIES.of_scenario(of("old-cisterns")) == {"imperials": READY["I-3"], "tyranids": READY["T-3"]}
    assert ARMIES.of_scenario(of("charges-in-the-nest")) == {}
    with pytest.raises(InputError, match="only a scenario in which both sides are still to be set up"):
        ARMIES.bring(of("charges-in-the-nest"), {"tyranids": READY["T-2"]}, {})
    squads = {"imperials": {"squads": [{"id": "S", "squad": "scouts"}]}, "tyranids": {"force": "T-1"}}
    assert words_of(ARMIES.of_scenario(squads)["imperials"]) == ["scouts"]
    squads["imperials"] = {"squads": [{"id": "S", "models": ["scout_trooper"]}]}
    assert ARMIES.of_scenario(squads) == {}  # models that are of no squad cost nobody knows what


@pytest.mark.clause("FLOOD-MIS-3", "FLOOD-MIS-12")
def test_a_force_of_ones_own_is_set_up_by_its_owner() -> None:
    drain = {**of("guard-in-the-drain"), "charges": ["A1", "B1", "C1"]}
    marines = READY["I-2"].model_copy(update={"name": "Third company"})
    laid = ARMIES.bring(drain, {"imperials": marines, "tyranids": force("genestealers", "hormagaunts", of="T-2")}, {})
    table = scenario.lay(laid, {}, "test")
    b = table.record[0]
    assert table.names.title == "Third company and Tyranids" and table.names.sides == ("Third company", "Tyranids")
    squads = [(int(b.units[u].side), int(b.units[u]["count"])) for u in range(int(b.n_units))]
    assert squads == [(Side.IMPERIALS, 10), (Side.IMPERIALS, 5), (Side.TYRANIDS, 6), (Side.TYRANIDS, 8)]
    assert table.names.lists["squads"] == ("A", "B", "T", "U")
    assert {int(figure["where"]) for figure in b.figures[: int(b.n_figures)]} == {Where.BOX}
    assert [int(charge.bearer) for charge in b.charges] == [-1, -1, -1]  # to be given by their owner
    kept = ARMIES.bring(drain, {"tyranids": READY["T-1"]}, {})
    assert kept["charges"] == ["A1", "B1", "C1"] and kept["imperials"] == drain["imperials"]


@pytest.mark.clause("FLOOD-MIS-2", "FLOOD-MIS-3")
@pytest.mark.parametrize(
    ("brought", "said"),
    [
        ({"imperials": READY["T-1"]}, "armies.imperials: the list T-1 is of the Tyranids. (FLOOD-MIS-3)"),
        ({"tyranids": force("warriors", of="T-1")}, "armies.tyranids: It has no Troops, and a Combat Patrol has"),
        ({"orks": READY["T-1"]}, "armies: expected imperials or tyranids, found 'orks'"),
    ],
)
def test_who_may_not_come_is_told_why(brought: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError) as found:
        ARMIES.bring(of("old-cisterns"), brought, {})
    assert str(found.value).startswith(said)


def test_two_patrols_that_are_too_many_are_refused_in_one_sentence() -> None:
    # six squads of ten Guardsmen cost 396 points, five of eight Hormagaunts 400: 100 models
    brought = {"imperials": force(*["guard_squad"] * 6), "tyranids": force(*["hormagaunts"] * 5, of="T-1")}
    laid = ARMIES.bring(of("old-cisterns"), brought, {})
    with pytest.raises(CapacityError, match="test: a battle has room for 64 models, found 100"):
        scenario.lay(laid, {}, "test")


def test_a_battle_begins_with_a_file(tmp_path: Path) -> None:
    file = tmp_path / "patrol.toml"
    file.write_text(ARMIES.check(READY["I-2"], {}).text, "utf-8")
    battle = sandtable.new("flash-flood", "guard-in-the-drain", armies={"imperials": file}, seed=1)
    assert battle.names.title == "Imperials and Tyranids"
    assert battle.names.lists["squads"] == ("A", "B", "T", "U", "V")
    assert armies.side_of("I-2") == "imperials"
