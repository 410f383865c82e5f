"""Melee and Shooting Attacks as orders: targets, ways, contact, templates, Mercy and the hospital; worked by hand."""

from __future__ import annotations

import pytest

from batalist.field import NORTH, SOUTH, action, add, carry_out, field, forbidden_by, ground, in_go, refusal
from sandtable.games.batalist.clauses import Code
from sandtable.games.batalist.enums import Formation, Ground, Mode, Order, Phase, State, Verb
from sandtable.games.batalist.rules import activation, charging, shooting, tending, wounded, zones
from sandtable.games.batalist.rules.ways import wheeled
from sandtable.kernel.geometry import Base, Edge, base_of, degrees_of_facing, edge_middle

MELEE, SHOT = Order.MELEE_ATTACK, Order.SHOOTING_ATTACK


def against(own="L1", enemy="O1", x=45.0, y=30.0, order=MELEE, own_at=(45.0, 20.0), **how):
    """A battalion with a card at (45, 20) facing north, and one enemy facing south, who has a card too."""
    b = field()
    i = add(b, own, 0, *own_at, NORTH, **how)
    j = add(b, enemy, 1, x, y, SOUTH)
    return in_go(b, 0, (i, order), (j, Order.TURN)), i, j


@pytest.mark.clause("BAT-DEF-17", "BAT-DEF-18")
def test_a_target_is_any_point_of_which_lies_in_the_front_zone():
    """5 wide, 4 deep at (0, 0): the zone's right ray goes from (2.5, 2) to the north-east."""
    own = Base(0.0, 0.0, 0.0, 1.0, 2.5, 2.0)
    for x, y, half, meets in (
        (5.5, 4.5, 0.5, True),  # its corner (5, 5) is on 2.5 = 5 - 2 + 0.5 inside
        (5.5, 2.5, 0.5, False),  # its nearest corner (5, 3): 2.5 > 1
        (0.0, 1.0, 0.5, False),  # beside the front edge, not before it
        (0.0, 2.6, 0.5, True),
        (8.0, 2.0, 5.0, True),  # its top left corner (3, 7) is before the front
        (0.0, -5.0, 1.0, False),
    ):
        assert zones.front_zone_meets(own, Base(x, y, 0.0, 1.0, half, half)) == meets, (x, y)
    # none of its corners, nor of the zone's, lies in the other: a long base across the ray
    assert zones.front_zone_meets(own, Base(6.0, 5.0, 0.6, 0.8, 10.0, 0.2))


@pytest.mark.clause("BAT-ACT-13", "BAT-ACT-20", "BAT-CBT-1", "BAT-CBT-21", "BAT-MOD-1", "BAT-DEF-23")
def test_a_charge_straight_ahead_and_its_fight():
    """EX-2 with its way: the orcs' front is at 28, the halberdiers' at 22: 6 steps with SP 6. Dice 4, 2 and 5."""
    b, i, j = against()
    thrown = carry_out(b, action(b, Verb.CHARGE, i, target=j), 4, 2, 5)
    assert thrown.are_used_up()
    assert (b.figures[i].y, b.figures[j].healthy, b.figures[i].healthy) == (26, 14, 16)
    assert b.figures[i].moved == 1 and b.figures[j].attacked == 1


@pytest.mark.clause("BAT-ACT-13", "BAT-ACT-21")
def test_out_of_reach_it_goes_as_near_as_it_can_and_does_not_fight():
    b, i, j = against(y=31.0)
    assert charging.wheel_that_reaches(b, i, base_of(b.figures[i]), charging.aim_at(b, j)) == charging.NO_WHEEL
    carry_out(b, action(b, Verb.CHARGE, i, target=j))
    assert (b.figures[i].y, b.figures[j].healthy) == (26, 24)


@pytest.mark.clause("BAT-ACT-21")
@pytest.mark.parametrize("hand", [1, -1])
@pytest.mark.parametrize(
    ("aside", "ahead", "degrees"),
    [
        (0, 16, 0),
        (10, 16, 33.25),  # of the pivot 7.5 aside and 16 ahead: 25.11 + 90 - 81.87
        (5, 2.5, 90),  # as far aside of the pivot as ahead, 2.5: the front looks at it when it faces that way
        (2.5, 16, 8.99),  # straight before the pivot: as much as asin(2.5 / 16)
        (10, -5, 90),
    ],
)
def test_a_front_that_wheels_to_look_at_somebody_looks_at_their_middle(hand, aside, ahead, degrees):
    """A base 5 wide and 4 deep, facing north: its front's middle is at (45, 22)."""
    b, i, _ = against()
    base = base_of(b.figures[i])
    x, y = 45 + hand * aside, 22 + ahead
    found = charging.wheel_to_look_at(base, x, y)
    assert found == pytest.approx(hand * degrees, abs=0.006)
    if 0 < degrees < 90:
        front = edge_middle(wheeled(base, found), Edge.FRONT)
        looks = degrees_of_facing(x - front.x, y - front.y)
        assert (looks - hand * degrees) % 360 == pytest.approx(0, abs=0.02)


