"""What the city does to everybody if all keep their pace, and the order that all of a side do: worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pursuit.street import SLOWING, Chase, building, gargoyle, ruin, scout
from pursuit.test_scene import names
from sandtable.games.pursuit.clauses import Code
from sandtable.games.pursuit.listing.offers import legal_actions
from sandtable.games.pursuit.record import ACTION, Pace, Phase, Verb
from sandtable.games.pursuit.showing import city_ahead as ahead
from sandtable.games.pursuit.showing.city_ahead import Blow, city_ahead, slides_ahead
from sandtable.games.pursuit.showing.risks import risks
from sandtable.kernel.records import NONE, new_actions
from sandtable.kernel.verbs import MAX_LEGAL

FAR = gargoyle(50, 34)
"""An enemy whom nothing befalls."""


def shares(chase: Chase) -> dict[int, dict[tuple[str, int], Fraction]]:
    found = city_ahead(chase.b)
    assert all(one.tries == 0 for one in found.values())
    return {i: {(blow.what.name, blow.by): share for blow, share in one.chances.items()} for i, one in found.items()}


@pytest.mark.clause("PURS-PCO-1")
def test_a_building_strikes_and_kills_one_of_two() -> None:
    """It comes 12 inches and is 3.25 away; Strength 5 on Toughness 5 wounds on 4+, without save."""
    chase = Chase([scout(30, 18)], [FAR], [building(34, 14, 41, 20)])
    assert shares(chase) == {0: {("IS_STRUCK", 0): Fraction(1), ("IS_KILLED", 0): Fraction(1, 2)}}
    assert slides_ahead(chase.b) == [0]


@pytest.mark.clause("PURS-PCO-1")
@pytest.mark.parametrize(("x", "strikes"), [(21.3, True), (21.2, False)])
def test_so_far_as_it_slides_and_no_farther(x: float, strikes: bool) -> None:
    """The base ends at x + 0.75, the building at 34 - 12 = 22: contact from 21.25 on."""
    assert bool(shares(Chase([scout(x, 18)], [FAR], [building(34, 14, 41, 20)]))) is strikes


@pytest.mark.clause("PURS-PCO-4", "PURS-PCO-5")
def test_three_tests_in_a_ruin() -> None:
    """Inside from 4 to 10 inches: tests at 4, 6 and 8. One fails: 1 - (5/6)^3; then dead or stopped, one of two."""
    chase = Chase([scout(20, 18)], [FAR], [ruin(2, 24, 15, 30, 20)])
    fails = 1 - Fraction(5, 6) ** 3
    assert shares(chase) == {
        0: {("FAILS_TERRAIN", 0): fails, ("IS_KILLED", 0): fails / 2, ("IS_STOPPED", 0): fails / 2}
    }


@pytest.mark.clause("PURS-PCO-9", "PURS-PCO-14")
def test_who_is_carried_strikes_who_stands_behind() -> None:
    """The building reaches x 22 and so not the second, whose base ends at 21.25. The first, if it lives, is carried.

    Its base begins at 29.25: after 8 more inches, 11.25 of 12, it reaches the second.
    """
    found = shares(Chase([scout(30, 18), scout(20.5, 18)], [FAR], [building(34, 14, 41, 20)]))
    assert found[0] == {("IS_STRUCK", 0): Fraction(1), ("IS_KILLED", 0): Fraction(1, 2)}
    assert found[1] == {("IS_STRUCK", 0): Fraction(1, 2), ("IS_KILLED", 0): Fraction(1, 4)}


@pytest.mark.clause("PURS-PUR-10", "PURS-PUR-12")
def test_who_is_turned_aside_is_left_behind_without_a_die() -> None:
    chase = Chase([scout(8, 18)], [gargoyle(11, 30, 60)])
    assert shares(chase) == {1: {("GIVES_UP", NONE): Fraction(1)}}


@pytest.mark.clause("PURS-SPO-9")
def test_mines_and_fights_are_told_of_and_not_counted() -> None:
    """Mines at 34,18 slide with their building: 4 - 0.75 - 0.75 inches off; nobody is hurt by them here."""
    chase = Chase([scout(30, 18)], [FAR], [building(34.75, 14, 41, 20)], clusters=[(34, 18, "P0")])
    found = shares(chase)[0]
    assert found[("MINES_GO_OFF", 0)] == 1 and found[("IS_STRUCK", 0)] == 1
    notes = [note.text for note in risks(chase.b, names(chase), chase.action(Verb.KEEP, 0)).notes]
    assert notes == [
        "Figure 0 (F0): struck by P0 always, killed 50.0 % (1 of 2), sets off mines always.",
        "What fights and explosions do is not counted here.",
    ]
    assert chase.b.mines[0].on == 1, "the battle itself is as it was"


@pytest.mark.clause("PURS-PUR-8")
def test_before_the_pace_is_kept_it_is_said_what_will_hit_whom() -> None:
    chase = Chase([scout(30, 18)], [gargoyle(32, 30, 60)], [building(34, 14, 41, 20)])
    said = risks(chase.b, names(chase), chase.action(Verb.KEEP, 0))
    assert [(note.text, note.clause) for note in said.notes] == [
        ("Figure 0 (F0): struck by P0 always, killed 50.0 % (1 of 2).", "PURS-PCO-1"),
    ]
    drawn = {overlay.kind: overlay for overlay in said.overlays}
    assert drawn["slides"].points == ((22, 14), (29, 14), (29, 20), (22, 20))
    assert drawn["slides"].label == "where P0 slides to"
    assert [one.label for one in said.overlays if one.kind == "struck"] == ["dies 50.0 % (1 of 2)"]
    safe = Chase([scout(30, 18)], [FAR], [building(34, 4, 41, 10)])
    said = risks(safe.b, names(safe), safe.action(Verb.KEEP, 0))
    assert [note.text for note in said.notes] == ["If all keep their pace nothing befalls anybody."]


def test_a_group_with_too_many_ways_is_tried_out_and_says_so() -> None:
    chase = Chase([scout(20, 18)], [FAR], [ruin(2, 24, 15, 30, 20)])
    found = city_ahead(chase.b, most=1)[0]
    assert found.tries == ahead.TRIES
    fails = float(found.chances[Blow(Code.FAILS_TERRAIN, 0)])
    assert abs(fails - 91 / 216) < 0.15, "200 tries: four standard deviations"
    text = ahead.keeping(chase.b, names(chase), most=1).notes[0].text
    assert text.endswith("(200 tries).") and " to " in text


@pytest.mark.clause("PURS-PUR-8")
class TestAllKeepThePace:
    """One order for all of a side who are still to come."""

    def test_nobody_of_the_side_is_asked_again_and_the_enemy_is(self) -> None:
        chase = Chase([scout(20, 18), scout(30, 18), scout(40, 18)], [gargoyle(25, 30)])
        assert chase.b.active == 0
        chase.play(Verb.KEEP, 0, mode=Pace.ALL)
        assert chase.b.active == 3 and chase.b.phase == Phase.PURSUIT
        chase.play(Verb.SLOW, 3, (SLOWING, 2), amount=1)
        assert chase.b.phase == Phase.MOVEMENT
        assert [chase.at(i) for i in range(4)] == [(20, 18), (30, 18), (40, 18), (23, 30)]

    def test_alone_the_next_is_asked(self) -> None:
        chase = Chase([scout(20, 18), scout(30, 18)], [FAR])
        assert chase.play(Verb.KEEP, 0, mode=Pace.ALONE).b.active == 1

    def test_who_is_turned_aside_when_its_moment_comes_goes_back(self) -> None:
        chase = Chase([scout(20, 18), scout(35, 18)], [FAR], [building(36.5, 14, 43.5, 20)])
        chase.b.figures[1].fx, chase.b.figures[1].fy = 0.0, 1.0
        chase.play(Verb.KEEP, 0, mode=Pace.ALL)
        assert chase.at(1) == (23, 18), "12 inches back, before the piece"

    def test_it_holds_for_this_phase_alone(self) -> None:
        chase = Chase([scout(20, 18), scout(30, 18)], [FAR])
        chase.play(Verb.KEEP, 0, mode=Pace.ALL)
        assert [int(one.keeps) for one in chase.b.figures[:3]] == [1, 1, 0]

    def test_it_is_listed_while_others_are_to_come(self) -> None:
        chase = Chase([scout(20, 18), scout(30, 18)], [FAR])
        assert others(chase)
        chase.play(Verb.KEEP, 0)
        assert not others(chase)

    def test_there_is_no_third_way(self) -> None:
        chase = Chase([scout(20, 18), scout(30, 18)], [FAR])
        assert chase.reasons(Verb.KEEP, 0, mode=2) == ["ALONE_OR_ALL"]
        assert chase.reasons(Verb.KEEP, 0, mode=-1) == ["ALONE_OR_ALL"]


def others(chase: Chase) -> bool:
    """The list has the order for all."""
    listed = new_actions(MAX_LEGAL, ACTION)
    return any(
        one["verb"] == Verb.KEEP and one["mode"] == Pace.ALL for one in listed[: int(legal_actions(chase.b, listed))]
    )
