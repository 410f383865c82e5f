"""Where a piece may be put back: both ends of its room, what it lies too near to, lanes, its mines, by hand (REC)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from pursuit.street import Chase, building, gargoyle, scout
from sandtable.games.pursuit.listing.offers import legal_actions, sample_action
from sandtable.games.pursuit.record import ACTION, Phase, Verb
from sandtable.games.pursuit.rules.pieces import lay
from sandtable.games.pursuit.rules.recycling import (
    MOST,
    About,
    ends_of_room,
    fits_somewhere,
    those_about,
    what_is_near,
)
from sandtable.kernel.dice import choose, new_dice
from sandtable.kernel.log import Kind
from tabletop import entries

Box = tuple[float, float, float, float]

BESIDE = (40.0, 10.0, 52.0, 14.0)
"""A piece 1 inch to the rear of one that is 7 inches long and lies at the Arrival."""


def placing(*others: Box, gargoyles: Any = (), mines: Any = (), **options: str) -> Chase:
    """The hunters are to put a piece back, 7 inches along and 5 across; others lie, and everybody stands, as said."""
    blocks = [building(30 + 3 * k, 3 * k, 32 + 3 * k, 3 * k + 1) for k in range(len(others))]
    chase = Chase([scout(5, 5)], [gargoyle(3, 33)], [building(5, 10, 12, 15), *blocks],
                  clusters=[(20, 3 * m, "") for m in range(len(mines))], **options)  # fmt: skip
    while chase.b.phase == Phase.PURSUIT:
        chase.play(Verb.KEEP, int(chase.b.active))
    for k, box in enumerate(others, 1):
        lay(chase.b, k, *box)
    for m, place in enumerate(mines):
        chase.b.mines[m].x, chase.b.mines[m].y = place
    for place in gargoyles:
        chase.b.figures[1].x, chase.b.figures[1].y = place
    return chase


@pytest.mark.clause("PURS-REC-4", "PURS-REC-3")
@pytest.mark.parametrize(
    ("set_up", "ends"),
    [
        ({}, []),
        ({"others": [BESIDE]}, [10 - math.sqrt(3) - 5, 14 + math.sqrt(3)]),
        ({"others": [(40, 10, 51.1, 14)]}, [5 - math.sqrt(0.39), 14 + math.sqrt(0.39)]),
        ({"others": [(40, 10, 51, 14)]}, []),  # just 2 inches to its rear
        ({"others": [(54, 10, 58, 14)]}, [3, 16]),
        ({"gargoyles": [(52, 20)]}, [15 - math.sqrt(5.25), 20 + math.sqrt(5.25)]),  # 2.5 off its middle
        ({"gargoyles": [(50.6, 20)]}, [15 - 0.7, 20.7]),
        ({"gargoyles": [(50.5, 20)]}, []),
        ({"gargoyles": [(56, 20)]}, [12.5, 22.5]),
        ({"mines": [(52, 20)]}, [15 - math.sqrt(6.5625), 20 + math.sqrt(6.5625)]),  # 2.75 off their middle
        ({"mines": [(50.3, 20)]}, [15 - math.sqrt(0.2725), 20 + math.sqrt(0.2725)]),
        ({"mines": [(50.25, 20)]}, []),
    ],
)
def test_both_ends_of_its_room(set_up: dict[str, Any], ends: list[float]) -> None:
    """On the table its lower side lies at 0 to 31; everything forbids it a stretch, whose ends are tried too."""
    chase = placing(*set_up.get("others", ()), **{k: v for k, v in set_up.items() if k != "others"})
    ys = np.full(MOST, np.nan)
    found = ys[: ends_of_room(chase.b, 0, False, ys)]
    assert [y for y in found if abs(y) < 100] == pytest.approx([0, 31, *ends], abs=0.003)


@pytest.mark.clause("PURS-REC-4", "PURS-REC-8")
@pytest.mark.parametrize(("gap", "fits"), [(9.0, True), (8.99, False)])
@pytest.mark.parametrize("where", ["middle", "lower edge", "upper edge"])
def test_the_smallest_room(where: str, gap: float, fits: bool) -> None:
    """Turned it needs 7 and unturned 5 inches, and 2 to each neighbour; beside an edge 2 inches fewer."""
    boxes: dict[str, list[Box]] = {
        "middle": [(50, 0, 60, 14), (50, 14 + gap, 60, 36)],
        "lower edge": [(50, gap - 2, 60, 36)],
        "upper edge": [(50, 0, 60, 38 - gap)],
    }
    assert bool(fits_somewhere(placing(*boxes[where]).b, 0)) == fits


@pytest.mark.clause("PURS-REC-4", "PURS-REC-8")
@pytest.mark.parametrize(("above", "fits"), [(22.74, True), (22.72, False)])
def test_the_only_room_may_be_its_own_way_round(above: float, fits: bool) -> None:
    """The piece behind holds up the longer way alone, which then needs 14 + 1.732 + 5 + 2 = 22.732 inches from below.

    Turned, its front is 3 inches from that piece, and it lacks room between the two at the Arrival.
    """
    assert bool(fits_somewhere(placing(BESIDE, (54, 0, 60, 13), (50, above, 60, 36)).b, 0)) == fits


@pytest.mark.clause("PURS-REC-4", "PURS-REC-3")
@pytest.mark.parametrize(("x", "fits"), [(52, False), (50.5, True)])
def test_a_figure_in_the_only_room(x: float, fits: bool) -> None:
    """9 inches are free between two pieces; a Gargoyle in their middle forbids them unless 2 inches to the rear."""
    chase = placing((53, 0, 60, 14), (53, 23, 60, 36), gargoyles=[(x, 18.5)])
    assert bool(fits_somewhere(chase.b, 0)) == fits


@pytest.mark.clause("PURS-REC-3", "PURS-REC-7")
@pytest.mark.parametrize(
    ("set_up", "said"),
    [
        ({"others": [BESIDE]}, ("PLACED_BY_PIECE", 1, 1.0, (46, 12))),
        ({"others": [(54, 16.5, 58, 20)]}, ("PLACED_BY_PIECE", 1, 1.5, (56, 18.25))),
        ({"others": [(50, 15.5, 52, 20)]}, ("PLACED_BY_PIECE", 1, 1.12, (51, 17.75))),  # 1 along, 0.5 across
        ({"gargoyles": [(52, 12)]}, ("PLACED_BY_FIGURE", 2, 0.5, (52, 12))),
        ({"gargoyles": [(56, 16.5)]}, ("PLACED_BY_FIGURE", 2, 1.0, (56, 16.5))),
        ({"mines": [(52, 12)]}, ("PLACED_BY_MINES", 2, 0.25, (52, 12))),
    ],
)
def test_to_what_it_would_lie_too_near(
    set_up: dict[str, Any], said: tuple[str, int, float, tuple[float, float]]
) -> None:
    """From (53, 10) to (60, 15); drawn from its middle to that of the other."""
    chase = placing(*set_up.get("others", ()), **{k: v for k, v in set_up.items() if k != "others"})
    code, number, gap, middle = said
    assert chase.refusal(Verb.PLACE, target=0, to=(56.5, 12.5)) == [(code, number, gap)]
    (drawn,) = entries(chase.why, Kind.REASON)
    assert (drawn.x, drawn.y, drawn.x2, drawn.y2) == (56.5, 12.5, *middle)


@pytest.mark.clause("PURS-REC-1", "PURS-REC-7")
def test_on_the_arrival_and_between_the_sides() -> None:
    chase = placing()
    assert chase.refusal(Verb.PLACE, target=0, to=(55.5, 12.5)) == [("NOT_AT_ARRIVAL", 0, 1.0)]
    assert chase.refusal(Verb.PLACE, target=0, to=(56.5, 2)) == [("OVER_THE_SIDE", 0, 0.5)]
    assert chase.refusal(Verb.PLACE, target=0, to=(56.5, 34)) == [("OVER_THE_SIDE", 0, 0.5)]
    for y in (2.5, 33.5):
        assert chase.reasons(Verb.PLACE, target=0, to=(56.5, y)) == []
    chase.play(Verb.PLACE, target=0, to=(57.5, 32.5), heading=0)
    assert chase.box(0) == (55, 29, 60, 36)


@pytest.mark.clause("PURS-SPO-2")
@pytest.mark.parametrize(
    ("set_up", "at", "said"),
    [
        ({}, (52.25, 12.5), []),
        ({}, (51, 12.5), [("MINE_TOUCHES_NONE", 0, 1.25)]),
        ({}, (54, 12.5), [("MINE_ON_PIECE", 0, 0.0)]),
        ({"x1": 51.5}, (52.25, 12.5), [("MINE_TOUCHES_OTHER", 1, 0.0)]),
        ({"x1": 51.4}, (52.25, 12.5), []),
        ({"x1": 51.5, "fresh": 1}, (52.25, 12.5), [("MINE_TOUCHES_TWO", 1, 0.0)]),
    ],
)
def test_which_piece_mines_touch(set_up: dict[str, Any], at: tuple[float, float], said: list[Any]) -> None:
    """The piece lies from (53, 10) to (60, 15), the mines' base is 0.75; a refused place is drawn where it is."""
    chase = placing((30, 20, 32, 21), mines=[(20, 30)])
    chase.play(Verb.PLACE, target=0, to=(56.5, 12.5))
    lay(chase.b, 1, 46, 10, set_up.get("x1", 48), 15)  # to the rear of the mines
    chase.b.pieces[1].fresh = set_up.get("fresh", 0)
    assert chase.refusal(Verb.MINE, to=at) == said
    for drawn in entries(chase.why, Kind.REASON):
        assert (drawn.x, drawn.y, drawn.x2, drawn.y2) == (*at, *at)


