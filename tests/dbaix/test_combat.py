"""Turning to face, who fights whom, and the combat score with its lines (CBT, FAC, TAC)."""

from __future__ import annotations

import pytest

from dbaix.board import (
    act,
    asterix,
    cacofonix,
    captain,
    clauses,
    codes,
    dubius,
    entries,
    fresh_log,
    getafix,
    obelix,
    off_table,
    pirate,
    roman,
    villager,
    where,
    woman,
)
from dbaix.fights import battle, fight_out, lines, outcomes, potion_runs, scores
from sandtable.games.dbaix.record import Going, Phase, Side, Verb, Where
from sandtable.games.dbaix.rules import combat, contacts
from sandtable.kernel.dice import scripted_dice
from sandtable.kernel.log import Kind
from sandtable.kernel.records import NONE
from sandtable.kernel.terrain import add_line


def facing(b, i):
    """Which way a figure faces."""
    return {(0.0, 1.0): "N", (1.0, 0.0): "E", (0.0, -1.0): "S", (-1.0, 0.0): "W"}[where(b, i)[2:]]


def turned(b):
    """Carry out step (d); the log."""
    log = fresh_log()
    combat.turn_to_face(b, log)
    return log


def pairs(b):
    """The pairs of step (f)."""
    combat.pair_off(b)
    return {(i, int(b.figures[i].opponent)) for i in range(b.n_figures) if b.figures[i].opponent > i}


def score_of(b, i, opponent, die):
    """A combat score and its log, without a fight."""
    log = fresh_log()
    score = combat.combat_score(b, i, opponent, die, log)
    assert scores(log) == {i: score}
    return score, log


# ---------------------------------------------------------------- contact


@pytest.mark.clause("DBAIX-CBT-1", "DBAIX-CBT-2")
def test_only_front_to_front_with_corners_together_fights():
    assert pairs(battle(roman(10.5, 10.5), villager(10.5, 11.5))) == {(0, 1)}
    # Half a base aside: edge on edge, but no corners together.
    assert pairs(battle(roman(10.5, 10.5), villager(11.0, 11.5))) == set()
    # A front edge on a side edge.
    assert pairs(battle(roman(10.5, 10.5), villager(11.5, 10.5, "W"))) == set()
    # A tenth of an inch apart: nobody shoots or throws.
    assert pairs(battle(roman(10.5, 10.5), villager(10.5, 11.6))) == set()


@pytest.mark.clause("DBAIX-TER-6")
def test_nobody_fights_or_turns_across_a_rampart():
    b = battle(roman(10.5, 10.5), villager(10.5, 11.5))
    add_line(b.terrain, Going.RAMPART.value, [(5.0, 11.0), (15.0, 11.0)])
    assert pairs(b) == set()
    b = battle(roman(10.5, 10.5, "E"), villager(10.5, 11.5))
    add_line(b.terrain, Going.RAMPART.value, [(5.0, 11.0), (15.0, 11.0)])
    turned(b)
    assert facing(b, 0) == "E"


@pytest.mark.clause("DBAIX-TER-6")
def test_they_fight_through_a_gate():
    b = battle(roman(10.5, 10.5), villager(10.5, 11.5))
    add_line(b.terrain, Going.RAMPART.value, [(5.0, 11.0), (15.0, 11.0)], gaps=[(9.0, 11.0, 12.0, 11.0)])
    assert pairs(b) == {(0, 1)}


# ---------------------------------------------------------------- turning to face


@pytest.mark.clause("DBAIX-CBT-3")
@pytest.mark.parametrize(
    ("was", "x", "y", "attacker", "turns_to"),
    [
        ("N", 11.5, 10.5, "W", "E"),  # on the right
        ("N", 9.5, 10.5, "E", "W"),  # on the left
        ("N", 10.5, 9.5, "N", "S"),  # in the rear
        ("E", 10.5, 11.5, "S", "N"),
    ],
)
def test_a_figure_touched_in_side_or_rear_turns_on_the_spot(was, x, y, attacker, turns_to):
    b = battle(roman(10.5, 10.5, was), villager(x, y, attacker), side=Side.GAULS)
    turned(b)
    assert where(b, 0)[:2] == (10.5, 10.5)
    assert facing(b, 0) == turns_to
    assert pairs(b) == {(0, 1)}  # now front to front


