"""A file that is being written: read, held against its model, laid as a table, and made a battle of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from sandtable.errors import DiceNeeded, InputError, SandtableError
from sandtable.files import Fault, MarkedDict, as_yaml, faults, line_at, located, parse_yaml, place, rewritten
from sandtable.games import game_keys, get_game
from sandtable.games.game import Game
from sandtable.server.editor.menus import editing_of
from sandtable.server.messages.editor import AskDraft, DraftFact, FaultFact
from sandtable.server.messages.facts import SideFact
from sandtable.table.battle import Battle
from sandtable.table.cases import laid_case
from sandtable.table.name_index import options_of
from sandtable.table.new_battle import start
from sandtable.table.scenarios import Origin, find_scenario, house_rules, own_files, plain_data
from sandtable.translation import capitalized, gettext

OF_CASES = frozenset({"actions", "battle", "position", "question", "side", "phase"})
"""Fields by which a case is known: no scenario has one."""

MOST_FAULTS = 30
"""Told at once."""


@lru_cache(maxsize=16)
def _read(text: str) -> MarkedDict:
    """What a text says: read once, as most of a draft is asked about again and again. Nobody writes to it."""
    return parse_yaml(text, "")


def look(asked: AskDraft) -> DraftFact:
    """What a draft says, and what is wrong with it; UnknownGame or InputError where its game has no editor."""
    game = get_game(asked.game)
    editing_of(asked.game)
    text = asked.text if asked.data is None else rewritten(asked.text, asked.data, _read)
    try:
        data = _read(text)
    except InputError as error:
        return _told(text, None, [located(str(error))])
    found = _faults(game, data)
    if found:
        other = _other(game, data)
        return _told(text, data, [_elsewhere(game, get_game(other), data)] if other else found, other)
    try:
        battle = laid(game, data)
    except SandtableError as error:
        return _told(text, data, [_in_battle(data, located(str(error)))])
    record, names = battle.array[0], battle.names
    content = _content(data)
    return _told(text, data, []).model_copy(
        update={
            "scene": game.shown(record, names, True),
            "offset": editing_of(asked.game).offset(record, content) if content is not None else (0.0, 0.0),
            "sides": tuple(map(SideFact.model_validate, battle.sides)),
        }
    )


def _other(game: Game, data: Mapping[str, Any]) -> str:
    """The other game whose file this is: the one that it names, or the only one whose model it fits; empty: none."""
    others = [key for key in game_keys() if key != game.key and get_game(key).editing is not None]
    if "game" in data:
        return next((key for key in others if key == data["game"]), "")
    fitting = [key for key in others if not _faults(get_game(key), data)]
    return fitting[0] if len(fitting) == 1 else ""


def _elsewhere(game: Game, other: Game, data: Mapping[str, Any]) -> Fault:
    said = gettext("this is a file of {other}; the editor shows {game}", other=other.title, game=game.title)
    return Fault(("game",) if "game" in data else (), line_at(data, ("game",)), said)


def _told(text: str, data: Mapping[str, Any] | None, found: list[Fault], other: str = "") -> DraftFact:
    return DraftFact(
        text=text,
        data=None if data is None else plain_data(data),
        case=data is not None and is_case(data),
        title=str(data.get("title", "")) if data is not None else "",
        faults=tuple(
            FaultFact(path=fault.loc, line=fault.line, text=capitalized(fault.sentence))
            for fault in found[:MOST_FAULTS]
        ),
        scene=None,
        offset=(0.0, 0.0),
        sides=(),
        other=other,
    )


def is_case(data: Mapping[str, Any]) -> bool:
    """Whether a file is a case's, and not a scenario."""
    return bool(OF_CASES & data.keys())


def _faults(game: Game, data: Mapping[str, Any]) -> list[Fault]:
    """What does not fit the model of a scenario, or of the one in a case; the case itself is held by its reader."""
    assert game.editing is not None
    wanted = data.get("game")
    if wanted is not None and wanted != game.key:
        return [Fault(("game",), line_at(data, ("game",)), gettext("this file is of the game {name!r}", name=wanted))]
    if not is_case(data):
        return faults(data, game.editing.scenario)
    inner = data.get("battle")
    if not isinstance(inner, Mapping):
        return []
    return [fault._replace(loc=("battle", *fault.loc)) for fault in faults(inner, game.editing.scenario)]


def _in_battle(data: Mapping[str, Any], fault: Fault) -> Fault:
    """A fault of the scenario that a case holds, at its place in the case."""
    inner = data.get("battle")
    within = isinstance(inner, Mapping) and fault.loc and fault.loc[0] in inner and fault.loc[0] not in data
    return fault._replace(loc=("battle", *fault.loc)) if within else fault


def _content(data: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The scenario that a file is, or holds; None: it lays a table of its own."""
    if not is_case(data):
        return data
    inner = data.get("battle")
    return inner if isinstance(inner, Mapping) else None


def laid(game: Game, data: Mapping[str, Any]) -> Battle:
    """The battle of a file on its table, before any die; no file of this machine is opened that is not the game's."""
    with own_files(game):
        if is_case(data):
            return laid_case(data, "")[1]
        origin = Origin(data, where="")
        return Battle(game, origin, options_of(game, None, usual=house_rules(game, origin)))


def begun(key: str, text: str) -> Battle:
    """A battle that begins on the table of a file; SandtableError says what is wrong with it."""
    game = get_game(key)
    data = parse_yaml(text, "")
    for fault in _faults(game, data):
        raise InputError(f"{place(data, '', *fault.loc)}: {fault.sentence}")
    battle = laid(game, data)
    origin = battle.engine.origin
    plain = Battle(game, replace(origin, content=plain_data(origin.content)), battle.options)
    try:
        return start(plain, None, None)
    except DiceNeeded as error:  # pragma: no cover - a seed is drawn
        raise InputError(str(error)) from None


def opened_out(text: str) -> tuple[str, str]:
    """Game and text of a case, its battle written out instead of named, so that all of its ground can be changed."""
    data = plain_data(parse_yaml(text, "case"))
    game = get_game(data["game"])
    name = data.get("battle")
    if isinstance(name, str):
        data["battle"] = plain_data(find_scenario(game, name).content)
        return game.key, as_yaml(data)
    return game.key, text
