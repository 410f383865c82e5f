"""Duels: the interval of a win rate, who sits where, and the same battles for any number of workers."""

from __future__ import annotations

import multiprocessing
import os
import signal

import pytest

from sandtable.compiler.decorators import COMPILED
from sandtable.errors import InputError
from sandtable.games.common.intervals import wilson
from sandtable.lab.duel import Duel, check_duel, run_duel


def test_wilsons_interval_of_8_in_10_is_the_published_one():
    # Centre (0.8 + 1.92073/10) / (1 + 3.84146/10) = 0.71674; half width 0.22654.
    assert [round(end, 4) for end in wilson(8, 10)] == [0.8, 0.4902, 0.9433]


def test_an_interval_never_leaves_0_to_1_and_needs_trials():
    assert wilson(0, 5).low == 0.0
    assert wilson(5, 5).high == 1.0
    with pytest.raises(ValueError, match="0 of 0"):
        wilson(0, 0)


def test_every_general_sits_on_every_side_in_turn():
    duel = Duel("dbaix", ("greedy", "random", "random"), 3)
    seats = [duel.seating(battle) for battle in range(3)]
    assert [sorted(seating) for seating in seats] == [[0, 1, 2]] * 3
    assert {seating.index(0) for seating in seats} == {0, 1, 2}


def test_a_general_nobody_knows_is_refused_with_those_there_are():
    with pytest.raises(InputError, match="random, quick, greedy"):
        check_duel(Duel("dbaix", ("napoleon", "random", "random"), 1))


def test_a_weight_nobody_has_is_refused_with_those_there_are():
    with pytest.raises(InputError, match="there is no weight 'gold'; dbaix has man"):
        check_duel(Duel("dbaix", ("greedy", "random", "random"), 1, weights=(("gold", 1.0),)))


@pytest.mark.skipif(not COMPILED, reason="whole battles take minutes interpreted; the compiled stage fights them")
def test_the_same_seed_gives_the_same_battles_for_any_number_of_workers_one_of_which_is_killed():
    duel = Duel("dbaix", ("random", "random", "random"), 6, seed=5)
    alone = run_duel(duel, workers=1)
    killed: list[int] = []

    def kill_one(_: int) -> None:
        if not killed:
            killed.append(multiprocessing.active_children()[0].pid or 0)
            os.kill(killed[0], signal.SIGKILL)

    together = run_duel(duel, workers=2, progress=kill_one)
    assert killed and alone.fought == together.fought
    assert [sum(fought.returns) for fought in alone.fought] == pytest.approx([1.0] * 6)
