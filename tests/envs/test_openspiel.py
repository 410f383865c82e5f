"""OpenSpiel's own suite for every game; dice as chance nodes, held against a battle whose dice are said."""

from __future__ import annotations

import numpy as np
import pytest

import sandtable
from sandtable.compiler.decorators import COMPILED
from sandtable.games import built_in

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'sandtable[openspiel]'")

from sandtable.envs.openspiel import short_name  # noqa: E402 (registers the games)

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(not COMPILED, reason="environments play hundreds of decisions"),
]


@pytest.mark.parametrize("key", built_in())
def test_the_suite_of_openspiel(key):
    """Random battles to their ends, saved and read again, copied, observed; action words told apart."""
    small = "(scenario=ford)" if key == "inter-arma" else ""  # of 44 men one battle takes 40 s: each state is written
    pyspiel.random_sim_test(pyspiel.load_game(short_name(key) + small), num_sims=1, serialize=True, verbose=False)


def test_a_die_is_a_chance_node_of_its_faces():
    state = pyspiel.load_game("sandtable_dba(scenario=first-lesson)").new_initial_state()
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(face, 1 / 6) for face in range(6)]
    state.apply_action(4)  # the PIP die shows 5
    assert state.current_player() == 1
    assert state.action_to_string(1, state.legal_actions()[0]) == "end"


def test_the_same_dice_and_actions_give_the_same_battle():
    dice = [5, 2, 6, 1, 3, 4] * 30
    battle = sandtable.new("dba", "first-lesson", dice=dice)
    state = pyspiel.load_game("sandtable_dba(scenario=first-lesson)").new_initial_state()
    thrown, chooser = iter(dice), np.random.default_rng(5)
    for _ in range(60):
        while state.is_chance_node():
            state.apply_action(next(thrown) - 1)
        if state.is_terminal():
            break
        action = int(chooser.choice(state.legal_actions()))
        battle.play(state.action_to_string(state.current_player(), action))
        state.apply_action(action)
    while state.is_chance_node():
        state.apply_action(next(thrown) - 1)
    assert state.battle == battle.record.tobytes()


@pytest.mark.parametrize("key", built_in())
def test_information_is_imperfect_where_something_is_hidden(key):
    kind = pyspiel.load_game(short_name(key)).get_type().information
    hides = key in ("batalist", "inter-arma")
    perfect, imperfect = (
        pyspiel.GameType.Information.PERFECT_INFORMATION,
        (pyspiel.GameType.Information.IMPERFECT_INFORMATION),
    )
    assert kind == (imperfect if hides else perfect)


def test_an_order_laid_in_secret_is_not_told_to_the_other_side():
    """Batalist's first card, laid on this battalion or on that: the other side sees the same, its own side does not."""
    state = pyspiel.load_game("sandtable_batalist").new_initial_state()
    chooser = np.random.default_rng(3)
    for _ in range(400):
        while state.is_chance_node():
            state.apply_action(int(chooser.choice([o for o, _ in state.chance_outcomes()])))
        side = state.current_player()
        words = {action: state.action_to_string(side, action) for action in state.legal_actions()}
        cards = [action for action, text in words.items() if text.startswith("give ")]
        if len(cards) >= 2:
            break
        state.apply_action(int(chooser.choice(state.legal_actions())))
    one, other = state.child(cards[0]), state.child(cards[-1])
    assert one.seen_by(side) != other.seen_by(side)
    assert one.seen_by(1 - side) == other.seen_by(1 - side)


def test_rewards_sum_to_zero_and_the_winner_alone_has_one():
    state = pyspiel.load_game("sandtable_dbaix").new_initial_state()
    chooser = np.random.default_rng(2)
    while not state.is_terminal():
        nodes = [o for o, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(int(chooser.choice(nodes)))
    assert len(state.returns()) == 3 and abs(sum(state.returns())) < 1e-9
    assert max(state.returns()) <= 1.0
