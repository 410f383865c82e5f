"""The house rule `threat_zone`: what a figure may do before an enemy's front, turned and at any angle (MOV-15)."""

from __future__ import annotations

import math

import pytest

from dbaix.board import board, judged, move, roman, villager
from sandtable.games.dbaix.rules.movement import judge_move


def reasons(start, end, *others, turned=0.0):
    """Why Roman 1 may not go from one place to another before Villager 0, who faces south at (20, 20).

    A place is inches east and north of it, and a facing; all is turned about it by so many degrees.
    """
    c, s = math.cos(math.radians(turned)), math.sin(math.radians(turned))

    def at(east, north):
        return 20.0 + c * east + s * north, 20.0 + c * north - s * east

    men = [roman(*at(east, north), facing + turned) for east, north, facing in (start, *others)]
    b = board(villager(20.0, 20.0, 180.0 + turned), *men, threat_zone=1)
    east, north, facing = end
    return judged(judge_move, b, move(b, 1, to=at(east, north), facing=facing + turned)).reasons


ANGLES = pytest.mark.parametrize("turned", [0.0, 30.0, 45.0, 200.0])


@ANGLES
@pytest.mark.clause("DBAIX-MOV-15")
def test_straight_towards_them_with_the_facing_kept_or_face_to_face_at_the_end(turned):
    """Its square reaches from half an inch to one inch and a half before its middle."""
    start = (0.0, -1.4)
    assert reasons((*start, 0.0), (0.0, -1.2, 0.0), turned=turned) == []
    assert reasons((*start, 90.0), (0.0, -1.2, 90.0), turned=turned) == []  # keeps its facing, whichever that is
    assert reasons((*start, 90.0), (0.0, -1.3, 0.0), turned=turned) == []  # ends face to face
    assert reasons((*start, 0.0), (0.0, -1.3, 90.0), turned=turned) == ["MOV-15"]  # turns away
    assert reasons((*start, 0.0), (0.0, -1.3, 20.0), turned=turned) == ["MOV-15"]  # ends aslant
    assert reasons((*start, 0.0), (0.1, -1.3, 0.0), turned=turned) == ["MOV-15"]  # a tenth aside
    assert reasons((*start, 180.0), (*start, 0.0), turned=turned) == ["MOV-15"]  # turns to face it on the spot


@ANGLES
@pytest.mark.clause("DBAIX-MOV-15")
def test_straight_back_only_from_within_and_without_a_turn(turned):
    assert reasons((0.0, -1.4, 0.0), (0.0, -3.0, 0.0), turned=turned) == []
    assert reasons((0.0, -1.4, 0.0), (0.1, -3.0, 0.0), turned=turned) == ["MOV-15"]
    assert reasons((0.0, -1.4, 0.0), (0.0, -3.0, 20.0), turned=turned) == ["MOV-15"]
    # Not by way of another place, either.
    b = board(villager(20.0, 20.0), roman(20.0, 18.6), threat_zone=1)
    assert judged(judge_move, b, move(b, 1, to=(20.0, 17.0))).legal
    assert judged(judge_move, b, move(b, 1, to=(20.0, 17.0), via=((20.4, 17.8),))).reasons == ["MOV-15"]
    # It faces east: west is its rear, and away from the enemy is not.
    assert reasons((0.0, -1.4, 90.0), (-2.0, -1.4, 90.0), turned=turned) == []
    assert reasons((0.0, -1.4, 90.0), (0.0, -3.0, 90.0), turned=turned) == ["MOV-15"]


@ANGLES
@pytest.mark.clause("DBAIX-MOV-15")
def test_the_square_stops_at_the_first_base_in_it(turned):
    """One at (0.5, -1.3) begins 0.8 before the enemy's middle: what lies from 1.1 on is no part of it any more."""
    start, end = (-3.0, -1.6, 0.0), (-0.6, -1.6, 0.0)
    assert reasons(start, end, turned=turned) == ["MOV-15"]
    assert reasons(start, end, (0.5, -1.3, 0.0), turned=turned) == []
    assert reasons(start, end, (0.5, -1.7, 0.0), turned=turned) == ["MOV-15"]  # this one begins at 1.2


@ANGLES
@pytest.mark.clause("DBAIX-MOV-15")
def test_beside_and_beyond_the_square_they_are_free(turned):
    assert reasons((1.1, -1.4, 0.0), (1.1, 2.0, 0.0), turned=turned) == []  # along its side
    assert reasons((2.0, -1.4, 0.0), (-2.0, -1.4, 0.0), turned=turned) == ["MOV-15"]  # across it
    assert reasons((2.0, -2.1, 0.0), (-1.9, -2.1, 0.0), turned=turned) == []  # before it