@pytest.mark.clause("PURS-REC-9", "PURS-REC-4")
@pytest.mark.parametrize(("free", "lane", "fits"), [(13, "8", True), (12.9, "8", False), (12.9, "0", True)])
def test_a_piece_that_would_leave_no_lane_fits_nowhere(free: float, lane: str, fits: bool) -> None:
    """Above ``free`` a piece lies up to the edge: 5 inches of the piece and 8 between the two are 13."""
    assert bool(fits_somewhere(placing((50, free, 60, 36), keep_lane=lane).b, 0)) == fits


@pytest.mark.clause("PURS-REC-9")
@pytest.mark.parametrize(
    ("y", "others", "open_"),
    [
        (5.5, [(54, 16, 60, 30)], True),  # 8 to 16 is left
        (5.5, [(54, 15.9, 60, 30)], False),
        (10.5, [(54, 19, 60, 36)], True),  # 0 to 8
        (10.4, [(54, 19, 60, 36)], False),
        (4.0, [(54, 14, 60, 28)], True),  # 28 to 36
        (4.0, [(54, 14, 60, 28.1)], False),
        (4.0, [(46, 12, 53, 28.1)], True),  # beside the piece nothing lies there
        (4.0, [(46, 12, 53.1, 28.1)], False),
        (4.0, [(54, 9.9, 60, 14), (54, 22, 60, 30)], True),  # 14 to 22
        (4.0, [(54, 9.9, 60, 14), (54, 21.9, 60, 30)], False),
        (4.0, [(54, 21.9, 60, 30), (54, 9.9, 60, 14)], False),
    ],
)
def test_house_rule_a_lane_of_8_inches(y: float, others: list[Box], open_: bool) -> None:
    """The piece is put from ``y`` - 2.5 to ``y`` + 2.5, at x 53 to 60; the lane runs beside it."""
    chase = placing(*others, keep_lane="8")
    assert chase.reasons(Verb.PLACE, target=0, to=(56.5, y)) == ([] if open_ else ["NO_LANE_LEFT"])


