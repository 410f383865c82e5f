"""Small battles for tests: figures at stated places, ground, dice by purpose."""

from __future__ import annotations

from typing import Any

import numpy as np

from sandtable.games.inter_arma.clauses import Clause, Code, Purpose
from sandtable.games.inter_arma.laying.scenario import lay_case
from sandtable.games.inter_arma.record import ACTION, Mode, State, Verb
from sandtable.games.inter_arma.rules import sequence
from sandtable.kernel.dice import scripted_dice
from sandtable.kernel.log import Kind, new_log
from sandtable.kernel.records import NONE, new_actions
from tabletop import Reader, facing_of, odd_dice

READER = Reader(Code, Clause)

WALK, RUN, CRAWL = Mode.WALK.value, Mode.RUN.value, Mode.CRAWL.value
INITIATIVE, FATIGUE, DIRECTION, HIDING = Purpose.INITIATIVE, Purpose.FATIGUE, Purpose.DIRECTION, Purpose.HIDING
SENTRY, CRAWLER, SAVE, HORSE = Purpose.SENTRY, Purpose.CRAWLER, Purpose.SAVE, Purpose.HORSE_OR_RIDER
HIT, FIRST, MASSED, MORALE, RALLY = Purpose.TO_HIT, Purpose.FIRST_BLOW, Purpose.MASSED, Purpose.MORALE, Purpose.RALLY
WOUNDED = Purpose.WOUNDED


def man(x: float, y: float, facing: Any = "N", *equipment: str, **fields: Any) -> dict[str, Any]:
    """A Regular infantryman; ``klass``: the class."""
    entry = {"at": [x, y], "facing": facing, "equipment": list(equipment), **fields}
    if "klass" in entry:
        entry["class"] = entry.pop("klass")
    return entry


def armored(x: float, y: float, facing: Any = "N", *equipment: str, **fields: Any) -> dict[str, Any]:
    """Armored infantry."""
    return man(x, y, facing, *equipment, type="armored infantry", **fields)


def skirmisher(x: float, y: float, facing: Any = "N", *equipment: str, **fields: Any) -> dict[str, Any]:
    """A skirmisher."""
    return man(x, y, facing, *equipment, type="skirmisher", **fields)


def rider(x: float, y: float, facing: Any = "N", *equipment: str, **fields: Any) -> dict[str, Any]:
    """Light cavalry."""
    return man(x, y, facing, *equipment, **{"type": "cavalry", **fields})


def knight(x: float, y: float, facing: Any = "N", *equipment: str, **fields: Any) -> dict[str, Any]:
    """Armored cavalry on a barded horse."""
    return rider(x, y, facing, "barding", *equipment, type="armored cavalry", **fields)


FAR = man(100, 80, "S")
"""An enemy far away, who keeps the battle going."""


