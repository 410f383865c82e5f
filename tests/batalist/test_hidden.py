"""Ambush, traps, reconnaissance, area fire, independent warriors: positions, dice and outcomes worked out by hand."""

from __future__ import annotations

import pytest

from batalist.field import EAST, SOUTH, Thrown, action, add, carry_out, field, forbidden_by, ground
from sandtable.games.batalist.clauses import Clause
from sandtable.games.batalist.enums import Formation, Ground, Order, Phase, Role, Row, State, Thing, Verb
from sandtable.games.batalist.laying.battalions import add_character, add_hero
from sandtable.games.batalist.rules import (
    ambush,
    area_fire,
    chances,
    deployment,
    hiding,
    independents,
    ordering,
    scouting,
    traps,
)
from sandtable.kernel.geometry import base_of, distance_between
from sandtable.kernel.log import new_log
from sandtable.kernel.records import NONE


def zones(b):
    b.sides[0].zone_from, b.sides[0].zone_to = 0.0, 10.5
    b.sides[1].zone_from, b.sides[1].zone_to = 49.5, 60.0


def hidden_field(ident="O1", **switches):
    """A wood of 20 by 10 about (40, 30), in which a battalion of the second side hides, still without markers."""
    b = field(ambush="yes", traps="yes", reconnaissance="yes", area_fire="yes", independents="yes", **switches)
    zones(b)
    wood = ground(b, Ground.WOOD, 30, 25, 50, 35)
    i = add(b, ident, 1, 0, 0)
    b.figures[i].state = State.AMBUSH.value
    return b, wood, i


def laid(b, i):
    return [(float(m.x), float(m.y), int(m.true)) for m in b.markers if m.lies and m.owner == i]


class TestMarkers:
    @pytest.mark.clause("BAT-AMB-4", "BAT-AMB-5", "BAT-AMB-17")
    def test_three_markers_of_which_one_is_true(self):
        b, wood, i = hidden_field()
        assert ambush.lay(b, i, wood, 1, 30.0, 20.0, new_log())
        assert laid(b, i) == [(30.5, 25.5, 0), (31.5, 25.5, 1), (32.5, 25.5, 0)]
        assert {int(m.group) for m in b.markers if m.lies} == {0}
        other = add(b, "O2", 1)
        b.figures[other].state = State.AMBUSH.value
        ambush.lay(b, other, wood, 2, 30.0, 20.0, new_log())
        assert {int(m.group) for m in b.markers if m.lies and m.owner == other} == {1}

    @pytest.mark.clause("BAT-AMB-4")
    def test_where_markers_may_lie(self):
        b, wood, i = hidden_field()
        assert ambush.may_lay(b, i, wood, 40, 30) and not ambush.may_lay(b, i, wood, 29, 30)
        add(b, "L1", 0, 40, 18)  # its front at y 20: 5 steps to y 25
        assert ambush.may_lay(b, i, wood, 40, 25.5) and not ambush.may_lay(b, i, wood, 40, 24.9)
        b.figures[1].y = 19.0
        assert not ambush.may_lay(b, i, wood, 40, 25.5) and ambush.may_lay(b, i, wood, 40, 26)
        hill = ground(b, Ground.HILL, 60, 25, 70, 35)
        assert not ambush.may_lay(b, i, hill, 65, 30)
        far = ground(b, Ground.RAVINE, 60, 2, 70, 8)
        assert not ambush.may_lay(b, i, far, 65, 5)  # wholly inside the enemy's zone
        b.figures[i].side = 0
        assert ambush.may_lay(b, i, far, 65, 5)

    @pytest.mark.clause("BAT-AMB-4")
    def test_they_lie_about_the_point_that_their_owner_names(self):
        """Half steps from the corner: to (40.4, 30.1) 40.5, 30.5 is 0.4 off, 40.5, 29.5 0.6, and 39.5, 30.5 1.0."""
        b, wood, i = hidden_field()
        assert ambush.lay(b, i, wood, 0, 40.4, 30.1, new_log())
        assert laid(b, i) == [(40.5, 30.5, 1), (40.5, 29.5, 0), (39.5, 30.5, 0)]

    @pytest.mark.clause("BAT-AMB-4")
    def test_a_step_apart_and_no_room(self):
        b, wood, i = hidden_field()
        ambush.add_marker(b, Thing.AMBUSH.value, 1, i, 40.0, 30.0)
        assert not ambush.may_lay(b, i, wood, 40.9, 30) and ambush.may_lay(b, i, wood, 41, 30)
        small, j = ground(b, Ground.WOOD, 10, 30, 12, 31), add(b, "O2", 1)
        assert not ambush.lay(b, j, small, 0, 30.0, 20.0, new_log()) and laid(b, j) == []

    @pytest.mark.clause("BAT-AMB-6", "BAT-AMB-18", "BAT-AMB-7")
    def test_markers_go_half_the_printed_speed(self):
        b, wood, i = hidden_field()  # Orc warriors: speed 6
        ambush.lay(b, i, wood, 0, 30.0, 20.0, new_log())
        b.figures[i].speed_plus = 4
        assert ambush.may_move_marker(b, 0, 33.5, 25.5) and not ambush.may_move_marker(b, 0, 33.6, 25.5)
        ground(b, Ground.WATER, 30, 20, 50, 24)
        assert not ambush.may_move_marker(b, 0, 30.5, 23.5) and not ambush.may_move_marker(b, 0, 30.5, 22.0)
        ambush.move_markers(b, i, 0.0, 3.0)
        assert [y for _, y, _ in laid(b, i)] == [28.5] * 3

    @pytest.mark.clause("BAT-AMB-2", "BAT-AMB-3", "BAT-AMB-17")
    def test_one_order_free_of_command(self):
        b, wood, i = hidden_field("U4")
        assert ambush.may_order_in_ambush(b, i, Order.MOVE.value)
        assert ambush.may_order_in_ambush(b, i, Order.SHOOTING_ATTACK.value)
        assert not ambush.may_order_in_ambush(b, i, Order.MELEE_ATTACK.value)  # no such skill
        assert not ambush.may_order_in_ambush(b, i, Order.TURN.value)
        ambush.order_in_ambush(b, i, Order.MOVE.value)
        assert list(b.figures[i].cards) == [Order.MOVE, NONE] and b.figures[i].givers[0] == NONE
        assert not ambush.may_order_in_ambush(b, i, Order.MOVE.value)
        assert not ambush.counts_for_turn(b, i)
        ambush.lay(b, i, wood, 0, 30.0, 20.0, new_log())
        assert ambush.counts_for_turn(b, i)


