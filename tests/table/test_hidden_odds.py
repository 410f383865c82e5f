"""Odds where something is hidden: fair guesses in place of blanks, averaged, and said to be a guess."""

from __future__ import annotations

from fractions import Fraction

import pytest

import sandtable
from sandtable.games import register
from sandtable.kernel.outcomes import MAX_LEAVES
from sandtable.table.hidden_odds import averaged, guessed_odds
from sandtable.table.odds import SAMPLES, Odds, Outcome, odds_of
from table.ambush_game import GAME as AMBUSH
from table.ambush_game import Phase


def of_a_kind(*chances: tuple[str, Fraction]) -> Odds:
    """Odds of these outcomes."""
    outcomes = tuple(Outcome(text, chance, chance.numerator, None, None, ()) for text, chance in chances)
    return Odds(outcomes, True, 6, 6, ())


def test_the_average_of_guesses_and_what_lies_between_them():
    """1/6 and 1/2 are 1/3 in the mean; what only one of two guesses knows is between nothing and that."""
    first = of_a_kind(("Hit.", Fraction(1, 6)), ("Missed.", Fraction(5, 6)))
    second = of_a_kind(("Hit.", Fraction(1, 2)), ("Ambushed.", Fraction(1, 2)))
    odds = averaged([first, second])
    assert (odds.exact, odds.guesses) == (False, 2)
    assert [(each.text, each.probability, each.low, each.high) for each in odds.outcomes] == [
        ("Missed.", Fraction(5, 12), 0.0, pytest.approx(5 / 6)),
        ("Hit.", Fraction(1, 3), pytest.approx(1 / 6), 0.5),
        ("Ambushed.", Fraction(1, 4), 0.0, 0.5),
    ]
    assert odds.of == 12 and [each.ways for each in odds.outcomes] == [5, 4, 3]
    assert "the average of 2 guesses" in str(odds)


def a_fight_beside_a_lurker():
    """Red's Anna (factor 2) is to fight Ben (factor 1), who is Blue's here, as is Cora, who lurks somewhere.

    Friends on the table add 1 each to a score.
    """
    register(AMBUSH)
    battle = sandtable.new("ambush", seed=1, options={"brave": "yes"})
    record = battle.array
    ben, cora = record[0].figures[1], record[0].figures[2]
    ben.side, ben.x, ben.y = 1, 3.0, 2.0
    cora.x, cora.y = 9.0, 6.0
    record[0].lurks[2] = 1
    record[0].phase, record[0].side, record[0].sealed = Phase.FIGHTING.value, 0, (1, 1)
    battle.engine.stand(record[0])
    return battle


def chances(odds):
    """How often Anna is hurt, nobody, and Ben."""
    hurt = {who: Fraction(0) for who in ("A", None, "B")}
    for outcome in odds.outcomes:
        hurt[next((each.actor for each in outcome.findings if each.code == "WOUNDED"), None)] += outcome.probability
    return tuple(hurt.values())


def test_blanks_are_not_taken_as_true():
    """Wherever Cora is she is Ben's friend: die + 2 against die + 1 + 1, so 15, 6 and 15 of 36.

    By the blanks she is nowhere: die + 2 against die + 1 would give 10, 5 and 21.
    """
    battle = a_fight_beside_a_lurker()
    seen = battle.as_seen(["red"])
    fight = seen.action("fight A B")
    assert chances(battle.odds(fight)) == (Fraction(15, 36), Fraction(6, 36), Fraction(15, 36))
    assert chances(seen.odds(fight)) == (Fraction(10, 36), Fraction(5, 36), Fraction(21, 36)), "so it was said before"
    guessed = guessed_odds(seen, fight, ["red"])
    assert chances(guessed) == (Fraction(15, 36), Fraction(6, 36), Fraction(15, 36))
    assert (guessed.exact, guessed.guesses) == (True, 8), "the same in every guess"
    assert [line.amount for line in guessed.tallies[1].lines] == [1, 1], "Ben's factor, and his friend"


def test_what_looks_the_same_gets_the_same_odds():
    one, other = a_fight_beside_a_lurker(), a_fight_beside_a_lurker()
    moved = other.array
    moved[0].figures[2].x = 11.0
    other.engine.stand(moved[0])
    fight = one.action("fight A B")
    assert guessed_odds(one.as_seen(["red"]), fight, ["red"]) == guessed_odds(other.as_seen(["red"]), fight, ["red"])


def test_all_guesses_together_look_at_no_more_ways_than_one_look_would(monkeypatch):
    """Else the end of a phase in which thirty men shoot takes a minute and a half instead of eleven seconds."""
    battle, most, samples = a_fight_beside_a_lurker(), [], []

    def noted(record, action, words, max_leaves, sampled):
        most.append(max_leaves)
        samples.append(sampled)
        return odds_of(record, action, words, max_leaves, sampled)

    monkeypatch.setattr("sandtable.table.hidden_odds.odds_of", noted)
    guessed_odds(battle.as_seen(["red"]), battle.action("fight A B"), ["red"])
    assert sum(most) <= MAX_LEAVES and sum(samples) <= SAMPLES
