"""What a learner reads of a Pursuit battle: riders with their profiles and wounds, mines, and what moves just now."""

from __future__ import annotations

from math import inf

from sandtable.games.common.observing import Apart, Observing, Rows, Tell, Ways, flag, named, number, side

OBSERVING = Observing(
    "length",
    "breadth",
    whole=(
        number("turn", 0, inf, "turns"),
        number("place", -1, inf, "who have had their go"),
        named("active"),
        number("allowance", 0, inf, "inches"),
        side("placer"),
        number("mined", 0, 1, "yes or no"),
        side("knot_side"),
    ),
    figures=(
        number("profile", 0, inf, "a profile"),
        number("wounds", 0, inf, "wounds left"),
        number("hurt", 0, inf, "wounds"),
        flag("moved"),
        named("extra"),
        flag("accelerated"),
        named("stopped"),
        flag("acted"),
        flag("held"),
        flag("spent"),
        number("attacks", 0, inf, "attacks left"),
    ),
    others=(Rows("mines", "mines", (flag("waiting"),), present=("on", (1,))),),
    grounds=("piece",),
    slots=16,
    foes=16,
    ways=(
        Ways("DEPLOY", (Apart(Tell.CELL, 72 * 40, 72),), spare=3, whoever=True),
        Ways("MOVE", (Apart(Tell.MODE, 2), Apart(Tell.GOES)), spare=8),
        Ways("STAY"),
        Ways("SHOOT", (Apart(Tell.FOE), Apart(Tell.ITEM, 4))),
        Ways("TURN", (Apart(Tell.FACING),)),
        Ways("PLACE", (Apart(Tell.TARGET, 16), Apart(Tell.CELL, 24 * 14, 24)), spare=3),
        Ways("MARK", (Apart(Tell.CELL, 48 * 29, 48),), spare=3),
        Ways("MINE", (Apart(Tell.CELL, 24 * 14, 24),), spare=3),
    ),
)
