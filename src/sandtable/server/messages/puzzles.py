"""What the page of puzzles is told under /api/puzzles, as pydantic models."""

from __future__ import annotations

from sandtable.server.messages.base import FromServer
from sandtable.server.messages.protocol import Line, Odds, Tally


class PuzzleListed(FromServer):
    """One puzzle of a game, before it is opened."""

    key: str
    question: str


class PuzzlesOf(FromServer):
    """GET /api/puzzles/{game}: its puzzles in the order in which they are set."""

    game: str
    title: str
    puzzles: tuple[PuzzleListed, ...]
    positions: tuple[str, ...]  # keys of those from battles of generals: what would you do?
    terms: dict[str, tuple[str, ...]]  # word of its glossary -> forms under which sentences say it


class PuzzleChoice(FromServer):
    """An answer that may be chosen; ``clause``: by which it says that the action is barred."""

    text: str
    clause: str | None


class PuzzleFact(FromServer):
    """GET /api/puzzles/{game}/{puzzle}: the position, what is asked of it, and the answers to choose from."""

    game: str
    key: str
    question: str
    action: str  # what is done, in words
    switches: tuple[str, ...]  # house rules that are not as usual, in words
    picture: str  # SVG of the table, before anything has come of it
    choices: tuple[PuzzleChoice, ...]


class WeighedShare(FromServer):
    """A share of battles, of 1, with its 95 % interval."""

    mean: float
    low: float
    high: float


class PuzzleWeighed(FromServer):
    """How the actions to choose from fared when each was played on to the end."""

    playouts: int  # of each
    quick: int | None  # which of them looks best at first sight; null: another one
    wins: tuple[WeighedShare, ...]  # of the side that decides, after each choice
    why: str  # how far the best is ahead, in words


class PuzzleAnswer(FromServer):
    """GET /api/puzzles/{game}/{puzzle}/answer: which answer the rules, or battles played on, give, and why."""

    right: int  # its place among the choices
    weighed: PuzzleWeighed | None  # null where the rules say the answer
    allowed: bool
    prices: tuple[Line, ...]  # what it costs, where that is counted
    said: tuple[Line, ...]  # why it is forbidden, or the dice and what came of them
    tallies: tuple[Tally, ...]  # the scores that were thrown
    thrown: bool  # the case has thrown dice for it
    chance: bool  # it was a chance that was asked
    odds: Odds | None  # null where dice decide nothing, or too many of them
    picture: str  # SVG of the table with what came of it
