"""How fast the computers of one battle play, and how they wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from sandtable.server.messages.protocol import Pace, PaceNow
from sandtable.server.views.seat_state import SeenBy, Sides

EARLIEST = 0.25
"""Seconds before a computer shows an answer in a battle that hides something, at the least."""

PACE = 0.7
"""Seconds between two actions of computers, until somebody changes it."""


class Pacing:
    """Seconds between two actions, a pause, and single steps while it lasts."""

    def __init__(self) -> None:
        self.now = PaceNow(seconds=PACE, paused=False)
        self._step_once = asyncio.Event()
        self._asker: Sides | None = None
        self._changed = asyncio.Event()

    def change(self, message: Pace) -> None:
        """Take over what somebody asked for."""
        wanted = {"seconds": message.seconds, "paused": message.paused}
        self.now = self.now.model_copy(update={key: value for key, value in wanted.items() if value is not None})
        self.stir()

    def step(self, asker: Sides | None) -> None:
        """Let the computer go on, though it is paused, until whoever sees as ``asker`` does sees something of it."""
        self._asker = asker
        self._step_once.set()
        self.stir()

    def stir(self) -> None:
        """Whoever waits looks again whether it should."""
        self._changed.set()

    async def wait(self, wanted: Callable[[], bool]) -> SeenBy:
        """Wait out the pace while it is ``wanted``; a pause holds until it ends or one step is asked for.

        Returns who must see something of what the computers do next before they rest again; None: anybody.
        """
        if not self.now.paused and self.now.seconds <= 0:
            await asyncio.sleep(0)
            return None
        loop = asyncio.get_running_loop()
        begun = loop.time()
        while wanted():
            if self._step_once.is_set():
                self._step_once.clear()
                return {self._asker}
            left = None if self.now.paused else self.now.seconds - (loop.time() - begun)
            if left is not None and left <= 0:
                return None
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), left)
            except TimeoutError:
                return None
        return None


def time_left(spent: float) -> float:
    """Seconds until an answer is shown that took ``spent`` to find: at a quarter of a second, at a half, 1, 2, 4 ...

    How much was done in secret before it is not to be read off a clock, but for how often the time doubled.
    """
    shown = EARLIEST
    while shown < spent:
        shown *= 2.0
    return shown - spent
