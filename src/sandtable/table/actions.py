"""Actions for people: an immutable Action, in notation, in JSON and in words."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from typing import Any

from sandtable.games.common.amounts import Count, length_words, measured, with_its_mark
from sandtable.games.game import Part, Phrase
from sandtable.games.language import translated
from sandtable.kernel.geometry import Base, base_of, degrees_of_facing, facing_of_degrees, snap, snap_facing
from sandtable.kernel.records import NONE, Path, new_actions
from sandtable.kernel.sweep import carried, rigid_between
from sandtable.table.march_notation import Leg, legs_json, legs_text, plain_legs
from sandtable.table.name_index import NameIndex, plain
from sandtable.table.scratch import copied
from sandtable.table.values import Unreadable, degrees_text, length_text
from sandtable.translation import capitalized, gettext

HAIR = 0.01
"""A step that is shorter is none."""

Place = tuple[float, float]


def place_text(x: float, y: float) -> str:
    """``23.5,19.5``."""
    return f"{length_text(x)},{length_text(y)}"


def pose_text(pose: Any) -> str:
    """A place with its facing: ``23.5,19.5,90``."""
    return f"{place_text(float(pose['x']), float(pose['y']))},{degrees_text(degrees_of(pose))}"


class Action:
    """One action of one battle: immutable, equal when it says the same, printed in the one-line notation."""

    __slots__ = ("_array", "_degrees", "_fields", "_lexicon", "_table")

    def __init__(self, array: Any, lexicon: NameIndex, degrees: float | None = None, b: Any = None) -> None:
        """``array``: shape ``[1]`` of canonical action records, kept as it is; ``degrees``: of a wheel, for JSON.

        ``b``: the table on which it is meant, from which its label is read: nobody writes to that any more.
        """
        self._array = array
        self._fields: Mapping[str, Any] | None = None
        self._lexicon = lexicon
        self._degrees = degrees
        self._table = b

    @property
    def fields(self) -> Mapping[str, Any]:
        """What the record says, cheaply read."""
        if self._fields is None:
            self._fields = fields_of(self._array[0])
        return self._fields

    @property
    def record(self) -> Any:
        """The action record that kernels take. Not to be written to."""
        return self._array[0]

    @property
    def verb(self) -> str:
        """Name of the game's verb: ``MOVE``."""
        return self._lexicon.game.verb(self.fields["verb"]).name

    @property
    def figures(self) -> tuple[str, ...]:
        """Ids of the figures that act, leader first."""
        fields = self.fields
        return tuple(map(self._lexicon.figure_id, _actors(fields)))

    @property
    def to(self) -> Place | None:
        """Where the leader's centre ends, for a verb that ends at a place."""
        fields = self.fields
        return (fields["x"], fields["y"]) if self._phrase.pose and _has_pose(fields) else None

    @property
    def facing(self) -> float | None:
        """The leader's facing at the end, in degrees clockwise from north."""
        fields = self.fields
        return degrees_of(fields) if self._phrase.pose and _has_pose(fields) else None

    @property
    def each(self) -> tuple[tuple[float, float, float], ...]:
        """Where each figure ends (x, y, degrees), where each has a place of its own; empty for a rigid block."""
        return tuple((*pose_place(pose), degrees_of(pose)) for pose in poses_of(self.fields))

    @property
    def target(self) -> str | None:
        """Id of the figure that it names as its target; None where it names none."""
        fields, parts = self.fields, self._phrase.parts
        names = any(part.field == "target" and part.names == "figures" for part in parts)
        return self._lexicon.id_in_json(fields["target"]) if names and fields["target"] != NONE else None

    @property
    def mode(self) -> str:
        """The way in which it is done, as ``run``; empty where the verb has one way only."""
        phrase = self._phrase
        return mode_of(self.fields, phrase) or (phrase.modes[0] if phrase.modes else "")

    @property
    def _phrase(self) -> Phrase:
        return self._lexicon.phrase(self.fields["verb"])

    @property
    def text(self) -> str:
        """One-line notation: ``move R1 R2 to 23.5,19.5 facing 0``."""
        return action_text(self.fields, self._lexicon)

    @property
    def label(self) -> str:
        """As a player says it, with the figures' names: ``Asterix (G4) and 2 more: move 3 inches ahead``."""
        fields, lexicon = self.fields, self._lexicon
        actors = _actors(fields)
        said = self._own_words() or self._plain_words()
        if not actors or self._phrase.whole or self.is_sweeping:
            return capitalized(said)
        who = lexicon.figure_name(actors[0])
        if len(actors) == 2:
            who += f" {gettext('and')} {lexicon.figure_name(actors[1])}"
        elif len(actors) > 2:
            who = gettext("{who} and {number} more", who=who, number=len(actors) - 1)
        return f"{who}: {said}"

    @property
    def is_sweeping(self) -> bool:
        """Said for all of a side at once."""
        phrase = self._phrase
        return bool(phrase.sweeping) and phrase.modes[self.fields["mode"]] == phrase.sweeping

    @property
    def way(self) -> str:
        """How far its leader goes, and to which hand: ``3 inches ahead``; empty where nobody goes anywhere."""
        start = self._start
        return way_words(self.fields, start, self._lexicon.game.unit) if start is not None else ""

    @property
    def _start(self) -> Base | None:
        """Where its leader begins, if it leads anybody anywhere and its game has no words of its own for it."""
        fields = self.fields
        leads = self._phrase.pose and fields["n_actors"] and _has_pose(fields)
        if self._table is None or self._phrase.words is not None or not leads:
            return None
        start: Base = base_of(self._table.figures[fields["actors"][0]])
        return start

    def _own_words(self) -> str | None:
        """What is done, in its game's words; None where it has none."""
        words = self._phrase.words
        if words is not None and self._table is not None:
            with suppress(LookupError, ValueError):  # it may name what there is not: that is the judge's to say
                return words(self._table, self.record, self._lexicon.names)
        return None

    def _plain_words(self) -> str:
        """What is done, where the game has no words of its own for it."""
        fields, lexicon = self.fields, self._lexicon
        folder = lexicon.game.folder
        verb = translated(folder, mode_of(fields, self._phrase) or lexicon.verb_word(fields["verb"]))
        start = self._start
        if start is not None:
            return f"{verb} {way_words(fields, start, lexicon.game.unit)}"
        parts = self._phrase.parts
        what = [word for part in parts if (word := _part_text(fields, part, lexicon, names=True))]
        return " ".join([verb, *_pose_words(fields, self._phrase), *what])

    def to_json(self) -> dict[str, Any]:
        """As plain data: verb, figures, and what else it names; ``Battle.action`` reads it back."""
        fields, lexicon = self.fields, self._lexicon
        data: dict[str, Any] = {
            "verb": lexicon.verb_word(fields["verb"]),
            "figures": [lexicon.id_in_json(index) for index in _actors(fields)],
        }
        if self.to is not None:
            data["to"] = list(self.to)
            data["facing"] = self.facing
            if len(poses_of(fields)):
                data["each"] = [{"to": [x, y], "facing": degrees} for x, y, degrees in self.each]
        if mode := mode_of(fields, self._phrase):
            data["mode"] = mode
        via = fields["via"][: fields["n_via"]].tolist()
        if fields["path"] == Path.WHEEL:
            data["wheel"] = {"about": via[0], "degrees": self._degrees or 0.0}
        elif fields["path"] in MARCHES:
            data["legs"] = legs_json(legs_of(fields))
            if fields["path"] == Path.COLUMN:
                data["column"] = True
        elif via:
            data["via"] = via
        for part in self._phrase.parts:
            if part.field == "x":
                data["to"] = [fields["x"], 0.0]
            elif part.field == "amount":
                if fields["amount"] or not part.optional:
                    data["amount"] = fields["amount"]
            elif fields[part.field] != NONE:
                by_id = part.names == "figures"
                named = lexicon.id_in_json(fields[part.field]) if by_id else _name(lexicon, part, fields[part.field])
                data[part.field] = named
        return data

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Action) and self._array.tobytes() == other._array.tobytes()

    def __hash__(self) -> int:
        return hash(self._array.tobytes())

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Action({self.text!r})"