class TestStating:
    @staticmethod
    def before_the_battle():
        """Three battalions and a hero a side, nobody placed yet: one of each side may lie in ambush."""
        b, _, i = hidden_field()
        b.figures[i].state = State.DESTROYED.value
        b.figures[i].side = NONE
        own = [add(b, ident, side) for side in range(2) for ident in ("O1", "O2", "O3")]
        heroes = [b.characters[add_hero(b, "gashrak", side, 0, 0, 0)].own for side in range(2)]
        for k in (*own, *heroes):
            b.figures[k].state = State.WAITING.value
        b.phase = Phase.STATING.value
        deployment.begin_stating(b)
        assert deployment.run_stating(b, Thrown().dice, new_log())
        return b, own, heroes

    @pytest.mark.clause("BAT-AMB-1", "BAT-DEP-11")
    def test_each_side_states_its_ambush_and_the_other_does_not_see_it(self):
        b, own, heroes = self.before_the_battle()
        assert b.mover == 0
        assert forbidden_by(b, action(b, Verb.HIDE, heroes[0])) == "AMB_1"
        assert forbidden_by(b, action(b, Verb.HIDE, own[3])) == "AMB_1"  # the other side's
        carry_out(b, action(b, Verb.HIDE, own[0]))
        assert b.figures[own[0]].state == State.AMBUSH and b.mover == 1, "a third of three is one"
        seen = b.copy()
        hiding.redact(seen, 1)
        assert [seen.figures[k].state for k in own] == [State.WAITING] * 6
        carry_out(b, action(b, Verb.DONE), 6, 1)  # south throws more and places first
        assert (b.phase, b.mover) == (Phase.DEPLOYMENT, 0)
        assert forbidden_by(b, action(b, Verb.DEPLOY, own[0], x=40.0, y=5.0)) == "DEP_11"
        seen = b.copy()
        hiding.redact(seen, 1)
        assert seen.figures[own[0]].state == State.WAITING
        hiding.redact(b, 0)
        assert b.figures[own[0]].state == State.AMBUSH, "its owner knows"

    @pytest.mark.clause("BAT-AMB-1")
    def test_nobody_is_asked_whose_ambushes_the_scenario_names_or_without_the_rule(self):
        b, own, _ = self.before_the_battle()
        b.figures[own[3]].state = State.AMBUSH.value
        deployment.begin_stating(b)
        carry_out(b, action(b, Verb.DONE), 6, 1)
        assert b.phase == Phase.DEPLOYMENT
        b.options.ambush, b.phase = 0, Phase.STATING.value
        deployment.begin_stating(b)
        assert not deployment.run_stating(b, Thrown(1, 6).dice, new_log())


