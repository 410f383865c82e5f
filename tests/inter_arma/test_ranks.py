"""Who stands in one rank with whom, and whom a spear in the second rank keeps from closing up."""

from __future__ import annotations

import math

import pytest

from inter_arma.field import BACK, CROWD, FAR, FIRST, READER, SAVE, Field, fight, man, rider, shield
from sandtable.games.inter_arma.record import Phase, Verb
from sandtable.games.inter_arma.rules.pairing import fix_contacts, set_of
from sandtable.kernel.log import Kind
from tabletop import entries


def turned(degrees: float, *places: tuple[float, float]) -> list[tuple[float, float]]:
    """Places about (60, 45), turned clockwise."""
    way = math.radians(degrees)
    return [(60 + x * math.cos(way) + y * math.sin(way), 45 - x * math.sin(way) + y * math.cos(way)) for x, y in places]


def melee_of_first(own: list[tuple[float, float]], foes: list[tuple[float, float]]) -> int:
    """How many are in the melee of the first of both sides."""
    field = Field([man(*place) for place in own], [man(*place) for place in foes])
    fix_contacts(field.b)
    return int(set_of(field.b, 0, len(own))).bit_count()


@pytest.mark.clause("IA-MELEE-24")
@pytest.mark.parametrize("degrees", [0.0, 17.3, 45.0, 90.0, 200.1])
@pytest.mark.parametrize(
    ("other_foe", "together"),
    [
        ((2.0, 2.0), 4),  # the same side of the line through the friends, square to it
        ((2 + math.sqrt(2), math.sqrt(2)), 4),  # just 45 degrees off
        ((2 + 2 * math.sin(math.radians(46)), 2 * math.cos(math.radians(46))), 2),
        ((4.0, 0.0), 2),  # in the line of the friends, at the other's far side
        ((2.0, -2.0), 2),  # on the other side of the line: shoulder to shoulder, and no rank
    ],
)
def test_friends_make_one_rank_side_by_side(degrees: float, other_foe: tuple[float, float], together: int) -> None:
    """The friends stand at (0, 0) and (2, 0), the first one's enemy at (0, 2)."""
    own, foes = turned(degrees, (0, 0), (2, 0)), turned(degrees, (0, 2), other_foe)
    assert melee_of_first(own, foes) == together


@pytest.mark.clause("IA-MELEE-24")
@pytest.mark.parametrize("degrees", [0.0, 17.3, 90.0])
@pytest.mark.parametrize("skew", [0.0, 0.3, -0.3])
def test_back_to_back_are_two_melees(degrees: float, skew: float) -> None:
    """All four in a row, or nearly: enemy, friend, friend, enemy."""
    off = (4 - skew * skew) ** 0.5  # so that bases of 2 cm touch
    own, foes = turned(degrees, (0, 0), (0, 2)), turned(degrees, (skew, -off), (skew, 2 + off))
    assert melee_of_first(own, foes) == 2
    field = fight([shield(*p) for p in own], [shield(*p) for p in foes], [])
    assert field.b.phase == Phase.MELEE and field.side() == 0
    n = field.n_own + len(BACK)
    field.play(Verb.FIGHT, 0, target=n, dice=[(FIRST, 6), (FIRST, 1), (SAVE, 1), (FIRST, 1), (FIRST, 6), (SAVE, 1)])
    assert (field.state(n), field.state(1)) == ("dead", "dead")


@pytest.mark.clause("IA-MELEE-24")
def test_whom_one_enemy_joins_fight_together_wherever_they_stand() -> None:
    """Back to back, and the enemy between the fronts touches both: two on one and more are joined by contact."""
    assert melee_of_first([(60, 45), (60, 47)], [(58.268, 46), (60, 49)]) == 4


def closing(own: list, foes: list, **options: str) -> Field:  # type: ignore[type-arg]
    """The step of closing up; somebody else may, so that it lasts."""
    return Field([*own, man(90, 40)], [*foes, man(90, 43, "S"), *CROWD], phase="closing", **options)


