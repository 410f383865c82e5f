"""How DBAix actions are written on one line, as `hand over P1 to P2 captive G12`, and how a player says them."""

from __future__ import annotations

from typing import Any

from sandtable.games.common.amounts import length_words, measured
from sandtable.games.dbaix.clauses import FOLDER
from sandtable.games.dbaix.record import Phase
from sandtable.games.game import Names, Part, Phrase
from sandtable.games.language import translated, worded

ENDS = {
    Phase.MOVEMENT: "end movement",
    Phase.DRINKING: "go on without drinking",
    Phase.SPOILS: "leave it where it lies",
    Phase.TOKENS: "leave it where it lies",
}
CHOICES = {Phase.FLIGHT: "{who} flees next", Phase.CALL: "{who} goes to the bard"}


def _figure(names: Names, index: int) -> str:
    if not 0 <= index < len(names.figures):
        return translated(FOLDER, "nobody")
    name = names.figures[index]
    return f"{name.name} ({name.id})"


def _one_of(words: tuple[str, ...], index: int, kind: str) -> str:
    """The word at ``index``, to stand after "the"; ``kind`` where an action names none that there is."""
    word = translated(FOLDER, words[index] if 0 <= index < len(words) else kind)
    return word[:1].lower() + word[1:]


def _muster(_b: Any, action: Any, names: Names) -> str:
    files, company = int(action["amount"]), int(action["n_actors"])
    gate = _one_of(names.places, int(action["target"]), "gate")
    words = worded(FOLDER, "come back from the camp through the {gate}", gate=gate)
    if company > 1:
        together = "side by side" if files >= company else "one behind the other" if files == 1 else "in {files} files"
        words = f"{words} {worded(FOLDER, together, files=files)}"
    aside = float(action["x"])
    if not measured(aside, "inch"):
        return words
    hand = "{far} to the right of its middle" if aside > 0 else "{far} to the left of its middle"
    return f"{words}, {worded(FOLDER, hand, far=length_words(abs(aside), 'inch'))}"


def _hand_over(_b: Any, action: Any, names: Names) -> str:
    whom, to = _figure(names, int(action["item"])), _figure(names, int(action["target"]))
    return worded(FOLDER, "hand {whom} over to {to}", whom=whom, to=to)


def _drink(_b: Any, _action: Any, _names: Names) -> str:
    return translated(FOLDER, "drink the magic potion")


def _take(_b: Any, action: Any, names: Names) -> str:
    return worded(FOLDER, "take the {item}", item=_one_of(names.items, int(action["item"]), "token"))


def _choose(b: Any, action: Any, names: Names) -> str:
    words = CHOICES.get(Phase(int(b["phase"])), "choose {who}")
    return worded(FOLDER, words, who=_figure(names, int(action["target"])))


def _end(b: Any, _action: Any, _names: Names) -> str:
    return translated(FOLDER, ENDS.get(Phase(int(b["phase"])), "go on"))


PHRASES = {
    "MOVE": Phrase(pose=True),
    "MUSTER": Phrase(
        parts=(Part("at", "target", "places"), Part("files", "amount"), Part("offset", "x")),
        words=_muster,
    ),
    "HAND_OVER": Phrase(parts=(Part("to", "target", "figures"), Part("captive", "item", "figures")), words=_hand_over),
    "DRINK": Phrase(words=_drink),
    "FIGHT": Phrase(least=2),
    "TAKE": Phrase(parts=(Part("", "item", "items"),), words=_take),
    "CHOOSE": Phrase(actors=False, parts=(Part("", "target", "figures"),), words=_choose),
    "END": Phrase(actors=False, words=_end),
}
