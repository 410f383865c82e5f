"""Moves drawn by hand: where a drag stops, how far somebody may go, and which fights a move leads to."""

from __future__ import annotations

import math
from typing import Any

import pytest

import sandtable
from browser.line_of_battle import apart
from sandtable.errors import InputError
from sandtable.server.messages.drags import AskReach
from sandtable.server.messages.protocol import Foresee, Judge, Judgement
from sandtable.server.views.battle_messages import hand_facts
from sandtable.server.views.view import View
from sandtable.table.cases import answer
from sandtable.table.saves import battle_of


@pytest.fixture(scope="module")
def lines() -> View:
    """Three Blades 40 paces before three Warbands, far from both generals; Red is to move."""
    figures = [
        *({"id": "ABC"[k], "is": "4Bd", "side": "red", "at": [1200 + 160 * k, 1000], "facing": "N"} for k in range(3)),
        *({"id": "UVW"[k], "is": "4Wb", "side": "blue", "at": [1200 + 160 * k, 1100], "facing": "S"} for k in range(3)),
        {"id": "E", "is": "4Bd", "side": "red", "at": [600, 300], "facing": "N", "general": True},
        {"id": "F", "is": "4Bd", "side": "red", "at": [2500, 130], "facing": "N"},
        *({"id": "MN"[k], "is": "4Sp", "side": "red", "at": [2200 + 160 * k, 700], "facing": "N"} for k in range(2)),
        {"id": "Z", "is": "4Wb", "side": "blue", "at": [1200, 2800], "facing": "S", "general": True},
    ]
    scenario = {"game": "dba", "title": "Lines", "attacker": "red", "terrain": [], "figures": figures}
    return View(sandtable.new("dba", scenario=scenario, seed=1))


def dragged(view: View, figures: list[str], to: tuple[float, float], facing: float = 0, **more: Any) -> Judgement:
    action = {"verb": "move", "figures": figures, "to": to, "facing": facing}
    return view.judgement(Judge.model_validate({"type": "judge", "n": 1, "action": action, **more}), 0)


@pytest.mark.clause("DBA-MOVE-1")
def test_a_drag_stops_where_the_move_must(lines: View):
    """Blades go 200 paces."""
    said = dragged(lines, ["E"], (600, 900))
    assert (said.legal, said.pull, said.way, said.limit, said.action.to) == (True, "limit", 200, 200, (600, 500))
    # Slantwise, and turned on the way: then a front corner goes farther than the middle, and it is that which counts.
    said = dragged(lines, ["E"], (650, 900), 90)
    assert (said.legal, said.pull, said.limit) == (True, "limit", 200)
    assert said.way == pytest.approx(200, rel=0.05) and said.way <= 200
    assert said.action.to is not None
    x, y = said.action.to
    assert (x - 600) / (y - 300) == pytest.approx(50 / 600, abs=1e-3), "on the way there"


@pytest.mark.clause("DBA-MOVE-1")
def test_exact_work_is_judged_where_it_is(lines: View):
    said = dragged(lines, ["E"], (600, 900), magnet=False)
    assert (said.legal, said.pull, said.way, said.limit) == (False, None, 600, 200)
    assert [reason.clause for reason in said.reasons] == ["DBA-MOVE-1"]
    within = dragged(lines, ["E"], (640, 400))
    assert (within.legal, within.pull, within.action.to) == (True, None, (640, 400))


@pytest.mark.clause("DBA-GROUP-5")
def test_a_group_dragged_nearly_straight_ahead_goes_straight_ahead(lines: View):
    """0.6 of a base of 160 paces are 96; farther aside is meant to be aside, and forbidden."""
    said = dragged(lines, ["M", "N"], (2295, 850))
    assert (said.legal, said.pull, said.action.to) == (True, "ahead", (2200, 850))
    aside = dragged(lines, ["M", "N"], (2300, 850))
    assert (aside.legal, aside.pull) == (False, None)
    far = dragged(lines, ["M", "N"], (2250, 1400))
    assert (far.legal, far.pull, far.action.to) == (True, "limit", (2200, 900)), "200 paces for Spears"


def reach(view: View, *figures: str) -> tuple[tuple[float, float], ...]:
    return view.reach(AskReach(type="reach", n=1, figures=list(figures)), 0).points


@pytest.mark.clause("DBA-MOVE-1", "DBA-GROUP-1")
def test_reach_is_a_circle_in_the_open(lines: View):
    points = reach(lines, "E")
    assert len(points) == 48 and points[0] == (600, 500)
    assert points[12] == (800, 300), "a quarter round, clockwise from north, is east"
    for x, y in points:
        assert math.dist((x, y), (600, 300)) == pytest.approx(200, abs=0.5)


