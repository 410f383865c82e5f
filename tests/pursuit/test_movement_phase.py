"""The Movement Phase: turns, acceleration, rubble, walls, the ends of the table, and close combat."""

from __future__ import annotations

import math

import pytest

from pursuit.street import DANGER, FIRST, HIT, SAVE, WOUND, Chase, building, gargoyle, ruin, scout
from sandtable.games.pursuit.record import End, Mode, Phase, Verb, Where
from sandtable.games.pursuit.rules.inside import stretch_inside
from sandtable.kernel.discs import disc_of
from sandtable.kernel.log import Kind
from sandtable.kernel.records import NONE

FAR = gargoyle(3, 33)
"""A Gargoyle that keeps the chase going, last in the order of the Movement Phase."""

FAST = Mode.ACCELERATE.value


def riding(*scouts: dict, hunters: tuple = (FAR,), city: tuple = (), dice: tuple = (), **options: str) -> Chase:  # type: ignore[type-arg]
    """A Movement Phase in which the first Scout is asked first."""
    return Chase(list(scouts), list(hunters), list(city), phase="movement", dice=dice, **options)


class TestTurns:
    """Examples 10 and 11."""

    @pytest.mark.clause("PURS-MOV-4", "PURS-MOV-5", "PURS-MOV-8", "PURS-MOV-11", "PURS-GEN-6")
    def test_two_inches_and_45_degrees_three_times(self) -> None:
        chase = riding(scout(10, 18))
        chase.play(Verb.MOVE, 0, to=(13.414, 21.414), via=[(12, 18), (13.414, 19.414)], heading=135)
        assert chase.at(0) == pytest.approx((13.414, 21.414), abs=0.001) and chase.heading(0) == pytest.approx(135)

    @pytest.mark.clause("PURS-MOV-6", "PURS-MOV-7")
    def test_turns_are_neither_saved_up_nor_taken_in_advance(self) -> None:
        chase = riding(scout(10, 18))
        assert chase.reasons(Verb.MOVE, 0, to=(14, 18), heading=90) == ["TURNS_TOO_FAR"]  # 4 inches, then 90 degrees
        assert chase.reasons(Verb.MOVE, 0, to=(12, 20))[:1] == ["NOT_AHEAD"]  # 45 degrees first
        assert chase.reasons(Verb.MOVE, 0, to=(12.99, 19), via=[(11.99, 18)], heading=45) == ["TURNS_TOO_SOON"]
        assert chase.reasons(Verb.MOVE, 0, to=(13, 19), via=[(12, 18)], heading=45) == []
        assert chase.reasons(Verb.MOVE, 0, to=(13, 19), via=[(12, 18)], heading=60) == ["TURNS_TOO_SOON"]

    @pytest.mark.clause("PURS-MOV-4", "PURS-MOV-11")
    def test_straight_ahead_up_to_six_inches(self) -> None:
        chase = riding(scout(10, 18))
        assert chase.reasons(Verb.MOVE, 0, to=(16, 18)) == [] and chase.reasons(Verb.MOVE, 0, to=(16.01, 18)) == [
            "MOVES_TOO_FAR"
        ]
        assert "NOT_AHEAD" in chase.reasons(Verb.MOVE, 0, to=(8, 18)) and "NOT_AHEAD" in chase.reasons(
            Verb.MOVE, 0, to=(10, 20)
        )
        assert chase.reasons(Verb.MOVE, 0, to=(10, 18)) == ["LEADS_NOWHERE"]

    @pytest.mark.clause("PURS-MOV-6")
    def test_house_rule_turns_only_after_2_4_and_6(self) -> None:
        for option, reasons in (("two_inches_since_last_turn", []), ("only_at_2_4_6", ["TURNS_BETWEEN_POINTS"])):
            chase = riding(scout(10, 18), turn_points=option)
            assert chase.reasons(Verb.MOVE, 0, to=(14, 19), via=[(13, 18)], heading=45) == reasons
            assert chase.reasons(Verb.MOVE, 0, to=(15, 19), via=[(14, 18)], heading=45) == []

    @pytest.mark.clause("PURS-MOV-9", "PURS-MOV-10", "PURS-GEN-8")
    def test_accelerating(self) -> None:
        chase = riding(scout(11.25, 18))
        via = [(15.25, 18), (18.078, 15.172)]
        assert "TURNS_TOO_SOON" in chase.reasons(
            Verb.MOVE, 0, to=(15.25, 16), via=[(13.25, 18)], heading=-45, mode=FAST
        )
        chase.play(Verb.MOVE, 0, to=(22.078, 15.172), via=via, mode=FAST)
        assert chase.at(0) == pytest.approx((22.078, 15.172), abs=0.001) and chase.heading(0) == 0
        assert chase.b.figures[0].accelerated == 1
        chase = riding(scout(11.25, 18))
        chase.play(Verb.MOVE, 0, to=(12.25, 18), mode=FAST)
        assert chase.b.figures[0].accelerated == 1  # whatever distance it covers

    @pytest.mark.clause("PURS-MOV-1", "PURS-SEQ-4")
    def test_nobody_is_forced(self) -> None:
        chase = riding(scout(10, 18))
        assert chase.reasons(Verb.MOVE, 1, to=(12, 33)) == ["NOT_ITS_MOMENT"]
        chase.play(Verb.STAY, 0)
        assert chase.at(0) == (10, 18) and chase.b.active == 1
        assert chase.reasons(Verb.HOLD, 1) == ["NOT_NOW"]


