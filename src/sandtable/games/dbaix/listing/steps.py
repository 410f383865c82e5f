"""The actions of the small steps of a bound: who flees or is called, drinks, fights, takes; and ends of steps."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.games.dbaix.record import (
    MAX_TOKENS,
    Phase,
    Verb,
)
from sandtable.games.dbaix.rules import combat, music, potion, tokens
from sandtable.games.dbaix.rules.positions import side_of_bound
from sandtable.kernel.action_drafts import add, blank


@kernel
def add_end(draft, out, n):
    """Add the end of the step."""
    blank(draft, Verb.END)
    return add(draft, out, n)


@kernel
def list_choices(b, draft, out):
    """Who flees next, or is called, among equals."""
    n = 0
    for i in range(b.n_figures):
        if b.phase == Phase.FLIGHT:
            fits = music.may_flee_next(b, i)
        else:
            fits = music.may_be_called(b, i)
        if fits:
            blank(draft, Verb.CHOOSE)
            draft.target = i
            n = add(draft, out, n)
    return n


@kernel
def list_drinks(b, draft, out):
    """All who may drink do, or nobody does."""
    n = add_end(draft, out, 0)
    blank(draft, Verb.DRINK)
    potion.fill_drinkers(b, draft)
    if draft.n_actors > 0:
        n = add(draft, out, n)
    return n


@kernel
def list_fights(b, draft, out):
    """Every pair that is still to fight, the figure of the active side first."""
    n = 0
    active = side_of_bound(b)
    for i in range(b.n_figures):
        if not combat.is_still_to_fight(b, i):
            continue
        j = b.figures[i].opponent
        if b.figures[i].side != active and (b.figures[j].side == active or j < i):
            continue
        blank(draft, Verb.FIGHT)
        draft.actors[0] = i
        draft.actors[1] = j
        draft.n_actors = 2
        n = add(draft, out, n)
    return n


@kernel
def list_takes(b, draft, out):
    """Taking what lies there, or leaving it."""
    n = add_end(draft, out, 0)
    for i in range(b.n_figures):
        for token in range(MAX_TOKENS):
            if b.phase == Phase.SPOILS:
                fits = i == b.spoils_taker and token == b.spoils_token
            else:
                fits = tokens.may_take(b, i, token)
            if fits:
                blank(draft, Verb.TAKE)
                draft.actors[0] = i
                draft.n_actors = 1
                draft.item = token
                n = add(draft, out, n)
    return n
