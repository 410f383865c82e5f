"""Borderline cases, each worked out by hand from its clause: what small changes to the rules showed to be untested."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pursuit.street import (
    DANGER,
    FIRST,
    HIT,
    ORDER,
    SAVE,
    SLOWING,
    WOUND,
    Chase,
    building,
    gargoyle,
    ruin,
    scout,
)
from sandtable.games.pursuit.clauses import Clause, Code
from sandtable.games.pursuit.record import End, Mode, Phase, Verb
from sandtable.games.pursuit.rules import deployment, mines, objectives
from sandtable.games.pursuit.rules.pieces import is_there, lay
from sandtable.games.skirmish40k.rules.sight import what_blocks_sight
from sandtable.kernel.log import Kind, new_log
from sandtable.kernel.records import NONE
from tabletop import entries

FAR = gargoyle(3, 33)
"""A Gargoyle that keeps the chase going, last in the orders of the Movement and Shooting Phases."""

AHEAD = gargoyle(52, 33)
"""Another, last in the order of the Pursuit Phase."""

FAST = Mode.ACCELERATE.value


def keep_all(chase: Chase) -> Chase:
    """Everybody who is asked keeps the pace."""
    while chase.b.phase == Phase.PURSUIT and chase.b.end == End.NOT_YET:
        chase.play(Verb.KEEP, int(chase.b.active))
    return chase


def stay_all(chase: Chase) -> Chase:
    """Everybody who is asked stays."""
    while chase.b.phase == Phase.MOVEMENT:
        chase.play(Verb.STAY, int(chase.b.active))
    return chase


def struck(chase: Chase) -> list[tuple[int, int]]:
    """Whom the last action let be struck, and by which figure."""
    told = zip(chase.told(), entries(chase.log, Kind.EVENT), strict=True)
    return [(int(entry.actor), int(entry.other)) for code, entry in told if code == "IS_STRUCK"]


class TestDeployment:
    """Where a figure may start at all."""

    @pytest.mark.clause("PURS-DEP-2")
    def test_only_hunters_may_come_nearer(self) -> None:
        """A ruin where all start: the Scout has no place, and no distance is halved for it."""
        chase = Chase(
            [{"profile": "scout_rider"}], [{"profile": "winged_swarmer"}], [ruin(2, 0, 0, 12, 36)], phase="start"
        )
        assert chase.b.rules.chase_distance == 12 and "HUNTERS_MAY_COME_NEARER" not in chase.told()

    @pytest.mark.clause("PURS-DEP-2")
    def test_where_there_is_no_place_at_any_distance_halving_ends(self) -> None:
        """From half an inch on: a quarter, an eighth, and a sixteenth, the first that is below a tenth."""
        chase = Chase([scout(30, 3)], [{"profile": "winged_swarmer"}], [ruin(2, 0, 0, 10, 36)], phase="start")
        lay(chase.b, 0, 0, 0, 12, 36)
        chase.b.rules.chase_distance, chase.b.breadth = 0.5, 4
        assert deployment.run_deployment(chase.b, chase.log) and chase.b.rules.chase_distance == 1 / 16

    @pytest.mark.clause("PURS-DEP-1", "PURS-DEP-2")
    @pytest.mark.parametrize("box", [(1.1, 0, 12, 36), (0, 0, 10.9, 36)])
    def test_places_along_either_edge_of_the_zone_are_found(self, box: tuple[float, ...]) -> None:
        """A Gargoyle's base of 1 inch fits before a ruin from 1.1 on, and behind one up to 10.9."""
        chase = Chase([scout(30, 3)], [{"profile": "winged_swarmer"}], [ruin(2, *box)], phase="start")
        assert chase.b.rules.chase_distance == 12


