"""What is the same for all actions of one decision, found out once for their worth: foes, strengths, prizes, the bard.

Judgements of ours for computer generals, like all of worth.py, which asks for them.
"""

from __future__ import annotations

import math

from sandtable.compiler.decorators import kernel
from sandtable.games.dbaix.record import (
    MAX_FIGURES,
    MAX_TOKENS,
    N_FEATURES,
    N_SIDES,
    Side,
    Song,
    TokenState,
)
from sandtable.games.dbaix.rules.commanders import commander_of
from sandtable.games.dbaix.rules.contacts import is_fighting_contact
from sandtable.games.dbaix.rules.positions import half_girth, is_on_table
from sandtable.games.dbaix.thinking.evaluate import (
    bounds_begun,
    chance_to_rout,
    chance_to_win,
    delivery_points,
    note_freight,
    note_loads,
    note_strengths,
    prize,
)
from sandtable.games.dbaix.thinking.song_worth import SOON, chance_of_song, threat_of_song
from sandtable.games.dbaix.thinking.ways_home import way_round
from sandtable.kernel.bitsets import bit, is_in, lowest, without
from sandtable.kernel.records import MAX_ACTORS, NONE, record

CLOSE_BY = 3.0
"""Inches within which an enemy behind the line of one's front is a danger."""

FARTHEST = 5.0
"""Inches that hardly anybody moves beyond: within them only friends who were about may come to be beside."""

HALF_AS_NEAR = 4.0
"""Inches from the bard at which somebody looks half as near as upon it."""

FOE = record(
    # an enemy, and what is wanted of it for every action, close together in memory
    ("who", "i8"),
    ("x", "f8"),
    ("y", "f8"),
    ("fx", "f8"),
    ("fy", "f8"),
    ("half", "f8"),  # of its depth
    ("girth", "f8"),  # see ``half_girth``
    ("strength", "f8"),
)

VIEW = record(
    # what is the same for all actions of one decision
    ("was", "f8", (MAX_ACTORS, 4)),  # poses that the movers of an action have given up
    ("strengths", "f8", (MAX_FIGURES,)),  # how strong each figure is before any enemy touches it
    ("loads", "f8", (MAX_FIGURES,)),  # what each would lose by losing, in points
    ("prizes", "f8", (MAX_FIGURES,)),  # what the side gains by sending each enemy out of the battle
    ("dread", "f8"),  # what the song costs, and its chance
    ("soon", "f8"),  # the chance that the song begins soon, or 1 while it is sung
    ("bard", "i8"),  # the bard on the table who is not gagged, or NONE
    ("gagger", "i8"),  # before any action, the one of the side who is nearest to the bard who may sing, or NONE
    ("least", "f8"),  # and the square of the distance
    ("closest", "f8"),  # see ``silencing``
    ("chief", "i8"),  # the side's commander, or NONE
    ("side", "i8"),
    ("friends", "i8"),  # mask of the side's figures on the table
    ("n_foes", "i8"),
    ("foes", FOE, (MAX_FIGURES,)),  # its enemies on the table, who stand where they are whatever it does
    ("freight", "f8", (MAX_FIGURES,)),  # see ``note_freight``
    ("n_tokens", "i8"),  # tokens on the ground that bring the side points
    ("tokens", "f8", (MAX_TOKENS, 3)),  # their places and points
    ("sized_up", "i8"),  # mask of the figures who are sized up, see ``size_up``
    ("like", "i8", (MAX_FIGURES,)),  # and the one with whose row of the next tables each has its own in common
    ("own_prize", "f8", (MAX_FIGURES,)),  # what the worse of its enemies gains by sending it out of the battle
    ("lure", "f8", (MAX_FIGURES, MAX_FIGURES)),  # what each may win from each of the foes at hand
    ("menace", "f8", (MAX_FIGURES, MAX_FIGURES)),  # and that foe by sending it out of the battle
    ("quarry", "i8", (MAX_FIGURES,)),  # of the foes the one who drew it most when it was last looked at
    ("found", "f8", (N_FEATURES,)),  # what the action looked at changes: see ``worth``
    ("n_unit", "i8"),  # the actors of the move looked at last, in their order: the next move is mostly theirs too
    ("unit", "i8", (MAX_ACTORS,)),
    ("movers", "i8"),  # mask of them
    ("unit_met", "i8"),  # and of the enemies about them as they stand
    ("given", "f8", (N_FEATURES,)),  # what all their moves have in common: the price, less how they stand
    ("known", "i8"),  # mask of the figures whose row of ``now`` is filled
    ("now", "f8", (MAX_FIGURES, N_FEATURES)),  # how each stands before any action
    ("met", "i8", (MAX_FIGURES,)),  # and mask of the enemies near enough to touch it
    ("place", "f8", (MAX_FIGURES, 2)),  # where it stands then
    ("about", "i8", (MAX_FIGURES,)),  # and mask of the friends who may be level beside it within FARTHEST from there
    ("fighting", "i8"),  # mask of the side's figures that fight somebody as things stand
    ("rivals", "i8", (MAX_FIGURES,)),  # and whom each of them fights
    ("fights_known", "i8"),  # mask of the figures whose ``fights`` are filled
    ("fights", "f8", (MAX_FIGURES,)),  # and what that fight brings on average
)


