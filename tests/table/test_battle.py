"""The face of a battle, shown on the duel: decisions, judging, playing, dice, undo, copies, words."""

from __future__ import annotations

import hashlib
import random
from dataclasses import replace

import numpy as np
import pytest

import sandtable
from sandtable.errors import CapacityError, DiceNeeded, IllegalAction, InputError, UnknownGame
from sandtable.games import game_keys, get_game, register
from sandtable.games.scene import Scene, SceneFeature
from sandtable.kernel.dice import MAX_SCRIPT
from sandtable.kernel.log import event, new_log, whisper
from sandtable.kernel.records import NONE
from sandtable.table import visibility
from sandtable.table.log_entries import tallies
from sandtable.table.picture import picture
from sandtable.table.scenarios import lay_table
from table.duel_game import GAME, Clause, Code

register(GAME)

TOUCHING = {
    "title": "Face to face",
    "table": {"width": 12, "height": 8},
    "figures": [
        {"id": "A", "name": "Anna", "side": "red", "at": [4, 2], "facing": "E", "factor": 2, "lives": 2},
        {"id": "B", "name": "Guard", "side": "red", "at": [4, 6], "facing": "E", "factor": 1, "lives": 2},
        {"id": "C", "name": "Cora", "side": "blue", "at": [5, 2], "facing": "W", "factor": 3, "lives": 3},
        {"id": "D", "name": "Guard", "side": "blue", "at": [9, 6], "facing": "W", "factor": 1, "lives": 1},
    ],
}


def duel(scenario=None, dice=None, **options):
    return sandtable.new(GAME, scenario, options, seed=None if dice is not None else 7, dice=dice)


def test_a_new_battle_says_who_must_decide_and_what():
    battle = duel(dice=[{"for": "pips", "side": "red", "value": 3}])
    assert battle.decision.side == "red"
    assert battle.decision.side_name == "Reds"
    assert battle.decision.phase == "movement"
    assert battle.decision.text == "Move: 3 PIPs left."
    assert [event.text for event in battle.events] == ["Reds: PIP die III.", "Reds begin their bound with 3 PIPs."]
    assert battle.events[0].dice.value == 3
    assert not battle.over and battle.result is None and battle.returns == {}


def test_pip_dice_are_roman_for_the_side_that_throws_such_dice_and_for_no_other():
    battle = duel(dice=[{"for": "pips", "side": "red", "value": 4}, {"for": "pips", "side": "blue", "value": 4}])
    battle.play("end")
    shown = [event.dice.text for event in battle.events if event.kind == "die"]
    assert shown == ["IV", "4"]


def test_judging_says_price_and_every_reason_with_clause_and_geometry_and_changes_nothing():
    battle = duel(dice=[3])
    before = battle.record.tobytes()
    judged = battle.judge("move A ahead 4")  # from 2,2 east to 6,2, where Cora stands
    assert not judged and not judged.legal
    assert judged.cost == 1 and [(p.amount, p.clause) for p in judged.prices] == [(1, "DUEL-MOV-1")]
    assert [(r.code, r.clause, r.actor, r.other) for r in judged.reasons] == [
        ("TOO_FAR", "DUEL-MOV-1", "A", None),
        ("ON_SOMEBODY", "DUEL-MOV-1", "A", "C"),
    ]
    assert judged.reasons[0].text == "Anna (A) would go 4 inches; a move is up to 3 inches long."
    assert judged.reasons[0].geometry == (2.0, 2.0, 6.0, 2.0) and judged.reasons[0].value == 4.0
    assert battle.record.tobytes() == before
    assert battle.judge("end").cost is None


def test_an_illegal_action_is_refused_with_its_reasons_and_leaves_the_battle_as_it_was():
    battle = duel(dice=[3])
    before = battle.state_hash()
    with pytest.raises(IllegalAction) as refused:
        battle.play("move A ahead 4")
    assert str(refused.value) == (
        "move A to 6,2 facing 90: Anna (A) would go 4 inches; a move is up to 3 inches long. [DUEL-MOV-1] "
        "Anna (A) would stand on Cora (C). [DUEL-MOV-1]"
    )
    assert [reason.code for reason in refused.value.reasons] == ["TOO_FAR", "ON_SOMEBODY"]
    assert battle.state_hash() == before and len(battle.history) == 1