class TestAttacks:
    @pytest.mark.clause("BAT-AMB-12", "BAT-FRM-3")
    def test_an_attack_is_measured_from_the_true_marker(self):
        b, wood, i = hidden_field()  # 6 by 4
        ambush.lay(b, i, wood, 1, 30.0, 20.0, new_log())
        target = add(b, "L1", 0, 31.5, 15)
        b.figures[i].moved = b.figures[i].reformed = 1
        ambush.place_in_thought(b, i, target, 31.5, 25.5)
        u = b.figures[i]
        assert (u.x, u.y, u.fx, u.fy) == (31.5, 27.5, 0, -1)  # its front edge at y 25.5, looking south
        assert (u.width, u.depth, u.formation, u.state) == (6, 4, Formation.COLUMN, State.AMBUSH)
        assert (u.moved, u.reformed) == (0, 0)  # no MOD-4

    @pytest.mark.clause("BAT-AMB-8", "BAT-AMB-9", "BAT-AMB-10", "BAT-AMB-11")
    @pytest.mark.parametrize(
        ("die", "said", "left", "state"),
        [(2, 0, 3, State.AMBUSH), (3, 1, 3, State.AMBUSH), (6, 2, 0, State.FIELD)],
    )
    def test_answer_of_the_attacked(self, die, said, left, state):
        b, wood, i = hidden_field()
        ambush.lay(b, i, wood, 1, 30.0, 20.0, new_log())
        target = add(b, "L1", 0, 31.5, 15)
        assert ambush.answer_ambush(b, i, target, Thrown(die).dice, new_log()) == said
        assert (len(laid(b, i)), b.figures[i].state) == (left, state)
        if said == 1:  # of two false ones the owner picks one; the last goes unasked; of none nothing happens
            ambush.take_away_false(b, 0, new_log())
            assert ambush.answer_ambush(b, i, target, Thrown(die).dice, new_log()) == 0
            assert [true for _, _, true in laid(b, i)] == [1]
            assert ambush.answer_ambush(b, i, target, Thrown(die).dice, new_log()) == 0 and len(laid(b, i)) == 1
        if not left:
            assert (b.figures[i].x, b.figures[i].y, b.figures[i].fy) == (31.5, 27.5, -1)

    @pytest.mark.clause("BAT-AMB-8")
    def test_no_survivors_no_die(self):
        b, wood, i = hidden_field()
        ambush.lay(b, i, wood, 1, 30.0, 20.0, new_log())
        target = add(b, "L1", 0, 31.5, 15)
        b.figures[target].healthy, b.figures[target].wounded = 0, 4
        thrown = Thrown()
        assert ambush.answer_ambush(b, i, target, thrown.dice, new_log()) == 0 and thrown.are_used_up()

    @pytest.mark.clause("BAT-AMB-13", "BAT-AMB-14", "BAT-AMB-15", "BAT-AMB-16")
    def test_turning_a_marker_over(self):
        b, wood, i = hidden_field()
        ambush.lay(b, i, wood, 1, 30.0, 20.0, new_log())
        shooter = add(b, "L4", 0, 31.5, 10)
        assert ambush.turn_over(b, 0, shooter, False, new_log()) == NONE
        assert [true for _, _, true in laid(b, i)] == [1, 0]
        assert ambush.turn_over(b, 1, shooter, False, new_log()) == i
        assert laid(b, i) == [] and b.figures[i].state == State.FIELD
        assert (b.figures[i].x, b.figures[i].y, b.figures[i].fy) == (31.5, 27.5, -1)

    @pytest.mark.clause("BAT-AMB-15", "BAT-AMB-16")
    def test_a_true_marker_in_melee_stands_in_contact(self):
        b, wood, i = hidden_field()
        ambush.lay(b, i, wood, 1, 30.0, 20.0, new_log())
        attacker = add(b, "L1", 0, 31.5, 23.5)  # its front edge at y 25.5, on the marker
        assert ambush.turn_over(b, 1, attacker, True, new_log()) == i
        assert (b.figures[i].x, b.figures[i].y, b.figures[i].fx, b.figures[i].fy) == (31.5, 27.5, 0, -1)


