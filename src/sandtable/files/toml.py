"""TOML of which every field knows its line."""

from __future__ import annotations

import bisect
import json
import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, cast

from sandtable.errors import InputError
from sandtable.files.marked import MarkedDict, MarkedList
from sandtable.files.sentences import MAX_DIGITS, because, expected
from sandtable.files.text import MAX_DEPTH, check_nesting, finite, read_text
from sandtable.translation import gettext

MAX_TOML = 100_000
"""Characters of TOML text that are read: the time that it takes grows with the square of a key's parts."""


def load_toml(path: str | os.PathLike[str]) -> MarkedDict:
    """The mapping that a TOML file holds; see ``parse_toml``."""
    return parse_toml(read_text(path), str(path))


def as_toml(value: Any) -> str:
    """A value as TOML: text of many lines as it stands, a table in one line, all else as JSON writes it.

    But for one character, which TOML wants escaped and JSON leaves as it is.
    """
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {as_toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, str) and "\n" in value and "'''" not in value and value.replace("\n", "").isprintable():
        return f"'''\n{value}\n'''"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def parse_toml(text: str, where: str) -> MarkedDict:
    """The mapping that TOML text holds, with line numbers; ``where`` opens the error sentence."""
    if len(text) > MAX_TOML:
        most = gettext("is larger than {number} kB, the most that is read of TOML", number=MAX_TOML // 1000)
        raise InputError(f"{where}: {most}")
    try:
        data = tomllib.loads(text, parse_float=partial(finite, where))
        check_nesting(data, where)
        marked = _TomlMarks(text, data).root
    except tomllib.TOMLDecodeError as error:
        found = re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", str(error), re.DOTALL)
        line, reason = (", " + gettext("line {line}", line=found[2]), found[1]) if found else ("", str(error))
        told = because(gettext("is not TOML"), reason, int(found[3]) if found else None)
        raise InputError(f"{where}{line}: {told}") from None
    except RecursionError:
        raise InputError(f"{where}: {gettext('is nested deeper than {number} levels', number=MAX_DEPTH)}") from None
    except InputError:
        raise
    except ValueError:  # Python's own, about a whole number of thousands of digits
        wanted = gettext("a number of at most {number} digits", number=MAX_DIGITS)
        raise InputError(f"{where}: {expected(wanted, gettext('a longer one'))}") from None
    if not marked:
        raise InputError(f"{where}: {gettext('is empty')}")
    return marked


class _TomlMarks:
    """Finds the line of every key and item of TOML text that ``tomllib`` has read into ``data``.

    The text is known to be TOML, so that only what divides it matters: keys, brackets, strings and remarks.
    """

    _BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
    _KEY = re.compile(r"""[ \t]*([A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')[ \t]*(\.?)""")
    _SCALAR = re.compile(
        r"""\"{3}(?:[^\\]|\\.)*?\"{3,5}|'{3}.*?'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^,\]}#\n]+""", re.DOTALL
    )

    def __init__(self, text: str, data: Mapping[str, Any]) -> None:
        self.text = text
        self.ends = [match.start() for match in re.finditer("\n", text)]
        self.at = 0
        self.root: MarkedDict = _marked(data)
        table = self.root
        while self._skip() < len(text):
            if text[self.at] == "[":
                table = self._header()
            else:
                self._field(table)

    def _line(self) -> int:
        return bisect.bisect_left(self.ends, self.at) + 1

    def _skip(self, more: str = "") -> int:
        """Go on to the next thing that means something, past one of ``more`` too."""
        self.at = cast(re.Match[str], self._BLANK.match(self.text, self.at)).end()
        if more and self.text[self.at] in more:
            self.at += 1
            return self._skip()
        return self.at

    def _names(self) -> list[str]:
        """The parts of a key."""
        names, dot = [], "."
        while dot:
            match = cast(re.Match[str], self._KEY.match(self.text, self.at))
            name, dot = match[1], match[2]
            names.append(next(iter(tomllib.loads(f"{name} = 0"))))
            self.at = match.end()
        return names

    def _inner(self, table: MarkedDict, names: Iterable[str], line: int) -> MarkedDict:
        """The table that a key leads to: of a list of tables the last one that has begun."""
        for name in names:
            table.lines.setdefault(name, line)
            inner = table[name]
            table = inner[len(inner.lines) - 1] if isinstance(inner, MarkedList) else inner
        return table

    def _header(self) -> MarkedDict:
        line = self._line()
        is_list = self.text.startswith("[[", self.at)
        self.at += 1 + is_list
        *way, last = self._names()
        self.at += 1 + is_list
        owner = self._inner(self.root, way, line)
        if is_list:
            owner[last].lines.append(line)
        table = self._inner(owner, [last], line)
        table.line = line
        return table

    def _field(self, table: MarkedDict) -> None:
        line = self._line()
        *way, last = self._names()
        owner = self._inner(table, way, line)
        owner.lines[last] = line
        self.at += 1  # the equals sign
        self._value(owner[last])

    def _value(self, value: Any) -> None:
        self._skip()
        if isinstance(value, MarkedDict):
            value.line = self._line()
            self.at += 1
            while self.text[self._skip(",")] != "}":
                self._field(value)
            self.at += 1
        elif isinstance(value, MarkedList):
            value.line = self._line()
            self.at += 1
            while self.text[self._skip(",")] != "]":
                value.lines.append(self._line())
                self._value(value[len(value.lines) - 1])
            self.at += 1
        else:
            self.at = cast(re.Match[str], self._SCALAR.match(self.text, self.at)).end()


def _marked(value: Any) -> Any:
    """``value`` with room for the lines of its fields and items."""
    if isinstance(value, Mapping):
        fields = MarkedDict(1)
        fields.update({key: _marked(item) for key, item in value.items()})
        return fields
    if isinstance(value, list):
        items = MarkedList(1)
        items.extend(map(_marked, value))
        return items
    return value
