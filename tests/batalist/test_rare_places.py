"""Rare cases of hiding, of ways, of the hospital and of how a battle ends that mutants showed nobody asked."""

from __future__ import annotations

import math

import pytest

from batalist.field import EAST, NORTH, SOUTH, Thrown, action, add, field, forbidden_by, ground, in_go, zoned
from sandtable.games.batalist.clauses import Code
from sandtable.games.batalist.enums import Formation, Ground, Order, Phase, Question, Role, State, Thing, Verb
from sandtable.games.batalist.laying.battalions import add_character, add_hero
from sandtable.games.batalist.rules import (
    ambush,
    area_fire,
    chances,
    deployment,
    free_places,
    hiding,
    ladders,
    pending_question,
    reserves,
    returning,
    scouting,
    searching,
    sky,
    tending,
    traps,
    turns,
    victory,
    ways,
    zones,
)
from sandtable.kernel.dice import new_dice
from sandtable.kernel.geometry import Base, base_of, facing_of_degrees
from sandtable.kernel.log import new_log
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import add_polygon

# Hidden ones


@pytest.mark.clause("BAT-AMB-12", "BAT-FRM-3")
def test_an_ambush_strikes_in_column_whatever_it_stood_in():
    """Twenty in five files: 5 by 4, their front where the marker lies."""
    b = field(ambush="yes")
    i, foe = add(b, "L1", 0, 0, 0, formation=Formation.LOOSE), add(b, "O1", 1, 40, 30, SOUTH)
    b.figures[i].state = State.AMBUSH.value
    ambush.place_in_thought(b, i, foe, 40.0, 20.0)
    u = b.figures[i]
    assert (u.width, u.depth, u.formation, u.x, u.y) == (5, 4, Formation.COLUMN, 40, 18)


@pytest.mark.clause("BAT-DEF-33")
def test_who_is_put_somewhere_has_that_outline_and_nowhere_is_no_place():
    b = field()
    i = add(b, "L1", 0)
    b.figures[i].state, b.figures[i].width, b.figures[i].depth = State.AMBUSH.value, 0.0, 0.0
    assert not free_places.put(b, i, Base(math.inf, math.inf, 0.0, 1.0, 2.5, 2.0))
    assert b.figures[i].state == State.AMBUSH
    assert free_places.put(b, i, Base(40.0, 20.0, 1.0, 0.0, 2.5, 2.0))
    assert base_of(b.figures[i]) == Base(40.0, 20.0, 1.0, 0.0, 2.5, 2.0) and b.figures[i].state == State.FIELD


@pytest.mark.clause("BAT-DEP-8", "BAT-AMB-17")
def test_who_waits_while_all_deploy_in_the_dark_is_seen_to_wait():
    b = field(deployment="dark", ambush="yes")
    states = (State.FIELD, State.WAITING, State.AMBUSH, State.RESERVE)
    for state in states:
        b.figures[add(b, "O1", 1, 40, 50)].state = state.value
    b.phase = Phase.DEPLOYMENT.value
    hiding.redact(b, 0)
    assert [u.state for u in b.figures[:4]] == [State.UNSEEN, State.WAITING, State.WAITING, State.RESERVE]


@pytest.mark.clause("BAT-ORD-15")
def test_a_card_is_guessed_to_be_what_they_can_do():
    """Orcs do not shoot, guns do not strike, Rangers do both."""
    b = field()
    cards = {}
    for ident in ("O1", "L8", "L7"):
        i, cards[ident] = add(b, ident, 1, 40, 50), set()
        for seed in range(30):
            b.figures[i].cards[0] = Order.HIDDEN
            hiding.resample(b, 0, new_dice(seed))
            cards[ident].add(int(b.figures[i].cards[0]))
        b.figures[i].cards[0] = NONE
    both = {Order.MOVE, Order.TURN}
    assert cards == {
        "O1": both | {Order.MELEE_ATTACK},
        "L8": both | {Order.SHOOTING_ATTACK},
        "L7": both | {Order.MELEE_ATTACK, Order.SHOOTING_ATTACK},
    }


