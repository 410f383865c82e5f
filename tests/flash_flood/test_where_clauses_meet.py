"""Positions worked out by hand where two clauses meet: moves taken back, charges picked up, and ends in the flood."""

from __future__ import annotations

from typing import Any

import pytest

from flash_flood.sewer_table import GAUNT, GUARD, SEWER, dice, man, used_up
from flash_flood.turn_table import NONE, Phase, Verb, action, at, do, events, moment, refusals, run
from sandtable.games.flash_flood.record import End, Level, Load, Step
from sandtable.games.flash_flood.rules import rejoining, retreating
from sandtable.kernel.geometry import TOUCH
from sandtable.kernel.log import new_log

FOE = man(GAUNT, (70, 10), side=1)
FLOOR, GANTRY = Level.FLOOR.value, Level.GANTRY.value


def pair(charge: tuple[float, float], **options: Any) -> Any:
    """Two of a squad, and a charge that lies there."""
    b = moment(man(GUARD, (20, 10), unit=0), man(GUARD, (21.5, 10), unit=0), FOE, **options)
    b.n_charges = 1
    b.charges[0].state, b.charges[0].bearer = Load.LYING.value, NONE
    b.charges[0].x, b.charges[0].y = charge
    return b


class TestPickingUp:
    """A charge is picked up at the end of a move."""

    @pytest.mark.clause("FLOOD-MIS-14", "FLOOD-MIS-6")
    def test_who_picks_up_goes_no_farther_in_this_phase(self) -> None:
        b = pair((20.5, 10))
        do(b, action(Verb.PICK_UP, 0, item=0))
        assert refusals(b, action(Verb.MOVE, 0, to=(15, 10))) == ["HAS_PICKED_UP"]
        assert refusals(b, action(Verb.MOVE, 1, to=(20.5, 11.2))) == []
        do(b, action(Verb.END))
        assert b.phase == Phase.SHOOTING
        do(b, action(Verb.RUN, 0), ("RUN", NONE, 4))
        assert refusals(b, action(Verb.MOVE, 0, to=(18, 10))) == []

    @pytest.mark.clause("FLOOD-MIS-14", "C40-MOV-7")
    def test_a_move_taken_back_leaves_the_charge_where_it_lay(self) -> None:
        b = pair((24.5, 10))
        do(b, action(Verb.MOVE, 0, to=(24, 10)))
        do(b, action(Verb.PICK_UP, 0, item=0))
        do(b, action(Verb.TAKE_BACK, 0))
        assert at(b, 0) == (20, 10)
        charge = b.charges[0]
        assert (charge.state, charge.bearer, charge.x, charge.y) == (Load.LYING, NONE, 24.5, 10)
        assert refusals(b, action(Verb.MOVE, 0, to=(24, 10))) == []

    @pytest.mark.clause("C40-MOV-7")
    def test_what_was_carried_before_is_kept(self) -> None:
        b = pair((30, 10))
        b.charges[0].state, b.charges[0].bearer = Load.CARRIED.value, 0
        do(b, action(Verb.MOVE, 0, to=(24, 10)))
        do(b, action(Verb.TAKE_BACK, 0))
        assert (b.charges[0].state, b.charges[0].bearer) == (Load.CARRIED, 0)

    @pytest.mark.clause("FLOOD-MIS-14", "C40-TERR-7")
    def test_who_picks_up_without_a_step_lets_the_others_wade(self) -> None:
        b = pair((20.5, 10), flooded=True)
        do(b, action(Verb.PICK_UP, 0, item=0))
        do(b, action(Verb.WADE, 1), ("DIFFICULT", NONE, 5), ("DIFFICULT", NONE, 2))
        do(b, action(Verb.MOVE, 1, to=(20.5, 11.2)))
        assert b.units[0].done == 1, "nothing is left to decide for the squad"


class TestTakingBack:
    """Until a unit is finished its models may go back to where they began."""

    @pytest.mark.clause("C40-MOV-7", "FLOOD-COH-20", "C40-MOV-3")
    def test_no_straggler_takes_such_a_place(self) -> None:
        """Three go on, one of them from (20, 10). The straggler would end at (20, 10.5), 3 from the third."""
        men = [man(GUARD, place, unit=0) for place in ((20, 10), (22, 10), (23, 11), (16.5, 10))]
        b = moment(*men, FOE, flooded=True)
        six = ("DIFFICULT", NONE, 6)
        do(b, action(Verb.WADE, 0), six, six)
        do(b, action(Verb.MOVE, 0, to=(24.3, 10)))
        do(b, action(Verb.MOVE, 1, to=(25.4, 10)))
        finished = b.copy()
        finished.active = NONE
        do(b, action(Verb.REJOIN, 3), six, six)
        x, y = (float(b.figures[3][axis]) for axis in "xy")
        assert 1 - TOUCH - 0.001 <= ((x - 20) ** 2 + (y - 10) ** 2) ** 0.5 < 1.01
        do(b, action(Verb.TAKE_BACK, 0))
        assert at(b, 0) == (20, 10)
        do(finished, action(Verb.REJOIN, 3), six, six)
        assert at(finished, 3) == pytest.approx((20.03, 10.54), abs=0.02)