def test_a_fight_is_told_with_its_dice_and_scores_line_by_line():
    dice = [1, {"for": "fight", "figure": "C", "value": 2}, {"for": "fight", "figure": "A", "value": 6}, 5]
    battle = duel(TOUCHING, dice, brave="yes")
    battle.play("end movement")
    events = battle.play("fight A C")
    # Anna: 6 + 2 + 1 friend = 9. Cora: 2 + 3 + 1 friend = 6. Twice 6 is more than 9: one life.
    scores = tallies(events)
    assert [(t.figure, t.against, t.score) for t in scores] == [("A", "C", 9), ("C", "A", 6)]
    assert [(line.text, line.amount) for line in scores[0].lines] == [("die", 6), ("factor", 2), ("friends left", 1)]
    assert all(tally.score == sum(line.amount for line in tally.lines) for tally in scores)
    assert battle.tallies() == scores
    assert [event.text for event in events if event.kind == "outcome"] == ["Cora (C) loses 1 life to Anna (A)."]
    assert battle.record.figures[2].lives == 2


def test_a_figure_is_named_with_its_id_once_in_a_sentence_unless_others_share_its_name():
    battle = duel(TOUCHING, [3])
    words = battle.engine.words
    words.sentences, words.named = {0: "{actor} and {actor}, {other} and {other}"}, {0: {"actor", "other"}}
    entry = new_log().entries[:1].copy()[0]
    entry.code, entry.actor, entry.other = 0, 0, 1
    text = words._sentence(entry.tolist())
    assert text == "Anna (A) and Anna, Guard (B) and Guard (B)"


def test_a_die_that_the_script_does_not_hold_is_named_and_the_battle_stays_as_it_was():
    battle = duel(TOUCHING, [{"for": "pips", "value": 1}, {"for": "fight", "figure": "A", "value": 6}])
    battle.play("end")
    before = battle.state_hash()
    with pytest.raises(DiceNeeded, match=r"a fight die for Cora \(C\).*for: fight, figure: C, value: 1 to 6"):
        battle.play("fight A C")
    assert battle.state_hash() == before
    assert battle.engine.script == ((1, -1, 0, 6),)


def test_a_script_longer_than_a_record_holds_is_handed_out_piece_by_piece():
    many = [{"for": "fight", "figure": "B", "value": 1}] * (MAX_SCRIPT + 200) + [{"for": "pips", "value": 5}]
    with pytest.raises(DiceNeeded):
        duel(TOUCHING, many)  # the PIP die stands behind more dice than are looked at together
    battle = duel(TOUCHING, [{"for": "pips", "value": 5}, *many])
    assert len(battle.engine.script) == MAX_SCRIPT + 201


def test_scripted_dice_with_a_seed_fill_the_gaps_and_a_face_that_no_die_has_is_refused():
    battle = sandtable.new(GAME, TOUCHING, seed=3, dice=[{"for": "fight", "figure": "A", "value": 6}])
    battle.play("end")
    events = battle.play("fight A C")
    assert next(e.dice.value for e in events if e.dice and e.dice.figure == "A") == 6
    with pytest.raises(InputError, match=r"PIP die for Reds shows 1 to 6, not 7"):
        duel(TOUCHING, [7])


@pytest.mark.parametrize(
    "dice, sentence",
    [
        ([{"for": "shooting", "value": 1}], "dice, entry 1: a die is for one of pips, fight, not 'shooting'"),
        ([3, {"figure": "Z", "value": 1}], "dice, entry 2: there is no figure 'Z'"),
        ([{"side": "green", "value": 1}], "dice, entry 1: side is one of red, blue, not 'green'"),
        ([{"for": "pips"}], "dice, entry 1: value is what the die shows, a whole number from 1, not None"),
        ([{"for": "pips", "valeu": 3}], "dice, entry 1: a die has for, figure, side and value, not 'valeu'"),
        (["six"], "dice, entry 1: a die is {for: ..., figure: ..., value: 1}, not 'six'"),
    ],
)
def test_a_script_that_cannot_be_used_says_where(dice, sentence):
    with pytest.raises(InputError) as error:
        duel(TOUCHING, dice)
    assert str(error.value).startswith(sentence)


