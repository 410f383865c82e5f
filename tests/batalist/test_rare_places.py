"""Rare cases of hiding, deploying and coming on that mutants showed nobody asked."""

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
    attacks_on_wounded,
    chances,
    deployment,
    free_places,
    hiding,
    magic,
    markers,
    pending_question,
    placing,
    reserves,
    returning,
    scouting,
    searching,
    shooting,
    traps,
)
from sandtable.games.batalist.rules import ground as sight
from sandtable.kernel.dice import new_dice
from sandtable.kernel.geometry import Base, Point, base_of
from sandtable.kernel.log import new_log
from sandtable.kernel.records import NONE

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
        b.figures[add(b, "O1", 1, 40, 50, EAST)].state = state.value
    b.phase = Phase.DEPLOYMENT.value
    hiding.redact(b, 0)
    assert [u.state for u in b.figures[:4]] == [State.UNSEEN, State.WAITING, State.WAITING, State.RESERVE]
    u = b.figures[0]
    assert (u.x, u.y, u.fx, u.fy) == (0, 0, 0, 1), "nor where they are, nor which way they look"


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


@pytest.mark.clause("BAT-AMB-4", "BAT-AMB-12", "BAT-AMB-16", "BAT-AMB-3")
def test_whence_an_ambush_strikes_whom():
    """Orcs in a wood about (40, 30), before they lay their markers: the nearest place, the second or the third."""
    b = zoned(field(ambush="yes"))
    wood, i = ground(b, Ground.WOOD, 30, 25, 50, 35), add(b, "O1", 1)
    foe, gone = add(b, "L1", 0, 40, 10), add(b, "L1", 0, 40, 22)
    b.figures[i].state, b.figures[gone].state = State.AMBUSH.value, State.FLED.value
    places = ambush.places_to_lay(b, i, wood, 40.0, 25.0)
    assert len(set(places)) == 3
    assert tuple(ambush.strikes_from(b, i, wood, true, 40.0, 25.0) for true in range(3)) == places
    assert ambush.is_far_from_enemies(b, 0, 40.0, 12.0, 5.0) and not ambush.is_far_from_enemies(b, 1, 40.0, 12.0, 5.0)
    order = Order.MELEE_ATTACK.value
    bows = add(b, "U4", 1)
    for hidden, attack in ((i, order), (bows, Order.SHOOTING_ATTACK.value)):
        assert not searching.can_strike(b, hidden, gone, attack, 40.0, 27.0), "they fled"
    b.terrain.features[-1].kind = Ground.WOOD
    for beyond in (NONE, len(b.terrain.features)):
        assert searching.why_no_markers(b, i, beyond, 0, 40.0, 25.0).code == Code.NO_HIDING_PLACE
    why = searching.why_no_strike(b, i, foe, order, wood, 0, Point(40.0, 25.0))
    assert (Code(why.code), why.other) == (Code.AMBUSH_TOO_FAR, foe), "13 steps from the wood"
    b.figures[gone].state, b.figures[gone].y = State.FIELD.value, 18.2
    assert searching.why_no_strike(b, i, gone, order, wood, 0, Point(40.0, 25.0)).cited == NONE


@pytest.mark.clause("BAT-ARE-3", "BAT-FRM-12", "BAT-WIN-4")
def test_a_blind_shot_to_the_south_at_those_in_loose_order():
    """Half of three guns, against a wind of 6 to the north."""
    b = zoned(field(ambush="yes", area_fire="yes", wind="yes"))
    wood, guns, hidden = ground(b, Ground.WOOD, 30, 25, 50, 35), add(b, "L8", 1, 40, 50, SOUTH), add(b, "L5", 0)
    b.figures[hidden].state, b.wind_to, b.wind = State.AMBUSH.value, 6, 6
    area_fire.prepare_blind_shot(b, guns, wood, hidden)
    assert (sum(b.attack.flats), b.attack.fighters) == (-3, 1)


@pytest.mark.clause("BAT-WOU-14", "BAT-ACT-12", "BAT-MOR-15", "BAT-HER-1")
def test_who_is_listed_first_and_one_alone():
    b = field(wounded="yes")
    foe, bows = add(b, "O1", 1, 40, 30, SOUTH), add(b, "L4", 0, 40, 20)
    b.figures[foe].wounded = 1
    assert attacks_on_wounded.are_wounded_of_enemy(b, bows, foe) and shooting.may_shoot_at(b, bows, foe)
    b.figures[foe].state, b.figures[foe].healthy, b.figures[foe].wounded = State.FLED.value, 1, 0
    assert returning.has_fled(b, foe)
    b.figures[foe].healthy = 0
    assert not returning.has_fled(b, foe)
    b.first = 0
    returning.make_no_more_returns(b)
    assert b.first == 1
    c = add_hero(b, "ysolde_the_grey", 0, 10, 20, NORTH)
    assert not magic.set_aside(b, c, -1) and not magic.set_aside(b, c, 17) and magic.set_aside(b, c, 16)


