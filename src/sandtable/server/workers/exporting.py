"""Pages, moving pictures and texts of battles, made by a process of their own: one takes seconds of Python."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path
from typing import Literal

from sandtable.errors import InputError
from sandtable.server.session.connections import Refusal
from sandtable.translation import gettext, spoken

Form = Literal["html", "gif", "text", "review"]
"""What a whole battle, or a part of it, is written as: the options of ``sandtable export``; or what is said of it."""

Picture = Literal["svg", "png"]
"""What one table is drawn as."""

MOST_SECONDS = 600.0
"""For one file: a battle of 200 actions takes some ten, to look back on it a minute or two."""

MOST_WAITING = 4
"""Files that wait for their turn; one more is refused."""


class Exporting:
    """One file at a time, and a short queue."""

    def __init__(self, most_seconds: float = MOST_SECONDS) -> None:
        self.most_seconds = most_seconds
        self._turn = asyncio.Semaphore(1)
        self._waiting = 0

    async def export(self, save: str, form: Form, first: int, last: int) -> bytes:
        """The file made from the text of a save, of actions ``first`` to ``last`` (0: the end), in the language spoken.

        ``InputError`` in one sentence where the battle has no such actions; ``Refusal`` where too many files are being
        made, or this one takes too long.
        """
        if self._waiting > MOST_WAITING:
            raise Refusal("too_many", gettext("The server is writing other battles; ask again in a minute."))
        self._waiting += 1
        try:
            async with self._turn:
                with tempfile.TemporaryDirectory(prefix="sandtable-") as folder:
                    return await self._made(Path(folder), save, form, first, last)
        finally:
            self._waiting -= 1

    async def _made(self, folder: Path, save: str, form: Form, first: int, last: int) -> bytes:
        battle, made = folder / "battle.json", folder / "made"
        battle.write_text(save, "utf-8")
        part = ("--from", str(first), "--to", str(last))
        asked = (
            ("review", str(battle), "--html", str(made))
            if form == "review"
            else ("export", str(battle), f"--{form}", str(made), *part)
        )
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "sandtable", *asked, "--language", spoken()),
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            _, said = await asyncio.wait_for(process.communicate(), self.most_seconds)
        except TimeoutError:
            raise Refusal("not_now", gettext("This battle takes too long to write; ask for fewer actions.")) from None
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        if process.returncode:
            why = said.decode("utf-8", "replace").strip().removeprefix("sandtable: ").replace(f"{battle}: ", "")
            raise InputError(why or gettext("The battle could not be written."))
        return made.read_bytes()
