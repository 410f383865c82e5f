"""Statistics of battles: intervals, sequential tests, corrections; shares and differences are never said without them.

Battles that share their dice (the seats of one block, the arms of one pair) are not independent of each other: what is
asked here of values takes the block of each along, and counts blocks, not battles.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np

from sandtable.games.common.intervals import Interval, wilson
from sandtable.lab.students_t import t_quantile, two_sided_p

__all__ = [
    "NORMALISED",
    "Always",
    "Difference",
    "Interval",
    "Moments",
    "Outcome",
    "Sequential",
    "Verdict",
    "always_valid",
    "block_means",
    "bootstrap",
    "compare",
    "each_of",
    "fitted_logit",
    "mean_interval",
    "more_needed",
    "never",
    "never_at_any_look",
    "quantile",
    "share_at_every_look",
    "share_interval",
    "sidak",
    "wilson",
]

LEVEL = 0.95
ALIKE = 1e-6
"""Shares whose standard deviation is below are all the same: what is above 0 is rounding."""

NORMALISED = 800.0 / math.log(10.0)
"""Normalised Elo of a lead of one standard deviation of a single game: 347.4, as chess engines count it."""


def quantile(level: float) -> float:
    """How many standard deviations to either side hold a share ``level`` of a normal distribution.

    >>> round(quantile(0.95), 3)
    1.96
    """
    return NormalDist().inv_cdf(0.5 + level / 2.0)


def block_means(values: Any, blocks: Any) -> Any:
    """The mean of the values of each block, f8[blocks], in the order of the blocks' numbers.

    >>> block_means([1.0, 0.0, 0.5, 0.5, 1.0], [7, 7, 3, 3, 9]).tolist()
    [0.5, 0.5, 1.0]
    """
    _, which = np.unique(np.asarray(blocks), return_inverse=True)
    return np.bincount(which, np.asarray(values, float)) / np.bincount(which)


def _error(values: Any, blocks: Any | None) -> float:
    """Standard error of the mean of values, of which those of a block belong together."""
    if blocks is None:
        return float(np.std(values, ddof=1) / math.sqrt(len(values))) if len(values) > 1 else math.inf
    _, which = np.unique(np.asarray(blocks), return_inverse=True)
    sums = np.bincount(which, values - values.mean())
    n = len(sums)
    return math.sqrt(float(sums @ sums) * n / (n - 1)) / len(values) if n > 1 else math.inf


def mean_interval(values: Any, blocks: Any | None = None, level: float = LEVEL) -> Interval:
    """Mean of values with the interval of Student's t. ``blocks`` numbers which of them belong together."""
    known = np.asarray(values, float)
    n = len(known) if blocks is None else len(np.unique(np.asarray(blocks)))
    half = t_quantile(level, n - 1) * _error(known, blocks) if n > 1 else math.inf
    mean = float(known.mean())
    return Interval(mean, mean - half, mean + half)


def share_interval(values: Any, blocks: Any | None = None, level: float = LEVEL) -> Interval:
    """Share of battles won, where a draw counts as a part of a win: Wilson's interval for as many battles as they tell.

    Battles of one block tell more or less than independent ones, draws more than wins: the number of trials is the
    one at which independent wins and losses would have the standard error that the blocks have.
    """
    known = np.asarray(values, float)
    mean, n = float(known.mean()), len(known)
    error = _error(known, blocks)
    if not 0.0 < mean < 1.0 or not 0.0 < error < math.inf:
        independent = n if blocks is None else len(np.unique(np.asarray(blocks)))
        return wilson(mean * independent, independent, quantile(level))
    trials = mean * (1.0 - mean) / error**2
    return wilson(mean * trials, trials, quantile(level))


def bootstrap(
    values: Any, measure: Callable[[Any], Any], *, level: float = LEVEL, seed: int = 0, resamples: int = 2000
) -> Interval:
    """A measure of the rows of ``values`` with its percentile bootstrap interval.

    ``measure`` takes an array of rows, a row for each block that stands by itself, and returns a number: a median, a
    share of sums, a difference of columns.
    """
    rows = np.asarray(values)
    chance = np.random.Generator(np.random.PCG64(seed))
    drawn = [float(measure(rows[chance.integers(0, len(rows), len(rows))])) for _ in range(resamples)]
    low, high = np.quantile(drawn, [0.5 - level / 2.0, 0.5 + level / 2.0])
    return Interval(float(measure(rows)), float(low), float(high))


# ----------------------------------------------------------------------------------------- differences


class Difference(NamedTuple):
    """How far two arms lie apart, from a number of pairs fixed beforehand."""

    mean: float
    low: float
    high: float
    p: float  # of a difference so large where there is none, two-sided


def compare(differences: Any, level: float = LEVEL) -> Difference:
    """The mean of differences, one a block, with its interval and its p-value.

    Where all blocks differ alike there is no interval, and p is that of their signs.
    """
    known = np.asarray(differences, float)
    mean, low, high = mean_interval(known, level=level)
    error = _error(known, None)
    if error == 0.0:
        return Difference(mean, low, high, 1.0 if mean == 0.0 else 2.0 * 0.5 ** len(known))
    return Difference(mean, low, high, two_sided_p(mean / error, len(known) - 1))


