"""Odds: the dice tree of the real rules, worked out by hand for the duel, and against sampling."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import sandtable
from sandtable.errors import IllegalAction
from sandtable.kernel.dice import DICE, throw_die
from sandtable.kernel.dice_tree import (
    expected_value_apart,
    leaf_weight,
    least_leaves,
    next_leaf,
    start_walk,
)
from sandtable.kernel.log import LOG, new_log
from sandtable.kernel.records import NONE
from sandtable.table.odds import _without_words
from table.duel_game import BATTLE, GAME
from table.test_battle import TOUCHING


def fighting(**options):
    """Anna, factor 2 and 2 lives, against Cora, factor 3 and 3 lives; Red is to fight."""
    battle = sandtable.new(GAME, TOUCHING, options, dice=[1])
    battle.play("end")
    return battle


# Anna a + 2 against Cora c + 3. Of 36: Anna higher when a > c + 1 (10), equal when a = c + 1 (5), lower otherwise (21).
# Cora's loss is double when 2(c + 3) <= a + 2: c = 1, a = 6 only (8 against 4): 1 of the 10.
# Anna's loss is double when 2(a + 2) <= c + 3: a = 1 and c 3..6, a = 2 and c 5, 6: 4 + 2 = 6 of the 21; she is out.
BY_HAND = {
    "Cora (C) loses 2 life to Anna (A).": Fraction(1, 36),
    "Cora (C) loses 1 life to Anna (A).": Fraction(9, 36),
    "Nobody is hurt.": Fraction(5, 36),
    "Anna (A) loses 1 life to Cora (C).": Fraction(15, 36),
    "Anna (A) loses 2 life to Cora (C). Anna (A) is out of the game.": Fraction(6, 36),
}


def test_odds_are_exact_and_do_not_look_past_the_fight():
    battle = fighting()
    before = battle.record.tobytes()
    odds = battle.odds("fight A C")
    assert odds.exact and odds.leaves == 36 and odds.of == 36  # the PIP die that follows makes no branches
    assert {outcome.text: outcome.probability for outcome in odds.outcomes} == BY_HAND
    assert [outcome.ways for outcome in odds.outcomes] == [15, 9, 6, 5, 1]
    assert sum(outcome.probability for outcome in odds.outcomes) == 1
    assert battle.record.tobytes() == before and battle.engine.script == ()
    assert "15/36" in str(odds) and "41.7%" in str(odds)


def test_odds_show_the_scores_before_the_dice():
    tallies = fighting(brave="yes").odds("fight A C").tallies
    assert [(t.figure, t.score, [line.text for line in t.lines]) for t in tallies] == [
        ("A", 3, ["factor", "friends left"]),
        ("C", 4, ["factor", "friends left"]),
    ]


def test_an_action_without_dice_has_one_outcome():
    battle = sandtable.new(GAME, TOUCHING, dice=[1])
    odds = battle.odds("move B by 1,0")
    assert odds.exact and odds.leaves == 1 and len(odds.outcomes) == 1 and odds.outcomes[0].probability == 1
    with pytest.raises(IllegalAction):
        battle.odds("fight A C")


def test_a_tree_that_is_too_large_is_sampled_and_says_so():
    odds = fighting().odds("fight A C", max_leaves=20, samples=3000)
    assert not odds.exact and odds.leaves == odds.of == 3000
    assert sum(outcome.ways for outcome in odds.outcomes) == 3000
    for outcome in odds.outcomes:
        assert outcome.low <= float(outcome.probability) <= outcome.high
        share = float(BY_HAND[outcome.text])
        assert abs(float(outcome.probability) - share) < 5 * (share * (1 - share) / 3000) ** 0.5
    assert "sampled, 3000 times" in str(odds)


def desk():
    return np.zeros(1, BATTLE), np.zeros(1, DICE)[0], np.zeros(1, LOG)[0]


def test_expected_value_is_the_mean_of_evaluate_over_the_tree():
    battle = fighting()
    action = battle.action("fight A C").record
    # Lives: red 2 + 2 = 4, blue 3 + 1 = 4. evaluate is (mine - theirs) / all.
    by_hand = (1 * (4 - 2) / 6 + 9 * (4 - 3) / 7 + 5 * 0 + 15 * (3 - 4) / 7 + 6 * (2 - 4) / 6) / 36
    assert expected_value_apart(battle.record, action, 0, *desk(), 0, 1296) == pytest.approx(by_hand, abs=1e-12)
    assert expected_value_apart(battle.record, action, 1, *desk(), 0, 1296) == pytest.approx(-by_hand, abs=1e-12)
    # with the PIP die (purpose 0) held still the mean is the same, for a sixth of the work
    assert expected_value_apart(battle.record, action, 0, *desk(), 1, 1296) == pytest.approx(by_hand, abs=1e-12)
    # and a tree beyond the limit is sampled
    near = expected_value_apart(battle.record, action, 0, *desk(), 1, 35)
    assert near != by_hand and near == pytest.approx(by_hand, abs=0.1)


def test_the_walk_visits_every_leaf_once_though_later_dice_depend_on_earlier_ones():
    dice = np.zeros(1, DICE)[0]
    start_walk(dice)

    log = new_log()

    def run():
        """Throw a d4; on a 3 throw a d2 as well. The leaves: 1, 2, 3-1, 3-2, 4."""
        first = throw_die(dice, log, 1, NONE, NONE, 4)
        return (first, throw_die(dice, log, 1, NONE, NONE, 2)) if first == 3 else (first,)

    leaves, weight = [run()], leaf_weight(dice, 0)
    while next_leaf(dice, 0):
        leaves.append(run())
        weight += leaf_weight(dice, 0)
    assert leaves == [(1,), (2,), (3, 1), (3, 2), (4,)] and weight == 1.0
    start_walk(dice)
    dice.n_held, dice.thrown[0].value = 1, 3
    run()
    assert least_leaves(dice, 0) == 5  # of 3-1: three other faces of the d4, one other of the d2, and itself
    assert least_leaves(dice, 1 << 1) == 1  # both are still


def test_an_outcome_without_words_among_others_is_one_of_the_dice() -> None:
    """Of trials no leaves are counted: two shots that both miss were said to be nothing that dice decide."""
    assert _without_words("", 0, 3) == _without_words("", 36, 3) == "Nothing comes of it."
    assert _without_words("", 1, 1) == "Nothing that dice decide."
