"""How actions are written on one line, as `move A1 to 30,44 facing 0 mode run`, and how a player says them."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from sandtable.games.common.amounts import Length
from sandtable.games.common.compass import point_of
from sandtable.games.game import Names, Part, Phrase
from sandtable.games.inter_arma.clauses import FOLDER
from sandtable.games.inter_arma.record import Fate, Mode, Phase, Verb
from sandtable.games.inter_arma.rules.concealment import hides, is_concealed
from sandtable.games.inter_arma.rules.positions import foes_at
from sandtable.games.language import translated, worded
from sandtable.kernel.bitsets import is_in
from sandtable.kernel.records import NONE

MODES = ("walk", "run", "crawl", "stand", "none")
WAYS = {Mode.WALK: "walk", Mode.RUN: "run", Mode.CRAWL: "crawl"}


NEAR = 1.0
"""Centimetres beyond which no bases are in contact, by any rules."""

say = partial(worded, FOLDER)
"""Words of the game in the language spoken, filled in."""


def figure_words(names: Names, index: int) -> str:
    """A figure as a player calls it: Veterans (RO2)."""
    if not 0 <= index < len(names.figures):
        return translated(FOLDER, "nobody")
    return f"{names.figures[index].name} ({names.figures[index].id})"


def fatigue_words(tired: int, slowed: float) -> str:
    """What a player asks of the fatigue dice of several: whether all can go, and in full."""
    if tired > 0:
        return "Somebody is too tired to move."
    return "All go, somebody half as far." if slowed > 0 else "Nobody tires."


def _length(b: Any, action: Any) -> float:
    lead = b["figures"][int(action["actors"][0])]
    points = [(float(lead["x"]), float(lead["y"]))]
    points += [(float(x), float(y)) for x, y in action["via"][: max(int(action["n_via"]), 0)]]
    points.append((float(action["x"]), float(action["y"])))
    return sum(((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2) ** 0.5 for p, q in pairwise(points))


def _mode(action: Any) -> str:
    way = WAYS.get(Mode(int(action["mode"])), "go") if 0 <= action["mode"] <= Mode.NONE else "go"
    return translated(FOLDER, way)


def _declare(_b: Any, action: Any, _names: Names) -> str:
    return f"{_mode(action)}: {translated(FOLDER, 'throw for fatigue')}"


def _reached(b: Any, action: Any) -> int:
    """The first enemy whom somebody that moves comes to touch, of those that every side sees; or NONE."""
    figures = b["figures"][: int(b["n_figures"])]
    actors = [int(i) for i in action["actors"][: int(action["n_actors"])]]
    dx, dy = (float(action[axis] - figures[actors[0]][axis]) for axis in ("x", "y"))
    for i in actors:
        own = figures[i]
        x, y = float(own["x"]) + dx, float(own["y"]) + dy
        apart = np.hypot(figures["x"] - x, figures["y"] - y) - 0.5 * (figures["width"] + own["width"])
        if own["civilian"] or not np.any(apart[figures["side"] != own["side"]] < NEAR):
            continue
        found = foes_at(b, i, x, y)
        for j in range(len(figures)):
            if is_in(found, j) and not any(is_concealed(b, j, side) for side in range(int(b["n_sides"]))):
                return j
    return NONE


def _move(b: Any, action: Any, names: Names) -> str:
    lies = action["amount"] == 1 and action["mode"] != Mode.CRAWL
    length = _length(b, action)
    if length < 0.05:
        return translated(FOLDER, "lie down" if lies else "get up")
    lead, words = b["figures"][int(action["actors"][0])], "{way} {length:.1f} cm to the {point}"
    point = compass(action["x"] - lead["x"], action["y"] - lead["y"])
    ends = compass(action["fx"], action["fy"])
    said = [worded(FOLDER, words, way=_mode(action), length=Length(length), point=point)]
    if ends != point:
        said.append(worded(FOLDER, "facing {point}", point=ends))
    foe = _reached(b, action)
    if foe != NONE:
        said.append(worded(FOLDER, "reaching {whom}", whom=figure_words(names, foe)))
    return ", ".join([*said, translated(FOLDER, "lying down")] if lies else said)


def _stand(b: Any, action: Any, _names: Names) -> str:
    lead = b["figures"][int(action["actors"][0])]
    turns = abs(float(lead["fx"] - action["fx"])) + abs(float(lead["fy"] - action["fy"])) > 1e-6
    if not turns:
        return translated(FOLDER, "stand still")
    return worded(FOLDER, "stand and turn to the {point}", point=compass(action["fx"], action["fy"]))


def compass(fx: Any, fy: Any) -> str:
    """The point of the compass that a direction is nearest to."""
    return translated(FOLDER, point_of(float(fx), float(fy)))


def _head(_b: Any, action: Any, _names: Names) -> str:
    return worded(FOLDER, "set out to the {point} in the dark", point=compass(action["fx"], action["fy"]))


def _drive(_b: Any, action: Any, _names: Names) -> str:
    return worded(FOLDER, "drive the herd to the {point}", point=compass(action["fx"], action["fy"]))


def _at(words: str) -> Any:
    return lambda _b, action, names: f"{translated(FOLDER, words)} {figure_words(names, int(action['target']))}"


def _said(words: str) -> Any:
    return lambda _b, _action, _names: translated(FOLDER, words)


def _shoot(_b: Any, action: Any, names: Names) -> str:
    words = "throw a javelin at {whom}" if action["item"] == 1 else "shoot at {whom}"
    return worded(FOLDER, words, whom=figure_words(names, int(action["target"])))


def _dispatch(_b: Any, action: Any, names: Names) -> str:
    what = {Fate.KILL: "kill", Fate.CAPTURE: "capture"}.get(Fate(int(action["amount"])), "throw for")
    return f"{translated(FOLDER, what)} {figure_words(names, int(action['target']))}"


def _nudge(_b: Any, action: Any, _names: Names) -> str:
    amount = int(action["amount"])
    return translated(FOLDER, "leave the dice as they are" if not amount else "add 1" if amount > 0 else "take off 1")


def _form(_b: Any, action: Any, _names: Names) -> str:
    return worded(FOLDER, "close the ranks of {number}", number=int(action["n_actors"]))


def _climb(b: Any, action: Any, _names: Names) -> str:
    up = b["figures"][int(action["actors"][0])]["tower"] < 0
    return translated(FOLDER, "go up the tower" if up else "come down from the tower")


def _secret(b: Any, action: Any, _names: Names) -> str | None:
    """What others are told of an order (SEQ-11): nothing of figures that they do not see, no place of who lies down."""
    if not hides(b):
        return None
    actors = [int(i) for i in action["actors"][: int(action["n_actors"])]]
    unseen = [any(is_concealed(b, i, side) for side in range(int(b.n_sides))) for i in actors]
    if unseen and all(unseen):
        return ""
    lies = int(action["verb"]) == Verb.MOVE and (action["mode"] == Mode.CRAWL or action["amount"] == 1)
    return translated(FOLDER, "move some of theirs") if any(unseen) or lies else None


ENDS = {
    Phase.MOVEMENT: "end movement", Phase.SHOOTING: "end shooting", Phase.CLOSING: "close up no more",
    Phase.WOUNDED: "leave the wounded", Phase.RALLY: "hold nobody",
}  # fmt: skip


def _done(b: Any, _action: Any, _names: Names) -> str:
    return translated(FOLDER, ENDS.get(Phase(int(b["phase"])), "do no more in this step"))


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
