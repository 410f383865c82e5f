"""Stands a scenario's elements and camps on the table, and checks that they can stand there."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sandtable.errors import InputError
from sandtable.files import did_you_mean
from sandtable.games.common.laying import Stood, check_bases
from sandtable.games.dba.laying.armies import Element, read_troops
from sandtable.games.dba.laying.tables import SubType
from sandtable.games.dba.record import MAX_FIGURES, Ground, Side, Where
from sandtable.kernel.geometry import base_of, facing_of_degrees, overlap, snap
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import is_on_table as is_base_on_board
from sandtable.kernel.terrain import overlaps_feature
from sandtable.translation import gettext

DepthOf = Callable[[SubType], float]
"""The depth of troops' base in paces."""

ID_LETTER = {Side.RED: "R", Side.BLUE: "B"}


@dataclass(frozen=True)
class Standing:
    """One element as the files say it stands, and where they say it."""

    id: str
    element: Element
    side: Side
    x: float  # of its middle
    y: float
    facing: float
    origin: str  # opens a sentence about it: file, line, field
    name: str = ""
    where: Where = Where.TABLE
    camp: int = NONE
    moves: int = 0
    charged: str | None = None

    @property
    def troops(self) -> SubType:
        """Its sub-type."""
        return self.element.troops

    @property
    def title(self) -> str:
        """What it is called: ``Blades``, ``General's Cavalry``."""
        return self.name or ("General's " if self.element.general else "") + self.troops.name


class Muster:
    """Gives out ids, side by side: R1, R2 ... for red, B1, B2 ... for blue."""

    def __init__(self, taken: set[str]) -> None:
        self.taken = taken
        self.last = {Side.RED: 0, Side.BLUE: 0}

    def next_id(self, side: Side) -> str:
        """The next id of the side that nobody has."""
        while True:
            self.last[side] += 1
            found = f"{ID_LETTER[side]}{self.last[side]}"
            if found not in self.taken:
                self.taken.add(found)
                return found


def read_rank(text: str) -> list[Element | None]:
    """The elements of a rank from left to right; a dash (``-``, ``2x-``) is an empty place."""
    rank: list[Element | None] = []
    for part in text.split(","):
        gap = re.fullmatch(r"\s*(?:(\d{1,2})\s*[xX]\s*)?-\s*", part)
        rank += [None] * int(gap[1] or 1) if gap else list(read_troops(part))
    return rank


def stand_in_ranks(
    ranks: Sequence[str], front: tuple[float, float], facing: float, width: float, depth_of: DepthOf
) -> list[tuple[Element, float, float]]:
    """Every element of ``ranks`` with the place of its middle; ``front`` is the middle of the first rank's front.

    Each stands close behind the one in front of it, or, behind an empty place, in line with its neighbours.
    """
    ahead = facing_of_degrees(facing)
    read = [read_rank(rank) for rank in ranks]
    files = len(read[0])
    depths = [0.0] * files
    stood: list[tuple[Element, float, float]] = []
    for number, rank in enumerate(read):
        if len(rank) > files:
            raise ValueError(
                gettext(
                    "expected at most {files} elements in rank {rank}, found {number}",
                    files=files,
                    rank=number + 1,
                    number=len(rank),
                )
            )
        line = max(depths)
        for k, element in enumerate(rank):
            if element is None:
                continue
            depth = depth_of(element.troops)
            back = (depths[k] or line) + 0.5 * depth
            right = (k - 0.5 * (files - 1)) * width
            x = front[0] + ahead.y * right - ahead.x * back
            y = front[1] - ahead.x * right - ahead.y * back
            stood.append((element, x, y))
            depths[k] = (depths[k] or line) + depth
    return stood


def middle_of(point: tuple[float, float], which: str, facing: float, width: float, depth: float) -> tuple[float, float]:
    """The middle of a base whose middle (``at``), front (``front``) or left front corner (``left``) is at ``point``."""
    ahead = facing_of_degrees(facing)
    back = 0.0 if which == "at" else 0.5 * depth
    right = 0.5 * width if which == "left" else 0.0
    return point[0] - ahead.x * back + ahead.y * right, point[1] - ahead.y * back - ahead.x * right


# ---------------------------------------------------------------- into the record


