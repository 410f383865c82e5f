"""Spells that may be cast in a go, and who may dispel one."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.games.batalist.enums import Order, Spell, State, Target, Verb
from sandtable.games.batalist.listing.drafts import add_legal
from sandtable.games.batalist.rules.casting import fits_target
from sandtable.games.batalist.rules.chosen_targets import character_on
from sandtable.games.batalist.rules.magic import can_pay
from sandtable.kernel.action_drafts import add, draft_for
from sandtable.kernel.records import NONE


@kernel
def list_spell(b, i, c, spell, draft, out, n):
    """One spell of the character on battalion ``i`` at everything that it fits."""
    draft_for(b, draft, Verb.CAST, i)
    draft.item = spell
    target = b.spells[spell].target
    if target == Target.FIELD:
        if fits_target(b, c, spell, NONE, 0.0, 0.0, NONE):
            n = add(draft, out, n)
        return n
    for j in range(b.n_figures):
        u = b.figures[j]
        if u.state != State.FIELD or u.healthy <= 0:
            continue
        if target == Target.POINT:
            draft.x = u.x
            draft.y = u.y
            if u.side == b.mover and fits_target(b, c, spell, NONE, draft.x, draft.y, NONE):
                n = add(draft, out, n)
            continue
        draft.target = j
        if spell == Spell.IRON_VOICE:
            for order in (Order.MOVE, Order.MELEE_ATTACK):
                draft.amount = order
                if fits_target(b, c, spell, j, 0.0, 0.0, order):
                    n = add(draft, out, n)
        elif fits_target(b, c, spell, j, 0.0, 0.0, NONE):
            n = add(draft, out, n)
    return n


@kernel
def list_spells(b, side, draft, log, out, n):
    """All spells that a side may cast now."""
    for i in range(b.n_figures):
        if b.figures[i].side != side or b.figures[i].state != State.FIELD:
            continue
        c = character_on(b, i)
        if c == NONE:
            continue
        for spell in range(len(b.spells)):
            if can_pay(b, c, spell):
                n = list_spell(b, i, c, spell, draft, out, n)
    return n


@kernel
def list_dispels(b, draft, log, out, n):
    """Who may try to dispel the spell that is cast."""
    for i in range(b.n_figures):
        if b.figures[i].state == State.FIELD and character_on(b, i) != NONE:
            draft_for(b, draft, Verb.DISPEL, i)
            n = add_legal(b, draft, log, out, n)
    return n
