"""Actions as people write them: values and mappings read into a draft, and the action that it means on a table."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from sandtable.games.common.amounts import Count, counted
from sandtable.games.game import Part, Phrase
from sandtable.kernel.geometry import (
    Base,
    Corner,
    base_of,
    corner,
    degrees_of_facing,
    facing_of_degrees,
    snap,
    snap_facing,
)
from sandtable.kernel.records import NONE, Path
from sandtable.kernel.sweep import carried, rigid_between, wheel_about
from sandtable.table.actions import (
    Action,
    Place,
    blank,
    carry_each,
    degrees_of,
    fields_of,
    half_turn,
    legs_of,
    set_legs,
    set_poses,
)
from sandtable.table.march_notation import Leg, block_of, legs_of_list, marched
from sandtable.table.name_index import EACH_WORD, MODE_WORD, NameIndex, did_you_mean, plain
from sandtable.table.values import Unreadable, number, whole
from sandtable.translation import gettext, gettext_word

COMPASS = {"n": 0.0, "ne": 45.0, "e": 90.0, "se": 135.0, "s": 180.0, "sw": 225.0, "w": 270.0, "nw": 315.0}


@dataclass
class Draft:
    """What was written, before the places that it leaves open are filled in from the table."""

    verb: int
    figures: list[int] = field(default_factory=list)
    to: Place | None = None
    facing: float | None = None
    ahead: float | None = None
    by: Place | None = None
    via: list[Place] = field(default_factory=list)
    about: Place | str | None = None
    degrees: float | None = None
    legs: list[Leg] = field(default_factory=list)
    column: bool = False
    each: list[tuple[Place, float | None]] = field(default_factory=list)
    mode: int = 0
    parts: dict[str, float] = field(default_factory=dict)


def build(draft: Draft, b: Any, lexicon: NameIndex) -> Action:
    """The action that ``draft`` means on table ``b``; raises ``Unreadable``."""
    phrase = lexicon.phrase(draft.verb)
    array = blank(lexicon)
    record = array[0]
    record["verb"] = draft.verb
    if len(draft.figures) > len(record["actors"]):
        most, number = len(record["actors"]), len(draft.figures)
        if most == 1:
            raise Unreadable(gettext("one action names one figure, not {number}", number=number))
        raise Unreadable(
            gettext("one action names at most {most:figure}, not {number}", most=Count(most), number=number)
        )
    if phrase.modes:
        record["mode"] = draft.mode
    record["n_actors"] = len(draft.figures)
    record["actors"][: len(draft.figures)] = draft.figures
    for name, value in draft.parts.items():
        record[name] = snap(float(value)) if name == "x" else int(value)
    degrees = None
    if phrase.pose and not phrase.actors:
        _fill_place(record, draft)
    elif phrase.pose:
        degrees = _fill_pose(record, draft, b, lexicon)
    return Action(array, lexicon, degrees, b)


def _fill_place(record: Any, draft: Draft) -> None:
    """Where a thing is put that is no figure: at a place with a facing, or along points; it has nothing to go from."""
    ways = {"ahead": draft.ahead, "by": draft.by, "about": draft.about, "legs": draft.legs or None}
    wrong = next((word for word, said in ways.items() if said is not None), "")
    if wrong or (draft.to is None and not draft.via):
        raise Unreadable(gettext("it does not say where: to 12.5,8 or via 0,8 24,8"), wrong)
    if len(draft.via) > len(record["via"]):
        most, number = len(record["via"]), len(draft.via)
        raise Unreadable(
            gettext("it goes through at most {most:point}, not {number}", most=Count(most), number=number), "via"
        )
    x, y = draft.to or (0.0, 0.0)
    record["x"], record["y"] = snap(x), snap(y)
    record["fx"], record["fy"] = facing_of_degrees(draft.facing or 0.0)
    if draft.via:
        record["path"], record["n_via"] = Path.VIA.value, len(draft.via)
        for k, (via_x, via_y) in enumerate(draft.via):
            record["via"][k] = snap(via_x), snap(via_y)


def _fill_pose(record: Any, draft: Draft, b: Any, lexicon: NameIndex) -> float | None:
    """End pose and path; returns the degrees of a wheel."""
    ways = [name for name in ("to", "ahead", "by") if getattr(draft, name) is not None]
    if draft.each:
        _fill_each(record, draft, b, ways, loose=lexicon.phrase(draft.verb).loose)
        return None
    if len(ways) > 1:
        raise Unreadable(
            gettext("{one} and {other} both say where it ends; one is enough", one=ways[0], other=ways[1]), ways[1]
        )
    if draft.about is not None and (draft.via or draft.ahead is not None or (draft.by is not None)):
        raise Unreadable(gettext("a wheel goes about its point and nowhere else: no ahead, by or via with it"), "about")
    if draft.legs and (draft.via or draft.about is not None or any(way != "to" for way in ways)):
        raise Unreadable(
            gettext("a march goes by its legs and nowhere else: no ahead, by, via or wheel with it"), "legs"
        )
    if draft.column and not draft.legs:
        raise Unreadable(
            gettext_word("a column goes by legs, as [{ahead: 120}, {wheel: right, degrees: 30}]"), "column"
        )
    if not ways and draft.facing is None and draft.about is None and not draft.legs:
        if not all(part.optional for part in lexicon.phrase(draft.verb).parts):
            return None
        if not lexicon.phrase(draft.verb).stays:
            verb = lexicon.verb_word(draft.verb)
            raise Unreadable(gettext("{verb} does not say where it ends: to, ahead, by, facing, or about", verb=verb))
    leader = b.figures[draft.figures[0]]
    base = base_of(leader)
    x, y, fx, fy = float(base.x), float(base.y), float(base.fx), float(base.fy)
    degrees = None
    if draft.about is not None:
        pivot = _pivot(draft.about, draft.figures, b)
        turn = draft.degrees
        if turn is None and draft.to is None:
            raise Unreadable(gettext("a wheel needs its degrees: about right by 30"), "about")
        record["path"], record["n_via"] = Path.WHEEL.value, 1
        record["via"][0] = pivot
        if turn is not None:
            turn = -turn if draft.about == "left" else turn
            end = carried(wheel_about(pivot[0], pivot[1], float(turn)), base)
            x, y, fx, fy = end.x, end.y, end.fx, end.fy
        degrees = turn
    elif draft.legs:
        path = Path.COLUMN if draft.column else Path.MARCH
        record["path"] = path.value
        set_legs(record, draft.legs)
        first, others = block_of(draft.figures, b)
        end = marched(legs_of(fields_of(record)), first, [] if draft.column else others)
        x, y, fx, fy = end.x, end.y, end.fx, end.fy
    elif draft.via:
        _fill_via(record, draft.via)
    if draft.to is not None:
        x, y = draft.to
    elif draft.ahead is not None:
        x, y = x + fx * draft.ahead, y + fy * draft.ahead
    elif draft.by is not None:
        x, y = x + draft.by[0], y + draft.by[1]
    if draft.facing is not None:
        fx, fy = facing_of_degrees(draft.facing)
    elif lexicon.phrase(draft.verb).ahead:
        start_x, start_y = draft.via[-1] if draft.via else (float(base.x), float(base.y))
        if (snap(start_x), snap(start_y)) != (snap(x), snap(y)):
            fx, fy = snap_facing(x - start_x, y - start_y)
    record["x"], record["y"], record["fx"], record["fy"] = snap(x), snap(y), fx, fy
    is_loose = lexicon.phrase(draft.verb).loose and record["path"] in (Path.STRAIGHT, Path.VIA)
    if is_loose and 1 < len(draft.figures) <= len(record["poses"]):
        _fill_kept(record, draft, b, base._replace(x=snap(x), y=snap(y), fx=fx, fy=fy))
    if draft.about is not None and degrees is None:
        degrees = half_turn(degrees_of(record) - float(degrees_of_facing(float(leader.fx), float(leader.fy))))
    return degrees


def _fill_via(record: Any, via: Sequence[Place]) -> None:
    """Waypoints of the leader."""
    if len(via) > len(record["via"]):
        most, number = len(record["via"]), len(via)
        said = gettext("a way has at most {most:waypoint}, not {number}", most=Count(most), number=number)
        raise Unreadable(said, "via")
    record["path"], record["n_via"] = Path.VIA.value, len(via)
    for k, (x, y) in enumerate(via):
        record["via"][k] = snap(x), snap(y)


def _fill_each(record: Any, draft: Draft, b: Any, ways: Sequence[str], *, loose: bool) -> None:
    """A place of its own for every figure; one without a facing keeps its own. ``loose``: they may have waypoints."""
    if ways == ["to"] and draft.to is not None:  # as JSON says it: the first one's place, which is among them
        ways = [] if _same_place(draft.to, draft.each[0][0]) else ways
    if ways or (draft.via and not loose) or draft.legs or draft.about is not None:
        raise Unreadable(
            gettext("each figure has a place of its own: no other way to say where they end with it"), "each"
        )
    if len(draft.each) != len(draft.figures):
        named, places = counted(len(draft.figures), "figure"), counted(len(draft.each), "place")
        raise Unreadable(gettext("{figures} and {places}: one for each", figures=named, places=places), "each")
    if len(draft.each) > len(record["poses"]):
        said = gettext(
            "one action names places of their own for at most {most:figure}", most=Count(len(record["poses"]))
        )
        raise Unreadable(said, "each")
    poses = []
    for index, ((x, y), degrees) in zip(draft.figures, draft.each, strict=True):
        figure = b.figures[index]
        kept = float(degrees_of_facing(float(figure.fx), float(figure.fy)))
        poses.append((x, y, kept if degrees is None else degrees))
    set_poses(record, poses)
    if draft.via:
        _fill_via(record, draft.via)


def _fill_kept(record: Any, draft: Draft, b: Any, end: Base) -> None:
    """A place of its own for every figure, as far from the first as now; who is in front goes first, out of the way.

    Waypoints become those of the figure that goes first.
    """
    bases = [base_of(b.figures[i]) for i in draft.figures]
    motion = rigid_between(bases[0], end)
    dx, dy = float(end.x - bases[0].x), float(end.y - bases[0].y)
    order = sorted(range(len(bases)), key=lambda k: -(float(bases[k].x) * dx + float(bases[k].y) * dy))
    record["actors"][: len(order)] = [draft.figures[k] for k in order]
    first = carried(motion, bases[order[0]]) if order[0] != 0 else end
    carry_each(record, [bases[k] for k in order], first)
    for k in range(len(draft.via)):
        record["via"][k] += float(bases[order[0]].x - bases[0].x), float(bases[order[0]].y - bases[0].y)


def _same_place(one: Place, other: Place) -> bool:
    return bool(snap(one[0]) == snap(other[0]) and snap(one[1]) == snap(other[1]))


def _pivot(about: Place | str, figures: Sequence[int], b: Any) -> Place:
    """The point of a wheel: as given, or the outermost front corner of the block on that hand."""
    if not isinstance(about, str):
        return snap(about[0]), snap(about[1])
    which = Corner.FRONT_RIGHT if about == "right" else Corner.FRONT_LEFT
    leader = b.figures[figures[0]]
    hand = (float(leader.fy), -float(leader.fx))
    if about == "left":
        hand = (-hand[0], -hand[1])
    points = [corner(base_of(b.figures[i]), which) for i in figures]
    front = (float(leader.fx), float(leader.fy))
    best = max(
        points,
        key=lambda p: (round(p.x * hand[0] + p.y * hand[1], 2), round(p.x * front[0] + p.y * front[1], 2)),
    )
    return float(snap(best.x)), float(snap(best.y))


# ---------------------------------------------------------------------------------------------------- values


def facing_degrees(value: Any) -> float:
    """N, E, S, W (or NE ...) or degrees clockwise from north."""
    if isinstance(value, str) and value.lower() in COMPASS:
        return COMPASS[value.lower()]
    try:
        return number(value, gettext("a facing"))
    except Unreadable:
        message = gettext("a facing is N, E, S, W or degrees clockwise from north, not {value!r}", value=value)
        raise Unreadable(message, str(value)) from None


def place(value: Any, what: str) -> Place:
    """``[x, y]``, or ``x,y`` as text."""
    parts = value.split(",") if isinstance(value, str) else value
    if not isinstance(parts, (list, tuple)) or len(parts) != 2:
        raise Unreadable(gettext("{what} is a place x,y, not {value!r}", what=what, value=value), str(value))
    return number(parts[0], what), number(parts[1], what)


def pose(value: Any, what: str) -> tuple[Place, float | None]:
    """``x,y`` or ``x,y,facing`` as text, or ``{to: [x, y], facing: 90}``."""
    if isinstance(value, Mapping):
        if "to" not in value or set(value) - {"to", "facing"}:
            raise _no_poses(value, what)
        facing = value.get("facing")
        return place(value["to"], what), None if facing is None else facing_degrees(facing)
    x, y, *rest = value.split(",") if isinstance(value, str) and value.count(",") in (1, 2) else ("", "")
    if not x:
        raise Unreadable(
            gettext("{what} is a place x,y or x,y,facing, not {value!r}", what=what, value=value), str(value)
        )
    return (number(x, what), number(y, what)), facing_degrees(rest[0]) if rest else None


def _no_poses(value: Any, what: str) -> Unreadable:
    said = gettext("{what} is a list of {{to: [x, y], facing: 90}}, not {value!r}", what=what, value=value)
    return Unreadable(said, what)


def mode_value(phrase: Phrase, value: Any) -> int:
    """The number of a way of doing it; raises ``Unreadable`` with those that there are."""
    known = _numbers_of(phrase.modes)
    number = known.get(plain(str(value)))
    if number is None:
        hint = did_you_mean(str(value), known)
        said = gettext("its mode is one of {names}, not {value!r}", names=", ".join(known), value=str(value))
        raise Unreadable(said + hint, str(value))
    return number


@cache
def _numbers_of(modes: tuple[str, ...]) -> Mapping[str, int]:
    """The ways of doing it as they are written, each with its number."""
    return {plain(mode): number for number, mode in enumerate(modes)}


def figure(value: Any, lexicon: NameIndex) -> int:
    """Index of a figure by its id; raises ``Unreadable`` with a suggestion."""
    index = lexicon.index("figures", str(value)) if isinstance(value, (str, int)) else NONE
    if index == NONE:
        hint = did_you_mean(str(value), lexicon.lists["figures"])
        raise Unreadable(gettext("there is no figure {name!r}", name=str(value)) + hint, str(value))
    return index


def part_value(part: Part, value: Any, lexicon: NameIndex) -> float:
    """What a part names, as the number that the record holds."""
    what = part.word or part.field
    if part.names == "figures":
        return figure(value, lexicon)
    if part.names != "number" and not (part.field == "amount" and isinstance(value, int)):
        index = lexicon.index(part.names, str(value))
        if index == NONE:
            known = lexicon.lists[part.names]
            listed = f"; {gettext('there are: {names}', names=', '.join(known))}" if known else ""
            raise Unreadable(
                gettext("there is no {kind} {name!r}", kind=part.names[:-1], name=str(value)) + listed, str(value)
            )
        return index
    return number(value, what) if part.field == "x" else whole(value, what)


def about_point(value: Any) -> Place | str:
    """``left``, ``right`` or a place."""
    if isinstance(value, str) and value.lower() in ("left", "right"):
        return value.lower()
    try:
        return place(value, "about")
    except Unreadable:
        said = gettext("a wheel is about left, right or a place x,y, not {value!r}", value=value)
        raise Unreadable(said, str(value)) from None


# --------------------------------------------------------------------------------------- reading mappings

POSE_KEYS = ("to", "facing", "ahead", "by", "via", "wheel", "legs", "column")


def from_mapping(data: Mapping[str, Any], b: Any, lexicon: NameIndex) -> Action:
    """An action from JSON (with a key ``verb``) or in a case file's form (``{move: [A], to: [21.5, 31.5]}``)."""
    data = {str(key): value for key, value in data.items() if value is not None or str(key) != "verb"}
    if "verb" in data:
        word = plain(str(data["verb"])).replace("_", " ")
        if word not in lexicon.verb_words:
            hint = did_you_mean(str(data["verb"]), lexicon.verb_words)
            raise Unreadable(gettext("there is no action {name!r}", name=data["verb"]) + hint, str(data["verb"]))
        draft = Draft(lexicon.verb_words[word])
        named = data.get("figures") or []
        rest = {key: value for key, value in data.items() if key not in ("verb", "figures") and value not in (None, [])}
    else:
        verbs = [key for key in data if plain(key).replace("_", " ") in lexicon.verb_words]
        if len(verbs) != 1:
            known = ", ".join(plain(word) for word in lexicon.verb_words)
            wanted = gettext("an action names one thing to do of {names}", names=known)
            names = " and ".join(verbs) or ", ".join(data) or gettext("nothing")
            found = (
                gettext("this one names {names}", names=names)
                if verbs
                else gettext("this one has only {names}", names=names)
            )
            raise Unreadable(f"{wanted}; {found}")
        draft = Draft(lexicon.verb_words[plain(verbs[0]).replace("_", " ")])
        named = data[verbs[0]]
        rest = {key: value for key, value in data.items() if key != verbs[0]}
    phrase = lexicon.phrase(draft.verb)
    words = named if isinstance(named, (list, tuple)) else [] if named is None else [named]
    named_apart = {part.field for part in phrase.parts if part.field in rest or "verb" in data}
    take_words(draft, list(words), phrase, b, lexicon, named_apart)
    for key, value in rest.items():
        if value is None:
            _refuse_empty(key, phrase, draft, lexicon)
        _take_key(draft, key, value, phrase, lexicon)
    check_complete(draft, phrase, lexicon)
    return build(draft, b, lexicon)


