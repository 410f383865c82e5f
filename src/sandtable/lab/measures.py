"""Measures: what a study tells of its battles, each in one sentence; a game adds its own by data/measures.toml."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from sandtable.files import FileModel, check
from sandtable.games.common.intervals import Interval
from sandtable.games.game import Game
from sandtable.games.language import cores_of, translated
from sandtable.translation import ENGLISH, gettext, gettext_word, spoken

if TYPE_CHECKING:
    from sandtable.lab.study import Study

FILE = "measures.toml"
SHARE, NUMBER = "share", "number"


@dataclass(frozen=True)
class Measure:
    """One measure: a column of the table of battles."""

    name: str
    text: str  # what it is, in one sentence
    kind: str = NUMBER
    always: bool = True  # told of every study; else where it is asked for
    called: str = ""  # in a table and in a sentence: by its name in English, in other languages in words
    words: str = ""  # the same in words in every language
    least: float = -math.inf  # no battle has less, so that no interval begins below it
    most: float = math.inf  # no battle has more, so that none ends above it

    def within(self, interval: Interval) -> Interval:
        """The interval without what no battle can be."""
        return interval._replace(low=max(interval.low, self.least), high=min(interval.high, self.most))

    def apart(self, low: float, high: float) -> tuple[float, float]:
        """The interval of a difference without what no two battles can lie apart: shares by more than all."""
        farthest = 1.0 if self.kind == SHARE else self.most - self.least
        return max(low, -farthest), min(high, farthest)


class DiceEntry(FileModel):
    """Purposes of dice whose low faces are good for who throws them, and of those that are good for nobody."""

    low: list[str] = []
    idle: list[str] = []


class CountEntry(FileModel):
    """Events that are counted, by the keys of their sentences."""

    text: str
    events: list[str]


class MeasuresFile(FileModel):
    """data/measures.toml."""

    dice: DiceEntry = DiceEntry()
    counts: dict[str, CountEntry] = {}


def own_measures(game: Game) -> MeasuresFile:
    """What a game adds, and the cores that it stands on."""
    return _own((*cores_of(game.folder), game.folder))


@cache
def _own(folders: tuple[Path, ...]) -> MeasuresFile:
    low: list[str] = []
    idle: list[str] = []
    counts: dict[str, CountEntry] = {}
    for folder in folders:
        file = folder / "data" / FILE
        if file.is_file():
            told = check(tomllib.loads(file.read_text("utf-8")), MeasuresFile, str(file))
            low, idle, counts = low + told.dice.low, idle + told.dice.idle, counts | told.counts
    return MeasuresFile(dice=DiceEntry(low=low, idle=idle), counts=counts)


FORCED = "forced"
COUNTS = ("lost", "bounds", "decisions", "unused", "lead_changes", "decided")
"""Measures that are counted or lie between 0 and 1; luck and points may be below 0."""

PARTS = ("decided",)
"""Measures that are a part of something, in numbers from 0 to 1; shares have intervals of their own."""

PARTIAL = ("decided", FORCED)
"""Measures that not every battle tells: draws were never decided, short battles have no decision that is looked at."""

BY_SIDE = (
    (
        "wins",
        SHARE,
        "Share of battles that {side} won; who draw share it, as all do in a battle that was cut off.",
    ),
    ("points", NUMBER, "Victory points that {side} gained while the battle went on, where the game counts them so."),
    ("lost", NUMBER, "Figures of {side} that left the table and did not come back, for whatever reason."),
    ("luck", NUMBER, "Luck of {side}: how many standard deviations its dice together showed above their middle."),
)

LEAD = (
    "How often another side came to lead than had led, as the game's evaluate sees it; looked at after bounds in which "
    "somebody left the table or gained points."
)
DECIDED = (
    "When it was decided: the share of its bounds after which the winner led whenever that was looked at; draws have "
    "none."
)

BY_A_GENERAL = "Share of battles that general {number} won, whichever side it led."
BY_GENERAL = "Share of battles that general {number} ({name}) won, whichever side it led."

OF_ALL = (
    ("bounds", NUMBER, "Length in bounds (turns, where the game has those) that were begun."),
    ("decisions", NUMBER, "Length in decisions that a general made."),
    ("draws", SHARE, "Share of battles that nobody won alone, those cut off among them."),
    ("cut_off", SHARE, "Share of battles that did not end within 10,000 decisions; they count as draws."),
    ("quiet", SHARE, "Time without contact: the share of its bounds in which no enemies were in contact."),
    ("unused", NUMBER, "Orders (PIPs) a bound that a side had left when it ended its movement."),
    ("lead_changes", NUMBER, LEAD),
    ("decided", NUMBER, DECIDED),
)


def measures_of(study: Study) -> Mapping[str, Measure]:
    """Every measure of a study by its name, as ``wins.romans`` or ``bounds``."""
    found: dict[str, Measure] = {}
    for name, kind, text in BY_SIDE:
        for side, facts in zip(study.side_keys, study.sides, strict=True):
            key, told = f"{name}.{side}", gettext(text, side=facts.name)
            found[key] = Measure(key, told, kind, least=_least(name), **_called(key, name, facts.name))
    if study.seats > 1:
        for k, general in enumerate(study.generals_of(study.arms[0])):
            found[f"general.{k + 1}"] = by_general(k, general)
    for name, kind, text in OF_ALL:
        most = 1.0 if name in PARTS else math.inf
        found[name] = Measure(name, gettext(text), kind, least=_least(name), most=most, **_called(name, name))
    text = gettext("Share of the decisions looked at (one in twenty-four) in which one action alone was legal.")
    found[FORCED] = Measure(FORCED, text, SHARE, always=False, **_called(FORCED, FORCED))
    for name, entry in own_measures(study.game).counts.items():
        text, called = (translated(study.game.folder, words) for words in (entry.text, name))
        found[name] = Measure(name, text, called=called, words=called.replace("_", " "), least=0.0)
    return found


def _least(name: str) -> float:
    return 0.0 if name in COUNTS else -math.inf


def by_general(k: int, name: str = "") -> Measure:
    """How often the k-th general won, of a study whose generals change seats; it may not be known yet who that is."""
    key, number = f"general.{k + 1}", k + 1
    text = gettext(BY_GENERAL, number=number, name=name) if name else gettext(BY_A_GENERAL, number=number)
    whose = name or gettext("general {number}", number=number)
    return Measure(key, text, SHARE, **_called(key, "wins", whose))


class Called(TypedDict):
    """What a measure is called: see ``Measure``."""

    called: str
    words: str


def _called(key: str, word: str, whose: str = "") -> Called:
    """What a measure is called in words, as ``wins: Romans``; a table does so too, but in English by its key."""
    words = ": ".join(filter(None, (gettext_word(word.replace("_", " ")), whose)))
    return {"called": key if spoken() == ENGLISH else words, "words": words}


def main_measure(study: Study) -> Measure:
    """The measure that arms are compared by: the one that the study names, else the wins of its first side."""
    known = measures_of(study)
    return known[study.file.measure] if study.file.measure else known[f"wins.{study.side_keys[0]}"]
