"""Messages about moves drawn by hand: which kinds there are, and how far somebody may go."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from sandtable.kernel.records import MAX_FIGURES
from sandtable.server.messages.base import Count, FromBoard, FromServer, Name


class HandFact(FromServer):
    """A kind of move that is drawn by hand. The board chooses among them without knowing what they mean."""

    label: str  # what a player chooses by
    form: dict[str, Any]  # goes into every action that is drawn so: its verb, and what else there is to say
    stays: bool = False  # nobody goes anywhere: of several each turns where it stands
    listed: bool = False  # offered only where such an action is listed


class AskReach(FromBoard):
    """How far may these figures go together, the leader first, facing as they do now? Answered by ``reach``."""

    type: Literal["reach"]
    n: Count
    figures: Annotated[list[Name], Field(min_length=1, max_length=MAX_FIGURES)]
    hand: Count = 0  # the kind of move: a place in ``battle.hand``


class Reach(FromServer):
    """Answer to ``reach``: where the leader's middle may go straight, as the outline of a star about where it is.

    A corner a heading, clockwise from where the leader faces; one that lies where the leader is means nowhere.
    """

    type: Literal["reach"] = "reach"
    n: int
    version: int
    figures: tuple[str, ...]
    points: tuple[tuple[float, float], ...]  # empty: nowhere at all
