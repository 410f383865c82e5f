"""How Pursuit's actions are written on one line, as `shoot S1 at G4 with gun1`, and how a player says them."""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from typing import Any

from sandtable.games.common.amounts import Count, length_words, measured, with_its_mark
from sandtable.games.game import Names, Part, Phrase
from sandtable.games.language import translated, worded
from sandtable.games.pursuit.clauses import FOLDER
from sandtable.games.pursuit.record import Mode, Pace
from sandtable.games.pursuit.rules.positions import ANGLE_SLACK
from sandtable.games.pursuit.showing.naming import piece_words
from sandtable.kernel.geometry import angle_between, degrees_of_facing

Point = tuple[float, float]


def _figure(names: Names, index: int) -> str:
    if not 0 <= index < len(names.figures):
        return translated(FOLDER, "nobody")
    return f"{names.figures[index].name} ({names.figures[index].id})"


def _at(value: float) -> str:
    """One coordinate or distance in one word: the board leaves out of many actions the words in which they differ."""
    return with_its_mark(f"{round(float(value), 1):g}″")


def _turned(action: Any) -> str:
    """The hand to which a move ends, seen along the way to the Arrival."""
    off = (90.0 - float(degrees_of_facing(action["fx"], action["fy"]))) % 360.0
    if off < 1 or off > 359:
        return translated(FOLDER, "to the Arrival")
    if off <= 180:
        return worded(FOLDER, "{degrees} degrees to the left", degrees=round(off))
    return worded(FOLDER, "{degrees} degrees to the right", degrees=round(360 - off))


