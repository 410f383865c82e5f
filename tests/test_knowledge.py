"""Who may know what: every field of every record is declared, and ``redact`` hides that and nothing else.

Nothing here asks ``redact`` what is secret: it is held against the declaration (``data/knowledge.toml``).
"""

from __future__ import annotations

import os
import random
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sandtable
from knowledge import Knowledge, fields_of, hidden_from, known_to, read_knowledge
from sandtable.games import built_in, get_game
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import redact_nothing
from sandtable.table import visibility
from sandtable.table.battle import Battle
from server.twins import settings

GAMES = Path(sandtable.__file__).parent / "games"

HIDING = [key for key in built_in() if get_game(key).verbs.redact is not redact_nothing]

BATTLES, DECISIONS = 60 if "SANDTABLE_PAIRS" in os.environ else 3, 400
"""Random battles of each game whose positions are looked at, and how many decisions of each are played."""

ONCE_TOLD = {
    "batalist": {"figures.cards", "figures.fixed", "figures.carried_out"},
    "inter-arma": {"squads.hx", "figures.javelins"},
}
"""Fields that were once shown to those who may not know them: they at least must come up."""

interpreted_alike = pytest.mark.full
"""That ``redact`` hides the same interpreted, to the last bit, tests/test_agreement.py shows."""

EVERY = 11
"""Every so manyth position is looked at."""


@cache
def declared(key: str) -> Knowledge:
    return read_knowledge(GAMES / key.replace("-", "_"))


@pytest.mark.parametrize("key", built_in())
def test_every_field_of_the_record_is_declared_once(key: str) -> None:
    said = declared(key).declared()
    assert sorted(said) == sorted(fields_of(get_game(key).dtype))


@pytest.mark.parametrize("key", [key for key in built_in() if key not in HIDING])
def test_a_game_without_redact_declares_no_secret(key: str) -> None:
    assert declared(key).secrets == ()


def test_a_new_field_without_a_declaration_is_found() -> None:
    """What the first test would say of a field that somebody adds: here one of a battalion, and one of the battle."""
    key = "batalist"
    dtype = get_game(key).dtype
    figures = np.dtype((np.record, [*_described(dtype["figures"].base), ("luck", "i4")]))
    more = np.dtype((np.record, [("figures", figures, (2,)), ("fate", "i4")]))
    assert set(fields_of(more)) - set(declared(key).declared()) == {"figures.luck", "fate"}


def _described(dtype: np.dtype[Any]) -> list[Any]:
    return [(name, dtype[name].base, dtype[name].shape) for name in dtype.names or ()]


def positions(key: str, rng: random.Random) -> Any:
    """Positions of random battles in which something is hidden."""
    for _ in range(BATTLES):
        setting = rng.choice(settings(key))
        own = {option.key: rng.choice(option.values) for option in get_game(key).options}
        battle = sandtable.new(key, setting.scenario, options=own | setting.options, seed=rng.randrange(10**9))
        for number in range(DECISIONS):
            if battle.over:
                break
            if number % EVERY == 0:
                yield battle
            battle.play(battle.sample(rng))


def seen(battle: Battle, record: Any, side: int) -> Any:
    """The record as a side is shown it."""
    copy = record.copy()
    visibility.blank_out(battle.game, copy, [side])
    return copy


@interpreted_alike
@pytest.mark.parametrize("key", HIDING)
def test_what_is_shown_hangs_on_nothing_that_is_declared_hidden(key: str) -> None:
    """Other values in hidden fields, where all that a side may know stays the same, are shown as the same bytes."""
    rng = random.Random(f"scramble {key}")
    tried: dict[str, int] = {}
    for battle in positions(key, rng):
        knowledge, size = declared(key), battle.game.state_size
        for side in range(len(battle.sides)):
            whole = battle.array[0]
            mine, known = seen(battle, whole, side).tobytes()[:size], known_to(knowledge, whole, [side], size)
            paths = sorted({each.path for each in hidden_from(knowledge, whole, side)})
            for path in paths:
                other = battle.array[0]
                _scramble(knowledge, other, side, path, rng)
                if other.tobytes() == whole.tobytes() or known_to(knowledge, other, [side], size) != known:
                    continue
                tried[path] = tried.get(path, 0) + 1
                assert seen(battle, other, side).tobytes()[:size] == mine, (
                    path,
                    battle.engine.origin.name,
                    battle.phase,
                )
    assert tried.keys() >= ONCE_TOLD.get(key, set()), "not tried"


def _scramble(knowledge: Knowledge, record: Any, side: int, path: str, rng: random.Random) -> None:
    """Give one kind of hidden field other values: those of others of its kind, absent, or 1."""
    for each in list(hidden_from(knowledge, record, side)):
        if each.path == path and rng.random() < 0.7:
            part = record if "." not in path else record[path.rpartition(".")[0]]
            others = part[each.name] if part.shape else np.array([each.row[each.name]])
            each.row[each.name] = rng.choice([*others, NONE, 1])


@interpreted_alike
@pytest.mark.parametrize("key", HIDING)
def test_what_is_declared_known_is_shown_as_it_is(key: str) -> None:
    rng = random.Random(f"known {key}")
    for battle in positions(key, rng):
        knowledge, whole = declared(key), battle.array[0]
        for side in range(len(battle.sides)):
            shown, true = seen(battle, whole, side), whole.copy()
            for each in hidden_from(knowledge, whole, side):
                for record in (shown, true):
                    part = record if "." not in each.path else record[each.path.rpartition(".")[0]]
                    (part[each.i] if part.shape else part)[each.name] = 0
            size = battle.game.state_size
            assert shown.tobytes()[:size] == true.tobytes()[:size], _differing(shown, true)


def _differing(one: Any, other: Any, of: str = "") -> list[str]:
    """The paths of fields whose values differ."""
    found = []
    for name in one.dtype.names:
        if one.dtype[name].base.names is not None and one[name].shape:
            for k, (mine, theirs) in enumerate(zip(one[name], other[name], strict=True)):
                found += _differing(mine, theirs, f"{of}{name}[{k}].")
        elif one[name].tobytes() != other[name].tobytes():
            found.append(f"{of}{name}: {one[name]} and {other[name]}")
    return found
