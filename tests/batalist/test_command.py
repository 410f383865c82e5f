"""Leaders, radius, cards, heroes' reserve, initiative, obedience: worked out from the clauses."""

from __future__ import annotations

import pytest

from batalist.field import Thrown, add, field
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import Order, Role, State
from sandtable.games.batalist.laying.battalions import add_character, add_hero
from sandtable.games.batalist.rules import command, initiative
from sandtable.games.batalist.switches import Reconnaissance
from sandtable.kernel.log import new_log
from sandtable.kernel.records import NONE
from sandtable.table.cases import answer

MOVE, MELEE, SHOOTING = Order.MOVE.value, Order.MELEE_ATTACK.value, Order.SHOOTING_ATTACK.value


def leader(b, role, x, y, skill=0, radius=0.0):
    """A leader with a battalion of one halberdier."""
    c = add_character(b, role, add(b, "L1", 0, x, y, figures=1, files=1))
    b.characters[c].command, b.characters[c].radius = skill, radius
    return c


@pytest.mark.clause("BAT-CAP-1", "BAT-CAP-2", "BAT-CAP-3", "BAT-CAP-4", "BAT-CAP-5", "BAT-CAP-6", "BAT-PRO-7")
def test_abilities_of_leaders():
    found = []
    for die in range(1, 7):
        b = field()
        c = leader(b, Role.GENERAL, 0, 0)
        command.throw_leader(b, c, Thrown(die).dice, new_log())
        found.append((int(b.characters[c].command), float(b.characters[c].radius)))
    assert found == [(1, 4), (2, 6), (2, 6), (2, 6), (3, 8), (4, 10)]


@pytest.mark.clause("BAT-ARM-14")
def test_the_horn_widens_a_radius():
    b = field()
    c = leader(b, Role.CAPTAIN, 0, 0)
    b.characters[c].artefact = 0
    command.throw_leader(b, c, Thrown(5).dice, new_log())
    assert (b.characters[c].command, b.characters[c].radius) == (3, 11)


@pytest.mark.clause(
    "BAT-DEF-2", "BAT-ORD-3", "BAT-ORD-4", "BAT-ORD-6", "BAT-ORD-8", "BAT-ORD-9", "BAT-PRO-8", "BAT-PRO-9"
)
def test_orders_of_the_example():
    b = field()
    general = leader(b, Role.GENERAL, 0, 6, 2, 6.0)
    x, y = leader(b, Role.CAPTAIN, 8, 0, 3, 8.0), leader(b, Role.CAPTAIN, -5, 0, 1, 4.0)
    d, e = add(b, "L1", 0, 0, 0, figures=1, files=1), add(b, "L1", 0, 0, 13, figures=1, files=1)
    assert command.why_no_order(b, x, d, MOVE).cited == NONE
    command.give_order(b, x, d, MOVE)
    assert command.why_no_order(b, y, d, MOVE).cited == Clause.ORD_6
    assert command.why_no_order(b, general, d, MELEE).cited == NONE
    command.give_order(b, general, d, MELEE)
    assert [int(card) for card in b.figures[d].cards] == [MOVE, MELEE]
    assert command.why_no_order(b, x, d, MOVE).cited == Clause.ORD_9
    assert command.why_no_order(b, x, e, MOVE).cited == Clause.ORD_4
    assert command.why_no_order(b, general, e, MOVE).cited == NONE  # exactly 6
    command.give_order(b, general, e, MOVE)
    assert command.why_no_order(b, general, e, MOVE).cited == Clause.ORD_3
    own = int(b.characters[x].battalion)
    for _ in range(2):
        assert command.why_no_order(b, x, own, MOVE).cited == NONE
        command.give_order(b, x, own, MOVE)
    assert command.why_no_order(b, x, d, MOVE).cited in (Clause.ORD_9, Clause.ORD_3)


