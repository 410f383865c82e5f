"""Which actions Batalist lists in each phase, and one at random."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import kernel
from sandtable.games.batalist.enums import Goal, Mode, Order, Phase, Skill, State, Verb
from sandtable.games.batalist.listing.deployment_places import list_deployment, list_placing, list_returns
from sandtable.games.batalist.listing.drafts import (
    MOVES,
    add_legal,
    draft_move,
    draft_of,
    draft_reform,
    draft_turn,
    list_charges,
    list_moves,
    list_shots,
    verb_of,
)
from sandtable.games.batalist.listing.hidden import (
    list_ambush,
    list_ambush_orders,
    list_hiding,
    list_names,
    list_searches,
)
from sandtable.games.batalist.listing.special_chapters import (
    list_coming_out,
    list_compass,
    list_consent,
    list_entering,
    list_own_orders,
    list_places_of_found,
    list_traps,
    list_with_attack,
    list_with_move,
    may_be_something_else,
)
from sandtable.games.batalist.listing.spells import list_dispels, list_spells
from sandtable.games.batalist.record import ACTION
from sandtable.games.batalist.rules.activation import can_execute, executable_orders, may_cancel, may_discard
from sandtable.games.batalist.rules.cards import has_card, is_automatic, place_of
from sandtable.games.batalist.rules.command import why_no_order
from sandtable.games.batalist.rules.disputes import may_dispute
from sandtable.games.batalist.rules.formations import has
from sandtable.games.batalist.rules.moving import first_card
from sandtable.games.batalist.rules.placing import owes_hospital
from sandtable.games.batalist.rules.reasons import forbids
from sandtable.games.batalist.rules.sequence import judge
from sandtable.games.batalist.rules.ways import is_base, is_touching
from sandtable.kernel.action_drafts import add, blank, draft_for
from sandtable.kernel.copying import copy_record
from sandtable.kernel.dice import choose
from sandtable.kernel.log import LOG
from sandtable.kernel.records import NONE
from sandtable.kernel.scratch import keep_until_here

MOST = 768
"""Actions that a list can hold."""

USUAL = Order.MELEE_ATTACK + 1
"""Kinds of orders, the first of all, that most battalions can carry out."""

REFORMS = 7
TURNS = 3


@kernel
def list_order(b, i, order, mode, draft, log, out, n):
    """What battalion ``i`` may do with a card of this kind."""
    if order == Order.MOVE:
        if b.figures[i].state != State.FIELD:
            return list_steps_off(b, i, draft, log, out, n)
        if not is_base(b.figures[i]):
            return n
        n = list_open_moves(b, i, mode, draft, log, out, n)
        return list_with_move(b, i, mode, draft, log, out, n)
    if order == Order.RECONNAISSANCE:
        return list_searches(b, i, order, draft, log, out, n)
    if order == Order.SHOOTING_ATTACK:
        n = list_searches(b, i, order, draft, log, out, n)
        n = list_with_attack(b, i, order, mode, draft, log, out, n)
        return list_shots(b, i, mode, draft, out, n)
    if order == Order.MELEE_ATTACK:
        n = list_with_attack(b, i, order, mode, draft, log, out, n)
        return list_charges(b, i, mode, mode == Mode.ORDERED and is_automatic(b, i, order), draft, out, n)
    if order == Order.TURN:
        for place in range(TURNS):
            if draft_turn(b, draft, i, place):
                n = add_legal(b, draft, log, out, n)
        return n
    if order == Order.REFORM:
        for place in range(REFORMS):
            if draft_reform(b, draft, i, place):
                n = add_legal(b, draft, log, out, n)
        return n
    draft_of(b, draft, verb_of(order), i, 0)
    n = add_legal(b, draft, log, out, n)
    if order == Order.MERCY:
        draft.amount = 1
        n = add_legal(b, draft, log, out, n)
    return n


@kernel
def list_open_moves(b, i, mode, draft, log, out, n):
    """Moves of battalion ``i``; where it keeps to a roof or to water, or markers lie about, only the legal ones."""
    end = list_moves(b, i, mode, draft, out, n)
    if not may_be_something_else(b, i):
        return end
    for k in range(n, end):
        if judge(b, out[k], log).legal == 1:
            copy_record(out[n], out[k])
            n += 1
    return n


@kernel
def list_steps_off(b, i, draft, log, out, n):
    """A hero steps off the base under it, ahead of it, behind it or beside it."""
    u = b.figures[i]
    bearer = b.figures[b.characters[u.hero].battalion]
    for side in range(4):
        draft_of(b, draft, Verb.MOVE, i, 0)
        along = (0.5 * (bearer.depth + u.depth) + 0.1) * (1.0 if side == 0 else -1.0 if side == 1 else 0.0)
        across = (0.5 * (bearer.width + u.width) + 0.1) * (1.0 if side == 2 else -1.0 if side == 3 else 0.0)
        draft.x = bearer.x + along * bearer.fx + across * bearer.fy
        draft.y = bearer.y + along * bearer.fy - across * bearer.fx
        draft.fx = bearer.fx
        draft.fy = bearer.fy
        n = add_legal(b, draft, log, out, n)
    return n


@kernel
def list_battalion(b, i, draft, log, out, n):
    """What battalion ``i`` may do in this go with each of its cards, and in place of one."""
    u = b.figures[i]
    for card in range(len(u.cards)):
        order = u.cards[card]
        if order != NONE and not (card > 0 and u.cards[0] == order):
            n = list_order(b, i, order, Mode.ORDERED, draft, log, out, n)
    if u.attacked > 0 and has_card(u):
        if place_of(b, i, Order.MOVE) == NONE:
            n = list_order(b, i, Order.MOVE, Mode.INSTEAD, draft, log, out, n)
        if place_of(b, i, Order.MELEE_ATTACK) == NONE and has(b, i, Skill.MELEE):
            n = list_charges(b, i, Mode.INSTEAD, automatic=False, draft=draft, out=out, n=n)
        if u.cards[0] != NONE and u.cards[1] != NONE and u.cards[0] != u.cards[1]:
            n = list_instead_of_second(b, i, draft, log, out, n)
    if u.fast == 0 and is_base(u) and has(b, i, Skill.FAST) and b.cancelled == 0:
        n = list_open_moves(b, i, Mode.FREE, draft, log, out, n)
    return n


@kernel
def list_instead_of_second(b, i, draft, log, out, n):
    """What an attacked battalion ``i`` may do in place of the second of its cards."""
    if place_of(b, i, Order.MOVE) == NONE:
        n = list_order(b, i, Order.MOVE, Mode.INSTEAD_OF_SECOND, draft, log, out, n)
    if place_of(b, i, Order.MELEE_ATTACK) == NONE and has(b, i, Skill.MELEE):
        n = list_charges(b, i, Mode.INSTEAD_OF_SECOND, automatic=False, draft=draft, out=out, n=n)
    return n


@kernel
def list_cancels(b, i, able, draft, out, n):
    """Orders of battalion ``i`` that one would rather cancel: those that it cannot carry out, and Melee Attacks.

    ``able``: how many orders of its side can be carried out, or two.
    """
    u = b.figures[i]
    for card in range(len(u.cards)):
        order = u.cards[card]
        if order != NONE and (order == Order.MELEE_ATTACK or not can_execute(b, i, order)):
            if may_cancel(b, i, order, able):
                draft_for(b, draft, Verb.CANCEL, i)
                draft.amount = order
                n = add(draft, out, n)
    return n


@kernel
def list_goes(b, draft, log, out, n):
    """Everything useful in a go."""
    side = b.mover
    able = executable_orders(b, side)
    for i in range(b.n_figures):
        u = b.figures[i]
        if u.side == side and u.state == State.AMBUSH:
            n = list_ambush(b, i, draft, log, out, n)
        if u.side == side and u.state == State.RESERVE:
            n = list_entering(b, i, draft, log, out, n)
        if u.side != side or (u.state != State.FIELD and u.state != State.ON_BASE):
            continue
        n = list_battalion(b, i, draft, log, out, n)
        if able > 0 and has_card(u):
            n = list_cancels(b, i, able, draft, out, n)
        if u.character != NONE and u.hero == NONE:
            for j in range(b.n_figures):
                if b.figures[j].side == side and b.figures[j].character == NONE and is_touching(b, i, j):
                    draft_for(b, draft, Verb.PASS_OVER, i)
                    draft.target = j
                    n = add_legal(b, draft, log, out, n)
    if b.cancelled == 0:
        n = list_spells(b, side, draft, log, out, n)
    if able == 0:
        for i in range(b.n_figures):
            u = b.figures[i]
            if u.side == side and has_card(u) and may_discard(b, i, first_card(u)):
                draft_for(b, draft, Verb.DISCARD, i)
                draft.amount = first_card(u)
                n = add(draft, out, n)
    if may_dispute(b):
        blank(draft, Verb.DISPUTE)
        n = add(draft, out, n)
    blank(draft, Verb.PASS)
    return add_legal(b, draft, log, out, n)


@kernel
def draft_give(b, draft, i, at, order):
    """Let the draft be an order to battalion ``i`` from the leader on battalion ``at``."""
    draft_for(b, draft, Verb.GIVE, i)
    draft.target = at
    draft.amount = order


@kernel
def place_of_leader(b, c):
    """The battalion by which an order names its leader: a hero alone, others by where they stand."""
    who = b.characters[c]
    return who.own if who.own != NONE else who.battalion


@kernel
def list_orders(b, draft, log, out, n):
    """Orders of the first leader who has any to give, mana to set aside, and that all is done."""
    side = b.mover
    for c in range(b.n_characters):
        who = b.characters[c]
        if who.side != side or who.alive == 0 or n > 0:
            continue
        at = place_of_leader(b, c)
        for i in range(b.n_figures):
            u = b.figures[i]
            if u.side == side and u.given < b.rules.orders:
                if u.state == State.FIELD and forbids(why_no_order(b, c, i, Order.MOVE)):
                    continue  # whoever may not be told to move may be told nothing
                for order in range(Order.HIDDEN):
                    draft_give(b, draft, i, at, order)
                    n = add_legal(b, draft, log, out, n)
        if who.own != NONE and who.mana == 0:
            for amount in range(2, 5):
                draft_for(b, draft, Verb.SET_ASIDE, who.own)
                draft.amount = amount
                n = add_legal(b, draft, log, out, n)
    n = list_ambush_orders(b, draft, out, n)
    n = list_own_orders(b, draft, log, out, n)
    for c in range(b.n_characters):
        who = b.characters[c]
        if who.side == side and who.alive != 0 and who.artefact != NONE:
            draft_for(b, draft, Verb.SHARD, who.battalion)
            n = add_legal(b, draft, log, out, n)
    for i in range(b.n_figures):
        if b.figures[i].to_doctor != 0:
            draft_for(b, draft, Verb.CALL_OFF, i)
            n = add_legal(b, draft, log, out, n)
    blank(draft, Verb.READY)
    return add(draft, out, n)


@kernel
def list_answers(b, draft, log, out, n):
    """Answers to a question inside the other side's go, and who goes first."""
    if b.phase == Phase.FIRST:
        blank(draft, Verb.GO_FIRST)
        n = add(draft, out, n)
        blank(draft, Verb.DECLINE)
        return add(draft, out, n)
    if b.phase == Phase.DISPEL:
        n = list_dispels(b, draft, log, out, n)
    elif b.phase == Phase.TOUCHED:
        for i in range(b.n_figures):
            u = b.figures[i]
            if u.side != b.figures[b.striker].side:
                continue
            for card in range(len(u.cards)):
                if u.cards[card] != NONE and not (card > 0 and u.cards[0] == u.cards[card]):
                    draft_for(b, draft, Verb.REPLACE, i)
                    draft.amount = u.cards[card]
                    n = add_legal(b, draft, log, out, n)
    elif b.phase == Phase.AT_ONCE:
        n = list_shots(b, b.striker, Mode.FREE, draft, out, n)
        n = list_charges(b, b.striker, Mode.FREE, automatic=False, draft=draft, out=out, n=n)
        kept = 0
        for k in range(n):
            if out[k].target == b.quarry:
                copy_record(out[kept], out[k])
                kept += 1
        n = kept
    blank(draft, Verb.LET)
    return add(draft, out, n)


