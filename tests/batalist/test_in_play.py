"""Chapters that not every battle has, played through judge and apply: each worked out by hand from its clauses."""

from __future__ import annotations

import numpy as np
import pytest

from batalist.field import (
    EAST,
    NORTH,
    SOUTH,
    Thrown,
    action,
    add,
    carry_out,
    field,
    forbidden_by,
    ground,
    in_go,
)
from sandtable.games.batalist.clauses import Code
from sandtable.games.batalist.enums import Goal, Ground, Mode, Order, Phase, Role, State, Thing, Verb
from sandtable.games.batalist.laying.battalions import add_character
from sandtable.games.batalist.listing import offers
from sandtable.games.batalist.record import ACTION
from sandtable.games.batalist.rules import activation, ambush, hiding, sequence, traps
from sandtable.kernel.geometry import base_of, distance_between
from sandtable.kernel.log import new_log
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import MAX_LEGAL

FACES_NORTH, FACES_SOUTH = (0.0, 10.5), (49.5, 60.0)


def zones(b):
    """The zones of the army book."""
    for side, zone in enumerate((FACES_NORTH, FACES_SOUTH)):
        b.sides[side].zone_from, b.sides[side].zone_to = zone
    b.spell = b.striker = b.quarry = NONE
    return b


def listed(b):
    """The verbs that are listed, all of them legal."""
    out = np.zeros(MAX_LEGAL, ACTION)
    n = offers.legal_actions(b, out)
    for k in range(n):
        assert forbidden_by(b, out[k]) == "", Verb(int(out[k].verb)).name
    return {Verb(int(out[k].verb)) for k in range(n)}


class TestMarkers:
    """Halberdiers 5 by 4, their front at y 12, and markers of orc warriors."""

    @staticmethod
    def before(*places, ident="L1", order=Order.MELEE_ATTACK):
        """Markers at these places, the first of them true."""
        b = zones(field(ambush="yes", traps="yes"))
        i, hidden, other = add(b, ident, 0, 40, 10), add(b, "O1", 1), add(b, "O2", 1, 80, 55, SOUTH)
        b.figures[hidden].state = State.AMBUSH.value
        for number, (x, y) in enumerate(places):
            b.markers[ambush.add_marker(b, Thing.AMBUSH.value, 1, hidden, x, y)].true = int(number == 0)
        return in_go(b, 0, (i, order), (other, Order.TURN)), i, hidden

    @pytest.mark.clause("BAT-AMB-13", "BAT-AMB-14", "BAT-AMB-16")
    def test_a_false_one_goes(self):
        b, i, hidden = self.before((30, 30), (40, 15))
        assert Verb.TURN_OVER in listed(b)
        assert carry_out(b, action(b, Verb.TURN_OVER, i, item=1, amount=Order.MELEE_ATTACK)).are_used_up()
        assert [int(marker.lies) for marker in b.markers[:2]] == [1, 0]
        assert (b.figures[i].y, b.figures[hidden].state) == (13, State.AMBUSH)  # its front touches the point

    @pytest.mark.clause("BAT-AMB-13", "BAT-AMB-15", "BAT-AMB-16")
    def test_the_true_one_fights(self):
        """As in EX-2: (2 x 10 + 4) // 3 + 2 = 10 orcs; (3 x 6) // 4 + 5 = 9, Cut against Cut: 4."""
        b, i, hidden = self.before((40, 15), (41, 16))
        carry_out(b, action(b, Verb.TURN_OVER, i, item=0, amount=Order.MELEE_ATTACK))
        assert carry_out(b, action(b, Verb.LET), 4, 2, 5).are_used_up(), "as it stands"
        assert (b.figures[hidden].healthy, b.figures[i].healthy, b.figures[hidden].state) == (14, 16, State.FIELD)
        assert distance_between(base_of(b.figures[i]), base_of(b.figures[hidden])) <= 0.01
        assert not any(marker.lies for marker in b.markers)

    @pytest.mark.clause("BAT-AMB-15", "BAT-AMB-16")
    def test_a_shot_at_the_true_one(self):
        """Frontal, Column, nobody has moved: (3 x 5 + 5) // 3 = 6, + 5 = 11."""
        b, i, hidden = self.before((40, 20), ident="L4", order=Order.SHOOTING_ATTACK)
        carry_out(b, action(b, Verb.TURN_OVER, i, item=0, amount=Order.SHOOTING_ATTACK))
        assert carry_out(b, action(b, Verb.LET), 5, 5).are_used_up(), "as it stands"
        u = b.figures[hidden]
        assert (u.healthy, u.x, u.y, u.fy) == (13, 40, 21.5, -1)  # 3 ranks are left, their front where the marker was

    @pytest.mark.clause("BAT-AMB-13", "BAT-AMB-16", "BAT-ACT-12", "BAT-DEF-18")
    def test_what_is_no_marker_to_attack(self):
        b, i, _ = self.before((40, 5), (40, 18.1), (40, 17.9))
        attacks = [action(b, Verb.TURN_OVER, i, item=m, amount=Order.MELEE_ATTACK) for m in range(4)]
        assert [forbidden_by(b, one) for one in attacks] == ["DEF_18", "AMB_16", "", "AMB_13"]  # behind; six steps
        b, i, _ = self.before((40, 29.5), (40, 29.6), ident="L4", order=Order.SHOOTING_ATTACK)  # its front at y 11.5
        shots = [action(b, Verb.TURN_OVER, i, item=m, amount=Order.SHOOTING_ATTACK) for m in range(2)]
        assert [forbidden_by(b, one) for one in shots] == ["", "DEF_27"]
        ground(b, Ground.WOOD, 30, 20, 50, 25)
        assert forbidden_by(b, shots[0]) == "DEF_28"

    @pytest.mark.clause("BAT-EXE-7", "BAT-AMB-17")
    def test_an_ambush_that_can_strike_nobody_gives_its_order_up(self):
        """Orcs at speed 6 lie 26 steps from their only enemies: those are not told who gave an order up."""
        b, i, hidden = self.before((40, 40), (42, 40))
        b.figures[i].cards[:] = NONE
        b.figures[2].cards[:] = NONE
        b.mover = b.executor = 1
        ambush.order_in_ambush(b, hidden, Order.MELEE_ATTACK.value)
        assert listed(b) == {Verb.DISCARD}
        log = new_log()
        sequence.apply(b, action(b, Verb.DISCARD, hidden, amount=Order.MELEE_ATTACK), Thrown().dice, log)
        told = next(entry for entry in log.entries[: log.n] if entry.code == Code.IS_DISCARDED)
        assert told.seen_by == 1 << 1  # its own side alone

    @pytest.mark.clause("BAT-AMB-16", "BAT-TRP-5")
    def test_no_move_ends_on_one(self):
        b, i, _ = self.before((40, 14), order=Order.MOVE)
        assert forbidden_by(b, action(b, Verb.MOVE, i, y=14.0)) == "AMB_16"
        assert forbidden_by(b, action(b, Verb.MOVE, i, y=12.0)) == ""  # its front touches the point
        assert Verb.MOVE in listed(b)


