"""COMMANDERS: who they are in the default scenario, and how far a figure is from its own (prices: test_pips.py)."""

from __future__ import annotations

import math

import pytest

from dbaix.board import board, captain, dubius, off_table, pirate, roman
from sandtable.games.dbaix.laying.scenario import lay, scenario_data
from sandtable.games.dbaix.record import Side, Where
from sandtable.games.dbaix.rules.commanders import commander_of, distance_to_commander
from sandtable.kernel.geometry import base_of


@pytest.mark.clause("DBAIX-CMD-1", "DBAIX-CMD-2", "DBAIX-CMD-3")
@pytest.mark.parametrize(
    ("side", "name"), [(Side.ROMANS, "Dubius Status"), (Side.GAULS, "Vitalstatistix"), (Side.PIRATES, "The Captain")]
)
def test_each_side_has_its_commander(side, name):
    laid = lay(scenario_data("village")[0], {}, "village.yaml")
    assert laid.names.figures[commander_of(laid.record[0], side.value)].name == name


@pytest.mark.clause("DBAIX-CMD-4", "DBAIX-GEN-6")
def test_a_commander_is_at_no_distance_from_themselves_and_others_at_their_gap():
    b = board(captain(20.5, 30.5), pirate(20.5, 36.5), side=Side.PIRATES)
    assert distance_to_commander(b, 0, base_of(b.figures[0]), 0) == 0.0
    assert distance_to_commander(b, 1, base_of(b.figures[1]), 0) == pytest.approx(5.0)


@pytest.mark.clause("DBAIX-CMD-5", "DBAIX-CMD-6")
def test_lost_is_out_of_reach_and_the_camp_box_is_the_camp():
    b = board(dubius(0, 0), roman(40.5, 5.5))
    b.camp[:] = (17, 2, 31, 9)
    off_table(b, 0, Where.CAMP_BOX)
    assert distance_to_commander(b, 1, base_of(b.figures[1]), 0) == pytest.approx(9.0)
    off_table(b, 0, Where.FLED)
    assert distance_to_commander(b, 1, base_of(b.figures[1]), 0) == math.inf


@pytest.mark.clause("DBAIX-CMD-6")
def test_without_a_camp_the_camp_box_is_nowhere():
    b = board(dubius(0, 0), roman(40.5, 5.5))
    off_table(b, 0, Where.CAMP_BOX)
    assert distance_to_commander(b, 1, base_of(b.figures[1]), 0) == math.inf
