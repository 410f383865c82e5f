"""How a computer general picks its action, through the verbs alone, and from what its side sees of the battle.

Where the game hides things, the rest is guessed: several guesses, each as if it were true, and averaged.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sandtable.compiler.decorators import kernel
from sandtable.games.game import Game
from sandtable.generals import Kind
from sandtable.kernel.copying import copy_record, is_same_record
from sandtable.kernel.dice import DICE, choose
from sandtable.kernel.dice_tree import branches, expected_value_apart, start_walk
from sandtable.kernel.log import LOG
from sandtable.kernel.records import new_actions
from sandtable.kernel.verbs import (
    MAX_FEATURES,
    MAX_LEGAL,
    apply,
    current_side,
    evaluate,
    hides,
    legal_actions,
    redact,
    redact_nothing,
    resample,
    sample_action,
    worth,
)

GUESSES = 4
"""How often a general guesses what is hidden from it, for every decision."""


class Desk(NamedTuple):
    """Room for a general to think in; made once, used for every decision. All arrays."""

    actions: Any  # [MAX_LEGAL] actions listed
    features: Any  # f8[MAX_LEGAL, MAX_FEATURES] what each changes at first sight
    worths: Any  # f8[MAX_LEGAL] what that looks worth
    trial: Any  # [1] battle tried on
    dice: Any  # [1] scripted dice of the trial
    log: Any  # [1] log that keeps nothing
    action: Any  # [1] the action chosen
    trust: Any  # what a first impression of 1 counts beside how good things look afterwards, in [-1, 1]
    still: Any  # mask of the dice that open a later bound: no general looks beyond them
    leaves: Any  # leaves of a tree of dice that are walked at most
    guesses: Any  # how often what is hidden is guessed; 0 where the game never hides anything
    guessing: Any  # i8[1] how often that is in the battle on the desk
    guessed: Any  # [guesses, or 1] battles with what is hidden guessed
    seen: Any  # [1] battle as the side to decide sees it
    summed: Any  # f8[MAX_LEGAL] worths of all guesses together
    plans: Any  # how many plans are told apart; 0: single actions are
    later: Any  # [MAX_LEGAL] actions listed on the way of a plan
    later_features: Any  # f8[MAX_LEGAL, MAX_FEATURES] what each of them changes at first sight
    later_worths: Any  # f8[MAX_LEGAL] what that looks worth
    planned: Any  # [1] battle as far as a plan has come
    first_plan: Any  # [LONGEST] what ``quick`` would do after what looks best
    other_plan: Any  # [LONGEST] and after something else
    kept_plan: Any  # [LONGEST] what is left of the plan that was chosen
    kept: Any  # i8[2] of it: how many actions it holds, and how many of them are done
    expected: Any  # [1] battle in which the next of them is to be done


def new_desk(game: Game) -> Desk:
    """A desk for battles of this game."""
    still = sum(1 << purpose.value for purpose in game.purpose if purpose.name in game.bound_dice)
    guesses = GUESSES if game.verbs.redact is not redact_nothing else 0
    return Desk(
        actions=new_actions(MAX_LEGAL, game.action),
        features=np.zeros((MAX_LEGAL, MAX_FEATURES)),
        worths=np.zeros(MAX_LEGAL),
        trial=np.zeros(1, game.dtype),
        dice=np.zeros(1, DICE),
        log=np.zeros(1, LOG),
        action=np.zeros(1, game.action),
        trust=float(game.trust),
        still=still,
        leaves=game.leaves,
        guesses=guesses,
        guessing=np.zeros(1, np.int64),
        guessed=np.zeros(max(guesses, 1), game.dtype),
        seen=np.zeros(1, game.dtype),
        summed=np.zeros(MAX_LEGAL),
        plans=game.plans,
        later=new_actions(MAX_LEGAL, game.action),
        later_features=np.zeros((MAX_LEGAL, MAX_FEATURES)),
        later_worths=np.zeros(MAX_LEGAL),
        planned=np.zeros(1, game.dtype),
        first_plan=new_actions(LONGEST, game.action),
        other_plan=new_actions(LONGEST, game.action),
        kept_plan=new_actions(LONGEST, game.action),
        kept=np.zeros(2, np.int64),
        expected=np.zeros(1, game.dtype),
    )


LONGEST = 40
"""Actions that a plan holds at most."""

TIE = 1e-9
"""Values closer than this are equal, and the planner's own dice decide between them."""

FEW = 10
"""Actions that ``greedy`` carries out in mind: those that look best at first sight."""


@kernel
def look(b, side, desk):
    """Put the battle on the desk as ``side`` sees it."""
    copy_record(desk.seen[0], b)
    redact(desk.seen[0], side)


@kernel
def guess(b, side, planner, desk):
    """Guess what ``side`` cannot see of ``b``, as often as is done on this desk."""
    desk.guessing[0] = desk.guesses if desk.guesses > 0 and hides(b) else 0
    for g in range(desk.guessing[0]):
        copy_record(desk.guessed[g], b)
        resample(desk.guessed[g], side, planner)


