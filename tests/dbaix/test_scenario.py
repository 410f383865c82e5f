"""The scenario files lay the tables that the rulebook describes, and mistakes in files are told in one sentence."""

from __future__ import annotations

import math
from typing import Any

import pytest

from sandtable.errors import InputError
from sandtable.files import parse_yaml
from sandtable.games.dbaix.laying.scenario import lay, lay_case, scenario_data, scenarios
from sandtable.games.dbaix.laying.tables import kind_of, kinds, options, rule_defaults
from sandtable.games.dbaix.record import OPTIONS, RULES, Award, Going, Side, Song, TokenState, Where
from sandtable.kernel.contact import are_linked
from sandtable.kernel.geometry import base_of
from sandtable.kernel.records import NONE


def village(**chosen: Any) -> tuple[Any, Any]:
    data, where = scenario_data("village")
    laid = lay(data, chosen, where)
    return laid.record[0], laid.names


def case(text: str) -> tuple[Any, Any]:
    laid = lay_case(parse_yaml(text, "case.yaml"), "case.yaml")
    return laid.record[0], laid.names


def complaint(text: str) -> str:
    with pytest.raises(InputError) as caught:
        case(text)
    return str(caught.value)


# ---------------------------------------------------------------- the default scenario

# id, kind, factor, x, y, facing: section 16 of the rulebook, line by line
LINES = """
G1 villager 3 20.5 31.5 S; G2 villager 3 21.5 31.5 S; G3 unhygenix 3 22.5 31.5 S; G4 asterix 4 23.5 31.5 S
G5 vitalstatistix 3 24.5 31.5 S; G6 obelix 5 25.5 31.5 S; G7 fulliautomatix 3 26.5 31.5 S; G8 villager 3 27.5 31.5 S
G9 mrs_geriatrix 1 21.5 32.5 S; G10 bacteria 1 22.5 32.5 S; G11 geriatrix 1 23.5 32.5 S; G12 getafix 0 24.5 32.5 S
G13 impedimenta 1 25.5 32.5 S; G14 cacofonix 0 20.5 36.5 S
R1 centurion 2 23.5 15.5 N; R2 standard_bearer 2 24.5 15.5 N; R3 legionary 2 23.5 14.5 N; R4 legionary 2 24.5 14.5 N
R5 legionary 2 23.5 13.5 N; R6 dubius_status 1 24.5 13.5 N; R7 legionary 2 23.5 12.5 N; R8 legionary 2 24.5 12.5 N
R9 legionary 2 23.5 11.5 N; R10 legionary 2 24.5 11.5 N; R11 legionary 2 23.5 10.5 N; R12 legionary 2 24.5 10.5 N
R13 legionary 2 17.5 11.5 N; R14 legionary 2 18.5 11.5 N; R15 centurion 2 19.5 11.5 N; R16 legionary 2 20.5 11.5 N
R17 legionary 2 21.5 11.5 N; R18 legionary 2 26.5 11.5 N; R19 legionary 2 27.5 11.5 N; R20 centurion 2 28.5 11.5 N
R21 legionary 2 29.5 11.5 N; R22 legionary 2 30.5 11.5 N; R23 caligula_minus 1 12.5 31.5 E; R24 camp_guard 2 24 5 N
P1 pirate 3 38.5 36.5 W; P2 pirate 3 38.5 37.5 W; P3 captain 4 38.5 38.5 W; P4 pirate 3 38.5 39.5 W
P5 pirate 3 38.5 40.5 W; P6 pirate 3 39.5 36.5 W; P7 pirate 3 39.5 37.5 W; P8 pegleg 1 39.5 38.5 W
P9 pirate 3 39.5 39.5 W; P10 pirate 3 39.5 40.5 W
"""
VECTOR = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}


