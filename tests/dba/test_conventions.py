"""Small conventions: dice, touching, the bare board, camps on the expanded board, standing still, outcome moves."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.cli import run
from sandtable.errors import InputError
from sandtable.games import get_game
from sandtable.games.dba.rules.ground import fights_in_bad_going, touches_bad_going
from sandtable.games.rulebook import read_rulebook
from sandtable.kernel.geometry import base_of
from sandtable.table.battle import Battle
from sandtable.table.name_index import options_of
from sandtable.table.scenarios import Origin

BLADES = {"id": "R1", "is": "4Bd", "side": "red", "at": [1000, 1000], "facing": "N"}  # front edge at y 1030
WARBAND = {"id": "B1", "is": "3Wb", "side": "blue", "at": [1000, 1070], "facing": "S"}  # front edge there, too


def case(dice=(), **fields) -> Battle:
    """A battle that begins where the case says."""
    game = get_game("dba")
    battle = Battle(game, Origin(fields, "", "case", case=True), options_of(game, fields.get("options")))
    battle.engine.resume(None, 0, dice)
    battle.engine.begin()
    return battle


def contacts(battle: Battle) -> int:
    return sum(overlay.kind == "contact" for overlay in battle.scene().overlays)


@pytest.mark.clause("DBA-SCALE-6", "DBA-PIP-1")
def test_a_bound_begins_with_one_die_of_six_sides():
    battle = sandtable.new("dba", "first-lesson", dice=[{"for": "pips", "side": "blue", "value": 6}])
    dice = [(die.purpose, die.side, die.sides, die.value) for step in battle.history for die in step.dice]
    assert dice == [("pips", "blue", 6, 6)]


@pytest.mark.clause("WAD-GEN-5", "DBA-CONTACT-2")
def test_a_hundredth_of_a_pace_still_touches():
    apart = {**WARBAND, "at": [1000, 1070 + 16 / 2048]}  # 0.0078 paces
    assert contacts(case(figures=[BLADES, apart], pips=1)) == 1
    apart = {**WARBAND, "at": [1000, 1070 + 64 / 2048]}  # 0.031 paces
    assert contacts(case(figures=[BLADES, apart], pips=1)) == 0


@pytest.mark.clause("DBA-TERR-1", "DBA-TERR-6", "DBA-TERR-3")
def test_the_bare_board_is_good_going_and_rough_is_bad():
    rough = {"kind": "rough", "oval": {"at": [2000, 1000], "length": 400, "width": 300}}
    b = case(figures=[BLADES, {**BLADES, "id": "R2", "at": [2000, 1000]}], terrain=[rough], pips=1).record
    on_board, on_rough = b.figures[0], b.figures[1]
    assert not touches_bad_going(b, on_board, base_of(on_board))
    assert touches_bad_going(b, on_rough, base_of(on_rough))
    assert fights_in_bad_going(b, 1, base_of(on_rough))


@pytest.mark.clause("DBA-RIVER-4")
def test_a_river_is_no_bad_going_in_combat():
    river = {"kind": "river", "strip": {"points": [[0, 1000], [3000, 1000]], "width": 100}}
    b = case(figures=[BLADES], terrain=[river], river="ordinary", pips=1).record
    assert not fights_in_bad_going(b, 0, base_of(b.figures[0]))


@pytest.mark.clause("WAD-AREA-6", "DBA-DEPLOY-2")
def test_the_deeper_zone_is_not_for_camps():
    scenario = {
        "title": "Camps",
        "deployment": "by hand",
        "armies": {"red": {"list": "gallic"}, "blue": {"list": "gallic"}},
        "attacker": "blue",
        "terrain": [{"kind": "wood", "oval": {"at": [1500, 1500], "length": 400, "width": 300}}],
    }
    battle = sandtable.new("dba", scenario, dice=[{"for": "edge", "side": "blue", "value": 4}])
    battle.play("edge north")
    # red defends from the south; the camp is 2 by 1.5 base widths, 240 paces deep
    assert battle.decision.side == "red"
    assert battle.judge("pitch occupied to 1500,120 facing 0").legal
    inside = battle.judge("pitch occupied to 1500,600 facing 0")
    assert not inside.legal
    assert [finding.clause for finding in inside.reasons] == ["DBA-DEPLOY-2"]


@pytest.mark.clause("WAD-RES-13")
def test_a_restricted_element_may_stand_still():
    near = {**WARBAND, "at": [1000, 1150]}  # its front 80 paces from the Blades'
    battle = case(figures=[BLADES, near], side="red", pips=2)
    assert not battle.judge("move R1 by 100,0").legal
    assert battle.judge("end").legal


@pytest.mark.clause("WAD-RES-16", "DBA-ZOC-10", "DBA-RECOIL-7")
def test_a_recoil_takes_no_notice_of_zones():
    # Light Horse face west at x 1180: their zone reaches to x 1020, into the ground behind the Warband
    light_horse = {"id": "R2", "is": "2LH", "side": "red", "at": [1240, 1150], "facing": "W"}
    dice = [{"for": "combat", "figure": "R1", "value": 4}, {"for": "combat", "figure": "B1", "value": 3},
            {"for": "pips", "side": "blue", "value": 1}]  # fmt: skip
    battle = case(figures=[BLADES, light_horse, WARBAND], phase="combat", dice=dice)
    battle.play("fight R1 B1")  # 5 + 4 against 3 + 3: beaten, not doubled, and Warband recoil by their 80 paces
    figures = {figure.id: (figure.x, figure.y) for figure in battle.scene().figures}
    assert figures["B1"] == (1000, 1150)


PLAIN = {"conventions": "plain"}


@pytest.mark.clause("WAD-GEN-2", "WAD-CAMP-5", "DBA-ARMY-5")
def test_as_printed_a_camp_is_no_larger_than_four_base_widths():
    camp = {"along": 1200, "length": 3, "width": 2}
    case(armies={"blue": {"camp": camp}}, figures=[BLADES], pips=1)
    with pytest.raises(InputError, match="camp"):
        case(armies={"blue": {"camp": camp}}, figures=[BLADES], pips=1, options=PLAIN)
    case(armies={"blue": {"camp": camp | {"width": 1}}}, figures=[BLADES], pips=1, options=PLAIN)


@pytest.mark.clause("WAD-GEN-2", "DBA-DEPLOY-4", "WAD-AREA-7")
@pytest.mark.parametrize(("options", "depth"), [({}, 900), (PLAIN, 600)])
def test_as_printed_troops_deploy_within_600_paces(options, depth):
    waiting = {"id": "R1", "is": "4Bd", "side": "red", "where": "undeployed"}
    battle = case(figures=[waiting], attacker="blue", phase="deployment", options=options)
    assert battle.judge(f"deploy R1 to 1000,{depth - 30} facing 0").legal  # its front edge on the limit
    beyond = battle.judge(f"deploy R1 to 1000,{depth - 29} facing 0")
    assert [finding.clause for finding in beyond.reasons] == ["WAD-AREA-4" if depth == 900 else "DBA-DEPLOY-4"]
    aside = battle.judge(f"deploy R1 to 379,{depth - 30} facing 0")
    assert [finding.clause for finding in aside.reasons] == ["WAD-AREA-5" if depth == 900 else "DBA-DEPLOY-5"]


@pytest.mark.clause("WAD-GEN-2")
def test_what_the_game_as_printed_turns_and_what_it_leaves():
    options = case(figures=[BLADES], pips=1, options=PLAIN).record.options
    turned = {key for key in options.dtype.names if options[key] != 0}
    assert turned == {
        "conventions", "board", "camp_size", "measure_corners", "rear_shooting", "war_wagons", "front_crossing"
    }  # fmt: skip


@pytest.mark.clause("DBA-SHOOT-9")
def test_a_clause_with_two_switches_shows_both(capsys):
    assert run(["rules", "dba", "SHOOT-9"]) == 0
    shown = capsys.readouterr().out
    assert "overlaps_shoot = no (default) | yes" in shown
    assert "supporters_shot_at = no (default) | yes" in shown


def test_every_switch_is_shown_with_its_clause():
    game = get_game("dba")
    book = {clause.id: clause for clause in read_rulebook(game.folder)}
    for option in game.options:
        assert option.clause in book, option.key
    for clause in book.values():
        assert not clause.option or any(option.key == clause.option for option in game.options), clause.id


@pytest.mark.clause("DBA-PIP-1")
def test_unused_pips_are_lost_before_anybody_fights_and_the_next_die_is_all_there_is():
    """Red ends its moves with 3 left; Blades and Warband fight, 5 + 3 and 3 + 5, no effect; Blue throws a 2."""
    near = {**WARBAND, "at": [1000, 1070]}
    dice = [{"for": "combat", "figure": "R1", "value": 3}, {"for": "combat", "figure": "B1", "value": 5}]
    battle = case([*dice, {"for": "pips", "side": "blue", "value": 2}], figures=[BLADES, near], side="red", pips=3)
    lost = [event for event in battle.play("end") if event.clause == "DBA-PIP-1"]
    assert [(event.code, event.amount, event.side) for event in lost] == [("PIPS_LOST", 3, "red")]
    assert (battle.phase, battle.record.pips) == ("combat", 0)
    thrown = [event for event in battle.play(battle.legal()[0]) if event.clause == "DBA-PIP-1"]
    assert [(event.code, event.amount, event.side) for event in thrown] == [("PIPS_THROWN", 2, "blue")]
    assert (battle.phase, battle.record.pips) == ("movement", 2)


@pytest.mark.clause("DBA-PIP-1")
def test_with_no_pips_left_none_are_lost():
    battle = case([{"for": "pips", "value": 4}], figures=[BLADES, {**WARBAND, "at": [1000, 2000]}], side="red", pips=0)
    assert "PIPS_LOST" not in [event.code for event in battle.play("end")]
    assert battle.record.pips == 4
