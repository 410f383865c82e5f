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
from sandtable.files import FileModel, atomic_write, check, describe, expected, parse_json, read_text
from sandtable.games import get_game
from sandtable.games.common.amounts import counted
from sandtable.kernel.dice import MAX_SCRIPT, SCRIPTED, Source
from sandtable.kernel.records import NONE
from sandtable.table.battle import Battle, Played
from sandtable.table.commitments import thrown
from sandtable.table.endings import Ending
from sandtable.table.name_index import options_of
from sandtable.table.scenarios import Origin, house_rules, plain_data
from sandtable.table.scratch import DESK
from sandtable.translation import either, gettext

VERSION = 1
"""Of the save format: changes when an older program would misread a new save."""

MAX_SAVE = 16_000_000
"""Bytes of the largest save file that is read: longer than any battle has come to, so that what is written is read."""

MOST_ACTIONS = 100_000
"""Actions of a save: many times more than any battle has."""

MOST_DRAWN = 1_000_000_000
"""Throws of a generator, half of what it counts up to."""


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
    drawn: int = Field(default=0, ge=0, le=MOST_DRAWN)  # throws taken from the generator so far
    script: list[ScriptEntry] = []


class StartEntry(FileModel):
    """The laying of the table."""

    dice: list[DieEntry] = []
    at: int | None = Field(default=None, ge=0, le=MOST_DRAWN)  # as of an action
    hash: str


class ActionEntry(FileModel):
    """One action with all that is needed to play it again."""

    side: str
    do: str = Field(max_length=4000)
    dice: list[DieEntry] = []
    at: int | None = Field(default=None, ge=0, le=MOST_DRAWN)  # throws given before, where some were taken back
    hash: str


class EndEntry(FileModel):
    """How its players ended the battle."""

    how: Literal["resigned", "agreed", "time"]
    side: str = Field(default="", max_length=80)


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
    actions: list[ActionEntry] = Field(default=[], max_length=MOST_ACTIONS)
    ended: EndEntry | None = None
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
    ended = {"ended": ended_entry(battle.ended)} if battle.ended else {}
    return head_of(battle, with_seed) | {"actions": _entries_of(battle)[1:], **ended, "result": battle.result}


def ended_entry(ending: Ending) -> dict[str, Any]:
    """How its players ended a battle, as a save holds it."""
    return {"how": ending.how, **({"side": ending.side} if ending.side else {})}


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


def read_save(path: str | Path) -> SaveFile:
    """A save file as checked data; raises ``InputError`` in one sentence."""
    return parse_save(read_text(path, MAX_SAVE), str(path))


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
    save = check(data, SaveFile, where)
    if save.dice.since > len(save.actions) + 1:
        most = gettext("a number of at most {le}", le=len(save.actions) + 1)
        raise _refused(where, "dice.since", expected(most, str(save.dice.since)))
    return save


def _refused(where: str, field: str, why: str) -> InputError:
    return InputError(f"{where}, {gettext('field {name}', name=field)}: {why}")


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
    yield from replay_save(read_save(path), str(path))


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
        _go_on_anew(save, battle)
        return battle, str(error)
    return battle, ""


def check_line(before: Battle, entry: Mapping[str, Any], after: Battle) -> None:
    """Play an action's line of a save as opening the save would; ``before``: the battle as it stood then.

    Raises ``InputError`` or ``SaveMismatch`` where that does not lead to ``after``: such a line would lose the battle.
    ``before`` has gone on then.
    """
    where = "the line of this action"
    read = check(dict(entry), ActionEntry, where)
    before.stand_at(after.last.counter)
    _play(before, read, _Throws(before, where), read.do)
    if before.last.hash != after.last.hash or before.last.action != after.last.action:
        raise InputError(gettext("what was done is written as {text!r}, which reads as something else", text=read.do))


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
    throws.compare(save.start.dice, gettext("the laying of the table"))
    _compare(save, where, 0, gettext("the laying of the table"), save.start.hash, battle, len(save.start.dice))
    yield battle
    for number, entry in enumerate(save.actions, 1):
        battle.stand_at(places[number])
        _play_again(save, where, number, entry, battle, throws)
        yield battle
    if save.ended is not None:
        end_by(battle, save.ended, where)
    _check_end(save, where, battle)
    _go_on(save, battle)


def _play(battle: Battle, entry: ActionEntry, throws: _Throws, name: str) -> None:
    """Play one action of a save on, by its own dice; raises what it is that does not fit."""
    if battle.game.verbs.at_once is not None:
        battle.turn_to(entry.side)
    action = battle.action(entry.do)
    battle.check(action)
    battle.carry_out(action, throws.script(entry.dice, name))
    throws.compare(entry.dice, name)


