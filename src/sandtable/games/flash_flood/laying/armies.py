"""Forces that players bring to the sewer: lists, checks, files, and scenarios with others in them (MIS-2, MIS-3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
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
from sandtable.games.common.options import read_choices, values_of
from sandtable.games.common.rosters import Rosters, Words, file_text, seated, sentence, words_of
from sandtable.games.flash_flood.clauses import FOLDER
from sandtable.games.flash_flood.laying.forces import LETTERS, POINTS, SquadFile, faults_of, points_of, read_forces
from sandtable.games.flash_flood.laying.scenario import EMBLEMS, PARTIES
from sandtable.games.flash_flood.laying.scenario_file import Party
from sandtable.games.flash_flood.laying.tables import options as switches
from sandtable.games.language import translated, worded
from sandtable.games.skirmish40k.laying.data_files import read_profiles
from sandtable.games.skirmish40k.laying.pictures import picture_of
from sandtable.translation import by_language, either, gettext

said = partial(translated, FOLDER)
SIDES = dict(PARTIES)
ANY = "{points} points of {most}. Any squad may be exchanged for another of the same role."
ROLES = {
    "hq": "HQ", "troops": "Troops", "elites": "Elites", "fast_attack": "Fast Attack", "heavy_support": "Heavy Support",
}  # fmt: skip


class ArmyFile(FileModel):
    """A force as its file has it."""

    game: Literal["flash-flood"] = "flash-flood"
    list: str
    name: str = Field(default="", max_length=40)
    squads: Words


# ---------------------------------------------------------------- what there is


def _called(key: str) -> str:
    """``Scout squad (5 models, 65 points)``: squads of one name differ in these."""
    squad = read_forces().squads[key]
    models = count_words(len(squad.profiles()), "model")
    return f"{said(squad.name)} ({models}, {count_words(points_of([squad]), 'point')})"


def _counted(words: Sequence[str], called: Callable[[str], str] = _called) -> str:
    """Squads with how many there are of each."""
    times = {word: words.count(word) for word in words}
    return ", ".join(f"{number}x " * (number > 1) + called(word) for word, number in times.items())


def _element(key: str, squad: SquadFile) -> ArmyElement:
    """A squad, with its leader for a picture."""
    profiles = read_profiles()
    models = ", ".join(f"{count}x " * (count > 1) + said(profiles[word].name) for word, count in squad.models)
    leader = profiles[squad.models[0][0]]
    return ArmyElement(
        word=key, name=said(squad.name), text=f"{models}: {count_words(points_of([squad]), 'point')}",
        figure=picture_of(key, leader, EMBLEMS[squad.side]).model_copy(update={"name": said(leader.name)}),
    )  # fmt: skip


@by_language
def elements() -> tuple[ArmyElement, ...]:
    """Every squad that a list offers."""
    offered = {word for entry in lists() for line in entry.lines for word in line.of}
    return tuple(_element(key, squad) for key, squad in read_forces().squads.items() if key in offered)


def side_of(key: str) -> str:
    """The side that a ready force is of."""
    known = read_forces()
    return known.squads[known.forces[key][0]].side


@clause("FLOOD-MIS-3")
@by_language
def lists() -> tuple[ArmyList, ...]:
    """Every ready force, in which each squad may be exchanged for any other of its side and role."""
    return tuple(_listed(key, names) for key, names in read_forces().forces.items())


def _listed(key: str, names: Sequence[str]) -> ArmyList:
    side = said(SIDES[side_of(key)])
    squads = [read_forces().squads[name] for name in names]
    lines = tuple(_lines(side_of(key), squads))
    picks, strays = seated(names, lines)
    title = f"{side}: {_counted(names, lambda name: said(read_forces().squads[name].name))}"
    return ArmyList(
        key=key, side=side_of(key), title=title, name=side, lines=lines, fields=(), ready_words=_counted(names),
        text=worded(FOLDER, ANY, points=points_of(squads), most=POINTS),
        ready=ArmyDraft(list=key, name="", picks=picks, strays=strays, values={}),
    )  # fmt: skip


def _wanted(role: str, count: int, of: Sequence[str]) -> str:
    return f"{said(role)}: {gettext('{count} of {names}', count=count, names=either(map(_called, of)))}"


def _lines(side: str, squads: Sequence[SquadFile]) -> Iterator[ArmyLine]:
    """As many squads of each role as a force has, each any of its side."""
    for role, called in ROLES.items():
        count = sum(squad.role == role for squad in squads)
        of = [key for key, squad in read_forces().squads.items() if (squad.side, squad.role) == (side, role)]
        if count:
            yield ArmyLine(words=_wanted(called, count, of), count=count, of=tuple(of))


# ---------------------------------------------------------------- drafts, files and checks


def draft_of(model: ArmyFile, where: str) -> ArmyDraft:
    """The force of a file as it is put together; squads beyond those of its list are strays, and may fight too."""
    picks, strays = seated(model.squads, ROSTERS.listed(model.list, where).lines)
    return ArmyDraft(list=model.list, name=model.name, picks=picks, strays=strays, values={})


def _read(data: Any, where: str) -> ArmyDraft:
    return draft_of(check_model(data, ArmyFile, where), place(data, where, "list"))


@clause("FLOOD-MIS-2", "FLOOD-MIS-3")
def _faults(draft: ArmyDraft, options: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Why a force may not fight, each with its clause; what unknown squads cost nobody can say."""
    known = read_forces().squads
    words = words_of(draft)
    strangers = [word for word in dict.fromkeys(words) if word not in known]
    for word in strangers:
        yield gettext("there is no squad {name!r}", name=word) + did_you_mean(word, known), "FLOOD-MIS-3"
    room = len(LETTERS[side_of(draft.list)])
    if len(words) > room:
        yield (
            gettext("it has {number} squads, and there is room for {room} of a side", number=len(words), room=room),
            "",
        )
    if strangers:
        return
    squads = [known[word] for word in words]
    side = side_of(draft.list)
    if squads and all(squad.side != side for squad in squads):
        yield (
            gettext(
                "its squads are of the {squads}, and its list is of the {side}",
                squads=said(SIDES[squads[0].side]),
                side=said(SIDES[side]),
            ),
            "FLOOD-MIS-3",
        )
    values = values_of(switches(), read_choices(switches(), options, {}, ""))
    for text in faults_of(squads, int(values["edition"]), values):
        yield text, "FLOOD-MIS-2"


