"""Actions that name nobody, strangers, or more than there is: what is said of them, and the numbers in it."""

from __future__ import annotations

import math
from typing import Any

import pytest

from pursuit.street import FIRST, HIT, WOUND, Chase, building, gargoyle, scout
from sandtable.games.pursuit.clauses import Purpose
from sandtable.games.pursuit.record import MAX_MINES, Phase, Verb, Where
from sandtable.games.skirmish40k.record import CARRIED
from sandtable.kernel.log import Kind
from sandtable.kernel.records import NONE
from tabletop import entries

FAR = gargoyle(3, 33)
NAN = math.nan


def said(chase: Chase, verb: Verb, i: int = NONE, **fields: Any) -> tuple[str, int]:
    """The one reason, and its number."""
    ((code, number, _),) = chase.refusal(verb, i, **fields)
    return code, number


@pytest.mark.clause("PURS-CC-14", "PURS-SEQ-4")
def test_blows() -> None:
    """A Scout between two Gargoyles has one attack; the fourth figure stands 17.5 - 1.25 inches from it."""
    chase = Chase([scout(20, 18)], [gargoyle(21.25, 18), gargoyle(18.75, 18), gargoyle(20, 35.5)], phase="movement",
                  dice=[(FIRST, 4), (FIRST, 2)])  # fmt: skip
    chase.play(Verb.STAY, 0, heading=0).play(Verb.STAY, 1, heading=0)
    chase.play(Verb.STAY, 2, (HIT, 1), (HIT, 1), heading=0)
    assert chase.b.phase == Phase.BLOWS
    assert said(chase, Verb.STRIKE, 0, target=1, n_actors=0)[0] == "NOT_ITS_MOMENT"
    assert said(chase, Verb.STRIKE, 1, target=0)[0] == "NOT_ITS_MOMENT"
    for nobody in (-1, 4, 99):
        assert said(chase, Verb.STRIKE, 0, target=nobody)[0] == "STRIKES_NOBODY"
    assert chase.refusal(Verb.STRIKE, 0, target=3) == [("TOUCHES_IT_NOT", 0, 16.25)]
    for amount in (-1, 2):
        assert said(chase, Verb.STRIKE, 0, target=1, amount=amount) == ("NOT_SO_MANY_ATTACKS", 1)
    for amount in (0, 1):
        assert chase.reasons(Verb.STRIKE, 0, target=1, amount=amount) == []


@pytest.mark.clause("PURS-SEQ-4", "PURS-MOV-5", "PURS-MOV-10", "PURS-MOV-11")
def test_moves() -> None:
    chase = Chase([scout(20, 18)], [FAR], phase="movement")
    assert said(chase, Verb.STAY, 0, n_actors=0)[0] == said(chase, Verb.MOVE, 1, to=(4, 33))[0] == "NOT_ITS_MOMENT"
    for turns in (-1, 4):
        assert said(chase, Verb.MOVE, 0, to=(22, 18), n_via=turns) == ("TOO_MANY_TURNS", 3)
    for pace in (-1, 2):
        assert said(chase, Verb.MOVE, 0, to=(22, 18), mode=pace)[0] == "NO_SUCH_PACE"
    for place in ((NAN, 18), (22, NAN), (math.inf, 18)):
        assert said(chase, Verb.MOVE, 0, to=place) == ("NO_WAY", 1)
        assert said(chase, Verb.MOVE, 0, via=[(22, 18)], to=place) == ("NO_WAY", 2)
    assert said(chase, Verb.MOVE, 0, via=[(22, 18)], to=(22, 18)) == ("LEADS_NOWHERE", 2)
    assert said(chase, Verb.RESTART, 0)[0] == "IS_NOT_STOPPED"
    assert chase.refusal(Verb.MOVE, 0, to=(26.5, 18)) == [("MOVES_TOO_FAR", 6, 6.5)]
    (way,) = entries(chase.why, Kind.WAY)
    assert (way.value, way.amount) == (6.5, 600)  # so far, of so many hundredths
    assert chase.refusal(Verb.MOVE, 0, to=(5020, 18)) == [("MOVES_TOO_FAR", 6, 5000)]
    assert chase.refusal(Verb.MOVE, 0, to=(32.5, 18), mode=1) == [("MOVES_TOO_FAR", 12, 12.5)]


@pytest.mark.clause("PURS-MOV-5", "PURS-MOV-6", "PURS-MOV-9")
@pytest.mark.parametrize(("mode", "after"), [(0, 2), (1, 4)])
def test_turns(mode: int, after: int) -> None:
    """After so many inches 45 degrees are one turn; half an inch before it is too soon, and 60 are too many."""
    chase = Chase([scout(20, 18)], [FAR], phase="movement")
    on, early = 20 + after, 19.5 + after
    assert chase.refusal(Verb.MOVE, 0, via=[(on, 18)], to=(on + 1, 19), heading=45, mode=mode) == []
    assert chase.refusal(Verb.MOVE, 0, via=[(early, 18)], to=(early + 1, 19), heading=45, mode=mode) == [
        ("TURNS_TOO_SOON", after, after - 0.5)
    ]
    assert chase.refusal(Verb.MOVE, 0, to=(on, 18), heading=60, mode=mode) == [("TURNS_TOO_FAR", 45, 60)]


