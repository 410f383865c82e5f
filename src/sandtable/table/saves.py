"""Reading a save by playing it again: the dice are those that it holds, never the generator's.

Every state is checked against its hash, so that a save of other rules says where they differ.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from sandtable.errors import (
    DiceNeeded,
    IllegalAction,
    InputError,
    NotationError,
    SaveMismatch,
)
from sandtable.files import check, expected
from sandtable.games import get_game
from sandtable.games.common.amounts import counted
from sandtable.kernel.dice import MAX_SCRIPT, SCRIPTED, Source
from sandtable.kernel.records import NONE
from sandtable.table.battle import Battle
from sandtable.table.commitments import thrown
from sandtable.table.endings import Ending
from sandtable.table.name_index import options_of
from sandtable.table.save_files import ActionEntry, DieEntry, EndEntry, SaveFile, check_save, read_save, refused_field
from sandtable.table.scenarios import Origin, house_rules
from sandtable.table.scratch import SCRATCH
from sandtable.translation import either, gettext


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
    before.engine.stand_at(after.last.counter)
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
    battle.engine.resume(save.dice.seed, 0)
    throws = _Throws(battle, where)
    places = {number: at for number, at, _ in thrown(save)}
    battle.engine.stand_at(places[0])
    try:
        battle.engine.begin(throws.script(save.start.dice, "start"))
    except DiceNeeded as error:
        other = gettext("laying the table takes other dice than the save holds: {error}", error=error)
        raise SaveMismatch(f"{where}: {other}") from None
    throws.compare(save.start.dice, gettext("the laying of the table"))
    _compare(save, where, 0, gettext("the laying of the table"), save.start.hash, battle, len(save.start.dice))
    yield battle
    for number, entry in enumerate(save.actions, 1):
        battle.engine.stand_at(places[number])
        _play_again(save, where, number, entry, battle, throws)
        yield battle
    if save.ended is not None:
        end_by(battle, save.ended, where)
    _check_end(save, where, battle)
    _go_on(save, battle)


def _play(battle: Battle, entry: ActionEntry, throws: _Throws, name: str) -> None:
    """Play one action of a save on, by its own dice; raises what it is that does not fit."""
    if battle.game.verbs.at_once is not None:
        battle.engine.turn_to(entry.side)
    action = battle.action(entry.do)
    battle.check(action)
    battle.engine.carry_out(action, throws.script(entry.dice, name))
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
        raise refused_field(where, "ended.side", expected(wanted, repr(entry.side)))
    if not battle.over:
        battle.engine.ended = Ending(entry.how, entry.side)


def _check_end(save: SaveFile, where: str, battle: Battle) -> None:
    """Raise ``SaveMismatch`` where a save tells of an end that its battle has not, or of fewer dice than it threw."""
    if save.result is not None and not battle.over:
        goes_on = gettext("the save says how the battle ended ({result}), but it goes on", result=save.result)
        raise SaveMismatch(f"{where}: {goes_on}{_versions(save, battle)}")
    last, at, dice = list(thrown(save))[-1]
    if last >= save.dice.since and not save.dice.scripted and save.dice.drawn < at + len(dice):
        fewest = gettext("a number of at least {ge}", ge=at + len(dice))
        raise SaveMismatch(str(refused_field(where, "dice.drawn", expected(fewest, str(save.dice.drawn)))))


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
        battle.engine.resume(dice.seed, dice.drawn, _script(save), dice.nonce)
        battle.engine.since, battle.engine.chosen = dice.since, dice.chosen
        if dice.nonce is None and dice.commitment is not None:
            battle.engine.nonce = None  # an old save: its commitment is the seed's own hash
    battle.engine.scripted = battle.engine.scripted or dice.scripted


def _go_on_anew(save: SaveFile, battle: Battle) -> None:
    """The same with a seed that nobody has seen; those dice that somebody wrote down come first, as before."""
    battle.engine.resume(secrets.token_hex(16), 0, _script(save))
    battle.engine.since, battle.engine.scripted = len(battle.history), battle.engine.scripted or save.dice.scripted


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
        record = SCRATCH.dice
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
            SCRATCH.script[:n] = np.array(rows, SCRIPTED)
        record["source"], record["n_script"] = Source.SCRIPT.value, n
        record["n_thrown"] = record["lost"] = record["missing"] = 0
        return record

    def compare(self, dice: list[DieEntry], name: str) -> None:
        """Raise unless the last step threw these dice as they are written, those that came for it among them."""
        known = self._figures()
        for die, fell in zip(dice, self.battle.last.dice, strict=False):
            if die.figure not in (None, fell.figure) and die.figure not in known:
                raise self._nobody(name, die.figure)
            said = _die_words(die.figure, die.sides, die.value)
            if die.value > die.sides:
                never = gettext("{name} holds {die}, which such a die cannot show", name=name, die=said)
                raise SaveMismatch(f"{self.where}: {never}")
            if die.sides != fell.sides or die.figure not in (None, fell.figure):
                is_so = _die_words(fell.figure, fell.sides, fell.value)
                other = gettext("{name} throws {die} where the save holds {other}", name=name, die=is_so, other=said)
                raise SaveMismatch(f"{self.where}: {other}")

    def _figures(self) -> dict[str, int]:
        """Where figures stand in the record, by what they are called now."""
        return {figure: index for index, figure in enumerate(self.battle.engine.lexicon.lists["figures"])}

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
