"""An attack before it is made: the formula line by line, and exactly how likely each loss and morale result is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from sandtable.games.batalist.clauses import Clause
from sandtable.games.batalist.enums import Flat, Skill, State
from sandtable.games.batalist.laying.tables import read_data
from sandtable.games.batalist.rules.damage import clause_of_flat, damage_of, flat_of, prepare_melee, prepare_shot
from sandtable.games.batalist.rules.formations import has
from sandtable.games.batalist.rules.ground import aim, is_in_range
from sandtable.games.batalist.rules.morale import bonus_in_morale, must_test_for_losses
from sandtable.games.batalist.rules.sky import sight_of
from sandtable.games.batalist.rules.wounded import shares_of_damage
from sandtable.games.batalist.showing.naming import called, say
from sandtable.games.common.amounts import Count, with_its_mark
from sandtable.games.game import Names
from sandtable.kernel.geometry import base_of, distance_between

FACES = range(1, 7)
Chances = dict[int, Fraction]
"""Value -> how likely it is."""


FLATS = (
    "the hour", "the sun in the face", "the weather", "the wind", "warriors reached", "fighters in between",
    "ranks or files to cross", "mercy for the wounded", "a fight in retreat",
)  # fmt: skip
"""What flat modifiers come from, in the order of ``Flat``."""


@dataclass(frozen=True)
class Line:
    """One line of the formula: what it is, how many dice it throws (below 0: taken away), or what it adds."""

    text: str
    clause: str
    dice: int = 0
    amount: int = 0


def dice_sum(number: int) -> Chances:
    """The sum of so many dice, taken away where the number is below 0."""
    sums = {0: 1}
    for _ in range(abs(number)):
        grown: Counter[int] = Counter()
        for total, ways in sums.items():
            for face in FACES:
                grown[total + face] += ways
        sums = dict(grown)
    sign = 1 if number >= 0 else -1
    return {sign * total: Fraction(ways, 6 ** abs(number)) for total, ways in sums.items()}


def added(one: Chances, other: Chances) -> Chances:
    """The sum of two things that do not depend on each other."""
    found: Chances = {}
    for (a, p), (c, q) in product(one.items(), other.items()):
        found[a + c] = found.get(a + c, Fraction(0)) + p * q
    return found


def row_words(table: str, place: int) -> str:
    """What a row of a table of dice is called: "attacker loose" of attacker_loose."""
    return str(read_data(table)["row"][place]["name"]).replace("_", " ")


def lines_of(b: Any) -> list[Line]:
    """The formula of the attack that ``b.attack`` notes, line by line in the order of its dice."""
    a = b.attack
    found = [Line(say("LINE_FIGHTERS", fighters=Count(a.fighters), strength=int(a.strength)), "BAT-CBT-5",
                  amount=int(a.strength * a.fighters))]  # fmt: skip
    if a.extra:
        found.append(Line(called("the hero on the base"), "BAT-HER-8", amount=int(a.extra)))
    for source in Flat:
        if a.flats[source]:
            cited = Clause(int(clause_of_flat(b, a, source.value))).name.replace("_", "-")
            found.append(Line(called(FLATS[source]), f"BAT-{cited}", amount=int(a.flats[source])))
    for place, row in enumerate(b.rows):
        number = int(row.shooting if a.shooting else row.melee)
        if int(a.rows) >> place & 1 and number:
            found.append(Line(called(row_words("modifiers", place)), f"BAT-MOD-{place + 1}", dice=number))
    clauses = ("19", "20", "21b", "21c", "23c", "29", "30")
    for place, row in enumerate(b.skill_rows):
        number = int(row.shooting if a.shooting else row.melee)
        if int(a.skill_rows) >> place & 1 and number:
            name = called(row_words("skill_dice", place))
            found.append(Line(name, f"BAT-SKL-{clauses[place]}", dice=number))
    if a.flat_dice:
        found.append(Line(called("attacked wounded"), "BAT-WOU-10", dice=int(a.flat_dice)))
    return found


def damage_chances(b: Any) -> Chances:
    """How likely each damage of the attack that ``b.attack`` notes is."""
    a = b.attack
    bracket: Chances = {0: Fraction(1)}
    for line in lines_of(b):
        if line.dice:
            bracket = added(bracket, dice_sum(line.dice))
    covers = sum(int(row.protection) for place, row in enumerate(b.rows) if int(a.rows) >> place & 1)
    found: Chances = {}
    for (thrown, p), (cover, q), outer in product(bracket.items(), dice_sum(covers).items(), FACES):
        damage = int(damage_of(b, a, thrown + int(flat_of(a)), cover, outer))
        found[damage] = found.get(damage, Fraction(0)) + p * q / 6
    return found


def loss_chances(b: Any, i: int, damage: Chances) -> Chances:
    """How likely battalion ``i`` loses so many healthy figures by such damage."""
    found: Chances = {}
    for amount, p in damage.items():
        lost = int(shares_of_damage(b, i, amount)[0])
        found[lost] = found.get(lost, Fraction(0)) + p
    return found


def morale_chances(b: Any, i: int) -> tuple[Fraction, ...]:
    """How likely a morale test of battalion ``i`` has 0, 1, 2 and 3 failures."""
    bonus = int(bonus_in_morale(b, i))
    number = int(b.rules.morale_dice)
    found = [Fraction(0)] * (number + 1)
    for against in FACES:
        fails = Fraction(sum(face + bonus < against for face in FACES), 6)
        for failures in range(number + 1):
            ways = Fraction(_choose(number, failures)) * fails**failures * (1 - fails) ** (number - failures)
            found[failures] += ways / 6
    return tuple(found)


def _choose(n: int, k: int) -> int:
    found = 1
    for step in range(k):
        found = found * (n - step) // (step + 1)
    return found


def test_chance(b: Any, i: int, losses: Chances) -> Fraction:
    """How likely such losses make battalion ``i`` test its morale."""
    trial = b.copy()
    total = Fraction(0)
    for lost, p in losses.items():
        trial.figures[i].healthy = b.figures[i].healthy - lost
        if must_test_for_losses(trial, i):
            total += p
    return total


def percent(chance: Fraction) -> str:
    """A chance as people say it."""
    number = float(100 * chance)
    if 0 < number < 1:
        return called("under 1 %")
    return f"{number:.0f} %"


def _spread(chances: Chances) -> str:
    """From the least to the most, how much on average, and how likely each is."""
    least, most = min(chances), max(chances)
    each = ", ".join(f"{value}: {percent(chances[value])}" for value in sorted(chances))
    mean = float(sum(value * p for value, p in chances.items()))
    return (
        say("SPREAD_ONE", amount=Count(least))
        if least == most
        else say("SPREAD", least=least, most=most, mean=with_its_mark(f"{mean:.1f}"), each=each)
    )


def _formula(b: Any) -> str:
    """The whole formula in one sentence."""
    a = b.attack
    parts = []
    for line in lines_of(b):
        if line.dice:
            number = "" if abs(line.dice) == 1 else str(abs(line.dice))
            parts.append(f"{'+' if line.dice > 0 else '−'} {number}{called('D6')} ({line.text})")
        else:
            sign = "− " if line.amount < 0 else "+ " if parts else ""
            parts.append(f"{sign}{abs(line.amount)} ({line.text})")
    cover = f" + {called('D6')} ({called('cover')})" if int(a.rows) >> 7 & 1 else ""
    halved = f", {called('halved')}" * (int(a.rows >> 14 & 1) + int(a.halvings))
    return f"[{' '.join(parts)}] ÷ {int(a.protection)}{cover} + {called('D6')}{halved}"


def _test_words(b: Any, i: int, losses: Chances) -> str:
    """How likely the morale test is, and its results."""
    chance = test_chance(b, i, losses)
    if not chance:
        return ""
    holds, wavers, falls_back, flees = morale_chances(b, i)
    return " " + say(
        "MORALE_ODDS", chance=percent(chance), holds=percent(holds), wavers=percent(wavers),
        falls_back=percent(falls_back), flees=percent(flees),
    )  # fmt: skip


def attack_notes(b: Any, names: Names, i: int, j: int, shooting: bool) -> Iterable[tuple[str, str]]:
    """The formula of an attack of battalion ``i`` on ``j`` as they stand, what it brings, and the reply."""
    trial = np.array([b])[0] if isinstance(b, np.void) else b.copy()
    prepare_shot(trial, i, j, 0) if shooting else prepare_melee(trial, i, j, ordered=True, reply=False)
    losses = loss_chances(trial, j, damage_chances(trial))
    key = "ODDS_SHOT" if shooting else "ODDS_MELEE"
    other = names.figures[j]
    yield (
        say(key, other=f"{other.name} ({other.id})", formula=_formula(trial), losses=_spread(losses))
        + _test_words(trial, j, losses),
        "BAT-CBT-5",
    )
    if not shooting:
        prepare_melee(trial, j, i, ordered=False, reply=True)
        back = loss_chances(trial, i, damage_chances(trial))
        yield (
            say("ODDS_REPLY", formula=_formula(trial), losses=_spread(back)) + _test_words(trial, i, back),
            "BAT-CBT-2",
        )


NOTES = 3
"""Enemies about whom notes are made, the nearest first."""


def notes_on_attacks(b: Any, names: Names, i: int) -> Iterable[tuple[str, str]]:
    """What attacks of battalion ``i`` on the nearest enemies that it could make as it stands would bring."""
    u = b.figures[i]
    base = base_of(u)
    foes = [
        j for j in range(int(b.n_figures))
        if b.figures[j].side != u.side and b.figures[j].state == State.FIELD and b.figures[j].healthy > 0
    ]  # fmt: skip
    foes.sort(key=lambda j: float(distance_between(base, base_of(b.figures[j]))))
    for j in foes[:NOTES]:
        away = float(distance_between(base, base_of(b.figures[j])))
        if has(b, i, Skill.MELEE.value) and not has(b, j, Skill.FLYING.value) and away <= b.profiles[u.profile].speed:
            yield from attack_notes(b, names, i, j, shooting=False)
        length = float(aim(b, i, j)[2])
        if has(b, i, Skill.SHOOTER.value) and length <= float(sight_of(b, i)) and is_in_range(b, i, length):
            yield from attack_notes(b, names, i, j, shooting=True)
