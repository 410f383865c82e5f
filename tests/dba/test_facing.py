"""Turning to face: who turns, to whom, who makes room, and the attacker's choice."""

from __future__ import annotations

from typing import Any

import pytest

from dba.table import BLUE, RED, act, clauses, codes, front_at, lay, where
from sandtable.games.dba.record import Verb
from sandtable.games.dba.rules import bounds
from sandtable.games.dba.rules.breaking_off import enemy_in_contact
from sandtable.games.dba.rules.contact import is_flank, is_front
from sandtable.games.dba.rules.facing import judge_choice, make_choice, turn_to_face
from sandtable.games.dba.rules.overlaps import edge_beset
from sandtable.games.dba.rules.war_wagon_contacts import NOWHERE
from sandtable.kernel.log import Kind, new_log
from sandtable.kernel.records import NONE

E = 0


def red(code: str, x: float, y: float, facing: Any = "N", **fields: Any) -> tuple[Any, ...]:
    """A Red element by the middle of its front edge."""
    return ("R", code, RED, *front_at(code, x, y, facing), fields)


def blue(code: str, x: float, y: float, facing: Any, **fields: Any) -> tuple[Any, ...]:
    """A Blue element by the middle of its front edge."""
    return ("B", code, BLUE, *front_at(code, x, y, facing), fields)


BLADES = red("4Bd", 1000, 1000)
"""E: front from (920, 1000) to (1080, 1000), rear at y = 940, facing north."""

ON_RIGHT = blue("3Cv", 1080, 920, "W", arrived=5)
"""In flank contact: its front edge along x = 1080 from y = 840 to 1000."""


def turn(b: Any) -> tuple[bool, list[str]]:
    """Run the step; whether somebody is asked, and the sentences of what happened."""
    log = new_log()
    asked = bool(turn_to_face(b, log))
    return asked, codes(log, Kind.EVENT)


@pytest.mark.clause("DBA-CONTACT-12")
def test_an_element_contacted_on_the_flank_turns_on_the_spot() -> None:
    """E faces east then, its front on the enemy's: x 1020 to 1080, y 840 to 1000."""
    b = lay(BLADES, ON_RIGHT)
    assert turn(b) == (False, ["TURNS_TO_FACE"])
    assert where(b, E) == (1050.0, 920.0, 1.0, 0.0)
    assert is_front(b, E, 1)
    assert turn(b) == (False, [])


@pytest.mark.clause("DBA-CONTACT-12")
def test_an_element_contacted_on_the_rear_turns_about() -> None:
    """The enemy's front is on E's rear at y = 940; E faces south, its base between y = 940 and 1000 as before."""
    b = lay(BLADES, blue("3Cv", 1000, 940, "N"))
    turn(b)
    assert where(b, E) == (1000.0, 970.0, 0.0, -1.0)


@pytest.mark.clause("DBA-CONTACT-12")
def test_who_fights_to_its_front_does_not_turn() -> None:
    """An enemy in full front contact keeps E as it is, flanked or not."""
    b = lay(BLADES, ON_RIGHT, blue("4Bd", 1000, 1000, "S"))
    assert turn(b) == (False, [])
    assert where(b, E) == (1000.0, 970.0, 0.0, 1.0)


@pytest.mark.clause("DBA-CONTACT-12", "WAD-WWG-1")
def test_a_war_wagon_never_turns() -> None:
    """An enemy on its left fore place leaves the wagon facing north; as printed it would turn."""
    wagon = red("WWg", 1000, 1000)
    b = lay(wagon, blue("3Ax", 920, 920, "E"))
    assert turn(b) == (False, [])
    b = lay(wagon, blue("3Ax", 920, 920, "E"), war_wagons="plain")
    assert turn(b) == (False, ["TURNS_TO_FACE"])


