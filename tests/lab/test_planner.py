"""Planners: the same seed is the same move, what is hidden changes nothing, and no clock makes them illegal."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest

import sandtable
from knowledge import hidden_from, known_to, read_knowledge
from sandtable.batch import Batch
from sandtable.compiler.decorators import COMPILED
from sandtable.errors import InputError
from sandtable.games import built_in, get_game, register
from sandtable.generals import GENERALS, LEVELS, Kind, general_of
from sandtable.generals.choosing import choose_action
from sandtable.generals.desk import Desk, forget_plan, guess, look, new_desk
from sandtable.generals.levels import MOST_PLANS, levels_of
from sandtable.generals.planning import (
    best_plan,
    drop_half,
    ends_alike,
    noisy_best,
    open_bound,
    open_thought,
    play_plan,
    rounds_of,
    try_plan,
    widen,
)
from sandtable.generals.playouts import play_to
from sandtable.generals.thinking import decide
from sandtable.kernel.dice import choose, new_dice
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import bound, redact_nothing
from sandtable.table.battle import Battle
from server.twins import OWN, settings
from table.ambush_game import GAME as AMBUSH
from table.duel_game import GAME as DUEL

register(AMBUSH)
register(DUEL)

SERGEANT = GENERALS["sergeant"]

KEYS = built_in() if COMPILED else ("duel",)
"""Games whose planners are tried: interpreted one thought in a whole game takes minutes."""

TO_THE_END = (0.0, 0)
"""The span of a playout that has no horizon."""

compiled = pytest.mark.skipif(not COMPILED, reason="interpreted one thought in a whole game takes minutes")


def small_desk(key: str) -> Desk:
    """A desk at which every planner is content with little."""
    desk = new_desk(get_game(key))
    desk.sketch.levels["playouts"] = 9
    desk.sketch.levels["plans"] = 3
    desk.sketch.levels["horizon"] = 1
    return desk


def choice(battle: Battle, desk: Desk, seed: str = "planner") -> str:
    """What a sergeant does in a battle, from what its side sees of it."""
    record = battle.array[0]
    side = int(battle.game.verbs.current_side(record))
    look(record, side, desk)
    forget_plan(desk)
    choose_action(desk.seen[0], side, Kind.SERGEANT.value, new_dice(seed), desk)
    return battle.action(desk.action[0]).text


@cache
def position(key: str, number: int = 0) -> Battle:
    """A battle at a decision between several actions, some way on; where the game can hide something, it does."""
    rng = random.Random(f"{key} {number}")
    hides = key not in OWN and get_game(key).verbs.redact is not redact_nothing
    setting = rng.choice(settings(key)) if hides else None
    battle = sandtable.new(key, setting and setting.scenario, options=setting and setting.options, seed=number)
    for _ in range(rng.randrange(10, 40) if COMPILED else 2):
        battle.play(battle.sample(rng))
    while len(battle.legal()) < 3 or (hides and not scrambled(battle, random.Random(1))):
        battle.play(battle.sample(rng))
    return battle


def scrambled(battle: Battle, rng: random.Random) -> list[Battle]:
    """Battles of which the side to decide may know the same, by the game's declaration, and others may not."""
    game = battle.game
    knowledge, side, size = read_knowledge(game.folder), battle.engine.side_to_decide, game.state_size
    known = known_to(knowledge, battle.array[0], [side], size)
    found = []
    for path in sorted({each.path for each in hidden_from(knowledge, battle.array[0], side)}):
        other = battle.array[0]
        for each in list(hidden_from(knowledge, other, side)):
            if each.path == path:
                part = other if "." not in path else other[path.rpartition(".")[0]]
                values = part[each.name] if part.shape else np.array([each.row[each.name]])
                each.row[each.name] = rng.choice([*values, NONE, 1])
        if other.tobytes() != battle.array[0].tobytes() and known_to(knowledge, other, [side], size) == known:
            twin = battle.copy()
            twin.engine.stand(other)
            found.append(twin)
    return found


@compiled
@pytest.mark.parametrize("key", built_in())
def test_what_is_hidden_and_the_dice_to_come_change_nothing(key: str) -> None:
    """Where nothing is hidden the twin differs in its dice alone."""
    battle, desk = position(key), small_desk(key)
    if get_game(key).verbs.redact is redact_nothing:
        twin = battle.copy()
        twin.engine.resume("another seed", 0)
        twins = [twin]
    else:
        twins = scrambled(battle, random.Random(2))
    assert twins and {choice(twin, small_desk(key)) for twin in twins} == {choice(battle, desk)}


