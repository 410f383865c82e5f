"""Writes a position as a case file: what ``sandtable adjudicate`` reads back to the very same table."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import yaml

from sandtable.table.battle import Battle
from sandtable.table.positions import split_position
from sandtable.table.scenarios import plain_data

LINE = 118
"""Columns of a line of YAML."""


def case_text(battle: Battle, title: str = "", question: str = "") -> str:
    """A case of the battle as it stands, without actions: whoever asks adds what is to be ruled on.

    A battle of one of its game's scenarios names it, any other holds the whole of what it was laid from.
    """
    game, origin = battle.game, battle.engine.origin
    defaults = {option.key: option.values[0] for option in game.options}
    options = {key: value for key, value in battle.options.items() if value != defaults[key]}
    parts: dict[str, Any] = {"game": game.key, "title": title or battle.names.title, "question": question}
    if origin.case:
        parts |= {key: value for key, value in plain_data(origin.content).items() if key not in ("options", "title")}
    else:
        parts["battle"] = origin.name or plain_data(origin.content)
    if options:
        parts["options"] = options
    parts["position"] = split_position(battle.position())[3]
    parts["actions"] = []
    return "".join(f"{key}:{_value(value)}\n" for key, value in parts.items())


def _value(value: Any) -> str:
    """A value as YAML behind its key: short ones on the line, the rest below it."""
    if isinstance(value, str):
        return f" {_word(value)}"
    if isinstance(value, Mapping) and value:
        dumped: str = yaml.safe_dump(value, sort_keys=False, allow_unicode=True, width=LINE, default_flow_style=None)
        return "\n" + "".join(f"  {line}\n" for line in dumped.splitlines()).rstrip("\n")
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        return "".join(f"\n  - {_word(item)}" for item in value)
    text: str = yaml.safe_dump(value, allow_unicode=True, width=10**9, default_flow_style=True)
    return f" {text.removesuffix(chr(10)).removesuffix('...').rstrip()}"


def _word(text: str) -> str:
    """Text as YAML: bare where nothing in it can be misread, else in the quotes of JSON, which YAML reads alike."""
    bare = re.fullmatch(r"[A-Za-z][\w@=./+-]*(?:[ ,\[\]'][\w@=./+-]*)*", text, re.ASCII)
    if bare and yaml.safe_load(text) == text and ": " not in text:
        return text
    return json.dumps(text)


def file_name(title: str, number: int) -> str:
    """A name for the file of the position after action ``number``."""
    words = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:60]
    return f"{words or 'case'}-{number}.yaml"
