"""How DBAix actions are written on one line: `move A to 21.5,31.5 facing 90`, `hand over P1 to P2 captive G12`."""

from __future__ import annotations

from sandtable.games.game import Part, Phrase

PHRASES = {
    "MOVE": Phrase(pose=True),
    "MUSTER": Phrase(
        parts=(Part("at", "target", "places"), Part("files", "amount"), Part("offset", "x")),
    ),
    "HAND_OVER": Phrase(parts=(Part("to", "target", "figures"), Part("captive", "item", "figures"))),
    "DRINK": Phrase(),
    "FIGHT": Phrase(least=2),
    "TAKE": Phrase(parts=(Part("", "item", "items"),)),
    "CHOOSE": Phrase(actors=False, parts=(Part("", "target", "figures"),)),
    "END": Phrase(actors=False),
}
