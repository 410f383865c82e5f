"""PRE-5, OPT-2, WEA, WIN, C6: dice of the preparation that no chapter of its own throws, and disputes (TOP)."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code, Purpose
from sandtable.games.batalist.enums import Ground, Roll, State
from sandtable.games.batalist.record import N_WEATHERS, SIDES
from sandtable.games.batalist.rules.ground import seeing_from
from sandtable.games.batalist.rules.sky import way_of_wind, weather_of, with_wind
from sandtable.games.batalist.switches import Weather, Wind
from sandtable.kernel.dice import Source, draw, throw_die
from sandtable.kernel.geometry import base_of, contains_point, is_west_of
from sandtable.kernel.log import side_event
from sandtable.kernel.opposed_rolls import CONTESTANT, Again, contest, enter
from sandtable.kernel.records import NONE

SPOTS = 6
"""Places of a field whose ground is rolled."""


@kernel
def _throw_off(b, dice, log, purpose):
    """Both sides throw until one is higher; returns which."""
    thrown = np.empty(SIDES, CONTESTANT)
    for side in range(SIDES):
        enter(thrown[side], side, NONE, 0)
    return contest(thrown, SIDES, Again.ALL, dice, log, purpose)


@clause("BAT-OPT-2")
@kernel
def throw_for_compass(b, dice, log):
    """The side that says which edge of the table is north."""
    side = _throw_off(b, dice, log, Purpose.NORTH)
    side_event(log, Code.CHOOSES_NORTH, Clause.OPT_2, side, 0)
    return side


@clause("BAT-WEA-1", "BAT-WEA-11", "BAT-WEA-6", "BAT-OPT-1")
@kernel
def throw_weather(b, dice, log):
    """A die on the table of the season; a result that says "again" is thrown again, in odds drawn from the others."""
    if b.options.weather == Weather.NO:
        return
    if b.options.weather == Weather.WINTER and dice.source == Source.TREE:
        kept = 0
        for place in range(N_WEATHERS):
            if b.winter[place].again == 0:
                kept += 1
        chosen = draw(dice, Purpose.WEATHER, np.ones(kept), kept)
        for place in range(N_WEATHERS):
            if b.winter[place].again == 0:
                if chosen == 0:
                    b.sky = place
                chosen -= 1
        return
    b.sky = throw_die(dice, log, Purpose.WEATHER, NONE, NONE, 6) - 1
    while weather_of(b).again != 0:
        b.sky = throw_die(dice, log, Purpose.WEATHER, NONE, NONE, 6) - 1


@clause("BAT-WEA-6", "BAT-WEA-8a", "BAT-WIN-3", "BAT-OPT-1")
@kernel
def wind_blows(b):
    """There is wind to throw for: the players want it, or the weather brings it."""
    return b.options.wind == Wind.YES or weather_of(b).changing_wind != 0


@clause("BAT-WIN-5")
@kernel
def wind_drift(b):
    """How far, and where, the wind carries a shot across it: half its strength."""
    blow = way_of_wind(b)
    return 0.5 * b.wind * blow.x, 0.5 * b.wind * blow.y


@clause("BAT-WIN-5")
@kernel
def target_in_wind(b, i, target, x, y):
    """Whom a shot of battalion ``i`` at (x, y) meets: across the wind its point drifts, maybe to nobody (NONE).

    RULING: of several who touch one another there it is the one aimed at, else the one farthest west.
    """
    other = b.figures[target]
    eye = seeing_from(b, i, base_of(b.figures[i]), other.x, other.y)
    goes_nowhere = x == eye.x and y == eye.y
    if b.wind == 0 or goes_nowhere or with_wind(b, x - eye.x, y - eye.y) != 0:
        return target
    aside_x, aside_y = wind_drift(b)
    met = NONE
    for k in range(b.n_figures):
        u = b.figures[k]
        is_there = k != i and u.state == State.FIELD and u.healthy > 0
        if not is_there or not contains_point(base_of(u), x + aside_x, y + aside_y):
            continue
        if k == target:
            return k
        if met == NONE or is_west_of(u, b.figures[met]):
            met = k
    return met


@clause("BAT-ARM-19", "BAT-ARM-17")
@kernel
def throw_ground(b, dice, log):
    """A die for each spot of a field whose ground is rolled: of its three shapes the one named becomes that ground."""
    for spot in range(1, SPOTS + 1):
        die = 0
        for k in range(b.terrain.n_features):
            if b.sites[k].spot != spot:
                continue
            if die == 0:
                die = throw_die(dice, log, Purpose.GROUND, NONE, NONE, 6)
            b.terrain.features[k].kind = ground_of(b.sites[k].roll, die)


@clause("BAT-ARM-19")
@kernel
def ground_of(shape, die):
    """What one shape of a spot becomes by the die: 2 hill, 3 wood, 4 scrub, 5 ravine, 6 house; else open ground."""
    if shape == Roll.DISC:
        if die == 2:
            return Ground.HILL
        if die == 3:
            return Ground.WOOD
        if die == 4:
            return Ground.DIFFICULT
    if shape == Roll.TRENCH and die == 5:
        return Ground.RAVINE
    if shape == Roll.HOUSE and die == 6:
        return Ground.BUILDING
    return Ground.OPEN


@clause("BAT-TOP-2")
@kernel
def settle_dispute(b, dice, log):
    """Both agree to leave a disputed case to a die: the higher is right, ties throw again; the log says who."""
    side = _throw_off(b, dice, log, Purpose.DISPUTE)
    side_event(log, Code.IS_RIGHT, Clause.TOP_2, side, 0)
    return side
