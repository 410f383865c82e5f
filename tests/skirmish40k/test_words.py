"""Sentences of both skirmishes with none, one, two and five of what they count."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from sandtable.games import get_game
from sandtable.games.common.amounts import Count
from sandtable.games.rulebook import read_texts

GAMES = ("flash-flood", "pursuit")


def said(sentence: str, amount: int) -> str:
    """The sentence with so many, and letters for all else."""
    parts = []
    for text, name, spec, _ in Formatter().parse(sentence):
        parts.append(text)
        if name == "amount":
            parts.append(format(Count(amount), spec or ""))
        elif name is not None:
            parts.append("X")
    return "".join(parts)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("amount", [0, 1, 2, 5])
def test_what_is_counted_agrees_with_its_number(game: str, amount: int) -> None:
    """No "1 inches", no "2 inch", no "there are 1", no plural of a phrase as "die of slowings"."""
    wrong = []
    for key, sentence in read_texts(get_game(game).folder).items():
        if "{amount:" not in sentence:
            continue
        text = said(sentence, amount)
        number = str(amount) if amount else "no"
        counted = re.search(rf"\b{number} (\w+)", text)
        assert counted, (key, text)
        is_one = not (counted[1].endswith("s") or counted[1] == "dice")
        if is_one is not (amount == 1):
            wrong.append((key, text))
    assert wrong == []


@pytest.mark.parametrize("game", GAMES)
def test_no_bare_number_stands_where_one_would_read_wrong(game: str) -> None:
    """As "1 of its models are", or "there are 1"."""
    wrong = re.compile(r"\{amount\} of [^.]* are\b|\bare \{amount\}")
    assert [key for key, text in read_texts(get_game(game).folder).items() if wrong.search(text)] == []
