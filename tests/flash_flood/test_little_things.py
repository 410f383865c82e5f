"""What only one position shows: flowing past, bands in passing, dead ends, long ways home."""

from __future__ import annotations

import numpy as np
import pytest
import yaml

from flash_flood.sewer_table import (
    DRAIN,
    GAUNT,
    GUARD,
    UNHURT,
    a_map,
    events,
    falls,
    man,
    sewer,
    stands,
    strengths,
    swept,
    where,
)
from flash_flood.sewer_table import run as flooded
from flash_flood.turn_table import Verb, action, at, drawn, moment
from sandtable.games.flash_flood.rules import carry, rejoining, retreating, two_ways
from sandtable.games.flash_flood.rules.order import half_of
from sandtable.games.flash_flood.rules.walking import MAX_POINTS
from sandtable.kernel.dice import new_dice
from sandtable.kernel.dice_tree import next_leaf, start_walk
from sandtable.kernel.log import new_log
from sandtable.table.cases import answer


@pytest.mark.clause("FLOOD-BUMP-6")
def test_it_flows_past_by_as_little_as_it_must() -> None:
    """From lane 0.35 past 1, at lane 0.1, to lane 1.1: 0.75 aside. 2, at lane 1.5 and 0.95 behind, is met at 0.84."""
    men = man(GUARD, "A:10:0.35"), man(GUARD, "A:13:0.1"), man(GUARD, "A:11.08175:1.5")
    b = sewer(*men, sewer_map=DRAIN, failed_bump="flows_past")
    log = flooded(b, stands(1), stands(2), falls(0), ("CARRY", 0, 5), ("BUMP", 1, 3), UNHURT)
    assert "FLOWS_PAST" in events(log, 0)
    assert where(b, 0, "A", DRAIN) == pytest.approx((15.0, 1.1), abs=2e-3)


@pytest.mark.clause("FLOOD-CARRY-16", "FLOOD-HIT-5")
def test_held_at_a_node_while_drawn_in_it_strikes_nothing_hard() -> None:
    """Abreast of the node in a chamber 0 is drawn in from lane 2.5 and touches 1, which holds: no wall is ahead."""
    there = a_map(nodes={"W": [4, 10], "M": [19, 10], "E": [34, 10]}, chambers={"C": [15, 6, 23, 14]},
                  corridors={"A": {"nodes": ["W", "M"]}, "B": {"nodes": ["M", "E"]}})  # fmt: skip
    b = sewer(man(GUARD, (19, 12.5)), man(GUARD, (19, 10.8)), sewer_map=there)
    log = flooded(b, ("ORDER", 0, 1), ("ORDER", 1, 6), stands(1), falls(0), ("BUMP", 1, 3), UNHURT)
    assert (swept(log, 0), strengths(log, 0)) == ([0.0], [1])


@pytest.mark.clause("FLOOD-CARRY-6")
def test_of_four_ways_each_is_a_face_of_one_die_where_odds_are_counted() -> None:
    b = sewer(man(GUARD, "A:10:0"), sewer_map=DRAIN)
    dice, ways, found = new_dice(), np.array([5, 6, 7, 8]), []
    start_walk(dice)
    for leaf in range(4):
        found.append(int(carry._throw_for_way(b, 0, ways, 4, dice, new_log(keep=False))))
        assert bool(next_leaf(dice, 0)) is (leaf < 3)
    assert sorted(found) == [5, 6, 7, 8]


@pytest.mark.clause("FLOOD-SET-3")
def test_a_way_that_ends_on_the_line_is_of_the_second_half() -> None:
    there = a_map(width=52, height=50, origin="M", nodes={"M": [20, 10], "W": [6, 10], "N": [20, 24]},
                  corridors={"MW": {"nodes": ["M", "W"]}, "MN": {"nodes": ["M", "N"]}})  # fmt: skip
    assert half_of(sewer(sewer_map=there), 1, 20.0, 16.0) == 1


@pytest.mark.clause("FLOOD-WAY-4")
def test_who_goes_through_a_unit_goes_its_whole_movement() -> None:
    """4.15 inches by 3 in 5: to within a hundredth of the wall, where a quarter of an inch more would end in it."""
    b = moment(man(GUARD, (20, 9)))
    points = np.zeros((MAX_POINTS, 2))
    points[0] = 21.6, 10.2
    rejoining._go_through(b, 0, points, 1, 4.15, 0, new_log())
    assert at(b, 0) == (23.32, 11.49)


@pytest.mark.clause("FLOOD-WAY-8", "FLOOD-WAY-19")
def test_of_those_who_went_through_a_unit_none_fights_who_is_of_a_band() -> None:
    men = [man(GUARD, (x, 10), 0, 0) for x in (20, 21.5, 23)]
    b = moment(*men, man(GAUNT, (30, 10), 1, 1))
    b.figures[1].through = b.figures[2].through = 1
    b.figures[2].unit = 3
    assert two_ways._gather_passers(b, 0, 1, 5) == 1
    assert [int(b.figures[i].unit) for i in range(3)] == [0, 5, 3]
    assert (b.n_spare, b.n_units) == (2, 6), "the spare unit is one of them while it fights"
    two_ways._disperse(b, 0, 5)
    assert [int(b.figures[i].unit) for i in range(3)] == [0, 0, 3] and b.n_units == 2


@pytest.mark.clause("C40-SHOOT-14")
def test_where_nobody_sees_anybody_the_nearest_is_named() -> None:
    squads = """
imperials: {squads: [{id: A, models: [line_guard, line_guard], at: [[22, 3], [20, 3]]}]}
tyranids: {squads: [{id: T, models: [gun_swarmer], at: [[33, 12]]}]}
"""
    battle = answer({"game": "flash-flood", "phase": "shooting", **yaml.safe_load(squads)}, "case", seed=1).battle
    found = battle.judge("shoot A1 A2 at T1").reasons[0]
    assert (found.code, found.actor) == ("OUT_OF_SIGHT", "A1")


@pytest.mark.clause("C40-MOV-6")
def test_a_way_that_is_too_long_is_drawn_to_its_end() -> None:
    b = moment(man(GUARD, (20, 10)))
    made = action(Verb.MOVE, 0, to=(24, 10.5), via=[(26, 10)])
    assert drawn(b, made) == (20.0, 10.0, 24.0, 10.5, 8.06)


@pytest.mark.clause("C40-MOR-8")
def test_a_way_home_may_be_longer_than_the_table_is_long_and_wide() -> None:
    """14, 6, 14, 6 and 13 inches of corridors on a table of 20 by 20; an enemy stands on the shortest way."""
    snake = a_map(
        width=20, height=20, origin="A",
        nodes={"A": [3, 4], "B": [17, 4], "C": [17, 10], "D": [3, 10], "E": [3, 16], "F": [17, 16]},
        corridors={key: {"nodes": [key[0], key[1]]} for key in ("AB", "BC", "CD", "DE", "EF")},
        homes={"imperials": "A", "tyranids": "F"},
    )  # fmt: skip
    b = moment(man(GUARD, (16, 16)), man(GAUNT, (10, 14.5), 1, 1), sewer_map=snake)
    log = new_log()
    retreating._flee(b, 0, b.nodes[0], 5.0, log)
    assert "CUT_OFF" not in events(log, 0) and b.figures[0].wounds == 1
