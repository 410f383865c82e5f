"""Tuning by self-play: same seed same weights, an interrupt keeps whole rounds, files keep their words."""

from __future__ import annotations

import numpy as np
import pytest

from sandtable.compiler.decorators import COMPILED
from sandtable.errors import InputError
from sandtable.games import get_game
from sandtable.games.common.worth import Feature, read_features
from sandtable.lab import tune as lab
from sandtable.lab.duel import Fought

FEATURES = (Feature("near", (1.0,), "it closes in", ""), Feature("line", (0.5, 0.25), "it closes up", ""))
TEXT = """# Weights.

[near]  # how near
weight = 1.0
words = "it closes in"

[line]
weight = [0.5, 0.25]
words = "it closes up"
"""


def test_a_file_keeps_its_words_and_gets_its_weights():
    text = lab.rewritten(TEXT, FEATURES, np.array([[1.5, 0.125], [1.5, 2.0]]))
    assert text == TEXT.replace("weight = 1.0", "weight = 1.5").replace("[0.5, 0.25]", "[0.125, 2.0]")


def test_a_file_without_a_weight_where_it_should_be_is_named():
    with pytest.raises(InputError, match=r"worth.toml: \[near\] should be followed by its weight"):
        lab.rewritten("[near]\nwords = 'x'\n", FEATURES, np.ones((1, 2)))


def test_what_cannot_be_tuned_is_said_in_one_sentence():
    with pytest.raises(InputError, match="--rounds: at least 1, not 0"):
        lab.check_plan(lab.Plan("dba", ("first-lesson",), rounds=0))
    with pytest.raises(InputError, match="--side: name the scenario it fights in by --scenario"):
        lab.check_plan(lab.Plan("dba", ("first-lesson", "granicus"), side="red"))
    with pytest.raises(InputError, match="--side: there is no side 'reds'; did you mean 'red'"):
        lab.check_plan(lab.Plan("dba", ("first-lesson",), side="reds"))
    with pytest.raises(InputError, match="--side: there is no side 'huns'; there are red, blue"):
        lab.check_plan(lab.Plan("dba", ("first-lesson",), side="huns"))


def test_leanings_are_printed_as_a_scenario_reads_them_and_only_what_changed():
    text = lab.leanings("gauls", FEATURES, np.array([1.0, 0.5]), np.array([1.0001, -0.25]))
    assert text == "leanings:\n  gauls: {line: -0.25}\n"
    assert lab.leanings("gauls", FEATURES, np.array([1.0, 0.5]), np.array([1.0001, 0.5])) == ""


def test_a_side_is_tuned_by_battles_in_which_the_candidate_leads_it_and_others_think_as_before():
    plan = lab.Plan("dbaix", ("village",), battles=3, side="gauls")
    seat = [side.key for side in lab.sides_of("dbaix", "village")].index("gauls")
    laid = lab.lay_table("dbaix", "village").record["worths"][0].tolist()
    own = np.full((1, len(laid[0])), 7.0)
    for against, others in (("quick", tuple(map(tuple, laid))), ("random", ())):
        duel, battles = lab._duel(plan, "village", own, own * 0.0, against, plan.battles, "x")
        assert len(battles) == 3 and {duel.seating(battle).index(0) for battle in battles} == {seat}
        assert duel.worths[0][seat] == tuple(own[0]) and duel.worths[1] == others == duel.worths[2]


def test_weights_are_a_row_for_each_side_only_where_the_file_has_one_for_each():
    game = get_game("dba")
    weights = lab.present_weights(game)
    assert weights.shape == (max(len(f.weights) for f in read_features(game.folder)), len(read_features(game.folder)))


def test_each_side_has_the_credit_for_the_battles_that_it_fought():
    # The candidate sits on side 0, then twice on side 1: it wins, loses, and shares a draw.
    fought = [Fought(0, (0, 1), (1.0, 0.0), 9), Fought(1, (1, 0), (1.0, 0.0), 9), Fought(2, (1, 0), (0.5, 0.5), 9)]
    assert lab._won(fought, 2).tolist() == [1.0, 0.5]
    assert lab._won(fought, 1).tolist() == [1.5]


@pytest.mark.skipif(not COMPILED, reason="whole battles take minutes interpreted; the compiled stage fights them")
def test_the_same_seed_tunes_alike_for_any_number_of_workers_and_another_otherwise():
    def stop(so_far: lab.Tuned) -> None:  # before the 400 battles against the weights it began with
        if so_far.rounds == 2:
            raise KeyboardInterrupt

    def tuned(seed: int, workers: int = 1) -> lab.Tuned:
        plan = lab.Plan("dba", ("first-lesson",), rounds=2, pairs=2, battles=2, seed=seed)
        return lab.tune(plan, workers, stop)

    alone = tuned(3)
    assert np.array_equal(alone.weights, tuned(3, workers=2).weights)
    assert not np.array_equal(alone.weights, alone.start)
    assert not np.array_equal(alone.weights, tuned(4).weights)
    assert alone.rounds == 2


@pytest.mark.skipif(not COMPILED, reason="whole battles take minutes interpreted; the compiled stage fights them")
def test_an_interrupt_keeps_the_rounds_that_were_finished():
    def stop(so_far: lab.Tuned) -> None:
        if so_far.rounds == 1:
            raise KeyboardInterrupt

    plan = lab.Plan("dba", ("first-lesson",), rounds=3, pairs=1, battles=2)
    tuned = lab.tune(plan, progress=stop)
    assert (tuned.rounds, tuned.against_start) == (1, None)
    whole = lab.tune(lab.Plan("dba", ("first-lesson",), rounds=1, pairs=1, battles=2))
    assert np.array_equal(tuned.weights, whole.weights)


@pytest.mark.skipif(not COMPILED, reason="whole battles take minutes interpreted; the compiled stage fights them")
def test_one_side_is_compared_before_and_after_against_the_same_opponents(monkeypatch):
    monkeypatch.setattr(lab, "COMPARED", 6)
    plan = lab.Plan("dba", ("first-lesson",), rounds=1, pairs=1, battles=2, side="blue")
    tuned = lab.tune(plan)
    assert tuned.weights.shape == (1, len(read_features(get_game("dba").folder)))
    assert [share.against for share in tuned.as_side] == ["random", "quick"]
    assert tuned.battles == 2 * 2 * 2 + 4 * 6 and tuned.against_start is None
    assert all(0.0 <= share.before.rate <= 1.0 and 0.0 <= share.after.rate <= 1.0 for share in tuned.as_side)
