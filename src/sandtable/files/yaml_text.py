"""YAML as people write it: data as text, and text changed where its data changed, so that all else of it stays."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import yaml

from sandtable.errors import InputError
from sandtable.files.plain_yaml import parse_yaml

LINE = 118
"""Columns of a line."""

INDENT = 2
BARE = re.compile(r"[A-Za-z](?:[\w ./'+-]*[\w./'+])?", re.ASCII)
BARE_LINE = re.compile(r"[A-Za-z][\w@=./+-]*(?:[ ,\[\]'][\w@=./+-]*)*", re.ASCII)
UNSAFE = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
"""What YAML forbids or takes for the end of a line, and JSON does not escape."""
WORDS = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})


def as_yaml(data: Mapping[str, Any]) -> str:
    """The mapping as YAML: what is short on one line, entries of a list a line each."""
    return "".join(_field(str(key), value, 0) for key, value in data.items()) or "{}\n"


def rewritten(
    text: str, data: Mapping[str, Any], read: Callable[[str], Any] = lambda text: parse_yaml(text, "")
) -> str:
    """YAML text that holds ``data``: ``text`` where it still says the same, with its comments and its order.

    Text that is no plain YAML is written anew. ``read``: how text is read; left out, by ``parse_yaml``.
    """
    try:
        old = read(text)
    except InputError:
        return as_yaml(data)
    if old == data and list(old) == list(data):
        return text
    node = yaml.compose(text, Loader=yaml.SafeLoader)
    changed = text
    edits = sorted(_edits(text, node, old, data), key=lambda one: one.start)
    for edit in reversed(edits):
        changed = changed[: edit.start] + edit.text + changed[edit.end :]
    try:
        if read(changed) == data:
            return changed
    except InputError:
        pass
    return as_yaml(data)


# ------------------------------------------------------------------------------------------------- writing


def _word(text: str) -> str:
    bare = BARE.fullmatch(text) and text.lower() not in WORDS
    return text if bare else UNSAFE.sub(_escaped, json.dumps(text, ensure_ascii=False))


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


def alone(text: str) -> str:
    """Text on a line of its own, as notation of an action is: bare where nothing in it can be misread."""
    bare = BARE_LINE.fullmatch(text) and parse_yaml(f"entry: {text}", "") == {"entry": text}
    return text if bare else flow(text)


def flow(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_word(str(key))}: {flow(one)}" for key, one in value.items()) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(map(flow, value)) + "]"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return _word(value) if isinstance(value, str) else _number(value)


def _number(value: float) -> str:
    whole = int(value) if value == int(value) and abs(value) < 1e15 else None
    return repr(value) if whole is None else str(whole)


def _field(key: str, value: Any, depth: int) -> str:
    """A field of a block mapping with its line end."""
    room = " " * depth
    head = f"{room}{_word(key)}:"
    line = f"{head} {flow(value)}"
    if isinstance(value, str) and (folded := _folded(value, depth + INDENT)) and len(line) > LINE:
        return f"{head} {folded}"
    if isinstance(value, Mapping) and value and (len(line) > LINE or _is_deep(value)):
        return f"{head}\n" + "".join(_field(str(name), one, depth + INDENT) for name, one in value.items())
    if isinstance(value, list) and value and (len(line) > LINE or any(isinstance(one, Mapping) for one in value)):
        return f"{head}\n" + "".join(_item(one, depth + INDENT) for one in value)
    return line + "\n"


def _is_deep(value: Mapping[str, Any]) -> bool:
    """Whether a mapping holds entries that are mappings themselves, in lists or by name."""
    held = [one for part in value.values() for one in (part if isinstance(part, list) else [part])]
    return sum(isinstance(one, Mapping) for one in held) > 1


def _item(value: Any, depth: int) -> str:
    line = " " * depth + f"- {flow(value)}\n"
    if len(line) <= LINE + 1 or not isinstance(value, Mapping) or not value:
        return line
    block = "".join(_field(str(key), one, depth + INDENT) for key, one in value.items())
    return " " * depth + "- " + block[depth + INDENT :]


def _folded(text: str, depth: int) -> str:
    """Text over several lines; empty where folding would change it."""
    if not text or not text.isprintable() or text != " ".join(text.split()):
        return ""
    room = " " * depth
    lines = textwrap.wrap(text, LINE - depth, break_long_words=False, break_on_hyphens=False)
    return ">-\n" + "".join(f"{room}{line}\n" for line in lines)


# ------------------------------------------------------------------------------------------------ rewriting


class _Edit(NamedTuple):
    start: int
    end: int
    text: str


def _end(node: Any) -> int:
    """Where a node's own text ends; that of a block is the end of the last thing in it."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return _end(last[1] if isinstance(last, tuple) else last)
    return int(node.end_mark.index)


