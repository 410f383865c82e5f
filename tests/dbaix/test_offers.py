"""What the computer players are offered: every action listed is legal, and the useful ones are listed."""

from __future__ import annotations

import pytest

from dbaix.board import (
    asterix,
    board,
    cacofonix,
    captain,
    centurion,
    dubius,
    fresh_log,
    getafix,
    pirate,
    roman,
    villager,
    vitalstatistix,
)
from sandtable.compiler.decorators import COMPILED
from sandtable.games.dbaix.laying.scenario import lay, scenario_data
from sandtable.games.dbaix.listing.offers import legal_actions, sample_action
from sandtable.games.dbaix.record import Going, Phase, Side, Song, TokenState, Verb, Where
from sandtable.games.dbaix.rules import combat, music, sequence
from sandtable.games.dbaix.rules.camp import note_who_is_in_camp
from sandtable.kernel.dice import forget, new_dice
from sandtable.kernel.geometry import base_of, overlap
from sandtable.kernel.log import clear, new_log
from sandtable.kernel.records import NOBODY, NONE, Path, new_actions
from sandtable.kernel.terrain import add_line
from sandtable.kernel.verbs import MAX_LEGAL

N, S, E, W = "N", "S", "E", "W"


def listed(b):
    """The actions offered, each of which must pass the judge."""
    out = new_actions(MAX_LEGAL)
    n = legal_actions(b, out)
    assert 0 < n < MAX_LEGAL
    before = b.tobytes()
    for action in out[:n]:
        assert sequence.judge(b, action, new_log(keep=False)).legal, action
    assert b.tobytes() == before
    return list(out[:n])


def verbs(actions):
    return {Verb(int(action.verb)) for action in actions}


def ends(actions, *who):
    """Where the moves of exactly these figures end, leader first: place and facing."""
    found = set()
    for action in actions:
        if action.verb == Verb.MOVE and sorted(action.actors[: action.n_actors]) == sorted(who):
            found.add(tuple(round(float(v), 3) + 0.0 for v in (action.x, action.y, action.fx, action.fy)))
    return found


@pytest.mark.clause("DBAIX-PIP-27")
@pytest.mark.parametrize(("side", "pips"), [(Side.ROMANS, 6), (Side.GAULS, 2), (Side.PIRATES, 4)])
def test_every_action_listed_at_the_start_of_the_village_is_legal(side, pips):
    b = lay(scenario_data("village")[0], {}, "village.yaml").record[0]
    b.turn = side.value
    b.phase = Phase.MOVEMENT.value
    b.pips = pips
    actions = listed(b)
    assert verbs(actions) == {Verb.MOVE, Verb.END}
    assert max(int(action.n_actors) for action in actions) >= 10  # whole blocks
    assert min(int(action.n_actors) for action in actions if action.verb == Verb.MOVE) == 1


@pytest.mark.clause("DBAIX-PIP-27", "DBAIX-PIP-2")
def test_what_cannot_be_paid_is_not_listed():
    b = board(dubius(10.5, 10.5), roman(11.5, 10.5), roman(20.5, 10.5), pips=1)
    assert ends(listed(b), 0, 1)
    assert not ends(listed(b), 2) and not ends(listed(b), 0)
    b.pips = 0
    assert verbs(listed(b)) == {Verb.END}


@pytest.mark.clause("DBAIX-MOV-14", "DBAIX-PIP-23")
def test_front_flanks_and_rear_of_an_enemy_within_reach_are_offered():
    # the Pirate faces south; Asterix stands 1.5 inches to the east and goes round two of its corners
    b = board(asterix(12.5, 10.5, W), pirate(10.0, 10.5, S), side=Side.GAULS, pips=4)
    offered = ends(listed(b), 0)
    assert (11.0, 10.5, -1.0, 0.0) in offered  # the left flank
    assert (10.0, 9.5, 0.0, 1.0) in offered  # the front
    assert (10.0, 11.5, 0.0, -1.0) in offered  # the rear
    assert (9.0, 10.5, 1.0, 0.0) not in offered  # straight there it is in the way
    b.pips = 2
    offered = ends(listed(b), 0)
    assert (11.0, 10.5, -1.0, 0.0) not in offered  # + 2 for the flank
    assert (10.0, 9.5, 0.0, 1.0) in offered


