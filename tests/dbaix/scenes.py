"""Brawls at random, for properties that hold in all of them: some ten figures, many in contact, on all grounds."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Any

from dbaix.board import board, move, pirate, roman, villager
from sandtable.games.dbaix.record import Going, Side, Where
from sandtable.kernel.geometry import base_of, overlap
from sandtable.kernel.terrain import add_disc, add_line, add_polygon
from turning import Turning

TURNING = Turning(middle=24.0, hair=2e-3, on_table=Where.TABLE.value)


@dataclass
class Scene:
    """What is laid as it is, or turned by quarters about the middle of the table."""

    figures: list[dict[str, Any]]
    areas: list[tuple[Going, list[tuple[float, float]]]]
    tree: tuple[float, float, float]
    rampart: list[tuple[float, float]]
    changes: dict[str, Any]

    def laid(self, quarters: int = 0, **changes: Any) -> Any:
        """The battle, turned clockwise by so many quarters."""
        figures = []
        for figure in self.figures:
            x, y = TURNING.place(figure["x"], figure["y"], quarters)
            fx, fy = figure["fx"], figure["fy"]
            for _ in range(quarters):
                fx, fy = fy, -fx
            figures.append(figure | {"x": x, "y": y, "fx": fx, "fy": fy})
        b = board(*figures, **self.changes, **changes)
        for going, points in self.areas:
            add_polygon(b.terrain, going.value, [TURNING.place(x, y, quarters) for x, y in points])
        add_disc(b.terrain, Going.TREE.value, *TURNING.place(*self.tree[:2], quarters), self.tree[2])
        add_line(b.terrain, Going.RAMPART.value, [TURNING.place(x, y, quarters) for x, y in self.rampart])
        return b


def any_scene(rng: random.Random) -> Scene:
    """A crowd in which every second man has squared up to another; a hut, a tree, a wood and a rampart about it."""
    west, south = rng.choice(((15, 15), (15, 15), (0.6, 15), (30, 39)))  # in the open, or at an edge of the table
    figures: list[dict[str, Any]] = []
    for _ in range(14):
        who = rng.choice((roman, villager, pirate))
        if figures and rng.random() < 0.6:
            other = rng.choice(figures)
            f = math.radians(rng.choice((0, 0, 0, 90, 180, 270))) + math.atan2(other["fx"], other["fy"])
            slide = rng.choice((0.0, 0.0, 0.0, 0.0, 0.5, 0.3))
            x = other["x"] + math.sin(f) + slide * math.cos(f)
            y = other["y"] + math.cos(f) - slide * math.sin(f)
            figure = who(x, y, math.degrees(f) + rng.choice((180, 180, 180, 0, 90)))
        else:
            facing = rng.choice((0, 90, 30, rng.uniform(0, 360)))
            figure = who(rng.uniform(west, west + 8), rng.uniform(south, south + 8), facing)
        pair = board(figure, *figures)
        bases = [base_of(pair.figures[k]) for k in range(pair.n_figures)]
        on_table = 0.5 < figure["x"] < 47.5 and 0.5 < figure["y"] < 47.5
        if on_table and not any(overlap(bases[0], base) for base in bases[1:]):
            figures.append(figure)
    areas = []
    for going, size in ((Going.WOOD, 3.0), (Going.BUILDING, 1.0), (Going.SEA, 1.5)):
        x, y = rng.uniform(west, west + 8), rng.uniform(south, south + 8)
        areas.append((going, [(x, y), (x + size, y + 0.1), (x + size, y + size), (x - 0.2, y + size)]))
    tree = (rng.uniform(west, west + 8), rng.uniform(south, south + 8), 0.6)
    rampart = [(west, rng.uniform(south, south + 9)), (west + 10, rng.uniform(south, south + 9))]
    changes = {"side": rng.choice(list(Side)), "pips": 9, "threat_zone": int(rng.random() < 0.2)}
    return Scene(figures, areas, tree, rampart, changes)


def any_move(rng: random.Random, b: Any) -> Any:
    """A move of one or two of the side whose bound it is: straight, turned, by way of a place, or a wheel."""
    own = [i for i in range(b.n_figures) if b.figures[i].side == b.order[b.turn]] or [0]
    rng.shuffle(own)
    who = own[: rng.choice((1, 1, 2))]
    f = b.figures[who[0]]
    x, y = f.x + rng.uniform(-3, 3), f.y + rng.uniform(-3, 3)
    sort = rng.randrange(4)
    if sort == 0:
        return move(b, *who, ahead=rng.uniform(-2, 4))
    if sort == 1:
        return move(b, *who, to=(x, y), facing=rng.choice((None, 0, 90, rng.uniform(0, 360))))
    if sort == 2:
        return move(b, who[0], to=(x, y), via=((f.x + rng.uniform(-2, 2), f.y + rng.uniform(-2, 2)),))
    degrees = rng.uniform(-170, 170)
    turn = math.radians(degrees)
    px, py = f.x + rng.choice((-2, 0, 0.5, 1)), f.y + rng.choice((-1, 0.5, 2))
    ex, ey = f.x - px, f.y - py
    end = (px + math.cos(turn) * ex + math.sin(turn) * ey, py + math.cos(turn) * ey - math.sin(turn) * ex)
    return move(b, *who, to=end, facing=math.degrees(math.atan2(f.fx, f.fy)) + degrees, pivot=(px, py))
