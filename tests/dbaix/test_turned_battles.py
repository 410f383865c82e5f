"""A battle turned by a quarter is the same battle: every rule of place asks alike whichever way north lies."""

from __future__ import annotations

import random

import pytest

from dbaix.board import act, codes, fresh_log, judged
from dbaix.fights import outcomes, scores
from dbaix.scenes import TURNING, any_move, any_scene
from sandtable.games.dbaix.clauses import Purpose
from sandtable.games.dbaix.record import Phase, Side, Song, Verb
from sandtable.games.dbaix.rules import combat, music
from sandtable.games.dbaix.rules.movement import judge_move, make_move
from sandtable.kernel.dice import scripted_dice
from sandtable.kernel.log import Kind
from sandtable.kernel.records import NONE
from turning import QUARTERS, SEEDS


@SEEDS
@pytest.mark.clause("DBAIX-MOV-8", "DBAIX-MOV-9", "DBAIX-MOV-11")
def test_moves_are_judged_and_made_alike(seed):
    rng = random.Random(seed)
    for _ in range(3):
        scene = any_scene(rng)
        b = scene.laid()
        for _ in range(10):
            action = any_move(rng, b)
            usual = judged(judge_move, b, action)
            quarters = rng.choice(QUARTERS)
            other, there = scene.laid(quarters), TURNING.action(action, quarters)
            assert judged(judge_move, other, there) == usual, action
            if usual.legal:
                here = b.copy()
                make_move(here, action, fresh_log())
                make_move(other, there, fresh_log())
                TURNING.assert_same_places(here, other, quarters)
                assert here.pips == other.pips


@SEEDS
@pytest.mark.clause("DBAIX-CBT-2", "DBAIX-CBT-3", "DBAIX-CBT-10", "DBAIX-OUT-1", "DBAIX-OUT-4", "DBAIX-OUT-9")
def test_the_same_men_turn_and_fight_with_the_same_scores_and_outcomes(seed):
    rng = random.Random(seed)
    for _ in range(6):
        scene = any_scene(rng)
        quarters = rng.choice(QUARTERS)
        b, other = scene.laid(), scene.laid(quarters)
        for one in (b, other):
            combat.turn_to_face(one, fresh_log())
            one.phase = Phase.COMBAT.value
            combat.pair_off(one)
        TURNING.assert_same_places(b, other, quarters)
        assert list(b.figures["opponent"]) == list(other.figures["opponent"])
        for i in range(b.n_figures):
            j = int(b.figures[i].opponent)
            if j == NONE:
                continue
            dice = [(Purpose.COMBAT.value, NONE, k, rng.randint(1, 6)) for k in (i, j)]
            told = []
            for one in (b, other):
                log = fresh_log()
                combat.fight(one, act(Verb.FIGHT, i, j), scripted_dice(dice), log)
                told.append((outcomes(log), codes(log, Kind.EVENT), scores(log)))
            assert told[0] == told[1]
            TURNING.assert_same_places(b, other, quarters)


@SEEDS
@pytest.mark.clause("DBAIX-MUS-3", "DBAIX-MUS-7", "DBAIX-OUT-5", "DBAIX-OUT-6", "DBAIX-OUT-7")
def test_the_same_men_flee_from_the_song_and_the_same_are_called(seed):
    rng = random.Random(seed)
    for _ in range(6):
        scene = any_scene(rng)
        bard = next((k for k, figure in enumerate(scene.figures) if figure["side"] == Side.GAULS), None)
        if bard is None:
            continue
        scene.figures[bard] |= {"bard": 1}
        scene.changes["side"] = Side.GAULS
        quarters = rng.choice(QUARTERS)
        told = []
        battles = [scene.laid(), scene.laid(quarters)]
        for one in battles:
            one.song = Song.SINGING.value
            one.phase = Phase.FLIGHT.value
            log = fresh_log()
            waits = music.flight_waits_for_choice(one, log)
            told.append((waits, outcomes(log), music.call_waits_for_choice(one, log), list(one.figures["called"])))
        assert told[0] == told[1]
        TURNING.assert_same_places(*battles, quarters)