def test_options_are_checked_and_listed():
    assert sandtable.new(GAME, seed=1, options={"reach": 4}).options == {"reach": "4", "brave": "no"}
    assert sandtable.new(GAME, seed=1, options={"brave": True}).options["brave"] == "yes"
    with pytest.raises(InputError, match=r"no option 'raech'. Its options: reach, brave; did you mean reach\?$"):
        sandtable.new(GAME, options={"raech": 4})
    with pytest.raises(InputError, match="reach: expected 3 or 4, found '5'"):
        sandtable.new(GAME, options={"reach": 5})
    assert sandtable.new(GAME, seed=1, options={"reach": "4.0"}).judge("move B by 4,0").legal


def test_scenarios_go_by_name_file_or_content(tmp_path):
    assert sandtable.new(GAME, "bridge", seed=1).names.title == "The bridge"
    with pytest.raises(InputError, match=r"no scenario 'brigde'; there are: bridge, .*; did you mean bridge\?$"):
        sandtable.new(GAME, "brigde")
    file = tmp_path / "small.yaml"
    file.write_text("table: {width: 6, height: 6}\nfigures:\n  - {id: A, side: red, at: [1, 1]}\n", "utf-8")
    assert sandtable.new(GAME, file, seed=1).names.figures[0].id == "A"
    with pytest.raises(InputError, match="there is no such file"):
        sandtable.new(GAME, tmp_path / "none.yaml")
    with pytest.raises(InputError, match="side is one of red, blue, not green"):
        sandtable.new(
            GAME, {"table": {"width": 6, "height": 6}, "figures": [{"id": "A", "side": "green", "at": [1, 1]}]}
        )


def test_a_laid_table_is_ones_own():
    first = lay_table("duel", "bridge")
    before = first.record.tobytes()
    first.record[0].pips = 99
    assert lay_table("duel", "bridge").record.tobytes() == before
    assert sandtable.new(GAME, "bridge", dice=[3]).record.pips == 3


def test_the_same_seed_gives_the_same_battle_and_another_seed_another():
    def played(seed):
        battle, chooser = sandtable.new(GAME, seed=seed), random.Random(5)
        while not battle.over:
            battle.play(chooser.choice(battle.legal()))
        return battle

    assert played(1).state_hash() == played(1).state_hash()
    assert [d.value for s in played(1).history for d in s.dice] != [d.value for s in played(2).history for d in s.dice]


def test_a_seed_is_drawn_when_none_is_given_and_committed_to():
    battle, other = sandtable.new(GAME), sandtable.new(GAME)
    assert battle.seed != other.seed and len(battle.seed) == 32
    assert battle.commitment == hashlib.sha256(f"{battle.engine.nonce}:{battle.seed}".encode()).hexdigest()
    assert len(battle.engine.nonce) == 32 and not battle.engine.chosen and sandtable.new(GAME, seed=1).engine.chosen


def test_undo_takes_back_a_move_but_stops_at_dice_unless_asked():
    battle = duel(TOUCHING, [1, {"for": "fight", "value": 6}, {"for": "fight", "value": 2}, 4])
    start = battle.state_hash()
    battle.play("move B by 1,0")
    assert battle.undo().text == "move B to 5,6 facing 90"
    assert battle.state_hash() == start and len(battle.history) == 1
    battle.play("end")
    before = battle.state_hash()
    battle.play("fight A C")
    after = battle.state_hash()
    with pytest.raises(IllegalAction, match="dice have been thrown"):
        battle.undo()
    assert battle.state_hash() == after
    battle.undo(past_dice=True)
    assert battle.state_hash() == before
    battle.play("fight A C")
    assert battle.state_hash() == after  # the same dice again: nobody can fish for better ones
    for _ in range(2):
        battle.undo(past_dice=True)
    with pytest.raises(IllegalAction, match="no action to take back"):
        battle.undo(past_dice=True)


def test_the_generator_goes_back_with_undo():
    battle = sandtable.new(GAME, TOUCHING, seed=11)
    battle.play("end")
    battle.play("fight A C")
    after = battle.state_hash()
    battle.undo(past_dice=True)
    battle.play("fight A C")
    assert battle.state_hash() == after


def test_undo_stops_where_something_hidden_was_shown():
    battle = duel(TOUCHING, [3])
    battle.play("show")
    with pytest.raises(IllegalAction, match="something hidden has been shown"):
        battle.undo()
    battle.undo(past_dice=True)
    assert len(battle.history) == 1


