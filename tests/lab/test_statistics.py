"""Statistics: intervals cover what they should, sequential tests err as seldom as they say, both played out."""

from __future__ import annotations

import math

import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests

from sandtable.lab.statistics import (
    Moments,
    Outcome,
    Sequential,
    always_valid,
    block_means,
    bootstrap,
    compare,
    each_of,
    fitted_logit,
    mean_interval,
    more_needed,
    quantile,
    share_interval,
    sidak,
    wilson,
)
from sandtable.lab.students_t import t_quantile, two_sided_p

TRIALS = 2000
"""Of each simulation: a rate of 5 % is then known to within 1.5 points (three standard errors)."""


def near(share: float) -> float:
    """Three standard errors of a share that was counted in TRIALS simulations."""
    return 3.0 * math.sqrt(share * (1.0 - share) / TRIALS)


def battles(chance: np.random.Generator, p: float, draws: float, n: int) -> np.ndarray:
    """Scores of ``n`` battles: a share of draws, the rest won with a chance that makes the mean ``p``."""
    won = (p - draws / 2) / (1 - draws)
    return np.where(chance.random(n) < draws, 0.5, chance.random(n) < won)


def seats(chance: np.random.Generator, n: int, lead: float = 0.0) -> np.ndarray:
    """Scores of ``n`` pairs of battles with the same dice, seats changed: luck is shared, a side is favoured."""
    luck = chance.normal(0, 1, n)
    first = luck + chance.normal(0, 1, n) + 0.5 + lead > 0
    second = -luck + chance.normal(0, 1, n) - 0.5 + lead > 0
    return np.stack([first, second], axis=1).astype(float)


def test_the_quantile_of_95_percent_is_the_published_one():
    assert quantile(0.95) == pytest.approx(1.959964, abs=1e-6)


@pytest.mark.parametrize("p", [0.05, 0.3, 0.5])
def test_wilson_covers_95_percent_on_average_over_its_numbers(p: float):
    chance = np.random.default_rng(1)
    covered = 0
    for _ in range(TRIALS):
        n = int(chance.integers(100, 300))  # coverage of any one n leaps as binomials do
        low, high = wilson(int(chance.binomial(n, p)), n)[1:]
        covered += low <= p <= high
    assert abs(covered / TRIALS - 0.95) < near(0.95) + 0.005


@pytest.mark.parametrize(("p", "draws"), [(0.5, 0.0), (0.3, 0.2), (0.5, 0.8)])
def test_a_share_with_draws_covers_95_percent(p: float, draws: float):
    chance = np.random.default_rng(2)
    covered = 0
    for _ in range(TRIALS):
        interval = share_interval(battles(chance, p, draws, 200))
        covered += interval.low <= p <= interval.high
    assert abs(covered / TRIALS - 0.95) < near(0.95) + 0.005


def test_a_share_of_blocks_covers_95_percent_where_dice_are_shared():
    chance = np.random.default_rng(3)
    blocks = np.repeat(np.arange(150), 2)
    covered, wide = 0, 0
    for _ in range(TRIALS):
        scores = seats(chance, 150)[:, 0].repeat(2)  # twice the same: 150 battles told as 300
        truth = 0.6382  # P(N(0.5, 2) > 0) = 0.6382
        interval = share_interval(scores, blocks)
        covered += interval.low <= truth <= interval.high
        plain = share_interval(scores)
        wide += plain.low <= truth <= plain.high
    assert abs(covered / TRIALS - 0.95) < near(0.95) + 0.005
    assert wide / TRIALS < 0.87, "without the blocks the interval is too short, which this test must see"


def test_the_mean_of_blocks_covers_95_percent_where_seats_change():
    chance = np.random.default_rng(4)
    blocks = np.repeat(np.arange(150), 2)
    covered = 0
    for _ in range(TRIALS):
        interval = mean_interval(seats(chance, 150).ravel(), blocks)
        covered += interval.low <= 0.5 <= interval.high
    assert abs(covered / TRIALS - 0.95) < near(0.95) + 0.005