@kernel
def legal_actions(b, out):
    """Fill ``out`` with useful legal actions; returns how many."""
    drafts = np.empty(1, ACTION)
    logs = np.empty(1, LOG)
    draft = drafts[0]
    log = logs[0]
    log.keep = 0
    n = 0
    if b.phase == Phase.EXECUTION:
        n = list_goes(b, draft, log, out, n)
    elif b.phase == Phase.ORDERS:
        n = list_orders(b, draft, log, out, n)
    elif b.phase == Phase.STATING:
        n = list_hiding(b, draft, out, n)
    elif b.phase == Phase.DEPLOYMENT:
        n = list_deployment(b, draft, log, out, n)
    elif b.phase == Phase.PLACING:
        if owes_hospital(b, b.mover):
            n = list_placing(b, draft, log, out, n)
        else:
            n = list_traps(b, draft, log, out, n)
    elif b.phase == Phase.COMPASS:
        n = list_compass(draft, out, n)
    elif b.phase == Phase.PASSED_BY:
        n = list_coming_out(b, draft, log, out, n)
    elif b.phase == Phase.FOUND:
        n = list_places_of_found(b, draft, log, out, n)
    elif b.phase == Phase.NAMING:
        n = list_names(b, draft, log, out, n)
    elif b.phase == Phase.DISPUTE:
        n = list_consent(draft, out, n)
    elif b.phase == Phase.RETURNS:
        n = list_returns(b, draft, log, out, n)
    else:
        n = list_answers(b, draft, log, out, n)
    keep_until_here(drafts)
    keep_until_here(logs)
    return n


