"""From a battle to messages: what one link may see of it, judgements and odds, and games for the first page."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache

from sandtable.compiler import patience
from sandtable.draw.svg import picture
from sandtable.errors import InputError
from sandtable.files import expected
from sandtable.games import game_keys, get_game
from sandtable.games.army import Armies, ArmyCheck
from sandtable.games.game import Game, HandMove, Option, SideFacts
from sandtable.games.glossary import read_glossary
from sandtable.games.language import all_languages, switch_words, translated, words_in
from sandtable.games.rulebook import ClauseText, read_chapters, read_rulebook
from sandtable.games.scene import Scene
from sandtable.server.messages.drags import HandFact
from sandtable.server.messages.facts import OverlayFact, SideFact
from sandtable.server.messages.pages import (
    ArmiesOf,
    AskArmy,
    ClauseFact,
    GameFacts,
    GeneralFact,
    LessonStepFact,
    OptionFact,
    RulesOf,
    ScenarioFact,
    TermFact,
)
from sandtable.server.messages.protocol import (
    Chance,
    DieShown,
    Event,
    Finding,
    Line,
    Odds,
    Outcome,
    Tally,
)
from sandtable.server.session import computer
from sandtable.server.views.odds_in_a_line import share_of
from sandtable.table import log_entries, visibility
from sandtable.table import odds as table_odds
from sandtable.table.actions import Action
from sandtable.table.battle import Battle
from sandtable.table.hidden_odds import guessed_odds
from sandtable.table.name_index import options_of
from sandtable.table.odds import ROOM
from sandtable.table.puzzles import puzzles_of
from sandtable.table.scenarios import find_scenario, house_rules, lay, scenario_names
from sandtable.translation import ENGLISH, either, gettext, speaking, spoken

log = logging.getLogger("sandtable.server")


def side_name(battle: Battle, key: str | None) -> str:
    """What people call the side with this key."""
    names = {side.key: side.name for side in battle.sides}
    return names.get(key or "", key or "nobody")


def title(battle: Battle) -> str:
    """What the battle is called."""
    return battle.names.title or battle.game.title


# ------------------------------------------------------------------------------------------ what happened


def line(of: log_entries.Line | log_entries.Finding) -> Line:
    """One line of a total."""
    return Line.model_validate(of)


def findings(of: Iterable[log_entries.Finding]) -> tuple[Finding, ...]:
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


def _die(die: log_entries.Die | None) -> DieShown | None:
    if die is None:
        return None
    return DieShown(
        purpose=die.name,
        side=die.side,
        figure=die.figure,
        sides=die.sides,
        value=die.value,
        text=die.text,
    )


def events(entries: tuple[log_entries.Finding, ...]) -> tuple[Event, ...]:
    """What happened, every score with the lines that make it."""
    # A line may name a third figure (who overlaps, who stands beside), so lines go by whose total they are.
    waiting: dict[str | None, list[Line]] = {}
    shown = []
    for entry in log_entries.said_once(entries):
        key = entry.actor
        if entry.kind == "tally":
            waiting.setdefault(key, []).append(line(entry))
        elif entry.kind in ("event", "die", "score", "outcome", "points", "note"):
            lines = tuple(waiting.pop(key, ())) if entry.kind == "score" else ()
            shown.append(_event(entry, lines))
    return tuple(shown)


def _event(entry: log_entries.Finding, lines: tuple[Line, ...]) -> Event:
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
            "turned": entry.turned,
            "lines": lines,
        }
    )


# ------------------------------------------------------------------------------------------- the battle


def hides(battle: Battle) -> bool:
    """Whether anything is hidden from some side."""
    return visibility.hides(battle.game, battle.record)


def fighters(battle: Battle, fight: Action) -> tuple[str, ...]:
    """The ids of all who take part in a fight, those of the side that acts first."""
    if battle.game.fighters is None:
        return fight.figures
    found = battle.game.fighters(battle.record, fight.record)
    return tuple(battle.names.figures[index].id for index in found) or fight.figures


SHORT = (216, 100)
"""The same where nobody waits for more: interpreted the shots of five models take 2 s with it, and 70 s with ``ROOM``;
three dice are exact with both."""


def singly(found: table_odds.Odds, suffers: Collection[str] = ()) -> tuple[Chance, ...]:
    """How likely each sentence of the outcomes is; what befalls one figure stands together, its amounts in order.

    Those of codes that are bad for their actor (``suffers``) stand first.
    """
    chances: dict[str, float] = {}
    findings: dict[str, log_entries.Finding] = {}
    order: dict[tuple[str | None, str], int] = {}
    for outcome in found.outcomes:
        for text, finding in {each.text: each for each in outcome.findings}.items():
            order.setdefault((finding.actor, finding.code), len(order))
            chances[text] = chances.get(text, 0.0) + float(outcome.probability)
            findings.setdefault(text, finding)

    def place(text: str) -> tuple[bool, int, int]:
        finding = findings[text]
        return finding.code not in suffers, order[finding.actor, finding.code], finding.amount

    return tuple(
        Chance(text=text, clause=findings[text].clause, percent=round(100 * chances[text], 2))
        for text in sorted(chances, key=place)
    )


def odds(
    battle: Battle,
    action: Action,
    n: int,
    version: int,
    viewers: Sequence[str] = (),
    readers: Sequence[str] | None = None,
) -> Odds:
    """What may come of an action. IllegalAction when it is not legal.

    ``viewers``: the sides that see the battle so, where something is hidden from them: then it is guessed. While the
    game's rules run interpreted the dice are looked through no longer than somebody waits. ``readers``: the sides of
    whoever is told, None: the one that acts.
    """
    room = SHORT if patience.is_interpreted(battle.game.dtype) else ROOM
    found = guessed_odds(battle, action, viewers, room=room) if viewers else battle.odds(action, *room)
    return Odds(
        n=n,
        version=version,
        text=action.text,
        outcomes=tuple(
            Outcome(
                text=each.text,
                clauses=tuple(dict.fromkeys(of.clause for of in log_entries.said_once(each.findings) if of.clause)),
                numerator=each.ways,
                denominator=found.of,
                fraction=f"{each.ways}/{found.of}" if found.exact else f"{float(each.probability):.3f}",
                percent=round(100 * float(each.probability), 2),
                low=None if each.low is None else round(100 * each.low, 2),
                high=None if each.high is None else round(100 * each.high, 2),
            )
            for each in found.outcomes
        ),
        fighters=fighters(battle, action),
        singly=singly(found, battle.game.suffers),
        exact=found.exact,
        leaves=found.leaves,
        guesses=found.guesses,
        share=share_of(battle, action, found, readers),
        tallies=tuple(
            Tally(
                figure=each.whose,
                against=each.against,
                lines=tuple(line(of) for of in each.lines),
                total=each.score,
            )
            for each in found.tallies
        ),
    )


# ------------------------------------------------------------------------------------------- by hand


def _verb_of(battle: Battle, kind: HandMove) -> str:
    """The verb of a move by hand as actions name it."""
    return battle.engine.lexicon.verb_word(battle.engine.lexicon.game.verb[kind.verb].value)


def hand_facts(battle: Battle) -> tuple[HandFact, ...]:
    """The moves of the game that are drawn by hand, called so in the language spoken."""
    return tuple(
        HandFact(
            label=translated(battle.game.folder, kind.label or _verb_of(battle, kind).replace("_", " ").capitalize()),
            form={"verb": _verb_of(battle, kind), **kind.form},
            stays=kind.stays,
            listed=kind.listed,
        )
        for kind in battle.game.hand
    )


# --------------------------------------------------------------------------------------- the first page


def modes_of(game: Game) -> dict[str, tuple[str, ...]]:
    """The ways of doing it of every verb that has several; verbs as actions name them."""
    return {
        verb.name.lower().replace("_", " "): game.phrases[verb.name].modes
        for verb in game.verb
        if verb.name in game.phrases and game.phrases[verb.name].modes
    }


def overlay_facts(game: Game) -> tuple[OverlayFact, ...]:
    """What is drawn over the table of a game, called so in the language spoken."""
    return tuple(
        OverlayFact(kind=kind.kind, text=translated(game.folder, kind.text), quiet=kind.quiet) for kind in game.overlays
    )


def side_facts(sides: Iterable[SideFacts]) -> tuple[SideFact, ...]:
    """The sides of a game or a battle."""
    return tuple(map(SideFact.model_validate, sides))


def known(language: str) -> str:
    """This language where games offer it; empty: as the server speaks."""
    return language if language in all_languages() else ""


def games(language: str = "") -> list[GameFacts]:
    """Every game with its scenarios, house rules and computer generals, in a language; empty: the server's.

    A game from another distribution that cannot be loaded is left out, and the log says why.
    """
    found = []
    for key in game_keys():
        try:
            found.append((get_game(key).rank, key, game_facts(key, language)))
        except Exception:
            log.exception("the game %s cannot be loaded", key)
    return [facts for _, _, facts in sorted(found, key=lambda one: one[:2])]


@cache
def game_facts(key: str, language: str = "") -> GameFacts:
    """One game for the first page. What games keep of it without its language is kept in the server's."""
    game = get_game(key)
    if language:
        game_facts(key, "")
    with speaking(language):
        return _game_facts(game)


