"""SEQ-11, concealment = hidden: what a side's board lacks, what shows it, and what an order meets that nobody saw."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from inter_arma.field import (
    CRAWL,
    CRAWLER,
    FAR,
    FATIGUE,
    HIT,
    MORALE,
    RALLY,
    READER,
    RUN,
    SAVE,
    SENTRY,
    WALK,
    Field,
    man,
    rider,
)
from sandtable.games.inter_arma.record import Lies, State, Verb
from sandtable.games.inter_arma.rules import sequence
from sandtable.games.inter_arma.rules.concealment import redact
from sandtable.games.inter_arma.thinking.guessing import resample
from sandtable.kernel.dice import new_dice
from sandtable.kernel.log import Kind, new_log

OWN, FOES = 0, 1
HIDDEN = {"concealment": "hidden"}
SLEEPERS = {"alarm": True}

pytestmark = pytest.mark.clause("IA-SEQ-11")


def board(field: Field, side: int) -> Any:
    """The battle as a side's board has it."""
    seen = np.array([field.b])[0]
    redact(seen, side)
    return seen


def missing(field: Field, side: int) -> list[int]:
    """The figures that a side's board lacks."""
    seen = board(field, side)
    return [i for i in range(int(seen.n_figures)) if seen.figures[i].state == State.UNSEEN]


def told_to(field: Field, side: int) -> list[str]:
    """The codes of what a side learns from the log: what happened, then what dice brought."""
    log = new_log()
    for entry in field.log.entries[: int(field.log.n)]:
        if int(entry.seen_by) >> side & 1:
            log.entries[int(log.n)] = entry
            log.n += 1
    return READER.codes(log, Kind.EVENT) + READER.codes(log, Kind.OUTCOME)


def crawler(die: int, **options: str) -> Field:
    """One crawls 2 cm, at the end 18 cm from base to base before an enemy who faces it; 1 or 2 shows it."""
    field = Field([man(20, 20, "E", lying=True)], [man(42, 20, "W"), FAR], **options)
    return field.move(0, (22, 20), CRAWL, dice=[(CRAWLER, die)], facing="E")


def test_an_unseen_crawler_is_not_on_the_enemys_board() -> None:
    field = crawler(3, **HIDDEN)
    assert (missing(field, FOES), missing(field, OWN)) == ([0], [])
    seen = board(field, FOES).figures[0]
    assert (seen.x, seen.y, seen.lying, seen.moved) == (0, 0, 0, 0)
    assert "CRAWLS" in told_to(field, OWN) and "STAYS_UNSEEN" in told_to(field, OWN)
    assert not {"CRAWLS", "STAYS_UNSEEN"} & set(told_to(field, FOES))


def test_a_crawler_who_is_seen_is_shown() -> None:
    field = crawler(2, **HIDDEN)
    assert missing(field, FOES) == [] and "IS_SPOTTED" in told_to(field, FOES)


def test_nothing_is_hidden_where_the_table_is_open() -> None:
    field = crawler(3)
    assert missing(field, FOES) == [] and "CRAWLS" in told_to(field, FOES)


def test_who_gets_up_is_shown() -> None:
    """Lying unseen 80 cm away it is not on the board; walking it is."""
    field = Field([man(20, 20, lying=True)], [man(100, 80)], **HIDDEN)
    assert missing(field, FOES) == [0]
    field.move(0, (20, 23), WALK)
    assert missing(field, FOES) == []


@pytest.mark.parametrize(("die", "shown"), [(3, False), (4, True)])
def test_before_its_alarm_a_side_is_shown_whom_a_sentry_sights(die: int, shown: bool) -> None:
    """A man stands 18 cm before a sentry, in the open: 4 or more sights the man, and the whole group."""
    field = Field([man(40, 40), man(10, 10)], [man(40, 60, sentry=True), FAR], foe_side=SLEEPERS, **HIDDEN)
    assert missing(field, FOES) == [0, 1]
    field.done()
    field.done(dice=[(SENTRY, die)])
    assert missing(field, FOES) == ([] if shown else [0, 1])


