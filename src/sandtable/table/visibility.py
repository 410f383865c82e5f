"""What a side may see of a battle: the record with all else blanked out, and what may be asked of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.games.game import Game
from sandtable.kernel.records import MAX_SIDES, NOBODY
from sandtable.kernel.verbs import AtOnce, redact_nothing


def hides(game: Game, record: Any) -> bool:
    """Whether some side of this battle of a game may not see everything."""
    return game.verbs.redact is not redact_nothing and bool(game.verbs.hides(record))


def blank_out(game: Game, record: Any, sides: Sequence[int]) -> None:
    """Leave in ``record`` what all these sides may see, and let it ask the one of them that has to choose.

    Nobody else learns from the record who of several that choose at once was asked last.
    """
    if not hides(game, record):
        return
    for side in sides:
        game.verbs.redact(record, side)
    choosing = still_choosing(game, record)
    if choosing and game.verbs.turn_to is not None:
        own = [side for side in choosing if side in sides]
        game.verbs.turn_to(record, own[0] if own and len(sides) == 1 else choosing[0])


def at_once(game: Game, record: Any) -> AtOnce:
    """The sides that choose at the same time, and those of them that have chosen."""
    if game.verbs.at_once is None:
        return AtOnce(0, 0)
    asked, done = game.verbs.at_once(record)
    return AtOnce(int(asked), int(done))


def still_choosing(game: Game, record: Any) -> list[int]:
    """Of several sides that choose at once those that have not chosen yet; empty where one decides alone."""
    asked, done = at_once(game, record)
    return [side for side in range(MAX_SIDES) if (asked & ~done) >> side & 1]


def may_decide(game: Game, record: Any) -> list[int]:
    """The sides that may decide something now; none when the battle is over."""
    side = int(game.verbs.current_side(record))
    return [] if side == NOBODY else still_choosing(game, record) or [side]
