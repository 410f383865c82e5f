"""Writes a position as a case file: what ``sandtable adjudicate`` reads back to the very same table."""

from __future__ import annotations

import re
from typing import Any

from sandtable.files import as_yaml
from sandtable.files.yaml_text import alone
from sandtable.table.battle import Battle
from sandtable.table.name_index import options_to_name
from sandtable.table.positions import split_position
from sandtable.table.scenarios import house_rules, plain_data


def case_text(battle: Battle, title: str = "", question: str = "") -> str:
    """A case of the battle as it stands, without actions: whoever asks adds what is to be ruled on.

    A battle of one of its game's scenarios names it, any other holds the whole of what it was laid from.
    """
    game, origin = battle.game, battle.engine.origin
    options = options_to_name(game, battle.options, house_rules(game, origin))
    parts: dict[str, Any] = {"game": game.key, "title": title or battle.names.title, "question": question}
    if origin.case:
        parts |= {key: value for key, value in plain_data(origin.content).items() if key not in ("options", "title")}
    else:
        parts["battle"] = origin.name or plain_data(origin.content)
    if options:
        parts["options"] = options
    position = "".join(f"\n  - {alone(entry)}" for entry in split_position(battle.position())[3]) or " []"
    return f"{as_yaml(parts)}position:{position}\nactions: []\n"


def file_name(title: str, number: int) -> str:
    """A name for the file of the position after action ``number``."""
    words = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:60]
    return f"{words or 'case'}-{number}.yaml"
