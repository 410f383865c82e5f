"""ARMIES: the army lists, and whether an army that somebody wrote down is one that its list allows (DBA-ARMY)."""

from __future__ import annotations

import itertools
import math
import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, field_validator, model_validator

from sandtable.compiler.decorators import clause
from sandtable.errors import InputError
from sandtable.files import (
    FileModel,
    check,
    describe,
    did_you_mean,
    expected,
    load_checked,
    parse_toml,
    parse_yaml,
    place,
)
from sandtable.games.dba.clauses import FOLDER
from sandtable.games.dba.laying.tables import TOPOGRAPHY_WORDS, SubType, rules_file, troops_of
from sandtable.games.dba.record import Topography, Type
from sandtable.games.language import translated
from sandtable.translation import all_of, either, gettext

LISTS = FOLDER / "armies"
LIST_FILES = (".toml", ".yaml", ".yml")
ELEMENTS = 12
MOST_KINDS = 24
"""Troops that one line of a list may offer."""
MOST_READINGS = 200
"""Ways in which the lines of a list whose elements are all alike may be read together: each has to be tried."""
MOST_WRITTEN = 60
"""Elements that an army may name; those beyond twelve are told, not seated."""
CAMP_LEAST = (1.0, 0.5)
"""Base widths of the smallest camp: what one element needs (DBA-ARMY-5)."""

called = partial(translated, FOLDER)
TopographyWord = Literal["arable", "forest", "hilly", "steppe", "dry", "tropical", "littoral"]


def _known_troops(word: Any) -> Any:
    if isinstance(word, str):
        troops_of(word)  # raises ValueError with the nearest word
    return word


TroopsWord = Annotated[str, BeforeValidator(_known_troops)]
Aggression = Annotated[int, Field(ge=0, le=4)]


class ArmyLine(FileModel):
    """So many elements of these troops."""

    count: int = Field(ge=1, le=ELEMENTS)
    of: list[TroopsWord] = Field(min_length=1, max_length=MOST_KINDS)
    alike: bool = False
    general: bool = False

    @field_validator("of")
    @classmethod
    def _each_once(cls, value: list[str]) -> list[str]:
        twice = next((word for word in value if value.count(word) > 1), None)
        if twice is not None:
            raise ValueError(
                gettext("{twice} stands twice; once is enough, for `count` says how many there are", twice=twice)
            )
        return value

    @property
    def words(self) -> str:
        """``4 of 4Sp or 3Ax``."""
        return gettext("{count} of {names}", count=self.count, names=either(self.of))


class ArmyList(FileModel):
    """An army list; armies/polybian-roman.toml explains its fields."""

    title: str = Field(min_length=1, max_length=80)
    army: str = Field(min_length=1, max_length=40)
    topography: TopographyWord
    aggression: Aggression | dict[str, Aggression]
    lines: list[ArmyLine]
    pick: str = ""

    @model_validator(mode="after")
    def _adds_up(self) -> ArmyList:
        total = sum(line.count for line in self.lines)
        if total != ELEMENTS:
            raise ValueError(
                gettext("expected lines of {elements} elements in all, found {total}", elements=ELEMENTS, total=total)
            )
        generals = sum(line.count for line in self.lines if line.general)
        if generals != 1:
            raise ValueError(
                gettext(
                    "expected one line with `general` and a count of 1, found {generals} generals", generals=generals
                )
            )
        readings = math.prod(len(line.of) for line in self.lines if line.alike)
        if readings > MOST_READINGS:
            text = gettext(
                "expected at most {most} ways to choose for the lines that are `alike`, found {number}",
                most=MOST_READINGS,
                number=readings,
            )
            raise ValueError(text)
        return self

    @property
    def aggressions(self) -> tuple[int, ...]:
        """The aggression factors that it may have, the usual one first."""
        return tuple(self.aggression.values()) if isinstance(self.aggression, dict) else (self.aggression,)


class ArmyCamp(FileModel):
    """The camp that an army brings: its size in base widths, and whether camp followers are in it."""

    length: float = Field(default=2.0, gt=0, le=20)
    width: float = Field(default=1.5, gt=0, le=20)
    followers: bool = True


