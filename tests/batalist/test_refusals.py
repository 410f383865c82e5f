"""What Batalist's refusals say, word for word, in positions worked out by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from sandtable.files import load_yaml
from sandtable.table.cases import answer

MENDED = Path(__file__).parents[1] / "mended"


def refused(data: Any) -> list[tuple[str, str]]:
    """The first sentence and clause of each action that is refused."""
    reasons = [ruling.judgement.reasons for ruling in answer(data, "case").rulings if not ruling.judgement.legal]
    return [(found[0].text, str(found[0].clause)) for found in reasons]


def reform(unit: str, figures: int, action: str) -> list[tuple[str, str]]:
    """What is said to a battalion with a Reform."""
    return refused(
        yaml.safe_load(f"""
game: batalist
seed: 1
south: {{battalions: [{{id: A1, unit: {unit}, figures: {figures}, at: [40, 20], facing: N, cards: [reform]}}]}}
north: {{battalions: [{{id: B1, unit: orc_warriors, at: [80, 55], facing: S}}]}}
actions: ["{action}"]
""")
    )


@pytest.mark.clause("BAT-MOR-16", "BAT-ORD-3")
def test_a_return_in_two_turns() -> None:
    """A skill of 1 against a price of 2; what is set aside for a return leaves nothing for orders."""
    spent = (
        "The leader with Orc warriors (B2) has given all the orders that the command skill allows: 1.",
        "BAT-ORD-3",
    )
    assert refused(load_yaml(MENDED / "batalist-87-a-dud-saves-up.yaml")) == [
        ("A return costs 2 of the general's command skill; 1 is left.", "BAT-MOR-16"),
        spent,
        ("The general has half of the price already.", "BAT-MOR-16"),
        spent,
        spent,
    ]


@pytest.mark.clause("BAT-BOA-8")
def test_landing_apart_from_the_boat() -> None:
    """The barge's edge is at y = 26, the Rangers' front, three deep, at 24.4 + 1.5."""
    assert refused(load_yaml(MENDED / "batalist-99b-ashore-again.yaml")) == [
        ("That is 0.1 steps from the boat, which Rangers (A1) must touch.", "BAT-BOA-8")
    ]


@pytest.mark.clause("BAT-SKL-21d", "BAT-SKL-15", "BAT-FRM-8", "BAT-FRM-15", "BAT-EXE-1")
@pytest.mark.parametrize(
    ("unit", "figures", "action", "clause"),
    [
        ("knights", 16, "reform A1 formation hedgehog files 4", "BAT-SKL-21d"),
        ("levy_slingers", 10, "reform A1 formation column files 5", "BAT-SKL-15"),
        ("pikemen", 3, "reform A1 formation wedge files 1", "BAT-FRM-8"),
        ("pikemen", 10, "reform A1 formation column files 11", "BAT-FRM-15"),
        ("pikemen", 10, "turn A1 to 40,20 facing 90", "BAT-EXE-1"),
    ],
)
def test_formations_that_are_not_for_all(unit: str, figures: int, action: str, clause: str) -> None:
    """Riders, Wide ones, three for a Wedge of four, eleven files of ten; and a Turn without a card."""
    assert [cited for _, cited in reform(unit, figures, action)] == [clause]
