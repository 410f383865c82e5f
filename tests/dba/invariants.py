"""What must hold of a DBA battle after every action."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.games.dba.record import N_SIDES, Ground, Phase, Where
from sandtable.games.dba.rules.deployment import still_to_deploy
from sandtable.games.dba.rules.positions import camp_base, is_in_open
from sandtable.games.dba.rules.victory import counts_as_lost
from sandtable.kernel.geometry import base_of, overlap
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import is_on_table, overlaps_feature

FAULTS = {
    1: "two bases overlap",
    2: "a base is off the board",
    3: "PIPs are negative",
    4: "a base stands in the waterway",
    5: "an element stands in a camp without being its occupant, or the other way round",
    6: "a base in the open overlaps a camp",
    7: "the losses are not those of the elements that are gone",
    8: "an element waits to be deployed in the middle of the battle",
}


@kernel
def fault_of_element(b, i):
    """The number of the first invariant that element ``i`` breaks, or 0."""
    figure = b.figures[i]
    if figure.camp != NONE:
        return 0 if figure.where != Where.TABLE or b.camps[figure.camp].occupant == i else 5
    if not is_in_open(figure):
        return 0
    base = base_of(figure)
    if not is_on_table(base, b.table_width, b.table_height):
        return 2
    for f in range(b.terrain.n_features):
        if b.terrain.features[f].kind == Ground.WATERWAY and overlaps_feature(base, b.terrain, f):
            return 4
    for owner in range(N_SIDES):
        if b.camps[owner].present == 1 and overlap(base, camp_base(b, owner)):
            return 6
    for j in range(i):
        if is_in_open(b.figures[j]) and overlap(base, base_of(b.figures[j])):
            return 1
    return 0


@kernel
def fault(b):
    """The number of the first invariant that the battle breaks, or 0."""
    if b.pips < 0:
        return 3
    for side in range(N_SIDES):
        lost = 0
        for i in range(b.n_figures):
            figure = b.figures[i]
            if figure.side == side and figure.where == Where.LOST and counts_as_lost(figure):
                lost += 1
        if lost != b.lost[side]:
            return 7
        if b.phase >= Phase.BOUND_START and still_to_deploy(b, side) > 0:
            return 8
        occupant = b.camps[side].occupant
        if b.camps[side].present == 0 or occupant == NONE:
            continue
        if b.figures[occupant].camp != side or b.figures[occupant].where != Where.TABLE:
            return 5
    for i in range(b.n_figures):
        found = fault_of_element(b, i)
        if found != 0:
            return found
    return 0
