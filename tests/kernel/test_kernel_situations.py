"""Numbered situations on the table, each in a sentence, with the answer worked out by hand.

Bases are one inch square unless said otherwise; ``base(x, y, degrees)`` faces so many degrees clockwise
from north.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from kernel.geometry_oracle import base
from kernel.walked_wheels import wheels_into
from sandtable.kernel.contact import (
    are_linked,
    contact_place,
    corners_meet,
    edge_touching,
    front_on,
    is_aligned_on,
    is_directly_behind,
    is_front_contact,
    is_level_beside,
    overlap_by_corner,
    side_on_side,
)
from sandtable.kernel.geometry import (
    Base,
    Corner,
    Edge,
    Point,
    ahead,
    base_of,
    contains_point,
    corner,
    degrees_of_facing,
    edge_middle,
    facing_of_degrees,
    gap,
    gap_to_rectangle,
    gap_to_segment,
    is_inside_rectangle,
    nearest_points,
    overlap,
    placed,
    quarter_turned,
    shifted,
    snap,
    snap_facing,
    snapped,
    turned,
)
from sandtable.kernel.line_of_sight import sight_blocked_by_base, sight_blocked_by_feature, square_ahead
from sandtable.kernel.records import NONE, record
from sandtable.kernel.sweep import carried, free_distance, rigid_between, sweep_hits, wheel_about
from sandtable.kernel.terrain import (
    add_disc,
    add_line,
    add_polygon,
    add_strip,
    free_distance_to_feature,
    gap_to_feature,
    is_on_table,
    overlaps_feature,
    point_in_feature,
    sweep_hits_feature,
    terrain_record,
)

FIGURE = record(("x", "f8"), ("y", "f8"), ("fx", "f8"), ("fy", "f8"), ("width", "f8"), ("depth", "f8"))


def figure(x, y, fx, fy, width, depth):
    """A record with a base."""
    one = np.zeros(1, FIGURE)[0]
    one.x, one.y, one.fx, one.fy, one.width, one.depth = x, y, fx, fy, width, depth
    return one


def village():
    """A small table, in the order of its features.

    0 hut (6-8, 6-8); 1 tree at (12, 12), radius 1; 2, 3 rampart along y = 2 from x 0 to 20 with a gate from
    9 to 12; 4 road two wide, north along x = 15 from y 3 to 18; 5, 6 L-shaped wood 24-30, 0-6 without its
    north-eastern quarter.
    """
    t = np.zeros(1, terrain_record(12, 48))[0]
    add_polygon(t, 1, [(6, 6), (8, 6), (8, 8), (6, 8)])
    add_disc(t, 2, 12.0, 12.0, 1.0)
    add_line(t, 3, [(0, 2), (20, 2)], gaps=[(9, 2, 12, 2)])
    add_strip(t, 4, [(15, 3), (15, 18)], 2.0)
    add_polygon(t, 5, [(24, 0), (30, 0), (30, 3), (27, 3), (27, 6), (24, 6)])
    return t


T = village()
A = base(10, 10)
EAST = base(11, 10)
FOE = base(10, 11, 180)
ANGLED = base(14.5, 9.25, 37.25)
SPEAR = base(10, 10, 0, 2.0, 1.0)  # two inches wide

SITUATIONS = [
    # corners, edges, making bases
    (
        "a base facing north has its left front corner to the north-west",
        lambda: corner(A, Corner.FRONT_LEFT),
        (9.5, 10.5),
    ),
    (
        "a base facing north has its right rear corner to the south-east",
        lambda: corner(A, Corner.REAR_RIGHT),
        (10.5, 9.5),
    ),
    (
        "a base facing east has its right front corner to the south-east",
        lambda: corner(base(10, 10, 90), Corner.FRONT_RIGHT),
        (10.5, 9.5),
    ),
    (
        "the left side of a base facing south is to the east",
        lambda: edge_middle(base(10, 10, 180), Edge.LEFT),
        (10.5, 10),
    ),
    (
        "a figure's base is read from its record, width along the front",
        lambda: base_of(figure(3.0, 4.0, 1.0, 0.0, 2.0, 0.5)),
        Base(3, 4, 1, 0, 1.0, 0.25),
    ),
    ("four inches ahead of a base facing west is four inches west", lambda: ahead(base(10, 10, 270), 4.0)[:2], (6, 10)),
    ("straight back is a negative distance ahead", lambda: ahead(A, -1.0)[:2], (10, 9)),
    ("a base placed elsewhere keeps its sides", lambda: placed(SPEAR, 1.0, 2.0, 1.0, 0.0), Base(1, 2, 1, 0, 1.0, 0.5)),
    # lattices
    ("places snap to the nearest 1/2048 inch", lambda: snap(10.0002) * 2048, 20480),
    ("a hair more than half a step snaps up", lambda: snap(10.00025) * 2048, 20481),
    ("mirror images snap to mirror images", lambda: snap(-10.00025) * 2048, -20481),
    ("snapping zero from below leaves no negative zero", lambda: math.copysign(1.0, snap(-0.0001)), 1.0),
    ("snapping a base keeps its facing", lambda: snapped(base(1.0001, 2.0002, 33.3))[2:4], base(0, 0, 33.3)[2:4]),
    ("ninety degrees is due east, exactly", lambda: facing_of_degrees(90.0), (1.0, 0.0)),
    ("minus ninety degrees is due west", lambda: facing_of_degrees(-90.0), (-1.0, 0.0)),
    ("seven hundred and twenty degrees is north", lambda: facing_of_degrees(720.0), (0.0, 1.0)),
    ("facing north-west is 315 degrees", lambda: degrees_of_facing(-1.0, 1.0), 315.0),
    ("a direction a thousandth of a degree west of north is north", lambda: degrees_of_facing(-1e-5, 1.0), 0.0),
    ("no direction at all counts as north", lambda: snap_facing(0.0, 0.0), (0.0, 1.0)),
    ("any vector south faces south, exactly", lambda: snap_facing(0.0, -7.3), (0.0, -1.0)),
    (
        "a quarter turn clockwise from north is east, without negative zeros",
        lambda: [math.copysign(1.0, v) for v in quarter_turned(0.0, 1.0, 1)],
        [1.0, 1.0],
    ),
    ("five quarter turns are one", lambda: quarter_turned(0.6, 0.8, 5), (0.8, -0.6)),
    ("minus one quarter turn from north is west", lambda: quarter_turned(0.0, 1.0, -1), (-1.0, 0.0)),
    ("turned 45 degrees twice from north is east", lambda: turned(*turned(0.0, 1.0, 45.0), 45.0), (1.0, 0.0)),
    # gaps
    ("bases side by side have no gap", lambda: gap(A, EAST), 0.0),
    ("bases two inches apart centre to centre have a gap of one", lambda: gap(A, base(12, 10)), 1.0),
    ("bases apart by 3 and 4 inches corner to corner have a gap of five", lambda: gap(A, base(14, 15)), 5.0),
    ("bases 0.009 apart touch: their gap is nothing", lambda: gap(A, base(11.009, 10)), 0.0),
    ("overlapping bases have no gap", lambda: gap(A, base(10.2, 10.3, 30)), 0.0),
    (
        "a base turned 45 degrees reaches half a diagonal",
        lambda: gap(A, base(13, 10, 45)),
        pytest.approx(2.5 - math.sqrt(0.5), abs=1e-9),
    ),
    (
        "the nearest points of two bases two inches apart are on the facing edges",
        lambda: nearest_points(A, base(13, 10.5))[0::2],
        (10.5, 12.5),
    ),
    ("a gate two inches before the front is two away", lambda: gap_to_segment(A, 9.0, 12.5, 12.0, 12.5), 2.0),
    ("a segment through the base has no gap", lambda: gap_to_segment(A, 0.0, 10.0, 20.0, 10.0), 0.0),
    ("a rectangle an inch and a half to the east is that far", lambda: gap_to_rectangle(A, 12.0, 0.0, 20.0, 30.0), 1.5),
    ("the base covers a point on its edge", lambda: contains_point(A, 10.5, 10.0), True),
    ("and one 0.009 beyond it", lambda: contains_point(A, 10.509, 10.0), True),
    ("but not one 0.02 beyond it", lambda: contains_point(A, 10.52, 10.0), False),
    (
        "a base in the corner of the camp is wholly inside",
        lambda: is_inside_rectangle(base(17.5, 2.5), 17.0, 2.0, 31.0, 9.0),
        True,
    ),
    (
        "the same base turned a little sticks out",
        lambda: is_inside_rectangle(base(17.5, 2.5, 10), 17.0, 2.0, 31.0, 9.0),
        False,
    ),
    (
        "a base half across the camp border is not inside",
        lambda: is_inside_rectangle(base(17, 5), 17.0, 2.0, 31.0, 9.0),
        False,
    ),
    # overlaps
    ("bases that touch do not overlap", lambda: overlap(A, EAST), False),
    ("bases that share 0.009 touch", lambda: overlap(A, base(10.991, 10)), False),
    ("bases that share 0.02 overlap", lambda: overlap(A, base(10.98, 10)), True),
    ("corners that share 0.02 each way overlap", lambda: overlap(A, base(10.98, 10.98)), True),
    (
        "corners that share 0.009 one way and an inch the other only touch",
        lambda: overlap(A, base(10.991, 10.5)),
        False,
    ),
    ("a base overlaps itself", lambda: overlap(A, A), True),
    ("a diamond whose point is 0.02 inside overlaps", lambda: overlap(A, base(10.48 + math.sqrt(0.5), 10, 45)), True),
    ("a diamond between the corners of two bases' circles does not", lambda: overlap(A, base(10.9, 10.9, 45)), False),
    # edges and contact
    ("side by side the side edges touch along an inch", lambda: edge_touching(A, 1, EAST, 3), 1.0),
    (
        "shifted by a third they touch along two thirds",
        lambda: edge_touching(A, 1, base(11, 10.25), 3),
        pytest.approx(0.75, abs=1e-12),
    ),
    ("corner to corner is no edge contact", lambda: edge_touching(A, 0, base(11, 11), 2), 0.0),
    ("sharing 0.005 of an edge is still only a corner", lambda: edge_touching(A, 0, base(10.995, 11), 2), 0.0),
    ("edges 0.009 apart touch", lambda: edge_touching(A, 0, base(10, 11.009), 2), 1.0),
    ("edges 0.02 apart do not", lambda: edge_touching(A, 0, base(10, 11.02), 2), 0.0),
    ("edges that face the same way do not touch", lambda: edge_touching(A, 0, base(10, 10), 0), 0.0),
    (
        "edges a tenth of a degree apart still touch all along",
        lambda: edge_touching(A, 0, base(10, 11, 180.1), 0),
        pytest.approx(1.0, abs=2e-3),
    ),
    ("edges at ten degrees touch in no more than a corner", lambda: edge_touching(A, 0, base(10, 11.08, 190), 0), 0.0),
    ("an enemy head on is on my front edge", lambda: front_on(FOE, A), Edge.FRONT),
    ("an enemy to the east facing west is on my right side", lambda: front_on(base(11, 10, 270), A), Edge.RIGHT),
    ("a friend behind me facing my way is on my rear", lambda: front_on(base(10, 9), A), Edge.REAR),
    ("an enemy to the west facing east is on my left side", lambda: front_on(base(9, 10.4, 90), A), Edge.LEFT),
    ("an enemy an inch off is on no edge", lambda: front_on(base(10, 12, 180), A), NONE),
    ("a neighbour's front is on no edge of mine", lambda: front_on(EAST, A), NONE),
    ("a slanting enemy whose corner touches my front is on no edge", lambda: front_on(base(10, 11.2, 200), A), NONE),
    ("head on with corners together is front contact", lambda: is_front_contact(A, FOE), True),
    ("head on but shifted by half is not", lambda: is_front_contact(A, base(10.5, 11, 180)), False),
    ("head on, 0.005 apart and 0.005 aside, is", lambda: is_front_contact(A, base(10.005, 11.005, 180)), True),
    (
        "a double base head on with one pair of corners together is in front contact",
        lambda: is_front_contact(SPEAR, base(10.5, 11, 180)),
        True,
    ),
    ("a base in the middle of a double front has no corner together", lambda: is_front_contact(SPEAR, FOE), False),
    ("but it is aligned on it", lambda: is_aligned_on(FOE, SPEAR, 0), True),
    ("head on is aligned on the front", lambda: is_aligned_on(FOE, A, Edge.FRONT), True),
    ("and on no other edge", lambda: is_aligned_on(FOE, A, Edge.REAR), False),
    (
        "a flank attacker edge on edge is aligned on the side",
        lambda: is_aligned_on(base(11, 10, 270), A, Edge.RIGHT),
        True,
    ),
    ("a quarter inch too far back it is not", lambda: is_aligned_on(base(11, 9.75, 270), A, Edge.RIGHT), False),
    (
        "put on the right side of a base facing north one stands to its east facing west",
        lambda: contact_place(A, A, Edge.RIGHT)[:4],
        (11, 10, -1, 0),
    ),
    ("put on its rear one stands behind facing north", lambda: contact_place(A, A, Edge.REAR)[:4], (10, 9, 0, 1)),
    (
        "a double base put on a right side brings front corners together",
        lambda: corners_meet(contact_place(SPEAR, A, 1), 1, A, 1),
        True,
    ),
    ("and on a left side, left on left", lambda: corners_meet(contact_place(SPEAR, A, 3), 0, A, 0), True),
    ("neighbours with front corners together are linked", lambda: are_linked(A, EAST), True),
    ("one exactly behind the other is linked", lambda: are_linked(A, base(10, 9)), True),
    ("back to back is linked", lambda: are_linked(A, base(10, 9, 180)), True),
    ("side by side facing across is linked", lambda: are_linked(A, base(11, 10, 90)), True),
    ("a neighbour shifted by a quarter is not linked", lambda: are_linked(A, base(11, 10.25)), False),
    ("corner to corner is no link", lambda: are_linked(A, base(11, 11)), False),
    (
        "a neighbour at 37.25 degrees on the lattice is linked",
        lambda: are_linked(ANGLED, snapped(shifted(ANGLED, ANGLED.fy, -ANGLED.fx))),
        True,
    ),
    (
        "an enemy one file to my right in the opposite line overlaps my right corner with his right",
        lambda: overlap_by_corner(base(11, 11, 180), A),
        True,
    ),
    ("one to my left overlaps left on left", lambda: overlap_by_corner(base(9, 11, 180), A), True),
    ("a friend in the same place facing my way does not", lambda: overlap_by_corner(base(11, 11), A), False),
    ("the enemy head on does not", lambda: overlap_by_corner(FOE, A), False),
    (
        "an enemy beside me facing the other way has his side on mine",
        lambda: side_on_side(A, base(11, 10.5, 180)),
        True,
    ),
    ("an enemy behind me has not", lambda: side_on_side(A, base(10, 9, 180)), False),
    ("a neighbour facing across has no side on mine", lambda: side_on_side(A, base(11, 10, 90)), False),
    ("a neighbour in line is level", lambda: is_level_beside(A, EAST), True),
    ("one to the left is level too", lambda: is_level_beside(A, base(9, 10)), True),
    ("one facing the other way is not level", lambda: is_level_beside(A, base(11, 10, 180)), False),
    ("one half a base back is not level", lambda: is_level_beside(A, base(11, 9.5)), False),
    ("the figure to my south facing north is directly behind me", lambda: is_directly_behind(base(10, 9), A), True),
    ("I am not behind it", lambda: is_directly_behind(A, base(10, 9)), False),
    ("half a base aside it is not behind me", lambda: is_directly_behind(base(10.5, 9), A), False),
    ("facing away it is not behind me", lambda: is_directly_behind(base(10, 9, 180), A), False),
    # moves
    ("a base marches four inches along its neighbour's side", lambda: sweep_hits(A, 0.0, 4.0, EAST), False),
    (
        "also when snapping has pushed them 0.0005 into one another",
        lambda: sweep_hits(A, 0.0, 4.0, base(10.9995, 10)),
        False,
    ),
    ("it cannot march through the enemy before it", lambda: sweep_hits(A, 0.0, 4.0, base(10, 12)), True),
    ("not even when it ends well beyond him", lambda: sweep_hits(A, 0.0, 4.0, base(10.3, 12, 30)), True),
    ("it may march up to him", lambda: sweep_hits(A, 0.0, 1.0, base(10, 12)), False),
    (
        "a gap of exactly its width lets it through",
        lambda: sweep_hits(A, 0.0, 4.0, base(11, 12)) or sweep_hits(A, 0.0, 4.0, base(9, 12)),
        False,
    ),
    (
        "a gap 0.04 too narrow does not",
        lambda: sweep_hits(A, 0.0, 4.0, base(10.98, 12)) or sweep_hits(A, 0.0, 4.0, base(9.02, 12)),
        True,
    ),
    ("a corner clipped in passing is a hit", lambda: sweep_hits(A, 4.0, 4.0, base(12, 13.5)), True),
    ("passing the corner by a hair is none", lambda: sweep_hits(A, 4.0, 4.0, base(12, 14.01)), False),
    ("standing still in the clear is no hit", lambda: sweep_hits(A, 0.0, 0.0, EAST), False),
    ("backing off from contact is no hit", lambda: sweep_hits(A, 0.0, -1.0, FOE), False),
    ("pushing on in contact is", lambda: sweep_hits(A, 0.0, 1.0, FOE), True),
    ("sliding along the enemy's front is none", lambda: sweep_hits(A, 0.5, 0.0, FOE), False),
    (
        "an enemy front two inches ahead leaves two free inches",
        lambda: free_distance(A, 0.0, 1.0, 4.0, base(10, 13, 180)),
        2.0,
    ),
    ("an enemy five inches ahead leaves all four", lambda: free_distance(A, 0.0, 1.0, 4.0, base(10, 16)), 4.0),
    ("an enemy in contact leaves none", lambda: free_distance(A, 0.0, 1.0, 4.0, FOE), 0.0),
    ("a neighbour leaves all", lambda: free_distance(A, 0.0, 1.0, 4.0, EAST), 4.0),
    (
        "a diamond ahead is met by its point",
        lambda: free_distance(A, 0.0, 1.0, 9.0, base(10, 15, 45)),
        pytest.approx(4.5 - math.sqrt(0.5), abs=1e-9),
    ),
    # rigid displacements and wheels
    (
        "a block wheeled a quarter clockwise about its right front corner swings its left file forward",
        lambda: carried(wheel_about(10.5, 10.5, 90.0), base(9, 10))[:4],
        (10, 12, 1, 0),
    ),
    (
        "the displacement of the leader carries his neighbour",
        lambda: carried(rigid_between(A, base(20, 20, 180)), EAST)[:4],
        (19, 20, 0, -1),
    ),
    (
        "without a turn facings are kept to the bit",
        lambda: carried(rigid_between(ANGLED, shifted(ANGLED, 1.0, 2.0)), ANGLED)[2:4],
        ANGLED[2:4],
    ),
    (
        "a quarter wheel about the right front corner hits a base standing where the left corner swings",
        lambda: wheels_into(base(10, 10), 10.5, 10.5, 90.0, base(9.5, 11.5)),
        True,
    ),
    ("the other way round it does not", lambda: wheels_into(base(10, 10), 10.5, 10.5, -90.0, base(9.5, 12)), False),
    ("a wheel away from a neighbour in contact is free", lambda: wheels_into(A, 10.5, 10.5, 45.0, EAST), False),
    (
        "a wheel over a base that is clear of both its ends is a hit",
        lambda: wheels_into(base(10, 10, 0, 4.0, 0.25), 12.0, 10.125, 90.0, base(9.1, 12.9, 0, 0.25, 0.25)),
        True,
    ),
    # terrain
    ("a base on the hut overlaps it", lambda: overlaps_feature(base(7, 7, 20), T, 0), True),
    ("a base touching the hut's wall does not", lambda: overlaps_feature(base(5.5, 7), T, 0), False),
    ("nor does one 0.009 in the wall", lambda: overlaps_feature(base(5.509, 7), T, 0), False),
    ("one 0.02 in the wall does", lambda: overlaps_feature(base(5.52, 7), T, 0), True),
    ("the hut is two inches north of a base at (7, 3.5)", lambda: gap_to_feature(base(7, 3.5), T, 0), 2.0),
    ("marching north it may go two inches", lambda: free_distance_to_feature(base(7, 3.5), 0.0, 1.0, 4.0, T, 0), 2.0),
    ("and along the wall all four", lambda: free_distance_to_feature(base(5.5, 4), 0.0, 1.0, 4.0, T, 0), 4.0),
    ("it cannot be jumped", lambda: sweep_hits_feature(base(7, 4), 0.0, 8.0, T, 0), True),
    ("the tree stops a base at its radius", lambda: free_distance_to_feature(base(12, 8), 0.0, 1.0, 4.0, T, 1), 2.5),
    ("a base beside the tree does not overlap it", lambda: overlaps_feature(base(13.5, 12), T, 1), False),
    ("a base may cut the corner of the tree's box", lambda: overlaps_feature(base(13.25, 13.25), T, 1), False),
    ("the rampart stops a march across it", lambda: sweep_hits_feature(base(5, 1), 0.0, 2.0, T, 2), True),
    ("a base may stand with its edge on the rampart", lambda: overlaps_feature(base(5, 1.5), T, 2), False),
    ("a base on the rampart overlaps it", lambda: overlaps_feature(base(5, 1.6), T, 2), True),
    (
        "the gate lets it through",
        lambda: sweep_hits_feature(base(10, 1), 0.0, 2.0, T, 2) or sweep_hits_feature(base(10, 1), 0.0, 2.0, T, 3),
        False,
    ),
    ("even along the gate post", lambda: sweep_hits_feature(base(9.5, 1), 0.0, 2.0, T, 2), False),
    ("but not 0.05 into the post", lambda: sweep_hits_feature(base(9.45, 1), 0.0, 2.0, T, 2), True),
    ("the gate divides the rampart into two walls", lambda: [T.features[i].part_of for i in (2, 3)], [2, 2]),
    (
        "two files abreast on the road have their centres inside",
        lambda: [point_in_feature(x, 10.0, T, 4) for x in (14.5, 15.5)],
        [True, True],
    ),
    (
        "the outer two of three abreast have theirs on its border",
        lambda: [point_in_feature(x, 10.0, T, 4) for x in (14.0, 15.0, 16.0)],
        [False, True, False],
    ),
    ("an L-shaped wood has two parts", lambda: (int(T.n_features), T.features[6].part_of), (7, 5)),
    (
        "the inner corner of the L is outside",
        lambda: any(overlaps_feature(base(27.5, 3.5), T, i) for i in (5, 6)),
        False,
    ),
    (
        "a centre on the seam between the parts is inside the wood",
        lambda: any(point_in_feature(x, 2.9, T, i) for i in (5, 6) for x in (26.0, 26.9, 27.0)),
        True,
    ),
    ("a base on the north-east corner of the table is on it", lambda: is_on_table(base(47.5, 47.5), 48.0, 48.0), True),
    ("one turned there is not", lambda: is_on_table(base(47.5, 47.5, 5), 48.0, 48.0), False),
    ("one whose edge is 0.02 over the edge is not", lambda: is_on_table(base(24, 0.48), 48.0, 48.0), False),
    # sight
    (
        "a base between two places blocks the line of sight",
        lambda: sight_blocked_by_base(5.0, 10.0, 15.0, 10.0, A),
        True,
    ),
    ("along its edge one sees past it", lambda: sight_blocked_by_base(5.0, 10.5, 15.0, 10.5, A), False),
    ("the hut blocks sight", lambda: sight_blocked_by_feature(5.0, 5.0, 9.0, 9.0, T, 0), True),
    ("along its wall one sees", lambda: sight_blocked_by_feature(6.0, 5.0, 6.0, 9.0, T, 0), False),
    ("the rampart blocks sight", lambda: sight_blocked_by_feature(5.0, 0.0, 6.0, 9.0, T, 2), True),
    (
        "through the gate one sees",
        lambda: any(sight_blocked_by_feature(10.0, 0.0, 11.0, 9.0, T, i) for i in (2, 3)),
        False,
    ),
    ("the square ahead of a double base is two inches square", lambda: square_ahead(SPEAR), Base(10, 11.5, 0, 1, 1, 1)),
]


def plain(value):
    """Points and bases as tuples of numbers."""
    if isinstance(value, tuple):
        return tuple(float(v) for v in value)
    return value


@pytest.mark.parametrize(
    ("got", "expected"), [s[1:] for s in SITUATIONS], ids=[f"{n}: {s[0]}" for n, s in enumerate(SITUATIONS, 1)]
)
def test_situation(got, expected):
    assert plain(got()) == plain(expected)


def test_points_are_named():
    assert corner(A, 0) == Point(9.5, 10.5)