@pytest.mark.clause("DBAIX-CBT-4")
def test_of_several_it_turns_to_the_one_that_made_contact_first():
    later = villager(9.5, 10.5, "E", arrived=7)
    sooner = villager(11.5, 10.5, "W", arrived=4)
    b = battle(roman(10.5, 10.5), later, sooner, side=Side.GAULS)
    turned(b)
    assert facing(b, 0) == "E"
    b = battle(roman(10.5, 10.5), villager(9.5, 10.5, "E", arrived=4), villager(11.5, 10.5, "W", arrived=7))
    turned(b)
    assert facing(b, 0) == "W"


@pytest.mark.clause("DBAIX-CBT-4")
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0)])
def test_of_several_who_stood_there_from_the_beginning_it_turns_to_the_first_clockwise(order):
    """Facing north: on its right (east), in its rear and on its left. Then without the one on its right."""
    around = (villager(11.5, 10.5, "W"), villager(10.5, 9.5, "N"), villager(9.5, 10.5, "E"))
    b = battle(roman(10.5, 10.5), *(around[k] for k in order))
    turned(b)
    assert facing(b, 0) == "E"
    b = battle(roman(10.5, 10.5), *(around[k] for k in order if k != 0))
    turned(b)
    assert facing(b, 0) == "S"


@pytest.mark.clause("DBAIX-CBT-4")
def test_of_two_on_one_side_it_turns_to_the_first_clockwise():
    """Both on its right, which is east: the northern one, 0.6 ahead of its middle, is the first from its front."""
    for order in (1, -1):
        two = [villager(11.5, 11.1, "W"), villager(11.5, 10.1, "W")][::order]
        b = battle(roman(10.5, 10.5), *two)
        assert combat.enemy_to_face(b, 0) == (1 if order == 1 else 2)


@pytest.mark.clause("DBAIX-CBT-5")
def test_with_an_enemy_on_its_front_it_does_not_turn():
    b = battle(roman(10.5, 10.5), villager(10.5, 11.5), villager(11.5, 10.5, "W"))
    turned(b)
    assert facing(b, 0) == "N"
    # The enemy on the front need not be one that it fights: here a Pirate's side edge lies there.
    b = battle(roman(10.5, 10.5), pirate(10.5, 11.5, "W"), villager(11.5, 10.5, "W"))
    turned(b)
    assert facing(b, 0) == "N"


@pytest.mark.clause("DBAIX-CBT-5")
def test_a_friend_on_its_front_is_no_reason_not_to_turn():
    b = battle(roman(10.5, 10.5), roman(10.5, 11.5), villager(11.5, 10.5, "W"))
    turned(b)
    assert (facing(b, 0), facing(b, 1)) == ("E", "N")  # who is attacked turns, the friend ahead does not


@pytest.mark.clause("DBAIX-CBT-6")
def test_figures_of_all_sides_turn_and_so_do_those_left_by_earlier_bounds():
    b = battle(
        roman(10.5, 10.5),
        villager(11.5, 10.5, "W"),  # a Roman in a Pirate bound
        villager(20.5, 10.5),
        pirate(20.5, 9.5, "N"),  # a villager with a Pirate in the rear
        side=Side.PIRATES,
    )
    turned(b)
    assert (facing(b, 0), facing(b, 2)) == ("E", "S")
    # They do not turn again: nothing is left to turn to.
    assert turned(b).n == 0


@pytest.mark.clause("DBAIX-CBT-3")
def test_all_turn_at_the_same_time_and_a_turn_may_call_forth_another():
    # The villager's front is on the Roman's east side. A Pirate standing half a base aside touches the same
    # edge with a rear: when the Roman has turned east, its front is on the Pirate's rear, who turns too.
    b = battle(roman(10.5, 10.5), villager(11.5, 11.0, "W"), pirate(11.5, 10.0, "E"))
    turned(b)
    assert facing(b, 0) == "E"
    assert facing(b, 2) == "W"


