"""Massed combat by sorted dice and of more than six, and second ranks."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from inter_arma.field import (
    BACK,
    FIRST,
    MASSED,
    SAVE,
    Field,
    armored,
    dice_of,
    fight,
    foe,
    knight,
    man,
    shield,
    silent,
)
from sandtable.games.inter_arma.clauses import Code
from sandtable.games.inter_arma.record import Phase, Verb
from sandtable.games.inter_arma.rules.massed import _throw_group, begin_massed
from sandtable.games.inter_arma.rules.pairing import RANKS, fix_contacts, is_torn
from sandtable.kernel.dice import new_dice
from sandtable.kernel.dice_tree import next_leaf, start_walk
from sandtable.kernel.log import Kind
from tabletop import entries


class TestMassed:
    PAIRS = tuple((40 + 4 * k, 40) for k in range(4))

    def lines(self, dice: list, **options: str) -> Field:  # type: ignore[type-arg]
        """Four against four in pairs, all joined: the pairs touch those beside them."""
        own = [shield(40 + 2 * k, 40) for k in range(4)]
        return fight(own, [armored(40 + 2 * k, 42, "S") for k in range(4)], dice, **options)

    @pytest.mark.clause(
        "IA-MASS-1",
        "IA-MASS-2",
        "IA-MASS-3",
        "IA-MASS-4",
        "IA-MASS-6",
        "IA-MASS-7",
        "IA-MASS-12",
        "IA-MASS-13",
        "IA-MASS-17",
        "IA-MELEE-24",
    )
    def test_the_example(self) -> None:
        """Example 17."""
        dice = [(MASSED, v) for v in (5, 1, 6, 3)] + [(MASSED, v) for v in (2, 5, 5, 2)] + [(MASSED, 2), (MASSED, 4)]
        field = self.lines(dice)
        winners = [int(w) for w in field.b.fight.winners[: field.b.fight.n_blows]]
        assert winners == [0, 1, 0, 1] and field.side() == 0
        assert [int(throw.side) for throw in field.dice.thrown[:10]] == [0] * 4 + [1] * 4 + [
            0,
            1,
        ]  # each throws its own
        told = [(e.code, e.value, e.amount) for e in entries(field.log, Kind.EVENT)]
        ranks = [(Code(code).name, value, rank) for code, value, rank in told if "RANK" in Code(code).name]
        # as the rulebook prints it: 6 5, then 5 5 thrown again, 3 2, 1 2
        wins = [("WINS_RANK", 65, 1), ("RANK_IS_EVEN", 55, 2), ("WINS_RANK", 24, 2), ("WINS_RANK", 32, 3)]
        assert ranks == [*wins, ("WINS_RANK", 12, 4)]
        told = [(e.code, e.side, e.amount, e.value) for e in entries(field.log, Kind.OUTCOME)]
        assert told[0] == (Code.WIN_INITIATIVES, 0, 2, 4.0)  # two of four: what the chances before the dice tell apart
        b1, b2, b3 = (field.n_own + len(BACK) + k for k in range(3))
        field.play(Verb.STRIKE, 0, target=b1, dice=[(SAVE, 5), (SAVE, 2)])
        assert field.state(0) == "wounded" and field.side() == 1
        field.play(Verb.STRIKE, b2, target=1, dice=[(SAVE, 1)])
        assert field.state(1) == "dead"
        assert field.reasons(Verb.STRIKE, 3, target=b1) == ["DOES_NOT_TOUCH"]  # it does not touch B1
        field.play(Verb.STRIKE, 2, target=b3, dice=[(SAVE, 1), (SAVE, 4), (SAVE, 3)])
        assert field.states(0, 1, 2, 3) == ["wounded", "dead", "able", "able"]
        assert [foe(field, k) for k in range(4)] == ["able", "able", "dead", "able"]

    @pytest.mark.clause("IA-MASS-12", "IA-MASS-17")
    def test_who_has_struck_back_is_not_named_again(self) -> None:
        dice = [(MASSED, v) for v in (6, 5, 4, 3)] + [(MASSED, v) for v in (5, 4, 3, 2)]
        field = self.lines(dice)
        b1 = field.n_own + len(BACK)
        field.play(Verb.STRIKE, 0, target=b1, dice=[(SAVE, 6), (SAVE, 6)])
        assert field.b.figures[b1].struck == 1
        assert field.reasons(Verb.STRIKE, 0, target=b1) == ["HAS_STRUCK"]

    @pytest.mark.clause("IA-MASS-12", "IA-MASS-17")
    def test_who_has_struck_back_does_not_strike_back_again(self) -> None:
        own = [shield(40, 40), shield(42, 40)]
        dice = [(MASSED, 6), (MASSED, 5), (MASSED, 1), (MASSED, 2)]
        field = fight(own, [man(41, 41.73, "S"), man(43, 41.73, "S")], dice)
        b1 = field.n_own + len(BACK)
        field.play(Verb.STRIKE, 0, target=b1, dice=[(SAVE, 6), (SAVE, 6)])
        field.play(Verb.STRIKE, 1, target=b1, dice=[(SAVE, 6)])

    @pytest.mark.clause("IA-MASS-1", "IA-MASS-2", "IA-MASS-3", "IA-MASS-5")
    @pytest.mark.parametrize(("own", "other"), [(2, 2), (1, 3), (3, 1)])
    def test_the_tree_of_dice_has_the_chances_of_dice_thrown(self, own: int, other: int) -> None:
        """Every die of both groups is thrown, 1296 ways; an equal pair goes either way in half of them."""
        b = Field([man(40 + 2 * k, 40) for k in range(own)], [man(40 + 2 * k, 42, "S") for k in range(other)]).b
        b.fight.members[0], b.fight.members[1] = (1 << own) - 1, ((1 << other) - 1) << own
        b.fight.sides[0], b.fight.sides[1] = 0, 1
        thrown: dict[tuple[int, ...], Fraction] = {}
        for faces in product(range(1, 7), repeat=own + other):
            pairs = zip(sorted(faces[:own], reverse=True), sorted(faces[own:], reverse=True), strict=False)
            ranks = [(0, 1) if one == two else (int(one < two),) for one, two in pairs]
            ways = list(product(*ranks, *[(int(own < other),)] * abs(own - other)))  # dice left over win, too
            for winners in ways:
                thrown[winners] = thrown.get(winners, Fraction(0)) + Fraction(1, 1296 * len(ways))
        dice, walked = new_dice(0), {}
        start_walk(dice)
        for _ in thrown:
            begin_massed(b, dice, silent())
            assert dice.n_thrown == 1  # not four
            share = Fraction(int(dice.thrown[0].ways), int(dice.thrown[0].of))
            walked[tuple(int(winner) for winner in b.fight.winners[: b.fight.n_blows])] = share
            more = next_leaf(dice, 0)
        assert walked == thrown and not more

    @pytest.mark.clause("IA-MASS-2")
    def test_dice_are_sorted_downwards(self) -> None:
        """The highest comes last; nothing lies in the room that they need not."""
        faces = np.zeros(6, np.int64)
        _throw_group(0, 3, faces, dice_of((MASSED, 2), (MASSED, 4), (MASSED, 5)), silent())
        assert faces.tolist() == [5, 4, 2, 0, 0, 0]

    @pytest.mark.clause("IA-MASS-5")
    @pytest.mark.parametrize(("option", "blows"), [("win", 3), ("ignored", 2)])
    def test_surplus_dice(self, option: str, blows: int) -> None:
        own = [shield(40, 40), shield(42, 40), shield(44, 40)]
        dice = [(MASSED, 6), (MASSED, 5), (MASSED, 4), (MASSED, 1), (MASSED, 2)]
        field = fight(own, [man(40, 42, "S"), man(43, 41.73, "S")], dice, surplus_dice=option)
        assert field.b.fight.n_blows == blows and field.b.fight.winners[0] == 0

    @pytest.mark.clause("IA-MASS-14")
    def test_an_initiative_nobody_can_use_lapses(self) -> None:
        own = [shield(40, 40), shield(42, 40)]
        dice = [(MASSED, 6), (MASSED, 5), (MASSED, 1), (MASSED, 2)]
        field = fight(own, [man(40, 42, "S"), man(42, 42, "S")], dice)
        one = field.n_own + len(BACK)
        field.play(Verb.STRIKE, 0, target=one, dice=[(SAVE, 1), (SAVE, 1)])
        assert [foe(field, k) for k in range(2)] == ["dead", "dead"]

    @pytest.mark.clause("IA-MASS-15", "IA-MASS-16")
    def test_more_than_six_throw_once(self) -> None:
        own = [shield(40 + 2 * k, 40, klass="elite" if k < 4 else "regular") for k in range(7)]
        foes = [man(40 + 2 * k, 42, "S") for k in range(7)]
        dice = [(FIRST, 3), (FIRST, 4), (FIRST, 4), (FIRST, 4)]  # 3 + 1 against 4: again; 5 against 4
        field = fight(own, foes, dice + [(SAVE, 1)] + [(SAVE, 6)] * 6 + [(SAVE, 6)] * 5 + [(SAVE, 1)])
        assert [foe(field, k) for k in range(7)] == ["dead"] + ["able"] * 6
        assert field.states(*range(7)) == ["able"] * 6 + ["dead"]

    @pytest.mark.clause("IA-MASS-16")
    def test_house_rule_in_sixes(self) -> None:
        own = [shield(40 + 2 * k, 40) for k in range(7)]
        foes = [man(40 + 2 * k, 42, "S") for k in range(7)]
        dice = [(MASSED, 6)] * 6 + [(MASSED, 1)] * 6 + [(MASSED, 1), (MASSED, 6)]
        field = fight(own, foes, dice, over_six="split_in_sixes")
        assert [int(w) for w in field.b.fight.winners[:7]] == [0] * 6 + [1]

    @pytest.mark.clause("IA-MASS-16")
    def test_of_more_than_six_each_says_whom_it_strikes(self) -> None:
        """Two lines, half a man apart: of two whom nobody has been named for, the player chooses; else the other."""
        own = [man(40 + 2 * k, 40) for k in range(7)]
        field = fight(own, [man(41 + 2 * k, 41.73, "S") for k in range(7)], [(FIRST, 1), (FIRST, 6)])
        one = field.n_own + len(BACK)
        assert field.b.phase == Phase.BLOWS and field.side() == 1
        assert [field.reasons(Verb.STRIKE, one, target=k) for k in range(3)] == [[], [], ["DOES_NOT_TOUCH"]]
        assert field.reasons(Verb.STRIKE, one + 1, target=1) == ["ANOTHER_SAYS_FIRST"]  # not its turn to say so
        field.play(Verb.STRIKE, one, target=1, dice=[(SAVE, 1)] + [(SAVE, 6)] * 6)
        assert field.states(0, 1, 2) == ["able", "dead", "able"]
        assert field.side() == 0  # 0 has but one before it; 2 strikes back at the second or the third
        field.play(Verb.STRIKE, 2, target=one + 2, dice=[(SAVE, 6), (SAVE, 1)] + [(SAVE, 6)] * 4)
        assert [foe(field, k) for k in range(4)] == ["able", "able", "dead", "able"]

    @pytest.mark.clause("IA-MASS-16", "IA-MASS-8", "IA-MASS-7")
    @pytest.mark.parametrize(("die", "saves"), [(6, 7 + 4), (1, 4 + 4)])
    def test_of_more_than_six_the_second_rank_strikes_and_does_not_strike_back(self, die: int, saves: int) -> None:
        """Four in front and three spears behind them, against four: all seven strike, or four strike back."""
        own = [*(man(40 + 2 * k, 40) for k in range(4)), *(man(40 + 2 * k, 38, "N", "spear") for k in range(3))]
        dice = [(FIRST, die), (FIRST, 7 - die)] + [(SAVE, 6)] * saves
        field = fight(own, [man(40 + 2 * k, 42, "S") for k in range(4)], dice)
        assert field.b.turn == 2 and field.states(*range(7)) == ["able"] * 7


class TestSecondRank:
    @pytest.mark.clause("IA-MASS-8", "IA-MASS-9", "IA-MASS-10", "IA-MASS-11", "IA-MASS-7")
    @pytest.mark.parametrize(
        ("weapon", "reaches"), [("spear", True), ("polearm", True), ("pike", True), ("sword", False)]
    )
    def test_past_a_friend(self, weapon: str, reaches: bool) -> None:
        """Example 18: T (10, 12), F (10, 10), S (10, 8)."""
        dice = [(FIRST, 6), (FIRST, 6), (FIRST, 1)] if reaches else [(FIRST, 1), (FIRST, 6), (SAVE, 6), (SAVE, 6)]
        field = fight([man(10, 10), man(10, 8, "N", weapon)], [man(10, 12, "S")], dice)
        if reaches:
            assert field.b.phase == Phase.BLOWS and field.side() == 0
            one = field.n_own + len(BACK)
            field.play(Verb.STRIKE, 1, target=one, dice=[(SAVE, 6), (SAVE, 6), (SAVE, 6)])
        assert field.states(0, 1) == ["able", "able"]

    @pytest.mark.clause("IA-MASS-10")
    def test_lances_from_horseback(self) -> None:
        b = Field([knight(10, 20), knight(10, 17, "N", "lance")], [man(10, 22.5, "S")]).b
        fix_contacts(b)
        assert b.figures[1].behind == 4

    @pytest.mark.clause("IA-MASS-8", "IA-MORALE-27", "IA-CRAWL-8")
    def test_who_routs_or_lies_behind_reaches_nobody(self) -> None:
        for field, reached in (("leads", 4), ("routing", 0), ("lying", 0)):
            b = Field([man(10, 20), man(10, 18, "N", "spear")], [man(10, 22)]).b
            b.figures[1][field] = 1
            fix_contacts(b)
            assert b.figures[1].behind == reached

    @pytest.mark.clause("IA-MASS-18")
    def test_who_is_in_contact_is_no_second_rank(self) -> None:
        b = Field([man(10, 20), man(10, 18, "N", "spear")], [man(10, 22), man(12, 18)]).b
        fix_contacts(b)
        assert b.figures[1].behind == 0

    @pytest.mark.clause("IA-MASS-18", "IA-COMBAT-3")
    def test_behind_two_melees_one_chooses(self) -> None:
        """S between F1 and F2, back to back: F1 alone with T1, then F2 and S against T2, as S has chosen."""
        own = [man(38, 38), man(40, 38, "N", "spear"), man(42, 38)]
        field = fight(own, [man(36, 38), man(44, 38)], [])
        one, other = field.n_own + len(BACK), field.n_own + len(BACK) + 1
        assert field.b.begun == RANKS and field.side() == 0
        assert field.reasons(Verb.FIGHT, 0, target=one) == ["REACHES_NOT"]
        field.play(Verb.FIGHT, 1, target=other)
        assert int(field.b.figures[1].behind) == 1 << other and field.told() == ["STANDS_BEHIND"]
        alone = [(FIRST, 6), (FIRST, 1), (SAVE, 6), (SAVE, 6)]
        field.play(Verb.FIGHT, 0, target=one, dice=[*alone, (FIRST, 6), (FIRST, 6), (FIRST, 1)])
        assert field.b.phase == Phase.BLOWS and field.reasons(Verb.STRIKE, 1, target=other) == []

    @pytest.mark.clause("IA-MASS-18")
    def test_behind_one_melee_nobody_asks(self) -> None:
        own = [man(39, 39.73), man(40, 38, "N", "spear"), man(41, 39.73)]
        b = Field(own, [man(39, 41.73), man(41, 41.73)]).b
        fix_contacts(b)
        assert int(b.figures[1].behind) == 0b11000 and not is_torn(b, 1)
