"""How a planner picks its action: plans of a bound, told apart by what ``quick`` makes of each within some bounds.

A plan is an action and what ``quick`` would do after it, with some noise, up to the next die. Each is played on many
times, by dice of the planner's own that are the same for all plans; the worse half is dropped, and the rest played on
more often. What is hidden is guessed, and a plan is made on each guess: that of the first is its list of actions.
"""

from __future__ import annotations

import math

import numpy as np

from sandtable.compiler.decorators import kernel, released_kernel
from sandtable.generals.desk import LONGEST, OUT, best_of, expect, first_sight, keep_plan, list_and_weigh
from sandtable.kernel.copying import copy_record, is_same_record
from sandtable.kernel.dice import Source, choose, forget
from sandtable.kernel.dice_tree import start_walk
from sandtable.kernel.records import MAX_SIDES, NOBODY
from sandtable.kernel.verbs import (
    MAX_LEGAL,
    apply,
    bound,
    candidates,
    current_side,
    evaluate,
    is_offered,
    returns,
    worth,
)

KEYS = 1 << 30
"""Keys of dice that a thought draws from."""

MOST_STEPS = 4000
"""Decisions of one playout: what does not end before is judged as it stands."""

TRIES = 3
"""So many beginnings are tried for each plan that is wanted: some lead to the same end."""

DOUBT = 0.5
"""What ``evaluate`` adds up to in favour of quick's own plan: one lucky playout in few is no reason to leave it."""

GRAIN = 1 << 20
"""Noise is drawn in so many steps."""

APART = 1 << 16
"""Words of the generator that a playout has for each bound: what is thrown in one moves no die of the next."""


@kernel
def set_dice(dice, base, number):
    """Make ``dice`` the generator of this number among those of one thought."""
    dice.source = Source.GENERATOR
    dice.key_low = base
    dice.key_high = number
    dice.counter = 0
    forget(dice)


@kernel
def noisy_best(values, n, noise, chooser):
    """Which of the first ``n`` values is the highest, each with Gumbel noise: as if drawn by softmax."""
    if noise <= 0.0:
        return best_of(values, n, chooser)
    best = -1e300
    chosen = 0
    for k in range(n):
        uniform = (choose(chooser, GRAIN) + 0.5) / GRAIN
        value = values[k] - noise * math.log(-math.log(uniform))
        if value > best:
            best = value
            chosen = k
    return chosen


@kernel
def noisy_step(b, noise, chooser, desk):
    """Which of ``desk.later`` the side to decide takes, by what looks best and some noise."""
    n = min(candidates(b, desk.later), MAX_LEGAL)
    if n == 1:
        return 0
    worth(b, desk.later, n, desk.later_features, desk.later_worths)
    chosen = 0
    for _ in range(n):
        chosen = noisy_best(desk.later_worths, n, noise, chooser)
        if is_offered(b, desk.later[chosen], desk.log[0]):
            break
        desk.later_worths[chosen] = OUT
    return chosen


@kernel
def sketch_on(b, side, first, noise, place, desk):
    """Sketch plan ``place[0]`` on guess ``place[1]``, the battle ``b``: ``first``, then noisy ``quick``.

    Returns how many actions it holds, the one that throws dice among them.
    """
    k, g = place
    s = desk.sketch
    copy_record(s.ends[k, g], b)
    copy_record(s.lasts[k, g], first)
    s.throws[k, g] = 0
    done = 0
    while done < LONGEST and current_side(s.ends[k, g]) == side:
        if done > 0:
            chosen = noisy_step(s.ends[k, g], noise, s.chooser[0], desk)
            copy_record(s.lasts[k, g], desk.later[chosen])
        if g == 0:
            copy_record(s.plans[k, done], s.lasts[k, g])
        done += 1
        copy_record(s.sim[0], s.ends[k, g])
        start_walk(desk.dice[0])
        apply(s.sim[0], s.lasts[k, g], desk.dice[0], desk.log[0])
        if desk.dice[0].n_thrown > 0:
            s.throws[k, g] = 1
            break
        copy_record(s.ends[k, g], s.sim[0])
    return done


@kernel
def ends_alike(j, k, guesses, desk):
    """Two plans come to the same, whatever is hidden."""
    s = desk.sketch
    alike = True
    for g in range(guesses):
        alike = alike and s.throws[j, g] == s.throws[k, g] and is_same_record(s.ends[j, g], s.ends[k, g])
        if alike and s.throws[k, g] == 1:
            alike = is_same_record(s.lasts[j, g], s.lasts[k, g])  # dice put in, and the way it is done, too
    return alike


