"""How good a battle looks for a side: points, men, fights in prospect, and the way to what is worth having.

This is a judgement of ours for computer generals, not a rule: its weights are plain numbers below.
"""

from __future__ import annotations

import numpy as np

from sandtable.games.dbaix.combat import combat_score
from sandtable.games.dbaix.contacts import front_contact_enemy
from sandtable.games.dbaix.positions import is_on_table
from sandtable.games.dbaix.record import MAX_TOKENS, N_SIDES, Phase, Side, Token, TokenState
from sandtable.games.dbaix.victory import points
from sandtable.kernel.compiling import kernel
from sandtable.kernel.log import LOG
from sandtable.kernel.records import NONE

FIGHTER = 0.25  # a man on the table, for each point of his combat factor, beside what the points table gives
PROSPECT = 0.2  # each point by which we outscore the enemy in front, before the dice
PROSPECT_CAP = 5  # beyond this the die hardly matters any more
CLOSE_IN = 0.02  # each inch nearer to the nearest enemy worth attacking
KEEP_AWAY = 0.03  # each inch between those who should not fight and the nearest enemy, up to SAFE
SAFE = 6.0
FETCH = 0.08  # each inch nearer to a token that we may take
BRING_HOME = 0.2  # each inch nearer to where the token carried counts
CARRIED = 2.0  # a token in hand
HALF = 12.0  # a lead that looks half won


@kernel
def evaluate(b, side):
    """How good the battle looks for ``side``, in [-1, 1]; the result itself once the battle is over."""
    if b.phase == Phase.OVER:
        return 2.0 * b.winner[side] - 1.0
    lead = standing(b, side) + prospects(b, side) + ways(b, side)
    others = 0.0
    for other in range(N_SIDES):
        if other != side:
            others = max(others, standing(b, other))
    lead -= others
    return lead / (HALF + abs(lead))


@kernel
def standing(b, side):
    """Points if the battle ended now, and the men left to fight for more."""
    total = float(points(b, side))
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.side == side and is_on_table(figure):
            total += FIGHTER * figure.factor
    return total


@kernel
def prospects(b, side):
    """The fights that stand ready: by how much each of ours outscores the enemy in front of him."""
    quiet = np.empty(1, LOG)  # keeps nothing, so its entries need not be blank
    quiet[0].keep = 0
    quiet[0].n = 0
    quiet[0].lost = 0
    total = 0.0
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.side != side or not is_on_table(figure):
            continue
        enemy = front_contact_enemy(b, i)
        if enemy == NONE:
            continue
        edge = combat_score(b, i, enemy, 0, quiet[0]) - combat_score(b, enemy, i, 0, quiet[0])
        edge += 2 * (figure.giant - b.figures[enemy].giant)
        total += PROSPECT * min(max(edge, -PROSPECT_CAP), PROSPECT_CAP)
    return total + 0.0 * quiet[0].n  # the log must live until here


@kernel
def distance_to_enemy(b, i, only_beatable):
    """Distance between centres from figure ``i`` to the nearest enemy, or to the nearest it need not fear."""
    figure = b.figures[i]
    best = 99.0
    for j in range(b.n_figures):
        other = b.figures[j]
        if other.side == figure.side or not is_on_table(other):
            continue
        if only_beatable and other.factor > figure.factor + 1:
            continue
        dx = other.x - figure.x
        dy = other.y - figure.y
        best = min(best, np.sqrt(dx * dx + dy * dy))
    return best


@kernel
def ways(b, side):
    """How near our fighters are to enemies, the helpless to safety, and the tokens to where they count."""
    total = 0.0
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.side != side or not is_on_table(figure):
            continue
        if figure.token != NONE:
            total += CARRIED - BRING_HOME * distance_home(b, i)
        elif figure.factor <= 1 and figure.commander == 0:
            total += KEEP_AWAY * min(distance_to_enemy(b, i, False), SAFE)
        else:
            total -= CLOSE_IN * distance_to_enemy(b, i, True)
    for t in range(MAX_TOKENS):
        if b.tokens[t].state == TokenState.GROUND and wants(side, t):
            total -= FETCH * distance_to_token(b, side, t)
    return total


@kernel
def wants(side, token):
    """A side is out for the tokens it can deliver (SCN-12)."""
    if side == Side.PIRATES:
        return True
    if side == Side.ROMANS:
        return token == Token.CAULDRON
    return token == Token.PAY_CHEST


@kernel
def distance_to_token(b, side, t):
    """Distance from a token to the nearest figure of ``side``."""
    token = b.tokens[t]
    best = 99.0
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.side == side and is_on_table(figure):
            dx = figure.x - token.x
            dy = figure.y - token.y
            best = min(best, np.sqrt(dx * dx + dy * dy))
    return best


@kernel
def distance_home(b, i):
    """Distance of a carrier to the place of delivery of its side: landing edge, camp, or the chief's hut."""
    figure = b.figures[i]
    x = figure.x
    y = figure.y
    if figure.side == Side.PIRATES:
        x = min(max(x, b.landing[0]), b.landing[2])
        y = min(max(y, b.landing[1]), b.landing[3])
    elif figure.side == Side.ROMANS:
        x = min(max(x, b.camp[0]), b.camp[2])
        y = min(max(y, b.camp[1]), b.camp[3])
    elif b.hut != NONE:
        hut = b.terrain.features[b.hut]
        x = min(max(x, hut.x0), hut.x1)
        y = min(max(y, hut.y0), hut.y1)
    distance = np.sqrt((x - figure.x) ** 2 + (y - figure.y) ** 2)
    if np.isnan(distance):  # the scenario has no such place
        return 0.0
    return distance