@pytest.mark.clause(
    "DBAIX-SCN-6", "DBAIX-SCN-7", "DBAIX-SCN-8", "DBAIX-FIG-1", "DBAIX-FIG-5", "DBAIX-GEN-1", "DBAIX-GEN-4",
    "DBAIX-FAC-1", "DBAIX-FAC-2", "DBAIX-FAC-3", "DBAIX-FAC-4", "DBAIX-FAC-5", "DBAIX-FAC-6",
)  # fmt: skip
def test_everybody_stands_where_the_rulebook_puts_them():
    b, names = village()
    lines = [line.split() for line in LINES.replace("\n", ";").split(";") if line.strip()]
    assert len(lines) == b.n_figures == 24 + 14 + 10
    for index, (figure_id, kind, factor, x, y, facing) in enumerate(lines):
        figure = b.figures[index]
        assert (names.figures[index].id, names.figures[index].kind) == (figure_id, kind)
        assert (figure.factor, figure.x, figure.y) == (int(factor), float(x), float(y)), figure_id
        assert (figure.fx, figure.fy) == VECTOR[facing], figure_id
        assert (figure.width, figure.depth) == (1.0, 1.0)
        assert figure.side == {"R": Side.ROMANS, "G": Side.GAULS, "P": Side.PIRATES}[figure_id[0]]
        assert figure["where"] == Where.TABLE


def holders(b: Any, names: Any, role: str) -> set[str]:
    return {names.figures[i].id for i in range(b.n_figures) if b.figures[i][role] == 1}


@pytest.mark.clause("DBAIX-CMD-1", "DBAIX-CMD-2", "DBAIX-CMD-3", "DBAIX-CMD-7", "DBAIX-FIG-4", "DBAIX-CAP-10")
def test_roles_come_from_the_data():
    b, names = village()
    assert holders(b, names, "commander") == {"R6", "G5", "P3"}
    assert holders(b, names, "officer") == {"R1", "R6", "R15", "R20"}
    assert holders(b, names, "distance_exempt") == {"R23", "G4", "G6", "G12", "G14"}
    assert holders(b, names, "woman") == {"G9", "G10", "G13"}
    assert holders(b, names, "capturable") == {"G4", "G5", "G12", "G9", "G10", "G13"}
    for role, only in {"bard": "G14", "druid": "G12", "hero": "G4", "giant": "G6"}.items():
        assert holders(b, names, role) == {only}
    married = {names.figures[i].id: b.figures[i].husband for i in range(b.n_figures) if b.figures[i].husband != NONE}
    assert {wife: names.figures[man].id for wife, man in married.items()} == {"G9": "G11", "G10": "G3", "G13": "G5"}
    gauls = range(14)
    assert [int(b.figures[i].removal_points) for i in gauls] == [1, 1, 1, 1, 1, 4, 1, 1, 1, 1, 1, 1, 1, 0]


@pytest.mark.clause("DBAIX-CMD-7")
@pytest.mark.parametrize(
    ("value", "officers"),
    [
        ("dubius_and_centurions", {"R1", "R6", "R15", "R20"}),
        ("plus_caligula", {"R1", "R6", "R15", "R20", "R23"}),
        ("centurions_only", {"R1", "R15", "R20"}),
    ],
)
def test_the_officers_option(value: str, officers: set[str]):
    b, names = village(officers=value)
    assert holders(b, names, "officer") == officers