@pytest.mark.clause("DBAIX-MOV-8", "DBAIX-MOV-14")
def test_an_edge_is_reached_round_a_friend_along_it_first_and_then_straight_at_it():
    # The villager bars the straight line to the Roman's front, and the way to half an inch before it; 1.75 inches to
    # the west and 1.75 to the north, 3.5 in all, pass it by.
    b = board(asterix(11.75, 9.25, N), villager(11.25, 10.5, N), roman(10.0, 12.0, S), side=Side.GAULS, pips=4)
    (found,) = [a for a in listed(b) if a.actors[0] == 0 and (a.x, a.y) == (10.0, 11.0)]
    assert (found.path, found.n_via, tuple(found.via[0])) == (Path.VIA, 1, (10.0, 9.25))


@pytest.mark.clause("DBAIX-MOV-10")
def test_a_block_may_go_ahead_until_it_meets_the_enemy_and_line_up():
    b = board(roman(10.75, 14.5), vitalstatistix(10.5, 18.0), villager(11.5, 18.0), side=Side.GAULS, pips=2)
    offered = ends(listed(b), 1, 2)
    assert (10.75, 15.5, 0.0, -1.0) in offered or (11.75, 15.5, 0.0, -1.0) in offered  # either may be the leader


@pytest.mark.clause("DBAIX-MOV-12")
def test_the_engaged_are_not_offered_moves_but_for_breaking_off():
    b = board(villager(10.5, 11.5), roman(10.5, 10.5), dubius(20.5, 10.5))
    assert not ends(listed(b), 1) and ends(listed(b), 2)
    b.options.break_off = 1
    assert ends(listed(b), 1) == {(10.5, 6.5, 0.0, 1.0)}


@pytest.mark.clause("DBAIX-CAMP-3", "DBAIX-CAMP-6", "DBAIX-CAMP-8")
def test_musters_of_several_sizes_are_offered():
    box = {"where": Where.CAMP_BOX.value}
    b = board(dubius(24.5, 19.5), centurion(0, 0, **box), *[roman(0, 0, **box) for _ in range(13)])
    b.camp[:] = (17, 2, 31, 9)
    add_line(b.terrain, Going.RAMPART.value, [(17, 9), (31, 9)], gaps=[(22.5, 9, 25.5, 9)])
    b.n_gates = 1
    for field, value in zip(("x", "y", "fx", "fy", "width"), (24.0, 9.0, 0.0, 1.0, 3.0), strict=True):
        b.gates[0][field] = value
    b.bound = 4
    note_who_is_in_camp(b)
    musters = [action for action in listed(b) if action.verb == Verb.MUSTER]
    assert {(int(a.n_actors), int(a.amount)) for a in musters} == {(12, 3), (8, 2), (3, 3), (1, 1)}
    assert all(int(action.actors[0]) == 1 for action in musters)
    b.figures[1].officer = 0  # nobody leads
    assert Verb.MUSTER not in verbs(listed(b))


@pytest.mark.clause("DBAIX-CAP-8")
def test_captives_may_be_handed_over():
    b = board(
        captain(10.5, 10.5), pirate(10.5, 11.5), pirate(20.5, 20.5), getafix(0, 0, where=Where.CAPTIVE.value, guard=1),
        side=Side.PIRATES,
    )  # fmt: skip
    handed = [action for action in listed(b) if action.verb == Verb.HAND_OVER]
    assert [(int(a.actors[0]), int(a.target), int(a.item)) for a in handed] == [(1, 0, 3)]


@pytest.mark.clause("DBAIX-MUS-5", "DBAIX-MUS-7")
def test_ties_of_the_music_are_choices():
    b = board(cacofonix(20.5, 20.5), pirate(20.5, 25.5), pirate(20.5, 15.5), pirate(24.5, 20.5), side=Side.GAULS)
    b.song = Song.SINGING.value
    b.phase = Phase.FLIGHT.value
    music.begin_flight(b)
    assert [int(a.target) for a in listed(b)] == [1, 2]  # gaps 4, 4 and 3
    b = board(
        cacofonix(20.5, 20.5), villager(20.5, 25.5), villager(20.5, 15.5), villager(25.5, 20.5), villager(15.5, 20.5),
        side=Side.GAULS, song=Song.SINGING.value, phase=Phase.CALL.value,
    )  # fmt: skip
    assert sorted(int(a.target) for a in listed(b)) == [1, 2, 3, 4]  # three of four equals


