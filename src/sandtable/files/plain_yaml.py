"""Plain YAML of which every field knows its line."""

from __future__ import annotations

import math
import os
import re
from typing import Any

import yaml

from sandtable.errors import InputError
from sandtable.files.marked import MarkedDict, MarkedList
from sandtable.files.sentences import MAX_DIGITS, because, describe, expected
from sandtable.files.text import MAX_DEPTH, read_text
from sandtable.translation import gettext, gettext_word


def load_yaml(path: str | os.PathLike[str]) -> MarkedDict:
    """The mapping that a YAML file holds; see ``parse_yaml``."""
    return parse_yaml(read_text(path), str(path))


def parse_yaml(text: str, where: str) -> MarkedDict:
    """The mapping that YAML text holds, with line numbers; ``where`` opens every error sentence.

    Plain YAML only: one document, no anchors, aliases or tags, no key twice, no infinite numbers. As in
    YAML 1.2, only ``true`` and ``false`` are booleans, so that ``no`` and ``yes`` stay words.
    """
    try:
        data = _document(text, where)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = ", " + gettext("line {line}", line=mark.line + 1) if mark else ""
        column = mark.column + 1 if mark else None
        told = because(gettext("is not YAML"), error.problem or str(error), column)
        raise InputError(f"{where}{line}: {told}") from None
    except yaml.YAMLError as error:
        raise InputError(f"{where}: {because(gettext('is not YAML'), str(error))}") from None
    if data is None:
        raise InputError(f"{where}: {gettext('is empty')}")
    if not isinstance(data, MarkedDict):
        what = expected(gettext_word("fields like 'a: ...'"), describe(data))
        raise InputError(f"{where}, {gettext('line {line}', line=1)}: {what}")
    return data


FAST = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""libyaml's parser, ten times as fast; where PyYAML was built without it, PyYAML's own."""


def _document(text: str, where: str) -> Any:
    """What the text holds; what libyaml cannot read PyYAML's own parser refuses, in the same words everywhere."""
    try:
        return _Reader(where).document(text, FAST)
    except yaml.YAMLError:
        return _Reader(where).document(text, yaml.SafeLoader)


_INTEGER = re.compile(r"[-+]?[0-9]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(inf|nan)", re.IGNORECASE)


def _line(event: Any) -> int:
    return int(event.start_mark.line) + 1


class _Reader:
    """Builds marked data from YAML's events, refusing what a plain file does not need."""

    def __init__(self, where: str) -> None:
        self.where = where

    def _refuse(self, event: Any, sentence: str) -> InputError:
        return InputError(f"{self.where}, {gettext('line {line}', line=_line(event))}: {sentence}")

    def document(self, text: str, loader: Any) -> Any:
        events = iter(yaml.parse(text, Loader=loader))
        data: Any = None
        documents = 0
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    raise self._refuse(event, gettext("a second document begins; a file holds one"))
                data = self._node(next(events), events, 0)
        return data

    def _node(self, event: Any, events: Any, depth: int) -> Any:
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
            raise self._refuse(event, gettext("anchors (&) and aliases (*) are not read; write the value out"))
        if event.tag is not None and event.tag != "!":
            raise self._refuse(event, gettext("tags like {tag!r} are not read", tag=event.tag))
        if depth > MAX_DEPTH:
            raise self._refuse(event, gettext("is nested deeper than {number} levels", number=MAX_DEPTH))
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event) if event.implicit[0] else event.value
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(event, events, depth)
        return self._mapping(event, events, depth)

    def _sequence(self, start: Any, events: Any, depth: int) -> MarkedList:
        items = MarkedList(_line(start))
        while not isinstance(event := next(events), yaml.SequenceEndEvent):
            items.lines.append(_line(event))
            items.append(self._node(event, events, depth + 1))
        return items

    def _mapping(self, start: Any, events: Any, depth: int) -> MarkedDict:
        fields = MarkedDict(_line(start))
        while not isinstance(key := next(events), yaml.MappingEndEvent):
            if not isinstance(key, yaml.ScalarEvent) or key.anchor is not None:
                raise self._refuse(key, gettext("expected a word before ':'"))
            if key.value in fields:
                first = fields.lines[key.value]
                raise self._refuse(
                    key, gettext("field {name!r} stands twice, first on line {line}", name=key.value, line=first)
                )
            fields.lines[key.value] = _line(key)
            fields[key.value] = self._node(next(events), events, depth + 1)
        return fields

    def _scalar(self, event: Any) -> Any:
        text = event.value
        if text in ("", "~", "null", "Null", "NULL"):
            return None
        if text in ("true", "True", "TRUE"):
            return True
        if text in ("false", "False", "FALSE"):
            return False
        if _NOT_FINITE.fullmatch(text):
            raise self._refuse(event, expected(gettext_word("a finite number"), text))
        if not _FLOAT.fullmatch(text):
            return text
        if len(text) > MAX_DIGITS:
            wanted = gettext("a number of at most {number} characters", number=MAX_DIGITS)
            raise self._refuse(event, expected(wanted, gettext("one of {number}", number=len(text))))
        if _INTEGER.fullmatch(text):
            return int(text)
        value = float(text)
        if not math.isfinite(value):
            raise self._refuse(event, expected(gettext_word("a finite number"), text))
        return value
