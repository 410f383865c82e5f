"""Positions from battles of generals as puzzles: each is laid, its answers are legal, and the best is still ahead."""

from __future__ import annotations

from datetime import date

import numpy as np
import pytest

from sandtable.batch import Batch
from sandtable.compiler.decorators import COMPILED
from sandtable.errors import InputError
from sandtable.games import built_in, get_game
from sandtable.games.dba.record import Phase
from sandtable.generals import Kind, tutor
from sandtable.generals.desk import new_desk
from sandtable.generals.tutor import Trial, last_positions
from sandtable.kernel.dice import new_dice
from sandtable.table import tutor_positions
from sandtable.table.tutor_positions import tutor_keys, tutor_position

POSITIONS = [(game, name) for game in sorted(built_in()) for name in tutor_keys(game)]
"""Every position there is."""

FEW = 2
"""Positions of each game that are played on: others tomorrow."""

PLAYOUTS = 40
"""Of the best answer and of the next."""


def found_anew(game: str, name: str) -> str:
    """What to do about a position that its game has outgrown."""
    return f"delete data/tutor/{name}.yaml of {game}, and run: .venv/bin/python tools/find_puzzles.py {game}"


def in_turn() -> list[tuple[str, str]]:
    """A few positions of each game, by the day."""
    few = []
    for game in sorted(built_in()):
        names, first = tutor_keys(game), FEW * date.today().toordinal()
        few += [(game, names[(first + k) % len(names)]) for k in range(min(FEW, len(names)))]
    return few


LAID = POSITIONS if COMPILED else in_turn()
"""Those that are laid: where rules are interpreted, that takes a fifth of a second each."""


@pytest.mark.parametrize(("game", "name"), LAID)
def test_a_position_is_laid_and_its_answers_are_legal_with_the_best_far_ahead(game, name):
    try:
        found = tutor_position(game, name)
    except InputError as error:
        pytest.fail(f"{error}; {found_anew(game, name)}")
    answers = found.told.answers
    assert answers[0].behind == (0.0, 0.0, 0.0)
    assert answers[1].behind[0] >= 0.3 and answers[1].behind[1] >= 0.2
    assert all(one.wins[0] <= answers[0].wins[0] - 0.3 + 1e-9 for one in answers[1:])
    shares = [share for one in answers for share in one.wins]
    assert all(0.0 <= share <= 1.0 for share in shares)
    verbs, b = found.battle.game.verbs, found.battle.array
    before = b.tobytes()
    verbs.redact(b[0], verbs.current_side(b[0]))
    assert b.tobytes() == before, "what its side may not see is blank"


@pytest.mark.full
@pytest.mark.skipif(not COMPILED, reason="to play a position on takes a minute where rules are interpreted")
@pytest.mark.parametrize(("game", "name"), in_turn())
def test_the_best_answer_is_still_ahead(game, name):
    """With other dice than it was found by."""
    found = tutor_position(game, name)
    trial = Trial(found.battle, found.battle.array[0], new_desk(found.battle.game))
    texts = [action.text for action in trial.actions]
    missing = {action.text for action in found.actions} - set(texts)
    assert not missing, f"an answer is not listed; {found_anew(game, name)}"
    best, following = (
        trial.play(texts.index(action.text), range(PLAYOUTS), 20261130).mean() for action in found.actions[:2]
    )
    assert best > following, f"{found.actions[0].label}: {best} against {following}; {found_anew(game, name)}"
    first, *others = (texts.index(action.text) for action in found.actions)
    wins = found.told.answers[0].wins[0]
    later = [trial.labels[k] for k in others if tutor._can_wait(trial, first, k, wins, 20261130)]
    assert not later, f"after {later} the best may be done as well; {found_anew(game, name)}"
    labels = trial.labels
    alike = [k for k in range(trial.n) if labels[k] == found.actions[0].label]
    worst = min(trial.play(k, range(PLAYOUTS), 20261130).mean() for k in alike)
    assert worst > best - 0.25, f"what reads as {labels[alike[0]]} wins {worst}, not {best}; {found_anew(game, name)}"


@pytest.mark.full
@pytest.mark.skipif(not COMPILED, reason="a whole battle is fought")
def test_a_bound_is_looked_at_with_its_die_fallen_on_1_as_well_and_nothing_else_changed():
    game = get_game("dba")
    b = Batch.new(game, 1, "first-lesson", seed="b").battles[0]
    positions = last_positions(game, b, [Kind.QUICK, Kind.QUICK], "b", new_desk(game))
    moving = [one for one in positions if one.record["phase"] == Phase.MOVEMENT]
    assert [one.is_last for one in moving] == [one.record["pips"] == 1 for one in moving]
    assert any(one.is_last and not one.name.endswith(" die 1") for one in moving), "orders are spent, too"
    kept = {one.name: one.record for one in positions}
    fallen = {name: record for name, record in kept.items() if name.endswith(" die 1")}
    assert fallen and all(record["pips"] == 1 for record in fallen.values())
    for name, record in fallen.items():
        there = kept[name.removesuffix(" die 1")].copy()
        there["pips"] = 1
        assert there.tobytes() == record.tobytes()


