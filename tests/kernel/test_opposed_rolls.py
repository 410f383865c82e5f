"""Contests: thrown again in play, drawn in the tree of dice; odds against fractions by hand and against icepool."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

import icepool
import numpy as np
import pytest

from sandtable.compiler.decorators import COMPILED
from sandtable.kernel.dice import (
    DICE,
    MAX_THROWN,
    forget,
    new_dice,
    scripted_dice,
    throw_die,
)
from sandtable.kernel.dice_tree import leaf_weight, next_leaf, start_walk
from sandtable.kernel.log import Kind, new_log
from sandtable.kernel.opposed_rolls import CONTESTANT, MAX_DRAWN, Again, Hand, contest, enter
from sandtable.kernel.records import NONE

FIRST, SAVE = 0, 1  # purposes
D6 = icepool.d6


def those(*bonuses: int, hands: Sequence[Hand] = ()) -> Any:
    """Contestants with these bonuses, each a side of its own."""
    contestants = np.zeros(len(bonuses), CONTESTANT)
    for side, bonus in enumerate(bonuses):
        enter(contestants[side], side, NONE, bonus)
    for side, hand in enumerate(hands):
        contestants[side].hand = hand.value
    return contestants


def order(contestants: Any) -> tuple[int, ...]:
    """The contestants by place."""
    return tuple(int(i) for i in np.argsort(contestants["place"]))


def throw(contestants: Any, dice: Any, again: Again = Again.ALL, log: Any = None) -> tuple[int, ...]:
    """One contest; its order."""
    log = new_log(keep=False) if log is None else log
    first = contest(contestants, len(contestants), again.value, dice, log, FIRST)
    assert first == order(contestants)[0]
    return order(contestants)


def exact(run: Callable[[Any], Any], most: int = 5000) -> dict[Any, Fraction]:
    """Walk the whole tree of what ``run(dice)`` throws: each result with its chance."""
    dice = np.zeros(1, DICE)[0]
    start_walk(dice)
    found: dict[Any, Fraction] = {}
    for _ in range(most):
        result = run(dice)
        assert dice.lost == 0 and dice.missing == 0
        weight = Fraction(1)
        for entry in dice["thrown"][: dice["n_thrown"]]:
            weight *= Fraction(int(entry["ways"]), int(entry["of"]))
        assert float(weight) == pytest.approx(leaf_weight(dice, 0), abs=1e-12)
        found[result] = found.get(result, Fraction(0)) + weight
        if not next_leaf(dice, 0):
            assert sum(found.values()) == 1
            return found
    raise AssertionError("the tree has no end")


def drawn(contestants: Any, again: Again = Again.ALL) -> dict[tuple[int, ...], Fraction]:
    """The exact chances of every order."""
    return exact(lambda dice: throw(contestants, dice, again))


# By hand


def test_two_throw_until_one_is_higher() -> None:
    # Each is higher in 15 of 36; 6 are ties and are thrown again.
    assert drawn(those(0, 0)) == {(0, 1): Fraction(1, 2), (1, 0): Fraction(1, 2)}


@pytest.mark.parametrize(
    ("bonuses", "first"),
    [
        ((1, 0), Fraction(21, 31)),  # a + 1 > b in 21, equal in 5: an Elite against a Regular
        ((0, 1), Fraction(10, 31)),
        ((2, 0), Fraction(13, 16)),  # a + 2 > b in 26, equal in 4: a Commander against a Regular
        ((0, -1), Fraction(21, 31)),
        ((5, 0), Fraction(1)),  # 35 higher, one tie, which is thrown again
    ],
)
def test_a_bonus_changes_the_chances_and_ties_count_for_nobody(bonuses: tuple[int, int], first: Fraction) -> None:
    assert drawn(those(*bonuses)).get((0, 1), Fraction(0)) == first


def test_two_and_three_against_one() -> None:
    # Inter Arma: the lower die and half the higher one against one die: 138 ways to 62 of 216, 16 ties: 69/100.
    two = drawn(those(0, 0, hands=[Hand.LOWER_AND_HALF_THE_HIGHER, Hand.ONE]))
    assert two[0, 1] == Fraction(69, 100)
    # The sum of two dice against one: 181 to 20, 15 ties: 181/201.
    assert drawn(those(0, 0, hands=[Hand.TWO, Hand.ONE]))[0, 1] == Fraction(181, 201)


@pytest.mark.parametrize("again", Again)
def test_three_without_bonuses_have_the_same_chance_of_every_order(again: Again) -> None:
    assert drawn(those(0, 0, 0), again) == {each: Fraction(1, 6) for each in permutations(range(3))}


SAVED = {"Elite shield": 4, "Regular Armored": 4, "Regular shield": 3, "Elite Armored": 5, "Commander shield": 5}
BONUS = {"Elite": 1, "Regular": 0, "Commander": 2}


@pytest.mark.parametrize(
    ("one", "other", "one_out", "other_out"),
    [
        ("Elite shield", "Regular Armored", Fraction(8, 31), Fraction(83, 279)),
        ("Regular shield", "Elite Armored", Fraction(44, 93), Fraction(41, 372)),
        ("Commander shield", "Regular Armored", Fraction(35, 288), Fraction(31, 96)),
    ],
)
def test_a_clash_of_inter_arma_is_exact_and_finite(
    one: str, other: str, one_out: Fraction, other_out: Fraction
) -> None:
    """Initiative, ties again; the first strikes, the other saves (N faces in six) and if saved strikes back."""
    pair = those(BONUS[one.split()[0]], BONUS[other.split()[0]])

    def clash(dice: Any) -> int:
        log = new_log(keep=False)
        first = contest(pair, 2, Again.ALL.value, dice, log, FIRST)
        for struck in (1 - first, first):
            if throw_die(dice, log, SAVE, struck, NONE, 6) > SAVED[(one, other)[struck]]:
                return int(struck)
        return NONE

    odds = exact(clash, most=72)  # two results of the contest, and two dice
    assert (odds[0], odds[1]) == (one_out, other_out)


# Against icepool


def ranks(totals: Sequence[int]) -> tuple[int, ...]:
    """Who is first, second ..., of different totals."""
    return tuple(sorted(range(len(totals)), key=lambda i: -totals[i]))


def chances(die: icepool.Die[Any]) -> dict[tuple[int, ...], Fraction]:
    """What a die can show, with the chance of each."""
    return {tuple(face): Fraction(ways, die.denominator()) for face, ways in die.items()}


def all_again(bonuses: Sequence[int]) -> dict[tuple[int, ...], Fraction]:
    """What icepool says: thrown again as long as two are equal."""
    die = icepool.tupleize(*(D6 + bonus for bonus in bonuses))
    apart = die.reroll(lambda totals: len(set(totals)) < len(totals), star=False, depth="inf")
    return chances(apart.map(ranks, star=False))


def tied_again(bonuses: dict[int, int]) -> dict[tuple[int, ...], Fraction]:
    """The first throw by icepool; those who tie throw again among themselves, over and over."""
    if len(bonuses) == 1:
        return {tuple(bonuses): Fraction(1)}
    who = tuple(bonuses)
    die = icepool.tupleize(*(D6 + bonuses[i] for i in who))
    die = die.reroll(lambda totals: len(set(totals)) == 1, star=False, depth="inf")
    found: dict[tuple[int, ...], Fraction] = {}
    for totals, chance in chances(die).items():
        orders = {(): chance}
        for total in sorted(set(totals), reverse=True):
            group = {i: bonuses[i] for i, each in zip(who, totals, strict=True) if each == total}
            orders = {
                (*before, *after): p * q for before, p in orders.items() for after, q in tied_again(group).items()
            }
        for each, p in orders.items():
            found[each] = found.get(each, Fraction(0)) + p
    return found


FOUR = [(1, 0, 0, 0)] if COMPILED else []  # a quarter of a minute when interpreted


@pytest.mark.parametrize("bonuses", [(0, 0), (3, 0), (0, 0, 0), (1, 0, 0), (2, 1, 0), (0, 4, -1), *FOUR])
def test_the_chances_are_those_that_icepool_finds(bonuses: tuple[int, ...]) -> None:
    assert drawn(those(*bonuses), Again.ALL) == all_again(bonuses)
    assert drawn(those(*bonuses), Again.TIED) == tied_again(dict(enumerate(bonuses)))


def test_a_contest_in_which_nobody_can_be_equal_makes_no_branches() -> None:
    assert drawn(those(6, 0)) == {(0, 1): Fraction(1)}


# At the table


def said(*values: int) -> Any:
    """Dice that fall so, whoever throws them."""
    return scripted_dice([(FIRST, NONE, NONE, value) for value in values])


def test_only_those_who_are_equal_throw_again() -> None:
    # Inter Arma's own example: A 4, B 4, C 2; A and B throw again, 1 and 6: B, A, C.
    contestants, dice = those(0, 0, 0), said(4, 4, 2, 1, 6)
    assert throw(contestants, dice, Again.TIED) == (1, 0, 2)
    assert dice.n_thrown == 5 and dice.missing == 0
    # C 5, A and B 3: they stay behind C, whatever they throw.
    assert throw(contestants, said(3, 3, 5, 6, 2), Again.TIED) == (2, 0, 1)
    # A 6, the others 2; B 4, C 4, again: B 1, C 2.
    assert throw(contestants, said(6, 2, 2, 4, 4, 1, 2), Again.TIED) == (0, 2, 1)


def test_or_all_throw_again() -> None:
    contestants, dice = those(0, 0, 0), said(4, 4, 2, 1, 6, 3)
    assert throw(contestants, dice, Again.ALL) == (1, 2, 0)
    assert dice.n_thrown == 6


def test_totals_have_their_bonus_and_halves() -> None:
    contestants = those(1, 0, hands=[Hand.LOWER_AND_HALF_THE_HIGHER, Hand.ONE])
    # Inter Arma: 5 and 4 come to 4 + 2.5 = 6.5, and 1 for an Elite: 7.5 against 6.
    assert throw(contestants, said(5, 4, 6)) == (0, 1)
    assert contestants["total"].tolist() == [7.5, 6.0]


def test_a_script_that_ends_too_early_is_missed_and_the_contest_comes_to_an_end() -> None:
    dice = said(4)
    assert throw(those(0, 0), dice) == (0, 1)  # 4, and a missing die that shows 1
    assert dice.missing == 1
    dice = said(1, 1)
    assert throw(those(0, 0), dice) == (0, 1) and dice.missing == 1


@pytest.mark.parametrize(("again", "bonuses"), [(Again.ALL, (1, 0, 0)), (Again.TIED, (2, 1, 0))])
def test_play_comes_to_the_same_chances_as_the_tree(again: Again, bonuses: tuple[int, ...]) -> None:
    contestants, dice, n = those(*bonuses), new_dice("contests"), 3000 if COMPILED else 800
    count: Counter[tuple[int, ...]] = Counter()
    for _ in range(n):
        count[throw(contestants, dice, again)] += 1
        assert dice.lost == 0
        forget(dice)
    for each, chance in drawn(contestants, again).items():
        share = float(chance)
        assert abs(count[each] / n - share) < 4 * (share * (1 - share) / n) ** 0.5


def test_a_leaf_of_the_tree_shows_dice_that_fit_its_result() -> None:
    contestants = those(0, 2, 0, hands=[Hand.TWO, Hand.ONE, Hand.LOWER_AND_HALF_THE_HIGHER])
    dice, orders = np.zeros(1, DICE)[0], set()
    start_walk(dice)
    while True:
        log = new_log()
        found = throw(contestants, dice, Again.ALL, log)
        orders.add(found)
        entries = log["entries"][: log["n"]]
        assert (entries["kind"] == Kind.DIE).all() and entries["side"].tolist() == [0, 0, 1, 2, 2]
        one, two, three, four, five = entries["amount"].tolist()
        totals = [one + two, three + 2, min(four, five) + max(four, five) / 2]
        assert contestants["total"].tolist() == totals and ranks(totals) == found
        if not next_leaf(dice, 0):
            break
    assert orders == set(permutations(range(3)))


def test_more_contestants_than_are_drawn_make_a_tree_that_is_only_sampled() -> None:
    dice = np.zeros(1, DICE)[0]
    start_walk(dice)
    contestants = those(*[0] * (MAX_DRAWN + 1))
    for _ in range(3):
        assert throw(contestants, dice, Again.TIED) == tuple(range(MAX_DRAWN + 1))
        assert leaf_weight(dice, 0) < 1e-9 and next_leaf(dice, 0)
    assert sorted(throw(contestants, new_dice(1), Again.TIED)) == list(range(MAX_DRAWN + 1))


# Loops that have no end


def tie_loop(dice: Any) -> int:
    """What a rule must not do: throw again by itself."""
    log = new_log(keep=False)
    while True:
        one, other = (throw_die(dice, log, FIRST, side, NONE, 6) for side in (0, 1))
        if one != other:
            return int(one > other)


def test_a_rule_that_throws_again_by_itself_is_found_out_in_the_tree_and_does_not_hang() -> None:
    dice = np.zeros(1, DICE)[0]
    start_walk(dice)
    tie_loop(dice)
    assert dice.lost > 0 and dice.n_thrown == MAX_THROWN


@pytest.mark.skipif(COMPILED, reason="compiled rules never raise")
def test_a_rule_whose_dice_can_never_end_its_loop_is_an_error_when_interpreted() -> None:
    dice = new_dice(1)
    log = new_log(keep=False)
    with pytest.raises(RuntimeError, match="throws dice without end"):
        while throw_die(dice, log, FIRST, 0, NONE, 6) != 7:
            pass
