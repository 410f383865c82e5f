"""From a battle to messages: what one link may see of it, judgements and odds, and games for the first page."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from sandtable.errors import InputError
from sandtable.games import game_keys, get_game
from sandtable.games.army import Armies, ArmyCheck
from sandtable.games.game import Game
from sandtable.games.rulebook import read_rulebook
from sandtable.games.scene import Scene
from sandtable.server import computer
from sandtable.server.messages import (
    PROTOCOL,
    BattleFacts,
    Decision,
    DieShown,
    Event,
    Finding,
    Line,
    Odds,
    Outcome,
    OverlayFact,
    SideFact,
    StepRecord,
    Tally,
    Welcome,
)
from sandtable.server.pages import (
    ArmiesOf,
    AskArmy,
    ClauseFact,
    GameFacts,
    GeneralFact,
    OptionFact,
    RulesOf,
    ScenarioFact,
)
from sandtable.server.storage import Link, StoredBattle
from sandtable.table import words
from sandtable.table.actions import Action
from sandtable.table.battle import Battle, Played
from sandtable.table.lexicon import options_of
from sandtable.table.scenarios import find_scenario, lay, scenario_names

log = logging.getLogger("sandtable.server")


def side_name(battle: Battle, key: str | None) -> str:
    """What people call the side with this key."""
    keys = [side.key for side in battle.game.sides]
    return battle.lexicon.side_name(keys.index(key)) if key in keys else key or "nobody"


def title(battle: Battle) -> str:
    """What the battle is called."""
    return battle.names.title or battle.game.title


# ------------------------------------------------------------------------------------------ what happened


def line(of: words.Line | words.Finding) -> Line:
    """One line of a total."""
    return Line.model_validate(of)


def findings(of: Iterable[words.Finding]) -> tuple[Finding, ...]:
    """Reasons or notes."""
    return tuple(
        Finding(
            code=each.code,
            clause=each.clause,
            text=each.text,
            actor=each.actor,
            other=each.other,
            value=each.value or None,
            geometry=each.geometry,
        )
        for each in of
    )


def _die(die: words.Die | None) -> DieShown | None:
    if die is None:
        return None
    return DieShown(
        purpose=words.purpose_words(die.purpose),
        side=die.side,
        figure=die.figure,
        sides=die.sides,
        value=die.value,
        text=die.text,
    )


def events(entries: tuple[words.Finding, ...]) -> tuple[Event, ...]:
    """What happened, every score with the lines that make it."""
    # A line may name a third figure (who overlaps, who stands beside), so lines go by whose total they are.
    waiting: dict[str | None, list[Line]] = {}
    shown = []
    for entry in words.said_once(entries):
        key = entry.actor
        if entry.kind == "tally":
            waiting.setdefault(key, []).append(line(entry))
        elif entry.kind in ("event", "die", "score", "outcome", "points", "note"):
            lines = tuple(waiting.pop(key, ())) if entry.kind == "score" else ()
            shown.append(_event(entry, lines))
    return tuple(shown)


def _event(entry: words.Finding, lines: tuple[Line, ...]) -> Event:
    return Event.model_validate(
        {
            "kind": entry.kind,
            "code": entry.code,
            "clause": entry.clause,
            "text": entry.text,
            "side": entry.side,
            "actor": entry.actor,
            "other": entry.other,
            "amount": entry.amount,
            "value": entry.value or None,
            "geometry": entry.geometry,
            "die": _die(entry.dice),
            "lines": lines,
        }
    )


def step_record(played: Played, number: int, by: str | None) -> StepRecord:
    """One step of the history, number 0 being the laying of the table."""
    action = played.action
    return StepRecord(
        number=number,
        side=played.side or None,
        by=by,
        action=action.text if action else "",
        label=action.label if action else "The table is laid",
        events=events(played.events),
    )


# -------------------------------------------------------------------------------------------------- state


def decision(battle: Battle, yours: bool, kinds: Mapping[str, str]) -> Decision | None:
    """What the battle waits for."""
    now = battle.decision
    if now is None:
        return None
    return Decision(
        side=now.side, side_name=now.side_name, text=now.text, phase=now.phase, yours=yours, by=kinds[now.side]
    )


def welcome(stored: StoredBattle, battle: Battle, link: Link) -> Welcome:
    """The first message to a board."""
    defaults = options_of(battle.game, {})
    return Welcome(
        protocol=PROTOCOL,
        battle=BattleFacts(
            id=stored.id,
            game=battle.game.key,
            game_title=battle.game.title,
            title=title(battle),
            scenario=battle.origin.name,
            unit=battle.game.unit,
            sides=tuple(
                SideFact(key=side.key, name=side_name(battle, side.key), die=side.die) for side in battle.game.sides
            ),
            options={key: value for key, value in battle.options.items() if value != defaults[key]},
            overlays=tuple(map(OverlayFact.model_validate, battle.game.overlays)),
            explains=battle.game.explain is not None,
            commitment=battle.commitment,
            created=stored.created,
        ),
        yours=link.sides,
        watcher=not link.sides,
    )


def redact_for(battle: Battle, record: Any, sides: tuple[str, ...]) -> None:
    """Blank out in ``record``, a copy, what a link that holds these sides may not see.

    A window that holds several sides shows what the one to decide may see, else what all of them may see; a
    watcher, what every side may see.
    """
    now = battle.decision
    _redact(battle.game, record, (now.side,) if now is not None and now.side in sides else sides)


def _redact(game: Game, record: Any, viewers: tuple[str, ...]) -> None:
    """Leave in ``record`` what all these sides may see; without any, what every side may see."""
    for index, side in enumerate(game.sides):
        if not viewers or side.key in viewers:
            game.verbs.redact(record, index)


def as_seen(battle: Battle, sides: tuple[str, ...]) -> Battle:
    """The battle as a link may see it: itself when nothing is hidden from it, else a copy to look at only."""
    twin = battle.copy()
    redact_for(battle, twin.record, sides)
    return battle if twin.record.tobytes() == battle.record.tobytes() else twin


def hides_anything(battle: Battle) -> bool:
    """Whether some side does not see the whole table now."""
    return as_seen(battle, ()) is not battle


def odds(battle: Battle, action: Action, n: int, version: int) -> Odds:
    """What may come of an action. IllegalAction when it is not legal."""
    found = battle.odds(action)
    return Odds(
        n=n,
        version=version,
        text=action.text,
        outcomes=tuple(
            Outcome(
                text=each.text,
                numerator=each.ways,
                denominator=found.of,
                fraction=f"{each.ways}/{found.of}" if found.exact else f"{float(each.probability):.3f}",
                percent=round(100 * float(each.probability), 2),
                low=None if each.low is None else round(100 * each.low, 2),
                high=None if each.high is None else round(100 * each.high, 2),
            )
            for each in found.outcomes
        ),
        exact=found.exact,
        leaves=found.leaves,
        tallies=tuple(
            Tally(
                figure=each.figure or "",
                against=each.against,
                lines=tuple(line(of) for of in each.lines),
                total=each.score,
            )
            for each in found.tallies
        ),
    )


# --------------------------------------------------------------------------------------- the first page


def side_facts(game: Game) -> tuple[SideFact, ...]:
    """The sides of a game."""
    return tuple(map(SideFact.model_validate, game.sides))


def games() -> list[GameFacts]:
    """Every game with its scenarios, house rules and computer generals.

    A game from another distribution that cannot be loaded is left out, and the log says why.
    """
    found = []
    for key in game_keys():
        try:
            found.append((get_game(key).rank, key, game_facts(key)))
        except Exception:
            log.exception("the game %s cannot be loaded", key)
    return [facts for _, _, facts in sorted(found, key=lambda one: one[:2])]


@cache
def game_facts(key: str) -> GameFacts:
    """One game for the first page."""
    game = get_game(key)
    return GameFacts(
        key=game.key,
        title=game.title,
        source=game.source,
        version=game.version,
        unit=game.unit,
        sides=side_facts(game),
        scenarios=tuple(_scenario(game, name) for name in scenario_names(game)),
        options=tuple(map(OptionFact.model_validate, game.options)),
        generals=tuple(map(GeneralFact.model_validate, computer.computers().values())),
    )


def _scenario(game: Game, name: str) -> ScenarioFact:
    content = find_scenario(game, name).content
    goals = content.get("goals")
    minutes = content.get("minutes")
    return ScenarioFact(
        key=name,
        title=str(content.get("title", name)),
        text=str(content.get("description", content.get("text", ""))),
        goals={str(side): str(text) for side, text in goals.items()} if isinstance(goals, Mapping) else {},
        minutes=minutes if isinstance(minutes, int) else None,
        armies=dict(game.armies.of_scenario(content)) if game.armies else {},
    )


@cache
def armies(key: str) -> ArmiesOf:
    """What a game's armies can be made of. UnknownGame when there is no such game, InputError when it has none."""
    lists = _armies(key)
    return ArmiesOf(game=key, lists=lists.lists(), elements=lists.elements())