def _play_again(save: SaveFile, where: str, number: int, entry: ActionEntry, battle: Battle, throws: _Throws) -> None:
    """Play action ``number`` of a save on; raises ``InputError`` or ``SaveMismatch`` that names it."""
    name = gettext("action {number} ({text})", number=number, text=entry.do)
    just = gettext("action {number}", number=number)
    try:
        _play(battle, entry, throws, name)
    except NotationError as error:
        raise InputError(f"{where}: {gettext('{name} cannot be read: {error}', name=just, error=error)}") from None
    except IllegalAction as error:
        illegal = gettext("{name} is not legal: {error}", name=just, error=error)
        raise SaveMismatch(f"{where}: {illegal}{_versions(save, battle)}") from None
    except DiceNeeded as error:
        other = gettext("{name} takes other dice than the save holds: {error}", name=name, error=error)
        raise SaveMismatch(f"{where}: {other}") from None
    _compare(save, where, number, name, entry.hash, battle, len(entry.dice))
    if entry.side != battle.last.side:
        whose = gettext(
            "{name} is said to be of {side!r}, and {other!r} decides there", name=name, side=entry.side,
            other=battle.last.side,
        )  # fmt: skip
        raise SaveMismatch(f"{where}: {whose}{_versions(save, battle)}")


def end_by(battle: Battle, entry: EndEntry, where: str) -> None:
    """End a battle as its players did; raises ``InputError`` where no side of it is meant."""
    keys = [side.key for side in battle.sides]
    if (entry.side in keys) == (entry.how == "agreed") or (entry.side and entry.side not in keys):
        wanted = gettext("nothing") if entry.how == "agreed" else either(keys)
        raise _refused(where, "ended.side", expected(wanted, repr(entry.side)))
    if not battle.over:
        battle.ended = Ending(entry.how, entry.side)


def _check_end(save: SaveFile, where: str, battle: Battle) -> None:
    """Raise ``SaveMismatch`` where a save tells of an end that its battle has not, or of fewer dice than it threw."""
    if save.result is not None and not battle.over:
        goes_on = gettext("the save says how the battle ended ({result}), but it goes on", result=save.result)
        raise SaveMismatch(f"{where}: {goes_on}{_versions(save, battle)}")
    last, at, dice = list(thrown(save))[-1]
    if last >= save.dice.since and not save.dice.scripted and save.dice.drawn < at + len(dice):
        fewest = gettext("a number of at least {ge}", ge=at + len(dice))
        raise SaveMismatch(str(_refused(where, "dice.drawn", expected(fewest, str(save.dice.drawn)))))


def told_end(save: SaveFile, battle: Battle) -> tuple[str, ...]:
    """A sentence where a save tells of another end than its battle has; another language is another end too."""
    if save.result in (None, battle.result):
        return ()
    return (gettext("The save tells of the end otherwise: {result}", result=save.result),)


def _go_on(save: SaveFile, battle: Battle) -> None:
    """Hand the battle the dice that follow those of the save."""
    dice = save.dice
    if dice.seed is None and dice.commitment is not None and not battle.over:
        _go_on_anew(save, battle)
    else:
        battle.resume(dice.seed, dice.drawn, _script(save), dice.nonce)
        battle.since, battle.chosen = dice.since, dice.chosen
        if dice.nonce is None and dice.commitment is not None:
            battle.nonce = None  # an old save: its commitment is the seed's own hash
    battle.scripted = battle.scripted or dice.scripted


def _go_on_anew(save: SaveFile, battle: Battle) -> None:
    """The same with a seed that nobody has seen; those dice that somebody wrote down come first, as before."""
    battle.resume(secrets.token_hex(16), 0, _script(save))
    battle.since, battle.scripted = len(battle.history), battle.scripted or save.dice.scripted


def _script(save: SaveFile) -> list[dict[str, Any]]:
    return [die.model_dump(by_alias=True, exclude_none=True) for die in save.dice.script]


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
        figures = self._figures()
        try:  # figures that come into the battle with this action have no place yet: their dice fit whoever throws
            rows = [
                (self.purposes[d.purpose], self.sides[d.side], figures.get(d.figure or "", NONE), d.value, 0)
                for d in dice
            ]
        except KeyError as error:
            raise self._nobody(name, error.args[0]) from None
        if rows:
            DESK.script[:n] = np.array(rows, SCRIPTED)
        record["source"], record["n_script"] = Source.SCRIPT.value, n
        record["n_thrown"] = record["lost"] = record["missing"] = 0
        return record

    def compare(self, dice: list[DieEntry], name: str) -> None:
        """Raise unless the last step threw these dice as they are written, those that came for it among them."""
        known = self._figures()
        for die, fell in zip(dice, self.battle.last.dice, strict=False):
            if die.figure not in (None, fell.figure) and die.figure not in known:
                raise self._nobody(name, die.figure)
            if die.sides != fell.sides or not die.value <= die.sides or die.figure not in (None, fell.figure):
                said, is_so = (
                    _die_words(die.figure, die.sides, die.value),
                    _die_words(fell.figure, fell.sides, fell.value),
                )
                other = gettext("{name} throws {die} where the save holds {other}", name=name, die=is_so, other=said)
                raise SaveMismatch(f"{self.where}: {other}")

    def _figures(self) -> dict[str, int]:
        """Where figures stand in the record, by what they are called now."""
        return {figure: index for index, figure in enumerate(self.battle.lexicon.lists["figures"])}

    def _nobody(self, name: str, who: str | None) -> InputError:
        nobody = gettext("{name} has a die for {who!r}, which is nobody here", name=name, who=who)
        return InputError(f"{self.where}: {nobody}")


def _die_words(figure: str | None, sides: int, value: int) -> str:
    return f"D{sides} {value}" + (f" ({figure})" if figure else "")


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
