"""SEQUENCE: what is asked of whom, from the aggression dice to the last bound (DBA-SEQ, DBA-SETUP, DBA-DEPLOY)."""

from __future__ import annotations

from sandtable.games.dba import camps, combat, deployment, facing, placing, shooting, victory
from sandtable.games.dba.clauses import Clause, Code, Purpose
from sandtable.games.dba.placing import defender_of
from sandtable.games.dba.record import Phase, Where
from sandtable.kernel.compiling import clause, kernel
from sandtable.kernel.dice import throw_die
from sandtable.kernel.log import side_event
from sandtable.kernel.records import NOBODY, NONE


@kernel
def setup(b, dice, log):
    """Start a freshly laid battle, wherever its scenario or case begins, and run it to its first decision."""
    run_on(b, dice, log)


@clause("DBA-DEPLOY-3", "DBA-ARMY-4")
@kernel
def begin_camps(b):
    """The defender pitches his camp first; a side without one to pitch is passed over."""
    b.phase = Phase.CAMPS.value
    b.pending_side = defender_of(b)


@kernel
def _next_camp(b):
    """The side that has still to pitch its camp is asked next; then the troops are deployed."""
    if b.pending_side == b.attacker:
        begin_deployment(b)
    else:
        b.pending_side = b.attacker


@kernel
def _has_camp_to_pitch(b, side):
    """The side has brought a camp that does not stand yet."""
    return b.camps[side].width > 0.0 and b.camps[side].present == 0


@clause("DBA-DEPLOY-7")
@kernel
def begin_deployment(b):
    """The defender deploys all his troops first."""
    b.phase = Phase.DEPLOYMENT.value
    b.pending_side = defender_of(b)


@clause("DBA-DEPLOY-8")
@kernel
def begin_swaps(b):
    """Then the defender may exchange pairs of his elements."""
    b.phase = Phase.SWAPS.value
    b.pending_side = defender_of(b)
    b.swaps_left = b.rules.swaps


@clause("DBA-SEQ-1")
@kernel
def begin_battle(b):
    """The attacker has the first bound."""
    b.phase = Phase.BOUND_START.value
    b.pending_side = NONE
    b.swaps_left = 0
    b.turn = b.attacker
    b.bound = 1


@kernel
def _wipe_bound_marks(b):
    """Forget what counts within one bound only: moves, charges, shots, fights."""
    for i in range(b.n_figures):
        figure = b.figures[i]
        figure.moves = 0
        figure.charged = NONE
        figure.opponent = NONE
        figure.to_shoot = 0
        figure.shot = 0
        figure.shot_at = 0
        figure.to_recoil = 0


@clause("DBA-PIP-1", "DBA-SCALE-6")
@kernel
def begin_bound(b, dice, log):
    """The active side throws one die: its PIPs for this bound."""
    _wipe_bound_marks(b)
    b.own_bounds[b.turn] += 1
    side_event(log, Code.BOUND_BEGINS, Clause.DBA_SEQ_1, b.turn, b.bound)
    die = throw_die(dice, log, Purpose.PIPS, b.turn, NONE, 6)
    b.pips = die
    side_event(log, Code.PIPS_THROWN, Clause.DBA_PIP_1, b.turn, die)
    camps.after_pip_throw(b, die)
    b.landing = 0
    if b.own_bounds[b.turn] == 1:
        b.landing = int(_holds_back(b, b.turn))
    b.phase = Phase.MOVEMENT.value


@kernel
def _holds_back(b, side):
    """Some element of the side waits for a landing."""
    for i in range(b.n_figures):
        if b.figures[i].side == side and b.figures[i].where == Where.HELD_BACK:
            return True
    return False


@clause("DBA-PIP-1", "DBA-LIT-1")
@kernel
def end_movement(b, log):
    """Unused PIPs are lost, and so is the chance to land: those held back are out of the game."""
    if b.pips > 0:
        side_event(log, Code.PIPS_LOST, Clause.DBA_PIP_1, b.turn, b.pips)
    b.pips = 0
    if b.landing == 1:
        for i in range(b.n_figures):
            if b.figures[i].side == b.turn and b.figures[i].where == Where.HELD_BACK:
                b.figures[i].where = Where.NEVER_LANDED.value
        b.landing = 0
    b.phase = Phase.TURNING.value


@clause("DBA-SEQ-1")
@kernel
def end_bound(b, log):
    """The victory check, then the other side's bound."""
    victory.end_of_bound(b, log)
    if b.phase != Phase.OVER:
        b.turn = 1 - b.turn
        b.bound += 1
        b.phase = Phase.BOUND_START.value


@kernel
def _run_before_battle(b, dice, log):
    """One step of what comes before the battle; True where somebody must decide."""
    if b.phase == Phase.AGGRESSION:
        placing.throw_aggression(b, dice, log)
        b.phase = Phase.TERRAIN.value
        b.pending_side = defender_of(b)
        return False
    if b.phase == Phase.CAMPS:
        if _has_camp_to_pitch(b, b.pending_side):
            return True
        _next_camp(b)
        return False
    if b.phase == Phase.DEPLOYMENT:
        if deployment.still_to_deploy(b, b.pending_side) > 0:
            return True
        if b.pending_side == b.attacker:
            begin_swaps(b)
        else:
            b.pending_side = b.attacker
        return False
    if b.phase == Phase.SWAPS and b.swaps_left == 0:
        begin_battle(b)
        return False
    return True  # TERRAIN and EDGES always ask


@clause("DBA-SEQ-2", "DBA-SEQ-3")
@kernel
def run_on(b, dice, log):
    """Carry the battle through its steps up to the next decision, or to its end.

    The steps of a bound: PIP die, tactical moves, turning to face, distant shooting by both sides, close combat by
    both sides, victory check.
    """
    while True:
        if b.phase < Phase.BOUND_START:
            if _run_before_battle(b, dice, log):
                return
        elif b.phase == Phase.BOUND_START:
            begin_bound(b, dice, log)
            return
        elif b.phase == Phase.TURNING:
            if facing.turn_to_face(b, log):
                return
            shooting.begin_shooting(b)
            b.phase = Phase.SHOOTING.value
        elif b.phase == Phase.SHOOTING:
            if shooting.shots_remain(b):
                return
            combat.pair_off(b)
            b.phase = Phase.COMBAT.value
        elif b.phase == Phase.COMBAT:
            if combat.fights_remain(b):
                return
            b.phase = Phase.BOUND_END.value
        elif b.phase == Phase.BOUND_END:
            end_bound(b, log)
        else:  # MOVEMENT, AIM, MAIN_ATTACKER and RECOILS always ask; OVER asks nobody
            return


@clause("DBA-SEQ-3")
@kernel
def current_side(b):
    """The side that must decide now: mostly the active side; ``NOBODY`` when the battle is over."""
    if b.phase == Phase.OVER:
        return 0 + NOBODY
    if b.phase == Phase.EDGES:
        return 0 + b.attacker
    if b.phase < Phase.BOUND_START:
        return 0 + b.pending_side
    if b.phase == Phase.MOVEMENT or b.phase == Phase.SHOOTING or b.phase == Phase.COMBAT:
        return 0 + b.turn
    return 0 + b.pending_side  # TURNING, AIM, MAIN_ATTACKER, RECOILS
