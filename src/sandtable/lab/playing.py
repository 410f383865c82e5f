"""Battles fought and measured in one compiled call: what every battle tells of itself while it goes on."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from sandtable.batch import Batch
from sandtable.batch.streams import put_back, take_up
from sandtable.compiler.decorators import kernel, released_kernel
from sandtable.games.game import Game
from sandtable.generals.choosing import choose_action
from sandtable.generals.desk import forget_plan, look, new_desk
from sandtable.kernel.dice import DICE, begin_bound, forget
from sandtable.kernel.log import LOG, clear
from sandtable.kernel.log import Kind as Entry
from sandtable.kernel.records import MAX_SIDES, NOBODY, new_actions, record
from sandtable.kernel.verbs import (
    GAUGES,
    MAX_LEGAL,
    Gauge,
    apply,
    current_side,
    evaluate,
    gauge,
    hides,
    legal_actions,
    returns,
)

MEASURED = record(
    # what one battle tells; arrays have a number a side
    ("returns", "f8", (MAX_SIDES,)),  # 1 for a win, shared by those who draw; all share one that was cut off
    ("points", "f8", (MAX_SIDES,)),  # gained, where the game counts points as they fall
    ("luck", "f8", (MAX_SIDES,)),  # of the dice thrown for it: the sum of what each showed above the middle
    ("spread", "f8", (MAX_SIDES,)),  # the sum of their variances
    ("decisions", "i4"),
    ("is_cut_off", "i4"),  # 1: it did not end within its limits
    ("bounds", "i4"),  # begun
    ("quiet", "i4"),  # of those, bounds in which no enemies were in contact
    ("unused", "i4"),  # orders (PIPs) left when their side ended its movement
    ("lead_changes", "i4"),  # how often another side came to lead than led before; see ``look_at_lead``
    ("decided", "i4"),  # the bound from which the winner led to the end; 0: a draw
    ("listed", "i4"),  # decisions that were looked at ...
    ("forced", "i4"),  # ... and of those, decisions with one legal action alone
)

LIST_EVERY = 24
"""Of so many decisions one is looked at, where forced ones are counted: listing is half of what a general does."""

LEAD = 1e-6
"""A side leads that stands better than every other by more than this, as the game's ``evaluate`` sees it."""


class Standing(NamedTuple):
    """Where the record says of each figure whether it is on the table, in words of four bytes."""

    first: Any  # word of the first figure's field
    step: Any  # words from figure to figure
    field: Any  # bits of its values that mean: on the table


class Harvest(NamedTuple):
    """What is gathered of battles, a row of each array for every one, and room to gather it. All arrays but two."""

    words: Any  # i4[n, words] the battles as words
    clauses: Any  # i4[n, clauses] entries of the log that name each
    codes: Any  # i4[n, codes] events of each
    left: Any  # i4[n, figures] the bound in which each left the table and did not come back; 0: none
    stood: Any  # i4[figures] whether each stands on the table
    signs: Any  # f8[purposes] 1: high dice of this purpose are good for who throws, -1: low ones, 0: neither
    last: Any  # i8[MAX_SIDES] the last bound in which each side did not lead
    actions: Any  # [MAX_LEGAL] actions listed
    gauges: Any  # f8[GAUGES]
    log: Any  # [1] log that keeps everything
    standing: Any  # Standing
    counts_forced: Any  # not 0: forced decisions are counted
    keys_dice: Any  # not 0: dice are keyed by what they are thrown for


class Seat(NamedTuple):
    """Who plays one battle, and with what dice."""

    kinds: Any  # i4[sides] its generals
    dice: Any
    planner: Any  # the generals' own dice


class Fought(NamedTuple):
    """Who plays battles of a batch, a row of each array for every battle, and how long."""

    kinds: Any  # i4[n, sides]
    planners: Any  # [n] STREAM
    limit: Any  # decisions


@kernel
def look_at_figures(words, bound, k, harvest):
    """Note who left the table since it was last looked at, in which bound, and who came back; whether there are any."""
    standing = harvest.standing
    changed = False
    for i in range(len(harvest.stood)):
        value = words[standing.first + i * standing.step]
        here = 1 if 0 <= value < 62 and (standing.field >> value) & 1 != 0 else 0
        if here == harvest.stood[i]:
            continue
        harvest.stood[i] = here
        harvest.left[k, i] = 0 if here == 1 else bound
        changed = True
    return changed


@kernel
def leader_of(b, n_sides):
    """The side that stands better than every other, or NOBODY."""
    best, best_value, next_value = NOBODY, -2.0, -2.0
    for side in range(n_sides):
        value = evaluate(b, side)
        if value > best_value:
            best, next_value, best_value = side, best_value, value
        elif value > next_value:
            next_value = value
    return best if best_value > next_value + LEAD else NOBODY


