"""The tokens, the hut and the ship: picking up, dropping, delivering, holding and sinking (SCN-9 to SCN-14)."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.verdicts import refused
from sandtable.games.dbaix.clauses import Clause, Code
from sandtable.games.dbaix.record import MAX_TOKENS, Award, Phase, Side, Song, Token, TokenState
from sandtable.games.dbaix.rules.contacts import is_engaged
from sandtable.games.dbaix.rules.positions import SLACK, is_on_table, side_of_bound
from sandtable.games.dbaix.rules.scoring import score
from sandtable.games.dbaix.rules.terrain import is_inside_camp
from sandtable.kernel.geometry import TOUCH, base_of, contains_point, gap_to_segment
from sandtable.kernel.log import about, event, reason, side_event
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import is_near_piece
from sandtable.kernel.verbs import Verdict


@kernel
def touches_ship(b, figure):
    """The figure's base touches the ship, as long as it is afloat."""
    if b.ship == NONE or b.ship_sunk != 0 or not is_on_table(figure):
        return False
    return is_near_piece(base_of(figure), b.terrain, b.ship, TOUCH)


@clause("DBAIX-SCN-9", "DBAIX-SCN-10")
@kernel
def may_take(b, i, token):
    """In step (g) of its own bound, figure ``i`` may pick up a token whose point its base covers or touches.

    It must be unengaged and carry none.
    """
    figure = b.figures[i]
    lying = b.tokens[token]
    return (
        lying.state == TokenState.GROUND
        and is_on_table(figure)
        and figure.side == side_of_bound(b)
        and figure.token == NONE
        and contains_point(base_of(figure), lying.x, lying.y)
        and not is_engaged(b, i)
    )


@kernel
def anyone_may_take(b):
    """Somebody of the active side may pick up a token now."""
    for token in range(MAX_TOKENS):
        if b.tokens[token].state != TokenState.GROUND:
            continue
        for i in range(b.n_figures):
            if may_take(b, i, token):
                return True
    return False


@kernel
def _token_reason(log, code, clause_, actor, token):
    """Why a figure may not take a token."""
    about(log, reason(log, code, clause_, actor, NONE, 0), token)
    return 1


@kernel
def _judge_spoils(b, i, token, log):
    """Only the victor may take at once what the beaten figure dropped (SCN-11)."""
    if i == b.spoils_taker and token == b.spoils_token:
        return 0
    return _token_reason(log, Code.NOT_THE_SPOILS, Clause.SCN_11, i, token)


@clause("DBAIX-SCN-10")
@kernel
def _judge_picking_up(b, i, token, log):
    """Every reason why figure ``i`` may not pick up the token in step (g)."""
    figure = b.figures[i]
    lying = b.tokens[token]
    reasons = 0
    if not is_on_table(figure):
        return _token_reason(log, Code.TAKER_OFF_TABLE, Clause.SCN_10, i, token)
    if figure.side != side_of_bound(b):
        reasons += _token_reason(log, Code.TAKER_NOT_IN_OWN_BOUND, Clause.SCN_10, i, token)
    if figure.token != NONE:
        reasons += _token_reason(log, Code.TAKER_CARRIES_ALREADY, Clause.SCN_10, i, token)
    if is_engaged(b, i):
        reasons += _token_reason(log, Code.TAKER_ENGAGED, Clause.SCN_10, i, token)
    if lying.state != TokenState.GROUND:
        reasons += _token_reason(log, Code.TOKEN_NOT_ON_THE_GROUND, Clause.SCN_10, i, token)
    elif not contains_point(base_of(figure), lying.x, lying.y):
        reasons += _token_reason(log, Code.TOKEN_OUT_OF_REACH, Clause.SCN_10, i, token)
    return reasons


@kernel
def judge_take(b, action, log):
    """May the actor take the token now, as spoils or in step (g)? It costs nothing."""
    token = action.item
    if action.n_actors != 1 or token < 0 or token >= MAX_TOKENS:
        return refused(log, Code.TAKE_NAMES_ONE_FIGURE_AND_TOKEN, Clause.SCN_10, NONE, NONE, 0)
    i = action.actors[0]
    if b.phase == Phase.SPOILS:
        reasons = _judge_spoils(b, i, token, log)
    else:
        reasons = _judge_picking_up(b, i, token, log)
    return Verdict(1 if reasons == 0 else 0, 0)


@clause("DBAIX-SCN-10", "DBAIX-SCN-11")
@kernel
def take(b, action, log):
    """The actor takes the token and carries it at the centre of its base."""
    i = action.actors[0]
    figure = b.figures[i]
    token = b.tokens[action.item]
    figure.token = action.item
    token.state = TokenState.CARRIED
    token.carrier = i
    token.x = figure.x
    token.y = figure.y
    taken_under = Clause.SCN_11 if b.phase == Phase.SPOILS else Clause.SCN_10
    about(log, event(log, Code.TAKES_TOKEN, taken_under, i, NONE, 0), action.item)


