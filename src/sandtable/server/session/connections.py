"""One board of a battle as the battle knows it, and how it is told no."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from sandtable.server.messages.protocol import StepRecord
from sandtable.server.storage.database import Link


class Refusal(Exception):
    """A message that cannot be carried out: becomes ``Refused``."""

    def __init__(self, code: str, text: str, reasons: tuple[Any, ...] = ()) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.reasons = reasons


@dataclass(eq=False)
class Connection:
    """One board: what its link opens, how to send to it, and the steps of the log that it holds."""

    link: Link
    send: Callable[[BaseModel | str], None]  # never blocks; drops a board that does not read
    drop: Callable[[], None]  # hang up: the board will connect again
    last: Sequence[StepRecord] = ()  # the steps it was last sent, to find where an undo cut
    turned_out: bool = False  # its link opens nothing any more
    crowd: int = 0  # of the comings and goings that it knows of the last
