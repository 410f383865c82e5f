"""PIP COSTS and COMMANDERS: the price of a move, line by line."""

from __future__ import annotations

import numpy as np
import pytest

from dbaix.board import (
    Judged,
    asterix,
    board,
    cacofonix,
    caligula,
    captain,
    centurion,
    dubius,
    fresh_log,
    getafix,
    judged,
    move,
    obelix,
    off_table,
    pirate,
    roman,
    villager,
    vitalstatistix,
    where,
    woman,
)
from sandtable.games.common.groups import block_around
from sandtable.games.dbaix.laying.scenario import lay, scenario_data
from sandtable.games.dbaix.record import Going, Side, Song, Where
from sandtable.games.dbaix.rules.groups import link_all
from sandtable.games.dbaix.rules.movement import judge_move, make_move
from sandtable.games.dbaix.rules.movers import movers
from sandtable.kernel.terrain import add_strip

N, S, E, W = "N", "S", "E", "W"


def price(b, action) -> Judged:
    return judged(judge_move, b, action)


def village(side: Side, pips: int):
    """The default scenario's table in the movement step of ``side``, and the index of each figure by its id."""
    laid = lay(scenario_data("village")[0], {}, "village.yaml")
    b = laid.record[0]
    b.turn = side.value
    b.phase = 3
    b.pips = pips
    return b, {name.id: index for index, name in enumerate(laid.names.figures)}


# Basic costs


@pytest.mark.clause("DBAIX-PIP-1", "DBAIX-PIP-2")
def test_a_roman_group_costs_1_and_a_single_roman_2():
    b = board(dubius(10.5, 10.5), roman(11.5, 10.5), roman(14.5, 10.5))
    assert price(b, move(b, 0, 1, ahead=4)).prices == [("PIP-1", 1)]
    assert price(b, move(b, 2, ahead=4)).prices == [("PIP-2", 2)]


@pytest.mark.clause("DBAIX-PIP-3", "DBAIX-PIP-4", "DBAIX-PIP-5")
def test_gaulish_groups_and_single_gauls_cost_2():
    b = board(vitalstatistix(10.5, 30.5), villager(11.5, 30.5), side=Side.GAULS)
    assert price(b, move(b, 0, 1, ahead=4)).prices == [("PIP-3", 2)]
    assert price(b, move(b, 0, 1, ahead=-1)).prices == [("PIP-4", 2)]
    assert price(b, move(b, 1, ahead=4)).prices == [("PIP-5", 2)]


@pytest.mark.clause("DBAIX-PIP-3", "DBAIX-PIP-4", "DBAIX-MOV-10")
def test_the_switches_make_straight_groups_cheaper_and_others_dearer():
    b = board(vitalstatistix(10.5, 30.5), villager(11.5, 30.5), side=Side.GAULS, gaul_straight_cost=1, gaul_turn_cost=3)
    assert price(b, move(b, 0, 1, ahead=4)).cost == 1
    assert price(b, move(b, 0, 1, to=(10.5, 29.5))).cost == 1  # straight ahead, south
    assert price(b, move(b, 0, 1, to=(10.75, 29.5))).cost == 3  # oblique, and nobody to line up with
    assert price(b, move(b, 0, 1, to=(10.5, 31.5))).cost == 3  # backwards
    assert price(b, move(b, 0, 1, to=(10.5, 29.5), facing=170)).cost == 3  # turns


@pytest.mark.clause("DBAIX-PIP-6", "DBAIX-PIP-7")
def test_pirates_pay_2_alone_or_together():
    b = board(captain(38.5, 36.5), pirate(38.5, 37.5), side=Side.PIRATES)
    assert price(b, move(b, 0, 1, ahead=4)).prices == [("PIP-7", 2)]
    assert price(b, move(b, 0, 1, ahead=-2)).prices == [("PIP-7", 2)]
    assert price(b, move(b, 0, ahead=4)).prices == [("PIP-6", 2)]


