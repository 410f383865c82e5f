"""What the rule tests of every game share: facings, actions, the log by names, judges asked twice, fights read."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

from sandtable.kernel.geometry import facing_of_degrees
from sandtable.kernel.log import Kind, new_log
from sandtable.kernel.records import new_actions

FACINGS = {"N": (0.0, 1.0), "E": (1.0, 0.0), "S": (0.0, -1.0), "W": (-1.0, 0.0)}


def facing_of(facing: str | float) -> tuple[float, float]:
    """Unit vector of N, E, S, W or degrees clockwise from north."""
    if isinstance(facing, str):
        return FACINGS[facing]
    point = facing_of_degrees(float(facing))
    return point.x, point.y


def act(verb: IntEnum, *actors: int, **fields: Any) -> Any:
    """An action of the named actors; ``fields`` set the rest of the record."""
    action = new_actions()[0]
    action.verb = verb.value
    action.n_actors = len(actors)
    action.actors[: len(actors)] = actors
    for key, value in fields.items():
        action[key] = value
    return action


def fresh_log() -> Any:
    """A log that keeps everything."""
    return new_log()


def entries(log: Any, kind: Kind) -> list[Any]:
    """The log's entries of one kind, in order."""
    return [log.entries[i] for i in range(log.n) if log.entries[i].kind == kind]


class Judged(NamedTuple):
    """What a judge says of an action, by clause ids."""

    legal: bool
    cost: int
    reasons: list[str]
    prices: list[tuple[str, int]]
    notes: list[str]


class Reader:
    """Reads the logs of one game: its sentences and clauses by name."""

    def __init__(self, codes: Any, clauses: Any) -> None:
        self.code_of, self.clause_of = codes, clauses

    def codes(self, log: Any, kind: Kind) -> list[str]:
        """Names of the sentences of one kind in the log, in order."""
        return [self.code_of(int(entry.code)).name for entry in entries(log, kind)]

    def clause(self, entry: Any) -> str:
        """Id of the clause of one entry."""
        return self.clause_of(int(entry.clause)).name.replace("_", "-")

    def clauses(self, log: Any, kind: Kind) -> list[str]:
        """Ids of the clauses of one kind of entry in the log, in order."""
        return [self.clause(entry) for entry in entries(log, kind)]

    def judged(self, judge: Any, b: Any, action: Any) -> Judged:
        """Ask a judge kernel, with a log that keeps and with one that does not.

        Both must agree on legality, and on the cost of a legal action; judging changes nothing.
        """
        log = new_log()
        before = b.tobytes()
        verdict = judge(b, action, log)
        silent = judge(b, action, new_log(keep=False))
        assert b.tobytes() == before, "judging changed the battle"
        assert verdict.legal == silent.legal and verdict.legal in (0, 1)
        assert not verdict.legal or verdict.cost == silent.cost
        assert bool(verdict.legal) == (not entries(log, Kind.REASON))
        prices = [(self.clause(entry), int(entry.amount)) for entry in entries(log, Kind.PRICE)]
        assert not prices or sum(amount for _, amount in prices) == verdict.cost
        assert prices or verdict.legal or verdict.cost == 0
        return Judged(
            bool(verdict.legal), int(verdict.cost), self.clauses(log, Kind.REASON), prices, self.clauses(log, Kind.NOTE)
        )

    def lines(self, log: Any, actor: int) -> list[tuple[str, int, int]]:
        """The tally of one fighter after die and combat factor: clause, who causes the line, what it adds."""
        tally = [entry for entry in entries(log, Kind.TALLY) if entry.actor == actor]
        return [(self.clause(line), int(line.other), int(line.amount)) for line in tally][2:]

    def outcomes(self, log: Any) -> list[tuple[int, str]]:
        """Who took what, in order: figure and outcome."""
        return [(int(entry.actor), self.code_of(int(entry.code)).name) for entry in entries(log, Kind.OUTCOME)]

    @staticmethod
    def scores(log: Any) -> dict[int, int]:
        """Each fighter's score; the tally lines of each must add up to it."""
        found = {int(entry.actor): int(entry.amount) for entry in entries(log, Kind.SCORE)}
        for actor, total in found.items():
            assert sum(int(line.amount) for line in entries(log, Kind.TALLY) if line.actor == actor) == total
        return found


def place_of(b: Any, i: int, digits: int) -> tuple[float, float, float, float]:
    """Place and facing of a figure, rounded."""
    f = b.figures[i]
    return tuple(round(float(v), digits) + 0.0 for v in (f.x, f.y, f.fx, f.fy))  # type: ignore[return-value]


def odd_dice(dice: Any, *others: tuple[int, int]) -> list[tuple[int, int]]:
    """Dice thrown that are not six-sided, purpose and sides, but for ``others``: those that the rules say are not."""
    thrown = {(int(throw.purpose), int(throw.sides)) for throw in dice.thrown[: dice.n_thrown]}
    return sorted(die for die in thrown if die[1] != 6 and die not in others)


def pair_and_fight(combat: Any, b: Any, action: Any, dice: Any) -> Any:
    """Pair off with a game's combat chapter unless that has been done, and fight; returns the log."""
    if not combat.fights_remain(b):
        combat.pair_off(b)
    log = fresh_log()
    assert combat.judge_fight(b, action, log).legal == 1
    combat.fight(b, action, dice, log)
    assert dice.missing == 0 and odd_dice(dice) == []
    assert log.lost == 0
    return log
