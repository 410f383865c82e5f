"""Saves: written whole, read by playing them again, and clear about what differs."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

import sandtable
from sandtable import cli
from sandtable.errors import InputError, SaveMismatch, UnknownGame
from sandtable.games import register
from sandtable.games.game import FigureName
from sandtable.kernel.dice import throw_die
from sandtable.kernel.verbs import Verbs
from sandtable.table.save_writer import entry_of
from sandtable.table.saves import battle_of, check_line, load
from sandtable.translation import speaking
from table.duel_game import GAME, Purpose, Verb

register(GAME)


@pytest.fixture(autouse=True)
def _duel_as_it_is():
    yield
    register(GAME)


def played(actions=None, seed=4, scenario=None, **options):
    """A battle of random actions."""
    battle, chooser = sandtable.new(GAME, scenario, options, seed=seed), random.Random(seed)
    while not battle.over and (actions is None or len(battle.actions) < actions):
        battle.play(chooser.choice(battle.legal()))
    return battle


@pytest.mark.parametrize("actions", [0, 3, None])
def test_a_loaded_battle_is_the_battle_saved(tmp_path, actions):
    battle = played(actions, reach=4)
    battle.save(tmp_path / "b.json", with_seed=True)
    again = sandtable.load(tmp_path / "b.json")
    assert again.record.tobytes() == battle.record.tobytes()
    assert again.options == battle.options and again.actions == battle.actions
    assert [step.hash for step in again.history] == [step.hash for step in battle.history]
    assert [event.text for event in again.events] == [event.text for event in battle.events]
    assert again.result == battle.result and again.engine.drawn == battle.engine.drawn
    assert again.to_json(True) == battle.to_json(True)


def test_a_loaded_battle_goes_on_with_the_same_dice_and_can_be_taken_back(tmp_path):
    battle = played(6)
    battle.save(tmp_path / "b.json", with_seed=True)
    again = sandtable.load(tmp_path / "b.json")
    for each in (battle, again):
        while each.decision.phase != "movement" or each.last.throws.size == 0:
            each.play("end")
    assert again.state_hash() == battle.state_hash()
    for each in (battle, again):
        for _ in range(4):
            each.undo(past_dice=True)
        for _ in range(4):
            each.play("end")
    assert again.state_hash() == battle.state_hash()


def test_replay_takes_the_dice_of_the_save_and_never_the_generators(tmp_path, monkeypatch):
    battle = played()
    battle.save(tmp_path / "b.json")

    def no_generator(dice, n):
        raise AssertionError("the generator was asked for a die")

    monkeypatch.setattr("sandtable.kernel.dice.choose", no_generator)
    assert sandtable.load(tmp_path / "b.json").state_hash() == battle.state_hash()


def test_replay_walks_through_every_state(tmp_path):
    battle = played(8)
    battle.save(tmp_path / "b.json")
    hashes = [each.state_hash() for each in sandtable.replay(tmp_path / "b.json")]
    assert hashes == [step.hash for step in battle.history]


def test_the_seed_is_sealed_until_the_end_and_its_hash_shown_before():
    battle = played(3)
    data = battle.to_json()
    assert data["dice"]["seed"] is None and data["dice"]["commitment"] == battle.commitment
    again = battle_of(data)
    assert again.state_hash() == battle.state_hash() and again.seed not in (None, battle.seed)
    over = played()
    assert over.to_json()["dice"]["seed"] == "4"


def test_scripted_dice_that_are_left_are_saved_too():
    battle = sandtable.new(GAME, dice=[3, {"for": "fight", "figure": "A", "value": 6}, {"side": "blue", "value": 2}])
    again = battle_of(battle.to_json())
    assert again.engine.script == battle.engine.script == ((1, -1, 0, 6), (-1, 1, -1, 2))
    again.play("end")
    assert again.decision.side == "blue" and again.record.pips == 2


def test_a_battle_from_a_position_is_saved_with_it():
    battle = sandtable.from_position("duel bridge ; A@5,2/90 phase=fighting", seed=1)
    battle.play("fight A C")
    again = battle_of(battle.to_json())
    assert again.state_hash() == battle.state_hash() and again.position() == battle.position()


def test_a_save_is_plain_text_with_one_action_a_line(tmp_path):
    battle = played(4)
    battle.save(tmp_path / "b.json")
    lines = (tmp_path / "b.json").read_text("utf-8").splitlines()
    assert sum('"do":' in line for line in lines) == 4
    assert json.loads("\n".join(lines)) == battle.to_json()


def test_a_save_that_cannot_be_written_leaves_the_old_one(tmp_path, monkeypatch):
    file = tmp_path / "b.json"
    played(2).save(file)
    before = file.read_text("utf-8")

    def fail(*names):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(InputError, match=r"b\.json: cannot be written \(no room is left on the disk\)"):
        played(5).save(file)
    assert file.read_text("utf-8") == before and len(list(tmp_path.iterdir())) == 1


def changed(path, value, actions=3):
    """A save with one thing changed; ``path`` is keys and indices."""
    data = played(actions).to_json()
    holder = data
    for key in path[:-1]:
        holder = holder[key]
    if value is None:
        del holder[path[-1]]
    else:
        holder[path[-1]] = value
    return data


def load_data(data):
    return battle_of(data, "b.json")


def test_a_save_that_leads_elsewhere_names_the_first_action_that_differs():
    data = played(5).to_json()
    data["actions"][2]["hash"] = "0" * 64
    with pytest.raises(SaveMismatch) as error:
        load_data(data)
    said = str(error.value)
    assert said.startswith(
        f"b.json: action 3 ({data['actions'][2]['do']}) leads to another table than the save recorded"
    )


def test_a_save_of_other_rules_says_both_versions_and_the_clauses_at_work():
    battle = played()  # to its end: fights and all
    data = battle.to_json()
    number = next(n for n, s in enumerate(battle.history) if s.action and s.action.verb == "MOVE")
    verbs = GAME.verbs

    def apply_other(b, action, dice, log):
        verbs.apply(b, action, dice, log)
        b.figures[action.actors[0]].lives = 9

    register(replace(GAME, version="2", verbs=Verbs(*verbs._replace(apply=apply_other))))
    with pytest.raises(SaveMismatch) as error:
        load_data(data)
    assert f"action {number} (" in str(error.value)
    assert "it was saved under version 1 of the rules, these are version 2" in str(error.value)
    assert "clauses at work there: DUEL-" in str(error.value)
    register(replace(GAME, version="2"))
    assert load_data(data).state_hash() == battle.state_hash()  # another version that plays the same is no matter


def test_an_action_that_the_rules_now_forbid_is_named():
    data = played(3).to_json()
    data["actions"][1]["do"] = "move A to 11,2 facing 90"
    with pytest.raises(SaveMismatch, match=r"b\.json: action 2 is not legal: move A to 11,2 facing 90: "):
        load_data(data)


def test_dice_that_are_missing_or_too_many_are_a_mismatch():
    data = played().to_json()
    number = next(n for n, entry in enumerate(data["actions"]) if entry["dice"])
    kept = data["actions"][number]["dice"]
    data["actions"][number]["dice"] = []
    with pytest.raises(
        SaveMismatch, match=rf"action {number + 1} .* takes other dice than the save holds: the rules ask"
    ):
        load_data(data)
    data["actions"][number]["dice"] = [*kept, {"for": "pips", "sides": 6, "value": 1}]
    with pytest.raises(
        SaveMismatch, match=rf"action {number + 1} .* throws {len(kept)} (die|dice) where the save holds"
    ):
        load_data(data)
    data = played(2).to_json()
    data["start"]["dice"] = []
    with pytest.raises(SaveMismatch, match="laying the table takes other dice"):
        load_data(data)


@pytest.mark.parametrize(
    "path, value, sentence",
    [
        (("format",), "chess", "b.json: is no save of Sandtable"),
        (("version",), 99, "b.json: is a save of format 99; this program reads up to 1"),
        (("game",), 5, "b.json, field game: expected text, found 5"),
        (("actions", 1, "do"), None, "b.json, field actions[2].do: expected a value, found nothing"),
        (("actions", 1, "do"), "mvoe A", "b.json: action 2 cannot be read: >>mvoe<< A"),
        (
            ("actions", 0, "dice"),
            [{"for": "pips", "sides": 6, "value": "six"}],
            "field actions[1].dice[1].value: expected a whole",
        ),
        (
            ("actions", 0, "dice"),
            [{"for": "luck", "sides": 6, "value": 6}],
            "b.json: action 1 (end) has a die for 'luck'",
        ),
        (("start", "hash"), "0" * 64, "b.json: the laying of the table leads to another table than the save recorded"),
        (
            ("options", "raech"),
            "3",
            "b.json, field options: Duel has no option 'raech'. Its options: reach, brave; did you mean reach?",
        ),
        (("extra",), 1, "b.json, field extra: there is no such field"),
        (
            ("dice", "drawn"),
            2**31,
            "b.json, field dice.drawn: expected a number of at most 1000000000, found 2147483648",
        ),
        (("dice", "drawn"), 0, "b.json, field dice.drawn: expected a number of at least 2, found 0"),
        (("dice", "since"), 5, "b.json, field dice.since: expected a number of at most 4, found 5"),
        (("start", "at"), 10**12, "b.json, field start.at: expected a number of at most 1000000000"),
        (("actions", 2, "at"), 2**40, "b.json, field actions[3].at: expected a number of at most 1000000000"),
        (("actions", 1, "side"), "nobody", "is said to be of 'nobody', and 'red' decides there"),
        (("start", "dice", 0, "sides"), 8, "the laying of the table throws D6 3 where the save holds D8 3"),
        (("start", "dice", 0, "value"), 9, "b.json: the laying of the table holds D6 9, which such a die cannot show"),
        (("result",), "Reds win.", "b.json: the save says how the battle ended (Reds win.), but it goes on"),
    ],
)
def test_a_damaged_save_gets_one_sentence(path, value, sentence):
    data = changed(path, value)
    if path[:2] == ("actions", 0):
        data["actions"][0]["do"] = "end"
    with pytest.raises((InputError, SaveMismatch)) as error:
        load_data(data)
    assert sentence in str(error.value) and "\n" not in str(error.value)


def test_a_save_of_a_game_that_is_not_there_lists_the_games():
    with pytest.raises(UnknownGame, match="the games are: "):
        load_data(changed(("game",), "checkers"))


@pytest.mark.parametrize(
    "text, sentence",
    [
        ("", "b.json, line 1: is no save: "),
        ('{\n  "format": sandtable\n}', "b.json, line 2: is no save: "),
        ("[1, 2]", "b.json: is no save of Sandtable"),
        ('{"format": "sandtable save", "version": NaN}', "b.json: expected a finite number, found NaN"),
        ("[" * 100_000, "b.json: is no save"),
    ],
)
def test_a_file_that_is_no_save_gets_one_sentence(tmp_path, monkeypatch, text, sentence):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "b.json").write_text(text, "utf-8")
    with pytest.raises(InputError) as error:
        sandtable.load("b.json")
    assert str(error.value).startswith(sentence) and "\n" not in str(error.value)


def test_a_cut_save_is_called_one_in_russian_too(tmp_path):
    (tmp_path / "b.json").write_text('{"format": "sandtable', "utf-8")
    with speaking("ru"), pytest.raises(InputError, match=r"строка 1: это не сохранённая битва: "):
        sandtable.load(tmp_path / "b.json")


def test_a_file_that_is_missing_binary_or_huge_gets_one_sentence(tmp_path):
    with pytest.raises(InputError, match="there is no such file"):
        sandtable.load(tmp_path / "none.json")
    (tmp_path / "bin.json").write_bytes(b"\xff\xfe\x00\x01")
    with pytest.raises(InputError, match="expected text in UTF-8"):
        sandtable.load(tmp_path / "bin.json")
    with (tmp_path / "huge.json").open("wb") as file:
        file.truncate(100_000_000)
    with pytest.raises(InputError, match="is larger than 16 MB"):
        sandtable.load(tmp_path / "huge.json")


def test_a_die_beyond_its_faces_is_refused_though_the_table_were_the_same(tmp_path):
    """A D6 that shows 7: the save says so, and nobody threw it."""
    data = played(3).to_json()
    data["start"]["dice"][0]["value"] = 7
    with pytest.raises((InputError, SaveMismatch)) as error:
        load_data(data)
    assert "b.json: the laying of the table" in str(error.value)


def test_more_actions_than_any_battle_has_are_refused_before_they_are_played(tmp_path):
    data = played(3).to_json()
    entry = data["actions"][0]
    data["actions"] = [entry] * 100_001
    with pytest.raises(InputError, match=r"field actions: expected at most 100000 items"):
        load_data(data)


def test_a_longer_save_than_other_files_may_be_is_read_as_it_was_written(tmp_path):
    """A title of 1.2 MB stands for the actions of a very long battle: other files end at 1 MB."""
    data = played(3).to_json()
    data["title"] = "x" * 1_200_000
    (tmp_path / "long.json").write_text(json.dumps(data), "utf-8")
    assert len(load(tmp_path / "long.json").actions) == 3


def test_what_was_loaded_without_its_seed_and_taken_back_is_a_save_that_opens():
    """Six actions are loaded, two are taken back: the next one is the fifth, and the first of the new seed."""
    again = load_data(played(6).to_json())
    assert again.engine.since == 7
    for _ in range(2):
        again.undo(past_dice=True)
    assert again.engine.since == 5
    data = again.to_json(with_seed=True)
    assert load_data(data).engine.since == 5 and data["dice"]["since"] == 5


def test_a_die_for_a_figure_that_comes_by_the_very_action_is_told_saved_and_read(monkeypatch):
    """The end of a bound throws for the newcomer: its name is in log and save, though it is known only then."""
    verbs, came = GAME.verbs, len(played(0).names.figures)

    def apply_and_come(b, action, dice, log):
        verbs.apply(b, action, dice, log)
        if action.verb == Verb.END.value:
            throw_die(dice, log, Purpose.FIGHT.value, 0, came, 6)
            b.flag = 7

    def names_now(b, names):
        newcomer = FigureName("New", "Newcomer", "", "", "N")
        return replace(names, figures=(*names.figures, newcomer)) if b.flag == 7 else names

    register(replace(GAME, names_now=names_now, verbs=Verbs(*verbs._replace(apply=apply_and_come))))
    battle = sandtable.new("duel", seed=4)
    before = battle.copy()
    battle.play("end")
    data = battle.to_json()
    (die,) = [die for die in data["actions"][0]["dice"] if die["for"] == "fight"]
    assert die["figure"] == "New"
    assert any(event.text.startswith("Newcomer (New)") for event in battle.events)
    check_line(before, entry_of(battle.last), battle)
    assert load_data(data).state_hash() == battle.state_hash()
    die["figure"] = "Nobody"
    with pytest.raises(InputError, match="has a die for 'Nobody', which is nobody here"):
        load_data(data)


def test_a_line_that_leads_elsewhere_is_found_before_it_is_stored():
    battle = played(0)
    before = battle.copy()
    other = next(action.text for action in battle.legal() if action.text != "end")
    battle.play("end")
    line = entry_of(battle.last)
    check_line(before.copy(), line, battle)
    with pytest.raises(InputError, match="reads as something else"):
        check_line(before.copy(), line | {"do": other, "dice": []}, battle)
    with pytest.raises(SaveMismatch, match="throws D6"):
        check_line(before.copy(), line | {"dice": [{**die, "sides": 8} for die in line["dice"]]}, battle)


def test_a_save_that_older_rules_wrote_is_kept_as_far_as_it_agrees(tmp_path, capsys):
    """Three actions are kept, the fourth's hash is another; the rescued save opens, and goes on."""
    battle = sandtable.new("dbaix", seed=5)
    for _ in range(6):
        battle.play(battle.legal()[0])
    stood = battle.history[3].hash
    data = battle.to_json()
    data["actions"][3]["hash"] = "0" * 16
    path = tmp_path / "battle.json"
    path.write_text(json.dumps(data))
    assert cli.run(["replay", str(path), "--quiet"]) == 2
    assert "action 4" in capsys.readouterr().err
    assert cli.run(["replay", str(path), "--rescue"]) == 0
    said = capsys.readouterr().out
    assert "action 4" in said and "3 actions kept" in said
    rescued = load(tmp_path / "battle.rescued.json")
    assert rescued.state_hash() == stood and rescued.engine.since == 4
    rescued.play(rescued.legal()[0])
    kept = (tmp_path / "battle.rescued.json").read_bytes()
    assert json.loads(kept)["dice"]["seed"] is None  # nobody has seen the dice to come
    assert cli.run(["replay", str(path), "--rescue"]) == 0
    assert "battle.rescued-2.json: 3 actions kept" in capsys.readouterr().out
    assert (tmp_path / "battle.rescued.json").read_bytes() == kept
    assert load(tmp_path / "battle.rescued-2.json").state_hash() == stood
    assert cli.run(["replay", str(tmp_path / "battle.rescued.json"), "--rescue"]) == 0
    assert "every state as saved" in capsys.readouterr().out
