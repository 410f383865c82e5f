"""Musters that players bring: the three armies as lists, checks, files, and scenarios with others in them (ARM-3)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from sandtable.compiler.decorators import clause
from sandtable.errors import InputError
from sandtable.files import FileModel, did_you_mean, place
from sandtable.files import check as check_model
from sandtable.games.army import (
    ArmyCheck,
    ArmyChoice,
    ArmyDraft,
    ArmyElement,
    ArmyFault,
    ArmyField,
    ArmyLine,
    ArmyList,
    Word,
)
from sandtable.games.batalist.clauses import FOLDER
from sandtable.games.batalist.laying.muster import (
    army_name,
    artefact_name,
    muster_faults,
    name_of,
    printed_number,
    say,
    standard_muster,
)
from sandtable.games.batalist.laying.profiles import cell_of
from sandtable.games.batalist.laying.scenario_file import ChangePiece, SidePiece
from sandtable.games.batalist.laying.standard_musters import changed
from sandtable.games.batalist.laying.tables import read_data
from sandtable.games.common.rosters import Rosters, Words, file_text, sentence, words_of
from sandtable.games.common.scenario_files import Whole
from sandtable.games.language import translated
from sandtable.games.scene import SceneFigure
from sandtable.translation import gettext, spoken

SIDES = ("south", "north")
PLACES = 12
"""Battalions of an army at most (ARM-3)."""

PLACED = ("general", "captain_1", "captain_2", "captain_3", "mage_1", "mage_2", "standard_bearer")
"""Characters, each with one of the battalions."""

HEROES = ("hero_1", "hero_2")
NOBODY = "none"
INDEPENDENT = ["move", "melee_attack"]
"""Orders that Independent warriors of a brought army have (ARM-9, ARM-11)."""

Place = Annotated[Whole, Field(ge=1, le=PLACES)]
Captains = Annotated[list[Place], Field(max_length=3)]
Mages = Annotated[list[Place], Field(max_length=2)]
Heroes = Annotated[list[Word], Field(max_length=2)]


class ArmyFile(FileModel):
    """A muster as its file has it; battalions count from 1."""

    game: Literal["batalist"] = "batalist"
    list: Literal["league", "horde", "host"]
    name: str = Field(default="", max_length=40)
    battalions: Words
    general: Place | None = None
    captains: Captains = []
    mages: Mages = []
    standard_bearer: Place | None = None
    heroes: Heroes = []
    artefacts: dict[str, Word] = {}  # artefact -> general, captain_1, hero_2


# ---------------------------------------------------------------- what there is


def _units(army: str) -> Mapping[str, Any]:
    return {key: unit for key, unit in read_data("units").items() if unit["army"] == army}


def _skill(skill: str) -> str:
    """A skill; that of a weapon holds its class and numbers: ``Shooter Pierce/3/18``."""
    weapon = skill.startswith(("Melee ", "Shooter "))
    return (
        re.sub(r"[A-Za-z]+", lambda word: translated(FOLDER, word[0]), skill) if weapon else translated(FOLDER, skill)
    )


def _element(key: str, unit: Mapping[str, Any]) -> ArmyElement:
    """A battalion of the printed number, drawn as it stands."""
    width, depth = cell_of(unit)
    look = read_data("looks")[key]
    figure = SceneFigure(
        id=key, name=unit["name"], side="", emblem=look["emblem"], letter=unit["name"][:1], x=0.0, y=0.0, facing=0.0,
        width=width * unit["files"], depth=depth * unit["ranks"],
    )  # fmt: skip
    skills = ", ".join(map(_skill, unit["skills"]))
    text = say("MUSTER_ELEMENT", number=printed_number(key), what=skills)
    return ArmyElement(word=key, name=name_of(key), text=text, figure=figure)


@clause("BAT-ARM-6", "BAT-ARM-8", "BAT-ARM-10")
def elements() -> tuple[ArmyElement, ...]:
    """Every battalion that a list offers."""
    return _elements(spoken())


@cache
def _elements(_language: str) -> tuple[ArmyElement, ...]:
    return tuple(_element(key, unit) for key, unit in read_data("units").items())


def _fields(army: str) -> tuple[ArmyField, ...]:
    """Where characters stand, which heroes come, and who bears which artefact."""
    places = tuple(ArmyChoice(value=str(n), label=say("MUSTER_WITH", number=n)) for n in range(1, PLACES + 1))
    none = ArmyChoice(value=NOBODY, label=translated(FOLDER, "none"))
    fields = [
        ArmyField(
            key=key, label=_called(key).capitalize(), clause="BAT-DEP-1",
            choices=places if key == "general" else (none, *places),
        )
        for key in PLACED
    ]  # fmt: skip
    heroes = {key: hero for key, hero in read_data("heroes").items() if hero["army"] == army}
    named = tuple(ArmyChoice(value=key, label=name_of(key)) for key in heroes)
    fields += [
        ArmyField(key=key, label=_called(key).capitalize(), clause="BAT-ARM-12", choices=(none, *named))
        for key in HEROES
    ]
    bearers = tuple(ArmyChoice(value=key, label=_called(key)) for key in (*PLACED, *HEROES))
    fields += [
        ArmyField(key=key, label=artefact_name(key), clause="BAT-ARM-14", choices=(none, *bearers))
        for key in read_data("artefacts")
    ]
    return tuple(fields)


@clause("BAT-ARM-3", "BAT-ARM-7", "BAT-ARM-9", "BAT-ARM-11")
def lists() -> tuple[ArmyList, ...]:
    """The three armies; any of their battalions may be exchanged for any other."""
    return _lists(spoken())


@cache
def _lists(_language: str) -> tuple[ArmyList, ...]:
    return tuple(_listed(army) for army in ("league", "horde", "host"))


def _listed(army: str) -> ArmyList:
    name = army_name(army)
    standard = standard_muster(army)
    lines = _lines(army)
    words = [entry["unit"] for entry in standard["battalions"]]
    called = [name_of(word) for word in words]
    picks, strays = _seated(words, army)
    return ArmyList(
        key=army, title=name, name=name, lines=lines, fields=_fields(army),
        text=say("MUSTER_LIMITS"),
        ready=ArmyDraft(list=army, name="", picks=picks, strays=strays, values=_values_of(standard)),
        ready_words=", ".join(called),
    )  # fmt: skip


def _lines(army: str) -> tuple[ArmyLine, ...]:
    count = len(standard_muster(army)["battalions"])
    return (ArmyLine(words=say("MUSTER_LINE", number=count), count=count, of=tuple(_units(army))),)


def _seated(words: Sequence[str], army: str) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """Battalions in their order, by which characters find them; those beyond the list's number stand behind."""
    count = _lines(army)[0].count
    return (tuple(words[:count]),), tuple(words[count:])