@kernel
def look_round(b, side, view, log):
    """Fill the view of this side."""
    w = b.weights[side]
    view.side = side
    view.n_unit = 0
    view.known = 0
    view.fights_known = 0
    view.fighting = 0
    view.sized_up = 0
    view.friends = 0
    view.n_foes = 0
    view.chief = commander_of(b, side)
    view.bard = NONE
    view.soon = 0.0
    view.dread = threat_of_song(b, bounds_begun(b, side), w)
    note_strengths(b, view.strengths, log)
    note_loads(b, w, view.loads)
    note_freight(b, side, view.freight)
    _note_tokens(b, side, view)
    for j in range(b.n_figures):
        figure = b.figures[j]
        if is_on_table(figure):
            if figure.side == side:
                view.friends |= bit(j)
            else:
                view.prizes[j] = prize(b, j, side, view.dread, w, view.loads)
                _note_foe(figure, j, view)
        if figure.bard != 0 and is_on_table(figure) and b.song != Song.GAGGED:
            view.bard = j
            view.soon = 1.0 if b.song == Song.SINGING else chance_of_song(b, SOON)
    view.gagger = NONE
    view.closest = 0.0
    if view.bard != NONE and side != Side.GAULS and b.song == Song.SILENT:
        view.gagger, view.least = nearest_to_bard(b, view.friends, view)
        view.closest = silencing(b, view.gagger, view)
    _note_rivals(b, view)


@kernel
def _note_tokens(b, side, view):
    """Note the tokens that are to be fetched."""
    view.n_tokens = 0
    for t in range(MAX_TOKENS):
        token = b.tokens[t]
        points = delivery_points(b, t, side)
        if token.state == TokenState.GROUND and points != 0.0:
            view.tokens[view.n_tokens, 0] = token.x
            view.tokens[view.n_tokens, 1] = token.y
            view.tokens[view.n_tokens, 2] = points
            view.n_tokens += 1


@kernel
def _note_foe(figure, j, view):
    """Add an enemy to the view."""
    foe = view.foes[view.n_foes]
    view.n_foes += 1
    foe.who = j
    foe.x = figure.x
    foe.y = figure.y
    foe.fx = figure.fx
    foe.fy = figure.fy
    foe.half = 0.5 * figure.depth
    foe.girth = half_girth(figure)
    foe.strength = view.strengths[j]


@kernel
def _note_rivals(b, view):
    """Note which of the side's figures fight whom before any of the actions."""
    rest = view.friends
    while rest != 0:
        i = lowest(rest)
        rest = without(rest, i)
        for f in range(view.n_foes):
            foe = view.foes[f]
            if is_at_hand(b.figures[i], foe) and is_fighting_contact(b, i, foe.who):
                view.fighting |= bit(i)
                view.rivals[i] = foe.who
                break


@kernel
def is_at_hand(figure, foe):
    """An enemy is so near that the two may touch: a cheap refusal."""
    reach = half_girth(figure) + foe.girth
    return (abs(foe.x - figure.x) <= reach) & (abs(foe.y - figure.y) <= reach)


@kernel
def _own_prize(b, i, view):
    """What the worse of its enemies gains by sending one of the side out of the battle."""
    most = 0.0
    for other in range(N_SIDES):
        if other != view.side:
            most = max(most, prize(b, i, other, view.dread, b.weights[view.side], view.loads))
    return most


@kernel
def nearest_to_bard(b, among, view):
    """Who of these is nearest to the bard, or NONE, and the square of the distance."""
    bard = b.figures[view.bard]
    nearest = NONE
    least = math.inf
    rest = among
    while rest != 0:
        i = lowest(rest)
        rest = without(rest, i)
        figure = b.figures[i]
        squared = (bard.x - figure.x) ** 2 + (bard.y - figure.y) ** 2
        if squared < least:
            least = squared
            nearest = i
    return nearest, least


@kernel
def silencing(b, i, view):
    """How near figure ``i``, who will flee from the song, is to the bard before the song, times what that would cost.

    One is enough to send the bard off, and nobody comes near during the song (MUS-12, MUS-16): the nearest.
    """
    if i == NONE:
        return 0.0
    bard = b.figures[view.bard]
    figure = b.figures[i]
    return view.dread * HALF_AS_NEAR / (HALF_AS_NEAR + way_round(b, figure.x, figure.y, bard.x, bard.y))


@kernel
def size_up(b, i, view):
    """Fill what figure ``i`` may win from each enemy, and each from it, wherever it stands: once for all actions."""
    if is_in(view.sized_up, i):
        return
    own_prize = _own_prize(b, i, view)
    view.quarry[i] = 0
    view.own_prize[i] = own_prize
    view.like[i] = i
    giant = b.figures[i].giant
    rest = view.sized_up
    view.sized_up |= bit(i)
    while rest != 0:  # most are like another: one legionary's row does for all
        j = lowest(rest)
        rest = without(rest, j)
        alike = (view.strengths[j] == view.strengths[i]) & (view.own_prize[j] == own_prize)
        if alike and b.figures[j].giant == giant:
            view.like[i] = view.like[j]
            return
    w = b.weights[view.side]
    for f in range(view.n_foes):
        foe = view.foes[f]
        j = foe.who
        wins = chance_to_win(view.strengths[i], foe.strength)
        chance = chance_to_rout(b, i, view.strengths[i], foe.strength) + w.win * wins
        view.lure[i, f] = view.prizes[j] * chance + view.loads[j] * wins  # a loser loses its load
        view.menace[i, f] = chance_to_rout(b, j, foe.strength, view.strengths[i]) * own_prize


@kernel
def note_friends_about(b, i, view):
    """Note where figure ``i`` stands, and which friends are near."""
    figure = b.figures[i]
    view.place[i, 0] = figure.x
    view.place[i, 1] = figure.y
    about = 0
    reach = FARTHEST + CLOSE_BY
    rest = view.friends
    while rest != 0:
        j = lowest(rest)
        rest = without(rest, j)
        dx = b.figures[j].x - figure.x
        dy = b.figures[j].y - figure.y
        about |= int(dx * dx + dy * dy <= reach * reach) * bit(j)
    view.about[i] = about
