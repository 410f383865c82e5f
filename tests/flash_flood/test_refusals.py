"""Why an action is refused: the fact that decided, with its measure, its clause, and what is drawn for it."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from sandtable.table.battle import Battle
from sandtable.table.cases import answer


def battle_of(imperials: str, tyranids: str, phase: str = "movement", more: str = "") -> Battle:
    text = f"game: flash-flood\nphase: {phase}\nimperials: {{squads: [{imperials}]}}\n"
    return answer(dict(yaml.safe_load(f"{text}tyranids: {{squads: [{tyranids}]}}\n{more}")), "case", seed=1).battle


def refused(battle: Battle, action: Any) -> list[tuple[str, str | None]]:
    judgement = battle.judge(action)
    assert not judgement.legal
    return [(reason.text, reason.clause) for reason in judgement.reasons]


GUARD = "{id: A, models: [line_guard, line_guard], at: [[20, 3], [20, 4.2]]}"
FAR = "{id: Z, models: [gun_swarmer], at: [[3, 30]]}"


class TestMoves:
    """How far, past whom, into what."""

    battle = battle_of(GUARD, "{id: T, models: [gun_swarmer], at: [[26.5, 3]]}, " + FAR)

    @pytest.mark.clause("C40-MOV-1", "C40-MOV-2", "C40-MOV-3", "FLOOD-NET-13")
    def test_how_far_past_whom_into_what(self) -> None:
        """The Termagant's rim is at 26; at 24.7 the Guardsman's is at 25.2, and 0.8 inches are left."""
        assert refused(self.battle, "move A1 to 13.7,3") == [
            ("Guardsman (A1) would go 6.3 inches; it may go 6 inches.", "C40-MOV-1")
        ]
        assert refused(self.battle, "move A1 to 24.7,3") == [
            (
                "Guardsman (A1) would come as near as 0.8 inches to Termagant (T1); it must keep more than 1 inch off.",
                "C40-MOV-2",
            )
        ]
        assert refused(self.battle, "move A1 to 20,5.5") == [("Guardsman (A1) would stand in the masonry.",
                                                              "FLOOD-NET-13")]  # fmt: skip
        assert self.battle.judge("move A1 to 24.7,3").reasons[0].geometry == (20, 3, 24.7001953125, 3)

    @pytest.mark.clause("C40-MOV-7")
    def test_who_would_be_left_behind(self) -> None:
        """A1 at 16, A2 at 20 and 1.2 higher: 4.18 between the centres, 3.2 between the rims."""
        battle = battle_of(GUARD, FAR)
        assert battle.record.case_begins == 0, "the phase of the case has begun, and begins but once"
        battle.play("move A1 to 16,3")
        text, clause = refused(battle, "done")[0]
        assert clause == "C40-MOV-7"
        assert text == ("Guardsman (A2) is 3.2 inches from Guardsman (A1), the nearest of the others: its unit was "
                        "linked within 2 inches, and must be.")  # fmt: skip

    @pytest.mark.clause("FLOOD-MIS-13", "FLOOD-MIS-11", "FLOOD-MIS-6")
    def test_not_in_this_step_and_not_they(self) -> None:
        assert refused(self.battle, "run A1") == [("That cannot be done in this step: movement.", "FLOOD-MIS-13")]
        assert refused(self.battle, "take up Z1") == [
            ("It is the other side's turn, and not Termagant (Z1)'s.", "FLOOD-MIS-11")
        ]
        assert refused(self.battle, "pick up Z1 c1") == [
            ("Termagant (Z1) is no Imperial, and only they carry charges.", "FLOOD-MIS-6")
        ]


@pytest.mark.clause("C40-CHG-1", "C40-CHG-2", "C40-RUN-2")
def test_charges() -> None:
    """6 inches: the Termagant is 6.2 inches off, rim to rim. Another unit was shot at; and who has run may not."""
    foes = "{id: T, models: [gun_swarmer], at: [[27.2, 3]]}, {id: U, models: [gun_swarmer], at: [[25, 3]]}"
    one = "{id: A, models: [line_guard], at: [[20, 3]]}"
    battle = battle_of(one, foes, "charging")
    assert refused(battle, "charge A1 at T1") == [
        ("Termagant (T1) is 6.2 inches from Guardsman (A1), who charges 6 inches at most.", "C40-CHG-1")
    ]
    two = "{id: A, models: [line_guard], at: [[20, 3]]}, {id: B, models: [line_guard], at: [[20, 4.2]]}"
    battle = battle_of(two, foes, "charging", "units: {A: {shot_at: T1}}\n")
    assert refused(battle, "charge A1 at U1") == [("Squad A shot at Squad T and may charge no other.", "C40-CHG-2")]
    battle = battle_of(two, foes, "charging", "units: {A: {run: 3}}\n")
    assert refused(battle, "charge A1 at U1") == [("Squad A has run and is not fleet.", "C40-CHG-2")]


@pytest.mark.clause("FLOOD-MIS-4", "FLOOD-MIS-14")
def test_setting_up() -> None:
    """Imperials start within 8 inches on foot of N4, (33, 3)."""
    battle = battle_of("{id: A, models: [line_guard, line_guard]}", "{id: Z, models: [gun_swarmer]}", "start")
    assert refused(battle, "deploy A1 to 33,5") == [
        ("A whole unit is set up at once; the action leaves 1 model of Squad A out.", "FLOOD-MIS-14")
    ]
    assert refused(battle, "deploy Z1 to 3,31") == [("The other side sets up first, and not Termagant (Z1).",
                                                     "FLOOD-MIS-4")]  # fmt: skip
    assert refused(battle, "deploy A1 A2 each 33,5 33,11.5") == [
        ("Guardsman (A2) would stand 8.5 inches on foot from its side's node; it may be 8 inches.", "FLOOD-MIS-4")
    ]
    assert refused(battle, "deploy A1 A2 each 33,5 33,9") == [
        ("Squad A would not be linked there: each model within 2 inches of another, in one chain.", "FLOOD-MIS-14")
    ]
    battle.play("deploy A1 A2 each 33,5 33,7")
    assert refused(battle, "deploy A1 A2 each 33,5 33,7")[0][1] == "FLOOD-MIS-4"


@pytest.mark.clause("FLOOD-MIS-14")
def test_wide_bases_are_set_up_before_narrow_ones() -> None:
    """A Warrior's base is 1.6 inches wide, a Termagant's 1: were these first, they could leave it no place."""
    battle = battle_of(
        "{id: A, models: [line_guard]}", "{id: Z, models: [gun_swarmer]}, {id: W, models: [brood_warrior]}", "start"
    )
    battle.play("deploy A1 to 33,5")
    assert refused(battle, "deploy Z1 to 3,31") == [
        ("Squad W has wider bases than Squad Z and is set up first.", "FLOOD-MIS-14")
    ]
    assert {action.figures for action in battle.legal()} == {("W1",)}
    battle.play("deploy W1 to 3,31")
    battle.play("deploy Z1 to 3,29.2")


@pytest.mark.clause("C40-MOR-3")
def test_regrouping() -> None:
    """Two of five left, no Marines; an enemy exactly 6 inches off, rim to rim, is within 6."""
    own = GUARD + ", {id: B, models: [line_guard], at: [[33, 10]]}"
    fleeing = "units: {A: {falling_back: true}, B: {falling_back: true}}\n"
    near = battle_of(own, "{id: T, models: [gun_swarmer], at: [[27, 3]]}", "rallying", fleeing)
    assert refused(near, "regroup A1") == [
        (
            "Termagant (T1) is 6 inches from Guardsman (A1), and keeps its unit from regrouping within 6 inches.",
            "C40-MOR-3",
        )
    ]
    assert near.judge("regroup B1").legal, "its owner says which of two is next"
    assert refused(near, "regroup T1") == [("It is the other side's turn, and not Termagant (T1)'s.", "FLOOD-MIS-11")]
