"""Legal contacts: front, flank, rear, the six places of a War Wagon, camps, closing the door, lining up."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dba.restricted import contact_of
from dba.table import BLUE, RED, act, clauses, codes, front_at, lay, where
from sandtable.games.dba.record import Ground, Verb
from sandtable.games.dba.rules import contact as contact_rules
from sandtable.games.dba.rules.breaking_off import enemy_in_contact, enemy_in_front
from sandtable.games.dba.rules.contact import (
    camp_contact,
    conform,
    is_flank,
    is_front,
    is_rear,
    judge_contacts,
    wagon_position,
    whose_door_is_closed,
)
from sandtable.games.dba.rules.legal_contacts import Contact
from sandtable.games.dba.rules.overlaps import NOWHERE, REAR, RIGHT, edge_beset
from sandtable.games.dba.rules.places_of_contact import legal_places
from sandtable.kernel.geometry import base_of
from sandtable.kernel.log import Kind, new_log
from sandtable.kernel.records import NONE

E, M = 0, 1


def red(code: str = "4Bd", x: float = 1000.0, y: float = 1000.0, facing: Any = "N", **fields: Any) -> tuple[Any, ...]:
    """E: the middle of its front edge at (1000, 1000) if nothing else is said, facing north."""
    return ("E", code, RED, *front_at(code, x, y, facing), fields)


def blue(code: str, x: float, y: float, facing: Any, **fields: Any) -> tuple[Any, ...]:
    """An element of the mover's side by the middle of its front edge."""
    return ("M", code, BLUE, *front_at(code, x, y, facing), fields)


def judge(b: Any, *movers: int) -> tuple[bool, list[str]]:
    """May these elements end a move where they stand now? The clauses of the reasons with it."""
    ends = np.zeros((32, 4))
    for k, i in enumerate(movers):
        figure = b.figures[i]
        ends[k] = (figure.x, figure.y, figure.fx, figure.fy)
    action = act(Verb.MOVE, *movers)
    log = new_log()
    fits = bool(judge_contacts(b, action, ends, log))
    assert fits == bool(judge_contacts(b, action, ends, new_log(keep=False)))
    assert fits == (not clauses(log, Kind.REASON))
    return fits, clauses(log, Kind.REASON)


# E is a Blade base: front from (920, 1000) to (1080, 1000), rear at y = 940.


@pytest.mark.clause("DBA-CONTACT-2")
def test_the_three_legal_contacts() -> None:
    """Front on front; front on side with the front corners together; front on rear, corners together."""
    b = lay(
        red(),
        blue("3Cv", 1000, 1000, "S"),
        blue("3Cv", 1080, 920, "W"),  # its right front corner at (1080, 1000)
        blue("3Cv", 920, 920, "E"),  # its left front corner at (920, 1000)
        blue("3Cv", 1000, 940, "N"),
    )
    assert [contact_of(b, k, E) for k in range(1, 5)] == [
        Contact.FRONT,
        Contact.RIGHT_FLANK,
        Contact.LEFT_FLANK,
        Contact.REAR,
    ]
    assert is_front(b, 1, E)
    assert is_front(b, E, 1)
    assert is_flank(b, 2, E)
    assert not is_flank(b, E, 2)
    assert is_rear(b, 4, E)
    assert judge(b, 1) == judge(b, 2) == judge(b, 3) == judge(b, 4) == (True, [])


@pytest.mark.clause("DBA-CONTACT-2", "DBA-CONTACT-4", "DBA-CONTACT-5")
@pytest.mark.parametrize(
    ("mover", "fits"),
    [
        (blue("3Cv", 1010, 1000, "S"), False),  # ten paces out of line
        (blue("3Cv", 1080, 930, "W"), False),  # on the flank, ten paces too far ahead
        (blue("3Cv", 1020, 940, "N"), False),  # on the rear, out of line
        (blue("3Cv", 1000, 1000, 170.0), False),  # at an angle: the middle of its front is on E's edge
        (blue("3Cv", 1160, 1000, "S"), True),  # corner on corner: an overlap
        (blue("3Cv", 1160, 930, "S"), True),  # side edge on side edge
        (blue("3Cv", 1000, 1000.5, "S"), True),  # not touching
    ],
)
def test_other_contacts_of_a_front_edge_are_none_a_single_element_may_end_in(mover: Any, fits: bool) -> None:
    """Edges together out of line or at an angle are refused; corners on corners and sides along sides are free."""
    assert judge(lay(red(), mover), M) == (fits, [] if fits else ["DBA-CONTACT-4"])


