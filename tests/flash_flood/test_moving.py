"""The Movement phase: models and whole units, walls, enemies, coherency, difficult ground, gantries, retreats."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from flash_flood.sewer_table import GAUNT, GUARD, ON_GANTRY, SEWER, a_map, man
from flash_flood.turn_table import NONE, Phase, Side, Verb, action, at, do, events, moment, refusals, run
from sandtable.games.flash_flood.clauses import Code
from sandtable.games.flash_flood.record import Load, Where
from sandtable.games.flash_flood.rules import sequence
from sandtable.games.flash_flood.rules.bands import set_apart
from sandtable.games.flash_flood.rules.walking import walking_distance
from sandtable.games.skirmish40k.record import Mount
from sandtable.kernel.log import Kind, new_log
from tabletop import entries


def squad(*xs: float, y: float = 10.0, side: int = 0, unit: int = 0, profile: str = GUARD) -> list[dict]:  # type: ignore[type-arg]
    """Models of one unit along the drain."""
    return [man(profile, (x, y), side, unit) for x in xs]


class TestMoves:
    @pytest.mark.clause("C40-MOV-1", "C40-MOV-6", "FLOOD-MIS-13")
    def test_a_model_goes_six_inches_and_not_a_tenth_more(self) -> None:
        b = moment(man(GUARD, (20, 10)))
        assert refusals(b, action(Verb.MOVE, 0, to=(26, 10))) == []
        assert refusals(b, action(Verb.MOVE, 0, to=(26.1, 10))) == ["TOO_FAR"]

    @pytest.mark.clause("C40-MOV-6")
    def test_what_counts_is_the_length_of_the_way(self) -> None:
        b = moment(man(GUARD, (20, 10)))
        assert refusals(b, action(Verb.MOVE, 0, to=(24, 10), via=[(22, 11.4)])) == []  # twice 2.44
        assert refusals(b, action(Verb.MOVE, 0, to=(21, 10), via=[(23, 10), (23, 11.5)])) == ["TOO_FAR"]  # 7

    @pytest.mark.clause("C40-MOV-1", "FLOOD-NET-14")
    def test_it_is_said_how_far_each_would_go_and_how_far_they_may(self) -> None:
        b = moment(*squad(20, 22))
        log = new_log()
        sequence.judge(b, action(Verb.MOVE, 1, 0, places=[(29, 10), (23, 10)], via=[(26, 10)]), log)
        ways = [entry for entry in log.entries[: log.n] if entry["kind"] == Kind.WAY]
        assert [(entry["actor"], entry["value"], entry["amount"]) for entry in ways] == [(1, 7.0, 600), (0, 5.0, 600)]

    @pytest.mark.clause("C40-MOV-3", "C40-MOV-6")
    def test_the_others_of_a_squad_pass_waypoints_as_far_beside_its_first_as_they_stand(self) -> None:
        b = moment(man(GUARD, (20, 11), unit=0), man(GUARD, (22, 10), unit=0))
        ends = [(25, 10), (23, 11)]
        assert refusals(b, action(Verb.MOVE, 1, 0, places=ends, via=[(23.5, 9)])) == []  # the other over (21.5, 10)
        assert refusals(b, action(Verb.MOVE, 1, 0, places=ends, via=[(23.5, 10.8)])) == ["WALL_ON_LEG"]  # (21.5, 11.8)

    @pytest.mark.clause("FLOOD-NET-2", "FLOOD-NET-13", "C40-MOV-3")
    def test_the_whole_base_stays_between_the_walls(self) -> None:
        b = moment(man(GUARD, (20, 10)))
        assert refusals(b, action(Verb.MOVE, 0, to=(22, 11.5))) == []  # its rim touches the wall at 12
        assert refusals(b, action(Verb.MOVE, 0, to=(22, 11.6))) == ["IN_MASONRY"]

    @pytest.mark.clause("C40-MOV-3", "FLOOD-NET-13")
    def test_an_end_that_is_no_number_is_no_end(self) -> None:
        b = moment(*squad(20, 22))
        assert refusals(b, action(Verb.MOVE, 0, to=(math.nan, 10))) == ["NO_PLACE_SAID"]
        assert refusals(b, action(Verb.MOVE, 0, 1, places=[(23, 10), (math.nan, 10)])) == ["NO_PLACE_SAID"]

    @pytest.mark.clause("C40-MOV-2")
    def test_nobody_comes_within_an_inch_of_an_enemy(self) -> None:
        b = moment(man(GUARD, (20, 10)), man(GAUNT, (26, 10), side=1))
        assert refusals(b, action(Verb.MOVE, 0, to=(23.99, 10))) == []
        assert refusals(b, action(Verb.MOVE, 0, to=(24, 10))) == ["NEAR_ENEMY"]  # exactly an inch is within: GEN-8
        b.figures[1].x, b.figures[1].y = 23, 12  # beside the way, 2 between the centres: an inch exactly
        assert refusals(b, action(Verb.MOVE, 0, to=(25, 10))) == ["NEAR_ENEMY"]
        b.figures[1].y = 12.01
        assert refusals(b, action(Verb.MOVE, 0, to=(25, 10))) == []
        b.figures[1].x, b.figures[1].y = 18, 10  # an inch behind: away from it, not aside towards it
        assert refusals(b, action(Verb.MOVE, 0, to=(21, 10))) == []
        assert refusals(b, action(Verb.MOVE, 0, to=(19.9, 10.2))) == ["NEAR_ENEMY"]

    @pytest.mark.clause("C40-MOV-3", "C40-MOV-6")
    def test_friends_are_no_obstacle_but_their_places_are_taken(self) -> None:
        b = moment(*squad(20, 22))
        assert refusals(b, action(Verb.MOVE, 0, to=(24, 10))) == []
        assert refusals(b, action(Verb.MOVE, 0, to=(22.5, 10))) == ["ON_A_BASE"]
        both = action(Verb.MOVE, 1, 0, places=[(25, 10), (22, 10)])
        assert refusals(b, both) == []  # the other has gone first
        assert refusals(b, action(Verb.MOVE, 0, 1, places=[(22, 10), (25, 10)])) == ["ON_A_BASE"]

    @pytest.mark.clause("C40-MOV-7", "C40-GEN-7")
    def test_a_unit_torn_apart_cannot_be_finished_but_taken_back(self) -> None:
        b = moment(*squad(20, 22), *squad(30, 32, unit=1))
        do(b, action(Verb.MOVE, 1, to=(26, 10)))  # 5 inches between rims
        assert refusals(b, action(Verb.DONE)) == refusals(b, action(Verb.TAKE_UP, 2)) == ["OUT_OF_COHERENCY"]
        assert events(do(b, action(Verb.TAKE_BACK, 1))) == ["TAKES_BACK"]
        assert at(b, 1) == (22, 10)
        do(b, action(Verb.TAKE_UP, 2))
        assert refusals(b, action(Verb.MOVE, 0, to=(21, 10))) == ["HAS_FINISHED"]

    @pytest.mark.clause("FLOOD-MIS-11", "FLOOD-MIS-13")
    def test_it_is_one_sides_turn(self) -> None:
        b = moment(man(GUARD, (20, 10)), man(GAUNT, (40, 10), side=1))
        assert refusals(b, action(Verb.MOVE, 1, to=(41, 10))) == ["NOT_YOUR_TURN"]

    @pytest.mark.clause("C40-TERR-2", "C40-TERR-7", "FLOOD-AFT-1", "C40-RUN-3")
    def test_in_the_drowned_sewer_the_higher_of_two_dice_is_the_move(self) -> None:
        b = moment(*squad(20, 22), flooded=True)
        assert refusals(b, action(Verb.MOVE, 0, to=(21, 10))) == ["THROW_FIRST"]
        runs = moment(*squad(20, 22), flooded=True, phase=Phase.SHOOTING)
        runs.units[0].run_roll = 4
        assert refusals(runs, action(Verb.MOVE, 0, to=(16, 10))) == [], "a run is not reduced"
        assert refusals(runs, action(Verb.MOVE, 0, to=(15.9, 10))) == ["TOO_FAR"]
        do(b, action(Verb.WADE, 0), ("DIFFICULT", 0, 2), ("DIFFICULT", 0, 4))
        assert refusals(b, action(Verb.MOVE, 1, to=(26, 10))) == []
        assert refusals(b, action(Verb.MOVE, 1, to=(26.2, 10))) == ["TOO_FAR"]
        assert refusals(b, action(Verb.WADE, 0)) == ["HAS_THROWN"]

    @pytest.mark.clause("C40-TERR-3")
    def test_who_has_wings_or_rides_is_not_slowed_there(self) -> None:
        for mount in (Mount.WINGS, Mount.BIKE):
            b = moment(man(GUARD, (20, 10)), flooded=True)
            b.profiles["mount"] = mount
            assert refusals(b, action(Verb.MOVE, 0, to=(26, 10))) == []

    @pytest.mark.clause("FLOOD-NET-10", "FLOOD-CARRY-19", "FLOOD-TEST-9")
    def test_a_step_onto_a_gantry_is_difficult_and_ends_wholly_on_it(self) -> None:
        """Gantry GA1 lies from x 1 to 2.4 and y 22 to 28."""
        b = moment(man(GUARD, (3, 25)), sewer_map=SEWER)
        assert refusals(b, action(Verb.MOVE, 0, to=(1.7, 25), mode=1)) == ["THROW_FIRST"]
        do(b, action(Verb.WADE, 0), ("DIFFICULT", 0, 1), ("DIFFICULT", 0, 3))
        assert refusals(b, action(Verb.MOVE, 0, to=(2.2, 25), mode=1)) == ["NOT_ON_GANTRY"]
        do(b, action(Verb.MOVE, 0, to=(1.7, 25), mode=1))
        assert b.figures[0].level == ON_GANTRY

    @pytest.mark.clause("FLOOD-NET-14")
    def test_ways_lead_round_corners(self) -> None:
        """From one arm of a bend to the other, over the point half an inch from both walls of the corner (16, 5)."""
        b = moment(man(GUARD, (14, 4)), sewer_map=SEWER)
        corner = (16.5, 4.5)
        way = [(14.0, 4.0), corner, (16.9, 8.0)]
        expected = sum(math.dist(p, q) for p, q in pairwise(way))
        assert walking_distance(b, 0.5, 14.0, 4.0, 16.9, 8.0) == pytest.approx(expected, abs=0.02)
        assert walking_distance(b, 0.5, 3.0, 3.0, 3.0, 33.0) == pytest.approx(30.0)

    @pytest.mark.clause("FLOOD-NET-14", "FLOOD-NET-3")
    def test_the_nest_is_gone_round(self) -> None:
        b = moment(man(GUARD, (19, 21.4)), sewer_map=SEWER)
        assert walking_distance(b, 0.5, 19.0, 21.4, 21.4, 19.0) > math.dist((19, 21.4), (21.4, 19)) + 0.05


class TestRetreats:
    def _fleeing(self, *xs: float, **fields: object) -> object:
        b = moment(*squad(*xs), man(GAUNT, (60, 10), side=1), phase=Phase.RALLYING)
        b.begun = 1
        b.units[0].falling_back = 1
        for key, value in fields.items():
            b.units[0][key] = value
        return b

    @pytest.mark.clause("C40-MOR-3", "C40-MOR-8", "C40-MOR-10")
    def test_who_passes_stops_and_may_not_move_in_this_phase(self) -> None:
        b = self._fleeing(20, 22)
        do(b, action(Verb.REGROUP, 0), ("LEADERSHIP", 0, 3), ("LEADERSHIP", 0, 4))
        assert b.units[0].falling_back == 0
        b.phase = Phase.MOVEMENT.value
        assert refusals(b, action(Verb.MOVE, 0, to=(21, 10))) == ["HAS_FINISHED"]

    @pytest.mark.clause("C40-MOR-2", "C40-MOR-8")
    def test_who_fails_goes_two_dice_towards_its_node(self) -> None:
        b = self._fleeing(20, 22)
        do(b, action(Verb.REGROUP, 0), ("LEADERSHIP", 0, 4), ("LEADERSHIP", 0, 4),
           ("FALL_BACK", 0, 2), ("FALL_BACK", 0, 3))  # fmt: skip
        assert (at(b, 0), at(b, 1)) == ((15, 10), (17, 10))

    @pytest.mark.clause("C40-MOR-8")
    def test_within_an_inch_of_the_node_it_leaves_the_board(self) -> None:
        b = self._fleeing(9, 12)
        log = do(b, action(Verb.FALL_BACK, 0), ("FALL_BACK", 0, 3), ("FALL_BACK", 0, 1))
        assert b.figures[0]["where"] == Where.HOME and at(b, 1) == (8, 10)
        assert "LEAVES_BOARD" in events(log, 0) and "LEAVES_BOARD" not in events(log, 1)

    @pytest.mark.clause("C40-MOR-2", "C40-MOR-8")
    def test_the_way_leads_straight_at_the_node(self) -> None:
        """From (20, 11) to (4, 10) by 5 inches: 16 and 1 of 16.03 are 4.99 and 0.31."""
        b = moment(man(GUARD, (20, 11)), phase=Phase.RALLYING)
        b.begun, b.units[0].falling_back = 1, 1
        log = do(b, action(Verb.FALL_BACK, 0), ("FALL_BACK", 0, 2), ("FALL_BACK", 0, 3))
        assert at(b, 0) == (15.01, 10.69)
        assert [int(entry.amount) for entry in entries(log, Kind.EVENT) if entry.code == Code.FLEES] == [500]

    @pytest.mark.clause("C40-MOR-8", "FLOOD-MIS-6")
    def test_without_a_way_home_it_is_destroyed_and_drops_what_it_carries(self) -> None:
        """A grate that the map closes for good lies across its way at x 10."""
        short = a_map(
            nodes={"W": [4, 10], "E": [14, 10]},
            barriers={"G": {"kind": "grate", "corridor": "A", "at": 6, "impassable": True}},
        )
        b = moment(man(GUARD, (12, 10)), phase=Phase.RALLYING, sewer_map=short)
        b.begun, b.units[0].falling_back, b.n_charges, b.charges[0].bearer = 1, 1, 1, 0
        log = do(b, action(Verb.FALL_BACK, 0), ("FALL_BACK", 0, 4), ("FALL_BACK", 0, 4))
        assert "CUT_OFF" in events(log, 0) and b.figures[0].wounds == 0 and b.charges[0].state == Load.LYING

    @pytest.mark.clause("C40-MOR-8", "FLOOD-WAY-17")
    def test_past_an_enemy_at_the_wall_it_gets_through(self) -> None:
        """From y 14 towards the node at (10, 3), by 8 inches, past one at (11.5, 9)."""
        shaft = a_map(width=20, nodes={"W": [10, 3], "E": [10, 17]})
        b = moment(man(GUARD, (10, 14)), man(GAUNT, (11.5, 9), side=1), phase=Phase.RALLYING, sewer_map=shaft)
        b.begun, b.units[0].falling_back = 1, 1
        do(b, action(Verb.FALL_BACK, 0), ("FALL_BACK", 0, 4), ("FALL_BACK", 0, 4))
        assert b.figures[0].wounds == 1 and 6 < b.figures[0].y < 7

    @pytest.mark.clause("C40-MOR-3", "C40-MOR-8", "FLOOD-MIS-13")
    def test_who_may_not_regroup_goes_on_once_unasked(self) -> None:
        """One of four is left. The fallen, nearer to the node, do not flee."""
        b = moment(*squad(60, unit=1), *squad(12, 20), man(GAUNT, (70, 10), side=1), phase=Phase.RALLYING)
        b.begun, b.units[1].falling_back, b.units[1].at_start, b.figures[1].wounds = 1, 1, 4, 0
        run(b, ("FALL_BACK", 2, 1), ("FALL_BACK", 2, 2))
        assert (at(b, 0), at(b, 1), at(b, 2)) == ((60, 10), (12, 10), (17, 10)) and b.phase == Phase.MOVEMENT

    @pytest.mark.clause("C40-MOR-6", "FLOOD-MIS-13")
    def test_by_house_rule_tyranids_out_of_synapse_flee_once(self) -> None:
        """Two units of Termagants test at 5 as their turn begins: one fails, and is not asked again in this phase."""
        men = [man(GUARD, (20, 10)), man(GAUNT, (50, 10), side=1, unit=1), man(GAUNT, (60, 10), side=1, unit=2)]
        b = moment(*men, phase=Phase.RALLYING, side=Side.TYRANIDS, instinctive="test_or_fall_back")
        b.begun = 0
        throws = [("LEADERSHIP", 1, 3), ("LEADERSHIP", 1, 3), ("LEADERSHIP", 2, 1), ("LEADERSHIP", 2, 1)]
        run(b, *throws, ("FALL_BACK", 1, 1), ("FALL_BACK", 1, 2))
        assert (at(b, 1), at(b, 2)) == ((53, 10), (60, 10)) and b.phase == Phase.MOVEMENT
        assert (b.units[1].falling_back, b.units[2].falling_back) == (1, 0)

    @pytest.mark.clause("C40-MOR-8")
    def test_an_enemy_across_its_way_cuts_it_off(self) -> None:
        b = moment(*squad(20), man(GAUNT, (14, 10), side=1), phase=Phase.RALLYING)
        b.begun, b.units[0].falling_back, b.units[0].at_start = 1, 1, 4
        run(b, ("FALL_BACK", 0, 1), ("FALL_BACK", 0, 1))
        assert b.figures[0].wounds == 0

    @pytest.mark.clause("C40-MOR-3")
    def test_an_enemy_within_six_inches_keeps_it_from_rallying(self) -> None:
        b = self._fleeing(20, 22)
        b.figures[2].x = 29  # exactly 6 from the rim at 22.5
        assert refusals(b, action(Verb.REGROUP, 0)) == ["ENEMY_TOO_NEAR"]
        b.figures[2].x = 29.1
        assert refusals(b, action(Verb.REGROUP, 0)) == []


@pytest.mark.clause("FLOOD-TRIG-7", "FLOOD-MIS-13", "FLOOD-SET-7")
def test_a_turn_begins_with_the_die_for_the_flood() -> None:
    b = moment(man(GUARD, (20, 10)), man(GAUNT, (60, 10), side=1), phase=Phase.TURN, turn=3)
    log = run(b, ("FLOOD", -1, 3))
    assert "NO_FLOOD" in events(log) and b.phase == Phase.MOVEMENT and b.side == Side.IMPERIALS


@pytest.mark.clause("FLOOD-TRIG-7", "FLOOD-MIS-13")
def test_the_flood_comes_before_anybody_moves() -> None:
    b = moment(man(GUARD, (20, 10)), man(GAUNT, (60, 10), side=1), phase=Phase.TURN, turn=3)
    log = run(b, ("FLOOD", -1, 4), ("TEST", 1, 1), ("TEST", 0, 1))
    assert events(log).index("FLOOD_IS_OVER") < events(log).index("PLAYER_TURN") and b.flood.over == 1


@pytest.mark.clause("FLOOD-TRIG-7")
@pytest.mark.parametrize(("phase", "due"), [(Phase.MOVEMENT, 1), (Phase.SHOOTING, 2), (Phase.FIGHTING, 3)])
def test_by_house_rule_the_flood_comes_at_the_end_of_a_phase(phase: Phase, due: int) -> None:
    """The die said which phase of the first player's turn: at the end of no other."""
    for said in (due, due + 3):
        b = moment(man(GUARD, (20, 10)), man(GAUNT, (60, 10), side=1), phase=phase, flood_moment="random_phase")
        b.flood.due = 1 + said
        throws = [("TEST", 1, 1), ("TEST", 0, 1)] if said == due else []
        if phase == Phase.FIGHTING:
            run(b, *throws)
        else:
            do(b, action(Verb.END), *throws)
        assert b.flood.over == int(said == due)


