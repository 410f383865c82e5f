"""What is done to wounded men, and to civilians."""

from __future__ import annotations

import pytest

from inter_arma.field import (
    BACK,
    CROWD,
    FAR,
    FIRST,
    SAVE,
    WOUNDED,
    Field,
    dice_of,
    fight,
    man,
    silent,
)
from sandtable.games.inter_arma.clauses import Purpose
from sandtable.games.inter_arma.record import Phase, State, Verb
from sandtable.games.inter_arma.rules.wounded import fate_after_battle, may_deal_with


class TestWounded:
    @staticmethod
    def beside(klass: str = "regular", own: tuple = (), **options: str) -> Field:  # type: ignore[type-arg]
        return Field(
            [man(40, 40), *own, *BACK], [man(42, 40, wounded=True, klass=klass), *CROWD], phase="wounded", **options
        )  # fmt: skip

    @pytest.mark.clause("IA-WOUND-1", "IA-WOUND-3", "IA-WOUND-10", "IA-WOUND-11", "IA-WOUND-13")
    @pytest.mark.parametrize(("die", "state"), [(1, "dead"), (2, "dead"), (3, "wounded"), (4, "captured")])
    def test_the_soldiers_die(self, die: int, state: str) -> None:
        """Example 21."""
        field = self.beside()
        assert field.reasons(Verb.DISPATCH, 0, target=9, amount=1) == ["DIE_DECIDES"]
        field.play(Verb.DISPATCH, 0, target=9, dice=[(WOUNDED, die)])
        assert field.state(9) == state
        assert field.b.figures[0].left == (1 << 9 if state == "wounded" else 0)

    @pytest.mark.clause("IA-WOUND-3")
    def test_house_rule_two_leaves_them(self) -> None:
        assert (
            self.beside(wounded_two="left").play(Verb.DISPATCH, 0, target=9, dice=[(WOUNDED, 2)]).state(9) == "wounded"
        )

    @pytest.mark.clause("IA-WOUND-4")
    @pytest.mark.parametrize(("die", "state"), [(1, "wounded"), (2, "captured")])
    def test_a_hero(self, die: int, state: str) -> None:
        field = self.beside("hero")
        assert field.play(Verb.DISPATCH, 0, target=9, dice=[(WOUNDED, die)]).state(9) == state

    @pytest.mark.clause("IA-WOUND-2", "IA-WOUND-9", "IA-CLASS-5")
    def test_a_commander_in_range_decides(self) -> None:
        field = self.beside(own=(man(40, 69, klass="commander"),))
        assert field.reasons(Verb.DISPATCH, 0, target=10) == ["COMMANDER_DECIDES"]
        assert field.play(Verb.DISPATCH, 0, target=10, amount=2).state(10) == "captured"
        far = self.beside(own=(man(40, 74, klass="commander"),))
        assert far.reasons(Verb.DISPATCH, 0, target=10) == []
        no = self.beside(own=(man(40, 69, klass="hero", leads=False),))
        assert no.reasons(Verb.DISPATCH, 0, target=10) == []

    @pytest.mark.clause("IA-WOUND-10", "IA-WOUND-13")
    def test_not_while_an_enemy_holds_them(self) -> None:
        dice = [(FIRST, 6), (FIRST, 1), (SAVE, 6), (SAVE, 6)]
        field = fight([man(40, 40)], [man(42, 40, wounded=True), man(38, 40)], dice)
        assert field.b.phase != Phase.WOUNDED

    @pytest.mark.clause("IA-WOUND-10", "IA-WOUND-13", "IA-MORALE-27")
    def test_one_a_turn_each_and_nobody_who_routs(self) -> None:
        two = [man(42, 40, wounded=True), man(38, 40, wounded=True), *CROWD]
        field = Field([man(40, 40), man(44, 40), man(36, 40), *BACK], two, phase="wounded")
        field.play(Verb.DISPATCH, 0, target=11, dice=[(WOUNDED, 3)])
        assert field.reasons(Verb.DISPATCH, 0, target=12) == ["HAS_DEALT"]  # A0 has dealt with one
        assert field.reasons(Verb.DISPATCH, 1, target=11) == ["WAS_DEALT_WITH"]  # who was attacked once
        assert field.reasons(Verb.DISPATCH, 2, target=12) == []
        routs = Field([man(40, 40, routing=True), man(36, 40), *BACK], two, phase="wounded")
        assert routs.reasons(Verb.DISPATCH, 0, target=11) == ["IS_ROUTING"]
        assert routs.reasons(Verb.DISPATCH, 1, target=11) == []

    @pytest.mark.clause("IA-SENTRY-6", "IA-SENTRY-9")
    def test_nobody_of_a_camp_asleep_attacks_the_wounded(self) -> None:
        field = Field(
            [man(40, 40, wounded=True), *BACK], [man(42, 40), *CROWD], phase="wounded", foe_side={"alarm": True}
        )
        assert field.b.phase == Phase.MOVEMENT

    @pytest.mark.clause("IA-WOUND-5", "IA-WOUND-6", "IA-WOUND-7", "IA-WOUND-8")
    def test_after_the_battle(self) -> None:
        b = Field([man(40, 40, klass="hero"), man(44, 40)]).b
        fates = [
            [fate_after_battle(b, i, dice_of((Purpose.FATE, die)), silent()) for die in range(1, 7)] for i in (0, 1)
        ]
        assert fates == [[1, 1, 2, 2, 2, 2], [0, 0, 1, 1, 2, 2]]

    @pytest.mark.clause("IA-WOUND-10", "IA-WOUND-13")
    @pytest.mark.parametrize(
        ("state", "dealt", "may"),
        [(State.WOUNDED, 0, True), (State.ABLE, 0, False), (State.DEAD, 0, False), (State.WOUNDED, 1, False)],
    )
    def test_only_wounded_who_were_not_dealt_with_are(self, state: State, dealt: int, may: bool) -> None:
        b = self.beside().b
        b.figures[9].state, b.figures[9].dealt = state.value, dealt
        assert may_deal_with(b, 0, 9) == may

    @pytest.mark.clause("IA-WOUND-3", "IA-WOUND-10")
    def test_the_first_figure_of_all_may_be_the_wounded(self) -> None:
        field = Field([man(40, 40, wounded=True), *BACK], [man(42, 40), *CROWD], phase="wounded")
        assert field.side() == 1 and field.reasons(Verb.DISPATCH, 9, target=0) == []


class TestCivilians:
    @pytest.mark.clause("IA-GOAL-7", "IA-GOAL-8")
    def test_attacked_after_the_melees_and_never_striking_back(self) -> None:
        field = Field([man(40, 40), *BACK], [man(42, 40, klass="civilian"), *CROWD], phase="melee")
        assert field.b.phase == Phase.WOUNDED
        field.play(Verb.SLAY, 0, target=9, dice=[(SAVE, 2)])
        assert field.state(9) == "dead"

    @pytest.mark.clause("IA-GOAL-8", "IA-MOVE-31")
    def test_they_hold_nobody(self) -> None:
        field = Field([man(40, 40)], [man(42, 40, klass="civilian"), FAR])
        assert field.cannot_move(0, (36, 40)) == []


# ---------------------------------------------------------------- exact odds
