"""What an order leads to: the melees as they would stand, and who is seen, is stopped or sees whom at its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from sandtable.compiler.decorators import kernel
from sandtable.games.common.amounts import with_its_mark
from sandtable.games.game import Names
from sandtable.games.inter_arma.clauses import Clause, Code
from sandtable.games.inter_arma.record import ACTION, BATTLE, Phase, Verb
from sandtable.games.inter_arma.rules.ambush import victims_of
from sandtable.games.inter_arma.rules.concealment import waits_for_alarm
from sandtable.games.inter_arma.rules.crawling import may_spot, seen_up_to
from sandtable.games.inter_arma.rules.ground import in_wood
from sandtable.games.inter_arma.rules.movement import trip_of
from sandtable.games.inter_arma.rules.pairing import fix_contacts, join
from sandtable.games.inter_arma.rules.positions import are_enemies, is_able, is_enemy_of
from sandtable.games.inter_arma.rules.sentries import watched_by
from sandtable.games.inter_arma.rules.sequence import apply_verb, judge
from sandtable.games.inter_arma.rules.visibility import is_night, sees
from sandtable.games.inter_arma.showing.phrases import figure_words, say
from sandtable.games.inter_arma.switches import CrawlTestPer
from sandtable.games.scene import Explanation, SceneNote, SceneOverlay
from sandtable.kernel.dice import new_dice
from sandtable.kernel.log import Kind, new_log
from sandtable.kernel.records import NONE, new_actions
from sandtable.translation import gettext

LITTLE = 0.05
"""Centimetres that nobody misses."""


@kernel
def to_fights(b, log):
    """Carry a copy of the battle from its movement, shots or closing up to its melees as they would stand.

    Returns 0 in any other step, else 1. Who falls on somebody from ambush strikes before them.
    """
    if b.phase != Phase.MOVEMENT and b.phase != Phase.SHOOTING and b.phase != Phase.CLOSING:
        return 0
    for i in range(b.n_figures):
        if victims_of(b, i) != 0:
            b.figures[i].fought = 1
    fix_contacts(b)
    b.phase = Phase.MELEE
    b.begun = 1
    return 1


def _copy(b: Any) -> Any:
    copied = np.zeros(1, BATTLE)
    copied[0] = b
    return copied.view(np.recarray)[0]


def fighters(b: Any, action: Any) -> tuple[int, ...]:
    """All who take part in the melee that an action begins, those of its own team first."""
    if action["verb"] != Verb.FIGHT or b.phase != Phase.MELEE or b.begun != 1:
        return ()
    trial = _copy(b)
    join(trial, int(action["actors"][0]), int(action["target"]))
    first, second = (int(members) for members in trial.fight.members)
    return tuple(i for members in (first, second) for i in range(int(b.n_figures)) if members >> i & 1)


def risks(b: Any, names: Names, action: Any) -> Explanation:
    """Where an order stops each of its figures, who may see them there, whom they see, and with what chances."""
    if action["verb"] != Verb.MOVE:
        return Explanation()
    movers = [int(i) for i in action["actors"][: int(action["n_actors"])]]
    after = _copy(b)
    apply_verb(after, action, new_dice("foresight"), new_log(keep=False))
    going = [i for i in movers if after.figures[i].moved and not b.figures[i].moved]
    notes = [*_staying(b, names, action, movers, going), *_stopped(b, names, action, going, after)]
    notes += [*_seen(after, names, going), *_sighted(after, names, going)]
    return Explanation(overlays=tuple(_lines(after, movers[0])) if len(movers) == 1 else (), notes=tuple(notes))


WHY = {
    Code.HAS_MOVED: "it has moved",
    Code.IS_ROUTING: "it runs home",
    Code.IS_ASLEEP: "it sleeps until the alarm",
    Code.SENTRIES_WALK: "sentries only walk before the alarm",
    Code.OTHERS_GO_FIRST: "those go first who have thrown for fatigue",
    Code.RIDERS_RUN: "cavalry only runs",
    Code.IS_TIRED: "it is too tired",
    Code.HAS_DECLARED_RUN: "it has declared a run",
    Code.HAS_DECLARED_CRAWL: "it has declared a crawl",
    Code.IS_ON_TOWER: "it is on a tower",
    Code.IS_IN_CONTACT: "it is in contact with an enemy",
    Code.RETREATS_ON_FOOT: "it retreats at a walk or a run",
    Code.CARRIERS_WALK: "it carries something and may not run",
    Code.GROUND_IN_THE_WAY: "it cannot pass what is before it",
    Code.FIGURE_IN_THE_WAY: "a civilian is in the way",
    Code.NOT_CRAWLING_UPHILL: "it cannot crawl uphill",
    Code.NOT_CRAWLING_OVER: "it cannot crawl over an obstacle",
    Code.LOSES_ALL: "it loses all of its move",
    Code.STANDS_THERE: "somebody stands there",
    Code.MOVES_TOO_FAR: "nothing is left of its move",
}
"""Why one of a group does not go with it."""


def _staying(b: Any, names: Names, action: Any, movers: Sequence[int], going: Sequence[int]) -> Iterator[SceneNote]:
    """Of a group: who does not go at all, and why."""
    lead = b.figures[movers[0]]
    for i in movers if len(movers) > 1 else ():
        if i in going:
            continue
        alone, log = new_actions(1, ACTION)[0], new_log()
        for field in ("verb", "mode", "amount", "n_via", "via", "fx", "fy"):
            alone[field] = action[field]
        alone["n_actors"], alone["actors"][0], by = 1, i, (b.figures[i].x - lead.x, b.figures[i].y - lead.y)
        alone["via"] += by
        alone["x"], alone["y"] = action["x"] + by[0], action["y"] + by[1]
        judge(b, alone, log)
        code, clause = next(
            ((Code(int(one.code)), int(one.clause)) for one in log.entries[: log.n] if one.kind == Kind.REASON),
            (Code.GOES_NOWHERE, int(Clause.MOVE_33)),
        )
        cited = "IA-" + Clause(clause).name.replace("_", "-")
        why = say(WHY.get(code, "it would get nowhere"))
        yield SceneNote(text=say("{who} stays: {why}.", who=figure_words(names, i), why=why), clause=cited)


IN_THE_WAY = "{who} stops after {far} cm: {what} is in the way."


def _it(movers: Sequence[int], one: str, many: str) -> str:
    return one if len(movers) == 1 else many


def _stopped(b: Any, names: Names, action: Any, movers: Sequence[int], after: Any) -> Iterator[SceneNote]:
    """Of a group: who does not get as far as they were sent, and why."""
    tired = 0
    for i in movers if int(action["n_actors"]) > 1 else ():
        trip = trip_of(b, i, action)
        who, far = figure_words(names, i), with_its_mark(f"{round(float(trip.gone), 1):g}")
        end = after.figures[i]
        if max(abs(float(end.x) - trip.x), abs(float(end.y) - trip.y)) > LITTLE:
            yield SceneNote(text=say("{who} stops short of a friend.", who=who), clause="IA-MOVE-30")
        elif trip.code == Code.CONTACT_ENDS:
            yield SceneNote(text=say("{who} stops after {far} cm, in contact.", who=who, far=far), clause="IA-MOVE-31")
        elif trip.code == Code.GROUND_IN_THE_WAY:
            ground = say(names.lists["ground"][1 + int(trip.other)])
            words = say(IN_THE_WAY, who=who, far=far, what=ground[0].lower() + ground[1:])
            yield SceneNote(text=words, clause="IA-MOVE-30")
        elif trip.code == Code.FIGURE_IN_THE_WAY:
            words = say(IN_THE_WAY, who=who, far=far, what=figure_words(names, int(trip.other)))
            yield SceneNote(text=words, clause="IA-MOVE-30")
        elif trip.code == Code.NOT_CRAWLING_UPHILL:
            words = say("{who} cannot crawl on uphill after {far} cm.", who=who, far=far)
            yield SceneNote(text=words, clause="IA-MOVE-21")
        elif trip.code == Code.NOT_CRAWLING_OVER:
            words = say("{who} cannot crawl on over an obstacle after {far} cm.", who=who, far=far)
            yield SceneNote(text=words, clause="IA-MOVE-22")
        elif trip.code == Code.MOVES_TOO_FAR:
            tired += 1
    if tired:
        words = "{tired} of {movers} go as far as they may, which is less than that."
        if tired == len(movers) > 1:
            words = "All of them go as far as they may, which is less than that."
        elif tired == 1:
            words = "{tired} of {movers} goes as far as it may, which is less than that."
            words = _it(movers, "It goes as far as it may, which is less than that.", words)
        yield SceneNote(text=say(words, tired=tired, movers=len(movers)), clause="IA-MOVE-26")


def _seen(after: Any, names: Names, movers: Sequence[int]) -> Iterator[SceneNote]:
    """Who lies down may be seen on a die; of the others it is said how many enemies see them."""
    upright = [i for i in movers if not after.figures[i].lying]
    for i in movers:
        if after.figures[i].lying:
            yield _spotted(after, names, i, alone=len(movers) == 1)
    if not upright:
        return
    foes = [j for j in range(int(after.n_figures)) if is_able(after.figures[j]) and are_enemies(after, upright[0], j)]
    found = sum(any(sees(after, i, j) for i in upright) for j in foes)
    watch = sum(any(sees(after, j, i) for i in upright) for j in foes)
    there = _it(movers, "From there it sees {found};", "From there they see {found};")
    look = "{watch} see" if watch > 1 else "{watch} sees"
    whom = _it(movers, "it.", "some of them." if watch else "any of them.")
    words = say(f"{there} {look} {whom}", found=_enemies(found), watch=_enemies(watch))
    yield SceneNote(text=words, clause="IA-VIS-7")


def _enemies(count: int) -> str:
    return say("no enemy" if not count else "one enemy" if count == 1 else "{count} enemies", count=count)


def _spotted(after: Any, names: Names, i: int, alone: bool) -> SceneNote:
    """How likely somebody who lies there is seen."""
    who = say("It") if alone else figure_words(names, i)
    if after.rain or is_night(after):
        words = say("{who} lies unseen: nobody is spotted by night, in rain or fog.", who=who)
        return SceneNote(text=words, clause="IA-NIGHT-4")
    watchers = [
        j for j in range(int(after.n_figures)) if is_enemy_of(after, i, after.figures[j].side) and may_spot(after, j, i)
    ]
    if not watchers:
        words = say("{who} lies unseen: no enemy looks that way from near enough.", who=who)
        return SceneNote(text=words, clause="IA-CRAWL-1")
    chance, enemies = _percent(spotting(after, i, len(watchers))), _enemies(len(watchers))
    words = say("{who} is seen with {chance}: {enemies} may see that place.", who=who, chance=chance, enemies=enemies)
    return SceneNote(text=words, clause="IA-CRAWL-2")


def spotting(b: Any, i: int, watchers: int) -> Fraction:
    """The chance that figure ``i``, lying, is seen by so many enemies: by one die, or by house rule one for each."""
    missed = 1 - Fraction(int(seen_up_to(b, i)), 6)
    return 1 - missed ** (watchers if b.options.crawl_test_per == CrawlTestPer.OBSERVER else 1)


def _percent(chance: Fraction) -> str:
    ways = gettext("{number} of {most}", number=chance.numerator, most=chance.denominator)
    return with_its_mark(f"{100 * float(chance):.1f} %") + f" ({ways})"


def _sighted(after: Any, names: Names, movers: Sequence[int]) -> Iterator[SceneNote]:
    """Sentries who would throw for one of them once all have moved, and the chance that the alarm is called."""
    missed, count = Fraction(1), 0
    for s in range(int(after.n_figures)):
        sentry = after.figures[s]
        if not sentry.sentry or not is_able(sentry) or not waits_for_alarm(after, int(sentry.side)):
            continue
        j = int(watched_by(after, s))
        if j == NONE or j not in movers:
            continue
        foe = after.figures[j]
        least = int(after.rules.sentry_wood if in_wood(after, foe.x, foe.y) else after.rules.sentry_open)
        missed *= Fraction(least - 1, 6)
        count += 1
    if count:
        who = "A sentry throws for" if count == 1 else "{count} sentries throw for"
        words = f"{who} {_it(movers, 'it: it is', 'them: they are')} sighted with {{chance}}."
        yield SceneNote(text=say(words, count=count, chance=_percent(1 - missed)), clause="IA-SENTRY-2")


def _lines(after: Any, i: int) -> Iterator[SceneOverlay]:
    """Lines of sight of one figure at the end of its move: to whom it sees, and from who sees it alone."""
    here = after.figures[i]
    for j in range(int(after.n_figures)):
        there = after.figures[j]
        if not is_able(there) or not are_enemies(after, i, j):
            continue
        own, theirs = bool(sees(after, i, j)), bool(sees(after, j, i))
        if own or theirs:
            points = ((float(here.x), float(here.y)), (float(there.x), float(there.y)))
            kind, label = ("shot", "sees it from there") if own else ("watched", "is seen there, and does not see")
            yield SceneOverlay(kind=kind, points=points, label=label, clause="IA-VIS-7")
