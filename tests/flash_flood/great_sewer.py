"""A great sewer full of models, far above what is played: what the speed of a flood is measured on (SET-9).

The dice and the log of one action have room for a battle, not for a thousand models: here they are emptied
as they fill.
"""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np

from sandtable.compiler.decorators import kernel
from sandtable.games import get_game
from sandtable.games.common.options import values_of
from sandtable.games.flash_flood.laying.sewer import lay_sewer, let_water_in
from sandtable.games.flash_flood.laying.sewer_file import Barrier, Corridor, SewerFile
from sandtable.games.flash_flood.laying.tables import fill_rules, options
from sandtable.games.flash_flood.record import MAX_CHARGES, battle_record
from sandtable.games.flash_flood.rules.flood import begin_flood, end_flood, test_next
from sandtable.games.flash_flood.rules.sewer import Place, point_of
from sandtable.games.skirmish40k.laying.data_files import read_profiles, read_weapons
from sandtable.games.skirmish40k.laying.numbers import fill_tables
from sandtable.kernel.dice import MAX_THROWN, forget
from sandtable.kernel.geometry import snap
from sandtable.kernel.log import CAPACITY, clear
from sandtable.kernel.records import MAX_FIGURES, NONE
from sandtable.kernel.scratch import keep_until_here

PITCH = 15.0
"""Inches from node to node."""

TROOPS = ("line_guard", "armoured_trooper", "gun_swarmer", "blade_swarmer", "brood_warrior")
SQUAD = 10

CROWD = battle_record(1000, 1000 // SQUAD, nodes=144, corridors=264, barriers=38)
"""The largest that is measured. To compile its flood takes a minute: a crowd that a battle holds is laid in one."""


def great_sewer(columns: int, rows: int) -> SewerFile:
    """A net of so many nodes by so many, with a grate in every seventh corridor and the origin in a corner."""
    nodes = {f"{c}.{r}": (3 + PITCH * c, 3 + PITCH * r) for c in range(columns) for r in range(rows)}
    corridors = {}
    for c in range(columns):
        for r in range(rows):
            for kind, c1, r1 in (("E", c + 1, r), ("N", c, r + 1)):
                if c1 < columns and r1 < rows:
                    corridors[f"{kind}{c}.{r}"] = Corridor(nodes=(f"{c}.{r}", f"{c1}.{r1}"))
    barriers = {
        f"G{key}": Barrier(kind="grate", corridor=key, at=7.5) for place, key in enumerate(corridors) if place % 7 == 6
    }
    return SewerFile(
        title="A great sewer",
        width=6 + PITCH * (columns - 1),
        height=6 + PITCH * (rows - 1),
        origin="0.0",
        nodes=nodes,
        corridors=corridors,
        barriers=barriers,
    )


def lay_crowd(columns: int, rows: int, models: int, seed: int) -> Any:
    """A battle record with so many models of five kinds in squads of ten, standing anywhere in such a sewer."""
    sewer = great_sewer(columns, rows)
    squads = math.ceil(models / SQUAD)
    # Compiled rules are read for the record of a game that is loaded.
    battle = np.zeros(1, get_game("flash-flood").dtype if models <= MAX_FIGURES else CROWD)
    b = battle[0]
    values = values_of(options(), {})
    profiles = read_profiles()
    places = fill_tables(b, {key: profiles[key] for key in TROOPS}, read_weapons(), values)
    fill_rules(b, values)
    lay_sewer(b, sewer)
    let_water_in(b, sewer, values)
    b.charges[:MAX_CHARGES]["bearer"] = NONE
    choose = random.Random(seed)
    for i in range(models):
        figure = b.figures[i]
        figure.unit = figure.squad = i // SQUAD
        figure.side, figure.fy = i // SQUAD % 2, 1.0
        figure.profile = places[TROOPS[i // SQUAD % len(TROOPS)]]
        figure.wounds = b.profiles[figure.profile].wounds
        figure.width = figure.depth = 2.0 * b.profiles[figure.profile].radius
        _stand_somewhere(b, i, choose)
    for u in range(squads):
        unit = b.units[u]
        unit.first, unit.side = u * SQUAD, u % 2
        unit["count"] = unit.at_start = unit.at_phase = min(SQUAD, models - u * SQUAD)
        b.squads[u].main = NONE
    b.n_figures, b.n_units, b.n_squads = models, squads, squads
    return battle


def _stand_somewhere(b: Any, i: int, choose: random.Random) -> None:
    """Stand figure ``i`` in a corridor, clear of those before it."""
    figure = b.figures[i]
    radius = 0.5 * figure.width
    while True:
        c = choose.randrange(b.n_corridors)
        lane = choose.uniform(-1.0, 1.0) * (0.5 * b.corridors[c].width - radius)
        x, y = point_of(b, Place(c, choose.uniform(2.0, 13.0), lane))
        figure.x, figure.y = snap(x), snap(y)
        others = b.figures[:i]
        gaps = np.hypot(others["x"] - figure.x, others["y"] - figure.y) - 0.5 * others["width"] - radius
        if not (gaps < 0.02).any():
            return


@kernel
def _keep(dice, log, entries, throws, kept):
    """Empty log and dice into ``entries`` and ``throws``; ``kept`` (i8[3]) counts both, and what found no room."""
    for k in range(log.n):
        entries[kept[0] + k] = log.entries[k]
    for k in range(dice.n_thrown):
        throws[kept[1] + k] = dice.thrown[k]
    kept[0] += log.n
    kept[1] += dice.n_thrown
    kept[2] += log.lost + dice.lost
    clear(log)
    forget(dice)


@kernel
def drown(b, turn, dice, log, entries, throws, kept):
    """The flood, as ``flood`` resolves it, over any number of models, with every entry and every throw kept.

    ``entries`` and ``throws`` are arrays of the log's and the dice's entries, long enough; see ``_keep`` for ``kept``.
    """
    order = np.empty(b.n_figures, np.int64)
    water, n = begin_flood(b, order, dice, log)
    for k in range(n):
        if log.n > CAPACITY // 2 or dice.n_thrown > MAX_THROWN // 2:
            _keep(dice, log, entries, throws, kept)
        test_next(b, water, order[k], dice, log)
    _keep(dice, log, entries, throws, kept)
    end_flood(b, water, turn, dice, log)
    keep_until_here(water.swimmers)
    _keep(dice, log, entries, throws, kept)