def test_a_bootstrapped_median_covers_95_percent():
    chance = np.random.default_rng(5)
    trials = 400
    covered = 0
    for k in range(trials):
        interval = bootstrap(chance.exponential(1.0, 150), np.median, seed=k, resamples=300)
        covered += interval.low <= math.log(2.0) <= interval.high
    assert abs(covered / trials - 0.95) < 3.0 * math.sqrt(0.95 * 0.05 / trials) + 0.01


def test_blocks_are_means_in_their_order():
    assert block_means([1, 0, 1, 1], [4, 4, 2, 2]).tolist() == [1.0, 0.5]


def test_an_interval_of_nothing_but_wins_counts_blocks():
    # Ten battles in five blocks that share their dice tell as much as five: wilson(5, 5) begins at 0.5655.
    assert share_interval(np.ones(10), np.repeat(np.arange(5), 2)).low == pytest.approx(wilson(5, 5).low)


def test_a_difference_that_is_not_there_is_found_in_5_of_100():
    chance = np.random.default_rng(6)
    found = sum(compare(chance.choice([-1.0, 0.0, 1.0], 200)).p < 0.05 for _ in range(TRIALS))
    assert abs(found / TRIALS - 0.05) < near(0.05) + 0.005


def test_no_difference_at_all_has_a_p_value_of_1():
    assert compare(np.zeros(50)).p == 1.0


def test_blocks_that_all_differ_alike_have_the_p_value_of_their_signs():
    assert compare(np.ones(2)).p == 0.5, "two heads or two tails"
    assert compare(np.full(6, -0.5)).p == 0.03125


@pytest.mark.parametrize("n", [4, 12, 40])
def test_the_mean_of_few_covers_95_percent_too(n: int):
    chance = np.random.default_rng(n)
    covered = normal = 0
    for _ in range(TRIALS):
        values = chance.normal(7.0, 3.0, n)
        interval = mean_interval(values)
        covered += interval.low <= 7.0 <= interval.high
        normal += abs(values.mean() - 7.0) <= 1.96 * values.std(ddof=1) / math.sqrt(n)
    assert abs(covered / TRIALS - 0.95) < near(0.95)
    assert n > 12 or normal / TRIALS < 0.95 - near(0.95), "the normal interval is too short, which this test must see"


def test_students_t_is_the_published_one():
    stats = pytest.importorskip("scipy.stats")
    for degrees in (1, 2, 3, 11, 39, 200, 999):
        for t in (0.01, 1.7, 3.4, 3.5, 5.0, 40.0):
            assert two_sided_p(t, degrees) == pytest.approx(2.0 * stats.t.sf(t, degrees), rel=1e-8)
        for level in (0.5, 0.95, 1.0 - 0.05 / 186):
            assert t_quantile(level, degrees) == pytest.approx(stats.t.ppf(0.5 + level / 2.0, degrees), rel=1e-6)
    assert t_quantile(0.95, 10**6) == quantile(0.95)
    assert two_sided_p(9.0, 10**6) == pytest.approx(2.0 * stats.norm.sf(9.0), rel=1e-8), "not 0"


def test_several_comparisons_are_corrected_as_statsmodels_has_it():
    p_values = [0.01, 0.04, 0.03, 0.005, 0.6]
    assert [sidak(p, 5) for p in p_values] == pytest.approx(multipletests(p_values, method="sidak")[1])
    assert sidak(0.3, 1) == pytest.approx(0.3)
    assert (sidak(0.0, 7), sidak(1.0, 7)) == (0.0, 1.0)
    assert each_of(1) == 0.95
    assert each_of(2) == pytest.approx(0.974679, abs=1e-6)  # 0.974679 twice is 0.95
    assert quantile(each_of(6)) == pytest.approx(2.631, abs=1e-3)  # Sidak's two-sided 5 % point of six


@pytest.mark.parametrize("shift", [0.0, 0.1, 0.17, 0.19, 0.4])
def test_an_interval_leaves_out_0_just_where_p_is_below_5_percent(shift: float):
    """Holm's p beside intervals of 95 % each did not: of three with p 0.03 each it finds none, and all leave out 0."""
    chance = np.random.default_rng(14)
    values = chance.standard_normal(200)
    values = (values - values.mean()) / values.std(ddof=1) + shift  # an error of 0.0707: 2.631 of them are 0.186
    found = compare(values, each_of(6))
    assert (sidak(found.p, 6) < 0.05) is not (found.low <= 0.0 <= found.high)
    assert (found.low > 0.0) is (shift > 0.186)


