"""What holds at every decision of a battle: bases do not overlap, nobody stands in a wall, carriers stand."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.games.inter_arma.record import Ground, Lies, Phase, State
from sandtable.games.inter_arma.rules.ground import is_impassable
from sandtable.games.inter_arma.rules.sequence import current_side
from sandtable.kernel.discs import disc_of, disc_overlaps_feature, distance_of_points
from sandtable.kernel.geometry import LATTICE, TOUCH
from sandtable.kernel.records import NOBODY, NONE

FAULTS = {
    1: "two bases overlap",
    2: "somebody stands in a wall",
    3: "somebody is off the table",
    4: "somebody has no facing",
    5: "somebody has fewer than no javelins, or strikes harder than once",
    6: "somebody is on a tower that is none",
    7: "somebody is in formation, and cannot be",
    8: "a commander routs",
    20: "something is carried by one who is not able",
    21: "somebody has no group",
    22: "over, and not over",
}


@kernel
def fault_of_able(b, i):
    """The number of the first invariant of place that figure ``i``, who is able and on the ground, breaks, or 0."""
    figure = b.figures[i]
    radius = 0.5 * figure.width
    for j in range(i):
        other = b.figures[j]
        if other.state == State.ABLE and other.tower == NONE:
            least = radius + 0.5 * other.width - TOUCH - LATTICE  # an end is rounded to the lattice after it was judged
            if distance_of_points(figure.x, figure.y, other.x, other.y) < least:
                return 1
    for k in range(b.terrain.n_features):
        if is_impassable(b.terrain.features[k].kind) and disc_overlaps_feature(disc_of(figure), b.terrain, k):
            return 2
    if figure.x < radius - TOUCH or figure.x > b.width - radius + TOUCH:
        return 3
    if figure.y < radius - TOUCH or figure.y > b.height - radius + TOUCH:
        return 3
    if abs(figure.fx * figure.fx + figure.fy * figure.fy - 1.0) > 1e-6:
        return 4
    if figure.javelins < 0 or figure.harder < 0 or figure.harder > 1:
        return 5
    return 0


@kernel
def fault(b):
    """The number of the first invariant that the battle breaks, or 0."""
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.tower != NONE and b.terrain.features[figure.tower].kind != Ground.TOWER:
            return 6
        if figure.formed != 0 and (figure.state != State.ABLE or figure.shield == 0):
            return 7
        if figure.routing != 0 and figure.quality == 2:
            return 8
        if figure.squad < 0:
            return 21
        if figure.state == State.ABLE and figure.tower == NONE:
            found = fault_of_able(b, i)
            if found != 0:
                return found
    for m in range(b.n_markers):
        marker = b.markers[m]
        if marker.lies == Lies.CARRIED and b.figures[marker.carrier].state != State.ABLE:
            return 20
    if (current_side(b) == NOBODY) != (b.phase == Phase.OVER):
        return 22
    return 0