def _read_camp(value: Any) -> Any:
    return None if value == "none" else value


class ArmyFile(FileModel):
    """An army: which list it is of, and its twelve elements as players write them, ``3Cv (Gen), 6x4Bd``.

    The list is one of the game's by its key, a file, or the text of one.
    """

    game: Literal["dba"] = "dba"
    list: str
    name: str = Field(default="", max_length=40)
    troops: str = ""
    aggression: Aggression | None = None
    camp: Annotated[ArmyCamp | None, BeforeValidator(_read_camp)] = ArmyCamp()

    @field_validator("troops", mode="before")
    @classmethod
    def _one_line(cls, value: Any) -> Any:
        return ", ".join(value) if isinstance(value, list) and all(isinstance(part, str) for part in value) else value


@dataclass(frozen=True)
class Element:
    """One element of an army: ``3Kn//4Bd``, and whether it holds the general."""

    troops: SubType
    foot: SubType | None = None
    general: bool = False

    @property
    def word(self) -> str:
        """As files write it."""
        return self.troops.key + (f"//{self.foot.key}" if self.foot else "")


@dataclass(frozen=True)
class Army:
    """An army that its list allows."""

    list_key: str
    title: str
    name: str
    topography: Topography
    aggression: int
    elements: tuple[Element, ...]
    camp: ArmyCamp | None


# ---------------------------------------------------------------- lists


@cache
def army_lists() -> Mapping[str, ArmyList]:
    """Every army list by its key: those of the folder ``$SANDTABLE_LISTS``, and those that come with the game."""
    own = os.environ.get("SANDTABLE_LISTS")
    if own and not Path(own).is_dir():
        raise InputError(f"SANDTABLE_LISTS: {gettext('expected a folder with army lists, found {own}', own=own)}")
    folders = [Path(own), LISTS] if own else [LISTS]  # a list of the game cannot be replaced
    paths = {path.stem: path for folder in folders for path in sorted(folder.glob("*.toml"))}
    return {key: load_checked(path, ArmyList) for key, path in sorted(paths.items())}


def is_text(word: str) -> bool:
    """What an army says of its list is the list itself, not its name."""
    return "\n" in word.strip() or word.lstrip().startswith("{")


def is_file(word: str) -> bool:
    """What an army says of its list is the name of a file."""
    return not is_text(word) and word.strip().endswith(LIST_FILES)


def is_list(data: Any) -> bool:
    """The data of a file are an army list, not an army."""
    return isinstance(data, Mapping) and "lines" in data and "list" not in data


def parse_text(text: str, where: str) -> Any:
    """What a text in TOML or YAML holds; ``where`` opens the error sentence."""
    try:
        return parse_toml(text, where)
    except InputError:
        try:
            data = parse_yaml(text, where)
        except InputError:
            data = None
        if isinstance(data, Mapping):
            return data
        raise


def find_list(word: str, origin: str, folder: Path | None = None) -> tuple[str, ArmyList]:
    """The army list with this key, in this file beside ``folder``, or of this text; InputError opens with ``origin``.

    With it comes its key: of a list's text the text itself.
    """
    if is_file(word):
        path = Path(word) if folder is None else folder / word
        return path.stem, load_checked(path, ArmyList)
    return known_list(word, origin)


def known_list(word: str, origin: str) -> tuple[str, ArmyList]:
    """The army list of the game with this key, or of this text, and its key. No file is opened."""
    if is_text(word):
        return word, check(parse_text(word, origin), ArmyList, origin)
    found = army_lists().get(word.strip().lower().replace(" ", "-"))
    if found is None:
        hint = "; " + gettext("open the list itself first") if is_file(word) else did_you_mean(word, army_lists())
        raise InputError(f"{origin}: {gettext('there is no army list {name!r}', name=word)}{hint}")
    return word.strip().lower().replace(" ", "-"), found


# ---------------------------------------------------------------- armies