# Officers and distances


@pytest.mark.clause("DBAIX-PIP-11", "DBAIX-PIP-12", "DBAIX-CMD-7")
def test_a_group_without_an_officer_pays_1_more_and_a_single_roman_never():
    b = board(dubius(10.5, 14.5), roman(10.5, 10.5), roman(11.5, 10.5), centurion(12.5, 10.5), caligula(13.5, 10.5))
    assert price(b, move(b, 1, 2, ahead=2)).prices == [("PIP-1", 1), ("PIP-11", 1)]
    assert price(b, move(b, 1, 2, 3, ahead=2)).prices == [("PIP-1", 1)]
    assert price(b, move(b, 4, ahead=2)).prices == [("PIP-2", 2)]


@pytest.mark.clause("DBAIX-CMD-7")
@pytest.mark.parametrize(
    ("option", "dubius_is", "centurion_is", "caligula_is"),
    [("dubius_and_centurions", 1, 1, 0), ("plus_caligula", 1, 1, 1), ("centurions_only", 0, 1, 0)],
)
def test_the_officers_option_says_who_leads(option, dubius_is, centurion_is, caligula_is):
    laid = lay(scenario_data("village")[0], {"officers": option}, "village.yaml")
    figures = laid.record[0].figures
    by_id = {name.id: index for index, name in enumerate(laid.names.figures)}
    assert figures[by_id["R6"]].officer == dubius_is
    assert figures[by_id["R1"]].officer == centurion_is
    assert figures[by_id["R23"]].officer == caligula_is
    assert figures[by_id["R2"]].officer == 0  # the standard-bearer never


@pytest.mark.clause("DBAIX-CMD-1", "DBAIX-CMD-4", "DBAIX-PIP-13")
def test_beyond_12_inches_from_the_legate_costs_1_more():
    # centres 13 and 13.25 apart: gaps of 12 and 12.25
    b = board(dubius(10.5, 10.5), roman(23.5, 10.5), roman(10.5, 23.75))
    assert price(b, move(b, 1, ahead=1)).cost == 2  # exactly 12 is within
    far = price(b, move(b, 2, ahead=1))
    assert far.prices == [("PIP-2", 2), ("PIP-13", 1)]
    assert price(b, move(b, 0, ahead=1)).cost == 2


@pytest.mark.clause("DBAIX-PIP-10")
def test_distance_counts_from_where_the_move_starts():
    b = board(dubius(10.5, 10.5), roman(10.5, 24.5, S), roman(20.5, 22.5, N))
    assert price(b, move(b, 1, ahead=4)).cost == 3  # starts 13 off, ends 9 off
    # dx 9, dy 11: 14.21 off; straight back to dy 8 it would be within
    assert price(b, move(b, 2, ahead=-4)).cost == 3


@pytest.mark.clause("DBAIX-CMD-3", "DBAIX-PIP-20")
def test_no_pirate_is_exempt_beyond_4_inches_from_the_captain():
    b = board(captain(20.5, 30.5), pirate(20.5, 35.5), pirate(20.5, 25.25), side=Side.PIRATES)
    assert price(b, move(b, 1, ahead=2)).cost == 2  # gap exactly 4
    assert price(b, move(b, 2, ahead=2)).prices == [("PIP-6", 2), ("PIP-20", 1)]


@pytest.mark.clause("DBAIX-CMD-2", "DBAIX-PIP-15", "DBAIX-PIP-16")
@pytest.mark.parametrize(("who", "cost"), [(asterix, 2), (obelix, 2), (getafix, 2), (cacofonix, 2), (villager, 3)])
def test_the_four_friends_go_where_they_like(who, cost):
    b = board(vitalstatistix(10.5, 30.5), who(30.5, 30.5), side=Side.GAULS)
    assert price(b, move(b, 1, ahead=3)).cost == cost