@pytest.mark.clause("DBAIX-MUS-8", "DBAIX-MUS-9")
def test_while_the_bard_sings_the_way_to_him_is_all_there_is():
    b = board(
        vitalstatistix(10.5, 10.5), cacofonix(20.5, 20.5), villager(20.5, 24.5, called=1), villager(30.5, 30.5),
        side=Side.GAULS, song=Song.SINGING.value,
    )  # fmt: skip
    actions = listed(b)
    assert verbs(actions) == {Verb.MOVE}  # the called must come before the step can end
    assert all(int(action.actors[0]) == 2 for action in actions)
    b.pips = 1
    assert verbs(listed(b)) == {Verb.END}


@pytest.mark.clause("DBAIX-POT-2")
def test_drinking_is_for_all_who_may_or_nobody():
    b = board(
        getafix(10.5, 10.5), villager(11.5, 10.5), villager(20.5, 10.5), side=Side.GAULS, phase=Phase.DRINKING.value
    )
    drinks = [action for action in listed(b) if action.verb == Verb.DRINK]
    assert [sorted(a.actors[: a.n_actors].tolist()) for a in drinks] == [[0, 1]]
    assert verbs(listed(b)) == {Verb.DRINK, Verb.END}


@pytest.mark.clause("DBAIX-CBT-8")
def test_every_pair_still_to_fight_is_offered_once():
    b = board(roman(10.5, 10.5), villager(10.5, 11.5), roman(20.5, 10.5), pirate(20.5, 11.5, S))
    b.phase = Phase.COMBAT.value
    combat.pair_off(b)
    assert [a.actors[:2].tolist() for a in listed(b)] == [[0, 1], [2, 3]]
    assert verbs(listed(b)) == {Verb.FIGHT}


@pytest.mark.clause("DBAIX-SCN-10", "DBAIX-SCN-11")
def test_tokens_may_be_taken_or_left():
    b = board(pirate(10.5, 10.5), pirate(20.5, 10.5), side=Side.PIRATES, phase=Phase.TOKENS.value)
    b.tokens[0].x = b.tokens[0].y = 10.5
    b.tokens[0].state = TokenState.GROUND.value
    actions = listed(b)
    assert verbs(actions) == {Verb.TAKE, Verb.END}
    assert [(int(a.actors[0]), int(a.item)) for a in actions if a.verb == Verb.TAKE] == [(0, 0)]


def play(b, seed, sampled, decisions):
    """Play on at random and check the table after every action; returns how many decisions were made."""
    dice, choices, log = new_dice(seed), new_dice(f"choices {seed}"), new_log()
    sequence.setup(b, dice, log)
    out, one = new_actions(MAX_LEGAL), new_actions()[0]
    for made in range(decisions):
        if sequence.current_side(b) == NOBODY:
            return made
        if sampled:
            sample_action(b, choices, one)
            action = one
        else:
            n = legal_actions(b, out)
            assert n > 0
            action = out[(7 * made + seed) % n]
        assert sequence.judge(b, action, new_log(keep=False)).legal, (Phase(int(b.phase)), action)
        forget(dice)
        clear(log)
        sequence.apply(b, action, dice, log)
        assert b.pips >= 0
        standing = [base_of(figure) for figure in b.figures[: b.n_figures] if figure["where"] == Where.TABLE]
        for k, base in enumerate(standing):
            assert not any(overlap(base, other) for other in standing[:k])
    return decisions


@pytest.mark.clause("DBAIX-BND-8")
@pytest.mark.parametrize("seed", range(5 if COMPILED else 1))
def test_random_play_is_legal_throughout_and_comes_to_an_end(seed):
    b = lay(scenario_data("village")[0], {}, "village.yaml").record[0]
    limit = 5000 if COMPILED else 60
    made = play(b, seed, True, limit)
    assert made < limit or not COMPILED
    b = lay(scenario_data("village")[0], {}, "village.yaml").record[0]
    play(b, seed, False, 400 if COMPILED else 5)


def test_sampling_names_somebody_in_every_step():
    b = board(getafix(10.5, 10.5), villager(11.5, 10.5), side=Side.GAULS, phase=Phase.DRINKING.value)
    one = new_actions()[0]
    seen = set()
    dice = new_dice(1)
    for _ in range(20):
        sample_action(b, dice, one)
        assert sequence.judge(b, one, fresh_log()).legal
        seen.add(int(one.verb))
    assert seen == {Verb.DRINK, Verb.END}
    assert one.target == NONE