class TestTraps:
    @staticmethod
    def before(order=Order.MOVE, kind=0):
        """A trap of the north: markers at (37, 15), (43, 15) and, the real one, (40, 18)."""
        b = zones(field(traps="yes"))
        i, other = add(b, "L1", 0, 40, 10), add(b, "O2", 1, 80, 55, SOUTH)
        for number, (x, y) in enumerate(((37, 15), (43, 15), (40, 18))):
            traps.lay_trap(b, 1, 0, kind, x, y, number == 2)
        return in_go(b, 0, (i, order), (other, Order.TURN)), i

    @pytest.mark.clause("BAT-TRP-3", "BAT-TRP-4", "BAT-ARM-15")
    def test_it_springs_on_who_passes(self):
        """Spike pit on Cut/4: 10 // 4 + 3 = 5. Its front stays at the line y 15, in a rank less."""
        b, i = self.before()
        assert carry_out(b, action(b, Verb.MOVE, i, y=14.0), 3, 3).are_used_up()
        assert (b.figures[i].healthy, b.figures[i].y) == (15, 13.5)
        assert not any(marker.lies for marker in b.markers)

    @pytest.mark.clause("BAT-TRP-3")
    def test_it_does_not(self):
        b, i = self.before()
        assert carry_out(b, action(b, Verb.MOVE, i, y=14.0), 4).are_used_up()
        assert (b.figures[i].healthy, b.figures[i].y) == (20, 14)
        assert sum(int(marker.lies) for marker in b.markers) == 3

    @pytest.mark.clause("BAT-TRP-3", "BAT-SKL-7")
    def test_short_of_it_and_above_it_nobody_throws(self):
        b, i = self.before()
        assert carry_out(b, action(b, Verb.MOVE, i, y=13.0)).are_used_up()
        b, _ = self.before()
        flyer = add(b, "U7", 0, 40, 5)
        in_go(b, 0, (flyer, Order.MOVE))
        assert carry_out(b, action(b, Verb.MOVE, flyer, y=14.0)).are_used_up()

    @pytest.mark.clause("BAT-TRP-3", "BAT-ACT-20")
    def test_a_charge_stops_there_too(self):
        b, i = self.before(Order.MELEE_ATTACK)
        target = add(b, "O1", 1, 40, 20, SOUTH)
        assert carry_out(b, action(b, Verb.CHARGE, i, target=target), 1, 1).are_used_up()
        assert (b.figures[i].healthy, b.figures[i].y, b.figures[target].healthy) == (17, 13.0, 24)  # 10 // 4 + 1 = 3

    @pytest.mark.clause("BAT-TRP-2")
    def test_an_attack_on_the_real_one(self):
        """Its wheel is none: its front comes to y 18 over the line, where it throws 6; then 10 // 4 + 2 = 4."""
        b, i = self.before(Order.MELEE_ATTACK)
        attack = action(b, Verb.TURN_OVER, i, item=2, amount=Order.MELEE_ATTACK)
        assert carry_out(b, attack, 6, 2).are_used_up()
        assert (b.figures[i].healthy, b.figures[i].y) == (16, 16) and not any(marker.lies for marker in b.markers)

    @pytest.mark.clause("BAT-TRP-1", "BAT-TRP-5", "BAT-DEP-11", "BAT-ARM-17")
    def test_laying_one(self):
        b = zones(field(traps="yes"))
        add(b, "L1", 0, 40, 5), add(b, "O2", 1, 80, 55, SOUTH)
        b.phase, b.mover, b.turns, b.sides[0].traps, b.goal = Phase.PLACING, 0, 10, 1, Goal.NO_OTHER

        def marker(x, y, true=0, kind=1):
            return action(b, Verb.LAY_TRAP, x=x, y=y, item=kind, amount=true)

        assert listed(b) == {Verb.LAY_TRAP, Verb.LET}
        assert forbidden_by(b, marker(40, 50)) == "TRP_1"  # in the enemy's zone
        carry_out(b, marker(40, 20))
        assert forbidden_by(b, action(b, Verb.LET)) == "TRP_1"  # it must have its three
        assert forbidden_by(b, marker(46.1, 20)) == "TRP_1" and forbidden_by(b, marker(44, 20, kind=0)) == "TRP_1"
        assert listed(b) == {Verb.LAY_TRAP}
        carry_out(b, marker(44, 20))
        assert forbidden_by(b, marker(46, 20)) == "TRP_1"  # one of them is the real one
        carry_out(b, marker(46, 20, true=1))
        assert b.phase != Phase.PLACING and [int(m.true) for m in b.markers[:3]] == [0, 0, 1]
        seen = b.copy()
        hiding.redact(seen, 1)
        assert {(int(m.true), int(m.kind)) for m in seen.markers[:3]} == {(NONE, NONE)}


