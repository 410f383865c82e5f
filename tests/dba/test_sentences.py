"""What DBA says, as a player reads it: the true reason, and nothing offered that cannot be had."""

from __future__ import annotations

from typing import Any

import pytest

from dba.orders import ahead, ask
from dba.table import BLUE, RED, act, codes, fresh_log, lay
from dba.test_conventions import case
from sandtable.games.dba.clauses import Clause, Code
from sandtable.games.dba.record import Ground, Phase, Verb
from sandtable.games.dba.rules import deployment, dismounting, landing, placing, shooting
from sandtable.kernel.log import Kind, new_log

GENERAL = {"general": 1}
RIVER = (Ground.RIVER, [(0, 1000), (3000, 1000)], 100)


def why(judge: Any, b: Any, action: Any) -> list[tuple[str, str]]:
    """The reasons of a refusal: sentence and clause."""
    log = fresh_log()
    assert judge(b, action, log).legal == 0
    assert judge(b, action, new_log(keep=False)).legal == 0
    reasons = [entry for entry in log.entries[: log.n] if entry.kind == Kind.REASON]
    return [(Code(int(r.code)).name, Clause(int(r.clause)).name.replace("_", "-")) for r in reasons]


def moves(b: Any, action: Any) -> list[str]:
    """The sentences with which a move is refused."""
    from sandtable.games.dba.rules.movement import judge_move

    return [code for code, _ in why(judge_move, b, action)]


# ---------------------------------------------------------------- why not


@pytest.mark.clause("DBA-PASS-1", "DBA-PASS-2")
def test_who_stands_in_the_way_is_told_by_type_facing_or_room():
    """Cavalry 0 ride north through 1, whose middle stands 200 ahead; they are 120 deep, it is 80 or 60."""

    def refused(code, facing, by=300):
        b = lay(("A", "3Cv", RED, 1500, 1000, "N", GENERAL), ("F", code, RED, 1500, 1200, facing))
        return moves(b, ahead(b, 0, by=by)), ask(b, ahead(b, 0, by=by)).reasons

    assert refused("4Bd", "N") == (["FRIEND_IN_THE_WAY"], ["DBA-PASS-1"])
    assert refused("2Ps", "E") == (["FRIEND_FACES_OTHERWISE"], ["DBA-PASS-2"])
    assert refused("2Ps", "N", by=250) == (["NO_ROOM_BEYOND_FRIEND"], ["DBA-PASS-2"])
    b = lay(("A", "3Cv", RED, 1500, 1000, "N", GENERAL), ("F", "2Ps", RED, 1500, 1200, "S"))
    assert ask(b, ahead(b, 0, by=300)).legal


@pytest.mark.clause("DBA-MULTI-1", "DBA-MULTI-2", "DBA-MULTI-4", "DBA-MULTI-5", "DBA-MULTI-6")
def test_who_has_moved_hears_of_roads_only_where_one_is():
    road = (Ground.ROAD, [(100, 0), (100, 3000)], 160)
    for code, moved, terrain, said in (
        ("4Bd", 1, [], "HAS_MOVED"),
        ("4Bd", 1, [road], "HAS_MOVED_OFF_ROAD"),
        ("2Ps", 2, [road], "PSILOI_HAVE_MOVED"),
        ("4Wb", 2, [road], "HAS_MOVED_TWICE"),
        ("SCh", 2, [], "HAS_MOVED_TWICE"),
    ):
        b = lay(("A", code, RED, 1500, 1000, "N", {"general": 1, "moves": moved}), terrain=terrain)
        assert moves(b, ahead(b, 0, by=100)) == [said]


