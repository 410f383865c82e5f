"""SEQUENCE: who is asked in each step, what they may do, and what runs by itself (DBA-SEQ); judge and apply."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.sequence import Refusals, Sequence, Step, VerbRule, free
from sandtable.games.dba.clauses import Clause, Code
from sandtable.games.dba.record import Phase, Verb
from sandtable.games.dba.rules import (
    bounds,
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
from sandtable.kernel.records import NOBODY


@kernel
def active(b):
    """The side whose bound it is."""
    return b.turn


@kernel
def attacker(b):
    """The invader."""
    return b.attacker


@kernel
def pending(b):
    """The side whom the step that waits has named: defender or attacker, the owner of a shooter, an enemy."""
    return b.pending_side


CHOOSE_MAIN_ATTACKER = {Verb.CHOOSE: VerbRule(war_wagons.judge_choice, war_wagons.make_choice)}

SEQUENCE = Sequence(
    Step(Phase.AGGRESSION, run=bounds.run_aggression),
    Step(
        Phase.TERRAIN,
        pending,
        {
            Verb.PLACE: VerbRule(placing.judge_place, placing.place),
            Verb.CLEAR: VerbRule(placing.judge_clear, placing.clear),
            Verb.END: VerbRule(bounds.judge_end_of_terrain, bounds.end_terrain),
        },
    ),
    Step(Phase.EDGES, attacker, {Verb.EDGE: VerbRule(deployment.judge_edge, bounds.number_edges)}),
    Step(Phase.CAMPS, pending, {Verb.PITCH: VerbRule(deployment.judge_pitch, deployment.pitch)}, bounds.run_camps),
    Step(
        Phase.DEPLOYMENT,
        pending,
        {
            Verb.DEPLOY: VerbRule(deployment.judge_deploy, deployment.deploy),
            Verb.HOLD_BACK: VerbRule(deployment.judge_hold_back, deployment.hold_back),
        },
        bounds.run_deployment,
    ),
    Step(
        Phase.SWAPS,
        pending,
        {Verb.SWAP: VerbRule(deployment.judge_swap, deployment.swap), Verb.END: VerbRule(free, bounds.begin_battle)},
        bounds.run_swaps,
    ),
    Step(Phase.BOUND_START, run=bounds.run_bound_start),
    Step(
        Phase.MOVEMENT,
        active,
        {
            Verb.MOVE: VerbRule(movement.judge_move, movement.make_move),
            Verb.DISMOUNT: VerbRule(dismounting.judge_dismount, dismounting.dismount),
            Verb.LAND: VerbRule(landing.judge_land, landing.land),
            Verb.END: VerbRule(free, bounds.end_movement),
        },
    ),
    Step(Phase.TURNING, pending, {Verb.CHOOSE: VerbRule(facing.judge_choice, facing.make_choice)}, bounds.run_turning),
    Step(
        Phase.SHOOTING,
        active,
        {
            Verb.CHOOSE: VerbRule(shooting.judge_choice, shooting.make_choice),
            Verb.SHOOT: VerbRule(shooting.judge_shoot, shooting.shoot),
        },
        bounds.run_shooting,
    ),
    Step(Phase.AIM, pending, {Verb.SHOOT: VerbRule(shooting.judge_shoot, shooting.shoot)}),
    Step(Phase.COMBAT, active, {Verb.FIGHT: VerbRule(combat.judge_fight, combat.fight)}, bounds.run_combat),
    Step(Phase.MAIN_ATTACKER, pending, CHOOSE_MAIN_ATTACKER),
    Step(Phase.RECOILS, pending, CHOOSE_MAIN_ATTACKER),
    Step(Phase.BOUND_END, run=bounds.run_bound_end),
    Step(Phase.OVER),
)
"""The steps before the battle and of a bound (DBA-SEQ-1 to 3).

A bound: PIP die, tactical moves, turning to face, distant shooting by both sides, close combat by both sides, victory
check.
"""

current_side = clause("DBA-SEQ-3")(SEQUENCE.who_decides("current_side", NOBODY))
"""The side that must decide now, mostly the active side; ``NOBODY`` when the battle is over."""

fits_step = clause("DBA-SEQ-2")(SEQUENCE.allowing("fits_step"))
judge_verb = SEQUENCE.judging("judge_verb")
apply_verb = SEQUENCE.making("apply_verb")
run_on = clause("DBA-SEQ-2", "DBA-SEQ-3")(SEQUENCE.running("run_on"))
"""Carry the battle through its steps up to the next decision, or to its end."""

REFUSALS = Refusals(
    over=(Code.BATTLE_IS_OVER, Clause.DBA_WIN_1),
    strangers=(Code.NO_SUCH_FIGURES, Clause.DBA_SEQ_2),
    not_now=(Code.NOT_NOW, Clause.DBA_SEQ_2),
)
judge = clause("DBA-SEQ-2")(SEQUENCE.judge("judge", fits_step, judge_verb, REFUSALS))
"""May the side to decide do this now, and at what cost? Returns a Verdict; reasons and prices go to the log."""


@kernel
def setup(b, dice, log):
    """Start a freshly laid battle, wherever its scenario or case begins, and run it to its first decision."""
    run_on(b, dice, log)


@kernel
def apply(b, action, dice, log):
    """Carry out a legal action and run on to the next decision. Legality is the caller's promise (see judge)."""
    apply_verb(b, action, dice, log)
    run_on(b, dice, log)