def test_intervals_of_a_family_hold_all_at_once_where_they_share_their_first_variant():
    chance = np.random.default_rng(7)
    held = single = 0
    for _ in range(TRIALS):
        base = chance.standard_normal(60)
        arms = [compare(chance.standard_normal(60) - base, each_of(6)) for _ in range(6)]
        held += all(one.low <= 0.0 <= one.high for one in arms)
        half = quantile(0.95) / quantile(each_of(6))
        single += all(abs(one.mean) <= half * (one.high - one.low) / 2 for one in arms)
    assert held / TRIALS > 0.95 - near(0.95)
    assert single / TRIALS < 0.85, "intervals of 95 % each do not: see that the test can"


# ------------------------------------------------------------------------------------ sequential tests


def outcomes(test: Sequential, draw, runs: int, blocks: int, looks: int = 50) -> dict[Outcome, float]:
    """How often a sequential test ends how, looked at after every ``looks`` blocks; ``draw(n)`` makes blocks."""
    counts = dict.fromkeys(Outcome, 0)
    for _ in range(runs):
        values = draw(blocks)
        sums, squares = np.cumsum(values), np.cumsum(values**2)
        outcome = Outcome.OPEN
        for n in range(looks, blocks + 1, looks):
            outcome = test(Moments(n, sums[n - 1] / n, squares[n - 1] / n)).outcome
            if outcome is not Outcome.OPEN:
                break
        counts[outcome] += 1
    return {key: value / runs for key, value in counts.items()}


RUNS = 600
SPARE = 3.0 * math.sqrt(0.05 * 0.95 / RUNS)


def arms(chance: np.random.Generator, lead: float):
    """Differences of two arms with the same dice: equal in most battles, of mean ``lead``."""
    return lambda n: chance.choice([-1.0, 0.0, 1.0], n, p=[0.15 - lead / 2, 0.7, 0.15 + lead / 2])


@pytest.mark.parametrize(
    ("lead", "right"), [(0.0, Outcome.SAME), (0.05, Outcome.MORE), (-0.05, Outcome.LESS), (0.1, Outcome.MORE)]
)
def test_the_sequential_test_of_two_arms_errs_in_5_of_100_at_most(lead: float, right: Outcome):
    chance = np.random.default_rng(8)
    found = outcomes(Sequential(0.05), arms(chance, lead), RUNS, 10_000)
    assert found[Outcome.OPEN] == 0.0
    assert found[right] > 0.95 - SPARE
    assert 1.0 - found[right] < 0.05 + SPARE


@pytest.mark.parametrize(("lead", "right"), [(0.0, Outcome.SAME), (1.0, Outcome.MORE)])
def test_the_test_in_normalised_elo_errs_in_5_of_100_at_most(lead: float, right: Outcome):
    chance = np.random.default_rng(9)
    scores = seats(chance, 200_000).mean(axis=1) - 0.5
    least = 40.0  # normalised Elo: 40 / 347.4 of a game's deviation, and the deviation of a pair is less by sqrt(2)
    shift = lead * least / 347.436 * math.sqrt(2) * scores.std()
    test = Sequential(least, games=2, two_sided=False)
    found = outcomes(test, lambda n: chance.choice(scores, n) + shift, RUNS, 10_000)
    assert found[right] > 0.95 - SPARE


def test_the_test_in_normalised_elo_errs_in_5_of_100_at_most_with_three_seats():
    chance = np.random.default_rng(10)
    test = Sequential(60.0, games=3, most=2 / 3, two_sided=False)
    values = [0.0, 1 / 3, 2 / 3, 1.0]
    none = outcomes(test, lambda n: chance.choice(values, n, p=[0.2, 0.6, 0.2, 0.0]) - 1 / 3, RUNS, 10_000)
    assert none[Outcome.MORE] < 0.05 + SPARE
    # Mean 0 of deviation sqrt(0.4)/3 = 0.2108; 60 Elo are 60 / 347.4 x sqrt(3) = 0.2991 of it: 0.0631 of a battle.
    better = lambda n: chance.choice(values, n, p=[0.2, 0.6, 0.2, 0.0]) - 1 / 3 + 0.0631  # noqa: E731
    assert outcomes(test, better, RUNS, 10_000)[Outcome.MORE] > 0.95 - SPARE


