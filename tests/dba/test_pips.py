"""What a move costs: the surcharges of PIP-4 to PIP-7, each with its line (DBA-PIP)."""

from __future__ import annotations

from typing import Any

import pytest

from dba.table import BLUE, RED, act, clauses, codes, entries, fresh_log, lay
from sandtable.games.dba.clauses import Purpose
from sandtable.games.dba.record import Ground, Verb
from sandtable.games.dba.rules import bounds
from sandtable.games.dba.rules.ground import is_inside_ground
from sandtable.games.dba.rules.pips import could_pay, price_of
from sandtable.kernel.dice import scripted_dice
from sandtable.kernel.geometry import base_of
from sandtable.kernel.log import Kind
from sandtable.kernel.records import NONE
from tabletop import odd_dice

GENERAL = {"general": 1}


def cost_of(b: Any, *actors: int, verb: Verb = Verb.MOVE) -> tuple[int, list[str]]:
    """The price of a move of these elements, and the codes of its lines, which add up to it."""
    log = fresh_log()
    cost = int(price_of(b, act(verb, *actors), log))
    assert sum(int(entry.amount) for entry in entries(log, Kind.PRICE)) == cost
    return cost, codes(log, Kind.PRICE)


@pytest.mark.clause("DBA-PIP-2", "DBA-PIP-8", "DBA-PIP-9", "WAD-CORE-2")
def test_one_element_or_one_group_costs_one_pip_also_on_later_moves() -> None:
    b = lay(
        ("G", "3Kn", RED, 1000, 1000, "N", GENERAL),
        ("A", "4Bd", RED, 1160, 1000, "N"),
        ("B", "4Bd", RED, 1320, 1000, "N"),
    )
    assert cost_of(b, 1) == (1, ["ONE_MOVE"])
    assert cost_of(b, 1, 2) == (1, ["ONE_MOVE"])
    b.figures[1].moves = 1
    assert cost_of(b, 1) == (1, ["ONE_MOVE"])


@pytest.mark.clause("DBA-PIP-4", "DBA-PIP-3")
@pytest.mark.parametrize("code", ["El", "7Hd", "WWg", "Art"])
def test_difficult_troops_cost_one_more_but_not_in_the_first_bound(code: str) -> None:
    b = lay(
        ("G", "3Kn", RED, 1000, 1000, "N", GENERAL),
        ("A", code, RED, 1300, 1000, "N"),
        ("B", code, RED, 1600, 1000, "N"),
    )
    assert cost_of(b, 1) == (2, ["ONE_MOVE", "DIFFICULT_TROOPS"])
    assert cost_of(b, 1, 2)[0] == 2  # at most once
    b.own_bounds[RED] = 1
    assert cost_of(b, 1) == (1, ["ONE_MOVE"])


@pytest.mark.clause("DBA-PIP-1", "DBA-PIP-2", "DBA-PIP-4", "DBA-PIP-5")
def test_what_a_move_costs_is_a_number_of_the_battle() -> None:
    # Elephants far from their general: 1 + 2 + 3, and five PIPs do not pay for that.
    b = lay(("G", "3Kn", RED, 200, 1000, "N", GENERAL), ("A", "El", RED, 2500, 1000, "N"))
    b.rules.difficult_cost, b.rules.command_cost = 2, 3
    assert cost_of(b, 1) == (6, ["ONE_MOVE", "DIFFICULT_TROOPS", "FAR_FROM_GENERAL"])
    for pips, enough in ((5, False), (6, True)):
        b.pips = pips
        assert could_pay(b, act(Verb.MOVE, 1), fresh_log()) == enough


@pytest.mark.clause("DBA-PIP-4")
def test_scythed_chariots_are_no_difficult_troops() -> None:
    b = lay(("G", "3Kn", RED, 1000, 1000, "N", GENERAL), ("A", "SCh", RED, 1300, 1000, "N"))
    assert cost_of(b, 1)[0] == 1


@pytest.mark.clause("WAD-DISM-3")
def test_a_knight_near_its_general_dismounts_for_two_pips_in_the_third_bound_and_one_in_the_first() -> None:
    b = lay(("G", "3Kn", RED, 1000, 1000, "N", GENERAL), ("K", "3Kn", RED, 1300, 1000, "N"))
    b.own_bounds[RED] = 3
    assert cost_of(b, 1, verb=Verb.DISMOUNT) == (2, ["ONE_MOVE", "DISMOUNTING_COSTS"])
    b.own_bounds[RED] = 1
    assert cost_of(b, 1, verb=Verb.DISMOUNT) == (1, ["ONE_MOVE"])


