"""How one element stands, for first impressions: whom it is near, who is near it, its friends, its general, its ground.

What is the same for all actions of a decision is found out once, in a view. No rule; worth.py says what it is for.
"""

from __future__ import annotations

import math

from sandtable.compiler.decorators import kernel
from sandtable.games.common.worth import feature_enum
from sandtable.games.dba.clauses import FOLDER
from sandtable.games.dba.record import MAX_FIGURES, N_FEATURES, N_TYPES, By, Degree, Outcome, Phase, Type, Where
from sandtable.games.dba.rules.contact import is_in_front_contact, may_touch
from sandtable.games.dba.rules.positions import general_of, is_in_open
from sandtable.games.dba.rules.results import stands_in_bad_going
from sandtable.games.dba.thinking.evaluate import (
    CHARGED,
    chance_of_death,
    cost_of_losing,
    has_no_way_back,
    runs_to_its_end,
)
from sandtable.kernel.bitsets import bit, is_in, lowest, without
from sandtable.kernel.contact import is_directly_behind, is_level_beside
from sandtable.kernel.geometry import base_of
from sandtable.kernel.records import MAX_ACTORS, NONE, record

Feature = feature_enum(FOLDER, __name__)

CLOSE_BY = 400.0
"""Paces within which an enemy behind the line of one's front is a danger."""

AROUND = 500.0
"""Paces within which enemies are near enough for somebody to be beaten soon."""

MARCH = 0.7
"""What being near an enemy counts for when an element picks whom to close with, beside the chance to destroy it."""

FAST = 400.0
"""Paces a bound in good going from which an element may ride for the enemy's camp."""


LONG = 8.0
"""Own bounds after which a battle has lasted long, and generals press."""

MOST = 10.0
"""Impatience at its height: with more nobody would step back where they must to come on another way."""

ENDLESS = 36.0
"""Impatience, that of 48 own bounds, from which on it has no height: two lines that each keep off the other, at a river
or with equal neighbours, come to blows only where waiting counts for more than any fight that may be lost."""

BLOWS = 0.05
"""What coming to blows counts for with those who have waited long, beside coming near: it ends every wait at last."""

CORNERED = 2
"""Who is beaten cannot recoil, and dies."""

TRAPPED = 1
"""Who flees comes to a river or the board's edge, and is lost."""


FOE = record(
    # an enemy in the open, and what is wanted of it for every action, close together in memory
    ("who", "i8"),
    ("x", "f8"),
    ("y", "f8"),
    ("fx", "f8"),
    ("fy", "f8"),
    ("half", "f8"),  # of its depth
    ("size", "f8"),  # half of its width and depth together
    ("move", "f8"),  # paces that it goes in good going
    ("range", "f8"),  # paces that it shoots, or 0
    ("cost", "f8"),  # what its side loses with it
    ("beside", "i8"),  # see ``_company``
    ("behind", "i8"),
    ("busy", "i8"),  # 1: it is in front contact
)

MATCH = record(
    # an element front to front with an enemy in good going, wherever it stands
    ("own", "i4"),  # its strength
    ("his", "i4"),
    ("aid", "i4"),  # what a friend behind adds to its own
    ("fate", "i4"),  # see ``_fate``, and CHARGED
    ("his_fate", "i4"),
    ("flees", "i4"),  # 1: it flees when doubled
)

VIEW = record(
    # what is found out once for all actions of one decision
    ("was", "f8", (MAX_ACTORS, 4)),  # poses that the movers of an action have given up
    ("charged", "i4", (MAX_ACTORS,)),  # whom they had charged
    ("known", "i8"),  # mask of the elements whose row of ``now`` is filled
    ("now", "f8", (MAX_FIGURES, N_FEATURES)),  # how each stands before any action
    ("met", "i8", (MAX_FIGURES,)),  # and mask of the enemies near enough to touch it
    ("fights_known", "i8"),  # mask of the enemies whose ``fights`` are filled
    ("fights", "f8", (MAX_FIGURES,)),  # what the fights with each enemy bring as they stand
    ("fates", "i4", (N_TYPES, N_TYPES)),  # see ``_fate``; below 0: not yet known
    ("men", "i8"),  # mask of the side's elements on the table
    ("friends", "i8"),  # and of those of them in the open
    ("n_foes", "i8"),
    ("foes", FOE, (MAX_FIGURES,)),  # its enemies in the open, who stand where they are whatever it does
    ("horizon", "f8"),  # paces beyond which no enemy does more than draw an element on
    ("matched", "i8"),  # mask of the elements whose row of ``matches`` is filled
    ("matches", MATCH, (MAX_FIGURES, MAX_FIGURES)),  # each with each of the foes
    ("chief", "i8"),  # the element that holds the side's general, or NONE
    ("beside", "i8"),  # of the element looked at: friends level beside it
    ("behind", "i8"),  # and of its own kind directly behind it
    # Features of the action looked at: by a profile counting who holds a row of the list itself took 4 % of the time.
    ("found", "f8", (N_FEATURES,)),
    ("price", "i8"),  # of a move of those whose ways are looked at
    ("side", "i8"),
)