class TestLadders:
    @staticmethod
    def wall(ident, y, storey=0):
        """A wall of one storey, y 30 to 36 from x 20 to 60, with a ladder on its south face at x 40."""
        b = zones(field(ladders="yes", building_strength="yes"))
        k = ground(b, Ground.BUILDING, 20, 30, 60, 36)
        b.sites[k].strength, b.sites[k].storeys = 3, 1
        ladder = b.ladders[0]
        ladder.x, ladder.y, ladder.out_x, ladder.out_y, ladder.feature = 40.0, 30.0, 0.0, -1.0, k
        b.n_ladders = 1
        i, other = add(b, ident, 0, 40, y), add(b, "O2", 1, 80, 55, SOUTH)
        b.figures[i].storey = storey
        return in_go(b, 0, (i, Order.MOVE), (other, Order.TURN)), i

    @pytest.mark.clause("BAT-LAD-2", "BAT-LAD-4")
    def test_up_and_down_by_a_move(self):
        b, i = self.wall("L1", 26)
        carry_out(b, action(b, Verb.MOVE, i, y=28.0, item=0))  # two steps, and four of speed for the ladder
        assert (b.figures[i].storey, b.figures[i].y) == (1, 32)
        b, i = self.wall("L1", 32, storey=1)
        assert Verb.MOVE in listed(b)
        carry_out(b, action(b, Verb.MOVE, i, item=0))
        assert (b.figures[i].storey, b.figures[i].y) == (0, 28)

    @pytest.mark.clause("BAT-LAD-2", "BAT-LAD-3", "BAT-SKL-18a", "BAT-SKL-21a")
    def test_who_cannot(self):
        b, i = self.wall("L1", 25.9)
        assert forbidden_by(b, action(b, Verb.MOVE, i, y=28.0, item=0)) == "LAD_2"  # 2.1 and 4 are more than 6
        b, i = self.wall("L1", 20)
        assert forbidden_by(b, action(b, Verb.MOVE, i, item=0)) == "LAD_2"  # not at the foot
        b, i = self.wall("L6", 28)
        assert forbidden_by(b, action(b, Verb.MOVE, i, item=0)) == "LAD_3"

    @pytest.mark.clause("BAT-LAD-4", "BAT-TER-20")
    def test_a_roof_ends(self):
        b, i = self.wall("L1", 32, storey=1)
        assert forbidden_by(b, action(b, Verb.MOVE, i, y=34.0)) == ""
        assert forbidden_by(b, action(b, Verb.MOVE, i, y=35.0)) == "LAD_4"

    @pytest.mark.clause("BAT-TER-16", "BAT-TER-15")
    def test_battering(self):
        """Twice its strength of 3 protects it: (6 x 3) // 6 + 6 = 9; a second shot alike makes 18, and it falls."""
        b, _ = self.wall("L1", 20)
        guns, foot = add(b, "L8", 0, 50, 10), add(b, "L2", 0, 30, 20)
        in_go(b, 0, (guns, Order.SHOOTING_ATTACK), (guns, Order.SHOOTING_ATTACK), (foot, Order.MELEE_ATTACK))
        assert forbidden_by(b, action(b, Verb.BATTER, foot, item=0, amount=Order.MELEE_ATTACK)) == "TER_16"
        assert forbidden_by(b, action(b, Verb.BATTER, guns, item=0, amount=Order.MOVE)) != ""
        assert Verb.BATTER in listed(b)
        shot = action(b, Verb.BATTER, guns, item=0, amount=Order.SHOOTING_ATTACK)
        assert carry_out(b, shot, 6).are_used_up() and b.sites[0].damage == 9
        b.mover = b.executor = 0
        assert carry_out(b, shot, 6).are_used_up() and b.terrain.features[0].kind == Ground.DIFFICULT