# ---------------------------------------------------------------- who fights, in which order


@pytest.mark.clause("DBAIX-CBT-7")
def test_pairs_without_the_active_side_wait_unless_all_pairs_fight():
    figures = (roman(10.5, 10.5), villager(10.5, 11.5), villager(20.5, 10.5, "N"), pirate(20.5, 11.5, "S"))
    assert pairs(battle(*figures)) == {(0, 1)}
    assert pairs(battle(*figures, side=Side.GAULS)) == {(0, 1), (2, 3)}
    assert pairs(battle(*figures, side=Side.PIRATES)) == {(2, 3)}
    assert pairs(battle(*figures, combat_scope=1)) == {(0, 1), (2, 3)}


@pytest.mark.clause("DBAIX-CBT-7")
def test_a_pair_that_must_wait_is_told_why():
    b = battle(villager(20.5, 10.5, "N"), pirate(20.5, 11.5, "S"))
    combat.pair_off(b)
    log = fresh_log()
    assert combat.judge_fight(b, act(Verb.FIGHT, 0, 1), log).legal == 0
    assert codes(log, Kind.REASON) == ["NOT_THEIR_BOUND"]


@pytest.mark.clause("DBAIX-CBT-8")
def test_the_active_player_chooses_the_order_and_may_name_the_two_either_way():
    b = battle(roman(10.5, 10.5), villager(10.5, 11.5), roman(20.5, 10.5), villager(20.5, 11.5))
    combat.pair_off(b)
    for i, j in ((2, 3), (0, 1), (1, 0)):
        assert combat.judge_fight(b, act(Verb.FIGHT, i, j), fresh_log()).legal == 1
    assert outcomes(fight_out(b, 3, 2, 1, 2)) == [(2, "TIE"), (3, "TIE")]
    assert combat.is_still_to_fight(b, 0)
    assert not combat.is_still_to_fight(b, 2)
    fight_out(b, 0, 1, 2, 1)
    assert not combat.fights_remain(b)


@pytest.mark.clause("DBAIX-CBT-9")
def test_a_figure_fights_once_a_bound():
    b = battle(roman(10.5, 10.5), villager(10.5, 11.5))
    fight_out(b, 0, 1, 2, 1)  # 4 : 4
    log = fresh_log()
    assert combat.judge_fight(b, act(Verb.FIGHT, 0, 1), log).legal == 0
    assert codes(log, Kind.REASON) == ["HAS_FOUGHT", "HAS_FOUGHT"]
    assert pairs(b) == set()


@pytest.mark.clause("DBAIX-CBT-9")
def test_contacts_made_by_outcome_moves_wait_and_broken_ones_are_dropped():
    # Two fights stand ready. Before the first an outcome move takes legionary 3 away from villager 4. In the first
    # legionary 0 loses 5 : 8 and recoils to (10.5, 9.5), pushing back legionary 2; villager 1 follows up.
    b = battle(
        roman(10.5, 10.5),
        villager(10.5, 11.5),
        roman(10.5, 9.5),
        roman(20.5, 10.5),
        villager(20.5, 11.5),
    )
    combat.pair_off(b)
    b.figures[3].y = 9.5  # as if an outcome had taken it away
    log = fight_out(b, 0, 1, 3, 5)
    assert outcomes(log) == [(0, "RECOILS"), (1, "FOLLOWS_UP")]
    assert codes(log, Kind.EVENT)[-1] == "FIGHT_DROPPED"
    assert not combat.is_still_to_fight(b, 3)
    assert not combat.is_still_to_fight(b, 4)
    # 0 and 1 are again front to front, but that fight waits for a later bound.
    assert combat.is_fighting_contact(b, 0, 1)
    assert not combat.fights_remain(b)
    b.figures[3].y = 10.5
    log = fresh_log()
    assert combat.judge_fight(b, act(Verb.FIGHT, 3, 4), log).legal == 0
    assert codes(log, Kind.REASON) == ["CONTACT_TOO_LATE"]