class TestRubble:
    """Examples 8 and 9."""

    RUIN = (ruin(2, 24, 15, 30, 20),)

    @pytest.mark.clause("PURS-DIF-1", "PURS-DIF-2", "PURS-DIF-3", "PURS-DIF-4", "PURS-DIF-7")
    def test_riding_through(self) -> None:
        chase = riding(scout(20, 18), city=self.RUIN)
        chase.play(Verb.MOVE, 0, (DANGER, 5), (DANGER, 1), (WOUND, 3), to=(32, 18), mode=FAST)
        assert chase.at(0) == (26, 18) and chase.b.figures[0].stopped == 0
        chase = riding(scout(20, 18), hunters=(FAR, gargoyle(2, 3)), city=self.RUIN)
        chase.play(Verb.MOVE, 0, (DANGER, 5), (DANGER, 1), (WOUND, 4), to=(32, 18), mode=FAST)
        assert not chase.lives(0)

    @pytest.mark.clause("PURS-DIF-2", "PURS-DIF-14", "PURS-MOV-16")
    def test_two_inches_inside_are_one_test(self) -> None:
        chase = riding(scout(20, 18), city=self.RUIN)
        chase.play(Verb.MOVE, 0, (DANGER, 2), to=(26, 18))
        assert chase.at(0) == (26, 18) and chase.b.figures[0].stopped == NONE
        chase = riding(scout(20, 18), city=self.RUIN)
        chase.play(Verb.MOVE, 0, (DANGER, 2), (DANGER, 2), (DANGER, 2), to=(32, 18), mode=FAST)
        assert chase.at(0) == (32, 18)

    @pytest.mark.clause("PURS-DIF-2", "PURS-GEN-7")
    def test_aslant_too_it_is_inside_from_side_to_side(self) -> None:
        """From (23, 16) at 45 degrees: one inch east and north to the side at x 24, four to the one at y 20."""
        chase = riding(scout(23, 16), city=self.RUIN)
        way = math.sqrt(0.5)
        stretch = stretch_inside(chase.b, 0, disc_of(chase.b.figures[0]), way, way, 9.0)
        assert tuple(stretch) == pytest.approx((math.sqrt(2), 4 * math.sqrt(2)), abs=1e-6)

    @pytest.mark.clause("PURS-DIF-6", "PURS-DIF-7")
    def test_stopped_on_entering_it_stands_just_inside(self) -> None:
        chase = riding(scout(20, 18), city=self.RUIN)
        chase.play(Verb.MOVE, 0, (DANGER, 1), (WOUND, 1), to=(26, 18))
        assert 24.01 <= chase.at(0)[0] <= 24.03 and chase.b.figures[0].stopped == 0

    @pytest.mark.clause("PURS-DIF-7")
    def test_house_rule_it_finishes_its_move(self) -> None:
        chase = riding(scout(20, 18), city=self.RUIN, after_failed_test="finish_move")
        chase.play(Verb.MOVE, 0, (DANGER, 1), (WOUND, 1), to=(26, 18))
        assert chase.at(0) == (26, 18) and chase.b.figures[0].stopped == 0
        chase = riding(scout(20, 18), city=self.RUIN, after_failed_test="finish_move")
        chase.play(Verb.MOVE, 0, (DANGER, 1), (WOUND, 1), (DANGER, 2), (DANGER, 2), to=(31, 18), mode=FAST)
        assert chase.at(0) == (31, 18) and chase.b.figures[0].stopped == NONE

    @pytest.mark.clause("PURS-DIF-5", "PURS-TAB-7")
    def test_gargoyles_fly_over_size_1(self) -> None:
        for size, dice in ((1, []), (2, [(DANGER, 2)])):
            chase = Chase([scout(5, 5)], [gargoyle(20, 18)], [ruin(size, 24, 15, 30, 20)], phase="movement")
            assert chase.play(Verb.MOVE, 1, *dice, to=(26, 18)).at(1) == (26, 18)

    @pytest.mark.clause("PURS-GEN-7")
    def test_house_rule_any_part_of_the_base(self) -> None:
        for option, dice in (("centre", []), ("any_part_of_base", [(DANGER, 2)])):
            chase = riding(scout(20, 18), city=self.RUIN, within_terrain=option)
            assert chase.play(Verb.MOVE, 0, *dice, to=(24, 18)).at(0) == (24, 18)

    @pytest.mark.clause("PURS-DIF-8", "PURS-DIF-9", "PURS-DIF-10", "PURS-DIF-11", "PURS-DIF-12")
    def test_starting_again(self) -> None:
        chase = riding(scout(14, 18, stopped="P0"), city=(ruin(2, 12, 15, 18, 20),))
        assert chase.reasons(Verb.MOVE, 0, to=(16, 18)) == ["IS_STOPPED_STILL"]
        chase.play(Verb.RESTART, 0, (DANGER, 1), (DANGER, 5))
        assert chase.b.figures[0].stopped == NONE and chase.b.allowance == 4
        assert chase.reasons(Verb.MOVE, 0, to=(18.1, 18)) == ["MOVES_TOO_FAR"]
        assert chase.reasons(Verb.MOVE, 0, to=(16, 18), mode=FAST) == ["TOO_SLOW_TO_ACCELERATE"]
        chase.play(Verb.MOVE, 0, (DANGER, 3), (DANGER, 6), to=(18, 18))
        assert chase.at(0) == (18, 18)

    @pytest.mark.clause("PURS-DIF-9", "PURS-DIF-8")
    def test_three_failures_are_no_movement_and_no_hit(self) -> None:
        chase = riding(scout(14, 18, stopped="P0"), city=(ruin(2, 12, 15, 18, 20),))
        chase.play(Verb.RESTART, 0, (DANGER, 1), (DANGER, 1), (DANGER, 1))
        assert chase.at(0) == (14, 18) and chase.b.figures[0].stopped == 0 and chase.b.active == 1
        for failures, inches in ((0, 6), (2, 2)):
            chase = riding(scout(14, 18, stopped="P0"), city=(ruin(2, 12, 15, 18, 20),))
            chase.play(Verb.RESTART, 0, *[(DANGER, 1)] * failures, (DANGER, 2))
            assert chase.b.allowance == inches

    @pytest.mark.clause("PURS-DIF-2")
    def test_each_move_counts_its_steps_anew(self) -> None:
        """The ruin begins at x 24: three inches inside are two tests, and two are one for the next who rides in."""
        chase = riding(scout(21, 16), scout(20, 18), city=self.RUIN)
        chase.play(Verb.MOVE, 0, (DANGER, 2), (DANGER, 2), to=(27, 16))
        assert chase.play(Verb.MOVE, 1, (DANGER, 2), to=(26, 18)).at(1) == (26, 18)

    @pytest.mark.clause("PURS-DIF-2", "PURS-GEN-7")
    def test_within_two_pieces_at_once_it_is_tested_for_each_by_its_own_steps(self) -> None:
        """By the centre 24 to 28 and 26 to 30: two tests each. By any part 23.25 to 26.75: two, 25.75 to 30.75: three.

        Of those the third, at 25.25, is the first piece's second; one failed at 27.75 stops it there.
        """
        laps = ruin(2, 24, 15, 28, 20), ruin(2, 26, 15, 30, 20)
        beside = ruin(2, 24, 15, 26, 20), ruin(2, 26.5, 15, 30, 20)
        for option, city, tests in (("centre", laps, 4), ("any_part_of_base", beside, 5)):
            for pieces in (city, city[::-1]):
                chase = riding(scout(20, 18), city=pieces, within_terrain=option)
                chase.play(Verb.MOVE, 0, *[(DANGER, 2)] * tests, to=(32, 18), mode=FAST)
                assert chase.at(0) == (32, 18)
        chase = riding(scout(20, 18), city=beside, within_terrain="any_part_of_base")
        chase.play(Verb.MOVE, 0, *[(DANGER, 2)] * 3, (DANGER, 1), (WOUND, 1), to=(32, 18), mode=FAST)
        assert chase.at(0) == (27.75, 18) and chase.b.figures[0].stopped == 1

    @pytest.mark.clause("PURS-DIF-10")
    def test_house_rule_no_tests_on_the_way_out(self) -> None:
        chase = riding(scout(14, 18, stopped="P0"), city=(ruin(2, 12, 15, 18, 20),), restart_free_exit="yes")
        chase.play(Verb.RESTART, 0, (DANGER, 2)).play(Verb.MOVE, 0, to=(18, 18))
        assert chase.at(0) == (18, 18)
        assert chase.reasons(Verb.RESTART, 1) == ["IS_NOT_STOPPED"]


