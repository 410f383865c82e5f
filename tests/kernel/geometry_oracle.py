"""What the geometry tests share: Shapely as a second opinion, drawn bases, and sizes for each way of running."""

from __future__ import annotations

import math
import os

import numpy as np
import shapely
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from sandtable.compiler.decorators import COMPILED
from sandtable.kernel.geometry import TOUCH, Base, facing_of_degrees

SURE = 2e-4
"""Depths this close to TOUCH are left out: there either answer is right."""


def examples(n):
    """Hypothesis settings for ``n`` examples, and a fortieth of them in the slow ways of running."""
    whole = COMPILED and os.environ.get("SANDTABLE_REDUCED") != "1"
    return settings(
        max_examples=n if whole else max(n // 40, 10),
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
    )


def base(x, y, degrees=0.0, width=1.0, depth=1.0):
    """A base as a wargamer gives it: centre, degrees clockwise from north, width and depth."""
    facing = facing_of_degrees(float(degrees))
    return Base(float(x), float(y), float(facing.x), float(facing.y), 0.5 * width, 0.5 * depth)


# Drawing bases

facings = st.one_of(st.sampled_from([0, 9000, 18000, 27000]), st.integers(0, 35999)).map(lambda h: h / 100)
places = st.integers(-3 * 2048, 3 * 2048).map(lambda k: k / 2048)
sides = st.sampled_from([1.0, 1.0, 0.5, 0.75, 1.5, 3.0, 2.362])
offsets = st.sampled_from([0.0, 0.0005, -0.0005, 0.008, -0.008, 0.0125, -0.0125, 0.05, -0.05, 0.4])
jitters = st.sampled_from([0.0, 0.0, 0.0, 0.01, -0.01, 0.3, -0.3, 2.0, 45.0])
bases = st.builds(base, places, places, facings, sides, sides)


@st.composite
def close_pairs(draw):
    """Two bases edge to edge, give or take a hair in gap and angle, shifted anyhow along the edge."""
    a = draw(bases)
    edge = draw(st.integers(0, 3))
    degrees = 90.0 * draw(st.integers(0, 3)) + draw(jitters)
    width, depth = draw(sides), draw(sides)
    nx, ny = [(a.fx, a.fy), (a.fy, -a.fx), (-a.fx, -a.fy), (-a.fy, a.fx)][edge]
    reach_a, along_a = (a.half_depth, a.half_width) if edge % 2 == 0 else (a.half_width, a.half_depth)
    facing = math.degrees(math.atan2(a.fx, a.fy)) + degrees
    b = base(0.0, 0.0, round(facing, 2), width, depth)
    lies_along = abs(b.fx * nx + b.fy * ny) > 0.7
    reach_b, along_b = (b.half_depth, b.half_width) if lies_along else (b.half_width, b.half_depth)
    out = reach_a + reach_b + draw(offsets)
    along = draw(st.sampled_from([0.0, along_a - along_b, along_b - along_a, along_a + along_b, 0.5 * along_a])) + draw(
        offsets
    )
    return a, b._replace(x=a.x + nx * out + ny * along, y=a.y + ny * out - nx * along)


@st.composite
def corner_pairs(draw):
    """Two bases corner to corner, give or take a hair, their diagonals in one line or nearly."""
    a, b = draw(bases), draw(bases)
    tip = corners(a)[draw(st.integers(0, 3))]
    out = (tip - [a.x, a.y]) / math.hypot(a.half_width, a.half_depth)
    diagonal = math.degrees(math.atan2(b.half_width, b.half_depth))
    back = math.degrees(math.atan2(-out[0], -out[1])) + draw(st.sampled_from([diagonal, -diagonal]))
    b = base(0.0, 0.0, back + draw(jitters), 2.0 * b.half_width, 2.0 * b.half_depth)
    reach = math.hypot(b.half_width, b.half_depth) + draw(offsets)
    return a, b._replace(x=float(tip[0] + out[0] * reach), y=float(tip[1] + out[1] * reach))


pairs = st.one_of(st.tuples(bases, bases), close_pairs(), corner_pairs())
moves = st.one_of(
    st.tuples(places, places),
    st.tuples(facings, st.sampled_from([0.5, 2.0, 4.0])).map(
        lambda fd: (math.sin(math.radians(fd[0])) * fd[1], math.cos(math.radians(fd[0])) * fd[1])
    ),
)


@st.composite
def close_moves(draw):
    """Two bases and a move of the first, often along or across its own front."""
    a, b = draw(pairs)
    if draw(st.booleans()):
        return a, b, *draw(moves)
    if draw(st.booleans()):
        share = draw(st.sampled_from([-0.2, 0.01, 0.03, 0.1, 0.4, 2.0]))
        return a, b, (b.x - a.x) * share, (b.y - a.y) * share
    length = draw(st.sampled_from([-4.0, -1.0, 0.0, 0.3, 2.0, 4.0]))
    if draw(st.booleans()):
        return a, b, a.fx * length, a.fy * length
    return a, b, a.fy * length, -a.fx * length


# The second opinion


def corners(a):
    """The corners of a base as an array [4, 2], computed here from its definition."""
    forward = np.array([a.fx, a.fy]) * a.half_depth
    right = np.array([a.fy, -a.fx]) * a.half_width
    middle = np.array([a.x, a.y])
    return np.array(
        [middle + forward - right, middle + forward + right, middle - forward + right, middle - forward - right]
    )


def polygon(a):
    """The base as a Shapely polygon."""
    return shapely.Polygon(corners(a))


def meetings(a_points, b_points):
    """All displacements that bring some point of one convex body onto the other: a convex polygon."""
    differences = (np.asarray(b_points)[None, :, :] - np.asarray(a_points)[:, None, :]).reshape(-1, 2)
    return shapely.MultiPoint(differences).convex_hull


def depth_of(a_points, b_points):
    """How deep two convex bodies penetrate: the shortest displacement that parts them; negative: their distance."""
    area = meetings(a_points, b_points)
    origin = shapely.Point(0.0, 0.0)
    return area.exterior.distance(origin) if area.contains(origin) else -area.distance(origin)


def sure_sweep(a_points, b_points, dx, dy):
    """Whether a straight move penetrates by more than TOUCH on its way: True, False, or None when too close to say."""
    area = meetings(a_points, b_points)
    way = shapely.LineString([(0.0, 0.0), (dx, dy)]) if dx or dy else shapely.Point(0.0, 0.0)
    if way.intersects(area.buffer(-(TOUCH + SURE), join_style="mitre")):
        return True
    if not way.intersects(area.buffer(-(TOUCH - SURE), join_style="mitre")):
        return False
    return None


def first_touch(a_points, b_points, dx, dy):
    """The distance along (dx, dy) after which the moved body first meets the other; infinite if never."""
    area = meetings(a_points, b_points)
    if area.intersects(shapely.Point(0.0, 0.0)):
        return 0.0
    met = shapely.LineString([(0.0, 0.0), (dx, dy)]).intersection(area)
    if met.is_empty:
        return math.inf
    return shapely.Point(0.0, 0.0).distance(met)
