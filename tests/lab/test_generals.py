"""How strong the generals are, by battles: few here, so that the check stays short; docs/generals.md has many."""

from __future__ import annotations

import numpy as np
import pytest

from sandtable import generals
from sandtable.compiler.decorators import COMPILED
from sandtable.games import built_in, get_game
from sandtable.games.dba.record import Phase, Verb
from sandtable.generals import General, Kind
from sandtable.generals.choosing import choose_action
from sandtable.generals.desk import TIE, first_sight, look, new_desk
from sandtable.kernel.dice import forget, new_dice
from sandtable.kernel.records import MAX_SIDES, NOBODY, new_actions
from sandtable.kernel.verbs import MAX_LEGAL, redact_nothing
from sandtable.lab.duel import Duel, Report, run_duel
from sandtable.table.scenarios import lay_table, scenario_names

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(not COMPILED, reason="whole battles take minutes interpreted; the compiled stage fights them"),
]


@pytest.fixture
def yardstick(monkeypatch: pytest.MonkeyPatch) -> str:
    """Greedy as it was before it had first impressions: it tries every listed action."""
    monkeypatch.setitem(generals.GENERALS, "yardstick", General("yardstick", Kind.YARDSTICK, "tries everything"))
    return "yardstick"


def fought(game: str, scenario: str, *names: str, battles: int = 60, **options: str) -> Report:
    return run_duel(Duel(game, names, battles, 11, scenario, tuple(options.items())))


@pytest.mark.parametrize(
    ("key", "scenario"), [(key, scenario) for key in built_in() for scenario in scenario_names(get_game(key))]
)
def test_quick_takes_one_of_those_that_look_best_of_all_that_is_listed(key: str, scenario: str):
    """The whole list is made here, where ``quick`` looks at candidates and asks of few whether they are on it."""
    game, best_of_many = get_game(key), 0
    verbs, desk, b = game.verbs, new_desk(game), lay_table(key, scenario).record[0]
    dice, planner, chance = new_dice(f"best {scenario}"), new_dice("planner"), new_dice("chance")
    verbs.setup(b, dice, desk.log[0])
    while (side := verbs.current_side(b)) != NOBODY and best_of_many < 1500:
        look(b, side, desk)
        seen = desk.seen[0] if game.verbs.redact is not redact_nothing else b
        n = min(verbs.legal_actions(seen, desk.later), MAX_LEGAL)
        verbs.worth(seen, desk.later, n, desk.later_features, desk.later_worths)
        most = desk.later_worths[:n].max() - TIE
        best = [desk.later[k].tobytes() for k in range(n) if desk.later_worths[k] >= most]
        k = first_sight(seen, planner, desk.actions, desk.features, desk.worths, desk.log[0])
        assert desk.actions[k].tobytes() in best
        best_of_many += n > 1
        if verbs.current_side(b) == 0:
            verbs.sample_action(seen, chance, desk.actions[k])
        verbs.apply(b, desk.actions[k], dice, desk.log[0])
        forget(dice)
    assert best_of_many > 5


@pytest.mark.parametrize("scenario", scenario_names(get_game("dba")))
def test_quick_beats_random_in_every_battle_of_dba(scenario: str):
    report = fought("dba", scenario, "quick", "random", battles=30)
    assert report.wins_of(0).low > 0.5
    assert report.cut_off == 0


@pytest.mark.parametrize("scenario", scenario_names(get_game("dbaix")))
def test_quick_beats_two_who_do_anything_in_every_battle_of_dbaix(scenario: str):
    assert fought("dbaix", scenario, "quick", "random", "random", battles=30).wins_of(0).low > 1 / 3


def test_greedy_as_it_was_does_not_beat_quick(yardstick: str):
    assert fought("dba", "rome-and-carthage", yardstick, "quick", battles=40).wins_of(0).low < 0.5


def test_mirrors_end_by_the_rules():
    report = fought("dba", "rome-and-carthage", "quick", "quick")
    assert report.cut_off <= 1
    assert report.unused < 1.0  # of 3.5 PIPs that a die brings


@pytest.mark.parametrize("scenario", ["by-hand", "granicus"])
def test_two_who_face_each_other_over_a_river_do_not_stand_still(scenario: str):
    # Of these twelve, by-hand's ninth and granicus' last but one did not end within 10,000 decisions.
    report = run_duel(Duel("dba", ("quick", "quick"), 12, 0, scenario))
    assert report.cut_off == 0


@pytest.mark.parametrize("mine", [0, 1])
def test_quick_wins_the_first_lesson_against_a_side_that_does_nothing(mine: int):
    game, desk = get_game("dba"), new_desk(get_game("dba"))
    for number in range(5):
        battle = np.array([lay_table("dba", "first-lesson").record[0]])
        dice, planner = new_dice(f"idle {number}"), new_dice(f"idle planner {number}")
        game.verbs.setup(battle[0], dice, desk.log[0])
        while (side := game.verbs.current_side(battle[0])) != NOBODY:
            choose_action(battle[0], side, Kind.QUICK.value, planner, desk)
            if side != mine and battle[0].phase == Phase.MOVEMENT:
                desk.action[0] = new_actions(1, game.action)[0]
                desk.action[0].verb = Verb.END.value
            game.verbs.apply(battle[0], desk.action[0], dice, desk.log[0])
            forget(dice)
            assert battle[0].bound < 200
        returns = np.zeros(MAX_SIDES)
        game.verbs.returns(battle[0], returns)
        assert returns[mine] == 1.0
