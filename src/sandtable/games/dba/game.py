"""DBA as the floors above see it: its facts, and its kernels bound to the record of its battles."""

from __future__ import annotations

from sandtable.games.dba.clauses import FOLDER, Clause, Code, Purpose
from sandtable.games.dba.laying import army_files, case_start, scenario
from sandtable.games.dba.laying.editing import EDITING
from sandtable.games.dba.listing import fronts, offers
from sandtable.games.dba.observing.columns import OBSERVING
from sandtable.games.dba.record import BATTLE, Phase, River, Verb, Where
from sandtable.games.dba.rules import sequence, victory
from sandtable.games.dba.rules.places_of_contact import legal_places
from sandtable.games.dba.showing import deciding, explaining, foresight, scene
from sandtable.games.dba.showing.naming import names_now
from sandtable.games.dba.showing.phrases import PHRASES
from sandtable.games.dba.thinking import evaluate, statistics, worth
from sandtable.games.game import Fares, Game, HandMove, SideFacts
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
    worth=worth.worth,
    gauge=statistics.gauge,
    bound=statistics.bound,
)

bind(BATTLE, VERBS)

ENDS = {"IS_DESTROYED": "destroyed", "FLEES": "flee", "RECOILS": "recoil"}
"""What may befall an element, the worst first, and what odds in one line call it."""

GAME = Game(
    key="dba",
    observing=OBSERVING,
    title="DBA 2.2",
    source="De Bellis Antiquitatis 2.2 as the WADBAG conventions play it",
    version="1.9",
    unit="pace",
    counts="bound",
    sides=(SideFacts("red", "Red"), SideFacts("blue", "Blue")),
    folder=FOLDER,
    editing=EDITING,
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
    plain_scene=scene.plain_scene,
    features=scene.features,
    prompt=deciding.prompt,
    result_text=deciding.result_text,
    names_now=names_now,
    enums={"phase": Phase, "resume": Phase, "river": River, "figures.where": Where},
    phrases=PHRASES,
    contacts=legal_places,
    explain=explaining.explain,
    hand=(HandMove("MOVE"),),
    together=fronts.together,
    foresee=foresight.to_fights,
    fares=Fares("no effect", each=ENDS),
    overlays=explaining.KINDS,
    scenario="rome-and-carthage",
    armies=army_files.ARMIES,
    trust=0.02,
    pace=500,
    plans=4,
    rank=1,
)
"""The literal that the registry hands out."""
