"""The verbs that every game provides, dispatched by the record type of the battle.

Generic code (search, playouts, fuzzing) imports these and is specialised by numba for each game at
compile time; interpreted, the same names look the game up by dtype.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any, NamedTuple

import numba
from numba.extending import overload

from sandtable.compiler.decorators import COMPILED, kernel
from sandtable.compiler.keys import GAMES, STUBS

MAX_LEGAL = 1024
"""Room in the list that ``legal_actions`` fills; a game keeps its list of useful actions within it."""


MAX_FEATURES = 32
"""Features that ``worth`` can tell apart."""


class Gauge(IntEnum):
    """What ``gauge`` reads off a battle for statistics."""

    BOUND = 0  # the number of the bound (turn) that runs, as ``bound`` says it
    CONTACT = 1  # 1: somebody is in contact with an enemy
    ORDERS = 2  # orders (PIPs) that the side to decide has left, while it may give any


GAUGES = len(Gauge)


class Verdict(NamedTuple):
    """What ``judge`` answers; the findings are in the log."""

    legal: int  # 1 or 0
    cost: int  # price in the game's own currency (PIPs), also of an illegal action where it has one


@kernel
def redact_nothing(b, side):
    """``redact`` of a game in which nothing is hidden."""


@kernel
def resample_nothing(b, side, dice):
    """``resample`` of a game in which nothing is hidden."""


@kernel
def worth_nothing(b, actions, n, features, out):
    """``worth`` of a game whose generals have no first impressions: everything looks the same."""
    features[:n] = 0.0
    out[:n] = 0.0


@kernel
def offers_all(b, action, log):
    """``is_offered`` of a game whose ``legal_actions`` judges as it lists."""
    return True


class AtOnce(NamedTuple):
    """What ``at_once`` answers: sides as bits, ``1 << side``."""

    asked: int  # the sides that choose at the same time; 0: one side decides alone
    done: int  # those of them that have chosen


@kernel
def gauge_nothing(b, out):
    """``gauge`` of a game of which nobody keeps statistics."""
    out[:] = 0.0


@kernel
def bound_of_none(b):
    """``bound`` of a game that does not count bounds."""
    return 0.0


@kernel
def hides_always(b):
    """``hides`` of a game that hides something in every battle, if it has a ``redact`` at all: not 0."""
    return 1


class Verbs(NamedTuple):
    """One game's kernels. ``redact``, ``resample`` and ``hides`` are called in games that hide something only.

    An action is judged, listed and chosen on the battle as its side sees it (``redact``), and carried out by ``apply``
    on the battle as it is: ``apply`` takes every action that is legal as its side sees the table, and what it did not
    see happens to it as an event. What some sides alone may know is written to the log for them alone (``whisper``).
    """

    setup: Callable[..., Any]
    current_side: Callable[..., Any]
    legal_actions: Callable[..., Any]
    sample_action: Callable[..., Any]
    judge: Callable[..., Any]
    apply: Callable[..., Any]
    returns: Callable[..., Any]
    evaluate: Callable[..., Any]
    redact: Callable[..., Any] = redact_nothing
    resample: Callable[..., Any] = resample_nothing
    worth: Callable[..., Any] = worth_nothing
    gauge: Callable[..., Any] = gauge_nothing
    bound: Callable[..., Any] = bound_of_none
    """``bound(b) -> float``: the number of the bound (turn) that runs, alone: contact takes long to find out."""
    at_once: Callable[..., Any] | None = None
    """``at_once(b) -> AtOnce``: sides that choose at the same time without seeing each other's choice.

    Left out in games where one side decides at a time. ``current_side`` is one of those who have not chosen yet,
    ``redact`` hides what the others have chosen, and search asks them one after the other."""
    hides: Callable[..., Any] = hides_always
    """``hides(b) -> int`` (0: no): whether sides see different things in this battle, where that is a house rule."""
    turn_to: Callable[..., Any] | None = None
    """``turn_to(b, side)``: let ``current_side`` be this one of those who have not chosen yet."""
    candidates: Callable[..., Any] | None = None
    """``candidates(b, out) -> n``: ``legal_actions`` with some that are not legal among them, in the same order.

    For who wants the best alone: ``worth`` looks at all, and ``is_offered`` is asked of the best, and of the next best
    where that is not legal. Left out: ``legal_actions`` judges as it lists."""
    is_offered: Callable[..., Any] = offers_all
    """``is_offered(b, action, log) -> bool``: a candidate is among the ``legal_actions``."""


_BOUND: dict[Any, Verbs] = {}


def complete(verbs: Verbs) -> Verbs:
    """The verbs as rules call them: what a game leaves out and others need is filled in."""
    return verbs._replace(candidates=verbs.legal_actions) if verbs.candidates is None else verbs


def bind(dtype: Any, verbs: Verbs) -> None:
    """Make ``verbs`` the rules of battles of this record dtype."""
    verbs = complete(verbs)
    _BOUND[dtype] = verbs
    if COMPILED:
        _BOUND[numba.from_dtype(dtype)] = verbs
        GAMES[numba.from_dtype(dtype)] = verbs._asdict()


def verbs_of(battle: Any) -> Verbs:
    """The verbs bound to the record type of ``battle`` (a record, or its numba type)."""
    return _BOUND[getattr(battle, "dtype", battle) if not isinstance(battle, numba.types.Type) else battle]


def setup(b, dice, log):
    """Run a freshly laid battle up to its first decision."""
    return verbs_of(b).setup(b, dice, log)


def current_side(b):
    """The side that must decide now, or ``NOBODY`` when the game is over."""
    return verbs_of(b).current_side(b)


def legal_actions(b, out):
    """Fill ``out`` (``[MAX_LEGAL]`` actions) with useful legal actions; return how many, never 0 before the end."""
    return verbs_of(b).legal_actions(b, out)


def candidates(b, out):
    """``legal_actions``, and some that are not legal: ``is_offered`` tells them apart."""
    return verbs_of(b).candidates(b, out)


def is_offered(b, action, log):
    """Whether one of the ``candidates`` is one of the ``legal_actions``."""
    return verbs_of(b).is_offered(b, action, log)


def sample_action(b, dice, action):
    """Fill ``action`` with one legal action at random, without listing all. ``dice`` choose, nothing is thrown."""
    return verbs_of(b).sample_action(b, dice, action)


def judge(b, action, log):
    """Full legality of any action: returns a ``Verdict``, writes findings to the log, changes nothing else."""
    return verbs_of(b).judge(b, action, log)


def apply(b, action, dice, log):
    """Carry out a legal action and run on to the next decision, throwing and logging what that calls for."""
    return verbs_of(b).apply(b, action, dice, log)


def returns(b, out):
    """Fill ``out`` (``[MAX_SIDES]``) with every side's result when over: 1 for a win, shared by those who draw."""
    return verbs_of(b).returns(b, out)