@pytest.mark.clause("DBA-SHOOT-1", "DBA-SHOOT-4", "DBA-SHOOT-13", "DBA-SEQ-3")
def test_why_somebody_does_not_shoot():
    def refused(code, fields=None, side=RED, **options):
        b = lay(
            ("A", code, side, 1500, 1000, "N", fields or {}), ("E", "4Bd", 1 - side, 1500, 1200, "S"),
            phase=Phase.SHOOTING.value, **options,
        )  # fmt: skip
        shooting.begin_shooting(b)
        return b

    blades, gun = refused("4Bd"), refused("Art", {"moves": 1})
    shot = act(Verb.SHOOT, 0, target=1)
    assert why(shooting.judge_shoot, blades, shot) == [("NEVER_SHOOTS", "DBA-SHOOT-1")]
    assert why(shooting.judge_shoot, gun, shot) == [("GUN_HAS_MOVED", "DBA-SHOOT-4")]
    bows = refused("4Bw")
    bows.figures[0].to_shoot, bows.figures[0].shot = 0, 1
    assert why(shooting.judge_shoot, bows, shot) == [("HAS_SHOT", "DBA-SHOOT-13")]
    # In Red's bound: Blue is asked once Red has chosen, and Blue's gun only shoots back.
    for code, option, said in (
        ("4Bw", "yes", ("NOT_CHOSEN_TO_SHOOT", "DBA-SEQ-3")),
        ("Art", "yes", ("GUN_SHOOTS_BACK_ONLY", "DBA-SHOOT-4")),
        ("Art", "no", ("NEVER_SHOOTS_BACK", "DBA-SHOOT-4")),
    ):
        b = refused(code, side=BLUE, artillery_shoots_back=option)
        if code == "Art":
            b.phase, b.pending, b.pending_side = Phase.AIM.value, 0, BLUE
        assert why(shooting.judge_shoot, b, shot) == [said]
    assert why(shooting.judge_shoot, refused("4Bw"), act(Verb.SHOOT, target=1)) == [("NOBODY_SHOOTS", "DBA-SHOOT-12")]


@pytest.mark.clause("DBA-SHOOT-8", "DBA-SHOOT-9", "DBA-SHOOT-10")
def test_why_somebody_has_no_part_in_shooting():
    """Bows in front contact, beside a friend whose enemy's corner they share, behind a friend, and behind a camp."""
    contact = [("A", "4Bw", RED, 1500, 1460, "N"), ("E", "4Bd", BLUE, 1500, 1530, "S")]
    overlap = [
        ("A", "4Bw", RED, 1660, 1460, "N"), ("E", "4Bd", BLUE, 1500, 1530, "S"), ("F", "4Bd", RED, 1500, 1470, "N")
    ]  # fmt: skip
    for elements, camps, said in (
        (contact, {}, "IS_ENGAGED"),
        (overlap, {}, "IS_OVERLAPPING"),
        ([("A", "4Bw", RED, 1500, 1400, "N"), ("E", "4Bd", BLUE, 1500, 1630, "S")],
         {RED: (1500, 1520, "N", 160.0, 100.0)}, "SHOT_IS_BLOCKED_BY_CAMP"),
    ):  # fmt: skip
        b = lay(*elements, camps=camps, phase=Phase.SHOOTING.value)
        shooting.begin_shooting(b)
        assert [code for code, _ in why(shooting.judge_shoot, b, act(Verb.SHOOT, 0, target=1))] == [said]


@pytest.mark.clause("DBA-DISM-1", "DBA-DISM-2", "DBA-LIT-1", "DBA-DEPLOY-4")
def test_why_somebody_does_not_dismount_land_or_deploy():
    mounted = {"foot_type": 8, "general": 1}
    knight = ("A", "3Kn", RED, 1500, 1000, "N", mounted)
    down = act(Verb.DISMOUNT, 0)
    camps = {BLUE: (1500, 1240, "S", 320.0, 240.0), RED: (300, 300, "N", 320.0, 240.0)}
    followers = ("CF", "CF", BLUE, 0, 0, "N", {"camp": BLUE})
    for elements, fields, said in (
        ([knight], {"turn": BLUE}, "NOT_ITS_BOUND"),
        ([(*knight[:6], {**mounted, "camp": RED})], {}, "IN_CAMP_NO_DISMOUNT"),
        ([("A", "3Kn", RED, 1500, 1000, "N", GENERAL)], {}, "NO_DISMOUNT"),
        ([knight, followers], {}, "DISMOUNT_NEAR_CAMP"),
    ):
        b = lay(*elements, camps=camps, **fields)
        assert [code for code, _ in why(dismounting.judge_dismount, b, down)] == [said]
    b = lay(("A", "4Bd", RED, 1500, 1000, "N", GENERAL))
    assert why(landing.judge_land, b, act(Verb.LAND, 0)) == [("NO_LANDING_NOW", "DBA-LIT-1")]
    b = lay(("A", "4Bd", RED, 0, 0, "N", {"where": 1}), terrain=[RIVER], phase=Phase.DEPLOYMENT.value, pending_side=RED)
    there = act(Verb.DEPLOY, 0, x=1500.0, y=800.0, fx=0.0, fy=1.0)
    there.y = 870.0  # its front at y 900 would be wet from 950 on
    assert deployment.judge_deploy(b, there, fresh_log()).legal == 1
    b.rules.deploy_depth = 1200.0
    there.y = 930.0
    assert why(deployment.judge_deploy, b, there) == [("DEPLOYED_IN_RIVER", "DBA-DEPLOY-4")]
    assert why(deployment.judge_deploy, b, act(Verb.DEPLOY)) == [("NOBODY_DEPLOYED", "DBA-DEPLOY-7")]