@clause("DBAIX-SCN-11")
@kernel
def drop(b, i, beater, log):
    """The token that figure ``i`` carries stays at its present centre; call it before the figure leaves its place.

    ``beater`` (NONE after flight from music, which nobody wins) may take it at once unless it carries one
    already: that waits in ``b.spoils_taker`` and ``b.spoils_token``.
    """
    figure = b.figures[i]
    if figure.token == NONE:
        return
    dropped = figure.token
    token = b.tokens[dropped]
    figure.token = NONE
    token.state = TokenState.GROUND
    token.carrier = NONE
    token.x = figure.x
    token.y = figure.y
    about(log, event(log, Code.DROPS_TOKEN, Clause.SCN_11, i, NONE, 0), dropped)
    if beater != NONE and b.figures[beater].token == NONE:
        b.spoils_taker = beater
        b.spoils_token = dropped


@clause("DBAIX-SCN-12", "DBAIX-SCN-14")
@kernel
def is_delivered(b, token):
    """A carried token is where its carrier's side delivers it.

    Pirates: the carrier touches the landing edge, either token, while the ship floats. Romans: the carrier
    of the cauldron is inside the camp. Gauls: the carrier of the pay-chest is within reach of the chief's hut.
    """
    if b.tokens[token].state != TokenState.CARRIED:
        return False
    carrier = b.figures[b.tokens[token].carrier]
    base = base_of(carrier)
    if carrier.side == Side.PIRATES:
        edge = b.landing
        if b.ship_sunk != 0 or np.isnan(edge[0]):  # no ship, no landing: nothing is near to NaN
            return False
        return gap_to_segment(base, edge[0], edge[1], edge[2], edge[3]) <= TOUCH
    if carrier.side == Side.ROMANS:
        return token == Token.CAULDRON and is_inside_camp(b, carrier)
    is_near = b.hut != NONE and is_near_piece(base, b.terrain, b.hut, b.rules.delivery_range + SLACK)
    return token == Token.PAY_CHEST and is_near


@clause("DBAIX-SCN-12")
@kernel
def deliver(b, log):
    """Step (g): every token that is where its carrier delivers it leaves play and brings its points.

    RULING: the clause names no bound, so a carrier delivers at step (g) of any side's bound.
    """
    for index in range(MAX_TOKENS):
        if not is_delivered(b, index):
            continue
        token = b.tokens[index]
        carrier = b.figures[token.carrier]
        about(log, event(log, Code.DELIVERS_TOKEN, Clause.SCN_12, token.carrier, NONE, 0), index)
        carrier.token = NONE
        token.state = TokenState.DELIVERED
        token.delivered_by = carrier.side
        token.carrier = NONE
        if index == Token.CAULDRON:
            score(b, carrier.side, Award.CAULDRON_DELIVERED, 1, log)
        else:
            score(b, carrier.side, Award.PAY_CHEST_DELIVERED, 1, log)


@clause("DBAIX-SCN-14")
@kernel
def sink_ship(b, log):
    """Step (g) of a Gaulish bound: the giant, or enough other Gauls, touch the ship and no Pirate guards it: it sinks.

    RULING: the wreck is in nobody's way (see terrain.stops).
    """
    if b.ship == NONE or b.ship_sunk != 0 or side_of_bound(b) != Side.GAULS:
        return
    giants = 0
    others = 0
    for i in range(b.n_figures):
        figure = b.figures[i]
        if not is_on_table(figure):
            continue
        base = base_of(figure)
        if figure.side == Side.PIRATES and is_near_piece(base, b.terrain, b.ship, b.rules.ship_guard_range + SLACK):
            return
        if figure.side == Side.GAULS and is_near_piece(base, b.terrain, b.ship, TOUCH):
            if figure.giant != 0:
                giants += 1
            else:
                others += 1
    if giants > 0 or others >= b.rules.ship_sinkers:
        b.ship_sunk = 1
        side_event(log, Code.SHIP_SINKS, Clause.SCN_14, Side.GAULS, 0)
        score(b, Side.GAULS, Award.SHIP_SUNK, 1, log)


@kernel
def is_free(b, figure):
    """On the table and, for the bard, not bound and gagged."""
    return is_on_table(figure) and not (figure.bard != 0 and b.song == Song.GAGGED)


@clause("DBAIX-SCN-13")
@kernel
def held_by(b):
    """The side that holds the chief's hut, or NONE.

    It has a free, unengaged figure within range of it, and no enemy figure is within range. A gagged bard is
    not free, but to the others it is an enemy figure there.
    """
    if b.hut == NONE:
        return NONE
    there = NONE
    holds = False
    for i in range(b.n_figures):
        figure = b.figures[i]
        if not is_on_table(figure):
            continue
        if not is_near_piece(base_of(figure), b.terrain, b.hut, b.rules.hut_range + SLACK):
            continue
        if there != NONE and there != figure.side:
            return NONE
        there = figure.side
        if is_free(b, figure) and not is_engaged(b, i):
            holds = True
    return there if holds else NONE