def labels_of(actions: Sequence[Action]) -> list[str]:
    """The label of each of these actions, no two alike that end at one place.

    Such say besides how they face, or else exactly where they end, or they are numbered.
    """
    labels = [action.label for action in actions]
    for more in (_faced, _placed, None):
        for group in _alike(actions, labels):
            said = [more(actions[k]) if more else str(number) for number, k in enumerate(group, 1)]
            if len(set(said)) > 1:
                for k, words in zip(group, said, strict=True):
                    labels[k] = f"{labels[k]}, {words}" if more else f"{labels[k]} ({words})"
    return labels


def _alike(actions: Sequence[Action], labels: Sequence[str]) -> list[list[int]]:
    """Those actions, together, whose labels read alike and that would end at what the board says is one place."""
    by_label: dict[str, list[int]] = {}
    for k, label in enumerate(labels):
        by_label.setdefault(label, []).append(k)
    found: dict[Any, list[int]] = {}
    for label, group in by_label.items():
        for k in group if len(group) > 1 else ():
            found.setdefault((label, _seen_place(actions[k])), []).append(k)
    return [group for group in found.values() if len(group) > 1]


def _seen_place(action: Action) -> Any:
    """Where it ends as the board says it to whoever does not point there."""
    unit = action._lexicon.game.unit
    return None if action.to is None else tuple(measured(along, unit) for along in action.to)