class TestEnds:
    """A side with no models left loses at once."""

    @pytest.mark.clause("FLOOD-MIS-9", "FLOOD-TEST-8")
    @pytest.mark.parametrize("morale", ["no", "core_25_percent"])
    @pytest.mark.parametrize(("first", "end"), [(0, End.IMPERIALS_GONE), (1, End.TYRANIDS_GONE)])
    def test_whose_last_drowns_first_has_lost_and_nobody_else_is_tested(
        self, first: int, end: End, morale: str
    ) -> None:
        """The farther of the two falls, is swept an inch, and dies of a hit of Strength 1 on Toughness 3: 6."""
        places = {first: (40, 10), 1 - first: (10, 10)}
        b = moment(man(GUARD, places[0]), man(GAUNT, places[1], side=1), phase=Phase.TURN, turn=5, flood_morale=morale)
        log = run(b, ("TEST", first, 6), ("CARRY", first, 1), ("TO_WOUND", NONE, 6))
        assert b.end == end and "KEEPS_FEET" not in events(log) and "LOSES_FEET" not in events(log, 1 - first)


class TestLevels:
    """An inch from enemies counts on one's own level: that on which a move ends."""

    @staticmethod
    def astride(me: tuple[float, float, int], foe: tuple[float, float, int]) -> Any:
        """A Guard, who has thrown for the ground, and a Termagant about the gantry GA2, x 24 to 30, y 18.6 to 20."""
        b = moment(man(GUARD, me[:2], level=me[2]), man(GAUNT, foe[:2], side=1, level=foe[2]), sewer_map=SEWER)
        b.units[0].ground_roll = 6
        return b

    @pytest.mark.clause("C40-MOV-2", "FLOOD-CARRY-19", "FLOOD-NET-10")
    @pytest.mark.parametrize(
        ("me", "foe", "to", "why"),
        [
            ((27.2, 17.5, FLOOR), (26, 19.3, GANTRY), (27.2, 19.3), ["NEAR_ENEMY"]),  # up, 0.2 from one who is there
            ((28, 17.5, FLOOR), (26, 19.3, GANTRY), (28, 19.3), ["NEAR_ENEMY"]),  # exactly 1
            ((28.02, 17.5, FLOOR), (26, 19.3, GANTRY), (28.02, 19.3), []),
            ((27.2, 19.3, GANTRY), (26, 17.5, FLOOR), (27.2, 17.5), ["NEAR_ENEMY"]),  # down to one on the floor
            ((28.02, 19.3, GANTRY), (26, 17.5, FLOOR), (28.02, 17.5), []),
            ((27.2, 17.5, FLOOR), (26, 19.3, FLOOR), (27.2, 19.3), ["NEAR_ENEMY"]),  # on the way up past one below
        ],
    )
    def test_a_step_ends_an_inch_from_those_up_or_down_there(self, me: Any, foe: Any, to: Any, why: list[str]) -> None:
        assert refusals(self.astride(me, foe), action(Verb.MOVE, 0, to=to, mode=Step.CLIMB.value)) == why

    @pytest.mark.clause("FLOOD-CARRY-19", "C40-RES-8", "FLOOD-WAY-15")
    @pytest.mark.parametrize(("level", "why"), [(GANTRY, []), (FLOOR, ["NEAR_ENEMY"])])
    def test_who_has_won_may_end_beneath_an_enemy_on_a_gantry(self, level: int, why: list[str]) -> None:
        b = self.astride((27, 17, FLOOR), (29, 19.3, level))
        b.phase, b.squads[0].consolidates, b.active = Phase.CONSOLIDATION.value, 6, 0
        assert refusals(b, action(Verb.MOVE, 0, to=(29, 17.5))) == why

    @pytest.mark.clause("FLOOD-CARRY-19", "C40-MOR-8")
    @pytest.mark.parametrize(("way", "level"), [((4, 3), FLOOR), ((1, 1), FLOOR)])
    def test_who_falls_back_from_a_gantry_steps_down(self, way: tuple[int, int], level: int) -> None:
        """Its node is N4 (33, 3), off it: it is on the floor from then on, where it can be touched and bumped."""
        b = self.astride((26, 19.3, GANTRY), (5, 33, FLOOR))
        b.homes[0], b.units[0].falling_back = 4, 1
        thrown = dice(*[("FALL_BACK", NONE, die) for die in way])
        retreating.fall_back(b, 0, thrown, new_log(), asked=False)
        assert used_up(thrown) and b.figures[0].level == level

    @pytest.mark.clause("FLOOD-CARRY-19", "FLOOD-WAY-15")
    @pytest.mark.parametrize(("to", "level"), [((31.5, 17.5), FLOOR), ((29.2, 19.3), GANTRY)])
    def test_who_breaks_off_from_a_gantry_steps_down_where_they_leave_it(
        self, to: tuple[float, float], level: int
    ) -> None:
        b = self.astride((26.5, 19.3, GANTRY), (25.5, 19.3, GANTRY))
        b.units[2], b.squads[2] = b.units[0], b.squads[0]
        b.figures[0].unit, b.n_units = 2, 3
        b.squads[2].of, b.squads[2].rounds = 0, 2
        made = action(Verb.BREAK_OFF, 0, to=to)
        assert refusals(b, made) == []
        thrown = dice(*[("DIFFICULT", NONE, 6)] * (2 if level == FLOOR else 0))
        rejoining.make_break_off(b, made, thrown, new_log())
        assert used_up(thrown) and (at(b, 0), b.figures[0].level) == (to, level)