class TestWalls:
    """Example 12, and what a collision is."""

    @pytest.mark.clause("PURS-IMP-2", "PURS-IMP-3", "PURS-IMP-4", "PURS-IMP-6")
    def test_the_side_of_the_table(self) -> None:
        chase = Chase([scout(5, 30)], [gargoyle(20, 1.5, 270)], phase="movement")
        chase.play(Verb.MOVE, 1, (WOUND, 1), to=(20, -2))
        assert chase.at(1) == (20, 0.5) and chase.b.phase == Phase.HEADING
        chase.play(Verb.TURN, 1, heading=0)
        assert chase.heading(1) == 0 and chase.lives(1)
        chase = Chase([scout(5, 30)], [gargoyle(20, 1.5, 270), FAR], phase="movement")
        assert not chase.play(Verb.MOVE, 1, (WOUND, 2), to=(20, -2)).lives(1)

    @pytest.mark.clause("PURS-IMP-1", "PURS-IMP-3", "PURS-IMP-4", "PURS-TAB-6", "PURS-MOV-18")
    def test_into_a_building(self) -> None:
        for piece in (building(24, 15, 30, 20), ruin(3, 24, 15, 30, 20)):
            chase = riding(scout(20, 18), city=(piece,))
            chase.play(Verb.MOVE, 0, (WOUND, 3), to=(26, 18)).play(Verb.TURN, 0, heading=200)
            assert chase.at(0) == (23.25, 18) and chase.heading(0) == 200 and chase.b.active == 1

    @pytest.mark.clause("PURS-IMP-5")
    def test_stopping_short_and_sliding_along_are_no_collisions(self) -> None:
        wall = (building(24, 15, 30, 20),)
        assert riding(scout(20, 18), city=wall).play(Verb.MOVE, 0, to=(23.125, 18)).at(0) == (23.125, 18)
        chase = riding(scout(20, 14.25), city=wall)
        assert chase.play(Verb.MOVE, 0, to=(26, 14.25)).at(0) == (26, 14.25)
        chase = riding(scout(20, 18), city=wall)  # ends exactly in contact, frontally
        assert chase.play(Verb.MOVE, 0, (WOUND, 1), to=(23.25, 18)).b.phase == Phase.HEADING

    @pytest.mark.clause("PURS-MOV-17")
    def test_nose_to_the_wall_it_stays_without_a_hit(self) -> None:
        chase = riding(scout(23.25, 18), city=(building(24, 15, 30, 20),))
        chase.play(Verb.MOVE, 0, to=(26, 18))
        assert chase.at(0) == (23.25, 18) and chase.told()[1] == "CANNOT_GET_ON" and chase.b.active == 1

    @pytest.mark.clause("PURS-IMP-1", "PURS-MOV-18")
    def test_the_first_of_two_walls_stops_it_whichever_is_listed_first(self) -> None:
        walls = building(24, 15, 26, 20), building(28, 15, 30, 20)
        for city in (walls, walls[::-1]):
            chase = riding(scout(20, 18), city=city)
            chase.play(Verb.MOVE, 0, (WOUND, 3), to=(32, 18), mode=FAST)
            assert chase.at(0) == (23.25, 18)

    @pytest.mark.clause("PURS-IMP-5", "PURS-IMP-2")
    def test_stopping_a_hair_short_of_the_side_of_the_table_is_no_collision(self) -> None:
        """A Gargoyle's base has a radius of half an inch: at y 0.5 it touches the side, at 0.52 it does not."""
        for y, dice in ((0.52, []), (0.5, [(WOUND, 1)])):
            chase = Chase([scout(5, 30)], [gargoyle(20, 1.5, 270)], phase="movement")
            chase.play(Verb.MOVE, 1, *dice, to=(20, y))
            assert chase.at(1) == pytest.approx((20, y), abs=0.001)
            assert ("RUNS_INTO_SIDE" in chase.told()) is bool(dice)

    @pytest.mark.clause("PURS-IMP-1", "PURS-IMP-5", "PURS-MOV-17")
    def test_who_rides_along_a_wall_and_turns_into_it_collides_and_who_began_there_does_not(self) -> None:
        """Its base, of radius 0.75, touches the wall's side at y 15 all along y 14.25."""
        wall = (building(24, 15, 30, 20),)
        half = 1.5 * math.sqrt(0.5)
        chase = riding(scout(20, 14.25), city=wall)
        chase.play(Verb.MOVE, 0, (WOUND, 3), to=(24.5 + half, 14.25 + half), via=[(24.5, 14.25)], heading=45)
        assert chase.at(0) == (24.5, 14.25) and chase.b.phase == Phase.HEADING and "RUNS_INTO_WALL" in chase.told()
        chase = riding(scout(24.5, 14.25, 45), city=wall)
        chase.play(Verb.MOVE, 0, to=(24.5 + half, 14.25 + half))
        assert chase.at(0) == (24.5, 14.25) and "CANNOT_GET_ON" in chase.told()

    @pytest.mark.clause("PURS-MOV-12", "PURS-GEN-6")
    def test_who_is_stopped_on_a_later_leg_faces_along_it(self) -> None:
        """Its second leg begins at (13, 18) and leads up at 45 degrees, to a friend whose base begins an inch on."""
        friend = scout(13 + 2.5 * math.sqrt(0.5), 18 + 2.5 * math.sqrt(0.5))
        chase = riding(scout(10, 18), friend)
        end = 13 + 3 * math.sqrt(0.5), 18 + 3 * math.sqrt(0.5)
        chase.play(Verb.STAY, 1).play(Verb.MOVE, 0, to=end, via=[(13, 18)], heading=0)
        assert chase.heading(0) == pytest.approx(45, abs=0.01)
        assert chase.at(0) == pytest.approx((13 + math.sqrt(0.5), 18 + math.sqrt(0.5)), abs=0.01)