def _faced(action: Action) -> str:
    return "" if action.facing is None else gettext("facing {degrees}°", degrees=round(action.facing))


def _placed(action: Action) -> str:
    return "" if action.to is None else gettext("to {place}", place=place_text(*action.to))


def end_words(action: Action) -> str:
    """Exactly where it ends and how it faces there: ``to 34,12, facing 90°``; empty for what has no place."""
    return ", ".join(filter(None, (_placed(action), _faced(action))))


MARCHES = (Path.MARCH, Path.COLUMN)


def fields_of(record: Any) -> Mapping[str, Any]:
    """The fields of an action record by name, single ones as Python's own numbers.

    To read one of the record's own costs twenty times as much, and words, notation and JSON read dozens of each action.
    """
    return dict(zip(record.dtype.names, record.tolist(), strict=True))


def _actors(fields: Mapping[str, Any]) -> list[int]:
    actors: list[int] = fields["actors"][: fields["n_actors"]].tolist()
    return actors


@cache
def _blank_of(dtype: Any) -> Any:
    return new_actions(1, dtype)


def blank(lexicon: NameIndex) -> Any:
    """An array of one action record of this game that says nothing yet."""
    return copied(_blank_of(lexicon.game.action))


def pose_place(pose: Any) -> Place:
    """Where it is."""
    return float(pose["x"]), float(pose["y"])


def set_poses(record: Any, poses: Sequence[tuple[float, float, float]]) -> None:
    """Write where each actor ends (x, y, degrees) into a record; the first is where the action ends."""
    rows = [(snap(x), snap(y), *facing_of_degrees(degrees)) for x, y, degrees in poses]
    record["n_poses"] = len(rows)
    record["poses"][: len(rows)] = rows
    record["x"], record["y"], record["fx"], record["fy"] = rows[0]


def carry_each(record: Any, bases: Sequence[Base], end: Base) -> None:
    """Write a place of its own for each actor as if all went as one block: the first from its base to ``end``."""
    motion = rigid_between(bases[0], end)
    record["n_poses"] = len(bases)
    for k, base in enumerate(bases):
        there = end if k == 0 else carried(motion, base)
        for name in ("x", "y", "fx", "fy"):
            record["poses"][k][name] = getattr(there, name)
            if k == 0:
                record[name] = getattr(there, name)


def has_field(record: Any, name: str) -> bool:
    """This game's actions have that field, see ``action_record``."""
    return name in record.dtype.names


def poses_of(fields: Mapping[str, Any]) -> Any:
    """Where each actor ends who has a place of their own; none of a rigid block."""
    return fields["poses"][: fields["n_poses"]] if "poses" in fields else ()


def mode_of(fields: Mapping[str, Any], phrase: Phrase) -> str:
    """The way in which it is done; empty where the verb has one way only, or for the first."""
    mode: int = fields["mode"] if phrase.modes and "mode" in fields else 0
    return phrase.modes[mode] if 0 < mode < len(phrase.modes) else ""