def take_words(
    draft: Draft, words: list[Any], phrase: Phrase, b: Any, lexicon: NameIndex, named_apart: Collection[str] = ()
) -> None:
    """The words straight after the verb: figures, then the parts that stand bare; or the step that ends.

    Parts whose field is ``named_apart`` do not stand among them.
    """
    bare = [part for part in phrase.parts if not part.word and part.field not in named_apart]
    if not phrase.actors and not phrase.parts:
        _check_step(words, b, lexicon)
        return
    n_bare = min(len(bare), len(words) if not phrase.actors else max(len(words) - 1, 0))
    actors, named = words[: len(words) - n_bare], words[len(words) - n_bare :]
    if actors and not phrase.actors:
        said = gettext("{verb} names one thing, not {word!r} too", verb=lexicon.verb_word(draft.verb), word=actors[0])
        raise Unreadable(said, str(actors[0]))
    for word in actors:
        index = figure(word, lexicon)
        if index in draft.figures:
            raise Unreadable(gettext("{name} is named twice", name=lexicon.figure_id(index)), str(word))
        draft.figures.append(index)
    for part, word in zip(bare, named, strict=False):
        draft.parts[part.field] = part_value(part, word, lexicon)


def _check_step(words: list[Any], b: Any, lexicon: NameIndex) -> None:
    """``end movement`` is only another way to say ``end`` while the step is movement."""
    if not words or words == [True] or "phase" not in lexicon.game.enums:
        return
    now = lexicon.enum_word("phase", int(b.phase))
    if len(words) > 1 or plain(str(words[0])) != now:
        said = gettext("the step now is {now}, not {words}", now=now, words=" ".join(map(str, words)))
        raise Unreadable(said, str(words[0]))