@pytest.mark.clause("DBA-CONTACT-4")
def test_one_legal_contact_makes_the_groups_other_contacts_legal() -> None:
    """M is opposite E; N, its neighbour, touches F, who is half a base out of line. N alone may not."""
    f = ("F", "4Bd", RED, *front_at("4Bd", 1240, 1000, "N"))
    b = lay(red(), blue("3Cv", 1000, 1000, "S"), blue("3Cv", 1160, 1000, "S"), f)
    assert judge(b, 1, 2) == (True, [])
    assert judge(b, 2) == (False, ["DBA-CONTACT-4"])


@pytest.mark.clause("DBA-CONTACT-2", "DBA-CONTACT-4")
def test_a_flank_contact_reaches_on_along_the_second_rank() -> None:
    """E and F are two ranks of Pikes, 60 paces deep each; M on E's flank touches F's side as well: legal."""
    f = ("F", "4Pk", RED, *front_at("4Pk", 1000, 940, "N"))
    assert judge(lay(red("4Pk"), blue("3Cv", 1080, 920, "W"), f), M) == (True, [])


@pytest.mark.clause("DBA-CONTACT-1", "DBA-WWG-2")
@pytest.mark.parametrize("code", ["Art", "WWg"])
def test_artillery_and_war_wagons_move_neither_into_contact_nor_into_overlap(code: str) -> None:
    """Front on front, and corner on corner beside it."""
    assert judge(lay(red(), blue(code, 1000, 1000, "S")), M) == (False, ["DBA-CONTACT-1"])
    assert judge(lay(red(), blue(code, 1160, 1000, "S")), M) == (False, ["DBA-CONTACT-1"])
    assert judge(lay(red(), blue(code, 1000, 1001, "S")), M) == (True, [])


CAMP = {RED: (1000.0, 900.0, "N", 320.0, 200.0)}


@pytest.mark.clause("DBA-CONTACT-3", "DBA-CONTACT-1")
def test_a_front_edge_anywhere_on_an_occupied_camp_is_contact_with_it() -> None:
    """The camp's north side is y = 1000, x 840 to 1160; M stands on it out of any line. Nobody fights an empty camp."""
    follower = ("CF", "CF", RED, 1000.0, 900.0, "N", {"camp": RED})
    b = lay(follower, blue("3Cv", 1033, 1000, "S"), camps=CAMP)
    assert camp_contact(b, M, RED)
    assert judge(b, M) == (True, [])
    b = lay(follower, blue("Art", 1033, 1000, "S"), camps=CAMP)
    assert judge(b, M) == (False, ["DBA-CONTACT-1"])
    assert not camp_contact(lay(blue("3Cv", 1033, 1000, "S"), camps=CAMP), 0, RED)


# A War Wagon: x 920 to 1080, y 680 to 1000, facing north.


@pytest.mark.clause("WAD-WCC-1", "WAD-WCC-2", "WAD-WCC-3", "WAD-WCC-4", "WAD-WCC-5", "WAD-FIG-2", "WAD-WWG-9")
def test_the_six_places_of_a_war_wagon() -> None:
    """Worked example 16 and its mirror images: one attacker on each end, two on each side, all in legal contact."""
    b = lay(
        red("WWg"),
        blue("3Ax", 1000, 1000, "S"),  # end A
        blue("3Ax", 1000, 680, "N"),  # end B
        blue("3Ax", 920, 920, "E"),  # left fore
        blue("3Ax", 920, 760, "E"),  # left aft
        blue("3Ax", 1080, 920, "W"),  # right fore
        blue("3Ax", 1080, 760, "W"),  # right aft
    )
    assert [wagon_position(b, k, E) for k in range(1, 7)] == [0, 1, 2, 3, 4, 5]
    assert [contact_of(b, k, E) for k in range(1, 7)] == list(Contact)[4:]
    assert all(judge(b, k) == (True, []) for k in range(1, 7))


