"""Figures of a record as a scene draws them."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterable
from functools import cache
from typing import Any

from sandtable.games.game import FigureName
from sandtable.games.scene import SceneFigure
from sandtable.kernel.geometry import degrees_of_facing


@cache
def _row_of(dtype: Any) -> Any:
    return namedtuple("Row", dtype.names)


def rows_of(records: Any) -> list[Any]:
    """An array of records as named tuples of Python's own numbers, for whoever only reads them.

    A figure's card reads a dozen fields, of a record in 0.7 µs each.
    """
    return list(map(_row_of(records.dtype)._make, records.tolist()))


def drawn(
    figure: Any,
    name: FigureName,
    side: str,
    *,
    marks: Iterable[str] = (),
    carries: Iterable[str] = (),
    facts: Iterable[tuple[str, str]] = (),
    may_act: bool = False,
    emblem: str = "",
    **more: Any,
) -> SceneFigure:
    """The base of a figure, a record or a row of one, as its side's key and its names say; what else is told is given.

    ``emblem``: its own, where it is not the name's; ``more``: further fields of ``SceneFigure``, as its shape.
    """
    return SceneFigure(
        id=name.id,
        name=name.name,
        side=side,
        emblem=emblem or name.emblem,
        letter=name.letter,
        x=float(figure.x),
        y=float(figure.y),
        facing=float(degrees_of_facing(figure.fx, figure.fy)),
        width=float(figure.width),
        depth=float(figure.depth),
        marks=tuple(marks),
        carries=tuple(carries),
        facts=tuple(facts),
        may_act=may_act,
        **more,
    )
