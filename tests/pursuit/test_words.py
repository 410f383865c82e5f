"""What Pursuit says of what is asked, done and likely: ends that nobody need name, and shots that end in one death."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pursuit.test_refusals import FAR, SCOUT, chase
from sandtable.errors import NotationError
from sandtable.games.common.amounts import agreeing, agreement_of
from sandtable.games.pursuit.clauses import FOLDER
from sandtable.games.rulebook import read_texts
from sandtable.translation import speaking

GARGOYLE = "{id: G1, profile: winged_swarmer, at: [%s], facing: 90}"


class Name(str):
    """A name in a sentence, and with forms the one that agrees with it."""

    def __format__(self, spec: str) -> str:
        return agreeing(spec, agreement_of(self)) if spec else str(self)


def test_who_stays_need_not_say_where_it_stands() -> None:
    battle = chase("movement", SCOUT)
    for said in ("stay S1", {"stay": ["S1"]}, {"verb": "stay", "figures": ["S1"]}):
        assert battle.action(said).text == "stay S1 to 20,18 facing 90"
    assert battle.action("stay S1 facing 45").text == "stay S1 to 20,18 facing 45"


@pytest.mark.parametrize("verb", ["move", "turn", "deploy"])
def test_an_end_that_is_missing_is_missed_of_its_own_verb(verb: str) -> None:
    battle = chase("movement", SCOUT)
    with pytest.raises(NotationError, match=f": {verb} does not say where it ends: to, ahead, by, facing, or about"):
        battle.action(f"{verb} S1")


@pytest.mark.parametrize(
    ("move", "english", "russian"),
    [
        ("move S1 to 26,18 facing 90", "move 6 inches, facing to the Arrival", "пройти 6 дюймов, курс к Прибытию"),
        ("move S1 via 22,18 to 22,22 facing 0",
         "move 6 inches with a turn, ending 4 inches to the left, facing 90 degrees to the left",
         "пройти 6 дюймов с поворотом, в сторону: 4 дюйма влево, курс на 90° влево"),
        ("move S1 via 24,18 to 24,16 facing 180",
         "move 6 inches with a turn, ending 2 inches to the right, facing 90 degrees to the right",
         "пройти 6 дюймов с поворотом, в сторону: 2 дюйма вправо, курс на 90° вправо"),
    ],
)  # fmt: skip
def test_a_way_with_a_turn_says_how_far_aside_it_ends(move: str, english: str, russian: str) -> None:
    """From 20,18 towards the Arrival, the east: two ways of six inches with one turn each end apart."""
    battle = chase("movement", SCOUT)
    for language, said in (("en", english), ("ru", russian)):
        with speaking(language):
            assert battle.action(move).label.partition(": ")[2] == said


@pytest.mark.parametrize(("language", "said"), [("en", "be set up at 11.2″, 1″"), ("ru", "встать: 11,2″, 1″")])
def test_who_is_set_up_is_told_where_and_no_way_from_nowhere(language: str, said: str) -> None:
    battle = chase("movement", SCOUT)
    with speaking(language):
        assert battle.action("deploy S1 to 11.2,1 facing 90").label.partition(": ")[2] == said


@pytest.mark.clause("PURS-SHO-13", "PURS-SHO-16")
def test_of_two_shots_it_is_told_how_the_target_comes_off_in_the_end() -> None:
    """Twin-linked bolters, BS 4: each of two shots misses with 1/3 x 1/3 and wounds with 2/3; AP 5 leaves no 6+ save.

    So each kills with 8/9 x 2/3 = 16/27. Killed by one or both: 1 - 11/27 x 11/27 = 608/729. Both miss: 1/81 = 9/729.
    Else, with 112/729, it is unhurt.
    """
    battle = chase("shooting", SCOUT, f"{GARGOYLE % '30, 18'}, {FAR}")
    odds = battle.odds("shoot S1 at G1 with gun1")
    assert odds.exact
    killed = [outcome for outcome in odds.outcomes if "is killed" in outcome.text]
    unhurt = [outcome for outcome in odds.outcomes if "is unhurt" in outcome.text]
    assert sum(outcome.probability for outcome in killed) == Fraction(608, 729)
    assert sum(outcome.probability for outcome in unhurt) == Fraction(112, 729)
    assert not set(killed) & set(unhurt)


@pytest.mark.parametrize(
    ("actor", "other", "said"),
    [
        ("Горгулья", "Разведчик", "Разведчик: ожог биоплазмой. Плевалась ею Горгулья."),
        ("Разведчик", "Горгулья", "Горгулья: ожог биоплазмой. Плевался ею Разведчик."),
    ],
)
def test_a_gargoyle_is_feminine_in_russian(actor: str, other: str, said: str) -> None:
    with speaking("ru"):
        assert read_texts(FOLDER)["IS_BURNT"].format(actor=Name(other), other=Name(actor)) == said


@pytest.mark.parametrize(
    ("dice", "said"), [(1, "притормозить на кубик"), (2, "притормозить на 2 кубика"), (3, "притормозить на 3 кубика")]
)
def test_dice_of_slowing_down_are_counted_in_russian(dice: int, said: str) -> None:
    battle = chase("pursuit", SCOUT)
    with speaking("ru"):
        assert battle.action(f"slow S1 by {dice}").label == f"Разведчик на мотоцикле (S1): {said}"


def test_how_far_one_may_go_is_asked_in_the_genitive_in_russian() -> None:
    battle = chase("movement", SCOUT)
    with speaking("ru"):
        assert battle.decision is not None
        assert battle.decision.text.endswith("движение фигуры Разведчик на мотоцикле (S1) — до 6 дюймов; или разгон.")
