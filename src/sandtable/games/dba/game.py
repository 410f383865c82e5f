"""DBA as the floors above see it: its facts, and its kernels bound to the record of its battles."""

from __future__ import annotations

from sandtable.games.dba import (
    actions,
    apply,
    bounds,
    case_start,
    evaluate,
    explaining,
    mustering,
    scenario,
    scene,
    victory,
)
from sandtable.games.dba.clauses import FOLDER, Clause, Code, Purpose
from sandtable.games.dba.contact import legal_places
from sandtable.games.dba.phrases import PHRASES
from sandtable.games.dba.record import BATTLE, Phase, River, Verb, Where
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
)

bind(BATTLE, VERBS)

GAME = Game(
    key="dba",
    title="DBA 2.2",
    source="De Bellis Antiquitatis 2.2 as the WADBAG conventions play it",
    version="1.0",
    unit="pace",
    sides=(SideFacts("red", "Red"), SideFacts("blue", "Blue")),
    folder=FOLDER,
    dtype=BATTLE,
    verbs=VERBS,
    verb=Verb,
    purpose=Purpose,
    code=Code,
    clause=Clause,
    clause_families=("DBA", "WAD"),
    options=scenario.options(),
    lay=scenario.lay,
    lay_case=case_start.lay_case,
    case_keys=case_start.CASE_KEYS,
    scene=scene.scene,
    prompt=scene.prompt,
    result_text=scene.result_text,
    enums={"phase": Phase, "resume": Phase, "river": River, "figures.where": Where},
    phrases=PHRASES,
    contacts=legal_places,
    explain=explaining.explain,
    overlays=explaining.KINDS,
    scenario="rome-and-carthage",
    armies=mustering.ARMIES,
    rank=1,
)
"""The literal that the registry hands out."""