def _values_of(muster: Mapping[str, Any]) -> dict[str, str]:
    """Where the characters of a muster stand and who bears what, as a draft has it."""
    values = dict.fromkeys((*PLACED, *HEROES, *read_data("artefacts")), NOBODY)
    numbers = {"captain": 0, "mage": 0}
    for at, entry in enumerate(muster["battalions"], 1):
        role = entry.get("character")
        if role in numbers:
            numbers[role] += 1
            role = f"{role}_{numbers[role]}"
        if role:
            values[role] = str(at)
            if entry.get("artefact"):
                values[entry["artefact"]] = role
    for key, hero in zip(HEROES, muster["heroes"], strict=False):
        values[key] = hero["hero"]
        if hero.get("artefact"):
            values[hero["artefact"]] = key
    return values


def _called(key: str) -> str:
    """``captain_1`` as players say it: captain 1."""
    role, _, number = key.rpartition("_")
    if not number.isdecimal():
        role, number = key, ""
    return f"{translated(FOLDER, role.replace('_', ' '))} {number}".strip()


# ---------------------------------------------------------------- drafts, files and checks


def draft_of(model: ArmyFile) -> ArmyDraft:
    """The muster of a file as it is put together."""
    values = dict.fromkeys((*PLACED, *HEROES, *read_data("artefacts")), NOBODY)
    for key, at in (("general", model.general), ("standard_bearer", model.standard_bearer)):
        values[key] = NOBODY if at is None else str(at)
    for key, places in (("captain", model.captains), ("mage", model.mages)):
        values |= {f"{key}_{number}": str(at) for number, at in enumerate(places, 1)}
    values |= dict(zip(HEROES, model.heroes, strict=False))
    values |= model.artefacts
    picks, strays = _seated(model.battalions, model.list)
    return ArmyDraft(list=model.list, name=model.name, picks=picks, strays=strays, values=values)


