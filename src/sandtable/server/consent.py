"""Taking back: what a link may take back alone, whose consent it needs for more, and the proposal that stands.

Nobody's decision is taken back without him, nor dice that somebody else has seen. In a game that hides things, what
another has seen of an action is taken back only by his consent too: nobody knows what he learnt from it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from sandtable.server import computer, views
from sandtable.server.messages_people import UndoOffer, UndoProposal
from sandtable.server.truth import Sides, Truth

NOTHING = "There is no action of yours to take back."
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


def way_back(truth: Truth, sides: Sides, people: Collection[str], analysis: bool) -> Way | None:
    """The way to take back the last action of a person who holds ``sides``; None where there is none.

    ``people``: the sides that people hold.
    """
    if truth.battle.over and not analysis:
        return None
    own = truth.eyes(sides).last_step_of(sides)
    if own is None or own.side is None:
        return None
    eyes = truth.eyes(sides)
    number = eyes.numbers[own.number]
    after = range(number + 1, len(truth.battle.history))
    others = tuple(side for side in people if side not in sides)
    dice = any(len(step.throws) for step in truth.battle.history[number:])
    hidden = tuple(k for k in after if k not in eyes.numbers)
    shown = truth.hides and _others_saw(truth, sides, number)
    if truth.hides and not shown and not dice and len(hidden) == len(after):
        return Way(number, own.side, False, (), hidden)
    crossed = any(truth.players[k] == computer.HUMAN for k in after)
    free = analysis or not (crossed or dice or shown)
    return Way(number, own.side, dice or shown, () if free else others)


def _others_saw(truth: Truth, sides: Sides, number: int) -> bool:
    """Some other side has seen something of that action."""
    others = [side.key for side in truth.battle.sides if side.key not in sides]
    return any(number in truth.eyes((side,)).numbers for side in others)


def way_to_offer(truth: Truth, sides: Sides, people: Collection[str]) -> Way | None:
    """The way to take back the last action of another person, where it is the last that a person made."""
    last = next((step for step in reversed(truth.eyes(sides).steps) if step.by == computer.HUMAN), None)
    if last is None or last.side is None or last.side in sides or last.side not in people or truth.battle.over:
        return None
    number = truth.eyes(sides).numbers[last.number]
    dice = any(len(step.throws) for step in truth.battle.history[number:])
    return Way(number, last.side, dice or truth.hides, tuple(side for side in people if side not in sides))


def label_of(truth: Truth, sides: Sides, way: Way) -> str:
    """What a link with these sides calls the action that would go back."""
    step = truth.eyes(sides).step_seen(way.number)
    return step.label if step is not None else "an action"


def offer(truth: Truth, sides: Sides, people: Collection[str], analysis: bool, standing: Proposal | None) -> UndoOffer:
    """What a link with these sides is told about taking back."""
    way = way_back(truth, sides, people, analysis) if sides else None
    other = way_to_offer(truth, sides, people) if sides and not analysis else None
    nothing = OVER if truth.battle.over and sides and not analysis else NOTHING if sides else ""
    return UndoOffer(
        possible=way is not None,
        past_dice=way is not None and way.past_dice,
        text=label_of(truth, sides, way) if way else nothing,
        needs=way.needs if way else (),
        offer_to=other.side if other else None,
        offer_text=label_of(truth, sides, other) if other else "",
        proposal=None if standing is None else _shown(truth, sides, standing),
    )


def _shown(truth: Truth, sides: Sides, proposal: Proposal) -> UndoProposal:
    way = proposal.way
    return UndoProposal(
        number=proposal.number,
        side=way.side,
        by=proposal.by,
        label=label_of(truth, sides, way),
        text=sentence(truth, sides, proposal),
        past_dice=way.past_dice,
        steps=sum(number >= way.number for number in truth.eyes(sides).numbers),
        waits_for=tuple(sorted(proposal.waits_for)),
        agreed=tuple(sorted(proposal.agreed)),
        yours=bool(sides) and proposal.by in sides,
        asked=any(side in sides for side in proposal.waits_for),
    )


def sentence(truth: Truth, sides: Sides, proposal: Proposal) -> str:
    """The proposal in words: "Reds ask to take back: Anna (A): move 1 inch ahead"."""
    who = views.side_name(truth.battle, proposal.by)
    label = label_of(truth, sides, proposal.way)
    if proposal.by == proposal.way.side:
        return f"{who} ask to take back: {label}"
    return f"{who} offer {views.side_name(truth.battle, proposal.way.side)} to take back: {label}"


def taken_back(truth: Truth, sides: Sides, way: Way, fresh: bool) -> str:
    """That it was done, in words; ``truth``: before it was."""
    anew = ", and the dice fall anew" if fresh and way.past_dice else ""
    return f"{views.side_name(truth.battle, way.side)} took back: {label_of(truth, sides, way)}{anew}"
