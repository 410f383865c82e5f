"""Pursuit as the floors above see it: its facts, and its kernels bound to the record of its battles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sandtable.games.game import Fares, Game, HandMove, SideFacts
from sandtable.games.pursuit.clauses import FOLDER, Clause, Code, Purpose
from sandtable.games.pursuit.laying import rosters, scenario
from sandtable.games.pursuit.laying.editing import EDITING
from sandtable.games.pursuit.laying.tables import options
from sandtable.games.pursuit.listing import offers
from sandtable.games.pursuit.observing.columns import OBSERVING
from sandtable.games.pursuit.record import ACTION, BATTLE, End, Phase, State, Verb, Where
from sandtable.games.pursuit.rules import objectives, sequence
from sandtable.games.pursuit.showing import explaining, risks, scene
from sandtable.games.pursuit.showing.phrases import PHRASES
from sandtable.games.pursuit.thinking import evaluate, statistics, worth
from sandtable.games.scene import SideLook
from sandtable.kernel.verbs import Verbs, bind

VERBS = Verbs(
    setup=sequence.setup,
    current_side=sequence.current_side,
    legal_actions=offers.legal_actions,
    sample_action=offers.sample_action,
    judge=sequence.judge,
    apply=sequence.apply,
    returns=objectives.returns,
    evaluate=evaluate.evaluate,
    worth=worth.worth,
    gauge=statistics.gauge,
    bound=statistics.bound,
)

bind(BATTLE, VERBS)

SIDES = (
    SideFacts("quarry", "Quarry", look=SideLook(colour="#1d5f91", dark="#0d3554", shield="heater")),
    SideFacts("hunters", "Hunters", look=SideLook(colour="#7a4f96", dark="#432758", shield="lozenge", device=0.82)),
)


def sides_of(scenario: Mapping[str, Any]) -> tuple[SideFacts, ...]:
    """The sides as a scenario calls them."""
    called = (scenario.get(side.key) for side in SIDES)
    names = [str(party.get("name") or "") if isinstance(party, Mapping) else "" for party in called]
    return tuple(replace(side, name=name or side.name) for side, name in zip(SIDES, names, strict=True))


GAME = Game(
    key="pursuit",
    observing=OBSERVING,
    title="Pursuit",
    source="From the Vaults of Mars, 21 August 2008",
    version="1.8",
    unit="inch",
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
    clause_families=("PURS", "C40"),
    options=options(),
    lay=scenario.lay,
    lay_case=scenario.lay_case,
    case_keys=scenario.CASE_KEYS,
    scene=scene.scene,
    plain_scene=scene.plain_scene,
    features=scene.features,
    prompt=scene.prompt,
    result_text=scene.result_text,
    enums={"phase": Phase, "resume": Phase, "end": End, "figures.where": Where, "pieces.state": State},
    phrases=PHRASES,
    scenario="chase",
    scenario_sides=sides_of,
    armies=rosters.ARMIES,
    trust=0.03,
    horizon=4,
    pace=550,
    action=ACTION,
    hand=(HandMove("MOVE", "Move"), HandMove("MOVE", "Accelerate", {"mode": "accelerate"})),
    explain=explaining.explain,
    overlays=explaining.KINDS,
    risks=risks.risks,
    art=(FOLDER / "data" / "art" / "city.svg", FOLDER / "data" / "art" / "city.css"),
    suffers=frozenset({"IS_KILLED", "IS_WOUNDED", "GIVES_UP"}),
    escapes=frozenset({"IS_UNHURT"}),
    fares=Fares("both stand", "they lose one", "we lose one", "both lose one", "all stand", "lose one"),
    bound_dice=("ORDER",),
    rank=3,
)
"""The literal that the registry hands out."""
