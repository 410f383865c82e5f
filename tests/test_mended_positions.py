"""Positions worked out by hand from the rulebooks that the rules once answered wrongly: Inter Arma and Flash Flood."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import yaml

from sandtable.table.cases import answer

pytestmark = pytest.mark.volume


def asked(text: str) -> Any:
    return answer(yaml.safe_load(text), "case")


def inter_arma(red: str, blue: str, more: str) -> Any:
    """A turn of Inter Arma with six men of each side far away, so that nobody tests morale."""
    far = {
        side: [{"id": f"{name}{k}", "squad": "far", "at": [x, 5 + 3 * k], "facing": way} for k in range(6)]
        for side, name, x, way in (("red", "P", 3, "W"), ("blue", "Q", 117, "E"))
    }
    sides = [
        {"key": "red", "edge": "south", "figures": [*yaml.safe_load(red), *far["red"]]},
        {"key": "blue", "edge": "north", "figures": [*yaml.safe_load(blue), *far["blue"]]},
    ]
    table = {"game": "inter-arma", "table": {"width": 120, "height": 90}, "initiative": ["red", "blue"], "sides": sides}
    return answer(table | yaml.safe_load(more), "case")


@pytest.mark.clause("IA-CAV-6", "IA-CAV-7")
def test_a_horse_that_is_struck_and_saved_is_an_outcome_of_its_own() -> None:
    """Regular foot bow at 9.0 hits on 3+. 1 to 3 the horse, which saves on 4+; the rider is killed 2/6, wounded 1/6.

    4/6 x 3/6 x 3/6 = 1/6 the horse is unhurt, as much it is lost; 4/6 x 3/6 x 2/6 = 1/9 killed, 1/18 wounded, 1/6 not;
    2/6 missed. Together 1.
    """
    battle = inter_arma(
        "[{id: A, at: [20, 20], facing: E, equipment: [bow]}]",
        "[{id: B, at: [31.5, 20], facing: W, type: cavalry}]",
        "{phase: shooting}",
    ).battle
    odds = battle.odds("shoot A at B")
    chances: dict[str, Fraction] = {}
    for words in ("horse is unhurt", "loses its horse", "is killed", "is wounded", "misses"):
        found = [outcome.probability for outcome in odds.outcomes if words in outcome.text]
        chances[words] = sum(found, Fraction(0))
    assert list(chances.values()) == [Fraction(1, 6), Fraction(1, 6), Fraction(1, 9), Fraction(1, 18), Fraction(1, 3)]
    assert "Nothing that dice decide" not in {outcome.text for outcome in odds.outcomes}


@pytest.mark.clause("IA-MOVE-34", "IA-SAVE-13")
def test_a_man_too_tired_to_run_has_stood_still_and_may_close_ranks() -> None:
    men = (
        "["
        + ", ".join(
            f"{{id: {i}, at: [{x}, 40], facing: N, equipment: [shield]}}"
            for i, x in zip("EFG", (60, 62, 64), strict=True)
        )
        + "]"
    )
    enemies = "[{id: B, at: [50, 80], facing: S}]"
    die, actions = "{for: fatigue, figure: E, value: 2}", "[{declare: [E], mode: run}, {form: [E, F, G]}]"
    tired = f"{{turn: 2, dice: [{die}], actions: {actions}}}"
    rested = tired.replace("value: 2}]", "value: 6}]")
    assert [ruling.judgement.legal for ruling in inter_arma(men, enemies, tired).rulings] == [True, True]
    assert [ruling.judgement.legal for ruling in inter_arma(men, enemies, rested).rulings] == [True, False], (
        "it may run"
    )


@pytest.mark.clause("FLOOD-HIT-12", "C40-MOR-2")
def test_who_fails_morale_after_the_flood_falls_back_at_once() -> None:
    """One of four dies: a quarter. Leadership 7, 4 + 4 fails; two dice of 1: they go 2 inches towards their node."""
    battle = asked("""
