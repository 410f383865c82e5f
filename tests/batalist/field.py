"""Small fields for tests: battalions of the army book at stated places, ground, and dice in their order."""

from __future__ import annotations

from typing import Any

import numpy as np

from sandtable.games.batalist.laying.battalions import add_battalion
from sandtable.games.batalist.laying.profiles import read_units
from sandtable.games.batalist.laying.tables import fill_tables
from sandtable.games.batalist.record import BATTLE, Formation, Ground
from sandtable.games.batalist.rules.formations import form
from sandtable.kernel.dice import scripted_dice
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import add_polygon

KEYS = {unit["id"]: key for key, unit in read_units().items()}
NORTH, EAST, SOUTH, WEST = 0.0, 90.0, 180.0, 270.0


def field(**switches: str) -> Any:
    """An empty field of 90 by 60 steps."""
    b = np.zeros(1, BATTLE)[0]
    fill_tables(b, switches)
    b.width, b.height = 90.0, 60.0
    return b


def add(
    b: Any, ident: str, side: int = 0, x: float = 0.0, y: float = 0.0, facing: float = NORTH, figures: int = 0,
    formation: Formation | None = None, files: int = 0,
) -> int:  # fmt: skip
    """One battalion by the id of the army book, its footprint's middle at (x, y)."""
    i = add_battalion(b, KEYS[ident], side, x, y, facing, figures)
    u = b.figures[i]
    if formation is not None or files:
        form(b, i, u.formation if formation is None else formation.value, files or u.files)
    return i


def ground(b: Any, kind: Ground, x0: float, y0: float, x1: float, y1: float) -> int:
    """A rectangle of ground."""
    return int(add_polygon(b.terrain, kind.value, [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]))


class Thrown:
    """Dice that fall in this order, whatever they are for."""

    def __init__(self, *values: int) -> None:
        self.dice = scripted_dice([(NONE, NONE, NONE, value) for value in values])

    def are_used_up(self) -> bool:
        """Each was thrown, and no other was asked for."""
        return bool(self.dice.missing == 0 and all(self.dice.script[k].used for k in range(self.dice.n_script)))
