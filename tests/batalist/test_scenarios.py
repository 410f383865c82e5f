"""The six scenarios against the army book's own lists (ARM-17 to ARM-23), and what files of scenarios may not say."""

from __future__ import annotations

import pytest

from sandtable.errors import InputError
from sandtable.games.batalist.enums import Goal, Ground, Role, Roll, State
from sandtable.games.batalist.laying.muster import muster_faults, standard_muster
from sandtable.games.batalist.laying.profiles import read_units
from sandtable.games.batalist.laying.scenario import SCENARIOS, lay, lay_case
from sandtable.games.batalist.laying.scenario_file import ScenarioFile
from sandtable.games.batalist.laying.standard_musters import changed
from sandtable.games.batalist.record import OPTIONS
from sandtable.games.batalist.rules.deployment import stand_ready_made
from sandtable.games.batalist.rules.free_places import may_stand
from sandtable.games.scenarios import scenario_data
from sandtable.kernel.geometry import base_of
from sandtable.kernel.records import NONE

EVERYTHING = (
    "wounded ladders building_strength boats ambush traps independents reconnaissance area_fire time_of_day sun "
    "weather wind current snipers"
)
KEYS = [f"C{number}" for number in range(1, 7)]


def table(key, **options):
    data, where = scenario_data(SCENARIOS, key)
    return lay(data, options, where)


def ready(b):
    """Both armies in their ready-made lines."""
    for side in (0, 1):
        stand_ready_made(b, side)
    return b


def pieces(b):
    """Kind and bounding box of every feature."""
    features = [b.terrain.features[k] for k in range(b.terrain.n_features)]
    return [(Ground(f.kind), *(round(float(f[word]), 3) for word in ("x0", "y0", "x1", "y1"))) for f in features]


@pytest.mark.clause("BAT-ARM-17", "BAT-ARM-22", "BAT-PRE-3", "BAT-OPT-1")
@pytest.mark.parametrize(
    ("key", "goal", "switched_on"),
    [
        ("C1", Goal.GENERAL, ""),
        ("C2", Goal.WOODS, "ambush traps reconnaissance area_fire snipers"),
        ("C3", Goal.FORD, "wounded boats current time_of_day sun wind"),
        ("C4", Goal.EXIT, "weather wind independents"),
        ("C5", Goal.WALL, "ladders building_strength wounded"),
        ("C6", Goal.GENERAL, EVERYTHING),
    ],
)  # fmt: skip
def test_goals_and_rules(key, goal, switched_on):
    b = table(key).record[0]
    assert (b.goal, b.turns, b.width, b.height) == (goal, 10, 90, 60)
    on = {name for name in OPTIONS.names if b.options[name]}
    assert on == set(switched_on.split())  # ammunition, standard bearer, artefacts and morale are on everywhere
    assert b.options.weather == {"C4": 2, "C6": 1}.get(key, 0)  # winter, summer


@pytest.mark.clause("BAT-ARM-19", "BAT-TER-1", "BAT-TER-4", "BAT-TER-22")
def test_ground_of_the_field_and_the_wood():
    assert pieces(table("C1").record[0]) == [
        (Ground.HILL, 37, 22, 53, 38), (Ground.WOOD, 12, 24, 24, 36), (Ground.DIFFICULT, 64, 25, 80, 35),
    ]  # fmt: skip
    assert pieces(table("C2").record[0]) == [
        (Ground.WOOD, 9, 15, 23, 29), (Ground.WOOD, 67, 31, 81, 45), (Ground.WOOD, 33, 33.5, 47, 47.5),
        (Ground.WOOD, 43, 12.5, 57, 26.5), (Ground.RAVINE, 38, 28, 52, 32), (Ground.SHEER, 38, 28, 38, 32),
        (Ground.MARSHY, 60, 18, 72, 26), (Ground.MARSHY, 18, 34, 30, 42),
    ]  # fmt: skip


