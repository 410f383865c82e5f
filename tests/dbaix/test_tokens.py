"""The tokens, the hut and the ship (SCN-10 to SCN-14)."""

from __future__ import annotations

import pytest

from dbaix.board import act, cacofonix, codes, fresh_log, obelix, off_table, pirate, roman, villager
from dbaix.fights import battle, fight_out, give_token, lay_token, points_won
from sandtable.games.dbaix.record import Award, Going, Phase, Side, Song, Token, TokenState, Verb, Where
from sandtable.games.dbaix.rules.tokens import (
    anyone_may_take,
    deliver,
    drop,
    held_by,
    judge_take,
    may_take,
    sink_ship,
    take,
)
from sandtable.kernel.log import Kind
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import add_polygon

CAULDRON, PAY_CHEST = Token.CAULDRON.value, Token.PAY_CHEST.value
ROMANS, GAULS, PIRATES = Side.ROMANS.value, Side.GAULS.value, Side.PIRATES.value


def box(x0, y0, x1, y1):
    """Corners of a rectangle."""
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def coast(*figures, side=Side.PIRATES):
    """Step (g): hut 22.5-25.5 by 35-38, camp 17-31 by 2-9, ship 41-47 by 41.5-45 with its landing edge, as in SCN."""
    b = battle(*figures, side=side, phase=Phase.TOKENS)
    b.hut = add_polygon(b.terrain, Going.BUILDING.value, box(22.5, 35, 25.5, 38))
    b.ship = add_polygon(b.terrain, Going.SHIP.value, box(41, 41.5, 47, 45))
    b.camp[:] = (17, 2, 31, 9)
    b.landing[:] = (41, 41.5, 47, 41.5)
    return b


def taking(i, token):
    """Figure i takes the token."""
    action = act(Verb.TAKE, i)
    action.item = token
    return action


def against(b, i, token):
    """What forbids taking."""
    log = fresh_log()
    verdict = judge_take(b, taking(i, token), log)
    assert (verdict.legal, verdict.cost) == (int(log.n == 0), 0)
    return codes(log, Kind.REASON)


def delivered(b):
    """Carry out the deliveries of step (g); the log."""
    log = fresh_log()
    deliver(b, log)
    return log


# ---------------------------------------------------------------- picking up


@pytest.mark.clause("DBAIX-SCN-9", "DBAIX-SCN-10")
def test_who_covers_or_touches_the_point_may_take_it():
    b = coast(pirate(10.5, 10.5), pirate(11.5, 10.5), pirate(12.6, 10.5))
    lay_token(b, CAULDRON, 11.0, 10.5)  # on the edge between the first two
    assert [may_take(b, i, CAULDRON) for i in range(3)] == [True, True, False]
    assert against(b, 0, CAULDRON) == []
    assert against(b, 2, CAULDRON) == ["TOKEN_OUT_OF_REACH"]
    assert anyone_may_take(b)
    take(b, taking(0, CAULDRON), fresh_log())
    token = b.tokens[CAULDRON]
    assert (token.state, token.carrier, b.figures[0].token) == (TokenState.CARRIED, 0, CAULDRON)
    assert (token.x, token.y) == (10.5, 10.5)
    assert against(b, 1, CAULDRON) == ["TOKEN_NOT_ON_THE_GROUND"]
    assert not anyone_may_take(b)


@pytest.mark.clause("DBAIX-SCN-10")
def test_only_in_its_own_bound_unengaged_and_empty_handed():
    b = coast(pirate(10.5, 10.5), side=Side.GAULS)
    lay_token(b, CAULDRON, 10.5, 10.5)
    assert against(b, 0, CAULDRON) == ["TAKER_NOT_IN_OWN_BOUND"]
    b = coast(pirate(10.5, 10.5), roman(9.5, 10.5, "E"))
    lay_token(b, CAULDRON, 10.5, 10.5)
    assert against(b, 0, CAULDRON) == ["TAKER_ENGAGED"]
    b = coast(pirate(10.5, 10.5))
    lay_token(b, CAULDRON, 10.5, 10.5)
    give_token(b, PAY_CHEST, 0)
    assert against(b, 0, CAULDRON) == ["TAKER_CARRIES_ALREADY"]
    b = coast(pirate(10.5, 10.5))
    lay_token(b, CAULDRON, 10.5, 10.5)
    off_table(b, 0, Where.FLED)
    assert against(b, 0, CAULDRON) == ["TAKER_OFF_TABLE"]
    assert not anyone_may_take(b)


@pytest.mark.clause("DBAIX-SCN-10")
def test_taking_names_one_figure_and_one_token():
    b = coast(pirate(10.5, 10.5), pirate(11.5, 10.5))
    lay_token(b, CAULDRON, 11.0, 10.5)
    for action in (act(Verb.TAKE, 0, 1), act(Verb.TAKE, 0), act(Verb.TAKE)):
        log = fresh_log()
        assert judge_take(b, action, log).legal == 0
        assert codes(log, Kind.REASON) == ["TAKE_NAMES_ONE_FIGURE_AND_TOKEN"]


