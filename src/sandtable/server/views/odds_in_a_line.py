"""Odds of an action in one line: how often which side comes off worse, and how, in the words of its game."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction

from sandtable.games.game import Fares
from sandtable.games.language import translated
from sandtable.server.messages.protocol import Share
from sandtable.table.actions import Action
from sandtable.table.battle import Battle
from sandtable.table.odds import Odds
from sandtable.translation import all_of, gettext

Ends = dict[tuple[str, str], Fraction]
"""The worst that befalls the others and the side itself, empty for nothing, and how likely both together are."""

Part = tuple[str, str, Fraction]
"""Whom it befalls, what does, and how likely that is."""

THEY, NOBODY, WE, BOTH = "they", "nobody", "we", "both"


def share_of(battle: Battle, action: Action, found: Odds, readers: Sequence[str] | None = None) -> Share | None:
    """Who comes off worse how often, as the side of the action's first figure sees it; None: nobody can.

    ``readers``: the sides of whoever reads. That side alone reads "they" and "we", all others its name.
    """
    if not action.figures:
        return None
    fares = battle.game.fares_of.get(action.verb, battle.game.fares)
    own = _side(battle, action.figures[0])
    ends = _ends(battle, own, found, fares)
    better = sum((p for (they, we), p in ends.items() if they and not we), Fraction(0))
    worse = sum((p for (they, we), p in ends.items() if we and not they), Fraction(0))
    both = sum((p for (they, we), p in ends.items() if they and we), Fraction(0))
    if not better and not worse and not both:
        return None
    even = 1 - better - worse - both
    if both and not fares.both and not fares.each:
        even, both = even + both, Fraction(0)
    folder = battle.game.folder
    stand = translated(folder, fares.even if better or both or not fares.alone else fares.alone)
    named = readers is not None and tuple(readers) != (battle.engine.lexicon.side_key(own),)
    heads = _names(battle, own, found) if named else {THEY: gettext("they"), WE: gettext("we")}
    if fares.each:
        words = dict.fromkeys(fares.each.values())
        parts = [
            *((THEY, translated(folder, word), _sum_of(ends, 0, word)) for word in words),
            (NOBODY, stand, even),
            *((WE, translated(folder, word), _sum_of(ends, 1, word)) for word in words),
        ]
        text = _by_sides(parts, heads)
    elif named:
        loses = translated(folder, fares.loses)
        parts = [(THEY, loses, better), (NOBODY, stand, even), (WE, loses, worse)]
        text = _by_sides([*parts, (BOTH, translated(folder, fares.both), both)], heads)
    else:
        they, we, all_lose = (translated(folder, word) for word in (fares.better, fares.worse, fares.both))
        parts = [(THEY, they, better), (NOBODY, stand, even), (WE, we, worse), (BOTH, all_lose, both)]
        text = ", ".join(said for _, said in _in_percent(parts))
    return Share(
        text=f"{gettext('a guess')}: {text}" if found.guesses > 0 and not found.exact else text,
        better=_percent(better), even=_percent(even), worse=_percent(worse), both=_percent(both),
    )  # fmt: skip


def _side(battle: Battle, figure: str) -> int:
    return int(battle.record.figures[battle.names.figure(figure)].side)


def _names(battle: Battle, own: int, found: Odds) -> dict[str, str]:
    """What the others are called, those to whom anything may befall, and the side that acts."""
    bad = (one for outcome in found.outcomes for one in outcome.findings if one.code in battle.game.suffers)
    others = sorted({_side(battle, one.actor) for one in bad if one.actor is not None} - {own})
    called = battle.engine.lexicon.side_name
    return {THEY: all_of(map(called, others)), WE: called(own)}


def _ends(battle: Battle, own: int, found: Odds, fares: Fares) -> Ends:
    """How likely the outcomes are, by the worst that befalls either side."""
    suffers = battle.game.suffers
    words = fares.each or dict.fromkeys(suffers, "worse")
    ends: Ends = {}
    for outcome in found.outcomes:
        codes: tuple[set[str], set[str]] = (set(), set())
        for one in outcome.findings:
            if one.code in suffers and one.actor is not None:
                codes[_side(battle, one.actor) == own].add(one.code)
        they, we = (next((word for code, word in words.items() if code in of), "") for of in codes)
        ends[they, we] = ends.get((they, we), Fraction(0)) + outcome.probability
    return ends


def _sum_of(ends: Ends, place: int, word: str) -> Fraction:
    return sum((p for end, p in ends.items() if end[place] == word), Fraction(0))


def _percent(chance: Fraction) -> float:
    return round(100 * float(chance), 1)


def _by_sides(parts: Sequence[Part], heads: Mapping[str, str]) -> str:
    """``they: destroyed 12 %, recoil 31 %; no effect 20 %; we: recoil 37 %``; ``heads``: how sides are called."""
    said = _in_percent(parts)
    of = {whom: ", ".join(each for one, each in said if one == whom) for whom in (THEY, NOBODY, WE, BOTH)}
    return "; ".join(f"{heads[whom]}: {ends}" if whom in heads else ends for whom, ends in of.items() if ends)


def _in_percent(parts: Sequence[Part]) -> list[tuple[str, str]]:
    """Whom it befalls and ``what 31 %``, of all that may be."""
    return [(whom, f"{what} {_whole(chance)}\u202f%") for whom, what, chance in parts if chance]


def _whole(chance: Fraction) -> str:
    """A chance in whole percents: 0 and 100 are said of nothing that may be otherwise."""
    percent = math.floor(100 * chance + Fraction(1, 2))
    if percent == 0:
        return "<1"
    return ">99" if percent == 100 and chance < 1 else str(percent)