def compare_shares(differences: Any) -> Difference:
    """The same of shares of battles, from -1 to 1: no difference is larger, whatever few playouts say.

    Where all of them differ alike, those that may differ otherwise (`never`) are taken for all lost, then for all won.
    """
    found = compare(differences)
    if found.low == found.high:
        otherwise = never(len(differences))
        alike = (1.0 - otherwise) * found.mean
        return found._replace(low=alike - otherwise, high=alike + otherwise)
    return found._replace(low=max(found.low, -1.0), high=min(found.high, 1.0))


def never(n: int, level: float = LEVEL) -> float:
    """The share that is to be believed at most of what happened in none of ``n`` blocks, a number fixed beforehand.

    >>> round(never(60), 4)
    0.0487
    """
    return float(1.0 - (1.0 - level) ** (1.0 / n))


def never_at_any_look(n: int, level: float = LEVEL) -> float:
    """The same where one may stop at any look: a mixture over all shares alike, which may not exceed 20 (at 95 %).

    >>> round(never_at_any_look(60), 4)
    0.1117
    """
    return float(1.0 - ((1.0 - level) / (n + 1)) ** (1.0 / n))


def each_of(comparisons: int, level: float = LEVEL) -> float:
    """The confidence of each of so many intervals that hold all at once with a chance of ``level``, after Sidak.

    Of estimates that are normal together it holds however they hang together (Sidak 1967, JASA 62).

    >>> round(each_of(3), 5)
    0.98305
    """
    return float(level ** (1.0 / max(comparisons, 1)))


def sidak(p: float, comparisons: int) -> float:
    """The p-value of one of so many comparisons: below 5 % just where the interval of ``each_of`` leaves out 0.

    It corrects in one step. Holm's steps find a little more, and no intervals with two ends that tell anything go with
    them: what is shown beside them would contradict them.

    >>> round(sidak(0.01, 3), 6)
    0.029701
    """
    return -math.expm1(comparisons * math.log1p(-p)) if p < 1.0 else 1.0


# ------------------------------------------------------------------------------------ sequential tests


class Moments(NamedTuple):
    """What a sequential test needs to know of the values of blocks: how many, their mean, and their mean square."""

    n: int
    mean: float
    square: float  # mean of the squares

    @classmethod
    def of(cls, values: Any) -> Moments:
        """The moments of values, one a block."""
        known = np.asarray(values, float)
        return cls(len(known), float(known.mean()), float(np.mean(known**2))) if len(known) else cls(0, 0.0, 0.0)

    @property
    def deviation(self) -> float:
        """Standard deviation of the values."""
        return math.sqrt(max(self.square - self.mean**2, 0.0))

    def guarded(self, most: float) -> Moments:
        """The same with one more block half at ``most`` and half at ``-most``, so that no variance is ever 0."""
        n = self.n + 1
        return Moments(n, self.n * self.mean / n, (self.n * self.square + most**2) / n)


class Outcome(Enum):
    """Where a sequential test stands."""

    OPEN = "open"
    MORE = "more"  # what is tested is better, by what was asked or more
    LESS = "less"
    SAME = "same"  # it does not differ by what was asked


class Verdict(NamedTuple):
    """A sequential test so far: its log-likelihood ratios against no difference, and what they say."""

    outcome: Outcome
    more: float
    less: float
    low: float  # where a ratio says that there is no such difference
    high: float  # where it says that there is one


@dataclass(frozen=True)
class Sequential:
    """A generalised sequential probability ratio test of the values of blocks, whose mean is 0 without a difference.

    The values of a block are the mean score over its games (all seats with the same dice) less the even share, or the
    difference of two arms. Tested is a mean of ``least`` against a mean of 0, with ``two_sided`` one of ``-least`` too;
    the variance is estimated along the way. With ``games`` the hypotheses are in normalised Elo instead: ``least`` of
    them, for blocks of so many games each. ``base`` moves the hypothesis of no difference from 0.

    A difference that is not there is found with a chance of at most about ``alpha``; one of ``least`` is missed with a
    chance of at most about ``beta`` (tests/lab/test_statistics.py plays it out).
    """

    least: float
    alpha: float = 0.05
    beta: float = 0.05
    two_sided: bool = True
    games: int = 0
    base: float = 0.0
    most: float = 1.0  # no value of a block is further from 0
    wait: int = 10  # blocks before it may end

    def __call__(self, known: Moments) -> Verdict:
        """What these values say."""
        share = self.alpha / 2.0 if self.two_sided else self.alpha
        low, high = math.log(self.beta / (1.0 - share)), math.log((1.0 - self.beta) / share)
        if known.n == 0:
            return Verdict(Outcome.OPEN, 0.0, 0.0, low, high)
        ratio = self._normalised if self.games else self._plain
        safe = known.guarded(self.most)
        more = ratio(safe, self.least)
        less = ratio(safe, -self.least) if self.two_sided else -math.inf
        outcome = Outcome.OPEN
        if known.n >= self.wait:
            if more >= high or less >= high:
                outcome = Outcome.MORE if more >= less else Outcome.LESS
            elif more <= low and less <= low:
                outcome = Outcome.SAME
        return Verdict(outcome, more, less, low, high)

    def _plain(self, known: Moments, least: float) -> float:
        """How much likelier a mean of ``least`` is than one of ``base``, each with its own likeliest variance."""
        spread = max(known.square - known.mean**2, 1e-12)
        far, near = (spread + (known.mean - where) ** 2 for where in (self.base, least))
        return 0.5 * known.n * math.log(far / near)

    def _normalised(self, known: Moments, least: float) -> float:
        """The same for means in standard deviations."""
        unit = math.sqrt(self.games) / NORMALISED
        return known.n * (_profile(known, least * unit) - _profile(known, self.base * unit))


