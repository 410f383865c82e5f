"""Between the armies that players put together and the files of DBA: lists as plain data, drafts, checks, scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from sandtable.compiler.decorators import clause
from sandtable.errors import InputError
from sandtable.files import as_toml, did_you_mean, load_toml, load_yaml, place, read_text
from sandtable.files import check as check_model
from sandtable.games.army import (
    Armies,
    ArmyCheck,
    ArmyChoice,
    ArmyDraft,
    ArmyElement,
    ArmyFault,
    ArmyField,
    ArmyLine,
    ArmyList,
)
from sandtable.games.common.rosters import sentence
from sandtable.games.dba.clauses import FOLDER
from sandtable.games.dba.laying import armies
from sandtable.games.dba.laying.armies import (
    ELEMENTS,
    ArmyFile,
    army_lists,
    called,
    camp_of,
    check_army,
    find_list,
    known_list,
)
from sandtable.games.dba.laying.scenario import LETTERS
from sandtable.games.dba.laying.scenario_file import SIDE_KEYS
from sandtable.games.dba.laying.tables import TYPE_CODES, SubType, chosen_values, rules_file, troops_file, troops_of
from sandtable.games.language import worded
from sandtable.games.scene import SceneFigure
from sandtable.translation import by_language, gettext

SCALE = "15mm"
"""Elements are pictured on the bases of this scale."""

FOLLOWED, EMPTY, NO_CAMP = "followers", "empty", "none"
"""What an army may say of its camp: camp followers are in it, nobody is, or there is none."""

CAMP_KEYS = ("length", "width", "followers")


# ---------------------------------------------------------------- lists and elements


@by_language
def lists() -> tuple[ArmyList, ...]:
    """Every army list that comes with the game."""
    return tuple(_listed(key, entry) for key, entry in army_lists().items())


def _listed(key: str, entry: armies.ArmyList) -> ArmyList:
    years = entry.aggression if isinstance(entry.aggression, dict) else {}
    aggression = ", ".join(f"{number} ({called(when)})" for when, number in years.items()) or str(entry.aggression)
    home = called(entry.topography)
    return ArmyList(
        key=key,
        title=called(entry.title),
        name=called(entry.army),
        text=worded(FOLDER, "Home {home}, aggression {aggression}.", home=home, aggression=aggression),
        lines=tuple(
            ArmyLine(
                words=line.words + " (Gen)" * line.general + called(", all alike") * line.alike,
                count=line.count,
                of=tuple(line.of),
                alike=line.alike,
                general=line.general,
            )
            for line in entry.lines
        ),
        fields=tuple(_fields(entry, years)),
        ready=draft_of(ArmyFile(list=key), entry),
        ready_words=entry.pick,
    )


def _fields(entry: armies.ArmyList, years: Mapping[str, int]) -> list[ArmyField]:
    """What an army of this list says besides its elements."""
    fields = []
    if len(years) > 1:
        labels = {str(number): f"{number} ({called(when)})" for when, number in years.items()}
        choices = tuple(ArmyChoice(value=number, label=label) for number, label in labels.items())
        fields.append(ArmyField(key="aggression", label=called("Aggression"), clause="DBA-ARMY-2", choices=choices))
    camps = {FOLLOWED: called("with camp followers"), EMPTY: called("unoccupied")}
    if any(_is_wagon(word) for line in entry.lines for word in line.of):
        camps[NO_CAMP] = called("no camp")
    held = tuple(ArmyChoice(value=value, label=label) for value, label in camps.items())
    fields.append(ArmyField(key="camp", label=called("Camp"), clause="DBA-ARMY-6", choices=held))
    sizes = (("length", "Camp's length in base widths", 1.0), ("width", "Camp's width in base widths", 0.5))
    for key, label, least in sizes:
        fields.append(
            ArmyField(
                key=key,
                label=called(label),
                clause="DBA-ARMY-5",
                least=least,
                most=rules_file().base_widths["camp_size"],
                step=0.25,
                unless=("camp", NO_CAMP),
            )
        )
    return fields


def _is_wagon(word: str) -> bool:
    return troops_of(word)[0].code == "WWg"


@clause("DBA-ARMY-3")
@by_language
def elements() -> tuple[ArmyElement, ...]:
    """Every kind of element that a list offers."""
    return _elements(army_lists().values())


def _elements(entries: Iterable[armies.ArmyList]) -> tuple[ArmyElement, ...]:
    words = dict.fromkeys(word for entry in entries for line in entry.lines for word in line.of)
    return tuple(_element(word) for word in words)


def _element(word: str) -> ArmyElement:
    troops, foot = troops_of(word)
    name = called(troops.name)
    if foot is not None:
        name = worded(FOLDER, "{mounted}, may dismount as {foot}", mounted=name, foot=called(foot.name))
    scale = rules_file().scales[SCALE]  # type: ignore[index]
    figure = SceneFigure(
        id=word,
        name=called(troops.name),
        side="",
        emblem=troops.emblem,
        letter=LETTERS.get(troops.type, TYPE_CODES[troops.type]),
        x=0.0,
        y=0.0,
        facing=0.0,
        width=scale.base_width * scale.paces_a_millimetre,
        depth=troops.depth(SCALE),
    )
    return ArmyElement(word=word, name=name, text=_abilities(troops), figure=figure)


def _abilities(troops: SubType) -> str:
    """``+3 against foot, +4 mounted; moves 300``."""
    kind = troops_file().types[troops.type]
    plain = "{foot:+d} against foot, {mounted:+d} mounted; moves {move:g}"
    shoots = worded(FOLDER, ", shoots {range:g}", range=kind.range) if kind.range else ""
    return worded(FOLDER, plain, foot=kind.factor.foot, mounted=kind.factor.mounted, move=kind.move.good) + shoots


# ---------------------------------------------------------------- drafts and files


def draft_of(model: ArmyFile, entry: armies.ArmyList) -> ArmyDraft:
    """The army of a file as it is put together; elements that its list has no place for are strays."""
    try:
        written = armies.read_troops(model.troops or entry.pick)
    except ValueError:
        written = ()
    picks, strays = armies.seated(written, entry)
    camp = camp_of(model, written)
    size = camp or armies.ArmyCamp()
    aggression = entry.aggressions[0] if model.aggression is None else model.aggression
    values = {
        "camp": NO_CAMP if camp is None else FOLLOWED if camp.followers else EMPTY,
        "length": f"{size.length:g}",
        "width": f"{size.width:g}",
    }
    if len(entry.aggressions) > 1:
        values["aggression"] = str(aggression)
    return ArmyDraft(
        list=model.list,
        name=model.name,
        picks=tuple(map(tuple, picks)),
        strays=tuple(element.word + " (Gen)" * element.general for element in strays),
        values=values,
    )


def data_of(draft: ArmyDraft) -> dict[str, Any]:
    """The army as its file would hold it. InputError where no list has its key."""
    _, entry = known_list(draft.list, "list")
    words = []
    for number, picks in enumerate(draft.picks):
        general = number < len(entry.lines) and entry.lines[number].general
        words += [word + " (Gen)" * general for word in picks]
    words += draft.strays
    try:
        troops = armies.troops_text(armies.read_troops(", ".join(words))) if words else "-"
    except ValueError:
        troops = ", ".join(words)  # the check says what is wrong with them
    data: dict[str, Any] = {"list": draft.list, "troops": troops}
    if draft.name.strip():
        data["name"] = draft.name
    if "aggression" in draft.values:
        data["aggression"] = _number(draft.values["aggression"])
    camp = draft.values.get("camp", FOLLOWED)
    if camp == NO_CAMP:
        data["camp"] = "none"
    else:
        sizes = {key: _number(draft.values[key]) for key in ("length", "width") if key in draft.values}
        data["camp"] = sizes | {"followers": camp == FOLLOWED}
    return data


def _number(text: str) -> Any:
    """The number that a choice says, or the text itself, for the model to refuse."""
    try:
        number = float(text)
    except ValueError:
        return text
    return int(number) if number.is_integer() else number


def _file_text(data: Mapping[str, Any], title: str) -> str:
    """The army as a TOML file with the fields in their usual order."""
    lines = [f"# An army of DBA 2.2 from the list {title}: `sandtable army check FILE` checks it.", 'game = "dba"']
    for key in ("list", "name", "troops", "aggression", "camp"):
        if key in data:
            lines.append(f"{key} = {as_toml(data[key])}")
    return "\n".join(lines) + "\n"


# ---------------------------------------------------------------- checks


def check(army: ArmyDraft | str, options: Mapping[str, str]) -> ArmyCheck:
    """What the lists and the rules say to an army, or to the text of its file or of a list. Opens no files."""
    where = "army" if isinstance(army, str) else ""
    try:
        data = armies.parse_text(army, where) if isinstance(army, str) else data_of(army)
        if isinstance(army, str) and armies.is_list(data):
            entry = check_model(data, armies.ArmyList, "list")
            return check(draft_of(ArmyFile(list=army), entry), options)
        model = check_model(data, ArmyFile, where)
        key, entry = known_list(model.list, place(data, where, "list"))
    except InputError as error:
        draft = None if isinstance(army, str) else army
        fault = ArmyFault(text=sentence(str(error)), clause="")
        return ArmyCheck(army=draft, count=_count(draft), size=ELEMENTS, faults=(fault,), words=(), text="")
    values = chosen_values(options)
    size, test = values["camp_size"], values["camp_size_test"]
    faults: list[ArmyFault] = []
    for found in armies.faults_of(model, entry, size, test):
        opening = f"{place(data, where, found.field)}: " if where else ""
        faults.append(ArmyFault(text=sentence(opening + found.text), clause=found.clause))
    draft = draft_of(model.model_copy(update={"list": key}), entry) if isinstance(army, str) else army
    words = () if faults else words_of(check_army(model, data, where, None, size, test))
    text = _file_text(data_of(draft), " ".join(entry.title.split()))
    own = armies.is_text(key)
    return ArmyCheck(
        army=draft,
        count=_count(draft),
        size=ELEMENTS,
        faults=tuple(faults),
        words=words,
        text=text,
        list=_listed(key, entry) if own else None,
        elements=_elements([entry]) if own else (),
    )


def _count(draft: ArmyDraft | None) -> int:
    return 0 if draft is None else sum(map(len, draft.picks)) + len(draft.strays)


def words_of(army: armies.Army) -> tuple[str, ...]:
    """What an army is, in three lines."""
    if army.camp is None:
        camp = called("no camp")
    else:
        followers = called("with camp followers") if army.camp.followers else called("unoccupied")
        sizes = {"length": army.camp.length, "width": army.camp.width}
        camp = worded(FOLDER, "camp of {length:g} by {width:g} base widths, {followers}", followers=followers, **sizes)
    home = called(army.topography.name.lower())
    return (
        gettext("{name}: an army of the list {title}.", name=called(army.name), title=called(army.title)),
        armies.troops_text(army.elements),
        worded(
            FOLDER, "Home {home}, aggression {aggression}, {camp}.", home=home, aggression=army.aggression, camp=camp
        ),
    )


def load(path: Path) -> ArmyCheck:
    """The army of a file, whose list may stand in a file beside it, or a list and its ready army.

    InputError names file, line and field.
    """
    data = _read(path)
    if armies.is_list(data):
        return _list_of(data, path)
    army = armies.read_army(data, str(path), path.parent)
    model = check_model(data, ArmyFile, str(path))
    _, entry = find_list(model.list, str(path), path.parent)
    draft = draft_of(model, entry)
    text = read_text(path)
    return ArmyCheck(army=draft, count=ELEMENTS, size=ELEMENTS, faults=(), words=words_of(army), text=text)


def _list_of(data: Any, path: Path) -> ArmyCheck:
    """A list of one's own, in as many lines as it has, with its ready army if it says one."""
    entry = check_model(data, armies.ArmyList, str(path))
    words = [gettext("{title}: an army list.", title=called(entry.title))]
    words += [line.words + " (Gen)" * line.general for line in entry.lines]
    if entry.pick:
        for fault in armies.faults_of(ArmyFile(list=path.stem), entry):
            raise InputError(f"{place(data, str(path), 'pick')}: {fault.text}")
        words.append(f"{gettext('Ready to play')}: {entry.pick}")
    text = read_text(path)
    draft = draft_of(ArmyFile(list=text), entry)
    return ArmyCheck(army=draft, count=_count(draft), size=ELEMENTS, faults=(), words=tuple(words), text=text)


