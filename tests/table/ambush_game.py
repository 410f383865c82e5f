"""A tiny game full of secrets, on the duel's rules: orders written at once, figures that lurk, and ambushes.

Both sides write an order at the same time, as often as they like, and seal it. A figure may lurk: enemies do not see
where it is, nor that it moves. Who walks onto it without seeing it is ambushed, and stays put.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import IntEnum
from typing import Any

import numpy as np

from sandtable.compiler.decorators import kernel
from sandtable.games.game import Laid, Part, Phrase
from sandtable.kernel.dice import choose, throw_die
from sandtable.kernel.log import event, locate, reason, speak_up, whisper
from sandtable.kernel.records import NOBODY, NONE, record
from sandtable.kernel.verbs import AtOnce, Verbs, Verdict, bind
from table import duel_game as duel
from table.duel_game import FIGURE, MAX_FIGURES, Clause, Code, Phase, Where

ORDERS = 4
"""The phase before the first bound in which both sides write."""


class AmbushPhase(IntEnum):
    """The steps of a bound, and the writing of orders before them all."""

    START = Phase.START.value
    MOVEMENT = Phase.MOVEMENT.value
    FIGHTING = Phase.FIGHTING.value
    OVER = Phase.OVER.value
    ORDERS = ORDERS


class AmbushVerb(IntEnum):
    """What a side can decide to do."""

    MOVE = duel.Verb.MOVE.value
    FIGHT = duel.Verb.FIGHT.value
    SHOW = duel.Verb.SHOW.value
    END = duel.Verb.END.value
    WRITE = 6  # amount: the order
    LURK = 7  # actors: who
    SEAL = 8


BATTLE = record(
    ("figures", FIGURE, (MAX_FIGURES,)), ("options", duel.OPTIONS), ("table_width", "f8"), ("table_height", "f8"),
    ("n_figures", "i4"), ("phase", "i4"), ("round", "i4"), ("side", "i4"), ("pips", "i4"), ("flag", "i4"),
    ("plan", "i4", (2,)), ("shown", "i4", (2,)), ("won", "i4", (2,)), ("sealed", "i4", (2,)),
    ("lurks", "i4", (MAX_FIGURES,)), ("ended", "i4"),
)  # fmt: skip
"""``lurks``: 1 of a figure whom enemies do not see. ``ended``: bounds ended, so that every end can be seen."""


@kernel
def setup(b, dice, log):
    """Both sides write first."""
    b.phase = ORDERS


@kernel
def current_side(b):
    """Whose bound it is, or who writes."""
    return NOBODY if b.phase == Phase.OVER else np.int64(b.side)


@kernel
def at_once(b):
    """Both write at the same time."""
    if b.phase != ORDERS:
        return AtOnce(0, 0)
    return AtOnce(3, b.sealed[0] + 2 * b.sealed[1])


@kernel
def turn_to(b, side):
    """Ask this one of those who write."""
    b.side = side


@kernel
def judge(b, action, log):
    """Full legality of any action, by what its side sees."""
    writes = action.verb == AmbushVerb.WRITE or action.verb == AmbushVerb.LURK or action.verb == AmbushVerb.SEAL
    if b.phase == Phase.OVER or writes != (b.phase == ORDERS):
        reason(log, Code.NOT_NOW.value, Clause.SEC_1.value, NONE, NONE, 0)
        return Verdict(0, 0)
    if action.verb == AmbushVerb.LURK:
        who = action.actors[0]
        if action.n_actors != 1 or b.figures[who].side != b.side or b.lurks[who] != 0:
            reason(log, Code.NOT_YOURS.value, Clause.SEC_1.value, who, NONE, 0)
            return Verdict(0, 0)
    if action.verb == AmbushVerb.WRITE and (action.amount < 1 or action.amount > 6):
        reason(log, Code.NOT_NOW.value, Clause.SEC_1.value, NONE, NONE, 0)
        return Verdict(0, 0)
    return Verdict(1, 0) if writes else duel.judge(b, action, log)


@kernel
def ambusher(b, i, x, y):
    """The lurking enemy on whom figure ``i`` would stand at x, y; NONE: there is none."""
    for j in range(b.n_figures):
        lurks = b.lurks[j] != 0 and b.figures[j].side != b.figures[i].side and duel.is_up(b.figures[j])
        if lurks and duel.apart(b.figures[j], x, y) < -0.01:
            return j
    return NONE


@kernel
def apply(b, action, dice, log):
    """Carry out an action that is legal as its side sees the table."""
    if action.verb == AmbushVerb.WRITE:
        b.plan[b.side] = action.amount
    elif action.verb == AmbushVerb.LURK:
        b.lurks[action.actors[0]] = 1
    elif action.verb == AmbushVerb.SEAL:
        b.sealed[b.side] = 1
        b.side = 1 - b.side
        if b.sealed[b.side] != 0:
            b.side = 0
            b.phase = Phase.START.value
            duel.run_on(b, dice, log)
    elif action.verb == AmbushVerb.MOVE:
        move(b, action, dice, log)
    else:
        if action.verb == AmbushVerb.END:
            b.ended += 1
        duel.apply(b, action, dice, log)
    uncover(b)


@kernel
def move(b, action, dice, log):
    """Move, unless a lurking enemy stands there: then the mover is ambushed and stays, and both see each other."""
    lead = b.figures[action.actors[0]]
    dx, dy = action.x - lead.x, action.y - lead.y
    for k in range(action.n_actors):
        i = action.actors[k]
        enemy = ambusher(b, i, b.figures[i].x + dx, b.figures[i].y + dy)
        if enemy != NONE:
            b.pips -= 1
            b.lurks[enemy] = 0
            b.lurks[i] = 0
            b.figures[i].moved = 1
            event(log, Code.ON_SOMEBODY.value, Clause.SEC_1.value, i, enemy, 0)
            return
    is_secret = b.lurks[action.actors[0]] != 0
    if is_secret:
        whisper(log, 1 << b.side)
    b.pips -= 1
    for k in range(action.n_actors):
        figure = b.figures[action.actors[k]]
        figure.x += dx
        figure.y += dy
        figure.moved = 1
        at = event(log, Code.MOVES.value, Clause.MOV_1.value, action.actors[k], NONE, 0)
        locate(log, at, figure.x, figure.y, figure.x, figure.y, 0.0)
    speak_up(log)


@kernel
def uncover(b):
    """Nobody lurks who touches an enemy in sight, or is out of the game."""
    for i in range(b.n_figures):
        if b.lurks[i] != 0 and not duel.is_up(b.figures[i]):
            b.lurks[i] = 0
    for i in range(b.n_figures):
        for j in range(b.n_figures):
            a, c = b.figures[i], b.figures[j]
            if a.side != c.side and duel.is_up(a) and duel.is_up(c) and duel.apart(a, c.x, c.y) < 0.01:
                b.lurks[i] = 0
                b.lurks[j] = 0


@kernel
def legal_actions(b, out):
    """Orders and who may lurk; after that what the duel lists."""
    if b.phase != ORDERS:
        return duel.legal_actions(b, out)
    n = 0
    for amount in range(1, 7):
        duel.blank(out[n], AmbushVerb.WRITE.value)
        out[n].amount = amount
        n += 1
    for i in range(b.n_figures):
        if b.figures[i].side == b.side and b.lurks[i] == 0:
            duel.blank(out[n], AmbushVerb.LURK.value)
            out[n].n_actors = 1
            out[n].actors[0] = i
            n += 1
    duel.blank(out[n], AmbushVerb.SEAL.value)
    return n + 1


@kernel
def sample_action(b, dice, action):
    """Seal, or what the duel would do."""
    if b.phase == ORDERS:
        duel.blank(action, AmbushVerb.SEAL.value)
    else:
        duel.sample_action(b, dice, action)


@kernel
def redact(b, side):
    """Blank the other side's order until it is shown, its lurking figures, its PIPs, and who writes what."""
    if b.shown[1 - side] == 0:
        b.plan[1 - side] = 0
    if b.side != side:
        b.pips = 0
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.side == side:
            continue
        if b.phase == ORDERS and b.lurks[i] != 0:
            b.lurks[i] = 0  # while orders are written everybody is seen where they were laid
        elif b.lurks[i] != 0:
            figure.x = figure.y = figure.fx = figure.fy = 0.0
            figure.moved = 0
            figure.where = Where.OUT.value


