"""Ground of a file into the record (ARM-19, ARM-20): features, sites, ladders, boats, spots whose ground is rolled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.compiler.decorators import clause
from sandtable.errors import CapacityError, InputError
from sandtable.games.batalist.enums import Ground, Roll
from sandtable.games.batalist.laying.scenario_file import BoatPiece, GroundPiece, LadderPiece
from sandtable.games.batalist.laying.tables import read_data
from sandtable.games.batalist.record import MAX_BOATS, MAX_LADDERS
from sandtable.kernel.geometry import TOUCH, facing_of_degrees
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import add_disc, add_line, add_polygon
from sandtable.translation import gettext

COMPASS = {"": (0.0, 0.0), "N": (0.0, 1.0), "E": (1.0, 0.0), "S": (0.0, -1.0), "W": (-1.0, 0.0)}

SPOT_RADIUS = 6.0
TRENCH = (10.0, 4.0)
HOUSE = (6.0, 5.0)
HOUSE_STRENGTH = 3
"""Shapes that a spot of rolled ground may take."""


def _box(x0: float, y0: float, x1: float, y1: float) -> list[tuple[float, float]]:
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def _add(b: Any, piece: GroundPiece) -> int:
    kind = Ground[piece.kind.upper()].value
    if piece.disc is not None:
        return add_disc(b.terrain, kind, *piece.disc)
    if piece.line is not None:
        return add_line(b.terrain, kind, piece.line)
    assert piece.box is not None
    return add_polygon(b.terrain, kind, _box(*piece.box))


@clause("BAT-TER-1", "BAT-TER-4", "BAT-TER-15", "BAT-TER-22", "BAT-ARM-19", "BAT-CUR-1")
def lay_ground(b: Any, pieces: Sequence[GroundPiece], where: str) -> list[str]:
    """All ground into the record; answers what each feature is called."""
    names: list[str] = []
    for at, piece in enumerate(pieces):
        try:
            first = _add(b, piece)
        except (InputError, CapacityError) as error:
            raise type(error)(f"{where}: ground[{at}]: {error}") from None
        for k in range(first, int(b.terrain.n_features)):
            site = b.sites[k]
            site.strength, site.storeys, site.is_goal = piece.strength, piece.storeys, int(piece.is_goal)
            site.flow_x, site.flow_y = COMPASS[piece.flow]
            names.append(piece.name or str(read_data("terrain")[piece.kind]["name"]))
    return names


@clause("BAT-ARM-22")
def far_side(b: Any, where: str) -> float:
    """The y beyond which a battalion is inside the wall: the far side of the ground that is the goal."""
    goals = [float(b.terrain.features[k].y1) for k in range(int(b.terrain.n_features)) if b.sites[k].is_goal]
    if not goals:
        raise InputError(f"{where}: {gettext('nothing is the goal, and beyond the wall is where the battle is won')}")
    return max(goals)


@clause("BAT-ARM-19", "BAT-ARM-17")
def lay_spots(b: Any, middles: Sequence[tuple[float, float]]) -> list[str]:
    """Spots whose ground a die will say: each lies in the three shapes that it may take, all of them open as yet."""
    names = []
    for spot, (x, y) in enumerate(middles, 1):
        for shape, (width, depth) in ((Roll.DISC, (0.0, 0.0)), (Roll.TRENCH, TRENCH), (Roll.HOUSE, HOUSE)):
            if shape == Roll.DISC:
                k = add_disc(b.terrain, Ground.OPEN.value, x, y, SPOT_RADIUS)
            else:
                around = (x - 0.5 * width, y - 0.5 * depth, x + 0.5 * width, y + 0.5 * depth)
                k = add_polygon(b.terrain, Ground.OPEN.value, _box(*around))
            b.sites[k].spot, b.sites[k].roll = spot, shape.value
            b.sites[k].strength = b.sites[k].storeys = 0
            if shape == Roll.HOUSE:
                b.sites[k].strength, b.sites[k].storeys = HOUSE_STRENGTH, 1
            names.append(f"spot {spot} {shape.name.lower()}")
    return names


def ground_word(feature: str) -> str:
    """What the log calls a piece of ground: a house that a die put on a spot is the building of that number."""
    spot = feature.removeprefix("spot ").removesuffix(f" {Roll.HOUSE.name.lower()}")
    return f"building {spot}" if spot.isdecimal() else feature


@clause("BAT-LAD-1", "BAT-ARM-19")
def lay_ladders(b: Any, pieces: Sequence[LadderPiece], where: str) -> None:
    """Ladders, each on the building whose outline it stands at."""
    if len(pieces) > MAX_LADDERS:
        raise CapacityError(f"{where}: {gettext('a battle holds at most {most} ladders', most=MAX_LADDERS)}")
    for at, piece in enumerate(pieces):
        ladder = b.ladders[at]
        ladder.x, ladder.y = piece.at
        ladder.out_x, ladder.out_y = COMPASS[piece.side]
        ladder.feature = NONE
        for k in range(int(b.terrain.n_features)):
            feature = b.terrain.features[k]
            inside_x = feature.x0 - TOUCH <= ladder.x <= feature.x1 + TOUCH
            if feature.kind == Ground.BUILDING and inside_x and feature.y0 - TOUCH <= ladder.y <= feature.y1 + TOUCH:
                ladder.feature = k
        if ladder.feature == NONE:
            raise InputError(f"{where}: ladders[{at}]: {gettext('there is no building at {place}', place=piece.at)}")
    b.n_ladders = len(pieces)


@clause("BAT-BOA-2", "BAT-ARM-16", "BAT-ARM-20")
def lay_boats(b: Any, pieces: Sequence[BoatPiece], where: str) -> None:
    """Boats, empty in the water; either side may use any."""
    if len(pieces) > MAX_BOATS:
        raise CapacityError(f"{where}: {gettext('a battle holds at most {most} boats', most=MAX_BOATS)}")
    for at, piece in enumerate(pieces):
        boat, line = b.boats[at], read_data("boats")[piece.kind]
        boat.x, boat.y = piece.at
        boat.fx, boat.fy = facing_of_degrees(piece.facing)
        for word in ("width", "depth", "speed", "places"):
            boat[word] = line[word]
        boat.battalion = NONE
    b.n_boats = len(pieces)
