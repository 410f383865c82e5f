"""Taking back: what a link may take back alone, whose consent it needs for more, and the proposal that stands.

Nobody's decision is taken back without them, nor dice that somebody else has seen. In a game that hides things, what
another has seen of an action is taken back only by their consent too: nobody knows what they learnt. And there a
link is told only what follows from what it sees: neither that others did something in secret, nor how often.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from sandtable.server.messages.people import UndoOffer, UndoProposal
from sandtable.server.session import computer
from sandtable.server.session.seats import Seats
from sandtable.server.views import battle_messages
from sandtable.server.views.seat_state import BattleState, Sides
from sandtable.translation import gettext, gettext_word

NOTHING = "There is no action of yours to take back."
HANDS = "What was played before a seat changed hands stands: whoever held it then cannot be asked."
OVER = "The battle is over, and its seed has been shown: play on from an earlier step instead."


@dataclass(frozen=True)
class Way:
    """How far a taking back would go, and what it needs."""

    number: int  # of the action in the battle's history: it and what came after it goes back
    side: str  # whose action it is
    past_dice: bool
    needs: Sides  # whose players must agree
    again: tuple[int, ...] = ()  # actions after it that stand all the same: hidden choices of others


@dataclass
class Proposal:
    """Somebody would like to take something back."""

    number: int  # of the proposal
    way: Way
    by: str  # side of whoever proposes it
    proposer: Sides
    waits_for: set[str]
    agreed: set[str] = field(default_factory=set)
    note: str = ""  # what whoever proposes it says to it


def why_not(state: BattleState, sides: Sides, analysis: bool, stands: int) -> str:
    """Why a link with these sides can take nothing back; empty: it can. ``stands``: see ``Seats.stands``."""
    if state.battle.over and not analysis:
        return OVER
    seen = state.seen_history(sides)
    own = seen.last_step_of(sides)
    if own is None or own.side is None:
        return NOTHING
    return HANDS if state.entries[seen.numbers[own.number]] <= stands and not analysis else ""


def way_back(state: BattleState, sides: Sides, people: Collection[str], analysis: bool, stands: int = 0) -> Way | None:
    """The way to take back the last action of a person who holds ``sides``; None where there is none.

    ``people``: the sides that people hold. What these sides cannot see changes nothing of the answer.
    """
    seen = state.seen_history(sides)
    own = seen.last_step_of(sides)
    if own is None or own.side is None or why_not(state, sides, analysis, stands):
        return None
    number = seen.numbers[own.number]
    after = seen.steps[own.number + 1 :]
    others = tuple(side for side in people if side not in sides)
    if state.hides:
        told = any(event.die is not None for step in (own, *after) for event in step.events)
        if not (after or told or state.shows_others(number, sides)):
            return Way(number, own.side, False, (), tuple(range(number + 1, len(state.battle.history))))
        return Way(number, own.side, told or bool(others), () if analysis else others)
    dice = _dice_since(state, number)
    free = analysis or not (dice or any(step.by == computer.HUMAN for step in after))
    return Way(number, own.side, dice, () if free else others)


def _dice_since(state: BattleState, number: int) -> bool:
    """Dice were thrown in that action, or after it: for games in which everybody sees them."""
    return any(len(step.throws) for step in state.battle.history[number:])


def way_to_offer(state: BattleState, sides: Sides, people: Collection[str], stands: int = 0) -> Way | None:
    """The way to take back the last action of another person, where it is the last that a person made."""
    last = next((step for step in reversed(state.seen_history(sides).steps) if step.by == computer.HUMAN), None)
    if last is None or last.side is None or last.side in sides or last.side not in people or state.battle.over:
        return None
    number = state.seen_history(sides).numbers[last.number]
    if state.entries[number] <= stands:
        return None
    past_dice = state.hides or _dice_since(state, number)
    return Way(number, last.side, past_dice, tuple(side for side in people if side not in sides))


def label_of(state: BattleState, sides: Sides, way: Way) -> str:
    """What a link with these sides calls the action that would go back."""
    step = state.step_seen(sides, way.number)
    return step.label if step is not None else gettext("an action")


def offer(state: BattleState, sides: Sides, seats: Seats, analysis: bool, standing: Proposal | None) -> UndoOffer:
    """What a link with these sides is told about taking back."""
    people, stands = seats.people, seats.stands
    way = way_back(state, sides, people, analysis, stands) if sides else None
    other = way_to_offer(state, sides, people, stands) if sides and not analysis else None
    nothing = why_not(state, sides, analysis, stands) if sides else ""
    return UndoOffer(
        possible=way is not None,
        past_dice=way is not None and way.past_dice,
        text=label_of(state, sides, way) if way else gettext_word(nothing),
        needs=way.needs if way else (),
        offer_to=other.side if other else None,
        offer_text=label_of(state, sides, other) if other else "",
        proposal=None if standing is None else _shown(state, sides, standing),
    )


def _shown(state: BattleState, sides: Sides, proposal: Proposal) -> UndoProposal:
    way = proposal.way
    return UndoProposal(
        number=proposal.number,
        side=way.side,
        by=proposal.by,
        label=label_of(state, sides, way),
        text=sentence(state, sides, proposal),
        note=proposal.note if sides else "",
        past_dice=way.past_dice,
        steps=sum(number >= way.number for number in state.seen_history(sides).numbers),
        waits_for=tuple(sorted(proposal.waits_for)),
        agreed=tuple(sorted(proposal.agreed)),
        yours=bool(sides) and proposal.by in sides,
        asked=any(side in sides for side in proposal.waits_for),
    )


def sentence(state: BattleState, sides: Sides, proposal: Proposal) -> str:
    """The proposal in words: "Reds ask to take back: Anna (A): move 1 inch ahead"."""
    who = battle_messages.side_name(state.battle, proposal.by)
    label = label_of(state, sides, proposal.way)
    if proposal.by == proposal.way.side:
        return gettext("{who} ask to take back: {label}", who=who, label=label)
    other = battle_messages.side_name(state.battle, proposal.way.side)
    return gettext("{who} offer {other} to take back: {label}", who=who, other=other, label=label)


def taken_back(state: BattleState, sides: Sides, way: Way, fresh: bool) -> str:
    """That it was done, in words; ``state``: before it was."""
    anew = gettext(", and the dice fall anew") if fresh and way.past_dice else ""
    label = label_of(state, sides, way)
    return (
        gettext("{who} took back: {label}", who=battle_messages.side_name(state.battle, way.side), label=label) + anew
    )