@pytest.mark.clause("BAT-AMB-10")
def test_a_false_marker_of_the_set_that_was_struck_from_goes():
    b = field(ambush="yes")
    target, sets = add(b, "L1", 0, 40, 10), [add(b, "U2", 1), add(b, "U3", 1)]
    for group, hidden in enumerate(sets):
        b.figures[hidden].state = State.AMBUSH.value
        for number in range(3):
            m = ambush.add_marker(b, Thing.AMBUSH.value, 1, hidden, 30.0 + 10 * group + number, 30.0)
            b.markers[m].group, b.markers[m].true = group, int(number == 0)
    in_go(b, 1)
    pending_question.ask(b, Question.FALSE_MARKER.value, 1, target, 1)
    said = [forbidden_by(b, action(b, Verb.TAKE_AWAY, item=m)) for m in range(6)]
    assert said == ["AMB_10", "AMB_10", "AMB_10", "AMB_10", "", ""]


@pytest.mark.clause("BAT-AMB-1", "BAT-AMB-6", "BAT-AMB-10", "BAT-AMB-12", "BAT-REC-2")
def test_whose_markers_lie_where_and_how_far_they_go():
    """Orcs, speed 6: three steps, and never off the field."""
    b = zoned(field(ambush="yes"))
    i, other, foe = add(b, "O1", 1), add(b, "U2", 1), add(b, "L1", 0, 40, 10)
    for hidden in (i, other):
        b.figures[hidden].state = State.AMBUSH.value
    for number, (x, y) in enumerate(((88.5, 58.5), (1.5, 1.5), (40.0, 30.0))):
        b.markers[ambush.add_marker(b, Thing.AMBUSH.value, 1, i, x, y)].true = int(number == 2)
    assert [ambush.markers_of(b, hidden) for hidden in (i, other)] == [3, 0]
    assert [ambush.is_false_marker(b, m, 1, 0) for m in range(-1, 4)] == [False, True, True, False, False]
    assert ambush.strikes_from(b, i, NONE, 0, 0.0, 0.0) == (40.0, 30.0)
    assert ambush.may_move_marker(b, 0, 90.0, 60.0) and ambush.may_move_marker(b, 1, 0.0, 0.0)
    for m, x, y in ((0, 90.1, 58.5), (0, 88.5, 60.1), (1, -0.1, 1.5), (1, 1.5, -0.1), (2, 43.1, 30.0)):
        assert not ambush.may_move_marker(b, m, x, y)
    assert not searching.can_strike(b, other, foe, Order.MELEE_ATTACK.value, math.inf, math.inf), "there is no room"
    wood = ground(b, Ground.WOOD, 60, 25, 80, 35)
    assert [scouting.may_be_tested(b, hidden, wood) for hidden in (i, other)] == [False, True]
    b.figures[other].healthy = 0
    assert not scouting.may_be_tested(b, other, wood), "nobody of them stands"


@pytest.mark.clause("BAT-AMB-13", "BAT-AMB-15")
def test_who_is_attacked_under_a_marker_faces_the_attacker():
    b = zoned(field(ambush="yes"))
    i, hidden = add(b, "L1", 0, 40, 20, EAST), add(b, "O1", 1)
    b.figures[hidden].state = State.AMBUSH.value
    m = ambush.add_marker(b, Thing.AMBUSH.value, 1, hidden, 42.0, 20.0)
    b.markers[m].true = 1
    assert ambush.turn_over(b, m, i, True, new_log()) == hidden
    u = b.figures[hidden]
    assert (u.fx, u.fy, u.x, u.y) == (-1, 0, 44, 20)


