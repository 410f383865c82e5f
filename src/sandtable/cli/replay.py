"""``sandtable replay``: plays a save again, prints its log by turns and checks every state that it recorded."""

from __future__ import annotations

import os
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from sandtable.table.save_files import SaveFile


def main(
    save: Annotated[str, typer.Argument(metavar="SAVE", help="A save file.")],
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Only check: print no log.")] = False,
    picture: Annotated[bool, typer.Option(help="Show the table at the end of each turn.")] = False,
    rescue: Annotated[
        bool, typer.Option(help="Keep a save that the rules do not follow to its end as far as they do.")
    ] = False,
) -> None:
    """Play a save again: prints the log by turns and checks every state that the save recorded.

    Exit status 2 when a state differs, with the first action after which it does. With --rescue what comes before that
    is written beside the save as NAME.rescued.json, a battle that goes on from there with new dice; a file of that name
    is left alone, and the next is NAME.rescued-2.json.

    Examples:

      sandtable replay battle.json

      sandtable replay battle.json --quiet

      sandtable replay battle.json --rescue
    """
    from sandtable.games.common.amounts import counted
    from sandtable.table.action_accounts import account_of, written
    from sandtable.table.cases import happened
    from sandtable.table.commitments import verify
    from sandtable.table.history import turn_words
    from sandtable.table.log_entries import tallies
    from sandtable.table.save_files import read_save
    from sandtable.table.saves import replay_save, told_end
    from sandtable.translation import capitalized, gettext

    data = read_save(save)
    if rescue:
        _rescue(data, save)
        return
    shown_turn = -1
    number = -1
    battle = None
    for battle in replay_save(data, save):
        number += 1
        if quiet:
            continue
        step = battle.last
        if step.turn != shown_turn:
            if picture and number:
                print(battle.picture())
            if step.turn:
                words = turn_words(battle.game, step.turn)
                print(f"\n=== {capitalized(words)} ===")
            shown_turn = step.turn
        if step.action is not None:
            print(f"{number:>4}. {step.side}: {step.action.text}")
        for tally in tallies(step.events):
            parts = ", ".join(f"{line.text} {line.amount:+d}" for line in tally.lines)
            foe = "" if tally.against is None else f" {gettext('against')} {tally.against}"
            print(f"        {tally.whose}{foe}: {parts} = {tally.score}")
        for event in happened(step.events):
            print(f"        {event}")
        account = account_of(battle.game, battle.record, battle.names, step.events)
        for told in written(account, battle.engine.lexicon) if account is not None else ():
            print(f"        {told}")
    assert battle is not None
    if not quiet and picture:
        print(battle.picture())
    result = battle.result or gettext("not over yet")
    played = gettext("{actions} replayed, every state as saved", actions=counted(number, "action"))
    print(f"{save}: {played}; {result}")
    for sentence in told_end(data, battle):
        print(sentence)
    print(verify(data).sentences[-1])


def _rescue(data: SaveFile, save: str) -> None:
    """Write the save as far as the rules follow it, and say how far that is and why not farther."""
    from sandtable.games.common.amounts import counted
    from sandtable.table import saves
    from sandtable.translation import gettext

    battle, why = saves.rescue(data, save)
    kept = counted(len(battle.history) - 1, "action")
    if not why:
        print(f"{save}: {gettext('{actions} replayed, every state as saved', actions=kept)}")
        return
    path = _not_taken(Path(save).with_suffix(".rescued.json"))
    battle.save(path)
    print(why)
    print(gettext("{path}: {actions} kept; the battle goes on from there with new dice.", path=path, actions=kept))


def _not_taken(path: Path) -> Path:
    """The path, or one with a number where something is so called."""
    further = (path.with_name(f"{path.stem}-{number}.json") for number in count(2))
    return next(name for name in chain((path,), further) if not os.path.lexists(name))
