"""Odds in one line: what befalls whom how often, in the words of the game, worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
import yaml

from sandtable.games import built_in, get_game
from sandtable.games.game import Fares
from sandtable.server.messages.protocol import AskOdds, Share
from sandtable.server.views.odds_in_a_line import share_of
from sandtable.server.views.seat_state import BattleState
from sandtable.table.battle import Battle
from sandtable.table.cases import answer
from sandtable.table.odds import Odds, Outcome
from sandtable.translation import speaking

BLADES_AND_WARBAND = """
game: dba
phase: combat
side: red
figures:
- {id: A, is: 4Bd, side: red, at: [1200, 1000], facing: N}
- {id: B, is: 4Wb, side: blue, at: [1200, 1060], facing: S}
"""
LONGBOWS_AND_BLADES = """
game: dba
side: red
phase: shooting
figures:
- {id: L, is: 4Lb, side: red, at: [2000, 1000]}
- {id: T, is: 4Bd, side: blue, at: [2000, 1200], facing: S}
"""
CENTURION_AND_VILLAGER = """
game: dbaix
phase: combat
side: romans
figures:
- {id: R1, is: centurion, at: [12, 10], facing: N}
- {id: G1, is: villager, at: [12, 11], facing: S}
"""
THREE_MELEES = """
game: inter-arma
phase: melee
table: {width: 120, height: 90}
initiative: [red, blue]
sides:
- key: red
  edge: south
  figures:
  - {id: A, at: [40, 40], facing: N, equipment: [shield]}
  - {id: C, at: [60, 40], facing: N}
  - {id: E, at: [80, 40], facing: N}
- key: blue
  edge: north
  figures:
  - {id: B, at: [40, 42], facing: S, type: armored infantry}
  - {id: D, at: [60, 42], facing: S}
  - {id: F, at: [80, 42], facing: S}
"""
WOUNDED = """
game: inter-arma
phase: wounded
table: {width: 120, height: 90}
initiative: [red, blue]
sides:
- {key: red, edge: south, figures: [{id: A, at: [40, 40], facing: N}]}
- key: blue
  edge: north
  figures: [{id: B, at: [42, 40], facing: N, wounded: true}, {id: Z, at: [110, 85], facing: S}]
