"""Whatever stands at the edge of the board, flush with it or with a corner on it, at any angle: its table is drawn."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from conftest import REDUCED
from dba.table import BLUE, DEPTHS, RED
from dba.test_scene import case
from off_grid import beside
from sandtable.games.dba.showing.explaining import explain
from sandtable.table.battle import Battle

pytestmark = pytest.mark.volume

KINDS = ("4Bd", "2Ps", "3Cv", "El", "4Bw", "Art", "WWg")
BOARD = 3000.0
SQUARE = (0.0, 90.0, 180.0, 270.0)


def at_the_edge(rng: random.Random, along: float, edge: int, size: tuple[float, float]) -> tuple[list[float], float]:
    """Where a base stands whose outermost corner or edge is on that edge of the board (0 north), and how it faces."""
    degrees = rng.choice([*SQUARE, rng.randrange(36000) / 100, edge * 90 + rng.choice([0.01, -0.01, 45.0])])
    out = math.radians(90 * edge)
    corner = beside(0.0, 0.0, 0.0, (0.0, 0.0), math.radians(degrees), size, out + math.pi, 0.0)
    inward = rng.choice([0.0, 0.0, 0.01, 0.5, 80.0, 160.0])
    reach = abs(corner[0] * math.sin(out) + corner[1] * math.cos(out)) + inward
    x, y = [(along, BOARD - reach), (BOARD - reach, along), (along, reach), (reach, along)][edge]
    return [round(x, 4), round(y, 4)], degrees


def any_table(rng: random.Random) -> Battle:
    """Up to twelve elements about the edges of the board, three to each, some of them near to one another."""
    figures: list[dict[str, Any]] = []
    for edge in range(4):
        for k in range(rng.randrange(1, 4)):
            code = rng.choice(KINDS)
            at, degrees = at_the_edge(rng, rng.uniform(450, 600) + 850 * k, edge, (160.0, DEPTHS[code]))
            side = ("red", "blue")[rng.randrange(2)]
            figures.append({"id": f"E{edge}{k}", "is": code, "side": side, "at": at, "facing": degrees})
    for side in ("red", "blue"):  # somebody of either in the middle, aslant
        at, degrees = [1500.0 + rng.uniform(-9, 9), 1300.0 + 400 * (side == "blue")], rng.randrange(36000) / 100
        figures.append({"id": f"M{side}", "is": "4Bd", "side": side, "at": at, "facing": degrees, "general": True})
    options = {
        "conventions": rng.choice(["wadbag", "plain"]),
        "board": "expanded",
        "camp_zoc_corners": rng.choice(["round", "square"]),
    }
    fields: dict[str, Any] = {"side": rng.choice(["red", "blue"]), "options": options}
    phase = rng.choice(["movement", "movement", "shooting", "combat"])
    return case(figures=figures, **fields, **({"pips": 6} if phase == "movement" else {"phase": phase}))


@pytest.mark.clause("WAD-ZOC-2", "WAD-ZOC-12", "WAD-ZOC-6", "DBA-SHOOT-5")
@pytest.mark.parametrize("seed", range(20 if REDUCED else 300))
def test_every_table_can_be_drawn_and_every_element_explained(seed: int) -> None:
    """No exception; and what is drawn as an area is one, with no corner beyond the board."""
    battle = any_table(random.Random(seed))
    record = battle.record
    shown = list(battle.scene().overlays)
    for i in range(int(record.n_figures)):
        shown += explain(record, battle.names, i).overlays
    assert {RED, BLUE} == {int(f.side) for f in record.figures[: int(record.n_figures)]}
    for overlay in shown:
        assert all(math.isfinite(x) and math.isfinite(y) for x, y in overlay.points), overlay
        if overlay.kind in ("zone", "own") and overlay.closed:
            assert len(overlay.points) >= 3, overlay
            assert all(-0.01 <= x <= BOARD + 0.01 and -0.01 <= y <= BOARD + 0.01 for x, y in overlay.points), overlay
