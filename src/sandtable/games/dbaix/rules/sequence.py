"""SEQUENCE: who is asked in each step of a bound, what they may do, and what runs by itself (BND); judge and apply."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.common.sequence import Refusals, Sequence, Step, VerbRule, free
from sandtable.games.dbaix.clauses import Clause, Code
from sandtable.games.dbaix.record import Phase, Side, Verb
from sandtable.games.dbaix.rules import bounds, camp, captives, combat, movement, music, tokens
from sandtable.games.dbaix.rules.positions import side_of_bound
from sandtable.games.dbaix.rules.potion import judge_drink
from sandtable.kernel.records import NOBODY


@kernel
def active(b):
    """The side whose bound it is."""
    return side_of_bound(b)


@clause("DBAIX-MUS-5")
@kernel
def gauls(b):
    """Ties of the music are the Gaulish player's choice in anybody's bound."""
    return Side.GAULS


@kernel
def victor(b):
    """Spoils are the victor's, whosever bound it is."""
    return b.figures[b.spoils_taker].side


CHOOSE_BY_MUSIC = {Verb.CHOOSE: VerbRule(music.judge_choice, music.make_choice)}

SEQUENCE = Sequence(
    Step(Phase.BOUND_START, run=bounds.run_bound_start),
    Step(Phase.FLIGHT, gauls, CHOOSE_BY_MUSIC, bounds.run_flight),
    Step(Phase.CALL, gauls, CHOOSE_BY_MUSIC, bounds.run_call),
    Step(
        Phase.MOVEMENT,
        active,
        {
            Verb.MOVE: VerbRule(movement.judge_move, movement.make_move),
            Verb.MUSTER: VerbRule(camp.judge_muster, camp.make_muster),
            Verb.HAND_OVER: VerbRule(captives.judge_hand_over, captives.make_hand_over),
            Verb.END: VerbRule(bounds.judge_end_of_movement, bounds.end_movement),
        },
    ),
    Step(Phase.FACING, run=bounds.run_facing),
    Step(
        Phase.DRINKING,
        active,
        {Verb.DRINK: VerbRule(judge_drink, bounds.drink), Verb.END: VerbRule(free, bounds.end_drinking)},
        bounds.run_drinking,
    ),
    Step(Phase.COMBAT, active, {Verb.FIGHT: VerbRule(combat.judge_fight, combat.fight)}, bounds.run_combat),
    Step(
        Phase.SPOILS,
        victor,
        {Verb.TAKE: VerbRule(tokens.judge_take, bounds.take_spoils), Verb.END: VerbRule(free, bounds.end_spoils)},
    ),
    Step(
        Phase.TOKENS,
        active,
        {Verb.TAKE: VerbRule(tokens.judge_take, tokens.take), Verb.END: VerbRule(free, bounds.end_tokens)},
        bounds.run_tokens,
    ),
    Step(Phase.BOUND_END, run=bounds.run_bound_end),
    Step(Phase.OVER),
)
"""The steps of a bound (BND-7): PIP die, music check and flight, movement, turning to face, drinking (Gauls), combat
with outcome moves and spoils, tokens, bookkeeping."""

current_side = SEQUENCE.who_decides("current_side", NOBODY)
"""The side that must decide now, mostly the active side; ``NOBODY`` when the battle is over."""

fits_step = clause("DBAIX-BND-7")(SEQUENCE.allowing("fits_step"))
judge_verb = SEQUENCE.judging("judge_verb")
apply_verb = SEQUENCE.making("apply_verb")
run_on = clause("DBAIX-BND-7", "DBAIX-BND-8")(SEQUENCE.running("run_on"))
"""Carry the battle through the steps of its bounds up to the next decision, or to its end."""

REFUSALS = Refusals(
    over=(Code.BATTLE_IS_OVER, Clause.VIC_2),
    strangers=(Code.NO_SUCH_FIGURES, Clause.BND_7),
    not_now=(Code.NOT_NOW, Clause.BND_7),
)
judge = clause("DBAIX-BND-7")(SEQUENCE.judge("judge", fits_step, judge_verb, REFUSALS))
"""May the side to decide do this now, and at what cost? Returns a Verdict; reasons and prices go to the log."""


@kernel
def setup(b, dice, log):
    """Start a freshly laid battle and run it to its first decision.

    A table that a case has laid in the middle of a battle (see case_start.py) only runs on.
    """
    if b.phase == Phase.BOUND_START and b.bound <= 1:
        bounds.order_of_bounds(b, dice, log)
        b.round = 1
        b.bound = 1
        b.turn = 0
    run_on(b, dice, log)


@kernel
def apply(b, action, dice, log):
    """Carry out a legal action and run on to the next decision. Legality is the caller's promise (see judge)."""
    apply_verb(b, action, dice, log)
    run_on(b, dice, log)
