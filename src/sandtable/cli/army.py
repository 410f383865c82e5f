"""``sandtable army``: checks armies against their lists, and prints the lists."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from sandtable.games.army import Armies


def main(
    what: Annotated[str, typer.Argument(metavar="WHAT", help="check or lists.")],
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="check: the file of an army or a list. lists: one list, by key.")
    ] = "",
    game: Annotated[str, typer.Option(help="The game; left out, the first on the first page with army lists.")] = "",
) -> None:
    """Check an army against its army list, or a list of your own, or print the army lists there are.

    Examples:

      sandtable army check romans.toml

      sandtable army lists polybian-roman
    """
    from sandtable.errors import InputError
    from sandtable.translation import gettext

    if what == "check" and name:
        found = _armies(game).load(Path(name))
        print("\n  ".join(found.words))
    elif what == "check":
        raise InputError(gettext("sandtable army check needs the file of an army or of an army list"))
    elif what == "lists":
        _lists(_armies(game), name)
    else:
        raise InputError(gettext("sandtable army knows 'check FILE' and 'lists', not {what!r}", what=what))


def _armies(key: str) -> Armies:
    """The army lists of a game."""
    from sandtable.errors import InputError
    from sandtable.games import game_keys, get_game
    from sandtable.translation import gettext

    for game in [get_game(key)] if key else sorted(map(get_game, game_keys()), key=lambda game: game.rank):
        if game.armies is not None:
            return game.armies
    if key:
        raise InputError(gettext("{game} has no army lists", game=get_game(key).title))
    raise InputError(gettext("no game here has army lists"))


def _lists(armies: Armies, name: str) -> None:
    from sandtable.errors import InputError
    from sandtable.files import did_you_mean
    from sandtable.translation import gettext

    lists = {entry.key: entry for entry in armies.lists()}
    if not name:
        width = max(map(len, lists)) + 2
        for key, entry in lists.items():
            print(f"{key:<{width}}{entry.title}")
        return
    plain = {key.lower(): entry for key, entry in lists.items()}
    key = name.strip().lower().replace(" ", "-")
    if key not in plain:
        missing = gettext("there is no army list {name!r}", name=name)
        raise InputError(f"sandtable army lists: {missing}{did_you_mean(name, lists)}")
    entry = plain[key]
    print(entry.title)
    print(f"  {entry.text}")
    for line in entry.lines:
        print(f"  {line.words}")
    print(f"  {gettext('Ready to play')}: {entry.ready_words}")
