"""Who may play a side, and what a computer general does: the one place that calls the generals."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from sandtable.errors import InputError
from sandtable.kernel.dice import new_dice
from sandtable.kernel.verbs import current_side

if TYPE_CHECKING:
    from sandtable.table.battle import Battle

HUMAN = "human"
RANDOM = "random"


class Player(NamedTuple):
    """Somebody who can hold a seat."""

    key: str
    name: str
    text: str


def _generals() -> dict[str, Any]:
    """The installed computer generals by key; empty when this installation has none."""
    try:
        module = import_module("sandtable.generals")
    except ModuleNotFoundError as error:
        if error.name != "sandtable.generals":
            raise
        return {}
    found: dict[str, Any] = getattr(module, "GENERALS", {})
    return found


def computers() -> dict[str, Player]:
    """Every computer player by key, the simplest first."""
    players = {RANDOM: Player(RANDOM, "Random", "Any legal action, whatever comes.")}
    for key, general in _generals().items():
        first = (getattr(general, "text", None) or general.__doc__ or "").strip().splitlines()
        name = getattr(general, "name", None) or key.replace("_", " ").capitalize()
        players[key] = Player(key, str(name), first[0] if first else "")
    return players


def player_name(kind: str) -> str:
    """What people call this kind of player."""
    if kind == HUMAN:
        return "Human"
    player = computers().get(kind)
    return player.name if player else kind


def check_kind(kind: str, where: str) -> str:
    """``kind`` when it can hold a seat; InputError naming ``where`` otherwise."""
    known = [HUMAN, *computers()]
    if kind not in known:
        raise InputError(f"{where}: expected one of {', '.join(known)}, got {kind!r}")
    return kind


def choose(kind: str, battle: Battle) -> Any:
    """The action that the computer general ``kind`` takes for the side to decide.

    It is handed dice of its own, keyed by the state: it cannot know the next real die, and a battle resumed
    after a crash goes on as it would have.
    """
    dice = new_dice(f"general:{kind}:{battle.state_hash()}")
    general = _generals().get(kind)
    if general is None:
        return battle.sample(dice)
    record = battle.record
    return battle.action(general.choose(record, int(current_side(record)), dice))