@pytest.mark.clause("DBAIX-CBT-2")
def test_a_fight_names_two_who_stand_front_to_front():
    b = battle(roman(10.5, 10.5), villager(10.5, 11.5), villager(11.5, 10.5, "W"))
    combat.pair_off(b)
    log = fresh_log()
    assert combat.judge_fight(b, act(Verb.FIGHT, 0, 2), log).legal == 0
    assert combat.judge_fight(b, act(Verb.FIGHT, 0), log).legal == 0
    assert codes(log, Kind.REASON) == ["NOT_FRONT_TO_FRONT", "FIGHT_NAMES_TWO"]


@pytest.mark.clause("DBAIX-CBT-10")
def test_both_throw_and_the_lines_add_up_to_the_scores():
    b = battle(roman(10.5, 10.5), villager(10.5, 11.5))
    log = fight_out(b, 0, 1, 6, 4)
    assert scores(log) == {0: 8, 1: 7}  # 6 + 2, 4 + 3


@pytest.mark.clause("DBAIX-CBT-10")
def test_the_active_side_throws_first_however_the_two_are_named():
    for named in ((0, 1), (1, 0)):
        b = battle(roman(10.5, 10.5), villager(10.5, 11.5), side=Side.GAULS)
        combat.pair_off(b)
        dice = scripted_dice([(NONE, NONE, NONE, 1), (NONE, NONE, NONE, 6)])
        log = fresh_log()
        combat.fight(b, act(Verb.FIGHT, *named), dice, log)
        assert scores(log) == {1: 4, 0: 8}  # the villager's die is the first


@pytest.mark.clause("DBAIX-CBT-11", "DBAIX-RES-5")
def test_scores_may_be_negative_and_are_compared_as_they_are():
    # Getafix (+0) with three Pirates on sides and rear: 1 + 0 - 3 = -2, against 3 + 3.
    b = battle(
        getafix(30.5, 30.5, "N"),
        pirate(30.5, 31.5, "S"),
        pirate(29.5, 30.5, "E"),
        pirate(31.5, 30.5, "W"),
        pirate(30.5, 29.5, "N"),
        side=Side.PIRATES,
    )
    log = fight_out(b, 0, 1, 1, 3)
    assert scores(log) == {0: -2, 1: 6}
    assert outcomes(log)[0] == (0, "CAPTURED")


# ---------------------------------------------------------------- combat factors


@pytest.mark.clause("DBAIX-FAC-1", "DBAIX-FAC-2", "DBAIX-FAC-3", "DBAIX-FAC-4", "DBAIX-FAC-5", "DBAIX-FAC-6")
@pytest.mark.parametrize(
    ("who", "factor", "clause"),
    [
        (getafix(10.5, 10.5), 0, "FAC-1"),
        (cacofonix(10.5, 10.5), 0, "FAC-1"),
        (dubius(10.5, 10.5), 1, "FAC-2"),
        (woman(10.5, 10.5), 1, "FAC-2"),
        (roman(10.5, 10.5), 2, "FAC-3"),
        (villager(10.5, 10.5), 3, "FAC-4"),
        (pirate(10.5, 10.5), 3, "FAC-4"),
        (asterix(10.5, 10.5), 4, "FAC-5"),
        (captain(10.5, 10.5), 4, "FAC-5"),
        (obelix(10.5, 10.5), 5, "FAC-6"),
    ],
)
def test_the_combat_factor_is_a_line_of_the_score(who, factor, clause):
    b = battle(who, roman(40.5, 40.5))
    score, log = score_of(b, 0, 1, 3)
    assert score == 3 + factor
    assert clauses(log, Kind.TALLY) == ["CBT-10", clause]


# ---------------------------------------------------------------- tactical factors