def _move(b: Any, action: Any, _names: Names) -> str:
    figure = b["figures"][int(action["actors"][0])]
    points = [(float(figure["x"]), float(figure["y"]))]
    points += [(float(x), float(y)) for x, y in action["via"][: action["n_via"]]]
    points.append((float(action["x"]), float(action["y"])))
    way = sum(((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2) ** 0.5 for p, q in pairwise(points))
    how = translated(FOLDER, "accelerate" if action["mode"] == Mode.ACCELERATE else "move")
    turns = sum(_is_turn(*three) for three in zip(points, points[1:], points[2:], strict=False))
    many = "with a turn" if turns == 1 else "with {turns} turns"
    words = f" {worded(FOLDER, many, turns=turns)}{_aside(points[0][1], points[-1][1])}" if turns else ""
    facing = worded(FOLDER, "facing {way}", way=_turned(action))
    return f"{how} {length_words(way, 'inch')}{words}, {facing}"


def _aside(begins: float, ends: float) -> str:
    """How far beside its beginning a way that turns ends, seen along the way to the Arrival."""
    if not measured(ends - begins, "inch"):
        return ""
    hand = "ending {far} to the left" if ends > begins else "ending {far} to the right"
    return f", {worded(FOLDER, hand, far=length_words(abs(ends - begins), 'inch'))}"


def _is_turn(start: Point, at: Point, end: Point) -> bool:
    """The way turns at its middle point; a point on a straight way is no turn (PURS-MOV-6)."""
    before = float(degrees_of_facing(at[0] - start[0], at[1] - start[1]))
    after = float(degrees_of_facing(end[0] - at[0], end[1] - at[1]))
    return float(angle_between(before, after)) > ANGLE_SLACK


def _keep(_b: Any, action: Any, _names: Names) -> str:
    return translated(FOLDER, "all keep the pace" if action["mode"] == Pace.ALL else "keep the pace")


def _slow(_b: Any, action: Any, _names: Names) -> str:
    dice = int(action["amount"])
    return worded(FOLDER, "slow down by a die" if dice == 1 else "slow down by {dice:die}", dice=Count(dice))


def _weapon(b: Any, action: Any, names: Names) -> str:
    figure = b["figures"][int(action["actors"][0])]
    slot = int(action["item"])
    weapons = b["profiles"][int(figure["profile"])]["weapons"]
    known = names.extra.get("weapons", ())
    place = int(weapons[slot]) if 0 <= slot < len(weapons) else -1
    return translated(FOLDER, str(known[place]).lower() if 0 <= place < len(known) else "a weapon")


def _shoot(b: Any, action: Any, names: Names) -> str:
    whom, weapon = _figure(names, int(action["target"])), _weapon(b, action, names)
    return worded(FOLDER, "shoot at {whom} with the {weapon}", whom=whom, weapon=weapon)


def _shoot_mines(b: Any, action: Any, names: Names) -> str:
    shooter, mines = b["figures"][int(action["actors"][0])], b["mines"][int(action["target"])]
    far = hypot(float(mines["x"]) - float(shooter["x"]), float(mines["y"]) - float(shooter["y"]))
    words = "shoot at the mines {far} away with the {weapon}"
    return worded(FOLDER, words, far=_at(far), weapon=_weapon(b, action, names))


def _strike(b: Any, action: Any, names: Names) -> str:
    amount = int(action["amount"])
    words = "strike {whom}" if not amount else "strike {whom} once" if amount == 1 else "strike {whom} {amount} times"
    return worded(FOLDER, words, whom=_figure(names, int(action["target"])), amount=Count(amount))


def _said(words: str) -> Any:
    return lambda _b, _action, _names: translated(FOLDER, words)


def _turn(_b: Any, action: Any, _names: Names) -> str:
    return worded(FOLDER, "face {way}", way=_turned(action))


def _place(b: Any, action: Any, names: Names) -> str:
    piece = int(action["target"])
    name = piece_words(b, names, piece) if 0 <= piece < len(names.features) else translated(FOLDER, "a piece")
    turned = f" {translated(FOLDER, 'turned')}" if abs(float(action["fx"])) > 0.5 else ""
    return worded(FOLDER, "put {piece} back at the Arrival at {at}", piece=name, at=_at(action["y"])) + turned


def _set_up(_b: Any, action: Any, _names: Names) -> str:
    """Where, and no way: whoever is set up comes from beside the table."""
    return worded(FOLDER, "be set up at {x}, {y}", x=_at(action["x"]), y=_at(action["y"]))


def _mine(_b: Any, action: Any, _names: Names) -> str:
    return worded(FOLDER, "let mines in at {x}, {y}", x=_at(action["x"]), y=_at(action["y"]))


def _mark(_b: Any, action: Any, _names: Names) -> str:
    return worded(FOLDER, "lay the marker at {x}, {y}", x=_at(action["x"]), y=_at(action["y"]))


WEAPON = Part("with", "item", "items")
AT = Part("at", "target", "figures")

PHRASES = {
    "DEPLOY": Phrase(pose=True, words=_set_up),
    "KEEP": Phrase(modes=("alone", "all"), words=_keep, sweeping="all"),
    "SLOW": Phrase(parts=(Part("by", "amount"),), words=_slow),
    "MOVE": Phrase(pose=True, ahead=True, modes=("ride", "accelerate"), words=_move),
    "STAY": Phrase(pose=True, stays=True, words=_said("stay here")),
    "RESTART": Phrase(words=_said("try to get out of the rubble")),
    "SHOOT": Phrase(parts=(AT, WEAPON), words=_shoot),
    "SHOOT_MINES": Phrase(parts=(Part("number", "target"), WEAPON), words=_shoot_mines),
    "HOLD": Phrase(words=_said("hold fire")),
    "TURN": Phrase(pose=True, words=_turn),
    "STRIKE": Phrase(parts=(AT, Part("times", "amount", optional=True)), words=_strike),
    "PLACE": Phrase(actors=False, pose=True, parts=(Part("", "target", "features"),), words=_place),
    "MINE": Phrase(actors=False, pose=True, words=_mine),
    "PASS": Phrase(actors=False, words=_said("let no mines in now")),
    "MARK": Phrase(actors=False, pose=True, words=_mark),
}
