"""Positions to look at: one for every kind of decision that is met in the recorded battles and when a battle begins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import sandtable
from recorded.test_recorded import FILES, TOOL
from sandtable.games import built_in
from sandtable.table.battle import Battle

OPENING = 40
"""Actions at random from the beginning of every game's first scenario: recorded battles begin late."""


class Position(NamedTuple):
    """A battle at a decision, as a save."""

    game: str
    kind: str  # the step and what may be done in it
    listed: int
    save: dict[str, Any]


def _kind(battle: Battle) -> str:
    verbs = sorted({action.verb.lower() for action in battle.legal()})
    return f"{battle.phase}: {', '.join(verbs)}"


def _met() -> Iterator[Battle]:
    """Every decision of every recorded battle, and the first of each game."""
    for path in FILES:
        written = TOOL.read(path.read_text("utf-8"), path.name)
        battle = TOOL.begin(written, path.name)
        for number in range(len(written.actions)):
            yield battle
            TOOL.play(battle, written, number)
    for game in built_in():
        battle = sandtable.new(game, seed=5)
        for number in range(OPENING):
            if battle.over:
                break
            yield battle
            battle.play(battle.sample(f"look {number}"))


def positions() -> list[Position]:
    """Of every kind of decision the one with the most to choose from."""
    found: dict[tuple[str, str], Position] = {}
    for battle in _met():
        if battle.over:
            continue
        key, listed = (battle.game.key, _kind(battle)), len(battle.legal())
        if key not in found or found[key].listed < listed:
            found[key] = Position(*key, listed, battle.to_json(with_seed=True))
    return sorted(found.values(), key=lambda one: (one.game, one.kind))
