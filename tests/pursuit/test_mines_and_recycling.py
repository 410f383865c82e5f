"""Spore mines, pieces that come back at the Arrival, deployment and the city."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pursuit.street import HIT, ORDER, READER, WOUND, Chase, building, gargoyle, ruin, scout
from sandtable.games.pursuit.clauses import Purpose
from sandtable.games.pursuit.laying import city, scenario
from sandtable.games.pursuit.listing.offers import legal_actions
from sandtable.games.pursuit.record import ACTION, MAX_PIECES, End, Phase, Side, Verb, Where
from sandtable.games.pursuit.rules import deployment, mines, sequence
from sandtable.games.pursuit.rules.pieces import is_impassable, is_there
from sandtable.games.scenarios import scenario_data
from sandtable.kernel.dice import new_dice, scripted_dice
from sandtable.kernel.log import Kind, new_log
from sandtable.kernel.records import NONE, new_actions
from tabletop import entries

SYMBOL, WAY, UNDER, SAVE = Purpose.SCATTER, Purpose.SCATTER_WAY, Purpose.PARTLY_UNDER, Purpose.SAVE
FAR = gargoyle(3, 33)


def arrow(degrees: int) -> list[tuple[Any, int]]:
    """The scatter die shows an arrow, so many degrees clockwise from north."""
    return [(SYMBOL, 3), (WAY, degrees)]


class TestExplosions:
    """Examples 16 and 17."""

    @pytest.mark.clause("PURS-SPO-9", "PURS-SPO-11", "PURS-SPO-13", "PURS-SPO-14", "PURS-SPO-15", "PURS-SPO-12",
                        "PURS-SPO-16", "PURS-SPO-19", "C40-BLAST-6", "C40-BLAST-2")  # fmt: skip
    @pytest.mark.parametrize("edition", ["4", "5"])
    def test_a_scout_touches_a_cluster(self, edition: str) -> None:
        figures = [scout(36.5, 18), scout(5, 5)], [gargoyle(40.5, 20.9), gargoyle(43.2, 18)]
        chase = Chase(*figures, phase="movement", clusters=[(40, 18, "")], edition=edition)
        for i in (3, 2):
            chase.play(Verb.STAY, i)
        # the second marker to the north (40, 23); the third shows a hit symbol
        chase.play(Verb.MOVE, 0, *arrow(360), (SYMBOL, 2), to=(41.5, 18))
        assert chase.b.phase == Phase.BLAST and chase.at(0) == pytest.approx((38.5, 18), abs=0.001)
        assert chase.reasons(Verb.MARK, to=(40, 12.9)) == ["MARKER_TOUCHES_NONE"]
        under = [(UNDER, 3), (UNDER, 4)] if edition == "4" else []
        wounds = [(WOUND, 2), (WOUND, 2)] if edition == "5" else [(WOUND, 2)]
        dice = [(WOUND, 4), *under[:1], *wounds[:1], *under[1:], *wounds[1:]]
        if edition == "4":
            dice = [(WOUND, 4), (UNDER, 3), (UNDER, 4), (WOUND, 2)]
        chase.play(Verb.MARK, NONE, *dice, to=(40, 13))
        assert chase.lives(0) and chase.at(0) == (41.5, 18) and chase.b.mines[0].on == 0  # it rides on

    @pytest.mark.clause("PURS-SPO-14", "PURS-SPO-16", "C40-UNIT-4")
    def test_strength_4_ap_5_and_cover_in_ruins(self) -> None:
        for place, city_, dice, lives in (
            ((40, 20.5), [], [(WOUND, 3)], False),  # S4 on T3 needs 3; AP 5 leaves no 6+ save
            ((40, 19.5), [ruin(1, 38, 19, 42, 24)], [(WOUND, 3), (SAVE, 4)], True),
        ):
            chase = Chase([scout(50, 30)], [gargoyle(*place), FAR], city_, phase="movement", clusters=[(40, 18, "")],
                          mine_blast="single", edition="5")  # fmt: skip
            mines.set_off(chase.b, 0, NONE, chase.log)
            chase.play(Verb.STAY, 0, *dice)
            assert chase.lives(1) is lives

    @pytest.mark.clause("PURS-SPO-13")
    @pytest.mark.parametrize(("blast", "hits"), [("single", 1), ("stacked", 3)])
    def test_house_rules_for_markers(self, blast: str, hits: int) -> None:
        chase = Chase(
            [scout(40, 19.5), scout(55, 30)], [FAR], phase="movement", clusters=[(40, 18, "")], mine_blast=blast
        )
        mines.set_off(chase.b, 0, NONE, chase.log)
        chase.play(Verb.STAY, 1, *[(WOUND, 2)] * hits)

    @pytest.mark.clause("PURS-SPO-13", "C40-BLAST-2")
    @pytest.mark.parametrize(("die", "hits"), [(4, 3), (3, 0)])
    def test_stacked_a_figure_partly_under_it_throws_once(self, die: int, hits: int) -> None:
        """2.9 off: less than 2.5 + 0.75, more than 2.5 - 0.75. One 4+ for the marker, then all three hits or none."""
        chase = Chase(
            [scout(40, 20.9), scout(55, 30)], [FAR], phase="movement", clusters=[(40, 18, "")], mine_blast="stacked"
        )
        mines.set_off(chase.b, 0, NONE, chase.log)
        chase.play(Verb.STAY, 1, (UNDER, die), *[(WOUND, 2)] * hits)

    @pytest.mark.clause("PURS-SPO-17")
    @pytest.mark.parametrize(("chain", "left"), [("yes", 0), ("no", 1)])
    def test_mines_set_off_mines(self, chain: str, left: int) -> None:
        """The marker's 2.5 and their own 0.75 reach 3.25 inches."""
        others = [(42, 18, ""), (40, 21.3, "")]
        chase = Chase([scout(55, 30)], [FAR], phase="movement", clusters=[(40, 18, ""), *others], mine_chain=chain,
                      mine_blast="single")  # fmt: skip
        mines.set_off(chase.b, 0, NONE, chase.log)
        chase.play(Verb.STAY, 0)
        assert [int(mine.on) for mine in chase.b.mines] == [0, left, 1, 0]

    @pytest.mark.clause("PURS-SPO-13", "C40-BLAST-6")
    def test_for_each_other_marker_a_die_is_thrown(self) -> None:
        """The second shows a hit symbol, and the hunters say where it lies; then the third's arrow points north."""
        chase = Chase([scout(55, 5), scout(50, 5)], [FAR], phase="movement", clusters=[(40, 18, "")])
        mines.set_off(chase.b, 0, NONE, chase.log)
        chase.play(Verb.STAY, 0, (SYMBOL, 2))
        assert chase.b.phase == Phase.BLAST
        chase.play(Verb.MARK, NONE, *arrow(360), to=(40, 13))
        assert chase.b.phase == Phase.MOVEMENT and chase.b.explosion.n_markers == 3
        assert tuple(chase.b.explosion.markers[2]) == pytest.approx((40, 23), abs=0.001)

    @pytest.mark.clause("PURS-SPO-10", "PURS-SHO-14", "PURS-SPO-11")
    @pytest.mark.parametrize(
        ("y", "option", "explodes"),
        [(21.3, "shooter", True), (21.6, "shooter", False), (5, "shooter_or_target", True), (5, "shooter", False)],
    )
    def test_shooting_beside_a_cluster(self, y: float, option: str, explodes: bool) -> None:
        # 1.8 inches between rims (3.3 - 1.5), then 2.1; the third lies beside the target
        where = (30, 18 + 3) if y == 5 else (20, y)
        chase = Chase([scout(20, 18)], [gargoyle(30, 18), FAR], phase="shooting", clusters=[(*where, "")],
                      mine_shot_trigger=option, mine_blast="single")  # fmt: skip
        misses = [(HIT, 1)] * 4  # two shots, thrown again
        chase.play(Verb.SHOOT, 0, *misses, target=1, item=0)  # nobody is near enough to be under the marker
        assert chase.b.mines[0].on == int(not explodes)

    @pytest.mark.clause("PURS-SPO-18")
    def test_the_quarry_may_shoot_at_mines(self) -> None:
        chase = Chase([scout(20, 18)], [FAR], phase="shooting", clusters=[(30, 18, "")], mine_blast="single")
        chase.play(Verb.SHOOT_MINES, 0, (HIT, 3), (HIT, 2), (HIT, 1), (WOUND, 4), target=0, item=0)  # S4 on T4: 4+
        assert chase.b.mines[0].on == 0
        chase = Chase([scout(20, 18)], [FAR], phase="shooting", clusters=[(30, 18, "")], mines_targetable="no")
        assert chase.b.phase == Phase.PURSUIT  # nobody had a target
        chase = Chase([scout(50, 3, -90)], [gargoyle(20, 18)], phase="shooting", clusters=[(30, 18, "")])
        assert chase.b.phase == Phase.PURSUIT  # hunters never

    @pytest.mark.clause("PURS-SPO-10", "PURS-SPO-18")
    def test_by_house_rule_shots_at_mines_set_off_none_beside_a_target(self) -> None:
        """No figure is shot at: neither what is shot at nor a cluster in a corner, far from everybody, goes off."""
        chase = Chase([scout(20, 18)], [FAR], phase="shooting", clusters=[(30, 18, ""), (1, 1, "")],
                      mine_shot_trigger="shooter_or_target")  # fmt: skip
        chase.play(Verb.SHOOT_MINES, 0, *[(HIT, 1)] * 4, target=0, item=0)
        assert [int(mine.on) for mine in chase.b.mines[:2]] == [1, 1]

    @pytest.mark.clause("PURS-SPO-18", "PURS-SHO-2")
    def test_mines_that_one_shot_reaches_are_something_to_shoot_at(self) -> None:
        """More than 12 inches away the bike's bolters shoot once, up to 24; the pistol reaches 12."""
        for x, phase in ((34.5, Phase.SHOOTING), (46.5, Phase.PURSUIT)):
            chase = Chase([scout(20, 18)], [FAR], phase="shooting", clusters=[(x, 18, "")])
            assert chase.b.phase == phase

    @pytest.mark.clause("PURS-SPO-18", "C40-SHOOT-15")
    def test_a_weapon_that_gets_hot_at_mines_may_cost_its_bearer(self) -> None:
        """A 1 that stands after the second throw; the armour of 4+ does not save, and the chase has lost its quarry."""
        chase = Chase([scout(20, 18)], [FAR], phase="shooting", clusters=[(34.5, 18, "")])
        chase.b.weapons[chase.b.profiles[chase.b.figures[0].profile].weapons[0]].hot = 1
        chase.play(Verb.SHOOT_MINES, 0, (HIT, 2), (HIT, 1), (SAVE, 3), target=0, item=0)
        assert not chase.lives(0) and chase.b.end == End.QUARRY_DEAD and chase.b.mines[0].on == 1