@pytest.mark.clause("DBA-TERR-7")
def test_reach_ends_at_the_edge_of_the_board(lines: View):
    """F stands 130 paces from the south edge, and half its depth is 30: it may go back 100."""
    points = reach(lines, "F")
    assert points[24][0] == pytest.approx(2500, abs=0.01) and points[24][1] == pytest.approx(30, abs=0.5)
    assert points[0] == (2500, 330)
    assert min(y for _, y in points) >= 30


@pytest.mark.clause("DBA-GROUP-5")
def test_a_group_reaches_straight_ahead_and_nowhere_else(lines: View):
    points = reach(lines, "M", "N")
    assert points[0] == (2200, 900)
    assert all(point == (2200, 700) for point in points[1:])


def test_nobody_reaches_anything_who_may_not_move(lines: View):
    assert reach(lines, "Z") == ()
    with pytest.raises(InputError, match="There is no figure 'X9'"):
        reach(lines, "X9")


def foreseen(view: View, action: dict[str, Any]) -> list[tuple[Any, ...]]:
    asked = Foresee.model_validate({"type": "foresee", "n": 1, "action": action})
    return [
        (fight.figures, fight.odds.share and (fight.odds.share.better, fight.odds.share.even, fight.odds.share.worse))
        for fight in view.foreseen(asked, 0, ()).fights
    ]


@pytest.mark.clause("DBA-CC-5", "DBA-OUT-1")
def test_the_fights_that_a_contact_leads_to(lines: View):
    """Blades count 5 and Warband 3 against foot. With dice a and b the Blades have more unless b is a + 2 or above.

    b = a + 2 in 4 of 36: even. b > a + 2 in 6: the Blades are destroyed. Else, in 26, the Warband recoils or is lost.
    """
    found = foreseen(lines, {"verb": "move", "figures": ["B", "A", "C"], "to": [1360, 1040], "facing": 0})
    odds = (round(2600 / 36, 1), round(400 / 36, 1), round(600 / 36, 1))
    assert found == [(("A", "U"), odds), (("B", "V"), odds), (("C", "W"), odds)]
    assert foreseen(lines, {"verb": "move", "figures": ["E"], "to": [600, 400], "facing": 0}) == []
    assert foreseen(lines, {"verb": "move", "figures": ["E"], "to": [600, 900], "facing": 0}) == [], "not legal"


@pytest.mark.clause("PURS-IMP-1")
def test_what_a_move_risks_where_its_game_says_it():
    """A wall is 3.25 inches ahead: Strength 5 against Toughness 5 kills on 4+. Short of it no die falls."""
    case = {
        "game": "pursuit", "title": "", "question": "", "phase": "movement",
        "city": [{"id": "A", "intact": True, "box": [24, 15, 30, 21]}],
        "quarry": {"figures": [{"id": "S1", "profile": "scout_rider", "at": [20, 18]}]},
        "hunters": {"figures": [{"id": "G1", "profile": "winged_swarmer", "at": [3, 3]}]},
    }  # fmt: skip
    view = View(answer(case, "test").battle)

    def risks(x: float) -> list[str]:
        move = {"verb": "move", "figures": ["S1"], "to": [x, 18], "facing": 90}
        asked = Foresee.model_validate({"type": "foresee", "n": 1, "action": move})
        return [risk.text for risk in view.foreseen(asked, 0, ()).risks]

    assert risks(26)[0] == "Scout biker survives: 50.0 % (1 of 2)."
    assert risks(23) == []
    assert risks(27) == [], "7 inches: not legal"


@pytest.mark.clause("DBAIX-TAC-7", "DBAIX-FAC-3", "DBAIX-RES-7")
def test_a_line_of_legionaries_into_villagers():
    """Worked example 12, from the move that leads to it: R2 counts 2 + 1 + 1 with dice r, the villager 3 with v.

    v > r + 1 in 10 of 36: the Roman recoils. 2 (v + 3) <= r + 4, or v below half, in 4: the Gaul has half or less.
    """
    battle = battle_of(apart())
    found = foreseen(View(battle), {"verb": "move", "figures": ["R2", "R1", "R3"], "to": [10.5, 20.5], "facing": 0})
    assert (("R2", "G2"), (round(400 / 36, 1), round(2200 / 36, 1), round(1000 / 36, 1))) in found
    assert len(found) == 3


def test_what_is_drawn_by_hand_is_the_games_to_say(lines: View):
    assert [fact.form for fact in hand_facts(lines.seen)] == [{"verb": "move"}]
    assert [fact.label for fact in hand_facts(lines.seen)] == ["Move"]