@pytest.mark.clause("BAT-ORD-4", "BAT-DEF-31")
@pytest.mark.parametrize("degrees", [0, 37, 90, 211.53])
@pytest.mark.parametrize(("more", "obstacle"), [(0.0, NONE), (0.01, Clause.ORD_4)])
def test_exactly_the_radius_is_within_it(degrees, more, obstacle):
    b = field()
    c = leader(b, Role.CAPTAIN, 30, 30, 3, 6.0)
    i = add(b, "L1", 0, 0, 0, degrees)
    for u in (b.figures[b.characters[c].battalion], b.figures[i]):
        u.fx, u.fy = b.figures[i].fx, b.figures[i].fy
    away = 0.5 + 6.0 + 2.0 + more
    b.figures[i].x, b.figures[i].y = 30 + away * b.figures[i].fx, 30 + away * b.figures[i].fy
    assert command.why_no_order(b, c, i, MOVE).cited == obstacle


@pytest.mark.clause("BAT-ORD-11", "BAT-ORD-17", "BAT-SKL-1", "BAT-SKL-2", "BAT-SKL-25", "BAT-WOU-8")
def test_orders_that_cannot_be_placed():
    b = field(reconnaissance="yes")
    c = leader(b, Role.CAPTAIN, 0, 0, 3, 60.0)
    slingers, pikes, rangers = (add(b, key, 0, x, 10) for x, key in ((10, "L5"), (20, "L2"), (30, "L7")))
    assert command.why_no_order(b, c, slingers, MELEE).cited == Clause.ORD_11
    assert command.why_no_order(b, c, pikes, SHOOTING).cited == Clause.ORD_11
    assert command.why_no_order(b, c, pikes, Order.RECONNAISSANCE.value).cited == Clause.ORD_11
    assert command.why_no_order(b, c, rangers, Order.RECONNAISSANCE.value).cited == NONE
    b.options.reconnaissance = Reconnaissance.NO.value
    assert command.why_no_order(b, c, rangers, Order.RECONNAISSANCE.value).cited == Clause.ORD_11
    assert command.why_no_order(b, c, pikes, Order.RECOVERY.value).cited == Clause.ORD_11
    b.figures[pikes].wounded = 1
    assert command.why_no_order(b, c, pikes, Order.RECOVERY.value).cited == NONE
    b.figures[b.characters[c].battalion].state = State.FLED.value
    assert command.why_no_order(b, c, rangers, MOVE).cited == Clause.ORD_17


@pytest.mark.clause(
    "BAT-DEF-6", "BAT-HER-1", "BAT-HER-2", "BAT-HER-3", "BAT-HER-4", "BAT-HER-10", "BAT-ORD-5", "BAT-SKL-27"
)
def test_reserve_of_the_example():
    b = field()
    one = add_hero(b, "sir_aldwin", 0, 0, 0, 0)
    near, far = add(b, "L1", 0, 0, 4.4), add(b, "L1", 0, 0, -5.3)
    own = int(b.characters[one].own)
    assert command.why_no_order(b, one, own, MELEE).cited == NONE
    command.give_order(b, one, own, MELEE)
    assert b.characters[one].reserve == 13
    for left in (10, 9):
        assert command.why_no_order(b, one, near, MELEE).cited == NONE
        command.give_order(b, one, near, MELEE)
        assert b.characters[one].reserve == left
    b.characters[one].orders_one = NONE
    assert command.why_no_order(b, one, far, MOVE).cited == Clause.ORD_5
    two = add_hero(b, "ysolde_the_grey", 0, 0, 8, 0)
    assert command.why_no_order(b, two, far, MOVE).cited == Clause.SKL_27
    assert command.why_no_order(b, two, int(b.characters[two].own), MOVE).cited == NONE


@pytest.mark.clause("BAT-HER-10", "BAT-ORD-7", "BAT-ORD-8", "BAT-HER-11")
def test_one_battalion_and_one_superior():
    b = field()
    hero = add_hero(b, "sir_aldwin", 0, 0, 0, 0)
    left, right = add(b, "L1", 0, -4, 0), add(b, "L1", 0, 4, 0)
    captain = leader(b, Role.CAPTAIN, 0, 5, 3, 30.0)
    general = leader(b, Role.GENERAL, 0, 7, 3, 30.0)
    command.give_order(b, hero, left, MOVE)
    assert command.why_no_order(b, hero, right, MOVE).cited == Clause.HER_10
    assert command.why_no_order(b, captain, left, MOVE).cited == Clause.ORD_7  # a captain after a hero
    assert command.why_no_order(b, general, left, MOVE).cited == NONE
    b.characters[general].alive = 0
    assert command.why_no_order(b, general, left, MOVE).code == Code.LEADER_IS_DEAD
    b.characters[hero].orders_one = NONE
    command.give_order(b, captain, right, MOVE)
    assert command.why_no_order(b, hero, right, MOVE).cited == Clause.ORD_7


