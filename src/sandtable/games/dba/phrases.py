"""How DBA actions are written on one line: `move R3 R4 ahead 200`, `shoot R5 R6 at B2`, `dismount R1`."""

from __future__ import annotations

from sandtable.games.dba.record import Ground
from sandtable.games.dba.scenario_file import EDGES
from sandtable.games.game import Part, Phrase

WORD_LISTS = {
    "grounds": tuple(ground.name.lower() for ground in Ground),
    "edges": tuple(EDGES),
    "shares": ("compulsory", "optional"),
    "camps": ("occupied", "unoccupied"),
}
"""Words for numbers in actions: what is placed, which edge, as which of the home's features, whether anybody is in."""

PHRASES = {
    "MOVE": Phrase(pose=True),
    "DISMOUNT": Phrase(),
    "LAND": Phrase(pose=True),
    "SHOOT": Phrase(parts=(Part("at", "target", "figures"),)),
    "FIGHT": Phrase(least=2),
    "CHOOSE": Phrase(actors=False, parts=(Part("", "target", "figures"),)),
    "END": Phrase(actors=False),
    "PLACE": Phrase(
        actors=False,
        pose=True,
        parts=(Part("", "item", "grounds"), Part("as", "target", "shares"), Part("size", "amount")),
    ),
    "EDGE": Phrase(actors=False, parts=(Part("", "amount", "edges"),)),
    "PITCH": Phrase(actors=False, pose=True, parts=(Part("", "amount", "camps"),)),
    "DEPLOY": Phrase(pose=True),
    "HOLD_BACK": Phrase(),
    "SWAP": Phrase(least=2),
}
