"""Narrower fronts for a chosen group: what is proposed, and that the rules alone decide what is offered."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import sandtable
from sandtable.errors import InputError
from sandtable.games.dba.listing.fronts import farthest, narrower_fronts
from sandtable.server.messages.protocol import Judge
from sandtable.server.views.view import View

BASE = np.dtype([(name, "f8") for name in ("x", "y", "fx", "fy", "width", "depth")])
LINE = [("A", 1000), ("B", 1160), ("C", 1320), ("D", 1480)]
WOODS = [
    {"kind": "wood", "polygon": [[700, 1100], [1060, 1100], [1060, 1400], [700, 1400]]},
    {"kind": "wood", "polygon": [[1420, 1100], [1800, 1100], [1800, 1400], [1420, 1400]]},
]


def bases(*places: tuple[float, float], facing: tuple[float, float] = (0.0, 1.0)) -> Any:
    return np.array([(x, y, *facing, 160.0, 60.0) for x, y in places], BASE)


def defile(terrain: list[dict[str, Any]]) -> View:
    """Four Blades in line, 40 paces before the woods; both generals are far off, and Red is to move."""
    generals = [
        {"id": "E", "is": "4Bd", "side": "red", "at": [600, 300], "facing": "N", "general": True},
        {"id": "Z", "is": "4Bd", "side": "blue", "at": [1200, 2800], "facing": "S", "general": True},
    ]
    line = [{"id": word, "is": "4Bd", "side": "red", "at": [x, 1000], "facing": "N"} for word, x in LINE]
    scenario = {"game": "dba", "title": "Defile", "attacker": "red", "terrain": terrain, "figures": line + generals}
    return View(sandtable.new("dba", scenario=scenario, seed=1))


def test_every_run_of_neighbours_in_the_first_rank_is_proposed_with_the_others_behind():
    """Four in line: three fronts of two and two of three; who comes in from the right goes behind the rightmost."""
    found = [
        (front.actors, front.files) for front in narrower_fronts(bases((0, 0), (160, 0), (320, 0), (480, 0)), range(4))
    ]
    assert found == [
        ((2, 1, 0, 3), 3),
        ((1, 2, 3, 0), 3),
        ((1, 0, 2, 3), 2),
        ((1, 2, 0, 3), 2),
        ((2, 3, 1, 0), 2),
    ]


def test_ranks_are_told_apart_as_the_block_faces():
    """Facing east, first rank from left to right 0, 1, 2 (north to south), and 3 stands behind 1."""
    block = bases((100, 320), (100, 160), (100, 0), (40, 160), facing=(1.0, 0.0))
    assert [(front.actors, front.files) for front in narrower_fronts(block, [3, 2, 1, 0])] == [
        ((1, 0, 3, 2), 2),
        ((1, 2, 3, 0), 2),
    ]
    assert list(narrower_fronts(bases((0, 0), (160, 0)), [0, 1])) == []


def test_the_longest_way_is_found_from_the_first_that_leaves_room_behind():
    """A base 160 wide and 60 deep goes by 20; ways of 60 to 200 are good."""
    asked = []

    def propose(ahead: float) -> float | None:
        asked.append(ahead)
        return ahead if 60 <= ahead <= 200 else None

    leader = bases((0, 0))[0]
    assert farthest(leader, propose) == 200
    assert asked == [60, 80, 100, 120, 140, 160, 180, 200, 220]
    assert farthest(leader, lambda ahead: ahead if ahead > 500 else None) is None


@pytest.mark.clause("DBA-GROUP-8")
def test_a_line_before_a_defile_is_offered_the_front_that_goes_through():
    """Between the woods are 360 paces: two files of 160 go through, three do not; the outer two fall in behind."""
    view = defile(WOODS)
    found = view.legal_together(["A", "B", "C", "D"])
    assert [(one.action.figures, one.action.amount) for one in found] == [(["B", "C", "A", "D"], 2)]
    offer = found[0]
    ends = {pose.id: pose for pose in offer.ghost}
    assert set(ends) == set("ABCD") and offer.label.endswith("in 2 files")
    assert 1060 <= ends["B"].y <= 1200, "room for one rank behind; a Blade goes at most 200"
    assert (ends["B"].x, ends["C"].x) == (ends["A"].x, ends["D"].x) == (1160, 1320)
    assert ends["C"].y == ends["B"].y and ends["A"].y == ends["D"].y == ends["B"].y - 60


@pytest.mark.clause("DBA-GROUP-8")
def test_on_the_bare_board_no_narrower_front_is_offered():
    assert defile([]).legal_together(["A", "B", "C", "D"]) == ()


@pytest.mark.clause("DBA-GROUP-9", "DBA-GROUP-10")
def test_the_ghosts_of_a_column_stand_behind_one_another():
    """B leads 60 ahead, A falls in behind; the others wait beside A, level with it, until there is room."""
    view = defile([])
    action = {"verb": "move", "figures": ["B", "A", "C", "D"], "legs": [{"ahead": 60}], "column": True}
    said = view.judgement(Judge.model_validate({"type": "judge", "n": 1, "action": action}), 0)
    assert said.legal
    assert {pose.id: (pose.x, pose.y) for pose in said.ghost} == {"B": (1160, 1060), "A": (1160, 1000)}


def test_a_game_without_files_and_figures_beside_the_table_are_offered_nothing():
    battle = sandtable.new("dbaix", scenario="feast", seed=1)
    romans = [name.id for name in battle.names.figures if name.id.startswith("R")][:4]
    assert View(battle).legal_together(romans) == ()
    with pytest.raises(InputError, match="There is no figure 'X9'"):
        defile([]).legal_together(["A", "X9"])


def test_a_board_asks_what_its_figures_may_do_together(server):
    made = server.new()
    with server.board(made["token"]) as board:
        answer = board.ask("legal", type="legal", n=7, figures=["A"])
        assert (answer["n"], answer["legal"]) == (7, [])
        board.send(type="legal", n=8, figures=["nobody"])
        refused = board.expect("refused")
        assert refused["n"] == 8 and "nobody" in refused["text"]
