"""How Flash Flood's actions are written on one line, as `shoot M1, M2 at G4`, and how a player says them."""

from __future__ import annotations

from math import dist, hypot
from typing import Any

from sandtable.games.common.amounts import Length, measured
from sandtable.games.common.compass import point_of
from sandtable.games.flash_flood.clauses import FOLDER
from sandtable.games.flash_flood.record import Fire, Step
from sandtable.games.game import Names, Part, Phrase
from sandtable.games.language import translated, worded


def _figure(names: Names, index: int) -> str:
    if not 0 <= index < len(names.figures):
        return translated(FOLDER, "nobody")
    return f"{names.figures[index].name} ({names.figures[index].id})"


def _squad(b: Any, names: Names, index: int) -> str:
    """What the squad of a figure is called."""
    if not 0 <= index < len(names.figures):
        return translated(FOLDER, "nobody")
    squad = int(b["figures"][index]["squad"])
    known = names.extra.get("squads", ())
    return translated(FOLDER, str(known[squad])) if 0 <= squad < len(known) else names.figures[index].id


def _move(b: Any, action: Any, names: Names) -> str:
    n = int(action["n_actors"])
    figures = b["figures"]
    ways = [(0.0, 0.0)]
    for k in range(n):
        figure = figures[int(action["actors"][k])]
        end = action["poses"][k] if action["n_poses"] else action
        ways.append((float(end["x"] - figure["x"]), float(end["y"] - figure["y"])))
    way, x, y = max((hypot(x, y), x, y) for x, y in ways)
    words = worded(FOLDER, "go {way:inch}" if n <= 1 else "go together, up to {way:inch}", way=Length(way))
    if measured(way, "inch"):
        words += f" {translated(FOLDER, f'to the {point_of(x, y)}')}"
    climbs = "by a step of the gantry" if action["mode"] == Step.CLIMB else ""
    return ", ".join([words, *(translated(FOLDER, more) for more in (_aim(b, action), climbs) if more)])


def _aim(b: Any, action: Any) -> str:
    """Whither a move leads: nearer to the nest or to the enemy, or away from both."""
    i = int(action["actors"][0])
    figure = b["figures"][i]
    end = action["poses"][0] if action["n_poses"] else action
    start, to = (float(figure["x"]), float(figure["y"])), (float(end["x"]), float(end["y"]))
    nest = (float(b["nest_x"]), float(b["nest_y"]))
    foes = [
        (float(other["x"]), float(other["y"]))
        for other in b["figures"][: int(b["n_figures"])]
        if other["side"] != figure["side"] and other["wounds"] > 0 and other["where"] == 0
    ]
    if foes:
        foe = min(foes, key=lambda place: dist(start, place))
        if dist(to, foe) < dist(start, foe) - 0.5:
            return "towards the enemy"
    if float(b["nest_radius"]) > 0 and dist(to, nest) < dist(start, nest) - 0.5:
        return "towards the nest"
    return "away from the enemy" if foes else ""


def _deploy(_b: Any, action: Any, _names: Names) -> str:
    """How far apart they would stand: a squad may be set up close or strung out."""
    places = [(float(one["x"]), float(one["y"])) for one in action["poses"][: int(action["n_poses"])]]
    if len(places) < 2:
        return translated(FOLDER, "be set up there")
    spread = Length(max(dist(one, other) for one in places for other in places))
    return worded(FOLDER, "be set up there, at most {spread:inch} apart", spread=spread)


def _pick_up(b: Any, action: Any, _names: Names) -> str:
    """Which charge, where the battle has several."""
    if b["n_charges"] < 2:
        return translated(FOLDER, "pick up the charge")
    return worded(FOLDER, "pick up charge no. {number}", number=int(action["item"]) + 1)


def _said(words: str) -> Any:
    return lambda _b, _action, _names: translated(FOLDER, words)


def _of_squad(before: str) -> Any:
    return lambda b, action, names: f"{translated(FOLDER, before)} {_squad(b, names, int(action['actors'][0]))}"


def _shoot(b: Any, action: Any, names: Names) -> str:
    light = f", {translated(FOLDER, 'with what leaves it free to charge')}" if action["mode"] == Fire.LIGHT else ""
    return worded(FOLDER, "shoot at {squad}", squad=_squad(b, names, int(action["target"]))) + light


def _take_aim(_b: Any, action: Any, names: Names) -> str:
    weapons, w = names.lists.get("weapons", ()), int(action["item"])
    called = translated(FOLDER, weapons[w] if 0 <= w < len(weapons) else "a weapon")
    degrees = int(action["amount"])
    towards = f", {worded(FOLDER, 'towards {degrees} degrees', degrees=degrees)}" if degrees else ""
    whom = _figure(names, int(action["target"]))
    return worded(FOLDER, "aim at {whom}: {weapon}", whom=whom, weapon=called) + towards


def _rejoin(_b: Any, action: Any, _names: Names) -> str:
    return translated(FOLDER, "go back to its unit" if action["n_actors"] == 1 else "go back to their unit")


def _charge(b: Any, action: Any, names: Names) -> str:
    squad, whom = _squad(b, names, int(action["target"])), _figure(names, int(action["target"]))
    return worded(FOLDER, "charge {squad}, at {whom}", squad=squad, whom=whom)


AT = Part("at", "target", "figures")

PHRASES = {
    "DEPLOY": Phrase(pose=True, each=True, words=_deploy),
    "GIVE": Phrase(words=_said("carry a charge")),
    "TAKE_UP": Phrase(words=_of_squad("move"), heading="next unit", whole=True),
    "MOVE": Phrase(pose=True, each=True, loose=True, modes=("level", "climb"), words=_move),
    "WADE": Phrase(words=_of_squad("throw for difficult ground for"), whole=True),
    "TAKE_BACK": Phrase(words=_said("take its moves back")),
    "REJOIN": Phrase(words=_rejoin),
    "PICK_UP": Phrase(parts=(Part("", "item", "items"),), words=_pick_up),
    "BREAK_OFF": Phrase(pose=True, words=_said("break off")),
    "SHOOT": Phrase(parts=(AT,), modes=("all", "light"), words=_shoot),
    "AIM": Phrase(
        parts=(AT, Part("with", "item", "weapons"), Part("towards", "amount", optional=True)), words=_take_aim
    ),
    "RUN": Phrase(words=_of_squad("run with"), whole=True),
    "CHARGE": Phrase(parts=(AT,), words=_charge),
    "FIGHT": Phrase(words=_of_squad("fight the combat of"), whole=True),
    "REGROUP": Phrase(words=_of_squad("test to regroup with"), whole=True),
    "FALL_BACK": Phrase(words=_of_squad("go on falling back with"), whole=True),
    "DONE": Phrase(actors=False, words=_said("finish this unit")),
    "END": Phrase(actors=False, words=_said("end the phase")),
}