class TestEnds:
    """Example 21, and the rear edge."""

    @pytest.mark.clause("PURS-OBJ-1", "PURS-OBJ-4", "PURS-OBJ-6", "PURS-TAB-2")
    def test_over_the_arrival_the_marines_have_won_at_once(self) -> None:
        chase = riding(scout(56, 20))
        chase.play(Verb.MOVE, 0, to=(68, 20), mode=FAST)
        assert chase.b.end == End.ESCAPED and chase.b.figures[0]["where"] == Where.AWAY
        chase = riding(scout(56, 20))
        chase.play(Verb.MOVE, 0, to=(59.25, 20))  # on the edge is not over it
        assert chase.b.end == End.NOT_YET

    @pytest.mark.clause("PURS-OBJ-7")
    def test_a_gargoyle_halts_at_the_arrival(self) -> None:
        chase = Chase([scout(20, 20)], [gargoyle(56, 10)], phase="movement")
        assert chase.play(Verb.MOVE, 1, to=(62, 10)).at(1) == (59.5, 10) and chase.lives(1)

    @pytest.mark.clause("PURS-OBJ-8", "PURS-OBJ-9", "PURS-OBJ-3")
    def test_over_the_rear_edge_it_has_given_up(self) -> None:
        chase = riding(scout(5, 20, 180))
        chase.play(Verb.MOVE, 0, to=(-1, 20))
        assert not chase.lives(0) and chase.b.end == End.QUARRY_DEAD

    @pytest.mark.clause("PURS-OBJ-8", "PURS-MOV-14")
    def test_whom_it_would_meet_beyond_the_rear_edge_it_does_not_meet(self) -> None:
        """It crosses the edge from x 0.75 on. Bases 1.25 apart touch, aside by 1.23 at x 0.72, by 1.1 at x 1.09."""
        chase = riding(scout(5, 18, 180), hunters=(gargoyle(0.5, 19.23),))
        chase.play(Verb.MOVE, 0, to=(-1, 18))
        assert not chase.lives(0) and chase.b.end == End.QUARRY_DEAD and "MEETS" not in chase.told()
        chase = riding(scout(5, 18, 180), hunters=(gargoyle(0.5, 19.1), FAR))
        chase.play(Verb.MOVE, 0, *[(HIT, 1)] * 4, to=(-1, 18))
        assert chase.lives(0) and chase.at(0) == pytest.approx((1.094, 18), abs=0.01)


