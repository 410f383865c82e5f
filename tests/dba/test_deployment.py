"""Edges, camps and deployment: where everybody may stand before the first bound (DBA-DEPLOY, WAD-AREA, WAD-CAMP)."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.games.dba.clauses import Code, Purpose
from sandtable.games.dba.laying.numbers import blank, fill_rules
from sandtable.games.dba.record import BoardEdge, Camping, Ground, Phase, Side, Topography, Type, Where
from sandtable.games.dba.rules import bounds, deployment
from sandtable.kernel.changing_terrain import PlacedOval, append_oval, append_rectangle
from sandtable.kernel.dice import scripted_dice
from sandtable.kernel.log import Kind, new_log
from sandtable.kernel.records import NONE, new_actions
from tabletop import odd_dice

RED, BLUE = Side.RED.value, Side.BLUE.value
SOUTH, NORTH = BoardEdge.SOUTH.value, BoardEdge.NORTH.value


def board(**options: str) -> Any:
    """Red defends from the southern edge and is to deploy Blades (0), Knights (1), Artillery (2), followers (3)."""
    record = blank()
    b = record[0]
    fill_rules(b, options)
    b.phase = Phase.DEPLOYMENT.value
    b.attacker, b.pending_side = BLUE, RED
    b.edge[:] = (SOUTH, NORTH)
    for i, (kind, depth) in enumerate(((Type.BD, 60.0), (Type.KN, 120.0), (Type.ART, 160.0), (Type.CF, 80.0))):
        figure = b.figures[i]
        figure.type, figure.side, figure.where = kind.value, RED, Where.UNDEPLOYED.value
        figure.width, figure.depth = 160.0, depth
    b.n_figures = 4
    b.camps[RED].width, b.camps[RED].depth = 320.0, 160.0
    return record


def action_of(
    *actors: int, x: float = 0.0, y: float = 0.0, facing: str = "N", item: int = NONE, amount: int = 0
) -> Any:
    """An action of these elements at this place."""
    action = new_actions()[0]
    action.actors[: len(actors)] = actors
    action.n_actors = len(actors)
    action.x, action.y, action.item, action.amount = x, y, item, amount
    action.fx, action.fy = {"N": (0.0, 1.0), "S": (0.0, -1.0), "E": (1.0, 0.0)}[facing]
    return action


def answer(judge: Any, b: Any, action: Any) -> list[str]:
    """The keys of the reasons why not; none when it may be done."""
    log = new_log()
    verdict = judge(b, action, log)
    reasons = [Code(int(e.code)).name for e in log.entries[: log.n] if e.kind == Kind.REASON]
    assert bool(verdict.legal) == (not reasons)
    return reasons


@pytest.mark.clause("DBA-DEPLOY-1")
@pytest.mark.parametrize(
    ("die", "edge"),
    [(1, 1), (2, 2), (3, 3), (4, 0), (5, 0), (6, 0)],
)
def test_the_attacker_numbers_the_edges_and_one_die_decides(die: int, edge: int) -> None:
    b = board()[0]
    dice = scripted_dice([(Purpose.EDGE.value, BLUE, NONE, die)])
    log = new_log()
    deployment.throw_edge(b, action_of(amount=0), dice, log)  # north gets 4, 5 and 6; then clockwise 1, 2, 3
    told = [Code(int(e.code)).name for e in log.entries[: log.n] if e.kind == Kind.OUTCOME]  # the odds tell it before
    assert told == [f"BASE_EDGE_{('NORTH', 'EAST', 'SOUTH', 'WEST')[edge]}"]
    assert b.edge[BLUE] == edge and odd_dice(dice) == []
    assert b.edge[RED] == (edge + 2) % 4  # the defender takes the opposite edge


@pytest.mark.clause("DBA-DEPLOY-2", "DBA-DEPLOY-3")
def test_a_camp_touches_its_edge_on_good_going() -> None:
    b = board()[0]
    append_oval(b.terrain, Ground.WOOD.value, PlacedOval(800.0, 200.0, 0.0, 1.0, 300.0, 300.0))
    assert answer(deployment.judge_pitch, b, action_of(x=1500.0, y=80.0)) == []  # 160 deep
    assert answer(deployment.judge_pitch, b, action_of(x=1500.0, y=90.0)) == ["CAMP_NOT_AT_EDGE"]
    assert answer(deployment.judge_pitch, b, action_of(x=1500.0, y=70.0)) == ["CAMP_OFF_BOARD", "CAMP_NOT_AT_EDGE"]
    assert answer(deployment.judge_pitch, b, action_of(x=800.0, y=80.0)) == ["CAMP_NOT_ON_GOOD_GOING"]


@pytest.mark.clause("DBA-DEPLOY-6")
def test_a_waterway_along_the_edge_moves_everything_to_its_shore() -> None:
    b = board()[0]
    append_rectangle(b.terrain, Ground.WATERWAY.value, 0.0, 0.0, 3000.0, 200.0)
    assert answer(deployment.judge_pitch, b, action_of(x=1500.0, y=280.0)) == []
    # 900 paces from the shore: the front edge of the Blades at 1100.
    assert answer(deployment.judge_deploy, b, action_of(0, x=1500.0, y=1070.0)) == []
    assert answer(deployment.judge_deploy, b, action_of(0, x=1500.0, y=1071.0)) == ["DEPLOYED_TOO_FAR_FORWARD"]
    assert answer(deployment.judge_deploy, b, action_of(0, x=1500.0, y=100.0)) == ["DEPLOYED_IN_WATER"]


@pytest.mark.clause("WAD-CAMP-2", "WAD-CAMP-3", "DBA-ARMY-6")
def test_followers_are_in_the_camp_unless_it_is_declared_unoccupied() -> None:
    b = board()[0]
    told = [new_log(), new_log()]
    deployment.pitch(b, action_of(x=1500.0, y=80.0), told[0])
    assert (b.camps[RED].occupant, b.figures[3].camp, b.figures[3].where) == (3, RED, Where.TABLE)
    b = board()[0]
    deployment.pitch(b, action_of(x=1500.0, y=80.0, amount=Camping.UNOCCUPIED), told[1])
    assert (b.camps[RED].occupant, b.figures[3].camp) == (NONE, NONE)
    assert b.figures[3].where == Where.NEVER_LANDED
    assert [Code(int(log.entries[0].code)).name for log in told] == ["CAMP_PITCHED", "CAMP_UNOCCUPIED"]


@pytest.mark.clause("WAD-AREA-4", "WAD-AREA-5", "DBA-DEPLOY-4", "DBA-DEPLOY-5")
def test_example_22_a_knight_at_the_corner_of_the_zone() -> None:
    b = board()[0]
    # Front edge at 900 paces (225 mm), left edge at 300 (75 mm): the middle of the Knights is at (380, 840).
    assert answer(deployment.judge_deploy, b, action_of(1, x=380.0, y=840.0)) == []
    assert answer(deployment.judge_deploy, b, action_of(1, x=380.0, y=844.0)) == ["DEPLOYED_TOO_FAR_FORWARD"]  # 226 mm
    assert answer(deployment.judge_deploy, b, action_of(1, x=379.0, y=840.0)) == ["DEPLOYED_NEAR_SIDE_EDGE"]


@pytest.mark.clause("WAD-AREA-7")
def test_the_regulation_board_has_the_printed_zone() -> None:
    b = board(board="regulation")[0]
    assert answer(deployment.judge_deploy, b, action_of(1, x=380.0, y=540.0)) == []
    assert answer(deployment.judge_deploy, b, action_of(1, x=380.0, y=544.0)) == ["DEPLOYED_TOO_FAR_FORWARD"]


@pytest.mark.clause("DBA-DEPLOY-7", "DBA-MOVE-2")
def test_artillery_is_not_deployed_in_a_wood() -> None:
    b = board()[0]
    append_oval(b.terrain, Ground.WOOD.value, PlacedOval(800.0, 600.0, 0.0, 1.0, 300.0, 300.0))
    assert answer(deployment.judge_deploy, b, action_of(2, x=800.0, y=600.0)) == ["CANNOT_STAND_HERE"]
    assert answer(deployment.judge_deploy, b, action_of(0, x=800.0, y=600.0)) == []


@pytest.mark.clause("DBA-DEPLOY-7")
def test_a_row_stands_side_by_side_with_its_front_edges_in_line() -> None:
    b = board()[0]
    deployment.deploy(b, action_of(0, 1, x=1500.0, y=870.0), new_log())
    blades, knights = b.figures[0], b.figures[1]
    assert (blades.x, blades.y) == (1500.0, 870.0)
    assert (knights.x, knights.y) == (1660.0, 840.0)  # fronts at 900: 870 + 30, and 840 + 60
    assert answer(deployment.judge_deploy, b, action_of(2, x=1600.0, y=820.0)) == ["DEPLOYED_ON_ELEMENT"]
    assert answer(deployment.judge_deploy, b, action_of(0, x=1000.0, y=800.0)) == ["NOT_TO_DEPLOY"]


@pytest.mark.clause("DBA-ARMY-7")
def test_troops_may_hold_the_camp_if_nobody_else_does() -> None:
    b = board()[0]
    deployment.pitch(b, action_of(x=1500.0, y=80.0, amount=Camping.UNOCCUPIED), new_log())
    assert answer(deployment.judge_deploy, b, action_of(0, item=deployment.IN_CAMP)) == []
    assert answer(deployment.judge_deploy, b, action_of(0, 1, item=deployment.IN_CAMP)) == ["CAMP_HOLDS_ONE"]
    deployment.deploy(b, action_of(0, item=deployment.IN_CAMP), new_log())
    assert (b.camps[RED].occupant, b.figures[0].camp) == (0, RED)
    assert answer(deployment.judge_deploy, b, action_of(1, item=deployment.IN_CAMP)) == ["CAMP_TAKEN"]
    assert answer(deployment.judge_deploy, b, action_of(1, x=1500.0, y=100.0)) == ["DEPLOYED_ON_CAMP"]


@pytest.mark.clause("DBA-DEPLOY-9")
def test_only_a_littoral_army_at_the_water_holds_troops_back() -> None:
    b = board()[0]
    assert answer(deployment.judge_hold_back, b, action_of(0)) == ["NO_LANDING"]
    b.topography[RED] = Topography.LITTORAL.value
    assert answer(deployment.judge_hold_back, b, action_of(0)) == ["NO_LANDING"]
    append_rectangle(b.terrain, Ground.WATERWAY.value, 0.0, 0.0, 200.0, 3000.0)
    assert answer(deployment.judge_hold_back, b, action_of(0)) == []
    b.rules.holds_back = 1
    assert answer(deployment.judge_hold_back, b, action_of(0, 1)) == ["TOO_MANY_HELD_BACK"]
    log = new_log()
    deployment.hold_back(b, action_of(0), log)
    assert [int(b.figures[i]["where"]) for i in (0, 1)] == [Where.HELD_BACK, Where.UNDEPLOYED]
    assert [Code(int(e.code)).name for e in log.entries[: log.n]] == ["HELD_BACK"]
    assert answer(deployment.judge_hold_back, b, action_of(1)) == ["TOO_MANY_HELD_BACK"]


@pytest.mark.clause("DBA-DEPLOY-8")
def test_the_defender_exchanges_two_elements_by_their_front_edges() -> None:
    b = board()[0]
    deployment.deploy(b, action_of(0, x=1000.0, y=870.0), new_log())
    deployment.deploy(b, action_of(1, x=2000.0, y=640.0), new_log())
    b.phase, b.swaps_left = Phase.SWAPS.value, 1
    pair = action_of(0, 1)
    assert answer(deployment.judge_swap, b, pair) == []
    deployment.swap(b, pair, new_log())
    # The Knights' front is now at 900 where the Blades' was, the Blades' at 700.
    assert (b.figures[1].x, b.figures[1].y) == (1000.0, 840.0)
    assert (b.figures[0].x, b.figures[0].y) == (2000.0, 670.0)
    assert answer(deployment.judge_swap, b, pair) == ["NO_SWAPS_LEFT"]
    assert not bounds.run_swaps(b) and b.phase != Phase.SWAPS, "the battle begins"
    b.phase, b.swaps_left = Phase.SWAPS.value, 1
    assert bounds.run_swaps(b) and b.phase == Phase.SWAPS


@pytest.mark.clause("DBA-DEPLOY-3", "DBA-DEPLOY-7")
def test_the_defenders_camp_then_the_attackers_then_the_defenders_troops() -> None:
    battle = sandtable.new(
        "dba",
        {
            "title": "Camps",
            "deployment": "by hand",
            "armies": {"red": {"list": "gallic"}, "blue": {"list": "gallic"}},
            "attacker": "blue",
            "terrain": [{"kind": "wood", "oval": {"at": [1500, 1500], "length": 400, "width": 300}}],
        },
        dice=[{"for": "edge", "side": "blue", "value": 4}],
    )
    battle.play("edge north")  # a 4: the attacker has the north, the defender the south
    for side, pitch, others in (
        ("red", "pitch occupied to 1500,120 facing 0", "pitch occupied to 1500,2880 facing 180"),
        ("blue", "pitch occupied to 1500,2880 facing 180", "pitch occupied to 1500,120 facing 0"),
    ):
        assert (battle.decision.side, battle.phase) == (side, "camps")
        assert not battle.judge(others).legal
        assert {action.text.split()[0] for action in battle.legal()} == {"pitch"}
        battle.play(pitch)
    assert (battle.decision.side, battle.phase) == ("red", "deployment")
    assert "pitch" not in {action.text.split()[0] for action in battle.legal()}


@pytest.mark.clause("DBA-DEPLOY-1")
def test_the_die_for_the_edge_is_an_ordinary_one() -> None:
    log = new_log()
    dice = scripted_dice([(Purpose.EDGE.value, BLUE, NONE, 5)])
    deployment.throw_edge(board()[0], action_of(amount=0), dice, log)
    assert [(e.item, e.amount) for e in log.entries[: log.n] if e.kind == Kind.DIE] == [(6, 5)]


@pytest.mark.clause("DBA-DEPLOY-1", "DBA-DEPLOY-2", "DBA-DEPLOY-7", "DBA-DEPLOY-9")
def test_nothing_that_is_done_before_the_battle_costs_a_pip() -> None:
    b = board()[0]
    b.topography[RED] = Topography.LITTORAL.value
    append_rectangle(b.terrain, Ground.WATERWAY.value, 0.0, 0.0, 200.0, 3000.0)
    for judge, action in (
        (deployment.judge_edge, action_of(amount=0)),
        (deployment.judge_pitch, action_of(x=1500.0, y=80.0)),
        (deployment.judge_deploy, action_of(0, x=1500.0, y=870.0)),
        (deployment.judge_hold_back, action_of(0)),
    ):
        assert tuple(judge(b, action, new_log())) == (1, 0)


@pytest.mark.clause("DBA-DEPLOY-2", "DBA-DEPLOY-6")
def test_a_waterway_along_another_edge_is_no_shore_and_no_ground_for_a_camp() -> None:
    """The sea covers the west, 200 paces of it. The camp, 320 wide, still touches the southern edge, at y 0 to 160."""
    b = board()[0]
    append_rectangle(b.terrain, Ground.WATERWAY.value, 0.0, 0.0, 200.0, 3000.0)
    assert answer(deployment.judge_pitch, b, action_of(x=360.0, y=80.0)) == []
    assert answer(deployment.judge_pitch, b, action_of(x=350.0, y=80.0)) == ["CAMP_NOT_ON_GOOD_GOING"]


@pytest.mark.clause("DBA-ARMY-7")
def test_who_is_deployed_in_the_camp_stands_where_the_camp_does() -> None:
    b = board()[0]
    deployment.pitch(b, action_of(x=1500.0, y=80.0, amount=Camping.UNOCCUPIED), new_log())
    deployment.deploy(b, action_of(0, item=deployment.IN_CAMP, x=700.0, y=700.0), new_log())
    assert (b.figures[0].x, b.figures[0].y) == (1500.0, 80.0)


@pytest.mark.clause("DBA-DEPLOY-7", "DBA-ARMY-7")
def test_each_fact_against_a_deployment_has_its_sentence() -> None:
    b = board()[0]
    b.figures[0].type = Type.CF.value
    b.figures[1].side = 1 - RED
    b.camps[RED].present = 0
    answers = [answer(deployment.judge_deploy, b, action_of(i, x=1500.0, y=870.0)) for i in (0, 1)]
    assert answers == [["FOLLOWERS_COME_WITH_CAMP"], ["OTHERS_DEPLOY"]]
    assert answer(deployment.judge_deploy, b, action_of(2, item=deployment.IN_CAMP)) == ["NO_CAMP_YET"]


@pytest.mark.clause("DBA-DEPLOY-9")
def test_who_has_been_deployed_is_not_held_back() -> None:
    b = board()[0]
    b.topography[RED] = Topography.LITTORAL.value
    append_rectangle(b.terrain, Ground.WATERWAY.value, 0.0, 0.0, 200.0, 3000.0)
    deployment.deploy(b, action_of(0, x=1500.0, y=870.0), new_log())
    assert answer(deployment.judge_hold_back, b, action_of(0)) == ["NOT_TO_DEPLOY"]


@pytest.mark.clause("DBA-DEPLOY-8")
def test_who_has_no_room_in_the_others_place_is_not_exchanged() -> None:
    """Artillery stands from y 680 to 840, right behind the Blades: Knights, 120 deep, have no room up to y 900."""
    b = board()[0]
    deployment.deploy(b, action_of(0, x=1000.0, y=870.0), new_log())
    deployment.deploy(b, action_of(1, x=2000.0, y=640.0), new_log())
    deployment.deploy(b, action_of(2, x=1000.0, y=760.0), new_log())
    b.phase, b.swaps_left = Phase.SWAPS.value, 1
    assert answer(deployment.judge_swap, b, action_of(0, 1)) == ["DEPLOYED_ON_ELEMENT", "NO_ROOM_TO_SWAP"]
    assert answer(deployment.judge_swap, b, action_of(1, 2)) == []


@pytest.mark.clause("DBA-SETUP-14", "DBA-DEPLOY-7")
def test_where_no_place_is_given_nobody_is_deployed() -> None:
    b = board()[0]
    for field in ("x", "y", "fx", "fy"):
        action = action_of(0, x=1500.0, y=870.0)
        action[field] = float("nan")
        assert answer(deployment.judge_deploy, b, action) == ["DEPLOYED_OFF_BOARD"]
        camp = action_of(x=1500.0, y=80.0)
        camp[field] = float("nan")
        assert answer(deployment.judge_pitch, b, camp) == ["CAMP_OFF_BOARD"]


@pytest.mark.clause("DBA-DEPLOY-8")
def test_a_pair_of_which_one_would_stand_on_the_other_is_not_exchanged() -> None:
    """Knights, 120 deep, right behind Blades, 60 deep: with their front at 900 they reach back to 780.

    The Blades' front would be at 840.
    """
    b = board()[0]
    deployment.deploy(b, action_of(0, x=1000.0, y=870.0), new_log())
    deployment.deploy(b, action_of(1, x=1000.0, y=780.0), new_log())
    b.phase, b.swaps_left = Phase.SWAPS.value, 1
    assert answer(deployment.judge_swap, b, action_of(0, 1)) == ["NO_ROOM_TO_SWAP"]


@pytest.mark.clause("DBA-DEPLOY-8")
def test_the_defender_may_be_blue() -> None:
    b = board()[0]
    b.attacker, b.pending_side = RED, BLUE
    b.edge[:] = (NORTH, SOUTH)
    b.figures["side"][:4] = BLUE
    deployment.deploy(b, action_of(0, x=1000.0, y=870.0), new_log())
    deployment.deploy(b, action_of(1, x=2000.0, y=640.0), new_log())
    b.phase, b.swaps_left = Phase.SWAPS.value, 1
    assert answer(deployment.judge_swap, b, action_of(0, 1)) == []
    b.attacker = BLUE
    assert answer(deployment.judge_swap, b, action_of(0, 1)) == ["ONLY_DEFENDER_SWAPS"]
