"""BOUNDS: whose turn it is, the PIP die, and the steps of a bound from one decision to the next (BND)."""

from __future__ import annotations

from sandtable.games.dbaix import camp, combat, music, potion, tokens, victory
from sandtable.games.dbaix.clauses import Clause, Code, Purpose
from sandtable.games.dbaix.positions import is_on_table, side_of_bound
from sandtable.games.dbaix.record import N_SIDES, Phase, Side, Where
from sandtable.kernel.compiling import clause, kernel
from sandtable.kernel.dice import throw_die
from sandtable.kernel.log import side_event
from sandtable.kernel.records import NOBODY, NONE


@kernel
def setup(b, dice, log):
    """Start a freshly laid battle and run it to its first decision.

    A table that a case has laid in the middle of a battle (see case_start.py) only runs on.
    """
    if b.phase == Phase.BOUND_START and b.bound <= 1:
        order_of_bounds(b, dice, log)
        b.round = 1
        b.bound = 1
        b.turn = 0
    run_on(b, dice, log)


@clause("DBAIX-BND-2", "DBAIX-SCN-15")
@kernel
def order_of_bounds(b, dice, log):
    """Romans, Gauls, Pirates, all game; with ``bound_order = rolled_once`` the highest D6 first, ties thrown again."""
    for place in range(N_SIDES):
        b.order[place] = place
    if b.options.bound_order == 0:
        return
    tied = True
    while tied and dice.missing == 0:
        first = throw_die(dice, log, Purpose.ORDER, Side.ROMANS.value, NONE, 6)
        second = throw_die(dice, log, Purpose.ORDER, Side.GAULS.value, NONE, 6)
        third = throw_die(dice, log, Purpose.ORDER, Side.PIRATES.value, NONE, 6)
        tied = first == second or second == third or first == third
        b.order[int(second > first) + int(third > first)] = Side.ROMANS
        b.order[int(first > second) + int(third > second)] = Side.GAULS
        b.order[int(first > third) + int(second > third)] = Side.PIRATES
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


@clause("DBAIX-BND-7", "DBAIX-BND-8")
@kernel
def run_on(b, dice, log):
    """Carry the battle through the steps of its bounds up to the next decision, or to its end.

    The steps are: PIP die, music check and flight, movement, turning to face, drinking (Gauls), combat with
    outcome moves, bookkeeping.
    """
    while True:
        if b.phase == Phase.BOUND_START:
            if has_a_bound(b, side_of_bound(b)):
                begin_bound(b, dice, log)
                b.phase = Phase.FLIGHT
            else:
                end_bound(b, log)
        elif b.phase == Phase.FLIGHT:
            if music.flight_waits_for_choice(b, log):
                return
            b.phase = Phase.CALL
        elif b.phase == Phase.CALL:
            if music.call_waits_for_choice(b, log):
                return
            b.phase = Phase.MOVEMENT
            return
        elif b.phase == Phase.FACING:
            combat.turn_to_face(b, log)
            b.phase = Phase.DRINKING
        elif b.phase == Phase.DRINKING:
            if side_of_bound(b) == Side.GAULS and potion.anyone_may_drink(b):
                return
            begin_combat(b)
        elif b.phase == Phase.COMBAT:
            if combat.fights_remain(b):
                return
            b.phase = Phase.TOKENS
        elif b.phase == Phase.TOKENS:
            if tokens.anyone_may_take(b):
                return
            b.phase = Phase.BOUND_END
        elif b.phase == Phase.BOUND_END:
            end_bound(b, log)
        else:  # MOVEMENT and SPOILS always ask; OVER asks nobody
            return


@kernel
def begin_combat(b):
    """Pair off those who fight in step (f)."""
    combat.pair_off(b)
    b.phase = Phase.COMBAT


@clause("DBAIX-MUS-5")
@kernel
def current_side(b):
    """The side that must decide now: mostly the active side; ``NOBODY`` when the battle is over.

    Ties of the music are the Gaulish player's choice in anybody's bound; spoils are the victor's.
    """
    if b.phase == Phase.OVER:
        return np_int(NOBODY)
    if b.phase == Phase.FLIGHT or b.phase == Phase.CALL:
        return np_int(Side.GAULS.value)
    if b.phase == Phase.SPOILS:
        return np_int(b.figures[b.spoils_taker].side)
    return np_int(side_of_bound(b))


@kernel
def np_int(value):
    """One integer type for every branch."""
    return 0 + value
