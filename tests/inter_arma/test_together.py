"""Figures that a player chooses himself: what they are offered together, and that each is stopped alone."""

from __future__ import annotations

import pytest

from inter_arma.field import CRAWL, FATIGUE, RUN, WALK, Field, man
from sandtable.games.inter_arma.listing.together import together
from sandtable.games.inter_arma.record import Verb


def offered(field: Field, *chosen: int) -> list[tuple[str, int, list[int]]]:
    """Verb, mode and figures of what they may do together."""
    actions = [found[0] for found in together(field.b, chosen)]
    return [(Verb(int(a.verb)).name, int(a["mode"]), a.actors[: a.n_actors].tolist()) for a in actions]


@pytest.mark.clause("IA-MOVE-33", "IA-MOVE-10")
def test_in_turn_1_they_go_together_without_dice() -> None:
    """Nobody throws for fatigue in turn 1: two of three may stand, and are led together 8 cm at a walk."""
    field = Field([man(30, 40), man(33, 40), man(90, 10)])
    assert offered(field, 1, 0) == [("STAND", 0, [1, 0])]
    field.play(Verb.MOVE, 1, 0, to=(33, 48), mode=WALK)
    assert [field.at(0), field.at(1)] == [(30, 48), (33, 48)]


@pytest.mark.clause("IA-MOVE-34", "IA-MOVE-16")
def test_in_turn_2_they_declare_together_and_each_goes_as_his_die_says() -> None:
    """A 5 runs 12 cm, a 1 runs 6 cm; a 2 stands, and nobody runs with him."""
    field = Field([man(30, 40), man(33, 40), man(36, 40)], turn=2)
    found = offered(field, 0, 1, 2)
    assert found == [("DECLARE", 1, [0, 1, 2]), ("DECLARE", 2, [0, 1, 2]), ("STAND", 0, [0, 1, 2])]
    field.play(Verb.DECLARE, 0, 1, 2, mode=RUN, dice=[(FATIGUE, 5), (FATIGUE, 1), (FATIGUE, 2)])
    assert offered(field, 0, 1) == [("STAND", 0, [0, 1])]
    field.play(Verb.MOVE, 0, 1, to=(30, 52), mode=RUN)
    assert [field.at(0), field.at(1)] == [(30, 52), (33, 46)]


@pytest.mark.clause("IA-MOVE-31")
def test_who_is_in_contact_is_not_offered_to_run_with_others() -> None:
    field = Field([man(30, 40), man(33, 40)], [man(33, 42, "S"), man(100, 80)], turn=2)
    assert [verb for verb, _, _ in offered(field, 0, 1)] == ["STAND"]
    assert field.reasons(Verb.DECLARE, 0, mode=RUN) == []


@pytest.mark.clause("IA-MOVE-33", "IA-MOVE-10")
def test_one_who_does_not_come_next_is_offered_his_own_orders() -> None:
    """In turn 2 he walks without dice, to run or crawl he throws; he may stand as well."""
    field = Field([man(30, 40), man(90, 10)], turn=2)
    verbs = [(verb, mode) for verb, mode, who in offered(field, 1) if who == [1]]
    assert ("MOVE", WALK) in verbs and ("MOVE", RUN) not in verbs
    assert verbs.count(("DECLARE", RUN)) == 1 and verbs.count(("DECLARE", CRAWL)) == 1
    assert "STAND" in [verb for verb, _ in verbs]
    field.play(Verb.STAND, 1)
    assert offered(field, 1) == []


@pytest.mark.clause("IA-RANGED-24")
def test_any_archer_may_be_chosen_to_shoot_first() -> None:
    field = Field([man(30, 40, "N", "bow"), man(33, 40, "N", "bow")], [man(30, 50, "S")], phase="shooting")
    assert offered(field, 1) == [("SHOOT", 0, [1])]
