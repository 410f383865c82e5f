"""How players end a battle themselves: they resign, agree on a draw, or run out of time. No rule knows of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from sandtable.games.game import SideFacts
from sandtable.translation import all_of, gettext

How = Literal["resigned", "agreed", "time"]

HOWS: tuple[How, ...] = ("resigned", "agreed", "time")


class Ending(NamedTuple):
    """What ended a battle that the rules would let go on."""

    how: How
    side: str = ""  # key of who resigned, or ran out of time; of a draw nobody's


def returns_of(ending: Ending, sides: Sequence[SideFacts]) -> Mapping[str, float]:
    """Each side's share of the win: the same for all but who lost, who has nothing; nobody lost a draw."""
    winners = [side.key for side in sides if side.key != ending.side]
    return {side.key: 1.0 / len(winners) if side.key in winners else 0.0 for side in sides}


def result_of(ending: Ending, sides: Sequence[SideFacts]) -> str:
    """The result in words."""
    if ending.how == "agreed":
        return gettext("The players agree on a draw.")
    loser = next(side.name for side in sides if side.key == ending.side)
    winners = all_of(side.name for side in sides if side.key != ending.side)
    if ending.how == "time":
        return gettext("{winners} win: the time of {loser} was up.", winners=winners, loser=loser)
    return gettext("{winners} win: {loser} resigned.", winners=winners, loser=loser)
