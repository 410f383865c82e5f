"""Ambush: who crawls to an enemy unseen."""

from __future__ import annotations

import pytest

from inter_arma.field import (
    BACK,
    CRAWL,
    CRAWLER,
    CROWD,
    FAR,
    FATIGUE,
    FIRST,
    HORSE,
    SAVE,
    Field,
    armored,
    dice_of,
    fight,
    man,
    rider,
    shield,
    silent,
)
from sandtable.games.inter_arma.clauses import Clause, Code
from sandtable.games.inter_arma.record import Phase, State, Verb
from sandtable.games.inter_arma.rules.ambush import victims_of
from sandtable.games.inter_arma.rules.melee import who_strikes_first
from sandtable.games.inter_arma.rules.turns import clear_figure


class TestAmbush:
    """Example 19."""

    @staticmethod
    def ambush(victim: dict, dice: list, **options: str) -> Field:  # type: ignore[type-arg]
        field = Field([man(40, 38), *BACK], [{**victim, "at": [40, 42], "facing": "N"}, *CROWD], **options)
        field.move(0, (40, 40), CRAWL)
        assert field.b.figures[0].ambushes != 0
        return field.done().done(dice=dice)

    @pytest.mark.clause("IA-AMBUSH-1", "IA-AMBUSH-2", "IA-AMBUSH-3", "IA-AMBUSH-10", "IA-AMBUSH-12")
    def test_saves_are_reduced(self) -> None:
        assert self.ambush(armored(0, 0, klass="elite"), [(SAVE, 2)]).state(9) == "wounded"
        field = self.ambush(shield(0, 0), [(SAVE, 5)])
        assert field.state(9) == "wounded" and field.b.figures[0].lying == 0

    @pytest.mark.clause("IA-AMBUSH-1", "IA-COMBAT-3")
    @pytest.mark.parametrize(("y", "state", "falls"), [(42, State.ABLE, 1), (44, State.ABLE, 0), (42, State.DEAD, 0)])
    def test_it_falls_on_who_is_able_and_still_in_contact(self, y: float, state: State, falls: int) -> None:
        field = Field([man(40, 38), *BACK], [shield(40, 42), *CROWD])
        field.move(0, (40, 40), CRAWL)
        field.b.figures[9].y, field.b.figures[9].state = y, state.value
        assert victims_of(field.b, 0) == falls << 9

    @pytest.mark.clause("IA-AMBUSH-4", "IA-AMBUSH-5", "IA-AMBUSH-7", "IA-AMBUSH-13")
    def test_a_regular_strikes_first_next_turn(self) -> None:
        field = self.ambush(shield(0, 0), [(SAVE, 6)])
        assert field.state(0) == "able" and field.b.figures[9].first_over == 1 << 0
        field.b.turn = 2
        assert who_strikes_first(field.b, 0, 9, dice_of(), silent()) == 9
        conscript = self.ambush(shield(0, 0, klass="conscript"), [(SAVE, 6)])
        assert conscript.b.figures[9].first_over == 1 << 0

    @pytest.mark.clause("IA-AMBUSH-5", "IA-MORALE-27", "IA-MELEE-1")
    @pytest.mark.parametrize(
        ("ambushed", "routs", "why"),
        [(1, 0, Clause.AMBUSH_5), (0, 1, Clause.MORALE_27), (1, 1, Clause.MORALE_27), (0, 0, Clause.MELEE_1)],
    )
    def test_the_log_says_by_which_clause_one_strikes_first(self, ambushed: int, routs: int, why: Clause) -> None:
        more = [(9, "first_over", ambushed), (0, "routing", routs)]
        dice = [] if ambushed or routs else [(FIRST, 1), (FIRST, 6)]
        saves = [(SAVE, 6)] if routs else [(SAVE, 6), (SAVE, 6)]
        field = Field([man(40, 40), *BACK], [man(40, 42), *CROWD], phase="melee", more=more, dice=[*dice, *saves])
        told = [entry for entry in field.log.entries[: int(field.log.n)] if entry.code == Code.STRIKES_FIRST]
        assert [Clause(int(entry.clause)) for entry in told] == [why]

    @pytest.mark.clause("IA-AMBUSH-5", "IA-AMBUSH-8", "IA-AMBUSH-13")
    def test_of_two_ambushers_either_is_struck_first_by_whom_they_fell_upon(self) -> None:
        """Whichever of them it meets alone in the next turn, and nobody else, and in no later turn."""
        foes = [shield(40, 42, 45), *CROWD]
        field = Field([man(40, 38), man(36, 42), *BACK], foes)
        field.move(0, (40, 40), CRAWL).move(1, (38, 42), CRAWL).done().done()
        field.play(Verb.FIGHT, 1, target=10, dice=[(SAVE, 6), (SAVE, 6)])
        b = field.b
        assert (b.turn, field.state(10)) == (2, "able")
        assert [who_strikes_first(b, i, 10, dice_of(), silent()) for i in (0, 1)] == [10, 10]
        assert who_strikes_first(b, 2, 10, dice_of((FIRST, 6), (FIRST, 1)), silent()) == 2
        clear_figure(b, 10)  # turn 2 is over
        assert b.figures[10].first_over == 0

    @pytest.mark.clause("IA-AMBUSH-5", "IA-AMBUSH-12", "IA-AMBUSH-13")
    def test_who_is_ambushed_turn_after_turn_has_each_first_blow_in_its_own_turn(self) -> None:
        """In turn 1 by the one, in turn 2 by the other: in turn 2 it strikes the one first, in turn 3 the other alone.

        Each of its saves is a 6: less 2 it is a 4, saved. The one's save, of a blow without dice, is a 6 as well.
        """
        field = Field([man(40, 38), man(36, 40), *BACK], [shield(40, 42), *CROWD])
        field.move(0, (40, 40), CRAWL).done().done(dice=[(SAVE, 6)])
        field.play(Verb.DECLARE, 1, mode=CRAWL, dice=[(FATIGUE, 5)]).move(1, (38.1, 41.376), CRAWL)
        field.done().done(dice=[(SAVE, 6), (SAVE, 6), (SAVE, 6)])
        b = field.b
        assert (b.turn, field.states(0, 1, 10)) == (3, ["able", "able", "able"])
        assert who_strikes_first(b, 1, 10, dice_of(), silent()) == 10
        assert who_strikes_first(b, 0, 10, dice_of((FIRST, 6), (FIRST, 1)), silent()) == 0

    @pytest.mark.clause("IA-AMBUSH-2", "IA-AMBUSH-3", "IA-CAV-6", "IA-CAV-7")
    @pytest.mark.parametrize(("die", "troop"), [(5, 0), (6, 3)])
    def test_from_ambush_a_horse_saves_at_2_less(self, die: int, troop: int) -> None:
        """Its row is 3/2: 5 - 2 loses the horse, and its regular rider does not strike back now; 6 - 2 is saved."""
        field = Field([man(40, 37.5), *BACK], [rider(40, 42), *CROWD])
        field.move(0, (40, 39.5), CRAWL).done().done(dice=[(HORSE, 3), (SAVE, die)])
        assert field.state(9) == "able" and field.b.figures[9].troop == troop

    @pytest.mark.clause("IA-AMBUSH-6")
    def test_a_commander_strikes_back_at_once(self) -> None:
        field = self.ambush(armored(0, 0, klass="commander"), [(SAVE, 2), (SAVE, 1)])
        assert field.state(0) == "dead" and field.state(9) == "able"

    @pytest.mark.clause("IA-AMBUSH-8")
    @pytest.mark.parametrize("first", [0, 1])
    def test_a_commander_strikes_back_once_at_several(self, first: int) -> None:
        """At the one who falls on it first, whom its enemies choose: 6 saves the commander, 1 kills who is struck."""
        field = Field([man(40, 38), man(36, 42), *BACK], [armored(40, 42, 45, klass="commander"), *CROWD])
        field.move(0, (40, 40), CRAWL).move(1, (38, 42), CRAWL).done().done()
        assert field.b.phase == Phase.AMBUSHES and field.side() == 0
        assert [field.reasons(Verb.FIGHT, k, target=10) for k in (0, 1, 2)] == [[], [], ["NO_AMBUSH"]]
        field.play(Verb.FIGHT, first, target=10, dice=[(SAVE, 6), (SAVE, 1), (SAVE, 6)])
        assert field.states(first, 1 - first, 10) == ["dead", "able", "able"]

    @pytest.mark.clause("IA-AMBUSH-9")
    def test_house_rule_from_behind(self) -> None:
        for option, ambushes in (("none", 0), ("as_ambush", 1 << 1)):
            field = Field([man(40, 36), man(70, 10)], [man(40, 42, "N")], rear_attack=option)
            field.move(0, (40, 40))
            assert field.b.figures[0].ambushes == ambushes << 1

    @pytest.mark.clause("IA-AMBUSH-9", "IA-COMBAT-2", "IA-AMBUSH-2")
    def test_house_rule_from_behind_by_closing_up(self) -> None:
        """1 cm behind its back: by house rule no dice for the first blow, and a save of 5 - 2 on the row of shields."""
        own = [man(40, 40), *BACK]
        field = Field(own, [shield(40, 43), *CROWD], phase="closing", rear_attack="as_ambush")
        field.play(Verb.CLOSE, 0, to=(40, 41), dice=[(SAVE, 5)])
        assert field.state(9) == "wounded"
        plain = Field(own, [shield(40, 43), *CROWD], phase="closing")
        plain.play(Verb.CLOSE, 0, to=(40, 41), dice=[(FIRST, 6), (FIRST, 1), (SAVE, 5), (SAVE, 6)])

    @pytest.mark.clause("IA-AMBUSH-11")
    def test_the_victim_does_not_know(self) -> None:
        field = Field([man(40, 38)], [man(40, 42, "N", "bow", klass="hero"), FAR])
        field.move(0, (40, 40), CRAWL)
        assert field.side() == 1
        assert field.reasons(Verb.BREAK, 1) == ["IS_UNAWARE"] and field.reasons(Verb.RETREAT, 1) == ["IS_UNAWARE"]
        assert field.reasons(Verb.STAND, 1, facing="S") == ["IS_UNAWARE"]

    @pytest.mark.clause("IA-AMBUSH-1", "IA-CRAWL-7")
    def test_a_seen_crawler_has_no_ambush(self) -> None:
        field = Field([man(40, 38), man(70, 10)], [man(40, 42, "S"), FAR])
        field.move(0, (40, 40), CRAWL, dice=[(CRAWLER, 1)])
        assert field.b.figures[0].ambushes == 0

    @pytest.mark.clause("IA-CRAWL-11")
    def test_who_fights_otherwise_gets_up(self) -> None:
        field = fight([man(40, 40, lying=True)], [man(42, 40)], [(FIRST, 6), (FIRST, 1), (SAVE, 6), (SAVE, 6)])
        assert field.b.figures[0].lying == 0

    @pytest.mark.clause("IA-AMBUSH-1", "IA-COMBAT-3")
    def test_of_two_whom_they_reach_they_choose(self) -> None:
        foes = [man(39, 41.732), man(41, 41.732), *CROWD]
        field = Field([man(40, 38), *BACK], foes)
        field.move(0, (40, 40), CRAWL).done().done()
        assert field.b.phase == Phase.AMBUSHES and field.side() == 0
        assert field.reasons(Verb.FIGHT, 0, target=11) == ["NO_AMBUSH"]
        assert field.reasons(Verb.FIGHT, 9, target=0) == ["NOT_YOURS"]
        field.play(Verb.FIGHT, 0, target=10, dice=[(SAVE, 1)])
        assert field.states(9, 10) == ["able", "dead"] and field.b.phase == Phase.MOVEMENT