@pytest.mark.clause("BAT-INI-1", "BAT-INI-2")
def test_initiative_of_the_example():
    b = field()
    for side, skill in ((0, 3), (1, 4)):
        c = add_character(b, Role.GENERAL, add(b, "L1", side))
        b.characters[c].command = skill
    thrown = Thrown(2, 1, 4, 2)
    assert initiative.throw_initiative(b, thrown.dice, new_log()) == 0
    assert thrown.are_used_up()
    b.characters[0].alive = 0
    assert initiative.throw_initiative(b, Thrown(6, 3).dice, new_log()) == 1  # 6 against 3 + 4


@pytest.mark.clause("BAT-SKL-12", "BAT-SKL-13", "BAT-SKL-14")
@pytest.mark.parametrize(
    ("ident", "order", "second", "dice", "by"),
    [
        ("L5", Order.SHOOTING_ATTACK, 0, (2,), "SKL_12"), ("L5", Order.SHOOTING_ATTACK, 0, (3,), ""),
        ("L5", Order.REFORM, 0, (2,), "SKL_13"), ("L5", Order.MOVE, 0, (), ""),
        ("L2", Order.MOVE, 0, (), ""), ("L2", Order.MOVE, 1, (1,), "SKL_14"), ("L2", Order.MOVE, 1, (2,), ""),
        ("O3", Order.MELEE_ATTACK, 1, (3, 2), "SKL_14"), ("O3", Order.MELEE_ATTACK, 1, (2,), "SKL_12"),
    ],
)  # fmt: skip
def test_cowards_undisciplined_and_weak(ident, order, second, dice, by):
    b = field()
    i = add(b, ident)
    b.figures[i].carried_out = second
    thrown = Thrown(*dice)
    failed = int(command.fails_by(b, i, order.value, thrown.dice, new_log()))
    assert (Clause(failed).name if failed != NONE else "") == by
    assert thrown.are_used_up()


@pytest.mark.clause("BAT-SKL-12")
def test_cowards_who_fear_melee_only():
    b = field(coward="melee_only")
    assert command.fails_by(b, add(b, "O4"), SHOOTING, Thrown().dice, new_log()) == NONE
    assert command.fails_by(b, add(b, "O4"), MELEE, Thrown(1).dice, new_log()) == Clause.SKL_12


@pytest.mark.clause("BAT-ORD-3", "BAT-ORD-4", "BAT-PRO-8", "BAT-PRO-9")
def test_a_leader_of_whom_a_case_says_nothing_is_a_mediocrity():
    """Two orders, as far as 6 steps: to those 6 steps ahead of the captain's figure, but not to those 6.1 behind it."""
    one = {"unit": "halberdiers", "facing": "N"}
    battalions = [
        {"id": "X", "at": [40, 30], "character": "captain", **one},
        {"id": "D", "at": [40, 38.5], "figures": 1, **one},
        {"id": "E", "at": [40, 24.4], "figures": 1, **one},
    ]
    case = {
        "game": "batalist", "phase": "orders", "south": {"battalions": battalions},
        "north": {"battalions": [{"id": "B", "at": [40, 55], **one}]},
        "actions": [{"give": [who], "order": "move", "from": "X"} for who in ("D", "E", "X", "X")],
    }  # fmt: skip
    rulings = answer(case, "case", seed=1).rulings
    cited = [[str(reason.clause) for reason in ruling.judgement.reasons] for ruling in rulings]
    assert cited == [[], ["BAT-ORD-4"], [], ["BAT-ORD-3"]]