@kernel
def look_at_lead(b, bound, n_sides, led, harvest):
    """Who leads, or led before where nobody does now; notes of every other side that it does not.

    Asked at the end of a bound in which somebody left the table or gained points: little else changes a lead for good,
    and to ask of every bound takes a twentieth of the time of quick generals.
    """
    leads = leader_of(b, n_sides)
    for side in range(n_sides):
        if side != leads:
            harvest.last[side] = bound
    return led if leads == NOBODY else leads


@kernel
def gather_dice(dice, harvest, m):
    """Add up what the dice thrown last showed above the middle, for whose side they were thrown."""
    for i in range(dice.n_thrown):
        throw = dice.thrown[i]
        if 0 <= throw.side < MAX_SIDES and throw.sides > 1 and throw.value <= throw.sides and throw.of == throw.sides:
            sign = harvest.signs[throw.purpose] if 0 <= throw.purpose < len(harvest.signs) else 1.0
            m.luck[throw.side] += sign * (throw.value - 0.5 * (throw.sides + 1))
            m.spread[throw.side] += sign * sign * (throw.sides * throw.sides - 1.0) / 12.0


@kernel
def gather_entries(k, harvest, m):
    """Count the clauses and events that the log names, add up points, and empty it; whether points were gained."""
    log = harvest.log[0]
    gained = False
    for i in range(log.n):
        entry = log.entries[i]
        if 0 <= entry.clause < harvest.clauses.shape[1]:
            harvest.clauses[k, entry.clause] += 1
        if (entry.kind == Entry.EVENT or entry.kind == Entry.OUTCOME) and 0 <= entry.code < harvest.codes.shape[1]:
            harvest.codes[k, entry.code] += 1
        if entry.kind == Entry.POINTS and 0 <= entry.side < MAX_SIDES:
            m.points[entry.side] += entry.amount
            gained = True
    log.n = 0
    return gained


@kernel
def count_forced(b, harvest, m):
    """Note whether the side to decide has one legal action alone."""
    m.listed += 1
    if legal_actions(b, harvest.actions) == 1:
        m.forced += 1


@kernel
def choose_and_count(b, side, seat, desk, harvest, m):
    """Have the general of ``side`` choose into ``desk.action``, from what it sees."""
    looked = harvest.counts_forced != 0 and m.decisions % LIST_EVERY == LIST_EVERY - 1
    if desk.guesses == 0 or not hides(b):
        if looked:
            count_forced(b, harvest, m)
        choose_action(b, side, seat.kinds[side], seat.planner, desk)
    else:
        look(b, side, desk)
        if looked:
            count_forced(desk.seen[0], harvest, m)
        choose_action(desk.seen[0], side, seat.kinds[side], seat.planner, desk)


@kernel
def settle(b, seat, m, harvest):
    """Fill in how a battle ended that is over, or was cut off."""
    n_sides = len(seat.kinds)
    if current_side(b) == NOBODY:
        returns(b, m.returns)
    else:
        m.is_cut_off = 1
        m.returns[:n_sides] = 1.0 / n_sides
    for side in range(n_sides):
        if m.returns[side] > 0.999:
            m.decided = min(harvest.last[side] + 1, m.bounds)


@kernel
def fight(b, k, seat, desk, limit, harvest, m):
    """Fight battle ``k`` from where it stands to its end, and gather what it tells into ``harvest`` and ``m``."""
    n_sides = len(seat.kinds)
    gauges = harvest.gauges
    bound, led, is_quiet, gained = -1.0, NOBODY, False, False
    harvest.last[:] = 0
    harvest.stood[:] = 0
    look_at_figures(harvest.words[k], 0, k, harvest)
    while True:
        side = current_side(b)
        if side == NOBODY or m.decisions >= limit:
            break
        gauge(b, gauges)
        if gauges[Gauge.BOUND] != bound:
            bound = gauges[Gauge.BOUND]
            if m.bounds > 0 and (look_at_figures(harvest.words[k], m.bounds, k, harvest) or gained):
                gained = False
                before = led
                led = look_at_lead(b, m.bounds, n_sides, led, harvest)
                if before != NOBODY and led != before:
                    m.lead_changes += 1
            m.bounds += 1
            if harvest.keys_dice != 0:
                begin_bound(seat.dice, m.bounds)
                seat.planner.counter = m.bounds << 16
            m.quiet += 1
            is_quiet = True
        if is_quiet and gauges[Gauge.CONTACT] != 0.0:
            m.quiet -= 1
            is_quiet = False
        orders = gauges[Gauge.ORDERS]
        choose_and_count(b, side, seat, desk, harvest, m)
        if desk.action[0].n_actors == 0:  # nobody is ordered: the side ends what it could do
            m.unused += orders
        apply(b, desk.action[0], seat.dice, harvest.log[0])
        gather_dice(seat.dice, harvest, m)
        if gather_entries(k, harvest, m):
            gained = True
        forget(seat.dice)
        m.decisions += 1
    look_at_figures(harvest.words[k], m.bounds, k, harvest)
    settle(b, seat, m, harvest)