game: flash-flood
options: {flood_morale: core_25_percent}
phase: turn
turn: 5
imperials:
  squads: [{id: A, models: [line_guard, line_guard, line_guard, line_guard],
            at: ['S34:2:0', 'S34:3.5:0', 'S34:5:0', 'S34:6.5:0']}]
tyranids: {squads: [{id: Z, models: [gun_swarmer], at: [[27, 19.3]]}]}
models: {Z1: {gantry: true}}
dice:
  - {for: test, figure: A4, value: 6}
  - {for: carry, value: 1}
  - {for: to_wound, value: 6}
  - {for: test, figure: A3, value: 3}
  - {for: test, figure: A2, value: 3}
  - {for: test, figure: A1, value: 3}
  - {for: leadership, value: 4}
  - {for: leadership, value: 4}
  - {for: fall_back, value: 1}
  - {for: fall_back, value: 1}
""").battle
    stands = {figure.id: (figure.x, figure.y) for figure in battle.scene().figures}
    assert stands["A1"] == pytest.approx((22, 3), abs=0.005) and stands["A3"] == pytest.approx((25, 3), abs=0.005)
    assert "A4" not in stands and not battle.engine.script


@pytest.mark.clause("C40-CC-8", "C40-RES-6")
def test_winners_of_a_combat_are_moved_by_their_player_alone() -> None:
    """A1 charges T1 from 4 inches away and ends in contact, at 24: only its consolidation moves it from there."""
    battle = asked("""
game: flash-flood
phase: charging
imperials: {squads: [{id: A, models: [line_guard], at: [[20, 3]]}]}
tyranids:
  squads:
    - {id: T, models: [gun_swarmer, gun_swarmer], at: [[25, 3], [26.3, 3]]}
    - {id: W, models: [brood_warrior], at: [[33, 5]]}
dice:
  - {for: to_hit, side: tyranids, value: 1}
  - {for: to_hit, side: tyranids, value: 1}
  - {for: to_hit, side: imperials, value: 4}
  - {for: to_hit, side: imperials, value: 1}
  - {for: to_wound, value: 4}
  - {for: save, value: 5}
  - {for: save, value: 5}
  - {for: consolidate, value: 1}
actions: [charge A1 at T1]
""").battle
    stands = {figure.id: (figure.x, figure.y) for figure in battle.scene().figures}
    assert stands["A1"] == pytest.approx((24, 3), abs=0.005) and set(stands) == {"A1", "W1"}
    assert not battle.engine.script


@pytest.mark.clause("C40-REM-2")
@pytest.mark.parametrize(("second", "dead"), [(29.1, {"T1"}), (28.9, {"T1", "T2"})])
def test_in_the_4th_edition_nobody_out_of_range_is_taken_off_for_another(second: float, dead: set[str]) -> None:
    """A shotgun reaches 12 inches. From 16 to 29.1 are 13.1 less two half bases of 0.5: 12.1; to 28.9 there are 11.9.

    Two hits, two wounds on T3, no save on 5: with T2 out of range both fall on T1, who has one wound, and one is lost.
    """
    battle = asked(f"""
game: flash-flood
options: {{edition: 4}}
phase: shooting
imperials: {{squads: [{{id: A, models: [scout_trooper], at: [[16, 3]]}}]}}
tyranids:
  squads:
    - {{id: T, models: [gun_swarmer, gun_swarmer], at: [[27, 3], [{second}, 3]]}}
    - {{id: W, models: [brood_warrior], at: [[33, 8]]}}
dice:
  - {{for: to_hit, value: 3}}
  - {{for: to_hit, value: 3}}
  - {{for: to_wound, value: 4}}
  - {{for: to_wound, value: 4}}
  - {{for: save, value: 5}}
  - {{for: save, value: 5}}
  - {{for: leadership, value: 1}}
  - {{for: leadership, value: 1}}
actions: [shoot A1 at T1]
""").battle
    standing = {figure.id for figure in battle.scene().figures}
    assert {"T1", "T2"} - standing == dead