@kernel
def list_and_weigh(b, desk):
    """List the legal actions on the desk, with what each looks worth on average over the guesses; returns how many.

    One alone is not looked at.
    """
    n = min(legal_actions(b, desk.actions), MAX_LEGAL)
    if n == 1:
        desk.worths[0] = 0.0
        return n
    if desk.guessing[0] == 0:
        worth(b, desk.actions, n, desk.features, desk.worths)
        return n
    for k in range(n):
        desk.summed[k] = 0.0
    for g in range(desk.guessing[0]):
        worth(desk.guessed[g], desk.actions, n, desk.features, desk.worths)
        for k in range(n):
            desk.summed[k] += desk.worths[k] / desk.guessing[0]
    for k in range(n):
        desk.worths[k] = desk.summed[k]
    return n


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
def best_of(values, n, planner):
    """Which of the first ``n`` values is the highest; of equal ones the planner's dice choose."""
    best = -1e300
    ties = 0
    chosen = 0
    for k in range(n):
        if values[k] > best + TIE:
            best = values[k]
            ties = 1
            chosen = k
        elif values[k] > best - TIE:
            ties += 1
            if choose(planner, ties) == 0:
                chosen = k
    return chosen


@kernel
def quick_choice(b, planner, desk):
    """Put into ``desk.action`` the legal action that looks best at first sight; returns its place in the list."""
    n = list_and_weigh(b, desk)
    chosen = best_of(desk.worths, n, planner)
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
        desk.worths[k] = -1e301  # not a second time
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
def has_thrown(desk):
    """What was tried last threw dice, those apart that open a later bound."""
    found = False
    for index in range(desk.dice[0].n_thrown):
        found = found or branches(desk.dice[0].thrown[index], desk.still)
    return found


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
        n = min(legal_actions(desk.planned[0], desk.later), MAX_LEGAL)
        worth(desk.planned[0], desk.later, n, desk.later_features, desk.later_worths)
        k = best_of(desk.later_worths, n, planner)
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
def do_the_same(one, other):
    """Two actions bring the same actors to the same place."""
    same_order = one.verb == other.verb and one.target == other.target
    same_actors = one.n_actors == other.n_actors and one.actors[0] == other.actors[0]
    return same_order and same_actors and one.x == other.x and one.y == other.y and one.fx == other.fx


@kernel
def is_planned(action, plan, length):
    """The action is one of those of a plan."""
    found = False
    for k in range(length):
        found = found or do_the_same(action, plan[k])
    return found


@kernel
def forget_plan(desk):
    """Keep no plan: the next decision is thought about anew."""
    desk.kept[:] = 0


@kernel
def keep_plan(plan, length, desk):
    """Keep what is to follow the action that is chosen; -1 of them: nobody knows."""
    desk.kept[0] = max(length, 0)
    desk.kept[1] = 0
    for k in range(length):
        copy_record(desk.kept_plan[k], plan[k])


@kernel
def _expect(desk):
    """Note the battle as it will be after ``desk.action``, which throws no dice."""
    start_walk(desk.dice[0])
    apply(desk.expected[0], desk.action[0], desk.dice[0], desk.log[0])


@kernel
def follow_plan(b, desk):
    """Put into ``desk.action`` the next action of the plan that is kept; False where ``b`` is not where it led."""
    done = desk.kept[1]
    if done >= desk.kept[0] or not is_same_record(b, desk.expected[0]):
        return False
    copy_record(desk.action[0], desk.kept_plan[done])
    desk.kept[1] = done + 1
    if done + 1 < desk.kept[0]:
        _expect(desk)
    return True


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
    desk.worths[first] = -1e301  # not a second time
    tried = 1
    for _ in range(n - 1 if length >= 0 else 0):
        if tried == desk.plans:
            break
        k = best_of(desk.worths, n, planner)
        value = desk.trust * desk.worths[k]
        desk.worths[k] = -1e301
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
        _expect(desk)
    return chosen


@kernel
def choose_action(b, side, kind, planner, desk):
    """Put the choice of a general of this ``kind`` into ``desk.action``; ``b`` is the battle as ``side`` sees it."""
    guess(b, side, planner, desk)
    if kind == Kind.QUICK.value:
        quick_choice(b, planner, desk)
    elif kind == Kind.GREEDY.value:
        if desk.plans > 0 and desk.guessing[0] == 0:
            if not follow_plan(b, desk):
                plan_choice(b, side, planner, desk)
        else:
            greedy_choice(b, side, planner, desk, FEW, desk.trust)
    elif kind == Kind.YARDSTICK.value:
        greedy_choice(b, side, planner, desk, MAX_LEGAL, 0.0)
    else:
        sample_action(b, planner, desk.action[0])
