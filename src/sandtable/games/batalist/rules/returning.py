"""MOR-15 to MOR-17, MOR-20: battalions that fled come back, for command skill of the general."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import Formation, Phase, Role, State
from sandtable.games.batalist.record import SIDES
from sandtable.games.batalist.rules.distances import distance_if_standing, rank_base
from sandtable.games.batalist.rules.formations import footprint_in, ranks_in, ranks_of
from sandtable.games.batalist.rules.morale import take_hero_along
from sandtable.games.batalist.rules.obstacles import why_no_room
from sandtable.games.batalist.rules.ordering import lay_fixed
from sandtable.games.batalist.rules.reasons import (
    allowed,
    because,
    because_far,
    because_of,
    because_there,
    drawn_along,
    forbids,
    names_a_pose,
    verdict,
    with_value,
)
from sandtable.games.batalist.rules.reforming import why_no_formation
from sandtable.games.batalist.rules.ways import is_base, touches
from sandtable.kernel.geometry import (
    LATTICE,
    TOUCH,
    Base,
    base_of,
    contains_point,
    corner,
    distance_between,
    distance_to_point,
    snap,
    snap_facing,
)
from sandtable.kernel.limits import is_less_than
from sandtable.kernel.log import event
from sandtable.kernel.records import NONE

PIECES = 16
"""Pieces into which an edge of the general's base is cut, to see of each whether somebody could touch it there."""


@clause("BAT-MOR-16")
@kernel
def general_of(b, side):
    """The living general of a side, or NONE."""
    for c in range(b.n_characters):
        who = b.characters[c]
        if who.side == side and who.role == Role.GENERAL and who.alive != 0:
            return c
    return NONE


@clause("BAT-MOR-15", "BAT-HER-8")
@kernel
def has_fled(b, i):
    """Battalion ``i`` fled; a hero on the base of one that did comes back with it."""
    u = b.figures[i]
    along = u.hero != NONE and b.characters[u.hero].battalion != i
    return u.state == State.FLED and u.healthy + u.wounded > 0 and not along


@clause("BAT-MOR-16")
@kernel
def saved_up(b, c):
    """Command skill that general ``c`` has paid in the turn before; what is older is lost."""
    rallying = b.characters[c].rallying
    return 1 if rallying != 0 and rallying == b.turn - 1 else 0


@clause("BAT-MOR-15", "BAT-MOR-16", "BAT-MOR-17")
@kernel
def why_no_coming_back(b, i):
    """What keeps battalion ``i`` from coming back: its general pays, and the general's own battalion is first."""
    u = b.figures[i]
    if not has_fled(b, i):
        return because(Code.HAS_NOT_FLED, Clause.MOR_15)
    c = general_of(b, u.side)
    if c == NONE:
        return because(Code.NO_GENERAL, Clause.MOR_16)
    left = saved_up(b, c) + b.characters[c].command - b.characters[c].spent
    if left < b.rules.rally:
        return with_value(because_of(Code.RETURN_COSTS, Clause.MOR_16, NONE, left), float(b.rules.rally))
    home = b.characters[c].battalion
    if home != i and b.figures[home].state != State.FIELD:
        return because_of(Code.GENERAL_FIRST, Clause.MOR_17, home, 0)
    return allowed()


@clause("BAT-MOR-15", "BAT-MOR-16", "BAT-MOR-17")
@kernel
def may_come_back(b, i):
    """Battalion ``i`` may come back somewhere."""
    return not forbids(why_no_coming_back(b, i))


@clause("BAT-MOR-17", "BAT-MOR-19", "BAT-DEF-31", "BAT-DEF-33")
@kernel
def why_no_place_to_return(b, i, base, formation):
    """What keeps battalion ``i`` from standing so: it touches the general's battalion, far from every enemy.

    The general's own battalion touches the middle of its own table edge instead. Wounded are nobody's nearest enemy.
    """
    u = b.figures[i]
    home = b.characters[general_of(b, u.side)].battalion
    if home == i:
        edge = 0.0 if b.sides[u.side].zone_from <= 0.0 else b.height
        if not contains_point(base, 0.5 * b.width, edge):
            return because_there(Code.NOT_AT_OWN_EDGE, Clause.MOR_17, NONE, 0.5 * b.width, edge)
    elif not touches(base, base_of(b.figures[home])):
        far = distance_between(base, base_of(b.figures[home]))
        why = because_far(Code.NOT_BESIDE_GENERAL, Clause.MOR_17, home, far, 0.0)
        return drawn_along(why, base.x, base.y, b.figures[home].x, b.figures[home].y)
    least = 3.0 * b.profiles[u.profile].speed
    for j in range(b.n_figures):
        other = b.figures[j]
        if other.side != u.side and is_base(other) and other.healthy > 0:
            far = distance_if_standing(b, i, base, formation, j)
            if is_less_than(far, least, LATTICE):
                why = because_far(Code.NEAR_ENEMY, Clause.MOR_17, j, far, least)
                return drawn_along(why, base.x, base.y, other.x, other.y)
    return why_no_room(b, i, base, Clause.DEF_33)


