"""What scenarios of a game may hold, for the page on which they are put together."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from pydantic import BaseModel

from sandtable.errors import InputError
from sandtable.games import get_game
from sandtable.games.editing import Choices, Editing, Piece
from sandtable.games.game import Game
from sandtable.games.language import switch_words, translated
from sandtable.server.messages.editor import ChoiceFact, ChoicesFact, EditorGame
from sandtable.table.case_files import CaseHead
from sandtable.translation import gettext, gettext_word

SWITCHES = ("house_rules", "options")
"""The field of a scenario, and that of a case, that sets house rules."""


def editing_of(key: str) -> Editing:
    """How scenarios of a game are put together; UnknownGame or InputError where nobody has said."""
    game = get_game(key)
    if game.editing is None:
        raise InputError(gettext("{game} has no editor of scenarios.", game=game.title))
    return game.editing


def menu(key: str) -> EditorGame:
    """All that the page is told of a game, in the language spoken."""
    game, editing = get_game(key), editing_of(key)
    table, said = editing.table, partial(translated, editing.folder)
    return EditorGame(
        game=game.key,
        title=game.title,
        unit=game.unit,
        grid=table.grid,
        blank=_named(table.blank.lstrip(), said),
        scenario=_schema(editing.scenario),
        case=_both(_schema(CaseHead), _schema(editing.case)),
        network=table.network,
        things=tuple(one.model_copy(update={"name": said(one.name)}) for one in table.things),
        pieces=tuple(_piece(one, said) for one in table.pieces),
        choices=tuple(
            ChoicesFact(path=path, choices=tuple(ChoiceFact(value=value, text=text) for value, text in found.items()))
            for path, found in {**editing.choices(), **_switches(game)}.items()
        ),
        symbols=game.symbols,
        styles=game.styles,
    )


def _named(text: str, said: Callable[[str], str]) -> str:
    """The text of a new scenario with its title and the names of its sides in the language spoken."""
    return re.sub(r"\b(title|name): ([A-Z][A-Za-z ]*)", lambda found: f"{found[1]}: {said(found[2])}", text)


def _piece(piece: Piece, said: Callable[[str], str]) -> Piece:
    """A piece, and the name that what is put down gets, in the language spoken."""
    value = piece.value
    if isinstance(value, dict) and "name" in value:
        value = {**value, "name": said(value["name"])}
    return piece.model_copy(update={"name": said(piece.name), "group": said(piece.group), "value": value})


def _switches(game: Game) -> Choices:
    """The house rules that a scenario may set and a case play by: their names, and what each may be."""
    names = {option.key: switch_words(game.folder, option.key) for option in game.options}
    values = {
        option.key: {value: switch_words(game.folder, option.key, value) for value in option.values}
        for option in game.options
    }
    inner = {f"{field}.{key}": found for field in SWITCHES for key, found in values.items()}
    return {**dict.fromkeys(SWITCHES, names), **inner}


def _schema(model: type[BaseModel]) -> dict[str, Any]:
    schema: dict[str, Any] = _described(model.model_json_schema(by_alias=True))
    return schema


def _described(part: Any) -> Any:
    """A part of a schema with what its fields should be in the language spoken."""
    if isinstance(part, list):
        return [_described(one) for one in part]
    if not isinstance(part, dict):
        return part
    told = {key: _described(value) for key, value in part.items()}
    if isinstance(part.get("description"), str):
        told["description"] = gettext_word(part["description"])
    return told


def _both(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """The schema of a file that holds the fields of both."""
    joined = {part: {**one.get(part, {}), **other.get(part, {})} for part in ("properties", "$defs")}
    return {**one, **joined}
