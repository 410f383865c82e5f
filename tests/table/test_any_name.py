"""Whatever people call figures, sides and ground in their files: actions are read as they were written, saves open."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sandtable.compiler.decorators import COMPILED
from sandtable.games import built_in, get_game
from sandtable.games.game import Names
from sandtable.table.battle import Battle
from sandtable.table.cases import answer
from sandtable.table.name_index import NameIndex
from table.round_trips import is_a_case, of_each_verb, opens, read_again, seldom, step

pytestmark = [pytest.mark.volume, pytest.mark.skipif(not COMPILED, reason="the compiled run plays these battles")]

Case = Callable[[list[str], list[str]], dict[str, Any]]


def batalist(ids: list[str], names: list[str]) -> dict[str, Any]:
    """Two battalions a side, wounded among them, a wood, a building and a hill."""
    a, b, c, d = (word[:6] for word in ids)
    ground = [
        {"kind": "wood", "name": names[0], "disc": [70, 40, 6]},
        {"kind": "building", "name": names[1], "box": [10, 10, 16, 16]},
        {"kind": "hill", "name": names[2], "disc": [20, 40, 6]},
    ]
    south = [
        {"id": a, "unit": "halberdiers", "figures": 12, "files": 5, "start": 20, "wounded": 6, "at": [40, 20],
         "facing": "N", "cards": ["to_the_doctor", "turn"]},
        {"id": b, "unit": "knights", "at": [60, 20], "facing": "N", "cards": ["melee_attack"]},
    ]  # fmt: skip
    north = [
        {"id": c, "unit": "orc_warriors", "at": [40, 55], "facing": "S"},
        {"id": d, "unit": "orc_warriors", "at": [60, 30], "facing": "S"},
    ]
    sides = {"south": {"hospital": [40, 5], "battalions": south}, "north": {"battalions": north}}
    return {"house_rules": {"wounded": "yes"}, "ground": ground, **sides}


def dba(ids: list[str], names: list[str]) -> dict[str, Any]:
    """Two elements a side near each other."""
    places = [
        ("red", [1000, 1000], "N"),
        ("red", [1160, 1000], "N"),
        ("blue", [1000, 1240], "S"),
        ("blue", [1160, 1300], "S"),
    ]
    figures = [
        {"id": word, "is": "4Bd", "side": side, "name": name, "left": at, "facing": facing}
        for word, name, (side, at, facing) in zip(ids, names, places, strict=True)
    ]
    return {"side": "red", "pips": 5, "figures": figures}


def dbaix(ids: list[str], names: list[str]) -> dict[str, Any]:
    """Two legionaries and two villagers, by a wood and a tree."""
    kinds = [
        ("legionary", [38, 17], "N"),
        ("dubius_status", [40, 17], "N"),
        ("villager", [38, 20], "S"),
        ("villager", [41, 21], "S"),
    ]
    figures = [
        {"id": word, "is": kind, "name": name, "at": at, "facing": facing}
        for word, name, (kind, at, facing) in zip(ids, names, kinds, strict=True)
    ]
    return {"side": "romans", "pips": 6, "figures": figures}


def flash_flood(ids: list[str], names: list[str]) -> dict[str, Any]:
    """A squad of two, and two swarmers, in one drain."""
    a, b = (word[:2].capitalize() for word in ids[:2])
    squad = {"id": a, "name": names[0], "models": ["line_guard", "line_guard"], "at": [[20, 3], [21.5, 3]]}
    swarm = {"id": b, "name": names[1], "models": ["gun_swarmer", "gun_swarmer"], "at": [[27, 3], [28.3, 3]]}
    return {
        "phase": "shooting",
        "imperials": {"name": names[2], "squads": [squad]},
        "tyranids": {"name": names[3], "squads": [swarm]},
    }


def inter_arma(ids: list[str], names: list[str]) -> dict[str, Any]:
    """Two men a side, a tower, a wood and a standard, all with names."""
    a, b, c, d = (word[:6] for word in ids)
    red = [
        {"id": a, "name": names[0], "at": [50, 40], "facing": "N"},
        {"id": b, "name": names[1], "at": [56, 40], "facing": "N"},
    ]
    blue = [
        {"id": c, "name": names[2], "at": [50, 50], "facing": "S"},
        {"id": d, "name": names[3], "at": [60, 50], "facing": "S"},
    ]
    return {
        "table": {"width": 120, "height": 90},
        "initiative": ["red", "blue"],
        "ground": [
            {"kind": "tower", "id": names[0][:30] or "tower", "box": [52, 42, 56, 46]},
            {"kind": "wood", "id": names[1][:30] + "1", "box": [5, 5, 30, 30]},
        ],
        "markers": [{"thing": "standard", "name": names[2] or "standard", "at": [54, 38], "owner": "red"}],
        "sides": [
            {"key": "red", "name": names[3], "edge": "south", "figures": red},
            {"key": "blue", "name": names[0], "edge": "north", "figures": blue},
        ],
    }


def pursuit(ids: list[str], names: list[str]) -> dict[str, Any]:
    """Two riders with two pursuers near them."""
    a, b, c, d = (word[:6] for word in ids)
    quarry = [
        {"id": a, "name": names[0], "profile": "scout_rider", "at": [20, 18]},
        {"id": b, "name": names[1], "profile": "scout_rider", "at": [20, 14]},
    ]
    hunters = [
        {"id": c, "name": names[2], "profile": "winged_swarmer", "at": [12, 18]},
        {"id": d, "name": names[3], "profile": "winged_swarmer", "at": [14, 14]},
    ]
    return {
        "phase": "movement",
        "quarry": {"name": names[0], "figures": quarry},
        "hunters": {"name": names[1], "figures": hunters},
    }


CASES: dict[str, Case] = {
    each.__name__.replace("_", "-"): each for each in (batalist, dba, dbaix, flash_flood, inter_arma, pursuit)
}
"""A case of each game with four ids and four names of somebody's choice, as files have them."""

