"""What a learner reads of a Batalist battle: battalions, characters, markers, boats, orders, sky."""

from __future__ import annotations

from math import inf

from sandtable.games.batalist.enums import Role
from sandtable.games.common.observing import Observing, Rows, each, flag, named, number, side

OBSERVING = Observing(
    "width",
    "height",
    whole=(
        number("turn", 0, inf, "turns"),
        number("turns", 0, inf, "turns"),
        number("hour", -1, 5, "die less 1"),
        number("sky", -1, 5, "die less 1"),
        number("wind", 0, inf),
        number("false_dawn", 0, 1, "yes or no"),
        side("first"),
        side("executor"),
        number("must_act", 0, 1, "yes or no"),
        named("striker"),
        named("caster"),
    ),
    figures=(
        number("start", 0, inf, "figures"),
        number("healthy", 0, inf, "figures"),
        number("wounded", 0, inf, "figures"),
        number("files", 0, inf, "files"),
        named("character"),
        named("hero"),
        named("boat"),
        number("storey", 0, inf, "storeys"),
        flag("half_lost"),
        number("given", 0, inf, "orders"),
        number("carried_out", 0, inf, "orders"),
        flag("moved"),
        flag("reformed"),
        number("attacked", 0, inf, "attacks"),
        flag("fast"),
        named("owes_fight"),
        flag("to_doctor"),
    ),
    others=(
        Rows(
            "characters",
            "characters",
            (
                each("role", Role),
                number("command", 0, inf),
                number("magic", 0, inf),
                number("mana", 0, inf),
                number("reserve", 0, inf),
                named("artefact"),
                number("spent", 0, inf),
            ),
            "n_characters",
            ("alive", (1,)),
        ),
        Rows("markers", "markers", (number("true", -1, 1, "-1: unknown"),), "n_markers", ("lies", (1,))),
        Rows("boats", "boats", (), "n_boats"),
        Rows(
            "sides",
            "sides",
            (
                number("in_hospital", 0, inf, "figures"),
                number("ammunition", -1, inf, "-1: unlimited"),
                number("start", 0, inf, "warriors"),
                number("left", 0, inf, "battalions"),
                number("holds", 0, 1, "yes or no"),
            ),
            by_side=True,
        ),
    ),
    turned=(0, 2),
)
