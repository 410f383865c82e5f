"""BOUNDS: the order of the sides, the PIP die, the steps of a bound, and dice that are all on record."""

from __future__ import annotations

import pytest

import sandtable
from dbaix.board import act, board, cacofonix, fresh_log, judged, move, off_table, pirate, roman, villager, where
from dbaix.fights import battle, fight_out, lay_token, outcomes
from sandtable.games.dbaix.clauses import Purpose
from sandtable.games.dbaix.record import Phase, Side, Verb, Where
from sandtable.games.dbaix.rules import bounds, sequence
from sandtable.games.dbaix.rules.contacts import enemy_fronts_on_side_or_rear, has_enemy_on_front
from sandtable.kernel.dice import scripted_dice
from sandtable.kernel.records import NOBODY, NONE


def pip_dice(*values: int):
    """The next PIP dice in order, whoever throws them."""
    return scripted_dice([(Purpose.PIPS.value, NONE, NONE, value) for value in values])


def village(*dice: int, options=None):
    """The default scenario with these PIP dice, and a 1 for whatever is thrown after them."""
    return sandtable.new("dbaix", "village", options, dice=[{"for": "pips", "value": d} for d in dice])


@pytest.mark.clause("DBAIX-BND-1", "DBAIX-BND-2", "DBAIX-SCN-15")
def test_romans_gauls_and_pirates_take_bounds_in_turn_and_three_bounds_are_a_round():
    table = village(3, 4, 2, 5, 1)
    seen = []
    for _ in range(4):
        seen.append((table.decision.side, table.turn, int(table.record["round"]), int(table.record["bound"])))
        table.play("end")
        while table.decision.phase != "movement":
            table.play("end")  # the Gauls need not drink
    assert [(side, round_) for side, round_, _, _ in seen[:3]] == [("romans", 1), ("gauls", 1), ("pirates", 1)]
    assert seen[3][:2] == ("romans", 2)
    assert [bound for *_, bound in seen] == [1, 2, 3, 4]


@pytest.mark.clause("DBAIX-BND-2")
def test_rolled_once_gives_the_highest_die_the_first_bound_and_ties_are_thrown_again():
    # Romans 4, Gauls 4: a tie somewhere, so all throw again: Romans 2, Gauls 3, Pirates 6.
    throws = [("order", "romans", 4), ("order", "gauls", 4), ("order", "pirates", 6)]
    throws += [("order", "romans", 2), ("order", "gauls", 3), ("order", "pirates", 6), ("pips", "pirates", 1)]
    table = sandtable.new(
        "dbaix",
        "village",
        {"bound_order": "rolled_once"},
        dice=[{"for": purpose, "side": side, "value": value} for purpose, side, value in throws],
    )
    assert table.decision.side == "pirates"
    assert [int(side) for side in table.record["order"]] == [Side.PIRATES, Side.GAULS, Side.ROMANS]


@pytest.mark.clause("DBAIX-BND-3", "DBAIX-BND-4", "DBAIX-GEN-10")
def test_one_six_sided_die_gives_the_pips_and_stands_in_the_log_with_side_and_purpose():
    table = village(5)
    (die,) = table.last.dice
    assert (die.purpose, die.sides, die.value) == ("pips", 6, 5)
    assert int(table.record["pips"]) == 5
    (thrown,) = [event for event in table.events if event.kind == "die"]
    assert "V" in thrown.text, "the Romans' dVI is shown in Roman numerals (BND-4)"


@pytest.mark.clause("DBAIX-GEN-10")
def test_a_seed_gives_the_same_dice_again_and_another_seed_others():
    def pips(seed: int) -> list[int]:
        table = sandtable.new("dbaix", "village", seed=seed)
        found = []
        while len(found) < 6:
            if table.decision.phase == "movement":
                found.append(int(table.record["pips"]))
            table.play("end")
        return found

    fourth = pips(4)
    assert pips(4) == fourth
    assert any(pips(seed) != fourth for seed in range(5, 9))
    assert set(fourth) <= {1, 2, 3, 4, 5, 6}


@pytest.mark.clause("DBAIX-BND-6")
def test_pips_left_when_movement_ends_are_lost_and_the_next_bound_has_its_own():
    table = village(6, 2)
    events = table.play("end")
    assert any(event.clause == "DBAIX-BND-6" and event.amount == 6 for event in events)
    assert table.decision.side == "gauls"
    assert int(table.record["pips"]) == 2


@pytest.mark.clause("DBAIX-BND-7")
def test_a_bound_runs_from_movement_through_facing_and_combat_to_the_next_side():
    # V (facing W) has come to L's east side; after movement L turns to face V, then they fight.
    b = board(roman(15.5, 15.5, "N"), villager(16.5, 15.5, "W"), side=Side.GAULS)
    log = fresh_log()
    bounds.lose_unused_pips(b, log)
    b.phase = Phase.FACING.value
    sequence.run_on(b, pip_dice(), log)
    assert b.phase == Phase.COMBAT
    assert where(b, 0) == (15.5, 15.5, 1.0, 0.0)  # L faces E
    assert sequence.current_side(b) == Side.GAULS


@pytest.mark.clause("DBAIX-BND-7")
def test_what_belongs_to_another_step_is_refused():
    b = battle(roman(15.5, 15.5, "N"), villager(15.5, 16.5, "S"), side=Side.ROMANS, phase=Phase.COMBAT)
    assert judged(sequence.judge, b, move(b, 0, ahead=1.0)).reasons == ["BND-7"]


