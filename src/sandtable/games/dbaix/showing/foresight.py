"""What a move leads to: the fights of this bound as they would stand if the movement ended with it."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.games.dbaix.record import Phase
from sandtable.games.dbaix.rules import bounds, combat


@kernel
def to_fights(b, log):
    """Carry a copy of the battle from its movement to its fights: all turn to face, nobody drinks.

    Returns 0 where it is not in its movement, else 1.
    """
    if b.phase != Phase.MOVEMENT:
        return 0
    bounds.end_movement(b, log)
    combat.turn_to_face(b, log)
    bounds.begin_combat(b)
    return 1