class TestTraps:
    @pytest.mark.clause("BAT-TRP-1", "BAT-TRP-5")
    def test_where_they_lie(self):
        b, _, _ = hidden_field()
        assert traps.may_lay_trap(b, 0, 0, 40, 20) and not traps.may_lay_trap(b, 0, 0, 40, 49.5)
        traps.lay_trap(b, 0, 0, 2, 40.0, 20.0, True)
        assert traps.may_lay_trap(b, 0, 0, 46, 20) and not traps.may_lay_trap(b, 0, 0, 46.1, 20)
        assert traps.may_lay_trap(b, 0, 1, 70, 20)  # another trap
        traps.lay_trap(b, 0, 0, 2, 43.0, 20.0, False)
        traps.lay_trap(b, 0, 0, 2, 40.0, 24.0, False)
        assert not traps.may_lay_trap(b, 0, 0, 41, 21)  # there are three
        traps.lay_trap(b, 0, 1, 1, 70.0, 20.0, False)
        assert [int(m.group) for m in b.markers if m.lies] == [0, 0, 0, 1]

    @staticmethod
    def trap(b, kind=0):
        for number, (x, y) in enumerate(((40.0, 20.0), (44.0, 20.0), (42.0, 24.0))):
            traps.lay_trap(b, 0, 0, kind, x, y, number == 0)

    @pytest.mark.clause("BAT-TRP-2", "BAT-TRP-4", "BAT-ARM-15", "BAT-CBT-19")
    def test_turning_one_over(self):
        b, _, _ = hidden_field()
        self.trap(b)
        near = add(b, "O1", 1, 40, 24, SOUTH)  # its front edge 2 steps from the real marker
        assert traps.turn_over_trap(b, 1, near, Thrown().dice, new_log()) == 0
        assert [int(m.true) for m in b.markers if m.lies] == [1, 0]
        # spike pit, power 10 against protection 3: 3, and the die 4; Pierce is not Crush
        thrown = Thrown(4)
        assert traps.turn_over_trap(b, 0, near, thrown.dice, new_log()) == 7 and thrown.are_used_up()
        assert b.figures[near].healthy == 17 and not any(m.lies for m in b.markers)

    @pytest.mark.clause("BAT-TRP-2", "BAT-CBT-19")
    def test_shot_from_afar_and_class_of_armour(self):
        b, _, _ = hidden_field()
        self.trap(b, 1)
        far = add(b, "O1", 1, 40, 24.1, SOUTH)
        assert traps.turn_over_trap(b, 0, far, Thrown().dice, new_log()) == 0
        assert b.figures[far].healthy == 24 and not any(m.lies for m in b.markers)
        self.trap(b, 1)  # deadfall: 12 // 3 + 5 = 9, Crush against Crush: 4
        b.figures[far].y = 24
        assert traps.turn_over_trap(b, 0, far, Thrown(5).dice, new_log()) == 4

    @pytest.mark.clause("BAT-TRP-3", "BAT-TRP-5", "BAT-SKL-7")
    @pytest.mark.parametrize(("die", "springs"), [(3, True), (4, False)])
    def test_passing_between(self, die, springs):
        b, _, _ = hidden_field()
        self.trap(b)
        i, flyer, friend = add(b, "O1", 1, 42, 18, SOUTH), add(b, "O8", 1, 10, 10), add(b, "L1", 0, 70, 10)
        b.figures[i].y = 17.9
        assert traps.trap_passed(b, i, base_of(b.figures[i]), 0) == NONE
        b.figures[i].y = 19
        here = base_of(b.figures[i])
        m = traps.trap_passed(b, i, here, 0)
        assert m != NONE
        assert traps.trap_passed(b, flyer, here, 0) == NONE and traps.trap_passed(b, friend, here, 0) == NONE
        dice = (die, 2) if springs else (die,)
        thrown = Thrown(*dice)
        assert bool(traps.pass_trap(b, i, m, thrown.dice, new_log())) == springs and thrown.are_used_up()
        assert b.figures[i].healthy == (24 - 5 if springs else 24)  # 10 // 3 + 2
        assert any(m.lies for m in b.markers) != springs


