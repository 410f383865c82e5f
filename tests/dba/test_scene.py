"""What is shown and asked of a DBA battle, how its actions are written, and where a case begins."""

from __future__ import annotations

import re

import pytest

import sandtable
from sandtable.errors import InputError
from sandtable.games import get_game
from sandtable.games.dba.laying.numbers import blank, fill_rules
from sandtable.games.dba.record import Ground, Phase, Side, Verb
from sandtable.games.dba.showing.overlays import overlays, zones_in_play
from sandtable.games.dba.showing.phrases import PHRASES
from sandtable.games.game import Names
from sandtable.kernel.changing_terrain import append_rectangle
from sandtable.table.battle import Battle
from sandtable.table.name_index import options_of
from sandtable.table.scenarios import Origin
from sandtable.translation import speaking


def case(**fields) -> Battle:
    """A battle that begins where the case says, no die thrown."""
    game = get_game("dba")
    return Battle(game, Origin(fields, "", "case", case=True), options_of(game, fields.get("options")))


BLADES = {"id": "R1", "is": "4Bd", "side": "red", "at": [1000, 1000], "facing": "N"}
KNIGHTS = {"id": "R2", "is": "3Kn//4Bd", "side": "red", "at": [1300, 970], "facing": "N", "general": True}
WARBAND = {"id": "B1", "is": "3Wb", "side": "blue", "at": [1000, 1070], "facing": "S"}  # front to front with R1
BOTH = {"armies": {"red": {"name": "English"}, "blue": {"name": "Gauls"}}}


@pytest.fixture(scope="module")
def battle() -> Battle:
    return sandtable.new("dba", "rome-and-carthage", dice=[{"for": "pips", "side": "blue", "value": 4}])


# ---------------------------------------------------------------- the scene


def test_the_scene_has_ground_camps_and_both_armies_by_name(battle):
    scene = battle.scene()
    assert [(f.kind, f.label) for f in scene.features if f.kind not in ("crest", "camp")] == [
        ("road", "Coast road"), ("steep_hill", "Tower hill"), ("wood", "Olive grove"), ("gentle_hill", "Long rise"),
    ]  # fmt: skip
    assert len([f for f in scene.features if f.kind == "crest"]) == 2
    assert [f.label for f in scene.features if f.kind == "camp"] == ["Camp", "Camp"]
    assert [(score.name, score.points, score.figures) for score in scene.scores] == [
        ("Polybian Romans", 0, 12), ("Later Carthaginians", 0, 12),
    ]  # fmt: skip
    assert dict(scene.facts) == {"Bound": "1", "Active": "Later Carthaginians", "Step": "Movement", "PIPs left": "4"}


@pytest.mark.parametrize("ground", [ground for ground in Ground if ground != Ground.CREST])
def test_ground_laid_by_hand_is_called_by_its_kind_in_the_language_of_who_looks(ground):
    """No scenario has named it."""
    game = get_game("dba")
    record = blank()
    fill_rules(record[0], {})
    append_rectangle(record[0].terrain, ground.value, 1000.0, 1000.0, 1400.0, 1300.0)
    names = Names((), (), sides=("Red", "Blue"))
    with speaking("ru"):
        (label,) = [feature.label for feature in game.scene(record[0], names).features if feature.kind != "camp"]
    assert re.fullmatch("[А-Я][а-яё ]+", label), label


def test_a_card_says_what_an_element_can_do(battle):
    cards = {figure.id: figure for figure in battle.scene().figures}
    assert dict(cards["R2"].facts) == {
        "Troops": "4Bd", "Combat": "+5 against foot, +3 against mounted", "Move": "200 paces",
    }  # fmt: skip
    assert cards["R2"].emblem == "blades"
    assert not cards["R2"].may_act
    general = cards["B9"]
    assert (general.name, general.marks, general.may_act) == ("General's Cavalry", ("commander",), True)
    assert dict(general.facts)["Move"] == "400 paces, bad going 200"
    assert dict(cards["BCF"].facts)["Place"] == "in the camp of the Later Carthaginians"


