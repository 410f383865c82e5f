"""The Pursuit Phase: order, pace, slowing, what terrain does to figures, and the clause list's examples of it."""

from __future__ import annotations

import pytest

from pursuit.street import DANGER, FIRST, HIT, ORDER, SAVE, SLOWING, WOUND, Chase, building, gargoyle, ruin, scout
from sandtable.games.pursuit.record import End, Phase, Verb, Where
from sandtable.games.skirmish40k.record import Going
from sandtable.kernel.log import Kind
from sandtable.kernel.records import NONE

FAR = gargoyle(50, 30)
"""A Gargoyle that keeps the chase going, last in every order of the Pursuit Phase."""


class TestOrder:
    """Example 1: pieces and figures in one list, the furthest from the Arrival first."""

    @pytest.mark.clause("PURS-PUR-1", "PURS-PUR-3", "PURS-PUR-4", "PURS-SEQ-2", "PURS-GEN-4", "PURS-MOV-2")
    def test_by_the_nearest_point_of_base_or_footprint(self) -> None:
        chase = Chase([scout(20, 18)], [gargoyle(21, 10)], [ruin(3, 14, 4, 20, 9)])
        assert chase.b.active == 0 and chase.box(0) == (
            2,
            4,
            8,
            9,
        )  # the piece (20) has slid, then the Scout
        assert chase.play(Verb.KEEP, 0).b.active == 1
        chase.play(Verb.KEEP, 1)
        assert (chase.b.phase, chase.b.active) == (Phase.MOVEMENT, 1)  # there the Gargoyle (21.5) is first
        assert chase.play(Verb.STAY, 1).b.active == 0

    @pytest.mark.clause("PURS-PUR-5", "PURS-MOV-3")
    def test_in_doubt_the_die_and_again_if_equal(self) -> None:
        dice = [(ORDER, 4), (ORDER, 4), (ORDER, 2), (ORDER, 5)]
        chase = Chase([scout(20, 18)], [gargoyle(20.25, 10)], dice=dice)
        assert chase.b.active == 1
        chase.play(Verb.KEEP, 1).play(Verb.KEEP, 0, (ORDER, 6), (ORDER, 1))
        assert chase.b.active == 0

    @pytest.mark.clause("PURS-SEQ-1", "PURS-SEQ-3", "PURS-SHO-6")
    def test_three_phases_a_turn(self) -> None:
        chase = Chase([scout(20, 18)], [gargoyle(26, 10)])
        for verb, i, phase in (
            (Verb.KEEP, 0, Phase.PURSUIT),
            (Verb.KEEP, 1, Phase.PURSUIT),
            (Verb.STAY, 1, Phase.MOVEMENT),
            (Verb.STAY, 0, Phase.MOVEMENT),
        ):
            assert (chase.b.phase, chase.b.active) == (phase, i)
            chase.play(verb, i)
        assert chase.told()[-3:] == ["SHOOTING_PHASE", "TURN_BEGINS", "PURSUIT_PHASE"]  # nobody sees anybody ahead
        assert chase.b.turn == 2