@pytest.mark.clause("WAD-WCC-3")
def test_between_two_places_is_no_contact() -> None:
    """Worked example 16: a front edge from (0, 20) to (0, 60) mm is neither left fore nor left aft."""
    b = lay(red("WWg"), blue("3Ax", 920, 840, "E"))
    assert wagon_position(b, M, E) == NONE
    assert judge(b, M) == (False, ["WAD-WCC-3"])


@pytest.mark.clause("DBA-WWG-1", "WAD-WWG-8")
def test_as_printed_a_war_wagon_has_flanks() -> None:
    """OPTION war_wagons = plain: left fore is flank contact with the front corners together; left aft is none."""
    b = lay(red("WWg"), blue("3Ax", 920, 920, "E"), blue("3Ax", 920, 760, "E"), war_wagons="plain")
    assert contact_of(b, 1, E) == Contact.LEFT_FLANK
    assert contact_of(b, 2, E) == NONE


# Closing the door, lining up


@pytest.mark.clause("DBA-CONTACT-7")
def test_closing_the_door() -> None:
    """M fights E; N beside it overlaps it on its right flank and may swing on its corner into flank contact.

    N faces south at E's east: the right front corners are M's neighbour's and E's at (1080, 1000). Facing west with its
    front on E's east side, N's base runs from y = 840 to 1000.
    """
    swung = lay(red(), blue("3Ax", 1080, 920, "W"))
    place = base_of(swung.figures[M])
    b = lay(red(), blue("3Cv", 1000, 1000, "S"), blue("3Ax", 1160, 1000, "S"))
    assert whose_door_is_closed(b, 2, place) == E
    alone = lay(red(), blue("3Cv", 1400, 1000, "S"), blue("3Ax", 1160, 1000, "S"))
    assert whose_door_is_closed(alone, 2, place) == NONE, "nobody holds E in front contact"
    away = lay(red(), blue("3Cv", 1000, 1000, "S"), blue("3Ax", 1170, 1000, "S"))
    assert whose_door_is_closed(away, 2, place) == NONE, "N did not overlap E"


@pytest.mark.clause("DBA-CONTACT-6")
@pytest.mark.parametrize(("option", "fits"), [("anywhere", True), ("beyond_edge", False)])
def test_where_a_flank_contact_starts(option: str, fits: bool) -> None:
    """M starts before E's front, on this side of the line of E's east side; by house rule that is no place to start."""
    b = lay(red(), blue("3Cv", 1100, 1200, "S"), flank_start=option)
    ends = np.zeros((32, 4))
    ends[0] = (1080.0 + 60.0, 920.0, -1.0, 0.0)
    log = new_log()
    assert bool(judge_contacts(b, act(Verb.MOVE, M), ends, log)) is fits
    assert clauses(log, Kind.REASON) == ([] if fits else ["DBA-CONTACT-6"])


def two_on_one(conforming: str = "lone_elements", *others: Any) -> Any:
    """A group of M and N, facing south, touches lone E's front: N by 100 paces, M by 60."""
    return lay(red(), blue("3Cv", 900, 1000, "S"), blue("3Cv", 1060, 1000, "S"), *others, conforming=conforming)


@pytest.mark.clause("DBA-CONTACT-8", "DBA-CONTACT-4")
def test_a_lone_element_lines_up_with_the_group_that_contacts_it() -> None:
    """E (front 920 to 1080) meets M (820 to 980) by 60 and N (980 to 1140) by 100 paces: it moves to N's front."""
    b = two_on_one()
    assert judge(b, 1, 2) == (True, [])
    log = new_log()
    conform(b, act(Verb.MOVE, 1, 2), log)
    assert where(b, E) == (1060.0, 970.0, 0.0, 1.0)
    assert is_front(b, 2, E)
    assert codes(log, Kind.EVENT) == ["CONFORMS"]


