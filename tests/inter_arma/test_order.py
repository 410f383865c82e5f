"""Nothing hangs on the order in which a file names its figures: positions with several alike, in many orders."""

from __future__ import annotations

import random
from copy import deepcopy
from typing import Any

import numpy as np
import pytest

from inter_arma.field import Field, man, rider, silent
from sandtable.games.inter_arma.rules.positions import first_side_of
from sandtable.games.inter_arma.rules.saving import dismount
from sandtable.games.inter_arma.rules.turns import run_end_of_turn
from sandtable.kernel.records import NONE
from sandtable.table.cases import answer, happened
from test_order_of_figures import stands, told


def figure(id_: str, x: float, y: float, facing: str, **fields: Any) -> dict[str, Any]:
    return {"id": id_, "at": [x, y], "facing": facing, **fields}


FAR = [figure(f"Z{k}", 115, 10 + 4 * k, "S", squad="far") for k in range(8)]

SENTRIES = {
    "phase": "sighting",
    "sides": [
        {
            "key": "red", "edge": "south",
            "figures": [figure("A", 40, 40, "N", squad="a"), figure("B", 60, 40, "N", squad="b")],
        },
        {
            "key": "blue", "edge": "north", "alarm": True,
            "figures": [figure("S", 50, 55, "S", sentry=True), figure("T", 50, 51, "S", sentry=True)],
        },
    ],
    "dice": [{"for": "sentry", "value": 4}, {"for": "sentry", "value": 3}],
    "actions": [{"move": ["A"], "to": [40, 44], "facing": "N", "mode": "walk"}],
}  # fmt: skip
"""Both sentries have A and B at the same distance; one die sights, one does not, and A alone is sighted."""

ROUT = {
    "phase": "movement",
    "sides": [
        {
            "key": "red", "edge": "south",
            "figures": [
                figure("A", 49, 14, "S", routing=True), figure("B", 51, 14, "S", routing=True),
                figure("D", 53.5, 14, "S", routing=True), figure("E", 80, 40, "N"),
            ],
        },
        {"key": "blue", "edge": "north", "figures": FAR},
    ],
    "ground": [{"kind": "rock", "box": [40, 8, 49.9, 10]}, {"kind": "rock", "box": [52.1, 8, 70, 10]}],
    "actions": [{"stand": ["E"], "facing": "S"}],
}  # fmt: skip
"""Three as far from their edge run for a gap in the rocks."""

JAVELIN = {
    "phase": "movement",
    "sides": [
        {
            "key": "red", "edge": "south",
            "figures": [figure("A", 40, 40, "N"), figure("B", 43, 40, "N"), figure("E", 80, 40, "N")],
        },
        {"key": "blue", "edge": "north", "figures": FAR},
    ],
    "markers": [{"at": [41.5, 40], "thing": "loot"}],
    "actions": ["done"],
}  # fmt: skip
"""A and B stand still, each half a centimetre from what lies between them."""

UNIT = {
    "phase": "closing",
    "sides": [
        {
            "key": "red", "edge": "south",
            "figures": [figure(f"A{k}", 40 + 2 * k, 40, "N") for k in range(6)] + [figure("A6", 52, 39, "N")],
        },
        {
            "key": "blue", "edge": "north",
            "figures": [figure(f"B{k}", 41 + 2 * k, 41.73, "S") for k in range(7)] + FAR,
        },
    ],
    "dice": [{"for": "first_blow", "value": 1}, {"for": "first_blow", "value": 6}],
    "actions": [{"close": ["A6"], "to": [52, 40], "facing": "N"}, {"strike": ["B0"], "at": "A1"}],
}  # fmt: skip
"""Seven against seven, half a man apart: the westernmost of those who strike says first whom."""


@pytest.mark.clause("IA-SEQ-10")
@pytest.mark.parametrize(
    "case",
    [
        pytest.param(SENTRIES, id="sentries", marks=pytest.mark.clause("IA-SENTRY-4")),
        pytest.param(ROUT, id="rout", marks=pytest.mark.clause("IA-MORALE-37")),
        pytest.param(JAVELIN, id="standing", marks=pytest.mark.clause("IA-GOAL-1")),
        pytest.param(UNIT, id="unit", marks=pytest.mark.clause("IA-MASS-16")),
    ],
)
def test_any_order_gives_the_same_answer(case: dict[str, Any]) -> None:
    head = {"game": "inter-arma", "table": {"width": 120, "height": 90}, "initiative": ["red", "blue"]}
    found = []
    for seed in range(5):
        data = deepcopy({**head, **case})
        for side in data["sides"]:
            random.Random(f"{seed} {side['key']}").shuffle(side["figures"])
        result = answer(data, "test", seed=1)
        assert all(ruling.judgement.legal for ruling in result.rulings)
        opening = sorted((str(e.clause), sorted(e.text.split())) for e in happened(result.battle.history[0].events))
        found.append((opening, told(result), stands(result)))
    assert all(each == found[0] for each in found)


@pytest.mark.clause("IA-SEQ-10", "IA-MELEE-14")
def test_of_allies_the_side_that_moves_first_throws() -> None:
    """Of figures 0 to 2, one of each side, where the third side moves first, then the second, then the first."""
    b = Field([man(40, 40)], [man(50, 50)], third=[man(60, 60)]).b
    b.order[:3] = [2, 1, 0]
    for members, side in ((0b001, 0), (0b011, 1), (0b101, 2), (0b111, 2), (0, NONE)):
        assert first_side_of(b, np.int64(members)) == side


@pytest.mark.clause("IA-CAV-10", "IA-SEQ-10")
@pytest.mark.parametrize("xs", [(47.5, 52.5), (52.5, 47.5)])
def test_who_is_struck_past_a_shoulder_and_loses_their_horse_is_put_to_the_western_foe(xs: tuple[float, float]) -> None:
    """A horse's base is 3 cm, a rider's 2: both foes touch the horse; the rider then stands 2 cm from the western."""
    field = Field([rider(50, 50)], [*(man(x, 50, "S") for x in xs), man(50, 55, "S", "pike")])
    dismount(field.b, 0, 3, True, silent())
    assert field.at(0) == (49.5, 50)


@pytest.mark.clause("IA-SEQ-3", "IA-NIGHT-6", "IA-MORALE-34")
def test_what_a_group_did_in_a_turn_is_over_with_it() -> None:
    """It throws for its heading, and may ask to retreat, anew."""
    b = Field([man(40, 40)], [man(50, 50)]).b
    group = b.squads[b.figures[0].squad]
    group.headed = group.die = group.asked = group.combat = 1
    run_end_of_turn(b, None, silent())
    assert (group.headed, group.die, group.asked, group.combat) == (0, 0, 0, 0)
