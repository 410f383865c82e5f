"""Bands that players bring to a small scenario: lists, checks, files, and scenarios with others in them (CLASS-3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from sandtable.compiler.decorators import clause
from sandtable.errors import InputError
from sandtable.files import FileModel, did_you_mean, place
from sandtable.files import check as check_model
from sandtable.games.army import ArmyCheck, ArmyDraft, ArmyElement, ArmyFault, ArmyLine, ArmyList
from sandtable.games.common.amounts import count_words
from sandtable.games.common.data import kept, read_data
from sandtable.games.common.rosters import Rosters, Words, file_text, seated, sentence, words_of
from sandtable.games.inter_arma.clauses import FOLDER
from sandtable.games.inter_arma.laying.scenario_file import ScenarioFile, Soldier
from sandtable.games.inter_arma.laying.standing import emblem_of, letter_of
from sandtable.games.language import translated
from sandtable.games.scene import SceneFigure
from sandtable.translation import by_language, gettext

said = partial(translated, FOLDER)

OWN = ("class", "type", "equipment")
"""What a kind says of a figure; who it is and where it stands stays the scenario's."""

LINES = {"leader": "leader", "mounted": "on horseback", "foot": "on foot"}


class ArmyFile(FileModel):
    """A band as its file has it."""

    game: Literal["inter-arma"] = "inter-arma"
    list: str
    name: str = Field(default="", max_length=40)
    figures: Words


# ---------------------------------------------------------------- what there is


@kept
def kinds() -> dict[str, Soldier]:
    """Every kind of figure that a list offers."""
    entries = read_data(FOLDER, "bands")["kinds"]
    return {word: check_model({"id": "X1", **entry}, Soldier, word) for word, entry in entries.items()}


def _counted(words: Sequence[str]) -> str:
    called = kinds()
    return ", ".join(f"{count}x " * (count > 1) + said(called[word].name) for word, count in Counter(words).items())


def _element(word: str, kind: Soldier) -> ArmyElement:
    size = float(read_data(FOLDER, "rules")["mounted_base" if "cavalry" in kind.type else "foot_base"])
    figure = SceneFigure(
        id=word, name=said(kind.name), side="", emblem=emblem_of(kind), letter=letter_of(kind),
        x=0.0, y=0.0, facing=0.0, width=size, depth=size, shape="disc",
    )  # fmt: skip
    text = f"{said(kind.klass)}, {said(kind.type)}: {', '.join(map(said, kind.equipment))}"
    return ArmyElement(word=word, name=said(kind.name), text=text, figure=figure)


@by_language
def elements() -> tuple[ArmyElement, ...]:
    """The same as the set-up page shows them."""
    return tuple(_element(word, kind) for word, kind in kinds().items())


@clause("IA-CLASS-3")
@by_language
def lists() -> tuple[ArmyList, ...]:
    """The bands of the small scenarios, each of whose figures may be exchanged for others."""
    return tuple(_listed(key, entry) for key, entry in read_data(FOLDER, "bands")["lists"].items())


def _listed(key: str, entry: Mapping[str, Any]) -> ArmyList:
    ready = Counter(entry["ready"])
    lines = []
    for part, words in LINES.items():
        of = tuple(entry.get(part, ()))
        if of:
            count = sum(ready[word] for word in of)
            lines.append(ArmyLine(words=f"{count} {said(words)}", count=count, of=of, general=part == "leader"))
    picks, strays = seated(entry["ready"], lines)
    return ArmyList(
        key=key, side=key if "mounted" in entry else "", title=said(entry["name"]), name=said(entry["name"]),
        text=said(entry["text"]),
        lines=tuple(lines), fields=(), ready_words=_counted(entry["ready"]),
        ready=ArmyDraft(list=key, name="", picks=picks, strays=strays, values={}),
    )  # fmt: skip


# ---------------------------------------------------------------- drafts, files and checks


def draft_of(model: ArmyFile, where: str) -> ArmyDraft:
    """The band of a file as it is put together; figures beyond those of its list are strays."""
    picks, strays = seated(model.figures, ROSTERS.listed(model.list, where).lines)
    return ArmyDraft(list=model.list, name=model.name, picks=picks, strays=strays, values={})


