"""How DBA actions are written on one line: `move R3 R4 ahead 200`, `shoot R5 R6 at B2`, `dismount R1`."""

from __future__ import annotations

from typing import Any

from sandtable.games.common.amounts import Length, length_words
from sandtable.games.common.compass import point_of
from sandtable.games.dba.clauses import FOLDER
from sandtable.games.dba.laying.scenario_file import EDGES
from sandtable.games.dba.record import Camping, Ground, Phase, PlacedAs
from sandtable.games.dba.rules.placing import edge_behind, edge_of_point, in_from, runs_east
from sandtable.games.dba.showing.naming import called, names_now
from sandtable.games.game import Names, Part, Phrase
from sandtable.games.language import translated, worded
from sandtable.kernel.records import NONE

WORD_LISTS = {
    "grounds": tuple(ground.name.lower() for ground in Ground),
    "edges": tuple(EDGES),
    "shares": tuple(share.name.lower() for share in PlacedAs),
    "camps": tuple(camping.name.lower() for camping in Camping),
}
"""Words for numbers in actions: what is placed, which edge, as which of the home's features, whether anybody is in."""

SIZES = ("small", "middling", "large")


ENDS = {
    Phase.TERRAIN: "end placing terrain",
    Phase.SWAPS: "end the deployment",
    Phase.MOVEMENT: "end movement",
}


CLEAR = "take all terrain off and begin anew"


def _end(b: Any, _action: Any, _names: Names) -> str:
    return translated(FOLDER, ENDS.get(Phase(int(b.phase)), "end"))


def _point(b: Any, x: float, y: float) -> str:
    """Which part of the board a place lies in, or is nearest to: ``the north-west``, ``the middle``."""
    columns, rows = ("west", "", "east"), ("south", "", "north")
    column = columns[max(0, min(2, int(3.0 * x / b.table_width)))]
    row = rows[max(0, min(2, int(3.0 * y / b.table_height)))]
    return translated(FOLDER, f"the {'-'.join(word for word in (row, column) if word) or 'middle'}")


def _where(b: Any, action: Any) -> str:
    """Where an action ends: ``in the north-west``; a place that is dragged about may be ``off the board``."""
    x, y = float(action["x"]), float(action["y"])
    on_board = 0.0 <= x <= b.table_width and 0.0 <= y <= b.table_height
    return worded(FOLDER, "in {point}" if on_board else "off the board, beyond {point}", point=_point(b, x, y))


def _facing(action: Any) -> str:
    return translated(FOLDER, point_of(float(action["fx"]), float(action["fy"])))


def _at_edge(b: Any, x: float, y: float) -> tuple[str, str]:
    """Where a road or river begins or ends: ``the south edge`` and ``500 paces west of the middle``."""
    edge = int(edge_of_point(b, x, y))
    if edge == NONE:
        return worded(FOLDER, "a road in {point}", point=_point(b, x, y)), ""
    off = float(x - 0.5 * b.table_width if runs_east(edge) else y - 0.5 * b.table_height)
    towards = ("west", "east") if runs_east(edge) else ("south", "north")
    far = length_words(abs(off), "pace")
    aside = translated(FOLDER, "in the middle")
    if far != length_words(0.0, "pace"):
        aside = worded(FOLDER, "{far} {towards} of the middle", far=far, towards=translated(FOLDER, towards[off > 0.0]))
    return translated(FOLDER, f"the {EDGES[edge]} edge"), aside


def _strip_words(b: Any, action: Any, word: str) -> str:
    """``lay a road from the south edge to the north edge, 500 paces west of the middle``."""
    ends = [_at_edge(b, float(x), float(y)) for x, y in action["via"][[0, int(action["n_via"]) - 1]]]
    (begin, first), (end, last) = ends
    begins = f"{begin}, {first}," if first and first != last else begin
    where = ", ".join(filter(None, (end, last)))
    return worded(FOLDER, "lay a {word} from {begins} to {ends}", word=word, begins=begins, ends=where)


def _place_words(b: Any, action: Any, names: Names) -> str:
    """``place a large wood (4 by 3 base widths) in the north-west as an optional feature``."""
    ground = Ground(int(action["item"]))
    word = translated(FOLDER, ground.name.lower().replace("_", " "))
    share = translated(FOLDER, ("as a compulsory feature", "as an optional feature")[int(action["target"])])
    if ground == Ground.WATERWAY:
        edge = int(edge_behind(action))
        if edge == NONE:
            return worded(FOLDER, "place a waterway {where} {share}", where=_where(b, action), share=share)
        deep = length_words(in_from(b, edge, action["x"], action["y"]), "pace")
        along = translated(FOLDER, f"the {EDGES[edge]} edge")
        words = "place a waterway {deep} deep along {along} {share}"
        return worded(FOLDER, words, deep=deep, along=along, share=share)
    if int(action["n_via"]):
        return f"{_strip_words(b, action, word)}, {share}"
    length, width = b.rules.pieces[int(action["amount"])]
    size = SIZES[0 if length * width < 3.0 else 1 if length * width < 9.0 else 2]
    return worded(
        FOLDER, "place a {size} {word} ({length:g} by {width:g} base widths) {where} {share}",
        size=translated(FOLDER, size), word=word, length=Length(length), width=Length(width),
        where=_where(b, action), share=share,
    )  # fmt: skip


def _edge_words(b: Any, action: Any, names: Names) -> str:
    edge = translated(FOLDER, f"the {EDGES[int(action['amount'])]} edge")
    return worded(FOLDER, "give {edge} the numbers 4 to 6", edge=edge)


def _pitch_words(b: Any, action: Any, names: Names) -> str:
    words = "pitch the camp {where}" if int(action["amount"]) == 0 else "pitch the camp {where}, unoccupied"
    return worded(FOLDER, words, where=_where(b, action))


def _deploy_words(b: Any, action: Any, names: Names) -> str:
    """``deploy in the south, facing north``; a row stands from left to right."""
    row = int(action["n_actors"]) > 1
    words = "deploy in a row {where}, facing {facing}" if row else "deploy {where}, facing {facing}"
    return worded(FOLDER, words, where=_where(b, action), facing=_facing(action))


def _land_words(b: Any, action: Any, names: Names) -> str:
    return worded(FOLDER, "land {where}, facing {facing}", where=_where(b, action), facing=_facing(action))


def _shoot_words(b: Any, action: Any, names: Names) -> str:
    return worded(FOLDER, "shoot at {whom}", whom=_target(b, action, names))


def _choose_words(b: Any, action: Any, names: Names) -> str:
    return worded(FOLDER, "choose {whom}", whom=_target(b, action, names))


def _target(b: Any, action: Any, names: Names) -> str:
    return called(names_now(b, names), int(action["target"]))


PHRASES = {
    "MOVE": Phrase(pose=True, parts=(Part("files", "amount", optional=True),)),
    "DISMOUNT": Phrase(),
    "LAND": Phrase(pose=True, words=_land_words),
    "SHOOT": Phrase(parts=(Part("at", "target", "figures"),), words=_shoot_words),
    "FIGHT": Phrase(least=2),
    "CHOOSE": Phrase(actors=False, parts=(Part("", "target", "figures"),), words=_choose_words),
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
    "CLEAR": Phrase(actors=False, words=lambda b, action, names: translated(FOLDER, CLEAR)),
}
