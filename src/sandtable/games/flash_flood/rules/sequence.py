"""SEQUENCE: who is asked in each step, what they may do, and what runs by itself (MIS-13); judge and apply."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.sequence import Refusals, Sequence, Step, VerbRule
from sandtable.games.flash_flood.clauses import Clause, Code
from sandtable.games.flash_flood.record import Phase, Verb
from sandtable.games.flash_flood.rules import (
    assaulting,
    deployment,
    fighting,
    firing,
    mission,
    movement_phase,
    picking_up,
    rejoining,
    retreating,
    rounds,
)
from sandtable.kernel.records import NOBODY

SEQUENCE = Sequence(
    Step(Phase.START, run=rounds.run_start),
    Step(
        Phase.DEPLOYMENT,
        deployment.asks_deployer,
        {Verb.DEPLOY: VerbRule(deployment.judge_deploy, deployment.make_deploy)},
        rounds.run_deployment,
    ),
    Step(
        Phase.NAMING,
        mission.imperials,
        {Verb.GIVE: VerbRule(mission.judge_give, mission.make_give)},
        rounds.run_naming,
    ),
    Step(Phase.TURN, run=rounds.run_turn),
    Step(
        Phase.RALLYING,
        movement_phase.asks_side,
        {
            Verb.REGROUP: VerbRule(retreating.judge_regroup, retreating.make_regroup),
            Verb.FALL_BACK: VerbRule(retreating.judge_fall_back, retreating.make_fall_back),
        },
        rounds.run_rallying,
    ),
    Step(
        Phase.MOVEMENT,
        movement_phase.asks_side,
        {
            Verb.TAKE_UP: VerbRule(movement_phase.judge_take_up, movement_phase.make_take_up),
            Verb.MOVE: VerbRule(movement_phase.judge_move, movement_phase.make_move),
            Verb.WADE: VerbRule(movement_phase.judge_wade, movement_phase.make_wade),
            Verb.TAKE_BACK: VerbRule(movement_phase.judge_take_back, movement_phase.make_take_back),
            Verb.REJOIN: VerbRule(rejoining.judge_rejoin, rejoining.make_rejoin),
            Verb.PICK_UP: VerbRule(picking_up.judge_pick_up, picking_up.make_pick_up),
            Verb.BREAK_OFF: VerbRule(rejoining.judge_break_off, rejoining.make_break_off),
            Verb.DONE: VerbRule(movement_phase.judge_done, movement_phase.make_done),
            Verb.END: VerbRule(rounds.judge_end, rounds.make_end),
        },
        rounds.run_movement,
    ),
    Step(
        Phase.SHOOTING,
        movement_phase.asks_side,
        {
            Verb.TAKE_UP: VerbRule(firing.judge_take_up, movement_phase.make_take_up),
            Verb.AIM: VerbRule(firing.judge_aim, firing.make_aim),
            Verb.SHOOT: VerbRule(firing.judge_shoot, firing.make_shoot),
            Verb.RUN: VerbRule(firing.judge_run, firing.make_run),
            Verb.MOVE: VerbRule(firing.judge_run_move, movement_phase.make_move),
            Verb.TAKE_BACK: VerbRule(movement_phase.judge_take_back, movement_phase.make_take_back),
            Verb.REJOIN: VerbRule(rejoining.judge_rejoin, rejoining.make_rejoin),
            Verb.DONE: VerbRule(movement_phase.judge_done, movement_phase.make_done),
            Verb.END: VerbRule(rounds.judge_end, rounds.make_end),
        },
        rounds.run_shooting,
    ),
    Step(
        Phase.CHARGING,
        movement_phase.asks_side,
        {
            Verb.CHARGE: VerbRule(assaulting.judge_assault, assaulting.make_assault),
            Verb.END: VerbRule(rounds.judge_end, rounds.make_end),
        },
        rounds.run_charging,
    ),
    Step(
        Phase.FIGHTING,
        movement_phase.asks_side,
        {Verb.FIGHT: VerbRule(fighting.judge_fight, fighting.make_fight)},
        rounds.run_fighting,
    ),
    Step(
        Phase.CONSOLIDATION,
        fighting.asks_consolidator,
        {
            Verb.MOVE: VerbRule(fighting.judge_consolidation, fighting.make_consolidation),
            Verb.TAKE_BACK: VerbRule(movement_phase.judge_take_back, movement_phase.make_take_back),
            Verb.DONE: VerbRule(movement_phase.judge_done, fighting.end_consolidation),
        },
        rounds.run_consolidation,
    ),
    Step(Phase.TURN_END, run=rounds.run_turn_end),
    Step(Phase.OVER),
)
"""The steps of MIS-13."""

current_side = SEQUENCE.who_decides("current_side", NOBODY)
"""The side that must decide now; ``NOBODY`` when the battle is over."""

fits_step = clause("FLOOD-MIS-13")(SEQUENCE.allowing("fits_step"))
judge_verb = SEQUENCE.judging("judge_verb")
apply_verb = SEQUENCE.making("apply_verb")
run_on = clause("FLOOD-MIS-13")(SEQUENCE.running("run_on"))
"""Carry the battle through its phases up to the next decision, or to its end."""

REFUSALS = Refusals(
    over=(Code.BATTLE_IS_OVER, Clause.FLOOD_MIS_9),
    strangers=(Code.NO_SUCH_FIGURES, Clause.FLOOD_MIS_13),
    not_now=(Code.NOT_NOW, Clause.FLOOD_MIS_13),
)
judge = clause("FLOOD-MIS-13")(SEQUENCE.judge("judge", fits_step, judge_verb, REFUSALS))
"""May the side to decide do this now? Returns a Verdict; reasons go to the log."""


@clause("FLOOD-MIS-13")
@kernel
def setup(b, dice, log):
    """Start a freshly laid battle and run it to its first decision; one laid in the middle only runs on."""
    if b.case_begins != 0:
        b.case_begins = 0
        rounds.begin_case_phase(b, log)
    run_on(b, dice, log)


@kernel
def apply(b, action, dice, log):
    """Carry out a legal action and run on to the next decision. Legality is the caller's promise (see judge)."""
    apply_verb(b, action, dice, log)
    run_on(b, dice, log)
