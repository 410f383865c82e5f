"""What a learner reads of a DBA battle, beside where elements stand: types, moves, fights, camps, PIPs and losses."""

from __future__ import annotations

from math import inf

from sandtable.games.common.observing import (
    Apart,
    Observing,
    Rows,
    Tell,
    Ways,
    by_side,
    each,
    flag,
    named,
    names_of,
    number,
    side,
)
from sandtable.games.dba.record import BoardEdge, Ground, Topography, Type

OBSERVING = Observing(
    "table_width",
    "table_height",
    whole=(
        number("bound", 0, inf, "bounds"),
        number("pips", 0, 6, "PIPs"),
        side("turn"),
        side("attacker"),
        side("pending_side"),
        by_side("own_bounds", 0, inf, "bounds"),
        by_side("lost", 0, 32, "elements"),
        by_side("general_lost", 0, 1, "yes or no"),
        by_side("aggression", 0, 6),
        by_side("topography", -1, len(Topography)),
        number("landing", 0, 1, "yes or no"),
        number("swaps_left", 0, 32, "swaps"),
    ),
    figures=(
        each("type", Type),
        flag("general"),
        flag("light_camelry"),
        named("foot_type"),
        named("camp"),
        number("moves", 0, inf, "moves"),
        named("charged"),
        named("opponent"),
        flag("to_shoot"),
        flag("shot"),
        flag("shot_at"),
    ),
    others=(Rows("camps", "camps", (flag("looted"), named("occupant")), present=("present", (1,)), by_side=True),),
    edge="edge",
    edges=(
        (BoardEdge.SOUTH.value, 0),
        (BoardEdge.EAST.value, 1),
        (BoardEdge.NORTH.value, 2),
        (BoardEdge.WEST.value, 3),
    ),
    grounds=names_of(Ground),
    slots=16,
    foes=16,
    ways=(
        Ways("MOVE", (Apart(Tell.GOES),), (Apart(Tell.COUNT, 5, 2), Apart(Tell.HEADS)), spare=3),
        Ways("SHOOT", (Apart(Tell.FOE),)),
        Ways("FIGHT", (Apart(Tell.SECOND),)),
        Ways("CHOOSE", (Apart(Tell.ROW),)),
        Ways("PLACE", (Apart(Tell.ITEM, 12), Apart(Tell.TARGET, 2)), spare=160),
        Ways("PITCH", spare=64),
        Ways("DEPLOY", (Apart(Tell.CELL, 140, 20),)),
        Ways("SWAP", (Apart(Tell.SECOND),)),
    ),
)