def test_a_test_never_ends_before_it_waited_nor_without_values():
    test = Sequential(0.5, wait=20)
    assert test(Moments.of([])).outcome is Outcome.OPEN
    assert test(Moments.of(np.ones(19))).outcome is Outcome.OPEN
    assert test(Moments.of(np.ones(20))).outcome is Outcome.MORE
    assert Sequential(0.05)(Moments.of(np.zeros(20000))).outcome is Outcome.SAME


def test_an_always_valid_interval_holds_at_every_look():
    chance = np.random.default_rng(11)
    runs, missed, fixed = 600, 0, 0
    for _ in range(runs):
        values = arms(chance, 0.03)(4000)
        sums, squares = np.cumsum(values), np.cumsum(values**2)
        looked = [always_valid(Moments(n, sums[n - 1] / n, squares[n - 1] / n), 1000) for n in range(100, 4001, 50)]
        missed += any(not one.low <= 0.03 <= one.high for one in looked)
        plain = [compare(values[:n]) for n in range(100, 4001, 500)]
        fixed += any(not one.low <= 0.03 <= one.high for one in plain)
    assert missed / runs < 0.05 + 3.0 * math.sqrt(0.05 * 0.95 / runs)
    assert fixed / runs > 0.1, "intervals of a fixed size miss more often when looked at often: see that the test can"


def test_more_battles_needed_find_what_was_asked():
    chance = np.random.default_rng(12)
    known = Moments.of(arms(chance, 0.0)(500))
    needed = known.n + more_needed(known, 2000, 0.03)
    found = sum(always_valid(Moments.of(arms(chance, 0.03)(needed)), 2000).low > 0.0 for _ in range(400)) / 400
    assert 0.7 < found < 0.9


def test_the_logit_with_a_term_for_the_seat_by_hand():
    # Seat 0 wins 20 of 100 and 40 of 100, seat 1 wins 60 of 100 and 80 of 100. The odds of the second arm are
    # (40/60)/(20/80) = 8/3 as one side and (80/20)/(60/40) = 8/3 as the other: its term is log(8/3) = 0.9808.
    won, arm, seat = [], [], []
    for a, s, wins in ((0, 0, 20), (1, 0, 40), (0, 1, 60), (1, 1, 80)):
        won += [1.0] * wins + [0.0] * (100 - wins)
        arm += [a] * 100
        seat += [s] * 100
    found = {term.name: term for term in fitted_logit(won, {"arm": arm, "seat": seat}, range(400))}
    assert found["arm"].value == pytest.approx(math.log(8 / 3), abs=1e-6)
    assert found["seat"].value == pytest.approx(math.log((60 / 40) / (20 / 80)), abs=1e-6)
    assert found["arm"].low < math.log(8 / 3) < found["arm"].high
    # Standard error of a log odds ratio within strata of 100: sqrt(sum of 1/n) pooled over two; between 0.1 and 0.4.
    assert 0.1 < (found["arm"].high - found["arm"].low) / 3.92 < 0.4


def test_the_logit_covers_95_percent_where_pairs_share_their_dice():
    chance = np.random.default_rng(13)
    covered, runs, pairs = 0, 300, 300
    arm = np.tile([0.0, 1.0], pairs)
    for _ in range(runs):
        luck = chance.random(pairs)  # the same dice in both arms: battles of a pair are won together
        won = np.stack([luck < 0.1, luck < 0.2], axis=1).ravel()
        found = fitted_logit(won, {"arm": arm}, np.repeat(np.arange(pairs), 2))[1]
        covered += found.low <= math.log((0.2 / 0.8) / (0.1 / 0.9)) <= found.high
    assert abs(covered / runs - 0.95) < 3.0 * math.sqrt(0.95 * 0.05 / runs) + 0.01
