"""ENTERING: when a mover's way first enters a zone of control (WAD-ZOC-16, DBA-ZOC-6).

A way is poses ``f8[n, 4]`` (x, y, fx, fy of the mover's base), its start first. A moment of it is a number: the leg,
plus the share of that leg.
"""

from __future__ import annotations

import math

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.dba.rules.legal_contacts import SAME_WAY
from sandtable.games.dba.rules.positions import camp_base
from sandtable.games.dba.rules.zones_of_control import (
    SAMPLE,
    Zone,
    camp_region,
    is_in_camp_zone_past,
    region_of,
    zone_of,
)
from sandtable.games.dba.switches import CampZocBlockable, CampZocCorners
from sandtable.kernel.geometry import TOUCH, Base, base_of, distance_between, overlap, placed
from sandtable.kernel.records import NONE
from sandtable.kernel.sweep import overlap_time

NEVER = 1e9
"""When a way enters a zone that it does not enter."""


@kernel
def pose_of(base, poses, k):
    """The mover's base in pose ``k``."""
    return Base(poses[k, 0], poses[k, 1], poses[k, 2], poses[k, 3], base.half_width, base.half_depth)


@kernel
def length_of(dx, dy):
    """The length of a vector."""
    return math.sqrt(dx * dx + dy * dy)


@kernel
def is_straight(poses, k):
    """The leg from pose ``k`` to the next is straight, without a turn."""
    return poses[k, 2] * poses[k + 1, 2] + poses[k, 3] * poses[k + 1, 3] > SAME_WAY


@kernel
def pose_at(base, poses, n, when):
    """The base at ``when``: the leg, plus the share of it; the pose before the leg if that is no straight one."""
    k = int(when)
    if k >= n - 1:
        return pose_of(base, poses, n - 1)
    there = pose_of(base, poses, k)
    share = when - k
    if share == 0.0 or not is_straight(poses, k):
        return there
    x = there.x + share * (poses[k + 1, 0] - there.x)
    y = there.y + share * (poses[k + 1, 1] - there.y)
    return placed(there, x, y, there.fx, there.fy)


@kernel
def entry_into(region, base, poses, n):
    """When the way first enters the rectangle: leg plus share of it; 0.0 if it starts in it, NEVER if it does not.

    Exact along straight legs; a leg with a turn enters it if the pose after it is in it, and does so at the end of the
    leg (n - 1 for the last).
    """
    if overlap(region, pose_of(base, poses, 0)):
        return 0.0
    for k in range(n - 1):
        if is_straight(poses, k):
            there = pose_of(base, poses, k)
            dx = poses[k + 1, 0] - there.x
            dy = poses[k + 1, 1] - there.y
            t0, t1 = overlap_time(there, dx, dy, 1.0, region, TOUCH)
            if t0 < t1:
                return k + min(max(t0, 1e-9), 0.999999999)
        elif overlap(region, pose_of(base, poses, k + 1)):
            return k + 0.5
    return NEVER


@clause("WAD-ZOC-16", "WAD-ZOC-14", "DBA-ZOC-6", "DBA-ZOC-3")
@kernel
def entry_into_zone(b, j, base, poses, n, mask):
    """When the way first enters the zone of element ``j``, as ``entry_into`` says it."""
    owner = base_of(b.figures[j])
    when = entry_into(region_of(Zone(owner, float(b.rules.zone), NONE, NONE)), base, poses, n)
    if when == NEVER:
        return NEVER
    zone = zone_of(b, j, mask)
    return when if zone.stop == NONE and zone.camp == NONE else entry_into(region_of(zone), base, poses, n)


@clause("WAD-ZOC-6", "WAD-RES-5")
@kernel
def entry_into_camp_zone(b, owner, base, poses, n, mask):
    """When the way first enters the zone of an occupied camp, as ``entry_into`` says it.

    Square zones that nothing screens exactly, others in steps of SAMPLE paces, refined to a hundredth of a pace.
    """
    if is_in_camp_zone_past(b, owner, pose_of(base, poses, 0), mask):
        return 0.0
    is_square = b.options.camp_zoc_corners == CampZocCorners.SQUARE
    if is_square and b.options.camp_zoc_blockable == CampZocBlockable.NO:
        return entry_into(camp_region(b, owner), base, poses, n)
    camp = camp_base(b, owner)
    reach = 1.5 * b.rules.base_width if is_square else b.rules.base_width
    for k in range(n - 1):
        if not is_straight(poses, k):
            if is_in_camp_zone_past(b, owner, pose_of(base, poses, k + 1), mask):
                return k + 0.5
            continue
        length = length_of(poses[k + 1, 0] - poses[k, 0], poses[k + 1, 1] - poses[k, 1])
        gone = 0.0
        while gone < length:
            # Nothing gets into the zone sooner than it has covered its distance from there.
            clear = distance_between(pose_at(base, poses, n, k + gone / length), camp) - reach
            later = min(gone + max(clear, SAMPLE), length)
            if is_in_camp_zone_past(b, owner, pose_at(base, poses, n, k + later / length), mask):
                while later - gone > TOUCH:
                    middle = 0.5 * (gone + later)
                    if is_in_camp_zone_past(b, owner, pose_at(base, poses, n, k + middle / length), mask):
                        later = middle
                    else:
                        gone = middle
                return k + min(later / length, 0.999999999)
            gone = later
    return NEVER


@kernel
def way_between(base, poses, n, first, later):
    """Paces of the mover's middle from the moment ``first`` to the moment ``later`` of its way."""
    length = 0.0
    here = pose_at(base, poses, n, first)
    k = int(first)
    while k + 1 <= later:
        length += length_of(poses[k + 1, 0] - here.x, poses[k + 1, 1] - here.y)
        here = pose_of(base, poses, k + 1)
        k += 1
    there = pose_at(base, poses, n, later)
    return length + length_of(there.x - here.x, there.y - here.y)


@kernel
def is_over(base, poses, n, first, slack):
    """No more than ``slack`` of the way is left after the moment ``first``."""
    k = int(first)
    if k >= n - 1:
        return True
    for later in range(k, n - 1):
        if not is_straight(poses, later):
            return False
    return way_between(base, poses, n, first, float(n - 1)) <= slack
