"""The magnet pulls dragged bases onto exact contact, and knows no rule."""

from __future__ import annotations

import numpy as np
import pytest

from sandtable.kernel.discs import Disc, Form, disc_gap
from sandtable.kernel.geometry import Base, base_of, facing_of_degrees
from sandtable.kernel.records import record
from sandtable.server.views.snapping import RADIUS, ends_of, pulls, settle

FIGURE = record(
    ("x", "f8"), ("y", "f8"), ("fx", "f8"), ("fy", "f8"), ("width", "f8"), ("depth", "f8"), ("side", "i4")
)  # fmt: skip

RED, BLUE = 0, 1


def table(*figures):
    """Figures as (side, x, y, degrees): one inch squares."""
    array = np.zeros(len(figures), FIGURE)
    for figure, (side, x, y, degrees) in zip(array, figures, strict=True):
        figure.side, figure.x, figure.y, figure.width, figure.depth = side, x, y, 1.0, 1.0
        facing = facing_of_degrees(float(degrees))
        figure.fx, figure.fy = facing.x, facing.y
    return array


def pose(x, y, degrees):
    facing = facing_of_degrees(float(degrees))
    return Base(x, y, facing.x, facing.y, 0.5, 0.5)


def anything(_base):
    return True


def nothing(_base):
    return False


def where(base):
    return (round(base.x, 3), round(base.y, 3), round(base.fx, 3), round(base.fy, 3))


def test_a_figure_dropped_before_an_enemy_lines_up_front_to_front():
    """An enemy at (10, 12) faces south: its front edge is y 11.5, so the attacker's centre belongs at (10, 11)."""
    figures = table((RED, 10.0, 5.0, 0), (BLUE, 10.0, 12.0, 180))
    pull = settle(figures, [0], [0, 1], pose(10.3, 10.8, 5), anything)
    assert pull is not None and pull.other == 1
    assert where(pull.leader) == (10.0, 11.0, 0.0, 1.0)


def test_a_figure_dropped_at_an_enemys_side_turns_to_it():
    """East of an enemy facing south: the attacker turns west, its centre an inch east of the enemy's."""
    figures = table((RED, 10.0, 5.0, 0), (BLUE, 10.0, 12.0, 180))
    pull = settle(figures, [0], [0, 1], pose(11.2, 12.1, 0), anything)
    assert pull is not None
    assert where(pull.leader) == (11.0, 12.0, -1.0, 0.0)


def test_a_figure_dropped_beside_a_friend_stands_level_with_them():
    figures = table((RED, 10.0, 5.0, 0), (RED, 20.0, 20.0, 90))
    pull = settle(figures, [0], [0, 1], pose(20.2, 18.8, 80), anything)
    assert pull is not None
    assert where(pull.leader) == (20.0, 19.0, 1.0, 0.0)


def test_a_figure_dropped_behind_a_friend_joins_the_column():
    figures = table((RED, 10.0, 5.0, 0), (RED, 20.0, 20.0, 0))
    pull = settle(figures, [0], [0, 1], pose(20.1, 18.8, 0), anything)
    assert pull is not None
    assert where(pull.leader) == (20.0, 19.0, 0.0, 1.0)


def test_a_group_is_pulled_by_whichever_of_its_figures_is_near():
    """Two abreast; the right-hand one is near an enemy's front. The leader moves so that *that one* lines up."""
    figures = table((RED, 10.0, 5.0, 0), (RED, 11.0, 5.0, 0), (BLUE, 20.0, 20.0, 180))
    pull = settle(figures, [0, 1], [0, 1, 2], pose(19.2, 18.9, 0), anything)
    assert pull is not None
    ends = ends_of([base_of(figures[k]) for k in (0, 1)], pull.leader)
    assert where(ends[0]) == (19.0, 19.0, 0.0, 1.0)
    assert where(ends[1]) == (20.0, 19.0, 0.0, 1.0)


def test_far_from_everybody_nothing_pulls():
    figures = table((RED, 10.0, 5.0, 0), (BLUE, 10.0, 12.0, 180))
    assert settle(figures, [0], [0, 1], pose(10.0, 11.0 - RADIUS - 0.01, 0), anything) is None


def test_the_nearest_place_that_the_judge_allows_is_taken():
    """Only the enemy's side may be touched: the nearer front is passed over."""
    figures = table((RED, 10.0, 5.0, 0), (BLUE, 10.0, 12.0, 180))
    dragged = pose(10.55, 11.45, 0)
    offers = pulls(figures, [0], [0, 1], dragged, 2.0)
    assert where(offers[0].leader)[:2] == (10.0, 11.0)
    pull = settle(figures, [0], [0, 1], dragged, lambda base: base.x > 10.9, 2.0)
    assert pull is not None and where(pull.leader)[:2] == (11.0, 12.0)


