"""The ladder: strengths that are known are found again, seats and dice are shared, and mistakes are refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np
import pytest

from sandtable.cli import run
from sandtable.games import register
from sandtable.generals.ladder import ELO, Fought, Ladder, Plan, climb, fight_block, fitted
from table.duel_game import GAME as DUEL

register(DUEL)


def thrown(strengths: dict[str, float], seats: tuple[float, ...], blocks: int) -> list[Fought]:
    """Battles of each pair, seats rotated, won by chances that follow from strengths and seats in logits."""
    chance = np.random.Generator(np.random.PCG64(1))
    names, found = list(strengths), []
    for block in range(blocks):
        one, other = chance.choice(len(names), 2, replace=False)
        for seat in range(len(seats)):
            held = tuple(names[one] if side == seat else names[other] for side in range(len(seats)))
            values = np.exp([strengths[name] + seats[side] for side, name in enumerate(held)])
            winner = chance.choice(len(seats), p=values / values.sum())
            found.append(Fought(block, held, tuple(float(side == winner) for side in range(len(seats)))))
    return found


@pytest.mark.parametrize("seats", [(0.0, 1.5), (0.0, -0.7, 1.0)])
def test_strengths_are_found_again_in_a_lopsided_battle(seats: tuple[float, ...]) -> None:
    """The seat is worth more than the generals: it is told apart."""
    strengths = {"a": 0.0, "b": 0.8, "c": -0.6}
    values, errors = fitted(thrown(strengths, seats, 3000), list(strengths), 0, len(seats))
    assert values[0] == errors[0] == 0.0
    for value, error, name in zip(values[1:], errors[1:], ("b", "c"), strict=True):
        assert abs(value - strengths[name]) < 3.5 * error and 0.01 < error < 0.15


def test_an_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    """Of 60 ladders the 95 % interval of b misses in at most 8: at 5 % each, more have a chance below one in 100."""
    missed = 0
    battles = thrown({"a": 0.0, "b": 0.5}, (0.0, 0.8), 60 * 80)
    for number in range(60):
        mine = [one for one in battles if one.block // 80 == number]
        values, errors = fitted(mine, ["a", "b"], 0, 2)
        missed += abs(values[1] - 0.5) > 1.96 * errors[1]
    assert missed <= 8


def test_who_won_all_is_not_infinitely_strong() -> None:
    battles = [Fought(k, ("a", "b") if k % 2 else ("b", "a"), (1.0, 0.0) if k % 2 else (0.0, 1.0)) for k in range(20)]
    values, errors = fitted(battles, ["a", "b"], 1, 2)
    assert 1.0 < values[0] < 12.0 and np.isfinite(errors).all()


def test_a_block_has_each_seat_once_and_the_same_dice() -> None:
    """Between two of a kind, who breaks ties alone, it is the same for the seed."""
    plan = Plan("duel", generals=("quick", "random"))
    fought = fight_block(plan, ("quick", "random"), 3)
    assert [one.seats for one in fought] == [("quick", "random"), ("random", "quick")]
    assert fight_block(plan, ("quick", "random"), 3) == fought
    assert all(sum(one.returns) == pytest.approx(1.0) for one in fought)


def test_a_ladder_is_climbed_and_its_rungs_are_in_order() -> None:
    told: list[tuple[str, int]] = []
    found = climb(
        Plan("duel", generals=("random", "quick"), games=8), 1, lambda pair, battles: told.append((pair, battles))
    )
    assert told == [("random - quick", 8)] and len(found.fought) == 8 and found.pairs[0].battles == 8
    rungs = found.rungs()
    assert {rung.name for rung in rungs} == {"random", "quick"} and rungs[0].elo.rate >= rungs[1].elo.rate
    assert next(rung for rung in rungs if rung.name == "quick").elo.rate == 0.0
    assert isinstance(found, Ladder) and pytest.approx(173.7, abs=0.1) == ELO


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--generals", "quick"], "--generals: name at least two, each once"),
        (["--generals", "quick,quick"], "--generals: name at least two, each once"),
        (["--generals", "quick,capten"], "--generals: there is no general 'capten'; did you mean captain?"),
        (["--games", "0"], "--games: at least 1, not 0"),
    ],
)
def test_a_ladder_that_nobody_can_climb_is_refused(
    options: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["ladder", "dbaix", *options]) == 2
    assert capsys.readouterr().err == f"sandtable: {told}\n"


def climbed(chances: Sequence[float], games: int, monkeypatch: pytest.MonkeyPatch, seed: int = 1) -> Iterator[Ladder]:
    """Ladders of two generals of whom the first wins with these chances in its seats."""
    chance = np.random.Generator(np.random.PCG64(seed))

    def fought(plan: Plan, pair: tuple[str, str], block: int) -> list[Fought]:
        one, two = (chance.random(2) < chances).astype(float)
        return [Fought(block, pair, (one, 1.0 - one)), Fought(block, pair[::-1], (1.0 - two, two))]

    monkeypatch.setattr("sandtable.generals.ladder.fight_block", fought)
    while True:
        yield climb(Plan("duel", generals=("random", "quick"), games=games))


def test_who_won_none_of_twelve_may_still_win_more_than_half(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 0 of 6 blocks, at every look: 1 - (0.05 / 7) ** (1 / 6) = 0.561."""
    share = next(climbed((0.0, 0.0), 12, monkeypatch)).pairs[0].share
    assert (share.rate, share.low, round(share.high, 3)) == (0.0, 0.0, 0.561)


def test_blocks_that_are_all_alike_leave_room_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever holds the first seat won each of 6 blocks: another would be off by a half, 0.561 / 2 = 0.281."""
    share = next(climbed((0.0, 1.0), 12, monkeypatch)).pairs[0].share
    assert (share.rate, round(share.low, 3), round(share.high, 3)) == (0.5, 0.219, 0.781)


@pytest.mark.parametrize(("chances", "games"), [((0.01, 0.89), 60), ((0.75, 0.75), 200), ((0.3, 0.9), 30)])
def test_the_interval_of_a_pair_holds_where_it_stopped(
    chances: tuple[float, float], games: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At most 5 % miss, to within three standard errors; Wilson's interval misses 11 % of the first ones."""
    runs, truth = 400, sum(chances) / 2
    shares = [found.pairs[0].share for found in islice(climbed(chances, games, monkeypatch), runs)]
    missed = sum(not share.low <= truth <= share.high for share in shares)
    assert missed / runs < 0.05 + 3.0 * (0.05 * 0.95 / runs) ** 0.5