ID = st.from_regex(r"\A[A-Za-z][A-Za-z0-9]{0,5}\Z")
NAME = st.one_of(
    st.text(st.characters(exclude_categories=("C", "Z")), max_size=8),
    st.sampled_from(
        ["to", "tower", "from", "each", "mode", "end", "hand over", "#2", "1", "0E0", "a,b", "x@1", "Ё", "الف", "'"]
    ),
)


def words_of(game: str) -> list[str]:
    """The words of a game's notation and positions that may be an id."""
    lexicon = NameIndex(get_game(game), Names((), ()))
    keys = {word for verb in get_game(game).verb for word in lexicon.keys(verb.value)}
    known = {*keys, *lexicon.verb_words, *(get_game(game).dtype.names or ())}
    return sorted(word for word in known if word.isalnum() and word.isascii() and word[0].isalpha() and len(word) <= 6)


def called(game: str, ids: list[str], names: list[str]) -> Battle:
    """The battle of a game's case in which figures and ground are called so."""
    return answer({"game": game, **CASES[game](ids, names), "seed": 1}, "case").battle


def ids_of(game: str) -> Any:
    """Four ids, no two of them alike as far as a game keeps them apart."""
    far = {"flash-flood": 2}.get(game, 6)  # letters of a squad, whose models have numbers
    word = st.one_of(st.sampled_from(words_of(game)), ID).filter(lambda each: far == 6 or each[:far].isalpha())
    return st.lists(word, min_size=4, max_size=4, unique_by=lambda each: each[:far].lower())


def test_every_game_has_a_case_whose_names_are_chosen() -> None:
    assert sorted(CASES) == sorted(built_in())


@pytest.mark.parametrize("game", sorted(CASES))
def test_whatever_figures_sides_and_ground_are_called_an_action_is_read_as_it_was_written(game: str) -> None:
    plain = called(game, ["Aa", "Bb", "Cc", "Dd"], ["one", "two", "three", "four"])
    tried = 0

    @settings(max_examples=25, deadline=None)
    @given(ids=ids_of(game), names=st.lists(NAME, min_size=4, max_size=4))
    @example(ids=words_of(game)[:4], names=["tower", "0E0", "", "#1"])
    def any_names(ids: list[str], names: list[str]) -> None:
        nonlocal tried
        battle = called(game, ids, names)
        assert battle.state_hash() == plain.state_hash(), "a name is no part of the table"
        assert len(battle.legal()) == len(plain.legal())
        chance = random.Random(1)
        for _ in range(5):
            listed = battle.legal()
            for action in of_each_verb(listed, chance):
                read_again(battle, action)
            step(battle, seldom(battle, listed, chance))
            is_a_case(battle)
        opens(battle)
        tried += 1

    any_names()
    assert tried >= 20
