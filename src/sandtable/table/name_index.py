"""The words of one laid battle: ids and names for its indices, and indices for what people write."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import IntEnum
from functools import cached_property, partial
from typing import Any

from sandtable.errors import InputError
from sandtable.files import expected
from sandtable.games.common.names import in_words
from sandtable.games.game import FigureName, Game, Names, Part, Phrase, SideFacts
from sandtable.games.language import translated
from sandtable.kernel.records import NONE
from sandtable.table.scratch import copied
from sandtable.translation import ENGLISH, ByLanguage, either, gettext, spoken

WHOLE = Phrase(
    pose=True,
    parts=(Part("target", "target"), Part("item", "item"), Part("amount", "amount")),
)
"""How a verb is written for which its game gives no phrase: every field by its name."""


POSE_WORDS = ("to", "facing", "ahead", "back", "by", "via", "about", "march", "column")
EACH_WORD, MODE_WORD = "each", "mode"
"""The words that say where a move ends."""

PLACE = "#"
"""What a name is written with that is no plain word: ``#3`` is the third of its kind, however it is called."""

MARKS = "#@=,;/.[]<>{}()'\""
"""Marks of notation and of positions, which no plain word has."""


def plain(word: str) -> str:
    """A name as it is written in notation: lower case, no spaces."""
    return "_".join(word.lower().replace("-", "_").split())


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """``; did you mean G4?``, or nothing."""
    by_plain = {plain(name): name for name in known}
    near = difflib.get_close_matches(plain(word[:100]), by_plain, 1, 0.5)
    return f"; {gettext('did you mean {name}?', name=by_plain[near[0]])}" if near else ""


