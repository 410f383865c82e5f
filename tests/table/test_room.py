"""Room: an action that throws hundreds of dice and tells thousands of things is played, saved and replayed whole."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import sandtable
from sandtable import games
from sandtable.compiler.decorators import kernel
from sandtable.errors import CapacityError
from sandtable.games.game import Laid
from sandtable.kernel.dice import MAX_THROWN, throw_die
from sandtable.kernel.log import CAPACITY, event
from sandtable.kernel.records import NONE, record
from sandtable.kernel.verbs import bind
from sandtable.table.battle import Battle
from sandtable.table.saves import battle_of
from table import duel_game
from table.duel_game import BATTLE, GAME, VERBS, Clause, Code, Purpose

DICE, ENTRIES = 500, 4000

FLOODED = record(*((name, BATTLE[name]) for name in BATTLE.names or ()), ("dice", "i4"), ("entries", "i4"))


@kernel
def flood(b, action, dice, log):
    """Throw so many dice, and write so many entries with theirs."""
    for k in range(b.dice):
        b.flag = throw_die(dice, log, Purpose.FIGHT.value, 0, k % 4, 6)
    for _ in range(b.entries - b.dice):
        event(log, Code.MOVES.value, Clause.MOV_1.value, 0, NONE, 0)
    b.round += 1


def lay(scenario: Any, options: Any, where: str) -> Laid:
    """The duel's table, and how large the flood is."""
    laid = duel_game.lay(scenario, options, where)
    flooded = np.zeros(1, FLOODED)
    for name in BATTLE.names or ():
        flooded[name] = laid.record[name]
    flooded["dice"], flooded["entries"] = scenario["flood"]
    return Laid(flooded, laid.names)


FLOOD_VERBS = VERBS._replace(apply=flood)
bind(FLOODED, FLOOD_VERBS)
GAME_OF_FLOODS = replace(GAME, key="flooded", dtype=FLOODED, verbs=FLOOD_VERBS, lay=lay)


@pytest.fixture(autouse=True)
def known_by_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game can be found as long as the test runs."""
    monkeypatch.setitem(games._LOADED, "flooded", GAME_OF_FLOODS)


def flooded(dice_thrown: int, entries: int, **how: Any) -> Battle:
    sides = ("red", "red", "red", "blue")
    figures = [{"id": "ABCD"[k], "side": side, "at": [2 + k, 2]} for k, side in enumerate(sides)]
    table = {"table": {"width": 12, "height": 8}, "figures": figures, "flood": [dice_thrown, entries]}
    return sandtable.new(GAME_OF_FLOODS, table, **(how or {"seed": 7}))


@pytest.mark.filterwarnings("ignore:overflow encountered")  # so many branches are no number: interpreted it is said
def test_a_flood_of_500_dice_and_4000_entries_is_one_action() -> None:
    battle = flooded(DICE, ENTRIES)
    told = battle.play("end")
    assert len(told) == ENTRIES and len(battle.last.dice) == DICE
    assert sum(each.kind == "die" for each in told) == DICE
    again = battle_of(battle.to_json(with_seed=True))
    assert again.state_hash() == battle.state_hash() and again.last.dice == battle.last.dice
    odds = battle.odds("end", max_leaves=2, samples=5)
    assert not odds.exact and len(odds.outcomes) == 1


def test_it_may_be_scripted_die_by_die() -> None:
    script = [{"for": "pips", "value": 1}, *({"for": "fight", "value": 1 + k % 6} for k in range(DICE))]
    battle = flooded(DICE, DICE, dice=script)
    battle.play("end")
    assert [die.value for die in battle.last.dice] == [1 + k % 6 for k in range(DICE)] and not battle.engine.script


@pytest.mark.parametrize(
    ("dice_thrown", "entries", "what"),
    [(MAX_THROWN + 1, MAX_THROWN + 1, f"more than {MAX_THROWN} dice"), (0, CAPACITY + 1, "no room for all that")],
)
def test_what_no_room_is_left_for_is_an_error_and_the_battle_stays_as_it_was(
    dice_thrown: int, entries: int, what: str
) -> None:
    battle = flooded(dice_thrown, entries)
    before = battle.state_hash()
    with pytest.raises(CapacityError, match=what):
        battle.play("end")
    assert battle.state_hash() == before
    if dice_thrown:
        with pytest.raises(CapacityError, match=what):
            battle.odds("end")
