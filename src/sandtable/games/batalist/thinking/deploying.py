"""What a place is worth to who is deployed there: near leaders, who fights in front, heroes behind."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.games.batalist.enums import Burst, Goal, Skill
from sandtable.games.batalist.rules.formations import has
from sandtable.games.batalist.rules.independents import is_independent
from sandtable.games.batalist.rules.ways import is_base
from sandtable.games.batalist.thinking.flyer_leaders import leads_mount, mount_of
from sandtable.games.batalist.thinking.leaving import lacks_reserve
from sandtable.games.batalist.thinking.objectives import (
    is_kept_back,
    is_leaving,
    is_precious,
    needs_command,
    out_of_command,
)
from sandtable.games.batalist.thinking.passage import way_out
from sandtable.kernel.geometry import base_of, distance_between
from sandtable.kernel.records import NONE

BEHIND = 0.5
"""What a step is worth by which who stays leaves the front to who goes, and a hero to who fights."""

COMPANY = 3.0
"""What a step counts by which a hero is deployed too far from those whom it is to tell to move on."""


@kernel
def apart_from_pack(b, i, base):
    """Steps by which hero ``i``, who may tell Independent warriors of the army to move on, would stand too far off."""
    u = b.figures[i]
    if u.hero == NONE or not has(b, i, Skill.COMMANDER):
        return 0.0
    for j in range(b.n_figures):
        other = b.figures[j]
        if other.side == u.side and is_independent(b, j) and is_base(other):
            return max(distance_between(base, base_of(other)) - b.rules.hero_radius, 0.0)
    return 0.0


@kernel
def value_of_place(b, i, base):
    """Steps by which a base is a better place for battalion ``i`` than another; below 0."""
    side = b.figures[i].side
    aside = 10.0 * abs(base.x - 0.5 * b.width) / b.width
    command = 2.0 * out_of_command(b, side, base)
    from_middle = abs(base.y - 0.5 * b.height)
    mount = mount_of(b, side)
    if b.profiles[b.figures[i].profile].burst == Burst.AREA:
        return -aside - command - from_middle
    if is_leaving(b, i):
        out = way_out(b, i, base)
        value = -out.price - COMPANY * apart_from_pack(b, i, base)
        if has(b, i, Skill.FLYING):
            value -= aside  # nobody bars its way, and leaders find room beside it
        return value - command if needs_command(b, i) or lacks_reserve(b, i, out) else value
    if leads_mount(b, i) and is_base(b.figures[mount]):
        return -COMPANY * distance_between(base, base_of(b.figures[mount]))
    if b.goal == Goal.EXIT:
        return -aside - command + BEHIND * from_middle
    if b.goal != Goal.GENERAL or is_precious(b, i):
        return -aside - command
    front = -BEHIND if is_kept_back(b, i) else BEHIND
    return -aside - command - front * from_middle
