"""COMBAT RESULTS: what winner and loser take, and the exact odds of the rulebook's table (RES)."""

from __future__ import annotations

import numpy as np
import pytest

from dbaix.board import (
    act,
    asterix,
    cacofonix,
    captain,
    codes,
    dubius,
    getafix,
    obelix,
    pirate,
    roman,
    villager,
    vitalstatistix,
    where,
    woman,
)
from dbaix.fights import (
    battle,
    fight_out,
    give_token,
    outcome_clauses,
    outcomes,
    points_won,
    potion_runs,
    scores,
    sing,
)
from sandtable.games.dbaix.clauses import Purpose
from sandtable.games.dbaix.record import BATTLE, Award, Phase, Side, Song, Token, TokenState, Verb, Where
from sandtable.games.dbaix.rules import combat
from sandtable.games.dbaix.rules.results import is_half_or_less
from sandtable.kernel.dice import scripted_dice
from sandtable.kernel.log import Kind, new_log
from sandtable.kernel.records import NONE

ROMANS, GAULS, PIRATES = Side.ROMANS.value, Side.GAULS.value, Side.PIRATES.value


def place(b, i):
    """Where a figure stands."""
    return where(b, i)[:2]


# ---------------------------------------------------------------- half or less


@pytest.mark.clause("DBAIX-RES-5")
@pytest.mark.parametrize(
    ("own", "enemy", "half"),
    [
        (5, 10, True),
        (5, 9, False),
        (4, 8, True),
        (5, 8, False),
        (7, 7, False),
        (8, 7, False),
        (0, 1, True),
        (0, 0, False),
        (-1, 0, True),
        (-3, -1, True),
        (1, 2, True),
    ],
)
def test_half_or_less(own, enemy, half):
    assert is_half_or_less(own, enemy) == half


# ---------------------------------------------------------------- the results, side by side


@pytest.mark.clause("DBAIX-RES-1")
def test_equal_scores_do_nothing():
    b = battle(roman(10.5, 10.5), villager(10.5, 11.5))
    log = fight_out(b, 0, 1, 3, 2)
    assert scores(log) == {0: 5, 1: 5}
    assert outcomes(log) == [(0, "TIE"), (1, "TIE")]
    assert place(b, 0) == (10.5, 10.5)
    assert place(b, 1) == (10.5, 11.5)


@pytest.mark.clause("DBAIX-RES-2", "DBAIX-RES-7", "DBAIX-RES-14", "DBAIX-OUT-1", "DBAIX-FIG-3")
def test_a_beaten_roman_recoils_then_the_gaul_follows_up():
    b = battle(roman(10.5, 10.5), villager(10.5, 11.5))
    log = fight_out(b, 0, 1, 3, 4)  # 5 : 7
    assert outcomes(log) == [(0, "RECOILS"), (1, "FOLLOWS_UP")]
    assert outcome_clauses(log) == ["RES-7", "RES-2"]
    assert where(b, 0) == (10.5, 9.5, 0.0, 1.0)
    assert where(b, 1) == (10.5, 10.5, 0.0, -1.0)


@pytest.mark.clause("DBAIX-RES-3")
def test_romans_and_pirates_who_win_stay():
    b = battle(roman(10.5, 10.5), pirate(10.5, 11.5, "S"))
    log = fight_out(b, 0, 1, 6, 2)  # 8 : 5
    assert outcomes(log) == [(1, "FLEES"), (0, "STAYS_AFTER_WINNING")]
    assert place(b, 0) == (10.5, 10.5)
    b = battle(roman(10.5, 10.5), pirate(10.5, 11.5, "S"))
    log = fight_out(b, 0, 1, 3, 5)  # 5 : 8
    assert outcomes(log) == [(0, "RECOILS"), (1, "STAYS_AFTER_WINNING")]
    assert outcome_clauses(log) == ["RES-7", "RES-3"]
    assert place(b, 1) == (10.5, 11.5)


