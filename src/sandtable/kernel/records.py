"""Records that every game shares: how a record dtype is made, the action, and small enums and sentinels."""

from __future__ import annotations

import copyreg
from enum import IntEnum
from functools import cache
from operator import itemgetter
from typing import Any

import numpy as np

NONE = -1
"""Absent: no figure, no target, no side. Never 0."""

NOBODY = -1
"""Returned by ``current_side`` when the game is over."""


MAX_ACTORS = 32
"""Figures that one action can name, of games that do not say."""

MAX_VIA = 6
"""Waypoints or legs of one action, of games that do not say."""


class _Kind(type):
    """The class of classes of records: each is pickled as the names of its fields."""

    _fields: tuple[tuple[str, ...], tuple[str, ...]]  # those that are one number each, and the others


class Record(np.void, metaclass=_Kind):  # type: ignore[misc]
    """One element of a record array: its fields are attributes, read and written through to the array.

    ``np.record`` does the same in Python for every attribute, which makes each call of a compiled kernel slow, and
    answers ``action.item`` and ``b.round`` with numpy's methods of those names; here fields come first. Each dtype has
    a class of its own, so that numpy's names stay where they are no field.
    """

    __slots__ = ()

    @property
    def data(self) -> memoryview:
        """Its memory, by which numba reads it. numpy's own describes every field first: 12 µs for a battle, each call.

        One that is alone in its array is the array's memory, told as plain bytes in under 1 µs.
        """
        base: Any = self.base
        if type(base) is np.ndarray and base.shape == (1,) and base.dtype is self.dtype:
            plain: memoryview = base.view(np.uint8).data
            return plain
        described: memoryview = np.void.data.__get__(self)
        return described

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"this record has no field {name!r}")

    def __setattr__(self, name: str, value: Any) -> None:
        try:
            self[name] = value
        except ValueError:
            if name in (self.dtype.names or ()):
                raise
            raise AttributeError(f"this record has no field {name!r}") from None


class _Part:
    """A field that is an array or a record. One that is alone in its array keeps the view that it was read by.

    Interpreted rules read ``b.figures`` again and again: 20 ns, not 320. The view belongs to the array, so that no
    record holds itself.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, record: Any, owner: object = None) -> Any:
        if record is None:
            return self
        base = record.base
        if type(base) is np.ndarray and base.shape == (1,) and base.dtype is record.dtype:
            view = vars(record)[self.name] = base[self.name][0]
            return view
        return record[self.name]


@cache
def _class_of(numbers: tuple[str, ...], parts: tuple[str, ...]) -> _Kind:
    """The class of records that have these fields."""
    held: dict[str, Any] = {"__module__": __name__} if parts else {"__module__": __name__, "__slots__": ()}
    held |= {name: property(itemgetter(name)) for name in numbers} | {name: _Part(name) for name in parts}
    made = _Kind("Record", (Record,), held)
    made._fields = numbers, parts
    return made


copyreg.pickle(_Kind, lambda kind: (_class_of, kind._fields))


def record(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """Packed record dtype whose fields read as attributes compiled and interpreted alike.

    Use ``f8`` and ``i4`` fields only: smaller and unsigned fields compute differently in the two modes.
    """
    for name, *_ in fields:
        if name in ("base", "dtype", "data", "getfield", "setfield") or name.startswith("_"):
            raise ValueError(f"{name!r} cannot be a field: numpy and numba read records by it")
    plain = np.dtype(list(fields))
    parts = tuple(name for name in plain.names or () if plain[name].shape or plain[name].names)
    numbers = tuple(name for name in plain.names or () if name not in parts)
    return np.dtype((_class_of(numbers, parts), list(fields)))


class Path(IntEnum):
    """How an action's bases get from where they stand to where they end."""

    STRAIGHT = 0  # straight from start to end
    VIA = 1  # through the action's waypoints, which the leader's centre visits in order
    WHEEL = 2  # along an arc about the pivot, given as the first waypoint
    MARCH = 3  # by legs, each (straight ahead by so much, then wheel clockwise by so many degrees), in ``via``
    COLUMN = 4  # the leader by legs as in MARCH, the others in its track, one behind the other


POSE = record(("x", "f8"), ("y", "f8"), ("fx", "f8"), ("fy", "f8"))
"""A place, and a facing as a unit vector."""


def action_record(
    actors: int = MAX_ACTORS, via: int = MAX_VIA, poses: int = 0, *, modes: bool = False, side_steps: bool = False
) -> np.dtype[Any]:
    """Record dtype of a game's actions: room for so many figures, waypoints or legs, and end poses of their own.

    ``modes``: with a way of doing it (see ``Phrase.modes``); ``side_steps``: legs may go aside. What a game does not
    need takes no room, and no kernel of it may ask for it.
    """
    fields: list[tuple[Any, ...]] = [
        ("x", "f8"),  # end place of the first actor's centre, in the game's unit
        ("y", "f8"),
        ("fx", "f8"),  # end facing of the first actor, a unit vector
        ("fy", "f8"),
        ("via", "f8", (via, 2)),  # waypoints of the first actor's centre, the pivot of a wheel, or legs of a march
        ("verb", "i4"),  # the game's own Verb
        ("n_actors", "i4"),
        ("actors", "i4", (actors,)),  # figure indices in order; the first leads; the rest is NONE
        ("target", "i4"),  # a figure (or gate, or feature: the verb says which), or NONE
        ("item", "i4"),  # a token or captive, or NONE
        ("amount", "i4"),  # a number that the verb explains, else 0
        ("path", "i4"),  # a Path
        ("n_via", "i4"),
    ]
    if side_steps:
        fields.append(("aside", "f8", (via,)))  # of each leg: how far to the right, between its advance and its wheel
    if modes:
        fields.append(("mode", "i4"))  # which of the verb's modes; 0: the first
    if poses:
        fields.append(("n_poses", "i4"))  # 0: a rigid block about the first; else as many as actors, each straight
        fields.append(("poses", POSE, (poses,)))  # where each of them ends, the first where x, y, fx, fy say
    return record(*fields)


ACTION = action_record()
"""One action of a game that needs no more. A rigid block's end is given by the end pose of its first actor."""


def new_actions(n: int = 1, dtype: np.dtype[Any] = ACTION) -> Any:
    """``n`` blank actions of a game's record dtype: nobody acts on nothing, straight. Shape ``[n]``."""
    actions = np.zeros(n, dtype)
    for field in ("verb", "actors", "target", "item"):
        actions[field] = NONE
    return actions


MAX_SIDES = 8
"""Sides of one battle: what the buffers of ``returns`` hold."""

MAX_FIGURES = 64
"""Figures of one battle: what a set of figures can hold (see bits.py)."""
