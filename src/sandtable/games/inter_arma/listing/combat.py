"""What Inter Arma lists after movement: shots, closing up, melees and blows, wounded men, and commanders."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.games.inter_arma.listing.drafts import (
    draft_at,
    spot_beside,
)
from sandtable.games.inter_arma.record import Fate, Phase, Verb
from sandtable.games.inter_arma.rules.ambush import victims_of
from sandtable.games.inter_arma.rules.blows import whom_may_strike
from sandtable.games.inter_arma.rules.closing import may_close
from sandtable.games.inter_arma.rules.orders import mover
from sandtable.games.inter_arma.rules.pairing import choices_of, chooser_of_melee
from sandtable.games.inter_arma.rules.positions import are_enemies, is_able
from sandtable.games.inter_arma.rules.rallying import leaders_for, may_be_praised, praised_side
from sandtable.games.inter_arma.rules.ranged import is_beyond_reach, may_shoot, weapon_of
from sandtable.games.inter_arma.rules.sequence import judge
from sandtable.games.inter_arma.rules.ways import who_stands_there
from sandtable.games.inter_arma.rules.wounded import (
    has_leader_in_range,
    has_prey,
    is_at_leisure,
    may_deal_with,
    may_slay,
)
from sandtable.kernel.action_drafts import add, blank, draft_for
from sandtable.kernel.bitsets import is_in
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.geometry import snap
from sandtable.kernel.records import NONE


@kernel
def add_legal(b, draft, log, out, n):
    """Add the draft to the list if it is legal."""
    if judge(b, draft, log).legal == 1:
        return add(draft, out, n)
    return n


@kernel
def list_shots(b, draft, log, out, n):
    """Shots of the first figure that has a target, and no more."""
    blank(draft, Verb.DONE)
    n = add(draft, out, n)
    for i in range(b.n_figures):
        before = n
        n = list_shots_of(b, i, draft, log, out, n)
        if n > before + 8:
            return n
    return n


@kernel
def list_shots_of(b, i, draft, log, out, n):
    """Shots of figure ``i``."""
    for item in range(2):
        if not may_shoot(b, i, item):
            continue
        weapon = weapon_of(b.figures[i], item)
        for j in range(b.n_figures):
            if not is_able(b.figures[j]) or not are_enemies(b, i, j):
                continue
            if not is_beyond_reach(b, i, j, weapon):
                draft_at(b, draft, Verb.SHOOT, i, j)
                draft.item = item
                n = add_legal(b, draft, log, out, n)
    return n


@kernel
def list_closing(b, draft, log, out, n):
    """Figures that may close up."""
    blank(draft, Verb.DONE)
    n = add(draft, out, n)
    for i in range(b.n_figures):
        if may_close(b, i):
            for j in range(b.n_figures):
                foe = b.figures[j]
                if not is_able(foe) or not are_enemies(b, i, j):
                    continue
                apart = distance_of_points(b.figures[i].x, b.figures[i].y, foe.x, foe.y)
                far = apart - 0.5 * (foe.width + b.figures[i].width)
                if far > b.rules.closing + 0.01 or apart < 0.01:
                    continue
                draft_for(b, draft, Verb.CLOSE, i)
                share = max(min(far, b.rules.closing - 0.002), 0.0) / apart
                draft.x = snap(b.figures[i].x + share * (foe.x - b.figures[i].x))
                draft.y = snap(b.figures[i].y + share * (foe.y - b.figures[i].y))
                k = who_stands_there(b, i, draft.x, draft.y)
                if k == NONE:
                    n = add_legal(b, draft, log, out, n)
                    continue
                for hand in range(-1, 2, 2):
                    spot = spot_beside(b, i, j, k, hand)
                    draft.x = snap(spot.x)
                    draft.y = snap(spot.y)
                    n = add_legal(b, draft, log, out, n)
    return n


@kernel
def list_fights(b, draft, out, n):
    """Melees that may be next."""
    side = chooser_of_melee(b)
    for i in range(b.n_figures):
        foes = choices_of(b, i, side)
        for j in range(b.n_figures):
            if is_in(foes, j):
                draft_at(b, draft, Verb.FIGHT, i, j)
                n = add(draft, out, n)
    return n


@kernel
def list_victims(b, draft, out, n):
    """Which crawler falls on whom."""
    for i in range(b.n_figures):
        if b.figures[i].side != mover(b):
            continue
        victims = victims_of(b, i)
        for j in range(b.n_figures):
            if is_in(victims, j):
                draft_at(b, draft, Verb.FIGHT, i, j)
                n = add(draft, out, n)
    return n


@kernel
def list_blows(b, draft, out, n):
    """Who may strike whom."""
    for i in range(b.n_figures):
        foes = whom_may_strike(b, i)
        for j in range(b.n_figures):
            if is_in(foes, j):
                draft_at(b, draft, Verb.STRIKE, i, j)
                n = add(draft, out, n)
    return n


@kernel
def list_wounded(b, draft, out, n):
    """What may be done to wounded men and civilians."""
    blank(draft, Verb.DONE)
    n = add(draft, out, n)
    for i in range(b.n_figures):
        if not has_prey(b, i) or not is_at_leisure(b, i):
            continue
        for j in range(b.n_figures):
            if may_deal_with(b, i, j):
                decides = has_leader_in_range(b, b.figures[i].side, j)
                for fate in range(Fate.KILL if decides else 0, (Fate.CAPTURE if decides else 0) + 1):
                    draft_at(b, draft, Verb.DISPATCH, i, j)
                    draft.amount = fate
                    n = add(draft, out, n)
            if may_slay(b, i, j):
                draft_at(b, draft, Verb.SLAY, i, j)
                n = add(draft, out, n)
    return n


@kernel
def list_leaders(b, draft, log, out, n):
    """Commanders to hold a group or to strike harder, and the commander's one at night."""
    if b.phase == Phase.NUDGE:
        for amount in range(-1, 2):
            blank(draft, Verb.NUDGE)
            draft.amount = amount
            n = add_legal(b, draft, log, out, n)
    elif b.phase == Phase.RALLY:
        blank(draft, Verb.DONE)
        n = add_legal(b, draft, log, out, n)
        for c in range(b.n_figures):
            if is_in(leaders_for(b, b.group), c):
                draft_for(b, draft, Verb.RALLY, c)
                n = add(draft, out, n)
    elif b.phase == Phase.PRAISE:
        for c in range(b.n_figures):
            if may_be_praised(b, c, praised_side(b)):
                draft_for(b, draft, Verb.PRAISE, c)
                n = add(draft, out, n)
    return n