class TestScouts:
    @pytest.mark.clause("BAT-REC-1", "BAT-ACT-18")
    def test_where_a_scout_stands(self):
        b, wood, _ = hidden_field()
        i = add(b, "L7", 0, 40, 23)  # 3 by 3: its front at y 24.5
        assert scouting.element_of_scout(b, i) == NONE
        b.figures[i].y = 24.5
        assert scouting.element_of_scout(b, i) == wood
        b.sides[0].zone_to = 35.0
        assert scouting.element_of_scout(b, i) == NONE  # in its own zone

    @pytest.mark.clause("BAT-REC-3", "BAT-REC-4", "BAT-REC-5", "BAT-REC-6", "BAT-REC-8", "BAT-REC-9")
    def test_what_failures_mean(self):
        found = scouting.Found
        assert [scouting.finding(n, False) for n in range(4)] == [
            found.PASSED, found.NOTICED, found.DISCOVERED, found.SURROUNDED,
        ]  # fmt: skip
        assert [scouting.finding(n, True) for n in range(3)] == [found.NOTHING, found.DISCOVERED, found.SURROUNDED]

    @pytest.mark.clause("BAT-REC-2", "BAT-REC-3", "BAT-REC-4", "BAT-REC-5", "BAT-REC-10", "BAT-DEF-33")
    @pytest.mark.parametrize(
        ("dice", "found"), [((4, 4, 5, 1), 2), ((4, 3, 5, 1), 3), ((6, 5, 5, 5), 4), ((1, 1, 1, 1), 1)]
    )
    def test_without_markers(self, dice, found):
        b, wood, i = hidden_field("U2")
        scout = add(b, "L7", 0, 40, 26)
        assert scouting.may_be_tested(b, i, wood)
        assert scouting.scout_for(b, scout, wood, i, Thrown(*dice).dice, new_log()) == found
        u = b.figures[i]
        if found == 1:
            assert u.state == State.AMBUSH
        elif found == 2:
            assert (u.state, u.y) == (State.FIELD, 54.75)  # the middle of its own zone
        else:
            base, other = base_of(b.figures[scout]), base_of(u)
            assert 0 < distance_between(base, other) <= 5
            assert u.fy == (-1 if found == 3 else 1)  # its owner turns it to the scout, the scout's side away

    @pytest.mark.clause("BAT-REC-7", "BAT-REC-8", "BAT-REC-9")
    @pytest.mark.parametrize(("dice", "found"), [((4, 4, 5), 0), ((4, 3, 5), 3), ((4, 3, 3), 4)])
    def test_with_markers_two_dice(self, dice, found):
        b, wood, i = hidden_field("U2")
        scout = add(b, "L7", 0, 40, 15)
        ambush.lay(b, i, wood, 1, 30.0, 20.0, new_log())
        b.figures[scout].y = 30
        without = add(b, "U1", 1)
        b.figures[without].state = State.AMBUSH.value
        assert scouting.may_be_tested(b, i, wood) and not scouting.may_be_tested(b, without, wood)
        thrown = Thrown(*dice)
        assert scouting.scout_for(b, scout, wood, i, thrown.dice, new_log()) == found and thrown.are_used_up()
        assert len(laid(b, i)) == (3 if found == 0 else 0)
        if found == 3:
            assert (b.figures[i].x, b.figures[i].y) == (31.5, 25.5)

    @pytest.mark.clause("BAT-REC-2")
    def test_nobody_hides(self):
        b, wood, _ = hidden_field()
        scout = add(b, "L7", 0, 40, 26)
        thrown = Thrown()
        assert scouting.scout_for(b, scout, wood, NONE, thrown.dice, new_log()) == 0 and thrown.are_used_up()

    @pytest.mark.clause("BAT-ARM-14")
    def test_the_owl_sees_for_scouts(self):
        b, _, _ = hidden_field()
        scout, line = add(b, "L7", 0, 40, 26), add(b, "L1", 0, 60, 10)
        for i in (scout, line):
            b.characters[add_character(b, Role.CAPTAIN, i)].artefact = 5
        assert (scouting.bonus_of_scout(b, scout), scouting.bonus_of_scout(b, line)) == (1, 0)
        b.options.artefacts = 1
        assert scouting.bonus_of_scout(b, scout) == 0


