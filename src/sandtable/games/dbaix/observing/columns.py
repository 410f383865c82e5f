"""What a learner reads of a DBAix battle, beside where figures stand: roles, fights, captives, tokens and song."""

from __future__ import annotations

from math import inf

from sandtable.games.common.observing import Apart, Observing, Rows, Tell, Ways, by_side, flag, named, names_of, number
from sandtable.games.dbaix.record import Going, TokenState

OBSERVING = Observing(
    "table_width",
    "table_height",
    whole=(
        number("round", 0, inf, "rounds"),
        number("bound", 0, inf, "bounds"),
        number("pips", 0, 6, "PIPs"),
        number("sixes", 0, inf, "sixes"),
        number("ship_sunk", 0, 1, "yes or no"),
        number("potion_until", 0, inf, "Gaulish bounds"),
        number("potion_served", 0, inf, "servings"),
        number("gaul_bounds", 0, inf, "Gaulish bounds"),
        by_side("sent_to_camp", 0, inf, "Romans"),
    ),
    figures=(
        number("factor", 0, 9),
        flag("commander"),
        flag("officer"),
        flag("woman"),
        flag("capturable"),
        flag("bard"),
        flag("druid"),
        flag("hero"),
        flag("giant"),
        named("guard"),
        number("moves", 0, inf, "moves"),
        flag("potion"),
        named("token"),
        named("opponent"),
        flag("fought"),
        flag("called"),
        flag("fleeing"),
    ),
    others=(
        Rows(
            "tokens",
            "tokens",
            (named("carrier"), named("delivered_by"), number("state", 0, len(TokenState) - 1, "a token's state")),
            present=("state", (TokenState.GROUND.value, TokenState.CARRIED.value)),
        ),
    ),
    grounds=names_of(Going),
    slots=32,
    foes=40,
    ways=(
        Ways("MOVE", (Apart(Tell.GOES),), (Apart(Tell.COUNT, 4, 2), Apart(Tell.HEADS)), spare=2),
        Ways("MUSTER", (Apart(Tell.AMOUNT, 4),), spare=4),
        Ways("HAND_OVER", (Apart(Tell.ROW, 33),), spare=2),
        Ways("FIGHT", (Apart(Tell.SECOND),)),
        Ways("CHOOSE", (Apart(Tell.ROW),)),
    ),
)
