"""CAMP: Romans in the box, and how an officer leads them back through a gate."""

from __future__ import annotations

import math

import pytest

from dbaix.board import (
    Judged,
    act,
    board,
    caligula,
    centurion,
    codes,
    dubius,
    entries,
    fresh_log,
    judged,
    move,
    pirate,
    roman,
    villager,
    where,
)
from dbaix.fights import give_token
from sandtable.games.dbaix.clauses import Clause
from sandtable.games.dbaix.record import Going, Side, Token, Verb, Where
from sandtable.games.dbaix.rules.camp import anyone_can_come_back, judge_muster, make_muster, note_who_is_in_camp
from sandtable.games.dbaix.rules.movement import judge_move
from sandtable.kernel.log import Kind
from sandtable.kernel.terrain import add_line, add_strip

N, S, E, W = "N", "S", "E", "W"
BOX = {"where": Where.CAMP_BOX.value}
NORTH_GATE, EAST_GATE = 0, 1


def judge(b, action) -> Judged:
    return judged(judge_muster, b, action)


def camp(*figures, pips=6, **changes):
    """A Roman bound with the default scenario's camp, gates and road."""
    b = board(*figures, pips=pips, **changes)
    b.camp[:] = (17, 2, 31, 9)
    outline = [(17, 2), (31, 2), (31, 9), (17, 9), (17, 2)]
    add_line(b.terrain, Going.RAMPART.value, outline, gaps=[(22.5, 9, 25.5, 9), (31, 4.5, 31, 6.5)])
    add_strip(b.terrain, Going.ROAD.value, [(24, 9), (24, 33)], 2.0)
    b.n_gates = 2
    for gate, values in ((0, (24.0, 9.0, 0.0, 1.0, 3.0)), (1, (31.0, 5.5, 1.0, 0.0, 2.0))):
        for field, value in zip(("x", "y", "fx", "fy", "width"), values, strict=True):
            b.gates[gate][field] = value
    b.bound = 7
    note_who_is_in_camp(b)
    return b


def muster(*actors, files, gate=NORTH_GATE, x=0.0):
    return act(Verb.MUSTER, *actors, target=gate, amount=files, x=x)


@pytest.mark.clause("DBAIX-CAMP-5", "DBAIX-CAMP-7", "DBAIX-PIP-26", "DBAIX-PIP-22")
def test_worked_example_7_back_from_camp():
    def table(pips):
        return camp(
            dubius(24.5, 19.5),
            roman(0, 0, **BOX), roman(0, 0, **BOX), centurion(0, 0, **BOX), roman(0, 0, **BOX),
            pips=pips,
        )  # fmt: skip

    b = table(4)
    back = judge(b, muster(1, 2, 3, 4, files=2))
    assert (back.legal, back.prices) == (True, [("PIP-1", 1), ("PIP-26", 3)])
    assert judge(table(3), muster(1, 2, 3, 4, files=2)).reasons == ["PIP-27"]
    b = table(6)
    make_muster(b, muster(1, 2, 3, 4, files=2), fresh_log())
    assert b.pips == 2
    # front rank first, left to right
    assert [where(b, i) for i in (1, 2, 3, 4)] == [
        (23.5, 10.5, 0.0, 1.0), (24.5, 10.5, 0.0, 1.0), (23.5, 9.5, 0.0, 1.0), (24.5, 9.5, 0.0, 1.0),
    ]  # fmt: skip
    assert all(b.figures[i]["where"] == Where.TABLE for i in (1, 2, 3, 4))
    along = judged(judge_move, b, move(b, 1, 2, 3, 4, ahead=4))
    assert (along.legal, along.prices) == (True, [("PIP-1", 1)])
    assert "PIP-22" in along.notes
    assert judged(judge_move, b, move(b, 1, 2, 3, 4, to=(25.5, 10.5))).cost == 3  # off the road: + 2
    # three legionaries alone never come out
    assert judge(table(6), muster(1, 2, 4, files=3)).reasons == ["CAMP-3"]


@pytest.mark.clause("DBAIX-CAMP-5")
def test_an_officer_alone_pays_2_and_3():
    b = camp(dubius(24.5, 19.5), centurion(0, 0, **BOX))
    assert judge(b, muster(1, files=1)).prices == [("PIP-2", 2), ("PIP-26", 3)]


