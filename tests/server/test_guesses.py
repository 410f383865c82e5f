"""Odds that a seat is told where something is hidden from it: guesses, and said to be."""

from __future__ import annotations

from dataclasses import replace

from sandtable.server.messages import AskOdds
from sandtable.server.truth import Truth
from table.test_guessing import a_fight_beside_a_lurker


def asked(truth, *sides):
    """What a link with these sides is told of Anna's fight with Ben."""
    return truth.sight(sides).odds(AskOdds(type="odds", n=1, action="fight A B"), 0)


def test_odds_where_something_is_hidden_are_a_guess_and_say_so():
    """Friends count, and Ben's friend lurks: even chances but for 6 ties, of 36. By the blanks it was 21 to 10."""
    battle = a_fight_beside_a_lurker()
    battle.game = replace(battle.game, suffers=frozenset({"WOUNDED"}))
    odds = asked(Truth(battle, [], 0), "red")
    assert (odds.guesses, odds.exact) == (8, False)
    assert odds.share is not None and odds.share.guess
    assert {round(odds.share.better, 1), round(odds.share.worse, 1)} == {41.7} and odds.share.even == 16.7
    assert all(outcome.fraction.startswith("0.") for outcome in odds.outcomes), "no exact fraction of a guess"
    assert all(outcome.low is not None for outcome in odds.outcomes)