class TestBoats:
    @staticmethod
    def river():
        """A river, y 26 to 34, with a skiff at (12, 28) and a barge at (24, 28), and rangers before the barge."""
        b = zones(field(boats="yes"))
        ground(b, Ground.WATER, 0, 26, 90, 34)
        for boat, x, places, speed, width, depth in ((b.boats[0], 12, 6, 8, 2, 4), (b.boats[1], 24, 16, 5, 4, 6)):
            boat.x, boat.y, boat.fx, boat.fy = x, 28.0, 1.0, 0.0
            boat.places, boat.speed, boat.width, boat.depth, boat.battalion = places, speed, width, depth, NONE
        b.n_boats = 2
        i, other = add(b, "L7", 0, 24, 20), add(b, "O2", 1, 80, 55, SOUTH)
        return in_go(b, 0, (i, Order.MOVE), (i, Order.MOVE), (other, Order.TURN)), i

    @pytest.mark.clause("BAT-BOA-3", "BAT-BOA-4", "BAT-BOA-7")
    def test_boarding_a_voyage_and_a_landing(self):
        b, i = self.river()
        assert Verb.BOARD in listed(b)
        assert forbidden_by(b, action(b, Verb.BOARD, i, item=0)) == "BOA_2"  # nine in six places
        carry_out(b, action(b, Verb.BOARD, i, item=1))
        assert (b.figures[i].boat, b.boats[1].battalion) == (1, i)
        b.mover = b.executor = 0
        assert {Verb.MOVE, Verb.LAND} <= listed(b)
        assert forbidden_by(b, action(b, Verb.MOVE, i, x=29.0)) == ""
        assert forbidden_by(b, action(b, Verb.MOVE, i, x=29.1)) == "ACT_4"  # a barge goes five
        assert forbidden_by(b, action(b, Verb.MOVE, i, y=27.0)) == "BOA_7"
        carry_out(b, action(b, Verb.MOVE, i, x=29.0))
        assert (b.figures[i].x, b.boats[1].x) == (29, 29)
        b.figures[i].given = 0
        in_go(b, 0, (i, Order.MOVE))
        carry_out(b, action(b, Verb.LAND, i, x=0.0, y=0.0, facing=SOUTH))
        u = b.figures[i]
        assert (u.boat, b.boats[1].battalion, u.fy) == (NONE, NONE, -1) and u.y <= 24.5

    @pytest.mark.clause("BAT-BOA-6", "BAT-EXE-10")
    def test_aboard_they_stay_in_column(self):
        b, i = self.river()
        carry_out(b, action(b, Verb.BOARD, i, item=1))
        b.figures[i].given = 0
        in_go(b, 0, (i, Order.REFORM))
        u = b.figures[i]
        assert forbidden_by(b, action(b, Verb.REFORM, i, amount=u.formation, item=u.files)) == ""  # of nothing
        assert forbidden_by(b, action(b, Verb.REFORM, i, amount=u.formation, item=u.files + 1)) == "BOA_6"

    @pytest.mark.clause("BAT-BOA-8")
    def test_a_boat_without_its_crew_stays_empty(self):
        b, i = self.river()
        carry_out(b, action(b, Verb.BOARD, i, item=1))
        b.figures[i].state = State.FLED.value
        activation.run_go_ends(b, Thrown().dice, new_log())
        assert (b.boats[1].battalion, b.figures[i].boat) == (NONE, NONE)


