"""Odds that a seat is told where something is hidden from it: guesses, and said to be."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from sandtable.compiler.decorators import kernel
from sandtable.games.game import Fares
from sandtable.kernel.dice import choose
from sandtable.server.messages.protocol import AskOdds
from sandtable.server.views.seat_state import BattleState
from table.ambush_game import Where
from table.test_hidden_odds import a_fight_beside_a_lurker


def asked(state, *sides):
    """What a link with these sides is told of Anna's fight with Ben."""
    return state.view(sides).odds(AskOdds(type="odds", n=1, action="fight A B"), 0, sides)


def test_odds_where_something_is_hidden_are_a_guess_and_say_so():
    """Friends count, and Ben's friend lurks: even chances but for 6 ties, of 36. By the blanks it was 21 to 10."""
    battle = a_fight_beside_a_lurker()
    battle.engine.game = replace(battle.game, suffers=frozenset({"WOUNDED"}))
    odds = asked(BattleState(battle, [], 0), "red")
    assert (odds.guesses, odds.exact) == (8, True)
    assert odds.share is not None and not odds.share.text.startswith("a guess"), "wherever she is"
    assert {round(odds.share.better, 1), round(odds.share.worse, 1)} == {41.7} and odds.share.even == 16.7


def test_a_verb_may_have_words_of_its_own_for_what_comes_of_it():
    """A shot is neither won nor lost. The chances are those of the fight: 15 of 36 each way, and 6 ties."""
    battle = a_fight_beside_a_lurker()
    own = Fares("no harm", "harm", "harm to us")
    battle.engine.game = replace(battle.game, suffers=frozenset({"WOUNDED"}), fares_of={"FIGHT": own})
    share = asked(BattleState(battle, [], 0), "red").share
    assert share.text.replace("\u202f", " ") == "harm 42 %, no harm 17 %, harm to us 42 %"
    assert (round(share.better, 1), share.even) == (41.7, 16.7)
    battle.engine.game = replace(battle.game, fares_of={"SHOOT": own})
    assert asked(BattleState(battle, [], 0), "red").share.text.startswith("win 42")


@kernel
def here_or_gone(b, side, dice):
    """A guess that throws whether Cora is at 9,6 or out."""
    b.figures[2].x, b.figures[2].y, b.figures[2].fy = 9.0, 6.0, 1.0
    b.figures[2].where = Where.TABLE.value if choose(dice, np.int64(2)) else Where.OUT.value


def test_where_guesses_differ_no_fraction_is_called_exact():
    battle = a_fight_beside_a_lurker()
    verbs = battle.game.verbs._replace(resample=here_or_gone)
    battle.engine.game = replace(battle.game, suffers=frozenset({"WOUNDED"}), verbs=verbs)
    odds = asked(BattleState(battle, [], 0), "red")
    assert (odds.guesses, odds.exact) == (8, False) and odds.share.text.startswith("a guess: ")
    assert 10 / 36 < odds.share.worse / 100 < 15 / 36, "between what it is without her and with her"
    assert all(outcome.fraction.startswith("0.") for outcome in odds.outcomes), "no exact fraction of a guess"
    worst = [outcome for outcome in odds.outcomes if outcome.text == "Anna (A) loses 1 life to Ben (B)."]
    assert worst[0].low < worst[0].percent < worst[0].high