class TestMovingMines:
    """Clusters ride with their piece."""

    @pytest.mark.clause("PURS-SPO-3", "PURS-SPO-4", "PURS-SPO-5", "PURS-PUR-17", "PURS-SPO-20")
    def test_with_the_piece_and_with_nothing_else(self) -> None:
        chase = Chase([scout(50, 5)], [gargoyle(55, 30)], [building(30, 15, 36, 20)], clusters=[(29.25, 18, "P0")])
        assert (chase.b.mines[0].x, chase.b.mines[0].y) == (17.25, 18)
        chase.play(Verb.KEEP, 0).play(Verb.KEEP, 1)
        chase.play(Verb.STAY, 1).play(Verb.STAY, 0)
        assert chase.b.mines[0].x == 17.25 - 12  # the next turn has begun with the piece

    @pytest.mark.clause("PURS-SPO-9", "PURS-SPO-5")
    def test_carried_into_a_figure_it_explodes(self) -> None:
        chase = Chase([scout(24, 18), scout(50, 5)], [gargoyle(55, 30)], [ruin(2, 30, 10, 36, 15)],
                      clusters=[(29.25, 18, "P0")], mine_blast="single")  # fmt: skip
        chase.play(Verb.KEEP, 0, (WOUND, 5), (SAVE, 4))
        assert chase.b.mines[0].on == 0 and chase.lives(0) and chase.box(0)[0] == 18

    @pytest.mark.clause("PURS-SPO-9", "PURS-SPO-5")
    @pytest.mark.parametrize(("x", "on"), [(15.75, 0), (15.7, 1)])
    def test_carried_up_to_a_figure_it_explodes(self, x: float, on: int) -> None:
        """Mines at 29.25 are carried 12 inches, to 17.25: 1.5 from the middle of a Scout whom they touch just so."""
        chase = Chase([scout(x, 18), scout(50, 5)], [gargoyle(55, 30)], [ruin(2, 30, 10, 36, 15)],
                      clusters=[(29.25, 18, "P0")], mine_blast="single")  # fmt: skip
        chase.play(Verb.KEEP, 0, *([] if on else [(WOUND, 1)]))
        assert chase.b.mines[0].on == on and chase.box(0)[0] == 18

    @pytest.mark.clause("PURS-SPO-8", "PURS-PUR-7")
    def test_it_leaves_with_its_piece(self) -> None:
        chase = Chase([scout(50, 5)], [gargoyle(55, 30)], [building(12, 15, 18, 20)], clusters=[(18.75, 18, "P0")])
        assert chase.b.mines[0].on == 0 and chase.b.pieces[0].off == 1
        assert READER.codes(chase.log, Kind.EVENT).count("EXPLODES") == 0