class TestAreaFire:
    @pytest.mark.clause("BAT-ARE-1", "BAT-ARE-6", "BAT-SKL-6")
    def test_two_cards_and_the_range(self):
        b, wood, _ = hidden_field()
        i = add(b, "L8", 0, 40, 10)  # its front at y 11: 14 steps to the wood
        assert area_fire.why_no_area_fire(b, i, wood).cited != NONE
        b.figures[i].cards[:] = Order.SHOOTING_ATTACK
        assert area_fire.why_no_area_fire(b, i, wood).cited == NONE
        b.figures[i].cards[1] = Order.MOVE
        assert area_fire.why_no_area_fire(b, i, wood).cited != NONE
        b.figures[i].cards[:] = Order.SHOOTING_ATTACK
        b.figures[i].y = 19.1  # 4.9 steps
        assert area_fire.why_no_area_fire(b, i, wood).cited != NONE
        plain = add(b, "L4", 0, 20, 10)
        b.figures[plain].cards[:] = Order.SHOOTING_ATTACK
        assert area_fire.why_no_area_fire(b, plain, wood).cited != NONE
        b.figures[i].y, b.options.area_fire = 10, 0
        assert area_fire.why_no_area_fire(b, i, wood).cited != NONE

    @pytest.mark.clause("BAT-ARE-2", "BAT-ARE-5")
    def test_sparrows(self):
        b, wood, i = hidden_field()
        guns = add(b, "L8", 0, 40, 10)
        for hidden, die in ((i, 3), (NONE, 6)):
            thrown = Thrown(die)
            assert area_fire.throw_at_area(b, guns, wood, hidden, thrown.dice, new_log()) == 0 and thrown.are_used_up()
        assert b.figures[i].healthy == 24 and laid(b, i) == []

    @pytest.mark.clause("BAT-ARE-3", "BAT-MOD-8", "BAT-MOD-7", "BAT-CBT-13")
    def test_revealed(self):
        b, wood, i = hidden_field()  # Orc warriors: Crush/3
        guns = add(b, "L8", 0, 40, 10)
        area_fire.prepare_blind_shot(b, guns, wood, i)
        a = b.attack
        assert a.rows == 1 << Row.TARGET_COLUMN | 1 << Row.TARGET_IN_COVER | 1 << Row.CLASS_OF_ARMOUR
        # 4 revealed; Column +5; cover 4: (3 x 6 + 5) // (3 + 4) = 3; + 6 = 9; Crush = Crush 4; half of it 2
        thrown = Thrown(4, 5, 4, 6)
        assert area_fire.throw_at_area(b, guns, wood, i, thrown.dice, new_log()) == chances.REVEALED
        assert area_fire.hit_area(b, guns, wood, i, chances.REVEALED, thrown.dice, new_log()) == 2
        assert thrown.are_used_up()
        assert b.figures[i].healthy == 22 and b.figures[i].state == State.AMBUSH and len(laid(b, i)) == 3

    @pytest.mark.clause("BAT-ARE-4", "BAT-ARE-5")
    def test_bulls_eye(self):
        b, wood, i = hidden_field()
        guns = add(b, "L8", 0, 40, 10)
        ambush.lay(b, i, wood, 1, 30.0, 20.0, new_log())
        thrown = Thrown(5)  # and 3 // 2: 6
        assert area_fire.throw_at_area(b, guns, wood, i, thrown.dice, new_log()) == chances.BULLS_EYE
        assert area_fire.hit_area(b, guns, wood, i, chances.BULLS_EYE, thrown.dice, new_log()) == 0
        assert thrown.are_used_up(), "it is shot at when its owner has said where it stands"
        assert b.figures[i].state == State.FIELD and laid(b, i) == []
        assert 30 < b.figures[i].x < 50 and 25 < b.figures[i].y < 35


