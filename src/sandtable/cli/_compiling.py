"""Says in the terminal how far the rules are, when they have to be compiled first."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from sandtable.translation import gettext, gettext_word

if TYPE_CHECKING:
    from rich.console import Console

    from sandtable.server.warmup.warmup import Warming

LOOK = 0.25
"""Seconds from one look at the helpers to the next."""

_SEEN: set[str] = set()
"""The games that have been looked at."""


def compile_first() -> None:
    """Have helpers compile the games that have been loaded, where hardly anything of them is compiled, with a bar.

    Called before this process compiles something itself: on one core, and silently, that takes long.
    """
    from rich.console import Console

    from sandtable import games
    from sandtable.server.warmup.warmup import Warming, is_cold

    new = [key for key in games.loaded() if key not in _SEEN]
    _SEEN.update(new)
    cold = [key for key in new if is_cold(games.get_game(key))]
    if not cold:
        return
    warming = Warming(cold, load=False)
    warming.start()
    try:
        show(warming, Console(stderr=True))
    finally:
        warming.close()


def show_beside(warming: Warming, console: Console) -> None:
    """``show``, while this thread goes on."""
    threading.Thread(target=show, args=(warming, console), daemon=True).start()


def show(warming: Warming, console: Console) -> None:
    """A bar for every game whose rules are compiled, until all of them are there; a line where there is no terminal."""
    from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

    percent = TextColumn("{task.percentage:>3.0f} %")
    said: set[str] = set()

    def say(text: str, style: str) -> None:
        if text not in said:
            said.add(text)
            console.print(text, style=style)

    columns = (TextColumn("{task.description}"), BarColumn(24), percent, TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bars:
        lines: dict[str, TaskID] = {}
        while True:
            games = warming.told()
            for game in games:
                if game.state == "compiling" and game.key not in lines:
                    lines[game.key] = bars.add_task(
                        gettext("compiling the rules of {game}", game=game.title), total=100
                    )
                    if not console.is_terminal:
                        ready = gettext(
                            "Getting the rules of {game} ready: the first time that may take a minute or so.",
                            game=game.title,
                        )
                        say(ready, "dim")
                if game.key in lines:
                    under_way = game.state in ("waiting", "compiling", "playable")
                    bars.update(lines[game.key], completed=game.percent, visible=under_way)
                if game.note:
                    say(f"{game.title}: {gettext_word(game.note)}", "yellow")
            if all(warming.is_done(game.key) for game in games):
                return
            time.sleep(LOOK)