def legs_of(fields: Mapping[str, Any]) -> list[Leg]:
    """The legs of a march or column; none of any other action."""
    if fields["path"] not in MARCHES:
        return []
    n = fields["n_via"]
    asides = fields["aside"][:n].tolist() if "aside" in fields else [0.0] * n
    return [
        Leg(ahead, degrees, aside) for (ahead, degrees), aside in zip(fields["via"][:n].tolist(), asides, strict=True)
    ]


def set_legs(record: Any, legs: Sequence[Leg]) -> None:
    """Write the legs of a march or column into a record, without those that lead nowhere; raises ``Unreadable``."""
    kept = plain_legs(legs)
    if len(kept) > len(record["via"]):
        most, number = len(record["via"]), len(kept)
        raise Unreadable(
            gettext("one march has at most {most:leg}, not {number}", most=Count(most), number=number), "legs"
        )
    record["n_via"] = len(kept)
    record["via"] = 0.0
    record["via"][: len(kept)] = [leg[:2] for leg in kept]
    if has_field(record, "aside"):
        record["aside"] = 0.0
        record["aside"][: len(kept)] = [leg.aside for leg in kept]
    elif any(leg.aside for leg in kept):
        raise Unreadable(gettext("no march of this game steps aside"), "step")


def _has_pose(fields: Mapping[str, Any]) -> bool:
    return bool(fields["fx"] != 0.0 or fields["fy"] != 0.0)


def degrees_of(record: Any) -> float:
    """The facing of a record in degrees clockwise from north."""
    return degrees_at(float(record["fx"]), float(record["fy"]))


@lru_cache(8192)
def degrees_at(fx: float, fy: float) -> float:
    """The same of a unit vector. A list of actions asks again and again, and of few."""
    return float(degrees_of_facing(fx, fy))


def _name(lexicon: NameIndex, part: Part, index: int) -> str:
    return str(index) if part.names == "number" else lexicon.word(part.names, index)


def _part_text(fields: Mapping[str, Any], part: Part, lexicon: NameIndex, names: bool = False) -> str:
    """One part with its word; empty when the action does not name it."""
    value = fields[part.field]
    if part.optional and value == 0 and not part.from_0 and (part.names == "number" or part.field == "amount"):
        return ""
    if part.field == "x":
        text = length_text(float(value))
    elif part.field == "amount" and part.names == "number":
        text = str(int(value))
    elif value == NONE:
        return ""
    elif names and part.names == "figures":
        text = lexicon.figure_name(int(value))
    else:
        text = _name(lexicon, part, int(value))
    return f"{translated(lexicon.game.folder, part.word) if names else part.word} {text}".strip()


def way_words(fields: Mapping[str, Any], start: Base, unit: str) -> str:
    """How far the leader goes from ``start`` and to which hand: ``3 inches ahead, turning 90° right``."""
    x, y = fields["x"] - start.x, fields["y"] - start.y
    ahead, right = x * start.fx + y * start.fy, x * start.fy - y * start.fx
    turn = half_turn(degrees_of(fields) - degrees_at(float(start.fx), float(start.fy)))
    turned = f"{with_its_mark(degrees_text(abs(turn)))}° {gettext('right') if turn > 0 else gettext('left')}"
    if fields["path"] == Path.WHEEL:
        return gettext("by a wheel of {turned}", turned=turned)
    words = []
    if measured(ahead, unit):
        words.append(f"{length_words(abs(ahead), unit)} {gettext('ahead') if ahead > 0 else gettext('back')}")
    if measured(right, unit):
        hand = gettext("to the right") if right > 0 else gettext("to the left")
        words.append(f"{length_words(abs(right), unit)} {hand}")
    if abs(turn) >= 0.01:
        words.append(gettext("turning about") if abs(turn) == 180.0 else gettext("turning {turned}", turned=turned))
    if fields["path"] == Path.COLUMN:
        files = int(fields["amount"])
        words.append(gettext("in column") if files < 2 else gettext("in {files} files", files=files))
    elif fields["n_via"] > 1 or (fields["n_via"] and fields["path"] != Path.MARCH):
        words.append(gettext("by a way that bends"))
    return ", ".join(words) or (gettext("by a hair") if math.hypot(x, y) > HAIR else gettext("on the spot"))