# ---------------------------------------------------------------- what is asked


def asked(figures, **fields):
    """What the side to decide is asked in a case."""
    return case(figures=figures, **fields).decision.text


BLADES = {"id": "R1", "is": "4Bd", "side": "red", "at": [1000, 1000], "facing": "N", "general": True}
BESIDE = {"id": "R2", "is": "4Bd", "side": "red", "at": [1160, 1000], "facing": "N"}
ENEMY = {"id": "B1", "is": "3Wb", "side": "blue", "at": [1000, 2000], "facing": "S"}


@pytest.mark.clause("DBA-PIP-1", "DBA-MULTI-1")
def test_movement_offers_what_pips_and_moves_left_allow():
    end = "or end movement."
    assert asked([BLADES, BESIDE, ENEMY], pips=2) == f"Red: 2 PIPs left. Move an element or a group, {end}"
    assert asked([BLADES, ENEMY], pips=1) == f"Red: 1 PIP left. Move an element, {end}"
    assert asked([BLADES, ENEMY], pips=0) == "Red: no PIPs left. End movement."
    assert asked([{**BLADES, "moves": 1}, ENEMY], pips=3) == "Red: 3 PIPs left. End movement."
    # The Hordes cost 2 PIPs, the Blades have moved.
    hordes = {"id": "R3", "is": "7Hd", "side": "red", "at": [2000, 1000], "facing": "N"}
    assert asked([{**BLADES, "moves": 1}, hordes, ENEMY], pips=1) == "Red: 1 PIP left. End movement."
    assert asked([{**BLADES, "moves": 1}, hordes, ENEMY], pips=2) == f"Red: 2 PIPs left. Move an element, {end}"


@pytest.mark.clause("DBA-SHOOT-12", "DBA-SHOOT-13")
def test_shooting_counts_those_who_have_a_target():
    bows = [{"id": f"R{k}", "is": "4Bw", "side": "red", "at": [1000 + 400 * k, 1000], "facing": "N"} for k in (1, 2, 3)]
    near = {**ENEMY, "at": [1400, 1230]}
    assert asked([*bows, near], phase="shooting") == "Red: one element can shoot, Bows (R1). Let it shoot."
    second = {**ENEMY, "id": "B2", "at": [1800, 1230]}
    assert asked([*bows, near, second], phase="shooting") == "Red: 2 elements can shoot. Choose who shoots next."


@pytest.mark.clause("WAD-WCC-6", "DBA-SEQ-3")
def test_all_who_fight_a_war_wagon_are_in_one_fight():
    """Two Blades on a wagon's ends: in their bound their side says who leads, in the wagon's it is just fought."""
    wagon = {"id": "W", "is": "WWg", "side": "red", "left": [1000, 1320], "facing": "N"}
    ahead = {"id": "A", "is": "4Bd", "side": "blue", "left": [1160, 1320], "facing": "S"}
    behind = {"id": "B", "is": "4Bd", "side": "blue", "left": [1000, 1000], "facing": "N"}
    for order in ([wagon, ahead, behind], [ahead, behind, wagon]):
        said = asked(order, phase="combat", side="blue")
        assert said == "Blue: one fight is to come, against War Wagons (W). Choose who leads it."
        said = asked(order, phase="combat", side="red")
        assert said == "Red: one fight is to come, War Wagons (W) against Blades (A). Fight it."
    alone = asked([wagon, behind], phase="combat", side="blue")
    assert alone.startswith("Blue: one fight is to come, ") and alone.endswith(". Fight it.")
    more = [{"id": f"{side}2", "is": "4Bd", "side": side, "at": at, "facing": facing}
            for side, at, facing in (("red", [2000, 1000], "N"), ("blue", [2000, 1060], "S"))]  # fmt: skip
    said = asked([wagon, ahead, behind, *more], phase="combat", side="blue")
    assert said == "Blue: 2 fights are to come. Choose the next."