class TestPace:
    """Keeping the pace, slowing, falling back."""

    @pytest.mark.clause("PURS-PUR-10", "PURS-GEN-4")
    def test_turned_aside_by_more_than_45_degrees_it_falls_back_12(self) -> None:
        chase = Chase([scout(20, 10)], [gargoyle(25, 30, 60)])
        assert chase.b.active == 0
        chase.play(Verb.KEEP, 0)
        assert chase.at(1) == (13, 30) and chase.heading(1) == pytest.approx(60, abs=0.01)
        for heading in (45, -45, 0):
            chase = Chase([scout(20, 10)], [gargoyle(25, 30, heading)])
            assert chase.play(Verb.KEEP, 0).b.active == 1

    @pytest.mark.clause("PURS-PUR-8", "PURS-PUR-9", "PURS-PUR-2")
    def test_slowing_by_dice_named_before_they_are_thrown(self) -> None:
        chase = Chase([scout(20, 10)], [FAR])
        assert chase.reasons(Verb.SLOW, 0, amount=4) == ["SO_MANY_DICE"] == chase.reasons(Verb.SLOW, 0, amount=0)
        assert chase.reasons(Verb.KEEP, 1) == ["NOT_ITS_MOMENT"]
        chase.play(Verb.SLOW, 0, (SLOWING, 5), (SLOWING, 3), amount=2)
        assert chase.at(0) == (12, 10) and chase.heading(0) == 0

    @pytest.mark.clause("PURS-PUR-12", "PURS-OBJ-9", "PURS-OBJ-2")
    def test_over_the_rear_edge_it_has_given_up(self) -> None:
        chase = Chase([scout(30, 10)], [gargoyle(9, 30), FAR])
        chase.play(Verb.SLOW, 1, (SLOWING, 3), (SLOWING, 5), amount=2)
        assert chase.at(1) == (1, 30) and chase.lives(1)
        chase = Chase([scout(30, 10)], [gargoyle(9, 30), FAR])
        chase.play(Verb.SLOW, 1, (SLOWING, 4), (SLOWING, 5), amount=2)
        assert not chase.lives(1) and chase.told(Kind.OUTCOME) == ["SLOWS", "GIVES_UP"] and chase.b.end == End.NOT_YET
        chase = Chase([scout(30, 10)], [gargoyle(9, 30)])
        chase.play(Verb.SLOW, 1, (SLOWING, 4), (SLOWING, 5), amount=2)
        assert chase.b.end == End.HUNTERS_DEAD

    @pytest.mark.clause("PURS-PUR-11", "PURS-PUR-6")
    def test_catching_up_with_terrain_it_stops_on_touching(self) -> None:
        chase = Chase([scout(28, 18)], [FAR], [ruin(2, 20, 15, 26, 21)])
        chase.play(Verb.SLOW, 0, (SLOWING, 5), (SLOWING, 6), (SLOWING, 4), amount=3)
        assert chase.box(0) == (8, 15, 14, 21) and chase.at(0) == (14.75, 18)
        assert chase.told(Kind.OUTCOME) == ["SLOWS"]  # no hit

    @pytest.mark.clause("PURS-PUR-14", "PURS-PUR-11")
    def test_who_reaches_a_piece_and_an_enemy_at_once_fights(self) -> None:
        """The ruin stops it at x 14.75: there a Gargoyle 0.75 behind and 1 beside is 1.25 off, base to base."""
        for x, blows in ((14.0, [(HIT, 1)] * 3), (13.9, [])):
            chase = Chase([scout(28, 18)], [gargoyle(x, 19), FAR], [ruin(2, 20, 15, 26, 18.25)])
            chase.play(Verb.KEEP, 1).play(Verb.SLOW, 0, (SLOWING, 5), (SLOWING, 6), (SLOWING, 4), *blows, amount=3)
            assert chase.at(0) == (14.75, 18) and ("MEETS" in chase.told()) is bool(blows)

    @pytest.mark.clause("PURS-PUR-11", "PURS-TAB-7")
    def test_gargoyles_do_not_stop_at_size_1(self) -> None:
        for size, x in ((1, 13), (2, 14.5)):
            chase = Chase([scout(5, 5)], [gargoyle(28, 18)], [ruin(size, 20, 15, 26, 21)])
            chase.play(Verb.KEEP, 0).play(Verb.SLOW, 1, (SLOWING, 5), (SLOWING, 6), (SLOWING, 4), amount=3)
            assert chase.at(1) == (x, 18)

    @pytest.mark.clause("PURS-ADA-3", "PURS-PUR-11")
    def test_nobody_flies_over_what_is_impassable_however_low(self) -> None:
        chase = Chase([scout(5, 5)], [gargoyle(28, 18)], [ruin(1, 20, 15, 26, 21)])
        chase.b.ground[0].going = Going.IMPASSABLE  # its size and what it does are two fields
        chase.play(Verb.KEEP, 0).play(Verb.SLOW, 1, (SLOWING, 5), (SLOWING, 6), (SLOWING, 4), amount=3)
        assert chase.at(1) == (14.5, 18)

    @pytest.mark.clause("PURS-PUR-19")
    def test_what_it_stood_on_when_the_phase_began_does_not_stop_it(self) -> None:
        chase = Chase([scout(20.5, 18)], [FAR], [ruin(2, 14, 15, 20, 21)])
        chase.play(Verb.SLOW, 0, (SLOWING, 6), (SLOWING, 6), (SLOWING, 5), amount=3)
        assert chase.at(0) == (3.5, 18)

    @pytest.mark.clause("PURS-PUR-13", "PURS-MOV-13")
    def test_back_into_a_friend(self) -> None:
        chase = Chase([scout(20, 18), scout(26, 18)], [FAR])
        chase.play(Verb.KEEP, 0).play(Verb.SLOW, 1, (SLOWING, 6), amount=1)
        assert chase.at(1) == (21.5, 18)
        chase = Chase([scout(20, 18), scout(20.5, 19.45)], [FAR])  # they touch already, and slide apart
        chase.play(Verb.KEEP, 0).play(Verb.SLOW, 1, (SLOWING, 6), amount=1)
        assert chase.at(1)[0] > 20  # it would go deeper: it stays
        chase = Chase([scout(20, 18), scout(26, 18)], [FAR])
        chase.play(Verb.KEEP, 0)
        chase.b.figures[0].wounds, chase.b.figures[0]["where"] = 0, Where.DEAD
        chase.play(Verb.SLOW, 1, (SLOWING, 6), amount=1)
        assert chase.at(1) == (20, 18)  # the dead are in nobody's way

    @pytest.mark.clause("PURS-PUR-14", "PURS-CC-3", "PURS-CC-4", "PURS-PUR-21")
    def test_slowing_into_an_enemy_fights_at_once_without_charging(self) -> None:
        chase = Chase([scout(20, 18)], [gargoyle(26, 18), FAR])
        chase.play(Verb.KEEP, 0)
        # spit (8): misses; then one attack each: 4 misses on WS 4 needs 4+ ... 3; the Scout's 2 misses
        chase.play(Verb.SLOW, 1, (SLOWING, 5), (HIT, 3), (HIT, 2), (HIT, 3), amount=1)
        assert chase.at(1) == (21.25, 18) and chase.b.figures[0].acted and chase.lives(0) and chase.lives(1)


