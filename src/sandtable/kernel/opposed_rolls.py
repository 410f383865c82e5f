"""CONTESTS: "each throws, the highest is first, ties throw again" among two or more, with bonuses.

Real play throws and throws again. In a tree of dice throwing again would have no end; there the results that are no
tie are drawn, each with its right weight, as if they were the faces of one die: odds stay exact and finite.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from sandtable.compiler.decorators import kernel
from sandtable.kernel.bitsets import count_of, lowest
from sandtable.kernel.dice import Source, draw, throw_die, too_many_results
from sandtable.kernel.log import die
from sandtable.kernel.records import NONE, record

MAX_DRAWN = 8
"""Contestants whose results are drawn in a tree of dice; a contest of more makes the tree too large to be walked."""


class Hand(IntEnum):
    """What one contestant throws."""

    ONE = 0  # one die
    TWO = 1  # two dice, added up
    LOWER_AND_HALF_THE_HIGHER = 2  # two dice: the lower one and half the higher one
    HIGHER_AND_HALF_THE_LOWER = 3


class Again(IntEnum):
    """Who throws again when some are equal."""

    ALL = 0
    TIED = 1  # only those who are equal, among whom nothing else changes


CONTESTANT = record(
    ("side", "i4"),  # whose dice they are, as ``throw_die`` takes it
    ("figure", "i4"),
    ("hand", "i4"),  # a Hand
    ("sides", "i4"),  # of each die
    ("bonus", "i4"),
    ("total", "f8"),  # of the last throw, bonus included; in a tree of dice one that fits the place, for the log alone
    ("place", "i4"),  # 0: first, with the highest total
)


@kernel
def enter(contestant, side, figure, bonus):
    """Make a contestant who throws one six-sided die."""
    contestant.side = side
    contestant.figure = figure
    contestant.hand = Hand.ONE
    contestant.sides = 6
    contestant.bonus = bonus
    contestant.total = 0.0
    contestant.place = 0


@kernel
def contest(contestants, n, again, dice, log, purpose):
    """Have the first ``n`` contestants throw until no two are equal; fills in their places and totals.

    Returns which of them is first. Rules may ask who is before whom, not by how much. A script that ends before the
    contest does leaves equal ones in the order in which they stand.
    """
    for i in range(n):
        contestants[i].place = 0
    while True:
        place = _first_tie(contestants, n)
        if place == NONE:
            break
        if dice.source == Source.TREE:
            if n <= MAX_DRAWN:
                _draw(contestants, n, place, again, dice, log, purpose)
            else:
                too_many_results(dice, purpose)
                _settle(contestants, n)
            continue
        _throw(contestants, n, place, dice, log, purpose)
        _put_in_order(contestants, n, place, again)
        if dice.missing != 0:
            _settle(contestants, n)
    first = 0
    for i in range(n):
        if contestants[i].place == 0:
            first = i
    return first


@kernel
def _first_tie(contestants, n):
    """The first place that several share, or NONE."""
    best = NONE
    for i in range(n):
        for k in range(i):
            if contestants[i].place == contestants[k].place:
                if best == NONE or contestants[i].place < best:
                    best = contestants[i].place
    return best


# Throwing


@kernel
def _total(contestant, one, other):
    """What these dice come to, bonus included."""
    total = float(one + contestant.bonus)
    if contestant.hand == Hand.TWO:
        total += other
    elif contestant.hand == Hand.LOWER_AND_HALF_THE_HIGHER:
        total = contestant.bonus + min(one, other) + 0.5 * max(one, other)
    elif contestant.hand == Hand.HIGHER_AND_HALF_THE_LOWER:
        total = contestant.bonus + max(one, other) + 0.5 * min(one, other)
    return total


@kernel
def _throw(contestants, n, place, dice, log, purpose):
    """All who share this place throw."""
    for i in range(n):
        one = contestants[i]
        if one.place == place:
            first = throw_die(dice, log, purpose, one.side, one.figure, one.sides)
            second = 0
            if one.hand != Hand.ONE:
                second = throw_die(dice, log, purpose, one.side, one.figure, one.sides)
            one.total = _total(one, first, second)


@kernel
def _put_in_order(contestants, n, place, again):
    """Give places by total to those who shared this one; with a tie, none where all throw again."""
    places = np.zeros(n, np.int64)
    tied = False
    for i in range(n):
        places[i] = contestants[i].place
        if places[i] == place:
            for k in range(n):
                if contestants[k].place == place and k != i:
                    places[i] += int(contestants[k].total > contestants[i].total)
                    tied = tied or contestants[k].total == contestants[i].total
    if tied and again == Again.ALL:
        return
    for i in range(n):
        contestants[i].place = places[i]


@kernel
def _settle(contestants, n):
    """Break every tie by the order in which they stand."""
    places = np.zeros(n, np.int64)
    for i in range(n):
        places[i] = contestants[i].place
        for k in range(i):
            places[i] += int(contestants[k].place == contestants[i].place)
    for i in range(n):
        contestants[i].place = places[i]


# Drawing


@kernel
def _least(contestants, n, place):
    """The least total that one who shares this place can come to."""
    least = 1e9
    for i in range(n):
        if contestants[i].place == place:
            least = min(least, _total(contestants[i], 1, 1))
    return least


@kernel
def _ways(contestants, n, place):
    """[contestant, t]: in how many ways each comes to ``t`` halves above the least; none if elsewhere placed."""
    least = _least(contestants, n, place)
    highest = least
    for i in range(n):
        if contestants[i].place == place:
            highest = max(highest, _total(contestants[i], contestants[i].sides, contestants[i].sides))
    ways = np.zeros((n, int(2.0 * (highest - least)) + 1))
    for i in range(n):
        one = contestants[i]
        if one.place == place:
            for first in range(1, one.sides + 1):
                for second in range(1, (1 if one.hand == Hand.ONE else one.sides) + 1):
                    ways[i, int(2.0 * (_total(one, first, second) - least))] += 1.0
    return ways


@kernel
def _all_lower(ways, again):
    """[set of contestants, t]: in how many ways the whole set comes to less than ``t``.

    Where all throw again when two are equal, in how many ways no two of the set are.
    """
    n, width = ways.shape
    lower = np.zeros((1 << n, width + 1))
    lower[0, :] = 1.0
    for members in range(1, 1 << n):
        for t in range(1, width + 1):
            if again == Again.ALL:  # the highest of them came to t - 1, or all to less
                lower[members, t] = lower[members, t - 1]
                for i in range(n):
                    if members >> i & 1 == 1:
                        lower[members, t] += ways[i, t - 1] * lower[members ^ (1 << i), t - 1]
            else:
                i = lowest(members)
                lower[members, t] = np.sum(ways[i, :t]) * lower[members ^ (1 << i), t]
    return lower


@kernel
def _next_reached(reached, ways, members):
    """[t]: in how many ways all of the set come to ``t``, below what those before them reached."""
    n, width = ways.shape
    found = np.zeros(width + 1)
    above = 0.0
    for t in range(width - 1, -1, -1):
        above += reached[t + 1]
        found[t] = above
        for i in range(n):
            if members >> i & 1 == 1:
                found[t] *= ways[i, t]
    return found


@kernel
def _draw(contestants, n, place, again, dice, log, purpose):
    """Draw who, of those who share this place, come first, who next, and so on; never that all are equal."""
    ways = _ways(contestants, n, place)
    width = ways.shape[1]
    lower = _all_lower(ways, again)
    everyone = 0
    for i in range(n):
        if contestants[i].place == place:
            everyone |= 1 << i
    groups = np.zeros(n, np.int64)
    n_groups = 0
    rest = everyone
    reached = np.zeros(width + 1)
    reached[width] = 1.0
    while rest != 0:
        sets = np.zeros(1 << n, np.int64)
        weights = np.zeros(1 << n)
        found = 0
        for members in range(1, 1 << n):
            if members & ~rest != 0 or members == everyone or (again == Again.ALL and members & (members - 1) != 0):
                continue
            here = _next_reached(reached, ways, members)
            weights[found] = 0.0
            for t in range(width):
                weights[found] += here[t] * lower[rest ^ members, t]
            if weights[found] > 0.0:
                sets[found] = members
                found += 1
        chosen = sets[draw(dice, purpose, weights, found)] if found > 1 else sets[0]
        reached = _next_reached(reached, ways, chosen)
        groups[n_groups] = chosen
        n_groups += 1
        rest ^= chosen
    _place_groups(contestants, place, groups, n_groups, ways)
    _show(contestants, n, everyone, log, purpose)


@kernel
def _place_groups(contestants, place, groups, n_groups, ways):
    """Give the groups their places, the first the highest, and the lowest totals that fit them."""
    n, width = ways.shape
    least = _least(contestants, n, place)
    t = 0
    for g in range(n_groups - 1, -1, -1):
        while t < width:
            fits = True
            for i in range(n):
                if groups[g] >> i & 1 == 1:
                    fits = fits and ways[i, t] > 0.0
            if fits:
                break
            t += 1
        for i in range(n):
            if groups[g] >> i & 1 == 1:
                contestants[i].total = least + 0.5 * t
        t += 1
    ahead = place
    for g in range(n_groups):
        for i in range(n):
            if groups[g] >> i & 1 == 1:
                contestants[i].place = ahead
        ahead += count_of(groups[g])


@kernel
def _show(contestants, n, members, log, purpose):
    """Write dice that come to the totals of a set of contestants into the log."""
    for i in range(n):
        if members >> i & 1 == 0:
            continue
        one = contestants[i]
        faces = one.sides
        for k in range(faces * (1 if one.hand == Hand.ONE else faces)):
            if _total(one, k % faces + 1, k // faces + 1) == one.total:
                die(log, purpose, one.side, one.figure, faces, k % faces + 1)
                if one.hand != Hand.ONE:
                    die(log, purpose, one.side, one.figure, faces, k // faces + 1)
                break