@pytest.mark.clause("BAT-ARE-3", "BAT-ARE-4", "BAT-WIN-4", "BAT-SKL-14")
def test_fire_at_a_wood():
    """Guns at (40, 10) and a wood about (40, 30); a wind of 6 to the north."""
    b = zoned(field(ambush="yes", area_fire="yes", wind="yes"))
    wood, guns, hidden = ground(b, Ground.WOOD, 30, 25, 50, 35), add(b, "L8", 0, 40, 10), add(b, "O1", 1)
    b.figures[hidden].state, b.wind_to, b.wind = State.AMBUSH.value, 6, 6
    area_fire.prepare_blind_shot(b, guns, wood, hidden)
    assert sum(b.attack.flats) == 3, "with the wind"
    area_fire.hit_area(b, guns, wood, hidden, chances.REVEALED, Thrown(1, 1, 1).dice, new_log())
    assert [int(m.true) for m in b.markers[:3]] == [1, 0, 0], "the first, next to the middle of the wood"
    area_fire.hit_area(b, guns, wood, hidden, chances.BULLS_EYE, Thrown().dice, new_log())
    assert b.figures[hidden].fy == -1, "they face the guns"
    in_go(b, 0, (guns, Order.SHOOTING_ATTACK), (guns, Order.SHOOTING_ATTACK))
    b.profiles[b.figures[guns].profile].weak = 2
    thrown, log = Thrown(2), new_log()
    searching.make_fire_at_area(b, action(b, Verb.FIRE_AT_AREA, guns, item=wood), thrown.dice, log)
    assert thrown.are_used_up() and b.figures[guns].carried_out == 2
    assert Code.FAILS_TO_OBEY in {int(entry.code) for entry in log.entries[: log.n]}, "Weak ones throw for the pair"


@pytest.mark.clause("BAT-SKL-12", "BAT-AMB-3")
def test_cowards_in_ambush_spend_their_order():
    b = zoned(field(ambush="yes"))
    i, foe = add(b, "O3", 1), add(b, "L1", 0, 40, 20)
    b.figures[i].state = State.AMBUSH.value
    ambush.order_in_ambush(b, i, Order.MELEE_ATTACK.value)
    thrown = Thrown(2)
    searching.make_ambush(b, action(b, Verb.AMBUSH, i, target=foe, item=NONE), thrown.dice, new_log())
    assert thrown.are_used_up() and (b.figures[i].carried_out, b.figures[i].state) == (1, State.AMBUSH)


@pytest.mark.clause("BAT-ARM-14", "BAT-REC-2", "BAT-MOR-16")
def test_who_lends_scouts_an_eye_and_who_is_a_general():
    """Of those on the base of Rangers: a captain, the general or a hero, and no mage."""
    b = field(artefacts="yes")
    i = add(b, "L7", 0, 40, 20)
    for role, bonus in ((Role.CAPTAIN, 1), (Role.GENERAL, 1), (Role.HERO, 1), (Role.MAGE, 0)):
        b.n_characters = 0
        c = add_character(b, role, i)
        b.characters[c].artefact = 5
        assert scouting.bonus_of_scout(b, i) == bonus
        assert returning.general_of(b, 0) == (c if role == Role.GENERAL else NONE)
        b.characters[c].alive = 0
        assert (scouting.bonus_of_scout(b, i), returning.general_of(b, 0)) == (0, NONE)


@pytest.mark.clause("BAT-ORD-16", "BAT-IND-1")
@pytest.mark.parametrize("side", [0, 1])
def test_of_the_other_side_nobody_knows_that_it_is_ready(side):
    b = field()
    b.phase = Phase.ORDERS.value
    b.sides[0].ready = b.sides[1].ready = 1
    hiding.resample(b, side, new_dice(1))
    assert (b.sides[side].ready, b.sides[1 - side].ready) == (1, 0)


# Deploying and coming on


