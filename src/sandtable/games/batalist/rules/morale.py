"""MOR and STD: who tests morale, the dice, and what failures do to a battalion."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code, Purpose
from sandtable.games.batalist.enums import Role, State
from sandtable.games.batalist.switches import Artefacts, Morale, StandardBearer
from sandtable.kernel.dice import throw_die
from sandtable.kernel.log import outcome
from sandtable.kernel.records import NONE


@clause("BAT-MOR-1", "BAT-MOR-18", "BAT-WOU-14")
@kernel
def must_test_for_losses(b, i):
    """Battalion ``i`` has lost half its number, killed and wounded, for the first time, and has healthy warriors."""
    u = b.figures[i]
    if b.options.morale != Morale.YES or u.state != State.FIELD or u.half_lost != 0 or u.wounded_of != NONE:
        return False
    return u.healthy > 0 and 2 * (u.start - u.healthy) >= u.start


@clause("BAT-STD-1", "BAT-STD-2", "BAT-ARM-14")
@kernel
def bonus_in_morale(b, i):
    """What a standard bearer adds to each of the owner's dice; an artefact of the bearer's instead of it."""
    c = b.figures[i].character
    if b.options.standard_bearer != StandardBearer.YES or c == NONE:
        return 0
    if b.characters[c].role != Role.STANDARD_BEARER:
        return 0
    artefact = b.characters[c].artefact
    if b.options.artefacts == Artefacts.YES and artefact != NONE:
        return max(b.artefacts[artefact].morale, b.rules.standard)
    return b.rules.standard


@clause("BAT-MOR-4")
@kernel
def throw_failures(b, i, dice, log):
    """Throw the opponent's die, then the owner's; each of these that is lower, with its bonus, is a failure."""
    side = b.figures[i].side
    against = throw_die(dice, log, Purpose.MORALE, 1 - side, i, 6)
    failures = 0
    for _ in range(b.rules.morale_dice):
        if throw_die(dice, log, Purpose.MORALE, side, i, 6) + bonus_in_morale(b, i) < against:
            failures += 1
    return failures


@clause("BAT-MOR-6")
@kernel
def cancel_orders(u):
    """The unexecuted cards of a battalion are cancelled."""
    for card in range(len(u.cards)):
        u.cards[card] = NONE


@clause("BAT-MOR-14", "BAT-HER-8", "BAT-ORD-14", "BAT-ORD-17")
@kernel
def take_hero_along(b, i, state):
    """A hero on the base of battalion ``i`` is where it is, and the hero's own cards are discarded."""
    c = b.figures[i].character
    if c != NONE and b.characters[c].own != NONE:
        own = b.figures[b.characters[c].own]
        cancel_orders(own)
        own.state = state


@clause("BAT-MOR-14", "BAT-MOR-20", "BAT-ORD-14")
@kernel
def flee(b, i):
    """Battalion ``i`` is taken off the field with its character and its wounded; its cards are discarded."""
    cancel_orders(b.figures[i])
    b.figures[i].state = State.FLED
    take_hero_along(b, i, State.FLED)


@clause("BAT-MOR-4", "BAT-MOR-5", "BAT-MOR-6", "BAT-MOR-7", "BAT-MOR-14")
@kernel
def take_test(b, i, dice, log):
    """Battalion ``i`` tests its morale; returns the failures. With two its retreat is the next thing to happen."""
    failures = throw_failures(b, i, dice, log)
    if failures == 0:
        outcome(log, Code.HOLDS, Clause.MOR_5, i, NONE, 0)
    elif failures == 1:
        outcome(log, Code.WAVERS, Clause.MOR_6, i, NONE, 0)
        cancel_orders(b.figures[i])
    elif failures == 2:
        outcome(log, Code.FALLS_BACK, Clause.MOR_7, i, NONE, 0)
        cancel_orders(b.figures[i])
    else:
        outcome(log, Code.FLEES, Clause.MOR_14, i, NONE, 0)
        flee(b, i)
    return failures