@pytest.mark.clause("DBA-CONTACT-8")
@pytest.mark.parametrize("xs", [(920, 1080), (1080, 920)])
def test_of_equal_contacts_it_lines_up_with_the_leftmost(xs: tuple[float, float]) -> None:
    """Both touch E by 80 paces. As the group faces south its left is east: E goes to the front of the one at x 1080."""
    b = lay(red(), *(blue("3Cv", x, 1000, "S") for x in xs))
    for actors in ((1, 2), (2, 1)):
        there = b.copy()
        conform(there, act(Verb.MOVE, *actors), new_log())
        assert where(there, E) == (1080.0, 970.0, 0.0, 1.0)


@pytest.mark.clause("DBA-CONTACT-8")
@pytest.mark.parametrize("xs", [(860, 1040), (1040, 860)])
def test_who_has_room_only_when_another_has_lined_up_does_so_after_them(xs: tuple[float, float]) -> None:
    """Two of a group, in the middles 900 and 1060, touch two lone elements, in the middles 860 and 1040.

    By 120 paces the first touches the one at 860, which finds room from x 820 to 980 once the other, now from x 960 on,
    has lined up with the second, whom it touches by 140.
    """
    b = lay(*(red(x=x) for x in xs), blue("3Cv", 900, 1000, "S"), blue("3Cv", 1060, 1000, "S"))
    conform(b, act(Verb.MOVE, 2, 3), new_log())
    assert {where(b, k)[:2] for k in (0, 1)} == {(900.0, 970.0), (1060.0, 970.0)}


@pytest.mark.clause("DBA-CONTACT-13")
def test_those_who_move_together_come_at_the_same_time() -> None:
    """M was stood in place at tick 7, N at 8, both by one group move: for turning to face both came at tick 8."""
    b = two_on_one("nobody")
    b.figures[1].arrived, b.figures[2].arrived, b.clock = 7, 8, 8
    conform(b, act(Verb.MOVE, 1, 2), new_log())
    assert [int(b.figures[k].arrived) for k in range(3)] == [0, 8, 8]


@pytest.mark.clause("DBA-CONTACT-8", "DBA-CONTACT-4")
@pytest.mark.parametrize(
    ("conforming", "others"),
    [
        ("nobody", ()),
        ("lone_elements", (("F", "4Bd", RED, *front_at("4Bd", 840, 1000, "N")),)),  # a friend in line: a group
        ("lone_elements", (("F", "4Bd", RED, *front_at("4Bd", 1100, 900, "W")),)),  # no room
        ("lone_elements", (("F", "4Bd", RED, *front_at("4Bd", 1100, 810, "W")),)),  # from y 730 to 890, behind it
    ],
)
def test_others_do_not_line_up_and_the_contact_is_illegal(conforming: str, others: Any) -> None:
    """By house rule, in a group, or without a base depth of room behind, E stays; nobody may contact it so."""
    b = two_on_one(conforming, *others)
    assert judge(b, 1, 2) == (False, ["DBA-CONTACT-4", "DBA-CONTACT-4"])
    conform(b, act(Verb.MOVE, 1, 2), new_log())
    assert where(b, E) == (1000.0, 970.0, 0.0, 1.0)


@pytest.mark.clause("DBA-CONTACT-8")
def test_a_lone_element_needs_as_much_room_behind_it_as_its_base_is_deep() -> None:
    """Lined up, E would stand from y 1000 to 940; another up to y 880 leaves it the 60 paces behind that."""
    b = two_on_one("lone_elements", ("F", "4Bd", RED, *front_at("4Bd", 1100, 800, "W")))
    assert judge(b, 1, 2) == (True, [])


@pytest.mark.clause("DBA-CONTACT-8", "DBA-TERR-7")
@pytest.mark.parametrize(("shore", "legal"), [(880, True), (881, False)])
def test_water_is_no_room_behind_a_lone_element(shore: float, legal: bool) -> None:
    """Lined up, E would stand from y 1000 to 940 and needs the 60 paces behind that."""
    sea = [(Ground.WATERWAY, [(0, 0), (3000, 0), (3000, shore), (0, shore)])]
    b = lay(red(), blue("3Cv", 900, 1000, "S"), blue("3Cv", 1060, 1000, "S"), terrain=sea)
    assert judge(b, 1, 2)[0] == legal


