"""Writes the JSON schema of all messages, from which the board's build makes its TypeScript types.

``python -m sandtable.server.messages.schema [FILE]`` writes ``web/messages.schema.json`` (or FILE).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from sandtable.games.army import ArmyCheck
from sandtable.server.messages import editor, laboratory, pages, protocol, puzzles
from sandtable.server.messages.base import FromBoard

UNIONS = {"ClientMessage": protocol.ClientMessage, "ServerMessage": protocol.ServerMessage}
HTTP = (
    pages.NewBattle,
    pages.LoadBattle,
    pages.AskArmy,
    ArmyCheck,
    pages.ArmiesOf,
    pages.RenameBattle,
    pages.Invitation,
    pages.TakeSeat,
    pages.ReachFact,
    pages.PersonLink,
    pages.SeatTaken,
    pages.BattleLinks,
    pages.BattleListed,
    pages.GameFacts,
    pages.RulesOf,
    pages.Shown,
    pages.Failure,
    laboratory.AskStudy,
    laboratory.GoOn,
    laboratory.LaboratoryFact,
    laboratory.LaboratoryGame,
    laboratory.StudyLine,
    laboratory.StudyTold,
    editor.EditorGame,
    editor.AskDraft,
    editor.AskPosition,
    editor.ShareDraft,
    editor.PlayDraft,
    editor.DraftFact,
    editor.SharedFact,
    puzzles.PuzzlesOf,
    puzzles.PuzzleFact,
    puzzles.PuzzleAnswer,
)
DEFAULT = Path(__file__).resolve().parents[4] / "web" / "messages.schema.json"


def _members(union: Any) -> tuple[type[BaseModel], ...]:
    """The models of a discriminated union, in order."""
    members: tuple[type[BaseModel], ...] = union.__origin__.__args__
    return members


def _reachable(definitions: dict[str, Any], names: list[str]) -> set[str]:
    """The names of ``definitions`` that ``names`` mention, themselves included."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        text = json.dumps(definitions[name])
        waiting += [other for other in definitions if f'"#/$defs/{other}"' in text]
    return found


def _plain(node: Any) -> Any:
    """The node as the TypeScript generator understands it.

    Tuples become draft-07 item lists; bounds that have no type of their own and titles go.
    """
    if isinstance(node, list):
        return [_plain(item) for item in node]
    if not isinstance(node, dict):
        return node
    plain = {key: _plain(value) for key, value in node.items() if key not in ("discriminator", "maxItems", "default")}
    if "prefixItems" in plain:
        plain["items"] = plain.pop("prefixItems")
        plain["minItems"] = plain["maxItems"] = len(plain["items"])
        plain["additionalItems"] = False
    if isinstance(plain.get("title"), str):
        plain.pop("title")
    return plain


def message_schema() -> dict[str, Any]:
    """One schema whose ``$defs`` hold every message and whose properties name the unions and HTTP bodies.

    A field of what the server sends is always there, so it is required even where the model has a default.
    """
    models: list[type[BaseModel]] = [model for union in UNIONS.values() for model in _members(union)]
    models += HTTP
    _, whole = models_json_schema([(model, "validation") for model in models])
    definitions: dict[str, Any] = whole["$defs"]
    from_board = [model.__name__ for model in _members(protocol.ClientMessage)]
    from_board += [model.__name__ for model in HTTP if issubclass(model, FromBoard)]
    loose = _reachable(definitions, from_board)
    for name, definition in definitions.items():
        if name not in loose and "properties" in definition:
            definition["required"] = sorted(definition["properties"])
    for name, union in UNIONS.items():
        definitions[name] = {"anyOf": [{"$ref": f"#/$defs/{model.__name__}"} for model in _members(union)]}
    roots = [*UNIONS, *(model.__name__ for model in HTTP)]
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Messages",
        "description": f"Protocol {protocol.PROTOCOL}. Written by ``sandtable.server.messages.schema``; do not edit.",
        "type": "object",
        "properties": {name: {"$ref": f"#/$defs/{name}"} for name in roots},
        "required": roots,
        "additionalProperties": False,
        "$defs": {name: _plain(definitions[name]) for name in sorted(definitions)},
    }


def schema_text() -> str:
    """The file as it should stand."""
    return json.dumps(message_schema(), indent=1, ensure_ascii=False) + "\n"


def main(arguments: list[str]) -> int:
    """Write the schema; returns the exit status."""
    target = Path(arguments[0]) if arguments else DEFAULT
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(schema_text(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
