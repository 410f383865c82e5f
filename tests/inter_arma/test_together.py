"""Figures that players choose themselves: what they are offered together, and that each is stopped alone."""

from __future__ import annotations

import pytest

from inter_arma.field import CRAWL, FATIGUE, RUN, WALK, Field, man, rider
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
def test_in_turn_2_they_declare_together_and_each_goes_as_their_die_says() -> None:
    """A 5 runs 12 cm, a 1 runs 6 cm; a 2 stands, and nobody runs along."""
    field = Field([man(30, 40), man(33, 40), man(36, 40)], turn=2)
    found = offered(field, 0, 1, 2)
    assert found == [("DECLARE", 1, [0, 1, 2]), ("DECLARE", 2, [0, 1, 2]), ("STAND", 0, [0, 1, 2])]
    field.play(Verb.DECLARE, 0, 1, 2, mode=RUN, dice=[(FATIGUE, 5), (FATIGUE, 1), (FATIGUE, 2)])
    assert offered(field, 0, 1) == [("STAND", 0, [0, 1])]
    field.play(Verb.MOVE, 0, 1, to=(30, 52), mode=RUN)
    assert [field.at(0), field.at(1)] == [(30, 52), (33, 46)]


@pytest.mark.clause("IA-MOVE-31", "IA-MOVE-33", "IA-MOVE-16")
def test_who_may_not_run_stays_when_the_others_do() -> None:
    """One in contact, a carrier and a rider throw no dice and stay, unmoved; a 5 runs 12 cm, and a 2 stays as well."""
    chest = {"markers": [{"thing": "loot", "carrier": "A2"}]}
    own = [man(30, 40), man(33, 40), man(36, 40), man(27, 40), rider(22, 40)]
    field = Field(own, [man(33, 42, "S"), man(100, 80)], turn=2, case=chest)
    assert ("DECLARE", RUN, [1, 0, 2, 3, 4]) in offered(field, 1, 0, 2, 3, 4)
    field.play(Verb.DECLARE, 1, 0, 2, 3, 4, mode=RUN, dice=[(FATIGUE, 5), (FATIGUE, 2)])
    field.play(Verb.MOVE, 1, 0, 2, 3, 4, to=(33, 28), mode=RUN)
    assert [field.at(i) for i in range(5)] == [(30, 28), (33, 40), (36, 40), (27, 40), (22, 40)]
    assert [int(f.moved) for f in field.b.figures[:5]] == [1, 0, 0, 0, 0]
    assert field.reasons(Verb.DECLARE, 1, 2, mode=RUN) == ["IS_IN_CONTACT"]
    assert field.reasons(Verb.DECLARE, 2, 5, mode=CRAWL) == ["NOT_YOURS"]
    assert field.reasons(Verb.MOVE, 2, 5, to=(36, 36), mode=WALK) == ["NOT_YOURS"]
    assert field.cannot_move(2, (36, 36)) == []


@pytest.mark.clause("IA-MOVE-33", "IA-MOVE-34", "IA-MOVE-31")
def test_those_who_must_throw_first_keep_all_from_going() -> None:
    """Where nobody may go the reason is that of the first; a wall before one does not keep the others."""
    field = Field([man(30, 40), man(33, 40)], turn=2)
    assert field.reasons(Verb.MOVE, 0, 1, to=(30, 50), mode=RUN) == ["DECLARE_FIRST"]
    held = Field([man(30, 40), man(33, 40)], [man(30, 42), man(33, 42)])
    assert held.reasons(Verb.MOVE, 0, 1, to=(30, 36), mode=WALK) == ["IS_IN_CONTACT"]
    wall = [{"kind": "rock", "box": [28, 41, 31, 44]}]
    walled = Field([man(30, 40), man(36, 40)], ground=wall)
    assert walled.reasons(Verb.MOVE, 0, 1, to=(30, 48), mode=WALK) == []
    walled.play(Verb.MOVE, 0, 1, to=(30, 48), mode=WALK)
    assert [walled.at(0), walled.at(1)] == [(30, 40), (36, 48)] and walled.b.figures[0].moved == 0
    assert Field([man(30, 40)], ground=wall).cannot_move(0, (30, 48)) == ["GROUND_IN_THE_WAY"]


@pytest.mark.clause("IA-MOVE-33")
def test_who_has_not_thrown_does_not_go_along_with_those_who_have() -> None:
    """It stays though the other, who is ahead of it, has gone when its turn comes."""
    field = Field([man(30, 40), man(33, 37)], turn=2).play(Verb.DECLARE, 0, mode=RUN, dice=[(FATIGUE, 4)])
    field.play(Verb.MOVE, 0, 1, to=(30, 50), mode=RUN)
    assert [field.at(0), field.at(1)] == [(30, 50), (33, 37)] and field.b.figures[1].moved == 0


@pytest.mark.clause("IA-MOVE-33", "IA-MOVE-10")
def test_one_who_does_not_come_next_is_offered_their_own_orders() -> None:
    """In turn 2 it walks without dice, to run or crawl it throws; it may stand as well."""
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