@pytest.mark.clause("DBA-PIP-5", "DBA-PIP-7")
def test_beyond_1200_paces_from_the_general_costs_one_more() -> None:
    # Bases 160 wide side by side: 1360 between middles is a gap of 1200.
    b = lay(("G", "4Bd", RED, 200, 1000, "N", GENERAL), ("A", "4Bd", RED, 1560, 1000, "N"))
    assert cost_of(b, 1)[0] == 1
    b.figures[1].x = 1561
    assert cost_of(b, 1) == (2, ["ONE_MOVE", "FAR_FROM_GENERAL"])
    assert cost_of(b, 0)[0] == 1  # the general is never far from itself


@pytest.mark.clause("DBA-PIP-5")
def test_one_element_in_command_saves_the_whole_group() -> None:
    b = lay(
        ("G", "4Bd", RED, 200, 1000, "N", GENERAL),
        ("A", "4Bd", RED, 1500, 1000, "N"),
        ("B", "4Bd", RED, 1660, 1000, "N"),
    )
    assert cost_of(b, 2)[0] == 2
    assert cost_of(b, 2, 1)[0] == 1


@pytest.mark.clause("DBA-PIP-5")
def test_a_lost_general_costs_everybody_one_more() -> None:
    b = lay(
        ("G", "4Bd", RED, 200, 1000, "N", {"general": 1, "where": 3}),
        ("A", "El", RED, 400, 1000, "N"),
    )
    assert cost_of(b, 1) == (3, ["ONE_MOVE", "DIFFICULT_TROOPS", "GENERAL_LOST"])


@pytest.mark.clause("DBA-PIP-5", "DBA-TERR-8", "DBA-TERR-9")
@pytest.mark.parametrize("ground", [Ground.WOOD, Ground.OASIS, Ground.DUNES, Ground.MARSH, Ground.ROUGH])
def test_cover_between_hides_the_general_beyond_600_paces(ground: Ground) -> None:
    wall = [(900, 500), (1000, 500), (1000, 1500), (900, 1500)]
    b = lay(
        ("G", "4Bd", RED, 600, 1000, "N", GENERAL),
        ("A", "4Bd", RED, 1500, 1000, "N"),
        terrain=[(ground, wall)],
    )
    hides = ground in (Ground.WOOD, Ground.OASIS, Ground.DUNES)
    assert cost_of(b, 1)[0] == (2 if hides else 1)
    b.figures[1].x = 1360  # a gap of 600: no sight is needed
    assert cost_of(b, 1)[0] == 1


@pytest.mark.clause("DBA-PIP-7")
def test_one_clear_line_is_enough_to_be_in_sight() -> None:
    # The wood's south edge is at y = 1020: the fronts of both, at y = 1030, do not see one another, their rears do.
    wood = [(900, 1020), (1000, 1020), (1000, 1500), (900, 1500)]
    b = lay(
        ("G", "4Bd", RED, 600, 1000, "N", GENERAL),
        ("A", "4Bd", RED, 1500, 1000, "N"),
        terrain=[(Ground.WOOD, wood)],
    )
    assert cost_of(b, 1)[0] == 1


@pytest.mark.clause("DBA-PIP-5", "DBA-TERR-8")
def test_a_crest_and_a_camp_hide_the_general() -> None:
    b = lay(
        ("G", "4Bd", RED, 600, 1000, "N", GENERAL),
        ("A", "4Bd", RED, 1500, 1000, "N"),
        terrain=[(Ground.CREST, [(1000, 700), (1000, 1300)])],
    )
    assert cost_of(b, 1) == (2, ["ONE_MOVE", "OUT_OF_SIGHT"])
    b = lay(
        ("G", "4Bd", RED, 600, 1000, "N", GENERAL),
        ("A", "4Bd", RED, 1500, 1000, "N"),
        camps={BLUE: (1000, 1000, "N", 480, 480)},
    )
    assert cost_of(b, 1) == (2, ["ONE_MOVE", "OUT_OF_SIGHT"])


