"""What is listed of chapters that not every battle has: traps, markers, buildings, ladders, boats, disputes."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import kernel
from sandtable.games.batalist.enums import Goal, Ground, Mode, Order, Question, State, Verb
from sandtable.games.batalist.listing.drafts import TARGETS, add_legal, draft_of, draft_shot
from sandtable.games.batalist.rules.ambush import MARKERS
from sandtable.games.batalist.rules.attacks_on_wounded import are_wounded_of_enemy
from sandtable.games.batalist.rules.boats import landing_place
from sandtable.games.batalist.rules.charging import is_target
from sandtable.games.batalist.rules.independents import is_independent
from sandtable.games.batalist.rules.placing import markers_laid
from sandtable.games.batalist.rules.reserves import ahead_of_edge
from sandtable.games.batalist.rules.shooting import may_shoot_at
from sandtable.games.batalist.rules.ways import is_base
from sandtable.games.batalist.switches import BuildingStrength, Snipers, Wounded
from sandtable.kernel.action_drafts import add, blank, draft_for
from sandtable.kernel.geometry import Edge, base_of, edge_middle, snap
from sandtable.kernel.records import NONE, Path

TRAP_PLACES = 7
"""Places along the field at which the first marker of a trap may be laid; its others lie beside it."""

PLACES_OF_FOUND = 3
"""Places that are tried for who is found, in each of four facings."""

ENTRANCES = 9
"""Places along the edge at which a reserve may enter."""


@kernel
def list_compass(draft, out, n):
    """Each edge of the table as north."""
    for quarter in range(4):
        blank(draft, Verb.SET_NORTH)
        draft.amount = quarter
        n = add(draft, out, n)
    return n


@kernel
def list_traps(b, draft, log, out, n):
    """Markers of traps across the middle of the own half, three beside one another; and no more traps."""
    own = b.sides[b.mover]
    laid = markers_laid(b, b.mover)
    north = own.zone_from <= 0.0
    for place in range(TRAP_PLACES if laid % MARKERS == 0 else 1):
        for kind in range(len(b.traps)):
            for true in range(2):
                blank(draft, Verb.LAY_TRAP)
                draft.item = kind
                draft.amount = true
                draft.x = snap((place + 0.5) * b.width / TRAP_PLACES)
                draft.y = snap(own.zone_to + 8.0 if north else own.zone_from - 8.0)
                if laid % MARKERS != 0:
                    last = b.markers[0]
                    for m in range(b.n_markers):
                        if b.markers[m].side == b.mover and b.markers[m].lies != 0:
                            last = b.markers[m]
                    draft.x = snap(last.x + 3.0)
                    draft.y = last.y
                n = add_legal(b, draft, log, out, n)
    blank(draft, Verb.LET)
    return add_legal(b, draft, log, out, n)


@kernel
def list_marker_attacks(b, i, order, draft, log, out, n):
    """Enemy markers that battalion ``i`` may attack with a card of this kind."""
    for m in range(b.n_markers):
        if b.markers[m].lies != 0 and b.markers[m].side != b.figures[i].side:
            draft_of(b, draft, Verb.TURN_OVER, i, Mode.ORDERED)
            draft.item = m
            draft.amount = order
            n = add_legal(b, draft, log, out, n)
    return n


@kernel
def list_battering(b, i, order, mode, draft, log, out, n):
    """Buildings that battalion ``i`` may attack with a card of this kind."""
    if b.options.building_strength != BuildingStrength.YES:
        return n
    for k in range(b.terrain.n_features):
        if b.terrain.features[k].kind == Ground.BUILDING:
            draft_of(b, draft, Verb.BATTER, i, mode)
            draft.item = k
            draft.amount = order
            n = add_legal(b, draft, log, out, n)
    return n


@kernel
def list_wounded(b, i, order, mode, draft, log, out, n):
    """Wounded enemies whom battalion ``i`` may attack, where it may not attack those who stand: the first few."""
    if b.options.wounded != Wounded.YES:
        return n
    listed = 0
    for j in range(b.n_figures):
        if listed >= TARGETS or not are_wounded_of_enemy(b, i, j):
            continue
        stands = may_shoot_at(b, i, j) if order == Order.SHOOTING_ATTACK else is_target(b, i, j)
        if not stands:
            draft_of(b, draft, Verb.STRIKE_WOUNDED, i, mode)
            draft.target = j
            draft.amount = order
            before = n
            n = add_legal(b, draft, log, out, n)
            listed += n - before
    return n


@kernel
def list_chosen(b, i, order, mode, draft, log, out, n):
    """Characters whom Snipers or Assassins of battalion ``i`` may choose; assassins, those whom they touch."""
    if b.options.snipers != Snipers.YES:
        return n
    listed = 0
    for j in range(b.n_figures):
        if b.figures[j].side == b.figures[i].side or b.figures[j].character == NONE or listed >= TARGETS:
            continue
        if order == Order.SHOOTING_ATTACK:
            if not draft_shot(b, draft, i, j, mode):
                continue
        else:
            draft_of(b, draft, Verb.CHARGE, i, mode)
            draft.target = j
        draft.item = 0
        before = n
        n = add_legal(b, draft, log, out, n)
        listed += n - before
    return n


@kernel
def list_ladders(b, i, mode, draft, log, out, n):
    """Ladders that battalion ``i`` stands at and may climb, with no step besides."""
    for k in range(b.n_ladders):
        draft_of(b, draft, Verb.MOVE, i, mode)
        draft.path = Path.MARCH
        draft.n_via = 1
        draft.via[:] = 0.0
        draft.aside[:] = 0.0
        draft.item = k
        n = add_legal(b, draft, log, out, n)
    return n


@kernel
def list_boats(b, i, mode, draft, log, out, n):
    """Boats that battalion ``i`` may board, or, aboard, the banks to both hands, ahead and behind."""
    u = b.figures[i]
    if u.boat == NONE:
        for k in range(b.n_boats):
            draft_of(b, draft, Verb.BOARD, i, mode)
            draft.item = k
            n = add_legal(b, draft, log, out, n)
        return n
    draft_of(b, draft, Verb.LAND, i, mode)
    draft.fx = 0.0
    draft.fy = 1.0 if b.sides[u.side].zone_from <= 0.0 else -1.0
    place = landing_place(b, i, draft.fx, draft.fy)
    if math.isinf(place.x):
        return n
    draft.x = place.x
    draft.y = place.y
    return add_legal(b, draft, log, out, n)


@kernel
def list_leaving(b, i, mode, draft, log, out, n):
    """The Move straight ahead over the enemy's edge, where the scenario asks for it."""
    if b.goal != Goal.EXIT:
        return n
    u = b.figures[i]
    to_edge = (b.height - u.y if ahead_of_edge(b, i) > 0.0 else u.y) - 0.5 * u.depth * abs(u.fy)
    if abs(u.fy) < 0.5 or u.fy * ahead_of_edge(b, i) < 0.0:
        return n
    length = math.ceil(1024.0 * (to_edge + 0.5 * u.width * abs(u.fx)) / abs(u.fy) + 64.0) / 1024.0
    draft_of(b, draft, Verb.MOVE, i, mode)
    draft.x = snap(u.x + length * u.fx)
    draft.y = snap(u.y + length * u.fy)
    draft.path = Path.MARCH
    draft.n_via = 1
    draft.via[:] = 0.0
    draft.aside[:] = 0.0
    draft.via[0, 0] = length
    return add_legal(b, draft, log, out, n)


