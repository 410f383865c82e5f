"""Refusals of marches, landings, shots, breaking off and placing, each where its sentence is the true reason.

Beside each stands the position just on the other side of the limit: it is legal, or something else is said of it.
"""

from __future__ import annotations

import math
from typing import Any

import pytest

from dba.orders import ahead, ask, go, march, move
from dba.table import BLUE, RED, act, codes, fresh_log, lay, where
from dba.test_conventions import case
from dba.test_groups import WOODS_WITH_AN_OPENING, file, line
from dba.test_later_moves import landing, shore
from dba.test_placing import answer, strip
from dba.test_sentences import GENERAL, why
from sandtable.games.dba.record import Ground, Phase, Verb, Where
from sandtable.games.dba.rules import placing, shooting
from sandtable.games.dba.rules.landing import judge_land
from sandtable.games.dba.rules.movement import judge_move
from sandtable.kernel.log import Kind
from sandtable.kernel.records import Path

BLADES = [
    {"id": "R1", "is": "4Bd", "side": "red", "at": [1000, 1000], "facing": "N", "general": True},
    {"id": "R2", "is": "4Bd", "side": "red", "at": [1160, 1000], "facing": "N"},
]
HORSE = [{**element, "is": "2LH"} for element in BLADES]
HORSE[1]["at"] = [1000, 880]  # a file: their fronts are at y 1060 and 940
ENEMY = {"id": "B1", "is": "3Wb", "side": "blue", "at": [1000, 2500], "facing": "S"}


def told(figures: list[dict[str, Any]], order: str) -> list[str]:
    """Why this order is refused, as a player reads it; nothing if it is legal."""
    verdict = case(figures=[*figures, ENEMY], pips=6, bound=3).judge(order)
    assert verdict.legal == (not verdict.reasons)
    return [finding.text for finding in verdict.reasons]


def refusal(judge: Any, b: Any, action: Any) -> list[str]:
    """The sentences with which this judge refuses an action; none if it is legal."""
    return [] if judge(b, action, fresh_log()).legal else [sentence for sentence, _ in why(judge, b, action)]


# ---------------------------------------------------------------- marches


@pytest.mark.clause("DBA-GROUP-5")
def test_a_march_by_legs_that_go_back_says_how_far():
    back = "General's Blades (R1) would go {} back; a group marches ahead, and wheels."
    assert told(BLADES, "move R1 R2 march -50") == [back.format("50 paces")]
    assert told(BLADES, "move R1 R2 march 60 right 10 -23.4") == [back.format("23 paces")]
    assert told(BLADES, "move R1 R2 march -0.1") == [back.format("1 pace")]  # back at all is too much
    assert told(BLADES, "move R1 R2 march 0.1") == []
    assert told(BLADES, "move R1 R2 ahead -50") == [
        "A group goes straight ahead or wheels; General's Blades (R1)'s group cannot go back."
    ]


@pytest.mark.clause("DBA-GROUP-5")
def test_a_march_wheels_by_half_a_turn_at_once_and_no_more():
    """A file of Light Horse about its front corner: 160 paces from the other, so that half a turn is 320 of its 500."""
    far = "General's Light Horse (R1) would wheel by {} degrees at once; half a turn is the most."
    for hand in ("right", "left"):
        assert told(HORSE, f"move R1 R2 march 0 {hand} 180") == []
        assert told(HORSE, f"move R1 R2 march 0 {hand} 180.4") == [far.format("180.4")]
        assert told(HORSE, f"move R1 R2 march 0 {hand} 180.02") == [far.format("180.1")]
        assert told(HORSE, f"move R1 R2 march 0 {hand} 90 0 {hand} 91") == []


