"""END AND VICTORY: broken sides, when the game ends, points and the winner (VIC)."""

from __future__ import annotations

import numpy as np
import pytest

from dbaix.board import (
    asterix,
    cacofonix,
    captain,
    codes,
    fresh_log,
    getafix,
    off_table,
    pirate,
    roman,
    villager,
    vitalstatistix,
    woman,
)
from dbaix.fights import battle, give_token, lay_token, points_won
from sandtable.games.dbaix.record import Award, Going, Phase, Side, Song, Token, TokenState, Where
from sandtable.games.dbaix.rules.victory import award_points, broken, end_of_round, lead, points, returns
from sandtable.games.dbaix.showing.deciding import result_text
from sandtable.games.game import NO_NAMES
from sandtable.kernel.log import Kind
from sandtable.kernel.records import MAX_SIDES
from sandtable.kernel.terrain import add_polygon

ROMANS, GAULS, PIRATES = Side.ROMANS.value, Side.GAULS.value, Side.PIRATES.value


def box(x0, y0, x1, y1):
    """Corners of a rectangle."""
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def coast(*figures, **changes):
    """The end of a round at the places of the default scenario: hut, camp and ship."""
    b = battle(*figures, phase=Phase.BOUND_START, **changes)
    b.hut = add_polygon(b.terrain, Going.BUILDING.value, box(22.5, 35, 25.5, 38))
    b.ship = add_polygon(b.terrain, Going.SHIP.value, box(41, 41.5, 47, 45))
    b.camp[:] = (17, 2, 31, 9)
    b.landing[:] = (41, 41.5, 47, 41.5)
    return b


