"""What ``sandtable COMMAND --help`` prints, in the language spoken."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

from sandtable.translation import gettext_word

PARSERS = ("Usage:", "[OPTIONS]", "Arguments:", "Options:", "default:", "required", "Show this message and exit.")
"""What the parser says by itself."""

EXAMPLE = "sandtable "
"""How an example begins: it is the same in every language."""


def help_of(command: Any, name: str) -> str:
    """The help of a command, as it is printed."""
    command.help = "\n\n".join(_said(paragraph) for paragraph in _paragraphs(command))
    for parameter in command.params:
        parameter.help = _said(parameter.help or "")
    text = str(command.get_help(command.make_context(f"sandtable {name}", [], resilient_parsing=True)))
    for word in PARSERS:
        text = text.replace(word, gettext_word(word))
    return text


def words_of_help(command: Any) -> Iterator[str]:
    """What of it there is to say in each language."""
    told = (*_paragraphs(command), *(parameter.help or "" for parameter in command.params))
    yield from (words for words in told if words and not _is_example(words))


def _paragraphs(command: Any) -> list[str]:
    """The paragraphs of its explanation, each on one line but examples, which are indented."""
    told = inspect.cleandoc(command.help).split("\n\n")
    return [words if _is_example(words) else " ".join(words.split()) for words in told]


def _is_example(words: str) -> bool:
    return words.lstrip().startswith(EXAMPLE)


def _said(words: str) -> str:
    return words if _is_example(words) else gettext_word(words)
