"""What greedy plans: an action and what quick would do after it, no farther than the next die."""

from __future__ import annotations

from typing import Any

import pytest

from dba.table import BLUE, RED, act, front_at, is_lost, lay
from sandtable.compiler.decorators import COMPILED
from sandtable.games import get_game
from sandtable.games.common.worth import fill_weights
from sandtable.games.dba.clauses import FOLDER
from sandtable.games.dba.record import Phase, Verb
from sandtable.generals import Kind
from sandtable.generals.choosing import choose_action, play_on
from sandtable.generals.desk import do_the_same, forget_plan, is_planned, new_desk
from sandtable.kernel.dice import new_dice
from sandtable.kernel.records import new_actions

pytestmark = pytest.mark.skipif(
    COMPILED, reason="what one position shows is shown interpreted; compiling a general for it takes minutes"
)

GAME = get_game("dba")


def table(*elements: Any, **facts: Any) -> Any:
    """Red's movement, with what its general thinks."""
    b = lay(*elements, **facts)
    fill_weights(b, FOLDER)
    return b


def planned(b: Any, action: Any) -> tuple[Any, int, list[Any]]:
    """The battle as far as Red's plan that begins with an action comes, how many actions follow, and which."""
    desk = new_desk(GAME)
    before = b.tobytes()
    _, length = play_on(b, action, RED, new_dice("planner"), desk, desk.first_plan)
    assert b.tobytes() == before, "planning changed the battle"
    return desk.planned[0], length, list(desk.first_plan[: max(length, 0)])


LINES = (
    ("west", "4Bd", RED, *front_at("4Bd", 700, 1000, "N")),
    ("east", "4Bd", RED, *front_at("4Bd", 2300, 1000, "N")),
    ("his west", "4Sp", BLUE, 700, 2030, "S"),
    ("his east", "4Sp", BLUE, 2300, 2030, "S"),
)

IN_CONTACT = (
    ("blades", "4Bd", RED, *front_at("4Bd", 1500, 1500, "N")),
    ("spears", "4Sp", BLUE, *front_at("4Sp", 1500, 1500, "S")),
)


def test_a_plan_ends_before_the_first_die():
    # When Red ends the movement, the one fight is all that is left to do, and it throws two dice.
    came_to, length, _ = planned(table(*IN_CONTACT), act(Verb.END))
    assert came_to.phase == Phase.COMBAT
    assert length == 0
    assert not is_lost(came_to, 0)
    assert not is_lost(came_to, 1)


def test_an_action_that_throws_dice_at_once_begins_no_plan():
    came_to, _, _ = planned(table(*IN_CONTACT), act(Verb.END))
    actions = new_actions(8)
    assert GAME.verbs.legal_actions(came_to, actions) == 1
    assert actions[0].verb == Verb.FIGHT
    assert planned(came_to.copy(), actions[0])[1] == -1


def test_a_plan_goes_on_as_quick_would_and_holds_what_quick_would_do_anyway():
    # Two Blades far apart, each with Spears before it whom it beats. One moves; then quick has the other move, and that
    # is part of the plan, whichever of the two began.
    b = table(*LINES)
    desk = new_desk(GAME)
    choose_action(b, RED, Kind.QUICK.value, new_dice("planner"), desk)
    first = desk.action[0].copy()
    _, _, later = planned(b, first)
    others = [action for action in later if action.verb == Verb.MOVE and action.actors[0] != first.actors[0]]
    assert others, "nobody moves the other one"
    assert is_planned(others[0], new_actions_of(later), len(later))
    assert not is_planned(first, new_actions_of(later), len(later))


UNTOUCHED = 7.0
"""Written where worths are, to see whether anything was weighed."""


def begun() -> tuple[Any, Any]:
    """The battle after the first action of greedy's plan, in which more is planned, and its desk."""
    b, desk = table(*LINES), new_desk(GAME)
    choose_action(b, RED, Kind.GREEDY.value, new_dice("planner"), desk)
    assert desk.kept[0] > 0, "nothing is planned after the first action"
    GAME.verbs.apply(b, desk.action[0], new_dice("battle"), desk.log[0])
    desk.worths[:] = UNTOUCHED
    return b, desk


def test_greedy_carries_its_plan_out_without_thinking_again():
    b, desk = begun()
    planned = desk.kept_plan[: int(desk.kept[0])].copy()
    for step in planned:
        choose_action(b, RED, Kind.GREEDY.value, new_dice("planner"), desk)
        assert desk.action[0].tobytes() == step.tobytes()
        assert (desk.worths == UNTOUCHED).all()
        GAME.verbs.apply(b, desk.action[0], new_dice("battle"), desk.log[0])
    choose_action(b, RED, Kind.GREEDY.value, new_dice("planner"), desk)
    assert (desk.worths != UNTOUCHED).any(), "it goes on where its plan has come to its end"


def test_greedy_thinks_again_where_the_battle_is_not_as_it_planned():
    b, desk = begun()
    b.figures[2].x += 1.0
    choose_action(b, RED, Kind.GREEDY.value, new_dice("planner"), desk)
    assert (desk.worths != UNTOUCHED).any()


def test_a_plan_that_is_forgotten_is_not_carried_out():
    b, desk = begun()
    forget_plan(desk)
    choose_action(b, RED, Kind.GREEDY.value, new_dice("planner"), desk)
    assert (desk.worths != UNTOUCHED).any()


def new_actions_of(actions: list[Any]) -> Any:
    """These actions as an array."""
    array = new_actions(len(actions))
    for k, action in enumerate(actions):
        array[k] = action
    return array


@pytest.mark.parametrize("field", ["verb", "target", "x", "y", "fx"])
def test_two_actions_that_differ_in_anything_do_not_do_the_same(field: str):
    one, other = new_actions(2)
    assert do_the_same(one, other)
    other[field] = 2
    assert not do_the_same(one, other)


def test_greedy_takes_the_fight_that_quick_takes():
    # Blades (5) against Spears (4) on the one side, against Blades (5) on the other.
    b = table(
        *IN_CONTACT,
        ("more blades", "4Bd", RED, *front_at("4Bd", 2300, 1500, "N")),
        ("his blades", "4Bd", BLUE, *front_at("4Bd", 2300, 1500, "S")),
    )
    came_to, _, _ = planned(b, act(Verb.END))
    desk = new_desk(GAME)
    chosen = []
    for kind in (Kind.QUICK, Kind.GREEDY):
        choose_action(came_to, RED, kind.value, new_dice("planner"), desk)
        chosen.append((int(desk.action[0].verb), desk.action[0].actors[:2].tolist()))
    assert chosen == [(Verb.FIGHT, [0, 1])] * 2
