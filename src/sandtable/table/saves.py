"""Saves: a battle as its scenario, its actions and its dice, with the state hash after each; written whole or not.

A save is JSON, one action a line. It is read by playing it again: the dice are those that it holds, never the
generator's, and every state is checked against its hash, so that a save of other rules says where they differ.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import numpy as np
from pydantic import Field

from sandtable.errors import (
    DiceNeeded,
    IllegalAction,
    InputError,
    NotationError,
    SaveMismatch,
)
from sandtable.files import FileModel, atomic_write, check, describe, parse_json, read_text
from sandtable.games import get_game
from sandtable.games.common.amounts import counted
from sandtable.kernel.dice import MAX_SCRIPT, SCRIPTED, Source
from sandtable.kernel.records import NONE
from sandtable.table.actions import Action
from sandtable.table.battle import Battle, Played
from sandtable.table.commitments import thrown
from sandtable.table.name_index import options_of
from sandtable.table.scenarios import Origin, house_rules, plain_data
from sandtable.table.scratch import DESK
from sandtable.translation import gettext

VERSION = 1
"""Of the save format: changes when an older program would misread a new save."""


class DieEntry(FileModel):
    """One die that was thrown."""

    purpose: str = Field(alias="for")
    side: str | None = None
    figure: str | None = None
    sides: int = Field(ge=1, le=1000)
    value: int = Field(ge=1, le=1000)


class ScriptEntry(FileModel):
    """One scripted die not yet thrown."""

    purpose: str | None = Field(default=None, alias="for")
    side: str | None = None
    figure: str | None = None
    value: int = Field(ge=1, le=1000)


class ScenarioEntry(FileModel):
    """What the battle was laid from."""

    name: str = ""
    case: bool = False
    content: dict[str, Any]
    position: str = ""


class DiceEntry(FileModel):
    """Where the dice came from."""

    commitment: str | None = None  # see commitments.py
    seed: str | None = None
    nonce: str | None = None
    chosen: bool = False  # somebody chose the seed: it was drawn by nobody
    since: int = Field(default=0, ge=0)  # number of the first action thrown with this seed, where another went before
    scripted: bool = False  # some dice were written down beforehand
    drawn: int = Field(default=0, ge=0)  # throws taken from the generator so far
    script: list[ScriptEntry] = []


class StartEntry(FileModel):
    """The laying of the table."""

    dice: list[DieEntry] = []
    at: int | None = Field(default=None, ge=0)  # as of an action
    hash: str


class ActionEntry(FileModel):
    """One action with all that is needed to play it again."""

    side: str
    do: str = Field(max_length=4000)
    dice: list[DieEntry] = []
    at: int | None = Field(default=None, ge=0)  # throws the generator had given before, where some were taken back
    hash: str


class SaveFile(FileModel):
    """A whole save."""

    format: Literal["sandtable save"]
    version: int = Field(ge=1)
    game: str
    rules: str
    title: str = ""
    scenario: ScenarioEntry
    options: dict[str, str] = {}
    dice: DiceEntry
    start: StartEntry
    actions: list[ActionEntry] = []
    result: str | None = None


# ------------------------------------------------------------------------------------------------ writing


def _throws(step: Played) -> list[dict[str, Any]]:
    dice = []
    for die in step.dice:
        entry = {"for": die.purpose, "side": die.side, "figure": die.figure, "sides": die.sides, "value": die.value}
        dice.append({key: value for key, value in entry.items() if value is not None})
    return dice


def entry_of(step: Played, expected: int | None = None) -> dict[str, Any]:
    """One action of a battle's history as a save holds it.

    Where its dice stand in the generator's row is left out if that is what was ``expected``.
    """
    text = step.action.text if step.action is not None else ""
    at = {"at": step.counter} if step.counter != expected else {}
    return {"side": step.side, "do": text, "dice": _throws(step), **at, "hash": step.hash}


def _entries_of(battle: Battle) -> list[dict[str, Any]]:
    """The laying, then every action."""
    entries, expected = [], 0
    for step in battle.history:
        entries.append(entry_of(step, expected))
        expected = step.counter + len(step.throws)
    return entries


def head_of(battle: Battle, with_seed: bool | None = None) -> dict[str, Any]:
    """Everything in a save but its actions and its result."""
    words = battle.words
    with_seed = battle.over if with_seed is None else with_seed
    script = []
    for purpose, side, figure, value in battle.script:
        entry = {
            "for": words.purposes[purpose].lower() if purpose != NONE else None,
            "side": battle.lexicon.side_key(side) or None,
            "figure": battle.lexicon.figure_id(figure) or None,
            "value": value,
        }
        script.append({key: item for key, item in entry.items() if item is not None})
    origin = battle.origin
    scenario = {"name": origin.name, "case": origin.case, "content": plain_data(origin.content)}
    return {
        "format": "sandtable save",
        "version": VERSION,
        "game": battle.game.key,
        "rules": battle.game.version,
        "title": battle.names.title,
        "scenario": scenario | ({"position": origin.position} if origin.position else {}),
        "options": dict(battle.options),
        "dice": {
            "commitment": battle.commitment,
            "seed": battle.seed if with_seed else None,
            **({"nonce": battle.nonce} if with_seed and battle.nonce is not None else {}),
            **{word: True for word in ("chosen", "scripted") if getattr(battle, word)},
            **({"since": battle.since} if battle.since else {}),
            "drawn": battle.drawn,
            "script": script,
        },
        "start": {key: value for key, value in entry_of(battle.history[0], 0).items() if key not in ("side", "do")},
    }


def save_data(battle: Battle, with_seed: bool | None = None) -> dict[str, Any]:
    """The save as plain data. The seed is in it once the battle is over, or when asked for."""
    return head_of(battle, with_seed) | {"actions": _entries_of(battle)[1:], "result": battle.result}


def save_text(data: Mapping[str, Any]) -> str:
    """A save as text: one field a line, one action a line."""
    lines = []
    for key, value in data.items():
        if key == "actions" and value:
            rows = ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in value)
            lines.append(f'"actions": [\n{rows}\n]')
        else:
            lines.append(f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def write_save(battle: Battle, path: str | Path, with_seed: bool | None = None) -> None:
    """Write the save file whole or not at all; raises ``InputError`` where it cannot be written."""
    atomic_write(path, save_text(save_data(battle, with_seed)))


# ------------------------------------------------------------------------------------------------ reading


def parse_save(text: str, where: str) -> SaveFile:
    """A save's text as checked data; raises ``InputError`` in one sentence."""
    return check_save(parse_json(text, where, "save"), where)


