"""Puzzles as messages: their list, one with its position and answers to choose from, and which the rules give."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sandtable.draw.diagram import case_picture, question_picture
from sandtable.games import get_game
from sandtable.server.messages.protocol import Line, Odds, Tally
from sandtable.server.messages.puzzles import PuzzleAnswer, PuzzleChoice, PuzzleFact, PuzzleListed, PuzzlesOf
from sandtable.server.views import battle_messages, puzzle_positions
from sandtable.table.case_diagram import diagram_of
from sandtable.table.case_writer import case_text
from sandtable.table.cases import Answer, happened
from sandtable.table.puzzles import PuzzleFile, Solved, puzzle_of, puzzles_of, question_of, solve
from sandtable.translation import gettext, speaking

FEW_DICE = 3
"""Of an action that threw more, the chances are told only where they are asked for."""


def puzzles(key: str, language: str = "") -> PuzzlesOf:
    """The puzzles of a game, in a language; empty: the server's. UnknownGame when there is no such game."""
    game = get_game(key)
    with speaking(language):
        listed = tuple(PuzzleListed(key=one.case, question=question_of(game, one)) for one in puzzles_of(game.key))
        terms = battle_messages.terms_of(game)
    positions = puzzle_positions.keys(game.key)
    return PuzzlesOf(game=game.key, title=game.title, puzzles=listed, positions=positions, terms=terms)


@lru_cache(maxsize=64)
def _solved(key: str, case: str, language: str) -> Solved:
    """A puzzle with what the rules say, asked once for its question and its answer: their dice take a second or two."""
    with speaking(language):
        return solve(key, puzzle_of(key, case))


def puzzle(key: str, case: str, language: str = "") -> PuzzleFact:
    """One of them as it is set, in a language. InputError when the game has none of this name."""
    if puzzle_positions.is_position(case):
        return puzzle_positions.puzzle(key, case, language)
    game, found, solved = get_game(key), puzzle_of(key, case), _solved(key, case, language)
    with speaking(language):
        return PuzzleFact(
            game=game.key,
            key=found.case,
            question=question_of(game, found),
            action=solved.answer.rulings[-1].action.label,
            switches=puzzle_positions.switches(game, solved.answer.head.options),
            picture=question_picture(diagram_of(solved.answer, explained=False), gettext("The table")),
            choices=tuple(PuzzleChoice(text=one.text, clause=one.clause) for one in solved.choices),
        )


def puzzle_answer(key: str, case: str, language: str = "") -> PuzzleAnswer:
    """What the rules say to it, in a language. InputError when the game has none of this name."""
    if puzzle_positions.is_position(case):
        return puzzle_positions.puzzle_answer(key, case, language)
    found, solved = puzzle_of(key, case), _solved(key, case, language)
    ruling = solved.answer.rulings[-1]
    with speaking(language):
        return PuzzleAnswer(
            right=solved.right,
            weighed=None,
            allowed=ruling.judgement.legal,
            prices=tuple(map(battle_messages.line, ruling.judgement.prices)) if ruling.judgement.legal else (),
            said=tuple(_said(solved.answer)),
            tallies=tuple(
                Tally(
                    figure=each.whose,
                    against=each.against,
                    lines=tuple(battle_messages.line(of) for of in each.lines),
                    total=each.score,
                )
                for each in ruling.tallies
            ),
            thrown=any(event.kind == "die" for event in ruling.events),
            chance=bool(found.befalls),
            odds=_odds(solved.answer, found),
            picture=case_picture(diagram_of(solved.answer, explained=False), gettext("The table")),
        )


def puzzle_case(key: str, case: str, language: str = "") -> str:
    """The table that a puzzle asks about as a case file, without what is done on it. InputError as above."""
    if puzzle_positions.is_position(case):
        return puzzle_positions.puzzle_case(key, case, language)
    found, solved = puzzle_of(key, case), _solved(key, case, language)
    with speaking(language):
        return case_text(solved.answer.rulings[-1].asked, question_of(get_game(key), found))


def _said(answer: Answer) -> Iterator[Line]:
    """Why it is forbidden, or what happened to figures, without the bounds that follow: each sentence once."""
    ruling = answer.rulings[-1]
    judged = ruling.judgement
    came = (event for event in happened(ruling.events) if event.actor is not None)
    told = [*judged.notes, *came] if judged.legal else judged.reasons
    for finding in {(each.text, each.clause): each for each in told}.values():
        yield battle_messages.line(finding)


def _odds(answer: Answer, found: PuzzleFile) -> Odds | None:
    """The chances of the action, where dice decide it and there is something to read."""
    ruling = answer.rulings[-1]
    dice = sum(event.kind == "die" for event in ruling.events)
    if not found.befalls and not 0 < dice <= FEW_DICE:
        return None
    odds = battle_messages.odds(ruling.asked, ruling.action, 0, 0)
    return odds if len(odds.outcomes) > 1 else None