@pytest.mark.clause("DBA-CONTACT-2")
def test_front_contact_is_drawn():
    shown = case(figures=[BLADES, WARBAND], pips=1).scene()
    # the common edge: R1's front at y 1030, from x 920 to 1080
    assert [(o.kind, o.points) for o in shown.overlays if o.kind == "contact"] == [
        ("contact", ((920.0, 1030.0), (1080.0, 1030.0)))
    ]


@pytest.mark.clause("WAD-ZOC-2", "WAD-ZOC-9", "WAD-ZOC-16", "WAD-RES-1")
def test_zones_are_drawn_with_where_they_stop_and_whom_they_restrict():
    # the Warband's front edge at y 1130, 100 before the Blades': its carpet reaches 160, but stops at them
    near = {**WARBAND, "at": [1000, 1170]}
    shown = case(figures=[BLADES, near], side="red", pips=1).scene()
    zone = next(overlay for overlay in shown.overlays if overlay.kind == "zone")
    assert sorted(zone.points) == [(920.0, 1030.0), (920.0, 1130.0), (1080.0, 1030.0), (1080.0, 1130.0)]
    assert zone.label == "zone of Warband (B1); restricts Blades (R1)"
    stop = next(overlay for overlay in shown.overlays if overlay.kind == "stop")
    assert (sorted(stop.points), stop.label) == ([(920.0, 1030.0), (1080.0, 1030.0)], "stopped by Blades (R1)")
    blades = next(figure for figure in shown.figures if figure.id == "R1")
    assert "restricted" in blades.marks
    assert dict(blades.facts)["In the zone"] == "of Warband (B1): into contact with it, closer, or straight back"


@pytest.mark.clause("WAD-ZOC-12")
@pytest.mark.parametrize(("y", "drawn"), [(40, []), (40.5, [(920.0, 0.0), (920.0, 0.5), (1080.0, 0.0), (1080.0, 0.5)])])
def test_a_zone_that_only_touches_the_edge_of_the_board_is_not_drawn(y, drawn):
    """Warband 80 deep look off the board: with their front on its edge, y 0, no part of their zone lies on it."""
    scene = case(figures=[BLADES, {**WARBAND, "at": [1000, y]}], side="red", pips=1).scene()
    zone = [overlay for overlay in scene.overlays if overlay.kind == "zone"]
    assert [sorted(overlay.points) for overlay in zone] == ([drawn] if drawn else [])
    assert {figure.id for figure in scene.figures} >= {"R1", "B1"}


@pytest.mark.clause("DBA-SHOOT-5", "DBA-SHOOT-10", "DBA-SHOOT-12")
def test_shots_are_drawn():
    # front edge of the Bows at y 1040; one Warband 150 before them, another far aside
    bows = {"id": "R1", "is": "4Bw", "side": "red", "at": [1000, 1000], "facing": "N"}
    targets = [{**WARBAND, "at": [1000, 1230]}, {**WARBAND, "id": "B2", "at": [1600, 1230]}]
    shown = case(figures=[bows, *targets], phase="shooting").scene()
    shots = [(overlay.points, overlay.label) for overlay in shown.overlays if overlay.kind == "shot"]
    assert shots == [(((1000.0, 1000.0), (1000.0, 1230.0)), "Bows (R1) may shoot at Warband (B1)")]


def test_the_side_to_decide_is_asked_by_its_armys_name(battle):
    decision = battle.decision
    assert decision.side == "blue"
    assert decision.side_name == "Later Carthaginians"
    assert decision.text == "Later Carthaginians: 4 PIPs left. Move an element or a group, or end movement."


def test_what_waits_stands_beside_the_table():
    boxes = {
        box.title: [f.id for f in box.figures]
        for box in sandtable.new("dba", "landing-in-africa", seed=1).scene().boxes
    }
    assert boxes["Later Carthaginians held back"] == ["B11", "B12"]


