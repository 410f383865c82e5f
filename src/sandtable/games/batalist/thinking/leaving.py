"""Who is to leave by the enemy's edge: how far there is to go yet, and whether they come to it in this turn."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.games.batalist.enums import Order, Skill
from sandtable.games.batalist.rules.formations import has
from sandtable.games.batalist.rules.speed import effective_speed
from sandtable.games.batalist.thinking.objectives import needs_command, out_of_command
from sandtable.games.batalist.thinking.passage import BEYOND, left_of_way
from sandtable.kernel.geometry import base_of
from sandtable.kernel.records import NONE

HURRY = 2.0
"""How much more a step counts for one that gets over the edge in this turn: it goes before the enemy can charge it."""

LINGER = 0.3
"""The same for one that does not: it goes among the enemy when they have spent their orders."""


@kernel
def steps_left(out):
    """Steps that a way counts to where the enemy's edge is."""
    return out.price - BEYOND


@kernel
def longing_to_leave(b, i, base, out):
    """Steps that a way over the edge counts for battalion ``i``, and those by which it is out of command before."""
    if not needs_command(b, i) or steps_left(out) <= effective_speed(b, i):
        return out.price
    return out.price + 3.0 * out_of_command(b, b.figures[i].side, base)


@kernel
def gets_over(b, i, eye):
    """The Moves that battalion ``i`` has left in this turn may take it over the enemy's edge."""
    u = b.figures[i]
    moves = int(u.fast == 0 and has(b, i, Skill.FAST))
    for card in range(len(u.cards)):
        moves += int(u.cards[card] == Order.MOVE)
    return left_of_way(base_of(u), eye.out) - BEYOND <= moves * effective_speed(b, i)


@kernel
def lacks_reserve(b, i, out):
    """Hero ``i`` has not enough reserve for its own orders all the way over the enemy's edge."""
    u = b.figures[i]
    if u.hero == NONE or has(b, i, Skill.FAST):
        return False
    return b.characters[u.hero].reserve * effective_speed(b, i) < steps_left(out)