def _read(path: Path) -> Any:
    return load_toml(path) if path.suffix == ".toml" else load_yaml(path)


# ---------------------------------------------------------------- scenarios


def of_scenario(scenario: Mapping[str, Any]) -> Mapping[str, ArmyDraft]:
    """Side -> its army, in a scenario whose armies are yet to be deployed: others may come instead."""
    if scenario.get("deployment") != "by hand":
        return {}
    drafts = {}
    for side in SIDE_KEYS:
        given = scenario.get("armies", {}).get(side, {})
        data = {key: given[key] for key in ("list", "name", "troops", "aggression") if key in given}
        if isinstance(given.get("camp"), Mapping):
            data["camp"] = {key: given["camp"][key] for key in CAMP_KEYS if key in given["camp"]}
        elif "camp" in given:
            data["camp"] = given["camp"]
        model = check_model(data, ArmyFile, f"armies.{side}")
        drafts[side] = draft_of(model, find_list(model.list, f"armies.{side}.list")[1])
    return drafts


def bring(
    scenario: Mapping[str, Any], brought: Mapping[str, ArmyDraft | str | Path], options: Mapping[str, str]
) -> Mapping[str, Any]:
    """The scenario with these armies in place of its own, and a title that names them.

    InputError where the scenario's armies stand already, or one of these may not fight.
    """
    if not of_scenario(scenario):
        raise InputError("armies: " + gettext("only a scenario with deployment by hand takes armies of one's own"))
    content = {key: value for key, value in scenario.items() if key not in ("goals", "description")}
    content["armies"] = {**scenario.get("armies", {})}
    for side, army in brought.items():
        if side not in SIDE_KEYS:
            raise InputError(
                f"armies: expected {' or '.join(SIDE_KEYS)}, found {side!r}{did_you_mean(side, SIDE_KEYS)}"
            )
        content["armies"][side] = _checked(army, f"armies.{side}", options)
    names = [_name(content["armies"][side]) for side in SIDE_KEYS]
    content["title"] = " and ".join(names)[:80]
    return content