@pytest.mark.clause("WAD-WWG-8", "WAD-WCC-14", "DBA-CONTACT-12")
@pytest.mark.parametrize(("x", "y", "facing"), [(1080, 920, "W"), (920, 920, "E"), (1000, 940, "N")])
def test_nobody_turns_to_a_war_wagon_nor_is_beset_by_one(x: float, y: float, facing: str) -> None:
    """The end in front of which it moves lies on a flank or the rear of E: no contact, as along its sides."""
    wagon = blue("WWg", x, y, facing)
    b = lay(BLADES, wagon)
    assert turn(b) == (False, []) and edge_beset(b, 1, E) == NOWHERE and enemy_in_contact(b, E) == NONE
    b = lay(BLADES, wagon, war_wagons="plain")
    assert edge_beset(b, 1, E) != NOWHERE and enemy_in_contact(b, E) == 1
    assert turn(b) == (False, ["TURNS_TO_FACE"])


@pytest.mark.clause("DBA-CONTACT-12", "DBA-CONTACT-11")
def test_it_turns_to_whoever_came_first() -> None:
    """The one on the rear came at tick 3, the one on the flank at tick 5: E turns about, and stays flanked no more."""
    b = lay(BLADES, ON_RIGHT, blue("3Cv", 1000, 940, "N", arrived=3))
    assert turn(b) == (False, ["TURNS_TO_FACE"])
    assert is_front(b, E, 2)


@pytest.mark.clause("DBA-CONTACT-12")
def test_a_contact_is_as_old_as_its_later_half() -> None:
    """E itself came at tick 7 between two enemies who had stood there: both contacts are of tick 7."""
    mover = red("4Bd", 1000, 1000, arrived=7)
    b = lay(mover, ON_RIGHT, blue("3Cv", 920, 920, "E", arrived=3))
    assert turn(b)[0] is True
    b = lay(BLADES, ON_RIGHT, blue("3Cv", 920, 920, "E", arrived=3))
    assert turn(b)[0] is False


@pytest.mark.clause("DBA-CONTACT-13")
def test_the_attacker_chooses_if_two_came_at_once() -> None:
    """On both flanks at the same tick: Blue names who is faced; nobody else will do; then E turns to that one."""
    b = lay(BLADES, ON_RIGHT, blue("3Cv", 920, 920, "E", arrived=5), blue("3Cv", 400, 400, "N"))
    assert turn(b) == (True, [])
    assert (b.pending, b.pending_side) == (E, BLUE)
    asked = b.copy()
    assert bounds.run_turning(asked, new_log())
    assert (asked.pending, asked.phase) == (E, b.phase)
    log = new_log()
    assert judge_choice(b, act(Verb.CHOOSE, target=3), log).legal == 0
    assert clauses(log, Kind.REASON) == ["DBA-CONTACT-13"]
    choice = act(Verb.CHOOSE, target=2)
    assert judge_choice(b, choice, new_log()).legal == 1
    make_choice(b, choice, new_log())
    assert where(b, E) == (950.0, 920.0, -1.0, 0.0)
    assert is_front(b, E, 2)
    assert (b.pending, b.pending_side) == (NONE, NONE)
    assert turn(b) == (False, [])


@pytest.mark.clause("DBA-CONTACT-13")
def test_nobody_is_asked_if_there_is_room_to_turn_to_one_only() -> None:
    """On the right flank and the rear at once: turned east E would stand on the enemy behind it, so it turns about."""
    b = lay(BLADES, ON_RIGHT, blue("3Cv", 1000, 940, "N", arrived=5))
    assert turn(b) == (False, ["TURNS_TO_FACE"])
    assert is_front(b, E, 2)


@pytest.mark.clause("DBA-CONTACT-13")
def test_friends_in_the_way_are_shifted_the_least() -> None:
    """F (x 920 to 1080, y 880 to 940) is behind E, who turns east: x 1020 to 1080, y 840 to 1000.

    West by 60 paces F is clear; south it would have to go by 100, east and north the enemy or E's old place are
    farther: it goes west.
    """
    b = lay(BLADES, ON_RIGHT, red("4Bd", 1000, 940))
    log = new_log()
    assert not turn_to_face(b, log)
    assert codes(log, Kind.EVENT) == ["TURNS_TO_FACE", "MAKES_WAY"]
    assert where(b, E) == (1050.0, 920.0, 1.0, 0.0)
    assert where(b, 2) == (940.0, 910.0, 0.0, 1.0)


