"""Puzzles: cases of the case book with answers to choose from. Which of them is right the rules say, nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import Field, model_validator

from sandtable.errors import InputError
from sandtable.files import FileModel, check, expected, load_toml, load_yaml
from sandtable.games import get_game
from sandtable.games.common.amounts import counted
from sandtable.games.game import Game
from sandtable.games.language import translated
from sandtable.games.rulebook import read_rulebook
from sandtable.table.case_files import Expected, Whole
from sandtable.table.cases import Answer, answer, is_met
from sandtable.translation import gettext

PACKAGE = Path(__file__).parents[1]
BOOKS = (PACKAGE / "casebook", PACKAGE.parents[1] / "casebook")
"""Where the case book is: in the installed package, else in the working copy."""

Text = Annotated[str, Field(min_length=1, max_length=400)]

Share = Annotated[str, Field(pattern=r"^\d+(/[1-9]\d*)?$")]
"""A fraction like 15/36."""


class ChoiceFile(FileModel):
    """An answer in words, and what must come of the action for it to be right."""

    says: Text
    expect: Expected


class LeftFile(FileModel):
    """Which field of a figure is asked about, and the values to choose from."""

    figure: Text
    field: Text
    values: list[Whole] = Field(min_length=2)


class PuzzleFile(FileModel):
    """One puzzle: a case, what is asked of one of its actions, and one kind of answers to choose from."""

    case: Text  # its file without the suffix
    question: Text
    action: Whole | None = Field(default=None, ge=1)  # which is asked about; left out, the last
    forbids: list[str] = []  # clauses that might forbid it
    befalls: str = ""  # the code of what may come of it, whose chance is asked
    chances: list[Share] = []
    costs: list[Whole] = []
    scores: list[dict[str, Whole]] = []
    left: LeftFile | None = None
    answers: list[ChoiceFile] = []

    @model_validator(mode="after")
    def _one_kind(self) -> PuzzleFile:
        kinds = (self.forbids, self.chances, self.costs, self.scores, self.left, self.answers)
        if sum(map(bool, kinds)) != 1 or bool(self.befalls) != bool(self.chances):
            raise ValueError("one of forbids, befalls with chances, costs, scores, left, answers")
        return self


class PuzzlesFile(FileModel):
    """The puzzles of one game, in the order in which they are set."""

    puzzle: list[PuzzleFile] = []


@dataclass(frozen=True)
class Choice:
    """An answer that may be chosen, in the language spoken; ``clause``: by which it says that the action is barred."""

    text: str
    expect: Expected
    clause: str | None = None


@dataclass(frozen=True)
class Solved:
    """A puzzle with what the rules say to it: the case up to the action that is asked about, and the right choice."""

    answer: Answer
    choices: tuple[Choice, ...]
    right: int


@cache
def puzzles_of(key: str) -> tuple[PuzzleFile, ...]:
    """The puzzles of a game in their order; none where it has no ``data/puzzles.toml``. UnknownGame: no such game."""
    path = get_game(key).folder / "data" / "puzzles.toml"
    if not path.is_file():
        return ()
    return tuple(check(load_toml(path), PuzzlesFile, path.name).puzzle)


def puzzle_of(key: str, case: str) -> PuzzleFile:
    """The puzzle of a case. InputError: the game has none."""
    for puzzle in puzzles_of(key):
        if puzzle.case == case:
            return puzzle
    raise InputError(gettext("{game} has no puzzle {name!r}", game=get_game(key).title, name=case))


def question_of(game: Game, puzzle: PuzzleFile) -> str:
    """What is asked, in the language spoken."""
    return translated(game.folder, puzzle.question)


def solve(key: str, puzzle: PuzzleFile) -> Solved:
    """Ask the rules; InputError where not exactly one of its choices is what they say."""
    game = get_game(key)
    path = _case(game, puzzle)
    data = dict(load_yaml(path))
    asked = puzzle.action or len(data["actions"])
    data["actions"] = data["actions"][:asked]
    found = answer({**data, "expect": [], "final": None}, str(path))
    ruling = found.rulings[-1]
    found = Answer(found.where, found.head, found.battle, ruling.asked, ruling.asked, [ruling], listed=found.listed)
    choices = tuple(choices_of(game, puzzle))
    odds = ruling.asked.odds(ruling.action) if puzzle.befalls and ruling.judgement.legal else None
    met = [number for number, choice in enumerate(choices) if is_met(found, choice.expect, odds)]
    if len(met) != 1:
        raise InputError(f"{puzzle.case}: {expected(gettext('one right answer'), str([choices[n].text for n in met]))}")
    return Solved(found, choices, met[0])


def _case(game: Game, puzzle: PuzzleFile) -> Path:
    """The file of a puzzle's case: in a folder of its game, else in the case book."""
    folders = (game.folder / "casebook", *(book / game.key for book in BOOKS))
    for folder in folders:
        path = folder / f"{puzzle.case}.yaml"
        if path.is_file():
            return path
    raise InputError(f"puzzles.toml: {expected(gettext('a case of the case book'), repr(puzzle.case))}")


def choices_of(game: Game, puzzle: PuzzleFile) -> Iterator[Choice]:
    """The answers to choose from, in their order."""
    if puzzle.forbids:
        titles = {clause.id: clause.title for clause in read_rulebook(game.folder)}
        yield Choice(gettext("Yes."), Expected(legal=True))
        for clause in puzzle.forbids:
            words = gettext("No: {title}.", title=titles.get(clause, clause).rstrip("."))
            yield Choice(words, Expected(legal=False, clauses=[clause]), clause)
    for chance in puzzle.chances:
        said = gettext("{percent:.0f}% ({chance})", percent=100.0 * Fraction(chance), chance=chance)
        yield Choice(said, Expected(odds={puzzle.befalls: chance}))
    for cost in puzzle.costs:
        yield Choice(counted(cost, "PIP"), Expected(legal=True, cost=cost))
    for scores in puzzle.scores:
        yield Choice(", ".join(f"{figure}: {score}" for figure, score in scores.items()), Expected(scores=scores))
    if puzzle.left:
        for value in puzzle.left.values:
            figures = {puzzle.left.figure: {puzzle.left.field: value}}
            yield Choice(str(value), Expected.model_validate({"figures": figures}))
    for one in puzzle.answers:
        yield Choice(translated(game.folder, one.says), one.expect)
