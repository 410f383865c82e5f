"""A battle as a save: its scenario, its actions and its dice, with the state hash after each."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sandtable.kernel.records import NONE
from sandtable.table.endings import Ending
from sandtable.table.engine import Engine
from sandtable.table.history import Played
from sandtable.table.save_files import VERSION
from sandtable.table.scenarios import plain_data


def _throws(step: Played) -> list[dict[str, Any]]:
    dice = []
    for die in step.dice:
        entry = {"for": die.purpose, "side": die.side, "figure": die.figure, "sides": die.sides, "value": die.value}
        dice.append({key: value for key, value in entry.items() if value is not None})
    return dice


def entry_of(step: Played, expected: int | None = None) -> dict[str, Any]:
    """One action of a battle's history as a save holds it.

    Where its dice stand in the generator's row is left out if that is what was ``expected``.
    """
    text = step.action.text if step.action is not None else ""
    at = {"at": step.counter} if step.counter != expected else {}
    return {"side": step.side, "do": text, "dice": _throws(step), **at, "hash": step.hash}


def _entries_of(engine: Engine) -> list[dict[str, Any]]:
    """The laying, then every action."""
    entries, expected = [], 0
    for step in engine.steps:
        entries.append(entry_of(step, expected))
        expected = step.counter + len(step.throws)
    return entries


def head_of(engine: Engine, with_seed: bool | None = None) -> dict[str, Any]:
    """Everything in a save but its actions and its result."""
    words = engine.words
    with_seed = engine.over if with_seed is None else with_seed
    script = []
    for purpose, side, figure, value in engine.script:
        entry = {
            "for": words.purposes[purpose].lower() if purpose != NONE else None,
            "side": engine.lexicon.side_key(side) or None,
            "figure": engine.lexicon.figure_id(figure) or None,
            "value": value,
        }
        script.append({key: item for key, item in entry.items() if item is not None})
    origin = engine.origin
    scenario = {"name": origin.name, "case": origin.case, "content": plain_data(origin.content)}
    return {
        "format": "sandtable save",
        "version": VERSION,
        "game": engine.game.key,
        "rules": engine.game.version,
        "title": engine.lexicon.names.title,
        "scenario": scenario | ({"position": origin.position} if origin.position else {}),
        "options": dict(engine.options),
        "dice": {
            "commitment": engine.commitment,
            "seed": engine.seed if with_seed else None,
            **({"nonce": engine.nonce} if with_seed and engine.nonce is not None else {}),
            **{word: True for word in ("chosen", "scripted") if getattr(engine, word)},
            **({"since": engine.since} if engine.since else {}),
            "drawn": engine.drawn,
            "script": script,
        },
        "start": {key: value for key, value in entry_of(engine.steps[0], 0).items() if key not in ("side", "do")},
    }


def save_data(engine: Engine, result: str | None, with_seed: bool | None = None) -> dict[str, Any]:
    """The save as plain data; ``result``: how it ended. The seed is in it once the battle is over, or if asked for."""
    ended = {"ended": ended_entry(engine.ended)} if engine.ended else {}
    return head_of(engine, with_seed) | {"actions": _entries_of(engine)[1:], **ended, "result": result}


def ended_entry(ending: Ending) -> dict[str, Any]:
    """How its players ended a battle, as a save holds it."""
    return {"how": ending.how, **({"side": ending.side} if ending.side else {})}


def save_text(data: Mapping[str, Any]) -> str:
    """A save as text: one field a line, one action a line."""
    lines = []
    for key, value in data.items():
        if key == "actions" and value:
            rows = ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in value)
            lines.append(f'"actions": [\n{rows}\n]')
        else:
            lines.append(f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"
