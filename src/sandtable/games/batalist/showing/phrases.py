"""How actions are written on one line, as `move A1 to 30,44 facing 0`, and how a player says them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from sandtable.games.batalist.clauses import FOLDER
from sandtable.games.batalist.enums import Mode, Order, Phase, Question, State
from sandtable.games.batalist.laying.tables import read_data
from sandtable.games.batalist.rules.deployment import base_under
from sandtable.games.batalist.rules.hiding import is_dark
from sandtable.games.batalist.rules.speed import length_of_wheel
from sandtable.games.batalist.showing.naming import (
    LETTERS,
    figure_words,
    formation_name,
    ground_words,
    order_name,
    say,
    spell_name,
)
from sandtable.games.common.amounts import Count, Length, with_its_mark
from sandtable.games.common.compass import hand_of
from sandtable.games.game import Names, Part, Phrase
from sandtable.games.language import translated
from sandtable.kernel.geometry import degrees_of_facing

Said = Callable[[Any, Any, Names], str]

STANDING = 0.05
"""Steps below which a Move is none."""


def _other(action: Any, names: Names) -> str:
    return figure_words(names, int(action["target"]))


def _length(b: Any, action: Any) -> float:
    """Steps of a Move: of its straight legs and its wheels, or straight to where it ends when it names that alone."""
    lead = b["figures"][int(action["actors"][0])]
    legs = max(int(action["n_via"]), 0)
    if legs == 0:
        return math.hypot(*_way(lead, action))
    wheels = sum(length_of_wheel(float(lead["width"]), float(degrees)) for degrees in action["via"][:legs, 1])
    return wheels + float(abs(action["via"][:legs, 0]).sum() + abs(action["aside"][:legs]).sum())


def _said(key: str) -> Said:
    return lambda _b, _action, _names: say(key)


def _at(key: str) -> Said:
    return lambda _b, action, names: say(key, other=_other(action, names))


def _deploy(b: Any, action: Any, names: Names) -> str:
    """That it stands there; of a hero, on whose base."""
    j = base_under(b, int(action["actors"][0]), float(action["x"]), float(action["y"]))
    return say("DO_DEPLOY") if j < 0 else say("DO_DEPLOY_ON", other=figure_words(names, j))


def _deploy_in_the_dark(b: Any, _action: Any, _names: Names) -> str | None:
    """What others are told where nobody sees the other side deploy; None: they may read the action."""
    return say("DO_DEPLOY") if is_dark(b) else None


def _ordered(key: str) -> Said:
    def words(_b: Any, action: Any, names: Names) -> str:
        return say(key, order=order_name(int(action["amount"])), other=_other(action, names))

    return words


def _give(_b: Any, action: Any, names: Names) -> str:
    """The order, and whose it is where that is somebody else."""
    giver = int(action["target"])
    key = "DO_GIVE_OWN" if giver == int(action["actors"][0]) else "DO_GIVE"
    return say(key, order=order_name(int(action["amount"])), other=_other(action, names))


def _amount(key: str) -> Said:
    return lambda _b, action, _names: say(key, amount=int(action["amount"]))


def _ground(key: str) -> Said:
    def words(b: Any, action: Any, names: Names) -> str:
        return say(key, what=ground_words(b, names, int(action["item"])))

    return words


def _scout(b: Any, action: Any, names: Names) -> str:
    """Where it searches, and for which markers."""
    if action["amount"] <= 0:
        return _ground("DO_SCOUT")(b, action, names)
    place = ground_words(b, names, int(action["item"])) if action["item"] >= 0 else ""
    return say("DO_SCOUT_SET", what=place, letter=LETTERS[(int(action["amount"]) - 1) % len(LETTERS)])


def _name(b: Any, _action: Any, _names: Names) -> str:
    asked = Question(int(b["question"]))
    return say({Question.BASE: "DO_NAME_BASE", Question.NEAREST: "DO_NAME_NEAREST"}.get(asked, "DO_NAME"))


def _secret_name(b: Any, _action: Any, _names: Names) -> str | None:
    """Who of several was searched for in vain is not told."""
    return say("SECRET_NAME") if b["question"] == Question.SEARCHED else None


def _tenths(value: float) -> str:
    """A coordinate to a tenth of a step."""
    return with_its_mark(f"{float(value):.1f}")


def _taken(b: Any, action: Any, _names: Names) -> str:
    marker = b["markers"][int(action["item"])]
    return say("DO_TAKE_AWAY", x=_tenths(marker["x"]), y=_tenths(marker["y"]))


MANNERS = {Mode.INSTEAD: "DO_INSTEAD", Mode.FREE: "DO_FREE", Mode.INSTEAD_OF_SECOND: "DO_INSTEAD_OF_SECOND"}
"""How it is said that an action is not carried out by its own card."""


def _with_manner(said: Said) -> Said:
    def words(b: Any, action: Any, names: Names) -> str:
        manner = MANNERS.get(Mode(int(action["mode"])))
        return say(manner, what=said(b, action, names)) if manner else said(b, action, names)

    return words


def _way(figure: Any, action: Any) -> tuple[float, float]:
    """From a figure to where an action ends."""
    return float(action["x"] - figure["x"]), float(action["y"] - figure["y"])


def _hand(figure: Any, action: Any) -> str:
    """To which hand of a figure an action ends."""
    return say(f"HAND_{hand_of(*_way(figure, action), float(figure['fx']), float(figure['fy']))}")


def _turned(figure: Any, action: Any) -> int:
    """Degrees clockwise from how a figure faces to how it would; -180 to turn about."""
    was, ends = (float(degrees_of_facing(float(one["fx"]), float(one["fy"]))) for one in (figure, action))
    return round(ends - was + 180.0) % 360 - 180


def _wheeled(said: str, degrees: int) -> str:
    """That, and by what wheel if there is one."""
    if not degrees:
        return said
    return say("DO_WHEEL_RIGHT" if degrees > 0 else "DO_WHEEL_LEFT", what=said, degrees=Count(abs(degrees)))


def _turn(b: Any, action: Any, _names: Names) -> str:
    """How far it turns, and to which hand."""
    degrees = _turned(b["figures"][int(action["actors"][0])], action)
    if degrees in (0, -180):
        return say("DO_TURN_ABOUT" if degrees else "DO_TURN_NOT")
    return say("DO_TURN_RIGHT" if degrees > 0 else "DO_TURN_LEFT", degrees=Count(abs(degrees)))


def _charge(b: Any, action: Any, names: Names) -> str:
    """Whom it attacks, and by what wheel if one is named."""
    said = say("DO_ASSASSINATE" if action["item"] >= 0 else "DO_CHARGE", other=_other(action, names))
    return _wheeled(said, int(action["amount"]))


def _board(b: Any, action: Any, _names: Names) -> str:
    return say("DO_BOARD" if b["n_boats"] <= 1 else "DO_BOARD_ONE_OF", number=int(action["item"]))


def _return(_b: Any, action: Any, _names: Names) -> str:
    return say("DO_RETURN", formation=formation_name(int(action["amount"])))


def _move(b: Any, action: Any, _names: Names) -> str:
    """How far it goes and to which hand, and how it faces at the end."""
    length, lead = _length(b, action), b["figures"][int(action["actors"][0])]
    if action["item"] >= 0:
        return say("DO_CLIMB", length=Length(length))
    if length < STANDING:
        return say("DO_STAND")
    return _wheeled(say("DO_MOVE", length=Length(length), hand=_hand(lead, action)), _turned(lead, action))


def _reform(_b: Any, action: Any, _names: Names) -> str:
    return say("DO_REFORM", formation=formation_name(int(action["amount"])), files=Count(int(action["item"])))


def _cast(b: Any, action: Any, names: Names) -> str:
    """The spell and on whom, or how far off and to which hand where it is cast on a place."""
    spell, lead = spell_name(int(action["item"])), b["figures"][int(action["actors"][0])]
    if action["target"] < 0 and (action["fx"] != 0.0 or action["fy"] != 0.0):
        far = math.hypot(*_way(lead, action))
        if far >= STANDING:
            return say("DO_CAST_THERE", spell=spell, length=Length(far), hand=_hand(lead, action))
    key = "DO_CAST_ORDER" if action["amount"] > 0 else "DO_CAST_AT" if action["target"] >= 0 else "DO_CAST"
    return say(key, spell=spell, other=_other(action, names), order=order_name(int(action["amount"])))


def _ambush(b: Any, action: Any, names: Names) -> str:
    """What the ambush does; where it lays its markers, in which ground, and which of them is the true one."""
    order = b["figures"][int(action["actors"][0])]["cards"][0]
    lays = action["item"] >= 0
    said = say("DO_LAY_MARKERS" if lays else "DO_AMBUSH")
    if order != Order.MOVE:
        said = say("DO_CHARGE" if order == Order.MELEE_ATTACK else "DO_SHOOT", other=_other(action, names))
    if not lays:
        return said
    return say("DO_LAY_IN", what=said, ground=ground_words(b, names, int(action["item"])), number=int(action["amount"]))


def _shoot(_b: Any, action: Any, names: Names) -> str:
    return say("DO_SHOOT_CHARACTER" if action["item"] >= 0 else "DO_SHOOT", other=_other(action, names))


def _trap(_b: Any, action: Any, names: Names) -> str:
    kind = translated(FOLDER, list(read_data("traps").values())[int(action["item"])]["name"])
    return say("DO_LAY_TRAP_TRUE" if action["amount"] == 1 else "DO_LAY_TRAP", what=kind)


def _marker(b: Any, action: Any, _names: Names) -> str:
    key = "DO_TURN_OVER_SHOT" if action["amount"] == Order.SHOOTING_ATTACK else "DO_TURN_OVER"
    marker = b["markers"][int(action["item"])]
    letter = LETTERS[int(marker["group"]) % len(LETTERS)]
    return say(key, letter=letter, x=_tenths(marker["x"]), y=_tenths(marker["y"]))


def _wounded(_b: Any, action: Any, names: Names) -> str:
    key = "DO_SHOOT_WOUNDED" if action["amount"] == Order.SHOOTING_ATTACK else "DO_STRIKE_WOUNDED"
    return say(key, other=_other(action, names))


def _batter(b: Any, action: Any, names: Names) -> str:
    return _ground("DO_BATTER_SHOT" if action["amount"] == Order.SHOOTING_ATTACK else "DO_BATTER")(b, action, names)


def _mercy(b: Any, action: Any, names: Names) -> str:
    return _said("DO_MERCY_SHOT" if action["amount"] == 1 else "DO_MERCY")(b, action, names)


def _change_own(b: Any, action: Any, names: Names) -> str:
    old = int(b["figures"][int(action["actors"][0])]["fixed"][int(action["item"])])
    return say(
        "DO_CHANGE_OWN", order=order_name(int(action["amount"])), old=order_name(old),
        other=_other(action, names),
    )  # fmt: skip


def _north(_b: Any, action: Any, _names: Names) -> str:
    return say("DO_SET_NORTH", way=say(f"NORTH_{int(action['amount']) % 4}"))


def _secret_ambush(b: Any, action: Any, _names: Names) -> str | None:
    """Where the markers lie all see, which is true nobody; an attack from ambush is open."""
    order = b["figures"][int(action["actors"][0])]["cards"][0]
    return say("SECRET_AMBUSH") if order == Order.MOVE else None


def _secret_discard(b: Any, action: Any, _names: Names) -> str | None:
    """Who lies in ambush is not told by what they cannot do."""
    return say("SECRET_DISCARD") if b["figures"][int(action["actors"][0])]["state"] == State.AMBUSH else None


def _secretly(b: Any, _action: Any, _names: Names) -> str | None:
    """While orders are given the other side hears nothing (ORD-16): counting would tell of those to ambushes."""
    return "" if b["phase"] == Phase.ORDERS else None


AT = Part("at", "target", "figures")
FROM = Part("from", "target", "figures")
ORDER = Part("order", "amount", "orders")
GROUND = Part("at", "item", "features")
CHOOSING = Part("choosing", "item", "chosen", optional=True)
WAYS = ("ordered", "instead", "free", "second")

PHRASES = {
    "HIDE": Phrase(words=_said("DO_HIDE"), public=lambda _b, _action, _names: ""),
    "DEPLOY": Phrase(pose=True, words=_deploy, public=_deploy_in_the_dark),
    "GIVE": Phrase(parts=(ORDER, FROM), words=_give, public=_secretly),
    "SET_ASIDE": Phrase(parts=(Part("mana", "amount"),), words=_amount("DO_SET_ASIDE"), public=_secretly),
    "SHARD": Phrase(words=_said("DO_SHARD")),
    "CALL_OFF": Phrase(words=_said("DO_CALL_OFF")),
    "READY": Phrase(actors=False, words=_said("DO_READY")),
    "GO_FIRST": Phrase(actors=False, words=_said("DO_GO_FIRST")),
    "DECLINE": Phrase(actors=False, words=_said("DO_DECLINE")),
    "REFORM": Phrase(
        parts=(Part("formation", "amount", "formations"), Part("files", "item")),
        modes=WAYS,
        words=_with_manner(_reform),
    ),
    "TURN": Phrase(pose=True, modes=WAYS, words=_with_manner(_turn)),
    "MOVE": Phrase(
        pose=True, parts=(Part("ladder", "item", optional=True, from_0=True),), modes=WAYS, words=_with_manner(_move)
    ),
    "SHOOT": Phrase(pose=True, parts=(AT, CHOOSING), modes=WAYS, afar=True, words=_with_manner(_shoot)),
    "CHARGE": Phrase(
        parts=(AT, CHOOSING, Part("wheel", "amount", optional=True)),
        modes=WAYS,
        words=_with_manner(_charge),
    ),
    "RECOVER": Phrase(words=_said("DO_RECOVER")),
    "DOCTOR": Phrase(words=_said("DO_DOCTOR")),
    "MERCY": Phrase(parts=(Part("with", "amount", "arms", optional=True),), modes=WAYS, words=_with_manner(_mercy)),
    "SCOUT": Phrase(
        parts=(Part("at", "item", "features", optional=True), Part("set", "amount", optional=True)), words=_scout
    ),
    "CAST": Phrase(
        pose=True,
        afar=True,
        parts=(
            Part("spell", "item", "spells"),
            Part("on", "target", "figures", optional=True),
            Part("card", "amount", "orders", optional=True),
        ),
        words=_cast,
    ),
    "CANCEL": Phrase(parts=(ORDER,), words=_ordered("DO_CANCEL")),
    "DISCARD": Phrase(parts=(ORDER,), words=_ordered("DO_DISCARD"), public=_secret_discard),
    "PASS": Phrase(actors=False, words=_said("DO_PASS")),
    "PASS_OVER": Phrase(parts=(Part("to", "target", "figures"),), words=_at("DO_PASS_OVER")),
    "DISPEL": Phrase(words=_said("DO_DISPEL")),
    "LET": Phrase(actors=False, words=_said("DO_LET")),
    "REPLACE": Phrase(parts=(ORDER,), words=_ordered("DO_REPLACE")),
    "RETURN": Phrase(pose=True, parts=(Part("formation", "amount", "formations"),), words=_return),
    "FIRE_AT_AREA": Phrase(parts=(GROUND,), words=_ground("DO_FIRE_AT_AREA")),
    "AMBUSH": Phrase(
        pose=True,
        parts=(
            Part("in", "item", "features", optional=True),
            Part("true", "amount", optional=True),
            Part("at", "target", "figures", optional=True),
        ),
        words=_ambush,
        public=_secret_ambush,
    ),
    "LAY_TRAP": Phrase(
        actors=False,
        pose=True,
        parts=(Part("kind", "item", "traps"), Part("true", "amount", optional=True)),
        words=_trap,
        public=lambda _b, _action, _names: say("SECRET_TRAP"),
    ),
    "TURN_OVER": Phrase(parts=(Part("marker", "item"), ORDER), words=_marker),
    "BATTER": Phrase(parts=(GROUND, ORDER), modes=WAYS, words=_with_manner(_batter)),
    "STRIKE_WOUNDED": Phrase(parts=(AT, ORDER), modes=WAYS, words=_with_manner(_wounded)),
    "BOARD": Phrase(parts=(Part("boat", "item"),), modes=WAYS, words=_with_manner(_board)),
    "LAND": Phrase(pose=True, modes=WAYS, words=_with_manner(_said("DO_LAND"))),
    "CHANGE_OWN": Phrase(parts=(Part("which", "item"), ORDER, FROM), words=_change_own, public=_secretly),
    "COME_OUT": Phrase(pose=True, words=_said("DO_COME_OUT")),
    "NAME": Phrase(words=_name, public=_secret_name),
    "TAKE_AWAY": Phrase(actors=False, parts=(Part("marker", "item"),), words=_taken),
    "DISPUTE": Phrase(actors=False, words=_said("DO_DISPUTE")),
    "AGREE": Phrase(actors=False, words=_said("DO_AGREE")),
    "SET_NORTH": Phrase(actors=False, parts=(Part("turns", "amount"),), words=_north),
    "ENTER": Phrase(pose=True, words=_said("DO_ENTER")),
    "SAVE_UP": Phrase(words=_said("DO_SAVE_UP")),
    "DONE": Phrase(actors=False, words=_said("DO_DONE")),
    "PLACE": Phrase(actors=False, pose=True, words=_said("DO_PLACE")),
}