@pytest.mark.clause("BAT-ARM-21", "BAT-DEP-8", "BAT-DEP-9")
def test_the_ready_made_line_is_of_those_who_wait():
    """Halberdiers stand alone in the middle: the others wait in reserve; then nobody throws for first place."""
    b = zoned(field(deployment="ready_made"))
    for state in (State.WAITING, State.RESERVE):
        b.figures[add(b, "L1", 0)].state = state.value
    deployment.stand_ready_made(b, 0)
    assert (b.figures[0].x, b.figures[0].y, b.figures[0].state) == (45, 7.5, State.FIELD)
    b = zoned(field())
    add(b, "L1", 0, 40, 5)
    thrown = Thrown()
    deployment.begin_deployment(b, thrown.dice, new_log())
    assert thrown.are_used_up()


@pytest.mark.clause("BAT-DEP-9", "BAT-DEF-33")
def test_a_reserve_comes_on_whole_and_stands_as_it_is():
    b = zoned(field())
    i, foe = add(b, "L1", 0), add(b, "O1", 1, 80, 55, SOUTH)
    b.figures[i].state = State.RESERVE.value
    in_go(b, 0, (i, Order.MOVE), (foe, Order.TURN))
    assert reserves.why_no_entrance(b, i, 2.4, 2.0).clause != NONE, "half a battalion is 2.5 wide"
    assert reserves.why_no_entrance(b, i, 2.5, 2.0).clause == NONE
    reserves.make_enter(b, action(b, Verb.ENTER, i, x=2.5, y=2.0, facing=NORTH), Thrown().dice, new_log())
    assert base_of(b.figures[i]) == Base(2.5, 2.0, 0.0, 1.0, 2.5, 2.0)


@pytest.mark.clause("BAT-DEF-33")
def test_places_round_about_are_tried_to_the_four_winds_first():
    """A figure of 1 by 1 overlaps halberdiers by 0.45 steps: half a step ahead it is free."""
    b = field()
    i = add(b, "H2", 0)
    add(b, "L1", 0, 40, 20)
    place = free_places.nearest_place(b, i, 40.0, 22.05, 0.0, 1.0)
    assert (place.x, place.y) == pytest.approx((40.0, 22.55), abs=0.01)


@pytest.mark.clause("BAT-TRP-1")
def test_where_a_trap_may_be_laid():
    """Half a step from the edge, and within six steps of those of its set that lie."""
    b = zoned(field(traps="yes"))
    assert traps.may_lay_trap(b, 0, 0, 0.5, 20.0) and not traps.may_lay_trap(b, 0, 0, -0.5, 20.0)
    m = traps.lay_trap(b, 0, 0, 1, 30.0, 20.0, False)
    assert not traps.may_lay_trap(b, 0, 0, 37.0, 20.0) and traps.may_lay_trap(b, 0, 0, 36.0, 20.0)
    b.markers[m].lies = 0
    assert traps.may_lay_trap(b, 0, 0, 37.0, 20.0)


# Ways


@pytest.mark.clause("BAT-TRP-3")
def test_how_far_a_way_is_gone_when_it_comes_to_the_line_of_a_trap():
    """Halberdiers' front is two steps ahead of their middle, their sides two and a half beside it."""
    b = field(traps="yes")
    for x, y in ((37.0, 25.0), (43.0, 25.0)):
        traps.lay_trap(b, 1, 0, 1, x, y, False)
    one, other = b.markers[0], b.markers[1]

    def share(x, y, dx, dy, fx=0.0, fy=1.0):
        return traps.share_before(Base(x, y, fx, fy, 2.5, 2.0), traps.Part(dx, dy, 0.0), one, other)

    assert share(40.0, 20.0, 0.0, 6.0) == pytest.approx(0.5)
    assert share(46.0, 20.0, 0.0, 6.0) == math.inf, "past its end: their left side is at x 43.5"
    assert share(45.0, 20.0, 0.0, 6.0) == pytest.approx(0.5)
    assert share(34.5, 25.0, 1.0, 0.0, 1.0, 0.0) == pytest.approx(0.5), "a step to the east"
    assert share(40.0, 20.0, 0.0, 2.9) == math.inf