def test_every_emblem_is_drawn():
    from sandtable.draw import symbols
    from sandtable.games.dba.laying.tables import sub_types

    drawn = symbols()
    assert [kind.key for kind in sub_types().values() if f'id="emblem-{kind.emblem}"' not in drawn] == []


# ---------------------------------------------------------------- notation


def test_every_verb_has_a_phrase():
    assert set(PHRASES) == {verb.name for verb in Verb}


OPTIONAL = "as an optional feature"


@pytest.mark.parametrize(
    ("said", "label"),
    [
        ("move R1 R2 march 100 right 30 to 1036,1294 facing 30", None),
        ("dismount R2", "General's Knights (R2): dismount"),
        ("shoot R1 at B1", "Blades (R1): shoot at Warband (B1)"),
        ("fight R1 B1", "Blades (R1) and Warband (B1): fight"),
        ("choose B1", "Choose Warband (B1)"),
        ("end", "End movement"),
        ("edge west", "Give the west edge the numbers 4 to 6"),
        ("pitch unoccupied to 1500,160 facing 0", "Pitch the camp in the south, unoccupied"),
        ("place wood to 600,2400 facing 90 as optional size 3",
         "Place a middling wood (2 by 2 base widths) in the north-west as an optional feature"),
        ("place road via 0,1500 3000,1500 as compulsory size 0",
         "Lay a road from the west edge to the east edge, in the middle, as a compulsory feature"),
        ("place road via 1000,0 1000,3000 as compulsory size 0",
         "Lay a road from the south edge to the north edge, 500 paces west of the middle, as a compulsory feature"),
        ("place river via 1500,0 2000,900 3000,1520 as optional size 0",
         f"Lay a river from the south edge, in the middle, to the east edge, 20 paces north of the middle, {OPTIONAL}"),
        ("place road via 0,1250 600,1500 as optional size 0",
         "Lay a road from the west edge, 250 paces south of the middle, to a road in the west, as an optional feature"),
        ("deploy R1 R2 to 1500,800 facing 0",
         "Blades (R1) and General's Knights (R2): deploy in a row in the south, facing north"),
        ("hold back R1", "Blades (R1): hold back"),
        ("swap R1 R2", "Blades (R1) and General's Knights (R2): swap"),
        ("land R1 to 200,1500 facing 90", "Blades (R1): land in the west, facing east"),
        ("land R1 to -200,9000 facing 90", "Blades (R1): land off the board, beyond the north-west, facing east"),
        ("land R1 to 9999,-9999 facing 90", "Blades (R1): land off the board, beyond the south-east, facing east"),
    ],
)  # fmt: skip
def test_actions_read_as_they_are_written(said, label):
    b = case(figures=[BLADES, KNIGHTS, WARBAND], pips=3)
    action = b.action(said)
    assert action.text == said
    assert b.action(action.to_json()) == action
    if label:
        assert action.label == label


# ---------------------------------------------------------------- where a case begins


@pytest.mark.clause("DBA-PIP-3", "DBA-SEQ-1")
def test_a_case_stands_in_the_second_bound_of_its_side_unless_it_says():
    b = case(**BOTH, figures=[BLADES, WARBAND], attacker="blue", side="red", pips=3).record
    assert (b.turn, b.phase, b.pips) == (Side.RED, Phase.MOVEMENT, 3)
    assert b.own_bounds.tolist() == [2, 2]
    assert b.bound == 4
    first = case(figures=[BLADES, WARBAND], attacker="red", bound=1, pips=3).record
    assert (first.turn, first.bound, first.own_bounds.tolist()) == (Side.RED, 1, [1, 0])