@kernel
def list_with_move(b, i, mode, draft, log, out, n):
    """What a Move may be besides going somewhere."""
    if b.n_ladders > 0:
        n = list_ladders(b, i, mode, draft, log, out, n)
    if b.n_boats > 0 and mode != Mode.FREE:
        n = list_boats(b, i, mode, draft, log, out, n)
    return list_leaving(b, i, mode, draft, log, out, n)


@kernel
def list_with_attack(b, i, order, mode, draft, log, out, n):
    """What an attack may be besides one on a battalion."""
    if b.n_markers > 0 and mode == Mode.ORDERED:
        n = list_marker_attacks(b, i, order, draft, log, out, n)
    n = list_battering(b, i, order, mode, draft, log, out, n)
    n = list_wounded(b, i, order, mode, draft, log, out, n)
    return list_chosen(b, i, order, mode, draft, log, out, n)


@kernel
def list_entering(b, i, draft, log, out, n):
    """Places along its edge at which battalion ``i`` may come on from the reserve."""
    if b.figures[i].state != State.RESERVE or b.figures[i].given == 0:
        return n
    u = b.figures[i]
    ahead = ahead_of_edge(b, i)
    for place in range(ENTRANCES):
        draft_for(b, draft, Verb.ENTER, i)
        draft.x = snap((place + 0.5) * b.width / ENTRANCES)
        draft.y = 0.5 * u.depth if ahead > 0.0 else b.height - 0.5 * u.depth
        draft.fx = 0.0
        draft.fy = ahead
        n = add_legal(b, draft, log, out, n)
    return n