def _read(data: Any, where: str) -> ArmyDraft:
    return draft_of(check_model(data, ArmyFile, where), place(data, where, "list"))


def _faults(draft: ArmyDraft, entry: ArmyList) -> Iterator[str]:
    """Why a band may not fight."""
    known = kinds()
    for word in dict.fromkeys(words_of(draft)):
        if word not in known:
            yield gettext("there is no figure {name!r}", name=word) + did_you_mean(word, known)
        elif word in draft.strays:
            yield gettext("its list has no place left for {name!r}", name=said(known[word].name))
    for line, picks in zip(entry.lines, draft.picks, strict=True):
        if len(picks) != line.count:
            yield gettext("it has {number} of {line}", number=len(picks), line=line.words)


def _judge(draft: ArmyDraft, entry: ArmyList, _options: Mapping[str, str]) -> ArmyCheck:
    words = words_of(draft)
    faults = tuple(ArmyFault(text=sentence(text), clause="") for text in _faults(draft, entry))
    data = {"game": "inter-arma", "list": draft.list, **({"name": draft.name} if draft.name else {}), "figures": words}
    opening = f"{draft.name or entry.name}: {count_words(len(words), 'figure')}."
    return ArmyCheck(
        army=draft, count=len(words), size=sum(line.count for line in entry.lines), faults=faults,
        words=() if faults else (opening, f"{_counted(words)}."), text=file_text(data),
    )  # fmt: skip


ROSTERS = Rosters(lists, _read, _judge)

# ---------------------------------------------------------------- scenarios


def of_scenario(scenario: Mapping[str, Any]) -> Mapping[str, ArmyDraft]:
    """Side -> its band, where each side of the scenario names the list of it."""
    known = {entry.key: entry.ready for entry in lists()}
    sides = {str(side.get("key")): side.get("band", "") for side in scenario.get("sides", []) if isinstance(side, dict)}
    if not sides or any(band not in known for band in sides.values()):
        return {}
    return {side: known[band] for side, band in sides.items()}


@clause("IA-CLASS-3")
def bring(
    scenario: Mapping[str, Any], brought: Mapping[str, ArmyDraft | str | Path], options: Mapping[str, str]
) -> Mapping[str, Any]:
    """The scenario with these bands in place of its own: each figure stands in a place of theirs.

    InputError where the scenario takes none, or one of these may not fight.
    """
    own = of_scenario(scenario)
    if not own:
        raise InputError(
            "armies: " + gettext("this scenario's figures are its own; ford and chase take bands of yours")
        )
    check_model(scenario, ScenarioFile, "scenario")
    content = {key: value for key, value in scenario.items() if key != "description"}
    drafts = ROSTERS.brought(brought, own, options)
    content["sides"] = [_manned(side, drafts.get(str(side["key"]))) for side in scenario["sides"]]
    return content


def _manned(side: Mapping[str, Any], draft: ArmyDraft | None) -> Mapping[str, Any]:
    """The side with a band of the player's; None: as it is."""
    if draft is None:
        return side
    entry, words, places = ROSTERS.listed(draft.list, "armies"), words_of(draft), list(side["figures"])
    if entry.side not in ("", side["key"]) or len(words) != len(places) or _mounts(words) != _mounts_of(places):
        raise InputError(
            f"armies.{side['key']}: {gettext('a band of {name} has no place on this side', name=entry.name)}"
        )
    figures = []
    for word, spot in zip(words, places, strict=True):
        kind = kinds()[word].model_dump(by_alias=True)
        figures.append({**spot, **{key: kind[key] for key in OWN}})
    return {**side, "name": draft.name or entry.name, "figures": figures}


def _mounts(words: Sequence[str]) -> list[bool]:
    return ["cavalry" in kinds()[word].type for word in words]


def _mounts_of(places: Sequence[Mapping[str, Any]]) -> list[bool]:
    return ["cavalry" in str(spot.get("type", "")) for spot in places]


ARMIES = ROSTERS.armies(elements, of_scenario, bring)
"""Inter Arma's bands, for the set-up page and ``sandtable army``."""
