"""Results of a study, read from its folder: tables, every measure with its interval, comparisons, and a sentence."""

from __future__ import annotations

import io
import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np

from sandtable.errors import InputError
from sandtable.files import atomic_write
from sandtable.lab.extra import needed
from sandtable.lab.measures import SHARE, Measure, main_measure, measures_of
from sandtable.lab.running import CLAUSE_IDS, HEAD, Head, head_in
from sandtable.lab.shards import pieces_of, read_shard
from sandtable.lab.statistics import (
    Always,
    Coefficient,
    Interval,
    Moments,
    Outcome,
    always_valid,
    block_means,
    compare,
    each_of,
    fitted_logit,
    mean_interval,
    more_needed,
    never,
    never_at_any_look,
    share_at_every_look,
    share_interval,
    sidak,
)
from sandtable.lab.stopping import Stop, Stopped, at_every_look, stop_of
from sandtable.lab.students_t import t_quantile
from sandtable.lab.study import Arm, Study, check_study
from sandtable.translation import gettext

POINT = 0.01
POWER = 0.8
"""Chance of finding a difference, where it is said how many more battles that would take."""


class Comparison(NamedTuple):
    """An arm against the first one, on blocks with the same dice.

    Interval and p hold for all comparisons of its family at once: p is below 5 % just where the interval leaves out 0.
    """

    arm: int
    mean: float
    low: float
    high: float
    p: float
    correlation: float  # of the two arms' blocks: what their common dice bring
    blocks: int
    deviation: float  # of the differences of blocks
    family: int = 1  # comparisons that are told together


