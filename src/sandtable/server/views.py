"""From a battle to messages: scenes, decisions, legal actions, judgements, odds, and games for the first page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sandtable.games.game import Game
from sandtable.games.rulebook import read_rulebook
from sandtable.kernel.log import Kind
from sandtable.server import computer
from sandtable.server.messages import (
    PROTOCOL,
    BattleFacts,
    ClauseFact,
    Decision,
    DieShown,
    Event,
    Finding,
    GameFacts,
    GeneralFact,
    Line,
    Odds,
    OptionFact,
    Outcome,
    RulesOf,
    ScenarioFact,
    SideFact,
    StepRecord,
    Tally,
    Welcome,
)
from sandtable.server.storage import Link, StoredBattle
from sandtable.table.battle import Battle

ROMAN = ("0", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
SHOWN = {"event", "die", "score", "outcome", "points", "note"}


def side_name(battle: Battle, key: str | None) -> str:
    """What people call the side with this key."""
    return next((side.name for side in battle.game.sides if side.key == key), key or "nobody")


def side_facts(game: Game) -> tuple[SideFact, ...]:
    """The sides of a game."""
    return tuple(SideFact(key=side.key, name=side.name, die=side.die) for side in game.sides)