class TestIndependents:
    @pytest.mark.clause("BAT-IND-1", "BAT-IND-2", "BAT-SKL-31", "BAT-ORD-9")
    def test_two_orders_of_their_own(self):
        b = field(independents="yes")
        i, other = add(b, "O6"), add(b, "O5")
        b.figures[i].fixed[:] = b.figures[other].fixed[:] = Order.MOVE, Order.MELEE_ATTACK
        ordering.lay_fixed(b, i)
        ordering.lay_fixed(b, other)
        assert list(b.figures[i].cards) == [Order.MOVE, Order.MELEE_ATTACK] and b.figures[i].given == 2
        assert list(b.figures[i].givers) == [NONE, NONE] and b.figures[other].given == 0
        b.figures[i].cards[:], b.figures[i].given, b.options.independents = NONE, 0, 0
        ordering.lay_fixed(b, i)
        assert b.figures[i].given == 0

    @pytest.mark.clause("BAT-IND-2")
    @pytest.mark.parametrize(("stock", "given", "left"), [(0, 0, 0), (1, 1, 0), (5, 2, 3)])
    def test_shooting_needs_ammunition(self, stock, given, left):
        b = field(independents="yes")
        i = add(b, "U4")
        b.profiles[b.figures[i].profile].skills |= b.profiles[b.figures[add(b, "O6")].profile].skills
        b.figures[i].fixed[:] = Order.SHOOTING_ATTACK
        b.sides[0].ammunition = stock
        ordering.lay_fixed(b, i)
        assert (b.figures[i].given, b.sides[0].ammunition) == (given, left)

    @pytest.mark.clause("BAT-IND-3")
    def test_price_of_a_change(self):
        b = field(independents="yes")
        i = add(b, "O6", 0, 40, 30, EAST)
        captain = add_character(b, Role.CAPTAIN, add(b, "O1", 0, 40, 20))
        who = b.characters[captain]
        who.command, who.radius = 1, 6.0
        assert independents.why_no_change(b, captain, i, Order.TURN.value).cited == Clause.IND_3
        who.command = 2
        assert independents.why_no_change(b, captain, i, Order.TURN.value).cited == NONE
        assert independents.why_no_change(b, captain, i, Order.RECONNAISSANCE.value).cited == Clause.ORD_11
        who.radius = 4.0
        assert independents.why_no_change(b, captain, i, Order.TURN.value).cited == Clause.ORD_4
        b.figures[i].fixed[:] = Order.MOVE, Order.MOVE
        independents.change_fixed(b, captain, i, 1, Order.TURN.value)
        assert list(b.figures[i].fixed) == [Order.MOVE, Order.TURN] and who.spent == 2

    @pytest.mark.clause("BAT-IND-3", "BAT-SKL-27")
    def test_a_hero_pays_with_their_reserve(self):
        b = field(independents="yes")
        i = add(b, "O6", 0, 40, 30, EAST)
        gashrak, mother = add_hero(b, "gashrak", 0, 40, 25, 0), add_hero(b, "mother_rot", 0, 44, 25, 0)
        assert independents.why_no_change(b, gashrak, i, Order.TURN.value).cited == NONE
        assert independents.why_no_change(b, mother, i, Order.TURN.value).cited == Clause.SKL_27
        independents.change_fixed(b, gashrak, i, 0, Order.TURN.value)
        assert b.characters[gashrak].reserve == 11
        b.figures[b.characters[gashrak].own].y = 20
        assert independents.why_no_change(b, gashrak, i, Order.TURN.value).cited == Clause.ORD_5