@pytest.mark.full
@pytest.mark.skipif(not COMPILED, reason="a whole battle is fought")
def test_no_puzzle_lies_near_another_of_its_battle(monkeypatch):
    game, one, looked_at = get_game("dba"), tutor_position(*POSITIONS[0]), []
    desk = new_desk(game)
    whole = last_positions(game, Batch.new(game, 1, "first-lesson", seed="b").battles[0], [Kind.QUICK] * 2, "b", desk)
    places = [kept.name for kept in whole if kept.is_last]
    monkeypatch.setattr(Trial, "is_near_the_end", lambda *_: True)
    monkeypatch.setattr(tutor, "likeness", lambda _: (str(len(looked_at)),))

    def is_one(_trial, name, *_):
        looked_at.append(places.index(name))
        answer = tutor.AnswerFound(one.actions[0], None, None)
        return tutor.Found(name, one.battle, 2, (answer, answer), -1, 2), True

    monkeypatch.setattr(tutor, "_in_position", is_one)
    found = [places.index(puzzle.name) for puzzle in tutor._in_battle(game, "first-lesson", "b", ["quick"], desk)]
    assert found == looked_at and len(found) == 2 and abs(found[0] - found[1]) > tutor.NEAR


@pytest.mark.parametrize("is_found", [False, True])
def test_what_is_like_a_puzzle_of_the_same_battle_is_not_weighed_at_depth(monkeypatch, is_found):
    game, name = POSITIONS[0]
    battle, weighed = tutor_position(game, name).battle, []
    trial = Trial(battle, battle.array[0], new_desk(battle.game))
    monkeypatch.setattr(tutor, "screen", lambda *_: [0, 1])
    monkeypatch.setattr(tutor, "_halve", lambda *_: [0, 1])
    monkeypatch.setattr(tutor, "weigh_at_depth", lambda deep, _: weighed.append(deep.labels))
    best = trial.actions[0]
    found = {(best.verb, *best.figures[:1])} if is_found else {(best.verb, "Z99")}
    assert tutor._in_position(trial, name, trial.desk, found) == (None, not is_found)
    assert len(weighed) == (0 if is_found else 1)


@pytest.mark.parametrize(
    ("other", "wins", "can"),
    [
        ("give A8 order move from A8", 0.9, True),  # of the reserve: Black riders' one order is still theirs to give
        ("give A8 order move from A8", 1.2, False),  # what is done later wins less often
        ("give A7 order move from A7", 0.9, False),  # that was the one
        ("ready", 0.9, False),  # and there no more are given
    ],
)
def test_what_can_be_done_after_another_answer_as_well_is_no_answer(monkeypatch, other, wins, can):
    battle = tutor_position("batalist", "0101-350").battle
    trial = Trial(battle, battle.array[0], new_desk(battle.game))
    texts = [action.text for action in trial.actions]
    monkeypatch.setattr(Trial, "play", lambda *_: np.ones(1))
    best = texts.index("give A3 order melee_attack from A7")
    assert tutor._can_wait(trial, best, texts.index(other), wins, 0) is can


def test_nothing_is_uncertain_of_how_far_the_best_lies_behind_itself(monkeypatch):
    """Of the others something is, though all playouts say the same."""
    found = tutor_position("batalist", "0101-350")
    trial = Trial(found.battle, found.battle.array[0], new_desk(found.battle.game))
    best = [action.text for action in trial.actions].index(found.actions[0].text)
    monkeypatch.setattr(Trial, "play", lambda _, k, numbers, key: np.full(len(numbers), float(k == best)))
    answers, _ = tutor.weigh_at_depth(trial, new_dice("planner"))
    assert answers[0].action.text == found.actions[0].text and answers[0].behind[:3] == (0.0, 0.0, 0.0)
    assert all(one.behind.mean == 1.0 > one.behind.low for one in answers[1:])


@pytest.fixture
def outgrown(tmp_path, monkeypatch):
    """Writes one of the positions, changed, into a folder that its game then has in place of its own."""
    game, name = POSITIONS[0]
    facts = get_game(game)
    text = (facts.folder / "data" / "tutor" / f"{name}.yaml").read_text("utf-8")

    def changed(*replaced: tuple[str, str]) -> None:
        folder = tmp_path / "data" / "tutor"
        folder.mkdir(parents=True)
        new = text
        for one, other in replaced:
            new = new.replace(one, other)
        assert new != text
        (folder / f"{name}.yaml").write_text(new, "utf-8")
        monkeypatch.setattr(tutor_positions, "folder_of", lambda _: folder)
        tutor_position(game, name)

    return changed


def test_what_is_wrong_with_a_file_is_said_in_one_sentence(outgrown):
    name = POSITIONS[0][1]
    with pytest.raises(InputError, match=rf"^{name}.yaml, line \d+, field tutor.playouts: expected"):
        outgrown(("playouts: 200", "playouts: many"))


def test_an_answer_that_is_not_legal_any_more_is_told_with_its_line(outgrown):
    game, name = POSITIONS[0]
    best = tutor_position(game, name).told.answers[0].action
    with pytest.raises(InputError, match=rf"^{name}.yaml, line \d+, field tutor.answers\[1\].action: "):
        outgrown((best, "attack nobody"))


def test_what_quick_would_do_is_one_of_the_answers_or_none(outgrown):
    with pytest.raises(InputError, match="field tutor: .*the best answer first, and quick among them"):
        outgrown(("quick: ", "quick: 1"))