def lay_camps_of(b: Any, standing: Sequence[Standing]) -> None:
    """Who is in which camp; at most one element each (DBA-ARMY-7)."""
    for index, who in enumerate(standing):
        if who.camp == NONE or who.where != Where.TABLE:
            continue
        camp = b.camps[who.camp]
        if camp.present == 0:
            raise InputError(f"{who.origin}: {gettext('{id} is in a camp that is not there', id=who.id)}")
        if camp.occupant != NONE:
            wrong = gettext("a camp holds one element, {id} is in it", id=standing[int(camp.occupant)].id)
            raise InputError(f"{who.origin}: {wrong}")
        camp.occupant = index
        camp.holder = who.side.value
        figure = b.figures[index]
        figure.camp = who.camp
        figure.x, figure.y, figure.fx, figure.fy = camp.x, camp.y, camp.fx, camp.fy


def lay_figures(b: Any, standing: Sequence[Standing], depth_of: DepthOf) -> None:
    """Fill the figure records; InputError when two share an id or a place, or one stands where none can."""
    if len(standing) > MAX_FIGURES:
        raise InputError(
            f"{standing[MAX_FIGURES].origin}: {gettext('a battle holds at most {most} elements', most=MAX_FIGURES)}"
        )
    index_of: dict[str, int] = {}
    for index, who in enumerate(standing):
        if who.id in index_of:
            raise InputError(f"{who.origin}: {gettext('the element id {id!r} stands twice', id=who.id)}")
        index_of[who.id] = index
        _lay_figure(b, b.figures[index], who, depth_of)
    b.n_figures = len(standing)
    _check_generals(standing)
    for index, who in enumerate(standing):
        if who.charged is not None:
            if who.charged not in index_of:
                hint = did_you_mean(who.charged, index_of)
                raise InputError(f"{who.origin}: {gettext('there is no element {name!r}', name=who.charged)}{hint}")
            b.figures[index].charged = index_of[who.charged]
    lay_camps_of(b, standing)
    _check_places(b, standing)


def _lay_figure(b: Any, figure: Any, who: Standing, depth_of: DepthOf) -> None:
    facing = facing_of_degrees(who.facing)
    figure.x, figure.y = snap(who.x), snap(who.y)
    figure.fx, figure.fy = facing.x, facing.y
    figure.width = b.rules.base_width
    figure.depth = depth_of(who.troops)
    foot = who.element.foot
    figure.foot_type = NONE if foot is None else foot.type.value
    figure.foot_depth = figure.depth if foot is None else depth_of(foot)
    figure.side = who.side.value
    figure.type = who.troops.type.value
    figure.general = int(who.element.general)
    figure.light_camelry = int(who.troops.light_camelry)
    figure["where"] = who.where.value
    figure.moves = who.moves


def _check_generals(standing: Sequence[Standing]) -> None:
    for side in Side:
        generals = [who for who in standing if who.side == side and who.element.general]
        if len(generals) > 1:
            ids = " and ".join(who.id for who in generals)
            raise InputError(
                f"{generals[1].origin}: {gettext('an army has one general, and {ids} would be two', ids=ids)}"
            )


def _check_places(b: Any, standing: Sequence[Standing]) -> None:
    """On the table, not in water, not on a camp, not on one another."""
    spots: list[Stood] = []
    for index, who in enumerate(standing):
        if who.where != Where.TABLE or who.camp != NONE:
            continue
        base = base_of(b.figures[index])
        if not is_base_on_board(base, b.table_width, b.table_height):
            raise InputError(f"{who.origin}: {gettext('{id} stands off the board', id=who.id)}")
        for k in range(int(b.terrain.n_features)):
            if b.terrain.features[k].kind == Ground.WATERWAY and overlaps_feature(base, b.terrain, k):
                raise InputError(f"{who.origin}: {gettext('{id} stands in the waterway', id=who.id)}")
        for owner in Side:
            camp = b.camps[owner]
            if camp.present and overlap(base, base_of(camp)):
                raise InputError(
                    f"{who.origin}: {gettext('{id} stands on the camp of {side}', id=who.id, side=owner.name.lower())}"
                )
        spots.append(Stood(index, who.id, who.origin))
    check_bases(b, spots, lambda one, other: overlap(base_of(one), base_of(other)))