@pytest.mark.clause("DBA-GROUP-5")
def test_where_no_one_wheel_leads_a_group_is_said():
    """Turned by 30 degrees and 100 to its right, which a wheel about the right corner (1240, 1030) does not bring it.

    The corner would be at 1100 + 240 cos 30 + 30 sin 30 = 1322.8 and 1000 - 240 sin 30 + 30 cos 30 = 906.0: 82.8 to
    the right, 124.0 lower. Ahead after the wheel brings 82.8 to the right in 165.7, and 143.5 up: the way before it
    would be 267.5 back.
    """
    missed = ["No march ahead with one wheel leads General's Blades (R1) there."]
    assert told(BLADES, "move R1 R2 to 1100,1000 facing 30") == missed
    # The wheel by ten degrees alone: the leader's middle, 240 left of the corner and 30 behind, swings about it.
    turn = math.radians(10)
    x, y = 1240 - 240 * math.cos(turn) - 30 * math.sin(turn), 1030 + 240 * math.sin(turn) - 30 * math.cos(turn)
    assert told(BLADES, f"move R1 R2 to {x:.3f},{y:.3f} facing 10") == []
    assert told(BLADES, f"move R1 R2 to {x:.3f},{y + 1:.3f} facing 10") == []  # ahead by one before it
    assert told(BLADES, f"move R1 R2 to {x:.3f},{y - 1:.3f} facing 10") == missed  # back by one


@pytest.mark.clause("DBA-GROUP-5", "WAD-MEAS-4")
def test_a_group_faces_about_by_half_a_turn_about_either_end_of_its_front():
    """The ends of the file's front are at (1080, 1060) and (920, 1060), its leader's middle 60 behind and 80 aside.

    Turned about them it comes to (1160, 1120) or (840, 1120), for 320 paces; 180 more may be ahead, before or after.
    """
    missed = ["No march ahead with one wheel leads General's Light Horse (R1) there."]
    for x, aside in ((1160, 0.2), (840, -0.2)):
        assert told(HORSE, f"move R1 R2 to {x},1120 facing 180") == []
        assert told(HORSE, f"move R1 R2 to {x},1300 facing 180") == []
        assert told(HORSE, f"move R1 R2 to {x},940 facing 180") == []
        far = told(HORSE, f"move R1 R2 to {x},1301 facing 180")
        assert far == ["General's Light Horse (R1) would go 501 paces; they may go 500."]
        assert told(HORSE, f"move R1 R2 to {x + aside},1120 facing 180") == missed
    assert told(HORSE, "move R1 R2 to 1000,1000 facing 180") == missed  # on the spot
    b = file("2LH", "2LH")  # 30 lower: its front is at y 1030
    go(b, move(0, 1, to=(840, 1090), facing="S"))
    assert where(b, 0) == (840, 1090, 0, -1) and where(b, 1) == (840, 1210, 0, -1)


@pytest.mark.clause("DBA-GROUP-8")
def test_a_group_that_slides_only_aside_goes_no_hair_back():
    """Facing 37 degrees, some paces to its side and not ahead: by the lattice of places a hair ahead or back.

    The War Wagon on which it squares up, 320 deep and without a zone, begins 100 paces before its front.
    """
    turn = math.radians(37)
    fx, fy = math.sin(turn), math.cos(turn)

    def squared_up(aside: float) -> Any:
        at = [(1500 + 160 * k * fy, 1500 - 160 * k * fx) for k in range(2)]
        enemy = (1500 + 290 * fx + aside * fy, 1500 + 290 * fy - aside * fx)
        return lay(
            ("A", "4Bd", RED, *at[0], 37, GENERAL), ("B", "4Bd", RED, *at[1], 37), ("E", "WWg", BLUE, *enemy, 217)
        )

    for tenths in range(1, 401, 21):
        for aside in (0.1 * tenths, -0.1 * tenths):
            b = squared_up(aside)
            to = (1500 + aside * fy, 1500 - aside * fx)
            assert ask(b, move(0, 1, to=to, facing=37)).reasons == []
    b = squared_up(40)
    back = (1500 + 40 * fy - 0.1 * fx, 1500 - 40 * fx - 0.1 * fy)
    assert refusal(judge_move, b, move(0, 1, to=back, facing=37)) == ["GROUP_GOES_BACK"]


