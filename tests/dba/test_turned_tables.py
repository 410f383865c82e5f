"""No direction is special: what the tests of moves show on their tables, they show on the same tables turned.

Their own words are turned with the table: where elements, ground and camps are laid, where a move is to go, and where
somebody stands afterwards.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest

from dba import (
    orders,
    table,
    test_contact,
    test_groups,
    test_later_moves,
    test_moves,
    test_moves_near_enemies,
    test_outcome_moves,
)
from dba.scenes import TURNING
from dba.table import facing_of
from sandtable.kernel.geometry import degrees_of_facing

MODULES = (test_contact, test_groups, test_later_moves, test_moves, test_moves_near_enemies, test_outcome_moves)

FIXED = {
    "test_a_column_of_one_file_is_a_column_whether_its_files_are_named_or_not",
    "test_a_gap_counts_whose_far_side_stands_beyond_the_movers_reach",
    "test_a_gap_of_one_base_width_is_passed_straight_ahead",
    "test_a_group_is_linked_and_faces_one_way",
    "test_a_move_is_by_road_only_if_all_of_it_is",
    "test_a_river_is_entered_within_45_degrees_of_square_on_and_then_straight",
    "test_a_river_slows_to_100_paces_and_is_thrown_for_when_first_entered",
    "test_along_a_road_blades_go_400_and_pay_like_anybody",
    "test_an_anticlockwise_wheel_pivots_on_the_left_corner_and_legs_add_up",
    "test_an_impetuous_enemy_pursues_who_breaks_off",
    "test_artillery_and_war_wagons_never_move_into_contact",
    "test_closing_the_door_exceeds_every_move_distance",
    "test_cutting_the_corner_of_a_friend_with_one_corner",
    "test_dismounting_in_a_zone_is_a_switch_and_in_contact_it_never_is",
    "test_every_place_of_contact_near_an_element",
    "test_landing_only_in_the_first_bound_and_where_there_is_room",
    "test_nobody_crosses_an_enemys_front",
    "test_nobody_slips_sideways_through_a_gap_narrower_than_a_base",
    "test_nobody_stands_beyond_the_edge_or_in_water",
    "test_only_the_front_edge_in_the_river_slows",
    "test_places_on_a_war_wagon_and_on_a_camp",
    "test_several_wheels_in_one_march",
    "test_the_front_of_an_element_is_where_it_faces",
    "test_the_reserve_lands_as_one_group_with_two_elements_on_the_shore",
    "test_two_of_those_who_land_must_touch_the_water_if_there_are_two",
    "test_warband_moves_on_only_into_contact_or_to_help_such_warband",
    "test_where_a_flank_contact_starts",
    "test_where_there_is_no_room_on_foot_is_drawn",
    "test_who_has_landed_goes_no_farther_on_a_road_either_unless_the_switch_says_so",
    "test_who_is_in_the_way_of_a_landing_is_so_whatever_their_number",
    "test_who_passes_through_whom",
}
"""Tests that put or read somebody's place in words of their own, which are not turned here."""


def _facing(facing: Any, quarters: int) -> float:
    return float(degrees_of_facing(*facing_of(facing))) + 90.0 * quarters


def turning(quarters: int) -> dict[str, Callable[..., Any]]:
    """The tests' own words, of a table turned clockwise by so many quarters."""

    def lay(*elements: Any, terrain: Any = (), camps: Any = None, **options: Any) -> Any:
        laid = [
            (name, code, side, *TURNING.place(x, y, quarters), _facing(facing, quarters), *more)
            for name, code, side, x, y, facing, *more in elements
        ]
        ground = [
            (kind, [TURNING.place(x, y, quarters) for x, y in points], *width) for kind, points, *width in terrain
        ]
        pitched = {
            side: (*TURNING.place(x, y, quarters), _facing(facing, quarters), *size)
            for side, (x, y, facing, *size) in (camps or {}).items()
        }
        edge = tuple((side + quarters) % 4 for side in options.pop("edge", (2, 0)))
        return table.lay(*laid, terrain=ground, camps=pitched, edge=edge, **options)

    def move(*actors: int, to: Any, facing: Any = "N", via: Any = ()) -> Any:
        points = [TURNING.place(x, y, quarters) for x, y in via]
        return orders.move(*actors, to=TURNING.place(*to, quarters), facing=_facing(facing, quarters), via=points)

    def march(*actors: int, legs: Any, to: Any, facing: Any, **more: Any) -> Any:
        there = TURNING.place(*to, quarters)
        return orders.march(*actors, legs=legs, to=there, facing=_facing(facing, quarters), **more)

    def where(b: Any, i: int) -> tuple[float, ...]:
        x, y, fx, fy = table.where(b, i)
        x, y = TURNING.place(x, y, 4 - quarters)
        for _ in range(4 - quarters):
            fx, fy = fy, -fx
        return tuple(round(value, 3) + 0.0 for value in (x, y, fx, fy))

    return {"lay": lay, "move": move, "march": march, "where": where}


def cases_in(module: ModuleType) -> Iterator[Any]:
    """Its tests with each of their parameters."""
    for name, test in inspect.getmembers(module, inspect.isfunction):
        if not name.startswith("test_") or test.__module__ != module.__name__:
            continue
        marks = [mark for mark in getattr(test, "pytestmark", ()) if mark.name == "parametrize"]
        if len(marks) > 1 or name in FIXED:
            continue
        if not marks:
            yield pytest.param(module, test, {}, id=name)
            continue
        names, values = marks[0].args[:2]
        names = [one.strip() for one in names.split(",")] if isinstance(names, str) else list(names)
        for number, row in enumerate(values):
            row = row if len(names) > 1 else (row,)
            yield pytest.param(module, test, dict(zip(names, row, strict=True)), id=f"{name}-{number}")


@pytest.mark.parametrize(("module", "test", "given"), [one for module in MODULES for one in cases_in(module)])
def test_the_same_on_a_turned_table(
    module: ModuleType, test: Callable[..., None], given: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, word in turning(1).items():
        if hasattr(module, name):
            monkeypatch.setattr(module, name, word)
    test(**given)