class TestChosenFigures:
    @staticmethod
    def captain(*switches):
        """A captain in the second rank of halberdiers who face south, their front at y 14."""
        b = zones(field(snipers="yes"))
        i = add(b, "L1", 1, 40, 16, SOUTH)
        c = add_character(b, Role.CAPTAIN, i)
        b.characters[c].rank = 1
        return b, i, c

    @pytest.mark.clause("BAT-SNI-2", "BAT-SNI-3", "BAT-CBT-20", "BAT-MOR-3")
    def test_a_sniper(self):
        """EX-17: (6 + 3 - 2) // 2 + 3 = 6, the captain dies; the battalion tests and no die is lower than 1."""
        b, target, c = self.captain()
        archer, bows, other = add(b, "H6", 0, 40, 5), add(b, "L4", 0, 50, 5), add(b, "O2", 1, 80, 55)
        in_go(b, 0, (archer, Order.SHOOTING_ATTACK), (bows, Order.SHOOTING_ATTACK), (other, Order.TURN))
        assert forbidden_by(b, action(b, Verb.SHOOT, bows, target=target, item=0)) == "SNI_1"
        shot = action(b, Verb.SHOOT, archer, target=target, item=0)
        assert carry_out(b, shot, 3, 3, 1, 1, 1, 1).are_used_up()
        assert (b.characters[c].alive, b.figures[target].healthy) == (0, 20)

    @pytest.mark.clause("BAT-SNI-5", "BAT-CBT-2")
    def test_an_assassin(self):
        """One rank to cross: (4 - 2 + 5) // 2 + 4 = 7, death. The reply, (2 x 10) // 3 + 1 = 7, kills all three."""
        b, target, c = self.captain()
        killers, other, friend = add(b, "U9", 0, 40, 13.5), add(b, "O2", 1, 80, 55), add(b, "U1", 0, 10, 10)
        in_go(b, 0, (killers, Order.MELEE_ATTACK), (friend, Order.TURN), (other, Order.TURN))
        assert Verb.CHARGE in listed(b)
        assert forbidden_by(b, action(b, Verb.CHARGE, friend, target=target, item=0)) != ""
        attack = action(b, Verb.CHARGE, killers, target=target, item=0)
        assert carry_out(b, attack, 5, 4, 1, 1, 1, 1, 1).are_used_up()
        assert (b.characters[c].alive, b.figures[killers].healthy, b.figures[target].healthy) == (0, 0, 20)


class TestIndependents:
    @pytest.mark.clause("BAT-IND-3", "BAT-IND-2")
    def test_another_order_of_their_own(self):
        b = zones(field(independents="yes"))
        pack, orcs, other = add(b, "O6", 0, 40, 10), add(b, "O1", 0, 46, 10), add(b, "L1", 1, 40, 50, SOUTH)
        c = add_character(b, Role.GENERAL, orcs)
        b.characters[c].command, b.characters[c].radius = 3, 6.0
        b.figures[pack].fixed[:] = (Order.MOVE.value, Order.MELEE_ATTACK.value)
        b.figures[pack].cards[:], b.figures[pack].givers[:] = b.figures[pack].fixed, NONE
        b.figures[pack].given = 2
        b.phase, b.mover, b.turn, b.turns, b.goal = Phase.ORDERS, 0, 1, 10, Goal.NO_OTHER
        assert Verb.CHANGE_OWN in listed(b)
        change = action(b, Verb.CHANGE_OWN, pack, target=orcs, item=0, amount=Order.TURN)
        assert forbidden_by(b, action(b, Verb.CHANGE_OWN, orcs, target=orcs, item=0, amount=Order.TURN)) == "IND_1"
        shot = action(b, Verb.CHANGE_OWN, pack, target=orcs, item=0, amount=Order.SHOOTING_ATTACK)
        assert forbidden_by(b, shot) != ""  # they have nothing to shoot with
        carry_out(b, change)
        u = b.figures[pack]
        assert list(u.fixed) == list(u.cards) == [Order.TURN, Order.MELEE_ATTACK] and b.characters[c].spent == 2
        again = action(b, Verb.CHANGE_OWN, pack, target=orcs, item=1, amount=Order.TURN)
        assert forbidden_by(b, again) == "IND_3"  # one is left of its three, and it costs two
        assert b.figures[other].given == 0