@pytest.mark.clause("DBAIX-BND-8", "DBAIX-BND-5")
def test_moves_are_made_one_by_one_in_any_order_and_each_is_paid_before_the_next_is_chosen():
    b = board(roman(10.5, 10.5), roman(20.5, 10.5), side=Side.ROMANS, pips=4, roman_distance=99.0)
    for mover, left in ((1, 2), (0, 0)):  # the second on the roster first; a single Roman pays 2
        sequence.apply(b, move(b, mover, ahead=1.0), pip_dice(), fresh_log())
        assert b.pips == left
    assert judged(sequence.judge, b, move(b, 1, ahead=1.0)).reasons == ["PIP-27"]


@pytest.mark.clause("DBAIX-BND-9")
def test_a_side_with_nobody_left_is_skipped_but_romans_in_the_camp_box_still_throw():
    b = board(roman(10.5, 10.5), villager(30.5, 30.5), pirate(40.5, 10.5), side=Side.ROMANS, gauls_broken=0)
    off_table(b, 2, Where.FLED)  # no Pirate left
    off_table(b, 0, Where.CAMP_BOX)  # the only Roman waits in the box
    assert [bounds.has_a_bound(b, side) for side in (0, 1, 2)] == [True, True, False]
    b.turn = Side.PIRATES.value
    b.phase = Phase.BOUND_START.value
    dice = pip_dice(3)
    sequence.run_on(b, dice, fresh_log())
    assert b.order[b.turn] == Side.ROMANS and b.pips == 3
    assert dice.n_thrown == 1


@pytest.mark.clause("DBAIX-GEN-5")
def test_lengths_are_inches_and_a_move_of_four_of_them_is_the_longest():
    table = village(6)
    group = " ".join(f"R{n}" for n in range(1, 13))
    assert table.judge(f"move {group} ahead 4").legal
    refused = table.judge(f"move {group} ahead 4.1")
    assert [finding.clause for finding in refused.reasons] == ["DBAIX-MOV-1"]
    assert table.scene().unit == "inch"


@pytest.mark.clause("DBAIX-FIG-2")
@pytest.mark.parametrize(
    ("x", "y", "facing", "front", "flank_or_rear"),
    [
        (15.5, 16.5, "S", True, 0),  # ahead: front on front
        (16.5, 15.5, "W", False, 1),  # on the right side
        (14.5, 15.5, "E", False, 1),  # on the left side
        (15.5, 14.5, "N", False, 1),  # on the rear
        (16.5, 16.5, "S", False, 0),  # at a front corner only
    ],
)
def test_a_base_has_a_front_two_sides_and_a_rear(x, y, facing, front, flank_or_rear):
    b = board(roman(15.5, 15.5, "N"), villager(x, y, facing))
    assert bool(has_enemy_on_front(b, 0)) is front
    assert enemy_fronts_on_side_or_rear(b, 0) == flank_or_rear


@pytest.mark.clause("DBAIX-MOV-17")
def test_outcome_moves_cost_no_pips_and_count_for_no_move():
    # Roman 1 + 2 = 3 against villager 2 + 3 = 5; 2 x 3 > 5: the Roman recoils, the Gaul follows up.
    b = battle(roman(15.5, 15.5, "N"), villager(15.5, 16.5, "S"), side=Side.ROMANS, pips=3)
    log = fight_out(b, 0, 1, 1, 2)
    assert [name for _, name in outcomes(log)] == ["RECOILS", "FOLLOWS_UP"]
    assert where(b, 0)[:2] == (15.5, 14.5) and where(b, 1)[:2] == (15.5, 15.5)
    assert b.pips == 3
    assert b.figures[0].moves == 0 and b.figures[1].moves == 0


@pytest.mark.clause("DBAIX-MUS-5", "DBAIX-BND-7")
def test_the_flight_from_the_music_comes_before_movement_and_its_ties_ask_the_gaulish_player():
    # Two Romans at the same gap of 3 inches on either side of the bard; the third six has just been thrown.
    b = board(cacofonix(20.5, 20.5), roman(24.5, 20.5, "W"), roman(16.5, 20.5, "E"), villager(40.5, 40.5), sixes=2)
    b.turn = Side.GAULS.value
    b.phase = Phase.BOUND_START.value
    sequence.run_on(b, pip_dice(6), fresh_log())
    assert b.phase == Phase.FLIGHT
    assert sequence.current_side(b) == Side.GAULS


def test_nobody_decides_once_the_battle_is_over():
    b = board(roman(10.5, 10.5))
    b.phase = Phase.OVER.value
    assert sequence.current_side(b) == NOBODY


@pytest.mark.clause("DBAIX-BND-1", "DBAIX-BND-7")
def test_the_first_bound_is_bound_one_of_round_one():
    b = board(
        roman(10.5, 10.5), villager(30.5, 30.5), pirate(40.5, 10.5), bound=0, round=0, phase=Phase.BOUND_START.value
    )
    sequence.setup(b, pip_dice(3), fresh_log())
    assert (b.round, b.bound, b.turn, b.pips) == (1, 1, 0, 3)


@pytest.mark.clause("DBAIX-BND-7", "DBAIX-SCN-10")
def test_who_takes_nothing_up_ends_their_bound():
    """A token within reach of a Roman: the Roman is asked, says no, and the Gauls are next."""
    b = battle(roman(10.5, 10.5), villager(30.5, 30.5), pirate(40.5, 10.5), phase=Phase.TOKENS)
    lay_token(b, 0, 10.5, 10.5)
    assert judged(sequence.judge, b, act(Verb.END)).legal
    sequence.apply(b, act(Verb.END), pip_dice(5), fresh_log())
    assert (b.order[b.turn], b.phase, b.pips) == (Side.GAULS, Phase.MOVEMENT, 5)
