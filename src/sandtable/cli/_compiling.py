"""Compiles the rules of games ahead of a command that needs them compiled, and says in the terminal how far it is."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from typing import IO, TYPE_CHECKING, Any

from sandtable.compiler.decorators import COMPILED
from sandtable.translation import gettext

if TYPE_CHECKING:
    import subprocess

    from rich.console import Console

    from sandtable.games.game import Game

LOOK = 0.25
"""Seconds from one look at the helpers to the next."""

MEASURE = 8
"""Looks from one measuring of what is left to the next: it reads the folder of all that is compiled."""


@contextmanager
def interpreting_what_is_not_compiled() -> Iterator[None]:
    """Meanwhile rules of games of which hardly anything is compiled are interpreted, rather than compiled."""
    from sandtable.compiler import patience

    if COMPILED:
        patience.be_patient(unless=cache(_is_compiled))
    try:
        yield
    finally:
        patience.be_patient(False)


def _is_compiled(dtype: Any) -> bool:
    from sandtable.compiler.linking import USABLE
    from sandtable.games import get_game
    from sandtable.server.warmup.warmup import is_cold, keys_of

    return not USABLE or any(not is_cold(get_game(key)) for key in keys_of(dtype))


def see_compiled(key: str) -> None:
    """Have a helper compile this game with a bar, where hardly anything of it is compiled; the rest comes by itself."""
    from rich.console import Console

    from sandtable.games import get_game
    from sandtable.server.warmup.warmup import is_cold

    if is_cold(get_game(key)):
        compile_ahead([key], Console(stderr=True))


def compile_ahead(keys: Sequence[str], console: Console) -> list[str]:
    """Compile these games, as many at once as there are cores, with a bar for each. Returns those that failed.

    Those of most kernels first: so no core works on a long one when the others have nothing left.
    """
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from sandtable.games import get_game
    from sandtable.server.warmup.warmup import cores, part_left, sources_of

    games = sorted(map(get_game, keys), key=lambda game: len(sources_of(game)), reverse=True)
    waiting = [_Compiled(game) for game in games]
    running: list[_Compiled] = []
    failed: list[str] = []
    looks = 0
    percent = TextColumn("{task.percentage:>3.0f} %")
    columns = (TextColumn("{task.description}"), BarColumn(24), percent, TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bars:
        try:
            while waiting or running:
                while waiting and len(running) < cores():
                    running.append(waiting.pop(0))
                    running[-1].start(bars, console)
                looks += 1
                if console.is_terminal and looks % MEASURE == 0:
                    for one in running:
                        bars.update(one.bar, completed=100 * (1 - part_left(one.game)))
                for one in [one for one in running if not one.is_running]:
                    running.remove(one)
                    bars.update(one.bar, visible=False)
                    if one.error:
                        failed.append(one.game.key)
                        console.print(f"{one.game.title}: {one.error}", style="yellow")
                time.sleep(LOOK)
        finally:
            for one in running:
                one.kill()
    return failed


@dataclass
class _Compiled:
    """One game that a helper compiles."""

    game: Game
    said: IO[bytes] = field(default_factory=tempfile.TemporaryFile)
    process: subprocess.Popen[bytes] | None = None
    bar: Any = None

    def start(self, bars: Any, console: Console) -> None:
        """Begin, with a bar; with a line where there is no terminal."""
        from sandtable.server.warmup.warmup import helper

        self.bar = bars.add_task(gettext("compiling the rules of {game}", game=self.game.title), total=100)
        if not console.is_terminal:
            ready = gettext(
                "Getting the rules of {game} ready: the first time that may take a minute or so.", game=self.game.title
            )
            console.print(ready, style="dim")
        self.process = helper(self.game.key, self.said)

    @property
    def is_running(self) -> bool:
        """The helper is at it."""
        return self.process is not None and self.process.poll() is None

    @property
    def error(self) -> str:
        """What went wrong, for people; empty: nothing."""
        from sandtable.server.warmup.warmup import last_words

        if self.process is None or self.process.returncode == 0:
            return ""
        return gettext("its rules could not be compiled ahead ({what}).", what=last_words(self.said))

    def kill(self) -> None:
        """End the helper; what it has finished is kept."""
        if self.process is not None:
            with suppress(OSError):
                self.process.kill()
