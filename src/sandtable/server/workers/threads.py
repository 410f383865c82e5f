"""Threads for all that takes longer than a message may wait: actions, questions and the store, and computers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

T = TypeVar("T")

_ANSWERING = ThreadPoolExecutor(4, "answering")
_PONDERING = ThreadPoolExecutor(2, "pondering")


_ACTING = ThreadPoolExecutor(1, "acting")


async def act(work: Callable[..., T], *arguments: Any) -> T:
    """What ``work`` returns that carries out an action or draws its state, one after another.

    All of it needs the interpreter: several threads would only take it away from one another, at a third more time.
    """
    return await asyncio.get_running_loop().run_in_executor(_ACTING, partial(work, *arguments))


async def think(work: Callable[..., T], *arguments: Any) -> T:
    """What ``work`` returns, done off the event loop."""
    return await asyncio.get_running_loop().run_in_executor(_ANSWERING, partial(work, *arguments))


async def ponder(work: Callable[..., T], *arguments: Any) -> T:
    """The same for what may take seconds: it keeps nobody else waiting."""
    return await asyncio.get_running_loop().run_in_executor(_PONDERING, partial(work, *arguments))