@kernel
def resample(b, side, dice):
    """Guess the other side's order, how many PIPs it has left, and where its lurking figures are."""
    if b.shown[1 - side] == 0:
        b.plan[1 - side] = choose(dice, np.int64(7))
    if b.side != side and b.phase == Phase.MOVEMENT:
        b.pips = choose(dice, np.int64(7))
    for i in range(b.n_figures):
        figure = b.figures[i]
        if figure.side == side:
            continue
        if b.phase == ORDERS:
            b.lurks[i] = choose(dice, np.int64(2))
        elif b.lurks[i] != 0:
            figure.fy = 1.0
            figure.where = Where.TABLE.value
            place_somewhere(b, i, dice)


@kernel
def place_somewhere(b, i, dice):
    """Put a figure where it touches no enemy and stands on nobody."""
    figure = b.figures[i]
    for _ in range(64):
        figure.x = 0.5 + choose(dice, np.int64(b.table_width))
        figure.y = 0.5 + choose(dice, np.int64(b.table_height))
        free = True
        for j in range(b.n_figures):
            other = b.figures[j]
            if j != i and duel.is_up(other) and duel.apart(other, figure.x, figure.y) < 0.01:
                free = False
        if free:
            return


VERBS = Verbs(
    setup, current_side, legal_actions, sample_action, judge, apply, duel.returns, duel.evaluate, redact, resample,
    at_once=at_once, turn_to=turn_to,
)  # fmt: skip
bind(BATTLE, VERBS)


