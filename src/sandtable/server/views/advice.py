"""Advice for a board: an analysis of what somebody sees, cut short after a few seconds."""

from __future__ import annotations

import time

from sandtable.games.common.intervals import Interval
from sandtable.generals.analysis import Alternative, Analysis, analyse
from sandtable.server.messages.advice import Advice, AdvisedChance, AdvisedPlan
from sandtable.table.actions import Action
from sandtable.table.battle import Battle

MOST_SECONDS = 6.0
"""For one answer; how many battles were played on until then is said with it."""

PLANS, PLAYOUTS = 4, 64


def advice_of(seen: Battle, n: int, version: int, played: Action | None = None) -> Advice:
    """What the side to decide could do, by what it sees. ``played``: an action that is weighed among the plans."""
    end = time.monotonic() + MOST_SECONDS
    found = analyse(
        seen, plans=PLANS, playouts=PLAYOUTS, seed=version, played=played, goes_on=lambda _: time.monotonic() < end
    )
    keys = [side.key for side in seen.sides]
    plans = tuple(_plan(found, one, keys) for one in found.alternatives)
    return Advice(n=n, version=version, side=keys[found.side], playouts=found.playouts, why=found.why, plans=plans)


def _plan(found: Analysis, one: Alternative, keys: list[str]) -> AdvisedPlan:
    """One alternative as boards are told of it."""
    chances = tuple(_chance(key, chance) for key, chance in zip(keys, one.chances, strict=True))
    behind = AdvisedChance(side=keys[found.side], mean=one.behind.mean, low=one.behind.low, high=one.behind.high)
    return AdvisedPlan(
        words=one.words,
        text=one.notation,
        chances=chances,
        behind=behind,
        sight=one.sight,
        quicks=one.is_quicks,
        played=one.is_played,
    )


def _chance(side: str, chance: Interval) -> AdvisedChance:
    return AdvisedChance(side=side, mean=chance.rate, low=chance.low, high=chance.high)