@pytest.mark.clause("DBAIX-RES-4")
def test_every_gaul_must_follow_up_but_a_gagged_bard():
    for who in (woman(10.5, 11.5), getafix(10.5, 11.5), cacofonix(10.5, 11.5)):
        b = battle(roman(10.5, 10.5), who)
        fight_out(b, 0, 1, 2, 6)  # 4 : 6 or 7
        assert place(b, 1) == (10.5, 10.5)
    b = battle(roman(10.5, 10.5), cacofonix(10.5, 11.5))
    b.song = Song.GAGGED.value
    log = fight_out(b, 0, 1, 2, 6)
    assert outcomes(log) == [(0, "RECOILS"), (1, "STAYS_AFTER_WINNING")]
    assert outcome_clauses(log)[1] == "RES-4"
    assert place(b, 1) == (10.5, 11.5)


@pytest.mark.clause("DBAIX-RES-8", "DBAIX-RES-11", "DBAIX-RES-5")
def test_example_14_exactly_half():
    # The supports have villagers of their own before them, so their corners do not overlap (TAC-4).
    figures = (
        roman(10.5, 10.5),
        villager(10.5, 11.5, removal_points=1),
        roman(9.5, 10.5),
        roman(11.5, 10.5),
        villager(9.5, 11.5),
        villager(11.5, 11.5),
    )
    b = battle(*figures)
    log = fight_out(b, 0, 1, 6, 2)
    assert scores(log) == {0: 10, 1: 5}
    assert outcomes(log) == [(1, "REMOVED"), (0, "STAYS_AFTER_WINNING")]
    assert b.figures[1]["where"] == Where.REMOVED
    assert points_won(log) == [(ROMANS, 1)]
    b = battle(*figures)
    log = fight_out(b, 0, 1, 5, 2)
    assert scores(log) == {0: 9, 1: 5}
    assert outcomes(log) == [(1, "STANDS"), (0, "STAYS_AFTER_WINNING")]
    assert place(b, 1) == (10.5, 11.5)


@pytest.mark.clause("DBAIX-RES-6", "DBAIX-RES-15", "DBAIX-RES-12")
def test_example_15_obelix():
    b = battle(obelix(15.5, 16.5), roman(15.5, 15.5), side=Side.GAULS)
    log = fight_out(b, 0, 1, 3, 5)
    assert scores(log) == {0: 8, 1: 7}
    assert outcomes(log) == [(1, "TO_CAMP"), (0, "FOLLOWS_UP")]
    assert codes(log, Kind.EVENT)[0] == "GIANT_DOUBLES_DEFEAT"
    assert b.figures[1]["where"] == Where.CAMP_BOX
    assert place(b, 0) == (15.5, 15.5)
    b = battle(obelix(15.5, 16.5), roman(15.5, 15.5), side=Side.GAULS)
    log = fight_out(b, 0, 1, 1, 6)
    assert scores(log) == {0: 6, 1: 8}
    assert outcomes(log) == [(0, "STANDS"), (1, "STAYS_AFTER_WINNING")]


@pytest.mark.clause("DBAIX-RES-15", "DBAIX-RES-11", "DBAIX-VIC-3")
def test_obelix_beaten_by_halves_is_removed_for_four_points():
    # Obelix 1 + 5 - 2 = 4 (front edges on both sides), Roman 6 + 2 = 8.
    b = battle(obelix(15.5, 16.5), roman(15.5, 15.5), roman(14.5, 16.5, "E"), roman(16.5, 16.5, "W"))
    log = fight_out(b, 1, 0, 6, 1)
    assert scores(log) == {0: 4, 1: 8}
    assert outcomes(log)[0] == (0, "REMOVED")
    assert points_won(log) == [(ROMANS, 4)]


