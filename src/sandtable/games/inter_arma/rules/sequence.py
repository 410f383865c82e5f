"""SEQUENCE: who is asked in each step of a turn, what they may do, and what runs by itself (SEQ); judge and apply."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.sequence import Refusals, Sequence, Step, VerbRule, free
from sandtable.games.inter_arma.clauses import Clause, Code
from sandtable.games.inter_arma.record import Phase, Verb
from sandtable.games.inter_arma.rules import (
    ambush,
    blows,
    breaking,
    closing,
    formation,
    initiative,
    leaving,
    melee,
    morale,
    movement,
    movement_step,
    night,
    orders,
    pairing,
    rallying,
    ranged,
    sentries,
    turns,
    wounded,
)
from sandtable.kernel.records import NOBODY

SEQUENCE = Sequence(
    Step(Phase.START, run=turns.run_start),
    Step(Phase.TURN, run=initiative.run_turn),
    Step(
        Phase.MOVEMENT,
        orders.mover,
        {
            Verb.DECLARE: VerbRule(movement.judge_declare, movement.make_declare),
            Verb.MOVE: VerbRule(movement.judge_move, movement.make_move),
            Verb.STAND: VerbRule(movement.judge_stand, movement.make_stand),
            Verb.LEAVE: VerbRule(leaving.judge_leave, leaving.make_leave),
            Verb.CLIMB: VerbRule(leaving.judge_climb, leaving.make_climb),
            Verb.DRIVE: VerbRule(leaving.judge_drive, leaving.make_drive),
            Verb.BREAK: VerbRule(breaking.judge_break, breaking.make_break),
            Verb.RETREAT: VerbRule(rallying.judge_retreat, rallying.make_retreat),
            Verb.HEAD: VerbRule(night.judge_head, night.make_head),
            Verb.FORM: VerbRule(formation.judge_form, formation.make_form),
            Verb.DONE: VerbRule(free, movement_step.end_movement),
        },
        movement_step.run_movement,
    ),
    Step(Phase.NUDGE, orders.asks_for_group, {Verb.NUDGE: VerbRule(night.judge_nudge, night.make_nudge)}),
    Step(Phase.SIGHTING, run=sentries.run_sighting),
    Step(
        Phase.SHOOTING,
        orders.mover,
        {Verb.SHOOT: VerbRule(ranged.judge_shot, ranged.make_shot), Verb.DONE: VerbRule(free, ranged.make_done)},
        ranged.run_shooting,
    ),
    Step(
        Phase.CLOSING,
        orders.mover,
        {Verb.CLOSE: VerbRule(closing.judge_close, closing.make_close), Verb.DONE: VerbRule(free, ranged.make_done)},
        closing.run_closing,
    ),
    Step(
        Phase.AMBUSHES,
        orders.mover,
        {Verb.FIGHT: VerbRule(ambush.judge_ambush, ambush.make_ambush)},
        ambush.run_ambushes,
    ),
    Step(
        Phase.MELEE,
        pairing.chooser_of_melee,
        {Verb.FIGHT: VerbRule(pairing.judge_fight, blows.make_fight)},
        melee.run_melee,
    ),
    Step(
        Phase.BLOWS,
        blows.asks_striker,
        {Verb.STRIKE: VerbRule(blows.judge_strike, blows.make_strike)},
        melee.run_blows,
    ),
    Step(
        Phase.WOUNDED,
        orders.mover,
        {
            Verb.DISPATCH: VerbRule(wounded.judge_dispatch, wounded.make_dispatch),
            Verb.SLAY: VerbRule(wounded.judge_slay, wounded.make_slay),
            Verb.DONE: VerbRule(free, ranged.make_done),
        },
        wounded.run_wounded,
    ),
    Step(Phase.GOALS, run=turns.run_goals),
    Step(Phase.MORALE, run=morale.run_tests),
    Step(
        Phase.RALLY,
        orders.asks_for_group,
        {
            Verb.RALLY: VerbRule(rallying.judge_rally, rallying.make_rally),
            Verb.DONE: VerbRule(rallying.judge_no_rally, rallying.make_no_rally),
        },
        rallying.run_rallying,
    ),
    Step(
        Phase.PRAISE,
        rallying.praised_side,
        {Verb.PRAISE: VerbRule(rallying.judge_praise, rallying.make_praise)},
        rallying.run_praise,
    ),
    Step(Phase.END_OF_TURN, run=turns.run_end_of_turn),
    Step(Phase.OVER),
)
"""The steps of a turn (SEQ-1 to SEQ-7)."""

current_side = SEQUENCE.who_decides("current_side", NOBODY)
"""The side that must decide now; ``NOBODY`` when the battle is over."""

fits_step = clause("IA-COMBAT-1", "IA-SEQ-7")(SEQUENCE.allowing("fits_step"))
judge_verb = SEQUENCE.judging("judge_verb")
apply_verb = SEQUENCE.making("apply_verb")
run_on = clause("IA-SEQ-1", "IA-SEQ-2", "IA-SEQ-3", "IA-SEQ-4", "IA-SEQ-7")(SEQUENCE.running("run_on"))
"""Carry the battle through its steps up to the next decision, or to its end."""

REFUSALS = Refusals(
    over=(Code.BATTLE_IS_OVER, Clause.END_1),
    strangers=(Code.NO_SUCH_FIGURES, Clause.SEQ_10),
    not_now=(Code.NOT_NOW, Clause.SEQ_1),
)
judge = clause("IA-COMBAT-1", "IA-SEQ-7")(SEQUENCE.judge("judge", fits_step, judge_verb, REFUSALS))
"""May the side to decide do this now? Returns a Verdict; reasons go to the log."""


@clause("IA-SEQ-1")
@kernel
def setup(b, dice, log):
    """Start a freshly laid battle and run it to its first decision; one laid in the middle only runs on."""
    run_on(b, dice, log)


@kernel
def apply(b, action, dice, log):
    """Carry out a legal action and run on to the next decision. Legality is the caller's promise (see judge)."""
    apply_verb(b, action, dice, log)
    run_on(b, dice, log)