@kernel
def sketch_plan(b, side, first, noise, desk):
    """Add the plan that begins with listed action ``first``, unless another comes to the same; returns its place."""
    s = desk.sketch
    k = s.made[0]
    guesses = max(desk.guessing[0], 1)
    s.used[first] = 1
    for g in range(guesses):
        set_dice(s.chooser[0], s.base[0], -1 - k)
        start = desk.guessed[g] if desk.guessing[0] > 0 else b
        done = sketch_on(start, side, desk.actions[first], noise, (k, g), desk)
        if g == 0:
            s.lengths[k] = done
    for j in range(k):
        if ends_alike(j, k, guesses, desk):
            return j
    s.sums[k] = 0.0
    s.counts[k] = 0
    s.alive[k] = 1
    s.made[0] = k + 1
    return k


@kernel
def next_first(n, attempt, noise, planner, desk):
    """The listed action with which the next plan begins, -1: none; every other time the best that begins none yet."""
    if attempt % 2 == 1:
        return noisy_best(desk.worths, n, noise, planner)
    chosen = -1
    for k in range(n):
        if desk.sketch.used[k] == 0 and (chosen < 0 or desk.worths[k] > desk.worths[chosen]):
            chosen = k
    return chosen


@kernel
def open_thought(b, side, planner, desk):
    """List what may be done, and make the first plan, which is quick's; returns how many actions there are.

    What is hidden has been guessed before. With one action alone there is no plan.
    """
    s = desk.sketch
    n = list_and_weigh(b, desk)
    s.made[0] = 0
    s.base[0] = choose(planner, KEYS)
    s.used[:n] = 0
    if n > 1:
        sketch_plan(b, side, best_of(desk.worths, n, planner), 0.0, desk)
    return n


@kernel
def widen(b, side, n, attempt, planner, desk, noise):
    """Try one more beginning of a plan: the next best with quick's own way on, or one by noise and a noisy way on."""
    first = next_first(n, attempt, noise, planner, desk)
    if first >= 0:
        sketch_plan(b, side, first, noise if attempt % 2 == 1 else 0.0, desk)


@kernel
def start_plan(k, number, desk):
    """Put into ``sketch.sim`` the battle where plan ``k`` ends, with dice ``number``; throw the die it ends with."""
    s = desk.sketch
    g = number % max(desk.guessing[0], 1)
    copy_record(s.sim[0], s.ends[k, g])
    set_dice(s.dice[0], s.base[0], number)
    set_dice(s.chooser[0], s.base[0], number)
    s.chooser[0].counter = KEYS  # not the words that the dice are made of
    if s.throws[k, g] == 1:
        apply(s.sim[0], s.lasts[k, g], s.dice[0], desk.log[0])


@kernel
def quick_on(b, dice, chooser, actions, features, worths, log):
    """Carry out what ``quick`` does; handed what it needs of the desk alone, as ``first_sight`` is."""
    chosen = first_sight(b, chooser, actions, features, worths, log)
    forget(dice)
    apply(b, actions[chosen], dice, log)


@kernel
def open_bound(now, desk):
    """Begin bound ``now`` of a playout with dice of its own, the same after every plan; 0: a game without bounds."""
    s = desk.sketch
    if now > 0.0:
        s.dice[0].counter = APART * int(now)
        s.chooser[0].counter = KEYS + APART * int(now)


@kernel
def play_plan(side, k, number, span, desk):
    """Play plan ``k`` on, as ``quick`` for all, with dice ``number``, to the end of the last bound of ``span``.

    ``span`` is the bound that runs and how many more are played on: 0, to the end of the battle. Returns what
    ``evaluate`` finds for ``side`` as each of these is over, the m-th counted m times: what is found sooner is less
    noisy, what is found later more true. A battle that has ended stays as it is.
    """
    s = desk.sketch
    start_plan(k, number, desk)
    first, horizon = span
    now = bound(s.sim[0])
    total = 0.0
    done = 0
    steps = 0
    while current_side(s.sim[0]) != NOBODY and steps < MOST_STEPS:
        if bound(s.sim[0]) != now:
            now = bound(s.sim[0])
            open_bound(now, desk)
            while done < horizon and now > first + done + 1:
                done += 1
                total += done * evaluate(s.sim[0], side)
            if horizon > 0 and done == horizon:
                break
        quick_on(s.sim[0], s.dice[0], s.chooser[0], desk.later, desk.later_features, desk.later_worths, desk.log[0])
        steps += 1
    desk.log[0].lost = 0
    found = evaluate(s.sim[0], side)
    if horizon == 0:
        return found
    while done < horizon:
        done += 1
        total += done * found
    return total / (horizon * (horizon + 1) / 2)


@kernel
def tell_result(b, sides, out):
    """Fill ``out`` f8[sides] with the returns of a battle; where it goes on with what ``evaluate`` finds."""
    if current_side(b) == NOBODY:
        returns(b, out)
        return
    total = 0.0
    for side in range(sides):
        out[side] = 0.5 + 0.5 * evaluate(b, side)
        total += out[side]
    for side in range(sides):
        out[side] /= total


