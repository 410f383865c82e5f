"""Odds that a seat is told where something is hidden from it: guesses, and said to be."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import yaml

from sandtable.compiler.decorators import kernel
from sandtable.games import get_game
from sandtable.games.game import Fares
from sandtable.games.language import translated
from sandtable.kernel.dice import choose
from sandtable.server.messages.protocol import AskOdds
from sandtable.server.views.seat_state import BattleState
from sandtable.table.cases import answer
from sandtable.translation import speaking
from table.ambush_game import Where
from table.test_hidden_odds import a_fight_beside_a_lurker


def asked(state, *sides):
    """What a link with these sides is told of Anna's fight with Ben."""
    return state.view(sides).odds(AskOdds(type="odds", n=1, action="fight A B"), 0)


def test_odds_where_something_is_hidden_are_a_guess_and_say_so():
    """Friends count, and Ben's friend lurks: even chances but for 6 ties, of 36. By the blanks it was 21 to 10."""
    battle = a_fight_beside_a_lurker()
    battle.engine.game = replace(battle.game, suffers=frozenset({"WOUNDED"}))
    odds = asked(BattleState(battle, [], 0), "red")
    assert (odds.guesses, odds.exact) == (8, True)
    assert odds.share is not None and not odds.share.guess, "wherever she is"
    assert {round(odds.share.better, 1), round(odds.share.worse, 1)} == {41.7} and odds.share.even == 16.7
    assert odds.share.words == ("win", "even", "lose", "")  # the last where one of each may fall


def test_a_verb_may_have_words_of_its_own_for_what_comes_of_it():
    """A shot is neither won nor lost. The chances are those of the fight: 15 of 36 each way, and 6 ties."""
    battle = a_fight_beside_a_lurker()
    own = Fares("harm", "no harm", "harm to us")
    battle.engine.game = replace(battle.game, suffers=frozenset({"WOUNDED"}), fares_of={"FIGHT": own})
    share = asked(BattleState(battle, [], 0), "red").share
    assert share.words == ("harm", "no harm", "harm to us", "")
    assert (round(share.better, 1), share.even) == (41.7, 16.7)
    battle.engine.game = replace(battle.game, fares_of={"SHOOT": own})
    assert asked(BattleState(battle, [], 0), "red").share.words == ("win", "even", "lose", "")


def test_a_shot_of_inter_arma_harms_or_does_not():
    game = get_game("inter-arma")
    assert game.fares_of["SHOOT"][:2] == ("harm", "no harm")
    with speaking("ru"):
        assert [translated(game.folder, words) for words in game.fares_of["SHOOT"] if words] == [
            "урон", "без урона", "урон нам", "урон обоим",
        ]  # fmt: skip


SHOT = """
game: dba
side: red
phase: shooting
figures:
- {id: L, is: 4Lb, side: red, at: [2000, 1000], facing: N}
- {id: T, is: 4Bd, side: blue, at: [2000, 1200], facing: S}
"""
WOUNDED = """
game: inter-arma
phase: wounded
table: {width: 120, height: 90}
initiative: [red, blue]
sides:
- {key: red, edge: south, figures: [{id: A, at: [40, 40], facing: N}]}
- key: blue
  edge: north
  figures: [{id: B, at: [42, 40], facing: N, wounded: true}, {id: Z, at: [110, 85], facing: S}]
"""


@pytest.mark.parametrize(
    ("position", "action", "better", "english", "russian"),
    [
        # Longbows 2 against Blades 5: they give way on 5-1, 6-1 and 6-2 of 36 throws.
        (SHOT, "shoot L at T", 8.3, ("they give way", "they stand"), ("враг подаётся", "враг устоял")),
        # 1 and 2 kill, 3 leaves, 4 and more capture (WOUND-3).
        (
            WOUNDED,
            "dispatch A at B",
            83.3,
            ("killed or captured", "left behind"),
            ("добит или взят", "оставлен лежать"),
        ),
    ],
)
def test_odds_of_shots_and_of_the_wounded_have_words_of_their_own(position, action, better, english, russian):
    state = BattleState(answer(yaml.safe_load(position), "case").battle, [], 0)
    for language, words in (("en", english), ("ru", russian)):
        with speaking(language):
            share = state.view(("red",)).odds(AskOdds(type="odds", n=1, action=action), 0).share
            assert share is not None and (share.words[:2], share.better) == (words, better)


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
    assert (odds.guesses, odds.exact) == (8, False) and odds.share.guess
    assert 10 / 36 < odds.share.worse / 100 < 15 / 36, "between what it is without her and with her"
    assert all(outcome.fraction.startswith("0.") for outcome in odds.outcomes), "no exact fraction of a guess"
    worst = [outcome for outcome in odds.outcomes if outcome.text == "Anna (A) loses 1 life to Ben (B)."]
    assert worst[0].low < worst[0].percent < worst[0].high