@pytest.mark.clause("DBAIX-TAC-1")
def test_each_enemy_front_edge_on_side_or_rear_takes_one_off():
    b = battle(
        roman(10.5, 10.5),
        villager(10.5, 11.5),
        villager(9.5, 10.5, "E"),
        villager(11.5, 10.5, "W"),
        villager(10.5, 9.5, "N"),
    )
    score, log = score_of(b, 0, 1, 6)
    assert score == 6 + 2 - 3
    assert lines(log, 0) == [("TAC-1", 2, -1), ("TAC-1", 3, -1), ("TAC-1", 4, -1)]


@pytest.mark.clause("DBAIX-TAC-2")
def test_an_enemy_front_corner_on_the_same_front_corner_takes_one_off():
    # Villagers left and right of the opponent, with nobody before them.
    b = battle(roman(10.5, 10.5), villager(10.5, 11.5), villager(9.5, 11.5), villager(11.5, 11.5))
    score, log = score_of(b, 0, 1, 6)
    assert score == 6 + 2 - 2
    assert lines(log, 0) == [("TAC-2", 2, -1), ("TAC-2", 3, -1)]
    # Facing the other way they overlap nobody.
    b = battle(roman(10.5, 10.5), villager(10.5, 11.5), villager(9.5, 11.5, "N"), villager(11.5, 11.5, "N"))
    assert score_of(b, 0, 1, 6)[0] == 8


@pytest.mark.clause("DBAIX-TAC-3")
def test_an_enemy_side_edge_on_a_side_edge_takes_one_off():
    # A villager beside the Roman, facing as that one does; another half a base back, facing the other way.
    b = battle(roman(10.5, 10.5), villager(10.5, 11.5), villager(11.5, 10.5, "N"), villager(9.5, 10.0, "S"))
    score, log = score_of(b, 0, 1, 6)
    assert score == 6 + 2 - 2
    assert lines(log, 0) == [("TAC-3", 2, -1), ("TAC-3", 3, -1)]


@pytest.mark.clause("DBAIX-TAC-4")
def test_a_corner_overlaps_only_while_its_owner_has_no_enemy_on_their_front():
    # The villager to the east has a Pirate on its front; its corner does not weigh on the Roman.
    figures = (roman(10.5, 10.5), villager(10.5, 11.5), villager(11.5, 11.5), pirate(11.5, 10.5, "N"))
    b = battle(*figures)
    # What is left is the Pirate's side edge on the Roman's, which counts whether it fights or not.
    score, log = score_of(b, 0, 1, 6)
    assert lines(log, 0) == [("TAC-3", 3, -1)]
    assert score == 7
    b = battle(*figures, engaged_corner_overlap=1)
    score, log = score_of(b, 0, 1, 6)
    assert lines(log, 0) == [("TAC-2", 2, -1), ("TAC-3", 3, -1)]
    assert score == 6


@pytest.mark.clause("DBAIX-TAC-5")
def test_an_enemy_counts_once():
    # The villager to the east touches the Roman's side edge with its own, and the right front corner with a corner.
    b = battle(roman(10.5, 10.5), villager(10.5, 11.5), villager(11.5, 10.5, "N"))
    score, log = score_of(b, 0, 1, 6)
    assert lines(log, 0) == [("TAC-3", 2, -1)]
    assert score == 7


@pytest.mark.clause("DBAIX-TAC-6", "DBAIX-GEN-2")
def test_any_figure_of_any_other_side_is_an_enemy():
    # Example 19: the Pirate weighs on both the legionary and the villager, and takes no harm.
    b = battle(roman(20.5, 20.5), villager(20.5, 21.5), pirate(21.5, 21.5, "S"))
    log = fight_out(b, 0, 1, 4, 3)
    assert scores(log) == {0: 5, 1: 5}
    assert lines(log, 0) == [("TAC-2", 2, -1)]
    assert lines(log, 1) == [("TAC-3", 2, -1)]
    assert outcomes(log) == [(0, "TIE"), (1, "TIE")]


