"""Every sentence of every game with none, one and two of whatever it counts or measures, as a player reads it."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from sandtable import games
from sandtable.games import game_keys, get_game
from sandtable.games.common.amounts import count_words, several
from sandtable.games.rulebook import read_texts
from sandtable.table.words import Count, Length

SEVERAL = {
    "SINGS_ON": "one has a sentence of his own, and so has nobody",
    "PROMPT_SHOOTING": "one has a sentence of its own",
    "PROMPT_COMBAT": "one fight has a sentence of its own",
    "PROMPT_FIGHT": "one fight has a sentence of its own",
    "PROMPT_TURNING": "there is no choice but among two or more",
}
"""Sentences that are said of two or more, and why."""

ALIKE = "of in to so at for can left more and must each on is against cm"
"""Words that stand after a number of one and of many alike."""

GAMES = [key for key in game_keys() if get_game(key).folder.is_relative_to(Path(games.__file__).parent)]
"""Those of the house; games that other tests bring along are not read."""

NUMBERS = {"amount", "value", "hundredths"}
WORDS = {"actor": "Blades (R1)", "other": "Spears (B2)", "side": "Red", "item": "cauldron", "offers": "Move a figure"}


def wrongs(key: str, text: str) -> list[str]:
    """The readings of a text that count wrong."""
    fields = [(name, spec or "") for _, name, spec, _ in string.Formatter().parse(text) if name in NUMBERS]
    nouns = {spec.split()[-1] for _, spec in fields if spec[:1].isalpha()} | {"PIP", "pace", "inch", "element", "fight"}
    nouns = {noun for noun in nouns if several(noun) != noun}  # cm is one and many alike
    many = "|".join(f"{noun}e?s" for noun in nouns)
    one = "|".join(nouns)
    found = []
    for number in (0, 1, 2) if fields else (0,):
        if key in SEVERAL and number < 2:
            continue
        prompted = key.startswith("PROMPT_")  # whose amounts come as words
        length = Length(number)
        amount = count_words(number, "fight") if prompted else Count(number)
        said = text.format(**WORDS, amount=amount, value=length, hundredths=length)
        if re.search(rf"(?<![\d.,-])1 (\w+ )?({many}|are|have)\b", said):
            found.append(said)
        if re.search(rf"(?<![\d.,-])(no|0|2) (\w+ )?({one})\b", said):
            found.append(said)
    bare = re.findall(r"\{(?:amount|value:\.\d?f|value|hundredths)\} ([a-z]+)", text)
    return found + [f"{text} ({word})" for word in bare if word not in ALIKE.split() and not key.startswith("PROMPT_")]


@pytest.mark.parametrize("game", GAMES)
def test_nothing_counts_wrong(game: str) -> None:
    assert [wrong for key, text in read_texts(get_game(game).folder).items() for wrong in wrongs(key, text)] == []


@pytest.mark.parametrize(
    ("text", "n"),
    [
        ("{side} lose {amount} unused PIPs.", 2),  # as one, and bare
        ("{side} has lost {amount:element}.", 0),
        ("{amount:element} are on the table.", 1),
        ("{amount} are to come.", 2),
        ("{amount} of those called do not touch him.", 0),
        ("{value:inch} is the most, {amount} elements.", 2),
        ("At most 1 elements combine.", 1),
    ],
)
def test_what_counts_wrong_is_found(text: str, n: int) -> None:
    assert len(wrongs("A_SENTENCE", text)) == n


def test_every_sentence_said_of_several_is_there() -> None:
    texts = {key for game in GAMES for key in read_texts(get_game(game).folder)}
    assert set(SEVERAL) - texts == set()
