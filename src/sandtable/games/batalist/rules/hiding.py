"""ORD-15, ORD-16, DEP-8: what the other side does not see, and how a general guesses it."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.enums import Order, Phase, Skill, State, Thing
from sandtable.games.batalist.rules.formations import has
from sandtable.games.batalist.switches import Deployment
from sandtable.kernel.dice import choose
from sandtable.kernel.records import NONE

GUESSES = (Order.MOVE, Order.MELEE_ATTACK, Order.MOVE, Order.SHOOTING_ATTACK, Order.TURN)
"""What a card that lies face down is guessed to be, where the battalion can do it."""


@clause("BAT-ORD-15", "BAT-ORD-16", "BAT-ORD-2", "BAT-AMB-1", "BAT-AMB-17", "BAT-TRP-5", "BAT-IND-2")
@kernel
def redact(b, side):
    """Blank out what a side may not see: kinds and givers of cards, what was spent, who hides, dark places."""
    choosing = b.phase == Phase.ORDERS
    for i in range(b.n_figures):
        u = b.figures[i]
        if u.side == side:
            continue
        turn_down(u)
        u.givers[:] = NONE
        u.fixed[:] = NONE
        if choosing:
            u.cards[:] = NONE
            u.given = 0
        if u.state == State.AMBUSH:
            hide_ambush(b, u)
        if is_dark(b) and u.character != NONE and b.characters[u.character].own != NONE:
            u.character = NONE
        if is_dark(b) and (u.state == State.FIELD or u.state == State.ON_BASE):
            u.state = State.UNSEEN
            u.x = u.y = 0.0
            u.fx, u.fy = 0.0, 1.0
    for c in range(b.n_characters):
        who = b.characters[c]
        if who.side != side:
            who.spent = 0
            who.orders_one = NONE
            who.reserve = who.reserve_shown
            if is_dark(b) and who.own != NONE:
                who.battalion = who.own
                who.rank = who.file = 0
            if choosing and who.own != NONE:
                who.mana = 0
    b.sides[1 - side].ammunition = b.sides[1 - side].ammunition_shown
    if b.phase == Phase.PASSED_BY and b.mover != side:
        b.striker = NONE  # which hidden battalion was tested
    for m in range(b.n_markers):
        marker = b.markers[m]
        if marker.side != side:
            marker.owner = NONE
            marker.kind = NONE
            marker.true = NONE


@clause("BAT-DEP-8")
@kernel
def is_dark(b):
    """Both sides deploy unseen by the other."""
    return b.phase == Phase.DEPLOYMENT and b.options.deployment == Deployment.DARK


@clause("BAT-ORD-2", "BAT-EXE-12")
@kernel
def turn_down(u):
    """Lay the cards of a battalion as the other side sees them: how many, and a fight that it owes; not as laid.

    The card of a fight that it owes lies face up, and only one: what lies beside it nobody knows.
    """
    number, owed = 0, False
    for card in range(len(u.cards)):
        number += int(u.cards[card] != NONE)
        owed = owed or (u.owes_fight != NONE and u.cards[card] == Order.MELEE_ATTACK)
    for card in range(len(u.cards)):
        u.cards[card] = NONE if card >= number else Order.HIDDEN
    if owed:
        u.cards[0] = Order.MELEE_ATTACK


@kernel
def deploys(b):
    """The players say who lies in ambush, or place the others: who waits and who hides is not told apart."""
    return b.phase == Phase.STATING or b.phase == Phase.DEPLOYMENT


@clause("BAT-AMB-1", "BAT-AMB-17")
@kernel
def hide_ambush(b, u):
    """Leave of a battalion in ambush who it is: its order, what it has done and where it aimed from stay off the table.

    While the players deploy nobody knows that it lies in ambush at all.
    """
    u.cards[:] = NONE
    u.given = u.carried_out = u.moved = u.reformed = u.fast = 0
    if deploys(b):
        u.state = State.WAITING
        return
    u.x = u.y = 0.0
    u.fx, u.fy = 0.0, 1.0


@clause("BAT-AMB-17", "BAT-TRP-5")
@kernel
def guess_markers(b, side, dice):
    """Guess of each set of the other side's markers whose it is, of which kind, and which is true."""
    for m in range(b.n_markers):
        if b.markers[m].side == side or b.markers[m].lies == 0 or b.markers[m].true != NONE:
            continue
        owner = NONE
        for i in range(b.n_figures):
            taken = False
            for k in range(m):
                taken = taken or (b.markers[k].thing == Thing.AMBUSH and b.markers[k].owner == i)
            if owner == NONE and b.figures[i].side != side and b.figures[i].state == State.AMBUSH and not taken:
                owner = i
        kind = choose(dice, len(b.traps))
        true = choose(dice, 3)
        seen = 0
        for k in range(m, b.n_markers):
            other = b.markers[k]
            if other.side != side and other.group == b.markers[m].group and other.lies != 0:
                other.owner = owner if other.thing == Thing.AMBUSH else 100 + other.group
                other.kind = kind
                other.true = 1 if seen == true else 0
                seen += 1


@clause("BAT-ORD-15", "BAT-IND-1")
@kernel
def resample(b, side, dice):
    """Guess the cards that this side does not see, each as something that its battalion can do.

    A side that is ready is taken to lay its cards yet: nobody knows which it has laid.
    """
    guess_markers(b, side, dice)
    if b.phase == Phase.ORDERS:
        b.sides[1 - side].ready = 0
    for i in range(b.n_figures):
        u = b.figures[i]
        if u.side == side:
            continue
        if u.state == State.UNSEEN:
            u.state = State.WAITING
        if has(b, i, Skill.INDEPENDENT):
            u.fixed[0] = Order.MOVE
            u.fixed[1] = Order.MELEE_ATTACK if has(b, i, Skill.MELEE) else Order.MOVE
        for card in range(len(u.cards)):
            if u.cards[card] == Order.HIDDEN:
                order = GUESSES[choose(dice, 5)]
                if order == Order.MELEE_ATTACK and not has(b, i, Skill.MELEE):
                    order = Order.MOVE
                if order == Order.SHOOTING_ATTACK and not has(b, i, Skill.SHOOTER):
                    order = Order.MOVE
                if u.wounded_of != NONE:
                    order = Order.TO_THE_DOCTOR
                u.cards[card] = order
