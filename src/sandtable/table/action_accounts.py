"""Accounts of actions by which much befell many, as a flood: asked of the game, and written as a table of text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.games.game import Game, Names
from sandtable.games.scene import SceneAccount, SceneNote
from sandtable.table.log_entries import Event
from sandtable.table.name_index import NameIndex


def account_of(game: Game, record: Any, names: Names, events: Sequence[Event]) -> SceneAccount | None:
    """What an action did, figure after figure, given the table after it; None where its events say all there is."""
    return None if game.account is None else game.said(game.account(record, names, events))


def written(account: SceneAccount, lexicon: NameIndex) -> list[str]:
    """The lines of an account as text: its columns below each other, a clause after what it decided."""
    lines = [f"{account.title}: {account.summary}"]
    if account.acts:
        who = (lexicon.figure_name(lexicon.names.figure(act.figure)) for act in account.acts)
        rows = [(name, *map(_cited, act.cells)) for name, act in zip(who, account.acts, strict=True)]
        head = ("", *account.columns)
        widths = [max(len(row[place]) for row in (head, *rows)) for place in range(len(head))]
        for row in (head, *rows):
            lines.append("  " + "  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip())
    return lines + [f"  {_cited(note)}" for note in account.notes]


def _cited(note: SceneNote) -> str:
    return f"{note.text} [{note.clause}]" if note.clause else note.text
