"""Marbles as the house sees it: its facts, and its kernels bound to the record of its battles."""

from marbles.laying.scenario import SIDES, TrayFile, lay, lay_case, parties
from marbles.listing.offers import legal_actions, sample_action
from marbles.record import ACTION, BATTLE, FOLDER, Clause, Code, Phase, Purpose, Verb
from marbles.rules.bounds import evaluate, returns
from marbles.rules.sequence import apply, current_side, judge, setup
from marbles.showing.scene import prompt, scene
from sandtable.games.game import Game, HandMove, Phrase
from sandtable.kernel.verbs import Verbs, bind

VERBS = Verbs(setup, current_side, legal_actions, sample_action, judge, apply, returns, evaluate)
bind(BATTLE, VERBS)
GAME = Game(
    key="marbles", title="Marbles", source="the lid", version="1", unit="cm", sides=SIDES, folder=FOLDER, rank=9,
    dtype=BATTLE, action=ACTION, verbs=VERBS, verb=Verb, purpose=Purpose, enums={"phase": Phase},
    code=Code, clause=Clause, clause_families=("MARB",), options=(), bound_dice=(),
    lay=lay, lay_case=lay_case, case_keys=frozenset(TrayFile.model_fields), scenario="tray", scenario_sides=parties,
    scene=scene, prompt=prompt, art=(FOLDER / "data" / "art.svg", FOLDER / "data" / "art.css"),
    phrases={"ROLL": Phrase(pose=True), "PASS": Phrase(actors=False)}, hand=(HandMove("ROLL"),),
)  # fmt: skip