@pytest.mark.clause("DBAIX-RES-6", "DBAIX-RES-13")
def test_a_pirate_beaten_by_obelix_is_lost_whatever_the_margin():
    b = battle(obelix(15.5, 16.5), pirate(15.5, 15.5, "N"), side=Side.GAULS)
    log = fight_out(b, 0, 1, 3, 4)  # 8 : 7
    assert outcomes(log)[0] == (1, "LOST_OFF_TABLE")
    assert b.figures[1]["where"] == Where.FLED
    assert points_won(log) == [(GAULS, 1)]


@pytest.mark.clause("DBAIX-RES-9", "DBAIX-RES-13", "DBAIX-OUT-4")
def test_example_16_pirate_runs():
    b = battle(pirate(20.5, 20.5, "W"), roman(19.5, 20.5, "E"))
    log = fight_out(b, 0, 1, 2, 6)
    assert scores(log) == {0: 5, 1: 8}
    assert outcomes(log) == [(0, "FLEES"), (1, "STAYS_AFTER_WINNING")]
    assert outcome_clauses(log) == ["RES-9", "RES-3"]
    assert where(b, 0) == (24.5, 20.5, 1.0, 0.0)
    assert place(b, 1) == (19.5, 20.5)
    b = battle(pirate(20.5, 20.5, "W"), roman(19.5, 20.5, "E"))
    log = fight_out(b, 0, 1, 1, 6)
    assert scores(log) == {0: 4, 1: 8}
    assert outcomes(log)[0] == (0, "LOST_OFF_TABLE")
    assert b.figures[0]["where"] == Where.FLED
    assert points_won(log) == [(ROMANS, 1)]


@pytest.mark.clause("DBAIX-RES-13")
def test_a_pirate_beaten_by_halves_is_gone_whatever_is_in_their_way():
    b = battle(pirate(20.5, 20.5, "W"), roman(19.5, 20.5, "E"), villager(21.5, 20.5, "E"))
    log = fight_out(b, 0, 1, 1, 6)
    assert outcomes(log)[0] == (0, "LOST_OFF_TABLE")


@pytest.mark.clause("DBAIX-RES-10", "DBAIX-CAP-1")
@pytest.mark.parametrize(
    "who",
    [
        getafix(29.5, 30.5, "E"),
        vitalstatistix(29.5, 30.5, "E"),
        asterix(29.5, 30.5, "E"),
        woman(29.5, 30.5, "E"),
    ],
)
def test_the_druid_the_chief_the_hero_and_women_are_captured(who):
    # Two more Pirates on its sides: 1 + factor - 2 against 6 + 3 is half or less for a factor up to 4 (3 : 9).
    b = battle(who, pirate(30.5, 30.5), pirate(29.5, 31.5, "S"), pirate(29.5, 29.5, "N"), side=Side.PIRATES)
    log = fight_out(b, 1, 0, 6, 1)
    assert outcomes(log)[0] == (0, "CAPTURED")
    assert outcome_clauses(log)[0] == "RES-10"
    assert b.figures[0]["where"] == Where.CAPTIVE
    assert b.figures[0].guard == 1


@pytest.mark.clause("DBAIX-RES-11")
@pytest.mark.parametrize("who", [villager(29.5, 30.5, "E"), cacofonix(29.5, 30.5, "E")])
def test_other_gauls_are_removed(who):
    b = battle(who, pirate(30.5, 30.5), pirate(29.5, 31.5, "S"), side=Side.PIRATES)
    log = fight_out(b, 1, 0, 6, 1)  # 9 : 3 or 0
    assert outcomes(log)[0] == (0, "REMOVED")
    assert b.figures[0]["where"] == Where.REMOVED


@pytest.mark.clause("DBAIX-VIC-3")
def test_removing_the_bard_brings_no_point():
    b = battle(cacofonix(29.5, 30.5, "E"), pirate(30.5, 30.5), side=Side.PIRATES)
    log = fight_out(b, 1, 0, 6, 1)  # 9 : 1
    assert outcomes(log)[0] == (0, "REMOVED")
    assert points_won(log) == []