@released_kernel
def play_to_results(side, k, numbers, marks, desk, out):
    """Play plan ``k`` on to the end of the battle, with each of ``numbers`` for dice; fill a row of ``out`` for each.

    First what ``evaluate`` finds for ``side`` when each bound of ``marks`` is over, and then the result of every side.
    """
    s = desk.sketch
    results = np.zeros(MAX_SIDES)
    for i in range(len(numbers)):
        start_plan(k, numbers[i], desk)
        now = bound(s.sim[0])
        m = 0
        steps = 0
        while current_side(s.sim[0]) != NOBODY and steps < MOST_STEPS:
            if bound(s.sim[0]) != now:
                now = bound(s.sim[0])
                open_bound(now, desk)
            while m < len(marks) and bound(s.sim[0]) > marks[m]:
                out[i, m] = evaluate(s.sim[0], side)
                m += 1
            quick_on(s.sim[0], s.dice[0], s.chooser[0], desk.later, desk.later_features, desk.later_worths, desk.log[0])
            steps += 1
        out[i, m : len(marks)] = evaluate(s.sim[0], side)
        sides = out.shape[1] - len(marks)
        tell_result(s.sim[0], sides, results)
        for other in range(sides):
            out[i, len(marks) + other] = results[other]
    desk.log[0].lost = 0


@kernel
def try_plan(side, k, span, desk):
    """Play plan ``k`` on once more, and note how it went."""
    s = desk.sketch
    s.sums[k] += play_plan(side, k, s.counts[k], span, desk)
    s.counts[k] += 1


@kernel
def mean_of(k, desk):
    """What plan ``k`` came to on average; quick's own with the benefit of the doubt, the larger the less is known."""
    s = desk.sketch
    doubt = DOUBT if k == 0 else 0.0
    return (s.sums[k] + doubt) / max(s.counts[k], 1)


@kernel
def best_plan(desk):
    """The plan that did best among those that may be chosen; of equal ones the first, so quick's unless another won."""
    s = desk.sketch
    chosen = -1
    best = -1e300
    for k in range(s.made[0]):
        if s.alive[k] == 1:
            mean = mean_of(k, desk)
            if mean > best:
                best = mean
                chosen = k
    return chosen


@kernel
def drop_half(desk):
    """Of the plans that may be chosen drop the worse half."""
    s = desk.sketch
    alive = 0
    for k in range(s.made[0]):
        alive += s.alive[k]
    for _ in range(alive // 2):
        worst = 1e300
        chosen = -1
        for k in range(s.made[0]):
            if s.alive[k] == 1 and mean_of(k, desk) <= worst:
                worst = mean_of(k, desk)
                chosen = k
        s.alive[chosen] = 0


@kernel
def rounds_of(plans):
    """How often half of so many plans can be dropped."""
    rounds = 0
    while plans > 1:
        plans = (plans + 1) // 2
        rounds += 1
    return rounds


@kernel
def take_plan(b, k, desk):
    """Put into ``desk.action`` what plan ``k`` begins with, and keep the rest of it; not where something is hidden."""
    s = desk.sketch
    copy_record(desk.action[0], s.plans[k, 0])
    keep_plan(s.plans[k, 1:], s.lengths[k] - 1 if desk.guessing[0] == 0 else 0, desk)
    if desk.kept[0] > 0:
        copy_record(desk.expected[0], b)
        expect(desk)


@kernel
def think_choice(b, side, planner, desk, number):
    """Put into ``desk.action`` the action with which the best plan begins, as the planner of this level finds it."""
    s = desk.sketch
    level = s.levels[number]
    if level.plans == 0:
        n = list_and_weigh(b, desk)
        copy_record(desk.action[0], desk.actions[noisy_best(desk.worths, n, level.slips, planner)])
        return
    n = open_thought(b, side, planner, desk)
    attempt = 0
    while n > 1 and s.made[0] < level.plans and attempt < TRIES * level.plans:
        widen(b, side, n, attempt, planner, desk, level.noise)
        attempt += 1
    if n == 1:
        keep_plan(s.plans[0], 0, desk)
        copy_record(desk.action[0], desk.actions[0])
        return
    span = (bound(b), level.horizon)
    alive = s.made[0]
    rounds = rounds_of(alive)
    for _ in range(rounds):
        for _ in range(max(1, level.playouts // (rounds * alive))):
            for k in range(s.made[0]):
                if s.alive[k] == 1:
                    try_plan(side, k, span, desk)
        drop_half(desk)
        alive = (alive + 1) // 2
    take_plan(b, best_plan(desk), desk)
