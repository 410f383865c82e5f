"""A server that also knows the tiny game of the table's tests. Run: ``python -m server.duel_server DATABASE``."""

from __future__ import annotations

import sys

from sandtable.games import register
from sandtable.server.run import serve
from table.duel_game import GAME


def register_duel() -> None:
    """Make the game ``duel`` known in this process."""
    register(GAME)


if __name__ == "__main__":
    register_duel()
    serve("127.0.0.1", 0, sys.argv[1], ready=lambda url: print(url, flush=True))
