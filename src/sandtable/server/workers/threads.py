"""Threads for all that takes longer than a message may wait: actions, questions, the store, and computers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from sandtable.server.workers.fair import Lane

T = TypeVar("T")

ACTING = Lane(1, "acting")
_ANSWERING = Lane(1, "answering")
_WEIGHING = Lane(1, "weighing", ACTING)
_FETCHING = Lane(2, "fetching")
_PONDERING = Lane(2, "pondering", ACTING)


async def act(work: Callable[..., T], *arguments: Any) -> T:
    """What ``work`` returns that carries out an action or draws its state, one after another.

    All of it needs the interpreter: several threads would only take it away from one another, at a third more time.
    """
    return await ACTING.run(partial(work, *arguments))


async def think(work: Callable[..., T], *arguments: Any) -> T:
    """What ``work`` returns, done off the event loop."""
    return await _ANSWERING.run(partial(work, *arguments))


async def weigh(work: Callable[..., T], *arguments: Any) -> T:
    """The same for what may take long, beside the quick answers: odds, and whatever plays a battle again."""
    return await _WEIGHING.run(partial(work, *arguments))


async def fetch(work: Callable[..., T], *arguments: Any) -> T:
    """What the store answers, which waits for no question about rules."""
    return await _FETCHING.run(partial(work, *arguments))


async def ponder(work: Callable[..., T], *arguments: Any) -> T:
    """The same for what may take seconds: it keeps nobody else waiting."""
    return await _PONDERING.run(partial(work, *arguments))
