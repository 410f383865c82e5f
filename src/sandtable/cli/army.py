"""``sandtable army``: checks armies against their lists, and prints the lists."""

from __future__ import annotations

from typing import Annotated

import typer


def main(
    what: Annotated[str, typer.Argument(help="check or lists.")],
    name: Annotated[str, typer.Argument(help="check: the army's file. lists: one list, by its key.")] = "",
) -> None:
    """Check an army of DBA against its army list, or print the army lists there are.

    Examples:

      sandtable army check romans.toml

      sandtable army lists polybian-roman
    """
    from sandtable.errors import InputError

    if what == "check" and name:
        _check(name)
    elif what == "check":
        raise InputError("sandtable army check needs the file of an army")
    elif what == "lists":
        _lists(name)
    else:
        raise InputError(f"sandtable army knows 'check FILE' and 'lists', not {what!r}")


def _check(path: str) -> None:
    from sandtable.games.dba.armies import load_army, troops_text

    army = load_army(path)
    print(f"{army.name}: an army of the list {army.title}.")
    print(f"  {troops_text(army.elements)}")
    if army.camp is None:
        camp = "no camp"
    else:
        followers = "with camp followers" if army.camp.followers else "unoccupied"
        camp = f"camp of {army.camp.length:g} by {army.camp.width:g} base widths, {followers}"
    print(f"  Home {army.topography.name.lower()}, aggression {army.aggression}, {camp}.")


def _lists(name: str) -> None:
    from sandtable.games.dba.armies import army_lists, find_list

    if not name:
        width = max(map(len, army_lists())) + 2
        for key, entry in army_lists().items():
            print(f"{key:<{width}}{entry.title}")
        return
    _, entry = find_list(name, "sandtable army lists")
    print(entry.title)
    years = entry.aggression if isinstance(entry.aggression, dict) else {}
    aggression = ", ".join(f"{number} ({when})" for when, number in years.items()) or str(entry.aggression)
    print(f"  Home {entry.topography}, aggression {aggression}.")
    for line in entry.lines:
        notes = " (Gen)" * line.general + ", all alike" * line.alike
        print(f"  {line.words}{notes}")
    print(f"  Ready to play: {entry.pick}")