@kernel
def look_round(b, side, view):
    """Fill the view of this side; what has to be found out of single elements is found out when it is wanted."""
    view.side = side
    view.known = 0
    view.fights_known = 0
    view.fates[:] = -1
    view.matched = 0
    view.men = 0
    view.friends = 0
    view.n_foes = 0
    view.horizon = AROUND
    view.chief = general_of(b, side)
    if b.phase != Phase.MOVEMENT:
        return
    others = 0
    deepest = 0.0
    for j in range(b.n_figures):
        figure = b.figures[j]
        if figure.where != Where.TABLE:
            continue
        view.horizon = max(view.horizon, figure.width, b.rules.move[figure.type, 0], b.rules.range[figure.type])
        deepest = max(deepest, figure.depth)
        if figure.side == side:
            view.men |= bit(j)
        if is_in_open(figure):
            if figure.side == side:
                view.friends |= bit(j)
            else:
                others |= bit(j)
    view.horizon += deepest
    rest = others
    while rest != 0:
        j = lowest(rest)
        rest = without(rest, j)
        _note_foe(b, j, others, view)


@kernel
def _note_foe(b, j, others, view):
    """Add an enemy, who is one of these, to the view."""
    figure = b.figures[j]
    _company(b, j, others, view)
    foe = view.foes[view.n_foes]
    view.n_foes += 1
    foe.who = j
    foe.x = figure.x
    foe.y = figure.y
    foe.fx = figure.fx
    foe.fy = figure.fy
    foe.half = 0.5 * figure.depth
    foe.size = 0.5 * (figure.width + figure.depth)
    foe.move = b.rules.move[figure.type, 0]
    foe.range = b.rules.range[figure.type]
    foe.cost = cost_of_losing(b, j, b.weights[view.side])
    foe.beside = view.beside
    foe.behind = view.behind
    foe.busy = 1 if is_in_front_contact(b, j) else 0


@kernel
def stands_now(b, i, view):
    """Fill ``view.now[i]`` with how element ``i`` stands before any of the actions, once for all of them."""
    if not is_in(view.known, i):
        view.known |= bit(i)
        view.now[i] = 0.0
        view.met[i] = stands(b, i, view, view.now[i])


@kernel
def _fate(b, loser, winner, view):
    """Whether a type that another beats in good going is destroyed: 1 when beaten, 2 when doubled, 3 both."""
    if view.fates[loser, winner] < 0:
        fate = 0
        for degree in range(Degree.BEATEN, Degree.DOUBLED + 1):
            if b.rules.outcome[degree - 1, By.CLOSE_COMBAT, 0, loser, winner] == Outcome.DESTROYED:
                fate |= degree
        view.fates[loser, winner] = fate
    return view.fates[loser, winner]


@kernel
def lead(b, kind, other, view):
    """How much likelier a type is to destroy another in one fight in good going than the other it."""
    own = b.rules.factor[kind, b.rules.mounted[other]]
    his = b.rules.factor[other, b.rules.mounted[kind]]
    kills = chance_of_death(_fate(b, other, kind, view), his, own)
    return kills - chance_of_death(_fate(b, kind, other, view), own, his)


@kernel
def _factor(b, i, other_type):
    """The combat factor of element ``i`` against a type, with its general."""
    figure = b.figures[i]
    own = b.rules.factor[figure.type, b.rules.mounted[other_type]]
    return own + b.rules.general_fights if figure.general == 1 else own


@kernel
def _company(b, i, among, view):
    """Count those of ``among`` level beside element ``i`` and, of its own kind, directly behind it: into the view."""
    figure = b.figures[i]
    base = base_of(figure)
    view.beside = 0
    view.behind = 0
    rest = without(among, i)
    while rest != 0:
        j = lowest(rest)
        rest = without(rest, j)
        other = b.figures[j]
        if not may_touch(figure, other):
            continue
        if is_level_beside(base_of(other), base):
            view.beside += 1
        elif b.rules.own_support[figure.type, other.type] != 0 or other.type == figure.type:
            if is_directly_behind(base_of(other), base):
                view.behind += 1


