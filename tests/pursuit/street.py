"""Small chases for tests: figures at stated places, pieces as boxes, dice by purpose; headings from the Arrival."""

from __future__ import annotations

from typing import Any

from sandtable.games.pursuit.clauses import Purpose
from sandtable.games.pursuit.game import GAME
from sandtable.games.pursuit.laying.scenario import lay_case
from sandtable.games.pursuit.record import ACTION, Verb
from sandtable.games.pursuit.rules import sequence
from sandtable.kernel.dice import scripted_dice
from sandtable.kernel.geometry import degrees_of_facing, facing_of_degrees
from sandtable.kernel.log import Kind, new_log
from sandtable.kernel.records import NONE, new_actions
from tabletop import Reader, entries, odd_dice

READER = Reader(GAME.code, GAME.clause)

ORDER, SLOWING = Purpose.ORDER, Purpose.SLOWING
HIT, WOUND, SAVE = Purpose.TO_HIT, Purpose.TO_WOUND, Purpose.SAVE
DANGER, FIRST = Purpose.DANGEROUS, Purpose.FIRST_TO_LEAVE


def scout(x: float, y: float, heading: float = 0.0, **fields: Any) -> dict[str, Any]:
    """A Scout on a bike; heading 0 is towards the Arrival, counterclockwise."""
    return {"profile": "scout_rider", "at": [x, y], "facing": (90.0 - heading) % 360.0, **fields}


def gargoyle(x: float, y: float, heading: float = 0.0, **fields: Any) -> dict[str, Any]:
    """A Gargoyle."""
    return scout(x, y, heading, **{"profile": "winged_swarmer", **fields})


def ruin(size: int, *box: float) -> dict[str, Any]:
    """A ruin (x0, y0, x1, y1)."""
    return {"size": size, "box": list(box)}


def building(*box: float) -> dict[str, Any]:
    """An intact building."""
    return {"intact": True, "box": list(box)}


class Chase:
    """A chase with scripted dice; figures by number, the quarry first."""

    def __init__(
        self, scouts: list[dict[str, Any]], gargoyles: list[dict[str, Any]] = (), city: list[dict[str, Any]] = (),
        phase: str = "pursuit", dice: Any = (), clusters: Any = (), seed: int | None = None, **options: str,
    ) -> None:  # fmt: skip
        case: dict[str, Any] = {
            "scenario": "none",
            "options": options,
            "table": {"length": 60, "breadth": 36},
            "city": [{"id": f"P{k}", **piece} for k, piece in enumerate(city)],
            "quarry": {"figures": [{"id": f"S{i}", **one} for i, one in enumerate(scouts)]},
            "hunters": {"figures": [{"id": f"G{i}", **one} for i, one in enumerate(gargoyles)]},
            "phase": phase,
            "clusters": [{"at": list(at), "piece": piece} for *at, piece in clusters],
        }
        if not city:
            del case["city"]
        self.b = lay_case(case, "test").record[0]
        self.log = self.why = new_log()
        self.dice: Any = None
        self.load(*dice, seed=seed)
        sequence.setup(self.b, self.dice, self.log)
        self._all_thrown()

    def load(self, *dice: tuple[Any, int], seed: int | None = None) -> None:
        """Dice with these faces in this order, each for its purpose; with a seed those after them fall as they will."""
        self.dice = scripted_dice([(purpose.value, NONE, NONE, value) for purpose, value in dice], seed=seed)

    def action(self, verb: Verb, i: int = NONE, **fields: Any) -> Any:
        """An action; ``heading``, ``via`` and ``to`` in plain numbers."""
        action = new_actions(1, ACTION)[0]
        action.verb, action.fy = verb.value, 1.0
        if i != NONE:
            action.n_actors, action.actors[0] = 1, i
            action.x, action.y = self.b.figures[i].x, self.b.figures[i].y
            action.fx, action.fy = self.b.figures[i].fx, self.b.figures[i].fy
        for key, value in fields.items():
            if key == "heading":
                action.fx, action.fy = facing_of_degrees((90.0 - value) % 360.0)
            elif key == "to":
                action.x, action.y = value
            elif key == "via":
                action.n_via = len(value)
                for k, point in enumerate(value):
                    action.via[k] = point
            else:
                action[key] = value
        return action

    def reasons(self, verb: Verb, i: int = NONE, **fields: Any) -> list[str]:
        """Why the action is not legal; empty if it is. No action of this game has a price."""
        return [code for code, _, _ in self.refusal(verb, i, **fields)]

    def refusal(self, verb: Verb, i: int = NONE, **fields: Any) -> list[tuple[str, int, float]]:
        """The same, each reason with the number and the length that its sentence says; ``why`` keeps their log."""
        log = self.why = new_log()
        verdict = sequence.judge(self.b, self.action(verb, i, **fields), log)
        found = [
            (code, int(entry.amount), round(float(entry.value), 2))
            for code, entry in zip(READER.codes(log, Kind.REASON), entries(log, Kind.REASON), strict=True)
        ]
        assert tuple(verdict) == (int(not found), 0)
        return found

    def play(self, verb: Verb, i: int = NONE, *dice: tuple[Any, int], **fields: Any) -> Chase:
        """Carry out a legal action with these dice; all of them must be thrown, and no others asked for."""
        assert self.reasons(verb, i, **fields) == []
        self.load(*dice)
        self.log = new_log()
        sequence.apply(self.b, self.action(verb, i, **fields), self.dice, self.log)
        self._all_thrown()
        return self

    def _all_thrown(self) -> None:
        """All dice of the script were thrown, and no others asked for."""
        assert self.dice.missing == 0, Purpose(int(self.dice.missing_throw.purpose)).name
        left = [Purpose(int(t.purpose)).name for t in self.dice.script[: self.dice.n_script] if not t.used]
        assert left == []
        assert odd_dice(self.dice, (Purpose.SCATTER_WAY.value, 360)) == []

    def at(self, i: int) -> tuple[float, float]:
        """Where figure ``i`` stands."""
        return float(self.b.figures[i].x), float(self.b.figures[i].y)

    def heading(self, i: int) -> float:
        """Degrees from the Arrival, counterclockwise."""
        return float((90.0 - degrees_of_facing(self.b.figures[i].fx, self.b.figures[i].fy)) % 360.0)

    def box(self, k: int) -> tuple[float, float, float, float]:
        """Where piece ``k`` lies."""
        feature = self.b.terrain.features[k]
        return float(feature.x0), float(feature.y0), float(feature.x1), float(feature.y1)

    def lives(self, i: int) -> bool:
        """Figure ``i`` stands on the table."""
        return bool(self.b.figures[i].wounds > 0 and self.b.figures[i]["where"] == 0)

    def told(self, kind: Kind = Kind.EVENT) -> list[str]:
        """What was written into the log by the last action."""
        return READER.codes(self.log, kind)
