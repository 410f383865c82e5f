"""Positions on one line: the scenario as laid, and every field of the record that differs from it.

    dbaix village break_off=yes ; G3@12.5,3/90 R4.where=camp_box phase=movement pips=3 order[0]=1

Before the semicolon stand the game, the scenario (its name, or `#` and the beginning of its hash) and the options
that are not the default; after it `id@x,y/facing` for a figure that stands elsewhere, and `field=value` for all else.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from sandtable.errors import NotationError
from sandtable.games.game import Game
from sandtable.kernel.geometry import degrees_of_facing, facing_of_degrees, snap
from sandtable.table.action_parser import place
from sandtable.table.name_index import NameIndex, did_you_mean, options_to_name
from sandtable.table.values import FARTHEST, Unreadable, degrees_text, length_text, number
from sandtable.translation import gettext

POSE = ("x", "y", "fx", "fy")
STEP = re.compile(r"([a-z_]\w*)((?:\[\d+(?:,\d+)*\])?)", re.IGNORECASE)


def scenario_hash(content: Mapping[str, Any]) -> str:
    """Digest of a scenario's content, the same for any order of its keys."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode()).hexdigest()


# ------------------------------------------------------------------------------------------------- printing


def position_text(
    now: Any, laid: Any, lexicon: NameIndex, scenario: str, options: Mapping[str, str], usual: Mapping[str, Any]
) -> str:
    """One line that says the record ``now``, given the same table freshly ``laid``; ``usual``: the scenario's rules."""
    changed = [f"{key}={value}" for key, value in options_to_name(lexicon.game, options, usual).items()]
    return " ".join([lexicon.game.key, scenario, *changed, ";", *differences(now, laid, lexicon)])


def differences(now: Any, laid: Any, lexicon: NameIndex) -> Iterator[str]:
    """What of the record ``now`` is not as in ``laid``, in the tokens of a position: every byte counts."""
    for name in now.dtype.names:
        if now[name].tobytes() == laid[name].tobytes():
            continue
        if name == "figures":
            for index, (figure, before) in enumerate(zip(now[name], laid[name], strict=True)):
                if figure.tobytes() != before.tobytes():
                    yield from _figure(figure, before, index, lexicon)
        else:
            yield from _field(now[name], laid[name], name, name, lexicon)


def _figure(now: Any, laid: Any, index: int, lexicon: NameIndex) -> Iterator[str]:
    named = lexicon.word("figures", index) if lexicon.figure_id(index) else ""
    title = named or f"figures[{index}]"
    fields = list(now.dtype.names)
    moved = any(now[f].tobytes() != laid[f].tobytes() for f in POSE)
    if moved and named:
        pose = tuple(float(now[f]) for f in POSE)
        degrees = float(degrees_of_facing(pose[2], pose[3]))
        text = f"{title}@{length_text(pose[0])},{length_text(pose[1])}/{degrees_text(degrees)}"
        if all(abs(v) < FARTHEST for v in pose) and _bits(_read_pose(text.partition("@")[2])) == _bits(pose):
            yield text
            fields = [f for f in fields if f not in POSE]
    for field in fields:
        if now[field].tobytes() != laid[field].tobytes():
            yield from _field(now[field], laid[field], f"{title}.{field}", f"figures.{field}", lexicon)


def _field(now: Any, laid: Any, title: str, path: str, lexicon: NameIndex) -> Iterator[str]:
    """Tokens of whatever differs below one field: a number, a record, or an array of either."""
    if isinstance(now, np.ndarray):
        for index in np.ndindex(now.shape):
            if now[index].tobytes() != laid[index].tobytes():
                spot = ",".join(str(i) for i in index)
                yield from _field(now[index], laid[index], f"{title}[{spot}]", path, lexicon)
    elif now.dtype.names:
        for name in now.dtype.names:
            if now[name].tobytes() != laid[name].tobytes():
                yield from _field(now[name], laid[name], f"{title}.{name}", f"{path}.{name}", lexicon)
    elif now.dtype.kind == "f":
        yield f"{title}={float(now)!r}"
    else:
        yield f"{title}={lexicon.enum_word(path, int(now))}"


def _bits(values: tuple[float, ...]) -> bytes:
    return np.array(values, "f8").tobytes()


# -------------------------------------------------------------------------------------------------- reading


