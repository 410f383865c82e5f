"""Interpreted rules read members of enums as plain numbers, and numpy takes members for what they are."""

from __future__ import annotations

import enum
from enum import IntEnum
from typing import Any

import numpy as np
import pytest

from sandtable.compiler.plain_numbers import in_numbers, make_known_to_numpy


class Gait(IntEnum):
    """How somebody goes."""

    STANDS = 0
    WALKS = 3


def step() -> int:
    """A global that somebody may put another in the place of."""
    return 1


def gone(n, times=2, *, more=0):
    """How far somebody has gone."""
    return Gait.WALKS * n * times + more + step()


def written(n):
    """The number of a member, as other people may write it."""
    return n + Gait.WALKS.value


def taken() -> Any:
    """A member itself."""
    return Gait.WALKS


def test_members_are_numbers_and_all_else_stays() -> None:
    twin = in_numbers(gone)
    assert twin is in_numbers(gone) and twin is not gone
    assert (twin(1), twin(1, 1), twin(1, more=4)) == (gone(1), gone(1, 1), gone(1, more=4)) == (7, 4, 11)
    assert (twin.__module__, twin.__qualname__, twin.__doc__) == (gone.__module__, gone.__qualname__, gone.__doc__)
    assert type(in_numbers(taken)()) is int and type(taken()) is Gait
    assert in_numbers(written) is written and written(1) == 4, "who asks for the value finds one"
    assert in_numbers(step) is step


def test_a_rule_that_is_swapped_for_another_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "step", lambda: 10)
    assert in_numbers(gone)(1) == 16


def test_numpy_asks_no_enum_for_members_that_it_has_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """And answers the same, of the same types."""
    fresh = IntEnum("fresh", {"WALKS": 3})
    member: Any = fresh["WALKS"]
    one, many, asked = np.int32(1), np.arange(5, dtype=np.int32), []

    def answers() -> list[Any]:
        asked.clear()
        return [one == member, member < many, one + member, np.add(many, member), member * np.float64(0.5)]

    def noted(kind: Any, name: str) -> Any:
        asked.append(name)
        raise AttributeError(name)

    monkeypatch.setattr(enum.EnumMeta, "__getattr__", noted, raising=False)
    before = answers()
    assert set(asked) == {"__array_ufunc__"}
    monkeypatch.setitem(globals(), "Gait", fresh)
    make_known_to_numpy(taken)
    after = answers()
    assert asked == []
    for then, now in zip(before, after, strict=True):
        assert type(then) is type(now) and np.array_equal(then, now) and then.dtype == now.dtype
