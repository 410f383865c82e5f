"""Army lists and armies: twelve elements within the list's options, one general, a camp (DBA-ARMY)."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.cli import run
from sandtable.errors import InputError
from sandtable.games import get_game
from sandtable.games.dba.laying.armies import army_lists, read_army, read_troops, troops_text
from sandtable.games.dba.record import Topography


def army(**fields):
    return read_army(fields, "army.toml")


def refused(**fields) -> str:
    with pytest.raises(InputError) as error:
        army(**fields)
    return str(error.value)


@pytest.mark.clause("DBA-ARMY-1", "DBA-ARMY-2", "DBA-ARMY-3")
def test_there_are_ten_lists_of_twelve_elements_each():
    assert len(army_lists()) == 10
    assert {sum(line.count for line in entry.lines) for entry in army_lists().values()} == {12}


@pytest.mark.parametrize("key", list(army_lists()))
@pytest.mark.clause("DBA-ARMY-1", "DBA-TROOP-6")
def test_the_ready_army_of_every_list_is_one_of_its_armies(key):
    ready = army(list=key)
    assert len(ready.elements) == 12
    assert sum(element.general for element in ready.elements) == 1


@pytest.mark.clause("DBA-ARMY-2")
def test_home_and_aggression():
    carthage, gauls = army(list="later-carthaginian"), army(list="gallic")
    assert (carthage.topography, carthage.aggression) == (Topography.LITTORAL, 3)
    assert gauls.aggression == 3
    assert army(list="gallic", aggression=0).aggression == 0
    assert refused(list="gallic", aggression=2) == "army.toml, field aggression: expected 3 or 0, found 2"


@pytest.mark.clause("DBA-ARMY-3")
def test_troops_are_written_as_players_write_them():
    elements = read_troops("3Cv (Gen), 3Cv, 6x4Bd, 2 x 4Sp, 2x2Ps")
    assert troops_text(elements) == "3Cv (Gen), 3Cv, 6x4Bd, 2x4Sp, 2x2Ps"


@pytest.mark.clause("DBA-ARMY-3")
def test_options_of_a_line_may_be_mixed():
    # 4 of (4Sp or 3Ax): two of each; LCh instead of 3Cv for the general; Ps instead of the scythed chariot
    mixed = army(list="later-achaemenid-persian", troops="LCh (Gen), 2x3Cv, 2x2LH, 3x2Ps, 2x4Sp, 2x3Ax")
    assert [element.word for element in mixed.elements].count("3Ax") == 2


@pytest.mark.clause("DBA-ARMY-3")
def test_or_between_two_kinds_of_five_is_all_or_nothing():
    rest = "4Bd, 4Cb, 2x4Cb, 2x7Hd"
    assert army(list="medieval-french", troops=f"3Kn//4Bd (Gen), 5x5Wb, {rest}")
    sentence = refused(list="medieval-french", troops=f"3Kn//4Bd (Gen), 3x3Kn//4Bd, 2x5Wb, {rest}")
    assert sentence == (
        "army.toml, field troops: 5Wb and 5Wb cannot take the place that is left in the list: 5 of 3Kn//4Bd or 5Wb"
    )


@pytest.mark.clause("DBA-ARMY-3", "DBA-DISM-1")
def test_troops_that_dismount_may_be_written_by_their_mounted_half():
    english = army(list="hundred-years-war-english", troops="3Kn (Gen), 2x3Kn, 6x4Lb, 2Ps, 4Lb, Art")
    assert [element.word for element in english.elements[:3]] == ["3Kn//4Bd"] * 3


@pytest.mark.parametrize(
    ("troops", "sentence"),
    [
        ("3Cv (Gen), 3Cv, 6x4Bd, 2x4Sp, 2Ps", "expected 12 elements, found 11"),
        ("3Cv, 3Cv, 6x4Bd, 2x4Sp, 2x2Ps", "expected one element with the general, as '3Cv (Gen)', found none"),
        ("3Cv (Gen), 3Cv (Gen), 6x4Bd, 2x4Sp, 2x2Ps",
         "expected one element with the general, as '3Cv (Gen)', found 2"),
        ("3Cv (Gen), 3Cv, 6x4Bd, 2x4Pk, 2x2Ps",
         "the list of the Polybian Romans has no 4Pk; it has 3Cv, 4Bd, 4Sp, 2Ps"),
        ("3Cv (Gen), 3Cv, 7x4Bd, 4Sp, 2x2Ps", "the list of the Polybian Romans has at most 6 4Bd, found 7"),
        ("4Bd (Gen), 2x3Cv, 5x4Bd, 2x4Sp, 2x2Ps", "the general's element is 3Cv, found 4Bd"),
        ("3Cv (Gen), 3Cv, 6x4Bdd, 2x4Sp, 2x2Ps", "there are no troops '4Bdd'; did you mean '4Bd'?"),
        ("3Cv (Gen), six blades", "expected troops like 6x4Bd or 3Cv (Gen), found 'six blades'"),
        ("2x3Cv (Gen), 6x4Bd, 2x4Sp, 2x2Ps", "expected one general, found 2 in '2x3Cv (Gen)'"),
    ],
)  # fmt: skip
@pytest.mark.clause("DBA-ARMY-1", "DBA-ARMY-3", "DBA-TROOP-6")
def test_what_is_wrong_with_an_army_is_said_in_one_sentence(troops, sentence):
    assert refused(list="polybian-roman", troops=troops) == f"army.toml, field troops: {sentence}"


@pytest.mark.clause("DBA-ARMY-4")
def test_only_an_army_of_war_wagons_goes_without_a_camp():
    assert army(list="hussite").camp is None
    assert army(list="hussite", camp={"length": 2, "width": 2}).camp is not None
    assert refused(list="gallic", camp="none") == (
        "army.toml, field camp: expected a camp, which only an army of two or more War Wagons can do without"
    )


@pytest.mark.clause("DBA-ARMY-5", "WAD-CAMP-5")
def test_a_camp_is_six_base_widths_at_most_and_holds_an_element():
    assert army(list="gallic", camp={"length": 4, "width": 2}).camp is not None
    assert refused(list="gallic", camp={"length": 4, "width": 2.5}) == (
        "army.toml, field camp: expected a camp of at most 6 base widths, length and width together, found 6.5"
    )
    assert refused(list="gallic", camp={"length": 2, "width": 0.25}) == (
        "army.toml, field camp: expected a camp that holds an element, at least 1 by 0.5 base widths, found 2 by 0.25"
    )


@pytest.mark.clause("DBA-ARMY-6", "WAD-CAMP-2")
def test_camp_followers_are_there_unless_the_army_says_otherwise():
    assert army(list="gallic").camp.followers
    assert not army(list="gallic", camp={"followers": False}).camp.followers


def test_users_bring_lists_of_their_own(tmp_path: Path, capsys):
    (tmp_path / "mine.toml").write_text(
        'title = "Mine"\narmy = "My people"\ntopography = "steppe"\naggression = 4\n'
        'lines = [{ count = 1, of = ["2LH"], general = true }, { count = 11, of = ["2LH", "3Cm"] }]\n',
        encoding="utf-8",
    )
    file = tmp_path / "army.toml"
    file.write_text('list = "mine.toml"\ntroops = "2LH (Gen), 6x2LH, 5x3Cm"\n', encoding="utf-8")
    assert run(["army", "check", str(file)]) == 0
    said = capsys.readouterr().out
    assert "My people: an army of the list Mine." in said
    assert "Home steppe, aggression 4, camp of 2 by 1.5 base widths, with camp followers." in said


def test_a_list_that_does_not_add_up_is_refused(tmp_path: Path):
    file = tmp_path / "mine.toml"
    file.write_text(
        'title = "Mine"\narmy = "My people"\ntopography = "steppe"\naggression = 4\n'
        'lines = [{ count = 1, of = ["2LH"], general = true }, { count = 10, of = ["2LH"] }]\n',
        encoding="utf-8",
    )
    with pytest.raises(InputError, match="expected lines of 12 elements in all, found 11"):
        read_army({"list": str(file)}, "army.toml")


def test_faults_of_armies_and_lists_name_their_lines(tmp_path: Path, capsys):
    steppe = tmp_path / "steppe.toml"
    steppe.write_text(
        'title = "Mine"\narmy = "My people"\ntopography = "steppe"\naggression = 4\nlines = [\n'
        '  { count = 1, of = ["2LH"], general = true },\n  { count = 11, of = ["2LH",\n    "2HL"] },\n]\n',
        encoding="utf-8",
    )
    army = tmp_path / "army.toml"
    army.write_text('# Mine\nlist = "steppe.toml"\n\ntroops = "2LH (Gen), 10x2LH"\n', encoding="utf-8")
    load = get_game("dba").armies.load
    with pytest.raises(InputError, match=r"steppe.toml, line 8, field lines\[2\].of\[2\]: there are no troops '2HL'"):
        load(army)
    steppe.write_text(steppe.read_text("utf-8").replace("2HL", "2LH"), encoding="utf-8")
    assert run(["army", "check", str(army)]) == 2
    assert capsys.readouterr().err == (
        f"sandtable: {steppe}, line 7, field lines[2].of: 2LH stands twice; "
        "once is enough, for `count` says how many there are\n"
    )
    steppe.write_text(steppe.read_text("utf-8").replace('    "2LH"', '    "3Cm"'), encoding="utf-8")
    with pytest.raises(InputError, match=r"army.toml, line 4, field troops: expected 12 elements, found 11"):
        load(army)


def test_army_check_says_no_with_one_sentence_and_status_2(tmp_path: Path, capsys):
    file = tmp_path / "army.toml"
    file.write_text('list = "polibian-roman"\n', encoding="utf-8")
    assert run(["army", "check", str(file)]) == 2
    assert capsys.readouterr().err == (
        f"sandtable: {file}, line 1, field list: there is no army list 'polibian-roman'; "
        "did you mean 'polybian-roman'?\n"
    )
    assert run(["army", "chek", str(file)]) == 2
    assert run(["army", "lists", "gallic"]) == 0
    assert "aggression 3 (400-225 BC), 0 (224-50 BC)." in capsys.readouterr().out
    assert run(["army", "lists"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 10
