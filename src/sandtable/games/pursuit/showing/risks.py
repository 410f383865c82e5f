"""What dice may do to whom a move carries: the ride itself, with every die that it throws, counted out exactly.

No second model of riding: from one thing that happens on the way to the next the rules ride, once for every face of the
dice. Rides that stand alike after it are one from there on, so that even a long way through rubble is soon counted out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from sandtable.games.common.amounts import length_words
from sandtable.games.game import Names
from sandtable.games.pursuit.clauses import Code
from sandtable.games.pursuit.record import End, Motion, Verb, Where
from sandtable.games.pursuit.rules.mines import waits_to_explode
from sandtable.games.pursuit.rules.movement_phase import make_move
from sandtable.games.pursuit.rules.riding import ride_on
from sandtable.games.pursuit.showing.chances import chance
from sandtable.games.pursuit.showing.city_ahead import keeping
from sandtable.games.pursuit.showing.naming import say
from sandtable.games.scene import Explanation, SceneNote
from sandtable.kernel.dice import new_dice
from sandtable.kernel.dice_tree import next_leaf, start_walk
from sandtable.kernel.log import Kind, new_log
from sandtable.kernel.records import NONE

ENDS = {
    Code.GIVES_UP: ("PURS-OBJ-8", "Leaves over the rear edge and has given up"),
    Code.RUNS_INTO_WALL: ("PURS-IMP-3", "Lives through a collision and may be turned"),
    Code.RUNS_INTO_SIDE: ("PURS-IMP-3", "Lives through a collision and may be turned"),
    Code.GETS_AWAY: ("PURS-OBJ-6", "Gets away over the Arrival"),
    Code.HALTS_AT_ARRIVAL: ("PURS-OBJ-7", "Halts at the Arrival"),
    Code.CANNOT_GET_ON: ("PURS-MOV-17", "Cannot get on"),
    Code.IS_STOPPED: ("PURS-DIF-6", "Stopped in the rubble"),
}
"""How a ride may end otherwise than dead, at mines, at somebody, or where it was drawn to: clause and words.