@pytest.mark.clause("DBAIX-CAMP-3")
def test_an_officer_comes_back_alone_unless_the_house_plays_to_the_letter():
    men = centurion(0, 0, **BOX), roman(0, 0, **BOX)
    for alone, reasons in ((0, []), (1, ["CAMP-3"])):
        b = camp(dubius(24.5, 19.5), *men, officers_alone=alone)
        assert judge(b, muster(1, files=1)).reasons == reasons
        assert judge(b, muster(1, 2, files=2)).legal
        log = fresh_log()
        make_muster(b, muster(1, 2, files=2), log)
        assert [(line.amount, line.value) for line in entries(log, Kind.EVENT)] == [(4, 1.0)]
        assert codes(log, Kind.EVENT) == ["MUSTERED"]


@pytest.mark.clause("DBAIX-CAMP-5", "DBAIX-PIP-13")
def test_distance_counts_from_where_they_are_set_down():
    # the rear rank's base ends at y 9; Dubius' base begins 12.25 inches north of the rear man's front edge
    b = camp(dubius(24.0, 22.75), centurion(0, 0, **BOX), roman(0, 0, **BOX))
    assert judge(b, muster(1, 2, files=1)).prices == [("PIP-1", 1), ("PIP-26", 3), ("PIP-13", 1)]
    assert judge(b, muster(1, 2, files=2)).cost == 5  # one rank, at y 9 to 10
    b.figures[0].y = 22.5
    assert judge(b, muster(1, 2, files=2)).cost == 4  # exactly 12
    # Dubius in the box commands from the whole camp, coming or staying
    b = camp(dubius(0, 0, **BOX), centurion(0, 0, **BOX), roman(0, 0, **BOX))
    assert judge(b, muster(0, 2, files=2)).cost == 4
    assert judge(b, muster(1, 2, files=2)).cost == 4


@pytest.mark.clause("DBAIX-CAMP-3", "DBAIX-CAMP-4", "DBAIX-CAMP-7")
def test_a_centurion_inside_the_camp_fetches_men():
    b = camp(dubius(24.5, 19.5), centurion(20.5, 5.5), roman(0, 0, **BOX), roman(0, 0, **BOX))
    assert judge(b, muster(2, 1, 3, files=3)).cost == 4
    make_muster(b, muster(2, 1, 3, files=3), fresh_log())
    assert where(b, 1)[:2] == (24.0, 9.5)
    assert [int(b.figures[i].moves) for i in (1, 2, 3)] == [1, 1, 1]
    # alone an officer brings nobody back
    b = camp(dubius(24.5, 19.5), centurion(20.5, 5.5), roman(0, 0, **BOX))
    assert judge(b, muster(1, files=1)).reasons == ["CAMP-3"]
    # one that came into the camp only in this bound, or is partly outside, or is no officer, leads nobody
    b.figures[1].in_camp_at_start = 0
    assert judge(b, muster(1, 2, files=2)).reasons == ["CAMP-4"]
    b = camp(dubius(24.5, 19.5), centurion(24.0, 9.25), roman(0, 0, **BOX))
    assert judge(b, muster(1, 2, files=2)).reasons == ["CAMP-4"]
    b = camp(dubius(24.5, 19.5), roman(20.5, 5.5), centurion(0, 0, **BOX))
    assert judge(b, muster(1, 2, files=2)).reasons == ["CAMP-4"]
    # with an officer of the box they need no other
    assert judge(b, muster(2, files=1)).legal


@pytest.mark.clause("DBAIX-CAMP-7", "DBAIX-PIP-21")
def test_an_officer_who_has_moved_inside_the_camp_pays_for_a_second_move():
    b = camp(dubius(24.5, 19.5), centurion(20.5, 5.5), roman(0, 0, **BOX))
    b.figures[1].moves = 1
    assert judge(b, muster(1, 2, files=2)).prices == [("PIP-1", 1), ("PIP-26", 3), ("PIP-21", 2)]
    b.figures[1].moves = 2
    b.pips = 10
    assert judge(b, muster(1, 2, files=2)).reasons == ["CAMP-4"]


@pytest.mark.clause("DBAIX-CAMP-7", "DBAIX-SCN-10")
def test_an_officer_who_carries_a_token_and_has_moved_fetches_nobody():
    """A carrier makes one move in a bound, and to walk out with men is a move."""
    b = camp(dubius(24.5, 19.5), centurion(20.5, 5.5), roman(0, 0, **BOX), pips=10)
    give_token(b, Token.CAULDRON.value, 1)
    assert judge(b, muster(1, 2, files=2)).legal
    b.figures[1].moves = 1
    assert judge(b, muster(1, 2, files=2)).reasons == ["CAMP-4"]