_PIECE = re.compile(r"(?:(\d{1,2})\s*[xX×*]\s*)?([0-9A-Za-z/]+)\s*(\([A-Za-z']+\))?")


@clause("DBA-ARMY-3", "DBA-TROOP-6")
def read_troops(text: str) -> tuple[Element, ...]:
    """The elements that a line like ``3Cv (Gen), 6x4Bd, 2 x 2Ps`` names; ValueError says what is wrong with it."""
    elements: list[Element] = []
    for part in text.split(","):
        match = _PIECE.fullmatch(part.strip())
        if match is None or (match[3] and match[3].lower() not in ("(gen)", "(general)")):
            raise ValueError(
                gettext("expected troops like 6x4Bd or 3Cv (Gen), found {found}", found=describe(part.strip()))
            )
        troops, foot = troops_of(match[2])
        count = int(match[1] or 1)
        if match[3] and count != 1:
            raise ValueError(gettext("expected one general, found {count} in {line!r}", count=count, line=part.strip()))
        elements += [Element(troops, foot, bool(match[3]))] * count
        if len(elements) > MOST_WRITTEN:
            raise ValueError(
                gettext(
                    "expected {elements} elements, found more than {most}",
                    elements=ELEMENTS,
                    most=MOST_WRITTEN,
                )
            )
    return tuple(elements)


def troops_text(elements: Sequence[Element]) -> str:
    """The elements as players write them: equal ones together."""
    counts = Counter((element.word, element.general) for element in elements)
    return ", ".join(
        (f"{count}x" if count > 1 else "") + word + (" (Gen)" if general else "")
        for (word, general), count in counts.items()
    )


def read_army(data: Any, where: str, folder: Path | None = None) -> Army:
    """The army that ``data`` describes, checked; every InputError opens with ``where`` and the field."""
    model = check(data, ArmyFile, where)
    return check_army(model, data, where, folder)


def check_army(
    model: ArmyFile,
    data: Any,
    where: str,
    folder: Path | None = None,
    camp_size: str = "six",
    camp_test: str = "sum",
) -> Army:
    """The army of exactly twelve elements, one with the general, all within the list's lines, and with its camp."""
    key, army_list = find_list(model.list, place(data, where, "list"), folder)
    for fault in faults_of(model, army_list, camp_size, camp_test):
        raise InputError(f"{place(data, where, fault.field)}: {fault.text}")
    aggressions = army_list.aggressions
    elements = fit(read_troops(model.troops or army_list.pick), army_list)
    return Army(
        list_key=key,
        title=army_list.title,
        name=model.name or army_list.army,
        topography=TOPOGRAPHY_WORDS[army_list.topography],
        aggression=aggressions[0] if model.aggression is None else model.aggression,
        elements=elements,
        camp=camp_of(model, elements),
    )


@dataclass(frozen=True)
class Fault:
    """Something that is wrong with an army: the field of its file, the clause against it, and a sentence."""

    field: str
    clause: str
    text: str


def faults_of(model: ArmyFile, army_list: ArmyList, camp_size: str = "six", camp_test: str = "sum") -> Iterator[Fault]:
    """All that is wrong with an army of this list, the elements first."""
    elements: Sequence[Element] = ()
    try:
        elements = read_troops(model.troops or army_list.pick)
    except ValueError as error:
        yield Fault("troops", "DBA-ARMY-3", str(error))
    else:
        yield from misfits(elements, army_list)
    yield from _aggression_faults(model, army_list)
    yield from _camp_faults(model, elements, camp_size, camp_test)


@clause("DBA-ARMY-2")
def _aggression_faults(model: ArmyFile, army_list: ArmyList) -> Iterator[Fault]:
    aggressions = army_list.aggressions
    if model.aggression is not None and model.aggression not in aggressions:
        known = either(map(str, aggressions))
        yield Fault("aggression", "DBA-ARMY-2", expected(known, str(model.aggression)))


def _wagons(elements: Sequence[Element]) -> int:
    return sum(element.troops.type == Type.WWG for element in elements)


