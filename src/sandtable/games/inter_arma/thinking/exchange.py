"""What a fight to come is likely to cost both: who can be in it, who strikes first, and whose saves are better."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.games.inter_arma.record import Mode, Phase
from sandtable.games.inter_arma.rules.movement import is_asleep
from sandtable.games.inter_arma.rules.positions import are_enemies, is_fighter
from sandtable.games.inter_arma.rules.saving import class_save, result_of, row_of
from sandtable.games.inter_arma.rules.ways import table_move
from sandtable.games.inter_arma.thinking.prizes import price_of
from sandtable.kernel.compiling import kernel
from sandtable.kernel.records import NONE
from sandtable.kernel.rounds import distance_of_points

TOUCHING = 0.15
JOINS = 0.5
"""Centimetres from him at which a friend of an enemy, or of a figure, is in the fight."""

COMES = 0.5
"""How likely one who can still reach a fight this turn does."""

CLOSES = 3.0
"""Centimetres from him within which a friend may close up."""

LATER = 0.1
"""The same of one who has moved, and can do so in the next."""

FIRST = 0.12
"""How much likelier one is to strike first for each step of quality."""


@kernel
def chance_out(b, j, modifier):
    """The chance that figure ``j`` is put out by one hit, on foot or by the rider's save."""
    out = 0
    row = row_of(b, j)
    for die in range(1, 7):
        out += int(result_of(b, row, die, class_save(b, j) + modifier) != 0)
    return out / 6.0


@kernel
def gap_from(b, i, j, x, y):
    """How far figure ``i`` would be from ``j`` at a place."""
    other = b.figures[j]
    return distance_of_points(x, y, other.x, other.y) - 0.5 * (other.width + b.figures[i].width)


@kernel
def charge_of(b, j):
    """How far figure ``j`` can come to be in contact, by its fastest move."""
    figure = b.figures[j]
    return table_move(b, j, Mode.CRAWL.value if figure.lying != 0 else Mode.RUN.value)


class Exchange(NamedTuple):
    """Men that a melee is likely to put out in this turn."""

    theirs: float
    ours: float


@kernel
def exchange(n, own, m, foe, better):
    """What ``n`` of ours, each put out by a blow with chance ``own``, and ``m`` of theirs (``foe``) do to each other.

    ``better``: by how many steps of quality ours strike first. The many throw two dice against one, so that numbers
    count twice: in who strikes first and in how many do.
    """
    first = min(max(n * n / (n * n + m * m) + FIRST * better, 0.02), 0.98)
    left_of_theirs = (1.0 - foe) ** (n / m)
    left_of_ours = (1.0 - own) ** (m / n)
    ours_strike = n * (first + (1.0 - first) * left_of_ours)
    theirs_strike = m * ((1.0 - first) + first * left_of_theirs)
    return Exchange(m * (1.0 - (1.0 - foe) ** (ours_strike / m)), n * (1.0 - (1.0 - own) ** (theirs_strike / n)))


@kernel
def _gain(b, i, j, n, m):
    """Points that ours gain in a fight of figure ``i`` and ``n - 1`` more with ``j`` and ``m - 1`` more."""
    better = b.figures[i].quality - b.figures[j].quality
    out = exchange(n, chance_out(b, i, 0), m, chance_out(b, j, 0), float(better))
    return out.theirs * price_of(b, j) - out.ours * price_of(b, i)


@kernel
def contact_gain(b, i, j, x, y):
    """Points that it is likely to bring that figure ``i`` is in contact with ``j`` from a place.

    Where friends fight him already, what is gained by one more; else all who can join on both sides are counted.
    """
    foe = b.figures[j]
    there, coming, theirs = 0.0, 0.0, 1.0
    sleeps = is_asleep(b, foe.side)
    is_moving = b.phase == Phase.MOVEMENT
    for k in range(b.n_figures):
        other = b.figures[k]
        if k == i or k == j or not is_fighter(other) or other.tower != NONE:
            continue
        apart = gap_from(b, k, j, other.x, other.y)
        if are_enemies(b, i, k):
            if gap_from(b, i, k, x, y) < TOUCHING or (apart < JOINS and not sleeps):
                theirs += 1.0
            elif not sleeps and apart < charge_of(b, k) and other.routing == 0:
                theirs += COMES if other.moved == 0 and is_moving else LATER
        elif apart < TOUCHING:
            there += 1.0
        elif apart < CLOSES or (is_moving and other.moved == 0 and other.gun == NONE and apart < charge_of(b, k)):
            coming += COMES
    theirs = min(theirs, 3.0 + there)
    coming = min(coming, 2.0)
    if there > 0.0:
        return _gain(b, i, j, there + 1.0 + 0.5 * coming, theirs) - _gain(b, i, j, there + 0.5 * coming, theirs)
    return _gain(b, i, j, 1.0 + coming, theirs)


@kernel
def charge_loss(b, i, foe, foes, friends):
    """Points that figure ``i`` is likely to lose to ``foes`` enemies who can reach it, with friends about; 0 at least.

    ``foe``: the nearest of them, whose saves stand for all.
    """
    if foes <= 0.0 or foe == NONE:
        return 0.0
    better = b.figures[i].quality - b.figures[foe].quality
    many = min(foes, 3.0)
    ours = 1.0 + 0.7 * min(friends, 4.0)
    out = exchange(ours, chance_out(b, i, 0), max(many, 0.3), chance_out(b, foe, 0), float(better))
    return max(out.ours / ours * price_of(b, i) - out.theirs / ours, 0.0)