@dataclass(frozen=True)
class Results:
    """The results of a study."""

    study: Study
    folder: Path

    @classmethod
    def read(cls, folder: str | Path) -> Results:
        """The results in a folder; InputError where there are none. Wants ``sandtable[lab]``."""
        folder = Path(folder)
        head = head_in(folder)
        study = check_study(head.study, str(folder / HEAD))
        if [arm.label for arm in study.arms] != head.identity["arms"]:
            raise InputError(f"{folder}: {gettext('these results were made by another version of the laboratory')}")
        return cls(study, folder)

    @cached_property
    def head(self) -> Head:
        """What the results say of how they were made."""
        return head_in(self.folder)

    @cached_property
    def battles(self) -> Any:
        """A polars frame with a row a battle."""
        pl = needed("polars")
        known = [piece.file for shard in range(self.study.shards) for piece in pieces_of(self.study, shard)]
        files = [self.folder / name for name in known if (self.folder / name).is_file()]
        if not files:
            raise InputError(f"{self.folder}: {gettext('holds no results of a study')}")
        return pl.concat([read_shard(file) for file in files]).sort("arm", "scenario", "battle")

    @cached_property
    def losses(self) -> Any:
        """A frame with a row for each figure that a battle lost."""
        keys = ["arm", "scenario", "battle"]
        flat = self.battles.select(*keys, "lost").explode("lost").drop_nulls("lost")
        return flat.unnest("lost")

    @cached_property
    def clauses(self) -> Any:
        """A frame with a row for each clause that fired in a battle, by its id, and how often."""
        pl = needed("polars")
        known = self.head.told.get(CLAUSE_IDS)
        told = json.loads(known) if known else {}
        ids = {int(one.value): self.study.game.clause_id(one) for one in self.study.game.clause}
        ids |= {int(number): clause for number, clause in told.items()}
        flat = self.battles.select("arm", "scenario", "battle", "clauses").explode("clauses").drop_nulls("clauses")
        flat = flat.unnest("clauses")
        return flat.with_columns(pl.col("clause").cast(pl.Int64).replace_strict(ids, return_dtype=pl.String))

    def values(self, measure: str, arm: int, scenario: str = "") -> tuple[Any, Any]:
        """Values of a measure in an arm f8[n], and which block each belongs to i8[n]; battles without one left out.

        In all scenarios, or in one by its label.
        """
        pl = needed("polars")
        rows = self.battles.filter(pl.col("arm") == arm).drop_nulls(measure)
        if scenario:
            rows = rows.filter(pl.col("scenario") == scenario)
        blocks = rows["scenario"].rank("dense").to_numpy().astype(np.int64) * (1 << 40) + rows["block"].to_numpy()
        return rows[measure].to_numpy().astype(float), blocks

    def interval(self, measure: Measure, arm: int, scenario: str = "") -> Interval | None:
        """A measure in an arm with its interval, in all scenarios or in one; None where no battle tells it."""
        values, blocks = self.values(measure.name, arm, scenario)
        if len(values) == 0:
            return None
        if self.study.file.sequential is not None:
            planned = self.stop.planned // (len(self.study.starts) if scenario else 1)
            known = Moments.of(block_means(values, blocks))
            if measure.kind == SHARE:
                return share_at_every_look(known, planned)
            found = Interval(*always_valid(known, planned))
        else:
            shared = blocks if self.study.seats > 1 else None
            if measure.kind == SHARE:
                return share_interval(values, shared)
            found = mean_interval(values, shared)
        return measure.within(found)

    @property
    def intervals_said(self) -> str:
        """What the intervals of single numbers hold for."""
        said = gettext("Intervals are of 95 % confidence, each of its number by itself.")
        if self.study.file.sequential is None:
            return said
        return f"{said} {at_every_look()}"

    @cached_property
    def fought(self) -> list[Arm]:
        """The arms of which there are battles: not all, where a study was interrupted early."""
        there = set(self.battles["arm"].unique())
        return [arm for arm in self.study.arms if arm.number in there]

    @cached_property
    def main(self) -> Measure:
        """The measure that arms are compared by."""
        return main_measure(self.study)

    @cached_property
    def stop(self) -> Stop:
        """The rule by which the study ended."""
        return stop_of(self.study)

    def told(self) -> list[Measure]:
        """The measures that this study tells of: those of every study, and those that it asks for."""
        asked = {*self.study.file.measures, self.study.file.measure}
        known = measures_of(self.study).values()
        return [measure for measure in known if measure.always or measure.name in asked]

    def compared(self, measure: Measure, measures: int = 1) -> list[Comparison]:
        """Every arm against the first one, by a number of battles fixed beforehand.

        Intervals and p hold for all of them at once, and for as many of each of so many ``measures`` beside them.
        """
        pl = needed("polars")
        means = self.battles.group_by("arm", "scenario", "block").agg(pl.col(measure.name).mean())
        base = means.filter(pl.col("arm") == 0).drop("arm")
        found = []
        for arm in self.study.arms[1:]:
            other = means.filter(pl.col("arm") == arm.number).drop("arm")
            both = base.join(other, on=["scenario", "block"], suffix=".other").drop_nulls().sort("scenario", "block")
            one, two = (both[name].to_numpy().astype(float) for name in (measure.name, f"{measure.name}.other"))
            if len(one) < 2:
                continue
            tells = one.std() > 0.0 and two.std() > 0.0
            alike = float(np.corrcoef(one, two)[0, 1]) if tells else math.nan
            found.append((arm.number, two - one, alike))
        family = len(found) * measures
        comparisons = []
        for number, differences, alike in found:
            mean, low, high, p = compare(differences, each_of(family))
            low, high = measure.apart(low, high)
            blocks, deviation = len(differences), float(differences.std(ddof=1))
            told = {"p": sidak(p, family), "correlation": alike, "deviation": deviation}
            comparisons.append(Comparison(number, mean, low, high, blocks=blocks, family=family, **told))
        return comparisons

    @cached_property
    def sequential(self) -> Stopped | None:
        """Where the sequential test of the study stands; None where it has none."""
        if self.study.file.sequential is None:
            return None
        scores: dict[int, dict[int, Any]] = {}
        pl = needed("polars")
        for cell in self.study.cells:
            label = self.study.starts[cell.start].label
            rows = self.battles.filter((pl.col("arm") == cell.arm.number) & (pl.col("scenario") == label))
            values = rows[self.main.name].fill_null(0.0).to_numpy().astype(float)
            blocks = values.reshape(-1, self.study.seats).mean(axis=1)
            size = self.study.shard_size // self.study.seats
            scores[cell.number] = {k: blocks[k * size : (k + 1) * size] for k in range(-(-len(blocks) // size))}
        shards = min(len(found) for found in scores.values())
        ended = self.stop.ended(scores)
        return self.stop.look(scores, shards if ended is None else ended + 1) if shards else None

    def mean_at_every_look(self, stopped: Stopped) -> Always:
        """The mean that the sequential test looked at, with the interval of all its looks without what cannot be."""
        mean, low, high = always_valid(stopped.known, self.stop.planned)
        return Always(mean, *self.main.apart(low, high))

    def logit(self) -> list[Coefficient]:
        """What each arm adds to the logit of the main measure, beside a term for each scenario and seat.

        Nothing where there are too few battles to tell.
        """
        frame = self.battles.drop_nulls(self.main.name)
        terms: dict[str, Any] = {}
        for arm in self.fought:
            if arm.number == 0:
                continue
            terms[arm.words] = (frame["arm"] == arm.number).to_numpy().astype(float)
        for start in self.study.starts[1:]:
            terms[gettext("scenario {name}", name=start.label)] = (
                (frame["scenario"] == start.label).to_numpy().astype(float)
            )
        for turn in range(1, self.study.seats):
            terms[gettext("seat {number}", number=turn + 1)] = (frame["turn"] == turn).to_numpy().astype(float)
        blocks = frame["scenario"].rank("dense").to_numpy().astype(np.int64) * (1 << 40) + frame["block"].to_numpy()
        if len(np.unique(blocks)) < 2 or len(frame) < len(terms) + 2:
            return []
        return fitted_logit(frame[self.main.name].to_numpy(), terms, blocks)

    def summary(self) -> Any:
        """A frame with a row for each variant in each scenario: battles, and every measure's mean and deviation."""
        pl = needed("polars")
        names = [name for name in measures_of(self.study) if name in self.battles.columns]
        means = [pl.col(name).mean() for name in names]
        spread = [pl.col(name).std().alias(f"{name}.sd") for name in names]
        found = self.battles.group_by("arm", "scenario").agg(pl.len().alias("battles"), *means, *spread)
        labels = {arm.number: arm.label for arm in self.study.arms}
        variant = pl.col("arm").replace_strict(labels, return_dtype=pl.String).alias("variant")
        return found.sort("arm", "scenario").with_columns(variant)

    def fired(self) -> Any:
        """A frame with a row for each clause with code: how often a battle of each scenario names it, or why none."""
        from sandtable.compiler.decorators import CLAUSES
        from sandtable.lab.unfired import why_unfired

        pl, game = needed("polars"), self.study.game
        number = dict(self.battles.group_by("scenario").len().iter_rows())
        counted = self.clauses.group_by("scenario", "clause").agg(pl.col("times").sum())
        times = {(scenario, clause): n for scenario, clause, n in counted.iter_rows()}
        every = [one for one in map(game.clause_id, game.clause) if one in CLAUSES]
        each = {name: [times.get((name, one), 0) / number[name] for one in every] for name in number}
        dead = set(self.dead_clauses())
        why = [why_unfired(game, one).value if one in dead else "" for one in every]
        return pl.DataFrame({"clause": every, **each, "why": why})

    def dead_clauses(self) -> list[str]:
        """Clauses of the rulebook that have code and that no battle's log names."""
        from sandtable.compiler.decorators import CLAUSES

        fired = set(self.clauses["clause"].unique())
        every = map(self.study.game.clause_id, self.study.game.clause)
        return [clause for clause in every if clause not in fired and clause in CLAUSES]

    def write(self, frame: Any, target: Path) -> None:
        """Write a frame as Parquet, with what these results say of how they were made."""
        head = {name: text for name, text in self.head.told.items() if name != CLAUSE_IDS}
        content = io.BytesIO()
        frame.write_parquet(content, compression="zstd", statistics=False, metadata=head)
        atomic_write(target, content.getvalue())

    # ------------------------------------------------------------------------------------------ sentences

    def sentences(self) -> Iterator[str]:
        """What came of the study, in plain sentences."""
        study, main = self.study, self.main
        if study.file.sequential is not None and self.sequential is not None:
            yield self._stopped(self.sequential)
            yield self.sequential.told(study)
            if study.file.sequential.precision:
                yield from self._values()
            return
        if len(study.arms) == 1:
            yield from self._values()
            return
        found = self.compared(main)
        if not found:
            yield gettext("There are too few battles yet to compare variants.")
        several = _of_all(len(found)) if len(found) > 1 else ""
        for one in found:
            label = study.arms[one.arm].words
            if one.low == one.high != 0.0:
                yield gettext(
                    "{label}: {name} changes by {change} in every block, {number:,} of them (p = {p:.2g}{several}).",
                    label=label, name=main.called, change=change(main, one.mean),
                    number=one.blocks, p=one.p, several=several,
                )  # fmt: skip
            elif one.p < 0.05:
                yield gettext(
                    "{label}: {name} changes by {change} ({interval} with 95 % confidence; p = {p:.2g}{several}).",
                    label=label, name=main.called, change=change(main, one.mean),
                    interval=changes(main, one.low, one.high), p=one.p, several=several,
                )  # fmt: skip
            else:
                yield f"{label}: {self._nothing(one)}{f'; p = {one.p:.2g}{several}' if several else ''}."

    def _values(self) -> Iterator[str]:
        """The measure in every variant."""
        main = self.main
        for arm in self.study.arms:
            interval = self.interval(main, arm.number)
            if interval is not None:
                name = main.called if len(self.study.arms) == 1 else f"{arm.words}, {main.called}"
                value, sure = amount(main, interval.rate), between(main, interval)
                if interval.low < interval.high < math.inf:
                    sure = gettext("{interval}, 95 % confidence", interval=sure)
                yield f"{name}: {value} ({sure})."

    def _nothing(self, one: Comparison) -> str:
        """That no difference was found, how large it may be, and what would find one."""
        if one.low == one.high == 0.0:
            return _all_alike(self.main, one.blocks, never(one.blocks, each_of(one.family)))
        most = max(abs(one.low), abs(one.high))
        sure = t_quantile(each_of(one.family), one.blocks - 1)
        wanted = POINT if self.main.kind == SHARE else max(abs(one.mean), most / 4.0)
        factor = sure + NormalDist().inv_cdf(POWER)
        more = max(math.ceil((factor * one.deviation / wanted) ** 2) - one.blocks, 0) * self.study.seats
        return _no_difference(self.main, one.mean, (one.low, one.high), (more, wanted))

    def _stopped(self, stopped: Stopped) -> str:
        """How a sequential test ended."""
        main, seats = self.main, self.study.seats
        mean, low, high = self.mean_at_every_look(stopped)
        number = min(stopped.shards * self.study.shard_size, self.study.battles) * len(self.study.starts)
        fought = gettext("after {number:,} battles a variant", number=number)
        fought += "" if stopped.is_over else gettext(", which do not end the test")
        if stopped.verdict is None:
            half = plain(main, always_valid(stopped.known, self.stop.planned).half)
            return gettext(
                "{name} is known to within {half} with 95 % confidence {fought}.",
                name=main.called, half=half, fought=fought,
            )  # fmt: skip
        label, outcome = self.study.arms[1].words, stopped.verdict.outcome
        tells = not low <= 0.0 <= high
        if outcome in (Outcome.MORE, Outcome.LESS) and not tells:
            return gettext(
                "{label}: the test finds that {name} changes {fought}, by {change}; the interval of every look at once "
                "({interval} with 95 % confidence) does not leave out 0 yet.",
                label=label, name=main.called, change=change(main, mean),
                interval=changes(main, low, high), fought=fought,
            )  # fmt: skip
        if outcome in (Outcome.MORE, Outcome.LESS) or (outcome is Outcome.OPEN and tells):
            return gettext(
                "{label}: {name} changes by {change} ({interval} with 95 % confidence) {fought}.",
                label=label, name=main.called, change=change(main, mean),
                interval=changes(main, low, high), fought=fought,
            )  # fmt: skip
        if tells:
            small = gettext(
                "no difference as large as was asked for; {name} changes by {change} ({interval} with 95 % confidence)",
                name=main.called, change=change(main, mean), interval=changes(main, low, high),
            )  # fmt: skip
            return f"{label}, {fought}: {small}."
        if low == high == 0.0:
            alike = _all_alike(main, stopped.known.n, never_at_any_look(stopped.known.n))
            return f"{label}, {fought}: {alike}."
        wanted = POINT if main.kind == SHARE else max(abs(low), abs(high)) / 4.0
        more = more_needed(stopped.known, self.stop.planned, wanted) * seats
        words = _no_difference(main, mean, (low, high), (more, wanted))
        return f"{label}, {fought}: {words}."


def _of_all(number: int) -> str:
    """That interval and p are those of several comparisons together."""
    return gettext(", interval and p for all {number} comparisons at once (Šidák)", number=number)


def _no_difference(main: Measure, mean: float, within: tuple[float, float], finds: tuple[int, float]) -> str:
    """That none was found, the estimate with its interval, how large it may be, and how many more battles find what."""
    none = gettext(
        "no difference of {name} found: {change} ({interval})",
        name=main.called, change=change(main, mean), interval=changes(main, *within),
    )  # fmt: skip
    below, (more, wanted) = _below(main, max(map(abs, within))), finds
    if not more:
        return f"{none}; {below}"
    needs = gettext(
        "about {number:,} more battles a variant would find {wanted}", number=_rounded(more), wanted=plain(main, wanted)
    )
    return f"{none}; {below}; {needs}"


def _all_alike(main: Measure, blocks: int, most: float) -> str:
    """That not one block differed, and of a share how large a difference may be all the same."""
    none = gettext(
        "no difference of {name} found: all blocks alike, {number:,} of them", name=main.called, number=blocks
    )
    return f"{none}; {_below(main, most)}" if main.kind == SHARE else none


def _below(main: Measure, most: float) -> str:
    """How large a difference may be that was not found."""
    return gettext("if there is one, it is below {most} with 95 % confidence", most=plain(main, most))


def _rounded(number: int) -> int:
    """To two figures: more is not known."""
    digits = max(len(str(number)) - 2, 0)
    return round(number, -digits)


def _figures(value: float, sign: str = "") -> str:
    """A number to three figures, a large one to whole ones."""
    return f"{value:{sign},.0f}" if abs(value) >= 999.5 else f"{value:{sign}.3g}"


def amount(measure: Measure, value: float) -> str:
    """A value of a measure in words."""
    return f"{100.0 * value:.1f} %" if measure.kind == SHARE else _figures(value)


def between(measure: Measure, interval: Interval) -> str:
    """An interval in words; there is none of values that are all alike, however few, and none of a single battle."""
    if not math.isfinite(interval.high):
        return gettext("one battle")
    if interval.low == interval.high:
        return gettext("all alike")
    low, high = amount(measure, interval.low).removesuffix(" %"), amount(measure, interval.high)
    return gettext("{low} to {high}", low=low, high=high)


def change(measure: Measure, value: float) -> str:
    """A difference of a measure in words, with its sign."""
    return gettext("{value:+.1f} points", value=100.0 * value) if measure.kind == SHARE else _figures(value, "+")


def changes(measure: Measure, low: float, high: float) -> str:
    """An interval of a difference in words; there is none of blocks that are all alike, however few they are."""
    if low == high:
        return gettext("all alike")
    first = f"{100.0 * low:+.1f}" if measure.kind == SHARE else change(measure, low)
    return gettext("{low} to {high}", low=first, high=change(measure, high))


def plain(measure: Measure, value: float) -> str:
    """The size of a difference in words."""
    if measure.kind != SHARE:
        return _figures(value)
    points = f"{100.0 * value:.1f}".removesuffix(".0")
    return gettext("{points} point", points=points) if points == "1" else gettext("{points} points", points=points)


__all__ = ["Comparison", "Results", "amount", "between", "change", "changes", "plain"]
