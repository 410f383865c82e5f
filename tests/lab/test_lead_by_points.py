"""A game told by hand in which nobody ever leaves the table: who leads changes by points alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from sandtable.batch import Batch
from sandtable.batch.battles import Tables
from sandtable.batch.streams import new_streams
from sandtable.compiler.decorators import kernel
from sandtable.games.game import Laid, Names
from sandtable.generals import GENERALS
from sandtable.kernel.log import points
from sandtable.kernel.records import NOBODY, record
from sandtable.kernel.verbs import Gauge, Verbs, Verdict, bind
from sandtable.lab.playing import play_measured
from table.duel_game import FIGURE, GAME, Clause, Code, Verb, blank

BOUNDS = 6
RACE = record(("figures", FIGURE, (1,)), ("gained", "i4", (BOUNDS,)), ("bound", "i4"), ("points", "i4", (2,)))


@kernel
def setup(b, dice, log):
    """There is nothing to run up to."""


@kernel
def current_side(b):
    """Two sides in turn, until the last bound is over."""
    return np.int64(b.bound % 2) if b.bound < BOUNDS else NOBODY


@kernel
def legal_actions(b, out):
    """A bound can be ended, and no more."""
    blank(out[0], Verb.END.value)
    return 1


@kernel
def sample_action(b, dice, action):
    """The end of the bound."""
    blank(action, Verb.END.value)


@kernel
def judge(b, action, log):
    """Everything is legal."""
    return Verdict(1, 0)


@kernel
def apply(b, action, dice, log):
    """The side gains what is laid out for this bound."""
    side = b.bound % 2
    if b.gained[b.bound] != 0:
        b.points[side] += b.gained[b.bound]
        points(log, Code.LIVES_LEFT.value, Clause.END_1.value, side, b.gained[b.bound])
    b.bound += 1


@kernel
def returns(b, out):
    """Who has more points has won."""
    out[0] = 1.0 if b.points[0] > b.points[1] else 0.0
    out[1] = 1.0 - out[0]


@kernel
def evaluate(b, side):
    """Points ahead, a hundred of them for certain victory."""
    return (b.points[side] - b.points[1 - side]) / 100.0


@kernel
def gauge(b, out):
    """The bound, and nothing else."""
    out[:] = 0.0
    out[Gauge.BOUND.value] = b.bound


VERBS = Verbs(setup, current_side, legal_actions, sample_action, judge, apply, returns, evaluate, gauge=gauge)
bind(RACE, VERBS)


def raced(*gained: int) -> Any:
    """What is measured of a battle in which the side whose bound it is gains so many points: Red, Blue, Red, ..."""
    laid = np.zeros(1, RACE)
    laid["gained"] = gained
    game = replace(GAME, key="race", dtype=RACE, verbs=VERBS)
    batch = Batch(Tables.of(game, [Laid(laid, Names((), (), (), ()))]), [0], ["race"])
    batch.reset()
    kinds = np.full((1, 2), GENERALS["random"].kind.value, np.int32)
    return play_measured(batch, kinds, new_streams(["planner"]), 100).measured[0]


def test_a_lead_that_points_alone_change_is_counted():
    """Red leads 1:0 after the first bound, Blue 3:1 after the second, Red 5:3 after the fifth, and nobody leaves."""
    told = raced(1, 3, 0, 0, 4, 0)
    assert list(told["points"][:2]) == [5.0, 3.0] and told["bounds"] == BOUNDS
    assert told["lead_changes"] == 2
    assert told["decided"] == 3  # after the second bound Blue was seen to lead, and nobody looked until the fifth


def test_points_that_change_no_lead_and_a_draw_between_are_not_counted():
    """Red leads 2:0, 2:1; nobody at 2:2, which is no change; Red again at 3:2, which had led before."""
    assert raced(2, 1, 0, 1, 1, 0)["lead_changes"] == 0