@pytest.mark.clause("DBAIX-CMD-5")
def test_a_lost_commander_is_near_to_nobody_but_exempt_figures_do_not_care():
    b = board(captain(20.5, 30.5), pirate(20.5, 31.5), side=Side.PIRATES)
    off_table(b, 0, Where.FLED)
    assert price(b, move(b, 1, ahead=2)).prices == [("PIP-6", 2), ("CMD-5", 1)]
    b = board(vitalstatistix(10.5, 30.5), villager(11.5, 30.5), asterix(20.5, 30.5), side=Side.GAULS)
    off_table(b, 0, Where.CAPTIVE)
    assert price(b, move(b, 1, ahead=2)).cost == 3
    assert price(b, move(b, 2, ahead=2)).cost == 2


@pytest.mark.clause("DBAIX-CMD-6")
def test_from_the_camp_box_the_legate_commands_from_the_whole_camp():
    b = board(dubius(0, 0), roman(24.5, 21.5), roman(24.5, 21.75))
    b.camp[:] = (17, 2, 31, 9)
    off_table(b, 0, Where.CAMP_BOX)
    assert price(b, move(b, 1, ahead=1)).cost == 2  # the base begins at y 21.0: 12 from the camp's north side
    assert price(b, move(b, 2, ahead=1)).cost == 3  # 12.25


@pytest.mark.clause("DBAIX-PIP-9")
def test_one_figure_too_far_is_enough_unless_the_nearest_counts():
    for option, cost in ((0, 3), (1, 2)):
        b = board(
            vitalstatistix(10.5, 30.5),
            villager(19.5, 30.5),  # gap 8: within
            villager(20.5, 30.5),  # gap 9
            villager(21.5, 30.5),  # gap 10
            side=Side.GAULS,
            group_distance=option,
        )
        assert price(b, move(b, 1, 2, 3, ahead=4)).cost == cost
        assert price(b, move(b, 2, 3, ahead=4)).cost == 3  # both beyond


@pytest.mark.clause("DBAIX-PIP-8", "DBAIX-PIP-14")
def test_one_line_is_charged_once_and_an_exempt_figure_covers_nobody():
    b = board(dubius(10.5, 10.5), caligula(30.5, 10.5), roman(31.5, 10.5), roman(32.5, 10.5))
    assert price(b, move(b, 1, ahead=1)).cost == 2
    # group without officer, three beyond 12 inches, one of them exempt: 1 + 1 + 1
    assert price(b, move(b, 1, 2, 3, ahead=1)).prices == [("PIP-1", 1), ("PIP-11", 1), ("PIP-13", 1)]


# Wives and husbands


@pytest.mark.clause("DBAIX-PIP-17", "DBAIX-PIP-18", "DBAIX-PIP-19")
def test_a_woman_far_from_chief_and_husband_pays_for_both():
    def table(**options):
        return board(
            vitalstatistix(10.5, 30.5),
            villager(30.5, 30.5),
            woman(24.5, 30.5, husband=1),  # chief: gap 13; husband: gap 5
            woman(16.5, 30.5, husband=0),  # chief: gap 5
            side=Side.GAULS,
            **options,
        )

    b = table()
    assert price(b, move(b, 2, ahead=1)).prices == [("PIP-5", 2), ("PIP-15", 1), ("PIP-17", 1)]
    assert price(b, move(b, 3, ahead=1)).prices == [("PIP-5", 2), ("PIP-17", 1)]
    b = table(women_chief_distance=1)
    assert price(b, move(b, 2, ahead=1)).prices == [("PIP-5", 2), ("PIP-17", 1)]
    b = table()
    b.figures[2].x = 26.5  # husband: gap 3
    assert price(b, move(b, 2, ahead=1)).prices == [("PIP-5", 2), ("PIP-15", 1)]
    off_table(b, 1, Where.REMOVED)
    assert price(b, move(b, 2, ahead=1)).prices == [("PIP-5", 2), ("PIP-15", 1), ("PIP-19", 1)]


