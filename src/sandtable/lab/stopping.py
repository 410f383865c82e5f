"""When a study may end before all its battles are fought: the same shard for any number of workers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from sandtable.lab.measures import SHARE, main_measure
from sandtable.lab.statistics import Moments, Outcome, Sequential, Verdict, always_valid
from sandtable.lab.study import Study
from sandtable.translation import gettext

PLANNED = 4
"""Shards after which an always valid interval is narrowest for what it is: about where most studies end."""


class Stopped(NamedTuple):
    """A sequential study after so many shards of every cell."""

    shards: int
    known: Moments  # differences of two arms, or of a precise study the arm with the widest interval
    verdict: Verdict | None  # of the test; None where precision was asked for
    is_over: bool

    def told(self, study: Study) -> str:
        """At which look it ended and by which boundary, how many looks there are, and what holds at all of them."""
        looks = gettext(
            "look {look:,} of {most:,} at most, one after every {every:,} battles a variant",
            look=self.shards, most=study.shards, every=study.shard_size * len(study.starts),
        )  # fmt: skip
        every = at_every_look()
        if self.verdict is None:
            if self.is_over:
                return gettext("It ended at {looks}, where it was as precise as asked for.", looks=looks) + f" {every}"
            return gettext("It is not as precise as asked for at {looks}.", looks=looks) + f" {every}"
        assert study.file.sequential is not None
        errs = gettext(
            "Of a hundred such tests about {alpha:g} at most find a difference that is not there, all looks together.",
            alpha=100.0 * study.file.sequential.alpha,
        )
        return f"{_crossed(self.verdict, looks)} {errs} {every}"


def at_every_look() -> str:
    """What the intervals of a study hold for that is looked at again and again."""
    return gettext("Intervals are adjusted for looks: they hold at every one of them.")


def _crossed(verdict: Verdict, looks: str) -> str:
    """Which boundary a test crossed, if any."""
    ratios = gettext("{more:.2f} for more, {less:.2f} for less", more=verdict.more, less=verdict.less)
    if verdict.outcome is Outcome.OPEN:
        return gettext(
            "The test crossed no boundary up to {looks}: log-likelihood ratios {ratios}; it ends by {high:.2f} of one "
            "or {low:.2f} of both.",
            looks=looks, ratios=ratios, high=verdict.high, low=verdict.low,
        )  # fmt: skip
    if verdict.outcome is Outcome.SAME:
        return gettext(
            "The test ended at {looks}, by its boundary for no such difference: log-likelihood ratios {ratios}, both "
            "at {low:.2f} or below.",
            looks=looks, ratios=ratios, low=verdict.low,
        )  # fmt: skip
    return gettext(
        "The test ended at {looks}, by its boundary for a difference: log-likelihood ratios {ratios}, one of them at "
        "{high:.2f} or above.",
        looks=looks, ratios=ratios, high=verdict.high,
    )  # fmt: skip


class Stop:
    """The rule by which a study ends."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self.asked = study.file.sequential
        self._looked: dict[int, Stopped] = {}

    @property
    def planned(self) -> int:
        """Blocks where an interval is narrowest."""
        return PLANNED * self.study.shard_size // self.study.seats * len(self.study.starts)

    def test(self) -> Sequential:
        """The test of two arms."""
        assert self.asked is not None
        least = self.asked.normalised or self.asked.least / self._parts
        games = self.study.seats if self.asked.normalised else 0
        return Sequential(least, self.asked.alpha, self.asked.beta, games=games)

    @cached_property
    def _parts(self) -> float:
        """What the file's numbers count: points of a hundred of a share, else what the measure is measured in."""
        return 100.0 if main_measure(self.study).kind == SHARE else 1.0

    def ended(self, scores: Mapping[int, Mapping[int, Any]]) -> int | None:
        """The shard after which the study was over, or None."""
        if self.asked is None:
            return None
        for shard in range(self._whole(scores)):
            if self.look(scores, shard + 1).is_over:
                return shard
        return None

    def _whole(self, scores: Mapping[int, Mapping[int, Any]]) -> int:
        """How many shards from the first on every cell has."""
        shard = 0
        while all(shard in scores.get(cell.number, {}) for cell in self.study.cells):
            shard += 1
        return shard

    def look(self, scores: Mapping[int, Mapping[int, Any]], shards: int) -> Stopped:
        """How the study stands after so many shards of every cell."""
        if shards not in self._looked:
            self._looked[shards] = self._look(scores, shards)
        return self._looked[shards]

    def _look(self, scores: Mapping[int, Mapping[int, Any]], shards: int) -> Stopped:
        assert self.asked is not None
        arms = [
            np.concatenate([
                scores[cell.number][shard]
                for cell in self.study.cells
                if cell.arm.number == arm.number
                for shard in range(shards)
            ])
            for arm in self.study.arms
        ]  # fmt: skip
        if self.asked.precision:
            known = max((Moments.of(values) for values in arms), key=lambda moments: moments.deviation)
            half = always_valid(known, self.planned).half
            return Stopped(shards, known, None, half <= self.asked.precision / self._parts)
        known = Moments.of(arms[1] - arms[0])
        verdict = self.test()(known)
        return Stopped(shards, known, verdict, verdict.outcome is not Outcome.OPEN)


def stop_of(study: Study) -> Stop:
    """The rule by which a study ends."""
    return Stop(study)