@pytest.mark.clause("DBAIX-TAC-7")
def test_a_roman_gains_one_for_each_level_roman_beside_them():
    b = battle(roman(10.5, 10.5), villager(10.5, 11.5), roman(11.5, 10.5))
    score, log = score_of(b, 0, 1, 6)
    assert lines(log, 0) == [("TAC-7", 2, 1)]
    assert score == 9
    # Half a base back: edge to edge, but no front corners together. Or facing the other way.
    assert score_of(battle(roman(10.5, 10.5), villager(10.5, 11.5), roman(11.5, 10.0)), 0, 1, 6)[0] == 8
    assert score_of(battle(roman(10.5, 10.5), villager(10.5, 11.5), roman(11.5, 10.5, "S")), 0, 1, 6)[0] == 8
    # Gauls and Pirates do not gain by it.
    assert score_of(battle(villager(10.5, 10.5), roman(10.5, 9.5), villager(11.5, 10.5)), 0, 1, 6)[0] == 9


@pytest.mark.clause("DBAIX-TAC-8")
def test_two_sides_are_the_most_and_officers_give_and_get_it():
    b = battle(dubius(10.5, 10.5), villager(10.5, 11.5), roman(9.5, 10.5), roman(11.5, 10.5), roman(10.5, 9.5))
    score, log = score_of(b, 0, 1, 6)
    assert lines(log, 0) == [("TAC-7", 2, 1), ("TAC-7", 3, 1)]
    assert score == 6 + 1 + 2
    assert score_of(b, 2, 1, 6)[0] == 6 + 2 + 1  # Dubius stands beside


@pytest.mark.clause("DBAIX-TAC-9", "DBAIX-POT-1", "DBAIX-POT-6", "DBAIX-POT-8", "DBAIX-POT-13")
def test_potion_gives_two_to_gauls_who_drank_and_to_nobody_else():
    b = battle(villager(10.5, 10.5), villager(20.5, 10.5), obelix(30.5, 10.5), roman(40.5, 10.5), side=Side.GAULS)
    potion_runs(b, 0, 2, 3)  # as if even Obelix and a Roman had drunk
    score, log = score_of(b, 0, 3, 2)
    assert (score, lines(log, 0)) == (2 + 3 + 2, [("TAC-9", 3, 2)])
    assert score_of(b, 1, 3, 2)[0] == 2 + 3
    assert score_of(b, 2, 3, 2)[0] == 2 + 5
    assert score_of(b, 3, 0, 2)[0] == 2 + 2


@pytest.mark.clause("DBAIX-TAC-10")
def test_guards_loot_and_terrain_change_nothing():
    b = battle(pirate(10.5, 10.5, "E"), roman(11.5, 10.5, "W"), getafix(0.5, 0.5))
    off_table(b, 2, Where.CAPTIVE)
    b.figures[2].guard = 0
    b.figures[0].token = 1
    score, log = score_of(b, 0, 1, 4)
    assert (score, lines(log, 0)) == (7, [])


@pytest.mark.clause("DBAIX-TAC-1")
def test_the_numbers_of_the_factors_come_from_the_rules():
    b = battle(
        roman(10.5, 10.5),
        villager(10.5, 11.5),
        villager(11.5, 10.5, "W"),
        roman(9.5, 10.5),
        flank_factor=-2,
        line_factor=3,
    )
    assert score_of(b, 0, 1, 1)[0] == 1 + 2 - 2 + 3


# ---------------------------------------------------------------- worked examples


@pytest.mark.clause("DBAIX-TAC-4", "DBAIX-TAC-7", "DBAIX-RES-1")
def test_example_12_a_tie_in_the_line():
    b = battle(
        roman(9.5, 20.5),
        roman(10.5, 20.5),
        roman(11.5, 20.5),
        villager(9.5, 21.5),
        villager(10.5, 21.5),
        villager(11.5, 21.5),
    )
    log = fight_out(b, 1, 4, 4, 5)
    assert scores(log) == {1: 8, 4: 8}
    assert lines(log, 4) == []
    assert outcomes(log) == [(1, "TIE"), (4, "TIE")]
    assert where(b, 1)[:2] == (10.5, 20.5)


