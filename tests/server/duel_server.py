"""A server that also knows the tiny game of the table's tests: ``python -m server.duel_server --port N --db URL``."""

from __future__ import annotations

import argparse

from sandtable.games import register
from sandtable.server.http.run import serve
from table.ambush_game import BY_DICE
from table.ambush_game import GAME as AMBUSH
from table.duel_game import GAME, PLAIN


def register_duel() -> None:
    """Make the games ``duel``, ``plain``, ``ambush`` and ``wagers`` known in this process."""
    register(GAME)
    register(AMBUSH)
    register(BY_DICE)
    register(PLAIN)


if __name__ == "__main__":
    register_duel()
    given = argparse.ArgumentParser()
    given.add_argument("--port", type=int, default=0)
    given.add_argument("--db")
    where = given.parse_args()
    serve("127.0.0.1", where.port, where.db, ready=lambda url: print(url, flush=True))