@pytest.mark.clause("BAT-ACT-20", "BAT-ACT-21")
def test_a_way_that_reaches_must_be_taken():
    """Orcs to the right front: straight ahead passes them by, a wheel to the right does not."""
    b, i, j = against(x=51.0, y=26.5)
    own, aim = base_of(b.figures[i]), charging.aim_at(b, j)
    assert not charging.charge_by(b, i, own, aim, 0.0).reaches
    degrees = charging.wheel_that_reaches(b, i, own, aim)
    assert 0 < degrees <= 90
    assert forbidden_by(b, action(b, Verb.CHARGE, i, target=j, amount=1)) == "ACT_21", "by 1 degree it passes by"
    assert forbidden_by(b, action(b, Verb.CHARGE, i, target=j, amount=degrees)) == ""
    assert forbidden_by(b, action(b, Verb.CHARGE, i, target=j)) == "", "the wheel is not named: by one that reaches"
    assert charging.way_to(b, i, own, aim, 0)[1] == degrees and charging.way_to(b, i, own, aim, 1)[1] == 1.0
    assert forbidden_by(b, action(b, Verb.CHARGE, i, target=j, amount=91)) == "ACT_20"


@pytest.mark.clause("BAT-ACT-20")
def test_the_first_enemy_touched_ends_it_and_is_fought_only_if_it_is_the_target():
    b, i, j = against(y=30.0)
    k = add(b, "O3", 1, 45.0, 25.5, SOUTH, figures=6, files=6)
    way = charging.charge_by(b, i, base_of(b.figures[i]), charging.aim_at(b, j), 0.0)
    assert not way.reaches and way.base.y == 23.0, "its front is at y 25, where the other is touched"
    assert forbidden_by(b, action(b, Verb.CHARGE, i, target=k)) == ""


@pytest.mark.clause("BAT-ACT-10", "BAT-ACT-20")
def test_a_friend_in_the_way_stops_a_charge():
    b, i, j = against()
    add(b, "L3", 0, 45.0, 24.5)
    way = charging.charge_by(b, i, base_of(b.figures[i]), charging.aim_at(b, j), 0.0)
    assert (way.reaches, way.base.y) == (False, 21.0)


@pytest.mark.clause("BAT-CBT-1", "BAT-SKL-8", "BAT-ORD-13", "BAT-FRM-5", "BAT-DEF-18")
def test_who_may_be_attacked():
    b, i, j = against()
    assert charging.is_target(b, i, j) and not charging.is_target(b, i, i)
    assert not charging.is_target(*against(enemy="O8")), "a flyer"
    assert not charging.is_target(*against(own="L5")), "no Melee skill"
    assert not charging.is_target(*against(y=10.0)), "behind its back"
    assert not charging.is_target(*against(formation=Formation.HEDGEHOG)), "not in contact"
    b, i, j = against(formation=Formation.HEDGEHOG, y=24.5)
    assert b.figures[i].depth == 5 and charging.is_target(b, i, j), "in contact: 22.5"


@pytest.mark.clause("BAT-SKL-11", "BAT-ORD-16", "BAT-ORD-9")
def test_the_bloodthirsty_go_at_the_nearest_enemy_that_they_see():
    b = field()
    i = add(b, "O2", 0, 45, 20)
    near, far = add(b, "L1", 1, 45, 30, SOUTH), add(b, "L1", 1, 52, 34, SOUTH)
    in_go(b, 0, (near, Order.TURN))
    b.figures[i].cards[:] = MELEE.value
    b.figures[i].givers[:] = -1
    assert charging.nearest_seen(b, i) == near
    assert forbidden_by(b, action(b, Verb.CHARGE, i, target=far)) == "SKL_11"
    assert forbidden_by(b, action(b, Verb.CHARGE, i, target=near)) == ""
    assert forbidden_by(b, action(b, Verb.CANCEL, i, amount=MELEE.value)) == "SKL_11"
    ground(b, Ground.WOOD, 40, 23, 60, 26)
    assert charging.nearest_seen(b, i) == -1
    assert not activation.can_execute(b, i, MELEE.value), "wasted"


@pytest.mark.clause("BAT-CBT-17", "BAT-MOD-17", "BAT-EXE-1")
def test_in_place_of_another_order():
    b, i, j = against(order=Order.TURN)
    assert forbidden_by(b, action(b, Verb.CHARGE, i, target=j, mode=Mode.INSTEAD.value)) == "CBT_17"
    b.figures[i].attacked = 1
    carry_out(b, action(b, Verb.CHARGE, i, target=j, mode=Mode.INSTEAD.value), 4, 2, 5)
    assert (b.figures[j].healthy, b.figures[i].attacked) == (14, 0), "MOD-1 holds as for any order"