@pytest.mark.clause("PURS-PUR-8", "PURS-PUR-9", "PURS-SEQ-4")
def test_paces() -> None:
    chase = Chase([scout(20, 18)], [gargoyle(30, 30)])
    assert said(chase, Verb.KEEP, 0, n_actors=0)[0] == said(chase, Verb.SLOW, 1, amount=1)[0] == "NOT_ITS_MOMENT"
    for mode in (-1, 2):
        assert said(chase, Verb.KEEP, 0, mode=mode)[0] == "ALONE_OR_ALL"
    for dice in (-1, 0, 4):
        assert said(chase, Verb.SLOW, 0, amount=dice) == ("SO_MANY_DICE", 3)
    for dice in (1, 2, 3):
        assert chase.reasons(Verb.SLOW, 0, amount=dice) == []


@pytest.mark.clause("PURS-SHO-2", "PURS-SHO-16", "PURS-SPO-18", "PURS-SEQ-4")
def test_shots() -> None:
    """The bolters are in place 0, the pistol in place 1, nothing in 2 and 3. Of the clusters the first is out."""
    chase = Chase([scout(20, 18), scout(3, 3)], [gargoyle(30, 18), gargoyle(2, 33)], phase="shooting",
                  clusters=[(32, 20, "")])  # fmt: skip
    assert chase.b.active == 0
    for nobody in (-1, 4, 99):
        assert said(chase, Verb.SHOOT, 0, target=nobody, item=0)[0] == "NO_TARGET"
    for item in (-1, 2, 4):
        assert said(chase, Verb.SHOOT, 0, target=2, item=item)[0] == "NO_SUCH_WEAPON"
        assert said(chase, Verb.SHOOT_MINES, 0, target=0, item=item)[0] == "NO_SUCH_WEAPON"
    for m in (-1, 1, 4):
        assert said(chase, Verb.SHOOT_MINES, 0, target=m, item=0) == ("NO_SUCH_MINES", m)
    assert chase.reasons(Verb.SHOOT_MINES, 0, target=0, item=0) == []
    assert said(chase, Verb.SHOOT, 0, target=2, item=0, n_actors=0)[0] == "NOT_ITS_MOMENT"
    assert said(chase, Verb.SHOOT_MINES, 1, target=0, item=0)[0] == said(chase, Verb.HOLD, 1)[0] == "NOT_ITS_MOMENT"
    weapons = chase.b.profiles[chase.b.figures[0].profile].weapons
    weapons[CARRIED - 1], chase.b.mines[MAX_MINES - 1].on = weapons[0], 1  # -1 is not the last
    assert said(chase, Verb.SHOOT, 0, target=2, item=-1)[0] == "NO_SUCH_WEAPON"
    assert said(chase, Verb.SHOOT_MINES, 0, target=-1, item=0)[0] == "NO_SUCH_MINES"
    chase.b.figures[3].wounds, chase.b.figures[3]["where"] = 0, Where.DEAD
    assert said(chase, Verb.SHOOT, 0, target=3, item=0)[0] == "IS_OFF_TABLE"


@pytest.mark.clause("PURS-SHO-2", "PURS-SHO-10")
def test_whom_a_shot_cannot_reach() -> None:
    """One hidden by a building, one 53.1 degrees aside, one 24.75 inches away; the last is in reach."""
    chase = Chase([scout(20, 18)], [gargoyle(30, 22), gargoyle(23, 14), gargoyle(46, 18), gargoyle(31, 18)],
                  [building(24, 19, 28, 22)], phase="shooting")  # fmt: skip
    while chase.b.active != 0:
        chase.play(Verb.HOLD, int(chase.b.active))
    assert chase.refusal(Verb.SHOOT, 0, target=1, item=0) == [("NOT_IN_SIGHT", 0, 10.77)]
    assert chase.refusal(Verb.SHOOT, 0, target=2, item=0) == [("NOT_IN_ARC", 45, 53.13)]
    assert chase.refusal(Verb.SHOOT, 0, target=3, item=0) == [("OUT_OF_RANGE", 24, 24.75)]
    assert chase.reasons(Verb.SHOOT, 0, target=4, item=0) == []