@kernel
def list_own_orders(b, draft, log, out, n):
    """Other orders of their own for Independent warriors, from each leader."""
    for i in range(b.n_figures):
        if b.figures[i].side != b.mover or not is_independent(b, i):
            continue
        for c in range(b.n_characters):
            who = b.characters[c]
            for place in range(len(b.figures[i].fixed)):
                for order in range(Order.RECOVERY):
                    if who.side == b.mover and who.alive != 0:
                        draft_for(b, draft, Verb.CHANGE_OWN, i)
                        draft.target = who.own if who.own != NONE else who.battalion
                        draft.item = place
                        draft.amount = order
                        n = add_legal(b, draft, log, out, n)
    return n


@kernel
def list_coming_out(b, draft, log, out, n):
    """Places about the scout at which whoever was passed by may come out, facing it; or it stays hidden."""
    if b.striker != NONE:
        scout = b.figures[b.quarry]
        hidden = b.figures[b.striker]
        for way in range(4):
            draft_for(b, draft, Verb.COME_OUT, b.striker)
            gap = 0.5 * (max(scout.width, scout.depth) + hidden.depth) + 1.0
            draft.fx = 1.0 if way == 0 else -1.0 if way == 1 else 0.0
            draft.fy = 1.0 if way == 2 else -1.0 if way == 3 else 0.0
            draft.x = snap(scout.x - gap * draft.fx)
            draft.y = snap(scout.y - gap * draft.fy)
            n = add_legal(b, draft, log, out, n)
    blank(draft, Verb.LET)
    return add(draft, out, n)


@kernel
def list_places_of_found(b, draft, log, out, n):
    """Places for who is found, of those that the clause allows, facing four ways; or as it stands."""
    blank(draft, Verb.LET)
    n = add(draft, out, n)
    u = b.figures[b.striker]
    finder = b.figures[b.quarry]
    front = edge_middle(base_of(u), Edge.FRONT)
    for way in range(4):
        fx = 1.0 if way == 0 else -1.0 if way == 1 else 0.0
        fy = 1.0 if way == 2 else -1.0 if way == 3 else 0.0
        if b.question == Question.IN_CONTACT:
            fx, fy = fy * u.fx + fx * u.fy, fy * u.fy - fx * u.fx
        for place in range(PLACES_OF_FOUND):
            draft_for(b, draft, Verb.COME_OUT, b.striker)
            draft.fx = fx
            draft.fy = fy
            draft.x = u.x
            draft.y = u.y
            if b.question == Question.IN_ZONE:
                zone = b.sides[u.side]
                draft.x = snap((place + 0.5) * b.width / PLACES_OF_FOUND)
                draft.y = snap(0.5 * (zone.zone_from + zone.zone_to))
            elif b.question == Question.NEAR_SCOUT or b.question == Question.SURROUNDED:
                gap = 0.5 * (max(finder.width, finder.depth) + max(u.width, u.depth)) + 1.0
                draft.x = snap(finder.x + gap * (place - 1))
                draft.y = snap(finder.y + gap * (1 - abs(place - 1)))
            elif place > 0 and b.question != Question.IN_CONTACT:
                break
            elif b.question == Question.IN_CONTACT:  # one of its sides where its front touched, or beside that
                back = 0.5 * (u.width if way < 2 else u.depth)
                draft.x = snap(front.x - back * u.fx + (place - 1) * u.fy)
                draft.y = snap(front.y - back * u.fy - (place - 1) * u.fx)
            elif b.question != Question.IN_WOOD:
                draft.x = snap(front.x - 0.5 * u.depth * fx)
                draft.y = snap(front.y - 0.5 * u.depth * fy)
            n = add_legal(b, draft, log, out, n)
    return n


@kernel
def list_consent(draft, out, n):
    """Whether a die shall settle the disputed case."""
    blank(draft, Verb.AGREE)
    n = add(draft, out, n)
    blank(draft, Verb.LET)
    return add(draft, out, n)


@kernel
def may_be_something_else(b, i):
    """Battalion ``i`` goes where only some places will do, so that each of its Moves is to be judged."""
    return is_base(b.figures[i]) and (b.figures[i].boat != NONE or b.figures[i].storey > 0 or b.n_markers > 0)