@clause("DBA-ARMY-4")
def _camp_faults(model: ArmyFile, elements: Sequence[Element], camp_size: str, camp_test: str) -> Iterator[Fault]:
    if model.camp is None and _wagons(elements) < 2:
        text = gettext("expected a camp, which only an army of two or more War Wagons can do without")
        yield Fault("camp", "DBA-ARMY-4", text)
    camp = camp_of(model, elements)
    text = "" if camp is None else camp_size_fault(camp.length, camp.width, camp_size, camp_test)
    if text:
        yield Fault("camp", "DBA-ARMY-5", text)


@clause("DBA-ARMY-4", "DBA-ARMY-6")
def camp_of(model: ArmyFile, elements: Sequence[Element]) -> ArmyCamp | None:
    """The camp that the army brings: an army of wagons whose file says nothing of one brings none."""
    if _wagons(elements) >= 2 and "camp" not in model.model_fields_set:
        return None
    return model.camp


def check_camp_size(length: float, width: float, camp_size: str, origin: str, test: str = "sum") -> None:
    """InputError, opening with ``origin``, when a camp may not be of this size."""
    text = camp_size_fault(length, width, camp_size, test)
    if text:
        raise InputError(f"{origin}: {text}")


@clause("DBA-ARMY-5", "WAD-CAMP-5")
def camp_size_fault(length: float, width: float, camp_size: str, test: str = "sum") -> str:
    """Why no camp is of this size in base widths: too large for the option ``camp_size``, or for any element."""
    most = rules_file().base_widths["camp_size"]
    most = rules_file().options["camp_size"].get(camp_size, {}).get("camp_size", most)
    size = length + width if test == "sum" else max(length, width)
    if size > most:
        if test == "sum":
            return gettext(
                "expected a camp of at most {most:g} base widths, length and width together, found {size:g}",
                most=most,
                size=size,
            )
        return gettext(
            "expected a camp of at most {most:g} base widths, the longer side, found {size:g}", most=most, size=size
        )
    if max(length, width) < CAMP_LEAST[0] or min(length, width) < CAMP_LEAST[1]:
        return gettext(
            "expected a camp that holds an element, at least {least} by {narrow} base widths, "
            "found {length:g} by {width:g}",
            least=f"{CAMP_LEAST[0]:g}",
            narrow=f"{CAMP_LEAST[1]:g}",
            length=length,
            width=width,
        )
    return ""


# ---------------------------------------------------------------- fitting elements to lines


@dataclass(frozen=True)
class _Slot:
    """Room for one element of a line."""

    line: ArmyLine
    of: tuple[str, ...]

    def takes(self, element: Element) -> str:
        """The word of the list that this element is here, or nothing: ``3Kn`` fills the place of a ``3Kn//4Bd``."""
        if element.general != self.line.general:
            return ""
        for word in self.of:
            troops, _ = troops_of(word)
            if element.word.lower() == word.lower() or (element.foot is None and element.troops == troops):
                return word
        return ""


def _slots(army_list: ArmyList) -> Iterator[list[_Slot]]:
    """Every way to read the lines: those whose elements are alike, once with each of their troops."""
    ways = [[(word,) for word in line.of] if line.alike else [tuple(line.of)] for line in army_list.lines]
    for chosen in itertools.product(*ways):
        yield [_Slot(line, of) for line, of in zip(army_list.lines, chosen, strict=True) for _ in range(line.count)]


def _match(elements: Sequence[Element], slots: Sequence[_Slot]) -> dict[int, int]:
    """Slot -> element, for as many elements as find a place (augmenting paths)."""
    taken: dict[int, int] = {}

    def seat(index: int, tried: set[int]) -> bool:
        for slot, room in enumerate(slots):
            if slot in tried or not room.takes(elements[index]):
                continue
            tried.add(slot)
            if slot not in taken or seat(taken[slot], tried):
                taken[slot] = index
                return True
        return False

    for index in range(len(elements)):
        seat(index, set())
    return taken