@pytest.mark.clause(
    "DBAIX-SCN-1", "DBAIX-SCN-2", "DBAIX-SCN-3", "DBAIX-SCN-4", "DBAIX-SCN-5", "DBAIX-SCN-9", "DBAIX-GEN-9"
)
def test_the_ground_of_the_village():
    b, names = village()
    assert (b.table_width, b.table_height) == (48.0, 48.0)
    assert list(b.camp) == [17.0, 2.0, 31.0, 9.0]
    assert b.n_gates == 2 and names.places == ("north gate", "east gate")
    north, east = b.gates[0], b.gates[1]
    assert (north.x, north.y, north.fx, north.fy, north.width) == (24.0, 9.0, 0.0, 1.0, 3.0)
    assert (east.x, east.y, east.fx, east.fy, east.width) == (31.0, 5.5, 1.0, 0.0, 2.0)
    assert list(b.landing) == [41.0, 41.5, 47.0, 41.5]
    assert names.features[b.hut] == "Chief's hut" and names.features[b.ship] == "Ship"
    box = {}
    for i in range(b.terrain.n_features):
        feature = b.terrain.features[i]
        if feature.kind != Going.RAMPART:
            box[names.features[i]] = (Going(int(feature.kind)), feature.x0, feature.y0, feature.x1, feature.y1)
    assert box == {
        "beach": (Going.OPEN, 34, 38, 48, 43),
        "Sea": (Going.SEA, 0, 43, 48, 48),
        "Paved road": (Going.ROAD, 23, 9, 25, 33),
        "West wood": (Going.WOOD, 4, 18, 14, 30),
        "East wood": (Going.WOOD, 34, 14, 42, 24),
        "Chief's hut": (Going.BUILDING, 22.5, 35, 25.5, 38),
        "Fishmonger": (Going.BUILDING, 18, 34, 20, 36),
        "Smithy": (Going.BUILDING, 28, 34, 30, 36),
        "Bard's tree": (Going.TREE, 18.25, 37.75, 19.75, 39.25),
        "Ship": (Going.SHIP, 41, 41.5, 47, 45),
    }
    cauldron, chest = b.tokens[0], b.tokens[1]
    assert (cauldron.x, cauldron.y, cauldron.state) == (24.0, 34.0, TokenState.GROUND)
    assert (chest.x, chest.y, chest.state) == (24.0, 3.5, TokenState.GROUND)
    assert names.items == ("cauldron", "pay-chest")


def test_nothing_points_at_figure_0_by_accident():
    b, _ = village()
    for field in ("guard", "token", "opponent", "freed"):
        assert (b.figures[field] == NONE).all()
    assert (b.figures["husband"] == NONE).sum() == 64 - 3
    assert (b.tokens["carrier"] == NONE).all() and (b.tokens["delivered_by"] == NONE).all()
    assert b.song_release == b.spoils_taker == b.spoils_token == NONE
    assert (b.sixes, b.song, b.potion_until, b.potion_served) == (0, Song.SILENT, 0, 0)


@pytest.mark.clause("DBAIX-VIC-3")
def test_the_points_table():
    assert rule_defaults()["points"] == PRINTED


def test_the_village_has_points_of_its_own_that_balance_it():
    b, _ = village()
    table = {award.name.lower(): [int(n) for n in b.rules.points[award]] for award in Award}
    assert table == PRINTED | {
        "gauls_removed": [3, 0, 3], "no_gaul_captive": [0, 1, 0], "cauldron_kept": [0, 0, 0],
        "ship_afloat": [0, 0, 4], "captain_on_table": [0, 0, 4],
    }  # fmt: skip


PRINTED = {
    "romans_to_camp": [0, 1, 1], "commander_to_camp": [0, 2, 2], "pirates_lost": [1, 1, 0],
    "captain_lost": [3, 3, 0], "gauls_removed": [1, 0, 1], "druid_captive": [5, 0, 4],
    "chief_captive": [3, 0, 3], "hero_captive": [3, 0, 3], "women_captive": [1, 0, 1],
    "druid_carried_off": [3, 0, 2], "notables_carried_off": [2, 0, 2], "women_carried_off": [1, 0, 1],
    "hut_held": [4, 4, 3], "cauldron_delivered": [4, 0, 6], "cauldron_kept": [0, 2, 0],
    "pay_chest_delivered": [0, 4, 6], "pay_chest_kept": [2, 0, 0], "ship_sunk": [0, 4, 0],
    "ship_afloat": [0, 0, 2], "captain_on_table": [0, 0, 2], "no_gaul_captive": [0, 3, 0],
}  # fmt: skip
"""VIC-3, of Romans, Gauls and Pirates."""


def test_data_and_record_name_the_same_numbers_and_switches():
    assert set(rule_defaults()) == set(RULES.names or ())
    assert set(rule_defaults()["points"]) == {award.name.lower() for award in Award}
    assert {option.key for option in options()} == set(OPTIONS.names or ())
    assert len({(kind.side, kind.letter) for kind in kinds().values()}) == len(kinds())


