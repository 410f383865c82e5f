"""Corners of battles at random, for properties that hold in all of them: ten elements close together on all grounds."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Any

from dba.orders import march, move
from dba.table import BLUE, DEPTHS, RED, lay
from sandtable.games.dba.record import Ground, Type, Where
from sandtable.games.dba.rules import contact
from sandtable.kernel.geometry import base_of, overlap
from sandtable.kernel.records import NONE, Path
from turning import Turning

KINDS = ("4Bd", "4Sp", "3Wb", "2Ps", "3Cv", "2LH", "3Kn", "El", "4Bw", "Art", "WWg")
TURNING = Turning(middle=1500.0, hair=0.02, on_table=Where.TABLE.value)


@dataclass
class Scene:
    """What ``lay`` is handed, to be laid as it is or turned by quarters about the middle of the board."""

    elements: list[tuple[Any, ...]]
    terrain: list[tuple[Any, ...]]
    camps: dict[int, tuple[Any, ...]]
    options: dict[str, Any]

    def laid(self, quarters: int = 0) -> Any:
        """The battle, turned clockwise by so many quarters."""
        elements = [
            (name, code, side, *TURNING.place(x, y, quarters), degrees + 90 * quarters, *more)
            for name, code, side, x, y, degrees, *more in self.elements
        ]
        terrain = [
            (ground, [TURNING.place(x, y, quarters) for x, y in points], *width)
            for ground, points, *width in self.terrain
        ]
        camps = {
            side: (*TURNING.place(x, y, quarters), degrees + 90 * quarters, *size)
            for side, (x, y, degrees, *size) in self.camps.items()
        }
        edge = tuple((side + quarters) % 4 for side in (2, 0))
        return lay(*elements, terrain=terrain, camps=camps, edge=edge, **self.options)


def any_scene(rng: random.Random) -> Scene:
    """Two ranks facing one another or aslant, near or in contact, others about them, and ground."""
    terrain: list[tuple[Any, ...]] = []
    if rng.random() < 0.5:
        x, y = rng.uniform(1200, 1700), rng.uniform(1200, 1700)
        ground = rng.choice((Ground.WOOD, Ground.MARSH, Ground.STEEP_HILL))
        terrain.append((ground, [(x, y), (x + 300, y + 40), (x + 260, y + 240), (x - 20, y + 200)]))
    if rng.random() < 0.3:
        terrain.append((Ground.RIVER, [(0, rng.uniform(1100, 1800)), (3000, rng.uniform(1100, 1800))], 80))
    if rng.random() < 0.3:
        terrain.append((Ground.ROAD, [(rng.uniform(1200, 1700), 0), (rng.uniform(1200, 1700), 3000)], 80))
    east, north = rng.choice(((0, 0), (0, 0), (0, -1150), (1200, 1100)))
    if rng.random() < 0.3:
        terrain.append((Ground.WATERWAY, [(0, 0), (200, 0), (200, 3000), (0, 3000)]))
        east, north = -1150, 0
    elements: list[tuple[Any, ...]] = []
    camps = {}
    if rng.random() < 0.4:
        camps[BLUE] = (1500 + east, 1700 + north, 180, 400, 240)
        elements.append(("CF", "CF", BLUE, 0, 0, 180, {"camp": BLUE}))
    facing = rng.uniform(-40, 40)
    for side, rank in ((RED, 0.0), (BLUE, rng.choice((0.0, 60.0, 150.0, 300.0)))):
        degrees = facing + (180 if side == BLUE else 0) + rng.choice((0, 0, 30))
        f = math.radians(degrees)
        x0, y0 = (
            1500 + east + rank * math.sin(math.radians(facing)),
            1450 + north + rank * math.cos(math.radians(facing)),
        )
        for k in range(3):
            code = rng.choice(KINDS)
            along = 160 * k * (1 if side == RED else -1)
            x = x0 + along * math.cos(f) - 0.5 * DEPTHS[code] * math.sin(f)
            y = y0 - along * math.sin(f) - 0.5 * DEPTHS[code] * math.cos(f)
            elements.append((f"{side}{k}", code, side, x, y, degrees, {"general": int(k == 0)}))
        for k in range(2):
            x, y = x0 + rng.uniform(-500, 500), y0 + rng.uniform(-500, 500)
            elements.append((f"{side}x{k}", rng.choice(KINDS), side, x, y, rng.choice((0, 90, 180, 270, facing))))
    rng.shuffle(elements)
    apart: list[tuple[Any, ...]] = []
    for element in elements:
        if element[1] == "CF" or all(_are_apart(element, other) for other in apart):
            apart.append(element)
    options: dict[str, Any] = {"pips": 9, "river": rng.choice((1, 2))}
    if rng.random() < 0.3:
        options |= {"conventions": "plain", "board": "expanded"}
    return Scene(apart, terrain, camps, options)


def _are_apart(element: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    if other[1] == "CF":
        return True
    pair = lay(element, other)
    return not overlap(base_of(pair.figures[0]), base_of(pair.figures[1]))


def any_move(rng: random.Random, b: Any) -> Any:
    """A move of one or several Reds: straight, aside, turned, by a way-point, as a march, or into contact."""
    reds = [i for i in range(b.n_figures) if b.figures[i].side == RED and b.figures[i].type != Type.CF]
    rng.shuffle(reds)
    who = reds[: rng.choice((1, 1, 1, 2, 3))]
    f = b.figures[who[0]]
    degrees = math.degrees(math.atan2(f.fx, f.fy))
    sort = rng.randrange(6)
    length = rng.choice((20, 60, 90, 150, 190, 300, 390))
    aside = rng.choice((0, 0, 20, 80, -80, 170, -300))
    x, y = f.x + length * f.fx + aside * f.fy, f.y + length * f.fy - aside * f.fx
    if sort == 0:
        return move(*who, to=(f.x - length * f.fx, f.y - length * f.fy), facing=degrees)
    if sort == 1:
        return move(*who, to=(x, y), facing=degrees)
    if sort == 2:
        return move(who[0], to=(x, y), facing=degrees + rng.choice((25, 90, 180, -50)))
    if sort == 3:
        half = ((f.x + x) / 2 + rng.uniform(-90, 90), (f.y + y) / 2)
        return move(who[0], to=(x, y), facing=degrees, via=[half])
    if sort == 4:
        turn = rng.choice((0, 15, -20, 40))
        return march(*who, legs=[(length / 2, turn)], to=(x, y), facing=degrees + turn, path=Path.MARCH)
    enemies = [j for j in range(b.n_figures) if b.figures[j].side == BLUE and b.figures[j].camp == NONE]
    place = contact.contact_place(base_of(f), base_of(b.figures[rng.choice(enemies)]), rng.randrange(4))
    return move(who[0], to=(place.x, place.y), facing=math.degrees(math.atan2(place.fx, place.fy)))
