"""Messages between players beside the battle: names, talk, ends of their own, rematches, clocks, lookers-on."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from sandtable.server.messages.base import Count, FromBoard, FromServer, Name

MOST_LETTERS = 300
"""Letters of a line of talk."""

Spectators = Literal["anyone", "nobody"]
"""Who may look on by the spectators' link."""

Words = Annotated[str, Field(max_length=MOST_LETTERS)]
PlayerName = Annotated[str, Field(max_length=40)]


class ClockRule(FromBoard):
    """How the time of people is counted; computers have none.

    ``live``: ``minutes`` for the whole battle, and ``increment`` seconds more whenever the decision passes on.
    ``days``: so many days for each decision that comes to a side.
    """

    kind: Literal["live", "days"]
    minutes: Annotated[int, Field(ge=1, le=600)] = 60
    increment: Annotated[int, Field(ge=0, le=600)] = 30
    days: Annotated[int, Field(ge=1, le=60)] = 3


# ----------------------------------------------------------------------------------------- board -> server


class CallMe(FromBoard):
    """What whoever holds the sides of this link calls themselves; empty: nothing. Everybody is told by ``presence``."""

    type: Literal["call_me"]
    name: PlayerName


class Say(FromBoard):
    """Say a line to everybody at the battle; it is kept with it. Plain text; whoever only looks on does not speak."""

    type: Literal["say"]
    text: Words


class Resign(FromBoard):
    """Give a side of this link up.

    Of two sides the other wins, and the battle is over. Of more the side is a computer's from now on, for good.
    """

    type: Literal["resign"]
    side: Name


class MakeOffer(FromBoard):
    """Offer the others a draw, or when the battle is over a rematch; it is done once every other player has agreed.

    A computer agrees to a draw where it finds that it stands no better than even, and to any rematch. A rematch is the
    same scenario with the same house rules, new dice and the same players; with ``swap`` each takes the next one's
    side.
    """

    type: Literal["offer"]
    what: Literal["draw", "rematch"]
    swap: bool = False


class AnswerOffer(FromBoard):
    """Say yes or no to the offer that stands (``company.offer``); no from whoever made it withdraws it."""

    type: Literal["answer_offer"]
    number: Count
    agree: bool


class ClaimTime(FromBoard):
    """Claim that the time of another side is up: as if it resigned. Refused while some of it is left."""

    type: Literal["claim_time"]
    side: Name


class SetSpectators(FromBoard):
    """Say who may look on; for whoever made the battle."""

    type: Literal["spectators"]
    who: Spectators


# ----------------------------------------------------------------------------------------- server -> board


class TalkLine(FromServer):
    """One line of talk."""

    number: int
    side: str | None  # of whoever said it; null: they play none, or several
    name: str  # what they called themselves
    text: str
    when: str  # ISO 8601, UTC


class Talk(FromServer):
    """What was said: all of it (``whole``), or one line more."""

    type: Literal["talk"] = "talk"
    whole: bool
    lines: tuple[TalkLine, ...]


class OfferNow(FromServer):
    """An offer that stands."""

    number: int
    what: Literal["draw", "rematch"]
    swap: bool
    by: str  # side of whoever made it
    text: str  # in words
    waits_for: tuple[str, ...]  # sides that have not answered yet
    yours: bool  # this link made it
    asked: bool  # this link is to answer it


class SideTime(FromServer):
    """The clock of one side."""

    side: str
    left: float  # seconds; below 0 its time is up
    runs: bool


class ClockNow(FromServer):
    """The clocks as they stand when this is sent: those that run go on meanwhile."""

    rule: ClockRule
    sides: tuple[SideTime, ...]  # of people alone
    halted: bool  # nobody's runs, for one is not there yet, or nobody is there at all
    may_claim: bool  # this link may claim the time of others when it is up


class Company(FromServer):
    """What stands between the players now. Sent when a board comes, if there is any of it, and when it changes."""

    type: Literal["company"] = "company"
    offer: OfferNow | None
    clock: ClockNow | None
    rematch: str | None  # path of this link's page of the rematch
    text: str  # what has just happened, for everybody; empty where nothing has