# ---------------------------------------------------------------- dropping


@pytest.mark.clause("DBAIX-SCN-11")
def test_what_is_dropped_lies_at_the_old_centre_and_the_victor_alone_may_take_it():
    b = battle(pirate(20.5, 20.5), roman(19.5, 20.5, "E"), roman(18.5, 20.5, "E"))
    give_token(b, CAULDRON, 0)
    fight_out(b, 0, 1, 2, 6)  # 5 : 8, flight
    assert (b.tokens[CAULDRON].x, b.tokens[CAULDRON].y) == (20.5, 20.5)
    assert b.phase == Phase.SPOILS
    assert against(b, 2, CAULDRON) == ["NOT_THE_SPOILS"]
    assert against(b, 1, PAY_CHEST) == ["NOT_THE_SPOILS"]
    assert against(b, 1, CAULDRON) == []  # although the base does not reach it
    take(b, taking(1, CAULDRON), fresh_log())
    assert (b.figures[1].token, b.tokens[CAULDRON].x) == (CAULDRON, 19.5)


@pytest.mark.clause("DBAIX-SCN-11")
def test_who_carries_nothing_drops_nothing():
    b = battle(pirate(20.5, 20.5), roman(19.5, 20.5, "E"))
    drop(b, 0, 1, fresh_log())
    assert b.spoils_taker == NONE


# ---------------------------------------------------------------- delivery


@pytest.mark.clause("DBAIX-SCN-12", "DBAIX-VIC-3")
@pytest.mark.parametrize(("token", "points"), [(CAULDRON, 6), (PAY_CHEST, 6)])
def test_pirates_deliver_either_token_at_the_landing_edge(token, points):
    b = coast(pirate(44.0, 41.0))
    give_token(b, token, 0)
    assert points_won(delivered(b)) == [(PIRATES, points)]
    carried = b.tokens[token]
    assert (carried.state, carried.delivered_by, carried.carrier) == (TokenState.DELIVERED, PIRATES, NONE)
    assert b.figures[0].token == NONE
    # A tenth of an inch short of it, nothing.
    b = coast(pirate(44.0, 40.9))
    give_token(b, token, 0)
    assert delivered(b).n == 0


@pytest.mark.clause("DBAIX-SCN-12")
def test_without_a_ship_pirates_deliver_nothing():
    b = battle(pirate(30.5, 20.5), side=Side.PIRATES, phase=Phase.TOKENS)
    give_token(b, PAY_CHEST, 0)
    assert delivered(b).n == 0 and b.figures[0].token == PAY_CHEST


@pytest.mark.clause("DBAIX-SCN-12", "DBAIX-TER-8")
def test_romans_deliver_the_cauldron_inside_the_camp():
    b = coast(roman(24.0, 8.5), side=Side.ROMANS)
    give_token(b, CAULDRON, 0)
    assert points_won(delivered(b)) == [(ROMANS, 4)]
    b = coast(roman(24.0, 8.6), side=Side.ROMANS)  # the base stands on the rampart line
    give_token(b, CAULDRON, 0)
    assert delivered(b).n == 0
    b = coast(roman(24.0, 5.0), side=Side.ROMANS)  # the pay-chest is no delivery of theirs
    give_token(b, PAY_CHEST, 0)
    assert delivered(b).n == 0


@pytest.mark.clause("DBAIX-SCN-12", "DBAIX-GEN-7")
def test_gauls_deliver_the_pay_chest_within_an_inch_of_the_hut():
    b = coast(villager(24.0, 33.5), side=Side.GAULS)  # the north edge is at 34.0: exactly 1 inch
    give_token(b, PAY_CHEST, 0)
    assert points_won(delivered(b)) == [(GAULS, 4)]
    b = coast(villager(24.0, 33.4), side=Side.GAULS)
    give_token(b, PAY_CHEST, 0)
    assert delivered(b).n == 0
    b = coast(villager(24.0, 33.5), side=Side.GAULS)
    give_token(b, CAULDRON, 0)
    assert delivered(b).n == 0


@pytest.mark.clause("DBAIX-SCN-12")
def test_delivery_is_at_step_g_of_any_bound():
    b = coast(pirate(44.0, 41.0), side=Side.ROMANS)
    give_token(b, CAULDRON, 0)
    assert points_won(delivered(b)) == [(PIRATES, 6)]


@pytest.mark.clause("DBAIX-SCN-12")
def test_a_token_on_the_ground_is_not_delivered():
    b = coast(roman(24.0, 5.0), side=Side.ROMANS)
    lay_token(b, CAULDRON, 24.0, 5.0)
    assert delivered(b).n == 0


# ---------------------------------------------------------------- the hut


