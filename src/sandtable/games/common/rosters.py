"""Rosters that players bring: seated in the lines of their list, checked, read from files, brought to a scenario."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from sandtable.errors import InputError
from sandtable.files import as_toml, describe, did_you_mean, expected, load_toml, parse_toml
from sandtable.games.army import Armies, ArmyCheck, ArmyDraft, ArmyElement, ArmyFault, ArmyLine, ArmyList
from sandtable.games.common.amounts import counted
from sandtable.translation import capitalized, either, gettext

Words = Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=30)]
"""What a roster is made of, as its file has it."""


def seated(words: Iterable[str], lines: Sequence[ArmyLine]) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """Each word in the first line with room for it, and those that no line has room for."""
    picks: list[list[str]] = [[] for _ in lines]
    strays = []
    for word in words:
        for line, picked in zip(lines, picks, strict=True):
            if word in line.of and len(picked) < line.count:
                picked.append(word)
                break
        else:
            strays.append(word)
    return tuple(map(tuple, picks)), tuple(strays)


def words_of(draft: ArmyDraft) -> list[str]:
    """What a roster is made of, line by line, and what has no place in any."""
    return [*(word for picks in draft.picks for word in picks), *draft.strays]


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    text = capitalized(text)
    return text if text.endswith((".", "?")) else f"{text}."


def file_text(data: Mapping[str, Any]) -> str:
    """A roster's fields as TOML."""
    return "".join(f"{key} = {as_toml(value)}\n" for key, value in data.items())


@dataclass(frozen=True)
class Rosters:
    """What a game says of its rosters; the methods are what every game makes of it."""

    lists: Callable[[], tuple[ArmyList, ...]]
    read: Callable[[Any, str], ArmyDraft]
    """``read(data, where)``: the roster of a file's data; InputError opens with ``where``."""
    judge: Callable[[ArmyDraft, ArmyList, Mapping[str, str]], ArmyCheck]
    """``judge(draft, list, options)``: what the rules say to a roster that has as many lines as its list."""

    def armies(
        self,
        elements: Callable[[], tuple[ArmyElement, ...]],
        of_scenario: Callable[[Mapping[str, Any]], Mapping[str, ArmyDraft]],
        bring: Callable[..., Mapping[str, Any]],
    ) -> Armies:
        """What the set-up page and ``sandtable army`` ask of a game whose scenarios hold their rosters themselves."""
        return Armies(
            lists=self.lists,
            elements=elements,
            check=self.check,
            load=self.load,
            of_scenario=of_scenario,
            bring=bring,
            files=lambda scenario: (),
        )

    def listed(self, key: str, where: str) -> ArmyList:
        """The list of this key; InputError with the nearest one otherwise."""
        lists = {entry.key: entry for entry in self.lists()}
        if key not in lists:
            missing = gettext("there is no list {name}", name=describe(key))
            raise InputError(f"{where}: {missing}{did_you_mean(key, lists)}")
        return lists[key]

    def check(self, army: ArmyDraft | str, options: Mapping[str, str]) -> ArmyCheck:
        """What the rules say to a roster, or to the text of its file. Opens no files."""
        try:
            draft = self.read(parse_toml(army, "army"), "army") if isinstance(army, str) else army
            entry = self.listed(draft.list, "army")
            if len(draft.picks) != len(entry.lines):
                lines = counted(len(entry.lines), "line")
                raise InputError(f"army: {expected(lines, str(len(draft.picks)))}")
        except InputError as error:
            fault = ArmyFault(text=sentence(str(error)), clause="")
            kept = None if isinstance(army, str) else army
            count = len(words_of(kept)) if kept else 0
            return ArmyCheck(army=kept, count=count, size=0, faults=(fault,), words=(), text="")
        return self.judge(draft, entry, options)

    def load(self, path: Path, options: Mapping[str, str] | None = None) -> ArmyCheck:
        """The roster of a file; InputError names file, line and field, or what is wrong with the roster."""
        draft = self.read(load_toml(path), str(path))
        return _right(self.judge(draft, self.listed(draft.list, str(path)), options or {}), str(path))

    def brought(
        self, armies: Mapping[str, ArmyDraft | str | Path], sides: Collection[str], options: Mapping[str, str]
    ) -> dict[str, ArmyDraft]:
        """The rosters that come to these sides; InputError where one may not."""
        found = {}
        for side, army in armies.items():
            if side not in sides:
                raise InputError(f"armies: {expected(either(sides), repr(side))}{did_you_mean(side, sides)}")
            said = self.load(army, options) if isinstance(army, Path) else self.check(army, options)
            draft = _right(said, f"armies.{side}").army
            assert draft is not None
            found[side] = draft
        return found


def _right(said: ArmyCheck, where: str) -> ArmyCheck:
    """The same; InputError with the first fault and its clause where it has any."""
    for fault in said.faults:
        raise InputError(f"{where}: {fault.text}" + f" ({fault.clause})" * bool(fault.clause))
    return said