def recycled(pieces: list[dict[str, Any]], *, figures: Any = (), dice: Any = (), **options: str) -> Chase:
    """A chase that stands where pieces that came off are put back."""
    chase = Chase([scout(5, 5)], [gargoyle(3, 33), *figures], pieces, dice=dice, **options)
    while chase.b.phase == Phase.PURSUIT:
        chase.play(Verb.KEEP, int(chase.b.active))
    return chase


class TestRecycling:
    """Example 20."""

    BLOCK = [building(10, 20, 16, 26), building(9, 10, 16, 16)]

    @pytest.mark.clause(
        "PURS-REC-1", "PURS-REC-2", "PURS-REC-6", "PURS-REC-7", "PURS-REC-8", "PURS-PUR-7", "PURS-REC-5"
    )
    def test_in_turn_the_hunters_first_each_with_one_side_on_the_arrival(self) -> None:
        chase = recycled([building(6, 20, 12, 26), building(5, 10, 12, 15)], dice=[(ORDER, 2), (ORDER, 6)])
        assert chase.b.phase == Phase.RECYCLING and sequence.current_side(chase.b) == Side.HUNTERS
        first = 1  # both are as far from the Arrival: the die decided which came off first
        size = (7, 5)
        assert chase.reasons(Verb.PLACE, target=1 - first, to=(57, 10)) == ["NOT_THAT_PIECE"]
        x = 60 - size[0] / 2
        assert chase.reasons(Verb.PLACE, target=first, to=(x - 1, 18)) == ["NOT_AT_ARRIVAL"]
        assert chase.reasons(Verb.PLACE, target=first, to=(x, 1)) == ["OVER_THE_SIDE"]
        chase.play(Verb.PLACE, target=first, to=(x, 18))
        assert chase.box(first) == (60 - size[0], 18 - size[1] / 2, 60, 18 + size[1] / 2)
        if chase.b.phase == Phase.MINING:
            chase.play(Verb.PASS)
        assert sequence.current_side(chase.b) == Side.QUARRY

    @pytest.mark.clause("PURS-REC-3", "PURS-REC-7")
    def test_two_inches_from_all_and_turned_by_90_degrees(self) -> None:
        chase = recycled([building(5, 10, 12, 15), building(45, 0, 52, 10)], figures=[gargoyle(57, 30)])
        assert chase.b.phase == Phase.RECYCLING and chase.box(1) == (33, 0, 40, 10)
        assert chase.reasons(Verb.PLACE, target=0, to=(56.5, 26)) == [
            "PLACED_BY_FIGURE"
        ]  # up to 28.5, the base from 29.5
        assert chase.reasons(Verb.PLACE, target=0, to=(56.5, 25)) == []  # up to 27.5
        chase.play(Verb.PLACE, target=0, to=(57.5, 10), heading=0)
        assert chase.box(0) == (55, 6.5, 60, 13.5)

    @pytest.mark.clause("PURS-REC-4", "PURS-REC-10")
    def test_what_fits_nowhere_is_kept_aside_at_no_turn(self) -> None:
        wall = [gargoyle(57 - 0.1 * n, 3 + 6 * n) for n in range(6)]
        chase = recycled([building(5, 10, 12, 15)], figures=wall)
        assert chase.b.phase == Phase.MOVEMENT and chase.b.pieces[0].off == 1 and chase.b.placer == Side.HUNTERS
        assert "PIECE_KEPT_ASIDE" in READER.codes(chase.log, Kind.EVENT)

    @pytest.mark.clause("PURS-REC-4", "PURS-REC-8", "PURS-REC-3")
    def test_what_fits_only_turned_is_not_kept_aside(self) -> None:
        """Gargoyles' fronts are at x 52.5 or less: 7 inches long it comes up to 53, turned by 90 degrees to 55."""
        chase = recycled([building(5, 10, 12, 15)], figures=[gargoyle(52 - 0.1 * n, 3 + 6 * n) for n in range(6)])
        assert chase.b.phase == Phase.RECYCLING
        assert "PLACED_BY_FIGURE" in chase.reasons(Verb.PLACE, target=0, to=(56.5, 18))
        assert chase.reasons(Verb.PLACE, target=0, to=(57.5, 18), heading=0) == []

    @pytest.mark.clause("PURS-SPO-1", "PURS-REC-1")
    def test_hunters_who_let_no_cluster_enter_are_asked_once(self) -> None:
        chase = Chase([scout(5, 5)], [gargoyle(3, 33)], [building(5, 10, 12, 15)], clusters=[(40, 5, "")])
        while chase.b.phase == Phase.PURSUIT:
            chase.play(Verb.KEEP, int(chase.b.active))
        chase.play(Verb.PLACE, target=0, to=(56.5, 18))
        assert chase.b.phase == Phase.MINING
        assert chase.play(Verb.PASS).b.phase == Phase.MOVEMENT

    @pytest.mark.clause("PURS-REC-9")
    def test_house_rule_a_lane(self) -> None:
        for lane, reasons in (("0", []), ("8", ["NO_LANE_LEFT"])):
            chase = recycled([building(5, 10, 12, 15), ruin(2, 54, 12, 60, 30)], keep_lane=lane)  # fmt: skip
            chase.b.terrain.features[1].x0 += 12
            chase.b.terrain.features[1].x1 += 12
            for corner in chase.b.terrain.vertices[4:8]:
                corner.x += 12
            assert chase.reasons(Verb.PLACE, target=0, to=(56.5, 4)) == reasons

    @pytest.mark.clause("PURS-REC-2")
    def test_whose_turn_it_is_to_place_in_the_next_phase(self) -> None:
        for option, placer in (("per_phase", Side.HUNTERS), ("through_game", Side.QUARRY)):
            chase = recycled([building(5, 10, 12, 15), building(17, 20, 24, 26)], recycle_alternation=option)
            chase.play(Verb.PLACE, target=0, to=(56.5, 5))
            chase.play(Verb.STAY, 0).play(Verb.STAY, 1)
            while chase.b.phase == Phase.PURSUIT:
                chase.play(Verb.KEEP, int(chase.b.active))
            assert sequence.current_side(chase.b) == placer

    @pytest.mark.clause("PURS-REC-5")
    def test_house_rule_pieces_are_placed_at_once(self) -> None:
        chase = Chase([scout(55, 5)], [gargoyle(50, 33)], [building(5, 10, 12, 15)], recycle_time="at_once")
        assert chase.b.phase == Phase.RECYCLING
        chase.play(Verb.PLACE, target=0, to=(56.5, 20))
        assert chase.b.phase == Phase.PURSUIT and chase.box(0)[2] == 60  # not moved in the same phase

    @pytest.mark.clause("PURS-SPO-1", "PURS-SPO-2", "PURS-SPO-6", "PURS-SPO-7", "PURS-LIST-3", "PURS-DEP-3")
    def test_one_cluster_a_turn_may_enter_touching_a_piece_put_back(self) -> None:
        block = [building(6, 20, 12, 26), building(5, 10, 12, 15), building(40, 28, 46, 32)]
        chase = Chase([scout(5, 5)], [gargoyle(3, 33)], block, clusters=[(40, 5, "")], dice=[(ORDER, 2), (ORDER, 6)])
        while chase.b.phase == Phase.PURSUIT:
            chase.play(Verb.KEEP, int(chase.b.active))
        first, x = 1, 56.5
        chase.play(Verb.PLACE, target=first, to=(x, 18))
        assert chase.b.phase == Phase.MINING and sequence.current_side(chase.b) == Side.HUNTERS
        rear = float(chase.box(first)[0])
        assert chase.reasons(Verb.MINE, to=(rear - 2, 18)) == ["MINE_TOUCHES_NONE"]
        assert chase.reasons(Verb.MINE, to=(rear + 1, 18)) == ["MINE_ON_PIECE"]
        chase.b.figures[1].x, chase.b.figures[1].y = rear - 3, 18
        assert chase.reasons(Verb.MINE, to=(rear - 0.75, 18)) == ["MINE_NEAR_FIGURE"]
        chase.b.figures[1].x, chase.b.figures[1].y = 3, 33
        chase.play(Verb.MINE, to=(rear - 0.75, 18))
        assert chase.b.mines[1].on == 1 and chase.b.mines[1].piece == first and chase.b.phase == Phase.RECYCLING
        assert (chase.b.mines[1].x, chase.b.mines[1].y) == (rear - 0.75, 18) and mines.mines_on_table(chase.b) == 2
        chase.play(Verb.PLACE, target=0, to=(57, 5))
        assert chase.b.phase == Phase.MOVEMENT and not mines.may_enter(chase.b)  # one a turn
        chase.play(Verb.STAY, 0).play(Verb.STAY, 1, (ORDER, 2), (ORDER, 6))  # both pieces lie at the Arrival
        assert chase.b.turn == 2 and mines.may_enter(chase.b)

    @pytest.mark.clause("PURS-SPO-6", "PURS-SPO-7")
    def test_never_more_than_four(self) -> None:
        chase = recycled([building(5, 10, 12, 15)])
        chase.b.mine_profile = 0
        assert mines.may_enter(chase.b)
        for mine in chase.b.mines:
            mine.on = 1
        assert not mines.may_enter(chase.b)
        chase.b.mines[2].on = 0
        assert mines.may_enter(chase.b)