def check_save(data: Any, where: str) -> SaveFile:
    """A save's data, checked; raises ``InputError`` in one sentence."""
    if not isinstance(data, Mapping) or data.get("format") != "sandtable save":
        raise InputError(
            f"{where}: {gettext('is no save of Sandtable (it has no field format: {field!r})', field='sandtable save')}"
        )
    if isinstance(data.get("version"), int) and data["version"] > VERSION:
        raise InputError(
            f"{where}: "
            + gettext(
                "is a save of format {found}; this program reads up to {most}",
                found=describe(data["version"]), most=VERSION,
            )
        )  # fmt: skip
    return check(data, SaveFile, where)


def load(path: str | Path) -> Battle:
    """The battle of a save file, played again and every state checked.

    A save without its seed (a battle not over) goes on with a fresh one. Raises ``InputError`` for a file that is
    no save, ``SaveMismatch`` where the present rules do not lead where the save went.
    """
    return _last(replay(path))


def battle_of(data: Mapping[str, Any], where: str = "save") -> Battle:
    """The battle of a save's plain data; see ``load``."""
    return _last(replay_save(check_save(data, where), where))


def replay(path: str | Path) -> Iterator[Battle]:
    """The battle of a save file as it stood after the laying and after each action: one object that goes on."""
    yield from replay_save(parse_save(read_text(path), str(path)), str(path))


def _last(battles: Iterator[Battle]) -> Battle:
    battle = next(battles)
    for _ in battles:
        pass
    return battle


def rescue(save: SaveFile, where: str) -> tuple[Battle, str]:
    """The battle of a save as far as it can be read and the rules lead where it went; and why not farther, or nothing.

    It goes on from there with dice of its own. Raises ``InputError`` or ``SaveMismatch`` where not even its table can
    be laid as it was.
    """
    battles = replay_save(save, where)
    battle = next(battles).copy()
    try:
        for further in battles:
            battle = further.copy()
    except (InputError, SaveMismatch) as error:
        battle.resume(secrets.token_hex(16), 0)
        battle.since = len(battle.history)
        return battle, str(error)
    return battle, ""


def check_line(before: Battle, entry: Mapping[str, Any], action: Action) -> None:
    """See that an action's line of a save is read again as what was done; ``before``: the battle as it stood then.

    Raises ``InputError``: a line that could not be read would lose the battle.
    """
    read = check(dict(entry), ActionEntry, "the line of this action")
    if before.action(read.do) != action:
        raise InputError(gettext("what was done is written as {text!r}, which reads as something else", text=read.do))
    _Throws(before, "the line of this action").script(read.dice, read.do)


