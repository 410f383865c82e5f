"""Preparation, deployment, retreats, returns, starts and ends of turns, who has won: positions and dice by hand."""

from __future__ import annotations

import numpy as np
import pytest

from batalist.field import EAST, NORTH, SOUTH, Thrown, action, add, carry_out, field, forbidden_by, ground, in_go, zoned
from sandtable.games.batalist.enums import End, Formation, Goal, Ground, Order, Phase, Role, State, Verb
from sandtable.games.batalist.laying.battalions import add_character, add_hero
from sandtable.games.batalist.rules import aftermath, deployment, returning, sequence, turns, victory
from sandtable.kernel.log import new_log
from sandtable.kernel.records import NONE


@pytest.mark.clause("BAT-PRE-2", "BAT-PRE-5", "BAT-CAP-1", "BAT-MGA-1", "BAT-AMM-1", "BAT-DEP-8")
def test_dice_of_the_preparation_in_their_order():
    """General 5 (CS 3) of the first side and 1 (CS 1) of the second; a mage 6 (MS 4), mana 2 + 1; shots 4; 6 : 2."""
    b = zoned(field())
    units = [add(b, "L1", 0), add(b, "L4", 0), add(b, "O1", 1)]
    for i in units:
        b.figures[i].state = State.WAITING.value
    first, second = add_character(b, Role.GENERAL, units[0]), add_character(b, Role.GENERAL, units[2])
    mage = add_character(b, Role.MAGE, units[1])
    b.phase = Phase.START.value
    thrown = Thrown(5, 1, 6, 2, 4, 6, 2)
    sequence.setup(b, thrown.dice, new_log())
    assert thrown.are_used_up()
    assert (b.characters[first].command, b.characters[second].command) == (3, 1)
    assert (b.characters[mage].magic, b.characters[mage].mana, b.sides[0].ammunition) == (4, 3, 4)
    assert (b.sides[0].start, b.sides[1].start) == (35, 24)
    assert (b.phase, b.mover, b.first) == (Phase.DEPLOYMENT, 0, 0)


@pytest.mark.clause("BAT-WEA-1", "BAT-WEA-11", "BAT-TOD-1", "BAT-WIN-2", "BAT-CUR-1", "BAT-OPT-1")
def test_dice_of_the_sky():
    """Hour 5; winter 4 is thrown again, then 6; wind 2 with strength 3; current 4 in the water alone."""
    b = field(time_of_day="yes", weather="winter", wind="yes", current="yes")
    k = ground(b, Ground.WATER, 0, 20, 90, 30)
    b.sites[k].flow_x = 1.0
    thrown = Thrown(5, 4, 6, 2, 3, 4)
    deployment.throw_sky(b, thrown.dice, new_log())
    assert thrown.are_used_up()
    assert (b.hour, b.sky, b.wind_to, b.wind, b.sites[k].current) == (4, 5, 2, 3, 4)
    thrown = Thrown()
    deployment.throw_sky(field(), thrown.dice, new_log())
    assert thrown.are_used_up(), "none of it without the players' wish"


@pytest.mark.clause("BAT-DEP-8", "BAT-DEP-10", "BAT-DEP-11", "BAT-DEF-33", "BAT-TRN-2")
def test_one_battalion_at_a_time_until_both_have_finished():
    b = zoned(field())
    own, theirs = [add(b, "L1", 0), add(b, "L4", 0)], [add(b, "O1", 1, facing=SOUTH)]
    for i in (*own, *theirs):
        b.figures[i].state = State.WAITING.value
    b.phase, b.turns = Phase.DEPLOYMENT.value, 10
    assert forbidden_by(b, action(b, Verb.DEPLOY, theirs[0], x=45.0, y=55.0)) == "DEP_11", "not their turn"
    assert forbidden_by(b, action(b, Verb.DEPLOY, own[0], x=45.0, y=8.6)) == "DEP_10", "its front at 10.6"
    assert forbidden_by(b, action(b, Verb.DEPLOY, own[0], x=45.0, y=8.0, facing=EAST)) == "", "any facing"
    carry_out(b, action(b, Verb.DEPLOY, own[0], x=45.0, y=8.5))
    carry_out(b, action(b, Verb.DEPLOY, theirs[0], x=45.0, y=52.0))
    assert (b.mover, b.phase) == (0, Phase.DEPLOYMENT)
    assert forbidden_by(b, action(b, Verb.DEPLOY, own[1], x=47.0, y=8.5)) == "DEF_33", "over the first"
    carry_out(b, action(b, Verb.DEPLOY, own[1], x=55.0, y=8.5))
    assert (b.turn, b.phase) == (1, Phase.ORDERS)


