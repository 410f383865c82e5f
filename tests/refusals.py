"""Cheap refusals decide nothing: for a test each can be made to say "perhaps" to whatever it is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from sandtable.compiler.decorators import COMPILED

INTERPRETED = pytest.mark.skipif(COMPILED, reason="rules are swapped for others: where they are interpreted only")


@contextmanager
def swapped(stand_ins: dict[Callable[..., Any], Callable[..., Any]]) -> Iterator[None]:
    """Each rule does as its stand-in does, in whatever file it is called; names mean what they mean in the rule's."""
    kept = {rule: rule.__code__ for rule in stand_ins}
    try:
        for rule, stand_in in stand_ins.items():
            assert rule.__code__.co_argcount == stand_in.__code__.co_argcount, rule.__name__
            rule.__code__ = stand_in.__code__
        yield
    finally:
        for rule, code in kept.items():
            rule.__code__ = code