@pytest.mark.clause("DBAIX-PIP-3", "DBAIX-PIP-4")
def test_options_set_their_place_in_the_list_and_their_numbers():
    b, _ = village()
    assert all(int(b.options[key]) == 0 for key in OPTIONS.names or ())
    assert (b.rules.gaul_straight_cost, b.rules.gaul_turn_cost) == (2, 2)
    b, _ = village(gaul_straight_cost=1, gaul_turn_cost="3", break_off=True, threat_zone="dba")
    assert (b.rules.gaul_straight_cost, b.rules.gaul_turn_cost) == (1, 3)
    assert (b.options.gaul_straight_cost, b.options.break_off, b.options.threat_zone) == (1, 1, 1)
    with pytest.raises(InputError, match=r"there is no option 'breakoff'; did you mean 'break_off'\?"):
        village(breakoff="yes")
    with pytest.raises(InputError, match=r"option.*break_off: expected no or yes, found 'maybe'"):
        village(break_off="maybe")


@pytest.mark.clause("DBAIX-FIG-1", "DBAIX-FIG-3")
@pytest.mark.parametrize("side", [1.2, 1.5])
@pytest.mark.parametrize("name", ["village", "feast", "escort"])
def test_larger_bases_keep_their_blocks(name: str, side: float):
    """Who was linked with 1 inch bases still is; ``lay`` itself refuses overlaps and bad ground."""
    data, where = scenario_data(name)
    plain, large = lay(data, {}, where).record[0], lay(data, {"base_side": side}, where).record[0]
    assert large.figures[0].width == large.figures[0].depth == side
    for i in range(plain.n_figures):
        for j in range(i):
            if plain.figures[i].side == plain.figures[j].side and plain.figures[i]["where"] == Where.TABLE:
                before = are_linked(base_of(plain.figures[i]), base_of(plain.figures[j]))
                assert before == are_linked(base_of(large.figures[i]), base_of(large.figures[j])), (i, j)


# ---------------------------------------------------------------- the short scenarios


def test_the_list_of_scenarios():
    listed = {facts.key: facts for facts in scenarios()}
    assert next(iter(listed)) == "village"
    assert listed["village"].figures == {"romans": 24, "gauls": 14, "pirates": 10}
    for key in ("feast", "escort"):
        assert all(8 <= count <= 12 for count in listed[key].figures.values())
        assert listed[key].minutes <= 15
        assert set(listed[key].goals) == {"romans", "gauls", "pirates"}


@pytest.mark.clause("DBAIX-MUS-1", "DBAIX-VIC-2")
def test_the_feast_begins_with_one_six():
    data, where = scenario_data("feast")
    b = lay(data, {}, where).record[0]
    assert (b.sixes, b.song, b.rules.sixes_for_song, b.rules.last_round) == (1, Song.SILENT, 3, 12)
    assert [int(n) for n in b.rules.points[Award.HUT_HELD]] == [4, 3, 4]  # where the rulebook has 4, 4, 3


@pytest.mark.clause("DBAIX-CAP-2", "DBAIX-CAMP-1", "DBAIX-POT-4")
def test_the_escort_begins_with_captives_guards_and_a_box():
    data, where = scenario_data("escort")
    laid = lay(data, {}, where)
    b, index = laid.record[0], laid.names.figure
    for captive, guard in {"G7": "R3", "G8": "R4", "G9": "R5"}.items():
        figure = b.figures[index(captive)]
        assert (figure["where"], figure.guard) == (Where.CAPTIVE, index(guard))
    assert {names.id for i, names in enumerate(laid.names.figures) if b.figures[i]["where"] == Where.CAMP_BOX} == {
        "R9", "R10", "R11", "R12",
    }  # fmt: skip
    assert (b.potion_until, b.potion_served) == (3, 1)
    assert {laid.names.figures[i].id for i in range(b.n_figures) if b.figures[i].potion} == {
        "G1", "G2", "G4", "G5",
    }  # fmt: skip
    cauldron = b.tokens[0]
    assert (cauldron.state, cauldron.carrier) == (TokenState.CARRIED, index("R6"))
    assert b.figures[index("R6")].token == 0
    assert b.hut == NONE and b.ship != NONE