@kernel
def _match(b, i, view):
    """Fill the matches of element ``i`` with the foes, wherever it stands: once for all actions."""
    if is_in(view.matched, i):
        return
    view.matched |= bit(i)
    kind = b.figures[i].type
    for f in range(view.n_foes):
        foe = view.foes[f]
        match = view.matches[i, f]
        other = b.figures[foe.who].type
        match.own = _factor(b, i, other)
        match.his = _factor(b, foe.who, kind)
        match.aid = b.rules.own_support[kind, other]
        if foe.behind > 0:
            match.his += b.rules.own_support[other, kind]
        match.fate = _fate(b, kind, other, view)
        match.his_fate = _fate(b, other, kind, view)
        doubled = b.rules.outcome[Degree.DOUBLED - 1, By.CLOSE_COMBAT, 0, kind, other]
        match.flees = 1 if doubled == Outcome.FLEE else 0
        if kind == Type.KN and other == Type.BW:  # it charges
            match.fate += CHARGED


@kernel
def impatience(b, side):
    """How much a side wants an end: 1 after ``LONG`` own bounds, as their square; see ``MOST`` and ``ENDLESS``."""
    waited = (b.own_bounds[side] / LONG) ** 2
    return waited if waited > ENDLESS else min(waited, MOST)


@kernel
def stands(b, i, view, found):
    """Add how element ``i`` stands where it is; returns the enemies near enough to touch it, a mask."""
    figure = b.figures[i]
    _company(b, i, view.friends, view)
    found[Feature.LINE] += view.beside
    found[Feature.SUPPORT] += view.behind
    met = _stands_to_enemies(b, i, view, found)
    if met != 0 and is_in_front_contact(b, i):
        found[Feature.CONTACT] += 1.0
        found[Feature.HASTE] += BLOWS * impatience(b, figure.side)
    if figure.general == 0:
        found[Feature.COMMAND] += _is_near_general(b, figure, view)
    if b.rules.move[figure.type, 0] >= FAST:
        found[Feature.CAMP] += _nearness_to_camp(b, figure, b.weights[figure.side].reach)
    if b.rules.steady_in_bad_going[figure.type] == 0 and stands_in_bad_going(b, i):
        found[Feature.ROUGH] += 1.0
    return met


@kernel
def _stands_to_enemies(b, i, view, found):
    """Add whom the element is near, who is near it, and behind whose front; returns who is near enough to touch it.

    Front to front the one with more friends beside it than the other overlaps it by as many.
    """
    _match(b, i, view)
    figure = b.figures[i]
    w = b.weights[figure.side]
    cost = cost_of_losing(b, i, w)
    size = 0.5 * (figure.width + figure.depth) + 1.0
    is_open = is_in_open(figure)
    best = 0.0
    least = math.inf
    best_near = 0.0
    best_match = 0.0
    best_facing = 0.0
    peril = -math.inf
    met = 0
    has_target = False
    plight = NONE
    for f in range(view.n_foes):
        foe = view.foes[f]
        match = view.matches[i, f]
        dx = foe.x - figure.x
        dy = foe.y - figure.y
        distance = math.sqrt(dx * dx + dy * dy)
        least = min(least, distance)
        more = view.beside - foe.beside
        own = match.own + (match.aid if view.behind > 0 else 0) + min(more, 0)
        his = match.his - max(more, 0)
        wins = chance_of_death(match.his_fate, his, own)
        dies = chance_of_death(match.fate, own, his)
        near = w.reach / (w.reach + distance)
        value = near * (MARCH + wins - dies)
        if value > best:
            best = value
            best_near = near
            best_match = near * (wins - dies)
            best_facing = near * (dx * figure.fx + dy * figure.fy) / max(distance, 1.0)
        if distance > view.horizon:
            continue
        if is_open and abs(dx) <= size + foe.size and abs(dy) <= size + foe.size:
            met |= bit(foe.who)
        if distance - 0.5 * figure.depth - foe.half <= foe.move and foe.busy == 0:
            worst = chance_of_death(match.fate | Degree.BEATEN | Degree.DOUBLED, own, his)
            if worst > dies and worst * cost - wins * foe.cost > max(peril, 0.0):  # else its plight is the same to all
                if plight == NONE:
                    plight = _plight(b, i)
                if plight == CORNERED:
                    dies = worst
                elif plight == TRAPPED and match.flees == 1:
                    dies = chance_of_death(match.fate | Degree.DOUBLED, own, his)
            peril = max(peril, dies * cost - wins * foe.cost)
        has_target = _stands_to_enemy(b, figure, foe, distance, found) or has_target
    if peril > -math.inf:
        found[Feature.REACH] += max(1.0 - b.own_bounds[figure.side] / LONG, 0.0)
    peril = max(peril, 0.0)
    found[Feature.PERIL] += peril
    if has_target:
        found[Feature.SHOT] += 1.0
    if least < AROUND:
        found[Feature.HEMMED] += _hemmed_in(b, i, view)
    if b.rules.contacts[figure.type] != 0:
        found[Feature.NEAR] += best_near
        found[Feature.HASTE] += w.reach / (w.reach + least) * impatience(b, figure.side)
        found[Feature.MATCH] += best_match
        found[Feature.FACING] += best_facing
    if figure.general == 1:
        found[Feature.GENERAL] += best_near
        found[Feature.GUARD] += peril
    return met


