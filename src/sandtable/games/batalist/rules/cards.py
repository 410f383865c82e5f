"""EXE, ORD: cards on battalions: which lie there, who may turn one up now, and what turning it up does."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import Mode, Order, Phase, Skill, State
from sandtable.games.batalist.rules.ambush import counts_for_turn
from sandtable.games.batalist.rules.command import fails_by
from sandtable.games.batalist.rules.formations import has
from sandtable.games.batalist.rules.reasons import allowed, because, because_of, not_yours
from sandtable.kernel.log import event, outcome
from sandtable.kernel.records import NONE


@clause("BAT-EXE-5", "BAT-ORD-2")
@kernel
def has_card(u):
    """A card lies on the battalion that has not been turned up."""
    for card in range(len(u.cards)):
        if u.cards[card] != NONE:
            return True
    return False


@clause("BAT-EXE-5", "BAT-EXE-6", "BAT-AMB-17")
@kernel
def has_orders(b, side):
    """A side has unexecuted cards on the table; those of battalions in ambush without markers do not count."""
    for i in range(b.n_figures):
        u = b.figures[i]
        on_table = u.state == State.ON_BASE or counts_for_turn(b, i)
        if u.side == side and on_table and has_card(u):
            return True
    return False


@clause("BAT-SKL-11", "BAT-EXE-3")
@kernel
def place_of(b, i, order):
    """Where on battalion ``i`` a card of this kind lies, an ordered one before an automatic one; or NONE."""
    u = b.figures[i]
    found = NONE
    for card in range(len(u.cards)):
        if u.cards[card] == order and (found == NONE or u.givers[found] == NONE):
            found = card
    return found


@clause("BAT-SKL-11")
@kernel
def is_automatic(b, i, order):
    """The card of this kind that battalion ``i`` would turn up is the automatic one of the Bloodthirsty."""
    card = place_of(b, i, order)
    if card == NONE or order != Order.MELEE_ATTACK:
        return False
    return b.figures[i].givers[card] == NONE and has(b, i, Skill.BLOODTHIRSTY)


@clause("BAT-CBT-17")
@kernel
def place_replaced(u, mode):
    """Where the card lies in place of which an attacked battalion moves or fights, or NONE."""
    if mode == Mode.INSTEAD_OF_SECOND:
        return 1 if u.cards[1] != NONE else NONE
    for card in range(len(u.cards)):
        if u.cards[card] != NONE:
            return card
    return NONE


@clause("BAT-EXE-1", "BAT-CBT-17", "BAT-EXE-4")
@kernel
def why_no_card(b, i, order, mode):
    """What keeps battalion ``i`` from carrying out such an order now.

    ``Mode.INSTEAD``: one of its cards is turned up as Move or Melee Attack, because it has been attacked: the first,
    or, by ``Mode.INSTEAD_OF_SECOND``, the second of two.
    """
    u = b.figures[i]
    if b.phase != Phase.EXECUTION:
        return because(Code.NOT_NOW, Clause.TRN_2)
    if u.side != b.mover:
        return not_yours(b, i)
    if u.state != State.FIELD and u.state != State.ON_BASE:
        return because(Code.OFF_FIELD, Clause.ORD_17)
    if order < 0 or order >= Order.HIDDEN:
        return because(Code.NO_SUCH_ORDER, Clause.ORD_10)
    if mode == Mode.ORDERED:
        return allowed() if place_of(b, i, order) != NONE else because_of(Code.NO_SUCH_CARD, Clause.EXE_1, NONE, order)
    replaces = mode == Mode.INSTEAD or mode == Mode.INSTEAD_OF_SECOND
    if not replaces or (order != Order.MOVE and order != Order.MELEE_ATTACK):
        return because(Code.NOT_INSTEAD, Clause.CBT_17)
    if u.attacked <= 0:
        return because(Code.NOT_ATTACKED, Clause.CBT_17)
    if mode == Mode.INSTEAD_OF_SECOND and (u.cards[0] == NONE or u.cards[1] == NONE):
        return because(Code.NO_SECOND_CARD, Clause.CBT_17)
    place = place_replaced(u, mode)
    if place == NONE:
        return because(Code.NO_CARD_LEFT, Clause.CBT_17)
    return because_of(Code.SAME_CARD, Clause.CBT_17, NONE, order) if u.cards[place] == order else allowed()


@clause("BAT-EXE-1", "BAT-CBT-17", "BAT-SKL-12", "BAT-SKL-13", "BAT-SKL-14", "BAT-AMM-2")
@kernel
def take_card(b, i, order, mode, dice, log):
    """Turn up a card of battalion ``i``; False if it then fails to obey. The card is spent either way."""
    u = b.figures[i]
    if mode == Mode.FREE:
        return True
    place = place_of(b, i, order)
    if mode != Mode.ORDERED:
        u.attacked -= 1
        place = place_replaced(u, mode)
    u.cards[place] = NONE
    event(log, Code.TURNS_UP, Clause.EXE_1, i, NONE, order)
    failed = fails_by(b, i, order, dice, log)
    u.carried_out += 1
    if failed != NONE:
        outcome(log, Code.FAILS_TO_OBEY, failed, i, NONE, 0)
    return failed == NONE
