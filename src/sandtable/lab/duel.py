"""Duels: many battles between computer generals on all cores, seats rotated, the same for any number of workers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from typing import Any

import numpy as np

from sandtable.batch import Batch
from sandtable.batch.battles import Tables
from sandtable.batch.streams import new_streams
from sandtable.errors import InputError
from sandtable.games import get_game
from sandtable.games.common.amounts import counted
from sandtable.games.common.intervals import Interval, wilson
from sandtable.games.game import Laid, SideFacts
from sandtable.generals import GENERALS
from sandtable.generals.own import check_name, own_names
from sandtable.generals.own_battles import Asked, Faults, faults_together, fight_named
from sandtable.generals.playouts import LIMIT, Limits, play_out
from sandtable.lab.pool import Pool
from sandtable.table.scenarios import lay_table
from sandtable.translation import gettext


@dataclass(frozen=True)
class Duel:
    """What is to be fought. ``generals`` names one general a side; they change seats from battle to battle."""

    game: str
    generals: tuple[str, ...]
    battles: int
    seed: int = 0
    scenario: str = ""
    options: tuple[tuple[str, str], ...] = ()
    rotate: bool = True
    weights: tuple[tuple[str, float], ...] = ()  # what every general who weighs things is to think otherwise
    worths: tuple[tuple[tuple[float, ...], ...], ...] = ()
    """For each entry of ``generals`` a row of first-impression weights a side, or nothing: those of the game's file."""

    def seating(self, battle: int) -> tuple[int, ...]:
        """For battle number ``battle``, which entry of ``generals`` sits on each side."""
        n = len(self.generals)
        turn = battle % n if self.rotate else 0
        return tuple((seat + turn) % n for seat in range(n))


@dataclass(frozen=True)
class Fought:
    """How one battle went. ``returns`` is by side: 1 for a win, shared by those who draw."""

    battle: int
    seating: tuple[int, ...]
    returns: tuple[float, ...]
    decisions: int
    is_cut_off: bool = False  # it did not end within LIMIT decisions
    bounds: int = 0  # begun
    quiet: int = 0  # of those, bounds in which no enemies were in contact
    unused: int = 0  # orders (PIPs) left when their side ended its movement
    faults: Faults = field(default_factory=dict)  # what generals of one's own did wrong


@dataclass
class Report:
    """The results of a duel so far."""

    duel: Duel
    fought: list[Fought] = field(default_factory=list)

    @property
    def cut_off(self) -> int:
        """How many battles did not end within LIMIT decisions."""
        return sum(f.is_cut_off for f in self.fought)

    @property
    def faults(self) -> dict[str, dict[str, int]]:
        """What generals of one's own did wrong, how often in all battles."""
        return faults_together(fought.faults for fought in self.fought)

    @property
    def bounds(self) -> int:
        """Bounds begun in all battles."""
        return sum(f.bounds for f in self.fought)

    @property
    def quiet(self) -> float:
        """The share of the bounds in which no enemies were in contact."""
        return sum(f.quiet for f in self.fought) / max(self.bounds, 1)

    @property
    def unused(self) -> float:
        """Orders (PIPs) left unused in a bound, on average."""
        return sum(f.unused for f in self.fought) / max(self.bounds, 1)

    def wins_of(self, entry: int) -> Interval:
        """Win rate of an entry of ``duel.generals`` over all its seats."""
        won = sum(f.returns[f.seating.index(entry)] for f in self.fought)
        return wilson(won, len(self.fought))

    def wins_of_side(self, side: int) -> Interval:
        """Win rate of a side, whoever commanded it."""
        return wilson(sum(f.returns[side] for f in self.fought), len(self.fought))


def sides_of(game: str, scenario: str) -> tuple[SideFacts, ...]:
    """Who fights in a scenario."""
    return get_game(game).sides_of(lay_table(game, scenario).names)


def check_duel(duel: Duel) -> None:
    """Raise ``InputError`` in one sentence for a duel that cannot be fought."""
    game = get_game(duel.game)
    for name in duel.generals:
        check_name(name, "--generals")
    laid = lay_table(duel.game, duel.scenario, dict(duel.options))
    sides = game.sides_of(laid.names)
    if len(duel.generals) != len(sides):
        keys = ", ".join(side.key for side in sides)
        wanted = gettext(
            "{game} has {sides} ({keys}), so name {generals}, not {number}",
            game=game.key, sides=counted(len(sides), "side"), keys=keys, generals=counted(len(sides), "general"),
            number=len(duel.generals),
        )  # fmt: skip
        raise InputError(f"--generals: {wanted}")
    if duel.weights and not set(duel.generals).isdisjoint(own_names()):
        raise InputError(f"--weight: {gettext('not where a general of your own fights')}")
    if duel.battles < 1:
        raise InputError(f"--battles: {gettext('at least {least}, not {value}', least=1, value=duel.battles)}")
    fields = laid.record.dtype.fields
    known = fields["weights"][0].base.names if "weights" in fields else ()
    for name, _ in duel.weights:
        if name not in known:
            there = ", ".join(known) or gettext("none")
            missing = gettext("there is no weight {name!r}; {game} has {names}", name=name, game=game.key, names=there)
            raise InputError(f"--weight: {missing}")


