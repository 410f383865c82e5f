"""TRN, PRE-2: who is asked in each step, what they may do, and what runs by itself; judge and apply."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import Phase, Verb
from sandtable.games.batalist.rules import (
    activation,
    attacks_on_wounded,
    boarding,
    buildings,
    casting,
    charging,
    deployment,
    disputes,
    finding,
    markers,
    moving,
    naming,
    ordering,
    placing,
    reforming,
    reserves,
    returning,
    searching,
    shooting,
    stating,
    tending,
    turns,
)
from sandtable.games.common.sequence import Refusals, Sequence, Step, VerbRule, free
from sandtable.kernel.records import NOBODY

SEQUENCE = Sequence(
    Step(Phase.START, run=deployment.run_start),
    Step(
        Phase.COMPASS,
        ordering.asks_mover,
        {Verb.SET_NORTH: VerbRule(deployment.judge_set_north, deployment.make_set_north)},
    ),
    Step(
        Phase.STATING,
        ordering.asks_mover,
        {
            Verb.HIDE: VerbRule(stating.judge_hide, stating.make_hide),
            Verb.DONE: VerbRule(free, stating.make_no_more_ambushes),
        },
        deployment.run_stating,
    ),
    Step(
        Phase.DEPLOYMENT,
        ordering.asks_mover,
        {Verb.DEPLOY: VerbRule(deployment.judge_deploy, deployment.make_deploy)},
        deployment.run_deployment,
    ),
    Step(
        Phase.PLACING,
        ordering.asks_mover,
        {
            Verb.PLACE: VerbRule(placing.judge_hospital, placing.make_hospital),
            Verb.LAY_TRAP: VerbRule(placing.judge_lay_trap, placing.make_lay_trap),
            Verb.LET: VerbRule(placing.judge_leave_out, placing.make_leave_out),
        },
        placing.run_placing,
    ),
    Step(Phase.TURN, run=turns.run_turn),
    Step(
        Phase.RETURNS,
        ordering.asks_mover,
        {
            Verb.RETURN: VerbRule(returning.judge_return, returning.make_return),
            Verb.SAVE_UP: VerbRule(returning.judge_save_up, returning.make_save_up),
            Verb.DONE: VerbRule(free, returning.make_no_more_returns),
        },
        returning.run_returns,
    ),
    Step(
        Phase.ORDERS,
        ordering.asks_mover,
        {
            Verb.GIVE: VerbRule(ordering.judge_give, ordering.make_give),
            Verb.SET_ASIDE: VerbRule(ordering.judge_set_aside, ordering.make_set_aside),
            Verb.SHARD: VerbRule(ordering.judge_shard, ordering.make_shard),
            Verb.CHANGE_OWN: VerbRule(ordering.judge_change_own, ordering.make_change_own),
            Verb.CALL_OFF: VerbRule(tending.judge_call_off, tending.make_call_off),
            Verb.READY: VerbRule(free, ordering.make_ready),
        },
        ordering.run_orders,
    ),
    Step(Phase.INITIATIVE, run=activation.run_initiative),
    Step(
        Phase.FIRST,
        ordering.asks_mover,
        {
            Verb.GO_FIRST: VerbRule(free, activation.make_go_first),
            Verb.DECLINE: VerbRule(free, activation.make_decline),
        },
    ),
    Step(
        Phase.EXECUTION,
        ordering.asks_mover,
        {
            Verb.REFORM: VerbRule(reforming.judge_reform, reforming.make_reform),
            Verb.TURN: VerbRule(moving.judge_turn, moving.make_turn),
            Verb.MOVE: VerbRule(moving.judge_move, moving.make_move),
            Verb.SHOOT: VerbRule(shooting.judge_shoot, shooting.make_shoot),
            Verb.CHARGE: VerbRule(charging.judge_charge, charging.make_charge),
            Verb.RECOVER: VerbRule(tending.judge_recover, tending.make_recover),
            Verb.DOCTOR: VerbRule(tending.judge_doctor, tending.make_doctor),
            Verb.MERCY: VerbRule(tending.judge_mercy, tending.make_mercy),
            Verb.SCOUT: VerbRule(searching.judge_scout, searching.make_scout),
            Verb.FIRE_AT_AREA: VerbRule(searching.judge_fire_at_area, searching.make_fire_at_area),
            Verb.TURN_OVER: VerbRule(markers.judge_turn_over, markers.make_turn_over),
            Verb.BATTER: VerbRule(buildings.judge_batter, buildings.make_batter),
            Verb.STRIKE_WOUNDED: VerbRule(
                attacks_on_wounded.judge_strike_wounded, attacks_on_wounded.make_strike_wounded
            ),
            Verb.BOARD: VerbRule(boarding.judge_board, boarding.make_board),
            Verb.LAND: VerbRule(boarding.judge_land, boarding.make_land),
            Verb.ENTER: VerbRule(reserves.judge_enter, reserves.make_enter),
            Verb.DISPUTE: VerbRule(disputes.judge_dispute, disputes.make_dispute),
            Verb.AMBUSH: VerbRule(searching.judge_ambush, searching.make_ambush),
            Verb.CAST: VerbRule(casting.judge_cast, casting.make_cast),
            Verb.CANCEL: VerbRule(activation.judge_cancel, activation.make_cancel),
            Verb.DISCARD: VerbRule(activation.judge_discard, activation.make_discard),
            Verb.PASS: VerbRule(activation.judge_pass, activation.make_pass),
            Verb.PASS_OVER: VerbRule(activation.judge_pass_over, activation.make_pass_over),
        },
        activation.run_execution,
    ),
    Step(
        Phase.DISPEL,
        casting.asks_dispeller,
        {
            Verb.DISPEL: VerbRule(casting.judge_dispel, casting.make_dispel),
            Verb.LET: VerbRule(free, casting.make_no_dispel),
        },
    ),
    Step(
        Phase.TOUCHED,
        moving.asks_touched,
        {
            Verb.REPLACE: VerbRule(moving.judge_replace, moving.make_replace),
            Verb.LET: VerbRule(free, moving.make_no_replacement),
        },
    ),
    Step(
        Phase.AT_ONCE,
        moving.asks_touched,
        {
            Verb.SHOOT: VerbRule(shooting.judge_shoot, shooting.make_shoot),
            Verb.CHARGE: VerbRule(charging.judge_charge, charging.make_charge),
            Verb.LET: VerbRule(free, moving.make_let),
        },
    ),
    Step(
        Phase.PASSED_BY,
        ordering.asks_mover,
        {
            Verb.COME_OUT: VerbRule(searching.judge_come_out, searching.make_come_out),
            Verb.LET: VerbRule(free, moving.make_let),
        },
    ),
    Step(
        Phase.FOUND,
        ordering.asks_mover,
        {
            Verb.COME_OUT: VerbRule(finding.judge_stand, finding.make_stand),
            Verb.LET: VerbRule(free, finding.make_as_it_stands),
        },
    ),
    Step(
        Phase.DISPUTE,
        ordering.asks_mover,
        {Verb.AGREE: VerbRule(free, disputes.make_agree), Verb.LET: VerbRule(free, disputes.make_no_dispute)},
    ),
    Step(
        Phase.NAMING,
        ordering.asks_mover,
        {
            Verb.NAME: VerbRule(naming.judge_name, naming.make_name),
            Verb.TAKE_AWAY: VerbRule(naming.judge_take_away, naming.make_take_away),
            Verb.LET: VerbRule(naming.judge_stay_beside, naming.make_stay_beside),
        },
    ),
    Step(Phase.THAW, run=turns.run_thaw),
    Step(Phase.GO_ENDS, run=activation.run_go_ends),
    Step(Phase.TURN_ENDS, run=turns.run_turn_ends),
    Step(Phase.OVER),
)
"""The steps of the preparation and of a turn."""

current_side = SEQUENCE.who_decides("current_side", NOBODY)
"""The side that must decide now; ``NOBODY`` when the battle is over."""

fits_step = clause("BAT-TRN-2", "BAT-EXE-1")(SEQUENCE.allowing("fits_step"))
judge_verb = SEQUENCE.judging("judge_verb")
apply_verb = SEQUENCE.making("apply_verb")
run_on = clause("BAT-TRN-1", "BAT-TRN-2", "BAT-EXE-5")(SEQUENCE.running("run_on"))
"""Carry the battle through its steps up to the next decision, or to its end."""

REFUSALS = Refusals(
    over=(Code.BATTLE_IS_OVER, Clause.EXE_8),
    strangers=(Code.NO_SUCH_FIGURES, Clause.ORD_10),
    not_now=(Code.NOT_NOW, Clause.TRN_2),
)
judge = clause("BAT-TRN-2", "BAT-PRE-2")(SEQUENCE.judge("judge", fits_step, judge_verb, REFUSALS))
"""May the side to decide do this now? Returns a Verdict; reasons go to the log."""


@clause("BAT-PRE-2", "BAT-TRN-1")
@kernel
def setup(b, dice, log):
    """Start a freshly laid battle and run it to its first decision; one laid in the middle only runs on."""
    run_on(b, dice, log)


@kernel
def apply(b, action, dice, log):
    """Carry out a legal action and run on to the next decision. Legality is the caller's promise (see judge)."""
    phase, verb = b.phase, action.verb
    apply_verb(b, action, dice, log)
    activation.settle(b, phase, verb)
    run_on(b, dice, log)
