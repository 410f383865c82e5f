"""Small fields for tests: battalions of the army book at stated places, ground, and dice in their order."""

from __future__ import annotations

from typing import Any

import numpy as np

from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import Formation, Goal, Ground, Phase, Verb
from sandtable.games.batalist.laying.battalions import add_battalion
from sandtable.games.batalist.laying.profiles import read_units
from sandtable.games.batalist.laying.tables import fill_tables, read_data
from sandtable.games.batalist.record import ACTION, BATTLE
from sandtable.games.batalist.rules import damage, sequence, sky
from sandtable.games.batalist.rules.formations import form
from sandtable.kernel.dice import scripted_dice
from sandtable.kernel.geometry import facing_of_degrees
from sandtable.kernel.log import Kind, new_log
from sandtable.kernel.records import NONE, new_actions
from sandtable.kernel.terrain import add_polygon
from tabletop import odd_dice

KEYS = {unit["id"]: key for key, unit in read_units().items()}
SENTENCES = {
    **read_data("texts/play"),
    **read_data("texts/refusals"),
    **read_data("texts/hidden"),
    **read_data("texts/chapters"),
}
NORTH, EAST, SOUTH, WEST = 0.0, 90.0, 180.0, 270.0


def field(**switches: str) -> Any:
    """An empty field of 90 by 60 steps."""
    b = np.zeros(1, BATTLE)[0]
    fill_tables(b, switches)
    b.width, b.height = 90.0, 60.0
    return b


def zoned(b: Any) -> Any:
    """The field with the deployment zones of the army book, along its southern and its northern edge."""
    for side, zone in enumerate(((0.0, 10.5), (49.5, 60.0))):
        b.sides[side].zone_from, b.sides[side].zone_to = zone
    return b


def add(
    b: Any, ident: str, side: int = 0, x: float = 0.0, y: float = 0.0, facing: float = NORTH, figures: int = 0,
    formation: Formation | None = None, files: int = 0,
) -> int:  # fmt: skip
    """One battalion by the id of the army book, its footprint's middle at (x, y)."""
    i = add_battalion(b, KEYS[ident], side, x, y, facing, figures)
    u = b.figures[i]
    if formation is not None or files:
        form(b, i, u.formation if formation is None else formation.value, files or u.files)
    return i


def ground(b: Any, kind: Ground, x0: float, y0: float, x1: float, y1: float) -> int:
    """A rectangle of ground."""
    return int(add_polygon(b.terrain, kind.value, [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]))


def wall(b: Any, x0: float, y0: float, x1: float, y1: float) -> int:
    """A building of one storey, on which battalions may stand."""
    k = ground(b, Ground.BUILDING, x0, y0, x1, y1)
    b.sites[k].storeys = 1
    return k


def skiff(b: Any, x: float, y: float) -> int:
    """An empty boat of nine places, two steps by four, facing east."""
    n = int(b.n_boats)
    b.n_boats = n + 1
    boat = b.boats[n]
    boat.x, boat.y, boat.fx, boat.fy, boat.width, boat.depth = x, y, 1.0, 0.0, 2.0, 4.0
    boat.battalion, boat.places, boat.speed = NONE, 9, 8.0
    return n


class Thrown:
    """Dice that fall in this order, whatever they are for."""

    def __init__(self, *values: int) -> None:
        self.dice = scripted_dice([(NONE, NONE, NONE, value) for value in values])

    def are_used_up(self) -> bool:
        """Each was thrown, and no other was asked for; all are six-sided."""
        return bool(
            self.dice.missing == 0
            and odd_dice(self.dice) == []
            and all(self.dice.script[k].used for k in range(self.dice.n_script))
        )


def from_sky(b: Any, i: int, *, shooting: bool) -> int:
    """What hour, sun and weather add to an attack of battalion ``i`` to the east."""
    damage.new_attack(b, i, NONE, shooting)
    sky.note_sky(b, b.attack, 1.0, 0.0)
    return int(damage.flat_of(b.attack))


def in_go(b: Any, side: int = 0, *cards: tuple[int, Any]) -> Any:
    """Make it the go of a side, these cards lying on these battalions; returns the field."""
    b.phase, b.mover, b.executor, b.turn, b.turns = Phase.EXECUTION.value, side, side, 1, 10
    b.goal = Goal.NO_OTHER.value
    for i, order in cards:
        u = b.figures[i]
        u.cards[u.given], u.givers[u.given] = order.value, 0
        u.given += 1
    return b


def action(b: Any, verb: Verb, i: int = NONE, **fields: Any) -> Any:
    """One action of battalion ``i``, which ends where it stands unless ``x``, ``y`` or ``facing`` say otherwise."""
    one = new_actions(1, ACTION)[0]
    one.verb = verb.value
    if i != NONE:
        one.n_actors, one.actors[0] = 1, i
        one.x, one.y, one.fx, one.fy = b.figures[i].x, b.figures[i].y, b.figures[i].fx, b.figures[i].fy
    for key, value in fields.items():
        if key == "facing":
            one.fx, one.fy = facing_of_degrees(value)
        else:
            one[key] = value
    return one


def refusal(b: Any, one: Any) -> Any:
    """The first reason against an action, or None where it is legal; it counts and measures what it says alone."""
    log = new_log()
    if sequence.judge(b, one, log).legal == 1:
        return None
    entry = next(entry for entry in log.entries[: log.n] if entry.kind == Kind.REASON)
    sentence = SENTENCES[Code(int(entry.code)).name]
    assert "{value" in sentence or entry.value == 0.0, sentence
    assert "{amount" in sentence or "{hundredths" in sentence or "{card" in sentence or entry.amount == 0, sentence
    return entry


def forbidden_by(b: Any, one: Any) -> str:
    """The clause that the judge cites against an action; empty where it is legal."""
    entry = refusal(b, one)
    return "" if entry is None else str(Clause(int(entry.clause)).name)


def carry_out(b: Any, one: Any, *dice: int) -> Thrown:
    """Carry out a legal action with these dice, up to the next decision; returns them."""
    assert forbidden_by(b, one) == ""
    thrown = Thrown(*dice)
    sequence.apply(b, one, thrown.dice, new_log())
    return thrown