@pytest.mark.clause("BAT-ARM-19", "BAT-ARM-20", "BAT-BOA-2", "BAT-CUR-1", "BAT-ARM-16")
def test_ground_and_boats_of_the_ford():
    b = table("C3").record[0]
    found = pieces(b)
    assert found[:5] == [
        (Ground.WATER, 0, 26, 40, 34), (Ground.WATER, 50, 26, 90, 34), (Ground.FORD, 40, 26, 50, 34),
        (Ground.SWAMP, 20, 16, 32, 24), (Ground.SWAMP, 58, 36, 70, 44),
    ]  # fmt: skip
    assert [found[k] for k in (5, 6)] == [(Ground.HILL, 62, 12, 74, 24), (Ground.WOOD, 64, 14, 72, 22)]
    assert [found[k] for k in (7, 8)] == [(Ground.HILL, 16, 36, 28, 48), (Ground.WOOD, 18, 38, 26, 46)]
    assert [piece[1:] for piece in found[9:]] == [(42, 21, 48, 27), (42, 33, 48, 39)]
    assert [int(b.sites[k].is_goal) for k in range(11)] == [0] * 9 + [1, 1]
    assert [(b.sites[k].flow_x, b.sites[k].flow_y) for k in (0, 1, 2)] == [(1, 0), (1, 0), (0, 0)]
    assert [(x.x, x.y, x.fx, x.places, x.battalion) for x in b.boats[: b.n_boats]] == [
        (12, 27, 1, 6, NONE), (76, 27, 1, 6, NONE), (24, 28, 1, 16, NONE),
        (78, 33, 1, 6, NONE), (14, 33, 1, 6, NONE), (66, 32, 1, 16, NONE),
    ]  # fmt: skip


@pytest.mark.clause("BAT-ARM-19", "BAT-TER-15", "BAT-TER-22", "BAT-LAD-1")
def test_ground_of_the_pass_and_the_gate():
    found = pieces(table("C4").record[0])
    assert (Ground.HILL, 8, 24, 28, 36) in found and (Ground.HILL, 62, 24, 82, 36) in found
    sheer = [piece[1:] for piece in found if piece[0] == Ground.SHEER]
    assert sheer == [(28, 24, 28, 36), (62, 24, 62, 36)]
    steep = [piece[1:] for piece in found if piece[0] == Ground.STEEP]
    assert steep == [(8, 24, 28, 26), (8, 34, 28, 36), (62, 24, 82, 26), (62, 34, 82, 36)]
    b = table("C5").record[0]
    found = pieces(b)
    assert [piece[1:] for piece in found[:9]] == [(10 * k, 30, 10 * k + 10, 36) for k in range(9)]
    assert [int(b.sites[k].strength) for k in range(12)] == [6, 6, 6, 6, 3, 6, 6, 6, 6, 3, 3, 1]
    assert [int(b.sites[k].storeys) for k in range(12)] == [1] * 9 + [0] * 3
    assert [(x.x, x.y, x.out_y, x.feature) for x in b.ladders[: b.n_ladders]] == [
        (25, 30, -1, 2), (65, 30, -1, 6), (25, 36, 1, 2), (65, 36, 1, 6),
    ]  # fmt: skip


@pytest.mark.clause("BAT-ARM-19")
def test_spots_of_the_long_day():
    b = table("C6").record[0]
    found = pieces(b)
    assert len(found) == 18 and {piece[0] for piece in found} == {Ground.OPEN}
    assert [piece[1:] for piece in found[3:6]] == [(39, 14, 51, 26), (40, 18, 50, 22), (42, 17.5, 48, 22.5)]
    assert [int(b.sites[k].spot) for k in range(0, 18, 3)] == [1, 2, 3, 4, 5, 6]
    assert [int(b.sites[k].roll) for k in range(3)] == [Roll.DISC, Roll.TRENCH, Roll.HOUSE]


@pytest.mark.clause("BAT-ARM-19")
@pytest.mark.parametrize("key", KEYS)
def test_terrain_keeps_clear_of_both_zones(key):
    b = table(key).record[0]
    assert [(side.zone_from, side.zone_to) for side in b.sides] == [(0, 10.5), (49.5, 60)]
    assert all(y0 >= 10.5 and y1 <= 49.5 for _, _, y0, _, y1 in pieces(b))