def army_check(key: str, request: AskArmy) -> ArmyCheck:
    """What a game says to an army. InputError when neither an army nor a text is there to be looked at, or both."""
    asked = [one for one in (request.army, request.text) if one is not None]
    if len(asked) != 1:
        raise InputError(f"army: expected an army or the text of one, found {'both' if asked else 'neither'}")
    return _armies(key).check(asked[0], options_of(get_game(key), request.options))


def _armies(key: str) -> Armies:
    game = get_game(key)
    if game.armies is None:
        raise InputError(f"{game.title} has no army lists")
    return game.armies


@cache
def scenario_scene(key: str, name: str) -> Scene:
    """The table of a scenario as it is laid. UnknownGame or InputError when there is no such one."""
    game = get_game(key)
    laid = lay(game, find_scenario(game, check_scenario(game, name)), options_of(game, {}))
    _redact(game, laid.record[0], ())
    return game.scene(laid.record[0], laid.names)


def check_scenario(game: Game, name: str) -> str:
    """``name`` when the game has a scenario of that name: over the network nobody opens files of this machine."""
    names = scenario_names(game)
    if name not in names:
        raise InputError(f"scenario: expected one of {', '.join(names)}, got {name!r}")
    return name


@cache
def rules(key: str) -> RulesOf:
    """A game's rulebook in our words. UnknownGame when there is no such game."""
    game = get_game(key)
    return RulesOf(
        game=game.key,
        title=game.title,
        source=game.source,
        clauses=tuple(map(ClauseFact.model_validate, read_rulebook(game.folder))),
    )
