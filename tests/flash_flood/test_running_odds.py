"""What dice for inches may bring, told before they fall: runs, drowned ground, stragglers and units that go back."""

from __future__ import annotations

from fractions import Fraction

import pytest
import yaml

from sandtable.table.cases import answer

DROWNED = """
game: flash-flood
imperials: {squads: [{id: A, models: [line_guard, line_guard, line_guard], at: [[10, 3], [11.5, 3], [18, 3]]}]}
tyranids: {squads: [{id: T, models: [gun_swarmer], at: [[30, 3]]}]}
flooded: true
"""

TABLE = """
game: flash-flood
imperials: {squads: [{id: A, models: [line_guard], at: [[10, 3]]}]}
tyranids: {squads: [{id: T, models: [gun_swarmer], at: [[17, 3]]}]}
phase: shooting
"""


@pytest.mark.clause("C40-RUN-4")
def test_how_far_a_unit_may_run() -> None:
    """1 to 6 inches, each in one way of six."""
    odds = answer(yaml.safe_load(TABLE), "case").battle.odds("run A1")
    assert {outcome.probability for outcome in odds.outcomes} == {Fraction(1, 6)}
    assert sorted(outcome.text.split(" runs ")[1][0] for outcome in odds.outcomes) == list("123456")


def shares(phase: str, action: str) -> list[tuple[str, Fraction]]:
    """The sentences of an action's odds with how many of 36 throws bring them, in the order of their words."""
    odds = answer({**yaml.safe_load(DROWNED), "phase": phase}, "case").battle.odds(action)
    assert odds.exact
    return sorted((outcome.text, outcome.probability * 36) for outcome in odds.outcomes)


@pytest.mark.clause("C40-TERR-2", "C40-TERR-7")
def test_how_far_a_unit_may_go_through_drowned_ground() -> None:
    """The higher of two dice: n in 2 n - 1 throws of 36."""
    words = "Squad A goes up to {n} {inches} through difficult ground."
    assert shares("movement", "wade A1") == [
        (words.format(n=n, inches="inch" if n == 1 else "inches"), 2 * n - 1) for n in range(1, 7)
    ]


@pytest.mark.clause("FLOOD-COH-3", "FLOOD-COH-4", "FLOOD-COH-13")
@pytest.mark.parametrize(("phase", "ways"), [("movement", (1, 3, 5, 27)), ("shooting", (6, 6, 6, 18))])
def test_how_far_a_straggler_may_get(phase: str, ways: tuple[int, ...]) -> None:
    """Centres 6.5 apart, within 2 inches at 3: after 3.5 of them, so a 4 is as good as a 6; a run is one die."""
    inches = ("1 inch", "2 inches", "3 inches", "3.5 inches")
    words = "Guardsman (A3) goes back by {far} towards its unit."
    expected = sorted((words.format(far=far), way) for far, way in zip(inches, ways, strict=True))
    assert shares(phase, "rejoin A3") == expected


FLEEING = """
game: flash-flood
imperials: {squads: [{id: A, models: [line_guard, line_guard], at: [[20, 3], [22, 3]]}]}
tyranids: {squads: [{id: Z, models: [gun_swarmer], at: [[3, 30]]}]}
phase: rallying
units: {A: {falling_back: true}}
"""
"""Their node is 13 and 11 inches away: within 1 inch of it after 12 and 10."""


def in_the_end(inches: int) -> str:
    """What comes of falling back so far."""
    gone = "".join(f" Guardsman ({who}) leaves the board." for who, far in (("A2", 10), ("A1", 12)) if inches >= far)
    return f"Squad A falls back up to {inches} inches.{gone}"


@pytest.mark.clause("C40-MOR-2", "C40-MOR-3", "C40-MOR-8")
@pytest.mark.parametrize(("action", "flees"), [("fall back A1", Fraction(1)), ("regroup A1", Fraction(15, 36))])
def test_whether_a_unit_regroups_and_how_far_it_falls_back(action: str, flees: Fraction) -> None:
    """Leadership 7: passed in 21 of 36; else two dice."""
    odds = answer(yaml.safe_load(FLEEING), "case").battle.odds(action)
    expected = {in_the_end(n): flees * Fraction(6 - abs(n - 7), 36) for n in range(2, 13)}
    if flees < 1:
        expected["Squad A regroups."] = 1 - flees
    assert {outcome.text: outcome.probability for outcome in odds.outcomes} == expected
