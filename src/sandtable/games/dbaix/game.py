"""DBAix as the floors above see it: its facts, and its kernels bound to the record of its battles."""

from __future__ import annotations

from sandtable.games.dbaix.clauses import FOLDER, Clause, Code, Purpose
from sandtable.games.dbaix.laying import case_start, scenario
from sandtable.games.dbaix.laying.editing import EDITING
from sandtable.games.dbaix.listing import offers
from sandtable.games.dbaix.observing.columns import OBSERVING
from sandtable.games.dbaix.record import BATTLE, Phase, Song, TokenState, Verb, Where
from sandtable.games.dbaix.rules import sequence, victory
from sandtable.games.dbaix.showing import deciding, foresight, overlays, scene
from sandtable.games.dbaix.showing.phrases import PHRASES
from sandtable.games.dbaix.thinking import evaluate, statistics, worth
from sandtable.games.game import Fares, Game, HandMove, SideFacts
from sandtable.games.scene import SideLook
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

SIDES = (
    SideFacts("romans", "Romans", "roman", SideLook(colour="#a8261f", dark="#6d120e", shield="scutum")),
    SideFacts("gauls", "Gauls", look=SideLook(colour="#1d5f91", dark="#0d3554", shield="round")),
    SideFacts(
        "pirates",
        "Pirates",
        look=SideLook(colour="#25221f", dark="#0b0a09", trim="#e3b23c", shield="lozenge", device=0.82),
    ),
)

ENDS = {
    "REMOVED": "removed",
    "LOST_OFF_TABLE": "lost off the table",
    "CAPTURED": "captured",
    "TO_CAMP": "sent to camp",
    "FLEES": "flee",
    "RECOILS": "recoil",
}
"""What may befall a figure, the worst first, and what odds in one line call it."""

GAME = Game(
    key="dbaix",
    observing=OBSERVING,
    title="DBAix",
    source="DBAix, 29 July 2006",
    version="1.2",
    unit="inch",
    counts="round",
    sides=SIDES,
    folder=FOLDER,
    editing=EDITING,
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
    plain_scene=scene.plain_scene,
    overlays=overlays.KINDS,
    prompt=deciding.prompt,
    result_text=deciding.result_text,
    enums={"phase": Phase, "resume": Phase, "song": Song, "figures.where": Where, "tokens.state": TokenState},
    phrases=PHRASES,
    scenario="village",
    trust=0.02,
    horizon=8,
    pace=700,
    plans=4,
    hand=(HandMove("MOVE"),),
    foresee=foresight.to_fights,
    fares=Fares("both stand", each=ENDS),
)
"""The literal that the registry hands out."""
