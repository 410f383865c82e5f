"""DBAix through the table: the case of the manual, bad case files, battles saved, replayed and written as lines."""

from __future__ import annotations

import json
import random

import pytest

import sandtable
from sandtable.table.cases import adjudicate
from sandtable.table.log_entries import tallies
from table.case_files import case, check_refused, with_mistake

FLANK = """\
game: dbaix
question: May Asterix reach the legionary's flank, and at what price?
options: {gaul_straight_cost: 1}
scenario: none
table: {width: 48, height: 48}
side: gauls
pips: 4
figures:
  - {id: A, is: asterix, at: [20.5, 31.5], facing: S}
  - {id: L1, is: legionary, at: [22.5, 31.5], facing: 180}
dice:
  - {for: combat, figure: A, value: 6}
  - {for: combat, figure: L1, value: 1}
actions:
  - {move: [A], to: [21.5, 31.5], facing: E}
  - {end: movement}
  - {fight: [A, L1]}
expect:
  - {legal: true, cost: 4, clauses: [DBAIX-PIP-5, DBAIX-PIP-23], pips: 0}
  - {clauses: [DBAIX-CBT-3], figures: {L1: {facing: W}}}
  - scores: {A: 10, L1: 3}
    clauses: [DBAIX-FAC-5, DBAIX-FAC-3, DBAIX-RES-12, DBAIX-RES-2]
    figures: {A: {at: [22.5, 31.5]}, L1: {where: camp box}}
final: {side: romans, over: false}
"""


@pytest.mark.clause("DBAIX-PIP-23", "DBAIX-CBT-3", "DBAIX-RES-12")
def test_asterix_reaches_the_legionarys_flank_for_4(tmp_path):
    # A single Gaul costs 2, contact with a side 2 more. The legionary turns; 6 + 4 = 10 against 1 + 2 = 3,
    # half or less: the Roman is sent to the camp box, and Asterix follows up one base depth.
    answer = adjudicate(case(tmp_path, FLANK))
    assert answer.differences == []


@pytest.mark.parametrize(
    "old, new, sentence",
    [
        ("[20.5, 31.5]", "[22.2, 31.5]", "case.yaml, line 10, field figures[2]"),  # overlapping bases
        ("[20.5, 31.5]", "[0.2, 31.5]", "case.yaml, line 9, field figures[1]"),  # off the table
        ("[20.5, 31.5]", "[20.5, up]", "case.yaml, line 9, field figures[1].at"),
        ("[20.5, 31.5]", "[20.5, .nan]", "case.yaml, line 9: expected a finite number"),
        ("is: asterix", "is: asterisk", "case.yaml, line 9, field figures[1].is"),
        ("{id: A, is", "{id: A, si", "case.yaml, line 9, field figures[1].si: there is no such field"),
        (
            "side: gauls",
            "side: gaul",
            "case.yaml, line 6, field side: expected a side, found 'gaul'; did you mean 'gauls'?",
        ),
        ("pips: 4", "pips: four", "case.yaml, line 7, field pips: expected a whole number from 0 to 99, found 'four'"),
        ("pips: 4", "pips: -1", "case.yaml, line 7, field pips: expected a whole number from 0 to 99, found -1"),
        ("pips: 4", "phase: lunch", "case.yaml, line 7, field phase: expected a step of a bound, found 'lunch'"),
        ("pips: 4", "round: 0", "case.yaml, line 7, field round: expected a whole number from 1 to 999, found 0"),
        ("pips: 4\n", "", "the rules ask for a PIP die for Gauls, and the script holds none"),
        ("scenario: none", "scenario: vilage", "case.yaml, line 4, field scenario: there is no scenario 'vilage'"),
        (
            "{move: [A]",
            "{move: [L2]",
            "case.yaml, line 15, field actions[1]: there is no figure 'L2'; did you mean L1?",
        ),
        ("figure: L1, value: 1", "figure: L2, value: 1", "case.yaml, line 13, field dice[2]: there is no figure 'L2'"),
        ("  - {for: combat, figure: L1, value: 1}\n", "", "the rules ask for a combat die for Legionary (L1)"),
        ("gaul_straight_cost", "gaul_strait_cost", "did you mean gaul_straight_cost?"),
    ],
)
def test_bad_input_is_one_sentence_with_line_and_field(tmp_path, capsys, monkeypatch, old, new, sentence):
    check_refused(with_mistake(tmp_path, FLANK, old, new), sentence, monkeypatch, capsys)


def test_what_comes_after_a_bound_is_not_judged_before_the_next_bounds_die(tmp_path, capsys, monkeypatch):
    # The Gauls' last movement ends their bound; until the Pirates' die is known nobody can say what a move would cost.
    text = FLANK.partition("figures:")[0].replace("pips: 4", "pips: 1") + (
        "figures:\n  - {id: A, is: asterix, at: [20.5, 31.5], facing: S}\n"
        "  - {id: P, is: pirate, at: [30.5, 31.5], facing: S}\n"
        "actions:\n  - {end: movement}\n  - {move: [A], ahead: 2}\n"
    )
    sentence = "field actions[2]: the rules ask for a PIP die for Pirates, and the script holds none"
    check_refused(case(tmp_path, text), sentence, monkeypatch, capsys)


