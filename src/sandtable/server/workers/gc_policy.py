"""Keeps Python's collector of rings of objects from stopping the server.

A full collection looks at every object there is: 0.15 s with the rules alone, half a second and more with the logs of
500 battles, and everybody waits. Hardly anything that a battle leaves behind is a ring. So whatever has outlived two
collections of what is new is looked at no more, but once in a long while. Were that left to full ones, each would come
upon the histories of all battles that have gone on since: 0.12 to 0.15 s with 400.
"""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

EVERY = 900.0
"""Seconds after which a full collection looks at everything again."""


_PAUSES = [0]
_LOCK = threading.Lock()


@contextmanager
def no_collecting() -> Iterator[None]:
    """Nothing is collected meanwhile: 2 MB of JSON are so many new objects that it would take ten times as long."""
    with _LOCK:
        _PAUSES[0] += 1
        if _PAUSES[0] == 1:
            gc.disable()
    try:
        yield
    finally:
        with _LOCK:
            _PAUSES[0] -= 1
            if not _PAUSES[0]:
                gc.enable()


class Collecting:
    """Sees to it from ``start`` to ``stop``."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._due = clock() + EVERY

    def start(self) -> None:
        """From now on."""
        gc.callbacks.append(self._collected)

    def stop(self) -> None:
        """The collector looks at everything again, as Python has it."""
        gc.callbacks.remove(self._collected)
        gc.unfreeze()

    def _collected(self, phase: str, info: dict[str, Any]) -> None:
        if phase != "stop" or info["generation"] == 0:
            return
        gc.freeze()
        if info["generation"] == 2 and self.clock() >= self._due:
            self._due = self.clock() + EVERY
            gc.unfreeze()  # the next full one looks at everything