def _game_facts(game: Game) -> GameFacts:
    return GameFacts(
        key=game.key,
        title=game.title,
        source=translated(game.folder, game.source),
        version=game.version,
        unit=game.unit,
        sides=side_facts(game.sides_of()),
        scenarios=tuple(_scenario(game, name) for name in scenario_names(game)),
        options=tuple(_option(game, option) for option in game.options),
        generals=tuple(map(GeneralFact.model_validate, computer.computers().values())),
        editor=game.editing is not None,
        puzzles=len(puzzles_of(game.key)),
    )


def _option(game: Game, option: Option) -> OptionFact:
    """A house rule in the language spoken."""
    return OptionFact(
        key=option.key,
        name=switch_words(game.folder, option.key),
        values=option.values,
        words=tuple(switch_words(game.folder, option.key, value) for value in option.values),
        clause=option.clause,
        text=translated(game.folder, option.text),
        defaults=option.defaults,
    )


def _scenario(game: Game, name: str) -> ScenarioFact:
    origin = find_scenario(game, name)
    content, own = origin.content, house_rules(game, origin)
    goals = content.get("goals")
    minutes = content.get("minutes")
    lesson = content.get("lesson")
    goals = goals if isinstance(goals, Mapping) else {}
    return ScenarioFact(
        key=name,
        title=translated(game.folder, str(content.get("title", name))),
        text=translated(game.folder, str(content.get("description", content.get("text", "")))),
        goals={str(side): translated(game.folder, str(text)) for side, text in goals.items()},
        minutes=minutes if isinstance(minutes, int) else None,
        lesson=tuple(_lesson_step(game, step) for step in lesson) if isinstance(lesson, list) else (),
        learner=str(content.get("learner", "")),
        armies=dict(game.armies.of_scenario(content)) if game.armies else {},
        sides=side_facts(game.sides_in(content)),
        options={key: value for key, value in options_of(game, own).items() if key in own},
    )