def evaluate(b, side):
    """How good the battle looks for ``side``, in [-1, 1]."""
    return verbs_of(b).evaluate(b, side)


def worth(b, actions, n, features, out):
    """What each of the first ``n`` listed actions looks worth to the side to decide, without carrying any out.

    Fills ``out[:n]`` and, with what it is the weighted sum of, ``features[:n]`` (f8[MAX_LEGAL, MAX_FEATURES]). 0 is
    what doing nothing is worth; only comparisons within one decision mean anything.
    """
    return verbs_of(b).worth(b, actions, n, features, out)


def gauge(b, out):
    """Fill ``out`` (f8[len(Gauge)]) with what statistics want to know of the present moment."""
    return verbs_of(b).gauge(b, out)


def bound(b):
    """The number of the bound (turn) that runs."""
    return verbs_of(b).bound(b)


def redact(b, side):
    """Blank out what ``side`` may not see."""
    return verbs_of(b).redact(b, side)


def resample(b, side, dice):
    """Fill what ``side`` cannot see with a fair guess, for search."""
    return verbs_of(b).resample(b, side, dice)


def hides(b):
    """Whether some side may not see everything of this battle. Asked of games with a ``redact`` only."""
    return verbs_of(b).hides(b)


STUBS.update({globals()[verb]: verb for verb in Verbs._fields if verb in globals()})


@overload(setup)
def _setup(b, dice, log):
    rule = verbs_of(b).setup
    return lambda b, dice, log: rule(b, dice, log)


@overload(current_side)
def _current_side(b):
    rule = verbs_of(b).current_side
    return lambda b: rule(b)


@overload(legal_actions)
def _legal_actions(b, out):
    rule = verbs_of(b).legal_actions
    return lambda b, out: rule(b, out)


@overload(candidates)
def _candidates(b, out):
    rule = verbs_of(b).candidates
    return lambda b, out: rule(b, out)


@overload(is_offered)
def _is_offered(b, action, log):
    rule = verbs_of(b).is_offered
    return lambda b, action, log: rule(b, action, log)


@overload(sample_action)
def _sample_action(b, dice, action):
    rule = verbs_of(b).sample_action
    return lambda b, dice, action: rule(b, dice, action)


@overload(judge)
def _judge(b, action, log):
    rule = verbs_of(b).judge
    return lambda b, action, log: rule(b, action, log)


@overload(apply)
def _apply(b, action, dice, log):
    rule = verbs_of(b).apply
    return lambda b, action, dice, log: rule(b, action, dice, log)


@overload(returns)
def _returns(b, out):
    rule = verbs_of(b).returns
    return lambda b, out: rule(b, out)


@overload(evaluate)
def _evaluate(b, side):
    rule = verbs_of(b).evaluate
    return lambda b, side: rule(b, side)


@overload(worth)
def _worth(b, actions, n, features, out):
    rule = verbs_of(b).worth
    return lambda b, actions, n, features, out: rule(b, actions, n, features, out)


@overload(gauge)
def _gauge(b, out):
    rule = verbs_of(b).gauge
    return lambda b, out: rule(b, out)


@overload(bound)
def _bound(b):
    rule = verbs_of(b).bound
    return lambda b: rule(b)


@overload(redact)
def _redact(b, side):
    rule = verbs_of(b).redact
    return lambda b, side: rule(b, side)


@overload(resample)
def _resample(b, side, dice):
    rule = verbs_of(b).resample
    return lambda b, side, dice: rule(b, side, dice)


@overload(hides)
def _hides(b):
    rule = verbs_of(b).hides
    return lambda b: rule(b)
