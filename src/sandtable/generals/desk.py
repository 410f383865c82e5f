"""Where a general thinks: room made once, the battle as its side sees it, its guesses, and the plan that it keeps."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sandtable.compiler.decorators import kernel
from sandtable.games.game import Game
from sandtable.generals.levels import MOST_PLANS, levels_of
from sandtable.kernel.copying import copy_record, is_same_record
from sandtable.kernel.dice import DICE, choose
from sandtable.kernel.dice_tree import branches, start_walk
from sandtable.kernel.log import LOG
from sandtable.kernel.records import new_actions
from sandtable.kernel.verbs import (
    MAX_FEATURES,
    MAX_LEGAL,
    apply,
    candidates,
    hides,
    is_offered,
    legal_actions,
    redact,
    redact_nothing,
    resample,
    worth,
)

GUESSES = 4
"""How often a general guesses what is hidden from it, for every decision."""

LONGEST = 40
"""Actions that a plan holds at most."""

TIE = 1e-9
"""Values closer than this are equal, and the planner's own dice decide between them."""


OUT = -1e301
"""The value of an action that ``best_of`` is not to find again."""


class Sketch(NamedTuple):
    """Room for the plans of a planner, told apart by playing each on. All arrays; ``guesses`` 1 where none is made."""

    levels: Any  # LEVEL[levels]: what each level of planners may do
    ends: Any  # [plans, guesses] battles in which a plan ends, before the die that it ends with
    plans: Any  # [plans, LONGEST] its actions, as the first guess has it
    lengths: Any  # i8[plans]: how many
    lasts: Any  # [plans, guesses] the action that throws dice
    throws: Any  # i8[plans, guesses]: 1 where there is one
    sums: Any  # f8[plans]: what its playouts came to
    counts: Any  # i8[plans]: how many they were
    alive: Any  # i8[plans]: 1 while it may be chosen
    used: Any  # i8[MAX_LEGAL]: 1 for each listed action that begins a plan
    made: Any  # i8[1]: how many plans there are
    base: Any  # i8[1]: key of the dice of all playouts of this thought
    sim: Any  # [1] battle that is played on
    dice: Any  # [1] its dice
    chooser: Any  # [1] dice that choose in it


def new_sketch(game: Game, guesses: int) -> Sketch:
    """Room for plans in battles of this game."""
    return Sketch(
        levels=levels_of(game),
        ends=np.zeros((MOST_PLANS, guesses), game.dtype),
        plans=new_actions(MOST_PLANS * LONGEST, game.action).reshape(MOST_PLANS, LONGEST),
        lengths=np.zeros(MOST_PLANS, np.int64),
        lasts=new_actions(MOST_PLANS * guesses, game.action).reshape(MOST_PLANS, guesses),
        throws=np.zeros((MOST_PLANS, guesses), np.int64),
        sums=np.zeros(MOST_PLANS),
        counts=np.zeros(MOST_PLANS, np.int64),
        alive=np.zeros(MOST_PLANS, np.int64),
        used=np.zeros(MAX_LEGAL, np.int64),
        made=np.zeros(1, np.int64),
        base=np.zeros(1, np.int64),
        sim=np.zeros(1, game.dtype),
        dice=np.zeros(1, DICE),
        chooser=np.zeros(1, DICE),
    )


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
    weighs_guesses: Any  # 1: what looks best depends on the guesses; 0: on what the side sees alone
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
    sketch: Sketch  # plans of a planner


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
        weighs_guesses=int(game.weighs_guesses),
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
        sketch=new_sketch(game, max(guesses, 1)),
    )


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
    """List the legal actions on the desk, with what each looks worth; returns how many."""
    n = min(legal_actions(b, desk.actions), MAX_LEGAL)
    weigh_listed(b, n, desk)
    return n


@kernel
def weigh_listed(b, n, desk):
    """Note on the desk what each of the first ``n`` actions on it looks worth on average over the guesses.

    One alone is not looked at; and guesses are not where the game says that they change nothing.
    """
    if n == 1:
        desk.worths[0] = 0.0
        return
    if desk.guessing[0] == 0 or desk.weighs_guesses == 0:
        worth(b, desk.actions, n, desk.features, desk.worths)
        return
    for k in range(n):
        desk.summed[k] = 0.0
    for g in range(desk.guessing[0]):
        worth(desk.guessed[g], desk.actions, n, desk.features, desk.worths)
        for k in range(n):
            desk.summed[k] += desk.worths[k] / desk.guessing[0]
    for k in range(n):
        desk.worths[k] = desk.summed[k]


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
def best_offered(b, actions, values, n, planner, log):
    """Which of the first ``n`` candidates has the highest value and is legal; those above it lose their values."""
    chosen = 0
    for _ in range(n):
        chosen = best_of(values, n, planner)
        if is_offered(b, actions[chosen], log):
            break
        values[chosen] = OUT
    return chosen


@kernel
def first_sight(b, planner, actions, features, worths, log):
    """Put what may be done in the battle seen into ``actions``; returns the place of what looks best at first sight.

    It is handed what it needs of a desk alone: counting who holds each of its 45 arrays took 6 % of the time that two
    ``quick`` fight in Inter Arma.
    """
    n = min(candidates(b, actions), MAX_LEGAL)
    if n == 1:
        return 0
    worth(b, actions, n, features, worths)
    return best_offered(b, actions, worths, n, planner, log)


@kernel
def has_thrown(desk):
    """What was tried last threw dice, those apart that open a later bound."""
    found = False
    for index in range(desk.dice[0].n_thrown):
        found = found or branches(desk.dice[0].thrown[index], desk.still)
    return found


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
def expect(desk):
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
        expect(desk)
    return True
