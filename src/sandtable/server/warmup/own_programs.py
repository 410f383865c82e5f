"""Has the rules of a game compiled beside a program of one's own, once it has asked about its battles for a while.

A program that plays by ``sandtable.new`` and asks a few things is answered by interpreted rules where none are
compiled, and is done long before a compiler would be. One that goes on starts a helper, which compiles the game and
keeps it on disk; calls find the compiled rules when it is done, and nobody has waited. It begins no thread, so that a
program may go on to fork.
"""

from __future__ import annotations

import logging
import subprocess
import time
from typing import Any

from sandtable.compiler import patience
from sandtable.compiler.decorators import COMPILED
from sandtable.games import get_game
from sandtable.games.game import Game
from sandtable.server.warmup.warmup import helper, is_cold, keys_of

if COMPILED:
    from sandtable.compiler.linking import USABLE

log = logging.getLogger("sandtable")

AFTER = 3.0
"""Seconds of processor time after its first question about a game that a program has before a helper is started."""

_ASKED: dict[Any, _Asked] = {}
"""By record dtype, the games of which little is compiled and a program has asked something."""


def begin() -> None:
    """Be patient from now on, unless somebody has said already whether this process is."""
    if COMPILED and USABLE and not patience.is_decided():
        patience.be_patient(unless=_is_compiled, many=_say_that_it_takes_long)


class _Asked:
    """A game of which little is compiled, and the helper that compiles it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.since = time.process_time()
        self.helper: subprocess.Popen[bytes] | None = None

    def is_compiled(self) -> bool:
        """It is by now. Start the helper where it is time to; where that fails the rules stay interpreted."""
        if self.helper is None:
            if time.process_time() - self.since > AFTER:
                self.helper = helper(self.game.key, subprocess.DEVNULL)
            return False
        going = self.helper.returncode is None
        code = self.helper.poll()
        if going and code:
            log.warning("the rules of %s cannot be compiled beside this program: they stay interpreted", self.game.key)
        return code == 0


def _is_compiled(dtype: Any) -> bool:
    """The game with this record is compiled; asked at every call of a rule until it is."""
    if dtype not in _ASKED:
        games = [get_game(key) for key in keys_of(dtype)]
        if not any(map(is_cold, games)):
            return bool(games)
        _ASKED[dtype] = _Asked(games[0])
    return _ASKED[dtype].is_compiled()


def _say_that_it_takes_long(dtype: Any) -> None:
    """Many battles are wanted: say so before they are compiled for. What a helper has compiled by then is found."""
    for game in map(get_game, keys_of(dtype)):
        if is_cold(game):
            log.warning("compiling the rules of %s: the first time that may take a minute or so", game.key)
    asked = _ASKED.get(dtype)
    if asked is not None and asked.helper is not None:
        asked.helper.kill()
