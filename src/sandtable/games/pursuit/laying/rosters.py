"""Rosters that players bring to a chase: lists, checks, files, and scenarios with others in them (ADA)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from sandtable.compiler.decorators import clause
from sandtable.errors import InputError
from sandtable.files import FileModel, load_toml, place
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
)
from sandtable.games.common.data import as_changed, kept
from sandtable.games.common.rosters import Rosters, Words, file_text, seated, sentence, words_of
from sandtable.games.common.scenario_files import Whole
from sandtable.games.language import translated, worded
from sandtable.games.pursuit.clauses import FOLDER
from sandtable.games.pursuit.laying.scenario import ARSENAL_GEAR, ARSENAL_GUNS, EMBLEMS
from sandtable.games.skirmish40k.laying.data_files import profile_named, read_profiles, read_weapons
from sandtable.games.skirmish40k.laying.pictures import picture_of
from sandtable.translation import by_language, either, gettext

said = partial(translated, FOLDER)
FILE = FOLDER / "data" / "rosters.toml"
SIDES = ("quarry", "hunters")
VETERAN = "scout_rider_veteran"
BARE = "none"
"""Nothing is bought."""


class LineFile(FileModel):
    """So many figures, each of one of these profiles."""

    count: Annotated[Whole, Field(ge=1, le=15)]
    of: Annotated[list[str], Field(min_length=1, max_length=8)]


class RosterFile(FileModel):
    """One list of data/rosters.toml, which explains the fields."""

    title: str
    army: str
    text: str
    lines: Annotated[list[LineFile], Field(min_length=1, max_length=8)]


class ArmyFile(FileModel):
    """A roster as its file has it."""

    game: Literal["pursuit"] = "pursuit"
    list: str
    name: str = Field(default="", max_length=40)
    figures: Words
    weapon: str = BARE
    gear: str = BARE


@kept
def rosters() -> Mapping[str, RosterFile]:
    """Every list that comes with the game, by its key."""
    data = as_changed(FILE, load_toml(FILE))
    return {key: check_model(entry, RosterFile, f"{FILE.name}: {key}") for key, entry in data.items()}


# ---------------------------------------------------------------- what there is


def _element(word: str) -> ArmyElement:
    profile = profile_named(read_profiles(), word, FILE.name)
    line = profile.line_in(4)
    assert line is not None
    figure = picture_of(word, profile, EMBLEMS[profile.mount])
    numbers = {"ws": line[0], "bs": line[1], "strength": line[2], "toughness": line[3][0]}
    text = worded(FOLDER, "WS {ws}, BS {bs}, Strength {strength}, Toughness {toughness}", **numbers)
    text += worded(FOLDER, ", save {save}+", save=line[8]) if line[8] < 7 else ""
    text += said(", flies") if "flies" in profile.gear else ""
    return ArmyElement(
        word=word, name=said(profile.name), text=text, figure=figure.model_copy(update={"name": said(profile.name)})
    )


@by_language
def elements() -> tuple[ArmyElement, ...]:
    """Every kind of figure that a list offers."""
    words = dict.fromkeys(word for entry in rosters().values() for line in entry.lines for word in line.of)
    return tuple(_element(word) for word in words)


def _called(word: str) -> str:
    return said(profile_named(read_profiles(), word, FILE.name).name)


def _fields(entry: RosterFile) -> tuple[ArmyField, ...]:
    """What a Veteran may buy, in lists that have one (LIST-5)."""
    if not any(VETERAN in line.of for line in entry.lines):
        return ()
    guns = [ArmyChoice(value=key, label=said(read_weapons()[key].name)) for key in ARSENAL_GUNS]
    gear = [ArmyChoice(value=key, label=said(key.replace("_", " "))) for key in ARSENAL_GEAR]
    none = ArmyChoice(value=BARE, label=said("none"))
    return (
        ArmyField(key="weapon", label=said("Veteran's second gun"), clause="PURS-LIST-5", choices=(none, *guns)),
        ArmyField(key="gear", label=said("Veteran's close combat item"), clause="PURS-LIST-5", choices=(none, *gear)),
    )


@by_language
def lists() -> tuple[ArmyList, ...]:
    """Every list."""
    return tuple(_listed(key, entry) for key, entry in rosters().items())


def _wanted(line: LineFile) -> str:
    return gettext("{count} of {names}", count=line.count, names=either(map(_called, line.of)))


def _listed(key: str, entry: RosterFile) -> ArmyList:
    lines = tuple(ArmyLine(words=_wanted(line), count=line.count, of=tuple(line.of)) for line in entry.lines)
    ready = ArmyDraft(
        list=key, name="", picks=tuple((line.of[0],) * line.count for line in entry.lines), strays=(),
        values={field.key: BARE for field in _fields(entry)},
    )  # fmt: skip
    return ArmyList(
        key=key, title=said(entry.title), name=said(entry.army), text=said(entry.text),
        lines=lines, fields=_fields(entry), ready=ready,
        ready_words=_counted([word for picks in ready.picks for word in picks]),
    )  # fmt: skip


def _counted(words: Sequence[str]) -> str:
    """``Scout Sergeant, 4x Scout biker``."""
    return ", ".join(
        f"{words.count(word)}x " * (words.count(word) > 1) + _called(word) for word in dict.fromkeys(words)
    )


# ---------------------------------------------------------------- drafts, files and checks


def draft_of(model: ArmyFile, where: str) -> ArmyDraft:
    """The roster of a file as it is put together; who has no place in its list is a stray."""
    entry = ROSTERS.listed(model.list, where)
    picks, strays = seated(model.figures, entry.lines)
    values = {field.key: getattr(model, field.key) for field in entry.fields}
    return ArmyDraft(list=model.list, name=model.name, picks=picks, strays=strays, values=values)


def _read(data: Any, where: str) -> ArmyDraft:
    return draft_of(check_model(data, ArmyFile, where), place(data, where, "list"))


@clause("PURS-ADA-1", "PURS-LIST-5")
def _faults(draft: ArmyDraft, entry: ArmyList) -> list[ArmyFault]:
    """Why a roster is none of its list."""
    found = []
    for word in dict.fromkeys(draft.strays):
        known = word in read_profiles()
        if known:
            text = gettext("The list {title} has no place for {name}.", title=entry.title, name=_called(word))
        else:
            text = sentence(gettext("there is no profile {name!r}", name=word))
        found.append(ArmyFault(text=text, clause="PURS-ADA-1"))
    for picks, line in zip(draft.picks, entry.lines, strict=True):
        if len(picks) != line.count or not set(picks) <= set(line.of):
            wanted = either(map(_called, line.of))
            found.append(
                ArmyFault(
                    text=gettext(
                        "It has {number} of {count} {wanted}.", number=len(picks), count=line.count, wanted=wanted
                    ),
                    clause="PURS-ADA-1",
                )
            )
    bought = {key: draft.values.get(key, BARE) for key in ("weapon", "gear")}
    for key, offered in (("weapon", ARSENAL_GUNS), ("gear", ARSENAL_GEAR)):
        if bought[key] not in (BARE, *offered):
            found.append(
                ArmyFault(text=gettext("The Arsenal has no {name!r}.", name=bought[key]), clause="PURS-LIST-5")
            )
    if VETERAN not in words_of(draft) and set(bought.values()) != {BARE}:
        found.append(ArmyFault(text=gettext("Only a Veteran buys from the Arsenal."), clause="PURS-LIST-5"))
    return found


def _judge(draft: ArmyDraft, entry: ArmyList, options: Mapping[str, str]) -> ArmyCheck:
    """A roster before its list."""
    faults = tuple(_faults(draft, entry))
    words = words_of(draft)
    bought = ", ".join(said(key.replace("_", " ")) for key in draft.values.values() if key != BARE)
    whole = gettext("{name}: an army of the list {title}.", name=draft.name or entry.name, title=entry.title)
    told = [whole, _counted(words) if not draft.strays else ""]
    told += [worded(FOLDER, "The Veteran has bought: {bought}.", bought=bought)] * bool(bought)
    return ArmyCheck(
        army=draft, count=len(words), size=sum(line.count for line in entry.lines), faults=faults,
        words=() if faults else tuple(told), text=_file_text(draft),
    )  # fmt: skip


def _file_text(draft: ArmyDraft) -> str:
    """The roster as a TOML file."""
    data: dict[str, Any] = {"game": "pursuit", "list": draft.list}
    data |= {"name": draft.name} if draft.name else {}
    data |= {"figures": words_of(draft)} | {key: value for key, value in draft.values.items() if value != BARE}
    return file_text(data)


ROSTERS = Rosters(lists, _read, _judge)

# ---------------------------------------------------------------- scenarios


def of_scenario(scenario: Mapping[str, Any]) -> Mapping[str, ArmyDraft]:
    """Side -> its roster, where both sides are of some list: others may come instead."""
    drafts = {}
    for side in SIDES:
        figures = scenario.get(side, {}).get("figures", [])
        words = [str(figure.get("profile", "")) for figure in figures]
        buyer: Mapping[str, Any] = next(
            (figure for figure in figures if figure.get("weapon") or figure.get("gear")), {}
        )
        for entry in lists():
            more = {field.key: BARE for field in entry.fields}
            if more and buyer:
                more = {"weapon": buyer.get("weapon") or BARE, "gear": (buyer.get("gear") or [BARE])[0]}
            draft = draft_of(ArmyFile(list=entry.key, figures=words, **more), side)
            if not _faults(draft, entry):
                drafts[side] = draft
    return drafts if len(drafts) == len(SIDES) else {}


@clause("PURS-ADA-1", "PURS-DEP-7")
def bring(
    scenario: Mapping[str, Any], brought: Mapping[str, ArmyDraft | str | Path], options: Mapping[str, str]
) -> Mapping[str, Any]:
    """The scenario with these rosters in place of its own; all figures are then set up by their owners.

    InputError where the scenario's sides are of no list, or one of these is none of its list.
    """
    if not of_scenario(scenario):
        raise InputError(
            "armies: " + gettext("only a scenario whose sides are of some list takes rosters of one's own")
        )
    content = {key: value for key, value in scenario.items() if key not in ("goals", "description")}
    for side in SIDES:
        both = {key: _lifted(scenario[side].get(key, [])) for key in ("figures", "reinforcements")}
        content[side] = {**scenario[side], **{key: figures for key, figures in both.items() if figures}}
    for side, draft in ROSTERS.brought(brought, SIDES, options).items():
        content[side] = _party(draft, side, scenario[side])
    content["title"] = " and ".join(str(content[side]["name"]) for side in SIDES)[:80]
    return content


def _lifted(figures: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The figures without their places."""
    return [{key: value for key, value in figure.items() if key != "at"} for figure in figures]


def _party(draft: ArmyDraft, side: str, own: Mapping[str, Any]) -> dict[str, Any]:
    """A roster as the side of a scenario; reinforcements come to the list that they are of."""
    figures: list[dict[str, Any]] = []
    for number, word in enumerate(words_of(draft), 1):
        figure: dict[str, Any] = {"id": f"{side[0].upper()}{number}", "profile": word}
        if word == VETERAN:
            bought = {key: value for key, value in draft.values.items() if value != BARE}
            figure |= {key: [value] if key == "gear" else value for key, value in bought.items()}
        figures.append(figure)
    words = set(words_of(draft))
    more = [figure for figure in _lifted(own.get("reinforcements", [])) if figure["profile"] in words]
    name = draft.name or ROSTERS.listed(draft.list, side).name
    return {"name": name, "figures": figures, **({"reinforcements": more} if more else {})}


ARMIES = ROSTERS.armies(elements, of_scenario, bring)
"""Pursuit's rosters, for the set-up page and ``sandtable army``."""
