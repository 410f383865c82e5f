"""Every sentence of every game with none, one and two of whatever it counts or measures, as a player reads it."""

from __future__ import annotations

import ast
import re
import string
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

import pytest

import sandtable
from sandtable import games
from sandtable.games import game_keys, get_game
from sandtable.games.common.amounts import Count, count_words, number_words, several
from sandtable.games.rulebook import read_texts
from sandtable.table.log_entries import Length

SEVERAL = {
    "SINGS_ON": "one has a sentence of his own, and so has nobody",
    "PROMPT_SHOOTING": "one has a sentence of its own",
    "PROMPT_COMBAT": "one fight has a sentence of its own",
    "PROMPT_FIGHT": "one fight has a sentence of its own",
    "PROMPT_TURNING": "there is no choice but among two or more",
}
"""Sentences that are said of two or more, and why."""

ALIKE = "of in to so at for can left more and must each on is against cm able wounded"
"""Words that stand after a number of one and of many alike."""

GAMES = [key for key in game_keys() if get_game(key).folder.is_relative_to(Path(games.__file__).parent)]
"""Those of the house; games that other tests bring along are not read."""

NUMBERS = {"amount", "value", "hundredths"}
WORDS = {"actor": "Blades (R1)", "other": "Spears (B2)", "side": "Red", "item": "cauldron", "offers": "Move a figure"}


class Named(str):
    """A name of one, with which words agree: ``{actor:loses|lose}`` reads "loses"."""

    def __format__(self, spec: str) -> str:
        return spec.partition("|")[0] if "|" in spec else str(self)


OTHERS = defaultdict(lambda: Named("Move"), {key: Named(word) for key, word in WORDS.items()})
"""A game may have words of its own: the name of a card, of a spell."""


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
        amount = count_words(number, "fight") if prompted and "" in dict(fields).values() else Count(number)
        said = text.format_map(OTHERS | {"amount": amount, "value": length, "hundredths": length})
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


# ------------------------------------------------------------------------------------- sentences made in the code

ROOMS = ("server", "cli", "table", "files", "lab", "generals")

NEVER_ONE = {
    "actions; this server plays at most {MOST_ACTIONS}": "it is said of more than the server plays",
    "ws://{host} wss://": "an address",
    "in {int(fields['amount'])} files": "one file is a column",
    "has {sides} sides; it cannot show": "a die has more",
    "at most {len(record['": "a constant of the record",
    "Before action {since} the dice": "the number of an action",
    "more battles a variant would find": "a study fights two hundred at a time",
    "after {number:,} battles a variant": "battles come two hundred at a time",
    "{main.name} changes by {change(": "it is the measure that changes",
    "{points} points'": "one point is told apart",
}
"""Parts of sentences in which that number is not one, or does not count what stands behind it; and why."""

NO_COUNTS = {
    "is", "as", "has", "was", "this", "its", "takes", "goes", "comes", "does", "ends", "names", "needs", "says",
}  # fmt: skip
"""Words that end in s and are no plural."""


def counted(part: ast.FormattedValue) -> bool:
    """The number may be one: it is no constant of the code, is not measured, and is not said by ``Count``."""
    spec = part.format_spec
    said = "" if spec is None else ast.unparse(spec)
    if re.search(r"[a-z]{2}|[.|]", said):
        return False
    if isinstance(part.value, ast.IfExp) or part.conversion == ord("r"):
        return False
    names = [node for node in ast.walk(part.value) if isinstance(node, ast.Name | ast.Attribute)]
    named = [node.id if isinstance(node, ast.Name) else node.attr for node in names]
    return not any(name.isupper() for name in named)


def bare_plurals(source: str) -> list[str]:
    """Sentences in which a plural follows a number that may be one."""
    found = []
    for text in ast.walk(ast.parse(source)):
        if not isinstance(text, ast.JoinedStr):
            continue
        for part, after in pairwise(text.values):
            if not isinstance(part, ast.FormattedValue) or not isinstance(after, ast.Constant):
                continue
            word = re.match(r" (?:more |other )?(\w+s|dice)\b", str(after.value))
            if word and word[1] not in NO_COUNTS and counted(part):
                found.append(ast.unparse(text))
    return found


def test_numbers_are_said_with_what_they_count() -> None:
    assert [number_words(n, "die") for n in (0, 1, 2)] == ["0 dice", "1 die", "2 dice"]
    assert [count_words(n, "box") for n in (0, 1, 2)] == ["no boxes", "1 box", "2 boxes"]
    assert number_words(1200, "battle", ",") == "1,200 battles"


def test_the_search_finds_what_it_is_for() -> None:
    assert bare_plurals('f"holds {len(actions)} actions"') and bare_plurals('f"at most {most} more boards."')
    assert not bare_plurals('f"holds {Count(n):action}"') and not bare_plurals('f"of {MOST} boards"')


@pytest.mark.parametrize("room", ROOMS)
def test_no_number_that_may_be_one_stands_before_a_plural(room: str) -> None:
    found = {
        f"{path.name}: {sentence}"
        for path in sorted((Path(sandtable.__file__).parent / room).rglob("*.py"))
        for sentence in bare_plurals(path.read_text(encoding="utf-8"))
    }
    wrong = sorted(sentence for sentence in found if not any(right in sentence for right in NEVER_ONE))
    assert not wrong, "\n".join(wrong)


def test_two_dice_against_each_other_read_as_two_numbers():
    """65 is a 6 against a 5; where a side has no die left there is a dash."""
    assert [f"{Length(number):dice}" for number in (65, 12, 30, 4)] == ["6 5", "1 2", "3 –", "– 4"]