class NameIndex:
    """Game and names of a laid battle, with the look-ups both ways that notation and words need.

    What people read of it is in the language spoken when they do; what notation is written with is in none.
    """

    def __init__(self, game: Game, names: Names, again: Callable[[], Names] | None = None) -> None:
        """``again``: the same names in the language then spoken; left out: there are no others."""
        self.game = game
        self._laid = {spoken(): names}
        self._again = again
        self._names: ByLanguage[Names] = ByLanguage()
        self._sides: ByLanguage[tuple[SideFacts, ...]] = ByLanguage()
        self._shared: ByLanguage[frozenset[str]] = ByLanguage()
        self.lists: dict[str, tuple[str, ...]] = {
            "figures": tuple(figure.id for figure in names.figures),
            "items": tuple(plain(item) for item in names.items),
            "places": tuple(plain(place) for place in names.places),
            "features": tuple(plain(feature) for feature in names.features),
            **{what: tuple(plain(word) for word in words) for what, words in names.lists.items()},
        }
        self._index = {what: _index_of(known) for what, known in self.lists.items()}
        self._phrases = {verb.value: game.phrases.get(verb.name, WHOLE) for verb in game.verb}
        self._verb_word = {verb.value: verb.name.lower().replace("_", " ") for verb in game.verb}
        self.verb_words = {verb.name.lower().replace("_", " "): verb.value for verb in game.verb}

        self.longest: dict[str, int] = {}  # first word of a verb -> words of the longest verb that begins so
        for words in (word.split() for word in self.verb_words):
            self.longest[words[0]] = max(len(words), self.longest.get(words[0], 1))
        self._keys: dict[int, dict[str, Part | None]] = {}
        self._written: dict[str, tuple[str, ...]] = {}
        self._later: dict[tuple[FigureName, ...], NameIndex] = {}

    @property
    def names(self) -> Names:
        """The names in the language spoken."""
        return self._names.get(self._called)

    def _called(self) -> Names:
        laid = self._laid.get(spoken())
        if laid is None:
            laid = self._again() if self._again is not None else next(iter(self._laid.values()))
        return _called_now(self.game, laid)

    @property
    def sides(self) -> tuple[SideFacts, ...]:
        """The sides, called so in the language spoken."""
        return self._sides.get(lambda: self.game.sides_of(self.names))

    def now(self, b: Any) -> NameIndex:
        """The same with the names that figures have where the battle stands so."""
        if self.game.names_now is None:
            return self
        names = self.game.names_now(b, self.names)
        if names is self.names:
            return self
        if names.figures not in self._later:
            stands = copied(b)[0]  # b may be written to; this is asked for its names in another language
            self._later[names.figures] = NameIndex(self.game, names, lambda: self.game.names_at(stands, self.names))
        return self._later[names.figures]

    def and_who_came(self, later: NameIndex) -> NameIndex:
        """The same with the names of figures that are in the battle ``later`` and were not yet."""
        if len(later.names.figures) <= len(self.names.figures):
            return self

        def joined() -> Names:
            own = self.names.figures
            return replace(self.names, figures=(*own, *later.names.figures[len(own) :]))

        names = joined()
        if names.figures not in self._later:
            self._later[names.figures] = NameIndex(self.game, names, joined)
        return self._later[names.figures]

    def keys(self, verb: int) -> dict[str, Part | None]:
        """The words that name a part of this verb's actions, with the part; None for those of a pose."""
        known = self._keys.get(verb)
        if known is None:
            phrase = self.phrase(verb)
            known = dict.fromkeys(POSE_WORDS if phrase.pose else ())
            known.update(dict.fromkeys((EACH_WORD,) * phrase.each + (MODE_WORD,) * bool(phrase.modes)))
            known.update({part.word: part for part in phrase.parts if part.word})
            self._keys[verb] = known
        return known

    @cached_property
    def pose_verb(self) -> int:
        """The verb that ``wheel R1 about right by 30`` means: the game's first that ends at a place."""
        return next((verb.value for verb in self.game.verb if self.phrase(verb.value).pose), NONE)

    @property
    def shared_names(self) -> frozenset[str]:
        """Names that several figures of this battle bear."""
        return self._shared.get(self._borne_by_several)

    def _borne_by_several(self) -> frozenset[str]:
        borne = Counter(figure.name for figure in self.names.figures)
        return frozenset(name for name, figures in borne.items() if figures > 1)

    def phrase(self, verb: int) -> Phrase:
        """How actions of this verb are written."""
        return self._phrases[verb]

    def verb_word(self, verb: int) -> str:
        """``hand over`` for HAND_OVER."""
        return self._verb_word[verb]

    def index(self, what: str, word: str) -> int:
        """Index of the figure, item, place or feature so called, or of the third of them for ``#3``; NONE for none."""
        if word.startswith(PLACE) and word[1:].isdecimal():
            return int(word[1:]) - 1 if 0 < int(word[1:]) <= len(self.lists[what]) else NONE
        known = self._index[what]
        return known.get(word, known.get(plain(word), NONE))

    def word(self, what: str, index: int) -> str:
        """What ``index`` is called in notation: its name, or ``#3`` where that could be read as something else."""
        if what not in self._written:
            self._written[what] = tuple(
                name if self._is_plain_word(what, place, name) else f"{PLACE}{place + 1}"
                for place, name in enumerate(self.lists[what])
            )
        known = self._written[what]
        return known[index] if 0 <= index < len(known) else str(index)

    def id_in_json(self, index: int) -> str:
        """Id of a figure in JSON: as it is called, unless that reads like a place among them."""
        called = self.figure_id(index)
        return self.word("figures", index) if called.startswith(PLACE) else called

    def _is_plain_word(self, what: str, index: int, name: str) -> bool:
        """The name can stand in a line of notation and in a position: one word, none of theirs, and its alone."""
        is_one_word = [name] == name.split() and not any(mark in name for mark in MARKS)
        return is_one_word and name.lower() not in self._reserved(what) and self.index(what, name) == index

    def _reserved(self, what: str) -> frozenset[str]:
        """Words that a name of this kind would be taken for, where it stands bare: what follows a key is never one."""
        if what != "figures":
            bare = [v for v in self._verb_word if any(p.names == what and not p.word for p in self.phrase(v).parts)]
            return frozenset(word.lower() for verb in bare for word in self.keys(verb))
        keys = {word.lower() for verb in self._verb_word for word in self.keys(verb)}
        verbs = {word for words in self.verb_words for word in words.split()[1:]}
        return frozenset(keys | verbs | set(self.game.dtype.names or ()))  # positions name fields of the record

    def side_key(self, side: int) -> str:
        """Key of a side; empty for none."""
        return self.sides[side].key if 0 <= side < len(self.sides) else ""

    def side_name(self, side: int) -> str:
        """Name of a side for people."""
        return self.sides[side].name if 0 <= side < len(self.sides) else "nobody"

    def side_index(self, key: str) -> int:
        """Index of the side with this key or name; NONE when there is none."""
        for index, side in enumerate(self.sides):
            if plain(key) in (plain(side.key), plain(side.name)):
                return index
        for index, side in enumerate(self.names.parties or self.game.sides):
            if plain(key) == plain(side.name):
                return index
        return NONE

    def figure_id(self, index: int) -> str:
        """Id of a figure; empty for none."""
        known = self.lists["figures"]
        return known[index] if 0 <= index < len(known) else ""

    def figure_name(self, index: int) -> str:
        """``Villager 1 (G1)``; just the id where name and id are the same."""
        if not 0 <= index < len(self.names.figures):
            return "nobody"
        figure = self.names.figures[index]
        return figure.name if figure.name == figure.id else f"{figure.name} ({figure.id})"

    def enum_word(self, path: str, value: int) -> str:
        """``camp_box`` for a value of the enum that the record field ``path`` holds; else the number."""
        kind = self.game.enums.get(path)
        return enum_word(kind, value) if kind is not None else str(value)

    def options(self, given: Mapping[str, Any], where: str) -> dict[str, str]:
        """See ``options_of``."""
        return options_of(self.game, given, where)


