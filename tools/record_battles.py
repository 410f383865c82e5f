"""Recorded battles: short battles as text that a test plays again; this renews them and shows what changed.

A file opens with a head in YAML that is written by hand (see ``Head``); below a line of dashes stands what the rules
make of it. Every action (``> ``) and every die of it is taken from there when the battle is played again, so that a
change of the rules shows where it changes something, and nowhere else. An action that is no longer legal is passed
over; where no more are written, the battle goes on at random to the end that the head names. A new battle is a file
that holds a head alone.
"""

from __future__ import annotations

import difflib
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from pydantic import Field

from sandtable.errors import SandtableError
from sandtable.files import FileModel, atomic_write, check
from sandtable.games import get_game
from sandtable.games.rulebook import read_endings
from sandtable.kernel.geometry import degrees_of_facing
from sandtable.table.actions import place_text
from sandtable.table.battle import Battle, Played
from sandtable.table.cases import happened
from sandtable.table.log_entries import Die, tallies
from sandtable.table.name_index import options_of
from sandtable.table.positions import differences
from sandtable.table.scenarios import Origin, find_scenario
from sandtable.table.values import degrees_text

PROJECT = Path(__file__).resolve().parents[1]
RECORDED = PROJECT / "tests" / "recorded"

DASHES = "-" * 20
MOST = 60
"""Decisions of a recorded battle: more is no story."""
TRIES = 200
"""Ways on from the last written action that are tried at random for the end that a head names."""


class Head(FileModel):
    """What is written by hand: where the battle begins, and how it ends."""

    title: str
    played: str = Field(description="how the actions were chosen")
    game: str
    scenario: str = Field(default="", description="a scenario of the game; empty for a battle that begins as a case")
    case: dict[str, Any] = Field(default={}, description="the table part of a case file")
    options: dict[str, str] = {}
    seed: int = Field(description="of the dice that are not written")
    ends: list[str] = Field(description="the sentences of the game that end it")


@dataclass
class Written:
    """A recorded battle as it stands in its file."""

    head: Head
    head_text: str
    dice: list[list[dict[str, Any]]] = field(default_factory=list)  # of the laying, then of each action
    actions: list[str] = field(default_factory=list)


def recorded(folder: Path = RECORDED) -> list[Path]:
    """Every recorded battle, game by game."""
    return sorted(folder.glob("*/*.txt"))


# ------------------------------------------------------------------------------------------------- reading


def read(text: str, where: str) -> Written:
    """The head, the actions and the dice of a recorded battle."""
    head_text, _, told = text.partition(f"{DASHES}\n")
    written = Written(check(yaml.safe_load(head_text), Head, where), head_text.rstrip(), dice=[[]])
    for line in told.splitlines():
        if line.startswith("> "):
            written.actions.append(line[2:])
            written.dice.append([])
        elif line.startswith("  dice: "):
            written.dice[-1] = [_read_die(die) for die in line.removeprefix("  dice: ").split(", ")]
    return written


def _read_die(text: str) -> dict[str, Any]:
    """A scripted die, of ``combat G4=5``."""
    purpose, _, rest = text.partition(" ")
    who, _, value = rest.partition("=")
    kind, _, name = who.partition(":")
    die: dict[str, Any] = {"for": purpose, "value": int(value.partition(" of ")[0])}
    if name:
        die[kind] = name
    elif kind:
        die["figure"] = kind
    return die


def _die(die: Die) -> str:
    """How a die is written: its purpose, its figure or side, and what it shows."""
    who = die.figure or (f"side:{die.side}" if die.side else "")
    return f"{die.purpose} {who}={die.value}" + ("" if die.sides == 6 else f" of {die.sides}")


# ------------------------------------------------------------------------------------------------- playing


def begin(written: Written, where: str) -> Battle:
    """The battle at its first decision."""
    head = written.head
    game = get_game(head.game)
    origin = find_scenario(game, head.scenario)
    if head.case:
        origin = Origin({**head.case, "options": head.options}, where=where, case=True)
    battle = Battle(game, origin, options_of(game, head.options, where))
    battle.engine.resume(head.seed, 0, written.dice[0])
    battle.engine.begin()
    return battle


def play(battle: Battle, written: Written, number: int) -> None:
    """Play the written action of this number with its dice; those that are not written come from the seed."""
    battle.engine.resume(written.head.seed, battle.engine.drawn, written.dice[number + 1])
    battle.play(written.actions[number])


def play_on(written: Written, where: str) -> Battle:
    """Play what is written and legal; then go on at random until the battle ends as the head says, or give up."""
    battle = begin(written, where)
    for number, action in enumerate(written.actions):
        try:
            play(battle, written, number)
        except SandtableError as error:
            print(f"{where}: passed over: {action}: {error}")
    for attempt in range(0 if battle.over else TRIES):
        other = battle.copy()
        other.engine.resume(written.head.seed + attempt, 0)
        chance = random.Random(f"{written.head.seed} {attempt}")
        while not other.over and len(other.actions) < MOST:
            other.play(other.sample(chance))
        if set(written.head.ends) <= set(endings(other)):
            return other
    return battle


