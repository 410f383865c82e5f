"""Positions in which two clauses meet: a herd driven by one who crawls, a retreat by a crawl, a hero who asks alone."""

from __future__ import annotations

from fractions import Fraction

import pytest

from inter_arma.field import CRAWL, FAR, MORALE, RUN, SAVE, WALK, Field, man
from inter_arma.test_concealment import HIDDEN, missing, told_to
from sandtable.games.inter_arma.record import Phase, Verb
from sandtable.kernel.log import Kind
from sandtable.table.cases import answer
from test_mended_positions import inter_arma

HERD = {"herds": [{"at": [40, 40], "owner": "foes"}]}


class TestDriving:
    @pytest.mark.clause("IA-GOAL-6", "IA-MOVE-9", "IA-MOVE-20", "IA-MOVE-25")
    def test_who_drives_crawling_lies_and_does_not_shoot(self) -> None:
        """4 cm is a crawl. In that turn it could otherwise shoot at one 20 cm before it, standing."""
        field = Field([man(42.5, 40, "N", "bow"), man(90, 10, "N", "bow")], [man(42.5, 59), man(90, 20)], case=HERD)
        field.play(Verb.DRIVE, 0, target=0, to=(42.5, 36), mode=CRAWL, facing="N")
        assert (int(field.b.figures[0].lying), int(field.b.figures[0].crawled)) == (1, 1)
        field.done().done()
        assert field.b.phase == Phase.SHOOTING and field.reasons(Verb.SHOOT, 1, target=3) == []
        assert field.reasons(Verb.SHOOT, 0, target=2) == ["LIES_DOWN"]

    @pytest.mark.clause("IA-GOAL-6", "IA-MOVE-20")
    def test_who_pays_for_lying_down_lies(self) -> None:
        """8 - 2 = 6 cm."""
        field = Field([man(42.5, 40)], case=HERD)
        assert field.reasons(Verb.DRIVE, 0, target=0, to=(42.5, 33.9), mode=WALK, amount=1) == ["MOVES_TOO_FAR"]
        assert field.play(Verb.DRIVE, 0, target=0, to=(42.5, 34), mode=WALK, amount=1).b.figures[0].lying == 1

    @pytest.mark.clause("IA-GOAL-6", "IA-SEQ-11")
    def test_whose_herd_it_is_sees_the_unseen_crawler_who_drives_it(self) -> None:
        """The third side, whose herd it is not, does not learn who drives it."""
        field = Field([man(42.5, 40, lying=True)], third=[man(5, 5), man(8, 5)], case=HERD | {"rain": True}, **HIDDEN)
        assert missing(field, 1) == missing(field, 2) == [0]
        field.play(Verb.DRIVE, 0, target=0, to=(42.5, 37), mode=CRAWL)
        assert (missing(field, 1), missing(field, 2)) == ([], [0])
        assert "DRIVES" in told_to(field, 1) and "DRIVES" not in told_to(field, 2)


class TestRetreating:
    @staticmethod
    def asked(*dice: int) -> Field:
        own = [man(40, 40), man(40, 60, klass="commander", squad="staff")]
        return Field(own, [man(42, 40), FAR]).play(Verb.RETREAT, 0, dice=[(MORALE, die) for die in dice])

    @pytest.mark.clause("IA-MORALE-25")
    def test_a_retreat_is_a_walk_or_a_run_and_breaking_contact_any_move(self) -> None:
        field = self.asked(4, 5)
        assert field.cannot_move(0, (37, 40), CRAWL) == ["RETREATS_ON_FOOT"]
        assert field.cannot_move(0, (37, 40), WALK) == field.cannot_move(0, (30, 40), RUN) == []
        archer = man(20, 20, "E", "bow", reached_by=["B0"])
        broken = Field([archer, man(70, 10)], [man(22, 20, "W", moved=True), FAR])
        assert broken.play(Verb.BREAK, 0, dice=[(SAVE, 3)]).cannot_move(0, (17, 20), CRAWL) == []

    @pytest.mark.clause("IA-MORALE-27", "IA-MORALE-34", "IA-MORALE-36")
    def test_a_hero_who_asks_alone_does_not_run_and_nobody_is_asked_to_hold_them(self) -> None:
        field = Field([man(40, 40, klass="hero"), man(60, 40, squad="two")], [man(42, 40), FAR])
        field.play(Verb.RETREAT, 0, dice=[(MORALE, 1), (MORALE, 1)])
        assert field.b.phase == Phase.MOVEMENT and field.told(Kind.OUTCOME) == ["STAYS_IN_CONTACT"]
        assert field.reasons(Verb.RETREAT, 0) == ["HAS_ASKED"]
        assert field.cannot_move(0, (36, 40)) == ["IS_IN_CONTACT"]

    @pytest.mark.clause("IA-MORALE-27", "IA-MORALE-28", "IA-MORALE-34")
    def test_a_hero_may_hold_a_man_who_asked_with_them(self) -> None:
        field = Field([man(40, 40, klass="hero"), man(40, 44)], [man(42, 40), man(42, 44), FAR])
        field.play(Verb.RETREAT, 0, 1, dice=[(MORALE, 1), (MORALE, 2)])
        assert field.b.phase == Phase.RALLY and [int(f.routing) for f in field.b.figures[:2]] == [0, 1]

    @pytest.mark.clause("IA-MORALE-22", "IA-MORALE-30")
    def test_the_log_says_that_a_retreat_costs_initiative(self) -> None:
        assert self.asked(4, 3).told(Kind.OUTCOME) == ["LOSES_INITIATIVE", "MAY_RETREAT"]
        assert self.asked(4, 5).told(Kind.OUTCOME) == ["MAY_RETREAT"]