def _called_now(game: Game, names: Names) -> Names:
    """Names as they are called in the language spoken, where the game has words for them."""
    if spoken() == ENGLISH:
        return names

    called = partial(translated, game.folder)
    return replace(
        names,
        figures=tuple(in_words(one, game.folder) for one in names.figures),
        sides=tuple(map(called, names.sides)),
    )


def _index_of(names: Sequence[str]) -> dict[str, int]:
    """Name -> place: as it is written first, then without capitals and spaces; of two so called the first."""
    found: dict[str, int] = {}
    for index, name in enumerate(names):
        found.setdefault(name, index)
    for index, name in enumerate(names):
        found.setdefault(plain(name), index)
    return found


def enum_word(kind: type[IntEnum], value: int) -> str:
    """A member's name in lower case; the number when it is no member."""
    try:
        return kind(value).name.lower()
    except ValueError:
        return str(value)


def _option_value(value: Any) -> str:
    """An option's value as a file may give it (YAML reads ``no`` as false, 1.0 as a number), as text."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _same_number(a: str, b: str) -> bool:
    """``1`` and ``1.0`` are the same value of an option."""
    try:
        return float(a) == float(b)
    except ValueError:
        return False


def options_of(
    game: Game, given: Mapping[str, Any] | None, where: str = "options", usual: Mapping[str, Any] | None = None
) -> dict[str, str]:
    """Every option of the game with its value: as given, else as ``usual`` in the scenario, else the default.

    Raises ``InputError`` that lists the options, or the values, there are.
    """
    given = given or {}
    if usual and isinstance(given, Mapping):
        given = {**usual, **given}
    if not isinstance(given, Mapping):
        raise InputError(f"{where}: {expected(gettext('options by name'), repr(given))}.")
    by_key = {option.key: option for option in game.options}
    chosen = {option.key: option.values[0] for option in game.options}
    for key, value in given.items():
        option = by_key.get(str(key))
        if option is None:
            hint = did_you_mean(str(key), by_key)
            missing = gettext("{game} has no option {key!r}", game=game.title, key=str(key))
            listed = f"{gettext('Its options')}: {', '.join(by_key)}"
            raise InputError(f"{where}: {missing}. {listed}{hint or '.'}")
        text = _option_value(value)
        match = [v for v in option.values if v == text] or [v for v in option.values if _same_number(v, text)]
        if not match:
            raise InputError(f"{where}: {option.key}: {expected(either(option.values), repr(text))}.")
        chosen[option.key] = match[0]
    for option in game.options:
        if option.key not in given:
            for other, value, default in option.defaults:
                if chosen[other] == value:
                    chosen[option.key] = default
    return chosen


def options_to_name(game: Game, options: Mapping[str, str], usual: Mapping[str, Any]) -> dict[str, str]:
    """Of these options those that a file has to name, so that ``options_of`` with the same ``usual`` finds them all."""
    named: dict[str, str] = {}
    for option in game.options:  # what one is by default may hang on those before it
        if options_of(game, named, usual=usual)[option.key] != options[option.key]:
            named[option.key] = options[option.key]
    return named
