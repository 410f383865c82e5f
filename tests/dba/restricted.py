"""The judgement of one way in all zones of the enemy, and the contact in which an element stands."""

from __future__ import annotations

from typing import Any

from sandtable.games.dba.record import N_SIDES
from sandtable.games.dba.rules.contact import contact_if_at, may_meet
from sandtable.games.dba.rules.zone_approach import Track
from sandtable.games.dba.rules.zone_restriction import judge_near_zones
from sandtable.games.dba.rules.zones_of_control import camp_bit, has_zone
from sandtable.kernel.geometry import base_of
from sandtable.kernel.records import NONE


def judge_restricted(b: Any, i: int, poses: Any, n: int, mask: Any, log: Any) -> bool:
    """May ``i`` go this way (f8[n, 4]: x, y, fx, fy) as far as zones are concerned? ``mask``: all who make it."""
    side = b.figures[i].side
    owners = sum(1 << j for j in range(b.n_figures) if b.figures[j].side != side and has_zone(b, j))
    owners |= sum(int(camp_bit(owner)) for owner in range(N_SIDES))
    return bool(judge_near_zones(b, Track(i, base_of(b.figures[i]), poses, n, mask, 0), owners, log))


def contact_of(b: Any, i: int, j: int) -> int:
    """The legal ``Contact`` in which element ``i`` stands with its front edge on enemy ``j``, or NONE."""
    return int(contact_if_at(b, base_of(b.figures[i]), j)) if may_meet(b, i, j) else NONE