@pytest.mark.clause("BAT-ACT-19", "BAT-ACT-22")
@pytest.mark.parametrize("ident", ["L1", "U7"])
def test_less_than_a_step_from_the_edge(ident):
    """Half a step ahead is free, on foot or in flight; and no wheel swings a corner over the edge."""
    b = field()
    i = add(b, ident, 0, 40, 30)
    for ux, uy in ((0.0, 1.0), (0.0, -1.0), (1.0, 0.0), (-1.0, 0.0)):
        base = Base(45.0 + ux * 42.5, 30.0 + uy * 27.5, ux, uy, 2.5, 2.0)
        assert ways.free_ahead(b, i, base, ux, uy, 6.0, NONE) == pytest.approx(0.5)
    # about (5.5, 22) the rear left corner swings from (0.5, 18) out to x -0.9 and back to 1.5
    assert not ways.is_free_wheel(b, i, Base(3.0, 20.0, 0.0, 1.0, 2.5, 2.0), 90.0)
    assert ways.is_free_wheel(b, i, Base(5.0, 20.0, 0.0, 1.0, 2.5, 2.0), 90.0)


@pytest.mark.clause("BAT-ACT-22", "BAT-SKL-7")
def test_a_flyer_wheels_over_somebody():
    b = field()
    foot, flyer = add(b, "L1", 0, 40, 20), add(b, "U7", 0, 60, 20)
    add_hero(b, "ysolde_the_grey", 0, 36.7, 19.9, EAST)
    base = Base(40.0, 20.0, 0.0, 1.0, 2.5, 2.0)
    assert ways.is_free_wheel(b, flyer, base, 45.0) and not ways.is_free_wheel(b, foot, base, 45.0)


@pytest.mark.clause("BAT-ACT-5", "BAT-ACT-7", "BAT-TER-10")
def test_rough_ground_is_paid_for_where_it_lies():
    """Scrub from y 24 to 25, two steps before the front: two steps, one for two, and the last two of six."""
    b = field()
    ground(b, Ground.DIFFICULT, 0, 24, 90, 25)
    i = add(b, "L1", 0, 40, 20)
    base = base_of(b.figures[i])
    assert ways.length_for_price(b, i, base, 0.0, 1.0, 9.0, 6.0) == pytest.approx(5.0)
    assert ways.length_for_price(b, i, base, 0.0, 1.0, 9.0, 3.0) == pytest.approx(2.5)
    assert ways.price_of_straight(b, i, base, 0.0, 1.0, 5.0, True) == pytest.approx(6.0)
    b = field()
    ground(b, Ground.DIFFICULT, 0, 0, 90, 60)
    i = add(b, "L1", 0, 40, 20)
    assert ways.price_of_wheel(b, i, base_of(b.figures[i]), 36.0) == pytest.approx(2 * math.pi)


@pytest.mark.clause("BAT-LAD-1", "BAT-LAD-2", "BAT-LAD-4")
def test_a_ladder_on_the_western_wall():
    """Halberdiers face the wall at x 20: their front at it, or inside their rear; when it falls there is no ladder."""
    b = field(ladders="yes")
    k = ground(b, Ground.BUILDING, 20, 20, 26, 50)
    b.sites[k].storeys, b.n_ladders = 1, 1
    ladder = b.ladders[0]
    ladder.x, ladder.y, ladder.out_x, ladder.out_y, ladder.feature = 20.0, 35.0, -1.0, 0.0, k
    i = add(b, "L1", 0, 18, 35, EAST)
    assert ladders.beyond_ladder(b, i, 0) == Base(22.0, 35.0, 1.0, 0.0, 2.5, 2.0)
    assert ladders.ladder_under(b, base_of(b.figures[i])) == 0
    b.figures[i].storey = 1
    assert ladders.beyond_ladder(b, i, 0) == Base(18.0, 35.0, 1.0, 0.0, 2.5, 2.0)
    b.terrain.features[k].kind = Ground.DIFFICULT
    assert ladders.ladder_under(b, base_of(b.figures[i])) == NONE


