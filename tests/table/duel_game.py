"""A tiny game for the tests of the table: two sides, a few square figures, PIPs, fights, a flag and a secret plan.

It shows that nothing above the games knows which game it plays. Its kernels hand ``.value``s, not members of its
enums, to the shared ones: those cache their compiled forms by argument type, for processes without this module too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np

from sandtable.compiler.decorators import clause, kernel
from sandtable.errors import InputError
from sandtable.games.game import FigureName, Game, Laid, Names, Option, Part, Phrase, SideFacts
from sandtable.games.rulebook import clause_enum, code_enum
from sandtable.games.scene import Scene, SceneFeature, SceneFigure, SceneScore
from sandtable.kernel.dice import choose, throw_die
from sandtable.kernel.geometry import degrees_of_facing, facing_of_degrees
from sandtable.kernel.log import about, event, locate, outcome, points, price, reason, side_event, tally
from sandtable.kernel.log import total as log_total
from sandtable.kernel.records import NOBODY, NONE, record
from sandtable.kernel.verbs import Verbs, Verdict, bind, redact_nothing, resample_nothing

FOLDER = Path(__file__).parent / "duel"
Clause = clause_enum(FOLDER, __name__)
Code = code_enum(FOLDER, __name__)
MAX_FIGURES = 6


class Purpose(IntEnum):
    """What a die is thrown for."""

    PIPS = 0
    FIGHT = 1


class Phase(IntEnum):
    """The steps of a bound."""

    START = 0
    MOVEMENT = 1
    FIGHTING = 2
    OVER = 3


class Verb(IntEnum):
    """What a side can decide to do."""

    MOVE = 0
    FIGHT = 1
    PLANT_FLAG = 2  # actors: the figure; item: the flag; target: a place; amount: its size; x: offset
    GIVE = 3  # actors: the figure; target: the friend
    SHOW = 4
    END = 5


class Where(IntEnum):
    """Where a figure is."""

    TABLE = 0
    OUT = 1


FIGURE = record(
    ("x", "f8"), ("y", "f8"), ("fx", "f8"), ("fy", "f8"), ("width", "f8"), ("depth", "f8"),
    ("side", "i4"), ("factor", "i4"), ("lives", "i4"), ("where", "i4"), ("moved", "i4"), ("fought", "i4"),
)  # fmt: skip
OPTIONS = record(("reach", "i4"), ("brave", "i4"))
BATTLE = record(
    ("figures", FIGURE, (MAX_FIGURES,)), ("options", OPTIONS), ("table_width", "f8"), ("table_height", "f8"),
    ("n_figures", "i4"), ("phase", "i4"), ("round", "i4"), ("side", "i4"), ("pips", "i4"), ("flag", "i4"),
    ("plan", "i4", (2,)), ("shown", "i4", (2,)), ("won", "i4", (2,)),
)  # fmt: skip


@kernel
def is_up(figure):
    """The figure is on the table."""
    return figure.where == Where.TABLE


@kernel
def apart(figure, x, y):
    """How far a square at x, y is from overlapping the figure: the larger of the two centre distances less 1."""
    return max(abs(figure.x - x), abs(figure.y - y)) - 1.0


@kernel
def may_fight(b, i, j):
    """Two standing enemies that touch and have not fought."""
    a, c = b.figures[i], b.figures[j]
    return (
        a.side != c.side
        and is_up(a)
        and is_up(c)
        and a.fought == 0
        and c.fought == 0
        and abs(apart(a, c.x, c.y)) < 0.01
    )


@kernel
def any_fight(b):
    """Some pair may fight."""
    for i in range(b.n_figures):
        for j in range(i):
            if may_fight(b, i, j):
                return True
    return False


@kernel
def lives(b, side):
    """Lives left on a side."""
    total = 0
    for i in range(b.n_figures):
        if b.figures[i].side == side and is_up(b.figures[i]):
            total += b.figures[i].lives
    return total


@clause("DUEL-BND-1")
@kernel
def begin_bound(b, dice, log):
    """The side to act throws for its PIPs."""
    for i in range(b.n_figures):
        b.figures[i].moved = 0
        b.figures[i].fought = 0
    b.pips = throw_die(dice, log, Purpose.PIPS.value, b.side, NONE, 6)
    b.phase = Phase.MOVEMENT.value
    side_event(log, Code.BOUND_BEGINS.value, Clause.BND_1.value, b.side, b.pips)


@kernel
def run_on(b, dice, log):
    """Go on to the next decision."""
    for side in range(2):
        if b.phase != Phase.OVER and lives(b, side) == 0:
            finish(b, log)
    if b.phase == Phase.START:
        begin_bound(b, dice, log)
    elif b.phase == Phase.FIGHTING and not any_fight(b):
        next_bound(b, dice, log)


@kernel
def next_bound(b, dice, log):
    """The other side's bound; after Blue's a new round."""
    if b.side == 1:
        b.round += 1
    b.side = 1 - b.side
    if b.round > 6:
        finish(b, log)
    else:
        begin_bound(b, dice, log)


@clause("DUEL-END-1")
@kernel
def finish(b, log):
    """The side with more lives has won."""
    b.phase = Phase.OVER.value
    for side in range(2):
        points(log, Code.LIVES_LEFT.value, Clause.END_1.value, side, lives(b, side))
        b.won[side] = 1 if lives(b, side) >= lives(b, 1 - side) else 0
        if lives(b, side) > lives(b, 1 - side):
            side_event(log, Code.WINS.value, Clause.END_1.value, side, 0)


@kernel
def setup(b, dice, log):
    """Run up to the first decision."""
    run_on(b, dice, log)


@kernel
def current_side(b):
    """Whose bound it is."""
    return NOBODY if b.phase == Phase.OVER else np.int64(b.side)


@clause("DUEL-MOV-1", "DUEL-MOV-2")
@kernel
def judge_move(b, action, log):
    """A move of one or more figures as one block."""
    legal = 1
    lead = b.figures[action.actors[0]]
    price(log, Code.MOVE_PRICE.value, Clause.MOV_1.value, action.actors[0], NONE, 1)
    cost = 1
    for k in range(action.n_actors):
        i = action.actors[k]
        figure = b.figures[i]
        x, y = figure.x + action.x - lead.x, figure.y + action.y - lead.y
        length = np.sqrt((action.x - lead.x) ** 2 + (action.y - lead.y) ** 2)
        if figure.side != b.side or not is_up(figure):
            reason(log, Code.NOT_YOURS.value, Clause.BND_1.value, i, NONE, 0)
            legal = 0
        if figure.moved != 0:
            reason(log, Code.MOVED_BEFORE.value, Clause.MOV_2.value, i, NONE, 0)
            legal = 0
        if length > b.options.reach + 1e-9:
            at = reason(log, Code.TOO_FAR.value, Clause.MOV_1.value, i, NONE, b.options.reach)
            locate(log, at, figure.x, figure.y, x, y, length)
            legal = 0
        if x < 0.5 or y < 0.5 or x > b.table_width - 0.5 or y > b.table_height - 0.5:
            reason(log, Code.OFF_TABLE.value, Clause.MOV_1.value, i, NONE, 0)
            legal = 0
        for j in range(b.n_figures):
            if j != i and is_up(b.figures[j]) and apart(b.figures[j], x, y) < -0.01:
                moves_too = False
                for m in range(action.n_actors):
                    moves_too = moves_too or action.actors[m] == j
                if not moves_too:
                    reason(log, Code.ON_SOMEBODY.value, Clause.MOV_1.value, i, j, 0)
                    legal = 0
    if cost > b.pips:
        reason(log, Code.NO_PIPS.value, Clause.MOV_1.value, action.actors[0], NONE, cost)
        legal = 0
    return Verdict(legal, cost)


@clause("DUEL-FGT-1")
@kernel
def judge_fight(b, action, log):
    """Two touching enemies, one of them ours."""
    legal = 1
    if b.phase != Phase.FIGHTING:
        reason(log, Code.NOT_NOW.value, Clause.FGT_1.value, NONE, NONE, 0)
        legal = 0
    elif action.n_actors != 2 or not may_fight(b, action.actors[0], action.actors[1]):
        reason(log, Code.NOT_TOUCHING.value, Clause.FGT_1.value, action.actors[0], action.actors[1], 0)
        legal = 0
    return Verdict(legal, 0)


@kernel
def judge(b, action, log):
    """Full legality of any action."""
    if b.phase == Phase.OVER:
        reason(log, Code.BATTLE_IS_OVER.value, Clause.END_1.value, NONE, NONE, 0)
        return Verdict(0, 0)
    if action.verb == Verb.MOVE:
        if b.phase != Phase.MOVEMENT:
            reason(log, Code.NOT_NOW.value, Clause.MOV_1.value, NONE, NONE, 0)
            return Verdict(0, 1)
        return judge_move(b, action, log)
    if action.verb == Verb.FIGHT:
        return judge_fight(b, action, log)
    if action.verb == Verb.SHOW and b.shown[b.side] != 0:
        reason(log, Code.NOT_NOW.value, Clause.SEC_1.value, NONE, NONE, 0)
        return Verdict(0, 0)
    if action.verb == Verb.PLANT_FLAG and b.flag != action.actors[0]:
        reason(log, Code.NOT_NOW.value, Clause.FLG_1.value, action.actors[0], NONE, 0)
        return Verdict(0, 0)
    return Verdict(1, 0)


@clause("DUEL-FGT-1")
@kernel
def score(b, i, j, die, log):
    """Die, factor, and what friends add."""
    figure = b.figures[i]
    total = tally(log, Code.DIE_LINE.value, Clause.FGT_1.value, i, j, die)
    total += tally(log, Code.FACTOR_LINE.value, Clause.FGT_1.value, i, j, figure.factor)
    friends = 0
    for k in range(b.n_figures):
        if k != i and is_up(b.figures[k]) and b.figures[k].side == figure.side:
            friends += 1
    if friends > 0 and b.options.brave != 0:
        total += tally(log, Code.FRIENDS_LINE.value, Clause.FGT_1.value, i, j, friends)
    log_total(log, Code.SCORE_LINE.value, Clause.FGT_1.value, NONE, i, j, total)
    return total


@clause("DUEL-FGT-2")
@kernel
def wound(b, i, j, amount, log):
    """Figure ``i`` loses lives to ``j``."""
    figure = b.figures[i]
    figure.lives -= amount
    outcome(log, Code.WOUNDED.value, Clause.FGT_2.value, i, j, amount)
    if figure.lives <= 0:
        figure.lives = 0
        figure.where = Where.OUT.value
        outcome(log, Code.OUT.value, Clause.FGT_2.value, i, j, 0)


@kernel
def fight(b, i, j, dice, log):
    """Both throw; the lower score is hurt."""
    die = throw_die(dice, log, Purpose.FIGHT.value, b.figures[i].side, i, 6)
    other_die = throw_die(dice, log, Purpose.FIGHT.value, b.figures[j].side, j, 6)
    mine, theirs = score(b, i, j, die, log), score(b, j, i, other_die, log)
    b.figures[i].fought = 1
    b.figures[j].fought = 1
    if mine < theirs:
        wound(b, i, j, 2 if 2 * mine <= theirs else 1, log)
    elif theirs < mine:
        wound(b, j, i, 2 if 2 * theirs <= mine else 1, log)
    else:
        outcome(log, Code.TIE.value, Clause.FGT_2.value, i, j, 0)


@kernel
def apply(b, action, dice, log):
    """Carry out a legal action and run on."""
    first = action.actors[0]
    if action.verb == Verb.MOVE:
        b.pips -= 1
        dx, dy = action.x - b.figures[first].x, action.y - b.figures[first].y
        for k in range(action.n_actors):
            figure = b.figures[action.actors[k]]
            figure.x += dx
            figure.y += dy
            figure.fx = action.fx
            figure.fy = action.fy
            figure.moved = 1
            at = event(log, Code.MOVES.value, Clause.MOV_1.value, action.actors[k], NONE, 0)
            locate(log, at, figure.x, figure.y, figure.x, figure.y, 0.0)
    elif action.verb == Verb.FIGHT:
        fight(b, first, action.actors[1], dice, log)
    elif action.verb == Verb.PLANT_FLAG:
        b.flag = NONE
        about(log, event(log, Code.PLANTED.value, Clause.FLG_1.value, first, NONE, 0), action.item)
    elif action.verb == Verb.GIVE:
        b.flag = action.target
        event(log, Code.GIVEN.value, Clause.FLG_1.value, first, action.target, 0)
    elif action.verb == Verb.SHOW:
        b.shown[b.side] = 1
        side_event(log, Code.SHOWN.value, Clause.SEC_1.value, b.side, b.plan[b.side])
    elif b.phase == Phase.MOVEMENT:
        b.phase = Phase.FIGHTING.value
    else:
        next_bound(b, dice, log)
        return
    run_on(b, dice, log)


@kernel
def blank(action, verb):
    """An action of that verb that names nothing."""
    action.x = action.y = action.fx = action.fy = 0.0
    action.verb = verb
    action.n_actors = 0
    action.target = NONE
    action.item = NONE
    action.amount = 0
    action.path = 0
    action.n_via = 0
    for k in range(len(action.actors)):
        action.actors[k] = NONE


@kernel
def legal_actions(b, out):
    """Every fight, or one step in four directions for each figure, and the end."""
    n = 0
    for i in range(b.n_figures):
        figure = b.figures[i]
        if b.phase == Phase.FIGHTING:
            for j in range(b.n_figures):
                if figure.side == b.side and may_fight(b, i, j):
                    blank(out[n], Verb.FIGHT.value)
                    out[n].n_actors = 2
                    out[n].actors[0] = i
                    out[n].actors[1] = j
                    n += 1
        elif b.pips > 0 and figure.side == b.side and is_up(figure) and figure.moved == 0:
            for quarter in range(4):
                dx, dy = (1.0 - quarter) % 2.0, (2.0 - quarter) % 2.0
                step = -1.0 if quarter > 1 else 1.0
                x, y = figure.x + dx * step, figure.y + dy * step
                free = x >= 0.5 and y >= 0.5 and x <= b.table_width - 0.5 and y <= b.table_height - 0.5
                for j in range(b.n_figures):
                    if j != i and is_up(b.figures[j]) and apart(b.figures[j], x, y) < -0.01:
                        free = False
                if free:
                    blank(out[n], Verb.MOVE.value)
                    out[n].n_actors = 1
                    out[n].actors[0] = i
                    out[n].x = x
                    out[n].y = y
                    out[n].fx = figure.fx
                    out[n].fy = figure.fy
                    n += 1
    blank(out[n], Verb.END.value)
    return n + 1


@kernel
def sample_action(b, dice, action):
    """End, or a step of one figure to the east or west."""
    blank(action, Verb.END.value)
    i = choose(dice, np.int64(b.n_figures))
    figure = b.figures[i]
    if b.phase == Phase.FIGHTING:
        for j in range(b.n_figures):
            if figure.side == b.side and may_fight(b, i, j):
                action.verb = Verb.FIGHT.value
                action.n_actors = 2
                action.actors[0] = i
                action.actors[1] = j
                return


@kernel
def returns(b, out):
    """1 for the winner, half each for a draw."""
    total = b.won[0] + b.won[1]
    for side in range(2):
        out[side] = b.won[side] / total if total > 0 else 0.0


@kernel
def evaluate(b, side):
    """The share of lives, from -1 to 1."""
    mine, theirs = lives(b, side), lives(b, 1 - side)
    return (mine - theirs) / max(mine + theirs, 1)


@kernel
def redact(b, side):
    """Blank the other side's plan until it is shown."""
    if b.shown[1 - side] == 0:
        b.plan[1 - side] = 0