@pytest.mark.clause("DBAIX-PIP-17", "DBAIX-PIP-9")
def test_the_nearest_of_several_wives_is_enough_by_the_house_rule():
    """Two women side by side, 5 and 3 inches from their husbands: one too far is enough, unless the nearest counts."""

    def cost(second, **options):
        b = board(
            vitalstatistix(20.5, 30.5),
            villager(30.5, 30.5),
            woman(24.5, 30.5, husband=1),  # 5 inches from the husband
            woman(23.5, 30.5, husband=second),  # from the chief 2, from the villager 6
            side=Side.GAULS,
            **options,
        )
        return [clause for clause, _ in price(b, move(b, 2, 3, ahead=1)).prices].count("PIP-17")

    assert (cost(0), cost(1)) == (1, 1)
    assert (cost(0, group_distance=1), cost(1, group_distance=1)) == (0, 1)


# Second moves and the road


@pytest.mark.clause("DBAIX-PIP-21")
def test_a_second_move_costs_2_more_even_if_only_one_of_the_group_has_moved():
    b = board(captain(38.5, 36.5), pirate(38.5, 37.5), side=Side.PIRATES)
    b.figures[1].moves = 1
    assert price(b, move(b, 0, 1, ahead=2)).prices == [("PIP-7", 2), ("PIP-21", 2)]
    assert price(b, move(b, 0, ahead=2)).prices == [("PIP-6", 2)]


@pytest.mark.clause("DBAIX-PIP-22", "DBAIX-TER-2")
def test_the_road_waives_it_only_where_all_centres_stay_strictly_inside():
    def table(*figures):
        b = board(dubius(24.5, 10.5), *figures)
        add_strip(b.terrain, Going.ROAD.value, [(24, 9), (24, 33)], 2.0)
        b.figures["moves"] = 1
        return b

    b = table(roman(23.5, 14.5), roman(24.5, 14.5))
    assert price(b, move(b, 1, 2, ahead=4)).prices == [("PIP-1", 1), ("PIP-11", 1)]
    assert price(b, move(b, 1, to=(23.5, 18.5))).cost == 2
    assert price(b, move(b, 1, to=(22.5, 14.5))).cost == 4  # ends off the road
    # goes round over the verge and comes back to the road
    assert price(b, move(b, 1, to=(23.5, 16.5), via=((22.5, 15.5),))).cost == 4
    assert price(b, move(b, 1, to=(23.5, 16.5), via=((23.25, 15.5),))).cost == 2
    # three abreast: the outer centres are on the border
    b = table(roman(23, 14.5), roman(24, 14.5), roman(25, 14.5))
    assert price(b, move(b, 1, 2, 3, ahead=4)).cost == 1 + 1 + 2
    # first moves never pay it, on the road or off
    b.figures["moves"] = 0
    assert price(b, move(b, 1, 2, 3, ahead=4)).cost == 1 + 1


@pytest.mark.clause("DBAIX-PIP-22")
def test_the_road_is_no_road_for_gauls():
    b = board(vitalstatistix(24.5, 30.5), villager(24.5, 27.5), side=Side.GAULS)
    add_strip(b.terrain, Going.ROAD.value, [(24, 9), (24, 33)], 2.0)
    b.figures["moves"] = 1
    assert price(b, move(b, 1, ahead=4)).cost == 4


# Contact to flank and rear