class TestCollisions:
    """Examples 5 and 6."""

    @pytest.mark.clause("PURS-PCO-1", "PURS-PCO-2", "PURS-PCO-3", "PURS-IMP-7", "PURS-TAB-6")
    def test_a_building_hits_a_biker_and_carries_it(self) -> None:
        chase = Chase([scout(30, 18), scout(48, 2)], [FAR], [building(34, 14, 41, 20)])
        chase.play(Verb.KEEP, 0, (WOUND, 3))  # S5 on T5 needs 4
        assert chase.b.phase == Phase.HEADING and chase.box(0)[0] == 30.75
        assert chase.reasons(Verb.TURN, 1, heading=90) == ["NOT_ITS_MOMENT"]  # the other was not struck
        chase.play(Verb.TURN, 0, heading=90)
        assert chase.at(0) == (21.25, 18) and chase.box(0) == (22, 14, 29, 20) and chase.heading(0) == 90

    @pytest.mark.clause("PURS-PCO-1", "PURS-OBJ-3")
    def test_a_wound_kills_without_save(self) -> None:
        chase = Chase([scout(30, 18)], [FAR], [building(34, 14, 41, 20)])
        chase.play(Verb.KEEP, 0, (WOUND, 4))
        assert not chase.lives(0) and chase.b.end == End.QUARRY_DEAD

    @pytest.mark.clause("PURS-PCO-7", "PURS-PUR-10", "PURS-IMP-5")
    def test_touching_and_falling_back_as_far_it_is_not_struck_again(self) -> None:
        chase = Chase([scout(21.25, 18, 90)], [FAR], [building(22, 14, 29, 20)])
        assert chase.at(0) == (9.25, 18) and chase.box(0) == (10, 14, 17, 20) and chase.b.active == 1
        chase.play(Verb.KEEP, 1).play(Verb.STAY, 1)
        chase.play(Verb.MOVE, 0, to=(9.25, 24), heading=45)  # along the face: no collision
        assert chase.at(0) == (9.25, 24) and chase.lives(0)

    @pytest.mark.clause("PURS-PCO-8", "PURS-PUR-18")
    def test_touching_and_staying_it_is_struck(self) -> None:
        chase = Chase([scout(21.25, 18)], [FAR], [building(22, 14, 29, 20)])
        chase.play(Verb.KEEP, 0, (WOUND, 1)).play(Verb.TURN, 0, heading=0)
        assert chase.at(0) == (9.25, 18)

    @pytest.mark.clause("PURS-PCO-9", "PURS-PCO-13", "PURS-PCO-14")
    def test_a_pile_up(self) -> None:
        # the building takes the first Scout along into the second, who is hit too and pushed on
        chase = Chase([scout(26, 18), scout(30, 18)], [FAR], [building(34, 14, 41, 20)])
        chase.play(Verb.KEEP, 0).play(Verb.KEEP, 1, (WOUND, 1)).play(Verb.TURN, 1, (WOUND, 2), heading=0)
        chase.play(Verb.TURN, 0, heading=0)
        assert (chase.at(1), chase.at(0)) == ((21.25, 18), (19.75, 18))

    @pytest.mark.clause("PURS-PCO-14", "PURS-PCO-2")
    def test_who_dies_of_the_hit_pushes_nobody(self) -> None:
        chase = Chase([scout(26, 18), scout(30, 18)], [FAR], [building(34, 14, 41, 20)])
        chase.play(Verb.KEEP, 0).play(Verb.KEEP, 1, (WOUND, 4), (WOUND, 3))
        assert not chase.lives(1) and chase.b.turning == 1
        assert chase.at(0) == (26, 18) and chase.box(0)[0] == 26.75  # only now has the building reached it

    @pytest.mark.clause("PURS-PCO-9", "PURS-PUR-14")
    def test_a_pile_up_with_an_enemy_is_a_fight(self) -> None:
        chase = Chase([scout(26, 18)], [gargoyle(30, 18), FAR], [building(34, 14, 41, 20)])
        chase.play(Verb.KEEP, 0)
        chase.play(Verb.KEEP, 1, (WOUND, 1))  # S5 on T3: the Gargoyle lives
        chase.play(Verb.TURN, 1, (WOUND, 1), (HIT, 1), (HIT, 1), (HIT, 1), heading=0)
        assert "MEETS" in chase.told() and chase.b.phase == Phase.HEADING
        chase.play(Verb.TURN, 0, heading=0)
        assert chase.at(1) == (21.5, 18) and chase.at(0) == (20.25, 18)

    @pytest.mark.clause("PURS-PCO-14", "PURS-PCO-9", "PURS-PCO-2")
    def test_whom_one_pushed_who_then_falls_stays_until_the_piece_reaches_it(self) -> None:
        """The Gargoyle is pushed into the Scout and dies of the fight; the building goes on to x 22 and takes it."""
        chase = Chase([scout(26, 18)], [gargoyle(30, 18), FAR], [building(34, 14, 41, 20)])
        chase.play(Verb.KEEP, 0).play(Verb.KEEP, 1, (WOUND, 1))
        blows = [(HIT, 1), (HIT, 3), (WOUND, 3), (SAVE, 5), (HIT, 1)]  # a spit; the Scout's, unsaved; the Gargoyle's
        chase.play(Verb.TURN, 1, (WOUND, 1), *blows, heading=0)
        assert not chase.lives(1) and chase.b.phase == Phase.HEADING
        chase.play(Verb.TURN, 0, heading=0)
        assert chase.box(0)[0] == 22 and chase.at(0) == (21.25, 18)

    @pytest.mark.clause("PURS-PCO-11", "PURS-OBJ-9")
    def test_carried_partly_over_the_rear_edge_it_is_killed(self) -> None:
        """The building ends at 1.4 or 1.6, and the Scout before it is 1.5 inches long."""
        for x, lives in ((13.4, False), (13.6, True)):
            chase = Chase([scout(5, 18), scout(30, 5)], [FAR], [building(x, 14, 20, 20)])
            chase.play(Verb.KEEP, 0, (WOUND, 1)).play(Verb.TURN, 0, heading=0)
            assert chase.lives(0) is lives

    @pytest.mark.clause("PURS-PCO-11", "PURS-PUR-7")
    def test_carried_over_the_rear_edge_it_is_killed(self) -> None:
        chase = Chase([scout(5, 18)], [FAR, gargoyle(40, 5)], [building(6, 14, 12, 20)])
        chase.play(Verb.KEEP, 0, (WOUND, 1)).play(Verb.TURN, 0, heading=0)
        assert not chase.lives(0) and chase.b.end == End.QUARRY_DEAD

    @pytest.mark.clause("PURS-PCO-15")
    def test_at_the_same_moment_the_die_decides(self) -> None:
        chase = Chase([scout(30, 16), scout(30, 19)], [FAR], [building(34, 14, 41, 21)], dice=[(ORDER, 6), (ORDER, 1)])
        chase.play(Verb.KEEP, 0)
        chase.play(Verb.KEEP, 1, (ORDER, 2), (ORDER, 5), (WOUND, 1))
        assert chase.b.turning == 2  # the second threw higher