def _refuse_empty(key: str, phrase: Phrase, draft: Draft, lexicon: NameIndex) -> None:
    """A key without a value: of an unknown one that is said first."""
    known = {*(p.word for p in phrase.parts), *(p.field for p in phrase.parts), EACH_WORD, MODE_WORD, *POSE_KEYS}
    if key in known:
        raise Unreadable(gettext("{key} has no value", key=key), key)
    _take_key(draft, key, "", phrase, lexicon)


def _take_key(draft: Draft, key: str, value: Any, phrase: Phrase, lexicon: NameIndex) -> None:
    """One key of an action's mapping."""
    part = next((p for p in phrase.parts if key in (p.word, p.field) and key), None)
    if part is not None:
        draft.parts[part.field] = part_value(part, value, lexicon)
    elif phrase.modes and key == MODE_WORD:
        draft.mode = mode_value(phrase, value)
    elif phrase.each and key == EACH_WORD:
        if not isinstance(value, (list, tuple)):
            raise _no_poses(value, key)
        draft.each = [pose(one, key) for one in value]
    elif phrase.pose and key in POSE_KEYS:
        _take_pose(draft, key, value)
    elif key == "to" and any(p.field == "x" for p in phrase.parts):
        draft.parts["x"] = place(value, key)[0]
    elif key == "amount" and value == 0:
        return
    else:
        known = [p.word or p.field for p in phrase.parts] + (list(POSE_KEYS) if phrase.pose else [])
        known += [EACH_WORD] * phrase.each + [MODE_WORD] * bool(phrase.modes)
        hint = did_you_mean(key, known)
        takes, verb = ", ".join(known) or gettext("nothing more"), lexicon.verb_word(draft.verb)
        raise Unreadable(gettext("{verb} takes {known}, not {key!r}", verb=verb, known=takes, key=key) + hint, key)


