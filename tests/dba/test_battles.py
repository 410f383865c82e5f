"""Whole battles by random play: every action keeps the table's invariants, and saves replay to the same hash."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.games import get_game
from sandtable.games.dba.deployment import still_to_deploy
from sandtable.games.dba.positions import camp_base, is_in_open
from sandtable.games.dba.record import N_SIDES, Ground, Phase, Where
from sandtable.games.dba.victory import counts_as_lost
from sandtable.generals.choosing import new_desk
from sandtable.kernel.compiling import COMPILED, kernel
from sandtable.kernel.dice import new_dice
from sandtable.kernel.geometry import base_of, overlap
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import is_on_table, overlaps_feature
from sandtable.table.scenarios import lay_table, scenario_names
from whole_battles import FAULTS as WHOLE
from whole_battles import play_and_check, play_listed_and_check

BATTLES = 300 if COMPILED else 1
LISTED_DECISIONS = 1_500 if COMPILED else 2
OPTIONS = {"last_bound": "60"}  # random generals seldom come to an end
SCENARIOS = scenario_names(get_game("dba"))

FAULTS = WHOLE | {
    1: "two bases overlap",
    2: "a base is off the board",
    3: "PIPs are negative",
    4: "a base stands in the waterway",
    5: "an element stands in a camp without being its occupant, or the other way round",
    6: "a base in the open overlaps a camp",
    7: "the losses are not those of the elements that are gone",
    8: "an element waits to be deployed in the middle of the battle",
}


@kernel
def fault_of_element(b, i):
    """The number of the first invariant that element ``i`` breaks, or 0."""
    figure = b.figures[i]
    if figure.camp != NONE:
        return 0 if figure.where != Where.TABLE or b.camps[figure.camp].occupant == i else 5
    if not is_in_open(figure):
        return 0
    base = base_of(figure)
    if not is_on_table(base, b.table_width, b.table_height):
        return 2
    for f in range(b.terrain.n_features):
        if b.terrain.features[f].kind == Ground.WATERWAY and overlaps_feature(base, b.terrain, f):
            return 4
    for owner in range(N_SIDES):
        if b.camps[owner].present == 1 and overlap(base, camp_base(b, owner)):
            return 6
    for j in range(i):
        if is_in_open(b.figures[j]) and overlap(base, base_of(b.figures[j])):
            return 1
    return 0


@kernel
def fault(b):
    """The number of the first invariant that the battle breaks, or 0."""
    if b.pips < 0:
        return 3
    for side in range(N_SIDES):
        lost = 0
        for i in range(b.n_figures):
            figure = b.figures[i]
            if figure.side == side and figure.where == Where.LOST and counts_as_lost(figure):
                lost += 1
        if lost != b.lost[side]:
            return 7
        if b.phase >= Phase.BOUND_START and still_to_deploy(b, side) > 0:
            return 8
        occupant = b.camps[side].occupant
        if b.camps[side].present == 0 or occupant == NONE:
            continue
        if b.figures[occupant].camp != side or b.figures[occupant].where != Where.TABLE:
            return 5
    for i in range(b.n_figures):
        found = fault_of_element(b, i)
        if found != 0:
            return found
    return 0


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_battles_keep_the_invariants(scenario):
    laid = lay_table("dba", scenario, OPTIONS).record
    game = get_game("dba")
    desk = new_desk(game)
    for battle in range(BATTLES):
        record = laid.copy()
        dice, planner = new_dice(f"fuzz {battle}"), new_dice(f"choice {battle}")
        game.verbs.setup(record[0], dice, desk.log[0])
        found, decisions = play_and_check(record[0], dice, planner, desk, 20_000 if COMPILED else 10, fault)
        if not COMPILED and found == 11:
            continue  # interpreted, a battle is cut short on purpose
        assert found == 0, f"{FAULTS[found]} after {decisions} decisions of battle {battle}: {desk.action[0]}"
        assert record[0].phase == Phase.OVER


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_listed_action_is_legal(scenario):
    laid = lay_table("dba", scenario, OPTIONS).record
    game = get_game("dba")
    desk = new_desk(game)
    left, battle = LISTED_DECISIONS, 0
    while left > 0:
        record = laid.copy()
        dice, planner = new_dice(f"listed {battle}"), new_dice(f"listed choice {battle}")
        game.verbs.setup(record[0], dice, desk.log[0])
        found, decisions = play_listed_and_check(record[0], dice, planner, desk, left, fault)
        assert found == 0, f"{FAULTS[found]} after {decisions} decisions of battle {battle}: {desk.action[0]}"
        left -= max(1, decisions)
        battle += 1


def test_a_random_battle_saves_and_replays_to_the_same_hash(tmp_path):
    battle = sandtable.new("dba", seed=11)
    while not battle.over and len(battle.actions) < (300 if COMPILED else 4):
        battle.play(battle.sample())
    path = tmp_path / "battle.json"
    battle.save(path)
    again = sandtable.load(path)
    assert again.state_hash() == battle.state_hash()
    assert [action.text for action in again.actions] == [action.text for action in battle.actions]