@pytest.mark.clause("FLOOD-MIS-6")
def test_the_first_turn_begins_once_every_charge_has_a_bearer() -> None:
    for bearer, phase in ((NONE, Phase.NAMING), (0, Phase.MOVEMENT)):
        b = moment(man(GUARD, (20, 10)), man(GAUNT, (60, 10), side=1), phase=Phase.NAMING)
        b.n_charges, b.charges[0].bearer = 1, bearer
        run(b)
        assert (b.phase, b.turn) == (phase, 3 if bearer == NONE else 1)


@pytest.mark.clause("FLOOD-CARRY-12", "FLOOD-COH-18", "FLOOD-TRIG-5")
def test_whom_the_flood_parts_from_its_enemy_is_of_its_squad_again() -> None:
    """In turn 5 it comes without a die. The Termagant at 33 is swept 3 inches off the straggler at 32."""
    men = [man(GUARD, (x, 10), unit=0) for x in (20, 22, 24, 32)]
    b = moment(*men, man(GAUNT, (33, 10), side=1), phase=Phase.TURN, turn=5)
    assert set_apart(b, 3) == 2
    run(b, ("TEST", 4, 6), ("CARRY", 4, 3), ("TO_WOUND", 4, 1), *[("TEST", i, 1) for i in (3, 2, 1, 0)])
    assert at(b, 4) == (36, 10) and b.figures[3].unit == 0 and b.n_units == 2
