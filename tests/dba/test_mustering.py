"""Armies of one's own on the way to the table: from files and house rules to a battle that is deployed by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import sandtable
from sandtable.cli import run
from sandtable.errors import InputError
from sandtable.files import as_toml, parse_toml
from sandtable.games import get_game
from sandtable.games.dba.laying import army_files
from sandtable.games.dba.laying.armies import army_lists
from sandtable.games.dba.laying.scenario import scenario_data
from sandtable.games.dba.record import Type
from sandtable.table.saves import battle_of

ARMIES = get_game("dba").armies
assert ARMIES is not None

STEPPE = """\
title = "Riders of the steppe"
army = "Riders"
topography = "steppe"
aggression = 4
lines = [{ count = 1, of = ["3Cv"], general = true }, { count = 11, of = ["2LH", "3Cm"] }]
pick = "3Cv (Gen), 11x2LH"
"""


def brought(**armies):
    return ARMIES.bring(scenario_data("by-hand")[0], armies, {})


@pytest.mark.clause("DBA-ARMY-2", "DBA-ARMY-3")
def test_an_army_of_a_list_of_ones_own_comes_to_the_table(tmp_path: Path):
    (tmp_path / "steppe.toml").write_text(STEPPE, "utf-8")
    file = tmp_path / "riders.toml"
    file.write_text('list = "steppe.toml"\nname = "Bleda"\ntroops = "3Cv (Gen), 6x2LH, 5x3Cm"\n', "utf-8")
    battle = sandtable.new("dba", "by-hand", seed=1, armies={"red": file})
    mine = [figure for figure in battle.record.figures[: battle.record.n_figures] if figure.side == 0]
    assert [int(figure.type) for figure in mine if figure.type != Type.CF] == [Type.CV, *[Type.LH] * 6, *[Type.CM] * 5]
    assert battle.names.sides == ("Bleda", "French")
    assert int(battle.record.aggression[0]) == 4


@pytest.mark.clause("DBA-ARMY-2", "DBA-ARMY-3")
def test_a_list_stands_for_its_ready_army_and_may_stand_in_an_army_file(tmp_path: Path, capsys):
    file = tmp_path / "steppe.toml"
    file.write_text(STEPPE, "utf-8")
    battle = sandtable.new("dba", "by-hand", seed=1, armies={"red": file})
    assert battle.names.sides[0] == "Riders"
    file.unlink()
    again = battle_of(battle.to_json(with_seed=True), "save")
    assert again.state_hash() == battle.state_hash(), "the save holds the list"

    file.write_text(STEPPE, "utf-8")
    assert run(["army", "check", str(file)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Riders of the steppe: an army list.",
        "  1 of 3Cv (Gen)",
        "  11 of 2LH or 3Cm",
        "  Ready to play: 3Cv (Gen), 11x2LH",
    ]
    file.write_text(STEPPE.replace("11x2LH", "11x4Bd"), "utf-8")
    assert run(["army", "check", str(file)]) == 2
    assert "steppe.toml, line 6, field pick: the list of the Riders has no 4Bd" in capsys.readouterr().err

    army = tmp_path / "riders.toml"
    army.write_text(f"list = '''\n{STEPPE}'''\nname = \"Bleda\"\n", "utf-8")
    assert ARMIES.load(army).words[0] == "Bleda: an army of the list Riders of the steppe."


@pytest.mark.clause("DBA-ARMY-2", "DBA-ARMY-3")
def test_lists_of_a_folder_of_ones_own_stand_among_those_of_the_game(tmp_path: Path, monkeypatch, capsys):
    (tmp_path / "steppe.toml").write_text(STEPPE, "utf-8")
    (tmp_path / "gallic.toml").write_text(STEPPE, "utf-8")  # a name that is taken
    monkeypatch.setenv("SANDTABLE_LISTS", str(tmp_path))
    for kept in (army_lists, army_files.lists, army_files.elements):
        kept.cache_clear()
    try:
        assert len(ARMIES.lists()) == 11
        assert ARMIES.check('list = "steppe"', {}).words[0] == "Riders: an army of the list Riders of the steppe."
        assert ARMIES.check('list = "gallic"', {}).words[0].startswith("Gauls")
        assert "3Cm" in [element.word for element in ARMIES.elements()]
        army_lists.cache_clear()
        army_files.lists.cache_clear()
        monkeypatch.setenv("SANDTABLE_LISTS", str(tmp_path / "nowhere"))
        assert run(["army", "lists"]) == 2
        assert "expected a folder with army lists" in capsys.readouterr().err
    finally:
        for kept in (army_lists, army_files.lists, army_files.elements):
            kept.cache_clear()


def test_elements_keep_the_order_in_which_they_are_written():
    said = ARMIES.check(
        'list = "later-achaemenid-persian"\ntroops = "3Cv (Gen), 2x3Cv, 2x2LH, 3x2Ps, 3Ax, 4Sp, 3Ax, 4Sp"', {}
    )
    assert said.army is not None
    assert said.army.picks[5] == ("3Ax", "4Sp", "3Ax", "4Sp")
    assert said.army.picks[3] == ("2Ps",)  # psiloi in the place of the scythed chariot


@pytest.mark.clause("DBA-ARMY-4", "DBA-ARMY-6")
def test_the_camp_that_an_army_says_comes_with_it():
    content = brought(
        red='list = "gallic"\ncamp = { length = 3, width = 1, followers = false }', blue='list = "hussite"'
    )
    assert content["armies"]["red"]["camp"] == {"length": 3, "width": 1, "followers": False}
    assert content["armies"]["blue"]["camp"] == "none"
    assert content["title"] == "Gauls and Hussites"


@pytest.mark.clause("WAD-CAMP-5")
def test_a_camp_is_measured_as_the_house_rules_say_when_it_is_deployed_by_hand():
    long_camp = 'list = "gallic"\ncamp = { length = 5, width = 3 }'  # 8 together, 5 the longer side
    with pytest.raises(InputError, match="at most 6 base widths, length and width together, found 8"):
        sandtable.new("dba", "by-hand", seed=1, armies={"red": long_camp})
    battle = sandtable.new("dba", "by-hand", {"camp_size_test": "longest_side"}, seed=1, armies={"red": long_camp})
    assert float(battle.record.camps[0].width) == 5 * 160


def test_a_scenario_whose_armies_stand_takes_no_others():
    with pytest.raises(InputError, match="only a scenario with deployment by hand"):
        sandtable.new("dba", "granicus", seed=1, armies={"red": 'list = "gallic"'})
    with pytest.raises(InputError, match="DBAix has no army lists"):
        sandtable.new("dbaix", seed=1, armies={"romans": 'list = "gallic"'})
    with pytest.raises(InputError, match="expected red or blue, found 'green'"):
        brought(green='list = "gallic"')


def test_the_scenario_itself_stays_as_it_was():
    before = dict(scenario_data("by-hand")[0])
    brought(red='list = "gallic"')
    assert scenario_data("by-hand")[0] == before
    assert set(ARMIES.of_scenario(before)) == {"red", "blue"} and ARMIES.of_scenario(scenario_data("granicus")[0]) == {}


def test_a_name_of_any_signs_is_written_so_that_it_reads_back():
    # DEL is the one character that JSON leaves and TOML refuses; a carriage return may stand in no long string.
    for name in ("Ble\x7fda", 'Ödön "the Ox" \\', "one\ntwo", "one\r\ntwo"):
        assert parse_toml(f"name = {as_toml(name)}\n", "army.toml")["name"].strip("\n") == name
    named = json.dumps("Ble\x7fda").replace("\x7f", "\\u007f")
    checked = army_files.check(f'list = "gallic"\nname = {named}\n', {})
    assert "\x7f" not in checked.text and army_files.check(checked.text, {}).army.name == "Ble\x7fda"
