"""SEQUENCE: who is asked in each step, what they may do, and what runs by itself; judge and apply."""

from marbles.record import Clause, Code, Phase, Verb
from marbles.rules.bounds import make_pass, owner, run_next
from marbles.rules.movement import judge_roll, make_roll
from sandtable.compiler.decorators import kernel
from sandtable.games.common.sequence import Refusals, Sequence, Step, VerbRule, free
from sandtable.kernel.records import NOBODY

SEQUENCE = Sequence(
    Step(Phase.BOUND, owner, {Verb.ROLL: VerbRule(judge_roll, make_roll), Verb.PASS: VerbRule(free, make_pass)}),
    Step(Phase.NEXT, run=run_next),
    Step(Phase.OVER),
)
REFUSALS = Refusals(
    (Code.IS_OVER, Clause.END_1), (Code.NO_SUCH_MARBLES, Clause.BND_1), (Code.ONE_OF_YOURS, Clause.BND_1)
)
current_side = SEQUENCE.who_decides("current_side", NOBODY)
fits_step = SEQUENCE.allowing("fits_step")
judge_verb = SEQUENCE.judging("judge_verb")
judge = SEQUENCE.judge("judge", fits_step, judge_verb, REFUSALS)
apply_verb = SEQUENCE.making("apply_verb")
setup = SEQUENCE.running("setup")


@kernel
def apply(b, action, dice, log):
    """Carry out a legal action and run on to the next decision."""
    apply_verb(b, action, dice, log)
    b.phase = Phase.NEXT
    setup(b, dice, log)