@cache
def _laid(game: str, scenario: str, options: tuple[tuple[str, str], ...]) -> Laid:
    """A scenario's table."""
    return lay_table(game, scenario, dict(options))


@lru_cache(maxsize=4)
def tables_of(duel: Duel) -> Tables:
    """The table of a duel for every seating, with what the general on each seat thinks."""
    n = len(duel.generals)
    tables = Tables.of(duel.game, [_laid(duel.game, duel.scenario, duel.options)] * n)
    for name, value in duel.weights:
        tables.laid["weights"][name] = value
    for turn in range(n):
        for side, entry in enumerate(duel.seating(turn)):
            if duel.worths and duel.worths[entry]:
                tables.laid["worths"][turn, side] = duel.worths[entry][side]
    return tables


def fight_some(duel: Duel, battles: Sequence[int]) -> list[Fought]:
    """Fight these battles of a duel. The dice of each depend on the duel's seed and its number only."""
    n = len(duel.generals)
    if not set(duel.generals).isdisjoint(own_names()):
        return [_fight_by_hand(duel, battle) for battle in battles]
    seatings = [duel.seating(battle) for battle in battles]
    kinds = np.array([[GENERALS[duel.generals[entry]].kind.value for entry in seating] for seating in seatings], "i4")
    which = [battle % n if duel.rotate else 0 for battle in battles]
    batch = Batch(tables_of(duel), which, [f"duel {duel.seed} battle {battle}" for battle in battles])
    batch.reset()
    planners = new_streams(f"duel {duel.seed} planner {battle}" for battle in battles)
    played = play_out(batch, kinds, planners, Limits(LIMIT))
    _last[duel.game] = batch.battles[-1]
    return [
        Fought(
            battle,
            seating,
            tuple(float(r) for r in row["returns"][:n]),
            int(row["decisions"]),
            bool(row["is_cut_off"]),
            int(row["bounds"]),
            int(row["quiet"]),
            int(row["unused"]),
        )
        for battle, seating, row in zip(battles, seatings, played, strict=True)
    ]


def _fight_by_hand(duel: Duel, battle: int) -> Fought:
    """Fight one battle in which a general of somebody's own takes part."""
    seating = duel.seating(battle)
    names = [duel.generals[entry] for entry in seating]
    asked = Asked(duel.game, duel.scenario, dict(duel.options), LIMIT)
    dice = f"duel {duel.seed} battle {battle}", f"duel {duel.seed} planner {battle}"
    done = fight_named(asked, names, dice)
    return Fought(battle, seating, *done)


def fought_last(game: str) -> Any:
    """The record of the battle of a game that this process fought last, as it ended."""
    return _last[game]


_last: dict[str, Any] = {}


def _chunks(battles: int, workers: int) -> Iterator[range]:
    """Small enough that progress shows; the first battle alone, so that the rules are compiled once, and not twice."""
    size = max(1, min(20, battles // (4 * workers))) if workers > 1 else 1
    for start in range(1, battles, size):
        yield range(start, min(start + size, battles))


def run_duel(duel: Duel, workers: int = 1, progress: Callable[[int], None] | None = None) -> Report:
    """Fight a whole duel; the report is the same for any number of ``workers``.

    ``progress`` is told how many battles have just been finished. An interrupt (``KeyboardInterrupt``)
    stops the workers and passes on; nothing is left running.
    """
    check_duel(duel)
    report = Report(duel)
    tell = progress or (lambda done: None)
    with Pool(workers, duel.game) as pool:
        report.fought += fight_some(duel, [0])  # compiles once here, so that the others find a warm cache
        tell(1)
        for _, fought in pool.do(partial(fight_some, duel), _chunks(duel.battles, workers)):
            report.fought += fought
            tell(len(fought))
    report.fought.sort(key=lambda fought: fought.battle)
    return report


def as_json(report: Report) -> Mapping[str, Any]:
    """The report as plain data for programs."""
    return {
        "game": report.duel.game,
        "scenario": report.duel.scenario,
        "options": dict(report.duel.options),
        "weights": dict(report.duel.weights),
        "seed": report.duel.seed,
        "battles": len(report.fought),
        "generals": [
            {"general": name, "wins": report.wins_of(entry)._asdict()}
            for entry, name in enumerate(report.duel.generals)
        ],
        "sides": [
            {"side": side.key, "wins": report.wins_of_side(index)._asdict()}
            for index, side in enumerate(sides_of(report.duel.game, report.duel.scenario))
        ],
        "decisions": sum(f.decisions for f in report.fought),
        "bounds": report.bounds,
        "bounds_without_contact": report.quiet,
        "orders_unused_a_bound": report.unused,
        "cut_off": report.cut_off,
        "faults": report.faults,
    }
