"""The sequence of play as data: what a table of steps is written out to, and that both games' tables are whole."""

from __future__ import annotations

import importlib
from enum import IntEnum
from types import SimpleNamespace

import pytest

from sandtable.games import built_in, get_game
from sandtable.games.common.sequence import Sequence, Step, VerbRule


class Phase(IntEnum):
    MARCH = 3
    FIGHT = 5
    OVER = 9


class Verb(IntEnum):
    GO = 0
    STAND = 1


def red(b):
    return 0


def may(b, action, log):
    return b.answer


def may_fight(log, action):
    return -action.verb


def go(b):
    b.done = "go"


def fight(b, dice):
    b.done = ("fight", dice)


def run_fight(dice, b):
    b.phase = Phase.OVER
    return False


@pytest.fixture(scope="module")
def steps() -> Sequence:
    return Sequence(
        Step(Phase.MARCH, red, {Verb.GO: VerbRule(may, go), Verb.STAND: VerbRule(may, go)}),
        Step(Phase.FIGHT, red, {Verb.STAND: VerbRule(may_fight, fight)}, run_fight),
        Step(Phase.OVER),
    )


def plain(kernel):
    return getattr(kernel, "py_func", kernel)


def test_a_step_allows_its_own_verbs_and_no_others(steps):
    allows = plain(steps.allowing("allows"))
    asked = [(p, v, bool(allows(SimpleNamespace(phase=p), SimpleNamespace(verb=v)))) for p in Phase for v in (*Verb, 7)]
    assert [(p, v) for p, v, allowed in asked if allowed] == [
        (Phase.MARCH, Verb.GO), (Phase.MARCH, Verb.STAND), (Phase.FIGHT, Verb.STAND),
    ]  # fmt: skip


def test_a_verb_means_in_each_step_what_the_table_says(steps):
    judges, makes = plain(steps.judging("judges")), plain(steps.making("makes"))
    march, fights = SimpleNamespace(phase=Phase.MARCH, answer=17), SimpleNamespace(phase=Phase.FIGHT, answer=17)
    stand = SimpleNamespace(verb=Verb.STAND)
    assert judges(march, stand, None) == 17
    assert judges(fights, stand, None) == -1
    makes(march, stand, "dice", None)
    makes(fights, stand, "dice", None)
    assert (march.done, fights.done) == ("go", ("fight", "dice"))


def test_steps_run_on_to_the_one_that_asks_or_to_the_end(steps):
    runs, who = plain(steps.running("runs")), plain(steps.who_decides("who", -1))
    b = SimpleNamespace(phase=Phase.MARCH)
    runs(b, None, None)
    assert (b.phase, who(b)) == (Phase.MARCH, 0)
    b.phase = Phase.FIGHT
    runs(b, None, None)
    assert (b.phase, who(b)) == (Phase.OVER, -1)


def test_a_phase_stands_in_the_table_once():
    with pytest.raises(ValueError, match="the phase MARCH twice"):
        Sequence(Step(Phase.MARCH), Step(Phase.MARCH))


def test_a_function_that_wants_what_no_step_has_is_named():
    def wants(weather):
        return True

    with pytest.raises(ValueError, match="wants takes weather"):
        Sequence(Step(Phase.MARCH, run=wants)).running("runs")


@pytest.mark.parametrize("key", built_in())
def test_every_phase_and_every_verb_of_a_game_has_its_place(key):
    game = get_game(key)
    table = importlib.import_module(f"sandtable.games.{get_game(key).folder.name}.rules.sequence").SEQUENCE
    assert {step.phase for step in table.steps} == set(game.enums["phase"])
    assert {verb for step in table.steps for verb in step.may} == set(game.verb)