@pytest.mark.clause("DBA-GROUP-8", "DBA-GROUP-10")
def test_a_group_that_narrows_its_front_does_not_wheel_and_one_that_forms_a_column_may():
    b = line("4Bd", "4Bd", "4Bd", "4Bd", terrain=WOODS_WITH_AN_OPENING)

    def narrow(wheel: float, files: int, who: tuple[int, ...] = (1, 2, 0, 3)) -> list[str]:
        """The leader, at (1160, 1000), goes 60 ahead and wheels about its right or left front corner."""
        turn = math.radians(wheel)
        x, y = 1160 + 80, 1090.0
        x, y = x - 80 * math.cos(turn) - 30 * math.sin(turn), y + 80 * math.sin(turn) - 30 * math.cos(turn)
        order = march(*who, legs=[(60, wheel)], to=(x, y), facing=wheel, path=Path.COLUMN)
        order.amount = files
        return refusal(judge_move, b, order)

    assert narrow(0, 2) == []
    assert narrow(0.1, 2) == ["NARROWS_AHEAD"]
    assert narrow(12, 2) == ["NARROWS_AHEAD"]
    assert narrow(0.1, 0, (1, 0)) == []  # into a column of one file


# ---------------------------------------------------------------- breaking off


@pytest.mark.clause("DBA-BREAK-4", "WAD-ZOC-6")
@pytest.mark.parametrize(
    ("facing", "reach"), [("N", 50.0), (30, 80 * math.sin(math.pi / 6) + 50 * math.cos(math.pi / 6))]
)
def test_breaking_off_ends_against_no_camp_that_an_enemy_holds(facing: Any, reach: float):
    """Cavalry, 120 deep, leave an enemy at y 1530: their rear is at y 1410, and at 1210 after 200 paces.

    The camp, 160 by 100, reaches 50 north of its middle, turned by 30 degrees 83.3; its zone 160 paces farther.
    """

    def refused(north: float, occupant: int = BLUE) -> list[str]:
        camp = {BLUE: (1500, north - reach, facing, 160.0, 100.0)}
        b = lay(
            ("A", "3Cv", RED, 1500, 1470, "N", GENERAL), ("E", "4Bd", BLUE, 1500, 1560, "S", GENERAL),
            ("C", "4Bd", occupant, 0, 0, "N", {"camp": BLUE}), camps=camp,
        )  # fmt: skip
        return refusal(judge_move, b, ahead(b, 0, by=-200))

    assert refused(1210) == ["BREAKS_OFF_INTO_CAMP"]
    assert refused(1209.9) == ["BREAKS_OFF_INTO_ZONE"]
    assert refused(1050.1) == ["BREAKS_OFF_INTO_ZONE"]
    assert refused(1049.9) == []
    assert refused(1209.9, RED) == []  # one that its own side has taken


# ---------------------------------------------------------------- landing


@pytest.mark.clause("DBA-LIT-1")
def test_a_landing_names_who_lands_and_those_are_of_the_side_whose_bound_it_is():
    waits = {"where": Where.HELD_BACK.value}
    b = shore(("E", "4Bd", BLUE, 0, 0, "N", waits), ("F", "4Bd", BLUE, 1500, 2000, "S", GENERAL))

    def refused(*actors: int) -> list[str]:
        return refusal(judge_land, b, landing(*actors, x=1000, y=330))

    assert refused() == ["NOBODY_LANDS"]
    assert refused(0, 1) == []
    assert refused(4) == ["OTHERS_BOUND"]  # Blue's, and held back, too
    assert refused(0, 4) == ["OTHERS_BOUND"]
    assert refused(5) == ["OTHERS_BOUND"]  # Blue's, and on the table
    assert refused(3) == ["CANNOT_LAND"]  # Red's, and on the table
    b.turn = BLUE
    b.own_bounds[:] = (1, 1)
    assert refused(4) == []
    assert refused(0) == ["OTHERS_BOUND"]


# ---------------------------------------------------------------- shooting


def shot(b: Any, who: int, at: int) -> list[str]:
    """The sentences with which a shot is refused."""
    return refusal(shooting.judge_shoot, b, act(Verb.SHOOT, who, target=at))


