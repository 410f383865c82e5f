"""What is listed about what is hidden: who hides, orders for and from an ambush, reconnaissance, fire at an area."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.games.batalist.enums import Order, Question, State, Verb
from sandtable.games.batalist.listing.drafts import add_legal
from sandtable.games.batalist.record import MAX_MARKERS
from sandtable.games.batalist.rules.ambush import MARKERS, hides, markers_of, may_order_in_ambush, true_marker
from sandtable.games.batalist.rules.ordering import has_ammunition
from sandtable.games.batalist.rules.scouting import element_of_scout
from sandtable.games.batalist.rules.searching import could_reach
from sandtable.games.batalist.rules.stating import may_hide
from sandtable.kernel.action_drafts import add, blank, draft_for
from sandtable.kernel.records import NONE


@kernel
def list_hiding(b, draft, out, n):
    """Who may lie in ambush, and that nobody else does."""
    for i in range(b.n_figures):
        if b.figures[i].side == b.mover and may_hide(b, i):
            draft_for(b, draft, Verb.HIDE, i)
            n = add(draft, out, n)
    blank(draft, Verb.DONE)
    return add(draft, out, n)


@kernel
def list_ambush_orders(b, draft, out, n):
    """The one order that each battalion in ambush may be given."""
    for i in range(b.n_figures):
        if b.figures[i].side != b.mover or b.figures[i].state != State.AMBUSH:
            continue
        for order in (Order.MOVE, Order.SHOOTING_ATTACK, Order.MELEE_ATTACK):
            armed = order != Order.SHOOTING_ATTACK or has_ammunition(b, b.mover)
            if armed and may_order_in_ambush(b, i, order):
                draft_for(b, draft, Verb.GIVE, i)
                draft.target = i
                draft.amount = order
                n = add(draft, out, n)
    return n


@kernel
def list_ambush(b, i, draft, log, out, n):
    """What battalion ``i`` in ambush may do with its order."""
    order = b.figures[i].cards[0]
    if order == NONE:
        return n
    draft_for(b, draft, Verb.AMBUSH, i)
    if order == Order.MOVE and markers_of(b, i) == 0:
        for k in range(b.terrain.n_features):
            for true in range(MARKERS):
                if hides(b, k):
                    draft.item = k
                    draft.amount = true
                    draft.x = 0.5 * (b.terrain.features[k].x0 + b.terrain.features[k].x1)
                    draft.y = 0.5 * (b.terrain.features[k].y0 + b.terrain.features[k].y1)
                    n = add_legal(b, draft, log, out, n)
        return n
    if order == Order.MOVE:
        marker = b.markers[true_marker(b, i)]
        reach = 0.5 * b.profiles[b.figures[i].profile].speed - 0.01
        for way in range(5):
            draft.x = marker.x + (reach if way == 1 else -reach if way == 2 else 0.0)
            draft.y = marker.y + (reach if way == 3 else -reach if way == 4 else 0.0)
            n = add_legal(b, draft, log, out, n)
        return n
    unlaid = markers_of(b, i) == 0
    for j in range(b.n_figures):
        if b.figures[j].side == b.figures[i].side or b.figures[j].state != State.FIELD:
            continue
        draft.target = j
        for k in range(b.terrain.n_features if unlaid else 1):
            if unlaid and could_reach(b, i, j, order, k):
                draft.item = k
                draft.x = b.figures[j].x
                draft.y = b.figures[j].y
                for true in range(MARKERS):
                    draft.amount = true
                    n = add_legal(b, draft, log, out, n)
            elif not unlaid:
                n = add_legal(b, draft, log, out, n)
    return n


@kernel
def list_searches(b, i, order, draft, log, out, n):
    """Reconnaissance, or fire at woods and ravines, of battalion ``i``."""
    if order == Order.RECONNAISSANCE:
        draft_for(b, draft, Verb.SCOUT, i)
        draft.item = element_of_scout(b, i)
        draft.amount = 0
        n = add_legal(b, draft, log, out, n)
        for letter in range(MAX_MARKERS if b.n_markers > 0 else 0):
            draft.amount = 1 + letter
            n = add_legal(b, draft, log, out, n)
    elif order == Order.SHOOTING_ATTACK:
        for k in range(b.terrain.n_features):
            if hides(b, k):
                draft_for(b, draft, Verb.FIRE_AT_AREA, i)
                draft.item = k
                n = add_legal(b, draft, log, out, n)
    return n


@kernel
def list_names(b, draft, log, out, n):
    """Everybody whom the question may be about, or that the hero stays beside them."""
    for i in range(b.n_figures):
        draft_for(b, draft, Verb.NAME, i)
        n = add_legal(b, draft, log, out, n)
    for m in range(b.n_markers if b.question == Question.FALSE_MARKER else 0):
        blank(draft, Verb.TAKE_AWAY)
        draft.item = m
        n = add_legal(b, draft, log, out, n)
    blank(draft, Verb.LET)
    return add_legal(b, draft, log, out, n)
