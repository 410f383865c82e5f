"""A battle turned by a quarter is the same battle: every rule of place asks alike whichever way north lies."""

from __future__ import annotations

import random

import pytest

from conftest import REDUCED
from dbaix.board import act, codes, fresh_log, judged
from dbaix.fights import outcomes, scores
from dbaix.scenes import any_move, any_scene, turned, turned_action
from sandtable.games.dbaix.clauses import Purpose
from sandtable.games.dbaix.record import Phase, Side, Song, Verb, Where
from sandtable.games.dbaix.rules import combat, music
from sandtable.games.dbaix.rules.movement import judge_move, make_move
from sandtable.kernel.dice import scripted_dice
from sandtable.kernel.log import Kind
from sandtable.kernel.records import NONE

SEEDS = pytest.mark.parametrize("seed", range(12 if REDUCED else 60))
QUARTERS = (1, 2, 3)


def assert_same_places(b, other, quarters):
    """Everybody is where he is on the other table, turned, to a hair."""
    for i in range(b.n_figures):
        f, g = b.figures[i], other.figures[i]
        assert f["where"] == g["where"], i
        if f["where"] == Where.TABLE:
            assert turned(f.x, f.y, quarters) == pytest.approx((g.x, g.y), abs=2e-3), i
            x, y = turned(24.0 + f.fx, 24.0 + f.fy, quarters)
            assert (x - 24.0, y - 24.0) == pytest.approx((g.fx, g.fy), abs=1e-3), i


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
            other, there = scene.laid(quarters), turned_action(action, quarters)
            assert judged(judge_move, other, there) == usual, action
            if usual.legal:
                here = b.copy()
                make_move(here, action, fresh_log())
                make_move(other, there, fresh_log())
                assert_same_places(here, other, quarters)
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
        assert_same_places(b, other, quarters)
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
            assert_same_places(b, other, quarters)


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
        assert_same_places(*battles, quarters)