class TestRubble:
    """Example 7, and who is not tested."""

    @pytest.mark.clause("PURS-PCO-4", "PURS-PCO-5", "PURS-PCO-12", "PURS-TAB-5", "PURS-DIF-6")
    def test_a_ruin_slides_over_a_biker(self) -> None:
        chase = Chase([scout(20, 18)], [FAR], [ruin(2, 24, 15, 30, 20)])
        chase.play(Verb.KEEP, 0, (DANGER, 2), (DANGER, 1), (WOUND, 2))
        assert chase.at(0) == (14, 18) and chase.box(0) == (12, 15, 18, 20) and chase.b.figures[0].stopped == 0

    @pytest.mark.clause("PURS-PCO-4", "PURS-PCO-12", "PURS-GEN-7")
    def test_a_ruin_that_slides_past_its_middle_is_none_of_its_business(self) -> None:
        """Its middle is at y 18: half an inch inside the ruin's side, and half an inch outside."""
        for box, dice in (
            ((24, 15, 30, 18.5), 3),
            ((24, 15, 30, 17.5), 0),
            ((24, 17.5, 30, 21), 3),
            ((24, 18.5, 30, 21), 0),
        ):
            chase = Chase([scout(20, 18)], [FAR], [ruin(2, *box)])
            assert chase.play(Verb.KEEP, 0, *[(DANGER, 2)] * dice).at(0) == (20, 18)

    @pytest.mark.clause("PURS-PCO-4", "PURS-DIF-14")
    def test_all_tests_passed_it_is_left_in_its_place(self) -> None:
        chase = Chase([scout(20, 18)], [FAR], [ruin(2, 24, 15, 30, 20)])
        chase.play(Verb.KEEP, 0, (DANGER, 2), (DANGER, 3), (DANGER, 2))
        assert chase.at(0) == (20, 18) and chase.b.figures[0].stopped == NONE

    @pytest.mark.clause("PURS-PCO-4")
    def test_the_switch_ignores_rubble(self) -> None:
        chase = Chase([scout(20, 18)], [FAR], [ruin(2, 24, 15, 30, 20)], pursuit_difficult="ignore")
        assert chase.play(Verb.KEEP, 0).at(0) == (20, 18)

    @pytest.mark.clause("PURS-PCO-12")
    def test_what_it_moved_back_is_taken_off(self) -> None:
        # it slowed by 6: 6 of the 12 inches are left, of which only the last two are inside: one test
        chase = Chase([scout(26, 18)], [FAR], [ruin(2, 30, 15, 36, 20)])
        chase.play(Verb.SLOW, 0, (SLOWING, 6), (DANGER, 2), amount=1)
        assert chase.at(0) == (20, 18)
        chase = Chase([scout(33, 18, 90)], [FAR], [ruin(2, 30, 15, 36, 20)])  # forced back: none
        assert chase.at(0) == (21, 18)

    @pytest.mark.clause("PURS-PCO-6", "PURS-TAB-7")
    def test_gargoyles_and_size_1(self) -> None:
        for size, dice in ((1, []), (2, [(DANGER, 2)] * 3)):
            chase = Chase([scout(5, 5)], [gargoyle(20, 18)], [ruin(size, 24, 15, 30, 20)])
            chase.play(Verb.KEEP, 0).play(Verb.KEEP, 1, *dice)
            assert chase.at(1) == (20, 18)

    @pytest.mark.clause("PURS-PUR-16", "PURS-PCO-11", "PURS-DIF-12")
    def test_a_stopped_figure_rides_with_its_piece(self) -> None:
        chase = Chase([scout(27, 18, stopped="P0")], [FAR], [ruin(2, 24, 15, 30, 20)])
        assert chase.b.active == 1 and chase.at(0) == (15, 18) and chase.b.figures[0].stopped == 0
        chase = Chase([scout(14, 18, stopped="P0")], [FAR], [ruin(2, 11, 15, 17, 20)])
        assert chase.at(0) == (2, 18) and chase.b.figures[0].stopped == NONE and chase.b.pieces[0].off == 1

    @pytest.mark.clause("PURS-DIF-3", "C40-TERR-6")
    def test_bikes_may_throw_again_by_house_rule(self) -> None:
        chase = Chase([scout(20, 18)], [FAR], [ruin(2, 24, 15, 26, 20)], scout_reroll="yes")
        chase.play(Verb.KEEP, 0, (DANGER, 1), (DANGER, 4))
        assert chase.at(0) == (20, 18)


