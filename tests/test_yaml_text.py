"""YAML text that is changed where its data changed: all else of it, comments too, stays as somebody wrote it."""

from __future__ import annotations

import copy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sandtable.files import as_yaml, parse_yaml, rewritten
from sandtable.games import built_in, get_game
from sandtable.table.scenarios import plain_data

TEXT = """\
# A battle.
title: Field
description: >-
  Two lines
  of text.
terrain:
  - {kind: wood, at: [1, 2]}  # oak
  - {kind: hill, at: [3, 4], size: 2}

  - kind: road
    points: [[0, 0], [5, 5]]
sides:
  red: {name: Red, men: 3}
# The end.
"""
FILES = [file for key in built_in() for file in sorted((get_game(key).folder / "scenarios").glob("*.yaml"))]


def data() -> dict[str, Any]:
    plain: dict[str, Any] = plain_data(parse_yaml(TEXT, ""))
    return plain


@pytest.mark.parametrize(
    "text", ["0E0", "1e5", "+1.", ".5", "inf", "~", "no", "Null", "TRUE", "- a", "a: b", "#", "0x1F"]
)
def test_words_that_yaml_takes_for_something_else_are_quoted(text):
    """``0E0`` is a number in YAML 1.2, and none in YAML 1.1, by which PyYAML writes."""
    assert parse_yaml(as_yaml({"name": text, "list": [text], text: {"in": text}}), "") == {
        "name": text,
        "list": [text],
        text: {"in": text},
    }


@given(st.one_of(st.text(), st.text("0123456789.eE+-xn ~:#"), st.text().map(lambda text: f"{text} " * 40)))
@example("\x7f\x85\u2028\u2029\ufeff\ufffe\ud83d\U0001f600\0\t")
def test_any_text_comes_back(text):
    assert parse_yaml(as_yaml({"name": text, "deep": [{"name": text}]}), "") == {"name": text, "deep": [{"name": text}]}


def test_a_value_is_changed_where_it_stands():
    new = data()
    new["terrain"][0]["at"] = [1.5, 2]
    new["sides"]["red"]["name"] = "Reds: all"
    changed = TEXT.replace("[1, 2]", "[1.5, 2]").replace("name: Red,", 'name: "Reds: all",')
    assert rewritten(TEXT, new) == changed


def test_an_entry_that_goes_takes_its_line_and_no_other():
    new = data()
    del new["terrain"][0]
    assert rewritten(TEXT, new) == TEXT.replace("  - {kind: wood, at: [1, 2]}  # oak\n", "")
    new = data()
    del new["terrain"][2], new["sides"]["red"]["men"], new["description"]
    assert rewritten(TEXT, new) == TEXT.replace("  - kind: road\n    points: [[0, 0], [5, 5]]\n", "").replace(
        ", men: 3", ""
    ).replace("description: >-\n  Two lines\n  of text.\n", "")


def test_what_comes_stands_behind_the_last_of_its_kind():
    new = data()
    new["terrain"].append({"kind": "marsh", "at": [7, 8]})
    new["terrain"][2]["label"] = "Way"
    new["sides"]["blue"] = {"name": "Blue"}
    new["minutes"] = 30
    assert rewritten(TEXT, new) == TEXT.replace(
        "    points: [[0, 0], [5, 5]]\n",
        "    points: [[0, 0], [5, 5]]\n    label: Way\n  - {kind: marsh, at: [7, 8]}\n",
    ).replace("men: 3}\n", "men: 3}\n  blue: {name: Blue}\nminutes: 30\n")


def test_a_folded_text_stays_folded():
    new = data()
    new["description"] = "Another text."
    assert rewritten(TEXT, new) == TEXT.replace("  Two lines\n  of text.\n", "  Another text.\n")


def test_text_that_cannot_be_read_is_written_anew():
    assert parse_yaml(rewritten("a: [", {"title": "yes", "n": [1, {"x": None}]}), "") == {
        "title": "yes",
        "n": [1, {"x": None}],
    }


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.parent.name}-{file.stem}")
def test_any_change_of_any_scenario_is_said_and_no_change_leaves_it(file: Path):
    text = file.read_text("utf-8")
    old = plain_data(parse_yaml(text, ""))
    assert rewritten(text, old) == text
    assert plain_data(parse_yaml(as_yaml(old), "")) == old
    chance = Random(file.name)
    kept = 0
    for _ in range(3):
        new = changed_at_random(old, chance)
        found = rewritten(text, new)
        assert plain_data(parse_yaml(found, "")) == new
        kept += len(set(text.splitlines()) & set(found.splitlines())) > 0.5 * len(set(text.splitlines()))
    assert kept >= 2, "most changes leave most lines"


def ways(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    keys = value.keys() if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [one for key in keys for one in [(*way, key), *ways(value[key], (*way, key))]]


def changed_at_random(old: dict[str, Any], chance: Random) -> dict[str, Any]:
    """A copy in which one thing is another, is gone, or has come."""
    new = copy.deepcopy(old)
    *way, last = chance.choice([one for one in ways(old) if one != ("title",)])
    held: Any = new
    for part in way:
        held = held[part]
    kind = chance.choice(["other", "gone", "more"])
    if kind == "gone":
        del held[last]
    elif kind == "more" and isinstance(held, list):
        held.insert(chance.randrange(len(held) + 1), copy.deepcopy(held[last]))
    elif kind == "more":
        held["more"] = chance.choice([{"a": 1, "b": [1, 2]}, [{"a": 1}, {"b": 2}], "x: y"])
    else:
        held[last] = chance.choice([2.5, "no", "a, b", {"x": [1, 2]}, [1, 2], True, "long " * 40 + "text", None])
    return new