@kernel
def resample(b, side, dice):
    """Guess the other side's plan."""
    if b.shown[1 - side] == 0:
        b.plan[1 - side] = 1 + choose(dice, np.int64(6))


VERBS = Verbs(setup, current_side, legal_actions, sample_action, judge, apply, returns, evaluate, redact, resample)
bind(BATTLE, VERBS)

FACING = {"N": 0.0, "E": 90.0, "S": 180.0, "W": 270.0}
SIDES = ("red", "blue")


def lay(scenario: Mapping[str, Any], options: Mapping[str, str], where: str) -> Laid:
    """Lay a table from a mapping like scenarios/bridge.yaml."""
    laid = np.zeros(1, BATTLE)
    b = laid[0]
    b.table_width, b.table_height = scenario["table"]["width"], scenario["table"]["height"]
    b.options.reach = int(options.get("reach", "3"))
    b.options.brave = options.get("brave", "no") == "yes"
    b.round, b.flag, b.plan = 1, 0, (2, 5)
    for i, entry in enumerate(scenario["figures"]):
        if entry.get("side") not in SIDES:
            raise InputError(f"{where}: figures, {entry['id']}: side is one of red, blue, not {entry.get('side')}")
        if i >= MAX_FIGURES:
            raise InputError(f"{where}: at most {MAX_FIGURES} figures")
        figure = b.figures[i]
        figure.x, figure.y = entry["at"]
        facing = entry.get("facing", "N")
        figure.fx, figure.fy = facing_of_degrees(FACING.get(facing, facing))
        figure.width = figure.depth = 1.0
        figure.side = SIDES.index(entry["side"])
        figure.factor, figure.lives = entry.get("factor", 1), entry.get("lives", 1)
        b.n_figures += 1
    names = tuple(
        FigureName(f["id"], f.get("name", f["id"]), "fighter", "sword", f["id"][0]) for f in scenario["figures"]
    )
    places = tuple(scenario.get("places", ("hill", "far ford")))
    return Laid(laid, Names(names, ("bridge",), ("flag",), places, scenario.get("title", "")))