@pytest.mark.clause("IA-COMBAT-2", "IA-MASS-8")
class TestSpearsBehind:
    SWORD = man(40, 43, "S")

    @pytest.mark.parametrize(
        ("own", "behind", "reasons"),
        [
            (man(40, 40), man(40, 45, "S", "spear"), ["SPEARS_AWAIT"]),
            (man(40, 40), man(41.4, 44.55, "S", "polearm"), ["SPEARS_AWAIT"]),  # 2.089 from the sword: contact
            (man(40, 40), man(41.5, 44.5, "S", "polearm"), []),  # 2.121: none
            (man(40, 40), rider(40, 45.5, "S", "lance"), ["SPEARS_AWAIT"]),
            (man(40, 40), man(40, 45, "S", "sword"), []),
            (man(40, 40, "N", "spear"), man(40, 45, "S", "spear"), []),  # who has one too fears none
            (man(40, 40), man(40, 45, "S", "spear", lying=True), []),  # strikes past nobody
        ],
    )
    def test_who_may_strike_counts(self, own: dict, behind: dict, reasons: list[str]) -> None:  # type: ignore[type-arg]
        assert closing([own], [self.SWORD, behind]).reasons(Verb.CLOSE, 0, to=(40, 41)) == reasons

    def test_a_spear_with_an_enemy_of_its_own_reaches_nobody_else(self) -> None:
        field = closing([man(40, 40), man(42, 45)], [self.SWORD, man(40, 45, "S", "spear")])
        assert field.reasons(Verb.CLOSE, 0, to=(40, 41)) == []

    @pytest.mark.clause("IA-COMBAT-2")
    def test_house_rule_those_touched(self) -> None:
        other = {"spears_await": "those_touched"}
        assert (
            closing([man(40, 40)], [self.SWORD, man(40, 45, "S", "spear")], **other).reasons(Verb.CLOSE, 0, to=(40, 41))
            == []
        )
        assert closing([man(40, 40)], [man(40, 43, "S", "spear")], **other).reasons(Verb.CLOSE, 0, to=(40, 41)) == [
            "SPEARS_AWAIT"
        ]

    @pytest.mark.clause("IA-COMBAT-2", "IA-SEQ-11")
    def test_a_spear_that_nobody_has_sighted_keeps_nobody_back(self) -> None:
        """Before the alarm a sentry has seen the sword come, not the spear of another group behind it."""
        for noted, reasons in ((0, []), (1, ["SPEARS_AWAIT"])):
            foes = [self.SWORD, man(40, 45, "S", "spear", squad="two"), man(90, 43, "S")]
            field = Field(
                [man(40, 40, sentry=True), man(90, 40, sentry=True)], foes, phase="closing",
                own_side={"alarm": True}, concealment="hidden",
                more=[(2, "noted", 1), (3, "noted", noted), (4, "noted", 1)],
            )  # fmt: skip
            assert field.reasons(Verb.CLOSE, 0, to=(40, 41)) == reasons

    def test_nobody_is_asked_where_a_spear_waits_behind(self) -> None:
        field = Field([man(40, 40)], [self.SWORD, man(40, 45, "S", "spear"), *CROWD], phase="closing")
        assert field.b.phase == Phase.CLOSING and field.side() == 1  # the sword may


@pytest.mark.clause("IA-COMBAT-2")
@pytest.mark.parametrize(("x", "y"), [(0, 4), (4, 0), (0, -4), (-4, 0), (2.8, -2.8)])
@pytest.mark.parametrize("more", [0.0, 0.1])
def test_a_side_is_asked_where_an_enemy_is_two_centimetres_away(x: float, y: float, more: float) -> None:
    """Whichever way the enemy stands, alone; and not where it is a millimetre farther."""
    far = 1.0 + more / 4.0
    field = Field([man(60, 45)], [man(60 + far * x, 45 + far * y)], phase="closing")
    assert (field.b.phase == Phase.CLOSING) == (more == 0.0)


@pytest.mark.clause("IA-COMBAT-2", "IA-MOVE-31")
@pytest.mark.parametrize("aside", [2.1, 2.11])
def test_closing_up_ends_at_the_first_contact_too(aside: float) -> None:
    """On 1.9 cm to the enemy ahead another is passed after 0.9 cm."""
    field = closing([man(40, 40)], [man(40, 43.9, "S"), man(40 + aside, 40.9, "W"), FAR])
    assert field.reasons(Verb.CLOSE, 0, to=(40, 41.9)) == (["CONTACT_ENDS"] if aside == 2.1 else [])


@pytest.mark.clause("IA-COMBAT-2", "IA-MOVE-31")
def test_the_first_of_all_figures_is_met_in_closing_up_too() -> None:
    """Figure 0 stands 2.1 cm aside of the way of one who closes up to figure 1."""
    own = [man(42.1, 40.9, "W"), man(40, 43.9, "S"), *BACK]
    field = Field(own, [man(40, 40), *CROWD], phase="closing", case={"initiative": ["foes", "own"]})
    assert field.reasons(Verb.CLOSE, len(own), to=(40, 41.9)) == ["CONTACT_ENDS"]


@pytest.mark.clause("IA-COMBAT-2", "IA-MOVE-30", "IA-MOVE-31", "IA-GOAL-8")
@pytest.mark.parametrize(
    ("other", "code", "clause", "free"),
    [
        (man(42.1, 41, "W"), "CONTACT_ENDS", "MOVE-31", 1.0),  # abreast after 1 cm
        (man(41.5, 42.5, klass="civilian"), "FIGURE_IN_THE_WAY", "MOVE-30", 2.5 - math.sqrt(4 - 1.5 * 1.5)),
    ],
)
def test_what_ends_closing_up_and_where(other: dict, code: str, clause: str, free: float) -> None:  # type: ignore[type-arg]
    """A soldier ends it by contact; a civilian, who holds nobody, is in the way where the bases meet, 2 cm apart."""
    field = closing([man(40, 40)], [man(40, 43.9, "S"), other])
    log = field.judged(field.action(Verb.CLOSE, 0, to=(40, 41.9)))
    assert (READER.codes(log, Kind.REASON), READER.clauses(log, Kind.REASON)) == ([code], [clause])
    (reason,) = entries(log, Kind.REASON)
    assert (reason.x, reason.y) == (40, 40) and reason.amount == math.floor(100 * free)
    assert (reason.x2, reason.y2, reason.value) == pytest.approx((40, 40 + free, free), abs=0.001)
