"""Where and how those stand who are found, and who says so: places worked out by hand from the clauses."""

from __future__ import annotations

import pytest

from batalist.field import EAST, NORTH, SOUTH, WEST, action, add, carry_out, field, forbidden_by, ground, in_go
from sandtable.games.batalist.enums import Ground, Order, Phase, Question, Verb
from sandtable.games.batalist.listing import offers
from sandtable.games.batalist.record import ACTION
from sandtable.games.batalist.rules import ambush, finding
from sandtable.kernel.log import new_log
from sandtable.kernel.records import NONE, new_actions

OUT = new_actions(offers.MOST, ACTION)


def found(question, x=40.0, y=32.0):
    """Barrow guard, 5 by 4, found at a place, facing south, by rangers 3 by 3 in a wood whose front is at y 26."""
    b = field(ambush="yes", reconnaissance="yes", area_fire="yes")
    for side, zone in enumerate(((0.0, 10.5), (49.5, 60.0))):
        b.sides[side].zone_from, b.sides[side].zone_to = zone
    wood = ground(b, Ground.WOOD, 30, 25, 50, 35)
    scout = add(b, "L7", 0, 40, 24.5)
    i = add(b, "U2", 1, x, y, SOUTH)
    in_go(b, 0, (add(b, "L1", 0, 80, 5), Order.TURN))
    finding.ask_where(b, question.value, 0 if question == Question.SURROUNDED else 1, i, scout, wood)
    return b, i


@pytest.mark.clause("BAT-REC-3", "BAT-REC-4", "BAT-REC-5", "BAT-ARE-4", "BAT-AMB-11", "BAT-AMB-16", "BAT-DEF-33")
@pytest.mark.parametrize(
    ("question", "good", "bad", "cited"),
    [
        (Question.IN_ZONE, (20, 55, WEST), (20, 51, SOUTH), "REC_3"),  # its front would be at y 49
        (Question.NEAR_SCOUT, (40, 33, SOUTH), (40, 33.2, SOUTH), "REC_4"),  # 5 and 5.2 steps
        (Question.NEAR_SCOUT, (40, 28.5, SOUTH), (40, 28, SOUTH), "DEF_33"),  # it would touch the scout
        (Question.SURROUNDED, (31.5, 24.5, WEST), (31.4, 24.5, WEST), "REC_5"),  # its rear at x 33.5; the scout at 38.5
        (Question.IN_WOOD, (45, 34.9, NORTH), (45, 35.1, NORTH), "ARE_4"),
        (Question.AT_MARKER, (38, 30, EAST), (39, 30, EAST), "AMB_11"),  # the middle of its front stays at (40, 30)
        (Question.IN_CONTACT, (40, 28.5, WEST), (40, 28.6, WEST), "AMB_16"),  # 2.5 from its middle to its side
    ],
)
def test_where_each_may_stand(question, good, bad, cited):
    b, i = found(question, y=28.0 if question == Question.IN_CONTACT else 32.0)
    for place, said in ((bad, cited), (good, "")):
        one = action(b, Verb.COME_OUT, i, x=place[0], y=place[1], facing=place[2])
        assert forbidden_by(b, one) == said
    assert offers.legal_actions(b, OUT) > 1, "somewhere else than where it stands"
    if question != Question.IN_CONTACT:  # else the fight comes next
        carry_out(b, one)
        assert (float(b.figures[i].x), float(b.figures[i].y)) == pytest.approx(good[:2], abs=0.01)
        assert b.phase == (Phase.AT_ONCE if question in (Question.SURROUNDED, Question.IN_WOOD) else Phase.EXECUTION)


@pytest.mark.clause("BAT-AMB-13", "BAT-AMB-15", "BAT-ACT-12")
def test_the_owner_turns_them_before_the_shot():
    """Crossbowmen, five with strength 3, shoot at a true marker: 15 and 3 for the Column, by 5: 3; and 2: 5 guards.

    Their owner lets them face the shooters; turned about, they would be shot in the rear, for two dice more.
    """
    for facing, dice, left in ((SOUTH, (3, 2), 15), (NORTH, (3, 1, 6, 2), 13)):
        b = field(ambush="yes")
        shooters, other = add(b, "L4", 0, 40, 20), add(b, "O1", 1, 80, 55)
        i = add(b, "U2", 1)
        b.figures[i].state = 1
        for number in range(3):
            ambush.add_marker(b, 0, 1, i, 40.0 + 10 * number, 30.0)
        b.markers[0].true = 1
        in_go(b, 0, (shooters, Order.SHOOTING_ATTACK), (other, Order.TURN))
        carry_out(b, action(b, Verb.TURN_OVER, shooters, item=0, amount=Order.SHOOTING_ATTACK.value))
        assert (b.phase, b.mover, b.question) == (Phase.FOUND, 1, Question.SHOT_AT)
        ahead = -2.0 if facing == NORTH else 2.0
        thrown = carry_out(b, action(b, Verb.COME_OUT, i, x=40.0, y=30.0 + ahead, facing=facing), *dice)
        assert thrown.are_used_up() and b.figures[i].healthy == left
        assert b.phase == Phase.EXECUTION and b.striker == NONE


@pytest.mark.clause("BAT-REC-3")
def test_it_may_be_left_as_it_stands():
    b, i = found(Question.IN_ZONE, 40.0, 55.0)
    carry_out(b, action(b, Verb.LET))
    assert (b.figures[i].x, b.figures[i].y, b.phase) == (40, 55, Phase.EXECUTION)
    b.figures[i].state = 4
    finding.ask_where(b, Question.IN_ZONE.value, 1, i, 0, NONE)
    assert b.phase == Phase.EXECUTION, "nobody is asked about one who is destroyed"
    assert new_log().n == 0
