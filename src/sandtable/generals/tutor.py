"""Positions for puzzles, found in battles of planners: one action wins far more often than any other that reads apart.

    from sandtable.generals.tutor import find

    for found in find("dba", seed=0):
        print(found.name, found.answers[0].action.label)

A battle is played on a few decisions at a time. Where it stands, every action that is listed is played on to the end
by ``quick`` a few times, with the same dice after each, and the worse half is dropped again and again. What still lies
far ahead is laid anew from its own notation and weighed at depth, with dice that nothing was chosen by.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sandtable.batch import Batch
from sandtable.batch.streams import new_streams
from sandtable.errors import SandtableError
from sandtable.files import parse_yaml
from sandtable.games import get_game
from sandtable.games.common.intervals import Interval
from sandtable.games.game import Game
from sandtable.generals import GENERALS, Kind
from sandtable.generals.desk import Desk, guess, list_and_weigh, look, new_desk
from sandtable.generals.planning import KEYS, play_plan, play_to_results
from sandtable.generals.playouts import LIMIT, Limits, play_out
from sandtable.kernel.copying import copy_record
from sandtable.kernel.dice import choose, new_dice
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

SIFT = ((8, 12, 0.05), (40, 5, 0.2))
"""Rounds at depth before that, with dice of their own: playouts of each action, labels kept, and the lead wanted."""

LOOKED_AT, GLANCES, SEEN = 30, 2, 3
"""Labels that are looked at, the most promising at first sight; playouts of each as far as planners look; and how many
of them are played on to the end."""

SCREEN = ((8, 3, 0.12), (16, 2, 0.22))
"""Rounds of the screening to the end of the battle: playouts of each action, labels kept, and the lead wanted."""

ONCE_MORE = ((40, 2, 0.27),)
"""The same once more with other dice, for the two that are left: most leads of few playouts are luck."""

MOST_LISTED, FEWEST_LABELS = 400, 2
"""Where more actions are listed nobody weighs them all; of two the one that looks best is no riddle."""

STRIDE = 3
"""Decisions between two positions that are kept, at most."""

EARLY = 0.5
"""The part of a battle that ``quick`` plays: so early no action decides much, and playouts are long."""

PROBED, HOPE = 3, 0.7
"""Labels that are played on first, those that look best; where ``quick`` wins more of these, little can be better."""

ANSWERS = 5
"""Answers to choose from, at most."""

PER_GUESS = 8
"""Playouts between two rounds of guesses at what is hidden."""

PER_BATTLE = 2
"""Puzzles from one battle, at most."""

SEATED = ("sergeant", "recruit")
"""Who fights, on seats that turn: a recruit slips at times, and the other has something to find."""


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
        self.b = np.array([b], b.dtype)[0]
        self._guess("to list by")
        self.bound = float(battle.game.verbs.bound(self.b))
        self.n = int(list_and_weigh(self.b, desk))
        self.records = desk.actions[: self.n].copy()
        self.worths = desk.worths[: self.n].copy()
        self._battle = battle
        self._actions: list[Action] = []

    @property
    def actions(self) -> list[Action]:
        """The same as a player reads them."""
        if not self._actions:
            table = self._battle.copy()
            table.engine.stand(self.b)
            self._actions = [table.action(self.records[k : k + 1]) for k in range(self.n)]
        return self._actions

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

    def glance(self, k: int, playouts: int, key: int) -> float:
        """What action ``k`` comes to on average as far as planners of this game look ahead."""
        self._stand(k, key, 0)
        span = (self.bound, self._battle.game.horizon)
        return sum(float(play_plan(self.side, 0, number, span, self.desk)) for number in range(playouts)) / playouts

    def _stand(self, k: int, key: int, part: int) -> None:
        """Put action ``k`` on the desk as a plan that ends with it; ``part`` of the guesses at what is hidden."""
        sketch, desk = self.desk.sketch, self.desk
        guesses = self._guess(f"{key} {part}")
        for g in range(max(guesses, 1)):
            copy_record(sketch.ends[0, g], desk.guessed[g] if guesses else self.b)
            copy_record(sketch.lasts[0, g], self.records[k])
            sketch.throws[0, g] = 1
        sketch.base[0] = key

    def _guess(self, name: str) -> int:
        """Guess what the side cannot see, the same for the same name; returns how many guesses were made."""
        guess(self.b, self.side, new_dice(f"guesses {name}"), self.desk)
        return int(self.desk.guessing[0])


def _best_by_label(trial: Trial, means: dict[int, float]) -> list[int]:
    """Of each label the action that did best, the best first."""
    best: dict[str, int] = {}
    labels = trial.labels
    for k, mean in means.items():
        if labels[k] not in best or mean > means[best[labels[k]]]:
            best[labels[k]] = k
    return sorted(best.values(), key=lambda k: -means[k])


def screen(trial: Trial, key: int) -> bool:
    """Whether few playouts leave it possible that one action is far ahead of all that read otherwise."""
    looks = _best_by_label(trial, {k: float(trial.worths[k]) for k in range(trial.n)})[:LOOKED_AT]
    first = {k: float(trial.play(k, range(SCREEN[0][0]), key).mean()) for k in looks[:PROBED]}
    if max(first.values()) == 0.0 or min(first.values()) == 1.0:
        return False
    best, second = sorted(first.values(), reverse=True)[:2]
    if len(looks) == 2 and first[looks[0]] == best:
        return False
    if first[looks[0]] > HOPE and best - second < SCREEN[0][2]:
        return False
    alive = looks[:PROBED]
    if len(looks) > PROBED:
        glances = {k: trial.glance(k, GLANCES, key) for k in looks[PROBED:]}
        alive += _best_by_label(trial, glances)[:SEEN]
    left = _halve(trial, alive, SCREEN, key)
    return bool(left) and bool(_halve(trial, left, ONCE_MORE, key + 1))


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
    """The answers with the best first and which of them is ``quick``'s; None where the best is not far ahead."""
    keys = [int(choose(planner, KEYS)) for _ in range(2)]
    order = _halve(trial, list(range(trial.n)), SIFT, keys[0])
    if not order:
        return None
    chosen = _to_choose_from(trial, order)
    early = {k: float(trial.play(k, range(DEPTH // 4), keys[1]).mean()) for k in chosen[:3]}
    if early[chosen[0]] - max(early[k] for k in chosen[1:3]) < SURELY:
        return None
    results = {k: trial.play(k, range(DEPTH), keys[1]) for k in chosen}
    best, others = chosen[0], sorted(chosen[1:], key=lambda k: -results[k].mean())
    answers = tuple(
        AnswerFound(trial.actions[k], share_interval(results[k]), compare_shares(results[best] - results[k]))
        for k in (best, *others)
    )
    if answers[1].behind.mean < AHEAD or answers[1].behind.low < SURELY:
        return None
    quick = trial.labels[trial.quicks]
    return answers, next((place for place, one in enumerate(answers) if one.action.label == quick), -1)


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


def find(key: str, seed: int | str = 0, first: int = 0, generals: Sequence[str] = SEATED) -> Iterator[Found | int]:
    """Puzzles of a game as they are found, without end; a number tells that this battle is over.

    Battle ``n`` is of the game's n-th scenario, beginning again after the last.
    """
    game = get_game(key)
    names, number, desk = scenario_names(game), first, new_desk(game)
    while True:
        turned = number // len(names) % len(generals)
        seated = [*generals[turned:], *generals[:turned]]
        yield from _in_battle(game, names[number % len(names)], f"tutor {seed} {number}", seated, desk)
        yield number
        number += 1


def _in_battle(game: Game, scenario: str, name: str, seated: Sequence[str], desk: Desk) -> Iterator[Found]:
    """Puzzles in one battle of generals: no two that begin alike."""
    origin = find_scenario(game, scenario)
    battle = Battle(game, origin, options_of(game, {}, usual=house_rules(game, origin)))
    batch = Batch.new(game, 1, scenario, seed=name)
    kinds = np.array([[GENERALS[seated[side % len(seated)]].kind.value for side in range(batch.n_sides)]])
    planners, chance = new_streams([f"{name} planner"]), new_dice(f"{name} screening")
    quick = np.full_like(kinds, Kind.QUICK.value)
    length = int(play_out(batch.copy(), quick, planners.copy(), Limits(LIMIT))["decisions"][0])
    decisions, kept = int(play_out(batch, quick, planners, Limits(int(EARLY * length)))["decisions"][0]), []
    while not batch.over[0] and decisions < LIMIT:
        decisions += int(play_out(batch, kinds, planners, Limits(1 + int(choose(chance, STRIDE))))["decisions"][0])
        if not batch.over[0]:
            look(batch.battles[0], int(batch.sides[0]), desk)
            kept.append((decisions, desk.seen.copy()))
    found = set[tuple[str, ...]]()
    for at, record in reversed(kept):
        puzzle = _in_position(battle, record[0], f"{name} at {at}", desk)
        if puzzle is not None and (like := likeness(puzzle)) not in found:
            found.add(like)
            yield puzzle
        if len(found) == PER_BATTLE:
            break


def likeness(puzzle: Found) -> tuple[str, ...]:
    """What two puzzles of one battle may not have in common: what is done best, and by whom."""
    best = puzzle.answers[0].action
    return best.verb, *best.figures[:1]


def _in_position(battle: Battle, b: Any, name: str, desk: Desk) -> Found | None:
    """The puzzle of one position, if it is one."""
    chance = new_dice(f"{name} screen")
    trial = Trial(battle, b, desk)
    if not FEWEST_LABELS <= trial.n <= MOST_LISTED or len(set(trial.labels)) < FEWEST_LABELS:
        return None
    if not screen(trial, int(choose(chance, KEYS))):
        return None
    at = battle.copy()
    at.engine.stand(b)
    try:
        laid = lay_again(case_text(at), name)
    except SandtableError:
        return None
    deep = Trial(laid, laid.array[0], desk)
    weighed = weigh_at_depth(deep, new_dice(f"{name} depth"))
    if weighed is None or (len(weighed[0]) == 2 and weighed[1] == 0):
        return None
    return Found(name, laid, DEPTH, weighed[0], weighed[1], deep.n)


def lay_again(text: str, where: str) -> Battle:
    """The battle that a case's text lays."""
    _, battle = laid_case(parse_yaml(text, where), where)
    battle.engine.begin()
    return battle