@pytest.mark.clause("DBA-BREAK-4", "DBA-PIP-1")
def test_no_move_is_offered_to_who_cannot_break_off():
    """Blades in contact would end 200 paces back in the zone of Z; without Z they may go there."""
    held = [
        {"id": "B", "is": "4Bd", "side": "red", "left": [1000, 1000], "facing": "N", "general": True},
        {"id": "K", "is": "4Bd", "side": "blue", "left": [1160, 1000], "facing": "S"},
    ]
    z = {"id": "Z", "is": "4Bd", "side": "blue", "left": [1000, 600], "facing": "N"}
    assert asked([*held, z], pips=3) == "Red: 3 PIPs left. End movement."
    assert asked(held, pips=3) == "Red: 3 PIPs left. Move an element, or end movement."


@pytest.mark.clause("DBA-SETUP-3", "DBA-SETUP-5", "DBA-SETUP-6")
def test_the_placing_of_terrain_is_said_to_end_only_where_it_may():
    """Arable country: a road, and two to three of the others; three quarters with something, two with cover."""
    battle = case(phase="terrain", attacker="blue", river="unknown")
    assert battle.decision.text == "Red defend their home: place terrain of arable country, nothing so far."
    said = [
        ("place road via 0,1500 3000,1500 as compulsory size 0", "1 piece so far."),
        ("place wood to 600,2400 facing 90 as optional size 3", "2 pieces so far."),
        ("place wood to 2400,2400 facing 90 as optional size 3", "3 pieces so far, or end placing it."),
        ("place road via 1500,0 1500,3000 as compulsory size 0", "4 pieces so far, or end placing it."),
        ("place steep_hill to 600,600 facing 90 as optional size 3", None),
    ]
    for order, words in said:
        battle.play(order)
        if words is not None:
            assert battle.decision.text.endswith(f"country, {words}")
    assert battle.decision.text == (
        "Red defend their home: 5 pieces of arable country, all that may be placed. End placing terrain, or begin anew."
    )


@pytest.mark.clause("DBA-SETUP-12", "DBA-SETUP-13")
def test_terrain_too_near_the_edge_is_told_how_far():
    battle = case(phase="terrain", attacker="blue")
    near = battle.judge("place river via 500,0 500,3000 as optional size 0")
    assert [finding.text for finding in near.reasons] == [
        "A river keeps 600 paces from the two edges along which it runs."
    ]
    b = battle.record
    log = fresh_log()
    action = act(Verb.PLACE, item=Ground.WATERWAY.value, target=1, x=300.0, y=1500.0, fx=1.0, fy=0.0)
    placing.judge_place(b, action, log)
    assert codes(log, Kind.REASON) == ["SHORE_TOO_FAR"]


# ---------------------------------------------------------------- who they are


@pytest.mark.clause("DBA-DISM-1")
def test_who_has_dismounted_is_called_by_what_they_fight_as():
    knights = {**BLADES, "is": "3Kn//4Bd"}
    battle = case(figures=[knights, BESIDE, {**ENEMY, "at": [1000, 1800]}], pips=6, bound=3)
    events = battle.play("dismount R1")
    assert events[-1].text == "General's Knights (R1) dismount, for 2 PIPs."
    figure = next(figure for figure in battle.scene().figures if figure.id == "R1")
    assert figure.name == "General's Blades" and figure.letter == "Bd"
    refused = battle.judge("move R1 ahead 100")
    assert refused.reasons[0].text == "General's Blades (R1) have dismounted in this bound and move no farther."
    assert battle.action("move R1 ahead 100").label.startswith("General's Blades (R1)")
    assert battle.history[-1].events[-1].text.startswith("General's Knights (R1) dismount")
    battle.undo()
    assert battle.judge("move R1 ahead 100").legal
    assert battle.action("move R1 ahead 100").label.startswith("General's Knights (R1)")