@pytest.mark.clause("DBA-SHOOT-12", "DBA-SHOOT-2", "DBA-SEQ-3")
def test_a_shot_is_at_an_enemy_who_is_on_the_table():
    """Red's Bows have their front at y 1500 and shoot 200 paces: at E, whose front is at y 1700, and no farther."""
    gone = {"where": Where.LOST.value}
    waits = {"where": Where.HELD_BACK.value}
    b = lay(
        ("A", "4Bw", RED, 1500, 1460, "N"), ("F", "4Bd", RED, 1500, 1630, "N"), ("E", "4Bw", BLUE, 1500, 1740, "S"),
        ("L", "4Bd", BLUE, 1500, 1630, "S", gone), ("W", "4Bd", BLUE, 1500, 1630, "S", waits),
        ("X", "4Bd", RED, 0, 0, "N", gone), phase=Phase.SHOOTING.value,
    )  # fmt: skip
    b.figures[1].x = 2500  # the friend stands aside
    shooting.begin_shooting(b)
    assert shot(b, 0, 2) == []
    b.figures[2].y = 1740.1
    assert shot(b, 0, 2) == ["OUT_OF_RANGE"]
    b.figures[2].y = 1740.0
    assert shot(b, 0, 1) == ["TARGET_IS_OWN"]
    assert shot(b, 0, 5) == ["TARGET_IS_OWN"]  # a friend who has fallen is an own one first
    assert shot(b, 0, 3) == shot(b, 0, 4) == ["TARGET_IS_OFF_TABLE"]
    assert shot(b, 0, -1) == shot(b, 0, 6) == ["SHOOTS_AT_NO_ENEMY"]
    # Blue's Bows are asked at whom they shoot: for Red's it is no time, whoever is named.
    b.phase, b.pending, b.pending_side = Phase.AIM.value, 2, BLUE
    assert shot(b, 2, 0) == []
    assert shot(b, 0, 2) == shot(b, 0, 1) == ["NOT_YOUR_SHOOTER"]
    assert shot(b, 2, 3) == ["TARGET_IS_OWN"]


# ---------------------------------------------------------------- placing


@pytest.mark.clause("DBA-SETUP-7", "DBA-TERR-8")
@pytest.mark.parametrize(("kind", "fit", "corners"), [("wood", 14, 12), ("gentle_hill", 12, 14)])
def test_a_board_full_of_terrain_says_how_many_pieces_it_has(kind: str, fit: int, corners: int):
    """The record holds 240 corners, 72 of them kept for the next piece: 14 ovals of 12, or 12 with a crest of two."""

    def placed(pieces: int) -> Any:
        ovals = [
            {"kind": kind, "oval": {"at": [300 + 200 * (k % 8), 300 + 200 * (k // 8)], "length": 90, "width": 80}}
            for k in range(pieces)
        ]
        battle = case(phase="terrain", attacker="blue", terrain=ovals)
        assert battle.record.terrain.n_vertices == corners * pieces
        return battle.judge("place wood to 2400,2400 facing 90 as optional size 3")

    assert placed(fit).legal
    assert [finding.text for finding in placed(fit + 1).reasons] == [
        f"The board has {fit + 1} pieces of terrain, and no room for more."
    ]


@pytest.mark.clause("DBA-SETUP-7")
def test_a_road_with_a_bend_is_one_piece():
    """The record holds 40 parts, six of them kept for the next piece: 17 roads of two, and not 18."""
    roads = [(Ground.ROAD, [(100 * k, 0), (100 * k + 50, 1500), (100 * k, 3000)], 80) for k in range(1, 19)]
    river = strip(Ground.RIVER, (0.0, 1500.0), (3000.0, 1500.0), optional=True)
    assert answer(lay(terrain=roads[:17]), river) == (True, [])
    full = lay(terrain=roads)
    assert full.terrain.n_features == 36
    log = fresh_log()
    placing.judge_place(full, river, log)
    assert codes(log, Kind.REASON) == ["NO_MORE_TERRAIN"] and log.entries[0].amount == 18