@pytest.mark.clause("DBAIX-CAMP-3", "DBAIX-CAMP-6")
@pytest.mark.parametrize("closed", [[], [NORTH_GATE], [EAST_GATE], [NORTH_GATE, EAST_GATE]])
def test_somebody_can_come_back_while_any_gate_is_free(closed):
    """A Pirate in the middle of a gate leaves nobody room there."""
    middles = {NORTH_GATE: (24.0, 9.5), EAST_GATE: (31.5, 5.5)}
    b = camp(dubius(24.5, 19.5), centurion(0, 0, **BOX), *(pirate(*middles[gate]) for gate in closed))
    assert anyone_can_come_back(b) == (len(closed) < 2)


@pytest.mark.clause("DBAIX-CAMP-6")
def test_the_block_stands_within_the_gate_and_within_4_inches():
    men = [roman(0, 0, **BOX) for _ in range(15)]
    b = camp(dubius(24.5, 19.5), centurion(0, 0, **BOX), *men)
    crowd = list(range(1, 14))
    assert judge(b, muster(*crowd[:12], files=3)).legal  # 3 wide, 4 deep
    assert judge(b, muster(*crowd[:13], files=3)).reasons == ["CAMP-6"]  # a fifth rank
    assert judge(b, muster(*crowd[:8], files=4)).reasons[0] == "CAMP-6"  # wider than the gate
    assert judge(b, muster(*crowd[:5], files=1)).reasons == ["CAMP-6"]
    assert judge(b, muster(*crowd[:4], files=2, x=0.5)).legal
    assert judge(b, muster(*crowd[:4], files=2, x=0.75)).reasons[0] == "CAMP-6"
    assert judge(b, muster(1, 2, files=2, gate=EAST_GATE)).legal
    assert judge(b, muster(1, 2, 3, files=3, gate=EAST_GATE)).reasons[0] == "CAMP-6"
    make_muster(b, muster(1, 2, files=2, gate=EAST_GATE), fresh_log())
    # out of the east gate they face east; left is north
    assert where(b, 1) == (31.5, 6.0, 1.0, 0.0)
    assert where(b, 2) == (31.5, 5.0, 1.0, 0.0)


@pytest.mark.clause("DBAIX-CAMP-6")
def test_the_rear_edge_of_a_rank_that_is_not_full_is_on_the_gate_line():
    b = camp(dubius(24.5, 19.5), centurion(0, 0, **BOX), roman(0, 0, **BOX), roman(0, 0, **BOX))
    make_muster(b, muster(1, 2, 3, files=2), fresh_log())
    assert [where(b, i)[:2] for i in (1, 2, 3)] == [(23.5, 10.5), (24.5, 10.5), (23.5, 9.5)]


@pytest.mark.clause("DBAIX-CAMP-6", "DBAIX-CAMP-10")
def test_no_room_no_return():
    who = (dubius(24.5, 19.5), centurion(0, 0, **BOX), roman(0, 0, **BOX))
    assert judge(camp(*who, roman(24.0, 10.25)), muster(1, 2, files=2)).reasons == ["CAMP-6", "CAMP-6"]
    assert judge(camp(*who, roman(24.0, 11.5)), muster(1, 2, files=2)).legal
    assert judge(camp(*who, roman(24.0, 10.5)), muster(1, 2, files=2)).legal  # touching a friend
    assert judge(camp(*who, pirate(24.5, 10.5)), muster(1, 2, files=2)).reasons == ["CAMP-6", "CAMP-6"]
    assert judge(camp(*who, pirate(25.5, 10.5)), muster(1, 2, files=2)).reasons == ["CAMP-6"]  # a corner of one
    assert judge(camp(*who, pirate(25.75, 10.5)), muster(1, 2, files=2)).legal


@pytest.mark.clause("DBAIX-CAMP-8")
def test_the_player_chooses_who_comes():
    b = camp(dubius(24.5, 19.5), centurion(0, 0, **BOX), roman(0, 0, **BOX), roman(0, 0, **BOX))
    make_muster(b, muster(1, 3, files=2), fresh_log())
    assert [int(b.figures[i]["where"]) for i in (1, 2, 3)] == [Where.TABLE, Where.CAMP_BOX, Where.TABLE]


@pytest.mark.clause("DBAIX-CAMP-9")
def test_nobody_comes_back_in_the_bound_of_their_removal():
    b = camp(dubius(24.5, 19.5), centurion(0, 0, boxed=6, **BOX), roman(0, 0, boxed=7, **BOX))
    assert judge(b, muster(1, files=1)).legal
    assert judge(b, muster(1, 2, files=2)).reasons == ["CAMP-9"]


