"""Messages about advice: what could be done now, and how often each side wins after it."""

from __future__ import annotations

from typing import Literal

from sandtable.server.messages.base import Count, FromBoard, FromServer


class AskAdvice(FromBoard):
    """What would you do? Asked by whoever is to decide, or of any step of a battle that is over.

    Answered by ``advice``. In a battle with other people it counts as help, and they are told.
    """

    type: Literal["advise"]
    n: Count
    step: Count | None = None  # as this link knows the battle: before the next action; null: as it stands now


class AdvisedChance(FromServer):
    """How often a side wins, of 1, with its 95 % interval."""

    side: str
    mean: float
    low: float
    high: float


class AdvisedPlan(FromServer):
    """One plan: its actions up to the next die, and what comes of it."""

    words: tuple[str, ...]
    text: tuple[str, ...]  # the actions in the one-line notation
    chances: tuple[AdvisedChance, ...]
    behind: AdvisedChance  # how much less often the side wins than after the best plan, by the same dice
    sight: str  # what spoke for it at first sight; empty: nothing
    quicks: bool  # a quick general would do it
    played: bool  # it is what was done


class Advice(FromServer):
    """Answer to ``advise``: plans, the best first."""

    type: Literal["advice"] = "advice"
    n: int
    version: int
    side: str  # that decides
    playouts: int  # battles played on from each plan
    why: str  # what the best plan gains, and whether that is sure
    plans: tuple[AdvisedPlan, ...]
