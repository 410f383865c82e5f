"""Where battalions may be deployed or come back, and where a hospital may stand."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.games.batalist.enums import Burst, Goal, Skill, State, Verb
from sandtable.games.batalist.listing.drafts import add_legal
from sandtable.games.batalist.rules.deployment import has_place, waiting
from sandtable.games.batalist.rules.formations import has
from sandtable.games.batalist.rules.returning import general_of, may_come_back
from sandtable.kernel.action_drafts import add, blank, draft_for
from sandtable.kernel.geometry import base_of, placed, snap
from sandtable.kernel.records import NONE

ACROSS = 18
"""Places along the zone at which a battalion may be deployed."""


@kernel
def next_to_deploy(b, side):
    """Guns first, who want a leader beside them; heroes next where somebody has to get through; then the muster.

    Where battalions are to leave by the enemy's edge the slowest come first: the fastest then see how the enemy stands.
    """
    runs = b.goal == Goal.FORD
    hero = NONE
    slowest = NONE
    least = 0.0
    for i in range(b.n_figures):
        u = b.figures[i]
        if u.side == side and u.state == State.WAITING:
            if b.profiles[u.profile].burst == Burst.AREA:
                return i
            if b.goal == Goal.EXIT and has(b, i, Skill.FLYING):
                return i
            if runs and u.hero != NONE and hero == NONE:
                hero = i
            if b.goal == Goal.EXIT and (slowest == NONE or b.profiles[u.profile].speed < least):
                least = b.profiles[u.profile].speed
                slowest = i
    if slowest != NONE:
        return slowest
    return hero if hero != NONE else waiting(b, side)


@kernel
def list_deployment(b, draft, log, out, n):
    """The next battalion to deploy, in two lines along the zone, facing the enemy; a hero on bases, too.

    It waits and may come, so that only its place is asked about, not all that ``judge`` asks.
    """
    i = next_to_deploy(b, b.mover)
    u = b.figures[i]
    own = b.sides[b.mover]
    north = own.zone_from <= 0.0
    deep = own.zone_to - own.zone_from
    for line in range(2):
        for place in range(ACROSS):
            draft_for(b, draft, Verb.DEPLOY, i)
            back = 0.5 * u.depth + 0.05 if line == 0 else 0.5 * deep + 0.5 * u.depth
            draft.x = snap((place + 0.5) * b.width / ACROSS)
            draft.y = snap(own.zone_to - back if north else own.zone_from + back)
            draft.fx = 0.0
            draft.fy = 1.0 if north else -1.0
            if has_place(b, i, placed(base_of(u), draft.x, draft.y, draft.fx, draft.fy)):
                n = add(draft, out, n)
    for j in range(b.n_figures):
        if u.hero != NONE and b.figures[j].side == u.side and b.figures[j].state == State.FIELD:
            draft_for(b, draft, Verb.DEPLOY, i)
            draft.x, draft.y = b.figures[j].x, b.figures[j].y
            draft.fx, draft.fy = b.figures[j].fx, b.figures[j].fy
            n = add_legal(b, draft, log, out, n)
    if b.goal == Goal.EXIT and u.character != NONE:
        n = list_behind_flyers(b, i, draft, log, out, n)
    return n if n > 0 else list_any_place(b, i, draft, log, out, n)


@kernel
def list_behind_flyers(b, i, draft, log, out, n):
    """Places where battalion ``i`` touches flyers from behind: its leader may pass over to them.

    Frost narrows one rank of them from both sides, so that who stands beside them soon does not touch them any more.
    """
    u = b.figures[i]
    for j in range(b.n_figures):
        other = b.figures[j]
        if other.side == u.side and other.state == State.FIELD and has(b, j, Skill.FLYING):
            draft_for(b, draft, Verb.DEPLOY, i)
            draft.x = other.x
            draft.y = snap(other.y - 0.5 * (other.depth + u.depth) * other.fy)
            draft.fx = other.fx
            draft.fy = other.fy
            n = add_legal(b, draft, log, out, n)
    return n


@kernel
def list_any_place(b, i, draft, log, out, n):
    """Every step of the zone, where the usual places are taken."""
    own = b.sides[b.mover]
    for x in range(int(b.width)):
        for y in range(int(own.zone_from), int(own.zone_to) + 1):
            if n > 0:
                return n
            draft_for(b, draft, Verb.DEPLOY, i)
            draft.x = x + 0.5
            draft.y = y + 0.5
            draft.fx = 0.0
            draft.fy = 1.0 if own.zone_from <= 0.0 else -1.0
            n = add_legal(b, draft, log, out, n)
    return n


@kernel
def list_placing(b, draft, log, out, n):
    """A hospital in the middle of the zone, at a third and at two thirds of it, or none."""
    own = b.sides[b.mover]
    for place in range(3):
        blank(draft, Verb.PLACE)
        draft.x = b.width * (0.25 * place + 0.25)
        draft.y = 0.5 * (own.zone_from + own.zone_to)
        n = add(draft, out, n)
    blank(draft, Verb.LET)
    return add(draft, out, n)


@kernel
def list_returns(b, draft, log, out, n):
    """Battalions that come back, on each side of the general's, or at the own edge; or nobody."""
    for i in range(b.n_figures):
        u = b.figures[i]
        if u.side != b.mover or u.state != State.FLED:
            continue
        draft_for(b, draft, Verb.SAVE_UP, i)
        n = add_legal(b, draft, log, out, n)
        if may_come_back(b, i):
            n = list_return(b, i, draft, log, out, n)
    blank(draft, Verb.DONE)
    return add(draft, out, n)


@kernel
def list_return(b, i, draft, log, out, n):
    """Places for one battalion that comes back."""
    u = b.figures[i]
    home = b.characters[general_of(b, u.side)].battalion
    ahead = 1.0 if b.sides[u.side].zone_from <= 0.0 else -1.0
    for side in range(4 if home != i else 1):
        draft_for(b, draft, Verb.RETURN, i)
        draft.amount = u.formation
        draft.fx = 0.0
        draft.fy = ahead
        if home == i:
            draft.x = 0.5 * b.width
            draft.y = 0.5 * u.depth if ahead > 0.0 else b.height - 0.5 * u.depth
        else:
            other = b.figures[home]
            draft.fx = other.fx
            draft.fy = other.fy
            along = 0.5 * (other.depth + u.depth) * (1.0 if side == 1 else -1.0 if side == 0 else 0.0)
            across = 0.5 * (other.width + u.width) * (1.0 if side == 2 else -1.0 if side == 3 else 0.0)
            draft.x = snap(other.x + along * other.fx + across * other.fy)
            draft.y = snap(other.y + along * other.fy - across * other.fx)
        n = add_legal(b, draft, log, out, n)
    return n