class TestPursuitPhase:
    """What a turn begins with, and figures that go back."""

    @pytest.mark.clause("PURS-PCO-13", "PURS-PCO-8")
    def test_the_same_piece_strikes_again_in_the_next_turn(self) -> None:
        chase = Chase([scout(30, 18)], [AHEAD], [building(34, 14, 41, 20)])
        chase.play(Verb.KEEP, 0, (WOUND, 1)).play(Verb.TURN, 0, heading=0).play(Verb.KEEP, 1)
        stay_all(chase)
        assert chase.b.figures[0].start_x == 21.25  # where the building has left it
        chase.play(Verb.KEEP, 0, (WOUND, 1))
        assert chase.b.phase == Phase.HEADING

    @pytest.mark.clause("PURS-CC-13", "PURS-CC-6", "PURS-CC-12")
    def test_who_has_struck_strikes_again_in_the_next_phase(self) -> None:
        """A round in each Movement and each Pursuit Phase: a spit and one attack each."""
        chase = Chase([scout(20, 18)], [gargoyle(21.25, 18), AHEAD], phase="movement", dice=[],
                      multi_contact="attacks_once_per_phase")  # fmt: skip
        chase.play(Verb.STAY, 2, (FIRST, 4), (FIRST, 2)).play(Verb.STAY, 0)
        round_of_each = [(HIT, 1)] * 3
        chase.play(Verb.STAY, 1, *round_of_each, *round_of_each)
        assert chase.b.turn == 2 and chase.b.figures[0].fought == 2
        chase.play(Verb.KEEP, 2).play(Verb.STAY, 2, (FIRST, 4), (FIRST, 2)).play(Verb.STAY, 0)
        chase.play(Verb.STAY, 1, *round_of_each, *round_of_each)
        assert chase.b.turn == 3

    @pytest.mark.clause("PURS-PUR-8")
    def test_a_pace_kept_by_all_is_kept_for_one_phase(self) -> None:
        """In the next turn each is asked again."""
        chase = Chase([scout(20, 5), scout(25, 5)], [AHEAD])
        chase.play(Verb.KEEP, 0, mode=1).play(Verb.KEEP, 2)
        stay_all(chase)
        assert chase.b.turn == 2 and chase.play(Verb.KEEP, 0).b.active == 1

    @pytest.mark.clause("PURS-PUR-19", "PURS-PUR-11", "PURS-PUR-10")
    def test_a_ruin_that_it_has_left_stops_it_in_the_next_turn(self) -> None:
        """On its edge it fell back with it; then it rode off, and 18 inches back it stops on touching it, at 20.75."""
        chase = Chase([scout(44.5, 18, 90)], [AHEAD], [ruin(2, 38, 10, 44, 24)])
        chase.play(Verb.KEEP, 1).play(Verb.STAY, 1)
        chase.play(Verb.MOVE, 0, via=[(32.5, 20)], to=(33.914, 21.414), heading=45).play(Verb.HOLD, 0)
        chase.play(Verb.SLOW, 0, (SLOWING, 6), (SLOWING, 6), (SLOWING, 6), amount=3)
        assert chase.box(0) == (14, 10, 20, 24) and chase.at(0) == pytest.approx((20.75, 21.414), abs=0.001)

    @pytest.mark.clause("PURS-PUR-5")
    def test_a_figure_and_a_piece_as_far_throw_alike(self) -> None:
        """Both reach to 20.75: 4 and 4 are thrown again, and 6 against 1 lets the Scout go first."""
        dice = [(ORDER, 4), (ORDER, 4), (ORDER, 6), (ORDER, 1)]
        chase = Chase([scout(20, 18)], [AHEAD], [building(14, 4, 20.75, 9)], dice=dice)
        assert chase.b.active == 0 and chase.box(0)[0] == 14

    @pytest.mark.clause("PURS-CC-6", "PURS-CC-17")
    def test_a_knot_that_has_not_come_up_does_not_fight(self) -> None:
        """A free Scout is asked between the two knots; the first has had a spit and one attack each."""
        chase = Chase([scout(20, 6), scout(30, 30), scout(23, 18)], [gargoyle(21.25, 6), gargoyle(31.25, 30)],
                      dice=[(HIT, 1)] * 3)  # fmt: skip
        assert chase.b.active == 2 and [int(figure.fought) for figure in chase.b.figures[:5]] == [8, 0, 0, 1, 0]

    @pytest.mark.clause("PURS-PCO-4", "PURS-PCO-12")
    def test_a_ruin_in_which_it_stands_slides_on(self) -> None:
        """3 inches of the ruin are still to come: tests at 0 and 2."""
        chase = Chase([scout(20, 18)], [AHEAD], [ruin(2, 18, 15, 23, 20)])
        chase.play(Verb.KEEP, 0, (DANGER, 2), (DANGER, 2))
        assert chase.at(0) == (20, 18)

    @pytest.mark.clause("PURS-PUR-3", "PURS-PUR-6")
    def test_the_order_ends_with_its_last_entry(self) -> None:
        """One fewer than in the turn before: the last of that order, a building, does not slide once more."""
        chase = Chase([scout(20, 5)], [FAR, gargoyle(50, 30)], [building(52, 10, 58, 16)])
        chase.play(Verb.SLOW, 1, (SLOWING, 3), amount=1)
        stay_all(keep_all(chase))
        assert chase.b.turn == 2 and not chase.lives(1)
        keep_all(chase)
        assert chase.box(0) == (28, 10, 34, 16)

    @pytest.mark.clause("PURS-PUR-9", "PURS-PUR-11")
    @pytest.mark.parametrize(("x", "told"), [(26, []), (25, ["STOPS_SHORT"])])
    def test_who_goes_all_the_way_back_is_not_stopped_short(self, x: float, told: list[str]) -> None:
        """5 inches back from 26 leave it at 21, from 25 the other Scout at 18 stops it at 19.5 after 5.5: 6 thrown."""
        chase = Chase([scout(18, 18), scout(x, 18)], [AHEAD])
        chase.play(Verb.KEEP, 0).play(Verb.SLOW, 1, (SLOWING, 5 if x == 26 else 6), amount=1)
        assert chase.told() == told and chase.at(1) == (21 if x == 26 else 19.5, 18)

    @pytest.mark.clause("PURS-SPO-9", "PURS-SPO-12", "PURS-SPO-20")
    def test_back_into_mines_and_on(self) -> None:
        """It touches them 1.25 inches from their middle, wholly under the marker; unhurt it goes on to 22."""
        chase = Chase([scout(5, 5)], [gargoyle(28, 18), AHEAD], clusters=[(24, 18, "")], mine_blast="single")
        chase.play(Verb.KEEP, 0).play(Verb.SLOW, 1, (SLOWING, 6), (WOUND, 2), amount=1)
        assert (chase.b.mines[0].on, chase.b.mines[0].waiting) == (0, 0) and chase.at(1) == (22, 18)
        chase = Chase([scout(5, 5)], [gargoyle(28, 18), AHEAD], clusters=[(24, 18, "")], mine_blast="single")
        chase.play(Verb.KEEP, 0).play(Verb.SLOW, 1, (SLOWING, 6), (WOUND, 3), amount=1)
        assert not chase.lives(1)
        chase = Chase([scout(5, 5)], [gargoyle(28, 18), AHEAD], clusters=[(20, 18, "")], mine_blast="single")
        chase.play(Verb.KEEP, 0).play(Verb.SLOW, 1, (SLOWING, 6), amount=1)  # 21.25 is where it would touch them
        assert chase.b.mines[0].on == 1 and chase.at(1) == (22, 18)

    @pytest.mark.clause("PURS-SPO-9")
    @pytest.mark.parametrize(("x", "on"), [(20.75, 0), (20.7, 1)])
    def test_mines_at_the_very_end_of_the_way_back_are_touched(self, x: float, on: int) -> None:
        """1.25 inches from middle to middle they touch: after 6 of 6 inches, at 22; a twentieth farther they do not."""
        chase = Chase([scout(5, 5)], [gargoyle(28, 18), AHEAD], clusters=[(x, 18, "")], mine_blast="single")
        chase.play(Verb.KEEP, 0).play(Verb.SLOW, 1, (SLOWING, 6), *[(WOUND, 2)] * (1 - on), amount=1)
        assert chase.b.mines[0].on == on and chase.at(1) == (22, 18)

    @pytest.mark.clause("PURS-PUR-14", "PURS-PUR-21")
    @pytest.mark.parametrize(("x", "touched"), [(20.75, True), (20.7, False)])
    def test_an_enemy_at_the_very_end_of_the_way_back_is_fought(self, x: float, touched: bool) -> None:
        """1.25 inches from middle to middle they touch. Both its dice miss, and it dies of the Scout's."""
        chase = Chase([scout(x, 18)], [gargoyle(28, 18), AHEAD])
        fight = [(HIT, 3), (HIT, 3), (HIT, 3), (WOUND, 3), (SAVE, 5)] if touched else []
        chase.play(Verb.KEEP, 0).play(Verb.SLOW, 1, (SLOWING, 6), *fight, amount=1)
        assert chase.lives(1) != touched and (touched or chase.at(1) == (22, 18))

    @pytest.mark.clause("PURS-PUR-13", "PURS-PUR-14")
    def test_what_stops_a_way_back_is_told_by_its_own_clause(self) -> None:
        """After 5.75 inches of 6 it meets a friend's rim, or an enemy's."""
        fight = [(HIT, 3), (HIT, 3), (HIT, 3), (WOUND, 3), (SAVE, 5)]
        for rider, behind, dice, clause in (
            (scout(5, 5), [gargoyle(21.25, 18)], [], Clause.PURS_PUR_13),
            (scout(21, 18), [], fight, Clause.PURS_PUR_14),
        ):
            chase = Chase([rider], [gargoyle(28, 18), AHEAD, *behind])
            while chase.b.active != 1:
                chase.play(Verb.KEEP, int(chase.b.active))
            chase.play(Verb.SLOW, 1, (SLOWING, 6), *dice, amount=1)
            stops = [one for one in entries(chase.log, Kind.EVENT) if one.code == Code.STOPS_SHORT]
            assert [int(one.clause) for one in stops] == [clause]

    @pytest.mark.clause("PURS-PUR-12", "PURS-PUR-16")
    @pytest.mark.parametrize(("x", "lives"), [(12.75, True), (12.7, False)])
    def test_carried_to_the_very_edge_it_is_still_on_the_table(self, x: float, lives: bool) -> None:
        """Its rim is 12 inches from the rear edge, or a twentieth less; the ruin that carries it stays on."""
        chase = Chase([scout(50, 5), scout(x, 18, stopped="P0")], [AHEAD], [ruin(2, 12.5, 15, 18.5, 20)])
        keep_all(chase)
        assert chase.lives(1) == lives and chase.box(0)[0] == 0.5

    @pytest.mark.clause("PURS-PUR-7", "PURS-SHO-10")
    def test_a_piece_at_the_rear_edge_comes_off_the_table(self) -> None:
        """12 inches: what begins 12 inches from the edge has reached it, what begins a tenth farther stays."""
        chase = keep_all(Chase([scout(20, 5)], [AHEAD], [building(12, 10, 18, 16), building(12.1, 22, 18.1, 28)]))
        assert [is_there(chase.b, k) for k in (0, 1)] == [False, True]
        assert chase.box(1) == pytest.approx((0.1, 22, 6.1, 28), abs=0.001)
        hides = [what_blocks_sight(chase.b, 3.0, y, 3.0, y + 10.0, NONE) for y in (8.0, 20.0)]
        assert hides == [NONE, 1], "what has come off hides nobody"

    @pytest.mark.clause("PURS-PCO-4", "PURS-PCO-12", "PURS-PUR-13")
    def test_turned_aside_but_stopped_by_a_friend_it_is_ridden_over(self) -> None:
        """After 2 inches back it stands at 18; the ruin reaches it after 6, and the friend at 16.5 after 7.5.

        Tests of the first at 6, 8 and 10, of the friend at 7.5, 9.5 and 11.5.
        """
        chase = Chase([scout(20, 18, 90), scout(16.5, 18)], [AHEAD], [ruin(2, 24, 15, 30, 20)])
        chase.play(Verb.KEEP, 1, *[(DANGER, 2)] * 6)
        assert chase.at(0) == (18, 18) and chase.at(1) == (16.5, 18)

    @pytest.mark.clause("PURS-PCO-4", "PURS-CC-7", "PURS-PUR-15")
    def test_locked_and_turned_aside_it_is_ridden_over_before_it_fights(self) -> None:
        """The ruin goes first, half an inch of it over the Scout: a test. Then a round: a spit and one attack each."""
        dice = [(DANGER, 2), (HIT, 1), (HIT, 1), (HIT, 1)]
        chase = Chase([scout(20, 18, 90)], [gargoyle(21.25, 18), AHEAD], [ruin(2, 16, 15, 20.5, 20)], dice=dice)
        assert chase.at(0) == (20, 18) and chase.b.active == 2

    @pytest.mark.clause("PURS-DIF-3", "C40-TERR-6")
    def test_only_bikes_throw_again_by_house_rule(self) -> None:
        """A Gargoyle that fails is hit at once."""
        chase = Chase([scout(5, 5)], [gargoyle(20, 18), AHEAD], [ruin(2, 24, 15, 26, 20)], scout_reroll="yes")
        chase.play(Verb.KEEP, 0).play(Verb.KEEP, 1, (DANGER, 1), (WOUND, 2))
        assert not chase.lives(1)

    @pytest.mark.clause("PURS-OBJ-4", "PURS-PCO-9", "PURS-PCO-15")
    def test_where_a_fight_ends_the_chase_the_city_stands_still(self) -> None:
        """The building, at the Gargoyle's back, has pushed it into the Scout, whom its spittle kills."""
        chase = Chase([scout(26, 18)], [gargoyle(30, 18)], [building(34, 14, 41, 20)])
        chase.play(Verb.KEEP, 0).play(Verb.KEEP, 1, (WOUND, 1))
        chase.play(Verb.TURN, 1, (WOUND, 1), (HIT, 5), (WOUND, 5), (SAVE, 3), heading=0)
        assert chase.b.end == End.QUARRY_DEAD and chase.at(1) == (27.25, 18) and chase.box(0)[0] == 27.75

    @pytest.mark.clause("PURS-PCO-9", "PURS-PCO-15", "PURS-PUR-14")
    def test_an_enemy_reached_with_a_friend_is_struck_before_it_is_fought(self) -> None:
        """At x 27.2 the Scout that is pushed touches both, the friend first; each is struck before a fight."""
        chase = Chase([scout(30, 18), scout(26, 18.9)], [gargoyle(26.3, 17.1325), AHEAD], [building(34, 14, 41, 22)])
        chase.play(Verb.KEEP, 1).play(Verb.KEEP, 2).play(Verb.KEEP, 0, (WOUND, 1))
        chase.play(Verb.TURN, 0, (WOUND, 1), heading=0)
        assert struck(chase) == [(1, 0)] and chase.b.phase == Phase.HEADING
        chase.play(Verb.TURN, 1, (WOUND, 1), (HIT, 1), (HIT, 1), (HIT, 1), heading=0)
        assert struck(chase) == [(2, 0)]

    @pytest.mark.clause("PURS-CC-6", "C40-CC-2", "PURS-GEN-1")
    @pytest.mark.parametrize("edition", ["4", "5"])
    def test_the_quick_strike_first_in_either_edition(self, edition: str) -> None:
        """Initiative 4 against 3: WS 3 on 3 hits on 4, S 3 on T 3 wounds on 4, armour 4: the rider does not strike."""
        rider = scout(20, 18, profile="lance_rider")
        dice = [(HIT, 1), (HIT, 4), (WOUND, 4), (SAVE, 3)]
        chase = Chase([rider, scout(30, 5)], [gargoyle(21.25, 18), AHEAD], dice=dice, edition=edition)
        assert not chase.lives(0)

    @pytest.mark.clause("PURS-PCO-9")
    def test_who_pushes_is_named(self) -> None:
        """The building strikes the second Scout, and that one the first."""
        chase = Chase([scout(26, 18), scout(30, 18)], [AHEAD], [building(34, 14, 41, 20)])
        chase.play(Verb.KEEP, 0).play(Verb.KEEP, 1, (WOUND, 1))
        assert [struck(chase), struck(chase.play(Verb.TURN, 1, (WOUND, 2), heading=0))] == [[(1, NONE)], [(0, 1)]]


