"""A battle turned by a quarter is the same battle: every rule of place asks alike whichever way north lies."""

from __future__ import annotations

import random

import pytest

from dba.fights import events, outcomes, scores
from dba.orders import ask
from dba.scenes import TURNING, any_move, any_scene
from dba.table import act, fresh_log
from sandtable.games.dba.clauses import Purpose
from sandtable.games.dba.record import Phase, Verb
from sandtable.games.dba.rules import arcs, combat, shooting
from sandtable.games.dba.rules.movement import make_move
from sandtable.kernel.dice import scripted_dice
from sandtable.kernel.records import NONE
from turning import QUARTERS, SEEDS


@SEEDS
@pytest.mark.clause("DBA-GROUP-1", "DBA-GROUP-5")
def test_moves_are_judged_and_made_alike(seed):
    rng = random.Random(seed)
    scene = any_scene(rng)
    b = scene.laid()
    for _ in range(8):
        action = any_move(rng, b)
        usual = ask(b, action)
        quarters = rng.choice(QUARTERS)
        other = scene.laid(quarters)
        there = TURNING.action(action, quarters)
        assert ask(other, there) == usual, action
        if usual.legal:
            here = b.copy()
            make_move(here, action, scripted_dice([]), fresh_log())
            make_move(other, there, scripted_dice([]), fresh_log())
            TURNING.assert_same_places(here, other, quarters)
            assert here.pips == other.pips


@SEEDS
@pytest.mark.clause("DBA-CC-1", "DBA-OUT-9", "DBA-RECOIL-1", "DBA-FLEE-1", "DBA-PURSUE-1")
def test_the_same_pairs_fight_with_the_same_scores_and_outcomes(seed):
    rng = random.Random(seed)
    for _ in range(3):
        scene = any_scene(rng)
        battles = [scene.laid(quarters) for quarters in (0, rng.choice(QUARTERS))]
        quarters = int(battles[1].edge[0] - 2) % 4
        for b in battles:
            b.phase = Phase.COMBAT.value
            combat.pair_off(b)
        b, other = battles
        assert list(b.figures["opponent"]) == list(other.figures["opponent"])
        for i in range(b.n_figures):
            j = int(b.figures[i].opponent)
            if j == NONE or b.phase != Phase.COMBAT:
                continue
            dice = [(Purpose.COMBAT.value, NONE, k, rng.randint(1, 6)) for k in (i, j)]
            told = []
            for one in battles:
                log = fresh_log()
                combat.fight(one, act(Verb.FIGHT, i, j), scripted_dice(dice), log)
                told.append((outcomes(log), events(log), scores(log), int(one.phase)))
            assert told[0] == told[1]
            TURNING.assert_same_places(b, other, quarters)


@SEEDS
@pytest.mark.clause("DBA-SHOOT-1", "DBA-SHOOT-5", "DBA-SHOOT-10")
def test_the_same_shots_are_to_be_had(seed):
    rng = random.Random(seed)
    for _ in range(3):
        scene = any_scene(rng)
        b, other = scene.laid(), scene.laid(rng.choice(QUARTERS))
        for one in (b, other):
            one.phase = Phase.SHOOTING.value
            shooting.begin_shooting(one)
        assert list(b.figures["to_shoot"]) == list(other.figures["to_shoot"])
        for i in range(b.n_figures):
            for j in range(b.n_figures):
                if b.figures[i].to_shoot and b.figures[i].side != b.figures[j].side:
                    here, there = arcs.best_shot(b, i, j), arcs.best_shot(other, i, j)
                    assert (here.fault, here.edge, here.at, here.blocker) == (
                        there.fault,
                        there.edge,
                        there.at,
                        there.blocker,
                    )
                    assert here.distance == pytest.approx(there.distance, abs=0.02)
