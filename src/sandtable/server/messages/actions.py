"""An action of any game as messages carry it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from sandtable.kernel.records import MAX_FIGURES
from sandtable.server.messages.base import Degrees, FromBoard, Length, Name, Place, Whole


class Wheel(FromBoard):
    """A turn of the whole group about a point, or about the outer front corner named ``left`` or ``right``."""

    about: Place | Literal["left", "right"]
    degrees: Degrees


class Leg(FromBoard):
    """One part of a march: straight ahead, a step aside, or a wheel about the end of the front rank on that hand."""

    ahead: Length | None = None
    step: Literal["left", "right"] | None = None
    by: Length | None = None
    wheel: Literal["left", "right"] | None = None
    degrees: Degrees | None = None


class OwnPlace(FromBoard):
    """Where one of several figures ends; without a facing it keeps its own."""

    to: Place
    facing: Degrees | None = None


class ActionForm(FromBoard):
    """One action of any game, in names: the form that ``Action.to_json()`` writes.

    ``figures`` come leader first; ``to`` and ``facing`` are the leader's end pose, and the others keep their
    places about it, unless ``each`` gives every one a place of its own. ``mode`` is one of ``BattleFacts.modes``.
    """

    verb: Name
    figures: Annotated[list[Name], Field(max_length=MAX_FIGURES)] = []
    to: Place | None = None
    facing: Degrees | None = None
    via: Annotated[list[Place], Field(max_length=16)] = []
    wheel: Wheel | None = None
    legs: Annotated[list[Leg], Field(max_length=12)] = []
    column: bool = False
    each: Annotated[list[OwnPlace], Field(max_length=MAX_FIGURES)] = []
    mode: Name | None = None
    target: Name | None = None
    item: Name | None = None
    amount: Whole | None = None