@pytest.mark.clause("BAT-REC-4", "BAT-REC-8", "BAT-AMB-13")
def test_who_is_discovered_turns_their_back_to_the_scout():
    """At the true marker that lies; the scout faces east, and so what is found looks west: its back is to nobody."""
    b = zoned(field(ambush="yes", reconnaissance="yes"))
    scout, hidden = add(b, "L7", 0, 30, 30, EAST), add(b, "U2", 1)
    b.figures[hidden].state = State.AMBUSH.value
    for x, lies in ((40.0, 1), (60.0, 0)):
        m = ambush.add_marker(b, Thing.AMBUSH.value, 1, hidden, x, 30.0)
        b.markers[m].true, b.markers[m].lies = 1, lies
    scouting.bring_out(b, scout, hidden, scouting.Found.DISCOVERED, True)
    u = b.figures[hidden]
    assert (u.x, u.y, u.fx, u.fy) == (40, 30, -1, 0)


@pytest.mark.clause("BAT-AMB-16", "BAT-DEF-28", "BAT-DEF-30")
def test_who_hides_a_marker_or_a_battalion_from_a_shot():
    """Who fled hides nothing, who stands beside hides nothing, and nobody hides from who flies."""
    b = field(ambush="yes")
    bows, flyers, between = add(b, "L4", 0, 40, 10), add(b, "U7", 0, 40, 4), add(b, "L1", 0, 40, 18)
    hidden, foe = add(b, "O1", 1), add(b, "O1", 1, 40, 30, SOUTH)
    b.figures[hidden].state = State.AMBUSH.value
    m = ambush.add_marker(b, Thing.AMBUSH.value, 1, hidden, 40.0, 24.0)
    assert not markers.may_shoot_at_marker(b, bows, m)
    for i, blocks in ((bows, True), (flyers, False)):
        assert sight.figures_block(b, i, foe, 40.0, 11.5, 40.0, 28.0) == blocks
    b.figures[between].state = State.FLED.value
    assert markers.may_shoot_at_marker(b, bows, m)
    assert not sight.figures_block(b, bows, foe, 40.0, 11.5, 40.0, 28.0)


@pytest.mark.clause("BAT-AMB-17", "BAT-DEP-8")
def test_two_sets_of_markers_are_guessed_to_be_of_two_battalions():
    b = field(ambush="yes", deployment="dark")
    own, hidden = add(b, "L1", 0), [add(b, "O1", 1), add(b, "U2", 1)]
    for i in (own, *hidden):
        b.figures[i].state = State.AMBUSH.value
    for group in range(2):
        for x in range(3):
            m = ambush.add_marker(b, Thing.AMBUSH.value, 1, hidden[group], 40.0 + x, 30.0 + group)
            b.markers[m].group = group
    hiding.redact(b, 0)
    assert {(float(b.figures[i].fx), float(b.figures[i].fy)) for i in hidden} == {(0.0, 1.0)}
    hiding.guess_markers(b, 0, new_dice(1))
    owners = [int(m.owner) for m in b.markers[:6]]
    assert owners == [hidden[0]] * 3 + [hidden[1]] * 3


# Deploying and coming on


@pytest.mark.clause("BAT-ARM-21", "BAT-DEP-8", "BAT-DEP-9")
def test_the_ready_made_line_is_of_those_who_wait():
    """Halberdiers stand alone in the middle: the others wait in reserve; then nobody throws for first place."""
    b = zoned(field(deployment="ready_made"))
    for state in (State.WAITING, State.RESERVE):
        b.figures[add(b, "L1", 0, facing=EAST)].state = state.value
    deployment.stand_ready_made(b, 0)
    u = b.figures[0]
    assert (u.x, u.y, u.fx, u.fy, u.state) == (45, 7.5, 0, 1, State.FIELD)
    b = zoned(field())
    add(b, "L1", 0, 40, 5)
    thrown = Thrown()
    deployment.begin_deployment(b, thrown.dice, new_log())
    assert thrown.are_used_up()
    b.sides[0].ready = b.sides[1].ready = 1
    assert not deployment.run_stating(b, thrown.dice, new_log())
    assert [int(side.ready) for side in b.sides] == [0, 0], "asked anew when orders are given"


@pytest.mark.clause("BAT-DEP-9", "BAT-DEF-33")
def test_a_reserve_comes_on_whole_and_stands_as_it_is():
    b = zoned(field())
    i, foe = add(b, "L1", 0), add(b, "O1", 1, 80, 55, SOUTH)
    b.figures[i].state = State.RESERVE.value
    assert reserves.has_entrance(b, i) and reserves.has_entrance(b, foe), "from the south and from the north"
    in_go(b, 0, (i, Order.MOVE), (foe, Order.TURN))
    assert reserves.why_no_entrance(b, i, 2.4, 2.0).cited != NONE, "half a battalion is 2.5 wide"
    assert reserves.why_no_entrance(b, i, 2.5, 2.0).cited == NONE
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
    b = zoned(field(traps="yes"))
    i = add(b, "L1", 1, 35, 20, SOUTH)
    for x in (32.0, 38.0):
        m = traps.lay_trap(b, 0, 0, 1, x, 20.0, False)
    assert traps.trap_passed(b, i, base_of(b.figures[i]), 0) == m
    b.markers[0].lies = 0
    assert traps.trap_passed(b, i, base_of(b.figures[i]), 0) == NONE, "of one marker there is no line"
    b = zoned(field(traps="yes"))
    b.mover, b.sides[0].traps, b.sides[0].hospital = 0, 3, NONE
    for x in (30.0, 32.0, 34.0):
        traps.lay_trap(b, 0, 0, 1, x, 20.0, x == 30.0)
    placing.make_leave_out(b)
    assert b.sides[0].traps == 1, "no more than lie"