@clause("BAT-MOR-15", "BAT-MOR-16", "BAT-MOR-17", "BAT-MOR-20")
@kernel
def judge_return(b, action, log):
    """A battalion that fled comes back at a place and facing, in formation ``amount``."""
    i = action.actors[0]
    u = b.figures[i]
    why = because(Code.NOT_YOURS, Clause.MOR_15) if u.side != b.mover else why_no_coming_back(b, i)
    if not forbids(why) and not names_a_pose(action):
        why = because(Code.NO_POSE, Clause.MOR_15)
    if not forbids(why) and (action.amount != u.formation or action.amount >= len(b.formations)) and u.healthy > 0:
        why = why_no_formation(b, i, action.amount, min(u.files, u.healthy))
    if not forbids(why) and not 0 <= action.amount < len(b.formations):
        why = because(Code.NO_SUCH_FORMATION, Clause.ACT_1)
    if forbids(why):
        return verdict(log, i, why)
    return verdict(log, i, why_no_place_to_return(b, i, returned_base(b, i, action), action.amount))


@clause("BAT-MOR-15")
@kernel
def returned_base(b, i, action):
    """The base on which battalion ``i`` would come back."""
    width, depth = footprint_in(b, i, action.amount, b.figures[i].files)
    facing = snap_facing(action.fx, action.fy)
    return Base(snap(action.x), snap(action.y), facing.x, facing.y, 0.5 * width, 0.5 * depth)


@clause("BAT-MOR-15", "BAT-MOR-16", "BAT-MOR-20", "BAT-IND-2")
@kernel
def make_return(b, action, log):
    """It is on the field again, and may receive orders in this phase; Independent warriors receive their own."""
    i = action.actors[0]
    u = b.figures[i]
    base = returned_base(b, i, action)
    who = b.characters[general_of(b, u.side)]
    price = b.rules.rally - saved_up(b, general_of(b, u.side))
    who.rallying = 0
    who.spent += price
    u.formation = action.amount
    u.state = State.FIELD
    take_hero_along(b, i, State.ON_BASE)
    u.x, u.y, u.fx, u.fy = base.x, base.y, base.fx, base.fy
    u.width, u.depth = 2.0 * base.half_width, 2.0 * base.half_depth
    u.half_lost = max(u.half_lost, int(2 * (u.start - u.healthy) >= u.start))
    lay_fixed(b, i)
    event(log, Code.RETURNS, Clause.MOR_15, i, NONE, 0)


@clause("BAT-MOR-16")
@kernel
def why_no_saving_up(b, i):
    """What keeps the general from paying half of the return of battalion ``i``, which few pay in two turns."""
    if not has_fled(b, i):
        return because(Code.HAS_NOT_FLED, Clause.MOR_15)
    c = general_of(b, b.figures[i].side)
    if c == NONE:
        return because(Code.NO_GENERAL, Clause.MOR_16)
    who = b.characters[c]
    if saved_up(b, c) != 0:
        return because(Code.SAVED_UP_ALREADY, Clause.MOR_16)
    if who.command >= b.rules.rally:
        return because_of(Code.PAYS_AT_ONCE, Clause.MOR_16, NONE, who.command)
    return allowed() if who.command > 0 and who.spent == 0 else because(Code.NO_COMMAND_LEFT, Clause.MOR_16)


@clause("BAT-MOR-16")
@kernel
def may_save_up(b, i):
    """Its general may pay half of the return of battalion ``i``."""
    return not forbids(why_no_saving_up(b, i))