CROWDED: dict[str, Any] = {"others": [BESIDE, (50, 28, 60, 36)], "gargoyles": [(50.55, 22)], "mines": [(50.3, 3)]}


@pytest.mark.clause("PURS-REC-3")
@pytest.mark.parametrize("x0", [52.3, 52.9, 53.0, 54.1])
def test_those_about_are_all_who_may_be_near(x0: float) -> None:
    """Wherever a piece lies along the Arrival, it is too near to the same as when everybody is asked."""
    b = placing(*CROWDED["others"], gargoyles=CROWDED["gargoyles"], mines=CROWDED["mines"]).b
    everybody = About((1 << b.n_pieces) - 1, (1 << b.n_figures) - 1, int(b.mines[0].on))
    about = those_about(b, x0)
    found = [tuple(what_is_near(b, about, x0, 0.25 * y, b.length, 0.25 * y + 5)) for y in range(4 * 31)]
    assert found == [tuple(what_is_near(b, everybody, x0, 0.25 * y, b.length, 0.25 * y + 5)) for y in range(4 * 31)]
    assert len({one[0] for one in found}) > 1


@pytest.mark.clause("PURS-REC-4")
def test_a_sampled_place_is_the_one_of_the_list_that_the_dice_choose() -> None:
    """Only the place chosen is drafted, and it is to the byte what the list offers, at the same dice."""
    chase = placing(*CROWDED["others"], gargoyles=CROWDED["gargoyles"], mines=CROWDED["mines"])
    listed, sampled = np.zeros(512, ACTION), np.zeros(1, ACTION)
    n = legal_actions(chase.b, listed)
    assert n > 3
    dice, same_dice = new_dice(7), new_dice(7)
    for _ in range(8):
        sample_action(chase.b, dice, sampled[0])
        assert sampled[0].tobytes() == listed[choose(same_dice, n)].tobytes()
    assert dice.tobytes() == same_dice.tobytes()