class TestDisputes:
    @staticmethod
    def go(**switches):
        b = zones(field(**switches))
        i, other = add(b, "L1", 0, 40, 10), add(b, "O2", 1, 80, 55, SOUTH)
        return in_go(b, 0, (i, Order.MOVE), (other, Order.TURN))

    @pytest.mark.clause("BAT-TOP-2")
    def test_by_consent_of_both(self):
        b = self.go(disputes="die")
        assert Verb.DISPUTE in listed(b)
        carry_out(b, action(b, Verb.DISPUTE))
        assert (b.phase, b.mover) == (Phase.DISPUTE, 1) and listed(b) == {Verb.AGREE, Verb.LET}
        assert carry_out(b, action(b, Verb.AGREE), 4, 4, 3, 5).are_used_up()  # a tie throws again
        assert (b.phase, b.mover) == (Phase.EXECUTION, 0)
        assert forbidden_by(b, action(b, Verb.DISPUTE)) == "TOP_2"  # once a turn

    @pytest.mark.clause("BAT-TOP-2")
    def test_without_it_no_die_is_thrown(self):
        b = self.go(disputes="die")
        carry_out(b, action(b, Verb.DISPUTE))
        assert carry_out(b, action(b, Verb.LET)).are_used_up() and (b.phase, b.mover) == (Phase.EXECUTION, 0)
        assert forbidden_by(self.go(), action(b, Verb.DISPUTE)) == "TOP_2"


@pytest.mark.clause("BAT-OPT-2", "BAT-PRE-5")
def test_the_compass_is_thrown_for():
    b = zones(field())
    add(b, "L1", 0, 40, 10), add(b, "O2", 1, 80, 55, SOUTH)
    b.phase, b.compass, b.turns, b.goal = Phase.START, 1, 10, Goal.NO_OTHER
    thrown = Thrown(2, 5)
    sequence.setup(b, thrown.dice, new_log())
    assert thrown.are_used_up() and (b.phase, b.mover) == (Phase.COMPASS, 1)
    assert listed(b) == {Verb.SET_NORTH} and forbidden_by(b, action(b, Verb.SET_NORTH, amount=4)) == "OPT_2"
    carry_out(b, action(b, Verb.SET_NORTH, amount=1))
    assert b.north == 1 and b.phase == Phase.ORDERS


class TestPassedBy:
    @staticmethod
    def search():
        """Rangers in a wood, their front at y 26; barrow guards lie hidden; no die is lower than the scout's 1."""
        b = zones(field(ambush="yes", reconnaissance="yes"))
        ground(b, Ground.WOOD, 30, 25, 50, 35)
        scout, hidden = add(b, "L7", 0, 40, 24.5), add(b, "U2", 1)
        b.figures[hidden].state = State.AMBUSH.value
        add(b, "L1", 0, 80, 10)
        in_go(b, 0, (scout, Order.RECONNAISSANCE), (add(b, "O2", 1, 80, 55, SOUTH), Order.TURN))
        assert carry_out(b, action(b, Verb.SCOUT, scout), 1, 3, 3, 3).are_used_up()
        assert (b.phase, b.mover) == (Phase.PASSED_BY, 1)
        return b, scout, hidden

    @pytest.mark.clause("BAT-REC-6", "BAT-REC-10")
    def test_they_come_out_and_attack(self):
        b, scout, hidden = self.search()
        assert listed(b) == {Verb.COME_OUT, Verb.LET}
        assert forbidden_by(b, action(b, Verb.COME_OUT, hidden, x=40.0, y=33.1, facing=SOUTH)) == "REC_6"
        carry_out(b, action(b, Verb.COME_OUT, hidden, x=40.0, y=30.0, facing=SOUTH))
        assert b.phase == Phase.AT_ONCE and b.figures[hidden].state == State.FIELD
        # (4 x 5 + 2) // (3 + 1 of the wood) + 4 = 9: all rangers. (2 x 3 - 3) // (5 + 2) + 5 = 5, Cut on Cut: 2
        attack = action(b, Verb.CHARGE, hidden, target=scout, mode=Mode.FREE)
        assert carry_out(b, attack, 2, 1, 4, 2, 3, 5).are_used_up()
        assert (b.figures[scout].healthy, b.figures[hidden].healthy) == (0, 18)

    @pytest.mark.clause("BAT-REC-6", "BAT-AMB-17", "BAT-ORD-15")
    def test_they_stay_hidden(self):
        b, _, hidden = self.search()
        seen = b.copy()
        hiding.redact(seen, 0)
        assert seen.striker == NONE  # who was tested is not told
        carry_out(b, action(b, Verb.LET))
        assert b.figures[hidden].state == State.AMBUSH and b.mover == 1


