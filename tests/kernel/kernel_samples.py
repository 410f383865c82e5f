"""Every geometry kernel on the same drawn inputs, digested: run as a script, it prints one digest a kernel."""

from __future__ import annotations

import hashlib
import random

import numpy as np

from kernel.walked_wheels import wheels_into
from sandtable.compiler.decorators import kernel
from sandtable.kernel import (
    contact,
    dice_tree,
    geometry,
    grid,
    line_of_sight,
    opposed_rolls,
    sorted_dice,
    sweep,
    terrain,
)
from sandtable.kernel.dice import new_dice
from sandtable.kernel.geometry import Base
from sandtable.kernel.log import new_log
from sandtable.kernel.opposed_rolls import Again
from sandtable.kernel.records import record

N = 60

PAIRS = {
    geometry: ("gap", "distance_between", "overlap", "nearest_points"),
    contact: (
        "front_on",
        "is_front_contact",
        "are_linked",
        "overlap_by_corner",
        "side_on_side",
        "is_level_beside",
        "is_directly_behind",
    ),
    sweep: ("rigid_between",),
}
POINTS = {geometry: ("contains_point",)}
SEGMENTS = {
    geometry: ("gap_to_segment", "gap_to_rectangle", "is_inside_rectangle", "distance_to_segment"),
}
FEATURES = ("overlaps_feature", "gap_to_feature", "distance_to_feature")


def a_base(rng):
    """A base somewhere on a small table."""
    turn = rng.choice([0.0, 90.0, 180.0, 270.0, rng.randrange(36000) / 100])
    facing = geometry.facing_of_degrees(turn)
    x, y = (rng.randrange(6 * 2048) / 2048 for _ in range(2))
    half_width, half_depth = rng.choice([(0.5, 0.5), (0.75, 0.25), (1.5, 0.5)])
    return Base(x, y, float(facing[0]), float(facing[1]), half_width, half_depth)


def a_pair(rng):
    """Two bases, often in contact give or take a hair."""
    a, b = a_base(rng), a_base(rng)
    if rng.random() < 0.6:
        a = Base(*(float(v) for v in contact.contact_place(a, b, rng.randrange(4))))
        hair = rng.choice([0.0, 0.0, 0.005, -0.005, 0.02, -0.02])
        a = a._replace(x=a.x + hair * a.fx, y=a.y + hair * a.fy)
    return a, b


def a_terrain():
    """One of everything."""
    t = np.zeros(1, terrain.terrain_record(16, 64))[0]
    terrain.add_polygon(t, 1, [(1, 1), (3, 1), (3, 2), (2, 2), (2, 3), (1, 3)])
    terrain.add_disc(t, 2, 4.0, 4.0, 0.75)
    terrain.add_line(t, 3, [(0, 5), (6, 5), (6, 0)], [(2, 5, 3, 5)])
    terrain.add_strip(t, 4, [(0, 0), (4, 1), (5, 6)], 0.5)
    return t


def bits(value):
    """The exact bytes of whatever a kernel returns."""
    if isinstance(value, bytes):
        return value
    if isinstance(value, tuple):
        return b"".join(bits(v) for v in value)
    return np.float64(value).tobytes()