@pytest.mark.clause("DBA-CONTACT-13")
def test_friends_push_on_friends_behind_them() -> None:
    """Beside F, to the west, stands G: going west F takes G along by the same 60 paces."""
    b = lay(BLADES, ON_RIGHT, red("4Bd", 1000, 940), red("4Bd", 840, 940))
    turn(b)
    assert where(b, 2)[:2] == (940.0, 910.0)
    assert where(b, 3)[:2] == (780.0, 910.0)


@pytest.mark.clause("DBA-CONTACT-13")
def test_without_room_it_stays_and_remains_flanked() -> None:
    """F cannot go west, where G is held in front contact, nor anywhere else, where enemies are."""
    b = lay(
        BLADES,
        ON_RIGHT,
        red("4Bd", 1000, 940),
        red("4Bd", 840, 940),
        blue("4Bd", 840, 940, "S"),
        blue("3Cv", 1000, 870, "S"),
        blue("3Cv", 1000, 1010, "N"),
    )
    assert turn(b) == (False, [])
    assert where(b, E) == (1000.0, 970.0, 0.0, 1.0)
    assert is_flank(b, 1, E)


@pytest.mark.clause("DBA-CONTACT-13")
def test_each_friend_in_the_way_goes_where_it_has_the_least_to_go() -> None:
    """F (x 880 to 1040, y 880 to 940) goes 20 west, G (x 920 to 1080, y 790 to 850) goes 10 south.

    Both to the west would be 20 and 60 paces, both to the south 100 and, pushed on, more.
    """
    b = lay(BLADES, ON_RIGHT, red("4Bd", 960, 940), red("4Bd", 1000, 850))
    turn(b)
    assert where(b, E) == (1050.0, 920.0, 1.0, 0.0)
    assert where(b, 2)[:2] == (940.0, 910.0)
    assert where(b, 3)[:2] == (1000.0, 810.0)


@pytest.mark.clause("DBA-CONTACT-13")
def test_one_who_cannot_go_their_nearest_way_goes_another_and_the_other_stays_with_theirs() -> None:
    """As before, but an enemy stands 5 paces south of G: G goes 60 west, F still 20.

    F's front is at y 940 and G's at 850, so that the two do not meet.
    """
    b = lay(BLADES, ON_RIGHT, red("4Bd", 960, 940), red("4Bd", 1000, 850), blue("3Cv", 1000, 785, "N"))
    turn(b)
    assert where(b, 2)[:2] == (940.0, 910.0)
    assert where(b, 3)[:2] == (940.0, 820.0)


@pytest.mark.clause("DBA-CONTACT-13")
def test_whether_friends_make_way_is_a_switch() -> None:
    """F behind E would go 60 west; as they stand E has no room and stays flanked."""
    b = lay(BLADES, ON_RIGHT, red("4Bd", 1000, 940), room_to_turn="as_they_stand")
    assert turn(b) == (False, [])
    assert is_flank(b, 1, E)
    b = lay(BLADES, ON_RIGHT, room_to_turn="as_they_stand")
    assert turn(b) == (False, ["TURNS_TO_FACE"])


@pytest.mark.clause("DBA-CONTACT-12")
@pytest.mark.parametrize(("x", "y"), [(2000, 1000), (2000, 400), (1000, 1600)])
def test_of_two_contacted_at_once_the_western_turns_first_then_the_southern(x: float, y: float) -> None:
    """The second of the file stands at (1000, 1000), the first east of it, or north of it."""
    first = (red("4Bd", x, y), blue("3Cv", x + 80, y - 80, "W", arrived=5))
    b = lay(*first, BLADES, ON_RIGHT)
    log = new_log()
    assert not turn_to_face(b, log)
    assert [int(e.actor) for e in log.entries[: log.n] if e.kind == Kind.EVENT] == [2, 0]