def lay_case(case: Mapping[str, Any], where: str) -> Laid:
    """Lay the table of a case; ``pips`` puts it in mid-movement."""
    laid = lay(case, case.get("options", {}), where)
    b = laid.record[0]
    b.side = SIDES.index(case.get("side", "red"))
    if "pips" in case:
        b.pips, b.phase = case["pips"], Phase.MOVEMENT.value
    return laid


def scene(b: Any, names: Names) -> Scene:
    """What stands on the table."""
    figures = tuple(
        SceneFigure(
            id=name.id, name=name.name, side=SIDES[f.side], emblem=name.emblem, letter=name.letter, x=float(f.x),
            y=float(f.y), facing=float(degrees_of_facing(f.fx, f.fy)), width=float(f.width), depth=float(f.depth),
        )
        for name, f in zip(names.figures, b.figures, strict=False)
        if f.where == Where.TABLE
    )  # fmt: skip
    bridge = SceneFeature(id="bridge", kind="road", shape="polygon", points=((4, 3), (5, 3), (5, 5), (4, 5)))
    scores = tuple(
        SceneScore(side=key, name=key.title(), points=int(lives(b, i)), figures=0, broken=False)
        for i, key in enumerate(SIDES)
    )
    return Scene(
        game="duel", title=names.title, unit="inch", width=float(b.table_width), height=float(b.table_height),
        features=(bridge,), figures=figures, scores=scores, over=bool(b.phase == Phase.OVER),
        facts=(("Round", str(int(b.round))), ("PIPs", str(int(b.pips)))),
    )  # fmt: skip


