"""Broken files: whatever is in a case, save, scenario or army, it is read or refused in one short sentence."""

from __future__ import annotations

import copy
import json
import os
import random
import string
import threading
import time
import tomllib
from pathlib import Path

import pytest
import yaml

import sandtable
from conftest import REDUCED
from sandtable.errors import SandtableError
from sandtable.files import load_toml, load_yaml
from sandtable.games import built_in, get_game
from sandtable.table.cases import adjudicate
from sandtable.table.scenarios import find_scenario, lay, scenario_names

TRIES = int(os.environ.get("SANDTABLE_BROKEN_FILES", 5 if REDUCED else 10))
"""Broken forms of each file."""

LONGEST = 320
"""Characters of the longest sentence, the file's own name left out."""

SECONDS = 30.0 if REDUCED else 5.0
"""The longest that any file may take on a busy machine, once the rules are compiled; most take milliseconds."""

PROJECT = Path(__file__).resolve().parents[1]

LONG = "x" * 100_000

ODD = [
    None, True, False, 0, -1, 7, 10**9, 2**63, 10**400, -(10**4000), 1e300, -0.5, float("inf"), float("nan"),
    "", " ", "x", "no such thing", LONG, "1" * 5000, "a\nb", "\x1b[31mred", "é" * 500, "{", "[]", "../../etc/passwd",
    [], {}, [[]], [None], [1, 2], [1, 2, 3], {"x": 1}, {"": {}}, {"id": []}, [{}], [LONG] * 3, ["x"] * 2000,
    {LONG: 1}, {"at": "here"}, {str(k): k for k in range(2000)}, [[[[[[[[1]]]]]]]], {"a": {"b": {"c": {"d": 1}}}},
]  # fmt: skip
"""What may stand where something else was expected."""