@kernel
def sample_order(b, dice, action, log):
    """A random order from a random leader; False if that leader cannot give it."""
    c = choose(dice, b.n_characters)
    for _ in range(b.n_characters):
        who = b.characters[c]
        if who.side == b.mover and who.alive != 0 and (who.spent < who.command or who.own != NONE):
            break
        c = (c + 1) % b.n_characters
    i = choose(dice, b.n_figures)
    for _ in range(b.n_figures):
        if b.figures[i].side == b.mover and b.figures[i].given < b.rules.orders:
            break
        i = (i + 1) % b.n_figures
    order = choose(dice, 4 * USUAL)
    order = USUAL + choose(dice, Order.HIDDEN - USUAL) if order == 0 else order % USUAL
    if b.characters[c].side != b.mover or b.figures[i].side != b.mover:
        return False
    at = i if b.figures[i].state == State.AMBUSH else place_of_leader(b, c)
    draft_give(b, action, i, at, order)
    return judge(b, action, log).legal == 1


@kernel
def sample_move(b, i, dice, action):
    """A random Move of battalion ``i``; False if it may do anything else, or no draft leads anywhere."""
    u = b.figures[i]
    order = u.cards[choose(dice, len(u.cards))]
    if order != Order.MOVE or u.attacked > 0 or (u.fast == 0 and has(b, i, Skill.FAST)):
        return False
    if b.n_ladders > 0 or b.n_boats > 0 or b.n_markers > 0 or b.goal == Goal.EXIT or not is_base(u):
        return False
    for _ in range(MOVES):
        if draft_move(b, action, i, Mode.ORDERED, choose(dice, MOVES)):
            return True
    return False


