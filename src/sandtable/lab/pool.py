"""Processes to fight battles in, or none where one is enough."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager


@contextmanager
def processes(workers: int) -> Iterator[Executor | None]:
    """So many processes, none of which outlives an interrupt; None for one: fight in this process then."""
    if workers <= 1:
        yield None
        return
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        try:
            yield pool
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