def spots(data, way=()):
    """The way to every value in nested data."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield (*way, key)
        yield from spots(value, (*way, key))


def broken(data, rng):
    """The same data with one to three things wrong in it."""
    data = copy.deepcopy(data)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        places = list(spots(data))
        if not places:
            break
        *way, last = rng.choice(places)
        owner = data
        for step in way:
            owner = owner[step]
        kind = rng.randrange(6)
        if kind < 4:
            owner[last] = copy.deepcopy(rng.choice(ODD))
        elif kind == 4 or isinstance(last, int):
            del owner[last]
        else:
            owner[rng.choice(["", LONG, "x" + last, last.upper()])] = owner.pop(last)
    return data


def garbled(text, rng):
    """The same text with letters changed, lost, doubled, or cut off."""
    letters = list(text)
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(letters))
        kind = rng.randrange(5)
        if kind == 0:
            letters[at] = rng.choice(string.printable + "\x00\ud7ff—")
        elif kind == 1:
            del letters[at : at + rng.randrange(1, 30)]
        elif kind == 2:
            letters[at:at] = letters[at : at + rng.randrange(1, 200)]
        elif kind == 3:
            letters[at:at] = rng.choice(
                ["[", "{", "]", "}", ":", "- ", "\n", "'", '"', "&a ", "*a ", "!!t ", "|", "9" * 60]
            )
        else:
            del letters[max(1, at) :]
        if not letters:
            break
    return "".join(letters)


def as_toml(data):
    """Nested data as TOML, with inline tables; None is left out."""
    if isinstance(data, dict):
        return "{" + ", ".join(f"{json.dumps(k)} = {as_toml(v)}" for k, v in data.items() if v is not None) + "}"
    if isinstance(data, list):
        return "[" + ", ".join(as_toml(value) for value in data if value is not None) + "]"
    if isinstance(data, float):
        return repr(data)
    return json.dumps(data)


def toml_text(data):
    return "".join(f"{json.dumps(k)} = {as_toml(v)}\n" for k, v in data.items() if v is not None)


def answered(read, path):
    """What reading the file gives: None where it is fine, else the sentence. Anything else fails here."""
    begun = time.process_time()
    try:
        read(path)
    except SandtableError as error:
        said = str(error)
    else:
        said = None
    assert time.process_time() - begun < SECONDS, f"took {time.process_time() - begun:.1f} s"
    if said is not None:
        own = said.replace(str(path), "FILE")
        assert len(own) <= LONGEST and own.isprintable(), own[:1000]
    return said


def dump(data):
    return yaml.safe_dump(data, allow_unicode=True, sort_keys=False)


def cases(game, folder):
    files = sorted((PROJECT / "casebook" / game).glob("*.yaml"))
    every = max(len(files) // 3, 1)
    return [(file.read_text("utf-8"), ".yaml", yaml.safe_load, dump, adjudicate) for file in files[::every]]


def scenarios(game, folder):
    facts = get_game(game)

    def read(path):
        lay(facts, find_scenario(facts, path), {})

    files = sorted((facts.folder / "scenarios").glob("*.yaml"))[:3]
    return [(file.read_text("utf-8"), ".yaml", yaml.safe_load, dump, read) for file in files]


def saves(game, folder):
    battle = sandtable.new(game, seed=3)
    for _ in range(4):
        battle.play(battle.sample())
    battle.save(folder / "made.json")
    text = (folder / "made.json").read_text("utf-8")
    return [(text, ".json", json.loads, lambda data: json.dumps(data, ensure_ascii=False), sandtable.load)]


def armies(game, folder):
    held = get_game(game).armies
    if held is None:
        return []
    lists = [file.read_text("utf-8") for file in sorted((get_game(game).folder / "armies").glob("*.toml"))[:3]]
    ready = [held.check(entry.ready, {}).text for entry in held.lists()[:3]]
    return [(text, ".toml", tomllib.loads, toml_text, held.load) for text in (*lists, *ready)]


def rosters(game, folder):
    facts = get_game(game)
    if facts.rosters is None:
        return []
    content = find_scenario(facts, scenario_names(facts)[0]).content
    sides = [side.key for side in facts.sides_in(content)]
    return [
        (facts.rosters.of_side(content, side), ".toml", tomllib.loads, toml_text, facts.rosters.check) for side in sides
    ]


@pytest.mark.parametrize("game", built_in())
@pytest.mark.parametrize("kind", [cases, scenarios, saves, armies, rosters], ids=lambda kind: kind.__name__)
def test_whatever_a_file_holds_is_read_or_refused_in_one_sentence(tmp_path, game, kind):
    rng = random.Random(f"{game} {kind.__name__} 11")
    refused = tried = 0
    files = kind(game, tmp_path)
    if not files:
        pytest.skip(f"{game} has no {kind.__name__}")
    for text, suffix, parse, write, read in files:
        file = tmp_path / f"broken{suffix}"
        file.write_text(text, "utf-8")
        read(file)
        data = parse(text)
        for number in range(TRIES):
            odd = garbled(text, rng) if number % 4 == 3 else write(broken(data, rng))
            file.write_bytes(odd.encode("utf-8", "surrogatepass"))
            refused += answered(read, file) is not None
            tried += 1
    print(f"\n{game} {kind.__name__}: {tried} broken files, {refused} refused, the others read")
    assert refused > tried / 2


@pytest.mark.parametrize("field", ["side", "phase", "game", "title", "figures", "options", "actions"])
@pytest.mark.parametrize("value", ["[]", "{}", "[1, 2]", "9" * 900_000, "x" * 900_000], ids=lambda value: value[:6])
def test_a_case_with_an_odd_field_is_refused_in_one_sentence(tmp_path, field, value):
    good = PROJECT / "casebook/dba/09-the-zone.yaml"
    adjudicate(good)
    data = yaml.safe_load(good.read_text("utf-8"))
    data.pop(field, None)
    if field == "actions":
        del data["expect"]
    file = tmp_path / "case.yaml"
    file.write_text(f"{dump(data)}{field}: {value}\n", "utf-8")
    said = answered(adjudicate, file)
    fine = {("options", "{}"), ("actions", "[]"), ("title", "x" * 900_000)}
    assert (said is None) == ((field, value) in fine), said


def refusal(read, path):
    said = answered(read, path)
    assert said is not None
    return said.replace(str(path), "FILE")


def test_numbers_of_any_length_are_refused(tmp_path):
    path = tmp_path / "a.json"
    path.write_text('{"format": "sandtable save", "version": ' + "9" * 900_000 + "}")
    assert refusal(sandtable.load, path) == "FILE: expected a number of at most 40 digits, found one of 900000"
    path.write_text('{"format": "sandtable save", "version": ' + "9" * 40 + "}")
    assert refusal(sandtable.load, path).startswith("FILE: is a save of format 9999")
    path = tmp_path / "a.toml"
    path.write_text("a = " + "9" * 90_000)
    assert refusal(load_toml, path) == "FILE: expected a number of at most 40 digits, found a longer one"


def test_a_key_of_very_many_parts_is_refused_at_once(tmp_path):
    path = tmp_path / "a.toml"
    for text in ("a" + ".a" * 200_000 + " = 1", "[a" + ".a" * 200_000 + "]", "b = {a" + ".a" * 200_000 + " = 1}"):
        path.write_text(text)
        assert refusal(load_toml, path) == "FILE: is larger than 100 kB, the most that is read of TOML"
        path.write_text(text[:1] + text[1:].replace(".a" * 200_000, ".a" * 40))
        assert refusal(load_toml, path) == "FILE: is nested deeper than 32 levels"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("written", [False, True], ids=["nobody writes", "somebody writes"])
def test_a_pipe_is_no_file(tmp_path, written):
    path = tmp_path / "pipe.yaml"
    os.mkfifo(path)
    if written:
        threading.Thread(target=lambda: path.open("wb", 0).close(), daemon=True).start()
    assert refusal(adjudicate, path) == "FILE: expected a file, found a pipe"


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no /dev/zero")
def test_a_device_is_no_file():
    assert refusal(load_yaml, Path("/dev/zero")) == "FILE: expected a file, found a device"
