"""After the flood: main bodies, stragglers, scattered units, and the drowned ground."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from flash_flood.sewer_table import a_map, events, man, sewer
from sandtable.games.flash_flood.record import Level, Standing
from sandtable.games.flash_flood.rules import aftermath, coherency, trigger
from sandtable.games.flash_flood.showing.scene import drawn_up
from sandtable.games.game import Names
from sandtable.games.skirmish40k.record import Going
from sandtable.kernel.log import new_log

DRAIN = a_map(width=80, nodes={"W": [4, 10], "E": [74, 10]})


def squad(*alongs: float, leader: int | None = None, dead: tuple[int, ...] = (), **switches: str) -> Any:
    """One unit of Guardsmen in the middle of a long drain, so far along it; a flood has been."""
    men = [man("line_guard", f"A:{along}:0", unit=0) for along in alongs]
    b = sewer(*men, sewer_map=DRAIN, **switches)
    for i in dead:
        b.figures[i].wounds = 0
    if leader is not None:
        place = int(b.figures[0].profile)
        b.profiles[place + 1] = b.profiles[place]
        b.profiles[place + 1].rank = 2
        b.figures[leader].profile = place + 1
    trigger.note_flood(b, 3)
    return b


def standing(b: Any, log: Any | None = None) -> str:
    """Each living model: ``.`` in coherency, ``s`` a straggler, ``x`` dead; ``!`` after them: scattered."""
    coherency.note_standing(b, 0, log if log is not None else new_log())
    marks = ""
    for figure in b.figures[: b.n_figures]:
        marks += "x" if figure.wounds == 0 else "s" if figure.standing == Standing.STRAGGLER else "."
    return marks + ("!" if b.squads[0].scattered else "")


class TestCoherency:
    @pytest.mark.clause("FLOOD-COH-1", "FLOOD-COH-2", "FLOOD-COH-7", "FLOOD-COH-10", "FLOOD-COH-11", "FLOOD-COH-12")
    def test_scattered_or_not(self) -> None:
        """Example 15: groups of 4, 3, 1, 1 of nine: scattered. One joins the four: 5 of 9 are in coherency."""
        b = squad(2, 4, 6, 8, 20, 22, 24, 40, 50, 60, dead=(9,))
        log = new_log()
        assert standing(b, log) == "....sssssx!"
        assert events(log, 0) == ["IS_SCATTERED"] and events(log, 7) == ["IS_STRAGGLER"]
        b.figures[7].x = b.figures[3].x + 2
        log = new_log()
        assert standing(b, log) == "....sss.sx"
        assert events(log, 0) == ["IS_GATHERED"] and events(log, 7) == ["IS_BACK"]

    @pytest.mark.clause("FLOOD-COH-7", "FLOOD-COH-1")
    def test_exactly_half_is_not_scattered_and_the_leaders_group_is_the_main_body(self) -> None:
        alongs = (2, 4, 6, 8, 20, 22, 24, 26)
        assert standing(squad(*alongs, leader=5)) == "ssss...."
        assert standing(squad(*alongs, leader=0)) == "....ssss"

    @pytest.mark.clause("FLOOD-COH-1")
    def test_without_a_leader_the_owner_chooses(self) -> None:
        b = squad(2, 4, 20, 22)
        assert standing(b) == "..ss"
        b.squads[0].main = 3
        assert standing(b) == "ss.."

    @pytest.mark.clause("FLOOD-COH-1")
    def test_the_leaders_group_comes_before_the_one_chosen(self) -> None:
        b = squad(2, 4, 20, 22, leader=3)
        b.squads[0].main = 0
        assert standing(b) == "ss.."

    @pytest.mark.clause("FLOOD-COH-1")
    def test_the_larger_group_counts_even_without_the_leader(self) -> None:
        assert standing(squad(2, 4, 20, 22, 24, leader=0)) == "ss..."
        assert standing(squad(2, 4, 6, 20, 22, leader=4)) == "...ss"

    @pytest.mark.clause("FLOOD-COH-1", "C40-COH-1")
    def test_a_gap_of_exactly_2_links(self) -> None:
        assert standing(squad(2, 5, 8)) == "..."
        assert standing(squad(2, 5, 8.0625)) == "..s"

    @pytest.mark.clause("FLOOD-COH-2")
    def test_the_only_survivor_is_in_coherency(self) -> None:
        assert standing(squad(2, 30, dead=(0,))) == "x."
        assert standing(squad(2, 30)) == ".s", "of two the first, and half is not scattered"

    @pytest.mark.clause("FLOOD-COH-1")
    def test_the_house_rule_that_any_mate_within_2_is_enough(self) -> None:
        assert standing(squad(2, 4, 6, 20, 22, 40, in_coherency="any_mate_within_2")) == ".....s"
        assert standing(squad(2, 4, 6, 20, 22, 40)) == "...sss"
        assert standing(squad(2, 30, 50, in_coherency="any_mate_within_2", dead=(1, 2))) == ".xx"

    @pytest.mark.clause("FLOOD-AFT-4", "FLOOD-COH-12")
    def test_before_a_flood_nobody_is_a_straggler(self) -> None:
        b = squad(2, 30)
        b.flood.over = 0
        assert standing(b) == ".."

    @pytest.mark.clause("FLOOD-COH-8", "FLOOD-COH-11")
    def test_who_acts_normally(self) -> None:
        b = squad(2, 4, 6, 20)
        standing(b)
        assert [bool(coherency.acts_normally(b, i)) for i in range(4)] == [True, True, True, False]
        b = squad(2, 4, 20, 40, 50)
        standing(b)
        assert not any(coherency.acts_normally(b, i) for i in range(5))

    def test_a_unit_without_models_has_no_main_body(self) -> None:
        b = squad(2, 4, dead=(0, 1))
        b.squads[0].scattered = 1
        log = new_log()
        assert standing(b, log) == "xx" and events(log) == [], "nobody is left to be told of"
        assert coherency.main_body(b, 0, np.full(2, -1)) == -1


class TestAftermath:
    @pytest.mark.clause("FLOOD-AFT-1", "FLOOD-AFT-2")
    def test_drowned_floors_are_difficult_and_gantries_are_not(self) -> None:
        b = squad(2)
        assert aftermath.going_at(b, Level.FLOOR.value) == Going.DIFFICULT
        assert aftermath.going_at(b, Level.GANTRY.value) == Going.CLEAR
        b.flood.over = 0
        assert aftermath.going_at(b, Level.FLOOR.value) == Going.CLEAR

    @pytest.mark.clause("FLOOD-NET-10")
    def test_stepping_on_or_off_a_gantry_is_difficult(self) -> None:
        assert aftermath.is_step(Level.FLOOR, Level.GANTRY) and aftermath.is_step(Level.GANTRY, Level.FLOOR)
        assert not aftermath.is_step(Level.GANTRY, Level.GANTRY)

    @pytest.mark.clause("FLOOD-SET-6", "FLOOD-AFT-3", "FLOOD-NET-9", "FLOOD-NET-14")
    @pytest.mark.parametrize(
        ("way", "going"),
        [
            ((10, 10, 13, 10), Going.CLEAR),  # short of the grate at x = 14
            ((13, 10, 15, 10), Going.DIFFICULT),
            ((15, 11, 13, 9), Going.DIFFICULT),
            ((13, 14, 15, 14), Going.CLEAR),  # beside the corridor: not there
            ((14, 10, 16, 10), Going.DIFFICULT),  # from the line of the grate itself, either way
            ((14, 10, 12, 10), Going.DIFFICULT),
            ((20, 10, 23, 10), Going.CLEAR),
            ((23, 10, 24, 10), Going.IMPASSABLE),  # into the rubble from 24 to 27, which this map closes for good
            ((25, 10, 25, 11), Going.IMPASSABLE),
            ((25, 9, 25, 11.4), Going.IMPASSABLE),
            ((28, 10, 32, 10), Going.CLEAR),
        ],
    )
    def test_barriers_at_other_times(self, way: tuple[float, float, float, float], going: Going) -> None:
        drain = a_map(
            barriers={
                "G": {"kind": "grate", "corridor": "A", "at": 10},
                "C": {"kind": "cave_in", "corridor": "A", "start": 20, "end": 23, "impassable": True},
            }
        )
        assert aftermath.barrier_on_way(sewer(sewer_map=drain), *map(float, way)) == going


@pytest.mark.clause("FLOOD-NET-9")
@pytest.mark.parametrize(("end", "going"), [(9, Going.DIFFICULT), (11, Going.CLEAR)])
def test_a_grate_across_a_corridor_to_the_north(end: float, going: Going) -> None:
    """GR1 lies across S35 at y 10.5."""
    assert aftermath.barrier_on_way(sewer(), 18.0, 12.0, 18.0, float(end)) == going


@pytest.mark.clause("C40-COH-1", "FLOOD-COH-2")
@pytest.mark.parametrize(("third", "kinds"), [(11.0, ["link", "link"]), (11.5, ["link", "astray"])])
def test_the_links_of_a_squad_as_it_would_stand(third: float, kinds: list[str]) -> None:
    """Bases an inch across: from 5 to 8 and from 8 to 11 there are 2 inches between them, to 11.5 half an inch more."""
    b = sewer(*(man("line_guard", f"A:{along}:0", unit=0) for along in (5, 8, third)), sewer_map=a_map())
    found = drawn_up(b, Names((), ()), [2])
    assert [overlay.kind for overlay in found] == kinds
    assert found[1].points in (((12, 10), (4 + third, 10)), ((4 + third, 10), (12, 10)))
