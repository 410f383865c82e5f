"""What all messages share: their two bases, and the kinds of numbers and words in them."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

FARTHEST = 10_000.0
"""No length in a message is greater, in the game's unit."""

Length = Annotated[float, Field(ge=-FARTHEST, le=FARTHEST, allow_inf_nan=False)]
Degrees = Annotated[float, Field(ge=-3600.0, le=3600.0, allow_inf_nan=False)]
Place = tuple[Length, Length]
Name = Annotated[str, Field(max_length=80)]
Count = Annotated[int, Field(ge=0, le=2**31 - 1)]
Whole = Annotated[int, Field(ge=-(2**31), le=2**31 - 1)]


def is_whole_text(value: Any) -> bool:
    """Whether every text in plain data is whole: JSON can hold halves of characters, which nothing can write down."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            if not item.isascii() and any("\ud800" <= char <= "\udfff" for char in item):
                return False
        elif isinstance(item, dict):
            waiting += (*item, *item.values())
        elif isinstance(item, (list, tuple)):
            waiting += item
    return True


class FromBoard(BaseModel):
    """What the board sends: unknown fields are refused, and text that ends in half a character."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _whole_text(cls, value: Any) -> Any:
        if not is_whole_text(value):
            raise ValueError("a text in it ends in half a character")
        return value


class FromServer(BaseModel):
    """What the server sends; ``model_validate`` takes it from an object that has the same attributes."""

    model_config = ConfigDict(extra="forbid", frozen=True, from_attributes=True)
