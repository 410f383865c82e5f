"""DBAix as the floors above see it: its facts, and its kernels bound to the record of its battles."""

from __future__ import annotations

from sandtable.games.dbaix import actions, apply, bounds, case_start, evaluate, more_ways, scenario, scene, victory
from sandtable.games.dbaix.clauses import FOLDER, Clause, Code, Purpose
from sandtable.games.dbaix.phrases import PHRASES
from sandtable.games.dbaix.record import BATTLE, Phase, Song, TokenState, Verb, Where
from sandtable.games.game import Game, SideFacts
from sandtable.kernel.verbs import Verbs, bind, redact_nothing, resample_nothing

VERBS = Verbs(
    setup=bounds.setup,
    current_side=bounds.current_side,
    legal_actions=actions.legal_actions,
    sample_action=actions.sample_action,
    judge=apply.judge,
    apply=apply.apply,
    returns=victory.returns,
    evaluate=evaluate.evaluate,
    redact=redact_nothing,
    resample=resample_nothing,
    more_actions=more_ways.more_actions,
)

bind(BATTLE, VERBS)

GAME = Game(
    key="dbaix",
    title="DBAix",
    source="DBAix, 29 July 2006",
    version="1.0",
    unit="inch",
    sides=(SideFacts("romans", "Romans", die="roman"), SideFacts("gauls", "Gauls"), SideFacts("pirates", "Pirates")),
    folder=FOLDER,
    dtype=BATTLE,
    verbs=VERBS,
    verb=Verb,
    purpose=Purpose,
    code=Code,
    clause=Clause,
    clause_families=("DBAIX",),
    options=scenario.options(),
    lay=scenario.lay,
    lay_case=case_start.lay_case,
    case_keys=case_start.CASE_KEYS,
    scene=scene.scene,
    prompt=scene.prompt,
    result_text=scene.result_text,
    enums={"phase": Phase, "resume": Phase, "song": Song, "figures.where": Where, "tokens.state": TokenState},
    phrases=PHRASES,
    scenario="village",
)
"""The literal that the registry hands out."""
