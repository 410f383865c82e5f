"""``sandtable verify``: whether a finished battle's dice were honest."""

from __future__ import annotations

from typing import Annotated

import typer


def main(save: Annotated[str, typer.Argument(metavar="SAVE", help="The save of a finished battle.")]) -> None:
    """Check a battle's dice: its seed against the commitment shown before play, and every die against the seed.

    The save is played again as well. Exit status 1 when the dice are not proven, 2 when the save does not replay.

    Examples:

      sandtable verify battle.json

      sandtable verify downloads/sandtable-0123456789abcdef.json
    """
    from sandtable.games.common.amounts import counted
    from sandtable.table.commitments import verify
    from sandtable.table.save_files import read_save
    from sandtable.table.saves import replay_save, told_end
    from sandtable.translation import gettext

    data = read_save(save)
    *_, battle = replay_save(data, save)
    number = len(battle.actions)
    found = verify(data)
    played = gettext("{actions} replayed, every state as saved", actions=counted(number, "action"))
    print(f"{save}: {played}.")
    for sentence in (*told_end(data, battle), *found.sentences):
        print(sentence)
    honest = gettext("The dice are proven honest.") if found.proven else gettext("The dice are NOT honest.")
    print(gettext("Not proven.") if found.proven is None else honest)
    raise typer.Exit(0 if found.proven else 1)