def endings(battle: Battle) -> list[str]:
    """The keys of the sentences that ended the battle, in their order; none while it goes on."""
    ends = read_endings(battle.game.folder) if battle.over else frozenset()
    return list(dict.fromkeys(event.code for event in battle.last.events if event.code in ends))


# ------------------------------------------------------------------------------------------------- telling


def tell(written: Written, where: str) -> str:
    """The whole text: the head, the table, every decision with what came of it, and the table at the end.

    It stops at the first action that cannot be played, and says why.
    """
    return "\n".join([written.head_text, DASHES, *_told(written, where), ""])


def _told(written: Written, where: str) -> Iterator[str]:
    battle = begin(written, where)
    yield from ("", "THE TABLE", *_everybody(battle), *_what_came(battle.last), _hash(battle))
    for number in range(len(written.actions)):
        asked, count, before = battle.decision, len(battle.legal()), battle.record
        if asked is not None:
            yield from ("", f"{number + 1}. {asked.side}: {asked.text} ({count} legal)")
        try:
            play(battle, written, number)
        except SandtableError as error:
            yield from (f"> {written.actions[number]}", f"NOT PLAYED: {error}")
            return
        yield from (f"> {battle.last.action}", *_what_came(battle.last), *_changes(battle, before))
    yield from ("", f"THE END: {', '.join(endings(battle)) or 'not yet'}")
    if battle.result is not None:
        yield f"  {battle.result}"
    yield from (*_everybody(battle), _hash(battle))


def _everybody(battle: Battle) -> Iterator[str]:
    """Every figure, where it is, and what else the record says of it in words."""
    lexicon = battle.engine.lexicon
    words = [path.removeprefix("figures.") for path in battle.game.enums if path.startswith("figures.")]
    for index, figure in enumerate(battle.record["figures"][: len(battle.names.figures)]):
        facing = degrees_text(float(degrees_of_facing(float(figure["fx"]), float(figure["fy"]))))
        states = [lexicon.enum_word(f"figures.{word}", int(figure[word])) for word in words]
        at = place_text(float(figure["x"]), float(figure["y"]))
        yield f"  {lexicon.figure_name(index)} at {at} facing {facing}: {', '.join(states)}"


def _what_came(step: Played) -> Iterator[str]:
    """The dice, the totals with their lines, and the events in words."""
    if step.dice:
        yield f"  dice: {', '.join(_die(die) for die in step.dice)}"
    for total in tallies(step.events):
        lines = ", ".join(f"{line.amount:+d} {line.text.rstrip('.')} [{line.clause}]" for line in total.lines)
        yield f"  {total.figure} against {total.against}: {lines}; together {total.score}"
    for event in happened(step.events):
        if event.kind != "die":
            yield f"  {event}"


def _changes(battle: Battle, before: Any) -> Iterator[str]:
    """What has changed in the record, as position notation says it: a line for each figure, and one for all else."""
    lines: dict[str, list[str]] = {}
    for token in differences(battle.record, before, battle.engine.lexicon):
        figure = token.partition("@")[0].partition(".")[0]
        lines.setdefault(figure if battle.engine.lexicon.index("figures", figure) >= 0 else "", []).append(token)
    for tokens in lines.values():
        yield f"  = {' '.join(tokens)}"


def _hash(battle: Battle) -> str:
    return f"  state {battle.state_hash()[:16]}"


# ------------------------------------------------------------------------------------------------- renewing


def renewed(path: Path) -> str:
    """What should stand in the file; raises SystemExit with a sentence where its battle ends another way."""
    where = str(path)
    written = read(path.read_text("utf-8"), where)
    battle = play_on(written, where)
    found = endings(battle)
    if not set(written.head.ends) <= set(found):
        how = f"ends by {', '.join(found)}" if found else f"does not end within {MOST} decisions"
        sys.exit(
            f"{where}: expected an end by {', '.join(written.head.ends)}; it {how}. Change its actions or its head."
        )
    if len(battle.actions) > MOST:
        sys.exit(f"{where}: expected at most {MOST} decisions, found {len(battle.actions)}.")
    written.actions = [action.text for action in battle.actions]
    written.dice = [[_read_die(_die(die)) for die in step.dice] for step in battle.history]
    return tell(written, where)


def difference(old: str, new: str, name: str) -> str:
    """Both texts as a unified difference; empty where they are equal."""
    lines = difflib.unified_diff(
        old.splitlines(), new.splitlines(), f"{name} as recorded", f"{name} now", lineterm="", n=4
    )
    return "\n".join(lines)


def main(arguments: list[str]) -> None:
    """Renew the recorded battles, all or those named, and show what changed."""
    changed = 0
    paths = [Path(argument) for argument in arguments] or recorded()
    for path in paths:
        old, new = path.read_text("utf-8"), renewed(path)
        if new != old:
            changed += 1
            print(difference(old, new, f"{path.parent.name}/{path.name}"))
            atomic_write(path, new)
    print(f"{len(paths)} recorded battles played, {changed} changed.")


if __name__ == "__main__":
    main(sys.argv[1:])