@pytest.mark.clause("DBAIX-MUS-16")
def test_the_song_ends_at_once_when_the_singer_is_removed():
    b = battle(cacofonix(29.5, 30.5, "E"), pirate(30.5, 30.5), side=Side.PIRATES)
    sing(b)
    log = fight_out(b, 1, 0, 6, 1)
    assert b.song == Song.SILENT
    assert "SONG_CUT_SHORT" in codes(log, Kind.EVENT)


@pytest.mark.clause("DBAIX-RES-12", "DBAIX-CAMP-1", "DBAIX-CAMP-2", "DBAIX-VIC-3")
def test_any_roman_beaten_by_halves_goes_to_the_camp_box():
    b = battle(dubius(10.5, 10.5), villager(10.5, 11.5), roman(20.5, 10.5), villager(20.5, 11.5), side=Side.GAULS)
    b.bound = 8
    log = fight_out(b, 0, 1, 1, 4)  # 2 : 7
    assert outcomes(log) == [(0, "TO_CAMP"), (1, "FOLLOWS_UP")]
    assert b.figures[0]["where"] == Where.CAMP_BOX
    assert b.figures[0].boxed == 8
    assert points_won(log) == [(GAULS, 2)]  # for Dubius; the first of two Romans brings nothing yet
    log = fight_out(b, 2, 3, 1, 4)  # 3 : 7
    assert points_won(log) == [(GAULS, 1)]  # the second does
    assert b.sent_to_camp[GAULS] == 2


@pytest.mark.clause("DBAIX-VIC-3")
def test_dubius_brings_points_only_the_first_time_and_the_captain_three():
    b = battle(dubius(10.5, 10.5), villager(10.5, 11.5), side=Side.GAULS, commander_boxed=1)
    assert points_won(fight_out(b, 0, 1, 1, 4)) == []
    b = battle(captain(10.5, 10.5, "N"), villager(10.5, 11.5, potion=1), side=Side.GAULS)
    potion_runs(b, 1)
    log = fight_out(b, 0, 1, 1, 6)  # 5 : 11
    assert outcomes(log)[0] == (0, "LOST_OFF_TABLE")
    assert points_won(log) == [(GAULS, 3)]
    assert b.scored[GAULS][Award.CAPTAIN_LOST] == 3


@pytest.mark.clause("DBAIX-TAC-9", "DBAIX-RES-12")
def test_example_21_potion_and_double_strength():
    figures = (
        asterix(10.5, 11.5),
        roman(10.5, 10.5),
        roman(9.5, 10.5),
        roman(11.5, 10.5),
        villager(9.5, 11.5),
        villager(11.5, 11.5),
    )
    b = battle(*figures, side=Side.GAULS)
    potion_runs(b, 0)
    log = fight_out(b, 0, 1, 6, 2)
    assert scores(log) == {0: 12, 1: 6}
    assert outcomes(log)[0] == (1, "TO_CAMP")
    b = battle(*figures, side=Side.GAULS)
    log = fight_out(b, 0, 1, 6, 2)
    assert scores(log) == {0: 10, 1: 6}
    assert outcomes(log)[0] == (1, "RECOILS")


# ---------------------------------------------------------------- who is credited, and spoils


@pytest.mark.clause("DBAIX-VIC-5", "DBAIX-OUT-3", "DBAIX-OUT-11")
def test_blocked_recoils_and_flights_count_for_the_side_that_won():
    # A Gaul's front is on the Roman's rear, but a Pirate beats it: the Pirates sent it to camp.
    b = battle(roman(10.5, 10.5), pirate(10.5, 11.5, "S"), villager(10.5, 9.5, "N"), side=Side.PIRATES)
    fight_out(b, 0, 1, 4, 5)  # 5 : 8
    assert list(b.sent_to_camp) == [0, 0, 1]
    # A Roman's front is on the Pirate's side, but a Gaul beats it.
    b = battle(pirate(10.5, 10.5, "N"), villager(10.5, 11.5), roman(11.5, 10.5, "W"), side=Side.GAULS)
    log = fight_out(b, 0, 1, 4, 4)  # 6 : 7
    assert outcomes(log)[0] == (0, "LOST_OFF_TABLE")
    assert points_won(log) == [(GAULS, 1)]