@pytest.mark.clause("BAT-SKL-12", "BAT-EXE-1")
def test_a_coward_who_fails_stays_where_they_are():
    b, i, j = against(own="O3", enemy="L1")
    thrown = carry_out(b, action(b, Verb.CHARGE, i, target=j), 2)
    assert thrown.are_used_up()
    assert (b.figures[i].y, b.figures[i].cards[0], b.figures[i].carried_out) == (20, -1, 1)


@pytest.mark.clause("BAT-ACT-12", "BAT-CBT-3", "BAT-DEF-27", "BAT-DEF-28")
def test_a_shot():
    """Crossbowmen 5 x 3 at orcs in Column from the front, 12 steps: MOD-7 5 and outer 6: (15 + 5) // 3 + 6 = 12."""
    b, i, j = against("L4", y=35.5, order=SHOT)
    carry_out(b, action(b, Verb.SHOOT, i, target=j), 5, 6, 6, 6, 6, 6)
    assert b.figures[j].healthy == 12
    assert forbidden_by(*_again(against("L4", y=45.0, order=SHOT))) == "DEF_27", "21.5 steps: SR is 18"
    assert forbidden_by(*_again(against("L4", y=5.0, order=SHOT))) == "DEF_18", "behind"
    assert forbidden_by(*_again(against("L1", y=35.5, order=SHOT))) == "SKL_2", "no shooters"


def _again(laid):
    b, i, j = laid
    return b, action(b, Verb.SHOOT, i, target=j)


@pytest.mark.clause("BAT-ACT-12", "BAT-DEF-29", "BAT-CBT-18")
def test_a_wood_in_between_stops_a_shot_and_a_friend_in_contact_does_not():
    b, i, j = against("L4", y=35.5, order=SHOT)
    add(b, "L1", 0, 39.5, 35.5)
    assert shooting.may_shoot_at(b, i, j)
    ground(b, Ground.WOOD, 30, 26, 60, 28)
    assert not shooting.may_shoot_at(b, i, j)


@pytest.mark.clause("BAT-SKL-4", "BAT-SKL-5", "BAT-SKL-6", "BAT-CBT-15")
def test_a_template_covers_whom_its_disc_touches_and_no_other_suffers():
    """Goblin spears 6 x 1: a disc of 2 about the middle covers cells at 0.5 and 1.5 to both hands: four."""
    b, i, j = against("L8", y=40.0, order=SHOT)
    b.figures[j].healthy, b.figures[j].depth = 6, 1.0
    assert shooting.warriors_reached(b, i, j, 45.0, 40.0) == 4
    assert forbidden_by(b, action(b, Verb.SHOOT, i, target=j, x=45.0, y=43.0)) == "SKL_4", "it does not touch"
    # Bombards: 3 x 6 + 4 + MOD-7 6 = 28 // 3 + 6 = 15, Crush on Crush 7: the four under the disc, and no more
    carry_out(b, action(b, Verb.SHOOT, i, target=j, x=45.0, y=40.0), 6, 6, 1, 6, 6, 6)
    assert b.figures[j].healthy == 2


@pytest.mark.clause("BAT-SKL-5")
def test_area_shooters_use_the_eyes_of_a_friend():
    b, i, j = against("L8", y=40.0, order=SHOT)
    ground(b, Ground.WOOD, 40, 24, 50, 30)
    assert not shooting.may_shoot_at(b, i, j)
    add(b, "L1", 0, 30, 36)
    assert shooting.may_shoot_at(b, i, j)


@pytest.mark.clause("BAT-SKL-3")
def test_a_jet_counts_warriors_within_its_radius():
    """Naphtha throwers, front at 20.5, SR 5; orcs' front at 23.5: cells of rank 1 at 24, 3.5 ahead.

    Aside 0.5, 1.5, 2.5 from the middle: 3.54, 3.81, 4.30: six. Rank 2 at 4.5: 4.53, 4.74, 5.15: four. Rank 3 at 5.5.
    """
    b, i, j = against("L9", y=25.5, order=SHOT)
    assert b.figures[i].depth == 1
    assert shooting.warriors_reached(b, i, j, 0.0, 0.0) == 10