@kernel
def apply_by_dice(b, action, dice, log):
    """The same, where whoever makes a figure lurk throws a die for it that nobody else sees."""
    if action.verb == AmbushVerb.LURK:
        whisper(log, 1 << b.side)
        b.plan[b.side] = throw_die(dice, log, duel.Purpose.PIPS.value, b.side, NONE, 6)
        speak_up(log)
    apply(b, action, dice, log)


def lay(scenario: Mapping[str, Any], options: Mapping[str, str], where: str) -> Laid:
    """The duel's table, in this game's record."""
    laid = duel.lay(scenario, options, where)
    own = np.zeros(1, BATTLE)
    for name in laid.record.dtype.names:
        own[0][name] = laid.record[0][name]
    own[0]["plan"] = (0, 0)
    return Laid(own, laid.names)


def lay_case(case: Mapping[str, Any], where: str) -> Laid:
    """The table of a case."""
    return lay(case, case.get("options", {}), where)


def prompt(b: Any, names: Any) -> str:
    """What is asked."""
    return "Write your order." if b.phase == ORDERS else duel.prompt(b, names)


def never(b: Any, action: Any, names: Any) -> str:
    """Nobody else learns of it."""
    return ""


def of_a_lurker(b: Any, action: Any, names: Any) -> str | None:
    """A move of somebody who lurks is nobody else's business, unless they are found out by it."""
    return "" if action["n_actors"] and b.lurks[action["actors"][0]] else None


GAME = replace(
    duel.GAME, key="ambush", title="Ambush", dtype=BATTLE, verbs=VERBS, verb=AmbushVerb, lay=lay, lay_case=lay_case,
    prompt=prompt, enums={"phase": AmbushPhase, "figures.where": Where},
    phrases={
        "MOVE": Phrase(pose=True, public=of_a_lurker),
        "FIGHT": Phrase(least=2),
        "SHOW": Phrase(actors=False),
        "END": Phrase(actors=False),
        "WRITE": Phrase(actors=False, parts=(Part("", "amount"),), public=never),
        "LURK": Phrase(public=never),
        "SEAL": Phrase(actors=False, public=never),
    },
)  # fmt: skip

BY_DICE = replace(GAME, key="wagers", title="Ambush by dice", verbs=VERBS._replace(apply=apply_by_dice))
"""An ambush in which dice are thrown in secret."""
