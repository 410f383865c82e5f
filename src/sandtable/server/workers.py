"""Threads for all that takes longer than a message may wait: rules, drawing, the store; computers have their own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

T = TypeVar("T")

_ANSWERING = ThreadPoolExecutor(4, "answering")
_PONDERING = ThreadPoolExecutor(2, "pondering")


async def think(work: Callable[..., T], *arguments: Any) -> T:
    """What ``work`` returns, done off the event loop."""
    return await asyncio.get_running_loop().run_in_executor(_ANSWERING, partial(work, *arguments))


async def ponder(work: Callable[..., T], *arguments: Any) -> T:
    """The same for what may take seconds: it keeps nobody else waiting."""
    return await asyncio.get_running_loop().run_in_executor(_PONDERING, partial(work, *arguments))
