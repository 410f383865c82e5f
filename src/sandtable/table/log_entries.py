"""Log entries as typed objects with their words: findings of a judgement, events of a battle, tallies of fights."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from string import Formatter
from typing import Any

from sandtable.games.common.amounts import Count, Length, agreeing, unit_agreement
from sandtable.games.game import Game
from sandtable.games.language import translated
from sandtable.games.rulebook import english_texts, read_texts
from sandtable.kernel.log import EVERYBODY, Kind
from sandtable.kernel.records import NONE
from sandtable.table.name_index import NameIndex
from sandtable.translation import ENGLISH, capitalized, gettext, speaking, spoken

ROMAN = ("0", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")

BOTH_ALIKE = "{actor} and {other} are"
"""An English sentence with these words says the same of its two figures: whose outcome it is, it is worded alike."""

UNIT = "unit"
"""What a sentence asks of a figure to name its unit instead: ``{actor:unit}``."""

TURNED = "turned"
"""The list of words that a sentence about a card being turned up names."""

OWN_FIELDS = frozenset(("x", "y", "value", "side", "actor", "other", "item", "amount", "hundredths"))
"""What a sentence may name of any entry; all else are lists of words that battles bring."""

DIE = Kind.DIE  # read once: the name of an enum's member takes long to look up

Row = tuple[Any, ...]
"""The fields of a log entry (``ENTRY``), in their order."""

PIP_PURPOSE = "PIPS"
"""The purpose, in every game that has one, of the die that ``SideFacts.die`` speaks of."""


@dataclass(frozen=True, slots=True)
class Die:
    """One die as it fell."""

    purpose: str
    side: str | None
    figure: str | None
    sides: int
    value: int
    text: str  # the face as this side's dice show it: 5, or V on a Roman die
    name: str = ""  # what it was thrown for, as players say it


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that the rules said or did. Figures go by id, sides by key."""

    kind: str  # event, die, tally, score, reason, price, note, outcome or points
    code: str  # key of the sentence in the game's texts; of a die, its purpose
    clause: str | None  # DBAIX-PIP-23
    text: str
    side: str | None
    actor: str | None
    other: str | None
    item: str | None
    amount: int
    value: float  # a measured length
    geometry: tuple[float, float, float, float] | None  # the segment, or the point twice, that decided
    dice: Die | None
    seen_by: tuple[str, ...] | None = None  # the sides that may know of it; None: everybody, spectators too
    turned: str | None = None  # what the card says that is turned up

    def to_json(self) -> dict[str, Any]:
        """As plain data, with what it does not name left out."""
        return {key: value for key, value in asdict(self).items() if value is not None}

    def __str__(self) -> str:
        return f"{self.text} [{self.clause}]" if self.clause else self.text


Event = Finding
"""What ``play`` returns; the same shape as a finding of ``judge``."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a total."""

    text: str
    amount: int
    clause: str | None
    thrown: bool = False  # a die still to be thrown: the amount is what it would be if it showed a 1


@dataclass(frozen=True, slots=True)
class Tally:
    """A total with its lines: a combat score, and whom it was thrown against; or a side's, as of its morale."""

    figure: str | None  # whose it is; of a side's: none
    against: str | None
    lines: tuple[Line, ...]
    score: int
    text: str
    side: str | None = None  # whose it is, where it is no figure's

    @property
    def whose(self) -> str:
        """The id of the figure, or the key of the side, that has this total."""
        return self.figure or self.side or ""

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)


class _Mention:
    """A figure's name in one sentence: ``Villager 1 (G1)`` the first time, then the name if it is that figure's alone.

    ``{actor:unit}`` is the unit of the figure, where it has one, and ``{actor:unit:is|are}`` agrees with that.
    """

    __slots__ = ("index", "lexicon", "named")

    def __init__(self, lexicon: NameIndex, index: int) -> None:
        self.lexicon = lexicon
        self.index = index
        self.named = False

    def __format__(self, spec: str) -> str:
        if spec.startswith(UNIT):
            return self._unit(spec.removeprefix(UNIT).removeprefix(":"))
        if "|" in spec:  # {actor:loses|lose}: a word that agrees with the name
            figures = self.lexicon.names.figures
            return agreeing(spec, figures[self.index].agrees if 0 <= self.index < len(figures) else 0)
        if self.named and 0 <= self.index < len(self.lexicon.names.figures):
            name = self.lexicon.names.figures[self.index].name
            if name not in self.lexicon.shared_names:
                return name
        self.named = True
        return self.lexicon.figure_name(self.index)

    def _unit(self, forms: str) -> str:
        """What the unit is called, or the one of these words that agrees with it; of who has none the figure."""
        figures = self.lexicon.names.figures
        unit = figures[self.index].unit if 0 <= self.index < len(figures) else ""
        if not unit:
            return format(self, forms)
        return agreeing(forms, unit_agreement(unit)) if forms else unit