# ---------------------------------------------------------------- cases


def test_a_case_from_nothing():
    b, names = case(
        """
        game: dbaix
        scenario: none
        table: {width: 20, height: 12}
        side: gauls
        options: {gaul_straight_cost: 1}
        figures:
          - {id: A, is: asterix, at: [5.5, 6.5], facing: S}
          - {id: L1, is: legionary, at: [7.5, 6.5], facing: 90}
          - {id: L2, is: legionary, at: [9.5, 6.5]}
        """
    )
    assert (b.table_width, b.table_height, b.n_figures) == (20.0, 12.0, 3)
    assert [name.name for name in names.figures] == ["Asterix", "Legionary", "Legionary"]
    assert [(f.fx, f.fy) for f in b.figures[:3]] == [(0, -1), (1, 0), (0, 1)]
    assert b.rules.gaul_straight_cost == 1 and b.options.gaul_straight_cost == 1
    assert math.isnan(b.landing[0])


def test_a_case_over_a_scenario_moves_and_adds():
    b, names = case(
        """
        scenario: village
        figures:
          - {id: G4, at: [30.5, 25.5], facing: E}
          - {id: G6, where: removed}
          - {id: G12, guard: P1}
          - {id: X, is: villager, at: [40.5, 30.5]}
        """
    )
    assert b.n_figures == 49 and names.title == "The village, the legion and the leaky ship"
    asterix, giant, druid = (b.figures[names.figure(i)] for i in ("G4", "G6", "G12"))
    assert (asterix.x, asterix.y, asterix.fx, asterix.hero) == (30.5, 25.5, 1.0, 1)
    assert giant["where"] == Where.REMOVED
    assert (druid["where"], druid.guard) == (Where.CAPTIVE, names.figure("P1"))
    assert names.figures[names.figure("X")].name == "Villager"


@pytest.mark.clause("DBAIX-GEN-11")
def test_other_spellings_name_the_same_figure():
    assert kind_of("Obolix") is kind_of("obelix")
    assert kind_of("Vital Statistix") is kind_of("vitalstatistix")


@pytest.mark.parametrize(
    ("figures", "sentence"),
    [
        ("{id: A, is: asterx, at: [5, 5]}",
         "case.yaml, line 3, field figures[1].is: there is no figure 'asterx'; did you mean 'asterix'?"),
        ("{id: A, is: asterix}", "case.yaml, line 3, field figures[1].at: expected [x, y] in inches, found nothing"),
        ("{id: A, at: [5, 5]}", "case.yaml, line 3, field figures[1].is: expected a kind of figure, found nothing"),
        ("{id: A, is: asterix, at: [5, x]}",
         "case.yaml, line 3, field figures[1].at[2]: expected [x, y] in inches, found 'x'"),
        ("{id: A, is: asterix, at: [5, .nan]}", "case.yaml, line 3: expected a finite number, found .nan"),
        ("{id: A, is: asterix, at: [5, 5], facing: Q}",
         "case.yaml, line 3, field figures[1].facing: expected N, E, S, W or degrees clockwise from north, found 'Q'"),
        ("{id: A, is: asterix, at: [5, 5], facng: N}",
         "case.yaml, line 3, field figures[1].facng: there is no such field; did you mean 'facing'?"),
        ("{id: A, is: asterix, at: [0.4, 5]}",
         "case.yaml, line 3, field figures[1]: A at (0.4, 5) stands off the table"),
        ("{id: A, is: asterix, at: [5, 5], husband: B}",
         "case.yaml, line 3, field figures[1]: only a woman has a husband, and A is none"),
        ("{id: A, is: legionary, guard: B, at: [5, 5]}",
         "case.yaml, line 3, field figures[1]: there is no guard 'B'; there are A"),
        ("{id: A, is: pirate, where: camp box}",
         "case.yaml, line 3, field figures[1]: only Romans go to the camp box, not A"),
        ("{id: A B, is: pirate, at: [5, 5]}",
         "case.yaml, line 3, field figures[1].id: expected a letter, then letters and digits, 12 at most, found 'A B'"),
    ],
)  # fmt: skip
def test_mistakes_about_one_figure(figures: str, sentence: str):
    assert complaint(f"scenario: none\nfigures:\n  - {figures}\n") == sentence