@pytest.mark.clause("DBAIX-SCN-11")
@pytest.mark.parametrize(("die", "outcome"), [(3, "RECOILS"), (1, "TO_CAMP")])
def test_a_beaten_carrier_drops_and_the_victor_may_take_at_once(die, outcome):
    b = battle(roman(10.5, 10.5), villager(10.5, 11.5))
    give_token(b, Token.CAULDRON.value, 0)
    log = fight_out(b, 0, 1, die, 5)
    assert outcomes(log)[0] == (0, outcome)
    token = b.tokens[Token.CAULDRON.value]
    assert (token.state, token.x, token.y) == (TokenState.GROUND, 10.5, 10.5)  # the old centre
    assert b.figures[0].token == NONE
    assert (b.phase, b.resume) == (Phase.SPOILS, Phase.COMBAT)
    assert (b.spoils_taker, b.spoils_token) == (1, Token.CAULDRON)


@pytest.mark.clause("DBAIX-SCN-11", "DBAIX-SCN-10")
def test_a_victor_who_carries_a_token_takes_no_other():
    b = battle(roman(10.5, 10.5), villager(10.5, 11.5))
    give_token(b, Token.CAULDRON.value, 0)
    give_token(b, Token.PAY_CHEST.value, 1)
    fight_out(b, 0, 1, 3, 5)
    assert b.tokens[Token.CAULDRON.value].state == TokenState.GROUND
    assert b.phase == Phase.COMBAT


@pytest.mark.clause("DBAIX-SCN-11")
def test_who_stands_or_is_pushed_back_keeps_the_token():
    b = battle(roman(10.5, 10.5), villager(10.5, 11.5), roman(10.5, 9.5))
    give_token(b, Token.CAULDRON.value, 1)
    fight_out(b, 0, 1, 6, 3)  # 8 : 6, the villager stands
    assert b.figures[1].token == Token.CAULDRON
    b = battle(roman(10.5, 10.5), villager(10.5, 11.5), roman(10.5, 9.5))
    give_token(b, Token.CAULDRON.value, 2)
    fight_out(b, 0, 1, 3, 5)
    assert place(b, 2) == (10.5, 8.5)
    assert b.figures[2].token == Token.CAULDRON
    assert (b.tokens[0].x, b.tokens[0].y) == (10.5, 8.5)


# ---------------------------------------------------------------- the odds table of section 19


def odds(b, first, second):
    """All 36 throws through the real rules: first wins (worst), ties, second wins (worst)."""
    worst = {"TO_CAMP", "CAPTURED", "REMOVED", "LOST_OFF_TABLE"}
    combat.pair_off(b)
    counts = [0, 0, 0, 0, 0]
    trial = np.zeros(1, BATTLE)[0]
    for die_first in range(1, 7):
        for die_second in range(1, 7):
            trial.setfield(b, BATTLE)
            log = new_log()
            dice = scripted_dice(
                [(Purpose.COMBAT.value, NONE, first, die_first), (Purpose.COMBAT.value, NONE, second, die_second)]
            )
            combat.fight(trial, act(Verb.FIGHT, first, second), dice, log)
            loser, taken = outcomes(log)[0]
            if taken == "TIE":
                counts[2] += 1
            elif loser == second:
                counts[0] += 1
                counts[1] += taken in worst
            else:
                counts[3] += 1
                counts[4] += taken in worst
    return tuple(counts)