def _read(data: Any, where: str) -> ArmyDraft:
    model = check_model(data, ArmyFile, where)
    known = read_data("artefacts")
    for key in model.artefacts:
        if key not in known:
            missing = gettext("there is no artefact {key!r}", key=key)
            raise InputError(f"{place(data, where, 'artefacts')}: {missing}{did_you_mean(key, known)}")
    return draft_of(model)


def _battalion(word: str) -> dict[str, Any]:
    """``knights 12`` is twelve Knights, ``knights`` the printed number."""
    unit, _, number = word.partition(" ")
    entry: dict[str, Any] = {"unit": unit}
    if number.isdecimal():
        entry["figures"] = int(number)
    if "Independent" in read_data("units").get(unit, {}).get("skills", ()):
        entry["orders"] = INDEPENDENT
    return entry


def muster_of(draft: ArmyDraft) -> dict[str, Any]:
    """A draft as battalions and heroes of a scenario; characters who stand nowhere are left out."""
    battalions = [_battalion(word) for word in words_of(draft)]
    heroes: list[dict[str, str]] = []
    bearers: dict[str, dict[str, Any]] = {}
    for key in PLACED:
        at = draft.values.get(key, NOBODY)
        if at.isdecimal() and 1 <= int(at) <= len(battalions) and "character" not in battalions[int(at) - 1]:
            bearers[key] = battalions[int(at) - 1]
            bearers[key]["character"] = key.rstrip("_123")
    for key in HEROES:
        if draft.values.get(key, NOBODY) != NOBODY:
            heroes.append({"hero": draft.values[key]})
            bearers[key] = heroes[-1]
    for artefact in read_data("artefacts"):
        bearer = draft.values.get(artefact, NOBODY)
        if bearer in bearers:
            bearers[bearer]["artefact"] = artefact
    return {"battalions": battalions, "heroes": heroes}


@clause("BAT-DEP-1", "BAT-DEP-2", "BAT-ART-1", "BAT-ARM-14")
def _misplaced(draft: ArmyDraft) -> Iterator[tuple[str, str]]:
    """Characters without a battalion, two with one, and artefacts in the wrong hands or without any."""
    count = len(words_of(draft))
    taken: dict[str, str] = {}
    for key in PLACED:
        at, called = draft.values.get(key, NOBODY), _called(key)
        if at == NOBODY:
            continue
        if not at.isdecimal() or not 1 <= int(at) <= count:
            yield say("MUSTER_NOWHERE", what=called, word=at, number=count), "BAT-DEP-1"
        elif at in taken:
            yield say("MUSTER_TOGETHER", what=called, other=taken[at]), "BAT-DEP-2"
        taken.setdefault(at, called)
    borne: dict[str, str] = {}
    for key, artefact in read_data("artefacts").items():
        name = artefact_name(key)
        bearer = draft.values.get(key, NOBODY)
        if bearer == NOBODY:
            continue
        if draft.values.get(bearer, NOBODY) == NOBODY:
            yield say("MUSTER_UNBORNE", what=name), "BAT-ARM-14"
        elif not _may_bear(draft, bearer, artefact["bearers"]):
            yield say("MUSTER_NOT_FOR", what=name, other=_called(bearer.rstrip("_123"))), "BAT-ARM-14"
        elif bearer in borne:
            yield say("MUSTER_TWO_BORNE", what=borne[bearer], other=name), "BAT-ART-1"
        borne[bearer] = name


def _may_bear(draft: ArmyDraft, bearer: str, allowed: Sequence[str]) -> bool:
    """The artefact is for such a character, for mages among heroes, or for who goes with scouts."""
    role = bearer.rstrip("_123")
    if role == "hero":
        skills = read_data("heroes").get(draft.values[bearer], {}).get("skills", ())
        is_mage = any(skill.startswith("Mage") for skill in skills)
        if "mage_hero" in allowed and is_mage:
            return True
        return "hero" in allowed or ("scout_hero" in allowed and "Scout" in skills)
    if role in allowed:
        return True
    at = draft.values[bearer]
    words = words_of(draft)
    unit = words[int(at) - 1].partition(" ")[0] if at.isdecimal() and 1 <= int(at) <= len(words) else ""
    return f"{role}_of_scouts" in allowed and "Scout" in read_data("units").get(unit, {}).get("skills", ())