def units_of(key, army):
    """Army-book ids of the changed muster of an army, and of those in ambush."""
    data, where = scenario_data(SCENARIOS, key)
    model = ScenarioFile.model_validate(dict(data))
    muster = standard_muster(army)
    if army in model.changes:
        muster = changed(muster, model.changes[army], where)
    ids = [read_units()[entry["unit"]]["id"] for entry in muster["battalions"]]
    hidden = [ident for ident, entry in zip(ids, muster["battalions"], strict=True) if entry.get("ambush")]
    return muster, ids, hidden


@pytest.mark.clause("BAT-ARM-17", "BAT-ARM-3", "BAT-AMB-1")
@pytest.mark.parametrize(
    ("key", "army", "ids", "hidden"),
    [
        ("C2", "league", "L1 L1 L2 L3 L4 L4 L5 L6 L7 L8", "L5 L7"),
        ("C2", "horde", "O1 O1 O2 O3 O4 O5 O6 O7 O8 O9", "O1 O4"),
        ("C2", "host", "U1 U1 U2 U3 U3 U4 U6 U7 U8 U9", "U3 U9"),
        ("C3", "league", "L1 L1 L2 L3 L4 L4 L10 L6 L7 L8", ""),
        ("C3", "horde", "O1 O1 O2 O3 O4 O5 O6 O7 O8 O10", ""),
        ("C3", "host", "U1 U1 U2 U3 U5 U4 U6 U7 U8 U9", ""),
        ("C5", "league", "L1 L1 L2 L3 L4 L4 L5 L6 L9 L8", ""),
        ("C5", "horde", "O1 O1 O2 O3 O4 O5 O10 O7 O8 O9", ""),
        ("C5", "host", "U1 U1 U2 U3 U3 U4 U5 U7 U8 U9", ""),
    ],
)
def test_changes_of_musters(key, army, ids, hidden):
    muster, found, ambush = units_of(key, army)
    assert found == ids.split() and ambush == hidden.split()
    assert muster_faults(army, muster) == []
    if key == "C2" and army != "league":
        twice = [entry for entry in muster["battalions"] if entry["unit"] in ("orc_warriors", "ghouls")]
        assert [bool(entry.get("ambush")) for entry in twice] == [False, True]


@pytest.mark.clause("BAT-ARM-23")
def test_the_captain_who_would_lie_in_ambush():
    muster, _, _ = units_of("C2", "horde")
    with_captain = [entry["unit"] for entry in muster["battalions"] if entry.get("character") == "captain"]
    assert with_captain == ["wolf_riders", "river_trolls"]


@pytest.mark.clause("BAT-ARM-21", "BAT-DEP-10", "BAT-ARM-17")
def test_ready_made_deployment():
    b = ready(table("C1").record[0])
    league = [b.figures[i] for i in range(12)]
    # 5 5 5 5 5 5, 8 doubled, 4, 3, 3 guns of 2, two heroes of 1: 61, and eleven gaps: 72 steps about x 45
    assert [float(u.x) for u in league[:3]] == [11.5, 17.5, 23.5] and league[6].width == 16
    assert float(league[11].x) == 80.5
    assert all(u.y + 0.5 * u.depth == 9.5 and u.fy == 1 for u in league)
    horde = [b.figures[i] for i in range(12, 24)]
    assert max(u.x + 0.5 * u.width for u in horde) - min(u.x - 0.5 * u.width for u in horde) == 75
    assert float(horde[0].x) == 79.5 and all(u.y - 0.5 * u.depth == 50.5 and u.fy == -1 for u in horde)
    assert max(u.depth for u in (*league, *horde)) == 5