class _Text:
    """Anything in a sentence; a format meant for numbers leaves words alone."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __format__(self, spec: str) -> str:
        return self.text


def _named_in(sentence: str) -> frozenset[str]:
    """The fields that a sentence names: most name two, and only those are made ready."""
    return frozenset(re.split(r"[.\[]", name)[0] for _, name, _, _ in Formatter().parse(sentence) if name)


class GameWords:
    """What a game's codes, clauses and purposes are called, made once."""

    def __init__(self, game: Game) -> None:
        texts = read_texts(game.folder)
        self.codes = {code.value: code.name for code in game.code}
        self.sentences = {code.value: texts[code.name] for code in game.code}
        self.named = {code: _named_in(sentence) for code, sentence in self.sentences.items()}
        with speaking(ENGLISH):
            english = read_texts(game.folder)
        self.alike = frozenset(code.value for code in game.code if BOTH_ALIKE in english[code.name])
        self.clauses = {c.value: game.clause_id(c) for c in game.clause}
        self.purposes = {purpose.value: purpose.name for purpose in game.purpose}
        self.kinds = {kind.value: kind.name.lower() for kind in Kind}
        self.still = sum(1 << purpose.value for purpose in game.purpose if purpose.name in game.bound_dice)


_OF_GAME: dict[Any, GameWords] = {}  # by the game's Code, its own for every game, and the language


class Words:
    """Reads log entries of one battle."""

    def __init__(self, lexicon: NameIndex) -> None:
        self.lexicon = lexicon
        game = lexicon.game
        key = (game.code, spoken())
        words = _OF_GAME.get(key) or _OF_GAME.setdefault(key, GameWords(game))
        self.codes, self.sentences, self.clauses = words.codes, words.sentences, words.clauses
        self.named, self.alike = words.named, words.alike
        self.purposes, self.kinds = words.purposes, words.kinds
        self.still = words.still  # the dice that open a later bound, as a mask of their purposes

    def read(self, entries: Any) -> tuple[Finding, ...]:
        """Every entry (array of ``ENTRY``) in order."""
        return tuple(self._one(entry) for entry in entries.tolist())

    def line(self, entry: Row, thrown: bool) -> TotalLine:
        """An entry that is a line of a total, or its sum; ``thrown``: it is a die still to be thrown."""
        _, _, _, _, _, kind, _, clause, side, actor, other, _, amount, _ = entry
        figure_id = self.lexicon.figure_id
        line = Line(self._sentence(entry), amount, self.clauses.get(clause), thrown)
        owner = (figure_id(actor) or None, self.lexicon.side_key(side) or None)
        return self.kinds[kind], owner, figure_id(other) or None, line

    def _one(self, entry: Row) -> Finding:
        x, y, x2, y2, value, kind, code, clause, side, actor, other, item, amount, seen_by = entry
        lexicon = self.lexicon
        geometry = None
        if not math.isnan(x):
            geometry = (x, y, x, y) if math.isnan(x2) else (x, y, x2, y2)
        dice = None
        if kind == DIE:
            name = self.purposes.get(code, str(code))
            dice = self._die(name, side, actor, item, amount)
            text = self._die_text(dice, actor, side)
            item_word = None
        else:
            name = self.codes.get(code, str(code))
            text = self._sentence(entry)
            item_word = lexicon.word("items", item) if item != NONE else None
        return Finding(
            kind=self.kinds.get(kind, str(kind)),
            code=name,
            clause=self.clauses.get(clause),
            text=text,
            side=lexicon.side_key(side) or None,
            actor=lexicon.figure_id(actor) or None,
            other=lexicon.figure_id(other) or None,
            item=item_word,
            amount=amount,
            value=value,
            geometry=geometry,
            dice=dice,
            seen_by=None if seen_by == EVERYBODY else self._sides(seen_by),
            turned=lexicon.names.lists[TURNED][amount] if kind != DIE and TURNED in self.named[code] else None,
        )

    def _sides(self, bits: int) -> tuple[str, ...]:
        """Keys of the sides whose bits are set."""
        return tuple(side.key for index, side in enumerate(self.lexicon.sides) if bits >> index & 1)

    def _sentence(self, entry: Row) -> str:
        x, y, _, _, value, _, code, _, side, actor, other, item, amount, _ = entry
        lexicon = self.lexicon
        sentence, named = self.sentences[code], self.named[code]
        if other < actor and code in self.alike:
            actor, other = other, actor
        said: dict[str, Any] = {"x": x, "y": y, "amount": Count(amount)}
        if "actor" in named:
            said["actor"] = _Mention(lexicon, actor)
        if "other" in named:
            said["other"] = _Mention(lexicon, other)
        if "side" in named:
            said["side"] = _Text(lexicon.side_name(side))
        if "item" in named:
            items = lexicon.names.items
            said["item"] = _Text(self._called(items[item]) if 0 <= item < len(items) else lexicon.figure_name(item))
        if not named <= OWN_FIELDS:
            for list_ in named & lexicon.names.lists.keys():
                said[list_] = _Text(self._called(lexicon.names.lists[list_][amount]))
        if "hundredths" in named:
            said["hundredths"] = Length(amount / 100)  # a length that must be whole in an entry: 2.5 of 250
        if "value" in named:
            said["value"] = length = Length(value)
            length.limits = (amount, amount / 100)
        return sentence.format_map(said)

    def _called(self, english: str) -> str:
        return translated(self.lexicon.game.folder, english)

    def die(self, purpose: int, side: int, figure: int, sides: int, value: int) -> Die:
        """A thrown die."""
        return self._die(self.purposes.get(purpose, str(purpose)), side, figure, sides, value)

    def _die(self, purpose: str, side: int, figure: int, sides: int, value: int) -> Die:
        lexicon = self.lexicon
        roman = purpose == PIP_PURPOSE and 0 <= side < len(lexicon.sides)
        roman = roman and lexicon.sides[side].die == "roman" and 0 <= value < len(ROMAN)
        return Die(
            purpose=purpose.lower(),
            side=lexicon.side_key(side) or None,
            figure=lexicon.figure_id(figure) or None,
            sides=sides,
            value=value,
            text=ROMAN[value] if roman else str(value),
            name=purpose_in(lexicon.game.folder, purpose.lower()),
        )

    def _die_text(self, die: Die, figure: int, side: int) -> str:
        of = "" if die.sides == 6 else f" {gettext('of {sides}', sides=die.sides)}"
        what = f"{die_words(self.lexicon.game.folder, die.purpose)} {die.text}{of}."
        if figure == NONE and die.side is None:
            return capitalized(what)
        who = self.lexicon.figure_name(figure) if figure != NONE else self.lexicon.side_name(side)
        return f"{who}: {what}"


