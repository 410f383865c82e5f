"""MAGIC POTION: who drinks, the clock, the gourd and the repeat (POT)."""

from __future__ import annotations

import pytest

from dbaix.board import (
    act,
    asterix,
    cacofonix,
    clauses,
    codes,
    fresh_log,
    getafix,
    obelix,
    off_table,
    pirate,
    roman,
    villager,
    vitalstatistix,
    woman,
)
from dbaix.fights import battle
from sandtable.games.dbaix.record import Phase, Side, Song, Verb, Where
from sandtable.games.dbaix.rules.potion import (
    anyone_may_drink,
    drink,
    end_of_gaulish_bound,
    fill_drinkers,
    judge_drink,
    may_drink,
)
from sandtable.kernel.log import Kind


def village(*figures, **changes):
    """A table in the drinking step of a Gaulish bound."""
    return battle(*figures, side=Side.GAULS, phase=Phase.DRINKING, **changes)


def drinkers(b):
    """Who may drink now."""
    return {i for i in range(b.n_figures) if may_drink(b, i)}


def serve(b, *who):
    """These drink, who may; the log."""
    log = fresh_log()
    action = act(Verb.DRINK, *who)
    verdict = judge_drink(b, action, log)
    assert (verdict.legal, verdict.cost) == (1, 0)
    drink(b, action, log)
    return log


def reasons(b, *who):
    """Why these may not drink, by clause."""
    log = fresh_log()
    assert judge_drink(b, act(Verb.DRINK, *who), log).legal == 0
    return clauses(log, Kind.REASON)


def bounds_pass(b, n):
    """So many Gaulish bounds are completed."""
    for _ in range(n):
        end_of_gaulish_bound(b, fresh_log())
        b.gaul_bounds += 1


# ---------------------------------------------------------------- the first serving


@pytest.mark.clause("DBAIX-POT-2", "DBAIX-POT-10")
def test_who_stands_in_one_linked_block_with_getafix_may_drink():
    b = village(
        getafix(10.5, 10.5),  # 0 drinks, too
        villager(10.5, 11.5),  # 1 ahead
        woman(11.5, 11.5, "E"),  # 2 beside 1: facings may differ
        cacofonix(11.5, 12.5, "W"),  # 3 linked through 2
        villager(9.5, 11.0),  # 4 touches 0 and 1 along an edge, but at no corner
        villager(9.5, 9.5),  # 5 corner to corner only
        villager(20.5, 10.5),  # 6 elsewhere
    )
    assert drinkers(b) == {0, 1, 2, 3}
    assert reasons(b, 4, 5, 6) == ["POT-2", "POT-2", "POT-2"]


@pytest.mark.clause("DBAIX-POT-2")
def test_a_block_is_linked_by_gauls_only():
    b = village(getafix(10.5, 10.5), roman(10.5, 11.5), villager(10.5, 12.5))
    assert drinkers(b) == {0}


@pytest.mark.clause("DBAIX-POT-2")
def test_drinking_is_for_step_e_of_a_gaulish_bound():
    b = village(getafix(10.5, 10.5), villager(10.5, 11.5))
    assert anyone_may_drink(b)
    b.phase = Phase.MOVEMENT.value
    assert drinkers(b) == set()
    assert "POT-2" in reasons(b, 1)
    b.phase = Phase.DRINKING.value
    b.turn = Side.ROMANS.value
    assert not anyone_may_drink(b)


@pytest.mark.clause("DBAIX-POT-8", "DBAIX-POT-13")
def test_obelix_romans_and_pirates_never_drink():
    b = village(getafix(10.5, 10.5), obelix(10.5, 11.5), roman(11.5, 10.5), pirate(9.5, 10.5))
    assert drinkers(b) == {0}
    assert reasons(b, 1, 2, 3) == ["POT-8", "POT-13", "POT-13"]