@pytest.mark.clause("BAT-ARM-21", "BAT-DEF-33", "BAT-DEP-11")
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("army", ["league", "horde", "host"])
def test_every_muster_fits(key, army):
    data, where = scenario_data(SCENARIOS, key)
    b = ready(lay({**data, "south": {"army": army}, "north": {"army": army}}, {}, where).record[0])
    hidden = 0
    for i in range(int(b.n_figures)):
        u = b.figures[i]
        hidden += u.state == State.AMBUSH
        if u.state == State.FIELD:
            assert may_stand(b, i, base_of(u)), i
            assert b.sides[u.side].zone_from <= u.y - 0.5 * u.depth and u.y + 0.5 * u.depth <= b.sides[u.side].zone_to
    assert hidden == (4 if key == "C2" else 0)
    roles = [int(b.characters[c].role) for c in range(b.n_characters) if b.characters[c].side == 0]
    counts = [roles.count(role) for role in (Role.GENERAL, Role.CAPTAIN, Role.MAGE, Role.STANDARD_BEARER, Role.HERO)]
    assert counts == [1, 2, 1, 1, 2]


def test_names():
    laid = table("C1")
    assert laid.names.sides == ("League of the Free Marches", "Red Tusk Horde")
    assert laid.names.figures[0].id == "A1" and laid.names.figures[0].name == "Halberdiers"
    assert laid.names.figures[23].id == "B12" and laid.names.figures[23].name == "Mother Rot"
    data, where = scenario_data(SCENARIOS, "C1")
    alike = lay({**data, "north": {"army": "league"}}, {}, where)
    assert alike.names.sides[1] == "League of the Free Marches (North)"


def test_a_case_stands_where_it_says():
    laid = lay_case(
        {
            "south": {"battalions": [{"unit": "halberdiers", "at": [40, 20], "character": "general", "command": 3}]},
            "north": {"battalions": [{"id": "X", "unit": "orc_warriors", "at": [40, 30], "facing": "S", "wounded": 2,
                                      "formation": "loose", "figures": 12, "start": 24, "cards": ["move"]}]},
        },
        "case",
    )  # fmt: skip
    b = laid.record[0]
    u = b.figures[1]
    assert (laid.names.figures[1].id, u.healthy, u.start, u.wounded, u.width, u.given) == ("X", 12, 24, 2, 12, 1)
    assert b.characters[0].command == 3 and b.characters[0].battalion == 0


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"south": {"army": "elves"}}, "south"),
        (
            {"south": {"battalions": [{"unit": "halberdier"}]}},
            "battalions[1]: there is no unit 'halberdier'; did you mean 'halberdiers'",
        ),
        ({"south": {"battalions": [], "heroes": ["gashrek"]}}, "did you mean 'gashrak'"),
        ({"changes": {"league": {"ambush": ["knights 2"]}}}, "the army has no 'knights 2'"),
        ({"changes": {"league": {"replace": {"knights": "dragons"}}}}, "there is no unit 'dragons'"),
        ({"ladders": [{"at": [1, 1], "side": "N"}]}, "there is no building"),
        ({"ground": [{"kind": "wood"}]}, "expected one of box, disc and line"),
        ({"ground": [{"kind": "sheer", "box": [1, 1, 2, 2]}]}, "sheer slopes are lines"),
        ({"rules": {"sights": 3}}, "did you mean 'sight'"),
        ({"south": {"battalions": [{"unit": "knights", "character": "mage", "artefact": "ring"}]}}, "no artefact"),
    ],
)
def test_what_files_may_not_say(changes, said):
    data, where = scenario_data(SCENARIOS, "C1")
    with pytest.raises(InputError, match="C1.yaml") as error:
        lay({**data, **changes}, {}, where)
    assert said in str(error.value)


@pytest.mark.clause("BAT-ARM-22")
def test_inside_the_wall_is_beyond_the_far_side_of_the_gate():
    """The gate of C5 reaches from 30 to 36; a wall that nobody calls the goal is refused."""
    assert table("C5").record[0].wall == 36.0
    case = {"goal": "wall", "ground": [{"kind": "building", "box": [0, 30, 10, 36], "strength": 3, "storeys": 1}]}
    with pytest.raises(InputError, match="case: ground: nothing is the goal"):
        lay_case(case, "case")