@pytest.mark.clause("DBAIX-PIP-27", "DBAIX-CAMP-1")
def test_a_march_out_too_dear_is_shown_at_no_place_of_the_table():
    log = fresh_log()
    b = camp(dubius(24.5, 19.5), centurion(0, 0, **BOX), pips=4)  # 2 for a single Roman, 3 for coming back
    judge_muster(b, muster(1, files=1), log)
    (line,) = entries(log, Kind.REASON)
    assert (line.clause, line.amount, line.value) == (Clause.PIP_27, 5, 4.0)
    assert math.isnan(line.x)  # in the box, nowhere on the table
    # of a man on the table it is shown where that is
    b = camp(dubius(24.5, 19.5), roman(10.5, 20.5), pips=1)
    log = fresh_log()
    judge_move(b, move(b, 1, ahead=2), log)
    (line,) = entries(log, Kind.REASON)
    assert (line.clause, line.value, line.x, line.y) == (Clause.PIP_27, 1.0, 10.5, 20.5)


@pytest.mark.clause("DBAIX-CAMP-10", "DBAIX-TER-8")
def test_an_overrun_camp_cannot_muster():
    who = (dubius(24.5, 19.5), centurion(0, 0, **BOX))
    assert judge(camp(*who, villager(20.5, 5.5)), muster(1, files=1)).reasons == ["CAMP-10"]
    assert judge(camp(*who, villager(20.5, 5.5), roman(28.5, 5.5)), muster(1, files=1)).legal
    assert judge(camp(*who, villager(17.0, 5.5)), muster(1, files=1)).legal  # half inside is not inside


@pytest.mark.clause("DBAIX-CAMP-1", "DBAIX-CAMP-2")
def test_romans_in_the_box_neither_move_nor_block():
    b = camp(dubius(24.5, 19.5), caligula(24.5, 23.5, **BOX), roman(24.5, 21.5))
    assert judged(judge_move, b, move(b, 2, ahead=4)).legal
    assert "MOV-3" in judged(judge_move, b, move(b, 1, ahead=1)).reasons


@pytest.mark.clause("DBAIX-CAMP-3")
def test_only_romans_in_their_own_bound():
    b = camp(dubius(24.5, 19.5), centurion(0, 0, **BOX), villager(10.5, 10.5))
    b.turn = Side.GAULS.value
    assert judge(b, muster(1, files=1)).reasons == ["CAMP-3"]
    b.turn = Side.ROMANS.value
    assert judge(b, muster(1, 2, files=2)).reasons == ["CAMP-3"]
    assert judge(b, muster(1, files=0)).reasons == ["CAMP-6"]
    assert judge(b, muster(1, files=1, gate=2)).reasons == ["CAMP-6"]


@pytest.mark.clause("DBAIX-CAMP-3", "DBAIX-CAMP-6", "DBAIX-CAMP-9", "DBAIX-PIP-27")
def test_every_reason_against_coming_back_is_given():
    """Four Romans abreast, 4 inches in a gate of 3, no officer, 1 + 3 of 2 PIPs; and one of them went in this bound."""
    b = camp(*(roman(0, 0, **BOX) for _ in range(4)), pips=2)
    b.figures[2].boxed = b.bound
    answer = judge(b, muster(0, 1, 2, 3, files=4))
    assert sorted(answer.reasons) == ["CAMP-3", "CAMP-6", "CAMP-9", "PIP-27"]


@pytest.mark.clause("DBAIX-CAMP-6")
def test_coming_back_names_somebody_a_gate_and_files():
    b = camp(centurion(0, 0, **BOX))
    assert judge(b, muster(0, files=1)).legal
    assert judge(b, muster(files=1)).reasons == ["CAMP-6"]
    assert judge(b, muster(0, files=0)).reasons == ["CAMP-6"]
    assert judge(b, muster(0, files=1, gate=2)).reasons == ["CAMP-6"]
    assert judge(b, muster(0, files=1, gate=-1)).reasons == ["CAMP-6"]
    assert judge(b, muster(0, files=1, x=float("nan"))).reasons == ["CAMP-6"]


@pytest.mark.clause("DBAIX-CAMP-6", "DBAIX-CAMP-7")
def test_the_log_tells_who_leads_them_out_and_what_it_cost():
    b = camp(roman(30.5, 30.5), roman(0, 0, **BOX), centurion(0, 0, **BOX))
    log = fresh_log()
    make_muster(b, muster(1, 2, files=2), log)
    [event] = entries(log, Kind.EVENT)
    assert (int(event.actor), int(event.amount)) == (1, 4)  # 1 + 3 PIPs