@pytest.mark.clause("DBA-CONTACT-9")
def test_an_element_in_front_contact_does_not_conform() -> None:
    """P holds E in front contact; a group of two that touches E's east side out of line does not shift it."""
    b = lay(
        red("3Kn"),  # x 920 to 1080, y 880 to 1000
        blue("3Cv", 1080, 870, "W"),
        blue("3Cv", 1080, 1030, "W"),
        blue("4Bd", 1000, 1000, "S"),
    )
    before = where(b, E)
    conform(b, act(Verb.MOVE, 1, 2), new_log())
    assert where(b, E) == before


@pytest.mark.clause("DBA-CONTACT-8")
def test_a_single_element_makes_nobody_conform() -> None:
    """M alone, out of line with E: refused, and E would not move."""
    b = lay(red(), blue("3Cv", 1010, 1000, "S"))
    conform(b, act(Verb.MOVE, M), new_log())
    assert where(b, E) == (1000.0, 970.0, 0.0, 1.0)


# Every place of contact


@pytest.mark.clause("DBA-CONTACT-2", "DBA-CONTACT-5")
def test_every_place_of_contact_near_an_element() -> None:
    """M, 200 paces before E: front, flanks and rear are within the 400 paces of Cavalry.

    To the rear M's corners go from (920 and 1080, 1200) to (1080 and 920, 940): 305 paces each.
    """
    b = lay(red(), blue("3Cv", 1000, 1200, "S"))
    out = np.zeros((64, 6))
    n = legal_places(b, M, out)
    places = {int(row[5]): [round(float(v), 2) for v in row[:4]] for row in out[:n]}
    assert {int(row[4]) for row in out[:n]} == {E}
    assert places == {
        Contact.FRONT: [1000.0, 1060.0, 0.0, -1.0],
        Contact.RIGHT_FLANK: [1140.0, 920.0, -1.0, 0.0],
        Contact.REAR: [1000.0, 880.0, 0.0, 1.0],
        Contact.LEFT_FLANK: [860.0, 920.0, 1.0, 0.0],
    }
    narrow = np.zeros((64, 4))
    assert legal_places(b, M, narrow) == n
    assert np.array_equal(narrow[:n], out[:n, :4])


@pytest.mark.clause("DBA-CONTACT-1", "DBA-CONTACT-5")
def test_places_out_of_reach_taken_or_of_no_use_are_left_out() -> None:
    """Blades 150 paces off reach the front only if it is free; Artillery reaches nothing."""
    out = np.zeros((64, 6))
    b = lay(red(), blue("4Bd", 1000, 1150, "S"))
    assert [int(row[5]) for row in out[: legal_places(b, M, out)]] == [Contact.FRONT]
    b = lay(red(), blue("4Bd", 1000, 1150, "S"), blue("3Ax", 1000, 1000, "S"))
    assert legal_places(b, M, out) == 0
    b = lay(red(), blue("Art", 1000, 1150, "S"))
    assert legal_places(b, M, out) == 0


@pytest.mark.clause("DBA-CONTACT-7")
def test_closing_the_door_is_among_the_places_however_far_the_swing_is() -> None:
    """N, Blades with 200 paces, overlaps E beside M. Its left corner swings from (1240, 1000) to (1080, 840): 226."""
    out = np.zeros((64, 6))
    b = lay(red(), blue("4Bd", 1000, 1000, "S"), blue("4Bd", 1160, 1000, "S"))
    assert [int(row[5]) for row in out[: legal_places(b, 2, out)]] == [Contact.RIGHT_FLANK]
    b = lay(red(), blue("4Bd", 1400, 1000, "S"), blue("4Bd", 1160, 1000, "S"))
    assert Contact.RIGHT_FLANK not in [int(row[5]) for row in out[: legal_places(b, 2, out)]]


