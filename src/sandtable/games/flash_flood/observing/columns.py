"""What a learner reads of a Flash Flood battle: models, units and what they have done, charges, and the flood."""

from __future__ import annotations

from math import inf

from sandtable.games.common.observing import Apart, Observing, Rows, Tell, Ways, flag, named, number, side
from sandtable.games.flash_flood.record import Load

OBSERVING = Observing(
    "width",
    "height",
    whole=(
        number("turn", 0, inf, "game turns"),
        number("player", 0, 1, "second player's turn"),
        side("first_side"),
        side("side"),
        named("active"),
        number("removed", 0, 3, "charges"),
    ),
    figures=(
        number("unit", -1, inf, "a unit"),
        number("profile", 0, inf, "a profile"),
        number("wounds", 0, inf, "wounds left"),
        number("moved", 0, 2, "1: yes; 2: and has picked up a charge"),
        flag("went"),
        flag("busy"),
        number("from_flood", -inf, inf, "hundredths of an inch"),
    ),
    others=(
        Rows(
            "units",
            "units",
            (
                number("count", 0, inf, "models"),
                number("at_start", 0, inf, "models"),
                flag("begun"),
                flag("done"),
                flag("moved"),
                number("run_roll", 0, inf, "inches"),
                flag("charges"),
                flag("falling_back"),
            ),
            "n_units",
        ),
        Rows(
            "charges",
            "charges",
            (named("bearer"), number("state", 0, len(Load) - 1, "a load's state")),
            "n_charges",
            ("state", (Load.CARRIED.value, Load.LYING.value, Load.PLANTED.value)),
        ),
    ),
    grounds=("wall", "nest", "barrier"),
    slots=32,
    foes=32,
    ways=(
        Ways("DEPLOY", (Apart(Tell.CELL, 24 * 24, 24),)),
        Ways("MOVE", (Apart(Tell.MODE, 2), Apart(Tell.HEADS)), spare=4),
        Ways("REJOIN", spare=4),
        Ways("PICK_UP", (Apart(Tell.ITEM, 4),)),
        Ways("BREAK_OFF", (Apart(Tell.HEADS),), spare=2),
        Ways("SHOOT", (Apart(Tell.FOE), Apart(Tell.MODE, 2))),
        Ways("AIM", (Apart(Tell.FOE), Apart(Tell.ITEM, 4))),
    ),
)
