"""THE TWO WAYS: the round with a scattered enemy that was passed, and who counts as charging (WAY-6 to WAY-21)."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.flash_flood.clauses import Clause, Code
from sandtable.games.flash_flood.record import MAX_UNITS
from sandtable.games.skirmish40k.rules.close_combat import HIGHEST_STEP, step_of
from sandtable.games.skirmish40k.rules.combats import BLOW, MAX_BLOWS, share_blows, strike_unit
from sandtable.games.skirmish40k.rules.measuring import is_of, is_on_table, sort_from_west
from sandtable.games.skirmish40k.rules.wounds import models_of
from sandtable.kernel.copying import copy_record
from sandtable.kernel.log import event
from sandtable.kernel.records import NONE
from sandtable.kernel.scratch import keep_until_here


@clause("FLOOD-WAY-6", "FLOOD-WAY-7", "FLOOD-WAY-19")
@kernel
def fight_passages(b, dice, log):
    """At the start of the Assault phase: one round for each pair of units of which one went through the other.

    True if there was any.
    """
    spare = len(b.units) - 1
    fought = False
    order = np.empty(MAX_UNITS, np.int64)
    sort_from_west(b, b.n_squads, order)
    for place in range(b.n_squads):
        u = order[place]
        if b.units[u].side != b.side:
            continue
        for other in range(b.n_squads):
            enemy = order[other]
            if b.units[enemy].side == b.side or b.squads[spare].of != NONE:
                continue
            if _gather_passers(b, u, enemy, spare) > 0 and models_of(b, enemy) > 0:
                event(log, Code.FIGHTS_IN_PASSING, Clause.FLOOD_WAY_6, b.units[u].first, NONE, 0)
                _fight_once(b, spare, enemy, dice, log)
                fought = True
            _disperse(b, u, spare)
    return fought


@clause("FLOOD-WAY-8", "FLOOD-WAY-19")
@kernel
def _gather_passers(b, u, enemy, spare):
    """Make those of a unit who went through the enemy and live a unit of their own; returns how many."""
    copy_record(b.units[spare], b.units[u])
    count = 0
    one = b.units[u]
    for i in range(one.first, one.first + one.count):
        figure = b.figures[i]
        if is_on_table(figure) and figure.squad == figure.unit and figure.through == enemy:
            figure.unit = spare
            figure.busy = 1
            count += 1
    b.n_spare = b.n_units
    b.n_units = spare + 1
    return count


@kernel
def _disperse(b, u, spare):
    """They are of their squad again."""
    b.n_units = b.n_spare
    one = b.units[u]
    for i in range(one.first, one.first + one.count):
        if b.figures[i].unit == spare:
            b.figures[i].unit = u


@clause("FLOOD-WAY-6", "FLOOD-WAY-8", "FLOOD-WAY-9", "FLOOD-WAY-19", "C40-CC-2")
@kernel
def _fight_once(b, u, enemy, dice, log):
    """All of both fight one round in order of Initiative; nobody charges, nobody tests, nobody is locked by it."""
    blows = np.empty(MAX_BLOWS, BLOW)
    all_of_them = np.ones(len(b.figures), np.int64)
    b.units[u].charges = 0
    b.units[u].slowed = 0
    b.units[enemy].charges = 0
    for step in range(HIGHEST_STEP, 0, -1):
        n = 0
        for i in range(b.n_figures):
            mine = is_of(b, i, u)
            if (mine or is_of(b, i, enemy)) and _step(b, i) == step:
                n = strike_unit(b, i, enemy if mine else u, blows, n, dice, log)
        if n > 0:
            share_blows(b, enemy, blows, n, all_of_them, dice, log)
            share_blows(b, u, blows, n, all_of_them, dice, log)
    keep_until_here(blows)


@kernel
def _step(b, i):
    """The Initiative at which figure ``i`` strikes; it has not charged."""
    return step_of(b.profiles[b.figures[i].profile], 0, b.core.edition)


@clause("FLOOD-WAY-11", "FLOOD-WAY-21")
@kernel
def let_enemies_charge(b):
    """An enemy whose way a straggler came in this turn counts as charging; nobody is slowed by the ground."""
    for u in range(b.n_squads, b.n_units):
        if b.squads[u].of != NONE and b.squads[u].was_struck != 0:
            met = b.squads[u].met
            b.units[met].charges = 1
            b.units[met].slowed = 0
            b.squads[u].was_struck = 0


@clause("FLOOD-WAY-13", "FLOOD-WAY-14")
@kernel
def count_rounds(b):
    """Another round has been fought by everybody who is locked with an enemy in its way."""
    for u in range(b.n_squads, b.n_units):
        if b.squads[u].of != NONE and b.squads[u].rounds >= 0:
            b.squads[u].rounds += 1
