"""TOD, SUN, WEA, WIN: the flat modifiers of hour, sun, weather and wind, and how far one sees."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Purpose
from sandtable.games.batalist.enums import Flat, Skill
from sandtable.games.batalist.rules.formations import has
from sandtable.games.batalist.switches import Sun, Weather
from sandtable.kernel.dice import throw_die
from sandtable.kernel.geometry import LATTICE, facing_of_degrees, quarter_turned
from sandtable.kernel.limits import is_more_than
from sandtable.kernel.records import NONE

SUMMER = (
    Clause.WEA_2, Clause.WEA_3b, Clause.WEA_4b, Clause.WEA_5a, Clause.WEA_6,
    Clause.WEA_7,
)  # fmt: skip
WINTER = (
    Clause.WEA_8b, Clause.WEA_9b, Clause.WEA_10, Clause.WEA_11, Clause.WEA_12,
    Clause.WEA_13,
)  # fmt: skip
"""The clauses of the lines of each season's table, in the order of data/sky.toml."""

ASLANT = 2.0 * LATTICE
"""Exactly 45 degrees are within 45: both ends of a line may lie off by half a LATTICE either way."""


@kernel
def weather_of(b):
    """The line of the season's table that was rolled; without weather the last, which is clear."""
    place = 5 if b.sky == NONE else b.sky
    return b.winter[place] if b.options.weather == Weather.WINTER else b.summer[place]


@clause("BAT-TOD-8", "BAT-ARM-13")
@kernel
def is_night(b):
    """It is night, or a spell makes it night for this turn."""
    return b.hour != NONE and (b.hours[b.hour].night != 0) != (b.false_dawn != 0)


@clause("BAT-TOD-9", "BAT-TOD-11", "BAT-TOD-12", "BAT-WEA-2", "BAT-WEA-4c", "BAT-WEA-12", "BAT-SKL-33a")
@kernel
def modifier_of_hour(b, i):
    """What the hour adds to attacks and shots of battalion ``i``."""
    if b.hour == NONE:
        return 0
    is_creature = has(b, i, Skill.NIGHT_CREATURE)
    if is_night(b):
        sees = is_creature or has(b, i, Skill.TWILIGHT_VISION)
    else:
        sees = not is_creature or weather_of(b).veils_night != 0
    return 0 if sees else b.rules.night


@clause("BAT-SUN-1", "BAT-SUN-2", "BAT-SUN-3", "BAT-SUN-4", "BAT-OPT-2")
@kernel
def modifier_of_sun(b, dx, dy, shooting):
    """What the sun adds to an attack in the direction (dx, dy): it is in the face within 45 degrees."""
    if b.options.sun == Sun.NO or b.hour == NONE or is_night(b) or weather_of(b).hides_sun != 0:
        return 0
    sun = quarter_turned(float(b.hours[b.hour].sun_x), 0.0, b.north)
    towards = dx * sun.x + dy * sun.y
    aside = abs(dx * sun.y - dy * sun.x)
    if towards <= 0.0 or is_more_than(aside, towards, ASLANT):
        return 0
    return b.rules.sun_shooting if shooting else b.rules.sun_melee


@clause("BAT-WIN-1", "BAT-WIN-2")
@kernel
def way_of_wind(b):
    """Whither the wind blows."""
    return facing_of_degrees(60.0 * b.wind_to + 90.0 * b.north)


@clause("BAT-WIN-4", "BAT-WIN-5")
@kernel
def with_wind(b, dx, dy):
    """1: the direction (dx, dy) is with the wind, within 45 degrees of its own; -1: against it; 0: across."""
    blow = way_of_wind(b)
    along = dx * blow.x + dy * blow.y
    aside = abs(dx * blow.y - dy * blow.x)
    if along == 0.0 or is_more_than(aside, abs(along), ASLANT):
        return 0
    return 1 if along > 0.0 else -1


@clause("BAT-WIN-4", "BAT-WIN-6")
@kernel
def modifier_of_wind(b, dx, dy):
    """What the wind adds to a shot in the direction (dx, dy): half its strength with it, less against it."""
    return with_wind(b, dx, dy) * (b.wind // 2)


@clause("BAT-OPT-3", "BAT-WEA-3b", "BAT-WEA-4b", "BAT-WEA-5a", "BAT-WEA-9b", "BAT-WEA-8b", "BAT-DEF-26")
@kernel
def note_sky(b, a, dx, dy):
    """Note what hour, sun and weather add to attack ``a`` in the direction (dx, dy)."""
    shooting = a.shooting != 0
    a.flats[Flat.HOUR] = modifier_of_hour(b, a.dealer)
    a.flats[Flat.SUN] = modifier_of_sun(b, dx, dy, shooting)
    if shooting:
        a.flats[Flat.WEATHER] = weather_of(b).shooting


@clause("BAT-TOD-9", "BAT-TOD-12")
@kernel
def clause_of_hour(b):
    """By night who sees badly strikes badly, by day Night Creatures do."""
    return Clause.TOD_9 if is_night(b) else Clause.TOD_12


@clause("BAT-WEA-3b", "BAT-WEA-4b", "BAT-WEA-5a", "BAT-WEA-9b", "BAT-WEA-8b")
@kernel
def clause_of_weather(b):
    """The clause of the line of the season's table that was rolled."""
    place = 5 if b.sky == NONE else b.sky
    return WINTER[place] if b.options.weather == Weather.WINTER else SUMMER[place]


@clause("BAT-OPT-4", "BAT-TOD-10", "BAT-TOD-11", "BAT-WEA-3a", "BAT-WEA-4a")
@kernel
def sight_of(b, i):
    """How far battalion ``i`` sees, in steps."""
    sight = b.rules.sight / weather_of(b).sight
    sees = has(b, i, Skill.NIGHT_CREATURE) or has(b, i, Skill.TWILIGHT_VISION)
    return 0.5 * sight if is_night(b) and not sees else sight


@clause("BAT-TOD-1", "BAT-TOD-2", "BAT-TOD-3", "BAT-TOD-4", "BAT-TOD-5", "BAT-TOD-6", "BAT-TOD-7")
@kernel
def throw_hour(b, dice, log):
    """A die says the time of day."""
    b.hour = throw_die(dice, log, Purpose.HOUR, NONE, NONE, 6) - 1


@clause("BAT-WIN-2", "BAT-WIN-3", "BAT-WEA-8a")
@kernel
def throw_wind(b, dice, log):
    """A die turns the wind from north clockwise, another is its strength; in a blizzard it is as strong as can be."""
    b.wind_to = throw_die(dice, log, Purpose.WIND, NONE, NONE, 6)
    b.wind = 6 if weather_of(b).full_wind != 0 else throw_die(dice, log, Purpose.WIND, NONE, NONE, 6)


@clause("BAT-WEA-10", "BAT-WEA-8b", "BAT-SKL-33b")
@kernel
def losses_by_frost(b, i, die):
    """Figures that battalion ``i`` loses to the frost of a turn by this die; lone heroes none."""
    if weather_of(b).frost == 0 or has(b, i, Skill.COLD_INSENSITIVE) or b.figures[i].hero != NONE:
        return 0
    return max(die - b.rules.frost, 0)