@pytest.mark.clause("BAT-ACT-14", "BAT-ACT-23")
def test_recovery_brings_back_as_many_as_there_is_room_for():
    """10 healthy in 5 files, 6 wounded. A die of 4: five come back, a third rank; a friend behind leaves no room."""
    for blocked, healthy in ((False, 15), (True, 10)):
        b, i, _ = against(order=Order.RECOVERY, figures=10)
        b.figures[i].wounded = 6
        if blocked:
            add(b, "L1", 0, 45, 17.0)
        carry_out(b, action(b, Verb.RECOVER, i), 4)
        assert (b.figures[i].healthy, b.figures[i].wounded) == (healthy, 16 - healthy)
        assert b.figures[i].y + 0.5 * b.figures[i].depth == 21, "the front edge keeps its place"


@pytest.mark.clause("BAT-ACT-17", "BAT-WOU-8")
def test_mercy_kills_own_wounded():
    """Halberdiers 10 in 5 files: the first rank alone strikes, however long its weapons; nobody healthy falls."""
    b, i, _ = against(order=Order.MERCY, figures=10)
    assert forbidden_by(b, action(b, Verb.MERCY, i)) == "ACT_17"
    b.figures[i].wounded = 8
    assert forbidden_by(b, action(b, Verb.MERCY, i, amount=1)) == "ACT_17", "they have no bows"
    carry_out(b, action(b, Verb.MERCY, i), 1)
    # eight wounded in two files are four full ranks, which tie up four of five: (2 x 1 + 2) // 4 + 1
    assert tending.files_of_wounded(b, i) == 2
    assert (b.figures[i].healthy, b.figures[i].wounded) == (10, 8 - 2)


@pytest.mark.clause("BAT-ACT-15", "BAT-ACT-16", "BAT-WOU-1", "BAT-WOU-9", "BAT-WOU-14", "BAT-WOU-15", "BAT-WOU-4")
def test_the_wounded_go_to_the_hospital():
    """10 in two ranks, 4 wounded: two files of two behind the base, centre at 20 - 1 - 1 = 18; hospital at (45, 14)."""
    b, i, _ = against(order=Order.TO_THE_DOCTOR, figures=10)
    b.figures[i].wounded = 4
    column = wounded.base_of_wounded(b, i)
    assert (column.x, column.y, column.half_width, column.half_depth) == (45, 18, 1, 1)
    assert forbidden_by(b, action(b, Verb.DOCTOR, i)) == "WOU_1", "there is no hospital"
    b.sides[0].hospital, b.sides[0].hospital_x, b.sides[0].hospital_y = 1, 45.0, 14.0
    carry_out(b, action(b, Verb.DOCTOR, i))
    k = 2
    u = b.figures[k]
    assert (b.n_figures, u.wounded_of, u.wounded, u.healthy, b.figures[i].wounded) == (3, i, 4, 0, 0)
    # half of SP 6 to the south: centre 15, and its front edge at 14 touches the point
    assert (u.y, u.fy, u.state, b.sides[0].in_hospital) == (15, -1, State.HOSPITAL, 4)


@pytest.mark.clause("BAT-ACT-16", "BAT-ORD-9")
def test_they_go_on_until_they_are_called_off():
    from sandtable.games.batalist.rules.ordering import lay_automatic

    b, i, _ = against(order=Order.TO_THE_DOCTOR, figures=10)
    b.figures[i].wounded = 4
    b.sides[0].hospital, b.sides[0].hospital_x, b.sides[0].hospital_y = 1, 45.0, 4.0
    carry_out(b, action(b, Verb.DOCTOR, i))
    u = b.figures[2]
    assert (u.state, u.to_doctor) == (State.FIELD, 1)
    u.given = 0
    lay_automatic(b, 2)
    assert (u.cards[0], u.given) == (Order.TO_THE_DOCTOR, 1)
    b.phase, b.mover = Phase.ORDERS.value, 0
    carry_out(b, action(b, Verb.CALL_OFF, 2))
    assert (u.to_doctor, u.cards[0]) == (0, -1)
    assert base_of(u).half_width == 1


@pytest.mark.clause("BAT-SKL-4", "BAT-DEF-27")
@pytest.mark.parametrize(
    ("y", "why"),
    [
        (37.0, None),  # 2 steps before the target, which the template touches
        (40.0, None),  # 30 steps: the radius
        (40.1, ("TEMPLATE_FAR", 3000, 30.1)),
        (36.9, ("TEMPLATE_MISSES", 200, 2.1)),
    ],
)
def test_the_middle_of_a_template_lies_within_the_radius_and_the_template_touches_the_target(y, why):
    """Bombards, whose front is at y 10, and Orcs, whose front is at y 39."""
    b, i, j = against("L8", y=41.0, x=40.0, order=SHOT, own_at=(40.0, 9.0))
    assert (b.figures[i].depth, b.figures[j].depth) == (2, 4)
    entry = refusal(b, action(b, Verb.SHOOT, i, target=j, x=40.0, y=y))
    assert (entry and (Code(int(entry.code)).name, int(entry.amount), round(float(entry.value), 2))) == why