@pytest.mark.clause("BAT-WOU-1", "BAT-DEP-11")
def test_hospitals_are_placed_when_all_stand():
    b = zoned(field(wounded="yes"))
    add(b, "L1", 0, 45, 5), add(b, "O1", 1, 45, 55, SOUTH)
    b.phase, b.turns = Phase.DEPLOYMENT.value, 10
    sequence.setup(b, Thrown().dice, new_log())
    assert (b.phase, b.mover) == (Phase.PLACING, 0)
    assert forbidden_by(b, action(b, Verb.PLACE, x=45.0, y=11.0)) == "WOU_1"
    carry_out(b, action(b, Verb.PLACE, x=45.0, y=3.0))
    assert (b.sides[0].hospital, b.sides[0].hospital_y, b.mover) == (1, 3, 1)
    carry_out(b, action(b, Verb.LET))
    assert (b.sides[1].hospital, b.phase) == (NONE, Phase.ORDERS)


def pressed(x=45.0, y=30.0, ident="L1", **how):
    """A battalion facing north at (45, 30), and the nearest enemy 10 before it."""
    b = field()
    i = add(b, ident, 0, x, y, NORTH, **how)
    add(b, "O1", 1, x, y + 10.0, SOUTH)
    return in_go(b), i


def fall_back(b, i, *dice):
    thrown = Thrown(*dice)
    aftermath.retreat(b, i, aftermath.nearest_enemy(b, i), thrown.dice, new_log())
    assert thrown.are_used_up()
    return b.figures[i]


@pytest.mark.clause("BAT-MOR-7", "BAT-MOR-9", "BAT-EXE-9")
def test_a_retreat_goes_full_speed_straight_away_without_turning():
    u = fall_back(*pressed())
    assert (u.x, u.y, u.fx, u.fy, u.moved) == (45, 24, 0, 1, 1)


@pytest.mark.clause("BAT-MOR-8", "BAT-MOR-9")
def test_it_ends_at_impassable_ground_and_ground_slows_it():
    b, i = pressed()
    ground(b, Ground.BUILDING, 40, 20, 50, 25)
    assert fall_back(b, i).y == 27, "its rear edge was at 28"
    b, i = pressed()
    ground(b, Ground.DIFFICULT, 0, 0, 90, 60)
    assert fall_back(b, i).y == 27, "half speed"


@pytest.mark.clause("BAT-MOR-10")
def test_it_ends_at_a_friend():
    b, i = pressed()
    add(b, "L1", 0, 45, 23)
    assert fall_back(b, i).y == 27


@pytest.mark.clause("BAT-MOR-11", "BAT-MOR-13", "BAT-MOD-17", "BAT-CBT-16")
def test_it_fights_an_enemy_into_whom_it_falls_back():
    """No die but the outer ones. Halberdiers strike with their last rank backwards, 2 x 5 - 2 = 8 // 3 + 1 = 3.

    They are hit in the rear, which no reply counts: orcs 3 x 6 = 18 // 4 + 1 = 5, Cut on Cut 2.
    """
    b, i = pressed()
    b.figures[1].y = 35.0
    k = add(b, "O1", 1, 45, 24, NORTH)
    u = fall_back(b, i, 1, 1)
    assert u.y == 28, "they touch at 26"
    assert (b.figures[k].healthy, u.healthy) == (21, 18)


@pytest.mark.clause("BAT-MOR-12", "BAT-MOR-14")
def test_who_would_leave_the_field_has_fled():
    assert fall_back(*pressed(y=5.0)).state == State.FLED


@pytest.mark.clause("BAT-FRM-5", "BAT-MOR-6")
def test_a_hedgehog_does_not_fall_back():
    from sandtable.games.batalist.enums import Formation

    u = fall_back(*pressed(formation=Formation.HEDGEHOG))
    assert (u.y, u.moved) == (30, 0)


