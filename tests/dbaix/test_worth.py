"""What DBAix's generals think of an action at first sight: each feature by hand; looking changes nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dbaix.board import act, board, cacofonix, move, pirate, roman, villager
from dbaix.fights import give_token, lay_token, sing
from sandtable.games.common.worth import fill_weights
from sandtable.games.dbaix.clauses import FOLDER
from sandtable.games.dbaix.laying.tables import weight_defaults
from sandtable.games.dbaix.record import Award, Side, Song, Token, Verb
from sandtable.games.dbaix.thinking.worth import Feature, worth
from sandtable.kernel.records import new_actions
from sandtable.kernel.verbs import MAX_FEATURES

ROMANS, PIRATES = Side.ROMANS.value, Side.PIRATES.value


def look(b: Any, action: Any) -> dict[str, float]:
    """The features of one action that are not 0; looking changes nothing on the table."""
    for name, weight in weight_defaults().items():
        b.weights[name] = weight
    fill_weights(b, FOLDER)
    actions = new_actions(1)
    actions[0] = action
    features, worths = np.zeros((1, MAX_FEATURES)), np.zeros(1)
    before = b.tobytes()
    worth(b, actions, 1, features, worths)
    assert b.tobytes() == before
    return {feature.name.lower(): float(features[0, feature]) for feature in Feature if features[0, feature] != 0.0}


def test_an_enemy_one_stronger_need_not_be_feared_and_one_two_stronger_is():
    # Centres 11 inches apart, then 7; an inch of them are bases. Half as near at 15 inches: 15/21 - 15/25.
    nearer = 15 / 21 - 15 / 25
    easy = look(board(roman(10, 10), villager(10, 21)), move(board(roman(10, 10)), 0, ahead=4.0))
    assert easy["near"] == pytest.approx(nearer)
    assert "fear" not in easy
    strong = look(board(roman(10, 10), villager(10, 21, factor=4)), move(board(roman(10, 10)), 0, ahead=4.0))
    assert strong["fear"] == pytest.approx(nearer)
    assert "near" not in strong


def test_a_token_on_the_ground_draws_who_is_free_handed_by_its_points():
    b = board(pirate(10, 10, "N"), side=Side.PIRATES)
    lay_token(b, Token.CAULDRON.value, 10, 20)
    found = look(b, move(b, 0, ahead=4.0))
    points = float(b.rules.points[Award.CAULDRON_DELIVERED.value][PIRATES])
    assert points > 0
    assert found["fetch"] == pytest.approx(points * (15 / 21 - 15 / 25))  # 10 inches away, then 6


def test_who_guards_or_carries_something_is_hunted_for_it_even_where_they_would_only_be_beaten():
    # Both strengths 2. Of 36 throws the Pirate wins 15, 4 of them by twice (4 to 6 against 1, 6 against 2), and whoever
    # loses at all loses what it carries. 11 inches between centres, then 7; an inch of them are bases.
    b = board(pirate(10, 10, "N", factor=2), roman(10, 21, factor=2), side=Side.PIRATES)
    bare = look(b, move(b, 0, ahead=4.0))["hunt"]
    give_token(b, Token.CAULDRON.value, 1)
    w = b.weights[PIRATES]
    load = float(b.rules.points[Award.CAULDRON_DELIVERED.value][ROMANS])
    loot = float(w.loot * b.rules.points[Award.CAULDRON_DELIVERED.value][PIRATES])
    more = (load + loot) * (4 + 15 * w.win) / 36 + load * 15 / 36
    assert load > 0.0
    assert look(b, move(b, 0, ahead=4.0))["hunt"] - bare == pytest.approx(more * (15 / 21 - 15 / 25))


def test_who_carries_something_is_drawn_to_nothing_else_that_lies_about():
    b = board(pirate(10, 10, "N"), side=Side.PIRATES)
    lay_token(b, Token.CAULDRON.value, 10, 20)
    give_token(b, Token.PAY_CHEST.value, 0)
    assert "fetch" not in look(b, move(b, 0, ahead=4.0))


def test_legionaries_beside_one_another_are_a_line():
    b = board(roman(10, 10), roman(11, 10), villager(10, 30))
    assert look(b, move(b, 0, ahead=2.0))["line"] == -1.0
    assert "line" not in look(b, move(b, 0, 1, ahead=2.0))


def test_getting_out_of_hearing_counts_while_the_bard_sings():
    # The song is heard within 8 inches between bases: 9 between centres. From 8.5 to 12.5 is out of it.
    b = board(roman(10, 10, "S"), cacofonix(10, 18.5), side=Side.ROMANS)
    sing(b)
    assert look(b, move(b, 0, ahead=4.0))["song"] == -1.0
    assert "song" not in look(b, move(b, 0, ahead=0.25))


def test_the_nearest_goes_for_a_bard_who_may_yet_sing_and_nobody_else():
    # Two sixes are shown and one Gaulish bound is left: one chance in six of a song. It is 4/(4 + 8) at 8 inches
    # between centres and 4/(4 + 4) at 4: one sixth more. Who comes from 13 to 11 inches is not the nearest.
    b = board(roman(10, 10), roman(20, 10), cacofonix(10, 18), side=Side.ROMANS, sixes=2)
    b.rules.last_round = b.round + 1
    assert look(b, move(b, 0, ahead=4.0))["gag"] == pytest.approx(b.weights[ROMANS].song / 36)
    assert "gag" not in look(b, move(b, 1, ahead=4.0))
    sing(b)  # that drives off whoever comes
    assert "gag" not in look(b, move(b, 0, ahead=4.0))
    b.song = Song.GAGGED.value
    assert "gag" not in look(b, move(b, 0, ahead=4.0))


def test_pips_left_are_idle():
    assert look(board(roman(10, 10), villager(10, 21), pips=4), act(Verb.END)) == {"idle": 4.0}


def test_a_flank_contact_costs_two_pips_more_and_is_the_fight_it_becomes():
    # One legionary, 2 PIPs alone (PIP-2), onto the right side of a villager who faces east: 2 more (PIP-23).
    b = board(roman(10, 10), villager(10, 15, "E"))
    found = look(b, move(b, 0, ahead=4.0))
    assert found["flank"] == 1.0
    ordinary = look(board(roman(10, 10), villager(10, 15, "E")), move(b, 0, ahead=2.0))
    assert found["price"] == ordinary["price"] + 2.0
    assert "fight" in found
    assert "fight" not in ordinary


def test_an_enemy_within_one_move_is_a_peril_by_what_they_would_take():
    # A Gaul of 4 has at least twice the score of a legionary of 2 by 9 throws of 36: five against its 1, three against
    # its 2, one against its 3. It goes 4 inches: from 6 between centres it cannot come, from 4 it can.
    b = board(roman(10, 10), villager(10, 16, factor=4))
    found = look(b, move(b, 0, ahead=2.0))
    stake = 2 * float(b.weights[ROMANS].man) + 0.5 * float(b.rules.points[Award.ROMANS_TO_CAMP.value][Side.GAULS.value])
    assert found["peril"] == pytest.approx(9 / 36 * stake)
    assert "peril" not in look(b, move(b, 0, ahead=0.5))


def test_getting_behind_an_enemy_counts():
    b = board(roman(10, 10), villager(12, 12))
    assert look(b, move(b, 0, ahead=4.0))["behind"] == 1.0
