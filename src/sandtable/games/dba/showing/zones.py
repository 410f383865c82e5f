"""The zones of control of one side as plain data, for drawing them and for telling who is in them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from sandtable.games.dba.record import N_SIDES
from sandtable.games.dba.rules.positions import camp_base, is_enemy_camp, is_in_open
from sandtable.games.dba.rules.zones_of_control import camp_bit, has_zone, restricting, zone_of
from sandtable.games.dba.switches import CampZocCorners
from sandtable.kernel.bitsets import bit
from sandtable.kernel.geometry import Base, base_of, corner
from sandtable.kernel.records import NONE

ZONE_CIRCLE_STEP = 15
"""Degrees between the corners by which the round corner of a camp's zone is drawn."""


def _outline(base: Base) -> list[tuple[float, float]]:
    points = [corner(base, which) for which in range(4)]
    return [(point.x, point.y) for point in points]


def _camp_outline(b: Any, owner: int) -> list[tuple[float, float]]:
    camp = camp_base(b, owner)
    reach = float(b.rules.base_width)
    if b.options.camp_zoc_corners == CampZocCorners.SQUARE:
        grown = Base(camp.x, camp.y, camp.fx, camp.fy, camp.half_width + reach, camp.half_depth + reach)
        return _outline(grown)
    outline = []
    heading = math.degrees(math.atan2(camp.fx, camp.fy))
    for which in range(4):
        tip = corner(camp, which)
        for step in range(0, 91, ZONE_CIRCLE_STEP):
            angle = math.radians(heading + 90.0 * (which - 1) + step)
            outline.append((tip.x + reach * math.sin(angle), tip.y + reach * math.cos(angle)))
    return outline


def zones(b: Any, side: int) -> list[dict[str, Any]]:
    """The zones that ``side`` exerts now, as plain data for drawing, in order of the elements; camps last.

    Every zone: ``owner`` (element, or None) or ``camp`` (its side, or None); ``polygon`` (corners in paces); ``depth``;
    ``stopped_by`` (element at which the carpet stops, or None), ``stopped_by_camp`` (side, or None), ``stop_line`` (the
    two ends of the carpet's far edge, or None); ``restricts`` (the enemy elements in it).
    """
    nobody = 0
    found: list[dict[str, Any]] = []
    held = _held(b, side)
    for i in range(int(b.n_figures)):
        if b.figures[i].side != side or not has_zone(b, i):
            continue
        zone = zone_of(b, i, nobody)
        base, out = zone.base, zone.base.half_depth + 0.5 * float(zone.depth)
        area = Base(
            base.x + out * base.fx, base.y + out * base.fy, base.fx, base.fy, base.half_width, 0.5 * float(zone.depth)
        )
        polygon = _outline(area)
        stop, camp = (None if by == NONE else int(by) for by in (zone.stop, zone.camp))
        found.append(
            {
                "owner": i,
                "camp": None,
                "polygon": polygon,
                "depth": float(zone.depth),
                "stopped_by": stop,
                "stopped_by_camp": camp,
                "stop_line": None if stop is None and camp is None else (polygon[0], polygon[1]),
                "restricts": held.get(int(bit(i)), []),
            }
        )
    for owner in range(N_SIDES):
        if not is_enemy_camp(b, owner, 1 - side):
            continue
        found.append(
            {
                "owner": None,
                "camp": owner,
                "polygon": _camp_outline(b, owner),
                "depth": float(b.rules.base_width),
                "stopped_by": None,
                "stopped_by_camp": None,
                "stop_line": None,
                "restricts": held.get(int(camp_bit(owner)), []),
            }
        )
    return found


def _held(b: Any, side: int) -> dict[int, list[int]]:
    """By owner of a zone of ``side`` (one bit, a camp's by ``camp_bit``): the enemy elements in it."""
    held: dict[int, list[int]] = {}
    for j in np.flatnonzero(b.figures["side"][: int(b.n_figures)] == 1 - side).tolist():
        if is_in_open(b.figures[j]):
            owners = int(restricting(b, base_of(b.figures[j]), 1 - side, 0))
            while owners:
                held.setdefault(owners & -owners, []).append(j)
                owners &= owners - 1
    return held