@pytest.mark.clause("BAT-MOR-19")
def test_wounded_on_their_way_are_nobodys_nearest_enemy():
    b, i = pressed()
    k = add(b, "O1", 1, 45, 25, NORTH)
    b.figures[k].healthy, b.figures[k].wounded, b.figures[k].wounded_of = 0, 4, 1
    assert aftermath.nearest_enemy(b, i) == 1


@pytest.mark.clause("BAT-MOR-2", "BAT-MOR-3", "BAT-MOR-18")
def test_when_a_captain_dies_only_their_own_battalion_tests_and_for_a_hero_the_army():
    for role, tests in ((Role.CAPTAIN, 1), (Role.HERO, 2)):
        b = field()
        i, k = add(b, "L1", 0, 45, 20), add(b, "L1", 0, 60, 20)
        add(b, "O1", 1, 45, 50, SOUTH)
        in_go(b)
        if role == Role.HERO:
            c = add_hero(b, "sir_aldwin", 0, 10, 10, NORTH)
            b.figures[b.characters[c].own].state = State.DESTROYED.value
        else:
            c = add_character(b, role, i)
        b.characters[c].alive = 0
        thrown = Thrown(*([1, 6, 6, 6] * tests))
        aftermath.run_tests(b, thrown.dice, new_log())
        assert thrown.are_used_up() and b.figures[k].tests == 0


def fled(command=2, foe_y=55.0):
    """A general's battalion at (45, 8), and halberdiers who fled; the enemy's front is 2 before ``foe_y``."""
    b = zoned(field())
    home, gone = add(b, "L1", 0, 45, 8), add(b, "L1", 0)
    add(b, "O1", 1, 45, foe_y, SOUTH)
    c = add_character(b, Role.GENERAL, home)
    b.characters[c].command = command
    in_go(b)
    b.figures[gone].state = State.FLED.value
    b.phase, b.first = Phase.RETURNS.value, 0
    return b, home, gone, c


@pytest.mark.clause("BAT-MOR-15", "BAT-MOR-16", "BAT-MOR-17", "BAT-MOR-20", "BAT-ORD-16")
def test_a_battalion_comes_back_beside_the_general_for_two_command_skill():
    b, _, gone, c = fled()
    assert forbidden_by(b, action(b, Verb.RETURN, gone, x=51.0, y=8.0, facing=NORTH)) == "MOR_17", "a step away"
    carry_out(b, action(b, Verb.RETURN, gone, x=50.0, y=8.0, facing=NORTH))
    assert (b.figures[gone].state, b.figures[gone].x, b.characters[c].spent) == (State.FIELD, 50, 2)
    assert b.phase == Phase.ORDERS


@pytest.mark.clause("BAT-MOR-17")
def test_not_nearer_to_an_enemy_than_three_times_its_speed():
    """18 steps: the general's front is at 10; with the enemy's front at 27.9 there is no room beside it."""
    b, _, gone, _ = fled(foe_y=29.9)
    assert forbidden_by(b, action(b, Verb.RETURN, gone, x=50.0, y=8.0, facing=NORTH)) == "MOR_17"
    assert forbidden_by(b, action(b, Verb.RETURN, gone, x=45.0, y=4.0, facing=NORTH)) == "", "behind him there is"


@pytest.mark.clause("BAT-MOR-17", "BAT-ORD-16")
def test_the_step_of_returns_asks_nobody_who_can_bring_back_nobody():
    """The general's rear is at 6, the middle of its edge at 0; 18 steps before the enemy's front may nobody stand.

    Of 20 halberdiers a wedge has five ranks of a step: who is nearer than 13 steps to where it touches bars it.
    """
    for own, foe_y, asked in ((False, 21.1, True), (False, 20.9, False), (True, 15.1, True), (True, 14.9, False)):
        b, home, _, _ = fled(foe_y=foe_y)
        if own:
            b.figures[home].state = State.FLED.value
        assert returning.run_returns(b) == asked, (own, foe_y)
        assert (b.phase == Phase.RETURNS) == asked
        if asked:
            assert sequence.current_side(b) == 0
    b, _, _, _ = fled(command=1, foe_y=20.9)
    assert returning.run_returns(b) and not returning.has_return(b, 0), "who can only save up is asked, too"