Who fails a test, goes on by house rule, and is ended by something else is said to be ended by that: so it comes last.
"""

AT_SOMEBODY = {
    Code.MEETS: ("PURS-MOV-14", "Meets {who} and fights at once; the fight is not counted here"),
    Code.IS_STOPPED_BY: ("PURS-MOV-12", "Stopped by {who}"),
}
"""How it may end at somebody."""

KILLED, MINES, ARRIVES = "killed", "mines", "arrives"
DEADLY = ((KILLED, NONE), (Code.GIVES_UP, NONE))


@dataclass(slots=True)
class Due:
    """One dangerous terrain test on the way."""

    inches: float  # gone before it
    piece: int
    due: Fraction = Fraction(0)  # it comes to it
    failed: Fraction = Fraction(0)  # and fails it


def _shares() -> dict[Any, Fraction]:
    return defaultdict(Fraction)


@dataclass(slots=True)
class Ride:
    """Everything that may become of a ride, with its chances."""

    tests: dict[tuple[float, int], Due] = field(default_factory=dict)
    ends: dict[tuple[Any, int], Fraction] = field(default_factory=_shares)  # how it ended, and at whom
    stops: dict[tuple[float, float], Fraction] = field(default_factory=_shares)  # where, of those that live

    @property
    def survives(self) -> Fraction:
        """The chance that it lives, fights and mines apart."""
        return 1 - sum((self.ends.get(end, Fraction(0)) for end in DEADLY), Fraction(0))


def risks(b: Any, names: Names, action: Any) -> Explanation:
    """The tests of a legal move and how it may end, each with its exact chance; nothing where it throws no die.

    Of keeping the pace: what the city does to everybody if all of them do.
    """
    if action["verb"] == Verb.KEEP:
        return keeping(b, names)
    if action["verb"] != Verb.MOVE:
        return Explanation()
    ride = counted_out(b, action)
    if ride.ends.keys() == {(ARRIVES, NONE)} and not ride.tests:
        return Explanation()
    return Explanation(notes=tuple(_said(names, ride, names.figures[int(action["actors"][0])].name)))


def counted_out(b: Any, action: Any) -> Ride:
    """The ride up to its end, to a fight or to mines: whatever interrupts it is not counted out any more."""
    trial, log, dice = np.zeros(1, b.dtype), new_log(), new_dice("risks")
    trial[0] = b
    make_move(trial[0], action, log)
    i, ride = int(action["actors"][0]), Ride()
    riding = {trial[0].tobytes(): Fraction(1)}
    while riding:
        went: dict[bytes, Fraction] = _shares()
        for start, so_far in riding.items():
            for ways in _every_throw(start, trial, dice, log):
                share = so_far * ways
                _note_test(ride, trial[0], log, share)
                if _goes_on(trial[0]):
                    went[trial[0].tobytes()] += share
                else:
                    ride.ends[_end_of(trial[0], i, log)] += share
                    if trial[0].figures[i]["where"] != Where.DEAD:
                        stop = trial[0].figures[i]
                        ride.stops[round(float(stop.x), 1), round(float(stop.y), 1)] += share
        riding = went
    return ride


def _every_throw(start: bytes, trial: Any, dice: Any, log: Any) -> Iterator[Fraction]:
    """Ride from a start up to the next thing that happens, once for every throw of it: the chance of each."""
    start_walk(dice)
    while True:
        trial.view(np.uint8)[:] = np.frombuffer(start, np.uint8)
        log["n"] = 0
        ride_on(trial[0], dice, log)
        thrown = dice["thrown"][: int(dice["n_thrown"])]
        share = Fraction(1)
        for throw in thrown:
            share *= Fraction(round(float(throw["ways"])), round(float(throw["of"])))
        yield share
        if not next_leaf(dice, 0):
            return


def _goes_on(b: Any) -> bool:
    return bool(b.motion.kind == Motion.MOVE and b.end == End.NOT_YET and waits_to_explode(b) == NONE)


def _codes(log: Any) -> dict[int, int]:
    """What the log tells of, each with the other figure of it."""
    entries = log["entries"][: int(log["n"])]
    told = entries[(entries["kind"] == Kind.EVENT.value) | (entries["kind"] == Kind.OUTCOME.value)]
    return {int(entry["code"]): int(entry["other"]) for entry in told}


def _note_test(ride: Ride, b: Any, log: Any, share: Fraction) -> None:
    codes = _codes(log)
    passes, fails = Code.PASSES_TERRAIN.value in codes, Code.FAILS_TERRAIN.value in codes
    if not passes and not fails:
        return
    motion = b.motion
    key = (round(float(motion.gone), 1), int(motion.inside))
    test = ride.tests.setdefault(key, Due(*key))
    test.due += share
    test.failed += share if fails else 0


def _end_of(b: Any, i: int, log: Any) -> tuple[Any, int]:
    """How the ride has ended, and at whom."""
    codes = _codes(log)
    if b.figures[i]["where"] == Where.DEAD and Code.GIVES_UP.value not in codes:
        return KILLED, NONE
    for code in AT_SOMEBODY:
        if code.value in codes:
            return code, codes[code.value]
    for code in ENDS:
        if code.value in codes:
            return code, NONE
    return (MINES, NONE) if waits_to_explode(b) != NONE else (ARRIVES, NONE)


def _said(names: Names, ride: Ride, who: str) -> Iterator[SceneNote]:
    words = say("{who} survives: {chance}.", who=who, chance=chance(ride.survives))
    yield SceneNote(text=words, clause="PURS-DIF-4" if ride.tests else "PURS-IMP-1")
    for number, test in enumerate(ride.tests.values(), 1):
        fails = chance(test.failed / test.due)
        far, piece = length_words(test.inches, "inch"), names.features[test.piece]
        words = "Test {number}, after {far}, in {piece}: fails {fails}."
        if test.due != 1:
            words = "Test {number}, after {far}, in {piece}: fails {fails}. Comes to it: {comes}."
        words = say(words, number=number, far=far, piece=piece, fails=fails, comes=chance(test.due))
        yield SceneNote(text=words, clause="PURS-DIF-2")
    for (end, whom), share in sorted(ride.ends.items(), key=lambda one: -one[1]):
        if end in ENDS:
            clause, words = ENDS[end][0], say(ENDS[end][1])
        elif end in AT_SOMEBODY:
            clause, words = AT_SOMEBODY[end]
            words = say(words, who=f"{names.figures[whom].name} ({names.figures[whom].id})")
        elif end == MINES:
            clause = "PURS-SPO-9"
            words = say("Sets off mines, before it goes on; what they do is not counted here")
        elif end == KILLED:
            clause, words = "PURS-DIF-4" if ride.tests else "PURS-IMP-1", say("Killed")
        else:
            clause, words = "PURS-MOV-4", say("Gets to where it is drawn")
        yield SceneNote(text=f"{words}: {chance(share)}.", clause=clause)