@kernel
def sample_go(b, dice, action, log, out):
    """Something that a random battalion can do with its cards; False if it has none that it can carry out."""
    i = choose(dice, b.n_figures)
    u = b.figures[i]
    if u.side != b.mover or not has_card(u):
        return False
    if u.state == State.FIELD and sample_move(b, i, dice, action):
        return True
    if u.state == State.AMBUSH:
        n = list_ambush(b, i, action, log, out, 0)
    elif u.state == State.FIELD or u.state == State.ON_BASE:
        n = list_battalion(b, i, action, log, out, 0)
    else:
        n = 0
    if n == 0:
        return False
    copy_record(action, out[choose(dice, n)])
    return True


@kernel
def sample_listed(b, dice, action, log):
    """Something that a random battalion can do in a go, else one of all that is listed."""
    out = np.empty(MOST, ACTION)
    found = False
    for _ in range(12 if b.phase == Phase.EXECUTION else 0):
        if not found:
            found = sample_go(b, dice, action, log, out)
    if not found:
        n = legal_actions(b, out)
        copy_record(action, out[choose(dice, n)])
    keep_until_here(out)


@kernel
def sample_action(b, dice, action):
    """Fill ``action`` with one legal action at random, drafted where that is quick, else one of the list."""
    logs = np.empty(1, LOG)
    log = logs[0]
    log.keep = 0
    found = False
    if b.phase == Phase.ORDERS:
        for _ in range(24):
            if not found:
                found = sample_order(b, dice, action, log)
        if not found and choose(dice, 4) > 0:  # else what the list has besides orders
            blank(action, Verb.READY)
            found = True
    if not found:
        sample_listed(b, dice, action, log)
    keep_until_here(logs)
