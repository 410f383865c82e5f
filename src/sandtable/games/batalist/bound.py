"""Batalist's kernels bound to the record of its battles."""

from __future__ import annotations

from sandtable.games.batalist.listing import offers
from sandtable.games.batalist.record import BATTLE
from sandtable.games.batalist.rules import hiding, ordering, sequence, victory
from sandtable.games.batalist.thinking import evaluate, gauge, worth
from sandtable.kernel.verbs import Verbs, bind

VERBS = Verbs(
    setup=sequence.setup,
    current_side=sequence.current_side,
    legal_actions=offers.legal_actions,
    sample_action=offers.sample_action,
    judge=sequence.judge,
    apply=sequence.apply,
    returns=victory.returns,
    evaluate=evaluate.evaluate,
    redact=hiding.redact,
    resample=hiding.resample,
    worth=worth.worth,
    gauge=gauge.gauge,
    at_once=ordering.at_once,
    turn_to=ordering.turn_to,
)

bind(BATTLE, VERBS)