def replay_save(save: SaveFile, where: str) -> Iterator[Battle]:
    """Play a save again; yields the battle after the laying and after each action."""
    game = get_game(save.game)
    content = save.scenario
    origin = Origin(content.content, content.name, where, content.case, content.position)
    usual = house_rules(game, origin)
    battle = Battle(game, origin, options_of(game, save.options, f"{where}, field options", usual))
    battle.resume(save.dice.seed, 0)
    throws = _Throws(battle, where)
    places = {number: at for number, at, _ in thrown(save)}
    battle.stand_at(places[0])
    try:
        battle.begin(throws.script(save.start.dice, "start"))
    except DiceNeeded as error:
        other = gettext("laying the table takes other dice than the save holds: {error}", error=error)
        raise SaveMismatch(f"{where}: {other}") from None
    _compare(save, where, 0, gettext("the laying of the table"), save.start.hash, battle, len(save.start.dice))
    yield battle
    for number, entry in enumerate(save.actions, 1):
        name = gettext("action {number} ({text})", number=number, text=entry.do)
        try:
            if battle.game.verbs.at_once is not None:
                battle.turn_to(entry.side)
            action = battle.action(entry.do)
            battle.check(action)
            battle.stand_at(places[number])
            battle.carry_out(action, throws.script(entry.dice, name))
        except NotationError as error:
            unread = gettext(
                "{name} cannot be read: {error}", name=gettext("action {number}", number=number), error=error
            )
            raise InputError(f"{where}: {unread}") from None
        except IllegalAction as error:
            illegal = gettext(
                "{name} is not legal: {error}", name=gettext("action {number}", number=number), error=error
            )
            raise SaveMismatch(f"{where}: {illegal}{_versions(save, battle)}") from None
        except DiceNeeded as error:
            other = gettext("{name} takes other dice than the save holds: {error}", name=name, error=error)
            raise SaveMismatch(f"{where}: {other}") from None
        _compare(save, where, number, name, entry.hash, battle, len(entry.dice))
        yield battle
    _go_on(save, battle)


def _go_on(save: SaveFile, battle: Battle) -> None:
    """Hand the battle the dice that follow those of the save."""
    script = [die.model_dump(by_alias=True, exclude_none=True) for die in save.dice.script]
    dice = save.dice
    if dice.seed is None and dice.commitment is not None and not battle.over:
        battle.resume(secrets.token_hex(16), 0, script)
        battle.since = len(save.actions) + 1
    else:
        battle.resume(dice.seed, dice.drawn, script, dice.nonce)
        battle.since, battle.chosen = dice.since, dice.chosen
        if dice.nonce is None and dice.commitment is not None:
            battle.nonce = None  # an old save: its commitment is the seed's own hash
    battle.scripted = battle.scripted or dice.scripted


class _Throws:
    """Turns the dice of a save into scripts for the kernels."""

    def __init__(self, battle: Battle, where: str) -> None:
        self.where, self.battle = where, battle
        self.purposes = {purpose.name.lower(): purpose.value for purpose in battle.game.purpose}
        self.sides: dict[str | None, int] = {side.key: index for index, side in enumerate(battle.sides)}
        self.sides[None] = NONE

    def script(self, dice: list[DieEntry], name: str) -> Any:
        """This thread's dice, holding exactly these throws."""
        record = DESK.dice
        n = len(dice)
        if n > MAX_SCRIPT:
            many = gettext(
                "{name} has {dice}; one action throws at most {most}",
                name=name, dice=counted(n, "die"), most=MAX_SCRIPT,
            )  # fmt: skip
            raise InputError(f"{self.where}: {many}")
        ids = self.battle.lexicon.lists["figures"]  # as figures are called now: some came since the laying
        figures: dict[str | None, int] = {figure: index for index, figure in enumerate(ids)} | {None: NONE}
        try:
            rows = [(self.purposes[d.purpose], self.sides[d.side], figures[d.figure], d.value, 0) for d in dice]
        except KeyError as error:
            nobody = gettext("{name} has a die for {who!r}, which is nobody here", name=name, who=error.args[0])
            raise InputError(f"{self.where}: {nobody}") from None
        if rows:
            DESK.script[:n] = np.array(rows, SCRIPTED)
        record["source"], record["n_script"] = Source.SCRIPT.value, n
        record["n_thrown"] = record["lost"] = record["missing"] = 0
        return record


def _compare(save: SaveFile, where: str, number: int, name: str, expected: str, battle: Battle, n_dice: int) -> None:
    """Raise ``SaveMismatch`` unless the last step led where the save did."""
    step = battle.last
    if step.hash == expected and len(step.throws) == n_dice:
        return
    if len(step.throws) != n_dice:
        thrown_now = counted(len(step.throws), "die")
        how = gettext("{name} throws {dice} where the save holds {number}", name=name, dice=thrown_now, number=n_dice)
    else:
        how = gettext("{name} leads to another table than the save recorded", name=name)
    clauses = sorted({event.clause for event in step.events if event.clause})
    at_work = "; " + gettext("clauses at work there: {clauses}", clauses=", ".join(clauses)) if clauses else ""
    raise SaveMismatch(f"{where}: {how}{_versions(save, battle)}{at_work}")


def _versions(save: SaveFile, battle: Battle) -> str:
    if save.rules == battle.game.version:
        return ""
    old, new = save.rules, battle.game.version
    return "; " + gettext("it was saved under version {old} of the rules, these are version {new}", old=old, new=new)