@pytest.mark.parametrize("key", KEYS)
def test_the_same_seed_is_the_same_move_and_it_is_listed(key: str) -> None:
    battle = position(key, 1)
    listed = {action.text for action in battle.legal()}
    one, other = (choice(battle, small_desk(key)) for _ in range(2))
    assert one == other and one in listed


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("patience", [0, 1, 2, 3, 5, 8, 13, 40])
def test_whenever_it_is_cut_short_there_is_a_legal_action(key: str, patience: int) -> None:
    """Time runs out at the so manyth look at the clock: before any plan, between two playouts, after all."""
    battle, desk = position(key, 1), small_desk(key)
    record, looks = battle.array[0], 0

    def is_late(part: float) -> bool:
        nonlocal looks
        looks += 1
        return looks > patience * part

    side = int(battle.game.verbs.current_side(record))
    look(record, side, desk)
    decide(SERGEANT, battle.game, (desk.seen[0], side), new_dice("planner"), desk, is_late)
    assert battle.action(desk.action[0]).text in {action.text for action in battle.legal()}
    sketch = desk.sketch
    assert len({int(sketch.counts[k]) for k in range(sketch.made[0]) if sketch.alive[k]}) <= 1


@compiled
def test_without_any_time_it_does_what_quick_does() -> None:
    battle, desk = position("dbaix", 2), small_desk("dbaix")
    record = battle.array[0]
    side = int(battle.game.verbs.current_side(record))
    decide(SERGEANT, battle.game, (record, side), new_dice("planner"), desk, lambda part: True)
    first = battle.action(desk.action[0]).text
    worths = desk.worths[: int(battle.game.verbs.legal_actions(record, desk.actions))]
    assert first in {battle.action(desk.actions[k]).text for k in np.flatnonzero(worths >= worths.max() - 1e-9)}


def opened(key: str, number: int = 1) -> tuple[Battle, int, int, Desk]:
    """A battle, its side to decide, how many actions it has, and a desk with one plan."""
    battle, desk = position(key, number), small_desk(key)
    record = battle.array[0]
    side = int(battle.game.verbs.current_side(record))
    look(record, side, desk)
    guess(desk.seen[0], side, new_dice("guesses"), desk)
    return battle, side, int(open_thought(desk.seen[0], side, new_dice("planner"), desk)), desk


@compiled
@pytest.mark.parametrize("key", ["dba", "batalist"])
def test_playouts_of_the_same_number_throw_the_same_dice(key: str) -> None:
    """So a plan that is played on a second time comes to the same, whatever was played between."""
    _, side, n, desk = opened(key)
    widen(desk.seen[0], side, n, 0, new_dice("planner"), desk, 0.1)
    span = (bound(desk.seen[0]), 1)
    first = [play_plan(side, 0, number, span, desk) for number in range(5)]
    play_plan(side, desk.sketch.made[0] - 1, 7, TO_THE_END, desk)
    assert [play_plan(side, 0, number, span, desk) for number in range(5)] == first
    assert key != "dba" or len(set(first)) > 1, "other dice lead elsewhere"


def test_what_is_thrown_in_one_bound_moves_no_die_of_the_next() -> None:
    """After two throws or after five a bound begins with the same dice, another bound with others."""
    desk = small_desk("dba")
    dice, begun = desk.sketch.dice[0], []
    for throws, now in ((2, 7.0), (5, 7.0), (2, 8.0)):
        for _ in range(throws):
            choose(dice, 6)
        open_bound(now, desk)
        begun.append([choose(dice, 1000) for _ in range(6)])
    assert begun[0] == begun[1] != begun[2]
    counter = int(dice.counter)
    open_bound(0.0, desk)
    assert dice.counter == counter, "a game without bounds goes on"


@compiled
def test_a_plan_ends_at_the_first_die_and_is_carried_out_up_to_it() -> None:
    battle, desk = position("dba", 3), small_desk("dba")
    desk.sketch.levels["plans"] = 1  # quick's alone: what it holds is known
    side, taken = battle.decision.side, []
    forget_plan(desk)
    choose_action(battle.array[0], battle.engine.side_to_decide, Kind.SERGEANT.value, new_dice("planner"), desk)
    length = int(desk.sketch.lengths[0])
    plan = [battle.action(desk.action[0]).text]
    for _ in range(length):
        thoughts = desk.sketch.base[0]
        taken.append(battle.action(desk.action[0]).text)
        battle.play(battle.action(desk.action[0]))
        if battle.last.dice or battle.over or battle.decision.side != side:
            break
        choose_action(battle.array[0], battle.engine.side_to_decide, Kind.SERGEANT.value, new_dice("other"), desk)
        assert desk.sketch.base[0] == thoughts, "it did not think anew"
        plan.append(battle.action(desk.action[0]).text)
    assert taken == plan and len(taken) == length


@compiled
def test_plans_that_come_to_the_same_are_one() -> None:
    """A plan made once more without noise comes to the same end and is not added."""
    _, side, n, desk = opened("dba", 3)
    best = int(np.argmax(desk.worths[:n]))
    desk.sketch.used[:] = 1
    desk.sketch.used[best] = 0
    assert desk.sketch.made[0] == 1
    assert not widen(desk.seen[0], side, n, 0, new_dice("planner"), desk, 0.0)
    assert desk.sketch.made[0] == 1