@pytest.mark.clause("DBAIX-PIP-23", "DBAIX-PIP-24")
def test_fronts_are_free_flanks_and_rears_cost_2_overlap_costs_nothing():
    b = board(vitalstatistix(24.5, 31.5), villager(24.5, 28.5), roman(24.5, 25.5, N), side=Side.GAULS)
    assert price(b, move(b, 1, to=(24.5, 26.5))).prices == [("PIP-5", 2)]
    assert price(b, move(b, 1, to=(25.5, 25.5), facing=W, via=((25.5, 28.0),))).cost == 4
    b = board(vitalstatistix(24.5, 31.5), villager(24.5, 28.5), roman(24.5, 25.5, S), side=Side.GAULS)
    assert price(b, move(b, 1, to=(24.5, 26.5))).prices == [("PIP-5", 2), ("PIP-23", 2)]
    # beside it, side edge on side edge, facing its way: no front edge on anything
    assert price(b, move(b, 1, to=(25.5, 25.5), via=((25.5, 28.0),))).prices == [("PIP-5", 2)]


@pytest.mark.clause("DBAIX-PIP-23", "DBAIX-PIP-25")
def test_one_villager_among_the_women_is_enough_to_pay():
    def table(second):
        # two Romans facing west, their north sides at y 26
        return board(
            vitalstatistix(24.5, 31.5),
            woman(24.5, 28.5, husband=0),
            second,
            roman(24.5, 25.5, W),
            roman(25.5, 25.5, W),
            side=Side.GAULS,
        )

    b = table(woman(25.5, 28.5, husband=0))
    both = price(b, move(b, 1, 2, to=(24.5, 26.5)))
    assert both.cost == 2 and "PIP-25" in both.notes
    b = table(villager(25.5, 28.5))
    assert price(b, move(b, 1, 2, to=(24.5, 26.5))).cost == 4


@pytest.mark.clause("DBAIX-PIP-25")
def test_under_mover_or_target_a_woman_so_contacted_waives_it_too():
    for option, cost in ((0, 4), (1, 2)):
        b = board(
            captain(28.5, 30.5, S), pirate(24.5, 28.5, S), woman(24.5, 25.5, W), side=Side.PIRATES, women_exempt=option
        )
        assert price(b, move(b, 1, to=(24.5, 26.5))).cost == cost


# What is left


@pytest.mark.clause("DBAIX-PIP-27", "DBAIX-BND-5")
def test_there_is_no_debt():
    b = board(dubius(10.5, 10.5), roman(14.5, 10.5), pips=1)
    dear = price(b, move(b, 1, ahead=1))
    assert (dear.legal, dear.cost, dear.reasons) == (False, 2, ["PIP-27"])
    b.pips = 2
    assert price(b, move(b, 1, ahead=1)).legal
    make_move(b, move(b, 1, ahead=1), fresh_log())
    assert b.pips == 0


@pytest.mark.clause("DBAIX-MUS-8")
def test_called_gauls_go_free_under_song_moves_free():
    for option, cost in ((0, 3), (1, 0)):
        b = board(
            vitalstatistix(10.5, 30.5), cacofonix(30.5, 36.5), villager(30.5, 32.5, called=1),
            side=Side.GAULS, song_moves_free=option, song=Song.SINGING.value,
        )  # fmt: skip
        log = fresh_log()
        assert judge_move(b, move(b, 2, to=(30.5, 35.5), facing=N), log).cost == cost


# Worked examples


@pytest.mark.clause("DBAIX-PIP-1", "DBAIX-PIP-22", "DBAIX-BND-4", "DBAIX-MOV-9")
def test_worked_example_1_march_on_the_road():
    b, at = village(Side.ROMANS, 5)
    column = [at[f"R{k}"] for k in range(1, 13)]
    first = price(b, move(b, *column, ahead=4))
    assert (first.legal, first.prices) == (True, [("PIP-1", 1)])
    make_move(b, move(b, *column, ahead=4), fresh_log())
    assert where(b, at["R1"])[:2] == (23.5, 19.5)
    assert where(b, at["R6"])[:2] == (24.5, 17.5)
    second = price(b, move(b, *column, ahead=4))
    assert (second.legal, second.prices) == (True, [("PIP-1", 1)])
    assert "PIP-22" in second.notes
    make_move(b, move(b, *column, ahead=4), fresh_log())
    assert where(b, at["R6"])[:2] == (24.5, 21.5)
    for wing in (range(13, 18), range(18, 23)):
        group = [at[f"R{k}"] for k in wing]
        assert price(b, move(b, *group, ahead=4)).prices == [("PIP-1", 1)]
        make_move(b, move(b, *group, ahead=4), fresh_log())
    assert b.pips == 1


