"""Whole battles by random play: every action keeps the table's invariants, and saves replay to the same hash."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.compiler.decorators import COMPILED, kernel
from sandtable.games import get_game
from sandtable.games.dbaix.record import MAX_TOKENS, Going, Phase, Side, TokenState, Where
from sandtable.kernel.geometry import base_of, overlap
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import is_on_table, overlaps_feature
from sandtable.table.scenarios import scenario_names
from whole_battles import Whole

pytestmark = [pytest.mark.volume, pytest.mark.bounds]

BATTLES = 400 if COMPILED else 1
LISTED_DECISIONS = 4_000 if COMPILED else 3


FAULTS = {
    1: "two bases overlap",
    2: "a base is off the table",
    3: "PIPs are negative",
    4: "a base stands in impassable terrain",
    5: "a figure's place and side do not fit (a Roman removed, a Pirate captive ...)",
    6: "a captive has no guard on the table, or its guard is a Gaul",
    7: "a token and its carrier disagree",
    8: "a figure moved more than twice",
}


@kernel
def fault_of_figure(b, i):
    """The number of the first invariant that figure ``i`` breaks, or 0."""
    figure = b.figures[i]
    if figure.where == Where.CAMP_BOX and figure.side != Side.ROMANS:
        return 5
    if figure.where == Where.FLED and figure.side != Side.PIRATES:
        return 5
    if (figure.where == Where.CAPTIVE or figure.where == Where.REMOVED) and figure.side != Side.GAULS:
        return 5
    if figure.where == Where.CAPTIVE:
        if figure.guard == NONE:
            return 6
        guard = b.figures[figure.guard]
        if guard.where != Where.TABLE or guard.side == Side.GAULS:
            return 6
    if figure.moves > 2:
        return 8
    if figure.where != Where.TABLE:
        return 0
    base = base_of(figure)
    if not is_on_table(base, b.table_width, b.table_height):
        return 2
    for f in range(b.terrain.n_features):
        feature = b.terrain.features[f]
        if feature.hidden == 0 and feature.kind >= Going.BUILDING and overlaps_feature(base, b.terrain, f):
            sunk = f == b.ship and b.ship_sunk == 1
            if not sunk and not (feature.kind == Going.RAMPART and figure.giant == 1):
                return 4
    for j in range(i):
        if b.figures[j].where == Where.TABLE and overlap(base, base_of(b.figures[j])):
            return 1
    return 0


@kernel
def fault(b):
    """The number of the first invariant that the battle breaks, or 0."""
    if b.pips < 0:
        return 3
    for i in range(b.n_figures):
        found = fault_of_figure(b, i)
        if found != 0:
            return found
    for t in range(MAX_TOKENS):
        token = b.tokens[t]
        if token.state == TokenState.CARRIED:
            if token.carrier == NONE or b.figures[token.carrier].token != t:
                return 7
        elif token.carrier != NONE:
            return 7
    return 0


@pytest.mark.parametrize("scenario", scenario_names(get_game("dbaix")))
def test_random_battles_keep_the_invariants(scenario):
    whole = Whole("dbaix", scenario, fault, FAULTS)
    for battle in range(BATTLES):
        b = whole.play(battle, 20_000 if COMPILED else 25)
        assert b is None or b.phase == Phase.OVER


@pytest.mark.parametrize("scenario", scenario_names(get_game("dbaix")))
def test_every_listed_action_is_legal(scenario):
    Whole("dbaix", scenario, fault, FAULTS).list_all(LISTED_DECISIONS)


def test_a_random_battle_saves_and_replays_to_the_same_hash(tmp_path):
    battle = sandtable.new("dbaix", seed=11)
    while not battle.over and len(battle.actions) < (400 if COMPILED else 6):
        battle.play(battle.sample())
    path = tmp_path / "battle.json"
    battle.save(path)
    again = sandtable.load(path)
    assert again.state_hash() == battle.state_hash()
    assert [action.text for action in again.actions] == [action.text for action in battle.actions]
