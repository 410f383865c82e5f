"""PLACES: where a whole unit may be set up: close together about a few points of its zone, or in the chamber."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import kernel
from sandtable.games.flash_flood.record import Verb
from sandtable.games.flash_flood.rules.deployment import (
    asks_deployer,
    judge_spot,
    may_use_chamber,
    unit_before,
    waits_for_place,
)
from sandtable.games.flash_flood.rules.sequence import judge
from sandtable.games.flash_flood.rules.sewer import FAR
from sandtable.kernel.action_drafts import add, blank
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.geometry import Point, snap
from sandtable.kernel.records import NONE

ACROSS = 17
"""Places of a grid along each side that are tried."""

GAP = 0.25
"""Inches between bases that are set up."""

CLOSE = 0.02
"""The same where others have left little room."""

CHAMBER = True
"""Where a unit is set up: in the chamber, or in its zone."""

ZONE = False


@kernel
def _draft_about(b, draft, u, place, gap, chamber, log):
    """Set a unit up as near to a Point as its models find places on a grid; True if all do and it is legal."""
    one = b.units[u]
    blank(draft, Verb.DEPLOY)
    widest = 0.0
    for i in range(one.first, one.first + one.count):
        widest = max(widest, b.figures[i].width)
    pitch = widest + gap
    apart = np.empty(ACROSS * ACROSS)
    for cell in range(ACROSS * ACROSS):
        dx = (cell % ACROSS - ACROSS // 2) * pitch
        dy = (cell // ACROSS - ACROSS // 2) * pitch
        apart[cell] = distance_of_points(0.0, 0.0, dx, dy)
    for k in range(one.count):
        draft.actors[k] = one.first + k
        draft.n_actors = k + 1
        draft.n_poses = k + 1
        draft.poses[k].fx = 0.0
        draft.poses[k].fy = 1.0
        found = False
        while not found:
            best = int(np.argmin(apart))
            if apart[best] >= FAR:
                return False
            apart[best] = FAR  # not a second time
            draft.poses[k].x = snap(place.x + (best % ACROSS - ACROSS // 2) * pitch)
            draft.poses[k].y = snap(place.y + (best // ACROSS - ACROSS // 2) * pitch)
            found = judge_spot(b, draft, k, chamber, log) == 1
    return judge(b, draft, log).legal == 1


@kernel
def list_deployment(b, draft, log, out, n):
    """Where units of the side that sets up may stand: a few places for each of those whose bases are the widest.

    They are set up first (MIS-14), and leave the narrow gaps to those who fit into them.
    """
    side = asks_deployer(b)
    for u in range(b.n_squads):
        if waits_for_place(b, u, side) and unit_before(b, u) == NONE:
            n = _list_unit(b, draft, u, log, out, n)
    return n


@kernel
def _list_unit(b, draft, u, log, out, n):
    """Where one unit may be set up."""
    before = n
    node = b.nodes[b.homes[b.units[u].side]]
    for k in range(node.n_leads):
        corridor = b.corridors[node.leads[k]]
        down = corridor.up == b.homes[b.units[u].side]
        for far in range(3):
            inches = 0.5 + 2.5 * far
            sign = 1.0 if down else -1.0
            x = node.x + sign * corridor.ux * inches
            y = node.y + sign * corridor.uy * inches
            if _draft_about(b, draft, u, Point(x, y), GAP, ZONE, log):
                n = add(draft, out, n)
    if may_use_chamber(b, u):
        for k in range(b.n_chambers):
            box = b.chambers[k]
            middle = Point(0.5 * (box.x0 + box.x1), 0.5 * (box.y0 + box.y1))
            if _draft_about(b, draft, u, middle, GAP, CHAMBER, log):
                n = add(draft, out, n)
    return n if n > before else _list_narrow(b, draft, u, log, out, n)


@kernel
def _list_narrow(b, draft, u, log, out, n):
    """The first place that is found for a unit to which others left little room, every half inch along its zone."""
    home = b.homes[b.units[u].side]
    node = b.nodes[home]
    for half_inches in range(2 * int(b.rules.zone) + 1):
        for k in range(node.n_leads):
            corridor = b.corridors[node.leads[k]]
            along = 0.5 * half_inches if corridor.up == home else -0.5 * half_inches
            for third in range(-1, 2):
                aside = third * corridor.width / 3.0
                x = node.x + along * corridor.ux - aside * corridor.uy
                y = node.y + along * corridor.uy + aside * corridor.ux
                if _draft_about(b, draft, u, Point(x, y), CLOSE, ZONE, log):
                    return add(draft, out, n)
    return n