def fit(written: Sequence[Element], army_list: ArmyList) -> tuple[Element, ...]:
    """The elements as the list has them, in its order; ValueError says why they are none of its armies."""
    for fault in misfits(written, army_list):
        raise ValueError(fault.text)
    picks, _ = seated(written, army_list)
    return tuple(
        Element(*troops_of(word), line.general)
        for line, words in zip(army_list.lines, picks, strict=True)
        for word in words
    )


@clause("DBA-ARMY-1", "DBA-ARMY-3")
def misfits(written: Sequence[Element], army_list: ArmyList) -> Iterator[Fault]:
    """Why the elements are none of the list's armies: their number, the general, and what has no place in it."""
    if len(written) != ELEMENTS:
        yield Fault(
            "troops",
            "DBA-ARMY-1",
            gettext("expected {elements} elements, found {number}", elements=ELEMENTS, number=len(written)),
        )
    generals = sum(element.general for element in written)
    if generals != 1:
        text = gettext(
            "expected one element with the general, as '3Cv (Gen)', found {number}", number=generals or gettext("none")
        )
        yield Fault("troops", "DBA-ARMY-1", text)
    taken, slots = _best_match(written, army_list)
    text = _misfit(written, army_list, taken, slots) if generals == 1 and len(taken) < len(written) else ""
    if text:
        yield Fault("troops", "DBA-ARMY-3", text)


def seated(written: Sequence[Element], army_list: ArmyList) -> tuple[list[list[str]], list[Element]]:
    """The words of the elements that each line takes, as the list writes them, and those that no line has room for.

    Both in the order in which they are written.
    """
    taken, slots = _best_match(written, army_list)
    place_of = {index: slots[slot] for slot, index in taken.items()}
    picks: list[list[str]] = [[] for _ in army_list.lines]
    for index in sorted(place_of):
        line = next(number for number, line in enumerate(army_list.lines) if line is place_of[index].line)
        picks[line].append(place_of[index].takes(written[index]))
    left = set(range(len(written))) - set(taken.values())
    return picks, [written[index] for index in sorted(left)]


def _best_match(written: Sequence[Element], army_list: ArmyList) -> tuple[dict[int, int], list[_Slot]]:
    """Slot -> element in the way to read the lines that seats the most of them, and its slots."""
    best: tuple[dict[int, int], list[_Slot]] = ({}, [])
    for slots in _slots(army_list):
        taken = _match(written, slots)
        if len(taken) >= len(best[0]):
            best = (taken, slots)
        if len(taken) == len(written):
            break
    return best


def _misfit(written: Sequence[Element], army_list: ArmyList, taken: Mapping[int, int], slots: Sequence[_Slot]) -> str:
    """Why the elements do not fit, the plainest reason first; nothing where there are only too many of them."""
    general = next(element for element in written if element.general)
    line = next(line for line in army_list.lines if line.general)
    known = list(dict.fromkeys(word for entry in army_list.lines for word in entry.of))
    bare = {word.partition("//")[0].lower() for word in known} | {word.lower() for word in known}
    for element in written:
        if element.word.lower() not in bare:
            return gettext(
                "the list of the {army} has no {word}; it has {names}",
                army=called(army_list.army),
                word=element.word,
                names=", ".join(known),
            )
    if not _Slot(line, tuple(line.of)).takes(general):
        return gettext("the general's element is {names}, found {word}", names=either(line.of), word=general.word)
    for word, count in Counter(element.word for element in written).items():
        most = sum(
            entry.count
            for entry in army_list.lines
            if any(word.lower() in (w.lower(), w.partition("//")[0].lower()) for w in entry.of)
        )
        if count > most:
            return gettext(
                "the list of the {army} has at most {most} {word}, found {count}",
                army=called(army_list.army),
                most=most,
                word=word,
                count=count,
            )
    left = [written[index].word for index in range(len(written)) if index not in taken.values()]
    empty = dict.fromkeys(slots[slot].line.words for slot in range(len(slots)) if slot not in taken)
    if not empty:
        return ""
    return gettext(
        "{names} cannot take the place that is left in the list: {places}", names=all_of(left), places=", ".join(empty)
    )
