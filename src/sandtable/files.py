"""Files that people write: YAML and TOML read with care, errors as one sentence with line and field, atomic writing."""

from __future__ import annotations

import bisect
import difflib
import json
import math
import os
import re
import secrets
import stat
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, cast, get_args, get_origin

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic.fields import FieldInfo

from sandtable.errors import InputError

MAX_BYTES = 1_000_000
MAX_TOML = 100_000
"""Characters of TOML text that are read: the time that it takes grows with the square of a key's parts."""
MAX_DEPTH = 32
MAX_DIGITS = 40
"""Characters of a number: a figure with more is a mistake, and takes long to read."""

Model = TypeVar("Model", bound=BaseModel)
Word = TypeVar("Word")
Loc = tuple[int | str, ...]


class FileModel(BaseModel):
    """Base of the models of files: unknown fields and numbers that are not finite are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False, str_strip_whitespace=True)


class MarkedDict(dict[str, Any]):
    """A mapping that remembers the line of each of its keys."""

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line
        self.lines: dict[str, int] = {}


def only(data: Mapping[str, Any], keys: Collection[str]) -> MarkedDict:
    """Those fields of a mapping that are among ``keys``, with their lines."""
    own = MarkedDict(getattr(data, "line", 1))
    own.update({key: value for key, value in data.items() if key in keys})
    own.lines = {key: line for key, line in getattr(data, "lines", {}).items() if key in own}
    return own


class MarkedList(list[Any]):
    """A list that remembers the line of each of its items."""

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line
        self.lines: list[int] = []


# ---------------------------------------------------------------- reading


def read_text(path: str | os.PathLike[str]) -> str:
    """The text of a file of at most ``MAX_BYTES`` bytes in UTF-8; InputError names what is wrong with it."""
    path = Path(path)
    try:
        with open(path, "rb", opener=_without_waiting) as file:
            kind = _KINDS.get(stat.S_IFMT(os.fstat(file.fileno()).st_mode), "something else")
            data = file.read(MAX_BYTES + 1) if kind == "file" else b""
    except IsADirectoryError:
        kind, data = "directory", b""
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(f"{path}: cannot be read ({reason})") from None
    if kind != "file":
        raise InputError(f"{path}: expected a file, found a {kind}")
    if len(data) > MAX_BYTES:
        raise InputError(f"{path}: is larger than {MAX_BYTES // 1_000_000} MB, the most that is read")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"{path}, line {line}: expected text in UTF-8, found other bytes") from None
    if "\0" in text:
        raise InputError(f"{path}: expected text, found binary data")
    return text


_KINDS = {stat.S_IFREG: "file", stat.S_IFIFO: "pipe", stat.S_IFCHR: "device", stat.S_IFBLK: "device"}


def _without_waiting(path: str, flags: int) -> int:
    """Open a file, but do not wait for somebody to write into it where it is a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def load_yaml(path: str | os.PathLike[str]) -> MarkedDict:
    """The mapping that a YAML file holds; see ``parse_yaml``."""
    return parse_yaml(read_text(path), str(path))


def load_toml(path: str | os.PathLike[str]) -> MarkedDict:
    """The mapping that a TOML file holds; see ``parse_toml``."""
    return parse_toml(read_text(path), str(path))


def parse_toml(text: str, where: str) -> MarkedDict:
    """The mapping that TOML text holds, with line numbers; ``where`` opens the error sentence."""
    if len(text) > MAX_TOML:
        raise InputError(f"{where}: is larger than {MAX_TOML // 1000} kB, the most that is read of TOML")
    try:
        data = tomllib.loads(text, parse_float=partial(_finite, where))
        _check_nesting(data, where)
        marked = _TomlMarks(text, data).root
    except tomllib.TOMLDecodeError as error:
        found = re.fullmatch(r"(.*) \(at line (\d+), column \d+\)", str(error), re.DOTALL)
        line, reason = (f", line {found[2]}", found[1]) if found else ("", str(error))
        raise InputError(f"{where}{line}: is not TOML: {_one_sentence(reason)}") from None
    except RecursionError:
        raise InputError(f"{where}: is nested deeper than {MAX_DEPTH} levels") from None
    except InputError:
        raise
    except ValueError:  # Python's own, about a whole number of thousands of digits
        raise InputError(f"{where}: expected numbers of at most {MAX_DIGITS} digits, found a longer one") from None
    if not marked:
        raise InputError(f"{where}: is empty")
    return marked