def test_the_worse_half_is_dropped_and_the_best_is_taken() -> None:
    desk = small_desk("dba")
    sketch = desk.sketch
    sketch.made[0] = 5
    sketch.alive[:5] = 1
    sketch.counts[:5] = 100
    sketch.sums[:5] = (20.0, 100.0, -40.0, 60.0, 20.0)
    drop_half(desk)
    assert sketch.alive[:5].tolist() == [1, 1, 0, 1, 0], "the two worst; of equal ones the later"
    assert best_plan(desk) == 1
    sketch.sums[3] = 100.0
    assert best_plan(desk) == 1, "of equal ones the first"
    sketch.counts[:2], sketch.sums[:2], sketch.made[0] = 2, (0.0, 0.45), 2
    assert best_plan(desk) == 0, "after two playouts quick's own is left for nothing that leads by less than a quarter"
    sketch.sums[1] = 0.55
    assert best_plan(desk) == 1
    assert [rounds_of(plans) for plans in (1, 2, 3, 4, 5, 8, 9)] == [0, 1, 2, 2, 3, 3, 4]


def test_plans_that_end_with_other_dice_put_in_do_not_come_to_the_same() -> None:
    """The same fight with a point of fate spent on it is another choice."""
    desk = new_desk(DUEL)
    sketch = desk.sketch
    sketch.throws[:2, 0] = 1
    assert ends_alike(0, 1, 1, desk)
    sketch.lasts[1, 0]["amount"] = 1
    assert not ends_alike(0, 1, 1, desk)
    sketch.throws[:2, 0] = 0
    assert ends_alike(0, 1, 1, desk), "without dice only the table counts"


def test_noise_draws_by_softmax() -> None:
    """Of two actions that differ by the noise times ln 3 the better is taken three times in four."""
    values, chooser = np.array([0.0, 0.1 * np.log(3.0)]), new_dice("noise")
    taken = sum(noisy_best(values, 2, 0.1, chooser) for _ in range(4000))
    assert abs(taken / 4000 - 0.75) < 4 * np.sqrt(0.75 * 0.25 / 4000)


@compiled
def test_a_playout_counts_once() -> None:
    _, side, _, desk = opened("dba", 3)
    value = play_plan(side, 0, 0, TO_THE_END, desk)
    try_plan(side, 0, TO_THE_END, desk)
    assert desk.sketch.counts[0] == 1 and desk.sketch.sums[0] == value


def test_levels_are_what_fits_into_their_time() -> None:
    levels = levels_of(get_game("dba"))
    pace = get_game("dba").pace
    assert levels["playouts"].tolist() == [0, pace * 50 // 1000, pace * 200 // 1000, pace, 4 * pace]
    assert levels["plans"].max() <= MOST_PLANS and levels["plans"][0] == 0
    assert [general.kind - Kind.PLANNER for general in LEVELS] == list(range(len(LEVELS)))


@compiled
def test_a_recruit_slips() -> None:
    """It takes what looks best more often than anything else, and not always."""
    battle, desk = position("dba", 3), new_desk(get_game("dba"))
    chosen = []
    for seed in range(60):
        choose_action(battle.array[0], battle.engine.side_to_decide, Kind.PLANNER.value, new_dice(seed), desk)
        chosen.append(battle.action(desk.action[0]).text)
    assert len(set(chosen)) > 1


@pytest.mark.skipif(COMPILED, reason="shown interpreted; compiling a planner for it takes a minute")
def test_a_planner_of_secrets_guesses_them() -> None:
    """In the ambush it plans on several guesses and thinks about every decision."""
    battle = sandtable.new("ambush", seed=1)
    desk = small_desk("ambush")
    for _ in range(12):
        side = battle.engine.side_to_decide
        look(battle.array[0], side, desk)
        choose_action(desk.seen[0], side, Kind.SERGEANT.value, new_dice("planner"), desk)
        assert desk.kept[0] == 0
        battle.play(battle.action(desk.action[0]))


# ------------------------------------------------------------------------------------------------- names


def test_an_unknown_general_is_refused_with_the_nearest() -> None:
    with pytest.raises(InputError, match=r"^--generals: there is no general 'capitain'; did you mean captain\?$"):
        general_of("capitain", "--generals")
    with pytest.raises(InputError, match=r"there is no general 'zzz'; there are recruit, sergeant"):
        general_of("zzz", "--generals")


def test_a_number_that_is_no_generals_is_refused() -> None:
    batch = Batch.new("dbaix", 1)
    with pytest.raises(InputError, match=r"^kinds: expected 0 \(random\) or .*, found 99$"):
        play_to(batch, np.zeros(1, np.int64), 99, batch.streams)
