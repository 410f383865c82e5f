"""How far it is to the nest, as a general reckons it at a glance: along the corridors, and straight in its chamber."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.games.flash_flood.rules.sewer import FAR, place_of
from sandtable.kernel.discs import distance_of_points

PACE = 5.0
"""Inches that a bearer comes on in a turn, with drowned floors and enemies in the way."""


@kernel
def way_to_nest(b, x, y):
    """Inches on foot from a place to the nest, near enough; FAR: there is no nest, or no way."""
    for k in range(b.n_chambers):
        box = b.chambers[k]
        if box.x0 <= b.nest_x <= box.x1 and box.y0 <= b.nest_y <= box.y1:
            if box.x0 <= x <= box.x1 and box.y0 <= y <= box.y1:
                return distance_of_points(x, y, b.nest_x, b.nest_y)
    place = place_of(b, x, y)
    corridor = b.corridors[place.corridor]
    along = min(max(place.along, 0.0), corridor.length)
    up = along + b.nodes[corridor.up].to_nest
    down = corridor.length - along + b.nodes[corridor.down].to_nest
    for k in range(corridor.first_barrier, corridor.first_barrier + corridor.n_barriers):
        if b.barriers[k].impassable != 0:
            if b.barriers[k].near < along:
                up = FAR
            else:
                down = FAR
    return min(up, down)


@kernel
def is_barrier_ahead(b, x, y, inches):
    """A barrier lies so few inches ahead on the way from a place to the nest."""
    place = place_of(b, x, y)
    corridor = b.corridors[place.corridor]
    upwards = (
        place.along + b.nodes[corridor.up].to_nest < corridor.length - place.along + b.nodes[corridor.down].to_nest
    )
    for k in range(corridor.first_barrier, corridor.first_barrier + corridor.n_barriers):
        barrier = b.barriers[k]
        if upwards and barrier.near <= place.along <= barrier.far + inches:
            return True
        if not upwards and barrier.near - inches <= place.along <= barrier.far:
            return True
    return False


@kernel
def hurry(b, inches):
    """How pressing it is to get on for one so far from the nest: 1 if its pace just takes it there in time."""
    left = max(b.rules.turns - b.turn + 1, 1)
    return min(max(inches / (PACE * left), 0.4), 2.5)