def test_when_only_the_free_pose_is_legal_it_stays():
    figures = table((RED, 10.0, 5.0, 0), (BLUE, 10.0, 12.0, 180))
    free = pose(10.2, 10.8, 0)
    assert settle(figures, [0], [0, 1], free, lambda base: base is free) is None


def test_when_nothing_is_legal_the_nearest_contact_is_shown_with_its_reasons():
    figures = table((RED, 10.0, 5.0, 0), (BLUE, 10.0, 12.0, 180))
    pull = settle(figures, [0], [0, 1], pose(10.2, 10.8, 0), nothing)
    assert pull is not None and where(pull.leader)[:2] == (10.0, 11.0)


def test_figures_off_the_table_do_not_pull():
    figures = table((RED, 10.0, 5.0, 0), (BLUE, 10.0, 12.0, 180))
    assert settle(figures, [0], [0], pose(10.2, 10.8, 0), anything) is None


@pytest.mark.parametrize("degrees", [0, 37.5, 90, 200])
def test_a_rigid_group_keeps_its_shape(degrees):
    figures = table((RED, 10.0, 5.0, 0), (RED, 11.0, 5.0, 0), (RED, 10.0, 4.0, 0))
    ends = ends_of([base_of(figures[k]) for k in (0, 1, 2)], pose(30.0, 30.0, degrees))
    starts = [base_of(figure) for figure in figures]
    for i in range(3):
        for j in range(i):
            before = np.hypot(starts[i].x - starts[j].x, starts[i].y - starts[j].y)
            after = np.hypot(ends[i].x - ends[j].x, ends[i].y - ends[j].y)
            assert after == pytest.approx(before, abs=2e-3)


# Round bases

ROUND = record(
    ("x", "f8"), ("y", "f8"), ("fx", "f8"), ("fy", "f8"), ("width", "f8"), ("depth", "f8"), ("side", "i4"),
    ("form", "i4"),
)  # fmt: skip


def mixed(*figures):
    """Figures as (side, x, y, degrees, form): discs an inch across and one inch squares."""
    array = np.zeros(len(figures), ROUND)
    for figure, (side, x, y, degrees, form) in zip(array, figures, strict=True):
        figure.side, figure.x, figure.y, figure.width, figure.depth, figure.form = side, x, y, 1.0, 1.0, form
        figure.fx, figure.fy = facing_of_degrees(float(degrees))
    return array


@pytest.mark.parametrize("gap", [-0.1, 0.0, 0.05, 0.3])
@pytest.mark.parametrize("degrees", [0.0, 90.0, 37.3, 201.9])
def test_a_round_figure_is_pulled_until_it_touches_another_and_keeps_its_facing(degrees, gap):
    out = facing_of_degrees(degrees)
    figures = mixed((RED, 5.0, 5.0, 45, Form.DISC), (BLUE, 10.0, 12.0, 180, Form.DISC))
    dropped = pose(10.0 + out.x * (1.0 + gap), 12.0 + out.y * (1.0 + gap), 45)
    pull = settle(figures, [0], [0, 1], dropped, anything)
    assert pull is not None and pull.other == 1
    assert where(pull.leader) == pytest.approx((10.0 + out.x, 12.0 + out.y, 0.707, 0.707), abs=1e-3)
    assert disc_gap(Disc(*pull.leader[:4], 0.5), Disc(10.0, 12.0, 0.0, -1.0, 0.5)) == 0.0


def test_a_round_figure_touches_a_square_where_it_is_nearest():
    """An inch square about (10, 12): its side is at x 10.5. A disc north-east of its corner touches the corner."""
    figures = mixed((RED, 5.0, 5.0, 0, Form.DISC), (BLUE, 10.0, 12.0, 180, Form.RECTANGLE))
    beside = settle(figures, [0], [0, 1], pose(11.2, 12.2, 0), anything)
    assert beside is not None and where(beside.leader) == pytest.approx((11.0, 12.2, 0.0, 1.0), abs=1e-3)
    corner = settle(figures, [0], [0, 1], pose(10.9, 12.9, 0), anything)
    assert corner is not None
    assert where(corner.leader) == pytest.approx((10.5 + 0.3536, 12.5 + 0.3536, 0.0, 1.0), abs=1e-3)


def test_a_square_meets_a_round_figure_with_the_middle_of_its_front():
    figures = mixed((RED, 10.0, 5.0, 0, Form.RECTANGLE), (BLUE, 10.0, 12.0, 180, Form.DISC))
    pull = settle(figures, [0], [0, 1], pose(10.0, 10.8, 10), anything)
    assert pull is not None and where(pull.leader) == (10.0, 11.0, 0.0, 1.0)
