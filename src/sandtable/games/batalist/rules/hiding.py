"""ORD-15, ORD-16, DEP-8: what the other side does not see, and how a general guesses it."""

from __future__ import annotations

from sandtable.games.batalist.record import Order, Phase, Skill, State
from sandtable.games.batalist.rules.formations import has
from sandtable.games.batalist.switches import Deployment
from sandtable.kernel.compiling import clause, kernel
from sandtable.kernel.dice import choose
from sandtable.kernel.records import NONE

GUESSES = (Order.MOVE.value, Order.MELEE_ATTACK.value, Order.MOVE.value, Order.SHOOTING_ATTACK.value, Order.TURN.value)
"""What a card that lies face down is guessed to be, where the battalion can do it."""


@clause("BAT-ORD-15", "BAT-ORD-16", "BAT-ORD-2")
@kernel
def redact(b, side):
    """Blank out what a side may not see: kinds and givers of cards, what was spent this turn, dark deployment."""
    choosing = b.phase == Phase.ORDERS
    for i in range(b.n_figures):
        u = b.figures[i]
        if u.side == side:
            continue
        for card in range(len(u.cards)):
            u.givers[card] = NONE
            if choosing:
                u.cards[card] = NONE
            elif u.cards[card] != NONE and not (u.owes_fight != NONE and u.cards[card] == Order.MELEE_ATTACK):
                u.cards[card] = Order.HIDDEN.value
        if choosing:
            u.given = 0
        if b.phase == Phase.DEPLOYMENT and b.options.deployment == Deployment.DARK and u.state == State.FIELD:
            u.state = State.UNSEEN.value
            u.x = u.y = 0.0
            u.fx, u.fy = 0.0, 1.0
    for c in range(b.n_characters):
        who = b.characters[c]
        if who.side != side:
            who.spent = 0
            who.orders_one = NONE
            who.reserve = who.reserve_shown
            if choosing and who.own != NONE:
                who.mana = 0
    b.sides[1 - side].ammunition = b.sides[1 - side].ammunition_shown


@clause("BAT-ORD-15")
@kernel
def resample(b, side, dice):
    """Guess the cards that this side does not see, each as something that its battalion can do.

    A side that is ready is taken to lay its cards yet: nobody knows which it has laid.
    """
    if b.phase == Phase.ORDERS:
        b.sides[1 - side].ready = 0
    for i in range(b.n_figures):
        u = b.figures[i]
        if u.side == side:
            continue
        if u.state == State.UNSEEN:
            u.state = State.WAITING.value
        for card in range(len(u.cards)):
            if u.cards[card] == Order.HIDDEN:
                order = GUESSES[choose(dice, 5)]
                if order == Order.MELEE_ATTACK and not has(b, i, Skill.MELEE.value):
                    order = Order.MOVE.value
                if order == Order.SHOOTING_ATTACK and not has(b, i, Skill.SHOOTER.value):
                    order = Order.MOVE.value
                if u.wounded_of != NONE:
                    order = Order.TO_THE_DOCTOR.value
                u.cards[card] = order
