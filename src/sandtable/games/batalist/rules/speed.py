"""ACT, TER: effective speed, what ground and direction do to a leg of a move, and the length of a wheel."""

from __future__ import annotations

import math

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.enums import Ground, Skill
from sandtable.games.batalist.rules.formations import has, slowed_by_formation
from sandtable.games.batalist.rules.sky import weather_of
from sandtable.games.batalist.rules.wounded import slowed_by_wounded
from sandtable.kernel.records import NONE


@clause("BAT-ACT-11", "BAT-FRM-5", "BAT-FRM-9", "BAT-WOU-7", "BAT-WEA-9a", "BAT-BOA-5", "BAT-SKL-33b", "BAT-ACT-15")
@kernel
def effective_speed(b, i):
    """Steps of one Move of battalion ``i``: at least 1 before it is halved; none in a Hedgehog."""
    u = b.figures[i]
    if u.boat != NONE:
        return b.boats[u.boat].speed
    slow = slowed_by_formation(b, i)
    if slow == 0:
        return 0.0
    if u.wounded_of != NONE:
        speed = 0.5 * b.profiles[u.profile].speed
    else:
        speed = max(b.profiles[u.profile].speed + u.speed_plus - slowed_by_wounded(b, i), 1.0) / slow
    if not has(b, i, Skill.SNOW_WALKER) and not has(b, i, Skill.FLYING):
        speed /= weather_of(b).snow
    return speed


@clause(
    "BAT-TER-10", "BAT-TER-11", "BAT-TER-12", "BAT-TER-14", "BAT-TER-17", "BAT-TER-18", "BAT-TER-6", "BAT-TER-7",
    "BAT-SKL-7", "BAT-SKL-18b", "BAT-SKL-21a", "BAT-SKL-22", "BAT-SKL-23a", "BAT-SKL-23b", "BAT-SKL-24", "BAT-WEA-5b",
)  # fmt: skip
@kernel
def slowed_by_ground(b, i, kind):
    """What ground of this kind divides the speed of battalion ``i`` by; 0: it cannot go there."""
    plain = 1
    if has(b, i, Skill.FLYING):
        return plain
    heavy = has(b, i, Skill.HEAVY_ARMOUR)
    swims = has(b, i, Skill.SWIMMER) and not heavy
    if kind == Ground.WOOD and has(b, i, Skill.FOREST_WALKER):
        return plain
    if (kind == Ground.SWAMP or kind == Ground.MARSHY) and has(b, i, Skill.SWAMP_WALKER):
        return plain
    if kind == Ground.SWAMP and swims:
        return plain
    if kind == Ground.WATER and swims and weather_of(b).swollen == 0:
        return plain
    if kind == Ground.MARSHY and heavy:
        return b.kinds[Ground.SWAMP].slow
    if kind == Ground.STEEP and (has(b, i, Skill.BIG) or has(b, i, Skill.RIDER)):
        return 0
    return b.kinds[kind].slow


@clause("BAT-ACT-6", "BAT-ACT-7")
@kernel
def length_of_wheel(width, degrees):
    """Steps of a wheel: the arc of the other front corner."""
    return width * math.radians(abs(degrees))
