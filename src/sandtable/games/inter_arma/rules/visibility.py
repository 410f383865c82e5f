"""VIS: how far a figure sees, what blocks its sight, and whom it sees; with rain, night and light (RAIN, NIGHT)."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.inter_arma.record import Ground
from sandtable.games.inter_arma.rules.ground import blocks_sight, in_wood, length_in, middle_of
from sandtable.games.inter_arma.rules.positions import (
    SLACK,
    are_enemies,
    is_able,
    is_before,
    is_mounted,
    range_between,
)
from sandtable.kernel.bitsets import bit, is_in
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.limits import is_within
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import segment_crosses_feature


@clause("IA-NIGHT-1", "IA-SC2-1")
@kernel
def is_night(b):
    """The turn is one of the night."""
    return b.turn <= b.night_until


@clause("IA-SC2-4", "IA-SC2-10")
@kernel
def is_lit(b, j):
    """Figure ``j`` is within 8 cm of a fire, from base to fire: night does not reduce the sight of it."""
    figure = b.figures[j]
    for k in range(b.terrain.n_features):
        if b.terrain.features[k].kind == Ground.FIRE:
            middle = middle_of(b.terrain, k)
            apart = distance_of_points(figure.x, figure.y, middle.x, middle.y)
            apart -= b.terrain.features[k].radius + 0.5 * figure.width
            if is_within(apart, b.rules.light, SLACK):
                return True
    return False


@clause("IA-VIS-3")
@kernel
def is_through_wood(b, i, j):
    """Observer or target is in woods, or the line between them crosses woods."""
    if b.woods == 0:
        return False
    one, other = b.figures[i], b.figures[j]
    if in_wood(b, one.x, one.y) or in_wood(b, other.x, other.y):
        return True
    return length_in(b, one.x, one.y, other.x, other.y, Ground.WOOD, Ground.HEAVY_WOOD) > 0.01


@clause(
    "IA-VIS-1", "IA-VIS-2", "IA-VIS-3", "IA-VIS-8", "IA-RAIN-2", "IA-RAIN-3", "IA-RAIN-6",
    "IA-NIGHT-2", "IA-NIGHT-3", "IA-SC2-10",
)  # fmt: skip
@kernel
def sight_in_the_open(b, i, j):
    """How far figure ``i`` can see figure ``j`` with no wood in the way, in centimetres, before the least."""
    rules = b.rules
    dark = is_night(b) and not is_lit(b, j)
    sight = rules.sight_foot
    if is_mounted(b.figures[i]) and b.rain == 0 and not dark:
        sight = rules.sight_mounted
    if b.rain != 0:
        sight -= rules.sight_rain
    if dark:
        sight -= rules.sight_night
    return sight


@clause("IA-VIS-3", "IA-VIS-8")
@kernel
def visibility(b, i, j):
    """How far figure ``i`` can see figure ``j``, in centimetres."""
    sight = sight_in_the_open(b, i, j)
    if is_through_wood(b, i, j):
        sight -= b.rules.sight_wood
    return max(sight, b.rules.sight_least)


@clause("IA-VIS-4", "IA-VIS-6", "IA-RANGED-29", "IA-TABLE-10", "IA-TABLE-9")
@kernel
def is_sight_free_from(b, i, x, y, j):
    """The line from a place of figure ``i`` to ``j`` crosses nothing that blocks sight."""
    return _what_blocks(b, i, x, y, j) == NONE


@clause("IA-VIS-4", "IA-VIS-6", "IA-RANGED-29", "IA-TABLE-10", "IA-TABLE-9")
@kernel
def _what_blocks(b, i, x, y, j):
    """The feature that blocks sight from a place of figure ``i`` to ``j``, but for what one stands on; or NONE."""
    one, other = b.figures[i], b.figures[j]
    for k in range(b.terrain.n_features):
        if blocks_sight(b.terrain.features[k].kind) and k != one.tower and k != other.tower:
            if segment_crosses_feature(x, y, other.x, other.y, b.terrain, k):
                return k
    return NONE


@clause("IA-VIS-4")
@kernel
def what_blocks_sight(b, i, j):
    """The feature that blocks sight between the two as they stand, or NONE."""
    return _what_blocks(b, i, b.figures[i].x, b.figures[i].y, j)


@clause("IA-VIS-6")
@kernel
def is_sight_free(b, i, j):
    """The line between the centres of figures ``i`` and ``j`` is free, as they stand."""
    return is_sight_free_from(b, i, b.figures[i].x, b.figures[i].y, j)


@clause("IA-VIS-1", "IA-VIS-4")
@kernel
def is_in_view(b, i, j):
    """Figure ``j`` is within the visibility of ``i``, and the line of sight is free, whichever way ``i`` faces."""
    reach = b.rules.sight_mounted + b.rules.mounted_base
    if abs(b.figures[i].x - b.figures[j].x) > reach + 10.0 or abs(b.figures[i].y - b.figures[j].y) > reach + 10.0:
        return False
    apart = range_between(b, i, j)
    open_sight = sight_in_the_open(b, i, j)
    if not is_within(apart, max(open_sight, b.rules.sight_least), SLACK):
        return False
    in_any_wood = max(open_sight - b.rules.sight_wood, b.rules.sight_least)
    if not is_within(apart, in_any_wood, SLACK) and is_through_wood(b, i, j):
        return False
    return is_sight_free(b, i, j)


@clause("IA-CRAWL-7", "IA-VIS-5")
@kernel
def is_shown_to(b, j, side):
    """Figure ``j`` does not lie unseen by a side, nor hidden in water."""
    figure = b.figures[j]
    if figure.hidden != 0:
        return False
    return figure.lying == 0 or is_in(figure.spotted, side)


@clause("IA-VIS-7", "IA-RANGED-24", "IA-CRAWL-7", "IA-VIS-5")
@kernel
def sees(b, i, j):
    """Figure ``i`` sees ``j``: in view, before it, and not an unseen crawler."""
    if not is_shown_to(b, j, b.figures[i].side):
        return False
    return is_before(b.figures[i], b.figures[j].x, b.figures[j].y) and is_in_view(b, i, j)


@clause("IA-MORALE-35", "IA-WOUND-9", "IA-MORALE-23")
@kernel
def commands(b, c, i):
    """Figure ``i`` is in the command range of ``c``: within its visibility, line of sight free, all-round."""
    if c == i:
        return True
    return is_in_view(b, c, i)


@kernel
def nearest_seen(b, i):
    """The nearest able enemy whom figure ``i`` sees, or NONE."""
    best = NONE
    least = math.inf
    for j in range(b.n_figures):
        if is_able(b.figures[j]) and are_enemies(b, i, j) and sees(b, i, j):
            apart = range_between(b, i, j)
            if apart < least:
                least = apart
                best = j
    return best


@kernel
def seen_by(b, side):
    """Able enemies whom somebody able of a side sees, as bits."""
    found = bit(0) & 0
    for j in range(b.n_figures):
        if not is_able(b.figures[j]) or b.sides[b.figures[j].side].team == b.sides[side].team:
            continue
        for i in range(b.n_figures):
            if b.figures[i].side == side and is_able(b.figures[i]) and sees(b, i, j):
                found |= bit(j)
                break
    return found