def test_undo_of_whoever_was_not_asked_first_leaves_the_battle_as_it_stood():
    """Two write orders at once. The first is asked; the other writes and takes it back: not a byte has changed."""
    battle = sandtable.new("batalist", "C2", seed=4)
    while len(visibility.still_choosing(battle.game, battle.array[0])) < 2:
        battle.play(battle.legal()[0])
    before, asked = battle.state_hash(), battle.engine.side_to_decide
    battle.engine.turn_to(battle.sides[1 - asked].key)
    battle.play(battle.legal()[0])
    battle.undo(past_dice=True)
    assert battle.state_hash() == before and battle.engine.side_to_decide == asked


def test_a_copy_goes_its_own_way_with_the_same_dice_to_come():
    battle = sandtable.new(GAME, TOUCHING, seed=11)
    twin = battle.copy()
    twin.play("end")
    twin.play("fight A C")
    assert [step.array.tobytes() for step in twin.history[1:2]] == [battle.record.tobytes()]
    assert len(battle.history) == 1 and battle.state_hash() != twin.state_hash()
    battle.play("end")
    battle.play("fight A C")
    assert battle.state_hash() == twin.state_hash()


def test_whole_battles_end_with_a_result_and_their_scores_are_sums():
    results = set()
    for seed in range(12):
        battle, chooser = sandtable.new(GAME, TOUCHING, seed=seed), random.Random(seed)
        while not battle.over:
            actions = battle.legal()
            assert actions and all(battle.judge(action).legal for action in actions)
            battle.play(chooser.choice(actions))
        assert battle.decision is None and battle.legal() == []
        assert sum(battle.returns.values()) == 1.0
        results.add(battle.result)
        assert all(t.score == sum(line.amount for line in t.lines) for t in tallies(battle.events))
        with pytest.raises(IllegalAction, match="The battle is over."):
            battle.play("end")
    assert len(results) > 1


def test_sampling_gives_legal_actions_and_throws_none_of_the_battles_dice():
    battle = sandtable.new(GAME, TOUCHING, seed=3)
    drawn = battle.engine.drawn
    for rng in (None, 5, random.Random(1), np.random.default_rng(1)):
        assert battle.judge(battle.sample(rng)).legal
    assert battle.sample(5) == battle.sample(5) and battle.engine.drawn == drawn


def test_a_log_that_overflows_is_an_error_and_no_cut():
    battle = duel(TOUCHING, [3])

    def chatty(b, action, log):
        log.lost = 3
        return 1, 0

    battle.engine.game = _with(battle.game, judge=chatty)
    with pytest.raises(CapacityError, match="no room for 3 findings"):
        battle.judge("end")


def _with(game, **verbs):
    return replace(game, verbs=game.verbs._replace(**verbs))


def test_games_are_found_by_key_and_unknown_ones_list_those_there_are():
    assert "dbaix" in game_keys()
    with pytest.raises(UnknownGame, match=r"no game 'dbaxi'; the games are: .*dbaix.*Did you mean dbaix\?"):
        get_game("dbaxi")


def test_the_public_names_are_exactly_those_listed():
    for name in sandtable.__all__:
        assert getattr(sandtable, name) is not None
    with pytest.raises(AttributeError):
        sandtable.nonsense  # noqa: B018


def test_the_text_picture_shows_table_figures_and_scores():
    lines = sandtable.new(GAME, "bridge", dice=[3]).picture(48).splitlines()
    assert lines[0] == "The bridge" and lines[1] == "Round 1 · PIPs 3"
    table = lines[3:19]  # 8 inches at 2 rows to an inch
    assert len(table) == 16 and all(len(line) == 50 for line in table)
    assert "A→" in table[11] and "C⇐" in table[11] and "B→" in table[7]
    assert table[7].index("B") == 1 + 7 and "░░░░" in table[7]  # Ben at 2,4; the bridge from x 4 to 5
    assert "Red: 4 points" in lines and lines[-1] == "↑ Red  ⇑ Blue"


