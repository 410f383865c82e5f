"""How DBA actions are written on one line: `move R3 R4 ahead 200`, `shoot R5 R6 at B2`, `dismount R1`."""

from __future__ import annotations

from typing import Any

from sandtable.games.common.amounts import length_words
from sandtable.games.dba.laying.scenario_file import EDGES
from sandtable.games.dba.record import Camping, Ground, Phase, PlacedAs
from sandtable.games.dba.rules.placing import edge_behind, edge_of_point, in_from, runs_east
from sandtable.games.game import Names, Part, Phrase
from sandtable.kernel.geometry import degrees_of_facing
from sandtable.kernel.records import NONE

WORD_LISTS = {
    "grounds": tuple(ground.name.lower() for ground in Ground),
    "edges": tuple(EDGES),
    "shares": tuple(share.name.lower() for share in PlacedAs),
    "camps": tuple(camping.name.lower() for camping in Camping),
}
"""Words for numbers in actions: what is placed, which edge, as which of the home's features, whether anybody is in."""

COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
SIZES = ("small", "middling", "large")


ENDS = {
    Phase.TERRAIN: "end placing terrain",
    Phase.SWAPS: "end the deployment",
    Phase.MOVEMENT: "end movement",
}


def _end(b: Any, _action: Any, _names: Names) -> str:
    return ENDS.get(Phase(int(b.phase)), "end")


def _point(b: Any, x: float, y: float) -> str:
    """Which part of the board a place lies in, or is nearest to: ``the north-west``, ``the middle``."""
    columns, rows = ("west", "", "east"), ("south", "", "north")
    column = columns[max(0, min(2, int(3.0 * x / b.table_width)))]
    row = rows[max(0, min(2, int(3.0 * y / b.table_height)))]
    return f"the {'-'.join(word for word in (row, column) if word) or 'middle'}"


def _where(b: Any, action: Any) -> str:
    """Where an action ends: ``in the north-west``; a place that is dragged about may be ``off the board``."""
    x, y = float(action["x"]), float(action["y"])
    on_board = 0.0 <= x <= b.table_width and 0.0 <= y <= b.table_height
    return f"in {_point(b, x, y)}" if on_board else f"off the board, beyond {_point(b, x, y)}"


def _facing(action: Any) -> str:
    degrees = float(degrees_of_facing(float(action["fx"]), float(action["fy"])))
    return COMPASS[round(degrees / 45.0) % 8]


def _at_edge(b: Any, x: float, y: float) -> tuple[str, str]:
    """Where a road or river begins or ends: ``the south edge`` and ``500 paces west of the middle``."""
    edge = int(edge_of_point(b, x, y))
    if edge == NONE:
        return f"a road in {_point(b, x, y)}", ""
    off = float(x - 0.5 * b.table_width if runs_east(edge) else y - 0.5 * b.table_height)
    towards = ("west", "east") if runs_east(edge) else ("south", "north")
    far = length_words(abs(off), "pace")
    aside = "in the middle" if far == length_words(0.0, "pace") else f"{far} {towards[off > 0.0]} of the middle"
    return f"the {EDGES[edge]} edge", aside


def _strip_words(b: Any, action: Any, word: str) -> str:
    """``lay a road from the south edge to the north edge, 500 paces west of the middle``."""
    ends = [_at_edge(b, float(x), float(y)) for x, y in action["via"][[0, int(action["n_via"]) - 1]]]
    (begin, first), (end, last) = ends
    begins = f"{begin}, {first}," if first and first != last else begin
    return f"lay a {word} from {begins} to {', '.join(filter(None, (end, last)))}"


def _place_words(b: Any, action: Any, names: Names) -> str:
    """``place a large wood (4 by 3 base widths) in the north-west as an optional feature``."""
    ground = Ground(int(action["item"]))
    word = ground.name.lower().replace("_", " ")
    share = ("as a compulsory feature", "as an optional feature")[int(action["target"])]
    if ground == Ground.WATERWAY:
        edge = int(edge_behind(action))
        if edge == NONE:
            return f"place a waterway {_where(b, action)} {share}"
        deep = length_words(in_from(b, edge, action["x"], action["y"]), "pace")
        return f"place a waterway {deep} deep along the {EDGES[edge]} edge {share}"
    if int(action["n_via"]):
        return f"{_strip_words(b, action, word)}, {share}"
    length, width = b.rules.pieces[int(action["amount"])]
    size = SIZES[0 if length * width < 3.0 else 1 if length * width < 9.0 else 2]
    return f"place a {size} {word} ({length:g} by {width:g} base widths) {_where(b, action)} {share}"


def _edge_words(b: Any, action: Any, names: Names) -> str:
    return f"give the {EDGES[int(action['amount'])]} edge the numbers 4 to 6"


def _pitch_words(b: Any, action: Any, names: Names) -> str:
    how = "" if int(action["amount"]) == 0 else ", unoccupied"
    return f"pitch the camp {_where(b, action)}{how}"


def _deploy_words(b: Any, action: Any, names: Names) -> str:
    """``deploy in the south, facing north``; a row stands from left to right."""
    row = " in a row" if int(action["n_actors"]) > 1 else ""
    return f"deploy{row} {_where(b, action)}, facing {_facing(action)}"


def _land_words(b: Any, action: Any, names: Names) -> str:
    return f"land {_where(b, action)}, facing {_facing(action)}"


PHRASES = {
    "MOVE": Phrase(pose=True, parts=(Part("files", "amount", optional=True),)),
    "DISMOUNT": Phrase(),
    "LAND": Phrase(pose=True, words=_land_words),
    "SHOOT": Phrase(parts=(Part("at", "target", "figures"),)),
    "FIGHT": Phrase(least=2),
    "CHOOSE": Phrase(actors=False, parts=(Part("", "target", "figures"),)),
    "END": Phrase(actors=False, words=_end),
    "PLACE": Phrase(
        actors=False,
        pose=True,
        parts=(Part("", "item", "grounds"), Part("as", "target", "shares"), Part("size", "amount")),
        words=_place_words,
    ),
    "EDGE": Phrase(actors=False, parts=(Part("", "amount", "edges"),), words=_edge_words),
    "PITCH": Phrase(actors=False, pose=True, parts=(Part("", "amount", "camps"),), words=_pitch_words),
    "DEPLOY": Phrase(pose=True, words=_deploy_words),
    "HOLD_BACK": Phrase(),
    "SWAP": Phrase(least=2),
    "CLEAR": Phrase(actors=False, words=lambda b, action, names: "take all terrain off and begin anew"),
}
