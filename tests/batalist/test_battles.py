"""Whole turns of C1 through the verbs of all games: what is listed and drawn is legal, and secrets stay secret."""

from __future__ import annotations

import pytest

from batalist.field import add, field
from sandtable.errors import InputError
from sandtable.games import scenarios
from sandtable.games.batalist.enums import Order, Phase, Verb
from sandtable.games.batalist.game import GAME
from sandtable.games.batalist.laying.scenario import SCENARIOS, lay
from sandtable.games.batalist.record import ACTION
from sandtable.games.batalist.rules import hiding
from sandtable.kernel.dice import new_dice
from sandtable.kernel.log import new_log
from sandtable.kernel.records import new_actions
from sandtable.kernel.verbs import MAX_LEGAL

VERBS = GAME.verbs


def begun(seed=1, **switches):
    """C1, ready-made, at its first decision; its dice, and those that choose."""
    data, where = scenarios.scenario_data(SCENARIOS, "C1")
    b = lay(data, {"deployment": "ready_made"} | switches, where).record[0]
    dice = new_dice(seed)
    VERBS.setup(b, dice, new_log(False))
    return b, dice, new_dice(seed + 100)


@pytest.mark.clause("BAT-TRN-2", "BAT-ORD-16", "BAT-EXE-1", "BAT-EXE-5", "BAT-ARM-17", "BAT-PRE-2")
def test_what_is_drawn_at_random_is_legal_through_a_turn():
    b, dice, chance = begun()
    log, one = new_log(False), new_actions(1, ACTION)[0]
    seen = set()
    for _ in range(200):
        if b.turn > 1:
            break
        VERBS.sample_action(b, chance, one)
        assert VERBS.judge(b, one, log).legal == 1, Verb(int(one.verb)).name
        seen.add(Phase(int(b.phase)))
        VERBS.apply(b, one, dice, log)
    assert b.turn == 2 and {Phase.ORDERS, Phase.FIRST, Phase.EXECUTION} <= seen


@pytest.mark.clause("BAT-ORD-3", "BAT-ORD-11", "BAT-EXE-1", "BAT-ACT-22")
def test_what_is_listed_is_legal():
    """In the orders phase, and in a go in which cards of three kinds lie on battalions of both armies."""
    b, _, _ = begun()
    log, out = new_log(False), new_actions(MAX_LEGAL, ACTION)
    for phase in (Phase.ORDERS, Phase.EXECUTION):
        b.phase = phase.value
        for i in (0, 4, 7) if phase == Phase.EXECUTION else ():
            b.figures[i].cards[0] = (Order.MOVE, Order.SHOOTING_ATTACK, Order.TURN)[i % 3].value
        n = VERBS.legal_actions(b, out)
        assert n > 1
        for k in range(n):
            assert VERBS.judge(b, out[k], log).legal == 1, Verb(int(out[k].verb)).name


@pytest.mark.clause("BAT-ORD-15", "BAT-ORD-16")
def test_a_battle_looks_the_same_whatever_card_lies_face_down():
    looks = []
    for order in (Order.MOVE, Order.MELEE_ATTACK, Order.SHOOTING_ATTACK):
        b, _, _ = begun()
        b.phase = Phase.EXECUTION.value
        b.figures[4].cards[0], b.figures[4].givers[0], b.figures[4].given = order.value, 2, 1
        b.characters[2].spent = int(order)
        b.sides[0].ammunition -= int(order == Order.SHOOTING_ATTACK)
        hiding.redact(b, 1)
        looks.append(b.tobytes())
    assert looks[0] == looks[1] == looks[2]


@pytest.mark.clause("BAT-DEP-7")
def test_zones_lie_three_times_the_fastest_speed_apart():
    """Wyverns fly 13: 39 steps, which C1 has; a step less is refused."""
    data, where = scenarios.scenario_data(SCENARIOS, "C1")
    narrow = dict(data) | {"zones": [[0.0, 11.5], [49.5, 60.0]]}
    with pytest.raises(InputError, match="field zones: .* 38 steps apart, and the fastest battalion needs 39"):
        lay(narrow, {}, where)


@pytest.mark.clause("BAT-DEF-7", "BAT-PRO-2")
def test_a_battalion_is_of_one_type_on_one_base():
    b = field()
    i, k = add(b, "L1", 0, 10, 10), add(b, "L1", 0, 20, 10)
    assert b.figures[i].profile == b.figures[k].profile
    assert (b.figures[i].healthy, b.figures[i].width, b.figures[i].depth) == (20, 5, 4)
