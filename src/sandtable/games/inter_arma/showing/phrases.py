"""How actions are written on one line, as `move A1 to 30,44 facing 0 mode run`, and how a player says them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from sandtable.games.game import Names, Part, Phrase
from sandtable.games.inter_arma.record import Fate, Mode, Phase, Verb
from sandtable.games.inter_arma.rules.concealment import hides, is_concealed
from sandtable.kernel.geometry import degrees_of_facing

MODES = ("walk", "run", "crawl", "stand", "none")
WAYS = {Mode.WALK: "walk", Mode.RUN: "run", Mode.CRAWL: "crawl"}


def figure_words(names: Names, index: int) -> str:
    """A figure as a player calls it: Veterans (RO2)."""
    if not 0 <= index < len(names.figures):
        return "nobody"
    return f"{names.figures[index].name} ({names.figures[index].id})"


def _length(b: Any, action: Any) -> float:
    lead = b["figures"][int(action["actors"][0])]
    points = [(float(lead["x"]), float(lead["y"]))]
    points += [(float(x), float(y)) for x, y in action["via"][: max(int(action["n_via"]), 0)]]
    points.append((float(action["x"]), float(action["y"])))
    return sum(((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2) ** 0.5 for p, q in pairwise(points))


def _mode(action: Any) -> str:
    return WAYS.get(Mode(int(action["mode"])), "go") if 0 <= action["mode"] <= Mode.NONE else "go"


def _declare(_b: Any, action: Any, _names: Names) -> str:
    return f"{_mode(action)}: throw for fatigue"


def _move(b: Any, action: Any, _names: Names) -> str:
    end = ", lying down" if action["amount"] == 1 and action["mode"] != Mode.CRAWL else ""
    length = _length(b, action)
    if length < 0.05:
        return "get up" if not end else "lie down"
    return f"{_mode(action)} {length:.1f} cm{end}"


def _stand(b: Any, action: Any, _names: Names) -> str:
    lead = b["figures"][int(action["actors"][0])]
    turns = abs(float(lead["fx"] - action["fx"])) + abs(float(lead["fy"] - action["fy"])) > 1e-6
    return f"stand and turn to the {compass(action['fx'], action['fy'])}" if turns else "stand still"


POINTS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


def compass(fx: Any, fy: Any) -> str:
    """The point of the compass that a direction is nearest to."""
    degrees = float(degrees_of_facing(fx, fy))
    return POINTS[round(degrees / 45.0) % len(POINTS)]


def _head(_b: Any, action: Any, _names: Names) -> str:
    return f"set out to the {compass(action['fx'], action['fy'])} in the dark"


def _drive(_b: Any, action: Any, _names: Names) -> str:
    return f"drive the herd to the {compass(action['fx'], action['fy'])}"


def _at(words: str) -> Any:
    return lambda _b, action, names: f"{words} {figure_words(names, int(action['target']))}"


def _said(words: str) -> Any:
    return lambda _b, _action, _names: words


def _shoot(_b: Any, action: Any, names: Names) -> str:
    how = "throw a javelin" if action["item"] == 1 else "shoot"
    return f"{how} at {figure_words(names, int(action['target']))}"


def _dispatch(_b: Any, action: Any, names: Names) -> str:
    what = {Fate.KILL: "kill", Fate.CAPTURE: "capture"}.get(Fate(int(action["amount"])), "throw for")
    return f"{what} {figure_words(names, int(action['target']))}"


def _nudge(_b: Any, action: Any, _names: Names) -> str:
    amount = int(action["amount"])
    return "leave the dice as they are" if not amount else "add 1" if amount > 0 else "take off 1"


def _form(_b: Any, action: Any, _names: Names) -> str:
    return f"close the ranks of {int(action['n_actors'])}"


def _climb(b: Any, action: Any, _names: Names) -> str:
    up = b["figures"][int(action["actors"][0])]["tower"] < 0
    return "go up the tower" if up else "come down from the tower"


def _secret(b: Any, action: Any, _names: Names) -> str | None:
    """What others are told of an order (SEQ-11): nothing of figures that they do not see, no place of who lies down."""
    if not hides(b):
        return None
    actors = [int(i) for i in action["actors"][: int(action["n_actors"])]]
    unseen = [any(is_concealed(b, i, side) for side in range(int(b.n_sides))) for i in actors]
    if unseen and all(unseen):
        return ""
    lies = int(action["verb"]) == Verb.MOVE and (action["mode"] == Mode.CRAWL or action["amount"] == 1)
    return "move some of theirs" if any(unseen) or lies else None


ENDS = {
    Phase.MOVEMENT: "end movement", Phase.SHOOTING: "end shooting", Phase.CLOSING: "close up no more",
    Phase.WOUNDED: "leave the wounded", Phase.RALLY: "hold nobody",
}  # fmt: skip


def _done(b: Any, _action: Any, _names: Names) -> str:
    return ENDS.get(Phase(int(b["phase"])), "do no more in this step")


AT = Part("at", "target", "figures")
MANY = 24

PHRASES = {
    "DECLARE": Phrase(modes=MODES, words=_declare, public=_secret),
    "MOVE": Phrase(pose=True, modes=MODES, parts=(Part("down", "amount", optional=True),), words=_move, public=_secret),
    "STAND": Phrase(pose=True, words=_stand, public=_secret),
    "LEAVE": Phrase(pose=True, modes=MODES, words=_said("leave the table"), public=_secret),
    "CLIMB": Phrase(pose=True, modes=MODES, parts=(Part("tower", "target", "features"),), words=_climb, public=_secret),
    "DRIVE": Phrase(pose=True, modes=MODES, parts=(Part("herd", "target"),), words=_drive, public=_secret),
    "BREAK": Phrase(words=_said("break contact")),
    "RETREAT": Phrase(words=_said("retreat from contact"), public=_secret),
    "HEAD": Phrase(pose=True, words=_head, public=_secret),
    "FORM": Phrase(words=_form, public=_secret),
    "NUDGE": Phrase(actors=False, parts=(Part("by", "amount"),), words=_nudge),
    "SHOOT": Phrase(parts=(AT, Part("javelin", "item", optional=True)), words=_shoot),
    "CLOSE": Phrase(pose=True, words=_said("close up")),
    "FIGHT": Phrase(parts=(AT,), words=_at("fight")),
    "STRIKE": Phrase(parts=(AT,), words=_at("strike")),
    "DISPATCH": Phrase(parts=(AT, Part("fate", "amount", optional=True)), words=_dispatch),
    "SLAY": Phrase(parts=(AT,), words=_at("attack")),
    "RALLY": Phrase(words=_said("hold them")),
    "PRAISE": Phrase(words=_said("strike harder")),
    "DONE": Phrase(actors=False, words=_done),
}
