"""What stands between the players of a battle: an offer, the clocks, the way to the rematch; and what each is told."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sandtable.games.common.amounts import counted
from sandtable.server.messages.company import ClockNow, ClockRule, Company, OfferNow, SideTime
from sandtable.server.session.clocks import Clock
from sandtable.server.session.computer import HUMAN
from sandtable.server.session.seats import Seats
from sandtable.server.storage.database import Link, StoredBattle
from sandtable.server.views import addresses, battle_messages
from sandtable.server.views.seat_state import Sides
from sandtable.table.battle import Battle
from sandtable.translation import gettext, speaking


def now() -> float:
    """Seconds since the epoch: clocks outlive the server."""
    return time.time()


@dataclass
class Offer:
    """Somebody offers a draw, or a rematch."""

    number: int
    what: str  # draw or rematch
    swap: bool  # of a rematch: each takes the next one's side
    by: str  # side of whoever made it
    proposer: Sides
    waits_for: set[str]
    agreed: set[str] = field(default_factory=set)


class Between:
    """What stands between the players of one battle now."""

    def __init__(self, stored: StoredBattle) -> None:
        self.offer: Offer | None = None
        self.offers = 0  # so far
        self.refused: dict[str, float] = {}  # side whose offer was refused last -> when
        self.rematch = stored.rematch or {}
        self.clock: Clock | None = None
        if stored.clock is not None:
            self.clock = Clock(ClockRule.model_validate(stored.clock), [seat.side for seat in stored.seats])
            if stored.times is not None:
                self.clock.stand(stored.times, now())
        self.halted = True

    def set_clock(self, called: Sides, seats: Seats, boards: Sequence[Link], over: bool) -> bool:
        """Let the clocks of these run, who are called; a live one stands while one is not there yet, or nobody is.

        True where that changes how they are kept.
        """
        if self.clock is None:
            return False
        self.halted = self._halts(seats, boards)
        if self.halted:
            return self.clock.halt(now())
        return self.clock.call(called, now(), earns=not over)

    def _halts(self, seats: Seats, boards: Sequence[Link]) -> bool:
        if any(seat.kind == HUMAN and seat.guest and seat.invitation is not None for seat in seats.all):
            return True  # whoever was invited has not come yet
        live = self.clock is not None and self.clock.rule.kind == "live"
        return live and not any(link.sides for link in boards)

    # ------------------------------------------------------------------------------------------- told

    def is_empty(self, link: Link) -> bool:
        """There is nothing to tell this link."""
        return self.offer is None and self.clock is None and link.token not in self.rematch

    def told(
        self, battle: Battle, seats: Seats, link: Link, hears: bool, text: Callable[[], str] | None = None
    ) -> Company:
        """What a link is told; whoever sees the battle late (not ``hears``) is told nothing of it before its end."""
        to = self.rematch.get(link.token)
        with speaking(link.language):
            return Company(
                offer=self._offer(battle, link) if hears else None,
                clock=self._clock(battle, seats, link) if hears else None,
                rematch=addresses.play_path(to) if to else None,
                text=text() if text is not None and hears else "",
            )

    def _offer(self, battle: Battle, link: Link) -> OfferNow | None:
        offer = self.offer
        if offer is None:
            return None
        return OfferNow.model_validate(
            {
                "number": offer.number,
                "what": offer.what,
                "swap": offer.swap,
                "by": offer.by,
                "text": sentence(battle, offer),
                "waits_for": tuple(sorted(offer.waits_for)),
                "yours": bool(link.sides) and offer.by in link.sides,
                "asked": any(side in link.sides for side in offer.waits_for),
            }
        )

    def _clock(self, battle: Battle, seats: Seats, link: Link) -> ClockNow | None:
        clock, at = self.clock, now()
        if clock is None:
            return None
        sides = tuple(
            SideTime(side=side, left=round(clock.left_of(side, at), 1), runs=side in clock.runs and not battle.over)
            for side in clock.left
            if seats[side].kind == HUMAN
        )
        return ClockNow(
            rule=clock.rule, sides=sides, halted=self.halted, may_claim=bool(link.sides) and not battle.over
        )


def sentence(battle: Battle, offer: Offer) -> str:
    """An offer in words."""
    who = battle_messages.side_name(battle, offer.by)
    if offer.what == "draw":
        return gettext("{who} offer a draw.", who=who)
    if offer.swap:
        return gettext("{who} offer a rematch with sides swapped.", who=who)
    return gettext("{who} offer a rematch.", who=who)


def words_of(rule: ClockRule) -> str:
    """How time is counted, in words."""
    if rule.kind == "days":
        return gettext("{days} for each decision", days=counted(rule.days, "day"))
    return gettext(
        "{minutes} for the whole battle, and {seconds} more for each decision",
        minutes=counted(rule.minutes, "minute"),
        seconds=counted(rule.increment, "second"),
    )