@pytest.mark.clause("IA-MORALE-22", "IA-MORALE-26", "IA-MORALE-30")
def test_the_odds_of_a_retreat() -> None:
    """Two dice, nothing added: 6/36 to 4, 20/36 from 5 to 8, 10/36 above."""
    red = "[{id: A, at: [40, 40], facing: N}, {id: K, at: [40, 50], facing: N, class: hero, squad: staff}]"
    odds = inter_arma(red, "[{id: B, at: [42, 40], facing: S}]", "{phase: movement, actions: []}").battle.odds(
        "retreat A"
    )
    found = {("runs" in o.text, "lose initiative" in o.text): o.probability for o in odds.outcomes}
    assert found == {(True, False): Fraction(1, 6), (False, True): Fraction(5, 9), (False, False): Fraction(5, 18)}


@pytest.mark.clause("IA-NIGHT-6", "IA-NIGHT-13")
@pytest.mark.parametrize(("klass", "straight"), [("regular", Fraction(16, 36)), ("hero", Fraction(6, 36))])
def test_the_odds_of_a_heading(klass: str, straight: Fraction) -> None:
    """16/36 go straight (6 to 8). With a commander 6 and 8 are open to a change, and 7 is not."""
    night = "{phase: movement, night_until: 5, actions: []}"
    red = f"[{{id: A, at: [40, 40], facing: N, class: {klass}}}]"
    odds = inter_arma(red, "[{id: B, at: [60, 40], facing: S}]", night).battle.odds("head A to 40,40 facing 90")
    found = {o.text: o.probability for o in odds.outcomes}
    assert sum(found[text] for text in found if "where it meant" in text) == straight
    assert sum(found.values()) == 1 and "seen later" not in " ".join(found)
    assert any("show 8, and its commander may" in text for text in found) == (klass == "hero")


CRAWLERS = "[{id: A, at: [40, 40], facing: N, type: armored infantry}]"
TWO_WHO_LOOK = "[{id: B, at: [40, 60], facing: S}, {id: C, at: [44, 60], facing: S}]"


@pytest.mark.clause("IA-CRAWL-3", "IA-CRAWL-6", "IA-VIS-5")
@pytest.mark.parametrize(
    ("more", "chances"),
    [
        ("", {"is seen": Fraction(1, 2), "lies unseen": Fraction(1, 2)}),
        ("options: {crawl_test_per: observer}, ", {"is seen": Fraction(3, 4), "lies unseen": Fraction(1, 4)}),
        ("ground: [{kind: stream, box: [0, 38, 120, 42]}], ",
         {"is hidden in the water": Fraction(1, 2), "is seen": Fraction(1, 4), "lies unseen": Fraction(1, 4)}),
    ],
)  # fmt: skip
def test_the_odds_of_an_armored_crawler(more: str, chances: dict[str, Fraction]) -> None:
    """Two see it on 1 to 3 of one die, or of a die each; water hides it on 4 to 6 before."""
    battle = inter_arma(CRAWLERS, TWO_WHO_LOOK, f"{{phase: movement, {more}actions: []}}").battle
    odds = battle.odds("move A to 40,41 facing 0 mode crawl")
    assert {o.text.removeprefix("Regular (A) ").rstrip("."): o.probability for o in odds.outcomes} == chances


@pytest.mark.clause("IA-MORALE-28")
def test_the_odds_that_a_leader_holds_them() -> None:
    """The leader holds them on 3 to 6: of two leaders the player picks one."""
    red = (
        "[{id: A, at: [40, 40], facing: N, squad: one, routing: true}, {id: K, at: [40, 50], facing: N, class: hero,"
        " squad: staff}, {id: L, at: [44, 50], facing: N, class: hero, squad: staff}]"
    )
    odds = inter_arma(red, "[{id: B, at: [80, 40], facing: S}]", "{phase: end, actions: []}").battle.odds("rally K")
    assert sorted(o.probability for o in odds.outcomes) == [Fraction(1, 3), Fraction(2, 3)]


@pytest.mark.clause("IA-SENTRY-2", "IA-SENTRY-3", "IA-SENTRY-4")
def test_the_odds_that_two_sentries_sight_whom_they_watch() -> None:
    """One sees its man in the open on 4 to 6, the other in a wood on a 6: 5/12 neither, 1/12 both."""
    table = {
        "game": "inter-arma",
        "table": {"width": 120, "height": 90},
        "initiative": ["red", "blue"],
        "ground": [{"kind": "wood", "box": [75, 30, 85, 34]}],
        "sides": [
            {"key": "red", "figures": [
                {"id": "A", "at": [40, 32], "facing": 0}, {"id": "C", "at": [80, 32], "facing": 0}]},
            {"key": "blue", "alarm": True, "edge": "north", "figures": [
                {"id": "S", "at": [40, 50], "facing": 0, "sentry": True},
                {"id": "T", "at": [80, 50], "facing": 0, "sentry": True}]},
        ],
        "phase": "movement",
        "actions": [{"done": []}],
    }  # fmt: skip
    found = {o.text.count("sights"): o.probability for o in answer(table, "case").battle.odds("done").outcomes}
    assert (found[0], found[2]) == (Fraction(5, 12), Fraction(1, 12))