@pytest.mark.clause("DBA-PIP-5")
def test_a_mover_inside_a_wood_is_out_of_command_beyond_600_paces() -> None:
    wood = [(1300, 800), (1700, 800), (1700, 1200), (1300, 1200)]
    b = lay(
        ("G", "4Bd", RED, 600, 1000, "N", GENERAL),
        ("A", "3Ax", RED, 1500, 1000, "N"),
        terrain=[(Ground.WOOD, wood)],
    )
    assert cost_of(b, 1) == (2, ["ONE_MOVE", "MOVER_IN_COVER"])
    b.figures[1].x = 1350  # sticks out at x = 1270
    assert cost_of(b, 1)[0] == 1


@pytest.mark.clause("DBA-PIP-6", "DBA-PIP-3")
@pytest.mark.parametrize(
    ("ground", "shut_in"),
    [(Ground.WOOD, True), (Ground.OASIS, True), (Ground.MARSH, True), (Ground.DUNES, False), (Ground.ROUGH, False)],
)
def test_a_general_shut_in_costs_everybody_else_one_more(ground: Ground, shut_in: bool) -> None:
    b = lay(
        ("G", "3Ax", RED, 1000, 1000, "N", GENERAL),
        ("A", "3Ax", RED, 1300, 1000, "N"),
        terrain=[(ground, [(900, 900), (1100, 900), (1100, 1100), (900, 1100)])],
    )
    assert cost_of(b, 1)[0] == (2 if shut_in else 1)
    assert cost_of(b, 0)[0] == 1
    b.figures[0].y = 1070  # its front edge, at 1110, sticks out
    assert cost_of(b, 1)[0] == 1


@pytest.mark.clause("DBA-PIP-6", "DBA-PIP-3")
def test_all_three_surcharges_add_up() -> None:
    b = lay(
        ("G", "3Cv", RED, 1000, 100, "N", {"general": 1, "camp": RED}),
        ("E", "El", RED, 1000, 1600, "N"),
        camps={RED: (1000, 100, "N", 480, 200)},
    )
    # Camp and elephants: 1600 - 80 - (100 + 60) = 1360 paces apart.
    assert cost_of(b, 1) == (4, ["ONE_MOVE", "DIFFICULT_TROOPS", "FAR_FROM_GENERAL", "GENERAL_SHUT_IN"])
    b.own_bounds[RED] = 1
    assert cost_of(b, 1)[0] == 1


def test_price_lines_cite_their_clauses() -> None:
    b = lay(("G", "3Cv", RED, 1000, 1000, "N", GENERAL), ("E", "El", RED, 1300, 1000, "N"))
    log = fresh_log()
    price_of(b, act(Verb.MOVE, 1), log)
    assert clauses(log, Kind.PRICE) == ["DBA-PIP-2", "DBA-PIP-4"]


@pytest.mark.clause("DBA-PIP-6", "DBA-SHOOT-11")
def test_a_wood_whose_outline_has_a_dent_is_one_wood() -> None:
    # An L of a wood is laid in two parts; the general's base lies across the seam, inside the whole.
    wood = (Ground.WOOD, [(1000, 1000), (2000, 1000), (2000, 1400), (1400, 1400), (1400, 2000), (1000, 2000)])
    for x, y in ((1300, 1200), (1400, 1200), (1200, 1350), (1200, 1400), (1200, 1450)):
        b = lay(("G", "4Bd", RED, x, y, "N", {"general": 1}), terrain=[wood])
        assert b.terrain.n_features > 1
        assert is_inside_ground(b, base_of(b.figures[0]), Ground.WOOD)
    b = lay(("G", "4Bd", RED, 1400, 1420, "N", {"general": 1}), terrain=[wood])  # over the dent
    assert not is_inside_ground(b, base_of(b.figures[0]), Ground.WOOD)


@pytest.mark.clause("DBA-PIP-1")
def test_the_die_is_all_the_pips_there_are():
    b = lay(("G", "3Kn", RED, 1500, 1500, "N", {"general": 1}), pips=6)
    dice = scripted_dice([(Purpose.PIPS.value, RED, NONE, 4)])
    bounds.begin_bound(b, dice, fresh_log())
    assert b.pips == 4 and odd_dice(dice) == []