@pytest.mark.clause("BAT-MOR-17", "BAT-FRM-8")
def test_a_wedge_may_come_back_where_a_column_may_not_and_so_the_player_is_asked():
    """The enemy's front is 17.9 ahead of the general's rear; the point of a wedge stands 4 steps aside of it: 18.3."""
    b, _, gone, _ = fled(foe_y=25.9)
    assert b.figures[gone].width == 5.0
    column = action(b, Verb.RETURN, gone, x=50.0, y=4.0, facing=NORTH)
    assert forbidden_by(b, column) == "MOR_17"
    wedge = action(b, Verb.RETURN, gone, x=52.0, y=3.5, facing=NORTH, amount=Formation.WEDGE)
    assert forbidden_by(b, wedge) == "" and returning.asks_for_returns(b, 0)


@pytest.mark.clause("BAT-MOR-17")
def test_several_enemies_together_bar_every_place_beside_the_general():
    """Its base is 5 wide: 10 to the left of it is 15 from its far edge, and who stands there is 13.1 from 18.1 away."""
    for right, asked in ((10.0, False), (18.1, True)):
        b, home, _, _ = fled()
        half = b.figures[home].width / 2
        assert half == 2.5
        b.figures[2].x, b.figures[2].y = 45 - half - 10 - b.figures[2].width / 2, 8
        assert returning.asks_for_returns(b, 0), "one alone leaves the far edge"
        add(b, "O1", 1, 45 + half + right + b.figures[2].width / 2, 8, SOUTH)
        assert returning.asks_for_returns(b, 0) == asked


@pytest.mark.clause("BAT-MOR-16")
def test_a_general_of_skill_one_pays_in_two_turns():
    b, _, gone, c = fled(command=1)
    assert forbidden_by(b, action(b, Verb.RETURN, gone, x=50.0, y=8.0, facing=NORTH)) == "MOR_16"
    carry_out(b, action(b, Verb.SAVE_UP, gone))
    assert (b.characters[c].rallying, b.characters[c].spent) == (b.turn, 1)
    b.characters[c].spent = 0
    b.phase, b.first, b.mover = Phase.RETURNS.value, 0, 0
    b.turn += 2
    assert forbidden_by(b, action(b, Verb.RETURN, gone, x=50.0, y=8.0, facing=NORTH)) == "MOR_16", (
        "not in the next turn"
    )
    assert forbidden_by(b, action(b, Verb.SAVE_UP, gone)) == "", "he begins anew"
    b.turn -= 1
    carry_out(b, action(b, Verb.RETURN, gone, x=50.0, y=8.0, facing=NORTH))
    assert (b.characters[c].rallying, b.characters[c].spent) == (0, 1)


@pytest.mark.clause("BAT-MOR-16", "BAT-ORD-16")
def test_a_side_whose_general_can_only_save_up_is_asked():
    """Command skill 1: half the price in this turn, so that the step asks; once it is paid it asks no more."""
    b, _, gone, c = fled(command=1)
    b.phase, b.first = Phase.RETURNS.value, 0
    assert returning.run_returns(b) and b.mover == b.figures[gone].side
    assert not returning.may_come_back(b, gone) and returning.may_save_up(b, gone)
    carry_out(b, action(b, Verb.SAVE_UP, gone))
    assert not returning.asks_for_returns(b, b.figures[gone].side)
    b.characters[c].rallying, b.characters[c].spent = 0, 1
    assert not returning.asks_for_returns(b, b.figures[gone].side), "it has paid for an order"


@pytest.mark.clause("BAT-MOR-17")
def test_the_generals_own_battalion_comes_back_first_to_the_middle_of_its_edge():
    b, home, gone, _ = fled()
    b.figures[home].state = State.FLED.value
    assert not returning.may_come_back(b, gone)
    assert forbidden_by(b, action(b, Verb.RETURN, home, x=60.0, y=2.0, facing=NORTH)) == "MOR_17"
    carry_out(b, action(b, Verb.RETURN, home, x=45.0, y=2.0, facing=NORTH))
    assert b.figures[home].state == State.FIELD


@pytest.mark.clause("BAT-TRN-3", "BAT-WEA-10", "BAT-WEA-8b", "BAT-WEA-6", "BAT-TRN-1")
def test_wind_then_frost_at_the_start_of_a_turn():
    """A blizzard: the wind turns by 3, as strong as can be; frost takes 5 - 2 of the halberdiers, none of the host."""
    b = field(weather="winter")
    i = add(b, "L1", 0, 45, 20)
    add(b, "U1", 1, 45, 50, SOUTH)
    in_go(b)
    b.sky = 0
    thrown = Thrown(3, 5)
    turns.run_turn(b, thrown.dice, new_log())
    assert thrown.are_used_up()
    assert (b.turn, b.wind_to, b.wind, b.figures[i].healthy) == (2, 3, 6, 17)