# Zones and the sky


@pytest.mark.clause("BAT-DEF-17", "BAT-DEF-19", "BAT-DEF-20")
def test_right_and_left_of_a_narrow_battalion_and_the_corners_of_a_deep_one():
    """A rider is 1 wide and 2 deep; halberdiers 5 wide and 4 deep."""
    b = field()
    rider, i = add(b, "H1", 0), add(b, "L1", 0)
    assert [zones.zone_of(b.figures[rider], x, 0.0) for x in (0.6, -0.6)] == [zones.Zone.RIGHT, zones.Zone.LEFT]
    for x, y, zone in (
        (4.0, 2.0, zones.Zone.RIGHT), (-4.0, 2.0, zones.Zone.LEFT), (2.5, 2.0, zones.Zone.FRONT),
        (4.0, -2.0, zones.Zone.RIGHT), (-4.0, -2.0, zones.Zone.LEFT), (2.5, -2.0, zones.Zone.REAR),
    ):  # fmt: skip
        assert zones.zone_of(b.figures[i], x, y) == zone


@pytest.mark.clause("BAT-DEF-17", "BAT-DEF-18")
@pytest.mark.parametrize("facing", [0.0, 60.0, 90.0, 180.0, 215.0])
def test_what_lies_in_the_front_zone_whichever_way_it_looks(facing):
    """Of a figure of 1 by 1: its front is half a step ahead, the zone as wide again on either hand as it is far.

    A line of 20 by 2, turned by 20 degrees, passes the left front corner, which is 0.299 along its normal, just so.
    """
    ahead, right = facing_of_degrees(facing), facing_of_degrees(facing + 90.0)
    base = Base(45.0, 30.0, ahead.x, ahead.y, 0.5, 0.5)

    def meets(aside, forward, turn=0.0, half_width=0.5, half_depth=0.5):
        way = facing_of_degrees(facing + turn)
        x, y = aside * right.x + forward * ahead.x, aside * right.y + forward * ahead.y
        return zones.front_zone_meets(base, Base(45.0 + x, 30.0 + y, way.x, way.y, half_width, half_depth))

    for hand in (1.0, -1.0):
        assert meets(hand * 3.4, 2.9) and not meets(hand * 20.0, 5.0)
        assert not meets(hand * 4.6, 2.9), "4.1 aside of the middle, 3.4 ahead of it"
    assert not meets(0.0, -1.0)
    for normal, is_met in ((0.25, False), (0.35, True)):
        far = normal - 1.0
        turn = math.radians(20.0)
        assert meets(far * math.sin(turn), far * math.cos(turn), 20.0, 10.0, 1.0) == is_met


@pytest.mark.clause("BAT-SUN-1", "BAT-OPT-2")
def test_without_an_hour_there_is_no_sun():
    b = field(sun="yes")
    b.hour = NONE
    b.hours[-1].sun_x = 1
    assert sky.modifier_of_sun(b, 1.0, 0.0, True) == 0


# The hospital, and how a battle ends


