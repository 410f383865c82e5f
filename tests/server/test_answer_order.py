"""In which order the answers are read: contact first, then as the general thinks, what goes back last."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.kernel.geometry import Base
from sandtable.server.views import answer_order
from sandtable.server.views.answer_order import Shelf, _goes_back, _likely, _meets, standings
from sandtable.server.views.view import View

LINE: dict[str, Any] = {
    "game": "dbaix",
    "title": "Two against two",
    "description": "A Roman faces north; a villager stands three inches ahead.",
    "table": {"width": 24, "height": 30},
    "figures": [
        {"id": "R1", "is": "legionary", "at": [9.5, 20.5], "facing": "N"},
        {"id": "R2", "is": "dubius_status", "at": [20.5, 3.5], "facing": "N"},
        {"id": "G1", "is": "villager", "at": [9.5, 23.5], "facing": "S"},
        {"id": "G2", "is": "vitalstatistix", "at": [20.5, 27.5], "facing": "S"},
        {"id": "P1", "is": "captain", "at": [2.5, 2.5], "facing": "W"},
    ],
}


def test_contact_is_read_first_and_nothing_is_left_out() -> None:
    """Bases are an inch deep: the Roman who ends two inches ahead, at 22.5, touches the villager at 23.5."""
    view = View(sandtable.new("dbaix", scenario=LINE, seed=3))
    places = [one.place for one in view.legal]
    assert sorted(places) == list(range(len(places))), "each place once"
    touches = {
        one.place
        for one in view.legal
        if any(abs(end.x - 9.5) < 0.01 and abs(end.y - 22.5) < 0.01 for end in one.ghost)
    }
    assert touches, "it is listed"
    first = [one for one in view.legal if one.place < len(touches)]
    for one in first:
        assert one.ghost and min(abs(end.y - 23.5) for end in one.ghost) <= 1.05, one.label


def test_of_one_kind_what_looks_good_is_read_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Worth most to a figure that has no choice: not marked, so it stands behind what is, and before the rest."""
    battle = sandtable.new("dbaix", scenario=LINE, seed=3)
    actions = battle.legal()[:4]
    shelves = iter([Shelf.OTHER, Shelf.OTHER, Shelf.CONTACT, Shelf.OTHER])
    monkeypatch.setattr(answer_order, "_shelf", lambda *_: next(shelves))
    monkeypatch.setattr(answer_order, "_worths", lambda *_: [1.0, 9.0, 0.0, 2.0])
    monkeypatch.setattr(answer_order, "_likely", lambda *_: {3})
    found = standings(battle, actions, [[]] * 4, {}, [])
    assert [(one.place, one.likely) for one in found] == [(3, False), (2, False), (0, False), (1, True)]


def test_a_quarter_of_the_way_back_is_a_retreat() -> None:
    """A figure facing north that goes one aside and 0.2 south goes no retreat (0.2 of 1.02), with 0.3 it does."""
    start = Base(5.0, 5.0, 0.0, 1.0, 0.5, 0.5)
    ways = {
        (0.0, -1.0): True,
        (0.0, 1.0): False,
        (1.0, 0.0): False,
        (1.0, -0.2): False,
        (-1.0, -0.3): True,
        (0.0, 0.0): False,
    }
    for (dx, dy), back in ways.items():
        assert _goes_back(start, start._replace(x=5.0 + dx, y=5.0 + dy)) is back, (dx, dy)


def test_bases_a_tenth_of_their_half_width_apart_are_as_good_as_in_contact() -> None:
    """Half a width of 2: near is 0.2. Squares of 4, and one turned by 45 degrees that shows a corner."""
    still = Base(0.0, 0.0, 0.0, 1.0, 2.0, 2.0)
    corner = 2.0 * 2.0**0.5
    turned = Base(0.0, 0.0, 0.5**0.5, 0.5**0.5, 2.0, 2.0)
    for foe, out in ((still, 2.0), (turned, corner)):
        for dx, dy in ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)):
            for beyond, near in ((-0.5, True), (0.0, True), (0.19, True), (0.21, False), (3.0, False), (1000.0, False)):
                far = 2.0 + out + beyond
                assert _meets(still, foe._replace(x=far * dx, y=far * dy)) is near, (foe, dx, dy, beyond)
    diagonal = 2.0 + 0.14  # both ways: the gap between the corners is 0.198, then 0.226
    assert _meets(still, still._replace(x=diagonal + 2.0, y=diagonal + 2.0))
    assert not _meets(still, still._replace(x=diagonal + 2.02, y=diagonal + 2.02))


def test_a_general_looks_at_the_best_of_each_figure_where_it_beats_most() -> None:
    """Of A's 3, 1 and 1 the first; of B's equal ones and of C's only one none; nothing that looks bad."""

    class Asked:
        def __init__(self, leader: str) -> None:
            self.figures = (leader,)

    asked = [Asked(leader) for leader in "AAABBCDD"]
    worths = [3.0, 1.0, 1.0, 2.0, 2.0, 9.0, -1.0, -2.0]
    assert _likely(asked, worths) == {0}  # type: ignore[arg-type]
    assert Shelf.CONTACT < Shelf.OTHER < Shelf.RETREAT