def digests():
    """Kernel name -> digest of its answers, bit for bit."""
    found = {}

    def feed(name, value):
        found.setdefault(name, hashlib.sha256()).update(bits(value))

    rng = random.Random(2026)
    t = a_terrain()
    feed("terrain", t.tobytes())
    for _ in range(N):
        a, b = a_pair(rng)
        for module, names in PAIRS.items():
            for name in names:
                feed(name, getattr(module, name)(a, b))
        edge_a, edge_b = rng.randrange(4), rng.randrange(4)
        feed("edge_touching", contact.edge_touching(a, edge_a, b, edge_b))
        feed("corners_meet", contact.corners_meet(a, edge_a, b, edge_b))
        feed("is_aligned_on", contact.is_aligned_on(a, b, edge_b))
        feed("contact_place", contact.contact_place(a, b, edge_b))
        feed("corner", geometry.corner(a, edge_a))
        feed("edge_middle", geometry.edge_middle(a, edge_a))
        feed("ahead", geometry.ahead(a, rng.uniform(-4.0, 4.0)))
        feed("square_ahead", line_of_sight.square_ahead(a))
        feed("carried", sweep.carried(sweep.rigid_between(a, b), b))
        degrees = rng.uniform(-400.0, 400.0)
        feed("facing_of_degrees", geometry.facing_of_degrees(degrees))
        feed("turned", geometry.turned(a.fx, a.fy, degrees))
        feed("degrees_of_facing", geometry.degrees_of_facing(a.fx, a.fy))
        feed("snap_facing", geometry.snap_facing(rng.uniform(-1.0, 1.0), rng.uniform(-1.0, 1.0)))
        feed("quarter_turned", geometry.quarter_turned(a.fx, a.fy, edge_a - edge_b))
        feed("snap", geometry.snap(degrees))
        feed("wheels_into", wheels_into(a, a.x + 0.5, a.y, degrees / 4.0, b))
        feed("wheel_about", sweep.wheel_about(a.x, a.y, degrees))
        dx, dy = rng.choice([(4.0 * a.fx, 4.0 * a.fy), (rng.uniform(-4.0, 4.0), rng.uniform(-4.0, 4.0))])
        length = (dx * dx + dy * dy) ** 0.5
        feed("sweep_hits", sweep.sweep_hits(a, dx, dy, b))
        feed("free_distance", sweep.free_distance(a, dx / length, dy / length, length, b))
        for name in POINTS[geometry]:
            feed(name, getattr(geometry, name)(a, b.x + dx, b.y))
        for name in SEGMENTS[geometry]:
            feed(name, getattr(geometry, name)(a, b.x, b.y, b.x + dx, b.y + dy))
        feed("sight_blocked_by_base", line_of_sight.sight_blocked_by_base(b.x, b.y, b.x + dx, b.y + dy, a))
        feed("is_on_table", terrain.is_on_table(a, 6.0, 6.0))
        for i in range(t.n_features):
            for name in FEATURES:
                feed(name, getattr(terrain, name)(a, t, i))
            feed("sweep_hits_feature", terrain.sweep_hits_feature(a, dx, dy, t, i))
            feed(
                "free_distance_to_feature",
                terrain.free_distance_to_feature(a, dx / length, dy / length, length, t, i),
            )
            feed("point_in_feature", terrain.point_in_feature(a.x, a.y, t, i))
            feed("segment_crosses_feature", terrain.segment_crosses_feature(a.x, a.y, b.x, b.y, t, i))
            feed("sight_blocked_by_feature", line_of_sight.sight_blocked_by_feature(a.x, a.y, b.x, b.y, t, i))
    figures = np.zeros(60, record(("x", "f8"), ("y", "f8")))
    for figure in figures:
        figure["x"], figure["y"] = rng.uniform(0.0, 48.0), rng.uniform(0.0, 48.0)
    out = np.zeros(61, np.int64)
    for box in ((0.0, 0.0, 48.0, 48.0), (10.0, 10.0, 30.0, 20.0)):
        cells = grid.make_grid(figures, 60, 4.0, 48.0, 48.0)
        n = grid.near(cells, figures, *box, out)
        feed("near", tuple(out[:n]))
        feed("make_grid", tuple(cells.masks.ravel()))
    for again in Again:
        for bonuses in ((0, 0), (1, 0, 0), (2, 0, 1)):
            feed("contest", contest_walk(bonuses, again.value))
    for groups in ((2, 2), (3, 5)):
        feed("ranks", ranks_walk(*groups))
    return {name: digest.hexdigest()[:16] for name, digest in found.items()}


def contest_walk(bonuses, again):
    """Places, totals and weights of every leaf of a contest's tree, and of a few thrown ones."""
    contestants, dice, log = np.zeros(len(bonuses), opposed_rolls.CONTESTANT), new_dice("samples"), new_log(keep=False)
    for side, bonus in enumerate(bonuses):
        opposed_rolls.enter(contestants[side], side, -1, bonus)
    answers = []
    for _ in range(5):
        opposed_rolls.contest(contestants, len(bonuses), again, dice, log, 0)
        answers.append(contestants.tobytes())
    dice_tree.start_walk(dice)
    more = True
    while more:
        opposed_rolls.contest(contestants, len(bonuses), again, dice, log, 0)
        answers += [contestants.tobytes(), dice_tree.leaf_weight(dice, 0)]
        more = dice_tree.next_leaf(dice, 0)
    return tuple(answers)


def ranks_walk(n_own, n_other):
    """Dice and weights of every leaf in which it is drawn who has which rank."""
    dice, faces = new_dice("samples"), np.zeros((2, sorted_dice.MOST), np.int64)
    dice_tree.start_walk(dice)
    answers = []
    more = True
    while more:
        answers += [
            sorted_dice.draw_ranks(dice, 0, faces, n_own, n_other),
            faces.tobytes(),
            dice_tree.leaf_weight(dice, 0),
        ]
        more = dice_tree.next_leaf(dice, 0)
    return tuple(answers)


INNER = record(("v", "f8"), ("n", "i4"), ("item", "i4"), ("shape", "i4"))  # two of numpy's own names
OUTER = record(("parts", INNER, (3,)), ("one", INNER), ("n", "i4"))
WHOLE = record(("outer", OUTER, (2,)), ("v", "f8"))


@kernel
def _poke(whole):
    """Write through attributes at every depth, through a view, and copy an inner record."""
    whole.outer[1].parts[2].v = 2.5
    whole.outer[1].parts[2].n += 7
    part = whole.outer[0].parts[1]
    part.v = whole.outer[1].parts[2].v + 1.5
    whole.outer[0].one.n = 9
    part.item = 4
    part.shape = part.item + whole.outer[0].one.n
    whole.outer[1].one = whole.outer[1].parts[2]
    whole.v = 3.0


def canary():
    """What reads back after writing into records within records."""
    whole = np.zeros(1, WHOLE)[0]
    _poke(whole)
    outer = whole.outer
    return (
        float(outer[1].parts[2].v),
        int(outer[1].parts[2].n),
        float(outer[0].parts[1].v),
        int(outer[0].one.n),
        float(whole.v),
        int(outer[1].one.n),
        int(outer[0].parts[1].shape),
    )


if __name__ == "__main__":
    for kernel_name, digest in digests().items():
        print(kernel_name, digest)
