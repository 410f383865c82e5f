"""What a side may decide, step by step, and what then happens: the verbs judge and apply of DBA."""

from __future__ import annotations

from sandtable.games.dba import (
    combat,
    deployment,
    dismounting,
    facing,
    landing,
    movement,
    placing,
    shooting,
    war_wagons,
)
from sandtable.games.dba.bounds import begin_battle, begin_camps, end_movement, run_on
from sandtable.games.dba.clauses import Clause, Code
from sandtable.games.dba.record import Phase, Verb
from sandtable.kernel.actors import are_figures
from sandtable.kernel.compiling import clause, kernel
from sandtable.kernel.log import reason
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict


@kernel
def _fits_phase(phase, verb):
    """The step in which each verb may be used (DBA-SEQ-2)."""
    if phase == Phase.MOVEMENT:
        return verb == Verb.MOVE or verb == Verb.DISMOUNT or verb == Verb.LAND or verb == Verb.END
    if phase == Phase.SHOOTING:
        return verb == Verb.SHOOT or verb == Verb.CHOOSE
    if phase == Phase.AIM:
        return verb == Verb.SHOOT
    if phase == Phase.COMBAT:
        return verb == Verb.FIGHT
    if phase == Phase.TURNING or phase == Phase.MAIN_ATTACKER or phase == Phase.RECOILS:
        return verb == Verb.CHOOSE
    if phase == Phase.TERRAIN:
        return verb == Verb.PLACE or verb == Verb.CLEAR or verb == Verb.END
    if phase == Phase.EDGES:
        return verb == Verb.EDGE
    if phase == Phase.CAMPS:
        return verb == Verb.PITCH
    if phase == Phase.DEPLOYMENT:
        return verb == Verb.DEPLOY or verb == Verb.HOLD_BACK
    if phase == Phase.SWAPS:
        return verb == Verb.SWAP or verb == Verb.END
    return False


@kernel
def _judge_end(b, log):
    """Ending a step is free; the placing of terrain may end once there is enough of it."""
    if b.phase == Phase.TERRAIN and not placing.may_end_placing(b, log):
        return Verdict(0, 0)
    return Verdict(1, 0)


@clause("DBA-SEQ-2")
@kernel
def judge(b, action, log):
    """May the side to decide do this now, and at what cost? Returns a Verdict; reasons and prices go to the log."""
    if not _fits_phase(b.phase, action.verb) or not are_figures(b, action):
        reason(log, Code.NOT_NOW, Clause.DBA_SEQ_2, NONE, NONE, 0)
        return Verdict(0, 0)
    if b.phase < Phase.BOUND_START:
        return _judge_before_battle(b, action, log)
    if action.verb == Verb.MOVE:
        return movement.judge_move(b, action, log)
    if action.verb == Verb.DISMOUNT:
        return dismounting.judge_dismount(b, action, log)
    if action.verb == Verb.LAND:
        return landing.judge_land(b, action, log)
    if action.verb == Verb.SHOOT:
        return shooting.judge_shoot(b, action, log)
    if action.verb == Verb.FIGHT:
        return combat.judge_fight(b, action, log)
    if action.verb == Verb.CHOOSE:
        return _judge_choice(b, action, log)
    return _judge_end(b, log)


@kernel
def _judge_before_battle(b, action, log):
    """The same for terrain, edges, camps and deployment."""
    if action.verb == Verb.PLACE:
        return placing.judge_place(b, action, log)
    if action.verb == Verb.CLEAR:
        return placing.judge_clear(b, log)
    if action.verb == Verb.EDGE:
        return deployment.judge_edge(b, action, log)
    if action.verb == Verb.PITCH:
        return deployment.judge_pitch(b, action, log)
    if action.verb == Verb.DEPLOY:
        return deployment.judge_deploy(b, action, log)
    if action.verb == Verb.HOLD_BACK:
        return deployment.judge_hold_back(b, action, log)
    if action.verb == Verb.SWAP:
        return deployment.judge_swap(b, action, log)
    return _judge_end(b, log)


@kernel
def _judge_choice(b, action, log):
    """Who shoots next, is faced, attacks or recoils."""
    if b.phase == Phase.SHOOTING:
        return shooting.judge_choice(b, action, log)
    if b.phase == Phase.TURNING:
        return facing.judge_choice(b, action, log)
    return war_wagons.judge_choice(b, action, log)


@kernel
def apply(b, action, dice, log):
    """Carry out a legal action and run on to the next decision. Legality is the caller's promise (see judge)."""
    if b.phase < Phase.BOUND_START:
        _apply_before_battle(b, action, dice, log)
    elif action.verb == Verb.MOVE:
        movement.make_move(b, action, dice, log)
    elif action.verb == Verb.DISMOUNT:
        dismounting.dismount(b, action, log)
    elif action.verb == Verb.LAND:
        landing.land(b, action, log)
    elif action.verb == Verb.SHOOT:
        shooting.shoot(b, action, dice, log)
    elif action.verb == Verb.FIGHT:
        combat.fight(b, action, dice, log)
    elif action.verb == Verb.CHOOSE:
        _choose(b, action, dice, log)
    else:
        end_movement(b, log)
    run_on(b, dice, log)


@kernel
def _apply_before_battle(b, action, dice, log):
    """The same for terrain, edges, camps and deployment."""
    if action.verb == Verb.PLACE:
        placing.place(b, action, log)
    elif action.verb == Verb.CLEAR:
        placing.clear(b, log)
    elif action.verb == Verb.EDGE:
        deployment.throw_edge(b, action, dice, log)
        begin_camps(b)
    elif action.verb == Verb.PITCH:
        deployment.pitch(b, action, log)
    elif action.verb == Verb.DEPLOY:
        deployment.deploy(b, action, log)
    elif action.verb == Verb.HOLD_BACK:
        deployment.hold_back(b, action, log)
    elif action.verb == Verb.SWAP:
        deployment.swap(b, action, log)
    elif b.phase == Phase.TERRAIN:
        b.phase = Phase.EDGES.value
    else:
        begin_battle(b)


@kernel
def _choose(b, action, dice, log):
    """Carry out the choice of who shoots next, is faced, attacks or recoils."""
    if b.phase == Phase.SHOOTING:
        shooting.make_choice(b, action, log)
    elif b.phase == Phase.TURNING:
        facing.make_choice(b, action, log)
    else:
        war_wagons.make_choice(b, action, dice, log)
