"""What is shown of a battle, and what is asked in words: positions set up by hand, read as a player would."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.files import parse_yaml
from sandtable.games.dbaix.laying.scenario import lay, lay_case, scenario_data
from sandtable.games.dbaix.record import Award, Phase, Side, Song, TokenState, Where
from sandtable.games.dbaix.rules.combat import pair_off
from sandtable.games.dbaix.showing.deciding import prompt, result_text
from sandtable.games.dbaix.showing.scene import scene
from sandtable.games.game import Names
from sandtable.games.scene import Scene, SceneFigure


def laid(text: str, phase: Phase = Phase.MOVEMENT, side: Side = Side.ROMANS, pips: int = 4) -> tuple[Any, Names]:
    """A case's table in a step of a side's bound."""
    table = lay_case(parse_yaml(text, "case"), "case")
    b = table.record[0]
    b.phase, b.turn, b.pips = phase.value, side.value, pips
    b.gaul_bounds = 1
    return b, table.names


def seen(b: Any, names: Names, figure_id: str) -> SceneFigure:
    shown = scene(b, names)
    return next(f for f in (*shown.figures, *(f for box in shown.boxes for f in box.figures)) if f.id == figure_id)


def facts(shown: Scene) -> dict[str, str]:
    return dict(shown.facts)


FIGHT = """
scenario: none
table: {width: 20, height: 20}
figures:
  - {id: V, is: villager, at: [10.5, 11.5], facing: S, potion: true}
  - {id: L, is: legionary, at: [10.5, 10.5], facing: N}
  - {id: C, is: centurion, at: [14.5, 10.5], facing: N}
