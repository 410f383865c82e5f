"""What a move leads to: the fights of this bound as they would stand if the movement ended with it."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.games.dba.record import Phase
from sandtable.games.dba.rules import bounds, combat, facing


@kernel
def to_fights(b, log):
    """Carry a copy of the battle from its movement to its fights: all turn to face, nobody shoots.

    Returns 0 where somebody would have to choose whom an element turns to, else 1.
    """
    if b.phase != Phase.MOVEMENT:
        return 0
    bounds.end_movement(b, log)
    if facing.turn_to_face(b, log):
        return 0
    combat.pair_off(b)
    b.phase = Phase.COMBAT
    return 1
