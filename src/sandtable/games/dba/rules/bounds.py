"""BOUNDS: how each step of the sequence begins, runs by itself and ends (DBA-SEQ, DBA-SETUP, DBA-DEPLOY)."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.dba.clauses import Clause, Code, Purpose
from sandtable.games.dba.record import Phase, Where
from sandtable.games.dba.rules import camps, combat, deployment, facing, placing, shooting, victory
from sandtable.games.dba.rules.placing import defender_of
from sandtable.kernel.dice import throw_die
from sandtable.kernel.log import side_event
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict


@clause("DBA-DEPLOY-3", "DBA-ARMY-4")
@kernel
def begin_camps(b):
    """The defender pitches a camp first; a side without one to pitch is passed over."""
    b.phase = Phase.CAMPS
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
    """The defender deploys all their troops first."""
    b.phase = Phase.DEPLOYMENT
    b.pending_side = defender_of(b)


@clause("DBA-DEPLOY-8")
@kernel
def begin_swaps(b):
    """Then the defender may exchange pairs of their elements."""
    b.phase = Phase.SWAPS
    b.pending_side = defender_of(b)
    b.swaps_left = b.rules.swaps


@clause("DBA-SEQ-1")
@kernel
def begin_battle(b):
    """The attacker has the first bound."""
    b.phase = Phase.BOUND_START
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


@clause("DBA-PIP-1", "DBA-SCALE-6", "DBA-SEQ-1")
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
    b.phase = Phase.MOVEMENT


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
                b.figures[i].where = Where.NEVER_LANDED
        b.landing = 0
    b.phase = Phase.TURNING


@clause("DBA-SEQ-1")
@kernel
def end_bound(b, log):
    """The victory check, then the other side's bound."""
    victory.end_of_bound(b, log)
    if b.phase != Phase.OVER:
        b.turn = 1 - b.turn
        b.bound += 1
        b.phase = Phase.BOUND_START


# ---------------------------------------------------------------- what runs by itself in a step (see sequence.py)


@clause("DBA-SETUP-1")
@kernel
def run_aggression(b, dice, log):
    """The dice say who attacks; the other lays out the terrain."""
    placing.throw_aggression(b, dice, log)
    b.phase = Phase.TERRAIN
    b.pending_side = defender_of(b)
    return False


@kernel
def run_camps(b):
    """Whoever has a camp to pitch is asked."""
    if _has_camp_to_pitch(b, b.pending_side):
        return True
    _next_camp(b)
    return False


@kernel
def run_deployment(b):
    """The defender is asked until all their troops stand, then the attacker."""
    if deployment.still_to_deploy(b, b.pending_side) > 0:
        return True
    if b.pending_side == b.attacker:
        begin_swaps(b)
    else:
        b.pending_side = b.attacker
    return False


@kernel
def run_swaps(b):
    """The defender is asked while they may exchange another pair."""
    if b.swaps_left > 0:
        return True
    begin_battle(b)
    return False


@kernel
def run_bound_start(b, dice, log):
    """The PIP die; then the active side moves."""
    begin_bound(b, dice, log)
    return True


@kernel
def run_turning(b, log):
    """Those contacted on flank or rear turn to face; the attacker is asked where they have the choice."""
    if facing.turn_to_face(b, log):
        return True
    shooting.begin_shooting(b)
    b.phase = Phase.SHOOTING
    return False


@kernel
def run_shooting(b):
    """The active side is asked who shoots next, as long as anybody can."""
    if shooting.shots_remain(b):
        return True
    combat.pair_off(b)
    b.phase = Phase.COMBAT
    return False


@kernel
def run_combat(b):
    """The active side is asked who fights next, as long as any pair is left."""
    if combat.fights_remain(b):
        return True
    b.phase = Phase.BOUND_END
    return False


@kernel
def run_bound_end(b, log):
    """The victory check, then the other side's bound."""
    end_bound(b, log)
    return False


# ---------------------------------------------------------------- ending a step


@kernel
def judge_end_of_terrain(b, log):
    """The placing of terrain may end once there is enough of it."""
    return Verdict(1 if placing.may_end_placing(b, log) else 0, 0)


@kernel
def end_terrain(b):
    """The terrain stands: the attacker numbers the edges."""
    b.phase = Phase.EDGES


@clause("DBA-DEPLOY-1")
@kernel
def number_edges(b, action, dice, log):
    """The attacker's edge is thrown for; then the camps are pitched."""
    deployment.throw_edge(b, action, dice, log)
    begin_camps(b)