class TestLocked:
    """Figures that fight while the city goes past."""

    @pytest.mark.clause("PURS-CC-6", "PURS-CC-7", "PURS-PUR-15", "PURS-CC-17", "PURS-CC-12")
    def test_a_round_when_the_first_of_the_knot_comes_up(self) -> None:
        touching = [scout(20, 18, 90)], [gargoyle(21.25, 18, 180), FAR]
        dice = [(HIT, 1), (HIT, 1), (HIT, 1)]  # spit, then both at Initiative 4
        chase = Chase(*touching, dice=dice)
        assert chase.at(0) == (20, 18) and chase.at(1) == (21.25, 18)  # whatever their headings
        assert chase.b.active == 2 and chase.b.figures[0].fought == 2
        chase.play(Verb.KEEP, 2)
        assert chase.b.phase == Phase.MOVEMENT

    @pytest.mark.clause("PURS-CC-6", "PURS-CC-17")
    def test_each_knot_fights_its_own_round(self) -> None:
        knots = [scout(20, 6), scout(24, 30)], [gargoyle(21.25, 6), gargoyle(25.25, 30), FAR]
        chase = Chase(*knots, dice=[(HIT, 1)] * 6)  # for each knot a spit, and both at Initiative 4
        assert chase.b.active == 4
        assert [int(figure.fought) for figure in chase.b.figures[:4]] == [1 << 2, 1 << 3, 1 << 0, 1 << 1]

    @pytest.mark.clause("PURS-CC-6", "PURS-CC-16")
    def test_whom_the_round_sets_free_stays_in_place_too(self) -> None:
        dice = [(HIT, 1), (HIT, 3), (WOUND, 3), (SAVE, 5), (HIT, 1)]
        chase = Chase([scout(20, 18)], [gargoyle(21.25, 18), FAR], dice=dice)
        assert not chase.lives(1) and chase.b.active == 2 and chase.at(0) == (20, 18)

    @pytest.mark.clause("PURS-PUR-20")
    def test_locked_goes_before_stopped(self) -> None:
        figures = [scout(20, 18, stopped="P0")], [gargoyle(21.25, 18), FAR]
        chase = Chase(
            *figures,
            [ruin(2, 19, 15, 22, 20)],
            dice=[(HIT, 1), (HIT, 1), (HIT, 1), (DANGER, 2), (DANGER, 2)],  # 2 inches of the ruin to come, and 0.75
        )
        assert chase.b.figures[0].stopped == NONE and chase.at(0) == (20, 18)

    @pytest.mark.clause("PURS-PCO-10", "PURS-CC-7")
    def test_a_fighter_struck_and_carried_off_is_free(self) -> None:
        dice = [(HIT, 1), (HIT, 1), (HIT, 1), (WOUND, 1)]
        chase = Chase([scout(20, 18)], [gargoyle(20, 16.75), FAR], [building(24, 17.4, 30, 22)], dice=dice)
        assert chase.b.phase == Phase.HEADING
        chase.play(Verb.TURN, 0, heading=0)
        assert chase.at(0)[0] == pytest.approx(11.25) and chase.at(1) == (20, 16.75)
        assert chase.b.figures[0]["where"] == Where.TABLE


@pytest.mark.clause("PURS-CC-9")
def test_first_to_leave_is_thrown_for_in_the_movement_phase() -> None:
    dice = [(HIT, 1), (HIT, 1), (HIT, 1)]
    chase = Chase([scout(20, 18)], [gargoyle(21.25, 18)], dice=[*dice, (FIRST, 4), (FIRST, 2)])
    assert (chase.b.phase, chase.b.active) == (Phase.MOVEMENT, 0)