def _pose_words(fields: Mapping[str, Any], phrase: Phrase) -> list[str]:
    if not phrase.pose or not _has_pose(fields):
        return []
    words = []
    via = fields["via"][: fields["n_via"]].tolist()
    if fields["path"] in MARCHES:
        words += ["column" if fields["path"] == Path.COLUMN else "march", *legs_text(legs_of(fields))]
    elif via:
        words += ["about" if fields["path"] == Path.WHEEL else "via", *(place_text(x, y) for x, y in via)]
    if via and not phrase.actors and fields["x"] == fields["y"] == fields["fx"] == 0.0:
        return words  # a road or river has no place but its points
    poses = poses_of(fields)
    if len(poses):
        return [*words, "each", *(pose_text(pose) for pose in poses)]
    return [
        *words,
        "to",
        place_text(fields["x"], fields["y"]),
        "facing",
        degrees_text(degrees_of(fields)),
    ]


def action_text(fields: Mapping[str, Any], lexicon: NameIndex) -> str:
    """The one-line notation of a canonical action record, by its ``fields_of``."""
    verb = fields["verb"]
    phrase = lexicon.phrase(verb)
    wheels = phrase.pose and fields["path"] == Path.WHEEL
    words = ["wheel" if wheels and verb == lexicon.pose_verb else lexicon.verb_word(verb)]
    words += (lexicon.word("figures", index) for index in _actors(fields))
    bare = [_part_text(fields, part, lexicon) for part in phrase.parts if not part.word]
    parts = [_part_text(fields, part, lexicon) for part in phrase.parts if part.word]
    mode = mode_of(fields, phrase)
    manner = ["mode", plain(mode)] if mode else []
    return " ".join(word for word in [*words, *bare, *_pose_words(fields, phrase), *manner, *parts] if word)


def canonical(record: Any, lexicon: NameIndex, b: Any = None) -> Action:
    """The Action that says the same as a kernel's action record, with what its verb does not name left blank.

    ``b`` is the table on which it is meant; the degrees of a wheel and the words of the label are read from it.

    Lengths go onto the position lattice and facings onto theirs, so that text round trips are exact.
    """
    fields = fields_of(record)
    phrase = lexicon.phrase(fields["verb"])
    array = blank(lexicon)
    new = array[0]
    new["verb"] = fields["verb"]
    if phrase.modes and "mode" in fields:
        new["mode"] = fields["mode"]
    if phrase.actors:
        n = fields["n_actors"]
        new["n_actors"] = n
        new["actors"][:n] = fields["actors"][:n]
    degrees = None
    if phrase.pose and _has_pose(fields):
        new["x"], new["y"] = snap(fields["x"]), snap(fields["y"])
        new["fx"], new["fy"] = snap_facing(fields["fx"], fields["fy"])
        each = phrase.each and len(poses_of(fields)) > 0
        n = 0 if each and not phrase.loose else fields["n_via"]
        if n and (fields["path"] != Path.STRAIGHT or not phrase.actors):
            new["path"], new["n_via"] = fields["path"] if phrase.actors else Path.VIA.value, n
            for k in range(n):
                new["via"][k] = [snap(float(v)) for v in fields["via"][k]]
            if fields["path"] in MARCHES:
                set_legs(new, legs_of(fields))
            if b is not None and fields["path"] == Path.WHEEL:
                degrees = half_turn(degrees_of(new) - degrees_of(b.figures[new["actors"][0]]))
        if each:
            set_poses(new, [(*pose_place(pose), degrees_of(pose)) for pose in poses_of(fields)])
    for part in phrase.parts:
        if part.field == "x":
            new["x"] = snap(fields["x"])
        elif _part_text(fields, part, lexicon):  # what is not said stays as blank as it is read
            new[part.field] = fields[part.field]
    return Action(array, lexicon, degrees, b)


def half_turn(degrees: float) -> float:
    """The same turn, from -180 to 180 degrees."""
    return round((degrees + 180.0) % 360.0 - 180.0, 2)