@released_kernel
def fight_all(many, fought, chooser, desk, harvest, measured, room):
    """Fight every battle of a batch from where it stands to its end; fill ``measured[n]`` and ``harvest``."""
    for k in range(len(measured)):
        take_up(room.dice[0], many.streams[k])
        take_up(chooser[0], fought.planners[k])
        forget_plan(desk)
        clear(harvest.log[0])
        seat = Seat(fought.kinds[k], room.dice[0], chooser[0])
        fight(many.battles[k], k, seat, desk, fought.limit, harvest, measured[k])
        put_back(many.streams[k], room.dice[0], harvest.log[0])
        put_back(fought.planners[k], chooser[0], desk.log[0])
        many.sides[k] = current_side(many.battles[k])


class Told(NamedTuple):
    """What battles told: MEASURED[n], and counts, a row for every battle."""

    measured: Any
    clauses: Any  # i4[n, clauses]
    codes: Any  # i4[n, codes]
    left: Any  # i4[n, figures] the bound in which each left the table; 0: it stands, or never did
    states: Any  # i4[n, figures] the value of ``Game.standing`` at the end


def standing_of(game: Game) -> Standing:
    """Where a game's record says whether its figures are on the table."""
    field, members = game.standing
    rows, _, name = field.partition(".")
    inner, first = game.dtype.fields[rows][:2]
    values = game.enums[field]
    return Standing(
        (first + inner.base.fields[name][1]) // 4,
        inner.base.itemsize // 4,
        sum(1 << int(values[member].value) for member in members),
    )


def _desk(game: Game) -> tuple[Any, Any]:
    """A desk and dice that choose: made once by each thread."""
    kept: dict[Any, tuple[Any, Any]] = vars(_KEPT)
    if game.key not in kept:
        kept[game.key] = (new_desk(game), np.zeros(1, DICE))
    return kept[game.key]


_KEPT = threading.local()


def play_measured(
    batch: Batch,
    kinds: Any,
    planners: Any,
    limit: int,
    signs: Mapping[str, float] | None = None,
    forced: bool = False,
    keyed: bool = False,
) -> Told:
    """Have generals of ``kinds`` (i4[n, sides]) fight every battle of a batch to its end.

    ``signs``: of purposes where high dice are not good for who throws them, -1 or 0. ``forced``: forced decisions are
    counted. ``keyed``: dice are keyed by what they are thrown for. Works with one thread alone.
    """
    game = batch.game
    rows = game.standing[0].partition(".")[0]
    figures = game.dtype.fields[rows][0].shape[0]
    words = batch.battles.view(np.uint8).reshape(batch.n, -1).view(np.int32)
    sign = np.ones(max(int(purpose.value) for purpose in game.purpose) + 1)
    for purpose in game.purpose:
        sign[purpose.value] = (signs or {}).get(purpose.name, 1.0)
    log = np.zeros(1, LOG)
    log["keep"] = 1
    where = standing_of(game)
    harvest = Harvest(
        words=words,
        clauses=np.zeros((batch.n, max(int(one.value) for one in game.clause) + 1), np.int32),
        codes=np.zeros((batch.n, max(int(one.value) for one in game.code) + 1), np.int32),
        left=np.zeros((batch.n, figures), np.int32),
        stood=np.zeros(figures, np.int32),
        signs=sign,
        last=np.zeros(MAX_SIDES, np.int64),
        actions=new_actions(MAX_LEGAL, game.action),
        gauges=np.zeros(GAUGES),
        log=log,
        standing=where,
        counts_forced=int(forced),
        keys_dice=int(keyed),
    )
    measured = np.zeros(batch.n, MEASURED)
    desk, chooser = _desk(game)
    batch.each(
        fight_all,
        lambda _, part: (
            Fought(np.ascontiguousarray(kinds, np.int32), planners, limit),
            chooser,
            desk,
            harvest,
            measured,
        ),
    )
    states = words[:, where.first + where.step * np.arange(figures)]
    return Told(measured, harvest.clauses, harvest.codes, harvest.left, states.copy())
