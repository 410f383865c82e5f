"""A wheel near the board's edge, against an oracle that looks at many poses on its way: the way counts, not its end."""

from __future__ import annotations

import math
from random import Random

import pytest

from sandtable.table.cases import answer

WIDE, DEEP = 160.0, 60.0
"""Four Blades on a base, in paces."""

DOUBTFUL = 0.05
"""Paces: wheels that come so close to the edge, on either side of it, are left out."""


def least_room(x: float, y: float, facing: float, hand: str, degrees: float, abreast: int, size: float) -> float:
    """How far inside the board the corners of a line keep that wheels so; less than 0 where one swings over its edge.

    (x, y) is the line's front left corner, and ``facing`` is in degrees clockwise from north.
    """
    turn = math.radians(facing)
    ahead, right = (math.sin(turn), math.cos(turn)), (math.cos(turn), -math.sin(turn))
    corners = [
        (x + right[0] * across - ahead[0] * back, y + right[1] * across - ahead[1] * back)
        for across in (0.0, WIDE * abreast)
        for back in (0.0, DEEP)
    ]
    px, py = corners[2] if hand == "right" else corners[0]
    sign = -1.0 if hand == "right" else 1.0  # clockwise is negative
    room = math.inf
    steps = 400
    for step in range(steps + 1):
        angle = math.radians(sign * degrees * step / steps)
        c, s = math.cos(angle), math.sin(angle)
        for cx, cy in corners:
            tx, ty = px + c * (cx - px) - s * (cy - py), py + s * (cx - px) + c * (cy - py)
            room = min(room, tx, ty, size - tx, size - ty)
    return room


def wheels(seed: int, count: int, size: float) -> list[tuple[float, float, float, str, float, int]]:
    """Lines of one to three that stand on the board near its edges, nearly along them, and wheel within their move."""
    dice = Random(seed)
    found = []
    while len(found) < count:
        abreast = dice.choice([1, 2, 3])
        facing = round(90 * dice.randrange(4) + dice.uniform(-15, 15), 1) % 360
        x, y = round(dice.uniform(0, size), 1), round(dice.uniform(0, size), 1)
        stands = least_room(x, y, facing, "right", 0.0, abreast, size)
        if not 0.01 < stands < 25:
            continue
        most = math.degrees(190.0 / (WIDE * abreast))
        found.append((x, y, facing, dice.choice(["left", "right"]), round(dice.uniform(1, most), 1), abreast))
    return found


@pytest.mark.clause("DBA-TERR-7")
def test_a_wheel_near_an_edge_is_legal_when_no_corner_swings_over_it_on_the_way() -> None:
    size = 3000.0  # the expanded board
    seen = {True: 0, False: 0}
    only_on_the_way = 0
    for x, y, facing, hand, degrees, abreast in wheels(seed=29, count=300, size=size):
        room = least_room(x, y, facing, hand, degrees, abreast, size)
        if abs(room) < DOUBTFUL:
            continue
        turn = math.radians(facing)
        names = "ABC"[:abreast]
        figures = [
            {
                "id": name,
                "is": "4Bd",
                "side": "red",
                "left": [x + math.cos(turn) * WIDE * k, y - math.sin(turn) * WIDE * k],
                "facing": facing,
            }
            for k, name in enumerate(names)
        ]
        action = {"move": list(names), "legs": [{"wheel": hand, "degrees": degrees}]}
        case = {"game": "dba", "side": "red", "bound": 1, "pips": 5, "figures": figures, "actions": [action]}
        judged = answer(case, "case", seed=1).rulings[0].judgement
        assert judged.legal == (room > 0), (x, y, facing, hand, degrees, abreast, room, judged)
        assert judged.legal or {str(reason.clause) for reason in judged.reasons} == {"DBA-TERR-7"}
        seen[judged.legal] += 1
        only_on_the_way += not judged.legal and _ends_on_board(x, y, facing, hand, degrees, abreast, size)
    assert min(seen.values()) >= 50 and only_on_the_way >= 5


def _ends_on_board(x: float, y: float, facing: float, hand: str, degrees: float, abreast: int, size: float) -> bool:
    """Every corner of the line is on the board where the wheel ends."""
    pivot = WIDE * abreast if hand == "right" else 0.0
    turn = math.radians(facing)
    px, py = x + math.cos(turn) * pivot, y - math.sin(turn) * pivot
    after = facing + (degrees if hand == "right" else -degrees)
    back = math.radians(after)
    left = (px - math.cos(back) * pivot, py + math.sin(back) * pivot)
    return least_room(*left, after, "right", 0.0, abreast, size) >= 0.0