class _Left(dict[str, Any]):
    """What a sentence names and a finding does not keep."""

    def __missing__(self, key: str) -> _Text:
        return _Text("")


def in_english(finding: Finding, lexicon: NameIndex) -> str:
    """The sentence of a finding in English, which is spoken now, in whatever language it was read; of a die nothing."""
    named = {"actor": finding.actor, "other": finding.other}
    said = {key: _Mention(lexicon, lexicon.index("figures", who)) for key, who in named.items() if who is not None}
    value = Length(finding.value)
    value.limits = (finding.amount, finding.amount / 100)
    numbers = {"amount": Count(finding.amount), "hundredths": Length(finding.amount / 100), "value": value}
    words = {"side": _Text(finding.side or ""), "item": _Text(finding.item or "")}
    return english_texts(lexicon.game.folder).get(finding.code, "").format_map(_Left(**said, **numbers, **words))


def said_once(findings: Iterable[Finding]) -> list[Finding]:
    """The findings without the outcomes that only say again of the one figure what was said of the other.

    What befalls one figure twice, as two blows that it is saved from, is said twice.
    """
    said: dict[tuple[str, str], str | None] = {}
    kept = []
    for finding in findings:
        if finding.kind == "outcome" and said.setdefault((finding.code, finding.text), finding.actor) != finding.actor:
            continue
        kept.append(finding)
    return kept


def purpose_words(purpose: str) -> str:
    """What a die was thrown for, in words."""
    return "PIP" if purpose == "pips" else purpose.replace("_", " ")


def die_words(folder: Path, purpose: str) -> str:
    """What the die is called, in the language spoken."""
    return translated(folder, f"{purpose_words(purpose)} die")


def purpose_in(folder: Path, purpose: str) -> str:
    """The same, short enough to stand under the die."""
    return die_words(folder, purpose).rstrip(" —").removesuffix(" die")


Owner = tuple[str | None, str | None]
"""Whose a total is: a figure's id, or none; and a side's key."""

TotalLine = tuple[str, Owner, str | None, Line]
"""A line of a total, or its sum: the kind of finding that it is, whose it is and against whom, and what it says."""


def tallies(findings: Iterable[Finding]) -> tuple[Tally, ...]:
    """The totals among these findings, each with its lines, in the order in which they were completed."""
    return totals((f.kind, (f.actor, f.side), f.other, Line(f.text, f.amount, f.clause)) for f in findings)


def totals(found: Iterable[TotalLine]) -> tuple[Tally, ...]:
    """The same of lines that have been read as such; what is no line of a total is passed over."""
    # A line may name a third figure (who overlaps, who stands beside), so lines go by whose total they are.
    open_lines: dict[Owner, list[Line]] = {}
    against: dict[Owner, str | None] = {}
    done: list[Tally] = []
    for kind, (actor, side), other, line in found:
        owner = (actor, side if actor is None else None)
        if kind == "tally":
            open_lines.setdefault(owner, []).append(line)
            against.setdefault(owner, other)
        elif kind == "score":
            lines = tuple(open_lines.pop(owner, ()))
            done.append(Tally(actor, other, lines, line.amount, line.text, owner[1]))
    for owner, rest in open_lines.items():
        done.append(Tally(owner[0], against[owner], tuple(rest), sum(line.amount for line in rest), "", owner[1]))
    return tuple(done)


def longest_way(entries: Any) -> tuple[float | None, float | None]:
    """Of entries that measure a way: how far it is for who goes farthest, and the least that limits them."""
    if not len(entries):
        return None, None
    longest = float(entries["value"].max())
    least = int(entries["amount"][entries["value"] == longest].min())
    return longest, least / 100 if least else None