class TestMovementPhase:
    """Ways one after another, and aslant."""

    @pytest.mark.clause("PURS-CC-10", "PURS-CC-19", "PURS-MOV-5", "PURS-MOV-6")
    def test_who_may_break_off_turns_freely_once_whether_it_goes_or_stays(self) -> None:
        """To any heading before it moves; then by 45 degrees after each 2 inches, as everybody."""
        chase = Chase([scout(20, 18)], [gargoyle(21.25, 18), FAR], phase="movement", dice=[(FIRST, 4), (FIRST, 2)])
        assert chase.reasons(Verb.MOVE, 0, via=[(18, 18)], to=(16, 16), heading=225) == []
        assert chase.reasons(Verb.MOVE, 0, via=[(18, 18)], to=(18, 16), heading=270) == ["TURNS_TOO_FAR"]
        assert chase.reasons(Verb.MOVE, 0, via=[(18.5, 18)], to=(17.5, 17), heading=225) == ["TURNS_TOO_SOON"]
        chase.play(Verb.STAY, 0, heading=200)
        assert chase.heading(0) == pytest.approx(200, abs=0.01)

    @pytest.mark.clause("PURS-DIF-9")
    def test_what_is_told_of_a_restart_that_fails(self) -> None:
        chase = Chase([scout(14, 18, stopped="P0")], [FAR], [ruin(2, 12, 15, 18, 20)], phase="movement")
        assert chase.play(Verb.RESTART, 0, *[(DANGER, 1)] * 3).told(Kind.OUTCOME) == ["CANNOT_START"]

    @pytest.mark.clause("PURS-CC-20", "PURS-CC-11", "PURS-CC-12")
    def test_after_the_old_opponent_has_left_there_is_no_round(self) -> None:
        """Scout and newcomer have fought in this phase already: nothing is thrown, and nothing told."""
        chase = Chase([scout(20, 18)], [gargoyle(18.75, 18), gargoyle(26, 18, 180), FAR], phase="movement")
        chase.play(Verb.MOVE, 2, *[(HIT, 1)] * 4, (FIRST, 1), (FIRST, 2), to=(21, 18))
        assert chase.play(Verb.MOVE, 1, to=(14, 18), heading=180).told() == ["RIDES"] and chase.b.active == 3

    @pytest.mark.clause("PURS-GEN-6", "PURS-CC-10", "PURS-MOV-12")
    @pytest.mark.parametrize(
        ("inches", "free", "heading", "x", "y"),
        [(1.5, 1.0, 270, 0, -1), (0.9, 0.5, 270, 0, -1), (1.5, 1.0, 180, -1, 0)],
    )
    def test_who_breaks_off_and_is_stopped_faces_as_it_rode(
        self, inches: float, free: float, heading: int, x: int, y: int
    ) -> None:
        """To the south or the west, where another Scout stands so far off, edge to edge.

        Two that are level throw for who comes first.
        """
        order = [(ORDER, 6), (ORDER, 1)] if x == 0 else []
        friend = scout(20 + (1.5 + free) * x, 18 + (1.5 + free) * y)
        chase = Chase([scout(20, 18), friend], [gargoyle(21.25, 18), FAR], phase="movement",
                      dice=[*order, (FIRST, 4), (FIRST, 2)])  # fmt: skip
        assert chase.b.active == 0 and chase.told() == ["MOVEMENT_PHASE", "MAY_BREAK_OFF"]
        chase.play(Verb.MOVE, 0, to=(20 + inches * x, 18 + inches * y), heading=heading)
        assert chase.at(0) == (20 + free * x, 18 + free * y) and chase.heading(0) == heading
        assert chase.told()[:2] == ["RIDES", "IS_STOPPED_BY"]

    @pytest.mark.clause("PURS-OBJ-6", "PURS-OBJ-8", "PURS-MOV-12")
    @pytest.mark.parametrize(("x", "heading", "friend"), [(5, 135, (1.111, 23.889)), (54, 45, (57.889, 23.889))])
    def test_a_friend_before_the_end_of_the_table(self, x: float, heading: float, friend: tuple[float, float]) -> None:
        """Its base would cross either end after 6 inches and more; the friend, 5.5 off aslant, stops it after 4."""
        chase = Chase([scout(x, 20, heading), scout(*friend)], [gargoyle(30, 3)], phase="movement")
        while chase.b.active != 0:
            chase.play(Verb.STAY, int(chase.b.active))
        far = 12 / math.sqrt(2)
        way = -1 if heading == 135 else 1
        chase.play(Verb.MOVE, 0, to=(x + way * far, 20 + far), heading=heading, mode=FAST)
        step = 4 / math.sqrt(2)
        assert chase.lives(0) and chase.at(0) == pytest.approx((x + way * step, 20 + step), abs=0.005)

    @pytest.mark.clause("PURS-IMP-2", "PURS-IMP-5")
    @pytest.mark.parametrize(("y", "heading", "to"), [(31, 90, 35.25), (5, 270, 0.75)])
    def test_either_side_of_the_table_just_touched_frontally(self, y: float, heading: float, to: float) -> None:
        chase = Chase([scout(20, y, heading)], [FAR], phase="movement")
        chase.play(Verb.MOVE, 0, (WOUND, 1), to=(20, to), heading=heading)
        assert chase.b.phase == Phase.HEADING and chase.at(0) == (20, to)
        chase = Chase([scout(20, y, heading)], [FAR], phase="movement")
        short = to - 0.1 if heading == 90 else to + 0.1
        chase.play(Verb.MOVE, 0, to=(20, short), heading=heading)
        assert chase.b.phase != Phase.HEADING and chase.at(0) == pytest.approx((20, short), abs=0.001)

    @pytest.mark.clause("PURS-DIF-6", "PURS-DIF-7")
    @pytest.mark.parametrize(("y", "heading"), [(12, 90), (23, 270)])
    def test_stopped_on_entering_it_stands_inside_whichever_way_it_came(self, y: float, heading: float) -> None:
        """Into a ruin from 15 to 20, from the south or from the north: at least 0.01 inches in."""
        chase = Chase([scout(27, y, heading)], [FAR], [ruin(2, 24, 15, 30, 20)], phase="movement")
        chase.play(Verb.MOVE, 0, (DANGER, 1), (WOUND, 1), to=(27, y + 6 if heading == 90 else y - 6), heading=heading)
        depth = chase.at(0)[1] - 15 if heading == 90 else 20 - chase.at(0)[1]
        assert 0.01 <= depth <= 0.03 and chase.told(Kind.OUTCOME)[-1] == "IS_STOPPED"

    @pytest.mark.clause("PURS-MOV-12", "PURS-DIF-2", "PURS-IMP-4")
    def test_a_friend_or_a_wall_before_a_ruin(self) -> None:
        """The ruin begins at 24, the friend stops it at 22.5, the building at 23.25: no test is due."""
        chase = Chase([scout(20, 18), scout(24, 18)], [FAR], [ruin(2, 24, 15, 30, 20)], phase="movement")
        chase.play(Verb.STAY, 1).play(Verb.MOVE, 0, to=(26, 18))
        assert chase.at(0) == (22.5, 18)
        chase = Chase([scout(20, 18)], [FAR], [ruin(2, 24.2, 15, 30, 20), building(24, 18.5, 26, 22)], phase="movement")
        chase.play(Verb.MOVE, 0, (WOUND, 1), to=(26, 18))
        assert chase.b.phase == Phase.HEADING and chase.at(0)[0] < 24

    @pytest.mark.clause("PURS-SPO-11", "PURS-SPO-12")
    def test_whom_mines_kill_rides_no_further(self) -> None:
        """A building stands where its way would have led: nothing is thrown for that."""
        chase = Chase([scout(36.5, 18), scout(5, 5)], [FAR], [building(42, 15, 48, 20)], phase="movement",
                      clusters=[(40, 18, "")], mine_blast="single")  # fmt: skip
        chase.play(Verb.MOVE, 0, (WOUND, 5), (SAVE, 3), to=(42, 18))
        assert not chase.lives(0) and chase.b.active == 1

    @pytest.mark.clause("PURS-OBJ-7", "PURS-DIF-7", "PURS-MOV-17")
    def test_what_is_told_of_a_halt(self) -> None:
        chase = Chase([scout(5, 5)], [gargoyle(56, 10), gargoyle(50, 10)], phase="movement")
        assert chase.play(Verb.MOVE, 1, to=(62, 10)).told() == ["RIDES", "HALTS_AT_ARRIVAL"]
        chase = Chase([scout(20, 18), scout(18.5, 18)], [FAR], phase="movement")
        chase.play(Verb.STAY, 0)
        assert chase.play(Verb.MOVE, 1, to=(20, 18)).told() == ["RIDES", "CANNOT_GET_ON"]
        chase = Chase([scout(20, 18)], [FAR], [ruin(2, 24, 15, 30, 20)], phase="movement",
                      after_failed_test="finish_move")  # fmt: skip
        chase.play(Verb.MOVE, 0, (DANGER, 1), (WOUND, 1), to=(26, 18))
        assert chase.told(Kind.OUTCOME)[-1] == "IS_STOPPED"

    @pytest.mark.clause("PURS-MOV-5", "PURS-MOV-18", "PURS-MOV-17")
    def test_each_move_begins_anew(self) -> None:
        """The first turns twice; the second goes straight; the third, nose to a wall, has gone nowhere: no hit."""
        chase = Chase([scout(40, 8), scout(30, 28), scout(23.25, 18)], [FAR], [building(24, 15, 30, 20)],
                      phase="movement")  # fmt: skip
        chase.play(Verb.MOVE, 0, via=[(42, 8), (44, 10)], to=(44.5, 10.5), heading=45)
        event = entries(chase.log, Kind.EVENT)[0]
        assert (event.x, event.y, event.x2, event.y2) == (40, 8, 44.5, 10.5)
        assert chase.at(0) == (44.5, 10.5)
        assert chase.play(Verb.MOVE, 1, to=(34, 28)).at(1) == (34, 28)
        assert chase.play(Verb.MOVE, 2, to=(26, 18)).told()[1] == "CANNOT_GET_ON" and chase.b.active == 3

    @pytest.mark.clause("PURS-DIF-2", "PURS-GEN-7")
    def test_past_the_corner_of_a_ruin_and_then_into_it(self) -> None:
        """2.828 inches north-east pass before it; then 1 inch inside, to the east: one test, at once."""
        chase = Chase([scout(20, 18, 45)], [FAR], [ruin(2, 24, 17, 30, 22)], phase="movement")
        chase.play(Verb.MOVE, 0, (DANGER, 2), via=[(22, 20)], to=(25, 20), heading=0)
        assert chase.at(0) == (25, 20)

    @pytest.mark.clause("PURS-DIF-2", "PURS-GEN-7")
    def test_aslant_through_a_ruin(self) -> None:
        """In at x 24, after 5.66 inches, out at y 21, after 9.9: 4.24 inches, three tests. Out at y 20.7: 3.82, two."""
        for y1, tests in ((21, 3), (20.7, 2)):
            chase = Chase([scout(20, 14, 45)], [FAR], [ruin(2, 24, 15, 30, y1)], phase="movement")
            chase.play(Verb.MOVE, 0, *[(DANGER, 2)] * tests, to=(28.484, 22.484), heading=45, mode=FAST)
            assert chase.at(0) == pytest.approx((28.484, 22.484), abs=0.001)

    @pytest.mark.clause("PURS-SHO-13", "PURS-GEN-3", "C40-SHOOT-7")
    @pytest.mark.parametrize(("moves", "asked"), [(False, True), (True, False)])
    def test_rapid_fire_at_20_inches_only_without_having_moved(self, moves: bool, asked: bool) -> None:
        """Of one whose mount is not steady: after a move the bolters reach 12 inches."""
        chase = Chase([scout(20, 18)], [gargoyle(43, 18)], phase="movement")
        chase.b.profiles[chase.b.figures[0].profile].steady = 0
        chase.play(Verb.STAY, 1)
        chase.play(Verb.MOVE, 0, to=(22, 18)) if moves else chase.play(Verb.STAY, 0)
        assert (chase.b.phase == Phase.SHOOTING) == asked


