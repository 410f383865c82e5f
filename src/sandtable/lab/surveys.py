"""Ready studies: what every switch of a game changes, and how its armies fare against each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sandtable.errors import InputError
from sandtable.games import get_game
from sandtable.games.game import Game
from sandtable.lab.factors import Start, factor_named, is_same_table, lay_start, start_named
from sandtable.lab.results import Comparison, Results
from sandtable.lab.study import switch_said
from sandtable.table.scenarios import find_scenario, scenario_names
from sandtable.translation import gettext


def options_study(
    key: str, scenarios: Sequence[str], battles: int, generals: Sequence[str] = ("quick",), seed: int = 0
) -> tuple[dict[str, Any], list[str]]:
    """A study of every value of every switch beside the game as it is, and the values that change none of its tables.

    A value that a scenario cannot be laid with, and one that lays every table as it was, is left out and told.
    """
    game = get_game(key)
    starts = [start_named(game, word, "scenarios") for word in scenarios or [""]]
    factors: dict[str, list[str]] = {}
    idle = []
    for option in game.options:
        factor = {option.key: factor_named(game, option.key, option.key)}
        for value in option.values:
            setting = ((option.key, value),)
            try:
                alike = all(
                    is_same_table(lay_start(game, start, {}, ()), lay_start(game, start, factor, setting))
                    for start in starts
                )
            except InputError:
                idle.append(switch_said(game, option.key, value))
                continue
            if not alike:
                factors.setdefault(option.key, []).append(value)
            elif value != option.values[0]:
                idle.append(switch_said(game, option.key, value))
    what = {
        "game": key,
        "title": gettext("{game}: what every switch changes", game=game.title),
        "scenarios": list(scenarios or [""]),
        "generals": list(generals),
        "battles": battles,
        "seed": seed,
        "design": "one at a time",
        "factors": factors,
    }
    return what, idle


class Changed(NamedTuple):
    """What one value of a switch changes: a comparison for each measure that was asked for."""

    label: str
    by: Mapping[str, Comparison]

    @property
    def least_p(self) -> float:
        """The smallest of its p-values, each for the whole table at once."""
        return min((one.p for one in self.by.values()), default=1.0)


def changes_of(results: Results) -> list[Changed]:
    """What every variant changes: wins of each side and length; those surest first.

    Intervals and p hold for the whole table at once: every variant, every measure.
    """
    from sandtable.lab.measures import measures_of

    known = measures_of(results.study)
    names = [*(f"wins.{side}" for side in results.study.side_keys), "bounds"]
    by_arm: dict[int, dict[str, Comparison]] = {}
    for name in names:
        for one in results.compared(known[name], len(names)):
            by_arm.setdefault(one.arm, {})[name] = one
    found = [Changed(results.study.arms[arm].words, by) for arm, by in by_arm.items()]
    return sorted(found, key=lambda changed: (changed.least_p, changed.label))


def armies_study(
    key: str, scenario: str, battles: int, generals: Sequence[str] = ("quick",), seed: int = 0
) -> dict[str, Any]:
    """A study of every army list of a game against every other, on a scenario to which armies can be brought."""
    game = get_game(key)
    if game.armies is None:
        raise InputError(gettext("{game} has no army lists", game=game.title))
    where = scenario or _scenario_for_armies(game)
    sides = list(game.armies.of_scenario(find_scenario(game, where).content))
    if len(sides) != 2:
        raise InputError(gettext("to {scenario} no two sides can bring armies", scenario=where))
    lists = game.armies.lists()
    start = start_named(game, where, "scenario")
    able = {side: [entry.key for entry in lists if _may_come(game, start, f"army.{side}", entry.key)] for side in sides}
    return {
        "game": key,
        "title": gettext("{game}: army against army", game=game.title),
        "scenarios": [where],
        "generals": list(generals),
        "battles": battles,
        "seed": seed,
        "design": "grid",
        "factors": {f"army.{side}": able[side] for side in sides},
    }


def _may_come(game: Game, start: Start, name: str, army: str) -> bool:
    """Whether a side can bring an army there."""
    try:
        lay_start(game, start, {name: factor_named(game, name, name)}, ((name, army),))
    except InputError:
        return False
    return True


def _scenario_for_armies(game: Game) -> str:
    assert game.armies is not None
    for name in scenario_names(game):
        if len(game.armies.of_scenario(find_scenario(game, name).content)) == 2:
            return name
    raise InputError(gettext("{game} has no scenario to which two sides can bring armies", game=game.title))
