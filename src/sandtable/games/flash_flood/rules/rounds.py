"""THE TURN: what begins and ends its phases, the flood among them, and what runs by itself (MIS-13, TRIG-7)."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.verdicts import refused
from sandtable.games.flash_flood.clauses import Clause, Code
from sandtable.games.flash_flood.record import MAX_UNITS, Phase, Side
from sandtable.games.flash_flood.rules.assaulting import anybody, is_in_reach
from sandtable.games.flash_flood.rules.bands import bring_together
from sandtable.games.flash_flood.rules.coherency import note_standing
from sandtable.games.flash_flood.rules.deployment import asks_deployer
from sandtable.games.flash_flood.rules.fighting import (
    begin_consolidation,
    consolidator,
    end_assault,
    fight,
    is_fought,
    waiting_combats,
)
from sandtable.games.flash_flood.rules.firing import after_losses
from sandtable.games.flash_flood.rules.flood import flood
from sandtable.games.flash_flood.rules.mission import end_of_game, next_charge, plant_charges, remove_charge, test_end
from sandtable.games.flash_flood.rules.movement_phase import is_free, judge_going_on
from sandtable.games.flash_flood.rules.rejoining import (
    WHO_MAY,
    WHO_MUST,
    first_unmoved,
    kill_those_among,
    may_break_off,
)
from sandtable.games.flash_flood.rules.retreating import fall_back, fall_back_together, fugitive, fugitives, may_rally
from sandtable.games.flash_flood.rules.trigger import begin_turn, comes_after
from sandtable.games.flash_flood.rules.two_ways import count_rounds, fight_passages, let_enemies_charge
from sandtable.games.skirmish40k.rules.charging import has_forgone_charge, judge_charge
from sandtable.games.skirmish40k.rules.morale import end_phase_test, instinct
from sandtable.games.skirmish40k.rules.shooting import is_locked
from sandtable.games.skirmish40k.rules.testing import roll_off
from sandtable.games.skirmish40k.rules.turns import Moment, Part, begin_phase, next_moment
from sandtable.games.skirmish40k.rules.wounds import models_of
from sandtable.kernel.log import side_event
from sandtable.kernel.records import NOBODY, NONE
from sandtable.kernel.verbs import Verdict

# ---------------------------------------------------------------- before the first turn


@clause("FLOOD-MIS-4", "FLOOD-MIS-14", "C40-GEN-3")
@kernel
def run_start(b, dice, log):
    """A freshly laid battle begins: a roll-off for the first turn, then units are set up."""
    b.first_side = roll_off(2, dice, log)
    b.phase = Phase.DEPLOYMENT
    return False


@clause("FLOOD-MIS-4")
@kernel
def run_deployment(b):
    """True while a unit is not set up."""
    if asks_deployer(b) != NOBODY:
        return True
    b.phase = Phase.NAMING
    return False


@clause("FLOOD-MIS-6")
@kernel
def run_naming(b):
    """True while a charge has no bearer."""
    if next_charge(b) != NONE and anybody(b, Side.IMPERIALS):
        return True
    b.turn = 1
    b.phase = Phase.TURN
    return False


# ---------------------------------------------------------------- turns


@clause("FLOOD-TRIG-7", "FLOOD-MIS-13", "FLOOD-SET-7")
@kernel
def run_turn(b, dice, log):
    """A game turn begins: the die for the flood, and the flood if it comes; then the first player's turn."""
    side_event(log, Code.TURN_BEGINS, Clause.FLOOD_MIS_13, NONE, b.turn)
    b.player = 0
    b.side = b.first_side
    if begin_turn(b, b.turn, dice, log):
        _drown(b, dice, log)
    if b.phase != Phase.OVER:
        _begin_player_turn(b, log)
    return False


@clause("FLOOD-CARRY-12", "FLOOD-MIS-9", "FLOOD-TEST-8")
@kernel
def _drown(b, dice, log):
    """The flood, and who is out of contact by it."""
    flood(b, b.turn, dice, log)
    bring_together(b)
    after_losses(b, log)
    test_end(b, log)


@clause("FLOOD-TRIG-7")
@kernel
def _flood_after(b, part, dice, log):
    """By the house rule the flood comes at the end of a phase."""
    if b.phase != Phase.OVER and comes_after(b, b.player, part):
        _drown(b, dice, log)


@clause("C40-GEN-5", "FLOOD-MIS-13")
@kernel
def _begin_player_turn(b, log):
    """A player turn begins: nobody has done anything in it."""
    side_event(log, Code.PLAYER_TURN, Clause.FLOOD_MIS_13, b.side, b.turn)
    for i in range(b.n_figures):
        b.figures[i].went = 0
        b.figures[i].busy = 0
        b.figures[i].through = NONE
    for u in range(b.n_units):
        unit = b.units[u]
        unit.moved = 0
        unit.run_roll = 0
        unit.shot_at = NONE
        unit.shot_kind = 0
        unit.regrouped = 0
        unit.charges = 0
        unit.slowed = 0
        b.squads[u].retreat = 0
    b.phase = Phase.RALLYING
    b.begun = 0