@pytest.mark.clause("WAD-WCC-1", "DBA-CONTACT-3")
def test_places_on_a_war_wagon_and_on_a_camp() -> None:
    """Light Horse, 500 paces: all six places of the wagon. On the camp the nearest place on each edge within reach."""
    out = np.zeros((64, 6))
    b = lay(red("WWg"), blue("2LH", 1300, 900, "W"))
    assert [int(row[5]) for row in out[: legal_places(b, M, out)]] == [4, 5, 6, 7, 8, 9]
    follower = ("CF", "CF", RED, 1000.0, 900.0, "N", {"camp": RED})
    b = lay(follower, blue("4Bd", 1033, 1100, "S"), camps=CAMP)
    n = legal_places(b, M, out)
    assert [[round(float(v), 1) for v in row] for row in out[:n]] == [[1033.0, 1030.0, 0.0, -1.0, -1.0, 0.0]]


@pytest.mark.clause("DBA-CC-12", "DBA-CONTACT-4")
def test_only_enemies_are_on_a_flank_or_rear() -> None:
    """One stands with its front on E's right side, another on its rear: on the flank and rear if they are enemies."""
    for side, right, behind in ((BLUE, RIGHT, REAR), (RED, NOWHERE, NOWHERE)):
        b = lay(
            red(),
            ("R", "3Cv", side, *front_at("3Cv", 1080, 920, "W")),
            ("B", "4Bd", side, *front_at("4Bd", 1000, 940, "N")),
        )
        assert (edge_beset(b, 1, E), edge_beset(b, 2, E)) == (right, behind)


@pytest.mark.clause("DBA-CONTACT-6")
def test_beyond_the_edge_is_told_on_any_table() -> None:
    """E faces east, its right side on y = 920; M comes up to it from the south, all of it beyond that line."""
    b = lay(red(facing="E"), blue("3Cv", 920, 760, "N"), flank_start="beyond_edge")
    ends = np.zeros((32, 4))
    ends[0] = (920.0, 860.0, 0.0, 1.0)
    assert judge_contacts(b, act(Verb.MOVE, M), ends, new_log())


@pytest.mark.clause("DBA-CONTACT-6", "WAD-WCC-1")
def test_by_the_house_rule_lines_keep_off_flanks_and_rears_but_not_off_wagons() -> None:
    """Two abreast may meet a front (0) or the six places of a War Wagon (4 to 9), not a side or rear (1 to 3)."""
    b = lay(red(), blue("3Cv", 1500, 1500, "N"), blue("3Cv", 1660, 1500, "N"), lines_on_flanks="no")
    abreast = act(Verb.MOVE, 1, 2)
    assert [contact for contact in range(10) if not contact_rules._may_meet_flank(b, abreast, contact)] == [1, 2, 3]
    assert all(contact_rules._may_meet_flank(b, act(Verb.MOVE, 1), contact) for contact in range(10))


@pytest.mark.clause("DBA-GROUP-3", "DBA-TERR-7")
def test_nobody_stands_beyond_the_edge_or_in_water() -> None:
    b = lay(red(), terrain=[(Ground.WATERWAY, [(0, 0), (3000, 0), (3000, 300), (0, 300)])])
    for y, free in ((330.0, True), (329.0, False), (2970.0, True), (2980.0, False)):
        base = base_of(b.figures[E])._replace(y=y)
        assert contact_rules.stands_free(b, E, base) == free


@pytest.mark.clause("DBA-CONTACT-10", "WAD-WCC-1", "DBA-GROUP-12")
def test_who_is_in_contact_is_told_from_either_side() -> None:
    """M's front on E's right side: in contact for both, in front contact for neither. On a wagon's place: for both."""
    b = lay(red(), blue("3Cv", 1080, 920, "W"))
    assert (enemy_in_contact(b, M), enemy_in_contact(b, E)) == (E, M)
    assert (enemy_in_front(b, M), enemy_in_front(b, E)) == (NONE, NONE)
    for y, facing in ((1000, "S"), (680, "N")):  # before its front edge, and behind its rear edge
        b = lay(red("WWg"), blue("4Bd", 1000, y, facing))
        assert (enemy_in_front(b, M), enemy_in_front(b, E)) == (E, M)