@pytest.mark.clause("DBAIX-SCN-13")
def test_the_hut_is_held_by_the_only_side_within_an_inch():
    assert held_by(coast(villager(24.0, 33.5))) == GAULS
    assert held_by(coast(villager(24.0, 33.4))) == NONE
    assert held_by(coast(roman(21.0, 36.5), roman(24.0, 33.5))) == ROMANS
    assert held_by(coast(villager(24.0, 33.5), pirate(21.0, 36.5))) == NONE
    assert held_by(coast()) == NONE


@pytest.mark.clause("DBAIX-SCN-13")
def test_an_engaged_figure_does_not_hold_it_but_a_friend_beside_them_does():
    # The enemy who engages the villager stands 1.5 inches from the hut.
    assert held_by(coast(villager(24.0, 34.0), roman(24.0, 33.0))) == NONE
    assert held_by(coast(villager(24.0, 34.0), roman(24.0, 33.0), villager(21.0, 36.5))) == GAULS


@pytest.mark.clause("DBAIX-SCN-13")
def test_a_gagged_bard_holds_nothing_but_is_still_an_enemy_there():
    b = coast(cacofonix(24.0, 33.5))
    b.song = Song.GAGGED.value
    assert held_by(b) == NONE
    b = coast(cacofonix(24.0, 33.5), roman(21.0, 36.5))
    b.song = Song.GAGGED.value
    assert held_by(b) == NONE
    b.song = Song.SINGING.value
    off_table(b, 1, Where.CAMP_BOX)
    assert held_by(b) == GAULS


@pytest.mark.clause("DBAIX-SCN-13")
def test_nobody_holds_a_hut_that_is_not_there():
    assert held_by(battle(villager(24.0, 33.5))) == NONE


# ---------------------------------------------------------------- the ship


def sunk(b):
    """Step (g): whether the ship sinks, and the points for it."""
    log = fresh_log()
    sink_ship(b, log)
    return bool(b.ship_sunk), points_won(log)


@pytest.mark.clause("DBAIX-SCN-14", "DBAIX-VIC-3")
def test_obelix_or_three_other_gauls_sink_an_unguarded_ship():
    assert sunk(coast(obelix(44.0, 41.0), side=Side.GAULS)) == (True, [(GAULS, 4)])
    three = [villager(42.5, 41.0), villager(43.5, 41.0), villager(44.5, 41.0)]
    assert sunk(coast(*three, side=Side.GAULS)) == (True, [(GAULS, 4)])
    assert sunk(coast(*three[:2], side=Side.GAULS)) == (False, [])
    assert sunk(coast(obelix(44.0, 40.9), side=Side.GAULS)) == (False, [])  # not touched


@pytest.mark.clause("DBAIX-SCN-14")
def test_a_pirate_within_two_inches_saves_it():
    guard = pirate(44.0, 39.0)  # the north edge at 39.5: exactly 2 inches
    assert sunk(coast(obelix(42.0, 41.0), guard, side=Side.GAULS)) == (False, [])
    assert sunk(coast(obelix(42.0, 41.0), pirate(44.0, 38.9), side=Side.GAULS))[0]


@pytest.mark.clause("DBAIX-SCN-14")
def test_it_sinks_in_gaulish_bounds_only_and_once():
    assert sunk(coast(obelix(44.0, 41.0), side=Side.PIRATES)) == (False, [])
    b = coast(obelix(44.0, 41.0), side=Side.GAULS)
    sunk(b)
    assert sunk(b) == (True, [])
    assert b.scored[GAULS][Award.SHIP_SUNK] == 4


@pytest.mark.clause("DBAIX-SCN-14", "DBAIX-SCN-12")
def test_nothing_is_delivered_to_a_sunk_ship():
    b = coast(pirate(44.0, 41.0))
    give_token(b, CAULDRON, 0)
    b.ship_sunk = 1
    assert delivered(b).n == 0


@pytest.mark.clause("DBAIX-SCN-10")
def test_every_reason_against_taking_is_given_and_two_do_not_make_it_right():
    """In contact with an enemy, and out of reach of the token."""
    b = coast(pirate(10.5, 10.5), roman(9.5, 10.5, "E"))
    lay_token(b, CAULDRON, 20.5, 10.5)
    assert against(b, 0, CAULDRON) == ["TAKER_ENGAGED", "TOKEN_OUT_OF_REACH"]


@pytest.mark.clause("DBAIX-SCN-10")
def test_what_is_taken_is_carried_at_the_middle_of_the_base():
    b = coast(pirate(10.5, 10.5))
    lay_token(b, CAULDRON, 10.9, 10.2)
    take(b, taking(0, CAULDRON), fresh_log())
    assert (b.tokens[CAULDRON].x, b.tokens[CAULDRON].y) == (10.5, 10.5)


@pytest.mark.clause("DBAIX-SCN-10")
def test_nobody_is_asked_to_take_what_only_an_engaged_man_could():
    b = coast(pirate(10.5, 10.5), roman(9.5, 10.5, "E"))
    lay_token(b, CAULDRON, 10.5, 10.5)
    assert not may_take(b, 0, CAULDRON)
    assert not anyone_may_take(b)
    b.figures[1].x = 8.5
    assert anyone_may_take(b)