@clause("C40-GEN-7", "C40-MOR-1", "FLOOD-COH-12")
@kernel
def _begin(b, log):
    """A phase begins: nobody is taken up, and the owner's squads are looked at for stragglers."""
    b.begun = 1
    b.active = NONE
    begin_phase(b, b.n_units)
    for i in range(b.n_figures):
        figure = b.figures[i]
        figure.start_x = figure.x
        figure.start_y = figure.y
        figure.start_level = figure.level
        figure.fires = NONE
        figure.aim = NONE
        figure.towards = 0
    for u in range(b.n_units):
        b.units[u].at_phase = models_of(b, u)
        b.squads[u].shot = 0
        b.squads[u].fought = 0
        b.squads[u].consolidates = 0
    for u in range(b.n_squads):
        if b.units[u].side == b.side:
            note_standing(b, u, log)


@kernel
def begin_case_phase(b, log):
    """A battle laid in the midst of a player turn: the phase that it is laid in begins."""
    for i in range(b.n_figures):
        b.figures[i].through = NONE
    _begin(b, log)


# ---------------------------------------------------------------- movement


@clause("C40-MOR-3", "C40-MOR-6", "C40-MOR-8", "FLOOD-MIS-13")
@kernel
def run_rallying(b, dice, log):
    """The Movement phase begins with those who fall back: True where one may regroup, the others go on."""
    if b.begun == 0:
        _begin(b, log)
        flees = np.zeros(MAX_UNITS, np.int64)
        for u in range(b.n_squads):
            if b.units[u].side == b.side and not is_locked(b, u):
                flees[u] = int(not instinct(b, u, int(b.side == Side.TYRANIDS), dice, log))
                b.squads[u].retreat |= flees[u]
        fall_back_together(b, flees, dice, log)
    u = fugitive(b)
    if u != NONE:
        if fugitives(b) > 1 or may_rally(b, u):
            return True
        b.squads[u].retreat = 1
        fall_back(b, u, dice, log, asked=False)
        return test_end(b, log)
    if test_end(b, log):
        return True
    b.phase = Phase.MOVEMENT
    return False


@kernel
def _somebody_acts(b):
    """A unit of the side whose turn it is may still act."""
    if b.active != NONE and is_free(b, b.active):
        return True
    for u in range(b.n_units):
        if b.units[u].side == b.side and is_free(b, u):
            return True
    return False


@kernel
def may_somebody_break_off(b):
    """A model of the side whose turn it is may break off, or NONE."""
    for i in range(b.n_figures):
        if b.figures[i].side == b.side and may_break_off(b, i):
            return i
    return NONE


@clause("C40-GEN-7", "FLOOD-COH-3", "FLOOD-MIS-13")
@kernel
def run_movement(b, dice, log):
    """True while a unit, a straggler or one that may break off is left."""
    if _somebody_acts(b) or first_unmoved(b, WHO_MUST) != NONE or may_somebody_break_off(b) != NONE:
        return True
    make_end(b, dice, log)
    return False


@clause("C40-GEN-7", "C40-MOV-7", "C40-COH-2", "FLOOD-COH-3", "FLOOD-WAY-18")
@kernel
def judge_end(b, log):
    """The phase may be ended: the unit taken up could be finished, and stragglers have gone as they must."""
    if judge_going_on(b, NONE, log) == 0:
        return Verdict(0, 0)
    i = first_unmoved(b, WHO_MUST)
    if b.phase == Phase.MOVEMENT and i != NONE:
        return refused(log, Code.MUST_REJOIN, Clause.FLOOD_COH_3, i, NONE, 0)
    if b.phase == Phase.SHOOTING and i != NONE:
        if b.figures[i].through != NONE:
            return refused(log, Code.MUST_RUN_ON, Clause.FLOOD_WAY_18, i, NONE, 0)
        return refused(log, Code.MUST_RUN_BACK, Clause.FLOOD_COH_4, i, NONE, 0)
    return Verdict(1, 0)


@clause("FLOOD-MIS-13", "C40-GEN-7")
@kernel
def make_end(b, dice, log):
    """The phase is over, and the next begins."""
    b.active = NONE
    if b.phase == Phase.MOVEMENT:
        bring_together(b)
        _flood_after(b, Part.MOVEMENT, dice, log)
        if b.phase != Phase.OVER:
            b.phase = Phase.SHOOTING
            _begin(b, log)
    elif b.phase == Phase.SHOOTING:
        _end_shooting(b, dice, log)
    elif b.phase == Phase.CHARGING:
        b.phase = Phase.FIGHTING


# ---------------------------------------------------------------- shooting