def _judge(draft: ArmyDraft, entry: ArmyList, options: Mapping[str, str]) -> ArmyCheck:
    """A force before the limits of a Combat Patrol."""
    words = words_of(draft)
    faults = tuple(ArmyFault(text=sentence(text), clause=cited) for text, cited in _faults(draft, options))
    data = {"game": "flash-flood", "list": draft.list, **({"name": draft.name} if draft.name else {}), "squads": words}
    return ArmyCheck(
        army=draft, count=len(words), size=sum(line.count for line in entry.lines), faults=faults,
        words=() if faults else _said(draft.name or entry.name, words), text=file_text(data),
    )  # fmt: skip


def _said(name: str, words: Sequence[str]) -> tuple[str, ...]:
    """What a force is, in two lines."""
    squads = [read_forces().squads[word] for word in words]
    models = count_words(sum(len(squad.profiles()) for squad in squads), "model")
    points = count_words(points_of(squads), "point")
    whole = worded(FOLDER, "{name}: a Combat Patrol of {models} and {points}.", name=name, models=models, points=points)
    return whole, f"{_counted(words)}."


ROSTERS = Rosters(lists, _read, _judge)

# ---------------------------------------------------------------- scenarios


def of_scenario(scenario: Mapping[str, Any]) -> Mapping[str, ArmyDraft]:
    """Side -> its force, where the owners of both set them up: others may come instead."""
    known = read_forces()
    drafts = {}
    for side in SIDES:
        party = check_model(scenario.get(side, {}), Party, side)
        words = [*known.forces.get(party.force, ()), *(squad.squad for squad in party.squads)]
        if not words or any(squad.at for squad in party.squads) or not set(words) <= set(known.squads):
            return {}
        key = party.force or next(key for key in known.forces if side_of(key) == side)
        drafts[side] = draft_of(ArmyFile(list=key, squads=words), side)
    return drafts


@clause("FLOOD-MIS-3", "FLOOD-MIS-12")
def bring(
    scenario: Mapping[str, Any], brought: Mapping[str, ArmyDraft | str | Path], options: Mapping[str, str]
) -> Mapping[str, Any]:
    """The scenario with these forces in place of its own; their owners set them up and say who carries charges.

    InputError where models of the scenario stand already, or one of these may not fight.
    """
    if not of_scenario(scenario):
        raise InputError(
            "armies: " + gettext("only a scenario in which both sides are still to be set up takes forces of one's own")
        )
    gone = ("description", *["charges"] * ("imperials" in brought))
    content = {key: value for key, value in scenario.items() if key not in gone}
    for side, draft in ROSTERS.brought(brought, SIDES, options).items():
        of = side_of(draft.list)
        if of != side:
            wrong = gettext("the list {list} is of the {side}. (FLOOD-MIS-3)", list=draft.list, side=said(SIDES[of]))
            raise InputError(f"armies.{side}: {wrong}")
        squads = [{"id": letter, "squad": word} for letter, word in zip(LETTERS[side], words_of(draft), strict=False)]
        content[side] = {"name": draft.name or SIDES[side], "squads": squads}
    content["title"] = " and ".join(str(content[side].get("name") or SIDES[side]) for side in SIDES)[:80]
    return content


ARMIES = ROSTERS.armies(elements, of_scenario, bring)
"""Flash Flood's forces, for the set-up page and ``sandtable army``."""
