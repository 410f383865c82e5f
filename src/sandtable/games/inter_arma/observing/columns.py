"""What a learner reads of an Inter Arma battle: figures with arms and state, squads, sides, markers and goals."""

from __future__ import annotations

from math import inf

from sandtable.games.common.observing import Apart, Observing, Rows, Tell, Ways, each, flag, names_of, number, side
from sandtable.games.inter_arma.record import Edge, Ground, Lies, Quality, Thing, Troop

OBSERVING = Observing(
    "width",
    "height",
    whole=(
        number("turn", 0, inf, "turns"),
        number("turns", 0, inf, "turns"),
        number("night_until", 0, inf, "turns"),
        number("rain", 0, 1, "yes or no"),
        number("place", -1, inf, "sides that have had theirs"),
        number("begun", 0, 2, "how far the step has come"),
    ),
    figures=(
        each("quality", Quality),
        each("troop", Troop),
        flag("armored"),
        flag("shield"),
        flag("barded"),
        flag("leads"),
        flag("civilian"),
        flag("sentry"),
        flag("torch"),
        flag("long_arm"),
        number("gun", -1, inf, "a weapon, -1: none"),
        number("javelins", 0, inf, "in hand"),
        flag("lying"),
        flag("hidden"),
        flag("routing"),
        flag("moved"),
        flag("tired"),
        number("shot", 0, 2, "1: javelin, 2: other"),
        flag("target"),
        flag("attacked"),
        flag("ready"),
        flag("fought"),
        flag("struck"),
    ),
    others=(
        Rows(
            "sides",
            "sides",
            (
                number("soldiers", 0, inf, "at the start"),
                number("quarters", 0, 4, "quarters lost"),
                number("alarm", -1, inf, "turn, -1: none"),
                number("back", 0, 1, "yes or no"),
                number("points", -inf, inf, "points"),
            ),
            by_side=True,
        ),
        Rows(
            "markers",
            "markers",
            (each("thing", Thing), side("owner"), each("lies", Lies)),
            "n_markers",
            ("lies", (Lies.TABLE.value, Lies.CARRIED.value)),
        ),
        Rows("checkpoints", "checkpoints", (side("holder"),), "n_checkpoints"),
        Rows(
            "herds",
            "herds",
            (side("owner"), side("taker"), number("off", 0, 1, "yes or no"), number("driven", 0, 1, "yes or no")),
            "n_herds",
            ("off", (0,)),
        ),
    ),
    edge="sides.edge",
    edges=((Edge.SOUTH.value, 0), (Edge.EAST.value, 1), (Edge.NORTH.value, 2), (Edge.WEST.value, 3)),
    grounds=names_of(Ground),
    slots=26,
    foes=26,
    ways=(
        Ways("DECLARE", (Apart(Tell.MODE, 5),), (Apart(Tell.MODE, 5),), spare=2),
        Ways("MOVE", (Apart(Tell.MODE, 3), Apart(Tell.GOES)), (Apart(Tell.MODE, 3), Apart(Tell.HEADS)), spare=4),
        Ways("STAND", spare=3),
        Ways("LEAVE", (Apart(Tell.MODE, 3),), spare=4),
        Ways("CLIMB", spare=6),
        Ways("DRIVE", spare=8),
        Ways("RETREAT", spare=3),
        Ways("HEAD", (Apart(Tell.FACING),), spare=2),
        Ways("NUDGE", (Apart(Tell.AMOUNT, 3, -1),)),
        Ways("SHOOT", (Apart(Tell.FOE), Apart(Tell.ITEM, 2))),
        Ways("CLOSE", spare=4),
        Ways("DISPATCH", (Apart(Tell.FOE), Apart(Tell.AMOUNT, 3))),
    ),
)
