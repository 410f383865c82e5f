"""A drag that cannot go straight goes by a way that bends by itself, as a bike turns after 2 inches."""

from __future__ import annotations

import math

import pytest

from pursuit.test_refusals import SCOUT, chase
from sandtable.server.messages.protocol import Judge, Judgement
from sandtable.server.views.view import View


@pytest.fixture(scope="module")
def bike() -> View:
    """A Scout on a bike at (20, 18), facing the Arrival, to be moved: 6 inches, 45 degrees for each 2 inches."""
    return View(chase("movement", SCOUT))


def dragged(view: View, to: tuple[float, float], **more: object) -> Judgement:
    action = {"verb": "move", "figures": ["S1"], "to": to, "facing": 90, **more}
    return view.judgement(Judge.model_validate({"type": "judge", "n": 1, "action": action, "magnet": True}), 0)


@pytest.mark.clause("PURS-MOV-5", "PURS-MOV-6", "PURS-MOV-11")
def test_a_drag_aside_goes_ahead_first_and_then_turns(bike: View) -> None:
    """To 4 ahead and 1.5 aside: 2 ahead, then 2.5 at 36.87 degrees, and after those 2.5 back to the Arrival."""
    said = dragged(bike, (24, 19.5))
    assert (said.legal, said.pull, said.snapped) == (True, "bend", True)
    assert (said.action.via, said.action.to, said.action.facing) == ([(22, 18)], (24, 19.5), 90)
    assert said.way == pytest.approx(4.5, abs=1e-3) and said.limit == 6
    mirrored = dragged(bike, (24, 16.5))
    assert (mirrored.legal, mirrored.action.via, mirrored.action.to) == (True, [(22, 18)], (24, 16.5))


@pytest.mark.clause("PURS-MOV-5")
def test_it_faces_as_it_went_where_nothing_is_left_for_turning_back(bike: View) -> None:
    """To 3 ahead and 0.95 aside: its last leg of 1.38 inches is too short for another turn."""
    said = dragged(bike, (23, 18.95))
    assert (said.legal, said.pull, said.action.via) == (True, "bend", [(22, 18)])
    assert said.action.facing == pytest.approx(90 - math.degrees(math.atan2(0.95, 1)), abs=0.1)


@pytest.mark.clause("PURS-MOV-5")
def test_two_turns_lead_farther_aside(bike: View) -> None:
    """To 3.6 ahead and 3.2 aside no single turn of 45 degrees leads: 2 ahead, 2 at 45 degrees, then 1.79 at 84.

    2 + 2 cos 45 = 3.41 ahead and 1.41 aside, from where (3.6, 3.2) lies 0.19 ahead and 1.79 aside, 1.8 inches off: 5.8.
    """
    said = dragged(bike, (23.6, 21.2))
    assert (said.legal, said.pull) == (True, "bend")
    assert said.action.to == pytest.approx((23.6, 21.2), abs=1e-3)
    assert said.action.via is not None and len(said.action.via) == 2
    assert said.action.via[0] == (22, 18)
    assert said.action.via[1] == pytest.approx((20 + 3.4142, 18 + 1.4142), abs=1e-3)


@pytest.mark.clause("PURS-MOV-5")
def test_what_cannot_be_reached_is_not_drawn_but_what_comes_near(bike: View) -> None:
    """To 3 ahead and 1.2 aside it is 50 degrees after the first 2 inches: it goes to an end that it reaches."""
    said = dragged(bike, (23, 19.2))
    assert (said.legal, said.pull) == (True, "bend")
    assert said.action.to is not None and 0 < math.dist(said.action.to, (23, 19.2)) < 0.6


@pytest.mark.clause("PURS-MOV-11")
def test_nothing_leads_back(bike: View) -> None:
    said = dragged(bike, (16, 18))
    assert (said.legal, said.reasons[0].clause) == (False, "PURS-MOV-11")


def test_a_way_that_a_player_bent_stays_as_it_is(bike: View) -> None:
    said = dragged(bike, (24, 19.5), via=[(23, 18)])
    assert (said.legal, said.action.via) == (False, [(23, 18)])  # 56 degrees there