start: {potion_until: 3}
"""


@pytest.mark.clause("DBAIX-SCN-1", "DBAIX-SCN-8")
def by_the_book(scenario):
    """The table of a scenario with the points of VIC-3 instead of its own."""
    data, where = scenario_data(scenario)
    return lay({key: value for key, value in data.items() if key != "rules"}, {}, where)


def test_the_village_is_shown_as_it_is_laid():
    data, where = scenario_data("village")
    table = lay(data, {}, where)
    shown = scene(table.record[0], table.names)
    assert (shown.width, shown.height, shown.unit, shown.over) == (48.0, 48.0, "inch", False)
    assert len(shown.figures) == 48
    captain = next(f for f in shown.figures if f.id == "P3")
    assert (captain.name, captain.side, captain.emblem, captain.letter) == ("The Captain", "pirates", "captain", "K")
    assert (captain.x, captain.y, captain.facing) == (38.5, 38.5, 270.0)
    assert {marker.id: (marker.x, marker.y) for marker in shown.markers} == {
        "cauldron": (24.0, 34.0), "pay_chest": (24.0, 3.5),
    }  # fmt: skip
    kinds = sorted(feature.kind for feature in shown.features)
    assert kinds == sorted(
        [
            "beach",
            "sea",
            "road",
            "wood",
            "wood",
            "hut",
            "shop",
            "shop",
            "tree",
            "ship",
            "camp",
            "rampart",
            "gate",
            "gate",
        ]
    )
    assert all(not box.figures for box in shown.boxes)


@pytest.mark.clause("DBAIX-VIC-3", "DBAIX-VIC-6")
def test_the_score_board_adds_up():
    """Nothing has happened: chest kept 2; cauldron kept 2 and nobody captive 3; ship afloat 2 and Captain there 2."""
    table = by_the_book("village")
    scores = {score.side: score for score in scene(table.record[0], table.names).scores}
    assert {side: score.points for side, score in scores.items()} == {"romans": 2, "gauls": 5, "pirates": 4}
    assert scores["gauls"].lines == (("Cauldron kept", 2), ("Nobody captive", 3))
    assert all(sum(amount for _, amount in score.lines) == score.points for score in scores.values())
    assert [score.figures for score in scores.values()] == [24, 14, 10]


@pytest.mark.clause("DBAIX-BND-4")
def test_roman_pips_are_roman_numerals():
    b, names = laid(FIGHT, pips=4)
    assert facts(scene(b, names))["PIPs left"] == "IV"
    b, names = laid(FIGHT, side=Side.GAULS, pips=4)
    assert facts(scene(b, names))["PIPs left"] == "4"
    assert facts(scene(b, names))["Potion"] == "until Gaulish bound 3, now 1"


@pytest.mark.clause("DBAIX-MOV-12", "DBAIX-CBT-2")
def test_engaged_figures_are_marked_and_may_not_move():
    b, names = laid(FIGHT)
    b.figures[names.figure("C")].moves = 1
    assert seen(b, names, "V").marks == ("potion", "engaged")
    assert seen(b, names, "L").marks == ("engaged",)
    assert seen(b, names, "C").marks == ("moved",)
    assert {f.id for f in scene(b, names).figures if f.may_act} == {"C"}
    (contact,) = scene(b, names).overlays
    assert contact.kind == "contact" and sorted(contact.points) == [(10.0, 11.0), (11.0, 11.0)]
    assert dict(seen(b, names, "V").facts)["Combat"] == "+3 and +2 by potion"
    assert dict(seen(b, names, "C").facts) == {"Combat": "+2", "Rank": "Officer", "Moves made": "1 of 2"}


def test_what_is_asked_in_movement():
    """The centurion moves alone, for 2 PIPs; with the legionary beside it, for 1 as a group."""
    assert prompt(*laid(FIGHT, pips=4)) == "Romans: 4 PIPs left. Move a figure, or end movement."
    assert prompt(*laid(FIGHT, pips=1)) == "Romans: 1 PIP left. End movement."
    assert prompt(*laid(FIGHT, pips=0)) == "Romans: no PIPs left. End movement."
    pair = """
        scenario: none
        figures:
          - {id: C, is: centurion, at: [10.5, 10.5], facing: N}
          - {id: L, is: legionary, at: [11.5, 10.5], facing: N}
        """
    assert prompt(*laid(pair, pips=1)) == "Romans: 1 PIP left. Move a group, or end movement."
    assert prompt(*laid(pair, pips=2)) == "Romans: 2 PIPs left. Move a figure or a group, or end movement."


@pytest.mark.clause("DBAIX-CAMP-3", "DBAIX-CAMP-10", "DBAIX-PIP-26", "DBAIX-CAP-8")
def test_men_and_captives_are_asked_about_only_where_they_can_be_had():
    """They come back for 4 PIPs as a group, with an officer, while no enemy is alone in the camp."""
    text = """
        scenario: none
        camp: {rectangle: [17, 2, 31, 9], gates: [{id: north gate, at: [24, 9], facing: N, width: 3}]}
        figures:
          - {id: D, is: dubius_status, at: [24.5, 19.5], facing: N}
          - {id: C, is: centurion, where: camp box}
          - {id: L, is: legionary, where: camp box}
        """
    back = "bring men back from the camp"
    assert prompt(*laid(text, pips=4)) == f"Romans: 4 PIPs left. Move a figure, {back}, or end movement."
    assert back not in prompt(*laid(text, pips=3))
    assert back not in prompt(*laid(text.replace("is: centurion", "is: legionary"), pips=6))
    overrun = text + "  - {id: V, is: villager, at: [20.5, 5.5], facing: N}\n"
    assert back not in prompt(*laid(overrun, pips=6))
    held = """
        scenario: none
        figures:
          - {id: P, is: pirate, at: [10.5, 10.5], facing: N}
          - {id: Q, is: pirate, at: [11.5, 10.5], facing: N}
          - {id: D, is: getafix, guard: P}
        """
    words = "Pirates: 1 PIP left. Hand over a captive, or end movement."
    assert prompt(*laid(held, side=Side.PIRATES, pips=1)) == words
    assert "captive" not in prompt(*laid(held.replace("11.5", "15.5"), side=Side.PIRATES, pips=1))


def test_what_is_asked_in_combat():
    b, names = laid(FIGHT, Phase.COMBAT)
    pair_off(b)
    assert prompt(b, names) == "Romans: one fight is to come, Villager (V) against Legionary (L). Fight it."
    assert {f.id for f in scene(b, names).figures if f.may_act} == {"V", "L"}


@pytest.mark.clause("DBAIX-POT-2", "DBAIX-POT-8")
def test_what_is_asked_when_the_potion_is_served():
    b, names = laid(
        """
        scenario: none
        figures:
          - {id: V, is: villager, at: [10.5, 11.5], facing: S}
          - {id: D, is: getafix, at: [11.5, 11.5], facing: S}
          - {id: O, is: obelix, at: [12.5, 11.5], facing: S}
          - {id: W, is: villager, at: [20.5, 11.5], facing: S}
        """,
        Phase.DRINKING,
        Side.GAULS,
    )
    assert prompt(b, names) == (
        "Gauls: Villager (V) and Getafix (D) may drink the magic potion. Say who drinks, or go on."
    )


@pytest.mark.clause("DBAIX-MUS-7", "DBAIX-MUS-11")
def test_what_is_asked_while_the_bard_sings():
    b, names = laid(
        """
        scenario: none
        figures:
          - {id: B, is: cacofonix, at: [10.5, 10.5], facing: S}
          - {id: V, is: villager, at: [11.5, 10.5], facing: S}
          - {id: W, is: villager, at: [15.5, 10.5], facing: S}
          - {id: X, is: villager, at: [25.5, 10.5], facing: S}
        start: {song: singing, sixes: 3}
        """,
        side=Side.GAULS,
        pips=6,
    )
    for called in ("V", "W"):
        b.figures[names.figure(called)].called = 1
    assert prompt(b, names) == (
        "Gauls: 6 PIPs left. The bard sings: Villager (W) must go to him as near as possible, and nobody else moves."
    )
    assert {f.id for f in scene(b, names).figures if f.may_act} == {"V", "W"}
    assert seen(b, names, "B").marks == ("singing",) and seen(b, names, "V").marks == ("called",)
    b.figures[names.figure("W")].x = 9.5
    assert prompt(b, names).startswith("Gauls: 6 PIPs left. Whoever was called to the bard touches him.")
    b.figures[names.figure("W")].x, b.pips = 15.5, 1
    assert prompt(b, names) == (
        "Gauls: 1 PIP left. The bard sings, and none of those called can come any nearer to him. End movement."
    )
    for called in ("V", "W"):
        b.figures[names.figure(called)].called = 0
    assert prompt(b, names) == (
        "Gauls: 1 PIP left. The bard sings, nobody can be called to him, and all others halt. End movement."
    )
    b.song = Song.GAGGED.value
    assert seen(b, names, "B").marks == ("gagged",)
    assert facts(scene(b, names))["Bard"] == "bound and gagged"


@pytest.mark.clause("DBAIX-CAP-2", "DBAIX-CAMP-1", "DBAIX-SCN-10")
def test_boxes_captives_and_loads():
    data, where = scenario_data("escort")
    table = lay(data, {}, where)
    b, names = table.record[0], table.names
    shown = scene(b, names)
    boxes = {box.id: [f.id for f in box.figures] for box in shown.boxes}
    assert boxes == {
        "camp_box": ["R9", "R10", "R11", "R12"], "captives_romans": ["G7", "G8", "G9"], "captives_pirates": [],
        "removed": [], "fled": [],
    }  # fmt: skip
    assert seen(b, names, "R3").carries == ("G7",)
    assert seen(b, names, "R6").carries == ("cauldron",)
    assert dict(seen(b, names, "R3").facts)["Guards"] == "Getafix"
    assert dict(seen(b, names, "G7").facts)["Place"] == "captive of Legionary (R3)"
    assert dict(seen(b, names, "G8").facts)["Husband"] == "Vitalstatistix"
    assert [marker.id for marker in shown.markers] == ["pay_chest"]
    b.figures[names.figure("P1")]["where"] = Where.FLED.value
    assert {box.id: [f.id for f in box.figures] for box in scene(b, names).boxes}["fled"] == ["P1"]


@pytest.mark.clause("DBAIX-SCN-10", "DBAIX-SCN-11")
def test_what_is_asked_about_tokens():
    text = """
        scenario: none
        tokens: {pay_chest: [10.25, 10.5]}
        figures:
          - {id: P, is: pirate, at: [10.5, 10.5], facing: W}
        """
    b, names = laid(text, Phase.TOKENS, Side.PIRATES)
    assert prompt(b, names) == "Pirates: Pirate (P) may pick up the pay-chest. Take it, or leave it."
    b, names = laid(text, Phase.SPOILS, Side.ROMANS)
    b.spoils_taker, b.spoils_token = 0, 1
    assert prompt(b, names) == (
        "Pirates: Pirate (P) may take the pay-chest from the beaten enemy. Take it, or leave it where it lies."
    )
    b.tokens[1].state = TokenState.DELIVERED.value
    assert scene(b, names).markers == ()


@pytest.mark.clause("DBAIX-SCN-14")
def test_a_sunken_ship_is_a_wreck():
    data, where = scenario_data("village")
    table = lay(data, {}, where)
    table.record[0].ship_sunk = 1
    (wreck,) = [feature for feature in scene(table.record[0], table.names).features if feature.kind == "wreck"]
    assert (wreck.id, wreck.label, wreck.clause) == ("ship", "Ship, sunk", "DBAIX-SCN-14")


@pytest.mark.clause("DBAIX-VIC-4")
def test_how_the_battle_ended():
    """Village at the start: Romans 2 (chest), Gauls 5 (cauldron, no captive), Pirates 4 (ship, Captain)."""
    table = by_the_book("village")
    b, names = table.record[0], table.names
    b.phase = Phase.OVER.value
    b.round = 14
    b.winner[:] = [0, 1, 0]
    told = "The Gauls win with 5 points at the end of round 14; the Pirates have 4 and the Romans have 2."
    assert result_text(b, names) == told
    assert prompt(b, names) == f"The battle is over. {told}"
    assert scene(b, names).over
    b.scored[Side.PIRATES][Award.PIRATES_LOST] = 0
    b.scored[Side.ROMANS][Award.GAULS_REMOVED] = 3
    b.winner[:] = [1, 1, 0]
    assert result_text(b, names) == (
        "Romans and Gauls draw with 5 points each at the end of round 14; the Pirates have 4."
    )
    # Level in points, the side wins that has the smaller share of its figures out: none of its own against one.
    b.winner[:] = [1, 0, 0]
    gaul = next(i for i in range(b.n_figures) if b.figures[i].side == Side.GAULS)
    b.figures[gaul]["where"] = Where.REMOVED.value
    romans, gauls = (sum(b.figures[i].side == side for i in range(b.n_figures)) for side in (Side.ROMANS, Side.GAULS))
    assert result_text(b, names) == (
        "The Romans win with 5 points at the end of round 14, by the smaller share of figures out, "
        f"0 of {romans} Romans against 1 of {gauls} Gauls; the Gauls have 5 and the Pirates have 4."
    )


GATES = """
scenario: none
table: {width: 48, height: 48}
camp:
  rectangle: [17, 2, 31, 9]
  gates: [{id: north gate, at: [24, 9], facing: N, width: 3}, {id: east gate, at: [31, 5], facing: E, width: 2}]
