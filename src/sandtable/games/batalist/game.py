"""Batalist as the floors above see it: its facts, and its kernels bound to the record of its battles."""

from __future__ import annotations

from sandtable.games.batalist.clauses import FOLDER, Clause, Code, Purpose
from sandtable.games.batalist.enums import End, Formation, Phase, State, Verb
from sandtable.games.batalist.laying import armies, scenario, tables
from sandtable.games.batalist.laying.editing import EDITING
from sandtable.games.batalist.listing import offers
from sandtable.games.batalist.listing.together import together
from sandtable.games.batalist.observing.columns import OBSERVING
from sandtable.games.batalist.record import ACTION, BATTLE
from sandtable.games.batalist.rules import hiding, ordering, sequence, victory
from sandtable.games.batalist.showing import naming, scene, zones
from sandtable.games.batalist.showing.phrases import PHRASES
from sandtable.games.batalist.thinking import evaluate, statistics, worth
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
    redact=hiding.redact,
    resample=hiding.resample,
    worth=worth.worth,
    gauge=statistics.gauge,
    bound=statistics.bound,
    at_once=ordering.at_once,
    turn_to=ordering.turn_to,
)

bind(BATTLE, VERBS)

ENDS = {
    "IS_DESTROYED": "are destroyed",
    "FLEES": "flee",
    "FALLS_BACK": "fall back",
    "WAVERS": "waver",
    "HERO_DIES": "lose a hero",
    "CHARACTER_DIES": "lose a character",
    "LOSES": "lose figures",
}
"""What may befall a battalion or a hero, the worst first, and what odds in one line call it."""

GAME = Game(
    key="batalist",
    observing=OBSERVING,
    title="Batalist",
    source="Баталист: rules for large battles in a fantasy world, 2021",
    version="1.15",
    unit="step",
    counts="turn",
    sides=(SideFacts("south", "South"), SideFacts("north", "North")),
    folder=FOLDER,
    editing=EDITING,
    dtype=BATTLE,
    verbs=VERBS,
    verb=Verb,
    purpose=Purpose,
    code=Code,
    clause=Clause,
    clause_families=("BAT",),
    options=tables.options(),
    lay=scenario.lay,
    lay_case=scenario.lay_case,
    case_keys=scenario.CASE_KEYS,
    scene=scene.scene,
    plain_scene=scene.plain_scene,
    features=scene.features,
    explain=zones.explain,
    overlays=zones.KINDS,
    prompt=scene.prompt,
    result_text=scene.result_text,
    names_now=naming.names_now,
    enums={"phase": Phase, "end": End, "figures.state": State, "figures.formation": Formation},
    phrases=PHRASES,
    scenario="C1",
    armies=armies.ARMIES,
    trust=0.05,
    weighs_guesses=False,
    horizon=6,
    pace=450,
    action=ACTION,
    hand=(
        HandMove("MOVE"),
        HandMove("TURN", "Turn"),
        HandMove("DEPLOY", "Deploy", listed=True),
        HandMove("COME_OUT", "Come out", listed=True),
    ),
    standing=("figures.state", frozenset({"FIELD"})),
    together=together,
    escapes=frozenset({"IS_UNHURT", "HERO_IS_UNHURT"}),
    fares=Fares("nobody suffers", each=ENDS),
    quiet=dict.fromkeys(("REFORM", "TURN", "CHARGE"), "The order is carried out.") | {"SHARD": "A die more mana."},
    bound_dice=("INITIATIVE",),
    rank=6,
    art=(FOLDER / "data" / "cards.svg", FOLDER / "data" / "look.css"),
)