@pytest.mark.clause("DBAIX-PIP-8", "DBAIX-PIP-11", "DBAIX-PIP-12", "DBAIX-PIP-13")
def test_worked_example_2_no_officer_too_far():
    b = board(dubius(24.5, 21.5), roman(38.5, 17.5), roman(39.5, 17.5))
    together = price(b, move(b, 1, 2, ahead=4))
    assert together.prices == [("PIP-1", 1), ("PIP-11", 1), ("PIP-13", 1)]
    assert price(b, move(b, 1, ahead=4)).prices == [("PIP-2", 2), ("PIP-13", 1)]


@pytest.mark.clause("DBAIX-PIP-14", "DBAIX-PIP-21", "DBAIX-MOV-7")
def test_worked_example_3_the_spy():
    b = board(caligula(12.5, 31.5, E), dubius(24.5, 13.5), pips=6)
    assert price(b, move(b, 0, ahead=4)).cost == 2
    make_move(b, move(b, 0, ahead=4), fresh_log())
    assert price(b, move(b, 0, ahead=4)).prices == [("PIP-2", 2), ("PIP-21", 2)]
    make_move(b, move(b, 0, ahead=4), fresh_log())
    assert b.pips == 0
    b.pips = 6
    third = price(b, move(b, 0, ahead=1))
    assert not third.legal and third.reasons == ["MOV-7"]


@pytest.mark.clause("DBAIX-PIP-3", "DBAIX-PIP-15", "DBAIX-PIP-16")
def test_worked_example_4_friends_off_hunting():
    for cost_of_straight, friends, with_villager in ((2, 2, 3), (1, 1, 2)):
        b = board(
            vitalstatistix(24.5, 31.5),
            asterix(34.5, 31.5),
            obelix(35.5, 31.5),
            villager(36.5, 31.5),
            side=Side.GAULS,
            gaul_straight_cost=cost_of_straight,
        )
        assert price(b, move(b, 1, 2, ahead=4)).cost == friends
        assert price(b, move(b, 1, 2, 3, ahead=4)).cost == with_villager


@pytest.mark.clause("DBAIX-PIP-17", "DBAIX-PIP-23", "DBAIX-PIP-25")
def test_worked_example_5_impedimentas_rolling_pin():
    b = board(vitalstatistix(24.5, 31.5), roman(28.5, 31.5, S), woman(30.5, 31.5, W, husband=0), side=Side.GAULS)
    her = price(b, move(b, 2, to=(29.5, 31.5)))
    assert (her.legal, her.prices) == (True, [("PIP-5", 2), ("PIP-17", 1)])
    b = board(vitalstatistix(24.5, 31.5), roman(28.5, 31.5, S), villager(30.5, 31.5, W), side=Side.GAULS)
    assert price(b, move(b, 2, to=(29.5, 31.5))).prices == [("PIP-5", 2), ("PIP-23", 2)]


@pytest.mark.clause("DBAIX-PIP-7", "DBAIX-PIP-20", "DBAIX-PIP-27")
def test_worked_example_6_splitting_the_crew():
    b, at = village(Side.PIRATES, 4)
    front = [at[f"P{k}"] for k in range(1, 6)]
    rear = [at[f"P{k}"] for k in range(6, 11)]
    assert price(b, move(b, *front, *rear, ahead=4)).cost == 2
    make_move(b, move(b, *front, ahead=4), fresh_log())
    assert where(b, at["P3"])[:2] == (34.5, 38.5)
    assert b.pips == 2
    left_behind = price(b, move(b, *rear, ahead=4))
    assert (left_behind.legal, left_behind.prices) == (False, [("PIP-7", 2), ("PIP-20", 1)])
    assert left_behind.reasons == ["PIP-27"]


