"""Battalions and characters of a muster into the record."""

from __future__ import annotations

from typing import Any

from sandtable.compiler.decorators import clause
from sandtable.errors import CapacityError
from sandtable.games.batalist.enums import Formation, Role, Skill, State
from sandtable.games.batalist.laying.profiles import fill_profile, has_skill, read_units
from sandtable.games.batalist.record import MAX_BATTALIONS, MAX_CHARACTERS, N_PROFILES
from sandtable.games.batalist.rules.formations import footprint
from sandtable.kernel.geometry import facing_of_degrees
from sandtable.kernel.records import NONE
from sandtable.translation import gettext


def profile_place(b: Any, key: str) -> int:
    """Where the profile of a unit stands in the record; it is filled in when it is new."""
    unit = list(read_units()).index(key)
    for place in range(N_PROFILES):
        profile = b.profiles[place]
        if profile.cell_width == 0.0:
            fill_profile(profile, key, int(b.rules.hero_magic))
        if profile.unit == unit:
            return place
    raise CapacityError(gettext("a battle holds at most {most} profiles", most=N_PROFILES))


@clause("BAT-FRM-3", "BAT-SKL-15", "BAT-DEF-7", "BAT-DEF-8", "BAT-DEP-10")
def add_battalion(b: Any, key: str, side: int, x: float, y: float, facing: float, figures: int = 0) -> int:
    """One more battalion, in Column or, if Wide, Loose; heroes are battalions of one. Returns its place."""
    if b.n_figures >= MAX_BATTALIONS:
        raise CapacityError(gettext("a battle holds at most {most} battalions", most=MAX_BATTALIONS))
    i = int(b.n_figures)
    b.n_figures += 1
    unit, u = read_units()[key], b.figures[i]
    u.side, u.profile, u.state = side, profile_place(b, key), State.FIELD.value
    u.files = unit.get("files", 1)
    u.start = u.healthy = figures or u.files * unit.get("ranks", 1)
    wide = has_skill(b.profiles[u.profile], Skill.WIDE)
    u.formation = Formation.LOOSE.value if wide else Formation.COLUMN.value
    u.hero = u.wounded_of = u.character = u.boat = u.owes_fight = NONE
    u.fixed[:] = u.cards[:] = u.givers[:] = NONE
    u.x, u.y = x, y
    u.fx, u.fy = facing_of_degrees(facing)
    u.width, u.depth = footprint(b, i)
    return i


@clause("BAT-DEP-1", "BAT-DEP-3", "BAT-DEF-5")
def add_character(b: Any, role: Role, battalion: int) -> int:
    """One more character, attached to a battalion, in the middle of its first rank. Returns the character's place."""
    if b.n_characters >= MAX_CHARACTERS:
        raise CapacityError(gettext("a battle holds at most {most} characters", most=MAX_CHARACTERS))
    c = int(b.n_characters)
    b.n_characters += 1
    character, u = b.characters[c], b.figures[battalion]
    character.side, character.role, character.alive = u.side, role.value, 1
    character.battalion, character.own = battalion, NONE
    character.file = min(u.files, u.healthy) // 2
    character.artefact = character.orders_one = NONE
    u.character = c
    return c


@clause("BAT-DEF-6", "BAT-HER-11", "BAT-PRO-14", "BAT-PRO-15")
def add_hero(b: Any, key: str, side: int, x: float, y: float, facing: float) -> int:
    """One more hero, standing alone as a battalion of one. Returns the place among the characters."""
    i = add_battalion(b, key, side, x, y, facing)
    c = add_character(b, Role.HERO, i)
    b.figures[i].character, b.figures[i].hero = NONE, c
    hero = b.characters[c]
    hero.own = i
    hero.reserve = hero.reserve_full = read_units()[key]["reserve"]
    hero.magic = b.profiles[b.figures[i].profile].magic
    return c