@pytest.mark.clause("DBAIX-GEN-8", "DBAIX-TER-4", "DBAIX-TER-5")
def test_mistakes_about_places():
    two = "scenario: none\nfigures:\n  - {{id: A, is: pirate, at: [5, 5]}}\n  - {{id: {}, is: {}, at: [{}, 5]}}\n"
    assert case(two.format("B", "pirate", 5.99))[0].n_figures == 2  # within a hundredth of an inch they touch
    assert complaint(two.format("B", "pirate", 5.9)) == (
        "case.yaml, line 4, field figures[2]: B at (5.9, 5) stands on the base of A at (5, 5)"
    )
    assert (
        complaint(two.format("A", "pirate", 8)) == "case.yaml, line 4, field figures[2]: the figure id 'A' stands twice"
    )
    captains = "scenario: none\nfigures:\n  - {id: A, is: captain, at: [5, 5]}\n  - {id: B, is: captain, at: [8, 5]}\n"
    assert complaint(captains) == (
        "case.yaml, line 4, field figures[2]: B would be a second commander of the pirates, after A"
    )
    assert complaint("scenario: village\nfigures:\n  - {id: P1, at: [24, 36]}\n") == (
        "case.yaml, line 3, field figures[1]: P1 at (24, 36) stands on a building"
    )
    assert complaint("scenario: village\nfigures:\n  - {id: P1, at: [5, 43]}\n").endswith(
        "P1 at (5, 43) stands in the sea"
    )
    assert complaint("scenario: village\nfigures:\n  - {id: P1, at: [20, 9]}\n").endswith("stands across the rampart")
    case("scenario: village\nfigures:\n  - {id: P1, at: [24, 9]}\n")  # in the gate


def test_mistakes_about_the_rest():
    assert complaint("scenario: vilage\n") == (
        "case.yaml, line 1, field scenario: there is no scenario 'vilage'; did you mean 'village'?"
    )
    assert complaint("scenario: none\nrules: {last_rond: 8}\n") == (
        "case.yaml, line 2, field rules.last_rond: there is no rule 'last_rond'; did you mean 'last_round'?"
    )
    assert complaint("scenario: none\nrules: {last_round: soon}\n") == (
        "case.yaml, line 2, field rules.last_round: expected a whole number, found 'soon'"
    )
    assert complaint("scenario: none\nrules: {points: {hut_held: [1, 2]}}\n") == (
        "case.yaml, line 2, field rules.points.hut_held: expected points of Romans, Gauls and Pirates, found [1, 2]"
    )
    assert complaint("scenario: none\noptions: {brek_off: yes}\n") == (
        "case.yaml, line 2, field options.brek_off: there is no option 'brek_off'; did you mean 'break_off'?"
    )
    assert complaint("scenario: none\nhut: palace\n") == "case.yaml, line 2, field hut: there is no terrain 'palace'"
    assert complaint("scenario: none\nterrain:\n  - {id: w, kind: wod, disc: [5, 5, 2]}\n") == (
        "case.yaml, line 3, field terrain[1]: there is no terrain 'wod'; did you mean 'wood'?"
    )
    assert complaint("scenario: none\nterrain:\n  - {id: w, kind: wood}\n") == (
        "case.yaml, line 3, field terrain[1]: expected one of rectangle, polygon, disc, strip or line, found none"
    )
    assert complaint("game: chess\n").startswith("case.yaml, line 1, field game: expected 'dbaix', found 'chess'")
    many = "\n".join(
        f"  - {{id: V{i}, is: villager, at: [{1 + 2 * (i % 20)}, {1 + 2 * (i // 20)}]}}" for i in range(65)
    )
    assert complaint(f"scenario: none\nfigures:\n{many}\n") == (
        "case.yaml, line 67, field figures[65]: a battle holds at most 64 figures"
    )