class TestLeaving:
    @staticmethod
    def knights(left=0, goal=Goal.EXIT):
        """Knights whose front is a step from the northern edge."""
        b = zones(field())
        i = add(b, "L6", 0, 45, 57)
        in_go(b, 0, (i, Order.MOVE), (add(b, "O2", 1, 80, 55, SOUTH), Order.TURN))
        add(b, "L1", 0, 10, 10)
        b.sides[0].left, b.goal = left, goal
        return b, i

    @pytest.mark.clause("BAT-ARM-22", "BAT-ACT-19")
    def test_by_the_enemys_edge(self):
        b, i = self.knights()
        assert forbidden_by(b, action(b, Verb.MOVE, i, y=57.9)) == ""
        carry_out(b, action(b, Verb.MOVE, i, y=58.5))
        assert (b.figures[i].state, b.sides[0].left) == (State.LEFT, 1)
        b, i = self.knights(goal=Goal.NO_OTHER)
        assert forbidden_by(b, action(b, Verb.MOVE, i, y=58.5)) == "DEF_33"

    @pytest.mark.clause("BAT-ARM-22", "BAT-EXE-8")
    def test_the_third_wins(self):
        b, _ = self.knights(left=2)
        out = np.zeros(MAX_LEGAL, ACTION)
        n = offers.legal_actions(b, out)
        over = [out[k] for k in range(n) if out[k].y > 58]
        assert over and all(forbidden_by(b, one) == "" for one in over)
        carry_out(b, over[0])
        assert (b.phase, b.winner) == (Phase.OVER, 0)


class TestReserves:
    @pytest.mark.clause("BAT-DEP-9")
    def test_called_in_by_the_general(self):
        b = zones(field())
        lead, waits = add(b, "L3", 0, 40, 10), add(b, "L1", 0)
        b.figures[waits].state = State.RESERVE.value
        c = add_character(b, Role.GENERAL, lead)
        b.characters[c].command = 2
        add(b, "O2", 1, 80, 55, SOUTH)
        b.phase, b.mover, b.turn, b.turns, b.goal, b.reserves_from = Phase.ORDERS, 0, 1, 10, Goal.NO_OTHER, 2
        call = action(b, Verb.GIVE, waits, target=lead, amount=Order.MOVE)
        assert forbidden_by(b, call) == "DEP_9"
        b.turn = 2
        assert forbidden_by(b, action(b, Verb.GIVE, waits, target=lead, amount=Order.TURN)) == "DEP_9"
        b.characters[c].role = Role.CAPTAIN.value
        assert forbidden_by(b, call) == "DEP_9"
        b.characters[c].role = Role.GENERAL.value
        carry_out(b, call)
        b.phase, b.executor = Phase.EXECUTION, 0
        assert Verb.ENTER in listed(b)
        enter = action(b, Verb.ENTER, waits, x=20.0, y=4.1, facing=NORTH)
        assert forbidden_by(b, enter) == "DEP_9"  # its front would be 6.1 steps from the edge
        enter.y = 4.0
        carry_out(b, enter)
        u = b.figures[waits]
        assert (u.state, u.x, u.y, u.fy) == (State.FIELD, 20, 4, 1)

    @pytest.mark.clause("BAT-DEP-9", "BAT-EXE-7")
    def test_without_an_entrance_the_order_is_spent(self):
        b = zones(field())
        waits = add(b, "L1", 0)
        b.figures[waits].state = State.RESERVE.value
        ground(b, Ground.BUILDING, 0, 0, 90, 8)
        in_go(b, 0, (waits, Order.MOVE), (add(b, "O2", 1, 80, 55, EAST), Order.TURN))
        assert listed(b) == {Verb.DISCARD}
        carry_out(b, action(b, Verb.DISCARD, waits, amount=Order.MOVE))
        assert b.figures[waits].state == State.RESERVE


