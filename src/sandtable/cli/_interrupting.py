"""Ctrl-C that asks long work to end with what it has, and only a second time breaks it off."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def until_interrupted() -> Iterator[Callable[[], bool]]:
    """Yield a function that is True until Ctrl-C is pressed."""
    pressed = False

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        if pressed:
            raise KeyboardInterrupt
        pressed = True

    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: not pressed
    finally:
        signal.signal(signal.SIGINT, before)