@pytest.mark.clause("DBA-SEQ-4", "DBA-CC-4")
def test_a_case_of_close_combat_has_its_pairs():
    b = case(figures=[BLADES, WARBAND], phase="combat")
    assert b.record.figures[0].opponent == 1
    assert b.decision.text == "Red: one fight is to come, Blades (R1) against Warband (B1). Fight it."


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"side": "green"}, "expected a side, found 'green'"),
        ({"phase": "song"}, "expected a step of a bound, found 'song'"),
        ({"pips": 2.5}, "expected a whole number from 0 to 99, found 2.5"),
        ({"bound": 0}, "expected a whole number from 1 to 999, found 0"),
    ],
)
def test_a_case_that_begins_nowhere_is_told(fields, sentence):
    with pytest.raises(InputError) as error:
        case(figures=[BLADES, WARBAND], **fields)
    assert sentence in str(error.value)


# ---------------------------------------------------------------- options


@pytest.mark.clause("WAD-GEN-2")
def test_plain_conventions_turn_defaults_but_not_what_is_chosen():
    game = get_game("dba")
    plain = options_of(game, {"conventions": "plain"})
    assert (plain["board"], plain["front_crossing"], plain["measure"]) == ("regulation", "plain", "displacement")
    assert options_of(game, {"conventions": "plain", "board": "expanded"})["board"] == "expanded"
    assert options_of(game, {})["board"] == "expanded"


# ---------------------------------------------------------------- before the battle


def before(phase: Phase, edge: int, **fields: float) -> list:
    """What is drawn while Red, from this edge of a board 3000 wide and 2400 high, decides in this step."""
    record = blank()
    b = record[0]
    fill_rules(b, {})
    b.table_width, b.table_height = 3000.0, 2400.0
    b.phase, b.pending_side, b.attacker = phase.value, Side.RED.value, Side.BLUE.value
    b.edge[:] = (edge, (edge + 2) % 4)
    if fields:
        append_rectangle(b.terrain, Ground.WATERWAY.value, *(fields[name] for name in ("x0", "y0", "x1", "y1")))
    return list(overlays(b, Names((), (), sides=("Romans", "Gauls")), zones_in_play(b)))


@pytest.mark.clause("WAD-AREA-4", "DBA-DEPLOY-5")
@pytest.mark.parametrize(
    ("edge", "west", "south", "east", "north"),
    [(0, 300, 1500, 2700, 2400), (1, 2100, 300, 3000, 2100), (2, 300, 0, 2700, 900), (3, 0, 300, 900, 2100)],
)
@pytest.mark.parametrize("phase", [Phase.DEPLOYMENT, Phase.SWAPS])
def test_the_area_where_a_side_deploys_is_shaded(phase, edge, west, south, east, north):
    """900 paces deep from its edge, 300 from both side edges."""
    (area,) = before(phase, edge)
    assert sorted(area.points) == sorted([(west, south), (west, north), (east, south), (east, north)])
    assert area.kind == "deploy"
    assert area.closed
    assert area.label == "Romans deploy up to 900 paces from their edge, 300 from each side"


@pytest.mark.clause("DBA-DEPLOY-6")
def test_behind_a_waterway_the_area_begins_at_its_shore():
    water = {"x0": 0.0, "y0": 0.0, "x1": 3000.0, "y1": 200.0}
    (area,) = before(Phase.DEPLOYMENT, 2, **water)
    assert sorted(area.points) == [(300, 200), (300, 1100), (2700, 200), (2700, 1100)]
    (line,) = before(Phase.CAMPS, 2, **water)
    assert sorted(line.points) == [(0, 200), (3000, 200)]


@pytest.mark.clause("DBA-DEPLOY-2")
@pytest.mark.parametrize(
    ("edge", "ends"),
    [
        (0, [(0, 2400), (3000, 2400)]),
        (1, [(3000, 0), (3000, 2400)]),
        (2, [(0, 0), (3000, 0)]),
        (3, [(0, 0), (0, 2400)]),
    ],
)
def test_the_edge_that_a_camp_touches_is_drawn(edge, ends):
    (line,) = before(Phase.CAMPS, edge)
    assert (sorted(line.points), line.closed) == (ends, False)


def test_no_area_is_drawn_once_the_battle_has_begun():
    assert before(Phase.MOVEMENT, 2) == []
