"""Positions from battles of generals as messages of the page of puzzles: what would you do, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from sandtable.draw.diagram import case_picture
from sandtable.games.game import Game
from sandtable.games.language import switch_words, translated
from sandtable.generals.analysis import lead_words
from sandtable.server.messages.protocol import Line
from sandtable.server.messages.puzzles import PuzzleAnswer, PuzzleChoice, PuzzleFact, PuzzleWeighed, WeighedShare
from sandtable.server.views import battle_messages
from sandtable.table.battle import Battle
from sandtable.table.case_diagram import diagram_of
from sandtable.table.case_files import CaseHead
from sandtable.table.case_writer import case_text
from sandtable.table.cases import Answer, Ruling, pips
from sandtable.table.name_index import options_to_name
from sandtable.table.scenarios import house_rules
from sandtable.table.tutor_positions import TutorPosition, tutor_keys, tutor_position
from sandtable.translation import gettext, speaking

PREFIX = "generals-"
"""Opens the keys of these positions among those of puzzles."""


def keys(key: str) -> tuple[str, ...]:
    """The keys of a game's positions in the order in which they are set."""
    return tuple(PREFIX + name for name in tutor_keys(key))


def is_position(puzzle: str) -> bool:
    """Whether the puzzle of this key is one of these positions."""
    return puzzle.startswith(PREFIX)


@lru_cache(maxsize=64)
def _position(key: str, puzzle: str, language: str) -> TutorPosition:
    """A position laid in a language; InputError when the game has none of this name."""
    with speaking(language):
        return tutor_position(key, puzzle.removeprefix(PREFIX))


def _order(found: TutorPosition) -> list[int]:
    """The answers as they are set: by their notation, which tells nothing of how good they are."""
    return sorted(range(len(found.actions)), key=lambda k: found.actions[k].text)


def puzzle(key: str, name: str, language: str) -> PuzzleFact:
    """One of them as it is set."""
    found = _position(key, name, language)
    battle = found.battle
    with speaking(language):
        named = options_to_name(battle.game, battle.options, house_rules(battle.game, battle.engine.origin))
        return PuzzleFact(
            game=battle.game.key,
            key=name,
            question=_question(battle),
            action=_situation(battle),
            switches=switches(battle.game, named),
            picture=_picture(found, ()),
            choices=tuple(PuzzleChoice(text=found.actions[k].label, clause=None) for k in _order(found)),
        )


def switches(game: Game, chosen: Mapping[str, Any]) -> tuple[str, ...]:
    """House rules as they are chosen, in words."""
    words = {option.key: translated(game.folder, option.text).rstrip(".") for option in game.options}
    return tuple(f"{words[name]}: {switch_words(game.folder, name, str(value))}" for name, value in chosen.items())


def _question(battle: Battle) -> str:
    side = battle.decision.side_name if battle.decision else ""
    return gettext("{side}: what would you do?", side=side)


def puzzle_answer(key: str, name: str, language: str) -> PuzzleAnswer:
    """Which answer wins most often, how often each does, and what may come of the best."""
    found = _position(key, name, language)
    best, order, told = found.actions[0], _order(found), found.told
    with speaking(language):
        judged = found.battle.judge(best)
        odds = battle_messages.odds(found.battle, best, 0, 0)
        return PuzzleAnswer(
            right=order.index(0),
            weighed=PuzzleWeighed(
                playouts=told.playouts,
                quick=order.index(told.quick - 1) if told.quick else None,
                wins=tuple(_share(told.answers[k].wins) for k in order),
                why=lead_words(*told.answers[1].behind),
            ),
            allowed=True,
            prices=tuple(map(battle_messages.line, judged.prices)),
            said=tuple(_said(found)),
            tallies=(),
            thrown=False,
            chance=False,
            odds=odds if len(odds.outcomes) > 1 else None,
            picture=_picture(found, (Ruling(best, judged, _before(found.battle), found.battle),)),
        )


def _before(battle: Battle) -> dict[str, Any]:
    """Whose decision it is, as a ruling says it."""
    side = battle.decision.side if battle.decision else None
    return {"side": side, "phase": battle.phase, "pips": pips(battle)}


def _situation(battle: Battle) -> str:
    """Which battle it is, how late it is and how it stands: all of which a player would know; and the decision."""
    scene, decision = battle.scene(), battle.decision
    when = " ".join(scene.facts[0]) if scene.facts else ""
    score = ", ".join(f"{one.name} {one.points:g}" for one in scene.scores)
    words = (scene.title, when, gettext("Score: {score}", score=score) if score else "")
    return " ".join([*(f"{one}." for one in words if one), decision.text if decision else ""]).strip()


def _share(wins: tuple[float, float, float]) -> WeighedShare:
    return WeighedShare(mean=wins[0], low=wins[1], high=wins[2])


def _said(found: TutorPosition) -> Iterator[Line]:
    """By which clause it may be done, and what the rules note of the best answer, each sentence once."""
    notes = found.battle.judge(found.actions[0]).notes
    for finding in {(each.text, each.clause): each for each in notes}.values():
        yield battle_messages.line(finding)
    decision = found.battle.decision
    if decision is not None and decision.clause:
        yield Line(text=decision.text, amount=0, clause=decision.clause)


def _picture(found: TutorPosition, rulings: tuple[Ruling, ...]) -> str:
    """The whole table; ``rulings``: with the way of the best answer on it."""
    head, battle = CaseHead(game=found.battle.game.key), found.battle
    diagram = diagram_of(Answer(found.key, head, battle, battle, battle, list(rulings)), explained=False)
    everybody = frozenset(figure.id for figure in diagram.scene.figures)
    return case_picture(replace(diagram, about=everybody), gettext("The table"))


def puzzle_case(key: str, name: str, language: str) -> str:
    """The position as a case file."""
    found = _position(key, name, language)
    with speaking(language):
        return case_text(found.battle, _question(found.battle))
