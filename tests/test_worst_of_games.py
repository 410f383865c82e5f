"""The most that one action of each game can throw and tell: worked out from what a record holds, or played."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

import batalist.field as bat
import inter_arma.field as ia
import pursuit.street as purs
from sandtable.games import built_in, get_game
from sandtable.games.batalist.clauses import Purpose
from sandtable.games.batalist.enums import Role
from sandtable.games.batalist.record import SIDES
from sandtable.games.batalist.rules.aftermath import run_tests
from sandtable.games.inter_arma.record import MAX_FIGURES as MAX_MEN
from sandtable.games.inter_arma.record import Verb
from sandtable.games.pursuit.record import MAX_FIGURES as MAX_RIDERS
from sandtable.games.pursuit.rules.slides import begin_slide, slide
from sandtable.kernel.dice import MAX_SCRIPT, MAX_THROWN, new_dice, scripted_dice
from sandtable.kernel.log import CAPACITY, new_log
from sandtable.kernel.records import MAX_ACTORS, MAX_FIGURES, MAX_SIDES, NONE

NEVER = 1e-12
"""A contest that throws more dice than is reckoned with is rarer than this."""

Taken = tuple[int, int]
"""Dice and lines of the log."""


def dice_of_contest(n: int) -> int:
    """So many dice are enough for ``n`` who throw a die each, equal ones again, but with a chance of NEVER.

    The mean of z ** dice is finite for a z a little above 1, and more than ``a`` dice are at most so likely as this
    mean divided by z ** a. Of k equal ones the next throw leaves groups of equal ones, each with a contest of its own.
    """
    return min(math.ceil(_enough(n, 1.0 + 0.1 * step)) for step in range(1, 15))


def _enough(n: int, z: float) -> float:
    means = [1.0, 1.0]
    for k in range(2, n + 1):
        parts = [means[j] / math.factorial(j) if j < k else 0.0 for j in range(k + 1)]
        faces = [1.0] + [0.0] * k
        for _ in range(6):
            faces = [sum(faces[i] * parts[t - i] for i in range(t + 1)) for t in range(k + 1)]
        means.append(z**k * faces[k] * math.factorial(k) / 6**k / (1.0 - z**k * 6.0 ** (1 - k)))
    return math.log(means[n] / NEVER) / math.log(z)


def one_fight_an_action(key: str) -> Taken:
    """DBA, DBAix: the dice of a fight, of PIPs and of a river; a judge has a reason for each who is in the way of each.

    Before the first bound the sides throw for who begins.
    """
    fields = get_game(key).dtype.fields
    figures, features = fields["figures"][0].shape[0], fields["terrain"][0].fields["features"][0].shape[0]
    return dice_of_contest(MAX_SIDES) + figures, MAX_ACTORS * (figures + features)


def ruin_across_the_street(key: str) -> Taken:
    """Riders side by side in a ruin that slides 12 inches over them all, who fail each test once and throw again."""
    abreast = 24  # of bases an inch and a half wide on 36 inches
    riders = [purs.scout(20.0, 0.75 + 1.5 * i) for i in range(abreast)]
    street = [purs.ruin(1, 20.5, 0, 34, 36)]
    chase = purs.Chase(riders, city=street, phase="movement", seed=1, scout_reroll="yes")
    log = new_log()
    dice = scripted_dice([(purs.DANGER.value, NONE, NONE, 1 + 5 * (k % 2)) for k in range(700)], seed=1)
    begin_slide(chase.b, 0, log)
    while chase.b.motion.kind:
        slide(chase.b, dice, log)
    tests = sum(throw["purpose"] == purs.DANGER for throw in dice["thrown"][: dice.n_thrown])
    assert tests == abreast * 2 * 6  # for each 2 inches
    assert dice.n_thrown - tests <= 6 * dice_of_contest(abreast)
    return int(dice.n_thrown) + dice_of_contest(MAX_RIDERS), int(log.n)


def crawlers_before_as_many(key: str) -> Taken:
    """One half lies before the other, nobody is ever seen, and by house rule every observer throws for every one."""
    half = MAX_MEN // 2
    crawlers = [ia.man(50 + 2.5 * (i % 8), 5 + 2.5 * (i // 8), "N") for i in range(half)]
    watchers = [ia.man(50 + 2.5 * (i % 8), 38 + 2.5 * (i // 8), "S") for i in range(half)]
    field = ia.Field(crawlers, watchers, crawl_test_per="observer", more=[(i, "lying", 1) for i in range(half)])
    field.b.rules.spot_open = 0
    field.b.rules.sight_foot = 200
    dice, log = new_dice(1), new_log()
    get_game(key).verbs.apply(field.b, field.action(Verb.DONE), dice, log)
    assert dice.n_thrown == half * half
    # where nobody can do anything more in the turn: a sentry each, blows and saves, morale, leaders, directions, order
    return half * half + 9 * MAX_MEN + dice_of_contest(MAX_SIDES), int(log.n) + 20 * MAX_MEN


def leaders_die_in_the_thick_of_it(key: str) -> Taken:
    """All leaders of both armies are dead at once; every battalion stands between two enemies and falls back on one."""
    b, one = bat.field(), bat.field()
    gap = 0.1  # to one of the two: of several nearest ones a player would have to name one
    row_depth = float(one.figures[bat.add(one, "L6")].depth) + 0.5 * gap
    for place in range(len(b.figures)):
        column, row = divmod(place, int(b.height // row_depth))
        bat.add(b, "L6", row % SIDES, 3.0 + 9.0 * column, (row + 0.5) * row_depth - 0.5 * gap * (row % SIDES))
    b.n_characters = 6
    for c, who in enumerate(b.characters[: b.n_characters]):
        who.side, who.role, who.alive, who.battalion, who.own = c % SIDES, Role.HERO.value, 0, NONE, NONE
    two_failures = [6, 1, 1, 6]  # the opponent's die, then the owner's
    script = [(Purpose.MORALE.value, NONE, NONE, value) for value in two_failures * 150]
    dice, log = scripted_dice(script, seed=1), new_log()
    run_tests(b, dice, log)
    tests = sum(throw["purpose"] == Purpose.MORALE for throw in dice["thrown"][: dice.n_thrown]) // 4
    assert tests > len(b.figures) and dice.n_thrown > 8 * tests / 2  # and many a fight besides
    return int(dice.n_thrown), int(log.n)


def flood_over_a_crowd(key: str) -> Taken:
    """Played in tests/flash_flood/test_floods_at_random.py; here who is in the water is put in order."""
    return dice_of_contest(MAX_FIGURES), 0


WORST: dict[str, Callable[[str], Taken]] = {
    "dba": one_fight_an_action,
    "dbaix": one_fight_an_action,
    "pursuit": ruin_across_the_street,
    "inter-arma": crawlers_before_as_many,
    "batalist": leaders_die_in_the_thick_of_it,
    "flash-flood": flood_over_a_crowd,
}


@pytest.mark.parametrize("key", built_in())
def test_the_worst_action_of_a_game_finds_room(key: str) -> None:
    dice, lines = WORST[key](key)
    assert 0 < dice <= min(MAX_THROWN, MAX_SCRIPT) and lines + dice <= CAPACITY


def test_how_many_dice_are_enough_for_a_contest() -> None:
    """Two throw again once in six times: more than 32 dice are as rare as 6 ** 16, 2.8e12; more than 30 are not."""
    assert 6.0**-16 < NEVER < 6.0**-15
    assert 32 <= dice_of_contest(2) <= 40
    assert 2 * 8 < dice_of_contest(8) < dice_of_contest(MAX_FIGURES) < 6 * MAX_FIGURES