def ended(goal, **fields):
    """Two battalions, and what decides."""
    b = zoned(field())
    add(b, "L1", 0, 45, 20), add(b, "O1", 1, 45, 40, SOUTH)
    in_go(b)
    b.goal, b.turn = goal.value, 10
    b.sides[0].start, b.sides[1].start = 20, 24
    for key, value in fields.items():
        b[key] = value
    return b


@pytest.mark.clause("BAT-PRE-3", "BAT-EXE-8", "BAT-ARM-22")
def test_a_side_without_battalions_has_lost():
    for state, over in ((State.DESTROYED, True), (State.FLED, True), (State.AMBUSH, False), (State.RESERVE, False)):
        b = ended(Goal.NO_OTHER)
        b.figures[1].state = state.value
        assert victory.check_end(b, new_log()) == over, state
        assert not over or (b.end, b.winner) == (End.DESTROYED, 0)
    b = ended(Goal.NO_OTHER)
    b.figures[0].state = b.figures[1].state = State.FLED.value
    assert victory.check_end(b, new_log()) and b.winner == NONE, "both at once"


@pytest.mark.clause("BAT-ARM-22", "BAT-ARM-17")
def test_the_general_of_c1():
    for state, alive in ((State.FIELD, 0), (State.FLED, 1)):
        b = ended(Goal.GENERAL)
        add(b, "O1", 1, 60, 40, SOUTH)
        c = add_character(b, Role.GENERAL, 1)
        assert not victory.check_end(b, new_log())
        b.characters[c].alive, b.figures[1].state = alive, state.value
        assert victory.check_end(b, new_log())
        assert (b.end, b.winner) == (End.GOAL, 0)


@pytest.mark.clause("BAT-ARM-22")
def test_after_the_last_turn_the_part_that_is_left_decides():
    """16 of 20 are 80 per cent; of 24 orcs 19 are less, 20 more; wounded and those in hospital count, fled not."""
    for orcs, winner in ((19, 0), (20, 1)):
        b = ended(Goal.NO_OTHER)
        b.figures[0].healthy, b.figures[0].wounded, b.sides[0].in_hospital = 12, 3, 1
        b.figures[1].healthy = orcs
        assert victory.check_turn(b, new_log())
        assert (b.end, b.winner) == (End.LAST_TURN, winner)
    b = ended(Goal.NO_OTHER)
    assert victory.check_turn(b, new_log()) and b.winner == NONE
    out = np.zeros(8)
    victory.returns(b, out)
    assert list(out[:2]) == [0.5, 0.5]
    assert not victory.check_turn(ended(Goal.NO_OTHER, turn=9), new_log())


@pytest.mark.clause("BAT-ARM-22")
def test_woods_and_the_wall():
    """The halberdiers' front is at 22 in the wood, the orcs' at 38 outside it."""
    b = ended(Goal.WOODS)
    ground(b, Ground.WOOD, 40, 21, 50, 30)
    b.figures[0].healthy = 1
    assert victory.check_turn(b, new_log()) and b.winner == 0
    for y, winner in ((37.9, 1), (38.0, 0)):
        b = ended(Goal.WALL, wall=36.0)
        b.figures[0].y, b.figures[1].x = y, 20.0
        assert victory.check_turn(b, new_log()) and b.winner == winner, "its rear edge beyond 36"


@pytest.mark.clause("BAT-ARM-22")
def test_three_battalions_gone_by_the_enemys_edge():
    b = ended(Goal.EXIT)
    b.sides[1].left = 2
    assert not victory.check_end(b, new_log())
    b.sides[1].left = 3
    assert victory.check_end(b, new_log()) and b.winner == 1


@pytest.mark.clause("BAT-MOR-16", "BAT-ORD-14", "BAT-ORD-15")
def test_cards_are_gone_at_the_end_of_a_turn_and_those_of_who_fled_at_once():
    from sandtable.games.batalist.rules.morale import flee

    b = ended(Goal.NO_OTHER, turn=1)
    in_go(b, 0, (0, Order.MOVE))
    flee(b, 0)
    assert b.figures[0].cards[0] == NONE