def test_who_walks_into_an_unseen_crawler_stops_there_and_sees_them() -> None:
    """Its board shows the way free for 8 cm; it meets the other's base after 6 cm less the two radii."""
    field = Field([man(40, 40, "N")], [man(40, 46, "S", lying=True), FAR], **HIDDEN)
    action = field.action(Verb.MOVE, 0, to=(40, 48), mode=WALK)
    assert sequence.judge(board(field, OWN), action, new_log()).legal
    sequence.apply(field.b, action, field.dice, field.log)
    assert field.at(0) == pytest.approx((40, 44), abs=0.1) and missing(field, OWN) == []
    assert "REACHES" in field.told() and "IS_SPOTTED" in field.told()


def test_the_victim_of_an_unseen_crawler_cannot_be_ordered_away_and_is_still_ambushed() -> None:
    """It does not know (AMBUSH-11): its board shows nobody beside it, and it does not get away.

    That it is held shows the crawler; the ambush stands, and a save of 1 - 2 kills.
    """
    field = Field(
        [man(40, 40, "N", lying=True)], [man(40, 43.5, "N")] + [man(100, 80 - 3 * k, "E") for k in range(4)], **HIDDEN
    )
    field.move(0, (40, 41.5), CRAWL)
    assert missing(field, FOES) == [0] and board(field, FOES).figures[1].met_foe == 0
    field.done() if field.side() == OWN else None
    action = field.action(Verb.MOVE, 1, to=(40, 50), mode=WALK)
    assert sequence.judge(board(field, FOES), action, new_log()).legal
    sequence.apply(field.b, action, field.dice, field.log)
    assert field.at(1) == (40, 43.5) and "IS_HELD" in field.told() and missing(field, FOES) == []
    field.done(dice=[(SAVE, 1)])
    assert field.state(1) == "dead"


def test_a_guess_is_true_to_what_the_board_shows() -> None:
    """Whatever is guessed of the unseen, the board of the guess is the board; and guesses differ."""
    field = crawler(3, **HIDDEN)
    seen = board(field, FOES)
    places = set()
    for seed in range(8):
        guess = np.array([seen])[0]
        resample(guess, FOES, new_dice(seed))
        assert guess.figures[0].state == State.ABLE
        places.add((float(guess.figures[0].x), float(guess.figures[0].y)))
        redact(guess, FOES)
        assert guess.tobytes() == seen.tobytes()
    assert len(places) > 4


def test_who_shoots_shows_themselves_alone() -> None:
    """Before its alarm the camp is shown who has shot at it, and not the shooter's friends."""
    field = Field(
        [man(45, 47, "N", "bow"), man(10, 10)], [man(45, 57, "S", sentry=True), FAR],
        phase="shooting", foe_side=SLEEPERS, **HIDDEN,
    )  # fmt: skip
    assert missing(field, FOES) == [0, 1]
    field.load((HIT, 1))
    action = field.action(Verb.SHOOT, 0, target=2)
    sequence.apply(field.b, action, field.dice, field.log)
    assert field.b.figures[0].noted == 1 << FOES


def test_fatigue_and_booty_of_who_is_not_shown_are_not_told() -> None:
    """It has the chest in hand, 60 cm before a camp asleep, and throws for its run."""
    chest = {"markers": [{"thing": "loot", "carrier": "A0", "owner": "foes"}]}
    own = [rider(20, 20), rider(24, 20)]
    field = Field(own, [man(80, 60, sentry=True), FAR], turn=2, foe_side=SLEEPERS, case=chest,
                  cavalry_fatigue="as_infantry", **HIDDEN)  # fmt: skip
    seen = board(field, FOES).markers[0]
    assert (seen.lies, seen.carrier) == (Lies.NOWHERE, -1) and board(field, OWN).markers[0].carrier == 0
    field.play(Verb.DECLARE, 0, 1, dice=[(FATIGUE, 5), (FATIGUE, 1)], mode=RUN)
    assert READER.codes(field.log, Kind.OUTCOME) == ["TIRE"] and READER.codes(field.log, Kind.EVENT) == ["IS_SLOWED"]
    told = field.log.entries[: int(field.log.n)]
    assert len(told) >= 2 and not any(int(entry.seen_by) >> FOES & 1 for entry in told)


