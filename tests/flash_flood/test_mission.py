"""The mission: setting up, charges, planting and removing, who wins, and the fixed positions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from flash_flood.sewer_table import GAUNT, GUARD, SEWER, WARRIOR, man
from flash_flood.turn_table import NONE, Phase, Side, Verb, action, at, do, drawn, events, moment, refusals, run, told
from sandtable.games.flash_flood.laying import scenario
from sandtable.games.flash_flood.record import End, Load, Where
from sandtable.games.flash_flood.rules import mission
from sandtable.games.flash_flood.rules.bands import set_apart
from sandtable.games.flash_flood.showing.scene import _score
from sandtable.games.scenarios import scenario_data
from sandtable.kernel.records import MAX_SIDES

NEST = (21, 21)
BESIDE = (19.5, 21)
"""A Guardsman's centre here is 1.5 from the nest's, whose radius is 1: in contact."""


def at_nest(*men: dict[str, Any], side: Side = Side.IMPERIALS, turn: int = 3, **options: Any) -> Any:
    """The end of a side's part of a turn in the default sewer; the first figure carries a charge."""
    b = moment(*men, phase=Phase.TURN_END, side=side, turn=turn, sewer_map=SEWER, **options)
    b.n_charges = 3
    b.charges[0].bearer = 0
    for k in (1, 2):
        b.charges[k].state = Load.REMOVED.value
    return b


def result(b: Any) -> list[float]:
    """What both sides get."""
    out = np.zeros(MAX_SIDES)
    mission.returns(b, out)
    return [float(out[0]), float(out[1])]


FOE = man(GAUNT, (3, 30), side=1)


class TestPlanting:
    @pytest.mark.clause("FLOOD-MIS-7")
    def test_a_bearer_at_the_nest_that_did_nothing_else_plants(self) -> None:
        """Example 20."""
        b = at_nest(man(GUARD, BESIDE), FOE)
        log = run(b)
        assert b.charges[0].state == Load.PLANTED and "PLANTS" in events(log, 0)
        assert (b.charges[0].bearer, b.charges[0].x, b.charges[0].y) == (NONE, *NEST)

    @pytest.mark.clause("FLOOD-MIS-7")
    @pytest.mark.parametrize(("x", "planted"), [(19.5, True), (19.48, False)])
    def test_in_contact_and_not_a_hair_off(self, x: float, planted: bool) -> None:
        b = at_nest(man(GUARD, (x, 21)), FOE)
        run(b)
        assert (b.charges[0].state == Load.PLANTED) == planted

    @pytest.mark.clause("FLOOD-MIS-7")
    def test_not_if_it_shot_ran_or_charged_nor_in_combat(self) -> None:
        b = at_nest(man(GUARD, BESIDE, busy=1), FOE)
        run(b)
        assert b.charges[0].state == Load.CARRIED
        b = at_nest(man(GUARD, BESIDE), man(GAUNT, (18.5, 21), side=1))
        assert mission.touches_nest(b, 0) and not mission.plants(b, 0)

    @pytest.mark.clause("FLOOD-COH-14", "FLOOD-MIS-7")
    def test_no_straggler_plants(self) -> None:
        mates = [man(GUARD, (18, 10 + k), unit=0) for k in range(3)]
        b = at_nest(man(GUARD, BESIDE, unit=0), *mates, FOE, flooded=True)
        run(b)
        assert b.charges[0].state == Load.CARRIED


