"""Actions sized by their game: places for each figure, modes and side-steps, in notation, JSON, cases and back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sandtable
from sandtable.errors import NotationError
from sandtable.games import get_game
from sandtable.games.game import Phrase
from sandtable.kernel.action_drafts import blank
from sandtable.kernel.geometry import facing_of_degrees
from sandtable.kernel.records import ACTION, NONE, Path, action_record, new_actions
from sandtable.table.action_parser import from_mapping
from sandtable.table.actions import canonical
from sandtable.table.name_index import NameIndex
from sandtable.table.notation import parse_action
from sandtable.table.values import Unreadable
from table.duel_game import GAME, Verb

SIZED = action_record(actors=6, via=3, poses=4, modes=True, side_steps=True)
MOVE = Phrase(pose=True, each=True, modes=("walk", "run", "crawl", "all out"))
BATTLE = sandtable.new(replace(GAME, action=SIZED, phrases={**GAME.phrases, "MOVE": MOVE}), dice=[3])
"""Red A and B, Blue C; A faces east at 2,2 (see scenarios/bridge.yaml)."""


def said(text: str) -> Any:
    return parse_action(text, BATTLE.record, BATTLE.engine.lexicon)


def test_an_action_is_no_larger_than_its_game_needs() -> None:
    assert get_game("dba").action is get_game("dbaix").action is ACTION
    assert ACTION.itemsize == 284
    assert action_record(poses=10).itemsize == 284 + 4 + 10 * 32
    assert action_record(actors=1, via=2).itemsize == 284 - 31 * 4 - 4 * 16
    assert not {"mode", "poses", "aside"} & set(ACTION.names or ())


def test_a_kernels_draft_blanks_the_fields_of_its_game_and_no_others() -> None:
    for dtype in (ACTION, SIZED):
        action = np.frombuffer(bytearray(b"\x7f" * dtype.itemsize), dtype)[0]
        blank(action, 3)
        expected = new_actions(1, dtype)[0]
        expected.verb, expected.fy = 3, 1.0
        assert action.tobytes() == expected.tobytes()


def test_a_game_whose_phrases_need_more_than_its_actions_hold_is_none() -> None:
    for phrase in (Phrase(modes=("walk", "run")), Phrase(pose=True, each=True)):
        with pytest.raises(ValueError, match="MOVE needs actions with"):
            replace(GAME, phrases={"MOVE": phrase})


# Modes


def test_a_mode_is_named_in_every_form() -> None:
    ran = said("move A to 4,2 facing 90 mode run")
    assert ran.mode == "run" and int(ran.record["mode"]) == 1
    assert ran.text == "move A to 4,2 facing 90 mode run"
    assert ran.to_json()["mode"] == "run"
    assert ran.label.endswith(": run 2 inches ahead")
    far = said("move A mode all_out to 4,2")
    assert far.mode == "all out" and said(far.text) == far
    assert from_mapping({"move": ["A"], "ahead": 2, "mode": "run"}, BATTLE.record, BATTLE.engine.lexicon) == ran


def test_the_first_mode_goes_without_saying() -> None:
    walked = said("move A ahead 1")
    assert walked.mode == "walk" and "mode" not in walked.text and "mode" not in walked.to_json()
    assert said("move A ahead 1 mode walk") == walked
    assert said("end").mode == ""


def test_a_mode_that_there_is_not_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(NotationError, match=r"one of walk, run, crawl, all_out, not 'rum'; did you mean run\?"):
        said("move A ahead 1 mode rum")
    with pytest.raises(NotationError):  # a verb without modes
        said("give A to B mode run")


# A place for each


def test_each_figure_has_a_place_of_its_own() -> None:
    moved = said("move A B each 4,3,90 5.5,6.25,12.5")
    assert moved.each == ((4.0, 3.0, 90.0), (5.5, 6.25, 12.5))
    assert moved.to == (4.0, 3.0) and moved.facing == 90.0  # the first leads
    assert moved.text == "move A B each 4,3,90 5.5,6.25,12.5"
    assert moved.to_json()["each"] == [{"to": [4.0, 3.0], "facing": 90.0}, {"to": [5.5, 6.25], "facing": 12.5}]
    case = {"move": ["A", "B"], "each": [{"to": [4, 3], "facing": "E"}, {"to": [5.5, 6.25], "facing": 12.5}]}
    assert from_mapping(case, BATTLE.record, BATTLE.engine.lexicon) == moved


def test_a_place_without_a_facing_keeps_it() -> None:
    assert [pose[2] for pose in said("move A C each 4,3 8,3").each] == [90.0, 270.0]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("move A B each 4,3", "2 figures and 1 place: one for each"),
        ("move A each 4,3 5,5", "1 figure and 2 places: one for each"),
        ("move A each 4,3 ahead 2", "no other way to say where they end"),
        ("move A each 4,3 via 5,5", "no other way to say where they end"),
        ("move A each", "a place for each figure follows 'each'"),
        ("move A each 4,3,90,1", "a place x,y or x,y,facing"),
        ("move A each x,3", "each is a number"),
    ],
)
def test_places_that_cannot_be_meant(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        said(text)


def test_no_more_than_there_is_room_for() -> None:
    phrases = {**GAME.phrases, "MOVE": Phrase(pose=True, each=True)}
    small = replace(GAME, action=action_record(actors=2, via=2, poses=1), phrases=phrases)
    lexicon = NameIndex(small, BATTLE.names)
    for text, words in (
        ("move A B C ahead 1", "at most 2 figures, not 3"),
        ("move A B each 4,3 5,3", r"places of their own for at most 1 figure\."),
        ("move A via 4,3 5,3 6,3 to 7,3", "at most 2 waypoints, not 3"),
        ("move A march 1 right 10 1 right 10 1 right 10", "at most 2 legs, not 3"),
        ("move A march 1 step left 1", "no march of this game steps aside"),
    ):
        with pytest.raises(NotationError, match=words):
            parse_action(text, BATTLE.record, lexicon)


def test_of_most_that_are_one_the_word_is_of_one() -> None:
    phrases = {**GAME.phrases, "MOVE": Phrase(pose=True, each=True)}
    small = replace(GAME, action=action_record(actors=2, via=1, poses=2), phrases=phrases)
    lexicon = NameIndex(small, BATTLE.names)
    for text, words in (
        ("move A via 4,3 5,3 to 7,3", "at most 1 waypoint, not 2"),
        ("move A march 1 right 10 1 right 10", "at most 1 leg, not 2"),
    ):
        with pytest.raises(NotationError, match=words):
            parse_action(text, BATTLE.record, lexicon)


def test_of_one_figure_an_action_names_one() -> None:
    lexicon = NameIndex(replace(GAME, action=action_record(actors=1)), BATTLE.names)
    with pytest.raises(NotationError, match="one action names one figure, not 2"):
        parse_action("move A B ahead 1", BATTLE.record, lexicon)


# Side-steps


def test_a_leg_may_step_aside() -> None:
    # A at 2,2 faces east: 2 ahead to 4,2; 1.5 to its right hand, south, to 4,0.5; 1 ahead to 5,0.5.
    moved = said("move A march 2 step right 1.5 1")
    assert moved.to == (5.0, 0.5) and moved.facing == 90.0
    assert moved.text == "move A march 2 step right 1.5 1 to 5,0.5 facing 90"
    assert moved.to_json()["legs"] == [{"ahead": 2.0}, {"step": "right", "by": 1.5}, {"ahead": 1.0}]
    assert said("move A march step left 1").to == (2.0, 3.0)


def test_after_a_wheel_it_steps_to_its_new_hand() -> None:
    # Its left front corner is 2.5,2.5: a wheel left by 90 about it leads from 2,2 to 3,2, facing north; then a step
    # right leads east.
    moved = said("move A march left 90 step right 1")
    assert moved.to == (4.0, 2.0) and moved.facing == 0.0


@pytest.mark.parametrize(
    ("legs", "words"),
    [
        ([{"step": "up", "by": 1}], "steps left or right"),
        ([{"step": "left"}], "legs are a list like"),
        ([{"ahead": 1, "by": 2}], "legs are a list like"),
        ([{}], "legs are a list like"),
    ],
)
def test_legs_that_cannot_be_meant(legs: Any, words: str) -> None:
    with pytest.raises(Unreadable, match=words):
        from_mapping({"move": ["A"], "legs": legs}, BATTLE.record, BATTLE.engine.lexicon)
    with pytest.raises(NotationError, match="a side-step is to a hand"):
        said("move A march 2 step 1")


# Everything at once, there and back

lattice = st.integers(-60 * 2048, 60 * 2048).map(lambda n: n / 2048)
facings = st.integers(0, 35999).map(lambda n: n / 100)
lengths = st.integers(1, 60 * 2048).map(lambda n: n / 2048)
wheels = st.integers(1, 18000).flatmap(lambda n: st.sampled_from([n / 100, -n / 100]))
asides = st.one_of(lengths, lengths.map(lambda v: -v))
legs = st.lists(st.tuples(lengths, asides, wheels), min_size=1, max_size=3)


@st.composite
def records(draw: Any) -> Any:
    """Any move of the game with large actions."""
    record = new_actions(1, SIZED)[0]
    record.verb, record.mode = Verb.MOVE.value, draw(st.integers(0, 3))
    actors = draw(st.lists(st.integers(0, 2), min_size=1, max_size=3, unique=True))
    record.n_actors = len(actors)
    record.actors[: len(actors)] = actors
    record.x, record.y = draw(lattice), draw(lattice)
    record.fx, record.fy = facing_of_degrees(draw(facings))
    how = draw(st.sampled_from(["straight", "each", "march"]))
    if how == "each":
        record.n_poses = len(actors)
        for k in range(len(actors)):
            x, y = draw(lattice), draw(lattice)
            record.poses[k] = (x, y, *facing_of_degrees(draw(facings)))
        for name in ("x", "y", "fx", "fy"):
            record[name] = record.poses[0][name]
    elif how == "march":
        record.path = Path.MARCH.value
        ways = draw(legs)
        record.n_via = len(ways)
        for k, (ahead, aside, degrees) in enumerate(ways):
            record.via[k] = ahead, degrees
            record.aside[k] = aside
    return record


@given(records())
def test_every_action_round_trips_through_text_and_json_exactly(record: Any) -> None:
    made = canonical(record, BATTLE.engine.lexicon, BATTLE.record)
    assert made.record.tobytes() == record.tobytes()
    assert said(made.text) == made and said(made.text).text == made.text
    assert from_mapping(made.to_json(), BATTLE.record, BATTLE.engine.lexicon) == made


def test_lists_and_samples_are_of_the_games_own_size() -> None:
    listed = BATTLE.legal()
    assert listed and all(action.record.dtype == SIZED for action in listed)
    assert BATTLE.sample(1).record.dtype == SIZED
    assert all(int(action.record["target"]) == NONE for action in listed)
    BATTLE.judge(listed[0])
