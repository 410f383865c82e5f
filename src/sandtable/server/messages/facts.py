"""What seldom changes while a battle runs, as a board is told of it: its game, sides, dice and house rules."""

from __future__ import annotations

from typing import Literal

from sandtable.games.scene import SideLook
from sandtable.server.messages.base import FromServer
from sandtable.server.messages.company import Spectators
from sandtable.server.messages.drags import HandFact


class SideFact(FromServer):
    """A side of a game, or of one battle."""

    key: str
    name: str
    die: str  # "arabic" or "roman"
    look: SideLook


class OverlayFact(FromServer):
    """A kind of overlay: its words for the legend. ``quiet``: drawn only where somebody asks for it."""

    kind: str
    text: str
    quiet: bool


class DiceFacts(FromServer):
    """How far the dice of a battle can be trusted."""

    source: Literal["server", "maker", "script"]
    text: str  # a sentence, for everybody: whoever chose the seed, or wrote a script, knows dice that others do not


class BattleFacts(FromServer):
    """What seldom changes while a battle runs; ``facts`` brings it again when it does."""

    id: str
    game: str
    game_title: str
    title: str
    scenario: str
    unit: str
    sides: tuple[SideFact, ...]
    modes: dict[str, tuple[str, ...]]  # verb -> ways of doing it, as walk, run, crawl; the first goes without saying
    symbols: str  # the game's own symbols and patterns, as they stand in <defs>; the page has those of all games
    styles: str  # its own stylesheet
    house_rules: tuple[tuple[str, str], ...]  # those that differ from the book: what it is called, and its value
    overlays: tuple[OverlayFact, ...]
    explains: bool  # ``explain`` has an answer
    actors: int  # so many figures one action may name
    hand: tuple[HandFact, ...]  # the moves that are drawn by hand, the usual one first
    foresees: bool  # ``foresee`` has an answer
    headings: dict[str, str]  # verb -> what a list of such orders is called, where the verb says too little
    remedies: dict[str, str]  # code of a refusal -> verb of the order that takes the reason away, where it is listed
    ends: bool  # a side may say that a step is over: there is an action ``end``
    words: dict[str, str]  # the game's own words by the English ones, where it speaks another language
    terms: dict[str, tuple[str, ...]]  # word of its glossary -> forms under which sentences say it
    commitment: str | None  # hash of a nonce and the seed, shown before play; a save of the end proves it
    dice: DiceFacts
    analysis: bool  # everybody may take back anything, and the same dice fall again
    hides: bool  # the game hides things from some side: no save before the end
    watch_url: str  # path for spectators, of a running battle and of a finished one: it changes nothing; empty: none
    spectators: Spectators  # who may look on by it
    created: str  # ISO 8601, UTC
    unread: str  # why the battle ends here as far as it can be read, and cannot be gone on with; else empty