@pytest.mark.clause("PURS-SHO-5", "PURS-SHO-4")
@pytest.mark.parametrize(("first", "then", "not_then"), [(0, [2], [0, 1]), (1, [2], [0, 1]), (2, [0, 1], [2])])
def test_house_rule_one_of_its_own_weapons_and_the_bought_one(first: int, then: list[int], not_then: list[int]) -> None:
    """A Sergeant has the bike's bolters and a pistol, and has bought a rifle, the third."""
    veteran = scout(20, 18, profile="scout_rider_veteran", weapon="storm_rifle")
    chase = Chase([veteran], [gargoyle(29, 18)], phase="shooting", sergeant_fires_both="yes")
    misses = {0: 4, 1: 1, 2: 2}[first]  # two shots thrown again, one shot, two shots
    chase.play(Verb.SHOOT, 0, *[(HIT, 1)] * misses, target=1, item=first)
    for item in then:
        assert chase.reasons(Verb.SHOOT, 0, target=1, item=item) == []
    for item in not_then:
        assert chase.reasons(Verb.SHOOT, 0, target=1, item=item) == ["HAS_FIRED"]


@pytest.mark.clause("PURS-SPO-18")
def test_shots_at_mines_by_the_wrong_side_or_where_a_house_rule_forbids_them() -> None:
    chase = Chase([scout(30, 18)], [gargoyle(20, 18)], phase="shooting", clusters=[(30, 20, "")])
    assert chase.b.active == 1
    assert said(chase, Verb.SHOOT_MINES, 1, target=0, item=0)[0] == "MINES_ARE_ITS_OWN"
    chase = Chase([scout(20, 18)], [gargoyle(30, 18)], phase="shooting", clusters=[(30, 20, "")], mines_targetable="no")
    assert said(chase, Verb.SHOOT_MINES, 0, target=0, item=0)[0] == "MINES_ARE_NO_TARGET"


@pytest.mark.clause("PURS-PCO-3", "PURS-IMP-3", "PURS-SEQ-4")
def test_headings_after_a_collision() -> None:
    """Of two Scouts the second has run into a building."""
    chase = Chase([scout(5, 5), scout(20, 18)], [FAR], [building(24, 15, 30, 20)], phase="movement")
    chase.play(Verb.MOVE, 1, (WOUND, 1), to=(26, 18))
    assert chase.b.phase == Phase.HEADING
    assert said(chase, Verb.TURN, 0, heading=90)[0] == said(chase, Verb.TURN, 1, n_actors=0)[0] == "NOT_ITS_MOMENT"
    chase.play(Verb.TURN, 1, heading=200)
    assert chase.heading(1) == pytest.approx(200, abs=0.01) and chase.b.phase == Phase.MOVEMENT


@pytest.mark.clause("PURS-DEP-4", "PURS-DEP-7", "PURS-DEP-1", "PURS-DEP-2")
def test_setting_up() -> None:
    """Whoever is set up is turned as said. 47.5 inches from the Arrival are too few, and 11.75 from the Scout."""
    chase = Chase([{"profile": "scout_rider"}], [{"profile": "winged_swarmer"}], phase="start")
    assert said(chase, Verb.DEPLOY, to=(5, 15)) == ("ONE_BY_ONE", 0)
    assert said(chase, Verb.DEPLOY, 1, to=(5, 15))[0] == "NOT_TO_BE_SET_UP"
    assert chase.refusal(Verb.DEPLOY, 0, to=(11.75, 18)) == [("TOO_NEAR_ARRIVAL", 48, 47.5)]
    chase.play(Verb.DEPLOY, 0, to=(11.25, 18), heading=200)
    assert chase.at(0) == (11.25, 18) and chase.heading(0) == pytest.approx(200, abs=0.01)
    assert said(chase, Verb.DEPLOY, 0, to=(5, 5))[0] == "IS_SET_UP_ALREADY"
    assert chase.refusal(Verb.DEPLOY, 1, to=(11.25, 31)) == [("TOO_NEAR_QUARRY", 12, 11.75)]
    assert chase.reasons(Verb.DEPLOY, 1, to=(11.25, 31.25)) == []


@pytest.mark.clause("PURS-SPO-13")
def test_markers() -> None:
    """The first marker lies at (40, 18), the second at (40, 23); a third 5.1 from the first, or 5.2 from the second."""
    chase = Chase([scout(36.5, 18)], [FAR], phase="movement", clusters=[(40, 18, "")])
    symbol, way = Purpose.SCATTER, Purpose.SCATTER_WAY
    chase.play(Verb.MOVE, 0, (symbol, 3), (way, 360), (symbol, 2), to=(41.5, 18))
    assert chase.refusal(Verb.MARK, to=(40, 12.9)) == [("MARKER_TOUCHES_NONE", 5, 5.1)]
    assert chase.refusal(Verb.MARK, to=(40, 28.2)) == [("MARKER_TOUCHES_NONE", 5, 5.2)]
    assert chase.reasons(Verb.MARK, to=(40, 28)) == []
