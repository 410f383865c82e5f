"""The public suites of PettingZoo and Gymnasium, for every game, and what they do not ask: equal bytes, zero sums."""

from __future__ import annotations

import sys
import warnings
from functools import partial
from itertools import count
from types import SimpleNamespace

import gymnasium
import numpy as np
import pytest
from gymnasium.spaces import Discrete
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    render_test,
    seed_test,
)  # fmt: skip
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import parallel_to_aec

from sandtable import envs
from sandtable.compiler.decorators import COMPILED
from sandtable.envs.actions import MaskedActions
from sandtable.errors import InputError
from sandtable.games import built_in, get_game
from sandtable.kernel.records import NOBODY

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(not COMPILED, reason="environments play hundreds of decisions"),
    pytest.mark.filterwarnings("ignore"),
]

GAMES = built_in()


@pytest.mark.parametrize("key", GAMES)
class TestPublicSuites:
    """What PettingZoo and Gymnasium themselves ask of an environment."""

    @pytest.mark.parametrize("actions", ["listed", "fixed"])
    def test_api(self, key, actions):
        api_test(envs.env(key, actions=actions), num_cycles=60)

    def test_seeds(self, key):
        seed_test(partial(envs.env, key), num_cycles=20)

    @pytest.mark.parametrize("actions", ["listed", "fixed"])
    def test_api_of_parallel_environments(self, key, actions):
        parallel_api_test(envs.parallel_env(key, actions=actions), num_cycles=60)

    def test_seeds_of_parallel_environments(self, key):
        parallel_seed_test(partial(envs.parallel_env, key), num_cycles=20)

    def test_cycles_are_cut_off(self, key):
        make = partial(envs.parallel_env, key)
        max_cycles_test(SimpleNamespace(parallel_env=make, env=lambda **given: parallel_to_aec(make(**given))))

    def test_rendering(self, key, capsys):
        render_test(partial(envs.raw_env, key, max_cycles=3))

    @pytest.mark.parametrize("actions", ["listed", "fixed"])
    def test_gymnasium(self, key, actions):
        with warnings.catch_warnings():
            warnings.simplefilter("error", category=DeprecationWarning)
            check_env(envs.SeatEnv(key, opponent="random", actions=actions), skip_render_check=True)

    def test_speed_is_told(self, key, capsys, monkeypatch):
        """It plays for five seconds; here a tenth of one goes by whenever it looks at its clock."""
        clock = SimpleNamespace(time=partial(next, count(0.0, 0.1)))
        monkeypatch.setattr(sys.modules["pettingzoo.test.performance_benchmark"], "time", clock)
        performance_benchmark(envs.env(key, actions="fixed"))
        assert "turns per second" in capsys.readouterr().out

    @pytest.mark.parametrize("actions", ["listed", "fixed"])
    def test_gymnasium_vector(self, key, actions):
        made = gymnasium.make_vec(
            envs.gym_id(key), num_envs=3, vectorization_mode="vector_entry_point", opponent="random", actions=actions
        )
        observations, infos = made.reset(seed=4)
        assert observations in made.observation_space
        for _ in range(5):
            observations, rewards, over, cut_off, infos = made.step(made.action_space.sample())
            assert observations in made.observation_space
            assert (observations["action_mask"].sum(axis=1) == made.batch.counts - infos["unlisted"]).all()
            assert rewards.shape == over.shape == cut_off.shape == infos["illegal"].shape == (3,)
        made.close()


def played(made, seed, decisions=10_000):
    """Play an AEC environment with a fixed chooser; what each decision was, and the end."""
    rng, course = np.random.default_rng(9), []
    made.reset(seed=seed)
    for agent in made.agent_iter():
        observation, reward, over, cut_off, info = made.last()
        if over or cut_off:
            course.append((agent, reward, info.get("winners")))
            made.step(None)
            continue
        choice = int(rng.choice(np.flatnonzero(observation["action_mask"])))
        course.append((agent, choice, float(sum(numbers.sum() for numbers in observation["observation"].values()))))
        made.step(choice)
        if len(course) >= decisions:
            break
    return course