"""


def told(position: str, action: str, language: str = "en", sides: tuple[str, ...] | None = None) -> Share:
    """What a board is told of the action in one line, its narrow blanks made plain; ``sides``: that it plays."""
    state = BattleState(answer(yaml.safe_load(position), "case").battle, [], 0)
    with speaking(language):
        playing = state.deciding if sides is None else sides
        share = state.view(playing).odds(AskOdds(type="odds", n=1, action=action), 0, playing).share
    assert share is not None
    return share.model_copy(update={"text": share.text.replace("\u202f", " ").replace("\xa0", " ")})


@pytest.mark.clause("DBA-OUT-1", "DBA-OUT-2")
def test_a_fight_says_what_befalls_whom():
    """Blades have 5 and a die a, Warband 3 and a die b.

    Equal: b = a + 2, 4 of 36. The Warband have more: b > a + 2, 3 + 2 + 1 = 6, and Blades that Warband beat are
    destroyed. They have half or less of the Blades' total: b = 1 and a of 3 or more, b = 2 and a of 5 or more, 6.
    The other 20 make them recoil.
    """
    share = told(BLADES_AND_WARBAND, "fight A B")
    assert share.text == "they: destroyed 17 %, recoil 56 %; no effect 11 %; we: destroyed 17 %"
    assert (share.better, share.even, share.worse, share.both) == (72.2, 11.1, 16.7, 0)
    assert told(BLADES_AND_WARBAND, "fight A B", "ru").text == (
        "у них: гибель 17 %, отход 56 %; без последствий 11 %; у нас: гибель 17 %"
    )


@pytest.mark.parametrize("sides", [(), ("red", "blue"), ("blue",)])
def test_whoever_does_not_play_the_side_that_acts_alone_reads_names(sides: tuple[str, ...]):
    """A spectator, two people at one screen, and the other side."""
    assert told(BLADES_AND_WARBAND, "fight A B", sides=sides).text == (
        "Blue: destroyed 17 %, recoil 56 %; no effect 11 %; Red: destroyed 17 %"
    )
    assert told(BLADES_AND_WARBAND, "fight A B", "ru", sides).text == (
        "Синие: гибель 17 %, отход 56 %; без последствий 11 %; Красные: гибель 17 %"
    )


@pytest.mark.clause("DBA-OUT-1")
def test_a_shot_says_it_of_those_who_are_shot_at():
    """Longbows 2 against Blades 5: Blades recoil on 5-1, 6-1 and 6-2, of 36; 8 is never twice their 6."""
    share = told(LONGBOWS_AND_BLADES, "shoot L at T")
    assert (share.text, share.better) == ("they: recoil 8 %; no effect 92 %", 8.3)
    assert told(LONGBOWS_AND_BLADES, "shoot L at T", "ru").text == "у них: отход 8 %; без последствий 92 %"


@pytest.mark.clause("DBAIX-RES-1", "DBAIX-RES-5")
def test_it_says_it_of_either_side_in_words_of_its_own():
    """A Centurion alone has 2 and a die a, a villager 3 and a die b.

    Equal: b = a - 1, 5 of 36. The villager has half or less on 6-1 alone (4 of 8), and is removed; in the 9 others of
    the 10 with a > b + 1 it is beaten and stands. The Centurion is beaten in 21, b >= a. It has half or less on 1-3 to
    1-6, 2-5 and 2-6, and is sent to camp; else, in 15, it recoils.
    """
    assert told(CENTURION_AND_VILLAGER, "fight R1 G1").text == (
        "they: removed 3 %; both stand 39 %; we: sent to camp 17 %, recoil 42 %"
    )
    assert told(CENTURION_AND_VILLAGER, "fight R1 G1", "ru").text == (
        "у них: вне игры 3 %; все стоят 39 %; у нас: отправка в лагерь 17 %, отход 42 %"
    )


@pytest.mark.clause("IA-SAVE-7", "IA-SAVE-8", "IA-MELEE-11")
def test_a_melee_tells_the_killed_from_the_wounded():
    """Either strikes first in half of all clashes. A shield is killed on 1 and wounded on 2 and 3, armour on 1 and 2.

    B is killed in 1/2 * 1/6 + 1/2 * 1/2 * 1/6 = 1/8, and wounded as often. A is killed in 1/2 * 1/6 + 1/2 * 2/3 * 1/6
    = 5/36, and wounded in twice that. The rest, 1/3, harms neither.
    """
    share = told(THREE_MELEES, "fight A at B")
    assert share.text == "they: killed 13 %, wounded 13 %; no harm 33 %; we: killed 14 %, wounded 28 %"
    assert told(THREE_MELEES, "fight A at B", "ru").text == (
        "у них: гибель 13 %, рана 13 %; без урона 33 %; у нас: гибель 14 %, рана 28 %"
    )


@pytest.mark.clause("IA-WOUND-3")
def test_who_is_spared_is_left_behind():
    """1 and 2 kill, 3 leaves, 4 and more capture."""
    assert told(WOUNDED, "dispatch A at B").text == "they: killed 33 %, captured 50 %; left behind 17 %"
    assert told(WOUNDED, "dispatch A at B", "ru").text == "у них: гибель 33 %, плен 50 %; оставлен лежать 17 %"


def share(
    chances: dict[tuple[str, ...], Fraction],
    readers: tuple[str, ...] | None = None,
    position: str = BLADES_AND_WARBAND,
    **fields: Any,
) -> str:
    """The line of a fight of A with B of which this may come: codes by actor, as ``A:RECOILS``."""
    battle: Battle = answer(yaml.safe_load(position), "case").battle
    action = battle.action("fight A B")
    some = battle.odds(action).outcomes[0].findings[0]
    outcomes = [
        Outcome("", p, 0, None, None, tuple(replace(some, actor=actor, code=code) for actor, code in map(split, codes)))
        for codes, p in chances.items()
    ]
    battle.engine.game = replace(battle.game, **fields)
    found = share_of(battle, action, Odds(tuple(outcomes), True, 36, 36, ()), readers)
    return found.text.replace("\u202f", " ") if found else ""


def split(said: str) -> tuple[str, str]:
    actor, code = said.split(":")
    return actor, code


def test_the_worst_that_befalls_a_side_counts_and_both_may_suffer():
    """Who flees and is lost is lost; where both recoil it is said of both, and no percent is missing to either."""
    third, tiny = Fraction(1, 3), Fraction(1, 1000)
    assert share({("B:RECOILS", "B:IS_DESTROYED"): third, ("A:RECOILS", "B:FLEES"): 1 - third}) == (
        "they: destroyed 33 %, flee 67 %; we: recoil 67 %"
    )
    assert share({("B:RECOILS",): 1 - tiny, ("A:RECOILS",): tiny}) == "they: recoil >99 %; we: recoil <1 %"
    assert share({("B:RECOILS",): Fraction(1)}) == "they: recoil 100 %"
    assert share({(): Fraction(1)}) == "", "nobody suffers"


def test_a_game_may_say_the_four_ends_instead():
    own = Fares("both stand", "they lose one", "we lose one", "both lose one", "all stand")
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    both = {("A:RECOILS", "B:RECOILS"): quarter, (): half, ("A:RECOILS",): quarter}
    assert share(both, fares=own) == "both stand 50 %, we lose one 25 %, both lose one 25 %"
    assert share({("A:RECOILS",): half, (): half}, fares=own) == "all stand 50 %, we lose one 50 %"
    assert share(both, fares=Fares("even", "win", "lose")) == "even 75 %, lose 25 %"


def test_the_four_ends_are_said_by_name_too():
    own = Fares("both stand", "they lose one", "we lose one", "both lose one", "all stand", "lose one")
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    chances = {("A:RECOILS", "B:RECOILS"): quarter, (): quarter, ("A:RECOILS",): half}
    assert share(chances, (), fares=own) == "both stand 25 %; Red: lose one 50 %; both lose one 25 %"
    assert share({("B:RECOILS",): half, (): half}, (), fares=own) == "Blue: lose one 50 %; both stand 50 %"


def test_of_several_others_those_are_named_to_whom_anything_may_befall():
    half = Fraction(1, 2)
    line = CENTURION_AND_VILLAGER.replace("R1", "A").replace("G1", "B")
    pirate = line + "- {id: P, is: pirate, at: [14, 11], facing: S}\n"
    assert share({("B:RECOILS",): half, ("A:RECOILS",): half}, (), pirate) == "Gauls: recoil 50 %; Romans: recoil 50 %"
    assert share({("B:RECOILS",): half, ("P:RECOILS",): half}, (), pirate) == "Gauls and Pirates: recoil 100 %"


@pytest.mark.parametrize("key", built_in())
def test_every_end_that_is_bad_for_somebody_has_a_word(key: str):
    game = get_game(key)
    for fares in (game.fares, *game.fares_of.values()):
        assert fares.even not in ("even", ""), "every game here says it in words of its own"
        four = fares.better and fares.worse and fares.both and fares.loses
        assert set(fares.each) == game.suffers or (not fares.each and four)
