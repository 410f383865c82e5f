"""The one-line notation of actions: `move R1 R2 to 23.5,19.5 facing 0`, `fight A L1`, `take P3 cauldron`, `end`.

A line is a verb, the figures that act (leader first), and what else the verb names, each after its word. Lengths
are in the game's unit with up to four decimals, facings in degrees clockwise from north with up to two. `ahead`,
`back`, `by`, `about right by 30` and N, E, S, W are read too; printed are always the end place and facing.
A march names its legs: `march 120 right 30 40` goes 120 ahead, wheels right by 30 degrees and goes 40 ahead. `column`
does the same with all others in the track of the first. In games where they may, `step left 10` in a march goes aside,
`each 3,4,90 5,4,90` gives each figure a place and a facing of its own, and `mode run` says how it is done.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sandtable.errors import NotationError
from sandtable.games.game import Part
from sandtable.table.action_parser import (
    Draft,
    about_point,
    build,
    check_complete,
    facing_degrees,
    mode_value,
    part_value,
    place,
    pose,
    take_words,
)
from sandtable.table.actions import Action, action_text
from sandtable.table.march_notation import legs_of_words
from sandtable.table.name_index import EACH_WORD, MODE_WORD, NameIndex, did_you_mean
from sandtable.table.values import Unreadable, number
from sandtable.translation import gettext

__all__ = ["action_text", "parse_action"]


def parse_action(text: str, b: Any, lexicon: NameIndex) -> Action:
    """The action that ``text`` says on table ``b``; raises ``NotationError`` that shows the word it stumbles over."""
    if ", " in text or " ," in text:
        text = re.sub(r"\s*,\s*", ",", text)
    words = text.split()
    try:
        return _parse(words, b, lexicon)
    except Unreadable as error:
        raise NotationError(f"{_shown(words, error.word)}: {error}.") from None


def _shown(words: list[str], wrong: str) -> str:
    """The line with the wrong word marked."""
    if not words:
        return gettext("(an empty line)")
    marked = [f">>{word}<<" if word == wrong else word for word in words]
    if wrong and wrong in words:
        first = words.index(wrong)
        marked = [*words[:first], f">>{wrong}<<", *words[first + 1 :]]
    return " ".join(marked)


def _parse(words: list[str], b: Any, lexicon: NameIndex) -> Action:
    draft, k = _verb(words, lexicon)
    phrase = lexicon.phrase(draft.verb)
    keys = lexicon.keys(draft.verb)
    values, k = _until_key(words, k, keys)
    take_words(draft, values, phrase, b, lexicon)
    taken: set[str] = set()
    while k < len(words):
        word = words[k].lower()
        if word in taken:
            raise Unreadable(gettext("{word!r} stands twice", word=word), words[k])
        taken.add(word)
        takes_one = word not in ("via", "march", "column", EACH_WORD)
        first = min(k + 2, len(words)) if takes_one else k + 1  # one word follows: it may be any, a key among them
        values, end = _until_key(words, first, keys)
        values, k = [*words[k + 1 : first], *values], end
        if len(values) != 1 and word not in ("via", "march", "column", EACH_WORD):
            if not values:
                raise Unreadable(gettext("one word follows {word!r}, and nothing does", word=word), words[k - 1])
            said = gettext("one word follows {word!r}, not {others}", word=word, others=" ".join(values))
            raise Unreadable(said, values[1])
        part = keys[word]
        if word == MODE_WORD and part is None:
            draft.mode = mode_value(phrase, values[0])
        elif part is None:
            _take_pose(draft, word, values)
        else:
            draft.parts[part.field] = part_value(part, values[0], lexicon)
    check_complete(draft, phrase, lexicon)
    return build(draft, b, lexicon)


def _until_key(words: list[str], start: int, keys: Mapping[str, Part | None]) -> tuple[list[str], int]:
    """The words from ``start`` up to the next that names a part, and where that one stands."""
    for end in range(start, len(words)):
        if words[end] in keys or words[end].lower() in keys:
            return words[start:end], end
    return words[start:], len(words)


def _verb(words: list[str], lexicon: NameIndex) -> tuple[Draft, int]:
    """The verb that the line begins with, and how many words it has."""
    first = words[0] if words else ""
    most = lexicon.longest.get(first, 3)
    for n in range(min(most, len(words)), 0, -1):
        verb = lexicon.verb_words.get(" ".join(words[:n]).lower().replace("_", " "))
        if verb is not None:
            return Draft(verb), n
    if first.lower() == "wheel" and lexicon.pose_verb >= 0:
        return Draft(lexicon.pose_verb), 1
    known = ", ".join(lexicon.verb_words)
    hint = did_you_mean(first, lexicon.verb_words) if first else ""
    raise Unreadable(gettext("a line begins with one of {names}", names=known) + hint, first)


def _take_pose(draft: Draft, word: str, values: list[str]) -> None:
    """One of the words that say where a move ends."""
    value = values[0] if values else ""
    if word == "to":
        draft.to = place(value, word)
    elif word == "facing":
        draft.facing = facing_degrees(value)
    elif word in ("ahead", "back"):
        if draft.ahead is not None:
            both = gettext("{one} and {other} both say where it ends; one is enough", one="ahead", other="back")
            raise Unreadable(both, word)
        draft.ahead = number(value, word) if word == "ahead" else -number(value, word)
    elif word == "via":
        if not values:
            raise Unreadable(gettext("places follow 'via', and nothing does"), word)
        draft.via = [place(point, word) for point in values]
    elif word == EACH_WORD:
        if not values:
            raise Unreadable(gettext("a place for each figure follows 'each', as 3,4,90, and nothing does"), word)
        draft.each = [pose(value, word) for value in values]
    elif word in ("march", "column"):
        draft.legs, draft.column = legs_of_words(values), word == "column"
    elif word == "about":
        draft.about = about_point(value)
    elif draft.about is not None:
        draft.degrees = number(value, word)
    else:
        draft.by = place(value, word)