def _take_pose(draft: Draft, key: str, value: Any) -> None:
    """One key that says where a move ends."""
    if key == "to":
        draft.to = place(value, key)
    elif key == "facing":
        draft.facing = facing_degrees(value)
    elif key == "ahead":
        draft.ahead = number(value, key)
    elif key == "by":
        draft.by = place(value, key)
    elif key == "via":
        if not isinstance(value, (list, tuple)):
            raise Unreadable(gettext("via is a list of places [[x, y], ...], not {value!r}", value=value), key)
        single = len(value) == 2 and not isinstance(value[0], (list, tuple, str))
        draft.via = [place(point, key) for point in ([value] if single else value)]
    elif key == "legs":
        draft.legs = legs_of_list(value)
    elif key == "column":
        draft.column = value is True
    else:
        if not isinstance(value, Mapping) or set(value) - {"about", "degrees"} or "about" not in value:
            said = gettext("wheel is {{about: left or right or [x, y], degrees: 30}}, not {value!r}", value=value)
            raise Unreadable(said, key)
        draft.about = about_point(value["about"])
        if value.get("degrees") is not None:
            draft.degrees = number(value["degrees"], "degrees")


def check_complete(draft: Draft, phrase: Phrase, lexicon: NameIndex) -> None:
    """A verb that names figures or parts needs them; raises ``Unreadable`` that says what is missing."""
    word = lexicon.verb_word(draft.verb)
    if phrase.actors and len(draft.figures) < phrase.least:
        named, least = (
            ", ".join(map(lexicon.figure_id, draft.figures)) or gettext("none"),
            counted(phrase.least, "figure"),
        )
        raise Unreadable(gettext("{verb} names {least}; this one names {named}", verb=word, least=least, named=named))
    for part in phrase.parts:
        if part.names != "number" and not part.optional and part.field not in draft.parts:
            raise Unreadable(gettext("{verb} does not name its {part}", verb=word, part=part.word or part.names[:-1]))
