"""Why an action is refused: the fact that decided, with its measure, its clause, and what is drawn for it."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from sandtable.table.battle import Battle
from sandtable.table.cases import answer

CASE = """
game: pursuit
phase: %s
table: {length: 60, breadth: 36}
quarry: {figures: [%s]}
hunters: {figures: [%s]}
city: [%s]
"""

SCOUT = "{id: S1, profile: scout_rider, at: [20, 18], facing: 90}"
FAR = "{id: G9, profile: winged_swarmer, at: [3, 33]}"


def chase(phase: str, quarry: str, hunters: str = FAR, city: str = "", **more: Any) -> Battle:
    data = dict(yaml.safe_load(CASE % (phase, quarry, hunters, city))) | more
    if not city:
        del data["city"]
    return answer(data, "case", seed=1).battle


def refused(battle: Battle, action: str) -> list[tuple[str, str | None]]:
    judgement = battle.judge(action)
    assert not judgement.legal
    return [(reason.text, reason.clause) for reason in judgement.reasons]


class TestMoves:
    """Turns, ways and paces."""

    battle = chase("movement", SCOUT)

    @pytest.mark.clause("PURS-MOV-4")
    def test_too_far(self) -> None:
        assert refused(self.battle, "move S1 to 26.3,18") == [
            ("Scout biker (S1) would go 6.3 inches; it may go 6 inches.", "PURS-MOV-4")
        ]

    @pytest.mark.clause("PURS-MOV-9")
    def test_too_far_even_accelerating(self) -> None:
        assert refused(self.battle, "move S1 to 32.2,18 mode accelerate") == [
            ("Scout biker (S1) would go 12.2 inches; it may go 12 inches.", "PURS-MOV-9")
        ]

    @pytest.mark.clause("PURS-MOV-5", "PURS-MOV-6")
    def test_turns(self) -> None:
        """From 22,18 to 24,21.46 it is 60 degrees; before that it went 2 inches. Then 1.5 inches and a turn."""
        assert refused(self.battle, "move S1 via 22,18 to 23,19.732")[0] == (
            "Scout biker (S1) would turn by 60 degrees; one turn is up to 45 degrees.", "PURS-MOV-5"
        )  # fmt: skip
        assert refused(self.battle, "move S1 via 21.5,18 to 23.5,20") == [
            ("Scout biker (S1) would turn after 1.5 inches; it must move 2 inches straight before each turn.",
             "PURS-MOV-6")
        ]  # fmt: skip
        assert refused(self.battle, "move S1 via 22,18 to 24,20 mode accelerate") == [
            ("Scout biker (S1) would turn after 2 inches; it must move 4 inches straight before each turn.",
             "PURS-MOV-6")
        ]  # fmt: skip

    @pytest.mark.clause("PURS-MOV-11")
    def test_ahead_and_somewhere(self) -> None:
        text, clause = refused(self.battle, "move S1 to 23,21 facing 45")[0]
        assert clause == "PURS-MOV-11"
        assert text == "Scout biker (S1) must move straight ahead; that way is 45 degrees off its heading."
        assert refused(self.battle, "move S1 to 20,18")[0][0] == "Leg 1 of Scout biker (S1)'s way ends where it begins."
        assert self.battle.judge("move S1 to 20,18").reasons[0].geometry == (20, 18, 20, 18)

    @pytest.mark.clause("PURS-MOV-11", "PURS-GEN-6")
    def test_without_a_facing_it_faces_as_it_rode(self) -> None:
        """2 inches east, then 2.828 north-east: it faces 45 degrees, and not as it did before."""
        action = self.battle.action("move S1 via 22,18 to 24,20")
        assert action.facing == 45 and self.battle.judge(action).legal
        assert self.battle.action("move S1 via 22,18 to 24,20 facing 90").facing == 90
        assert self.battle.action("move S1 to 24,18").facing == 90

    @pytest.mark.clause("PURS-SEQ-4")
    def test_not_in_this_step(self) -> None:
        assert refused(self.battle, "hold S1") == [("That cannot be done in this step: movement.", "PURS-SEQ-4")]


class TestShots:
    """Arc, sight, range, and whom nobody shoots at."""

    @pytest.mark.clause("PURS-SHO-2", "PURS-SHO-10")
    def test_arc_sight_and_range(self) -> None:
        hunters = ", ".join((
            "{id: G1, profile: winged_swarmer, at: [25, 24]}", "{id: G2, profile: winged_swarmer, at: [46, 18]}",
            "{id: G3, profile: winged_swarmer, at: [32, 18]}", FAR,
        ))  # fmt: skip
        battle = chase("shooting", SCOUT, hunters, "{id: P1, size: 3, box: [35, 16, 38, 20]}")
        while int(battle.record.active) != 0:
            battle.play(next(action for action in battle.legal() if action.text.startswith("hold")))
        assert refused(battle, "shoot S1 at G1 with gun1") == [
            ("The target is 50.2 degrees off Scout biker (S1)'s heading; the arc is 45 degrees to either side.",
             "PURS-SHO-2")
        ]  # fmt: skip
        assert refused(battle, "shoot S1 at G2 with gun1") == [
            ("Piece P1 hides the target from Scout biker (S1).", "PURS-SHO-10"),
            ("The target is 24.8 inches from Scout biker (S1), whose weapon reaches 24 inches.", "PURS-SHO-2"),
        ]
        assert battle.judge("shoot S1 at G2 with gun1").reasons[0].geometry == (20, 18, 46, 18), "the line of sight"
        assert refused(battle, "shoot S1 at S1 with gun1")[0][0].endswith("is on Scout biker (S1)'s own side.")
        assert refused(battle, "shoot mines S1 number 2 with gun1") == [
            ("There are no mines with the number 2 on the table.", "PURS-SPO-18")
        ]


@pytest.mark.clause("PURS-DEP-1", "PURS-DEP-2", "PURS-DEP-4", "PURS-DEP-5")
def test_setting_up() -> None:
    """The table is 60 long: 48 inches from the Arrival is x 12. A Gargoyle 12 inches from the Scout, base to base."""
    figures = "{id: S1, profile: scout_rider}", "{id: G1, profile: winged_swarmer}"
    battle = chase("start", *figures, "{id: P1, size: 2, box: [2, 2, 8, 8]}")
    assert refused(battle, "deploy G1 to 5,30")[0][1] == "PURS-DEP-4"
    assert refused(battle, "deploy S1 to 11.75,18") == [
        ("Scout biker (S1) would stand 47.5 inches from the Arrival; it must be 48 inches at least.", "PURS-DEP-1")
    ]
    assert refused(battle, "deploy S1 to 5,5") == [("Scout biker (S1) would touch piece P1.", "PURS-DEP-5")]
    battle.play("deploy S1 to 11,18")
    assert refused(battle, "deploy S1 to 11,18") == [("Scout biker (S1) is set up already.", "PURS-DEP-7")]
    assert refused(battle, "deploy G1 to 11,30") == [
        ("Gargoyle (G1) would stand 10.8 inches from Scout biker (S1); it must be 12 inches at least.", "PURS-DEP-2")
    ]


FRIEND = "{id: S2, profile: scout_rider, at: [24, 18], facing: 90}"


@pytest.mark.clause("PURS-MOV-9", "PURS-MOV-12", "PURS-MOV-14", "PURS-IMP-1", "PURS-IMP-2")
@pytest.mark.parametrize(
    ("others", "city", "action", "told"),
    [
        ("", "", "move S1 to 30,18 mode accelerate", ("ACCELERATES", "PURS-MOV-9")),
        ("", "", "move S1 to 24,18", ("RIDES", "PURS-MOV-4")),
        (f", {FRIEND}", "", "move S1 to 24,18", ("IS_STOPPED_BY", "PURS-MOV-12")),
        (", {id: G1, profile: winged_swarmer, at: [24, 18]}", "", "move S1 to 24,18", ("IS_STOPPED_BY", "PURS-MOV-14")),
        ("", "{id: B, intact: true, box: [24, 10, 30, 26]}", "move S1 to 25,18", ("RUNS_INTO_WALL", "PURS-IMP-1")),
    ],
)
def test_what_ends_a_move_cites_its_own_clause(others: str, city: str, action: str, told: tuple[str, str]) -> None:
    """A friend (MOV-12) is none of the enemies (MOV-14), who are fought."""
    hostile = others if "G1" in others else ""
    battle = chase("movement", SCOUT + others.removesuffix(hostile), FAR + hostile, city)
    if FRIEND in others:
        battle.play("stay S2 facing 90")
    elif hostile:
        battle.play("stay G1 facing 90")
    battle.play(action)
    events = [(event.code, str(event.clause)) for played in battle.history for event in played.events]
    assert told in events
