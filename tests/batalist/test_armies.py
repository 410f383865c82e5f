"""Armies of one's own: the three lists, the limits of the army book, files, and scenarios set up with them."""

from __future__ import annotations

import pytest

from sandtable.errors import InputError
from sandtable.games.batalist.enums import Role
from sandtable.games.batalist.laying.armies import ARMIES, muster_of
from sandtable.games.batalist.laying.muster import standard_muster
from sandtable.games.batalist.laying.scenario import SCENARIOS, lay
from sandtable.games.batalist.laying.scenario_file import ChangePiece
from sandtable.games.batalist.laying.standard_musters import changed
from sandtable.games.batalist.laying.tables import read_data
from sandtable.games.scenarios import scenario_data
from sandtable.translation import VARIABLE

LISTS = {entry.key: entry for entry in ARMIES.lists()}
FIVE = 'list = "league"\nbattalions = ["halberdiers", "knights 12", "pikemen", "rangers", "bombards"]\n'
LEADERS = 'general = 1\ncaptains = [2]\nmages = [3]\nheroes = ["sir_aldwin", "ysolde_the_grey"]\n'

ALL = FIVE + LEADERS
BORNE = f"{ALL}[artefacts]\n"


def of(name):
    return scenario_data(SCENARIOS, name)[0]


def faults(text):
    return [(fault.text, fault.clause) for fault in ARMIES.check(text, {}).faults]


@pytest.mark.clause("BAT-ARM-7", "BAT-ARM-9", "BAT-ARM-11", "BAT-ARM-3")
@pytest.mark.parametrize("army", ["league", "horde", "host"])
def test_the_ready_armies_are_the_standard_musters(army):
    ready = LISTS[army].ready
    said = ARMIES.check(ready, {})
    assert said.faults == () and said.count == said.size == 10
    muster = muster_of(ready)
    standard = standard_muster(army)
    assert [(e["unit"], e.get("character")) for e in muster["battalions"]] == [
        (e["unit"], e.get("character")) for e in standard["battalions"]
    ]
    assert muster["heroes"] == list(standard["heroes"])
    assert [e.get("artefact") for e in muster["battalions"]] == [e.get("artefact") for e in standard["battalions"]]
    again = ARMIES.check(said.text, {})
    assert again.faults == () and again.army == ready


@pytest.mark.clause("BAT-ARM-3", "BAT-PRE-4")
def test_a_small_army_from_a_file():
    said = ARMIES.check(FIVE + LEADERS, {})
    # 20 + 12 + 20 + 9 + 3
    assert said.faults == () and said.words[0] == "League of the Free Marches: 5 battalions, 64 warriors."
    assert said.words[2] == "Heroes: Sir Aldwin, Ysolde the Grey."