class TestShootingOrder:
    """Who is equally far from the Arrival."""

    @pytest.mark.clause("PURS-SHO-7", "PURS-SHO-6")
    def test_initiative_before_dice(self) -> None:
        """All at 20.75, in sight of an enemy: Initiative 3 and 3, 4 and 4: the quick first, then dice."""
        slow = {"profile": "lance_rider", "weapon": ""}
        chase = Chase(
            [scout(20, 30, -90, **slow), scout(20, 27, -90, **slow)],
            [gargoyle(20.25, 22, 90), gargoyle(20.25, 20, 90)],
            phase="shooting",
            dice=[(ORDER, 2), (ORDER, 5), (ORDER, 4), (ORDER, 1)],
        )
        assert [int(i) for i in chase.b.order[:4]] == [3, 2, 0, 1] and chase.b.active == 3

    @pytest.mark.clause("PURS-SHO-6")
    def test_pieces_have_no_turn_in_it(self) -> None:
        """The building was the last in the order of the Pursuit Phase."""
        chase = stay_all(keep_all(Chase([scout(20, 5)], [gargoyle(30, 30)], [building(50, 10, 56, 16)])))
        assert chase.b.turn == 2 and chase.b.phase == Phase.PURSUIT

    @pytest.mark.clause("PURS-SHO-6", "PURS-SHO-7")
    def test_quickness_counts_among_equals_alone(self) -> None:
        """The slow one is ahead of both quick ones and shoots first; behind it the foremost."""
        chase = Chase(
            [scout(22, 30, 180, profile="lance_rider", weapon="")],
            [gargoyle(18, 30), gargoyle(17, 28), gargoyle(16, 33)],
            phase="shooting",
        )
        assert [int(i) for i in chase.b.order[:4]] == [0, 1, 2, 3]


