"""SEQUENCE: who is asked in each step, what he may do, and what runs by itself (MIS-13); judge and apply."""

from __future__ import annotations

from sandtable.games.common.sequence import Deed, Refusals, Sequence, Step
from sandtable.games.flash_flood.clauses import Clause, Code
from sandtable.games.flash_flood.record import Phase, Verb
from sandtable.games.flash_flood.rules import (
    assaulting,
    deployment,
    fighting,
    firing,
    mission,
    moving,
    rejoining,
    retreating,
    rounds,
)
from sandtable.kernel.compiling import clause, kernel
from sandtable.kernel.records import NOBODY

SEQUENCE = Sequence(
    Step(Phase.START, run=rounds.run_start),
    Step(
        Phase.DEPLOYMENT,
        deployment.asks_deployer,
        {Verb.DEPLOY: Deed(deployment.judge_deploy, deployment.make_deploy)},
        rounds.run_deployment,
    ),
    Step(
        Phase.NAMING,
        mission.imperials,
        {Verb.GIVE: Deed(mission.judge_give, mission.make_give)},
        rounds.run_naming,
    ),
    Step(Phase.TURN, run=rounds.run_turn),
    Step(
        Phase.RALLYING,
        moving.asks_side,
        {
            Verb.REGROUP: Deed(retreating.judge_regroup, retreating.make_regroup),
            Verb.FALL_BACK: Deed(retreating.judge_fall_back, retreating.make_fall_back),
        },
        rounds.run_rallying,
    ),
    Step(
        Phase.MOVEMENT,
        moving.asks_side,
        {
            Verb.TAKE_UP: Deed(moving.judge_take_up, moving.make_take_up),
            Verb.MOVE: Deed(moving.judge_move, moving.make_move),
            Verb.WADE: Deed(moving.judge_wade, moving.make_wade),
            Verb.TAKE_BACK: Deed(moving.judge_take_back, moving.make_take_back),
            Verb.REJOIN: Deed(rejoining.judge_rejoin, rejoining.make_rejoin),
            Verb.PICK_UP: Deed(moving.judge_pick_up, moving.make_pick_up),
            Verb.BREAK_OFF: Deed(rejoining.judge_break_off, rejoining.make_break_off),
            Verb.DONE: Deed(moving.judge_done, moving.make_done),
            Verb.END: Deed(rounds.judge_end, rounds.make_end),
        },
        rounds.run_movement,
    ),
    Step(
        Phase.SHOOTING,
        moving.asks_side,
        {
            Verb.TAKE_UP: Deed(firing.judge_take_up, moving.make_take_up),
            Verb.SHOOT: Deed(firing.judge_shoot, firing.make_shoot),
            Verb.RUN: Deed(firing.judge_run, firing.make_run),
            Verb.MOVE: Deed(firing.judge_run_move, moving.make_move),
            Verb.TAKE_BACK: Deed(moving.judge_take_back, moving.make_take_back),
            Verb.REJOIN: Deed(rejoining.judge_rejoin, rejoining.make_rejoin),
            Verb.DONE: Deed(moving.judge_done, moving.make_done),
            Verb.END: Deed(rounds.judge_end, rounds.make_end),
        },
        rounds.run_shooting,
    ),
    Step(
        Phase.CHARGING,
        moving.asks_side,
        {
            Verb.CHARGE: Deed(assaulting.judge_assault, assaulting.make_assault),
            Verb.END: Deed(rounds.judge_end, rounds.make_end),
        },
        rounds.run_charging,
    ),
    Step(
        Phase.FIGHTING,
        moving.asks_side,
        {Verb.FIGHT: Deed(fighting.judge_fight, fighting.make_fight)},
        rounds.run_fighting,
    ),
    Step(
        Phase.CONSOLIDATION,
        fighting.asks_consolidator,
        {
            Verb.MOVE: Deed(fighting.judge_consolidation, fighting.make_consolidation),
            Verb.TAKE_BACK: Deed(moving.judge_take_back, moving.make_take_back),
            Verb.DONE: Deed(moving.judge_done, fighting.end_consolidation),
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
judge_deed = SEQUENCE.judging("judge_deed")
make_deed = SEQUENCE.making("make_deed")
run_step = SEQUENCE.running("run_step")

REFUSALS = Refusals(
    over=(Code.BATTLE_IS_OVER, Clause.FLOOD_MIS_9),
    strangers=(Code.NO_SUCH_FIGURES, Clause.FLOOD_MIS_13),
    not_now=(Code.NOT_NOW, Clause.FLOOD_MIS_13),
)
judge = clause("FLOOD-MIS-13")(SEQUENCE.judge("judge", fits_step, judge_deed, REFUSALS))
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
    make_deed(b, action, dice, log)
    run_on(b, dice, log)


@clause("FLOOD-MIS-13")
@kernel
def run_on(b, dice, log):
    """Carry the battle through its phases up to the next decision, or to its end."""
    while not run_step(b, dice, log):
        pass
