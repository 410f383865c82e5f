"""BOUNDS: whose turn it is, the PIP die, and how each step of a bound begins, runs by itself and ends (BND)."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.dbaix.clauses import Clause, Code, Purpose
from sandtable.games.dbaix.record import N_SIDES, Phase, Side, Where
from sandtable.games.dbaix.rules import camp, combat, music, potion, tokens, victory
from sandtable.games.dbaix.rules.positions import is_on_table, side_of_bound
from sandtable.games.dbaix.switches import BoundOrder
from sandtable.kernel.dice import throw_die
from sandtable.kernel.log import side_event
from sandtable.kernel.opposed_rolls import CONTESTANT, Again, contest, enter
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict


@clause("DBAIX-BND-2", "DBAIX-SCN-15")
@kernel
def order_of_bounds(b, dice, log):
    """Romans, Gauls, Pirates, all game; with ``bound_order = rolled_once`` the highest D6 first, ties thrown again."""
    for place in range(N_SIDES):
        b.order[place] = place
    if b.options.bound_order == BoundOrder.LISTED:
        return
    sides = np.empty(N_SIDES, CONTESTANT)
    for side in range(N_SIDES):
        enter(sides[side], side, NONE, 0)
    contest(sides, N_SIDES, Again.ALL, dice, log, Purpose.ORDER)
    for side in range(N_SIDES):
        b.order[sides[side].place] = side
    side_event(log, Code.BOUND_ORDER_THROWN, Clause.BND_2, b.order[0], 0)


@clause("DBAIX-BND-9")
@kernel
def has_a_bound(b, side):
    """A side with a figure on the table, or Romans in the camp box, has its bound; others are skipped."""
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.side == side and (is_on_table(figure) or figure.where == Where.CAMP_BOX):
            return True
    return False


@kernel
def _wipe_bound_marks(b):
    """Forget what counts within one bound only: moves, fights, calls."""
    for i in range(b.n_figures):
        figure = b.figures[i]
        figure.moves = 0
        figure.fought = 0
        figure.opponent = NONE
        figure.called = 0
        figure.fleeing = 0
        figure.handed = 0


@clause("DBAIX-BND-1", "DBAIX-BND-3", "DBAIX-BND-4", "DBAIX-BND-5", "DBAIX-GEN-10")
@kernel
def begin_bound(b, dice, log):
    """The active side throws its D6 (the Romans' dVI has the same chances): its PIPs for this bound only.

    The music check comes straight after the die (BND-7).
    """
    side = side_of_bound(b)
    _wipe_bound_marks(b)
    camp.note_who_is_in_camp(b)
    side_event(log, Code.BOUND_BEGINS, Clause.BND_1, side, b.round)
    die = throw_die(dice, log, Purpose.PIPS, side, NONE, 6)
    b.pips = die
    side_event(log, Code.PIPS_THROWN, Clause.BND_3, side, die)
    if side == Side.GAULS:
        b.gaul_bounds += 1
    music.check_song(b, die, log)


@clause("DBAIX-BND-6")
@kernel
def lose_unused_pips(b, log):
    """PIPs not spent by the end of the movement phase are lost."""
    if b.pips > 0:
        side_event(log, Code.PIPS_LOST, Clause.BND_6, side_of_bound(b), b.pips)
    b.pips = 0


@kernel
def end_bound(b, log):
    """Bookkeeping of step (g), then the next side's bound, or the end of the round."""
    side = side_of_bound(b)
    tokens.deliver(b, log)
    if side == Side.GAULS:
        tokens.sink_ship(b, log)
        potion.end_of_gaulish_bound(b, log)
        music.end_of_gaulish_bound(b, log)
    b.phase = Phase.BOUND_START
    b.bound += 1
    b.turn += 1
    if b.turn == N_SIDES:
        b.turn = 0
        victory.end_of_round(b, log)
        if b.phase != Phase.OVER:
            b.round += 1


@kernel
def begin_combat(b):
    """Pair off those who fight in step (f)."""
    combat.pair_off(b)
    b.phase = Phase.COMBAT


# ---------------------------------------------------------------- what runs by itself in a step (see sequence.py)


@clause("DBAIX-BND-9")
@kernel
def run_bound_start(b, dice, log):
    """A side that has its bound throws its die; another is passed over."""
    if has_a_bound(b, side_of_bound(b)):
        begin_bound(b, dice, log)
        b.phase = Phase.FLIGHT
    else:
        end_bound(b, log)
    return False


@kernel
def run_flight(b, log):
    """Those who hear the song flee; the Gauls are asked where several are equally far."""
    if music.flight_waits_for_choice(b, log):
        return True
    b.phase = Phase.CALL
    return False


@kernel
def run_call(b, log):
    """The Gauls are asked who is called, where several are equally far; then movement begins."""
    if music.call_waits_for_choice(b, log):
        return True
    b.phase = Phase.MOVEMENT
    return True


@kernel
def run_facing(b, log):
    """All turn to face who must."""
    combat.turn_to_face(b, log)
    b.phase = Phase.DRINKING
    return False


@kernel
def run_drinking(b):
    """The Gauls are asked in their own bound, if anybody may drink."""
    if side_of_bound(b) == Side.GAULS and potion.anyone_may_drink(b):
        return True
    begin_combat(b)
    return False


@kernel
def run_combat(b):
    """The active side is asked who fights next, as long as any fight is left."""
    if combat.fights_remain(b):
        return True
    b.phase = Phase.TOKENS
    return False


@kernel
def run_tokens(b):
    """The active side is asked what it takes up, if there is anything."""
    if tokens.anyone_may_take(b):
        return True
    b.phase = Phase.BOUND_END
    return False


@kernel
def run_bound_end(b, log):
    """Bookkeeping, then the next side's bound."""
    end_bound(b, log)
    return False


# ---------------------------------------------------------------- ending a step


@kernel
def judge_end_of_movement(b, log):
    """The movement phase may not end while the bard's helpers can still obey."""
    return Verdict(1 if music.may_end_movement(b, log) else 0, 0)


@clause("DBAIX-BND-6")
@kernel
def end_movement(b, log):
    """Unused PIPs are lost; then all turn to face."""
    music.end_of_movement(b, log)
    lose_unused_pips(b, log)
    b.phase = Phase.FACING


@clause("DBAIX-POT-2")
@kernel
def end_drinking(b, log):
    """Nobody drinks, or nobody else."""
    side_event(log, Code.NOBODY_DRINKS, Clause.POT_2, side_of_bound(b), 0)
    begin_combat(b)


@kernel
def drink(b, action, log):
    """One Gaul drinks; then the fights."""
    potion.drink(b, action, log)
    begin_combat(b)


@kernel
def end_spoils(b):
    """Back from the spoils to the step they interrupted."""
    b.spoils_taker = NONE
    b.spoils_token = NONE
    b.phase = b.resume


@kernel
def take_spoils(b, action, log):
    """The victor takes what the victim carried; back to the step that this interrupted."""
    tokens.take(b, action, log)
    end_spoils(b)


@kernel
def end_tokens(b):
    """Nothing more is taken up."""
    b.phase = Phase.BOUND_END