@clause("BAT-ARM-3", "BAT-PRE-4")
def _judge(draft: ArmyDraft, entry: ArmyList, options: Mapping[str, str]) -> ArmyCheck:
    """A muster before the limits of the army book."""
    muster = muster_of(draft)
    faults = [ArmyFault(text=sentence(text), clause=cited) for text, cited in _misplaced(draft)]
    faults += [ArmyFault(text=text, clause="BAT-ARM-3") for text in muster_faults(draft.list, muster)]
    words = words_of(draft)
    data: dict[str, Any] = {"game": "batalist", "list": draft.list, **({"name": draft.name} if draft.name else {})}
    return ArmyCheck(
        army=draft, count=len(words), size=len(standard_muster(draft.list)["battalions"]), faults=tuple(faults),
        words=() if faults else _said(draft, entry, muster), text=file_text(data | _file_of(draft)),
    )  # fmt: skip


def _file_of(draft: ArmyDraft) -> dict[str, Any]:
    """The fields of a draft's file."""
    values = {key: value for key, value in draft.values.items() if value != NOBODY}
    found: dict[str, Any] = {"battalions": words_of(draft)}
    for key in ("general", "standard_bearer"):
        if values.get(key, "").isdecimal():
            found[key] = int(values[key])
    for key, many in (("captain", "captains"), ("mage", "mages")):
        places = [int(values[word]) for word in PLACED if word.startswith(key) and values.get(word, "").isdecimal()]
        if places:
            found[many] = places
    heroes = [values[key] for key in HEROES if key in values]
    if heroes:
        found["heroes"] = heroes
    borne = {key: values[key] for key in read_data("artefacts") if key in values}
    return found | ({"artefacts": borne} if borne else {})


def _said(draft: ArmyDraft, entry: ArmyList, muster: Mapping[str, Any]) -> tuple[str, ...]:
    """What a muster is, in a line or two."""
    battalions = muster["battalions"]
    warriors = sum(one.get("figures") or printed_number(one["unit"]) for one in battalions)
    title = say("MUSTER_TITLE", army=draft.name or entry.name, number=len(battalions), most=warriors)
    names = ", ".join(name_of(one["unit"]) for one in battalions)
    heroes = [name_of(one["hero"]) for one in muster["heroes"]]
    borne = [artefact_name(key) for key in read_data("artefacts") if draft.values[key] != NOBODY]
    said = {translated(FOLDER, "Heroes"): heroes, translated(FOLDER, "Artefacts"): borne}
    return (title, f"{names}.", *(f"{word}: {', '.join(some)}." for word, some in said.items() if some))


ROSTERS = Rosters(lists, _read, _judge)

# ---------------------------------------------------------------- scenarios


def of_scenario(scenario: Mapping[str, Any]) -> Mapping[str, ArmyDraft]:
    """Side -> its army, where both sides bring one of the book and no battalion stands yet."""
    drafts = {}
    for side in SIDES:
        piece = check_model(scenario.get(side, {}), SidePiece, side)
        if piece.army is None or piece.battalions is not None:
            return {}
        change = check_model(scenario.get("changes", {}).get(piece.army, {}), ChangePiece, side)
        muster = changed(standard_muster(piece.army), change, side)
        words = [entry["unit"] for entry in muster["battalions"]]
        picks, strays = _seated(words, piece.army)
        values = _values_of(muster)
        drafts[side] = ArmyDraft(list=piece.army, name=piece.name, picks=picks, strays=strays, values=values)
    return drafts


@clause("BAT-PRE-4", "BAT-ARM-3")
def bring(
    scenario: Mapping[str, Any], brought: Mapping[str, ArmyDraft | str | Path], options: Mapping[str, str]
) -> Mapping[str, Any]:
    """The scenario with these armies in place of its own; InputError where one of them may not fight."""
    if not of_scenario(scenario):
        raise InputError(
            "armies: " + gettext("only a scenario in which both sides are still to be set up takes armies of one's own")
        )
    content = dict(scenario)
    for side, draft in ROSTERS.brought(brought, SIDES, options).items():
        named = {"name": draft.name} if draft.name else {}
        content[side] = {**scenario.get(side, {}), "army": draft.list, **named, **muster_of(draft)}
    return content


ARMIES = ROSTERS.armies(elements, of_scenario, bring)
"""Batalist's armies, for the set-up page and ``sandtable army``."""