def prompt(b: Any, names: Names) -> str:
    """What is asked."""
    return f"Move: {int(b.pips)} PIPs left." if b.phase == Phase.MOVEMENT else "Choose a fight."


GAME = Game(
    key="duel", title="Duel", source="tests", version="1", unit="inch", counts="round", pace=1, horizon=1,
    sides=(SideFacts("red", "Reds", "roman"), SideFacts("blue", "Blues")), folder=FOLDER, dtype=BATTLE, verbs=VERBS,
    verb=Verb, purpose=Purpose, code=Code, clause=Clause, clause_families=("DUEL",),
    options=(
        Option("reach", ("3", "4"), "DUEL-MOV-1", "inches in a move"),
        Option("brave", ("no", "yes"), "DUEL-FGT-1", "friends add to the score"),
    ),
    lay=lay, lay_case=lay_case, scene=scene, prompt=prompt, enums={"phase": Phase, "figures.where": Where},
    phrases={
        "MOVE": Phrase(pose=True),
        "FIGHT": Phrase(least=2),
        "PLANT_FLAG": Phrase(
            parts=(
                Part("", "item", "items"),
                Part("at", "target", "places"),
                Part("size", "amount"),
                Part("offset", "x"),
            )
        ),
        "GIVE": Phrase(parts=(Part("to", "target", "figures"),)),
        "SHOW": Phrase(actors=False),
        "END": Phrase(actors=False),
    },
    scenario="bridge", case_keys=frozenset({"title", "table", "places", "figures", "side", "pips"}),
)  # fmt: skip

PLAIN = replace(
    GAME, key="plain", title="Plain duel", verbs=VERBS._replace(redact=redact_nothing, resample=resample_nothing)
)
"""The same with nothing hidden: everybody sees the same, and a battle can be saved at any time."""
