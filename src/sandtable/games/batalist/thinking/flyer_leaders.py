"""Who leads flyers over the enemy's edge: nobody commands them there from behind, so a leader passes over to them."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.games.batalist.enums import Goal, Role, Skill, State
from sandtable.games.batalist.rules.formations import has
from sandtable.games.batalist.rules.ways import is_base
from sandtable.games.batalist.thinking.objectives import is_leaving
from sandtable.kernel.records import NONE

MOUNTED = 5.0
"""What it is worth that a leader passes over to flyers who are to leave, before they fly off."""


@kernel
def is_there(u):
    """The battalion is on the field, or will be."""
    return u.healthy > 0 and (u.state == State.FIELD or u.state == State.WAITING)


@kernel
def mount_of(b, side):
    """The flyers of a side who are to leave by the enemy's edge and have nobody to lead them; or NONE."""
    if b.goal == Goal.EXIT:
        for i in range(b.n_figures):
            u = b.figures[i]
            bare = u.hero == NONE and u.character == NONE
            if u.side == side and bare and is_there(u) and has(b, i, Skill.FLYING):
                return i
    return NONE


@kernel
def courier_of(b, side):
    """The leader of a side who had better go with them: of those who stay the one of most command, a captain first."""
    best, found = 0, NONE
    for c in range(b.n_characters):
        who = b.characters[c]
        if who.side != side or who.alive == 0 or (who.role != Role.CAPTAIN and who.role != Role.GENERAL):
            continue
        rank = 2 * who.command + int(who.role == Role.CAPTAIN)
        if rank > best and is_there(b.figures[who.battalion]) and not is_leaving(b, who.battalion):
            best, found = rank, c
    return found


@kernel
def leads_mount(b, i):
    """Battalion ``i`` has the leader on its base who is to pass over to the flyers of its side."""
    c = b.figures[i].character
    return c != NONE and mount_of(b, b.figures[i].side) != NONE and courier_of(b, b.figures[i].side) == c


@kernel
def takes_place_of_courier(b, i, base):
    """Battalion ``i``, standing so, would take the ground behind the flyers where their leader is to be deployed."""
    side = b.figures[i].side
    mount, c = mount_of(b, side), courier_of(b, side)
    if mount == NONE or c == NONE or b.characters[c].battalion == i or not is_base(b.figures[mount]):
        return False
    u, other = b.figures[mount], b.figures[b.characters[c].battalion]
    if is_base(other):
        return False
    back = (u.y - base.y) * u.fy - 0.5 * u.depth - base.half_depth
    return abs(u.x - base.x) < 0.5 * other.width + base.half_width and back < other.depth