class TestMines:
    """Where they enter, and whom cover helps."""

    @pytest.mark.clause("PURS-SPO-2", "PURS-REC-3")
    @pytest.mark.parametrize(("apart", "reasons"), [(2.0, []), (1.98, ["MINE_NEAR_FIGURE"])])
    def test_two_inches_from_a_figure_are_enough(self, apart: float, reasons: list[str]) -> None:
        """A Gargoyle's base is 0.5, the cluster's 0.75: so much more between the middles."""
        chase = keep_all(Chase([scout(5, 5)], [gargoyle(52.25, 18 + 1.25 + apart)], [building(5, 10, 12, 15)],
                               clusters=[(40, 30, "")]))  # fmt: skip
        chase.play(Verb.PLACE, target=0, to=(56.5, 12.5))
        chase.b.figures[1].x, chase.b.figures[1].y = 52.25, 14 + 1.25 + apart
        assert chase.reasons(Verb.MINE, to=(52.25, 14)) == reasons

    @pytest.mark.clause("PURS-SPO-16", "PURS-SHO-12")
    @pytest.mark.parametrize(
        ("within", "box", "saved"),
        [
            ("centre", (38, 19, 42, 24), True),
            ("centre", (38, 20, 42, 24), False),
            ("any_part_of_base", (38, 20, 42, 24), True),
            ("any_part_of_base", (38, 24, 42, 28), False),
        ],
    )
    def test_cover_of_the_ruin_in_which_it_stands(self, within: str, box: tuple[float, ...], saved: bool) -> None:
        """A Gargoyle at (40, 19.8): its middle is in the first ruin, part of its base in the next, none in the last."""
        chase = Chase([scout(50, 30)], [gargoyle(40, 19.8), FAR], [ruin(1, *box)], phase="movement",
                      clusters=[(40, 18, "")], mine_blast="single", within_terrain=within)  # fmt: skip
        mines.set_off(chase.b, 0, NONE, chase.log)
        chase.play(Verb.STAY, 0, (WOUND, 3), *([(SAVE, 4)] if saved else []))
        assert chase.lives(1) == saved


