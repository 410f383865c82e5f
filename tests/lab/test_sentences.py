"""What is said of a study while it runs and where it ends: the numbers in the sentences, worked out by hand."""

from __future__ import annotations

import io
import math
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from rich.console import Console
from scipy import optimize, stats

from sandtable import lab
from sandtable.cli import lab as cli
from sandtable.lab import statistics
from sandtable.lab.measures import measures_of
from sandtable.lab.report import as_json
from sandtable.lab.results import Results, amount, between, change
from sandtable.lab.running import Progress
from sandtable.lab.shards import Made, Piece
from sandtable.lab.statistics import Outcome
from sandtable.lab.stopping import stop_of
from sandtable.lab.study import Study

pytestmark = pytest.mark.full  # no kernel is called: once is enough

PLANNED = 800
"""Blocks after which the interval of a test is narrowest: four shards."""


def study(**fields: Any) -> Study:
    pair = {"design": "A/B", "factors": {"rules.overlapped": [-2]}}
    return lab.new_study({"game": "dba", "scenarios": ["first-lesson"], **pair, **fields})


def results(wanted: Study, better: int, worse: int, n: int, folder: Path) -> Results:
    """Of ``n`` blocks the second variant won so many that the first lost, and lost so many that it won."""
    first = np.array([0.0] * better + [1.0] * worse + [1.0, 0.0] * ((n - better - worse) // 2))
    second = np.array([1.0] * better + [0.0] * worse + [1.0, 0.0] * ((n - better - worse) // 2))
    mixed = np.random.default_rng(0).permutation(n)
    blocks = [*range(n)] * 2
    rows = {"arm": [0] * n + [1] * n, "scenario": ["first-lesson"] * 2 * n, "battle": blocks, "block": blocks}
    found = Results(wanted, folder)
    found.__dict__["battles"] = pl.DataFrame({**rows, "wins.red": [*first[mixed], *second[mixed]]})
    return found


def always_valid(mean: float, deviation: float, n: int) -> tuple[float, float]:
    """Where a mixture of likelihood ratios over all shifts, which no look makes larger than 20 but once in 20, does.

    By integrating the mixture, not by its closed form; the mixture is a normal one, its scale that which is narrowest
    after ``PLANNED`` values for a chance of 5 %.
    """
    alpha = 0.05
    scale = math.sqrt((-2 * math.log(alpha) + math.log(-2 * math.log(alpha) + 1)) / PLANNED)
    shifts = np.linspace(-8 * scale, 8 * scale, 20001)
    weights = stats.norm.pdf(shifts, 0, scale) * (shifts[1] - shifts[0])

    def excess(far: float) -> float:
        return float(np.log(np.sum(weights * np.exp(n * (shifts * far - shifts**2 / 2)))) - math.log(1 / alpha))

    half = deviation * optimize.brentq(excess, 0, 1)
    return mean - half, mean + half


def ratio(values: np.ndarray, least: float) -> float:
    """How much likelier a mean of ``least`` is than none, each with its likeliest normal variance.

    As the test guards itself: with one more block, half of it at 1 and half at -1.
    """
    every, weights = np.append(values, [1.0, -1.0]), np.append(np.ones(len(values)), [0.5, 0.5])

    def likeliest(mean: float) -> float:
        deviation = math.sqrt(np.average((every - mean) ** 2, weights=weights))
        return float(weights @ stats.norm.logpdf(every, mean, deviation))

    return likeliest(least) - likeliest(0.0)


def told_looks(look: str, end: str, last: str) -> str:
    """What is said of the looks of a test with 5 % of errors of both kinds."""
    errs = "Of a hundred such tests about 5 at most find a difference that is not there, all looks together."
    every = "Intervals are adjusted for looks: they hold at every one of them."
    return f"{look}, one after every 200 battles a variant{end}{last} {errs} {every}"


def test_a_test_says_at_which_look_it_ended_and_by_which_boundary(tmp_path: Path):
    """Of two looks the first ended it: 30 of 200 up. At the second, which was fought meanwhile, all is even again.

    Boundaries of 5 % on either side: ln(0.95 / 0.025) = 3.64 and ln(0.05 / 0.975) = -2.97.
    """
    found = results(study(battles=400, sequential={"least": 10.0}), 30, 30, 400, tmp_path)
    early = np.array([1.0] * 30 + [0.0] * 170 + [0.0] * 200)
    late = np.array([0.0] * 30 + [0.0] * 170 + [1.0] * 30 + [0.0] * 170)
    rows = found.battles.drop("wins.red")
    found.__dict__["battles"] = rows.with_columns(pl.Series("wins.red", np.concatenate([late, early])))
    sentence, looks = found.sentences()
    assert "after 200 battles a variant" in sentence
    more, less = (ratio(early[:200], least) for least in (0.1, -0.1))
    assert more > 3.64 and ratio(early - late, 0.1) < 3.64
    assert looks == told_looks(
        "The test ended at look 1 of 2 at most", ", by its boundary for a difference: log-likelihood ratios "
        f"{more:.2f} for more, {less:.2f} for less", ", one of them at 3.64 or above."
    )  # fmt: skip
    stopped = as_json(found)["stopped"]
    assert (stopped["look"], stopped["looks_at_most"], stopped["boundary"], stopped["outcome"]) == (
        1, 2, "difference", "more"
    )  # fmt: skip
    assert stopped["interval_adjusted_for_looks"] and stopped["ratio_more"] == pytest.approx(more)


def test_a_boundary_may_be_crossed_before_the_interval_of_every_look_leaves_out_0(tmp_path: Path):
    """27 up and 9 down of 200, where 9 points are asked for: 9 points by an error of 2.9, of which 3.1 are allowed."""
    found = results(study(battles=200, sequential={"least": 9.0}), 27, 9, 200, tmp_path)
    low, high = always_valid(0.09, math.sqrt(200 / 199 * (36 / 200 - 0.0081)), 200)
    assert low < 0.0
    sentence, looks = found.sentences()
    assert sentence == (
        "rules.overlapped = -2: the test finds that wins.red changes after 200 battles a variant, by +9.0 points; the "
        f"interval of every look at once ({100 * low:+.1f} to {100 * high:+.1f} points with 95 % confidence) does not "
        "leave out 0 yet."
    )
    assert looks.startswith("The test ended at look 1 of 1 at most")


def test_every_interval_of_a_study_that_may_end_early_is_one_of_every_look(tmp_path: Path):
    """Of 60 blocks without a draw there may be 11.2 % of draws, as below; the length is 18 by a deviation of 2."""
    found = results(study(battles=60, sequential={"least": 30.0}), 0, 0, 60, tmp_path)
    lengths = pl.Series("bounds", [16.0, 20.0] * 60)
    found.__dict__["battles"] = found.battles.with_columns(lengths, pl.lit(0.0).alias("draws"))
    known = measures_of(found.study)
    none = found.interval(known["draws"], 0)
    assert none == (0.0, 0.0, pytest.approx(0.1117, abs=1e-4))
    assert found.interval(known["bounds"], 0) == pytest.approx((18.0, *always_valid(18.0, math.sqrt(60 / 59) * 2, 60)))
    assert "adjusted for looks" in found.intervals_said


def test_of_tests_of_nothing_at_most_5_of_100_find_a_difference_all_looks_together():
    """Two variants alike in 30 % of their blocks and by chance in the others, looked at 20 times, or until it ends."""
    chance, runs, wrong, fixed = np.random.default_rng(15), 400, 0, 0
    wanted = study(battles=4000, sequential={"least": 5.0})
    for _ in range(runs):
        stop, scores = stop_of(wanted), {0: {}, 1: {}}
        luck = chance.random((20, 1, 200)) < 0.3
        blocks = np.where(luck, 1.0, chance.random((20, 2, 200)) < 0.4)
        differences = (blocks[:, 1] - blocks[:, 0]).ravel()
        looks = [differences[: 200 * (k + 1)] for k in range(20)]
        fixed += any(abs(seen.mean()) > 1.96 * seen.std() / math.sqrt(len(seen)) for seen in looks)
        for k in range(20):
            scores[0][k], scores[1][k] = blocks[k]
        ended = stop.ended(scores)
        found = stop.look(scores, 20 if ended is None else ended + 1)
        interval = statistics.always_valid(found.known, stop.planned)
        outside = not interval.low <= 0.0 <= interval.high
        assert found.verdict is not None
        wrong += found.verdict.outcome in (Outcome.MORE, Outcome.LESS) or outside
    assert wrong / runs < 0.05
    assert fixed / runs > 0.15, "an interval of a fixed size, looked at as often, finds more: see that the test can"


def test_a_test_that_found_no_difference_says_estimate_and_side_with_an_interval_of_every_look(tmp_path: Path):
    """10 up and 8 down of 400: a mean of half a point, of a deviation of 21.24."""
    deviation = math.sqrt(400 / 399 * (18 / 400 - 0.005**2))
    low, high = always_valid(0.005, deviation, 400)
    fixed = 1.96 * deviation / 20
    assert high - 0.005 > 1.4 * fixed  # the interval of a number fixed beforehand would claim more
    found = results(study(battles=400, sequential={"least": 3.5}), 10, 8, 400, tmp_path)
    assert found.sequential is not None and found.sequential.is_over
    sentence, looks = found.sentences()
    assert looks.startswith("The test ended at look 2 of 2 at most") and ", both at -2.97 or below." in looks
    assert sentence.startswith(
        "rules.overlapped = -2, after 400 battles a variant: no difference of wins.red found: +0.5 points "
        f"({100 * low:+.1f} to {100 * high:+.1f} points); if there is one, it is below {100 * high:.1f} points with "
    )
    assert "more battles a variant would find 1 point" in sentence


def test_of_a_number_fixed_beforehand_the_interval_is_the_usual_one(tmp_path: Path):
    """1.966 (Student's t of 399) deviations of 21.24 over the root of 400: 2.09 points to either side of half a point.

    To find 1 point with a chance of 80 % takes (1.966 + 0.8416)^2 * 0.04509 / 0.0001 = 3,554 blocks, 3,154 more.
    """
    [sentence] = results(study(battles=400), 10, 8, 400, tmp_path).sentences()
    assert sentence == (
        "rules.overlapped = -2: no difference of wins.red found: +0.5 points (-1.6 to +2.6 points); if there is one, "
        "it is below 2.6 points with 95 % confidence; about 3,200 more battles a variant would find 1 point."
    )


def test_no_share_is_said_to_change_by_more_than_all(tmp_path: Path):
    """One up and one down: 0 by an error of 1, of which Student's t of one degree allows 12.7 to either side.

    To find 1 point takes (12.706 + 0.8416)^2 * 2 / 0.0001 blocks, 3.7 million. In bounds there is no such end.
    """
    found = results(study(battles=2), 1, 1, 2, tmp_path)
    [sentence] = found.sentences()
    assert sentence == (
        "rules.overlapped = -2: no difference of wins.red found: +0.0 points (-100.0 to +100.0 points); if there is "
        "one, it is below 100 points with 95 % confidence; about 3,700,000 more battles a variant would find 1 point."
    )
    told = as_json(found)["comparisons"][0]
    assert (told["low"], told["high"]) == (-1.0, 1.0)
    assert found.main.apart(-12.7, 0.5) == (-1.0, 0.5) and found.main.apart(-0.5, 12.7) == (-0.5, 1.0)
    lengths = results(study(battles=2, measure="bounds"), 1, 1, 2, tmp_path).main
    assert lengths.apart(-12.7, 12.7) == (-12.7, 12.7)


def test_of_several_interval_p_and_bound_are_those_of_all_at_once(tmp_path: Path):
    """10 up and 8 down twice, and half a point by an error of 1.062, of which 2.2449 leave out 2.53 % on both sides.

    Alone p is 0.638, and of two 1 - 0.362^2 = 0.869. To find 1 point takes (2.2449 + 0.8416)^2 * 0.04509 / 0.0001
    blocks.
    """
    far = float(stats.t.ppf(0.5 + math.sqrt(0.95) / 2, 399))
    assert far == pytest.approx(2.2449, abs=1e-4)
    wanted = study(battles=400, design="one at a time", factors={"rules.overlapped": [-2, -3]})
    found = results(wanted, 10, 8, 400, tmp_path)
    rows = found.battles
    found.__dict__["battles"] = pl.concat([rows, rows.filter(pl.col("arm") == 1).with_columns(arm=pl.lit(2, pl.Int64))])
    for sentence in found.sentences():
        assert sentence.endswith(
            "no difference of wins.red found: +0.5 points (-1.9 to +2.9 points); if there is one, it is below 2.9 "
            "points with 95 % confidence; about 3,900 more battles a variant would find 1 point; p = 0.87, interval "
            "and p for all 2 comparisons at once (Šidák)."
        )
    told = as_json(found)["comparisons"]
    assert [(one["comparisons_at_once"], one["adjusted_by"]) for one in told] == [(2, "Sidak")] * 2
    assert told[0]["low"] == pytest.approx(0.005 - far * 0.010617, abs=1e-5)
    of_three = found.compared(found.main, 3)[0]  # beside two other measures they are six
    assert of_three.family == 6 and of_three.high == pytest.approx(0.005 + 2.644 * 0.010617, abs=1e-5)


def test_a_difference_that_is_there_and_smaller_than_asked_for_is_not_called_none(tmp_path: Path):
    """12 up of 200: 6 points, of a deviation of 23.8, where 30 were asked for."""
    low, high = always_valid(0.06, math.sqrt(200 / 199 * (0.06 - 0.0036)), 200)
    assert low > 0
    found = results(study(battles=200, sequential={"least": 30.0}), 12, 0, 200, tmp_path)
    sentence, _ = found.sentences()
    assert sentence == (
        "rules.overlapped = -2, after 200 battles a variant: no difference as large as was asked for; wins.red changes "
        f"by +6.0 points ({100 * low:+.1f} to {100 * high:+.1f} points with 95 % confidence)."
    )


def test_a_test_that_has_not_ended_says_so_with_what_is_known(tmp_path: Path):
    """Of 200 blocks: 2 up and 2 down, and 30 up, where 2.5 points and where 20 are asked for."""
    open_yet = results(study(battles=400, sequential={"least": 2.5}), 2, 2, 200, tmp_path)
    sentence, looks = open_yet.sentences()
    assert looks.startswith("The test crossed no boundary up to look 1 of 2 at most")
    assert "; it ends by 3.64 of one or -2.97 of both." in looks
    opening = "rules.overlapped = -2, after 200 battles a variant, which do not end the test: no difference of wins.red"
    assert sentence.startswith(f"{opening} found: +0.0 points (-")
    low, high = always_valid(0.11, math.sqrt(200 / 199 * (0.11 - 0.0121)), 200)
    sentence, _ = results(study(battles=400, sequential={"least": 20.0}), 22, 0, 200, tmp_path).sentences()
    assert sentence == (
        f"rules.overlapped = -2: wins.red changes by +11.0 points ({100 * low:+.1f} to {100 * high:+.1f} points with "
        "95 % confidence) after 200 battles a variant, which do not end the test."
    )


def test_where_all_blocks_are_alike_a_difference_may_still_be_there(tmp_path: Path):
    """A share of 4.9 % leaves 60 blocks untouched once in twenty: 0.951^60 is 0.05. And nothing is known to be 0.

    At every look together it is 11.2 %: the mean of (1 - q)^60 over all q is 1/61, of which 0.888^60 is a twentieth.
    """
    untouched = [0.9513**60, 61 * 0.8882**60]
    assert untouched == pytest.approx([0.05, 0.05], rel=0.01)
    [sentence] = results(study(battles=60), 0, 0, 60, tmp_path).sentences()
    alike = "no difference of wins.red found: all blocks alike, 60 of them"
    assert sentence == f"rules.overlapped = -2: {alike}; if there is one, it is below 4.9 points with 95 % confidence."
    sentence, _ = results(study(battles=60, sequential={"least": 30.0}), 0, 0, 60, tmp_path).sentences()
    assert sentence.endswith(f": {alike}; if there is one, it is below 11.2 points with 95 % confidence.")
    lengths = results(study(battles=60, measure="bounds"), 0, 0, 60, tmp_path)
    lengths.__dict__["battles"] = lengths.battles.with_columns(pl.lit(18).alias("bounds"))
    assert list(lengths.sentences()) == [f"rules.overlapped = -2: {alike.replace('wins.red', 'bounds')}."]


def made(wanted: Study, cell: int, won: int) -> Made:
    """The first shard of a cell, of whose 200 battles so many are won."""
    return Made(Piece(cell, 0, 200), np.array([1.0] * won + [0.0] * (200 - won)))


class Slowly:
    """Makes the first shard of both variants, of which 50 and 80 of 200 are won, each after so many seconds."""

    def __init__(self, clock: list[float]) -> None:
        self.clock = clock

    def make(self, wanted: Study, folder: Path, tasks: Any) -> Any:
        for cell, won, seconds in ((0, 50, 4.0), (1, 80, 6.0)):
            self.clock[0] += seconds
            yield [made(wanted, cell, won)]


def test_the_line_of_a_study_that_runs_says_rate_time_left_and_the_intervals_so_far(tmp_path: Path, monkeypatch):
    """200 of 2,000 battles in 4 s are 50 a second, and 1,800 are left: 36 s. 400 in 10 s are 40, and 1,600 left: 40 s.

    Wilson's interval of 25 % of 200 less one (as deviations of samples are counted) is 19.5 to 31.5 %, of 40 % of them
    33.4 to 46.9 %, as statsmodels has it, too.
    """
    clock, said, shown = [0.0], [], io.StringIO()
    monkeypatch.setattr("sandtable.lab.running.time.perf_counter", lambda: clock[0])

    def so_far(progress: Progress) -> str:
        said.append(told(progress))
        return said[-1]

    told = cli._so_far
    monkeypatch.setattr(cli, "_so_far", so_far)
    screen = Console(file=shown, force_terminal=True, width=160)
    monkeypatch.setattr("rich.console.Console", lambda **_: screen)
    progress, _ = cli.run_shown(study(battles=1000), tmp_path, Slowly(clock))
    assert said == [
        "",
        "50 battles/s, 36 s  25.0 % (19.5 to 31.5 %)",
        "40 battles/s, 40 s  25.0 % (19.5 to 31.5 %)  40.0 % (33.4 to 46.9 %)",
    ]
    assert (progress.done, progress.fought, progress.wanted) == (400, 400, 2000)
    assert "400/2,000 " + said[-1] in shown.getvalue()


def test_the_line_of_a_study_that_may_end_early_has_the_wider_interval(monkeypatch):
    """That of every look at once, narrowest after a shard."""
    monkeypatch.setitem(globals(), "PLANNED", 200)
    low, high = always_valid(0.4, math.sqrt(200 / 199 * 0.24), 200)
    wanted = study(battles=1000, sequential={"least": 2.0})
    progress = Progress(wanted, done=200, scores={0: {0: made(wanted, 0, 80).scores}})
    assert cli._so_far(progress) == f"40.0 % ({100 * low:.1f} to {100 * high:.1f} %)"
    assert high - low > 0.469 - 0.335


def test_what_was_there_counts_as_done_and_not_towards_the_rate():
    progress = Progress(study(battles=1000), done=1400, fought=200, seconds=4.0)
    assert cli._so_far(progress) == "50 battles/s, 12 s"


def test_blocks_that_all_differ_alike_are_told_without_an_interval(tmp_path: Path):
    """Of 8 blocks all went from lost to won: p is that of eight coins that fall alike, 2 / 2^8 = 0.0078."""
    found = results(study(battles=8), 8, 0, 8, tmp_path)
    [sentence] = found.sentences()
    assert (
        sentence == "rules.overlapped = -2: wins.red changes by +100.0 points in every block, 8 of them (p = 0.0078)."
    )


def test_a_count_is_never_said_to_be_below_0_and_what_is_alike_has_no_interval(tmp_path: Path):
    """Of 20 battles 19 lost nothing and one lost 2: 0.1 by an error of 0.1, and 2.09 of them would reach below 0."""
    found = results(study(battles=20), 0, 0, 20, tmp_path)
    known = measures_of(found.study)
    lost, bounds, luck = known["lost.red"], known["bounds"], known["luck.red"]
    few = pl.Series([2.0] + [0.0] * 19)
    rows = found.battles.filter(pl.col("arm") == 0)
    found.__dict__["battles"] = rows.with_columns(
        few.alias("lost.red"), few.alias("luck.red"), pl.lit(7.0).alias("bounds")
    )
    interval = found.interval(lost, 0)
    assert interval is not None and interval.low == 0.0 and interval.high == pytest.approx(0.1 + 2.093 * 0.1, abs=1e-4)
    below = found.interval(luck, 0)
    assert below is not None and below.low == pytest.approx(0.1 - 2.093 * 0.1, abs=1e-4)
    alike = found.interval(bounds, 0)
    assert alike is not None and between(bounds, alike) == "all alike"
    found.__dict__["battles"] = found.battles.head(1)
    single = found.interval(bounds, 0)
    assert single is not None and between(bounds, single) == "one battle"


def test_nothing_is_said_to_be_decided_after_the_end(tmp_path: Path):
    """Of 20 battles 19 were decided at their end and one halfway: 0.975 by 0.025, and 2.09 of them reach above 1."""
    found = results(study(battles=20), 0, 0, 20, tmp_path)
    decided = measures_of(found.study)["decided"]
    rows = found.battles.filter(pl.col("arm") == 0)
    found.__dict__["battles"] = rows.with_columns(pl.Series([0.5] + [1.0] * 19).alias("decided"))
    interval = found.interval(decided, 0)
    assert interval is not None and interval.high == 1.0
    assert interval.low == pytest.approx(0.975 - 2.093 * 0.025, abs=1e-4)


def test_large_numbers_are_told_whole():
    bounds = measures_of(study())["bounds"]
    assert [amount(bounds, value) for value in (7064.3, 999.4, 12.34)] == ["7,064", "999", "12.3"]
    assert change(bounds, -1234.5) == "-1,234"
