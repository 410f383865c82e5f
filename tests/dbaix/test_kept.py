"""Lists of legal actions that keep what has not changed are the same, in content and order, as lists made anew."""

from __future__ import annotations

import numpy as np
import pytest

from sandtable.games import get_game
from sandtable.generals.choosing import new_desk
from sandtable.kernel.compiling import COMPILED, kernel
from sandtable.kernel.copying import is_same_record
from sandtable.kernel.dice import choose, forget, new_dice
from sandtable.kernel.log import LOG
from sandtable.kernel.records import ACTION, NOBODY, new_actions, record
from sandtable.kernel.verbs import MAX_LEGAL, apply, current_side, legal_actions, list_again
from sandtable.table.scenarios import lay_table

DECISIONS = 6_000 if COMPILED else 12

TABLES = [
    ("village", {}),
    ("feast", {}),
    ("escort", {}),
    ("village", {"break_off": "yes", "threat_zone": "dba", "group_distance": "nearest"}),
    ("feast", {"song_moves_free": "yes", "song_restart": "yes"}),
]


@kernel
def are_same(one, other):
    """Two actions say the same; waypoints that are not used do not matter."""
    if one.verb != other.verb or one.n_actors != other.n_actors or one.path != other.path or one.n_via != other.n_via:
        return False
    if one.x != other.x or one.y != other.y or one.fx != other.fx or one.fy != other.fy:
        return False
    if one.target != other.target or one.item != other.item or one.amount != other.amount:
        return False
    for k in range(one.n_actors):
        if one.actors[k] != other.actors[k]:
            return False
    for k in range(one.n_via):  # noqa: SIM110
        if one.via[k, 0] != other.via[k, 0] or one.via[k, 1] != other.via[k, 1]:
            return False
    return True


@kernel
def first_difference(b, dice, planner, desk, kept, again, decisions):
    """Random play; returns the first decision at which the kept list is not the one made anew, or -1."""
    for decision in range(decisions):
        if current_side(b) == NOBODY:
            return -1
        n = legal_actions(b, desk.actions)
        if list_again(b, again, kept) != n:
            return decision
        for k in range(n):
            if not are_same(desk.actions[k], again[k]):
                return decision
        apply(b, desk.actions[choose(planner, n)], dice, desk.log[0])
        forget(dice)
    return -1


@pytest.fixture(scope="module")
def kept():
    """One room for all battles of this file: whatever it holds of one must not show in another."""
    return get_game("dbaix").verbs.new_kept()


def begun(scenario, options, seed):
    """A battle at its first decision, and its dice."""
    laid = lay_table("dbaix", scenario, options).record.copy()
    dice = new_dice(seed)
    get_game("dbaix").verbs.setup(laid[0], dice, np.zeros(1, LOG)[0])
    return laid, dice


@pytest.mark.parametrize(("scenario", "options"), TABLES)
def test_kept_lists_are_those_made_anew(scenario, options, kept):
    desk = new_desk(get_game("dbaix"))
    again = new_actions(MAX_LEGAL)
    left, battle = DECISIONS, 0
    while left > 0:
        b, dice = begun(scenario, options, f"kept {battle}")
        different = first_difference(b[0], dice, new_dice(f"way {battle}"), desk, kept, again, min(left, 400))
        assert different == -1, f"the lists differ at decision {different} of battle {battle}"
        left -= 400
        battle += 1


def test_two_battles_may_share_what_is_kept_turn_by_turn(kept):
    """Another battle, another table, or an earlier state of the same one: the list is always that of the battle."""
    desk = new_desk(get_game("dbaix"))
    again = new_actions(MAX_LEGAL)
    battles = [begun("village", {}, "one"), begun("village", {}, "two"), begun("feast", {}, "three")]
    planner = new_dice("turns")
    for turn in range(90 if COMPILED else 6):
        b, dice = battles[turn % 3]
        earlier = b.copy()
        assert first_difference(b[0], dice, planner, desk, kept, again, 1) == -1
        assert first_difference(earlier[0], dice, planner, desk, kept, again, 1) == -1


def lists_alike(b, kept):
    """How many actions the kept list has, after checking that the list made anew is the same."""
    verbs = get_game("dbaix").verbs
    anew, again = new_actions(MAX_LEGAL), new_actions(MAX_LEGAL)
    n = int(verbs.legal_actions(b[0], anew))
    assert int(verbs.list_again(b[0], again, kept)) == n
    assert all(are_same(anew[k], again[k]) for k in range(n))
    return n


def test_what_holds_for_the_whole_table_is_looked_at_every_time(kept):
    """More or fewer PIPs, a house rule, a length of the rules, a wood gone from the table: the list follows at once."""
    b, _ = begun("village", {}, "whole")
    while int(b[0].pips) < 2:  # the first bound is the Romans'; give them enough for every single move
        b[0].pips = 6
    before = lists_alike(b, kept)
    b[0].pips = 1
    assert lists_alike(b, kept) < before
    b[0].pips = 6
    assert lists_alike(b, kept) == before
    b[0].rules.move = 2.0
    lists_alike(b, kept)
    b[0].options.threat_zone = 1
    lists_alike(b, kept)
    b[0].terrain.n_features = 0
    lists_alike(b, kept)


def test_records_are_compared_byte_for_byte():
    pair = np.zeros(2, record(("x", "f8"), ("parts", ACTION, (2,)), ("n", "i4")))
    assert same(pair[0], pair[1])
    pair[1].parts[1].n_via = 1
    assert not same(pair[0], pair[1]) and same(pair[0].parts[0], pair[1].parts[0])


@kernel
def same(one, other):
    """``is_same_record`` within a kernel."""
    return is_same_record(one, other)
