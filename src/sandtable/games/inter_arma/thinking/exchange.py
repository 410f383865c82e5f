"""What a fight to come is likely to cost both: who can be in it, who strikes first, and whose saves are better."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.compiler.decorators import kernel
from sandtable.games.inter_arma.thinking.neighbourhood import TOUCHING, Kind, is_time_to_move, noted_out, noted_price
from sandtable.kernel.bitsets import is_in
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.records import NONE

COMES = 0.2
"""How likely one who can still reach a fight this turn does: it has other things in mind, or is tired."""

CLOSES = 0.8
"""How likely one does who need only close up."""

CLOSING = 1.9
"""Centimetres from somebody within which one may close up to it."""

LATER = 0.1
"""How likely one who has moved comes: it can do so in the next turn."""

MOST_COMING = 2.0
"""Friends still to come who are counted on at most."""

FIRST = 0.12
"""How much likelier one is to strike first for each step of quality."""


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
def _gain(b, i, j, n, m, notes):
    """Points that ours gain in a fight of figure ``i`` and ``n - 1`` more with ``j`` and ``m - 1`` more."""
    better = b.figures[i].quality - b.figures[j].quality
    out = exchange(n, noted_out(b, i, notes), m, noted_out(b, j, notes), float(better))
    return out.theirs * noted_price(b, j, notes) - out.ours * noted_price(b, i, notes)


class Gain(NamedTuple):
    """Points that being in a fight is likely to bring."""

    points: float
    joins: bool  # friends fight there already


@kernel
def contact_gain(b, i, j, x, y, notes):
    """Points that it is likely to bring that figure ``i`` is in contact with ``j`` from a place.

    Where friends fight the enemy already, what is gained by one more; else all who can join on both sides are counted.
    """
    foe = b.figures[j]
    there, coming, theirs = 0.0, 0.0, 1.0
    radius, its_radius = 0.5 * b.figures[i].width, 0.5 * foe.width
    can_move = is_time_to_move(b)
    for k in range(notes.n):
        person = notes.people[k]
        if person.figure == i or person.figure == j or person.reach < 0.0:
            continue
        moves = can_move and b.figures[person.figure].moved == 0
        if person.kind == Kind.ENEMY:
            apart = distance_of_points(person.x, person.y, x, y) - person.radius - radius
            if apart < TOUCHING:
                theirs += 1.0
            elif person.busy == 0:
                if apart < CLOSING:
                    theirs += CLOSES
                elif apart < person.reach:
                    theirs += COMES if moves else LATER
            continue
        if is_in(notes.order, person.figure):
            apart = distance_of_points(person.x + notes.dx, person.y + notes.dy, foe.x, foe.y)
            moves = False
        else:
            apart = distance_of_points(person.x, person.y, foe.x, foe.y)
        apart -= person.radius + its_radius
        if apart < TOUCHING:
            there += 1.0
        elif person.busy == 0:
            if apart < CLOSING:
                coming += CLOSES
            elif moves and b.figures[person.figure].gun == NONE and apart < person.reach:
                coming += COMES
    theirs = min(theirs, 3.0 + there)
    coming = min(coming, MOST_COMING)
    if there > 0.0:
        points = _gain(b, i, j, there + 1.0 + 0.5 * coming, theirs, notes)
        points -= _gain(b, i, j, there + 0.5 * coming, theirs, notes)
    else:
        points = _gain(b, i, j, 1.0 + coming, theirs, notes)
    return Gain(points, there > 0.0)


@kernel
def charge_loss(b, i, foe, foes, friends, notes):
    """Points that figure ``i`` is likely to lose to ``foes`` enemies who can reach it, with friends beside; 0 at least.

    ``foe``: the nearest of them, whose saves stand for all.
    """
    if foes <= 0.0 or foe == NONE:
        return 0.0
    better = b.figures[i].quality - b.figures[foe].quality
    many = min(foes, 3.0)
    ours = 1.0 + CLOSES * min(friends, 2.0)
    out = exchange(ours, noted_out(b, i, notes), max(many, 0.3), noted_out(b, foe, notes), float(better))
    return max(out.ours / ours * noted_price(b, i, notes) - out.theirs / ours, 0.0)
