"""TRN: what happens by itself at the start and at the end of a turn."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code, Purpose
from sandtable.games.batalist.enums import Phase, State
from sandtable.games.batalist.rules.aftermath import run_tests
from sandtable.games.batalist.rules.currents import drift_all
from sandtable.games.batalist.rules.formations import close_up
from sandtable.games.batalist.rules.magic import burn_unused_mana
from sandtable.games.batalist.rules.ordering import begin_orders
from sandtable.games.batalist.rules.roofs_and_decks import empty_boats
from sandtable.games.batalist.rules.sky import losses_by_frost, throw_wind, weather_of
from sandtable.games.batalist.rules.victory import check_end, check_turn
from sandtable.games.batalist.rules.wounded import keep_if_any
from sandtable.kernel.copying import copy_record
from sandtable.kernel.dice import throw_die
from sandtable.kernel.log import outcome, side_event
from sandtable.kernel.records import NONE


@clause("BAT-WEA-10", "BAT-TRN-3", "BAT-WEA-8b")
@kernel
def freeze(b, dice, log):
    """The frost takes its warriors, killed outright."""
    if weather_of(b).frost == 0:
        return
    for i in range(b.n_figures):
        u = b.figures[i]
        if u.state != State.FIELD or u.healthy <= 0 or losses_by_frost(b, i, 6) == 0:
            continue
        die = throw_die(dice, log, Purpose.FROST, u.side, i, 6)
        lost = min(losses_by_frost(b, i, die), u.healthy)
        if lost > 0:
            u.healthy -= lost
            outcome(log, Code.FREEZE, Clause.WEA_10, i, NONE, lost)
            close_up(b, i)
            keep_if_any(b, i, log)


@clause("BAT-TRN-1", "BAT-TRN-2", "BAT-TRN-3", "BAT-WEA-6", "BAT-WEA-8a", "BAT-EXE-8")
@kernel
def run_turn(b, dice, log):
    """A turn begins: variable wind, then frost."""
    b.turn += 1
    side_event(log, Code.TURN_BEGINS, Clause.TRN_1, NONE, b.turn)
    for i in range(b.n_figures):
        u = b.figures[i]
        u.moved = 0
        u.reformed = 0
        u.attacked = 0
        u.fast = 0
        u.owes_fight = NONE
    if b.turn > 1 and weather_of(b).changing_wind != 0:
        throw_wind(b, dice, log)
    b.executor = 0
    freeze(b, dice, log)
    b.phase = Phase.THAW
    return False


@clause("BAT-WEA-10", "BAT-MOR-18", "BAT-TRN-2", "BAT-EXE-8")
@kernel
def run_thaw(b, dice, log):
    """Who must test after the frost does; then those come back who fled, and orders are given."""
    if run_tests(b, dice, log):
        return False
    b.quarry = NONE
    if check_end(b, log):
        b.phase = Phase.OVER
        return True
    begin_orders(b)
    b.first = 0
    b.phase = Phase.RETURNS
    return False


@clause("BAT-TRN-3", "BAT-HER-7", "BAT-ARM-13", "BAT-CUR-2")
@kernel
def run_turn_ends(b, dice, log):
    """Currents carry battalions, spells end and unused mana burns; the battle may be over."""
    for i in range(b.n_figures):
        b.figures[i].cards[:] = NONE
    empty_boats(b)
    drift_all(b, dice, log)
    for i in range(b.n_figures):
        b.figures[i].protection_plus = 0
        b.figures[i].speed_plus = 0.0
    b.false_dawn = 0
    kept = 0
    for k in range(b.n_mists):
        if b.mists[k].until > b.turn:
            if kept != k:
                copy_record(b.mists[kept], b.mists[k])
            kept += 1
    b.n_mists = kept
    for c in range(b.n_characters):
        burn_unused_mana(b, c, b.characters[c].reserve_full)
    if check_end(b, log) or check_turn(b, log):
        b.phase = Phase.OVER
        return True
    b.phase = Phase.TURN
    return False
