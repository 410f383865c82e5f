"""DEP-11: a hero deployed on the base of a friend: who may bear them, where, what is listed and what the enemy sees."""

from __future__ import annotations

from typing import Any

import pytest

from batalist.field import NORTH, SOUTH, action, add, carry_out, field, forbidden_by, refusal, zoned
from sandtable.games.batalist.enums import Phase, Role, State, Verb
from sandtable.games.batalist.laying.battalions import add_character, add_hero
from sandtable.games.batalist.listing.offers import legal_actions
from sandtable.games.batalist.record import ACTION
from sandtable.games.batalist.rules import deployment, hiding
from sandtable.games.batalist.showing.phrases import PHRASES
from sandtable.games.game import FigureName, Names
from sandtable.kernel.records import NONE, new_actions
from sandtable.kernel.verbs import MAX_LEGAL
from sandtable.translation import speaking


def before_heroes(**options: Any) -> tuple[Any, int, int, int]:
    """One battalion bare and one with a captain stand; a hero waits."""
    b = zoned(field(**options))
    bare, led = add(b, "L1", 0, 45, 8), add(b, "L1", 0, 60, 8)
    add(b, "O1", 1, 45, 55, SOUTH)
    add_character(b, Role.CAPTAIN, led)
    hero = int(b.characters[add_hero(b, "gashrak", 0, 0, 0, 0)].own)
    b.figures[hero].state = State.WAITING.value
    b.phase, b.first, b.mover = Phase.DEPLOYMENT.value, 0, 0
    return b, bare, led, hero


@pytest.mark.clause("BAT-DEP-11", "BAT-DEP-2", "BAT-HER-8")
def test_a_hero_may_be_deployed_on_the_base_of_a_battalion_without_a_character():
    """A1 is 5 by 4 at (45, 8), A2 with a captain at (60, 8); the hero is put anywhere on A1, or stands alone."""
    b, bare, led, hero = before_heroes()
    c = int(b.figures[hero].hero)
    on_led = action(b, Verb.DEPLOY, hero, x=60.0, y=8.0, facing=NORTH)
    assert forbidden_by(b, on_led) == "DEP_11" and refusal(b, on_led).other == led
    beside = action(b, Verb.DEPLOY, hero, x=49.0, y=8.0, facing=NORTH)
    assert forbidden_by(b, beside) == "" and deployment.base_under(b, hero, 49.0, 8.0) == NONE
    assert forbidden_by(b, action(b, Verb.DEPLOY, hero, x=47.6, y=8.0, facing=NORTH)) == "DEF_33", "half on the base"
    carry_out(b, action(b, Verb.DEPLOY, hero, x=46.0, y=9.0, facing=NORTH))
    assert (b.figures[hero].state, b.figures[bare].character, b.characters[c].battalion) == (State.ON_BASE, c, bare)
    assert (b.characters[c].rank, b.characters[c].file) == (0, 2), "in the middle of the first rank of five"


@pytest.mark.clause("BAT-DEP-11")
def test_battalions_and_second_heroes_are_deployed_on_no_base():
    b, _, _, hero = before_heroes()
    other = add(b, "L1", 0)
    second = int(b.characters[add_hero(b, "gashrak", 0, 0, 0, 0)].own)
    for i in (other, second):
        b.figures[i].state = State.WAITING.value
    assert forbidden_by(b, action(b, Verb.DEPLOY, other, x=45.0, y=8.0, facing=NORTH)) == "DEF_33"
    carry_out(b, action(b, Verb.DEPLOY, hero, x=45.0, y=8.0, facing=NORTH))
    assert forbidden_by(b, action(b, Verb.DEPLOY, second, x=45.0, y=8.0, facing=NORTH)) == "DEP_11"


@pytest.mark.clause("BAT-DEP-11", "BAT-DEP-8")
def test_a_hero_on_a_base_is_listed_and_in_the_dark_nobody_else_sees_on_which():
    b, bare, led, hero = before_heroes(deployment="dark")
    c = int(b.figures[hero].hero)
    listed = new_actions(MAX_LEGAL, ACTION)
    places = [(float(one.x), float(one.y)) for one in listed[: legal_actions(b, listed)]]
    assert places.count((45.0, 8.0)) == 1 and (60.0, 8.0) not in places
    names = Names(figures=tuple(FigureName(one, one, "", "", "") for one in ("A1", "A2", "B1", "H")), features=())
    [one] = [one for one in listed[: len(places)] if (one.x, one.y) == (45.0, 8.0)]
    for language, said in (("en", "stand on the base of A1 (A1)"), ("ru", "встать на базу. Батальон — A1 (A1)")):
        with speaking(language):
            assert PHRASES["DEPLOY"].words(b, one, names) == said
            assert PHRASES["DEPLOY"].public(b, one, names) == PHRASES["DEPLOY"].words(b, listed[0], names)
    carry_out(b, action(b, Verb.DEPLOY, hero, x=45.0, y=8.0, facing=NORTH))
    b.phase = Phase.DEPLOYMENT.value
    seen = b.copy()
    hiding.redact(seen, 1)
    assert [seen.figures[i].state for i in (bare, led, hero)] == [State.UNSEEN] * 3
    assert (seen.figures[bare].character, seen.characters[c].battalion, seen.characters[c].file) == (NONE, hero, 0)
    assert seen.figures[led].character != NONE, "who was attached before the battle is known"
    hiding.redact(b, 0)
    assert b.figures[bare].character == c