def _profile(known: Moments, t: float) -> float:
    """Log-likelihood, a value, of normal values whose mean is ``t`` standard deviations, at the likeliest of these."""
    pull = t * known.mean
    inverse = (pull + math.sqrt(pull * pull + 4.0 * known.square)) / (2.0 * known.square)
    return math.log(inverse) - 0.5 * known.square * inverse**2 + pull * inverse - 0.5 * t * t


class Always(NamedTuple):
    """A mean with an interval that holds at every look at once, however and whenever one stops."""

    mean: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half its length."""
        return (self.high - self.low) / 2.0


def always_valid(known: Moments, planned: int, level: float = LEVEL) -> Always:
    """The mean of the values of blocks with an interval that is right at all times together with a chance of ``level``.

    A confidence sequence by a normal mixture, narrowest where about ``planned`` blocks are known. Never a fixed-size
    interval on a test that was stopped for what it showed.
    """
    if known.n < 2:
        return Always(known.mean, -math.inf, math.inf)
    deviation = known.deviation * math.sqrt(known.n / (known.n - 1))
    half = deviation * _half(known.n, planned, level)
    return Always(known.mean, known.mean - half, known.mean + half)


def share_at_every_look(known: Moments, planned: int) -> Interval:
    """A share of battles won, of blocks, with the interval that is right at every look: what may have been stopped.

    Blocks that are all alike do not show that all are: one that is not would be off by the farther end at most.
    """
    mean, low, high = always_valid(known, planned)
    if known.n and known.deviation < ALIKE:
        most = never_at_any_look(known.n) * max(mean, 1.0 - mean)
        low, high = mean - most, mean + most
    return Interval(mean, max(low, 0.0), min(high, 1.0))


def _half(n: float, planned: int, level: float) -> float:
    """Half the length of a confidence sequence of values of standard deviation 1 after ``n``."""
    alpha = 1.0 - level
    tight = (-2.0 * math.log(alpha) + math.log(-2.0 * math.log(alpha) + 1.0)) / max(planned, 1)
    return math.sqrt(2.0 * (n * tight + 1.0) / (n * n * tight) * math.log(math.sqrt(n * tight + 1.0) / alpha))


def more_needed(known: Moments, planned: int, wanted: float, level: float = LEVEL, power: float = 0.8) -> int:
    """How many more blocks would find a difference of ``wanted`` with a chance of ``power``, about."""
    if known.deviation == 0.0:
        return 0
    quick = NormalDist().inv_cdf(power)
    low, high = 2, 4
    while known.deviation * (_half(high, planned, level) + quick / math.sqrt(high)) > wanted:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        wide = known.deviation * (_half(middle, planned, level) + quick / math.sqrt(middle)) > wanted
        low, high = (middle, high) if wide else (low, middle)
    return max(high - known.n, 0)


# ------------------------------------------------------------------------------------------- the logit


class Coefficient(NamedTuple):
    """What a term adds to the logit of winning."""

    name: str
    value: float
    low: float
    high: float
    p: float


def fitted_logit(won: Any, terms: dict[str, Any], blocks: Any, level: float = LEVEL) -> list[Coefficient]:
    """What each of ``terms`` (columns f8[n]) adds to the logit of ``won`` (0 to 1), errors clustered by block.

    A term for each seat beside those of the arms lets a lopsided scenario hide no effect: a share of 5 % that becomes
    7 % is as much there as one of 50 % that becomes 58 %. Wants ``sandtable[lab]``.
    """
    from sandtable.lab.extra import needed

    api = needed("statsmodels.api")
    columns = np.column_stack([np.ones(len(won)), *(np.asarray(column, float) for column in terms.values())])
    model = api.GLM(np.asarray(won, float), columns, family=api.families.Binomial())
    groups = np.unique(np.asarray(blocks), return_inverse=True)[1]
    fitted = model.fit(cov_type="cluster", cov_kwds={"groups": groups})
    edges = fitted.conf_int(1.0 - level)
    names = ["even", *terms]
    return [
        Coefficient(name, float(value), float(low), float(high), float(p))
        for name, value, (low, high), p in zip(names, fitted.params, edges, fitted.pvalues, strict=True)
    ]