@clause("C40-RUN-2", "C40-SHOOT-16", "FLOOD-COH-4")
@kernel
def run_shooting(b, dice, log):
    """True while a unit may shoot or run, or a straggler run."""
    if _somebody_fires(b) or first_unmoved(b, WHO_MAY) != NONE:
        return True
    make_end(b, dice, log)
    return False


@clause("C40-MOR-8")
@kernel
def _somebody_fires(b):
    """A unit may still act, or shoot while it falls back."""
    for u in range(b.n_squads):
        unit = b.units[u]
        if unit.side == b.side and unit.done == 0 and b.squads[u].scattered == 0 and models_of(b, u) > 0:
            if not is_locked(b, u):
                return True
    return False


@clause("FLOOD-WAY-5", "C40-MOR-1", "C40-MOR-2", "FLOOD-MIS-13")
@kernel
def _end_shooting(b, dice, log):
    """Who is among enemies dies; then units that lost a quarter test; then the Assault phase begins."""
    kill_those_among(b, log)
    after_losses(b, log)
    flees = np.zeros(MAX_UNITS, np.int64)
    for u in range(b.n_squads):
        if models_of(b, u) > 0 and b.units[u].falling_back == 0:
            flees[u] = int(not end_phase_test(b, u, dice, log))
    if np.any(flees):
        fall_back_together(b, flees, dice, log)
        after_losses(b, log)
    _flood_after(b, Part.SHOOTING, dice, log)
    if test_end(b, log):
        return
    b.phase = Phase.CHARGING
    _begin(b, log)
    if fight_passages(b, dice, log):
        after_losses(b, log)
    let_enemies_charge(b)
    test_end(b, log)


# ---------------------------------------------------------------- assault


@clause("C40-CHG-1", "C40-CHG-7", "FLOOD-COH-5")
@kernel
def may_charge(b, u, target, log):
    """The unit may charge that enemy unit, and is near enough to try."""
    if b.units[target].side == b.units[u].side or b.squads[target].of == NONE or models_of(b, target) == 0:
        return False
    shot_at = b.units[u].shot_at
    named = shot_at if shot_at == b.squads[target].of else target
    return is_in_reach(b, u, target) and judge_charge(b, u, named, log) == 1


@clause("C40-CHG-7")
@kernel
def run_charging(b, dice, log):
    """True while a unit may charge somebody."""
    keep = log.keep
    log.keep = 0
    found = False
    for u in range(b.n_units):
        if found or b.units[u].side != b.side or has_forgone_charge(b, u) or not is_free(b, u):
            continue
        for v in range(b.n_units):
            if not found and may_charge(b, u, v, log):
                found = True
    log.keep = keep
    if found:
        return True
    make_end(b, dice, log)
    return False


@clause("C40-CC-10", "C40-RES-8")
@kernel
def run_fighting(b, dice, log):
    """Every combat is fought; True where the active player says which of several is next. Then the turn ends."""
    if test_end(b, log):
        return True
    if consolidator(b) != NONE:
        b.phase = Phase.CONSOLIDATION
        return False
    combats = np.empty(MAX_UNITS, np.int64)
    waiting = waiting_combats(b, combats)
    if waiting > 1:
        return True
    if waiting == 1:
        for u in range(b.n_units):
            if combats[u] != NONE and not is_fought(b, combats, combats[u]):
                fight(b, combats, combats[u], dice, log)
                return False
    count_rounds(b)
    end_assault(b)
    _flood_after(b, Part.ASSAULT, dice, log)
    if b.phase != Phase.OVER:
        b.phase = Phase.TURN_END
    return False


@clause("C40-RES-8")
@kernel
def run_consolidation(b):
    """True while a unit may consolidate."""
    if consolidator(b) == NONE:
        b.phase = Phase.FIGHTING
        return False
    if b.active == NONE or b.squads[b.active].consolidates == 0:
        begin_consolidation(b)
    return True


# ---------------------------------------------------------------- the end of a player turn


@clause("FLOOD-MIS-5", "FLOOD-MIS-7", "FLOOD-MIS-8", "FLOOD-MIS-9", "FLOOD-MIS-13", "C40-GEN-5")
@kernel
def run_turn_end(b, dice, log):
    """Charges are planted or removed, and it is looked who has won; then the next player turn, or game turn."""
    if b.side == Side.IMPERIALS:
        plant_charges(b, log)
    else:
        remove_charge(b, dice, log)
    if test_end(b, log):
        return False
    after = next_moment(Moment(b.turn, b.player, Part.ASSAULT))
    if after.turn > b.rules.turns:
        end_of_game(b, log)
        return False
    if after.turn > b.turn:
        b.turn = after.turn
        b.phase = Phase.TURN
        return False
    b.player = after.player
    b.side = 1 - b.first_side
    _begin_player_turn(b, log)
    return False