class TestRemoving:
    def _planted(self, *men: dict[str, Any]) -> Any:
        b = at_nest(man(GUARD, (33, 10)), *men, side=Side.TYRANIDS)
        b.first_side, b.player = Side.IMPERIALS.value, 1
        b.charges[0].state, b.charges[0].bearer = Load.PLANTED.value, NONE
        return b

    @pytest.mark.clause("FLOOD-MIS-8", "FLOOD-MIS-15")
    @pytest.mark.parametrize(("die", "left"), [(4, 0), (3, 1)])
    def test_one_die_of_four_or_more_removes_it(self, die: int, left: int) -> None:
        b = self._planted(man(GAUNT, BESIDE, side=1, unit=1), man(GAUNT, (21, 19.5), side=1, unit=1))
        run(b, ("REMOVE", 1, die), ("FLOOD", -1, 1))
        assert mission.planted(b) == left and b.removed == 1 - left
        imperials, tyranids = (_score(b, side, side.name, 0) for side in Side)
        assert imperials.lines == ((("Charges that lie in the nest", 1),) if left else ())
        assert tyranids.lines == (() if left else (("Charges removed", 1),))

    @pytest.mark.clause("FLOOD-MIS-8", "FLOOD-MIS-15")
    def test_not_while_an_imperial_touches_the_nest_nor_after_a_fight(self) -> None:
        b = self._planted(man(GAUNT, BESIDE, side=1))
        b.figures[0].x, b.figures[0].y = 21, 19.5
        run(b, ("FLOOD", -1, 1))
        b = self._planted(man(GAUNT, BESIDE, side=1, busy=1))
        run(b, ("FLOOD", -1, 1))
        assert mission.planted(b) == 1


class TestVictory:
    @pytest.mark.clause("FLOOD-MIS-5", "FLOOD-MIS-9", "FLOOD-MIS-10")
    @pytest.mark.parametrize(
        ("planted", "how", "gets"),
        [(0, End.HELD, [0, 1]), (1, End.ONE_PLANTED, [0.75, 0.25]), (2, End.PLANTED, [1, 0]), (3, End.PLANTED, [1, 0])],
    )
    def test_after_turn_six_the_charges_decide(self, planted: int, how: End, gets: list[float]) -> None:
        b = at_nest(man(GUARD, (33, 10)), FOE, side=Side.TYRANIDS, turn=6)
        b.player = 1
        for k in range(planted):
            b.charges[k].state, b.charges[k].bearer = Load.PLANTED.value, NONE
        log = run(b)
        assert b.end == how and result(b) == gets
        assert [event for event in events(log) if event.startswith("ENDS_")] == [f"ENDS_{how.name}"]
        assert ("SEWER_RATS" in events(log)) == (planted == 0)

    @pytest.mark.clause("FLOOD-MIS-5", "FLOOD-MIS-13")
    def test_not_after_turn_five(self) -> None:
        b = at_nest(man(GUARD, (33, 10)), FOE, side=Side.TYRANIDS, turn=5)
        b.player = 1
        b.flood.over = 1
        run(b)
        assert b.turn == 6 and b.end == End.NOT_YET and b.side == Side.IMPERIALS

    @pytest.mark.clause("FLOOD-MIS-9")
    @pytest.mark.parametrize(("planted", "how"), [(1, End.IMPERIALS_GONE), (2, End.PLANTED)])
    def test_a_side_without_models_loses_at_once_unless_two_are_planted(self, planted: int, how: End) -> None:
        b = at_nest(man(GUARD, (33, 10), wounds=0), FOE)
        for k in range(planted):
            b.charges[k].state, b.charges[k].bearer = Load.PLANTED.value, NONE
        log = run(b)
        assert b.end == how and b.phase == Phase.OVER
        assert [event for event in events(log) if event.startswith("ENDS_")] == [f"ENDS_{how.name}"]

    @pytest.mark.clause("FLOOD-MIS-9")
    def test_without_tyranids_the_imperials_win(self) -> None:
        b = at_nest(man(GUARD, (33, 10)), man(GAUNT, (3, 30), side=1, wounds=0))
        log = run(b)
        assert b.end == End.TYRANIDS_GONE and result(b) == [1, 0] and "ENDS_TYRANIDS_GONE" in events(log)