class TestDeployment:
    """Setting up by hand."""

    def boxed(self) -> Chase:
        chase = Chase([{"profile": "scout_rider"}], [{"profile": "winged_swarmer"}, {"profile": "winged_swarmer"}],
                      [ruin(1, 2, 2, 8, 8), ruin(2, 2, 20, 8, 26)], phase="start")  # fmt: skip
        return chase

    @pytest.mark.clause("PURS-DEP-1", "PURS-DEP-2", "PURS-DEP-4", "PURS-DEP-5", "PURS-DEP-7")
    def test_scouts_first_48_inches_from_the_arrival_gargoyles_12_from_them(self) -> None:
        chase = self.boxed()
        assert sequence.current_side(chase.b) == Side.QUARRY
        assert chase.reasons(Verb.DEPLOY, 1, to=(5, 30)) == ["NOT_TO_BE_SET_UP"]
        assert chase.reasons(Verb.DEPLOY, 0, to=(11.3, 15)) == ["TOO_NEAR_ARRIVAL"]
        assert chase.reasons(Verb.DEPLOY, 0, to=(0.5, 15)) == ["SET_UP_OFF_TABLE"]
        assert chase.reasons(Verb.DEPLOY, 0, to=(5, 5)) == ["SET_UP_IN_PIECE"]
        chase.play(Verb.DEPLOY, 0, to=(11.25, 15), heading=0)
        assert chase.refusal(Verb.DEPLOY, 1, to=(11.25, 28.2)) == [("TOO_NEAR_QUARRY", 12, 11.95)]  # 13.2 less 1.25
        (drawn,) = entries(chase.why, Kind.REASON)
        assert (drawn.x, drawn.x2, drawn.y2) == (11.25, 11.25, 15.0)
        assert chase.reasons(Verb.DEPLOY, 1, to=(5, 25)) == ["TOO_NEAR_QUARRY", "SET_UP_IN_PIECE"]
        chase.play(Verb.DEPLOY, 1, to=(11.25, 28.25))
        assert chase.refusal(Verb.DEPLOY, 2, to=(11.25, 29.25)) == [("SET_UP_TOUCHING", 0, 0.0)]
        (drawn,) = entries(chase.why, Kind.REASON)
        assert (drawn.x, drawn.y, drawn.x2, drawn.y2) == (11.25, 29.25, 11.25, 28.25)
        chase.b.figures[0].y = 30  # so that a place over size 1 is far enough
        assert chase.reasons(Verb.DEPLOY, 2, to=(5, 5)) == []

    @pytest.mark.clause("PURS-DEP-2")
    def test_where_no_place_is_left_hunters_may_come_nearer(self) -> None:
        scouts = [{"profile": "scout_rider", "at": [6, y]} for y in (3, 13, 23, 33)]
        chase = Chase(scouts, [{"profile": "winged_swarmer"}], phase="start")
        assert chase.b.rules.chase_distance < 12 and "HUNTERS_MAY_COME_NEARER" in chase.told()
        out = new_actions(512, ACTION)
        assert legal_actions(chase.b, out) > 0


