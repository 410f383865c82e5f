"""How a battle begins: new on a scenario, or in the middle, from a position on one line."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sandtable.errors import InputError, NotationError
from sandtable.games import get_game
from sandtable.games.army import ArmyDraft
from sandtable.games.game import Game
from sandtable.table.battle import Battle
from sandtable.table.name_index import options_of
from sandtable.table.positions import split_position
from sandtable.table.scenarios import Origin, find_scenario, house_rules, plain_data
from sandtable.table.scripted_dice import DieLike
from sandtable.translation import gettext


def new(
    game: str | Game,
    scenario: str | Path | Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int | str | None = None,
    dice: Sequence[DieLike] | None = None,
    armies: Mapping[str, ArmyDraft | str | Path] | None = None,
) -> Battle:
    """A new battle, run to its first decision.

    ``scenario``: a name, a file, or its content; left out, the game's first. ``options``: house rules by key.
    ``seed``: of the dice; left out, one that nobody can guess. ``dice``: scripted throws, each
    ``{for: combat, figure: G4, value: 6}`` (figure or side optional) or a bare value that fits any; without a
    seed a die that the script does not hold raises ``DiceNeeded``. ``armies``: by side, instead of the scenario's
    own: the path of an army file, its text, or an army put together.
    """
    facts = game if isinstance(game, Game) else get_game(game)
    found = find_scenario(facts, scenario)
    values = options_of(facts, options, usual=house_rules(facts, found))
    origin = with_armies(facts, found, armies or {}, values)
    return start(Battle(facts, origin, values), seed, dice)


def with_armies(
    game: Game, origin: Origin, armies: Mapping[str, ArmyDraft | str | Path], options: Mapping[str, str]
) -> Origin:
    """The scenario with these armies in place of its own; InputError where they may not fight there."""
    if not armies:
        return origin
    if game.armies is None:
        raise InputError(f"armies: {gettext('{game} has no army lists', game=game.title)}")
    content = dict(game.armies.bring(origin.content, armies, options))
    if "leanings" in content:  # of generals of other armies
        content["leanings"] = {side: weights for side, weights in content["leanings"].items() if side not in armies}
    return Origin(plain_data(content), where=origin.where)


def start(battle: Battle, seed: int | str | None, dice: Sequence[DieLike] | None) -> Battle:
    """Hand a laid battle its dice and run it to its first decision."""
    battle.engine.chosen = seed is not None
    if dice is None and seed is None:
        seed = secrets.token_hex(16)
    battle.engine.resume(seed, 0, dice or ())
    battle.engine.begin()
    return battle


def from_position(
    text: str,
    scenario: Mapping[str, Any] | str | Path | None = None,
    seed: int | str | None = None,
    dice: Sequence[DieLike] | None = None,
) -> Battle:
    """The battle that stands as a one-line position says; it goes on from there.

    ``scenario`` is needed only where the position does not name one of the game's own.
    """
    key, word, given, _ = split_position(text)
    game = get_game(key)
    if scenario is None and word.startswith("#"):
        said = gettext("this position is of a scenario that is not the game's own; hand it in")
        raise NotationError(f">>{word}<<: {said}")
    origin = find_scenario(game, word if scenario is None else scenario)
    if word not in (origin.name, origin.word):
        raise NotationError(f">>{word}<<: {gettext('the scenario handed in is {name}', name=origin.word)}")
    origin = Origin(origin.content, origin.name, origin.where, origin.case, text)
    return start(Battle(game, origin, options_of(game, given, "position", house_rules(game, origin))), seed, dice)
