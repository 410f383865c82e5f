"""Rosters of one's own in a chase: lists, checks and files, and a chase that is set up by hand with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.cli import run
from sandtable.errors import InputError
from sandtable.games.common.rosters import words_of
from sandtable.games.pursuit.laying import scenario
from sandtable.games.pursuit.laying.rosters import ARMIES, VETERAN
from sandtable.games.scenarios import scenario_data

READY = {entry.key: entry.ready for entry in ARMIES.lists()}


def of(name: str) -> Any:
    return scenario_data(scenario.SCENARIOS, name)[0]


def changed(key: str, **changes: Any) -> Any:
    return READY[key].model_copy(update=changes)


@pytest.mark.clause("PURS-ADA-1", "PURS-LIST-1", "PURS-LIST-2")
def test_the_seeds_own_rosters_are_ready_and_every_ready_one_is_right() -> None:
    assert len(words_of(READY["scout-riders"])) == 5 and len(words_of(READY["winged-swarm"])) == 12
    for draft in READY.values():
        found = ARMIES.check(draft, {})
        assert found.faults == () and found.count == found.size
        again = ARMIES.check(found.text, {})
        assert again.army == draft  # its file says the same


@pytest.mark.parametrize("name", ["chase", "veteran", "random-city", "rough-riders"])
def test_every_ready_scenario_lets_others_in(name: str) -> None:
    drafts = ARMIES.of_scenario(of(name))
    assert set(drafts) == {"quarry", "hunters"}
    assert (drafts["quarry"].values.get("gear") == "power_weapon") == (name == "veteran")


@pytest.mark.volume
@pytest.mark.full
@pytest.mark.clause("PURS-ADA-1", "PURS-DEP-7")
def test_any_two_rosters_meet_and_are_set_up_by_hand() -> None:
    laid = ARMIES.bring(of("chase"), {"quarry": READY["gun-drones"], "hunters": READY["scout-riders"]}, {})
    table = scenario.lay(laid, {}, "test")
    b = table.record[0]
    assert int(b.n_figures) == 11 and table.names.sides == ("Gun Drones", "Space Marines")
    assert {int(figure["where"]) for figure in b.figures[:11]} == {1}  # all still to be set up
    battle = sandtable.new("pursuit", armies={"quarry": READY["lance-riders"]}, seed=1)
    while not battle.over and len(battle.actions) < 40:
        battle.play(battle.sample())
    assert battle.names.title == "Rough Riders and Tyranids"


@pytest.mark.clause("PURS-LIST-4", "PURS-LIST-5")
def test_a_veteran_who_buys_brings_three_more_upon_themselves() -> None:
    veteran = changed("scout-riders", picks=((VETERAN,), READY["scout-riders"].picks[1]))
    bare = scenario.lay(ARMIES.bring(of("chase"), {"quarry": veteran}, {}), {}, "test").record[0]
    armed = veteran.model_copy(update={"values": {"weapon": "storm_rifle", "gear": "none"}})
    more = scenario.lay(ARMIES.bring(of("chase"), {"quarry": armed}, {}), {}, "test").record[0]
    assert (int(bare.n_figures), int(more.n_figures)) == (17, 20)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"picks": (("scout_rider_leader",), ("scout_rider",) * 3)}, "It has 3 of 4 Scout biker."),
        ({"strays": ("winged_swarmer",)}, "has no place for Gargoyle."),
        ({"strays": ("dragon",)}, "There is no profile 'dragon'."),
        ({"values": {"weapon": "storm_rifle", "gear": "none"}}, "Only a Veteran buys from the Arsenal."),
        ({"values": {"weapon": "cannon", "gear": "none"}}, "The Arsenal has no 'cannon'."),
        ({"list": "scout-ryders"}, "there is no list 'scout-ryders'"),
        ({"picks": ()}, "expected 2 lines, found 0"),
    ],
)
def test_what_is_wrong_with_a_roster_is_said_in_one_sentence(changes: dict[str, Any], said: str) -> None:
    faults = ARMIES.check(changed("scout-riders", **changes), {}).faults
    assert any(said in fault.text for fault in faults)
    assert all(fault.text.endswith((".", "?")) and "\n" not in fault.text for fault in faults)
    with pytest.raises(InputError):
        ARMIES.bring(of("chase"), {"quarry": changed("scout-riders", **changes)}, {})


def test_a_roster_comes_from_a_file_and_a_wrong_one_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "drones.toml"
    file.write_text(ARMIES.check(READY["gun-drones"], {}).text, "utf-8")
    assert run(["army", "check", str(file), "--game", "pursuit"]) == 0
    assert "6x Gun Drone" in capsys.readouterr().out
    file.write_text('list = "gun-drones"\nfigures = ["hover_drone"]\n', "utf-8")
    assert run(["army", "check", str(file), "--game", "pursuit"]) == 2
    assert "It has 1 of 6 Gun Drone." in capsys.readouterr().err
    file.write_text(f'list = "gun-drones"\nfigures = ["{"x" * 100}"]\n', "utf-8")
    assert run(["army", "check", str(file), "--game", "pursuit"]) == 2  # a word that is too long for any profile
    assert "line 2, field figures[1]" in capsys.readouterr().err
    with pytest.raises(InputError, match="expected quarry or hunters, found 'prey'"):
        ARMIES.bring(of("chase"), {"prey": READY["gun-drones"]}, {})
