"""The one-line notation of actions: `move R1 R2 to 23.5,19.5 facing 0`, `fight A L1`, `take P3 cauldron`, `end`.

A line is a verb, the figures that act (leader first), and what else the verb names, each after its word. Lengths
are in the game's unit with up to four decimals, facings in degrees clockwise from north with up to two. `ahead`,
`back`, `by`, `about right by 30` and N, E, S, W are read too; printed are always the end place and facing.
"""

from __future__ import annotations

import re
from typing import Any

from sandtable.errors import NotationError
from sandtable.games.game import Phrase
from sandtable.table.actions import (
    Action,
    Draft,
    Unreadable,
    about_point,
    action_text,
    build,
    check_complete,
    facing_degrees,
    number,
    part_value,
    place,
    take_words,
)
from sandtable.table.lexicon import Lexicon, did_you_mean

__all__ = ["action_text", "parse_action"]

POSE_WORDS = ("to", "facing", "ahead", "back", "by", "via", "about")


def parse_action(text: str, b: Any, lexicon: Lexicon) -> Action:
    """The action that ``text`` says on table ``b``; raises ``NotationError`` that shows the word it stumbles over."""
    words = re.sub(r"\s*,\s*", ",", text).split()
    try:
        return _parse(words, b, lexicon)
    except Unreadable as error:
        raise NotationError(f"{_shown(words, error.word)}: {error}.") from None


def _shown(words: list[str], wrong: str) -> str:
    """The line with the wrong word marked."""
    if not words:
        return "(an empty line)"
    marked = [f">>{word}<<" if word == wrong else word for word in words]
    if wrong and wrong in words:
        first = words.index(wrong)
        marked = [*words[:first], f">>{wrong}<<", *words[first + 1 :]]
    return " ".join(marked)


def _parse(words: list[str], b: Any, lexicon: Lexicon) -> Action:
    draft, n = _verb(words, lexicon)
    phrase = lexicon.phrase(draft.verb)
    by_word = {part.word: part for part in phrase.parts if part.word}
    rest = words[n:]
    end = next((k for k, word in enumerate(rest) if _is_key(word, phrase, by_word)), len(rest))
    take_words(draft, list(rest[:end]), phrase, b, lexicon)
    k = end
    while k < len(rest):
        word = rest[k].lower()
        values = []
        k += 1
        while k < len(rest) and not _is_key(rest[k], phrase, by_word):
            values.append(rest[k])
            k += 1
        if word != "via" and len(values) != 1:
            said = f"not {' '.join(values)}" if values else "and nothing does"
            raise Unreadable(f"one word follows {word!r}, {said}", values[1] if values else rest[k - 1])
        if word in by_word:
            draft.parts[by_word[word].field] = part_value(by_word[word], values[0], lexicon)
        else:
            _take_pose(draft, word, values)
    check_complete(draft, phrase, lexicon)
    return build(draft, b, lexicon)


def _verb(words: list[str], lexicon: Lexicon) -> tuple[Draft, int]:
    """The verb that the line begins with, and how many words it has."""
    lower = [word.lower() for word in words[:3]]
    for n in range(len(lower), 0, -1):
        said = " ".join(lower[:n]).replace("_", " ")
        if said in lexicon.verb_words:
            return Draft(lexicon.verb_words[said]), n
    if lower[:1] == ["wheel"] and lexicon.pose_verb >= 0:
        return Draft(lexicon.pose_verb), 1
    first = words[0] if words else ""
    known = ", ".join(lexicon.verb_words)
    hint = did_you_mean(first, lexicon.verb_words) if first else ""
    raise Unreadable(f"a line begins with one of {known}{hint}", first)


def _is_key(word: str, phrase: Phrase, by_word: dict[str, Any]) -> bool:
    lower = word.lower()
    return lower in by_word or (phrase.pose and lower in POSE_WORDS)


def _take_pose(draft: Draft, word: str, values: list[str]) -> None:
    """One of the words that say where a move ends."""
    value = values[0] if values else ""
    if word == "to":
        draft.to = place(value, word)
    elif word == "facing":
        draft.facing = facing_degrees(value)
    elif word == "ahead":
        draft.ahead = number(value, word)
    elif word == "back":
        draft.ahead = -number(value, word)
    elif word == "via":
        if not values:
            raise Unreadable("places follow 'via', and nothing does", word)
        draft.via = [place(point, word) for point in values]
    elif word == "about":
        draft.about = about_point(value)
    elif draft.about is not None:
        draft.degrees = number(value, word)
    else:
        draft.by = place(value, word)
