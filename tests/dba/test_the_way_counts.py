"""The way counts, not only its end: wheels over the board's edge; who meets aslant lines up; who turns first."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from sandtable.table.cases import answer

BLADES = {"is": "4Bd", "side": "red", "facing": "N"}


def asked(figures: list[dict[str, Any]], *actions: Any, **more: Any) -> Any:
    """What the rules say to these actions in a bound with 5 PIPs."""
    case = {"game": "dba", "side": "red", "bound": 1, "pips": 5, "figures": figures, "actions": list(actions)} | more
    return answer(case, "case", seed=1)


def knights(*left: float) -> list[dict[str, Any]]:
    names = "ABCD"
    return [{"id": names[k], "is": "3Kn", "side": "red", "left": [x, 1000], "facing": "N"} for k, x in enumerate(left)]


# A line of two Knights 320 wide and 120 deep wheels right about its front right corner (x0 + 320, 1000). The rear left
# corner is at (-320, -120) from there, 341.76 away at 20.56 degrees below west: it is 341.76 west of its pivot when the
# line has wheeled by 20.56 degrees. So the line needs x0 + 320 >= 341.76: 21.8 paces from the edge are enough.


@pytest.mark.clause("DBA-TERR-7")
@pytest.mark.parametrize(("west", "is_legal"), [(2.0, False), (21.7, False), (21.8, True), (30.0, True)])
@pytest.mark.parametrize("degrees", [25, 48])
def test_a_wheel_swings_no_corner_over_the_edge_on_its_way(west: float, is_legal: bool, degrees: int) -> None:
    ruling = asked(
        knights(west, west + 160), {"move": ["A", "B"], "legs": [{"wheel": "right", "degrees": degrees}]}
    ).rulings[0]
    assert ruling.judgement.legal == is_legal
    assert is_legal or {str(reason.clause) for reason in ruling.judgement.reasons} == {"DBA-TERR-7"}


@pytest.mark.clause("DBA-TERR-7")
def test_a_wheel_that_ends_before_the_corner_is_farthest_may_go() -> None:
    """By 5 degrees the corner goes west by 341.76 cos(15.56) - 320 = 9.24: 9.3 paces are enough, 9.2 are not."""
    wheel = {"move": ["A", "B"], "legs": [{"wheel": "right", "degrees": 5}]}
    assert [asked(knights(x, x + 160), wheel).rulings[0].judgement.legal for x in (9.3, 9.2)] == [True, False]


@pytest.mark.clause("DBA-TERR-7")
@pytest.mark.parametrize(("west", "is_legal"), [(39.9, False), (40.1, True)])
def test_the_leader_of_a_column_swings_no_corner_over_the_edge(west: float, is_legal: bool) -> None:
    """The rear left corner of one Knight, 160 by 120, is 200 from its front right corner: 40 paces west of its left."""
    column = [*knights(west), {"id": "B", "is": "3Kn", "side": "red", "left": [west, 880], "facing": "N"}]
    legs = {"move": ["A", "B"], "legs": [{"wheel": "right", "degrees": 90}], "column": True}
    assert asked(column, legs).rulings[0].judgement.legal == is_legal


@pytest.mark.clause("DBA-CONTACT-8")
@pytest.mark.parametrize(("facing", "x", "ahead"), [(181, 1120, 178.608), (200, 1100, 154.448)])
def test_a_lone_enemy_aslant_lines_up_with_the_group_that_meets_it(facing: float, x: float, ahead: Any) -> None:
    """The front corner of an enemy 160 by 60, turned by some degrees, is met by the line of the group's front."""
    group = [{**BLADES, "id": "A", "left": [1000, 1000]}, {**BLADES, "id": "B", "left": [1160, 1000]}]
    lone = {"id": "E", "is": "4Bd", "side": "blue", "at": [x, 1210], "facing": facing}
    ruling = asked([*group, lone], {"move": ["A", "B"], "ahead": ahead}).rulings[0]
    assert ruling.judgement.legal and "DBA-CONTACT-8" in {event.clause for event in ruling.events}


@pytest.mark.clause("DBA-CONTACT-12")
@pytest.mark.parametrize("order", list(itertools.permutations(range(3))), ids=str)
def test_the_earlier_contact_turns_first_however_the_file_names_them(order: tuple[int, ...]) -> None:
    """K has held C's flank since a pursuit; R then comes onto K's rear: C turns, and K is in front contact."""
    figures = [
        {"id": "K", "is": "3Kn", "side": "blue", "left": [1160, 880], "facing": "S"},
        {"id": "C", "is": "4Bd", "side": "red", "left": [1000, 720], "facing": "W"},
        {"id": "R", "is": "3Cv", "side": "red", "general": True, "left": [1160, 1300], "facing": "S"},
    ]
    battle = asked([figures[k] for k in order], {"move": ["R"], "ahead": 300}, {"end": True}).battle
    stands = {figure.id: (round(figure.x), round(figure.y), round(figure.facing)) for figure in battle.scene().figures}
    assert stands["C"] == (1080, 850, 0) and stands["K"] == (1080, 940, 180)


@pytest.mark.clause("DBA-CONTACT-7")
def test_a_door_that_cannot_close_is_refused_for_what_is_in_the_way_of_the_swing() -> None:
    """C's rear right corner, 170.88 from the corner on which it swings, goes 10.88 into D, who stands beside it."""
    figures = [
        {**BLADES, "id": "A", "general": True, "left": [1000, 1000]},
        {**BLADES, "id": "C", "left": [1160, 1000]},
        {**BLADES, "id": "D", "left": [1320, 1000]},
        {"id": "B", "is": "4Sp", "side": "blue", "left": [1160, 1000], "facing": "S"},
    ]
    swing = {"move": ["C"], "to": [1190, 1080], "facing": "W"}
    reasons = asked(figures, swing).rulings[0].judgement.reasons
    assert [str(reason.clause) for reason in reasons] == ["DBA-PASS-1"] and "(D) are in the way" in reasons[0].text
    assert asked([figures[0], figures[1], figures[3]], swing).rulings[0].judgement.legal


@pytest.mark.clause("DBA-CONTACT-12")
@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0)], ids=str)
@pytest.mark.parametrize("side", ["red", "blue"])
def test_of_two_contacted_at_once_the_side_that_does_not_move_turns_first(side: str, order: tuple[int, ...]) -> None:
    """Red and blue Blades, each with an enemy on its flank, were all there when the battle began: both turn."""
    other = "blue" if side == "red" else "red"
    figures = [
        {"id": "A", "is": "4Bd", "side": side, "left": [1000, 1000], "facing": "N"},
        {"id": "B", "is": "4Bd", "side": other, "left": [1160, 840], "facing": "W"},
        {"id": "C", "is": "4Bd", "side": other, "left": [1000, 2000], "facing": "N"},
        {"id": "D", "is": "4Bd", "side": side, "left": [1160, 1840], "facing": "W"},
    ]
    ruling = asked([figures[k] for k in order], {"end": True}, side=side).rulings[0]
    turns = [event.text for event in ruling.events if event.clause == "DBA-CONTACT-12"]
    assert len(turns) == 2 and "(C)" in turns[0] and "(A)" in turns[1]