@pytest.mark.clause("DBAIX-POT-2", "DBAIX-POT-8")
def test_example_11_the_set_up_block_but_obelix():
    # G1 to G8 in rank at y 31.5, G9 to G13 at y 32.5 touching it, Cacofonix apart.
    rank = [villager(20.5, 31.5), villager(21.5, 31.5), villager(22.5, 31.5), asterix(23.5, 31.5)]
    rank += [vitalstatistix(24.5, 31.5), obelix(25.5, 31.5), villager(26.5, 31.5), villager(27.5, 31.5)]
    second = [woman(21.5, 32.5), woman(22.5, 32.5), villager(23.5, 32.5, factor=1), getafix(24.5, 32.5)]
    b = village(*rank, *second, woman(25.5, 32.5), cacofonix(20.5, 36.5))
    assert drinkers(b) == set(range(13)) - {5}
    # The effect has run and ended: a repeat needs Cacofonix too, unless gagged or removed.
    b.potion_served = 1
    assert drinkers(b) == set()
    assert not anyone_may_drink(b)
    b.song = Song.GAGGED.value
    assert drinkers(b) == set(range(13)) - {5}
    b.song = Song.SILENT.value
    off_table(b, 13, Where.REMOVED)
    assert drinkers(b) == set(range(13)) - {5}
    # Asterix and Obelix may be elsewhere; the smith and Villager 3 close up where Obelix linked them to the block.
    for i in (3, 5):
        b.figures[i].y = 10.5
    assert drinkers(b) == set()
    b.figures[6].x, b.figures[7].x = 25.5, 26.5
    assert drinkers(b) == set(range(13)) - {5}


# ---------------------------------------------------------------- the clock


@pytest.mark.clause("DBAIX-POT-3", "DBAIX-POT-4", "DBAIX-POT-5")
def test_example_10_potion_clock():
    b = village(getafix(10.5, 10.5), villager(10.5, 11.5), villager(11.5, 11.5), gaul_bounds=3)
    serve(b, 1)
    assert b.potion_until == 7
    bounds_pass(b, 3)  # bounds 3, 4 and 5 are over
    assert b.gaul_bounds == 6
    assert b.figures[1].potion == 1
    serve(b, 2)  # a late drinker shares the same end
    assert b.potion_until == 7
    bounds_pass(b, 1)
    assert (b.figures[1].potion, b.figures[2].potion) == (1, 1)  # bound 7 itself
    bounds_pass(b, 1)  # bound 7 is complete
    assert (b.figures[1].potion, b.figures[2].potion, b.potion_until) == (0, 0, 0)


@pytest.mark.clause("DBAIX-POT-5", "DBAIX-POT-6")
def test_nobody_drinks_twice_in_one_effect():
    b = village(getafix(10.5, 10.5), villager(10.5, 11.5), gaul_bounds=1)
    serve(b, 1)
    assert drinkers(b) == {0}
    assert reasons(b, 1) == ["POT-5"]
    assert b.figures[0].potion == 0


@pytest.mark.clause("DBAIX-POT-4", "DBAIX-CAP-9")
def test_a_captive_keeps_what_they_drank_until_it_wears_off():
    b = village(getafix(10.5, 10.5), asterix(10.5, 11.5), gaul_bounds=1)
    serve(b, 1)
    off_table(b, 1, Where.CAPTIVE)
    bounds_pass(b, 4)
    assert b.figures[1].potion == 1
    bounds_pass(b, 1)
    assert b.figures[1].potion == 0


# ---------------------------------------------------------------- the gourd


@pytest.mark.clause("DBAIX-POT-7")
def test_asterix_drinks_anywhere_while_an_effect_runs_but_starts_none():
    b = village(getafix(10.5, 10.5), villager(10.5, 11.5), asterix(40.5, 40.5), gaul_bounds=1)
    assert drinkers(b) == {0, 1}
    serve(b, 1)
    assert drinkers(b) == {0, 2}
    serve(b, 2)
    assert b.figures[2].potion == 1
    assert b.potion_until == 5


@pytest.mark.clause("DBAIX-POT-11")
def test_with_getafix_captive_nobody_drinks_but_an_effect_goes_on():
    b = village(getafix(10.5, 10.5), villager(10.5, 11.5), asterix(11.5, 11.5), villager(12.5, 11.5), gaul_bounds=1)
    serve(b, 1)
    off_table(b, 0, Where.CAPTIVE)
    assert drinkers(b) == set()
    assert not anyone_may_drink(b)
    assert reasons(b, 2, 3) == ["POT-11", "POT-11"]
    assert b.figures[1].potion == 1
    assert b.potion_until == 5


# ---------------------------------------------------------------- the repeat


def after_the_first_effect(**changes):
    """Getafix, a villager and a woman in one block, a villager apart, Asterix and Obelix far away."""
    b = village(
        getafix(10.5, 10.5),
        villager(10.5, 11.5),
        woman(11.5, 11.5),
        villager(30.5, 10.5),
        asterix(40.5, 40.5),
        obelix(42.5, 40.5),
        gaul_bounds=8,
        potion_served=1,
        **changes,
    )
    return b