def _edits(text: str, node: Any, old: Any, new: Any) -> Iterator[_Edit]:
    """What has to be changed in the text of a node whose data was ``old`` for it to be ``new``."""
    if old == new:
        return
    if isinstance(node, yaml.MappingNode) and isinstance(new, Mapping) and old and new:
        kept = [key for key in old if key in new]
        if kept == [key for key in new if key in old] == list(new)[: len(kept)] and kept:
            yield from _fields(text, node, old, new)
            return
    if isinstance(node, yaml.SequenceNode) and isinstance(new, list) and old and new:
        yield from _items(text, node, old, new)
        return
    yield _replaced(text, node, new)


def _replaced(text: str, node: Any, new: Any) -> _Edit:
    start, end = int(node.start_mark.index), _end(node)
    if isinstance(node, yaml.ScalarNode) and node.style in (">", "|"):
        below = text.rfind("\n", 0, start) + 1
        depth = len(text[below:start]) - len(text[below:start].lstrip(" -")) + INDENT
        return _Edit(start, end, (_folded(new, depth) if isinstance(new, str) else "") or f"{flow(new)}\n")
    return _Edit(start, end, flow(new))


def _fields(text: str, node: Any, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[_Edit]:
    """Fields that changed, went, and came behind all others."""
    spans = [(int(key.start_mark.index), _end(value)) for key, value in node.value]
    gone = []
    for index, (key, value) in enumerate(node.value):
        if key.value in new:
            yield from _edits(text, value, old[key.value], new[key.value])
        else:
            gone.append(index)
    added = [key for key in new if key not in old]
    if node.flow_style:
        yield from _out_of_line(spans, gone)
        words = [f"{_word(key)}: {flow(new[key])}" for key in added]
    else:
        yield from _out_of_block(text, spans, gone)
        depth = node.start_mark.column
        words = [_field(key, new[key], depth) for key in added]
    if words:
        yield _behind(text, spans[-1][1], words, node.flow_style)


def _items(text: str, node: Any, old: Sequence[Any], new: Sequence[Any]) -> Iterator[_Edit]:
    """Entries of a list: alike ones at both ends stay, those between are changed in order, taken out or put in."""
    spans = [(int(item.start_mark.index), _end(item)) for item in node.value]
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    both = min(len(old), len(new)) - head - tail
    for at in range(head, head + both):
        yield from _edits(text, node.value[at], old[at], new[at])
    gone = list(range(head + both, len(old) - tail))
    if node.flow_style:
        yield from _out_of_line(spans, gone)
        words = [flow(one) for one in new[head + both : len(new) - tail]]
    else:
        dashed = [(text.rfind("-", 0, start), end) for start, end in spans]
        yield from _out_of_block(text, dashed, gone)
        depth = dashed[0][0] - (text.rfind("\n", 0, dashed[0][0]) + 1)
        words = [_item(one, depth) for one in new[head + both : len(new) - tail]]
    if words and head + both > 0:
        yield _behind(text, spans[head + both - 1][1], words, node.flow_style)
    elif words and node.flow_style:
        yield _Edit(spans[0][0], spans[0][0], "".join(f"{word}, " for word in words))
    elif words:
        start = text.rfind("\n", 0, spans[0][0]) + 1
        yield _Edit(start, start, "".join(words))


def _behind(text: str, end: int, words: Sequence[str], flowing: bool) -> _Edit:
    """What is put in behind a place: on its line, or on lines of its own below it."""
    if flowing:
        return _Edit(end, end, "".join(f", {word}" for word in words))
    if end and text[end - 1] == "\n":
        return _Edit(end, end, "".join(words))
    line = text.find("\n", end)
    if line < 0:
        return _Edit(len(text), len(text), "\n" + "".join(words))
    return _Edit(line + 1, line + 1, "".join(words))


def _out_of_line(spans: Sequence[tuple[int, int]], gone: Sequence[int]) -> Iterator[_Edit]:
    """Parts of one line taken out, each with the comma before it or behind it."""
    kept = [index for index in range(len(spans)) if index not in gone]
    for index in gone:
        after = next((one for one in kept if one > index), None)
        if not kept or index < kept[0]:
            yield _Edit(spans[index][0], spans[index + 1][0] if index + 1 < len(spans) else spans[index][1], "")
        elif after is None or index:
            yield _Edit(spans[index - 1][1], spans[index][1], "")


def _out_of_block(text: str, spans: Sequence[tuple[int, int]], gone: Sequence[int]) -> Iterator[_Edit]:
    """Parts of a block taken out with the lines on which they stand."""
    for index in gone:
        start = text.rfind("\n", 0, spans[index][0]) + 1
        end = spans[index][1]
        if not (end and text[end - 1] == "\n"):
            end = text.find("\n", end) + 1 or len(text)
        yield _Edit(start, end, "")
