"""Flash Flood as the floors above see it: its facts, and its kernels bound to the record of its battles."""

from __future__ import annotations

from sandtable.games.flash_flood.clauses import FOLDER, Clause, Code, Purpose
from sandtable.games.flash_flood.laying import armies, scenario
from sandtable.games.flash_flood.laying.editing import EDITING
from sandtable.games.flash_flood.laying.tables import options
from sandtable.games.flash_flood.listing import offers
from sandtable.games.flash_flood.observing.columns import OBSERVING
from sandtable.games.flash_flood.record import ACTION, BATTLE, End, Level, Load, Phase, Standing, Verb, Where
from sandtable.games.flash_flood.rules import mission, sequence
from sandtable.games.flash_flood.showing import flood_told, scene
from sandtable.games.flash_flood.showing.explaining import explain
from sandtable.games.flash_flood.showing.phrases import PHRASES
from sandtable.games.flash_flood.thinking import evaluate, statistics, worth
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
    returns=mission.returns,
    evaluate=evaluate.evaluate,
    worth=worth.worth,
    gauge=statistics.gauge,
    bound=statistics.bound,
)

bind(BATTLE, VERBS)

SIDES = (
    SideFacts("imperials", "Imperials", look=SideLook(colour="#1d5f91", dark="#0d3554", shield="heater")),
    SideFacts("tyranids", "Tyranids", look=SideLook(colour="#7a4f96", dark="#432758", shield="lozenge", device=0.82)),
)

GAME = Game(
    key="flash-flood",
    observing=OBSERVING,
    title="Flash Flood",
    source="From the Vaults of Mars, 24 August 2008",
    version="1.10",
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
    clause_families=("FLOOD", "C40"),
    options=options(),
    lay=scenario.lay,
    lay_case=scenario.lay_case,
    case_keys=scenario.CASE_KEYS,
    scene=scene.scene,
    plain_scene=scene.plain_scene,
    prompt=scene.prompt,
    result_text=scene.result_text,
    enums={
        "phase": Phase, "end": End, "figures.where": Where, "figures.level": Level, "figures.standing": Standing,
        "charges.state": Load,
    },
    phrases=PHRASES,
    scenario="charges-in-the-nest",
    armies=armies.ARMIES,
    trust=0.03,
    horizon=3,
    pace=450,
    leaves=36,
    action=ACTION,
    hand=(HandMove("MOVE", "Move"), HandMove("MOVE", "Climb", {"mode": "climb"}), HandMove("BREAK_OFF", "Break off")),
    suffers=frozenset({"IS_KILLED", "IS_WOUNDED", "DIES_AMONG", "CUT_OFF", "LEAVES_BOARD"}),
    escapes=frozenset({"IS_UNHURT"}),
    fares=Fares("both stand", "they lose some", "we lose some", "both lose some", "all stand", "lose some"),
    remedies={"THROW_FIRST": "wade"},
    explain=explain,
    drawn_up=scene.drawn_up,
    account=flood_told.account,
    overlays=scene.KINDS,
    bound_dice=("FLOOD",),
    rank=4,
    art=(FOLDER / "data" / "art.svg", FOLDER / "data" / "art.css"),
)  # fmt: skip
"""The literal that the registry hands out."""
