"""Inter Arma as the floors above see it: its facts, and its kernels bound to the record of its battles."""

from __future__ import annotations

from sandtable.games.game import Fares, Game, HandMove, SideFacts
from sandtable.games.inter_arma.clauses import FOLDER, Clause, Code, Purpose
from sandtable.games.inter_arma.laying import armies, rosters, scenario, tables
from sandtable.games.inter_arma.laying.editing import EDITING
from sandtable.games.inter_arma.listing import offers
from sandtable.games.inter_arma.listing.together import together
from sandtable.games.inter_arma.observing.columns import OBSERVING
from sandtable.games.inter_arma.record import ACTION, BATTLE, End, Lies, Mode, Phase, State, Verb
from sandtable.games.inter_arma.rules import concealment, sequence, victory
from sandtable.games.inter_arma.showing import explaining, foresight, scene
from sandtable.games.inter_arma.showing.phrases import PHRASES, fatigue_words
from sandtable.games.inter_arma.thinking import evaluate, guessing, statistics, worth
from sandtable.kernel.verbs import Verbs, bind

VERBS = Verbs(
    setup=sequence.setup,
    current_side=sequence.current_side,
    legal_actions=offers.legal_actions,
    candidates=offers.candidates,
    is_offered=offers.is_offered,
    sample_action=offers.sample_action,
    judge=sequence.judge,
    apply=sequence.apply,
    returns=victory.returns,
    evaluate=evaluate.evaluate,
    redact=concealment.redact,
    resample=guessing.resample,
    hides=concealment.hides,
    worth=worth.worth,
    gauge=statistics.gauge,
    bound=statistics.bound,
)

bind(BATTLE, VERBS)

SIDES = (SideFacts("first", "First side"), SideFacts("second", "Second side"))
"""Of a case that names none; every scenario has sides of its own."""

ENDS = {
    "IS_KILLED": "killed",
    "IS_FINISHED": "killed",
    "IS_CAPTURED": "captured",
    "IS_WOUNDED": "wounded",
    "IS_DISMOUNTED": "unhorsed",
}
"""What may befall a man, the worst first, and what odds in one line call it."""

GAME = Game(
    key="inter-arma",
    observing=OBSERVING,
    title="Inter Arma",
    source="Inter Arma 1.06, Andrew J. McCory",
    version="1.10",
    unit="cm",
    counts="turn",
    sides=SIDES,
    folder=FOLDER,
    editing=EDITING,
    dtype=BATTLE,
    verbs=VERBS,
    verb=Verb,
    purpose=Purpose,
    code=Code,
    clause=Clause,
    clause_families=("IA",),
    options=tables.options(),
    lay=scenario.lay,
    lay_case=scenario.lay_case,
    case_keys=scenario.CASE_KEYS,
    scene=scene.scene,
    plain_scene=scene.plain_scene,
    explain=explaining.explain,
    overlays=explaining.KINDS,
    prompt=scene.prompt,
    result_text=scene.result_text,
    enums={
        "phase": Phase, "resume": Phase, "end": End, "figures.state": State, "figures.mode": Mode,
        "markers.lies": Lies,
    },
    standing=("figures.state", frozenset({"ABLE", "WOUNDED"})),
    phrases=PHRASES,
    scenario="camp",
    scenario_sides=scenario.sides_of,
    armies=armies.ARMIES,
    rosters=rosters.ROSTERS,
    trust=0.03,
    horizon=3,
    pace=250,
    action=ACTION,
    hand=(
        HandMove("MOVE", "Walk"),
        HandMove("MOVE", "Run", {"mode": "run"}),
        HandMove("MOVE", "Crawl", {"mode": "crawl"}),
        HandMove("STAND", "Stand", stays=True),
    ),
    together=together,
    carry=sequence.apply_verb,
    foresee=foresight.to_fights,
    fighters=foresight.fighters,
    risks=foresight.risks,
    fares=Fares("no harm", each=ENDS),
    fares_of={"DISPATCH": Fares("left behind", each=ENDS)},
    folds={"TIRE": fatigue_words},
    bound_dice=("INITIATIVE",),
    rank=5,
    art=(FOLDER / "data" / "symbols.svg", FOLDER / "data" / "look.css"),
)  # fmt: skip
"""The literal that the registry hands out."""