class Field:
    """A battle with scripted dice: figures by number, own ones first."""

    def __init__(
        self, own: Any, foes: Any = (FAR,), ground: Any = (), phase: str = "movement", dice: Any = (), turn: int = 1,
        more: Any = (), own_side: Any = (), foe_side: Any = (), third: Any = (), case: Any = (), **options: str,
    ) -> None:  # fmt: skip
        data: dict[str, Any] = {
            "scenario": "none",
            "options": options,
            "table": {"width": 120, "height": 90},
            "turns": 20,
            "initiative": ["own", "foes"] + (["third"] if third else []),
            "ground": list(ground),
            "phase": phase,
            "turn": turn,
            "sides": [
                {"key": "own", "edge": "south", "figures": _named("A", own), **dict(own_side)},
                {"key": "foes", "edge": "north", "figures": _named("B", foes), **dict(foe_side)},
            ],
            **dict(case),
        }
        if third:
            data["sides"].append({"key": "third", "figures": _named("C", third)})
        self.laid = lay_case(data, "test")
        self.b = self.laid.record[0]
        for figure, field, value in more:
            self.b.figures[figure][field] = value
        self.log = new_log()
        self.load(*dice)
        self.n_own = len(own)
        sequence.setup(self.b, self.dice, self.log)
        self._all_thrown()

    def load(self, *dice: tuple[Any, int]) -> None:
        """Dice with these faces in this order, each for its purpose."""
        self.dice = scripted_dice([(purpose.value, NONE, NONE, value) for purpose, value in dice])

    def _all_thrown(self) -> None:
        assert self.dice.missing == 0, Purpose(int(self.dice.missing_throw.purpose)).name
        left = [Purpose(int(t.purpose)).name for t in self.dice.script[: self.dice.n_script] if not t.used]
        assert left == []
        assert odd_dice(self.dice, (DIRECTION.value, 12), (MORALE.value, 12)) == []

    def action(self, verb: Verb, *actors: int, **fields: Any) -> Any:
        """An action; ``to``, ``via`` and ``facing`` in plain numbers."""
        action = new_actions(1, ACTION)[0]
        action.verb, action.fy = verb.value, 1.0
        action.n_actors = len(actors)
        action.actors[: len(actors)] = actors
        if actors:
            lead = self.b.figures[actors[0]]
            action.x, action.y, action.fx, action.fy = lead.x, lead.y, lead.fx, lead.fy
        for key, value in fields.items():
            if key == "facing":
                action.fx, action.fy = facing_of(value)
            elif key == "to":
                action.x, action.y = value
            elif key == "via":
                action.n_via = len(value)
                for k, point in enumerate(value):
                    action.via[k] = point
            else:
                action[key] = value
        return action

    def reasons(self, verb: Verb, *actors: int, **fields: Any) -> list[str]:
        """Why the action is not legal; empty if it is."""
        action = self.action(verb, *actors, **fields)
        return READER.codes(self.judged(action), Kind.REASON)

    def judged(self, action: Any) -> Any:
        """The log of a judgement."""
        log = new_log()
        before = self.b.tobytes()
        legal, cost = sequence.judge(self.b, action, log)
        assert self.b.tobytes() == before and cost == 0
        assert legal == int(not READER.codes(log, Kind.REASON))
        return log

    def play(self, verb: Verb, *actors: int, dice: Any = (), **fields: Any) -> Field:
        """Carry out a legal action with these dice; all of them must be thrown, and no others asked for."""
        assert self.reasons(verb, *actors, **fields) == []
        self.load(*dice)
        self.log = new_log()
        sequence.apply(self.b, self.action(verb, *actors, **fields), self.dice, self.log)
        self._all_thrown()
        return self

    def move(self, i: int, to: Any, mode: int = WALK, dice: Any = (), **fields: Any) -> Field:
        """One figure goes there."""
        return self.play(Verb.MOVE, i, dice=dice, to=to, mode=mode, **fields)

    def done(self, dice: Any = ()) -> Field:
        """The side to decide is finished with the step."""
        return self.play(Verb.DONE, dice=dice)

    def cannot_move(self, i: int, to: Any, mode: int = WALK, **fields: Any) -> list[str]:
        """Why the figure may not go there; empty if it may."""
        return self.reasons(Verb.MOVE, i, to=to, mode=mode, **fields)

    def farthest(self, i: int, facing: Any, mode: int = WALK, **fields: Any) -> float:
        """How far a figure may go along a facing, to a hundredth."""
        fx, fy = facing_of(facing)
        low, high = 0, 3000
        x, y = self.at(i)
        while low < high:
            half = (low + high + 1) // 2
            if self.cannot_move(i, (x + fx * half / 100, y + fy * half / 100), mode, **fields) == []:
                low = half
            else:
                high = half - 1
        return low / 100

    def at(self, i: int) -> tuple[float, float]:
        """Where figure ``i`` stands."""
        return float(self.b.figures[i].x), float(self.b.figures[i].y)

    def state(self, i: int) -> str:
        """What has become of figure ``i``."""
        return State(int(self.b.figures[i].state)).name.lower()

    def states(self, *which: int) -> list[str]:
        """The same of several."""
        return [self.state(i) for i in which]

    def told(self, kind: Kind = Kind.EVENT) -> list[str]:
        """What was written into the log by the last action."""
        return READER.codes(self.log, kind)

    def side(self) -> int:
        """Who must decide."""
        return int(sequence.current_side(self.b))


def _named(letter: str, figures: Any) -> list[dict[str, Any]]:
    return [{"id": f"{letter}{i}", "squad": "one", **figure} for i, figure in enumerate(figures)]


def silent() -> Any:
    """A log that keeps nothing."""
    return new_log(False)


def dice_of(*throws: tuple[Any, int]) -> Any:
    """Scripted dice."""
    return scripted_dice([(purpose.value, NONE, NONE, value) for purpose, value in throws])


def counts() -> Any:
    """Room for what morale counts."""
    return np.zeros(16, np.int64)


CROWD = [man(100, 10 + 3 * k) for k in range(8)]
"""Men far away, so that a few losses are no quarter of a side."""
BACK = [man(5, 10 + 3 * k) for k in range(8)]


def fight(own: list, foes: list, dice: list, **more: object) -> Field:  # type: ignore[type-arg]
    """Fight the melee step with these dice; own figures first, enemies from ``len(own)`` on, crowds behind."""
    n = len(own)
    field = Field([*own, *BACK], [*foes, *CROWD], phase="melee", dice=dice, **more)  # type: ignore[arg-type]
    field.n_own = n
    return field


def foe(field: Field, k: int = 0) -> str:
    """What has become of the k-th enemy."""
    return field.state(field.n_own + len(BACK) + k)


def shield(x: float, y: float, facing: str = "N", *equipment: str, **fields: object) -> dict:  # type: ignore[type-arg]
    return man(x, y, facing, "shield", *equipment, **fields)