def crowd(romans=24, gauls=14, pirates=10, **changes):
    """So many figures of each side, in rows far from hut, camp and ship."""
    figures = [roman(1.5 + 1.2 * (i % 12), 12.5 + 1.5 * (i // 12)) for i in range(romans)]
    figures += [villager(1.5 + 1.2 * i, 20.5) for i in range(gauls)]
    figures += [pirate(1.5 + 1.2 * i, 24.5) for i in range(pirates)]
    return coast(*figures, **changes)


def take_off(b, side, count, state):
    """The first so many of a side leave the table."""
    for i in range(b.n_figures):
        if b.figures[i].side == side and b.figures[i]["where"] == Where.TABLE and count > 0:
            off_table(b, i, state)
            count -= 1


def held(b, captive, guard):
    """Make a figure the captive of another."""
    off_table(b, captive, Where.CAPTIVE)
    b.figures[captive].guard = guard


def close(b, round_=1):
    """The end of that round; the log."""
    b.round = round_
    log = fresh_log()
    end_of_round(b, log)
    return log


def is_over(b):
    """The game has ended."""
    return b.phase == Phase.OVER


def results(b):
    """What each side gets."""
    out = np.full(MAX_SIDES, np.nan)
    returns(b, out)
    return [float(v) for v in out[:3]]


# ---------------------------------------------------------------- broken


@pytest.mark.clause("DBAIX-VIC-1")
@pytest.mark.parametrize(
    ("side", "out", "state", "is_broken"),
    [
        (PIRATES, 6, Where.FLED, False),  # 4 left
        (PIRATES, 7, Where.FLED, True),  # 3 left
        (GAULS, 8, Where.REMOVED, False),  # 6 left
        (GAULS, 9, Where.REMOVED, True),  # 5 left
        (ROMANS, 17, Where.CAMP_BOX, False),
        (ROMANS, 18, Where.CAMP_BOX, True),
    ],
)
def test_when_a_side_is_broken(side, out, state, is_broken):
    b = crowd()
    take_off(b, side, out, state)
    assert broken(b, side) == is_broken
    told = codes(close(b), Kind.EVENT)
    assert told == (["SIDE_IS_BROKEN"] if is_broken else [])
    assert not is_over(b)  # it plays on


@pytest.mark.clause("DBAIX-VIC-1")
def test_captives_and_a_gagged_bard_are_not_free_gauls():
    b = crowd(gauls=6)
    assert not broken(b, GAULS)
    b.figures[24].bard = 1
    b.song = Song.GAGGED.value
    assert broken(b, GAULS)  # five left
    b.song = Song.SINGING.value
    assert not broken(b, GAULS)
    held(b, 25, 0)
    assert broken(b, GAULS)


# ---------------------------------------------------------------- the end


@pytest.mark.clause("DBAIX-VIC-2")
def test_the_game_ends_when_two_sides_are_broken():
    b = crowd()
    take_off(b, PIRATES, 7, Where.FLED)
    take_off(b, ROMANS, 18, Where.CAMP_BOX)
    log = close(b, 3)
    assert is_over(b)
    assert codes(log, Kind.EVENT)[:3] == ["SIDE_IS_BROKEN", "SIDE_IS_BROKEN", "ENDS_BROKEN"]


@pytest.mark.clause("DBAIX-VIC-2", "DBAIX-VIC-6")
@pytest.mark.parametrize(("round_", "extra", "ends"), [(11, 7, False), (12, 6, False), (12, 7, True), (15, 9, True)])
def test_from_round_12_a_lead_of_six_ends_it(round_, extra, ends):
    # As things stand: Gauls 3 (nobody captive), Pirates 2 (ship). The Romans have 0 + 2 + extra: 2 + extra - 3 ahead.
    b = crowd()
    b.scored[ROMANS][Award.PIRATES_LOST] = 2 + extra
    assert (points(b, ROMANS), points(b, GAULS), points(b, PIRATES)) == (2 + extra, 3, 2)
    assert lead(b) == extra - 1
    log = close(b, round_)
    assert is_over(b) == ends
    if ends:
        assert codes(log, Kind.EVENT)[0] == "ENDS_BY_LEAD"


@pytest.mark.clause("DBAIX-VIC-2")
def test_it_ends_after_round_20_at_the_latest():
    b = crowd()
    close(b, 19)
    assert not is_over(b)
    log = close(b, 20)
    assert is_over(b)
    assert "ENDS_AFTER_LAST_ROUND" in codes(log, Kind.EVENT)


# ---------------------------------------------------------------- points


@pytest.mark.clause("DBAIX-VIC-3")
def test_half_points_for_romans_sent_to_camp_are_not_counted():
    b = crowd()
    for sent, worth in ((0, 0), (1, 0), (2, 1), (9, 4)):
        b.sent_to_camp[GAULS] = sent
        assert award_points(b, GAULS, Award.ROMANS_TO_CAMP.value) == worth


@pytest.mark.clause("DBAIX-VIC-3")
@pytest.mark.parametrize(
    ("who", "award", "romans", "pirates", "carried_off", "romans_more", "pirates_more"),
    [
        (getafix(0.5, 0.5), Award.DRUID_CAPTIVE, 5, 4, Award.DRUID_CARRIED_OFF, 3, 2),
        (vitalstatistix(0.5, 0.5), Award.CHIEF_CAPTIVE, 3, 3, Award.NOTABLES_CARRIED_OFF, 2, 2),
        (asterix(0.5, 0.5), Award.HERO_CAPTIVE, 3, 3, Award.NOTABLES_CARRIED_OFF, 2, 2),
        (woman(0.5, 0.5), Award.WOMEN_CAPTIVE, 1, 1, Award.WOMEN_CARRIED_OFF, 1, 1),
    ],
)
def test_captives_and_those_carried_off(who, award, romans, pirates, carried_off, romans_more, pirates_more):
    # Guards: a Roman in the field, one inside the camp, one on its rampart; a Pirate in the field, one at the ship.
    guards = [roman(10.5, 10.5), roman(20.5, 5.5), roman(20.5, 8.8), pirate(10.5, 30.5), pirate(44.0, 41.0)]
    b = coast(*guards, who)
    for guard, own, more in (
        (0, romans, 0),
        (1, romans, romans_more),
        (2, romans, 0),
        (3, pirates, 0),
        (4, pirates, pirates_more),
    ):
        held(b, 5, guard)
        side = b.figures[guard].side
        assert award_points(b, side, award.value) == own
        assert award_points(b, side, carried_off.value) == more
        assert award_points(b, GAULS, Award.NO_GAUL_CAPTIVE.value) == 0
    b.ship_sunk = 1
    assert award_points(b, PIRATES, carried_off.value) == 0


@pytest.mark.clause("DBAIX-VIC-3")
@pytest.mark.parametrize(
    ("holder", "side", "worth"),
    [
        (roman(24.0, 33.5), ROMANS, 4),
        (villager(24.0, 33.5), GAULS, 4),
        (pirate(24.0, 33.5), PIRATES, 3),
    ],
)
def test_holding_the_hut(holder, side, worth):
    b = coast(holder)
    assert [award_points(b, s, Award.HUT_HELD.value) for s in range(3)] == [worth if s == side else 0 for s in range(3)]


@pytest.mark.clause("DBAIX-VIC-3")
def test_cauldron_and_pay_chest_at_the_end():
    b = coast(villager(10.5, 10.5), roman(12.5, 10.5), pirate(14.5, 10.5))
    cauldron, chest = Token.CAULDRON.value, Token.PAY_CHEST.value
    kept = lambda: award_points(b, GAULS, Award.CAULDRON_KEPT.value)  # noqa: E731
    chest_kept = lambda: award_points(b, ROMANS, Award.PAY_CHEST_KEPT.value)  # noqa: E731
    assert (kept(), chest_kept()) == (0, 0)  # this table has neither
    lay_token(b, cauldron, 5.0, 5.0)
    lay_token(b, chest, 24.0, 3.5)
    assert (kept(), chest_kept()) == (2, 2)
    give_token(b, cauldron, 0)
    assert kept() == 2  # a Gaul carries it
    b.figures[0].token = -1
    give_token(b, cauldron, 2)
    assert kept() == 0
    b.tokens[cauldron].state = TokenState.DELIVERED.value
    assert kept() == 0
    lay_token(b, chest, 16.0, 3.5)  # outside the camp
    assert chest_kept() == 0
    give_token(b, chest, 1)
    assert chest_kept() == 2  # a Roman carries it, wherever that is
    b.figures[1].token = -1
    b.figures[2].token = -1
    b.figures[2].x, b.figures[2].y = 24.0, 5.0
    give_token(b, chest, 2)
    assert chest_kept() == 0  # a Pirate carries it, even inside the camp


@pytest.mark.clause("DBAIX-VIC-3")
def test_ship_captain_and_nobody_captive():
    b = coast(captain(10.5, 10.5), villager(20.5, 10.5), getafix(22.5, 10.5), pirate(30.5, 10.5))
    assert (points(b, PIRATES), points(b, GAULS)) == (4, 3)
    b.ship_sunk = 1
    assert points(b, PIRATES) == 2
    off_table(b, 0, Where.FLED)
    assert points(b, PIRATES) == 0  # the crew on the table counts for nothing
    assert points(battle(captain(10.5, 10.5)), PIRATES) == 2  # a table without a ship has none afloat


@pytest.mark.clause("DBAIX-VIC-2", "DBAIX-VIC-3", "DBAIX-VIC-4", "DBAIX-VIC-6")
def test_example_22_score():
    figures = [
        roman(20.5, 5.5),  # 0 guards Vitalstatistix inside the camp
        roman(24.0, 33.5),  # 1 holds the hut
        vitalstatistix(0.5, 0.5),  # 2
        woman(0.5, 0.5),  # 3 Bacteria
        pirate(44.0, 41.0),  # 4 guards Bacteria at the ship
        captain(38.5, 38.5),  # 5
        cacofonix(0.5, 0.5),  # 6 removed
        *[villager(1.5 + 1.2 * k, 20.5) for k in range(9)],
        *[roman(1.5 + 1.2 * k, 12.5) for k in range(12)],
        *[pirate(1.5 + 1.2 * k, 26.5) for k in range(6)],
    ]
    b = coast(*figures)
    held(b, 2, 0)
    held(b, 3, 4)
    off_table(b, 6, Where.REMOVED)
    lay_token(b, Token.PAY_CHEST.value, 24.0, 3.5)
    lay_token(b, Token.CAULDRON.value, 24.0, 34.9)
    b.scored[ROMANS][Award.GAULS_REMOVED] = 3  # three villagers, and Cacofonix for nothing
    b.scored[ROMANS][Award.PIRATES_LOST] = 2
    b.sent_to_camp[GAULS] = 9
    b.sent_to_camp[PIRATES] = 5
    assert [points(b, side) for side in range(3)] == [16, 6, 8]
    assert lead(b) == 8
    log = close(b, 14)
    assert is_over(b)
    assert list(b.winner) == [1, 0, 0]
    assert results(b) == [1.0, 0.0, 0.0]
    # The points stand completed in the record, and each line read at the end is told.
    assert [int(b.scored[side].sum()) for side in range(3)] == [16, 6, 8]
    assert [points(b, side) for side in range(3)] == [16, 6, 8]
    assert sorted(points_won(log)) == sorted(
        [
            (ROMANS, 3),
            (ROMANS, 2),
            (ROMANS, 4),
            (ROMANS, 2),
            (GAULS, 2),
            (PIRATES, 1),
            (PIRATES, 1),
            (PIRATES, 2),
            (PIRATES, 2),
        ]
    )


# ---------------------------------------------------------------- the winner


@pytest.mark.clause("DBAIX-VIC-4")
def test_a_tie_goes_to_the_side_with_the_smaller_share_out():
    # Romans 4, Gauls 3 + 1, Pirates 2. Out: 6 of 24 Romans (a quarter), 4 of 14 Gauls (more).
    b = crowd()
    b.scored[ROMANS][Award.PIRATES_LOST] = 4
    b.scored[GAULS][Award.PIRATES_LOST] = 1
    take_off(b, ROMANS, 6, Where.CAMP_BOX)
    take_off(b, GAULS, 4, Where.REMOVED)
    close(b, 20)
    assert list(b.winner) == [1, 0, 0]
    assert result_text(b, NO_NAMES) == (
        "The Romans win with 4 points at the end of round 20, by the smaller share of figures out, "
        "6 of 24 Romans against 4 of 14 Gauls; the Gauls have 4 and the Pirates have 2."
    )
    # With 3 of 14 Gauls out their share is the smaller.
    b = crowd()
    b.scored[ROMANS][Award.PIRATES_LOST] = 4
    b.scored[GAULS][Award.PIRATES_LOST] = 1
    take_off(b, ROMANS, 6, Where.CAMP_BOX)
    take_off(b, GAULS, 3, Where.REMOVED)
    close(b, 20)
    assert list(b.winner) == [0, 1, 0]


@pytest.mark.clause("DBAIX-VIC-4")
def test_still_tied_they_share_the_draw():
    b = crowd()
    b.scored[ROMANS][Award.PIRATES_LOST] = 4
    b.scored[GAULS][Award.PIRATES_LOST] = 1
    log = close(b, 20)
    assert list(b.winner) == [1, 1, 0]
    assert results(b) == [0.5, 0.5, 0.0]
    assert codes(log, Kind.EVENT).count("SHARES_THE_DRAW") == 2


@pytest.mark.clause("DBAIX-VIC-4")
def test_a_side_without_a_figure_takes_no_part():
    b = crowd(pirates=0)
    b.scored[ROMANS][Award.GAULS_REMOVED] = 1
    take_off(b, ROMANS, 18, Where.CAMP_BOX)
    close(b, 5)
    assert not is_over(b)  # the Romans alone are broken, not the Pirates who are not there
    close(b, 20)
    assert list(b.winner) == [0, 1, 0]  # 3 : 1; the ship afloat is nobody's


@pytest.mark.clause("DBAIX-VIC-4")
def test_before_the_end_nobody_has_a_result():
    assert results(crowd()) == [0.0, 0.0, 0.0]


@pytest.mark.clause("DBAIX-VIC-1", "DBAIX-VIC-2")
def test_a_side_of_one_figure_can_be_broken():
    b = crowd(romans=1, gauls=3, pirates=0, romans_broken=1)
    take_off(b, ROMANS, 1, Where.CAMP_BOX)
    log = close(b, 5)
    assert codes(log, Kind.EVENT)[:3] == ["SIDE_IS_BROKEN", "SIDE_IS_BROKEN", "ENDS_BROKEN"]  # three Gauls, and one


@pytest.mark.clause("DBAIX-VIC-4")
def test_points_that_nobody_is_there_to_win_beat_nobody():
    """The ship afloat would be 2 points for Pirates who take no part; the Romans have 1, the Gauls none."""
    b = crowd(pirates=0)
    b.rules.points[Award.NO_GAUL_CAPTIVE.value][:] = 0
    b.scored[ROMANS][Award.GAULS_REMOVED] = 1
    close(b, 20)
    assert points(b, PIRATES) == 2
    assert list(b.winner) == [1, 0, 0]


@pytest.mark.clause("DBAIX-VIC-3")
def test_what_was_booked_as_the_game_ran_is_not_told_again_at_its_end():
    b = crowd()
    b.scored[ROMANS][Award.PIRATES_LOST] = 2
    log = close(b, 20)
    told = codes(log, Kind.POINTS)
    assert "SCORES_PIRATES_LOST" not in told and "SCORES_NO_GAUL_CAPTIVE" in told
    assert b.scored[ROMANS][Award.PIRATES_LOST] == 2


@pytest.mark.clause("DBAIX-VIC-3", "DBAIX-VIC-4")
def test_no_points_are_told_of_a_side_that_takes_no_part():
    b = crowd(pirates=0)
    log = close(b, 20)
    assert PIRATES not in {side for side, _ in points_won(log)}
    assert not b.scored[PIRATES].any()