class TestContact:
    """Friends and enemies on the way."""

    @pytest.mark.clause("PURS-MOV-12", "PURS-MOV-15", "PURS-MOV-13")
    def test_a_friend_ends_the_move(self) -> None:
        chase = Chase([scout(24, 18), scout(20, 18)], [FAR], phase="movement")
        chase.play(Verb.STAY, 0).play(Verb.MOVE, 1, to=(26, 18))
        assert chase.at(1) == (22.5, 18)
        chase = Chase([scout(21.5, 18, 90), scout(20, 18, 90)], [FAR], phase="movement", dice=[])
        chase.play(Verb.STAY, 0).play(Verb.MOVE, 1, to=(20, 24))  # touching already, and sliding past
        assert chase.at(1) == (20, 24)

    @pytest.mark.clause("PURS-CC-1", "PURS-CC-2", "PURS-CC-5", "PURS-MOV-14", "PURS-OBJ-5", "PURS-OBJ-2", "C40-CC-2")
    def test_a_charge(self) -> None:
        # Example 13. The blows of Initiative 4 in the order of the figures: the Scout's one, then the Gargoyle's two.
        chase = Chase([scout(22, 18)], [gargoyle(18, 18)], phase="movement")
        chase.play(Verb.STAY, 0)
        spit = ((HIT, 5), (WOUND, 5), (SAVE, 4))
        mine, its = ((HIT, 3), (WOUND, 4), (SAVE, 5)), ((HIT, 4), (WOUND, 6), (SAVE, 2), (HIT, 2))
        chase.play(Verb.MOVE, 1, *spit, *mine, *its, to=(24, 18))
        assert chase.at(1) == (20.75, 18) and not chase.lives(0) and not chase.lives(1)
        assert chase.b.end == End.BOTH_DEAD

    @pytest.mark.clause("PURS-CC-13", "PURS-CC-4")
    def test_each_newcomer_is_fought_with_all_attacks(self) -> None:
        for option, blows in (("full_each_time", 1), ("attacks_once_per_phase", 0)):
            chase = Chase(
                [scout(30, 18)], [gargoyle(26, 18), gargoyle(30, 24, -90), FAR], phase="movement", multi_contact=option
            )
            chase.play(Verb.STAY, 0)
            miss = [(HIT, 1)] * 4  # spit, the Scout's one, the charger's two
            chase.play(Verb.MOVE, 2, *miss, to=(30, 18.5))
            again = [(HIT, 1)] * (3 + blows)
            chase.play(Verb.MOVE, 1, *again, to=(31, 18))
            assert chase.lives(0)

    @pytest.mark.clause("PURS-CC-8", "PURS-CC-9", "PURS-CC-10", "PURS-CC-18", "PURS-CC-19")
    def test_breaking_off(self) -> None:
        # Example 15: the Scout turns to -110 and rides clear; a way to -30 leads it into the Gargoyle, and it stays
        for degrees, place in ((-110, (17.948, 12.362)), (-30, (20, 18))):
            chase = Chase([scout(20, 18)], [gargoyle(21.25, 18), FAR], phase="movement", dice=[(FIRST, 4), (FIRST, 2)])
            assert chase.b.active == 0
            x, y = 20 + 6 * math.cos(math.radians(degrees)), 18 + 6 * math.sin(math.radians(degrees))
            chase.play(Verb.MOVE, 0, to=(x, y), heading=degrees)
            assert chase.at(0) == pytest.approx(place, abs=0.01) and chase.b.active == 1

    @pytest.mark.clause("PURS-CC-9", "PURS-CC-11", "PURS-CC-12", "PURS-CC-19")
    def test_both_stay_and_another_round_is_fought(self) -> None:
        chase = Chase([scout(20, 18)], [gargoyle(21.25, 18), FAR], phase="movement", dice=[(FIRST, 4), (FIRST, 2)])
        chase.play(Verb.STAY, 0, heading=90)
        assert chase.heading(0) == 90 and chase.b.active == 1
        chase.play(Verb.STAY, 1, (HIT, 1), (HIT, 1), (HIT, 1))  # no charge: spit, one each
        assert chase.b.active == 2 and chase.b.figures[0].fought == 2

    @pytest.mark.clause("PURS-CC-20", "PURS-CC-12")
    def test_a_newcomer_before_the_knots_turn(self) -> None:
        # locked with one Gargoyle, charged by another: the Scout has lost its move, the old foe may leave
        chase = Chase([scout(20, 18)], [gargoyle(18.75, 18), gargoyle(26, 18, 180), FAR], phase="movement")
        assert chase.b.active == 2
        chase.play(Verb.MOVE, 2, *[(HIT, 1)] * 4, (FIRST, 1), (FIRST, 2), to=(21, 18))
        assert chase.b.figures[0].acted == 1 and chase.b.active == 1  # only the old opponent is asked
        chase.play(Verb.STAY, 1, (HIT, 1), (HIT, 1), (HIT, 1))  # it and the Scout; the newcomer does not strike again
        assert chase.b.active == 3

    @pytest.mark.clause("PURS-CC-14", "PURS-CC-21", "PURS-SEQ-4", "C40-CC-11", "PURS-CC-15")
    def test_whom_to_strike_is_the_owners_choice(self) -> None:
        chase = Chase([scout(20, 18)], [gargoyle(21.25, 18), gargoyle(18.75, 18), FAR], phase="movement",
                      dice=[(FIRST, 4), (FIRST, 2)])  # fmt: skip
        chase.play(Verb.STAY, 0, heading=0).play(Verb.STAY, 1, heading=0)
        chase.play(Verb.STAY, 2, (HIT, 1), (HIT, 1), heading=0)  # both spit at the one they touch
        assert chase.b.phase == Phase.BLOWS
        assert chase.reasons(Verb.STRIKE, 0, target=3) == ["TOUCHES_IT_NOT"]
        assert chase.reasons(Verb.STRIKE, 0, target=1, amount=2) == ["NOT_SO_MANY_ATTACKS"]
        chase.play(Verb.STRIKE, 0, (HIT, 3), (WOUND, 3), (SAVE, 5), (HIT, 1), (HIT, 1), target=2)
        assert chase.lives(1) and not chase.lives(2) and chase.told(Kind.OUTCOME) == ["IS_KILLED"]

    @pytest.mark.clause("PURS-CC-16", "PURS-MOV-18")
    def test_the_victor_stays_where_it_is(self) -> None:
        chase = Chase([scout(20, 18), scout(5, 5)], [gargoyle(26, 18), FAR], phase="movement")
        chase.play(Verb.STAY, 2)
        chase.play(Verb.MOVE, 0, (HIT, 1), (HIT, 3), (WOUND, 3), (SAVE, 5), (HIT, 1), (HIT, 1), to=(32, 18), mode=FAST)
        assert not chase.lives(2) and chase.at(0) == (24.75, 18) and chase.b.active == 1


@pytest.mark.clause("PURS-OBJ-10")
def test_after_so_many_turns_it_is_a_draw() -> None:
    chase = Chase([scout(20, 18)], [gargoyle(5, 5)], phase="movement", max_turns="10")
    chase.b.turn = 10
    chase.play(Verb.STAY, 0).play(Verb.STAY, 1)
    assert chase.b.end == End.TOO_LONG and chase.b.turn == 10


@pytest.mark.clause("PURS-GEN-9", "PURS-CC-15", "PURS-GEN-2", "PURS-GEN-3")
def test_losses_cause_no_tests_and_nobody_keeps_coherency() -> None:
    chase = Chase([scout(20, 18), scout(50, 2)], [gargoyle(26, 18), FAR], phase="movement")
    chase.play(Verb.STAY, 1).play(Verb.STAY, 2)
    chase.play(Verb.MOVE, 0, (HIT, 1), (HIT, 3), (WOUND, 3), (SAVE, 5), (HIT, 1), (HIT, 1), to=(26, 18))
    assert not chase.lives(2)  # and no dice but these