def _lesson_step(game: Game, step: Mapping[str, str]) -> LessonStepFact:
    """One step of a lesson in the language spoken."""
    title, text = translated(game.folder, step["title"]), translated(game.folder, step["text"])
    return LessonStepFact(title=title, text=text, until=step["until"], clause=step.get("clause") or None)


def words_of(game: Game) -> dict[str, str]:
    """Its words in the language spoken, by the English ones; none in English."""
    return {} if spoken() == ENGLISH else dict(words_in(game.folder, spoken()))


def terms_of(game: Game) -> dict[str, tuple[str, ...]]:
    """The words of its glossary with their forms, in the language spoken."""
    return {term.word: term.forms for term in read_glossary(game.folder)}


@cache
def armies(key: str, language: str = "") -> ArmiesOf:
    """What a game's armies can be made of. UnknownGame when there is no such game, InputError when it has none."""
    lists = _armies(key)
    with speaking(language):
        return ArmiesOf(game=key, lists=lists.lists(), elements=lists.elements())


def army_check(key: str, request: AskArmy) -> ArmyCheck:
    """What a game says to an army. InputError when neither an army nor a text is there to be looked at, or both."""
    asked = [one for one in (request.army, request.text) if one is not None]
    if len(asked) != 1:
        raise InputError(
            f"army: {expected(gettext('an army or the text of one'), gettext('both') if asked else gettext('neither'))}"
        )
    return _armies(key).check(asked[0], options_of(get_game(key), request.options))


def _armies(key: str) -> Armies:
    game = get_game(key)
    if game.armies is None:
        raise InputError(gettext("{game} has no army lists", game=game.title))
    return game.armies


@cache
def scenario_scene(key: str, name: str, language: str = "") -> Scene:
    """The table of a scenario as it is laid. UnknownGame or InputError when there is no such one."""
    game = get_game(key)
    origin = find_scenario(game, check_scenario(game, name))
    with speaking(language):
        laid = lay(game, origin, options_of(game, {}, usual=house_rules(game, origin)))
        visibility.blank_out(game, laid.record[0], range(len(game.sides_of(laid.names))))
        return game.shown(laid.record[0], laid.names)


SMALL = 240
"""Pixels across the picture of a scenario on its card."""


def scenario_picture(key: str, name: str) -> bytes:
    """That table in small, with its game's drawings; a word could not be read. Raises as `scenario_scene` does."""
    scene = scenario_scene(key, name)
    bare = [feature.model_copy(update={"label": ""}) for feature in scene.features]
    return picture(scene.model_copy(update={"features": bare}), panel=False, pixels=SMALL).encode()


def check_scenario(game: Game, name: str) -> str:
    """``name`` when the game has a scenario of that name: over the network nobody opens files of this machine."""
    names = scenario_names(game)
    if name not in names:
        raise InputError(f"scenario: {expected(either(names), repr(name))}")
    return name


def _clause_fact(clause: ClauseText) -> ClauseFact:
    """A clause as the rule book shows it; its source with its heading there, and empty where the rulebook is silent."""
    fact = ClauseFact.model_validate(clause)
    if clause.is_silent:
        return fact.model_copy(update={"source": ""})
    return fact.model_copy(update={"source": f"{clause.source}: {clause.heading}"}) if clause.heading else fact


@cache
def rules(key: str, language: str = "") -> RulesOf:
    """A game's rulebook in our words, its headings and glossary in a language. UnknownGame: there is no such game."""
    game = get_game(key)
    with speaking(language):
        return RulesOf(
            game=game.key,
            title=game.title,
            source=translated(game.folder, game.source),
            chapters=read_chapters(game.folder),
            clauses=tuple(_clause_fact(clause) for clause in read_rulebook(game.folder)),
            glossary=tuple(TermFact.model_validate(term) for term in read_glossary(game.folder)),
        )
