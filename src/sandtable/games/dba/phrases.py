"""How DBA actions are written on one line: `move R3 R4 ahead 200`, `shoot R5 R6 at B2`, `dismount R1`."""

from __future__ import annotations

from typing import Any

from sandtable.games.dba.record import Ground
from sandtable.games.dba.scenario_file import EDGES
from sandtable.games.game import Names, Part, Phrase
from sandtable.kernel.geometry import degrees_of_facing

WORD_LISTS = {
    "grounds": tuple(ground.name.lower() for ground in Ground),
    "edges": tuple(EDGES),
    "shares": ("compulsory", "optional"),
    "camps": ("occupied", "unoccupied"),
}
"""Words for numbers in actions: what is placed, which edge, as which of the home's features, whether anybody is in."""

COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
SIZES = ("small", "middling", "large")


def _point(b: Any, x: float, y: float) -> str:
    """Which part of the board a place lies in: ``the north-west``, ``the middle``."""
    columns, rows = ("west", "", "east"), ("south", "", "north")
    column = columns[min(2, int(3.0 * x / b.table_width))]
    row = rows[min(2, int(3.0 * y / b.table_height))]
    return f"the {'-'.join(word for word in (row, column) if word) or 'middle'}"


def _facing(action: Any) -> str:
    degrees = float(degrees_of_facing(float(action["fx"]), float(action["fy"])))
    return COMPASS[round(degrees / 45.0) % 8]


def _place_words(b: Any, action: Any, names: Names) -> str:
    """``place a large wood in the north-west``."""
    ground = Ground(int(action["item"]))
    word = ground.name.lower().replace("_", " ")
    share = WORD_LISTS["shares"][int(action["target"])]
    if ground == Ground.WATERWAY:
        return f"place a waterway {action['x']:g} paces deep along the {EDGES[int(action['amount'])]} edge ({share})"
    if int(action["n_via"]):
        ends = [_point(b, float(x), float(y)) for x, y in action["via"][[0, int(action["n_via"]) - 1]]]
        return f"lay a {word} from {ends[0]} to {ends[1]} ({share})"
    length, width = b.rules.pieces[int(action["amount"])]
    size = SIZES[0 if length * width < 3.0 else 1 if length * width < 9.0 else 2]
    return f"place a {size} {word} in {_point(b, float(action['x']), float(action['y']))} ({share})"


def _edge_words(b: Any, action: Any, names: Names) -> str:
    return f"give the {EDGES[int(action['amount'])]} edge the numbers 4 to 6"


def _pitch_words(b: Any, action: Any, names: Names) -> str:
    how = "" if int(action["amount"]) == 0 else ", unoccupied"
    return f"pitch the camp in {_point(b, float(action['x']), float(action['y']))}{how}"


def _deploy_words(b: Any, action: Any, names: Names) -> str:
    """``deploy in the south, facing north``; a row stands from left to right."""
    row = " in a row" if int(action["n_actors"]) > 1 else ""
    return f"deploy{row} in {_point(b, float(action['x']), float(action['y']))}, facing {_facing(action)}"


def _land_words(b: Any, action: Any, names: Names) -> str:
    return f"land in {_point(b, float(action['x']), float(action['y']))}, facing {_facing(action)}"


PHRASES = {
    "MOVE": Phrase(pose=True, parts=(Part("files", "amount", optional=True),)),
    "DISMOUNT": Phrase(),
    "LAND": Phrase(pose=True, words=_land_words),
    "SHOOT": Phrase(parts=(Part("at", "target", "figures"),)),
    "FIGHT": Phrase(least=2),
    "CHOOSE": Phrase(actors=False, parts=(Part("", "target", "figures"),)),
    "END": Phrase(actors=False),
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