def line_of(first, second, support=0, overlaps=0, drank=False):
    """The first (facing S at 24, 25) against the second (facing N at 24, 24), with supports or overlapping Romans."""
    extra = [roman(23 + 2 * k, 24) for k in range(support)]
    # Two Romans whose front corners lie on those of the first, with nobody before them, are the supports themselves.
    assert overlaps in (0, support)
    b = battle(first, second, *extra, side=Side(first["side"]))
    if drank:
        potion_runs(b, 0)
    if overlaps == 0:  # occupy the supports' fronts, so that they do not overlap
        for k in range(support):
            b.n_figures += 1
            blocker = b.figures[b.n_figures - 1]
            blocker.side = first["side"]
            blocker.x, blocker.y = 23 + 2 * k, 25
            blocker.fx, blocker.fy = 0.0, -1.0
    return b


V, L, P = villager(24, 25), roman(24, 24), pirate(24, 25, "S")


@pytest.mark.clause("DBAIX-CBT-10", "DBAIX-RES-5", "DBAIX-RES-6")
@pytest.mark.parametrize(
    ("b", "expected"),
    [
        (line_of(V, L), (21, 6, 5, 10, 1)),
        (line_of(V, L, support=1), (15, 2, 6, 15, 2)),
        (line_of(V, L, support=2), (10, 0, 5, 21, 4)),
        (line_of(V, L, support=2, drank=True), (21, 2, 5, 10, 0)),
        (line_of(asterix(24, 25), L, support=2, drank=True), (26, 4, 4, 6, 0)),
        (line_of(obelix(24, 25), L, support=2), (21, 21, 5, 10, 0)),
        (line_of(obelix(24, 25), L), (30, 30, 3, 3, 0)),
        (line_of(obelix(24, 25), pirate(24, 24, "N")), (26, 26, 4, 6, 0)),
        (line_of(getafix(24, 25), pirate(24, 24, "N")), (3, 0, 3, 30, 18)),
        (line_of(woman(24, 25), L), (10, 2, 5, 21, 9)),
        (line_of(P, L, support=2), (10, 0, 5, 21, 4)),
        (line_of(captain(24, 25, "S"), villager(24, 24, "N")), (21, 4, 5, 10, 0)),
        (line_of(V, L, support=2, overlaps=2), (3, 0, 3, 30, 15)),
    ],
    ids=[
        "villager-legionary",
        "villager-one support",
        "villager-two supports",
        "potion villager-two supports",
        "potion Asterix-two supports",
        "Obelix-two supports",
        "Obelix-legionary",
        "Obelix-pirate",
        "Getafix-pirate",
        "woman-legionary",
        "pirate-two supports",
        "Captain-villager",
        "villager overlapped twice-two supports",
    ],
)
def test_exact_odds_of_the_rulebook(b, expected):
    assert odds(b, 0, 1) == expected


@pytest.mark.clause("DBAIX-RES-6")
@pytest.mark.parametrize(("die", "die_of_enemy", "doubles"), [(3, 5, True), (6, 1, False)])
def test_it_is_said_when_obelix_alone_makes_it_half_or_less(die, die_of_enemy, doubles):
    """5 + 3 = 8 against 2 + 5 = 7 the giant makes it so; 11 against 3 is half or less by itself."""
    b = battle(obelix(10.5, 11.5), roman(10.5, 10.5), side=Side.GAULS)
    log = fight_out(b, 0, 1, die, die_of_enemy)
    assert ("GIANT_DOUBLES_DEFEAT" in codes(log, Kind.EVENT)) is doubles
    assert outcomes(log)[0] == (1, "TO_CAMP")


@pytest.mark.clause("DBAIX-RES-6", "DBAIX-RES-7")
def test_without_obelix_nothing_is_doubled():
    b = battle(villager(10.5, 11.5), roman(10.5, 10.5), side=Side.GAULS)
    log = fight_out(b, 0, 1, 5, 3)  # 8 : 5
    assert "GIANT_DOUBLES_DEFEAT" not in codes(log, Kind.EVENT)
    assert outcomes(log)[0] == (1, "RECOILS")