class TestBearers:
    @pytest.mark.clause("FLOOD-MIS-6", "FLOOD-MIS-14")
    def test_charges_go_to_different_units_where_they_can(self) -> None:
        men = [man(GUARD, (33, 6 + k), unit=k // 2) for k in range(4)]
        b = moment(*men, phase=Phase.NAMING, sewer_map=SEWER)
        b.n_charges, b.charges[0].bearer = 3, 0
        assert refusals(b, action(Verb.GIVE, 0)) == ["CARRIES_ONE"]
        assert refusals(b, action(Verb.GIVE, 1)) == ["OTHER_UNITS_FIRST"]
        assert refusals(b, action(Verb.GIVE, 2)) == []
        b.charges[1].bearer = 2
        assert refusals(b, action(Verb.GIVE, 1)) == []

    @pytest.mark.clause("FLOOD-MIS-6", "FLOOD-MIS-14")
    def test_one_that_lies_is_picked_up_in_contact(self) -> None:
        b = moment(man(GUARD, (33, 10)), man(GUARD, (33, 12)), sewer_map=SEWER)
        b.n_charges, b.charges[0].state = 2, Load.LYING.value
        b.charges[0].x, b.charges[0].y = 33.5, 10
        b.charges[1].bearer = 1
        assert refusals(b, action(Verb.PICK_UP, 0, item=0)) == []
        b.charges[0].x = 33.53
        assert refusals(b, action(Verb.PICK_UP, 0, item=0)) == ["NOT_AT_CHARGE"]
        b.charges[0].x, b.charges[0].y = 33, 11.5
        assert refusals(b, action(Verb.PICK_UP, 1, item=0)) == ["CARRIES_ONE"]


class TestSettingUp:
    def _boxed(self, *men: dict[str, Any]) -> Any:
        b = moment(*men, phase=Phase.DEPLOYMENT, sewer_map=SEWER)
        b.figures["where"][: int(b.n_figures)] = Where.BOX.value
        b.homes[0], b.homes[1] = 4, 2
        return b

    @pytest.mark.clause("FLOOD-MIS-4", "FLOOD-MIS-14", "FLOOD-NET-14")
    def test_within_eight_inches_of_its_node_on_foot(self) -> None:
        """N4 is at (33, 3)."""
        b = self._boxed(man(GUARD, (0, 0)), man(GAUNT, (0, 0), side=1))
        assert refusals(b, action(Verb.DEPLOY, 0, to=(33, 11))) == []
        assert refusals(b, action(Verb.DEPLOY, 0, to=(33, 11.1))) == ["NOT_IN_ZONE"]
        assert refusals(b, action(Verb.DEPLOY, 0, to=(28, 7))) == ["IN_MASONRY"]
        # 13.583 to the point half an inch from both walls of the corner (20, 5), and 3.808 from there
        assert drawn(b, action(Verb.DEPLOY, 0, to=(18, 8))) == pytest.approx((33, 3, 18, 8, 17.39), abs=0.02)

    @pytest.mark.clause("FLOOD-MIS-4", "FLOOD-MIS-14")
    def test_imperials_first_whole_units_in_coherency(self) -> None:
        b = self._boxed(man(GUARD, (0, 0), unit=0), man(GUARD, (0, 0), unit=0), man(GAUNT, (0, 0), side=1, unit=1))
        assert refusals(b, action(Verb.DEPLOY, 2, to=(3, 33))) == ["OTHERS_SET_UP"]
        assert refusals(b, action(Verb.DEPLOY, 0, to=(33, 5))) == ["WHOLE_UNIT"]
        assert refusals(b, action(Verb.DEPLOY, 0, 1, places=[(33, 5), (33, 8.1)])) == ["NOT_LINKED_THERE"]
        assert refusals(b, action(Verb.DEPLOY, 0, 1, places=[(33, 5), (33, 8)])) == []

    @pytest.mark.clause("FLOOD-MIS-4")
    def test_all_of_a_unit_start_in_the_chamber_or_none(self) -> None:
        """The chamber is farther than 8 inches from N2, (3, 33)."""
        b = self._boxed(man(GAUNT, (0, 0), side=1, unit=1), man(GAUNT, (0, 0), side=1, unit=1))
        for places, who, code in (([(16, 20), (3, 31)], 1, "NOT_IN_CHAMBER"), ([(3, 31), (16, 20)], 1, "NOT_IN_ZONE")):
            assert told(b, action(Verb.DEPLOY, 0, 1, places=places))[0][:2] == (code, who)
        for places, taken in (([(3, 31), (3, 29)], NONE), ([(16, 20), (16, 18)], 0)):
            laid = b.copy()
            do(laid, action(Verb.DEPLOY, 0, 1, places=places))
            assert laid.chamber_squad == taken and (at(laid, 0), at(laid, 1)) == tuple(places)

    @pytest.mark.clause("FLOOD-MIS-4")
    def test_one_tyranid_unit_but_no_warriors_may_start_in_the_chamber(self) -> None:
        b = self._boxed(man(GAUNT, (0, 0), side=1), man(WARRIOR, (0, 0), side=1))
        assert refusals(b, action(Verb.DEPLOY, 1, to=(16, 16))) == ["CHAMBER_NOT_FOR_SYNAPSE"]
        b.figures[1].where = Where.TABLE.value
        assert refusals(b, action(Verb.DEPLOY, 0, to=(16, 16))) == []
        for x, y in ((14.5, 16), (16, 14.5), (21.5, 15), (16, 21.5)):
            assert refusals(b, action(Verb.DEPLOY, 0, to=(x, y))) == [], "its rim touches a side of the chamber"
        for x, y in ((14.4, 18), (18, 14.4), (21.6, 18), (18, 21.6)):
            assert refusals(b, action(Verb.DEPLOY, 0, to=(x, y))) == ["NOT_IN_CHAMBER"]
        b.chamber_squad = 1
        assert refusals(b, action(Verb.DEPLOY, 0, to=(16, 16))) == ["CHAMBER_IS_TAKEN"]
        imperials = self._boxed(man(GUARD, (0, 0)))
        assert refusals(imperials, action(Verb.DEPLOY, 0, to=(16, 16))) == ["NOT_IN_ZONE"], "it is theirs alone"


@pytest.mark.clause("FLOOD-MIS-12", "FLOOD-MIS-3", "FLOOD-MIS-6")
def test_the_default_battle_begins_as_the_rules_say() -> None:
    data, where = scenario_data(scenario.SCENARIOS, "charges-in-the-nest")
    laid = scenario.lay(data, {}, where)
    b, ids = laid.record[0], [name.id for name in laid.names.figures]
    places = {name: at(b, ids.index(name)) for name in ("M1", "M4", "S1", "W1", "T8", "G6")}
    assert places == {
        "M1": (33.75, 9.5), "M4": (33.75, 8), "S1": (27, 3), "W1": (8, 33), "T8": (3.75, 32.5), "G6": (15.5, 19),
    }  # fmt: skip
    assert [ids[int(charge.bearer)] for charge in b.charges] == ["M1", "M4", "S1"]
    assert (int(b.homes[0]), int(b.homes[1])) == (4, 2) and math.dist(places["M1"], (33, 3)) < 8
    assert [profile.name for profile in laid.names.figures[:3]] == [laid.names.figures[k].name for k in range(3)]


@pytest.mark.clause("FLOOD-SET-9", "FLOOD-NET-11")
def test_more_than_sixty_models_are_warned_about() -> None:
    data, where = scenario_data(scenario.SCENARIOS, "old-cisterns")
    more = {**data, "tyranids": {"force": "T-3", "squads": [{"id": "Z", "squad": "hormagaunts"}]}}
    with pytest.warns(UserWarning, match="63 models"):
        laid = scenario.lay(more, {}, where)
    widths = {float(figure.width) for figure in laid.record[0].figures[: int(laid.record[0].n_figures)]}
    assert widths == {1.0, 1.6}


@pytest.mark.clause("FLOOD-COH-18")
def test_a_squad_in_one_piece_is_never_set_apart() -> None:
    b = moment(man(GUARD, (20, 10), unit=0), man(GUARD, (22, 10), unit=0), flooded=True)
    assert set_apart(b, 1) == 0 and b.n_units == 1