def parse_json(text: str, where: str, kind: str = "JSON") -> Any:
    """What JSON text holds; ``where`` opens the error sentence, ``kind`` says what it should have been."""
    finite = partial(_finite, where)
    try:
        data = json.loads(text, parse_constant=finite, parse_float=finite, parse_int=partial(_whole, where))
    except json.JSONDecodeError as error:
        raise InputError(f"{where}, line {error.lineno}: is no {kind}: {error.msg}") from None
    except RecursionError:
        raise InputError(f"{where}: is no {kind}: it is nested deeper than {MAX_DEPTH} levels") from None
    _check_nesting(data, where)
    return data


def _finite(where: str, word: str) -> float:
    """The number that a word means; InputError for one that is infinite, none, or longer than anybody writes."""
    if len(word) > MAX_DIGITS:
        raise InputError(f"{where}: expected numbers of at most {MAX_DIGITS} characters, found one of {len(word)}")
    if not math.isfinite(float(word)):
        raise InputError(f"{where}: expected finite numbers, found {word}")
    return float(word)


def _whole(where: str, word: str) -> int:
    if len(word) > MAX_DIGITS:
        raise InputError(f"{where}: expected numbers of at most {MAX_DIGITS} digits, found one of {len(word)}")
    return int(word)


def _check_nesting(data: Any, where: str) -> None:
    """InputError where lists and fields are nested deeper than ``MAX_DEPTH``."""
    level = [data]
    for _ in range(MAX_DEPTH + 1):
        held = (value.values() if isinstance(value, dict) else value for value in level)
        level = [item for items in held if not isinstance(items, str) and isinstance(items, Iterable) for item in items]
        if not level:
            return
    raise InputError(f"{where}: is nested deeper than {MAX_DEPTH} levels")


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


def parse_yaml(text: str, where: str) -> MarkedDict:
    """The mapping that YAML text holds, with line numbers; ``where`` opens every error sentence.

    Plain YAML only: one document, no anchors, aliases or tags, no key twice, no infinite numbers. As in
    YAML 1.2, only ``true`` and ``false`` are booleans, so that ``no`` and ``yes`` stay words.
    """
    try:
        data = _Reader(where).document(text)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = f", line {mark.line + 1}" if mark else ""
        raise InputError(f"{where}{line}: is not YAML: {_one_sentence(error.problem or str(error))}") from None
    except yaml.YAMLError as error:
        raise InputError(f"{where}: is not YAML: {_one_sentence(str(error))}") from None
    if data is None:
        raise InputError(f"{where}: is empty")
    if not isinstance(data, MarkedDict):
        raise InputError(f"{where}, line 1: expected fields like 'title: ...', found {describe(data)}")
    return data


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
        return InputError(f"{self.where}, line {_line(event)}: {sentence}")

    def document(self, text: str) -> Any:
        events = iter(yaml.parse(text, Loader=yaml.SafeLoader))
        data: Any = None
        documents = 0
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    raise self._refuse(event, "a second document begins; a file holds one")
                data = self._node(next(events), events, 0)
        return data

    def _node(self, event: Any, events: Any, depth: int) -> Any:
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
            raise self._refuse(event, "anchors (&) and aliases (*) are not read; write the value out")
        if event.tag is not None and event.tag != "!":
            raise self._refuse(event, f"tags like {event.tag!r} are not read")
        if depth > MAX_DEPTH:
            raise self._refuse(event, f"is nested deeper than {MAX_DEPTH} levels")
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
                raise self._refuse(key, "expected a word before ':'")
            if key.value in fields:
                first = fields.lines[key.value]
                raise self._refuse(key, f"field {key.value!r} stands twice, first on line {first}")
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
            raise self._refuse(event, f"expected a finite number, found {text}")
        if not _FLOAT.fullmatch(text):
            return text
        if len(text) > MAX_DIGITS:
            raise self._refuse(event, f"expected a number of at most {MAX_DIGITS} characters, found {len(text)}")
        if _INTEGER.fullmatch(text):
            return int(text)
        value = float(text)
        if not math.isfinite(value):
            raise self._refuse(event, f"expected a finite number, found {text}")
        return value


# ---------------------------------------------------------------- checking


def load_checked(path: str | os.PathLike[str], model: type[Model]) -> Model:
    """The file at ``path`` (``.toml``, else YAML) as ``model``; one InputError sentence where it does not fit."""
    text = read_text(path)
    if Path(path).suffix == ".toml":
        return check(parse_toml(text, str(path)), model, str(path))
    return check(parse_yaml(text, str(path)), model, str(path))