def test_a_sentry_who_walks_into_somebody_is_shown_them() -> None:
    field = Field([man(40, 40), man(10, 10)], [man(40, 46, "S", sentry=True), FAR], foe_side=SLEEPERS, **HIDDEN)
    field.done()
    assert missing(field, FOES) == [0, 1]
    sequence.apply(field.b, field.action(Verb.MOVE, 2, to=(40, 40), mode=WALK), field.dice, field.log)
    assert field.at(2) == pytest.approx((40, 42), abs=0.1) and missing(field, FOES) == [1]


class TestTold:
    """What a sleeping camp, which sees nobody beyond a rock, is not told of those there."""

    TOWER = ({"kind": "tower", "id": "tower", "box": [40, 40, 44, 44]}, {"kind": "rock", "box": [0, 60, 120, 62]})

    def beyond_the_rock(self, *own: dict[str, Any], **case: Any) -> Field:
        foes = [man(60, 80, "N", sentry=True), man(63, 80)]
        field = Field([*own, man(100, 5)], foes, ground=self.TOWER, foe_side=SLEEPERS, case=case, **HIDDEN)
        assert missing(field, FOES) == list(range(len(own) + 1))
        return field

    @pytest.mark.clause("IA-TABLE-13")
    @pytest.mark.parametrize(("one", "code"), [(man(39, 42), "GOES_UP"), (man(41, 42, tower="tower"), "COMES_DOWN")])
    def test_who_climbs(self, one: dict[str, Any], code: str) -> None:
        field = self.beyond_the_rock(one).play(Verb.CLIMB, 0, target=0, to=(39, 42), mode=WALK)
        assert code in told_to(field, OWN) and told_to(field, FOES) == []

    @pytest.mark.clause("IA-SAVE-14")
    def test_who_closes_ranks(self) -> None:
        field = self.beyond_the_rock(*(man(x, 40, "N", "shield") for x in (50, 52, 54))).play(Verb.FORM, 0, 1, 2)
        assert told_to(field, OWN) == ["CLOSES_RANKS"] and told_to(field, FOES) == []

    @pytest.mark.clause("IA-NIGHT-15", "IA-NIGHT-18", "IA-MORALE-27", "IA-MORALE-28")
    def test_who_gets_into_disorder_runs_and_is_held(self) -> None:
        """Five turns without combat, at night: 2 and 2 are a rout, and a 3 holds them."""
        field = self.beyond_the_rock(man(50, 40), man(50, 50, klass="hero"), night_until=9)
        field.b.squads[0].idle = 4
        field.done()
        field.play(Verb.DONE, dice=[(MORALE, 2), (MORALE, 2), (RALLY, 3)])
        for code in ("IN_DISORDER", "ROUTS", "HOLDS"):
            assert code in told_to(field, OWN) and code not in told_to(field, FOES)

    @pytest.mark.clause("IA-MORALE-27")
    def test_who_runs_home(self) -> None:
        field = self.beyond_the_rock(man(50, 40, routing=True), man(50, 50, klass="hero", squad="staff"))
        field.done().done(dice=[(RALLY, 1)])
        assert field.b.turn == 2 and "CANNOT_HOLD" in told_to(field, OWN)
        assert "RUNS_HOME" in told_to(field, OWN) and not {"CANNOT_HOLD", "RUNS_HOME"} & set(told_to(field, FOES))