class TestEnds:
    """How a chase ends, and what is said."""

    @pytest.mark.clause("PURS-OBJ-1", "PURS-OBJ-2", "PURS-OBJ-3", "PURS-OBJ-5", "PURS-OBJ-10")
    @pytest.mark.parametrize(
        ("how", "told", "won"),
        [
            (End.ESCAPED, "ENDS_ESCAPED", (1, 0)),
            (End.HUNTERS_DEAD, "ENDS_HUNTERS_DEAD", (1, 0)),
            (End.QUARRY_DEAD, "ENDS_QUARRY_DEAD", (0, 1)),
            (End.BOTH_DEAD, "ENDS_BOTH_DEAD", (0.5, 0.5)),
            (End.TOO_LONG, "ENDS_TOO_LONG", (0.5, 0.5)),
        ],
    )
    def test_each_end(self, how: End, told: str, won: tuple[float, float]) -> None:
        chase = Chase([scout(20, 18)], [FAR], phase="movement")
        out = np.ones(2)
        objectives.returns(chase.b, out)
        assert tuple(out) == (0, 0)
        chase.log = new_log()
        objectives._end(chase.b, how, chase.log)
        objectives.returns(chase.b, out)
        assert chase.told() == [told] and tuple(out) == won and chase.b.phase == Phase.OVER
        assert [(int(entry.side), int(entry.amount)) for entry in entries(chase.log, Kind.POINTS)] == [(0, 1), (1, 1)]

    @pytest.mark.clause("PURS-OBJ-2", "PURS-OBJ-4")
    def test_where_nobody_falls_nothing_ends(self) -> None:
        """Without hunters from the start none has been killed: a Scout that lives through a crash has not won."""
        chase = Chase([scout(20, 18)], [], [building(24, 15, 30, 20)], phase="movement")
        chase.play(Verb.MOVE, 0, (WOUND, 1), to=(26, 18))
        assert chase.b.end == End.NOT_YET and chase.b.phase == Phase.HEADING