def test_the_text_picture_shows_the_floor_that_is_cut_into_a_wall_wherever_it_is_listed():
    def box(kind, level, x0, y0, x1, y1):
        points = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
        return SceneFeature(id=kind, kind=kind, shape="polygon", points=points, level=level)

    floor, wall, grate = box("sewer", 1, 5, 0, 15, 10), box("masonry", 0, 0, 0, 20, 10), box("grate", 2, 5, 4, 15, 6)
    scene = Scene(
        game="flash-flood", title="Drain", unit="inch", width=20, height=10, features=(grate, floor, wall), figures=(),
        facts=(("Step", ""), ("Water", "none")),
    )  # fmt: skip
    plain, barred = "│▒▒▒▒▒          ▒▒▒▒▒│", "│▒▒▒▒▒##########▒▒▒▒▒│"
    assert picture(scene, 20).splitlines()[:9] == ["Drain", "Water none", f"┌{'─' * 20}┐"] + [
        barred if row == 2 else plain for row in range(5)
    ] + [f"└{'─' * 20}┘"]


def test_no_legal_action_is_listed_twice():
    for game, scenario in (("dbaix", "feast"), ("dba", "first-lesson")):
        listed = sandtable.new(game, scenario=scenario, seed=5).legal()
        assert len({action.text for action in listed}) == len(listed)


def test_a_finding_names_the_sides_that_may_know_of_it():
    battle = duel()
    log = new_log()
    event(log, Code.MOVES.value, Clause.MOV_1.value, 0, NONE, 0)
    whisper(log, 1 << 1)
    event(log, Code.MOVES.value, Clause.MOV_1.value, 0, NONE, 0)
    known, secret = battle.engine.words.read(log["entries"][:2])
    assert known.seen_by is None and secret.seen_by == ("blue",)
    assert "seen_by" not in known.to_json() and secret.to_json()["seen_by"] == ("blue",)


@pytest.mark.parametrize(
    ("game", "scenario", "on"),
    [("batalist", "C5", {"ladders", "building_strength", "wounded"}), ("inter-arma", "camp", {"natural_one"})],
)  # fmt: skip
def test_a_scenario_brings_its_own_house_rules_to_the_table(game, scenario, on):
    battle = sandtable.new(game, scenario, seed=1)
    usual = {option.key: option.values[0] for option in battle.game.options}
    assert {key for key, value in battle.options.items() if value != usual[key]} == on
    assert {key for key in usual if battle.array[0].options[key] != 0} == on
    again = sandtable.from_position(battle.position())
    assert again.position() == battle.position() and again.options == battle.options


@pytest.mark.parametrize("game", ["batalist", "inter-arma"])
@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{first}x: {value}", "{first}x: there is no option '{first}x'; did you mean '{first}'?"),
        ("{first}: perhaps", "{first}: expected {values}, found 'perhaps'"),
    ],
)
def test_an_unknown_house_rule_of_a_scenario_is_named_with_its_file_and_line(game, line, said, tmp_path):
    option = get_game(game).options[0]
    words = {"first": option.key, "value": option.values[0], "values": " or ".join(option.values)}
    path = tmp_path / "mine.yaml"
    path.write_text(f"title: Mine\nhouse_rules:\n  {line.format(**words)}\n", "utf-8")
    with pytest.raises(InputError) as raised:
        sandtable.new(game, path)
    assert str(raised.value) == f"{path}, line 3, field house_rules.{said.format(**words)}"


def test_who_sets_up_a_battle_may_switch_off_what_the_scenario_switches_on():
    battle = sandtable.new("batalist", "C5", options={"ladders": "no"}, seed=1)
    assert battle.options["ladders"] == "no" and battle.options["building_strength"] == "yes"
    assert battle.array[0].options.ladders == 0
    assert sandtable.from_position(battle.position()).options == battle.options


def test_a_battle_shows_its_position_and_how_far_it_has_come():
    battle = sandtable.new(GAME, dice=[3])
    battle.play("move B to 3,4.5 facing 45")
    assert repr(battle) == (
        "<Battle 'duel bridge ; B@3,4.5/45 B.moved=1 phase=movement pips=2', 1 action played, Reds to decide>"
    )


def test_what_a_battle_answers_with_is_public():
    battle = sandtable.new(GAME, dice=[3])
    assert isinstance(battle.legal()[0], sandtable.Action)
    assert isinstance(battle.judge("end"), sandtable.Judgement)
    assert isinstance(battle.decision, sandtable.Decision)
    with pytest.raises(sandtable.NotationError):
        battle.play("fly B")
    assert issubclass(sandtable.IllegalAction, sandtable.SandtableError)
