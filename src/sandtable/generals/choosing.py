"""How a computer general picks its action, through the verbs alone, and from what its side sees of the battle.

Where the game hides things, the rest is guessed: several guesses, each as if it were true, and averaged.
"""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.generals import Kind
from sandtable.generals.desk import (
    LONGEST,
    OUT,
    TIE,
    best_of,
    best_offered,
    expect,
    first_sight,
    follow_plan,
    guess,
    has_thrown,
    is_planned,
    keep_plan,
    list_and_weigh,
    weigh_listed,
)
from sandtable.generals.planning import think_choice
from sandtable.kernel.copying import copy_record
from sandtable.kernel.dice import choose
from sandtable.kernel.dice_tree import expected_value_apart, start_walk
from sandtable.kernel.verbs import MAX_LEGAL, apply, candidates, current_side, evaluate, sample_action, worth

FEW = 10
"""Actions that ``greedy`` carries out in mind: those that look best at first sight."""


@kernel
def value_of(b, action, side, desk):
    """What the battle is worth to ``side`` after an action, over dice and guesses."""
    if desk.guessing[0] == 0:
        return expected_value_apart(b, action, side, desk.trial, desk.dice[0], desk.log[0], desk.still, desk.leaves)
    total = 0.0
    for g in range(desk.guessing[0]):
        total += expected_value_apart(
            desk.guessed[g], action, side, desk.trial, desk.dice[0], desk.log[0], desk.still, desk.leaves
        )
    return total / desk.guessing[0]


@kernel
def quick_choice(b, planner, desk):
    """Put into ``desk.action`` the legal action that looks best at first sight; returns its place on the desk."""
    if desk.guessing[0] == 0:
        chosen = first_sight(b, planner, desk.actions, desk.features, desk.worths, desk.log[0])
    else:
        n = min(candidates(b, desk.actions), MAX_LEGAL)
        weigh_listed(b, n, desk)
        chosen = best_offered(b, desk.actions, desk.worths, n, planner, desk.log[0])
    copy_record(desk.action[0], desk.actions[chosen])
    return chosen


@kernel
def greedy_choice(b, side, planner, desk, few, trust):
    """Put into ``desk.action`` the best for ``side`` of the ``few`` actions that look best; returns its place.

    Best is what the battle is worth on average over the dice of the real rules, one action ahead, and ``trust`` times
    what the action looked worth. ``planner`` are the general's own dice, which only break ties, so that it cannot know
    the next real one.
    """
    n = list_and_weigh(b, desk)
    if n == 1:
        copy_record(desk.action[0], desk.actions[0])
        return 0
    best = -1e300
    ties = 0
    chosen = 0
    for _ in range(min(few, n)):
        k = best_of(desk.worths, n, planner)
        value = trust * desk.worths[k]
        desk.worths[k] = OUT  # not a second time
        value += value_of(b, desk.actions[k], side, desk)
        if value > best + TIE:
            best = value
            ties = 1
            chosen = k
        elif value > best - TIE:
            ties += 1
            if choose(planner, ties) == 0:
                chosen = k
    copy_record(desk.action[0], desk.actions[chosen])
    return chosen


@kernel
def play_on(b, action, side, planner, desk, plan):
    """Carry out an action on ``desk.planned``, and then what ``quick`` would do up to the next die.

    Returns what these later actions looked worth, and how many there are: ``plan`` begins with them. With -1 of them
    the action itself throws dice, and nothing is known of what it leads to.
    """
    copy_record(desk.planned[0], b)
    start_walk(desk.dice[0])
    apply(desk.planned[0], action, desk.dice[0], desk.log[0])
    total = 0.0
    if has_thrown(desk):
        return total, -1
    done = 0
    while desk.dice[0].n_thrown == 0 and done < LONGEST and current_side(desk.planned[0]) == side:
        n = min(candidates(desk.planned[0], desk.later), MAX_LEGAL)
        worth(desk.planned[0], desk.later, n, desk.later_features, desk.later_worths)
        k = best_offered(desk.planned[0], desk.later, desk.later_worths, n, planner, desk.log[0])
        copy_record(desk.trial[0], desk.planned[0])
        start_walk(desk.dice[0])
        apply(desk.trial[0], desk.later[k], desk.dice[0], desk.log[0])
        if desk.dice[0].n_thrown == 0:
            copy_record(desk.planned[0], desk.trial[0])
            copy_record(plan[done], desk.later[k])
            total += desk.later_worths[k]
            done += 1
    return total, done


@kernel
def plan_choice(b, side, planner, desk):
    """Put into ``desk.action`` the action with which the best plan begins; returns its place.

    A plan is an action and what ``quick`` would do after it, up to the next die. The first begins with what looks best;
    what it holds anyway begins no other, as it would only come in another order. Where the first throws dice at once
    there is nothing to plan, and it is taken.
    """
    n = list_and_weigh(b, desk)
    first = best_of(desk.worths, n, planner)
    chosen = first
    length = -1
    best = 0.0
    if n > 1:
        later, length = play_on(b, desk.actions[first], side, planner, desk, desk.first_plan)
        best = evaluate(desk.planned[0], side) + desk.trust * (desk.worths[first] + later)
    keep_plan(desk.first_plan, length, desk)
    desk.worths[first] = OUT  # not a second time
    tried = 1
    for _ in range(n - 1 if length >= 0 else 0):
        if tried == desk.plans:
            break
        k = best_of(desk.worths, n, planner)
        value = desk.trust * desk.worths[k]
        desk.worths[k] = OUT
        if is_planned(desk.actions[k], desk.first_plan, length):
            continue
        tried += 1
        later, steps = play_on(b, desk.actions[k], side, planner, desk, desk.other_plan)
        if steps >= 0:
            value += evaluate(desk.planned[0], side) + desk.trust * later
        else:
            value += value_of(b, desk.actions[k], side, desk)
        if value > best + TIE:
            best = value
            chosen = k
            keep_plan(desk.other_plan, steps, desk)
    copy_record(desk.action[0], desk.actions[chosen])
    if desk.kept[0] > 0:
        copy_record(desk.expected[0], b)
        expect(desk)
    return chosen


@kernel
def choose_action(b, side, kind, planner, desk):
    """Put the choice of a general of this ``kind`` into ``desk.action``; ``b`` is the battle as ``side`` sees it."""
    if kind == Kind.QUICK and desk.weighs_guesses == 0:
        desk.guessing[0] = 0
    else:
        guess(b, side, planner, desk)
    if kind == Kind.QUICK:
        quick_choice(b, planner, desk)
    elif kind == Kind.GREEDY:
        if desk.plans > 0 and desk.guessing[0] == 0:
            if not follow_plan(b, desk):
                plan_choice(b, side, planner, desk)
        else:
            greedy_choice(b, side, planner, desk, FEW, desk.trust)
    elif kind == Kind.YARDSTICK:
        greedy_choice(b, side, planner, desk, MAX_LEGAL, 0.0)
    elif kind >= Kind.PLANNER:
        if not follow_plan(b, desk):
            think_choice(b, side, planner, desk, kind - Kind.PLANNER)
    else:
        sample_action(b, planner, desk.action[0])