@pytest.mark.clause("DBAIX-PIP-6", "DBAIX-PIP-7", "DBAIX-PIP-21", "DBAIX-PIP-22", "DBAIX-PIP-27")
def test_who_can_move_is_asked_with_the_least_that_it_may_cost():
    """Under other prices: Pirates pay 1 together and 3 alone. With 1 PIP they can go together, with 3 alone, too."""
    b = board(captain(10.5, 10.5), pirate(10.5, 11.5), side=Side.PIRATES, pirate_group_cost=1, pirate_single_cost=3)
    for pips, alone, grouped in ((0, 0, 0), (1, 0, 0b11), (2, 0, 0b11), (3, 0b11, 0b11)):
        b.pips = pips
        assert tuple(movers(b)) == (alone, grouped), pips
    b.rules.pirate_group_cost, b.rules.pirate_single_cost = 3, 1
    b.pips = 1
    assert tuple(movers(b)) == (0b11, 0)
    # A second move is 2 more, but for a Roman on a road, who may stay on it.
    for x, alone in ((24.5, 0b1), (30.5, 0)):
        b = board(dubius(x, 20.5), pips=2)
        add_strip(b.terrain, Going.ROAD.value, [(24, 9), (24, 33)], 2.0)
        b.figures[0].moves = 1
        assert tuple(movers(b)) == (alone, 0)
    b = board(captain(24.5, 20.5), side=Side.PIRATES, pips=2)
    add_strip(b.terrain, Going.ROAD.value, [(24, 9), (24, 33)], 2.0)
    b.figures[0].moves = 1
    assert tuple(movers(b)) == (0, 0)


@pytest.mark.clause("DBAIX-MOV-4", "DBAIX-PIP-27")
def test_pairs_of_a_block_can_move_where_the_whole_cannot_pay():
    """The Captain at one end of a rank of six: for the last man of it the price is one higher."""
    rank = [captain(10.5, 10.5), *(pirate(10.5, 11.5 + k) for k in range(5))]
    b = board(*rank, side=Side.PIRATES, pips=2, pirate_single_cost=3)
    b.rules.pirate_distance = 3.0  # gaps 0, 1, 2, 3 and 4: only the last is too far
    assert tuple(movers(b)) == (0, 0b011111)
    b.pips = 3
    assert tuple(movers(b)) == (0b011111, 0b111111)


@pytest.mark.clause("DBAIX-MOV-4")
def test_a_block_is_all_who_are_linked_one_by_one():
    """0 and 1 are linked, 1 and 2 too, 3 stands apart; of those asked about only."""
    b = board(dubius(10.5, 10.5), roman(11.5, 10.5), roman(12.5, 10.5), roman(20.5, 10.5))
    links = np.zeros(4, np.int64)
    link_all(b, np.int64(0b1111), links)
    assert [block_around(links, i, np.int64(0b1111)) for i in range(4)] == [0b0111, 0b0111, 0b0111, 0b1000]
    assert [block_around(links, i, np.int64(0b1011)) for i in (0, 1, 3)] == [0b0011, 0b0011, 0b1000]
    assert block_around(links, 0, np.int64(0b1101)) == 0b0001


@pytest.mark.clause("DBAIX-MUS-10", "DBAIX-PIP-27")
def test_a_man_whom_the_song_halts_goes_with_no_group():
    """Two Gauls side by side, of whom the bard has called the second alone."""
    b = board(villager(10.5, 10.5), villager(11.5, 10.5), cacofonix(20.5, 20.5), side=Side.GAULS)
    b.song, b.figures[1].called = Song.SINGING.value, 1
    assert tuple(movers(b)) == (0b10, 0)