@pytest.mark.clause("BAT-ACT-15", "BAT-ACT-16", "BAT-WOU-15")
def test_wounded_go_east_and_are_told_to_stay():
    """Halberdiers' wounded, half of 6 steps; the hospital 20 steps to the east, then half a step."""
    b = field(wounded="yes")
    i = add(b, "L1", 0, 40, 20, EAST)
    u = b.figures[i]
    u.healthy, u.wounded, u.wounded_of, u.width, u.depth = 0, 2, 1, 1.0, 2.0
    b.sides[0].hospital, b.sides[0].hospital_x, b.sides[0].hospital_y = 1, 60.0, 20.0
    in_go(b, 0, (i, Order.TO_THE_DOCTOR))
    stay = action(b, Verb.CALL_OFF, i)
    assert tending.judge_call_off(b, stay, new_log()).legal == 0, "they have not set out"
    tending.make_doctor(b, action(b, Verb.DOCTOR, i), Thrown().dice, new_log())
    assert (u.x, u.y, bool(u.moved), bool(u.to_doctor)) == (43, 20, True, True)
    assert tending.judge_call_off(b, stay, new_log()).legal == 1
    u.given = 1
    tending.make_call_off(b, stay)
    assert (u.to_doctor, u.given, list(u.cards)) == (0, 0, [NONE, NONE])
    u.moved, b.sides[0].hospital_x = 0, 43.5
    in_go(b, 0, (i, Order.TO_THE_DOCTOR))
    tending.make_doctor(b, action(b, Verb.DOCTOR, i), Thrown().dice, new_log())
    assert (u.x, bool(u.moved), u.state) == (43.5, True, State.HOSPITAL)


@pytest.mark.clause("BAT-ARM-13", "BAT-TRN-3", "BAT-EXE-8")
def test_mists_lift_and_the_last_turn_ends_the_battle():
    b = field()
    add(b, "L1", 0, 40, 10), add(b, "O1", 1, 40, 50, SOUTH)
    b.sides[0].start = b.sides[1].start = 20
    b.turn, b.turns, b.n_mists = 4, 5, 2
    b.mists[0].until, b.mists[1].until = 4, 5
    assert not turns.run_turn_ends(b, Thrown().dice, new_log()) and b.phase == Phase.TURN
    assert (b.n_mists, b.mists[0].until) == (1, 5)
    b.turn = 5
    assert turns.run_turn_ends(b, Thrown().dice, new_log()) and (b.phase, b.n_mists) == (Phase.OVER, 0)


@pytest.mark.clause("BAT-PRE-3", "BAT-ARM-22")
def test_who_counts_at_the_end():
    """Who left by the enemy's edge counts as present; beyond the wall, only those who stand there do."""
    b = field(wounded="yes")
    i = add(b, "L1", 0, 40, 40)
    b.wall = 36.0
    for state, present, inside in ((State.FIELD, 20, True), (State.LEFT, 20, False), (State.FLED, 0, False)):
        b.figures[i].state = state.value
        assert (victory.warriors_of(b, 0), victory.is_inside_wall(b, 0)) == (present, inside)
    u = b.figures[i]
    u.state, u.healthy, u.wounded, u.wounded_of = State.FIELD.value, 0, 4, i
    assert not victory.is_inside_wall(b, 0)


@pytest.mark.clause("BAT-ARM-22")
def test_woods_are_held_whole_and_hills_are_not():
    """A wood with a corner cut out is one wood: who stands in either arm of it holds it, or shares it."""
    b = field()
    add(b, "L1", 0, 40, 20), add(b, "L1", 0, 60, 20)
    ground(b, Ground.WOOD, 38, 20, 42, 24)
    ground(b, Ground.HILL, 58, 20, 62, 24)
    assert [victory.woods_held(b, side) for side in (0, 1)] == [1, 0]
    b = field()
    add_polygon(b.terrain, Ground.WOOD.value, [(30, 20), (50, 20), (50, 24), (34, 24), (34, 40), (30, 40)])
    arms = [(48.0, 20.5), (32.0, 37.0)]
    i, foe = add(b, "L1", 0), add(b, "O1", 1)
    b.figures[foe].state = State.FLED.value
    for x, y in arms:
        b.figures[i].x, b.figures[i].y = x, y
        assert [victory.woods_held(b, side) for side in (0, 1)] == [1, 0], (x, y)
    b.figures[foe].state, b.figures[foe].x, b.figures[foe].y = State.FIELD.value, *arms[0]
    assert [victory.woods_held(b, side) for side in (0, 1)] == [0, 0]
