"""MUSIC: the third six, flight, who is called, how they obey, and how the song ends (MUS)."""

from __future__ import annotations

import pytest

from dbaix.board import (
    act,
    cacofonix,
    captain,
    clauses,
    codes,
    entries,
    fresh_log,
    getafix,
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
from dbaix.fights import battle, give_token, outcome_clauses, outcomes, points_won, sing
from sandtable.games.dbaix.clauses import Code, Purpose
from sandtable.games.dbaix.record import Going, Phase, Side, Song, Token, TokenState, Verb, Where
from sandtable.games.dbaix.rules import bounds, music
from sandtable.games.dbaix.rules.movement import judge_move, make_move
from sandtable.games.dbaix.rules.obedience import fill_approach
from sandtable.kernel.dice import scripted_dice
from sandtable.kernel.log import Kind
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import add_polygon


def place(b, i):
    """Where a figure stands."""
    return where(b, i)[:2]


def stage(*figures, side=Side.GAULS, phase=Phase.FLIGHT, **changes):
    """A table right after the PIP die of a bound."""
    return battle(*figures, side=side, phase=phase, **changes)


def throw(b, die, side=Side.GAULS):
    """The PIP die of a bound of ``side`` shows this; the log of the music check."""
    b.turn = side.value
    log = fresh_log()
    music.check_song(b, die, log)
    return log


def flight(b):
    """All flee, farthest first, until somebody must choose; who fled, in order, and whether a choice is due."""
    log = fresh_log()
    waits = music.flight_waits_for_choice(b, log)
    return [i for i, _ in outcomes(log)], waits, log


def called(b):
    """Who is called."""
    return {i for i in range(b.n_figures) if b.figures[i].called}


def call_all(b):
    """Call until a choice is due; who is called, and whether one is."""
    waits = music.call_waits_for_choice(b, fresh_log())
    return called(b), waits


def choose(b, i):
    """The Gaulish player chooses; False if that is not allowed."""
    action = act(Verb.CHOOSE, target=i)
    if not music.judge_choice(b, action, fresh_log()).legal:
        return False
    music.make_choice(b, action, fresh_log())
    return True


def reasons(b, action):
    """Codes of what forbids a move."""
    log = fresh_log()
    judge_move(b, action, log)
    return codes(log, Kind.REASON)


def go(b, i, x, y):
    """Make a legal single move; its price."""
    action = move(b, i, to=(x, y))
    log = fresh_log()
    verdict = judge_move(b, action, log)
    assert verdict.legal, codes(log, Kind.REASON)
    make_move(b, action, fresh_log())
    return verdict.cost


def may_end(b):
    """Whether the movement phase may end."""
    return music.may_end_movement(b, fresh_log())


# ---------------------------------------------------------------- the song begins


@pytest.mark.clause("DBAIX-MUS-1", "DBAIX-MUS-2")
def test_the_third_six_of_the_gaulish_die_starts_the_song():
    b = stage(cacofonix(10.5, 10.5))
    for die in (6, 2, 6, 5):
        throw(b, die)
    throw(b, 6, Side.ROMANS)
    throw(b, 6, Side.PIRATES)
    assert (b.sixes, b.song) == (2, Song.SILENT)
    log = throw(b, 6)
    assert (b.sixes, b.song) == (3, Song.SINGING)
    assert "MUS-1" in clauses(log, Kind.EVENT)


@pytest.mark.clause("DBAIX-MUS-16")
def test_off_the_table_at_the_third_six_nothing_happens_ever_after():
    b = stage(cacofonix(10.5, 10.5), roman(12.5, 10.5), sixes=2)
    off_table(b, 0, Where.REMOVED)
    throw(b, 6)
    assert b.song == Song.SILENT
    b.figures[0]["where"] = Where.TABLE.value
    throw(b, 6)  # the fourth
    assert b.song == Song.SILENT
    assert not b.figures[1].fleeing


# ---------------------------------------------------------------- flight


def example_8(**changes):
    """Cacofonix, Pirates A and B, Legionaries C and D before the third six."""
    return stage(
        cacofonix(30.5, 36.5),
        pirate(34.5, 36.5, "W"),
        pirate(39.5, 36.5),
        roman(30.5, 27.5),
        roman(32.5, 27.4),
        sixes=2,
        **changes,
    )


@pytest.mark.clause("DBAIX-MUS-3", "DBAIX-MUS-4", "DBAIX-MUS-5", "DBAIX-GEN-7")
def test_example_8_third_six():
    b = example_8(gaul_bounds=5)
    throw(b, 6)
    assert [bool(b.figures[i].fleeing) for i in range(5)] == [False, True, True, True, False]
    # B and C are both at exactly 8.0: the Gaulish player chooses who goes first.
    fled, waits, _ = flight(b)
    assert (fled, waits) == ([], True)
    for nobody in (NONE, int(b.n_figures), len(b.figures)):
        log = fresh_log()
        assert music.judge_choice(b, act(Verb.CHOOSE, target=nobody), log).legal == 0
        assert codes(log, Kind.REASON) == ["CHOICE_NAMES_ONE"]
    assert not choose(b, 1)
    assert choose(b, 2)
    fled, waits, _ = flight(b)
    assert (fled, waits) == ([3, 1], False)
    assert where(b, 2) == (43.5, 36.5, 1.0, 0.0)
    assert where(b, 3) == (30.5, 23.5, 0.0, -1.0)
    assert where(b, 1) == (38.5, 36.5, 1.0, 0.0)
    assert place(b, 4) == (32.5, 27.4)


@pytest.mark.clause("DBAIX-MUS-4")
def test_they_flee_along_the_line_from_his_centre_through_theirs():
    b = stage(cacofonix(10.5, 10.5), roman(13.5, 14.5), sixes=2)  # 3 east, 4 north: 5 inches off
    throw(b, 6)
    flight(b)
    assert place(b, 1) == pytest.approx((10.5 + 9 * 0.6, 10.5 + 9 * 0.8), abs=0.001)
    assert where(b, 1)[2:] == pytest.approx((0.6, 0.8), abs=0.0002)  # facing that way, to a hundredth of a degree


@pytest.mark.clause("DBAIX-MUS-5")
def test_farthest_first_keeps_friends_out_of_the_way():
    b = stage(cacofonix(10.5, 10.5), pirate(12.5, 10.5), pirate(16.5, 10.5), sixes=2)
    throw(b, 6)
    fled, _, _ = flight(b)
    assert fled == [2, 1]
    assert (place(b, 1), place(b, 2)) == ((16.5, 10.5), (20.5, 10.5))


@pytest.mark.clause("DBAIX-MUS-6", "DBAIX-MUS-3")
def test_flight_takes_figures_out_of_contact_and_heeds_no_flanker():
    # OUT-11 is for fights: a villager's front on the Pirate's side does not cut off this flight.
    b = stage(cacofonix(10.5, 10.5), pirate(11.5, 10.5), villager(11.5, 11.5), sixes=2)
    throw(b, 6)
    _, _, log = flight(b)
    assert outcomes(log) == [(1, "FLEES")]
    assert outcome_clauses(log) == ["MUS-3"]
    assert place(b, 1) == (15.5, 10.5)


@pytest.mark.clause("DBAIX-MUS-3", "DBAIX-OUT-5", "DBAIX-OUT-6", "DBAIX-OUT-7", "DBAIX-OUT-8", "DBAIX-VIC-3")
def test_blocked_flight_counts_for_the_gauls():
    # Over the edge: the Captain for 3 points, a Roman to the camp box. Trapped by a hut: a Pirate for 1.
    b = stage(cacofonix(44.5, 10.5), captain(46.5, 10.5), sixes=2)
    throw(b, 6)
    _, _, log = flight(b)
    assert b.figures[1]["where"] == Where.FLED
    assert points_won(log) == [(Side.GAULS, 3)]
    b = stage(cacofonix(44.5, 10.5), roman(46.5, 10.5), sixes=2, sent_to_camp=(0, 1, 0))
    throw(b, 6)
    _, _, log = flight(b)
    assert b.figures[1]["where"] == Where.CAMP_BOX
    assert list(b.sent_to_camp) == [0, 2, 0]
    assert points_won(log) == [(Side.GAULS, 1)]
    b = stage(cacofonix(10.5, 10.5), pirate(12.5, 10.5), sixes=2)
    add_polygon(b.terrain, Going.BUILDING.value, [(13.4, 9.0), (15.0, 9.0), (15.0, 12.0), (13.4, 12.0)])
    throw(b, 6)
    _, _, log = flight(b)
    assert outcomes(log) == [(1, "LOST_OFF_TABLE")]
    assert points_won(log) == [(Side.GAULS, 1)]


@pytest.mark.clause("DBAIX-SCN-11", "DBAIX-MUS-3")
def test_a_carrier_who_flees_from_music_drops_and_nobody_takes_at_once():
    b = stage(cacofonix(10.5, 10.5), pirate(12.5, 10.5), sixes=2)
    give_token(b, Token.CAULDRON.value, 1)
    throw(b, 6)
    flight(b)
    token = b.tokens[Token.CAULDRON.value]
    assert (token.state, token.x, token.y) == (TokenState.GROUND, 12.5, 10.5)
    assert b.phase == Phase.FLIGHT
    assert b.figures[1].token == NONE


@pytest.mark.clause("DBAIX-MUS-17", "DBAIX-CAP-7")
def test_a_guard_who_flees_leaves_his_captives_at_his_place_and_touching_it():
    b = stage(cacofonix(10.5, 10.5), pirate(13.5, 10.5, "N"), getafix(0.5, 0.5), woman(1.5, 0.5), sixes=2)
    for captive in (2, 3):
        off_table(b, captive, Where.CAPTIVE)
        b.figures[captive].guard = 1
    throw(b, 6)
    flight(b)
    assert place(b, 1) == (17.5, 10.5)
    assert where(b, 2) == (13.5, 10.5, 0.0, 1.0)  # the first at its old place, facing as it did
    x, y = place(b, 3)
    assert max(abs(x - 13.5), abs(y - 10.5)) == 1.0  # the other touching it
    assert (b.figures[2]["where"], b.figures[2].guard) == (Where.TABLE, NONE)
    assert (b.figures[2].freed, b.figures[3].freed) == (NONE, NONE)  # nobody rescued them: they may move at once


@pytest.mark.clause("DBAIX-MUS-17")
def test_a_guard_sent_to_camp_by_music_leaves_his_captives_too():
    b = stage(cacofonix(44.5, 10.5), roman(46.5, 10.5), getafix(0.5, 0.5), sixes=2)
    off_table(b, 2, Where.CAPTIVE)
    b.figures[2].guard = 1
    throw(b, 6)
    flight(b)
    assert b.figures[1]["where"] == Where.CAMP_BOX
    assert place(b, 2) == (46.5, 10.5)


@pytest.mark.clause("DBAIX-MUS-12")
def test_the_song_is_heard_in_every_bound_or_in_gaulish_ones_only():
    for repeats, heard in ((0, True), (1, False)):
        for side in (Side.ROMANS, Side.PIRATES):
            b = stage(cacofonix(10.5, 10.5), roman(13.5, 10.5), song_repeats=repeats)
            sing(b)
            throw(b, 1, side)
            assert bool(b.figures[1].fleeing) == heard
        b = stage(cacofonix(10.5, 10.5), roman(13.5, 10.5), song_repeats=repeats)
        sing(b)
        throw(b, 1)
        assert b.figures[1].fleeing == 1


@pytest.mark.clause("DBAIX-MUS-3")
def test_a_silent_or_gagged_bard_puts_nobody_to_flight():
    for song in (Song.SILENT, Song.GAGGED):
        b = stage(cacofonix(10.5, 10.5), roman(13.5, 10.5))
        b.song = song.value
        throw(b, 6)
        assert b.figures[1].fleeing == 0


# ---------------------------------------------------------------- who is called


@pytest.mark.clause("DBAIX-MUS-7")
def test_the_three_nearest_free_gauls_are_called_and_engaged_ones_passed_over():
    b = stage(
        cacofonix(20.5, 20.5),
        villager(23.5, 20.5),  # 1: gap 2
        villager(20.5, 24.5),  # 2: gap 3
        villager(16.5, 20.5, "N"),  # 3: gap 3, but engaged by Roman 4
        roman(16.5, 21.5, "S"),
        villager(20.5, 15.5),  # 5: gap 4
        villager(26.5, 20.5),  # 6: gap 5
        villager(20.5, 19.0),  # 7: nearer than all, but removed
        phase=Phase.CALL,
    )
    off_table(b, 7, Where.REMOVED)
    sing(b)
    assert call_all(b) == ({1, 2, 5}, False)


@pytest.mark.clause("DBAIX-MUS-7")
def test_ties_are_the_gaulish_players_choice():
    b = stage(
        cacofonix(20.5, 20.5),
        villager(22.5, 20.5),
        villager(24.5, 20.5),
        villager(20.5, 24.5),
        villager(16.5, 20.5),
        phase=Phase.CALL,
    )
    sing(b)
    assert call_all(b) == ({1}, True)  # two more of 2, 3 and 4, all at 3 inches
    assert not choose(b, 1)
    assert choose(b, 3)
    assert call_all(b) == ({1, 3}, True)
    assert choose(b, 4)
    assert call_all(b) == ({1, 3, 4}, False)
    assert not choose(b, 2)


@pytest.mark.clause("DBAIX-MUS-7", "DBAIX-MUS-13")
def test_with_fewer_candidates_all_are_called_and_those_who_touch_him_count():
    b = stage(cacofonix(20.5, 20.5), villager(21.5, 20.5), villager(40.5, 20.5), phase=Phase.CALL)
    sing(b)
    assert call_all(b) == ({1, 2}, False)
    b = stage(cacofonix(20.5, 20.5), phase=Phase.CALL)
    sing(b)
    assert call_all(b) == (set(), False)


@pytest.mark.clause("DBAIX-MUS-7", "DBAIX-MUS-12")
def test_nobody_is_called_without_singing_or_in_other_bounds():
    b = stage(cacofonix(20.5, 20.5), villager(22.5, 20.5), phase=Phase.CALL)
    assert call_all(b) == (set(), False)
    b = stage(cacofonix(20.5, 20.5), villager(22.5, 20.5), side=Side.ROMANS, phase=Phase.CALL)
    sing(b)
    assert call_all(b) == (set(), False)


# ---------------------------------------------------------------- obedience


def helpers(*figures, pips=6, **changes):
    """A Gaulish bound with singing, all calls made: the movement step."""
    b = stage(*figures, phase=Phase.MOVEMENT, pips=pips, **changes)
    sing(b)
    assert not music.call_waits_for_choice(b, fresh_log())
    return b


@pytest.mark.clause("DBAIX-MUS-10", "DBAIX-MUS-14", "DBAIX-MUS-8")
def test_all_others_halt_and_the_singer_too():
    b = helpers(
        cacofonix(20.5, 20.5), villager(23.5, 20.5), villager(20.5, 24.5), villager(16.5, 20.5), villager(40.5, 40.5)
    )
    assert called(b) == {1, 2, 3}
    assert reasons(b, move(b, 4, to=(38.5, 40.5))) == ["NOT_CALLED"]
    assert reasons(b, move(b, 0, to=(21.5, 20.5))) == ["BARD_SINGS"]
    assert reasons(b, move(b, 1, to=(21.5, 20.5))) == []


@pytest.mark.clause("DBAIX-MUS-15")
def test_a_gagged_bard_makes_no_move_and_the_others_move_freely():
    b = stage(cacofonix(20.5, 20.5), villager(23.5, 20.5), phase=Phase.MOVEMENT)
    b.song = Song.GAGGED.value
    assert reasons(b, move(b, 0, to=(21.5, 20.5))) == ["BARD_IS_GAGGED"]
    assert reasons(b, move(b, 1, to=(25.5, 20.5))) == []
    assert may_end(b)


@pytest.mark.clause("DBAIX-MUS-9")
def test_who_can_reach_him_must_end_touching_along_an_edge():
    b = helpers(cacofonix(20.5, 20.5), villager(24.5, 20.5))  # 3 inches off
    assert reasons(b, move(b, 1, to=(22.5, 20.5))) == ["COULD_TOUCH_THE_BARD"]
    assert reasons(b, move(b, 1, to=(21.5, 21.5))) == ["COULD_TOUCH_THE_BARD"]  # a corner is no edge
    assert reasons(b, move(b, 1, to=(21.5, 20.5))) == []
    assert reasons(b, move(b, 1, to=(21.5, 21.2))) == []  # nor need it be square on


@pytest.mark.clause("DBAIX-MUS-9")
def test_who_cannot_reach_him_comes_as_near_as_it_can():
    b = helpers(cacofonix(20.5, 20.5), villager(30.5, 20.5))  # gap 9
    assert reasons(b, move(b, 1, to=(28.5, 20.5))) == ["COULD_COME_NEARER"]
    assert reasons(b, move(b, 1, to=(33.5, 20.5))) == ["NOT_NEARER_TO_THE_BARD"]
    assert reasons(b, move(b, 1, to=(26.55, 20.5))) == []  # gap 5.05: within a tenth of the 5.0 it can reach
    assert reasons(b, move(b, 1, to=(26.5, 20.5))) == []


@pytest.mark.clause("DBAIX-MUS-9")
def test_what_is_in_the_way_is_taken_into_account():
    # A hut between them: the straight lines end at it, so to come as near as it can is to go up to the hut.
    b = helpers(cacofonix(20.5, 20.5), villager(30.5, 20.5))
    add_polygon(b.terrain, Going.BUILDING.value, [(25.0, 10.0), (28.0, 10.0), (28.0, 30.0), (25.0, 30.0)])
    assert reasons(b, move(b, 1, to=(29.5, 20.5))) == ["COULD_COME_NEARER"]
    assert reasons(b, move(b, 1, to=(28.55, 20.5))) == []
    go(b, 1, 28.55, 20.5)
    assert may_end(b)  # less than a tenth of an inch is left to gain


@pytest.mark.clause("DBAIX-MUS-9")
def test_askew_to_the_bard_he_squares_up():
    b = helpers(cacofonix(20.5, 20.5), villager(23.5, 20.5, 240.0))
    action = act(Verb.MOVE, 0)
    assert fill_approach(b, 1, action, fresh_log())
    assert judge_move(b, action, fresh_log()).legal == 1
    assert (round(float(action.fx), 4), round(float(action.fy), 4)) == (-1.0, 0.0)


@pytest.mark.clause("DBAIX-MUS-9", "DBAIX-MUS-8")
def test_groups_of_called_figures_may_come_together():
    b = helpers(cacofonix(20.5, 20.5), villager(24.5, 20.5), villager(24.5, 21.5))
    assert reasons(b, move(b, 1, 2, to=(22.5, 20.5))) == ["GROUP_COULD_COME_NEARER"]
    assert reasons(b, move(b, 1, 2, to=(21.5, 20.5))) == []  # 1 touches; 2 is nearer than before
    b = helpers(
        cacofonix(20.5, 20.5), villager(24.5, 20.5), villager(24.5, 21.5), villager(24.5, 22.5), villager(24.5, 23.5)
    )
    assert called(b) == {1, 2, 3}
    assert "NOT_CALLED" in reasons(b, move(b, 1, 2, 3, 4, to=(21.5, 20.5)))


@pytest.mark.clause("DBAIX-MUS-9", "DBAIX-MUS-8")
def test_the_movement_phase_does_not_end_while_a_called_figure_can_still_come():
    b = helpers(cacofonix(20.5, 20.5), villager(24.5, 20.5), villager(30.5, 20.5), pips=6)
    log = fresh_log()
    assert not music.may_end_movement(b, log)
    assert [Code(int(e.code)).name for e in entries(log, Kind.REASON)] == ["MUST_COME_TO_THE_BARD"]
    go(b, 1, 21.5, 20.5)  # 2 PIPs
    assert not may_end(b)
    go(b, 2, 26.5, 20.5)  # 2 PIPs; a second move would cost 2 + 2
    assert b.pips == 2
    assert may_end(b)


@pytest.mark.clause("DBAIX-MUS-9")
def test_both_moves_are_asked_of_a_figure_if_they_can_be_paid():
    b = helpers(cacofonix(20.5, 20.5), villager(27.5, 20.5), pips=6)
    go(b, 1, 23.5, 20.5)
    assert not may_end(b)
    assert go(b, 1, 21.5, 20.5) == 4
    assert may_end(b)


@pytest.mark.clause("DBAIX-MUS-13")
def test_those_who_touch_him_need_not_move():
    b = helpers(cacofonix(20.5, 20.5), villager(21.5, 20.5), villager(20.5, 21.5))
    assert may_end(b)


@pytest.mark.clause("DBAIX-MUS-8")
def test_the_moves_are_paid_for_unless_the_option_makes_them_free():
    b = helpers(cacofonix(20.5, 20.5), villager(24.5, 20.5), pips=1)
    assert reasons(b, move(b, 1, to=(21.5, 20.5))) == ["TOO_DEAR"]
    assert may_end(b)
    b = helpers(cacofonix(20.5, 20.5), villager(24.5, 20.5), pips=0, song_moves_free=1)
    assert not may_end(b)
    assert go(b, 1, 21.5, 20.5) == 0
    assert may_end(b)


# ---------------------------------------------------------------- the end of the song


def example_9(third):
    """Cacofonix, Villager 3 (1), Geriatrix (2), a third Gaul (3) at (30.5, 33.5) and Vitalstatistix (4); 6 PIPs."""
    b = stage(
        cacofonix(30.5, 36.5),
        villager(27.5, 36.5),
        villager(27.5, 38.5, factor=1),
        third,
        vitalstatistix(24.5, 31.5),
        phase=Phase.MOVEMENT,
        pips=6,
    )
    sing(b)
    assert call_all(b) == ({1, 2, 3}, False)
    assert go(b, 1, 29.5, 36.5) == 2
    assert go(b, 2, 30.5, 37.5) == 2
    return b


@pytest.mark.clause("DBAIX-MUS-7", "DBAIX-MUS-8", "DBAIX-MUS-11", "DBAIX-MUS-12", "DBAIX-PIP-17")
def test_example_9_gagging_the_bard():
    b = example_9(woman(30.5, 33.5, husband=4))
    assert reasons(b, move(b, 3, to=(30.5, 35.5))) == ["TOO_DEAR"]  # 3, and 2 are left
    assert may_end(b)
    music.end_of_movement(b, fresh_log())
    assert b.song == Song.SINGING
    b = example_9(villager(30.5, 33.5))
    assert not may_end(b)
    assert go(b, 3, 30.5, 35.5) == 2
    log = fresh_log()
    music.end_of_movement(b, log)
    assert b.song == Song.GAGGED
    assert "MUS-11" in clauses(log, Kind.EVENT)


@pytest.mark.clause("DBAIX-MUS-11")
def test_all_who_were_called_must_touch_him_along_an_edge():
    b = helpers(cacofonix(20.5, 20.5), villager(21.5, 20.5), villager(21.5, 21.5))  # the second at a corner
    music.end_of_movement(b, fresh_log())
    assert b.song == Song.SINGING
    go(b, 2, 20.5, 21.5)
    music.end_of_movement(b, fresh_log())
    assert b.song == Song.GAGGED  # two are all there are


@pytest.mark.clause("DBAIX-MUS-11")
def test_with_nobody_there_and_in_bounds_of_others_the_song_goes_on():
    for there, side in (([], Side.GAULS), ([villager(21.5, 20.5)], Side.PIRATES)):
        b = helpers(cacofonix(20.5, 20.5), *there)
        b.turn = side.value
        music.end_of_movement(b, fresh_log())
        assert b.song == Song.SINGING


@pytest.mark.clause("DBAIX-MUS-15")
def test_gagged_for_good_or_released_at_the_end_of_the_next_gaulish_bound():
    for restart, released in ((0, False), (1, True)):
        b = helpers(cacofonix(20.5, 20.5), villager(21.5, 20.5), gaul_bounds=5, sixes=3, song_restart=restart)
        music.end_of_movement(b, fresh_log())
        music.end_of_gaulish_bound(b, fresh_log())
        assert b.song == Song.GAGGED  # this bound
        b.gaul_bounds = 6
        music.end_of_gaulish_bound(b, fresh_log())
        assert b.song == (Song.SILENT if released else Song.GAGGED)
        assert b.sixes == (0 if released else 3)
        for die in (6, 6, 6):
            throw(b, die)
        assert b.song == (Song.SINGING if released else Song.GAGGED)


@pytest.mark.clause("DBAIX-MUS-7", "DBAIX-CAP-2")
def test_obelix_is_called_like_any_other_and_a_captive_is_not():
    b = stage(cacofonix(20.5, 20.5), obelix(24.5, 20.5), getafix(22.5, 20.5), pirate(40.5, 40.5), phase=Phase.MOVEMENT)
    off_table(b, 2, Where.CAPTIVE)
    b.figures[2].guard = 3
    sing(b)
    assert call_all(b) == ({1}, False)
    assert not may_end(b)
    go(b, 1, 21.5, 20.5)
    assert may_end(b)


@pytest.mark.clause("DBAIX-MUS-13")
def test_who_touches_him_is_one_of_the_three():
    """1 touches the bard; 2, 3 and 4 are 2, 3 and 4 inches away. Three in all: the farthest is left out."""
    b = stage(
        cacofonix(20.5, 20.5),
        villager(21.5, 20.5),
        villager(20.5, 23.5),
        villager(16.5, 20.5),
        villager(20.5, 15.5),
        phase=Phase.CALL,
    )
    sing(b)
    assert call_all(b) == ({1, 2, 3}, False)


@pytest.mark.clause("DBAIX-MUS-13")
def test_the_three_are_chosen_afresh_in_the_next_gaulish_bound():
    """2, 3, 4 and 5 inches away, the first three are called. In the next bound 3 is away and 4 is nearest: 1, 2 and 4.

    Nobody is called in the bounds between, and who was called once owes nothing.
    """
    b = stage(
        cacofonix(20.5, 20.5),
        villager(23.5, 20.5),
        villager(20.5, 24.5),
        villager(15.5, 20.5),
        villager(20.5, 14.5),
        pirate(45.5, 45.5),
        roman(3.5, 45.5),
        phase=Phase.CALL,
    )
    sing(b)
    assert call_all(b) == ({1, 2, 3}, False)
    pips = scripted_dice([(Purpose.PIPS.value, NONE, NONE, 1)] * 3)
    for side, expected in ((Side.PIRATES, set()), (Side.ROMANS, set()), (Side.GAULS, {1, 2, 4})):
        b.turn = side.value
        b.figures[3].x, b.figures[4].y = 5.5, 19.0
        bounds.begin_bound(b, pips, fresh_log())
        assert call_all(b) == (expected, False), side.name


@pytest.mark.clause("DBAIX-MUS-11")
def test_the_log_says_how_many_have_bound_him():
    b = helpers(cacofonix(20.5, 20.5), villager(21.5, 20.5), villager(20.5, 21.5), villager(19.5, 20.5))
    log = fresh_log()
    music.end_of_movement(b, log)
    [gagged] = entries(log, Kind.EVENT)
    assert (codes(log, Kind.EVENT), gagged.amount) == (["BOUND_AND_GAGGED"], 3)
