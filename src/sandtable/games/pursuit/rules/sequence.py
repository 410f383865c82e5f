"""SEQUENCE: who is asked in each step of a turn, what they may do, and what runs by itself (SEQ); judge and apply."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.sequence import Refusals, Sequence, Step, VerbRule, free
from sandtable.games.pursuit.clauses import Clause, Code
from sandtable.games.pursuit.record import Phase, Verb
from sandtable.games.pursuit.rules import (
    close_combat,
    deployment,
    interrupts,
    mines,
    movement_phase,
    pursuing,
    recycling,
    shooting,
)
from sandtable.games.pursuit.rules.deployment import lay_random_city
from sandtable.games.pursuit.rules.shooting import owner
from sandtable.kernel.records import NOBODY, NONE


@clause("PURS-SEQ-1", "PURS-TAB-10")
@kernel
def run_start(b, dice, log):
    """A freshly laid chase begins: a random city is laid by dice; then figures are set up."""
    if b.random_city != 0:
        lay_random_city(b, dice, log)
    b.turn = 1
    b.phase = Phase.DEPLOYMENT
    b.place = NONE
    return False


SEQUENCE = Sequence(
    Step(Phase.START, run=run_start),
    Step(
        Phase.DEPLOYMENT,
        deployment.asks_deployer,
        {Verb.DEPLOY: VerbRule(deployment.judge_deploy, deployment.make_deploy)},
        deployment.run_deployment,
    ),
    Step(
        Phase.PURSUIT,
        owner,
        {
            Verb.KEEP: VerbRule(pursuing.judge_keep, pursuing.make_keep),
            Verb.SLOW: VerbRule(pursuing.judge_slow, pursuing.make_slow),
        },
        pursuing.run_pursuit,
    ),
    Step(
        Phase.RECYCLING,
        recycling.asks_placer,
        {Verb.PLACE: VerbRule(recycling.judge_place, recycling.make_place)},
        recycling.run_recycling,
    ),
    Step(
        Phase.MINING,
        recycling.hunters,
        {Verb.MINE: VerbRule(mines.judge_mine, recycling.make_mine), Verb.PASS: VerbRule(free, recycling.make_pass)},
    ),
    Step(
        Phase.MOVEMENT,
        owner,
        {
            Verb.MOVE: VerbRule(movement_phase.judge_move, movement_phase.make_move),
            Verb.STAY: VerbRule(movement_phase.judge_stay, movement_phase.make_stay),
            Verb.RESTART: VerbRule(movement_phase.judge_restart, movement_phase.make_restart),
        },
        movement_phase.run_movement,
    ),
    Step(
        Phase.SHOOTING,
        owner,
        {
            Verb.SHOOT: VerbRule(shooting.judge_shot, shooting.make_shot),
            Verb.SHOOT_MINES: VerbRule(shooting.judge_shot_at_mines, shooting.make_shot_at_mines),
            Verb.HOLD: VerbRule(shooting.judge_hold, shooting.make_hold),
        },
        shooting.run_shooting,
    ),
    Step(
        Phase.HEADING,
        interrupts.asks_for_heading,
        {Verb.TURN: VerbRule(interrupts.judge_turn, interrupts.make_turn)},
    ),
    Step(
        Phase.BLOWS,
        close_combat.asks_for_blows,
        {Verb.STRIKE: VerbRule(close_combat.judge_strike, close_combat.make_strike)},
    ),
    Step(
        Phase.BLAST,
        recycling.hunters,
        {Verb.MARK: VerbRule(mines.judge_marker, mines.make_marker)},
    ),
    Step(Phase.OVER),
)
"""The phases of a game turn (SEQ-1), and what may interrupt them."""

current_side = SEQUENCE.who_decides("current_side", NOBODY)
"""The side that must decide now; ``NOBODY`` when the chase is over."""

fits_step = clause("PURS-SEQ-4")(SEQUENCE.allowing("fits_step"))
judge_verb = SEQUENCE.judging("judge_verb")
apply_verb = SEQUENCE.making("apply_verb")
run_on = clause("PURS-SEQ-1", "PURS-SEQ-2")(SEQUENCE.running("run_on"))
"""Carry the chase through its phases up to the next decision, or to its end."""

REFUSALS = Refusals(
    over=(Code.CHASE_IS_OVER, Clause.PURS_OBJ_4),
    strangers=(Code.NO_SUCH_FIGURES, Clause.PURS_SEQ_4),
    not_now=(Code.NOT_NOW, Clause.PURS_SEQ_4),
)
judge = clause("PURS-SEQ-4")(SEQUENCE.judge("judge", fits_step, judge_verb, REFUSALS))
"""May the side to decide do this now? Returns a Verdict; reasons go to the log."""


@clause("PURS-SEQ-1")
@kernel
def setup(b, dice, log):
    """Start a freshly laid chase and run it to its first decision; one laid in the middle only runs on."""
    run_on(b, dice, log)


@kernel
def apply(b, action, dice, log):
    """Carry out a legal action and run on to the next decision. Legality is the caller's promise (see judge)."""
    apply_verb(b, action, dice, log)
    run_on(b, dice, log)