@pytest.mark.clause("BAT-WOU-9", "BAT-WOU-13", "BAT-EXE-7", "BAT-EXE-10")
def test_nobody_moves_whose_warriors_all_lie_wounded():
    b = zones(field(wounded="yes"))
    i = add(b, "L1", 0, 40, 10)
    b.figures[i].healthy, b.figures[i].wounded = 0, 4
    in_go(b, 0, (i, Order.MOVE), (add(b, "O2", 1, 80, 55, SOUTH), Order.TURN))
    assert forbidden_by(b, action(b, Verb.MOVE, i)) == "WOU_9" and listed(b) == {Verb.DISCARD}


@pytest.mark.clause("BAT-EXE-10")
def test_standing_still_is_always_a_move():
    """Even where somebody else's base lies over the own, as after a retreat."""
    b = zones(field())
    i = add(b, "L1", 0, 40, 10)
    add(b, "L2", 0, 42, 10)
    in_go(b, 0, (i, Order.MOVE), (add(b, "O2", 1, 80, 55, SOUTH), Order.TURN))
    assert forbidden_by(b, action(b, Verb.MOVE, i)) == ""
    about = action(b, Verb.MOVE, i, facing=EAST, n_via=1)
    assert forbidden_by(b, about) == "ACT_4"  # and it turns nobody


@pytest.mark.clause("BAT-SKL-5", "BAT-SKL-4")
def test_a_shot_by_a_friends_eyes_is_listed():
    """A wood hides orcs from bombards, whose reach of 30 ends at their front; pikemen beside them see them."""
    b = zones(field())
    guns, orcs = add(b, "L8", 0, 40, 10), add(b, "O1", 1, 40, 43, SOUTH)
    ground(b, Ground.WOOD, 20, 15, 60, 25)
    add(b, "L2", 0, 40, 30)
    in_go(b, 0, (guns, Order.SHOOTING_ATTACK), (orcs, Order.TURN))
    assert listed(b) == {Verb.SHOOT}


@pytest.mark.clause("BAT-INI-3", "BAT-INI-4")
def test_who_must_act_and_has_nothing_to_cast_at_passes():
    """A mage with one mana alone with its battalion, which has Stone Skin and Swift Feet, among mists enough."""
    b = zones(field())
    i = add(b, "L2", 0, 40, 10)
    c = add_character(b, Role.MAGE, i)
    b.characters[c].mana = 1
    in_go(b, 0, (add(b, "O2", 1, 80, 55, SOUTH), Order.TURN))
    b.must_act = 1
    assert forbidden_by(b, action(b, Verb.PASS)) == "INI_3"
    b.figures[i].protection_plus, b.figures[i].speed_plus, b.n_mists = 2, 3.0, len(b.mists)
    assert forbidden_by(b, action(b, Verb.PASS)) == "" and listed(b) == {Verb.PASS}


@pytest.mark.clause("BAT-AMB-2", "BAT-AMM-2")
def test_an_ambush_without_ammunition_is_offered_no_shot():
    b = zones(field(ambush="yes", ammunition="yes"))
    hidden, other = add(b, "U4", 0), add(b, "O2", 1, 80, 55, SOUTH)
    b.figures[hidden].state = State.AMBUSH.value
    b.phase, b.mover, b.turn, b.turns, b.goal = Phase.ORDERS, 0, 1, 10, Goal.NO_OTHER
    out = np.zeros(MAX_LEGAL, ACTION)
    for shots, orders in ((0, {Order.MOVE}), (1, {Order.MOVE, Order.SHOOTING_ATTACK})):
        b.sides[0].ammunition = shots
        assert listed(b) >= {Verb.GIVE, Verb.READY}
        n = offers.legal_actions(b, out)
        given = {Order(int(out[k].amount)) for k in range(n) if out[k].verb == Verb.GIVE and out[k].actors[0] == hidden}
        assert given == orders
    assert b.figures[other].given == 0


@pytest.mark.clause("BAT-EXE-3", "BAT-AMB-3")
def test_an_order_from_ambush_may_follow_a_cancelled_one():
    b = zones(field(ambush="yes"))
    hidden, friend = add(b, "U4", 0), add(b, "L2", 0, 10, 5)
    b.figures[hidden].state = State.AMBUSH.value
    for number, x in enumerate((40, 42, 44)):
        b.markers[ambush.add_marker(b, Thing.AMBUSH.value, 0, hidden, x, 20)].true = int(number == 0)
    in_go(b, 0, (friend, Order.TURN), (add(b, "O2", 1, 80, 55, SOUTH), Order.TURN))
    ambush.order_in_ambush(b, hidden, Order.MOVE.value)
    carry_out(b, action(b, Verb.CANCEL, friend, amount=Order.TURN))
    assert listed(b) == {Verb.AMBUSH}
