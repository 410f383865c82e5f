"""The magnet: pulls a dragged figure or group onto the nearest place where bases line up exactly.

It knows no rule. It offers places of exact contact, nearest first, and asks the real judge about each: with
enemies, those that the game offers, or the front edge full on each edge of the other base; with friends, side by side,
behind and in front. Where one of the two is round, they touch where they are nearest.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sandtable.kernel.contact import contact_place
from sandtable.kernel.discs import Disc, Form, disc_beside_base, disc_beside_disc
from sandtable.kernel.geometry import Base, Edge, base_of, placed, snap_facing, snapped
from sandtable.kernel.sweep import carried, rigid_between

RADIUS = 0.6
"""How far the magnet pulls, in widths of the dragged base."""

MOST_JUDGED = 10
"""Places asked about before the magnet gives up: it bounds the time of an answer while dragging."""

_TURN_PRICE = 0.3 / 90.0  # a quarter turn counts as this many widths when places are compared
_GROUP_TURN = 40.0  # degrees by which the magnet may turn a group, or a figure lining up with a friend
_EDGES = (Edge.FRONT, Edge.RIGHT, Edge.REAR, Edge.LEFT)


@dataclass(frozen=True)
class Pull:
    """A pose of the leader that brings one dragged figure into exact contact with ``other``."""

    leader: Base
    other: int
    distance: float  # that the dragged figure is pulled, with its turn priced in


class Place(NamedTuple):
    """A place of contact that a game offers a figure, and with whom; below 0: with what is no figure."""

    base: Base
    other: int


def _turn_between(a: Base, b: Base) -> float:
    """The angle between two facings in degrees, 0 to 180."""
    cosine = max(-1.0, min(1.0, a.fx * b.fx + a.fy * b.fy))
    return math.degrees(math.acos(cosine))


def _beside(a: Base, b: Base, side: int) -> Base:
    """Where ``a`` stands level with ``b``, front corners together, on its right (1) or left (-1)."""
    across = side * (a.half_width + b.half_width)
    forward = b.half_depth - a.half_depth
    return Base(
        b.x + b.fy * across + b.fx * forward,
        b.y - b.fx * across + b.fy * forward,
        b.fx,
        b.fy,
        a.half_width,
        a.half_depth,
    )


def _in_file(a: Base, b: Base, sense: int) -> Base:
    """Where ``a`` stands exactly in front of (1) or behind (-1) ``b``, facing the same way."""
    along = sense * (a.half_depth + b.half_depth)
    return Base(b.x + b.fx * along, b.y + b.fy * along, b.fx, b.fy, a.half_width, a.half_depth)


def is_round(figures: Any, index: int) -> bool:
    """The figure stands on a round base; without a field that says so, on a rectangle."""
    return "form" in figures.dtype.names and int(figures[index]["form"]) == Form.DISC


def _touching(a: Base, b: Base, a_round: bool, b_round: bool) -> Base:
    """Where ``a`` touches ``b`` on its side of it, one of them round; a rectangle with the middle of its front."""
    if a_round:
        disc = Disc(a.x, a.y, a.fx, a.fy, a.half_width)
        other = Disc(b.x, b.y, b.fx, b.fy, b.half_width)
        there = disc_beside_disc(disc, other, a.x, a.y) if b_round else disc_beside_base(disc, b, a.x, a.y)
        return a._replace(x=there.x, y=there.y)
    facing = snap_facing(b.x - a.x, b.y - a.y)
    reach = b.half_width + a.half_depth
    return a._replace(x=b.x - facing.x * reach, y=b.y - facing.y * reach, fx=facing.x, fy=facing.y)


def _places(a: Base, b: Base, enemies: bool, a_round: bool = False, b_round: bool = False) -> Iterator[Base]:
    """Every place where ``a`` lines up exactly with ``b``."""
    if a_round or b_round:
        yield _touching(a, b, a_round, b_round)
    elif enemies:
        for edge in _EDGES:
            yield contact_place(a, b, edge)
    else:
        yield _beside(a, b, 1)
        yield _beside(a, b, -1)
        yield _in_file(a, b, -1)
        yield _in_file(a, b, 1)


def pulls(
    figures: Any,
    dragged: Sequence[int],
    on_table: Iterable[int],
    leader_end: Base,
    radius: float = RADIUS,
    contacts: Sequence[Place] | None = None,
) -> list[Pull]:
    """Poses of the leader within ``radius`` widths of ``leader_end`` that line somebody up, nearest first.

    ``figures`` is any record array with x, y, fx, fy, width, depth and side; ``dragged`` are indices, leader
    first; ``on_table`` the indices that stand on the table. ``contacts`` are the places of contact with enemies that
    the game offers a single figure; without them the front may be brought full onto each edge of an enemy.
    """
    motion = rigid_between(base_of(figures[dragged[0]]), leader_end)
    ends = [carried(motion, base_of(figures[index])) for index in dragged]
    ends[0] = leader_end
    others = [index for index in on_table if index not in set(dragged)]
    single = len(dragged) == 1
    width = 2.0 * float(leader_end.half_width)
    radius *= width
    found: list[Pull] = []
    for index, end in zip(dragged, ends, strict=True):
        reach = radius + math.hypot(end.half_width, end.half_depth)
        for other in others:
            figure = figures[other]
            if math.hypot(figure.x - end.x, figure.y - end.y) > reach + math.hypot(figure.width, figure.depth) / 2:
                continue
            enemies = bool(figure.side != figures[index].side)
            if enemies and contacts is not None:
                continue
            for place in _places(end, base_of(figure), enemies, is_round(figures, index), is_round(figures, other)):
                pull = math.hypot(place.x - end.x, place.y - end.y)
                turn = _turn_between(place, end)
                if pull > radius or (turn > _GROUP_TURN and not (single and enemies)):
                    continue
                leader = place if index == dragged[0] else carried(rigid_between(end, place), leader_end)
                if math.hypot(leader.x - leader_end.x, leader.y - leader_end.y) > radius * 2:
                    continue  # a small turn far from the leader would swing it away from the pointer
                found.append(Pull(snapped(leader), other, pull + turn * _TURN_PRICE * width))
    for offered in contacts or ():
        pull = math.hypot(offered.base.x - leader_end.x, offered.base.y - leader_end.y)
        if pull <= radius:
            priced = pull + _turn_between(offered.base, leader_end) * _TURN_PRICE * width
            found.append(Pull(snapped(offered.base), offered.other, priced))
    found.sort(key=lambda pull: pull.distance)
    return found


def settle(
    figures: Any,
    dragged: Sequence[int],
    on_table: Iterable[int],
    leader_end: Base,
    is_legal: Callable[[Base], bool],
    radius: float = RADIUS,
    contacts: Sequence[Place] | None = None,
) -> Pull | None:
    """The nearest pull that ``is_legal`` allows.

    When none is allowed and the pose as dragged is not either, the nearest pull all the same: why *that* place
    is forbidden tells the player more than "not aligned". None when the pose should stay as it is.
    """
    offers = _distinct(pulls(figures, dragged, on_table, leader_end, radius, contacts))
    for offer in offers[:MOST_JUDGED]:
        if is_legal(offer.leader):
            return offer
    if offers and not is_legal(leader_end):
        return offers[0]
    return None


def _distinct(offers: list[Pull]) -> list[Pull]:
    """The offers without repeats of one pose (a place between two neighbours is found twice)."""
    seen: set[tuple[float, float, float, float]] = set()
    kept = []
    for offer in offers:
        key = (
            round(offer.leader.x, 3),
            round(offer.leader.y, 3),
            round(offer.leader.fx, 4),
            round(offer.leader.fy, 4),
        )
        if key not in seen:
            seen.add(key)
            kept.append(offer)
    return kept


def ends_of(bases: Sequence[Base], leader_end: Base) -> list[Base]:
    """Where each dragged figure ends when the leader, the first, ends at ``leader_end`` and the group stays rigid."""
    first = bases[0]
    if len(bases) == 1:
        return [snapped(placed(first, leader_end.x, leader_end.y, leader_end.fx, leader_end.fy))]
    motion = rigid_between(first, leader_end)
    ends = [carried(motion, base) for base in bases[1:]]
    return [snapped(placed(first, leader_end.x, leader_end.y, leader_end.fx, leader_end.fy)), *ends]
