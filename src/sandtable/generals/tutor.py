"""Positions for puzzles, found in battles of planners: one action wins far more often than any other that reads apart.

    from sandtable.generals.tutor import find

    for found in find("dba", seed=0):
        print(found.name, found.answers[0].action.label)

A battle is fought by generals that take no time, so that many can be. Of its last part those positions are looked at
that are soon played to the end; where a side throws for its orders, those in which the die is made to fall on 1: one
order is all it gets. There the actions that look best are played on by ``quick`` a few times, with the same dice after
each, and most are dropped again and again. What still lies far ahead is laid anew from its own notation and weighed at
depth, with dice that nothing was chosen by.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sandtable.batch import Batch
from sandtable.errors import SandtableError
from sandtable.files import parse_yaml
from sandtable.games import get_game
from sandtable.games.common.intervals import Interval
from sandtable.games.game import Game
from sandtable.generals import GENERALS, Kind
from sandtable.generals.choosing import choose_action
from sandtable.generals.desk import Desk, forget_plan, guess, list_and_weigh, look, new_desk
from sandtable.generals.planning import KEYS, play_to_results
from sandtable.generals.playouts import LIMIT
from sandtable.kernel.copying import copy_record
from sandtable.kernel.dice import choose, forget, new_dice, scripted_dice
from sandtable.kernel.records import NOBODY
from sandtable.kernel.verbs import GAUGES, Gauge, apply, bound, current_side, gauge
from sandtable.lab.statistics import Difference, compare_shares, share_interval
from sandtable.table.actions import Action
from sandtable.table.battle import Battle
from sandtable.table.case_writer import case_text
from sandtable.table.cases import laid_case
from sandtable.table.name_index import options_of
from sandtable.table.scenarios import find_scenario, house_rules, scenario_names

AHEAD, SURELY = 0.30, 0.20
"""How much more often the best action has to win than the next at depth, and at least with 95 % confidence."""

DEPTH = 200
"""Playouts at depth of each action that may be an answer."""

SIFT = ((8, 12, 0.0), (40, 5, 0.15))
"""Rounds at depth before that, with dice of their own: playouts of each action, labels kept, and the lead wanted."""

LOOKED_AT, HOPE = 30, 0.75
"""Labels that are looked at, the most promising at first sight; and how many battles they may win at first, all taken
together: where more are won, none can be far ahead."""

SCREEN = ((3, 6, 0.0), (5, 3, 0.1), (8, 2, 0.15), (12, 2, 0.2))
"""Rounds of the screening to the end of the battle: playouts of each action, labels kept, and the lead wanted."""

ONCE_MORE = ((40, 2, 0.22),)
"""The same once more with other dice, for the two that are left: most leads of few playouts are luck."""

MOST_LISTED, FEWEST_LABELS = 70, 2
"""Where more actions are listed one is hardly ever far ahead of all, and to find that out takes longest; of two the one
that looks best is no riddle."""

HURRIED, SOON = 6, 1.25
"""Playouts by which a position is chosen: where they end within so many bounds a side, much hangs on one action."""

LATE = 1.5 * SOON
"""Bounds a side before the end of the battle from which positions are kept: it is one more playout, for nothing."""

PER_BATTLE_SEEN, NEAR = 32, 4
"""Positions of one battle that are looked at, at most, those first in which the fewest actions are listed; and how far
around one in which an action seems far ahead they are looked at next: often the same action is there before, too;
around a puzzle they are not."""

ORDERS, FALL = "PIPS", 1
"""The die that gives a side its orders, in games that have it; and how it falls in some of the positions."""

ANSWERS = 5
"""Answers to choose from, at most."""

THROWN = ("purpose", "side", "figure", "value")
"""What a script needs of a die."""

PER_GUESS = 8
"""Playouts between two rounds of guesses at what is hidden."""

PER_BATTLE = 2
"""Puzzles from one battle, at most."""

SEATED = ("quick",)
"""Who fights, on seats that turn where these are several: their battles are close to the end, and take no time."""


ITSELF = Difference(0.0, 0.0, 0.0, 1.0)
"""How far the best answer lies behind itself: of that nothing is uncertain, as of what playouts say that all agree."""


@dataclass(frozen=True)
class AnswerFound:
    """One action that may be chosen, and how it fared at depth."""

    action: Action
    wins: Interval  # how often the side that decides wins after it
    behind: Difference  # how much less often than after the best, by pairs of playouts


@dataclass(frozen=True)
class Found:
    """A position in which one action is far better than all others."""

    name: str
    battle: Battle  # laid from its own notation
    playouts: int  # of each answer
    answers: tuple[AnswerFound, ...]  # the best first
    quicks: int  # which of them ``quick`` would do; -1: none
    listed: int  # actions that were weighed


class Trial:
    """The actions listed in one battle record, each played on to the end as often as is asked."""

    def __init__(self, battle: Battle, b: Any, desk: Desk) -> None:
        """``b`` is a record of ``battle``'s table as the side to decide sees it."""
        self.desk, self.sides = desk, len(battle.sides)
        self.side = int(battle.game.verbs.current_side(b))
        self._one = copied(b)
        self.b = self._one[0]
        self._guess("to list by")
        self.n = int(list_and_weigh(self.b, desk))
        self.records = desk.actions[: self.n].copy()
        self.worths = desk.worths[: self.n].copy()
        self._battle = battle
        self._actions: list[Action] = []

    @property
    def actions(self) -> list[Action]:
        """The same as a player reads them."""
        if not self._actions:
            table = self.standing()
            self._actions = [table.action(self.records[k : k + 1]) for k in range(self.n)]
        return self._actions

    def standing(self) -> Battle:
        """The battle as it stands."""
        table = self._battle.copy()
        table.engine.stand(self.b)
        return table

    @property
    def labels(self) -> list[str]:
        """How each action reads."""
        return [action.label for action in self.actions]

    @property
    def quicks(self) -> int:
        """What ``quick`` would do: the first that looks best."""
        return int(self.worths.argmax())

    def play(self, k: int, numbers: range, key: int) -> Any:
        """Results of the side to decide after action ``k``, f8[numbers], by dice of this key and these numbers."""
        out = np.zeros((len(numbers), self.sides))
        for start in range(0, len(numbers), PER_GUESS):
            some = np.array(numbers[start : start + PER_GUESS], np.int64)
            self._stand(k, key, int(some[0]) // PER_GUESS)
            play_to_results(self.side, 0, some, np.zeros(0), self.desk, out[start : start + PER_GUESS])
        return out[:, self.side]

    def is_near_the_end(self, key: int) -> bool:
        """Whether the battle is over soon after what ``quick`` would do, and not won already."""
        wins = bounds = 0.0
        for number in range(HURRIED):
            wins += float(self.play(self.quicks, range(number, number + 1), key)[0])
            bounds += float(bound(self.desk.sketch.sim[0]) - bound(self.b))
            if bounds > SOON * self.sides * HURRIED or wins > HOPE * HURRIED:
                return False
        return True

    def _stand(self, k: int, key: int, part: int) -> None:
        """Put action ``k`` on the desk as a plan that ends with it; ``part`` of the guesses at what is hidden."""
        sketch, desk = self.desk.sketch, self.desk
        guesses = self._guess(f"{key} {part}")
        battles = desk.guessed[:guesses] if guesses else self._one
        _bytes_of(sketch.ends[0])[: len(battles)] = _bytes_of(battles)
        _bytes_of(sketch.lasts[0])[: len(battles)] = _bytes_of(self.records[k : k + 1])
        sketch.throws[0, : len(battles)] = 1
        sketch.base[0] = key

    def _guess(self, name: str) -> int:
        """Guess what the side cannot see, the same for the same name; returns how many guesses were made."""
        guess(self.b, self.side, new_dice(f"guesses {name}"), self.desk)
        return int(self.desk.guessing[0])


def copied(b: Any) -> Any:
    """A copy of a record, as an array that holds it alone: numpy's own takes thirty times as long."""
    alone = np.empty(1, b.dtype)
    copy_record(alone[0], b)
    return alone


def _bytes_of(records: Any) -> Any:
    """An array of records as rows of bytes, u1[n, size]: many are copied so without a look at their fields."""
    return records.view(np.uint8).reshape(len(records), -1)


def _best_by_label(trial: Trial, means: dict[int, float]) -> list[int]:
    """Of each label the action that did best, the best first."""
    best: dict[str, int] = {}
    labels = trial.labels
    for k, mean in means.items():
        if labels[k] not in best or mean > means[best[labels[k]]]:
            best[labels[k]] = k
    return sorted(best.values(), key=lambda k: -means[k])


def screen(trial: Trial, key: int) -> list[int]:
    """The best actions, where few playouts leave it possible that one is far ahead of all that read otherwise."""
    looks = _best_by_label(trial, {k: float(trial.worths[k]) for k in range(trial.n)})[:LOOKED_AT]
    first = [float(trial.play(k, range(SCREEN[0][0]), key).mean()) for k in looks]
    if max(first) == 0.0 or sum(first) > HOPE * len(first):
        return []
    return _halve(trial, looks, SCREEN, key)


def _halve(trial: Trial, alive: list[int], rounds: Sequence[tuple[int, int, float]], key: int) -> list[int]:
    """What is left of these actions after these rounds, the best first; nothing where the best was not far ahead."""
    sums, done = dict.fromkeys(alive, 0.0), 0
    for playouts, kept, lead in rounds:
        for k in alive:
            sums[k] += float(trial.play(k, range(done, done + playouts), key).sum())
        done += playouts
        means = {k: sums[k] / done for k in alive}
        best = _best_by_label(trial, means)
        if len(best) < 2 or means[best[0]] - means[best[1]] < lead:
            return []
        alive = best[:kept]
    return alive


def weigh_at_depth(trial: Trial, planner: Any) -> tuple[tuple[AnswerFound, ...], int] | None:
    """The answers with the best first and which of them is ``quick``'s; None where the best is not far ahead.

    None as well where it orders nobody: what is wrong then is what ``quick`` would do next, and no player need do it.
    And where an action that reads the same is worse: then the words do not say what is best. What the best may
    as well be done after is no answer: nobody has to choose between the two.
    """
    keys = [int(choose(planner, KEYS)) for _ in range(2)]
    order = _halve(trial, list(range(trial.n)), SIFT, keys[0])
    if not order or not trial.actions[order[0]].figures:
        return None
    chosen = _to_choose_from(trial, order)
    labels = trial.labels
    alike = [k for k in range(trial.n) if labels[k] == labels[chosen[0]]]
    early = {k: float(trial.play(k, range(DEPTH // 4), keys[1]).mean()) for k in {*chosen[:3], *alike}}
    if early[chosen[0]] - max(early[k] for k in chosen[1:3]) < SURELY:
        return None
    if early[chosen[0]] - min(early[k] for k in alike) > SURELY / 2:
        return None
    results = {k: trial.play(k, range(DEPTH), keys[1]) for k in chosen}
    best, wins = chosen[0], float(results[chosen[0]].mean())
    others = [k for k in chosen[1:] if not _can_wait(trial, best, k, wins, keys[1])]
    if not others:
        return None
    others.sort(key=lambda k: -results[k].mean())
    behind = {best: ITSELF} | {k: compare_shares(results[best] - results[k]) for k in others}
    answers = tuple(AnswerFound(trial.actions[k], share_interval(results[k]), behind[k]) for k in (best, *others))
    if answers[1].behind.mean < AHEAD or answers[1].behind.low < SURELY:
        return None
    quick = labels[trial.quicks]
    return answers, next((place for place, one in enumerate(answers) if one.action.label == quick), -1)


def _can_wait(trial: Trial, best: int, other: int, wins: float, key: int) -> bool:
    """Whether the best may be done right after another answer as well, and then wins about as often."""
    after, dice = copied(trial.b)[0], new_dice("none is thrown")
    apply(after, trial.records[other], dice, trial.desk.log[0])
    if dice.n_thrown or int(current_side(after)) != trial.side:
        return False
    later = Trial(trial.standing(), after, trial.desk)
    texts = [action.text for action in later.actions]
    if trial.actions[best].text not in texts:
        return False
    shares = later.play(texts.index(trial.actions[best].text), range(DEPTH // 4), key)
    return bool(shares.mean() > wins - SURELY / 2)


def _to_choose_from(trial: Trial, order: Sequence[int]) -> list[int]:
    """The best, the next, what ``quick`` would do, and what else did well or looks good: no two that read alike."""
    labels = trial.labels
    tempting = sorted(range(trial.n), key=lambda k: -trial.worths[k])
    wanted = [*order[:3], trial.quicks, *tempting[:1], *order, *tempting]
    chosen: dict[str, int] = {}
    for k in wanted:
        if len(chosen) < ANSWERS:
            chosen.setdefault(labels[k], k)
    return list(chosen.values())


def find(key: str, seed: int | str = 0, first: int = 0, scenarios: Sequence[str] = ()) -> Iterator[Found | int]:
    """Puzzles of a game as they are found, without end; a number tells that this battle is over.

    Battle ``n`` is of the game's n-th scenario, beginning again after the last; where it has some of
    ``scenarios``, those of others are left out.
    """
    game = get_game(key)
    names, number, desk = scenario_names(game), first, new_desk(game)
    wanted = set(scenarios) & set(names) or names
    while True:
        turned = number // len(names) % len(SEATED)
        seated = [*SEATED[turned:], *SEATED[:turned]]
        if names[number % len(names)] in wanted:
            yield from _in_battle(game, names[number % len(names)], f"tutor {seed} {number}", seated, desk)
            yield number
        number += 1


@dataclass(frozen=True)
class Kept:
    """A position of a battle as the side that decides sees it, and what it is called."""

    name: str
    record: Any
    is_last: bool  # of a game in which a die gives orders: one is left

    @property
    def side(self) -> int:
        """Who decides."""
        return int(current_side(self.record))


def _in_battle(game: Game, scenario: str, name: str, seated: Sequence[str], desk: Desk) -> Iterator[Found]:
    """Puzzles in one battle of generals: no two that begin alike, or lie near one another."""
    origin = find_scenario(game, scenario)
    battle = Battle(game, origin, options_of(game, {}, usual=house_rules(game, origin)))
    b = Batch.new(game, 1, scenario, seed=name).battles[0]
    kinds = [GENERALS[seated[side % len(seated)]].kind for side in range(len(battle.sides))]
    positions, chance = last_positions(game, b, kinds, name, desk), new_dice(f"{name} screening")
    positions = [one for one in positions if one.is_last] or positions
    left, following, found, seen = list(range(len(positions))), list[int](), set[tuple[str, ...]](), 0
    fewest = [int(list_and_weigh(one.record, desk)) for one in positions]
    left.sort(key=lambda place: fewest[place])
    while left and seen < PER_BATTLE_SEEN and len(found) < PER_BATTLE:
        place = following.pop(0) if following else left[0]
        left.remove(place)
        if not FEWEST_LABELS <= fewest[place] <= MOST_LISTED:
            continue
        trial = Trial(battle, positions[place].record, desk)
        if not trial.is_near_the_end(int(choose(chance, KEYS))):
            continue
        seen += 1
        puzzle, is_near = _in_position(trial, positions[place].name, desk, found)
        if is_near:
            following = [near for near in left if abs(near - place) <= NEAR and positions[near].side == trial.side]
        if puzzle is not None and (like := likeness(puzzle.answers[0].action)) not in found:
            found.add(like)
            left, following = [far for far in left if abs(far - place) > NEAR], []
            yield puzzle


def last_positions(game: Game, b: Any, kinds: Sequence[Kind], name: str, desk: Desk) -> list[Kept]:
    """Fight ``b`` to its end; returns the positions of its last bounds, those with another die among them."""
    dice, planner, places = new_dice(name + " dice"), new_dice(f"{name} planner"), list[Kept]()
    orders = {purpose.value for purpose in game.purpose if purpose.name == ORDERS}
    forget_plan(desk)
    for at in range(LIMIT):
        if (side := int(current_side(b))) == NOBODY:
            break
        look(b, side, desk)
        places.append(_kept(f"{name} at {at}", desk, bool(orders)))
        choose_action(desk.seen[0], side, kinds[side].value, planner, desk)
        before = copied(b)[0] if orders else b
        apply(b, desk.action[0], dice, desk.log[0])
        thrown = [tuple(int(throw[of]) for of in THROWN) for throw in dice.thrown[: dice.n_thrown]]
        forget(dice)
        if any(purpose in orders for purpose, *_ in thrown):
            fallen = [(*of, FALL if of[0] in orders else value) for *of, value in thrown]
            apply(before, desk.action[0], scripted_dice(fallen, f"{name} at {at} die"), desk.log[0])
            if (side := int(current_side(before))) != NOBODY:
                look(before, side, desk)
                places.append(_kept(f"{name} at {at + 1} die {FALL}", desk, True))
    first = float(bound(b)) - LATE * len(kinds)
    return [kept for kept in places if bound(kept.record) >= first]


def _kept(name: str, desk: Desk, has_orders: bool) -> Kept:
    """The position on the desk, of a game in which a die gives orders or not."""
    gauge(desk.seen[0], gauges := np.zeros(GAUGES))
    return Kept(name, copied(desk.seen[0])[0], has_orders and gauges[Gauge.ORDERS] == FALL)


def likeness(best: Action) -> tuple[str, ...]:
    """What two puzzles of one battle may not have in common: what is done best, and by whom."""
    return best.verb, *best.figures[:1]


def _in_position(trial: Trial, name: str, desk: Desk, found: Collection[tuple[str, ...]]) -> tuple[Found | None, bool]:
    """The puzzle of one position, if it is one; and whether at least few playouts had one action far ahead.

    What is like one ``found`` in this battle is not weighed at depth, and nothing is looked for around it.
    """
    if len(set(trial.labels)) < FEWEST_LABELS:
        return None, False
    key = int(choose(new_dice(f"{name} screen"), KEYS))
    left = screen(trial, key)
    order = _halve(trial, left, ONCE_MORE, key + 1) if left else []
    if not order:
        return None, bool(left)
    if likeness(trial.actions[order[0]]) in found:
        return None, False
    try:
        laid = lay_again(case_text(trial.standing()), name)
    except SandtableError:
        return None, True
    deep = Trial(laid, laid.array[0], desk)
    weighed = weigh_at_depth(deep, new_dice(f"{name} depth"))
    if weighed is None or (len(weighed[0]) == 2 and weighed[1] == 0):
        return None, True
    return Found(name, laid, DEPTH, weighed[0], weighed[1], deep.n), True


def lay_again(text: str, where: str) -> Battle:
    """The battle that a case's text lays."""
    _, battle = laid_case(parse_yaml(text, where), where)
    battle.engine.begin()
    return battle
