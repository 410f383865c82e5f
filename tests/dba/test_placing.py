"""Placing terrain: who defends, which features the home has, how many, and where (DBA-SETUP, WAD-BUA)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.dba.clauses import Code, Purpose
from sandtable.games.dba.laying.numbers import blank, fill_rules
from sandtable.games.dba.record import Ground, Phase, PlacedAs, Side, Topography
from sandtable.games.dba.rules import bounds, placing
from sandtable.kernel.changing_terrain import PlacedOval
from sandtable.kernel.dice import scripted_dice
from sandtable.kernel.log import Kind, new_log
from sandtable.kernel.records import NONE, new_actions
from tabletop import odd_dice

RED, BLUE = Side.RED.value, Side.BLUE.value
FAR, NEAR, LEFT, RIGHT = 2250.0, 750.0, 750.0, 2250.0  # middles of the quarters of a 3000-pace board


def board(home: Topography = Topography.ARABLE, attacker: int = RED) -> Any:
    """An empty board that Blue, at home in this country, is to lay out."""
    record = blank()
    b = record[0]
    fill_rules(b, {})
    b.phase = Phase.TERRAIN.value
    b.attacker = attacker
    b.topography[:] = home.value
    return record


def oval(ground: Ground, x: float, y: float, size: int = 5, optional: bool = True, along: str = "north") -> Any:
    """A piece of 3 by 2 base widths (480 by 320 paces) unless another size is named, its length to the north."""
    action = new_actions()[0]
    action.item, action.target, action.amount = ground.value, int(optional), size
    action.x, action.y = x, y
    action.fx, action.fy = (0.0, 1.0) if along == "north" else (1.0, 0.0)
    return action


def strip(ground: Ground, *points: tuple[float, float], optional: bool = False) -> Any:
    """A road or river through these points."""
    action = new_actions()[0]
    action.item, action.target = ground.value, int(optional)
    action.n_via = len(points)
    action.via[: len(points)] = points
    return action


def answer(b: Any, action: Any) -> tuple[bool, list[str]]:
    """May it be placed, and the keys of the reasons why not."""
    log = new_log()
    verdict = placing.judge_place(b, action, log)
    reasons = [Code(int(e.code)).name for e in log.entries[: log.n] if e.kind == Kind.REASON]
    return bool(verdict.legal), reasons


def lay(b: Any, *actions: Any) -> None:
    """Place these one after another; each must be legal."""
    for action in actions:
        assert answer(b, action) == (True, [])
        placing.place(b, action, new_log())


def thrown(*dice: tuple[int, int]) -> Any:
    """Aggression dice in this order: side and value."""
    return scripted_dice([(Purpose.AGGRESSION.value, side, NONE, value) for side, value in dice])


@pytest.mark.clause("DBA-SETUP-1")
def test_the_higher_total_attacks_and_ties_are_thrown_again() -> None:
    b = board()[0]
    b.aggression[:] = (1, 3)
    # 4 + 1 and 2 + 3 tie; then 5 + 1 = 6 against 2 + 3 = 5: Red attacks.
    placing.throw_aggression(b, thrown((RED, 4), (BLUE, 2), (RED, 5), (BLUE, 2)), new_log())
    assert b.attacker == RED
    script = thrown((RED, 3), (BLUE, 2))  # 4 against 5
    bounds.run_aggression(b, script, new_log())
    assert (b.attacker, b.phase, b.pending_side) == (BLUE, Phase.TERRAIN, RED)
    assert script.n_thrown == 2 and odd_dice(script) == []


@pytest.mark.clause("DBA-SETUP-2", "DBA-TERR-2", "WAD-BUA-2")
def test_arable_country_has_a_road_as_its_only_compulsory_feature() -> None:
    b = board(Topography.ARABLE)[0]
    log = new_log()
    listed = {
        share: [ground for ground in Ground if placing.may_have(b, ground.value, share.value, log)]
        for share in PlacedAs
    }
    assert listed[PlacedAs.COMPULSORY] == [Ground.ROAD]
    assert listed[PlacedAs.OPTIONAL] == [
        Ground.WOOD, Ground.STEEP_HILL, Ground.GENTLE_HILL, Ground.RIVER, Ground.WATERWAY, Ground.ROAD
    ]  # fmt: skip


@pytest.mark.clause("DBA-TERR-2")
def test_a_coast_has_steep_hills_or_marsh_but_not_both() -> None:
    b = board(Topography.LITTORAL)[0]
    lay(b, oval(Ground.STEEP_HILL, LEFT, NEAR))
    assert answer(b, oval(Ground.MARSH, RIGHT, FAR)) == (False, ["NOT_BOTH_FEATURES"])
    assert answer(b, oval(Ground.WOOD, RIGHT, FAR)) == (True, [])


@pytest.mark.clause("DBA-SETUP-3", "DBA-SETUP-5", "DBA-SETUP-6")
def test_placing_ends_with_enough_features_in_enough_quarters() -> None:
    b = board(Topography.HILLY)[0]
    log = new_log()
    lay(b, oval(Ground.STEEP_HILL, LEFT, NEAR, optional=False))
    lay(b, oval(Ground.WOOD, RIGHT, NEAR))
    assert not placing.may_end_placing(b, log)  # one optional feature, two quarters
    lay(b, oval(Ground.WOOD, LEFT, FAR))
    assert placing.may_end_placing(b, log)  # a compulsory one and two optional ones in three quarters
    for least, enough in (("compulsory_least", 1), ("optional_least", 2)):
        b.rules[least] = enough + 1  # were one more asked for of either
        assert not placing.may_end_placing(b, log)
        b.rules[least] = enough
        assert placing.may_end_placing(b, log)


@pytest.mark.clause("DBA-SETUP-4")
def test_two_woods_are_enough() -> None:
    b = board(Topography.HILLY)[0]
    lay(b, oval(Ground.WOOD, LEFT, NEAR), oval(Ground.WOOD, RIGHT, NEAR))
    assert answer(b, oval(Ground.WOOD, LEFT, FAR)) == (False, ["ENOUGH_OF_THIS"])


@pytest.mark.clause("DBA-SETUP-5")
def test_the_last_features_may_not_leave_the_quarters_empty() -> None:
    b = board(Topography.TROPICAL)[0]
    # Five features in all may be placed. Four in the south-western quarter, and a fifth could not fill two more.
    lay(b, oval(Ground.WOOD, 300.0, 300.0, size=3, optional=False))
    lay(b, oval(Ground.WOOD, 1100.0, 300.0, size=3, optional=False))
    lay(b, oval(Ground.MARSH, 300.0, 1100.0, size=3))
    assert answer(b, oval(Ground.MARSH, 1100.0, 1100.0, size=3)) == (False, ["QUARTERS_STAY_EMPTY"])
    assert answer(b, oval(Ground.MARSH, RIGHT, NEAR, size=3)) == (True, [])


@pytest.mark.clause("DBA-SETUP-7", "DBA-SETUP-14")
def test_an_oval_stays_on_the_board() -> None:
    b = board()[0]
    # 480 long to the north: with its middle 200 paces from the southern edge it would stick out.
    assert answer(b, oval(Ground.WOOD, LEFT, 200.0)) == (False, ["FEATURE_OFF_BOARD"])
    assert answer(b, oval(Ground.WOOD, LEFT, 240.0)) == (True, [])


@pytest.mark.clause("DBA-SETUP-8")
def test_only_marsh_and_rough_may_be_long_and_thin() -> None:
    assert answer(board(Topography.FOREST)[0], oval(Ground.MARSH, LEFT, NEAR, size=11)) == (True, [])  # 6 by 1.5
    wood = oval(Ground.WOOD, LEFT, NEAR, size=11, optional=False)
    assert answer(board(Topography.FOREST)[0], wood) == (False, ["TOO_LONG_AND_THIN"])


@pytest.mark.clause("DBA-SETUP-9")
def test_area_features_keep_a_base_width_apart() -> None:
    b = board(Topography.HILLY)[0]
    # Two woods of 320 by 320: a twelve-cornered oval has flat sides at 0.5 * 320 * cos 15 degrees = 154.5 from its
    # middle. 469.2 apart leaves 160.1 between them, a base width; 460 leaves 150.9.
    lay(b, oval(Ground.WOOD, LEFT, NEAR, size=3))
    assert answer(b, oval(Ground.WOOD, LEFT + 460.0, NEAR, size=3)) == (False, ["FEATURES_TOO_CLOSE"])
    assert answer(b, oval(Ground.WOOD, LEFT + 469.5, NEAR, size=3)) == (True, [])


@pytest.mark.clause("DBA-SETUP-10")
def test_a_road_runs_from_edge_to_another_edge_or_to_a_road() -> None:
    b = board()[0]
    assert answer(b, strip(Ground.ROAD, (1000.0, 0.0), (1000.0, 1500.0))) == (False, ["ROAD_ENDS_NOWHERE"])
    lay(b, strip(Ground.ROAD, (1500.0, 0.0), (1500.0, 3000.0)))
    assert answer(b, strip(Ground.ROAD, (0.0, 900.0), (1500.0, 900.0), optional=True)) == (True, [])
    assert answer(b, strip(Ground.ROAD, (0.0, 900.0), (0.0, 1800.0), optional=True)) == (False, ["ROAD_ENDS_NOWHERE"])


@pytest.mark.clause("DBA-SETUP-11", "DBA-SETUP-12")
def test_a_river_crosses_the_board_in_its_middle_and_no_hill() -> None:
    b = board()[0]
    across = strip(Ground.RIVER, (0.0, 1500.0), (3000.0, 1500.0), optional=True)
    assert answer(b, across) == (True, [])
    corner = strip(Ground.RIVER, (0.0, 1500.0), (1500.0, 3000.0), optional=True)
    assert answer(b, corner) == (False, ["RIVER_NOT_ACROSS"])
    # Half a base width wide: its bank at 640 - 40 = 600 paces is just far enough from the southern edge.
    assert answer(b, strip(Ground.RIVER, (0.0, 640.0), (3000.0, 640.0), optional=True)) == (True, [])
    close = strip(Ground.RIVER, (0.0, 630.0), (3000.0, 630.0), optional=True)
    assert answer(b, close) == (False, ["RIVER_NEAR_EDGE"])
    winding = strip(
        Ground.RIVER, (0.0, 700.0), (800.0, 2300.0), (1600.0, 700.0), (2400.0, 2300.0), (3000.0, 1500.0), optional=True
    )
    assert answer(b, winding) == (False, ["RIVER_TOO_LONG"])  # three legs of 1789 and one of 1000 on 3105 straight
    lay(b, oval(Ground.GENTLE_HILL, 1500.0, 1500.0))
    assert answer(b, across) == (False, ["RIVER_OVER_HILL"])


@pytest.mark.clause("DBA-SETUP-13")
def test_a_waterway_covers_a_whole_edge_to_a_depth() -> None:
    b = board(Topography.LITTORAL)[0]
    action = new_actions()[0]
    action.item, action.target, action.x, action.y, action.fy = Ground.WATERWAY.value, 0, 1500.0, 241.0, 1.0
    assert answer(b, action) == (False, ["SHORE_TOO_FAR"])
    action.y = 240.0
    assert answer(b, action)[0]
    action.y = 79.0
    assert answer(b, action) == (False, ["SHORE_TOO_FAR"])
    action.y, action.fx, action.fy = 200.0, 0.6, 0.8
    assert answer(b, action) == (False, ["NO_SUCH_EDGE"])


@pytest.mark.clause("DBA-SETUP-13")
@pytest.mark.parametrize(
    ("shore", "facing", "box"),
    [
        ((1500.0, 200.0), (0.0, 1.0), (0.0, 0.0, 3000.0, 200.0)),
        ((1500.0, 2800.0), (0.0, -1.0), (0.0, 2800.0, 3000.0, 3000.0)),
        ((200.0, 40.0), (1.0, 0.0), (0.0, 0.0, 200.0, 3000.0)),
        ((2800.0, 1500.0), (-1.0, 0.0), (2800.0, 0.0, 3000.0, 3000.0)),
    ],
)
def test_the_water_lies_behind_who_stands_on_its_shore(shore, facing, box) -> None:
    b = board(Topography.LITTORAL)[0]
    action = new_actions()[0]
    action.item, action.target = Ground.WATERWAY.value, 0
    action.x, action.y = shore
    action.fx, action.fy = facing
    lay(b, action)
    water = b.terrain.features[0]
    assert (water.x0, water.y0, water.x1, water.y1) == box


@pytest.mark.clause("DBA-TERR-8", "DBA-SETUP-14")
def test_a_hill_has_its_crest_along_its_length() -> None:
    b = board(Topography.HILLY)[0]
    lay(b, oval(Ground.STEEP_HILL, LEFT, NEAR, optional=False))
    crest = b.terrain.features[1]
    assert crest.kind == Ground.CREST
    assert crest.x0 == crest.x1 == LEFT
    assert crest.y0 + crest.y1 == 2 * NEAR


@pytest.mark.clause("DBA-TERR-8", "DBA-SETUP-14")
@pytest.mark.parametrize(
    ("facing", "ends"), [((1.0, 0.0), (1350, 1200, 1650, 1200)), ((0.0, 1.0), (1500, 1050, 1500, 1350))]
)
def test_a_crest_ends_a_quarter_of_the_width_before_the_middle_of_the_round_ends(facing, ends) -> None:
    """A hill 500 long and 400 wide: 50 from its middle the round ends begin, and a quarter of 400 is added."""
    b = board()[0]
    placing.add_oval(b, Ground.GENTLE_HILL.value, PlacedOval(1500.0, 1200.0, *facing, 500.0, 400.0))
    crest = b.terrain.features[1]
    assert (crest.kind, crest.x0, crest.y0, crest.x1, crest.y1) == (Ground.CREST, *ends)


def test_judging_leaves_no_trace() -> None:
    record = board(Topography.HILLY)
    before = record.tobytes()
    assert answer(record[0], oval(Ground.WOOD, LEFT, NEAR))[0]
    assert answer(record[0], strip(Ground.ROAD, (1500.0, 0.0), (1500.0, 3000.0), optional=True))[0]
    assert record.tobytes() == before


@pytest.mark.clause("DBA-SETUP-2")
def test_the_defender_may_take_everything_off_and_begin_anew() -> None:
    record = board(Topography.HILLY)
    b, log = record[0], new_log()
    assert placing.judge_clear(b, log).legal == 0
    before = record.tobytes()
    lay(b, oval(Ground.WOOD, LEFT, NEAR), oval(Ground.STEEP_HILL, RIGHT, FAR, optional=False))
    assert placing.judge_clear(b, log).legal == 1
    placing.clear(b, log)
    assert record.tobytes() == before


@pytest.mark.clause("DBA-SETUP-4")
def test_compulsory_and_optional_roads_count_together_or_apart_by_the_switch() -> None:
    roads = [strip(Ground.ROAD, (x, 0.0), (x, 3000.0)) for x in (600.0, 1200.0)]
    third = strip(Ground.ROAD, (1800.0, 0.0), (1800.0, 3000.0), optional=True)
    for option, legal in (("in_all", False), ("apart", True)):
        record = board()
        b = record[0]
        fill_rules(b, {"same_kind": option})
        lay(b, *roads)
        assert answer(b, third) == (legal, [] if legal else ["ENOUGH_OF_THIS"])


@pytest.mark.clause("DBA-SETUP-12")
@pytest.mark.parametrize(("option", "least"), [("600_paces", 600), ("four_base_widths", 640)])
def test_how_far_a_river_keeps_from_the_edges_beside_it_is_a_switch(option: str, least: int) -> None:
    """It is half a base width wide: its middle line is 40 paces from its bank. Both edges, and either way across."""
    b = board()[0]
    fill_rules(b, {"river_margin": option})
    for aside in (least + 40, 3000 - least - 40):
        outward = -1 if aside < 1500 else 1
        for x, fits in ((aside, True), (aside + outward, False)):
            reasons = [] if fits else ["RIVER_NEAR_EDGE"]
            assert answer(b, strip(Ground.RIVER, (0.0, x), (3000.0, x), optional=True)) == (fits, reasons)
            assert answer(b, strip(Ground.RIVER, (x, 0.0), (x, 3000.0), optional=True)) == (fits, reasons)


@pytest.mark.clause("DBA-SETUP-2")
@pytest.mark.parametrize(
    ("ground", "home"),
    [
        (Ground.WOOD, Topography.TROPICAL), (Ground.STEEP_HILL, Topography.HILLY), (Ground.MARSH, Topography.TROPICAL),
        (Ground.GENTLE_HILL, Topography.ARABLE), (Ground.ROUGH, Topography.DRY), (Ground.DUNES, Topography.DRY),
        (Ground.OASIS, Topography.DRY),
    ],
)  # fmt: skip
def test_what_is_placed_is_said_and_costs_nothing(ground: Ground, home: Topography) -> None:
    b = board(home)[0]
    share = next(share for share in (0, 1) if placing.may_have(b, ground.value, share, new_log()))
    action = oval(ground, LEFT, NEAR, size=3, optional=share == 1)
    log = new_log()
    assert tuple(placing.judge_place(b, action, log)) == (1, 0)
    placing.place(b, action, log)
    assert [Code(int(e.code)).name for e in log.entries[: log.n]] == [f"{ground.name}_PLACED"]


@pytest.mark.clause("DBA-SETUP-6")
def test_the_last_optional_feature_may_not_leave_the_cover_to_one_quarter() -> None:
    """A road brings something into all quarters, cover into none; three optional features may be had.

    With two woods in the south-west the third must bring cover elsewhere: a gentle hill, which is none, does not.
    """
    b = board(Topography.ARABLE)[0]
    lay(b, strip(Ground.ROAD, (1500.0, 0.0), (1500.0, 3000.0)))
    lay(b, oval(Ground.WOOD, 300.0, 300.0, size=3), oval(Ground.WOOD, 1000.0, 300.0, size=3))
    log = new_log()
    refused = placing.judge_place(b, oval(Ground.STEEP_HILL, 300.0, 1000.0, size=3), log)
    assert tuple(refused) == (0, 0)
    assert answer(b, oval(Ground.STEEP_HILL, 300.0, 1000.0, size=3)) == (False, ["QUARTERS_STAY_EMPTY"])
    assert answer(b, oval(Ground.GENTLE_HILL, RIGHT, FAR, size=3)) == (False, ["QUARTERS_STAY_EMPTY"])
    assert answer(b, oval(Ground.STEEP_HILL, RIGHT, FAR, size=3)) == (True, [])


@pytest.mark.clause("DBA-SETUP-7")
def test_a_feature_without_a_place_is_not_placed() -> None:
    b = board(Topography.ARABLE)[0]
    for field in ("x", "y", "fx", "fy"):
        action = oval(Ground.WOOD, LEFT, NEAR)
        action[field] = float("nan")
        assert answer(b, action) == (False, ["FEATURE_HAS_NO_PLACE"])
    road = strip(Ground.ROAD, (1500.0, 0.0), (1500.0, 3000.0))
    for n in (-1, 0, 1, len(road.via) + 1):
        road.n_via = n
        assert answer(b, road) == (False, ["FEATURE_HAS_NO_PLACE"])
    road.n_via = 2
    road.via[1, 0] = float("nan")
    assert answer(b, road) == (False, ["FEATURE_HAS_NO_PLACE"])


@pytest.mark.clause("DBA-TERR-8", "DBA-SETUP-14")
def test_the_crest_of_an_oval_hill_is_so_long() -> None:
    """480 by 320 paces, lying north: to either side of the middle half of 480 - 320 and a quarter of 320."""
    b = board(Topography.HILLY)[0]
    lay(b, oval(Ground.STEEP_HILL, LEFT, NEAR, optional=False))
    crest = next(f for f in b.terrain.features[: b.terrain.n_features] if f.kind == Ground.CREST)
    assert (crest.x0, crest.y0, crest.x1, crest.y1) == (750.0, 590.0, 750.0, 910.0)