def check(data: Any, model: type[Model], where: str) -> Model:
    """``data`` as ``model``; InputError 'WHERE, line N, field a.b: expected ..., found ...' where it does not fit.

    Lines are known for marked data (``parse_yaml``, ``parse_toml``).
    """
    try:
        return model.model_validate(data)
    except ValidationError as error:
        faults = error.errors(include_url=False)
        first = faults[0]
        loc = tuple(first["loc"])
        line = line_at(data, loc)
        sentence = _sentence(cast(dict[str, Any], first), model)
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        raise InputError(f"{_place(where, line, _real(data, loc))}: {sentence}{more}") from None


def place(data: Any, where: str, *loc: int | str) -> str:
    """'WHERE, line N, field a.b', the opening of a sentence about one field of checked data."""
    return _place(where, line_at(data, loc), loc)


def _place(where: str, line: int | None, loc: Iterable[int | str]) -> str:
    parts = [where] if where else []
    if line is not None:
        parts.append(f"line {line}")
    name = _field_name(loc)
    if name:
        parts.append(f"field {name}")
    return ", ".join(parts)


def _field_name(loc: Iterable[int | str]) -> str:
    """``figures[2].at`` as people count: the third figure is ``figures[3]``."""
    name = ""
    for part in loc:
        name += f"[{part + 1}]" if isinstance(part, int) else f".{_name(part)}" if name else _name(part)
    return name


def _name(word: str) -> str:
    """A word that somebody made up, for a sentence: cut short where it is no word at all."""
    return word if len(word) <= 40 else word[:37] + "..."


def line_at(data: Any, loc: Sequence[int | str]) -> int | None:
    """The line of the field at ``loc``, or of the nearest part of the way to it; None for unmarked data."""
    line = getattr(data, "line", None)
    for part in loc:
        if isinstance(data, MarkedDict) and part in data.lines:
            line = data.lines[str(part)]
        elif isinstance(data, MarkedList) and isinstance(part, int) and part < len(data.lines):
            line = data.lines[part]
        else:
            break
        data = data[part]
        line = getattr(data, "line", line) if isinstance(data, MarkedDict) and not data else line
    return line


def _real(data: Any, loc: Loc) -> Loc:
    """``loc`` without the parts that name validators or members of a union."""
    real: list[int | str] = []
    for index, part in enumerate(loc):
        last = index == len(loc) - 1
        if isinstance(data, Mapping) and (part in data or (last and isinstance(part, str))):
            data = data.get(part)
        elif isinstance(data, Sequence) and not isinstance(data, str) and isinstance(part, int):
            data = data[part] if part < len(data) else None
        else:
            continue
        real.append(part)
    return tuple(real)


def _sentence(fault: dict[str, Any], model: type[BaseModel]) -> str:
    """What one pydantic fault means for the writer of the file."""
    loc = tuple(fault["loc"])
    kind, found, context = fault["type"], fault.get("input"), fault.get("ctx", {})
    if kind == "extra_forbidden":
        owner = _model_at(model, loc[:-1])
        known = [info.alias or name for name, info in owner.model_fields.items()] if owner else []
        return f"there is no such field{did_you_mean(str(loc[-1]), known)}"
    described = _description_at(model, loc)
    if kind == "missing":
        return f"expected {described or 'a value'}, found nothing"
    if kind in ("value_error", "assertion_error"):
        return _one_sentence(str(context.get("error", fault["msg"])))
    if kind == "literal_error":
        choices = re.findall(r"'([^']*)'", str(context.get("expected", "")))
        return (
            f"expected {context['expected']}, found {describe(found)}{did_you_mean(str(found), choices, offer=False)}"
        )
    expected = described or _EXPECTED.get(kind) or _expected_from(fault["msg"])
    return f"expected {expected.format(**context)}, found {describe(found)}"


_EXPECTED = {
    "finite_number": "a finite number",
    "float_type": "a number",
    "float_parsing": "a number",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "string_type": "text",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "fields like 'a: ...'",
    "model_type": "fields like 'a: ...'",
    "model_attributes_type": "fields like 'a: ...'",
    "greater_than": "a number greater than {gt}",
    "greater_than_equal": "a number of at least {ge}",
    "less_than": "a number less than {lt}",
    "less_than_equal": "a number of at most {le}",
    "too_long": "at most {max_length} items",
    "too_short": "at least {min_length} items",
    "string_too_long": "text of at most {max_length} characters",
    "string_too_short": "text of at least {min_length} characters",
}