@clause("BAT-MOR-16")
@kernel
def judge_save_up(b, action, log):
    """A general of command skill 1 pays it towards a return in the turn that follows."""
    i = action.actors[0]
    if b.figures[i].side != b.mover:
        return verdict(log, i, because(Code.NOT_YOURS, Clause.MOR_16))
    return verdict(log, i, why_no_saving_up(b, i))


@clause("BAT-MOR-16")
@kernel
def make_save_up(b, action):
    """Half of the price is paid; the battalion comes back next turn."""
    who = b.characters[general_of(b, b.figures[action.actors[0]].side)]
    who.rallying = b.turn
    who.spent += 1


@clause("BAT-MOR-17", "BAT-DEF-31")
@kernel
def is_barred(b, i, x0, y0, x1, y1):
    """One rank of an enemy is so near to both ends of a line that battalion ``i`` could touch it nowhere between."""
    least = 3.0 * b.profiles[b.figures[i].profile].speed - LATTICE - TOUCH - farthest_cell(b, i)
    for j in range(b.n_figures):
        other = b.figures[j]
        if other.side == b.figures[i].side or not is_base(other) or other.healthy <= 0:
            continue
        for rank in range(ranks_of(other)):
            row = rank_base(b, j, rank)
            if distance_to_point(row, x0, y0) < least and distance_to_point(row, x1, y1) < least:
                return True
    return False


@clause("BAT-DEF-31", "BAT-FRM-6", "BAT-FRM-8")
@kernel
def farthest_cell(b, i):
    """How far a place on the edge of battalion ``i`` may be from its nearest figure, in whatever formation it is.

    A last rank may be short or empty, and of a wedge both corners in front are as many ranks from a figure as it has.
    """
    u = b.figures[i]
    files = min(u.files, u.healthy)
    cells = b.formations[Formation.LOOSE].spacing
    if u.formation == Formation.WEDGE or not forbids(why_no_formation(b, i, Formation.WEDGE, files)):
        wedge = ranks_in(u.healthy, Formation.WEDGE, files) * b.formations[Formation.WEDGE].spacing
        cells = max(cells, wedge)
    return cells * b.profiles[u.profile].cell_depth


@clause("BAT-MOR-17")
@kernel
def is_kept_away(b, i):
    """Enemies stand so near that battalion ``i`` could come back nowhere.

    It would touch the general's battalion or, if it is that one, the middle of its edge: each piece of that is barred.
    Where somebody might stand far enough on a base that touches, it is not so sure, and the player is asked.
    """
    u = b.figures[i]
    home = b.characters[general_of(b, u.side)].battalion
    if u.healthy <= 0:
        return False
    if home == i:
        edge = 0.0 if b.sides[u.side].zone_from <= 0.0 else b.height
        return is_barred(b, i, 0.5 * b.width, edge, 0.5 * b.width, edge)
    base = base_of(b.figures[home])
    for which in range(4):
        start, end = corner(base, which), corner(base, (which + 1) % 4)
        dx, dy = (end.x - start.x) / PIECES, (end.y - start.y) / PIECES
        for piece in range(PIECES):
            x, y = start.x + piece * dx, start.y + piece * dy
            if not is_barred(b, i, x, y, x + dx, y + dy):
                return False
    return True


@clause("BAT-MOR-15", "BAT-MOR-16", "BAT-MOR-17")
@kernel
def has_return(b, side):
    """A side has a battalion that may come back, and is not kept away from every place."""
    for i in range(b.n_figures):
        if b.figures[i].side == side and may_come_back(b, i) and not is_kept_away(b, i):
            return True
    return False


@clause("BAT-MOR-15", "BAT-MOR-16", "BAT-ORD-16")
@kernel
def asks_for_returns(b, side):
    """A side has a battalion that may come back, or for whose return its general may save up; else nothing is asked."""
    for i in range(b.n_figures):
        if b.figures[i].side == side and may_save_up(b, i):
            return True
    return has_return(b, side)


@clause("BAT-ORD-16")
@kernel
def run_returns(b):
    """The player listed first brings battalions back first; then cards are laid."""
    while b.first < SIDES:
        if asks_for_returns(b, b.first):
            b.mover = b.first
            return True
        b.first += 1
    b.phase = Phase.ORDERS
    b.mover = 0
    return False


@clause("BAT-ORD-16")
@kernel
def make_no_more_returns(b):
    """Nobody else comes back this turn."""
    b.first += 1
