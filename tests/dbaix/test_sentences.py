"""What the rules say, as a player reads it: zero, one and many, and nothing offered that cannot be had."""

from __future__ import annotations

import re

import pytest

from dbaix.board import cacofonix, captain, centurion, codes, entries, fresh_log, move, pirate, roman, villager, woman
from dbaix.fights import battle, outcome_clauses, sing
from sandtable.games.dbaix.clauses import FOLDER, Code
from sandtable.games.dbaix.record import Phase, Side, Where
from sandtable.games.dbaix.rules import music
from sandtable.games.dbaix.rules.movement import judge_move
from sandtable.games.dbaix.rules.victory import complete_points
from sandtable.games.rulebook import read_texts
from sandtable.kernel.log import Kind

TEXTS = read_texts(FOLDER)


@pytest.mark.parametrize("key", sorted(TEXTS))
def test_a_sentence_counts_by_words_that_follow_the_number(key):
    """Of a bare number before a noun come 1 inches and 2 file."""
    sentence = TEXTS[key]
    bare = re.findall(r"\{(?:amount|hundredths|value:g|value:\.0f)\} ([a-z]+)", sentence)
    assert set(bare) <= {"are", "of", "against", "for", "more", "is", "left"}, sentence
    assert not re.search(r"\{\w+:[A-Za-z ]+s\}", sentence), "the word after the colon is the singular"
    assert "the own" not in sentence and not sentence.endswith("..")


def stop_singing_phase(b):
    """The end of the movement of a Gaulish bound with singing: what is said, and of how many."""
    log = fresh_log()
    music.end_of_movement(b, log)
    return [(Code(int(entry.code)).name, int(entry.amount)) for entry in entries(log, Kind.EVENT)]


@pytest.mark.clause("DBAIX-MUS-12")
def test_the_song_goes_on_for_want_of_nobody_one_or_two():
    for n, said in ((0, "SINGS_ON_ALONE"), (1, "SINGS_ON_FOR_ONE"), (2, "SINGS_ON")):
        far = [villager(30.5 + i, 20.5) for i in range(n)]
        b = battle(cacofonix(10.5, 10.5), *far, side=Side.GAULS, phase=Phase.MOVEMENT)
        sing(b)
        for i in range(n):
            b.figures[1 + i].called = 1
        assert stop_singing_phase(b) == [(said, n)]


@pytest.mark.clause("DBAIX-OUT-7", "DBAIX-OUT-8", "DBAIX-MUS-3")
def test_flight_from_music_that_fails_names_why():
    """Over the edge cites OUT-7, no room OUT-8: no score was half or less of another (RES-12, RES-13)."""
    for victim, clause in ((captain(46.5, 10.5), "OUT-7"), (roman(46.5, 10.5), "OUT-7")):
        b = battle(cacofonix(44.5, 10.5), victim, side=Side.GAULS, phase=Phase.FLIGHT)
        sing(b)
        music.begin_flight(b)
        log = fresh_log()
        assert not music.flight_waits_for_choice(b, log)
        assert outcome_clauses(log) == [clause]
    # The Roman behind the Pirate leaves it no half inch.
    b = battle(cacofonix(10.5, 10.5), pirate(12.5, 10.5), villager(13.9, 10.5), side=Side.GAULS, phase=Phase.FLIGHT)
    sing(b)
    music.begin_flight(b)
    log = fresh_log()
    assert not music.flight_waits_for_choice(b, log)
    assert outcome_clauses(log) == ["OUT-8"]


@pytest.mark.clause("DBAIX-MOV-15")
def test_straight_back_is_offered_only_to_who_stands_in_the_zone():
    """The Roman faces north; the square before it is y 21 to 22. Going past its edge is no way into it but one."""
    b = battle(roman(10.5, 20.5), villager(11.4, 21.6, "S"), side=Side.GAULS, phase=Phase.MOVEMENT, threat_zone=1)
    log = fresh_log()
    judge_move(b, move(b, 1, to=(13.5, 21.6)), log)
    assert codes(log, Kind.REASON) == ["THREATENED"]
    b = battle(roman(10.5, 20.5), villager(13.5, 21.6, "S"), side=Side.GAULS, phase=Phase.MOVEMENT, threat_zone=1)
    log = fresh_log()
    judge_move(b, move(b, 1, to=(11.4, 21.6)), log)
    assert codes(log, Kind.REASON) == ["ENTERS_ZONE"]
    assert "back" not in TEXTS["ENTERS_ZONE"]


@pytest.mark.clause("DBAIX-MOV-10")
def test_only_gaulish_groups_hear_that_a_slip_is_still_straight_forward():
    """A Pirate who slips into line pays as for any move; there is nothing to say about how it went."""
    b = battle(pirate(10.3, 20.5, "N"), roman(10.5, 23.5, "S"), side=Side.PIRATES, phase=Phase.MOVEMENT, pips=6)
    log = fresh_log()
    assert judge_move(b, move(b, 0, to=(10.5, 22.5)), log).legal
    assert "SLIDES" not in codes(log, Kind.NOTE)


@pytest.mark.clause("DBAIX-VIC-3")
def test_one_woman_is_a_woman_and_two_are_women():
    for n, said in ((1, "SCORES_WOMEN_CAPTIVE"), (2, "SCORES_WOMEN_CAPTIVE_OF_SEVERAL")):
        b = battle(pirate(10.5, 10.5), *[woman(0.5, 0.5) for _ in range(n)], centurion(30.5, 30.5))
        for i in range(n):
            b.figures[1 + i]["where"] = Where.CAPTIVE.value
            b.figures[1 + i].guard = 0
        log = fresh_log()
        complete_points(b, log)
        assert codes(log, Kind.POINTS).count(said) == 1
