"""Exact odds of single combat for every pair of classes, and of the first blow of many, by hand as fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from inter_arma.field import (
    BACK,
    CROWD,
    FAR,
    Field,
    armored,
    man,
    silent,
)
from sandtable.games.inter_arma.rules.melee import (
    many_win,
    single_combat,
)
from sandtable.kernel.dice import new_dice
from sandtable.kernel.dice_tree import next_leaf, start_walk

F = Fraction
OUT = {"infantry": 3, "shield": 3, "armored": 2}


def out(row: str, bonus: int) -> Fraction:
    """The chance that a save with a bonus fails, counted over the die."""
    return F(sum(die + bonus <= OUT[row] for die in range(1, 7)), 6)


def first_blow(own: int, other: int) -> Fraction:
    """The chance of the first blow, ties thrown again."""
    won = sum(a + own > b + other for a, b in product(range(1, 7), repeat=2))
    lost = sum(a + own < b + other for a, b in product(range(1, 7), repeat=2))
    return F(won, won + lost)


CLASSES = {"conscript": (-1, 0), "regular": (0, 0), "elite": (1, 1), "commander": (2, 2)}
STATED = {
    ("regular", "shield", "regular", "armored"): (F(1, 2), F(5, 12), F(1, 4)),
    ("regular", "infantry", "regular", "infantry"): (F(1, 2), F(3, 8), F(3, 8)),
    ("elite", "shield", "regular", "armored"): (F(21, 31), F(8, 31), F(83, 279)),
    ("regular", "shield", "elite", "armored"): (F(10, 31), F(44, 93), F(41, 372)),
    ("commander", "shield", "regular", "armored"): (F(13, 16), F(35, 288), F(31, 96)),
}


def by_hand(one: str, row: str, other: str, row2: str) -> tuple[Fraction, Fraction, Fraction]:
    """First blow, first out, second out."""
    (q1, s1), (q2, s2) = CLASSES[one], CLASSES[other]
    first, o1, o2 = first_blow(q1, q2), out(row, s1), out(row2, s2)
    return first, first * (1 - o2) * o1 + (1 - first) * o1, first * o2 + (1 - first) * (1 - o1) * o2


def figure_of(klass: str, row: str, x: float) -> dict:  # type: ignore[type-arg]
    if row == "armored":
        return armored(x, 40, klass=klass)
    return man(x, 40, "N", *(["shield"] if row == "shield" else []), klass=klass)


def by_the_rules(b: object, run: object) -> dict:  # type: ignore[type-arg]
    """Chances of the states of all figures after ``run(b, dice, log)``, over the dice tree of the real rules."""
    dice, log = new_dice(0), silent()
    start_walk(dice)
    found: dict[tuple[int, ...], Fraction] = {}
    while True:
        copy = b.copy()  # type: ignore[attr-defined]
        run(copy, dice, log)  # type: ignore[operator]
        weight = F(1)
        for throw in dice.thrown[: dice.n_thrown]:
            weight *= F(int(throw.ways), int(throw.of))
        states = tuple(int(f.state) for f in copy.figures[: copy.n_figures])
        found[states] = found.get(states, F(0)) + weight
        if not next_leaf(dice, 0):
            assert sum(found.values()) == 1
            return found


def is_out(found: dict, i: int) -> Fraction:  # type: ignore[type-arg]
    """The chance that figure ``i`` is put out."""
    return sum((chance for states, chance in found.items() if states[i] != 0), F(0))


PAIRS = [(k1, r1, k2, r2) for k1, k2 in product(CLASSES, repeat=2) for r1, r2 in product(OUT, repeat=2)]


@pytest.mark.clause(
    "IA-MELEE-1",
    "IA-MELEE-2",
    "IA-MELEE-3",
    "IA-MELEE-4",
    "IA-MELEE-6",
    "IA-MELEE-7",
    "IA-MELEE-8",
    "IA-MELEE-9",
    "IA-MELEE-11",
)
@pytest.mark.parametrize("classes", list(product(CLASSES, repeat=2)))
def test_single_combat_for_every_pair_of_classes_as_exact_fractions(classes: tuple) -> None:  # type: ignore[type-arg]
    for one, row, other, row2 in PAIRS:
        if (one, other) != classes:
            continue
        b = Field([figure_of(one, row, 40), *BACK], [figure_of(other, row2, 42), *CROWD]).b
        found = by_the_rules(b, lambda copy, dice, log: single_combat(copy, 0, 9, dice, log))
        _, first_out, second_out = by_hand(one, row, other, row2)
        assert (is_out(found, 0), is_out(found, 9)) == (first_out, second_out)


@pytest.mark.clause("IA-MELEE-14", "IA-MELEE-22", "IA-MELEE-9")
@pytest.mark.parametrize(("many", "chance"), [(2, F(69, 100)), (3, F(181, 201))])
def test_the_first_blow_of_many(many: int, chance: Fraction) -> None:
    own = [man(38, 40), man(40, 38), man(40, 42)][:many]
    b = Field(own, [man(40, 40), FAR]).b

    def run(copy: object, dice: object, log: object) -> None:
        copy.figures[0].state = 0 if many_win(copy, (1 << many) - 1, many, dice, log) else 2  # type: ignore[attr-defined]

    assert 1 - is_out(by_the_rules(b, run), 0) == chance


@pytest.mark.clause("IA-MELEE-1", "IA-MELEE-9", "IA-MELEE-10", "IA-MELEE-11", "IA-MELEE-6", "IA-MELEE-7", "IA-SAVE-10")
@pytest.mark.parametrize("pair", list(STATED))
def test_the_odds_that_the_rules_list_states(pair: tuple) -> None:  # type: ignore[type-arg]
    assert by_hand(*pair) == STATED[pair]