@pytest.mark.clause("DBAIX-CBT-9", "DBAIX-TAC-3", "DBAIX-RES-7", "DBAIX-RES-2")
def test_example_13_breaking_the_line():
    b = battle(
        roman(9.5, 20.5),
        roman(10.5, 20.5),
        roman(11.5, 20.5),
        villager(9.5, 21.5),
        villager(10.5, 21.5),
        villager(11.5, 21.5),
    )
    log = fight_out(b, 1, 4, 3, 6)
    assert scores(log) == {1: 7, 4: 9}
    assert outcomes(log) == [(1, "RECOILS"), (4, "FOLLOWS_UP")]
    assert where(b, 1)[:2] == (10.5, 19.5)
    assert where(b, 4)[:2] == (10.5, 20.5)
    assert combat.is_fighting_contact(b, 1, 4)
    log = fight_out(b, 0, 3, 4, 3)
    assert scores(log) == {0: 5, 3: 6}
    assert lines(log, 0) == [("TAC-3", 4, -1)]
    assert outcomes(log) == [(0, "RECOILS"), (3, "FOLLOWS_UP")]
    assert where(b, 0)[:2] == (9.5, 19.5)
    assert where(b, 3)[:2] == (9.5, 20.5)


@pytest.mark.clause("DBAIX-CBT-5", "DBAIX-OUT-3", "DBAIX-TAC-1")
def test_example_17_taken_in_flank():
    b = battle(roman(15.5, 15.5), villager(15.5, 16.5), villager(16.5, 15.5, "W"), side=Side.GAULS)
    turned(b)
    assert facing(b, 0) == "N"
    log = fight_out(b, 1, 0, 4, 4)
    assert scores(log) == {0: 5, 1: 7}
    assert lines(log, 0) == [("TAC-1", 2, -1)]
    assert outcomes(log) == [(0, "TO_CAMP"), (1, "FOLLOWS_UP")]
    assert b.figures[0]["where"] == Where.CAMP_BOX
    assert where(b, 1)[:2] == (15.5, 15.5)
    assert not combat.fights_remain(b)  # the flanker did not throw
    assert b.phase == Phase.COMBAT


@pytest.mark.clause("DBAIX-CBT-7", "DBAIX-CBT-9")
def test_why_a_pair_may_not_fight_does_not_hang_on_who_is_named_first():
    """In the Romans' bound: a contact made after the pairing, and one between others."""

    def why(b, *pair):
        log = fresh_log()
        assert combat.judge_fight(b, act(Verb.FIGHT, *pair), log).legal == 0
        return codes(log, Kind.REASON)

    b = battle(roman(10.5, 10.5), villager(10.5, 12.5), villager(20.5, 20.5), pirate(20.5, 19.5, "N"))
    combat.pair_off(b)
    b.figures[1].y = 11.5
    assert why(b, 0, 1) == why(b, 1, 0) == ["CONTACT_TOO_LATE"]
    assert why(b, 2, 3) == why(b, 3, 2) == ["NOT_THEIR_BOUND"]


@pytest.mark.clause("DBAIX-CBT-10", "DBAIX-GEN-10")
def test_both_throw_one_die_of_six_sides():
    b = battle(roman(10.5, 10.5), villager(10.5, 11.5))
    thrown = [(int(e.actor), int(e.item), int(e.amount)) for e in entries(fight_out(b, 0, 1, 3, 4), Kind.DIE)]
    assert thrown == [(0, 6, 3), (1, 6, 4)]


@pytest.mark.clause("DBAIX-CBT-1", "DBAIX-MOV-12")
@pytest.mark.parametrize("gone", [0, 1])
def test_who_is_off_the_table_is_in_contact_with_nobody(gone):
    """The last place stays noted of one in the camp box, captive or gone."""
    b = battle(roman(10.5, 10.5), villager(10.5, 11.5))
    off_table(b, gone, Where.FLED)
    assert pairs(b) == set()
    assert not any(contacts.is_engaged(b, i) or contacts.has_enemy_on_front(b, i) for i in (0, 1))