@kernel
def _plight(b, i):
    """How badly off element ``i`` is where it stands once it is beaten: see CORNERED and TRAPPED; 0: not at all."""
    if has_no_way_back(b, i):
        return CORNERED
    return TRAPPED if runs_to_its_end(b, i) else 0


@kernel
def _stands_to_enemy(b, figure, foe, distance, found):
    """Add who of the two is behind the other's front and who is in whose range; True where the foe may be shot at."""
    dx = foe.x - figure.x
    dy = foe.y - figure.y
    clear = distance - 0.5 * figure.depth - foe.half
    ahead = dx * figure.fx + dy * figure.fy
    his_ahead = -(dx * foe.fx + dy * foe.fy)
    if clear <= b.rules.move[figure.type, 0] and his_ahead < -foe.half:
        found[Feature.BEHIND] += 1.0
    if distance < CLOSE_BY and ahead < -0.5 * figure.depth:
        found[Feature.EXPOSED] += 1.0
    if 0.0 < foe.range and clear <= foe.range and his_ahead > 0.7 * distance:
        found[Feature.UNDER_FIRE] += 1.0
    own_range = b.rules.range[figure.type]
    return 0.0 < own_range and clear <= own_range and ahead > 0.7 * distance


@kernel
def _hemmed_in(b, i, view):
    """Friends of element ``i`` who bar its way back, or whose way back it bars."""
    total = 0.0
    figure = b.figures[i]
    rest = without(view.friends, i)
    while rest != 0:
        other = b.figures[lowest(rest)]
        rest = without(rest, lowest(rest))
        total += _bars_way_back(b, figure, other) + _bars_way_back(b, other, figure)
    return total


@kernel
def _bars_way_back(b, figure, friend):
    """1 if a friend close behind faces another way, so that recoiling can neither pass nor push it."""
    if figure.fx * friend.fx + figure.fy * friend.fy > 0.9999:
        return 0.0
    dx = friend.x - figure.x
    dy = friend.y - figure.y
    behind = -(dx * figure.fx + dy * figure.fy)
    aside = abs(dx * figure.fy - dy * figure.fx)
    half = 0.25 * (friend.width + friend.depth)
    if behind > 0.0 and behind < 0.5 * figure.depth + min(figure.depth, b.rules.recoil_most) + half:
        return 1.0 if aside < 0.5 * figure.width + half else 0.0
    return 0.0


@kernel
def _is_near_general(b, figure, view):
    """1 for an element as near to its general as one commands without seeing it."""
    if view.chief == NONE:
        return 0.0
    dx = b.figures[view.chief].x - figure.x
    dy = b.figures[view.chief].y - figure.y
    return 1.0 if dx * dx + dy * dy <= b.rules.command_near * b.rules.command_near else 0.0


@kernel
def _nearness_to_camp(b, figure, reach):
    """How near the element is to the enemy's camp: 1 there, half at ``reach``; 0 where there is none to be taken."""
    camp = b.camps[1 - figure.side]
    if camp.present == 0 or camp.holder == figure.side:
        return 0.0
    dx = camp.x - figure.x
    dy = camp.y - figure.y
    return reach / (reach + math.sqrt(dx * dx + dy * dy))