@pytest.mark.clause("DBAIX-POT-9")
def test_a_repeat_needs_all_free_gauls_but_obelix_and_asterix():
    b = after_the_first_effect()
    assert drinkers(b) == set()
    assert reasons(b, 0, 4) == ["POT-9", "POT-9"]
    b.figures[3].x, b.figures[3].y = 12.5, 11.5  # and comes
    assert drinkers(b) == {0, 1, 2, 3, 4}
    # They all drink, Asterix too, whoever is named, and a new clock starts.
    log = serve(b, 1)
    assert [int(f.potion) for f in b.figures[:6]] == [1, 1, 1, 1, 1, 0]
    assert b.potion_until == 12
    assert codes(log, Kind.EVENT)[0] == "POTION_STARTS"


@pytest.mark.clause("DBAIX-POT-9")
@pytest.mark.parametrize("state", [Where.CAPTIVE, Where.REMOVED])
def test_captives_and_removed_figures_are_not_waited_for(state):
    b = after_the_first_effect()
    off_table(b, 3, state)
    assert drinkers(b) == {0, 1, 2, 4}


@pytest.mark.clause("DBAIX-POT-9")
def test_under_any_whoever_is_in_the_block_drinks():
    b = after_the_first_effect(potion_repeat=1)
    assert drinkers(b) == {0, 1, 2}
    serve(b, 1, 2)
    assert [int(f.potion) for f in b.figures[:6]] == [0, 1, 1, 0, 0, 0]
    assert b.potion_until == 12


@pytest.mark.clause("DBAIX-POT-12")
def test_the_number_of_repeats_is_not_limited():
    b = village(getafix(10.5, 10.5), villager(10.5, 11.5), gaul_bounds=1)
    for served in range(1, 5):
        serve(b, 0, 1)
        assert b.potion_served == served
        bounds_pass(b, 5)
        assert b.potion_until == 0


@pytest.mark.clause("DBAIX-POT-9")
def test_a_gagged_bard_takes_no_part_in_a_repeat():
    b = village(getafix(10.5, 10.5), villager(10.5, 11.5), cacofonix(11.5, 11.5), gaul_bounds=8, potion_served=1)
    b.song = Song.GAGGED.value
    assert drinkers(b) == {0, 1}
    assert reasons(b, 2) == ["POT-9"]
    serve(b, 0)
    assert b.figures[2].potion == 0


@pytest.mark.clause("DBAIX-POT-2")
def test_drinking_names_somebody():
    b = village(getafix(10.5, 10.5), villager(11.5, 10.5))
    log = fresh_log()
    assert judge_drink(b, act(Verb.DRINK), log).legal == 0
    assert codes(log, Kind.REASON) == ["DRINKING_NAMES_WHO"]


@pytest.mark.clause("DBAIX-POT-2")
def test_all_who_may_drink_are_named_and_nobody_at_another_time():
    b = village(getafix(10.5, 10.5), villager(11.5, 10.5), obelix(12.5, 10.5), villager(30.5, 30.5))
    action = act(Verb.DRINK, 3)
    fill_drinkers(b, action)
    assert list(action.actors[: action.n_actors]) == [0, 1]  # never Obelix, nor who stands apart
    b.phase = Phase.MOVEMENT.value
    fill_drinkers(b, action)
    assert action.n_actors == 0


@pytest.mark.clause("DBAIX-POT-9")
def test_a_repeat_waits_for_no_roman_and_no_pirate():
    b = village(getafix(10.5, 10.5), villager(11.5, 10.5), roman(30.5, 30.5), pirate(35.5, 30.5), potion_served=1)
    assert drinkers(b) == {0, 1}
    b = village(getafix(10.5, 10.5), villager(11.5, 10.5), villager(30.5, 30.5), potion_served=1)
    assert drinkers(b) == set()


@pytest.mark.clause("DBAIX-POT-9", "DBAIX-POT-10")
def test_while_a_repeat_runs_who_comes_later_drinks_alone():
    """All must attend the beginning of a repeat; nobody drinks with those who come while it runs."""
    b = after_the_first_effect(potion_until=12)
    for i in (0, 1):
        b.figures[i].potion = 1
    serve(b, 2)
    assert [int(b.figures[i].potion) for i in range(6)] == [1, 1, 1, 0, 0, 0]