def split_position(text: str) -> tuple[str, str, dict[str, str], list[str]]:
    """Game, scenario, options and the tokens after the semicolon; raises ``NotationError``."""
    head, semicolon, tail = text.partition(";")
    words = head.split()
    if len(words) < 2 or not semicolon:
        form = gettext("a position is 'game scenario [option=value ...] ; [field=value ...]'.")
        raise NotationError(f"{text.strip()[:80]}: {form}")
    options = {}
    for word in words[2:]:
        key, equals, value = word.partition("=")
        if not equals:
            said = gettext("before the semicolon of a position stand options, as option=value.")
            raise NotationError(f">>{word}<<: {said}")
        options[key] = value
    return words[0], words[1], options, tail.split()


def apply_position(record: Any, tokens: list[str], lexicon: NameIndex) -> None:
    """Write what the tokens of a position say into a freshly laid record; raises ``NotationError``."""
    for token in tokens:
        try:
            _apply(record, token, lexicon)
        except Unreadable as error:
            raise NotationError(f">>{token}<<: {error}.") from None


def _apply(record: Any, token: str, lexicon: NameIndex) -> None:
    if "=" not in token and "@" in token:
        figure_id, _, pose = token.partition("@")
        figure = record["figures"][_figure_index(figure_id, lexicon)]
        for field, part in zip(POSE, _read_pose(pose), strict=True):
            figure[field] = part
        return
    path, equals, value = token.partition("=")
    if not equals:
        raise Unreadable(gettext("neither id@x,y/facing nor field=value"))
    steps = path.split(".")
    holder, enum_path = record, ""
    if steps[0].partition("[")[0] not in record.dtype.names and lexicon.index("figures", steps[0]) >= 0:
        holder, enum_path = record["figures"][_figure_index(steps.pop(0), lexicon)], "figures"
        if not steps:
            raise Unreadable(gettext("a figure's field is written id.field=value"))
    _write(holder, steps, value, enum_path, lexicon.game)


def _write(holder: Any, steps: list[str], value: str, enum_path: str, game: Game) -> None:
    for depth, step in enumerate(steps):
        match = STEP.fullmatch(step)
        names = holder.dtype.names or ()
        if match is None or match[1] not in names:
            raise Unreadable(gettext("there is no field {name!r} here", name=step) + did_you_mean(step, names))
        field, index = match[1], tuple(int(i) for i in match[2].strip("[]").split(",") if i)
        enum_path = f"{enum_path}.{field}" if enum_path else field
        target = holder[field]
        shape = target.shape if isinstance(target, np.ndarray) else ()
        if len(index) != len(shape) or any(i >= n for i, n in zip(index, shape, strict=True)):
            below = ",".join(map(str, shape))
            said = gettext("{field} takes an index below {number}", field=field, number=below)
            raise Unreadable(said if shape else gettext("{field} takes no index", field=field))
        last = depth == len(steps) - 1
        kind = target.dtype
        if last and kind.names is None:
            read = _value(value, kind, enum_path, game)
            if index:
                target[index] = read
            else:
                holder[field] = read
            return
        if last or kind.names is None:
            said = gettext("{field} is made of fields", field=field)
            raise Unreadable(said if last else gettext("{field} has no fields", field=field))
        holder = target[index] if index else target


def _value(text: str, kind: Any, enum_path: str, game: Game) -> float | int:
    if kind.kind == "f":
        try:
            return float(text)
        except ValueError:
            raise Unreadable(gettext("{word!r} is no number", word=text)) from None
    members = game.enums.get(enum_path)
    if members is not None:
        for member in members:
            if member.name.lower() == text.lower():
                return member.value
    try:
        value = int(text)
    except ValueError:
        known = [m.name.lower() for m in members] if members else []
        if known:
            said = gettext("{word!r} is no whole number or one of {names}", word=text, names=", ".join(known))
            raise Unreadable(said) from None
        raise Unreadable(gettext("{word!r} is no whole number", word=text)) from None
    if not np.iinfo(kind).min <= value <= np.iinfo(kind).max:
        raise Unreadable(gettext("{word} is too large", word=text))
    return value


def _figure_index(figure_id: str, lexicon: NameIndex) -> int:
    index = lexicon.index("figures", figure_id)
    if index < 0:
        hint = did_you_mean(figure_id, lexicon.lists["figures"])
        raise Unreadable(gettext("there is no figure {name!r}", name=figure_id) + hint)
    return index


def _read_pose(text: str) -> tuple[float, float, float, float]:
    where, slash, facing = text.partition("/")
    if not slash:
        raise Unreadable(gettext("a figure's place is written id@x,y/facing"))
    x, y = place(where, gettext("a figure's place"))
    fx, fy = facing_of_degrees(number(facing, gettext("a facing")))
    return float(snap(x)), float(snap(y)), float(fx), float(fy)
