"""What all messages share: their two bases, and the kinds of numbers and words in them."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

FARTHEST = 10_000.0
"""No length in a message is greater, in the game's unit."""

Length = Annotated[float, Field(ge=-FARTHEST, le=FARTHEST, allow_inf_nan=False)]
Degrees = Annotated[float, Field(ge=-3600.0, le=3600.0, allow_inf_nan=False)]
Place = tuple[Length, Length]
Name = Annotated[str, Field(max_length=80)]
Count = Annotated[int, Field(ge=0, le=2**31 - 1)]
Whole = Annotated[int, Field(ge=-(2**31), le=2**31 - 1)]


class FromBoard(BaseModel):
    """What the board sends: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class FromServer(BaseModel):
    """What the server sends; ``model_validate`` takes it from an object that has the same attributes."""

    model_config = ConfigDict(extra="forbid", frozen=True, from_attributes=True)
