"""Positions to look at: every kind of decision of the recorded battles, of beginnings, and where orders are given."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml

import sandtable
from recorded.test_recorded import FILES, TOOL
from sandtable.games import get_game
from sandtable.table.battle import Battle
from sandtable.table.case_files import game_part
from sandtable.table.name_index import options_of
from sandtable.table.scenarios import Origin

ORDERS = Path(__file__).parents[2] / "casebook/batalist/12-orders.yaml"
"""Recorded battles of Batalist begin when orders are carried out; in this case they are given."""


class Position(NamedTuple):
    """A battle at a decision, as a save."""

    game: str
    kind: str  # the step and what may be done in it
    listed: int
    save: dict[str, Any]


def _kind(battle: Battle) -> str:
    verbs = sorted({action.verb.lower() for action in battle.legal()})
    return f"{battle.phase}: {', '.join(verbs)}"


def _met(key: str) -> Iterator[Battle]:
    """Every decision of every recorded battle of a game, its first, and orders of Batalist."""
    for path in FILES:
        if path.parent.name != key:
            continue
        written = TOOL.read(path.read_text("utf-8"), path.name)
        battle = TOOL.begin(written, path.name)
        for number in range(len(written.actions)):
            yield battle
            TOOL.play(battle, written, number)
    yield sandtable.new(key, seed=5)
    case = yaml.safe_load(ORDERS.read_text("utf-8"))
    if case["game"] != key:
        return
    game = get_game(case["game"])
    battle = Battle(game, Origin(game_part(case, game), case=True), options_of(game, {}))
    battle.engine.resume(5, 0)
    battle.engine.begin()
    yield battle


def positions(key: str) -> list[Position]:
    """Of every kind of decision of a game the one with the most to choose from."""
    found: dict[tuple[str, str], Position] = {}
    for battle in _met(key):
        if battle.over:
            continue
        key, listed = (battle.game.key, _kind(battle)), len(battle.legal())
        if key not in found or found[key].listed < listed:
            found[key] = Position(*key, listed, battle.to_json(with_seed=True))
    return sorted(found.values(), key=lambda one: (one.game, one.kind))
