"""Scenario files: the ready battles lie within the rules of their armies, zones and terrain; mistakes are told."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from sandtable.errors import InputError
from sandtable.games.dba.laying.scenario import SCENARIOS, lay, lay_case, scenario_data
from sandtable.games.dba.record import Ground, Phase, River, Side, Topography, Type, Where
from sandtable.games.dba.rules.positions import camp_base
from sandtable.kernel.geometry import Corner, base_of, corner
from sandtable.kernel.records import NONE

ALL = sorted(path.stem for path in SCENARIOS.glob("*.yaml"))
DEPLOYED = [name for name in ALL if scenario_data(name)[0].get("deployment") != "by hand"]
FULL = [name for name in DEPLOYED if name != "first-lesson"]
FRESH = [name for name in FULL if name != "hussites-and-germans"]
"""Those that begin with the first bound after deployment; the crusaders have come up to the wagon fort already."""


def laid(name: str, **options: str):
    data, where = scenario_data(name)
    return lay(data, options, where)


def corners(base):
    return [(float(p.x), float(p.y)) for p in (corner(base, which) for which in Corner)]


# ---------------------------------------------------------------- the ready battles


def test_there_are_six_ready_battles_a_lesson_and_two_that_are_deployed_by_hand():
    assert set(ALL) - set(DEPLOYED) == {"by-hand", "ready-field"}
    assert len(FULL) >= 6
    pairs = {laid(name).names.sides for name in FULL}
    assert {
        ("Polybian Romans", "Later Carthaginians"), ("Marian Romans", "Gauls"), ("Macedonians", "Persians"),
        ("English", "French"), ("Hussites", "Germans"),
    } <= pairs  # fmt: skip


@pytest.mark.parametrize("name", DEPLOYED)
@pytest.mark.parametrize("options", [{}, {"scale": "25mm"}, {"board": "regulation"}, {"conventions": "plain"}])
def test_every_battle_lays_in_both_scales_and_on_both_boards(name, options):
    b = laid(name, **options).record[0]
    assert b.phase == Phase.BOUND_START
    assert b.turn == b.attacker
    for i in range(b.n_figures):
        assert 0 <= b.figures[i].x <= b.table_width
        assert 0 <= b.figures[i].y <= b.table_height


@pytest.mark.parametrize("name", FULL)
@pytest.mark.clause("DBA-ARMY-1", "DBA-TROOP-6", "DBA-ARMY-4")
def test_armies_have_twelve_elements_one_general_and_a_camp_where_they_need_one(name):
    b = laid(name).record[0]
    for side in Side:
        mine = [f for f in b.figures[: b.n_figures] if f.side == side and f.type != Type.CF]
        assert len(mine) == 12
        assert sum(int(f.general) for f in mine) == 1
        assert b.camps[side].present == (sum(f.type == Type.WWG for f in mine) < 2)


@pytest.mark.parametrize("name", FRESH)
@pytest.mark.parametrize("board", ["expanded", "regulation"])
@pytest.mark.clause("WAD-AREA-4", "WAD-AREA-5", "WAD-AREA-7", "DBA-DEPLOY-4", "DBA-DEPLOY-5")
def test_troops_stand_in_their_zones(name, board):
    b = laid(name, board=board).record[0]
    deep, margin = (900, 300) if board == "expanded" else (600, 300)
    for f in b.figures[: b.n_figures]:
        if f["where"] != Where.TABLE or f.camp != NONE:
            continue
        for x, y in corners(base_of(f)):
            assert margin <= x <= b.table_width - margin
            inward = y if f.side == Side.RED else b.table_height - y
            assert 0 <= inward <= deep


@pytest.mark.parametrize("name", FULL)
@pytest.mark.clause("DBA-DEPLOY-2", "DBA-ARMY-5", "WAD-CAMP-5")
def test_camps_touch_their_base_edges(name):
    b = laid(name).record[0]
    for side in Side:
        if b.camps[side].present:
            reach = [y if side == Side.RED else b.table_height - y for _, y in corners(camp_base(b, side))]
            assert min(reach) == 0
            assert b.camps[side].width + b.camps[side].depth <= 4 * 160  # legal as printed, too


def polygons(b, *grounds: Ground):
    """Every part of terrain of these kinds, as Shapely sees it."""
    found = []
    for f in b.terrain.features[: b.terrain.n_features]:
        if f.kind in grounds:
            vertices = b.terrain.vertices[f.first : f.first + f.count]
            found.append(shapely.Polygon([(v.x, v.y) for v in vertices]))
    return found


AREAS = (Ground.WOOD, Ground.STEEP_HILL, Ground.GENTLE_HILL, Ground.MARSH, Ground.ROUGH, Ground.DUNES, Ground.OASIS)
COVER = (*AREAS[:2], *AREAS[3:], Ground.RIVER, Ground.WATERWAY)


@pytest.mark.parametrize("name", FULL)
@pytest.mark.clause("DBA-SETUP-3", "DBA-SETUP-4", "DBA-SETUP-5", "DBA-SETUP-6", "DBA-SETUP-7", "DBA-SETUP-9")
def test_terrain_is_what_the_defender_could_have_placed(name):
    b = laid(name).record[0]
    home = b.topography[1 - b.attacker]
    kinds = [Ground(int(f.kind)) for i, f in enumerate(b.terrain.features[: b.terrain.n_features]) if f.part_of == i]
    kinds = [kind for kind in kinds if kind != Ground.CREST]
    compulsory = [kind for kind in kinds if b.rules.compulsory[home, kind]]
    optional = [kind for kind in kinds if not b.rules.compulsory[home, kind]]
    assert 1 <= len(compulsory) <= 2
    assert 2 <= len(optional) <= 3
    assert all(b.rules.optional[home, kind] for kind in optional)
    assert all(kinds.count(kind) <= (1 if b.rules.one_only[kind] else 2) for kind in kinds)
    areas = polygons(b, *AREAS)
    for i, area in enumerate(areas):
        box = area.minimum_rotated_rectangle
        (ax, ay), (bx, by), (cx, cy) = list(box.exterior.coords)[:3]
        length, width = sorted((np.hypot(bx - ax, by - ay), np.hypot(cx - bx, cy - by)), reverse=True)
        assert length + width <= 9 * 160
        assert width >= 0.93 * 160
        assert all(area.distance(other) >= 160 for other in areas[:i])
    quarters = [shapely.box(x, y, x + 1500, y + 1500) for x in (0, 1500) for y in (0, 1500)]
    everything = shapely.union_all(polygons(b, *AREAS, Ground.ROAD, Ground.RIVER, Ground.WATERWAY))
    cover = shapely.union_all(polygons(b, *COVER))
    assert sum(quarter.intersection(everything).area > 0 for quarter in quarters) >= 3
    assert sum(quarter.intersection(cover).area > 0 for quarter in quarters) >= 2


@pytest.mark.parametrize("name", FULL)
@pytest.mark.clause("DBA-SETUP-11", "DBA-SETUP-12", "DBA-SETUP-13")
def test_rivers_keep_off_the_hills_and_from_the_edges_along_which_they_run(name):
    b = laid(name).record[0]
    hills = shapely.union_all(polygons(b, Ground.STEEP_HILL, Ground.GENTLE_HILL))
    for stretch in polygons(b, Ground.RIVER):
        assert not stretch.intersects(hills)
        assert stretch.bounds[1] >= 600 and stretch.bounds[3] <= 2400


@pytest.mark.clause("DBA-LIT-1", "DBA-DEPLOY-9")
def test_landing_in_africa_holds_two_elements_back():
    b = laid("landing-in-africa").record[0]
    assert [int(f.type) for f in b.figures[: b.n_figures] if f["where"] == Where.HELD_BACK] == [
        Type.LH, Type.WB,
    ]  # fmt: skip
    assert b.topography[Side.BLUE] == Topography.LITTORAL


@pytest.mark.clause("DBA-ARMY-6", "WAD-CAMP-1", "WAD-CAMP-2", "DBA-ARMY-7")
def test_followers_are_in_their_camps():
    laid_ = laid("rome-and-carthage")
    b, names = laid_.record[0], laid_.names
    for side, followers in ((Side.RED, "RCF"), (Side.BLUE, "BCF")):
        i = names.figure(followers)
        assert b.camps[side].occupant == i
        assert b.figures[i].camp == side


@pytest.mark.clause("DBA-SETUP-1", "DBA-DEPLOY-7", "WAD-DISM-4")
def test_by_hand_begins_with_the_aggression_dice_and_everybody_waiting():
    b = laid("by-hand").record[0]
    assert b.phase == Phase.AGGRESSION
    assert set(b.figures["where"][: b.n_figures].tolist()) == {Where.UNDEPLOYED}
    assert b.aggression.tolist() == [1, 1]
    assert b.camps["present"].tolist() == [0, 0]
    assert b.camps["width"].tolist() == [400, 400]


@pytest.mark.clause("DBA-DEPLOY-10", "WAD-DISM-4")
def test_who_may_dismount_is_deployed_mounted():
    armies = {"red": {"list": "hundred-years-war-english"}, "blue": {"list": "medieval-french"}}
    b = lay({"title": "By hand", "deployment": "by hand", "armies": armies}, {}, "by hand").record[0]
    may_dismount = [int(f.type) for f in b.figures[: b.n_figures] if f.foot_type == Type.BD]
    assert may_dismount == [Type.KN] * 9


# ---------------------------------------------------------------- rows, ranks, places


def case(**fields):
    return lay_case(fields, "case")


def standing(laid_):
    names = [name.id for name in laid_.names.figures]
    return {names[i]: base_of(f) for i, f in enumerate(laid_.record[0].figures[: len(names)])}


def test_a_row_stands_front_edges_in_line_and_ranks_close_behind():
    bases = standing(case(rows=[{"side": "red", "front": [1000, 800], "ranks": ["3Wb, 4Bd", "4Wb, -"]}]))
    # two bases of 160 about x 1000: middles at 920 and 1080; depths 80, 60 and, behind the first, 60
    assert (bases["R1"].x, bases["R1"].y) == (920, 760)
    assert (bases["R2"].x, bases["R2"].y) == (1080, 770)
    assert (bases["R3"].x, bases["R3"].y) == (920, 690)


def test_rows_of_blue_run_from_its_own_left():
    bases = standing(case(rows=[{"side": "blue", "front": [1000, 2200], "troops": "El, 2Ps"}]))
    assert (bases["B1"].x, bases["B1"].y) == (1080, 2280)
    assert (bases["B2"].x, bases["B2"].y) == (920, 2240)
    assert bases["B1"].fy == -1


def test_elements_by_their_middle_their_front_and_their_left_front_corner():
    figures = [
        {"id": "A", "is": "4Bd", "side": "red", "at": [500, 500]},
        {"id": "F", "is": "4Bd", "side": "red", "front": [900, 530], "facing": "N"},
        {"id": "L", "is": "4Bd", "side": "red", "left": [1200, 500], "facing": "E"},
    ]
    bases = standing(case(figures=figures))
    assert (bases["A"].x, bases["A"].y) == (500, 500)
    assert (bases["F"].x, bases["F"].y) == (900, 500)
    # facing east its front is 160 wide along y: the left corner at (1200, 500), the middle 30 back and 80 to the right
    assert (bases["L"].x, bases["L"].y) == (1170, 420)


@pytest.mark.clause("DBA-DISM-1", "DBA-TROOP-7")
def test_who_may_dismount_knows_as_what():
    b = case(figures=[{"id": "K", "is": "3Kn//4Bd", "side": "red", "at": [500, 500], "general": True}]).record[0]
    knights = b.figures[0]
    assert (knights.type, knights.foot_type) == (Type.KN, Type.BD)
    assert (knights.depth, knights.foot_depth) == (120, 60)
    assert knights.general == 1


def test_a_case_changes_elements_of_its_scenario():
    laid_ = case(
        scenario="rome-and-carthage",
        figures=[{"id": "R1", "where": "lost"}, {"id": "X", "is": "2LH", "side": "blue", "at": [300, 300]}],
    )
    b, names = laid_.record[0], laid_.names
    assert b.figures[names.figure("R1")]["where"] == Where.LOST
    assert b.figures[names.figure("X")].type == Type.LH
    assert b.n_figures == 27


@pytest.mark.clause("DBA-CAMP-7", "DBA-WIN-3")
def test_a_camp_may_be_held_by_the_enemy():
    b = case(
        armies={"red": {"camp": {"at": [500, 200], "length": 2, "width": 2, "followers": False, "held_by": "blue"}}},
        figures=[{"id": "B1", "is": "2LH", "side": "blue", "camp": "red"}],
    ).record[0]
    assert (b.camps[Side.RED].occupant, b.camps[Side.RED].holder) == (0, Side.BLUE)
    assert (b.figures[0].x, b.figures[0].y, b.figures[0].camp) == (500, 200, Side.RED)


def test_rules_of_a_scenario_by_name():
    rules = (
        case(rules={"zone": 200, "lost_elements": 3, "factor": {"Bd": [6, 3]}, "range": {"Ps": 100}}).record[0].rules
    )
    assert (rules.zone, rules.lost_elements, rules.factor[Type.BD].tolist()) == (200, 3, [6, 3])
    assert rules["range"][Type.PS] == 100


@pytest.mark.clause("DBA-WIN-2", "DBA-WIN-4")
def test_elements_that_a_case_says_are_lost_count_as_lost():
    # Blades and the general's Knights count; a Scythed Chariot does not.
    b = case(
        figures=[
            {"id": "X", "is": "4Bd", "side": "red", "where": "lost"},
            {"id": "Y", "is": "3Kn", "side": "red", "general": True, "where": "lost"},
            {"id": "Z", "is": "SCh", "side": "blue", "where": "lost"},
        ],
    ).record[0]
    assert b.lost.tolist() == [2, 0]
    assert b.general_lost.tolist() == [1, 0]


@pytest.mark.clause("DBA-TERR-8", "DBA-SETUP-14")
def test_a_hill_gets_its_crest_along_the_middle_of_its_long_axis():
    hill = {"kind": "steep_hill", "oval": {"at": [1000, 1000], "length": 600, "width": 400, "facing": "E"}}
    laid_ = case(terrain=[hill])
    terrain = laid_.record[0].terrain
    crest = terrain.features[1]
    assert crest.kind == Ground.CREST
    ends = sorted((float(v.x), float(v.y)) for v in terrain.vertices[crest.first : crest.first + 2])
    # 200 longer than wide: 100 to both sides, and a quarter of the width more; twelve corners take a little off both
    assert ends[0] == pytest.approx((800, 1000), abs=12)
    assert ends[1] == pytest.approx((1200, 1000), abs=12)


@pytest.mark.clause("DBA-RIVER-1")
def test_the_state_of_a_river():
    river = {"kind": "river", "strip": {"points": [[0, 1500], [3000, 1500]]}}
    assert case(terrain=[river]).record[0].river == River.UNKNOWN
    assert case(terrain=[river], river="paltry").record[0].river == River.PALTRY


# ---------------------------------------------------------------- mistakes


BLADES = {"id": "A", "is": "4Bd", "side": "red", "at": [500, 500]}


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"figures": [{**BLADES, "is": "5Bd"}]}, "field figures[1].is: there are no troops '5Bd'"),
        ({"figures": [{"id": "A", "is": "4Bd", "at": [5, 5]}]}, "expected red or blue, found nothing"),
        ({"figures": [{"id": "A", "is": "4Bd", "side": "red"}]}, "expected [x, y] in paces, found nothing"),
        ({"figures": [{**BLADES, "front": [1, 1]}]}, "expected one of at, front or left, found at and front"),
        ({"figures": [BLADES, {**BLADES, "id": "B"}]}, "field figures[2]: B at (500, 500) stands on the base of A"),
        ({"figures": [{**BLADES, "at": [10, 500]}]}, "A stands off the board"),
        ({"figures": [{**BLADES, "charged": "Z"}]}, "there is no element 'Z'"),
        ({"figures": [{**BLADES, "camp": "blue"}]}, "A is in a camp that is not there"),
        ({"figures": [{**BLADES, "general": True}, {**BLADES, "id": "B", "at": [900, 500], "general": True}]},
         "an army has one general, and A and B would be two"),
        ({"rows": [{"side": "red", "front": [500, 500], "troops": "4Bd, six blades"}]}, "expected troops like 6x4Bd"),
        ({"rows": [{"side": "red", "front": [500, 500]}]}, "expected troops for one rank, or ranks for more"),
        ({"terrain": [{"kind": "wood", "strip": {"points": [[0, 0], [9, 9]]}}]},
         "expected one shape for a wood, oval or polygon, found strip"),
        ({"terrain": [{"kind": "waterway", "edge": "west", "depth": 300}], "figures": [{**BLADES, "at": [200, 500]}]},
         "A stands in the waterway"),
        ({"armies": {"red": {"camp": {"length": 5, "width": 2}}}}, "expected a camp of at most 6 base widths"),
        ({"armies": {"red": {"list": "romans"}}}, "there is no army list 'romans'"),
        ({"options": {"bord": "regulation"}}, "there is no option 'bord'; did you mean 'board'?"),
        ({"options": {"board": "small"}}, "expected expanded or regulation, found 'small'"),
        ({"rules": {"zoen": 3}}, "there is no rule 'zoen'"),
        ({"rules": {"factor": {"Bd": [1]}}}, "expected 2 numbers"),
        ({"scenario": "rome-and-cartage"}, "there is no scenario 'rome-and-cartage'; did you mean"),
    ],
)  # fmt: skip
def test_mistakes_in_a_file_are_told_in_one_sentence(fields, sentence):
    with pytest.raises(InputError) as error:
        case(**fields)
    assert sentence in str(error.value)
    assert str(error.value).startswith("case")
    assert "\n" not in str(error.value)


@pytest.mark.clause("DBA-ARMY-1")
def test_a_scenario_whose_army_is_not_of_its_list_is_refused():
    data, where = scenario_data("rome-and-carthage")
    rows = [dict(row) for row in data["rows"]]
    rows[1]["troops"] = "El"
    with pytest.raises(InputError, match="the list of the Polybian Romans has no El"):
        lay({**data, "rows": rows}, {}, where)