def test_a_figure_of_another_side_may_not_be_moved_and_the_reason_says_so(tmp_path):
    answer = adjudicate(case(tmp_path, FLANK.partition("actions:")[0] + "actions:\n  - {move: [L1], ahead: 1}\n"))
    ruling = answer.rulings[0]
    assert not ruling.judgement.legal and ruling.judgement.reasons and ruling.events == ()


@pytest.mark.parametrize("side, turn_of_round, gaul_bounds", [("romans", 0, 2), ("gauls", 1, 3), ("pirates", 2, 3)])
def test_a_case_stands_where_it_says_in_the_order_of_bounds(tmp_path, side, turn_of_round, gaul_bounds):
    text = FLANK.partition("dice:")[0].replace("side: gauls", f"side: {side}\nround: 3")
    battle = adjudicate(case(tmp_path, text)).battle
    b = battle.record
    # In round 3 the Gauls have begun two bounds before their own, and three once it has begun.
    assert (battle.decision.side, battle.turn, int(b.turn), int(b.gaul_bounds)) == (
        side,
        3,
        turn_of_round,
        gaul_bounds,
    )
    assert int(b.bound) == 6 + turn_of_round + 1 and int(b.pips) == 4 and battle.phase == "movement"


def test_a_case_may_begin_with_its_fights(tmp_path):
    text = (
        FLANK.partition("dice:")[0]
        .replace("pips: 4", "phase: combat")
        .replace("[20.5, 31.5], facing: S", "[22.5, 30.5], facing: N")
    )
    battle = adjudicate(case(tmp_path, text)).battle
    assert battle.phase == "combat" and [action.text for action in battle.legal()] == ["fight A L1"]


def test_the_default_scenario_is_laid_when_none_is_named():
    battle = sandtable.new("dbaix", dice=[{"for": "pips", "side": "romans", "value": 5}])
    assert battle.names.title == "The village, the legion and the leaky ship"
    assert (battle.decision.side, battle.phase, battle.turn) == ("romans", "movement", 1)
    assert any(event.kind == "die" and event.dice.text == "V" for event in battle.events)
    # R24, the camp guard, is the one figure inside the camp at the start of the bound (CAMP-4).
    assert battle.position() == "dbaix village ; R24.in_camp_at_start=1 phase=movement pips=5"


def walk(battle, actions, seed):
    """Play at random; after every action the lines of all legal actions, and of the position, read back the same."""
    chooser = random.Random(seed)
    for number in range(actions):
        if battle.over:
            return
        legal = battle.legal()
        assert legal
        for action in legal if number % 5 == 0 else legal[:3]:
            assert battle.action(action.text) == action
            assert battle.action(action.to_json()) == action
        if number % 5 == 0:
            again = sandtable.from_position(battle.position(), dice=[])
            assert again.record.tobytes() == battle.record.tobytes()
        before = battle.record.tobytes()
        action = chooser.choice(legal)
        assert battle.judge(action).legal
        assert battle.record.tobytes() == before  # judging changes nothing
        battle.play(action)


@pytest.mark.parametrize("scenario, actions", [("escort", 25), ("feast", 25), ("village", 6)])
def test_battles_written_saved_and_replayed(tmp_path, scenario, actions):
    battle = sandtable.new("dbaix", scenario, seed=5, options={"break_off": "yes"})
    walk(battle, actions, 1)
    assert all(tally.score == sum(line.amount for line in tally.lines) for tally in tallies(battle.events))
    battle.save(tmp_path / "b.json")
    again = sandtable.load(tmp_path / "b.json")
    assert again.state_hash() == battle.state_hash() and again.position() == battle.position()
    assert [event.text for event in again.events] == [event.text for event in battle.events]
    json.dumps([event.to_json() for event in battle.events], allow_nan=False)


def test_undo_walks_all_the_way_back():
    battle = sandtable.new("dbaix", "feast", seed=8)
    walk(battle, 10, 2)
    hashes = [step.hash for step in battle.history]
    while len(battle.history) > 1:
        hashes.pop()
        battle.undo(past_dice=True)
        assert battle.state_hash() == hashes[-1]


VILLAGER = """\
game: dbaix
scenario: none
side: gauls
phase: combat
figures:
  - {id: V, is: villager, at: [20.5, 21.5], facing: S}
  - {id: L, is: legionary, at: [20.5, 20.5], facing: N}
actions:
  - {fight: [V, L]}
dice: [{for: combat, value: 3}, {for: combat, value: 3}]
expect:
  - {odds: {camp: 6/36, recoils: 15/36, removed: 1/36}}
"""


@pytest.mark.clause("DBAIX-CBT-10", "DBAIX-FAC-3", "DBAIX-FAC-4")
def test_odds_of_a_fight_are_those_of_the_exact_table_of_the_rules(tmp_path):
    # "villager 3, lone legionary 2: first wins 21 (6 of them the worst), tie 5, second wins 10 (1)."
    answer = adjudicate(case(tmp_path, VILLAGER))
    assert answer.differences == [] and answer.checked == 3
    battle = adjudicate(case(tmp_path, VILLAGER.partition("actions:")[0])).battle
    odds = battle.odds("fight V L")
    assert odds.exact and odds.of == 36 and sum(outcome.ways for outcome in odds.outcomes) == 36
    assert [(t.figure, t.score) for t in odds.tallies] == [("V", 3), ("L", 2)]