def _checked(army: ArmyDraft | str | Path, where: str, options: Mapping[str, str]) -> dict[str, Any]:
    """The fields of one side's army in a scenario."""
    if isinstance(army, Path):
        found = load(army)
        data = dict(_read(army))
        if armies.is_list(data) and found.army is not None:
            data = data_of(found.army)
        elif armies.is_file(data["list"]):
            data["list"] = str(army.parent / data["list"])
    else:
        found = check(army, options)
        if found.faults or found.army is None:
            fault = found.faults[0]
            raise InputError(f"{where}: {fault.text}" + f" ({fault.clause})" * bool(fault.clause))
        data = data_of(found.army)
    data.pop("game", None)
    return data


def _name(army: Mapping[str, Any]) -> str:
    return str(army.get("name") or find_list(str(army["list"]), "armies")[1].army)


def files(scenario: Mapping[str, Any]) -> tuple[str, ...]:
    """The files of army lists that a scenario, or a case, names, whatever else it holds."""
    sides = scenario.get("armies")
    named = (
        [side.get("list") for side in sides.values() if isinstance(side, Mapping)] if isinstance(sides, Mapping) else []
    )
    return tuple(word for word in named if isinstance(word, str) and armies.is_file(word))


ARMIES = Armies(
    lists=lists,
    elements=elements,
    check=check,
    load=load,
    of_scenario=of_scenario,
    bring=bring,
    files=files,
)
"""What the floors above know of DBA's armies."""