def _expected_from(message: str) -> str:
    return re.sub(r"^Input should be ", "", message).replace("{", "{{").replace("}", "}}")


def _model_in(annotation: Any) -> type[BaseModel] | None:
    """The model that an annotation is, or holds as ``list[M]``, ``M | None``, ``Annotated[M, ...]``."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for part in get_args(annotation):
        found = _model_in(part)
        if found is not None:
            return found
    return None


def _model_at(model: type[BaseModel], loc: Loc) -> type[BaseModel] | None:
    for part in loc:
        if not isinstance(part, str):
            continue
        info = _field(model, part)
        if info is None:
            continue
        inner = _model_in(info.annotation)
        if inner is None:
            return None
        model = inner
    return model


def _field(model: type[BaseModel], name: str) -> Any:
    for own, info in model.model_fields.items():
        if name in (own, info.alias):
            return info
    return None


def _description_at(model: type[BaseModel], loc: Loc) -> str:
    """What the field at ``loc`` should be, where its ``Field(description=...)`` says so."""
    for index in range(len(loc) - 1, -1, -1):
        part = loc[index]
        if not isinstance(part, str):
            continue
        owner = _model_at(model, loc[:index])
        info = _field(owner, part) if owner else None
        if info is not None:
            described = info.description or _described_within(info.annotation)
            return described.replace("{", "{{").replace("}", "}}")
    return ""


def _described_within(annotation: Any) -> str:
    """The description that an ``Annotated`` type brings along, also as one of a union."""
    if get_origin(annotation) is Annotated:
        fields = (part for part in get_args(annotation)[1:] if isinstance(part, FieldInfo))
        return next((field.description for field in fields if field.description), "")
    if get_origin(annotation) in (Union, UnionType):
        return next(filter(None, map(_described_within, get_args(annotation))), "")
    return ""


def describe(value: Any) -> str:
    """A value for the end of an error sentence, cut short."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return f"fields {', '.join(_name(str(key)) for key in list(value)[:4])}" if value else "no fields"
    if isinstance(value, list | tuple):
        text = "[" + ", ".join(describe(item) for item in value[:4]) + (", ...]" if len(value) > 4 else "]")
        return text if len(text) <= 60 else f"a list of {len(value)}"
    if isinstance(value, int) and abs(value) >= 10**MAX_DIGITS:
        return f"a number of more than {MAX_DIGITS} digits"
    text = repr(value[:100]) if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else text[:57] + "..."


def did_you_mean(word: str, known: Iterable[str], offer: bool = True) -> str:
    """'; did you mean x?' for a near miss; else, with ``offer``, what there is if that is short; else nothing."""
    known = list(known)
    near = difflib.get_close_matches(word[:100].lower(), [name.lower() for name in known], n=1, cutoff=0.6)
    if near:
        return f"; did you mean {next(name for name in known if name.lower() == near[0])!r}?"
    listed = f"; there are {', '.join(known)}"
    return listed if offer and known and len(listed) <= 280 else ""


def _one_sentence(text: str) -> str:
    return " ".join(text.split())


# ---------------------------------------------------------------- writing


def atomic_write(path: str | os.PathLike[str], text: str) -> None:
    """Write ``text`` to ``path`` whole or not at all; InputError says why it could not be done."""
    path = Path(path)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with draft.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise InputError(f"{path}: cannot be written ({error.strerror})") from None
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def whole_field(data: Mapping[str, Any], where: str, key: str, default: int, least: int, most: int) -> int:
    """The field's whole number, or the default where it is left out; InputError for anything else."""
    value = data.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        expected = f"a whole number from {least} to {most}"
        raise InputError(f"{place(data, where, key)}: expected {expected}, found {describe(value)}")
    return value


def word_field(
    data: Mapping[str, Any], where: str, key: str, default: str, words: Mapping[str, Word], what: str
) -> Word:
    """What the field's word stands for among ``words``; ``what`` names it for the InputError, as ``a side``."""
    word = data.get(key, default)
    if not isinstance(word, str) or word not in words:
        hint = did_you_mean(str(word), words)
        raise InputError(f"{place(data, where, key)}: expected {what}, found {describe(word)}{hint}")
    return words[word]