def laid(name: str, **options: str) -> Any:
    data, where = scenario_data(scenario.SCENARIOS, name)
    return scenario.lay(data, options, where)


class TestTheTable:
    """The default table and forces, and the others."""

    @pytest.mark.clause("PURS-TAB-1", "PURS-TAB-4", "PURS-TAB-5", "PURS-TAB-6", "PURS-TAB-8", "PURS-TAB-9",
                        "PURS-TAB-3", "PURS-GEN-11", "PURS-ADA-3", "C40-TERR-1")  # fmt: skip
    def test_the_default_city(self) -> None:
        b = laid("chase").record[0]
        assert (b.length, b.breadth, b.n_pieces) == (60, 36, 15)
        boxes = [tuple(float(b.terrain.features[k][f]) for f in ("x0", "y0", "x1", "y1")) for k in range(15)]
        assert boxes[0] == (12, 0.5, 18, 5.5) and boxes[6] == (24, 15, 30, 20) and boxes[14] == (36, 27, 43, 34)
        sizes = [int(b.pieces[k].size) for k in range(15)]
        assert [sizes.count(size) for size in (1, 2, 3)] == [5, 5, 5] and city.imbalance(city.DEFAULT) == 0
        assert [bool(is_impassable(b, k)) for k in range(15)] == [False] * 10 + [True] * 5
        apart = [(a, c) for a in range(15) for c in range(a) if _gap(boxes[a], boxes[c]) < 2]
        assert apart == []

    @pytest.mark.clause("PURS-TAB-4")
    def test_unequal_numbers_are_warned_about(self) -> None:
        data, where = scenario_data(scenario.SCENARIOS, "chase")
        hand = {**data, "city": [{"size": 1, "box": [20, 1, 26, 6]}, {"size": 1, "box": [20, 10, 26, 16]}]}
        with pytest.warns(UserWarning, match="unequal numbers"):
            scenario.lay(hand, {}, where)

    @pytest.mark.clause("PURS-LIST-1", "PURS-LIST-2", "PURS-DEP-6", "PURS-GEN-5", "PURS-LIST-6")
    def test_the_default_forces(self) -> None:
        one = laid("chase")
        b = one.record[0]
        assert b.n_figures == 17 and [int(f.side) for f in b.figures[:17]] == [0] * 5 + [1] * 12
        assert [float(f.width) for f in b.figures[:17]] == [1.5] * 5 + [1.0] * 12
        assert (float(b.figures[0].x), float(b.figures[0].y)) == (11.25, 18)
        gaps = [((f.x - g.x) ** 2 + (f.y - g.y) ** 2) ** 0.5 - 1.25 for f in b.figures[:5] for g in b.figures[5:17]]
        assert min(gaps) == pytest.approx(13.15, abs=0.01)
        assert b.mine_profile != NONE

    @pytest.mark.clause("PURS-LIST-4", "PURS-LIST-5")
    def test_a_veteran_brings_three_more_gargoyles(self) -> None:
        assert laid("veteran").record[0].n_figures == 20
        veteran = laid("veteran").record[0].figures[0]
        assert veteran.extra != NONE
        data, where = scenario_data(scenario.SCENARIOS, "veteran")
        plain = {**data, "quarry": {"figures": [{"id": "S1", "profile": "scout_rider_veteran", "at": [11.25, 18]}]}}
        assert scenario.lay(plain, {}, where).record[0].n_figures == 13
        assert scenario.lay(plain, {"extra_gargoyles_if": "upgrade"}, where).record[0].n_figures == 16
        both = {"figures": [{"id": "S1", "profile": "scout_rider_veteran", "gear": ["power_weapon", "power_fist"]}]}
        from sandtable.errors import InputError

        with pytest.raises(InputError, match="expected one item of the Arsenal"):
            scenario.lay({**data, "quarry": both}, {}, where)

    @pytest.mark.clause("PURS-TAB-10", "PURS-DEP-7")
    @pytest.mark.parametrize("seed", range(4))
    def test_a_random_city(self, seed: int) -> None:
        b = laid("random-city").record[0]
        sequence.setup(b, new_dice(seed), new_log(False))
        boxes = [tuple(float(b.terrain.features[k][f]) for f in ("x0", "y0", "x1", "y1")) for k in range(15)]
        assert min(box[0] for box in boxes) == 12 and {box[0] % 12 for box in boxes} == {0}
        assert min(_gap(a, c) for n, a in enumerate(boxes) for c in boxes[:n]) >= 2
        for column in (12, 24, 36, 48):
            taken = sorted((box[1], box[3]) for box in boxes if box[0] == column)
            gaps = [b0 - a1 for (_, a1), (b0, _) in zip([(0.0, 0.0), *taken], [*taken, (36.0, 36.0)], strict=True)]
            assert max(gaps) >= 6
        assert sequence.current_side(b) == Side.QUARRY and b.phase == Phase.DEPLOYMENT

    @pytest.mark.clause("PURS-TAB-10")
    @pytest.mark.parametrize(
        ("before", "faces", "first", "last"), [(-1.0, 61, 3.0, 33.0), (18.0, 34, 6.0, 30.0), (5.0, 17, 9.0, 17.0)]
    )
    def test_its_lane_winds_by_4_to_12_inches(self, before: float, faces: int, first: float, last: float) -> None:
        """36 inches across without pieces: its middle lies at 3 to 33, every half inch, so far from the last one's."""
        b = laid("random-city").record[0]
        b.n_pieces = 0
        for face, middle in ((1, first), (faces, last)):
            dice = scripted_dice([(Purpose.CITY.value, NONE, NONE, face)])
            log = new_log()
            assert deployment._choose_lane(b, np.arange(MAX_PIECES), 0, 4, before, dice, log) == middle
            assert int(dice.thrown[0].sides) == faces

    @pytest.mark.clause("PURS-TAB-10")
    def test_where_no_lane_winds_so_far_the_one_that_comes_nearest_to_it_is_left(self) -> None:
        """A piece of 24 inches leaves middles up to 9 and from 27 to 33: from 29.5 on those are 3.5 off at most."""
        b = laid("random-city").record[0]
        b.n_pieces = 1
        b.terrain.features[0].y0, b.terrain.features[0].y1 = 0.0, 24.0
        dice = scripted_dice([])
        assert deployment._choose_lane(b, np.arange(MAX_PIECES), 0, 4, 29.5, dice, new_log()) == 33.0
        assert dice.missing == 0

    @pytest.mark.clause("PURS-TAB-8")
    def test_the_larger_table(self) -> None:
        data, where = scenario_data(scenario.SCENARIOS, "random-city")
        bare = {key: value for key, value in data.items() if key != "table"}
        b = scenario.lay(bare, {"table": "72x48"}, where).record[0]
        assert (b.length, b.breadth) == (72, 48)

    @pytest.mark.clause("PURS-ADA-1", "PURS-ADA-2", "PURS-LIST-6")
    def test_other_armies(self) -> None:
        one = laid("rough-riders")
        b = one.record[0]
        assert one.names.sides == ("Rough Riders", "Gun Drones") and b.n_figures == 12
        drone = b.profiles[b.figures[6].profile]
        assert drone.flies == 1 and drone.radius == 0.5 and b.profiles[b.figures[0].profile].radius == 0.75

    @pytest.mark.clause("PURS-GEN-1")
    def test_the_edition_is_a_switch(self) -> None:
        assert [int(laid("chase", edition=word).record[0].core.edition) for word in ("4", "5")] == [4, 5]
        assert laid("chase").record[0].core.edition == 4


def _gap(a: Any, c: Any) -> float:
    dx, dy = max(a[0] - c[2], c[0] - a[2], 0), max(a[1] - c[3], c[1] - a[3], 0)
    return float(np.hypot(dx, dy))


@pytest.mark.clause("PURS-OBJ-2", "PURS-OBJ-3", "PURS-OBJ-9")
def test_clusters_do_not_count_for_winning() -> None:
    chase = Chase([scout(20, 18)], [gargoyle(26, 18)], phase="movement", clusters=[(50, 5, "")])
    chase.play(Verb.STAY, 1)
    chase.play(Verb.MOVE, 0, (HIT, 1), (HIT, 3), (WOUND, 3), (SAVE, 5), (HIT, 1), (HIT, 1), to=(26, 18))
    assert chase.b.end == End.HUNTERS_DEAD and chase.b.figures[1]["where"] == Where.DEAD and is_there(chase.b, 0)
