"""When a study may end before all its battles are fought: the same shard for any number of workers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from sandtable.lab.measures import SHARE, main_measure
from sandtable.lab.statistics import Moments, Outcome, Sequential, Verdict, always_valid
from sandtable.lab.study import Study

PLANNED = 4
"""Shards after which an always valid interval is narrowest for what it is: about where most studies end."""


class Stopped(NamedTuple):
    """A sequential study after so many shards of every cell."""

    shards: int
    known: Moments  # differences of two arms, or of a precise study the arm with the widest interval
    verdict: Verdict | None  # of the test; None where precision was asked for
    is_over: bool


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