@pytest.mark.parametrize("key", GAMES)
class TestWhatTheyDoNotAsk:
    """Bytes, sums, and who sees what."""

    def test_the_same_seed_and_actions_give_the_same_course_and_rewards_sum_to_zero(self, key):
        course = played(envs.raw_env(key), 3)
        assert course == played(envs.raw_env(key), 3)
        assert course != played(envs.raw_env(key), 4)
        ends = [step for step in course if step[2] is None or isinstance(step[2], list)]
        sides = len(envs.raw_env(key).possible_agents)
        assert len(ends) == sides
        assert sum(reward for _, reward, _ in ends) == pytest.approx(0.0)
        best = max(reward for _, reward, _ in ends)
        assert set(ends[0][2]) == {side for side, reward, _ in ends if reward == best}

    def test_a_kept_state_goes_on_to_the_same_bytes(self, key):
        made, other = envs.raw_env(key), envs.raw_env(key)
        played(made, 5, 12)
        kept = made.get_state()
        other.set_state(kept)
        for _ in range(8):
            for one in (made, other):
                if not one.battle.over:
                    one.step(one.battle.offered // 2)
        assert made.get_state() == other.get_state() != kept

    def test_steps_are_those_of_a_batch(self, key):
        made = envs.raw_env(key)
        made.reset(seed=6)
        batch = made.battle.batch.copy()
        for _ in range(10):
            counts = batch.legal_actions()
            batch.step(counts - 1)
            made.step(made.battle.offered - 1)
            if made.battle.over:
                break
        assert batch.battles.tobytes() == made.battle.batch.battles.tobytes()

    def test_codes_and_indices_carry_out_the_same_actions(self, key):
        """One plays by index, the other by the code of the same record: the same bytes, and the mask has it alone."""
        listed, fixed = envs.raw_env(key), envs.raw_env(key, actions="fixed")
        rng = np.random.default_rng(2)
        for made in (listed, fixed):
            made.reset(seed=7)
        for _ in range(60):
            if listed.battle.over:
                break
            records = fixed.battle.records()
            code = int(rng.choice(list(records)))
            index = fixed.battle.index_of(code)
            assert listed.battle.batch.lists[0, index].tobytes() == records[code].tobytes()
            mask = fixed.observe(fixed.agent_selection)["action_mask"]
            assert mask.sum() == listed.battle.offered == len(records) and mask[code] == 1
            listed.step(index)
            fixed.step(code)
            assert listed.battle.batch.save() == fixed.battle.batch.save()

    def test_who_is_not_asked_is_shown_no_actions(self, key):
        made = envs.raw_env(key)
        made.reset(seed=6)
        for agent in made.possible_agents:
            shown = made.observe(agent)
            assert (shown["action_mask"].sum() > 0) == (agent == made.agent_selection)
            assert shown["observation"]["actions"].any() == (agent == made.agent_selection)

    def test_an_action_that_is_not_offered(self, key):
        made = envs.raw_env(key)
        made.reset(seed=6)
        before = made.get_state()
        with pytest.raises(InputError, match=f"action 511 is not offered: there are {made.battle.offered}"):
            made.step(511)
        assert made.get_state() == before
        seat = envs.SeatEnv(key, opponent="random")
        seat.reset(seed=1)
        *_, info = seat.step(511)
        assert info["illegal"] is True


def test_where_sides_choose_at_once_one_step_carries_out_all_choices_and_nobody_sees_anothers():
    """Batalist's orders: both sides are asked; what one is shown is the same whatever the other has chosen."""
    made = envs.parallel_env("batalist")
    rng = np.random.default_rng(2)
    looks, _ = made.reset(seed=1)
    asked = 0
    for _ in range(400):
        both = sum(look["action_mask"].sum() > 1 for look in looks.values()) == 2
        asked += both
        before = made.battle.decisions
        looks, *_ = made.step({a: int(rng.choice(np.flatnonzero(looks[a]["action_mask"]))) for a in made.agents})
        if both:
            assert made.battle.decisions == before + 2 or made.battle.side != NOBODY
        if not made.agents or asked >= 20:
            break
    assert asked >= 5


def test_who_breaks_the_rules_loses_as_by_the_wrappers_of_pettingzoo():
    """The same course of a battle, to its end by a code that is not offered, and the same warning."""
    wrapped = wrappers.TerminateIllegalWrapper(envs.raw_env("dba"), illegal_reward=-1)
    courses = []
    for made in (envs.env("dba"), wrappers.OrderEnforcingWrapper(wrapped)):
        with pytest.raises(AttributeError, match="cannot be accessed before reset"):
            _ = made.agents
        with pytest.raises(AttributeError, match="cannot be accessed before reset"):
            made.last()
        made.reset(seed=2)
        course = []
        for turn, _ in enumerate(made.agent_iter()):
            observation, *told = made.last()
            course.append((made.agent_selection, told, dict(made.rewards), observation["action_mask"].sum()))
            over = told[1] or told[2]
            made.step(None if over else 511 if turn == 7 else turn % int(observation["action_mask"].sum()))
        assert len(course) == 10 and course[-1][1][0] + course[-2][1][0] == -1.0
        courses.append(course)
    assert courses[0] == courses[1]


def test_a_space_samples_each_action_of_a_mask_as_often_and_refuses_what_gymnasium_refuses():
    """800 draws of four actions: each 200 times, give or take five standard deviations (12.2)."""
    for offered in ([0, 1, 2, 3], [1, 4, 5, 9]):
        space, mask = MaskedActions(10, seed=3), np.zeros(10, np.int8)
        mask[offered] = 1
        drawn = [space.sample(mask) for _ in range(800)]
        again = MaskedActions(10, seed=3)
        assert drawn == [again.sample(mask) for _ in range(800)]
        values, counts = np.unique(drawn, return_counts=True)
        assert values.tolist() == offered and np.abs(counts - 200).max() <= 61
        assert all(one in space for one in drawn)
    plain = Discrete(10, seed=3)
    assert space == plain and space.sample(np.zeros(10, np.int8)) == 0 and space.sample(np.ones(10, np.int8)) in plain
    odd = np.zeros(10, np.int8)
    odd[:2] = 3, -1
    for wrong in (np.zeros(9, np.int8), np.zeros(10), [1] * 10, odd):
        for one in (plain, space):
            with pytest.raises(AssertionError, match="mask"):
                one.sample(wrong)
    with pytest.raises(ValueError, match="Only one of"):
        space.sample(odd, np.full(10, 0.1))
    chances = np.array([0.0] * 9 + [1.0])
    assert space.sample(probability=chances) == 9 and space.sample() in plain


def test_every_game_has_a_module_and_an_id():
    from sandtable.envs import dba_v0

    made = dba_v0.env(scenario="first-lesson")
    made.reset(seed=1)
    assert made.unwrapped.possible_agents == [side.key for side in get_game("dba").sides]
    assert {envs.gym_id(key) for key in GAMES} <= set(gymnasium.registry)
    assert gymnasium.make("sandtable/dba-v0", opponent="random").unwrapped.battle.game.key == "dba"


def test_a_vector_environment_lays_ended_battles_anew_and_plays_each_seat_as_alone():
    many = envs.BatchEnv("dba", 4, opponent="random", scenario="first-lesson")
    seen, _ = many.reset(seed=[11, 12, 13, 14])
    alone = envs.SeatEnv("dba", opponent="random", scenario="first-lesson")
    shown, _ = alone.reset(seed=13)
    for key, numbers in shown["observation"].items():
        assert (numbers == seen["observation"][key][2]).all(), key
    ended = 0
    for _ in range(3000):
        picks = many.batch.counts // 3
        before = many._ended.copy()
        _, rewards, over, _, _ = many.step(picks)
        assert not over[before].any()
        assert set(np.abs(rewards[over]).tolist()) <= {0.0, 1.0} and (rewards[~over] == 0.0).all()
        ended += int(over.sum())
        if ended >= 6:
            break
    assert ended >= 6


def test_a_mistake_is_one_sentence():
    with pytest.raises(InputError, match="there is no general 'napoleon'; there are recruit, sergeant"):
        envs.SeatEnv("dba", opponent="napoleon")
    with pytest.raises(InputError, match="side: 0 to 1, not 2"):
        envs.SeatEnv("dba", side=2)
    with pytest.raises(InputError, match="actions: expected listed or fixed, found free"):
        envs.BatchEnv("dba", actions="free")
    with pytest.raises(InputError, match="there are"):
        made = envs.raw_env("dba", actions="fixed")
        made.reset(seed=1)
        made.step(made.battle.n_actions - 1)
    with pytest.raises(InputError, match="these are not the bytes of get_state"):
        envs.raw_env("dba").set_state(b"rubbish")