figures:
  - {id: D, is: dubius_status, at: [24.5, 19.5], facing: N}
  - {id: C, is: centurion, where: camp box}
  - {id: V, is: villager, at: [40.5, 40.5], facing: S}
"""


@pytest.mark.clause("DBAIX-CAMP-6")
def test_the_ground_before_each_gate_is_shaded_while_somebody_can_come_back():
    """As wide as the gate and 4 inches deep: 3 wide before the north gate, 2 before the east one."""
    b, names = laid(GATES, pips=5)
    north, east = scene(b, names).overlays
    assert {north.kind, east.kind} == {"deploy"} and north.closed and east.closed
    assert sorted(north.points) == [(22.5, 9), (22.5, 13), (25.5, 9), (25.5, 13)]
    assert sorted(east.points) == [(31, 4), (31, 6), (35, 4), (35, 6)]
    assert north.label == "Romans come back through the north gate, up to 4 inches from it"


@pytest.mark.clause("DBAIX-CAMP-3", "DBAIX-PIP-27")
def test_no_ground_is_shaded_while_nobody_can_come_back():
    """A centurion alone pays 2 and 3: with 4 PIPs it stays. Nor does it come in the Gauls' bound, or in combat."""
    for fields in ({"pips": 4}, {"side": Side.GAULS, "pips": 6}, {"phase": Phase.COMBAT, "pips": 6}):
        b, names = laid(GATES, **fields)
        assert scene(b, names).overlays == ()