@pytest.mark.clause("BAT-ARM-3", "BAT-DEP-1", "BAT-DEP-2", "BAT-ART-1", "BAT-ARM-14")
@pytest.mark.parametrize(
    ("text", "said", "cited"),
    [
        (FIVE, "An army has 1 general, not 0.", "BAT-ARM-3"),
        (ALL.replace("[2]", "[1]"), "The captain 1 and the general stand with the same battalion.", "BAT-DEP-2"),
        (ALL.replace("[2]", "[9]"), "The captain 1 stands with battalion 9, and there are 5.", "BAT-DEP-1"),
        (ALL.replace("12", "13"), "Knights are half to one and a half times 8 figures, not 13.", "BAT-ARM-3"),
        (ALL.replace("bombards", "ghouls"), "Ghouls do not fight for the League of the Free Marches.", "BAT-ARM-3"),
        (ALL.replace("bombards", "elves"), "There are no warriors called 'elves'.", "BAT-ARM-3"),
        (BORNE + 'mana_shard = "general"', "The Mana Shard is not for a general there.", "BAT-ARM-14"),
        (BORNE + 'banner_of_ages = "standard_bearer"', "Nobody is there to bear the Banner of Ages.", "BAT-ARM-14"),
        (BORNE + 'mana_shard = "mage_1"\nring_of_unweaving = "mage_1"',
         "One bears at most one artefact, not Mana Shard and Ring of Unweaving.", "BAT-ART-1"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_an_army(text, said, cited):
    assert (said, cited) in faults(text)


@pytest.mark.clause("BAT-ARM-14")
@pytest.mark.parametrize(
    ("artefact", "bearer", "good"),
    [("owls_eye", "captain_1", False), ("owls_eye", "hero_1", False), ("mana_shard", "hero_2", True),
     ("mana_shard", "hero_1", False), ("horn_of_the_marches", "captain_1", True), ("warding_amulet", "hero_1", True)],
)  # fmt: skip
def test_who_bears_what(artefact, bearer, good):
    assert (faults(f'{FIVE}{LEADERS}[artefacts]\n{artefact} = "{bearer}"') == []) == good
    with_scouts = LEADERS.replace("[2]", "[4]")
    assert faults(f'{FIVE}{with_scouts}[artefacts]\nowls_eye = "captain_1"') == []


@pytest.mark.clause("BAT-PRE-4", "BAT-ARM-4")
def test_a_scenario_with_an_army_of_ones_own():
    text = FIVE + LEADERS + '[artefacts]\nmana_shard = "mage_1"'
    content = ARMIES.bring(of("C1"), {"north": text}, {})
    laid = lay(content, {}, "C1")
    b = laid.record[0]
    assert laid.names.sides == ("League of the Free Marches (South)", "League of the Free Marches (North)")
    assert b.n_figures == 12 + 7 and b.figures[13].healthy == 12
    mages = [who for who in b.characters[: b.n_characters] if who.side == 1 and who.role == Role.MAGE]
    assert [int(mage.artefact) for mage in mages] == [1]


@pytest.mark.clause("BAT-ARM-14", "BAT-ARM-23", "BAT-ART-1")
def test_who_bears_the_artefacts_of_a_scenario():
    """In C2 the captain of the second Orc warriors stands with the trolls, and the amulet stays with Gashrak."""
    for scenario in (f"C{number}" for number in range(1, 7)):
        for draft in ARMIES.of_scenario(of(scenario)).values():
            assert ARMIES.check(draft, {}).faults == ()
    host = ARMIES.of_scenario(of("C4"))["north"].values
    assert [host[key] for key in read_data("artefacts")] == [
        "general", "mage_1", "captain_2", "hero_1", "standard_bearer", "hero_2",
    ]  # fmt: skip
    assert (
        "Artefacts: Horn of the Marches, Mana Shard" in ARMIES.check(ARMIES.of_scenario(of("C1"))["north"], {}).words[3]
    )
    assert ARMIES.of_scenario(of("C2"))["south"].values["owls_eye"] == "none"


@pytest.mark.clause("BAT-ARM-23", "BAT-ARM-14")
def test_an_artefact_goes_with_its_bearer():
    bare = {"battalions": [{"unit": "knights", "character": "captain", "artefact": "mana_shard"}, {"unit": "pikemen"}]}
    there = changed(bare | {"heroes": []}, ChangePiece(attach={"knights": "pikemen"}), "here")["battalions"]
    assert there == [{"unit": "knights"}, {"unit": "pikemen", "character": "captain", "artefact": "mana_shard"}]


def test_what_a_scenario_brings_by_itself():
    assert [draft.list for draft in ARMIES.of_scenario(of("C3")).values()] == ["league", "host"]
    assert "river_guard" in ARMIES.of_scenario(of("C3"))["south"].picks[0]
    with pytest.raises(InputError, match="1 general"):
        ARMIES.bring(of("C1"), {"south": FIVE}, {})
    stands = {**of("C1"), "south": {"battalions": [{"unit": "knights", "at": [5, 5]}]}}
    with pytest.raises(InputError, match="still to be set up"):
        ARMIES.bring(stands, {"north": FIVE + LEADERS}, {})


def test_musters_in_russian(monkeypatch):
    monkeypatch.setenv(VARIABLE, "ru")
    said = ARMIES.check(FIVE + LEADERS, {})
    assert said.words[0] == "Лига Вольных Марок: 5 батальонов, 64 воина."
    assert faults(ALL.replace("12", "13"))[0][0] == (
        "Рыцари: батальон — от половины до полутора от числа 8, а не 13 фигурок."
    )
    assert [entry.title for entry in ARMIES.lists()][1:] == ["Орда Красного Клыка", "Курганное воинство"]
